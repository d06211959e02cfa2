// How long the slices of some keys of a table are, each of them: what percentiles are selected of, and what rows of two
// captures are compared by.
//
//     const GatheredDurations all = gatherDurations(walk, groups, wanted, job);   // of no use once the job is stopped
//     std::ranges::sort(all.of(0));                                               // of the first key wanted, in ns
//
// Takes 8 bytes a slice; who wants many keys asks for some of them at a time.
#pragma once

#include "core/stats/slice_groups.h"

#include <array>
#include <memory>
#include <span>

namespace traceglass::stats {

struct WantedKey
{
    std::uint32_t key = 0;
    std::uint64_t closed = 0; // slices with a duration: at least one
};

// Which of the keys are wanted now, and as the how manieth.
class WantedSlots
{
public:
    WantedSlots(const SliceGroups& groups, std::span<const WantedKey> wanted)
        : m_groups(groups)
    {
        for (std::uint32_t slot = 0; slot < wanted.size(); ++slot)
            groups.eachIndex(wanted[slot].key, [&](std::size_t index) {
                if (index >= m_slots.size())
                    m_slots.resize(index + index / 2 + 64, kUnwanted);
                m_slots[index] = slot;
            });
    }

    // visit(slot, index, duration) of each slice that has a duration and a key that is wanted.
    template <class Visit>
    void each(const WalkedPart& part, const Visit& visit) const
    {
        const WalkedRow& row = part.row();
        const auto take = [&](std::uint32_t slot, std::size_t index) {
            if (!part.isCounted(index))
                return;
            const std::int64_t duration = part.pack().duration(index);
            if (part.isClosed(index, duration))
                visit(slot, index, duration);
        };
        if (m_groups.hasPairs()) {
            std::vector<std::uint32_t> pairs;
            m_groups.pairsOf(part, pairs);
            for (std::size_t i = part.part().begin; i < part.part().end; ++i)
                if (const std::uint32_t slot = slotOf(pairs[i - part.part().begin]); slot != kUnwanted)
                    take(slot, i);
            return;
        }
        if (!row.first.byName) {
            const std::uint32_t slot = slotOf(row.first.key);
            for (std::size_t i = part.part().begin; slot != kUnwanted && i < part.part().end; ++i)
                take(slot, i);
            return;
        }
        // First whether each is wanted, without a branch: nobody could foretell it.
        const std::uint32_t* const names = part.pack().names().data();
        std::array<std::uint32_t, 256> wanted;
        for (std::size_t i = part.part().begin, end = 0; i < part.part().end; i = end) {
            end = std::min<std::size_t>(part.part().end, i + wanted.size());
            std::size_t count = 0;
            for (std::size_t at = i; at < end; ++at) {
                wanted[count] = static_cast<std::uint32_t>(at);
                count += std::size_t(slotOf(row.first.key + names[at]) != kUnwanted);
            }
            for (std::size_t at = 0; at < count; ++at)
                take(slotOf(row.first.key + names[wanted[at]]), wanted[at]);
        }
    }

private:
    static constexpr std::uint32_t kUnwanted = ~std::uint32_t(0);

    std::uint32_t slotOf(std::size_t index) const
    {
        return index < m_slots.size() ? m_slots[index] : kUnwanted;
    }

    const SliceGroups& m_groups;
    std::vector<std::uint32_t> m_slots; // by key; of templates by the number of each line
};

struct GatheredDurations
{
    std::unique_ptr<std::int64_t[]> all; // one key behind the other
    std::vector<std::uint64_t> ends;     // of each

    std::span<std::int64_t> of(std::size_t slot) const
    {
        const std::uint64_t begin = slot == 0 ? 0 : ends[slot - 1];
        return {all.get() + begin, ends[slot] - begin};
    }
};

// In no order; those of a key as many as it has closed slices.
GatheredDurations gatherDurations(const SliceWalk& walk, const SliceGroups& groups,
                                  std::span<const WantedKey> wanted, Job& job);

}
