// Opening, showing and leaving a capture.
#include "app/viewer/commands/note_commands.h"
#include "app/viewer/commands/slice_commands.h"
#include "app/viewer/search/filter_bar.h"
#include "app/viewer/search/filter_sets.h"
#include "app/viewer/search/search_field.h"
#include "app/viewer/search/sets_menu.h"
#include "app/viewer/start/recent_captures.h"
#include "app/viewer/start/sketch_store.h"
#include "app/viewer/start/start_page.h"
#include "app/viewer/window/bottom_tabs.h"
#include "app/viewer/window/capture_status_bar.h"
#include "app/viewer/window/capture_tool_bar.h"
#include "app/viewer/window/main_window.h"
#include "app/viewer/window/message_bar.h"
#include "app/viewer/window/message_page.h"
#include "core/base/behind.h"
#include "core/base/text.h"
#include "core/formats/demo.h"
#include "widgets/common/plain_text.h"
#include "widgets/common/utf8.h"
#include "widgets/details/details_pane.h"
#include "widgets/details/findings_here.h"
#include "widgets/findings/threshold_dialog.h"
#include "widgets/hex/bytes_pane.h"
#include "widgets/models/records_pane.h"
#include "widgets/models/search_pane.h"
#include "widgets/models/structure_pane.h"
#include "widgets/models/structure_view.h"
#include "widgets/statistics/statistics_pane.h"
#include "widgets/timeline/scene/timeline_scene.h"
#include "widgets/timeline/view/timeline_pane.h"

#include <QDockWidget>
#include <QStackedWidget>
#include <QStandardPaths>
#include <QTimer>
#include <utility>

namespace traceglass {

namespace {

const QString kTourShown = QStringLiteral("tour/shown");

}

MainWindow::Begun MainWindow::begin(const std::filesystem::path& path, CaptureLoader::As as)
{
    std::error_code ignored;
    // "-" is standard input, whatever the folder is.
    std::filesystem::path absolute =
        path == "-" ? std::filesystem::path("/dev/stdin") : std::filesystem::absolute(path, ignored);
    if (absolute.empty())
        absolute = path;
    return {absolute, as, std::make_unique<Opening>(absolute, as)};
}

void MainWindow::open(Begun begun)
{
    open(std::move(begun), {});
}

void MainWindow::open(Begun begun, std::optional<Left> takeOver)
{
    m_takeOver = std::move(takeOver);
    m_openedAs = begun.as;
    m_demoKey.clear();
    m_loader.open(begun.path, std::move(begun.opening), patience());
    emit tabChanged();
}

void MainWindow::open(const std::filesystem::path& path, CaptureLoader::As as)
{
    open(begin(path, as));
}

void MainWindow::openDemo(const Demo* demo)
{
    // Written once: another window may have the one of before open.
    const QString key = QStringLiteral("demo/%1").arg(fromUtf8(demo->format));
    const std::filesystem::path before = m_settings.bytes(key).toStdString();
    if (MainWindow* window = showing(before)) {
        window->comeToFront();
        return;
    }
    if (m_session) {
        openBeside({})->openDemo(demo);
        return;
    }
    const QString folder = QStandardPaths::writableLocation(QStandardPaths::AppDataLocation);
    m_takeOver.reset();
    m_openedAs = CaptureLoader::As::capture;
    m_demoKey = key;
    const std::filesystem::path target = (folder + QStringLiteral("/demo")).toStdString();
    // What stands there, with notes perhaps, is the demo of before: the settings may have been lost.
    const auto find = [demo, target, before]() -> Result<std::filesystem::path> {
        std::error_code unreadable; // in the thread that opens
        if (!before.empty() && std::filesystem::exists(before, unreadable))
            return before;
        return placeDemos(std::span(&demo, 1), target, Taken::isTheDemo)
            .map([](const std::vector<std::filesystem::path>& placed) { return placed.front(); });
    };
    m_loader.open(before.empty() ? target : before, std::make_unique<Opening>(find), patience());
}

// A window that is not shown yet may wait until it has something to show.
std::chrono::milliseconds MainWindow::patience() const
{
    const QWidget* const shown = parentWidget() ? parentWidget()->window() : this;
    return std::chrono::milliseconds(shown->isVisible() ? 0 : 120);
}

void MainWindow::startLoading()
{
    if (m_session && m_takeOver)
        return; // the capture of before stays until the new one is there
    leaveCapture();
    m_pages->setCurrentWidget(m_messagePage);
    m_messagePage->showLoading(m_loader.path());
    takeFocus(m_messagePage);
    showCaptureParts(false);
}

void MainWindow::loaded(CaptureLoader::Loaded& result)
{
    const QString demoKey = std::exchange(m_demoKey, {});
    if (result) {
        m_failure.reset();
        if (giveWayToTheSame(**result))
            return;
        if (m_session && m_takeOver) // a reload: with what was done while the file was opened
            m_takeOver = left();
        setCapture(std::move(*result));
        if (!demoKey.isEmpty()) {
            m_settings.setBytes(demoKey, QByteArray::fromStdString(m_session->capture()->path()));
            if (hasTimeline() && m_settings.bytes(kTourShown).isEmpty()) {
                m_settings.setBytes(kTourShown, "1");
                QTimer::singleShot(0, this, &MainWindow::showTour); // when everything has its place
            }
        }
        return;
    }
    m_failure = result.error();
    if (m_session && std::exchange(m_takeOver, {})) {
        m_failureBar->show(MessageBar::Kind::error, tr("Reloading failed"), fromUtf8(message(result.error())),
                           {tr("try again")});
        m_noteCommands->keepForReload(false);
        updateBars();
    } else {
        leaveCapture();
        m_pages->setCurrentWidget(m_messagePage); // shown first: a hidden button takes no focus
        m_messagePage->showError(m_loader.path(), m_loader.named(), result.error());
        takeFocus(m_messagePage);
        setWindowTitle(
            tr("%1[*] — Traceglass").arg(titleText(fromUtf8(m_loader.path().filename().string()))));
        showCaptureParts(false);
    }
    emit tabChanged(); // the title may be as before
}

// Only when it is read a path says which capture it names: a recording that is a directory may have been given as that
// and as one of its files, both at once. The tab that is later goes.
bool MainWindow::giveWayToTheSame(const Capture& capture)
{
    if (!parentWidget() || m_session || m_openedAs != CaptureLoader::As::capture || capture.isPiped())
        return false;
    for (MainWindow* const other : all()) {
        if (other == this || !other->m_session || other->m_openedAs != m_openedAs
            || other->m_session->capture()->canonicalPath() != capture.canonicalPath())
            continue;
        if (isVisible())
            other->comeToFront();
        m_takeOver.reset();
        QTimer::singleShot(0, this, [this] { close(); });
        return true;
    }
    return false;
}

void MainWindow::keepSketch()
{
    const TimelinePtr timeline = m_session->timeline();
    if (m_session->capture()->isPiped() || !timeline->complete)
        return;
    m_sketching.start(
        [timeline, extent = m_session->extent(), path = capturePath()](Job& job) {
            const GaveWay gaveWay = giveWay(Niceness::answers);
            const Sketch sketch = makeSketch(*timeline, extent, job.token());
            if (!job.stopRequested())
                SketchStore().keep(path, sketch, gaveWay);
            return true;
        },
        [](bool) {});
}

void MainWindow::setCapture(std::shared_ptr<Capture> capture)
{
    const bool replacing = m_session != nullptr;
    leaveCapture();
    m_session = std::make_unique<DocumentSession>(std::move(capture));
    m_notes = std::make_unique<SessionNotes>(m_session.get());
    applySettings();
    m_search = std::make_unique<SessionSearch>(m_session.get());
    m_filter = std::make_unique<SessionFilter>(m_session.get());
    m_findings = std::make_unique<SessionFindings>(m_session.get());
    m_findings->setThresholds(savedThresholds());
    m_findings->setUndoStack(m_notes->undoStack());
    m_baseline = std::make_unique<SessionBaseline>(m_session.get());
    makePanes();
    connectCapture();
    connectTabs();
    connectFindings();
    connectBaseline();
    m_tools->setSession(m_session.get(), m_search.get());
    m_filterBar->setFilter(m_filter.get(), m_session.get());
    m_status->setSession(m_session.get());
    m_pages->setCurrentWidget(m_capturePage);
    setWindowTitle(tr("%1[*] — Traceglass").arg(titleText(fromUtf8(m_session->capture()->name()))));
    setWindowFilePath(capturePath());
    showCaptureParts(true);
    arrangeDocks(replacing);

    const RecentCaptures recent(m_settings);
    const RecentCapture* const before = recent.find(capturePath());
    if (before)
        recall(*before);
    const bool isChosen = before || tabOf(m_settings.lowerPane());
    m_firstTab = isChosen || !hasTimeline() ? std::nullopt : std::optional(m_tabs->currentIndex());
    std::optional<TimeRange> visible = m_session->capture()->initialView();
    if (m_takeOver) {
        m_again.view = m_takeOver->view;
        m_baseline->take(m_takeOver->baseline);
        m_session->setFilterParts(m_takeOver->filter);
        m_search->setText(m_takeOver->search);
        if (m_takeOver->finding)
            m_findings->takeOver(*m_takeOver->finding);
        m_reselect = std::exchange(m_takeOver, {})->selected;
        reselect();
    } else if (visible) { // a part of the capture was opened
        m_again.view.reset();
    }
    if (m_again.view)
        visible = m_again.view; // read first
    showAgain();
    m_session->startIndexing(visible);
    m_noteCommands->setCapture(m_session.get(), m_notes.get(), m_findings.get());
    m_sliceCommands->setCapture(m_session.get(), m_timeline);
    if (hasTimeline())
        m_sets->setCapture(m_session.get(), m_filter.get(), m_timeline->scene(), m_findings.get(),
                           {[this] { return recordsPane(); }, [this] { return statisticsPane(); }});
    m_notes->load(m_noteCommands->keptUnsaved());
    watchDisk(isVisible() && !window()->isMinimized());
    m_watch.watch(capturePath());
    m_remembering->start();
    updateProblems();
    updateCommands();
    takeFocus(firstPane());
}

// What is not shown takes no focus, and letters would go to the next field.
QWidget* MainWindow::firstPane() const
{
    if (hasTimeline())
        return m_timeline;
    if (!m_structureDock->isHidden())
        return m_structure->view();
    return m_bytes->view();
}

void MainWindow::connectCapture()
{
    DocumentSession* session = m_session.get();
    connect(m_notes.get(), &SessionNotes::saved, this,
            [this] { m_watch.watch(capturePath()); }); // it may be a new file now
    connect(m_search.get(), &SessionSearch::told, this, &MainWindow::say);
    connect(m_search.get(), &SessionSearch::toldForNow, statusBar(),
            [this](const QString& text) { statusBar()->showMessage(text); });
    connect(m_search.get(), &SessionSearch::toldAnew, this,
            [this](const QString& before, const QString& now) {
                if (statusBar()->currentMessage() == before)
                    say(now);
            });
    connect(m_search.get(), &SessionSearch::elsewhereWanted, this,
            [this](bool forward) { m_searchPane->goElsewhere(forward); });
    connect(m_timeline, &TimelinePane::cursorMoved, m_status, &CaptureStatusBar::setCursor);
    connect(m_timeline, &TimelinePane::cursorMoved, m_noteCommands, &NoteCommands::setCursor);
    connect(m_timeline, &TimelinePane::hovered, m_status, &CaptureStatusBar::setHover);
    connect(m_timeline, &TimelinePane::statusText, this, &MainWindow::say);
    connect(m_timeline, &TimelinePane::structureRequested, this, &MainWindow::focusStructure);
    connect(m_timeline, &TimelinePane::nameColorsChanged, this, &MainWindow::saveNameColors);
    connect(m_structure, &StructurePane::bytesWanted, this, [this] { m_tabs->setCurrentIndex(bytesTab); });
    m_timeline->setNotes(m_notes.get());
    m_timeline->scene()->setSearch(m_search.get());
    m_timeline->scene()->setSliceFilter(m_filter.get());
    connect(m_timeline, &TimelinePane::setsWanted, this, [this](const QPoint& at) { m_setsMenu->popup(at); });
    connect(m_timeline, &TimelinePane::recordsWanted, this, &MainWindow::showRecordsOf);
    connect(m_timeline, &TimelinePane::clearFilterWanted, m_filter.get(), &SessionFilter::clear);
    connect(m_filter.get(), &SessionFilter::partsChanged, this, &MainWindow::updateCommands);
    connect(m_search.get(), &SessionSearch::textChanged, this, &MainWindow::updateCommands);
    connect(m_tools->search(), &SearchField::entered, session, [this] {
        m_searchPane->searchAll();
        if (!hasTimeline())
            showPane(QStringLiteral("search"));
    });
    connect(m_structure->view()->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &MainWindow::updateCommands);
    m_structure->setNotes(m_notes.get());
    connect(m_timeline, &TimelinePane::noteEditWanted, m_noteCommands, &NoteCommands::editWanted);
    connect(m_notes.get(), &SessionNotes::modifiedChanged, this, &MainWindow::setWindowModified);
    connect(session, &DocumentSession::diagnosticsChanged, this, &MainWindow::updateProblems);
    for (const auto signal : {&DocumentSession::historyChanged, &DocumentSession::trackFilterChanged,
                              &DocumentSession::timelineChanged}) // clocks
        connect(session, signal, this, &MainWindow::updateCommands);
    // The selection's, or that of the track names.
    connect(m_timeline, &TimelinePane::currentTrackChanged, this, &MainWindow::updateCommands);
    connect(m_timeline->scene(), &TimelineScene::layoutChanged, this, &MainWindow::updateTrackCommands);
    connect(session, &DocumentSession::alignmentChanged, this, &MainWindow::remember);
    connect(session, &DocumentSession::summaryChanged, this, &MainWindow::showAgain);
    connect(session, &DocumentSession::timeFormatChanged, this,
            [this] { m_settings.setTimeFormat(m_session->timeFormat()); });
    connect(session, &DocumentSession::indexingChanged, this, [this] {
        emit tabChanged();
        if (m_session->isIndexing())
            return;
        showAgain();
        m_again = {};
        reselect();
        if (m_timeline->scene()->scroll() == 0) // nobody scrolled meanwhile
            m_timeline->scene()->scrollAgain(m_reselect.scroll);
        m_reselect = {};
        if (const auto& error = m_session->indexError()) {
            m_failureBar->show(MessageBar::Kind::error, tr("Reading stopped"), fromUtf8(message(*error)),
                               {tr("reload")});
            updateBars();
        }
        m_remembering->start(); // length and problems are known now
        keepSketch();
        updateCommands();
    });
    connect(session, &DocumentSession::fileChanged, this, &MainWindow::tellChanged);
    connect(session, &DocumentSession::fileGrew, this, [this] {
        if (!m_changedBar->isHidden()) // else somebody closed it
            tellChanged();
    });
}

// What is on disk in place of the capture that is shown.
void MainWindow::tellChanged()
{
    switch (const ask::DiskNow& now = m_session->onDisk(); now.state) {
    case ask::DiskState::same: m_changedBar->hide(); break; // it was put back
    case ask::DiskState::changed:
        m_changedBar->show(MessageBar::Kind::hint, tr("The capture was changed on disk"), {}, {tr("Reload")});
        break;
    case ask::DiskState::grown:
        m_changedBar->show(
            MessageBar::Kind::hint, tr("The capture has grown by %1").arg(fromUtf8(sizeText(now.grownBy))),
            tr("What was read stays as it is; reloading shows what was added."), {tr("Reload")});
        break;
    case ask::DiskState::gone:
        m_changedBar->show(
            MessageBar::Kind::warning, tr("The capture is no longer there"),
            tr("It was deleted, moved, or replaced by something else. What was read stays here: it can be "
               "saved as a copy, unless it was a folder, and its notes can be exported."),
            {tr("Reload")});
        break;
    }
    updateBars();
}

void MainWindow::connectFindings()
{
    SessionFindings* const findings = m_findings.get();
    m_timeline->setFindings(findings);
    m_details->setFindings(findings);
    m_status->setFindings(findings);
    connect(findings, &SessionFindings::told, this, &MainWindow::say);
    connect(findings, &SessionFindings::trackMeant, m_timeline->scene(), &TimelineScene::scrollTo);
    connect(findings, &SessionFindings::changed, this, &MainWindow::showSerious);
    connect(findings, &SessionFindings::changed, this, &MainWindow::updateCommands);
    connect(findings, &SessionFindings::mutesChanged, this, &MainWindow::remember);
    connect(findings, &SessionFindings::thresholdsChanged, this, &MainWindow::saveThresholds);
    connect(m_details->findingsHere(), &FindingsHere::chosen, this,
            [this] { focusPane(QStringLiteral("findings")); });
}

// At the first visit, unless the user went elsewhere meanwhile.
void MainWindow::showSerious()
{
    if (!m_firstTab || !m_findings->isKnown() || m_findings->isLooking())
        return;
    const bool isThere = m_tabs->currentIndex() == *std::exchange(m_firstTab, {});
    if (isThere && m_findings->countOf(FindingSeverity::low) < m_findings->found().size())
        m_tabs->setCurrentIndex(findingsTab);
}

void MainWindow::showThresholds()
{
    if (!m_thresholds) {
        m_thresholds = new ThresholdDialog(m_findings.get(), this);
        m_thresholds->setAttribute(Qt::WA_DeleteOnClose);
        connect(m_findings.get(), &QObject::destroyed, m_thresholds, &QWidget::close);
    }
    const Finding* const now = m_findings->current();
    m_thresholds->chooseRule(now ? now->rule : std::string_view());
    m_thresholds->show();
    m_thresholds->raise();
    m_thresholds->activateWindow();
}

void MainWindow::leaveCapture()
{
    if (!m_session)
        return;
    m_remembering->stop();
    remember();
    saveLayout();
    delete m_timeLink;
    m_noteCommands->setCapture(nullptr, nullptr); // takes what is being typed
    m_sliceCommands->setCapture(nullptr, nullptr);
    m_tools->setSession(nullptr);
    m_filterBar->setFilter(nullptr);
    m_sets->setCapture(nullptr, nullptr, nullptr, nullptr);
    m_status->setSession(nullptr);
    // Panes first: they hold the session.
    const auto remove = [](auto*&... panes) { (delete std::exchange(panes, nullptr), ...); };
    const auto forget = [](auto&... panes) { ((panes = {}), ...); };
    remove(m_timeline, m_structure, m_details);
    forget(m_findingsPane, m_searchPane, m_memory, m_queues, m_statistics, m_bytes, m_records, m_flame,
           m_notesPane, m_problems);
    m_tabs->removePages();
    m_search.reset();
    m_findings.reset();
    m_baseline.reset();
    m_filter.reset();
    m_notes.reset();
    m_session.reset();
    setWindowModified(false);
    m_watch.stop();
    m_problemsDismissed = false;
    m_again = {};
    m_reselect = {};
    for (MessageBar* bar : {m_changedBar, m_baselineBar, m_failureBar, m_noteBar, m_setBar, m_problemBar})
        bar->hide();
    updateBars();
}

void MainWindow::showStartPage()
{
    if (!m_noteCommands->mayLeave([this] { showStartPage(); }))
        return;
    m_loader.cancel();
    rememberClosed();
    m_takeOver.reset();
    leaveCapture();
    m_failure.reset();
    setWindowTitle(tr("Traceglass"));
    setWindowFilePath({});
    emit tabChanged();
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

}
