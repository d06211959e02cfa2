#include "core/stats/durations.h"

#include <algorithm>
#include <atomic>

namespace traceglass::stats {

GatheredDurations gatherDurations(const SliceWalk& walk, const SliceGroups& groups,
                                  std::span<const WantedKey> wanted, Job& job)
{
    GatheredDurations out;
    std::uint64_t count = 0;
    for (const WantedKey& each : wanted) { // ends move up while keys are filled
        out.ends.push_back(count);
        count += each.closed;
    }
    out.all = std::make_unique_for_overwrite<std::int64_t[]>(count); // touched piece by piece
    const auto put = [&](std::uint32_t slot, const std::int64_t* from, std::size_t many) {
        const std::uint64_t at = std::atomic_ref(out.ends[slot]).fetch_add(many, std::memory_order_relaxed);
        std::copy_n(from, many, out.all.get() + at);
    };
    // A few of each key wait until they are moved together: one by one, each would cost a miss of the cache.
    struct Waiting
    {
        std::uint32_t count = 0;
        std::array<std::int64_t, 15> some;
    };
    const WantedSlots slots(groups, wanted);
    const auto left =
        walk.each<std::vector<Waiting>>(job, [&](std::vector<Waiting>& mine, const WalkedPart& part) {
            mine.resize(wanted.size());
            slots.each(part, [&](std::uint32_t slot, std::size_t, std::int64_t ns) {
                Waiting& waiting = mine[slot];
                waiting.some[waiting.count++] = ns;
                if (waiting.count == waiting.some.size()) {
                    put(slot, waiting.some.data(), waiting.some.size());
                    waiting.count = 0;
                }
            });
        });
    for (const auto& mine : left)
        for (std::uint32_t slot = 0; slot < mine->size(); ++slot)
            put(slot, (*mine)[slot].some.data(), (*mine)[slot].count);
    return out;
}

}
