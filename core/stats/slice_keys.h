// One of the keys that slices are grouped by: what key a row of the timeline has, and what stands for a key in a table.
//
//     SliceKeys keys(timeline, SliceKey::track);
//     keys.ofRow(row)                                   // nothing: its slices are no matter of the table
//     keys.describe(found, scope, job)                  // of the keys that were found: texts, names, queries
#pragma once

#include "core/base/job.h"
#include "core/query/query.h"
#include "core/stats/slice_walk.h"

#include <span>
#include <string>
#include <vector>

namespace traceglass::stats {

struct SliceKeyWords
{
    std::string text;
    StringId name {};         // empty: the row has no colour of its own
    TrackId track = kNoTrack; // when it stands for one
    std::string query {};     // empty: none finds just its slices
};

class SliceKeys
{
public:
    SliceKeys(const Timeline& timeline, SliceKey by, bool ofEverything = false)
        : m_timeline(timeline)
        , m_by(by)
        , m_isOfEverything(ofEverything)
        , m_firstLine(by == SliceKey::level ? kLevelKeys : 0)
    {
    }

    SliceKey by() const { return m_by; }
    std::optional<RowKey> ofRow(const WalkedRow& row) const;
    // Templates and levels of lines, before any key is asked for; stops when the job is.
    void readLines(const std::vector<WalkedRow>& rows, const Job& job);

    std::uint32_t of(RowKey row, std::uint32_t name) const
    {
        if (!row.byName)
            return row.key;
        return m_keyOf.empty() ? row.key + name : m_keyOf[name];
    }
    // visit(index) of all `row.key + name` (by name) or `row.key` of slices with this key.
    template <class Visit>
    void eachIndex(std::uint32_t key, const Visit& visit) const
    {
        if (m_by != SliceKey::text)
            visit(key);
        if (key < m_lines.size())
            for (const std::uint32_t name : m_lines[key])
                visit(m_firstLine + name);
    }
    // In the order of `found`, which has each key at most once; cut short when the job is stopped.
    std::vector<SliceKeyWords> describe(std::span<const std::uint32_t> found,
                                        const std::optional<std::vector<TrackId>>& scope,
                                        const Job& job) const;

private:
    static constexpr std::uint32_t kNoLevel = 5, kLevelKeys = 6; // behind those of events

    SliceKeyWords words(std::uint32_t key) const; // without the query

    const Timeline& m_timeline;
    SliceKey m_by;
    bool m_isOfEverything;                   // SliceQuestion::everything
    std::uint32_t m_firstLine;               // the first key of a line by its name
    std::vector<std::uint32_t> m_keyOf;      // by name: its template or level; empty: by another key
    std::vector<std::string> m_templates;
    std::vector<std::vector<std::uint32_t>> m_lines; // of each template or level, their names
};

}
