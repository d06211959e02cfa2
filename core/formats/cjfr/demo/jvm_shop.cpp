#include "core/formats/cjfr/demo/jvm_shop.h"

#include <utility>

namespace traceglass::cjfr {

using namespace schedule;

namespace {

constexpr std::int64_t kLongestAct = 30 * kSecond;
constexpr std::int64_t kEventEvery = 145 * kMicrosecond; // about
constexpr std::int64_t kSampleEvery = 10 * kMillisecond;
constexpr std::int64_t kMiB = 1 << 20;
constexpr std::int64_t kMonitor = 0x7'1c40'2d98; // address of the cart registry

constexpr std::string_view kClients[] = {"10.0.3.17", "10.0.3.44", "10.0.3.90", "10.0.4.12", "10.0.4.13"};

// Few events are one short act.
std::int64_t lengthOfAct(std::uint64_t events)
{
    constexpr std::int64_t kShortest = kSecond / 5;
    const std::uint64_t enough = static_cast<std::uint64_t>(kLongestAct / kEventEvery);
    return std::max(static_cast<std::int64_t>(std::min(events, enough)) * kEventEvery, kShortest);
}

}

const JvmShop::Goods JvmShop::kGoods[4] = {
    {"search", "/api/search", 44, 1, 6'200 * kMicrosecond, false, false},
    {"product", "/api/products", 33, 2, 4'300 * kMicrosecond, false, false},
    {"cart", "/api/cart", 16, 2, 2'100 * kMicrosecond, true, false},
    {"checkout", "/api/checkout", 7, 4, 7'800 * kMicrosecond, true, true},
};

JvmShop::JvmShop(JvmRecorder& recorder, std::int64_t startNs, std::uint64_t events)
    : m_recorder(recorder)
    , m_script(recorder, 20'260'521)
    , m_calls(recorder, kShopCalls)
    , m_collector(m_script)
    , m_random(m_script.random)
    , m_startNs(startNs)
    , m_left(events)
    , m_actLength(lengthOfAct(events))
    , m_actStart(startNs)
    , m_now(startNs)
{
    const auto thread = [&](std::string name, std::int64_t osId, std::int64_t javaId) {
        return recorder.addThread(std::move(name), osId, javaId);
    };
    const auto join = [&](Role role, std::uint32_t number, std::int64_t delay) {
        m_turns.push({startNs + delay, m_agents.size()});
        m_agents.push_back({role, number});
    };
    m_main = thread("main", 4096, 1);
    join(Role::watch, m_main, 3 * kMillisecond);
    constexpr int kServers = 16;
    for (int i = 1; i <= kServers; ++i) {
        m_servers.push_back(thread("http-" + std::to_string(i), 4140 + i, 30 + i));
        join(Role::server, m_servers.back(), i * 1'700 * kMicrosecond);
    }
    join(Role::indexer, thread("indexer", 4160, 48), 8 * kMillisecond);
    join(Role::mail, thread("mail-sender", 4161, 49), 11 * kMillisecond);
    join(Role::report, thread("report", 4170, 60), 0);
    for (int i = 1; i <= 3; ++i)
        join(Role::import, thread("import-" + std::to_string(i), 4162 + i, 51 + i), 0);
    m_quickCompiler = thread("C1 CompilerThread0", 4120, 12);
    join(Role::compiler, m_quickCompiler, 5 * kMillisecond);
    join(Role::compiler, thread("C2 CompilerThread0", 4121, 13), 6 * kMillisecond);
    join(Role::machine, kNobody, 140 * kMillisecond);
    join(Role::statistics, kNobody, 20 * kMillisecond);
    m_collector.threads = static_cast<std::int64_t>(m_agents.size());
    introduce();
    beginAct();
}

// What a recording begins with: who it is of.
void JvmShop::introduce()
{
    const auto say = [&](JvmEvent event, std::vector<JvmValue> values) {
        m_script.add(event, m_startNs, 0, kNobody, kNobody, std::move(values));
    };
    say(JvmEvent::jvmInformation,
        {"OpenJDK 64-Bit Server VM", "21.0.4+7", "-Xmx4g -XX:+UseG1GC", "", "shop.Main --port 8080",
         m_startNs - 90 * kSecond, 4096});
    say(JvmEvent::osInformation, {"Linux 6.1.0 x86_64"});
    say(JvmEvent::cpuInformation, {"x86-64", "8 cores", 1, 8, 16});
    m_collector.begin(m_startNs, 380 * kMiB);
}

std::int64_t JvmShop::at(int thousandth) const
{
    return m_actStart + m_actLength / 1'000 * thousandth;
}

// Collections are planned ahead, because everything else has to know when it is held up.
void JvmShop::beginAct()
{
    m_script.forgetPausesBefore(m_actStart);
    const auto plan = [&](int when, std::int64_t pauseNs, std::string_view cause, std::int64_t before,
                          std::int64_t after, std::uint32_t caller) {
        m_collector.plan({at(when) + m_random.from(0, 40 * kMillisecond),
                          pauseNs + m_random.from(0, 900 * kMicrosecond), cause, before * kMiB, after * kMiB,
                          m_actLength / 1'000 * m_random.from(26, 34), caller});
    };
    plan(kFirstCollection, 11 * kMillisecond, "G1 Evacuation Pause", 1'480, 410, m_servers[4]);
    plan(kSecondCollection, 16 * kMillisecond, "Metadata GC Threshold", 1'910, 520, m_main);
    plan(kThirdCollection, 68 * kMillisecond, "G1 Humongous Allocation", 3'540, 890, m_servers[9]);
}

bool JvmShop::play(std::uint64_t records)
{
    for (std::uint64_t written = 0; written < records && m_left > 0;) {
        const Turn next = m_turns.top();
        m_turns.pop();
        if (next.ns >= m_actStart + m_actLength) {
            m_actStart += m_actLength;
            ++m_act;
            beginAct();
        }
        m_now = next.ns;
        m_turns.push({std::max(turn(m_agents[next.agent], next.ns), next.ns + 1), next.agent});
        constexpr std::uint64_t kTurnsAWrite = 256;
        if (++m_turnsPlayed % kTurnsAWrite == 0) {
            // Safepoints begin a little before what they are for.
            const std::uint64_t count = m_script.writeUntil(m_now - kMillisecond, m_left);
            m_left -= count;
            written += count;
        }
    }
    return m_left > 0;
}

std::int64_t JvmShop::turn(Agent& agent, std::int64_t ns)
{
    switch (agent.role) {
    case Role::server: return serve(agent, ns);
    case Role::watch: return watch(agent.thread, ns);
    case Role::indexer: return index(agent.thread, ns);
    case Role::mail: return sendMail(agent.thread, ns);
    case Role::report: return report(agent, ns);
    case Role::import: return import(agent, ns);
    case Role::compiler: return compile(agent.thread, ns);
    case Role::statistics: return measure(ns);
    case Role::machine: break;
    }
    constexpr std::string_view kOperations[] = {"ICBufferFull", "HandshakeAllThreads", "Cleanup",
                                                "ICBufferFull"};
    const std::int64_t length = m_random.skewed(60 * kMicrosecond, 900 * kMicrosecond);
    if (m_script.after(ns, length) == ns + length) // one operation at a time
        m_collector.operation(ns, length, kOperations[m_random.below(std::size(kOperations))], kNobody);
    return ns + m_random.from(180 * kMillisecond, 420 * kMillisecond);
}

// --- what all threads do

// Runs for a while, and is sampled meanwhile where its time has come.
std::int64_t JvmShop::work(std::uint32_t thread, std::int64_t ns, std::int64_t length, std::string_view group)
{
    const std::int64_t end = m_script.after(ns, length);
    const std::int64_t phase = thread * 1'310 * kMicrosecond % kSampleEvery;
    for (std::int64_t tick = (ns - phase + kSampleEvery - 1) / kSampleEvery * kSampleEvery + phase;
         tick < end; tick += kSampleEvery) {
        if (!m_script.isPaused(tick))
            m_script.add(JvmEvent::executionSample, tick, 0, thread, m_calls.sampled(group, m_random));
    }
    constexpr std::uint64_t kOneIn = 4;
    if (m_random.once(kOneIn)) {
        constexpr std::string_view kObjects[] = {
            "[B", "java/lang/String", "[C", "java/util/HashMap$Node", "shop/db/Row", "[Ljava/lang/Object;"};
        allocate(thread, ns + length / 2, m_calls.sampled(group, m_random),
                 kObjects[m_random.below(std::size(kObjects))], m_random.skewed(24 << 10, 900 << 10));
    }
    return end;
}

void JvmShop::allocate(std::uint32_t thread, std::int64_t ns, std::uint32_t stack, std::string_view what,
                       std::int64_t bytes)
{
    if (m_script.isPaused(ns))
        return;
    m_allocated += bytes;
    m_script.add(JvmEvent::allocationSample, ns, 0, thread, stack, {number(what), bytes});
}

std::int64_t JvmShop::file(JvmEvent event, std::uint32_t thread, std::int64_t ns, std::int64_t length,
                           std::string_view where, std::string_view path, std::int64_t bytes)
{
    const std::int64_t end = m_script.after(ns, length);
    std::vector<JvmValue> values {path, bytes};
    if (event == JvmEvent::fileRead)
        values.emplace_back(0);
    m_script.add(event, ns, end - ns, thread, m_calls.place(where), std::move(values));
    return end;
}

std::int64_t JvmShop::socket(JvmEvent event, std::uint32_t thread, std::int64_t ns, std::int64_t length,
                             std::string_view where, std::string_view address, int port, std::int64_t bytes)
{
    const std::int64_t end = m_script.after(ns, length);
    std::vector<JvmValue> values {"", address, port};
    if (event == JvmEvent::socketRead)
        values.insert(values.end(), {30 * kSecond, bytes, 0});
    else
        values.emplace_back(bytes);
    m_script.add(event, ns, end - ns, thread, m_calls.place(where), std::move(values));
    return end;
}

void JvmShop::lifetime(JvmEvent event, std::uint32_t thread, std::int64_t ns)
{
    if (event == JvmEvent::threadStart)
        m_script.add(event, ns, 0, thread, m_calls.place("start"), {thread, m_main});
    else
        m_script.add(event, ns, 0, thread, kNobody, {thread});
}

// --- requests

std::int64_t JvmShop::idle(std::uint32_t thread, std::int64_t ns)
{
    const std::int64_t end = m_script.after(ns, m_random.skewed(900 * kMicrosecond, 40 * kMillisecond));
    m_script.add(JvmEvent::threadPark, ns, end - ns, thread, m_calls.place("idle"),
                 {number("java/util/concurrent/locks/AbstractQueuedSynchronizer$ConditionObject"), 0, 0,
                  0x7'0a11'6650});
    return end;
}

std::int64_t JvmShop::query(std::uint32_t thread, std::int64_t ns, std::string_view group)
{
    constexpr std::string_view kDatabase = "10.0.1.5";
    constexpr int kPort = 5432;
    ns = socket(JvmEvent::socketWrite, thread, ns, m_random.skewed(7 * kMicrosecond, 40 * kMicrosecond),
                std::string(group) + "-db-write", kDatabase, kPort, m_random.from(90, 400));
    return socket(JvmEvent::socketRead, thread, ns, m_random.skewed(240 * kMicrosecond, 5 * kMillisecond),
                  std::string(group) + "-db-read", kDatabase, kPort, m_random.skewed(300, 24'000));
}

// Everybody who changes a cart passes here, and orders are written to the journal with the lock held. While
// the disk is slow all others queue behind: each gets the lock from the one before.
std::int64_t JvmShop::lockRegistry(std::uint32_t thread, std::int64_t ns, const Goods& goods)
{
    if (m_lockFreeNs > ns && m_lockOwner != thread) {
        m_script.add(JvmEvent::monitorEnter, ns, m_lockFreeNs - ns, thread,
                     m_calls.place(std::string(goods.group) + "-lock"),
                     {number("shop/cart/CartRegistry"), m_lockOwner, kMonitor});
        ns = m_lockFreeNs;
    }
    m_lockOwner = thread;
    const bool diskIsSlow = isWithin(ns, kConvoyBegin, kConvoyEnd);
    if (goods.isOrder)
        ns = file(JvmEvent::fileWrite, thread, ns,
                  diskIsSlow ? m_random.from(38 * kMillisecond, 90 * kMillisecond)
                             : m_random.skewed(14 * kMicrosecond, 200 * kMicrosecond),
                  "journal-write", "/var/lib/shop/orders.journal", 4096);
    else
        ns = work(thread, ns, m_random.skewed(20 * kMicrosecond, 300 * kMicrosecond), goods.group);
    m_lockFreeNs = ns;
    return ns;
}

std::int64_t JvmShop::serve(Agent& agent, std::int64_t ns)
{
    const std::uint32_t thread = agent.thread;
    if (agent.request.goods) { // its turn to take the lock has come
        const std::int64_t now = lockRegistry(thread, ns, *agent.request.goods);
        return answer(thread, now, std::exchange(agent.request, {}));
    }
    Request request;
    request.startNs = idle(thread, ns);
    auto dice = static_cast<int>(m_random.below(100));
    const Goods* goods = kGoods;
    while (dice >= goods->share)
        dice -= (goods++)->share;
    // Once carts hold everybody up, people who want to buy try again and again.
    if (isWithin(request.startNs, kConvoyBegin, kConvoyEnd) && !m_random.once(5))
        goods = &kGoods[3];
    request.goods = goods;
    request.client = kClients[m_random.below(std::size(kClients))];
    request.port = static_cast<int>(m_random.from(40'000, 40'400));
    request.queries = m_random.from(1, goods->queries);

    std::int64_t now = socket(JvmEvent::socketRead, thread, request.startNs,
                              m_random.skewed(8 * kMicrosecond, 600 * kMicrosecond), "client-read",
                              request.client, request.port, m_random.from(180, 900));
    now = work(thread, now, m_random.skewed(60 * kMicrosecond, 700 * kMicrosecond), "http");
    for (std::int64_t i = 0; i < request.queries; ++i) {
        now = query(thread, now, goods->group);
        now = work(thread, now, m_random.skewed(goods->busyNs / 3, goods->busyNs * 3) / request.queries,
                   goods->group);
    }
    constexpr std::uint64_t kUncachedOneIn = 6;
    if (goods->group == "product" && m_random.once(kUncachedOneIn))
        now = file(JvmEvent::fileRead, thread, now, m_random.skewed(30 * kMicrosecond, 3 * kMillisecond),
                   "image-read", "/srv/shop/images/thumbnails.pack", m_random.from(4, 60) << 10);
    if (!goods->locks)
        return answer(thread, now, request);
    agent.request = request;
    return now;
}

std::int64_t JvmShop::answer(std::uint32_t thread, std::int64_t ns, const Request& request)
{
    std::int64_t status = 200;
    if (request.goods->isOrder) {
        constexpr std::uint64_t kDeclinedOneIn = 12;
        if (m_random.once(kDeclinedOneIn)) {
            status = 402;
            m_script.add(JvmEvent::exceptionThrow, ns, 0, thread, m_calls.place("declined"),
                         {"card declined", number("shop/payment/Declined")});
        } else {
            m_script.add(JvmEvent::shopOrder, ns, 0, thread, m_calls.place("checkout"),
                         {++m_orders, m_random.from(1, 9), m_random.once(3)});
        }
    }
    ns = socket(JvmEvent::socketWrite, thread, ns, m_random.skewed(9 * kMicrosecond, 120 * kMicrosecond),
                "client-write", request.client, request.port, m_random.skewed(400, 60'000));
    m_script.add(JvmEvent::shopRequest, request.startNs, ns - request.startNs, thread,
                 m_calls.place("request"), {request.goods->url, status, request.queries});
    return ns;
}

Footer JvmShop::footer() const
{
    Footer out;
    out.startUs = m_startNs / kMicrosecond;
    out.durationUs = (m_now - m_startNs) / kMicrosecond;
    m_collector.summarise(out);
    out.cpuBucketSeconds = 1;
    out.cpu = m_cpu;
    out.allocation = AllocationSummary {m_allocated, m_allocated / 40};
    for (std::size_t i = 0; i < kJvmEvents; ++i) {
        const JvmSchema& schema = schemaOf(static_cast<JvmEvent>(i));
        out.labels.emplace_back(schema.name, schema.label);
    }
    return out;
}

}
