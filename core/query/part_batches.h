// Parts of rows in batches of about so many slices: what a thread takes at a time.
//
//     PartBatches batches(262'144);
//     batches.add(timeline, 0, row);                           // its parts; 0: what the caller calls the row
//     for (const PartBatches::Piece piece : batches[0]) ...    // piece.row, timeline.part(row, piece.part)
#pragma once

#include "core/timeline/timeline.h"

#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace traceglass::query {

class PartBatches
{
public:
    struct Piece
    {
        std::uint32_t row = 0;
        std::uint32_t part = 0; // of the row
    };

    explicit PartBatches(std::uint64_t slices)
        : m_most(slices)
    {
    }

    // Returns how many slices the row has.
    std::uint64_t add(const Timeline& timeline, std::uint32_t row, RowId id)
    {
        std::uint64_t all = 0;
        const std::size_t parts = timeline.partCount(id);
        for (std::uint32_t i = 0; i < parts; ++i) {
            const SlicePart part = timeline.part(id, i);
            if (m_batches.empty() || m_inLast >= m_most)
                m_batches.emplace_back(m_pieces.size(), m_pieces.size()), m_inLast = 0;
            m_pieces.push_back({row, i});
            m_batches.back().second = m_pieces.size();
            m_inLast += part.end - part.begin;
            all += part.end - part.begin;
        }
        return all;
    }

    std::size_t size() const { return m_batches.size(); }
    std::span<const Piece> operator[](std::size_t batch) const
    {
        const auto [first, last] = m_batches[batch];
        return std::span(m_pieces).subspan(first, last - first);
    }

private:
    std::uint64_t m_most;
    std::uint64_t m_inLast = 0; // slices
    std::vector<Piece> m_pieces;
    std::vector<std::pair<std::size_t, std::size_t>> m_batches; // of them, from and to
};

// Leaves of a part's bits, whose first word is that of its first slice, those of slices in a range on its clock.
inline void clearOutside(std::span<std::uint64_t> bits, const SlicePack& pack, const SlicePart& part,
                         TimeRange range)
{
    pack.eachBlock(part.begin, part.end, std::numeric_limits<std::int64_t>::min(),
                   [&](std::size_t begin, std::size_t end, const auto& starts, const auto& durations) {
                       for (std::size_t i = 0; i < end - begin; ++i) {
                           const bool isIn =
                               overlaps(starts[i], addSaturating(starts[i], durations[i]), range);
                           bits[begin / 64 - part.begin / 64] &= ~(std::uint64_t(!isIn) << (begin + i) % 64);
                       }
                   });
}
}
