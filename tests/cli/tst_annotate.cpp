// tglass annotate and annotations, run as programs.
#include "core/formats/formats.h" // before Qt, whose keywords are names in there
#include "core/io/file.h"
#include "core/notes/side_file.h"
#include "tests/support/open_capture.h"
#include "tests/support/rfr_stream_writer.h"
#include "tests/support/run_tglass.h"
#include "tests/support/small_captures.h"
#include "tests/support/unstopped.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>
#include <fcntl.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sys/stat.h>
#include <unistd.h>

using namespace traceglass;
namespace fs = std::filesystem;
using Json = nlohmann::json;

class TestAnnotate : public QObject
{
    Q_OBJECT

private:
    std::optional<QTemporaryDir> m_folder;
    QString m_rdf, m_rfr, m_rtc, m_cjfr;

    static Json notes(const QString& file)
    {
        const ProgramRun run = tglass({"annotations", file, "--json"});
        return run.exit == 0 ? Json::parse(run.out.toStdString(), nullptr, false) : Json();
    }
    static QString idOf(const ProgramRun& run) { return QString::fromUtf8(run.out).trimmed(); }

private slots:
    void init()
    {
        m_folder.emplace();
        const fs::path folder = m_folder->path().toStdString();
        m_rdf = QString::fromStdString(smallRdf(folder).string());
        m_rfr = QString::fromStdString(smallRfr(folder).string());
        m_rtc = QString::fromStdString(smallRtc(folder, {}).string());
        m_cjfr = QString::fromStdString(smallCjfr(folder, Codec::lz4).string());
    }

    // Whoever takes it for a failure writes the note again.
    void aNoteWhoseIdCannotBePrintedIsSaved()
    {
        if (!QFile::exists("/dev/full"))
            QSKIP("no /dev/full here");
        QProcess process;
        process.setStandardOutputFile("/dev/full");
        process.start(qEnvironmentVariable("TGLASS"), {"annotate", m_rdf, "--node", "/", "--text", "x"});
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.exitCode(), 4);
        const QByteArray said = process.readAllStandardError();
        const Json list = notes(m_rdf);
        QCOMPARE(list.size(), std::size_t(1));
        QVERIFY2(said.endsWith(": the note is saved all the same; its id is "
                               + QByteArray::fromStdString(list[0]["id"].get<std::string>()) + '\n'),
                 said);
    }

    void anEmptyWordBehindAnEqualsSign()
    {
        QCOMPARE(tglass({"annotate", m_rdf, "--node=/", "--author=", "--text", "Zoë"}).exit, 0);
        QCOMPARE(notes(m_rdf)[0]["text"].get<std::string>(), "Zoë");
    }

    void theCaptureAsAWhole()
    {
        const QString text = QString::fromUtf8("one line\nand another, 日本 \"quoted\"");
        const ProgramRun run = tglass({"annotate", m_rdf, "--node", "/", "--text", text, "--author", "Zoë"});
        QCOMPARE(run.error, "");
        QCOMPARE(run.exit, 0);
        QCOMPARE(idOf(run).size(), 16);
        const Json list = notes(m_rdf);
        QVERIFY(list.is_array());
        QCOMPARE(list.size(), std::size_t(1));
        const Json& note = list[0];
        QCOMPARE(note["id"].get<std::string>(), idOf(run).toStdString());
        QCOMPARE(note["text"].get<std::string>(), text.toStdString());
        QCOMPARE(note["author"].get<std::string>(), "Zoë");
        QCOMPARE(note["node"].get<std::string>(), "/");
        QCOMPARE(note["origin"].get<std::string>(), "capture");
        QVERIFY(note["created_ns"].get<std::int64_t>() > 1'700'000'000'000'000'000);
        QVERIFY(note["changed_ns"] == note["created_ns"]);
        for (const char* key : {"start_ns", "end_ns", "clock", "track", "bytes"})
            QVERIFY2(note.contains(key) && note[key].is_null(), key);
        const Json info = Json::parse(tglass({"info", m_rdf, "--json"}).out.toStdString());
        QCOMPARE(info["annotations"].get<int>(), 1);
    }

    void theAuthorIsTheUser()
    {
        QCOMPARE(tglass({"annotate", m_rdf, "--node", "/", "--text", "x"}).exit, 0);
        QVERIFY(!notes(m_rdf)[0]["author"].get<std::string>().empty());
    }

    void nodesAndBytes()
    {
        QCOMPARE(tglass({"annotate", m_rdf, "--node", "SampleEvent:1", "--text", "node"}).exit, 0);
        QCOMPARE(tglass({"annotate", m_rdf, "--bytes", "0x20+4", "--text", "bytes"}).exit, 0);
        QCOMPARE(tglass({"annotate", m_rfr, "--node", "/meta", "--bytes", "2+3", "--text", "in a file"}).exit, 0);
        const Json list = notes(m_rdf);
        QCOMPARE(list[0]["node"].get<std::string>(), "/chunks/1");
        QVERIFY(list[1]["bytes"] == Json({{"source", "small.rdf"}, {"offset", 32}, {"length", 4}}));
        QVERIFY(notes(m_rfr)[0]["bytes"] == Json({{"source", "meta.rfr"}, {"offset", 2}, {"length", 3}}));
        QCOMPARE(notes(m_rfr)[0]["node"].get<std::string>(), "/meta");
    }

    void times()
    {
        QCOMPARE(tglass({"annotate", m_rfr, "--at", "+1ms", "--text", "moment"}).exit, 0);
        QCOMPARE(tglass({"annotate", m_rfr, "--range", "+1ms..1780000002000000000ns", "--track", "*upload*",
                         "--text", "range"})
                     .exit,
                 0);
        const Json list = notes(m_rfr);
        QCOMPARE(list.size(), std::size_t(2));
        const std::int64_t start = 1'780'000'000'000'010'000 + 1'000'000;
        QCOMPARE(list[0]["start_ns"].get<std::int64_t>(), start);
        QCOMPARE(list[0]["end_ns"].get<std::int64_t>(), start);
        QVERIFY(list[0]["track"].is_null());
        QCOMPARE(list[1]["end_ns"].get<std::int64_t>(), 1'780'000'002'000'000'000);
        QVERIFY(list[1]["track"].get<std::string>().find("upload") != std::string::npos);
    }

    void clocks()
    {
        const Json info = Json::parse(tglass({"info", m_rtc, "--json"}).out.toStdString());
        QVERIFY(info["clocks"].size() > 1);
        const std::string second = info["clocks"][1].get<std::string>();
        const ProgramRun run = tglass({"annotate", m_rtc, "--at", "5ns", "--clock", QString::fromStdString(second),
                                "--text", "on the other clock"});
        QCOMPARE(run.error, "");
        QCOMPARE(run.exit, 0);
        QCOMPARE(tglass({"annotate", m_rtc, "--at", "+1ms", "--track", "*log", "--text", "on a track"}).exit, 0);
        // Without the run it is in, as `records` takes it.
        QCOMPARE(tglass({"annotate", m_rtc, "--at", "+2ms", "--track", "log", "--text", "again"}).exit, 0);
        const Json list = notes(m_rtc);
        QCOMPARE(list.size(), std::size_t(3));
        QVERIFY(list[2]["track"] == list[1]["track"]);
        QCOMPARE(list[0]["clock"].get<std::string>(), second);
        QCOMPARE(list[0]["start_ns"].get<std::int64_t>(), 5);
        QVERIFY(tglass({"annotations", m_rtc}).out.contains("at 5 ns, clock ")); // cycles are no date
        QVERIFY(list[1]["track"].get<std::string>().ends_with("log"));
    }

    void inACondensedRecording()
    {
        QCOMPARE(tglass({"annotate", m_cjfr, "--node", "/messages/3", "--text", "a message"}).exit, 0);
        QCOMPARE(tglass({"annotate", m_cjfr, "--node", "/messages/4", "--bytes", "2+3", "--text", "decoded"}).exit, 0);
        const QString moment = idOf(tglass({"annotate", m_cjfr, "--at", "+5ns", "--text", "moment"}));
        Json list = notes(m_cjfr);
        QCOMPARE(list.size(), std::size_t(3));
        QCOMPARE(list[0]["node"].get<std::string>(), "/messages/3");
        QVERIFY(list[1]["bytes"] == Json({{"source", "decoded stream"}, {"offset", 2}, {"length", 3}}));
        QCOMPARE(list[2]["start_ns"].get<int>(), 5);
        for (const Json& note : list)
            QCOMPARE(note["origin"].get<std::string>(), "capture");
        const Json info = Json::parse(tglass({"info", m_cjfr, "--json"}).out.toStdString());
        QCOMPARE(info["annotations"].get<int>(), 3);
        QCOMPARE(tglass({"annotations", m_cjfr, "--edit", moment, "--text", "edited"}).exit, 0);
        QCOMPARE(notes(m_cjfr)[2]["text"].get<std::string>(), "edited");
        QCOMPARE(tglass({"records", m_cjfr}).out.count("traceglass.Annotation"), 3);
        QCOMPARE(tglass({"annotations", m_cjfr, "--remove", moment}).exit, 0);
        QCOMPARE(tglass({"validate", m_cjfr}).exit, 0);
        QCOMPARE(notes(m_cjfr).size(), std::size_t(2));
    }

    void editAndRemove()
    {
        const QString first = idOf(tglass({"annotate", m_rdf, "--node", "/", "--text", "first"}));
        const QString second = idOf(tglass({"annotate", m_rdf, "--node", "/", "--text", "second"}));
        QCOMPARE(tglass({"annotations", m_rdf, "--edit", first, "--text", " "}).exit, 3);
        QCOMPARE(tglass({"annotations", m_rdf, "--edit", first, "--text", "edited"}).exit, 0);
        Json list = notes(m_rdf);
        QCOMPARE(list[0]["text"].get<std::string>(), "edited");
        QVERIFY(list[0]["changed_ns"] > list[0]["created_ns"]);
        const ProgramRun shown = tglass({"annotations", m_rdf});
        QVERIFY(shown.out.contains("    edited\n") && shown.out.contains(second.toUtf8()));
        QCOMPARE(tglass({"annotations", m_rdf, "--remove", first}).exit, 0);
        QCOMPARE(tglass({"annotations", m_rdf, "--remove", second}).exit, 0);
        QCOMPARE(notes(m_rdf).size(), std::size_t(0));
        QCOMPARE(tglass({"annotations", m_rdf}).out, "no notes\n");
        QCOMPARE(tglass({"annotations", m_rdf, "--remove", second}).exit, 3);
    }

    // What nobody wrote down leaves no comma behind.
    void whoWroteItMayBeUnknown()
    {
        AnnotationFile file;
        file.fingerprint = fingerprint(**openCapture(m_rdf.toStdString())).value();
        file.notes = {{.id = "one", .text = "seen", .changedNs = 1'000'000'000}};
        QFile side(m_rdf + QStringLiteral(".traceglass.json"));
        QVERIFY(side.open(QIODevice::WriteOnly));
        side.write(annotationFileJson(file).c_str());
        side.close();
        const ProgramRun run = tglass({"annotations", m_rdf});
        QVERIFY2(run.out.contains("\n    changed 1970-01-01 00:00:01 UTC, in the side file\n    seen\n"), run.out);
        // Who only asks what is there hears that it cannot be read.
        QVERIFY(side.open(QIODevice::WriteOnly));
        side.write("{broken");
        side.close();
        const ProgramRun info = tglass({"info", m_rdf});
        QCOMPARE(info.exit, 0);
        QVERIFY2(info.error.contains("notes beside it are left out: "), info.error);
    }

    void wrongUsage_data()
    {
        QTest::addColumn<QStringList>("arguments");
        const auto add = [](const char* name, QStringList more) {
            QTest::newRow(name) << (QStringList {"annotate"} << more);
        };
        add("no text", {"RDF", "--node", "/"});
        add("about nothing", {"RDF", "--text", "x"});
        add("empty text", {"RDF", "--node", "/", "--text", ""});
        add("blanks for a text", {"RDF", "--node", "/", "--text", " \t\n"});
        add("about two things", {"RFR", "--text", "x", "--at", "+1s", "--node", "/"});
        add("no time axis", {"RDF", "--text", "x", "--at", "+1s"});
        add("no time", {"RFR", "--text", "x", "--at", "soon"});
        add("no range", {"RFR", "--text", "x", "--range", "+1s"});
        add("backwards", {"RFR", "--text", "x", "--range", "+2s..+1s"});
        add("no such clock", {"RTC", "--text", "x", "--at", "+1s", "--clock", "sun"});
        add("no such track", {"RTC", "--text", "x", "--at", "+1s", "--track", "none"});
        add("several tracks", {"RTC", "--text", "x", "--at", "+1s", "--track", "*"});
        add("no such node", {"RDF", "--text", "x", "--node", "/chunks/99"});
        add("no bytes", {"RDF", "--text", "x", "--bytes", "many"});
        add("bytes behind the end", {"RDF", "--text", "x", "--bytes", "0+99999"});
        add("bytes of which file", {"RFR", "--text", "x", "--bytes", "0+1"});
        add("track of a node", {"RFR", "--text", "x", "--node", "/", "--track", "*upload*"});
        QTest::newRow("edit without text") << QStringList {"annotations", "RDF", "--edit", "x"};
        QTest::newRow("text without edit") << QStringList {"annotations", "RDF", "--text", "x"};
        QTest::newRow("both") << QStringList {"annotations", "RDF", "--edit", "x", "--text", "y", "--remove", "x"};
    }
    void wrongUsage()
    {
        QFETCH(QStringList, arguments);
        for (QString& argument : arguments)
            argument = argument == "RDF" ? m_rdf : argument == "RFR" ? m_rfr : argument == "RTC" ? m_rtc : argument;
        const auto before = filesOf(arguments[1].toStdString());
        const ProgramRun run = tglass(arguments);
        QCOMPARE(run.exit, 3);
        QCOMPARE(run.out, "");
        QVERIFY(run.error.startsWith("tglass: ") && run.error.count('\n') == 1);
        QVERIFY(filesOf(arguments[1].toStdString()) == before);
    }

    void noCapture()
    {
        QCOMPARE(tglass({"annotate", "/nowhere", "--node", "/", "--text", "x"}).exit, 2);
        QCOMPARE(tglass({"annotations", "/nowhere"}).exit, 2);
    }

    void besideWhereItMustBe()
    {
        const QString stream = m_folder->filePath("stream.rfr");
        rfr::StreamWriter writer;
        writer.end(5);
        QVERIFY(writeFile(stream.toStdString(), writer.bytes()));
        const ProgramRun run = tglass({"annotate", stream, "--node", "/", "--text", "beside"});
        QCOMPARE(run.exit, 0);
        QVERIFY(run.error.contains("stream.rfr.traceglass.json"));
        QCOMPARE(notes(stream)[0]["origin"].get<std::string>(), "sidefile");
        QCOMPARE(Json::parse(tglass({"info", stream, "--json"}).out.toStdString())["annotations"].get<int>(), 1);
    }

    void besideWhatIsStillWritten()
    {
        for (const QString& file : {m_rdf, m_rtc, m_cjfr}) {
            const auto before = filesOf(file.toStdString());
            const int recorder = ::open(file.toUtf8().constData(), O_WRONLY | O_CLOEXEC);
            QVERIFY(recorder >= 0);
            const ProgramRun run = tglass({"annotate", file, "--node", "/", "--text", "beside"});
            ::close(recorder);
            QCOMPARE(run.exit, 0);
            QVERIFY2(run.error.contains("kept in " + file.toUtf8() + ".traceglass.json: ")
                         && run.error.contains("still be writing"),
                     run.error.constData());
            QVERIFY(filesOf(file.toStdString()) == before);
            QCOMPARE(notes(file)[0]["origin"].get<std::string>(), "sidefile");
        }
    }

    // Whoever should fill it may never come.
    void aPipeBeside()
    {
        const QString pipe = m_rdf + ".traceglass.json";
        QCOMPARE(::mkfifo(pipe.toUtf8().constData(), 0600), 0);
        QCOMPARE(tglass({"info", m_rdf}).exit, 0);
        const ProgramRun list = tglass({"annotations", m_rdf});
        QCOMPARE(list.exit, 1); // whether there are notes is not known
        QCOMPARE(list.out, "");
        QVERIFY2(list.error.contains("no ordinary file"), list.error.constData());
        QCOMPARE(tglass({"annotations", m_rdf, "--json"}).exit, 1);
        QCOMPARE(tglass({"annotate", m_rdf, "--node", "/", "--text", "inside"}).exit, 0);
        QVERIFY(QFile::remove(pipe));
        QCOMPARE(notes(m_rdf)[0]["origin"].get<std::string>(), "capture");
    }

    void nowhereToWrite()
    {
        if (::geteuid() == 0)
            QSKIP("root may write everywhere");
        const fs::path folder = m_folder->path().toStdString();
        fs::permissions(m_rdf.toStdString(), fs::perms::owner_read);
        QCOMPARE(tglass({"annotate", m_rdf, "--node", "/", "--text", "beside"}).exit, 0);
        QCOMPARE(notes(m_rdf)[0]["origin"].get<std::string>(), "sidefile");
        fs::permissions(folder, fs::perms::owner_read | fs::perms::owner_exec);
        const ProgramRun run = tglass({"annotate", m_rdf, "--node", "/", "--text", "nowhere"});
        fs::permissions(folder, fs::perms::owner_all);
        QCOMPARE(run.exit, 4);
    }

    // Cut by another program while it is read: no fault of the arguments, and what is left is read once more.
    void cutWhileItIsRead()
    {
        QCOMPARE(tglass({"demo", m_folder->path()}).exit, 0);
        const QString file = m_folder->filePath("jvm-service.cjfr");
        QProcess program;
        program.start(qEnvironmentVariable("TGLASS", "tglass"),
                      {"annotate", file, "--at", "+1s", "--track", "Threads/http-1", "--text", "x"});
        QVERIFY(program.waitForStarted());
        const auto id = static_cast<pid_t>(program.processId());
        const auto about = [&](const char* what) {
            std::ifstream in("/proc/" + std::to_string(id) + '/' + what);
            return std::string(std::istreambuf_iterator<char>(in), {});
        };
        const QDeadlineTimer tooLong(60'000);
        const auto isOver = [&] {
            const std::string state = about("stat");
            return state.empty() || state.find(") Z ") != std::string::npos || tooLong.hasExpired();
        };
        while (about("maps").find("jvm-service") == std::string::npos && !isOver()) { }
        ::kill(id, SIGSTOP); // what is mapped is open, and little of it read
        while (about("stat").find(") T ") == std::string::npos && !isOver()) { }
        if (isOver())
            QSKIP("it was done before it could be stopped");
        fs::resize_file(file.toStdString(), fs::file_size(file.toStdString()) / 2);
        ::kill(id, SIGCONT);
        QVERIFY(program.waitForFinished(30'000));
        QCOMPARE(program.exitCode(), 0);
        QCOMPARE(program.readAllStandardError().count("kept in"), 1); // beside what is damaged now
        QCOMPARE(notes(file).size(), std::size_t(1));
    }

    // Many at the same time: none is lost.
    void atTheSameTime()
    {
        constexpr int kPrograms = 6;
        std::vector<std::unique_ptr<QProcess>> programs;
        for (int i = 0; i < kPrograms; ++i) {
            programs.push_back(std::make_unique<QProcess>());
            programs.back()->start(qEnvironmentVariable("TGLASS", "tglass"),
                                   {"annotate", m_rdf, "--node", "/", "--text", QString::number(i)});
        }
        for (const auto& program : programs) {
            QVERIFY(program->waitForFinished(30'000));
            QCOMPARE(program->exitCode(), 0);
        }
        const Json list = notes(m_rdf);
        QCOMPARE(list.size(), std::size_t(kPrograms));
        for (const Json& note : list) // none took another for a recorder
            QCOMPARE(note["origin"].get<std::string>(), "capture");
    }
};

QTEST_GUILESS_MAIN(TestAnnotate)
#include "tst_annotate.moc"
