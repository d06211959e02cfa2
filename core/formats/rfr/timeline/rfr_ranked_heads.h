// Many queues whose heads have the same time, and which head is the next one (rfr.md 7 "Order").
//
//     heads.add(queue, kind, id);
//     while (!heads.empty()) { const std::size_t queue = heads.take(); ... }
//
// Heads of the same kind and id have the same rank, and only a record of that id changes it. So few ranks are asked
// for a record, however many queues there are.
#pragma once

#include "core/formats/rfr/wire/rfr_wire.h"

#include <functional>
#include <map>
#include <set>
#include <tuple>

namespace traceglass::rfr {

// The rank of such a record in the present states; the least goes first.
using RankOf = std::function<int(RecordKind, std::uint64_t id)>;

class RankedHeads
{
public:
    explicit RankedHeads(const RankOf& rankOf) // outlives this
        : m_rankOf(rankOf)
    {
    }

    bool empty() const { return m_alike.empty(); }
    void add(std::size_t queue, RecordKind kind, std::uint64_t id);
    // Lets the queue go whose head is next. What it says must have been heard by `rankOf` before the next call.
    std::size_t take();

private:
    using Key = std::pair<std::uint64_t, RecordKind>; // an id's next to each other
    struct Alike
    {
        int rank = 0;
        std::set<std::size_t> queues;
    };
    using Groups = std::map<Key, Alike>;
    using Place = std::tuple<int, std::size_t, Key>;

    static Place placeOf(const Groups::value_type& alike)
    {
        return {alike.second.rank, *alike.second.queues.begin(), alike.first};
    }

    const RankOf& m_rankOf;
    Groups m_alike;
    std::set<Place> m_order;   // of all groups, by rank and first queue
    std::uint64_t m_taken = 0; // the id of the record taken last
};

}
