// Tables that have a row a resource of memory, or a row of all of one name.
#include "core/base/text.h"
#include "core/base/time_text.h"
#include "core/formats/rdf/payloads/device_info.h"
#include "core/formats/rdf/statistics/memory_moment.h"
#include "core/formats/rdf/timeline/memory_lives.h"
#include "core/stats/columns.h"

#include <algorithm>
#include <iterator>
#include <map>

namespace traceglass::rdf {

namespace {

// Columns of tables that have a row a resource: where it lies at the moment, else at the one before.
void addResourceColumns(StatTable& table, const std::vector<std::uint32_t>& rows, const KnownPayloads& known,
                        const MemoryHistory& memory, const Timeline& timeline, const Moments& moments,
                        const Job& job)
{
    const auto& all = memory.state.resources();
    const auto bindingOf = [&](std::uint32_t n) {
        const auto* const now = bindingAt(known, memory, n, moments.atNs);
        return now ? now : bindingAt(known, memory, n, moments.fromNs);
    };
    const SliceLookup lookup(timeline, job);
    for (const std::uint32_t n : rows) {
        addLife(table, timeline, sliceOfResource(lookup, known, memory, n), escaped(memory.nameOf(n)));
        const TrackId track = table.tracks.back();
        table.names.push_back(track == kNoTrack ? stateName(TaskState::none) : timeline.track(track).name);
    }
    const stats::Columns columns(table, rows, job);
    columns.add(
        "size", "size", "How much memory it is bound to.", StatUnit::bytes,
        [&](std::uint32_t n) { return bindingOf(n) ? bindingOf(n)->size : all[n].size; },
        [&](std::uint32_t n) { return placeOf(timeline, sliceOfResource(lookup, known, memory, n)); });
    columns.add("use", "use", "What it is used for.", StatUnit::text,
                [&](std::uint32_t n) { return inWords(std::string(usageName(all[n].usageClass()))); });
    columns.add("created_ns", "created", "When it was made.", StatUnit::moment,
                [&](std::uint32_t n) { return nsOf(known, all[n].created); });
    columns.add("bound_ns", "bound", "When it got its memory.", StatUnit::moment,
                [&](std::uint32_t n) { return bindingOf(n) ? nsOf(known, bindingOf(n)->from) : kNoInteger; });
    columns.add(
        "destroyed_ns", "destroyed", "When it was destroyed; nothing: not in the capture.", StatUnit::moment,
        [&](std::uint32_t n) { return all[n].isLive() ? kNoInteger : nsOf(known, all[n].destroyed); });
    columns.add("allocation", "allocation", "Where it lies.", StatUnit::text, [&](std::uint32_t n) {
        const auto* const in = bindingOf(n);
        return in && in->allocation != kNoNumber
            ? valueText(memory.state.allocations()[in->allocation].address, FieldUnit::address)
            : std::string();
    });
    columns.add(
        "offset", "offset", "From the begin of the allocation.", StatUnit::bytes, [&](std::uint32_t n) {
            const auto* const in = bindingOf(n);
            return in && in->allocation != kNoNumber
                ? static_cast<std::int64_t>(in->address - memory.state.allocations()[in->allocation].address)
                : kNoInteger;
        });
    columns.add("identifier", "identifier", "As the vendor's tools call it.", StatUnit::text,
                [&](std::uint32_t n) { return std::to_string(all[n].id()); });
}

}

StatTable resourceTable(const KnownPayloads& known, const MemoryHistory& memory, const StatRequest& request,
                        const Job& job)
{
    const Moments moments = momentsOf(request);
    std::vector<std::uint32_t> rows;
    for (const MemoryResource& resource : memory.state.resources()) {
        if (isStoppedAt(resource.number, job))
            return {};
        if (isThere(known, resource.created, resource.destroyed, moments.atNs)
            && !memory.names.isImplicit(resource.number))
            rows.push_back(resource.number);
    }
    StatTable table;
    addResourceColumns(table, rows, known, memory, request.timeline, {moments.atNs, moments.atNs}, job);
    addMoment(table, moments, memory, known, false);
    table.remarks.emplace_back("What the driver made for itself is left out.");
    return table;
}

namespace {

// Two moments to compare: the ends of the range, else the first and the last snapshot.
struct Compared
{
    Moments moments;
    std::string remark;
};

Compared comparedBy(const KnownPayloads& known, const MemoryHistory& memory, const StatRequest& request)
{
    Compared out {momentsOf(request), {}};
    const bool hasSnapshots = !request.range && memory.snapshots.size() > 1;
    if (hasSnapshots)
        out.moments = {nsOf(known, memory.snapshots.front().tick), nsOf(known, memory.snapshots.back().tick),
                       false};
    out.remark = "Between " + relativeText(out.moments.fromNs) + " and " + relativeText(out.moments.atNs)
        + (hasSnapshots              ? ", the first and the last snapshot"
               : out.moments.isRange ? ", the ends of the range"
                                     : ", all of the capture")
        + "; without heaps, which hold others";
    return out;
}

// Resources but heaps, of which the one said is implicit or not, by what they were and are at both moments.
template <class Wanted>
std::vector<std::uint32_t> resourcesThat(const KnownPayloads& known, const MemoryHistory& memory,
                                         const Moments& moments, const Job& job, const Wanted& isWanted)
{
    std::vector<std::uint32_t> out;
    for (const MemoryResource& resource : memory.state.resources()) {
        if (isStoppedAt(resource.number, job))
            return {};
        if (!memory.names.isImplicit(resource.number) && resource.type != kHeapResource
            && isWanted(isThere(known, resource.created, resource.destroyed, moments.fromNs),
                        isThere(known, resource.created, resource.destroyed, moments.atNs)))
            out.push_back(resource.number);
    }
    return out;
}

// What names of a family have in common: "texture[12]" and "texture[7]" are "texture[#]", "upload 3" is "upload #".
std::string familyOf(std::string_view name)
{
    std::string out;
    for (std::size_t at = 0; at < name.size();) {
        std::size_t end = at;
        while (end < name.size() && isDigit(name[end]))
            ++end;
        const bool isBracketed = at > 0 && name[at - 1] == '[' && end < name.size() && name[end] == ']';
        const bool isLast = end == name.size() && at > 0;
        if (end == at)
            out += name[at++];
        else {
            out += isBracketed || isLast ? std::string_view("#") : name.substr(at, end - at);
            at = end;
        }
    }
    return out;
}

}

StatTable changeTable(const KnownPayloads& known, const MemoryHistory& memory, const StatRequest& request,
                      const Job& job)
{
    const Compared compared = comparedBy(known, memory, request);
    const auto rows = resourcesThat(known, memory, compared.moments, job, std::not_equal_to<>());
    StatTable table;
    addResourceColumns(table, rows, known, memory, request.timeline, compared.moments, job);
    const stats::Columns columns(table, rows, job);
    columns.add("change", "change",
                "New: not there at the first moment; leaked: new, and never destroyed in the capture; gone: "
                "no longer there at the second.",
                StatUnit::text, [&](std::uint32_t n) -> std::string {
                    const MemoryResource& resource = memory.state.resources()[n];
                    if (isThere(known, resource.created, resource.destroyed, compared.moments.fromNs))
                        return "gone";
                    return resource.isLive() ? "leaked" : "new";
                });
    if (table.columns.size() > 1)
        std::rotate(table.columns.begin() + 1, table.columns.end() - 1, table.columns.end());
    table.remarks.push_back(compared.remark
                            + ". What lives at the end is a leak only if the program had ended.");
    return table;
}

StatTable keptTable(const KnownPayloads& known, const MemoryHistory& memory, const StatRequest& request,
                    const Job& job)
{
    const Compared compared = comparedBy(known, memory, request);
    const auto rows = resourcesThat(known, memory, compared.moments, job, std::logical_and<>());
    StatTable table;
    addResourceColumns(table, rows, known, memory, request.timeline, compared.moments, job);
    table.remarks.push_back(compared.remark + "; there at both moments.");
    return table;
}

StatTable nameTable(const KnownPayloads& known, const MemoryHistory& memory, const StatRequest& request,
                    const Job& job)
{
    struct TableRow
    {
        std::string name;
        std::int64_t resources = 0;
        std::uint64_t bytes = 0, largest = 0, smallest = 0;
        std::uint32_t largestResource = kNoNumber;
    };
    const Moments moments = momentsOf(request);
    std::map<std::string, TableRow> byName;
    std::uint64_t all = 0;
    for (const MemoryResource& resource : memory.state.resources()) {
        if (isStoppedAt(resource.number, job))
            return {};
        if (resource.type == kHeapResource
            || !isThere(known, resource.created, resource.destroyed, moments.atNs))
            continue;
        const auto* const binding = bindingAt(known, memory, resource.number, moments.atNs);
        const std::uint64_t size = binding ? binding->size : 0;
        TableRow& row = byName[familyOf(memory.nameOf(resource.number))];
        ++row.resources;
        row.bytes += size;
        all += size;
        row.smallest = row.resources == 1 ? size : std::min(row.smallest, size);
        if (row.largestResource == kNoNumber || size > row.largest) {
            row.largest = size;
            row.largestResource = resource.number;
        }
    }
    std::vector<TableRow> rows;
    for (auto& [name, row] : byName) {
        row.name = name;
        rows.push_back(std::move(row));
    }
    const SliceLookup lookup(request.timeline, job);
    StatTable table;
    for (const TableRow& row : rows)
        table.keys.push_back(escaped(row.name));
    const stats::Columns columns(table, rows, job);
    columns.add("bytes", "together",
                "The sizes of live resources added up; what shares memory counts for each.", StatUnit::bytes,
                [](const TableRow& row) { return row.bytes; });
    columns.add("share", "share", "Of the sizes of all live resources but heaps, added up.", StatUnit::share,
                [&](const TableRow& row) {
                    return stats::shareOf(static_cast<std::int64_t>(row.bytes),
                                          static_cast<std::int64_t>(all));
                });
    columns.add("resources", "resources", "Live resources of the name, bound or not.", StatUnit::count,
                [](const TableRow& row) { return row.resources; });
    columns.add(
        "largest", "largest", "The largest of them.", StatUnit::bytes,
        [](const TableRow& row) { return row.largest; },
        [&](const TableRow& row) {
            return placeOf(request.timeline, sliceOfResource(lookup, known, memory, row.largestResource));
        });
    columns.add("smallest", "smallest", "The smallest of them; 0: one is not bound.", StatUnit::bytes,
                [](const TableRow& row) { return row.smallest; });
    columns.add("use", "use", "What the largest is used for.", StatUnit::text, [&](const TableRow& row) {
        return inWords(std::string(usageName(memory.state.resources()[row.largestResource].usageClass())));
    });
    addMoment(table, moments, memory, known, false);
    table.remarks.emplace_back("Without heaps, which hold others; # stands for a number.");
    return table;
}

StatTable momentTable(const KnownPayloads& known, const MemoryHistory& memory, const StatRequest& request,
                      const Job& job)
{
    struct TableRow
    {
        std::string name;
        bool isSnapshot = true;
        std::int64_t ns = 0;
        MemorySum sum {};
    };
    std::vector<TableRow> rows;
    const auto want = [&](std::string_view name, bool isSnapshot, std::uint64_t tick) {
        const std::int64_t ns = nsOf(known, tick);
        if (!request.range || (ns >= request.range->startNs && ns <= request.range->endNs))
            rows.push_back({std::string(name), isSnapshot, ns});
    };
    for (const MemorySnapshot& snapshot : memory.snapshots)
        want(snapshot.name, true, snapshot.tick);
    if (memory.peakRequestedTotal > 0)
        want("most requested", false, memory.peakRequestedTick);
    std::ranges::stable_sort(rows, {}, &TableRow::ns);
    std::vector<std::int64_t> moments;
    std::ranges::transform(rows, std::back_inserter(moments), &TableRow::ns);
    const std::vector<MemorySum> sums = memoryAtEach(known, memory, moments, job);
    if (sums.size() < rows.size())
        return {}; // stopped
    for (std::size_t n = 0; n < rows.size(); ++n)
        rows[n].sum = sums[n];
    StatTable table;
    const auto track = request.timeline.findTrack(TrackKind::marks, FamilyKey {Family::snapshots}.packed());
    for (const TableRow& row : rows)
        table.keys.push_back(escaped(row.name));
    const stats::Columns columns(table, rows, job);
    columns.add(
        "at_ns", "at", "When it was.", StatUnit::moment, [](const TableRow& row) { return row.ns; },
        [&](const TableRow& row) {
            const auto slice = track
                ? request.timeline.sliceAt(request.timeline.track(*track).firstRow, row.ns)
                : std::nullopt;
            return slice && slice->startNs == row.ns ? StatPlace {*track, 0, row.ns} : StatPlace {};
        });
    columns.add("requested", "requested", "What live allocations ask for.", StatUnit::bytes,
                [](const TableRow& row) { return row.sum.requested; });
    columns.add("bound", "bound", "What resources lie in: of each allocation the union of their ranges.",
                StatUnit::bytes, [](const TableRow& row) { return row.sum.bound; });
    columns.add("allocations", "allocations", "Live allocations.", StatUnit::count,
                [](const TableRow& row) { return row.sum.allocations; });
    columns.add("resources", "resources", "Resources that lie in them, without heaps.", StatUnit::count,
                [](const TableRow& row) { return row.sum.resources; });
    columns.add("kind", "kind", "A snapshot, or the peak: when allocations asked for most.", StatUnit::text,
                [](const TableRow& row) { return std::string_view(row.isSnapshot ? "snapshot" : "peak"); });
    table.isLeastFirst = true; // by time
    table.remarks.emplace_back(
        "What is told of a snapshot is reckoned: only its name and its time are recorded.");
    return table;
}

}
