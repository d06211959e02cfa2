// tglass compact and demo, run as programs.
#include "tests/support/small_captures.h" // before Qt, whose keywords are names in there

#include "tests/support/run_tglass.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>
#include <sys/stat.h>

using namespace traceglass;
namespace fs = std::filesystem;

constexpr QDir::Filters kAll = QDir::AllEntries | QDir::System | QDir::Hidden | QDir::NoDotAndDotDot;

class TestCompact : public QObject
{
    Q_OBJECT

private:
    std::optional<QTemporaryDir> m_folder;
    QString m_rdf;

    QString place(const char* name) const { return m_folder->filePath(name); }
    static bool annotate(const QString& file, int times)
    {
        for (int i = 0; i < times; ++i) {
            const QString text = "note " + QString::number(i);
            if (tglass({"annotate", file, "--node", "/", "--text", text}).exit != 0)
                return false;
        }
        return true;
    }

private slots:
    void init()
    {
        m_folder.emplace();
        m_rdf = QString::fromStdString(smallRdf(m_folder->path().toStdString()).string());
    }

    void givesBackWhatNotesLeft()
    {
        QVERIFY(annotate(m_rdf, 3));
        const QByteArray notes = tglass({"annotations", m_rdf, "--json"}).out;
        const qint64 size = QFileInfo(m_rdf).size();
        const ProgramRun run = tglass({"compact", m_rdf});
        QCOMPARE(run.error, "");
        QCOMPARE(run.exit, 0);
        QVERIFY2(run.out.contains("less"), run.out);
        QVERIFY(QFileInfo(m_rdf).size() < size);
        QCOMPARE(tglass({"annotations", m_rdf, "--json"}).out, notes);
        QCOMPARE(tglass({"extract", m_rdf, "SampleEvent:2", "-o", "-"}).out, "event 2");
        QCOMPARE(tglass({"validate", m_rdf}).exit, 0);
        const ProgramRun again = tglass({"compact", m_rdf});
        QCOMPARE(again.exit, 0);
        QVERIFY2(again.out.contains("nothing"), again.out);
    }

    void writesElsewhere()
    {
        QVERIFY(annotate(m_rdf, 3));
        const auto before = filesOf(m_rdf.toStdString());
        QCOMPARE(tglass({"compact", m_rdf, "-o", place("small2.rdf")}).exit, 0);
        QVERIFY(filesOf(m_rdf.toStdString()) == before);
        QVERIFY(QFileInfo(place("small2.rdf")).size() < QFileInfo(m_rdf).size());
        const ProgramRun taken = tglass({"compact", m_rdf, "-o", place("small2.rdf")});
        QCOMPARE(taken.exit, 4);
        QVERIFY2(taken.error.contains("is there already"), taken.error);
    }

    // A copy was asked for, whether or not it is smaller.
    void writesElsewhereWhatHasNothingToGiveBack()
    {
        QCOMPARE(tglass({"compact", m_rdf, "-o", place("copy.rdf")}).exit, 0);
        QCOMPARE(tglass({"records", place("copy.rdf")}).out.count('\n'), 4);
        const QString nowhere = place("no/copy.rdf");
        const ProgramRun run = tglass({"compact", m_rdf, "-o", nowhere});
        QCOMPARE(run.exit, 4);
        QCOMPARE(run.error,
                 "tglass: " + nowhere.toUtf8() + ": The file cannot be written: No such file or directory\n");
    }

    void leavesAloneWhatSomebodyIsWriting()
    {
        QVERIFY(annotate(m_rdf, 3));
        const auto before = filesOf(m_rdf.toStdString());
        QFile recorder(m_rdf);
        QVERIFY(recorder.open(QIODevice::ReadWrite));
        const ProgramRun run = tglass({"compact", m_rdf});
        QCOMPARE(run.exit, 4);
        QVERIFY2(!run.error.isEmpty(), "it says why");
        QVERIFY(filesOf(m_rdf.toStdString()) == before);
    }

    // A side file is told by bytes that compacting may move.
    void notesBesideTheCaptureAreNotOrphaned()
    {
        QVERIFY(annotate(m_rdf, 3));
        const fs::path path = m_rdf.toStdString();
        fs::permissions(path, fs::perms::owner_read);
        if (::access(path.c_str(), W_OK) == 0)
            QSKIP("this user may write every file");
        QVERIFY(annotate(m_rdf, 1));
        fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write);
        const auto before = filesOf(path);
        const ProgramRun run = tglass({"compact", m_rdf});
        QCOMPARE(run.exit, 4);
        QVERIFY2(run.error.contains("-o OUT"), run.error);
        QVERIFY(filesOf(path) == before);
    }

    void otherFormatsHaveNothingToGiveBack()
    {
        const fs::path folder = m_folder->path().toStdString();
        for (const fs::path& path : {smallRfr(folder), smallRtc(folder, {}), smallCjfr(folder, Codec::lz4)}) {
            const QString file = QString::fromStdString(path.string());
            QVERIFY(annotate(file, 2));
            const auto before = filesOf(path);
            const ProgramRun run = tglass({"compact", file});
            QCOMPARE(run.exit, 0);
            QVERIFY2(run.out.contains("nothing"), run.out);
            const ProgramRun copied = tglass({"compact", file, "-o", place("copy")});
            QCOMPARE(copied.exit, 4);
            QVERIFY2(copied.error.contains("nothing to give back"), copied.error);
            QVERIFY(!QFile::exists(place("copy")));
            QVERIFY(filesOf(path) == before);
        }
    }

    // Notes may be in it, a link leads elsewhere, and a pipe has no reader.
    void demosLeaveAloneWhatStandsInTheirPlace()
    {
        const auto before = filesOf(m_rdf.toStdString());
        const QString folder = place("demo");
        QVERIFY(QDir().mkdir(folder));
        QVERIFY(QFile::link(m_rdf, place("demo/motor-controller.rtc")));
        const ProgramRun link = tglass({"demo", folder});
        QCOMPARE(link.exit, 4);
        QCOMPARE(link.error,
                 "tglass: " + folder.toUtf8() + ": The file cannot be written: " + folder.toUtf8()
                     + "/motor-controller.rtc is there already\n");
        QCOMPARE(::mkfifo(place("demo/boss-fight.rdf").toUtf8(), 0600), 0);
        const ProgramRun pipe = tglass({"demo", folder});
        QCOMPARE(pipe.exit, 4);
        QVERIFY2(pipe.error.contains("boss-fight.rdf is there already"), pipe.error);
        QCOMPARE(pipe.out, "");
        QCOMPARE(QDir(folder).entryList(kAll), QStringList({"boss-fight.rdf", "motor-controller.rtc"}));
        QVERIFY(filesOf(m_rdf.toStdString()) == before);
    }

    // As on a full disk: this process may write no file of more than 32 KiB.
    void demosAreWholeOrNotThere()
    {
        const QString program = qEnvironmentVariable("TGLASS", "tglass");
        const ProgramRun run =
            runProgram("sh", {"-c", "ulimit -f 64; \"$0\" demo \"$1\"", program, place("demo")}, 60);
        QCOMPARE(run.exit, 4);
        QVERIFY2(run.error.contains(place("demo/boss-fight-frame.rdf").toUtf8() + ": "), run.error);
        QCOMPARE(QDir(place("demo")).entryList(kAll), QStringList());
    }

    // A chunk's header is not its data.
    void extractingAnEmptyChunkWritesNothing()
    {
        auto writer = rdf::RdfWriter::create(place("empty.rdf").toStdString());
        QVERIFY(writer->add({.id = "Empty"}, asBytes("header"), {}));
        QVERIFY(writer->finish());
        const ProgramRun run = tglass({"extract", place("empty.rdf"), "Empty:0", "-o", "-"});
        QCOMPARE(run.exit, 0);
        QCOMPARE(run.out, "");
        QCOMPARE(tglass({"extract", place("empty.rdf"), "/chunks/0/header", "-o", "-"}).out, "header");
    }
};

QTEST_GUILESS_MAIN(TestCompact)
#include "tst_compact.moc"
