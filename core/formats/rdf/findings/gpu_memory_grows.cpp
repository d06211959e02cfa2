// gpu.memory-grows: what is allocated in a heap and not freed, all the time or from a moment on.
#include "core/base/text.h"
#include "core/formats/rdf/findings/gpu_rules.h"
#include "core/formats/rdf/timeline/rdf_tracks.h"
#include "core/stats/columns.h"

#include <algorithm>
#include <limits>

namespace traceglass::rdf {

namespace {

constexpr std::string_view kGrows = "gpu.memory-grows";
constexpr std::size_t kLatestFrom = 3; // of the parts of a growth: it grows for half of the trace

void checkMemoryOf(std::size_t heap, const MemoryHistory& memory, const KnownPayloads& known,
                   const Timeline& timeline, const TimeRange& trace, findings::Checks& checks)
{
    const std::vector<MemoryAllocation>& all = memory.state.allocations();
    const auto isOfHeap = [&](const MemoryAllocation& each) {
        return static_cast<std::size_t>(each.heap) == heap && !each.isShared;
    };
    const auto levels = requestedOf(memory.state, known, isOfHeap);
    const findings::SteadyGrowth growth = findings::steadyGrowthOf(levels, trace, kLatestFrom);
    const TimeRange time = growth.time();
    const std::int64_t first = growth.least[growth.from];
    if (!growth.isSteady() || findings::comesInLevels(growth, levels, trace)
        || growth.amount() < checks.amount(kGrows, "min")
        || !findings::isAtLeast(growth.amount(), checks.amount(kGrows, "share"), first))
        return;
    const auto track = timeline.findTrack(TrackKind::counter, FamilyKey {Family::requested, heap}.packed());
    Finding finding {.rule = kGrows,
                     .severity = FindingSeverity::medium,
                     .subject = {heapName(heap), track.value_or(kNoTrack)},
                     .cost = {StatUnit::bytes, growth.amount()}};
    for (std::size_t n = 0; n < all.size(); ++n) {
        const auto made = isOfHeap(all[n]) && all[n].isLive() ? known.nsOfCpu(all[n].created) : std::nullopt;
        if (!made || *made <= time.startNs || *made > time.endNs)
            continue;
        findings::addOne(finding, {*made, *made}, [&] {
            return Evidence {.time = {*made, *made},
                             .place = track ? StatPlace {*track, 0, *made} : StatPlace {},
                             .ref = memory.allocationRefs[n],
                             .text = sizeText(all[n].size)};
        });
    }
    finding.when = {time};
    finding.share = stats::shareOf(growth.amount(), growth.least.back());
    finding.sentence = "Memory of " + findings::quoted(heapName(heap))
        + (growth.from == 0 ? " grows all the time: from " : " grows to the end: from ")
        + sizeText(static_cast<std::uint64_t>(first)) + " to "
        + sizeText(static_cast<std::uint64_t>(growth.least.back())) + " in "
        + shortDurationText(time.lengthNs()) + "; " + counted(finding.count, "allocation", "allocations")
        + " made meanwhile " + (finding.count == 1 ? "is" : "are") + " not freed";
    finding.limits = "Whether it is a cache that is not full yet is not recorded.";
    findings::settle(finding);
    checks.add(std::move(finding));
}

}

std::vector<findings::LevelSince> requestedOf(const MemoryState& state, const KnownPayloads& known,
                                              const std::function<bool(const MemoryAllocation&)>& isMeant)
{
    constexpr std::uint64_t kMost = std::numeric_limits<std::int64_t>::max();
    std::vector<findings::LevelSince> out; // by how much it changes, until it is in order
    const auto add = [&](std::uint64_t tick, std::uint64_t size, int sign) {
        if (const auto ns = tick == kNever ? std::nullopt : known.nsOfCpu(tick))
            out.push_back({*ns, sign * std::int64_t(std::min(size, kMost))});
    };
    for (const MemoryAllocation& each : state.allocations()) {
        if (!isMeant(each))
            continue;
        add(each.created, each.size, 1);
        add(each.freed, each.size, -1);
    }
    std::ranges::sort(out, {}, [](const auto& each) { return std::pair(each.ns, each.amount); });
    std::int64_t bytes = 0;
    for (findings::LevelSince& each : out)
        each.amount = bytes = addSaturating(bytes, each.amount);
    return out;
}

void checkMemory(const MemoryHistory& memory, const KnownPayloads& known, const Timeline& timeline,
                 findings::Checks& checks)
{
    const auto begin = known.nsOfCpu(memory.baseTick), end = known.nsOfCpu(memory.endTick);
    if (!begin || !end)
        return checks.leaveOut(kGrows, "the memory trace has no times");
    const TimeRange trace {*begin, *end};
    if (checks.isTooShort(kGrows, trace.lengthNs()))
        return;
    if (memory.state.counts().notKept > 0)
        return checks.leaveOut(kGrows, "there are more allocations than are kept");
    for (std::size_t heap = 0; heap < kHeaps; ++heap)
        checkMemoryOf(heap, memory, known, timeline, trace, checks);
}

}
