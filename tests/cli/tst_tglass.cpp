// Runs tglass as its users do: every command, its exit codes, what it prints and what it says when things go
// wrong. The captures are written here byte by byte, or by `tglass demo`.
#include "core/io/byte_writer.h"
#include "core/io/file.h"
#include "tests/support/run_tglass.h"
#include "tests/support/tiny_captures.h"

#include <QDir>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

using namespace traceglass;
using nlohmann::json;

namespace {

json parsed(const QByteArray& text)
{
    return json::parse(text.begin(), text.end(), nullptr, false);
}

std::vector<json> lines(const QByteArray& text)
{
    std::vector<json> out;
    for (const QByteArray& line : text.split('\n')) {
        if (!line.isEmpty())
            out.push_back(parsed(line));
    }
    return out;
}

}

constexpr int kSlow = 300; // seconds: a tree of 200,000 events takes its time under a sanitizer

class TestTglass : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        write("two.rdf", twoChunks());
        write("damaged.rdf", twoChunks(5'000));
        write("task.rfr", oneTaskStream());
        const ProgramRun run = tglass({"demo", path("demo")});
        QVERIFY2(run.exit == 0, run.error);
        for (const QByteArray& line : run.out.trimmed().split('\n'))
            m_demos << QString::fromUtf8(line);
    }

    // --- usage

    void wrongUsage_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("said");
        QTest::newRow("nothing") << QStringList() << QByteArray("a command is missing");
        QTest::newRow("unknown") << QStringList {"frobnicate", "x"}
                                 << QByteArray("no such command: frobnicate");
        QTest::newRow("misspelt") << QStringList {"valdate", "x"} << QByteArray("did you mean validate?");
        QTest::newRow("no file") << QStringList {"info"} << QByteArray("FILE");
        QTest::newRow("unknown option") << QStringList {"info", "--frob", "x"} << QByteArray("--frob");
        QTest::newRow("bad number") << QStringList {"records", "x", "--limit", "many"}
                                    << QByteArray("--limit");
        QTest::newRow("bad time") << QStringList {"records", path("task.rfr"), "--from", "noon"}
                                  << QByteArray("noon");
        QTest::newRow("reversed times")
            << QStringList {"records", path("task.rfr"), "--from", "+2s", "--to", "+1s"}
            << QByteArray("not before");
        QTest::newRow("twice") << QStringList {"stats", path("task.rfr"), "--by", "name", "--by", "track"}
                               << QByteArray("--by is given twice; it can be given once");
        QTest::newRow("nothing behind it")
            << QStringList {"stats", path("task.rfr"), "--by"} << QByteArray("--by lacks its WORD");
        QTest::newRow("no time axis")
            << QStringList {"records", path("two.rdf"), "--from", "+1s"} << QByteArray("time axis");
        QTest::newRow("no payloads") << QStringList {"dump", path("task.rfr"), "--payloads"}
                                     << QByteArray("--payloads is for captures whose");
        QTest::newRow("hashes of payloads")
            << QStringList {"dump", path("two.rdf"), "--payloads", "--sha256"} << QByteArray("--sha256");
        QTest::newRow("option before the command") << QStringList {"--json", "info", path("two.rdf")}
                                                   << QByteArray("--json stands before the command");
        QTest::newRow("nothing behind =") << QStringList {"annotate", path("two.rdf"), "--at=", "--text", "x"}
                                          << QByteArray("--at: is empty");
        QTest::newRow("no such node")
            << QStringList {"tree", path("two.rdf"), "--path", "/chunks/99"} << QByteArray("/chunks/99");
    }
    void wrongUsage()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, said);
        const ProgramRun run = tglass(arguments);
        QCOMPARE(run.exit, 3);
        QVERIFY2(run.error.startsWith("tglass: ") && run.error.contains(said), run.error);
        QCOMPARE(run.error.count('\n'), 1);
        QVERIFY(run.out.isEmpty());
    }

    void helpAndVersion()
    {
        const ProgramRun version = tglass({"--version"});
        QCOMPARE(version.exit, 0);
        QVERIFY(version.out.startsWith("tglass "));
        const ProgramRun help = tglass({"--help"});
        QCOMPARE(help.exit, 0);
        for (const char* command : {"info", "tree", "dump", "records", "validate", "extract", "show", "find",
                                    "stats", "export", "demo"}) {
            QVERIFY2(help.out.contains(command), command);
            QCOMPARE(tglass({command, "--help"}).exit, 0);
        }
        QVERIFY(tglass({"validate", "--help"}).out.contains("\"diagnostics\""));
    }

    void helpByTopic()
    {
        const QByteArray help = tglass({"--help"}).out;
        const QByteArray list = tglass({"help"}).out;
        QVERIFY(list.startsWith("Topics") && help.contains(list.left(list.indexOf("\n\n"))));
        for (const auto& [topic, said] :
             {std::pair("queries", "/regular expressions/"), {"times", "+1.5s"}, {"tracks", "--track"},
              {"nodes", "/chunks/3/data"}, {"formats", ".cjfr"}, {"output", "JSON Lines"}, {"exit", "wrong usage"}}) {
            QVERIFY2(list.contains(topic), topic);
            const ProgramRun run = tglass({"help", topic});
            QCOMPARE(run.exit, 0);
            QVERIFY2(run.out.contains(said), topic);
        }
        QCOMPARE(tglass({"help", "find"}).out, tglass({"find", "--help"}).out);
        QVERIFY(tglass({"find", "--help"}).out.contains(tglass({"help", "queries"}).out));
        QCOMPARE(tglass({"help", "find", "more"}).exit, 3);
        const ProgramRun wrong = tglass({"help", "querys"});
        QCOMPARE(wrong.exit, 3);
        QVERIFY2(wrong.error.contains("queries"), wrong.error);
    }

    // --- files that do not open

    void rejected_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("code");
        QTest::addColumn<QByteArray>("said"); // part of the sentence
        write("empty.rdf", {});
        write("png.rdf", bytesOf("\x89PNG\r\n\x1a\n and more bytes than a header has"));
        write("notes.txt", bytesOf("just some text\n"));
        QDir().mkpath(path("folder"));
        QTest::newRow("missing") << "missing.rdf" << QByteArray("file.not-found")
                                 << QByteArray("does not exist");
        QTest::newRow("empty") << "empty.rdf" << QByteArray("rdf.file-too-small") << QByteArray("32 bytes");
        QTest::newRow("png") << "png.rdf" << QByteArray("rdf.bad-identifier") << QByteArray("PNG");
        QTest::newRow("text") << "notes.txt" << QByteArray("file.unknown-format") << QByteArray("text");
        QTest::newRow("folder") << "folder" << QByteArray("file.unknown-format") << QByteArray("folder");
    }
    void rejected()
    {
        QFETCH(QString, name);
        QFETCH(QByteArray, code);
        QFETCH(QByteArray, said);
        const QString file = path(name);
        for (const QStringList& command : {QStringList {"info", file},
                                           {"tree", file},
                                           {"dump", file},
                                           {"records", file},
                                           {"extract", file, "/", "-o", path("out")},
                                           {"validate", file}}) {
            const ProgramRun run = tglass(command);
            QCOMPARE(run.exit, 2);
            QVERIFY2(run.error.startsWith("tglass: " + file.toUtf8() + ": "), run.error);
            QVERIFY2(run.error.contains(said), run.error);
            QCOMPARE(run.error.count('\n'), 1);
        }
        const ProgramRun run = tglass({"validate", "--json", file});
        QCOMPARE(run.exit, 2);
        const json verdict = parsed(run.out);
        QCOMPARE(verdict["status"], "rejected");
        QCOMPARE(verdict["diagnostics"].size(), std::size_t(1));
        QCOMPARE(verdict["diagnostics"][0]["code"], code.toStdString());
        QCOMPARE(verdict["diagnostics"][0]["severity"], "error");
    }

    // --- info

    void infoText()
    {
        const ProgramRun run = tglass({"info", path("two.rdf")});
        QCOMPARE(run.exit, 0);
        QVERIFY(run.out.contains("174 bytes"));
        QVERIFY(run.out.contains("no time axis"));
    }

    // What is no problem and explains what one sees.
    void infoTellsHints()
    {
        const QString empty = path("empty.rtc");
        QVERIFY(QFile(empty).open(QIODevice::WriteOnly));
        const ProgramRun run = tglass({"info", empty});
        QCOMPARE(run.exit, 0);
        QVERIFY2(run.out.contains("none found while opening, 1 hint; `tglass validate`"), run.out);
        QVERIFY2(run.out.endsWith("\n    hint     The file is empty\n"), run.out);
    }

    void infoJson()
    {
        const json rdf = parsed(tglass({"info", "--json", path("two.rdf")}).out);
        QCOMPARE(rdf["format"], "rdf");
        QCOMPARE(rdf["version"], "3");
        QCOMPARE(rdf["size"], 174);
        QVERIFY(rdf["start_ns"].is_null());
        QCOMPARE(rdf["status"], "ok");
        for (const char* key : {"path", "end_ns", "tracks", "records", "clocks", "annotations"})
            QVERIFY2(rdf.contains(key), key);

        const json rfr = parsed(tglass({"info", "--json", path("task.rfr")}).out);
        QCOMPARE(rfr["format"], "rfr");
        QVERIFY(rfr["version"].get<std::string>().find("rfr-s/0.0.4") != std::string::npos);

        const ProgramRun damaged = tglass({"info", "--json", path("damaged.rdf")});
        QCOMPARE(damaged.exit, 0);
        QCOMPARE(parsed(damaged.out)["status"], "damaged");
    }

    // --- tree

    void treeJson()
    {
        const ProgramRun run = tglass({"tree", "--json", "--depth", "9", path("two.rdf")});
        QCOMPARE(run.exit, 0);
        const std::vector<json> nodes = lines(run.out);
        QVERIFY(nodes.size() > 4);
        QCOMPARE(nodes[0]["path"], "/");
        std::vector<std::string> paths;
        for (const json& node : nodes) {
            for (const char* key :
                 {"path", "kind", "label", "value", "source", "offset", "length", "children"})
                QVERIFY2(node.contains(key), key);
            paths.push_back(node["path"]);
        }
        // Parents come before their children, and no part is told twice although it may be listed by id
        // again.
        const auto chunk = std::ranges::find(paths, "/chunks/1");
        const auto data = std::ranges::find(paths, "/chunks/1/data");
        QVERIFY(chunk < data && data != paths.end());
        QCOMPARE(std::ranges::count(paths, "/chunks/1/data"), 1);
    }

    void treeDepthAndPath()
    {
        QCOMPARE(lines(tglass({"tree", "--json", "--depth", "0", path("two.rdf")}).out).size(),
                 std::size_t(1));
        const std::vector<json> part =
            lines(tglass({"tree", "--json", "--path", "/chunks/0", path("two.rdf")}).out);
        QCOMPARE(part.at(0)["path"], "/chunks/0");
        const json data =
            *std::ranges::find_if(part, [](const json& n) { return n["path"] == "/chunks/0/data"; });
        QCOMPARE(data["offset"], 36);
        QCOMPARE(data["length"], 5);
        QVERIFY(tglass({"tree", path("two.rdf")}).out.contains("Greeting"));
    }

    // --- dump and records

    void dump()
    {
        const ProgramRun run = tglass({"dump", "--sha256", path("two.rdf")});
        QCOMPARE(run.exit, 0);
        const json object = parsed(run.out);
        QCOMPARE(object["chunks"].size(), std::size_t(2));
        QCOMPARE(object["chunks"][1]["index"], 1);
        QCOMPARE(object["chunks"][0]["data_sha256"],
                 "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824");
        QVERIFY(!parsed(tglass({"dump", path("two.rdf")}).out)["chunks"][0].contains("data_sha256"));
        const ProgramRun damaged = tglass({"dump", path("damaged.rdf")});
        QCOMPARE(damaged.exit, 1);
        QCOMPARE(parsed(damaged.out)["chunks"].size(), std::size_t(2));
        const ProgramRun payloads = tglass({"dump", "--payloads", path("two.rdf")});
        QCOMPARE(payloads.exit, 0);
        const json summary = parsed(payloads.out);
        QCOMPARE(summary["format"], "rdf-payload-summary");
        QVERIFY(summary["rmt"].is_null() && summary["queues"].is_null() && summary["crash"].is_null());
    }

    void records()
    {
        const std::vector<json> chunks = lines(tglass({"records", path("two.rdf")}).out);
        QCOMPARE(chunks.size(), std::size_t(2));
        QCOMPARE(chunks[0]["id"], "Greeting");
        for (const char* command : {"records", "dump"}) {
            const ProgramRun damaged = tglass({command, path("damaged.rdf")});
            QCOMPARE(damaged.exit, 1);
            QVERIFY2(damaged.error.startsWith("tglass: " + path("damaged.rdf").toUtf8() + ": "),
                     damaged.error);
            QVERIFY2(damaged.error.contains("at byte"), damaged.error);
            QCOMPARE(damaged.error.count('\n'), 1); // why it is not 0
        }

        const ProgramRun run = tglass({"records", path("task.rfr")});
        const std::vector<json> events = lines(run.out);
        QCOMPARE(events.size(), std::size_t(7));
        QCOMPARE(events[2]["type"], "TaskPollStart");
        QCOMPARE(events[2]["ts_us"], 1'780'000'123'250'020);
    }

    void recordsLimitedAndWindowed()
    {
        QCOMPARE(lines(tglass({"records", "--limit", "3", path("task.rfr")}).out).size(), std::size_t(3));
        // As of `tree` 0 is all, and as --top 0.
        const QByteArray all = tglass({"records", path("task.rfr")}).out;
        QVERIFY(lines(all).size() > 3);
        QCOMPARE(tglass({"records", "--limit", "0", path("task.rfr")}).out, all);
        for (const QStringList& find : {QStringList {"find", path("task.rfr")},
                                        QStringList {"find", path("task.rfr"), "--in", "structure"}}) {
            const QByteArray found = tglass(find).out;
            QVERIFY2(found.count('\n') > 1, found);
            QCOMPARE(tglass(find + QStringList {"--limit", "0"}).out, found);
        }
        // Half-open: the record at +20 µs is in, the one at +40 µs is not.
        const ProgramRun relative = tglass({"records", "--from", "+20us", "--to", "+40us", path("task.rfr")});
        QCOMPARE(lines(relative.out).size(), std::size_t(2));
        const ProgramRun absolute = tglass({"records", "--from", "1780000123250020000ns", "--to",
                                            "2026-05-28T20:28:43.250040Z", path("task.rfr")});
        QCOMPARE(absolute.out, relative.out);
    }

    void recordsOfATrack()
    {
        const ProgramRun upload = tglass({"records", "--track", "*/UPLOAD*", path("task.rfr")});
        QCOMPARE(upload.exit, 0);
        QVERIFY(lines(upload.out).size() >= 6);
        QCOMPARE(lines(tglass({"records", "--track", "nothing*", path("task.rfr")}).out).size(),
                 std::size_t(0));
    }

    // Where a run's cycles begin has nothing to do with where Unix time does.
    void recordsFromTheStartOfTheTracksClock()
    {
        const QString demo = m_demos.filter("rtc").value(0);
        const QStringList one {"records", demo,  "--track", "segment 0/*isr/duration",
                               "--from",  "+1s", "--to",    "+2s"};
        const ProgramRun run = tglass(one);
        QVERIFY2(run.exit == 0, run.error);
        QVERIFY(!run.out.isEmpty());
        QCOMPARE(run.out, tglass(one + QStringList {"--clock", "cycles (segment 0)"}).out);
        const QStringList named {"records", demo,  "--track", "segment 0/cycles/isr/duration",
                                 "--from",  "+1s", "--to",    "+2s"}; // as the timeline does
        QCOMPARE(tglass(named).out, run.out);
        const ProgramRun several = tglass({"records", demo, "--track", "*isr/duration", "--to", "+2s"});
        QCOMPARE(several.exit, 3);
        QVERIFY2(several.error.contains("--clock") && several.out.isEmpty(), several.error);
        const QString moment = "2026-05-28T07:50:11Z"; // the same whatever the tracks
        QCOMPARE(tglass({"records", demo, "--limit", "1", "--track", "*isr/duration", "--to", moment}).exit,
                 0);
    }

    // --- validate

    void validateText()
    {
        const ProgramRun ok = tglass({"validate", path("two.rdf")});
        QCOMPARE(ok.exit, 0);
        QVERIFY(ok.out.startsWith(path("two.rdf").toUtf8() + ": ok"));
        const ProgramRun damaged = tglass({"validate", path("damaged.rdf")});
        QCOMPARE(damaged.exit, 1);
        QVERIFY(damaged.out.contains("rdf.data-out-of-range"));
    }

    void validateSeveral()
    {
        const QString missing = path("missing.rdf");
        const ProgramRun run = tglass({"validate", "--json", path("damaged.rdf"), missing, path("two.rdf")});
        QCOMPARE(run.exit, 2); // the worst
        const std::vector<json> verdicts = lines(run.out);
        QCOMPARE(verdicts.size(), std::size_t(3));
        QCOMPARE(verdicts[0]["status"], "damaged");
        QCOMPARE(verdicts[1]["status"], "rejected");
        QCOMPARE(verdicts[2]["status"], "ok");
        QCOMPARE(verdicts[2]["file"], path("two.rdf").toStdString());
        const auto& list = verdicts[0]["diagnostics"];
        const auto found =
            std::ranges::find_if(list, [](const json& d) { return d["code"] == "rdf.data-out-of-range"; });
        QVERIFY(found != list.end());
        QCOMPARE((*found)["entry"], 1);
        for (const char* key : {"severity", "message", "advice", "source", "offset", "length"})
            QVERIFY2(found->contains(key), key);
    }

    // --- extract

    void extract()
    {
        QCOMPARE(tglass({"extract", path("two.rdf"), "/chunks/0/data"}).out, QByteArray("hello"));
        QCOMPARE(tglass({"extract", path("two.rdf"), "/chunks/0/header"}).out, QByteArray("HEAD"));
        QCOMPARE(tglass({"extract", path("two.rdf"), "/", "--raw"}).out.size(), 174);
        const ProgramRun file = tglass({"extract", path("two.rdf"), "Greeting:1", "-o", path("out.bin")});
        QVERIFY2(file.exit == 0, file.error);
        QVERIFY(file.out.isEmpty());
        QFile out(path("out.bin"));
        QVERIFY(out.open(QFile::ReadOnly));
        QVERIFY(out.readAll().contains("bytes"));
    }

    void extractProblems()
    {
        QCOMPARE(tglass({"extract", path("two.rdf"), "/chunks/7/data"}).exit, 3);
        QCOMPARE(tglass({"extract", path("two.rdf"), "/chunks/0/data", "-o", path("no/such/folder/x")}).exit,
                 4);
        // Never onto the capture that is being read.
        QCOMPARE(tglass({"extract", path("two.rdf"), "/chunks/0/data", "-o", path("two.rdf")}).exit, 3);
        QCOMPARE(QFileInfo(path("two.rdf")).size(), 174);
    }

    // --- demo captures

    // --- find

    // Slices come in the order of time and are those their records are.
    void findsSlices()
    {
        const QString file = path("demo/web-service.rfr");
        const auto lines = tglass({"find", file, "state = polling duration >= 30 ms", "--json"}).out.split('\n');
        std::int64_t before = 0;
        QVERIFY(lines.size() > 3);
        for (qsizetype i = 0; i + 2 < lines.size(); ++i) {
            const json hit = parsed(lines[i]);
            QCOMPARE(hit["hit"], i + 1);
            QCOMPARE(hit["name"], "polling");
            QVERIFY(hit["dur_ns"] >= 30'000'000 && hit["start_ns"] >= before);
            before = hit["start_ns"];
            const json slice = parsed(tglass({"show", file, "--json", "--at",
                                              QString::number(before) + "ns", "--track",
                                              QString::fromStdString(hit["track"].get<std::string>() + " #"
                                                                     + hit["number"].dump())})
                                          .out);
            QCOMPARE(slice["start_ns"], hit["start_ns"]);
            QCOMPARE(slice["number"], hit["number"]);
            QVERIFY(slice["extra"].is_string());
            QCOMPARE(slice["offset"], hit["offset"]);
            QCOMPARE(slice["source"], hit["source"]);
        }
        const json summary = parsed(lines[lines.size() - 2]);
        QCOMPARE(summary["summary"]["hits"], lines.size() - 2);
    }
    void findsTextAndCounts()
    {
        const QString file = path("demo/web-service.rfr");
        const QByteArray events = tglass({"find", file, "\"slow flush\" kind = events"}).out;
        QCOMPARE(events.count('\n'), 3);
        QVERIFY(events.contains("events/events  slow flush"));
        QCOMPARE(tglass({"find", file, "\"SLOW flush\" kind = events", "--count"}).out, QByteArray("3\n"));
        QCOMPARE(tglass({"find", file, "\"slow flush\"", "--limit", "1"}).out.count('\n'), 1);
        const auto count = [&](const QStringList& more) {
            return tglass(QStringList {"find", file, "--count"} + more).out.trimmed().toLongLong();
        };
        QCOMPARE(count({"--from", "+1s", "--to", "+2s"}), count({"start < +2s (end > +1s or start >= +1s)"}));
        QCOMPARE(count({"--track", "tasks"}), count({"track : tasks/ not track : workers/"}));
        QVERIFY(count({}) > 1000);
    }
    void findsByFieldsOfRecords()
    {
        const QString web = path("demo/web-service.rfr"), jvm = path("demo/jvm-service.cjfr");
        const auto count = [&](const QString& file, const char* text) {
            return tglass({"find", file, text, "--count"}).out.trimmed().toLongLong();
        };
        // All have one, and each is of one kind.
        QCOMPARE(count(jvm, "status = 200") + count(jvm, "status != 200"), count(jvm, "@status"));
        QCOMPARE(count(jvm, "@status") + count(jvm, "not status"), count(jvm, "depth >= 0"));
        QCOMPARE(count(jvm, "shop.Request.status = 200"), count(jvm, "status = 200"));
        // The name of a type, which its slices are not called; a part of it is no name.
        QCOMPARE(count(jvm, "shop.Request"), count(jvm, "name = Request kind = slices"));
        QCOMPARE(count(jvm, "JDK.threadpark"), count(jvm, "name = \"Java Thread Park\""));
        QCOMPARE(count(jvm, "shop.Req"), 0);
        QVERIFY(count(web, "status >= 500") > 0 && count(web, "task.name : metrics kind = states") > 0);
        const auto lines =
            tglass({"find", jvm, "status = 402 path : checkout", "--fields", "status,path,stackTrace", "--json"})
                .out.trimmed()
                .split('\n');
        QVERIFY(lines.size() > 10);
        for (qsizetype i = 0; i + 1 < lines.size(); ++i) {
            const json fields = parsed(lines[i])["fields"];
            QCOMPARE(fields["status"], 402);
            QVERIFY(fields["path"].get<std::string>().find("checkout") != std::string::npos);
            QVERIFY(!fields.contains("stackTrace") || fields["stackTrace"].is_array());
        }
        const QByteArray text = tglass({"find", web, "status >= 500", "--fields", "status", "--limit", "1"}).out;
        QVERIFY2(text.contains("  status 5"), text);
    }
    void expectations()
    {
        const QString file = path("demo/web-service.rfr");
        QCOMPARE(tglass({"find", file, "slow", "--expect", "some", "--count"}).exit, 0);
        QCOMPARE(tglass({"find", file, "slow", "--expect", "none", "--count"}).exit, 5);
        QCOMPARE(tglass({"find", file, "nobody", "--expect", "none"}).exit, 0);
        const ProgramRun none = tglass({"find", file, "nobody", "--expect", "some"});
        QCOMPARE(none.exit, 5);
        QVERIFY(none.error.contains("no slice fits"));
    }
    void findProblems_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("said");
        QTest::newRow("field") << QStringList {"demo/web-service.rfr", "durration > 5 ms"}
                               << QByteArray("`durration` is no field (at character 1); did you mean duration?");
        QTest::newRow("unit") << QStringList {"demo/web-service.rfr", "käse duration > 5"}
                              << QByteArray("(at character 17); did you mean 5 ms?");
        QTest::newRow("other unit") << QStringList {"demo/web-service.rfr", "duration > 5 seconds"}
                                    << QByteArray("(at character 14); did you mean s?");
        QTest::newRow("no unit")
            << QStringList {"demo/web-service.rfr", "duration >= 10 parsecs"}
            << QByteArray("`parsecs` is no unit of time (ns, us, µs, ms, s, min, h) (at character 16)\n");
        QTest::newRow("no sign") << QStringList {"demo/jvm-service.cjfr", "status >>= 5"}
                                 << QByteArray("`>>=` is no sign (at character 8); did you mean >=?");
        QTest::newRow("near a field") << QStringList {"demo/jvm-service.cjfr", "statsu = 200"}
                                      << QByteArray("`statsu` is no field (at character 1); did you mean status?");
        QTest::newRow("unit of a field") << QStringList {"demo/jvm-service.cjfr", "status > 10 ms"}
                                         << QByteArray("`status` has no unit (at character 10); did you mean 10?");
        QTest::newRow("fields") << QStringList {"demo/jvm-service.cjfr", "--fields", "status,pth"}
                                << QByteArray("no field pth; did you mean path?");
        QTest::newRow("no slices") << QStringList {"two.rdf", "a"} << QByteArray("no slices");
        QTest::newRow("track") << QStringList {"demo/web-service.rfr", "--track", "nobody"}
                               << QByteArray("no such track");
        QTest::newRow("expect") << QStringList {"demo/web-service.rfr", "--expect", "few"} << QByteArray("few");
    }
    void findProblems()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, said);
        arguments[0] = path(arguments[0]);
        const ProgramRun run = tglass(QStringList("find") + arguments);
        QCOMPARE(run.exit, 3);
        QVERIFY2(run.error.contains(said), run.error);
        QCOMPARE(run.error.count('\n'), 1);
    }

    void showNode()
    {
        const json node = parsed(tglass({"show", path("two.rdf"), "/chunks/1", "--json"}).out);
        QCOMPARE(node["path"], "/chunks/1");
        QCOMPARE(node["kind"], "chunk");
        QCOMPARE(node["source"], "two.rdf");
        QVERIFY(node["stored"].is_null() && node["track"].is_null() && node["start_ns"].is_null());
        QVERIFY(!node["sections"].empty());
        const ProgramRun text = tglass({"show", path("two.rdf"), "/chunks/1"});
        QVERIFY(text.exit == 0 && text.out.contains("/chunks/1"));
    }
    // Where the tree has it, a node of one byte, too.
    void showNodesWhereTheTreeHasThem()
    {
        const QString file = path("demo/boss-fight.rdf");
        for (const char* node : {"/chunks/0/entry/1", "/chunks/0/entry", "/header"}) {
            const json tree = parsed(tglass({"tree", file, "--path", node, "--depth", "0", "--json"}).out);
            const json shown = parsed(tglass({"show", file, node, "--json"}).out);
            QVERIFY2(shown["offset"] == tree["offset"] && shown["length"] == tree["length"], node);
        }
    }
    // A thread's slices, its samples and its counters are called alike.
    void showMomentOfAThread()
    {
        const json slice = parsed(tglass({"show", path("demo/jvm-service.cjfr"), "--track", "Threads/http-1",
                                          "--at", "+9s", "--json"})
                                      .out);
        QVERIFY(slice["track"] == "Threads/http-1" && slice["end_ns"] > slice["start_ns"]);
        QVERIFY(slice["clock"].is_null());
    }
    // The byte of a node is a byte of that node.
    void showBytes()
    {
        const json chunk = parsed(tglass({"show", path("two.rdf"), "/chunks/1", "--json"}).out);
        const QString at = QString::number(chunk["offset"].get<std::uint64_t>());
        const json byte = parsed(tglass({"show", path("two.rdf"), "--bytes", at + "+1", "--json"}).out);
        QVERIFY(byte["path"].get<std::string>().starts_with("/chunks/1"));
    }
    // The slice of a track: its record, with the time that `records` prints.
    void showMoment()
    {
        const QString file = path("task.rfr");
        const json slice = parsed(tglass({"show", file, "--track", "tasks/*", "--at", "+25us", "--json"}).out);
        QCOMPARE(slice["track"].get<std::string>().substr(0, 6), "tasks/");
        QVERIFY(slice["end_ns"].get<std::int64_t>() >= slice["start_ns"].get<std::int64_t>());
        const json record = parsed(
            tglass({"show", file, QString::fromStdString(slice["path"]), "--json"}).out);
        QCOMPARE(record["offset"], slice["offset"]);
        QCOMPARE(record["start_ns"], slice["start_ns"]);
    }
    void showProblems_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("said");
        QTest::newRow("nothing asked") << QStringList() << QByteArray("a NODE, --bytes, or --at");
        QTest::newRow("too much") << QStringList {"/", "--at", "+1s"} << QByteArray("a NODE, --bytes, or --at");
        QTest::newRow("no track") << QStringList {"--at", "+1s"} << QByteArray("--at needs --track");
        QTest::newRow("track alone") << QStringList {"/", "--track", "x"} << QByteArray("--track belongs to --at");
        QTest::newRow("no such node") << QStringList {"/chunks/99"} << QByteArray("/chunks/99");
        QTest::newRow("behind the end") << QStringList {"--bytes", "9999999+1"} << QByteArray("beyond the end");
        QTest::newRow("no time") << QStringList {"--at", "+1s", "--track", "x"} << QByteArray("time axis");
        const auto moment = [](const char* name, const char* file, const char* track, const char* at, const char* said) {
            QTest::newRow(name) << QStringList {file, "--track", track, "--at", at} << QByteArray(said);
        };
        moment("no such track", "task.rfr", "nobody", "+1s", "no such track");
        moment("several tracks", "demo/web-service.rfr", "workers/*", "+1s", "tracks match, such as");
        moment("a group", "task.rfr", "tasks", "+1s", "a group of tracks");
        moment("too early", "task.rfr", "tasks/*", "+2us", "nothing at +2us nor before");
    }
    void showProblems()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, said);
        if (!arguments.value(0).endsWith(".rfr"))
            arguments.prepend("two.rdf");
        arguments[0] = path(arguments[0]);
        const ProgramRun run = tglass(QStringList("show") + arguments);
        QCOMPARE(run.exit, 3);
        QVERIFY2(run.error.contains(said), run.error);
        QVERIFY(run.out.isEmpty());
    }

    void demoCapturesAreSound()
    {
        QVERIFY(m_demos.size() >= 2);
        for (const QString& demo : m_demos) {
            const ProgramRun run = tglass({"validate", demo});
            QVERIFY2(run.exit == 0, run.out + run.error);
            QCOMPARE(tglass({"info", demo}).exit, 0);
            QCOMPARE(tglass({"tree", "--depth", "1", demo}).exit, 0);
            QCOMPARE(tglass({"dump", demo}).exit, 0);
        }
    }

    void demoPaths()
    {
        // What the tree prints can be asked for; the first and the last node of a kind are enough to see it.
        for (const QString& demo : m_demos) {
            const std::vector<json> nodes = lines(tglass({"tree", "--json", demo}, kSlow).out);
            QVERIFY(!nodes.empty());
            std::map<std::string, std::pair<std::size_t, std::size_t>> ends; // by kind
            for (std::size_t i = 0; i < nodes.size(); ++i)
                ends.try_emplace(nodes[i]["kind"], i, i).first->second.second = i;
            std::set<std::size_t> some;
            for (const auto& [kind, firstAndLast] : ends)
                some.insert({firstAndLast.first, firstAndLast.second});
            for (const std::size_t i : some) {
                const json& node = nodes[i];
                const QString nodePath = QString::fromStdString(node["path"]);
                const ProgramRun part = tglass({"tree", "--json", "--depth", "0", "--path", nodePath, demo});
                QCOMPARE(parsed(part.out), node);
                if (node["kind"] != "data")
                    continue;
                const ProgramRun raw = tglass({"extract", "--raw", demo, nodePath});
                QCOMPARE(raw.exit, 0);
                QCOMPARE(static_cast<std::uint64_t>(raw.out.size()), node["length"].get<std::uint64_t>());
            }
        }
    }

    void demoIntoAnImpossibleFolder() { QCOMPARE(tglass({"demo", path("two.rdf") + "/x"}).exit, 4); }

    // --- the world around

    void closedPipeEndsQuietly()
    {
        // The demo recording prints megabytes; head reads one line.
        QProcess shell;
        shell.start("bash",
                    {"-c", "\"$TGLASS\" records \"$0\" | head -n 1; echo ${PIPESTATUS[0]}", biggestDemo()});
        QVERIFY(shell.waitForFinished(60'000));
        QVERIFY2(shell.readAllStandardError().isEmpty(), "a closed pipe is no error");
        const QList<QByteArray> out = shell.readAllStandardOutput().trimmed().split('\n');
        QCOMPARE(out.size(), 2);
        QVERIFY(parsed(out[0]).is_object());
        QCOMPARE(out[1], QByteArray("0"));
    }

    void fullDiskIsReported_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("command") << QStringList {"info", path("two.rdf")};
        QTest::newRow("topics") << QStringList {"help"};
        QTest::newRow("topic") << QStringList {"help", "times"};
        QTest::newRow("help of a command") << QStringList {"help", "info"};
        QTest::newRow("option --help") << QStringList {"info", "--help"};
        QTest::newRow("version") << QStringList {"--version"};
    }
    void fullDiskIsReported()
    {
        QFETCH(QStringList, arguments);
        if (!QFile::exists("/dev/full"))
            QSKIP("no /dev/full here");
        QProcess process;
        process.setStandardOutputFile("/dev/full");
        process.start(qEnvironmentVariable("TGLASS"), arguments);
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.exitCode(), 4);
        QVERIFY(process.readAllStandardError().startsWith("tglass: standard output: "));
    }

    // Whatever it runs out of first: memory for itself, for a thread, or for what it was asked. The allocator has one
    // arena and no caches of threads, as it does not bear that another one cannot be had.
    void runningOutOfMemoryIsReported()
    {
#ifdef TRACEGLASS_SLOW
        QSKIP("a sanitizer needs all addresses");
#endif
        int told = 0;
        for (int megabytes = 40; megabytes <= 130; megabytes += 5) {
            const QString limited =
                QStringLiteral(
                    "ulimit -v %1; export MALLOC_CONF=background_thread:false,narenas:1,tcache:false;"
                    "exec \"$TGLASS\" stats \"$0\"")
                    .arg(megabytes * 1'024);
            const ProgramRun run = runProgram("/bin/sh", {"-c", limited, biggestDemo()}, kSlow);
            QVERIFY2(run.exit == 0 || run.exit == 6, run.error);
            if (run.exit == 6) {
                QCOMPARE(run.error.count("tglass: the system gives no more memory"), 1);
                ++told;
            }
        }
        QVERIFY(told > 0);
    }

    void oneLineWhateverTheName()
    {
        const ProgramRun run = tglass({"info", path("line\nbreak\033[31m.rdf")});
        QCOMPARE(run.exit, 2);
        QCOMPARE(run.error.count('\n'), 1);
        QVERIFY(!run.error.contains('\033'));
    }

private:
    QString path(const QString& name) const { return m_folder.filePath(name); }
    QString biggestDemo() const { return m_demos.filter("rfr").value(0, m_demos.value(0)); }
    static std::vector<std::byte> bytesOf(std::string_view text)
    {
        ByteWriter out;
        out.raw(text);
        return out.take();
    }
    void write(const QString& name, const std::vector<std::byte>& bytes) const
    {
        QVERIFY(writeFile(path(name).toStdString(), bytes).has_value());
    }

    QTemporaryDir m_folder;
    QStringList m_demos;
};

QTEST_GUILESS_MAIN(TestTglass)
#include "tst_tglass.moc"
