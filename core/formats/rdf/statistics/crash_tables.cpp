#include "core/base/text.h"
#include "core/formats/rdf/payloads/memory/address_ranges.h"
#include "core/formats/rdf/statistics/rdf_statistics.h"
#include "core/formats/rdf/timeline/rdf_tracks.h"
#include "core/stats/columns.h"

#include <algorithm>
#include <span>

namespace traceglass::rdf {

namespace {

constexpr std::size_t kRows = 100'000; // of a table

// The names from the top to a marker: "Frame 660/DownSamplePS/Draw".
std::string pathOf(const std::vector<const CrashMarker*>& above, const CrashMarker& marker)
{
    constexpr std::size_t kNamesShown = 32;
    std::string out;
    for (std::size_t n = 0; n < above.size() && n < kNamesShown; ++n)
        out += escaped(above[n]->name) + "/";
    return out + (above.size() > kNamesShown ? "…/" : "") + escaped(marker.name);
}

}

// The deepest markers in progress and those that had not started, by command buffer, in the order of recording.
StatTable inFlightTable(const Crash& crash, const Job& job)
{
    struct TableRow
    {
        const InFlight* buffer = nullptr;
        const CrashMarker* marker = nullptr;
        std::string path;
        std::int64_t number = 0;
        bool isSuspect = false;
    };
    std::vector<TableRow> rows;
    std::size_t left = 0, pathBytes = 0;
    for (const InFlight& buffer : crash.inFlight) {
        std::vector<const CrashMarker*> above;
        bool hasSuspect = false;
        for (std::size_t n = 0; n < buffer.markers.size(); ++n) {
            if (isStoppedAt(n, job))
                return {};
            const CrashMarker& marker = buffer.markers[n];
            above.resize(std::min<std::size_t>(above.size(), marker.depth));
            const bool isDeepest = marker.status == MarkerStatus::inProgress && !marker.hasInProgressBelow;
            const bool isNext = marker.status == MarkerStatus::notStarted
                && (above.empty() || above.back()->status != MarkerStatus::notStarted);
            if (isDeepest || isNext) {
                if (rows.size() < kRows && pathBytes < kPathBytes) {
                    rows.push_back({&buffer, &marker, pathOf(above, marker), static_cast<std::int64_t>(n),
                                    isDeepest && !hasSuspect});
                    pathBytes += rows.back().path.size();
                } else {
                    ++left;
                }
                hasSuspect = hasSuspect || isDeepest;
            }
            above.push_back(&marker);
        }
    }
    StatTable table;
    for (const TableRow& row : rows)
        table.keys.push_back(row.path);
    const stats::Columns columns(table, rows, job);
    columns.add(
        "status", "status", "In progress: the GPU had begun it and not ended; not started: it comes behind.",
        StatUnit::text, [](const TableRow& row) {
            return std::string(row.marker->status == MarkerStatus::inProgress ? "in progress" : "not started")
                + (row.isSuspect ? ", first" : "");
        });
    columns.add("command_buffer", "command buffer", "The number of the command buffer.", StatUnit::count,
                [](const TableRow& row) { return std::int64_t(row.buffer->commandBuffer); });
    columns.add("order", "order", "Its place among the markers of the command buffer, as they were recorded.",
                StatUnit::count, [](const TableRow& row) { return row.number; });
    columns.add("info", "call", "What was drawn or dispatched.", StatUnit::text,
                [](const TableRow& row) { return escaped(row.marker->info); });
    columns.add("below", "below", "How many markers are within it.", StatUnit::count,
                [](const TableRow& row) { return std::int64_t(row.marker->below); });
    for (const InFlight& buffer : crash.inFlight)
        table.remarks.push_back(
            "Command buffer " + std::to_string(buffer.commandBuffer) + ": "
            + counted(buffer.markers.size(), "marker", "markers") + ", "
            + grouped(buffer.statuses[static_cast<std::size_t>(MarkerStatus::finished)]) + " finished, "
            + grouped(buffer.statuses[static_cast<std::size_t>(MarkerStatus::inProgress)]) + " in progress, "
            + grouped(buffer.statuses[static_cast<std::size_t>(MarkerStatus::notStarted)]) + " not started.");
    std::string others;
    for (const auto state :
         {CommandBufferState::done, CommandBufferState::notStarted, CommandBufferState::notSeen}) {
        if (const std::uint64_t count = crash.states[static_cast<std::size_t>(state)]; count > 0)
            others += (others.empty() ? "" : ", ") + grouped(count)
                + (state == CommandBufferState::done             ? " finished"
                       : state == CommandBufferState::notStarted ? " not started"
                                                                 : " never reached the GPU");
    }
    if (!others.empty())
        table.remarks.push_back("Other command buffers: " + others + ".");
    if (left > 0)
        table.remarks.push_back(grouped(left) + " more are left out.");
    return table;
}

StatTable faultTable(const KnownPayloads& known, const Crash& crash, const MemoryHistory* memory,
                     const StatRequest& request, const Job& job)
{
    struct TableRow
    {
        const Crash::Fault* fault = nullptr;
        const MemoryHistory::Binding* binding = nullptr; // null: nothing that is known lay there
    };
    AddressRanges places; // of bindings: those of all faults are asked for
    for (std::uint32_t n = 0; memory && n < memory->bindings.size(); ++n) {
        const MemoryHistory::Binding& binding = memory->bindings[n];
        if (!memory->names.isImplicit(binding.resource))
            places.add(n, binding.address, binding.size);
    }
    places.ready();
    std::vector<TableRow> rows;
    std::uint64_t left = crash.faultsLeft; // faults of which not all is listed
    for (const Crash::Fault& fault : crash.faults) {
        if (rows.size() == kRows) { // what lies there is not asked any more: there may be as much each time
            ++left;
            continue;
        }
        if (job.stopRequested())
            return {};
        const std::uint64_t at = fault.fault.address;
        const std::vector<std::uint32_t> there = at == 0 ? std::vector<std::uint32_t> {} : places.at(at);
        const std::size_t listed = std::min(there.size(), kRows - rows.size());
        for (const std::uint32_t binding : std::span(there).first(listed))
            rows.push_back({&fault, &memory->bindings[binding]});
        if (listed < there.size())
            ++left;
        if (there.empty())
            rows.push_back({&fault, nullptr});
    }
    StatTable table;
    for (const TableRow& row : rows) {
        table.keys.push_back(row.binding ? escaped(memory->nameOf(row.binding->resource))
                                         : "nothing that is known");
        table.tracks.push_back(
            row.binding ? request.timeline
                              .findTrack(TrackKind::slices,
                                         FamilyKey {Family::resource, row.binding->resource}.packed())
                              .value_or(kNoTrack)
                        : kNoTrack);
    }
    const auto nsOf = [&](std::uint64_t tick) { return known.nsOfCpu(tick).value_or(kNoInteger); };
    const auto resource = [&](const TableRow& row) -> const MemoryResource& {
        return memory->state.resources()[row.binding->resource];
    };
    const stats::Columns columns(table, rows, job);
    columns.add("address", "fault address", "The address that was used and not mapped.", StatUnit::text,
                [](const TableRow& row) { return valueText(row.fault->fault.address, FieldUnit::address); });
    columns.add(
        "fault_ns", "fault at", "When it happened.", StatUnit::moment,
        [&](const TableRow& row) { return nsOf(row.fault->tick); },
        [&](const TableRow& row) {
            const auto track =
                request.timeline.findTrack(TrackKind::marks, FamilyKey {Family::faults}.packed());
            return track && nsOf(row.fault->tick) != kNoInteger ? StatPlace {*track, 0, nsOf(row.fault->tick)}
                                                                : StatPlace {};
        });
    columns.add("state", "then", "Whether the resource was there when the fault happened.", StatUnit::text,
                [&](const TableRow& row) -> std::string {
                    if (!row.binding)
                        return {};
                    const MemoryResource& of = resource(row);
                    return of.created > row.fault->tick                   ? "not created yet"
                        : !of.isLive() && of.destroyed <= row.fault->tick ? "destroyed before"
                                                                          : "live";
                });
    columns.add("size", "size", "Of the resource.", StatUnit::bytes, [](const TableRow& row) {
        return row.binding ? static_cast<std::int64_t>(row.binding->size) : kNoInteger;
    });
    columns.add("offset", "offset in it", "How far in the resource the fault lies.", StatUnit::bytes,
                [](const TableRow& row) {
                    return row.binding
                        ? static_cast<std::int64_t>(row.fault->fault.address - row.binding->address)
                        : kNoInteger;
                });
    columns.add("created_ns", "created", "When the resource was made.", StatUnit::moment,
                [&](const TableRow& row) { return row.binding ? nsOf(resource(row).created) : kNoInteger; });
    columns.add("destroyed_ns", "destroyed", "When it was destroyed; nothing: not in the capture.",
                StatUnit::moment, [&](const TableRow& row) {
                    return row.binding && !resource(row).isLive() ? nsOf(resource(row).destroyed)
                                                                  : kNoInteger;
                });
    columns.add("identifier", "identifier", "As the vendor's tools call it.", StatUnit::text,
                [&](const TableRow& row) {
                    return row.binding ? std::to_string(resource(row).id()) : std::string();
                });
    if (crash.faults.empty())
        table.remarks.emplace_back("The dump tells of no page fault.");
    if (left > 0)
        table.remarks.push_back("Of " + counted(left, "page fault", "page faults")
                                + " not all is listed, or nothing: that would be too many rows.");
    return table;
}

}
