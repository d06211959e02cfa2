#include "core/base/text.h"
#include "core/base/time_text.h"
#include "core/formats/rdf/payloads/device_info.h"
#include "core/formats/rdf/statistics/rdf_statistics.h"
#include "core/formats/rdf/timeline/memory_lives.h"
#include "core/stats/columns.h"

#include <algorithm>
#include <limits>

namespace traceglass::rdf {

namespace {

constexpr std::uint64_t kLooksAStep = 4096;

// The moment a table is about, and that before it from which changes count.
struct Moments
{
    std::int64_t fromNs = 0, atNs = 0;
    bool isRange = false;
};

Moments momentsOf(const StatRequest& request)
{
    const TimeRange& all = request.timeline.range;
    if (!request.range)
        return {all.startNs, all.endNs, false};
    return {std::max(request.range->startNs, all.startNs), std::min(request.range->endNs, all.endNs), true};
}

std::int64_t nsOf(const KnownPayloads& known, std::uint64_t tick)
{
    return known.nsOfCpu(tick).value_or(std::numeric_limits<std::int64_t>::max());
}

// Is it there after everything that happened up to the moment?
bool isThere(const KnownPayloads& known, std::uint64_t from, std::uint64_t to, std::int64_t atNs)
{
    return nsOf(known, from) <= atNs && (to == kNever || nsOf(known, to) > atNs);
}

// Where a resource lies at a moment; null: nowhere.
const MemoryHistory::Binding* bindingAt(const KnownPayloads& known, const MemoryHistory& memory,
                                        std::uint32_t resource, std::int64_t ns)
{
    for (const MemoryHistory::Binding& binding : memory.bindingsOf(resource)) {
        if (isThere(known, binding.from, binding.to, ns))
            return &binding;
    }
    return nullptr;
}

struct OfAllocation
{
    std::uint64_t bound = 0, resources = 0;
};

// What lies in memory at a moment.
struct MemoryAt
{
    MemoryAt(const KnownPayloads& known, const MemoryHistory& memory, std::int64_t ns, const Job& job)
        : allocations(memory.state.allocations().size())
        , isLive(memory.state.allocations().size())
    {
        const auto& all = memory.state.allocations();
        for (std::size_t n = 0; n < all.size(); ++n) {
            if (n % kLooksAStep == 0 && job.stopRequested())
                return;
            isLive[n] = isThere(known, all[n].created, all[n].freed, ns);
        }
        for (const MemoryHistory::Binding& binding : memory.bindings) {
            if (binding.size > 0 && binding.allocation != kNoNumber && isLive[binding.allocation]
                && memory.state.resources()[binding.resource].type != kHeapResource
                && isThere(known, binding.from, binding.to, ns))
                bound.push_back(&binding);
        }
        const auto place = [](const MemoryHistory::Binding* binding) {
            return std::pair(binding->allocation, binding->address);
        };
        std::ranges::sort(bound, {}, place);
        std::uint64_t covered = 0; // end of what counted already, in the same allocation
        for (std::size_t n = 0; n < bound.size(); ++n) {
            const MemoryHistory::Binding& binding = *bound[n];
            if (n == 0 || bound[n - 1]->allocation != binding.allocation)
                covered = 0;
            const std::uint64_t begin = std::max(binding.address, covered),
                                end = binding.address + binding.size;
            OfAllocation& in = allocations[binding.allocation];
            in.bound += end > begin ? end - begin : 0;
            ++in.resources;
            covered = std::max(covered, end);
        }
    }

    std::vector<OfAllocation> allocations;            // by number
    std::vector<bool> isLive;                         // likewise
    std::vector<const MemoryHistory::Binding*> bound; // by allocation and address; heaps are left out
};

void addMoment(StatTable& table, const Moments& moments, const MemoryHistory& memory,
               const KnownPayloads& known, bool hasChanges)
{
    std::string text = "At " + relativeText(moments.atNs)
        + (moments.isRange ? ", the end of the range"
                           : ", the end of the capture: select a range to ask about another moment");
    if (hasChanges)
        text += moments.isRange ? "; changes since its begin, " + relativeText(moments.fromNs)
                                : "; changes since the begin";
    table.remarks.push_back(text + ".");
    std::string names;
    for (std::size_t n = 0; n < memory.snapshots.size() && n < 8; ++n)
        names += (n > 0 ? ", " : "") + escaped(memory.snapshots[n].name) + " at "
            + relativeText(nsOf(known, memory.snapshots[n].tick));
    if (!names.empty())
        table.remarks.push_back("Snapshots: " + names + ".");
}

StatPlace placeOf(const Timeline& timeline, const std::optional<SliceId>& slice)
{
    const auto track = slice ? timeline.findTrack(slice->kind, slice->trackKey) : std::nullopt;
    return track ? StatPlace {*track, slice->row, slice->startNs} : StatPlace {};
}

// A row of a life: what leads to it, and its colour.
void addLife(StatTable& table, const Timeline& timeline, const std::optional<SliceId>& slice,
             std::string text)
{
    const TrackId track = placeOf(timeline, slice).track;
    table.keys.push_back(std::move(text));
    table.tracks.push_back(track);
    table.queries.push_back(
        track == kNoTrack ? std::string()
                          : stats::queryOf({stats::isEqual(query::Field::track, timeline.path(track))}));
}

std::int64_t changeOf(std::uint64_t before, std::uint64_t now)
{
    return static_cast<std::int64_t>(now - before);
}

}

StatTable heapTable(const KnownPayloads& known, const MemoryHistory& memory, const StatRequest& request,
                    const Job& job)
{
    struct Row
    {
        std::size_t heap = 0;
        std::int64_t allocations = 0, resources = 0;
        std::uint64_t requested = 0, bound = 0, requestedBefore = 0, boundBefore = 0;
        std::int64_t mapped = kNoInteger;
    };
    const Moments moments = momentsOf(request);
    const MemoryAt before(known, memory, moments.fromNs, job), now(known, memory, moments.atNs, job);
    std::vector<Row> rows(kHeaps);
    const auto& all = memory.state.allocations();
    for (std::size_t n = 0; n < all.size(); ++n) {
        Row& row = rows[static_cast<std::size_t>(all[n].heap)];
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
    StatTable table {"heaps", "Memory by heap", "heap"};
    for (std::size_t heap = 0; heap < kHeaps; ++heap) {
        rows[heap].heap = heap;
        const auto track =
            request.timeline.findTrack(TrackKind::counter, TrackKey {Family::mapped, heap}.packed());
        if (!track)
            continue;
        const auto value = request.timeline.sliceBefore(request.timeline.track(*track).firstRow,
                                                        addSaturating(moments.atNs, 1));
        rows[heap].mapped =
            value ? static_cast<std::int64_t>(request.timeline.value(*track, *value)) : std::int64_t(0);
    }
    std::erase_if(rows, [&](const Row& row) {
        return row.allocations == 0 && row.mapped <= 0 && memory.peakRequested[row.heap] == 0;
    });
    for (const Row& row : rows) {
        table.keys.push_back(heapName(row.heap));
        table.tracks.push_back(
            request.timeline.findTrack(TrackKind::counter, TrackKey {Family::requested, row.heap}.packed())
                .value_or(kNoTrack));
    }
    const stats::Columns columns(table, rows, job);
    columns.add("requested", "requested", "What live allocations ask for, by the heap they would like best.",
                StatUnit::bytes, [](const Row& row) { return row.requested; });
    columns.add("bound", "bound", "What resources lie in: of each allocation the union of their ranges.",
                StatUnit::bytes, [](const Row& row) { return row.bound; });
    columns.add("unbound", "unbound", "Requested, less bound.", StatUnit::bytes,
                [](const Row& row) { return row.requested - std::min(row.bound, row.requested); });
    columns.add("mapped", "mapped", "What page tables map, of all processes; rounded to seven digits.",
                StatUnit::bytes, [](const Row& row) { return row.mapped; });
    columns.add("peak_requested", "peak requested", "The most that was requested at any time in the capture.",
                StatUnit::bytes, [&](const Row& row) { return memory.peakRequested[row.heap]; });
    columns.add("allocations", "allocations", "Live allocations.", StatUnit::count,
                [](const Row& row) { return row.allocations; });
    columns.add("resources", "resources", "Resources that lie in them, without heaps.", StatUnit::count,
                [](const Row& row) { return row.resources; });
    columns.add("requested_change", "Δ requested", "How much more than at the begin of the range.",
                StatUnit::bytes, [](const Row& row) { return changeOf(row.requestedBefore, row.requested); });
    columns.add("bound_change", "Δ bound", "How much more than at the begin of the range.", StatUnit::bytes,
                [](const Row& row) { return changeOf(row.boundBefore, row.bound); });
    addMoment(table, moments, memory, known, true);
    return table;
}

StatTable useTable(const KnownPayloads& known, const MemoryHistory& memory, const StatRequest& request,
                   const Job& job)
{
    struct Row
    {
        UsageClass use {};
        std::int64_t resources = 0, before = 0;
        std::uint64_t bytes = 0, bytesBefore = 0, largest = 0;
        std::uint32_t largestResource = kNoNumber;
    };
    const Moments moments = momentsOf(request);
    std::vector<Row> rows(kUsageClasses);
    for (const MemoryResource& resource : memory.state.resources()) {
        if (resource.number % kLooksAStep == 0 && job.stopRequested())
            return {};
        Row& row = rows[static_cast<std::size_t>(resource.usageClass())];
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
    std::erase_if(rows, [](const Row& row) { return row.resources == 0 && row.before == 0; });
    StatTable table {"memory-use", "Memory by use", "use"};
    for (const Row& row : rows)
        table.keys.push_back(inWords(std::string(usageName(row.use))));
    const stats::Columns columns(table, rows, job);
    columns.add("bytes", "together",
                "The sizes of live resources added up; what shares memory counts for each.", StatUnit::bytes,
                [](const Row& row) { return row.bytes; });
    columns.add("resources", "resources", "Live resources, bound or not.", StatUnit::count,
                [](const Row& row) { return row.resources; });
    columns.add(
        "largest", "largest", "The largest of them.", StatUnit::bytes,
        [](const Row& row) { return row.largest; },
        [&](const Row& row) {
            return row.largestResource == kNoNumber
                ? StatPlace {}
                : placeOf(request.timeline,
                          sliceOfResource(request.timeline, known, memory, row.largestResource));
        });
    columns.add("bytes_change", "Δ together", "How much more than at the begin of the range.",
                StatUnit::bytes, [](const Row& row) { return changeOf(row.bytesBefore, row.bytes); });
    columns.add("resources_change", "Δ resources", "How many more than at the begin of the range.",
                StatUnit::count, [](const Row& row) { return row.resources - row.before; });
    addMoment(table, moments, memory, known, true);
    return table;
}

StatTable allocationTable(const KnownPayloads& known, const MemoryHistory& memory, const StatRequest& request,
                          const Job& job)
{
    const Moments moments = momentsOf(request);
    const MemoryAt now(known, memory, moments.atNs, job);
    const auto& all = memory.state.allocations();
    std::vector<std::size_t> rows;
    const auto lifeOf = [&](std::size_t n) {
        return sliceOfAllocation(request.timeline, known, memory, static_cast<std::uint32_t>(n));
    };
    StatTable table {"allocations", "Memory by allocation", "allocation"};
    for (std::size_t n = 0; n < all.size(); ++n) {
        if (!now.isLive[n])
            continue;
        rows.push_back(n);
        addLife(table, request.timeline, lifeOf(n), valueText(all[n].address, Unit::address));
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
    columns.add("created_ns", "allocated", "When it was made.", StatUnit::moment,
                [&](std::size_t n) { return nsOf(known, all[n].created); });
    columns.add("freed_ns", "freed", "When it was freed; nothing: not in the capture.", StatUnit::moment,
                [&](std::size_t n) { return all[n].isLive() ? kNoInteger : nsOf(known, all[n].freed); });
    addMoment(table, moments, memory, known, false);
    return table;
}

namespace {

// Columns of tables that have a row a resource.
void addResourceColumns(StatTable& table, const std::vector<std::uint32_t>& rows, const KnownPayloads& known,
                        const MemoryHistory& memory, const Timeline& timeline, std::int64_t atNs,
                        const Job& job)
{
    const auto& all = memory.state.resources();
    const auto bindingOf = [&](std::uint32_t n) { return bindingAt(known, memory, n, atNs); };
    for (const std::uint32_t n : rows)
        addLife(table, timeline, sliceOfResource(timeline, known, memory, n), escaped(memory.nameOf(n)));
    const stats::Columns columns(table, rows, job);
    columns.add(
        "size", "size", "How much memory it is bound to.", StatUnit::bytes,
        [&](std::uint32_t n) { return bindingOf(n) ? bindingOf(n)->size : all[n].size; },
        [&](std::uint32_t n) { return placeOf(timeline, sliceOfResource(timeline, known, memory, n)); });
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
            ? valueText(memory.state.allocations()[in->allocation].address, Unit::address)
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
        if (resource.number % kLooksAStep == 0 && job.stopRequested())
            return {};
        if (isThere(known, resource.created, resource.destroyed, moments.atNs)
            && !memory.names.isImplicit(resource.number))
            rows.push_back(resource.number);
    }
    StatTable table {"resources", "Memory by resource", "resource"};
    addResourceColumns(table, rows, known, memory, request.timeline, moments.atNs, job);
    addMoment(table, moments, memory, known, false);
    table.remarks.emplace_back("What the driver made for itself is left out.");
    return table;
}

StatTable changeTable(const KnownPayloads& known, const MemoryHistory& memory, const StatRequest& request,
                      const Job& job)
{
    Moments moments = momentsOf(request);
    const bool hasSnapshots = !request.range && memory.snapshots.size() > 1;
    if (hasSnapshots)
        moments = {nsOf(known, memory.snapshots.front().tick), nsOf(known, memory.snapshots.back().tick),
                   false};
    std::vector<std::uint32_t> rows;
    for (const MemoryResource& resource : memory.state.resources()) {
        if (resource.number % kLooksAStep == 0 && job.stopRequested())
            return {};
        if (!memory.names.isImplicit(resource.number) && resource.type != kHeapResource
            && isThere(known, resource.created, resource.destroyed, moments.fromNs)
                != isThere(known, resource.created, resource.destroyed, moments.atNs))
            rows.push_back(resource.number);
    }
    StatTable table {"memory-changes", "Memory: new, gone and leaked", "resource"};
    addResourceColumns(table, rows, known, memory, request.timeline, moments.atNs, job);
    const stats::Columns columns(table, rows, job);
    columns.add("change", "change",
                "New: not there at the first moment; leaked: new, and never destroyed in the capture; gone: "
                "no longer "
                "there at the second.",
                StatUnit::text, [&](std::uint32_t n) -> std::string {
                    const MemoryResource& resource = memory.state.resources()[n];
                    if (isThere(known, resource.created, resource.destroyed, moments.fromNs))
                        return "gone";
                    return resource.isLive() ? "leaked" : "new";
                });
    if (table.columns.size() > 1)
        std::rotate(table.columns.begin() + 1, table.columns.end() - 1, table.columns.end());
    table.remarks.push_back("Between " + relativeText(moments.fromNs) + " and " + relativeText(moments.atNs)
                            + (hasSnapshots          ? ", the first and the last snapshot"
                                   : moments.isRange ? ", the ends of the range"
                                                     : ", all of the capture")
                            + "; without heaps, which hold others. What lives at the end is a leak only if "
                              "the program had ended.");
    return table;
}

}
