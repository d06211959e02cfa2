// What the keyboard does with TimelineView beyond zooming and walking: going to slices and moments, ranges,
// the order of tracks.
#include "widgets/timeline/view/timeline_view.h"

#include <algorithm>
#include <iterator>

namespace traceglass {

namespace {

constexpr std::int64_t kAloneShare = 50; // of the capture, for a moment without neighbours

}

// A moment has no length to be shown at: its neighbours give it a scale.
TimeRange TimelineView::fitting(TimeRange time) const
{
    if (time.lengthNs() <= 1) {
        const auto& selected = m_scene.selected();
        const bool isSelected = !selected.empty() && selected.front().slice.startNs == time.startNs;
        if (const auto around =
                isSelected ? neighbourhood(m_scene.timeline(), selected.front()) : std::nullopt) {
            time = *around;
        } else {
            const std::int64_t reach = m_scene.session().extent().lengthNs() / kAloneShare;
            time = {subtractSaturating(time.startNs, reach), addSaturating(time.endNs, reach)};
        }
    }
    const std::int64_t air = std::max<std::int64_t>(5, time.lengthNs() / 10);
    return {subtractSaturating(time.startNs, air), addSaturating(time.endNs, air)};
}

void TimelineView::zoomToSelection()
{
    if (const auto time = m_scene.session().newestTime())
        m_scene.session().setView(fitting(*time));
}

void TimelineView::fit()
{
    DocumentSession& session = m_scene.session();
    const TimeRange before = session.view();
    zoomToSelection();
    if (session.view() == before) // nothing selected, or it fits already
        session.setView(session.extent());
}

void TimelineView::showMoment(std::int64_t timeNs)
{
    DocumentSession& session = m_scene.session();
    const TimeRange view = session.view(), all = session.extent();
    const std::int64_t length = view.lengthNs(), edge = length / 10;
    const bool isWellInView = timeNs >= view.startNs + edge && timeNs <= view.endNs - edge;
    if (!isWellInView) {
        const std::int64_t last = std::max(all.startNs, subtractSaturating(all.endNs, length));
        const std::int64_t start = std::clamp(subtractSaturating(timeNs, length / 2), all.startNs, last);
        session.setView({start, addSaturating(start, length)});
    }
    setCursorTime(timeNs);
}

// --- slices

std::vector<TrackId> TimelineView::tracksOf(TrackId track) const
{
    const Timeline& timeline = m_scene.timeline();
    const TrackLayout& layout = m_scene.layout();
    if (track != kNoTrack && timeline.track(track).kind != TrackKind::group)
        return {track};
    const std::size_t at = track == kNoTrack ? TrackLayout::kNone : layout.lineOf(track);
    if (at != TrackLayout::kNone) {
        const auto members = layout.members(layout.lines()[at]);
        return {members.begin(), members.end()};
    }
    // The container's own tracks say nothing about what was recorded.
    std::vector<TrackId> shown;
    std::ranges::copy_if(layout.shown(), std::back_inserter(shown), [&](TrackId id) {
        const TrackKind kind = timeline.track(id).kind;
        return kind != TrackKind::ruler && kind != TrackKind::health;
    });
    return shown;
}

bool TimelineView::goTo(SliceGoal goal, TrackId track)
{
    const Timeline& timeline = m_scene.timeline();
    // Among all tracks the longest is what most was worked at, unless nothing is.
    const auto searchAll = [&]() -> std::optional<PlacedSlice> {
        const std::vector<TrackId> all = tracksOf(kNoTrack);
        if (goal == SliceGoal::longest) {
            std::vector<TrackId> work;
            std::ranges::copy_if(all, std::back_inserter(work),
                                 [&](TrackId id) { return timeline.isWork(id); });
            if (auto longest = searchSlice(timeline, work, goal))
                return longest;
        }
        return searchSlice(timeline, all, goal);
    };
    auto found = track == kNoTrack ? searchAll() : searchSlice(timeline, tracksOf(track), goal);
    const bool isThere = found && m_scene.session().selection().slice == sliceId(timeline, *found);
    const bool isOfTrack = goal == SliceGoal::greatest || goal == SliceGoal::least; // units differ
    if (isThere && track != kNoTrack && !isOfTrack)
        found = searchAll();
    if (found)
        select(*found);
    return found.has_value();
}

// --- ranges

void TimelineView::selectRange()
{
    if (const auto& time = m_scene.session().selection().time; time && time->lengthNs() > 0)
        m_scene.session().setRange(time);
}

// As a selection of text: one edge moves, over the other if need be.
void TimelineView::moveRangeEdge(bool other, double pixels)
{
    DocumentSession& session = m_scene.session();
    TimeRange range;
    if (session.range()) {
        range = *session.range();
    } else {
        const std::int64_t at = m_cursorTime.value_or(axis().timeAt(axis().width / 2.0));
        range = session.selection().time.value_or(TimeRange {at, at});
        m_endMoves = pixels > 0;
    }
    const bool isEnd = m_endMoves != other;
    const std::int64_t stays = isEnd ? range.startNs : range.endNs;
    const std::int64_t step = subtractSaturating(axis().timeAt(pixels), axis().timeAt(0));
    const TimeRange extent = session.extent();
    const std::int64_t moved =
        std::clamp(addSaturating(isEnd ? range.endNs : range.startNs, step), extent.startNs, extent.endNs);
    if (isEnd ? moved < stays : moved > stays)
        m_endMoves = !m_endMoves;
    session.inOneStep([&] {
        session.setRange(TimeRange {std::min(moved, stays), std::max(moved, stays)});
        session.showTime({moved, moved});
    });
}

// --- tracks

void TimelineView::moveTrack(TrackId track, bool down)
{
    if (track == kNoTrack)
        return;
    const TrackLayout& layout = m_scene.layout();
    const std::span<const TrackId> siblings = layout.siblings(m_scene.timeline(), track);
    const auto isShown = [&](TrackId id) { return layout.lineOf(id) != TrackLayout::kNone; };
    const auto at = std::ranges::find(siblings, track);
    const auto next = std::find_if(at == siblings.end() ? at : at + 1, siblings.end(), isShown);
    const auto previous = std::find_if(std::make_reverse_iterator(at), siblings.rend(), isShown);
    if (down ? next == siblings.end() : previous == siblings.rend())
        return;
    const auto behindNext = down ? std::find_if(next + 1, siblings.end(), isShown) : siblings.end();
    const TrackId before = !down ? *previous : behindNext != siblings.end() ? *behindNext : kNoTrack;
    m_scene.move(track, before);
    m_scene.scrollTo(track);
}

}
