// What is remembered of a capture and of the window, and what is said about the capture.
#include "app/viewer/commands/note_commands.h"
#include "app/viewer/search/filter_bar.h"
#include "app/viewer/start/recent_captures.h"
#include "app/viewer/window/bottom_tabs.h"
#include "app/viewer/window/capture_tool_bar.h"
#include "app/viewer/window/main_window.h"
#include "app/viewer/window/message_bar.h"
#include "app/viewer/window/problem_summary.h"
#include "core/model/format.h"
#include "widgets/common/line_height.h"
#include "widgets/common/theme.h"
#include "widgets/common/utf8.h"
#include "widgets/timeline/scene/timeline_scene.h"
#include "widgets/timeline/view/timeline_pane.h"

#include <QDockWidget>
#include <QJsonDocument>
#include <QJsonObject>
#include <QResizeEvent>
#include <QTimer>
#include <QVBoxLayout>
#include <utility>

namespace traceglass {

namespace {

const QString kNameColors = QStringLiteral("nameColors");
const QString kThresholds = QStringLiteral("findings/thresholds");
constexpr int kDetailsShare = 6; // of a window wide enough
// Pixels of letters of the usual size.
constexpr int kNarrow = 1200; // less than what the panes beside a timeline are made for
constexpr int kLeastTree = 144, kTiny = 700;

}

QString MainWindow::capturePath() const
{
    return m_session ? pathText(m_session->capture()->path()) : QString();
}

void MainWindow::reload()
{
    if (!m_session)
        return;
    m_noteCommands->keepForReload(true);
    open(begin(m_session->capture()->path(), m_openedAs), left());
}

MainWindow::Left MainWindow::left() const
{
    Left left {.baseline = m_baseline->choice(),
               .search = m_search->text(),
               .filter = m_session->filterParts(),
               .finding = m_findings->kept()};
    if (m_session->view() != m_session->extent()) // who saw all of it goes on seeing all
        left.view = m_session->view();
    left.selected.slice = m_session->selection().slice;
    const std::optional<Node>& node = m_session->answer().node; // of before while something is selected
    if (node && m_session->selection().node == node->id)
        left.selected.node = m_session->answer().path;
    if (hasTimeline())
        left.selected.scroll = m_timeline->scene()->scroll();
    return left;
}

// Unless the user selected something meanwhile.
void MainWindow::reselect()
{
    if (m_session->selection() != Selection {})
        return;
    if (m_reselect.slice)
        m_session->selectSlice(*m_reselect.slice);
    else if (!m_reselect.node.empty())
        m_session->selectPath(m_reselect.node);
}

void MainWindow::updateBars()
{
    bool any = !m_filterBar->isHidden();
    for (const MessageBar* bar :
         {m_changedBar, m_baselineBar, m_failureBar, m_noteBar, m_setBar, m_problemBar})
        any = any || !bar->isHidden();
    m_bars->setVisible((any && m_session) || !m_programBar->isHidden());
}

void MainWindow::updateProblems()
{
    if (!m_session)
        return;
    const auto summary = summarizeProblems(m_session->capture()->problems());
    if (summary && !m_problemsDismissed)
        m_problemBar->show(MessageBar::Kind::warning, summary->head, summary->text, {tr("show")});
    else
        m_problemBar->hide();
    m_tabs->bar()->setCount(problemsTab, qint64(summary ? summary->count : 0));
    m_tabs->bar()->setMark(problemsTab, summary ? FlatTabBar::Mark::warning : FlatTabBar::Mark::none);
    updateBars();
    emit tabChanged();
}

void MainWindow::remember()
{
    if (!m_session || m_session->capture()->isPiped())
        return;
    RecentCapture entry;
    entry.path = capturePath();
    entry.directory = m_session->capture()->isFolder();
    entry.format = fromUtf8(m_session->capture()->format().label);
    entry.size = m_session->summary().size;
    if (m_session->capture()->hasTimeline())
        entry.lengthNs = m_session->extent().lengthNs();
    if (const auto problems = summarizeProblems(m_session->capture()->problems()))
        entry.problems = int(problems->count);
    entry.notes = int(m_notes->storedCount()); // others may be discarded
    entry.opened = QDateTime::currentDateTime();
    if (m_timeline)
        entry.tracks = m_timeline->saveState();
    entry.muted = m_findings->mutes();
    entry.panes = docks();
    if (const QWidget* pane = m_tabs->currentWidget())
        entry.lowerPane = pane->objectName();
    entry.view = m_session->view() == m_session->extent() ? m_again.view : m_session->view();
    entry.range = m_session->range() ? m_session->range() : m_again.range;
    RecentCaptures(m_settings).add(std::move(entry));
}

// As the capture was left.
void MainWindow::recall(const RecentCapture& before)
{
    restoreDocks(before.panes);
    if (const auto tab = tabOf(before.lowerPane))
        m_tabs->setCurrentIndex(*tab);
    if (!before.tracks.isEmpty())
        m_timeline->restoreState(before.tracks);
    m_findings->setMutes(before.muted);
    m_again = {before.view, before.range};
}

// As soon as it is known that the capture spans these times, unless the user has chosen others meanwhile.
void MainWindow::showAgain()
{
    const TimeRange extent = m_session->extent();
    const bool isWhole = m_session->timeline()->complete;
    const auto isThere = [&](const std::optional<TimeRange>& time) {
        const bool isWithin = time && time->startNs >= extent.startNs && time->endNs <= extent.endNs;
        return isWithin || (time && isWhole && time->overlaps(extent));
    };
    if (isThere(m_again.range) && !m_session->range())
        m_session->setRange(std::exchange(m_again.range, {}));
    if (isThere(m_again.view) && m_session->view() == extent)
        m_session->setView(*std::exchange(m_again.view, {}));
}

void MainWindow::saveLayout()
{
    m_settings.setBytes(stateKey(), docks());
    if (const QWidget* pane = m_tabs->currentWidget())
        m_settings.setBytes(tabKey(), pane->objectName().toUtf8());
    savePanes();
}

QString MainWindow::tabKey() const
{
    return QStringLiteral("window/tab/%1").arg(exactFromUtf8(m_session->capture()->format().id));
}

QString MainWindow::stateKey() const
{
    return hasTimeline() ? QStringLiteral("window/state") : QStringLiteral("window/stateTimeless");
}

// Where they are, behind the width of the window: Details have a share of that.
QByteArray MainWindow::docks() const
{
    if (m_isTreeAway && m_structureDock->isHidden()) // nobody closed it: nothing to be remembered
        return {};
    return QByteArray::number(width()) + ' ' + saveState();
}

// As docks() has said it; false: it has not.
bool MainWindow::restoreDocks(const QByteArray& docks)
{
    const qsizetype space = docks.indexOf(' ');
    bool isNumber = false;
    const int wide = docks.left(std::max<qsizetype>(space, 0)).toInt(&isNumber);
    if (!isNumber || !restoreState(docks.mid(space + 1)))
        return false;
    m_detailsFor = wide;
    m_tools->show();
    updateBars();
    return true;
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
        // In a tiny window the timeline and what is selected in it have all the room, until it is larger.
        m_isTreeAway = timed && width() < grown(kTiny, this);
        m_structureDock->setVisible(!m_isTreeAway);
        m_detailsDock->show();
    }
    if (!replacing || !timed)
        m_bottomDock->setVisible(timed);

    const QString key = stateKey();
    if (std::exchange(m_layoutUsed, key) == key && replacing)
        return;
    if (restoreDocks(m_settings.bytes(key)))
        return;
    // Large letters make panes wider, but no wider than a fourth of the window. Small screens keep more
    // than half of their room for the timeline.
    const auto wide = [this](int pixels) {
        return std::max(pixels, std::min(grown(pixels, this), width() / 4));
    };
    const int tree = width() >= 1500 ? metrics::kTreeWidth : timed ? 256 : 224;
    const int left = isNarrow() ? std::max(grown(kLeastTree, this), width() / 5) : wide(tree);
    const int right =
        isNarrow() ? width() / 4 : std::max(wide(metrics::kDetailsWidth), width() / kDetailsShare);
    // Of a low window a fourth: a head and some rows, so that the timeline stays the larger one.
    const int bottom = height() < 850
        ? std::clamp(height() / 4, std::min(150, height() / 3), 216)
        : std::max(metrics::kBottomHeight, std::min(grown(metrics::kBottomHeight, this), height() / 3));
    m_detailsFor = width();
    const auto resizeAll = [this, left, right, bottom] {
        resizeDocks({m_structureDock, m_detailsDock}, {left, right}, Qt::Horizontal);
        resizeDocks({m_bottomDock}, {bottom}, Qt::Vertical);
    };
    resizeAll();
    // Again when the panes have been laid out: the middle asked for its own width first.
    if (!timed)
        QTimer::singleShot(0, this, resizeAll);
}

// In a window that becomes lower all would be taken from the timeline: it keeps half of the height that it has with the lower
// pane, where it had that before.
void MainWindow::keepTimelineHigh(int lower)
{
    if (lower <= 0 || !isVisible() || !hasTimeline() || m_bottomDock->isFloating()
        || !m_bottomDock->isVisible())
        return;
    const int pane = m_bottomDock->height(), timeline = m_timeline->height();
    if (timeline < pane && timeline + lower >= pane)
        resizeDocks({m_bottomDock}, {(timeline + pane) / 2}, Qt::Vertical);
}

// Details grow and shrink with the window by their share, whatever width the user gave them.
void MainWindow::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    keepTimelineHigh(event->oldSize().height() - event->size().height());
    if (m_isTreeAway && width() >= grown(kTiny, this)) {
        m_isTreeAway = false;
        m_structureDock->show();
    }
    if (!isVisible() || !m_session || !event->oldSize().isValid())
        return;
    // The difference of two shares: in a drag, shares of single pixels would add up to nothing. A window that is made
    // as large as it was before, behind its docks, brings nothing new.
    const int more = event->size().width() / kDetailsShare
        - std::exchange(m_detailsFor, event->size().width()) / kDetailsShare;
    if (more == 0 || m_detailsDock->isFloating() || !m_detailsDock->isVisible())
        return;
    const int now = m_detailsDock->width();
    const int least = isNarrow() ? width() / 4 : metrics::kDetailsWidth;
    resizeDocks({m_detailsDock}, {std::max(std::min(now, least), now + more)}, Qt::Horizontal);
}

// For what stands beside the timeline to be as wide as it is made for?
bool MainWindow::isNarrow() const
{
    return hasTimeline() && width() < grown(kNarrow, this);
}

QStringList MainWindow::savedThresholds() const
{
    return QString::fromUtf8(m_settings.bytes(kThresholds)).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
}

void MainWindow::saveThresholds()
{
    m_settings.setBytes(kThresholds, m_findings->thresholds().join(QLatin1Char('\n')).toUtf8());
    for (MainWindow* const window : windows())
        window->m_findings->setThresholds(m_findings->thresholds());
}

QHash<QString, int> MainWindow::savedNameColors() const
{
    QHash<QString, int> colors;
    const QJsonObject saved = QJsonDocument::fromJson(m_settings.bytes(kNameColors)).object();
    for (auto it = saved.begin(); it != saved.end(); ++it)
        colors.insert(it.key(), it.value().toInt());
    return colors;
}

void MainWindow::saveNameColors(const QHash<QString, int>& colors)
{
    QJsonObject saved;
    for (auto it = colors.begin(); it != colors.end(); ++it)
        saved.insert(it.key(), it.value());
    m_settings.setBytes(kNameColors, QJsonDocument(saved).toJson(QJsonDocument::Compact));
    for (MainWindow* const window : windows())
        window->m_timeline->setNameColors(colors);
}

}
