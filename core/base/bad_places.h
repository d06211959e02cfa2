// Where the diagnostics of a log lie: which bytes are in any, and which of them lie within a place. For DiagnosticLog
// alone.
#pragma once

#include "core/base/diagnostic.h"
#include "core/base/limits.h"

#include <algorithm>
#include <compare>
#include <cstdint>
#include <iterator>
#include <map>
#include <utility>

namespace traceglass::diagnostic_log {

// A byte among all bytes of a capture, in the order of its sources.
struct Position
{
    std::uint32_t source = 0;
    std::uint64_t offset = 0;

    auto operator<=>(const Position&) const = default;
};

// Bytes of one source, at least one.
struct Stretch
{
    Position begin;
    Position end; // the one behind the last
};

inline Stretch stretchOf(const ByteRange& range)
{
    constexpr std::uint64_t kEnd = ~std::uint64_t(0);
    const std::uint64_t offset = std::min(range.offset, kEnd - 1);
    const std::uint64_t length = std::clamp<std::uint64_t>(range.length, 1, kEnd - offset);
    return {{number(range.source), offset}, {number(range.source), offset + length}};
}

// All bytes of the stretches that were added: kept as stretches with bytes between them that are in none, so
// that the last one that begins before a place also ends last.
class CoveredBytes
{
public:
    void add(Stretch added)
    {
        auto next = m_stretches.upper_bound(added.begin);
        if (next != m_stretches.begin() && std::prev(next)->second >= added.begin)
            --next;
        while (next != m_stretches.end() && next->first <= added.end) {
            if (next->first <= added.begin && next->second >= added.end)
                return;
            added = {std::min(added.begin, next->first), std::max(added.end, next->second)};
            m_bytes -= next->second.offset - next->first.offset;
            next = m_stretches.erase(next);
        }
        m_stretches.emplace_hint(next, added.begin, added.end);
        m_bytes += added.end.offset - added.begin.offset;
    }

    bool touches(const Stretch& place) const
    {
        const auto next = m_stretches.lower_bound(place.end);
        return next != m_stretches.begin() && std::prev(next)->second > place.begin;
    }

    std::uint64_t bytes() const { return m_bytes; }

    const std::map<Position, Position>& stretches() const { return m_stretches; }

private:
    std::map<Position, Position> m_stretches; // begin and end
    std::uint64_t m_bytes = 0;                // in them
};

// Of the stretches that were added those that hold no other, for whatever holds one holds what is in it:
// later ones also end later, and so the first one that begins in a place ends first.
class InnermostStretches
{
public:
    void add(const Stretch& added)
    {
        auto next = m_stretches.lower_bound(added.begin);
        if (next != m_stretches.end() && next->second <= added.end)
            return;
        if (next != m_stretches.end() && next->first == added.begin)
            next = m_stretches.erase(next);
        while (next != m_stretches.begin() && std::prev(next)->second >= added.end)
            next = m_stretches.erase(std::prev(next));
        m_stretches.emplace_hint(next, added.begin, added.end);
    }

    bool hasOneWithin(const Stretch& place) const
    {
        const auto next = m_stretches.lower_bound(place.begin);
        return next != m_stretches.end() && next->second <= place.end;
    }

private:
    std::map<Position, Position> m_stretches; // begin and end
};

// The same as CoveredBytes in no more than limits::kBadStretches: bytes count by granules, which become
// larger when there would be more. Sources stand one behind the other as in RecordRef, so that granules can
// hold several.
class RoughlyCoveredBytes
{
public:
    void add(const Stretch& added)
    {
        m_granules.add(granulesOf(added));
        while (m_granules.stretches().size() > limits::kBadStretches) {
            ++m_bits;
            CoveredBytes larger;
            for (const auto& [begin, end] : m_granules.stretches())
                larger.add({{0, begin.offset >> 1}, {0, ((end.offset - 1) >> 1) + 1}});
            m_granules = std::move(larger);
        }
    }

    bool touches(const Stretch& place) const { return m_granules.touches(granulesOf(place)); }

private:
    std::uint64_t granuleOf(std::uint32_t source, std::uint64_t offset) const
    {
        return RecordRef(SourceId(source), std::min(offset, RecordRef::kOffsetMask)).bits >> m_bits;
    }
    Stretch granulesOf(const Stretch& bytes) const
    {
        return {{0, granuleOf(bytes.begin.source, bytes.begin.offset)},
                {0, granuleOf(bytes.end.source, bytes.end.offset - 1) + 1}};
    }

    unsigned m_bits = 16;    // of the size of a granule: 64 KiB
    CoveredBytes m_granules; // granule numbers for offsets
};

// Where the diagnostics of one severity lie.
struct BadPlaces
{
    CoveredBytes touched;
    InnermostStretches innermost;
    RoughlyCoveredBytes othersTouched; // of those that are not kept
    RoughlyCoveredBytes othersBegun;   // a long one is within nothing that lacks its first byte
};

}
