#include "core/formats/cjfr/cjfr_timeline.h"

#include "core/base/limits.h"
#include "core/base/workers.h"

#include <algorithm>
#include <chrono>
#include <future>

namespace traceglass::cjfr {

namespace {

constexpr std::size_t kBatchBlocks = 64; // read ahead: 65,536 messages
constexpr std::uint64_t kMessagesAFlush = 1u << 18;
constexpr auto kPublishEvery = std::chrono::milliseconds(100);
constexpr double kMiB = 1 << 20;
constexpr double kPercent = 100;

}

TimelineMaker::TimelineMaker(const StreamIndex& index, SourceId source)
    : m_index(index)
    , m_source(source)
    , m_values(index)
    , m_tracks(m_values)
    , m_placed(m_values, m_tracks)
    , m_lanes(m_builder)
    , m_machineLanes(static_cast<std::size_t>(EventRole::metaspace) + 1)
{
    for (std::size_t i = 0; i < index.types.count(); ++i) {
        const Type& type = index.types.at(i);
        if (type.kind != Kind::structure)
            continue;
        const EventPlan& plan = m_tracks.planOf(type);
        m_plans.resize(std::max<std::size_t>(m_plans.size(), type.index + 1));
        if (plan.role != EventRole::none)
            m_plans[type.index] = &plan;
    }
    m_labels.resize(m_plans.size());
}

// --- the pass

Result<void> TimelineMaker::run(const IndexRequest& request, Job& job)
{
    const std::size_t blocks = m_index.checkpoints.size();
    const unsigned cores = request.threads != 0 ? request.threads : coreCount();
    const EventReader reader(m_index, m_plans);
    using Batch = std::vector<EventBlock>;
    std::size_t next = 0;
    const auto begin = [&](Batch& batch) {
        const std::size_t first = next;
        batch.resize(std::min(kBatchBlocks, blocks - next));
        next += batch.size();
        return first;
    };
    const auto readAhead = [&](Batch& batch, std::size_t first, unsigned threads) {
        forEachParallel(batch.size(), threads, job, [&](std::size_t i) { reader.read(first + i, batch[i]); });
    };
    job.start(blocks);
    Batch now, ahead;
    readAhead(now, begin(now), cores);
    std::uint64_t flushed = 0;
    auto published = std::chrono::steady_clock::now();
    while (!now.empty()) {
        const std::size_t first = begin(ahead);
        std::future<void> reading;
        if (cores > 1 && !ahead.empty())
            reading = std::async(std::launch::async, [&, first] { readAhead(ahead, first, cores - 1); });
        for (const EventBlock& block : now) {
            if (job.stopRequested())
                break;
            for (const Event& event : block.events)
                take(event, block);
            m_messages += block.count;
            job.advance();
        }
        if (reading.valid())
            reading.wait();
        else
            readAhead(ahead, first, 1);
        if (job.stopRequested())
            return fail(Code::Stopped);
        if (m_messages - flushed >= kMessagesAFlush) {
            flushed = m_messages;
            m_lanes.flush(Lanes::Flush::older);
            const auto time = std::chrono::steady_clock::now();
            if (request.publish && time - published >= kPublishEvery) {
                request.publish(snapshot(false));
                published = time;
            }
        }
        std::swap(now, ahead);
    }
    placeLoneValues();
    m_lanes.flush(Lanes::Flush::all);
    boundLives();
    return {};
}

TimelinePtr TimelineMaker::snapshot(bool complete)
{
    const TimeRange seen = m_seen.value_or(TimeRange {});
    if (!m_index.isJfr()) { // nobody says whether such times count from 1970
        constexpr std::int64_t kYear1980 = 315'532'800'000'000'000;
        if (seen.startNs < kYear1980)
            m_builder.setAxes({ClockAxis {"time", ClockAxis::Kind::unknown, seen}});
    }
    return m_builder.snapshot(seen, m_messages, complete);
}

void TimelineMaker::see(const TimeRange& time)
{
    if (!m_seen)
        m_seen = time;
    m_seen->startNs = std::min(m_seen->startNs, time.startNs);
    m_seen->endNs = std::max({m_seen->endNs, time.endNs, addSaturating(time.startNs, 1)}); // a moment is in it
}

// --- events

void TimelineMaker::take(const Event& event, const EventBlock& block)
{
    const EventPlan& plan = *event.plan;
    if (plan.isCombined) {
        takeCombined(block.messages[event.message]);
        return;
    }
    const ThreadWords* const thread = threadAt(plan, event.thread);
    Slice slice {event.startNs, event.endNs, {}, {m_source, event.offset}, 0};
    if (plan.isCounter()) {
        const Value top = m_values.top(block.messages[event.message]);
        takeValues(
            plan, [&](std::string_view name) { return m_values.field(top, name); }, slice, thread);
        return;
    }
    slice.name = nameAt(plan, event.name);
    if (plan.role == EventRole::collection)
        takeCollection(plan, block.messages[event.message], slice);
    place(plan, thread, slice);
}

void TimelineMaker::takeCombined(const Message& message)
{
    m_placed.expand(message, [&](const PlacedEvent& placed) {
        Slice slice {placed.time.startNs, placed.time.endNs, {}, {m_source, message.offset}, placed.flags};
        if (placed.plan->isCounter()) {
            takeValues(
                *placed.plan,
                [&](std::string_view name) -> std::optional<Value> {
                    const Given* const given = placed.event->find(name);
                    return given ? std::optional(given->value) : std::nullopt;
                },
                slice, placed.thread);
            return true;
        }
        slice.name = nameOf(*placed.plan, placed.name);
        place(*placed.plan, placed.thread, slice);
        return true;
    });
}

// A collection is known by its number, and called by what caused it too.
void TimelineMaker::takeCollection(const EventPlan& plan, const Message& message, Slice& slice)
{
    const Value top = m_values.top(message);
    const auto number = m_values.field(top, "gcId");
    if (number && !number->isNull() && number->type->isNumber())
        m_collectionEnds[m_values.number(*number)] = slice.endNs;
    const auto cause = m_values.field(top, "cause");
    if (cause && !cause->isNull() && cause->type->kind == Kind::string)
        slice.name = m_builder.intern(std::string(m_builder.text(slice.name)) + " · "
                                      + sliceName(m_values, plan, *cause));
}

void TimelineMaker::place(const EventPlan& plan, const ThreadWords* thread, const Slice& slice)
{
    see({slice.startNs, slice.endNs});
    const TrackPlace place = m_tracks.trackOf(plan, thread);
    if (!thread || place.key != thread->key) {
        laneOf(plan).slices.push_back(slice);
        return;
    }
    ThreadLanes& lanes = lanesOf(*thread);
    if (place.kind == TrackKind::samples) {
        samplesOf(lanes).slices.push_back(slice);
        return;
    }
    Lane& lane = slicesOf(lanes);
    lane.slices.push_back(slice);
    if (plan.role == EventRole::threadStart)
        lane.born = slice.startNs;
    else if (plan.role == EventRole::threadEnd)
        lane.died = slice.startNs;
}

// --- values

std::optional<double> TimelineMaker::amount(const std::optional<Value>& value) const
{
    if (!value || value->isNull())
        return {};
    if (value->type->kind == Kind::floating)
        return m_values.floating(*value);
    if (!value->type->isNumber())
        return {};
    const std::int64_t number = m_values.number(*value);
    return static_cast<double>(m_values.isReduced(*value, reduction::kAmount) ? amountOf(number) : number);
}

void TimelineMaker::takeValues(const EventPlan& plan, const Field& field, const Slice& when,
                               const ThreadWords* thread)
{
    see({when.startNs, when.startNs});
    const auto scaled = [&](std::optional<double> value, double by) {
        return value ? std::optional(*value * by) : std::nullopt;
    };
    if (plan.role == EventRole::cpuLoad) {
        addPoint(Counter::userCpu, when, scaled(amount(field("jvmUser")), kPercent));
        addPoint(Counter::systemCpu, when, scaled(amount(field("jvmSystem")), kPercent));
        addPoint(Counter::machineCpu, when, scaled(amount(field("machineTotal")), kPercent));
        return;
    }
    if (plan.role == EventRole::threadCpu) {
        const auto user = amount(field("user")), system = amount(field("system"));
        if (thread && (user || system))
            cpuOf(lanesOf(*thread))
                .points.push_back({when.startNs, (user.value_or(0) + system.value_or(0)) * kPercent, when.ref,
                                   when.flags});
        return;
    }
    Slice moved = when;
    if (when.flags & slice::kApproximate) { // both of a collection carry its start: one belongs to its end
        const auto stage = field("when");
        const auto number = field("gcId");
        if (stage && !stage->isNull() && stage->type->kind == Kind::string
            && m_values.text(*stage).starts_with("After") && number && !number->isNull()
            && number->type->isNumber()) {
            const auto end = m_collectionEnds.find(m_values.number(*number));
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
        addPoint(Counter::metaspace, moved, scaled(amount(m_values.field(*space, "used")), 1 / kMiB));
}

void TimelineMaker::addPoint(Counter counter, const Slice& when, std::optional<double> value)
{
    if (!value)
        return;
    const auto number = static_cast<std::uint64_t>(counter);
    Lane& lane = m_lanes.lane({TrackKind::counter, keyOf(TrackClass::counter, number)}, [&] {
        LaneWords words {TrackGroup::process, static_cast<int>(counter), std::string(counterName(counter))};
        words.about.detail = counter < Counter::heap ? "CPU" : "used";
        words.about.unit = counter < Counter::heap ? "%" : "MiB";
        words.about.fromZero = true;
        return words;
    });
    see({when.startNs, when.startNs});
    lane.points.push_back({when.startNs, *value, when.ref, when.flags});
}

// One value of a thread's share of CPU is no curve: recorders write a last one when a thread ends.
void TimelineMaker::placeLoneValues()
{
    for (auto& [key, lanes] : m_threads) {
        Lane* const cpu = lanes.cpu;
        if (!cpu || cpu->track != kNoTrack || cpu->points.size() != 1)
            continue;
        const Lane::Point point = cpu->points.front();
        cpu->points.clear();
        slicesOf(lanes).slices.push_back(
            {point.ns, point.ns, m_builder.intern("CPU load"), point.ref, point.flags});
    }
}

// --- lanes

TimelineMaker::ThreadLanes& TimelineMaker::lanesOf(const ThreadWords& thread)
{
    ThreadLanes& lanes = m_threads[thread.key];
    if (lanes.words != &thread) {
        for (Lane* const lane : {lanes.slices, lanes.samples, lanes.cpu}) {
            if (lane && lane->words.name != thread.name) {
                lane->words.name = thread.name;
                lane->isRenamed = true;
            }
        }
        lanes.words = &thread;
    }
    return lanes;
}

namespace {

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

Lane& TimelineMaker::slicesOf(ThreadLanes& lanes)
{
    if (!lanes.slices)
        lanes.slices = &m_lanes.lane({TrackKind::slices, lanes.words->key}, [&] {
            return wordsOf(*lanes.words);
        });
    return *lanes.slices;
}

Lane& TimelineMaker::samplesOf(ThreadLanes& lanes)
{
    if (!lanes.samples)
        lanes.samples = &m_lanes.lane({TrackKind::samples, lanes.words->key}, [&] {
            return wordsOf(*lanes.words);
        });
    return *lanes.samples;
}

Lane& TimelineMaker::cpuOf(ThreadLanes& lanes)
{
    if (!lanes.cpu)
        lanes.cpu = &m_lanes.lane({TrackKind::counter, lanes.words->key}, [&] {
            LaneWords words = wordsOf(*lanes.words);
            words.about.detail = "CPU";
            words.about.unit = "%";
            words.about.fromZero = true;
            return words;
        });
    return *lanes.cpu;
}

// Of what belongs to no thread.
Lane& TimelineMaker::laneOf(const EventPlan& plan)
{
    const TrackPlace place = m_tracks.trackOf(plan, nullptr);
    const bool isMachine = classOf(place.key) == TrackClass::machine;
    Lane*& known = isMachine ? m_machineLanes[place.key & 0xff] : m_typeLanes[&plan];
    if (!known)
        known = &m_lanes.lane(place, [&] {
            LaneWords words;
            words.group = groupOf(plan, place);
            words.rank = isMachine ? static_cast<int>(place.key & 0xff) : 0;
            words.name = isMachine ? machineTrackName(static_cast<EventRole>(place.key & 0xff)) : plan.label;
            return words;
        });
    return *known;
}

// A thread without start or end in the recording lived before or behind it.
void TimelineMaker::boundLives()
{
    const TimeRange all = m_seen.value_or(TimeRange {});
    for (Lane& lane : m_lanes.all()) {
        if (lane.track == kNoTrack || lane.seen.startNs > lane.seen.endNs)
            continue;
        Track& track = m_builder.changeTrack(lane.track);
        track.life = lane.seen;
        if (lane.words.group != TrackGroup::threads || lane.place.kind != TrackKind::slices)
            continue;
        track.life.startNs = std::min(lane.born.value_or(all.startNs), lane.seen.startNs);
        track.life.endNs = std::max(lane.died.value_or(all.endNs), lane.seen.endNs);
        track.flags = static_cast<std::uint8_t>((lane.born ? 0 : slice::kOpenStart)
                                                | (lane.died ? 0 : slice::kOpenEnd));
    }
}

// --- names

Value TimelineMaker::valueAt(const EventPlan& plan, int field, std::uint64_t place) const
{
    const Slot& slot = plan.type->slots[static_cast<std::size_t>(field)];
    Value out;
    out.type = slot.type;
    out.content = place;
    out.cache = slot.cache;
    return out;
}

const ThreadWords* TimelineMaker::threadAt(const EventPlan& plan, std::uint64_t place)
{
    if (place == kNowhere)
        return nullptr;
    const Value value = valueAt(plan, plan.thread, place);
    if (!value.isEntry())
        return m_tracks.thread(value);
    Known& known = m_knownThreads[place % kKnown];
    if (known.place != place)
        known = {place, m_tracks.thread(value)};
    return known.thread;
}

StringId TimelineMaker::label(const EventPlan& plan)
{
    StringId& known = plan.type && plan.type->index < m_labels.size() ? m_labels[plan.type->index]
                                                                      : m_namedLabels[&plan];
    if (known == StringId {})
        known = m_builder.intern(plan.label);
    return known;
}

StringId TimelineMaker::nameOf(const EventPlan& plan, const Value& value)
{
    if (value.isNull() && plan.role != EventRole::sample)
        return label(plan);
    return m_builder.textBytes() < limits::kLabelBytes ? m_builder.intern(sliceName(m_values, plan, value))
                                                       : label(plan);
}

StringId TimelineMaker::nameAt(const EventPlan& plan, std::uint64_t place)
{
    if (place == kNowhere)
        return nameOf(plan, {});
    const Value value = valueAt(plan, plan.name, place);
    if (!value.isEntry())
        return nameOf(plan, value);
    const auto [known, isNew] = m_names.try_emplace(place);
    if (isNew)
        known->second = nameOf(plan, value);
    return known->second;
}

}
