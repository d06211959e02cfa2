#include "core/formats/cjfr/cjfr_events.h"

#include "core/base/limits.h"

#include <algorithm>

namespace traceglass::cjfr {

namespace {

constexpr std::size_t kBlockEvents = 16'384;
constexpr std::uint64_t kExpandedAlways = 1u << 24;
constexpr std::uint64_t kExpandedAByte = 16;
constexpr double kMiB = 1 << 20;
constexpr double kPercent = 100;

template <class T>
T& at(std::vector<std::vector<T>>& tables, const Value& entry)
{
    if (entry.cache >= tables.size())
        tables.resize(entry.cache + 1);
    auto& table = tables[entry.cache];
    const auto number = static_cast<std::size_t>(entry.entry);
    if (number >= table.size())
        table.resize(std::max(number + 1, table.size() + table.size() / 2));
    return table[number];
}

LaneWords wordsOf(const ThreadWords& thread)
{
    enum Rank { main, java, system, machine };
    LaneWords out {TrackGroup::threads, java, thread.name,
                   static_cast<std::uint64_t>(thread.javaId > 0 ? thread.javaId : thread.systemId)};
    if (thread.javaId <= 0)
        out.rank = machine;
    else if (thread.name == "main")
        out.rank = main;
    else if (thread.ofSystem)
        out.rank = system;
    return out;
}

}

EventPlacer::EventPlacer(SourceId source, const Job& job, HandOver handOver)
    : m_source(source)
    , m_job(job)
    , m_handOver(std::move(handOver))
{
}

void EventPlacer::begin(const StreamIndex& index)
{
    m_reading = std::make_unique<Reading>(index);
}

const KeptFields* EventPlacer::wants(const Type& type)
{
    const EventPlan& plan = m_reading->tracks.planOf(type);
    if (plan.role == EventRole::none)
        return nullptr;
    m_uses.resize(std::max<std::size_t>(m_uses.size(), type.index + 1));
    m_uses[type.index].plan = &plan;
    return &plan;
}

void EventPlacer::finish()
{
    m_handOver(m_block);
}

void EventPlacer::handOverWhenFull()
{
    if (m_block.slices.size() + m_block.points.size() >= kBlockEvents)
        m_handOver(m_block);
}

// --- events

void EventPlacer::take(const Message& message, const KeptValues& kept)
{
    m_block.messages = message.number + 1;
    m_block.isJfr = m_reading->values.index().isJfr();
    Use& use = m_uses[message.type->index];
    const EventPlan& plan = *use.plan;
    if (kept.start.what != Seen::What::number)
        return;
    if (plan.isCombined) {
        takeCombined(message);
        return;
    }
    const std::int64_t duration = kept.duration.what == Seen::What::number ? kept.duration.value : 0;
    const bool isKnown = duration > 0 && spanKind(duration) == SpanKind::known;
    LaneSlice slice;
    slice.startNs = kept.start.value;
    slice.endNs = isKnown ? addSaturating(slice.startNs, duration) : slice.startNs;
    slice.ref = {m_source, message.offset};
    const ThreadUse thread = threadAt(plan, kept.thread);
    if (plan.isCounter()) {
        const ValueReader& values = m_reading->values;
        const Value top = values.top(message);
        takeValues(
            plan, [&](std::string_view name) { return values.field(top, name); }, slice, thread);
    } else if (plan.role == EventRole::collection) {
        const ValueReader& values = m_reading->values;
        const Value top = values.top(message);
        const auto number = values.field(top, "gcId");
        if (number && !number->isNull() && number->type->isNumber())
            m_collectionEnds[values.number(*number)] = slice.endNs;
        slice.name = nameOr(use, nameNumber(collectionName(plan, top, valueAt(plan, plan.name, kept.name))));
        place(use, thread, slice);
    } else {
        slice.name = nameAt(use, kept.name);
        place(use, thread, slice);
    }
    handOverWhenFull();
}

void EventPlacer::takeCombined(const Message& message)
{
    m_reading->placed.expand(message, [&](const PlacedEvent& placed) {
        LaneSlice slice;
        slice.startNs = placed.time.startNs;
        slice.endNs = placed.time.endNs;
        slice.ref = {m_source, message.offset};
        slice.flags = placed.flags;
        const EventPlan& plan = *placed.plan;
        const ThreadUse thread = useOf(placed.thread);
        if (plan.isCounter()) {
            takeValues(
                plan,
                [&](std::string_view name) -> std::optional<Value> {
                    const Given* const given = placed.event->find(name);
                    return given ? std::optional(given->value) : std::nullopt;
                },
                slice, thread);
        } else {
            Use& use = m_combinedUses.try_emplace(&plan, Use {&plan}).first->second;
            slice.name = nameOr(use, nameNumber(nameOf(m_reading->values, placed.name)));
            place(use, thread, slice);
        }
        handOverWhenFull();
        // Counts cost a capture next to nothing: beyond what files hold, one slice stands for all of a
        // message.
        return !m_job.stopRequested() && ++m_expanded < kExpandedAlways + kExpandedAByte * message.offset;
    });
}

// A collection is called by its collector and by what caused it.
std::string EventPlacer::collectionName(const EventPlan& plan, const Value& top, const Value& name) const
{
    const ValueReader& values = m_reading->values;
    std::string out = sliceName(values, plan, name);
    const auto cause = values.field(top, "cause");
    if (cause && !cause->isNull() && cause->type->kind == Kind::string)
        out += " · " + sliceName(values, plan, *cause);
    return out;
}

void EventPlacer::see(std::int64_t startNs, std::int64_t endNs)
{
    m_block.seen.startNs = std::min(m_block.seen.startNs, startNs);
    m_block.seen.endNs =
        std::max({m_block.seen.endNs, endNs, addSaturating(startNs, 1)}); // a moment is in it
}

void EventPlacer::place(Use& use, const ThreadUse& thread, LaneSlice slice)
{
    const EventPlan& plan = *use.plan;
    see(slice.startNs, slice.endNs);
    const TrackPlace place = m_reading->tracks.trackOf(plan, thread.words);
    if (!thread.words || place.key != thread.words->key) {
        if (use.lane == kNoLane)
            use.lane = laneOf(plan);
        slice.lane = use.lane;
    } else {
        noteName(*thread.lanes, *thread.words);
        const bool isSample = place.kind == TrackKind::samples;
        slice.lane =
            laneOf(isSample ? &ThreadLanes::samples : &ThreadLanes::slices, place.kind, *thread.lanes);
        if (plan.role == EventRole::threadStart || plan.role == EventRole::threadEnd)
            m_block.lives.push_back({slice.lane, slice.startNs, plan.role == EventRole::threadStart});
    }
    m_block.slices.push_back(slice);
}

// --- values

std::optional<double> EventPlacer::amount(const std::optional<Value>& value) const
{
    if (!value || value->isNull())
        return {};
    const ValueReader& values = m_reading->values;
    if (value->type->kind == Kind::floating)
        return values.floating(*value);
    if (!value->type->isNumber())
        return {};
    const std::int64_t number = values.number(*value);
    return static_cast<double>(values.isReduced(*value, reduction::kAmount) ? amountOf(number) : number);
}

void EventPlacer::takeValues(const EventPlan& plan, const Field& field, const LaneSlice& when,
                             const ThreadUse& thread)
{
    const ValueReader& values = m_reading->values;
    const auto scaled = [&](std::optional<double> value, double by) {
        return value ? std::optional(*value * by) : std::nullopt;
    };
    see(when.startNs, when.startNs);
    if (plan.role == EventRole::cpuLoad) {
        addPoint(Counter::userCpu, when, scaled(amount(field("jvmUser")), kPercent));
        addPoint(Counter::systemCpu, when, scaled(amount(field("jvmSystem")), kPercent));
        addPoint(Counter::machineCpu, when, scaled(amount(field("machineTotal")), kPercent));
        return;
    }
    if (plan.role == EventRole::threadCpu) {
        const auto user = amount(field("user")), system = amount(field("system"));
        if (!thread.words || !(user || system))
            return;
        noteName(*thread.lanes, *thread.words);
        addPoint(laneOf(&ThreadLanes::cpu, TrackKind::counter, *thread.lanes), when,
                 (user.value_or(0) + system.value_or(0)) * kPercent);
        return;
    }
    LaneSlice moved = when;
    if (when.flags & slice::kApproximate) { // both of a collection carry its start: one belongs to its end
        const auto stage = field("when");
        const auto number = field("gcId");
        if (stage && !stage->isNull() && stage->type->kind == Kind::string
            && values.text(*stage).starts_with("After") && number && !number->isNull()
            && number->type->isNumber()) {
            const auto end = m_collectionEnds.find(values.number(*number));
            if (end != m_collectionEnds.end())
                moved.startNs = std::max(when.startNs, end->second);
        }
    }
    if (plan.role == EventRole::heap) {
        addPoint(Counter::heap, moved, scaled(amount(field("heapUsed")), 1 / kMiB));
        return;
    }
    const auto space = field("metaspace");
    if (space && !space->isNull())
        addPoint(Counter::metaspace, moved, scaled(amount(values.field(*space, "used")), 1 / kMiB));
}

void EventPlacer::addPoint(LaneNumber lane, const LaneSlice& when, double value)
{
    m_block.points.push_back({when.startNs, value, when.ref, lane, when.flags});
}

void EventPlacer::addPoint(Counter counter, const LaneSlice& when, std::optional<double> value)
{
    if (!value)
        return;
    const TrackPlace place {TrackKind::counter,
                            keyOf(TrackClass::counter, static_cast<std::uint64_t>(counter))};
    const auto [known, isNew] = m_lanes.try_emplace(place.key, kNoLane);
    if (isNew) {
        LaneWords words {TrackGroup::process, static_cast<int>(counter), std::string(counterName(counter))};
        words.about.detail = counter < Counter::heap ? "CPU" : "used";
        words.about.unit = counter < Counter::heap ? "%" : "MiB";
        words.about.fromZero = true;
        known->second = addLane(place, std::move(words));
    }
    see(when.startNs, when.startNs);
    addPoint(known->second, when, *value);
}

// --- lanes

LaneNumber EventPlacer::addLane(const TrackPlace& place, LaneWords words)
{
    m_block.lanes.push_back({place, std::move(words)});
    return m_laneCount++;
}

LaneNumber EventPlacer::laneOf(const EventPlan& plan)
{
    const TrackPlace place = m_reading->tracks.trackOf(plan, nullptr);
    const auto [known, isNew] = m_lanes.try_emplace(place.key, kNoLane);
    if (isNew) {
        const bool isMachine = classOf(place.key) == TrackClass::machine;
        LaneWords words;
        words.group = groupOf(plan, place);
        words.rank = isMachine ? static_cast<int>(place.key & 0xff) : 0;
        words.name = isMachine ? machineTrackName(static_cast<EventRole>(place.key & 0xff)) : plan.label;
        known->second = addLane(place, std::move(words));
    }
    return known->second;
}

LaneNumber EventPlacer::laneOf(LaneNumber ThreadLanes::*which, TrackKind kind, ThreadLanes& lanes)
{
    LaneNumber& lane = lanes.*which;
    if (lane == kNoLane) {
        LaneWords words = wordsOf(*lanes.words);
        if (kind == TrackKind::counter) {
            words.about.detail = "CPU";
            words.about.unit = "%";
            words.about.fromZero = true;
        }
        lane = addLane({kind, lanes.words->key}, std::move(words));
    }
    return lane;
}

// A thread may be renamed: its tracks are called as it was last.
void EventPlacer::noteName(ThreadLanes& lanes, const ThreadWords& words)
{
    if (lanes.words == &words)
        return;
    if (lanes.words && lanes.words->name != words.name) {
        for (const LaneNumber lane : {lanes.slices, lanes.samples, lanes.cpu}) {
            if (lane != kNoLane)
                m_block.renamed.push_back({lane, words.name});
        }
    }
    lanes.words = &words;
}

EventPlacer::ThreadUse EventPlacer::useOf(const ThreadWords* words)
{
    return words ? ThreadUse {words, &m_threads[words->key]} : ThreadUse {};
}

Value EventPlacer::valueAt(const EventPlan& plan, int field, const Place& place) const
{
    Value out;
    if (field < 0 || place.content == Place::kNowhere)
        return out;
    const Slot& slot = plan.type->slots[static_cast<std::size_t>(field)];
    out.type = slot.type;
    out.content = place.content;
    if (place.entry != Place::kInline) {
        out.cache = slot.cache;
        out.entry = place.entry;
    }
    return out;
}

EventPlacer::ThreadUse EventPlacer::threadAt(const EventPlan& plan, const Place& place)
{
    const Value value = valueAt(plan, plan.thread, place);
    if (value.isNull())
        return {};
    if (!value.isEntry())
        return useOf(m_reading->tracks.thread(value));
    ThreadUse& known = at(m_threadsOf, value);
    if (!known.words)
        known = useOf(m_reading->tracks.thread(value));
    return known;
}

// --- names

std::uint32_t EventPlacer::textNumber(std::string_view text)
{
    const std::uint32_t name = number(m_names.intern(text));
    if (name >= m_namesSent) {
        m_block.names.emplace_back(text);
        m_namesSent = name + 1;
    }
    return name;
}

std::uint32_t EventPlacer::nameNumber(std::string_view text)
{
    return m_names.textBytes() < limits::kLabelBytes ? textNumber(text) : kNoText;
}

std::uint32_t EventPlacer::nameOr(Use& use, std::uint32_t name)
{
    if (name != kNoText)
        return name;
    if (use.unnamed == kNoText)
        use.unnamed = textNumber(unnamed(*use.plan));
    return use.unnamed;
}

std::uint32_t EventPlacer::nameAt(Use& use, const Place& place)
{
    const Value value = valueAt(*use.plan, use.plan->name, place);
    if (!value.isEntry())
        return nameOr(use, value.isNull() ? kNoText : nameNumber(nameOf(m_reading->values, value)));
    std::uint32_t& known = at(m_namesOf, value);
    if (known == 0)
        known = nameNumber(nameOf(m_reading->values, value)) + 1;
    return nameOr(use, known - 1);
}

}
