#include "app/viewer/window/tabbed_window.h"

#include "app/viewer/commands/note_commands.h"
#include "app/viewer/start/last_session.h"
#include "app/viewer/window/main_window.h"
#include "widgets/common/lay_out.h"
#include "widgets/common/utf8.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDrag>
#include <QScopedValueRollback>
#include <QScreen>
#include <QStackedWidget>
#include <algorithm>

namespace traceglass {

namespace {

const QString kGeometry = QStringLiteral("window/geometry");

}

TabMime::TabMime(MainWindow* dragged)
    : m_tab(dragged)
{
    setData(QStringLiteral("application/x-traceglass-tab"), "tab"); // a drag without data is none
}

MainWindow* TabMime::tab() const
{
    return qobject_cast<MainWindow*>(m_tab);
}

TabbedWindow::TabbedWindow(Settings& settings)
    : m_settings(settings)
    , m_bar(new CaptureTabBar(this))
    , m_stack(new QStackedWidget(this))
    , m_keeping(delayed(this, 0, [this] {
        if (!s_isEnding)
            LastSession::keep(m_settings);
    }))
{
    s_existing.push_back(this);
    inColumn({}, 0, {m_bar, {m_stack, 1}}, this);
    setMinimumSize(MainWindow::kLeast);
    setAcceptDrops(true); // tabs; what else is dropped is taken by the tab below
    constexpr QSize kFrame(16, 48); // of the desktop around it, about
    resize(QSize(1440, 900).boundedTo(screen()->availableSize() - kFrame).expandedTo(MainWindow::kLeast));
    if (const QByteArray geometry = m_settings.bytes(kGeometry); !geometry.isEmpty())
        restoreGeometry(geometry);
    connect(m_bar, &QTabBar::currentChanged, this, &TabbedWindow::showCurrent);
    connect(m_bar, &QTabBar::tabCloseRequested, this, [this](int index) { tab(index)->close(); });
    connect(m_bar, &CaptureTabBar::draggedOut, this, &TabbedWindow::drag);
    connect(m_bar, &QTabBar::tabMoved, m_keeping, qOverload<>(&QTimer::start));
    connect(m_bar, &CaptureTabBar::menuWanted, this, &TabbedWindow::showMenu);
    connect(m_stack, &QStackedWidget::widgetRemoved, this, &TabbedWindow::followStack);
}

TabbedWindow::~TabbedWindow()
{
    std::erase(s_existing, this);
    m_stack->disconnect(this);
    for (MainWindow* const each : tabs())
        each->disconnect(this);
}

TabbedWindow* TabbedWindow::of(const MainWindow* tab)
{
    return qobject_cast<TabbedWindow*>(tab->window());
}

TabbedWindow* TabbedWindow::lastUsed()
{
    return s_lastUsed && s_lastUsed->isVisible() ? s_lastUsed.data() : nullptr;
}

MainWindow* TabbedWindow::tab(int index) const
{
    return m_bar->tabData(index).value<MainWindow*>();
}

int TabbedWindow::indexOf(const MainWindow* tab) const
{
    for (int i = 0; i < m_bar->count(); ++i)
        if (this->tab(i) == tab)
            return i;
    return -1;
}

std::vector<MainWindow*> TabbedWindow::tabs() const
{
    std::vector<MainWindow*> out;
    for (int i = 0; i < m_bar->count(); ++i)
        out.push_back(tab(i));
    return out;
}

MainWindow* TabbedWindow::current() const
{
    return tab(m_bar->currentIndex());
}

std::vector<TabbedWindow*> TabbedWindow::all()
{
    std::vector<TabbedWindow*> out = s_existing;
    std::erase_if(out, [](const TabbedWindow* window) { return !window->isVisible(); });
    return out;
}

std::vector<TabbedWindow*> TabbedWindow::others() const
{
    std::vector<TabbedWindow*> out = all();
    std::erase(out, this);
    return out;
}

// --- tabs come and go

MainWindow* TabbedWindow::openTab(const QString& path)
{
    auto begun = path.isEmpty() ? std::nullopt : std::optional(MainWindow::begin(pathOf(path)));
    auto* const opened = new MainWindow(m_settings, m_stack);
    opened->setWindowFlags(Qt::Widget); // a QMainWindow is a window unless it is told
    opened->setAttribute(Qt::WA_DeleteOnClose);
    opened->resize(size()); // docks are laid out by it
    if (begun)
        opened->open(std::move(*begun));
    add(opened, -1);
    return opened;
}

void TabbedWindow::add(MainWindow* tab, int index)
{
    s_lastUsed = this; // until another one is activated
    m_stack->addWidget(tab);
    const int at = m_bar->insertTab(index < 0 ? m_bar->count() : index, QString());
    m_bar->setTabData(at, QVariant::fromValue(tab));
    connect(tab, &MainWindow::tabChanged, this, [this, tab] { tell(tab); });
    connect(tab, &MainWindow::closed, this, [this, tab] { release(tab); });
    m_bar->setCurrentIndex(at);
    showCurrent(); // of the first tab the bar told before it was known
    tell(tab);
    MainWindow::updateAllTabCommands();
}

void TabbedWindow::release(MainWindow* tab)
{
    tab->disconnect(this);
    m_bar->removeTab(indexOf(tab)); // first: the tab that comes to the front is that of the bar
    m_stack->removeWidget(tab);
}

// A tab may also be deleted, whoever does it.
void TabbedWindow::followStack()
{
    for (int i = m_bar->count() - 1; i >= 0; --i)
        if (m_stack->indexOf(tab(i)) < 0)
            m_bar->removeTab(i);
    if (m_bar->count() == 0 && !m_isClosing)
        close();
    m_keeping->start();
    MainWindow::updateAllTabCommands();
}

void TabbedWindow::take(MainWindow* tab, int index)
{
    if (TabbedWindow* const before = of(tab))
        before->release(tab);
    add(tab, index);
    tab->comeToFront();
}

void TabbedWindow::detach(MainWindow* tab, const QPoint& globalPos)
{
    auto* const window = new TabbedWindow(m_settings);
    window->setAttribute(Qt::WA_DeleteOnClose);
    window->setWindowState(Qt::WindowNoState);
    window->resize(size());
    window->move(globalPos);
    release(tab);
    window->add(tab, -1);
    window->show();
    tab->comeToFront();
}

// --- what is shown

void TabbedWindow::showTab(MainWindow* tab)
{
    m_bar->setCurrentIndex(indexOf(tab));
}

void TabbedWindow::showCurrent()
{
    MainWindow* const shown = current();
    if (!shown)
        return;
    m_stack->setCurrentWidget(shown);
    tell(shown);
}

void TabbedWindow::tell(const MainWindow* tab)
{
    m_bar->setLook(indexOf(tab), tab->look());
    m_keeping->start();
    if (tab != current())
        return;
    setWindowTitle(tab->windowTitle());
    setWindowModified(tab->isWindowModified());
    setWindowFilePath(tab->windowFilePath());
}

void TabbedWindow::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::ActivationChange && isActiveWindow())
        s_lastUsed = this;
}

// The bar is one of the parts of the tab in front.
bool TabbedWindow::focusNextPrevChild(bool next)
{
    return (current() && current()->goToNextWidget(next)) || QWidget::focusNextPrevChild(next);
}

void TabbedWindow::step(int tabs)
{
    const int count = m_bar->count();
    m_bar->setCurrentIndex((m_bar->currentIndex() + tabs + count) % count);
}

void TabbedWindow::moveTab(const MainWindow* tab, int tabs)
{
    const int from = indexOf(tab);
    m_bar->moveTab(from, std::clamp(from + tabs, 0, m_bar->count() - 1));
}

// --- closing

void TabbedWindow::closeEvent(QCloseEvent* event)
{
    if (!s_isEnding)
        LastSession::keep(m_settings); // where and how large it is
    {
        const QScopedValueRollback closing(m_isClosing, true);
        closeTabs({});
    }
    if (m_bar->count() > 0) {
        event->ignore();
        return;
    }
    m_settings.setBytes(kGeometry, saveGeometry());
    for (TabbedWindow* const other : others())
        other->m_keeping->start();
    QWidget::closeEvent(event);
}

void TabbedWindow::closeAll()
{
    if (const auto open = all(); !open.empty())
        LastSession::keep(open.front()->m_settings);
    {
        const QScopedValueRollback ending(s_isEnding, true);
        QApplication::closeAllWindows();
    }
    for (TabbedWindow* const left : all())
        left->m_keeping->start();
}

// Asks about each tab before any is closed: who stays in one stays in all, with all notes. Saving takes a while, and
// then this goes on.
void TabbedWindow::closeTabs(std::vector<QPointer<MainWindow>> dropped)
{
    using Answer = NoteCommands::Answer;
    const auto isDropped = [&dropped](const MainWindow* each) {
        return std::ranges::find(dropped, each, &QPointer<MainWindow>::data) != dropped.end();
    };
    for (MainWindow* const each : tabs()) {
        NoteCommands& notes = each->noteCommands();
        if (isDropped(each) || !notes.hasUnsaved())
            continue;
        showTab(each);
        switch (notes.askToLeave()) {
        case Answer::leave: break;
        case Answer::save:
            notes.saveThen([window = QPointer(this), dropped] {
                if (window)
                    window->closeTabs(dropped);
            });
            return;
        case Answer::drop: dropped.emplace_back(each); break;
        case Answer::stay: return;
        }
    }
    std::vector<MainWindow*> closing = tabs();
    std::stable_partition(closing.begin(), closing.end(),
                          [front = current()](auto* each) { return each != front; });
    for (MainWindow* const each : closing) { // the one in front last, so that no other is shown meanwhile
        if (isDropped(each))
            each->noteCommands().drop();
        each->close();
    }
}

// --- dragging

void TabbedWindow::drag(int index)
{
    const QPointer<MainWindow> moved = tab(index);
    const QPointer<TabbedWindow> self = this;
    auto* const drag = new QDrag(m_bar);
    drag->setMimeData(new TabMime(moved));
    drag->setPixmap(m_bar->grab(m_bar->tabRect(index)));
    const bool isTaken = drag->exec(Qt::MoveAction) == Qt::MoveAction;
    const bool isCancelled = QGuiApplication::mouseButtons() & Qt::LeftButton; // by Esc
    if (self && moved && !isTaken && !isCancelled && indexOf(moved) >= 0)
        detach(moved, QCursor::pos());
}

// Of this window it falls back into the bar only: elsewhere it becomes a window.
MainWindow* TabbedWindow::dragged(const QDropEvent& event) const
{
    const auto* const mime = qobject_cast<const TabMime*>(event.mimeData());
    MainWindow* const tab = mime ? mime->tab() : nullptr;
    const bool isOwn = tab && indexOf(tab) >= 0;
    return isOwn && !m_bar->geometry().contains(event.position().toPoint()) ? nullptr : tab;
}

void TabbedWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (qobject_cast<const TabMime*>(event->mimeData()))
        event->acceptProposedAction();
}

void TabbedWindow::dragMoveEvent(QDragMoveEvent* event)
{
    event->setAccepted(dragged(*event) != nullptr);
}

void TabbedWindow::dropEvent(QDropEvent* event)
{
    MainWindow* const tab = dragged(*event);
    if (!tab)
        return;
    event->acceptProposedAction();
    const int at = m_bar->tabAt(m_bar->mapFrom(this, event->position().toPoint()));
    if (const int from = indexOf(tab); from < 0)
        take(tab, at);
    else if (at >= 0)
        m_bar->moveTab(from, at);
}

void TabbedWindow::showMenu(int index, const QPoint& globalPos)
{
    auto* const menu = passingMenu(this);
    tab(index)->commands().fill(menu,
                                {"window.tabLeft", "window.tabRight", nullptr, "window.detach",
                                 "window.moveTo", nullptr, "file.copyPath", "file.location", nullptr,
                                 "file.reopen", "file.close"});
    menu->popup(globalPos);
}

}
