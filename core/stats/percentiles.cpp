#include "core/stats/percentiles.h"

#include <algorithm>
#include <atomic>

namespace traceglass::stats {

namespace {

constexpr std::uint32_t kUnwanted = ~std::uint32_t(0);

// Which of the keys are wanted now, and as the how manieth.
class Slots
{
public:
    Slots(const SliceGroups& groups, std::span<const WantedKey> wanted)
        : m_groups(groups)
    {
        for (std::uint32_t slot = 0; slot < wanted.size(); ++slot) {
            const std::size_t key = wanted[slot].key;
            if (key >= m_slots.size())
                m_slots.resize(key + key / 2 + 64, kUnwanted);
            m_slots[key] = slot;
        }
    }

    // visit(slot, index, duration) of each slice that has a duration and a key that is wanted.
    template <class Visit>
    void each(const WalkedPart& part, const Visit& visit) const
    {
        const WalkedRow& row = part.row();
        const Segment& segment = part.segment();
        const std::span<const std::uint32_t> names = segment.names();
        if (!row.byName && slotOf(row.key) == kUnwanted)
            return;
        for (std::size_t i = part.part().begin; i < part.part().end; ++i) {
            const std::uint32_t slot = slotOf(m_groups.keyOf(row, names[i]));
            if (slot == kUnwanted || !part.isCounted(i))
                continue;
            const std::int64_t duration = segment.duration(i);
            if (part.isClosed(i, duration))
                visit(slot, i, duration);
        }
    }

private:
    std::uint32_t slotOf(std::uint32_t key) const { return key < m_slots.size() ? m_slots[key] : kUnwanted; }

    const SliceGroups& m_groups;
    std::vector<std::uint32_t> m_slots; // by key
};

// --- of durations that are gathered

void selectSorted(std::span<std::int64_t> durations, KeyPercentiles& out)
{
    std::ranges::sort(durations);
    for (const std::int64_t ns : durations) {
        if (out.histogram.empty() || out.histogram.back().first != stepOf(ns))
            out.histogram.emplace_back(stepOf(ns), 0);
        ++out.histogram.back().second;
    }
    for (std::size_t i = 0; i < kPercentiles.size(); ++i)
        out.values[i] = durations[kPercentiles[i].rank(durations.size())];
}

// The step of the histogram that has the value of a rank, and the rank within it.
std::pair<std::uint32_t, std::uint64_t> stepAt(const StatHistogram& histogram, std::uint64_t rank)
{
    auto at = histogram.begin();
    for (; rank >= at->second; ++at)
        rank -= at->second;
    return {at->first, rank};
}

void select(std::span<std::int64_t> durations, Counts& counts, KeyPercentiles& out)
{
    constexpr std::size_t kFewer = 2'000; // are sorted sooner than counted
    if (durations.size() < kFewer)
        return selectSorted(durations, out);
    for (const std::int64_t ns : durations)
        counts.add(ns);
    out.histogram = counts.take();
    for (std::size_t i = 0; i < kPercentiles.size(); ++i) {
        const auto [step, rank] = stepAt(out.histogram, kPercentiles[i].rank(durations.size()));
        const auto behind = std::partition(durations.begin(), durations.end(),
                                           [step = step](std::int64_t ns) { return stepOf(ns) == step; });
        const auto at = durations.begin() + static_cast<std::ptrdiff_t>(rank);
        std::nth_element(durations.begin(), at, behind);
        out.values[i] = *at;
    }
}

void gather(const SliceWalk& walk, const SliceGroups& groups, unsigned threads,
            std::span<const WantedKey> wanted, std::span<KeyPercentiles> results, Job& job)
{
    std::vector<std::uint64_t> ends(wanted.size());
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        ends[i] = count;
        count += wanted[i].closed;
    }
    std::vector<std::int64_t> durations(count);
    const Slots slots(groups, wanted);
    struct Nothing
    {
    };
    walk.each<Nothing>(job, [&](Nothing&, const WalkedPart& part) {
        slots.each(part, [&](std::uint32_t slot, std::size_t, std::int64_t ns) {
            durations[std::atomic_ref(ends[slot]).fetch_add(1, std::memory_order_relaxed)] = ns;
        });
    });
    if (job.stopRequested())
        return;
    Idle<Counts> idle;
    forEachParallel(wanted.size(), threads, job, [&](std::size_t i) {
        auto counts = idle.take();
        select(std::span(durations).subspan(ends[i] - wanted[i].closed, wanted[i].closed), *counts,
               results[i]);
        idle.give(std::move(counts));
    });
}

// --- of durations that are too many to be gathered

// Where a percentile lies: in [low, low + 2^bits), at this rank of those there.
struct Narrowed
{
    static constexpr unsigned kBits = 12; // by which a pass narrows it

    std::uint32_t slot = 0;
    std::uint64_t low = 0;
    unsigned bits = 0;
    std::uint64_t rank = 0;

    unsigned shift() const { return bits > kBits ? bits - kBits : 0; }
};

void narrow(const SliceWalk& walk, const Slots& slots, std::vector<Narrowed>& all, Job& job)
{
    using Buckets = std::vector<std::array<std::uint64_t, std::size_t(1) << Narrowed::kBits>>; // of each
    const auto buckets = walk.each<Buckets>(job, [&](Buckets& mine, const WalkedPart& part) {
        mine.resize(all.size());
        slots.each(part, [&](std::uint32_t slot, std::size_t, std::int64_t ns) {
            for (std::size_t i = slot * kPercentiles.size(); i < (slot + 1) * kPercentiles.size(); ++i) {
                const std::uint64_t above = static_cast<std::uint64_t>(ns) - all[i].low;
                if (above >> all[i].bits == 0)
                    ++mine[i][above >> all[i].shift()];
            }
        });
    });
    if (job.stopRequested())
        return;
    for (std::size_t i = 0; i < all.size(); ++i) {
        for (std::uint64_t bucket = 0;; ++bucket) {
            std::uint64_t count = 0;
            for (const auto& mine : buckets)
                count += mine->empty() ? 0 : (*mine)[i][bucket];
            if (all[i].rank < count) {
                all[i].low += bucket << all[i].shift();
                break;
            }
            all[i].rank -= count;
        }
        all[i].bits = all[i].shift();
    }
}

void countThem(const SliceWalk& walk, const SliceGroups& groups, std::span<const WantedKey> wanted,
               std::span<KeyPercentiles> results, Job& job)
{
    const Slots slots(groups, wanted);
    using Histograms = std::vector<Counts>;
    const auto counted = walk.each<Histograms>(job, [&](Histograms& mine, const WalkedPart& part) {
        mine.resize(wanted.size());
        slots.each(part, [&](std::uint32_t slot, std::size_t, std::int64_t ns) { mine[slot].add(ns); });
    });
    if (job.stopRequested())
        return;
    std::vector<Narrowed> narrowed;
    for (std::uint32_t slot = 0; slot < wanted.size(); ++slot) {
        for (const auto& mine : counted)
            if (!mine->empty())
                results[slot].histogram = merged(results[slot].histogram, (*mine)[slot].take());
        for (const Quantile& each : kPercentiles) {
            const auto [step, rank] = stepAt(results[slot].histogram, each.rank(wanted[slot].closed));
            const TimeRange range = rangeOf(step);
            const auto width = static_cast<std::uint64_t>(range.endNs - range.startNs);
            narrowed.push_back({slot, static_cast<std::uint64_t>(range.startNs),
                                static_cast<unsigned>(std::bit_width(width - 1)), rank});
        }
    }
    const auto isWide = [](const Narrowed& each) { return each.bits > 0; };
    while (std::ranges::any_of(narrowed, isWide) && !job.stopRequested())
        narrow(walk, slots, narrowed, job);
    for (std::size_t i = 0; i < narrowed.size(); ++i)
        results[narrowed[i].slot].values[i % kPercentiles.size()] =
            static_cast<std::int64_t>(narrowed[i].low);
}

// --- where they are

// The first slice with the duration, of each percentile of each key.
void locate(const SliceWalk& walk, const SliceGroups& groups, std::span<const WantedKey> wanted,
            std::span<KeyPercentiles> results, Job& job)
{
    using Places = std::array<StatPlace, kPercentiles.size()>;
    const Slots slots(groups, wanted);
    const auto take = [](StatPlace& into, const StatPlace& place) {
        if (into.track == kNoTrack || isBefore(place, into))
            into = place;
    };
    const auto found =
        walk.each<std::vector<Places>>(job, [&](std::vector<Places>& mine, const WalkedPart& part) {
            mine.resize(wanted.size());
            slots.each(part, [&](std::uint32_t slot, std::size_t index, std::int64_t ns) {
                for (std::size_t i = 0; i < kPercentiles.size(); ++i)
                    if (ns == results[slot].values[i])
                        take(mine[slot][i], part.place(index));
            });
        });
    for (const auto& mine : found)
        for (std::size_t slot = 0; slot < mine->size(); ++slot)
            for (std::size_t i = 0; i < kPercentiles.size(); ++i)
                if ((*mine)[slot][i].track != kNoTrack)
                    take(results[slot].places[i], (*mine)[slot][i]);
}

}

bool findPercentiles(const Timeline& timeline, const SliceQuestion& question, const SliceGroups& groups,
                     std::span<const WantedKey> wanted, std::span<KeyPercentiles> results, Job& job)
{
    // Places of so many keys are kept at the same time, and counts of so many.
    constexpr std::size_t kKeys = 262'144, kCounted = 64;
    const std::uint64_t room = std::max<std::uint64_t>(question.bufferBytes / sizeof(std::int64_t), 1);
    const SliceWalk walk(timeline, question, groups.rows());
    // The order of work is that of the sizes, so that those who do not fit stand together.
    std::vector<std::size_t> order(wanted.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    std::ranges::stable_sort(order, std::greater(), [&](std::size_t i) { return wanted[i].closed; });
    for (std::size_t begin = 0, end = 0; begin < order.size() && !job.stopRequested(); begin = end) {
        const bool isCounted = wanted[order[begin]].closed > room;
        std::vector<WantedKey> keys;
        const std::size_t most = isCounted ? kCounted : kKeys;
        for (std::uint64_t sum = 0; end < order.size() && keys.size() < most; ++end) {
            const WantedKey& next = wanted[order[end]];
            if (isCounted ? next.closed <= room : sum + next.closed > room)
                break;
            sum += next.closed;
            keys.push_back(next);
        }
        std::vector<KeyPercentiles> some(keys.size());
        if (isCounted)
            countThem(walk, groups, keys, some, job);
        else
            gather(walk, groups, question.threads, keys, some, job);
        for (std::size_t i = 0; i < some.size(); ++i)
            results[order[begin + i]] = std::move(some[i]);
    }
    for (std::size_t begin = 0; begin < wanted.size() && !job.stopRequested(); begin += kKeys) {
        const std::size_t count = std::min(kKeys, wanted.size() - begin);
        locate(walk, groups, wanted.subspan(begin, count), results.subspan(begin, count), job);
    }
    return !job.stopRequested();
}

}
