// The first minutes: the start page without and with recent captures, their pictures, the tour, what this is.
#include "app/viewer/start/recent_captures.h"
#include "app/viewer/start/recent_view.h"
#include "app/viewer/start/sketch_store.h"
#include "app/viewer/start/start_page.h"
#include "app/viewer/window/about_dialog.h"
#include "app/viewer/window/main_window.h"
#include "app/viewer/window/tour.h"
#include "core/codec/libraries.h"
#include "core/formats/demo.h"
#include "core/io/byte_writer.h"
#include "tests/support/demo_captures.h"
#include "widgets/common/elided_label.h"
#include "widgets/notes/notes_pane.h"

#include <QClipboard>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QTemporaryDir>
#include <QtTest>
#include <future>
#include <sys/stat.h>

using namespace traceglass;

class TestStartPage : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    std::unique_ptr<Settings> m_settings;
    std::filesystem::path m_rfr;

    QString at(const char* name) const { return m_folder.filePath(QString::fromLatin1(name)); }

    void remember(const QString& path)
    {
        RecentCapture entry;
        entry.path = path;
        entry.format = QStringLiteral("Async Rust");
        entry.opened = QDateTime::currentDateTime();
        RecentCaptures(*m_settings).add(entry);
    }
    // In a thread that may wait for the disk.
    static std::optional<Sketch> keptOf(const QString& path)
    {
        return std::async(std::launch::async,
                          [&] { return SketchStore().find(path, giveWay(Niceness::answers)); })
            .get();
    }
    static void keep(const QString& path, const Sketch& sketch)
    {
        std::async(std::launch::async, [&] {
            SketchStore().keep(path, sketch, giveWay(Niceness::answers));
        }).get();
    }
    template <class Found>
    static Found* part(const MainWindow& window, const QString& text)
    {
        for (auto* each : window.findChildren<Found*>()) {
            if (each->text() == text)
                return each;
        }
        return nullptr;
    }

private slots:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        const auto rfr = findDemo("rfr")->write(m_folder.path().toStdString());
        QVERIFY2(rfr, rfr ? "" : message(rfr.error()).c_str());
        m_rfr = *rfr;
    }
    void init()
    {
        m_settings.reset();
        m_settings.reset(); // which writes what was set
        QFile::remove(at("settings.ini"));
        m_settings = std::make_unique<Settings>(at("settings.ini"));
        QDir(SketchStore::folder()).removeRecursively();
    }

    void demosStandWhereNothingElseDoes()
    {
        MainWindow window(*m_settings);
        window.resize(1280, 720);
        window.show();
        auto* const drop = part<QAbstractButton>(window, QStringLiteral("Drop captures here"));
        auto* const demo = window.findChild<QAbstractButton*>(QStringLiteral("demo.rfr"));
        QVERIFY(drop && demo && drop->isVisible() && demo->isVisible());
        const auto left = [&window](const QWidget* widget) { return widget->mapTo(&window, QPoint()).x(); };
        QVERIFY(left(demo) < 640);
        QVERIFY(drop->width() > 600 && drop->height() > 150);
        QVERIFY(!window.startPage()->filterField()->isVisible());

        remember(QString::fromStdString(m_rfr.string()));
        window.startPage()->refresh();
        QTRY_VERIFY(left(demo) > 640);
        QVERIFY(window.startPage()->recentView()->isVisible() && drop->isVisible());
        QVERIFY(window.startPage()->filterField()->isVisible());
        // No room between that nobody uses.
        const RecentView* const view = window.startPage()->recentView();
        QTRY_COMPARE(view->height(), view->sizeHint().height());
        QVERIFY(drop->height() > 250);
    }

    // What does not fit is scrolled to: no text is cut, and none lies beside the page.
    void allIsReachedInSmallWindows()
    {
        for (const bool isNew : {true, false}) {
            if (!isNew)
                remember(QString::fromStdString(m_rfr.string()));
            for (const QSize size : {QSize(1000, 600), {800, 500}, {640, 480}, {1280, 720}}) {
                MainWindow window(*m_settings);
                window.resize(size);
                window.show();
                QTest::qWait(20);
                const QWidget* const page = window.startPage();
                int told = 0;
                for (const QWidget* const part : page->findChildren<QWidget*>()) {
                    const auto* const label = qobject_cast<const QLabel*>(part);
                    const auto* const button = qobject_cast<const QAbstractButton*>(part);
                    const QString words = label ? label->text() : button ? button->text() : QString();
                    if (!part->isVisible() || words.isEmpty() || dynamic_cast<const ElidedLabel*>(part))
                        continue;
                    const QString text =
                        QStringLiteral("%1 at %2: %3").arg(words).arg(size.width()).arg(part->width());
                    const int right = part->mapTo(page, QPoint(part->width(), 0)).x();
                    QVERIFY2(right <= page->width(), qPrintable(text));
                    if (label && label->wordWrap()) {
                        QVERIFY2(part->height() >= part->heightForWidth(part->width()), qPrintable(text));
                    } else {
                        QVERIFY2(part->width() >= part->sizeHint().width(), qPrintable(text));
                        QVERIFY2(part->height() >= part->sizeHint().height(), qPrintable(text));
                    }
                    ++told;
                }
                QVERIFY(told > 40);
            }
        }
    }

    void theTargetTellsThatSomethingIsHeld()
    {
        MainWindow window(*m_settings);
        window.show();
        auto* const drop = part<QAbstractButton>(window, QStringLiteral("Drop captures here"));
        const QImage before = drop->grab().toImage();
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(QStringLiteral("/a"))});
        QDragEnterEvent enter({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&window, &enter);
        QVERIFY(drop->grab().toImage() != before);
        QDragLeaveEvent leave;
        QCoreApplication::sendEvent(&window, &leave);
        QCOMPARE(drop->grab().toImage(), before);
    }

    void recentCapturesHavePictures()
    {
        const QString hostile = at("hostile.rtc");
        QFile file(hostile);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray(5000, '\x7f'));
        file.close();
        const QString fifo = at("fifo.rtc");
        QCOMPARE(::mkfifo(qPrintable(fifo), 0600), 0);
        const QString recording = QString::fromStdString(m_rfr.string());
        for (const QString& path : {recording, hostile, fifo, QStringLiteral("/nowhere/gone.rdf")})
            remember(path);
        {
            MainWindow window(*m_settings);
            window.show();
            const RecentSketches& sketches = window.startPage()->recentView()->sketches();
            QVERIFY(!sketches.find(recording)); // the page is there first
            QTRY_VERIFY_WITH_TIMEOUT(!sketches.isReading(), 30'000);
            QVERIFY(sketches.find(recording));
            QCOMPARE(sketches.find(recording)->kind, Sketch::Kind::states);
            for (const QString& path : {hostile, fifo, QStringLiteral("/nowhere/gone.rdf")})
                QVERIFY2(!sketches.find(path), qPrintable(path));
        }
        QVERIFY(keptOf(recording));
    }

    void keysLeadFromTheFilterToWhatItLeaves()
    {
        for (const char* const name : {"/a/first.rfr", "/a/second.rfr", "/a/third.rfr", "/a/other.rfr"})
            remember(QString::fromLatin1(name)); // the last one stands first
        MainWindow window(*m_settings);
        window.show();
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        auto* const page = window.findChild<StartPage*>();
        QVERIFY(page);
        disconnect(page, &StartPage::openRequested, nullptr, nullptr); // nothing is there
        QSignalSpy asked(page, &StartPage::openRequested);
        const auto press = [&](Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
            QTest::keyClick(window.windowHandle(), key, modifiers);
        };
        press(Qt::Key_Slash);
        QVERIFY(page->filterField()->hasFocus());
        press(Qt::Key_Return);
        QVERIFY(page->recentView()->hasFocus());
        QCOMPARE(asked.size(), qsizetype(0));
        press(Qt::Key_Slash);
        QTest::keyClicks(page->filterField(), QStringLiteral("ir"));
        press(Qt::Key_Return);
        QCOMPARE(asked.size(), qsizetype(1));
        QCOMPARE(asked[0][0].toString(), QStringLiteral("/a/third.rfr"));
        QCOMPARE(asked[0][1].toBool(), false);
        press(Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(asked.size(), qsizetype(2));
        QCOMPARE(asked[1][1].toBool(), true);
        QVERIFY(page->filterField()->hasFocus());
        press(Qt::Key_Down);
        QVERIFY(page->recentView()->hasFocus());
        press(Qt::Key_Down); // past the first, on which it began
        press(Qt::Key_Return);
        QCOMPARE(asked[2][0].toString(), QStringLiteral("/a/first.rfr"));
        press(Qt::Key_Slash);
        page->filterField()->setText(QStringLiteral("nothing of this name"));
        press(Qt::Key_Down);
        press(Qt::Key_Return);
        QVERIFY(page->filterField()->hasFocus());
        QCOMPARE(asked.size(), qsizetype(3));
    }

    void openingKeepsThePictureOfTheWhole()
    {
        const QString recording = QString::fromStdString(m_rfr.string());
        QVERIFY(!keptOf(recording));
        MainWindow window(*m_settings);
        window.show();
        window.open(m_rfr);
        QTRY_VERIFY(window.session() && !window.session()->isIndexing());
        QTRY_VERIFY(keptOf(recording));
        const Sketch kept = *keptOf(recording);
        QCOMPARE(kept, makeSketch(*window.session()->timeline(), window.session()->extent()));
    }

    void theStoreIsBoundedAndKnowsChanges()
    {
        const QString path = at("changing");
        Sketch sketch;
        sketch.kind = Sketch::Kind::streams;
        sketch.columns.assign(Sketch::kColumns, {9, 0, 0});
        const auto write = [&path](const QByteArray& bytes) {
            QFile file(path);
            return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
        };
        for (int i = 0; i < SketchStore::kKept + 20; ++i) {
            QVERIFY(write(QByteArray(i, 'x')));
            keep(path, sketch);
        }
        QCOMPARE(QDir(SketchStore::folder()).entryList(QDir::Files).size(), SketchStore::kKept);
        QCOMPARE(keptOf(path), sketch);
        QVERIFY(write("another"));
        QVERIFY(!keptOf(path));
        QVERIFY(!keptOf(QStringLiteral("/nowhere")));
    }

    void theTourIsShownOnce()
    {
        {
            MainWindow window(*m_settings);
            window.resize(1280, 720);
            window.show();
            window.openDemo(findDemo("rfr"));
            QTRY_VERIFY_WITH_TIMEOUT(window.session(), 30'000);
            QTRY_VERIFY(window.findChild<Tour*>());
            auto* const tour = window.findChild<Tour*>();
            QVERIFY(tour->isVisible());
            for (int hint = 0; hint < 5; ++hint) {
                QCOMPARE(tour->hintShown(), hint);
                QVERIFY2(window.rect().contains(tour->geometry()), qPrintable(QString::number(hint)));
                QTest::keyClick(tour, Qt::Key_Return);
            }
            QTRY_VERIFY(!window.findChild<Tour*>());
            window.showStartPage();
            window.openDemo(findDemo("rfr"));
            QTRY_VERIFY(window.session());
            QTest::qWait(50);
            QVERIFY(!window.findChild<Tour*>());

            window.commands()["help.tour"]->trigger(); // unless it is asked for
            auto* const again = window.findChild<Tour*>();
            QVERIFY(again);
            QTest::keyClick(again, Qt::Key_Right);
            QTest::keyClick(again, Qt::Key_Left);
            QCOMPARE(again->hintShown(), 0);
            QTest::keyClick(again, Qt::Key_Escape);
            QTRY_VERIFY(!window.findChild<Tour*>());
        }
        // Nor in another window, later.
        MainWindow window(*m_settings);
        window.show();
        window.openDemo(findDemo("rfr"));
        QTRY_VERIFY(window.session());
        QTest::qWait(50);
        QVERIFY(!window.findChild<Tour*>());
    }

    void theTourIsSkipped()
    {
        MainWindow window(*m_settings);
        window.show();
        window.openDemo(findDemo("rfr"));
        QTRY_VERIFY_WITH_TIMEOUT(window.findChild<Tour*>(), 30'000);
        part<QPushButton>(window, QStringLiteral("&Skip the tour"))->click();
        QTRY_VERIFY(!window.findChild<Tour*>());
        QVERIFY(window.session());
    }

    void aboutTellsWhatItRunsWith()
    {
        MainWindow window(*m_settings);
        window.show();
        window.commands()["help.about"]->trigger();
        auto* const about = window.findChild<AboutDialog*>();
        QVERIFY(about && about->isVisible());
        QStringList told;
        for (const QLabel* label : about->findChildren<QLabel*>())
            told << label->text();
        QVERIFY(told.contains(QString::fromLatin1(qVersion())));
        QVERIFY(libraries().size() >= 8);
        part<QPushButton>(window, QStringLiteral("&Copy for a bug report"))->click();
        const QString copied = QApplication::clipboard()->text();
        for (const Library& library : libraries()) {
            QVERIFY2(!library.version.empty(), library.name.c_str());
            QVERIFY2(told.contains(QString::fromStdString(library.version)), library.name.c_str());
            QVERIFY(copied.contains(QString::fromStdString(library.name + ": " + library.version + '\n')));
        }
        QVERIFY(!copied.contains(QDir::homePath() + '/'));
        about->close();
    }
};

QTEST_MAIN(TestStartPage)
#include "tst_start_page.moc"
