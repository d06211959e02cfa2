// What the tabs of the program have to do with each other when captures are compared: what one is compared with, and
// timelines that move together.
#include "app/viewer/window/capture_status_bar.h"
#include "app/viewer/window/main_window.h"
#include "app/viewer/window/message_bar.h"
#include "core/base/text.h"
#include "widgets/common/lay_out.h"
#include "widgets/common/plain_text.h"
#include "widgets/common/utf8.h"
#include "widgets/statistics/statistics_pane.h"

#include <algorithm>

namespace traceglass {

std::vector<MainWindow*> MainWindow::windows()
{
    std::vector<MainWindow*> out;
    std::ranges::copy_if(all(), std::back_inserter(out),
                         [](const MainWindow* window) { return window->m_session != nullptr; });
    return out;
}

MainWindow* MainWindow::windowOf(const DocumentSession* session)
{
    const std::vector<MainWindow*> all = windows();
    const auto found = std::ranges::find_if(
        all, [session](const MainWindow* window) { return window->m_session.get() == session; });
    return found == all.end() ? nullptr : *found;
}

void MainWindow::connectBaseline()
{
    m_findings->setBaseline(m_baseline.get());
    m_baseline->setOthers([this] {
        std::vector<DocumentSession*> out;
        for (const MainWindow* const window : windows())
            if (window != this)
                out.push_back(window->m_session.get());
        return out;
    });
    connect(m_baseline.get(), &SessionBaseline::changed, this, &MainWindow::tellLink);
    connect(m_baseline.get(), &SessionBaseline::diskChanged, this, &MainWindow::tellBaselineChanged);
    connect(m_baseline.get(), &SessionBaseline::diskGrew, this, [this] {
        if (!m_baselineBar->isHidden()) // else somebody closed it
            tellBaselineChanged();
    });
    tellLink();
}

void MainWindow::tellBaselineChanged()
{
    const auto tell = [this](const QString& head, const QString& text) {
        m_baselineBar->show(MessageBar::Kind::hint, head, text, {tr("Reload")});
    };
    const QString name = m_baseline->name();
    switch (const ask::DiskNow& now = m_baseline->onDisk(); now.state) {
    case ask::DiskState::same: m_baselineBar->hide(); break;
    case ask::DiskState::changed: tell(tr("What is compared with was changed on disk"), name); break;
    case ask::DiskState::grown:
        tell(tr("What is compared with has grown by %1").arg(fromUtf8(sizeText(now.grownBy))), name);
        break;
    case ask::DiskState::gone:
        tell(tr("What is compared with is no longer there"), tr("%1; what was read of it stays").arg(name));
        break;
    }
    updateBars();
}

// With what it is compared with, or no longer.
void MainWindow::switchLink()
{
    DocumentSession* const other = m_baseline->shownBy();
    if (isLinkedWithBaseline())
        unlinkTime();
    else if (other)
        linkTimeWith(other);
}

bool MainWindow::isLinkedWithBaseline() const
{
    const DocumentSession* const other = m_timeLink ? m_timeLink->other(m_session.get()) : nullptr;
    return other && other == m_baseline->shownBy();
}

// --- timelines that move together

std::vector<DocumentSession*> MainWindow::linkable() const
{
    const auto isLike = [this](const DocumentSession& session) { // steps are no bytes, and neither is time
        return session.isTime() == m_session->isTime()
            && (session.isTime() || session.axisKind() == m_session->axisKind());
    };
    std::vector<DocumentSession*> out;
    for (const MainWindow* const window : windows())
        if (window != this && window->hasTimeline() && isLike(*window->m_session))
            out.push_back(window->m_session.get());
    return out;
}

void MainWindow::linkTime()
{
    const std::vector<DocumentSession*> others = linkable();
    if (others.empty())
        return say(tr("No other tab shows a capture with such a time axis"));
    if (others.size() == 1)
        return linkTimeWith(others.front());
    auto* const menu = passingMenu(this);
    for (DocumentSession* const other : others)
        menu->addAction(literal(fromUtf8(other->capture()->name())), this, [this, other = QPointer(other)] {
            if (other)
                linkTimeWith(other);
        });
    menu->popup(mapToGlobal(rect().center()));
}

// Each is linked with one other at most.
void MainWindow::linkTimeWith(DocumentSession* other)
{
    MainWindow* const window = windowOf(other);
    const std::vector<DocumentSession*> others = linkable();
    if (!window || std::ranges::find(others, other) == others.end())
        return say(tr("The other tab shows no capture with such a time axis"));
    delete m_timeLink;
    delete window->m_timeLink;
    auto* const link = new TimeLink(m_session.get(), other);
    for (MainWindow* const each : {this, window}) {
        each->m_timeLink = link;
        connect(link, &QObject::destroyed, each, &MainWindow::tellLink);
        each->tellLink();
    }
}

void MainWindow::unlinkTime()
{
    delete m_timeLink;
}

void MainWindow::tellLink()
{
    if (!m_session)
        return;
    const DocumentSession* const other = m_timeLink ? m_timeLink->other(m_session.get()) : nullptr;
    m_status->setLinkedWith(other ? fromUtf8(other->capture()->name()) : QString());
    if (m_statistics.isMade())
        m_statistics->compareBar()->setLinked(isLinkedWithBaseline());
    updateCommands();
}

}
