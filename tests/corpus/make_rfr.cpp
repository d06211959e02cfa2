// RFR: recordings and streams of our writer, and chunks field by field where it would write others.
#include "tests/corpus/rfr_run.h"
#include "tests/support/rfr_stream_writer.h"

#include <limits>

namespace traceglass::corpus {

namespace {

using namespace rfr;

constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();

// --- tasks

Recording oneTask()
{
    Recording out;
    out.addCallsite(spawnSite());
    out.addTask({.iid = 7, .callsite = 100, .taskId = 1, .name = "upload"});
    out.task(1, 50, RecordKind::taskNew, 7);
    out.task(1, 60, RecordKind::taskPollStart, 7);
    out.wake(1, 75, 7, 7); // itself
    out.task(1, 110, RecordKind::taskPollEnd, 7);
    out.task(1, 130, RecordKind::taskPollStart, 7);
    out.task(1, 145, RecordKind::taskPollEnd, 7);
    out.wake(2, 200, 7, {});
    out.wake(2, 210, 7, {}); // again, while it waits
    out.task(1, 260, RecordKind::taskPollStart, 7);
    out.task(1, 270, RecordKind::taskDrop, 7); // ends the poll
    out.wake(2, 300, 7, {});                   // too late
    return out;
}

// A task that polls on one thread and on the next within a microsecond; wakers of all kinds.
Recording threads()
{
    Recording out;
    out.addCallsite(spawnSite());
    const char* const names[] = {"accept", "serve", "flush"};
    for (std::uint64_t i = 0; i < 3; ++i)
        out.addTask({.iid = 10 + i,
                     .callsite = 100,
                     .taskId = 20 + i,
                     .name = names[i],
                     .context = i == 0 ? std::nullopt : std::optional<std::uint64_t>(10)});
    for (std::uint64_t i = 0; i < 3; ++i)
        out.task(1, 5 + i, RecordKind::taskNew, 10 + i);
    out.task(1, 20, RecordKind::taskPollStart, 10);
    out.task(1, 30, RecordKind::taskPollEnd, 10);
    out.task(2, 30, RecordKind::taskPollStart, 10); // the same microsecond
    out.task(2, 45, RecordKind::taskPollEnd, 10);
    out.task(3, 45, RecordKind::taskPollStart, 10);
    for (const RecordKind kind :
         {RecordKind::wakerClone, RecordKind::wakerWake, RecordKind::wakerWakeByRef, RecordKind::wakerDrop})
        out.waker(3, kStart + 50, kind, {.task = 11, .context = 10});
    out.task(3, 52, RecordKind::taskPollEnd, 10);
    out.task(2, 53, RecordKind::taskPollStart, 11);
    out.wake(2, 55, 12, 11);
    out.task(1, 56, RecordKind::taskPollStart, 12);
    out.task(2, 60, RecordKind::taskPollEnd, 11);
    out.task(1, 61, RecordKind::taskPollEnd, 12);
    for (std::uint64_t i = 0; i < 3; ++i)
        out.task(1, 70 + i, RecordKind::taskDrop, 10 + i);
    return out;
}

// Tasks that were there before the recording began, and ones that outlive it.
Recording openEnds()
{
    Recording out;
    out.addCallsite(spawnSite());
    const char* const names[] = {"polling at first", "idle at first", "polling at last", "waiting at last",
                                 "never polled"};
    for (std::uint64_t i = 0; i < 5; ++i)
        out.addTask({.iid = 1 + i, .callsite = 100, .taskId = 1 + i, .name = names[i]});
    out.wake(2, 40, 2, {});
    out.task(1, 100, RecordKind::taskPollEnd, 1);
    out.task(2, 120, RecordKind::taskPollStart, 2);
    out.task(2, 140, RecordKind::taskPollEnd, 2);
    out.task(1, 200, RecordKind::taskNew, 3);
    out.task(1, 210, RecordKind::taskNew, 4);
    out.task(1, 220, RecordKind::taskNew, 5);
    out.task(2, 300, RecordKind::taskPollStart, 3);
    out.task(1, 310, RecordKind::taskPollStart, 4);
    out.wake(2, 315, 4, 3); // while it polls
    out.task(1, 330, RecordKind::taskPollEnd, 4);
    out.task(1, 900, RecordKind::taskNew, 99); // the last record; no object tells what this is
    return out;
}

Recording taskKinds()
{
    Recording out;
    const TaskKind kinds[] = {{0}, {1}, {2}, {3}, {4, "io-uring"}, {4, ""}};
    const std::uint64_t iids[] = {0, 1, 0x168004000000008, kMost - 1, kMost, 127};
    const std::string_view names[] = {"", "ascii", "äöü 時計", "block", "a \"quoted\" name\n", "x"};
    for (std::size_t i = 0; i < 6; ++i) {
        out.addTask({.iid = iids[i],
                     .callsite = iids[5 - i],
                     .taskId = kMost - i,
                     .name = names[i],
                     .kind = kinds[i]});
        out.task(kMost - i, 10 * i, RecordKind::taskNew, iids[i]);
    }
    return out;
}

// The same id for two tasks, one after the other; each chunk brings the object of its own.
void idUsedTwice(const Folder& folder)
{
    Recording first, second;
    first.addCallsite(spawnSite());
    first.addTask({.iid = 7, .callsite = 100, .taskId = 1, .name = "first"});
    second.addTask({.iid = 7, .callsite = 100, .taskId = 2, .name = "second"});
    for (std::uint64_t i = 0; i < 2; ++i) {
        Recording& out = i == 0 ? first : second;
        const std::uint64_t after = i * 1'000'000;
        out.task(1, after + 50, RecordKind::taskNew, 7);
        out.task(1, after + 60, RecordKind::taskPollStart, 7);
        out.task(1, after + 110 + 100 * i, RecordKind::taskPollEnd, 7);
        out.task(1, after + 250, RecordKind::taskDrop, 7);
    }
    first.writeTo(folder);
    for (const auto& chunk : second.chunks())
        folder.write(chunk.name, chunk.bytes);
}

// --- spans and events

// Spans within spans and tasks, over two chunks, on two threads at once; one never closes.
Recording spans()
{
    Recording out;
    out.addCallsite(spawnSite());
    out.addCallsite({.id = 200,
                     .level = 30,
                     .kind = 2,
                     .constFields = {{"name", "request"}, {"target", "web"}, {"line", std::uint64_t(12)}},
                     .fieldNames = {"method", "path"}});
    const auto parented = [](std::uint64_t iid) { return Parent {Parent::Kind::explicitId, iid}; };
    out.addTask({.iid = 7, .callsite = 100, .taskId = 1, .name = "serve"});
    out.addSpan({.iid = 20, .callsite = 200, .parent = {}, .values = {"GET", "/"}, .dynamic = {}});
    out.addSpan({.iid = 21, .callsite = 200, .parent = {}, .values = {"PUT"}, .dynamic = {{"retry", true}}});
    out.addSpan({.iid = 22, .callsite = 200, .parent = {Parent::Kind::root, 0}, .values = {}, .dynamic = {}});
    out.addSpan({.iid = 23, .callsite = 200, .parent = parented(20), .values = {}, .dynamic = {}});
    out.addSpan({.iid = 24, .callsite = 999, .parent = {}, .values = {"of no callsite"}, .dynamic = {}});
    out.task(1, 5, RecordKind::taskNew, 7);
    out.task(1, 10, RecordKind::taskPollStart, 7);
    out.task(1, 20, RecordKind::spanNew, 20); // in the task
    out.task(1, 21, RecordKind::spanEnter, 20);
    out.task(1, 30, RecordKind::spanNew, 21); // in 20
    out.task(1, 31, RecordKind::spanEnter, 21);
    out.task(2, 35, RecordKind::spanEnter, 21); // on two threads
    out.task(1, 40, RecordKind::spanExit, 21);
    out.task(2, 50, RecordKind::spanExit, 21);
    out.task(2, 51, RecordKind::spanExit, 21); // one too many
    out.task(1, 55, RecordKind::spanNew, 22);
    out.task(1, 56, RecordKind::spanNew, 23);
    out.task(2, 57, RecordKind::spanNew, 24); // in nothing
    out.task(2, 58, RecordKind::spanEnter, 24);
    out.task(1, 60, RecordKind::spanClose, 21);
    out.task(1, 1'000'010, RecordKind::spanExit, 20); // in the next chunk
    out.task(1, 1'000'020, RecordKind::taskPollEnd, 7);
    out.task(1, 1'000'030, RecordKind::spanClose, 20);
    out.task(1, 1'000'040, RecordKind::spanExit, 30); // entered before the recording
    return out;
}

Recording fieldValues()
{
    Recording out;
    out.addCallsite({.id = 300,
                     .level = 40,
                     .kind = 1,
                     .constFields = {{"name", "measured"}},
                     .fieldNames = {"a", "b", "c", "d", "e", "f", "g", "h"}});
    constexpr std::uint64_t kSign = std::uint64_t(1) << 63;
    std::uint64_t at = 0;
    const auto event = [&](std::uint64_t callsite, std::vector<WireValue> values,
                           std::vector<NamedValue> dynamic = {}) {
        out.event(1, kStart + 10 * at++, {callsite, {}, std::move(values), std::move(dynamic)});
    };
    event(300,
          {F64 {__builtin_bit_cast(std::uint64_t, 1.5)}, F64 {kSign}, F64 {0x7ff0000000000000}, F64 {1}});
    event(300,
          {I64 {0}, I64 {-1}, I64 {std::numeric_limits<std::int64_t>::min()},
           I64 {std::numeric_limits<std::int64_t>::max()}});
    event(300, {std::uint64_t(0), std::uint64_t(127), std::uint64_t(128), kMost});
    event(300, {I128 {{kMost, kMost}}, I128 {{kSign, 0}}, I128 {{kSign - 1, kMost}}}); // -1, least, greatest
    event(300, {U128 {0, 1}, U128 {kMost, kMost}});
    event(300, {true, false, "", "äöü", std::string_view("nul \0 inside", 12)});
    event(300, {}, {{"only", "dynamic"}, {"only", std::uint64_t(2)}}); // one name twice
    event(301, {"no callsite"});
    out.event(1, kStart + 1'000, {300, {Parent::Kind::root, 0}, {}, {}});
    out.event(1, kStart + 1'001, {300, {Parent::Kind::explicitId, 5}, {}, {}});
    return out;
}

// --- folders and chunks

// Chunks of a quarter of a second, and of a day, a month and a year that end.
Recording newYear()
{
    constexpr std::uint64_t kMidnight = 1'767'225'600'000'000; // 2026-01-01T00:00:00Z
    Recording out(250'000);
    out.addCallsite(spawnSite());
    out.addTask({.iid = 1, .callsite = 100, .taskId = 1, .name = "party"});
    out.RecordingWriter::record(1, kMidnight - 600'000, RecordKind::taskNew, 1);
    for (int i = -2; i < 3; ++i) {
        const std::uint64_t at = kMidnight + static_cast<std::uint64_t>(i * 200'000);
        out.RecordingWriter::record(1, at, RecordKind::taskPollStart, 1);
        out.RecordingWriter::record(1, at + 50, RecordKind::taskPollEnd, 1);
    }
    return out;
}

void streams(const Folder& folder)
{
    StreamWriter all;
    all.callsite(kStart, spawnSite());
    all.task(kStart + 1, {.iid = 7, .callsite = 100, .taskId = 1, .name = "upload"});
    all.span(kStart + 2,
             {.iid = 20, .callsite = 100, .parent = {}, .values = {std::uint64_t(5)}, .dynamic = {}});
    all.record(kStart + 10, RecordKind::taskNew, 7);
    all.record(kStart + 12, RecordKind::taskPollStart, 7);
    for (const RecordKind kind :
         {RecordKind::spanNew, RecordKind::spanEnter, RecordKind::spanExit, RecordKind::spanClose})
        all.record(kStart + 13, kind, 20);
    all.event(kStart + 11, {100, {Parent::Kind::explicitId, 20}, {true}, {{"back", "in time"}}});
    for (const RecordKind kind :
         {RecordKind::wakerWake, RecordKind::wakerWakeByRef, RecordKind::wakerClone, RecordKind::wakerDrop})
        all.waker(kStart + 15, kind, {.task = 7, .context = 20});
    all.record(kStart + 20, RecordKind::taskPollEnd, 7);
    all.record(kStart + 1'000'000, RecordKind::taskDrop, 7);
    all.end(kStart + 1'000'001);
    folder.write("stream-all-records.rfr", all.bytes());
    folder.write("stream-no-records.rfr", StreamWriter().bytes());

    StreamWriter open("rfr-s/0.0.2"); // nobody ended it, and no object came first
    open.record(kStart, RecordKind::taskPollStart, 9);
    open.record(kStart + 5, RecordKind::taskPollEnd, 9);
    folder.write("stream-without-end.rfr", open.bytes());
}

}

void makeRfr(const Folder& folder)
{
    oneTask().writeTo(folder / "one-task.rfr");
    threads().writeTo(folder / "threads.rfr");
    openEnds().writeTo(folder / "open-ends.rfr");
    taskKinds().writeTo(folder / "task-kinds.rfr");
    idUsedTwice(folder / "id-used-twice.rfr");
    spans().writeTo(folder / "spans.rfr");
    fieldValues().writeTo(folder / "field-values.rfr");
    newYear().writeTo(folder / "new-year.rfr");

    Recording older(1'000'000, "rfr-c/0.0.2");
    older.addTask({.iid = 7, .callsite = 100, .taskId = 1, .name = "labelled 0.0.2"});
    older.task(1, 50, RecordKind::taskNew, 7);
    older.writeTo(folder / "older-label.rfr");

    Recording().writeTo(folder / "no-chunks.rfr");

    // Nothing was recorded: earliest is the end, latest the start.
    const Folder empty = folder / "empty-chunks.rfr";
    Recording().writeTo(empty);
    empty.write("2026-05/28-20/chunk-28-43.rfr", chunkOf({.earliest = 1'000'000, .latest = 0}, {}));
    empty.write("2026-05/28-20/chunk-28-44.rfr",
                chunkOf({.base = kStartSeconds + 1, .earliest = 1'000'000, .latest = 0}, {emptySequence()}));

    // Names do not say when: this order is not that of the times. Other files lie among them.
    const Folder names = folder / "names-and-foreign-files.rfr";
    Recording().writeTo(names);
    names.write("z-first.rfr", chunkOf({.earliest = 10, .latest = 10}, {taskNewSequence(10, 1, "first")}));
    names.write("a-second.rfr",
                chunkOf({.base = kStartSeconds + 1, .earliest = 20, .latest = 20},
                        {taskNewSequence(20, 2, "second")}));
    names.write("readme.txt", asBytes("not part of the recording\n"));
    names.write("2026-05/core.rfr.bak", asBytes("nor is this\n"));

    // Numbers with groups that add nothing.
    const Folder padded = folder / "padded-numbers.rfr";
    Recording().writeTo(padded);
    padded.write("2026-05/28-20/chunk-28-43.rfr",
                 chunkOf({.earliest = 10, .latest = 10}, {taskNewSequence(10, 3, "padded", true)}));

    streams(folder);
}

}
