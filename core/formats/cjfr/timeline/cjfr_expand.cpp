#include "core/formats/cjfr/timeline/cjfr_expand.h"

#include "core/base/json_writer.h"
#include "core/formats/cjfr/records/cjfr_fields.h"

#include <algorithm>
#include <array>

namespace traceglass::cjfr {

namespace {

constexpr std::string_view kTypePrefix = "jdk.combined.";

// Damaged counts must not make events without end, nor maps that are cached and refer to others many times.
constexpr std::uint64_t kEventsAMessage = 1 << 20;
constexpr std::uint64_t kVisitsAMessage = 1 << 22;
constexpr std::uint64_t kBytesAVisit = 16; // that are passed over; fields likewise

// A requested sleep is a key in the unit the field's annotation states, not in nanoseconds.
std::int64_t unitOf(const Slot& slot)
{
    struct Unit
    {
        std::string_view text;
        std::int64_t ns;
    };
    constexpr std::array<Unit, 3> kUnits = {{
        {R"("jdk.jfr.Timespan",["MICROSECONDS"])", 1'000},
        {R"("jdk.jfr.Timespan",["MILLISECONDS"])", 1'000'000},
        {R"("jdk.jfr.Timespan",["SECONDS"])", 1'000'000'000},
    }};
    const auto found = std::ranges::find_if(
        kUnits, [&](const Unit& unit) { return slot.description.find(unit.text) != std::string::npos; });
    return found == kUnits.end() ? 1 : found->ns;
}

constexpr std::string_view kAge = "tenured and age"; // a key of two values

std::string_view stemOf(std::string_view name)
{
    name.remove_prefix(std::min(name.size(), kTypePrefix.size()));
    for (const std::string_view suffix : {"V2", "Lossless"}) {
        if (name.ends_with(suffix))
            name.remove_suffix(suffix.size());
    }
    return name;
}

bool isPair(const Type& type)
{
    return type.kind == TypeKind::structure && type.slots.size() == 2 && type.slots[0].name == "key"
        && type.slots[1].name == "value";
}

// The field that holds the map: an array of pairs.
int payloadOf(const TypeTable& types, const Type& type)
{
    for (std::size_t i = 0; i < type.slots.size(); ++i) {
        const Type* const field = types.find(type.slots[i].typeId);
        const Type* const element =
            field && field->kind == TypeKind::array ? types.find(field->slots.front().typeId) : nullptr;
        if (element && isPair(*element))
            return static_cast<int>(i);
    }
    return -1;
}

}

// What the keys below the outermost one and a bare number at the end are, by combined type.
struct Expander::Recipe
{
    std::string_view stem;
    std::array<std::string_view, 3> keys {};
    std::string_view leaf {};
    bool leafIsCount = false;
    bool isRunning = false; // a value counts from the one before
};

struct Expander::Walk
{
    const Recipe& recipe;
    const Sink* sink = nullptr; // null: only count
    ExpandedEvent event {};
    std::size_t ownGiven = 0; // given by the combined struct itself
    std::string_view outerKey {};
    std::uint64_t events = 0;
    std::uint64_t visits = 0; // of keys and values in maps
    std::uint64_t mostVisits = kVisitsAMessage;
    bool stopped = false; // by the sink

    bool goesOn() const { return !stopped && events < kEventsAMessage && visits < mostVisits; }
};

Expander::Walk Expander::begin(const Message& message, const Sink* sink) const
{
    const std::uint64_t most = m_mostVisits + limits::kCjfrVisitsAByte * message.offset;
    return {.recipe = recipeFor(message.type->name),
            .sink = sink,
            .mostVisits = std::min(kVisitsAMessage, most - std::min(most, m_visits))};
}

bool Expander::end(const Walk& walk)
{
    m_visits += walk.visits;
    return !walk.stopped && walk.visits < walk.mostVisits;
}

const Expander::Recipe& Expander::recipeFor(std::string_view name)
{
    static constexpr std::array<Recipe, 11> kRecipes = {{
        {"PromoteObjectInNewPLAB", {kAge, "plabSize", "eventThread"}, "objectSize"},
        {"PromoteObjectOutsidePLAB", {kAge, "eventThread"}, "objectSize"},
        {"ObjectAllocationInNewTLAB", {"tlabSize"}, "allocationSize"},
        {"ObjectAllocationOutsideTLAB", {}, "allocationSize"},
        {"ObjectAllocationSample", {"stackTrace", "eventThread"}, "weight"},
        {"JavaExceptionThrow", {}, {}, true},
        {"JavaErrorThrow", {}, {}, true},
        {"TenuringDistribution", {}, "size"},
        {"GCReferenceStatistics", {}, "count"}, // today a struct that says so itself
        {"ZStatisticsCounter", {}, {}, false, true},
        {"ZStatisticsSampler", {}, {}, false, true},
    }};
    static constexpr Recipe kUsual {{}, {}, "duration"};
    const auto found = std::ranges::find(kRecipes, stemOf(name), &Recipe::stem);
    return found == kRecipes.end() ? kUsual : *found;
}

const Given* ExpandedEvent::find(std::string_view name) const
{
    const auto found =
        std::find_if(given.rbegin(), given.rend(), [&](const Given& one) { return one.name == name; });
    return found == given.rend() ? nullptr : &*found;
}

Value ExpandedEvent::value(std::string_view name) const
{
    const Given* const found = find(name);
    return found ? found->value : Value {};
}

std::vector<const Given*> ExpandedEvent::beyondType() const
{
    std::vector<const Given*> out;
    for (std::size_t i = innermost; type && i < given.size(); ++i) {
        if (!given[i].name.empty() && type->fieldNamed(given[i].name) < 0)
            out.push_back(&given[i]);
    }
    return out;
}

std::string Expander::expandedName(const Type& combined)
{
    return "jdk." + std::string(stemOf(combined.name));
}

const Type* Expander::target(const std::string& name)
{
    const TypeTable& types = m_values.index().types;
    Target& known = m_targets[name];
    for (; !known.type && known.seen < types.count(); ++known.seen) { // a stream that is read may define more
        const Type& type = types.at(known.seen);
        if (type.name == name && type.kind == TypeKind::structure)
            known.type = &type;
    }
    return known.type;
}

std::vector<GivenSlot> Expander::givenBy(const TypeTable& types, const Type& combined)
{
    const Recipe& recipe = recipeFor(combined.name);
    std::vector<GivenSlot> out;
    const auto add = [&](std::string_view name, const Slot* slot, bool isTruth = false) {
        if (!name.empty() && std::ranges::find(out, name, &GivenSlot::name) == out.end())
            out.push_back({name, slot, isTruth});
    };
    const auto addFields = [&](const Type& of) {
        for (const Slot& slot : of.slots)
            add(slot.name, &slot);
    };
    const int payload = payloadOf(types, combined);
    if (payload < 0 || recipe.isRunning)
        return out;
    const Slot* value = &combined.slots[static_cast<std::size_t>(payload)];
    for (const Slot& slot : combined.slots)
        if (&slot != value)
            add(slot.name, &slot);
    const std::string_view outerKey = value->name;
    const Type* of = types.find(value->typeId);
    for (std::size_t level = 0; level <= recipe.keys.size() && of && of->kind == TypeKind::array; ++level) {
        const Type* const pair = types.find(of->slots.front().typeId);
        if (!pair || !isPair(*pair)) { // a list of what is innermost
            value = &of->slots.front();
            of = pair;
            break;
        }
        const std::string_view name =
            level == 0 ? outerKey : level <= recipe.keys.size() ? recipe.keys[level - 1] : std::string_view();
        const Slot& key = pair->slots[0];
        if (name == kAge) {
            add("tenured", nullptr, true);
            add("tenuringAge", nullptr);
        } else {
            add(name, &key);
        }
        const Type* const keyType = types.find(key.typeId);
        if (keyType && keyType->kind == TypeKind::structure && knownStruct(*keyType) == KnownStruct::none)
            addFields(*keyType);
        value = &pair->slots[1];
        of = types.find(value->typeId);
    }
    if (of && of->kind == TypeKind::structure)
        addFields(*of);
    else if (!recipe.leafIsCount)
        add(recipe.leaf, value);
    return out;
}

bool Expander::expand(const Message& message, const Sink& sink)
{
    Walk walk = begin(message, &sink);
    walk.event.typeName = expandedName(*message.type);
    walk.event.type = target(walk.event.typeName);
    const int payload = payloadOf(m_values.index().types, *message.type);
    Value map;
    m_values.forEach(m_values.top(message),
                     [&](const Slot& slot, std::uint64_t position, const Value& value) {
                         if (payload >= 0 && position == static_cast<std::uint64_t>(payload)) {
                             map = value;
                             walk.outerKey = slot.name;
                         } else {
                             walk.event.given.push_back({slot.name, value});
                         }
                         return true;
                     });
    walk.ownGiven = walk.event.given.size();
    if (!map.isNull())
        descend(walk, map, 0);
    return end(walk);
}

std::uint64_t Expander::count(const Message& message)
{
    Walk walk = begin(message, nullptr);
    const int payload = payloadOf(m_values.index().types, *message.type);
    if (payload < 0)
        return 0;
    m_values.forEach(m_values.top(message), [&](const Slot&, std::uint64_t position, const Value& value) {
        if (position < static_cast<std::uint64_t>(payload))
            return true;
        descend(walk, value, 0);
        return false;
    });
    end(walk);
    return walk.events;
}

void Expander::descend(Walk& walk, const Value& value, std::size_t level)
{
    if (!walk.goesOn())
        return;
    if (value.isNull() || value.type->kind != TypeKind::array) {
        leaf(walk, value);
        return;
    }
    constexpr std::size_t kMapLevels = 8;
    const Type* const element = value.type->slots.front().type;
    const bool isMap = element && isPair(*element) && level < kMapLevels;
    m_values.forEach(value, [&](const Slot&, std::uint64_t, const Value& item) {
        walk.visits += 1 + (item.end - item.begin) / kBytesAVisit;
        if (!isMap || item.isNull()) {
            leaf(walk, item);
            return walk.goesOn();
        }
        const std::size_t before = walk.event.given.size();
        Value inner;
        m_values.forEach(item, [&](const Slot&, std::uint64_t position, const Value& part) {
            if (position == 1) {
                inner = part;
                return false;
            }
            if (!walk.sink)
                return true;
            std::string_view name = walk.outerKey;
            if (level > 0)
                name = level <= walk.recipe.keys.size() ? walk.recipe.keys[level - 1] : std::string_view();
            if (name == kAge && !part.isNull() && part.type->isNumber()) {
                constexpr std::int64_t kTenured = 64;
                const std::int64_t both = m_values.number(part);
                walk.event.given.push_back({"tenured", {}, {}, both >= kTenured});
                walk.event.given.push_back({"tenuringAge", {}, both % kTenured, {}});
            } else {
                walk.event.given.push_back({name, part});
                const int field = walk.event.type ? walk.event.type->fieldNamed(name) : -1;
                if (field >= 0 && !part.isNull() && part.type->isNumber()
                    && part.reduction == reduction::kNone) {
                    const Slot& slot = walk.event.type->slots[static_cast<std::size_t>(field)];
                    const auto stored = static_cast<std::uint64_t>(m_values.number(part));
                    if (const std::int64_t unit = unitOf(slot);
                        slot.reduction == reduction::kTimespan && unit > 1)
                        walk.event.given.back().number =
                            static_cast<std::int64_t>(stored * static_cast<std::uint64_t>(unit));
                }
            }
            if (!part.isNull() && part.type->kind == TypeKind::structure
                && knownStruct(*part.type) == KnownStruct::none) {
                giveFields(walk, part);
            }
            return true;
        });
        descend(walk, inner, level + 1);
        walk.event.given.resize(before);
        return walk.goesOn();
    });
}

// Of a struct, which may be an entry that is referred to many times.
void Expander::giveFields(Walk& walk, const Value& value)
{
    std::uint64_t passed = value.type->slots.size();
    m_values.forEach(value, [&](const Slot& slot, std::uint64_t, const Value& field) {
        walk.event.given.push_back({slot.name, field});
        passed += field.end - field.begin;
        return true;
    });
    walk.visits += passed / kBytesAVisit;
}

void Expander::leaf(Walk& walk, const Value& value)
{
    const std::size_t before = walk.event.given.size();
    walk.event.innermost = before;
    std::uint64_t times = 1;
    if (!value.isNull() && value.type->kind == TypeKind::structure) {
        giveFields(walk, value);
    } else if (walk.recipe.leafIsCount && !value.isNull() && value.type->isNumber()) {
        times = static_cast<std::uint64_t>(std::max<std::int64_t>(m_values.number(value), 0));
    } else if (!value.isNull()) {
        walk.event.given.push_back({walk.recipe.leaf, value});
    }
    times = std::min(times, kEventsAMessage - walk.events);
    walk.events += times;
    if (walk.sink) {
        if (walk.recipe.isRunning) {
            const auto number = [&](std::string_view name) {
                return numberOf(m_values, walk.event.value(name)).value_or(0);
            };
            std::string key = walk.event.typeName;
            if (const Given* const id = walk.event.find(walk.outerKey))
                m_json.append(key, id->value);
            std::int64_t& latest = m_running[key];
            latest = addWrapping(addWrapping(latest, number("increment")), number("value"));
            walk.event.given.push_back({"value", {}, latest, {}});
        }
        for (std::uint64_t i = 0; i < times && !walk.stopped; ++i)
            emit(walk);
    }
    walk.event.given.resize(before);
}

void Expander::emit(Walk& walk)
{
    const auto& given = walk.event.given;
    walk.event.timeIsApproximate =
        std::none_of(given.begin() + static_cast<std::ptrdiff_t>(walk.ownGiven), given.end(),
                     [](const Given& one) { return one.name == "startTime"; });
    walk.stopped = !(*walk.sink)(walk.event);
}

void Expander::json(std::string& out, const ExpandedEvent& event)
{
    std::string start = "null", duration = "null", fields, beyond;
    const auto put = [&](std::string& into, std::uint64_t wanted, const Given* given) {
        if (given && given->number)
            appendNumber(into, *given->number);
        else if (given && given->truth)
            into += *given->truth ? "true" : "false";
        else if (const auto ns = given && wanted == reduction::kTimespan ? numberOf(m_values, given->value)
                                                                         : std::nullopt)
            appendSpan(into, *ns);
        else
            m_json.append(into, given ? given->value : Value {});
    };
    const auto add = [&](std::string_view name, std::uint64_t wanted, const Given* given) {
        const bool isStart = name == "startTime" && wanted == reduction::kTimestamp;
        const bool isDuration = name == "duration" && wanted == reduction::kTimespan;
        std::string& into = isStart ? start : isDuration ? duration : fields;
        if (isStart || isDuration)
            into.clear();
        else
            JsonWriter(into).foreignKey(name);
        put(into, wanted, given);
    };
    if (event.type) {
        for (const Slot& slot : event.type->slots)
            add(slot.name, slot.reduction, event.find(slot.name));
        for (const Given* const given : event.beyondType()) {
            JsonWriter(beyond).foreignKey(given->name);
            put(beyond, reduction::kNone, given);
        }
    } else {
        for (const Given& given : event.given) {
            if (event.find(given.name) == &given)
                add(given.name,
                    given.name == "startTime"      ? reduction::kTimestamp
                        : given.name == "duration" ? reduction::kTimespan
                                                   : reduction::kNone,
                    &given);
        }
    }
    JsonWriter json(out);
    json.beginObject().field("type", event.typeName).key("start_ns").raw(start);
    if (event.timeIsApproximate)
        json.field("approximate", true);
    json.key("dur_ns").raw(duration).key("fields").beginObject().raw(fields).endObject();
    if (!beyond.empty())
        json.key("combined").beginObject().raw(beyond).endObject();
    json.endObject();
}

}
