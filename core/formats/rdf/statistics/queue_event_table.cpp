// A row a call: submits, signals, waits and presents in the order of the calls, with when they ran.
#include "core/base/text.h"
#include "core/formats/rdf/statistics/frame_of_calls.h"
#include "core/formats/rdf/statistics/ran_submits.h"
#include "core/formats/rdf/statistics/rdf_statistics.h"
#include "core/stats/columns.h"

#include <unordered_map>

namespace traceglass::rdf {

namespace {

struct CallRow
{
    const QueueEvent* event = nullptr;
    std::uint64_t frame = 0;
    std::int64_t callNs = kNoInteger, waitNs = kNoInteger;
    std::optional<TimeRange> ran {}; // on the GPU, in view time
};

// What links calls, and where they are on the timeline.
class CallLinks
{
public:
    CallLinks(const PayloadChunks& chunks, const KnownPayloads& known, const SliceLookup& lookup)
        : m_chunks(chunks)
        , m_known(known)
        , m_lookup(lookup)
    {
        for (const QueueEvent& event : known.queues.events) {
            if (event.signal == kNoSignal)
                continue;
            Waits& waits = m_waits[event.signal];
            waits.first = waits.count == 0 ? &event : waits.first;
            ++waits.count;
        }
    }

    std::string partnerOf(const QueueEvent& event) const
    {
        if (event.kind == QueueEventKind::wait)
            return event.signal == kNoSignal ? std::string("signal not in the capture")
                                             : "signal #" + grouped(signalOf(event).number);
        const Waits* const waits = waitsFor(event);
        if (!waits)
            return {};
        return "wait #" + grouped(waits->first->number)
            + (waits->count > 1 ? " and " + grouped(waits->count - 1) + " more" : std::string());
    }
    StatPlace placeOfPartner(const QueueEvent& event) const
    {
        if (event.kind == QueueEventKind::wait)
            return event.signal == kNoSignal ? StatPlace {} : placeOfCall(signalOf(event));
        const Waits* const waits = waitsFor(event);
        return waits ? placeOfCall(*waits->first) : StatPlace {};
    }
    StatPlace placeOfCall(const QueueEvent& event) const
    {
        const auto ns = event.cpu != 0 ? m_known.nsOfCpu(event.cpu) : std::nullopt;
        return ns && event.queue != kNoQueue
            ? placeOfEvent(m_lookup, m_chunks, {Family::submissions, event.queue}, event, *ns)
            : StatPlace {};
    }
    StatPlace placeOf(const CallRow& row) const
    {
        return row.ran && row.event->queue != kNoQueue ? placeOfEvent(
                   m_lookup, m_chunks, {Family::queue, row.event->queue}, *row.event, row.ran->startNs)
                                                       : placeOfCall(*row.event);
    }

private:
    struct Waits
    {
        const QueueEvent* first = nullptr;
        std::uint64_t count = 0;
    };

    const QueueEvent& signalOf(const QueueEvent& wait) const { return m_known.queues.events[wait.signal]; }
    const Waits* waitsFor(const QueueEvent& signal) const
    {
        const auto found = m_waits.find(static_cast<std::uint32_t>(&signal - m_known.queues.events.data()));
        return found == m_waits.end() ? nullptr : &found->second;
    }

    const PayloadChunks& m_chunks;
    const KnownPayloads& m_known;
    const SliceLookup& m_lookup;
    std::unordered_map<std::uint32_t, Waits> m_waits; // by the number of the signal
};

// From the call to the end of what was called for; nothing: no clock tells.
std::optional<TimeRange> timeOf(const CallRow& row)
{
    if (row.callNs == kNoInteger)
        return row.ran;
    const TimeRange call {row.callNs, row.callNs};
    return row.ran ? united(call, *row.ran) : call;
}

}

StatTable queueEventTable(const PayloadChunks& chunks, const KnownPayloads& known, const StatRequest& request,
                          const Job& job)
{
    std::vector<CallRow> rows;
    std::uint64_t seen = 0;
    FrameOfCalls frames;
    for (const QueueEvent& event : known.queues.events) {
        if (isStoppedAt(seen++, job))
            return {};
        CallRow row {&event, frames.next(event)};
        if (const auto call = event.cpu != 0 ? known.nsOfCpu(event.cpu) : std::nullopt)
            row.callNs = *call;
        if (const auto time = known.gpuTimeOf(event)) {
            const std::uint16_t axis = known.axisOf(event.key.pci);
            const auto& axes = request.timeline.axes();
            const std::int64_t shift = axis < axes.size() ? axes[axis].shiftNs : 0;
            row.ran = TimeRange {addSaturating(time->startNs, shift), addSaturating(time->endNs, shift)};
            if (axis == 0 && event.isSubmit() && row.callNs != kNoInteger && row.callNs <= time->startNs)
                row.waitNs = time->startNs - row.callNs;
        }
        const auto time = timeOf(row);
        if (!request.range
            || (time && time->endNs >= request.range->startNs && time->startNs <= request.range->endNs))
            rows.push_back(row);
    }
    const SliceLookup lookup(request.timeline, job);
    const CallLinks links(chunks, known, lookup);
    StatTable table;
    for (const CallRow& row : rows) {
        const StatPlace place = links.placeOf(row);
        table.keys.push_back(escaped(known.labelOf(*row.event)));
        table.names.push_back(place.track == kNoTrack ? stateName(TaskState::none)
                                                      : request.timeline.track(place.track).name);
    }
    const stats::Columns columns(table, rows, job);
    columns.add(
        "gpu_ns", "GPU time", "How long a submit ran.", StatUnit::span,
        [](const CallRow& row) {
            return row.ran && row.event->isSubmit() ? row.ran->lengthNs() : kNoInteger;
        },
        [&](const CallRow& row) { return links.placeOf(row); });
    columns.add("number", "number", "As QueueEvent chunks are counted, which is the order of the calls.",
                StatUnit::count, [](const CallRow& row) { return row.event->number; });
    columns.add("kind", "kind", "Submit, signal, wait or present.", StatUnit::text, [](const CallRow& row) {
        return queueEventName(static_cast<std::uint64_t>(row.event->kind));
    });
    columns.add("queue", "queue", "The queue it was called for.", StatUnit::text, [&](const CallRow& row) {
        const auto track = request.timeline.findTrack(TrackKind::slices,
                                                      FamilyKey {Family::queue, row.event->queue}.packed());
        return row.event->queue != kNoQueue && track ? std::string(request.timeline.name(*track))
                                                     : std::string();
    });
    columns.add(
        "call_ns", "call", "When the program called.", StatUnit::moment,
        [](const CallRow& row) { return row.callNs; },
        [&](const CallRow& row) { return links.placeOfCall(*row.event); });
    columns.add("begin_ns", "begin", "When it began on the GPU; signals and waits tell no time of it.",
                StatUnit::moment, [](const CallRow& row) { return row.ran ? row.ran->startNs : kNoInteger; });
    columns.add("end_ns", "end", "When a submit ended.", StatUnit::moment, [](const CallRow& row) {
        return row.ran && row.event->isSubmit() ? row.ran->endNs : kNoInteger;
    });
    columns.add("wait_ns", "submit to begin", "From the call to the begin on the GPU.", StatUnit::span,
                [](const CallRow& row) { return row.waitNs; });
    columns.add(
        "partner", "goes with",
        "The signal that a wait is for, the latest of its semaphore before it; the waits for a signal.",
        StatUnit::text, [&](const CallRow& row) { return links.partnerOf(*row.event); },
        [&](const CallRow& row) { return links.placeOfPartner(*row.event); });
    columns.add("frame", "frame", "Of others than submits that of the latest submit before them.",
                StatUnit::text, [](const CallRow& row) { return std::to_string(row.frame); });
    if (!job.stopRequested())
        columns.sortBy("number");
    table.isLeastFirst = true;
    table.remarks.emplace_back(
        "In the order of the calls. Begin and end of signals and waits are not recorded.");
    return table;
}

}
