#include "core/formats/rdf/findings/gpu_rules.h"

#include "core/base/text.h"
#include "core/findings/shared_rules.h"
#include "core/formats/rdf/timeline/rdf_tracks.h"
#include "core/model/record_field.h"
#include "core/stats/columns.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace traceglass::rdf {

namespace {

constexpr std::string_view kNoOverlap = "gpu.no-overlap", kBacklog = "gpu.backlog", kCrash = "gpu.crash";

// Frames are told apart by their number. A program may begin to count anew: what comes again behind more frames than
// are in flight at a time is another one.
std::vector<GpuLook::Frame> framesOf(const std::vector<RanSubmit>& submits)
{
    constexpr std::size_t kInFlight = 8;
    struct Latest
    {
        std::size_t frame = 0, begun = 0; // how many had begun with its last submit
    };
    std::unordered_map<std::uint64_t, Latest> byNumber;
    std::vector<GpuLook::Frame> out;
    for (const RanSubmit& ran : submits) { // in order of the calls
        const auto [found, isNew] = byNumber.try_emplace(ran.event->frame);
        Latest& latest = found->second;
        if (isNew || out.size() - latest.begun > kInFlight) {
            latest.frame = out.size();
            out.push_back({ran.event->frame, ran.time, {}});
        }
        latest.begun = out.size();
        GpuLook::Frame& frame = out[latest.frame];
        frame.time = united(frame.time, ran.time);
        frame.submits.push_back(&ran);
    }
    std::ranges::stable_sort(out, {}, [](const GpuLook::Frame& frame) { return frame.time.endNs; });
    for (std::size_t i = 0; i < out.size(); ++i) {
        out[i].taken = out[i].time;
        if (i > 0)
            out[i].taken.startNs = std::max(out[i].taken.startNs, out[i - 1].time.endNs);
    }
    return out;
}

}

// By nearest rank. It is asked of each frame, so no more is sorted than that takes.
std::int64_t medianOf(std::vector<std::int64_t> values)
{
    if (values.empty())
        return kNoInteger;
    const auto middle = values.begin() + (std::ssize(values) - 1) / 2;
    std::ranges::nth_element(values, middle);
    return *middle;
}

std::int64_t medianFrame(std::span<const GpuLook::Frame> frames)
{
    std::vector<std::int64_t> times;
    for (const GpuLook::Frame& frame : frames)
        times.push_back(frame.taken.lengthNs());
    return medianOf(std::move(times));
}

std::string frameText(std::uint64_t number)
{
    return "Frame " + std::to_string(number);
}

GpuLook lookAt(const KnownPayloads& known, const FindingRequest& request, const Job& job)
{
    GpuLook out {request.timeline,
                 known,
                 submitsIn(known, {.timeline = request.timeline, .threads = request.threads}, job).all,
                 {},
                 std::vector<GpuLook::Queue>(known.queues.queues.size()),
                 {},
                 {},
                 {},
                 {}};
    out.frames = framesOf(out.submits);
    std::vector<TimeRange> all;
    for (const RanSubmit& ran : out.submits) {
        out.queues[ran.queue].busy.push_back(ran.time);
        all.push_back(ran.time);
    }
    out.busy = stats::unionOf(all, job);
    if (!out.busy.empty())
        out.span = {out.busy.front().startNs, out.busy.back().endNs};
    for (std::size_t n = 0; n < out.queues.size(); ++n) {
        GpuLook::Queue& queue = out.queues[n];
        queue.busy = stats::unionOf(queue.busy, job);
        queue.busyNs = sumOf(queue.busy, out.span);
        queue.track = request.timeline.findTrack(TrackKind::slices, FamilyKey {Family::queue, n}.packed())
                          .value_or(kNoTrack);
        queue.name =
            queue.track == kNoTrack ? std::to_string(n) : std::string(request.timeline.name(queue.track));
    }
    for (const QueueEvent& event : known.queues.events) {
        if (event.isSubmit() && event.hasGpuTime())
            out.working.insert(event.key.pci);
        const auto time = event.kind == QueueEventKind::present ? known.gpuTimeOf(event) : std::nullopt;
        const std::uint16_t axis = known.axisOf(event.key.pci);
        if (time && axis < std::max<std::size_t>(request.timeline.axes().size(), 1))
            out.presents.push_back(request.timeline.axes().empty()
                                       ? time->startNs
                                       : request.timeline.axes()[axis].toView(time->startNs));
    }
    std::ranges::sort(out.presents);
    return out;
}

namespace {

// What two queues did in the frames in which both had work.
struct InSameFrames
{
    std::vector<TimeRange> own, first;
    std::size_t frames = 0;

    // So much of it could have run beside the other.
    std::int64_t lesserNs() const
    {
        return std::min(findings::lengthOf(findings::joined(own)),
                        findings::lengthOf(findings::joined(first)));
    }
};

// Of each queue with that one.
std::vector<InSameFrames> besideQueue(const GpuLook& look, std::size_t first)
{
    std::vector<InSameFrames> out(look.queues.size());
    for (const GpuLook::Frame& frame : look.frames) {
        std::map<std::size_t, std::vector<TimeRange>> busy;
        for (const RanSubmit* const ran : frame.submits)
            busy[ran->queue].push_back(ran->time);
        const auto ofFirst = busy.extract(first);
        if (ofFirst.empty())
            continue;
        for (const auto& [queue, ranges] : busy) {
            ++out[queue].frames;
            out[queue].own.insert(out[queue].own.end(), ranges.begin(), ranges.end());
            out[queue].first.insert(out[queue].first.end(), ofFirst.mapped().begin(), ofFirst.mapped().end());
        }
    }
    return out;
}

// How often a queue waited for a semaphore that the other one signals.
std::size_t waitsBetween(const Queues& queues, std::size_t a, std::size_t b)
{
    return static_cast<std::size_t>(std::ranges::count_if(queues.events, [&](const QueueEvent& event) {
        if (event.kind != QueueEventKind::wait || event.signal == kNoSignal)
            return false;
        const std::size_t signalled = queues.events[event.signal].queue;
        return (event.queue == a && signalled == b) || (event.queue == b && signalled == a);
    }));
}

}

void checkQueues(const GpuLook& look, findings::Checks& checks)
{
    if (look.queues.size() < 2)
        return checks.leaveOut(kNoOverlap, "there is one queue only");
    const auto first = std::ranges::max_element(look.queues, {}, &GpuLook::Queue::busyNs);
    const auto firstNumber = static_cast<std::size_t>(first - look.queues.begin());
    Finding alone {.rule = kNoOverlap, .severity = FindingSeverity::low, .subject = {"queues"}};
    std::string names;
    std::size_t frames = 0, waits = 0;
    const std::vector<InSameFrames> together = besideQueue(look, firstNumber);
    const std::int64_t busyAtLeast = checks.amount(kNoOverlap, "busy");
    const WideInteger besideAtMost = checks.amount(kNoOverlap, "beside");
    for (std::size_t n = 0; n < look.queues.size(); ++n) {
        const GpuLook::Queue& queue = look.queues[n];
        const std::int64_t lesserNs = together[n].lesserNs();
        if (lesserNs == 0 || !findings::isAtLeast(lesserNs, busyAtLeast, look.span.lengthNs()))
            continue;
        const std::int64_t besideNs = overlapOf(queue.busy, first->busy, look.span);
        if (WideInteger(besideNs) * 1'000 > lesserNs * besideAtMost)
            continue;
        ++alone.count;
        alone.subject.track = alone.count == 1 ? queue.track : alone.subject.track;
        alone.cost.amount = addSaturating(alone.cost.amount, lesserNs - besideNs);
        names += (names.empty() ? "" : ", ") + findings::quoted(queue.name);
        frames += together[n].frames;
        waits += waitsBetween(look.known.queues, n, firstNumber);
        for (const TimeRange& range : queue.busy) {
            findings::addTime(alone, range);
            findings::addEvidence(alone, range, [&] {
                return Evidence {.time = range, .place = {queue.track, 0, range.startNs}};
            });
        }
    }
    if (alone.count == 0)
        return;
    alone.share = findings::shareOfTime(alone.cost.amount, look.span.lengthNs(), 1);
    alone.sentence = "Work on " + names + " never runs beside that on " + findings::quoted(first->name)
        + ", in the same frames";
    alone.limits = 2 * waits < frames // of half of them that is no cause
        ? std::string("Whether one waits for the other on purpose is not recorded.")
        : "Semaphores made one wait for the other " + grouped(waits) + " times in "
            + counted(frames, "frame", "frames") + "; whether it has to is not recorded.";
    findings::settle(alone);
    checks.add(std::move(alone));
}

namespace {

// What submits of a frame to one queue waited, by when the first of them began there.
struct FrameWait
{
    std::int64_t startNs = 0, ns = 0;
    const GpuLook::Frame* frame = nullptr;
};

std::vector<std::vector<FrameWait>> waitsByQueue(const GpuLook& look)
{
    std::vector<std::vector<FrameWait>> out(look.queues.size());
    for (const GpuLook::Frame& frame : look.frames) {
        struct Waits
        {
            std::int64_t startNs = 0;
            std::vector<std::int64_t> ns;
        };
        std::map<std::size_t, Waits> waits; // by queue
        for (const RanSubmit* const ran : frame.submits) {
            if (!ran->waitNs)
                continue;
            Waits& of = waits.try_emplace(ran->queue, Waits {ran->time.startNs, {}}).first->second;
            of.startNs = std::min(of.startNs, ran->time.startNs);
            of.ns.push_back(*ran->waitNs);
        }
        for (auto& [queue, of] : waits)
            out[queue].push_back({of.startNs, medianOf(std::move(of.ns)), &frame});
    }
    for (std::vector<FrameWait>& of : out)
        std::ranges::stable_sort(of, {}, &FrameWait::startNs);
    return out;
}

struct Growth
{
    std::size_t first = 0, last = 0; // of these waits
    std::int64_t ns = 0;
};

// While they do not fall by so much, over so many at least. It begins with the last one that is longer than the least
// by less than that: they may stay as they are for long before they grow.
Growth greatestGrowth(const std::vector<FrameWait>& all, std::int64_t fallNs, std::size_t least)
{
    Growth out;
    std::vector<std::int64_t> waits;
    std::ranges::transform(all, std::back_inserter(waits), &FrameWait::ns);
    const auto medianIn = [&](std::size_t begin, std::size_t end) {
        return medianOf({waits.begin() + static_cast<std::ptrdiff_t>(begin),
                         waits.begin() + static_cast<std::ptrdiff_t>(end)});
    };
    for (std::size_t begin = 0, end = 0; begin < waits.size(); begin = end) {
        std::size_t first = begin, last = begin; // the least, and the greatest behind it
        for (end = begin + 1; end < waits.size() && waits[end] >= waits[last] - fallNs; ++end) {
            if (waits[end] >= waits[last])
                last = end;
            else if (waits[end] < waits[first] && last == first)
                first = last = end;
        }
        // They may stay as they are for long before they grow.
        const std::int64_t leastNs = waits[first], ns = waits[last] - leastNs;
        for (std::size_t i = first; i < last; ++i)
            if (waits[i] - leastNs < fallNs)
                first = i;
        if (last - first + 1 < least || ns <= out.ns)
            continue;
        // As many frames as may be in flight are no backlog, nor is one long frame: half of them wait for longer than
        // half of those before.
        const std::size_t middle = first + (last - first + 1) / 2;
        if (medianIn(middle, last + 1) - medianIn(first, middle) >= ns / 4)
            out = {first, last, ns};
    }
    return out;
}

}

void checkBacklog(const GpuLook& look, findings::Checks& checks)
{
    const auto least = static_cast<std::size_t>(checks.amount(kBacklog, "frames"));
    const std::int64_t usual = medianFrame(look.frames);
    const std::vector<std::vector<FrameWait>> all = waitsByQueue(look);
    std::size_t most = 0, queue = 0;
    Growth grown;
    for (std::size_t n = 0; n < all.size(); ++n) {
        most = std::max(most, all[n].size());
        const Growth growth = greatestGrowth(all[n], usual / 2, least);
        if (growth.ns > grown.ns) {
            grown = growth;
            queue = n;
        }
    }
    if (most < least)
        return checks.leaveOut(kBacklog,
                               "too few frames with the time of their calls: " + std::to_string(most));
    if (grown.ns == 0 || grown.ns < stats::productSaturating(usual, checks.amount(kBacklog, "times")))
        return;
    const FrameWait& first = all[queue][grown.first];
    const FrameWait& last = all[queue][grown.last];
    Finding finding {.rule = kBacklog,
                     .severity = FindingSeverity::medium,
                     .subject = {"submits"},
                     .when = {{first.frame->time.startNs, last.frame->time.endNs}},
                     .cost = {StatUnit::span, grown.ns},
                     .share = findings::shareOfTime(grown.ns, look.span.lengthNs(), 1),
                     .count = grown.last - grown.first + 1};
    for (std::size_t i = grown.first; i <= grown.last; ++i) {
        const FrameWait& wait = all[queue][i];
        findings::addEvidence(
            finding, wait.frame->time,
            [&] {
                return Evidence {.time = wait.frame->time,
                                 .place = placeOfFrame(look.timeline, wait.frame->time.startNs),
                                 .text =
                                     frameText(wait.frame->number) + " waited " + shortDurationText(wait.ns)};
            },
            static_cast<double>(wait.ns));
    }
    findings::settle(finding);
    finding.sentence = "Submits to " + findings::quoted(look.queues[queue].name)
        + " wait longer and longer for the GPU: " + shortDurationText(first.ns) + " in frame "
        + std::to_string(first.frame->number) + ", " + shortDurationText(last.ns) + " in frame "
        + std::to_string(last.frame->number);
    finding.limits = "Clocks of the CPU and the GPU are compared with an error of some 10 µs.";
    checks.add(std::move(finding));
}

// How often they were compared is known where every chunk that tells it is there and can be read.
void checkCalibrations(const GpuLook& look, const PayloadChunks& chunks, findings::Checks& checks)
{
    constexpr std::string_view kId = "gpu.calibration";
    if (isCut(chunks))
        return checks.leaveOut(kId, std::string(kChunksLost));
    std::size_t read = 0;
    for (const auto& [pci, clock] : look.known.clocks.of)
        read += clock.calibrations;
    if (read < chunks.of(PayloadKind::clockCalibration).size())
        return checks.leaveOut(kId, "a comparison of clocks cannot be read");
    Finding finding {
        .rule = kId, .severity = FindingSeverity::low, .subject = {"clocks"}, .cost = {StatUnit::count}};
    for (const std::uint32_t pci : look.working) {
        const GpuClock* const clock =
            look.known.clocks.clockOf(pci); // none: nothing tells of it but its work
        finding.count += !clock || clock->calibrations < 2 ? 1u : 0u;
    }
    if (finding.count == 0)
        return;
    finding.when = {look.span};
    finding.cost.amount = static_cast<std::int64_t>(finding.count);
    finding.sentence = (finding.count == 1 ? std::string("The clock of a GPU was")
                                           : "The clocks of " + grouped(finding.count) + " GPUs were")
        + " compared with that of the CPU less than twice";
    finding.explains = findings::kApproximate;
    finding.limits = "What is said of calls and the GPU together is approximate.";
    checks.add(std::move(finding));
}

namespace {

// The names above a marker, from the top: "Frame 9021/SSR". Empty at the top.
std::string namesAbove(const InFlight& buffer, const CrashMarker& marker)
{
    constexpr std::size_t kNamesShown = 32, kBytesOfName = 80;
    std::string out;
    std::size_t names = 0;
    std::uint32_t depth = marker.depth;
    for (const CrashMarker* each = &marker; depth > 0 && each != buffer.markers.data();) {
        --each;
        if (each->depth >= depth)
            continue;
        if (names++ == kNamesShown)
            return "…/" + out; // the nearest ones say more
        depth = each->depth;
        out.insert(0, shortened(each->name, kBytesOfName) + (out.empty() ? "" : "/"));
    }
    return out;
}

// Where neither a marker nor a page fault says more.
Finding stoppedSomewhere(const std::vector<InFlight>& buffers, bool isLost)
{
    const bool hasMarkers =
        std::ranges::any_of(buffers, [](const InFlight& each) { return !each.markers.empty(); });
    const std::string first = "command buffer " + std::to_string(buffers.front().commandBuffer);
    Finding finding {.rule = kCrash,
                     .severity = FindingSeverity::high,
                     .subject = {first},
                     .cost = {StatUnit::count, std::ssize(buffers)},
                     .count = buffers.size()};
    finding.sentence = "The GPU stopped while it worked on " + first
        + (buffers.size() == 1 ? std::string() : " and " + grouped(buffers.size() - 1) + " more");
    finding.limits = hasMarkers ? "Where is not known: none of the markers was in progress."
                                : "Where is not known: no markers were recorded.";
    if (isLost)
        finding.limits += " A part of the dump is lost: they may stand there.";
    return finding;
}

Finding pageFaults(const Crash& crash, const KnownPayloads& known, const Timeline& timeline)
{
    const auto track = timeline.findTrack(TrackKind::marks, FamilyKey {Family::faults}.packed());
    Finding finding {.rule = kCrash,
                     .severity = FindingSeverity::high,
                     .subject = {"page faults", track.value_or(kNoTrack)},
                     .cost = {StatUnit::count, static_cast<std::int64_t>(crash.faultCount())},
                     .count = crash.faultCount()};
    for (const Crash::Fault& fault : crash.faults) {
        const auto ns = known.nsOfCpu(fault.tick);
        if (!ns)
            continue;
        findings::addTime(finding, {*ns, *ns});
        findings::addEvidence(finding, {*ns, *ns}, [&] {
            return Evidence {.time = {*ns, *ns},
                             .place = track ? StatPlace {*track, 0, *ns} : StatPlace {},
                             .text = "address " + hexNumber(fault.fault.address)};
        });
    }
    finding.unkept += crash.faultCount() - crash.faults.size(); // of which only the number is kept
    finding.sentence = counted(crash.faultCount(), "page fault", "page faults") + ": the GPU used "
        + hexNumber(crash.faults.front().fault.address) + ", which was not mapped";
    findings::settle(finding);
    return finding;
}

}

void checkCrash(const Crash& crash, const KnownPayloads& known, const PayloadChunks& chunks,
                const Timeline& timeline, findings::Checks& checks)
{
    const bool isLost = crash.isCut || isCut(chunks);
    bool isTold = !crash.faults.empty();
    if (isTold) // the cause, before where it stopped
        checks.add(pageFaults(crash, known, timeline));
    for (std::size_t n = 0; n < crash.inFlight.size(); ++n) {
        const InFlight& buffer = crash.inFlight[n];
        const auto deepest = std::ranges::find_if(buffer.markers, [](const CrashMarker& marker) {
            return marker.status == MarkerStatus::inProgress && !marker.hasInProgressBelow;
        });
        if (deepest == buffer.markers.end())
            continue;
        const std::uint64_t inProgress = buffer.statuses[static_cast<std::size_t>(MarkerStatus::inProgress)];
        Finding finding {.rule = kCrash,
                         .severity = FindingSeverity::high,
                         .subject = {"command buffer " + std::to_string(buffer.commandBuffer)},
                         .cost = {StatUnit::count, static_cast<std::int64_t>(inProgress)},
                         .count = inProgress};
        finding.sentence = "The GPU stopped within " + findings::quoted(deepest->name)
            + (deepest->info.empty() ? std::string() : ", " + findings::quoted(deepest->info))
            + (deepest->depth == 0 ? std::string() : " in " + findings::quoted(namesAbove(buffer, *deepest)))
            + ": it had begun and not ended in command buffer " + std::to_string(buffer.commandBuffer);
        finding.limits =
            "Of several markers in progress the first one is told; any of them may be the cause.";
        const auto track =
            timeline.findTrack(TrackKind::slices, FamilyKey {Family::commandBuffer, n}.packed());
        const bool isDrawn = track && deepest->depth < timeline.rows(*track).size();
        if (isDrawn && timeline.axis(*track).stepNs > 0) { // in the order of recording
            const ClockAxis& axis = timeline.axis(*track);
            const auto viewOf = [&](std::int64_t marker) { return axis.toView(marker * axis.stepNs); };
            const std::int64_t at = deepest - buffer.markers.begin();
            const TimeRange time {viewOf(at), viewOf(at + 1 + static_cast<std::int64_t>(deepest->below))};
            finding.subject.track = *track;
            finding.evidence.push_back(
                {.time = time, .place = {*track, static_cast<std::uint16_t>(deepest->depth), time.startNs}});
        }
        if (isLost)
            finding.limits += " A part of the dump is lost: it may tell that some of them ended.";
        isTold = true;
        checks.add(std::move(finding));
    }
    if (!isTold && !crash.inFlight.empty())
        checks.add(stoppedSomewhere(crash.inFlight, isLost));
}

}
