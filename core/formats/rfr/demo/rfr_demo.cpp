// A simulated web service on tokio: four worker threads, an accept loop, connections that serve requests with
// database queries, and three things worth finding: a metrics task whose poll blocks a worker for some 40 ms,
// a lock convoy, and session watchers that are never dropped.
#include "core/formats/rfr/demo/rfr_demo.h"

#include "core/formats/rfr/demo/rfr_writer.h"

#include <algorithm>
#include <array>
#include <deque>
#include <functional>
#include <queue>
#include <random>

namespace traceglass::rfr {

namespace {

using namespace std::string_view_literals;

constexpr std::uint64_t kStart = 1'780'000'123'250'000; // 2026-05-28 20:28:43.25 UTC
constexpr std::uint64_t kLength = 4'600'000;
constexpr unsigned kWorkers = 4;
constexpr std::uint64_t kMainSequence = 1;

enum Site : std::uint64_t {
    spawnSite = 0x55d010000000,
    requestSite = 0x55d010000100,
    parseSite = 0x55d010000180,
    authSite = 0x55d010000200,
    querySite = 0x55d010000280,
    renderSite = 0x55d010000300,
    doneSite = 0x55d010000380,
    slowSite = 0x55d010000400,
    acceptedSite = 0x55d010000480,
    poolSite = 0x55d010000500,
    missSite = 0x55d010000580,
    flushSite = 0x55d010000600,
};

void addSites(RecordingWriter& out)
{
    constexpr std::uint32_t kEvent = 1, kSpan = 2;
    const auto add = [&](Site id, std::uint8_t level, std::uint32_t kind, std::string_view name,
                         std::string_view module, std::string_view file, std::uint64_t line,
                         std::vector<std::string_view> fields) {
        // The reference writer puts the name into "target" as well; so do we.
        out.addCallsite(
            {id,
             level,
             kind,
             {{"name", name}, {"target", name}, {"module_path", module}, {"file", file}, {"line", line}},
             std::move(fields)});
    };
    add(spawnSite, 10, kSpan, "runtime.spawn", "tokio::task", "tokio/src/task/spawn.rs", 200,
        {"kind", "task.name", "task.id", "loc.file", "loc.line", "loc.col"});
    add(requestSite, 30, kSpan, "request", "shop::http", "src/http.rs", 88, {"method", "path", "id"});
    add(parseSite, 20, kSpan, "parse", "shop::http", "src/http.rs", 131, {"bytes"});
    add(authSite, 20, kSpan, "auth", "shop::session", "src/session.rs", 57, {"user"});
    add(querySite, 20, kSpan, "db.query", "shop::db", "src/db.rs", 210, {"sql", "rows"});
    add(renderSite, 20, kSpan, "render", "shop::page", "src/page.rs", 34, {"template"});
    add(doneSite, 30, kEvent, "request done", "shop::http", "src/http.rs", 167,
        {"message", "status", "elapsed_ms"});
    add(slowSite, 40, kEvent, "slow request", "shop::http", "src/http.rs", 174, {"message", "elapsed_ms"});
    add(acceptedSite, 20, kEvent, "accepted", "shop::http", "src/http.rs", 41, {"message", "peer"});
    add(poolSite, 50, kEvent, "pool exhausted", "shop::db", "src/db.rs", 96, {"message", "waiting"});
    add(missSite, 10, kEvent, "cache miss", "shop::cache", "src/cache.rs", 22, {"message", "key"});
    add(flushSite, 40, kEvent, "slow flush", "shop::metrics", "src/metrics.rs", 63,
        {"message", "series", "took_ms"});
}

// The simulated runtime: tasks are polled by workers in the order in which they became ready.
class Runtime
{
public:
    struct Poll; // what a task sees while it is polled
    using Body = std::function<void(Poll&)>;

    struct Task
    {
        std::uint64_t iid = 0;
        Body body;
        bool ready = false; // queued or woken while polled
        bool polled = false;
        bool done = false;
    };

    struct Poll
    {
        Runtime& runtime;
        std::size_t task;
        std::uint64_t sequence;
        std::uint64_t now;
        bool finished = false;

        std::uint64_t iid() const { return runtime.m_tasks[task].iid; }
        std::uint64_t between(std::uint64_t low, std::uint64_t high) { return runtime.between(low, high); }
        void run(std::uint64_t micros) { now += micros; }
        void wake(std::size_t other)
        {
            runtime.out.waker(sequence, now, RecordKind::wakerWake, {runtime.m_tasks[other].iid, iid()});
            runtime.makeReady(other, now);
            now += 1;
        }
        void sleepUntil(std::uint64_t at)
        {
            runtime.out.waker(sequence, now, RecordKind::wakerClone, {iid(), iid()});
            runtime.m_timers.push({std::max(at, now + 1), task});
            now += 1;
        }
        void spawn(std::string_view name, Body body)
        {
            runtime.makeReady(runtime.addTask(sequence, now, name, kTask, iid(), std::move(body)), now);
            now += 2;
        }
        std::uint64_t openSpan(Site site, std::vector<WireValue> values)
        {
            const std::uint64_t id = runtime.m_nextId++ << 4 | 0x0168'0000'0000'0008;
            runtime.out.addSpan({id, site, {}, std::move(values), {}});
            runtime.out.record(sequence, now, RecordKind::spanNew, id);
            enter(id);
            return id;
        }
        void enter(std::uint64_t span) { runtime.out.record(sequence, now++, RecordKind::spanEnter, span); }
        void exit(std::uint64_t span) { runtime.out.record(sequence, now++, RecordKind::spanExit, span); }
        void close(std::uint64_t span)
        {
            exit(span);
            runtime.out.record(sequence, now, RecordKind::spanClose, span);
        }
        void event(Site site, std::vector<WireValue> values)
        {
            runtime.out.event(sequence, now++, {site, {}, std::move(values), {}});
        }
    };

    RecordingWriter out;
    std::mt19937_64 random {20260528};

    Runtime()
    {
        out.setCreated(kStart - 4'500);
        addSites(out);
        for (unsigned i = 0; i < kWorkers; ++i) {
            const std::size_t thread = addTask(kMainSequence, kStart + i, "", kBlocking, {}, {});
            out.record(sequenceOf(i), kStart + 40 + i * 7, RecordKind::taskPollStart, m_tasks[thread].iid);
        }
    }

    std::uint64_t between(std::uint64_t low, std::uint64_t high) { return low + random() % (high - low + 1); }

    // The thread that runs block_on: spawns the first tasks and parks.
    void runMain(const std::vector<std::pair<std::string_view, Body>>& first)
    {
        std::uint64_t now = kStart + 120;
        const std::uint64_t main = m_tasks[addTask(kMainSequence, now, "", kBlockOn, {}, {})].iid;
        out.record(kMainSequence, now += 5, RecordKind::taskPollStart, main);
        for (const auto& [name, body] : first) {
            now += 9;
            makeReady(addTask(kMainSequence, now, name, kTask, main, body), now);
        }
        out.record(kMainSequence, now + 30, RecordKind::taskPollEnd, main);
    }

    void run()
    {
        std::array<std::uint64_t, kWorkers> freeAt {};
        freeAt.fill(kStart + 200);
        for (;;) {
            const auto worker = static_cast<unsigned>(std::ranges::min_element(freeAt) - freeAt.begin());
            std::uint64_t now = freeAt[worker];
            if (now >= kStart + kLength)
                return;
            while (!m_timers.empty() && m_timers.top().first <= now) { // the idle worker drives the timers
                const auto [at, task] = m_timers.top();
                m_timers.pop();
                if (!m_tasks[task].done) // threads are the first tasks
                    out.waker(sequenceOf(worker), now, RecordKind::wakerWake,
                              {m_tasks[task].iid, m_tasks[worker].iid});
                makeReady(task, now);
                now += 1;
            }
            if (m_ready.empty() || m_ready.front().first > now) {
                std::uint64_t next = kStart + kLength;
                if (!m_timers.empty())
                    next = std::min(next, m_timers.top().first);
                if (!m_ready.empty())
                    next = std::min(next, m_ready.front().first);
                freeAt[worker] =
                    std::max(next, now + 1) + between(2, 9); // waking a parked thread takes a moment
                continue;
            }
            const std::size_t task = m_ready.front().second;
            m_ready.pop_front();
            freeAt[worker] = poll(task, sequenceOf(worker), now);
        }
    }

private:
    static constexpr std::uint32_t kTask = 0, kBlocking = 2, kBlockOn = 3; // TaskKind::number
    using Turn = std::pair<std::uint64_t, std::size_t>;                    // when, and which task

    static std::uint64_t sequenceOf(unsigned worker) { return 2 + worker; }

    std::size_t addTask(std::uint64_t sequence, std::uint64_t now, std::string_view name, std::uint32_t kind,
                        std::optional<std::uint64_t> context, Body body)
    {
        const std::uint64_t iid = m_nextId++ << 4 | 0x0168'0000'0000'0000;
        out.addTask({iid, spawnSite, m_tasks.size() + 1, name, {kind}, context});
        out.record(sequence, now, RecordKind::taskNew, iid);
        m_tasks.push_back({iid, std::move(body)});
        return m_tasks.size() - 1;
    }

    void makeReady(std::size_t index, std::uint64_t now)
    {
        Task& task = m_tasks[index];
        if (task.done || task.ready)
            return;
        task.ready = true;
        if (!task.polled)
            m_ready.emplace_back(now + 3, index);
    }

    std::uint64_t poll(std::size_t index, std::uint64_t sequence, std::uint64_t now)
    {
        Task& task = m_tasks[index]; // stays where it is while it spawns others
        task.ready = false;
        task.polled = true;
        out.record(sequence, now, RecordKind::taskPollStart, task.iid);
        Poll poll {*this, index, sequence, now + 2};
        task.body(poll);
        out.record(sequence, poll.now, RecordKind::taskPollEnd, task.iid);
        task.polled = false;
        if (poll.finished) { // the future is dropped in a poll
            task.done = true;
            out.record(sequence, poll.now + 2, RecordKind::taskPollStart, task.iid);
            out.record(sequence, poll.now + 5, RecordKind::taskPollEnd, task.iid);
            out.record(sequence, poll.now + 6, RecordKind::taskDrop, task.iid);
            return poll.now + 9;
        }
        if (task.ready)
            m_ready.emplace_back(poll.now, index);
        return poll.now + 4;
    }

    std::deque<Task> m_tasks;
    std::deque<Turn> m_ready;
    std::priority_queue<Turn, std::vector<Turn>, std::greater<>> m_timers;
    std::uint64_t m_nextId = 1;
};

using Poll = Runtime::Poll;

// What the tasks of the service share.
struct Service
{
    struct Query
    {
        std::size_t requester;
        std::uint64_t cost;
    };
    std::deque<Query> queries;
    std::deque<std::size_t> idleDatabase; // database tasks that wait for work
    std::uint64_t requests = 0;
    bool exhaustedSaid = false;
};

// A connection: serves one request after the other; each needs a database query and some rendering.
class Connection
{
public:
    Connection(Service& service, std::uint64_t requests)
        : m_service(service)
        , m_left(requests)
    {
    }

    void operator()(Poll& poll)
    {
        switch (m_step) {
        case 0: ask(poll); break;
        case 1: // the answer is there: render in slices, yielding between them
            poll.enter(m_request);
            poll.enter(m_query);
            poll.run(poll.between(30, 90));
            poll.close(m_query);
            m_renders = static_cast<int>(poll.between(1, 3));
            m_step = 2;
            answer(poll);
            break;
        case 2: // behind the footer
            poll.enter(m_request);
            answer(poll);
            break;
        default:
            poll.enter(m_request);
            render(poll, "footer.html", 200, 900);
            poll.exit(m_request);
            poll.sleepUntil(poll.now + poll.between(80, 400));
            m_renders = 0;
            m_step = 2;
        }
    }

private:
    // Reads and parses a request, then asks the database.
    void ask(Poll& poll)
    {
        static constexpr std::array kPaths = {"/"sv,         "/cart"sv,          "/item/4711"sv,
                                              "/item/815"sv, "/search?q=lamp"sv, "/checkout"sv};
        static constexpr std::array kSql = {"select * from items where id = $1"sv,
                                            "select * from cart where user = $1"sv,
                                            "insert into orders values ($1, $2)"sv};
        std::mt19937_64& random = poll.runtime.random;
        m_begun = poll.now;
        const std::string_view path = kPaths[random() % kPaths.size()];
        m_request = poll.openSpan(requestSite,
                                  {path == "/checkout" ? "POST"sv : "GET"sv, path, ++m_service.requests});
        const std::uint64_t parse = poll.openSpan(parseSite, {poll.between(180, 2400)});
        poll.run(poll.between(40, 160));
        poll.close(parse);
        const std::uint64_t auth = poll.openSpan(authSite, {poll.between(1000, 1400)});
        poll.run(poll.between(60, 220));
        if (random() % 5 == 0)
            poll.event(missSite, {"cache miss"sv, "session"sv});
        poll.close(auth);
        m_query = poll.openSpan(querySite, {kSql[random() % kSql.size()], poll.between(1, 40)});
        m_service.queries.push_back({poll.task, poll.between(300, 1500)});
        if (!m_service.idleDatabase.empty()) {
            poll.wake(m_service.idleDatabase.front());
            m_service.idleDatabase.pop_front();
        } else if (m_service.queries.size() > 14 && !m_service.exhaustedSaid) {
            poll.event(poolSite, {"pool exhausted"sv, std::uint64_t(m_service.queries.size())});
            m_service.exhaustedSaid = true;
        }
        poll.exit(m_query);
        poll.exit(m_request);
        m_step = 1;
    }

    void answer(Poll& poll)
    {
        render(poll, "page.html", 500, 2600);
        if (--m_renders > 0) {
            poll.exit(m_request);
            poll.runtime.out.waker(poll.sequence, poll.now, RecordKind::wakerWakeByRef,
                                   {poll.iid(), poll.iid()});
            poll.sleepUntil(poll.now + 1);
            m_step = 3;
            return;
        }
        const double elapsed = static_cast<double>(poll.now - m_begun) / 1000;
        const F64 said {__builtin_bit_cast(std::uint64_t, elapsed)};
        const std::uint64_t status = poll.runtime.random() % 40 == 0 ? 500 : 200;
        poll.event(doneSite, {"request done"sv, status, said});
        if (elapsed > 60)
            poll.event(slowSite, {"slow request"sv, said});
        poll.close(m_request);
        m_step = 0;
        poll.finished = --m_left == 0;
        if (!poll.finished)
            poll.sleepUntil(poll.now + poll.between(2'000, 45'000));
    }

    static void render(Poll& poll, std::string_view page, std::uint64_t low, std::uint64_t high)
    {
        const std::uint64_t span = poll.openSpan(renderSite, {page});
        poll.run(poll.between(low, high));
        poll.close(span);
    }

    Service& m_service;
    std::uint64_t m_left;
    int m_step = 0;
    std::uint64_t m_request = 0;
    std::uint64_t m_query = 0;
    std::uint64_t m_begun = 0;
    int m_renders = 0;
};

Runtime::Body database(Service& service)
{
    return [&service](Poll& poll) {
        if (service.queries.empty()) {
            poll.run(3);
            service.idleDatabase.push_back(poll.task);
            return;
        }
        const Service::Query query = service.queries.front();
        service.queries.pop_front();
        poll.run(query.cost / 3);
        poll.wake(query.requester);
        poll.sleepUntil(poll.now + query.cost);
    };
}

// Sums up every half second; every third time without yielding, and so blocks its worker.
Runtime::Body metrics()
{
    return [round = 0](Poll& poll) mutable {
        if (round > 0) {
            const bool slow = round % 3 == 0;
            const std::uint64_t took = slow ? poll.between(36'000, 44'000) : poll.between(300, 700);
            poll.run(took);
            if (slow)
                poll.event(flushSite, {"slow flush"sv, std::uint64_t(18'400), took / 1000});
        }
        ++round;
        poll.sleepUntil(poll.now + 480'000);
    };
}

// Twelve tasks of this kind are busy with the same thing at the same time, again and again for a while.
void convoy(Poll& poll)
{
    constexpr std::uint64_t kFrom = kStart + 2'300'000, kTo = kStart + 2'620'000;
    if (poll.now < kFrom) {
        poll.sleepUntil(kFrom + poll.between(0, 300));
        return;
    }
    poll.run(poll.between(700, 1'300));
    poll.finished = poll.now > kTo;
    if (!poll.finished)
        poll.sleepUntil(poll.now + poll.between(100, 700));
}

// Waits for a session to end; nobody ever tells it.
void watcher(Poll& poll)
{
    poll.run(6);
}

Runtime::Body ticker(std::uint64_t period, std::uint64_t low, std::uint64_t high)
{
    return [period, low, high](Poll& poll) {
        poll.run(poll.between(low, high));
        poll.sleepUntil(poll.now + period);
    };
}

Runtime::Body acceptLoop(Service& service)
{
    return [&service](Poll& poll) {
        poll.run(poll.between(12, 40));
        const std::uint64_t since = poll.now - kStart;
        const bool burst = since > 1'200'000 && since < 1'700'000;
        poll.event(acceptedSite, {"accepted"sv, "10.0.0.7"sv});
        poll.spawn("connection", Connection(service, poll.between(12, 34)));
        poll.spawn("session.watch", watcher);
        poll.sleepUntil(poll.now + (burst ? poll.between(6'000, 22'000) : poll.between(30'000, 85'000)));
    };
}

}

Result<std::filesystem::path> writeDemo(const std::filesystem::path& folder)
{
    Runtime runtime;
    Service service;
    std::vector<std::pair<std::string_view, Runtime::Body>> first = {
        {"accept", acceptLoop(service)},
        {"metrics.flush", metrics()},
        {"cache.refresh", ticker(210'000, 900, 4'200)},
        {"heartbeat", ticker(50'000, 8, 30)},
    };
    for (int i = 0; i < 6; ++i)
        first.emplace_back("db.connection", database(service));
    for (int i = 0; i < 12; ++i)
        first.emplace_back("session.update", convoy);
    runtime.runMain(first);
    runtime.run();
    const std::filesystem::path path = folder / kDemo.file;
    return runtime.out.write(path).map([&] { return path; });
}

const Demo kDemo {
    .format = "rfr",
    .label = "Async Rust",
    .title = "Web service",
    .about = "Why is a request late? A slow poll, a lock convoy and a task leak.",
    .file = "web-service.rfr",
    .write = writeDemo,
};

}
