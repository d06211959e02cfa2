// Names of files are bytes: one that is no UTF-8 is opened, remembered, saved and written as any other.
#include "app/viewer/start/last_session.h"
#include "app/viewer/start/one_process.h"
#include "app/viewer/start/recent_captures.h"
#include "app/viewer/window/capture_handle.h"
#include "app/viewer/window/capture_tool_bar.h"
#include "app/viewer/window/dropped.h"
#include "app/viewer/window/main_window.h"
#include "app/viewer/window/message_bar.h"
#include "app/viewer/window/tabbed_window.h"
#include "core/io/file.h"
#include "tests/support/patience.h"
#include "tests/support/run_tglass.h"
#include "tests/support/tiny_captures.h"
#include "widgets/common/command_text.h"
#include "widgets/common/file_choice.h"
#include "widgets/common/utf8.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QImage>
#include <QMimeData>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QUrl>
#include <memory>
#include <thread>

using namespace traceglass;
namespace fs = std::filesystem;

class FileNamesTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder; // settings and captures
    std::unique_ptr<Settings> m_settings;
    fs::path m_odd; // a folder
    fs::path m_capture;

    QString settingsFile() const { return m_folder->filePath(QStringLiteral("settings.ini")); }

    static MainWindow* shown()
    {
        MainWindow* const tab = TabbedWindow::lastUsed()->current();
        const auto isRead = [tab] {
            return tab->failure() || (tab->session() && !tab->isOpening() && !tab->notes()->isLoading());
        };
        if (!QTest::qWaitFor(isRead, kPatienceMs) || tab->failure())
            qFatal("the capture was not opened: %s", tab->failure() ? tab->failure()->detail.c_str() : "");
        return tab;
    }
    MainWindow* open() const
    {
        MainWindow::openInFront(*m_settings, {pathText(m_capture)});
        return shown();
    }
    // As a shell starts it: "$f" is the capture, "$d" its folder.
    ProgramRun run(const char* command) const
    {
        const QString script = QStringLiteral("d=$(printf '%1/caf\\351'); f=$(printf \"$d/a\\377b.rfr\"); %2")
                                   .arg(m_folder->path(), QString::fromLatin1(command));
        return runProgram(QStringLiteral("sh"), {QStringLiteral("-c"), script}, 60);
    }

private slots:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        if (qEnvironmentVariableIsEmpty("TRACEGLASS"))
            QSKIP("only ctest says where the program is");
    }
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_settings.reset(); // which writes what was set
        m_settings = std::make_unique<Settings>(settingsFile());
        m_odd = fs::path(m_folder->path().toStdString()) / "caf\xe9";
        std::error_code refused;
        if (!fs::create_directory(m_odd, refused))
            QSKIP("this file system takes text only");
        m_capture = m_odd
            / "a\xff"
              "b.rfr";
        QVERIFY(writeFile(m_capture, oneTaskStream()));
    }
    void cleanup()
    {
        qDeleteAll(TabbedWindow::all());
        m_settings.reset();    // written before their folder goes
        fs::remove_all(m_odd); // Qt cannot
    }

    void textsAndPathsAreTheSame_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("plain") << QByteArray("/captures/a b.rtc");
        QTest::newRow("UTF-8") << QByteArray("/captures/caf\xc3\xa9 \xf0\x9f\x98\x80");
        QTest::newRow("Latin 1") << QByteArray("/captures/caf\xe9.rtc");
        QTest::newRow("cut") << QByteArray("/captures/\xf0\x9f\x98/\xc3");
        QTest::newRow("mixed") << QByteArray("/\xff%41#?\xc3\xa9\xed\xb3\xbf'\\\n\x80");
        QTest::newRow("U+FFFD") << QByteArray("/captures/\xef\xbf\xbd");
    }
    void textsAndPathsAreTheSame()
    {
        QFETCH(QByteArray, bytes);
        const fs::path path = bytes.toStdString();
        const QString text = pathText(path);
        QCOMPARE(pathOf(text), path);
        QCOMPARE(filePath(fileUrl(text)), text);
        QCOMPARE(filePath(QUrl::fromEncoded(fileUrl(text).toEncoded())), text); // as programs exchange it
        QVERIFY(plainPath(text).isValidUtf16());
        QCOMPARE(fromPlainPath(plainPath(text)), text);
    }
    void textsForPeopleAndShellsNameTheBytes()
    {
        const QString name = pathText("it's caf\xe9");
        QCOMPARE(traceglass::shown(name), QStringLiteral("it's caf\\xe9"));
        QCOMPARE(commandText({name}), QStringLiteral("$'it\\'s caf\\xe9'"));
    }

    void itIsShownWithItsBytes()
    {
        const MainWindow* const tab = open();
        QCOMPARE(tab->look().name, QStringLiteral("a\\xffb.rfr"));
        QVERIFY(tab->look().path.endsWith(QStringLiteral("caf\\xe9/a\\xffb.rfr")));
        QCOMPARE(tab->openPath(), pathText(m_capture));
    }

    void itIsRemembered()
    {
        open();
        QTRY_COMPARE(LastSession::read(*m_settings).windows.size(), std::size_t(1));
        TabbedWindow::lastUsed()->close();
        QTRY_VERIFY(TabbedWindow::all().empty());
        m_settings->writeNow();
        {
            Settings again(settingsFile());
            const RecentCaptures recent(again);
            QCOMPARE(recent.all().size(), std::size_t(1));
            QCOMPARE(pathOf(recent.all().front().path), m_capture);
            QCOMPARE(pathOf(recent.all().front().folder()), m_odd);
            LastSession::open(again);
            QCOMPARE(shown()->session()->capture()->path(), m_capture);
            qDeleteAll(TabbedWindow::all());
        }
        MainWindow::openInFront(*m_settings, {QString()});
        TabbedWindow::lastUsed()->current()->commands()["file.reopen"]->trigger();
        QCOMPARE(shown()->session()->capture()->path(), m_capture);
    }

    void itIsDroppedAndDragged()
    {
        QMimeData files;
        files.setUrls({QUrl::fromEncoded(
            "file://" + QByteArray::fromStdString(m_capture.string()).toPercentEncoding("/"))});
        QCOMPARE(Dropped::of(files).paths, QStringList {pathText(m_capture)});
        QMimeData text;
        text.setText(QString::fromLatin1(files.urls().front().toEncoded()));
        QCOMPARE(Dropped::of(text).paths, QStringList {pathText(m_capture)});

        MainWindow* const tab = open();
        tab->commands()["file.copyPath"]->trigger(); // what is copied can be pasted
        QCOMPARE(Dropped::of(*QGuiApplication::clipboard()->mimeData()).paths,
                 QStringList {pathText(m_capture)});
        const std::unique_ptr<QMimeData> dragged(tab->tools()->findChild<CaptureHandle*>()->data());
        QCOMPARE(dragged->urls(), files.urls());
    }

    // Qt can watch no such name.
    void itsChangesAreNoticed()
    {
        MainWindow* const tab = open();
        auto more = oneTaskStream();
        more.resize(more.size() + 1);
        QVERIFY(writeFile(m_capture, more));
        QTRY_VERIFY_WITH_TIMEOUT(tab->changedBar()->isVisible(), kPatienceMs);
        QVERIFY(writeFile(m_capture, oneTaskStream("other")));
        tab->commands()["file.reload"]->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(!tab->changedBar()->isVisible(), kPatienceMs);
        QCOMPARE(shown()->session()->capture()->path(), m_capture);
        fs::remove(m_capture);
        QTRY_VERIFY_WITH_TIMEOUT(tab->changedBar()->isVisible(), kPatienceMs);
        QVERIFY(tab->changedBar()->text().contains(QStringLiteral("no longer there")));
    }

    // Every second, but only while somebody looks.
    void whatIsHiddenIsNotAskedFor()
    {
        MainWindow* const tab = open();
        tab->window()->hide();
        auto more = oneTaskStream();
        more.resize(more.size() + 1);
        QVERIFY(writeFile(m_capture, more));
        QTest::qWait(1'500);
        QVERIFY(tab->session()->onDisk().state == ask::DiskState::same);
        tab->window()->show();
        QTRY_VERIFY_WITH_TIMEOUT(tab->changedBar()->isVisible(), kPatienceMs);
    }

    void notesAreSavedIntoItAndIntoACopy()
    {
        MainWindow* const tab = open();
        SessionNotes& notes = *tab->notes();
        const auto add = [&] {
            Annotation note = notes.draft();
            note.text = "seen";
            notes.add(note);
        };
        add();
        QSignalSpy saved(&notes, &SessionNotes::saved);
        m_settings->setNotesBeside(true);
        tab->commands()["file.save"]->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(saved.size(), 1, kPatienceMs);
        QVERIFY(fs::exists(m_capture.string() + ".traceglass.json"));
        const fs::path copy = m_odd / "c\xe9.rfr";
        add();
        notes.saveAs(copy);
        QTRY_COMPARE_WITH_TIMEOUT(saved.size(), 2, kPatienceMs);
        QVERIFY(fs::exists(copy));
    }

    void itIsHandedOver()
    {
        const QString socket = m_folder->filePath(QStringLiteral("socket"));
        OneProcess running;
        QVERIFY(running.listen(socket));
        QSignalSpy taken(&running, &OneProcess::taken);
        const auto paths = forOtherProcess({pathText(m_capture)});
        QVERIFY(paths);
        QCOMPARE(*paths, QStringList {pathText(m_capture)});
        bool isOver = false;
        std::jthread other([&] { isOver = handOver(socket, *paths); });
        QTRY_COMPARE_WITH_TIMEOUT(taken.size(), 1, kPatienceMs);
        other.join();
        QVERIFY(isOver);
        QCOMPARE(taken[0][0].toStringList(), *paths);
        // Who has given up by now shows it himself: it is not opened twice.
        std::jthread hasty([&] { isOver = handOver(socket, *paths); });
        hasty.join();
        QVERIFY(!isOver);
        std::jthread patient([&] { isOver = handOver(socket, *paths); });
        QTRY_COMPARE_WITH_TIMEOUT(taken.size(), 2, kPatienceMs);
        patient.join();
        QVERIFY(isOver);
        QTest::qWait(50);
        QCOMPARE(taken.size(), 2);
    }

    void theProgramTakesItsBytes()
    {
        const ProgramRun picture =
            run("\"$TRACEGLASS\" --screenshot \"$d/p\351.png\" --size 640x480 --compare \"$f\" \"$f\" && "
                "mv \"$d/p\351.png\" \"$d/../p.png\"");
        QVERIFY2(picture.exit == 0, picture.error);
        QCOMPARE(QImage(m_folder->filePath(QStringLiteral("p.png"))).size(), QSize(640, 480));
        const ProgramRun small =
            run("\"$TRACEGLASS\" --thumbnail \"$f\" \"$d/s.png\" && mv \"$d/s.png\" \"$d/../s.png\"");
        QVERIFY2(small.exit == 0, small.error);
        QVERIFY(!QImage(m_folder->filePath(QStringLiteral("s.png"))).isNull());
        const ProgramRun none = run("\"$TRACEGLASS\" --screenshot \"$d/p.png\" \"$f.gone\"");
        QCOMPARE(none.exit, 2);
        QVERIFY2(none.error.contains("caf\\xe9/a\\xffb.rfr.gone"), none.error);
    }
};

QTEST_MAIN(FileNamesTest)
#include "tst_file_names.moc"
