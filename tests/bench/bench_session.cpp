// A session in the real window: a capture is opened, scrolled, zoomed, clicked in every pane, searched and
// closed by mouse and keys. Measured is how long the GUI thread is away from its event loop, and how long
// after a click all panes show what was clicked. Each capture gets a process of its own.
#include "tests/bench/bench_session.h"

#include "app/viewer/search/search_field.h"
#include "app/viewer/settings/appearance.h"
#include "app/viewer/window/bottom_tabs.h"
#include "app/viewer/window/capture_tool_bar.h"
#include "app/viewer/window/main_window.h"
#include "core/base/allocator.h"
#include "core/base/text.h"
#include "tests/bench/bench.h"
#include "tests/bench/watched_loop.h"
#include "widgets/common/elided_label.h"
#include "widgets/common/utf8.h"
#include "widgets/details/details_pane.h"
#include "widgets/flame/flame_pane.h"
#include "widgets/hex/bytes_pane.h"
#include "widgets/models/node_list.h"
#include "widgets/models/problems_pane.h"
#include "widgets/models/records_pane.h"
#include "widgets/models/row_view.h"
#include "widgets/models/structure_pane.h"
#include "widgets/models/structure_view.h"
#include "widgets/notes/notes_pane.h"
#include "widgets/timeline/view/label_column.h"
#include "widgets/timeline/view/timeline_pane.h"
#include "widgets/timeline/view/timeline_view.h"

#include <QApplication>
#include <QLineEdit>
#include <QProcess>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QWheelEvent>
#include <QWindow>
#include <cstdio>
#include <cstring>

// What QtTest makes its input of, without the turns of the event loop that QtTest adds.
QT_BEGIN_NAMESPACE
Q_GUI_EXPORT void qt_handleMouseEvent(QWindow* window, const QPointF& local, const QPointF& global,
                                      Qt::MouseButtons state, Qt::MouseButton button, QEvent::Type type,
                                      Qt::KeyboardModifiers modifiers, int timestamp);
Q_GUI_EXPORT void qt_handleKeyEvent(QWindow* window, QEvent::Type type, int key,
                                    Qt::KeyboardModifiers modifiers, const QString& text, bool repeats,
                                    ushort count);
QT_END_NAMESPACE

namespace traceglass::bench {

namespace {

constexpr double kStallLimitMs = 50;
constexpr double kMostStallsLimitMs = 16; // 99 of 100
constexpr double kClickLimitMs = 50;
constexpr double kCloseLimitMs = 100; // what works on notes is given to stop
constexpr double kOpens = 1'200; // seconds until a capture is read
constexpr double kSaves = 60;
constexpr const char* kCloseWhileSaving = "close while saving"; // a step
constexpr double kFills = 10;     // until the panes show what was clicked
constexpr double kPaints = 0.025; // until the window is painted, when it is at all

bool detailsShow(const MainWindow& window, const QString& text)
{
    for (const QLabel* child : window.detailsPane()->findChildren<QLabel*>()) {
        const auto* const label = dynamic_cast<const ElidedLabel*>(child);
        if (label && label->isVisible() && label->fullText() == text)
            return true;
    }
    return false;
}

// Which of structure, details, bytes and timeline does not show what the session has selected; none: null. Hidden
// panes owe nothing.
const char* unfilled(const MainWindow& window)
{
    const DocumentSession& session = *window.session();
    const Selection& selection = session.selection();
    if (selection.slice) {
        const TimelineScene& scene = *window.timelinePane()->scene();
        if (scene.selected().empty()
            || sliceId(scene.timeline(), scene.selected().front()) != *selection.slice)
            return "timeline";
    }
    if (selection.node) {
        const auto node = window.findChild<StructureView*>()->currentNode();
        if (!node || node->id != *selection.node)
            return "structure";
        const bool hasBytes = node->range.length > 0;
        if (!detailsShow(window, fromUtf8(hasBytes ? hexNumber(node->range.offset) : node->label))
            || (hasBytes && !detailsShow(window, fromUtf8(counted(node->range.length, "byte", "bytes")))))
            return "details";
    }
    const HexView& bytes = *window.bytesPane()->view();
    const bool isShown = selection.bytes.length == 0 || !bytes.isVisible()
        || (bytes.sourceId() == selection.bytes.source && bytes.caret() == selection.caret
            && !bytes.isDecoding());
    return isShown ? nullptr : "bytes";
}

class Session
{
public:
    // `clicks`: in each pane.
    Session(WatchedLoop& loop, MainWindow& window, int clicks)
        : m_loop(loop)
        , m_window(window)
        , m_perPane(clicks)
    {
    }

    void play(const std::filesystem::path& path, bool mayBeSaved)
    {
        m_loop.act("open", [&] { m_window.open(path); });
        m_loop.turnUntil([&] { return m_window.session() || m_window.failure(); }, kOpens);
        if (m_window.session() && !m_window.failure()) {
            m_tree = m_window.findChild<StructureView*>();
            constexpr std::size_t kSecondRow = 4;
            (void)clickOnce("first click", *m_tree->viewport(), rowSpots(*m_tree), kSecondRow);
            m_loop.act("read", [] {});
            m_loop.turnUntil([&] { return isRead(); }, kOpens);
            m_loop.rest(0.5);
            playTimeline();
            playTracks();
            playTree();
            playBytes();
            playRecords();
            playOtherTabs();
            playSearches();
            if (mayBeSaved) {
                save();
                m_loop.turnUntil([&] { return !m_window.notes()->isModified(); }, kSaves);
                m_loop.rest(0.5);
            }
            m_window.notes()->undoStack()->setClean(); // nobody is asked whether to save
        }
        m_loop.act("close", [&] { m_window.close(); });
        m_loop.rest(0.2);
    }

    // Closed so many seconds after a note was changed and saving began.
    void closeWhileSaving(const std::filesystem::path& path, double seconds)
    {
        m_loop.act("open again", [&] {
            m_window.show();
            m_window.open(path);
        });
        m_loop.turnUntil([&] { return m_window.session() && isRead(); }, kOpens);
        SessionNotes* const notes = m_window.notes();
        const Annotation& first = notes->notes().front();
        m_loop.act("change note", [&] { notes->setColor({first.id}, first.color == 0 ? 1 : 0); });
        save();
        m_loop.rest(seconds);
        notes->undoStack()->setClean();
        m_loop.act(kCloseWhileSaving, [&] { m_window.close(); });
        m_loop.rest(0.2);
    }

    const std::vector<double>& clicks() const { return m_clicks; } // milliseconds
    // To the error stream: the slowest click of each pane, where it is slower.
    void tellSlowest(const char* name, double milliseconds) const
    {
        for (const auto& [step, took] : m_slowest)
            if (took > milliseconds)
                std::fprintf(stderr, "%s, %s: all is shown after %.0f ms\n", name, step.c_str(), took);
    }

private:
    void save() // the key asks where, the first time
    {
        SessionNotes* const notes = m_window.notes();
        m_loop.act("save", [notes] { notes->plan([notes](const SavePlan& plan) { notes->save(plan); }); });
    }

    bool isRead() const
    {
        return !m_window.session()->isIndexing() && !m_window.notes()->isLoading()
            && m_window.timelinePane()->isSettled() && !m_window.recordsPane()->isReading();
    }

    // --- input

    void mouse(const char* step, const QWidget& widget, const QPoint& at, QEvent::Type type)
    {
        const bool isMove = type == QEvent::MouseMove;
        m_loop.act(step, [&] {
            qt_handleMouseEvent(m_window.windowHandle(), widget.mapTo(&m_window, at), widget.mapToGlobal(at),
                                type == QEvent::MouseButtonPress ? Qt::LeftButton : Qt::NoButton,
                                isMove ? Qt::NoButton : Qt::LeftButton, type, {}, m_time);
        });
    }
    void press(const char* step, const QWidget& widget, const QPoint& at)
    {
        m_time += 1'000; // no two of them are a double click
        mouse(step, widget, at, QEvent::MouseMove);
        mouse(step, widget, at, QEvent::MouseButtonPress);
        mouse(step, widget, at, QEvent::MouseButtonRelease);
    }
    void wheel(const char* step, QWidget& widget, int notches)
    {
        for (int i = 0; i < std::abs(notches); ++i) {
            const QPointF at = widget.rect().center();
            m_loop.act(step, [&] {
                QWheelEvent event(at, widget.mapToGlobal(at), {}, QPoint(0, notches > 0 ? 120 : -120),
                                  Qt::NoButton, {}, Qt::NoScrollPhase, false);
                QCoreApplication::sendEvent(&widget, &event);
            });
            m_loop.rest();
        }
    }
    void keys(const char* step, Qt::Key key, int times = 1, Qt::KeyboardModifiers modifiers = {},
              const QString& text = {})
    {
        for (int i = 0; i < times; ++i) {
            for (const QEvent::Type type : {QEvent::KeyPress, QEvent::KeyRelease})
                m_loop.act(step, [&] {
                    qt_handleKeyEvent(m_window.windowHandle(), type, key, modifiers, text, false, 1);
                });
            m_loop.rest();
        }
    }
    void type(const char* step, QLineEdit& field, const QString& text)
    {
        press(step, field, field.rect().center());
        for (const QChar letter : text)
            keys(step, Qt::Key(letter.toUpper().unicode()), 1, {}, letter);
    }
    void drag(const char* step, QScrollBar& bar)
    {
        for (const int share : {1, 2, 3, 4, 3, 2}) { // quarters of its way
            m_loop.act(step, [&] { bar.setValue(static_cast<int>(qint64(bar.maximum()) * share / 4)); });
            m_loop.rest();
        }
    }
    // False: this capture has no such tab.
    bool openTab(const char* step, QWidget* pane)
    {
        const int index = m_window.tabs()->indexOf(pane->parentWidget());
        if (index < 0 || !m_window.tabs()->isTabVisible(index))
            return false;
        press(step, *m_window.tabs()->tabBar(), m_window.tabs()->tabBar()->tabRect(index).center());
        m_loop.rest(0.1);
        return pane->isVisible();
    }

    // --- clicks that select

    using Spots = std::vector<QPoint>;

    Spots rowSpots(const RowView& view) const // of all rows but the current one
    {
        Spots spots;
        for (int y = 4; y < view.viewport()->height(); y += 8) {
            const QPoint at(view.viewport()->width() / 3, y);
            const QModelIndex row = view.indexAt(at).siblingAtColumn(0);
            const auto* const tree = qobject_cast<const StructureModel*>(view.model());
            const bool isNode = !tree || tree->nodeAt(row); // not a range of them
            if (row.isValid() && isNode && row != view.currentIndex().siblingAtColumn(0))
                spots.push_back(at);
        }
        return spots;
    }
    Spots sliceSpots() const
    {
        const TimelineView& view = *m_window.timelinePane()->view();
        const auto& selected = m_window.timelinePane()->scene()->selected();
        Spots spots;
        for (int y = 5; y < view.viewport()->height(); y += 10) {
            for (int x = 20; x < view.viewport()->width() - 20; x += 60) {
                const auto slice = view.sliceAt({x, y});
                if (slice && (selected.empty() || *slice != selected.front()))
                    spots.emplace_back(x, y);
            }
        }
        return spots;
    }
    Spots byteSpots() const
    {
        const HexView& view = *m_window.bytesPane()->view();
        const HexLayout& layout = view.layout();
        Spots spots;
        for (std::uint64_t i = 0; i < view.shown().length; ++i) {
            const int row = static_cast<int>(i / HexLayout::kBytes),
                      column = static_cast<int>(i % HexLayout::kBytes);
            const int y = view.headHeight() + row * layout.rowHeight() + layout.rowHeight() / 2;
            if (view.shown().offset + i != view.caret() && y < view.viewport()->height() - layout.rowHeight())
                spots.emplace_back(layout.hexX(column) + 4, y);
        }
        return spots;
    }

    // Milliseconds until all panes show it and are painted; nothing when there is nothing to click.
    std::optional<double> clickOnce(const char* step, const QWidget& widget, const Spots& spots,
                                    std::size_t which)
    {
        if (spots.empty())
            return {};
        const Selection before = m_window.session()->selection();
        const double begin = wallSeconds();
        press(step, widget, spots[which % spots.size()]);
        const auto isShown = [&] { return m_window.session()->selection() != before && !unfilled(m_window); };
        if (!m_loop.turnUntil(isShown, kFills)) {
            const char* const pane = unfilled(m_window);
            std::fprintf(stderr, "%s: %s\n", step, pane ? pane : "nothing else was selected");
        }
        double shown = wallSeconds();
        const std::uint64_t paints = m_loop.paints();
        if (m_loop.turnUntil([&] { return m_loop.paints() > paints; }, kPaints))
            shown = wallSeconds();
        return (shown - begin) * 1e3;
    }
    // The first is not counted: afterwards what is asked for is in memory.
    template <class Find>
    void clickThrough(const char* step, const QWidget& widget, const Find& spots)
    {
        for (int i = 0; i <= m_perPane; ++i) {
            const auto took = clickOnce(step, widget, spots(), static_cast<std::size_t>(i) * 7919);
            if (took && i > 0) {
                m_clicks.push_back(*took);
                double& worst = m_slowest[step];
                worst = std::max(worst, *took);
            }
            m_loop.rest();
        }
    }

    // --- the script

    void playTimeline()
    {
        TimelineView& view = *m_window.timelinePane()->view();
        if (!view.isVisible())
            return;
        openTab("bytes tab", m_window.bytesPane());
        QWidget& area = *view.viewport();
        wheel("timeline scroll", area, -15);
        wheel("timeline scroll", area, 15);
        drag("timeline scroll", *view.verticalScrollBar());
        for (int x = 20; x < area.width() - 20; x += 40) {
            mouse("timeline hover", area, {x, area.height() / 2}, QEvent::MouseMove);
            m_loop.rest();
        }
        m_loop.act("timeline unfold", [&] { m_window.findChild<LabelColumn*>()->setFocus(); });
        for (const Qt::Key key :
             {Qt::Key_Home, Qt::Key_Right, Qt::Key_Down, Qt::Key_Right, Qt::Key_Down, Qt::Key_Right})
            keys("timeline unfold", key);
        m_loop.act("timeline zoom", [&] { view.setFocus(); });
        for (const auto& [key, times] :
             {std::pair(Qt::Key_W, 15), {Qt::Key_D, 10}, {Qt::Key_A, 5}, {Qt::Key_S, 8}})
            keys("timeline zoom", key, times);
        clickThrough("click slice", area, [&] { return sliceSpots(); });
        keys("timeline zoom", Qt::Key_S, 15);
        clickThrough("click slice", area, [&] { return sliceSpots(); });
        for (const auto& [key, times] : {std::pair(Qt::Key_Right, 5), {Qt::Key_Down, 5}})
            keys("timeline keys", key, times);
    }

    // All but one track hidden, one moved behind all others: then whatever takes as long as there are tracks is slow.
    void playTracks()
    {
        TimelinePane& pane = *m_window.timelinePane();
        if (!pane.isVisible() || pane.scene()->selectedTrack() == kNoTrack)
            return;
        const auto turn = [&](const char* step, const std::function<void()>& act) {
            m_loop.act(step, act);
            m_loop.turnUntil([&] { return pane.isSettled(); }, kOpens);
            m_loop.rest(0.2); // until it is remembered
        };
        QWidget& area = *pane.view()->viewport();
        turn("move track", [&] { pane.scene()->move(pane.scene()->selectedTrack(), kNoTrack); });
        wheel("scroll among moved", area, -5);
        clickThrough("click among moved", area, [&] { return sliceSpots(); });
        turn("show only", [&] { pane.showOnlySelectedTrack(); });
        wheel("scroll among hidden", area, -5);
        clickThrough("click among hidden", area, [&] { return sliceSpots(); });
        keys("zoom among hidden", Qt::Key_S, 5);
        turn("show all", [&] { pane.scene()->showAll(); });
    }

    void playTree()
    {
        openTab("bytes tab", m_window.bytesPane());
        wheel("tree scroll", *m_tree->viewport(), -10);
        drag("tree scroll", *m_tree->verticalScrollBar());
        m_loop.act("tree keys", [&] { m_tree->setFocus(); });
        for (const Qt::Key key : {Qt::Key_Home, Qt::Key_Right, Qt::Key_Down, Qt::Key_Right, Qt::Key_Down,
                                  Qt::Key_Right, Qt::Key_Down, Qt::Key_Right, Qt::Key_Down, Qt::Key_Right})
            keys("tree keys", key);
        clickThrough("click tree", *m_tree->viewport(), [&] { return rowSpots(*m_tree); });
    }

    void playBytes()
    {
        BytesPane* const pane = m_window.bytesPane();
        if (!openTab("bytes tab", pane))
            return;
        wheel("bytes scroll", *pane->view()->viewport(), -10);
        drag("bytes scroll", *pane->view()->verticalScrollBar());
        clickThrough("click byte", *pane->view()->viewport(), [&] { return byteSpots(); });
        clickThrough("click record of bytes", *pane->recordTable()->viewport(),
                     [&] { return rowSpots(*pane->recordTable()); });
    }

    void playRecords()
    {
        RecordsPane& pane = *m_window.recordsPane();
        if (!openTab("records tab", &pane))
            return;
        m_loop.turnUntil([&] { return !pane.isReading(); }, kOpens);
        playList("records", *pane.table());
        clickThrough("click record", *pane.table()->viewport(), [&] { return rowSpots(*pane.table()); });
        type("records filter", *pane.filterField(), QStringLiteral("an"));
        keys("records filter", Qt::Key_Escape);
        QHeaderView& header = *pane.table()->header();
        press("records sort", *header.viewport(),
              {header.sectionViewportPosition(2) + 5, header.height() / 2});
        m_loop.rest(0.1);
    }

    // Tabs in which clicks need not select anything.
    void playOtherTabs()
    {
        if (FlamePane* const flame = m_window.flamePane(); openTab("flame tab", flame)) {
            m_loop.turnUntil([&] { return !flame->isReading(); }, kOpens);
            const QRect area = flame->view()->viewport()->rect();
            for (const int share : {1, 2, 3})
                press("click flame", *flame->view()->viewport(),
                      {area.width() * share / 4, area.height() / 2});
        }
        if (NotesPane* const notes = m_window.notesPane(); openTab("notes tab", notes)) {
            playList("notes", *notes->table());
            pressRows("click note", *notes->table());
            if (notes->filterField()->isVisible()) {
                type("notes filter", *notes->filterField(), QStringLiteral("an"));
                m_loop.act("notes filter", [&] { notes->filterField()->clear(); });
            }
            playNotes();
        }
        if (ProblemsPane* const problems = m_window.problemsPane(); openTab("problems tab", problems)) {
            m_loop.rest(0.5);
            playList("problems", *problems->table());
            pressRows("click problem", *problems->table());
        }
    }
    // One note is dropped, one is kept, taken back, done once more and reverted, one is left for saving.
    void playNotes()
    {
        const auto write = [&] {
            keys("add note", Qt::Key_M);
            for (const QChar letter : QStringLiteral("seen here"))
                keys("write note", Qt::Key(letter.toUpper().unicode()), 1, {}, letter);
        };
        write();
        m_loop.rest(1.2); // longer than the recovery file waits
        keys("drop note", Qt::Key_Escape);
        write();
        keys("keep note", Qt::Key_Return, 1, Qt::ControlModifier);
        keys("next note", Qt::Key_Down, 3, Qt::AltModifier);
        keys("undo note", Qt::Key_Z, 2, Qt::ControlModifier);
        keys("redo note", Qt::Key_Z, 2, Qt::ControlModifier | Qt::ShiftModifier);
        m_loop.act("revert notes", [this] { m_window.notes()->revert(); }); // the command asks first
        m_loop.rest();
        write();
        keys("keep note", Qt::Key_Return, 1, Qt::ControlModifier);
    }
    void playList(const std::string& name, RowView& list)
    {
        wheel((name + " scroll").c_str(), *list.viewport(), -10);
        drag((name + " scroll").c_str(), *list.verticalScrollBar());
    }
    void pressRows(const char* step, const RowView& list)
    {
        for (std::size_t i = 0; i < 5; ++i) {
            if (const Spots spots = rowSpots(list); !spots.empty())
                press(step, *list.viewport(), spots[i * 7919 % spots.size()]);
            m_loop.rest(0.1);
        }
    }

    void playSearches()
    {
        auto* const structure = m_window.findChild<StructurePane*>();
        type("structure filter", *structure->filterField(), QStringLiteral("re"));
        m_loop.turnUntil([&] { return structure->hits()->isVisible(); }, 5);
        keys("structure filter", Qt::Key_Escape);
        if (BytesPane* const bytes = m_window.bytesPane(); openTab("bytes tab", bytes)) {
            type("find bytes", *bytes->findField(), QStringLiteral("01 02"));
            m_loop.turnUntil([&] { return bytes->resultTable()->isVisible(); }, 2);
            keys("find bytes", Qt::Key_Escape, 2);
        }
        if (m_window.timelinePane()->isVisible()) {
            QLineEdit& search = *m_window.tools()->search()->field();
            type("search", search, QStringLiteral("an"));
            m_loop.rest(0.5);
            keys("next hit", Qt::Key_F3, 5);
            type("search", search, QStringLiteral(" duration > 1 us"));
            m_loop.rest(0.5);
            search.clear();
            m_window.timelinePane()->editFilter();
            type("track filter", *qobject_cast<QLineEdit*>(m_window.focusWidget()), QStringLiteral("wo"));
            m_loop.rest(0.5);
            keys("track filter", Qt::Key_Escape);
        }
        keys("go to", Qt::Key_G, 1, Qt::ControlModifier);
        for (const QChar letter : QStringLiteral("#100"))
            keys("go to", Qt::Key(letter.unicode()), 1, {}, letter);
        keys("go to", Qt::Key_Return);
        m_loop.rest(0.5);
        keys("go to", Qt::Key_Escape);
    }

    WatchedLoop& m_loop;
    MainWindow& m_window;
    int m_perPane;
    StructureView* m_tree = nullptr;
    int m_time = 0; // of input, milliseconds
    std::vector<double> m_clicks;
    std::map<std::string, double> m_slowest;
};

}

int sessionChild(int argc, char** argv)
{
    const char* const name = argv[2];
    const std::filesystem::path path = argv[3];
    qputenv("QT_QPA_PLATFORM", "offscreen");
    keepOwnMemory();
    WatchedLoop loop(argc, argv);
    prepareAppearance();
    Settings settings(qEnvironmentVariable("XDG_CONFIG_HOME") + "/session.ini");
    MainWindow window(settings);
    window.resize(1920, 1080);
    window.show();
    window.activateWindow();
    loop.turnUntil([&] { return window.isActiveWindow(); }, 1);
    loop.rest(0.2);
    loop.forget(); // the start of the program has a benchmark of its own
    Session session(loop, window, std::atoi(argv[4]));
    const bool hasManyNotes = std::strcmp(name, "notes") == 0;
    session.play(path, hasManyNotes);

    const std::string prefix = "session." + std::string(name);
    row(prefix + ".stall", percentile(loop.stalls(), 1), "ms", kStallLimitMs);
    row(prefix + ".stall.p99", percentile(loop.stalls(), 0.99), "ms", kMostStallsLimitMs);
    row(prefix + ".stall.cpu", percentile(loop.used(), 1), "ms", kStallLimitMs);
    if (!session.clicks().empty())
        row(prefix + ".click", percentile(session.clicks(), 0.99), "ms", kClickLimitMs);
    if (hasManyNotes) {
        QApplication::setQuitOnLastWindowClosed(false);
        constexpr int kMoments = 12;
        constexpr double kApart = 0.15; // seconds: together longer than the save
        for (int i = 0; i < kMoments; ++i)
            session.closeWhileSaving(path, kApart * i);
        row(prefix + ".close-while-saving", loop.longest(kCloseWhileSaving), "ms", kCloseLimitMs);
    }
    loop.tellWorst(name, kStallLimitMs / 1e3);
    session.tellSlowest(name, kClickLimitMs);
    return 0;
}

void session(int argc, char** argv)
{
    constexpr std::uint64_t kBytes = 100'000'000;
    bool isFull = false;
    std::vector<SessionCapture> captures;
    for (int i = 1; i < argc; ++i) {
        isFull = isFull || std::strcmp(argv[i], "--full") == 0;
        if (std::error_code ignored; std::filesystem::is_directory(argv[i], ignored))
            captures = capturesBelow(argv[i]);
    }
    const QTemporaryDir folder;
    for (const char* const home : {"XDG_CONFIG_HOME", "XDG_DATA_HOME"})
        qputenv(home, folder.path().toUtf8());
    qputenv("QT_LOGGING_RULES", "default.warning=false"); // the platform says what it has no screen for
    const auto large = writeLargeCaptures(folder.path().toStdString(), isFull ? 10 * kBytes : kBytes);
    captures.insert(captures.begin(), large.begin(), large.end());
    for (const SessionCapture& capture : captures) {
        QProcess process;
        process.setProcessChannelMode(QProcess::ForwardedChannels);
        process.start(argv[0],
                      {QStringLiteral("--session-child"), fromUtf8(capture.name),
                       QString::fromStdString(capture.path.string()), QString::number(capture.clicks)});
        if (!process.waitForFinished(3'600'000) || process.exitStatus() != QProcess::NormalExit)
            std::fprintf(stderr, "%s: the session did not end\n", capture.name.c_str());
    }
}

}
