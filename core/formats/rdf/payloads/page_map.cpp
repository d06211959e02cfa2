#include "core/formats/rdf/payloads/page_map.h"

#include <algorithm>

namespace traceglass::rdf {

// Takes [begin, end) out and returns the first range behind it.
PageMap::Ranges::iterator PageMap::cut(std::uint64_t begin, std::uint64_t end)
{
    auto at = m_ranges.upper_bound(begin);
    if (at != m_ranges.begin()) {
        const auto before = std::prev(at);
        Range& range = before->second;
        if (range.end > begin) {
            const Range whole = range;
            count(whole.heap, begin - std::min(whole.end, end)); // less, in arithmetic that wraps
            range.end = begin;
            if (whole.end > end)
                at = m_ranges.emplace_hint(at, end, whole);
            if (before->first == begin)
                m_ranges.erase(before);
        }
    }
    while (at != m_ranges.end() && at->first < end) {
        const Range range = at->second;
        count(range.heap, at->first - std::min(range.end, end));
        if (range.end > end) {
            auto rest = m_ranges.extract(at);
            rest.key() = end;
            return m_ranges.insert(std::move(rest)).position;
        }
        at = m_ranges.erase(at);
    }
    return at;
}

void PageMap::clear(std::uint64_t begin, std::uint64_t end)
{
    if (begin < end)
        cut(begin, end);
}

void PageMap::set(std::uint64_t begin, std::uint64_t end, Heap heap)
{
    if (begin >= end)
        return;
    auto next = cut(begin, end);
    count(heap, end - begin);
    if (next != m_ranges.end() && next->first == end && next->second.heap == heap) {
        end = next->second.end;
        next = m_ranges.erase(next);
    }
    if (next != m_ranges.begin()) {
        Range& before = std::prev(next)->second;
        if (before.end == begin && before.heap == heap) {
            before.end = end;
            return;
        }
    }
    m_ranges.emplace_hint(next, begin, Range {end, heap});
}

BytesPerHeap PageMap::bytesIn(std::uint64_t begin, std::uint64_t end) const
{
    BytesPerHeap out {};
    auto at = m_ranges.upper_bound(begin);
    if (at != m_ranges.begin())
        --at;
    for (; at != m_ranges.end() && at->first < end; ++at) {
        const std::uint64_t from = std::max(begin, at->first), to = std::min(end, at->second.end);
        out[static_cast<std::size_t>(at->second.heap)] += to > from ? to - from : 0;
    }
    return out;
}

}
