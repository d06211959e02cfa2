// What tglass says to words that are wrong, to files it cannot take, and what it refuses to overwrite.
#include "core/formats/formats.h"
#include "core/io/byte_writer.h"
#include "core/io/file.h"
#include "tests/support/open_capture.h"
#include "tests/support/run_tglass.h"
#include "tests/support/tiny_captures.h"

#include <QDir>
#include <QTemporaryDir>
#include <QtTest>
#include <csignal>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

using namespace traceglass;

namespace {

// An RDF file of empty chunks with an id each.
std::vector<std::byte> manyChunks(int count)
{
    ByteWriter out;
    out.raw("AMD_RDF ");
    out.u32(3);
    out.u32(0);
    out.i64(32);
    out.i64(count * 64);
    for (int i = 0; i < count; ++i) {
        std::string id = "Id" + std::to_string(i);
        id.resize(16, '\0');
        out.raw(id);
        out.u32(0);
        out.u32(1);
        out.zeros(40);
    }
    return out.take();
}

}

class TestUsage : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        write("two.rdf", twoChunks());
        write("many.rdf", manyChunks(20'000));
        write("task.rfr", oneTaskStream());
        ByteWriter nothing;
        nothing.text("rfr-s/0.0.4");
        write("nothing.rfr", nothing.take());
    }
    void cleanupTestCase()
    {
        std::filesystem::remove_all(m_folder.path().toStdString()); // Qt cannot where names are no UTF-8
    }

    // --- words

    void wrongWords_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QByteArray>("said"); // part of the sentence
        const QString rdf = path("two.rdf"), rfr = path("task.rfr");
        const auto row = [](const char* name, const QStringList& words, const char* said) {
            QTest::newRow(name) << words << QByteArray(said);
        };
        row("negative", {"records", "--limit", "-5", rfr}, "-5 is no whole number");
        row("too large", {"records", "--limit", "18446744073709551616", rfr}, "18,446,744,073,709,551,615");
        row("broken", {"tree", "--depth", "1.5", rdf}, "1.5 is no whole number");
        row("words for a number", {"tree", "--depth", "deep", rdf}, "deep is no whole number");
        row("far too large", {"tree", "--depth", "99999999999999999999999", rdf}, "whole number");
        row("empty number", {"records", "--limit", "", rfr}, "--limit");
        row("empty from", {"records", "--from", "", rfr}, "--from: is empty");
        row("empty to", {"records", "--to", "", rfr}, "--to: is empty");
        row("empty track", {"records", "--track", "", rfr}, "--track: is empty");
        row("empty clock", {"records", "--clock", "", rfr}, "--clock: is empty");
        row("empty path", {"tree", "--path", "", rdf}, "--path: is empty");
        row("empty out", {"extract", rdf, "/", "-o", ""}, "is empty");
        row("empty file", {"info", ""}, "FILE: is empty");
        row("empty id", {"annotations", rdf, "--remove", ""}, "--remove: is empty");
        row("far time", {"records", "--from", "+99999999999999s", rfr}, "is not a time");
        row("time as it is printed", {"records", "--from", "+0.0015 s", rfr}, "did you mean +0.0015s?");
        row("half a range", {"annotate", rfr, "--text", "x", "--range", "..+1s"}, "lacks a time");
        row("no track", {"records", "--track", "tasks/uplaod", rfr}, "did you mean tasks/upload?");
        row("part of a track", {"records", "--track", "pload", rfr}, "did you mean tasks/upload?");
        row("no tracks at all", {"records", "--track", "x", rdf}, "the capture has none");
        row("no track of a note", {"annotate", rfr, "--text", "x", "--at", "+1us", "--track", "uplod"},
            "did you mean tasks/upload?");
        row("no clock", {"records", "--clock", "unix tiem", rfr}, "did you mean Unix time?");
        row("other clock", {"records", "--clock", "cycles", rfr}, "there is Unix time");
        row("no node", {"tree", "--path", "/chunk/0", rdf}, "did you mean /chunks/0");
        row("node of a note", {"annotate", rdf, "--text", "x", "--node", "/heder"}, "did you mean /header?");
        row("no id", {"extract", rdf, "Greetin:0"}, "did you mean Greeting:0?");
        row("no command", {"recrods", rfr}, "did you mean records?");
        row("no option", {"info", "--jsno", rdf}, "did you mean --json?");
        row("no option of all", {"--verison"}, "no such option: --verison; did you mean --version?");
        row("no option and no file", {"info", "--jsno"}, "did you mean --json?");
        row("surplus", {"info", rdf, rfr}, "one word too many");
        row("start unknown", {"records", "--from", "+1s", path("nothing.rfr")}, "counts from the start");
        row("no note", {"annotations", rdf, "--remove", "abc"}, "`tglass annotations` lists them");
    }
    void wrongWords()
    {
        QFETCH(QStringList, words);
        QFETCH(QByteArray, said);
        const ProgramRun run = tglass(words);
        QVERIFY2(run.exit == 3, run.error);
        QVERIFY2(run.out.isEmpty(), run.out);
        QVERIFY2(run.error.startsWith("tglass: ") && run.error.count('\n') == 1, run.error);
        QVERIFY2(run.error.contains(said), run.error);
    }

    // Every letter is as near to every other.
    void nothingIsLikeASingleLetter()
    {
        for (const char* word : {"q", "qq"}) {
            const ProgramRun run = tglass({"records", "--track", word, path("task.rfr")});
            QCOMPARE(run.exit, 3);
            QVERIFY2(!run.error.contains("did you mean"), run.error);
        }
    }

    // What matches a track, but not at that time, is no mistake; that the capture is over by then is told.
    void aTrackWithoutRecordsAtThatTime()
    {
        const ProgramRun run =
            tglass({"records", "--track", "tasks/upload", "--from", "+1s", path("task.rfr")});
        QCOMPARE(run.exit, 0);
        QCOMPARE(run.out, QByteArray());
        QVERIFY2(run.error.contains("nothing of it is in that time"), run.error);
    }

    // --- files

    void upperCaseSuffix()
    {
        write("EMPTY.RTC", {});
        const ProgramRun run = tglass({"info", path("EMPTY.RTC")});
        QVERIFY2(run.exit == 0, run.error);
        write("PICTURE.Rdf", asBytesOf("\x89PNG\r\n\x1a\n"));
        QVERIFY(tglass({"info", path("PICTURE.Rdf")}).error.contains("RDF"));
    }

    void nameThatIsNoUtf8()
    {
        const std::string name = m_folder.path().toStdString() + "/b\xff\x9b.rdf";
        QVERIFY(writeFile(name, twoChunks()).has_value());
        for (const char* command :
             {"info", "info --json", "validate", "validate --json", "tree", "records", "annotations"}) {
            QProcess shell;
            shell.start(
                "bash",
                {"-c", QString("\"$TGLASS\" %1 \"$0\"/$'b\\xff\\x9b.rdf'").arg(command), m_folder.path()});
            QVERIFY(shell.waitForFinished());
            const QByteArray said = shell.readAllStandardOutput() + shell.readAllStandardError();
            QVERIFY2(shell.exitCode() == 0, said);
            QVERIFY2(!said.contains('\xff') && !said.contains('\x9b'), said);
        }
    }

    void whatComesThroughAPipeIsACapture()
    {
        const QString capture = path("boss-fight-frame.rdf");
        if (!QFile::exists(capture))
            QCOMPARE(tglass({"demo", m_folder.path()}).exit, 0);
        QVERIFY(QFile::exists(capture));
        QCOMPARE(::mkfifo(path("pipe.rdf").toStdString().c_str(), 0600), 0);
        for (const char* line : {"cat \"$0\" | \"$TGLASS\" validate -", "cat \"$0\" | \"$TGLASS\" validate /dev/stdin",
                                 "\"$TGLASS\" validate - < \"$0\"",
                                 "cat \"$0\" > \"$1\" & \"$TGLASS\" validate \"$1\""}) {
            QProcess shell;
            shell.start("bash", {"-c", line, capture, path("pipe.rdf")});
            QVERIFY(shell.waitForFinished());
            const QByteArray said = shell.readAllStandardOutput() + shell.readAllStandardError();
            QVERIFY2(shell.exitCode() == 0, line + QByteArray(": ") + said);
        }
        // It has a name, and no path.
        const ProgramRun piped = runProgram("bash", {"-c", "cat \"$0\" | \"$TGLASS\" show - /", capture}, 60);
        QVERIFY2(piped.out.contains("file            standard input\n"), piped.out + piped.error);
        const ProgramRun found =
            runProgram("bash", {"-c", "cat \"$0\" | \"$TGLASS\" find - --limit 1 --json", capture}, 60);
        QVERIFY2(found.out.contains("\"source\": \"standard input\""), found.out + found.error);
        const ProgramRun nothing = tglass({"info", "-"}); // standard input without a byte
        QVERIFY2(nothing.exit == 2, nothing.error);
    }

    // A file that a shell opened to be read is not written, whatever says its name.
    void whatIsReadAsStandardInputStaysAsItIs()
    {
        const QString capture = path("input.rdf");
        QFile::copy(path("boss-fight-frame.rdf"), capture);
        QCOMPARE(tglass({"annotate", capture, "--node", "/", "--text", "one"}).exit, 0);
        QCOMPARE(tglass({"annotate", capture, "--node", "/", "--text", "two"}).exit, 0);
        QFile file(capture);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray before = file.readAll();
        const QString id = QString::fromUtf8(tglass({"annotations", capture}).out.left(16));
        for (const QString& command :
             {QStringLiteral("annotate - --node / --text three"),
              QStringLiteral("annotate /dev/stdin --node / --text three"),
              QStringLiteral("annotations - --remove ") + id, QStringLiteral("compact -")}) {
            const ProgramRun run =
                runProgram("bash", {"-c", "\"$TGLASS\" " + command + " < \"$0\"", capture}, 60);
            QVERIFY2(run.exit == 4, qPrintable(command));
            QVERIFY2(run.error.contains("standard input"), run.error);
            QVERIFY(file.seek(0));
            QVERIFY2(file.readAll() == before, qPrintable(command));
        }
        QVERIFY(!QFile::exists("/dev/stdin.traceglass.json"));
        QVERIFY(tglass({"compact", capture}).out.contains("less")); // there was something to do
    }

    // Nobody writes: it says what it waits for, and ends when it is told to.
    void aPipeThatNobodyWritesIsWaitedForAloud()
    {
        QCOMPARE(::mkfifo(path("silent.rtc").toStdString().c_str(), 0600), 0);
        QProcess process;
        process.start(qEnvironmentVariable("TGLASS", "tglass"), {"info", path("silent.rtc")});
        QVERIFY(process.waitForReadyRead(0) || process.waitForStarted());
        process.setReadChannel(QProcess::StandardError);
        QVERIFY(process.waitForReadyRead(10'000));
        QVERIFY(process.readAllStandardError().contains("reading the pipe"));
        process.terminate();
        QVERIFY(process.waitForFinished(10'000));
    }

    // Counters of a CPU begin anywhere: a date would be a moment centuries behind the end.
    void aDateIsNoMomentOfAClockThatTellsNone()
    {
        const QString capture = path("boss-fight.rdf");
        if (!QFile::exists(capture))
            QCOMPARE(tglass({"demo", m_folder.path()}).exit, 0);
        for (const QStringList& words :
             {QStringList {"find", capture, "--from", "2026-05-28T20:28:43Z"},
              QStringList {"annotate", capture, "--text", "x", "--at", "2026-05-28T20:28:43Z"}}) {
            const ProgramRun run = tglass(words);
            QCOMPARE(run.exit, 3);
            QVERIFY2(run.error.contains("tells none"), run.error);
        }
        QCOMPARE(tglass({"find", capture, "--from", "1000000ns", "--limit", "1"}).exit, 0);
    }

    // Nothing half written stays where somebody presses Ctrl+C.
    void whoIsToldToEndRemovesWhatHeBegan()
    {
        QTemporaryDir folder;
        const QString capture = path("motor-controller.rtc"), out = folder.filePath("records.csv");
        if (!QFile::exists(capture))
            QCOMPARE(tglass({"demo", m_folder.path()}).exit, 0);
        for (int tries = 0; tries < 20; ++tries) {
            QProcess process;
            process.start(qEnvironmentVariable("TGLASS", "tglass"),
                          {"export", capture, "--table", "records", "-o", out, "--force"});
            QVERIFY(process.waitForStarted());
            QTRY_VERIFY_WITH_TIMEOUT(
                !QDir(folder.path()).isEmpty() || process.state() == QProcess::NotRunning, 60'000);
            ::kill(static_cast<pid_t>(process.processId()), SIGINT);
            QVERIFY(process.waitForFinished());
            if (process.exitStatus() == QProcess::CrashExit) {
                QVERIFY(QDir(folder.path()).isEmpty());
                return;
            }
            QFile::remove(out); // it was done sooner
        }
        QSKIP("each was done before it could be told to end");
    }

    void demosAreWrittenWholeByWhoIsToldToEnd()
    {
        QTemporaryDir folder;
        QProcess process;
        process.start(qEnvironmentVariable("TGLASS", "tglass"), {"demo", folder.path()});
        QVERIFY(process.waitForStarted());
        const auto listed = [&] {
            return QDir(folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
        };
        QTRY_VERIFY_WITH_TIMEOUT(!listed().isEmpty() || process.state() == QProcess::NotRunning, 60'000);
        ::kill(static_cast<pid_t>(process.processId()), SIGINT);
        QVERIFY(process.waitForFinished());
        QCOMPARE(listed().filter(".traceglass-demo-"), QStringList());
        QVERIFY(listed().contains("motor-controller.rtc"));
    }

    // An empty answer is told from one about another time.
    void timesOutsideAreTold()
    {
        const QString capture = path("motor-controller.rtc");
        if (!QFile::exists(capture))
            QCOMPARE(tglass({"demo", m_folder.path()}).exit, 0);
        const auto said = [&](const QStringList& of) {
            const auto run = tglass(QStringList {"find", capture, "--count"} + of);
            return run.exit == 0 ? run.error : "exit " + QByteArray::number(run.exit);
        };
        const QByteArray outside = "nothing of it is in that time: its clock Unix time begins at "
                                   "2026-05-28T07:50:10.250001Z and goes on for 10 min";
        QVERIFY(said({"--to", "2020-01-01T00:00:00Z"}).contains(outside));
        QVERIFY(said({"--from", "2030-01-01T00:00:00Z"}).contains(outside));
        QVERIFY(said({"--to", "+0s"}).contains(outside));
        QCOMPARE(said({"--to", "+1ns"}), QByteArray());
        QCOMPARE(said({"--from", "+600s"}), QByteArray());
        QVERIFY(said({"--clock", "cycles (segment 0)", "--from", "+3000h"})
                    .contains("its clock cycles (segment 0) begins at "));
        // Of records likewise.
        for (const QStringList& words : {QStringList {"records"}, {"export", "--table", "records"}}) {
            const QStringList of = words + QStringList {capture};
            const auto run = tglass(of + QStringList {"--from", "2030-01-01T00:00:00Z"});
            QCOMPARE(run.exit, 0);
            QVERIFY2(run.error.contains(outside), qPrintable(words.join(' ') + ": " + run.error));
            QVERIFY(tglass(of + QStringList {"--track", "cycles/isr/duration", "--to", "0ns"})
                        .error.contains("nothing of it is in that time"));
            QCOMPARE(tglass(of + QStringList {"--from", "+602s"}).error, QByteArray());
        }
    }

    // The clock of the tracks is meant, by a moment as by a time from the start.
    void timesAreOnTheClockOfTheTracks_data()
    {
        QTest::addColumn<QString>("from");
        QTest::newRow("moment") << "300049128180ns"; // of that clock, which began at 49128180
        QTest::newRow("from the start") << "+300s";
    }
    void timesAreOnTheClockOfTheTracks()
    {
        QFETCH(QString, from);
        const QString capture = path("motor-controller.rtc");
        if (!QFile::exists(capture))
            QCOMPARE(tglass({"demo", m_folder.path()}).exit, 0);
        const QStringList of {capture, "--track", "segment 0/cycles/isr/duration", "--from", from};
        const auto count = tglass(QStringList {"records"} + of).out.count('\n');
        QVERIFY(count > 1'000);
        QCOMPARE(tglass(QStringList {"find", "--count"} + of).out, QByteArray::number(count) + '\n');
        const auto rows = tglass(QStringList {"export", "--table", "records", "--json"} + of);
        QCOMPARE(rows.out.count('\n'), count);
    }

    // That clock tells no dates, the first one does: a date is on that.
    void datesAreOnAClockThatTellsThem()
    {
        const QString capture = path("motor-controller.rtc");
        if (!QFile::exists(capture))
            QCOMPARE(tglass({"demo", m_folder.path()}).exit, 0);
        const QStringList of {"find", capture, "--count", "--track", "segment 0/cycles/isr/duration"};
        const ProgramRun run = tglass(QStringList {of} << "--from"
                                                       << "2026-01-01T00:00:00Z");
        QCOMPARE(run.out, tglass(of).out); // all of it
        QVERIFY2(run.error.isEmpty(), run.error);
    }

    void foldersThatCannotBeRead()
    {
        const QString folder = path("closed");
        QVERIFY(QDir().mkpath(folder));
        QCOMPARE(::chmod(m_folder.path().toStdString().c_str(), 0755), 0);
        QCOMPARE(::chmod(folder.toStdString().c_str(), 0), 0);
        constexpr uid_t kNobody = 65534;
        const bool isRoot = ::geteuid() == 0; // who may read everything
        QVERIFY(!isRoot || ::seteuid(kNobody) == 0);
        const auto document = openCapture(folder.toStdString());
        QVERIFY(!isRoot || ::seteuid(0) == 0);
        ::chmod(folder.toStdString().c_str(), 0700);
        QVERIFY(!document);
        QCOMPARE(document.error().code, Code::FileUnreadable);
        QVERIFY(document.error().detail.find("folder") != std::string::npos);
    }

    // --- long lists

    void treesAreBounded()
    {
        const ProgramRun run = tglass({"tree", path("many.rdf")});
        QCOMPARE(run.exit, 0);
        QVERIFY2(run.out.count('\n') < 10'100, QByteArray::number(run.out.count('\n')));
        QVERIFY(run.out.contains("\n  … 19,003 more\n")); // of 20,000 chunks, file header, index, map
        QVERIFY(run.out.contains("--limit 0"));
        const ProgramRun few = tglass({"tree", "--limit", "30", path("many.rdf")});
        QVERIFY(few.out.count('\n') < 40);
        QVERIFY(few.out.contains("\n  … 20,000 more\n"));
        const ProgramRun whole = tglass({"tree", "--depth", "1", "--limit", "0", path("many.rdf")});
        QVERIFY(whole.out.count('\n') > 20'000);
        QVERIFY(!whole.out.contains("more\n"));
        const ProgramRun json = tglass({"tree", "--depth", "1", "--json", path("many.rdf")});
        QCOMPARE(json.out.count('\n'), whole.out.count('\n'));
    }

    // A part that is lost while the tree is printed is no small tree.
    void treesOfWhatIsCutMeanwhile()
    {
        write("cut.rdf", manyChunks(20'000));
        QProcess shell;
        shell.start("bash",
                    {"-c",
                     "\"$TGLASS\" tree --limit 0 --depth 1 \"$0\" | (read -r line; truncate -s 4096 "
                     "\"$0\"; cat); exit ${PIPESTATUS[0]}",
                     path("cut.rdf")});
        QVERIFY(shell.waitForFinished());
        const QByteArray error = shell.readAllStandardError();
        QVERIFY2(shell.exitCode() == 1, error);
        QVERIFY2(error.contains("became shorter"), error);
        QVERIFY2(shell.readAllStandardOutput().contains(" more\n"), "it says how many are missing");
    }

    // --- what is there already

    void extractLeavesAloneWhatIsThere()
    {
        const QString out = path("there");
        write("there", asBytesOf("mine"));
        ProgramRun run = tglass({"extract", path("two.rdf"), "/chunks/0/data", "-o", out});
        QCOMPARE(run.exit, 4);
        QVERIFY2(run.error.contains("--force"), run.error);
        QCOMPARE(read("there"), QByteArray("mine"));
        run = tglass({"extract", path("two.rdf"), "/chunks/0/data", "--force", "-o", out});
        QVERIFY2(run.exit == 0, run.error);
        QCOMPARE(read("there"), QByteArray("hello"));
        QCOMPARE(QDir(m_folder.path()).entryList({"there*"}), QStringList("there")); // nothing beside it
    }

    void extractFollowsNoLinks()
    {
        write("target", asBytesOf("mine"));
        for (const char* target : {"target", "nowhere"}) {
            const QString link = path(QString("link to ") + target);
            QVERIFY(QFile::link(path(target), link));
            const ProgramRun refused = tglass({"extract", path("two.rdf"), "/chunks/0/data", "-o", link});
            QCOMPARE(refused.exit, 4);
            const ProgramRun forced =
                tglass({"extract", path("two.rdf"), "/chunks/0/data", "--force", "-o", link});
            QVERIFY2(forced.exit == 0, forced.error);
            QVERIFY(!QFileInfo(link).isSymbolicLink());
            QCOMPARE(read(QString("link to ") + target), QByteArray("hello"));
        }
        QCOMPARE(read("target"), QByteArray("mine"));
        QVERIFY(!QFile::exists(path("nowhere")));
    }

    void extractNeverIntoTheCapture()
    {
        const QString link = path("link");
        QVERIFY(QFile::link(path("two.rdf"), link));
        for (const QString& out : {path("two.rdf"), link}) {
            const ProgramRun run =
                tglass({"extract", path("two.rdf"), "/chunks/0/data", "--force", "-o", out});
            QCOMPARE(run.exit, 3);
        }
        QVERIFY(QFileInfo(link).isSymbolicLink());
        QCOMPARE(read("two.rdf").size(), 174);
    }

    void extractIntoADevice()
    {
        const ProgramRun run = tglass({"extract", path("two.rdf"), "/chunks/0/data", "-o", "/dev/null"});
        QVERIFY2(run.exit == 0, run.error);
        struct stat status
        {
        };
        QVERIFY(::stat("/dev/null", &status) == 0 && S_ISCHR(status.st_mode));
    }

    // It has a reader, and it is not this program.
    void extractIntoAPipe()
    {
        QCOMPARE(::mkfifo(path("pipe").toStdString().c_str(), 0600), 0);
        QProcess shell;
        shell.start("bash",
                    {"-c", "cat \"$0\" & \"$TGLASS\" extract \"$1\" /chunks/0/data -o \"$0\" && wait",
                     path("pipe"), path("two.rdf")});
        const bool isDone = shell.waitForFinished(20'000);
        shell.kill();
        QVERIFY(isDone);
        QCOMPARE(shell.readAllStandardOutput(), QByteArray("hello"));
        QVERIFY(QDir(m_folder.path()).entryList({"pipe"}, QDir::System).size() == 1); // a pipe still
    }

    void extractThroughALinkToAPipe()
    {
        const ProgramRun run = tglass({"extract", path("two.rdf"), "/chunks/0/data", "-o", "/dev/stdout"});
        QVERIFY2(run.exit == 0, run.error);
        QCOMPARE(run.out, QByteArray("hello"));
        QProcess shell;
        shell.start("bash",
                    {"-c", "\"$TGLASS\" extract \"$0\" /chunks/0/data -o >(cat); wait $!", path("two.rdf")});
        QVERIFY(shell.waitForFinished());
        QCOMPARE(shell.readAllStandardError(), QByteArray());
        QCOMPARE(shell.readAllStandardOutput(), QByteArray("hello"));
    }

    // That link must not be replaced, nor the file behind it while it is printed to.
    void extractIntoWhatIsPrintedTo()
    {
        QProcess shell;
        shell.start("bash",
                    {"-c", "\"$TGLASS\" extract \"$0\" /chunks/0/data -o /dev/stdout --force > \"$1\"",
                     path("two.rdf"), path("printed")});
        QVERIFY(shell.waitForFinished());
        QCOMPARE(shell.exitCode(), 4);
        QVERIFY(shell.readAllStandardError().contains("leave out -o"));
        QVERIFY(QFileInfo(QStringLiteral("/dev/stdout")).isSymLink());
    }

    // Not what the file is called until it is whole, and no half of a name.
    void extractSaysWhatCannotBeWritten()
    {
        const QString out = path("no/such/folder");
        const ProgramRun run = tglass({"extract", path("two.rdf"), "/chunks/0/data", "-o", out});
        QCOMPARE(run.exit, 4);
        QCOMPARE(run.error,
                 "tglass: " + out.toUtf8() + ": The file cannot be written: No such file or directory\n");
    }

private:
    QString path(const QString& name) const { return m_folder.filePath(name); }
    static std::vector<std::byte> asBytesOf(std::string_view text)
    {
        ByteWriter out;
        out.raw(text);
        return out.take();
    }
    void write(const QString& name, const std::vector<std::byte>& bytes) const
    {
        QVERIFY(writeFile(path(name).toStdString(), bytes).has_value());
    }
    QByteArray read(const QString& name) const
    {
        QFile file(path(name));
        return file.open(QFile::ReadOnly) ? file.readAll() : QByteArray();
    }

    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(TestUsage)
#include "tst_usage.moc"
