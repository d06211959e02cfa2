#include "core/stats/percentiles.h"

#include <algorithm>

namespace traceglass::stats {

namespace {

// The step of the histogram that has the value of a rank, and the rank within it.
std::pair<std::uint32_t, std::uint64_t> stepAt(const StatHistogram& histogram, std::uint64_t rank)
{
    auto at = histogram.begin();
    for (; rank >= at->second; ++at)
        rank -= at->second;
    return {at->first, rank};
}

// --- values of ranks, in ever narrower intervals

// Where a percentile lies: in [low, low + 2^bits), at this rank of those there.
struct Narrowed
{
    static constexpr unsigned kBits = 12; // by which a pass narrows it
    using Buckets = std::array<std::uint64_t, std::size_t(1) << kBits>;

    std::uint64_t low = 0;
    unsigned bits = 0;
    std::uint64_t rank = 0;

    std::int64_t value() const { return static_cast<std::int64_t>(low); } // once there are no bits
    unsigned shift() const { return bits > kBits ? bits - kBits : 0; }
    void count(std::int64_t ns, Buckets& buckets) const
    {
        const std::uint64_t above = static_cast<std::uint64_t>(ns) - low;
        if (above >> bits == 0)
            ++buckets[above >> shift()];
    }
    // countOf(bucket): of all that were counted.
    template <class CountOf>
    void narrow(const CountOf& countOf)
    {
        std::uint64_t bucket = 0;
        for (std::uint64_t count = countOf(0); rank >= count; count = countOf(++bucket))
            rank -= count;
        low += bucket << shift();
        bits = shift();
    }
};
using OfKey = std::array<Narrowed, kPercentiles.size()>;

OfKey stepsOf(const StatHistogram& histogram, std::uint64_t count)
{
    OfKey out;
    for (std::size_t i = 0; i < out.size(); ++i) {
        const auto [step, rank] = stepAt(histogram, kPercentiles[i].rank(count));
        const TimeRange range = rangeOf(step);
        const auto width = static_cast<std::uint64_t>(range.endNs - range.startNs);
        out[i] = {static_cast<std::uint64_t>(range.startNs), static_cast<unsigned>(std::bit_width(width - 1)),
                  rank};
    }
    return out;
}

bool isWide(const OfKey& of)
{
    return std::ranges::any_of(of, [](const Narrowed& each) { return each.bits > 0; });
}

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

// Of so many that a stop is looked for between them.
void selectMany(std::span<std::int64_t> durations, Counts& counts, KeyPercentiles& out, const Job& job)
{
    constexpr std::size_t kPiece = 65'536;
    const auto each = [&](const auto& use) {
        for (std::size_t i = 0; i < durations.size() && !job.stopRequested(); i += kPiece)
            for (const std::int64_t ns : durations.subspan(i, std::min(kPiece, durations.size() - i)))
                use(ns);
        return !job.stopRequested();
    };
    const bool areCounted = each([&](std::int64_t ns) { counts.add(ns); });
    out.histogram = counts.take();
    if (!areCounted)
        return;
    OfKey of = stepsOf(out.histogram, durations.size());
    while (isWide(of)) {
        std::array<Narrowed::Buckets, kPercentiles.size()> buckets {};
        if (!each([&](std::int64_t ns) {
                for (std::size_t i = 0; i < of.size(); ++i)
                    of[i].count(ns, buckets[i]);
            }))
            return;
        for (std::size_t i = 0; i < of.size(); ++i)
            of[i].narrow([&](std::size_t bucket) { return buckets[i][bucket]; });
    }
    std::ranges::transform(of, out.values.begin(), &Narrowed::value);
}

void select(std::span<std::int64_t> durations, Counts& counts, KeyPercentiles& out, const Job& job)
{
    constexpr std::size_t kFewer = 2'000;  // are sorted sooner than counted
    constexpr std::size_t kMany = 200'000; // take longer than some milliseconds
    if (durations.size() < kFewer)
        return selectSorted(durations, out);
    if (durations.size() > kMany)
        return selectMany(durations, counts, out, job);
    for (const std::int64_t ns : durations)
        counts.add(ns);
    out.histogram = counts.take();
    for (std::size_t i = 0; i < kPercentiles.size(); ++i) {
        const auto [step, rank] = stepAt(out.histogram, kPercentiles[i].rank(durations.size()));
        const auto [first, end] = rangeOf(step);
        const std::int64_t last = step + 1 < kStepCount ? end - 1 : end;
        const auto behind =
            std::partition(durations.begin(), durations.end(),
                           [first = first, last](std::int64_t ns) { return ns >= first && ns <= last; });
        const auto at = durations.begin() + static_cast<std::ptrdiff_t>(rank);
        std::nth_element(durations.begin(), at, behind);
        out.values[i] = *at;
    }
}

void gather(const SliceWalk& walk, const SliceGroups& groups, unsigned threads,
            std::span<const WantedKey> wanted, std::span<KeyPercentiles> results, Job& job)
{
    const GatheredDurations durations = gatherDurations(walk, groups, wanted, job);
    if (job.stopRequested())
        return;
    Idle<Counts> idle;
    forEachParallel(wanted.size(), threads, job, [&](std::size_t i) {
        auto counts = idle.take();
        select(durations.of(i), *counts, results[i], job);
        idle.give(std::move(counts));
    });
}

// --- of durations that are too many to be gathered

void countThem(const SliceWalk& walk, const SliceGroups& groups, std::span<const WantedKey> wanted,
               std::span<KeyPercentiles> results, Job& job)
{
    const WantedSlots slots(groups, wanted);
    using Histograms = std::vector<Counts>;
    const auto counted = walk.each<Histograms>(job, [&](Histograms& mine, const WalkedPart& part) {
        mine.resize(wanted.size());
        slots.each(part, [&](std::uint32_t slot, std::size_t, std::int64_t ns) { mine[slot].add(ns); });
    });
    if (job.stopRequested())
        return;
    std::vector<OfKey> of;
    for (std::uint32_t slot = 0; slot < wanted.size(); ++slot) {
        for (const auto& mine : counted)
            if (!mine->empty())
                results[slot].histogram = merged(results[slot].histogram, (*mine)[slot].take());
        of.push_back(stepsOf(results[slot].histogram, wanted[slot].closed));
    }
    while (std::ranges::any_of(of, isWide)) {
        using Buckets = std::vector<std::array<Narrowed::Buckets, kPercentiles.size()>>; // by slot
        const auto buckets = walk.each<Buckets>(job, [&](Buckets& mine, const WalkedPart& part) {
            mine.resize(wanted.size());
            slots.each(part, [&](std::uint32_t slot, std::size_t, std::int64_t ns) {
                for (std::size_t i = 0; i < kPercentiles.size(); ++i)
                    of[slot][i].count(ns, mine[slot][i]);
            });
        });
        if (job.stopRequested())
            return;
        for (std::size_t slot = 0; slot < of.size(); ++slot)
            for (std::size_t i = 0; i < kPercentiles.size(); ++i)
                of[slot][i].narrow([&](std::size_t bucket) {
                    std::uint64_t sum = 0;
                    for (const auto& mine : buckets)
                        sum += mine->empty() ? 0 : (*mine)[slot][i][bucket];
                    return sum;
                });
    }
    for (std::size_t slot = 0; slot < of.size(); ++slot)
        std::ranges::transform(of[slot], results[slot].values.begin(), &Narrowed::value);
}

// --- where they are

// The first slice with the duration, of each percentile of each key.
void locate(const SliceWalk& walk, const SliceGroups& groups, std::span<const WantedKey> wanted,
            std::span<KeyPercentiles> results, Job& job)
{
    using Places = std::array<StatPlace, kPercentiles.size()>;
    const WantedSlots slots(groups, wanted);
    std::vector<std::array<std::int64_t, kPercentiles.size()>> values; // beside each other
    for (const KeyPercentiles& each : results)
        values.push_back(each.values);
    const auto take = [](StatPlace& into, const StatPlace& place) {
        if (into.track == kNoTrack || isBefore(place, into))
            into = place;
    };
    const auto found =
        walk.each<std::vector<Places>>(job, [&](std::vector<Places>& mine, const WalkedPart& part) {
            mine.resize(wanted.size());
            slots.each(part, [&](std::uint32_t slot, std::size_t index, std::int64_t ns) {
                for (std::size_t i = 0; i < kPercentiles.size(); ++i)
                    if (ns == values[slot][i])
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
    constexpr std::size_t kCounted = 64; // keys whose durations are counted at the same time
    const std::uint64_t room = std::max<std::uint64_t>(question.bufferBytes / sizeof(std::int64_t), 1);
    const SliceWalk walk(timeline, question, groups.rows());
    for (std::size_t begin = 0, end = 0; begin < wanted.size() && !job.stopRequested(); begin = end) {
        const bool isCounted = wanted[begin].closed > room;
        const std::size_t most = isCounted ? kCounted : wanted.size();
        for (std::uint64_t sum = 0; end < wanted.size() && end - begin < most; ++end) {
            const WantedKey& next = wanted[end];
            if (isCounted ? next.closed <= room : sum + next.closed > room)
                break;
            sum += next.closed;
        }
        const auto keys = wanted.subspan(begin, end - begin);
        const auto some = results.subspan(begin, end - begin);
        if (isCounted)
            countThem(walk, groups, keys, some, job);
        else
            gather(walk, groups, question.threads, keys, some, job);
    }
    if (!job.stopRequested())
        locate(walk, groups, wanted, results, job);
    return !job.stopRequested();
}

}
