#include "app/viewer/main_window.h"

#include "app/viewer/bottom_tabs.h"
#include "app/viewer/capture_status_bar.h"
#include "app/viewer/capture_tool_bar.h"
#include "app/viewer/dock_title.h"
#include "app/viewer/message_bar.h"
#include "app/viewer/message_page.h"
#include "app/viewer/note_commands.h"
#include "app/viewer/recent_captures.h"
#include "app/viewer/recent_view.h"
#include "app/viewer/separator_style.h"
#include "app/viewer/slice_commands.h"
#include "app/viewer/start_page.h"
#include "app/viewer/window_parts.h"
#include "core/formats/demo.h"
#include "core/formats/format_list.h"
#include "widgets/common/icons.h"
#include "widgets/common/plain_text.h"
#include "widgets/common/theme.h"
#include "widgets/common/utf8.h"
#include "widgets/details/details_pane.h"
#include "widgets/flame/flame_pane.h"
#include "widgets/hex/bytes_pane.h"
#include "widgets/models/problems_pane.h"
#include "widgets/models/records_pane.h"
#include "widgets/models/structure_pane.h"
#include "widgets/models/structure_view.h"
#include "widgets/notes/notes_pane.h"
#include "widgets/timeline/timeline_pane.h"

#include <QApplication>
#include <QDragEnterEvent>
#include <QLineEdit>
#include <QMimeData>
#include <QStandardPaths>
#include <QTimer>
#include <QUrl>
#include <QVBoxLayout>
#include <utility>

namespace traceglass {

namespace {

constexpr int kDetailsShare = 6; // of a window wide enough

// Whether a file is one of those that a recording in a folder consists of.
bool consistsOf(const DocumentSession& recording, const std::filesystem::path& folder,
                const std::filesystem::path& file)
{
    return std::ranges::any_of(recording.sourceNames(),
                               [&](const std::string& name) { return folder / name == file; });
}

}

MainWindow::MainWindow(Settings& settings, QWidget* parent)
    : QMainWindow(parent)
    , m_settings(settings)
    , m_commands(this)
{
    keepTextPlain();
    setWindowTitle(tr("Traceglass"));
    setAcceptDrops(true);
    setStyle(new SeparatorStyle(this));
    resize(1440, 900);
    makeCommands();
    makeFrame();
    connectNotes();
    connectSlices();
    makeMenus();
    connect(&m_loader, &CaptureLoader::finished, this,
            [this](CaptureLoader::Loaded* result) { loaded(*result); });
    const auto check = [this] {
        if (m_session)
            m_session->checkDisk();
    };
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, check);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, check);
    if (const QByteArray geometry = m_settings.bytes(QStringLiteral("window/geometry")); !geometry.isEmpty())
        restoreGeometry(geometry);
    showCaptureParts(false);
    updateCommands();
}

// Details grow and shrink with the window by their share, whatever width the user gave them.
void MainWindow::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    // The difference of two shares: in a drag, shares of single pixels would add up to nothing.
    const int more = event->size().width() / kDetailsShare - event->oldSize().width() / kDetailsShare;
    if (!isVisible() || !m_session || !event->oldSize().isValid() || more == 0 || m_detailsDock->isFloating()
        || !m_detailsDock->isVisible())
        return;
    const int now = m_detailsDock->width();
    resizeDocks({m_detailsDock}, {std::max(std::min(now, metrics::kDetailsWidth), now + more)},
                Qt::Horizontal);
}

// A window that shows nothing yet when it appears shows the start page.
void MainWindow::showEvent(QShowEvent* event)
{
    if (!m_session && !m_failure && !m_loader.isLoading() && !m_startPage)
        showStartPage();
    QMainWindow::showEvent(event);
}

MainWindow::~MainWindow()
{
    leaveCapture();
}

void MainWindow::makeFrame()
{
    m_tools = new CaptureToolBar(m_commands, this);
    addToolBar(Qt::TopToolBarArea, m_tools);
    m_tools->layout()->setContentsMargins(0, 0, 0, 0);
    addToolBarBreak(Qt::TopToolBarArea);
    m_bars = new BarHolder(tr("Messages"), this);
    auto* stack = new QWidget(m_bars);
    stack->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    auto* bars = new QVBoxLayout(stack);
    bars->setContentsMargins(0, 0, 0, 0);
    bars->setSpacing(0);
    m_changedBar = new MessageBar(stack);
    m_failureBar = new MessageBar(stack);
    m_noteBar = new MessageBar(stack);
    m_problemBar = new MessageBar(stack);
    for (MessageBar* bar : {m_changedBar, m_failureBar, m_noteBar, m_problemBar}) {
        bars->addWidget(bar);
        connect(bar, &MessageBar::closed, this, &MainWindow::updateBars);
    }
    m_bars->addWidget(stack);
    addToolBar(Qt::TopToolBarArea, m_bars);
    m_bars->layout()->setContentsMargins(0, 0, 0, 0);
    connect(m_problemBar, &MessageBar::closed, this, [this] { m_problemsDismissed = true; });
    connect(m_problemBar, &MessageBar::actionTriggered, m_commands["go.problems"], &QAction::trigger);
    connect(m_changedBar, &MessageBar::actionTriggered, this, &MainWindow::reload);
    connect(m_failureBar, &MessageBar::actionTriggered, this, &MainWindow::reload);

    m_pages = new PageStack(this);
    m_messagePage = new MessagePage(m_pages);
    m_capturePage = new QWidget(m_pages);
    auto* capture = new QVBoxLayout(m_capturePage);
    capture->setContentsMargins(0, 0, 0, 0);
    for (QWidget* page : {static_cast<QWidget*>(m_messagePage), m_capturePage})
        m_pages->addWidget(page);
    setCentralWidget(m_pages);

    m_status = new CaptureStatusBar(this);
    setStatusBar(m_status);
    connect(m_status, &CaptureStatusBar::problemsClicked, m_commands["go.problems"], &QAction::trigger);

    setDockOptions(AnimatedDocks | AllowNestedDocks | AllowTabbedDocks);
    setCorner(Qt::BottomLeftCorner, Qt::BottomDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::BottomDockWidgetArea);
    m_structureDock = makeDock("structure", tr("Structure"), Qt::LeftDockWidgetArea);
    m_detailsDock = makeDock("details", tr("Details"), Qt::RightDockWidgetArea);
    m_bottomDock = makeDock("bottom", tr("Bytes, records, problems"), Qt::BottomDockWidgetArea);
    m_bottomDock->setTitleBarWidget(new QWidget(m_bottomDock)); // the tabs are its title
    m_tabs = new BottomTabs(m_bottomDock);
    m_bottomDock->setWidget(m_tabs);

    connect(m_messagePage, &MessagePage::cancelled, this, &MainWindow::showStartPage);
    connect(m_messagePage, &MessagePage::back, this, &MainWindow::showStartPage);
    connect(m_messagePage, &MessagePage::openOther, m_commands["file.open"], &QAction::trigger);
    connect(m_messagePage, &MessagePage::openAsBytes, this,
            [this] { open(m_loader.path(), CaptureLoader::As::bytes); });
    connect(m_messagePage, &MessagePage::retry, this, [this] { open(m_loader.path(), m_openedAs); });
    connect(m_tools, &CaptureToolBar::filterChanged, this, [this](const QString& words) {
        if (m_timeline)
            m_timeline->setFilter(words);
    });
    connect(m_tools, &CaptureToolBar::nextWanted, this, [this](bool forward) {
        if (m_timeline)
            m_timeline->selectNextTrack(forward);
    });
    connect(m_tools, &CaptureToolBar::filterLeft, this, [this] {
        if (m_timeline)
            m_timeline->reachHits();
    });
}

QDockWidget* MainWindow::makeDock(const char* name, const QString& title, Qt::DockWidgetArea area)
{
    auto* dock = new QDockWidget(title, this);
    dock->setObjectName(QString::fromLatin1(name));
    dock->setTitleBarWidget(new DockTitle(dock));
    dock->installEventFilter(this);
    addDockWidget(area, dock);
    return dock;
}

// --- opening

void MainWindow::open(const std::filesystem::path& path, CaptureLoader::As as)
{
    m_openedAs = as;
    m_demoKey.clear();
    std::error_code ignored;
    // "-" is standard input, whatever the folder is.
    const std::filesystem::path absolute =
        path == "-" ? std::filesystem::path("/dev/stdin") : std::filesystem::absolute(path, ignored);
    m_loader.open(absolute.empty() ? path : absolute, as);
    startLoading();
}

void MainWindow::openDemo(const Demo* demo)
{
    // Written once: another window may have the one of before open.
    const QString key = QStringLiteral("demo/%1").arg(fromUtf8(demo->format));
    const std::filesystem::path before = QString::fromUtf8(m_settings.bytes(key)).toStdString();
    if (MainWindow* window = showing(before)) {
        window->comeToFront();
        return;
    }
    if (m_session) {
        openWindow(m_settings, {})->openDemo(demo);
        return;
    }
    const QString folder =
        QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/demo");
    std::error_code ignored;
    if (!before.empty() && std::filesystem::exists(before, ignored)) {
        open(before);
        return;
    }
    m_openedAs = CaptureLoader::As::capture;
    m_demoKey = key;
    m_loader.make(folder.toStdString(), [demo, target = std::filesystem::path(folder.toStdString())] {
        std::error_code failed;
        std::filesystem::create_directories(target, failed);
        return demo->write(target);
    });
    startLoading();
}

void MainWindow::startLoading()
{
    if (!m_loader.isLoading())
        return;
    if (m_session && m_reload)
        return; // the capture of before stays until the new one is there
    leaveCapture();
    m_pages->setCurrentWidget(m_messagePage);
    m_messagePage->showLoading(m_loader.path());
    showCaptureParts(false);
}

void MainWindow::loaded(CaptureLoader::Loaded& result)
{
    const QString demoKey = std::exchange(m_demoKey, {});
    if (result) {
        m_failure.reset();
        setCapture(std::move(*result));
        if (!demoKey.isEmpty())
            m_settings.setBytes(demoKey, capturePath().toUtf8());
        emit captureOpened();
        return;
    }
    m_failure = result.error();
    if (m_session && m_reload) {
        m_failureBar->show(MessageBar::Kind::error, tr("Reloading failed"), fromUtf8(message(result.error())),
                           {tr("try again")});
        m_reload.reset();
        m_noteCommands->keepForReload(false);
        updateBars();
    } else {
        leaveCapture();
        m_pages->setCurrentWidget(m_messagePage); // shown first: a hidden button takes no focus
        m_messagePage->showError(m_loader.path(), result.error());
        setWindowTitle(
            tr("%1[*] — Traceglass").arg(titleText(fromUtf8(m_loader.path().filename().string()))));
        showCaptureParts(false);
    }
    emit captureFailed();
}

void MainWindow::setCapture(std::shared_ptr<Capture> capture)
{
    const bool replacing = m_session != nullptr;
    leaveCapture();
    m_session = std::make_unique<DocumentSession>(std::move(capture));
    m_session->setTimeFormat(m_settings.timeFormat());
    m_notes = std::make_unique<SessionNotes>(m_session.get());
    m_notes->setAuthor(exactFromUtf8(userName()));
    makePanes();
    connectPanes();
    m_tools->setSession(m_session.get());
    m_status->setSession(m_session.get());
    m_pages->setCurrentWidget(m_capturePage);
    setWindowTitle(tr("%1[*] — Traceglass").arg(titleText(fromUtf8(m_session->capture()->name()))));
    setWindowFilePath(capturePath());
    showCaptureParts(true);
    arrangeDocks(replacing);

    const RecentCaptures recent(m_settings);
    if (const RecentCapture* before = recent.find(capturePath()); before && !before->tracks.isEmpty())
        m_timeline->restoreState(before->tracks);
    std::optional<TimeRange> visible = m_session->capture()->initialView();
    if (m_reload) {
        visible = m_reload->view;
        m_session->setView(m_reload->view);
        m_reselect = std::exchange(m_reload, {})->node;
        reselect();
    }
    m_session->startIndexing(visible);
    m_noteCommands->setCapture(m_session.get(), m_notes.get());
    m_sliceCommands->setCapture(m_session.get(), m_timeline);
    m_notes->load();
    watchFiles();
    remember();
    updateProblems();
    updateCommands();
    // What is not shown takes no focus, and letters would go to the next field.
    QWidget* const tree =
        m_structureDock->isHidden() ? static_cast<QWidget*>(m_bytes->view()) : m_structure->view();
    (hasTimeline() ? static_cast<QWidget*>(m_timeline) : tree)->setFocus();
}

void MainWindow::makePanes()
{
    DocumentSession* session = m_session.get();
    m_timeline = new TimelinePane(session, m_capturePage);
    m_timeline->setNameColors(savedNameColors());
    m_capturePage->layout()->addWidget(m_timeline);
    m_structure = new StructurePane(session, m_structureDock);
    m_structureDock->setWidget(m_structure);
    m_details = new DetailsPane(session, m_detailsDock);
    m_detailsDock->setWidget(m_details);
    m_bytes = new BytesPane(session, m_tabs);
    m_records = new RecordsPane(session, m_tabs);
    m_flame = new FlamePane(session, m_tabs);
    m_problems = new ProblemsPane(session, m_tabs);
    m_tabs->addTab(m_bytes, tr("Bytes"));
    m_tabs->addTab(m_records, tr("Records"));
    m_tabs->addTab(m_flame, tr("Flame graph"));
    m_tabs->setTabVisible(flameTab, session->capture()->hasStacks());
    m_notesPane = new NotesPane(session, m_notes.get(), m_tabs);
    m_notesPane->setObjectName(QStringLiteral("notes"));
    m_tabs->addTab(m_notesPane, tr("Notes"));
    m_tabs->addTab(m_problems, tr("Problems"));
    m_bytes->setObjectName(QStringLiteral("bytes"));
    m_records->setObjectName(QStringLiteral("records"));
    m_flame->setObjectName(QStringLiteral("flame"));
    m_problems->setObjectName(QStringLiteral("problems"));
    // What was recorded; where there is no time axis the panes fill the middle, and bytes are what there is.
    const auto before = tabOf(QString::fromUtf8(m_settings.bytes(tabKey())));
    m_tabs->setCurrentIndex(before.value_or(hasTimeline() ? recordsTab : bytesTab));
    m_structure->restoreState(m_settings.bytes(QStringLiteral("window/structure")));
    m_bytes->restoreState(m_settings.bytes(QStringLiteral("window/bytes")));
    m_records->restoreState(m_settings.bytes(QStringLiteral("window/records")));
    m_notesPane->restoreState(m_settings.bytes(QStringLiteral("window/notes")));
    m_flame->restoreState(m_settings.bytes(QStringLiteral("window/flame")));
    m_problems->restoreState(m_settings.bytes(QStringLiteral("window/problems")));
}

void MainWindow::connectPanes()
{
    DocumentSession* session = m_session.get();
    connect(m_notes.get(), &SessionNotes::saved, this, &MainWindow::watchFiles); // it may be a new file now
    connect(m_timeline, &TimelinePane::filterChanged, m_tools, &CaptureToolBar::showFilter);
    connect(m_timeline, &TimelinePane::cursorMoved, m_status, &CaptureStatusBar::setCursor);
    connect(m_timeline, &TimelinePane::cursorMoved, m_noteCommands, &NoteCommands::setCursor);
    connect(m_timeline, &TimelinePane::statusText, m_status, &CaptureStatusBar::setHover);
    connect(m_timeline, &TimelinePane::structureRequested, this, [this] {
        m_structureDock->show();
        m_structure->view()->setFocus();
    });
    connect(m_timeline, &TimelinePane::nameColorsChanged, this, &MainWindow::saveNameColors);
    connect(m_structure, &StructurePane::bytesWanted, this, [this] { m_tabs->setCurrentIndex(bytesTab); });
    connect(m_bytes, &BytesPane::caretMoved, m_details, &DetailsPane::setCaret);
    connect(m_records, &RecordsPane::countChanged, this,
            [this](int count) { m_tabs->setCount(recordsTab, count, m_records->hasMore()); });
    connect(m_records, &RecordsPane::restrictedChanged, this, [this](bool restricted) {
        m_tabs->setMark(recordsTab, restricted ? FlatTabBar::Mark::restricted : FlatTabBar::Mark::none);
    });
    connect(m_flame, &FlamePane::restrictedChanged, this, [this](bool restricted) {
        m_tabs->setMark(flameTab, restricted ? FlatTabBar::Mark::restricted : FlatTabBar::Mark::none);
    });
    connect(m_notesPane, &NotesPane::addWanted, m_commands["notes.add"], &QAction::trigger);
    connect(m_notesPane, &NotesPane::countChanged, this,
            [this](int count) { m_tabs->setCount(notesTab, count); });
    m_timeline->setNotes(m_notes.get());
    m_structure->setNotes(m_notes.get());
    m_bytes->setNotes(m_notes.get());
    connect(m_timeline, &TimelinePane::noteEditWanted, m_noteCommands, &NoteCommands::editWanted);
    connect(m_notes.get(), &SessionNotes::modifiedChanged, this, &MainWindow::setWindowModified);
    connect(m_problems, &ProblemsPane::bytesWanted, this, [this] { m_tabs->setCurrentIndex(bytesTab); });
    connect(session, &DocumentSession::diagnosticsChanged, this, &MainWindow::updateProblems);
    connect(session, &DocumentSession::historyChanged, this, &MainWindow::updateCommands);
    connect(session, &DocumentSession::trackFilterChanged, this, &MainWindow::updateCommands);
    // The selection's, or that of the track names.
    connect(m_timeline, &TimelinePane::currentTrackChanged, this, &MainWindow::updateCommands);
    connect(m_timeline->scene(), &TimelineScene::layoutChanged, this, &MainWindow::updateSliceCommands);
    connect(session, &DocumentSession::alignmentChanged, this, &MainWindow::remember);
    connect(session, &DocumentSession::timelineChanged, this, &MainWindow::updateCommands); // clocks
    connect(session, &DocumentSession::timeFormatChanged, this,
            [this] { m_settings.setTimeFormat(m_session->timeFormat()); });
    connect(session, &DocumentSession::indexingChanged, this, [this] {
        if (m_session->isIndexing())
            return;
        reselect();
        m_reselect.clear();
        if (const auto& error = m_session->indexError()) {
            m_failureBar->show(MessageBar::Kind::error, tr("Reading stopped"), fromUtf8(message(*error)),
                               {tr("reload")});
            updateBars();
        }
        remember(); // length and problems are known now
        updateCommands();
    });
    connect(session, &DocumentSession::fileChanged, this, [this] {
        m_changedBar->show(MessageBar::Kind::hint, tr("The capture was changed on disk"), {}, {tr("Reload")});
        updateBars();
    });
}

void MainWindow::leaveCapture()
{
    if (!m_session)
        return;
    remember();
    saveLayout();
    m_noteCommands->setCapture(nullptr, nullptr); // takes what is being typed
    m_sliceCommands->setCapture(nullptr, nullptr);
    m_tools->setSession(nullptr);
    m_status->setSession(nullptr);
    // Panes first: they hold the session.
    delete std::exchange(m_timeline, nullptr);
    delete std::exchange(m_structure, nullptr);
    delete std::exchange(m_details, nullptr);
    delete std::exchange(m_bytes, nullptr);
    delete std::exchange(m_records, nullptr);
    delete std::exchange(m_flame, nullptr);
    delete std::exchange(m_notesPane, nullptr);
    delete std::exchange(m_problems, nullptr);
    m_notes.reset();
    m_session.reset();
    setWindowModified(false);
    if (const QStringList watched = m_watcher.files() + m_watcher.directories(); !watched.isEmpty())
        m_watcher.removePaths(watched);
    m_problemsDismissed = false;
    for (MessageBar* bar : {m_changedBar, m_failureBar, m_noteBar, m_problemBar})
        bar->hide();
    updateBars();
}

void MainWindow::showStartPage()
{
    if (!m_noteCommands->mayLeave([this] { showStartPage(); }))
        return;
    m_loader.cancel();
    leaveCapture();
    m_failure.reset();
    setWindowTitle(tr("Traceglass"));
    setWindowFilePath({});
    startPage()->refresh();
    m_pages->setCurrentWidget(startPage());
    showCaptureParts(false);
    updateCommands();
    startPage()->takeFocus();
}

// Made when it is first shown: a window that opens with a capture never needs it.
StartPage* MainWindow::startPage()
{
    if (m_startPage)
        return m_startPage;
    m_startPage = new StartPage(m_settings, m_commands, m_pages);
    m_pages->addWidget(m_startPage);
    connect(m_startPage, &StartPage::openRequested, this, [this](const QString& path, bool newWindow) {
        if (newWindow)
            openWindow(m_settings, path);
        else
            openPaths({path});
    });
    connect(m_startPage, &StartPage::demoRequested, this, &MainWindow::openDemo);
    connect(m_startPage, &StartPage::locationRequested, this, &MainWindow::openLocation);
    return m_startPage;
}

void MainWindow::showCaptureParts(bool visible)
{
    m_tools->setVisible(visible);
    if (!visible) {
        for (QDockWidget* dock : {m_structureDock, m_detailsDock, m_bottomDock})
            dock->hide();
    }
    updateBars();
    updateCommands();
}

QString MainWindow::stateKey() const
{
    return hasTimeline() ? QStringLiteral("window/state") : QStringLiteral("window/stateTimeless");
}

// `replacing`: another capture was shown here until now, so panes the user closed stay closed.
void MainWindow::arrangeDocks(bool replacing)
{
    const bool timed = hasTimeline();
    // Without a time axis the lower panes take the middle of the window.
    if (timed)
        m_bottomDock->setWidget(m_tabs);
    else
        m_capturePage->layout()->addWidget(m_tabs);
    m_tabs->show();
    m_timeline->setVisible(timed);
    if (!replacing) {
        m_structureDock->show();
        m_detailsDock->show();
    }
    if (!replacing || !timed)
        m_bottomDock->setVisible(timed);

    const QString key = stateKey();
    if (std::exchange(m_layoutUsed, key) == key)
        return;
    if (const QByteArray state = m_settings.bytes(key); !state.isEmpty() && restoreState(state)) {
        m_tools->show();
        updateBars();
        return;
    }
    // Small screens keep most of their room for the timeline; what is said about the selection is never
    // narrower.
    const int left = width() >= 1500 ? metrics::kTreeWidth : timed && width() >= 1200 ? 256 : 224;
    const int right = std::max(metrics::kDetailsWidth, width() / kDetailsShare);
    const int bottom = height() < 850 ? 216 : metrics::kBottomHeight;
    const auto resizeAll = [this, left, right, bottom] {
        resizeDocks({m_structureDock, m_detailsDock}, {left, right}, Qt::Horizontal);
        resizeDocks({m_bottomDock}, {bottom}, Qt::Vertical);
    };
    resizeAll();
    // Again when the panes have been laid out: the middle asked for its own width first.
    if (!timed)
        QTimer::singleShot(0, this, resizeAll);
}

void MainWindow::openPaths(const QStringList& paths)
{
    for (const QString& path : paths) {
        if (MainWindow* window = showing(path.toStdString()))
            window->comeToFront();
        else if (m_session || m_loader.isLoading())
            openWindow(m_settings, path);
        else
            open(path.toStdString());
    }
}

// Whatever way the path names it: any file of a recording that is a directory stands for it.
MainWindow* MainWindow::showing(const std::filesystem::path& path)
{
    namespace fs = std::filesystem;
    std::error_code error;
    const fs::path wanted = fs::canonical(path, error);
    if (error)
        return nullptr;
    for (QWidget* widget : QApplication::topLevelWidgets()) {
        auto* window = qobject_cast<MainWindow*>(widget);
        if (!window || !window->isVisible())
            continue;
        const bool loading = window->m_loader.isLoading();
        if (!loading && !window->m_session)
            continue;
        const DocumentSession* const session = loading ? nullptr : window->m_session.get();
        const fs::path shown = fs::canonical(session ? session->capture()->path() : window->m_loader.path(), error);
        if (error)
            continue;
        if (shown == wanted
            || (session && fs::is_directory(shown, error) && consistsOf(*session, shown, wanted)))
            return window;
    }
    return nullptr;
}

void MainWindow::comeToFront()
{
    setWindowState(windowState() & ~Qt::WindowMinimized);
    raise();
    activateWindow();
}

MainWindow* MainWindow::openWindow(Settings& settings, const QString& path)
{
    if (MainWindow* window = path.isEmpty() ? nullptr : showing(path.toStdString())) {
        window->comeToFront();
        return window;
    }
    auto* window = new MainWindow(settings);
    window->setAttribute(Qt::WA_DeleteOnClose);
    if (!path.isEmpty())
        window->open(path.toStdString());
    window->show();
    return window;
}

// --- events

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (!m_noteCommands->mayLeave([this] { close(); })) {
        event->ignore();
        return;
    }
    m_settings.setBytes(QStringLiteral("window/geometry"), saveGeometry());
    m_loader.cancel();
    leaveCapture();
    QMainWindow::closeEvent(event);
}

void MainWindow::changeEvent(QEvent* event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::ActivationChange && isActiveWindow()) {
        if (m_session)
            m_session->checkDisk();
        else if (m_startPage && m_pages->currentWidget() == m_startPage)
            m_startPage->refresh();
    }
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (event->mimeData()->hasUrls())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    QStringList paths;
    for (const QUrl& url : event->mimeData()->urls()) {
        if (url.isLocalFile())
            paths << url.toLocalFile();
    }
    event->acceptProposedAction();
    openPaths(paths);
}

}
