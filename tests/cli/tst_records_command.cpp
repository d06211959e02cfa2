// tglass records and tglass export of records and stacks, as others run them: what --match and --where leave.
#include "core/formats/demo.h"
#include "core/io/file.h"
#include "tests/support/cjfr_bytes.h"
#include "tests/support/run_tglass.h"
#include "tests/support/tiny_captures.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

using namespace traceglass;
using nlohmann::json;

class TestRecordsCommand : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        QVERIFY(writeFile(m_timeless.toStdString(), twoChunks()));
        CjfrBytes plain("NONE");
        plain.structType(16, "Job", {{"start", 1}, {"duration", 1}});
        plain.message(16).sv(1'000).sv(500);
        QVERIFY(writeFile(m_plain.toStdString(), plain.bytes()));
        for (const Demo* const demo : demos()) {
            if (demo->format == "cjfr" || demo->format == "rfr" || demo->format == "rdf") {
                const auto path = demo->write(m_folder.path().toStdString());
                QVERIFY(path.has_value());
                m_demos.try_emplace(demo->format, QString::fromStdString(path->string())); // the first one
            }
        }
    }

    // Those that `tglass find` says its slices begin with.
    void recordsOfSlices()
    {
        const QString query = "state = polling duration >= 10 ms";
        const std::set<std::pair<std::string, std::int64_t>> places =
            placesOf({"find", m_demos["rfr"], query, "--json"});
        QVERIFY(places.size() > 3);
        const QStringList records {"records", m_demos["rfr"], "--where", query};
        const QStringList rows {"export", m_demos["rfr"], "--table", "records", "--where", query, "--json"};
        QCOMPARE(placesOf(rows), places);
        const auto lines = linesOf(records);
        QCOMPARE(lines.size(), places.size());
        for (const json& line : lines)
            QCOMPARE(line["type"].get<std::string>(), std::string("TaskPollStart"));
        QCOMPARE(linesOf(records + QStringList {"--limit", "2"}).size(), std::size_t(2));
        // On a track only.
        const auto all = linesOf(rows);
        const auto some = linesOf(rows + QStringList {"--track", "tasks/metrics.flush"});
        QVERIFY(!some.empty() && some.size() < all.size());
    }

    void recordsThatMatch()
    {
        const auto all = linesOf({"records", m_demos["rfr"]});
        const auto wakes = linesOf({"records", m_demos["rfr"], "--match", "/^WakerWake/"});
        std::size_t expected = 0;
        for (const json& line : all)
            expected += line["type"].get<std::string>().starts_with("WakerWake");
        QVERIFY(expected > 100);
        QCOMPARE(wakes.size(), expected);
        const auto others = linesOf({"records", m_demos["rfr"], "--match", "not /^WakerWake/"});
        QCOMPARE(others.size() + wakes.size(), all.size());
        const auto rows =
            linesOf({"export", m_demos["rfr"], "--table", "records", "--match", "/^WakerWake/", "--from",
                     "+1s", "--to", "+2s", "--json", "--sort", "time_ns", "--ascending"});
        QVERIFY(!rows.empty() && rows.size() < wakes.size());
        for (std::size_t i = 1; i < rows.size(); ++i)
            QVERIFY(rows[i - 1]["time_ns"].get<std::int64_t>() <= rows[i]["time_ns"].get<std::int64_t>());
        // Conditions are about the slices that records begin.
        const QString slow = "status >= 400";
        const auto hits = placesOf({"find", m_demos["cjfr"], slow, "--json"});
        QCOMPARE(linesOf({"records", m_demos["cjfr"], "--match", slow}).size(), hits.size());
        // Words need no timeline.
        QVERIFY(!linesOf({"records", m_demos["rdf"], "--match", "QueueEvent"}).empty());
    }

    void recordsOfOneType()
    {
        const QStringList arguments {"export",  m_demos["cjfr"], "--table",
                                     "records", "--type",        "shop.Request"};
        const QList<QByteArray> csv = tglass(arguments).out.trimmed().split('\n');
        const QList<QByteArray> names = csv.first().trimmed().split(',');
        QVERIFY2(csv.first().startsWith("source,offset,size,by,time_ns,after_previous_ns,"), csv.first());
        QVERIFY(names.contains("status"));
        const auto rows = linesOf(arguments + QStringList {"--json", "--sort", "status"});
        QCOMPARE(qsizetype(rows.size()), csv.size() - 1);
        QVERIFY(rows.front()["values"]["status"].get<int>() > rows.back()["values"]["status"].get<int>());
        const json& first = rows.front();
        QCOMPARE(first["values"]["startTime"].get<std::int64_t>(), first["time_ns"].get<std::int64_t>());
        QVERIFY(first["values"]["duration"].is_number_integer() && first["values"]["path"].is_string());
    }

    // Numbers are numbers, whole ones to the last digit, and nothing is null; what JSON has no number for is a text.
    void valuesAsJson()
    {
        CjfrBytes file("NONE");
        file.uv(3).uv(16).str("double").str("").u8(1);
        file.structType(17, "Value", {{"id", 1}, {"isOpen", 2}, {"size", 16, 1}, {"name", 4}});
        const auto add = [&](std::int64_t id, bool isOpen, std::optional<double> size,
                             std::string_view name) {
            file.message(17).sv(id).u8(isOpen);
            file.u8(size.has_value());
            if (size)
                file.f64(*size);
            file.str(name);
        };
        add(9'007'199'254'740'993, true, 0.5, "12");
        add(-1, false, std::numeric_limits<double>::quiet_NaN(), "");
        add(0, false, std::nullopt, "null");
        const std::string statement =
            "select " + std::string(3'000, 'x') + " from orders"; // whole, here and in CSV
        add(1, false, std::nullopt, statement);
        const QString path = m_folder.filePath("values.cjfr");
        QVERIFY(writeFile(path.toStdString(), file.bytes()));
        QStringList values;
        for (const json& row : linesOf({"export", path, "--table", "records", "--type", "Value", "--json"}))
            values << QString::fromStdString(row["values"].dump());
        QCOMPARE(values,
                 (QStringList {R"({"id":9007199254740993,"isOpen":true,"name":"12","size":0.5})",
                               R"({"id":-1,"isOpen":false,"name":"","size":"NaN"})",
                               R"({"id":0,"isOpen":false,"name":"null","size":null})",
                               QString::fromStdString(R"({"id":1,"isOpen":false,"name":")" + statement
                                                      + R"(","size":null})")}));
        const ProgramRun csv = tglass({"export", path, "--table", "records", "--type", "Value"});
        QVERIFY(csv.out.contains(QByteArray::fromStdString(statement)));
    }

    void stacksOfOneKind()
    {
        const auto sum = [&](const QStringList& more) {
            const ProgramRun run = tglass(QStringList {"export", m_demos["cjfr"], "--stacks", "-"} + more);
            qint64 out = run.exit == 0 ? 0 : -1;
            for (const QByteArray& line : run.out.trimmed().split('\n'))
                out += line.mid(line.lastIndexOf(' ') + 1).toLongLong();
            return out;
        };
        const qint64 all = sum({}), samples = sum({"--kind", "jdk.ExecutionSample"});
        QVERIFY(samples > 0 && samples < all);
        const qint64 waits = sum({"--kind", "jdk.JavaMonitorEnter"});
        const qint64 waited = sum({"--kind", "jdk.JavaMonitorEnter", "--weight", "duration"});
        QVERIFY(waits > 0 && waited > waits);
        const qint64 some = sum({"--kind", "jdk.ExecutionSample", "--where", "track : http"});
        QVERIFY(some > 0 && some < samples);
        QCOMPARE(sum({"--where", "name = nothing-is-called-so"}), qint64(0));
    }

    void wrongUsage_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("said");
        const auto row = [](const char* name, const QStringList& arguments, const char* said) {
            QTest::newRow(name) << arguments << QString::fromUtf8(said);
        };
        const QString rfr = m_demos["rfr"], cjfr = m_demos["cjfr"], timeless = m_timeless;
        row("no query", {"records", rfr, "--match", "duration >"}, "--match");
        row("no field", {"records", cjfr, "--match", "durration > 1 s"}, "`durration` is no field");
        row("no sign", {"records", cjfr, "--match", "status >>= 5"},
            "`>>=` is no sign (at character 8); did you mean >=?");
        row("no slices", {"records", timeless, "--match", "duration > 1 s"}, "no slices");
        row("no slices to fit", {"records", timeless, "--where", "a"}, "no slices");
        row("no such type", {"export", cjfr, "--table", "records", "--type", "shop.Requst"}, "did you mean");
        row("no types", {"export", rfr, "--table", "records", "--type", "Poll"}, "no types");
        row("no such column", {"export", rfr, "--table", "records", "--sort", "tim"}, "--sort tim");
        row("no such kind", {"export", cjfr, "--stacks", "-", "--kind", "jdk.ExecutionSampel"},
            "did you mean");
        row("no kind like it", {"export", cjfr, "--stacks", "-", "--kind", "nothing"}, "; it has jdk.");
        row("no such weight", {"export", cjfr, "--stacks", "-", "--weight", "gold"}, "--weight");
        row("no bytes",
            {"export", cjfr, "--stacks", "-", "--kind", "jdk.ExecutionSample", "--weight", "bytes"},
            "--weight bytes");
        row("not of a JVM", {"export", m_plain, "--stacks", "-"}, "no stacks");
        row("no stacks", {"export", cjfr, "--kind", "jdk.ExecutionSample"}, "--stacks");
        row("of records", {"export", cjfr, "--match", "name = add"}, "--table records");
        row("of records, not of hits", {"export", cjfr, "--table", "find", "--type", "a"}, "--table records");
        row("of hits", {"export", cjfr, "--table", "records", "--fields", "name"}, "--table find");
        row("of no stacks", {"export", cjfr, "--table", "records", "--stacks", "-", "--type", "a"},
            "--table records");
    }
    void wrongUsage()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, said);
        const ProgramRun run = tglass(arguments);
        QCOMPARE(run.exit, 3);
        QVERIFY(run.out.isEmpty());
        QVERIFY2(QString::fromUtf8(run.error).contains(said), run.error);
    }

    // Nor where files may not be as large.
    void nothingIsLeftOnAFullDisk()
    {
        QProcess process;
        const QString out = m_folder.filePath("records.csv");
        process.start("sh",
                      {"-c", "ulimit -f 64; exec \"$0\" export \"$1\" --table records -o \"$2\"",
                       qEnvironmentVariable("TGLASS"), m_demos["rfr"], out});
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.exitCode(), 4);
        QVERIFY(QDir(m_folder.path()).entryList({"records.csv*"}).isEmpty());
    }

private:
    static std::vector<json> linesOf(const QStringList& arguments)
    {
        std::vector<json> out;
        const ProgramRun run = tglass(arguments);
        if (run.exit != 0)
            qWarning() << run.error;
        for (const QByteArray& line : run.out.split('\n')) {
            if (!line.trimmed().isEmpty())
                out.push_back(json::parse(line.toStdString()));
        }
        return out;
    }
    static std::set<std::pair<std::string, std::int64_t>> placesOf(const QStringList& arguments)
    {
        std::set<std::pair<std::string, std::int64_t>> out;
        for (const json& line : linesOf(arguments)) {
            if (line.contains("offset"))
                out.emplace(line["source"], line["offset"]);
        }
        return out;
    }

    QTemporaryDir m_folder;
    std::map<std::string_view, QString> m_demos; // by format
    const QString m_timeless = m_folder.filePath("two.rdf");
    const QString m_plain = m_folder.filePath("plain.cjfr");
};

QTEST_GUILESS_MAIN(TestRecordsCommand)
#include "tst_records_command.moc"
