// What several queues hold at one time, and whose record is the next one (rfr.md 7 "Order").
//
//     for (...) tied.add(queue, kind, id); // the records of one queue after the other
//     tied.begin();
//     while (!tied.empty()) { const std::size_t queue = tied.take(); ... }
//
// Ranks decide between the records of one task or span, wherever in their queues these stand: a queue whose head
// comes behind a record of another queue waits for that one to get there. What concerns different tasks has no
// order, so that of the queues.
#pragma once

#include "core/formats/rfr/wire/rfr_wire.h"

#include <functional>
#include <set>
#include <span>
#include <vector>

namespace traceglass::rfr {

// The rank of such a record of a task or span in its present state; the least goes first.
using RankOf = std::function<int(RecordKind, std::uint64_t id)>;

class TiedRecords
{
public:
    explicit TiedRecords(const RankOf& rankOf) // outlives this
        : m_rankOf(rankOf)
    {
    }

    void add(std::size_t queue, RecordKind kind, std::uint64_t id) { m_records.push_back({queue, id, kind}); }
    void begin();
    bool empty() const { return m_left == 0; }
    // Lets the queue go whose head is next. What it says must have been heard by `rankOf` before the next call.
    std::size_t take();

private:
    using Place = std::size_t; // in m_records
    static constexpr Place kNone = ~Place(0);
    struct TiedTo // a task or span
    {
        bool isSpan = false;
        std::uint64_t id = 0;

        auto operator<=>(const TiedTo&) const = default;
    };
    struct TiedRecord
    {
        std::size_t queue = 0;
        std::uint64_t id = 0;
        RecordKind kind {};
        bool isShared = false; // other queues have records of its subject, too
        Place next = kNone;    // of its subject in its queue

        TiedTo subject() const { return {isSpan(kind), id}; }
    };
    struct Queue
    {
        Place at = 0; // its head
        Place end = 0;
        bool isWanted = false;
    };
    using OfSubject = std::pair<TiedTo, Place>;
    struct Head // those of a subject and kind have the same rank
    {
        TiedTo subject;
        RecordKind kind {};
        Place place = 0;

        auto operator<=>(const Head&) const = default;
    };

    bool mayShare() const;
    void share(std::span<const OfSubject> records);
    std::size_t takeInTurn();
    void want(std::size_t queue);
    void addHead(Place place) { m_heads.insert({m_records[place].subject(), m_records[place].kind, place}); }
    std::size_t firstOf(std::size_t queue) const;
    void letGo(Queue& queue);

    const RankOf& m_rankOf;
    std::vector<TiedRecord> m_records; // queue by queue
    std::size_t m_left = 0;
    std::vector<OfSubject> m_bySubject; // sorted
    bool m_anyShared = false;           // the rest is for that
    std::vector<Queue> m_queues;
    std::set<Head> m_heads;            // of each queue the next record of each shared subject
    std::size_t m_first = 0;           // the queues before it are through
    std::vector<std::size_t> m_wanted; // each waits for the one behind it
};

}
