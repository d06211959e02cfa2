// Events as the timeline shows them: what a slice is called, and when the events that a combined one stands
// for took place. Those that kept no start are laid one behind the other from the start of their group on,
// approximate; builder and Details ask here and agree.
//
//     PlacedEvents placed(values, tracks);
//     placed.expand(message, [&](const PlacedEvent& event) { ...; return true; });
//     sliceName(values, plan, nameValue)              // "G1New", "java.lang.Thread.sleep"
//     eachCounterValue(values, plan, fieldByName, [&](const CounterValue& value) { ... });  // shares in %, memory in MiB
#pragma once

#include "core/formats/cjfr/timeline/cjfr_tracks.h"

namespace traceglass::cjfr {

// What names a slice of this plan; the label of its type where the value tells nothing. A stack is called as
// its top frame, without a line.
std::string nameOf(const ValueReader& values, const Value& name); // empty where it tells nothing
std::string nameOf(const ValueReader& values, const EventPlan& plan, const Value& name); // with what was done
std::string unnamed(const EventPlan& plan);
std::string sliceName(const ValueReader& values, const EventPlan& plan, const Value& name);

// The event's own time, or that of its group where it kept none; nothing without a usable start.
std::optional<TimeRange> timeOf(const ValueReader& values, const ExpandedEvent& event);

// What an event tells a counter, as it is drawn.
struct CounterValue
{
    std::optional<Counter> counter; // nothing: the share of CPU of the event's thread
    double value = 0;
};
constexpr std::string_view kThreadCpu = "thread CPU"; // what that is called where no thread is meant
std::string_view unitOf(std::optional<Counter> counter);
std::vector<std::optional<Counter>> countersOf(EventRole role); // empty: it tells none
// Of an event whose plan is one of a counter; `field` gives the values of its fields by name.
void eachCounterValue(const ValueReader& values, const EventPlan& plan,
                      const std::function<Value(std::string_view name)>& field,
                      const std::function<void(const CounterValue&)>& use);

struct PlacedEvent
{
    const ExpandedEvent* event = nullptr;
    const EventPlan* plan = nullptr;
    const ThreadWords* thread = nullptr; // null: none is known
    TrackPlace place;
    TimeRange time; // ends equal: a moment
    std::uint8_t flags = 0;
    Value name {};
};

class PlacedEvents
{
public:
    PlacedEvents(const ValueReader& values, Tracks& tracks, std::uint64_t mostVisits = limits::kCjfrVisits)
        : m_values(values)
        , m_tracks(tracks)
        , m_expander(values, mostVisits)
    {
    }

    // Those that have a time. Return false to stop; it returns false where that was not to the end.
    bool expand(const Message& message, const std::function<bool(const PlacedEvent&)>& use);

private:
    const ValueReader& m_values;
    Tracks& m_tracks;
    Expander m_expander;
};

}
