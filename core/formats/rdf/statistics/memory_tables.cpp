#include "core/base/time_text.h"
#include "core/formats/rdf/payloads/device_info.h"
#include "core/formats/rdf/statistics/memory_moment.h"
#include "core/formats/rdf/timeline/memory_lives.h"
#include "core/stats/columns.h"

#include <algorithm>

namespace traceglass::rdf {

namespace {

std::int64_t changeOf(std::uint64_t before, std::uint64_t now)
{
    return static_cast<std::int64_t>(now - before);
}

}

StatTable heapTable(const KnownPayloads& known, const MemoryHistory& memory, const StatRequest& request,
                    const Job& job)
{
    struct TableRow
    {
        std::size_t heap = 0;
        std::int64_t allocations = 0, resources = 0;
        std::uint64_t requested = 0, bound = 0, requestedBefore = 0, boundBefore = 0;
        std::int64_t mapped = kNoInteger;
    };
    const Moments moments = momentsOf(request);
    const MemoryAt before(known, memory, moments.fromNs, job), now(known, memory, moments.atNs, job);
    std::vector<TableRow> rows(kHeaps);
    const auto& all = memory.state.allocations();
    for (std::size_t n = 0; n < all.size(); ++n) {
        TableRow& row = rows[static_cast<std::size_t>(all[n].heap)];
        if (now.isLive[n]) {
            ++row.allocations;
            row.resources += static_cast<std::int64_t>(now.allocations[n].resources);
            row.requested += all[n].size;
            row.bound += now.allocations[n].bound;
        }
        if (before.isLive[n]) {
            row.requestedBefore += all[n].size;
            row.boundBefore += before.allocations[n].bound;
        }
    }
    StatTable table;
    for (std::size_t heap = 0; heap < kHeaps; ++heap) {
        rows[heap].heap = heap;
        const auto track =
            request.timeline.findTrack(TrackKind::counter, FamilyKey {Family::mapped, heap}.packed());
        if (!track)
            continue;
        const auto value = request.timeline.sliceBefore(request.timeline.track(*track).firstRow,
                                                        addSaturating(moments.atNs, 1));
        rows[heap].mapped =
            value ? static_cast<std::int64_t>(request.timeline.value(*track, *value)) : std::int64_t(0);
    }
    std::erase_if(rows, [&](const TableRow& row) {
        return row.allocations == 0 && row.mapped <= 0 && memory.peakRequested[row.heap] == 0;
    });
    for (const TableRow& row : rows) {
        table.keys.push_back(heapName(row.heap));
        table.tracks.push_back(
            request.timeline.findTrack(TrackKind::counter, FamilyKey {Family::requested, row.heap}.packed())
                .value_or(kNoTrack));
    }
    const stats::Columns columns(table, rows, job);
    columns.add("requested", "requested", "What live allocations ask for, by the heap they would like best.",
                StatUnit::bytes, [](const TableRow& row) { return row.requested; });
    columns.add("bound", "bound", "What resources lie in: of each allocation the union of their ranges.",
                StatUnit::bytes, [](const TableRow& row) { return row.bound; });
    columns.add("unbound", "unbound", "Requested, less bound.", StatUnit::bytes,
                [](const TableRow& row) { return row.requested - std::min(row.bound, row.requested); });
    columns.add("mapped", "mapped", "What page tables map, of all processes; rounded to seven digits.",
                StatUnit::bytes, [](const TableRow& row) { return row.mapped; });
    columns.add("peak_requested", "peak requested", "The most that was requested at any time in the capture.",
                StatUnit::bytes, [&](const TableRow& row) { return memory.peakRequested[row.heap]; });
    columns.add("allocations", "allocations", "Live allocations.", StatUnit::count,
                [](const TableRow& row) { return row.allocations; });
    columns.add("resources", "resources", "Resources that lie in them, without heaps.", StatUnit::count,
                [](const TableRow& row) { return row.resources; });
    columns.add("requested_change", "Δ requested", "How much more than at the begin of the range.",
                StatUnit::bytes,
                [](const TableRow& row) { return changeOf(row.requestedBefore, row.requested); });
    columns.add("bound_change", "Δ bound", "How much more than at the begin of the range.", StatUnit::bytes,
                [](const TableRow& row) { return changeOf(row.boundBefore, row.bound); });
    addMoment(table, moments, memory, known, true);
    return table;
}

StatTable useTable(const KnownPayloads& known, const MemoryHistory& memory, const StatRequest& request,
                   const Job& job)
{
    struct TableRow
    {
        UsageClass use {};
        std::int64_t resources = 0, before = 0;
        std::uint64_t bytes = 0, bytesBefore = 0, largest = 0;
        std::uint32_t largestResource = kNoNumber;
    };
    const Moments moments = momentsOf(request);
    std::vector<TableRow> rows(kUsageClasses);
    for (const MemoryResource& resource : memory.state.resources()) {
        if (isStoppedAt(resource.number, job))
            return {};
        TableRow& row = rows[static_cast<std::size_t>(resource.usageClass())];
        row.use = resource.usageClass();
        const auto sizeAt = [&](std::int64_t ns) {
            const auto* const binding = bindingAt(known, memory, resource.number, ns);
            return binding ? binding->size : std::uint64_t(0);
        };
        if (isThere(known, resource.created, resource.destroyed, moments.fromNs)) {
            ++row.before;
            row.bytesBefore += sizeAt(moments.fromNs);
        }
        if (!isThere(known, resource.created, resource.destroyed, moments.atNs))
            continue;
        const std::uint64_t size = sizeAt(moments.atNs);
        ++row.resources;
        row.bytes += size;
        if (row.largestResource == kNoNumber || size > row.largest) {
            row.largest = size;
            row.largestResource = resource.number;
        }
    }
    std::erase_if(rows, [](const TableRow& row) { return row.resources == 0 && row.before == 0; });
    StatTable table;
    for (const TableRow& row : rows)
        table.keys.push_back(inWords(std::string(usageName(row.use))));
    const stats::Columns columns(table, rows, job);
    columns.add("bytes", "together",
                "The sizes of live resources added up; what shares memory counts for each.", StatUnit::bytes,
                [](const TableRow& row) { return row.bytes; });
    std::uint64_t all = 0;
    for (const TableRow& row : rows)
        all += row.use == UsageClass::heap ? 0 : row.bytes;
    columns.add("share", "share", "Of the sizes of all live resources but heaps, which hold others.",
                StatUnit::share, [&](const TableRow& row) {
                    return row.use == UsageClass::heap ? stats::shareOf(0, 0)
                                                       : stats::shareOf(static_cast<std::int64_t>(row.bytes),
                                                                        static_cast<std::int64_t>(all));
                });
    columns.add("resources", "resources", "Live resources, bound or not.", StatUnit::count,
                [](const TableRow& row) { return row.resources; });
    columns.add(
        "largest", "largest", "The largest of them.", StatUnit::bytes,
        [](const TableRow& row) { return row.largest; },
        [&](const TableRow& row) {
            return row.largestResource == kNoNumber
                ? StatPlace {}
                : placeOf(request.timeline,
                          sliceOfResource(request.timeline, known, memory, row.largestResource));
        });
    columns.add("bytes_change", "Δ together", "How much more than at the begin of the range.",
                StatUnit::bytes, [](const TableRow& row) { return changeOf(row.bytesBefore, row.bytes); });
    columns.add("resources_change", "Δ resources", "How many more than at the begin of the range.",
                StatUnit::count, [](const TableRow& row) { return row.resources - row.before; });
    addMoment(table, moments, memory, known, true);
    return table;
}

namespace {

// What lies in each allocation, by offset.
std::vector<StatStrip> stripsOf(const std::vector<std::size_t>& rows, const MemoryAt& now,
                                const SliceLookup& lookup, const KnownPayloads& known,
                                const MemoryHistory& memory, const Job& job)
{
    std::vector<StatStrip> out;
    std::uint64_t seen = 0;
    for (const std::size_t n : rows) {
        const MemoryAllocation& allocation = memory.state.allocations()[n];
        StatStrip& strip = out.emplace_back(StatStrip {allocation.size});
        for (const MemoryHistory::Binding* const binding : now.boundIn(n)) {
            if (isStoppedAt(seen++, job))
                return out;
            strip.parts.push_back(
                {binding->address - allocation.address, binding->size,
                 placeOf(lookup.timeline(), sliceOfBinding(lookup, known, memory, *binding))});
        }
    }
    return out;
}

}

StatTable allocationTable(const KnownPayloads& known, const MemoryHistory& memory, const StatRequest& request,
                          const Job& job)
{
    const Moments moments = momentsOf(request);
    const MemoryAt now(known, memory, moments.atNs, job);
    const auto& all = memory.state.allocations();
    std::vector<std::size_t> rows;
    const SliceLookup lookup(request.timeline, job);
    const auto lifeOf = [&](std::size_t n) {
        return sliceOfAllocation(lookup, known, memory, static_cast<std::uint32_t>(n));
    };
    StatTable table;
    for (std::size_t n = 0; n < all.size(); ++n) {
        if (!now.isLive[n])
            continue;
        rows.push_back(n);
        addLife(table, request.timeline, lifeOf(n), valueText(all[n].address, FieldUnit::address));
    }
    const stats::Columns columns(table, rows, job);
    const auto place = [&](std::size_t n) { return placeOf(request.timeline, lifeOf(n)); };
    columns.add(
        "size", "size", "What the allocation asks for.", StatUnit::bytes,
        [&](std::size_t n) { return all[n].size; }, place);
    columns.add("heap", "heap", "The heap it would like best.", StatUnit::text,
                [&](std::size_t n) { return heapName(static_cast<std::uint64_t>(all[n].heap)); });
    columns.add("bound", "bound", "The union of the ranges of its resources, without heaps.", StatUnit::bytes,
                [&](std::size_t n) { return now.allocations[n].bound; });
    columns.add("bound_share", "bound, share", "Bound, of its size.", StatUnit::share, [&](std::size_t n) {
        return stats::shareOf(static_cast<std::int64_t>(now.allocations[n].bound),
                              static_cast<std::int64_t>(all[n].size));
    });
    columns.add("resources", "resources", "What lies in it, without heaps.", StatUnit::count,
                [&](std::size_t n) { return now.allocations[n].resources; });
    if (!job.stopRequested())
        table.columns.back().strips = stripsOf(rows, now, lookup, known, memory, job);
    columns.add("created_ns", "allocated", "When it was made.", StatUnit::moment,
                [&](std::size_t n) { return nsOf(known, all[n].created); });
    columns.add("freed_ns", "freed", "When it was freed; nothing: not in the capture.", StatUnit::moment,
                [&](std::size_t n) { return all[n].isLive() ? kNoInteger : nsOf(known, all[n].freed); });
    addMoment(table, moments, memory, known, false);
    return table;
}

}
