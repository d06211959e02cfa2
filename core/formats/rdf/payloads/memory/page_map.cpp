#include "core/formats/rdf/payloads/memory/page_map.h"

#include <algorithm>

namespace traceglass::rdf {

namespace {

constexpr std::size_t kRangesABlock = 64; // 1.5 KB to move at most

}

PageMap::Position PageMap::firstEndingFrom(std::uint64_t at) const
{
    // A block that begins at `at` may have one before it that ends there.
    const auto isIn = [&](std::size_t n) {
        return n < m_blocks.size() && m_blocks[n].begin < at
            && (n + 1 == m_blocks.size() || m_blocks[n + 1].begin >= at);
    };
    auto block = m_blocks.begin() + static_cast<std::ptrdiff_t>(m_changed.block);
    if (!isIn(m_changed.block)) {
        const auto behind = std::ranges::lower_bound(m_blocks, at, {}, &RangeBlock::begin);
        block = behind == m_blocks.begin() ? behind : behind - 1;
    }
    const auto range = std::ranges::lower_bound(block->ranges, at, {}, &Range::end);
    return {static_cast<std::size_t>(block - m_blocks.begin()),
            static_cast<std::size_t>(range - block->ranges.begin())};
}

bool PageMap::isFirstEndingFrom(const Position& place, std::uint64_t at) const
{
    if (place.block >= m_blocks.size() || place.index >= m_blocks[place.block].ranges.size())
        return false;
    const RangeBlock& block = m_blocks[place.block];
    return block.ranges[place.index].end >= at
        && (place.index > 0 ? block.ranges[place.index - 1].end : block.begin) < at;
}

// The range at a place, which may lie in the block behind; null when it begins behind `end`.
const PageMap::Range* PageMap::next(Position& place, std::uint64_t end) const
{
    if (place.index == m_blocks[place.block].ranges.size()) {
        if (place.block + 1 == m_blocks.size() || m_blocks[place.block + 1].begin > end)
            return nullptr;
        place = {place.block + 1, 0};
    }
    const Range& range = m_blocks[place.block].ranges[place.index];
    return range.begin > end ? nullptr : &range;
}

// Takes out whatever meets [begin, end), neighbours too, and puts in what is left of it beside what is new.
void PageMap::replace(std::uint64_t begin, std::uint64_t end, std::optional<Heap> heap)
{
    if (begin >= end)
        return;
    Range made {begin, end, heap.value_or(Heap::none)};
    std::optional<Range> before, behind;
    const Position from = isFirstEndingFrom(m_changed, begin) ? m_changed : firstEndingFrom(begin);
    m_changed = from;
    Position to = from;
    for (; const Range* const range = next(to, end); ++to.index) {
        const std::uint64_t some = std::min(range->end, end) - std::max(range->begin, begin);
        count(range->heap, ~some + 1); // less, in arithmetic that wraps
        const bool joins = range->heap == heap;
        if (range->begin < begin && joins)
            made.begin = range->begin;
        else if (range->begin < begin)
            before = Range {range->begin, begin, range->heap};
        if (range->end > end && joins)
            made.end = range->end;
        else if (range->end > end)
            behind = Range {end, range->end, range->heap};
    }
    Pieces pieces;
    std::size_t size = 0;
    if (before)
        pieces[size++] = *before;
    if (heap) {
        count(*heap, end - begin);
        pieces[size++] = made;
    }
    if (behind)
        pieces[size++] = *behind;
    put(from, to, pieces, size);
    lookAtChanged();
}

void PageMap::lookAtChanged()
{
    m_range = nullptr;
    if (m_changed.block >= m_blocks.size() || m_changed.index >= m_blocks[m_changed.block].ranges.size())
        return;
    std::vector<Range>& ranges = m_blocks[m_changed.block].ranges;
    m_range = &ranges[m_changed.index];
    m_nextBegin = m_changed.index + 1 < ranges.size() ? ranges[m_changed.index + 1].begin
        : m_changed.block + 1 < m_blocks.size()       ? m_blocks[m_changed.block + 1].begin
                                                      : ~std::uint64_t(0);
}

void PageMap::put(Position from, Position to, const Pieces& pieces, std::size_t count)
{
    if (to.block != from.block) {
        std::vector<Range>& last = m_blocks[to.block].ranges;
        last.erase(last.begin(), last.begin() + static_cast<std::ptrdiff_t>(to.index));
        if (!last.empty())
            m_blocks[to.block].begin = last.front().begin;
        const auto gone = m_blocks.begin() + static_cast<std::ptrdiff_t>(from.block + 1);
        m_blocks.erase(gone, m_blocks.begin() + static_cast<std::ptrdiff_t>(to.block + last.empty()));
        to = {from.block, m_blocks[from.block].ranges.size()};
    }
    std::vector<Range>& ranges = m_blocks[from.block].ranges;
    const auto at = ranges.begin() + static_cast<std::ptrdiff_t>(from.index);
    const std::size_t kept = std::min(to.index - from.index, count);
    const auto rest = std::copy_n(pieces.begin(), kept, at);
    if (count > kept)
        ranges.insert(rest, pieces.begin() + kept, pieces.begin() + count);
    else
        ranges.erase(rest, ranges.begin() + static_cast<std::ptrdiff_t>(to.index));
    const auto block = m_blocks.begin() + static_cast<std::ptrdiff_t>(from.block);
    if (ranges.empty()) {
        if (m_blocks.size() > 1)
            m_blocks.erase(block);
        return;
    }
    block->begin = ranges.front().begin;
    if (ranges.size() > kRangesABlock) {
        const auto middle = ranges.begin() + kRangesABlock / 2;
        RangeBlock second {middle->begin, {middle, ranges.end()}};
        ranges.erase(middle, ranges.end());
        m_blocks.insert(block + 1, std::move(second));
    }
}

std::size_t PageMap::ranges() const
{
    std::size_t out = 0;
    for (const RangeBlock& block : m_blocks)
        out += block.ranges.size();
    return out;
}

BytesPerHeap PageMap::bytesIn(std::uint64_t begin, std::uint64_t end) const
{
    BytesPerHeap out {};
    Position place = firstEndingFrom(begin);
    for (; const Range* const range = next(place, end); ++place.index) {
        const std::uint64_t from = std::max(begin, range->begin), to = std::min(end, range->end);
        out[static_cast<std::size_t>(range->heap)] += to > from ? to - from : 0;
    }
    return out;
}

}
