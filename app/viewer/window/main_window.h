// What a window shows: the start page, or one capture with its menus, panes, tool bar and status bar. A tab of a
// TabbedWindow, or a window itself.
//
//     MainWindow* tab = MainWindow::openWindow(settings, path);
//     tab->openPaths(more);                  // further tabs of the same window
//     tab->open(path);                       // in this one; in the background when it takes long
//
// Opening never fails with a dialog: the window's page says in a sentence what is the matter and what can be
// done.
#pragma once

#include "app/viewer/commands/commands.h"
#include "app/viewer/settings/settings.h"
#include "app/viewer/window/later_pane.h"
#include "app/viewer/window/message_bar.h"
#include "widgets/common/background_task.h"
#include "widgets/common/file_watch.h"
#include "widgets/session/capture_loader.h"
#include "widgets/session/session_baseline.h"
#include "widgets/session/session_filter.h"
#include "widgets/session/session_findings.h"
#include "widgets/session/session_notes.h"
#include "widgets/session/session_search.h"
#include "widgets/session/time_link.h"

#include <QMainWindow>
#include <QPointer>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>

class QStackedWidget;
class QTimer;

namespace traceglass {

class BottomTabs;
class BytesPane;
class CaptureStatusBar;
class CaptureToolBar;
class DetailsPane;
class DropOutline;
class FilterBar;
class FilterSets;
class FindingsPane;
class FlamePane;
class MemoryPane;
class MessagePage;
class NoteCommands;
class NotesPane;
class ProblemsPane;
class QueuesPane;
class RecordsPane;
class SearchPane;
class SetsMenu;
class SliceCommands;
class StartPage;
class StatisticsPane;
class StructurePane;
class ThresholdDialog;
class TimelinePane;
struct Demo;
struct Dropped;
struct RecentCapture;
struct TabLook;

class MainWindow : public QMainWindow
{
    Q_OBJECT

public:
    // What is shown, and how large letters are, never makes the window larger: panes get less than they would like.
    static constexpr QSize kLeast {400, 300};

    explicit MainWindow(Settings& settings, QWidget* parent = nullptr);
    ~MainWindow() override;

    struct Begun // reading, while the window that is to show it is still being made
    {
        std::filesystem::path path;
        CaptureLoader::As as;
        std::unique_ptr<Opening> opening;
    };
    static Begun begin(const std::filesystem::path& path, CaptureLoader::As as = CaptureLoader::As::capture);
    void open(Begun begun);
    void open(const std::filesystem::path& path, CaptureLoader::As as = CaptureLoader::As::capture);
    void openDemo(const Demo* demo);
    void showStartPage();

    DocumentSession* session() const { return m_session.get(); }
    SessionNotes* notes() const { return m_notes.get(); }
    bool isLoading() const { return m_loader.isLoading(); }
    const std::optional<Error>& failure() const { return m_failure; } // why nothing is shown
    Commands& commands() { return m_commands; }
    NoteCommands& noteCommands() { return *m_noteCommands; }
    StartPage* startPage();
    MessagePage* messagePage() const { return m_messagePage; }
    MessageBar* problemBar() const { return m_problemBar; }
    MessageBar* changedBar() const { return m_changedBar; }
    MessageBar* baselineBar() const { return m_baselineBar; }
    MessageBar* noteBar() const { return m_noteBar; }
    MessageBar* setBar() const { return m_setBar; }
    MessageBar* programBar() const { return m_programBar; }
    CaptureStatusBar* status() const { return m_status; }
    CaptureToolBar* tools() const { return m_tools; }
    TimelinePane* timelinePane() const { return m_timeline; }
    DetailsPane* detailsPane() const { return m_details; }
    BottomTabs* tabs() const { return m_tabs; }
    // Made when they are first used.
    const LaterPane<BytesPane>& bytesPane() const { return m_bytes; }
    const LaterPane<FindingsPane>& findingsPane() const { return m_findingsPane; }
    const LaterPane<FlamePane>& flamePane() const { return m_flame; }
    const LaterPane<MemoryPane>& memoryPane() const { return m_memory; }
    const LaterPane<NotesPane>& notesPane() const { return m_notesPane; }
    const LaterPane<ProblemsPane>& problemsPane() const { return m_problems; }
    const LaterPane<QueuesPane>& queuesPane() const { return m_queues; }
    const LaterPane<RecordsPane>& recordsPane() const { return m_records; }
    const LaterPane<SearchPane>& searchPane() const { return m_searchPane; }
    const LaterPane<StatisticsPane>& statisticsPane() const { return m_statistics; }
    SessionSearch* search() const { return m_search.get(); }
    SessionBaseline* baseline() const { return m_baseline.get(); }
    TimeLink* timeLink() const { return m_timeLink; } // null: it moves by itself
    void linkTimeWith(DocumentSession* other);        // of another window
    SessionFindings* findings() const { return m_findings.get(); }
    SessionFilter* filter() const { return m_filter.get(); }
    FilterBar* filterBar() const { return m_filterBar; }
    FilterSets* sets() const { return m_sets; }
    SetsMenu* setsMenu() const { return m_setsMenu; }
    bool
    goToNextWidget(bool forward); // in the order in which the parts are seen; false: the focus is in none
    // Brings a lower pane to the front by its object name: "bytes", "flame"; false when there is none.
    bool showPane(const QString& name);

    // One tab a capture: the one that shows it already comes to the front; else takes this one while it is
    // empty, or opens another.
    void openPaths(const QStringList& paths) { openEach(paths, !m_session && !m_loader.isLoading()); }
    static MainWindow* openWindow(Settings& settings, const QString& path); // a window for itself
    // In the window used last, if there is one.
    static void openInFront(Settings& settings, const QStringList& paths);
    static std::vector<MainWindow*> all(); // of all windows
    void comeToFront();
    void awaitDrop(bool isAwaited);    // something is held over it
    void take(const Dropped& dropped); // opens it, and says what of it cannot be opened
    TabLook look() const;              // what its tab says
    // Of what is open, being opened, or could not be; empty: nothing, or what no other start could open.
    QString openPath() const;
    bool isOpening() const; // until all of it is known
    // In a bar above everything: what is no matter of the capture, and what can be done.
    void tell(MessageBar::Kind kind, const QString& head, const QString& text, const QString& action = {},
              std::function<void()> act = {});
    void updateTabCommands();
    static void updateAllTabCommands(); // tabs or windows have come or gone

signals:
    void tabChanged(); // title or look
    void closed();     // by the user

protected:
    bool event(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override; // of the docks
    bool focusNextPrevChild(bool next) override;

private:
    enum Tab {
        findingsTab,
        searchTab,
        memoryTab,
        queuesTab,
        statisticsTab,
        bytesTab,
        recordsTab,
        flameTab,
        notesTab,
        problemsTab
    };

    // main_window.cpp
    void makeFrame();
    QDockWidget* makeDock(const char* name, const QString& title, Qt::DockWidgetArea area);
    void connectCommands();
    void catchUp();
    void watchDisk(bool seen); // what nobody sees is not asked for every second
    void tellTrouble(); // with the settings
    void applySettings();
    std::optional<int> tabOf(const QString& name) const; // shown for this capture
    bool focusPane(const QString& name);
    void showRecordsOf(TrackId track); // in the tab Records
    void focusStructure();
    void say(const QString& text);
    bool hasTimeline() const { return m_session && m_session->capture()->hasTimeline(); }

    // main_window_parts.cpp
    struct Area // of the window
    {
        QWidget* widget;
        QWidget* first; // has the focus when the area has it for the first time; null: whatever takes it
    };
    std::vector<Area> areas() const; // that are shown, in the order in which they are seen
    void goToArea(bool forward);

    // main_window_tabs.cpp
    void makeWindowCommands();
    void fillWindowMenu(QMenu* menu);
    void moveToWindow();
    void reopen();
    void rememberClosed();
    void takeFocus(QWidget* widget);
    QWidget* firstPane() const; // that has the keys when a capture opens
    void hideFloating(bool hide);
    static MainWindow* showing(const std::filesystem::path& path); // null: none
    void openEach(const QStringList& paths, bool takesOne);
    MainWindow* openBeside(const QString& path);                   // in a tab of this window

    // main_window_capture.cpp
    void setCapture(std::shared_ptr<Capture> capture);
    void connectCapture();
    void tellChanged();
    void tellBaselineChanged();
    void leaveCapture();
    void connectFindings();
    void showSerious();
    void showThresholds();
    void loaded(CaptureLoader::Loaded& result);
    bool giveWayToTheSame(const Capture& capture);
    void keepSketch();
    void startLoading();
    std::chrono::milliseconds patience() const;
    void showCaptureParts(bool visible);

    // main_window_panes.cpp
    template <class Pane, class Make>
    LaterPane<Pane> addPane(const char* name, const QString& title, Make make);
    void makePanes();
    void makeLowerPanes();
    FindingsPane* makeFindings(QWidget* page);
    SearchPane* makeSearch(QWidget* page);
    template <class Pane>
    Pane* makeGpuPane(QWidget* page); // Memory and Queues
    StatisticsPane* makeStatistics(QWidget* page);
    BytesPane* makeBytes(QWidget* page);
    RecordsPane* makeRecords(QWidget* page);
    FlamePane* makeFlame(QWidget* page);
    NotesPane* makeNotes(QWidget* page);
    ProblemsPane* makeProblems(QWidget* page);
    void connectTabs();
    void sayCopied(const QString& what);
    void markTab(Tab tab, bool isRestricted);
    void savePanes();

    // main_window_drop.cpp
    void paste();
    QWidget* copiedView() const; // has the focus, else the lower pane

    // main_window_compare.cpp
    static std::vector<MainWindow*> windows(); // that show a capture
    static MainWindow* windowOf(const DocumentSession* session);
    std::vector<DocumentSession*> linkable() const; // of other windows, whose time is like this one's
    void connectBaseline();
    void linkTime();
    void unlinkTime();
    void switchLink();
    bool isLinkedWithBaseline() const;
    void tellLink();

    // main_window_commands.cpp
    void makeCommands();
    void makeFileCommands();
    void makeEditCommands();
    void makeViewCommands();
    void makeGoCommands();
    void makeTrackCommands();
    void makeFindingCommands();
    void chooseFiles();
    void chooseFolder();
    void exportTable();
    void savePicture();
    void filterByQuery(const QString& query);
    void filterBySearch(const QString& query);
    void addFilter(const QString& query, const QStringList& more);
    void searchFor(const QString& query);
    void makeSets();
    void showPreferences();
    void openLocation(const QString& path);
    void about();
    void showTour();

    // main_window_menus.cpp
    void makeMenus();
    void fillRecentMenu(QMenu* menu);
    void updateCommands();
    void updateTrackCommands(); // while tracks come and go

    // main_window_state.cpp
    void arrangeDocks(bool replacing);
    bool isNarrow() const;
    void keepTimelineHigh(int lower); // by so much the window has become lower
    QByteArray docks() const;
    bool restoreDocks(const QByteArray& docks);
    QString stateKey() const; // captures with and without time have a layout each
    void reload();
    void updateProblems();
    void reselect();
    void updateBars();
    void remember();
    void recall(const RecentCapture& before);
    void showAgain();
    void saveLayout();
    QString tabKey() const; // captures of one format have their lower pane in common
    QHash<QString, int> savedNameColors() const;
    void saveNameColors(const QHash<QString, int>& colors);
    QStringList savedThresholds() const; // of findings, for all captures
    void saveThresholds();
    QString capturePath() const;

    Settings& m_settings;
    Commands m_commands;
    CaptureLoader m_loader;
    CaptureLoader::As m_openedAs = CaptureLoader::As::capture;
    QString m_demoKey; // of the setting that remembers the demo on its way
    std::optional<Error> m_failure;
    std::unique_ptr<DocumentSession> m_session;
    std::unique_ptr<SessionNotes> m_notes;
    std::unique_ptr<SessionSearch> m_search;
    std::unique_ptr<SessionFilter> m_filter;
    std::unique_ptr<SessionBaseline> m_baseline;
    std::unique_ptr<SessionFindings> m_findings;
    QPointer<TimeLink> m_timeLink;
    NoteCommands* m_noteCommands = nullptr;
    SliceCommands* m_sliceCommands = nullptr;
    FilterSets* m_sets = nullptr;
    SetsMenu* m_setsMenu = nullptr;
    FileWatch m_watch;
    BackgroundTask m_sketching; // for the start page
    BackgroundTask m_sorting;   // of what was dropped
    BackgroundTask m_savingPicture;
    bool m_problemsDismissed = false;
    std::optional<int> m_firstTab;  // at the first visit of a capture, until it is known what looks wrong
    QString m_layoutUsed;           // the key of the layout the docks have
    bool m_isTreeAway = false;      // for want of room, and not because somebody closed it
    int m_detailsFor = 0;           // the width of the window that Details have their share of
    QTimer* m_remembering;          // waits until the window stands: writing to a disk takes long
    QPointer<QWidget> m_focusLater; // when the tab comes to the front
    QPointer<DropOutline> m_dropOutline;
    std::vector<QDockWidget*> m_floating; // hidden until then

    struct Selected // so that it is found again
    {
        std::optional<SliceId> slice {};
        std::string node {}; // its path; empty: none
        int scroll = 0;      // of the tracks
    };
    struct Left // what the same file takes over when it is loaded anew, or closed and opened again
    {
        std::optional<TimeRange> view {}; // nothing: all
        Selected selected {};
        SessionBaseline::Choice baseline;
        QString search {};
        FilterParts filter {};
        std::optional<SessionFindings::Current> finding {};
    };
    Left left() const;
    void open(Begun begun, std::optional<Left> takeOver);
    std::optional<Left> m_takeOver; // by what is being opened, or tried again, until it is there
    static inline std::vector<MainWindow*> s_existing; // as they came
    static inline std::map<QString, Left> s_closed; // by path; since the program was started
    struct Times // of the capture as it was left
    {
        std::optional<TimeRange> view {};
        std::optional<TimeRange> range {};
    };
    Times m_again;          // what of them is still to be shown
    Selected m_reselect;    // it may be known only when everything was read
    QPointer<ThresholdDialog> m_thresholds;

    QStackedWidget* m_pages = nullptr;
    StartPage* m_startPage = nullptr;
    MessagePage* m_messagePage = nullptr;
    QWidget* m_capturePage = nullptr;
    CaptureToolBar* m_tools = nullptr;
    QToolBar* m_bars = nullptr;
    FilterBar* m_filterBar = nullptr;
    MessageBar* m_changedBar = nullptr;
    MessageBar* m_baselineBar = nullptr; // the same of what is compared with
    MessageBar* m_noteBar = nullptr;
    MessageBar* m_setBar = nullptr; // what a set did not find
    MessageBar* m_problemBar = nullptr;
    MessageBar* m_failureBar = nullptr; // indexing or reloading failed
    MessageBar* m_programBar = nullptr; // what is no matter of the capture
    std::function<void()> m_programAct;
    CaptureStatusBar* m_status = nullptr;
    QDockWidget* m_structureDock = nullptr;
    QDockWidget* m_detailsDock = nullptr;
    QDockWidget* m_bottomDock = nullptr;
    BottomTabs* m_tabs = nullptr;

    // There while a capture is open.
    TimelinePane* m_timeline = nullptr;
    StructurePane* m_structure = nullptr;
    DetailsPane* m_details = nullptr;
    LaterPane<BytesPane> m_bytes;
    LaterPane<FindingsPane> m_findingsPane;
    LaterPane<SearchPane> m_searchPane;
    LaterPane<MemoryPane> m_memory;
    LaterPane<QueuesPane> m_queues;
    LaterPane<StatisticsPane> m_statistics;
    LaterPane<RecordsPane> m_records;
    LaterPane<FlamePane> m_flame;
    LaterPane<NotesPane> m_notesPane;
    LaterPane<ProblemsPane> m_problems;
};

}
