#include "core/base/text.h"
#include "core/formats/rdf/statistics/frame_of_calls.h"
#include "core/formats/rdf/statistics/rdf_statistics.h"
#include "core/formats/rdf/timeline/rdf_lookup.h"
#include "core/stats/columns.h"

#include <algorithm>
#include <map>

namespace traceglass::rdf {

namespace {

constexpr std::uint64_t kSubmitsAStep = 4096;

// A submit that ran in the range that is asked for, in view time.
struct RanSubmit
{
    TimeRange time; // all of it
    const QueueEvent* event = nullptr;
    std::size_t queue = 0;
    std::optional<std::int64_t> waitNs {}; // from the call to the begin
};

struct RanSubmits
{
    TimeRange range;
    std::vector<RanSubmit> all; // in order of the calls
    bool isRough = false;       // of a GPU whose clock was compared once
    std::uint64_t leftOut = 0;  // without a time
};

RanSubmits submitsIn(const KnownPayloads& known, const StatRequest& request, const Job& job)
{
    RanSubmits out;
    out.range = request.range.value_or(request.timeline.range);
    std::uint64_t seen = 0;
    for (const QueueEvent& event : known.queues.events) {
        if (seen++ % kSubmitsAStep == 0 && job.stopRequested())
            return out;
        if (!event.isSubmit() || event.queue == kNoQueue)
            continue;
        const auto time = known.gpuTimeOf(event);
        if (!time) {
            ++out.leftOut;
            continue;
        }
        const std::uint16_t axis = known.axisOf(event.key.pci);
        const std::int64_t shift =
            axis < request.timeline.axes().size() ? request.timeline.axes()[axis].shiftNs : 0;
        RanSubmit ran {{addSaturating(time->startNs, shift), addSaturating(time->endNs, shift)},
                       &event,
                       event.queue,
                       {}};
        if (ran.time.endNs < out.range.startNs || ran.time.startNs > out.range.endNs)
            continue;
        const auto call = axis == 0 && event.cpu != 0 ? known.nsOfCpu(event.cpu) : std::nullopt;
        if (call && *call <= time->startNs)
            ran.waitNs = time->startNs - *call;
        const GpuClock* const clock = known.clocks.clockOf(event.key.pci);
        out.isRough = out.isRough || (clock && clock->method == GpuClock::Method::oneCalibration);
        out.all.push_back(ran);
    }
    return out;
}

void addRemarks(StatTable& table, const RanSubmits& submits)
{
    if (submits.leftOut > 0)
        table.remarks.push_back(counted(submits.leftOut, "submit", "submits") + " without a GPU time "
                                + (submits.leftOut == 1 ? "is" : "are") + " left out.");
    if (submits.isRough)
        table.remarks.emplace_back(
            "Clocks were compared once only: what is said of calls and the GPU together is approximate.");
}

StatPlace placeOf(const Timeline& timeline, const KnownPayloads& known, const RanSubmit& ran)
{
    const TrackKey key {Family::queue, ran.queue};
    const auto track = timeline.findTrack(TrackKind::slices, key.packed());
    if (!track)
        return {};
    std::uint16_t depth = 0;
    const StringId name = [&] { // of the slice, to tell it from another that begins at the same time
        for (const RowId row : timeline.rows(*track)) {
            const auto slice = timeline.sliceAt(row, ran.time.startNs);
            if (slice && slice->startNs == ran.time.startNs
                && timeline.text(slice->name) == known.labelOf(*ran.event))
                return slice->name;
            ++depth;
        }
        return StringId {};
    }();
    return name == StringId {} ? StatPlace {} : StatPlace {*track, depth, ran.time.startNs};
}

std::int64_t sumOf(const std::vector<TimeRange>& ranges, const TimeRange& within)
{
    std::int64_t sum = 0;
    for (const TimeRange& range : ranges)
        sum = addSaturating(sum, stats::clippedNs(range, within));
    return sum;
}

// What two unions share.
std::int64_t overlapOf(const std::vector<TimeRange>& a, const std::vector<TimeRange>& b,
                       const TimeRange& within)
{
    std::int64_t sum = 0;
    for (auto left = a.begin(), right = b.begin(); left != a.end() && right != b.end();) {
        const TimeRange both {std::max(left->startNs, right->startNs), std::min(left->endNs, right->endNs)};
        if (both.startNs < both.endNs)
            sum = addSaturating(sum, stats::clippedNs(both, within));
        left->endNs < right->endNs ? ++left : ++right;
    }
    return sum;
}

}

StatTable queueTable(const KnownPayloads& known, const StatRequest& request, const Job& job)
{
    constexpr std::int64_t kIdleGap = 100'000; // ns
    struct Row
    {
        std::size_t queue = 0;
        std::int64_t submits = 0, gaps = 0, longestGap = kNoInteger, beside = kNoInteger, busy = 0;
        std::vector<TimeRange> ran, busyRanges;
        std::vector<std::int64_t> waits;
        const RanSubmit* longest = nullptr;
        const RanSubmit* lastToBegin = nullptr;
    };
    const RanSubmits submits = submitsIn(known, request, job);
    std::vector<Row> rows(known.queues.queues.size());
    for (const RanSubmit& ran : submits.all) {
        Row& row = rows[ran.queue];
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
        Row& row = rows[n];
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
    for (Row& row : rows) {
        std::vector<TimeRange> others;
        for (const Row& other : rows) {
            if (&other != &row)
                others.insert(others.end(), other.busyRanges.begin(), other.busyRanges.end());
        }
        if (rows.size() > 1)
            row.beside = overlapOf(row.busyRanges, stats::unionOf(others, job), submits.range);
    }
    StatTable table {"queues", "GPU queues", "queue"};
    for (const Row& row : rows) {
        const auto track =
            request.timeline.findTrack(TrackKind::slices, TrackKey {Family::queue, row.queue}.packed());
        table.keys.push_back(track ? std::string(request.timeline.name(*track)) : std::to_string(row.queue));
        table.tracks.push_back(track.value_or(kNoTrack));
        table.queries.push_back(
            track ? stats::queryOf({stats::isEqual(query::Field::track, request.timeline.path(*track))})
                  : std::string());
    }
    const stats::Columns columns(table, rows, job);
    const std::int64_t all = submits.range.lengthNs();
    columns.add("submits", "submits", "Command buffers that ran, by their GPU times.", StatUnit::count,
                [](const Row& row) { return row.submits; });
    columns.add("busy_ns", "busy", "The time in which at least one of them ran.", StatUnit::span,
                [](const Row& row) { return row.busy; });
    columns.add("share", "share", "Busy, of the time that is asked about.", StatUnit::share,
                [&](const Row& row) { return stats::shareOf(row.busy, all); });
    columns.add("beside_share", "beside others", "How much of its busy time another queue was busy, too.",
                StatUnit::share, [](const Row& row) {
                    return row.beside == kNoInteger ? stats::shareOf(0, 0)
                                                    : stats::shareOf(row.beside, row.busy);
                });
    columns.add("gaps", "idle gaps ≥ 100 µs", "Times without work between two submits, of 100 µs and more.",
                StatUnit::count, [](const Row& row) { return row.gaps; });
    columns.add("max_gap_ns", "longest gap", "The longest of them.", StatUnit::span,
                [](const Row& row) { return row.longestGap; });
    columns.add(
        "max_ns", "longest submit", "The command buffer that ran longest.", StatUnit::span,
        [](const Row& row) { return row.longest ? row.longest->time.lengthNs() : kNoInteger; },
        [&](const Row& row) {
            return row.longest ? placeOf(request.timeline, known, *row.longest) : StatPlace {};
        });
    columns.add("wait_p50_ns", "submit to begin p50",
                "Half of the submits waited no longer from the call to the begin (nearest rank).",
                StatUnit::span, [](const Row& row) { return stats::nearestRank(row.waits, 500); });
    columns.add(
        "wait_max_ns", "submit to begin max", "The longest wait from the call to the begin.", StatUnit::span,
        [](const Row& row) { return row.lastToBegin ? *row.lastToBegin->waitNs : kNoInteger; },
        [&](const Row& row) {
            return row.lastToBegin ? placeOf(request.timeline, known, *row.lastToBegin) : StatPlace {};
        });
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

StatTable frameTable(const KnownPayloads& known, const StatRequest& request, const Job& job)
{
    struct Row
    {
        std::uint64_t frame = 0;
        TimeRange time;
        std::int64_t submits = 0, busy = 0, both = 0, firstCall = kNoInteger, lastCall = kNoInteger;
        std::map<std::size_t, std::vector<TimeRange>> ran; // by queue
        const RanSubmit* longest = nullptr;
    };
    const RanSubmits submits = submitsIn(known, request, job);
    std::map<std::uint64_t, Row> byNumber;
    for (const RanSubmit& ran : submits.all) {
        Row& row = byNumber[ran.event->frame];
        row.time = row.submits == 0 ? ran.time
                                    : TimeRange {std::min(row.time.startNs, ran.time.startNs),
                                                 std::max(row.time.endNs, ran.time.endNs)};
        ++row.submits;
        row.ran[ran.queue].push_back(ran.time);
        if (!row.longest || ran.time.lengthNs() > row.longest->time.lengthNs())
            row.longest = &ran;
    }
    std::uint64_t seen = 0;
    FrameOfCalls frames;
    for (const QueueEvent& event : known.queues.events) {
        if (seen++ % kSubmitsAStep == 0 && job.stopRequested())
            return {};
        const auto row = byNumber.find(frames.next(event));
        const auto call = event.cpu != 0 ? known.nsOfCpu(event.cpu) : std::nullopt;
        if (row == byNumber.end() || !call)
            continue;
        Row& of = row->second;
        of.firstCall = of.firstCall == kNoInteger ? *call : std::min(of.firstCall, *call);
        of.lastCall = std::max(of.lastCall, *call);
    }
    std::vector<Row> rows;
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
    StatTable table {"frames", "GPU frames", "frame"};
    const auto track = request.timeline.findTrack(TrackKind::slices, TrackKey {Family::frames}.packed());
    for (const Row& row : rows)
        table.keys.push_back(std::to_string(row.frame));
    const stats::Columns columns(table, rows, job);
    columns.add(
        "gpu_ns", "GPU time", "From the begin of the first submit of the frame to the end of its last.",
        StatUnit::span, [](const Row& row) { return row.time.lengthNs(); },
        [&](const Row& row) {
            if (!track)
                return StatPlace {};
            std::uint16_t depth = 0;
            for (const RowId lane : request.timeline.rows(*track)) {
                const auto slice = request.timeline.sliceAt(lane, row.time.startNs);
                if (slice && slice->startNs == row.time.startNs)
                    return StatPlace {*track, depth, slice->startNs};
                ++depth;
            }
            return StatPlace {};
        });
    columns.add("busy_ns", "busy", "The time in which any of its submits ran.", StatUnit::span,
                [](const Row& row) { return row.busy; });
    columns.add("beside_ns", "beside each other",
                "The time in which a second queue was busy, too; a third counts again.", StatUnit::span,
                [](const Row& row) { return row.both; });
    for (std::size_t queue = 0; queue < known.queues.queues.size() && known.queues.queues.size() <= 8;
         ++queue) {
        const auto of =
            request.timeline.findTrack(TrackKind::slices, TrackKey {Family::queue, queue}.packed());
        const std::string name = of ? std::string(request.timeline.name(*of)) : std::to_string(queue);
        columns.add("queue_" + std::to_string(queue) + "_ns", name,
                    "How long queue " + name + " was busy with it.", StatUnit::span, [&](const Row& row) {
                        const auto ran = row.ran.find(queue);
                        return ran == row.ran.end() ? std::int64_t(0) : sumOf(ran->second, row.time);
                    });
    }
    columns.add("submits", "submits", "Command buffers that ran.", StatUnit::count,
                [](const Row& row) { return row.submits; });
    columns.add(
        "max_ns", "longest submit", "The command buffer of the frame that ran longest.", StatUnit::span,
        [](const Row& row) { return row.longest->time.lengthNs(); },
        [&](const Row& row) { return placeOf(request.timeline, known, *row.longest); });
    columns.add("max_name", "called", "What the longest submit is called.", StatUnit::text,
                [&](const Row& row) { return escaped(known.labelOf(*row.longest->event)); });
    columns.add("begin_ns", "begin", "When the first of its submits began.", StatUnit::moment,
                [](const Row& row) { return row.time.startNs; });
    columns.add("end_ns", "end", "When the last of them ended.", StatUnit::moment,
                [](const Row& row) { return row.time.endNs; });
    columns.add("call_ns", "first call", "When the program called for the first of it.", StatUnit::moment,
                [](const Row& row) { return row.firstCall; });
    columns.add("last_call_ns", "last call", "When it called last.", StatUnit::moment,
                [](const Row& row) { return row.lastCall; });
    addRemarks(table, submits);
    return table;
}

}
