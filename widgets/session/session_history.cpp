// Back and Forward of a session, and what Esc takes back: what was made last.
#include "widgets/session/document_session.h"

#include <QScopedValueRollback>
#include <utility>

namespace traceglass {

namespace {

constexpr std::size_t kHistory = 200;
constexpr int kOneMovementMs = 800;

}

// --- what was made last

void DocumentSession::made(Made what, bool isThere)
{
    std::erase(m_made, what);
    if (isThere)
        m_made.push_back(what);
}

bool DocumentSession::stepBack()
{
    if (m_made.empty())
        return false;
    switch (m_made.back()) {
    case Made::selection: clearSelection(); break;
    case Made::range: setRange({}); break;
    case Made::filter: setTrackFilter({}); break;
    }
    return true;
}

std::optional<TimeRange> DocumentSession::newestTime() const
{
    for (auto what = m_made.rbegin(); what != m_made.rend(); ++what) {
        if (*what == Made::range)
            return m_range;
        if (*what == Made::selection && m_selection.time)
            return m_selection.time;
    }
    return {};
}

// --- history

void DocumentSession::inOneStep(const std::function<void()>& change)
{
    if (m_steps == 0)
        m_askedInStep = false;
    ++m_steps;
    change();
    if (--m_steps > 0)
        return;
    const bool isNew = remember();
    if (std::exchange(m_askedInStep, false) && isNew) // what is asked for belongs to the step that was made
        m_pendingStep = HistoryStep::same;
}

void DocumentSession::walk(const std::function<void()>& change)
{
    m_walkGoesOn = m_sinceWalk.isValid() && m_sinceWalk.elapsed() < kOneMovementMs;
    m_sinceWalk.start();
    const QScopedValueRollback walking(m_isWalking, true);
    inOneStep(change);
}

bool DocumentSession::remember()
{
    Visit& current = m_history[m_historyAt];
    Visit now {m_selection, m_view, m_subject, m_filterParts, m_arrangement, m_evidence, m_isWalking};
    const bool isFiltered = now.filterParts != current.filterParts || now.arrangement != current.arrangement;
    const bool isEvidence = now.evidence != current.evidence;
    const bool isSame = now.selection == current.selection && now.view == current.view;
    if (m_steps > 0 || (isSame && !isFiltered && !isEvidence))
        return false;
    if (m_isWalking && m_walkGoesOn && current.isWalk && !isFiltered && !isEvidence) {
        current = std::move(now);
        return false;
    }
    // A run of wheel notches, or of keys, is one movement: Back undoes all of it.
    const bool isMovement =
        current.selection == now.selection && !isFiltered && !isEvidence && !m_askedInStep;
    const bool goesOn =
        isMovement && m_sinceViewChange.isValid() && m_sinceViewChange.elapsed() < kOneMovementMs;
    if (isMovement)
        m_sinceViewChange.start();
    else
        m_sinceViewChange.invalidate();
    if (goesOn) {
        current.view = now.view;
        return false;
    }
    m_history.erase(m_history.begin() + std::ptrdiff_t(m_historyAt) + 1, m_history.end());
    m_history.push_back(std::move(now));
    if (m_history.size() > kHistory)
        m_history.erase(m_history.begin());
    m_historyAt = m_history.size() - 1;
    emit historyChanged();
    return true;
}

void DocumentSession::goBack()
{
    if (canGoBack())
        restore(m_historyAt - 1);
}

void DocumentSession::goForward()
{
    if (canGoForward())
        restore(m_historyAt + 1);
}

void DocumentSession::followHistory(TimeRange view)
{
    view = clamped(view);
    if (view == m_view)
        return;
    m_viewTouched = true;
    m_view = view;
    m_sinceViewChange.invalidate();
    Visit moved = m_history[m_historyAt];
    moved.view = view;
    const auto isMovement = [&](std::size_t place) {
        return place < m_history.size() && m_history[place] == moved;
    };
    if (isMovement(m_historyAt - 1)) // of the first there is none before
        --m_historyAt;
    else if (isMovement(m_historyAt + 1))
        ++m_historyAt;
    else
        m_history[m_historyAt] = moved;
    emit viewChanged();
    emit historyChanged();
}

void DocumentSession::restore(std::size_t place)
{
    const QScopedValueRollback inHistory(m_isInHistory, true);
    emit choosing();
    m_historyAt = place;
    m_sinceViewChange.invalidate();
    m_sinceWalk.invalidate();
    const Visit target = m_history[place];
    const bool otherView = target.view != m_view;
    const bool otherSelection = target.selection != m_selection;
    m_view = target.view;
    m_selection = target.selection;
    m_subject = target.subject;
    const bool wasAsking = m_pending.has_value();
    m_pending.reset();
    if (std::exchange(m_filterParts, target.filterParts) != target.filterParts)
        emit filterPartsChanged();
    if (const int before = std::exchange(m_arrangement, target.arrangement); before != m_arrangement)
        emit arrangementChanged(before);
    if (otherSelection)
        made(Made::selection, m_selection != Selection());
    if (otherView)
        emit viewChanged();
    if (otherSelection) {
        emit selectionChanged();
        askAgain();
    } else if (wasAsking) { // else that answer would be a new step, and what Forward leads to gone
        askAgain();
    }
    if (std::exchange(m_evidence, target.evidence) != target.evidence)
        emit evidenceRestored();
    emit historyChanged();
}

}
