// gpu.memory-over and gpu.evictions: more memory is asked for than a GPU has, and what that does to it.
#include "core/base/text.h"
#include "core/formats/rdf/findings/gpu_rules.h"
#include "core/formats/rdf/timeline/rdf_tracks.h"

#include <algorithm>
#include <limits>

namespace traceglass::rdf {

namespace {

constexpr std::string_view kOver = "gpu.memory-over", kEvictions = "gpu.evictions";
constexpr std::string_view kGpuMemory = "GPU memory";
constexpr std::uint64_t kMostBytes = std::numeric_limits<std::int64_t>::max();

// What is asked for of the GPU's own memory, over time.
struct Demand
{
    using Step = findings::LevelSince;

    std::vector<Step> steps; // one at a moment
    std::int64_t room = 0;   // that there is

    static std::int64_t in(const std::vector<Step>& steps, std::int64_t ns)
    {
        const auto behind = std::ranges::upper_bound(steps, ns, {}, &Step::ns);
        return behind == steps.begin() ? 0 : std::prev(behind)->amount;
    }
    std::int64_t at(std::int64_t ns) const { return in(steps, ns); }
};

// The GPU's own heaps, and what each of them is asked for: where most is at a time one sees it.
class OwnHeaps
{
public:
    OwnHeaps(const MemoryState& state, const KnownPayloads& known, const Timeline& timeline)
    {
        for (const Heap heap : {Heap::local, Heap::invisible}) {
            const auto track = timeline.findTrack(
                TrackKind::counter, FamilyKey {Family::requested, static_cast<std::size_t>(heap)}.packed());
            if (!track)
                continue;
            const auto isOfIt = [&](const auto& each) { return each.heap == heap && !each.isShared; };
            m_heaps.push_back({*track, requestedOf(state, known, isOfIt)});
        }
    }

    TrackId trackAt(std::int64_t ns) const
    {
        TrackId out = kNoTrack;
        std::int64_t most = 0;
        for (const OfHeap& each : m_heaps) {
            const std::int64_t amount = Demand::in(each.steps, ns);
            if (out == kNoTrack || amount > most) {
                out = each.track;
                most = amount;
            }
        }
        return out;
    }

private:
    struct OfHeap
    {
        TrackId track = kNoTrack;
        std::vector<Demand::Step> steps;
    };
    std::vector<OfHeap> m_heaps;
};

constexpr bool isOwn(Heap heap)
{
    return heap == Heap::local || heap == Heap::invisible;
}

std::int64_t roomOf(const HeapSetup& heaps)
{
    std::int64_t out = 0;
    for (const HeapSetup::Segment& segment : heaps.segments)
        if (segment.heap < kHeaps && isOwn(static_cast<Heap>(segment.heap)))
            out = addSaturating(out, std::int64_t(std::min(segment.size, kMostBytes)));
    return out;
}

Demand demandOf(const MemoryState& state, const KnownPayloads& known)
{
    Demand out;
    out.room = roomOf(state.heaps());
    out.steps = requestedOf(state, known,
                            [](const MemoryAllocation& each) { return isOwn(each.heap) && !each.isShared; });
    std::size_t kept = 0; // what a moment ends with
    for (const Demand::Step& step : out.steps) {
        kept += kept == 0 || out.steps[kept - 1].ns != step.ns;
        out.steps[kept - 1] = step;
    }
    out.steps.resize(kept);
    return out;
}

// Page tables tell what is really there: of what was asked for some may never be used.
bool mayBeUnused(const MemoryHistory& memory, std::int64_t room)
{
    std::int64_t mapped = 0;
    for (const std::uint64_t each : memory.peakMapped)
        mapped = addSaturating(mapped, std::int64_t(std::min(each, kMostBytes)));
    return memory.state.counts().pageMaps > 0 && mapped < room;
}

void checkOver(const MemoryHistory& memory, const Demand& demand, std::int64_t endNs, const OwnHeaps& heaps,
               findings::Checks& checks)
{
    if (mayBeUnused(memory, demand.room))
        return;
    const std::int64_t beyond = checks.amount(kOver, "beyond");
    Finding finding {
        .rule = kOver, .severity = FindingSeverity::medium, .subject = {std::string(kGpuMemory)}};
    std::int64_t most = 0, overNs = 0;
    const auto isOver = [&](const Demand::Step& step) {
        return step.amount > demand.room
            && findings::isAtLeast(subtractSaturating(step.amount, demand.room), beyond, demand.room);
    };
    for (auto step = demand.steps.begin(); step != demand.steps.end();) {
        if (!isOver(*step)) {
            ++step;
            continue;
        }
        const auto first = step;
        Demand::Step mostHere = *first;
        for (; step != demand.steps.end() && isOver(*step); ++step)
            mostHere = step->amount > mostHere.amount ? *step : mostHere;
        const TimeRange time {first->ns, step == demand.steps.end() ? std::max(endNs, first->ns) : step->ns};
        const TrackId track = heaps.trackAt(mostHere.ns);
        if (mostHere.amount > most) {
            most = mostHere.amount;
            finding.subject.track = track;
        }
        overNs = addSaturating(overNs, time.lengthNs());
        findings::addOne(finding, time, [&] {
            return Evidence {.time = time,
                             .place = track != kNoTrack ? StatPlace {track, 0, time.startNs} : StatPlace {},
                             .text = sizeText(static_cast<std::uint64_t>(mostHere.amount))};
        });
    }
    if (finding.count == 0 || overNs < checks.amount(kOver, "time"))
        return;
    finding.cost = {StatUnit::bytes, most - demand.room};
    finding.sentence = "Up to " + sizeText(static_cast<std::uint64_t>(most))
        + " of the GPU's memory are asked for, and it has "
        + sizeText(static_cast<std::uint64_t>(demand.room)) + ": for " + shortDurationText(overNs)
        + " there is too little";
    finding.limits = "How much of it was in use at once is not recorded.";
    findings::settle(finding);
    checks.add(std::move(finding));
}

void checkEvictions(const MemoryHistory& memory, const Demand& demand, const KnownPayloads& known,
                    const OwnHeaps& heaps, findings::Checks& checks)
{
    const std::int64_t within = checks.amount(kEvictions, "within"), full = checks.amount(kEvictions, "full");
    Finding finding {
        .rule = kEvictions, .severity = FindingSeverity::medium, .subject = {std::string(kGpuMemory)}};
    std::int64_t bytes = 0;
    std::vector<std::uint32_t> which;
    for (const MemoryHistory::Return& each : memory.returns) {
        const MemoryAllocation& allocation = memory.state.allocations()[each.allocation];
        const auto from = known.nsOfCpu(each.from), to = known.nsOfCpu(each.to);
        if (!isOwn(allocation.heap) || !from || !to || subtractSaturating(*to, *from) > within
            || !findings::isAtLeast(demand.at(*from), full, demand.room))
            continue;
        bytes = addSaturating(bytes, std::int64_t(std::min(allocation.size, kMostBytes)));
        if (which.empty())
            finding.subject.track = heaps.trackAt(*from);
        which.push_back(each.allocation);
        findings::addOne(finding, {*from, *to}, [&] {
            return Evidence {.time = {*from, *to}, .ref = each.ref, .text = sizeText(allocation.size)};
        });
    }
    const auto count = std::int64_t(finding.count);
    // What is evicted right before it is freed is just given back.
    const std::size_t others = memory.returns.size() - finding.count
        + static_cast<std::size_t>(std::ranges::count_if(memory.state.allocations(), [](const auto& each) {
                                   return each.isLive() && each.evicted != kNever;
                               }));
    if (count == 0 || count < checks.amount(kEvictions, "times") || finding.count < others)
        return;
    std::ranges::sort(which);
    const auto different = static_cast<std::size_t>(std::unique(which.begin(), which.end()) - which.begin());
    finding.cost = {StatUnit::bytes, bytes};
    finding.sentence = counted(different, "allocation", "allocations") + " of the GPU's memory "
        + (different == 1 ? "was" : "were") + " evicted and needed again soon, "
        + counted(finding.count, "time", "times") + ": " + sizeText(static_cast<std::uint64_t>(bytes))
        + " in all";
    finding.limits = "Whether it was really moved meanwhile is not recorded.";
    checks.absorb(finding, [](const Finding& each) { return each.rule == kOver; });
    findings::settle(finding);
    checks.add(std::move(finding));
}

}

void checkMemoryRoom(const MemoryHistory& memory, const KnownPayloads& known, const Timeline& timeline,
                     findings::Checks& checks)
{
    const auto leaveOut = [&](std::string_view why) {
        for (const std::string_view id : {kOver, kEvictions})
            checks.leaveOut(id, std::string(why));
    };
    const auto end = known.nsOfCpu(memory.endTick);
    if (!end)
        return leaveOut("the memory trace has no times");
    if (memory.state.counts().notKept > 0)
        return leaveOut("there are more allocations than are kept");
    const Demand demand = demandOf(memory.state, known);
    if (demand.room == 0)
        return leaveOut("how much memory the GPU has is not told");
    const OwnHeaps heaps(memory.state, known, timeline);
    checkOver(memory, demand, *end, heaps, checks);
    checkEvictions(memory, demand, known, heaps, checks);
}

}
