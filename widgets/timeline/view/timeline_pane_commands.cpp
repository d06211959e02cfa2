// What commands and keys do with the timeline and its names of tracks.
#include "widgets/common/kept_keys.h"
#include "widgets/timeline/scene/clock_alignment.h"
#include "widgets/timeline/view/label_column.h"
#include "widgets/timeline/view/overview_strip.h"
#include "widgets/timeline/view/timeline_pane.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QToolButton>

namespace traceglass {

void TimelinePane::setFilter(const QString& text)
{
    if (text == m_filter->text())
        return; // so the field stays open while it is typed in, even when empty
    m_filterButton->setChecked(!text.isEmpty());
    m_filter->setText(text);
    m_scene->setFilter(text);
}

void TimelinePane::reachHits()
{
    m_view->setFocus(Qt::TabFocusReason);
    const bool isHit = m_scene->layout().lineOf(m_scene->selectedTrack()) != TrackLayout::kNone;
    if (!m_scene->filter().isEmpty() && !isHit)
        selectNextTrack();
}

TrackId TimelinePane::currentTrack() const
{
    if (m_labels->hasFocus() || (m_isNamed && m_labels->current() != kNoTrack))
        return m_labels->current();
    return m_scene->selectedTrack();
}

bool TimelinePane::isAtCounter() const
{
    const TrackId track = currentTrack();
    return track != kNoTrack && m_scene->timeline().track(track).kind == TrackKind::counter;
}

void TimelinePane::goTo(SliceGoal goal)
{
    const bool isValue = goal == SliceGoal::greatest || goal == SliceGoal::least;
    if (isValue && !isAtCounter())
        emit statusText(tr("Select a value of a counter first"));
    else if (!m_view->goTo(goal, currentTrack()))
        emit statusText(goal == SliceGoal::longest ? tr("Nothing here lasts") : tr("There is nothing here"));
}

bool TimelinePane::isHitKey(const QKeyEvent& event) const
{
    const auto others = event.modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier);
    return event.key() == Qt::Key_F3 && others == Qt::NoModifier && !m_scene->filter().isEmpty()
        && !m_scene->isSearched();
}

bool TimelinePane::event(QEvent* event)
{
    return keepsKey(*event, [this](const QKeyEvent& key) { return isHitKey(key); }) || QWidget::event(event);
}

void TimelinePane::keyPressEvent(QKeyEvent* event)
{
    const int key = event->key();
    const auto modifiers = event->modifiers() & ~Qt::KeypadModifier;
    const bool upOrDown = key == Qt::Key_Up || key == Qt::Key_Down;
    if (event->matches(QKeySequence::Copy))
        copySelected();
    else if (isHitKey(*event))
        selectNextTrack(!modifiers.testFlag(Qt::ShiftModifier));
    else if (modifiers == Qt::NoModifier && key == Qt::Key_L)
        goTo(SliceGoal::longest);
    else if (modifiers == Qt::ControlModifier && key == Qt::Key_Home)
        goTo(SliceGoal::first);
    else if (modifiers == Qt::ControlModifier && key == Qt::Key_End)
        goTo(SliceGoal::last);
    else if (modifiers == Qt::ControlModifier && upOrDown)
        goTo(key == Qt::Key_Up ? SliceGoal::greatest : SliceGoal::least);
    else if (modifiers == (Qt::ControlModifier | Qt::ShiftModifier) && upOrDown)
        moveTrack(key == Qt::Key_Down);
    else if (!(m_labels->hasFocus() || m_overview->hasFocus())
             || !m_view->takeKey(*event)) // what those leave
        QWidget::keyPressEvent(event);
}

void TimelinePane::alignClocks(std::uint16_t moving)
{
    if (!m_alignment) {
        m_alignment = new ClockAlignmentDialog(m_session, this);
        connect(this, &TimelinePane::cursorMoved, m_alignment, &ClockAlignmentDialog::setCursor);
    }
    m_alignment->chooseMoving(moving);
    m_alignment->setCursor(m_view->cursorTime());
    m_alignment->show();
    m_alignment->raise();
    m_alignment->activateWindow();
}

void TimelinePane::editFilter()
{
    m_filterButton->setChecked(true);
    m_filter->setFocus();
    m_filter->selectAll();
}

}
