#include "core/formats/rdf/payloads/memory_names.h"

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

void MemoryNames::note(const RmtToken& token)
{
    if (token.kind == RmtKind::resourceCreate) {
        const auto made = fieldsOf<RmtCreate>(token);
        const std::uint32_t number = m_created++;
        if (made.type == kImage || made.type == kBuffer || made.type == kHeapResource)
            add({token.tick, made.resource, number, Event::Kind::create});
        return;
    }
    if (token.kind != RmtKind::userdata)
        return;
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
    // Creations go first at equal times.
    std::ranges::stable_sort(m_events, {}, [](const Event& event) {
        return std::pair(event.tick, event.kind != Event::Kind::create);
    });
    const auto heaps = heapsAtBases(state);
    std::unordered_map<std::uint32_t, std::uint32_t> byDriver; // the driver's id to a number
    std::unordered_map<std::uint32_t, std::uint32_t>
        byRuntime; // what the runtime calls it to the driver's id
    // The number an id means now.
    const auto meant = [&](std::uint32_t id) -> std::uint32_t {
        const auto direct = byDriver.find(id);
        const bool isKnown = direct != byDriver.end();
        if (!m_hasCorrelations || (isKnown && resources[direct->second].type == kBuffer))
            return isKnown ? direct->second : kNoNumber;
        const auto driver = byRuntime.find(id);
        const auto found = driver == byRuntime.end() ? byDriver.end() : byDriver.find(driver->second);
        return found == byDriver.end() ? kNoNumber : found->second;
    };
    for (const Event& event : m_events) {
        if (event.kind == Event::Kind::create) {
            if (event.other < resources.size())
                byDriver[event.id] = event.other;
            continue;
        }
        if (event.kind == Event::Kind::correlation) {
            byRuntime[event.other] = event.id;
            continue;
        }
        std::uint32_t number = meant(event.id);
        if (number == kNoNumber)
            continue;
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
    const StringId name = resource < m_names.size() ? m_names[resource] : kNone;
    return name == kNone ? std::string_view() : m_texts.text(name);
}

}
