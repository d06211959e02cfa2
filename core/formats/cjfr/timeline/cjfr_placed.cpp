#include "core/formats/cjfr/timeline/cjfr_placed.h"

#include "core/base/text.h"

#include <algorithm>

namespace traceglass::cjfr {

namespace {

constexpr std::size_t kNameText = 200;

std::string textIn(const ValueReader& values, const std::optional<Value>& value)
{
    return value && !value->isNull() && value->type->kind == Kind::string ? values.text(*value)
                                                                          : std::string();
}

std::string dotted(std::string name)
{
    std::ranges::replace(name, '/', '.');
    return name;
}

std::string topFrame(const ValueReader& values, const Value& trace)
{
    std::string out;
    const auto frames = values.field(trace, "frames");
    if (!frames || frames->isNull())
        return out;
    values.forEach(*frames, [&](const Slot&, std::uint64_t, const Value& frame) {
        const auto method = values.field(frame, "method");
        if (method && !method->isNull()) {
            const auto holder = values.field(*method, "type");
            const std::string type = holder ? textIn(values, values.field(*holder, "name")) : std::string();
            out = dotted(type) + (type.empty() ? "" : ".") + textIn(values, values.field(*method, "name"));
        }
        return false;
    });
    return out;
}

std::string nameIn(const ValueReader& values, const Value& value)
{
    if (value.isNull())
        return {};
    if (value.type->kind == Kind::string)
        return values.text(value);
    switch (knownStruct(*value.type)) {
    case Known::byName: return dotted(textIn(values, values.field(value, "name")));
    case Known::stackTrace: return topFrame(values, value);
    case Known::method: {
        const auto holder = values.field(value, "type");
        return dotted(holder ? textIn(values, values.field(*holder, "name")) : std::string()) + '.'
            + textIn(values, values.field(value, "name"));
    }
    default: return {};
    }
}

std::optional<std::int64_t> momentOf(const ValueReader& values, const Given* given)
{
    if (!given || !values.isReduced(given->value, reduction::kTimestamp))
        return {};
    return values.moment(given->value);
}

std::int64_t durationOf(const ValueReader& values, const Given* given)
{
    if (!given || given->value.isNull() || !given->value.type->isNumber())
        return 0;
    const std::int64_t ns = values.number(given->value);
    return isKnownSpan(ns) ? ns : 0;
}

}

std::string nameOf(const ValueReader& values, const Value& name)
{
    return escaped(shortened(nameIn(values, name), kNameText));
}

std::string unnamed(const EventPlan& plan)
{
    return plan.role == EventRole::sample ? "no stack" : plan.label;
}

std::string sliceName(const ValueReader& values, const EventPlan& plan, const Value& name)
{
    std::string out = nameOf(values, name);
    return out.empty() ? unnamed(plan) : out;
}

std::optional<TimeRange> groupTime(const ValueReader& values, const Message& combined)
{
    std::optional<std::int64_t> start, end;
    values.forEach(values.top(combined), [&](const Slot& slot, std::uint64_t, const Value& value) {
        if (!values.isReduced(value, reduction::kTimestamp))
            return true;
        if (slot.name == "startTime")
            start = values.moment(value);
        else if (slot.name == "endTime")
            end = values.moment(value);
        return true;
    });
    if (!start)
        return {};
    return TimeRange {*start, std::max(*start, end.value_or(*start))};
}

void PlacedEvents::expand(const Message& message, const std::function<bool(const PlacedEvent&)>& use)
{
    const auto group = groupTime(m_values, message);
    std::unordered_map<std::uint64_t, std::int64_t>
        reached; // by track: where the next one without a start goes
    m_expander.expand(message, [&](const ExpandedEvent& event) {
        const auto start = momentOf(m_values, event.find("startTime"));
        if (!start)
            return true;
        PlacedEvent out;
        out.event = &event;
        out.plan = &m_tracks.planOf(event, *message.type);
        out.thread = m_tracks.threadOf(event);
        out.place = m_tracks.trackOf(*out.plan, out.thread);
        if (!out.plan->nameField.empty()) {
            if (const Given* const name = event.find(out.plan->nameField))
                out.name = name->value;
        }
        const std::int64_t duration = durationOf(m_values, event.find("duration"));
        std::int64_t from = *start;
        if (event.timeIsApproximate) {
            out.flags = slice::kApproximate;
            std::int64_t& next = reached.try_emplace(out.place.key, from).first->second;
            if (group && next >= group->endNs) // the group is full: from its start again, in another row
                next = from;
            from = next;
            next = addSaturating(from, duration);
        }
        out.time = {from, addSaturating(from, duration)};
        return use(out);
    });
}

}
