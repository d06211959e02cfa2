// Tables of statistics of a capture on disk, and their cells.
//
//     const IndexedCapture capture(path);
//     const StatTable table = capture.table("gc");
//     QCOMPARE(Cells(table, "gc 7").integer("pauses_ns"), 4'000'000);
#pragma once

#include "core/formats/formats.h"
#include "core/model/document.h"
#include "core/query/field_columns.h"
#include "core/query/parse.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

namespace traceglass {

struct IndexedCapture
{
    explicit IndexedCapture(const std::filesystem::path& path)
    {
        Job job;
        auto opened = openCapture(path, job);
        if (!opened)
            return;
        document = std::move(*opened);
        IndexRequest request;
        request.publish = [this](TimelinePtr next) { timeline = std::move(next); };
        (void)index(*document, request, job);
    }

    bool hasStatistics() const { return document && document->statistics() && timeline; }
    // Empty where it fails.
    StatTable table(std::string_view id, std::optional<TimeRange> range = {},
                    std::optional<std::vector<TrackId>> tracks = {}, unsigned threads = 0) const
    {
        Job job;
        auto made = document->statistics()->table(id, {*timeline, range, std::move(tracks), threads}, job);
        return made ? std::move(*made) : StatTable {};
    }
    // What fits a query.
    std::shared_ptr<const query::Hits> fitting(const std::string& text, const query::Scope& scope = {}) const
    {
        Job job;
        const query::FieldColumns columns(document->fields());
        const auto expr = query::parse(text);
        auto hits = expr ? query::run(timeline, &columns, *expr, scope, job)
                         : Result<query::Hits>(fail(Code::Stopped));
        return hits ? std::make_shared<const query::Hits>(std::move(*hits)) : nullptr;
    }
    StatTable tableOf(std::string_view id, std::shared_ptr<const query::Hits> only,
                      std::optional<TimeRange> range = {}) const
    {
        Job job;
        auto made = document->statistics()->table(id, {*timeline, range, {}, 0, std::move(only)}, job);
        return made ? std::move(*made) : StatTable {};
    }
    bool has(std::string_view id) const
    {
        const auto kinds = document->statistics()->kinds();
        return std::ranges::find(kinds, id, &StatKind::id) != kinds.end();
    }
    std::optional<TrackId> track(std::string_view path) const
    {
        for (std::uint32_t i = 0; i < timeline->trackCount(); ++i) {
            if (timeline->path(TrackId(i)) == path)
                return TrackId(i);
        }
        return {};
    }
    // Every record as `tglass records --expanded` prints it.
    template <class Use>
    void eachLine(const Use& use) const
    {
        RecordQuery query;
        query.json = query.expanded = true;
        Job job;
        (void)document->records()->read(
            query,
            [&](const Record& record) {
                use(std::string_view(record.json));
                return true;
            },
            job);
    }
    template <class Use>
    void eachRecord(const Use& use) const
    {
        eachLine([&](std::string_view line) { use(nlohmann::json::parse(line)); });
    }

    std::unique_ptr<Document> document;
    TimelinePtr timeline;
};

// The cells of a row, by the ids of their columns.
class Cells
{
public:
    Cells(const StatTable& table, std::size_t row)
        : m_table(table)
        , m_row(row)
    {
    }
    Cells(const StatTable& table, std::string_view key)
        : Cells(table, static_cast<std::size_t>(std::ranges::find(table.keys, key) - table.keys.begin()))
    {
    }

    bool isThere() const { return m_row < m_table.size(); }
    // kNoInteger and the like where there is no such row or column.
    std::int64_t integer(std::string_view column) const { return in(at(column).integers, kNoInteger); }
    double real(std::string_view column) const { return in(at(column).numbers, std::nan("")); }
    std::string text(std::string_view column) const { return in(at(column).texts, std::string("none")); }
    StatPlace place(std::string_view column) const { return in(at(column).places, StatPlace {}); }

private:
    template <class Value>
    Value in(const std::vector<Value>& values, Value other) const
    {
        return m_row < values.size() ? values[m_row] : std::move(other);
    }
    const StatColumn& at(std::string_view id) const
    {
        static const StatColumn kNone;
        const StatColumn* const found = m_table.column(id);
        return found ? *found : kNone;
    }

    const StatTable& m_table;
    std::size_t m_row;
};

// What holds for every table; empty where it does, else what does not.
inline std::string faultOf(const StatTable& table, const Timeline& timeline)
{
    const std::size_t rows = table.size();
    const auto fits = [&](const auto& column) { return column.empty() || column.size() == rows; };
    if (table.id.empty() || table.title.empty() || table.key.empty()
        || table.sortColumn >= table.columns.size())
        return "a table without words";
    if (!fits(table.names) || !fits(table.tracks) || !fits(table.units) || !fits(table.queries)
        || !fits(table.inexact))
        return "rows without their properties";
    std::set<std::string> ids;
    for (const StatColumn& column : table.columns) {
        if (!ids.insert(column.id).second || column.title.empty() || !column.about.ends_with('.'))
            return column.id + ": words";
        const bool isText = column.unit == StatUnit::text;
        const bool isNumber = column.unit == StatUnit::share || column.unit == StatUnit::rate;
        if (column.texts.size() != (isText ? rows : 0) || column.numbers.size() != (isNumber ? rows : 0)
            || column.integers.size() != (isText || isNumber ? 0 : rows) || !fits(column.places))
            return column.id + ": values";
        for (const StatPlace& place : column.places) {
            if (place.track == kNoTrack)
                continue;
            const Track& track = timeline.track(place.track);
            if (!timeline.findSlice({track.kind, track.key, place.depth, place.startNs}))
                return column.id + ": a place without a slice";
        }
    }
    for (const std::string& text : table.queries) {
        const auto query = query::parse(text);
        if (!query || query::print(*query) != text)
            return "a query that is none: " + text;
    }
    return {};
}

// Are they the same to the last bit?
inline bool areEqual(const StatTable& a, const StatTable& b)
{
    const auto same = [](const StatColumn& one, const StatColumn& other) {
        return one.id == other.id && one.integers == other.integers && one.texts == other.texts
            && one.places == other.places
            && std::ranges::equal(one.numbers, other.numbers, [](double x, double y) {
                   return x == y || (std::isnan(x) && std::isnan(y));
               });
    };
    return a.keys == b.keys && a.queries == b.queries && a.inexact == b.inexact && a.remarks == b.remarks
        && std::ranges::equal(a.columns, b.columns, same);
}

}
