#include "core/formats/rdf/statistics/ran_submits.h"

#include "core/stats/columns.h"

#include <algorithm>

namespace traceglass::rdf {

RanSubmits submitsIn(const KnownPayloads& known, const StatRequest& request, const Job& job)
{
    RanSubmits out;
    out.range = request.range.value_or(request.timeline.range);
    std::uint64_t seen = 0;
    for (const QueueEvent& event : known.queues.events) {
        if (isStoppedAt(seen++, job))
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

StatPlace placeOfEvent(const SliceLookup& lookup, const PayloadChunks& chunks, FamilyKey key,
                       const QueueEvent& event, std::int64_t startNs)
{
    const ByteRange data = chunks.file().storedData({0, chunks.of(PayloadKind::queueEvent)[event.number]});
    const auto slice = lookup.with(key, RecordRef(data.source, data.offset), startNs);
    const auto track = slice ? lookup.timeline().findTrack(slice->kind, slice->trackKey) : std::nullopt;
    return track ? StatPlace {*track, slice->row, slice->startNs, slice->ref} : StatPlace {};
}

StatPlace placeOfFrame(const Timeline& timeline, std::int64_t startNs)
{
    const auto track = timeline.findTrack(TrackKind::slices, FamilyKey {Family::frames}.packed());
    if (!track)
        return {};
    std::uint16_t depth = 0;
    for (const RowId lane : timeline.rows(*track)) {
        const auto slice = timeline.sliceAt(lane, startNs);
        if (slice && slice->startNs == startNs)
            return {*track, depth, slice->startNs};
        ++depth;
    }
    return {};
}

std::int64_t sumOf(const std::vector<TimeRange>& ranges, const TimeRange& within)
{
    std::int64_t sum = 0;
    for (const TimeRange& each : ranges)
        sum = addSaturating(sum, stats::clippedNs(each, within));
    return sum;
}

std::int64_t overlapOf(const std::vector<TimeRange>& a, const std::vector<TimeRange>& b,
                       const TimeRange& within)
{
    std::int64_t sum = 0;
    const auto first =
        a.empty() ? b.end() : std::ranges::upper_bound(b, a.front().startNs, {}, &TimeRange::endNs);
    for (auto left = a.begin(), right = first; left != a.end() && right != b.end();) {
        const TimeRange both {std::max(left->startNs, right->startNs), std::min(left->endNs, right->endNs)};
        if (both.startNs < both.endNs)
            sum = addSaturating(sum, stats::clippedNs(both, within));
        left->endNs < right->endNs ? ++left : ++right;
    }
    return sum;
}

}
