// The threads of the runtime: how busy they were, and how often they went from one task to another.
#include "core/base/workers.h"
#include "core/formats/rfr/statistics/rfr_statistics.h"
#include "core/stats/columns.h"
#include "core/stats/fitting.h"

namespace traceglass::rfr {

namespace {

struct WorkerRow
{
    TrackId track = kNoTrack;
    std::int64_t polls = 0;
    std::int64_t busyNs = 0;
    std::int64_t longestNs = kNoInteger;
    StatPlace longest;
    std::int64_t switches = 0;
};

void addPolls(WorkerRow& row, const StatRequest& request, const TimeRange& range, const Job& job)
{
    const Timeline& timeline = request.timeline;
    for (const RowId polls : timeline.rows(row.track)) {
        for (std::size_t i = 0; i < timeline.partCount(polls) && !job.stopRequested(); ++i) {
            const SlicePart part = timeline.part(polls, i);
            const SlicePack& pack = timeline.pack(part.pack);
            for (std::size_t at = part.begin; at < part.end; ++at) {
                const TimeRange time {addSaturating(pack.start(at), timeline.shift(polls)),
                                      addSaturating(pack.end(at), timeline.shift(polls))};
                if ((request.range && !overlaps(time.startNs, time.endNs, range))
                    || !stats::isFitting(request.only.get(), part.pack, at))
                    continue;
                ++row.polls;
                row.busyNs = addSaturating(row.busyNs, stats::clippedNs(time, range));
                if (time.lengthNs() > row.longestNs) {
                    row.longestNs = time.lengthNs();
                    row.longest = {row.track, 0, time.startNs};
                }
            }
        }
    }
}

}

StatTable workerTable(const Tables& found, const StatRequest& request, const Job& job)
{
    const Timeline& timeline = request.timeline;
    const TimeRange range = request.range.value_or(timeline.range);
    const auto chosen = stats::tracksAsked(request);
    std::vector<WorkerRow> rows;
    StatTable table {"workers", "Worker threads", "thread"};
    for (std::size_t i = 0; i < timeline.trackCount(); ++i) {
        const auto id = TrackId(static_cast<std::uint32_t>(i));
        const Track& track = timeline.track(id);
        if (track.kind != TrackKind::worker || !chosen[i])
            continue;
        WorkerRow& row = rows.emplace_back();
        row.track = id;
        if (const auto switches = found.switches.find(track.key); switches != found.switches.end())
            row.switches = static_cast<std::int64_t>(switches->second);
        table.keys.emplace_back(timeline.name(id));
        table.tracks.push_back(id);
        table.queries.push_back(stats::queryOf({stats::isEqual(query::Field::track, timeline.path(id))}));
    }
    forEachParallel(rows.size(), request.threads, job,
                    [&](std::size_t i) { addPolls(rows[i], request, range, job); });

    const stats::Columns columns(table, rows, job);
    columns.addSum("polls", "polls", "How many polls ran on it; those count that overlap the range.",
                   StatUnit::count, [](const WorkerRow& row) { return row.polls; });
    columns.addSum("switches", "switches", "How many of them were of another task than the one before.",
                   StatUnit::count, [](const WorkerRow& row) { return row.switches; });
    columns.addSum("busy_ns", "busy", "For how long tasks were polled on it within the range.",
                   StatUnit::span, [](const WorkerRow& row) { return row.busyNs; });
    columns.add("busy_share", "busy share", "That as part of the range.", StatUnit::share,
                [&](const WorkerRow& row) { return stats::shareOf(row.busyNs, range.lengthNs()); });
    columns.add(
        "longest_poll_ns", "longest poll", "The longest poll that ran on it.", StatUnit::span,
        [](const WorkerRow& row) { return row.longestNs; }, [](const WorkerRow& row) { return row.longest; });
    columns.sortBy("busy_ns");
    table.remarks.emplace_back("A poll around other polls is not counted: it is the thread itself.");
    if (request.only)
        table.remarks.emplace_back("Of polls that fit; switches are none and count all.");
    return table;
}

}
