// A disk that is away answers after minutes: the thread of the window asks none, and waits for none that is asked. What lies
// on one, and who ends the test that asks it, is in window_asks_no_disk.cpp.
#include "app/viewer/window/dropped.h"
#include "app/viewer/window/main_window.h"
#include "app/viewer/window/message_bar.h"
#include "app/viewer/window/message_page.h"
#include "core/formats/demo.h"
#include "core/io/file.h"
#include "tests/support/demo_captures.h"
#include "tests/support/patience.h"
#include "tests/support/sources_document.h"
#include "tests/support/tiny_captures.h"
#include "widgets/common/background_task.h"
#include "widgets/session/asker.h"
#include "widgets/session/document_session.h"

#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QFileDialog>
#include <QLabel>
#include <QMimeData>
#include <QPushButton>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <algorithm>
#include <filesystem>
#include <functional>
#include <future>
#include <memory>
#include <sys/stat.h>
#include <thread>

using namespace traceglass;

class DiskAwayTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    std::unique_ptr<Settings> m_settings;
    int m_runs = 0;

    std::filesystem::path away(const char* name) const
    {
        return std::filesystem::path(m_folder.path().toStdString()) / "a-disk-that-is-away" / name;
    }
    // What somebody else writes there.
    void write(const char* name, const std::vector<std::byte>& bytes) const
    {
        std::jthread([&] { QVERIFY(writeFile(away(name), bytes)); });
    }
    static bool isOffered(const MainWindow& window, const QString& button)
    {
        const auto buttons = window.messagePage()->findChildren<QPushButton*>();
        return std::ranges::any_of(
            buttons, [&](const QPushButton* each) { return each->isVisible() && each->text() == button; });
    }
    // Of a gate that a disk holds shut.
    static bool isQuick(const std::function<void()>& act)
    {
        QElapsedTimer clock;
        clock.start();
        act();
        return clock.elapsed() < slower(500);
    }

private slots:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        const std::filesystem::path there = m_folder.filePath(QStringLiteral("disk")).toStdString();
        QVERIFY(std::filesystem::create_directories(there / "captures"));
        QVERIFY(std::filesystem::create_directories(there / "slow"));
        for (const char* name : {"a.rfr", "captures/b.rfr", "captures/c.rfr", "slow/d.rfr"})
            QVERIFY(writeFile(there / name, oneTaskStream(name)));
        QVERIFY(writeFile(there / "letter", std::vector(100, std::byte('x'))));
        QCOMPARE(::mkfifo((there / "pipe.rfr").c_str(), 0600), 0);
        std::filesystem::rename(there, away("").parent_path());
    }
    void cleanupTestCase() // what is left is looked at and removed in this thread
    {
        std::filesystem::rename(away("").parent_path(),
                                m_folder.filePath(QStringLiteral("disk")).toStdString());
    }
    void init()
    {
        m_settings =
            std::make_unique<Settings>(m_folder.filePath(QStringLiteral("settings%1.ini").arg(++m_runs)));
    }

    void aCaptureOpensAndIsWatched()
    {
        MainWindow window(*m_settings);
        window.show();
        window.open(away("a.rfr"));
        QTRY_VERIFY_WITH_TIMEOUT(window.session() && !window.isOpening(), kPatienceMs);
        write("a.rfr", oneTaskStream("another"));
        QTRY_VERIFY_WITH_TIMEOUT(window.changedBar()->isVisible(), kPatienceMs);
    }

    void whatDoesNotOpenSaysWhatItIs()
    {
        MainWindow window(*m_settings);
        window.show();
        window.open(away("letter"));
        QTRY_VERIFY_WITH_TIMEOUT(window.failure(), kPatienceMs);
        QVERIFY(isOffered(window, QStringLiteral("Open as bytes")));
        window.open(away("captures"));
        QTRY_VERIFY_WITH_TIMEOUT(isOffered(window, QStringLiteral("Open from it…")), kPatienceMs);
        QVERIFY(!isOffered(window, QStringLiteral("Open as bytes")));
        window.open(away("nowhere"));
        QTRY_VERIFY_WITH_TIMEOUT(isOffered(window, QStringLiteral("Open another…")), kPatienceMs);
        QVERIFY(!isOffered(window, QStringLiteral("Open as bytes")));
    }

    // The last session knows what a pipe is, since no other start can read it again.
    void aPipeIsNotOpenedAgain()
    {
        MainWindow window(*m_settings);
        window.show();
        window.open(away("pipe.rfr"));
        QTRY_VERIFY_WITH_TIMEOUT(window.openPath().isEmpty(), kPatienceMs);
        QVERIFY(window.isLoading());
        window.showStartPage();
        window.open(away("letter"));
        QTRY_VERIFY_WITH_TIMEOUT(window.failure(), kPatienceMs);
        QCOMPARE(window.openPath(), QString::fromStdString(away("letter").string()));
    }

    void theDemoOfBeforeIsFound()
    {
        m_settings->setBytes(QStringLiteral("demo/rfr"), QByteArray::fromStdString(away("a.rfr").string()));
        MainWindow window(*m_settings);
        window.show();
        window.openDemo(findDemo("rfr"));
        QTRY_VERIFY_WITH_TIMEOUT(window.session(), kPatienceMs);
        QCOMPARE(window.session()->capture()->path(), away("a.rfr"));
    }

    // A name without a folder is looked for where the program was started.
    void namesInATextAreLookedFor()
    {
        const QString before = QDir::currentPath();
        QDir::setCurrent(m_folder.path());
        MainWindow window(*m_settings);
        window.show();
        QMimeData text;
        text.setText(QStringLiteral("a-disk-that-is-away/captures/b.rfr"));
        window.take(Dropped::of(text));
        QTRY_VERIFY_WITH_TIMEOUT(window.session(), kPatienceMs);
        QCOMPARE(window.session()->capture()->path(), away("captures/b.rfr"));
        text.setText(QStringLiteral("a-disk-that-is-away/nothing"));
        window.take(Dropped::of(text));
        QTRY_VERIFY(window.programBar()->isVisible());
        QVERIFY(window.programBar()->text().contains(QStringLiteral("a-disk-that-is-away/nothing")));
        QDir::setCurrent(before);
    }

    void dialogsBeginElsewhere()
    {
        MainWindow window(*m_settings);
        window.show();
        window.open(away("slow/d.rfr"));
        QTRY_VERIFY_WITH_TIMEOUT(window.session(), kPatienceMs);
        QString begun;
        QTimer waiting;
        connect(&waiting, &QTimer::timeout, &window, [&] {
            auto* const dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            if (!dialog)
                return;
            begun = dialog->directory().path();
            dialog->reject();
        });
        waiting.start(10);
        for (const char* command : {"file.open", "file.openFolder", "file.saveAs"}) {
            begun.clear();
            QTRY_VERIFY(window.commands()[command]->isEnabled());
            window.commands()[command]->trigger();
            QCOMPARE(begun, QDir::homePath());
        }
    }

    // --- closing while it is asked

    void whatLooksThereIsLeftBehind()
    {
        std::promise<void> disk;
        std::promise<void> ended;
        bool isTold = false;
        auto task = std::make_unique<BackgroundTask>();
        task->start(
            [&](Job& job) {
                disk.get_future().wait();
                ended.set_value();
                return job.stopRequested();
            },
            [&](bool) { isTold = true; });
        QVERIFY(isQuick([&] { task.reset(); }));
        disk.set_value();
        ended.get_future().wait();
        QCoreApplication::processEvents();
        QVERIFY(!isTold);
    }

    // Whatever is read of the capture at that moment: by its indexing, or for a view.
    void whatReadsACaptureIsLeftBehind()
    {
        class Away : public SourcesDocument // the disk went away when it was open
        {
        public:
            explicit Away(std::shared_future<void> disk)
                : SourcesDocument(std::vector<Result<SourcePtr>>())
                , m_disk(std::move(disk))
            {
            }
            Result<void> index(const IndexRequest&, Job&) const override { return wait(), Result<void>(); }
            Result<SourcePtr> source(SourceId) const override { return wait(), fail(Code::NodeUnknown); }
            void wait() const
            {
                ++waiting;
                m_disk.wait();
            }
            mutable std::atomic<int> waiting = 0;
            const std::shared_ptr<int> life = std::make_shared<int>();

        private:
            std::shared_future<void> m_disk;
        };
        std::promise<void> disk;
        auto document = std::make_unique<Away>(disk.get_future().share());
        const Away& reads = *document;
        const std::weak_ptr<int> life = document->life;
        bool isTold = false;
        auto session = std::make_unique<DocumentSession>(std::move(document));
        auto asker = std::make_unique<Asker>(session->capture());
        session->startIndexing();
        asker->ask(0, Priority::screen, ask::Bytes {SourceId(0), 0, 8}, [&](const auto&) { isTold = true; });
        QTRY_VERIFY(reads.waiting >= 2);
        QVERIFY(isQuick([&] {
            asker.reset();
            session.reset();
        }));
        QVERIFY(!life.expired());
        disk.set_value();
        QTRY_VERIFY(life.expired());
        QVERIFY(!isTold);
    }

    void whatIsOpenedIsLeftBehind()
    {
        std::promise<void> disk;
        std::promise<void> ended;
        auto loader = std::make_unique<CaptureLoader>();
        const auto make = [&]() -> Result<std::filesystem::path> {
            disk.get_future().wait();
            ended.set_value();
            return away("a.rfr");
        };
        loader->open("away", std::make_unique<Opening>(make), {});
        QCOMPARE(loader->named(), Opening::Named::unknown);
        QVERIFY(isQuick([&] { loader.reset(); }));
        disk.set_value();
        ended.get_future().wait();
    }
};

QTEST_MAIN(DiskAwayTest)
#include "tst_disk_away.moc"
