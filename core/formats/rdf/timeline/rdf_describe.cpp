// What the timeline says of a slice of an RDF capture.
#include "core/base/wide.h"
#include "core/formats/rdf/payloads/device_info.h"
#include "core/formats/rdf/timeline/memory_lives.h"
#include "core/formats/rdf/timeline/rdf_lookup.h"
#include "core/formats/rdf/timeline/rdf_timeline.h"
#include "core/formats/rdf/timeline/resource_creation.h"

#include <algorithm>
#include <map>

namespace traceglass::rdf {

namespace {

constexpr std::size_t kMarkerLines = 500;
constexpr std::size_t kRowsListed = 24;

std::string percentText(std::uint64_t part, std::uint64_t whole)
{
    if (whole == 0)
        return {};
    const auto tenths = static_cast<std::uint64_t>(WideUnsigned(part) * 1000 / whole);
    return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " %";
}

// Puts together what is told of one slice.
class Describer
{
public:
    Describer(const Timeline& timeline, const PayloadChunks& chunks, const KnownPayloads& known,
              const MemoryHistory* memory, const Crash* crash, const Job& job)
        : m_timeline(timeline)
        , m_chunks(chunks)
        , m_known(known)
        , m_memory(memory)
        , m_crash(crash)
        , m_job(job)
    {
    }

    Details describe(const SliceId& id, const Slice& slice, TrackId track)
    {
        const FamilyKey key = FamilyKey::of(id.trackKey);
        if (id.kind != TrackKind::counter) // whose slices have values instead of names
            m_out.title = std::string(m_timeline.text(slice.name));
        switch (key.family) {
        case Family::queue:
        case Family::submissions: describeEvent(slice, key.family == Family::queue); break;
        case Family::frames: describeFrame(slice); break;
        case Family::resource:
        case Family::resources: describeResource(slice); break;
        case Family::allocation:
        case Family::allocations: describeAllocation(slice); break;
        case Family::faults: describeFault(slice); break;
        case Family::commandBuffer: describeMarker(key.number, slice, track); break;
        case Family::derived:
        case Family::requested:
        case Family::bound:
        case Family::mapped:
        case Family::counter: describeValue(key, slice, track); break;
        default: describeMoment(slice, track); break;
        }
        return std::move(m_out);
    }

private:
    DetailSection& section(std::string title = {}, std::string extra = {})
    {
        m_out.sections.push_back({.title = std::move(title), .extra = std::move(extra)});
        return m_out.sections.back();
    }
    DetailValue moment(std::uint64_t tick) const
    {
        const auto ns = m_known.nsOfCpu(tick);
        return ns ? DetailValue(Moment {*ns}) : DetailValue(grouped(tick) + " ticks");
    }
    DetailValue lasted(std::uint64_t from, std::uint64_t to) const
    {
        const auto ns = nsBetween(from, to, m_known.clocks.cpuHz);
        return ns ? DetailValue(Duration {*ns}) : DetailValue(grouped(to - from) + " ticks");
    }
    // Of what was there until the capture ended.
    DetailValue untilTheEnd(std::uint64_t from) const
    {
        const auto ns = m_known.nsOfCpu(from);
        return ns ? DetailValue(Duration {subtractSaturating(m_timeline.range.endNs, *ns)})
                  : lasted(from, m_memory->endTick);
    }
    std::optional<DetailLink> linkTo(FamilyKey key, std::int64_t startNs, std::uint16_t row = 0) const
    {
        return DetailLink {SliceId {TrackKind::slices, key.packed(), row, startNs}, {}};
    }
    static std::optional<DetailLink> linkOf(const std::optional<SliceId>& slice)
    {
        return slice ? std::optional(DetailLink {slice, {}}) : std::nullopt;
    }
    std::optional<DetailLink> linkToResource(std::uint32_t number) const
    {
        return linkOf(sliceOfResource(m_timeline, m_known, *m_memory, number));
    }
    std::optional<DetailLink> linkToCall(const QueueEvent& event) const
    {
        const auto ns = m_known.nsOfCpu(event.cpu);
        return ns ? linkTo({Family::submissions, event.queue}, *ns) : std::nullopt;
    }
    std::string queueName(const QueueEvent& event) const
    {
        const FamilyKey key {Family::queue, event.queue};
        const auto track = m_timeline.findTrack(TrackKind::slices, key.packed());
        return track ? std::string(m_timeline.name(*track)) : valueText(event.key.queue, FieldUnit::handle);
    }

    std::optional<DetailLink> linkToRun(const QueueEvent& event, std::int64_t beginNs, RecordRef ref) const
    {
        const FamilyKey key {Family::queue, event.queue};
        const auto slice = m_timeline.sliceBegunBy(TrackKind::slices, key.packed(), beginNs, ref);
        return slice ? std::optional(DetailLink {*slice, {}}) : std::nullopt;
    }

    void describeEvent(const Slice& slice, bool isOnQueue);
    void addOrder(const QueueEvent& event);
    void addMarkers(const QueueEvent& event, bool isOnQueue);
    void describeFrame(const Slice& slice);
    void describeResource(const Slice& slice);
    DetailBar strip(const MemoryAllocation& of, const std::vector<const MemoryHistory::Binding*>& in) const;
    void describeAllocation(const Slice& slice);
    void describeFault(const Slice& slice);
    void describeMarker(std::uint64_t number, const Slice& slice, TrackId track);
    void describeValue(FamilyKey key, const Slice& slice, TrackId track);
    void describeMoment(const Slice& slice, TrackId track);

    const Timeline& m_timeline;
    const PayloadChunks& m_chunks;
    const KnownPayloads& m_known;
    const MemoryHistory* m_memory;
    const Crash* m_crash;
    const Job& m_job;
    Details m_out;
};

// --- queues

void Describer::describeEvent(const Slice& slice, bool isOnQueue)
{
    const QueueEvent* const event = queueEventAt(m_chunks, m_known, slice.ref, m_job);
    if (!event)
        return;
    m_out.subtitle = queueEventName(static_cast<std::uint64_t>(event->kind)) + (isOnQueue ? " on " : " to ")
        + queueName(*event) + ", frame " + std::to_string(event->frame);
    const GpuClock* const clock = m_known.clocks.clockOf(event->key.pci);
    const auto begin = event->isSubmit() && event->hasGpuTime()
        ? m_known.nsOfGpu(event->key.pci, event->begin)
        : std::nullopt;
    DetailSection& first = section();
    if (event->isSubmit() && event->hasGpuTime()) {
        const bool isRough = clock && clock->method == GpuClock::Method::oneCalibration;
        const auto end = m_known.nsOfGpu(event->key.pci, event->end);
        if (begin && end) {
            const std::string about = isRough ? ", about" : "";
            first.rows.push_back({.label = "begin" + about,
                                  .value = Moment {*begin},
                                  .link = isOnQueue ? std::nullopt : linkToRun(*event, *begin, slice.ref)});
            first.rows.push_back({"end" + about, Moment {*end}});
        }
        if (const auto ran = nsBetween(event->begin, event->end, clock ? clock->gpuHz : 0))
            first.rows.push_back({.label = "GPU time",
                                  .value = Duration {*ran},
                                  .extra = grouped(event->end - event->begin) + " ticks",
                                  .strong = true});
        else
            first.rows.push_back({.label = "GPU time",
                                  .value = grouped(event->end - event->begin) + " ticks",
                                  .strong = true});
        if (isRough)
            first.sentence =
                "The clocks were compared once only, so the drift between GPU and CPU is not known: "
                "10 millionths over 10 s are 0.1 ms.";
    } else if (event->isSubmit()) {
        first.sentence = event->begin != 0 && event->end != 0
            ? "The GPU's end lies before its begin: one of the two is damaged."
            : "The GPU's times were not written: the command buffer never ran, or the trace ended before.";
    }
    if (clock)
        first.rows.push_back({"clock",
                              clock->isMapped() ? counted(clock->calibrations, "calibration", "calibrations")
                                                : std::string("no relation to the CPU's"),
                              valueText(clock->gpuHz, FieldUnit::hertz)});
    DetailSection& call = section(event->isSubmit() ? "Submission" : "Call");
    if (const auto ns = m_known.nsOfCpu(event->cpu); ns && event->cpu != 0) {
        call.rows.push_back({.label = "called",
                             .value = Moment {*ns},
                             .extra = "CPU",
                             .link = isOnQueue ? linkToCall(*event) : std::nullopt});
        if (begin && *begin >= *ns)
            call.rows.push_back({"to begin", Duration {*begin - *ns}});
    }
    if (event->isSubmit())
        call.rows.push_back({"command buffer", valueText(event->commandBuffer, FieldUnit::handle)});
    else if (event->api != 0)
        call.rows.push_back({event->kind == QueueEventKind::present ? "present" : "semaphore",
                             event->kind == QueueEventKind::present
                                 ? grouped(event->api)
                                 : valueText(event->api, FieldUnit::handle)});
    addOrder(*event);
    if (event->isSubmit())
        addMarkers(*event, isOnQueue);
}

// Who waits for whom.
void Describer::addOrder(const QueueEvent& event)
{
    DetailSection order {.title = "Order"};
    const auto add = [&](const char* label, const QueueEvent& other) {
        order.rows.push_back({.label = label,
                              .value = queueName(other) + ", #" + std::to_string(other.number),
                              .link = linkToCall(other)});
    };
    if (event.kind == QueueEventKind::wait) {
        if (event.signal != kNoSignal)
            add("signalled by", m_known.queues.events[event.signal]);
        else
            order.sentence = "No signal of this semaphore comes before it in the capture.";
    } else if (event.kind == QueueEventKind::signal) {
        for (const QueueEvent& other : m_known.queues.events) {
            if (order.rows.size() < kRowsListed && other.signal != kNoSignal
                && m_known.queues.events[other.signal].number == event.number)
                add("waited for by", other);
        }
    }
    if (!order.rows.empty() || !order.sentence.empty())
        m_out.sections.push_back(std::move(order));
}

void Describer::addMarkers(const QueueEvent& event, bool isOnQueue)
{
    const auto found = m_known.markers.trees().find(event.commandBuffer);
    if (found == m_known.markers.trees().end() || found->second.markers.empty())
        return;
    const MarkerTree& tree = found->second;
    const std::size_t shown = std::min(tree.markers.size(), kMarkerLines);
    DetailOutline outline {.title = "markers of the submit",
                           .subtitle = "command buffer " + valueText(event.commandBuffer, FieldUnit::handle),
                           .sentence = "order of recording, no times",
                           .left = tree.markers.size() - shown};
    DetailSection& out = section("Markers", grouped(tree.markers.size()));
    out.sentence = "In the order of recording; markers have no times.";
    for (const MarkerTree::Marker& marker : std::span(tree.markers).first(shown)) {
        outline.lines.push_back({marker.depth, escaped(m_known.markers.nameOf(tree, marker.string))});
        out.text.append(2 * std::min<std::size_t>(marker.depth, 40), ' ');
        out.text += outline.lines.back().text + '\n';
    }
    if (outline.left > 0)
        out.text += "… " + grouped(outline.left) + " more: see Structure\n";
    if (isOnQueue && tree.markers.size() > 1) // a single one is the name of the slice
        m_out.outline = std::move(outline);
}

void Describer::describeFrame(const Slice& slice)
{
    const QueueEvent* const firstOf = queueEventAt(m_chunks, m_known, slice.ref, m_job);
    m_out.subtitle = "from the begin of its first submit to the end of its last";
    DetailSection& first = section();
    first.rows.push_back({"begin", Moment {slice.startNs}});
    first.rows.push_back({"end", Moment {slice.endNs}});
    first.rows.push_back({.label = "lasted", .value = Duration {slice.durationNs()}, .strong = true});
    if (!firstOf)
        return;
    std::map<std::string, std::pair<std::uint64_t, std::int64_t>> queues; // submits, and their time
    for (const QueueEvent& event : m_known.queues.events) {
        if (!event.isSubmit() || event.frame != firstOf->frame || !event.hasGpuTime())
            continue;
        const GpuClock* const clock = m_known.clocks.clockOf(event.key.pci);
        auto& [submits, ns] = queues[queueName(event)];
        ++submits;
        ns = addSaturating(ns, nsBetween(event.begin, event.end, clock ? clock->gpuHz : 0).value_or(0));
    }
    DetailSection& of = section("Submits");
    for (const auto& [name, sum] : queues)
        of.rows.push_back({name, Duration {sum.second}, counted(sum.first, "submit", "submits")});
}

// --- memory

void Describer::describeResource(const Slice& slice)
{
    const auto number = m_memory ? m_memory->resourceWith(slice.ref) : std::nullopt;
    if (!number)
        return;
    const std::uint32_t n = *number;
    const MemoryResource& resource = m_memory->state.resources()[n];
    m_out.title = escaped(m_memory->nameOf(n));
    m_out.subtitle = inWords(resourceTypeName(resource.type));
    if (const std::string usage = inWords(std::string(usageName(resource.usageClass())));
        usage != m_out.subtitle)
        m_out.subtitle += " · " + usage;
    if (m_memory->names.isImplicit(n))
        m_out.subtitle += " · made by the driver";
    DetailSection& first = section();
    if (resource.size > 0)
        first.rows.push_back({.label = "size",
                              .value = sizeText(resource.size),
                              .extra = counted(resource.size, "byte", "bytes"),
                              .strong = true});
    first.rows.push_back({"created", moment(resource.created)});
    const auto bindings = m_memory->bindingsOf(n);
    if (!bindings.empty())
        first.rows.push_back({"bound", moment(bindings.front().from)});
    first.rows.push_back(resource.isLive() ? DetailRow {"destroyed", std::string("not in this capture")}
                                           : DetailRow {"destroyed", moment(resource.destroyed)});
    first.rows.push_back(
        {"lived",
         resource.isLive() ? untilTheEnd(resource.created) : lasted(resource.created, resource.destroyed)});
    if (auto made = creationSection(m_chunks, resource.type, m_memory->resourceRefs[n], m_job))
        m_out.sections.push_back(std::move(*made));
    const auto at = std::ranges::find(bindings, slice.ref, &MemoryHistory::Binding::ref);
    const MemoryHistory::Binding* const place = at != bindings.end() ? &*at
        : bindings.empty()                                           ? nullptr
                                                                     : &bindings.back();
    if (place && place->size > 0) {
        DetailSection& memory = section("Place in memory");
        memory.rows.push_back({"address", valueText(place->address, FieldUnit::address)});
        if (place->allocation == kNoNumber) {
            memory.rows.push_back({"allocation", std::string("none that is known")});
        } else {
            const MemoryAllocation& in = m_memory->state.allocations()[place->allocation];
            memory.rows.push_back(
                {.label = "allocation",
                 .value = valueText(in.address, FieldUnit::address),
                 .extra = sizeText(in.size),
                 .link = linkOf(sliceOfAllocation(m_timeline, m_known, *m_memory, place->allocation))});
            memory.rows.push_back({"offset in it", grouped(place->address - in.address),
                                   "fills " + percentText(std::min(place->size, in.size), in.size)});
            memory.rows.push_back({"heap", heapName(static_cast<std::uint64_t>(in.heap))});
        }
    } else {
        section("Place in memory").sentence = "It was never bound to memory.";
    }
    DetailSection& ids = section("Identity");
    ids.rows.push_back({"identifier", std::to_string(resource.id()), "of the vendor's tools"});
    ids.rows.push_back({"driver id", valueText(resource.driverId, FieldUnit::handle)});
}

// What lies in an allocation, by offset.
DetailBar Describer::strip(const MemoryAllocation& of,
                           const std::vector<const MemoryHistory::Binding*>& in) const
{
    constexpr std::size_t kParts = 2000;
    DetailBar bar {
        .label = "by offset", .window = {0, static_cast<std::int64_t>(of.size)}, .parts = {}, .extra = {}};
    bar.isMemory = true;
    for (std::size_t n = 0; n < in.size() && n < kParts; ++n) {
        const auto begin = static_cast<std::int64_t>(in[n]->address - of.address);
        bar.parts.emplace_back(escaped(m_memory->nameOf(in[n]->resource)),
                               TimeRange {begin, begin + static_cast<std::int64_t>(in[n]->size)});
    }
    return bar;
}

void Describer::describeAllocation(const Slice& slice)
{
    const auto number = m_memory ? m_memory->allocationWith(slice.ref) : std::nullopt;
    if (!number)
        return;
    const MemoryAllocation& of = m_memory->state.allocations()[*number];
    m_out.title = valueText(of.address, FieldUnit::address);
    m_out.subtitle = "allocation in heap " + heapName(static_cast<std::uint64_t>(of.heap))
        + (of.isShared ? ", of another process" : "");
    DetailSection& first = section();
    first.rows.push_back({.label = "size",
                          .value = sizeText(of.size),
                          .extra = counted(of.size, "byte", "bytes"),
                          .strong = true});
    first.rows.push_back({"allocated", moment(of.created)});
    first.rows.push_back(of.isLive() ? DetailRow {"freed", std::string("not in this capture")}
                                     : DetailRow {"freed", moment(of.freed)});
    first.rows.push_back({"lived", Duration {slice.durationNs()}});
    // Each resource once, in the order of their offsets.
    std::vector<const MemoryHistory::Binding*> in;
    for (const MemoryHistory::Binding& binding : m_memory->bindings) {
        if (binding.allocation == *number && binding.size > 0)
            in.push_back(&binding);
    }
    std::ranges::stable_sort(in, {}, [](const auto* binding) { return binding->address; });
    if (!in.empty())
        section("In it").bars.push_back(strip(of, in)); // above a list that may be long
    DetailSection& resources = section("Resources", grouped(in.size()));
    if (in.empty())
        resources.sentence = "Nothing was bound to it.";
    for (const MemoryHistory::Binding* binding : in) {
        if (resources.rows.size() == kRowsListed) {
            resources.sentence = "The first " + std::to_string(kRowsListed) + " by offset.";
            break;
        }
        resources.rows.push_back({.label = "+" + hexNumber(binding->address - of.address),
                                  .value = escaped(m_memory->nameOf(binding->resource)),
                                  .extra = sizeText(binding->size),
                                  .link = linkToResource(binding->resource)});
    }
}

// --- crashes

void Describer::describeFault(const Slice& slice)
{
    if (!m_crash)
        return;
    const auto is = [&](const Crash::Fault& fault) {
        const ByteRange place = m_chunks.decodedPlace(fault.entry, fault.offset, 0);
        return RecordRef(place.source, place.offset) == slice.ref;
    };
    const auto found = std::ranges::find_if(m_crash->faults, is);
    if (found == m_crash->faults.end())
        return;
    const std::uint64_t at = found->fault.address;
    m_out.subtitle = "the GPU used an address that was not mapped";
    DetailSection& first = section();
    first.rows.push_back({.label = "address", .value = valueText(at, FieldUnit::address), .strong = true});
    first.rows.push_back({"at", Moment {slice.startNs}});
    if (found->fault.pid != 0 || !found->process.empty())
        first.rows.push_back({"process", std::to_string(found->fault.pid), escaped(found->process)});
    DetailSection& lived = section("Resources that lived there");
    if (!m_memory || at == 0) {
        lived.sentence = at == 0 ? "Nothing lies at address 0: a pointer was never set."
                                 : "The capture has no memory tokens to look it up in.";
        return;
    }
    for (const std::uint32_t number : m_memory->bindingsAt(at)) {
        const MemoryHistory::Binding& binding = m_memory->bindings[number];
        const MemoryResource& resource = m_memory->state.resources()[binding.resource];
        const bool isGone = !resource.isLive() && resource.destroyed <= found->tick;
        lived.rows.push_back(
            {.label = escaped(m_memory->nameOf(binding.resource)),
             .value = isGone ? std::string("destroyed before") : std::string("live at the fault"),
             .extra = sizeText(binding.size),
             .link = linkToResource(binding.resource),
             .strong = isGone});
        if (lived.rows.size() == kRowsListed)
            break;
    }
    constexpr std::uint64_t kPoisoned = 0xBEEFDE000000;
    if (lived.rows.empty())
        lived.sentence = (at & kPoisoned) == kPoisoned
            ? "None. The address looks like that of a descriptor index that is out of range."
            : "None that the capture tells of.";
}

void Describer::describeMarker(std::uint64_t number, const Slice& slice, TrackId track)
{
    const ClockAxis& axis = m_timeline.axis(track);
    const auto at =
        static_cast<std::size_t>(std::max<std::int64_t>(0, axis.toOwn(slice.startNs)) / axis.stepNs);
    if (!m_crash || number >= m_crash->inFlight.size() || at >= m_crash->inFlight[number].markers.size())
        return;
    const InFlight& buffer = m_crash->inFlight[number];
    const CrashMarker& marker = buffer.markers[at];
    m_out.subtitle = "marker " + grouped(at) + " of command buffer " + std::to_string(buffer.commandBuffer);
    DetailSection& first = section();
    first.rows.push_back(
        {.label = "status", .value = inWords(std::string(statusName(marker.status))), .strong = true});
    if (!marker.info.empty())
        first.rows.push_back({"call", escaped(marker.info)});
    if (marker.below > 0)
        first.rows.push_back({"below", counted(marker.below, "marker", "markers")});
    for (const std::uint32_t nested : marker.nested)
        first.rows.push_back({"executes", "command buffer " + std::to_string(nested)});
    first.rows.push_back(
        {"ended", std::string(marker.isEnded ? "in the recording" : "not in the recording")});
    first.sentence = "In the order of recording: nothing tells when the GPU did the work.";
}

// --- the rest

void Describer::describeValue(FamilyKey key, const Slice& slice, TrackId track)
{
    const TrackAbout& about = m_timeline.about(track);
    const double value = m_timeline.value(track, slice);
    m_out.title = std::string(m_timeline.name(track));
    m_out.subtitle = about.detail;
    DetailSection& first = section();
    DetailRow row {.label = "value", .value = std::string(), .strong = true};
    if (about.unit == "B")
        row.value = sizeText(static_cast<std::uint64_t>(value));
    else if (about.unit == "ns")
        row.value = Duration {static_cast<std::int64_t>(value)};
    else
        row.value = grouped(static_cast<std::uint64_t>(value));
    first.rows.push_back(std::move(row));
    first.rows.push_back({"from", Moment {slice.startNs}});
    if (key.family == Family::mapped)
        first.sentence =
            "What the page tables map, of all processes: the driver may unmap long after it was freed.";
}

void Describer::describeMoment(const Slice& slice, TrackId track)
{
    if (m_out.title.empty())
        m_out.title = std::string(m_timeline.name(track));
    m_out.subtitle = m_timeline.path(track);
    section().rows.push_back({"at", Moment {slice.startNs}});
}

}

Details RdfTimeline::describe(const Timeline& timeline, const SliceId& id, const Job& job) const
{
    const auto track = timeline.findTrack(id.kind, id.trackKey);
    const auto slice = timeline.findSlice(id);
    const auto known = m_facts.known();
    if (!track || !slice || !known)
        return {};
    [[maybe_unused]] const auto [memory, crash, isWhole] = kept();
    const PayloadChunks chunks = m_facts.chunks();
    return Describer(timeline, chunks, *known, memory.get(), crash.get(), job).describe(id, *slice, *track);
}

}
