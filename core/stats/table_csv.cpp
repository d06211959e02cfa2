#include "core/stats/table_csv.h"

#include "core/base/csv.h"
#include "core/base/text.h"
#include "core/io/save_io.h"

#include <array>
#include <charconv>
#include <cmath>
#include <numeric>

namespace traceglass::stats {

namespace {

bool isReal(StatUnit unit) // in StatColumn::numbers
{
    return unit == StatUnit::share || unit == StatUnit::rate || unit == StatUnit::value;
}

std::vector<std::size_t> columnsOf(const TableCsv& csv)
{
    if (csv.columns)
        return *csv.columns;
    std::vector<std::size_t> all(csv.table.columns.size());
    std::iota(all.begin(), all.end(), std::size_t(0));
    return all;
}

}

bool isMissing(const StatColumn& column, std::size_t row)
{
    if (column.unit == StatUnit::text)
        return false;
    return isReal(column.unit) ? !std::isfinite(column.numbers[row]) : column.integers[row] == kNoInteger;
}

std::int64_t ownMoment(const StatTable& table, const Timeline* timeline, const StatColumn& column,
                       std::size_t row)
{
    const std::int64_t ns = column.integers[row];
    if (!timeline || row >= table.tracks.size() || table.tracks[row] == kNoTrack)
        return ns;
    return timeline->axis(table.tracks[row]).toOwn(ns);
}

std::string exactText(const StatTable& table, const Timeline* timeline, const StatColumn& column,
                      std::size_t row)
{
    if (column.unit == StatUnit::text)
        return column.texts[row];
    if (isMissing(column, row))
        return {};
    if (isReal(column.unit))
        return shortestText(column.numbers[row]);
    return std::to_string(column.unit == StatUnit::moment ? ownMoment(table, timeline, column, row)
                                                          : column.integers[row]);
}

std::string stepsText(const ClockAxis& order, std::int64_t ns)
{
    if (ns % order.stepNs == 0)
        return order.lengthText(ns);
    std::array<char, 32> buffer {};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(),
                                   static_cast<double>(ns) / static_cast<double>(order.stepNs),
                                   std::chars_format::general, 3);
    return std::string(buffer.data(), end.ptr) + " steps";
}

std::string TableCsv::header() const
{
    std::string out = csvCell(table.key);
    for (const std::size_t column : columnsOf(*this))
        out += ',' + csvCell(table.columns[column].id);
    return out + (table.units.empty() ? "" : ",unit") + (table.orders.empty() ? "" : ",step_ns")
        + (table.inexact.empty() ? "" : ",approximate") + "\r\n";
}

std::string TableCsv::line(std::size_t row) const
{
    std::string out = csvCell(escaped(table.keys[row]));
    for (const std::size_t column : columnsOf(*this))
        out += ',' + csvCell(escaped(exactText(table, timeline, table.columns[column], row)));
    if (!table.units.empty())
        out += ',' + csvCell(escaped(table.units[row]));
    if (!table.orders.empty()) {
        const ClockAxis* const order = table.order(row);
        out += ',' + (order ? std::to_string(order->stepNs) : std::string());
    }
    if (!table.inexact.empty())
        out += row < table.inexact.size() && table.inexact[row] ? ",true" : ",false";
    return out + "\r\n";
}

Result<void> TableCsv::save(const std::filesystem::path& to, const std::filesystem::path& capture,
                            std::span<const std::uint32_t> rows, Job& job) const
{
    constexpr std::size_t kAtOnce = 4096; // rows
    SaveIo io;
    const auto writeAll = [&](const FileWriter& write) -> Result<void> {
        std::string out = header();
        for (std::size_t i = 0; i < rows.size(); ++i) {
            out += line(rows[i]);
            if (i % kAtOnce != 0)
                continue;
            if (job.stopRequested())
                return fail(Code::Stopped);
            if (auto written = write(asBytes(out)); !written)
                return written;
            out.clear();
        }
        return write(asBytes(out));
    };
    return replaceFile(io, to, writeAll, {}, {.mode = 0666, .outOf = capture});
}

}
