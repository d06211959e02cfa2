#include "core/compare/parts.h"

#include "core/base/behind.h"
#include "core/stats/columns.h"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <set>

namespace traceglass::compare {

namespace {

TrackId topOf(const Timeline& timeline, TrackId track)
{
    while (timeline.track(track).parent != kNoTrack)
        track = timeline.track(track).parent;
    return track;
}

void extend(std::optional<TimeRange>& range, const TimeRange& by)
{
    range = range ? TimeRange {std::min(range->startNs, by.startNs), std::max(range->endNs, by.endNs)} : by;
}

struct RunTime
{
    std::uint16_t axis = std::numeric_limits<std::uint16_t>::max();
    std::optional<TimeRange> time {};
};

// From the first slice of each run to its last one on the first of its clocks, by the group of the run. How others lie
// beside that one is not known.
std::map<TrackId, RunTime> timesOfRuns(const Timeline& timeline)
{
    std::map<TrackId, RunTime> out;
    for (std::uint32_t i = 0; i < timeline.trackCount(); ++i) {
        const TrackId top = topOf(timeline, TrackId(i));
        if (!(timeline.track(top).flags & group_flag::kRun) || timeline.track(TrackId(i)).firstRow == kNoRow)
            continue;
        const RowId row = timeline.track(TrackId(i)).firstRow;
        const auto first = timeline.sliceAfter(row, std::numeric_limits<std::int64_t>::min());
        const auto last = timeline.sliceBefore(row, std::numeric_limits<std::int64_t>::max());
        const std::uint16_t axis = timeline.about(TrackId(i)).axis;
        if (!first || !last || axis > out[top].axis)
            continue;
        if (axis < out[top].axis)
            out[top] = {axis, {}};
        extend(out[top].time, {first->startNs, std::max(first->startNs, last->endNs)});
    }
    return out;
}

}

namespace {

// The groups of the runs that its tracks are of; nothing: of none, or of all.
std::optional<std::vector<TrackId>> runsOf(const stats::MadeTable& part)
{
    if (!part.scope.tracks || part.scope.tracks->empty())
        return {};
    std::set<TrackId> runs;
    for (const TrackId track : *part.scope.tracks) {
        const TrackId top = topOf(*part.timeline, track);
        if (!(part.timeline->track(top).flags & group_flag::kRun))
            return {};
        runs.insert(top);
    }
    return std::vector(runs.begin(), runs.end());
}

// "segment 0/" where all rows are of that run; nothing where they are of several; empty where they are of none.
std::optional<std::string> rootOf(const stats::MadeTable& part)
{
    const StatTable& table = part.table();
    if (table.tracks.empty())
        return std::string();
    const Timeline& timeline = *part.timeline;
    const TrackId top = topOf(timeline, table.tracks.front());
    if (!(timeline.track(top).flags & group_flag::kRun))
        return std::string();
    const std::string root = std::string(timeline.name(top)) + '/';
    const bool isCommon =
        std::ranges::all_of(table.keys, [&](const std::string& key) { return key.starts_with(root); });
    return isCommon ? std::optional(root) : std::nullopt;
}

}

std::int64_t lengthOf(const stats::MadeTable& part)
{
    const Timeline& timeline = *part.timeline;
    const auto ofClock = [](const ClockAxis& axis) {
        return TimeRange {axis.toView(axis.range.startNs), axis.toView(axis.range.endNs)};
    };
    std::optional<TimeRange> all;
    if (part.scope.tracks && !part.scope.tracks->empty() && !timeline.axes().empty()) {
        const auto runs = timesOfRuns(timeline);
        for (const TrackId track : *part.scope.tracks) {
            const auto run = runs.find(topOf(timeline, track));
            if (timeline.axis(track).isTime())
                extend(all,
                       run != runs.end() && run->second.time ? *run->second.time
                                                             : ofClock(timeline.axis(track)));
        }
    } else if (std::ranges::all_of(timeline.axes(), &ClockAxis::isTime)) {
        all = timeline.range;
    } else {
        for (const ClockAxis& axis : timeline.axes())
            if (axis.isTime())
                extend(all, ofClock(axis));
    }
    if (!all)
        return 0;
    return part.scope.range ? stats::clippedNs(*all, *part.scope.range) : all->lengthNs();
}

Result<StatTable> namesIn(const stats::MadeTable& part, Job& job)
{
    return stats::SliceTable::make(part.timeline, {.range = part.scope.range, .tracks = runsOf(part)}, job)
        .map([](stats::SliceTable&& slices) { return std::move(slices).take(); });
}

std::int64_t unitsIn(const StatTable& names, std::string_view name)
{
    const auto found = std::ranges::find(names.keys, name);
    return found == names.keys.end()
        ? 0
        : names.columns.front().integers[static_cast<std::size_t>(found - names.keys.begin())];
}

Result<Comparison> comparedParts(const stats::MadeTable& a, const stats::MadeTable& b, const Denominator& per,
                                 Job& job)
{
    const auto rootOfA = rootOf(a), rootOfB = rootOf(b);
    const bool areOfOtherRuns = rootOfA && rootOfB && *rootOfA != *rootOfB;
    auto both = compared({a.table(), areOfOtherRuns ? rootOfA->size() : 0},
                         {b.table(), areOfOtherRuns ? rootOfB->size() : 0}, per, job);
    if (!both || !a.slices || !b.slices)
        return both;
    if (auto judged = judge(*both, *a.slices, *b.slices, job); !judged) {
        letGo(std::move(*both));
        return tl::unexpected(judged.error());
    }
    return both;
}

}
