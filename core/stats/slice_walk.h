// How statistics see the slices of a timeline: rows with what groups them, their parts on several threads,
// and of each part which of its slices count.
//
//     SliceWalk walk(timeline, question, groups.rows);
//     walk.each<Tally>(job, [&](Tally& mine, const WalkedPart& part) {
//         for (std::size_t i = part.part().begin; i < part.part().end; ++i)
//             if (part.isCounted(i)) ...; });
#pragma once

#include "core/base/workers.h"
#include "core/query/part_batches.h"
#include "core/stats/slice_table.h"

#include <memory>
#include <tuple>
#include <vector>

namespace traceglass::stats {

// What a row's slices belong to: all to one key, or each to the key of its name.
struct RowKey
{
    std::uint32_t key = 0; // by name: added to the number of each
    bool byName = false;
};

struct WalkedRow
{
    RowId row = kNoRow;
    RowId deeper = kNoRow; // the next one of the track
    TrackId track = kNoTrack;
    std::uint16_t depth = 0;
    bool hasInstants = false; // a slice of no length is one
    bool onlyPolls = false;   // of a task's states
    RowKey first;
    RowKey second; // where there is another key
};

// One bit a slice, where the pack's bitmap has it.
using PartBits = std::vector<std::uint64_t>;

struct FlaggedSlice
{
    std::uint32_t index = 0;
    std::uint8_t flags = 0;
};

// A part of a row with slices in the scope. Times are those of the track's own clock.
class WalkedPart
{
public:
    static constexpr std::uint8_t kLeftOut = slice::kGap | slice::kHollow;

    // False: none of it is in the scope.
    bool look(const Timeline& timeline, const SliceQuestion& question, const WalkedRow& of,
              const SlicePart& at);

    const WalkedRow& row() const { return *m_row; }
    const SlicePart& part() const { return m_part; }
    const SlicePack& pack() const { return *m_pack; }
    TimeRange range() const { return m_range; }
    bool isCut() const { return m_isCut; } // some of them by the range
    std::uint8_t leftOut() const { return m_leftOut; } // flags of slices that do not count
    const ClockAxis& clock() const { return *m_clock; }
    // Those in the scope that have flags, also what is left out.
    const std::vector<FlaggedSlice>& flagged() const { return m_flagged; }

    bool isCounted(std::size_t index) const { return bit(m_counted, index); }
    bool isOpen(std::size_t index) const { return !m_open.empty() && bit(m_open, index); }
    // Has it begin and end, and a duration?
    bool isClosed(std::size_t index, std::int64_t durationNs) const
    {
        return !isOpen(index) && (durationNs > 0 || !m_row->hasInstants);
    }
    StatPlace place(std::size_t index) const
    {
        return {m_row->track, m_row->depth, m_clock->toView(m_pack->start(index))};
    }

private:
    bool bit(const PartBits& bits, std::size_t index) const
    {
        return (bits[index / 64 - m_part.begin / 64] >> index % 64 & 1) != 0;
    }

    const WalkedRow* m_row = nullptr;
    const SlicePack* m_pack = nullptr;
    const ClockAxis* m_clock = nullptr;
    SlicePart m_part;
    TimeRange m_range;
    bool m_isCut = false;
    std::uint8_t m_leftOut = kLeftOut;
    PartBits m_counted;
    PartBits m_open; // empty: none
    std::vector<FlaggedSlice> m_flagged;
};

// Which of equal ones stands first.
inline bool isBefore(const StatPlace& a, const StatPlace& b)
{
    return std::tuple(a.startNs, number(a.track), a.depth) < std::tuple(b.startNs, number(b.track), b.depth);
}

class SliceWalk
{
public:
    SliceWalk(const Timeline& timeline, const SliceQuestion& question, const std::vector<WalkedRow>& rows);

    // Calls work(mine, part) for each part with slices in the scope; a thread has a `Mine` for itself.
    // Returns all of these; what was not begun when the job was stopped is missing.
    template <class Mine, class Work>
    std::vector<std::unique_ptr<Mine>> each(Job& job, const Work& work) const
    {
        struct Own
        {
            std::unique_ptr<Mine> mine = std::make_unique<Mine>();
            WalkedPart part;
        };
        Idle<Own> idle;
        job.start(m_batches.size());
        forEachParallel(m_batches.size(), m_question.threads, job, [&](std::size_t batch) {
            std::unique_ptr<Own> own = idle.take();
            for (const query::PartBatches::Piece piece : m_batches[batch]) {
                const WalkedRow& row = m_rows[piece.row];
                if (own->part.look(m_timeline, m_question, row, m_timeline.part(row.row, piece.part)))
                    work(*own->mine, static_cast<const WalkedPart&>(own->part));
            }
            job.advance();
            idle.give(std::move(own));
        });
        std::vector<std::unique_ptr<Mine>> all;
        for (auto& own : idle.all())
            all.push_back(std::move(own->mine));
        return all;
    }

private:
    const Timeline& m_timeline;
    const SliceQuestion& m_question;
    const std::vector<WalkedRow>& m_rows;
    query::PartBatches m_batches;
};

}
