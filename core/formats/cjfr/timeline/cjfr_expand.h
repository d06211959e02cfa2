// Combined events (cjfr.md 3.1): one stored struct jdk.combined.X stands for many events jdk.X. Expanding
// walks its maps depth first; the innermost elements are events.
//
//     Expander expander(values);
//     expander.expand(message, [&](const ExpandedEvent& event) { ...; return true; });
//
// An event whose own start was not kept carries the start of its group: show it as approximate.
#pragma once

#include "core/formats/cjfr/wire/cjfr_json.h"

#include <functional>
#include <unordered_map>

namespace traceglass::cjfr {

// What stands for a field: a stored value, or a number or truth that a key was taken apart into.
struct Given
{
    std::string_view name;
    Value value {};
    std::optional<std::int64_t> number {};
    std::optional<bool> truth {};
};

struct ExpandedEvent
{
    std::string typeName;       // "jdk.ThreadPark"
    const Type* type = nullptr; // of that name in the file; null: it has none
    std::vector<Given> given;   // the last one of a name counts
    std::size_t innermost = 0;  // from there on they are what the element itself says
    bool timeIsApproximate = false;

    const Given* find(std::string_view name) const;
    Value value(std::string_view name) const; // null where none is given
    // What the element says beyond the fields of its type: "gc-log" keeps how many events it stands for and
    // the sum, least and greatest of their durations.
    std::vector<const Given*> beyondType() const;
};

// What events that a combined type stands for may be given under a name; no slot: a number or a truth.
struct GivenSlot
{
    std::string_view name;
    const Slot* slot = nullptr;
    bool isTruth = false;
};

class Expander
{
public:
    // Return false to stop.
    using Sink = std::function<bool(const ExpandedEvent&)>;

    // So much may be visited in the maps of all messages, and more the longer the stream is up to there.
    explicit Expander(const ValueReader& values, std::uint64_t mostVisits = limits::kCjfrVisits)
        : m_values(values)
        , m_json(values)
        , m_mostVisits(mostVisits)
    {
    }

    static bool canExpand(const Type& type) { return type.isCombined; }
    static std::string expandedName(const Type& combined); // "jdk.ThreadPark"
    bool expand(const Message& message, const Sink& sink); // false: not to its end
    std::uint64_t count(const Message& message);           // of events, without going through them one by one
    // By name, each once. Nothing of types whose values count from the one before: those need the whole stream.
    static std::vector<GivenSlot> givenBy(const TypeTable& types, const Type& combined);

    void json(std::string& out, const ExpandedEvent& event); // appends

private:
    struct Recipe;
    struct Walk;

    const Type* target(const std::string& name);
    Walk begin(const Message& message, const Sink* sink) const;
    bool end(const Walk& walk);
    void descend(Walk& walk, const Value& value, std::size_t level);
    void giveFields(Walk& walk, const Value& value);
    void leaf(Walk& walk, const Value& value);
    void emit(Walk& walk);
    static const Recipe& recipeFor(std::string_view name);

    const ValueReader& m_values;
    MessageJson m_json;
    std::uint64_t m_mostVisits;
    std::uint64_t m_visits = 0;
    struct Target
    {
        const Type* type = nullptr;
        std::size_t seen = 0; // types looked at
    };
    std::unordered_map<std::string, Target> m_targets;
    std::unordered_map<std::string, std::int64_t> m_running; // ZStatistics: latest value of each counter
};

}
