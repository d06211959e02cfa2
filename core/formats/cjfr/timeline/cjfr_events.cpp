#include "core/formats/cjfr/timeline/cjfr_events.h"

#include "core/base/limits.h"
#include "core/formats/cjfr/records/cjfr_fields.h"
#include "core/formats/cjfr/timeline/cjfr_words.h"

#include <algorithm>
#include <utility>

namespace traceglass::cjfr {

namespace {

constexpr std::size_t kBlockEvents = 4096;

const Slot& slotOf(const EventPlan& plan, int field)
{
    return plan.type->slots[static_cast<std::size_t>(field)];
}

template <class T>
std::vector<T>* tableOf(ByEntry<T>& tables, const Slot& slot)
{
    return slot.cache == kNoCache ? nullptr : &tables.of(slot.cache);
}

LaneWords wordsOf(const ThreadWords& thread)
{
    enum Rank { main, java, system, machine };
    const bool ofRuntime = thread.ofSystem || thread.javaId <= 0;
    LaneWords out {ofRuntime ? TrackGroup::systemThreads : TrackGroup::threads, java, thread.name,
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

EventPlacer::EventPlacer(SourceId source, const Job& job, HandOver handOver, const Limits& limits)
    : m_source(source)
    , m_job(job)
    , m_handOver(std::move(handOver))
    , m_limits(limits)
{
}

void EventPlacer::begin(const StreamIndex& index)
{
    m_reading = std::make_unique<Reading>(index, m_limits);
}

const KeptFields* EventPlacer::wants(const Type& type)
{
    const EventPlan& plan = m_reading->tracks.planOf(type);
    if (plan.role == EventRole::none)
        return nullptr;
    m_uses.resize(std::max<std::size_t>(m_uses.size(), type.index + 1));
    m_uses[type.index] = useFor(plan);
    return &plan;
}

EventPlacer::Use EventPlacer::useFor(const EventPlan& plan)
{
    Use out;
    out.plan = &plan;
    const TrackPlace alone = m_reading->tracks.trackOf(plan, nullptr);
    if (classOf(alone.key) == TrackClass::type) // where only what belongs to no thread goes
        out.ofThread = plan.role == EventRole::sample ? &ThreadLanes::samples : &ThreadLanes::slices;
    if (plan.type && plan.thread >= 0)
        out.threads = tableOf(m_threadsOf, slotOf(plan, plan.thread));
    if (plan.type && plan.name >= 0)
        out.names = tableOf(m_namesOf, slotOf(plan, plan.name));
    return out;
}

void EventPlacer::handOver()
{
    const StreamIndex& index = m_reading->values.index();
    m_block.isJfr = index.isJfr();
    m_block.events = index.events();
    m_handOver(m_block);
}

void EventPlacer::finish()
{
    m_handOver(m_block); // the index may be gone
}

EventPlacer::Beyond EventPlacer::beyond() const
{
    return {m_reading && m_reading->tracks.hasMoreThreads(), m_cutAt};
}

// --- events

void EventPlacer::take(const Message& message, const Kept& kept)
{
    Use& use = m_uses[message.type->index];
    const EventPlan& plan = *use.plan;
    if (kept.start.what != Seen::What::number)
        return;
    if (plan.isCombined) {
        takeCombined(message);
        return;
    }
    const std::int64_t start = kept.start.value;
    const std::int64_t duration = kept.duration.what == Seen::What::number ? kept.duration.value : 0;
    const std::int64_t end = isKnownSpan(duration) ? addSaturating(start, duration) : start;
    const RecordRef ref {m_source, message.offset};
    const ThreadUse thread = threadAt(use, kept.thread);
    if (plan.isCounter()) {
        const ValueReader& values = m_reading->values;
        const Value top = values.top(message);
        takeValues(
            plan, [&](std::string_view name) { return fieldOf(values, top, name); }, {start, ref}, thread);
    } else {
        const std::uint32_t name = plan.role == EventRole::collection
            ? collectionName(use, message, kept.name, end)
            : nameAt(use, kept.name);
        const LaneNumber lane = laneFor(use, thread, start);
        m_block.slices.emplace_back(TimeRange {start, end}, message.offset, lane, name);
        see(start, end);
    }
    if (m_block.size() >= kBlockEvents)
        handOver();
}

void EventPlacer::takeCombined(const Message& message)
{
    bool isFirst = true;
    const bool isWhole = m_reading->placed.expand(message, [&](const PlacedEvent& placed) {
        const std::uint64_t most = m_limits.expanded + m_limits.expandedAByte * message.offset;
        if (!std::exchange(isFirst, false) && m_expanded >= most)
            return false;
        const RecordRef ref {m_source, message.offset};
        const EventPlan& plan = *placed.plan;
        const ThreadUse thread = useOf(placed.thread);
        if (plan.isCounter()) {
            takeValues(
                plan, [&](std::string_view name) { return placed.event->value(name); },
                {placed.time.startNs, ref, placed.flags}, thread);
        } else {
            const auto [known, isNew] = m_combinedUses.try_emplace(&plan);
            Use& use = known->second;
            if (isNew)
                use = useFor(plan);
            const std::uint32_t name = nameOr(use, nameNumber(nameOf(m_reading->values, plan, placed.name)));
            const LaneNumber lane = laneFor(use, thread, placed.time.startNs);
            m_block.slices.emplace_back(placed.time, message.offset, lane, name, placed.flags);
            see(placed.time.startNs, placed.time.endNs);
        }
        if (m_block.size() >= kBlockEvents)
            handOver();
        ++m_expanded;
        return !m_job.stopRequested();
    });
    if (!isWhole)
        m_cutAt = m_cutAt.value_or(message.offset);
}

// A collection is called by its collector and by what caused it; when it ends is kept for values of its end.
std::uint32_t EventPlacer::collectionName(Use& use, const Message& message, const ContentPlace& name,
                                          std::int64_t endNs)
{
    const ValueReader& values = m_reading->values;
    const EventPlan& plan = *use.plan;
    const Value top = values.top(message);
    if (const auto number = numberOf(values, fieldOf(values, top, "gcId")))
        m_collectionEnds[*number] = endNs;
    std::string out = collectionWords(sliceName(values, plan, valueAt(plan, plan.name, name)));
    if (const Value cause = fieldOf(values, top, "cause"); isOf(cause, TypeKind::string))
        out += " · " + sliceName(values, plan, cause);
    return nameOr(use, nameNumber(out));
}

void EventPlacer::see(std::int64_t startNs, std::int64_t endNs)
{
    TimeRange& seen = m_block.seen;
    if (startNs < seen.startNs)
        seen.startNs = startNs;
    if (endNs >= seen.endNs)
        seen.endNs = std::max(endNs, addSaturating(startNs, 1)); // a moment is in it
}

LaneNumber EventPlacer::laneFor(Use& use, const ThreadUse& thread, std::int64_t startNs)
{
    if (!thread.words || !use.ofThread) {
        if (use.lane == kNoLane)
            use.lane = laneOf(*use.plan);
        return use.lane;
    }
    noteName(*thread.lanes, *thread.words);
    LaneNumber lane = thread.lanes->*use.ofThread;
    if (lane == kNoLane) {
        const bool isSample = use.ofThread == &ThreadLanes::samples;
        lane = laneOf(use.ofThread, isSample ? TrackKind::samples : TrackKind::slices, *thread.lanes);
    }
    const EventRole role = use.plan->role;
    if (role == EventRole::threadStart || role == EventRole::threadEnd)
        m_block.lives.push_back({lane, startNs, role == EventRole::threadStart});
    return lane;
}

// --- values

void EventPlacer::takeValues(const EventPlan& plan, const ValueOf& field, const Sample& sample,
                             const ThreadUse& thread)
{
    const ValueReader& values = m_reading->values;
    see(sample.ns, sample.ns);
    Sample moved = sample;
    const bool isOfCollection = plan.role == EventRole::heap || plan.role == EventRole::metaspace;
    // Both of a collection carry its start: one belongs to its end.
    if (isOfCollection && (sample.flags & slice::kApproximate)) {
        const auto number = numberOf(values, field("gcId"));
        const auto end = number ? m_collectionEnds.find(*number) : m_collectionEnds.end();
        if (end != m_collectionEnds.end() && textOf(values, field("when")).starts_with("After"))
            moved.ns = std::max(sample.ns, end->second);
    }
    eachCounterValue(values, plan, field, [&](const CounterValue& each) {
        if (each.counter) {
            addPoint(*each.counter, moved, each.value);
        } else if (thread.words) {
            noteName(*thread.lanes, *thread.words);
            addPoint(laneOf(&ThreadLanes::cpu, TrackKind::counter, *thread.lanes), moved, each.value);
        }
    });
}

void EventPlacer::addPoint(LaneNumber lane, const Sample& sample, double value)
{
    m_block.points.push_back({sample.ns, value, sample.ref, lane, sample.flags});
}

void EventPlacer::addPoint(Counter counter, const Sample& sample, double value)
{
    const TrackPlace place {TrackKind::counter, keyOf(counter)};
    const auto [known, isNew] = m_lanes.try_emplace(place.key, kNoLane);
    if (isNew) {
        LaneWords words {TrackGroup::process, static_cast<int>(counter), std::string(counterName(counter))};
        words.about.detail = counter < Counter::heap ? "CPU" : "used";
        words.about.unit = unitOf(counter);
        words.about.fromZero = true;
        known->second = addLane(place, std::move(words));
    }
    see(sample.ns, sample.ns);
    addPoint(known->second, sample, value);
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
            words.about.unit = unitOf({});
            words.about.fromZero = true;
        }
        lane = addLane({kind, lanes.words->key}, std::move(words));
    }
    return lane;
}

// A thread may be renamed: its tracks are called as it was last.
void EventPlacer::noteName(ThreadLanes& lanes, const ThreadWords& words)
{
    if (lanes.words && lanes.words != &words && lanes.words->name != words.name) {
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

Value EventPlacer::valueAt(const EventPlan& plan, int field, const ContentPlace& place) const
{
    Value out = field < 0 ? Value {} : m_reading->values.at(slotOf(plan, field), place);
    out.baseNs = 0; // no name and no thread is a time
    return out;
}

EventPlacer::ThreadUse EventPlacer::threadAt(const Use& use, const ContentPlace& place)
{
    const EventPlan& plan = *use.plan;
    const auto find = [&] { return useOf(m_reading->tracks.thread(valueAt(plan, plan.thread, place))); };
    if (place.where != ContentPlace::Where::cache)
        return find();
    ThreadUse& known = m_threadsOf.at(*use.threads, place.at);
    if (!known.words)
        known = find();
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

std::uint32_t EventPlacer::nameAt(Use& use, const ContentPlace& place)
{
    const auto find = [&] {
        return nameNumber(nameOf(m_reading->values, *use.plan, valueAt(*use.plan, use.plan->name, place)));
    };
    // What is cached may be the name of events of other types, too.
    if (place.where != ContentPlace::Where::cache || !use.plan->done.empty())
        return nameOr(use, place.where == ContentPlace::Where::nowhere ? kNoText : find());
    std::uint32_t& known = m_namesOf.at(*use.names, place.at); // number plus one
    if (known == 0)
        known = find() + 1;
    return nameOr(use, known - 1);
}

}
