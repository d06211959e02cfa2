#include "core/formats/cjfr/timeline/cjfr_placed.h"

#include "core/base/text.h"
#include "core/formats/cjfr/records/cjfr_fields.h"

#include <algorithm>

namespace traceglass::cjfr {

namespace {

constexpr std::size_t kNameText = 200;
constexpr double kMiB = 1 << 20;
constexpr double kPercent = 100;

std::string dotted(std::string name)
{
    std::ranges::replace(name, '/', '.');
    return name;
}

std::string nameIn(const ValueReader& values, const Value& value)
{
    const auto text = [&](const Value& of) { return textOf(values, fieldOf(values, of, "name")); };
    if (isOf(value, TypeKind::string))
        return values.text(value);
    switch (value.isNull() ? KnownStruct::none : knownStruct(*value.type)) {
    case KnownStruct::byName: return dotted(text(value));
    case KnownStruct::stackTrace: {
        const Value top = firstOf(values, fieldOf(values, value, "frames"));
        const Value method = fieldOf(values, top, "method");
        const std::string type = text(fieldOf(values, method, "type"));
        return dotted(type) + (type.empty() ? "" : ".") + text(method);
    }
    case KnownStruct::method: return dotted(text(fieldOf(values, value, "type"))) + '.' + text(value);
    default: return {};
    }
}

// When the events of a combined one end, where that was kept.
std::optional<std::int64_t> groupEnd(const ValueReader& values, const Message& combined)
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
    return start ? std::optional(std::max(*start, end.value_or(*start))) : std::nullopt;
}

std::optional<double> amountIn(const ValueReader& values, const Value& value)
{
    if (isOf(value, TypeKind::floating))
        return values.floating(value);
    const auto number = numberOf(values, value);
    if (!number)
        return {};
    return static_cast<double>(values.isReduced(value, reduction::kAmount) ? amountOf(*number) : *number);
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

std::string nameOf(const ValueReader& values, const EventPlan& plan, const Value& name)
{
    std::string out = nameOf(values, name);
    return out.empty() || plan.done.empty() ? out : std::string(plan.done) + out;
}

std::string sliceName(const ValueReader& values, const EventPlan& plan, const Value& name)
{
    std::string out = nameOf(values, plan, name);
    return out.empty() ? unnamed(plan) : out;
}

std::optional<TimeRange> timeOf(const ValueReader& values, const ExpandedEvent& event)
{
    const auto start = momentOf(values, event.value("startTime"));
    if (!start)
        return {};
    return TimeRange {*start, addSaturating(*start, values.knownSpan(event.value("duration")))};
}

std::string_view unitOf(std::optional<Counter> counter)
{
    return !counter || *counter < Counter::heap ? "%" : "MiB";
}

std::vector<std::optional<Counter>> countersOf(EventRole role)
{
    switch (role) {
    case EventRole::cpuLoad: return {Counter::userCpu, Counter::systemCpu, Counter::machineCpu};
    case EventRole::threadCpu: return {std::nullopt};
    case EventRole::heap: return {Counter::heap};
    case EventRole::metaspace: return {Counter::metaspace};
    default: return {};
    }
}

void eachCounterValue(const ValueReader& values, const EventPlan& plan,
                      const std::function<Value(std::string_view name)>& field,
                      const std::function<void(const CounterValue&)>& use)
{
    const auto give = [&](Counter counter, const Value& value, double factor) {
        if (const auto number = amountIn(values, value))
            use({counter, *number * factor});
    };
    switch (plan.role) {
    case EventRole::cpuLoad:
        give(Counter::userCpu, field("jvmUser"), kPercent);
        give(Counter::systemCpu, field("jvmSystem"), kPercent);
        give(Counter::machineCpu, field("machineTotal"), kPercent);
        break;
    case EventRole::threadCpu: {
        const auto user = amountIn(values, field("user")), system = amountIn(values, field("system"));
        if (user || system)
            use({{}, (user.value_or(0) + system.value_or(0)) * kPercent});
        break;
    }
    case EventRole::heap: give(Counter::heap, field("heapUsed"), 1 / kMiB); break;
    case EventRole::metaspace:
        give(Counter::metaspace, fieldOf(values, field("metaspace"), "used"), 1 / kMiB);
        break;
    default: break;
    }
}

bool PlacedEvents::expand(const Message& message, const std::function<bool(const PlacedEvent&)>& use)
{
    const auto end = groupEnd(m_values, message);
    std::unordered_map<std::uint64_t, std::int64_t>
        reached; // by track: where the next one without a start goes
    return m_expander.expand(message, [&](const ExpandedEvent& event) {
        const auto time = timeOf(m_values, event);
        if (!time)
            return true;
        PlacedEvent out;
        out.event = &event;
        out.plan = &m_tracks.planOf(event, *message.type);
        out.thread = m_tracks.threadOf(event);
        out.place = m_tracks.trackOf(*out.plan, out.thread);
        if (!out.plan->nameField.empty())
            out.name = event.value(out.plan->nameField);
        out.time = *time;
        if (event.timeIsApproximate) {
            out.flags = slice::kApproximate;
            std::int64_t& next = reached.try_emplace(out.place.key, time->startNs).first->second;
            if (end && next >= *end) // the group is full: from its start again, in another row
                next = time->startNs;
            out.time = {next, addSaturating(next, time->lengthNs())};
            next = out.time.endNs;
        }
        return use(out);
    });
}

}
