// What the window is made of, and what the system tells it.
#include "app/viewer/window/main_window.h"

#include "app/viewer/commands/note_commands.h"
#include "app/viewer/commands/slice_commands.h"
#include "app/viewer/search/filter_bar.h"
#include "app/viewer/search/filter_sets.h"
#include "app/viewer/search/search_field.h"
#include "app/viewer/search/search_offers.h"
#include "app/viewer/search/sets_menu.h"
#include "app/viewer/start/start_page.h"
#include "app/viewer/window/bottom_tabs.h"
#include "app/viewer/window/capture_status_bar.h"
#include "app/viewer/window/capture_tool_bar.h"
#include "app/viewer/window/drop_taker.h"
#include "app/viewer/window/message_page.h"
#include "app/viewer/window/window_frame.h"
#include "widgets/common/accessible.h"
#include "widgets/common/lay_out.h"
#include "widgets/common/plain_text.h"
#include "widgets/common/utf8.h"
#include "widgets/details/details_pane.h"
#include "widgets/details/standing_view.h"
#include "widgets/findings/findings_pane.h"
#include "widgets/hex/bytes_pane.h"
#include "widgets/models/records_pane.h"
#include "widgets/models/structure_pane.h"
#include "widgets/models/structure_view.h"
#include "widgets/notes/notes_pane.h"
#include "widgets/session/session_search.h"
#include "widgets/statistics/statistics_pane.h"
#include "widgets/timeline/view/timeline_pane.h"

#include <QApplication>
#include <QCoreApplication>
#include <QDockWidget>
#include <QKeyEvent>
#include <QStatusTipEvent>
#include <QToolButton>
#include <utility>

namespace traceglass {

namespace {

constexpr int kRememberMs = 150;

}

MainWindow::MainWindow(Settings& settings, QWidget* parent)
    : QMainWindow(parent)
    , m_settings(settings)
    , m_commands(this, settings)
    , m_remembering(delayed(this, kRememberMs, &MainWindow::remember))
{
    s_existing.push_back(this);
    keepTextPlain();
    installSpeech();
    DropTaker::install();
    setWindowTitle(tr("Traceglass"));
    setAcceptDrops(true);
    setMinimumSize(kLeast);
    setStyle(new SeparatorStyle(this));
    resize(1440, 900);
    makeCommands();
    makeFrame();
    connectCommands();
    makeSets();
    makeMenus();
    connect(&m_loader, &CaptureLoader::namedChanged, this, &MainWindow::tabChanged);
    connect(&m_loader, &CaptureLoader::slow, this, &MainWindow::startLoading);
    connect(&m_loader, &CaptureLoader::progressed, m_messagePage, &MessagePage::showProgress);
    connect(&m_loader, &CaptureLoader::finished, this,
            [this](CaptureLoader::Loaded* result) { loaded(*result); });
    const auto check = [this] {
        if (m_session)
            m_session->checkDisk();
    };
    connect(&m_watch, &FileWatch::mayHaveChanged, this, check);
    connect(&m_settings, &Settings::changed, this, &MainWindow::applySettings);
    connect(&m_settings, &Settings::troubled, this, &MainWindow::tellTrouble);
    showCaptureParts(false);
    updateCommands();
}

MainWindow::~MainWindow()
{
    std::erase(s_existing, this);
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
    m_programBar = new MessageBar(stack); // in the order of Tab
    m_changedBar = new MessageBar(stack);
    m_baselineBar = new MessageBar(stack);
    m_failureBar = new MessageBar(stack);
    m_noteBar = new MessageBar(stack);
    m_problemBar = new MessageBar(stack);
    m_setBar = new MessageBar(stack);
    m_filterBar = new FilterBar(m_commands, stack);
    inColumn({}, 0,
             {m_programBar, m_changedBar, m_baselineBar, m_failureBar, m_noteBar, m_problemBar, m_setBar,
              m_filterBar},
             stack);
    connect(m_filterBar, &FilterBar::shownChanged, this, &MainWindow::updateBars);
    for (const MessageBar* bar :
         {m_programBar, m_changedBar, m_baselineBar, m_failureBar, m_noteBar, m_setBar, m_problemBar})
        connect(bar, &MessageBar::closed, this, &MainWindow::updateBars);
    m_bars->addWidget(stack);
    addToolBar(Qt::TopToolBarArea, m_bars);
    m_bars->layout()->setContentsMargins(0, 0, 0, 0);
    connect(m_problemBar, &MessageBar::closed, this, [this] { m_problemsDismissed = true; });
    connect(m_problemBar, &MessageBar::actionTriggered, m_commands["go.problems"], &QAction::trigger);
    connect(m_changedBar, &MessageBar::actionTriggered, this, &MainWindow::reload);
    connect(m_baselineBar, &MessageBar::actionTriggered, this, [this] { m_baseline->reload(); });
    connect(m_setBar, &MessageBar::actionTriggered, this, [this] {
        m_setBar->hide();
        updateBars();
        m_session->goBack();
    });
    connect(m_filterBar, &FilterBar::setsWanted, this, [this](const QPoint& at) { m_setsMenu->popup(at); });
    connect(m_filterBar, &FilterBar::copied, this, &MainWindow::sayCopied);
    connect(m_failureBar, &MessageBar::actionTriggered, this, &MainWindow::reload);
    connect(m_programBar, &MessageBar::actionTriggered, this, [this] {
        m_programBar->hide();
        updateBars();
        std::exchange(m_programAct, {})();
    });

    m_pages = new PageStack(this);
    m_messagePage = new MessagePage(m_pages);
    m_capturePage = new QWidget(m_pages);
    inColumn({}, kStyleSpacing, {}, m_capturePage);
    m_pages->addWidget(m_messagePage);
    m_pages->addWidget(m_capturePage);
    setCentralWidget(m_pages);

    m_status = new CaptureStatusBar(this);
    setStatusBar(m_status);
    connect(m_status, &CaptureStatusBar::problemsClicked, m_commands["go.problems"], &QAction::trigger);
    connect(m_status, &CaptureStatusBar::findingsClicked, m_commands["go.findings"], &QAction::trigger);
    connect(m_status, &CaptureStatusBar::unlinkClicked, this, &MainWindow::unlinkTime);

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
    connect(m_messagePage, &MessagePage::retry, this,
            [this] { open(begin(m_loader.path(), m_openedAs), std::exchange(m_takeOver, {})); });
    const QString asked = QStringLiteral("search/asked");
    SearchOffers* const offers = m_tools->search()->offers();
    offers->setAsked(QString::fromUtf8(m_settings.bytes(asked)).split(QLatin1Char('\n'), Qt::SkipEmptyParts));
    connect(offers, &SearchOffers::askedChanged, this, [this, offers, asked] {
        m_settings.setBytes(asked, offers->asked().join(QLatin1Char('\n')).toUtf8());
        for (MainWindow* const window : all())
            window->m_tools->search()->offers()->setAsked(offers->asked());
    });
    connect(m_tools->search(), &SearchField::filterWanted, this, &MainWindow::filterBySearch);
    connect(m_tools->search(), &SearchField::left, this, [this] {
        if (m_timeline)
            m_timeline->setFocus(Qt::TabFocusReason);
    });
}

QDockWidget* MainWindow::makeDock(const char* name, const QString& title, Qt::DockWidgetArea area)
{
    auto* dock = new QDockWidget(title, this);
    dock->setObjectName(QString::fromLatin1(name));
    dock->setTitleBarWidget(new DockTitle(dock));
    dock->installEventFilter(this);
    dock->setAcceptDrops(true); // it may float, as a window of its own
    addDockWidget(area, dock);
    return dock;
}

void MainWindow::connectCommands()
{
    m_noteCommands = new NoteCommands(this, m_commands, m_settings, m_noteBar);
    connect(m_noteCommands, &NoteCommands::listWanted, this, [this] { focusPane(QStringLiteral("notes")); });
    connect(m_noteCommands, &NoteCommands::adding, this, [this] {
        if (m_bytes.isMade())
            m_bytes->tellNow();
        if (m_findingsPane.isMade() && m_findingsPane->isAncestorOf(QApplication::focusWidget()))
            m_findingsPane->goToCurrent();
    });
    connect(m_noteCommands, &NoteCommands::editWanted, this, [this](const std::string& id) {
        QWidget* const from = QApplication::focusWidget(); // before its pane goes behind
        showPane(QStringLiteral("notes"));
        m_notesPane->edit(id, from);
    });
    connect(m_noteCommands, &NoteCommands::statusText, this, &MainWindow::say);
    connect(m_noteCommands, &NoteCommands::barChanged, this, &MainWindow::updateBars);
    connect(m_noteCommands, &NoteCommands::reloadWanted, this, &MainWindow::reload);
    connect(m_noteCommands, &NoteCommands::openWanted, this,
            [this](const QString& path) { openPaths({path}); });

    m_sliceCommands = new SliceCommands(this, m_commands);
    connect(m_sliceCommands, &SliceCommands::paneWanted, this, [this](const QString& name) {
        if (focusPane(name) && name == QLatin1String("records"))
            m_records->showSelection();
    });
    connect(m_sliceCommands, &SliceCommands::structureWanted, this, &MainWindow::focusStructure);
    connect(m_sliceCommands, &SliceCommands::searchWanted, this, &MainWindow::searchFor);
    connect(m_sliceCommands, &SliceCommands::nextLongerWanted, this,
            [this] { m_details->standing()->goToNextLonger(); });
    connect(m_sliceCommands, &SliceCommands::statisticsWanted, this,
            [this](const QString& table, const std::string& key) {
                if (focusPane(QStringLiteral("statistics")))
                    m_statistics->goTo(table, key);
            });
    connect(m_sliceCommands, &SliceCommands::filterWanted, this, &MainWindow::filterByQuery);
    connect(m_sliceCommands, &SliceCommands::statusText, this, &MainWindow::say);
}

void MainWindow::makeSets()
{
    m_sets = new FilterSets(m_settings, this);
    m_setsMenu = new SetsMenu(
        m_sets, [this] { return capturePath(); }, this);
    connect(m_setsMenu, &SetsMenu::statusText, this, &MainWindow::say);
    connect(m_sets, &FilterSets::fitted, this, [this](const QString& name, const QStringList& missing) {
        m_setBar->hide();
        if (missing.isEmpty())
            say(tr("Shows “%1”; Back shows what was before").arg(shown(name)));
        else
            m_setBar->show(MessageBar::Kind::hint, tr("Not all of “%1” is in this capture").arg(shown(name)),
                           tr("not found: %1").arg(shown(missing.join(QStringLiteral(", ")))), {tr("undo")});
        updateBars();
    });
}

std::optional<int> MainWindow::tabOf(const QString& name) const
{
    for (int i = 0; i < m_tabs->count(); ++i) {
        if (m_tabs->widget(i)->objectName() == name && m_tabs->isTabVisible(i))
            return i;
    }
    return {};
}

bool MainWindow::showPane(const QString& name)
{
    const auto tab = tabOf(name);
    if (!tab)
        return false;
    m_firstTab.reset(); // what was asked for stays in front
    m_bottomDock->setVisible(hasTimeline());
    m_tabs->setCurrentIndex(*tab);
    return true;
}

bool MainWindow::focusPane(const QString& name)
{
    if (!showPane(name))
        return false;
    m_tabs->currentPane()->setFocus();
    return true;
}

void MainWindow::focusStructure()
{
    m_structureDock->show();
    m_structure->view()->setFocus();
}

void MainWindow::tell(MessageBar::Kind kind, const QString& head, const QString& text, const QString& action,
                      std::function<void()> act)
{
    m_programAct = std::move(act);
    m_programBar->show(kind, head, text, action.isEmpty() ? QStringList() : QStringList {action});
    updateBars();
}

void MainWindow::say(const QString& text)
{
    statusBar()->showMessage(text, 8000);
}

// --- events

// A window that shows nothing yet when it appears shows the start page.
void MainWindow::showEvent(QShowEvent* event)
{
    if (!m_session && !m_failure && !m_loader.isLoading() && !m_startPage)
        showStartPage();
    QMainWindow::showEvent(event);
    watchDisk(true);
    if (event->spontaneous()) // no longer minimised
        return;
    hideFloating(false);
    m_commands["view.fullScreen"]->setChecked(window()->isFullScreen());
    if (m_focusLater)
        m_focusLater->setFocus();
    m_focusLater.clear();
    catchUp();
    tellTrouble();
}

void MainWindow::hideEvent(QHideEvent* event)
{
    QMainWindow::hideEvent(event);
    watchDisk(false);
    if (!event->spontaneous() && !isWindow())
        hideFloating(true);
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (!m_noteCommands->mayLeave([this] { close(); })) {
        event->ignore();
        return;
    }
    m_loader.cancel();
    hideFloating(false); // else they would be remembered as hidden
    rememberClosed();
    leaveCapture();
    QMainWindow::closeEvent(event);
    emit closed();
}

void MainWindow::changeEvent(QEvent* event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::WindowTitleChange || event->type() == QEvent::ModifiedChange)
        emit tabChanged();
}

bool MainWindow::event(QEvent* event)
{
    if (event->type() == QEvent::WindowActivate) // as a tab, too
        catchUp();
    if (event->type() == QEvent::StatusTip)
        if (const QString tip = static_cast<QStatusTipEvent*>(event)->tip(); !tip.isEmpty()) {
            say(tip); // for as long as others
            return true;
        }
    return QMainWindow::event(event);
}

void MainWindow::watchDisk(bool seen)
{
    m_watch.setSeen(seen);
    if (m_baseline)
        m_baseline->setSeen(seen);
}

// With what has changed while nobody looked.
void MainWindow::catchUp()
{
    if (m_session) {
        m_session->checkDisk();
        m_baseline->checkDisk();
    } else if (m_startPage && m_pages->currentWidget() == m_startPage) {
        m_startPage->refresh();
    }
}

// What all tabs have in common, whoever changed it.
void MainWindow::applySettings()
{
    if (!m_session)
        return;
    m_session->setTimeFormat(m_settings.timeFormat());
    const QString author = m_settings.author();
    m_notes->setAuthor(author.isEmpty() ? exactFromUtf8(userName()) : author);
}

// By the first tab that can be seen.
void MainWindow::tellTrouble()
{
    const QString trouble = isVisible() ? m_settings.takeTrouble() : QString();
    if (!trouble.isEmpty())
        tell(MessageBar::Kind::warning, tr("Settings"), trouble);
}

// What no pane has used.
void MainWindow::keyPressEvent(QKeyEvent* event)
{
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (event->key() == Qt::Key_Escape && m_session && m_session->stepBack()) {
        event->accept();
    } else if (auto* const button = qobject_cast<QToolButton*>(QApplication::focusWidget()); button && isEnter) {
        button->click(); // as Space does
    } else if (const QString why = m_commands.whyNot(QKeySequence(event->keyCombination())); !why.isEmpty()) {
        say(why);
        event->accept();
    } else {
        QMainWindow::keyPressEvent(event);
    }
}

// A pane that floats is a window of its own.
bool MainWindow::eventFilter(QObject* watched, QEvent* event)
{
    if (!static_cast<QWidget*>(watched)->isWindow())
        return QMainWindow::eventFilter(watched, event);
    if (event->type() == QEvent::StatusTip)
        return this->event(event);
    if (event->type() != QEvent::KeyPress)
        return QMainWindow::eventFilter(watched, event);
    keyPressEvent(static_cast<QKeyEvent*>(event));
    return event->isAccepted();
}

}
