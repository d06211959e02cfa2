#include "core/formats/rdf/findings/gpu_rules.h"

#include "core/base/text.h"
#include "core/findings/shared_rules.h"
#include "core/formats/rdf/timeline/rdf_tracks.h"
#include "core/model/record_field.h"
#include "core/stats/columns.h"

#include <algorithm>
#include <array>
#include <map>

namespace traceglass::rdf {

namespace {

constexpr std::string_view kSpike = "gpu.frame-spike", kIdle = "gpu.idle", kNoOverlap = "gpu.no-overlap",
                           kBacklog = "gpu.backlog";

std::int64_t medianOf(std::vector<std::int64_t> values)
{
    std::ranges::sort(values);
    return stats::nearestRank(values, 500);
}

std::int64_t medianFrame(const GpuLook& look)
{
    std::vector<std::int64_t> times;
    for (const GpuLook::Frame& frame : look.frames)
        times.push_back(frame.time.lengthNs());
    return medianOf(std::move(times));
}

// Of a frame and those around it: scenes differ, and so do their frames.
std::int64_t medianAround(const GpuLook& look, std::size_t frame)
{
    constexpr std::size_t kBeside = 8; // on each side
    std::vector<std::int64_t> times;
    for (std::size_t i = frame - std::min(frame, kBeside);
         i < std::min(frame + kBeside + 1, look.frames.size()); ++i)
        times.push_back(look.frames[i].time.lengthNs());
    return medianOf(std::move(times));
}

constexpr std::size_t kStepsForAPace = 4; // at least

// From each to the next.
std::vector<std::int64_t> stepsBetween(const std::vector<std::int64_t>& times)
{
    std::vector<std::int64_t> steps;
    for (std::size_t i = 1; i < times.size(); ++i)
        steps.push_back(subtractSaturating(times[i], times[i - 1]));
    return steps;
}

bool areSteady(std::vector<std::int64_t> steps)
{
    if (steps.size() < kStepsForAPace)
        return false;
    std::ranges::sort(steps);
    return stats::nearestRank(steps, 750) - stats::nearestRank(steps, 250)
        <= stats::nearestRank(steps, 500) / 10;
}

// How far it is from what a screen shows for: one, two or three refreshes. Film is shown for two and three by turns.
std::int64_t besideRefreshes(std::int64_t stepNs, std::int64_t refreshNs)
{
    constexpr std::int64_t kMost = 3;
    const std::int64_t refreshes =
        std::clamp<std::int64_t>(addSaturating(stepNs, refreshNs / 2) / refreshNs, 1, kMost);
    return subtractSaturating(stepNs, refreshes * refreshNs);
}

// Those of the times at which a screen may have shown a frame: a few refreshes behind the one before. None where no
// screen explains most of them, and half of them exactly.
std::vector<std::int64_t> shownByAScreen(const std::vector<std::int64_t>& times)
{
    constexpr std::array<std::int64_t, 9> kRates = {50, 60, 72, 75, 90, 120, 144, 165, 240}; // a second
    const std::vector<std::int64_t> steps = stepsBetween(times);
    for (const std::int64_t rate : kRates) {
        const std::int64_t refreshNs = 1'000'000'000 / rate;
        std::vector<std::int64_t> out, beside;
        for (std::size_t i = 0; i < steps.size(); ++i) {
            beside.push_back(besideRefreshes(steps[i], refreshNs));
            if (std::abs(beside.back()) <= refreshNs / 20)
                out.push_back(times[i + 1]);
        }
        const bool areMost = steps.size() >= kStepsForAPace && 4 * out.size() >= 3 * steps.size();
        if (areMost && std::abs(medianOf(std::move(beside))) <= refreshNs / 50)
            return out;
    }
    return {};
}

// When the GPU waits for the screen, not for the program: at presents of a steady pace or of a screen, and before frames
// that begin at those of a screen, since their ends come as they are done.
class ScreenTimes
{
public:
    explicit ScreenTimes(const GpuLook& look)
        : m_presents(areSteady(stepsBetween(look.presents)) ? look.presents : shownByAScreen(look.presents))
    {
        std::vector<std::int64_t> begins;
        for (const GpuLook::Frame& frame : look.frames)
            begins.push_back(frame.time.startNs);
        std::ranges::sort(begins);
        m_begins = shownByAScreen(begins);
    }
    bool explain(const TimeRange& gap, std::int64_t nearNs) const
    {
        const std::int64_t latestNs = addSaturating(gap.endNs, nearNs);
        return isAnyIn(m_presents, {subtractSaturating(gap.startNs, nearNs), latestNs})
            || isAnyIn(m_begins, {subtractSaturating(gap.endNs, nearNs), latestNs});
    }

private:
    static bool isAnyIn(const std::vector<std::int64_t>& times, const TimeRange& range)
    {
        const auto first = std::ranges::lower_bound(times, range.startNs);
        return first != times.end() && *first <= range.endNs;
    }

    std::vector<std::int64_t> m_presents, m_begins; // in order
};

std::string frameText(std::uint64_t number)
{
    return "Frame " + std::to_string(number);
}

}

GpuLook lookAt(const KnownPayloads& known, const FindingRequest& request, const Job& job)
{
    const RanSubmits submits =
        submitsIn(known, {.timeline = request.timeline, .threads = request.threads}, job);
    GpuLook out {
        request.timeline, known, {}, std::vector<GpuLook::Queue>(known.queues.queues.size()), {}, {}, {}, {}};
    std::map<std::uint64_t, GpuLook::Frame> frames;
    std::vector<TimeRange> all;
    for (const RanSubmit& ran : submits.all) {
        const auto [found, isNew] = frames.try_emplace(ran.event->frame);
        GpuLook::Frame& frame = found->second;
        frame.number = ran.event->frame;
        frame.time = isNew ? ran.time
                           : TimeRange {std::min(frame.time.startNs, ran.time.startNs),
                                        std::max(frame.time.endNs, ran.time.endNs)};
        if (frame.queues.empty() || frame.queues.back() != ran.queue)
            frame.queues.push_back(ran.queue);
        if (ran.waitNs)
            frame.waits.push_back(*ran.waitNs);
        out.queues[ran.queue].busy.push_back(ran.time);
        all.push_back(ran.time);
    }
    for (auto& [number, frame] : frames) {
        std::ranges::sort(frame.queues);
        frame.queues.erase(std::unique(frame.queues.begin(), frame.queues.end()), frame.queues.end());
        out.frames.push_back(std::move(frame));
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

void checkFrames(const GpuLook& look, findings::Checks& checks)
{
    const auto amount = [&](std::string_view key) { return checks.amount(kSpike, key); };
    if (static_cast<std::int64_t>(look.frames.size()) < amount("frames"))
        return checks.leaveOut(kSpike, "too few frames: " + std::to_string(look.frames.size()));
    const std::int64_t median = medianFrame(look);
    Finding finding {.rule = kSpike, .severity = FindingSeverity::high, .subject = {"frames"}};
    const GpuLook::Frame* worst = nullptr;
    for (std::size_t i = 1; i + 1 < look.frames.size(); ++i) { // the first and the last one may be cut
        const GpuLook::Frame& frame = look.frames[i];
        const std::int64_t ns = frame.time.lengthNs();
        const auto standsOut = [&](std::int64_t usual) {
            return ns >= stats::productSaturating(usual, amount("times")) && ns - usual >= amount("more");
        };
        if (!standsOut(median) || !standsOut(medianAround(look, i)))
            continue;
        finding.cost.amount = addSaturating(finding.cost.amount, ns - median);
        worst = worst && worst->time.lengthNs() >= ns ? worst : &frame;
        findings::addOne(finding, frame.time, [&] {
            return Evidence {.time = frame.time,
                             .place = placeOfFrame(look.timeline, frame.time.startNs),
                             .text = frameText(frame.number)};
        });
    }
    // Of more than a few that is another kind of frame. One alone is few of any.
    if (!worst
        || (finding.count > 1
            && static_cast<std::int64_t>(finding.count) * 1'000
                > static_cast<std::int64_t>(look.frames.size()) * amount("few")))
        return;
    finding.subject.track = finding.evidence.front().place.track;
    finding.share = findings::shareOfTime(finding.cost.amount, look.span.lengthNs(), 1);
    finding.sentence = frameText(worst->number) + " took " + shortDurationText(worst->time.lengthNs())
        + ", half of " + counted(look.frames.size(), "frame", "frames") + " no more than "
        + shortDurationText(median)
        + (finding.count == 1 ? std::string() : "; " + grouped(finding.count) + " stand out like that");
    findings::settle(finding);
    checks.add(std::move(finding));
}

namespace {

// Of a few submits a gap is as long as any.
void checkIdle(const GpuLook& look, findings::Checks& checks)
{
    if (static_cast<std::int64_t>(look.frames.size()) < checks.amount(kIdle, "frames"))
        return checks.leaveOut(kIdle, "too few frames: " + std::to_string(look.frames.size()));
    const std::int64_t gapNs = checks.amount(kIdle, "gap");
    const ScreenTimes screen(look);
    Finding idle {.rule = kIdle, .severity = FindingSeverity::medium, .subject = {"GPU"}};
    for (std::size_t i = 1; i < look.busy.size(); ++i) {
        const TimeRange gap {look.busy[i - 1].endNs, look.busy[i].startNs};
        if (gap.lengthNs() < gapNs || screen.explain(gap, gapNs))
            continue;
        idle.cost.amount = addSaturating(idle.cost.amount, gap.lengthNs());
        findings::addOne(idle, gap, [&] { return Evidence {.time = gap}; });
    }
    if (idle.count > 0
        && findings::isAtLeast(idle.cost.amount, checks.amount(kIdle, "share"), look.span.lengthNs())) {
        idle.share = findings::shareOfTime(idle.cost.amount, look.span.lengthNs(), 1);
        idle.sentence = "No queue had work for " + shortDurationText(idle.cost.amount) + " of "
            + shortDurationText(look.span.lengthNs()) + ": the GPU waited for the program";
        idle.limits = "What the program did meanwhile is not recorded.";
        findings::settle(idle);
        checks.add(std::move(idle));
    }
}

}

void checkQueues(const GpuLook& look, findings::Checks& checks)
{
    checkIdle(look, checks);
    if (look.queues.size() < 2)
        return checks.leaveOut(kNoOverlap, "there is one queue only");
    const auto first = std::ranges::max_element(look.queues, {}, &GpuLook::Queue::busyNs);
    const auto firstNumber = static_cast<std::size_t>(first - look.queues.begin());
    Finding alone {.rule = kNoOverlap, .severity = FindingSeverity::low, .subject = {"queues"}};
    std::string names;
    std::vector<bool> sharesFrames(look.queues.size()); // with the first
    for (const GpuLook::Frame& frame : look.frames) {
        if (std::ranges::binary_search(frame.queues, firstNumber))
            for (const std::size_t n : frame.queues)
                sharesFrames[n] = true;
    }
    const std::int64_t busyAtLeast = checks.amount(kNoOverlap, "busy");
    const WideInteger besideAtMost = checks.amount(kNoOverlap, "beside");
    for (std::size_t n = 0; n < look.queues.size(); ++n) {
        const GpuLook::Queue& queue = look.queues[n];
        if (n == firstNumber || queue.busyNs == 0 || !sharesFrames[n]
            || !findings::isAtLeast(queue.busyNs, busyAtLeast, look.span.lengthNs()))
            continue;
        const std::int64_t besideNs = overlapOf(queue.busy, first->busy, look.span);
        if (WideInteger(besideNs) * 1'000 > queue.busyNs * besideAtMost)
            continue;
        ++alone.count;
        alone.subject.track = alone.count == 1 ? queue.track : alone.subject.track;
        alone.cost.amount = addSaturating(alone.cost.amount, queue.busyNs - besideNs);
        names += (names.empty() ? "" : ", ") + findings::quoted(queue.name);
        for (const TimeRange& range : queue.busy) {
            findings::addTime(alone, range);
            findings::addEvidence(alone, [&] {
                return Evidence {.time = range, .place = {queue.track, 0, range.startNs}};
            });
        }
    }
    if (alone.count == 0)
        return;
    alone.share = findings::shareOfTime(alone.cost.amount, look.span.lengthNs(), 1);
    alone.sentence = "Work on " + names + " never runs beside that on " + findings::quoted(first->name)
        + ", in the same frames";
    alone.limits = "Whether one waits for the other on purpose is not recorded.";
    findings::settle(alone);
    checks.add(std::move(alone));
}

void checkBacklog(const GpuLook& look, findings::Checks& checks)
{
    std::vector<std::pair<const GpuLook::Frame*, std::int64_t>> medians;
    for (const GpuLook::Frame& frame : look.frames) {
        if (!frame.waits.empty())
            medians.emplace_back(&frame, medianOf(frame.waits));
    }
    if (static_cast<std::int64_t>(medians.size()) < checks.amount(kBacklog, "frames"))
        return checks.leaveOut(
            kBacklog, "too few frames with the time of their calls: " + std::to_string(medians.size()));
    const std::int64_t usual = medianFrame(look);
    const std::int64_t atLeast = stats::productSaturating(usual, checks.amount(kBacklog, "times"));
    const auto grown = [&](std::size_t a, std::size_t b) { return medians[b].second - medians[a].second; };
    std::size_t bestFirst = 0, bestLast = 0;
    for (std::size_t begin = 0, end = 0; begin < medians.size(); begin = end) {
        std::size_t first = begin, last = begin; // the least, and the greatest behind it
        for (end = begin + 1; end < medians.size() && medians[end].second >= medians[last].second - usual / 2;
             ++end) {
            if (medians[end].second >= medians[last].second)
                last = end;
            else if (medians[end].second < medians[first].second && last == first)
                first = last = end;
        }
        // As many frames as may be in flight are no backlog: it grows in the second half of them, too.
        if (static_cast<std::int64_t>(last - first + 1) >= checks.amount(kBacklog, "frames")
            && grown(first, last) > grown(bestFirst, bestLast)
            && grown((first + last) / 2, last) >= grown(first, last) / 4) {
            bestFirst = first;
            bestLast = last;
        }
    }
    const std::int64_t grownNs = grown(bestFirst, bestLast);
    if (bestFirst == bestLast || grownNs < atLeast)
        return;
    const TimeRange when {medians[bestFirst].first->time.startNs, medians[bestLast].first->time.endNs};
    Finding finding {.rule = kBacklog,
                     .severity = FindingSeverity::medium,
                     .subject = {"submits"},
                     .when = {when},
                     .cost = {StatUnit::span, grownNs},
                     .share = findings::shareOfTime(grownNs, look.span.lengthNs(), 1),
                     .count = bestLast - bestFirst + 1};
    for (std::size_t i = bestFirst; i <= bestLast; ++i)
        findings::addEvidence(finding, [&] {
            return Evidence {.time = medians[i].first->time,
                             .place = placeOfFrame(look.timeline, medians[i].first->time.startNs),
                             .text = frameText(medians[i].first->number) + " waited "
                                 + shortDurationText(medians[i].second)};
        });
    finding.sentence =
        "Submits wait longer and longer for the GPU: " + shortDurationText(medians[bestFirst].second)
        + " in frame " + std::to_string(medians[bestFirst].first->number) + ", "
        + shortDurationText(medians[bestLast].second) + " in frame "
        + std::to_string(medians[bestLast].first->number);
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

// Where neither a marker nor a page fault says more.
Finding stoppedSomewhere(const std::vector<InFlight>& buffers, bool isLost)
{
    const bool hasMarkers =
        std::ranges::any_of(buffers, [](const InFlight& each) { return !each.markers.empty(); });
    const std::string first = "command buffer " + std::to_string(buffers.front().commandBuffer);
    Finding finding {.rule = "gpu.crash",
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

}

void checkCrash(const Crash& crash, const KnownPayloads& known, const PayloadChunks& chunks,
                const Timeline& timeline, findings::Checks& checks)
{
    constexpr std::string_view kId = "gpu.crash";
    const bool isLost = crash.isCut || isCut(chunks);
    bool isTold = !crash.faults.empty();
    for (std::size_t n = 0; n < crash.inFlight.size(); ++n) {
        const InFlight& buffer = crash.inFlight[n];
        const auto deepest = std::ranges::find_if(buffer.markers, [](const CrashMarker& marker) {
            return marker.status == MarkerStatus::inProgress && !marker.hasInProgressBelow;
        });
        if (deepest == buffer.markers.end())
            continue;
        const std::uint64_t inProgress = buffer.statuses[static_cast<std::size_t>(MarkerStatus::inProgress)];
        Finding finding {.rule = kId,
                         .severity = FindingSeverity::high,
                         .subject = {"command buffer " + std::to_string(buffer.commandBuffer)},
                         .cost = {StatUnit::count, static_cast<std::int64_t>(inProgress)},
                         .count = inProgress};
        finding.sentence = "The GPU stopped within " + findings::quoted(deepest->name)
            + (deepest->info.empty() ? std::string() : ", " + findings::quoted(deepest->info))
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
    if (crash.faults.empty())
        return;
    const auto track = timeline.findTrack(TrackKind::marks, FamilyKey {Family::faults}.packed());
    Finding finding {.rule = kId,
                     .severity = FindingSeverity::high,
                     .subject = {"page faults", track.value_or(kNoTrack)},
                     .cost = {StatUnit::count, static_cast<std::int64_t>(crash.faultCount())},
                     .count = crash.faultCount()};
    for (const Crash::Fault& fault : crash.faults) {
        const auto ns = known.nsOfCpu(fault.tick);
        if (!ns)
            continue;
        findings::addTime(finding, {*ns, *ns});
        findings::addEvidence(finding, [&] {
            return Evidence {.time = {*ns, *ns},
                             .place = track ? StatPlace {*track, 0, *ns} : StatPlace {},
                             .text = "address " + hexNumber(fault.fault.address)};
        });
    }
    finding.unkept += crash.faultCount() - crash.faults.size(); // of which only the number is kept
    finding.sentence = counted(crash.faultCount(), "page fault", "page faults") + ": the GPU used "
        + hexNumber(crash.faults.front().fault.address) + ", which was not mapped";
    findings::settle(finding);
    checks.add(std::move(finding));
}

}
