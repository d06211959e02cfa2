#include "core/formats/rdf/timeline/memory_lives.h"

#include "core/formats/rdf/payloads/device_info.h"

#include <algorithm>
#include <map>

namespace traceglass::rdf {

namespace {

constexpr std::size_t kTracksOfLives = 100'000;
constexpr std::size_t kSharedRows = 1000;
constexpr std::size_t kImplicitUse = kUsageClasses;

std::size_t useOf(const MemoryHistory& memory, const MemoryResource& resource)
{
    return memory.names.isImplicit(resource.number) ? kImplicitUse
                                                    : static_cast<std::size_t>(resource.usageClass());
}

std::string_view useName(std::size_t use)
{
    static constexpr std::array<std::string_view, kUsageClasses + 1> kNames = {
        "textures",    "render targets", "depth and stencil", "buffers",
        "ray tracing", "pipelines",      "command buffers",   "heaps",
        "descriptors", "GPU events",     "internal",          "made by the driver"};
    return kNames[use];
}

class LifeTracks
{
public:
    LifeTracks(TrackMaker& maker, const MemoryHistory& memory, const Job& job)
        : m_maker(maker)
        , m_memory(memory)
        , m_job(job)
        , m_endNs(maker.range().endNs)
    {
    }

    bool add()
    {
        const auto& resources = m_memory.state.resources();
        const auto& allocations = m_memory.state.allocations();
        constexpr std::size_t kMost = kTracksOfLives + kSharedRows * (kImplicitUse + 1 + kHeaps);
        m_maker.builder.expectRows(std::min(resources.size() + allocations.size(), kMost));
        return eachByKind<kImplicitUse + 1>(
                   resources, [&](const MemoryResource& resource) { return useOf(m_memory, resource); },
                   [&](std::uint32_t n, std::size_t use) { addResource(resources[n], use); })
            && eachByKind<kHeaps>(
                   allocations,
                   [](const MemoryAllocation& allocation) {
                       return static_cast<std::size_t>(allocation.heap);
                   },
                   [&](std::uint32_t n, std::size_t) { addAllocation(allocations[n], n); });
    }
    std::uint64_t undrawn() const { return m_undrawn; }

private:
    // All by kind, of each in their order: add(number, kind). False when stopped.
    template <std::size_t kinds, class Item, class KindOf, class Add>
    bool eachByKind(const std::vector<Item>& items, const KindOf& kindOf, const Add& add)
    {
        std::array<std::vector<std::uint32_t>, kinds> numbers;
        for (std::uint32_t n = 0; n < items.size(); ++n)
            numbers[kindOf(items[n])].push_back(n);
        std::uint64_t seen = 0;
        for (std::size_t kind = 0; kind < kinds; ++kind) {
            for (const std::uint32_t n : numbers[kind]) {
                if (isStoppedAt(seen++, m_job))
                    return false;
                add(n, kind);
            }
        }
        return true;
    }
    std::int64_t ns(std::uint64_t tick) const
    {
        return tick == kNever ? m_endNs : m_maker.time.ns(std::min(tick, m_memory.endTick));
    }
    // Millions of lives have few sizes and names.
    StringId sizeOf(std::uint64_t bytes)
    {
        const auto [known, isNew] = m_sizes.try_emplace(bytes);
        if (isNew)
            known->second = m_maker.builder.intern(sizeText(bytes));
        return known->second;
    }
    StringId nameOf(const MemoryResource& resource)
    {
        constexpr std::uint64_t kUnnamed = std::uint64_t(1) << 32; // told by their types
        const auto name = m_memory.names.nameIdOf(resource.number);
        const auto [known, isNew] =
            m_names.try_emplace(name ? std::uint64_t(number(*name)) : kUnnamed | resource.type);
        if (isNew)
            known->second = m_maker.builder.intern(escaped(m_memory.nameOf(resource.number)));
        return known->second;
    }
    // The group of a kind; lives come kind by kind.
    TrackId groupOf(Group group, std::size_t kind, std::string_view name)
    {
        const std::pair key(group, kind);
        if (!m_group || m_group->first != key)
            m_group.emplace(
                key, m_maker.groupWithin(m_maker.group(group, group_flag::kLives), group, kind + 1, name));
        return m_group->second;
    }
    RowId rowFor(FamilyKey own, FamilyKey shared, std::string_view name, std::uint64_t size, TrackId group,
                 std::int64_t fromNs, std::int64_t toNs);
    void addResource(const MemoryResource& resource, std::size_t use);
    void addAllocation(const MemoryAllocation& allocation, std::size_t number);

    struct Shared
    {
        TrackId track;
        Lanes lanes {kSharedRows};
    };

    TrackMaker& m_maker;
    const MemoryHistory& m_memory;
    const Job& m_job;
    const std::int64_t m_endNs; // of the capture, until when lives what was never freed
    std::size_t m_tracks = 0;
    std::map<std::uint64_t, Shared> m_shared;                                 // by key
    std::unordered_map<std::uint64_t, StringId> m_sizes, m_names;             // as texts
    std::optional<std::pair<std::pair<Group, std::size_t>, TrackId>> m_group; // the latest
    std::uint64_t m_undrawn = 0;
};

// A track of its own while there are not too many, else a row of the shared one.
RowId LifeTracks::rowFor(FamilyKey own, FamilyKey shared, std::string_view name, std::uint64_t size,
                         TrackId group, std::int64_t fromNs, std::int64_t toNs)
{
    if (m_tracks < kTracksOfLives) {
        ++m_tracks;
        return m_maker.builder.addRow(m_maker.track(
            own, TrackKind::slices, name, group,
            {.detail = size > 0 ? std::string(m_maker.builder.text(sizeOf(size))) : std::string()}));
    }
    auto known = m_shared.find(shared.packed());
    if (known == m_shared.end())
        known =
            m_shared
                .emplace(shared.packed(),
                         Shared {m_maker.track(shared, TrackKind::slices, "more", group,
                                               {.detail = "beyond the first " + grouped(kTracksOfLives)})})
                .first;
    const RowId row = known->second.lanes.rowFor(m_maker.builder, known->second.track, fromNs, toNs);
    m_undrawn += row == kNoRow;
    return row;
}

void LifeTracks::addResource(const MemoryResource& resource, std::size_t use)
{
    const bool isOpen = resource.isLive();
    const std::int64_t end = ns(resource.destroyed);
    std::int64_t at = ns(resource.created);
    const StringId name = nameOf(resource);
    const RowId row =
        rowFor({Family::resource, resource.number}, {Family::resources, use}, m_maker.builder.text(name),
               resource.size, groupOf(Group::resources, use, useName(use)), at, end);
    if (row == kNoRow)
        return;
    const auto addPart = [&](std::int64_t to, StringId text, RecordRef ref) {
        const std::uint8_t flags = isOpen && to == end ? slice::kOpenEnd : std::uint8_t(0);
        m_maker.add(row, {at, std::max(at, to), text, flags, ref});
        at = std::max(at, to);
    };
    const auto intern = [&](std::string_view text) { return m_maker.builder.intern(text); };
    const RecordRef made = m_memory.resourceRefs[resource.number];
    bool isFirst = true;
    for (const MemoryHistory::Binding& binding : m_memory.bindingsOf(resource.number)) {
        const std::int64_t from = ns(binding.from);
        if (from > at) // nowhere in memory, or its memory was freed
            addPart(from, intern(isFirst ? "not bound yet" : "not bound"), made);
        if (binding.size > 0)
            addPart(std::min(end, ns(binding.to)), name, binding.ref);
        isFirst = false;
    }
    if (at < end || isFirst)
        addPart(end, isFirst ? name : intern("memory freed"), made);
}

void LifeTracks::addAllocation(const MemoryAllocation& allocation, std::size_t number)
{
    const auto heap = static_cast<std::size_t>(allocation.heap);
    const std::int64_t from = ns(allocation.created), to = std::max(from, ns(allocation.freed));
    const RowId row = rowFor({Family::allocation, number}, {Family::allocations, heap},
                             valueText(allocation.address, FieldUnit::address), allocation.size,
                             groupOf(Group::allocations, heap, heapName(heap)), from, to);
    if (row != kNoRow)
        m_maker.add(row,
                    {from, to, sizeOf(allocation.size),
                     allocation.isLive() ? slice::kOpenEnd : std::uint8_t(0),
                     m_memory.allocationRefs[number]});
}

// In its own track, which it has alone, else in the shared one.
std::optional<SliceId> sliceIn(const SliceLookup& lookup, const KnownPayloads& known, FamilyKey own,
                               FamilyKey shared, RecordRef ref, std::uint64_t tick)
{
    const std::int64_t ns =
        known.nsOfCpu(tick).value_or(std::numeric_limits<std::int64_t>::max()); // as drawn
    if (const auto found = lookup.timeline().sliceBegunBy(TrackKind::slices, own.packed(), ns, ref))
        return found;
    return lookup.with(shared, ref, ns);
}

}

bool addLives(TrackMaker& maker, const MemoryHistory& memory, const Report& report, const Job& job)
{
    LifeTracks lives(maker, memory, job);
    if (!lives.add())
        return false;
    if (lives.undrawn() > 0)
        report(diagnose(
            Code::RdfPayloadLimit,
            grouped(lives.undrawn())
                + " lives are not drawn, because more than 1,000 of a kind last at once beyond the first "
                + grouped(kTracksOfLives) + "; tables have them"));
    return true;
}

std::optional<SliceId> sliceOfResource(const SliceLookup& lookup, const KnownPayloads& known,
                                       const MemoryHistory& memory, std::uint32_t resource)
{
    const MemoryResource& of = memory.state.resources()[resource];
    const FamilyKey own {Family::resource, resource}, shared {Family::resources, useOf(memory, of)};
    if (const auto found = sliceIn(lookup, known, own, shared, memory.resourceRefs[resource], of.created))
        return found;
    const auto bindings = memory.bindingsOf(resource); // one that was bound at once begins with that
    return bindings.empty()
        ? std::nullopt
        : sliceIn(lookup, known, own, shared, bindings.front().ref, bindings.front().from);
}

std::optional<SliceId> sliceOfAllocation(const SliceLookup& lookup, const KnownPayloads& known,
                                         const MemoryHistory& memory, std::uint32_t allocation)
{
    const MemoryAllocation& of = memory.state.allocations()[allocation];
    return sliceIn(lookup, known, {Family::allocation, allocation},
                   {Family::allocations, static_cast<std::uint64_t>(of.heap)},
                   memory.allocationRefs[allocation], of.created);
}

std::optional<SliceId> sliceOfBinding(const SliceLookup& lookup, const KnownPayloads& known,
                                      const MemoryHistory& memory, const MemoryHistory::Binding& binding)
{
    const MemoryResource& of = memory.state.resources()[binding.resource];
    return sliceIn(lookup, known, {Family::resource, binding.resource},
                   {Family::resources, useOf(memory, of)}, binding.ref, binding.from);
}

std::optional<SliceId> sliceOfLife(const SliceLookup& lookup, const KnownPayloads& known,
                                   const MemoryHistory& memory, RecordRef ref)
{
    if (const auto resource = memory.resourceWith(ref)) {
        const auto binding =
            std::ranges::find(memory.bindingsOf(*resource), ref, &MemoryHistory::Binding::ref);
        const bool isBinding = binding != memory.bindingsOf(*resource).end();
        return isBinding ? sliceOfBinding(lookup, known, memory, *binding)
                         : sliceOfResource(lookup, known, memory, *resource);
    }
    const auto allocation = memory.allocationWith(ref);
    return allocation ? sliceOfAllocation(lookup, known, memory, *allocation) : std::nullopt;
}

}
