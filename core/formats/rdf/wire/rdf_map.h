// What takes the whole index to know: the numbers of chunks that share an id, and who owns which bytes of the
// file.
//
//     const ChunkNumbers numbers = *numberChunks(index, job);
//     numbers.number(n);                                   // 4: the fifth chunk with this id, in index order
//     const RegionMap map = *buildMap(index, bytes, job);
//     map.region(index, *map.ownerAt(index, offset));        // the innermost region that owns a byte
//
// Both are built once, in O(n) and O(n log n), with 12 to 28 and 16 to 32 bytes an entry. Errors: file.stopped.
#pragma once

#include "core/formats/rdf/wire/rdf_index.h"

#include <optional>

namespace traceglass::rdf {

// Ids in order of first appearance; all 16 bytes are compared.
class ChunkNumbers
{
public:
    std::uint64_t groupCount() const { return m_groupStart.empty() ? 0 : m_groupStart.size() - 1; }
    std::uint32_t group(std::uint64_t entry) const { return m_group[entry]; }
    std::uint32_t number(std::uint64_t entry) const { return m_number[entry]; }
    std::uint64_t groupSize(std::uint32_t group) const
    {
        return m_groupStart[group + 1] - m_groupStart[group];
    }
    std::uint32_t member(std::uint32_t group, std::uint64_t n) const
    {
        return m_members[m_groupStart[group] + n];
    }
    bool hasDuplicates() const { return groupCount() < m_group.size(); }

private:
    friend Result<ChunkNumbers> numberChunks(const Index& index, const Job& job);

    std::vector<std::uint32_t> m_group;
    std::vector<std::uint32_t> m_number;
    std::vector<std::uint32_t> m_groupStart; // one more than groups
    std::vector<std::uint32_t> m_members;
};

Result<ChunkNumbers> numberChunks(const Index& index, const Job& job);

// What the map is made of.
struct Region
{
    // Owners come first; a gap belongs to nobody, an overlap to several.
    enum class Kind : std::uint8_t {
        fileHeader,
        index,
        header,
        data,
        headerAndData,
        gap,
        deadIndex,
        overlap
    };
    Kind kind = Kind::gap;
    Extent extent {};
    std::uint64_t entry = 0; // of header and data; of an overlap: the later one of the two

    bool isOwner() const { return kind < Kind::gap; }
    bool isChunk() const { return isOwner() && kind >= Kind::header; }
};

class RegionMap
{
public:
    // All regions in order of offset; owners and what lies between and across them.
    std::uint64_t count() const { return m_owners.size() + m_extras.size(); }
    Region region(const Index& index, std::uint64_t n) const;
    // The first region that begins at or behind an offset, or reaches over it.
    std::uint64_t firstAt(const Index& index, std::uint64_t offset) const;
    // The position of the innermost owner of a byte, or of the gap it lies in.
    std::optional<std::uint64_t> ownerAt(const Index& index, std::uint64_t offset) const;

    std::span<const Region> extras() const { return m_extras; } // gaps, dead indexes, overlaps
    // Entries that share bytes with another chunk or with their own other part, in order of offset.
    const std::vector<std::uint64_t>& overlapping() const { return m_overlapping; }

private:
    friend Result<RegionMap> buildMap(const Index& index, std::span<const std::byte> capture, const Job& job);

    // A header directly before its data is one owner.
    struct Owner
    {
        std::uint64_t offset = 0;
        std::uint64_t what = 0; // entry << 8 | Region::Kind
    };
    static Extent extentOf(const Index& index, const Owner& owner);
    static Region regionOf(const Index& index, const Owner& owner);

    std::vector<Owner> m_owners;
    std::vector<Region> m_extras;
    std::vector<std::uint64_t> m_before; // for each extra, how many owners come before it
    std::vector<std::uint64_t> m_overlapping;
    bool m_hasOverlaps = false; // of any regions
};

// `capture` is only looked at where no entry points, to tell an old index from other bytes; it may be empty.
Result<RegionMap> buildMap(const Index& index, std::span<const std::byte> capture, const Job& job);
}
