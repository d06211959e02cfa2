#include "core/formats/rdf/payloads/memory/bound_memory.h"

#include <iterator>

namespace traceglass::rdf {

namespace {

constexpr std::uint64_t kStepsAtMost = 1u << 28; // some seconds

}

void BoundMemory::change(Ranges& ranges, std::uint64_t begin, std::uint64_t end, bool isAdded)
{
    if (begin >= end)
        return;
    auto& depths = ranges.depths;
    const auto borderAt = [&](std::uint64_t address) {
        const auto at = depths.lower_bound(address);
        if (at != depths.end() && at->first == address)
            return at;
        return depths.emplace_hint(at, address, at == depths.begin() ? 0 : std::prev(at)->second);
    };
    const auto first = borderAt(begin), behind = borderAt(end);
    std::uint64_t changed = 0;
    for (auto at = first; at != behind; ++at) {
        const std::uint64_t length = std::next(at)->first - at->first;
        if (isAdded)
            changed += at->second++ == 0 ? length : 0;
        else
            changed += --at->second == 0 ? length : 0;
        ++m_steps;
    }
    for (auto at : {behind, first}) { // borders between equal depths are none
        if (at->second == (at == depths.begin() ? 0 : std::prev(at)->second))
            depths.erase(at);
    }
    ranges.covered += isAdded ? changed : ~changed + 1;
    m_bytes[static_cast<std::size_t>(ranges.heap)] += isAdded ? changed : ~changed + 1;
}

void BoundMemory::follow(const MemoryState& state)
{
    const MemoryChange& now = state.change();
    m_gaveUp = m_gaveUp || m_steps > kStepsAtMost;
    if (m_gaveUp)
        return;
    if (now.allocation != kNoNumber) {
        const MemoryAllocation& allocation = state.allocations()[now.allocation];
        if (const auto known = m_allocations.find(now.allocation); known != m_allocations.end()) {
            Ranges& ranges = known->second;
            m_bytes[static_cast<std::size_t>(ranges.heap)] -= ranges.covered;
            if (!allocation.isLive()) {
                m_allocations.erase(known);
            } else {
                ranges.heap = allocation.heap;
                m_bytes[static_cast<std::size_t>(ranges.heap)] += ranges.covered;
            }
        }
    }
    if (now.resource == kNoNumber)
        return;
    const MemoryResource& resource = state.resources()[now.resource];
    if (resource.type == kHeapResource)
        return;
    if (now.before.allocation != kNoNumber) {
        if (const auto known = m_allocations.find(now.before.allocation); known != m_allocations.end())
            change(known->second, now.before.address, now.before.address + now.before.size, false);
    }
    if (now.isBound && resource.isBound() && state.allocations()[resource.allocation].isLive()) {
        const auto [known, isNew] = m_allocations.try_emplace(resource.allocation);
        if (isNew)
            known->second.heap = state.allocations()[resource.allocation].heap;
        change(known->second, resource.address, resource.address + resource.size, true);
    }
}

}
