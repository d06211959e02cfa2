#include "app/cli/text/table_text.h"

#include "app/cli/output.h"
#include "core/base/rate_text.h"
#include "core/base/text.h"
#include "core/base/time_text.h"
#include "core/compare/compare.h"
#include "core/stats/histogram.h"
#include "core/stats/table_csv.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace traceglass::cli {

namespace {

constexpr std::size_t kWidestKey = 60; // columns of a terminal; longer ones push the line
constexpr std::size_t kNarrowestKey = 24; // where it has fewer than a line takes
constexpr std::size_t kMark = 3;          // of what is approximate, behind a line

std::string shortNumber(double value, int digits)
{
    std::array<char, 32> buffer {};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                   std::chars_format::general, digits);
    return {buffer.data(), end.ptr};
}

std::string signedGrouped(std::int64_t value)
{
    const auto size = static_cast<std::uint64_t>(value);
    return value < 0 ? '-' + grouped(~size + 1) : grouped(size);
}

// What grew a hundredfold is no "1.2e+04", and 999.8 with three digits no "1e+03".
std::string withoutExponent(double value, int digits)
{
    const double size = std::abs(value);
    return size >= std::pow(10.0, digits) - 0.5 && size < 1e15 ? signedGrouped(std::llround(value))
                                                               : shortNumber(value, digits);
}

bool isMore(const StatColumn& column, std::size_t row)
{
    return column.isChange && (column.numbers.empty() ? column.integers[row] > 0 : column.numbers[row] > 0);
}

std::string unsignedText(const StatTable& table, const StatColumn& column, std::size_t row)
{
    const bool isDivided = compare::isDivided(column);
    switch (column.unit) {
    case StatUnit::text: return escaped(column.texts[row]);
    case StatUnit::count: return signedGrouped(column.integers[row]);
    case StatUnit::span:
        if (const ClockAxis* const order = table.order(row))
            return stats::stepsText(*order, column.integers[row]);
        return isDivided ? shortDurationText(column.integers[row]) : durationText(column.integers[row]);
    case StatUnit::moment: return std::to_string(column.integers[row]) + "ns";
    case StatUnit::bytes:
        return column.integers[row] < 0
            ? '-' + sizeText(~static_cast<std::uint64_t>(column.integers[row]) + 1)
            : sizeText(static_cast<std::uint64_t>(column.integers[row]));
    case StatUnit::share: return withoutExponent(column.numbers[row] * 100, 3) + " %";
    case StatUnit::rate: return rateText(column.numbers[row]) + "/s";
    case StatUnit::value: {
        if (isDivided)
            return rateText(column.numbers[row]);
        const std::string unit = row < table.units.size() ? escaped(table.units[row]) : std::string();
        return withoutExponent(column.numbers[row], 6) + (unit.empty() ? "" : ' ' + unit);
    }
    }
    return {};
}

}

std::string cellText(const StatTable& table, const StatColumn& column, std::size_t row)
{
    if (stats::isMissing(column, row))
        return "-";
    if (compare::isTiny(table, column, row))
        return "< 0.1 %";
    std::string text = (isMore(column, row) ? "+" : "") + unsignedText(table, column, row);
    if (column.isChange && text.starts_with('-'))
        text.replace(0, 1, "−"); // as durations have it
    return text;
}

std::optional<std::int64_t> TableText::momentOf(const StatColumn& column, std::size_t row) const
{
    if (column.unit != StatUnit::moment || !m_timeline || stats::isMissing(column, row))
        return {};
    const bool isOfTrack = row < m_table.tracks.size() && m_table.tracks[row] != kNoTrack;
    const std::int64_t start = !isOfTrack || m_timeline->axes().empty()
        ? m_timeline->range.startNs
        : m_timeline->axis(m_table.tracks[row]).range.startNs;
    return subtractSaturating(stats::ownMoment(m_table, m_timeline, column, row), start);
}

std::string TableText::textOf(const StatColumn& column, std::size_t row, int decimals) const
{
    const auto moment = momentOf(column, row);
    return moment ? alignedText(*moment, TimeUnit::seconds, decimals) : cellText(m_table, column, row);
}

std::string TableText::lines(std::span<const std::size_t> rows, bool withHistograms) const
{
    std::vector<std::size_t> widths;
    std::size_t keyWidth = columnsOf(m_table.key);
    for (const std::size_t row : rows)
        keyWidth = std::max(keyWidth, std::min(columnsOf(escaped(m_table.keys[row])), kWidestKey));
    std::vector<std::vector<std::string>> cells; // by column
    for (const StatColumn& column : m_table.columns) {
        std::size_t width = columnsOf(column.title);
        int decimals = 0; // of moments, alike in all rows
        for (const std::size_t row : rows)
            decimals = std::max(decimals, momentDecimals(momentOf(column, row).value_or(0)));
        cells.emplace_back();
        for (const std::size_t row : rows) {
            cells.back().push_back(textOf(column, row, decimals));
            width = std::max(width, columnsOf(cells.back().back()));
        }
        widths.push_back(width);
    }
    // Of a terminal that has no room keys lose their middle, and columns go on below, beside the keys once more.
    const bool isMarked = std::ranges::any_of(
        rows, [&](std::size_t row) { return row < m_table.inexact.size() && m_table.inexact[row]; });
    std::size_t others = isMarked ? kMark : 0;
    for (const std::size_t width : widths)
        others += width + 2;
    const std::size_t room = lineWidth();
    const std::size_t longest = room == 0 ? 0 : std::max(room - std::min(room, others), kNarrowestKey);
    if (longest > 0)
        keyWidth = std::min(keyWidth, longest);
    std::vector<std::size_t> ends; // of the parts: the column behind each
    std::size_t used = keyWidth;
    for (std::size_t column = 0; column < widths.size(); ++column) {
        const std::size_t width = widths[column] + 2;
        const std::size_t behind = isMarked && column + 1 == widths.size() ? kMark : 0;
        if (room > 0 && used > keyWidth && used + width + behind > room) {
            ends.push_back(column);
            used = keyWidth;
        }
        used += width;
    }
    ends.push_back(widths.size());
    const auto cell = [&](std::string text, std::size_t column) {
        if (m_table.columns[column].unit == StatUnit::text)
            return padded(std::move(text), widths[column]);
        return std::string(widths[column] - columnsOf(text), ' ') + text;
    };
    const auto line = [&](std::string text) {
        text.erase(text.find_last_not_of(' ') + 1);
        return text + '\n';
    };
    std::string out;
    for (std::size_t first = 0; const std::size_t end : ends) {
        std::string head = padded(elided(m_table.key, longest), keyWidth);
        for (std::size_t column = first; column < end; ++column)
            head += "  " + cell(m_table.columns[column].title, column);
        out += (first > 0 ? "\n" : "") + line(std::move(head));
        for (std::size_t i = 0; i < rows.size(); ++i) {
            std::string text = padded(elided(escaped(m_table.keys[rows[i]]), longest), keyWidth);
            for (std::size_t column = first; column < end; ++column)
                text += "  " + cell(std::move(cells[column][i]), column);
            if (isMarked && end == widths.size() && m_table.inexact[rows[i]])
                text += "  ≈";
            out += line(std::move(text));
            if (withHistograms && end == widths.size())
                out += histogramLines(rows[i]);
        }
        first = end;
    }
    return out;
}

std::string TableText::histogramLines(std::size_t row) const
{
    constexpr std::uint64_t kLongest = 40;
    if (row >= m_table.histograms.size())
        return {};
    const std::vector<stats::HistogramBar> bars = stats::bars(m_table.histograms[row]);
    const ClockAxis* const order = m_table.order(row);
    const auto textOf = [&](std::int64_t ns) {
        return order ? stats::stepsText(*order, ns) : shortDurationText(ns);
    };
    std::uint64_t most = 0;
    std::size_t width = 0;
    for (const stats::HistogramBar& bar : bars) {
        most = std::max(most, bar.count);
        width = std::max(width, columnsOf(textOf(bar.range.startNs)));
    }
    std::string out;
    for (const stats::HistogramBar& bar : bars) {
        const std::string from = textOf(bar.range.startNs);
        out += "    " + std::string(width - columnsOf(from), ' ') + from + "  ";
        // Whatever counts is seen.
        const std::uint64_t length =
            bar.count == 0 ? 0 : std::max<std::uint64_t>(1, bar.count / (most / kLongest + 1));
        for (std::uint64_t i = 0; i < length; ++i)
            out += "▇";
        out += (bar.count == 0 ? "" : ' ' + grouped(bar.count)) + '\n';
    }
    return out;
}

// The slice a number stands for, as `tglass find` tells of it.
std::string TableText::placeJson(const StatPlace& place) const
{
    const std::vector<RowId> rows = m_timeline->rows(place.track);
    JsonLine line;
    const ClockAxis& clock = m_timeline->axis(place.track);
    line.add("start_ns", clock.toOwn(place.startNs));
    addClock(line, clock)
        .add("track", m_timeline->path(place.track))
        .add("number", m_timeline->track(place.track).number)
        .add("depth", std::uint64_t(place.depth));
    const auto slice = place.depth < rows.size()
        ? m_timeline->sliceAfter(rows[place.depth], subtractSaturating(place.startNs, 1))
        : std::nullopt;
    if (slice)
        line.add("source", m_document->sourceName(slice->ref.source())).add("offset", slice->ref.offset());
    return line.finish();
}

std::string TableText::json(std::size_t row) const
{
    JsonLine line;
    line.add("table", m_table.id).add("by", m_table.key).add("key", m_table.keys[row]);
    for (const StatColumn& column : m_table.columns) {
        if (column.unit == StatUnit::text)
            line.add(column.id, column.texts[row]);
        else if (stats::isMissing(column, row))
            line.add(column.id, std::nullopt);
        else
            line.addRaw(column.id, stats::exactText(m_table, m_timeline, column, row));
    }
    if (row < m_table.units.size())
        line.add("unit", m_table.units[row]);
    if (const ClockAxis* const order = m_table.order(row))
        addClock(line, *order);
    if (m_table.column("verdict")) {
        const std::string_view contrary = compare::measureOf(compare::contraryTo(m_table, row));
        line.add("contrary", contrary.empty() ? std::nullopt : std::optional(contrary));
    }
    line.add("exact", !m_table.isEstimate);
    if (row < m_table.inexact.size())
        line.add("approximate", bool(m_table.inexact[row]));
    if (row < m_table.queries.size())
        line.add("query", m_table.queries[row].empty() ? std::nullopt : std::optional(m_table.queries[row]));
    if (m_document && m_timeline)
        for (const StatColumn& column : m_table.columns) {
            const bool isLongest = column.id == "max_ns";
            if (row < column.places.size() && column.places[row].track != kNoTrack
                && (isLongest || m_table.histograms.empty()))
                line.addRaw(isLongest ? "longest" : column.id + "_at", placeJson(column.places[row]));
        }
    if (row < m_table.histograms.size())
        line.addRaw("histogram", jsonList(m_table.histograms[row], [](const auto& each) {
                        return '[' + std::to_string(each.first) + ',' + std::to_string(each.second) + ']';
                    }));
    return line.finish() + '\n';
}

}
