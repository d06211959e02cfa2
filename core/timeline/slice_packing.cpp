// How slices get into the columns and under the summary tree of a SlicePack.
#include "core/timeline/slice_pack.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

namespace traceglass {

namespace {

constexpr std::uint32_t kMicro = 1000;

// Is every one of them a whole number of microseconds?
bool areMicros(std::span<const std::uint32_t> ns)
{
    std::uint32_t rest = 0;
    for (const std::uint32_t value : ns)
        rest |= value - value / kMicro * kMicro;
    return rest == 0;
}

// No infinity, nothing that is no number.
bool areFinite(std::span<const std::uint32_t> floats)
{
    constexpr std::uint32_t kExponent = 0x7f800000;
    bool all = true;
    for (const std::uint32_t bits : floats)
        all &= (bits & kExponent) != kExponent;
    return all;
}

void toMicros(std::span<std::uint32_t> ns)
{
    for (std::uint32_t& value : ns)
        value /= kMicro;
}

}

SlicePack::SlicePack(std::span<const Slice> slices, Holds content)
{
    slices = slices.first(std::min(slices.size(), kCapacity));
    for (std::vector<std::uint32_t>* const column : {&m_starts, &m_names, &m_refs})
        column->reserve(slices.size());
    m_blocks.reserve(slices.size() / kBlock + 1);
    m_levels.emplace_back().reserve(slices.size() / kBlock + 1);
    while (!slices.empty()) {
        constexpr std::size_t kWindows = 1u << 12;
        if (m_windows.size() + kBlock > kWindows)
            break; // the next block might need more windows than the column can name
        const auto block = slices.first(std::min(slices.size(), kBlock));
        if (!packNear(block))
            packBlock(block);
        slices = slices.subspan(block.size());
    }
    m_windows.shrink_to_fit();
    m_wide.shrink_to_fit();
    m_odd.shrink_to_fit();
    summarize(m_levels,
              [](SliceSummary& node, const SliceSummary& other) { // the finest is made while packing
                  node.end = std::max(node.end, other.end);
                  node.damaged |= other.damaged;
                  if (other.longest > node.longest) {
                      node.longest = other.longest;
                      node.longestIndex = other.longestIndex;
                  }
              });
    if (content == Holds::values)
        summarizeValues();
}

// No slice begins before the first one or 4 seconds behind it, lasts that long, ends before it begins or has
// flags, and all refer to one window: nearly all blocks. One look at each slice and no branch among them.
// False: it is another block.
bool SlicePack::packNear(std::span<const Slice> slices)
{
    const std::int64_t first = slices.front().startNs;
    const std::uint64_t window = slices.front().ref.bits & ~kOffsetMask;
    const std::size_t count = slices.size();
    std::uint64_t offsets = 0, lengths = 0, windows = 0; // which bits any of them has
    unsigned flags = 0;
    std::int64_t last = first;
    Column starts, durations, names, refs;
    for (std::size_t i = 0; i < count; ++i) {
        const Slice& slice = slices[i];
        const auto offset = static_cast<std::uint64_t>(slice.startNs) - static_cast<std::uint64_t>(first);
        offsets |= offset;
        lengths |= static_cast<std::uint64_t>(slice.endNs) - static_cast<std::uint64_t>(slice.startNs);
        windows |= slice.ref.bits ^ window;
        flags |= slice.flags;
        last = std::max(last, slice.endNs);
        starts[i] = static_cast<std::uint32_t>(offset);
        names[i] = number(slice.name);
        refs[i] = static_cast<std::uint32_t>(slice.ref.bits & kOffsetMask);
    }
    // Near the end of time a sum of the two could wrap.
    const bool isNear = offsets < kNone && lengths < kNone
        && first < std::numeric_limits<std::int64_t>::max() - 2 * std::int64_t(kNone);
    if (!isNear || flags != 0 || windows > kOffsetMask)
        return false;

    const auto index = static_cast<std::uint32_t>(m_starts.size());
    const std::uint32_t packedWindow = packRef(slices.front().ref) & ~static_cast<std::uint32_t>(kOffsetMask);
    for (std::size_t i = 0; i < count; ++i)
        refs[i] |= packedWindow;
    BlockBase block;
    block.base = first;
    SliceSummary node {.end = last, .longest = 0, .longestIndex = index, .damaged = 0};
    bool micros = first % kMicro == 0 && areMicros({starts.data(), count});
    if (lengths != 0) {
        for (std::size_t i = 0; i < count; ++i)
            durations[i] = static_cast<std::uint32_t>(slices[i].endNs - slices[i].startNs);
        const auto longest = std::max_element(durations.begin(), durations.begin() + std::ptrdiff_t(count));
        node.longest = *longest;
        node.longestIndex += static_cast<std::uint32_t>(longest - durations.begin());
        micros = micros && areMicros({durations.data(), count});
        if (micros)
            toMicros({durations.data(), count});
    }
    if (micros) {
        block.unit = kMicro;
        toMicros({starts.data(), count});
    }
    if (lengths != 0)
        appendDurations({durations.data(), count});
    else if (!m_durations.empty())
        m_durations.resize(m_durations.size() + count);
    m_starts.insert(m_starts.end(), starts.data(), starts.data() + count);
    m_names.insert(m_names.end(), names.data(), names.data() + count);
    m_refs.insert(m_refs.end(), refs.data(), refs.data() + count);
    m_blocks.push_back(block);
    m_levels.front().push_back(node);
    return true;
}

// Any block.
void SlicePack::packBlock(std::span<const Slice> slices)
{
    BlockBase block;
    block.base = std::numeric_limits<std::int64_t>::max();
    std::int64_t last = std::numeric_limits<std::int64_t>::min();
    for (const Slice& slice : slices) { // short rows follow one another in a block, so starts may step back
        block.base = std::min(block.base, slice.startNs);
        last = std::max(last, slice.startNs);
    }
    const bool micros = std::ranges::all_of(slices, [](const Slice& slice) {
        const std::int64_t length = slice.durationNs();
        return slice.startNs % kMicro == 0 && (length == 0 || length % kMicro == 0);
    });
    block.unit = micros ? kMicro : 1;
    const auto steps = [micros](std::uint64_t ns) { return micros ? ns / kMicro : ns; };
    const bool wide =
        steps(static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(block.base)) >= kNone;
    if (wide)
        block.wide = static_cast<std::uint32_t>(m_wide.size());

    Column starts, durations, names, refs;
    SliceSummary node;
    node.end = node.longest = std::numeric_limits<std::int64_t>::min();
    RecordRef before; // mostly of the same window
    std::uint32_t packed = 0;
    for (std::size_t i = 0; i < slices.size(); ++i) {
        const Slice& slice = slices[i];
        const auto index = static_cast<std::uint32_t>(m_starts.size() + i);
        const std::int64_t length = slice.durationNs();
        if (wide)
            m_wide.push_back(slice.startNs);
        const auto offset =
            static_cast<std::uint64_t>(slice.startNs) - static_cast<std::uint64_t>(block.base);
        starts[i] = wide ? 0 : static_cast<std::uint32_t>(steps(offset));
        if (slice.flags != 0 || length < 0 || steps(static_cast<std::uint64_t>(length)) >= kNone) {
            m_odd.push_back({length, index, slice.flags});
            durations[i] = kNone;
            node.damaged |= slice.flags & slice::kDamaged;
        } else {
            durations[i] = static_cast<std::uint32_t>(steps(static_cast<std::uint64_t>(length)));
        }
        names[i] = number(slice.name);
        packed = i > 0 && (slice.ref.bits ^ before.bits) <= kOffsetMask
            ? static_cast<std::uint32_t>((packed & ~kOffsetMask) | (slice.ref.bits & kOffsetMask))
            : packRef(slice.ref);
        before = slice.ref;
        refs[i] = packed;
        node.end = std::max(node.end, addSaturating(slice.startNs, length));
        if (length > node.longest) {
            node.longest = length;
            node.longestIndex = index;
        }
    }
    const std::size_t count = slices.size();
    appendDurations({durations.data(), count});
    m_starts.insert(m_starts.end(), starts.data(), starts.data() + count);
    m_names.insert(m_names.end(), names.data(), names.data() + count);
    m_refs.insert(m_refs.end(), refs.data(), refs.data() + count);
    m_blocks.push_back(block);
    m_levels.front().push_back(node);
}

// Instants have no durations, so that column begins with the first slice that has one. Comes before the
// starts of its block.
void SlicePack::appendDurations(std::span<const std::uint32_t> durations)
{
    if (m_durations.empty()) {
        if (std::ranges::all_of(durations, [](std::uint32_t duration) { return duration == 0; }))
            return;
        m_durations.reserve(m_starts.capacity());
        m_durations.resize(m_starts.size());
    }
    m_durations.insert(m_durations.end(), durations.begin(), durations.end());
}

std::uint32_t SlicePack::packRef(RecordRef ref)
{
    const std::uint64_t window = ref.bits >> kOffsetBits;
    // Neighbouring slices come from the last few windows used; looking back further is not worth the time.
    const auto furthest = m_windows.rbegin() + std::min<std::ptrdiff_t>(std::ssize(m_windows), 16);
    const auto found = std::find(m_windows.rbegin(), furthest, window);
    auto index = static_cast<std::size_t>(m_windows.rend() - found) - 1;
    if (found == furthest) {
        index = m_windows.size();
        m_windows.push_back(window);
    }
    return static_cast<std::uint32_t>(index << kOffsetBits | (ref.bits & kOffsetMask));
}

// The coarser levels.
template <class MaskNode, class Join>
void SlicePack::summarize(std::vector<std::vector<MaskNode>>& levels, const Join& join)
{
    while (levels.back().size() > 1) {
        const auto& finer = levels.back();
        std::vector<MaskNode> coarser;
        coarser.reserve(finer.size() / kFan + 1);
        for (std::size_t first = 0; first < finer.size(); first += kFan) {
            MaskNode& node = coarser.emplace_back(finer[first]);
            for (std::size_t i = first + 1; i < std::min(first + kFan, finer.size()); ++i)
                join(node, finer[i]);
        }
        levels.push_back(std::move(coarser));
    }
}

PackMask SlicePack::masked(std::span<const std::uint64_t> bits) const
{
    PackMask mask {bits};
    std::vector<PackMask::MaskNode> finest(m_levels.front().size());
    eachBlock(0, size(), std::numeric_limits<std::int64_t>::min(),
              [&](std::size_t begin, std::size_t end, const auto&, const auto& durations) {
                  PackMask::MaskNode& node = finest[begin / kBlock];
                  std::uint64_t some = bits[begin / 64] >> begin % 64;
                  if (end - begin < 64)
                      some &= (std::uint64_t(1) << (end - begin)) - 1;
                  for (; some != 0; some &= some - 1, ++node.count) {
                      const auto at = static_cast<std::size_t>(std::countr_zero(some));
                      if (durations[at] > node.longest) {
                          node.longest = durations[at];
                          node.longestIndex = static_cast<std::uint32_t>(begin + at);
                      }
                  }
              });
    eachFlagged(0, size(), [&](std::size_t index, std::uint8_t flags) {
        if (mask.has(index))
            finest[index / kBlock].damaged |= flags & slice::kDamaged;
    });
    mask.levels.push_back(std::move(finest));
    summarize(mask.levels, [](PackMask::MaskNode& node, const PackMask::MaskNode& other) {
        if (other.longest > node.longest) {
            node.longest = other.longest;
            node.longestIndex = other.longestIndex;
        }
        node.count += other.count;
        node.damaged |= other.damaged;
    });
    return mask;
}

// Of a block of values that are all numbers: several side by side, as comparing has no other order to keep.
SlicePack::Extremes SlicePack::finiteExtremes(std::size_t first) const
{
    constexpr std::size_t kLanes = 8;
    std::array<float, kLanes> low, high;
    for (std::size_t lane = 0; lane < kLanes; ++lane)
        low[lane] = high[lane] = value(first + lane);
    for (std::size_t i = kLanes; i < kBlock; i += kLanes) {
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
            const float number = value(first + i + lane);
            low[lane] = number < low[lane] ? number : low[lane];
            high[lane] = number > high[lane] ? number : high[lane];
        }
    }
    return {*std::ranges::min_element(low), *std::ranges::max_element(high),
            static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(first + kBlock - 1)};
}

void SlicePack::summarizeValues()
{
    const auto join = [](Extremes& node, const Extremes& other) {
        if (other.first == kNone)
            return;
        if (node.first == kNone) {
            node = other;
            return;
        }
        node.low = std::min(node.low, other.low);
        node.high = std::max(node.high, other.high);
        node.last = other.last;
    };
    std::vector<Extremes> level;
    level.reserve(size() / kBlock + 1);
    for (std::size_t first = 0; first < size(); first += kBlock) {
        const std::size_t end = std::min(first + kBlock, size());
        Extremes node;
        if (end - first == kBlock && areFinite(std::span(m_names).subspan(first).first<kBlock>())) {
            node = finiteExtremes(first);
        } else {
            for (std::size_t i = first; i < end; ++i) {
                const float number = value(i);
                if (std::isfinite(number))
                    join(node,
                         {number, number, static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(i)});
            }
        }
        level.push_back(node);
    }
    m_extremes.push_back(std::move(level));
    summarize(m_extremes, join);
}

}
