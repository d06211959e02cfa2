// Slices in columns with the summary tree that makes them quick to draw: what a Timeline and its builder
// store. A slice takes 16 bytes in columns, half a byte of its block's base and unit (32 slices share them),
// and 0.9 bytes of summary tree (nodes over 32 slices, then over 8 nodes each). A record reference is a 1 MiB
// window of a source and an offset in it. Times are nanoseconds.
//
//     SlicePack pack(slices);                                     // as many as fit
//     std::vector<Run> runs;
//     pack.query(0, pack.size(), window, nsPerPixel, runs);  // at most one run a pixel
#pragma once

#include "core/base/byte_range.h"
#include "core/base/string_table.h"
#include "core/base/time_text.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace traceglass {

namespace slice {
constexpr std::uint8_t kOpenStart = 1;   // began before what is recorded
constexpr std::uint8_t kOpenEnd = 2;     // never ended in what is recorded
constexpr std::uint8_t kApproximate = 4; // times are estimates; never drawn as exact
constexpr std::uint8_t kHollow = 8;      // a frame around others: a span's life while it is not entered
constexpr std::uint8_t kDamaged = 16;    // its record or one it depends on is damaged
constexpr std::uint8_t kGap = 32;        // nothing is here: lost bytes, a gap in the values of a clock
}

struct Slice
{
    std::int64_t startNs = 0;
    std::int64_t endNs = 0;
    StringId name {};
    std::uint8_t flags = 0;
    RecordRef ref; // the record that begins it

    std::int64_t durationNs() const { return subtractSaturating(endNs, startNs); }
    bool operator==(const Slice&) const = default;
};

// What is drawn as one rectangle: a slice, or several that share a pixel.
struct Run
{
    std::int64_t startNs = 0;
    std::int64_t endNs = 0;
    StringId name {};        // of the longest slice in it
    std::uint32_t count = 1; // slices in it
    std::uint8_t flags = 0;  // of the longest slice; kDamaged if any is
};

// What is drawn of a counter in one pixel: one value, or several with their extremes.
struct ValueRun
{
    std::int64_t startNs = 0; // of its first value
    std::int64_t endNs = 0;   // of its last
    double first = 0;
    double last = 0;
    double low = 0;
    double high = 0;
    std::uint32_t count = 1;
    std::uint8_t flags = 0; // all of them together
};

// Short rows share a pack, one behind the other, so every question names the slices [begin, end) it is
// about.
// Which slices of a pack are drawn, and what drawing needs to know of these alone (SlicePack::masked).
struct PackMask
{
    struct MaskNode // of 32 slices or 8 nodes
    {
        std::int64_t longest = std::numeric_limits<std::int64_t>::min();
        std::uint32_t longestIndex = 0;
        std::uint32_t count = 0;
        std::uint8_t damaged = 0;
    };
    std::span<const std::uint64_t> bits {}; // one a slice, kept by whom they belong to; empty: none is drawn
    std::vector<std::vector<MaskNode>> levels {}; // as those of the pack

    bool has(std::size_t index) const { return (bits[index / 64] >> index % 64 & 1) != 0; }
};

class SlicePack
{
public:
    static constexpr std::size_t kCapacity = 65'536;

    // What the 32-bit column of names holds.
    enum class Holds : std::uint8_t { names, values };

    // Takes as many of `slices` as fit, at least one; size() says how many that were.
    explicit SlicePack(std::span<const Slice> slices, Holds content = Holds::names);

    std::size_t size() const { return m_starts.size(); }
    Slice at(std::size_t index) const;
    std::int64_t start(std::size_t index) const;
    RecordRef ref(std::size_t index) const
    {
        RecordRef out;
        out.bits = m_windows[m_refs[index] >> kOffsetBits] << kOffsetBits | (m_refs[index] & kOffsetMask);
        return out;
    }
    std::int64_t end(std::size_t index) const { return addSaturating(start(index), duration(index)); }
    std::int64_t duration(std::size_t index) const
    {
        if (m_durations.empty())
            return 0;
        const std::uint32_t steps = m_durations[index];
        return steps == kNone ? odd(index)->duration : std::int64_t(steps) * m_blocks[index / kBlock].unit;
    }
    std::size_t memoryBytes() const;

    // Appends the runs of slices [begin, end) that overlap the window; nodes no longer than a pixel are taken
    // whole.
    void query(std::size_t begin, std::size_t end, TimeRange window, std::int64_t nsPerPixel,
               std::vector<Run>& out, const PackMask* mask = nullptr) const;
    // `bits` as PackMask has them, one for each slice.
    PackMask masked(std::span<const std::uint64_t> bits) const;

    // The same of a pack of values, `origin` added to each. Infinite values and what is no number are left
    // out.
    void queryValues(std::size_t begin, std::size_t end, TimeRange window, std::int64_t nsPerPixel,
                     double origin, std::vector<ValueRun>& out) const;

    // Least and greatest of the values; the first above the second when none is a number.
    std::pair<float, float> valueRange(std::size_t begin, std::size_t end) const;

    // The first slice of [begin, end) that starts after the moment; `end` when there is none.
    std::size_t firstAfter(std::size_t begin, std::size_t end, std::int64_t timeNs) const;

    // What a query asks of many slices at once. Names, by index. Times of [begin, end) in blocks of at most 32 slices,
    // visit(first, last, starts, durations); blocks of slices that are all shorter than `atLeastNs` are left out. Flags
    // of those that have any, visit(index, flags).
    std::span<const std::uint32_t> names() const { return m_names; }
    template <class Visit>
    void eachBlock(std::size_t begin, std::size_t end, std::int64_t atLeastNs, const Visit& visit) const;
    template <class Visit>
    void eachFlagged(std::size_t begin, std::size_t end, const Visit& visit) const;

    // The longest slice of [begin, end) that counts and is longer than `thanNs`, of equal ones the first;
    // `end` when there is none.
    using Counts = std::function<bool(const Slice&)>;
    std::size_t longest(std::size_t begin, std::size_t end, std::int64_t thanNs, const Counts& counts) const;
    // The first of the greatest or least values of [begin, end); `end` when none is a number.
    std::size_t extreme(std::size_t begin, std::size_t end, bool greatest) const;

private:
    static constexpr std::size_t kBlock = 32; // slices under a node of the finest level
    static constexpr std::size_t kFan = 8;    // nodes under a node of the next level
    static constexpr std::uint32_t kNone = ~std::uint32_t(0);

    struct BlockBase // of slices: what their 32-bit columns are relative to
    {
        std::int64_t base = 0;
        std::uint32_t unit = 1;     // nanoseconds a step: 1000 when all times are whole microseconds
        std::uint32_t wide = kNone; // the starts do not fit: where they begin in m_wide
    };
    struct SliceSummary // of 32 slices or 8 summaries
    {
        std::int64_t end = 0;
        std::int64_t longest = 0;
        std::uint32_t longestIndex = 0;
        std::uint32_t damaged = 0;
    };
    struct Odd // a slice that does not fit its columns: long, or with flags
    {
        std::int64_t duration = 0;
        std::uint32_t index = 0;
        std::uint8_t flags = 0;
    };
    struct Extremes // of the values under a SliceSummary; low above high when none is a number
    {
        float low = 0;
        float high = 0;
        std::uint32_t first = kNone; // which of them are numbers: the first and the last
        std::uint32_t last = kNone;
    };

    // Walks the summary tree below a node: `isTaken` answers whether a node is dealt with, and `slices` gets
    // the slices of those that are not.
    template <class IsTaken, class Slices>
    void walk(const IsTaken& isTaken, const Slices& slices, std::size_t begin, std::size_t end,
              std::size_t level, std::size_t node) const;

    using Column = std::array<std::uint32_t, kBlock>; // of one block, while it is packed

    // A reference's window and the offset in it.
    static constexpr unsigned kOffsetBits = 20;
    static constexpr std::uint64_t kOffsetMask = (1u << kOffsetBits) - 1;

    std::uint32_t packRef(RecordRef ref);
    bool packNear(std::span<const Slice> block);
    void packBlock(std::span<const Slice> block);
    void appendDurations(std::span<const std::uint32_t> durations);
    template <class MaskNode, class Join>
    static void summarize(std::vector<std::vector<MaskNode>>& levels, const Join& join);
    void summarizeValues();
    Extremes finiteExtremes(std::size_t first) const;
    const Odd* odd(std::size_t index) const; // null for a slice that fits its columns
    float value(std::size_t index) const { return std::bit_cast<float>(m_names[index]); }
    std::uint8_t flags(std::size_t index) const
    {
        const Odd* special = odd(index);
        return special ? special->flags : std::uint8_t(0);
    }

    std::vector<BlockBase> m_blocks;
    std::vector<std::uint32_t> m_starts;
    std::vector<std::uint32_t> m_durations; // kNone: look in m_odd; empty: all are 0
    std::vector<std::uint32_t> m_names;
    std::vector<std::uint32_t> m_refs; // 12 bits: which of m_windows, 20 bits: offset from it
    std::vector<std::uint64_t> m_windows;
    std::vector<std::int64_t> m_wide;
    std::vector<Odd> m_odd;                        // by index
    std::vector<std::vector<SliceSummary>> m_levels; // the finest first
    std::vector<std::vector<Extremes>> m_extremes; // beside them, of values only
};

template <class Visit>
void SlicePack::eachBlock(std::size_t begin, std::size_t end, std::int64_t atLeastNs,
                          const Visit& visit) const
{
    std::array<std::int64_t, kBlock> starts {}, durations {};
    auto special = std::ranges::lower_bound(m_odd, begin, {}, &Odd::index);
    for (std::size_t first = begin, last = 0; first < end; first = last) {
        last = std::min(end, (first / kBlock + 1) * kBlock);
        if (m_levels.front()[first / kBlock].longest < atLeastNs)
            continue;
        const BlockBase& block = m_blocks[first / kBlock];
        for (std::size_t i = first; i < last; ++i)
            starts[i - first] = block.base + std::int64_t(m_starts[i]) * block.unit;
        for (std::size_t i = first; block.wide != kNone && i < last; ++i)
            starts[i - first] = m_wide[block.wide + i % kBlock];
        for (std::size_t i = first; !m_durations.empty() && i < last; ++i)
            durations[i - first] = std::int64_t(m_durations[i]) * block.unit;
        for (; special != m_odd.end() && special->index < last; ++special)
            if (special->index >= first)
                durations[special->index - first] = special->duration;
        visit(first, last, starts, durations);
    }
}

template <class Visit>
void SlicePack::eachFlagged(std::size_t begin, std::size_t end, const Visit& visit) const
{
    for (auto odd = std::ranges::lower_bound(m_odd, begin, {}, &Odd::index); odd != m_odd.end() && odd->index < end;
         ++odd)
        if (odd->flags != 0)
            visit(std::size_t(odd->index), odd->flags);
}

// Does a slice show in the window? One without duration does where it begins.
constexpr bool overlaps(std::int64_t startNs, std::int64_t endNs, TimeRange window)
{
    return startNs < window.endNs && (endNs > window.startNs || startNs >= window.startNs);
}

}
