#include "core/formats/rfr/timeline/rfr_stacks.h"

#include "core/base/limits.h"

#include <algorithm>

namespace traceglass::rfr {

namespace {

constexpr std::string_view kSpans = "spans";
// Entries of the stacks of one poll that may turn out to be a worker's own.
constexpr std::size_t kMostPending = 4u << 20;

bool changesStack(RecordKind kind)
{
    return kind == RecordKind::taskPollStart || kind == RecordKind::taskPollEnd
        || kind == RecordKind::spanEnter || kind == RecordKind::spanExit;
}

// The stack of one thread and what it spent its time with.
class ThreadStack
{
public:
    struct Entry
    {
        std::uint64_t iid = 0;
        bool task = false;
        bool nested = false; // polls began inside: a worker thread's own task, not something that ran on it
        std::uint32_t frame = 0;
        RecordRef ref;
    };
    struct Stretch
    {
        Micros start = 0;
        Micros end = 0;
        RecordRef ref; // of what was innermost
        std::vector<Entry> stack;
    };

    // `use(const Stretch&)` for each stretch of time with one stack.
    template <class Use>
    void begin(Entry entry, Micros now, const Use& use)
    {
        advance(now);
        if (entry.task) {
            for (auto outer = m_stack.rbegin(); outer != m_stack.rend(); ++outer) {
                if (!outer->task)
                    continue;
                outer->nested = true;
                if (outer->iid == m_stack.front().iid)
                    drop(); // what went on between a worker's tasks
                break;
            }
        }
        if (m_stack.size() < limits::kStackDepth) // spans may be entered and never left
            m_stack.push_back(entry);
        flush(use);
    }

    template <class Use>
    void end(std::uint64_t iid, bool task, Micros now, const Use& use)
    {
        const auto entry = std::find_if(m_stack.rbegin(), m_stack.rend(),
                                        [&](const Entry& e) { return e.task == task && e.iid == iid; });
        if (entry == m_stack.rend())
            return;
        advance(now);
        m_stack.erase(std::next(entry).base());
        flush(use);
    }

    template <class Use>
    void finish(Micros now, const Use& use)
    {
        advance(now);
        m_stack.clear();
        flush(use);
    }

private:
    void advance(Micros now)
    {
        const bool onlyWorker = std::ranges::all_of(m_stack, &Entry::nested);
        if (!onlyWorker && now > m_since) {
            m_pending.push_back({m_since, now, m_stack.back().ref, m_stack});
            m_pendingEntries += m_stack.size();
        }
        m_since = std::max(m_since, now);
    }

    // A poll's stretches wait until it is known not to be a worker's own.
    template <class Use>
    void flush(const Use& use)
    {
        const auto polls = std::ranges::count_if(m_stack, &Entry::task);
        const bool undecided = polls == 1 && m_stack.front().task && !m_stack.front().nested;
        if (undecided && m_pendingEntries < kMostPending)
            return;
        for (const Stretch& stretch : m_pending)
            use(stretch);
        drop();
    }

    void drop()
    {
        m_pending.clear();
        m_pendingEntries = 0;
    }

    std::vector<Entry> m_stack;
    std::vector<Stretch> m_pending;
    std::size_t m_pendingEntries = 0;
    Micros m_since = 0;
};

}

std::vector<StackKind> RfrStacks::kinds(const Timeline&, Job& job) const
{
    const auto found = m_timeline.tablesNow(job);
    if (!found)
        return {};
    StackKind kind {std::string(kSpans), "Polls and spans"};
    for (const TaskInfo& task : (*found)->tasks)
        kind.events += task.polls;
    for (const SpanInfo& span : (*found)->spans)
        kind.events += span.enters;
    kind.durations = true;
    kind.lines = false;
    return kind.events ? std::vector {kind} : std::vector<StackKind> {};
}

Result<void> RfrStacks::read(const Timeline&, const StackQuery& query, const StackSink& sink, Job& job) const
{
    const auto found = m_timeline.tablesNow(job);
    if (!found)
        return tl::unexpected(found.error());
    const Tables& tables = **found;
    if (!query.kinds.empty() && std::ranges::find(query.kinds, kSpans) == query.kinds.end())
        return {};

    StackFrames frames;
    std::unordered_map<std::uint32_t, std::uint32_t> frameByName;
    const auto frameOf = [&](std::string_view name, StringId id) {
        const auto [known, isNew] =
            frameByName.try_emplace(number(id), static_cast<std::uint32_t>(frames.size()));
        if (isNew)
            frames.push_back({std::string(name)});
        return known->second;
    };
    const auto frameOfTask = [&](std::uint64_t iid, Micros now) {
        const TaskInfo* const task = tables.taskAt(iid, now);
        if (!task || !task->facts)
            return frameOf("task", StringId(~0u));
        const StringId id = task->facts->shownName();
        return frameOf(tables.strings->text(id), id);
    };
    const auto frameOfSpan = [&](std::uint64_t iid) {
        const SpanInfo* const span = tables.span(iid);
        return span ? frameOf(tables.strings->text(span->name), span->name)
                    : frameOf("span", StringId(~0u - 1));
    };
    const auto isOnTrack = [&](std::uint64_t thread, const ThreadStack::Stretch& stretch) {
        if (query.tracks.empty() || query.tracks.contains({TrackKind::worker, thread}))
            return true;
        return std::ranges::any_of(stretch.stack, [&](const ThreadStack::Entry& entry) {
            if (entry.task) {
                const TaskInfo* const task = tables.taskAt(entry.iid, stretch.start);
                return task && query.tracks.contains({TrackKind::states, task->key()});
            }
            const SpanInfo* const span = tables.span(entry.iid);
            return span && query.tracks.contains({TrackKind::spans, span->lane});
        });
    };

    bool more = true;
    std::vector<std::uint32_t> numbers;
    const auto deliver = [&](std::uint64_t thread, const ThreadStack::Stretch& stretch) {
        const auto start = nanoseconds(stretch.start);
        const auto end = nanoseconds(stretch.end);
        if (!more || !start || !end || !isOnTrack(thread, stretch))
            return;
        TimeRange time {*start, *end};
        if (query.range) // a stretch counts as far as it lies within
            time = {std::max(time.startNs, query.range->startNs), std::min(time.endNs, query.range->endNs)};
        if (time.startNs >= time.endNs)
            return;
        numbers.clear();
        for (const ThreadStack::Entry& entry : stretch.stack) {
            if (!entry.nested)
                numbers.push_back(entry.frame);
        }
        StackSample sample;
        sample.frames = numbers;
        sample.startNs = time.startNs;
        sample.durationNs = time.lengthNs();
        sample.ref = stretch.ref;
        more = sink(frames, sample);
    };

    job.start(m_recording.byTime.size());
    std::unordered_map<std::uint64_t, ThreadStack> threads;
    PieceReader pieces(m_recording, m_recording.byTime, 0, job);
    while (const PiecePtr piece = more ? pieces.next() : nullptr) {
        for (const Sequence& sequence : piece->decoded.sequences) {
            ThreadStack& stack = threads[sequence.id];
            const auto use = [&](const ThreadStack::Stretch& stretch) { deliver(sequence.id, stretch); };
            for (std::size_t i = 0; i < sequence.size() && more; ++i) {
                const RecordKind kind = sequence.kinds[i];
                if ((i & 4095) == 4095 && job.stopRequested())
                    return fail(Code::Stopped);
                if (!changesStack(kind))
                    continue;
                const Micros now = piece->absoluteMicros(sequence, i);
                const std::uint64_t iid = sequence.ids[i];
                const bool task = kind == RecordKind::taskPollStart || kind == RecordKind::taskPollEnd;
                if (kind == RecordKind::taskPollStart || kind == RecordKind::spanEnter)
                    stack.begin({iid, task, false, task ? frameOfTask(iid, now) : frameOfSpan(iid),
                                 piece->ref(sequence, i)},
                                now, use);
                else
                    stack.end(iid, task, now, use);
            }
        }
    }
    if (job.stopRequested())
        return fail(Code::Stopped);
    for (auto& [thread, stack] : threads)
        stack.finish(tables.end.value_or(0),
                     [&, of = thread](const auto& stretch) { deliver(of, stretch); });
    return {};
}

}
