// tglass stats and tglass export, as others run them.
#include "core/formats/demo.h"
#include "core/io/file.h"
#include "tests/support/gpu_chunks.h"
#include "tests/support/run_tglass.h"
#include "tests/support/tiny_captures.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>
#include <map>
#include <nlohmann/json.hpp>

using namespace traceglass;
using nlohmann::json;

class TestStatsCommand : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        QVERIFY(writeFile(m_timeless.toStdString(), twoChunks()));
        for (const Demo* const demo : demos()) {
            const auto path = demo->write(m_folder.path().toStdString());
            QVERIFY(path.has_value());
            m_demos.try_emplace(demo->format, QString::fromStdString(path->string())); // the first one
        }
    }

    void tableForPeople()
    {
        const ProgramRun run = tglass({"stats", m_demos["rfr"], "--top", "3"});
        QCOMPARE(run.exit, 0);
        const QList<QByteArray> lines = run.out.split('\n');
        const auto words = [](const QByteArray& line) { return line.simplified().split(' '); };
        QCOMPARE(words(lines[0]),
                 (QList<QByteArray> {"name", "count", "open", "total", "self", "share", "min", "mean", "p50",
                                     "p95", "p99", "max"}));
        QVERIFY(lines[1].startsWith("polling "));
        QVERIFY(lines[1].contains(" 13,375 "));
        QCOMPARE(QString::fromUtf8(lines[0]).size(),
                 QString::fromUtf8(lines[1]).size()); // one below the other
        QVERIFY(lines[4].contains("more rows; --top 0 prints all"));
        QVERIFY(lines[5].startsWith("A share is of 4.600 s: ")); // of four workers
        QVERIFY(lines[6].contains("not entered are left out"));
        const QByteArray all = tglass({"stats", m_demos["rfr"], "--top", "0", "--sort", "name"}).out;
        QVERIFY(!all.contains("--top"));
        QVERIFY(all.indexOf("\naccepted ") < all.indexOf("\nauth "));
        QVERIFY(all.indexOf("\nauth ") < all.indexOf("\nrender "));
    }

    void jsonIsAsTheRecordsSay()
    {
        const QByteArray out = tglass({"stats", m_demos["rfr"], "--by", "state", "--json"}).out;
        const QList<QByteArray> lines = out.trimmed().split('\n');
        std::map<std::string, json> rows;
        for (const QByteArray& line : lines.first(lines.size() - 1)) {
            const json row = json::parse(line.toStdString());
            rows[row["key"]] = row;
        }
        // Slices one by one, as another command has them.
        std::map<std::string, std::vector<std::int64_t>> durations;
        std::map<std::string, std::int64_t> totals, counts;
        for (const QByteArray& line :
             tglass({"find", m_demos["rfr"], "kind = states", "--json"}).out.trimmed().split('\n')) {
            const json hit = json::parse(line.toStdString());
            if (!hit.contains("hit"))
                continue;
            totals[hit["name"]] += hit["dur_ns"].get<std::int64_t>();
            ++counts[hit["name"]];
        }
        for (const QByteArray& line :
             tglass({"find", m_demos["rfr"], "kind = states not flags in (open-start, open-end)", "--json"})
                 .out.trimmed()
                 .split('\n')) {
            const json hit = json::parse(line.toStdString());
            if (hit.contains("hit"))
                durations[hit["name"]].push_back(hit["dur_ns"]);
        }
        QCOMPARE(rows.size(), totals.size());
        QVERIFY(rows.size() >= 3);
        for (auto& [name, row] : rows) {
            std::vector<std::int64_t>& sorted = durations[name];
            std::ranges::sort(sorted);
            QCOMPARE(row["total_ns"].get<std::int64_t>(), totals[name]);
            QCOMPARE(row["count"].get<std::int64_t>(), counts[name]);
            QCOMPARE(row["query"].get<std::string>(), "state = " + name);
            QCOMPARE(row["p95_ns"].get<std::int64_t>(), sorted[(sorted.size() * 95 + 99) / 100 - 1]);
            QCOMPARE(row["max_ns"].get<std::int64_t>(), sorted.back());
            std::uint64_t inHistogram = 0;
            for (const json& step : row["histogram"])
                inHistogram += step[1].get<std::uint64_t>();
            QCOMPARE(inHistogram, sorted.size());
            QVERIFY(row["exact"].get<bool>());
        }
        // The longest poll is where the row says.
        const json& longest = rows["polling"]["longest"];
        const QByteArray hit = tglass({"find", m_demos["rfr"],
                                       "state = polling start = "
                                           + QString::number(longest["start_ns"].get<std::int64_t>()) + "ns",
                                       "--json"})
                                   .out;
        QVERIFY(hit.contains("\"offset\": " + QByteArray::number(longest["offset"].get<qint64>())));
        const json summary = json::parse(lines.last().toStdString())["summary"];
        QCOMPARE(summary["rows"].get<std::size_t>(), rows.size());
        QCOMPARE(summary["printed"].get<std::size_t>(), rows.size());
    }

    void everyTable_data()
    {
        QTest::addColumn<QString>("format");
        QTest::addColumn<QString>("by");
        QTest::addColumn<QByteArray>("holds");
        const auto row = [](const char* format, const char* by, const char* holds) {
            QTest::addRow("%s %s", format, by) << QString(format) << QString(by) << QByteArray(holds);
        };
        row("rfr", "task", "\nconnection ");
        row("rfr", "thread", "\nworkers/");
        row("rfr", "level", "\nwarn ");
        row("rfr", "kind", "\nspans ");
        row("rfr", "group", "\ntasks ");
        row("rfr", "track", "\nworkers/");
        row("rfr", "template", "\nslow flush ");
        row("rfr", "log", "\nslow flush    warn ");
        row("rtc", "counter", "/imu/accel.z ");
        row("rtc", "log", "INFO status: # rpm");
        row("cjfr", "thread", "\nThreads/http-10 #40 ");
        row("cjfr", "gc", "G1 Humongous Allocation");
        row("cjfr", "monitor", "\nshop.cart.CartRegistry "); // the table that has such rows
        row("rtc", "stream", "\nsegment 0/clocks/clk ");
    }
    void everyTable()
    {
        QFETCH(QString, format);
        QFETCH(QString, by);
        QFETCH(QByteArray, holds);
        const ProgramRun run = tglass({"stats", m_demos[format.toStdString()], "--by", by});
        QCOMPARE(run.exit, 0);
        QVERIFY2(run.out.contains(holds), run.out);
        const QByteArray lines = tglass({"stats", m_demos[format.toStdString()], "--by", by, "--json"}).out;
        std::size_t rows = 0;
        for (const QByteArray& line : lines.trimmed().split('\n')) {
            const json each = json::parse(line.toStdString());
            if (each.contains("key"))
                ++rows;
            if (each.contains("summary"))
                QCOMPARE(each["summary"]["printed"].get<std::size_t>(), rows);
        }
        QVERIFY(rows > 0);
    }

    void scopeAndFilter()
    {
        const auto count = [&](const QStringList& more) {
            const QByteArray out =
                tglass(QStringList {"stats", m_demos["rfr"], "--by", "state", "--json"} + more).out;
            for (const QByteArray& line : out.trimmed().split('\n'))
                if (const json row = json::parse(line.toStdString()); row.value("key", "") == "polling")
                    return row["count"].get<int>();
            return 0;
        };
        const auto found = [&](const QStringList& more) {
            return tglass(QStringList {"find", m_demos["rfr"], "--count"} + more).out.trimmed().toInt();
        };
        QCOMPARE(count({}), 13'375);
        QCOMPARE(count({"--from", "+1s", "--to", "+1.5s"}),
                 found({"state = polling", "--from", "+1s", "--to", "+1.5s"}));
        QCOMPARE(count({"--where", "duration >= 2 ms"}), found({"state = polling duration >= 2 ms"}));
        QCOMPARE(count({"--track", "tasks/metrics*"}),
                 found({"state = polling", "--track", "tasks/metrics*"}));
        QVERIFY(count({"--track", "tasks/metrics*"}) > 0);
    }

    // Tables of the format count what a query holds for.
    void tablesOfFormatsAreFiltered()
    {
        const auto rows = [](const QByteArray& out) { return out.count("\"table\":") - 1; };
        const QString jvm = m_demos["cjfr"];
        QCOMPARE(rows(tglass({"stats", jvm, "--by", "gc", "--json"}).out), qsizetype(6));
        const QByteArray old =
            tglass({"stats", jvm, "--by", "gc", "--where", "name : \"G1 old\"", "--json"}).out;
        QCOMPARE(rows(old), qsizetype(3));
        QVERIFY(old.contains("Collections that fit"));
        const QByteArray flush =
            tglass({"stats", m_demos["rfr"], "--by", "task-names", "--where", "duration >= 30 ms", "--json"})
                .out;
        int polls = 0;
        for (const QByteArray& line : flush.trimmed().split('\n'))
            polls += json::parse(line.toStdString()).value("polls", 0);
        QCOMPARE(polls,
                 tglass({"find", m_demos["rfr"], "state = polling duration >= 30 ms", "--count"})
                     .out.trimmed()
                     .toInt());
        QCOMPARE(tglass({"stats", m_demos["rtc"], "--by", "counter", "--where", "kind = slices"}).exit, 0);
    }

    // Rows by a field of records: each row's slices are those that its query finds.
    void byAField()
    {
        const QString jvm = m_demos["cjfr"];
        const auto rows = [&](QStringList more) {
            std::map<std::string, json> out;
            for (const QByteArray& line :
                 tglass(QStringList {"stats", jvm, "--json"} + more).out.trimmed().split('\n')) {
                const json row = json::parse(line.toStdString());
                if (!row.contains("summary"))
                    out[row["key"]] = row;
                else
                    out["field"] = row["summary"]["field"];
            }
            return out;
        };
        auto byStatus = rows({"--field", "status"});
        QCOMPARE(byStatus["field"].get<std::string>(), std::string("status"));
        const json ok = byStatus["Request · 200"];
        QCOMPARE(ok["by"].get<std::string>(), std::string("name · status"));
        QCOMPARE(ok["query"].get<std::string>(), std::string("name = Request status = 200"));
        QVERIFY(byStatus.contains("Socket Read · no status"));
        for (const char* const key : {"Request · 200", "Socket Read · no status"}) {
            const QString query = QString::fromStdString(byStatus[key]["query"].get<std::string>());
            QCOMPARE(tglass({"find", jvm, query, "--count"}).out.trimmed().toInt(),
                     byStatus[key]["count"].get<int>());
        }
        const json all = rows({"--where", "name = Request"})["Request"];
        auto some = rows({"--where", "name = Request", "--field", "shop.Request.path"});
        std::int64_t count = 0, total = 0;
        for (const auto& [key, row] : some) {
            if (key == "field")
                continue;
            QVERIFY2(key.starts_with("Request · /api/"), key.c_str());
            count += row["count"].get<std::int64_t>();
            total += row["total_ns"].get<std::int64_t>();
        }
        QCOMPARE(count, all["count"].get<std::int64_t>());
        QCOMPARE(total, all["total_ns"].get<std::int64_t>());
        QVERIFY(rows({"--by", "kind", "--field", "group"}).contains("slices · Threads"));
        const QByteArray csv = tglass({"export", jvm, "--field", "status", "--sort", "total"}).out;
        QVERIFY2(csv.startsWith("name · status,count,") && csv.contains("\nRequest · 200,23289,"),
                 csv.left(200));
    }

    // What --from or --to leave open ends with the capture: shares and rates are not of all time there is.
    void openRanges()
    {
        const auto polling = [&](const QStringList& range) {
            for (const QByteArray& line :
                 tglass(QStringList {"stats", m_demos["rfr"], "--by", "state", "--json"} + range)
                     .out.split('\n'))
                if (const json row = json::parse(line.toStdString(), nullptr, false);
                    row.value("key", "") == "polling")
                    return row["share"].get<double>();
            return 0.0;
        };
        for (const auto& [open, closed] :
             {std::pair(QStringList {"--from", "+1s"}, QStringList {"--from", "+1s", "--to", "+4.6004s"}),
              {QStringList {"--to", "+1s"}, QStringList {"--from", "+0s", "--to", "+1s"}},
              {QStringList {"--from", "+1s", "--to", "2200-01-01T00:00:00Z"},
               QStringList {"--from", "+1s"}}}) {
            QVERIFY(polling(open) > 4);
            QVERIFY2(std::abs(polling(open) / polling(closed) - 1) < 1e-3, qPrintable(open.join(u' ')));
        }
        QCOMPARE(tglass({"stats", m_demos["rfr"], "--by", "task", "--from", "+1s", "--fail-if",
                         "connection: share > 50%"})
                     .exit,
                 5);
        const QByteArray locks = tglass({"stats", m_demos["cjfr"], "--by", "monitor", "--from", "+10s"}).out;
        QVERIFY2(locks.contains("A share is of 18.8") && !locks.contains(" d "), locks);
        const ProgramRun beyond =
            tglass({"stats", m_demos["rfr"], "--from", "2200-01-01T00:00:00Z", "--json"});
        QCOMPARE(beyond.exit, 0);
        QCOMPARE(beyond.out.count('\n'), 1);
    }

    // What `records` prints, not what a float keeps of it.
    void countersAreAsRecorded()
    {
        const QByteArray row = tglass({"stats", m_demos["rtc"], "--by", "counter", "--track",
                                       "segment 0/imu/accel.x", "--json", "--fail-if", "max > 1.7184"})
                                   .out.split('\n')[0];
        QVERIFY2(row.contains("\"max\": 1.7184,"), row);
        QCOMPARE(tglass({"stats", m_demos["rtc"], "--by", "counter", "--track", "segment 0/imu/accel.x",
                         "--fail-if", "max > 1.7184"})
                     .exit,
                 0);
    }

    // The name that a table gives a track is one that --track takes.
    void tracksByTheirRows()
    {
        QVERIFY(tglass({"stats", m_demos["rfr"], "--by", "track"}).out.contains("workers/worker 0 seq 2 "));
        const ProgramRun run =
            tglass({"find", m_demos["rfr"], "--track", "workers/worker 0 seq 2", "--count"});
        QCOMPARE(run.exit, 0);
        QCOMPARE(run.out, tglass({"find", m_demos["rfr"], "--track", "workers/worker 0 #2", "--count"}).out);
    }

    // Tracks that share path and number, too, have names of their own, each of which means one of them.
    void tracksOfOnePath()
    {
        const auto rowsOf = [&](const QStringList& more) {
            std::vector<json> rows;
            for (const QByteArray& line :
                 tglass(QStringList {"stats", m_demos["rfr"], "--by", "track", "--json"} + more)
                     .out.trimmed()
                     .split('\n'))
                rows.push_back(json::parse(line.toStdString()));
            rows.pop_back(); // the summary
            return rows;
        };
        std::map<std::string, std::uint64_t> counts;
        const auto all = rowsOf({});
        for (const json& row : all)
            counts[row["key"].get<std::string>()] = row["count"].get<std::uint64_t>();
        QCOMPARE(counts.size(), all.size());
        QVERIFY(counts.contains("spans/request (16)"));
        for (const char* const name : {"spans/request (1)", "spans/request (16)", "tasks/accept #6"}) {
            const auto one = rowsOf({"--track", name});
            QCOMPARE(one.size(), std::size_t(1));
            QCOMPARE(one[0]["key"].get<std::string>(), std::string(name));
            QCOMPARE(one[0]["count"].get<std::uint64_t>(), counts[name]);
        }
        // The path is still that of all.
        QVERIFY(rowsOf({"--track", "spans/request"}).size() > 16);
    }

    // Work in flight of a crash dump has an order and no time.
    void stepsAreNoTime()
    {
        using namespace made_payloads;
        const QString dump = m_folder.filePath("crash.rgd");
        const Bytes events = stateOf(4, 2, 0xffffaaaa) + begun(4, 1, "Frame") + begun(4, 2, "Draw");
        QVERIFY(writeFile(dump.toStdString(), captureOf({crash(kUserMode, events)})));
        const QByteArray people = tglass({"stats", dump, "--where", "Frame"}).out;
        QVERIFY2(people.contains("  2 steps  1 step  "), people);
        const json row = json::parse(
            tglass({"stats", dump, "--where", "Frame", "--json"}).out.split('\n')[0].toStdString());
        QCOMPARE(row["clock"].get<std::string>(), std::string("order of recording"));
        QCOMPARE(row["total_ns"].get<std::int64_t>(), 2 * row["step_ns"].get<std::int64_t>());
        QVERIFY(row["share"].is_null());
        const QByteArray csv = tglass({"export", dump, "--where", "Frame"}).out;
        QVERIFY2(csv.contains(",step_ns,approximate\r\n")
                     && csv.contains(',' + QByteArray::number(row["step_ns"].get<qint64>()) + ','),
                 csv);
        QCOMPARE(tglass({"stats", dump, "--fail-if", "total > 1us"}).exit, 0);
        QVERIFY(!tglass({"stats", m_demos["rfr"], "--json"}).out.contains("step_ns"));
    }

    // What lasts over a missing chunk may have ended in it.
    void timesOverAMissingChunk()
    {
        namespace fs = std::filesystem;
        const fs::path whole = m_demos["rfr"].toStdString();
        const fs::path cut = fs::path(m_folder.path().toStdString()) / "cut.rfr";
        fs::copy(whole, cut, fs::copy_options::recursive);
        std::vector<fs::path> chunks;
        for (const auto& entry : fs::recursive_directory_iterator(cut))
            if (entry.path().filename().string().starts_with("chunk"))
                chunks.push_back(entry.path());
        std::ranges::sort(chunks);
        QVERIFY(chunks.size() >= 4);
        fs::remove(chunks[2]);
        const auto approximate = [&](const fs::path& file) {
            std::map<std::string, bool> out;
            for (const QByteArray& line : tglass({"stats", QString::fromStdString(file.string()), "--by", "state", "--json"}).out.split('\n'))
                if (const json row = json::parse(line.toStdString(), nullptr, false); row.contains("key"))
                    out[row["key"]] = row["approximate"];
            return out;
        };
        QVERIFY(!approximate(whole)["polling"] && !approximate(whole)["scheduled"]);
        QVERIFY(approximate(cut)["polling"] && approximate(cut)["scheduled"]);
        QVERIFY(!tglass({"find", QString::fromStdString(cut.string()), "flags : approximate", "--count"}).out.startsWith("0"));
    }

    void limitsOfBytes()
    {
        QTemporaryDir folder;
        QCOMPARE(tglass({"demo", folder.path()}).exit, 0);
        const auto exitOf = [&](const char* limit) {
            return tglass({"stats", folder.filePath("boss-fight.rdf"), "--by", "heaps", "--fail-if", limit})
                .exit;
        };
        QCOMPARE(exitOf("local: peak requested > 1MB"), 5);
        QCOMPARE(exitOf("local: peak requested > 0.5 TB"), 3);
        QCOMPARE(exitOf("local: peak requested > 500GB"), 0);
    }

    void exportTakesOnlyWhatBelongs_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("said");
        const auto row = [](const char* name, const QStringList& arguments, const char* said) {
            QTest::newRow(name) << arguments << QByteArray(said);
        };
        row("sort", {"--table", "find", "--sort", "dur_ns"}, "--sort belongs to tables");
        row("by", {"--table", "records", "--by", "track"}, "--by belongs to --table slices");
        row("field", {"--table", "find", "--field", "x"}, "--field belongs to --table slices");
        row("stacks by", {"--stacks", "-", "--by", "track"}, "--by belongs to --table slices");
        row("stacks json", {"--stacks", "-", "--json"}, "--json belongs to tables");
        row("stacks table", {"--stacks", "-", "--table", "find"}, "--table belongs to tables");
    }
    void exportTakesOnlyWhatBelongs()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, said);
        const ProgramRun run = tglass(QStringList {"export", m_demos["cjfr"]} + arguments);
        QCOMPARE(run.exit, 3);
        QVERIFY2(run.error.contains(said), run.error);
    }

    void fieldsOfCsvAreNumbers()
    {
        const QByteArray csv = tglass({"export", m_demos["cjfr"], "--table", "find", "--where", "path : cart",
                                       "--fields", "path,status,duration"})
                                   .out.split('\n')[1];
        QVERIFY2(csv.trimmed().endsWith(",/api/cart,200,3704240"), csv);
        // The name that `records` prints.
        QCOMPARE(
            tglass({"export", m_demos["cjfr"], "--table", "records", "--type", "jdk.ObjectAllocationSample"})
                .exit,
            0);
    }

    void limits_data()
    {
        QTest::addColumn<QString>("limit");
        QTest::addColumn<int>("exit");
        QTest::addColumn<QByteArray>("said");
        const auto row = [](const char* limit, int exit, const char* said) {
            QTest::newRow(limit) << QString(limit) << exit << QByteArray(said);
        };
        row("max > 39ms", 5, "polling: max is 39.236 ms (--fail-if max > 39ms)");
        row("max_ns > 39236us", 0, "");
        row("max >= 39.236 ms", 5, "polling: max");
        row("max > 39.2359999999 ms", 5, "polling: max");
        row("polling: p95>1ms", 5, "polling: p95 is 2.298 ms");
        row("polling: count < 13375", 0, "");
        row("polling: count = 13375", 5, "count is 13,375");
        row("polling: share > 600%", 5, "share is 601 %");
        row("polling: share > 6.1", 0, "");
        row("count > 1GB", 3, "1GB does not fit `count`: it takes a whole number");
        row("p95 > 10", 3, "10 does not fit `p95`: it takes a duration, such as 10ms");
        row("count > 10ms", 3, "10ms does not fit `count`: it takes a whole number");
        row("p96 > 10ms", 3, "no column p96");
        row("poling: p95 > 10ms", 3, "did you mean polling");
        row("p95", 3, "is no limit");
        row("> 10ms", 3, "is no limit");
        row(": p95 > 10ms", 3, "is no limit");
    }
    void limits()
    {
        QFETCH(QString, limit);
        QFETCH(int, exit);
        QFETCH(QByteArray, said);
        const ProgramRun run = tglass({"stats", m_demos["rfr"], "--by", "state", "--fail-if", limit});
        QVERIFY2(run.exit == exit, run.error);
        QVERIFY2(run.error.contains(said), run.error);
        QCOMPARE(run.error.isEmpty(), exit == 0);
    }

    void severalLimits()
    {
        const ProgramRun run = tglass({"stats", m_demos["rfr"], "--by", "state", "--fail-if", "max > 1h",
                                       "--fail-if", "max > 1ms", "--json"});
        QCOMPARE(run.exit, 5);
        QCOMPARE(run.error.count('\n'), 1);
        const json summary = json::parse(run.out.trimmed().split('\n').last().toStdString())["summary"];
        QCOMPARE(summary["exceeded"].size(), std::size_t(1));
    }

    void severalCaptures()
    {
        const ProgramRun run =
            tglass({"stats", m_demos["rfr"], m_demos["rfr"], "--by", "state", "--top", "1", "--json"});
        QCOMPARE(run.exit, 0);
        const json row = json::parse(run.out.split('\n').first().toStdString());
        QCOMPARE(row["key"].get<std::string>(), std::string("polling"));
        QCOMPARE(row["count"].get<int>(), 2 * 13'375);
        QCOMPARE(row["max_ns"].get<std::int64_t>(), std::int64_t(39'236'000));
        QCOMPARE(row["exact"].get<bool>(), false);
        QVERIFY(std::abs(row["p95_ns"].get<std::int64_t>() - 2'298'000) < 2'298'000 / 125);
        QVERIFY(!row.contains("longest"));
        QVERIFY(tglass({"stats", m_demos["rfr"], m_demos["cjfr"], "--top", "1"}).out.contains("≈ mean"));
        const ProgramRun refused = tglass({"stats", m_demos["cjfr"], m_demos["cjfr"], "--by", "gc"});
        QCOMPARE(refused.exit, 3);
        QVERIFY(refused.error.contains("takes one capture"));
    }

    void wrongWords_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<int>("exit");
        QTest::addColumn<QByteArray>("said");
        const QString rfr = m_demos["rfr"];
        const auto row = [](const char* name, const QStringList& words, int exit, const char* said) {
            QTest::newRow(name) << words << exit << QByteArray(said);
        };
        row("no such table", {"stats", rfr, "--by", "nome"}, 3, "did you mean name");
        row("far from any", {"stats", rfr, "--by", "quantum"}, 3, "it has name, track,");
        row("no such column", {"stats", rfr, "--sort", "p96"}, 3, "did you mean p9");
        row("query", {"stats", rfr, "--where", "durration > 5 ms"}, 3, "--where: `durration` is no field");
        row("no such field", {"stats", m_demos["cjfr"], "--field", "pathh"}, 3, "did you mean path?");
        row("field of a table of the format", {"stats", m_demos["cjfr"], "--by", "gc", "--field", "path"}, 3,
            "--field goes with slices");
        row("no file", {"stats", "nobody.rfr"}, 2, "nobody.rfr: ");
        row("no slices", {"stats", m_timeless}, 3, "no slices");
        row("export: no such table", {"export", rfr, "--table", "nome"}, 3, "--table nome");
        row("export: both", {"export", rfr, "--csv", "--json"}, 3, "--json");
        row("export: no stacks", {"export", m_demos["rdf"], "--stacks", "-"}, 3, "no stacks");
    }
    void wrongWords()
    {
        QFETCH(QStringList, words);
        QFETCH(int, exit);
        QFETCH(QByteArray, said);
        const ProgramRun run = tglass(words);
        QVERIFY2(run.exit == exit, run.error);
        QVERIFY2(run.error.contains(said), run.error);
        QVERIFY(run.out.isEmpty());
    }

    // What can be read of a capture that breaks off counts all the same.
    void damaged()
    {
        const QString cut = m_folder.filePath("cut.cjfr");
        QFile whole(m_demos["cjfr"]), part(cut);
        QVERIFY(whole.open(QIODevice::ReadOnly) && part.open(QIODevice::WriteOnly));
        part.write(whole.read(whole.size() / 2));
        part.close();
        const ProgramRun run = tglass({"stats", cut, "--top", "1"});
        QCOMPARE(run.exit, 1);
        QVERIFY(run.out.contains("Java Thread Park"));
        QVERIFY(!run.error.isEmpty());
        QCOMPARE(tglass({"stats", cut, "--fail-if", "max > 1ns"}).exit, 5);
        QCOMPARE(tglass({"export", cut}).exit, 1);
    }

    // --- export

    void csvAndJson()
    {
        const QString out = m_folder.filePath("rows.csv");
        QCOMPARE(tglass({"export", m_demos["rfr"], "--by", "state", "--csv", "-o", out}).exit, 0);
        const QByteArray csv = bytesOf(out);
        const QList<QByteArray> lines = csv.split('\n');
        QCOMPARE(
            lines[0],
            QByteArray("state,count,open,total_ns,self_ns,share,min_ns,mean_ns,p50_ns,p95_ns,p99_ns,max_ns,"
                       "approximate\r"));
        QVERIFY(lines[1].startsWith("polling,13375,4,"));
        QVERIFY(lines[1].endsWith(",39236000,false\r"));
        QCOMPARE(tglass({"export", m_demos["rfr"], "--by", "state"}).out, csv);
        const QByteArray rows = tglass({"export", m_demos["rfr"], "--by", "state", "--json"}).out;
        const QByteArray stats = tglass({"stats", m_demos["rfr"], "--by", "state", "--json"}).out;
        QVERIFY(!rows.isEmpty() && stats.startsWith(rows));

        const ProgramRun again = tglass({"export", m_demos["rfr"], "-o", out});
        QCOMPARE(again.exit, 4);
        QVERIFY(again.error.contains("--force replaces it"));
        QCOMPARE(bytesOf(out), csv);
        QCOMPARE(tglass({"export", m_demos["rfr"], "--by", "kind", "-o", out, "--force"}).exit, 0);
        QVERIFY(bytesOf(out).startsWith("kind,count,"));
        QCOMPARE(QDir(m_folder.path()).entryList({"rows.csv*"}).size(), qsizetype(1));
    }

    void slicesOneByOne()
    {
        const QByteArray csv = tglass({"export", m_demos["rfr"], "--table", "find", "--where",
                                       "state = polling duration >= 30 ms"})
                                   .out;
        const QList<QByteArray> lines = csv.trimmed().split('\n');
        QCOMPARE(lines[0], QByteArray("start_ns,dur_ns,clock,track,number,depth,name,source,offset\r"));
        QCOMPARE(lines.size() - 1,
                 tglass({"find", m_demos["rfr"], "state = polling duration >= 30 ms", "--count"})
                     .out.trimmed()
                     .toInt());
        QVERIFY(csv.contains(",tasks/metrics.flush,7,0,polling,"));
        const QStringList words {"state = polling duration >= 30 ms", "--json"};
        const QByteArray found = tglass(QStringList {"find", m_demos["rfr"]} + words).out;
        const QByteArray same =
            tglass({"export", m_demos["rfr"], "--table", "find", "--where", words[0], "--json"}).out;
        QVERIFY(!same.isEmpty() && found.startsWith(same));
    }

    void stacks()
    {
        const QString out = m_folder.filePath("stacks.txt");
        QCOMPARE(tglass({"export", m_demos["cjfr"], "--stacks", out}).exit, 0);
        qint64 samples = 0;
        for (const QByteArray& line : bytesOf(out).trimmed().split('\n')) {
            const qint64 count = line.mid(line.lastIndexOf(' ') + 1).toLongLong();
            QVERIFY(count > 0);
            QVERIFY(line.contains(';'));
            samples += count;
        }
        QVERIFY(samples > 10'000);
        const QByteArray some = tglass({"export", m_demos["cjfr"], "--stacks", "-", "--to", "+5s"}).out;
        QVERIFY(!some.isEmpty() && some.size() < bytesOf(out).size());
    }

    // Names of a capture are quoted where a comma or quote would end them, and drive no terminal.
    void cellsOfCaptures()
    {
        const QString capture = m_folder.filePath("hostile.rfr");
        QVERIFY(writeFile(capture.toStdString(), oneTaskStream("=1+2,\"x\"\r\n\x1b[2J")).has_value());
        const QByteArray out = tglass({"export", capture, "--by", "task"}).out;
        const QList<QByteArray> lines = out.trimmed().split('\n');
        QCOMPARE(lines.size(), qsizetype(2));
        QVERIFY2(lines[1].startsWith("\"=1+2,\"\"x\"\"\\r\\n\\x1b[2J\",2,0,"), lines[1]);
        const QByteArray text = tglass({"stats", capture, "--by", "task"}).out;
        QVERIFY(text.contains("=1+2,\"x\"\\r\\n\\x1b[2J ") && !text.contains('\x1b'));
        const json row =
            json::parse(tglass({"stats", capture, "--by", "task", "--json"}).out.split('\n').first());
        QCOMPARE(row["key"].get<std::string>(), std::string("=1+2,\"x\"\r\n\x1b[2J"));
    }

    void nothingIsLeftOnAFullDisk()
    {
        if (!QFile::exists("/dev/full"))
            QSKIP("no /dev/full here");
        const ProgramRun run = tglass({"export", m_demos["rfr"], "-o", "/dev/full"});
        QCOMPARE(run.exit, 4);
        QVERIFY(run.error.contains("/dev/full"));
        // A limit on the size of files is a disk that is full in the middle of the work.
        QProcess process;
        const QString out = m_folder.filePath("large.csv");
        process.start("sh",
                      {"-c", "ulimit -f 64; exec \"$0\" export \"$1\" --table find -o \"$2\"",
                       qEnvironmentVariable("TGLASS"), m_demos["rfr"], out});
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.exitCode(), 4);
        QVERIFY(QDir(m_folder.path()).entryList({"large.csv*"}).isEmpty());
    }

    void theCaptureIsLeftAlone()
    {
        const QString capture = m_demos["rfr"];
        const ProgramRun run = tglass({"export", capture, "-o", capture + "/rows.csv"});
        QCOMPARE(run.exit, 3);
        QVERIFY(!QFile::exists(capture + "/rows.csv"));
        QCOMPARE(tglass({"export", m_demos["cjfr"], "--stacks", m_demos["cjfr"], "--force"}).exit, 3);
    }

private:
    static QByteArray bytesOf(const QString& path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    QTemporaryDir m_folder;
    std::map<std::string_view, QString> m_demos; // by format
    const QString m_timeless = m_folder.filePath("two.rdf");
};

QTEST_GUILESS_MAIN(TestStatsCommand)
#include "tst_stats_command.moc"
