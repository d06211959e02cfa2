// A capture among others: as a tab of a window, and in the windows of the program.
#include "app/viewer/start/one_process.h"
#include "app/viewer/window/main_window.h"
#include "app/viewer/window/message_page.h"
#include "app/viewer/window/problem_summary.h"
#include "app/viewer/window/tabbed_window.h"
#include "widgets/common/lay_out.h"
#include "widgets/common/plain_text.h"
#include "widgets/common/utf8.h"

#include <QAction>
#include <QDockWidget>
#include <algorithm>
#include <utility>

namespace traceglass {

namespace {

const QString kClosed = QStringLiteral("closed");
constexpr qsizetype kClosedKept = 30;

// The last one closed stands last.
QStringList closedPaths(const Settings& settings)
{
    QStringList out;
    for (const QByteArray& path : settings.bytes(kClosed).split('\0'))
        if (!path.isEmpty())
            out << pathText(path.toStdString());
    return out;
}

void setClosedPaths(Settings& settings, const QStringList& paths)
{
    QByteArrayList bytes;
    for (const QString& path : paths)
        bytes << QByteArray::fromStdString(pathOf(path));
    settings.setBytes(kClosed, bytes.join('\0'));
}

// Without "." and ".." and what follows the name of a folder.
std::filesystem::path wholePath(const std::filesystem::path& path)
{
    std::error_code error;
    const std::filesystem::path whole = std::filesystem::absolute(path, error).lexically_normal();
    return error || whole.has_filename() ? whole : whole.parent_path();
}

// Whether a file is one of those that a recording in a folder consists of.
bool consistsOf(const DocumentSession& recording, const std::filesystem::path& file)
{
    const std::filesystem::path named = wholePath(recording.capture()->path());
    const std::filesystem::path& folder = recording.capture()->canonicalPath();
    return std::ranges::any_of(recording.sourceNames(), [&](const std::string& name) {
        return folder / name == file || named / name == file;
    });
}

}

// --- commands

void MainWindow::makeWindowCommands()
{
    const auto ofWindow = [this](const char* id, const QString& text, const char* key, const QString& tip,
                                 auto slot) {
        m_commands.add(id, text, "", key, tip, [this, slot] { slot(*TabbedWindow::of(this)); });
    };
    m_commands.add("window.newTab", tr("New &tab"), "", "Ctrl+N", tr("With the start page"),
                   [this] { openBeside({}); });
    ofWindow("window.nextTab", tr("Ne&xt tab"), "Ctrl+Tab", {}, [](TabbedWindow& window) { window.step(1); });
    ofWindow("window.previousTab", tr("&Previous tab"), "Ctrl+Shift+Tab", {},
             [](TabbedWindow& window) { window.step(-1); });
    ofWindow("window.tabLeft", tr("Move tab &left"), "Ctrl+Shift+PgUp", {},
             [this](TabbedWindow& window) { window.moveTab(this, -1); });
    ofWindow("window.tabRight", tr("Move tab &right"), "Ctrl+Shift+PgDown", {},
             [this](TabbedWindow& window) { window.moveTab(this, 1); });
    ofWindow("window.detach", tr("Move tab into a &new window"), "", tr("So does dragging it out of the bar"),
             [this](TabbedWindow& window) { window.detach(this, window.pos() + QPoint(32, 32)); });
    ofWindow("window.moveTo", tr("Move tab to &window…"), "", tr("Into another window of Traceglass"),
             [this](TabbedWindow&) { moveToWindow(); });
    m_commands.add("file.reopen", tr("Reopen c&losed capture"), "", "Ctrl+Shift+T",
                   tr("The one closed last, as it was left"), [this] { reopen(); });
}

void MainWindow::updateTabCommands()
{
    const TabbedWindow* const window = TabbedWindow::of(this);
    m_commands.allow(
        {"window.nextTab", "window.previousTab", "window.tabLeft", "window.tabRight", "window.detach"},
        window && window->tabs().size() > 1, tr("There is no other tab in this window."));
    m_commands.allow({"window.moveTo"}, window && !window->others().empty(), tr("There is no other window."));
    m_commands.allow({"file.reopen"}, !closedPaths(m_settings).isEmpty(), tr("No capture was closed."));
}

void MainWindow::updateAllTabCommands()
{
    for (MainWindow* const each : all())
        each->updateTabCommands();
}

// Below its commands: all that is open, to go to it.
void MainWindow::fillWindowMenu(QMenu* menu)
{
    menu->clear();
    m_commands.fill(menu,
                    {"window.newTab", nullptr, "window.nextTab", "window.previousTab", "window.tabLeft",
                     "window.tabRight", nullptr, "window.detach", "window.moveTo", nullptr});
    for (MainWindow* const each : all()) {
        QAction* const action =
            menu->addAction(shortLiteral(each->look().name, menu), each, &MainWindow::comeToFront);
        action->setCheckable(true);
        action->setChecked(each == this);
    }
}

void MainWindow::moveToWindow()
{
    const std::vector<TabbedWindow*> others = TabbedWindow::of(this)->others();
    if (others.size() == 1)
        return others.front()->take(this);
    auto* const menu = passingMenu(this);
    for (TabbedWindow* const other : others) {
        const qsizetype more = qsizetype(other->tabs().size()) - 1;
        const QString name = shortLiteral(other->current()->look().name, menu);
        menu->addAction(more == 0 ? name : tr("%1 and %2 more").arg(name).arg(more), other,
                        [this, other] { other->take(this); });
    }
    menu->popup(mapToGlobal(rect().center()));
}

void MainWindow::reopen()
{
    QStringList paths = closedPaths(m_settings);
    const QString path = paths.takeLast();
    setClosedPaths(m_settings, paths);
    auto left = s_closed.extract(path);
    if (MainWindow* const window = showing(pathOf(path))) {
        window->comeToFront();
    } else {
        MainWindow* const tab = m_session || m_loader.isLoading() ? openBeside({}) : this;
        tab->open(begin(pathOf(path)), left ? std::optional(std::move(left.mapped())) : std::nullopt);
    }
    updateAllTabCommands();
}

// Also of one that could not be opened again.
void MainWindow::rememberClosed()
{
    if (m_session ? m_session->capture()->isPiped() : !m_takeOver)
        return;
    const QString path = m_session ? capturePath() : pathText(m_loader.path());
    QStringList paths = closedPaths(m_settings);
    paths.removeAll(path);
    paths << path;
    setClosedPaths(m_settings, paths.last(std::min(paths.size(), kClosedKept)));
    s_closed.insert_or_assign(path, m_session ? left() : *m_takeOver);
    updateAllTabCommands();
}

// --- what the tab says

TabLook MainWindow::look() const
{
    const bool isOpening = m_loader.isLoading();
    TabLook look {.name = tr("Start page"), .busy = isOpening};
    if (m_session) {
        const Capture& capture = *m_session->capture();
        look.name = fromUtf8(capture.name());
        look.path = fromUtf8(capture.path().string());
        look.unsavedNotes = m_notes->isModified();
        look.problems = problemCount(capture.problems());
        look.failed = m_session->indexError().has_value();
        if (m_session->isIndexing()) {
            look.busy = true;
            if (const std::uint64_t total = m_session->indexTotal())
                look.percent = int(std::min(m_session->indexDone(), total) * 100 / total);
        }
    } else if (isOpening || m_failure) {
        look.name = fromUtf8(m_loader.path().filename().string());
        look.path = fromUtf8(m_loader.path().string());
        look.failed = m_failure && !isOpening;
    }
    return look;
}

QString MainWindow::openPath() const
{
    if (m_session)
        return m_session->capture()->isPiped() ? QString() : capturePath();
    if ((!m_loader.isLoading() && !m_failure) || !m_demoKey.isEmpty()
        || m_loader.named() == Opening::Named::stream || isOfThisProcess(m_loader.path()))
        return {};
    return pathText(m_loader.path());
}

bool MainWindow::isOpening() const
{
    return m_loader.isLoading() || (m_session && m_session->isIndexing());
}

// The keys of the window belong to the tab in front: one behind it has them when it comes there.
void MainWindow::takeFocus(QWidget* widget)
{
    if (parentWidget() && isHidden())
        m_focusLater = widget;
    else
        widget->setFocus();
}

// A pane that floats is a window of its own, which does not know that its tab is not in front.
void MainWindow::hideFloating(bool hide)
{
    if (hide) {
        for (QDockWidget* const dock : {m_structureDock, m_detailsDock, m_bottomDock})
            if (dock->isFloating() && dock->isVisible())
                m_floating.push_back(dock);
    }
    for (QDockWidget* const dock : m_floating)
        dock->setVisible(!hide);
    if (!hide)
        m_floating.clear();
}

// --- all that are open

std::vector<MainWindow*> MainWindow::all()
{
    std::vector<MainWindow*> out;
    std::ranges::copy_if(s_existing, std::back_inserter(out), &MainWindow::isWindow);
    for (const TabbedWindow* const window : TabbedWindow::existing())
        std::ranges::copy(window->tabs(), std::back_inserter(out));
    return out;
}

// As far as paths tell without the disk, which may not answer: through links its opening tells (giveWayToTheSame). Any
// file of a recording that is a directory stands for it.
MainWindow* MainWindow::showing(const std::filesystem::path& path)
{
    const std::filesystem::path wanted = wholePath(path);
    if (wanted.empty())
        return nullptr;
    for (MainWindow* const window : all()) {
        if (!window->window()->isVisible())
            continue;
        if (window->m_loader.isLoading()) {
            if (wholePath(window->m_loader.path()) == wanted)
                return window;
        } else if (window->m_session) {
            const Capture& shown = *window->m_session->capture();
            if (shown.canonicalPath() == wanted || wholePath(shown.path()) == wanted
                || (shown.isFolder() && consistsOf(*window->m_session, wanted)))
                return window;
        }
    }
    return nullptr;
}

// A tab that takes one of them keeps it, even where it has but an error to show.
void MainWindow::openEach(const QStringList& paths, bool takesOne)
{
    for (const QString& path : paths) {
        if (MainWindow* window = showing(pathOf(path)))
            window->comeToFront();
        else if (std::exchange(takesOne, false))
            open(pathOf(path));
        else
            openBeside(path);
    }
}

MainWindow* MainWindow::openBeside(const QString& path)
{
    TabbedWindow* const window = TabbedWindow::of(this);
    return window ? window->openTab(path) : openWindow(m_settings, path);
}

MainWindow* MainWindow::openWindow(Settings& settings, const QString& path)
{
    if (MainWindow* shown = path.isEmpty() ? nullptr : showing(pathOf(path))) {
        shown->comeToFront();
        return shown;
    }
    auto* const window = new TabbedWindow(settings);
    window->setAttribute(Qt::WA_DeleteOnClose);
    MainWindow* const tab = window->openTab(path);
    window->show();
    return tab;
}

void MainWindow::openInFront(Settings& settings, const QStringList& paths)
{
    if (const TabbedWindow* const window = TabbedWindow::lastUsed()) {
        window->current()->comeToFront();
        window->current()->openPaths(paths);
    } else {
        openWindow(settings, paths.value(0))->openEach(paths.mid(1), false);
    }
}

void MainWindow::comeToFront()
{
    QWidget* const top = window();
    if (TabbedWindow* const tabs = TabbedWindow::of(this))
        tabs->showTab(this);
    top->setWindowState(top->windowState() & ~Qt::WindowMinimized);
    top->raise();
    top->activateWindow();
}

}
