#include "core/formats/cjfr/wire/cjfr_scan.h"

#include <algorithm>
#include <limits>

namespace traceglass::cjfr {

namespace {

// Between two looks at the job.
constexpr std::size_t kMessagesAStep = 4096;
constexpr std::uint64_t kBytesAReport = 1u << 16;

// Notes how the clock stands where cache entries begin that have to do with time.
struct FindEntries : Revisit
{
    const StreamIndex& index;
    const Clock& clock;
    std::vector<Checkpoint>& found;

    void fresh(const Slot& slot, std::uint64_t at)
    {
        if (slot.type->isNumber() || index.holdsTimes(*slot.type))
            found.push_back({at, clock.baseNs});
    }
};

// Of the first instance of a type, which may be large.
struct KeepAgain : Revisit
{
    const Job& job;

    bool isStopped() const { return job.stopRequested(); }
};

}

// --- index

std::uint64_t StreamIndex::events() const
{
    std::uint64_t out = messages;
    if (!isJfr())
        return out;
    for (const Type& type : types.defined())
        out -= type.isSetting() ? countOf(type) : 0;
    return out;
}

// From the types that have timestamps to all that can reach them.
std::size_t StreamIndex::findTimes()
{
    std::vector<std::vector<std::uint32_t>> users(types.all().size()); // by type index
    std::vector<std::uint32_t> found;
    std::size_t fields = 0;
    m_holdsTimes.assign(users.size(), false);
    for (const Type& type : types.all()) {
        bool holds = false;
        fields += type.slots.size();
        for (const Slot& slot : type.slots) {
            const Type* const inner = types.find(slot.typeId);
            if (inner)
                users[inner->index].push_back(type.index);
            holds = holds || !inner || slot.reduction == reduction::kTimestamp;
        }
        m_holdsTimes[type.index] = holds;
        if (holds)
            found.push_back(type.index);
    }
    while (!found.empty()) {
        const std::uint32_t inner = found.back();
        found.pop_back();
        for (const std::uint32_t user : users[inner]) {
            if (!m_holdsTimes[user])
                found.push_back(user);
            m_holdsTimes[user] = true;
        }
    }
    return fields;
}

Clock StreamIndex::clockAt(std::uint64_t offset) const
{
    const auto next = std::ranges::upper_bound(checkpoints, offset, {}, &Checkpoint::offset);
    if (next == checkpoints.begin())
        return {rules, 0};
    {
        const std::lock_guard lock(m_clocksMutex);
        const auto [known, isNew] = m_clocks.try_emplace((next - 1)->offset);
        auto& [entries, readTo] = known->second;
        if (isNew)
            readTo = *(next - 1);
        if (readTo.offset <= offset)
            readEntries(entries, readTo, offset);
        const auto found = std::ranges::lower_bound(entries, offset, {}, &Checkpoint::offset);
        if (found != entries.end() && found->offset == offset)
            return {rules, found->baseNs};
    }
    MessageWalk walk = MessageWalk::at(*this, offset); // no entry: as it stands behind the message
    return walk.next() ? walk.clock() : Clock {rules, 0};
}

// From a message on to the one that owns the offset.
void StreamIndex::readEntries(std::vector<Checkpoint>& entries, Checkpoint& from, std::uint64_t offset) const
{
    MessageWalk walk = MessageWalk::from(*this, {.offset = from.offset, .baseNs = from.baseNs}, 0);
    while (from.offset <= offset && walk.next()) {
        const Message& message = walk.message();
        Clock clock {rules, message.baseNs};
        FindEntries policy {{}, *this, clock, entries};
        Walker<FindEntries> walker(policy);
        Cursor in(bytes, message.content);
        walker.content(in, clock, *message.type);
        from = {message.offset + message.length, walk.clock().baseNs};
    }
}

// --- scan

StreamScan::StreamScan(std::span<const std::byte> bytes, std::uint64_t begin, Numbering numbering,
                       EventSink* sink)
    : m_index(std::make_shared<StreamIndex>(numbering))
    , m_in(bytes, begin)
    , m_walker(*this)
    , m_sink(sink)
{
    m_index->bytes = bytes;
    m_index->begin = m_index->end = begin;
    if (m_sink)
        m_sink->begin(*m_index);
}

void StreamScan::fresh(Slot& slot, std::uint64_t offset)
{
    m_index->types.caches()[slot.cache].entries.push_back(offset);
    if (slot.cache >= m_entries.size())
        m_entries.resize(slot.cache + 1);
    ++m_entries[slot.cache];
}

// An instance that has been read.
inline void StreamScan::count(const Type& type, const Passage* how, std::uint64_t start,
                              std::uint64_t content, std::int64_t baseNs)
{
    StreamIndex& index = *m_index;
    const std::uint64_t number = index.messages++;
    if (number % StreamIndex::kMessagesACheckpoint == 0)
        index.checkpoints.push_back({start, baseNs});
    ++index.counts[type.index];
    if (!how)
        return;
    const Seen &begun = m_kept.start, &lasted = m_kept.duration;
    if (how->hasStart && index.isJfr() && begun.what == Seen::What::number) {
        const bool isKnown =
            how->hasDuration && lasted.what == Seen::What::number && isKnownSpan(lasted.value);
        const std::int64_t end = isKnown ? addSaturating(begun.value, lasted.value) : begun.value;
        m_span = united(m_span, {begun.value, end});
    }
    if (how->isTold)
        m_sink->take({number, &type, start, index.end - start, content, baseNs}, m_kept);
}

// Reads one message; false at the end or at a fault.
bool StreamScan::message()
{
    StreamIndex& index = *m_index;
    const std::uint64_t start = m_in.offset();
    if (m_in.atEnd())
        return false;
    const std::int64_t baseBefore = m_clock.baseNs;
    const std::uint64_t emptyBefore = m_empty;
    const std::uint64_t id = m_in.uv();
    if (id == kFooterMark && !m_in.failed()) {
        index.sawFooterMark = true;
        return false;
    }
    const Type* instanceOf = nullptr;
    const Passage* how = nullptr;
    std::uint64_t content = start;
    if (m_in.failed()) {
        // keeps the cursor's fault
    } else if (id <= index.types.lastKind()) {
        index.types.define(m_in, id, start);
    } else if (id < kFirstTypeId) {
        m_in.fail(Fault::reservedId, start);
    } else if (Type* const type = index.types.find(id)) {
        instanceOf = type;
        index.counts.resize(index.types.all().size());
        content = m_in.offset();
        how = instance(*type);
    } else {
        m_in.fail(Fault::unknownType, start);
    }
    if (m_in.failed()) {
        index.fault = StreamFault {m_in.fault(), m_in.faultOffset(), start, index.types.problem()};
        if (m_complete || isLasting(index.fault))
            return false;
        // Its end has not arrived yet: what its beginning did is undone.
        index.fault.reset();
        m_clock.baseNs = baseBefore;
        m_empty = emptyBefore;
        m_in = Cursor(index.bytes, start);
        auto& caches = index.types.caches();
        for (std::size_t i = 0; i < m_entries.size(); ++i) {
            auto& entries = caches[i].entries;
            entries.erase(std::ranges::lower_bound(entries, start), entries.end());
            m_entries[i] = entries.size();
        }
        return false;
    }
    index.end = m_in.offset();
    if (instanceOf)
        count(*instanceOf, how, start, content, baseBefore);
    return true;
}

// Nearly all messages: nothing is new in it. False: nothing has happened.
bool StreamScan::ordinary()
{
    StreamIndex& index = *m_index;
    if (m_in.left() < kLongestNumber)
        return false;
    SureCursor at = m_in.unchecked();
    const std::uint64_t id = at.uv();
    if (id >= m_passageOf.size() || !m_passageOf[static_cast<std::size_t>(id)])
        return false;
    const Passage& how = *m_passageOf[static_cast<std::size_t>(id)];
    const std::uint64_t start = m_in.offset(), content = m_in.offset(at);
    const std::int64_t baseBefore = m_clock.baseNs;
    if (!how.steps.pass(at, m_in, m_clock, m_entries, m_kept))
        return false;
    index.end = m_in.offset();
    count(*how.type, &how, start, content, baseBefore);
    return true;
}

// After the last message so far: false when nothing will follow it.
bool StreamScan::awaitMore(const More& more)
{
    StreamIndex& index = *m_index;
    if (m_complete || index.fault || index.sawFooterMark)
        return false;
    // A message that does not fit into what is there is read again from its beginning: not before there is
    // twice as much of it, or a long one would be read for every piece that arrives.
    const std::uint64_t known = index.bytes.size();
    const std::uint64_t wanted = known + std::max<std::uint64_t>(known - m_in.offset(), 1);
    index.bytes = more(wanted);
    m_complete = index.bytes.size() < wanted;
    m_in = Cursor(index.bytes, m_in.offset());
    return true;
}

// Null where there is none for the type.
const StreamScan::Passage* StreamScan::instance(Type& type)
{
    if (type.id < m_passageOf.size()) {
        if (const Passage* const how = m_passageOf[static_cast<std::size_t>(type.id)]) {
            keep(m_walker, m_in, m_clock, type, how->fields, m_index->types.caches(), m_kept);
            return how;
        }
    }
    if (type.kind != TypeKind::structure) {
        m_walker.content(m_in, m_clock, type);
        m_sawEvent = true;
        if (m_index->isJfr() && !m_index->firstOther && !m_in.failed())
            m_index->firstOther = m_index->end;
        return nullptr;
    }
    const std::uint64_t content = m_in.offset();
    Clock before = m_clock;
    std::vector<Seen> fields(type.slots.size());
    for (std::size_t i = 0; i < type.slots.size() && !m_in.failed(); ++i)
        fields[i] = m_walker.slot(m_in, m_clock, type.slots[i], type);
    if (m_in.failed())
        return nullptr;
    if (type.isSetting()) {
        learnSettings(type, fields);
        return nullptr;
    }
    m_sawEvent = true;
    // Now all fields are resolved, in the order in which they were met: caches are numbered by it.
    const Passage& how = plan(type);
    Cursor in(m_index->bytes, content); // once more, for what is kept
    KeepAgain policy {{}, *m_job};
    Walker<KeepAgain> walker(policy);
    keep(walker, in, before, type, how.fields, m_index->types.caches(), m_kept);
    return &how;
}

const StreamScan::Passage& StreamScan::plan(Type& type)
{
    const auto id = static_cast<std::size_t>(type.id); // no larger than the table of types
    if (id >= m_passageOf.size())
        m_passageOf.resize(id + 1);
    Passage& how = m_passages.emplace_back();
    m_passageOf[id] = &how;
    // What the sink reads may hold times. Types come up one by one at first; many are looked at now and then.
    constexpr std::size_t kFewTypes = 1024, kFewFields = 65'536;
    const std::size_t count = m_index->types.all().size();
    const bool areFew = count < kFewTypes && m_fieldsSeen < kFewFields;
    if (m_sink && count > m_typesSeen && (areFew || count - m_typesSeen > m_typesSeen / 8)) {
        m_typesSeen = count;
        m_fieldsSeen = m_index->findTimes();
    }
    const KeptFields* const told =
        m_sink && isReady(type) && !type.slots.empty() ? m_sink->wants(type) : nullptr;
    KeptFields span;
    span.start = m_index->types.reducedField(type, type.startField, reduction::kTimestamp);
    span.duration = m_index->types.reducedField(type, type.durationField, reduction::kTimespan);
    how.type = &type;
    how.isTold = told != nullptr;
    how.fields = told ? *told : span;
    how.hasStart = span.start >= 0 && how.fields.start == span.start;
    how.hasDuration = span.duration >= 0 && how.fields.duration == span.duration;
    m_entries.resize(std::max(m_entries.size(), m_index->types.caches().size()));
    how.steps = Steps(type, how.fields);
    return how;
}

void StreamScan::learnSettings(const Type& type, const std::vector<Seen>& fields)
{
    StreamIndex& index = *m_index;
    const auto number = [&](std::string_view field, std::int64_t otherwise) {
        const int at = type.fieldNamed(field);
        const Seen seen = at < 0 ? Seen {} : fields[static_cast<std::size_t>(at)];
        return seen.what == Seen::What::number ? seen.value : otherwise;
    };
    if (type.isConfiguration) {
        index.ticksPerSecond = number("timeStampTicksPerSecond", 1'000'000'000);
        index.durationTicksPerSecond = number("durationTicksPerSecond", 1'000'000'000);
        if (const std::int64_t depth = number("maxStackTraceDepth", 0); depth > 0)
            index.stackDepth = depth;
        index.rules.old = index.types.isOld();
        if (*index.ticksPerSecond > 0)
            index.rules.ticksPerSecond = *index.ticksPerSecond;
        m_clock.rules = index.rules;
        return;
    }
    if (!index.sawUniverse)
        index.universeStartNs = number("startTimeNanos", 0);
    index.sawUniverse = true;
    m_clock.universe(number("lastStartTimeNanos", std::numeric_limits<std::int64_t>::min()));
}

bool StreamScan::run(Job& job, const More& more)
{
    m_complete = !more;
    m_job = &job;
    std::uint64_t reported = m_in.offset();
    const auto report = [&] {
        job.advance(m_in.offset() - std::min(reported, m_in.offset()));
        reported = m_in.offset();
    };
    const auto manyOrdinary = [&] {
        std::size_t count = 0;
        while (count < kMessagesAStep && ordinary())
            ++count;
        return count == kMessagesAStep; // or the next one is not ordinary
    };
    do { // a sink may take its time over each that is not ordinary
        while (!job.stopRequested() && (manyOrdinary() || message())) {
            if (m_in.offset() - reported >= kBytesAReport)
                report();
        }
        if (job.stopRequested())
            return false;
    } while (awaitMore(more));
    report();
    return true;
}

bool StreamScan::untilFirstEvent(const Job& job)
{
    m_job = &job;
    while (!m_sawEvent && !job.stopRequested() && message()) { }
    return !job.stopRequested();
}

std::shared_ptr<StreamIndex> StreamScan::take()
{
    m_index->findTimes();
    if (m_span.startNs <= m_span.endNs) {
        m_index->firstStartNs = m_span.startNs;
        m_index->lastEndNs = m_span.endNs;
    }
    return std::move(m_index);
}

// --- messages

MessageWalk::MessageWalk(const StreamIndex& index, const Checkpoint& from, std::uint64_t number,
                         std::uint64_t wanted, std::uint64_t wantedOffset)
    : m_index(&index)
    , m_in(index.bytes.first(static_cast<std::size_t>(index.end)), from.offset)
    , m_clock {index.rules, from.baseNs}
    , m_number(number)
    , m_wanted(wanted)
    , m_wantedOffset(wantedOffset)
{
}

MessageWalk::MessageWalk(const StreamIndex& index, std::uint64_t firstNumber)
    : MessageWalk(
        index,
        firstNumber < index.messages
            ? index.checkpoints[static_cast<std::size_t>(firstNumber / StreamIndex::kMessagesACheckpoint)]
            : Checkpoint {index.end, 0},
        firstNumber / StreamIndex::kMessagesACheckpoint * StreamIndex::kMessagesACheckpoint, firstNumber)
{
}

MessageWalk MessageWalk::from(const StreamIndex& index, const Message& near, std::uint64_t firstNumber)
{
    return {index, Checkpoint {near.offset, near.baseNs}, near.number, firstNumber};
}

MessageWalk MessageWalk::at(const StreamIndex& index, std::uint64_t offset)
{
    const auto next = std::ranges::upper_bound(index.checkpoints, offset, {}, &Checkpoint::offset);
    if (next == index.checkpoints.begin())
        return {index, index.messages};
    const auto block = static_cast<std::uint64_t>(next - index.checkpoints.begin()) - 1;
    return {index, *(next - 1), block * StreamIndex::kMessagesACheckpoint, 0, offset};
}

bool MessageWalk::next()
{
    static const Job unstopped;
    return next(unstopped);
}

bool MessageWalk::next(const Job& job)
{
    Revisit policy;
    Walker<Revisit> walker(policy);
    while (!m_in.atEnd() && !m_in.failed() && !job.stopRequested()) {
        const std::uint64_t start = m_in.offset();
        const std::uint64_t id = m_in.uv();
        if (id <= m_index->types.lastKind()) { // its length is known
            const Type* const defined = m_index->types.find(m_in.uv());
            if (!defined || defined->offset != start || defined->length == 0)
                return false; // the file was cut by somebody else, and zeros stand there now
            m_in.bytes(start + defined->length - m_in.offset());
            continue;
        }
        const Type* const type = m_index->types.find(id);
        if (!type)
            return false;
        m_message = {m_number, type, start, 0, m_in.offset(), m_clock.baseNs};
        if (type->kind == TypeKind::structure) { // field by field, as the scan did
            const bool isUniverse = type->isUniverse && m_index->isJfr();
            for (const Slot& slot : type->slots) {
                const Seen seen = walker.slot(m_in, m_clock, slot, *type);
                if (isUniverse && slot.name == "lastStartTimeNanos" && seen.what == Seen::What::number)
                    m_clock.universe(seen.value);
            }
        } else {
            walker.content(m_in, m_clock, *type);
        }
        m_message.length = m_in.offset() - start;
        ++m_number;
        if (!m_in.failed() && m_message.number >= m_wanted && m_in.offset() > m_wantedOffset)
            return true;
    }
    return false;
}

}
