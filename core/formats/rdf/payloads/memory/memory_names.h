// Which name a memory resource has, and which are implicit: user data tokens say so, mostly late and through what
// the runtime calls a resource (rdf-payloads.md 1.4).
//
//     MemoryNames names;
//     while (const RmtToken* token = merge.next()) { state.apply(*token); names.note(*token); }
//     names.resolve(state);
//     names.nameOf(n); names.isImplicit(n)         // of the resource with number n
//
// Names are kept up to limits::kLabelBytes, events that tell of resources up to kRmtKept.
#pragma once

#include "core/base/string_table.h"
#include "core/formats/rdf/payloads/memory/memory_state.h"

namespace traceglass::rdf {

class MemoryNames
{
public:
    void note(const RmtToken& token)
    {
        if (token.kind == RmtKind::userdata)
            take(token);
    }
    void expect(std::uint64_t events) { m_events.reserve(std::min<std::uint64_t>(events, kRmtKept)); }
    // Once, when all tokens were noted.
    void resolve(const MemoryState& state);

    // Empty: none.
    std::string_view nameOf(std::uint32_t resource) const;
    // The same for all of one name; nothing: none.
    std::optional<StringId> nameIdOf(std::uint32_t resource) const
    {
        const StringId name = resource < m_names.size() ? m_names[resource] : kNone;
        return name == kNone ? std::nullopt : std::optional(name);
    }
    bool isImplicit(std::uint32_t resource) const
    {
        return resource < m_implicit.size() && m_implicit[resource];
    }
    std::uint64_t namedCount() const { return m_named; }

private:
    // What is told of ids, at the time it is about.
    struct Event
    {
        enum class Kind : std::uint8_t { correlation, name, implicit, implicitHeap };
        std::uint64_t tick = 0;
        std::uint32_t id = 0;
        std::uint32_t other = 0; // correlation id, or text
        Kind kind = Kind::correlation;
    };
    void take(const RmtToken& token);
    void add(const Event& event);

    std::vector<Event> m_events;
    bool m_hasCorrelations = false;
    StringTable m_texts;
    static constexpr StringId kNone {~std::uint32_t(0)};
    std::vector<StringId> m_names; // by number of the resource
    std::uint64_t m_named = 0;
    std::vector<bool> m_implicit;
};

}
