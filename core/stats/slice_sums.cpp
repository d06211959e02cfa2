#include "core/stats/slice_sums.h"

#include "core/stats/columns.h"

#include <algorithm>
#include <array>
#include <limits>

namespace traceglass::stats {

namespace {

constexpr std::int64_t kEarliest = std::numeric_limits<std::int64_t>::min();

// Walks a deeper row beside its parent, block by block: what of it lies within a time. Times ascend.
class DeeperRow
{
public:
    DeeperRow(const Timeline& timeline, RowId row)
        : m_timeline(timeline)
        , m_row(row)
        , m_parts(row == kNoRow ? 0 : timeline.partCount(row))
    {
    }

    bool isEmpty() const { return m_parts == 0; }

    std::int64_t within(std::int64_t startNs, std::int64_t endNs)
    {
        std::int64_t sum = 0;
        while (seek(startNs) && m_starts[m_at] < endNs) {
            if (m_counts[m_at])
                sum = addSaturating(
                    sum,
                    subtractSaturating(std::min(endNs, m_ends[m_at]), std::max(startNs, m_starts[m_at])));
            if (m_ends[m_at] > endNs)
                break;
            ++m_at;
        }
        return sum;
    }

private:
    static constexpr std::size_t kMost = 32; // slices of a block

    // Goes on to the first slice that ends behind the moment; false when there is none.
    bool seek(std::int64_t ns)
    {
        for (;;) {
            while (m_at < m_count && m_ends[m_at] <= ns)
                ++m_at;
            if (m_at < m_count)
                return true;
            if (!readBlock(ns))
                return false;
        }
    }

    // The next block in which something may end behind the moment.
    bool readBlock(std::int64_t ns)
    {
        for (; m_part < m_parts; ++m_part, m_next = 0) {
            const SlicePart part = m_timeline.part(m_row, m_part);
            const SlicePack& pack = m_timeline.pack(part.pack);
            std::size_t from = std::max<std::size_t>(m_next, part.begin);
            if (from >= part.end || pack.end(part.end - 1) <= ns)
                continue;
            // Blocks are those of the pack, so that most are read whole. Slices do not overlap: only the
            // last that begins before the moment may end behind it.
            if (const std::size_t after = pack.firstAfter(from, part.end, ns); after > from + kMost)
                from = after - 1;
            const std::size_t to = std::min<std::size_t>(part.end, (from / kMost + 1) * kMost);
            pack.eachBlock(from, to, kEarliest,
                           [&](std::size_t, std::size_t, const auto& starts, const auto& durations) {
                               for (std::size_t i = 0; i < to - from; ++i) {
                                   m_starts[i] = starts[i];
                                   m_ends[i] = addSaturating(starts[i], durations[i]);
                                   m_counts[i] = true;
                               }
                           });
            pack.eachFlagged(from, to, [&](std::size_t index, std::uint8_t flags) {
                m_counts[index - from] = (flags & WalkedPart::kLeftOut) == 0;
            });
            m_at = 0;
            m_count = to - from;
            m_next = to;
            return true;
        }
        return false;
    }

    const Timeline& m_timeline;
    RowId m_row;
    std::size_t m_parts;
    std::size_t m_part = 0;
    std::size_t m_next = 0; // of the part's pack, behind the block
    std::size_t m_at = 0;   // in the block
    std::size_t m_count = 0;
    std::array<std::int64_t, kMost> m_starts {}, m_ends {};
    std::array<bool, kMost> m_counts {};
};

// Of slices on both; null: of none yet. What adds up times and steps is called time.
const ClockAxis* clockOf(const ClockAxis* a, const ClockAxis* b)
{
    return !a || (b && a->kind == ClockAxis::Kind::order) ? b : a;
}

// What one thread has added up.
struct SliceTally
{
    std::vector<std::uint32_t> slotOf; // by key, from 1; 0: none yet
    std::vector<KeySums> sums;
    SlicesLeftOut left;
    std::vector<std::uint32_t> pairs; // of the part at hand

    KeySums& of(std::uint32_t key)
    {
        if (key < slotOf.size() && slotOf[key] != 0)
            return sums[slotOf[key] - 1];
        return added(key);
    }

private:
    [[gnu::noinline]] KeySums& added(std::uint32_t key)
    {
        if (key >= slotOf.size())
            slotOf.resize(std::size_t(key) + key / 2 + 64);
        sums.emplace_back().key = key;
        slotOf[key] = static_cast<std::uint32_t>(sums.size());
        return sums.back();
    }
};

void takeLeast(KeySums& sums, std::int64_t ns, const StatPlace& place)
{
    if (sums.closed == 0 || ns < sums.leastNs || (ns == sums.leastNs && isBefore(place, sums.least))) {
        sums.leastNs = ns;
        sums.least = place;
    }
}

void takeMost(KeySums& sums, std::int64_t ns, const StatPlace& place)
{
    if (sums.closed == 0 || ns > sums.mostNs || (ns == sums.mostNs && isBefore(place, sums.most))) {
        sums.mostNs = ns;
        sums.most = place;
    }
}

void addPart(SliceTally& mine, const Timeline& timeline, const SliceGroups& groups, const WalkedPart& part)
{
    const WalkedRow& row = part.row();
    const SlicePack& pack = part.pack();
    const std::span<const std::uint32_t> names = pack.names();
    DeeperRow deeper(timeline, row.deeper);
    if (groups.hasPairs())
        groups.pairsOf(part, mine.pairs);
    const auto keyOf = [&](std::size_t index) {
        return groups.hasPairs() ? mine.pairs[index - part.part().begin] : groups.keyOf(row, names[index]);
    };
    const auto add = [&](std::size_t index, std::int64_t start, std::int64_t duration) {
        KeySums& sums = mine.of(keyOf(index));
        std::int64_t inRange = duration;
        if (part.isCut() || !deeper.isEmpty()) {
            const std::int64_t from = std::max(start, part.range().startNs);
            const std::int64_t to = std::min(addSaturating(start, duration), part.range().endNs);
            inRange = std::max<std::int64_t>(subtractSaturating(to, from), 0);
            if (inRange > 0 && !deeper.isEmpty())
                sums.innerNs = addSaturating(sums.innerNs, deeper.within(from, to));
        }
        if (sums.clock != &part.clock())
            sums.clock = clockOf(sums.clock, &part.clock());
        ++sums.count;
        sums.totalNs = addSaturating(sums.totalNs, inRange);
        if (part.isOpen(index))
            ++sums.open;
        if (!part.isClosed(index, duration))
            return;
        if (duration <= sums.leastNs || sums.closed == 0)
            takeLeast(sums, duration, {row.track, row.depth, part.clock().toView(start)});
        if (duration >= sums.mostNs || sums.closed == 0)
            takeMost(sums, duration, {row.track, row.depth, part.clock().toView(start)});
        ++sums.closed;
        sums.closedNs = addSaturating(sums.closedNs, duration);
    };
    pack.eachBlock(part.part().begin, part.part().end, kEarliest,
                   [&](std::size_t first, std::size_t last, const auto& starts, const auto& durations) {
                       for (std::size_t i = first; i < last; ++i)
                           if (part.isCounted(i))
                               add(i, starts[i - first], durations[i - first]);
                   });
    for (const FlaggedSlice& each : part.flagged()) {
        KeySums& sums = mine.of(keyOf(each.index));
        if (const auto leftOut = static_cast<std::uint8_t>(each.flags & part.leftOut()); leftOut != 0) {
            mine.left.gaps += std::uint64_t((leftOut & slice::kGap) != 0);
            mine.left.hollow += std::uint64_t(leftOut == slice::kHollow);
            sums.leftOut |= leftOut;
            continue;
        }
        mine.left.damaged += std::uint64_t((each.flags & slice::kDamaged) != 0);
        sums.isInexact = sums.isInexact || (each.flags & slice::kApproximate) != 0;
    }
}

void join(KeySums& into, const KeySums& more)
{
    if (more.closed > 0) {
        takeLeast(into, more.leastNs, more.least);
        takeMost(into, more.mostNs, more.most);
    }
    into.clock = clockOf(into.clock, more.clock);
    into.leftOut |= more.leftOut;
    into.isInexact = into.isInexact || more.isInexact;
    into.count += more.count;
    into.open += more.open;
    into.closed += more.closed;
    into.totalNs = addSaturating(into.totalNs, more.totalNs);
    into.innerNs = addSaturating(into.innerNs, more.innerNs);
    into.closedNs = addSaturating(into.closedNs, more.closedNs);
}

}

std::vector<KeySums> sumSlices(const Timeline& timeline, const SliceQuestion& question,
                               const SliceGroups& groups, SlicesLeftOut& left, Job& job)
{
    const SliceWalk walk(timeline, question, groups.rows());
    const auto tallies = walk.each<SliceTally>(
        job, [&](SliceTally& mine, const WalkedPart& part) { addPart(mine, timeline, groups, part); });
    SliceTally all;
    std::size_t joined = 0;
    for (const auto& tally : tallies) {
        for (const KeySums& sums : tally->sums) {
            if (isStoppedAt(++joined, job))
                return {};
            join(all.of(sums.key), sums);
        }
        left.gaps += tally->left.gaps;
        left.hollow += tally->left.hollow;
        left.damaged += tally->left.damaged;
    }
    std::vector<std::uint32_t> keys;
    for (const KeySums& sums : all.sums)
        keys.push_back(sums.key);
    if (!sortUnlessStopped(keys, job))
        return {};
    std::vector<KeySums> out;
    out.reserve(keys.size());
    for (const std::uint32_t key : keys) {
        if (isStoppedAt(out.size(), job))
            return {};
        if (all.of(key).count > 0)
            out.push_back(all.of(key));
    }
    return out;
}

}
