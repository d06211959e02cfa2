#include "core/stats/scope_time.h"

#include "core/stats/columns.h"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace traceglass::stats {

namespace {

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
        widen(out[top].time, {first->startNs, std::max(first->startNs, last->endNs)});
    }
    return out;
}

// Of runs of which each has a clock that begins anew, so that they lie over each other: how long they are together.
// Nothing: they lie behind each other, or there are none.
std::optional<std::int64_t> lengthOfRunsBeside(std::map<TrackId, RunTime> runs, const Timeline& timeline,
                                               const query::Scope& scope)
{
    if (scope.tracks && !scope.tracks->empty()) {
        std::set<TrackId> asked;
        for (const TrackId track : *scope.tracks)
            asked.insert(topOf(timeline, track));
        std::erase_if(runs, [&](const auto& run) { return !asked.contains(run.first); });
    }
    std::vector<TimeRange> times;
    for (const auto& [top, run] : runs)
        if (run.time)
            times.push_back(*run.time);
    std::ranges::sort(times, {}, &TimeRange::startNs);
    bool areBeside = false;
    std::int64_t sum = 0, end = std::numeric_limits<std::int64_t>::min();
    for (const TimeRange& time : times) {
        areBeside = areBeside || time.startNs < end;
        end = std::max(end, time.endNs);
        sum = addSaturating(sum, scope.range ? clippedNs(time, *scope.range) : time.lengthNs());
    }
    return areBeside ? std::optional(sum) : std::nullopt;
}

}

TrackId topOf(const Timeline& timeline, TrackId track)
{
    while (timeline.track(track).parent != kNoTrack)
        track = timeline.track(track).parent;
    return track;
}

std::int64_t lengthOf(const Timeline& timeline, const query::Scope& scope)
{
    const auto ofClock = [](const ClockAxis& axis) {
        return TimeRange {axis.toView(axis.range.startNs), axis.toView(axis.range.endNs)};
    };
    const std::map<TrackId, RunTime> runs = timesOfRuns(timeline);
    if (const auto beside = lengthOfRunsBeside(runs, timeline, scope))
        return *beside;
    std::optional<TimeRange> all;
    if (scope.tracks && !scope.tracks->empty() && !timeline.axes().empty()) {
        for (const TrackId track : *scope.tracks) {
            const auto run = runs.find(topOf(timeline, track));
            if (timeline.axis(track).isTime())
                widen(all,
                      run != runs.end() && run->second.time ? *run->second.time
                                                            : ofClock(timeline.axis(track)));
        }
    } else if (std::ranges::all_of(timeline.axes(), &ClockAxis::isTime)) {
        all = timeline.range;
    } else {
        for (const ClockAxis& axis : timeline.axes())
            if (axis.isTime())
                widen(all, ofClock(axis));
    }
    if (!all)
        return 0;
    return scope.range ? clippedNs(*all, *scope.range) : all->lengthNs();
}

}
