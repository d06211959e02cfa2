#include "core/formats/cjfr/timeline/cjfr_stacks.h"

#include "core/formats/cjfr/records/cjfr_fields.h"
#include "core/formats/cjfr/timeline/cjfr_placed.h"
#include "core/formats/cjfr/timeline/cjfr_words.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

namespace traceglass::cjfr {

namespace {

// Fields that say how many bytes an event is about, the most telling one first.
constexpr std::array<std::string_view, 6> kByteFields = {"weight",     "tlabSize",  "allocationSize",
                                                         "objectSize", "bytesRead", "bytesWritten"};
constexpr std::size_t kFrameName = 200; // bytes
constexpr std::string_view kTooManyNames = "[further frames]";

bool isStack(const Type* type)
{
    return type && knownStruct(*type) == KnownStruct::stackTrace;
}

bool reachesStack(const Type& type)
{
    std::vector<const Type*> waiting {&type};
    std::unordered_set<const Type*> seen {&type};
    while (!waiting.empty()) {
        const Type* const at = waiting.back();
        waiting.pop_back();
        for (const Slot& slot : at->slots) {
            if (isStack(slot.type))
                return true;
            if (slot.type && seen.insert(slot.type).second)
                waiting.push_back(slot.type);
        }
    }
    return false;
}

std::int64_t bytesIn(const ValueReader& values, const Value& value)
{
    const std::int64_t number = numberOf(values, value).value_or(0);
    return std::max<std::int64_t>(values.isReduced(value, reduction::kAmount) ? amountOf(number) : number, 0);
}

// An event with a stack.
struct StackEvent
{
    Value stack;
    std::int64_t startNs = 0;
    std::int64_t durationNs = 0;
    std::int64_t bytes = 0;
    std::size_t bytesField = kByteFields.size(); // which of kByteFields
    std::uint64_t trackKey = 0;
    std::uint64_t offset = 0;
    bool isApproximate = false; // when
};

// What is in which field of a type, and the name its events have.
struct StackPlan
{
    bool isCombined = false;
    std::string kind; // empty: no stacks
    int stack = -1, start = -1, duration = -1, thread = -1, bytes = -1;
    std::size_t bytesField = kByteFields.size();
};

// Goes through all events with stacks.
class StackWalk
{
public:
    explicit StackWalk(const StreamIndex& index)
        : m_values(index)
        , m_tracks(m_values)
        , m_placed(m_values, m_tracks)
    {
        for (const Type& type : index.types.all())
            m_plans.push_back(index.isJfr() ? planOf(type) : StackPlan {});
    }

    const ValueReader& values() const { return m_values; }
    const StackPlan& plan(const Type& type) const { return m_plans[type.index]; }

    // `use(const StackEvent&)` returns false to stop, and so does this.
    template <class Use>
    bool read(const Message& message, const Use& use)
    {
        const StackPlan& plan = this->plan(*message.type);
        StackEvent event;
        event.offset = message.offset;
        if (!plan.isCombined) {
            readFields(message, plan, event);
            return event.stack.isNull() || use(event);
        }
        bool more = true;
        m_placed.expand(message, [&](const PlacedEvent& placed) {
            const ExpandedEvent& one = *placed.event;
            event.stack = one.value("stackTrace");
            if (!isStack(event.stack.type))
                return true;
            event.startNs = placed.time.startNs;
            event.durationNs = placed.time.lengthNs();
            event.isApproximate = one.timeIsApproximate;
            event.trackKey = placed.place.key;
            const auto field = std::ranges::find_if(kByteFields, [&](auto name) { return one.find(name); });
            event.bytesField = static_cast<std::size_t>(field - kByteFields.begin());
            event.bytes = field == kByteFields.end() ? 0 : bytesIn(m_values, one.value(*field));
            more = use(event);
            return more;
        });
        return more;
    }

private:
    StackPlan planOf(const Type& type) const
    {
        StackPlan out;
        if (type.kind != TypeKind::structure || type.isSetting())
            return out;
        out.isCombined = type.isCombined;
        if (out.isCombined) {
            if (reachesStack(type))
                out.kind = Expander::expandedName(type);
            return out;
        }
        out.stack = type.fieldNamed("stackTrace");
        if (out.stack < 0 || !isStack(type.slots[static_cast<std::size_t>(out.stack)].type))
            return out;
        out.kind = type.name;
        out.start = type.startField;
        out.duration = type.durationField;
        for (const std::string_view name : {"eventThread", "sampledThread"})
            out.thread = out.thread < 0 ? type.fieldNamed(name) : out.thread;
        const auto field = std::ranges::find_if(
            kByteFields, [&](auto name) { return (out.bytes = type.fieldNamed(name)) >= 0; });
        out.bytesField = static_cast<std::size_t>(field - kByteFields.begin());
        return out;
    }

    void readFields(const Message& message, const StackPlan& plan, StackEvent& event)
    {
        const ThreadWords* thread = nullptr;
        m_values.forEach(m_values.top(message), [&](const Slot&, std::uint64_t position, const Value& value) {
            const int at = static_cast<int>(position);
            if (at == plan.stack)
                event.stack = value;
            else if (at == plan.start && m_values.isReduced(value, reduction::kTimestamp))
                event.startNs = m_values.moment(value).value_or(0);
            else if (at == plan.duration)
                event.durationNs = m_values.knownSpan(value);
            else if (at == plan.thread)
                thread = m_tracks.thread(value);
            else if (at == plan.bytes)
                event.bytes = bytesIn(m_values, value);
            return true;
        });
        event.trackKey = m_tracks.trackOf(m_tracks.planOf(*message.type), thread).key;
        event.bytesField = plan.bytesField;
    }

    ValueReader m_values;
    Tracks m_tracks;
    PlacedEvents m_placed;
    std::vector<StackPlan> m_plans; // by type index
};

// Stacks and frames by number, each read once.
class StackTable
{
public:
    struct Stack
    {
        std::size_t first = 0; // in m_numbers
        std::size_t count = 0;
        bool truncated = false;
    };

    explicit StackTable(const ValueReader& values)
        : m_values(values)
    {
    }

    const StackFrames& frames() const { return m_frames; }
    const Stack& stack(std::uint32_t number) const { return m_stacks[number]; }
    std::span<const std::uint32_t> numbers(const Stack& stack) const
    {
        return std::span(m_numbers).subspan(stack.first, stack.count);
    }

    std::uint32_t number(const Value& trace)
    {
        const auto [known, isNew] = m_byTrace.try_emplace(trace.content, 0);
        if (isNew)
            known->second = read(trace);
        return known->second;
    }

private:
    std::uint32_t read(const Value& trace)
    {
        Stack stack;
        Value frames;
        m_values.forEach(trace, [&](const Slot& slot, std::uint64_t, const Value& field) {
            if (slot.name == "truncated" && isOf(field, TypeKind::boolean))
                stack.truncated = m_values.boolean(field);
            else if (slot.name == "frames" && isOf(field, TypeKind::array))
                frames = field;
            return true;
        });
        // Many traces may share one list of frames: that too is read once.
        const std::uint64_t key = (frames.isNull() ? kNoEntry >> 1 : frames.content) << 1 | stack.truncated;
        const auto [known, isNew] = m_byFrames.try_emplace(key, static_cast<std::uint32_t>(m_stacks.size()));
        if (!isNew)
            return known->second;
        stack.first = m_numbers.size();
        m_values.forEach(frames, [&](const Slot&, std::uint64_t, const Value& frame) {
            if (m_numbers.size() - stack.first == limits::kStackDepth) {
                stack.truncated = true;
                return false;
            }
            m_numbers.push_back(frameNumber(frame));
            return true;
        });
        stack.count = m_numbers.size() - stack.first;
        std::reverse(m_numbers.begin() + static_cast<std::ptrdiff_t>(stack.first), m_numbers.end());
        m_stacks.push_back(stack);
        return known->second;
    }

    std::uint32_t frameNumber(const Value& frame)
    {
        struct Key
        {
            std::uint64_t method = kNoEntry;
            std::uint64_t how = kNoEntry;
            std::optional<int> line {};
        } key;
        Value how;
        m_values.forEach(frame, [&](const Slot& slot, std::uint64_t, const Value& field) {
            if (slot.name == "method" && !field.isNull()) {
                key.method = field.content;
            } else if (slot.name == "type" && isOf(field, TypeKind::string)) {
                key.how = field.content;
                how = field;
            } else if (slot.name == "lineNumber") {
                const std::int64_t line = numberOf(m_values, field).value_or(0);
                if (line > 0 && line <= std::numeric_limits<int>::max())
                    key.line = static_cast<int>(line);
            }
            return true;
        });
        const auto [known, isNew] = m_byFrame.try_emplace({key.method, key.how, key.line.value_or(-1)},
                                                          static_cast<std::uint32_t>(m_frames.size()));
        if (!isNew)
            return known->second;
        StackFrame out {m_textBytes < limits::kLabelBytes ? nameOf(frame) : std::string(kTooManyNames),
                        escaped(shortened(textOf(m_values, how), kFrameName)), key.line};
        m_textBytes += out.name.size() + out.detail.size() + sizeof(StackFrame);
        m_frames.push_back(std::move(out));
        return known->second;
    }

    std::string nameOf(const Value& frame) const
    {
        std::string text = frameText(m_values, frame);
        if (numberOf(m_values, fieldOf(m_values, frame, "lineNumber")))
            text.resize(text.rfind(':'));
        std::ranges::replace(text, '/', '.'); // as the timeline calls samples
        return escaped(shortened(text, kFrameName));
    }

    const ValueReader& m_values;
    StackFrames m_frames;
    std::vector<Stack> m_stacks;
    std::vector<std::uint32_t> m_numbers;
    std::unordered_map<std::uint64_t, std::uint32_t> m_byTrace;  // by place of the content
    std::unordered_map<std::uint64_t, std::uint32_t> m_byFrames; // place of the list and `truncated`
    std::map<std::tuple<std::uint64_t, std::uint64_t, int>, std::uint32_t> m_byFrame;
    std::size_t m_textBytes = 0;
};

}

std::vector<StackKind> CjfrStacks::kinds(const Timeline&, Job& job) const
{
    {
        const std::lock_guard lock(m_mutex);
        if (m_kinds)
            return *m_kinds;
    }
    const auto indexed = m_file.indexNow(job);
    if (!indexed)
        return {};
    const StreamIndex& index = **indexed;
    StackWalk walk(index);
    struct Counted
    {
        StackKind kind;
        std::size_t bytesField = kByteFields.size();
    };
    std::map<std::string, Counted> found;
    const auto done = m_file.eachMessage(
        index, job, [&](const Type& type) { return walk.plan(type).kind.empty() ? nullptr : &kNoFields; },
        [&](const Message& message, const Kept&) {
            auto& entry = found[walk.plan(*message.type).kind];
            if (entry.kind.name.empty()) {
                entry.kind.name = walk.plan(*message.type).kind;
                entry.kind.label = wordsOf(*message.type).label;
            }
            walk.read(message, [&](const StackEvent& event) {
                ++entry.kind.events;
                entry.kind.durations |= event.durationNs > 0;
                entry.kind.approximate |= event.isApproximate;
                if (event.bytes > 0)
                    entry.bytesField = std::min(entry.bytesField, event.bytesField);
                return !job.stopRequested();
            });
            return true;
        });
    if (!done)
        return {};
    auto kinds = std::make_shared<std::vector<StackKind>>();
    for (auto& [name, one] : found) {
        if (one.kind.events == 0)
            continue;
        one.kind.samples = name.ends_with("Sample");
        if (one.bytesField < kByteFields.size())
            one.kind.bytes = kByteFields[one.bytesField];
        for (const Type& type : index.types.defined()) { // its own words, not of what combined it
            if (type.name == name)
                one.kind.label = wordsOf(type).label;
        }
        kinds->push_back(std::move(one.kind));
    }
    // What the program did stands before what it waited for.
    std::ranges::stable_sort(*kinds, [](const StackKind& a, const StackKind& b) {
        const auto isSample = [](const StackKind& kind) { return kind.name == "jdk.ExecutionSample"; };
        return isSample(a) != isSample(b) ? isSample(a) : a.events > b.events;
    });
    const std::lock_guard lock(m_mutex);
    m_kinds = kinds;
    return *kinds;
}

Result<void> CjfrStacks::read(const Timeline& timeline, const StackQuery& query, const StackSink& sink,
                              Job& job) const
{
    const std::vector<StackKind> kinds = this->kinds(timeline, job);
    if (job.stopRequested())
        return fail(Code::Stopped);
    const auto indexed = m_file.indexNow(job);
    if (!indexed)
        return tl::unexpected(indexed.error());
    const StreamIndex& index = **indexed;
    StackWalk walk(index);
    StackTable table(walk.values());
    // A thread has one key for all its tracks.
    std::unordered_set<std::uint64_t> keys;
    for (const auto& [kind, key] : query.tracks)
        keys.insert(key);

    std::vector<std::optional<std::uint32_t>> kindOf(index.types.all().size()); // by type index, when wanted
    for (const Type& type : index.types.all()) {
        const std::string& name = walk.plan(type).kind;
        const auto found = std::ranges::find(kinds, name, &StackKind::name);
        const bool wanted = query.kinds.empty() || std::ranges::find(query.kinds, name) != query.kinds.end();
        if (wanted && found != kinds.end())
            kindOf[type.index] = static_cast<std::uint32_t>(found - kinds.begin());
    }
    const auto isWanted = [&](const Type& type) { return kindOf[type.index] ? &kNoFields : nullptr; };
    const bool shifted = !timeline.axes().empty();
    return m_file.eachMessage(index, job, isWanted, [&](const Message& message, const Kept&) {
        return walk.read(message, [&](const StackEvent& event) {
            StackSample sample;
            sample.startNs = shifted ? timeline.axes().front().toView(event.startNs) : event.startNs;
            if ((query.range
                 && !overlaps(sample.startNs, addSaturating(sample.startNs, event.durationNs), *query.range))
                || (!keys.empty() && !keys.contains(event.trackKey)))
                return !job.stopRequested();
            sample.kind = *kindOf[message.type->index];
            sample.stack = table.number(event.stack);
            const StackTable::Stack& stack = table.stack(sample.stack);
            sample.frames = table.numbers(stack);
            sample.truncated = stack.truncated;
            sample.durationNs = event.durationNs;
            sample.bytes = event.bytes;
            sample.ref = {m_file.streamSource(), event.offset};
            return sink(table.frames(), sample);
        });
    });
}

}
