// What the program allocates: by class, by where in the program, by thread.
#include "core/base/text.h"
#include "core/formats/cjfr/statistics/cjfr_tables.h"

#include <unordered_map>

namespace traceglass::cjfr {

namespace {

struct AllocationRow
{
    std::string key;
    TrackId track = kNoTrack;
    std::int64_t samples = 0;
    std::int64_t bytes = 0;
    std::unordered_map<std::int64_t, std::int64_t> bySecond; // of the range: bytes
    std::int64_t peakBytes = 0;
    std::int64_t peakSecond = kNoInteger;
    bool hasApproximate = false;

    void take(std::int64_t weight, std::int64_t second, bool isApproximate)
    {
        ++samples;
        bytes = addSaturating(bytes, weight);
        std::int64_t& then = bySecond[second];
        then = addSaturating(then, weight);
        hasApproximate |= isApproximate;
    }
    void finish()
    {
        for (const auto& [second, sum] : bySecond) {
            if (peakSecond == kNoInteger || sum > peakBytes || (sum == peakBytes && second < peakSecond)) {
                peakBytes = sum;
                peakSecond = second;
            }
        }
        bySecond = {};
    }
};

void addAllocationColumns(StatTable& table, const std::vector<AllocationRow>& rows, const TimeRange& range,
                          std::int64_t allBytes, const Job& job)
{
    const stats::Columns columns(table, rows, job);
    columns.addSum("samples", "samples", "How many allocations were recorded.", StatUnit::count,
                   [](const AllocationRow& row) { return row.samples; });
    columns.addSum("bytes", "bytes", "What the samples stand for, added up.", StatUnit::bytes,
                   [](const AllocationRow& row) { return row.bytes; });
    columns.add("share", "share", "That as part of all rows.", StatUnit::share,
                [&](const AllocationRow& row) { return stats::shareOf(row.bytes, allBytes); });
    columns.add(
        "bytes_per_s", "per second", "Bytes for each second of the range.", StatUnit::bytes,
        [&](const AllocationRow& row) { return stats::amountPer(row.bytes, kSecondNs, range.lengthNs()); });
    columns.add("peak_bytes", "peak second",
                "The most bytes in a second; seconds count from the start of the range.", StatUnit::bytes,
                [](const AllocationRow& row) { return row.peakBytes; });
    columns.add("peak_ns", "peak at", "When the first second with so many bytes begins.", StatUnit::moment,
                [&](const AllocationRow& row) {
                    return addSaturating(range.startNs, stats::productSaturating(row.peakSecond, kSecondNs));
                });
    columns.sortBy("bytes");
}

// Samples stand for all that was allocated; buffers of threads are the next best thing.
std::vector<WantedEvents> wantedAllocations(const EventPass& pass)
{
    if (pass.has("jdk.ObjectAllocationSample"))
        return {{"jdk.ObjectAllocationSample", {"weight", "objectClass", "stackTrace"}}};
    return {{"jdk.ObjectAllocationInNewTLAB", {"tlabSize", "objectClass", "stackTrace"}},
            {"jdk.ObjectAllocationOutsideTLAB", {"allocationSize", "objectClass", "stackTrace"}}};
}

}

Result<StatTable> allocationTable(EventPass& pass, AllocationsBy by)
{
    const std::vector<WantedEvents> wanted = wantedAllocations(pass);
    RowsOf<std::uint64_t, AllocationRow> rows; // name, or key of a thread
    std::int64_t allBytes = 0;
    std::uint64_t unknown = 0;
    bool isInexact = false;
    const auto done = pass.read(wanted, [&](const EventView& event) {
        const std::int64_t weight = std::max<std::int64_t>(pass.integer(event.fields[0]).value_or(0), 0);
        const std::int64_t second = subtractSaturating(event.time.startNs, pass.range().startNs) / kSecondNs;
        AllocationRow* row = nullptr;
        if (by == AllocationsBy::thread) {
            row = &rows[event.thread ? event.thread->key : 0];
            row->key = event.thread ? event.thread->name : "no thread recorded";
            unknown += event.thread ? 0 : 1;
            if (event.thread && row->track == kNoTrack)
                row->track =
                    pass.timeline().findTrack(TrackKind::slices, event.thread->key).value_or(kNoTrack);
        } else {
            const bool isSite = by == AllocationsBy::site;
            const StringId name = isSite ? pass.site(event.fields[2]) : pass.name(event.fields[1]);
            row = &rows[number(name)];
            if (row->key.empty())
                row->key = keyText(pass, name, isSite ? "no stack recorded" : "unknown class");
            unknown += name == StringId {} ? 1 : 0;
        }
        row->take(weight, second, event.isApproximate);
        allBytes = addSaturating(allBytes, weight);
        isInexact |= event.isApproximate;
    });
    if (!done)
        return tl::unexpected(done.error());

    StatTable table;
    for (AllocationRow& row : rows.all()) {
        if (pass.job().stopRequested())
            return fail(Code::Stopped);
        row.finish();
        table.keys.push_back(row.key);
        table.inexact.push_back(row.hasApproximate);
        if (by == AllocationsBy::thread)
            table.tracks.push_back(row.track);
    }
    addAllocationColumns(table, rows.all(), pass.range(), allBytes, pass.job());
    table.isEstimate = true;
    if (wanted.size() == 1)
        table.remarks.emplace_back("An estimate: each sample stands for all that was allocated since the one "
                                   "before (jdk.ObjectAllocationSample).");
    else
        table.remarks.emplace_back("An estimate: a new allocation buffer counts whole for the object it was "
                                   "needed for (jdk.ObjectAllocationInNewTLAB, OutsideTLAB).");
    if (unknown > 0)
        table.remarks.push_back("Of " + counted(unknown, "allocation", "allocations") + " the "
                                + (by == AllocationsBy::thread     ? "thread"
                                       : by == AllocationsBy::site ? "stack"
                                                                   : "class")
                                + " was not recorded.");
    if (isInexact)
        table.remarks.emplace_back(
            "≈: of some the recording kept only between which collections they were; they "
            "count for the second in which that time begins.");
    return table;
}

}
