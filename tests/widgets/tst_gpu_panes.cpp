// The tabs Memory and Queues: what they say of the made-up capture of a GPU, how moments and frames are chosen, and the
// ways from rows, strips and links to slices, by mouse and by keys.
#include "app/viewer/window/bottom_tabs.h"
#include "app/viewer/window/capture_status_bar.h"
#include "app/viewer/window/main_window.h"
#include "core/formats/demo.h"
#include "core/formats/rdf/demo/gpu_demo.h"
#include "tests/support/demo_captures.h"
#include "tests/support/patience.h"
#include "widgets/common/elided_label.h"
#include "widgets/gpu/memory_pane.h"
#include "widgets/gpu/queues_pane.h"
#include "widgets/gpu/side_panes.h"
#include "widgets/timeline/scene/timeline_scene.h"
#include "widgets/timeline/view/label_column.h"
#include "widgets/timeline/view/timeline_pane.h"

#include <QApplication>
#include <QClipboard>
#include <QHelpEvent>
#include <QLabel>
#include <QSet>
#include <QStandardPaths>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QToolTip>

using namespace traceglass;

class GpuPanesTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    std::unique_ptr<Settings> m_settings;
    std::filesystem::path m_gpu;
    std::unique_ptr<MainWindow> m_window;

    MemoryPane& memory() const { return *m_window->memoryPane(); }
    QueuesPane& queues() const { return *m_window->queuesPane(); }
    bool waitForMemory() const
    {
        return QTest::qWaitFor([&] { return !memory().isReading() && memory().allocations()->table(); },
                               kPatienceMs);
    }
    bool waitForQueues() const
    {
        return QTest::qWaitFor([&] { return !queues().isReading() && queues().events()->table(); },
                               kPatienceMs);
    }
    bool open(const std::filesystem::path& path)
    {
        m_window->open(path);
        return QTest::qWaitFor(
            [&] {
                return m_window->session() && !m_window->session()->isIndexing() && !m_window->isLoading();
            },
            kPatienceMs);
    }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) const
    {
        QTest::keyClick(m_window->windowHandle(), key, modifiers);
    }
    QString shown(const AskedTable* table, int row, const char* id) const
    {
        for (int column = 1; column < table->stats()->columnCount(); ++column)
            if (table->table()->columns[std::size_t(column - 1)].id == id)
                return table->stats()->index(row, column).data().toString();
        return {};
    }
    QModelIndex cell(const AskedTable* table, int row, const char* id) const
    {
        for (int column = 1; column < table->stats()->columnCount(); ++column)
            if (table->table()->columns[std::size_t(column - 1)].id == id)
                return table->stats()->index(row, column);
        return {};
    }
    QString key(const AskedTable* table, int row) const
    {
        return table->stats()->index(row, 0).data().toString();
    }
    QString selectedName() const
    {
        const auto slice = m_window->session()->selection().slice;
        const auto found = slice ? m_window->session()->timeline()->findSlice(*slice) : std::nullopt;
        return found ? QString::fromStdString(std::string(m_window->session()->timeline()->text(found->name)))
                     : QString();
    }
    QString selectedTrack() const
    {
        const auto slice = m_window->session()->selection().slice;
        const Timeline& timeline = *m_window->session()->timeline();
        const auto track = slice ? timeline.findTrack(slice->kind, slice->trackKey) : std::nullopt;
        return track ? QString::fromStdString(std::string(timeline.name(*track))) : QString();
    }

private slots:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        const auto path = rdf::writeGpuDemo(m_folder.path().toStdString());
        QVERIFY(path);
        m_gpu = *path;
    }
    void init()
    {
        m_settings.reset(); // which writes what was set
        m_settings = std::make_unique<Settings>(m_folder.filePath(QStringLiteral("settings")));
        m_settings->setBytes(QStringLiteral("window/tab/rdf"), "records"); // not that of the test before
        m_window = std::make_unique<MainWindow>(*m_settings);
        m_window->resize(1700, 950);
        m_window->show();
        QVERIFY(open(m_gpu));
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }
    void cleanup() { m_window.reset(); }

    // Which it is stands in their addresses alone.
    void allocationsKeepTheirAddresses()
    {
        TimelineScene& scene = *m_window->timelinePane()->scene();
        for (bool any = true; any;) {
            any = false;
            for (const TrackLine& line : scene.layout().lines())
                if (line.isHeader() && line.folded) {
                    scene.setFolded(line.group, false);
                    any = true;
                    break;
                }
        }
        const auto* names = m_window->findChild<LabelColumn*>();
        int allocations = 0;
        for (const TrackLine& line : scene.layout().lines()) {
            if (line.isHeader() || !scene.trackName(line.track).startsWith(QStringLiteral("0x")))
                continue;
            QCOMPARE(names->drawnName(line), scene.trackName(line.track));
            ++allocations;
        }
        QVERIFY2(allocations > 50, qPrintable(QString::number(allocations)));
    }

    void counterNamesKeepTheirLine()
    {
        m_window->resize(1280, 800);
        const TimelineScene& scene = *m_window->timelinePane()->scene();
        const auto* names = m_window->findChild<LabelColumn*>();
        int counters = 0;
        for (const TrackLine& line : scene.layout().lines()) {
            if (line.isHeader() || scene.timeline().track(line.track).kind != TrackKind::counter)
                continue;
            QCOMPARE(names->drawnName(line), scene.trackName(line.track));
            ++counters;
        }
        QVERIFY2(counters > 5, qPrintable(QString::number(counters)));
    }

    // There is one unit for durations: what counts them is told in it, too.
    void counterValuesFollowTheUnitOfTime()
    {
        const auto shown = [&] { return m_window->findChild<LabelColumn*>()->grab().toImage(); };
        const QImage before = shown();
        m_window->session()->setTimeFormat({.unit = TimeUnit::nanoseconds});
        QTRY_VERIFY(shown() != before);
        m_window->session()->setTimeFormat({});
        QTRY_COMPARE(shown(), before);
    }

    // What is indexed are events, in what the Records pane lists and counts as records.
    void eventsAreCountedAsSuch()
    {
        const QString told = m_window->status()->indexText();
        QVERIFY2(told.contains(QStringLiteral(" events")) && !told.contains(QStringLiteral("records")),
                 qPrintable(told));
        const DocumentSession& session = *m_window->session();
        QVERIFY(session.summary().records);
        QCOMPARE(session.indexedCount() + *session.summary().records, session.timeline()->records);
    }

    // Names and moments are read where there is little room: what stands behind what rows are sorted by gives way.
    void memoryInANarrowWindow()
    {
        m_window->resize(1280, 800);
        press(Qt::Key_9, Qt::AltModifier);
        QVERIFY(waitForMemory());
        QTRY_VERIFY(memory().compared()->stats()->rowCount() > 5);
        for (const MomentChoice* const choice : {memory().moment(), memory().from(), memory().to()}) {
            QVERIFY2(!choice->shownText().endsWith(QChar(0x2026)), qPrintable(choice->shownText()));
            QVERIFY(choice->currentText().startsWith(choice->shownText()));
        }
        AskedTable& changes = *memory().compared();
        QVERIFY2(changes.columnWidth(0) * 4 >= changes.neededWidth(0) * 3, qPrintable(key(&changes, 0)));
        const auto column = [&](const char* id) { return cell(&changes, 0, id).column(); };
        QVERIFY(changes.isColumnHidden(column("destroyed_ns"))); // nothing was
        QVERIFY(!changes.isColumnHidden(column("created_ns")));
        // Moments below each other have as many digits.
        QSet<qsizetype> decimals;
        for (int row = 0; row < changes.stats()->rowCount(); ++row) {
            const QString moment = shown(&changes, row, "created_ns");
            decimals.insert(moment.size() - moment.indexOf(QLatin1Char('.')));
        }
        QCOMPARE(decimals.size(), 1);
        // None below a microsecond, but where one moment is asked for, and in what is copied.
        const QModelIndex created = cell(&changes, 0, "created_ns");
        const std::int64_t ns =
            AskedTable::integer(*changes.table(), "created_ns", changes.stats()->rowInTable(0));
        QVERIFY(ns % 1000 != 0);
        const QString whole = m_window->session()->momentText(ns);
        QCOMPARE(created.data().toString(),
                 QStringLiteral("+%1.%2 s")
                     .arg((ns + 500) / 1'000'000'000)
                     .arg((ns + 500) % 1'000'000'000 / 1000, 6, 10, QLatin1Char('0')));
        QVERIFY(created.data(Qt::ToolTipRole).toString().startsWith(whole));
        changes.setFocus();
        changes.setCurrentIndex(created);
        QTest::keyClick(&changes, Qt::Key_C, Qt::ControlModifier);
        QVERIFY2(QGuiApplication::clipboard()->text().contains(whole),
                 qPrintable(QGuiApplication::clipboard()->text()));
        // What stands in front of that goes, where names would be cut.
        const AskedTable& biggest = *memory().biggest();
        const auto isThere = [&](const char* id) {
            return !biggest.isColumnHidden(cell(&biggest, 0, id).column());
        };
        const auto isRead = [&] { return biggest.columnWidth(0) * 4 >= biggest.neededWidth(0) * 3; };
        QVERIFY2(isRead(), qPrintable(key(&biggest, 0)));
        QVERIFY(isThere("bytes") && !isThere("resources"));
        m_window->resize(1900, 800);
        QTRY_VERIFY(isRead() && isThere("resources") && isThere("largest"));
    }

    // What stands below the queues is in the tooltip of their head where the pane is too low for it.
    void whatIsBelowALowPaneIsInItsTooltip()
    {
        press(Qt::Key_0, Qt::AltModifier);
        QVERIFY(waitForQueues());
        const auto said = [&] {
            for (const ElidedLabel* const label : queues().findChildren<ElidedLabel*>())
                if (label->isVisible() && label->fullText().startsWith(QStringLiteral("At least one queue")))
                    return label->fullText();
            return QString();
        };
        const auto tip = [&] {
            QToolTip::hideText();
            for (QLabel* const label : queues().findChildren<QLabel*>()) {
                if (!label->isVisible() || label->text() != QStringLiteral("Queues"))
                    continue;
                const QPoint at = label->rect().center();
                QHelpEvent hover(QEvent::ToolTip, at, label->mapToGlobal(at));
                QApplication::sendEvent(label, &hover);
            }
            return QToolTip::text().remove(QLatin1Char('\n'));
        };
        m_window->resize(1900, 1400);
        QTRY_VERIFY(!said().isEmpty());
        const QString sentence = said();
        QVERIFY(!tip().contains(sentence));
        m_window->resize(1900, 440);
        QTRY_VERIFY(said().isEmpty());
        QVERIFY2(tip().contains(sentence), qPrintable(tip()));
    }

    void memoryAtMoments()
    {
        QVERIFY(!memory().allocations()->table()); // nobody has looked
        press(Qt::Key_9, Qt::AltModifier);
        QVERIFY(waitForMemory());
        QCOMPARE(m_window->tabs()->currentPane(), &memory());
        QVERIFY(memory().allocations()->hasFocus());
        // First the last snapshot, and what changed since the first one.
        QVERIFY(memory().moment()->currentText().startsWith(QStringLiteral("after the fight, ")));
        QVERIFY(memory().from()->currentText().startsWith(QStringLiteral("arena loaded, ")));
        const qint64 atEnd = memory().allocations()->stats()->rowCount();
        QVERIFY2(memory().summary().startsWith(QStringLiteral("%1 · ").arg(atEnd)),
                 qPrintable(memory().summary()));
        QVERIFY(memory().summary().contains(QStringLiteral("requested")));
        // The greatest first.
        const auto size = [&](int row) {
            return AskedTable::integer(*memory().allocations()->table(), "size",
                                       memory().allocations()->stats()->rowInTable(row));
        };
        for (int row = 1; row < atEnd; ++row)
            QVERIFY(size(row) <= size(row - 1));
        // Another moment by the keys of the choice: before the textures came.
        memory().moment()->setFocus();
        for (int up = 0; up < 3; ++up)
            press(Qt::Key_Up);
        QVERIFY(waitForMemory());
        QVERIFY(memory().moment()->currentText().startsWith(QStringLiteral("arena loaded, ")));
        QVERIFY(memory().allocations()->stats()->rowCount() < atEnd);
        press(Qt::Key_Home);
        QVERIFY(waitForMemory());
        QCOMPARE(memory().moment()->ns(), m_window->session()->timeline()->range.startNs);
    }

    void momentsOfRangeAndSelection()
    {
        press(Qt::Key_9, Qt::AltModifier);
        QVERIFY(waitForMemory());
        QVERIFY(!memory().moment()->choose(MomentChoice::Kind::rangeEnd));
        m_window->session()->setRange(TimeRange {5'000'000, 30'000'000});
        QVERIFY(memory().moment()->choose(MomentChoice::Kind::rangeEnd));
        QVERIFY(waitForMemory());
        QCOMPARE(memory().moment()->ns(), std::int64_t(30'000'000));
        // A range that goes away leaves the end of the capture.
        m_window->session()->setRange({});
        QVERIFY(waitForMemory());
        QCOMPARE(memory().moment()->ns(), m_window->session()->timeline()->range.endNs);
        // What is selected elsewhere is a moment; rows of the pane are none, or the table would change below them.
        QVERIFY(!memory().moment()->choose(MomentChoice::Kind::selection));
        memory().allocations()->setFocus();
        press(Qt::Key_Down);
        QTRY_VERIFY(m_window->session()->selection().slice);
        QVERIFY(!memory().moment()->choose(MomentChoice::Kind::selection));
        press(Qt::Key_0, Qt::AltModifier);
        QVERIFY(waitForQueues());
        queues().events()->setFocus();
        press(Qt::Key_Down);
        QTRY_VERIFY(!selectedName().isEmpty());
        QVERIFY(memory().moment()->choose(MomentChoice::Kind::selection));
        QCOMPARE(memory().moment()->ns(), m_window->session()->selection().slice->startNs);
    }

    void rowsAndStripsLead()
    {
        press(Qt::Key_9, Qt::AltModifier);
        QVERIFY(waitForMemory());
        AskedTable* const table = memory().allocations();
        press(Qt::Key_Down);
        QTRY_COMPARE(selectedTrack(), key(table, 0));
        press(Qt::Key_Down);
        QTRY_COMPARE(selectedTrack(), key(table, 1));
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                          table->visualRect(cell(table, 3, "heap")).center());
        QTRY_COMPARE(selectedTrack(), key(table, 3));
        // The strip: the greatest allocation is full of one resource.
        const QRect strip = table->pictureRect(table->visualRect(cell(table, 0, "resources")));
        QVERIFY(!strip.isEmpty());
        QVERIFY2(
            table->tipAt(strip.center()).startsWith(QStringLiteral("particle pool · 101 MB at offset 0")),
            qPrintable(table->tipAt(strip.center())));
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, strip.center());
        QTRY_COMPARE(selectedName(), QStringLiteral("particle pool"));
        // Its bytes are there, too.
        QTRY_VERIFY(m_window->session()->answer().node);
        // What is selected elsewhere is the current row.
        const auto place = table->placeOfRow(5);
        QVERIFY(place);
        table->goTo(*place);
        QTRY_COMPARE(table->currentIndex().row(), 5);
    }

    void biggestByNameAndUse()
    {
        press(Qt::Key_9, Qt::AltModifier);
        QVERIFY(waitForMemory());
        AskedTable* const table = memory().biggest();
        int row = 0;
        while (row < table->stats()->rowCount()
               && key(table, row) != QStringLiteral("shockwave distortion[#]"))
            ++row;
        QVERIFY(row < table->stats()->rowCount());
        QCOMPARE(shown(table, row, "resources"),
                 QStringLiteral("24")); // six of them from before the first snapshot
        QVERIFY(table->isPictured(cell(table, row, "share").column()));
        memory().grouping()->setFocus();
        press(Qt::Key_Down);
        QVERIFY(waitForMemory());
        QCOMPARE(table->table()->key, std::string("use"));
        QVERIFY(table->stats()->rowCount() > 2);
        // Enter goes to the largest of the row.
        table->setFocus();
        press(Qt::Key_Down);
        press(Qt::Key_Return);
        QTRY_VERIFY(!selectedName().isEmpty());
    }

    void newGoneAndInBoth()
    {
        press(Qt::Key_9, Qt::AltModifier);
        QVERIFY(waitForMemory());
        QVERIFY(memory().toggle(MemoryPane::isNew)->isChecked());
        QVERIFY2(memory().toggle(MemoryPane::isNew)->text().startsWith(QStringLiteral("new 18 · 151 MB")),
                 qPrintable(memory().toggle(MemoryPane::isNew)->text()));
        QCOMPARE(memory().compared()->stats()->rowCount(), 18);
        QVERIFY2(memory().verdict().startsWith(QStringLiteral("18 stay to the end, 151 MB"))
                     && memory().verdict().contains(QStringLiteral("if the program had ended")),
                 qPrintable(memory().verdict()));
        memory().toggle(MemoryPane::isKept)->setFocus();
        press(Qt::Key_Space);
        QTRY_VERIFY(memory().compared()->stats()->rowCount() > 18);
        QVERIFY(
            memory()
                .toggle(MemoryPane::isKept)
                ->text()
                .startsWith(QStringLiteral("in both %1 · ").arg(memory().compared()->stats()->rowCount())));
        QTest::mouseClick(memory().toggle(MemoryPane::isGone), Qt::LeftButton);
        QTRY_COMPARE(memory().compared()->stats()->rowCount(), 0);
        QVERIFY(!memory().compared()->emptyText().isEmpty());
        // The other way round is the same: which of the moments is the earlier one counts.
        QVERIFY(memory().from()->choose(MomentChoice::Kind::named, 3));
        QVERIFY(memory().to()->choose(MomentChoice::Kind::named, 0));
        QVERIFY(waitForMemory());
        QVERIFY(memory().toggle(MemoryPane::isNew)->text().startsWith(QStringLiteral("new 18 · ")));
        // Between two equal moments nothing is new.
        QVERIFY(memory().from()->choose(MomentChoice::Kind::named, 0));
        QVERIFY(waitForMemory());
        QCOMPARE(memory().verdict(), QStringLiteral("Nothing is new, so nothing leaked."));
    }

    void framesAndTheirEvents()
    {
        press(Qt::Key_0, Qt::AltModifier);
        QVERIFY(waitForQueues());
        QCOMPARE(m_window->tabs()->currentPane(), &queues());
        // By number, the longest current.
        QCOMPARE(queues().frames()->stats()->rowCount(), 8);
        QCOMPARE(key(queues().frames(), 0), QStringLiteral("4812"));
        QCOMPARE(key(queues().frames(), queues().frames()->currentIndex().row()), QStringLiteral("4817"));
        AskedTable* const events = queues().events();
        QCOMPARE(events->stats()->rowCount(), 12);
        QCOMPARE(queues().summary(),
                 QStringLiteral("in order of the calls: 9 submits, 1 signal, 1 wait, 1 present"));
        QCOMPARE(key(events, 2), QStringLiteral("particles"));
        QVERIFY(shown(events, 2, "gpu_ns").startsWith(QStringLiteral("47.55")));
        // The next frame by key: its events, and its slice.
        queues().frames()->setFocus();
        press(Qt::Key_Down);
        QVERIFY(waitForQueues());
        QCOMPARE(shown(events, 0, "frame"), QStringLiteral("4818"));
        QCOMPARE(events->stats()->rowCount(), 12);
        QTRY_COMPARE(selectedName(), QStringLiteral("frame 4818"));
        // Two queues beside each other, turned.
        QCOMPARE(queues().queues()->model()->columnCount(), 3);
        QCOMPARE(queues().queues()->model()->headerData(2, Qt::Horizontal).toString(),
                 QStringLiteral("compute"));
        QCOMPARE(queues().queues()->model()->index(0, 1).data().toString(), QStringLiteral("56"));
    }

    void eventsLead()
    {
        press(Qt::Key_0, Qt::AltModifier);
        QVERIFY(waitForQueues());
        AskedTable* const events = queues().events();
        int wait = 0, signal = 0;
        for (int row = 0; row < events->stats()->rowCount(); ++row) {
            wait = key(events, row) == QStringLiteral("wait") ? row : wait;
            signal = key(events, row) == QStringLiteral("signal") ? row : signal;
        }
        QVERIFY(shown(events, wait, "partner").startsWith(QStringLiteral("signal #")));
        QTest::mouseClick(events->viewport(), Qt::LeftButton, {},
                          events->visualRect(cell(events, wait, "partner")).center());
        QTRY_COMPARE(selectedName(), QStringLiteral("signal"));
        QTRY_COMPARE(events->currentIndex().row(), signal);
        QTest::mouseClick(events->viewport(), Qt::LeftButton, {},
                          events->visualRect(cell(events, 2, "queue")).center());
        QTRY_COMPARE(selectedName(), QStringLiteral("particles"));
        QCOMPARE(selectedTrack(), QStringLiteral("compute"));
        // A number of a queue leads to its slice: its longest submit.
        TurnedTable* const table = queues().queues();
        int line = 0;
        while (table->model()->index(line, 0).data().toString() != QStringLiteral("longest submit"))
            ++line;
        m_window->session()->clearSelection();
        table->setFocus();
        table->setCurrentIndex(table->model()->index(line, 0));
        press(Qt::Key_Return);
        QTRY_VERIFY(!selectedName().isEmpty());
    }

    void ofTheRange()
    {
        press(Qt::Key_0, Qt::AltModifier);
        QVERIFY(waitForQueues());
        m_window->session()->setRange(TimeRange {0, 20'000'000});
        QVERIFY(waitForQueues());
        QVERIFY(queues().frames()->stats()->rowCount() < 8);
        m_window->session()->setRange(TimeRange {0, 1000});
        QVERIFY(waitForQueues());
        QCOMPARE(queues().frames()->stats()->rowCount(), 0);
        QVERIFY(!queues().frames()->emptyText().isEmpty());
        m_window->session()->setRange({});
        QVERIFY(waitForQueues());
        QCOMPARE(queues().frames()->stats()->rowCount(), 8);
    }

    void copied()
    {
        press(Qt::Key_0, Qt::AltModifier);
        QVERIFY(waitForQueues());
        queues().frames()->setFocus();
        press(Qt::Key_C, Qt::ControlModifier);
        const QString text = QGuiApplication::clipboard()->text();
        QCOMPARE(text.count(QLatin1Char('\n')), 9);
        QVERIFY2(text.startsWith(QStringLiteral("frame\tGPU time\tuniversal\tcompute\t")), qPrintable(text));
    }

    // One of the panes where there is no room for three.
    void narrow()
    {
        press(Qt::Key_9, Qt::AltModifier);
        QVERIFY(waitForMemory());
        QVERIFY(memory().panes()->tabs()->isHidden());
        SidePanes panes;
        auto* const left = new QWidget;
        auto* const right = new QWidget;
        panes.add(QStringLiteral("left"), left, 1);
        panes.add(QStringLiteral("right"), right, 1);
        panes.resize(2000, 200);
        panes.show();
        QVERIFY(panes.tabs()->isHidden() && left->isVisible() && right->isVisible());
        panes.resize(200, 200);
        QVERIFY(!panes.tabs()->isHidden() && left->isVisible() && !right->isVisible());
        panes.tabs()->setFocus();
        QTest::keyClick(panes.tabs(), Qt::Key_Right);
        QVERIFY(!left->isVisible() && right->isVisible());
        panes.resize(2000, 200);
        QVERIFY(left->isVisible() && right->isVisible());
    }

    // Captures that have nothing of the kind have no such tabs.
    void elsewhere()
    {
        const auto path = findDemo("rfr")->write(m_folder.path().toStdString());
        QVERIFY(path);
        MainWindow other(*m_settings);
        other.show();
        other.open(*path);
        QTRY_VERIFY_WITH_TIMEOUT(other.session() && !other.session()->isIndexing(), kPatienceMs);
        QVERIFY(!other.showPane(QStringLiteral("memory")) && !other.showPane(QStringLiteral("queues")));
        QVERIFY(!other.commands()["go.memory"]->isEnabled());
        // Who asks all the same gets tables without columns.
        for (const char* const name : {"memory", "queues"}) {
            for (int tab = 0; tab < other.tabs()->count(); ++tab)
                if (other.tabs()->widget(tab)->objectName() == QLatin1String(name))
                    other.tabs()->setCurrentIndex(tab);
            QTRY_VERIFY(other.memoryPane()->allocations()->table() && !other.memoryPane()->isReading());
        }
        QTRY_VERIFY(other.queuesPane()->frames()->table() && !other.queuesPane()->isReading());
        QCOMPARE(other.memoryPane()->allocations()->stats()->rowCount(), 0);
    }
};

QTEST_MAIN(GpuPanesTest)
#include "tst_gpu_panes.moc"
