#include "core/formats/rdf/timeline/memory_tracks.h"

#include "core/formats/rdf/payloads/device_info.h"
#include "core/formats/rdf/payloads/memory/bound_memory.h"

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>

namespace traceglass::rdf {

namespace {

constexpr std::uint64_t kTokensAPublish = 65'536;
constexpr std::size_t kProcessTracks = 1024;

// Step curves of one amount by heap. Of a moment only the last value is kept.
class HeapCurves
{
public:
    HeapCurves(TrackMaker& maker, Family family, std::string_view what)
        : m_maker(maker)
        , m_family(family)
        , m_what(what)
    {
    }

    // Its track. They stand in the order in which they are asked for.
    void open(std::size_t heap)
    {
        RowId& row = m_curves[heap].row;
        // All amounts of a heap are on one scale.
        TrackAbout about {.detail = std::string(m_what), .unit = "B"};
        about.series = static_cast<std::uint32_t>(heap) + 1;
        row = m_maker.counter({m_family, heap}, heapName(heap), m_maker.group(Group::heaps), about);
    }

    static constexpr std::uint32_t kAllHeaps = (1u << kHeaps) - 1;
    // Those that may have changed are a bit each.
    void follow(const BytesPerHeap& now, std::uint32_t changed, std::int64_t ns, RecordRef ref)
    {
        for (; changed != 0; changed &= changed - 1) {
            const auto heap = static_cast<std::size_t>(std::countr_zero(changed));
            Curve& curve = m_curves[heap];
            if (now[heap] == curve.bytes)
                continue;
            if (curve.pending && curve.ns != ns)
                flush(heap);
            curve.bytes = now[heap];
            curve.peak = std::max(curve.peak, curve.bytes);
            curve.ns = ns;
            curve.ref = ref;
            curve.pending = true;
        }
    }
    BytesPerHeap peak() const
    {
        BytesPerHeap out {};
        std::ranges::transform(m_curves, out.begin(), &Curve::peak);
        return out;
    }
    void flush()
    {
        for (std::size_t heap = 0; heap < kHeaps; ++heap) {
            if (m_curves[heap].pending)
                flush(heap);
        }
    }

private:
    struct Curve
    {
        std::uint64_t bytes = 0, peak = 0;
        std::int64_t ns = 0; // since when, and the token that says so
        RecordRef ref;
        RowId row = kNoRow;
        bool pending = false;
    };

    void flush(std::size_t heap)
    {
        Curve& curve = m_curves[heap];
        if (curve.row == kNoRow)
            open(heap);
        m_maker.addValue(curve.row, curve.ns, static_cast<double>(curve.bytes), curve.ref);
        curve.pending = false;
    }

    TrackMaker& m_maker;
    Family m_family;
    std::string_view m_what;
    std::array<Curve, kHeaps> m_curves;
};

class MemoryTracks
{
public:
    MemoryTracks(TrackMaker& maker, const MemoryTrace& trace, std::vector<MemorySnapshot> snapshots,
                 const Report& report)
        : m_maker(maker)
        , m_report(report)
        , m_trace(trace)
        , m_chunks(trace.streams().size())
        , m_out(std::make_shared<MemoryHistory>(trace.heaps()))
        , m_requested(maker, Family::requested, "requested")
        , m_bound(maker, Family::bound, "bound")
        , m_mapped(maker, Family::mapped, "mapped")
    {
        m_out->snapshots = std::move(snapshots);
        m_out->baseTick = trace.baseTick();
        m_out->endTick = trace.endTick();
        expect(trace.counts());
    }

    Result<std::shared_ptr<const MemoryHistory>> add(const std::function<void()>& publish, Job& job)
    {
        const HeapSetup& heaps = m_trace.heaps();
        for (const Heap heap : {Heap::local, Heap::invisible, Heap::host}) {
            if (heap == Heap::invisible && (heaps.isFlat || heaps.segments.empty()))
                continue;
            for (HeapCurves* const curves : {&m_requested, &m_bound, &m_mapped})
                curves->open(static_cast<std::size_t>(heap));
        }
        if (m_trace.counts().tokens[std::size_t(RmtKind::resourceCreate)] > 0)
            m_maker.group(Group::resources, group_flag::kLives); // stands above what is beside it
        if (m_trace.counts().tokens[std::size_t(RmtKind::virtualAllocate)] > 0)
            m_maker.group(Group::allocations, group_flag::kLives);
        std::uint64_t seen = 0, all = 0;
        for (const RmtStreamFacts& stream : m_trace.streams())
            all += stream.tokens;
        job.start(all);
        const auto read = m_trace.eachToken(job, [&](const RmtToken& token, const RmtMerge& merge) {
            follow(token, merge);
            if (++seen % kTokensAPublish == 0) {
                job.advance(kTokensAPublish);
                publish();
            }
        });
        if (!read)
            return tl::unexpected(read.error());
        m_maker.records += seen % kTokensAPublish;
        flushPages();
        m_requested.flush();
        m_bound.flush();
        m_mapped.flush();
        m_out->peakRequested = m_requested.peak();
        m_out->peakMapped = m_mapped.peak();
        m_out->names.resolve(m_out->state);
        m_maker.cover(m_maker.time.ns(m_out->baseTick), m_maker.time.ns(m_out->endTick));
        finishBindings();
        if (m_bindingsNotKept > 0)
            m_report(diagnose(Code::RdfPayloadLimit,
                              grouped(m_bindingsNotKept) + " bindings beyond the first " + grouped(kRmtKept)
                                  + " are not shown"));
        return m_out;
    }

private:
    struct ChunkPlace
    {
        std::uint32_t entry = kNoNumber;
        RecordRef begin;
    };
    // Updates of page tables of a process at one moment.
    struct PageUpdates
    {
        RowId row = kNoRow;
        std::uint32_t pid = 0;
        std::int64_t ns = 0;
        RecordRef first;
        std::uint64_t count = 0;
    };

    void expect(const RmtCounts& counts);
    void follow(const RmtToken& token, const RmtMerge& merge)
    {
        m_out->state.apply(token);
        if (token.kind == RmtKind::pageTableUpdate)
            followPages(token, merge);
        else if (token.kind != RmtKind::timeDelta && token.kind != RmtKind::timestamp)
            followOther(token, merge);
    }
    void followOther(const RmtToken& token, const RmtMerge& merge);
    // Several tokens follow each other at one moment.
    std::int64_t nsOf(const RmtToken& token)
    {
        if (token.tick != m_tick) {
            m_tick = token.tick;
            m_ns = m_maker.time.ns(m_tick);
        }
        return m_ns;
    }
    void followPages(const RmtToken& token, const RmtMerge& merge);
    void flushPages();
    StringId updatesName(std::uint64_t count);
    void instant(FamilyKey key, TrackKind kind, std::string_view track, std::string_view name,
                 const RmtToken& token, const RmtMerge& merge);
    void openPages(std::uint32_t pid);
    void keep(const MemoryHistory::Binding& binding)
    {
        if (m_out->bindings.size() < kRmtKept)
            m_out->bindings.push_back(binding);
        else
            ++m_bindingsNotKept;
    }
    void sortBindings();
    void finishBindings();
    RecordRef refOf(const RmtToken& token, const RmtMerge& merge)
    {
        const RmtStream::ChunkPart& part = merge.stream().partOf(token.offset);
        ChunkPlace& chunk = m_chunks[merge.streamIndex()];
        if (part.entry != chunk.entry) // most of a stream follow each other in one
            chunk = {part.entry, m_maker.placeIn(part.entry, 0)};
        return {chunk.begin.source(), chunk.begin.offset() + token.offset - part.begin};
    }

    TrackMaker& m_maker;
    const Report& m_report;
    const MemoryTrace& m_trace;
    std::vector<ChunkPlace> m_chunks; // the latest of each stream
    std::shared_ptr<MemoryHistory> m_out;
    BoundMemory m_boundMemory;
    HeapCurves m_requested, m_bound, m_mapped;
    std::map<std::uint64_t, RowId> m_rows;                     // of instants, by key
    PageUpdates m_pages;                                       // that may go on
    std::array<std::optional<StringId>, 64> m_updatesNames {}; // by number; rarely are there more
    std::uint64_t m_bindingsNotKept = 0;                       // beyond the limit
    std::uint64_t m_tick = 0;
    std::int64_t m_ns = m_maker.time.ns(0); // of m_tick
};

// An event of the group beside the curves.
void MemoryTracks::instant(FamilyKey key, TrackKind kind, std::string_view track, std::string_view name,
                           const RmtToken& token, const RmtMerge& merge)
{
    const auto [known, isNew] = m_rows.try_emplace(key.packed(), kNoRow);
    if (isNew && m_rows.size() <= kProcessTracks)
        known->second =
            m_maker.builder.addRow(m_maker.track(key, kind, track, m_maker.group(Group::memoryEvents)));
    if (known->second == kNoRow)
        return;
    const std::int64_t ns = nsOf(token);
    const StringId text = name.empty() ? StringId() : m_maker.builder.intern(name);
    m_maker.add(known->second, {ns, ns, text, 0, refOf(token, merge)});
}

// Makes room at once: growing, these tables would be moved a dozen times.
void MemoryTracks::expect(const RmtCounts& counts)
{
    const auto of = [&](RmtKind kind) {
        return std::min<std::uint64_t>(counts.tokens[static_cast<std::size_t>(kind)], kRmtKept);
    };
    m_out->state.expect(of(RmtKind::virtualAllocate), of(RmtKind::resourceCreate));
    m_out->names.expect(of(RmtKind::userdata));
    m_out->allocationRefs.reserve(of(RmtKind::virtualAllocate));
    m_out->resourceRefs.reserve(of(RmtKind::resourceCreate));
    m_out->bindings.reserve(of(RmtKind::resourceBind));
}

void MemoryTracks::openPages(std::uint32_t pid)
{
    flushPages();
    const FamilyKey key {Family::pageTables, pid};
    const auto [known, isNew] = m_rows.try_emplace(key.packed(), kNoRow);
    if (isNew && m_rows.size() <= kProcessTracks)
        known->second = m_maker.builder.addRow(m_maker.track(key, TrackKind::density, "page table updates",
                                                             m_maker.group(Group::memoryEvents),
                                                             {.detail = "process " + std::to_string(pid)}));
    m_pages.row = known->second;
    m_pages.pid = pid;
}

void MemoryTracks::flushPages()
{
    if (m_pages.count > 0)
        m_maker.add(m_pages.row, {m_pages.ns, m_pages.ns, updatesName(m_pages.count), 0, m_pages.first});
    m_pages.count = 0;
}

StringId MemoryTracks::updatesName(std::uint64_t count)
{
    const auto make = [&] { return m_maker.builder.intern(counted(count, "update", "updates")); };
    if (count >= m_updatesNames.size())
        return make();
    std::optional<StringId>& name = m_updatesNames[count];
    if (!name)
        name = make();
    return *name;
}

// Drivers write some five to twenty at a moment. A slice each would be most of the timeline; those of a moment are one.
void MemoryTracks::followPages(const RmtToken& token, const RmtMerge& merge)
{
    const MemoryState& state = m_out->state;
    const std::int64_t ns = nsOf(token);
    const RecordRef ref = refOf(token, merge);
    m_mapped.follow(state.pages().bytes(), state.change().pagesOfHeaps, ns, ref);
    const std::uint32_t pid = fieldsOf<RmtPageTableUpdate>(token).pid;
    if (m_pages.row == kNoRow || m_pages.pid != pid)
        openPages(pid);
    if (m_pages.row == kNoRow)
        return;
    if (m_pages.count > 0 && m_pages.ns != ns)
        flushPages();
    if (m_pages.count++ == 0) {
        m_pages.ns = ns;
        m_pages.first = ref;
    }
}

void MemoryTracks::followOther(const RmtToken& token, const RmtMerge& merge)
{
    MemoryHistory& out = *m_out;
    out.names.note(token);
    const MemoryChange& change = out.state.change();
    if (change.allocation != kNoNumber || change.resource != kNoNumber) {
        const std::int64_t ns = nsOf(token);
        const RecordRef ref = refOf(token, merge);
        if (out.allocationRefs.size() < out.state.allocations().size())
            out.allocationRefs.push_back(ref);
        if (out.resourceRefs.size() < out.state.resources().size())
            out.resourceRefs.push_back(ref);
        if (change.isBound) {
            const MemoryResource& resource = out.state.resources()[change.resource];
            keep({resource.number, resource.allocation, resource.address, resource.size, token.tick, kNever,
                  ref});
        } else if (change.before.allocation != kNoNumber
                   && out.state.resources()[change.resource].isLive()) { // bound to nothing any more
            keep({change.resource, kNoNumber, 0, 0, token.tick, token.tick, ref});
        }
        if (change.allocation != kNoNumber) { // nothing else changes what is requested
            m_requested.follow(out.state.requested(), HeapCurves::kAllHeaps, ns, ref);
            if (out.state.requestedTotal() > out.peakRequestedTotal) {
                out.peakRequestedTotal = out.state.requestedTotal();
                out.peakRequestedTick = token.tick;
            }
        }
        m_boundMemory.follow(out.state);
        if (!m_boundMemory.gaveUp())
            m_bound.follow(m_boundMemory.bytes(), HeapCurves::kAllHeaps, ns, ref);
    }
    if (change.returned.allocation != kNoNumber && out.returns.size() < kRmtKept)
        out.returns.push_back(
            {change.returned.allocation, change.returned.evicted, token.tick, refOf(token, merge)});
    switch (token.kind) {
    case RmtKind::resourceReference:
        instant({Family::residency, fieldsOf<RmtReference>(token).isEvict}, TrackKind::density,
                fieldsOf<RmtReference>(token).isEvict ? "evicted" : "made resident", {}, token, merge);
        break;
    case RmtKind::cpuMap:
        instant({Family::cpuMaps, fieldsOf<RmtCpuMap>(token).isUnmap}, TrackKind::density,
                fieldsOf<RmtCpuMap>(token).isUnmap ? "CPU unmaps" : "CPU maps", {}, token, merge);
        break;
    case RmtKind::misc:
        instant({Family::driverCalls}, TrackKind::slices, "driver", miscName(fieldsOf<RmtMisc>(token).type),
                token, merge);
        break;
    case RmtKind::processEvent: {
        const auto event = fieldsOf<RmtProcessEvent>(token);
        instant({Family::processes}, TrackKind::marks, "processes",
                "process " + std::to_string(event.pid) + (event.type == 0 ? " started" : " ended"), token,
                merge);
        break;
    }
    case RmtKind::userdata:
        if (fieldsOf<RmtUserdata>(token).type == RmtUserdataType::snapshot)
            instant({Family::snapshots, 1}, TrackKind::marks, "moments",
                    escaped(asText(userdataPayload(token)).substr(0, 256)), token, merge);
        break;
    default: break;
    }
}

// By resource, those of one in the order they came in. Most are at their place, so they are moved there one by one:
// what a sort of millions takes beside them is memory that is used once.
void MemoryTracks::sortBindings()
{
    auto& all = m_out->bindings;
    std::vector<std::uint32_t> next(m_out->state.resources().size() + 1); // where one of a resource goes
    for (const MemoryHistory::Binding& binding : all)
        ++next[binding.resource + 1];
    std::partial_sum(next.begin(), next.end(), next.begin());
    std::vector<std::uint32_t> places;
    places.reserve(all.size());
    for (const MemoryHistory::Binding& binding : all)
        places.push_back(next[binding.resource]++);
    for (std::uint32_t n = 0; n < all.size(); ++n) {
        while (places[n] != n) {
            const std::uint32_t place = places[n];
            std::swap(all[n], all[place]);
            std::swap(places[n], places[place]);
        }
    }
}

// Each lasts until the next one of its resource, until the resource is destroyed or until its memory is freed.
void MemoryTracks::finishBindings()
{
    auto& all = m_out->bindings;
    sortBindings();
    for (std::size_t n = 0; n < all.size(); ++n) {
        MemoryHistory::Binding& binding = all[n];
        binding.to = std::min(binding.to, m_out->state.resources()[binding.resource].destroyed);
        if (binding.allocation != kNoNumber)
            binding.to = std::min(binding.to, m_out->state.allocations()[binding.allocation].freed);
        if (n + 1 < all.size() && all[n + 1].resource == binding.resource)
            binding.to = std::min(binding.to, all[n + 1].from);
    }
    std::erase_if(all, [](const auto& binding) { return binding.from == binding.to && binding.size == 0; });
    auto& first = m_out->firstBindings;
    first.resize(m_out->state.resources().size() + 1);
    for (const MemoryHistory::Binding& binding : all)
        ++first[binding.resource + 1];
    std::partial_sum(first.begin(), first.end(), first.begin());
}

}

std::vector<MemorySnapshot> addSnapshotTrack(TrackMaker& maker, const Report& report)
{
    std::vector<MemorySnapshot> out = readSnapshots(maker.chunks, report);
    RowId row = kNoRow;
    for (const MemorySnapshot& snapshot : out) {
        const auto ns = maker.known.nsOfCpu(snapshot.tick);
        if (!ns)
            continue;
        if (row == kNoRow)
            row = maker.builder.addRow(
                maker.track({Family::snapshots}, TrackKind::marks, "snapshots", kNoTrack));
        maker.add(row,
                  {*ns, *ns, maker.builder.intern(escaped(snapshot.name)), 0, maker.placeOf(snapshot.entry)});
    }
    return out;
}

Result<std::shared_ptr<const MemoryHistory>> addMemoryTracks(TrackMaker& maker,
                                                             std::vector<MemorySnapshot> snapshots,
                                                             const Report& report,
                                                             const std::function<void()>& publish, Job& job)
{
    auto trace = MemoryTrace::scan(maker.chunks, report, job);
    if (!trace)
        return tl::unexpected(trace.error());
    if (!*trace || maker.known.clocks.cpuHz == 0 || !maker.known.zeroTick)
        return nullptr;
    return MemoryTracks(maker, **trace, std::move(snapshots), report).add(publish, job);
}

}
