// Of what a table of slices has its rows: which rows of the timeline take part, what key their slices have,
// and what stands for a key in the table.
//
//     SliceGroups groups(timeline, question, job);
//     groups.rows();                                   // for a SliceWalk
//     groups.describe(found, question.tracks)          // of the keys that were found: texts, names, queries
#pragma once

#include "core/base/job.h"
#include "core/query/query.h"
#include "core/stats/slice_walk.h"

#include <span>
#include <string>
#include <vector>

namespace traceglass::stats {

struct FoundKey
{
    std::uint32_t key = 0;
    std::uint8_t leftOut = 0; // flags because of which slices of it are left out
};

struct KeyWords
{
    std::string text;
    StringId name {};         // empty: the row has no colour of its own
    TrackId track = kNoTrack; // when it stands for one
    std::string query {};     // empty: none finds just its slices
};

class SliceGroups
{
public:
    // Reads the lines of logs when their templates are asked for; stops when the job is.
    SliceGroups(const Timeline& timeline, const SliceQuestion& question, Job& job);

    const std::vector<WalkedRow>& rows() const { return m_rows; }
    std::uint32_t keyOf(const WalkedRow& row, std::uint32_t name) const
    {
        if (!row.byName)
            return row.key;
        return m_templateOf.empty() ? row.key + name : m_templateOf[name];
    }
    // visit(index) of all `row.key + name` (by name) or `row.key` of slices with this key.
    template <class Visit>
    void eachIndex(std::uint32_t key, const Visit& visit) const
    {
        if (m_by != SliceKey::text)
            return visit(key);
        for (const std::uint32_t name : m_lines[key])
            visit(name);
    }
    // In the order of `found`, which has each key at most once; cut short when the job is stopped.
    std::vector<KeyWords> describe(std::span<const FoundKey> found,
                                   const std::optional<std::vector<TrackId>>& scope, const Job& job) const;

private:
    bool placeRow(WalkedRow& row) const; // false: its slices are no matter of the table
    void readTemplates(Job& job);
    KeyWords words(std::uint32_t key) const; // without the query

    const Timeline& m_timeline;
    SliceKey m_by;
    std::vector<WalkedRow> m_rows;
    std::vector<std::uint32_t> m_templateOf; // by name, of templates
    std::vector<std::string> m_templates;
    std::vector<std::vector<std::uint32_t>> m_lines; // of each, their names
};

}
