#include "app/viewer/start/last_session.h"

#include "app/viewer/settings/settings.h"
#include "app/viewer/window/main_window.h"
#include "app/viewer/window/tabbed_window.h"
#include "widgets/common/file_choice.h"
#include "widgets/common/utf8.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>

namespace traceglass {

namespace {

const QString kLastSession = QStringLiteral("session/last");
constexpr int kMostTabs = 100;

int triesOf(const LastSession& session, const QString& path)
{
    for (const LastSession::Window& window : session.windows)
        for (const LastSession::Tab& tab : window.tabs)
            if (tab.path == path)
                return tab.tries;
    return 0;
}

// The first try of a capture that was not opened again is this one.
LastSession::Window keptOf(const TabbedWindow& window, const LastSession& before)
{
    LastSession::Window out {.tabs = {}, .geometry = window.saveGeometry()};
    for (const MainWindow* const tab : window.tabs()) {
        const QString path = tab->openPath();
        if (path.isEmpty())
            continue;
        if (tab == window.current())
            out.current = int(out.tabs.size());
        out.tabs.push_back({path, tab->isOpening() ? std::max(1, triesOf(before, path)) : 0});
    }
    return out;
}

// In the window that came to the front.
void offerCrashed(const QStringList& paths)
{
    if (paths.isEmpty())
        return;
    QStringList names;
    for (const QString& path : paths)
        names << shown(QFileInfo(path).fileName());
    MainWindow* const tab = TabbedWindow::lastUsed()->current();
    tab->tell(MessageBar::Kind::warning, MainWindow::tr("Not all captures are open again"),
              MainWindow::tr("Traceglass ended unexpectedly while opening: %1.")
                  .arg(names.join(QStringLiteral(", "))),
              MainWindow::tr("open all the same"), [tab, paths] { tab->openPaths(paths); });
}

}

LastSession LastSession::read(const Settings& settings)
{
    LastSession out;
    int tabs = 0;
    for (const auto value : QJsonDocument::fromJson(settings.bytes(kLastSession)).array()) {
        const QJsonObject object = value.toObject();
        Window window;
        for (const auto each : object[QStringLiteral("tabs")].toArray()) {
            const QJsonObject tab = each.toObject();
            const QString path = fromPlainPath(tab[QStringLiteral("path")].toString());
            if (!path.isEmpty() && ++tabs <= kMostTabs)
                window.tabs.push_back({path, tab[QStringLiteral("tries")].toInt()});
        }
        window.current = object[QStringLiteral("current")].toInt();
        window.geometry = QByteArray::fromBase64(object[QStringLiteral("geometry")].toString().toLatin1());
        out.windows.push_back(std::move(window));
    }
    return out;
}

void LastSession::write(Settings& settings) const
{
    QJsonArray list;
    for (const Window& window : windows) {
        QJsonArray tabs;
        for (const Tab& tab : window.tabs) {
            QJsonObject object {{QStringLiteral("path"), plainPath(tab.path)}};
            if (tab.tries > 0)
                object.insert(QStringLiteral("tries"), tab.tries);
            tabs.append(object);
        }
        list.append(
            QJsonObject {{QStringLiteral("tabs"), tabs},
                         {QStringLiteral("current"), window.current},
                         {QStringLiteral("geometry"), QString::fromLatin1(window.geometry.toBase64())}});
    }
    const QByteArray text = QJsonDocument(list).toJson(QJsonDocument::Compact);
    if (text == settings.bytes(kLastSession))
        return;
    settings.setBytes(kLastSession, text);
    settings.writeNow();
}

void LastSession::keep(Settings& settings)
{
    const LastSession before = read(settings);
    LastSession now;
    bool isAnyShown = false;
    for (const TabbedWindow* const window : TabbedWindow::all()) {
        isAnyShown = true;
        if (Window kept = keptOf(*window, before); !kept.tabs.empty())
            now.windows.push_back(std::move(kept));
    }
    if (isAnyShown)
        now.write(settings);
}

void LastSession::open(Settings& settings)
{
    LastSession session = read(settings);
    QStringList crashed;
    for (Window& window : session.windows) {
        std::erase_if(window.tabs, [&](Tab& tab) {
            const bool isTried = ++tab.tries <= kTries;
            if (!isTried)
                crashed << tab.path;
            return !isTried;
        });
    }
    std::erase_if(session.windows, [](const Window& window) { return window.tabs.empty(); });
    session.write(settings); // before any of it is read
    for (const Window& each : session.windows) {
        auto* const window = new TabbedWindow(settings);
        window->setAttribute(Qt::WA_DeleteOnClose);
        window->restoreGeometry(each.geometry);
        std::vector<MainWindow*> tabs;
        for (const Tab& tab : each.tabs) {
            tabs.push_back(window->openTab(tab.path));
            window->show(); // with the first: no other is waited for
        }
        window->showTab(tabs[std::size_t(std::clamp(each.current, 0, int(tabs.size()) - 1))]);
    }
    if (session.windows.empty())
        MainWindow::openWindow(settings, {});
    offerCrashed(crashed);
}

void LastSession::endWell(Settings& settings)
{
    LastSession session = read(settings);
    for (Window& window : session.windows)
        for (Tab& tab : window.tabs)
            tab.tries = 0;
    session.write(settings);
}

}
