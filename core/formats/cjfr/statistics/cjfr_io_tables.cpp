// What was read and written: a row for each file and each other end of a socket.
#include "core/base/text.h"
#include "core/formats/cjfr/records/cjfr_fields.h"
#include "core/formats/cjfr/statistics/cjfr_tables.h"

#include <algorithm>

namespace traceglass::cjfr {

namespace {

struct TransferRow
{
    Durations took;
    std::int64_t readBytes = kNoInteger;
    std::int64_t writtenBytes = kNoInteger;

    std::int64_t bytesPerSecond() const
    {
        if (readBytes == kNoInteger && writtenBytes == kNoInteger)
            return kNoInteger;
        return stats::amountPer(
            addSaturating(std::max<std::int64_t>(readBytes, 0), std::max<std::int64_t>(writtenBytes, 0)),
            kSecondNs, took.totalNs);
    }
};

void sumBytes(std::int64_t& sum, std::optional<std::int64_t> bytes)
{
    if (bytes)
        sum = addSaturating(std::max<std::int64_t>(sum, 0), std::max<std::int64_t>(*bytes, 0));
}

void addTransferColumns(StatTable& table, const EventPass& pass, const std::vector<TransferRow>& rows)
{
    const stats::Columns columns(table, rows, pass.job());
    columns.addSum("count", "count", "How many reads, writes and forces there were.", StatUnit::count,
                   [](const TransferRow& row) { return row.took.count(); });
    columns.addSum("read_bytes", "read", "Bytes that were read.", StatUnit::bytes,
                   [](const TransferRow& row) { return row.readBytes; });
    columns.addSum("written_bytes", "written", "Bytes that were written.", StatUnit::bytes,
                   [](const TransferRow& row) { return row.writtenBytes; });
    columns.addSum("total_ns", "total", "For how long threads read and wrote within the range, added up.",
                   StatUnit::span, [](const TransferRow& row) { return row.took.totalNs; });
    columns.add("p50_ns", "p50", "Half of them took no longer (nearest rank).", StatUnit::span,
                [](const TransferRow& row) { return stats::nearestRank(row.took.sorted, 500); });
    columns.add("p99_ns", "p99", "99 of 100 took no longer (nearest rank).", StatUnit::span,
                [](const TransferRow& row) { return stats::nearestRank(row.took.sorted, 990); });
    columns.add(
        "max_ns", "longest", "The one that took longest.", StatUnit::span,
        [](const TransferRow& row) { return row.took.longest.ns; },
        [&](const TransferRow& row) { return pass.placeOf(row.took.longest); });
    columns.add("bytes_per_s", "per second", "Bytes for each second spent with reading and writing.",
                StatUnit::bytes, [](const TransferRow& row) { return row.bytesPerSecond(); });
    columns.sortBy("total_ns");
}

}

Result<StatTable> transferTable(EventPass& pass)
{
    enum Wanted : std::size_t { fileRead, fileWrite, fileForce, socketRead, socketWrite };
    const std::vector<WantedEvents> wanted = {
        {"jdk.FileRead", {"path", "bytesRead"}},
        {"jdk.FileWrite", {"path", "bytesWritten"}},
        {"jdk.FileForce", {"path"}},
        {"jdk.SocketRead", {"host", "address", "port", "bytesRead"}},
        {"jdk.SocketWrite", {"host", "address", "port", "bytesWritten"}},
    };
    RowsOf<std::pair<StringId, std::int64_t>, TransferRow> rows; // path or host; port, -1: a file
    std::vector<std::pair<StringId, std::int64_t>> named;        // by row
    const auto done = pass.read(wanted, [&](const EventView& event) {
        StringId name = pass.name(event.fields[0]);
        std::int64_t port = -1;
        if (event.wanted >= socketRead) {
            if (name == StringId {})
                name = pass.name(event.fields[1]);
            port = pass.integer(event.fields[2]).value_or(0);
        }
        TransferRow& row = rows[{name, port}];
        if (rows.all().size() > named.size())
            named.emplace_back(name, port);
        row.took.take(event, pass.range());
        if (event.wanted == fileRead || event.wanted == socketRead)
            sumBytes(row.readBytes, pass.integer(event.fields.back()));
        else if (event.wanted != fileForce)
            sumBytes(row.writtenBytes, pass.integer(event.fields.back()));
    });
    if (!done)
        return tl::unexpected(done.error());

    StatTable table;
    bool isInexact = false;
    for (std::size_t i = 0; i < named.size(); ++i) {
        if (pass.job().stopRequested())
            return fail(Code::Stopped);
        TransferRow& row = rows.all()[i];
        row.took.finish(pass.job());
        const auto& [name, port] = named[i];
        table.keys.push_back(keyText(pass, name, port < 0 ? "unknown file" : "unknown host")
                             + (port < 0 ? "" : ':' + std::to_string(port)));
        table.inexact.push_back(row.took.hasApproximate);
        isInexact |= row.took.hasApproximate;
    }
    addTransferColumns(table, pass, rows.all());
    if (isInexact)
        table.remarks.emplace_back("≈: of some the recording kept no time of their own.");
    if (const std::string cut = pass.thresholdRemark(); !cut.empty())
        table.remarks.push_back(cut);
    return table;
}

}
