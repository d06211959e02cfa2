#include "core/formats/rdf/payloads/memory/memory_names.h"

#include "core/base/limits.h"

#include <algorithm>

namespace traceglass::rdf {

namespace {

constexpr std::size_t kNameAtMost = 1024; // producers cut there

bool isAtBase(const MemoryState& state, const MemoryResource& resource)
{
    return resource.isBound() && state.allocations()[resource.allocation].address == resource.address;
}

// Numbers of the heaps that lie at the base of an allocation, by that.
std::unordered_map<std::uint32_t, std::uint32_t> heapsAtBases(const MemoryState& state)
{
    std::unordered_map<std::uint32_t, std::uint32_t> out;
    for (const MemoryResource& resource : state.resources()) {
        if (resource.type == kHeapResource && isAtBase(state, resource))
            out.try_emplace(resource.allocation, resource.number);
    }
    return out;
}

}

void MemoryNames::add(const Event& event)
{
    if (m_events.size() < kRmtKept)
        m_events.push_back(event);
}

void MemoryNames::take(const RmtToken& token)
{
    const auto data = fieldsOf<RmtUserdata>(token);
    const auto naming = readNaming(data.type, userdataPayload(token));
    if (!naming)
        return;
    const std::uint64_t tick = token.tick - std::min(token.tick, naming->lag);
    switch (data.type) {
    case RmtUserdataType::correlation:
        m_hasCorrelations = true;
        add({tick, naming->id, naming->correlation, Event::Kind::correlation});
        break;
    case RmtUserdataType::name:
    case RmtUserdataType::nameV2:
        if (m_texts.textBytes() < limits::kLabelBytes)
            add({tick, naming->id, traceglass::number(m_texts.intern(naming->name.substr(0, kNameAtMost))),
                 Event::Kind::name});
        break;
    default:
        add({tick, naming->id, 0,
             naming->isImplicitHeap ? Event::Kind::implicitHeap : Event::Kind::implicit});
    }
}

void MemoryNames::resolve(const MemoryState& state)
{
    const std::vector<MemoryResource>& resources = state.resources();
    m_implicit.resize(resources.size());
    m_names.resize(resources.size(), kNone);
    // What names can be about, and what is told, by time. Both mostly come that way.
    std::vector<std::uint32_t> created;
    for (const MemoryResource& resource : resources) {
        if (resource.type == kImage || resource.type == kBuffer || resource.type == kHeapResource)
            created.push_back(resource.number);
    }
    const auto createdAt = [&](std::uint32_t number) { return resources[number].created; };
    if (!std::ranges::is_sorted(created, {}, createdAt))
        std::ranges::stable_sort(created, {}, createdAt);
    if (!std::ranges::is_sorted(m_events, {}, &Event::tick))
        std::ranges::stable_sort(m_events, {}, &Event::tick);
    const auto heaps = heapsAtBases(state);
    IdTable byDriver(created.size()); // numbers of resources
    IdTable byRuntime;                // the driver's ids, by what the runtime calls the same
    // The number an id means now.
    const auto meant = [&](std::uint32_t id) -> std::optional<std::uint32_t> {
        const auto direct = byDriver.find(id);
        if (!m_hasCorrelations || (direct && resources[*direct].type == kBuffer))
            return direct;
        const auto driver = byRuntime.find(id);
        return driver ? byDriver.find(*driver) : std::nullopt;
    };
    auto next = created.begin();
    for (const Event& event : m_events) {
        for (; next != created.end() && createdAt(*next) <= event.tick; ++next) // first at equal times
            byDriver.set(resources[*next].driverId, *next);
        if (event.kind == Event::Kind::correlation) {
            byRuntime.set(event.other, event.id);
            continue;
        }
        const auto found = meant(event.id);
        if (!found)
            continue;
        std::uint32_t number = *found;
        if (event.kind == Event::Kind::name) {
            m_named += m_names[number] == kNone;
            m_names[number] = StringId(event.other);
            continue;
        }
        if (event.kind == Event::Kind::implicitHeap) {
            const MemoryResource& resource = resources[number];
            const auto heap = heaps.find(resource.allocation);
            if (heap == heaps.end() || !isAtBase(state, resource))
                continue;
            number = heap->second;
        }
        m_implicit[number] = true;
    }
    m_events = {};
}

std::string_view MemoryNames::nameOf(std::uint32_t resource) const
{
    const auto name = nameIdOf(resource);
    return name ? m_texts.text(*name) : std::string_view();
}

}
