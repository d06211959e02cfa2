// Of what a table of slices has its rows: which rows of the timeline take part, what key their slices have,
// and what stands for a key in the table. Of two keys each pair that slices have gets a number of its own.
//
//     SliceGroups groups(timeline, question, job);     // empty once the job was stopped
//     groups.rows();                                   // for a SliceWalk
//     groups.describe(found, question.tracks, job)     // of the keys that were found: texts, names, queries
#pragma once

#include "core/stats/key_pairs.h"
#include "core/stats/slice_keys.h"
#include "core/stats/value_keys.h"

#include <unordered_map>

namespace traceglass::stats {

struct FoundKey
{
    std::uint32_t key = 0;
    std::uint8_t leftOut = 0; // flags because of which slices of it are left out
};

class SliceGroups
{
public:
    // Reads the lines of logs when their templates are asked for, and all slices when there are two keys.
    SliceGroups(const Timeline& timeline, const SliceQuestion& question, Job& job);

    const std::vector<WalkedRow>& rows() const { return m_rows; }

    // Of one key.
    std::uint32_t keyOf(const WalkedRow& row, std::uint32_t name) const { return m_first.of(row.first, name); }
    template <class Visit>
    void eachIndex(std::uint32_t key, const Visit& visit) const
    {
        const auto eachOf = [&](std::uint32_t one) {
            hasPairs() ? visit(one) : m_first.eachIndex(one, visit);
        };
        const auto together = m_together.find(key);
        if (together == m_together.end())
            return eachOf(key);
        for (const std::uint32_t one : together->second)
            eachOf(one);
    }
    // From now on the first of these keys stands for all of them in eachIndex().
    void join(std::vector<std::uint32_t> keys)
    {
        const std::uint32_t first = keys.front();
        m_together[first] = std::move(keys);
    }
    // Of two: of each slice of a part that counts or has flags, from its first one on.
    bool hasPairs() const { return m_hasPairs; }
    void pairsOf(const WalkedPart& part, std::vector<std::uint32_t>& out) const;

    // In the order of `found`, which has each key at most once; cut short when the job is stopped.
    std::vector<SliceKeyWords> describe(std::span<const FoundKey> found,
                                        const std::optional<std::vector<TrackId>>& scope,
                                        const Job& job) const;

private:
    void numberPairs(const SliceQuestion& question, Job& job);
    void secondsOf(const WalkedPart& part, std::vector<std::uint32_t>& out) const;
    std::vector<SliceKeyWords> describePairs(std::span<const FoundKey> found,
                                             const std::optional<std::vector<TrackId>>& scope,
                                             const Job& job) const;

    const Timeline& m_timeline;
    SliceKeys m_first;
    std::optional<SliceKeys> m_second;
    std::optional<ValueKeys> m_values; // instead of it
    bool m_hasPairs = false;
    std::vector<WalkedRow> m_rows;
    PairTable m_pairs; // by key and second key, or code of a value
    std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> m_together; // by the first of them
    std::vector<std::pair<std::uint32_t, std::uint32_t>> m_pairOf; // by number, of key and second key or value
};

}
