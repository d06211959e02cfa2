// What somebody who opens an RDF capture wants to know first: why the GPU crashed, which frame took long, how much
// memory there was.
#include "core/base/text.h"
#include "core/formats/rdf/payloads/counters.h"
#include "core/formats/rdf/payloads/device_info.h"
#include "core/formats/rdf/timeline/memory_lives.h"
#include "core/formats/rdf/timeline/rdf_timeline.h"
#include "core/formats/rdf/timeline/rdf_tracks.h"

#include <algorithm>

namespace traceglass::rdf {

namespace {

constexpr std::size_t kErrorsTold = 16;
constexpr std::size_t kFaultsTold = 8;
constexpr std::size_t kResourcesTold = 6;
constexpr std::size_t kPathsTold = 16;
constexpr std::size_t kNamesTold = 24; // of a path

std::optional<DetailLink> linkToTrack(const Timeline& timeline, TrackKind kind, FamilyKey key,
                                      std::optional<std::int64_t> ns = {})
{
    const auto track = timeline.findTrack(kind, key.packed());
    const RowId row = track ? timeline.track(*track).firstRow : kNoRow;
    if (row == kNoRow)
        return {};
    const auto slice =
        ns ? timeline.sliceAt(row, *ns) : timeline.sliceAfter(row, std::numeric_limits<std::int64_t>::min());
    return slice ? std::optional(DetailLink {SliceId {kind, key.packed(), 0, slice->startNs, slice->ref}, {}})
                 : std::nullopt;
}

// What the driver could not write.
void addTraceErrors(const PayloadChunks& chunks, std::vector<DetailSection>& out)
{
    constexpr std::uint64_t kText = 4096;
    constexpr std::uint32_t kIsText = 1;
    const auto& entries = chunks.of(PayloadKind::traceError);
    DetailSection section {.title = "Errors of the trace", .extra = grouped(entries.size())};
    for (const std::uint32_t entry : entries) {
        if (section.rows.size() == kErrorsTold)
            break;
        const ChunkBytes header = chunks.header(entry), data = chunks.data(entry, kText);
        TraceError error;
        if (!readFields(header.bytes, error))
            continue;
        section.rows.push_back(
            {.label = escaped(error.chunk) + " " + std::to_string(error.number),
             .value = error.kind == kIsText ? escaped(shortened(data.text(), 400)) : std::string("failed"),
             .extra = "result " + std::to_string(error.result),
             .strong = true});
    }
    if (!section.rows.empty())
        out.push_back(std::move(section));
}

void addFaults(const Timeline& timeline, const KnownPayloads& known, const Crash& crash,
               const MemoryHistory* memory, std::vector<DetailSection>& out)
{
    DetailSection faults {.title = "Page faults", .extra = grouped(crash.faultCount())};
    if (crash.faults.empty())
        faults.sentence =
            crash.providers.contains(providerName(static_cast<std::uint32_t>(CrashProvider::kernelMode)))
            ? "None: the GPU hung for another reason."
            : "Not known: the dump has no events of the kernel's driver.";
    for (const Crash::Fault& fault : crash.faults) {
        if (faults.rows.size() >= kFaultsTold)
            break;
        const auto ns = known.nsOfCpu(fault.tick);
        faults.rows.push_back(
            {.label = "address",
             .value = valueText(fault.fault.address, FieldUnit::address),
             .extra = ns ? relativeText(*ns) : std::string(),
             .link = ns ? linkToTrack(timeline, TrackKind::marks, {Family::faults}, *ns) : std::nullopt,
             .strong = true});
        const std::uint64_t at = fault.fault.address;
        std::size_t told = 0;
        const auto all = memory && at != 0 ? memory->bindingsAt(at) : std::vector<std::uint32_t> {};
        for (std::size_t n = all.size(); n-- > 0 && told < kResourcesTold;) {
            const MemoryHistory::Binding& binding =
                memory->bindings[all[n]]; // the last one made is the likeliest
            const MemoryResource& resource = memory->state.resources()[binding.resource];
            const auto life = sliceOfResource(timeline, known, *memory, binding.resource);
            const bool isGone = !resource.isLive() && resource.destroyed <= fault.tick;
            const auto before =
                isGone ? nsBetween(resource.destroyed, fault.tick, known.clocks.cpuHz) : std::nullopt;
            faults.rows.push_back(
                {.label = "there lay",
                 .value = escaped(memory->nameOf(binding.resource)),
                 .extra = before ? "gone for " + durationText(*before) : std::string("live"),
                 .link = life ? std::optional(DetailLink {life, {}}) : std::nullopt});
            ++told;
        }
    }
    out.push_back(std::move(faults));
}

// The way to each deepest marker in progress: what the GPU worked at.
void addInFlight(const Crash& crash, std::vector<DetailSection>& out)
{
    for (const InFlight& buffer : crash.inFlight) {
        const auto count = [&](MarkerStatus status) {
            return grouped(buffer.statuses[static_cast<std::size_t>(status)]);
        };
        DetailSection section {.title = "In flight: command buffer " + std::to_string(buffer.commandBuffer),
                               .extra = counted(buffer.markers.size(), "marker", "markers")};
        section.sentence = count(MarkerStatus::finished) + " finished, " + count(MarkerStatus::inProgress)
            + " in progress, " + count(MarkerStatus::notStarted)
            + " not started. In the order of recording; the first one is the best suspect. All of them: "
              "Statistics, "
              "\"Crash: work in flight\".";
        std::vector<std::string_view> above;
        std::size_t told = 0;
        for (const CrashMarker& marker : buffer.markers) {
            above.resize(std::min<std::size_t>(above.size(), marker.depth));
            if (marker.status == MarkerStatus::inProgress && !marker.hasInProgressBelow) {
                if (++told > kPathsTold) {
                    section.text += "…\n";
                    break;
                }
                for (std::size_t n = 0; n < above.size() && n < kNamesTold; ++n)
                    section.text += escaped(above[n]) + "/";
                section.text +=
                    escaped(marker.name) + (marker.info.empty() ? "" : "  " + escaped(marker.info)) + "\n";
            }
            above.push_back(marker.name);
        }
        out.push_back(std::move(section));
    }
    if (crash.inFlight.empty())
        out.push_back({.title = "In flight", .sentence = "No command buffer was in flight."});
}

void addQueues(const Timeline& timeline, const KnownPayloads& known, std::vector<DetailSection>& out)
{
    DetailSection section {.title = "Queues"};
    std::vector<std::uint64_t> submits(known.queues.queues.size());
    for (const QueueEvent& event : known.queues.events) {
        if (event.isSubmit() && event.queue != kNoQueue)
            ++submits[event.queue];
    }
    for (std::size_t n = 0; n < submits.size() && n < 16; ++n) {
        const FamilyKey key {Family::queue, n};
        const auto track = timeline.findTrack(TrackKind::slices, key.packed());
        if (track)
            section.rows.push_back({.label = std::string(timeline.name(*track)),
                                    .value = counted(submits[n], "submit", "submits"),
                                    .link = linkToTrack(timeline, TrackKind::slices, key)});
    }
    const FamilyKey key {Family::frames};
    if (const auto frames = timeline.findTrack(TrackKind::slices, key.packed())) {
        std::optional<Slice> longest;
        std::uint16_t depth = 0, at = 0;
        for (const RowId row : timeline.rows(*frames)) {
            const auto slice = timeline.longest(row, longest ? longest->durationNs() : -1,
                                                [](const Slice&) { return true; });
            if (slice) {
                longest = slice;
                at = depth;
            }
            ++depth;
        }
        if (longest)
            section.rows.push_back(
                {.label = "longest frame",
                 .value = std::string(timeline.text(longest->name)),
                 .extra = durationText(longest->durationNs()),
                 .link = DetailLink {
                     SliceId {TrackKind::slices, key.packed(), at, longest->startNs, longest->ref}, {}}});
    }
    out.push_back(std::move(section));
}

void addMemory(const Timeline& timeline, const MemoryHistory& memory, std::vector<DetailSection>& out)
{
    DetailSection section {.title = "Memory"};
    for (std::size_t heap = 0; heap < kHeaps; ++heap) {
        if (memory.peakRequested[heap] > 0)
            section.rows.push_back(
                {.label = heapName(heap),
                 .value = sizeText(memory.peakRequested[heap]),
                 .extra = "peak requested",
                 .link = linkToTrack(timeline, TrackKind::counter, {Family::requested, heap})});
    }
    std::uint64_t allocations = 0, resources = 0, heaps = 0, liveHeaps = 0;
    for (const MemoryAllocation& allocation : memory.state.allocations())
        allocations += allocation.isLive();
    for (const MemoryResource& resource : memory.state.resources()) {
        resources += resource.isLive();
        const bool isHeap = resource.usageClass() == UsageClass::heap;
        heaps += isHeap;
        liveHeaps += isHeap && resource.isLive();
    }
    section.rows.push_back({"allocations", grouped(memory.state.allocations().size()),
                            grouped(allocations) + " live at the end"});
    section.rows.push_back(
        {"resources", grouped(memory.state.resources().size()), grouped(resources) + " live at the end"});
    if (heaps > 0)
        section.rows.push_back({"of them heaps", grouped(heaps), grouped(liveHeaps) + " live at the end"});
    out.push_back(std::move(section));
}

}

std::vector<DetailSection> RdfTimeline::overview(const Timeline& timeline) const
{
    std::vector<DetailSection> out;
    const auto known = m_facts.known();
    addTraceErrors(m_facts.chunks(), out);
    [[maybe_unused]] const auto [memory, crash, isWhole] = kept();
    if (known && crash) {
        addFaults(timeline, *known, *crash, memory.get(), out);
        addInFlight(*crash, out);
    }
    if (known && !known->queues.queues.empty())
        addQueues(timeline, *known, out);
    if (memory)
        addMemory(timeline, *memory, out);
    return out;
}

}
