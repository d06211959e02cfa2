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

struct SiteText
{
    Site id;
    std::uint8_t level;
    std::uint32_t kind;
    const char* name;
    const char* module;
    const char* file;
    std::uint64_t line;
    std::vector<std::string_view> fields;
};

const std::vector<SiteText>& sites()
{
    static const std::vector<SiteText> all = {
        {spawnSite,
         10,
         2,
         "runtime.spawn",
         "tokio::task",
         "tokio/src/task/spawn.rs",
         200,
         {"kind", "task.name", "task.id", "loc.file", "loc.line", "loc.col"}},
        {requestSite, 30, 2, "request", "shop::http", "src/http.rs", 88, {"method", "path", "id"}},
        {parseSite, 20, 2, "parse", "shop::http", "src/http.rs", 131, {"bytes"}},
        {authSite, 20, 2, "auth", "shop::session", "src/session.rs", 57, {"user"}},
        {querySite, 20, 2, "db.query", "shop::db", "src/db.rs", 210, {"sql", "rows"}},
        {renderSite, 20, 2, "render", "shop::page", "src/page.rs", 34, {"template"}},
        {doneSite,
         30,
         1,
         "request done",
         "shop::http",
         "src/http.rs",
         167,
         {"message", "status", "elapsed_ms"}},
        {slowSite, 40, 1, "slow request", "shop::http", "src/http.rs", 174, {"message", "elapsed_ms"}},
        {acceptedSite, 20, 1, "accepted", "shop::http", "src/http.rs", 41, {"message", "peer"}},
        {poolSite, 50, 1, "pool exhausted", "shop::db", "src/db.rs", 96, {"message", "waiting"}},
        {missSite, 10, 1, "cache miss", "shop::cache", "src/cache.rs", 22, {"message", "key"}},
        {flushSite,
         40,
         1,
         "slow flush",
         "shop::metrics",
         "src/metrics.rs",
         63,
         {"message", "series", "took_ms"}},
    };
    return all;
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
        std::size_t spawn(std::string_view name, Body body)
        {
            const std::size_t child = runtime.addTask(name, {0, {}}, iid(), std::move(body));
            runtime.out.record(sequence, now, RecordKind::taskNew, runtime.m_tasks[child].iid);
            runtime.makeReady(child, now);
            now += 2;
            return child;
        }
        std::uint64_t openSpan(Site site, std::vector<FieldValue> values)
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
        void event(Site site, std::vector<FieldValue> values)
        {
            runtime.out.event(sequence, now++, {site, {}, std::move(values), {}});
        }
    };

    RecordingWriter out;
    std::mt19937_64 random {20260528};

    Runtime()
    {
        out.setCreated(kStart - 4'500);
        for (const SiteText& site : sites()) {
            // The reference writer puts the name into "target" as well; so do we.
            out.addCallsite({site.id,
                             site.level,
                             site.kind,
                             {{"name", std::string_view(site.name)},
                              {"target", std::string_view(site.name)},
                              {"module_path", std::string_view(site.module)},
                              {"file", std::string_view(site.file)},
                              {"line", site.line}},
                             site.fields});
        }
        for (unsigned i = 0; i < kWorkers; ++i) {
            const std::size_t thread = addTask("", {2, {}}, {}, {});
            out.record(kMainSequence, kStart + i, RecordKind::taskNew, m_tasks[thread].iid);
            out.record(sequenceOf(i), kStart + 40 + i * 7, RecordKind::taskPollStart, m_tasks[thread].iid);
            m_drivers.push_back(m_tasks[thread].iid);
        }
    }

    std::uint64_t between(std::uint64_t low, std::uint64_t high) { return low + random() % (high - low + 1); }

    // The thread that runs block_on: spawns the first tasks and parks.
    void runMain(const std::vector<std::pair<std::string_view, Body>>& first)
    {
        const std::size_t main = addTask("", {3, {}}, {}, {});
        std::uint64_t now = kStart + 120;
        out.record(kMainSequence, now, RecordKind::taskNew, m_tasks[main].iid);
        out.record(kMainSequence, now += 5, RecordKind::taskPollStart, m_tasks[main].iid);
        for (const auto& [name, body] : first) {
            const std::size_t child = addTask(name, {0, {}}, m_tasks[main].iid, body);
            out.record(kMainSequence, now += 9, RecordKind::taskNew, m_tasks[child].iid);
            makeReady(child, now);
        }
        out.record(kMainSequence, now + 30, RecordKind::taskPollEnd, m_tasks[main].iid);
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
                if (!m_tasks[task].done)
                    out.waker(sequenceOf(worker), now, RecordKind::wakerWake,
                              {m_tasks[task].iid, m_drivers[worker]});
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
    static std::uint64_t sequenceOf(unsigned worker) { return 2 + worker; }

    std::size_t addTask(std::string_view name, TaskKind kind, std::optional<std::uint64_t> context, Body body)
    {
        const std::uint64_t id = m_nextId++;
        Task task;
        task.iid = id << 4 | 0x0168'0000'0000'0000;
        task.body = std::move(body);
        out.addTask({task.iid, spawnSite, ++m_nextTask, name, kind, context});
        m_tasks.push_back(std::move(task));
        return m_tasks.size() - 1;
    }

    void makeReady(std::size_t task, std::uint64_t now)
    {
        if (m_tasks[task].done || m_tasks[task].ready)
            return;
        m_tasks[task].ready = true;
        if (!m_tasks[task].polled)
            m_ready.emplace_back(now + 3, task);
    }

    std::uint64_t poll(std::size_t task, std::uint64_t sequence, std::uint64_t now)
    {
        m_tasks[task].ready = false;
        m_tasks[task].polled = true;
        out.record(sequence, now, RecordKind::taskPollStart, m_tasks[task].iid);
        Poll poll {*this, task, sequence, now + 2};
        const Body body = m_tasks[task].body;
        body(poll);
        out.record(sequence, poll.now, RecordKind::taskPollEnd, m_tasks[task].iid);
        m_tasks[task].polled = false;
        if (poll.finished) {
            m_tasks[task].done = true;
            out.record(sequence, poll.now + 2, RecordKind::taskPollStart,
                       m_tasks[task].iid); // the future is dropped in a poll
            out.record(sequence, poll.now + 5, RecordKind::taskPollEnd, m_tasks[task].iid);
            out.record(sequence, poll.now + 6, RecordKind::taskDrop, m_tasks[task].iid);
            return poll.now + 9;
        }
        if (m_tasks[task].ready)
            m_ready.emplace_back(poll.now, task);
        return poll.now + 4;
    }

    std::deque<Task> m_tasks;
    std::deque<std::pair<std::uint64_t, std::size_t>> m_ready;
    std::priority_queue<std::pair<std::uint64_t, std::size_t>,
                        std::vector<std::pair<std::uint64_t, std::size_t>>, std::greater<>>
        m_timers;
    std::vector<std::uint64_t> m_drivers;
    std::uint64_t m_nextId = 1;
    std::uint64_t m_nextTask = 0;
};

using Poll = Runtime::Poll;

// What the tasks of the service share.
struct Service
{
    Runtime& runtime;
    struct Query
    {
        std::size_t requester;
        std::uint64_t cost;
    };
    std::deque<Query> queries;
    std::deque<std::size_t> idleDatabase; // database tasks that wait for work
    std::deque<std::size_t> lockWaiters;
    bool locked = false;
    std::uint64_t requests = 0;
    bool exhaustedSaid = false;
};

// A connection: serves one request after the other; each needs a database query and some rendering.
Runtime::Body connection(Service& service, unsigned requests)
{
    struct State
    {
        int step = 0;
        unsigned left = 0;
        std::uint64_t request = 0;
        std::uint64_t query = 0;
        std::uint64_t begun = 0;
        int renders = 0;
    };
    auto state = std::make_shared<State>();
    state->left = requests;
    return [&service, state](Poll& poll) {
        Runtime& runtime = service.runtime;
        static constexpr std::array<std::string_view, 6> kPaths = {
            "/", "/cart", "/item/4711", "/item/815", "/search?q=lamp", "/checkout"};
        static constexpr std::array<std::string_view, 3> kSql = {"select * from items where id = $1",
                                                                 "select * from cart where user = $1",
                                                                 "insert into orders values ($1, $2)"};
        switch (state->step) {
        case 0: { // read and parse, then ask the database
            state->begun = poll.now;
            const std::string_view path = kPaths[runtime.random() % kPaths.size()];
            state->request =
                poll.openSpan(requestSite,
                              {path == "/checkout" ? std::string_view("POST") : std::string_view("GET"), path,
                               ++service.requests});
            const std::uint64_t parse = poll.openSpan(parseSite, {runtime.between(180, 2400)});
            poll.run(runtime.between(40, 160));
            poll.close(parse);
            const std::uint64_t auth = poll.openSpan(authSite, {runtime.between(1000, 1400)});
            poll.run(runtime.between(60, 220));
            if (runtime.random() % 5 == 0)
                poll.event(missSite, {std::string_view("cache miss"), std::string_view("session")});
            poll.close(auth);
            state->query =
                poll.openSpan(querySite, {kSql[runtime.random() % kSql.size()], runtime.between(1, 40)});
            service.queries.push_back({poll.task, runtime.between(300, 1500)});
            if (!service.idleDatabase.empty()) {
                poll.wake(service.idleDatabase.front());
                service.idleDatabase.pop_front();
            } else if (service.queries.size() > 14 && !service.exhaustedSaid) {
                poll.event(poolSite,
                           {std::string_view("pool exhausted"), std::uint64_t(service.queries.size())});
                service.exhaustedSaid = true;
            }
            poll.exit(state->query);
            poll.exit(state->request);
            state->step = 1;
            break;
        }
        case 1: // the answer is there: render in slices, yielding between them
            poll.enter(state->request);
            poll.enter(state->query);
            poll.run(runtime.between(30, 90));
            poll.close(state->query);
            state->renders = static_cast<int>(runtime.between(1, 3));
            state->step = 2;
            [[fallthrough]];
        case 2: {
            if (state->step == 2 && state->renders < 0)
                poll.enter(state->request);
            const std::uint64_t render = poll.openSpan(renderSite, {std::string_view("page.html")});
            poll.run(runtime.between(500, 2600));
            poll.close(render);
            if (--state->renders > 0) {
                poll.exit(state->request);
                runtime.out.waker(poll.sequence, poll.now, RecordKind::wakerWakeByRef,
                                  {poll.iid(), poll.iid()});
                poll.sleepUntil(poll.now + 1);
                state->step = 3;
                break;
            }
            const double elapsed = static_cast<double>(poll.now - state->begun) / 1000;
            poll.event(doneSite,
                       {std::string_view("request done"),
                        std::uint64_t(runtime.random() % 40 == 0 ? 500 : 200),
                        F64 {__builtin_bit_cast(std::uint64_t, elapsed)}});
            if (elapsed > 60)
                poll.event(
                    slowSite,
                    {std::string_view("slow request"), F64 {__builtin_bit_cast(std::uint64_t, elapsed)}});
            poll.close(state->request);
            state->step = 0;
            if (--state->left == 0)
                poll.finished = true;
            else
                poll.sleepUntil(poll.now + runtime.between(2'000, 45'000));
            break;
        }
        default:
            poll.enter(state->request);
            state->step = 2;
            const std::uint64_t render = poll.openSpan(renderSite, {std::string_view("footer.html")});
            poll.run(runtime.between(200, 900));
            poll.close(render);
            poll.exit(state->request);
            poll.sleepUntil(poll.now + runtime.between(80, 400));
            state->renders = -1;
            break;
        }
    };
}

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
Runtime::Body metrics(Service& service)
{
    auto round = std::make_shared<int>(0);
    return [&service, round](Poll& poll) {
        if (*round > 0) {
            const bool slow = *round % 3 == 0;
            const std::uint64_t took =
                slow ? service.runtime.between(36'000, 44'000) : service.runtime.between(300, 700);
            poll.run(took);
            if (slow)
                poll.event(flushSite, {std::string_view("slow flush"), std::uint64_t(18'400), took / 1000});
        }
        ++*round;
        poll.sleepUntil(poll.now + 480'000);
    };
}

// Twelve tasks that want one lock at the same time, again and again for a while: each wakes the next.
Runtime::Body convoy(Service& service, std::uint64_t from, std::uint64_t to)
{
    auto holding = std::make_shared<bool>(false);
    return [&service, from, to, holding](Poll& poll) {
        if (poll.now < from) {
            poll.sleepUntil(from + service.runtime.between(0, 300));
            return;
        }
        if (!*holding && service.locked) {
            poll.run(4);
            service.lockWaiters.push_back(poll.task);
            return;
        }
        service.locked = true;
        *holding = false;
        poll.run(service.runtime.between(700, 1'300));
        service.locked = false;
        if (!service.lockWaiters.empty()) {
            poll.wake(service.lockWaiters.front());
            service.lockWaiters.pop_front();
        }
        if (poll.now > to) {
            poll.finished = true;
            return;
        }
        poll.sleepUntil(poll.now + service.runtime.between(100, 700));
    };
}

// Waits for a session to end; nobody ever tells it.
Runtime::Body watcher()
{
    return [](Poll& poll) { poll.run(6); };
}

Runtime::Body ticker(Service& service, std::uint64_t period, std::uint64_t low, std::uint64_t high)
{
    return [&service, period, low, high](Poll& poll) {
        poll.run(service.runtime.between(low, high));
        poll.sleepUntil(poll.now + period);
    };
}

Runtime::Body acceptLoop(Service& service)
{
    return [&service](Poll& poll) {
        poll.run(service.runtime.between(12, 40));
        const std::uint64_t since = poll.now - kStart;
        const bool burst = since > 1'200'000 && since < 1'700'000;
        poll.event(acceptedSite, {std::string_view("accepted"), std::string_view("10.0.0.7")});
        poll.spawn("connection", connection(service, static_cast<unsigned>(service.runtime.between(12, 34))));
        poll.spawn("session.watch", watcher());
        poll.sleepUntil(
            poll.now
            + (burst ? service.runtime.between(6'000, 22'000) : service.runtime.between(30'000, 85'000)));
    };
}

}

Result<std::filesystem::path> writeDemo(const std::filesystem::path& folder)
{
    Runtime runtime;
    Service service {runtime, {}, {}, {}, false, 0, false};
    std::vector<std::pair<std::string_view, Runtime::Body>> first = {
        {"accept", acceptLoop(service)},
        {"metrics.flush", metrics(service)},
        {"cache.refresh", ticker(service, 210'000, 900, 4'200)},
        {"heartbeat", ticker(service, 50'000, 8, 30)},
    };
    for (int i = 0; i < 6; ++i)
        first.emplace_back("db.connection", database(service));
    for (int i = 0; i < 12; ++i)
        first.emplace_back("session.update", convoy(service, kStart + 2'300'000, kStart + 2'620'000));
    runtime.runMain(first);
    runtime.run();
    const std::filesystem::path path = folder / "web-service.rfr";
    if (auto written = runtime.out.write(path); !written)
        return tl::unexpected(written.error());
    return path;
}

const Demo kDemo {
    .format = "rfr",
    .label = "Async Rust",
    .title = "Web service",
    .about = "Why is a request late? A slow poll, a lock convoy and a task leak.",
    .write = writeDemo,
};

}
