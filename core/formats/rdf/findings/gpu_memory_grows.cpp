// gpu.memory-grows: what is allocated in a heap and not freed, all the time.
#include "core/base/text.h"
#include "core/formats/rdf/findings/gpu_rules.h"
#include "core/formats/rdf/timeline/rdf_tracks.h"
#include "core/model/record_field.h"
#include "core/stats/columns.h"

#include <algorithm>
#include <array>
#include <limits>

namespace traceglass::rdf {

namespace {

constexpr std::string_view kGrows = "gpu.memory-grows";

// Behind the first quarter of a trace, in which a program loads, so many parts of the same length.
constexpr std::size_t kParts = 8;
struct MemoryGrowth
{
    std::array<std::int64_t, kParts> least {}; // bytes that were there in each all the time
    TimeRange time; // from when on there was the least of the first to when there was that of the last
    std::int64_t endBytes = 0; // between the least and the most in the second half of the last

    std::int64_t bytes() const { return subtractSaturating(least.back(), least.front()); }
    // A cache that fills up, or another level that is loaded, grows for a while.
    bool isSteady() const
    {
        constexpr int kOfMean = 4;
        const auto isPartOfMean = [&](std::int64_t grown, int partsOfOne) {
            return WideInteger(grown) * (kParts - 1) * kOfMean * partsOfOne >= bytes();
        };
        for (std::size_t i = 1; i < kParts; ++i)
            if (!isPartOfMean(subtractSaturating(least[i], least[i - 1]), 1))
                return false;
        return bytes() > 0 && isPartOfMean(endBytes, 2);
    }
};

// When so many bytes more are allocated, or less.
using MemoryChanges = std::vector<std::pair<std::int64_t, std::int64_t>>; // ns, bytes

MemoryGrowth memoryGrowthOf(MemoryChanges changes, const TimeRange& trace)
{
    std::ranges::sort(changes);
    MemoryGrowth out;
    const std::int64_t firstNs = trace.startNs + trace.lengthNs() / 4;
    const std::int64_t partNs = (trace.endNs - firstNs) / std::int64_t(kParts) + 1;
    std::int64_t bytes = 0;
    auto next = changes.begin();
    for (std::size_t i = 0; i < kParts; ++i) {
        const std::int64_t begin = addSaturating(firstNs, partNs * std::int64_t(i));
        const std::int64_t middle = addSaturating(begin, partNs / 2);
        for (; next != changes.end() && next->first <= begin; ++next)
            bytes = addSaturating(bytes, next->second);
        std::int64_t least = bytes, leastNs = begin;
        std::int64_t endLeast = bytes, endMost = bytes; // from the middle on
        for (; next != changes.end() && next->first < addSaturating(begin, partNs); ++next) {
            bytes = addSaturating(bytes, next->second);
            if (bytes < least) {
                least = bytes;
                leastNs = next->first;
            }
            const bool isBehind = next->first > middle;
            endLeast = isBehind ? std::min(endLeast, bytes) : bytes;
            endMost = isBehind ? std::max(endMost, bytes) : bytes;
        }
        out.least[i] = least;
        (i == 0 ? out.time.startNs : out.time.endNs) = leastNs;
        out.endBytes = subtractSaturating(endMost, endLeast);
    }
    return out;
}

void checkMemoryOf(std::size_t heap, const MemoryHistory& memory, const KnownPayloads& known,
                   const Timeline& timeline, const TimeRange& trace, findings::Checks& checks)
{
    constexpr std::uint64_t kMost = std::numeric_limits<std::int64_t>::max();
    MemoryChanges changes;
    const auto add = [&](std::uint64_t tick, std::uint64_t size, int sign) {
        if (const auto ns = tick == kNever ? std::nullopt : known.nsOfCpu(tick))
            changes.emplace_back(*ns, sign * std::int64_t(std::min(size, kMost)));
    };
    const std::vector<MemoryAllocation>& all = memory.state.allocations();
    const auto isOfHeap = [&](const MemoryAllocation& each) {
        return static_cast<std::size_t>(each.heap) == heap && !each.isShared;
    };
    for (const MemoryAllocation& each : all) {
        if (!isOfHeap(each))
            continue;
        add(each.created, each.size, 1);
        add(each.freed, each.size, -1);
    }
    const MemoryGrowth growth = memoryGrowthOf(std::move(changes), trace);
    if (!growth.isSteady() || growth.bytes() < checks.amount(kGrows, "min")
        || !findings::isAtLeast(growth.bytes(), checks.amount(kGrows, "share"), growth.least.front()))
        return;
    const auto track = timeline.findTrack(TrackKind::counter, FamilyKey {Family::requested, heap}.packed());
    Finding finding {.rule = kGrows,
                     .severity = FindingSeverity::medium,
                     .subject = {heapName(heap), track.value_or(kNoTrack)},
                     .cost = {StatUnit::bytes, growth.bytes()}};
    for (std::size_t n = 0; n < all.size(); ++n) {
        const auto made = isOfHeap(all[n]) && all[n].isLive() ? known.nsOfCpu(all[n].created) : std::nullopt;
        if (!made || *made <= growth.time.startNs || *made > growth.time.endNs)
            continue;
        findings::addOne(finding, {*made, *made}, [&] {
            return Evidence {.time = {*made, *made},
                             .place = track ? StatPlace {*track, 0, *made} : StatPlace {},
                             .ref = memory.allocationRefs[n],
                             .text = sizeText(all[n].size)};
        });
    }
    finding.when = {growth.time};
    finding.share = stats::shareOf(growth.bytes(), growth.least.back());
    finding.sentence = "Memory of " + findings::quoted(heapName(heap)) + " grows all the time: from "
        + sizeText(static_cast<std::uint64_t>(growth.least.front())) + " to "
        + sizeText(static_cast<std::uint64_t>(growth.least.back())) + " in "
        + shortDurationText(growth.time.lengthNs()) + "; "
        + counted(finding.count, "allocation", "allocations") + " made meanwhile "
        + (finding.count == 1 ? "is" : "are") + " not freed";
    finding.limits = "Whether it is a cache that is not full yet is not recorded.";
    findings::settle(finding);
    checks.add(std::move(finding));
}

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
