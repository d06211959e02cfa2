// What tasks, spans and threads did: the state machines of rfr.md 7 and 8 over the merged records. Fills the
// timeline and the tables that `tglass dump`, Details and flows are made from.
#pragma once

#include "core/formats/rfr/timeline/rfr_entered.h"
#include "core/formats/rfr/timeline/rfr_merge.h"
#include "core/timeline/timeline_builder.h"

#include <set>

namespace traceglass::rfr {

using Micros = std::uint64_t; // since 1970

// What an object says of a task or a span.
struct TaskFacts
{
    std::uint64_t taskId = 0;
    std::uint64_t callsite = 0;
    StringId name {};                     // as recorded, may be empty
    StringId kind {};                     // "task", "other:x"
    std::optional<std::uint64_t> context; // who spawned it

    StringId shownName() const { return name != StringId {} ? name : kind; }
};

struct SpanFacts
{
    std::uint64_t callsite = 0;
    Parent parent;
};

// One life of a task; an iid that is used again after a drop gives another instance.
struct TaskInfo
{
    std::uint64_t iid = 0;
    std::uint32_t instance = 0;
    std::optional<TaskFacts> facts; // absent when no object was recorded
    bool seen = false;              // a TaskNew, PollStart or PollEnd was seen: its state is known
    bool dropped = false;
    bool woken = false;      // while polling, or while the state was not known
    bool runsOthers = false; // other tasks were polled inside its polls
    TaskState state = TaskState::none;
    std::optional<Micros> spawn;
    std::optional<Micros> drop;
    std::uint64_t polls = 0;
    std::uint64_t wakes = 0;
    std::uint64_t selfWakes = 0;
    std::uint64_t lateWakes = 0; // while it was scheduled already
    std::uint64_t calls = 0;     // wakes by other tasks, which have something for it
    std::uint64_t wakers = 0;    // clones that were neither dropped nor used up by a wake
    bool lacksClones = false;    // a waker was used that nobody had cloned: not all of them are recorded
    bool clonedLast = false;     // one was cloned since it was polled last
    Micros busy = 0;
    Micros longestPoll = 0;
    Micros scheduled = 0;
    Micros created = 0; // until it was polled or woken for the first time
    Micros idle = 0;
    Micros since = 0; // of the present state
    RecordRef sinceRef;
    RecordRef wakeRef; // of the first wake while polling
    TrackId track {};
    RowId row {};
    std::uint32_t previous = ~0u; // the instance before this one

    std::uint64_t key() const { return iid + instance * 0x9e3779b97f4a7c15u; } // Track::key
};

struct SpanInfo
{
    std::uint64_t iid = 0;
    std::optional<SpanFacts> facts;
    StringId name {};
    bool seen = false; // a New, Enter or Exit was seen
    bool closed = false;
    std::optional<std::uint64_t> parent; // resolved iid, of a span or a task
    std::optional<Micros> opened;        // SpanNew
    std::optional<Micros> close;
    std::uint64_t enters = 0;
    Micros active = 0;
    std::uint64_t depth = 0;
    Micros since = 0; // of the present part, entered or not
    RecordRef sinceRef;
    RecordRef newRef;
    std::uint32_t lane = ~0u;
    std::uint32_t depthRow = 0;
};

struct WorkerInfo
{
    struct Poll
    {
        std::uint64_t iid = 0;
        Micros since = 0;
        RecordRef ref;
    };
    std::uint64_t id = 0;
    TrackId track = kNoTrack;
    RowId row = kNoRow;
    bool named = false;
    std::optional<std::uint64_t> onlyTask; // drawn on it last, the only one unless it ran others
    bool ranOthers = false;
    std::uint64_t switches = 0; // from a task to another one
    Entered entered;            // polls and spans
    // The one that began last, while it goes on. A poll around others is a worker thread's own task, not something that
    // ran on it, also when those have ended.
    std::optional<Poll> poll;
};

// The tables of a finished analysis.
struct Tables
{
    std::unordered_map<std::uint64_t, std::string> workers;     // names of threads by sequence id
    std::unordered_map<std::uint64_t, std::uint64_t> switches;  // of threads, likewise
    std::vector<TaskInfo> tasks;                                // in order of their first record
    std::unordered_map<std::uint64_t, std::uint32_t> taskByIid; // the last instance
    std::unordered_map<std::uint64_t, std::uint32_t> taskByKey;
    std::vector<SpanInfo> spans;
    std::unordered_map<std::uint64_t, std::uint32_t> spanByIid;
    std::optional<Micros> start; // least and greatest record time
    std::optional<Micros> end;
    std::uint64_t records = 0;
    std::uint64_t events = 0;
    std::uint64_t clones = 0; // of wakers
    std::shared_ptr<const StringTable> strings;
    // Names of fields that callsites do not announce, by callsite: of each at most kDynamicNames.
    static constexpr std::size_t kDynamicNames = 1'000;
    std::unordered_map<std::uint64_t, std::set<std::string, std::less<>>> dynamicFields;

    void noteFields(std::uint64_t callsite, const std::vector<NamedValue>& dynamic);
    // The instance of an iid that lived at a time; the last one begun before it.
    const TaskInfo* taskAt(std::uint64_t iid, Micros micros) const;
    const SpanInfo* span(std::uint64_t iid) const;
    const std::string* worker(std::uint64_t sequence) const; // its name
};

class Analysis
{
public:
    // `report` receives the faults of the pieces and times that cannot be drawn. With `counted` nothing is
    // drawn: polls, wakes and switches are those that overlap that time, for statistics of a part.
    Analysis(const Recording& recording, std::function<void(Diagnostic)> report,
             std::optional<TimeRange> counted = {});

    // Reads everything in `order` (all chunks when the recording is a stream). `publish`, when given, is
    // called with snapshots while the work goes on, at most ten times a second. Errors: file.stopped,
    // file.changed.
    Result<void> run(std::vector<std::uint32_t> order, unsigned threads, Job& job,
                     const std::function<void(TimelinePtr, Micros)>& publish);

    // Closes what is open and takes the last snapshot.
    TimelinePtr finish(bool complete);
    // The first span that reaches back to the start of what was read and got a row in which others lie.
    std::optional<ByteRange> firstCut() const { return m_firstCut; }
    Tables takeTables() { return std::move(m_found); } // last

private:
    struct Lane
    {
        TrackId track {};
        StringId name {};
        std::vector<RowId> rows;
        std::set<std::uint32_t> freeRows; // in which no span is open
        std::uint32_t open = 0;
    };
    bool counts(Micros start, Micros end) const; // does it lie in the time that is counted?
    int rank(RecordKind kind, std::uint64_t id);
    void process(const MergedRecord& record);
    void takePiece(const PiecePtr& piece);
    void loseTime(const TimeRange& time);
    TimelinePtr snapshot(bool complete);

    // tasks
    TaskInfo* findTask(std::uint64_t iid);
    TaskInfo& taskFor(const MergedRecord& record);
    TaskInfo& newTask(std::uint64_t iid, const MergedRecord& record);
    TaskFacts taskFacts(const Piece& piece, const Sequence& sequence, const ObjectEntry& object);
    void setFacts(TaskInfo& task, const TaskFacts& facts);
    void processTask(const MergedRecord& record);
    bool isCall(const TaskInfo& task, const Waker& waker);
    void processWaker(const MergedRecord& record);
    void enter(TaskInfo& task, TaskState state, Micros now, RecordRef ref, std::uint8_t flags = 0);
    void closeInterval(TaskInfo& task, Micros now, std::uint8_t flags);
    StringId displayName(const TaskInfo& task);

    // spans
    void processSpan(const MergedRecord& record);
    SpanInfo& spanFor(const MergedRecord& record);
    void setFacts(SpanInfo& span, const SpanFacts& facts);
    void resolveParent(SpanInfo& span, const WorkerInfo& worker, bool isNew);
    bool place(std::uint32_t index, bool mayFollow);
    void closePart(SpanInfo& span, Micros now, std::uint8_t flags);
    std::uint32_t freeLane(StringId name, const SpanInfo& root, bool mayFollow);

    // threads, events
    WorkerInfo& workerFor(const MergedRecord& record);
    void pollStarted(const MergedRecord& record, const TaskInfo& task);
    void pollEnded(const MergedRecord& record, const TaskInfo& task);
    void addPoll(WorkerInfo& worker, const WorkerInfo::Poll& poll, Micros end, StringId name,
                 std::uint8_t flags);
    void nameWorker(WorkerInfo& worker, std::string name);
    bool isUnnamedBlocking(const TaskInfo& task) const;
    void setWorkersAside();
    void processEvent(const MergedRecord& record);

    TrackId group(std::string_view name);
    void groupByName(TrackId track, StringId name, std::size_t from);
    void add(RowId row, Micros start, Micros end, StringId name, RecordRef ref, std::uint8_t flags);

    const Recording& m_recording;
    std::vector<TimeRange> m_missing; // times without a chunk, and of damaged ones; by their end
    std::function<void(Diagnostic)> m_report;
    const std::optional<TimeRange> m_counted;
    TimelineBuilder m_builder;
    Tables m_found;
    std::unordered_map<std::uint64_t, std::uint32_t> m_workerById;
    std::vector<WorkerInfo> m_workers;
    std::vector<Lane> m_lanes;
    std::unordered_map<std::uint32_t, std::set<std::uint32_t>> m_freeLanes; // by root name
    std::size_t m_olderSpans = 0;                                           // than the recording
    std::optional<ByteRange> m_firstCut;
    std::unordered_map<std::uint64_t, TaskFacts> m_strayTasks; // objects of iids that have no record yet
    std::unordered_map<std::uint64_t, SpanFacts> m_straySpans;
    std::unordered_map<std::uint32_t, std::vector<TrackId>>
        m_tracksByName; // tasks of a name not in a group of their own yet
    std::unordered_map<std::uint32_t, TrackId> m_groupByName;
    struct EventCallsite
    {
        const Callsite* callsite = nullptr;
        StringId name {};
        std::size_t levelRow = 0;
    };
    std::unordered_map<std::uint64_t, EventCallsite> m_eventCallsites;
    std::vector<RowId> m_eventRows;
    StringId m_unnamed {}; // what a task without object is called
    // The tasks looked up last, by the low bits of a hash: polls come in pairs.
    struct LookedUp
    {
        std::uint64_t iid = 0;
        std::uint32_t index = ~0u;
    };
    std::array<LookedUp, 256> m_lookedUp;
    std::uint64_t m_lastSequence = ~std::uint64_t(0); // whose worker was looked up last
    std::uint32_t m_lastWorker = 0;
    unsigned m_workerNumber = 0;
    Micros m_now = 0;
};

}
