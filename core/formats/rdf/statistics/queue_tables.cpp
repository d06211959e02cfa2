#include "core/base/sort.h"
#include "core/base/text.h"
#include "core/formats/rdf/statistics/frame_of_calls.h"
#include "core/formats/rdf/statistics/ran_submits.h"
#include "core/formats/rdf/statistics/rdf_statistics.h"
#include "core/formats/rdf/timeline/rdf_tracks.h"
#include "core/stats/columns.h"

#include <algorithm>
#include <functional>
#include <map>

namespace traceglass::rdf {

namespace {

void addRemarks(StatTable& table, const RanSubmits& submits)
{
    if (submits.leftOut > 0)
        table.remarks.push_back(counted(submits.leftOut, "submit without a GPU time is left out.",
                                        "submits without a GPU time are left out."));
    if (submits.isRough)
        table.remarks.emplace_back(
            "Clocks were compared once only: what is said of calls and the GPU together is approximate.");
}

// When two or more are busy: 1 where one begins to be, -1 where it ends. In order and apart.
std::vector<TimeRange> severalAtOnce(std::vector<std::pair<std::int64_t, int>> edges, const Job& job)
{
    std::vector<TimeRange> out;
    if (!sortUnlessStopped(edges, std::less(), job))
        return out;
    int busy = 0;
    for (const auto& [ns, step] : edges) {
        if (step > 0 && busy == 1)
            out.push_back({ns, ns});
        else if (step < 0 && busy == 2)
            out.back().endNs = ns;
        busy += step;
    }
    return out;
}

}

StatTable queueTable(const PayloadChunks& chunks, const KnownPayloads& known, const StatRequest& request,
                     const Job& job)
{
    constexpr std::int64_t kIdleGap = 100'000; // ns
    struct TableRow
    {
        std::size_t queue = 0;
        std::int64_t submits = 0, gaps = 0, longestGap = kNoInteger, beside = kNoInteger, busy = 0;
        std::vector<TimeRange> ran, busyRanges;
        std::vector<std::int64_t> waits;
        const RanSubmit* longest = nullptr;
        const RanSubmit* lastToBegin = nullptr;
    };
    const RanSubmits submits = submitsIn(known, request, job);
    std::vector<TableRow> rows(known.queues.queues.size());
    for (const RanSubmit& ran : submits.all) {
        TableRow& row = rows[ran.queue];
        ++row.submits;
        row.ran.push_back(ran.time);
        if (!row.longest || ran.time.lengthNs() > row.longest->time.lengthNs())
            row.longest = &ran;
        if (ran.waitNs) {
            row.waits.push_back(*ran.waitNs);
            if (!row.lastToBegin || *ran.waitNs > *row.lastToBegin->waitNs)
                row.lastToBegin = &ran;
        }
    }
    for (std::size_t n = 0; n < rows.size(); ++n) {
        TableRow& row = rows[n];
        row.queue = n;
        row.busyRanges = stats::unionOf(row.ran, job);
        row.busy = sumOf(row.busyRanges, submits.range);
        if (!stats::sortUnlessStopped(row.waits, job))
            return {};
        for (std::size_t at = 1; at < row.busyRanges.size(); ++at) {
            const std::int64_t gap = row.busyRanges[at].startNs - row.busyRanges[at - 1].endNs;
            row.gaps += gap >= kIdleGap;
            row.longestGap = std::max(row.longestGap, gap);
        }
    }
    std::vector<std::pair<std::int64_t, int>> edges; // of the times in which queues are busy
    for (const TableRow& row : rows) {
        for (const TimeRange& range : row.busyRanges) {
            edges.emplace_back(range.startNs, 1);
            edges.emplace_back(range.endNs, -1);
        }
    }
    const std::vector<TimeRange> several = severalAtOnce(std::move(edges), job);
    for (TableRow& row : rows) {
        if (rows.size() > 1)
            row.beside = overlapOf(row.busyRanges, several, submits.range);
    }
    StatTable table;
    for (const TableRow& row : rows) {
        const auto track =
            request.timeline.findTrack(TrackKind::slices, FamilyKey {Family::queue, row.queue}.packed());
        table.keys.push_back(track ? std::string(request.timeline.name(*track)) : std::to_string(row.queue));
        table.tracks.push_back(track.value_or(kNoTrack));
        table.queries.push_back(
            track ? stats::queryOf({stats::isEqual(query::Field::track, request.timeline.path(*track))})
                  : std::string());
    }
    const stats::Columns columns(table, rows, job);
    const std::int64_t all = submits.range.lengthNs();
    const auto placeOfRan = [&](const RanSubmit& ran) { // two of a queue are asked for
        return placeOfEvent(request.timeline, chunks, {Family::queue, ran.queue}, *ran.event,
                            ran.time.startNs);
    };
    columns.addSum("submits", "submits", "Command buffers that ran, by their GPU times.", StatUnit::count,
                   [](const TableRow& row) { return row.submits; });
    columns.addSum("busy_ns", "busy", "The time in which at least one of them ran.", StatUnit::span,
                   [](const TableRow& row) { return row.busy; });
    columns.add("share", "share", "Busy, of the time that is asked about.", StatUnit::share,
                [&](const TableRow& row) { return stats::shareOf(row.busy, all); });
    columns.add("beside_share", "beside others", "How much of its busy time another queue was busy, too.",
                StatUnit::share, [](const TableRow& row) {
                    return row.beside == kNoInteger ? stats::shareOf(0, 0)
                                                    : stats::shareOf(row.beside, row.busy);
                });
    columns.addSum("gaps", "idle gaps ≥ 100 µs",
                   "Times without work between two submits, of 100 µs and more.", StatUnit::count,
                   [](const TableRow& row) { return row.gaps; });
    columns.add("max_gap_ns", "longest gap", "The longest of them.", StatUnit::span,
                [](const TableRow& row) { return row.longestGap; });
    columns.add(
        "max_ns", "longest submit", "The command buffer that ran longest.", StatUnit::span,
        [](const TableRow& row) { return row.longest ? row.longest->time.lengthNs() : kNoInteger; },
        [&](const TableRow& row) { return row.longest ? placeOfRan(*row.longest) : StatPlace {}; });
    columns.add("wait_p50_ns", "submit to begin p50",
                "Half of the submits waited no longer from the call to the begin (nearest rank).",
                StatUnit::span, [](const TableRow& row) { return stats::nearestRank(row.waits, 500); });
    columns.add(
        "wait_max_ns", "submit to begin max", "The longest wait from the call to the begin.", StatUnit::span,
        [](const TableRow& row) { return row.lastToBegin ? *row.lastToBegin->waitNs : kNoInteger; },
        [&](const TableRow& row) { return row.lastToBegin ? placeOfRan(*row.lastToBegin) : StatPlace {}; });
    columns.sortBy("busy_ns");
    addRemarks(table, submits);
    std::vector<TimeRange> any;
    for (const RanSubmit& ran : submits.all)
        any.push_back(ran.time);
    table.remarks.push_back("At least one queue was busy for "
                            + durationText(sumOf(stats::unionOf(any, job), submits.range)) + " of "
                            + durationText(all) + ".");
    return table;
}

StatTable frameTable(const PayloadChunks& chunks, const KnownPayloads& known, const StatRequest& request,
                     const Job& job)
{
    struct TableRow
    {
        std::uint64_t frame = 0;
        TimeRange time;
        std::int64_t submits = 0, busy = 0, both = 0, firstCall = kNoInteger, lastCall = kNoInteger;
        std::map<std::size_t, std::vector<TimeRange>> ran; // by queue
        // As it was called, on the clock of the CPU: frames are drawn with it.
        const RanSubmit* first = nullptr;
        const RanSubmit* longest = nullptr;
    };
    StatRequest whole =
        request; // a frame has all of its submits, or its times would be those of a part of it
    whole.range.reset();
    const RanSubmits submits = submitsIn(known, whole, job);
    std::map<std::uint64_t, TableRow> byNumber;
    for (const RanSubmit& ran : submits.all) {
        TableRow& row = byNumber[ran.event->frame];
        row.time = row.submits == 0 ? ran.time : united(row.time, ran.time);
        ++row.submits;
        row.ran[ran.queue].push_back(ran.time);
        if (!row.first && known.axisOf(ran.event->key.pci) == 0)
            row.first = &ran;
        if (!row.longest || ran.time.lengthNs() > row.longest->time.lengthNs())
            row.longest = &ran;
    }
    const TimeRange asked = request.range.value_or(request.timeline.range);
    std::erase_if(byNumber, [&](const auto& each) {
        const TimeRange& time = each.second.time;
        return time.endNs < asked.startNs || time.startNs > asked.endNs;
    });
    std::uint64_t seen = 0;
    FrameOfCalls frames;
    for (const QueueEvent& event : known.queues.events) {
        if (isStoppedAt(seen++, job))
            return {};
        const auto row = byNumber.find(frames.next(event));
        const auto call = event.cpu != 0 ? known.nsOfCpu(event.cpu) : std::nullopt;
        if (row == byNumber.end() || !call)
            continue;
        TableRow& of = row->second;
        of.firstCall = of.firstCall == kNoInteger ? *call : std::min(of.firstCall, *call);
        of.lastCall = std::max(of.lastCall, *call);
    }
    std::vector<TableRow> rows;
    for (auto& [number, row] : byNumber) {
        if (job.stopRequested())
            return {};
        row.frame = number;
        std::vector<TimeRange> all;
        for (auto& [queue, ran] : row.ran) {
            ran = stats::unionOf(ran, job);
            all.insert(all.end(), ran.begin(), ran.end());
            row.both = addSaturating(row.both, sumOf(ran, row.time)); // what several do counts for each
        }
        row.busy = sumOf(stats::unionOf(all, job), row.time);
        row.both = row.both - row.busy;
        rows.push_back(std::move(row));
    }
    const SliceLookup lookup(request.timeline, job);
    StatTable table;
    for (const TableRow& row : rows)
        table.keys.push_back(std::to_string(row.frame));
    const stats::Columns columns(table, rows, job);
    columns.add(
        "gpu_ns", "GPU time", "From the begin of the first submit of the frame to the end of its last.",
        StatUnit::span, [](const TableRow& row) { return row.time.lengthNs(); },
        [&](const TableRow& row) {
            return row.first
                ? placeOfEvent(lookup, chunks, {Family::frames}, *row.first->event, row.time.startNs)
                : StatPlace {};
        });
    columns.add("busy_ns", "busy", "The time in which any of its submits ran.", StatUnit::span,
                [](const TableRow& row) { return row.busy; });
    columns.add("beside_ns", "beside each other",
                "The time in which a second queue was busy, too; a third counts again.", StatUnit::span,
                [](const TableRow& row) { return row.both; });
    for (std::size_t queue = 0; queue < known.queues.queues.size() && known.queues.queues.size() <= 8;
         ++queue) {
        const auto of =
            request.timeline.findTrack(TrackKind::slices, FamilyKey {Family::queue, queue}.packed());
        const std::string name = of ? std::string(request.timeline.name(*of)) : std::to_string(queue);
        columns.add("queue_" + std::to_string(queue) + "_ns", name,
                    "How long queue " + name + " was busy with it.", StatUnit::span,
                    [&](const TableRow& row) {
                        const auto ran = row.ran.find(queue);
                        return ran == row.ran.end() ? std::int64_t(0) : sumOf(ran->second, row.time);
                    });
    }
    columns.add("submits", "submits", "Command buffers that ran.", StatUnit::count,
                [](const TableRow& row) { return row.submits; });
    columns.add(
        "max_ns", "longest submit", "The command buffer of the frame that ran longest.", StatUnit::span,
        [](const TableRow& row) { return row.longest->time.lengthNs(); },
        [&](const TableRow& row) {
            const RanSubmit& ran = *row.longest;
            return placeOfEvent(lookup, chunks, {Family::queue, ran.queue}, *ran.event, ran.time.startNs);
        });
    columns.add("max_name", "called", "What the longest submit is called.", StatUnit::text,
                [&](const TableRow& row) { return escaped(known.labelOf(*row.longest->event)); });
    columns.add("begin_ns", "begin", "When the first of its submits began.", StatUnit::moment,
                [](const TableRow& row) { return row.time.startNs; });
    columns.add("end_ns", "end", "When the last of them ended.", StatUnit::moment,
                [](const TableRow& row) { return row.time.endNs; });
    columns.add("call_ns", "first call", "When the program called for the first of it.", StatUnit::moment,
                [](const TableRow& row) { return row.firstCall; });
    columns.add("last_call_ns", "last call", "When it called last.", StatUnit::moment,
                [](const TableRow& row) { return row.lastCall; });
    addRemarks(table, submits);
    return table;
}

}
