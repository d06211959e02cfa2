// gpu.never-ran: submits that the GPU skipped, and queues that stand still to the end of a capture.
#include "core/base/text.h"
#include "core/formats/rdf/findings/gpu_rules.h"
#include "core/formats/rdf/timeline/rdf_tracks.h"
#include "core/stats/columns.h"

#include <algorithm>

namespace traceglass::rdf {

namespace {

constexpr std::string_view kNeverRan = "gpu.never-ran";

bool lacksTime(const QueueEvent& event)
{
    return event.begin == 0 || event.end == 0; // one that ends before it begins is damage
}

// Of a queue, in order of the calls.
struct QueueCalls
{
    std::vector<const QueueEvent*> submits;
    std::size_t ended = 0;          // of these up to the last one that ran
    std::int64_t longestWaitNs = 0; // from a call to the end of what it ran

    std::span<const QueueEvent* const> before() const { return std::span(submits).first(ended); }
    std::span<const QueueEvent* const> behind() const { return std::span(submits).subspan(ended); }
};

std::vector<QueueCalls> callsByQueue(const KnownPayloads& known)
{
    std::vector<QueueCalls> out(known.queues.queues.size());
    for (const QueueEvent& event : known.queues.events) {
        if (!event.isSubmit() || event.queue == kNoQueue)
            continue;
        QueueCalls& of = out[event.queue];
        of.submits.push_back(&event);
        const auto time = known.gpuTimeOf(event);
        if (!time)
            continue;
        of.ended = of.submits.size();
        const auto call = known.axisOf(event.key.pci) == 0 ? known.nsOfCpu(event.cpu) : std::nullopt;
        of.longestWaitNs = std::max(of.longestWaitNs, call ? subtractSaturating(time->endNs, *call) : 0);
    }
    return out;
}

// When any queue ended anything for the last time.
std::int64_t endOfWork(const KnownPayloads& known)
{
    std::int64_t end = 0;
    for (const QueueEvent& event : known.queues.events)
        if (const auto time = known.axisOf(event.key.pci) == 0 ? known.gpuTimeOf(event) : std::nullopt)
            end = std::max(end, time->endNs);
    return end;
}

// What the clock of the CPU told last: of calls, of what ran, and where clocks were compared, as when a capture ends.
std::int64_t endOfCapture(const KnownPayloads& known)
{
    std::int64_t end = endOfWork(known);
    for (const QueueEvent& event : known.queues.events)
        if (const auto call = event.cpu != 0 ? known.nsOfCpu(event.cpu) : std::nullopt)
            end = std::max(end, *call);
    for (const auto& [pci, clock] : known.clocks.of)
        if (const auto last = clock.isMapped() ? known.nsOfCpu(clock.cpu0 + clock.cpuSpan) : std::nullopt)
            end = std::max(end, *last);
    return end;
}

// How long before the end the first call was that never ended, behind the last one that did; 0: there is none.
std::int64_t stillSince(const QueueCalls& queue, const KnownPayloads& known, std::int64_t endNs)
{
    std::int64_t longest = 0;
    for (const QueueEvent* const each : queue.behind())
        if (const auto call = lacksTime(*each) && each->cpu != 0 ? known.nsOfCpu(each->cpu) : std::nullopt)
            longest = std::max(longest, subtractSaturating(endNs, *call));
    return longest;
}

std::size_t framesOfSubmits(std::span<const QueueEvent* const> submits)
{
    std::set<std::uint64_t> frames;
    for (const QueueEvent* const each : submits)
        frames.insert(each->frame);
    return frames.size();
}

// Those before others that ran. Nothing where they are no few: what has no time in every frame is never measured, nor is
// what is like it and came last.
std::optional<std::vector<const QueueEvent*>> skippedIn(const QueueCalls& queue, std::int64_t few)
{
    std::vector<const QueueEvent*> out;
    std::ranges::copy_if(queue.before(), std::back_inserter(out),
                         [](const QueueEvent* each) { return lacksTime(*each); });
    const auto areFew = [&](std::size_t count, std::size_t all) {
        return count <= 1 || count * std::size_t(1'000) <= all * static_cast<std::size_t>(few);
    };
    if (!areFew(out.size(), queue.submits.size())
        || !areFew(framesOfSubmits(out), framesOfSubmits(queue.submits)))
        return {};
    return out;
}

// Does the program call more frames than can be in flight, and none of them has a time on any queue? Then nobody
// measured any more: behind a GPU that hangs a program waits.
bool measuringEnded(const std::vector<QueueCalls>& queues)
{
    constexpr std::size_t kInFlight = 8;
    std::uint32_t lastTimed = 0;
    for (const QueueCalls& queue : queues)
        if (queue.ended > 0)
            lastTimed = std::max(lastTimed, queue.before().back()->number);
    std::set<std::uint64_t> frames;
    for (const QueueCalls& queue : queues)
        for (const QueueEvent* const each : queue.behind())
            if (each->number > lastTimed)
                frames.insert(each->frame);
    return frames.size() > kInFlight;
}

}

void checkNeverRan(const GpuLook& look, findings::Checks& checks)
{
    const KnownPayloads& known = look.known;
    const std::vector<QueueCalls> queues = callsByQueue(known);
    const std::int64_t endNs = endOfCapture(known), least = checks.amount(kNeverRan, "still");
    const bool isMeasured = !measuringEnded(queues);
    Finding finding {.rule = kNeverRan,
                     .severity = FindingSeverity::medium,
                     .subject = {"submits"},
                     .cost = {StatUnit::count}};
    std::string skippedNames, stillNames;
    std::uint64_t skipped = 0, still = 0;
    std::int64_t stillNs = 0;
    std::size_t stillQueues = 0;
    const auto add = [&](std::size_t n, const QueueEvent& event, std::string& names, std::uint64_t& count) {
        const auto call = event.cpu != 0 ? known.nsOfCpu(event.cpu) : std::nullopt;
        const auto track =
            look.timeline.findTrack(TrackKind::slices, FamilyKey {Family::submissions, n}.packed());
        if (finding.count == 0)
            finding.subject.track = track.value_or(kNoTrack);
        const std::string name = findings::quoted(look.queues[n].name);
        if (!names.ends_with(name))
            names += (names.empty() ? "" : ", ") + name;
        ++count;
        const TimeRange time {call.value_or(0), call.value_or(0)};
        if (!call) {
            ++finding.count;
            return;
        }
        findings::addOne(finding, time, [&] {
            return Evidence {.time = time,
                             .place = track ? StatPlace {*track, 0, *call} : StatPlace {},
                             .text = escaped(known.labelOf(event))};
        });
    };
    for (std::size_t n = 0; n < queues.size(); ++n) {
        const auto left = skippedIn(queues[n], checks.amount(kNeverRan, "few"));
        if (queues[n].ended == 0 || !left) // not all of this queue is measured
            continue;
        for (const QueueEvent* const each : *left)
            add(n, *each, skippedNames, skipped);
        const std::int64_t ns = isMeasured ? stillSince(queues[n], known, endNs) : 0;
        if (ns == 0 || ns < least || ns / 2 < queues[n].longestWaitNs)
            continue;
        ++stillQueues; // none of what is behind the first one can run
        stillNs = std::max(stillNs, ns);
        for (const QueueEvent* const each : queues[n].behind())
            if (lacksTime(*each))
                add(n, *each, stillNames, still);
    }
    if (finding.count == 0)
        return;
    finding.cost.amount = static_cast<std::int64_t>(finding.count);
    if (still > 0) {
        finding.severity = FindingSeverity::high;
        finding.sentence = counted(still, "submit", "submits") + " to " + stillNames
            + " did not end in the last " + shortDurationText(stillNs) + ": the "
            + (subtractSaturating(endNs, endOfWork(known)) >= least ? "GPU"
                   : stillQueues == 1                               ? "queue"
                                                                    : "queues")
            + " stood still";
        finding.limits = "Whether it would have gone on is not recorded.";
    }
    if (skipped > 0) {
        finding.sentence += (still > 0 ? "; " : "") + counted(skipped, "submit", "submits") + " to "
            + skippedNames + " never ran, and later ones did";
        finding.limits += (still > 0 ? " " : "") + std::string("Why they were left out is not recorded.");
    }
    findings::settle(finding);
    checks.add(std::move(finding));
}

}
