// Rules for recordings of tokio: each with a recording that fires and one a hair below, each guard with its false alarm,
// and the demo.
#include "core/formats/rfr/demo/rfr_demo.h"
#include "core/formats/rfr/demo/rfr_writer.h"
#include "core/io/file.h"
#include "tests/support/findings.h"
#include "tests/support/rfr_stream_writer.h"

#include <QTemporaryDir>
#include <QTest>
#include <array>
#include <functional>

using namespace traceglass;
using namespace traceglass::rfr;

namespace {

constexpr std::uint64_t kBase = 1'780'000'123'000'000; // µs: the begin of a second
constexpr std::uint64_t kMs = 1'000, kSecond = 1'000'000;
constexpr std::uint64_t kRequest = 1, kQuery = 2; // callsites of spans
constexpr std::uint32_t kTask = 0, kLocal = 1, kBlocking = 2, kBlockOn = 3;

// A recording in the making; times are microseconds from the start, in any order.
class TokioRun
{
public:
    TokioRun() { addCallsites(); }
    // A chunk lasts for a minute: a recording of hours is no thousand files. First of all.
    void beginHours()
    {
        m_periodUs = 60 * kSecond;
        m_out = RecordingWriter(m_periodUs);
        addCallsites();
    }

    std::uint64_t task(std::string_view name, std::uint32_t kind = kTask,
                       std::optional<std::uint64_t> spawnedBy = {})
    {
        const std::uint64_t iid = ++m_last;
        m_out.addTask({iid, 1, iid, name, {kind, {}}, spawnedBy});
        return iid;
    }
    void spawn(std::uint64_t at, std::uint64_t task) { put(at, RecordKind::taskNew, task); }
    void poll(std::uint64_t from, std::uint64_t to, std::uint64_t task, std::uint64_t thread = 1)
    {
        put(from, RecordKind::taskPollStart, task, thread);
        put(to, RecordKind::taskPollEnd, task, thread);
    }
    void openPoll(std::uint64_t from, std::uint64_t task, std::uint64_t thread = 1)
    {
        put(from, RecordKind::taskPollStart, task, thread);
    }
    void drop(std::uint64_t at, std::uint64_t task) { put(at, RecordKind::taskDrop, task); }
    void wake(std::uint64_t at, std::uint64_t task, std::optional<std::uint64_t> by = {})
    {
        m_planned.push_back({at, RecordKind::wakerWake, task, 9, by});
    }
    // A clone, drop or wake by reference of a waker, in a poll of the task or by somebody else.
    void waker(std::uint64_t at, RecordKind kind, std::uint64_t task)
    {
        m_planned.push_back({at, kind, task, 1, task});
    }
    std::uint64_t span(std::uint64_t from, std::uint64_t to, std::uint64_t callsite = kRequest,
                       std::optional<std::uint64_t> parent = {}, std::optional<rfr::NamedValue> said = {})
    {
        const std::uint64_t iid = ++m_last;
        const Parent around =
            parent ? Parent {Parent::Kind::explicitId, *parent} : Parent {Parent::Kind::root, 0};
        rfr::SpanObject object {iid, callsite, around, {rfr::WireValue(std::string_view("GET"))}, {}};
        if (said)
            object.dynamic.push_back(*said);
        m_out.addSpan(object);
        put(from, RecordKind::spanNew, iid, 3);
        put(from, RecordKind::spanEnter, iid, 3);
        put(to, RecordKind::spanExit, iid, 3);
        put(to, RecordKind::spanClose, iid, 3);
        return iid;
    }
    void event(std::uint64_t at, std::uint64_t level, std::string_view message)
    {
        m_planned.push_back({at, RecordKind::event, level, 4, {}, message});
    }
    // Where the recording ends: a task that no rule is about. It is woken so often that none is without a chunk.
    void end(std::uint64_t at, bool hasGaps = false)
    {
        const std::uint64_t last = task("end", kBlocking);
        put(at, RecordKind::taskNew, last, 9);
        for (std::uint64_t us = 0; us < at && !hasGaps; us += m_periodUs)
            wake(us, last);
    }

    std::filesystem::path save(const QTemporaryDir& folder)
    {
        std::ranges::stable_sort(m_planned, {}, &Planned::at);
        for (const Planned& each : m_planned) {
            if (isWaker(each.kind))
                m_out.waker(each.thread, kBase + each.at, each.kind, {each.iid, each.by});
            else if (each.kind == RecordKind::event)
                m_out.event(each.thread, kBase + each.at, {each.iid, {}, {rfr::WireValue(each.message)}, {}});
            else
                m_out.record(each.thread, kBase + each.at, each.kind, each.iid);
        }
        const std::filesystem::path path = (folder.path() + "/run.rfr").toStdString();
        return m_out.write(path) ? path : std::filesystem::path();
    }

private:
    struct Planned
    {
        std::uint64_t at = 0;
        RecordKind kind {};
        std::uint64_t iid = 0; // of an event: its level
        std::uint64_t thread = 1;
        std::optional<std::uint64_t> by {};
        std::string_view message {};
    };
    void addCallsites()
    {
        for (const auto& [id, level] :
             {std::pair<std::uint64_t, std::uint8_t> {kRequest, 30}, {kQuery, 30}, {40, 40}, {50, 50}})
            m_out.addCallsite(
                {.id = id,
                 .level = level,
                 .kind = std::uint8_t(id <= kQuery ? 2 : 1),
                 .constFields = {{"name", std::string_view(id == kQuery ? "query" : "request")}},
                 .fieldNames = {"message"}});
    }
    void put(std::uint64_t at, RecordKind kind, std::uint64_t iid, std::uint64_t thread = 1)
    {
        m_planned.push_back({at, kind, iid, thread});
    }

    std::uint64_t m_periodUs = kSecond;
    RecordingWriter m_out;
    std::uint64_t m_last = 0;
    std::vector<Planned> m_planned;
};

using Build = std::function<void(TokioRun&)>;

// So many tasks, spawned one after the other; each polled once.
void spawnMany(TokioRun& run, int count, std::uint64_t every, int dropped = 0)
{
    for (int i = 0; i < count; ++i) {
        const std::uint64_t task = run.task("watch");
        const std::uint64_t at = static_cast<std::uint64_t>(i) * every;
        run.spawn(at, task);
        run.poll(at + 1, at + 11, task);
        if (i < dropped)
            run.drop(at + 20, task);
    }
}

// Tasks without a name: a hundred of one spawner, each of which lives for a second, and so many of others, which do not
// end.
void spawnUnnamed(TokioRun& run, int left, const std::vector<std::string_view>& spawners, int leftToo = 0)
{
    const auto spawnOf = [&](std::uint64_t by, std::uint64_t at) {
        const std::uint64_t task = run.task("", kTask, by);
        run.spawn(at, task);
        run.poll(at + 1, at + 11, task);
        return task;
    };
    const std::uint64_t server = run.task("server");
    run.spawn(0, server);
    run.poll(1, 11, server);
    for (std::uint64_t i = 0; i < 100; ++i)
        run.drop(i * 20 * kMs + kSecond, spawnOf(server, i * 20 * kMs));
    std::vector<std::uint64_t> by;
    for (const std::string_view name : spawners) {
        by.push_back(run.task(name));
        run.spawn(20, by.back());
        run.poll(21, 31, by.back());
    }
    for (int i = 0; i < left; ++i)
        spawnOf(by[std::size_t(i) % by.size()], std::uint64_t(i) * 250 * kMs + 40);
    for (int i = 0; i < leftToo; ++i)
        spawnOf(server, std::uint64_t(i) * 250 * kMs + 60);
    run.end(4 * kSecond);
}

// So many that end in a recording in which they were not spawned: a few a second.
void endOlder(TokioRun& run, int count, std::uint64_t first = 100 * kMs, std::uint64_t every = 100 * kMs)
{
    for (int i = 0; i < count; ++i) {
        const std::uint64_t task = run.task("watch");
        const std::uint64_t at = first + static_cast<std::uint64_t>(i) * every;
        run.wake(at, task);
        run.poll(at + 1, at + 11, task);
        run.drop(at + 20, task);
    }
}

// A hundred tasks, of which one is woken before the end and polled from then on.
void spawnManyAndWake(TokioRun& run, std::uint64_t task, std::uint64_t polled)
{
    spawnMany(run, 100, 20 * kMs);
    run.wake(2'200 * kMs, task);
    run.poll(polled, 2'200 * kMs + 20, task);
    run.end(3'100 * kMs);
}

// Some at the start, and a pool behind the middle of four seconds; they may work to the end.
void spawnPool(TokioRun& run, int first, int pool, bool areBusy, std::uint64_t until = 4'000 * kMs)
{
    for (int i = 0; i < first + pool; ++i) {
        const std::uint64_t task = run.task("watch");
        const std::uint64_t at = (i < first ? 0 : 2'500 * kMs) + static_cast<std::uint64_t>(i) * 20 * kMs;
        run.spawn(at, task);
        run.poll(at + 1, at + 11, task);
        const std::uint64_t late = 3'500 * kMs + static_cast<std::uint64_t>(i) * kMs;
        if (areBusy) {
            run.wake(late, task);
            run.poll(late + 1, late + 11, task);
        }
    }
    run.end(until);
}

// Ten sessions over ten seconds, each with three messages, one a second.
void spawnSessions(TokioRun& run, std::uint64_t until)
{
    for (std::uint64_t i = 0; i < 10; ++i) {
        const std::uint64_t task = run.task("session");
        const std::uint64_t at = i * 1'100 * kMs;
        run.spawn(at, task);
        for (std::uint64_t message = 0; message < 3; ++message)
            run.poll(at + message * kSecond, at + message * kSecond + 10, task);
    }
    run.end(until);
}

// One after the other, each of which ends soon; the last ones do not, and wait. The first of all may live for long.
struct Hanging
{
    int ended = 40;
    int hang = 10;
    std::uint64_t first = 10 * kMs; // how long that one lives
    std::uint64_t until = 7'000 * kMs;
    int late = 0;        // one that ends behind so many that do not
    bool doWork = false; // to the end
    int polls = 1;
};
void spawnHanging(TokioRun& run, const Hanging& of)
{
    for (int i = 0; i < of.ended + of.hang; ++i) {
        const std::uint64_t task = run.task("transfer");
        const std::uint64_t at = static_cast<std::uint64_t>(i) * 100 * kMs;
        run.spawn(at, task);
        for (int poll = 0; poll < of.polls; ++poll)
            run.poll(at + 1 + std::uint64_t(poll) * 20, at + 11 + std::uint64_t(poll) * 20, task);
        if (i < of.ended || (of.late > 0 && i == of.ended + of.late))
            run.drop(at + (i == 0 ? of.first : 10 * kMs), task);
        for (std::uint64_t more = at + 500 * kMs; of.doWork && i >= of.ended && more < of.until;
             more += 500 * kMs)
            run.poll(more, more + 10, task);
    }
    run.end(of.until);
}

// Somebody wakes it by a waker that nobody cloned, as timers do.
void wakeByTimer(TokioRun& run, std::string_view name)
{
    const std::uint64_t task = run.task(name);
    run.spawn(0, task);
    run.poll(1, 10, task);
    run.wake(20, task);
    run.poll(30, 40, task);
}

// Ten a second, for six seconds, each of which ends soon; beside them come so many that do not, and wait.
void spawnSomeThatHang(TokioRun& run, int hang, std::uint64_t first = 2 * kSecond,
                       std::uint64_t every = 200 * kMs)
{
    const auto spawnOne = [&](std::uint64_t at, bool ends) {
        const std::uint64_t task = run.task("transfer");
        run.spawn(at, task);
        run.poll(at + 1, at + 11, task);
        if (ends)
            run.drop(at + 10 * kMs, task);
    };
    for (std::uint64_t at = 0; at < 6 * kSecond; at += 100 * kMs)
        spawnOne(at, true);
    for (int i = 0; i < hang; ++i)
        spawnOne(first + static_cast<std::uint64_t>(i) * every, false);
    run.end(8 * kSecond);
}

// Every other one ends: the first after so long, others after 0.1 s.
void spawnEvenAndOdd(TokioRun& run, int count, std::uint64_t every, std::uint64_t first)
{
    for (int i = 0; i < count; ++i) {
        const std::uint64_t task = run.task("watch");
        const std::uint64_t at = static_cast<std::uint64_t>(i) * every;
        run.spawn(at, task);
        run.poll(at + 1, at + 11, task);
        if (i % 2 == 0)
            run.drop(at + (i == 0 ? first : 100 * kMs), task);
    }
}

void pollOnce(TokioRun& run, std::uint64_t length, std::uint32_t kind = kTask,
              std::uint64_t until = 2 * kSecond)
{
    run.poll(0, length, run.task("work", kind));
    run.end(until);
}

void outlier(TokioRun& run, int others, std::uint64_t usual, std::uint64_t longest)
{
    const std::uint64_t task = run.task("work");
    for (int i = 0; i < others; ++i)
        run.poll(static_cast<std::uint64_t>(i) * kMs, static_cast<std::uint64_t>(i) * kMs + usual, task);
    run.poll(50 * kMs, 50 * kMs + longest, task);
    run.end(100 * kMs);
}

void outliers(TokioRun& run, int others, int longer)
{
    const std::uint64_t task = run.task("work");
    for (int i = 0; i < others + longer; ++i)
        run.poll(static_cast<std::uint64_t>(i) * 2 * kMs,
                 static_cast<std::uint64_t>(i) * 2 * kMs + (i < others ? 60 : 1'300), task);
    run.end(200 * kMs);
}

// Two tasks that are ready for so long, one worker that is at something else.
void fullQueue(TokioRun& run, std::uint64_t until)
{
    const std::uint64_t worker = run.task("busy");
    for (std::uint64_t at = 0; at + 9'000 < until; at += 9'000)
        run.poll(at, at + 9'000, worker);
    for (const char* const name : {"first", "second"}) {
        const std::uint64_t task = run.task(name);
        run.wake(0, task);
        run.poll(until, until + 1, task);
    }
    run.end(200 * kMs);
}

// Two tasks are ready for 50 ms, while one worker is at five polls of another one, so many of which take 10 ms.
void besideTenMs(TokioRun& run, int longs, std::uint64_t until = 200 * kMs)
{
    const std::uint64_t worker = run.task("busy");
    for (int i = 0; i < 5; ++i)
        run.poll(std::uint64_t(i) * 10 * kMs, std::uint64_t(i) * 10 * kMs + (i < longs ? 10'000 : 9'999),
                 worker);
    for (const char* const name : {"first", "second"}) {
        const std::uint64_t task = run.task(name);
        run.wake(0, task);
        run.poll(50 * kMs, 50 * kMs + 1, task);
    }
    run.end(until);
}

// Two tasks that are ready for so long of two hours, while a worker is at something else.
void fullForSeconds(TokioRun& run, std::uint64_t length)
{
    constexpr std::uint64_t kBegin = 3'600 * kSecond;
    run.beginHours();
    const std::uint64_t worker = run.task("busy");
    for (std::uint64_t at = 0; at < length; at += 9 * kMs)
        run.poll(kBegin + at, kBegin + at + 9 * kMs, worker);
    for (const char* const name : {"first", "second"}) {
        const std::uint64_t task = run.task(name);
        run.wake(kBegin, task);
        run.poll(kBegin + length, kBegin + length + 1, task);
    }
    run.end(2 * kBegin);
}

// Two tasks are ready for 40 ms of five seconds, which is low; one of them waits for as long again, alone.
void queueAndOtherWaits(TokioRun& run)
{
    const std::uint64_t worker = run.task("busy"), first = run.task("late"), second = run.task("late");
    for (std::uint64_t at = 0; at < 36 * kMs; at += 9 * kMs)
        run.poll(at, at + 9 * kMs, worker);
    for (const std::uint64_t task : {first, second}) {
        run.wake(0, task);
        run.poll(40 * kMs, 40 * kMs + 1, task);
    }
    for (std::uint64_t at = 500 * kMs; at < 700 * kMs; at += 50 * kMs) {
        run.wake(at, first);
        run.poll(at + 10'100, at + 10'110, first);
    }
    run.end(5 * kSecond);
}

// A task that waits so long before each poll, while nothing else is ready.
void waits(TokioRun& run, std::uint64_t wait, std::uint64_t poll, std::uint64_t until = kSecond)
{
    const std::uint64_t task = run.task("late");
    for (std::uint64_t at = 0; at < 500 * kMs; at += 25 * kMs) {
        run.wake(at, task);
        run.poll(at + wait, at + wait + poll, task);
    }
    run.end(until);
}

// Of each 40 ms of four seconds so many are a poll of one task, and another one waits meanwhile.
void besideLongPolls(TokioRun& run, std::uint64_t length)
{
    const std::uint64_t large = run.task("large"), small = run.task("small");
    run.spawn(0, large);
    run.spawn(0, small);
    run.poll(1, 2, small);
    for (std::uint64_t at = 10; at < 4 * kSecond; at += 40 * kMs) {
        run.poll(at, at + length, large);
        run.wake(at + 1, small);
        run.poll(at + length + 10, at + length + 110, small);
    }
    run.end(4 * kSecond);
}

// Every 100 ms 400 tasks are woken at once, on the two sides of a border of steps, and polled within 4 ms.
void broadcast(TokioRun& run)
{
    std::vector<std::uint64_t> tasks;
    for (int i = 0; i < 400; ++i)
        tasks.push_back(run.task("subscriber"));
    for (std::uint64_t at = 8 * kMs; at < kSecond; at += 100 * kMs) {
        for (std::uint64_t i = 0; i < tasks.size(); ++i) {
            run.wake(at, tasks[i]);
            run.poll(at + i * 10, at + i * 10 + 9, tasks[i]);
        }
    }
    run.end(kSecond);
}

// So many tasks that are spawned at once, and work one after the other; or each a while behind the one before.
void batch(TokioRun& run, std::uint64_t every)
{
    for (std::uint64_t i = 0; i < 100; ++i) {
        const std::uint64_t task = run.task("convert");
        run.spawn(i * every, task);
        run.poll(1 + i * kMs, 1 + i * kMs + 900, task);
        run.drop((i + 1) * kMs, task);
    }
    run.end(kSecond);
}

// Four tasks of one worker that are polled for so long by turns, and ready again at once.
void byTurns(TokioRun& run, std::uint64_t length)
{
    const std::array<std::uint64_t, 4> tasks = {run.task("hash"), run.task("hash"), run.task("hash"),
                                                run.task("hash")};
    std::uint64_t at = 0;
    for (std::size_t i = 0; at < 200 * kMs; ++i, at += length) {
        run.poll(at, at + length, tasks[i % 4]);
        run.wake(at + length, tasks[i % 4]);
    }
    run.end(at);
}

// A hundred tasks that are spawned at once, of which so many are polled until the end, one after the other.
void openBatch(TokioRun& run, std::uint64_t polled)
{
    run.poll(0, 10, run.task("before"));
    for (std::uint64_t i = 0; i < 100; ++i) {
        const std::uint64_t task = run.task("convert");
        run.spawn(20, task);
        if (i < polled)
            run.poll(30 + i * 20 * kMs, 30 + i * 20 * kMs + 9 * kMs, task);
    }
    run.end(1'200 * kMs);
}

// A task that keeps a waker in its only poll, until it is dropped; idle until the end.
void idleTask(TokioRun& run, std::uint64_t until, bool isDropped = true, bool isSpawned = true)
{
    const std::uint64_t task = run.task("watch");
    if (isSpawned)
        run.spawn(0, task);
    run.poll(1, 10, task);
    run.waker(2, RecordKind::wakerClone, task);
    if (isDropped)
        run.waker(5, RecordKind::wakerDrop, task);
    run.end(until);
}

void lateTasks(TokioRun& run, int count, std::uint64_t late)
{
    for (int i = 0; i < count; ++i) {
        const std::uint64_t at = static_cast<std::uint64_t>(i) * 50 * kMs;
        const std::uint64_t task = run.task("late");
        run.spawn(at, task);
        run.poll(at + late, at + late + 100, task);
        run.drop(at + late + 200, task);
    }
    run.end(kSecond);
}

// So many tasks that are spawned at once and wait for up to 20 ms, which is no full queue yet.
void lateBatch(TokioRun& run, std::uint64_t count, std::uint64_t until)
{
    for (std::uint64_t i = 0; i < count; ++i) {
        const std::uint64_t task = run.task("late");
        run.spawn(0, task);
        run.poll(i * 20, i * 20 + 15, task);
        run.drop(i * 20 + 16, task);
    }
    run.end(until);
}

// A task that is woken every so often, so many times by itself, and polled for so long.
void wakes(TokioRun& run, int all, int own, std::uint64_t length = 5, std::uint64_t every = kMs)
{
    const std::uint64_t task = run.task("work");
    for (int i = 0; i < all; ++i) {
        const std::uint64_t at = static_cast<std::uint64_t>(i) * every;
        run.wake(at, task, i < own ? std::optional(task) : std::nullopt);
        run.poll(at, at + length, task);
    }
}

// Tasks that a timer polls so often for so long each, late by so much every other time.
struct Ticks
{
    int polls = 250;
    std::uint64_t length = 9;
    std::uint64_t every = 2'000;
    std::uint64_t late = 0;
    int calls = 0; // by which another task wakes them
    int tasks = 4;
};
void tick(TokioRun& run, const Ticks& of, std::uint64_t until = 500 * kMs)
{
    const std::uint64_t other = run.task("other");
    run.poll(0, 10, other);
    for (int which = 0; which < of.tasks; ++which) {
        const std::uint64_t task = run.task("ticker");
        for (int i = 0; i < of.polls; ++i) {
            const std::uint64_t at = 20 + static_cast<std::uint64_t>(i) * of.every
                + static_cast<std::uint64_t>(which) * 50 + (i % 2 == 1 ? of.late : 0);
            if (i * of.tasks + which < of.calls)
                run.wake(at - 1, task, other);
            run.poll(at, at + of.length, task);
        }
    }
    run.end(until);
}

// Jobs of a pool of threads, given one after the other, of which so many wait for so long.
struct Jobs
{
    int jobs = 20;
    int late = 20;
    std::uint64_t wait = 10 * kMs;
    std::uint64_t every = 100 * kMs;
    std::uint32_t kind = kBlocking;
    int open = 0; // more, which never begin
    std::uint64_t length = kMs;
    const char* name = "resize";
};
void giveJobs(TokioRun& run, const Jobs& of)
{
    std::uint64_t at = 0;
    for (int i = 0; i < of.jobs + of.open; ++i, at += of.every) {
        const std::uint64_t job = run.task(of.name, of.kind);
        run.spawn(at, job);
        if (i >= of.jobs)
            continue;
        const std::uint64_t begin = at + (i < of.late ? of.wait : 100);
        run.poll(begin, begin + of.length, job, 2);
        run.drop(begin + of.length, job);
    }
    run.end(2'000 * kMs);
}

// Many that begin at once, and half an hour later some that are given at the same time, of which so many wait for so long.
void jobsOfAnHour(TokioRun& run, int jobs, int late, std::uint64_t wait)
{
    run.beginHours();
    const auto give = [&](std::uint64_t at, std::uint64_t begin, std::uint64_t thread) {
        const std::uint64_t job = run.task("resize", kBlocking);
        run.spawn(at, job);
        run.poll(begin, begin + kMs, job, thread);
        run.drop(begin + kMs, job);
    };
    for (std::uint64_t at = 0; at < 600; ++at)
        give(at * 10 * kMs, at * 10 * kMs + 100, 2);
    for (int i = 0; i < jobs; ++i)
        give(1'800 * kSecond, 1'800 * kSecond + (i < late ? wait : 100), 10 + std::uint64_t(i));
    run.end(3'600 * kSecond);
}

// Jobs that end, then some that never do, begun one after the other.
struct StuckJobs
{
    int before = 10; // those that end
    int stuck = 10;
    std::uint64_t length = kMs;
    std::uint64_t every = 100 * kMs;
};
void stickJobs(TokioRun& run, const StuckJobs& of)
{
    std::uint64_t at = 0;
    for (int i = 0; i < of.before + of.stuck; ++i, at += of.every) {
        const std::uint64_t job = run.task("resize", kBlocking), thread = 10 + static_cast<std::uint64_t>(i);
        run.spawn(at, job);
        if (i >= of.before) {
            run.openPoll(at + 10, job, thread);
            continue;
        }
        run.poll(at + 10, at + 10 + of.length, job, thread);
        run.drop(at + 10 + of.length, job);
    }
    run.end(4 * kSecond);
}

void spin(TokioRun& run, int polls, std::uint64_t length, std::uint64_t every)
{
    const std::uint64_t task = run.task("spinner");
    for (int i = 0; i < polls; ++i)
        run.poll(static_cast<std::uint64_t>(i) * every, static_cast<std::uint64_t>(i) * every + length, task);
}

// One after the other, each for a few polls.
void shortTasks(TokioRun& run, std::uint64_t polls)
{
    for (std::uint64_t i = 0; i < 200; ++i) {
        const std::uint64_t task = run.task("short");
        for (std::uint64_t poll = 0; poll < polls; ++poll)
            run.poll((i * polls + poll) * 50, (i * polls + poll) * 50 + 5, task);
        run.drop((i + 1) * polls * 50, task);
    }
}

void wakeStorm(TokioRun& run, int polls)
{
    const std::uint64_t task = run.task("work");
    for (int i = 0; i < 1'000; ++i)
        run.wake(static_cast<std::uint64_t>(i), task);
    for (int i = 0; i < polls; ++i)
        run.poll(2 * kMs + static_cast<std::uint64_t>(i) * 1'000,
                 2 * kMs + static_cast<std::uint64_t>(i) * 1'000 + 50, task);
    run.end(kSecond * 10);
}

void tinyTasks(TokioRun& run, int count, std::uint64_t work, std::uint64_t wait)
{
    for (int i = 0; i < count; ++i) {
        const std::uint64_t task = run.task("tiny");
        const std::uint64_t at = static_cast<std::uint64_t>(i) * 100;
        run.spawn(at, task);
        run.poll(at + wait, at + wait + work, task);
    }
}

// One worker is busy for so long in 100 ms, the other one for 30 ms, while a task is ready all the time.
void uneven(TokioRun& run, std::uint64_t busy)
{
    const std::uint64_t first = run.task("first"), second = run.task("second"), ready = run.task("ready");
    run.wake(0, ready);
    for (std::uint64_t i = 0; i < 10; ++i) {
        run.poll(i * 10 * kMs, i * 10 * kMs + busy / 10, first, 1);
        run.poll(i * 10 * kMs, i * 10 * kMs + 3 * kMs, second, 2);
    }
    run.end(100 * kMs);
}

// Tasks that wait while one of two workers does everything: more than both could do at once.
void unevenQueue(TokioRun& run, std::uint64_t second)
{
    const std::uint64_t first = run.task("first"), other = run.task("second");
    for (int i = 0; i < 8; ++i)
        run.wake(0, run.task("ready"));
    for (std::uint64_t i = 0; i < 10; ++i) {
        run.poll(i * 10 * kMs, i * 10 * kMs + 9'500, first, 1);
        run.poll(i * 10 * kMs, i * 10 * kMs + second, other, 2);
    }
    run.end(100 * kMs);
}

// Each keeps a worker once.
void numbered(TokioRun& run, int count)
{
    static const std::array<std::string, 5> kNames = {"conn 10.0.0.1:40001", "conn 10.0.0.2:40002",
                                                      "conn 10.0.0.3:40003", "conn 10.0.0.4:40004",
                                                      "conn 10.0.0.5:40005"};
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i)
        run.poll(i * 20 * kMs, i * 20 * kMs + 10 * kMs, run.task(kNames[i]));
}

// The runtime's own tasks are the first ones, and are polled as long as their threads live.
void besideAnIdleThread(TokioRun& run, std::uint64_t lives)
{
    const std::uint64_t own = run.task("", kBlocking), idle = run.task("", kBlocking);
    const std::uint64_t busy = run.task("busy"), ready = run.task("ready");
    run.wake(0, ready);
    run.poll(0, 100 * kMs, own, 1);
    run.poll(0, lives, idle, 2);
    for (std::uint64_t i = 0; i < 20; ++i)
        run.poll(1 + i * 5 * kMs, i * 5 * kMs + 4'900, busy, 1);
    run.end(100 * kMs);
}

// `half`: that take half as long as the slow ones.
void spans(TokioRun& run, int slow, std::uint64_t length, int half = 0)
{
    for (int i = 0; i < 100; ++i) {
        const std::uint64_t at = static_cast<std::uint64_t>(i) * 100 * kMs;
        run.span(at, at + (i < slow ? length : i < slow + half ? length / 2 : kMs));
    }
    run.poll(0, 10, run.task("work"));
}

// Requests of which so many are slow; that many of these and of the others say the same.
void spansThatSay(TokioRun& run, int slow, int slowSay, int othersSay, std::string_view field = "uri")
{
    for (int i = 0; i < 600; ++i) {
        const std::uint64_t at = static_cast<std::uint64_t>(i) * 20 * kMs;
        const bool isSlow = i % 40 == 0 && i / 40 < slow;
        const bool says = (isSlow && i / 40 < slowSay) || (i % 40 == 20 && i / 40 < othersSay);
        const rfr::NamedValue said {field, rfr::WireValue(std::string_view(says ? "/export" : "/"))};
        run.span(at, at + (isSlow ? 400 * kMs : kMs), kRequest, {}, said);
    }
    run.poll(0, 10, run.task("work"));
}

// A hundred fast ones of an hour, and so many that are slow at once.
void spansOfAnHour(TokioRun& run, int slow, std::uint64_t length)
{
    run.beginHours();
    for (std::uint64_t at = 0; at < 100; ++at)
        run.span(at * 100 * kMs, at * 100 * kMs + kMs);
    for (int i = 0; i < slow; ++i)
        run.span(1'800 * kSecond, 1'800 * kSecond + length);
    run.poll(0, 10, run.task("work"));
    run.end(3'600 * kSecond);
}

// A hundred, one of which begins each 0.1 s; of those from `first` on so many are slow, behind each third of which come
// `others` that are not.
void slowPhase(TokioRun& run, int first, int slow, int others)
{
    std::uint64_t at = 0;
    for (int i = 0; i < 100; ++i, at += 100 * kMs) {
        const bool isSlow = i >= first && i < first + slow;
        run.span(at, at + (isSlow ? 60 * kMs : kMs));
        for (int other = 0; isSlow && (i - first) % 3 == 2 && other < others; ++other)
            run.span(at + 1, at + 1 + kMs);
    }
    run.poll(0, 10, run.task("work"));
}

// Requests of which some are slow, each with a query; that of so many slow ones takes a part of it.
void nestedSpans(TokioRun& run, int slow, int explained, std::uint64_t query, bool areInside = true)
{
    for (int i = 0; i < 300; ++i) {
        const std::uint64_t at = static_cast<std::uint64_t>(i) * 100 * kMs;
        const std::uint64_t request = run.span(at, at + (i < slow ? 30 * kMs : kMs));
        run.span(at, at + (i < explained ? query : kMs / 2), kQuery,
                 areInside ? std::optional(request) : std::nullopt);
    }
    run.poll(0, 10, run.task("work"));
}

}

class TestFindingsRfr : public QObject
{
    Q_OBJECT

private slots:
    void firesAndStaysQuiet_data()
    {
        QTest::addColumn<Build>("build");
        QTest::addColumn<QStringList>("expected");
        const auto row = [](const char* name, Build build, const QStringList& expected) {
            QTest::newRow(name) << std::move(build) << expected;
        };
        const QStringList quiet;

        row("accumulate: ten tasks that never end",
            [](TokioRun& run) {
                spawnMany(run, 10, 120 * kMs);
                run.end(1'200 * kMs);
            },
            {"medium rfr.tasks-accumulate watch"});
        row(
            "accumulate: nine",
            [](TokioRun& run) {
                spawnMany(run, 9, 120 * kMs);
                run.end(1'200 * kMs);
            },
            quiet);
        row(
            "accumulate: a pool made at the start",
            [](TokioRun& run) {
                spawnMany(run, 20, kMs);
                run.end(1'200 * kMs);
            },
            quiet);
        row("accumulate: a tenth ended",
            [](TokioRun& run) {
                spawnMany(run, 20, 60 * kMs, 2);
                run.end(1'200 * kMs);
            },
            {"medium rfr.tasks-accumulate watch"});
        row(
            "accumulate: more than a tenth ended",
            [](TokioRun& run) {
                spawnMany(run, 20, 60 * kMs, 3);
                run.end(1'200 * kMs);
            },
            quiet);
        row("accumulate: half of them, long idle",
            [](TokioRun& run) {
                spawnEvenAndOdd(run, 40, 150 * kMs, 100 * kMs);
                run.end(7'000 * kMs);
            },
            {"low rfr.tasks-accumulate watch"});
        row(
            "accumulate: half of them, but one that ended lived for a tenth of that",
            [](TokioRun& run) {
                spawnEvenAndOdd(run, 40, 150 * kMs, 600 * kMs);
                run.end(7'000 * kMs);
            },
            quiet);
        row(
            "accumulate: a short recording",
            [](TokioRun& run) {
                spawnMany(run, 20, 40 * kMs);
                run.end(990 * kMs);
            },
            quiet);
        row("accumulate: a hundred idle ones",
            [](TokioRun& run) {
                spawnMany(run, 100, 20 * kMs);
                run.end(3'100 * kMs);
            },
            {"high rfr.tasks-accumulate watch"});
        row("accumulate: a hundred, one of them awake",
            [](TokioRun& run) { spawnManyAndWake(run, 50, 2'200 * kMs + 10); },
            {"medium rfr.tasks-accumulate watch"});
        row("accumulate: a hundred, of which the latest is awake still",
            [](TokioRun& run) { spawnManyAndWake(run, 100, 2'200 * kMs + 10); },
            {"high rfr.tasks-accumulate watch"});
        row("accumulate: one of them was awake without a wait",
            [](TokioRun& run) { spawnManyAndWake(run, 50, 2'200 * kMs); },
            {"medium rfr.tasks-accumulate watch"});

        row(
            "accumulate: a pool for a job in the middle", [](TokioRun& run) { spawnPool(run, 4, 16, true); },
            quiet);
        row("accumulate: less of them are of the pool, and work still",
            [](TokioRun& run) { spawnPool(run, 5, 16, true); }, {"low rfr.tasks-accumulate watch"});
        row("accumulate: a pool that has nothing to do", [](TokioRun& run) { spawnPool(run, 4, 16, false); },
            {"medium rfr.tasks-accumulate watch"});

        row("accumulate: of tasks without a name, those of one spawner",
            [](TokioRun& run) { spawnUnnamed(run, 10, {"listener"}); },
            {"medium rfr.tasks-accumulate task of listener"});
        row(
            "accumulate: nine of them", [](TokioRun& run) { spawnUnnamed(run, 9, {"listener"}); }, quiet);
        row("accumulate: of spawners whose names differ in numbers",
            [](TokioRun& run) {
                spawnUnnamed(run, 10, {"listener 1", "listener 2"});
            },
            {"medium rfr.tasks-accumulate task of listener #"});
        row(
            "accumulate: of two spawners, five each",
            [](TokioRun& run) {
                spawnUnnamed(run, 10, {"listener", "watcher"});
            },
            quiet);
        row("accumulate: of a spawner without a name", [](TokioRun& run) { spawnUnnamed(run, 10, {""}); },
            {"medium rfr.tasks-accumulate task of one task"});
        row("accumulate: of a span",
            [](TokioRun& run) {
                const std::uint64_t span = run.span(0, 100, kQuery);
                spawnUnnamed(run, 0, {"listener"});
                for (std::uint64_t i = 0; i < 10; ++i) {
                    const std::uint64_t task = run.task("", kTask, span);
                    run.spawn(i * 250 * kMs + 40, task);
                    run.poll(i * 250 * kMs + 41, i * 250 * kMs + 51, task);
                }
            },
            {"medium rfr.tasks-accumulate task of query"});
        row(
            "accumulate: of the spawner whose tasks end, as many",
            [](TokioRun& run) { spawnUnnamed(run, 0, {"listener"}, 12); }, quiet);

        row("accumulate: of those from before the recording a tenth of them end",
            [](TokioRun& run) {
                spawnMany(run, 20, 100 * kMs);
                endOlder(run, 2);
                run.end(3 * kSecond);
            },
            {"medium rfr.tasks-accumulate watch"});
        row(
            "accumulate: more end of those from before it",
            [](TokioRun& run) {
                spawnMany(run, 20, 100 * kMs);
                endOlder(run, 3);
                run.end(3 * kSecond);
            },
            quiet);
        row("accumulate: those from before it ended in its first moments",
            [](TokioRun& run) {
                spawnMany(run, 20, 100 * kMs);
                endOlder(run, 10, 0, 10 * kMs);
                run.end(3 * kSecond);
            },
            {"medium rfr.tasks-accumulate watch"});
        row("accumulate: and nine of them",
            [](TokioRun& run) {
                spawnMany(run, 20, 100 * kMs);
                endOlder(run, 9, 0, 10 * kMs);
                run.end(3 * kSecond);
            },
            {"low rfr.tasks-accumulate watch"});

        row("accumulate: half of the sessions had a message as late as usual",
            [](TokioRun& run) { spawnSessions(run, 12'500 * kMs); }, {"low rfr.tasks-accumulate session"});
        row("accumulate: less had, in five times what is usual",
            [](TokioRun& run) { spawnSessions(run, 12'501 * kMs); }, {"medium rfr.tasks-accumulate session"});
        row(
            "accumulate: a pool that has something to do now and then",
            [](TokioRun& run) { spawnPool(run, 4, 16, true, 5'500 * kMs); }, quiet);

        row("hang: ten that do not end, as those before did", [](TokioRun& run) { spawnHanging(run, {}); },
            {"medium rfr.tasks-accumulate transfer"});
        row(
            "hang: nine", [](TokioRun& run) { spawnHanging(run, {.hang = 9}); }, quiet);
        row(
            "hang: nine ended before", [](TokioRun& run) { spawnHanging(run, {.ended = 9, .hang = 11}); },
            quiet);
        row("hang: ten did", [](TokioRun& run) { spawnHanging(run, {.ended = 10, .hang = 11}); },
            {"medium rfr.tasks-accumulate transfer"});
        row("hang: ten behind the last one that ended",
            [](TokioRun& run) { spawnHanging(run, {.hang = 20, .late = 9}); },
            {"medium rfr.tasks-accumulate transfer"});
        row("hang: nine behind it", [](TokioRun& run) { spawnHanging(run, {.hang = 20, .late = 10}); },
            {"low rfr.tasks-accumulate transfer"});
        row("hang: one that ended lived for nearly a tenth as long",
            [](TokioRun& run) { spawnHanging(run, {.first = 210 * kMs}); },
            {"medium rfr.tasks-accumulate transfer"});
        row(
            "hang: one lived for longer", [](TokioRun& run) { spawnHanging(run, {.first = 211 * kMs}); },
            quiet);
        row(
            "hang: they work still", [](TokioRun& run) { spawnHanging(run, {.doWork = true}); }, quiet);
        row("hang: those of the last second have not been idle for as long",
            [](TokioRun& run) { spawnHanging(run, {.hang = 30, .polls = 2}); },
            {"medium rfr.tasks-accumulate transfer"});
        row("hang: ten that wait while others end", [](TokioRun& run) { spawnSomeThatHang(run, 10); },
            {"low rfr.tasks-accumulate transfer"});
        row(
            "hang: nine that do", [](TokioRun& run) { spawnSomeThatHang(run, 9); }, quiet);
        row("hang: eight of ten within a tenth, but a while",
            [](TokioRun& run) { spawnSomeThatHang(run, 10, 2 * kSecond, 115 * kMs); },
            {"low rfr.tasks-accumulate transfer"});
        row(
            "hang: eight of ten within a tenth",
            [](TokioRun& run) { spawnSomeThatHang(run, 10, 2 * kSecond, 114 * kMs); }, quiet);
        row("hang: they wait from when ten had ended on",
            [](TokioRun& run) { spawnSomeThatHang(run, 10, 901 * kMs); },
            {"low rfr.tasks-accumulate transfer"});
        row(
            "hang: from when nine had", [](TokioRun& run) { spawnSomeThatHang(run, 10, 900 * kMs); }, quiet);
        row("hang: a hundred",
            [](TokioRun& run) { spawnHanging(run, {.ended = 120, .hang = 100, .until = 24 * kSecond}); },
            {"high rfr.tasks-accumulate transfer"});

        row("no waker: idle for a second", [](TokioRun& run) { idleTask(run, kSecond + 10); },
            {"medium rfr.no-waker watch"});
        row(
            "no waker: not as long", [](TokioRun& run) { idleTask(run, kSecond + 9); }, quiet);
        row(
            "no waker: somebody keeps one", [](TokioRun& run) { idleTask(run, 2 * kSecond, false); }, quiet);
        row(
            "no waker: it was spawned before the recording",
            [](TokioRun& run) { idleTask(run, 2 * kSecond, true, false); }, quiet);
        row(
            "no waker: one of the name was woken by what nobody cloned",
            [](TokioRun& run) {
                idleTask(run, 2 * kSecond);
                const std::uint64_t other = run.task("watch");
                run.spawn(0, other);
                run.poll(1, 10, other);
                run.wake(20, other);
                run.poll(30, 40, other);
            },
            quiet);
        row("no waker: it keeps none, and all that are used are recorded",
            [](TokioRun& run) {
                const std::uint64_t task = run.task("watch"), other = run.task("sleep"),
                                    busy = run.task("busy");
                for (const std::uint64_t each : {task, other}) {
                    run.spawn(0, each);
                    run.poll(1, 10, each);
                }
                run.waker(2, RecordKind::wakerClone, task);
                for (std::uint64_t second = 0; second < 3; ++second)
                    run.poll(second * kSecond + 20, second * kSecond + 30, busy);
            },
            {"medium rfr.no-waker sleep"});
        row(
            "no waker: it may wait for a timer, which clones none",
            [](TokioRun& run) {
                idleTask(run, 2 * kSecond, false);
                const std::uint64_t other = run.task("sleep");
                run.spawn(0, other);
                run.poll(1, 10, other);
                wakeByTimer(run, "tick");
            },
            quiet);
        row("no waker: it cloned one when it was polled last",
            [](TokioRun& run) {
                idleTask(run, 2 * kSecond);
                wakeByTimer(run, "tick");
            },
            {"medium rfr.no-waker watch"});
        row(
            "no waker: it cloned one before, and may wait for a timer now",
            [](TokioRun& run) {
                idleTask(run, 2 * kSecond);
                run.wake(20, 1);
                run.poll(30, 40, 1);
                run.waker(15, RecordKind::wakerClone, 1);
                wakeByTimer(run, "tick");
            },
            quiet);
        row(
            "no waker: no clones were recorded",
            [](TokioRun& run) {
                const std::uint64_t task = run.task("watch");
                run.spawn(0, task);
                run.poll(1, 10, task);
                run.end(2 * kSecond);
            },
            quiet);

        row("waits for a worker: 10 ms and longer than it runs",
            [](TokioRun& run) { waits(run, 10'100, 9'900); }, {"high rfr.waits-for-worker late"});
        row("waits: while one has half of the worker", [](TokioRun& run) { besideLongPolls(run, 20 * kMs); },
            {"high rfr.long-poll large"});
        row("waits: while it has less", [](TokioRun& run) { besideLongPolls(run, 19'900); },
            {"high rfr.waits-for-worker small", "medium rfr.long-poll large"});
        row(
            "waits for a worker: less than 10 ms", [](TokioRun& run) { waits(run, 9'900, 9'000); }, quiet);
        row("waits for a worker: less, and ten times what it runs",
            [](TokioRun& run) { waits(run, 9'900, 990); }, {"high rfr.waits-for-worker late"});
        row(
            "waits for a worker: less than ten times", [](TokioRun& run) { waits(run, 9'900, 991); }, quiet);
        row("waits for a worker: two hundredths of the time", [](TokioRun& run) { waits(run, 1'010, 100); },
            {"medium rfr.waits-for-worker late"});
        row(
            "waits for a worker: less of it", [](TokioRun& run) { waits(run, 1'010, 100, 1'012 * kMs); },
            quiet);
        row("waits for a worker: no longer than it runs", [](TokioRun& run) { waits(run, 10'100, 10'100); },
            {"medium rfr.long-poll late"});
        row("waits for a worker: many are told, one after the other", &broadcast, quiet);

        row("long poll: 10 ms", [](TokioRun& run) { pollOnce(run, 10 * kMs); },
            {"medium rfr.long-poll work"});
        row(
            "long poll: less", [](TokioRun& run) { pollOnce(run, 10 * kMs - 1); }, quiet);
        row("long poll: 100 ms", [](TokioRun& run) { pollOnce(run, 100 * kMs); },
            {"high rfr.long-poll work"});
        row("long poll: a thousandth of the time",
            [](TokioRun& run) { pollOnce(run, 10 * kMs, kTask, 10 * kSecond); },
            {"medium rfr.long-poll work"});
        row(
            "long poll: less of it", [](TokioRun& run) { pollOnce(run, 10 * kMs, kTask, 10'001 * kMs); },
            quiet);
        row(
            "long poll: less of it, 99 ms",
            [](TokioRun& run) { pollOnce(run, 100 * kMs - 1, kTask, 100 * kSecond); }, quiet);
        row("long poll: less of it, 100 ms",
            [](TokioRun& run) { pollOnce(run, 100 * kMs, kTask, 100'001 * kMs); },
            {"low rfr.long-poll work"});
        row(
            "long poll: it is there to block", [](TokioRun& run) { pollOnce(run, 100 * kMs, kBlocking); },
            quiet);
        row(
            "long poll: the thread that started the runtime",
            [](TokioRun& run) { pollOnce(run, 100 * kMs, kBlockOn); }, quiet);
        row(
            "long poll: the dropping of a task",
            [](TokioRun& run) {
                const std::uint64_t task = run.task("work");
                run.poll(0, 10, task);
                run.poll(100, 50 * kMs, task);
                run.drop(50 * kMs, task);
                run.end(kSecond);
            },
            quiet);

        row("never yielded: a second", [](TokioRun& run) { pollOnce(run, kSecond); },
            {"high rfr.never-yielded work"});
        row("never yielded: less", [](TokioRun& run) { pollOnce(run, kSecond - 1); },
            {"high rfr.long-poll work"});
        row("never yielded: it never ends",
            [](TokioRun& run) {
                run.openPoll(0, run.task("work"));
                run.end(kSecond);
            },
            {"high rfr.never-yielded work"});
        row("never yielded: it did before",
            [](TokioRun& run) {
                const std::uint64_t task = run.task("work");
                run.poll(0, 10, task);
                run.openPoll(kMs, task);
                run.end(kSecond + kMs);
            },
            {"high rfr.long-poll work"});

        row("outlier", [](TokioRun& run) { outlier(run, 29, 52, 1'045); }, {"low rfr.poll-outlier work"});
        row(
            "outlier: not 20 times the median", [](TokioRun& run) { outlier(run, 29, 52, 1'030); }, quiet);
        row("outlier: a tenth of them", [](TokioRun& run) { outliers(run, 45, 5); },
            {"low rfr.poll-outlier work"});
        row(
            "outlier: more, so it has two kinds of work", [](TokioRun& run) { outliers(run, 44, 5); }, quiet);
        row(
            "outlier: too few polls", [](TokioRun& run) { outlier(run, 28, 52, 1'045); }, quiet);
        row(
            "outlier: less than a thousandth of the time",
            [](TokioRun& run) {
                outlier(run, 29, 52, 1'045);
                run.end(2 * kSecond);
            },
            quiet);
        row(
            "outlier: polls are short", [](TokioRun& run) { outlier(run, 29, 45, 1'045); }, quiet);

        row("run queue: two ready tasks for 20 ms and a step",
            [](TokioRun& run) { fullQueue(run, 30 * kMs); }, {"high rfr.run-queue run queue"});
        row("run queue: for less", [](TokioRun& run) { fullQueue(run, 29'900); },
            {"high rfr.waits-for-worker first", "high rfr.waits-for-worker second"});
        row(
            "run queue: a burst of spawns",
            [](TokioRun& run) {
                for (std::uint64_t i = 0; i < 900; ++i) {
                    const std::uint64_t task = run.task("burst");
                    run.spawn(0, task);
                    run.poll(1 + i * 4, 4 + i * 4, task);
                }
                run.end(200 * kMs);
            },
            quiet);

        row("run queue: long polls of one name fill it", [](TokioRun& run) { besideTenMs(run, 3); },
            {"high rfr.long-poll busy"});
        row("run queue: less of the time is of these", [](TokioRun& run) { besideTenMs(run, 2); },
            {"high rfr.run-queue run queue", "medium rfr.long-poll busy"});
        row("run queue: a twentieth of a minute of two hours",
            [](TokioRun& run) { fullForSeconds(run, 3'000 * kMs); }, {"low rfr.run-queue run queue"});
        row(
            "run queue: less of a minute", [](TokioRun& run) { fullForSeconds(run, 2'990 * kMs); }, quiet);

        row("run queue: a batch that is spawned at once", [](TokioRun& run) { batch(run, 1); },
            {"low rfr.run-queue run queue"});
        row("run queue: spawned while it is full", [](TokioRun& run) { batch(run, 600); },
            {"high rfr.run-queue run queue"});

        row("run queue: as serious as the waits that it explains", &queueAndOtherWaits,
            {"medium rfr.run-queue run queue"});
        row("run queue: beside threads that block",
            [](TokioRun& run) {
                run.poll(0, 200 * kMs, run.task("", kBlocking), 1);
                fullQueue(run, 40 * kMs);
                for (std::uint64_t thread = 11; thread < 15; ++thread)
                    run.poll(0, 200 * kMs, run.task("", kBlocking), thread);
            },
            {"high rfr.run-queue run queue"});
        row("run queue: tasks that are never polled wait for no worker",
            [](TokioRun& run) {
                for (int i = 0; i < 9; ++i)
                    run.spawn(0, run.task("lost"));
                lateTasks(run, 20, 100); // the last one is spawned after 950 ms
                const std::uint64_t task = run.task("later");
                run.spawn(kSecond, task);
                run.poll(kSecond + 10, kSecond + 20, task);
                run.end(2 * kSecond);
            },
            {"medium rfr.never-polled lost"});
        row("run queue: tasks that nobody came behind wait for a worker",
            [](TokioRun& run) {
                for (int i = 0; i < 9; ++i)
                    run.spawn(1, run.task("lost"));
                const std::uint64_t task = run.task("later");
                run.spawn(kSecond, task);
                run.poll(kSecond + 10, kSecond + 20, task);
                run.end(2 * kSecond);
            },
            {"medium rfr.never-polled lost", "low rfr.run-queue run queue"});
        row("run queue: waits of 2 ms", [](TokioRun& run) { byTurns(run, 667); },
            {"high rfr.run-queue run queue"});
        row(
            "run queue: of less", [](TokioRun& run) { byTurns(run, 666); }, quiet);
        row("run queue: a batch that is not done at the end", [](TokioRun& run) { openBatch(run, 60); },
            {"low rfr.run-queue run queue"});
        row("run queue: a batch of which none was polled", [](TokioRun& run) { openBatch(run, 0); },
            {"medium rfr.never-polled convert", "low rfr.run-queue run queue"});
        row(
            "uneven workers: bursts that all get done with",
            [](TokioRun& run) {
                std::vector<std::uint64_t> tasks;
                for (int i = 0; i < 40; ++i)
                    tasks.push_back(run.task("burst"));
                const std::uint64_t busy = run.task("busy"), other = run.task("other");
                for (std::uint64_t at = 0; at < 200 * kMs; at += 9 * kMs)
                    run.poll(at, at + 9 * kMs, busy, 1);
                run.poll(0, 20, other, 2);
                for (std::uint64_t at = 0; at < 200 * kMs; at += 100 * kMs) {
                    for (std::uint64_t i = 0; i < tasks.size(); ++i) {
                        run.wake(at, tasks[i]);
                        run.poll(at + 1 + i * 100, at + 1 + (i + 1) * 100, tasks[i], 2);
                    }
                }
                run.end(200 * kMs);
            },
            quiet);

        row(
            "uneven workers: a burst, and tasks that wait for a moment each",
            [](TokioRun& run) {
                std::vector<std::uint64_t> tasks;
                for (int i = 0; i < 60; ++i)
                    tasks.push_back(run.task("burst"));
                const std::uint64_t busy = run.task("busy"), other = run.task("other");
                for (std::uint64_t at = 0; at < 100 * kMs; at += 9 * kMs)
                    run.poll(at, at + 9 * kMs, busy, 1);
                for (std::uint64_t i = 0; i < tasks.size(); ++i) {
                    run.wake(1, tasks[i]);
                    run.poll(2 + i * 100, 2 + (i + 1) * 100, tasks[i], 2);
                }
                for (std::uint64_t at = 8 * kMs; at < 100 * kMs; at += 10 * kMs) {
                    run.wake(at, other);
                    run.poll(at + 3, at + 13, other, 2);
                }
                run.end(100 * kMs);
            },
            quiet);

        row("late start: 20 tasks", [](TokioRun& run) { lateTasks(run, 20, 10'100); },
            {"high rfr.late-start late"});
        row(
            "late start: earlier", [](TokioRun& run) { lateTasks(run, 20, 9'900); }, quiet);
        row(
            "late start: 19 tasks", [](TokioRun& run) { lateTasks(run, 19, 10'100); }, quiet);
        row("late start: a batch that waits for a thousandth of the recording",
            [](TokioRun& run) { lateBatch(run, 999, 19'960 * kMs); }, {"low rfr.late-start late"});
        row(
            "late start: for less", [](TokioRun& run) { lateBatch(run, 999, 19'970 * kMs); }, quiet);

        row("self wakes: 51 of 100", [](TokioRun& run) { wakes(run, 100, 51); }, {"low rfr.self-wakes work"});
        row("self wakes: a hundredth of the time", [](TokioRun& run) { wakes(run, 100, 100, 5, 490); },
            {"medium rfr.self-wakes work"});
        row(
            "self wakes: less than a thousandth", [](TokioRun& run) { wakes(run, 100, 100, 5, 5'100); },
            quiet);
        row(
            "self wakes: work that makes room for others", [](TokioRun& run) { wakes(run, 272, 272, 11); },
            quiet);
        row("self wakes: longer ones that take a twentieth of the time",
            [](TokioRun& run) { wakes(run, 272, 272, 49, 979); }, {"high rfr.self-wakes work"});
        row(
            "self wakes: less of it", [](TokioRun& run) { wakes(run, 272, 272, 48, 970); }, quiet);
        row(
            "self wakes: still longer ones", [](TokioRun& run) { wakes(run, 272, 272, 50, 900); }, quiet);
        row(
            "self wakes: half", [](TokioRun& run) { wakes(run, 100, 50); }, quiet);
        row(
            "self wakes: 99 wakes", [](TokioRun& run) { wakes(run, 99, 99); }, quiet);

        row("timer storm", [](TokioRun& run) { tick(run, {}); }, {"low rfr.timer-storm ticker"});
        row(
            "timer storm: 996 polls", [](TokioRun& run) { tick(run, {.polls = 249}); }, quiet);
        row(
            "timer storm: polls that do something", [](TokioRun& run) { tick(run, {.length = 10}); }, quiet);
        row(
            "timer storm: less than a hundredth of the worker",
            [](TokioRun& run) { tick(run, {}, 901 * kMs); }, quiet);
        row("timer storm: every 500 us", [](TokioRun& run) { tick(run, {.every = 500}, 125 * kMs); },
            {"low rfr.timer-storm ticker"});
        row(
            "timer storm: faster than timers are",
            [](TokioRun& run) { tick(run, {.every = 495}, 125 * kMs); }, quiet);
        row("timer storm: every 4.95 ms",
            [](TokioRun& run) { tick(run, {.polls = 125, .every = 4'950, .tasks = 8}, 625 * kMs); },
            {"low rfr.timer-storm ticker"});
        row(
            "timer storm: every 5.05 ms",
            [](TokioRun& run) { tick(run, {.polls = 125, .every = 5'050, .tasks = 8}, 635 * kMs); }, quiet);
        row(
            "timer storm: messages, which come when they like",
            [](TokioRun& run) { tick(run, {.late = 500}); }, quiet);
        row("timer storm: a little late", [](TokioRun& run) { tick(run, {.late = 100}); },
            {"low rfr.timer-storm ticker"});
        row(
            "timer storm: another task wakes them for half of their polls",
            [](TokioRun& run) { tick(run, {.calls = 500}); }, quiet);
        row("timer storm: for less than half", [](TokioRun& run) { tick(run, {.calls = 499}); },
            {"low rfr.timer-storm ticker"});
        row("blocking pool", [](TokioRun& run) { giveJobs(run, {}); }, {"high rfr.blocking-pool resize"});
        row(
            "blocking pool: behind a few others", [](TokioRun& run) { giveJobs(run, {.length = kMs + 1}); },
            quiet);
        row(
            "blocking pool: 19 jobs", [](TokioRun& run) { giveJobs(run, {.jobs = 19}); }, quiet);
        row(
            "blocking pool: shorter", [](TokioRun& run) { giveJobs(run, {.wait = 10 * kMs - 1}); }, quiet);
        row("blocking pool: one of twenty", [](TokioRun& run) { giveJobs(run, {.late = 1}); },
            {"low rfr.blocking-pool resize"});
        row(
            "blocking pool: one of 21",
            [](TokioRun& run) { giveJobs(run, {.jobs = 21, .late = 1, .every = 90 * kMs}); }, quiet);
        row("blocking pool: a batch", [](TokioRun& run) { giveJobs(run, {.every = 10 * kMs}); },
            {"low rfr.blocking-pool resize"});
        row("blocking pool: they wait still",
            [](TokioRun& run) { giveJobs(run, {.jobs = 0, .every = 80 * kMs, .open = 20}); },
            {"high rfr.blocking-pool resize"});
        row(
            "blocking pool: threads of the runtime, made before any task",
            [](TokioRun& run) { giveJobs(run, {.name = ""}); }, quiet);
        row("blocking pool: no name, behind a task",
            [](TokioRun& run) {
                const std::uint64_t first = run.task("first");
                run.spawn(0, first);
                run.poll(1, 2, first);
                run.drop(3, first);
                giveJobs(run, {.name = ""});
            },
            {"high rfr.blocking-pool blocking"});
        row("blocking pool: in a minute of an hour",
            [](TokioRun& run) { jobsOfAnHour(run, 20, 20, 3 * kSecond); }, {"low rfr.blocking-pool resize"});
        row(
            "blocking pool: in a minute of an hour, for less",
            [](TokioRun& run) { jobsOfAnHour(run, 20, 20, 3 * kSecond - 1); }, quiet);
        row(
            "blocking pool: in a minute of an hour, 19 jobs",
            [](TokioRun& run) { jobsOfAnHour(run, 19, 19, 4 * kSecond); }, quiet);
        row(
            "blocking pool: in a minute of an hour, one of 21",
            [](TokioRun& run) { jobsOfAnHour(run, 21, 1, 4 * kSecond); }, quiet);
        row("stuck jobs", [](TokioRun& run) { stickJobs(run, {}); }, {"medium rfr.tasks-accumulate resize"});
        row("stuck jobs: more ended", [](TokioRun& run) { stickJobs(run, {.before = 11}); },
            {"low rfr.tasks-accumulate resize"});
        row(
            "stuck jobs: nine", [](TokioRun& run) { stickJobs(run, {.stuck = 9}); }, quiet);
        row(
            "stuck jobs: others took as long", [](TokioRun& run) { stickJobs(run, {.length = 211 * kMs}); },
            quiet);
        row(
            "stuck jobs: loops that are begun at once",
            [](TokioRun& run) { stickJobs(run, {.every = 10 * kMs}); }, quiet);
        row(
            "stuck jobs: loops that began before others ended",
            [](TokioRun& run) { stickJobs(run, {.before = 9}); }, quiet);
        row("spin", [](TokioRun& run) { spin(run, 1'000, 5, 100); }, {"high rfr.spin spinner"});
        row(
            "spin: 999 polls", [](TokioRun& run) { spin(run, 999, 5, 100); }, quiet);
        row(
            "spin: less often", [](TokioRun& run) { spin(run, 1'000, 5, 101); }, quiet);
        row(
            "spin: polls that do something", [](TokioRun& run) { spin(run, 1'000, 11, 100); }, quiet);

        row(
            "spin: another task wakes it for half of its polls",
            [](TokioRun& run) {
                spin(run, 1'000, 5, 100);
                const std::uint64_t task = 1, other = run.task("other");
                run.poll(0, 10, other, 2);
                for (std::uint64_t i = 1; i <= 500; ++i)
                    run.wake(i * 200, task, other);
            },
            quiet);
        row("spin: of a task that wakes itself", [](TokioRun& run) { wakes(run, 1'000, 1'000, 5, 100); },
            {"high rfr.spin work"});
        row(
            "spin: short tasks of nine polls each", [](TokioRun& run) { shortTasks(run, 9); }, quiet);
        row("spin: of ten", [](TokioRun& run) { shortTasks(run, 10); }, {"high rfr.spin short"});
        row("spin: for less than half",
            [](TokioRun& run) {
                spin(run, 1'000, 5, 100);
                const std::uint64_t task = 1, other = run.task("other");
                run.poll(0, 10, other, 2);
                for (std::uint64_t i = 1; i <= 499; ++i)
                    run.wake(i * 200, task, other);
            },
            {"medium rfr.spin spinner"});

        row("wake storm: four a poll", [](TokioRun& run) { wakeStorm(run, 250); },
            {"low rfr.wake-storm work"});
        row(
            "wake storm: less", [](TokioRun& run) { wakeStorm(run, 251); }, quiet);

        row("never polled",
            [](TokioRun& run) {
                run.spawn(0, run.task("lost"));
                run.end(kSecond);
            },
            {"medium rfr.never-polled lost"});
        row(
            "never polled: just spawned",
            [](TokioRun& run) {
                run.spawn(1, run.task("lost"));
                run.end(kSecond);
            },
            quiet);

        row("tiny tasks", [](TokioRun& run) { tinyTasks(run, 1'000, 4, 5); }, {"low rfr.tiny-tasks tiny"});
        row(
            "tiny tasks: work as long as the wait", [](TokioRun& run) { tinyTasks(run, 1'000, 5, 5); },
            quiet);
        row("tiny tasks: 100 µs of work", [](TokioRun& run) { tinyTasks(run, 1'000, 100, 101); },
            {"low rfr.tiny-tasks tiny"});
        row(
            "tiny tasks: more than is tiny", [](TokioRun& run) { tinyTasks(run, 1'000, 101, 102); }, quiet);
        row(
            "tiny tasks: 999", [](TokioRun& run) { tinyTasks(run, 999, 4, 5); }, quiet);
        row("tiny tasks: a batch of a thousandth of the recording",
            [](TokioRun& run) { lateBatch(run, 1'000, 19'980 * kMs); },
            {"low rfr.late-start late", "low rfr.tiny-tasks late"});
        row(
            "tiny tasks: of less", [](TokioRun& run) { lateBatch(run, 1'000, 19'990 * kMs); }, quiet);

        row("uneven workers", [](TokioRun& run) { uneven(run, 70 * kMs); },
            {"medium rfr.uneven-workers workers"});
        row("uneven workers: the other one never ran a task",
            [](TokioRun& run) { besideAnIdleThread(run, 100 * kMs); }, {"medium rfr.uneven-workers workers"});
        row(
            "uneven workers: that thread ended soon",
            [](TokioRun& run) { besideAnIdleThread(run, 40 * kMs); }, quiet);
        row(
            "uneven workers: less busy", [](TokioRun& run) { uneven(run, 69 * kMs); }, quiet);
        row("uneven workers: with a full queue", [](TokioRun& run) { unevenQueue(run, 3 * kMs); },
            {"high rfr.uneven-workers workers"});
        row("a full queue of workers that are busy", [](TokioRun& run) { unevenQueue(run, 9 * kMs); },
            {"high rfr.run-queue run queue"});

        row("numbered names: five", [](TokioRun& run) { numbered(run, 5); },
            {"medium rfr.long-poll conn #.#.#.#:#"});
        row("numbered names: four", [](TokioRun& run) { numbered(run, 4); },
            {"medium rfr.long-poll conn 10.0.0.1:40001", "medium rfr.long-poll conn 10.0.0.2:40002",
             "medium rfr.long-poll conn 10.0.0.3:40003", "medium rfr.long-poll conn 10.0.0.4:40004"});

        row("slow span", [](TokioRun& run) { spans(run, 2, 10 * kMs); }, {"low rfr.slow-span request"});
        row(
            "slow span: less", [](TokioRun& run) { spans(run, 2, 10 * kMs - 1); }, quiet);
        row(
            "slow span: two kinds of work", [](TokioRun& run) { spans(run, 3, 10 * kMs); }, quiet);
        row("slow span: a slow phase", [](TokioRun& run) { slowPhase(run, 40, 12, 0); },
            {"medium rfr.slow-span request"});
        row(
            "slow span: a phase of nine", [](TokioRun& run) { slowPhase(run, 40, 9, 0); }, quiet);
        row(
            "slow span: slow from the first on", [](TokioRun& run) { slowPhase(run, 0, 12, 0); }, quiet);
        row(
            "slow span: too many others at that time", [](TokioRun& run) { slowPhase(run, 40, 12, 3); },
            quiet);
        row(
            "slow span: most of the recording", [](TokioRun& run) { slowPhase(run, 40, 31, 0); }, quiet);
        row("slow span: half as many behind them", [](TokioRun& run) { spans(run, 2, 12 * kMs, 1); },
            {"low rfr.slow-span request"});
        row(
            "slow span: the end of a tail", [](TokioRun& run) { spans(run, 2, 12 * kMs, 2); }, quiet);

        const QStringList high {"high rfr.slow-span request"};
        row("slow span: ten that say the same", [](TokioRun& run) { spansThatSay(run, 10, 10, 0); },
            {"low rfr.slow-span request"});
        row(
            "slow span: nine", [](TokioRun& run) { spansThatSay(run, 9, 9, 0); }, high);
        row("slow span: nine of ten", [](TokioRun& run) { spansThatSay(run, 10, 9, 0); },
            {"low rfr.slow-span request"});
        row(
            "slow span: eight of ten", [](TokioRun& run) { spansThatSay(run, 10, 8, 0); }, high);
        row("slow span: a fifth of those that say it is fast",
            [](TokioRun& run) { spansThatSay(run, 12, 12, 3); }, {"low rfr.slow-span request"});
        row(
            "slow span: more fast ones do", [](TokioRun& run) { spansThatSay(run, 12, 12, 4); }, high);
        row(
            "slow span: that failed", [](TokioRun& run) { spansThatSay(run, 12, 12, 0, "http.status_code"); },
            high);

        row("slow span: in a minute of an hour", [](TokioRun& run) { spansOfAnHour(run, 2, 3 * kSecond); },
            {"low rfr.slow-span request"});
        row(
            "slow span: in a minute of an hour, for less",
            [](TokioRun& run) { spansOfAnHour(run, 2, 3 * kSecond - 1); }, quiet);
        row(
            "slow span: in a minute of an hour, one alone",
            [](TokioRun& run) { spansOfAnHour(run, 1, 3'500 * kMs); }, quiet);

        const QStringList both {"low rfr.slow-span request", "low rfr.slow-span query"};
        row("slow span: half of it is a slow one within it",
            [](TokioRun& run) { nestedSpans(run, 5, 5, 15 * kMs); }, {"low rfr.slow-span query"});
        row(
            "slow span: less of it is", [](TokioRun& run) { nestedSpans(run, 5, 5, 15 * kMs - 1); }, both);
        row("slow span: four of five are explained", [](TokioRun& run) { nestedSpans(run, 5, 4, 15 * kMs); },
            {"low rfr.slow-span query"});
        row(
            "slow span: three of five are", [](TokioRun& run) { nestedSpans(run, 5, 3, 15 * kMs); }, both);
        row(
            "slow span: another one is slow at the same time",
            [](TokioRun& run) { nestedSpans(run, 5, 5, 15 * kMs, false); }, both);

        row("events",
            [](TokioRun& run) {
                run.event(0, 40, "slow flush 1");
                run.event(10, 40, "slow flush 2");
                run.event(20, 50, "lost connection");
                run.event(30, 1, "all is well");
            },
            {"medium rfr.events errors", "low rfr.events warnings"});

        row("a chunk is missing",
            [](TokioRun& run) {
                run.poll(0, 10, run.task("work"));
                run.end(2 * kSecond, true);
            },
            {"low rfr.gap chunks"});
        row(
            "chunks side by side",
            [](TokioRun& run) {
                run.poll(0, 10, run.task("work"));
                run.end(2 * kSecond - 1, true);
            },
            quiet);
    }
    void firesAndStaysQuiet()
    {
        QFETCH(Build, build);
        QFETCH(QStringList, expected);
        const QTemporaryDir folder;
        TokioRun run;
        build(run);
        QCOMPARE(FoundIn(run.save(folder)).list(), expected);
    }

    // That nothing can wake leaked tasks is said with the leak.
    void leaksExplainMissingWakers()
    {
        const QTemporaryDir folder;
        TokioRun run;
        spawnMany(run, 10, 300 * kMs);
        for (std::uint64_t task = 1; task <= 10; ++task) {
            run.waker((task - 1) * 300 * kMs + 2, RecordKind::wakerClone, task);
            run.waker((task - 1) * 300 * kMs + 5, RecordKind::wakerDrop, task);
        }
        idleTask(run, 4 * kSecond);
        const FoundIn found(run.save(folder));
        QCOMPARE(found.list(), QStringList {"medium rfr.tasks-accumulate watch"});
        const auto& absorbed = found.of("rfr.tasks-accumulate")->absorbed;
        QCOMPARE(absorbed.size(), std::size_t(1));
        QCOMPARE(absorbed.front().sentence.words,
                 std::string("11 tasks `watch` are idle, and nothing on record can wake them"));
    }

    // However many of them there are.
    void shareOfTasksThatWereNeverPolled()
    {
        const QTemporaryDir folder;
        TokioRun run;
        for (int i = 0; i < 3; ++i)
            run.spawn(kSecond, run.task("lost"));
        run.end(2 * kSecond);
        const FoundIn found(run.save(folder));
        QVERIFY(found.of("rfr.never-polled"));
        QCOMPARE(found.of("rfr.never-polled")->cost.amount, 3'000'000'000);
        QCOMPARE(found.of("rfr.never-polled")->share, 0.5);
    }

    // Of what may be so at once, more than there are workers.
    void sharesAreNoMoreThanAll()
    {
        const auto shareOf = [](const char* rule, const Build& build) {
            const QTemporaryDir folder;
            TokioRun run;
            build(run);
            const FoundIn found(run.save(folder), {"rfr.run-queue.per-worker=1000"});
            return found.of(rule) ? found.of(rule)->share : 0;
        };
        const double spans = shareOf("rfr.slow-span", [](TokioRun& run) {
            for (std::uint64_t i = 0; i < 100; ++i)
                run.span(i, i + (i < 2 ? 10 * kSecond : kSecond));
            run.poll(0, 10, run.task("work"));
            run.end(10 * kSecond);
        });
        QVERIFY2(std::abs(spans - 0.018) < 1e-3, qPrintable(QString::number(spans)));
        const double late = shareOf("rfr.late-start", [](TokioRun& run) {
            for (std::uint64_t i = 0; i < 100; ++i) {
                const std::uint64_t task = run.task("late");
                run.spawn(0, task);
                run.poll(kSecond + i, kSecond + i + 1, task);
            }
            run.end(2 * kSecond);
        });
        QVERIFY2(std::abs(late - 0.5) < 1e-2, qPrintable(QString::number(late)));
        const double waits = shareOf("rfr.waits-for-worker", [](TokioRun& run) {
            for (std::uint64_t i = 0; i < 100; ++i) {
                const std::uint64_t task = run.task("waiting");
                run.spawn(0, task);
                run.poll(i, i + 1, task);
                run.wake(1'000, task);
                run.poll(kSecond + i, kSecond + i + 1, task);
            }
            run.end(2 * kSecond);
        });
        QVERIFY2(std::abs(waits - 0.5) < 1e-2, qPrintable(QString::number(waits)));
    }

    // Whatever is found leads to where it was.
    void eachHasAPlace()
    {
        const auto evidenceOf = [](std::string_view rule, const Build& build) {
            const QTemporaryDir folder;
            TokioRun run;
            build(run);
            const FoundIn found(run.save(folder));
            return found.of(rule) ? found.of(rule)->evidence : std::vector<Evidence>();
        };
        const auto isAt = [](const std::vector<Evidence>& evidence, std::size_t count,
                             std::int64_t lengthNs) {
            return evidence.size() == count && evidence.front().place.track != kNoTrack
                && evidence.front().time.lengthNs() == lengthNs;
        };
        constexpr std::int64_t kMicro = 1'000; // ns
        QVERIFY(isAt(evidenceOf("rfr.waits-for-worker", [](TokioRun& run) { waits(run, 10'100, 9'900); }), 20,
                     10'100 * kMicro));
        QVERIFY(isAt(evidenceOf("rfr.late-start", [](TokioRun& run) { lateTasks(run, 20, 10'100); }), 20,
                     10'100 * kMicro));
        QVERIFY(isAt(evidenceOf("rfr.tiny-tasks", [](TokioRun& run) { tinyTasks(run, 1'000, 4, 5); }), 1'000,
                     5 * kMicro));
        QVERIFY(isAt(evidenceOf("rfr.wake-storm", [](TokioRun& run) { wakeStorm(run, 250); }), 1,
                     10 * std::int64_t(kSecond) * kMicro));
        QCOMPARE(evidenceOf("rfr.timer-storm", [](TokioRun& run) { tick(run, {}); }).size(), std::size_t(4));
        const auto own = evidenceOf("rfr.self-wakes", [](TokioRun& run) { wakes(run, 100, 51); });
        QCOMPARE(own.size(), std::size_t(1));
        QCOMPARE(own.front().text.words, std::string("51 own wakes"));
    }

    // How often, and when, is told of the time in which it spins.
    void spinningHasATime()
    {
        const QTemporaryDir folder;
        TokioRun run;
        const std::uint64_t task = run.task("spinner");
        run.poll(0, 5, task);
        for (std::uint64_t i = 0; i < 100'000; ++i)
            run.poll(2 * kSecond + i * 20, 2 * kSecond + i * 20 + 5, task);
        run.poll(5 * kSecond, 5 * kSecond + 5, task);
        run.end(6 * kSecond);
        const FoundIn found(run.save(folder));
        const Finding* const spin = found.of("rfr.spin");
        QVERIFY(spin);
        QCOMPARE(spin->count, std::uint64_t(100'002));
        QVERIFY2(spin->sentence.words.starts_with("`spinner` was polled 49,900 times a second"),
                 spin->sentence.words.c_str());
        QCOMPARE(spin->evidence.size(), std::size_t(1));
        constexpr std::int64_t kStep = 6'000'000; // a thousandth of the recording
        QVERIFY(std::abs(spin->evidence.front().time.lengthNs() - 2'000'000'000) <= 2 * kStep);
    }

    // A task that asks for its next poll in each poll of a tenth of a second, and hardly at other times.
    void ownWakesHaveATime()
    {
        const QTemporaryDir folder;
        TokioRun run;
        const std::uint64_t task = run.task("asker");
        for (std::uint64_t i = 0; i < 1'000; ++i)
            run.poll(i * 2 * kMs, i * 2 * kMs + 8, task);
        for (std::uint64_t at = 3 * kSecond; at < 3'100 * kMs; at += 100) {
            run.poll(at, at + 8, task);
            run.wake(at + 3, task, task);
        }
        run.end(6 * kSecond);
        const FoundIn found(run.save(folder));
        const Finding* const own = found.of("rfr.self-wakes");
        QVERIFY(own);
        QCOMPARE(own->count, std::uint64_t(1'000));
        QVERIFY(!own->when.empty());
        const TimeRange& time = own->evidence.front().time;
        QCOMPARE(own->when.size(), std::size_t(1));
        QVERIFY2(own->evidence.front().text.words.ends_with("polls in which it was woken"),
                 own->evidence.front().text.words.c_str());
        QVERIFY(time.lengthNs() >= 100'000'000 && time.lengthNs() <= 115'000'000);
    }

    void spinningExplainsSelfWakes()
    {
        const QTemporaryDir folder;
        TokioRun run;
        wakes(run, 1'000, 1'000, 5, 100);
        const FoundIn found(run.save(folder));
        QVERIFY(found.of("rfr.spin"));
        const auto& absorbed = found.of("rfr.spin")->absorbed;
        QCOMPARE(absorbed.size(), std::size_t(1));
        QCOMPARE(absorbed.front().sentence.words, std::string("1,000 of 1,000 wakes of `work` are its own"));
    }

    void whyWorkersAreNotCompared()
    {
        const auto why = [](const Build& build) {
            const QTemporaryDir folder;
            TokioRun run;
            build(run);
            run.end(kSecond);
            const FoundIn found(run.save(folder));
            const auto left =
                std::ranges::find(found.all.notChecked, "rfr.uneven-workers", &NotChecked::rule);
            return left == found.all.notChecked.end() ? std::string() : left->why;
        };
        QCOMPARE(why([](TokioRun& run) { run.poll(0, 10, run.task("work"), 1); }),
                 std::string("one worker only ran tasks"));
        QCOMPARE(why([](TokioRun& run) {
                     run.poll(0, 10, run.task("work", kLocal), 1);
                     run.poll(0, 10, run.task("work", kBlockOn), 2);
                 }),
                 std::string("all tasks ran on threads that started a runtime, none on its workers"));
        QCOMPARE(why([](TokioRun& run) { run.spawn(0, run.task("work")); }),
                 std::string("no polls were recorded"));
        QCOMPARE(why([](TokioRun& run) {
                     run.poll(0, 10, run.task("work"), 1);
                     run.poll(0, 10, run.task("work"), 2);
                 }),
                 std::string());
    }

    void workersOfAStreamAreNotCompared()
    {
        const QTemporaryDir folder;
        StreamWriter writer;
        writer.task(kBase, {1, 1, 1, "work", {kTask, {}}, {}});
        writer.record(kBase + 10, RecordKind::taskPollStart, 1);
        writer.record(kBase + 20, RecordKind::taskPollEnd, 1);
        writer.end(kBase + 30);
        const std::filesystem::path path = folder.filePath("stream.rfr").toStdString();
        QVERIFY(writeFile(path, writer.bytes()));
        const FoundIn found(path);
        const auto left = std::ranges::find(found.all.notChecked, "rfr.uneven-workers", &NotChecked::rule);
        QVERIFY(left != found.all.notChecked.end());
        QCOMPARE(left->why, std::string("the recording is a stream: it does not say which thread polled"));
    }

    // The queue is known in steps of 10 ms; what is asked for need not be a multiple of them.
    void unevenInStepsOfAnyLength()
    {
        const QTemporaryDir folder;
        for (const auto ready : {std::uint64_t(7'500), std::uint64_t(7'600)}) {
            TokioRun run;
            const std::uint64_t first = run.task("first"), second = run.task("second");
            run.poll(0, 7'000, first, 1);
            run.poll(7'000, 14'000, first, 1);
            run.poll(0, 3'000, second, 2);
            for (const char* const name :
                 {"third", "fourth"}) { // ready for 15 ms until the step ends, or less
                const std::uint64_t task = run.task(name);
                run.wake(ready, task);
                run.poll(20'000, 20'010, task, 1);
            }
            run.end(30 * kMs);
            const FoundIn found(run.save(folder), {"rfr.uneven-workers.min=15ms"});
            QVERIFY(found.isThere && found.wrong.empty());
            QCOMPARE(found.of("rfr.uneven-workers") != nullptr, ready == 7'500);
        }
    }

    // What a full run queue explains is said with it, and what it costs.
    void runQueueExplainsWaits()
    {
        const QTemporaryDir folder;
        TokioRun run;
        fullQueue(run, 40 * kMs);
        const FoundIn found(run.save(folder));
        const Finding* const queue = found.of("rfr.run-queue");
        QVERIFY(queue);
        QCOMPARE(queue->cost.amount, 2 * 40'000'000);
        QCOMPARE(queue->share, 0.2); // that it was full of the recording, however many waited
        QVERIFY2(queue->sentence.words.find("; `busy` had 90 % of their time") != std::string::npos,
                 queue->sentence.words.c_str());
        QCOMPARE(queue->absorbed.size(), std::size_t(2));
        const std::string& words = queue->absorbed[0].sentence.words; // of one wait 5 of 100 are none
        QVERIFY2(words.starts_with("`first` waited for a worker for 40.0 ms and ran for 1")
                     && words.find("5 of 100") == std::string::npos,
                 words.c_str());
        QCOMPARE(queue->when.size(), std::size_t(1));
        QCOMPARE(queue->when[0].lengthNs(), 40'000'000);
    }

    // A poll over a second of which something is lost may have been two.
    void whatSpansALossIsNotJudged()
    {
        bool isWhole = false;
        const auto found = [&](const auto& damage) {
            const QTemporaryDir folder;
            TokioRun run;
            run.poll(500 * kMs, 2'500 * kMs, run.task("work"));
            run.end(3 * kSecond);
            const auto path = run.save(folder);
            std::vector<std::filesystem::path> chunks;
            for (const auto& each : std::filesystem::recursive_directory_iterator(path))
                if (each.path().filename().string().starts_with("chunk"))
                    chunks.push_back(each.path());
            std::ranges::sort(chunks);
            damage(chunks.at(1));
            const FoundIn out(path);
            isWhole = out.all.isWhole;
            return out.list();
        };
        using Path = std::filesystem::path;
        QCOMPARE(found([](const Path&) {}), QStringList {"high rfr.never-yielded work"});
        QVERIFY(isWhole);
        QCOMPARE(found([](const Path& chunk) { std::filesystem::remove(chunk); }),
                 QStringList {"low rfr.gap chunks"});
        QVERIFY(!isWhole); // some rules are not checked for it
        QCOMPARE(found([](const Path& chunk) {
                     std::filesystem::resize_file(chunk, std::filesystem::file_size(chunk) - 1);
                 }),
                 QStringList {"high data.damaged capture"});
    }

    void whatIsOfAMinuteSaysSo()
    {
        const QTemporaryDir folder;
        TokioRun run;
        spansOfAnHour(run, 2, 3 * kSecond);
        const FoundIn found(run.save(folder));
        const Finding* const slow = found.of("rfr.slow-span");
        QVERIFY(slow);
        QVERIFY2(slow->sentence.words.ends_with("; 6.00 s in the minute from +1,800.00 s on"),
                 slow->sentence.words.c_str());
    }

    void whatSlowSpansSayIsTold()
    {
        const QTemporaryDir folder;
        TokioRun run;
        spansThatSay(run, 12, 12, 0);
        const FoundIn found(run.save(folder));
        const Finding* const slow = found.of("rfr.slow-span");
        QVERIFY(slow);
        QCOMPARE(
            slow->sentence.words,
            std::string("12 of 600 spans `request` took up to 400 ms, half of them no more than 1.00 ms, "
                        "nearly all with `uri=/export`"));
    }

    void longestOfSeveralPollsIsToldAsSuch()
    {
        const QTemporaryDir folder;
        TokioRun run;
        const std::uint64_t task = run.task("work");
        run.poll(0, 10 * kMs, task);
        run.poll(20 * kMs, 50 * kMs, task);
        run.end(kSecond);
        const FoundIn found(run.save(folder));
        QVERIFY(found.of("rfr.long-poll"));
        QCOMPARE(found.of("rfr.long-poll")->sentence.words,
                 std::string(
                     "`work` kept a worker for up to 30.0 ms without yielding, 2 times, 40.0 ms together"));
    }

    // Who said it for itself showed how many were ready.
    void aQueueThatIsSaidWithPollsKeepsItsPicture()
    {
        const QTemporaryDir folder;
        TokioRun run;
        besideTenMs(run, 3);
        const FoundIn found(run.save(folder));
        const Finding* const polls = found.of("rfr.long-poll");
        QVERIFY(polls && !found.of("rfr.run-queue"));
        QCOMPARE(polls->level.title, std::string("ready tasks"));
        QVERIFY(!polls->level.values.empty());
    }

    void tasksThatEndNoMoreAreToldFromTheFirstOn()
    {
        const QTemporaryDir folder;
        TokioRun run;
        spawnHanging(run, {});
        const FoundIn found(run.save(folder));
        const Finding* const hang = found.of("rfr.tasks-accumulate");
        QVERIFY(hang);
        QCOMPARE(hang->sentence.words,
                 std::string(
                     "From +4.00 s on none of 10 `transfer` ended, and all are idle; those before lived for "
                     "10.0 ms at most"));
        QCOMPARE(hang->cost.amount, 10);
        QCOMPARE(hang->when.front().startNs - found.capture.timeline->range.startNs, 4'000'000'000);
    }

    // By their subjects they are told to be new or known: however many more there are, of whom else, and in which order.
    void aLeakKeepsItsName()
    {
        const QTemporaryDir folder;
        const auto subjects = [&](int left, const std::vector<std::string_view>& spawners) {
            TokioRun run;
            spawnUnnamed(run, left, spawners);
            QStringList found = FoundIn(run.save(folder)).list();
            found.sort();
            return found;
        };
        const QString of = QStringLiteral("medium rfr.tasks-accumulate task of ");
        QCOMPARE(subjects(10, {""}), QStringList {of + "one task"});
        QCOMPARE(subjects(14, {""}), QStringList {of + "one task"});
        const QStringList both {of + "listener", of + "one task"};
        QCOMPARE(subjects(20, {"", "listener"}), both);
        QCOMPARE(subjects(22, {"listener", ""}), both);
    }

    // What waits since when, and what it did last, says more than how it began; who waits longest is first.
    void leaksLeadToWhatTheyDidLast()
    {
        const QTemporaryDir folder;
        TokioRun run;
        std::vector<std::uint64_t> tasks;
        for (std::uint64_t i = 0; i < 10; ++i) {
            tasks.push_back(run.task("watch"));
            run.spawn(i * 240 * kMs, tasks.back());
            run.poll(i * 240 * kMs + 1, i * 240 * kMs + 11, tasks.back());
        }
        run.wake(2'500 * kMs, tasks.front()); // the oldest did something not long ago
        run.poll(2'500 * kMs + 1, 2'500 * kMs + 21, tasks.front());
        run.end(3'000 * kMs);
        const FoundIn found(run.save(folder));
        const Finding* const leak = found.of("rfr.tasks-accumulate");
        QVERIFY(leak && leak->evidence.size() == 10);
        const Timeline& timeline = *found.capture.timeline;
        for (const Evidence& each : leak->evidence) {
            const auto slice = timeline.findSlice(each.place.in(timeline));
            QVERIFY(slice.has_value());
            QCOMPARE(slice->name, stateName(TaskState::polling));
            QCOMPARE(slice->endNs, each.time.startNs); // and then nothing more
            QCOMPARE(each.time.endNs, timeline.range.endNs);
            QVERIFY(each.ref == slice->ref);
        }
        QVERIFY(leak->isWorstFirst());
        QCOMPARE(timeline.track(leak->evidence.back().place.track).number, tasks.front());
        QVERIFY2(leak->evidence.back().text.words.ends_with(", after 2 polls"),
                 leak->evidence.back().text.words.c_str());
    }

    void evidenceLeadsToSlices()
    {
        const QTemporaryDir folder;
        TokioRun run;
        pollOnce(run, 10 * kMs);
        const FoundIn found(run.save(folder));
        const Finding* const poll = found.of("rfr.long-poll");
        QVERIFY(poll);
        QCOMPARE(poll->cost.amount, 10'000'000);
        QCOMPARE(poll->evidence.size(), std::size_t(1));
        const Evidence& at = poll->evidence.front();
        const Timeline& timeline = *found.capture.timeline;
        const Track& track = timeline.track(at.place.track);
        const auto slice = timeline.findSlice({track.kind, track.key, at.place.depth, at.place.startNs});
        QVERIFY(slice.has_value());
        QCOMPARE(slice->durationNs(), 10'000'000);
        QVERIFY(at.ref == slice->ref);
    }

    void demo_data()
    {
        QTest::addColumn<unsigned>("threads");
        QTest::newRow("one thread") << 1u;
        QTest::newRow("eight threads") << 8u;
    }
    void demo()
    {
        QFETCH(unsigned, threads);
        const QTemporaryDir folder;
        const FoundIn found(rfr::writeDemo(folder.path().toStdString()).value_or(""), {}, {}, threads);
        QCOMPARE(found.list(),
                 (QStringList {"high rfr.run-queue run queue", "high rfr.tasks-accumulate session.watch",
                               "medium rfr.long-poll metrics.flush", "low rfr.events warnings"}));
        QCOMPARE(found.of("rfr.run-queue")->count, std::uint64_t(2));
        const auto& absorbed = found.of("rfr.run-queue")->absorbed;
        QCOMPARE(absorbed.size(), std::size_t(4));
        for (const char* const name : {"`session.update` waited", "`db.connection` waited"})
            QVERIFY(std::ranges::any_of(absorbed, [&](const AbsorbedFinding& each) {
                return each.sentence.words.starts_with(name);
            }));
        QCOMPARE(found.of("rfr.tasks-accumulate")->sentence.words,
                 std::string("108 `session.watch` were spawned, none ended; all are idle"));
        QCOMPARE(found.of("rfr.long-poll")->cost.amount, 117'248'000);
        QCOMPARE(found.of("rfr.events")->sentence.words, std::string("3 warnings `slow flush`"));
    }
};

QTEST_GUILESS_MAIN(TestFindingsRfr)
#include "tst_findings_rfr.moc"
