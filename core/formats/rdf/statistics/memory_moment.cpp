#include "core/formats/rdf/statistics/memory_moment.h"

#include "core/base/sort.h"
#include "core/base/text.h"
#include "core/base/time_text.h"
#include "core/stats/columns.h"

#include <algorithm>
#include <limits>

namespace traceglass::rdf {

Moments momentsOf(const StatRequest& request)
{
    const TimeRange& all = request.timeline.range;
    if (!request.range)
        return {all.startNs, all.endNs, false};
    return {std::clamp(request.range->startNs, all.startNs, all.endNs),
            std::clamp(request.range->endNs, all.startNs, all.endNs), true};
}

std::int64_t nsOf(const KnownPayloads& known, std::uint64_t tick)
{
    return known.nsOfCpu(tick).value_or(std::numeric_limits<std::int64_t>::max());
}

bool isThere(const KnownPayloads& known, std::uint64_t from, std::uint64_t to, std::int64_t atNs)
{
    return nsOf(known, from) <= atNs && (to == kNever || nsOf(known, to) > atNs);
}

const MemoryHistory::Binding* bindingAt(const KnownPayloads& known, const MemoryHistory& memory,
                                        std::uint32_t resource, std::int64_t ns)
{
    for (const MemoryHistory::Binding& binding : memory.bindingsOf(resource)) {
        if (isThere(known, binding.from, binding.to, ns))
            return &binding;
    }
    return nullptr;
}

MemoryAt::MemoryAt(const KnownPayloads& known, const MemoryHistory& memory, std::int64_t ns, const Job& job)
    : allocations(memory.state.allocations().size())
    , isLive(memory.state.allocations().size())
{
    const auto& all = memory.state.allocations();
    for (std::size_t n = 0; n < all.size(); ++n) {
        if (isStoppedAt(n, job))
            return;
        isLive[n] = isThere(known, all[n].created, all[n].freed, ns);
    }
    for (const MemoryHistory::Binding& binding : memory.bindings) {
        if (binding.size > 0 && binding.allocation != kNoNumber && isLive[binding.allocation]
            && memory.state.resources()[binding.resource].type != kHeapResource
            && isThere(known, binding.from, binding.to, ns))
            bound.push_back(&binding);
    }
    const auto place = [](const MemoryHistory::Binding* binding) {
        return std::pair(binding->allocation, binding->address);
    };
    std::ranges::sort(bound, {}, place);
    std::uint64_t covered = 0; // end of what counted already, in the same allocation
    for (std::size_t n = 0; n < bound.size(); ++n) {
        const MemoryHistory::Binding& binding = *bound[n];
        InAllocation& in = allocations[binding.allocation];
        if (n == 0 || bound[n - 1]->allocation != binding.allocation) {
            covered = 0;
            in.firstBound = n;
        }
        const std::uint64_t begin = std::max(binding.address, covered), end = binding.address + binding.size;
        in.bound += end > begin ? end - begin : 0;
        ++in.resources;
        covered = std::max(covered, end);
    }
}

namespace {

// Moments by number, [first, last).
struct MomentSpan
{
    std::size_t first = 0, last = 0;

    bool contains(std::size_t moment) const { return moment >= first && moment < last; }
};

struct PlacedBinding
{
    const MemoryHistory::Binding* binding = nullptr;
    MomentSpan there;
};

std::uint64_t unionAt(std::span<const PlacedBinding> byAddress, std::size_t moment)
{
    std::uint64_t out = 0, covered = 0; // end of what counted already
    for (const auto& [binding, there] : byAddress) {
        if (!there.contains(moment))
            continue;
        const std::uint64_t begin = std::max(binding->address, covered),
                            end = binding->address + binding->size;
        out += end > begin ? end - begin : 0;
        covered = std::max(covered, end);
    }
    return out;
}

}

std::vector<MemorySum> memoryAtEach(const KnownPayloads& known, const MemoryHistory& memory,
                                    std::span<const std::int64_t> moments, const Job& job)
{
    std::vector<MemorySum> out(moments.size() + 1); // first what changes at each; wraps where it is less
    const auto add = [&](MomentSpan span, std::uint64_t MemorySum::*what, std::uint64_t amount) {
        out[span.first].*what += amount;
        out[span.last].*what -= amount;
    };
    const auto spanOf = [&](std::uint64_t from, std::uint64_t to) {
        const auto firstAt = [&](std::uint64_t tick) {
            return static_cast<std::size_t>(std::ranges::lower_bound(moments, nsOf(known, tick))
                                            - moments.begin());
        };
        const std::size_t first = firstAt(from);
        return MomentSpan {first, std::max(first, to == kNever ? moments.size() : firstAt(to))};
    };
    const auto& allocations = memory.state.allocations();
    std::vector<MomentSpan> live;
    live.reserve(allocations.size());
    for (const MemoryAllocation& allocation : allocations) {
        if (isStoppedAt(live.size(), job))
            return {};
        live.push_back(spanOf(allocation.created, allocation.freed));
        add(live.back(), &MemorySum::allocations, 1);
        add(live.back(), &MemorySum::requested, allocation.size);
    }
    std::vector<PlacedBinding> placed;
    for (const MemoryHistory::Binding& binding : memory.bindings) {
        if (binding.size == 0 || binding.allocation == kNoNumber
            || memory.state.resources()[binding.resource].type == kHeapResource)
            continue;
        const MomentSpan own = spanOf(binding.from, binding.to), of = live[binding.allocation];
        const MomentSpan there {std::max(own.first, of.first), std::min(own.last, of.last)};
        if (there.first >= there.last)
            continue;
        placed.push_back({&binding, there});
        add(there, &MemorySum::resources, 1);
    }
    const auto isBefore = [](const PlacedBinding& a, const PlacedBinding& b) {
        return std::pair(a.binding->allocation, a.binding->address)
            < std::pair(b.binding->allocation, b.binding->address);
    };
    if (!sortUnlessStopped(placed, isBefore, job))
        return {};
    std::vector<std::size_t> changes; // where what is bound in an allocation may become another
    for (std::span<const PlacedBinding> rest(placed); !rest.empty();) {
        const std::uint32_t allocation = rest.front().binding->allocation;
        std::size_t count = 0;
        changes.clear();
        for (; count < rest.size() && rest[count].binding->allocation == allocation; ++count)
            changes.insert(changes.end(), {rest[count].there.first, rest[count].there.last});
        std::ranges::sort(changes);
        changes.erase(std::unique(changes.begin(), changes.end()), changes.end());
        for (std::size_t n = 0; n + 1 < changes.size(); ++n) {
            if (job.stopRequested())
                return {};
            add({changes[n], changes[n + 1]}, &MemorySum::bound, unionAt(rest.first(count), changes[n]));
        }
        rest = rest.subspan(count);
    }
    for (std::size_t n = 1; n < out.size(); ++n) {
        out[n].allocations += out[n - 1].allocations;
        out[n].requested += out[n - 1].requested;
        out[n].resources += out[n - 1].resources;
        out[n].bound += out[n - 1].bound;
    }
    out.pop_back();
    return out;
}

void addMoment(StatTable& table, const Moments& moments, const MemoryHistory& memory,
               const KnownPayloads& known, bool hasChanges)
{
    std::string text = "At " + relativeText(moments.atNs)
        + (moments.isRange ? ", the end of the range"
                           : ", the end of the capture: select a range to ask about another moment");
    if (hasChanges)
        text += moments.isRange ? "; changes since its begin, " + relativeText(moments.fromNs)
                                : "; changes since the begin";
    table.remarks.push_back(text + ".");
    std::string names;
    for (std::size_t n = 0; n < memory.snapshots.size() && n < 8; ++n)
        names += (n > 0 ? ", " : "") + escaped(memory.snapshots[n].name) + " at "
            + relativeText(nsOf(known, memory.snapshots[n].tick));
    if (!names.empty())
        table.remarks.push_back("Snapshots: " + names + ".");
}

StatPlace placeOf(const Timeline& timeline, const std::optional<SliceId>& slice)
{
    const auto track = slice ? timeline.findTrack(slice->kind, slice->trackKey) : std::nullopt;
    return track ? StatPlace {*track, slice->row, slice->startNs, slice->ref} : StatPlace {};
}

void addLife(StatTable& table, const Timeline& timeline, const std::optional<SliceId>& slice,
             std::string text)
{
    const TrackId track = placeOf(timeline, slice).track;
    table.keys.push_back(std::move(text));
    table.tracks.push_back(track);
    table.queries.push_back(
        track == kNoTrack ? std::string()
                          : stats::queryOf({stats::isEqual(query::Field::track, timeline.path(track))}));
}

}
