// All records of a recording in one order (rfr.md 7 "Order"): by time; where several sequences hold records
// of the same microsecond, by the states the tasks and spans are in at that point.
#pragma once

#include "core/formats/rfr/timeline/rfr_tied_records.h"
#include "core/formats/rfr/wire/rfr_pieces.h"

#include <vector>

namespace traceglass::rfr {

struct MergedRecord
{
    const Piece* piece = nullptr;
    const Sequence* sequence = nullptr;
    std::size_t record = 0;
    std::uint64_t micros = 0; // absolute
    RecordKind kind {};
    std::uint64_t id = 0;

    RecordRef ref() const { return piece->ref(*sequence, record); }
};

constexpr int kNoRank = 5; // taken only when nothing of that task or span has a rank

// Takes pieces in order of their start and hands out records. Records of a stream come in the order of the
// file.
class Merger
{
public:
    // The next piece, or null; ranks from 0 to kNoRank.
    Merger(std::function<PiecePtr()> nextPiece, RankOf rankOf);
    Merger(const Merger&) = delete;
    Merger& operator=(const Merger&) = delete;

    bool next(MergedRecord& out);

private:
    struct Queue
    {
        PiecePtr piece;
        const Sequence* sequence = nullptr;
        std::size_t at = 0;
        std::uint64_t order = 0;  // of (chunk, sequence)
        std::uint64_t micros = 0; // of its head

        RecordKind headKind() const { return sequence->kinds[at]; }
        std::uint64_t headId() const { return sequence->ids[at]; }
    };
    struct Later
    {
        bool operator()(const Queue& a, const Queue& b) const
        {
            return a.micros != b.micros ? a.micros > b.micros : a.order > b.order;
        }
    };

    void fill();
    void addPiece(const PiecePtr& piece);
    MergedRecord take(Queue& queue) const;
    void push(Queue queue);
    Queue pop();
    void gather(Queue first);
    // Is this moment before every other queue's head and every piece not yet taken in?
    bool isFirst(std::uint64_t micros) const
    {
        return (m_queues.empty() || micros < m_queues.front().micros)
            && (m_waiting ? micros < m_waitingMicros : m_exhausted);
    }

    std::function<PiecePtr()> m_nextPiece;
    RankOf m_rankOf;
    std::vector<Queue> m_queues; // a heap, the earliest head in front
    std::vector<Queue> m_same;   // queues whose heads have the same time, when there are several
    TiedRecords m_tied;          // of m_same
    Queue m_current;             // the one queue that is ahead of all others
    std::uint64_t m_orders = 0;
    PiecePtr m_waiting; // the next piece, not yet needed
    std::uint64_t m_waitingMicros = 0;
    bool m_exhausted = false;
};

}
