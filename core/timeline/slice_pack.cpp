#include "core/timeline/slice_pack.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace traceglass {

// --- reading

std::int64_t SlicePack::start(std::size_t index) const
{
    const BlockBase& block = m_blocks[index / kBlock];
    if (block.wide != kNone)
        return m_wide[block.wide + index % kBlock];
    return block.base + std::int64_t(m_starts[index]) * block.unit;
}

const SlicePack::Odd* SlicePack::odd(std::size_t index) const
{
    if (m_durations.empty() || m_durations[index] != kNone)
        return nullptr;
    const auto found =
        std::lower_bound(m_odd.begin(), m_odd.end(), index,
                         [](const Odd& item, std::size_t wanted) { return item.index < wanted; });
    return &*found;
}

Slice SlicePack::at(std::size_t index) const
{
    Slice slice;
    slice.startNs = start(index);
    slice.endNs = addSaturating(slice.startNs, duration(index));
    slice.name = StringId(m_names[index]);
    slice.ref = ref(index);
    slice.flags = flags(index);
    return slice;
}

std::size_t SlicePack::firstAfter(std::size_t begin, std::size_t end, std::int64_t timeNs) const
{
    while (begin < end) {
        const std::size_t middle = begin + (end - begin) / 2;
        if (start(middle) > timeNs)
            end = middle;
        else
            begin = middle + 1;
    }
    return begin;
}

std::size_t SlicePack::memoryBytes() const
{
    std::size_t sum = sizeof(SlicePack);
    const auto add = [&](const auto&... columns) {
        ((sum += columns.capacity() * sizeof(*columns.data())), ...);
    };
    add(m_blocks, m_starts, m_durations, m_names, m_refs, m_windows, m_wide, m_odd);
    std::ranges::for_each(m_levels, add);
    std::ranges::for_each(m_extremes, add);
    return sum;
}

// --- drawing

template <class IsTaken, class Slices>
void SlicePack::walk(const IsTaken& isTaken, const Slices& slices, std::size_t begin, std::size_t end,
                     std::size_t level, std::size_t node) const
{
    std::size_t width = kBlock;
    for (std::size_t i = 0; i < level; ++i)
        width *= kFan;
    const std::size_t first = node * width;
    const std::size_t last = std::min(first + width, size());
    if (last <= begin || first >= end)
        return;
    if (first >= begin && last <= end && isTaken(level, node, first, last))
        return;
    if (level == 0) {
        slices(std::max(first, begin), std::min(last, end));
        return;
    }
    const std::size_t children = std::min((node + 1) * kFan, m_levels[level - 1].size());
    for (std::size_t child = node * kFan; child < children; ++child)
        walk(isTaken, slices, begin, end, level - 1, child);
}

// Nodes no longer than a pixel are one run, and what shares a pixel is joined.
void SlicePack::query(std::size_t begin, std::size_t end, TimeRange window, std::int64_t nsPerPixel,
                      std::vector<Run>& out, const PackMask* mask) const
{
    if (mask && mask->bits.empty())
        return;
    const std::size_t firstRun = out.size();
    std::int64_t lastLongest = 0;
    // The longest slice gives name and flags.
    const auto add = [&, nsPerPixel, firstRun](const Run& run, std::int64_t longest) {
        if (out.size() == firstRun || subtractSaturating(run.endNs, out.back().startNs) > nsPerPixel) {
            out.push_back(run);
            lastLongest = longest;
            return;
        }
        Run& last = out.back();
        const auto damaged = static_cast<std::uint8_t>((last.flags | run.flags) & slice::kDamaged);
        last.endNs = std::max(last.endNs, run.endNs);
        last.count += run.count;
        if (longest > lastLongest) {
            last.name = run.name;
            last.flags = run.flags;
            lastLongest = longest;
        }
        last.flags |= damaged;
    };
    const auto isTaken = [&, window, nsPerPixel, mask](std::size_t level, std::size_t node, std::size_t first,
                                                       std::size_t last) {
        const SliceSummary& summary = m_levels[level][node];
        const PackMask::MaskNode* const some = mask ? &mask->levels[level][node] : nullptr;
        if (some && some->count == 0)
            return true;
        const std::int64_t from = start(first);
        if (!overlaps(from, summary.end, window))
            return true;
        if (subtractSaturating(summary.end, from) > nsPerPixel)
            return false;
        if (some) {
            add({from, summary.end, StringId(m_names[some->longestIndex]), some->count,
                 static_cast<std::uint8_t>(flags(some->longestIndex) | some->damaged)},
                some->longest);
            return true;
        }
        add({from, summary.end, StringId(m_names[summary.longestIndex]),
             static_cast<std::uint32_t>(last - first),
             static_cast<std::uint8_t>(flags(summary.longestIndex) | summary.damaged)},
            summary.longest);
        return true;
    };
    const auto slices = [&, window, mask](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) {
            if (mask && !mask->has(i))
                continue;
            const std::int64_t from = start(i);
            if (from >= window.endNs)
                return;
            const std::int64_t length = duration(i);
            const std::int64_t until = addSaturating(from, length);
            if (overlaps(from, until, window))
                add({from, until, StringId(m_names[i]), 1, flags(i)}, length);
        }
    };
    walk(isTaken, slices, begin, end, m_levels.size() - 1, 0);
}

// The same of values: a node is taken whole by its extremes.
void SlicePack::queryValues(std::size_t begin, std::size_t end, TimeRange window, std::int64_t nsPerPixel,
                            double origin, std::vector<ValueRun>& out) const
{
    if (m_extremes.empty())
        return;
    const std::size_t firstRun = out.size();
    const auto add = [&, nsPerPixel, firstRun](const ValueRun& run) {
        if (out.size() == firstRun || subtractSaturating(run.endNs, out.back().startNs) > nsPerPixel) {
            out.push_back(run);
            return;
        }
        ValueRun& last = out.back();
        last.endNs = run.endNs;
        last.last = run.last;
        last.low = std::min(last.low, run.low);
        last.high = std::max(last.high, run.high);
        last.count += run.count;
        last.flags |= run.flags;
    };
    const auto isTaken = [&, window, nsPerPixel, origin](std::size_t level, std::size_t node,
                                                         std::size_t first, std::size_t last) {
        const SliceSummary& summary = m_levels[level][node];
        const Extremes& extremes = m_extremes[level][node];
        const std::int64_t from = start(first);
        if (extremes.first == kNone || !overlaps(from, summary.end, window))
            return true;
        const bool inside = from >= window.startNs && summary.end < window.endNs;
        if (!inside || subtractSaturating(summary.end, from) > nsPerPixel)
            return false;
        add({start(extremes.first), start(extremes.last), origin + value(extremes.first),
             origin + value(extremes.last), origin + extremes.low, origin + extremes.high,
             static_cast<std::uint32_t>(last - first),
             static_cast<std::uint8_t>(summary.damaged | flags(summary.longestIndex))});
        return true;
    };
    const auto slices = [&, window, origin](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) {
            const std::int64_t from = start(i);
            if (from >= window.endNs)
                return;
            if (from < window.startNs || !std::isfinite(value(i)))
                continue;
            const double exact = origin + value(i);
            add({from, from, exact, exact, exact, exact, 1, flags(i)});
        }
    };
    walk(isTaken, slices, begin, end, m_levels.size() - 1, 0);
}

std::pair<float, float> SlicePack::valueRange(std::size_t begin, std::size_t end) const
{
    if (begin == 0 && end == size() && !m_extremes.empty() && m_extremes.back().front().first != kNone)
        return {m_extremes.back().front().low, m_extremes.back().front().high};
    std::pair<float, float> range {std::numeric_limits<float>::infinity(),
                                   -std::numeric_limits<float>::infinity()};
    for (std::size_t i = begin; i < end; ++i) {
        if (!std::isfinite(value(i)))
            continue;
        range.first = std::min(range.first, value(i));
        range.second = std::max(range.second, value(i));
    }
    return range;
}

// --- searching

// Nodes whose longest slice is no longer than what was found are left out.
std::size_t SlicePack::longest(std::size_t begin, std::size_t end, std::int64_t thanNs,
                               const Counts& counts) const
{
    std::size_t found = end;
    const auto isTaken = [&](std::size_t level, std::size_t node, std::size_t, std::size_t) {
        return m_levels[level][node].longest <= thanNs;
    };
    const auto slices = [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) {
            const std::int64_t length = duration(i);
            if (length <= thanNs || !counts(at(i)))
                continue;
            found = i;
            thanNs = length;
        }
    };
    walk(isTaken, slices, begin, end, m_levels.size() - 1, 0);
    return found;
}

// The same of values: nodes whose extreme is no further out.
std::size_t SlicePack::extreme(std::size_t begin, std::size_t end, bool greatest) const
{
    if (m_extremes.empty())
        return end;
    std::size_t found = end;
    const auto isBetter = [&](float other) {
        return found == end || (greatest ? other > value(found) : other < value(found));
    };
    const auto isTaken = [&](std::size_t level, std::size_t node, std::size_t, std::size_t) {
        const Extremes& extremes = m_extremes[level][node];
        return extremes.first == kNone || !isBetter(greatest ? extremes.high : extremes.low);
    };
    const auto slices = [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) {
            if (std::isfinite(value(i)) && isBetter(value(i)))
                found = i;
        }
    };
    walk(isTaken, slices, begin, end, m_levels.size() - 1, 0);
    return found;
}

}
