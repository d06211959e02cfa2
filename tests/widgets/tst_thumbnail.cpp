// traceglass --thumbnail, as a process: a picture of every kind of capture, none of what is none, and what it may take.
#include "core/formats/cjfr/demo/cjfr_demo.h"
#include "core/formats/demo.h"
#include "core/formats/rtc/demo/rtc_demo.h"
#include "core/io/file.h"
#include "tests/support/run_tglass.h"
#include "widgets/timeline/painting/sketch.h"

#include <QImage>
#include <QTemporaryDir>
#include <QThread>
#include <QtTest>
#include <sys/stat.h>
#include <thread>

using namespace traceglass;

namespace {

ProgramRun thumbnail(const QStringList& words)
{
    return runProgram(qEnvironmentVariable("TRACEGLASS"), QStringList {"--thumbnail"} + words, 20);
}

// How many pixels below the words are neither ground nor frame.
int drawn(const QImage& picture)
{
    int count = 0;
    const QRgb ground = picture.pixel(1, 1);
    for (int y = picture.height() / 3; y < picture.height() - 2; ++y) {
        for (int x = 1; x < picture.width() - 1; ++x)
            count += picture.pixel(x, y) != ground;
    }
    return count;
}

}

class TestThumbnail : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        const std::filesystem::path folder = m_folder.path().toStdString();
        // Of the large ones shorter recordings of the same kind: how long they are is nothing to what is tested.
        const auto write = [&folder](const Demo& demo) -> Result<std::filesystem::path> {
            if (demo.format == "rtc")
                return rtc::writeRuns(folder / "device.rtc", 20'000).map([&] {
                    return folder / "device.rtc";
                });
            if (demo.format == "cjfr")
                return cjfr::writeRecording(folder / "jvm.cjfr", 20'000, Codec::lz4).map([&] {
                    return folder / "jvm.cjfr";
                });
            return demo.write(folder);
        };
        for (const Demo* const demo : demos()) {
            const auto path = write(*demo);
            QVERIFY2(path, path ? "" : message(path.error()).c_str());
            m_demos << QString::fromStdString(path->string());
        }
    }

    void everyDemoHasOne_data()
    {
        QTest::addColumn<QString>("path");
        for (const QString& path : m_demos)
            QTest::addRow("%s", qPrintable(QFileInfo(path).fileName())) << path;
    }
    void everyDemoHasOne()
    {
        QFETCH(QString, path);
        for (const int side : {128, 256}) {
            const QString out = m_folder.filePath(QStringLiteral("out.png"));
            const ProgramRun run = thumbnail({"-s", QString::number(side), path, out});
            QCOMPARE(run.error, QByteArray());
            QCOMPARE(run.exit, 0);
            const QImage picture(out);
            QCOMPARE(picture.size(), QSize(side, side * 3 / 4));
            QVERIFY2(drawn(picture) > side, qPrintable(QString::number(drawn(picture))));
            QVERIFY(QFile::remove(out));
        }
    }

    // A file manager asks for a file of a recording, not for its folder.
    void aFileOfARecordingShowsTheRecording()
    {
        const QString folder =
            *std::ranges::find_if(m_demos, [](const QString& path) { return QFileInfo(path).isDir(); });
        const QString out = m_folder.filePath(QStringLiteral("out.png"));
        QCOMPARE(thumbnail({folder + "/meta.rfr", out}).exit, 0);
        const QImage ofFile(out);
        QCOMPARE(ofFile.size(), QSize(256, 192));
        QVERIFY(QFile::remove(out));
    }

    void whatIsNoCaptureHasNone_data()
    {
        QTest::addColumn<QString>("path");
        const auto file = [this](const char* name, const QByteArray& bytes) {
            QFile made(m_folder.filePath(QString::fromLatin1(name)));
            if (made.open(QIODevice::WriteOnly))
                made.write(bytes);
            QTest::newRow(name) << made.fileName();
        };
        const auto head = [this](const char* suffix, qint64 size) {
            for (const QString& path : m_demos) {
                QFile demo(path.endsWith(".rfr") ? path + "/meta.rfr" : path);
                if (path.endsWith(QString::fromLatin1(suffix)) && demo.open(QIODevice::ReadOnly))
                    return demo.read(size);
            }
            return QByteArray();
        };
        file("empty.rdf", {});
        file("garbage.rtc", QByteArray(100'000, 'x'));
        file("cut.rdf", head(".rdf", 40));
        file("cut.rtc", head(".rtc", 12));
        file("cut.cjfr", head(".cjfr", 6));
        file("cut.rfr", head(".rfr", 5));
        QVERIFY(QDir(m_folder.path()).mkpath("folder"));
        QTest::newRow("folder") << m_folder.filePath("folder");
        QTest::newRow("missing") << m_folder.filePath("missing.rtc");
        const QString fifo = m_folder.filePath("fifo.rtc");
        QCOMPARE(::mkfifo(qPrintable(fifo), 0600), 0);
        QTest::newRow("fifo.rtc") << fifo;
        QTest::newRow("device") << "/dev/zero";
    }
    void whatIsNoCaptureHasNone()
    {
        QFETCH(QString, path);
        const QString out = m_folder.filePath(QStringLiteral("none.png"));
        const ProgramRun run = thumbnail({path, out});
        QCOMPARE(run.exit, 2);
        QVERIFY(!QFile::exists(out));
        QCOMPARE(run.out, QByteArray());
        QVERIFY2(run.error.startsWith("traceglass: ") && run.error.count('\n') == 1, run.error);
    }

    // The reader gives way to all others: it has time to see that this is no capture, however few they leave it.
    void nothingIsTakenForACaptureOnABusyMachine()
    {
        QFile file(m_folder.filePath(QStringLiteral("busy.rtc")));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(QByteArray(100'000, 'x')) == 100'000);
        file.close();
        std::vector<std::jthread> others;
        for (int i = 0; i < QThread::idealThreadCount(); ++i)
            others.emplace_back([](const std::stop_token& stop) {
                while (!stop.stop_requested()) { }
            });
        const QString out = m_folder.filePath(QStringLiteral("busy.png"));
        for (int i = 0; i < 5; ++i) {
            QCOMPARE(thumbnail({file.fileName(), out}).exit, 2);
            QVERIFY(!QFile::exists(out));
        }
    }

    // Damage is no reason to show nothing: what can be read is drawn.
    void whatIsDamagedHasOne()
    {
        const QString path =
            *std::ranges::find_if(m_demos, [](const QString& demo) { return demo.endsWith(".rtc"); });
        const QString cut = m_folder.filePath(QStringLiteral("damaged.rtc"));
        QVERIFY(QFile::copy(path, cut));
        QVERIFY(QFile::resize(cut, QFileInfo(path).size() / 2));
        const QString out = m_folder.filePath(QStringLiteral("damaged.png"));
        const ProgramRun run = thumbnail({cut, out});
        QCOMPARE(run.error, QByteArray());
        QVERIFY(drawn(QImage(out)) > 100);
    }

    // There are no addresses for all of it: name, format and size are drawn, and memory is what it is for others.
    void whatIsTooLargeIsNamed()
    {
        const QString path =
            *std::ranges::find_if(m_demos, [](const QString& demo) { return demo.endsWith(".rtc"); });
        const QString large = m_folder.filePath(QStringLiteral("large.rtc"));
        QVERIFY(QFile::copy(path, large));
        QVERIFY(QFile::resize(large, qint64(10) << 30)); // a hole
        const QString out = m_folder.filePath(QStringLiteral("large.png"));
        const ProgramRun run = thumbnail({large, out});
        QCOMPARE(run.error, QByteArray());
        QCOMPARE(run.exit, 0);
        QCOMPARE(QImage(out).size(), QSize(256, 192));
    }

    void wordsThatAreWrong()
    {
        QCOMPARE(thumbnail({m_demos[0]}).exit, 2);
        QCOMPARE(thumbnail({"-s", "7", m_demos[0], m_folder.filePath("out.png")}).exit, 2);
        QCOMPARE(thumbnail({m_demos[0], "/nowhere/out.png"}).exit, 2);
    }

    void aSketchSurvivesBytes()
    {
        Sketch sketch;
        QCOMPARE(Sketch::fromBytes(sketch.toBytes()), sketch);
        sketch.kind = Sketch::Kind::names;
        sketch.columns.assign(Sketch::kColumns, {255, 0, 23});
        sketch.columns[7] = {1, 2, 3};
        const QByteArray bytes = sketch.toBytes();
        QCOMPARE(Sketch::fromBytes(bytes), sketch);
        for (const qsizetype size : {qsizetype(0), qsizetype(1), qsizetype(5), bytes.size() - 1})
            QVERIFY(!Sketch::fromBytes(bytes.first(size)));
        QVERIFY(!Sketch::fromBytes(bytes + "x"));
        QByteArray other = bytes;
        other[0] = 99; // of another version
        QVERIFY(!Sketch::fromBytes(other));
        other = bytes;
        other[1] = 4; // a kind that there is not
        QVERIFY(!Sketch::fromBytes(other));
    }

private:
    QTemporaryDir m_folder;
    QStringList m_demos;
};

QTEST_GUILESS_MAIN(TestThumbnail)
#include "tst_thumbnail.moc"
