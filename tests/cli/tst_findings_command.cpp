// tglass findings, as others run it.
#include "core/formats/demo.h"
#include "core/io/file.h"
#include "tests/support/gpu_chunks.h"
#include "tests/support/run_tglass.h"

#include <QDir>
#include <QFloat16> // JSON is compared with all that Qt compares
#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

using namespace traceglass;
using nlohmann::json;

namespace {

std::vector<json> linesOf(const QByteArray& out)
{
    std::vector<json> all;
    for (const QByteArray& line : out.trimmed().split('\n'))
        all.push_back(json::parse(line.toStdString(), nullptr, false));
    return all;
}

}

class TestFindingsCommand : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        for (const Demo* const demo : demos()) {
            QString& first = m_demos[demo->format];
            if (!first.isEmpty())
                continue;
            const auto path = demo->write(m_folder.path().toStdString());
            QVERIFY(path.has_value());
            first = QString::fromStdString(path->string());
        }
    }

    void findingsForPeople()
    {
        const ProgramRun run = tglass({"findings", m_demos["rfr"]});
        QCOMPARE(run.exit, 0);
        QVERIFY(run.out.startsWith("high    From +"));
        QVERIFY(run.out.contains("108 `session.watch` were spawned, none ended; all are idle"));
        QVERIFY(run.out.contains("rfr.long-poll  117 ms"));
        QVERIFY(run.out.contains(" found nothing, 0 not checked, 0 muted\n"));
    }

    // What a crash dump says of work in flight has an order and no time.
    void stepsAreNoTime()
    {
        using namespace made_payloads;
        const QString dump = m_folder.filePath(QStringLiteral("crash.rgd"));
        const Bytes events = stateOf(4, 2, 0xffffaaaa) + begun(4, 1, "Frame") + begun(4, 2, "Draw");
        QVERIFY(writeFile(dump.toStdString(), captureOf({crash(kUserMode, events)})));
        const QByteArray people = tglass({"findings", dump}).out;
        QVERIFY2(people.contains("step 1  1 step  Crash/in flight/command buffer 4"), people);
        const auto found = linesOf(tglass({"findings", "--json", dump}).out);
        const auto place = std::ranges::find_if(found, [](const json& each) {
            return each.value("finding", "") == "gpu.crash" && !each["evidence"].empty()
                && each["evidence"][0]["track"] == "Crash/in flight/command buffer 4";
        });
        QVERIFY(place != found.end());
        const json& evidence = (*place)["evidence"][0];
        QCOMPARE(evidence["clock"].get<std::string>(), std::string("order of recording"));
        QCOMPARE(evidence["dur_ns"], evidence["step_ns"]);
        const QByteArray hits = tglass({"find", dump, "Draw"}).out;
        QVERIFY2(hits.startsWith("step 1 ") && hits.contains(" 1 step "), hits);
        QCOMPARE(linesOf(tglass({"find", dump, "Draw", "--json"}).out)[0]["step_ns"], evidence["step_ns"]);
    }

    // Nothing looks wrong and the exit status is 1 all the same: the list says why.
    void whatWasNotRecordedIsTold()
    {
        using namespace made_payloads;
        const QString path = m_folder.filePath(QStringLiteral("in-flight.rdf"));
        const auto submit = [](std::uint64_t n, std::uint64_t end) {
            return submitted(1, 0, 7, 1'000'000 + n * 100'000, end == 0 ? 0 : end - 50'000, end, 0, n);
        };
        QVERIFY(writeFile(
            path.toStdString(),
            captureOf({asic(100'000'000), calibration(1'000'000, 500'000), calibration(2'000'000, 1'500'000),
                       queueInfo(1, 1), submit(1, 650'000), submit(2, 750'000), submit(3, 0)})));
        const ProgramRun people = tglass({"findings", path, "--fail-on", "low"});
        QCOMPARE(people.exit, 1);
        QVERIFY2(
            people.out.contains("\n  not recorded: rdf.queue-submit-no-gpu-time: A submit has no GPU time: "),
            people.out);
        const auto lines = linesOf(tglass({"findings", "--json", path}).out);
        QCOMPARE(lines.size(), std::size_t(1));
        const json& told = lines[0]["summary"]["not_recorded"];
        QCOMPARE(told.size(), std::size_t(1));
        QCOMPARE(told[0]["code"].get<std::string>(), std::string("rdf.queue-submit-no-gpu-time"));
        QCOMPARE(told[0]["count"].get<int>(), 1);
    }

    // A line a finding with all its keys, closed by a summary; times are those of the records.
    void json_()
    {
        const auto lines = linesOf(tglass({"findings", "--json", m_demos["rfr"]}).out);
        QCOMPARE(lines.size(), std::size_t(5));
        for (std::size_t i = 0; i + 1 < lines.size(); ++i)
            for (const char* const key :
                 {"finding", "severity", "subject", "count", "cost", "share", "when", "sentence", "rule",
                  "evidence", "evidence_count", "confidence", "limits", "absorbed"})
                QVERIFY2(lines[i].contains(key), key);
        const json& poll = lines[2];
        QCOMPARE(poll["finding"].get<std::string>(), std::string("rfr.long-poll"));
        QCOMPARE(poll["cost"]["ns"].get<std::int64_t>(), 117'248'000);
        QCOMPARE(poll["rule"]["min_ns"].get<std::int64_t>(), 10'000'000);
        QVERIFY(poll["share"].is_number_float());
        QVERIFY(poll["share"].get<double>() > 0.001 && poll["share"].get<double>() < 1);
        QCOMPARE(lines[0]["rule"]["explains_share"].get<double>(), 0.6);
        QCOMPARE(poll["evidence"].size(), std::size_t(3));
        QCOMPARE(lines[1]["evidence"].size(), std::size_t(100));
        QCOMPARE(lines[1]["evidence_count"].get<int>(), 108);
        const json& first = poll["evidence"][0];
        const QString from = QString::number(first["start_ns"].get<qint64>()) + "ns";
        const QString to = QString::number(first["start_ns"].get<qint64>() + 1) + "ns";
        const QString track = QString::fromStdString(first["track"].get<std::string>());
        const auto hit = linesOf(tglass({"find", m_demos["rfr"], "state = polling", "--track", track,
                                         "--from", from, "--to", to, "--json"})
                                     .out);
        QCOMPARE(hit.size(), std::size_t(2));
        QVERIFY(hit[0]["offset"] == first["offset"]);
        const json& summary = lines.back()["summary"];
        QVERIFY((summary["findings"] == json {{"high", 2}, {"medium", 1}, {"low", 1}}));
        QVERIFY(summary["complete"].get<bool>());
        QCOMPARE(summary["muted"].get<int>(), 0);
    }

    void failOn_data()
    {
        QTest::addColumn<QStringList>("more");
        QTest::addColumn<int>("exit");
        QTest::newRow("high") << QStringList {"--fail-on", "high"} << 5;
        QTest::newRow("none so high") << QStringList {"--fail-on", "high",
                                                      "--set",     "rfr.tasks-accumulate.left=200",
                                                      "--set",     "rfr.run-queue.per-worker=20",
                                                      "--set",     "rfr.waits-for-worker.p95=1s"}
                                      << 0;
        QTest::newRow("medium") << QStringList {"--fail-on", "medium",
                                                "--set",     "rfr.tasks-accumulate.left=200",
                                                "--set",     "rfr.run-queue.per-worker=20",
                                                "--set",     "rfr.waits-for-worker.p95=1s"}
                                << 5;
        QTest::newRow("no limit") << QStringList {} << 0;
        QTest::newRow("wrong severity") << QStringList {"--fail-on", "awful"} << 3;
        QTest::newRow("wrong threshold") << QStringList {"--set", "rfr.long-poll.min=soon"} << 3;
        QTest::newRow("no file of mutes") << QStringList {"--mute", "/nowhere/mutes"} << 3;
        QTest::newRow("a folder of mutes") << QStringList {"--mute", m_folder.path()} << 3;
        QTest::newRow("rules of a capture") << QStringList {"--rules"} << 3;
        QTest::newRow("a rule of a capture") << QStringList {"--explain", "rfr.long-poll"} << 3;
        QTest::newRow("no baseline") << QStringList {"--baseline", "/nowhere/before"} << 3;
    }
    void failOn()
    {
        QFETCH(QStringList, more);
        QFETCH(int, exit);
        QCOMPARE(tglass(QStringList {"findings", m_demos["rfr"]} + more).exit, exit);
    }

    void mutes()
    {
        const QString file = m_folder.filePath("mutes");
        QVERIFY(write(file, "# known\nrfr.tasks-accumulate session.watch\nrfr.run-queue\n"));
        const ProgramRun run = tglass({"findings", m_demos["rfr"], "--mute", file, "--fail-on", "high"});
        QCOMPARE(run.exit, 0);
        QVERIFY(run.out.contains(" 2 muted\n") && !run.out.contains("session.watch"));
        QVERIFY(write(file, "rfr.long-pol\n"));
        const ProgramRun wrong = tglass({"findings", m_demos["rfr"], "--mute", file});
        QCOMPARE(wrong.exit, 3);
        QVERIFY2(wrong.error.contains("did you mean rfr.long-poll?"), wrong.error);
    }

    // Only what is new or worse counts.
    void baseline()
    {
        const QString file = m_folder.filePath("before.jsonl");
        const QByteArray known = tglass({"findings", "--json", m_demos["rfr"]}).out;
        QVERIFY(write(file, known));
        QCOMPARE(tglass({"findings", m_demos["rfr"], "--baseline", file}).exit, 0);
        QVERIFY(
            write(file, tglass({"findings", "--json", m_demos["rfr"], "--set", "rfr.long-poll.min=1s"}).out));
        const ProgramRun more = tglass({"findings", m_demos["rfr"], "--baseline", file, "--json"});
        QCOMPARE(more.exit, 5);
        const auto lines = linesOf(more.out);
        QCOMPARE(lines[2]["baseline"].get<std::string>(), std::string("new"));
        QCOMPARE(lines[0]["baseline"].get<std::string>(), std::string("same"));
        QCOMPARE(tglass({"findings", m_demos["rfr"], "--baseline", file, "--fail-on", "high"}).exit, 0);
        QVERIFY(write(
            file,
            tglass({"findings", "--json", m_demos["rfr"], "--set", "rfr.tasks-accumulate.high=1000"}).out));
        const ProgramRun worse =
            tglass({"findings", m_demos["rfr"], "--baseline", file, "--fail-on", "high"});
        QCOMPARE(worse.exit, 5);
        QVERIFY(worse.error.contains("high, worse: rfr.tasks-accumulate session.watch"));
        // What is less severe than it was does not count.
        QVERIFY(write(file, known));
        const ProgramRun better = tglass({"findings", m_demos["rfr"], "--baseline", file, "--json", "--set",
                                          "rfr.tasks-accumulate.high=1000"});
        QCOMPARE(better.exit, 0);
        QVERIFY(better.out.contains("\"baseline\": \"better\""));
        // What was said with another finding was known, too: with so many ready tasks a worker no queue was full.
        const ProgramRun apart = tglass({"findings", m_demos["rfr"], "--baseline", file, "--json", "--set",
                                         "rfr.run-queue.per-worker=20", "--set",
                                         "rfr.waits-for-worker.alone=1ms", "--fail-on", "low"});
        QVERIFY2(apart.exit == 0 && apart.out.contains("\"finding\": \"rfr.waits-for-worker\""), apart.error);
        // A comparison is no list of what is known: what is gone stands in there, too.
        const QByteArray comparison =
            tglass({"compare", "--json", "--findings", m_demos["rfr"], m_demos["rfr"]}).out;
        QVERIFY(write(file, comparison));
        QCOMPARE(tglass({"findings", m_demos["rfr"], "--baseline", file}).exit, 3);
        // Against a capture of another format everything is new.
        QVERIFY(write(file, tglass({"findings", "--json", m_demos["rtc"]}).out));
        QVERIFY(tglass({"findings", m_demos["rfr"], "--baseline", file}).error.contains("another format"));
        QVERIFY(!tglass({"findings", m_demos["rtc"], "--baseline", file}).error.contains("another format"));
        QVERIFY(write(file, "{\"finding\": \"rfr.long-poll\"}\n")); // was cut
        QCOMPARE(tglass({"findings", m_demos["rfr"], "--baseline", file}).exit, 3);
    }

    void severalCaptures()
    {
        const ProgramRun run = tglass({"findings", "--json", m_demos["rfr"], m_demos["rtc"]});
        QCOMPARE(run.exit, 0);
        std::vector<std::string> files;
        for (const json& line : linesOf(run.out))
            files.push_back(line.contains("summary")
                                ? "summary of " + line["summary"]["file"].get<std::string>()
                                : line["file"].get<std::string>());
        QCOMPARE(files.size(), std::size_t(4 + 1 + 4 + 1));
        QCOMPARE(QString::fromStdString(files[4]), "summary of " + m_demos["rfr"]);
        QCOMPARE(QString::fromStdString(files[9]), "summary of " + m_demos["rtc"]);
        QCOMPARE(tglass({"findings", m_demos["rfr"], "/nowhere/at-all"}).exit, 2); // wins over everything
        QCOMPARE(tglass({"findings", m_demos["rfr"], "/nowhere/at-all", "--fail-on", "low"}).exit, 2);
    }

    // A part is lost: a gate does not pass unless that is good enough.
    void damagedCaptures()
    {
        const QString file = m_folder.filePath("cut");
        std::filesystem::copy(m_demos["rfr"].toStdString(), file.toStdString(),
                              std::filesystem::copy_options::recursive);
        for (const auto& each : std::filesystem::recursive_directory_iterator(file.toStdString())) {
            if (each.path().filename().string().starts_with("chunk")) {
                std::filesystem::resize_file(each.path(), std::filesystem::file_size(each.path()) - 3);
                break;
            }
        }
        const QString mutes = m_folder.filePath("all");
        QVERIFY(write(mutes, "rfr.tasks-accumulate\nrfr.run-queue\n"));
        QCOMPARE(tglass({"findings", file, "--mute", mutes}).exit, 1);
        QCOMPARE(tglass({"findings", file, "--mute", mutes, "--fail-on", "high"}).exit, 5);
        const ProgramRun partial =
            tglass({"findings", file, "--mute", mutes, "--fail-on", "high", "--partial"});
        QCOMPARE(partial.exit, 0);
        QVERIFY(!partial.error.isEmpty()); // what is wrong with it is told all the same
    }

    void rulesAreExplained()
    {
        const ProgramRun rules = tglass({"findings", "--rules"});
        QCOMPARE(rules.exit, 0);
        QVERIFY(rules.out.contains("\nrfr.long-poll ") && rules.out.contains("\njvm.alloc-burst ")
                && rules.out.startsWith("data.damaged "));
        const ProgramRun one =
            tglass({"findings", "--explain", "rfr.long-poll", "--set", "rfr.long-poll.min=20ms"});
        QCOMPARE(one.exit, 0);
        QVERIFY(one.out.contains("What to do") && one.out.contains("rfr.long-poll.min=20 ms"));
        const ProgramRun none = tglass({"findings", "--explain", "rfr.long-pol"});
        QCOMPARE(none.exit, 3);
        QVERIFY(none.error.contains("rfr.long-poll"));
        QCOMPARE(tglass({"findings"}).exit, 3);
        QCOMPARE(linesOf(tglass({"findings", "--rules", "--json"}).out).size(),
                 std::size_t(rules.out.count('\n')));
    }

private:
    static bool write(const QString& path, const QByteArray& text)
    {
        return writeFile(path.toStdString(),
                         std::as_bytes(std::span(text.data(), static_cast<std::size_t>(text.size()))))
            .has_value();
    }

    QTemporaryDir m_folder;
    std::map<std::string_view, QString> m_demos;
};

QTEST_GUILESS_MAIN(TestFindingsCommand)
#include "tst_findings_command.moc"
