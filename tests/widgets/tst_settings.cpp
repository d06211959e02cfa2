// The file of settings: what is read of a damaged one, what becomes of it, and that nothing done to it ends the program.
#include "app/viewer/settings/settings.h"
#include "app/viewer/window/main_window.h"
#include "app/viewer/window/message_bar.h"
#include "core/base/behind.h"
#include "tests/support/patience.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <future>
#include <memory>

using namespace traceglass;

namespace {

constexpr const char* kWriter = "--write-forever";

QByteArray contentsOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void write(const QString& path, const QByteArray& contents)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(contents) != contents.size())
        qFatal("the file was not written");
}

// Until it is killed.
[[noreturn]] void writeForever(const QString& file)
{
    Settings settings(file);
    for (int i = 0;; ++i) {
        settings.setBytes(QStringLiteral("recent"), QByteArray(100'000, char('a' + i % 26)));
        settings.setFontPercent(kLeastFontPercent + i % (kLargestFontPercent - kLeastFontPercent));
        settings.writeNow();
    }
}

}

class SettingsTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;

    QString at(const char* name) const { return m_folder->filePath(QString::fromLatin1(name)); }
    QString file() const { return at("traceglass.ini"); }
    static bool isAsUsual(const Settings& settings)
    {
        return settings.theme() == Settings::ThemeChoice::system && settings.fontPercent() == 100
            && settings.timeFormat() == TimeFormat() && settings.lowerPane().isEmpty()
            && settings.author().isEmpty() && !settings.notesBeside() && !settings.reopensSession()
            && !settings.oneProcess();
    }
    QByteArray goodContents() const
    {
        Settings settings(at("good.ini"));
        settings.setTheme(Settings::ThemeChoice::dark);
        settings.setFontPercent(150);
        settings.setTimeFormat({TimeFormat::Mode::utc, TimeUnit::nanoseconds});
        settings.setAuthor(QStringLiteral("Ada, Lovelace; \"ä\" = x"));
        settings.setOneProcess(true);
        settings.setBytes(QStringLiteral("recent"), QByteArray("[{\"path\":\"/a\"}]\0\xff\n", 19));
        settings.writeNow();
        return contentsOf(at("good.ini"));
    }
    // Exit code and all that was printed.
    std::pair<int, QString> run(const QStringList& words) const
    {
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("XDG_CONFIG_HOME"), m_folder->path());
        process.setProcessEnvironment(environment);
        process.setProcessChannelMode(QProcess::MergedChannels);
        process.start(qEnvironmentVariable("TRACEGLASS"), words);
        if (!process.waitForFinished(kPatienceMs) || process.exitStatus() != QProcess::NormalExit)
            return {-1, {}};
        return {process.exitCode(), QString::fromLocal8Bit(process.readAll())};
    }

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void whatWasSetIsThereAgain()
    {
        const QByteArray contents = goodContents();
        write(file(), contents);
        Settings settings(file());
        QVERIFY(settings.takeTrouble().isEmpty());
        QCOMPARE(settings.theme(), Settings::ThemeChoice::dark);
        QCOMPARE(settings.fontPercent(), 150);
        QVERIFY(settings.timeFormat() == (TimeFormat {TimeFormat::Mode::utc, TimeUnit::nanoseconds}));
        QCOMPARE(settings.author(), QStringLiteral("Ada, Lovelace; \"ä\" = x"));
        QVERIFY(settings.oneProcess());
        QCOMPARE(settings.bytes(QStringLiteral("recent")), QByteArray("[{\"path\":\"/a\"}]\0\xff\n", 19));
    }

    void everyChangeIsToldOnce()
    {
        Settings settings(file());
        QSignalSpy changed(&settings, &Settings::changed);
        settings.setTheme(Settings::ThemeChoice::dark);
        settings.setTheme(Settings::ThemeChoice::dark);
        settings.setBytes(QStringLiteral("recent"), "[]");
        QCOMPARE(changed.count(), 1);
    }

    void unreadableOnesArePutAside_data()
    {
        QTest::addColumn<QByteArray>("contents");
        QByteArray random;
        for (quint32 i = 1, x = 1; i <= 5'000; ++i) {
            x = x * 1'664'525u + 1'013'904'223u;
            random += char(x >> 24);
        }
        QTest::newRow("binary") << random;
        QTest::newRow("zeros") << QByteArray(4'096, '\0');
        QTest::newRow("text") << QByteArray("This is no file of settings.\nIt is a letter.\n");
        QTest::newRow("half a line") << QByteArray("theme=dark\nfontPerc");
        QTest::newRow("huge") << QByteArray("a=") + QByteArray(20 * 1'024 * 1'024, 'x') + '\n';
        QTest::newRow("a list of four thousand million values")
            << QByteArray("theme=@Variant(\\0\\0\\0\\t\\xff\\xff\\xff\\xf0)\n");
    }
    void unreadableOnesArePutAside()
    {
        QFETCH(QByteArray, contents);
        write(file(), contents);
        const QString bad = file() + QStringLiteral(".bad");
        write(bad, "an earlier one");
        {
            Settings settings(file());
            QVERIFY(isAsUsual(settings));
            QVERIFY(settings.takeTrouble().contains(bad));
            QVERIFY(settings.takeTrouble().isEmpty());
            QVERIFY(contentsOf(bad) == contents);
            settings.setTheme(Settings::ThemeChoice::dark);
            QVERIFY(settings.writeNow());
        }
        Settings again(file());
        QVERIFY(again.takeTrouble().isEmpty());
        QCOMPARE(again.theme(), Settings::ThemeChoice::dark);
        QVERIFY(contentsOf(bad) == contents);
    }

    void anyBeginningOfAFileDoes()
    {
        const QByteArray contents = goodContents();
        for (qsizetype size = 0; size < contents.size(); ++size) {
            write(file(), contents.left(size));
            Settings settings(file());
            settings.setFontPercent(settings.fontPercent() == 120 ? 110 : 120);
            QVERIFY2(settings.writeNow(), QByteArray::number(size));
        }
    }

    void wrongValuesAreTheUsualOnes_data()
    {
        QTest::addColumn<QByteArray>("value");
        for (const char* value :
             {"", "-1", "9", "900", "3.5", "yes", "a, b", "@Size(3 4)", "@ByteArray(\\xff\\0)", "@Invalid()"})
            QTest::newRow(value) << QByteArray(value);
    }
    void wrongValuesAreTheUsualOnes()
    {
        QFETCH(QByteArray, value);
        QByteArray contents = "theme=" + value + "\nfontPercent=" + value + "\noneProcess=" + value + '\n';
        contents += "[time]\nmode=" + value + "\nunit=" + value + "\n[session]\nreopen=" + value + '\n';
        contents += "[notes]\nbeside=" + value + '\n';
        write(file(), contents);
        Settings settings(file());
        QVERIFY(settings.takeTrouble().isEmpty());
        QVERIFY(isAsUsual(settings));
    }

    void whatCannotBeWrittenIsSaidOnce_data()
    {
        QTest::addColumn<bool>("isFolder");
        QTest::newRow("a folder") << true;
        QTest::newRow("below a file") << false;
    }
    // While the disk is busy with something else they are there, and nobody waits.
    void aSlowDiskIsNotWaitedFor()
    {
        std::promise<void> disk;
        writeBehind([&disk](GaveWay) { disk.get_future().wait(); });
        Settings settings(file());
        settings.setFontPercent(150);
        settings.setKey(QStringLiteral("file.open"), QKeySequence(Qt::CTRL | Qt::Key_U));
        settings.setBytes(QStringLiteral("recent"), "[]");
        QCoreApplication::processEvents();
        settings.writeSoon();
        QCOMPARE(settings.fontPercent(), 150);
        QVERIFY(settings.hasKeys());
        QCOMPARE(settings.bytes(QStringLiteral("recent")), QByteArray("[]"));
        QVERIFY(!QFileInfo::exists(file()));
        settings.resetKeys();
        disk.set_value();
        QVERIFY(settings.writeNow());
        const Settings again(file());
        QCOMPARE(again.fontPercent(), 150);
        QVERIFY(!again.hasKeys());
        QCOMPARE(again.bytes(QStringLiteral("recent")), QByteArray("[]"));
    }

    // What another process wrote meanwhile stays, but for what is set here.
    void whatOthersWroteStays()
    {
        Settings settings(file());
        Settings other(file());
        other.setAuthor(QStringLiteral("Ada"));
        other.setFontPercent(120);
        QVERIFY(other.writeNow());
        settings.setFontPercent(150);
        QVERIFY(settings.writeNow());
        const Settings again(file());
        QCOMPARE(again.author(), QStringLiteral("Ada"));
        QCOMPARE(again.fontPercent(), 150);
    }

    void whatCannotBeWrittenIsSaidOnce()
    {
        QFETCH(bool, isFolder);
        QString path = file();
        if (isFolder) {
            QVERIFY(QDir().mkdir(path));
        } else {
            write(path, "theme=dark\n");
            path += QStringLiteral("/traceglass.ini");
        }
        Settings settings(path);
        QVERIFY(isAsUsual(settings));
        QSignalSpy troubled(&settings, &Settings::troubled);
        settings.setFontPercent(150);
        QCOMPARE(settings.fontPercent(), 150);
        QTRY_COMPARE(troubled.count(), 1);
        QVERIFY(settings.takeTrouble().contains(path));
        settings.setFontPercent(120);
        QVERIFY(!settings.writeNow());
        QCOMPARE(troubled.count(), 1);
        QCOMPARE(settings.fontPercent(), 120);
        QVERIFY(QFileInfo(file()).isDir() == isFolder);
    }

    void aWindowSaysWhatIsTheMatter()
    {
        write(file(), "no settings\n");
        Settings settings(file());
        MainWindow window(settings);
        window.show();
        QVERIFY(window.programBar()->isVisible());
        QVERIFY(window.programBar()->text().contains(QStringLiteral("traceglass.ini.bad")));
        MainWindow other(settings);
        other.show();
        QVERIFY(!other.programBar()->isVisible());
    }

    void killedWhileWritingItIsOldOrNew()
    {
        for (int run = 0; run < 10; ++run) {
            QProcess process;
            process.start(QCoreApplication::applicationFilePath(), {QString::fromLatin1(kWriter), file()});
            QVERIFY(process.waitForStarted(kPatienceMs));
            const auto isWritten = [this] { return QFileInfo(file()).size() > 100'000; };
            QVERIFY(QTest::qWaitFor(isWritten, kPatienceMs));
            QTest::qWait(run); // somewhere in the middle of it
            process.kill();
            QVERIFY(process.waitForFinished(kPatienceMs));
            Settings settings(file());
            QVERIFY(settings.takeTrouble().isEmpty());
            const QByteArray recent = settings.bytes(QStringLiteral("recent"));
            QVERIFY(recent == QByteArray(100'000, recent[0]));
            settings.setAuthor(QString::number(run));
            QVERIFY(settings.writeNow()); // no lock is left
        }
    }

    void resetPutsThemAway()
    {
        QVERIFY(QDir(m_folder->path()).mkdir(QStringLiteral("traceglass")));
        const QString used = at("traceglass/traceglass.ini");
        const QString old = used + QStringLiteral(".old");
        write(old, "an earlier one");
        write(used, "theme=dark\n");
        const auto [code, said] = run({QStringLiteral("--reset-settings")});
        QCOMPARE(code, 0);
        QVERIFY(said.contains(old));
        QVERIFY(!QFileInfo::exists(used));
        QCOMPARE(contentsOf(old), QByteArray("theme=dark\n"));
        QCOMPARE(run({QStringLiteral("--reset-settings")}).first, 0);
        QCOMPARE(contentsOf(old), QByteArray("theme=dark\n"));
    }
};

int main(int argc, char** argv)
{
    if (argc == 3 && qstrcmp(argv[1], kWriter) == 0) {
        const QCoreApplication program(argc, argv);
        writeForever(QFile::decodeName(argv[2]));
    }
    QApplication application(argc, argv);
    SettingsTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_settings.moc"
