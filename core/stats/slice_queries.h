// The queries that find the slices of a table's rows: `name = render`, `kind = states name = upload
// state = polling`. They are asked in the scope of the table, and say what the table leaves out.
//
//     SliceQueries queries(timeline, scope, SliceKey::name, job);
//     queries.add("render"); queries.add("Render"); queries.ready(job);
//     queries.ofName("render")                           // "name ~ /^render$/c"
//
// Queries compare texts without regard to upper and lower case: where that is not exact, an expression does.
#pragma once

#include "core/query/query.h"
#include "core/stats/slice_table.h"
#include "core/timeline/timeline.h"

#include <string>
#include <string_view>
#include <vector>

namespace traceglass::stats {

// Tests that one text of some fits, and none of the others.
class TextTests
{
public:
    void add(std::string_view text);
    void ready(const Job& job); // behind the last one
    bool isAlone(std::string_view text) const;
    query::Expr is(query::Field field, std::string_view text, std::string name = {}) const;

private:
    std::vector<std::size_t> m_texts;  // hashes, sorted
    std::vector<std::size_t> m_folded; // the same in lower case
};

// All of it as text, without slices that have any of the flags. Empty when no query can say it.
std::string asQuery(std::vector<query::Expr> parts);
std::string withoutFlags(const std::string& query, std::uint8_t flags);

// What names that differ in decimal numbers only have in common: "gc \0" of "gc 466".
std::string butForNumbers(std::string_view name);
// Of a query of ofName(): it asks for all names that are the same but for their numbers. Empty: it cannot.
std::string ofAllNumbers(const std::string& query, std::string_view name);

class SliceQueries
{
public:
    // What may be meant by a text besides those of the rows is found out here. `ofEverything`: SliceQuestion::everything.
    SliceQueries(const Timeline& timeline, const std::optional<std::vector<TrackId>>& scope, SliceKey by,
                 bool ofEverything, const Job& job);

    void add(std::string_view text) { m_texts.add(text); } // of a row, each
    void ready(const Job& job);                            // behind the last one

    // Empty when no query finds just these.
    std::string ofName(std::string_view name) const;
    std::string ofTrack(std::string_view path) const;
    std::string ofTask(std::string_view name) const;
    std::string ofGroup(std::string_view path) const;
    static std::string ofWord(query::Field field, std::uint32_t word);

private:
    struct Other // that a text may mean
    {
        std::size_t folded = 0;
        std::uint32_t kinds = 0;

        auto operator<=>(const Other&) const = default;
    };

    void addNamesOfRow(RowId row, TrackKind kind, std::vector<bool>& seen, const Job& job);
    std::uint32_t otherKinds(std::string_view text) const;

    const Timeline& m_timeline;
    bool m_isOfEverything;
    TextTests m_texts;
    std::vector<Other> m_others;
};

}
