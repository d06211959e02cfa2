// One pass over the main stream: types, caches as offsets, checkpoints, counts, and the first fault. No value
// is kept. Afterwards any message or cache entry decodes on its own from its offset.
//
//     StreamScan scan(bytes, begin, Numbering::tool);
//     scan.run(job);                                       // or scan.untilFirstEvent(job)
//     std::shared_ptr<const StreamIndex> index = scan.take();
//     for (MessageWalk walk(*index, 0); walk.next();) ... walk.message()
//
// A scan can follow a stream while it is being decoded: see run(). What it passes over anyway it can tell an
// EventSink, so that the timeline needs no pass of its own. Offsets are those of `bytes`, in which the stream
// begins at `begin`.
#pragma once

#include "core/base/job.h"
#include "core/formats/cjfr/wire/cjfr_steps.h"

#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>

namespace traceglass::cjfr {

struct StreamFault
{
    Fault fault = Fault::none;
    std::uint64_t offset = 0;  // of the value that cannot be read
    std::uint64_t message = 0; // where its message begins
    std::string problem;       // of a definition
};

struct Checkpoint
{
    std::uint64_t offset = 0;
    std::int64_t baseNs = 0;
};

struct StreamIndex
{
    static constexpr std::uint64_t kMessagesACheckpoint = 1024;

    explicit StreamIndex(Numbering numbering)
        : types(numbering)
    {
    }

    TypeTable types;
    std::span<const std::byte> bytes;
    std::uint64_t begin = 0;
    std::uint64_t end = 0;      // behind the last message that could be read
    bool sawFooterMark = false; // at `end`
    std::optional<StreamFault> fault;
    std::vector<Checkpoint> checkpoints; // one each kMessagesACheckpoint messages
    std::uint64_t messages = 0;          // instances
    std::vector<std::uint64_t> counts;   // of instances by type index

    TimeRules rules;
    std::optional<std::int64_t> ticksPerSecond;
    std::optional<std::int64_t> durationTicksPerSecond;
    std::optional<std::int64_t> stackDepth; // so many frames of each stack were kept; nothing: all
    std::optional<std::int64_t> universeStartNs;
    bool sawUniverse = false;
    std::optional<std::uint64_t> firstOther;  // offset of a message among the events that is no struct
    std::optional<std::int64_t> firstStartNs; // over stored messages
    std::optional<std::int64_t> lastEndNs;

    bool isJfr() const { return types.isJfr(); }
    // All but Configuration and Universe of the JFR layer are events.
    bool isEvent(const Type& type) const { return !isJfr() || !type.isSetting(); }
    std::uint64_t events() const;
    std::uint64_t countOf(const Type& type) const
    {
        return type.index < counts.size() ? counts[type.index] : 0;
    }
    // Is a timestamp in values of the type or in what they refer to? Those of types that findTimes() did not
    // know count as such.
    bool holdsTimes(const Type& type) const
    {
        return type.index >= m_holdsTimes.size() || m_holdsTimes[type.index];
    }
    std::size_t findTimes(); // how many fields were looked at
    // The clock as it stands when the cache entry at an offset is read for the first time. What was found out on the
    // way is kept: a message may refer to a hundred thousand entries.
    Clock clockAt(std::uint64_t offset) const;

private:
    void readEntries(std::vector<Checkpoint>& entries, Checkpoint& from, std::uint64_t offset) const;

    std::vector<bool> m_holdsTimes; // by type index
    // What was found out between two checkpoints: entries refer to others, often to the same ones.
    struct EntryClocks
    {
        std::vector<Checkpoint> entries; // in order
        Checkpoint readTo;
    };
    mutable std::mutex m_clocksMutex;
    mutable std::unordered_map<std::uint64_t, EntryClocks> m_clocks; // by where the checkpoint lies
};

// A fault that more bytes behind it would not mend.
inline bool isLasting(const std::optional<StreamFault>& fault)
{
    return fault && fault->fault != Fault::unexpectedEnd && fault->fault != Fault::countTooLarge;
}

// A message in place.
struct Message
{
    std::uint64_t number = 0; // among all instances
    const Type* type = nullptr;
    std::uint64_t offset = 0;
    std::uint64_t length = 0;
    std::uint64_t content = 0; // where its value begins
    std::int64_t baseNs = 0;   // of the clock, there
};

// Is told of the instances of some types while a scan passes over them, in the order of the stream and in the
// thread of the scan. It may read values: all that an instance refers to lies before it.
class EventSink
{
public:
    virtual ~EventSink() = default;
    virtual void begin(const StreamIndex& index) = 0; // once; it will grow
    // Asked once a type of structs with fields, behind the first instance. Null: nothing of it is of
    // interest.
    virtual const KeptFields* wants(const Type& type) = 0;
    virtual void take(const Message& message, const Kept& kept) = 0;
};

class StreamScan
{
public:
    // Waits until the stream has so many bytes and returns what there is by then: the bytes so far and behind
    // them more. Fewer than asked: those are all.
    using More = std::function<std::span<const std::byte>(std::uint64_t wanted)>;

    StreamScan(std::span<const std::byte> bytes, std::uint64_t begin, Numbering numbering,
               EventSink* sink = nullptr);
    StreamScan(const StreamScan&) = delete; // the walker refers to it
    StreamScan& operator=(const StreamScan&) = delete;

    // To the end; false when the job was stopped. Progress counts bytes. With `more`, the bytes given so far
    // are only the first.
    bool run(Job& job, const More& more = {});
    // Up to the first message that is neither a definition nor Configuration or Universe: what opening looks
    // at. False when the job was stopped.
    bool untilFirstEvent(const Job& job);

    const StreamIndex& index() const { return *m_index; }
    std::shared_ptr<StreamIndex> take();

    using Walked = Type; // references are resolved on the way

private:
    friend class Walker<StreamScan>;
    bool ready(Slot& slot, const Type& holder) { return m_index->types.resolve(slot, holder); }
    void fresh(Slot& slot, std::uint64_t offset);
    bool known(std::uint32_t cache, std::uint64_t entry) const
    {
        return cache < m_entries.size() && entry < m_entries[cache];
    }
    bool empty(std::uint64_t count, std::uint64_t offset)
    {
        m_empty += count;
        return m_empty <= limits::kCjfrEmpty + limits::kCjfrEmptyAByte * offset;
    }
    bool isStopped() const { return m_job->stopRequested(); }

    // What is to be done at an instance of a type, found behind its first one.
    struct Passage
    {
        const Type* type = nullptr;
        bool isTold = false; // to the sink
        KeptFields fields;
        bool hasStart = false;    // the field is when events of the JFR layer begin
        bool hasDuration = false; // likewise
        Steps steps;
    };

    bool message();
    bool ordinary();
    void count(const Type& type, const Passage* how, std::uint64_t start, std::uint64_t content,
               std::int64_t baseNs);
    bool awaitMore(const More& more);
    const Passage* instance(Type& type);
    const Passage& plan(Type& type);
    void learnSettings(const Type& type, const std::vector<Seen>& fields);

    std::shared_ptr<StreamIndex> m_index;
    Cursor m_in;
    Clock m_clock;
    Walker<StreamScan> m_walker;
    Kept m_kept;                // of the latest instance
    TimeRange m_span = kNoTime; // of the events of the JFR layer
    std::deque<Passage> m_passages;
    std::vector<const Passage*> m_passageOf; // by type id
    std::vector<std::uint64_t> m_entries;    // by cache: how many there are
    std::uint64_t m_empty = 0;               // values that took no bytes
    EventSink* m_sink;
    const Job* m_job = nullptr;   // of what runs
    std::size_t m_typesSeen = 0;  // when it was last found out which types hold times
    std::size_t m_fieldsSeen = 0; // likewise
    bool m_sawEvent = false;
    bool m_complete = true; // no bytes will follow
};

// The policy for walking where a scan has been before.
struct Revisit
{
    using Walked = const Type;

    bool ready(const Slot&, const Type&) const { return false; }
    void fresh(const Slot&, std::uint64_t) const { }
    bool known(std::uint32_t, std::uint64_t) const { return true; }
    bool empty(std::uint64_t, std::uint64_t) const { return true; }
};

// Passes over a value where a scan has been before.
inline void skip(Cursor& in, Clock& clock, const Type& type, std::uint64_t reduction = reduction::kNone)
{
    Revisit policy;
    Walker<Revisit> walker(policy);
    if (type.isNumber())
        Walker<Revisit>::number(in, clock, type, reduction);
    else
        walker.content(in, clock, type);
}

// The messages from a number or offset on.
class MessageWalk
{
public:
    MessageWalk(const StreamIndex& index, std::uint64_t firstNumber);
    // next() gives the one that owns the offset.
    static MessageWalk at(const StreamIndex& index, std::uint64_t offset);
    // From a message on that was met before and is nearer than the checkpoint.
    static MessageWalk from(const StreamIndex& index, const Message& near, std::uint64_t firstNumber);

    bool next();
    bool next(const Job& job); // the way there may be long; false, too, where the job is stopped on it
    const Message& message() const { return m_message; }
    const Clock& clock() const { return m_clock; } // behind the message

protected:
    const StreamIndex* m_index;
    Cursor m_in;
    Clock m_clock;
    std::uint64_t m_number; // of the next one
    Message m_message;

private:
    MessageWalk(const StreamIndex& index, const Checkpoint& from, std::uint64_t number, std::uint64_t wanted,
                std::uint64_t wantedOffset = 0);

    std::uint64_t m_wanted;
    std::uint64_t m_wantedOffset;
};

}
