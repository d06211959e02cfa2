// tglass compare, as others run it.
#include "core/formats/demo.h"
#include "core/formats/rtc/demo/rtc_demo.h"
#include "core/io/byte_writer.h"
#include "core/io/file.h"
#include "tests/support/gpu_chunks.h"
#include "tests/support/recorded_polls.h"
#include "tests/support/run_tglass.h"
#include "tests/support/tiny_captures.h"

#include <QDir>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <tuple>

using namespace traceglass;
using nlohmann::json;

namespace {

struct ComparedOutput
{
    int exit = 0;
    QByteArray error;
    std::map<std::string, json> rows; // by key
    std::vector<json> findings;
    json summary;
};

ComparedOutput compareJson(const QStringList& arguments)
{
    const ProgramRun run = tglass(QStringList {"compare", "--json"} + arguments);
    ComparedOutput out {run.exit, run.error, {}, {}, {}};
    for (const QByteArray& line : run.out.trimmed().split('\n')) {
        const json object = json::parse(line.toStdString(), nullptr, false);
        if (object.contains("summary"))
            out.summary = object["summary"];
        else if (object.contains("finding"))
            out.findings.push_back(object);
        else if (object.contains("key"))
            out.rows[object["key"]] = object;
    }
    return out;
}

}

class TestCompareCommand : public QObject
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
        m_before = polls("before", 40, 100);
        m_after = polls("after", 40, 120);
        QVERIFY(!m_before.isEmpty() && !m_after.isEmpty());
    }

    // 40 polls of 100, 101, … 139 µs; 20 µs longer they are.
    void longerAndShorter()
    {
        const ComparedOutput longer = compareJson({m_before, m_after, "--by", "task"});
        QCOMPARE(longer.exit, 0);
        const json& row = longer.rows.at("upload");
        QCOMPARE(row["verdict"].get<std::string>(), std::string("longer"));
        QCOMPARE(row["count_change"].get<int>(), 0);
        QCOMPARE(row["p50_a_ns"].get<int>(), 119'000); // the 20th of 40
        QCOMPARE(row["p50_b_ns"].get<int>(), 139'000);
        QCOMPARE(row["p50_change_ns"].get<int>(), 20'000);
        QCOMPARE(row["p50_change_share"].get<double>(), 20.0 / 119);
        QCOMPARE(row["total_change_ns"].get<int>(), 40 * 20'000);
        QVERIFY((longer.summary["verdicts"] == json {{"longer", 1}}));
        QCOMPARE(longer.summary["per"].get<std::string>(), std::string("none")); // 1 ms apart in both
        QVERIFY(longer.summary["per_a"].is_null());
        const ComparedOutput shorter = compareJson({m_after, m_before, "--by", "task"});
        QCOMPARE(shorter.rows.at("upload")["verdict"].get<std::string>(), std::string("shorter"));
    }

    void forPeople()
    {
        const ProgramRun run = tglass({"compare", m_before, m_after, "--by", "task"});
        QCOMPARE(run.exit, 0);
        QVERIFY(run.out.startsWith("A  " + m_before.toUtf8()));
        QVERIFY(run.out.contains("\nB  " + m_after.toUtf8()));
        QVERIFY(run.out.contains("\nupload  ↑ longer "));
        QVERIFY(run.out.contains(" +800.0 µs ") || run.out.contains(" +800.000 µs ")
                || run.out.contains(" +800 µs "));
        QVERIFY(run.out.contains(" +16.8 %"));
        QVERIFY(run.out.contains("\n1 longer\n"));
    }

    // A hair of change has no exponent, for people; JSON has all its digits.
    void tinyChangesForPeople()
    {
        const ProgramRun run =
            tglass({"compare", m_demos["rtc"], "--by", "counter", "--a-to", "+10s", "--b-from", "+10s"});
        QCOMPARE(run.exit, 0);
        QVERIFY2(run.out.contains("  < 0.1 %"), run.out.constData());
        QVERIFY2(!QString::fromUtf8(run.out).contains(QRegularExpression(QStringLiteral("e-\\d+ %"))),
                 run.out.constData());
    }

    void failOn_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<bool>("isForward");
        QTest::addColumn<int>("exit");
        QTest::newRow("longer") << "longer" << true << 5;
        QTest::newRow("shorter") << "shorter" << false << 5;
        QTest::newRow("not longer") << "longer" << false << 0;
        QTest::newRow("not shorter") << "shorter" << true << 0;
        QTest::newRow("one of them") << "shorter,new,longer" << true << 5;
        QTest::newRow("no finding") << "new,worse" << true << 0;
        QTest::newRow("no such word") << "slower" << true << 3;
    }
    void failOn()
    {
        QFETCH(QString, words);
        QFETCH(bool, isForward);
        QFETCH(int, exit);
        const ProgramRun run =
            tglass({"compare", isForward ? m_before : m_after, isForward ? m_after : m_before, "--by", "task",
                    "--top", "1", "--fail-on", words});
        QCOMPARE(run.exit, exit);
        if (exit == 5)
            QVERIFY2(run.error.contains("upload is "), run.error);
    }

    // 100 polls of a task beside them, so that both last as long.
    void howManySlices_data()
    {
        QTest::addColumn<QString>("word");
        QTest::addColumn<unsigned>("before"); // polls of 1, 2, 3 … µs; 0: there is no such task
        QTest::addColumn<unsigned>("after");
        QTest::addColumn<QByteArray>("says"); // empty: nothing
        const auto row = [](const char* name, const char* word, unsigned before, unsigned after,
                            const char* says) {
            QTest::newRow(name) << QString(word) << before << after << QByteArray(says);
        };
        row("twice as many", "more", 40, 80, "index has more: count 40 in A, 80 in B (--fail-on more)");
        row("less than that", "more", 40, 79, "");
        row("half as many are not more", "more", 80, 40, "");
        row("half as many", "fewer", 80, 40, "index has fewer: count 80 in A, 40 in B (--fail-on fewer)");
        row("twice as many by chance", "more", 10, 20, "");
        row("beyond chance", "more", 5, 25, "index has more: count 5 in A, 25 in B (--fail-on more)");
        row("new", "only-b", 0, 20, "index is only in B (--fail-on only-b)");
        row("new: few", "only-b", 0, 19, "");
        row("new: not more", "more", 0, 20, "");
        row("gone", "only-a", 20, 0, "index is only in A (--fail-on only-a)");
        row("gone: not new", "only-b", 20, 0, "");
    }
    void howManySlices()
    {
        QFETCH(QString, word);
        QFETCH(unsigned, before);
        QFETCH(unsigned, after);
        QFETCH(QByteArray, says);
        const auto recorded = [&](const char* name, unsigned count) {
            RecordedPolls tasks {{"upload", ladder(100, 100)}};
            if (count > 0)
                tasks.emplace_back("index", ladder(count, 1));
            return recording(name, tasks);
        };
        const ProgramRun run = tglass({"compare", recorded("counted-a", before), recorded("counted-b", after),
                                       "--by", "task", "--fail-on", word});
        QCOMPARE(run.exit, says.isEmpty() ? 0 : 5);
        QVERIFY2(run.error.contains(says), run.error);
        QCOMPARE(run.error.count('\n'), says.isEmpty() ? 0 : 1);
    }
    // What takes 1 % of the time is a stage, but not when it comes so seldom that chance decides. What is told per second is
    // judged so.
    void stagesAndRates()
    {
        const QString without = recording("stage-no", {{"upload", ladder(100, 100)}});
        for (const auto& [count, us, exit] :
             {std::tuple(8u, 120u, 0), std::tuple(8u, 130u, 5), std::tuple(7u, 500u, 0)}) {
            const QString with =
                recording("stage-yes",
                          {{"upload", ladder(100, 100)}, {"warm up", std::vector<std::uint64_t>(count, us)}});
            QCOMPARE(tglass({"compare", without, with, "--by", "task", "--fail-on", "only-b"}).exit, exit);
            QCOMPARE(tglass({"compare", with, without, "--by", "task", "--fail-on", "only-a"}).exit, exit);
        }
        const QString thrice = recording("thrice", {{"upload", ladder(300, 100)}});
        QCOMPARE(tglass({"compare", without, thrice, "--by", "task", "--fail-on", "more"}).exit, 0);
        QCOMPARE(
            tglass({"compare", without, thrice, "--by", "task", "--fail-on", "more", "--per", "none"}).exit,
            5);
        const ProgramRun few =
            tglass({"compare", without, thrice, "--by", "task", "--fail-on", "more", "--to", "+19ms"});
        QCOMPARE(few.exit, 5);
        QVERIFY2(few.error.contains("no row could be judged: none has 20 slices"), few.error);
    }

    // Numbers go on from run to run: what differs in them only is one row, where most is in one of both.
    void numberedNames_data()
    {
        QTest::addColumn<int>("inBoth"); // of names
        QTest::addColumn<int>("alone");  // in each
        QTest::addColumn<bool>("isOne");
        QTest::newRow("six") << 0 << 3 << true;
        QTest::newRow("four") << 0 << 2 << false;
        QTest::newRow("half of them in both") << 4 << 2 << false;
        QTest::newRow("fewer in both") << 3 << 2 << true;
    }
    // In both, with one slice each: no row could be judged.
    void namesWithOneSlice()
    {
        for (const int polls : {1, 2}) {
            const auto recorded = [&](const char* name, std::uint64_t longerUs) {
                RecordedPolls tasks;
                for (std::uint64_t i = 0; i < 30; ++i)
                    tasks.emplace_back("frame " + std::to_string(i),
                                       ladder(std::uint64_t(polls), 200 + i + longerUs));
                return recording(name, tasks);
            };
            const ComparedOutput both =
                compareJson({recorded("single-a", 0), recorded("single-b", 100), "--by", "task"});
            QCOMPARE(both.rows.size(), std::size_t(polls == 1 ? 1 : 30));
            if (polls == 1)
                QCOMPARE(both.rows.at("frame #")["verdict"].get<std::string>(), std::string("longer"));
        }
    }

    void numberedNames()
    {
        QFETCH(int, inBoth);
        QFETCH(int, alone);
        QFETCH(bool, isOne);
        const auto recorded = [&](const char* name, int firstAlone, std::uint64_t firstUs) {
            RecordedPolls tasks {{"upload", ladder(20, 100)}};
            for (int i = 0; i < inBoth + alone; ++i)
                tasks.emplace_back("job " + std::to_string(i < inBoth ? i : firstAlone + i),
                                   ladder(20, firstUs));
            return recording(name, tasks);
        };
        const ComparedOutput both =
            compareJson({recorded("numbered-a", 100, 200), recorded("numbered-b", 200, 300), "--by", "task",
                         "--fail-on", "only-b"});
        QCOMPARE(both.rows.size(), std::size_t(isOne ? 2 : 1 + inBoth + 2 * alone));
        QCOMPARE(both.exit, isOne ? 0 : 5);
        if (!isOne)
            return;
        const json& row = both.rows.at("job #");
        QCOMPARE(row["verdict"].get<std::string>(), std::string("longer"));
        QCOMPARE(row["count_a"].get<int>(), 20 * (inBoth + alone));
        QCOMPARE(row["count_change"].get<int>(), 0);
        QCOMPARE(row["p50_a_ns"].get<int>(), 209'000);
        QCOMPARE(row["p50_b_ns"].get<int>(), 309'000);
        QCOMPARE(row["max_change_ns"].get<int>(), 100'000);
        QCOMPARE(row["total_a_ns"].get<int>(), 20 * (inBoth + alone) * 209'500);
        QVERIFY(row["query"].is_null());
        QCOMPARE(both.summary["remarks"].back().get<std::string>(),
                 "job #: " + std::to_string(inBoth + 2 * alone) + " names that differ in numbers only");
    }

    // What awaits longer lives longer, and is entered as before.
    void spansThatAwait()
    {
        const auto recorded = [&](const char* name, std::uint64_t awaitedUs) {
            constexpr std::uint64_t kStart = 1'780'000'000'000'000; // µs
            rfr::RecordingWriter writer;
            writer.addCallsite({.id = 1,
                                .level = 30,
                                .kind = 2,
                                .constFields = {{"name", std::string_view("request")}},
                                .fieldNames = {}});
            for (std::uint64_t i = 0; i < 40; ++i) {
                const std::uint64_t from = kStart + 1'000 * i, iid = 7 + i;
                writer.addSpan({.iid = iid, .callsite = 1, .parent = {}, .values = {}, .dynamic = {}});
                writer.record(1, from, rfr::RecordKind::spanNew, iid);
                writer.record(1, from, rfr::RecordKind::spanEnter, iid);
                writer.record(1, from + 10 + i, rfr::RecordKind::spanExit, iid);
                writer.record(1, from + 10 + i + awaitedUs, rfr::RecordKind::spanClose, iid);
            }
            const QString path = m_folder.filePath(QString(name) + ".rfr");
            return writer.write(path.toStdString()) ? path : QString();
        };
        const QString a = recorded("awaited-a", 200), b = recorded("awaited-b", 300);
        const ComparedOutput bySlice = compareJson({a, b, "--fail-on", "longer"});
        QCOMPARE(bySlice.rows.at("request")["verdict"].get<std::string>(), std::string("no clear change"));
        QCOMPARE(bySlice.exit, 0);
        const ComparedOutput byLife = compareJson({a, b, "--by", "spans", "--fail-on", "longer"});
        QCOMPARE(byLife.exit, 5);
        const json& row = byLife.rows.at("request");
        QCOMPARE(row["verdict"].get<std::string>(), std::string("longer"));
        QCOMPARE(row["p50_a_ns"].get<int>(), 229'000); // the 20th of 40
        QCOMPARE(row["p50_change_ns"].get<int>(), 100'000);
        QCOMPARE(row["entered_change_ns"].get<int>(), 0);
        QCOMPARE(row["awaited_change_ns"].get<int>(), 40 * 100'000);
        // A recording without spans cannot be judged, which is no success.
        const ComparedOutput none = compareJson({m_before, m_after, "--by", "spans", "--fail-on", "longer"});
        QCOMPARE(none.exit, 5);
        QVERIFY2(none.error.contains("no row could be judged"), none.error);
    }

    // Whole numbers of per cent, and keys that leave room for the numbers of a narrow terminal.
    void wordsOfAWideChange()
    {
        const std::string name = "deliver " + std::string(60, 'x') + " to the last mile";
        const QString a = recording("wide-a", {{name, {1'000}}}), b = recording("wide-b", {{name, {10'996}}}),
                      c = recording("wide-c", {{name, {10'990}}});
        QVERIFY(tglass({"compare", a, b, "--by", "task", "--per", "none"}).out.contains(" +1,000 %"));
        QVERIFY(tglass({"compare", a, c, "--by", "task", "--per", "none"}).out.contains(" +999 %"));
        // The minus of shares is that of durations.
        const QByteArray less = tglass({"compare", b, a, "--by", "task", "--per", "none"}).out;
        QVERIFY2(less.contains(" −9.996 ms ") && less.contains(" −90.9 %"), less);
        QVERIFY(tglass({"compare", a, b, "--by", "task"}).out.contains(name.c_str()));
        const QStringList words {"compare", a, b, "--by", "task"};
        const auto narrow = tglassOnTerminal(words, 100);
        if (!narrow)
            QSKIP("there is no terminal");
        QVERIFY2(narrow->out.contains("\ndeliver xxxx…e last mile  "), narrow->out + narrow->error);
        QVERIFY(tglassOnTerminal(words, 1'000)->out.contains(name.c_str()));
        qputenv("COLUMNS", "100");
        const QByteArray piped = tglass(words).out; // a program reads all of it
        qunsetenv("COLUMNS");
        QVERIFY2(piped.contains(name.c_str()), piped);
    }

    // A character of Chinese takes two columns, an accent by itself none.
    void columnsAreThoseOfTheTerminal()
    {
        const QString a =
            recording("wide", {{"計算", {1'000}}, {"re\u0301sume\u0301", {3'000}}, {"upload", {2'000}}});
        const QByteArray out = tglass({"stats", a, "--by", "task"}).out;
        for (const QByteArray row : {"\n計算    ", "\nre\u0301sume\u0301  ", "\nupload  "})
            QVERIFY2(out.contains(row), out);
        const std::string name = "計算" + std::string(90, 'x') + "計算";
        const QString longOne = recording("wide-long", {{name, {1'000}}});
        const auto narrow = tglassOnTerminal({"stats", longOne, "--by", "task"}, 40);
        if (!narrow)
            QSKIP("there is no terminal");
        QVERIFY2(narrow->out.contains("\n計算xxxxxxxx…xxxxxxx計算  "), narrow->out);
    }

    // Columns that a terminal has no room for go on below: every line fits, and every number is there.
    void tablesFitTheTerminal()
    {
        const QString a = recording("fit-a", {{"upload", {1'000, 2'000}}, {"render", {3'000}}}),
                      b = recording("fit-b", {{"upload", {1'500, 2'000}}, {"render", {4'000}}});
        for (const QStringList& words :
             {QStringList {"compare", a, b, "--by", "task"}, QStringList {"stats", a, "--by", "task"}}) {
            const QString whole = QString::fromUtf8(tglass(words).out);
            for (const int columns : {120, 80, 40}) {
                const auto run = tglassOnTerminal(words, columns);
                if (!run)
                    QSKIP("there is no terminal");
                QCOMPARE(run->exit, 0);
                const QString parts = QString::fromUtf8(run->out);
                const QStringList lines = parts.split('\n');
                for (const QString& line : lines.filter(QRegularExpression("^(task|upload|render) ")))
                    QVERIFY2(line.size() <= columns, qPrintable(line));
                for (const QString& word : whole.split(QRegularExpression("  +|\n"), Qt::SkipEmptyParts))
                    QVERIFY2(parts.contains(word), qPrintable(word + " is not in\n" + parts));
                if (columns < whole.indexOf('\n'))
                    QVERIFY(lines.filter(QRegularExpression("^upload ")).size() > 1);
            }
        }
    }

    // What nothing can fail is no gate.
    void nothingToFailOn()
    {
        for (const char* const by : {"tasks", "counter"}) {
            const ProgramRun run =
                tglass({"compare", m_demos["rfr"], m_demos["rfr"], "--by", by, "--fail-on", "longer"});
            QCOMPARE(run.exit, 3);
            QVERIFY2(run.error.contains("get no verdict; those of these words do: name, track, "), run.error);
            QVERIFY2(run.error.contains("spans"), run.error);
            QCOMPARE(tglass({"compare", m_demos["rfr"], m_demos["rfr"], "--by", by, "--fail-on", "new"}).exit,
                     0);
        }
        for (const QStringList& nothing :
             {QStringList {"--where", "duration > 1 s"}, QStringList {"--b-from", "+100s"},
              QStringList {"--a-to", "+19ms"}}) { // 19 polls
            const ComparedOutput both = compareJson(
                QStringList {m_before, m_before, "--by", "task", "--fail-on", "longer"} + nothing);
            QCOMPARE(both.exit, 5);
            QVERIFY2(both.error.contains("no row could be judged"), both.error);
            QCOMPARE(both.summary["exceeded"].size(), std::size_t(1));
        }
        QCOMPARE(
            compareJson({m_before, m_before, "--by", "task", "--fail-on", "longer", "--to", "+20ms"}).exit,
            0);
    }

    // Lines and values are counted as slices are; what counts nothing is no gate for words of counts.
    void countsOfOtherTables()
    {
        const QString brief = m_folder.filePath("brief.rtc"), rtc = m_demos["rtc"]; // which has many lines
        QVERIFY(rtc::writeRuns(brief.toStdString(), 30'000));
        for (const auto& [by, file] : {std::pair("counter", brief), {"log", rtc}}) {
            const auto run = [&, by = by, file = file](const QStringList& more) {
                return tglass(
                    QStringList {"compare", file, file, "--by", by, "--fail-on", "more,fewer,only-a,only-b"}
                    + more);
            };
            QCOMPARE(run({}).exit, 0);
            const ProgramRun fewer = run({"--b-to", "+5s", "--per", "none"});
            QCOMPARE(fewer.exit, 5);
            QVERIFY2(fewer.error.contains(" has fewer: "), fewer.error);
        }
        const ProgramRun refused = tglass({"compare", brief, brief, "--by", "streams", "--fail-on", "more"});
        QCOMPARE(refused.exit, 3);
        QVERIFY2(refused.error.contains("count nothing; those of these words do: name, track, "),
                 refused.error);
    }

    // Shorter by the median, and far longer where it is long.
    void percentilesThatDisagree()
    {
        std::vector<std::uint64_t> before = ladder(100, 100), after = ladder(100, 50);
        const QString a = recording("long", {{"upload", before}}),
                      shorter = recording("shorter", {{"upload", after}});
        std::fill(after.end() - 10, after.end(), 900);
        const QString mixed = recording("mixed", {{"upload", after}});
        const ComparedOutput both = compareJson({a, mixed, "--by", "task", "--fail-on", "longer"});
        QCOMPARE(both.rows.at("upload")["verdict"].get<std::string>(), std::string("shorter"));
        QCOMPARE(both.rows.at("upload")["contrary"].get<std::string>(), std::string("p95"));
        QCOMPARE(both.exit, 5);
        const QByteArray words = "upload: the median is shorter, but p95 is longer";
        QVERIFY2(both.error.contains(words + " (--fail-on longer)"), both.error);
        QVERIFY(tglass({"compare", a, mixed, "--by", "task"}).out.contains('\n' + words + '\n'));
        const ComparedOutput plain = compareJson({a, shorter, "--by", "task", "--fail-on", "longer"});
        QCOMPARE(plain.exit, 0);
        QVERIFY(plain.rows.at("upload")["contrary"].is_null());
    }

    // However little it is of all, what is longer is seen, unless a number of rows was asked for.
    void whatIsLongerIsPrinted()
    {
        RecordedPolls before {{"small", ladder(40, 10)}}, after {{"small", ladder(40, 20)}};
        for (int i = 0; i < 30; ++i) {
            const std::string big = {'b', 'i', 'g', ' ', char('a' + i / 26), char('a' + i % 26)};
            before.emplace_back(big, std::vector<std::uint64_t> {100});
            after.emplace_back(big, std::vector<std::uint64_t> {900});
        }
        const QString a = recording("little", before), b = recording("much", after);
        const QByteArray out = tglass({"compare", a, b, "--by", "task"}).out;
        QVERIFY2(out.contains("\nbig bd ") && out.contains("\nsmall   ↑ longer ")
                     && !out.contains("more row"),
                 out);
        const QByteArray some = tglass({"compare", a, b, "--by", "task", "--top", "5"}).out;
        QVERIFY2(!some.contains("\nsmall ") && some.contains("… 26 more rows"), some);
        QVERIFY(!out.contains("p99"));
        const QByteArray byP99 = tglass({"compare", a, b, "--by", "task", "--sort", "p99"}).out;
        QVERIFY2(byP99.contains(" p99 A ") && byP99.contains(" Δ p99 "), byP99);
    }

    void theSameFileIsNoChange_data()
    {
        QTest::addColumn<QString>("format");
        QTest::addColumn<QString>("by");
        for (const char* const format : {"rfr", "rtc", "cjfr"})
            QTest::addRow("%s", format) << QString(format) << QString("name");
        QTest::newRow("counters") << "rtc"
                                  << "counter";
        QTest::newRow("gc") << "cjfr"
                            << "gc";
        QTest::newRow("tasks") << "rfr"
                               << "tasks";
        QTest::newRow("groups, and tracks without one") << "rdf"
                                                        << "group";
    }
    void theSameFileIsNoChange()
    {
        QFETCH(QString, format);
        QFETCH(QString, by);
        const QString file = m_demos[format.toStdString()];
        // Only slices get verdicts, and those of this device take no time.
        const bool isJudged = by == "name" && format != "rtc";
        const QString gate = isJudged ? "longer,shorter,new,worse" : "new,worse";
        const ComparedOutput both = compareJson({file, file, "--by", by, "--fail-on", gate});
        QCOMPARE(both.exit, 0);
        QVERIFY(!both.rows.empty());
        QCOMPARE(both.summary["per"].get<std::string>(), std::string("none"));
        for (const auto& [key, row] : both.rows) {
            for (const auto& [id, value] : row.items())
                if (id.find("_change") != std::string::npos && !value.is_null())
                    QVERIFY2(value == 0, (key + ' ' + id).c_str());
            const std::string verdict = row["verdict"];
            QVERIFY2(verdict.empty() || verdict == "no clear change" || verdict == "too few",
                     verdict.c_str());
        }
        QVERIFY(!both.findings.empty());
        for (const json& finding : both.findings)
            QCOMPARE(finding["baseline"].get<std::string>(), std::string("same"));
    }

    // Two ranges of one capture: the first 10 polls, and the 30 behind them.
    void partsOfOneCapture()
    {
        const ComparedOutput both =
            compareJson({m_before, "--by", "task", "--a-to", "+10ms", "--b-from", "+10ms"});
        QCOMPARE(both.exit, 0);
        QCOMPARE(both.summary["a"].get<std::string>(), m_before.toStdString());
        QCOMPARE(both.summary["b"].get<std::string>(), m_before.toStdString());
        QCOMPARE(both.summary["per"].get<std::string>(), std::string("second")); // 10 and about 30 ms
        QCOMPARE(both.summary["per_a"].get<std::int64_t>(), 10'000'000);
        const json& row = both.rows.at("upload");
        QCOMPARE(row["count_a_per"].get<double>(), 1'000.0);
        QVERIFY(!row.contains("count_a"));
        QCOMPARE(row["verdict"].get<std::string>(), std::string("too few"));
        const QByteArray people =
            tglass({"compare", m_before, "--by", "task", "--a-to", "+10ms", "--b-from", "+10ms"}).out;
        QVERIFY2(people.contains(" 1,000 ") && people.contains(" 1,030 "), people); // 30 in 29.139 ms
        const ComparedOutput counts =
            compareJson({m_before, "--by", "task", "--a-to", "+10ms", "--b-from", "+10ms", "--per", "none"});
        QCOMPARE(counts.rows.at("upload")["count_a"].get<int>(), 10);
        QCOMPARE(counts.rows.at("upload")["count_b"].get<int>(), 30);
        const ComparedOutput filters = compareJson(
            {m_before, "--by", "task", "--a-where", "duration < 120 us", "--b-where", "duration >= 120 us"});
        QCOMPARE(filters.rows.at("upload")["count_a"].get<int>(), 20);
        QCOMPARE(filters.rows.at("upload")["max_a_ns"].get<int>(), 119'000);
        QCOMPARE(filters.rows.at("upload")["count_change"].get<int>(), 0);
    }

    // A bearing that wears in the second run. Both runs turn at several speeds, so σ of all of them differs by little;
    // its values were reckoned from what `tglass records` prints by another program.
    void runsOfOneCapture()
    {
        const ComparedOutput runs = compareJson(
            {m_demos["rtc"], "--by", "counter", "--a-track", "segment 0/*", "--b-track", "segment 1/*"});
        QCOMPARE(runs.exit, 0);
        const json& row = runs.rows.at("imu/accel.z");
        QCOMPARE(row["unit"].get<std::string>(), std::string("m/s²"));
        QVERIFY(std::abs(row["sigma_a"].get<double>() - 0.258919) < 1e-5);
        QVERIFY(std::abs(row["sigma_b"].get<double>() - 0.278755) < 1e-5);
        QVERIFY(std::abs(row["mean_change_share"].get<double>()) < 0.01);
        QVERIFY(row["verdict"].get<std::string>().empty());
        QCOMPARE(runs.summary["per"].get<std::string>(), std::string("second")); // 390 s and 210 s
        QVERIFY(std::abs(row["count_change_share_per"].get<double>()) < 0.01);
        // No sums in this table.
        QCOMPARE(compareJson({m_demos["rdf"], m_demos["rdf"], "--by", "frames", "--per", "second"}).exit,
                 3);
        // Each run lasts for what it holds, not for as long as their clock.
        const ComparedOutput rates = compareJson(
            {m_demos["rtc"], "--by", "name", "--a-track", "segment 0/*", "--b-track", "segment 1/*"});
        QCOMPARE(rates.summary["per"].get<std::string>(), std::string("second"));
        QVERIFY(rates.summary["per_b"].get<std::int64_t>() < 300'000'000'000);
        QCOMPARE(runs.rows.at("diag/bearing")["verdict"].get<std::string>(), std::string("only in B"));
    }

    // Work in flight of crash dumps has an order and no time.
    void stepsAreNoTime()
    {
        using namespace made_payloads;
        const QString before = m_folder.filePath("before.rgd"), after = m_folder.filePath("after.rgd");
        const Bytes frame = begun(4, 1, "Frame"), draw = begun(4, 2, "Draw");
        QVERIFY(writeFile(before.toStdString(),
                          captureOf({crash(kUserMode, stateOf(4, 2, 0xffffaaaa) + frame + draw)})));
        QVERIFY(writeFile(
            after.toStdString(),
            captureOf({crash(kUserMode, stateOf(4, 3, 0xffffaaaa) + frame + draw + begun(4, 3, "Draw"))})));
        const QByteArray people = tglass({"compare", before, after, "--where", "Frame"}).out;
        QVERIFY2(people.contains("  2 steps  3 steps  +1 step  "), people);
        QVERIFY2(people.startsWith("A  " + before.toUtf8() + "\nB  "), people); // no length
        QVERIFY2(!people.contains("/s"), people);
        const ComparedOutput compared = compareJson({before, after, "--where", "Frame"});
        const auto& row = compared.rows.at("Frame");
        QCOMPARE(row.at("clock").get<std::string>(), std::string("order of recording"));
        QCOMPARE(row.at("total_change_ns"), row.at("step_ns"));
        QCOMPARE(compared.summary["per"].get<std::string>(), std::string("none"));
        const ProgramRun perSecond = tglass({"compare", before, after, "--per", "second"});
        QCOMPARE(perSecond.exit, 3);
        QVERIFY2(perSecond.error.contains("no time passes in it"), perSecond.error);
    }

    void rangeOutside()
    {
        const ComparedOutput outside =
            compareJson({m_before, "--by", "task", "--a-from", "+100s", "--b-from", "+10ms"});
        QCOMPARE(outside.exit, 0);
        QCOMPARE(outside.rows.at("upload")["verdict"].get<std::string>(), std::string("only in B"));
        QVERIFY(outside.summary["remarks"] == json::array({"A: its range lies outside the capture"}));
    }

    // A field that only one of both has: nothing of the other fits, and it is said which.
    void fieldsOfOneCapture()
    {
        const QString demo = m_demos["rfr"];
        const auto isSaid = [](const ComparedOutput& both, const char* remark) {
            return std::ranges::find(both.summary["remarks"], json(remark)) != both.summary["remarks"].end();
        };
        const ComparedOutput where = compareJson({m_before, demo, "--where", "bytes > 1"});
        QCOMPARE(where.exit, 0);
        QVERIFY(isSaid(where, "A: records have no field bytes"));
        QVERIFY(!where.rows.empty());
        for (const auto& [key, row] : where.rows)
            QCOMPARE(row["verdict"].get<std::string>(), std::string("only in B"));
        const ComparedOutput field = compareJson({demo, m_before, "--field", "bytes"});
        QCOMPARE(field.exit, 0);
        QVERIFY(isSaid(field, "B: records have no field bytes"));
        QVERIFY(field.rows.contains("polling · no bytes"));
        QVERIFY(tglass({"compare", m_before, demo, "--where", "bytes > 1"})
                    .out.contains("A: records have no field bytes\n"));
        // A name behind `not` means the field for both, whichever has it.
        for (const bool isFirst : {true, false}) {
            const QString &a = isFirst ? demo : m_before, &b = isFirst ? m_before : demo;
            const ComparedOutput word = compareJson({a, b, "--where", "not bytes"});
            const ComparedOutput named = compareJson({a, b, "--where", "not @bytes"});
            QCOMPARE(word.exit, 0);
            QVERIFY(
                isSaid(word, isFirst ? "B: records have no field bytes" : "A: records have no field bytes"));
            QVERIFY(!word.rows.empty() && word.rows == named.rows);
        }
        // What neither has is a slip; so is what is asked of one alone.
        const ProgramRun slip = tglass({"compare", m_before, demo, "--where", "byts > 1"});
        QCOMPARE(slip.exit, 3);
        QVERIFY2(slip.error.contains("--where: records have no field byts; did you mean bytes?"), slip.error);
        QCOMPARE(tglass({"compare", m_before, demo, "--field", "byts"}).exit, 3);
        QCOMPARE(tglass({"compare", m_before, demo, "--a-where", "bytes > 1"}).exit, 3);
    }

    void perUnitOfWork()
    {
        const ComparedOutput both = compareJson({m_before, m_after, "--by", "task", "--per", "polling"});
        QCOMPARE(both.summary["per"].get<std::string>(), std::string("polling"));
        QCOMPARE(both.summary["per_a"].get<int>(), 40);
        QCOMPARE(both.rows.at("upload")["total_a_ns_per"].get<int>(), 119'500); // the mean of 100 to 139 µs
        QCOMPARE(both.rows.at("upload")["count_b_per"].get<double>(), 1.0);
        const ProgramRun none = tglass({"compare", m_before, m_after, "--per", "request"});
        QCOMPARE(none.exit, 3);
        QVERIFY(none.error.contains("--per request: no slice is called so"));
    }

    // Tables of a format have sums, too: 51 samples a second of which the method took the CPU.
    void sumsOfOtherTables()
    {
        const QStringList ranges {m_demos["cjfr"], "--by", "methods", "--a-to", "+10s", "--b-from", "+10s"};
        const ComparedOutput both = compareJson(ranges);
        QCOMPARE(both.summary["per"].get<std::string>(), std::string("second"));
        const json& row = both.rows.at("shop.catalog.PostingList.intersect");
        QCOMPARE(row["self_a_per"].get<double>(), 51.0);
        QVERIFY(row.contains("total_b_per") && row.contains("share_b") && row.contains("margin_b"));
        const QByteArray people = tglass(QStringList {"compare"} + ranges).out;
        QVERIFY2(people.contains("\nself, total, truncated are per second: A lasts 10.000 s, B "), people);
        const ComparedOutput whole = compareJson(ranges + QStringList {"--per", "none"});
        QCOMPARE(whole.rows.at("shop.catalog.PostingList.intersect")["self_a"].get<int>(), 510);
    }

    // Of a capture without its leak the leak is new, and the other way round gone.
    void findings()
    {
        const ComparedOutput more = compareJson({m_before, m_demos["rfr"], "--findings"});
        QCOMPARE(more.exit, 0);
        QCOMPARE(more.findings.size(), std::size_t(4));
        QCOMPARE(more.findings[0]["baseline"].get<std::string>(), std::string("new"));
        QCOMPARE(QString::fromStdString(more.findings[0]["file"]), m_demos["rfr"]);
        QVERIFY((more.summary["findings"]
                 == json {{"new", 4}, {"worse", 0}, {"gone", 0}, {"better", 0}, {"same", 0}}));
        QCOMPARE(compareJson({m_before, m_demos["rfr"], "--fail-on", "new"}).exit, 5);
        QCOMPARE(compareJson({m_before, m_demos["rfr"], "--fail-on", "worse"}).exit, 0);
        const ComparedOutput less = compareJson({m_demos["rfr"], m_before, "--fail-on", "new"});
        QCOMPARE(less.exit, 0);
        QCOMPARE(less.summary["findings"]["gone"].get<int>(), 4);
        QCOMPARE(less.findings[0]["baseline"].get<std::string>(), std::string("gone"));
        const ProgramRun people = tglass({"compare", m_demos["rfr"], m_before, "--findings"});
        QVERIFY(people.out.contains("findings: 0 new, 0 worse, 4 gone, 0 better, 0 same\n"));
        const ComparedOutput same = compareJson({m_demos["rfr"], m_demos["rfr"], "--findings"});
        QCOMPARE(same.findings[2]["before"]["cost"]["ns"].get<std::int64_t>(), 117'248'000);
        const ProgramRun before = tglass({"compare", m_demos["rfr"], m_demos["rfr"], "--findings"});
        QVERIFY2(before.out.contains("rfr.long-poll  117 ms, 0.6 %  same; before: 3, 117 ms, 0.6 %\n"),
                 before.out);
    }

    void whatCannotBeCompared()
    {
        const ProgramRun formats = tglass({"compare", m_before, m_demos["rtc"]});
        QCOMPARE(formats.exit, 3);
        QVERIFY(formats.error.contains("they have nothing to compare"));
        const ProgramRun one = tglass({"compare", m_before});
        QCOMPARE(one.exit, 3);
        QVERIFY(one.error.contains("nothing to compare it with"));
        QCOMPARE(tglass({"compare", m_before, "--a-to", "+1ms", "--findings"}).exit, 3);
        QCOMPARE(tglass({"compare", m_before, "/nowhere/at-all"}).exit, 2);
        QCOMPARE(tglass({"compare"}).exit, 3);
        QCOMPARE(tglass({"compare", m_before, m_after, m_before}).exit, 3);
        QCOMPARE(tglass({"compare", m_before, m_after, "--by", "color"}).exit, 3);
        QCOMPARE(tglass({"compare", m_before, m_after, "--sort", "color"}).exit, 3);
        const QString noTime = m_folder.filePath("two.rdf");
        QVERIFY(writeFile(noTime.toStdString(), twoChunks()));
        QCOMPARE(tglass({"compare", noTime, noTime}).exit, 3);
    }

    // Nothing recorded: no rows, and what the other one has is there only. A file without a byte has no timeline.
    void emptyCaptures()
    {
        const QString nothing = m_folder.filePath("nothing.rfr"), noByte = m_folder.filePath("empty.rtc");
        ByteWriter head;
        head.text("rfr-s/0.0.4");
        QVERIFY(writeFile(nothing.toStdString(), head.take()));
        QVERIFY(writeFile(noByte.toStdString(), {}));
        const ComparedOutput both = compareJson({nothing, nothing});
        QCOMPARE(both.exit, tglass({"stats", nothing}).exit);
        QVERIFY(both.rows.empty());
        QCOMPARE(both.summary["rows"].get<int>(), 0);
        QVERIFY(tglass({"compare", nothing, nothing}).out.contains("neither of both has anything"));
        const ComparedOutput all = compareJson({nothing, m_before, "--by", "task"});
        QCOMPARE(all.rows.at("upload")["verdict"].get<std::string>(), std::string("only in B"));
        const ProgramRun timeless = tglass({"compare", noByte, noByte});
        QCOMPARE(timeless.exit, 3);
        QVERIFY(timeless.error.contains("no slices"));
    }

    // What is left is compared; a gate does not pass unless that is good enough.
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
        const ComparedOutput both = compareJson({m_demos["rfr"], file});
        QCOMPARE(both.exit, 1);
        QVERIFY(!both.rows.empty() && !both.summary.is_null());
        QCOMPARE(compareJson({m_demos["rfr"], file, "--fail-on", "longer"}).exit, 5);
        QCOMPARE(compareJson({m_demos["rfr"], file, "--fail-on", "longer", "--partial"}).exit, 0);
        const ComparedOutput lost = compareJson({m_demos["rfr"], file, "--fail-on", "new,worse"});
        QCOMPARE(lost.exit, 5);
        QCOMPARE(lost.summary["complete"].get<bool>(), false);
        QCOMPARE(compareJson({m_before, m_after}).summary["complete"].get<bool>(), true);
        QCOMPARE(lost.summary["exceeded"].size(), std::size_t(2)); // data.damaged, and that a part is lost
        const ComparedOutput left =
            compareJson({m_demos["rfr"], file, "--fail-on", "new,worse", "--partial"});
        QVERIFY2(left.exit == 0 && left.summary["findings"]["new"] == 1, left.error);
        const ProgramRun same = tglass({"compare", file, file});
        QCOMPARE(same.exit, 1);
        QCOMPARE(same.error.count('\n'), 1); // its damage is told once
    }

    void sorting()
    {
        const QByteArray byTotal = tglass({"compare", m_demos["rfr"], m_before, "--sort", "total"}).out;
        QCOMPARE(byTotal, tglass({"compare", m_demos["rfr"], m_before}).out); // as without it
        const QByteArray byKey = tglass({"compare", m_demos["rfr"], m_before, "--sort", "key"}).out;
        QVERIFY(byKey.indexOf("\nauth ") < byKey.indexOf("\nrender "));
    }

private:
    QString polls(const char* name, std::uint64_t count, std::uint64_t firstUs)
    {
        return recording(name, {{"upload", ladder(count, firstUs)}});
    }

    QString recording(const char* name, const RecordedPolls& tasks)
    {
        const QString path = m_folder.filePath(QString(name) + ".rfr");
        return writePolls(path.toStdString(), tasks) ? path : QString();
    }

    QTemporaryDir m_folder;
    std::map<std::string_view, QString> m_demos;
    QString m_before, m_after;
};

QTEST_GUILESS_MAIN(TestCompareCommand)
#include "tst_compare_command.moc"
