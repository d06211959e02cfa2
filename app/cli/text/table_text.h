// A table of statistics as text for people and as JSON Lines.
//
//     TableText text(document, timeline, table);          // without both: tables of several captures
//     out.write(text.header()); out.write(text.lines(rows, withHistograms));
//     out.write(text.json(row));
#pragma once

#include "core/model/document.h"
#include "core/model/statistics.h"

#include <optional>
#include <span>
#include <string>

namespace traceglass::cli {

// A number of the column as people read it: "84.240 ms", "5.1 %"; "-" where there is none.
std::string cellText(const StatTable& table, const StatColumn& column, std::size_t row);

class TableText
{
public:
    // `document` and `timeline` may be null: then nothing is told of the slices that numbers stand for.
    TableText(const Document* document, const Timeline* timeline, const StatTable& table)
        : m_document(document)
        , m_timeline(timeline)
        , m_table(table)
    {
    }

    // Columns as wide as they must be for these rows, the header above; in parts that fit a terminal.
    std::string lines(std::span<const std::size_t> rows, bool withHistograms) const;
    std::string json(std::size_t row) const;

private:
    std::string histogramLines(std::size_t row) const;
    std::string placeJson(const StatPlace& place) const;
    std::optional<std::int64_t> momentOf(const StatColumn& column, std::size_t row) const; // since the start
    std::string textOf(const StatColumn& column, std::size_t row, int decimals) const;

    const Document* m_document;
    const Timeline* m_timeline;
    const StatTable& m_table;
};

}
