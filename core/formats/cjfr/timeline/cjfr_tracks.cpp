#include "core/formats/cjfr/timeline/cjfr_tracks.h"

#include "core/formats/cjfr/records/cjfr_fields.h"
#include "core/formats/cjfr/timeline/cjfr_words.h"

#include <algorithm>
#include <array>

namespace traceglass::cjfr {

namespace {

using namespace std::string_view_literals;

struct RoleName
{
    std::string_view type; // the beginning of its name when it ends in *
    EventRole role;
    std::string_view nameField {};
    std::string_view done {}; // before the name
};

constexpr std::array<RoleName, 20> kRoles = {{
    {"jdk.ExecutionSample", EventRole::sample, "stackTrace"},
    {"jdk.NativeMethodSample", EventRole::sample, "stackTrace"},
    {"jdk.CPUTimeSample", EventRole::sample, "stackTrace"},
    {"jdk.GarbageCollection", EventRole::collection, "name"},
    {"jdk.GCPhasePause*", EventRole::phase, "name"},
    {"jdk.GCPhaseConcurrent*", EventRole::concurrentPhase, "name"},
    {"jdk.GCPhaseParallel", EventRole::event, "name"},
    {"jdk.ExecuteVMOperation", EventRole::operation, "operation"},
    {"jdk.Safepoint*", EventRole::safepoint},
    {"jdk.Compilation", EventRole::compilation, "method", "compile "},
    {"jdk.CompilerPhase", EventRole::compilation, "phase"},
    {"jdk.ClassLoad", EventRole::classLoad, "loadedClass"},
    {"jdk.ClassDefine", EventRole::classLoad, "definedClass"},
    {"jdk.ClassUnload", EventRole::classLoad, "unloadedClass"},
    {"jdk.ThreadStart", EventRole::threadStart},
    {"jdk.ThreadEnd", EventRole::threadEnd},
    {"jdk.CPULoad", EventRole::cpuLoad},
    {"jdk.ThreadCPULoad", EventRole::threadCpu},
    {"jdk.GCHeapSummary", EventRole::heap},
    {"jdk.MetaspaceSummary", EventRole::metaspace},
}};

const RoleName* roleNamed(std::string_view name)
{
    for (const RoleName& role : kRoles) {
        if (role.type.ends_with('*') ? name.starts_with(role.type.substr(0, role.type.size() - 1))
                                     : name == role.type)
            return &role;
    }
    return nullptr;
}

std::uint64_t hashOf(std::string_view text)
{
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const char c : text)
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    return hash;
}

int threadFieldOf(const TypeTable& types, const Type& type, EventRole role)
{
    const bool aboutThread = role == EventRole::threadStart || role == EventRole::threadEnd;
    constexpr std::array kOthers = {"eventThread"sv, "sampledThread"sv, "thread"sv};
    constexpr std::array kAbout = {"thread"sv, "eventThread"sv};
    const std::span<const std::string_view> names =
        aboutThread ? std::span<const std::string_view>(kAbout) : kOthers;
    for (const std::string_view name : names) {
        const int at = type.fieldNamed(name);
        if (at < 0)
            continue;
        const Type* const field = types.find(type.slots[static_cast<std::size_t>(at)].typeId);
        if (field && knownStruct(*field) == KnownStruct::thread)
            return at;
    }
    return -1;
}

bool isAboutCollector(const std::vector<std::string>& category)
{
    return std::ranges::find(category, "GC") != category.end();
}

}

EventRole roleOf(std::string_view typeName)
{
    const RoleName* const role = roleNamed(typeName);
    return role ? role->role : EventRole::event;
}

Tracks::Tracks(const ValueReader& values, std::size_t mostThreads)
    : m_values(values)
    , m_mostThreads(mostThreads)
{
}

// --- plans

EventPlan Tracks::makePlan(const std::string& name) const
{
    EventPlan out;
    out.typeName = name;
    out.typeKey = keyOf(TrackClass::type, hashOf(name));
    const RoleName* const role = roleNamed(name);
    out.role = roleOf(name);
    out.nameField = role ? role->nameField : std::string_view();
    out.done = role ? role->done : std::string_view();
    return out;
}

EventPlan Tracks::makePlan(const Type& type) const
{
    const TypeTable& types = m_values.index().types;
    std::string name = type.name.empty() ? "type " + std::to_string(type.id) : type.name;
    EventPlan out = types.isJfr() ? makePlan(name) : EventPlan {};
    out.typeName = std::move(name);
    out.typeKey = keyOf(TrackClass::type, hashOf(out.typeName));
    out.type = &type;
    const TypeWords words = wordsOf(type);
    out.label = words.label;
    out.ofCollector = isAboutCollector(words.category);
    const TimeFields times = timeFieldsOf(types, type);
    out.start = times.start;
    out.duration = times.duration;
    if (out.start < 0 || type.isNote) { // notes are flags, not slices
        out.role = EventRole::none;
        return out;
    }
    if (!types.isJfr()) {
        out.role = EventRole::event;
        constexpr std::array kNames = {"name"sv, "label"sv, "text"sv};
        for (const std::string_view field : kNames) {
            const int at = type.fieldNamed(field);
            const Type* const holds =
                at < 0 ? nullptr : types.find(type.slots[static_cast<std::size_t>(at)].typeId);
            if (out.name < 0 && holds && holds->kind == TypeKind::string) {
                out.name = at;
                out.nameField = field;
            }
        }
        return out;
    }
    out.isCombined = type.isCombined;
    out.thread = threadFieldOf(types, type, out.role);
    if (!out.nameField.empty())
        out.name = type.fieldNamed(out.nameField);
    return out;
}

const EventPlan& Tracks::planOf(const Type& type)
{
    if (type.index >= m_plans.size())
        m_plans.resize(type.index + 1);
    auto& plan = m_plans[type.index];
    if (!plan)
        plan = std::make_unique<EventPlan>(makePlan(type));
    return *plan;
}

const EventPlan& Tracks::planOf(const ExpandedEvent& event, const Type& combined)
{
    const TypeTable& types = m_values.index().types;
    const bool isDefined = event.type
        && std::ranges::all_of(event.type->slots, [&](const Slot& slot) { return types.find(slot.typeId); });
    if (isDefined) // as recorders have it, wholly before the combined one
        return planOf(*event.type);
    const auto [known, isNew] = m_namedPlans.try_emplace(event.typeName);
    EventPlan& plan = known->second;
    if (isNew) {
        plan = makePlan(event.typeName);
        const TypeWords words = wordsOf(combined);
        plan.label = words.label;
        plan.ofCollector = isAboutCollector(words.category);
    }
    return plan;
}

// --- threads

ThreadWords Tracks::readThread(const Value& value) const
{
    ThreadWords out;
    std::string systemName;
    m_values.forEach(value, [&](const Slot& slot, std::uint64_t, const Value& field) {
        if (slot.name == "javaName" && isOf(field, TypeKind::string))
            out.name = m_values.text(field);
        else if (slot.name == "osName" && isOf(field, TypeKind::string))
            systemName = m_values.text(field);
        else if (slot.name == "javaThreadId")
            out.javaId = std::max<std::int64_t>(numberOf(m_values, field).value_or(out.javaId), 0);
        else if (slot.name == "osThreadId")
            out.systemId = numberOf(m_values, field).value_or(out.systemId);
        else if (slot.name == "group" && isOf(field, TypeKind::structure))
            out.ofSystem = textOf(m_values, fieldOf(m_values, field, "name")) == "system";
        return true;
    });
    const std::int64_t id = out.javaId > 0 ? out.javaId : out.systemId;
    out.key = keyOf(out.javaId > 0 ? TrackClass::javaThread : TrackClass::systemThread,
                    static_cast<std::uint64_t>(id));
    if (out.name.empty())
        out.name = std::move(systemName);
    if (out.name.empty())
        out.name = "thread " + std::to_string(id);
    constexpr std::size_t kNameText = 200;
    out.name = escaped(shortened(out.name, kNameText));
    return out;
}

const ThreadWords* Tracks::thread(const Value& value)
{
    if (value.isNull() || knownStruct(*value.type) != KnownStruct::thread)
        return nullptr;
    const auto known = value.isEntry() ? m_threads.find(value.content) : m_threads.end();
    if (known != m_threads.end())
        return &known->second;
    ThreadWords words = readThread(value);
    std::string name = value.isEntry() ? std::string() : std::to_string(words.key) + words.name;
    if (const auto same = m_inlineThreads.find(name); same != m_inlineThreads.end())
        return &same->second;
    if (m_threads.size() + m_inlineThreads.size() >= m_mostThreads)
        return keptOf(words.key);
    ThreadWords& kept = value.isEntry() ? m_threads[value.content] : m_inlineThreads[std::move(name)];
    kept = std::move(words);
    return m_latest[kept.key] = &kept;
}

// When there is room for no more: a thread keeps the name it had, and one never met before is not told apart.
const ThreadWords* Tracks::keptOf(std::uint64_t key)
{
    const auto known = m_latest.find(key);
    m_hasMoreThreads |= known == m_latest.end();
    return known == m_latest.end() ? nullptr : known->second;
}

std::vector<std::string> Tracks::namesOf(std::uint64_t threadKey)
{
    std::vector<std::string> out;
    const TypeTable& types = m_values.index().types;
    constexpr std::uint64_t kLookedAt = 20'000; // Details wait for the answer
    for (std::uint32_t cache = 0; cache < types.caches().size(); ++cache) {
        const Cache& from = types.caches()[cache];
        if (knownStruct(*from.type) != KnownStruct::thread)
            continue;
        const auto count = std::min<std::uint64_t>(from.entries.size(), kLookedAt);
        for (std::uint64_t i = 0; i < count; ++i) {
            const ThreadWords* const words = thread(m_values.entry(cache, i));
            if (words && words->key == threadKey && std::ranges::find(out, words->name) == out.end())
                out.push_back(words->name);
        }
    }
    return out;
}

const ThreadWords* Tracks::threadOf(const EventPlan& plan, const Message& message)
{
    if (plan.thread < 0)
        return nullptr;
    Value value;
    m_values.forEach(m_values.top(message), [&](const Slot&, std::uint64_t position, const Value& field) {
        if (position == static_cast<std::uint64_t>(plan.thread))
            value = field;
        return position < static_cast<std::uint64_t>(plan.thread);
    });
    return thread(value);
}

const ThreadWords* Tracks::threadOf(const ExpandedEvent& event)
{
    for (const std::string_view name : {"eventThread"sv, "sampledThread"sv, "thread"sv}) {
        if (const ThreadWords* const found = thread(event.value(name)))
            return found;
    }
    return nullptr;
}

// --- tracks

TrackPlace Tracks::trackOf(const EventPlan& plan, const ThreadWords* thread) const
{
    const auto machine = [](EventRole role) {
        return TrackPlace {TrackKind::slices, keyOf(TrackClass::machine, static_cast<std::uint64_t>(role))};
    };
    const auto counter = [](Counter which) { return TrackPlace {TrackKind::counter, keyOf(which)}; };
    switch (plan.role) {
    case EventRole::collection:
    case EventRole::phase: return machine(EventRole::collection);
    case EventRole::concurrentPhase:
    case EventRole::operation:
    case EventRole::safepoint:
    case EventRole::compilation:
    case EventRole::classLoad: return machine(plan.role);
    case EventRole::cpuLoad: return counter(Counter::userCpu);
    case EventRole::heap: return counter(Counter::heap);
    case EventRole::metaspace: return counter(Counter::metaspace);
    case EventRole::sample:
        if (thread)
            return {TrackKind::samples, thread->key};
        break;
    case EventRole::threadCpu:
        if (thread)
            return {TrackKind::counter, thread->key};
        break;
    default: break;
    }
    return {TrackKind::slices, thread ? thread->key : plan.typeKey};
}

const GroupWords& wordsOf(TrackGroup group)
{
    static constexpr std::array<GroupWords, 8> kGroups = {{
        {"Process"},
        {"GC"},
        {"GC details", TrackGroup::collector},
        {"JVM"},
        {"Other events", TrackGroup::machine},
        {"Threads"},
        {"System threads", TrackGroup::threads},
        {"Idle threads", TrackGroup::threads},
    }};
    return kGroups[static_cast<std::size_t>(group)];
}

std::string_view counterName(Counter counter)
{
    constexpr std::array<std::string_view, 5> names = {"JVM user", "JVM system", "Machine", "Heap",
                                                       "Metaspace"};
    return names[static_cast<std::size_t>(counter)];
}

std::string machineTrackName(EventRole role)
{
    switch (role) {
    case EventRole::collection: return "Collections";
    case EventRole::concurrentPhase: return "Concurrent phases";
    case EventRole::operation: return "VM operations";
    case EventRole::safepoint: return "Safepoints";
    case EventRole::compilation: return "Compilations";
    case EventRole::classLoad: return "Classes";
    default: return {};
    }
}

TrackGroup groupOf(const EventPlan& plan, const TrackPlace& place)
{
    switch (classOf(place.key)) {
    case TrackClass::counter: return TrackGroup::process;
    case TrackClass::machine:
        return plan.role <= EventRole::concurrentPhase ? TrackGroup::collector : TrackGroup::machine;
    case TrackClass::type: return plan.ofCollector ? TrackGroup::collectorMore : TrackGroup::machineMore;
    default: return TrackGroup::threads;
    }
}

std::string Tracks::pathOf(const EventPlan& plan, const ThreadWords* thread) const
{
    const TrackPlace place = trackOf(plan, thread);
    std::string out(wordsOf(m_values.index().isJfr() ? groupOf(plan, place) : TrackGroup::machineMore).name);
    out += '/';
    switch (classOf(place.key)) {
    case TrackClass::machine: return out + machineTrackName(static_cast<EventRole>(place.key & 0xff));
    case TrackClass::counter: return out + std::string(counterName(static_cast<Counter>(place.key & 0xff)));
    case TrackClass::type: return out + plan.label;
    default: return out + (thread ? thread->name : std::string());
    }
}

}
