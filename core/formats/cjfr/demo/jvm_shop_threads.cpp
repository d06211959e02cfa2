// The threads of the shop that serve no requests, and what the JVM measures of all.
#include "core/formats/cjfr/demo/jvm_shop.h"

#include <utility>

namespace traceglass::cjfr {

using namespace schedule;

std::int64_t JvmShop::watch(std::uint32_t thread, std::int64_t ns)
{
    constexpr std::int64_t kPause = kSecond / 2;
    // Classes are loaded when something is done for the first time: mostly at the beginning.
    const std::int64_t classes = isWithin(ns, 0, 80) ? 60 : m_random.from(0, 2);
    std::int64_t now = ns;
    for (std::int64_t i = 0; i < classes; ++i) {
        constexpr std::string_view kLoaded[] = {"shop/web/Template", "shop/payment/Signature",
                                                "shop/report/Csv",   "java/util/zip/Deflater",
                                                "shop/mail/Mime",    "shop/images/Scaler"};
        const std::string_view name = kLoaded[m_random.below(std::size(kLoaded))];
        const std::int64_t loader = name.starts_with("shop/") ? 1 : 0;
        const std::int64_t length = m_random.skewed(90 * kMicrosecond, 2 * kMillisecond);
        m_script.add(JvmEvent::classLoad, now, length, thread, m_calls.place("load"),
                     {number(name), loader, loader});
        now = m_script.after(now, length + 100 * kMicrosecond);
        ++m_classes;
    }
    now = file(JvmEvent::fileWrite, thread, now, m_random.skewed(20 * kMicrosecond, kMillisecond),
               "health-write", "/var/log/shop/health.log", 212);
    const std::int64_t end = m_script.after(now, kPause);
    m_script.add(JvmEvent::threadSleep, now, end - now, thread, m_calls.place("watch"), {kPause});
    return end;
}

std::int64_t JvmShop::index(std::uint32_t thread, std::int64_t ns)
{
    const std::int64_t waited = m_script.after(ns, m_random.from(120 * kMillisecond, 700 * kMillisecond));
    m_script.add(JvmEvent::monitorWait, ns, waited - ns, thread, m_calls.place("changes"),
                 {number("shop/catalog/ChangeQueue"), m_servers[m_random.below(m_servers.size())], 0, 0,
                  0x7'0b60'1150});
    std::int64_t now = waited;
    for (std::int64_t part = m_random.from(3, 9); part > 0; --part) {
        now = file(JvmEvent::fileRead, thread, now, m_random.skewed(80 * kMicrosecond, 6 * kMillisecond),
                   "source-read", "/srv/shop/catalog/products.bin", 64 << 10);
        now = work(thread, now, m_random.skewed(9 * kMillisecond, 60 * kMillisecond), "index");
    }
    return now;
}

std::int64_t JvmShop::sendMail(std::uint32_t thread, std::int64_t ns)
{
    constexpr std::int64_t kPatience = kSecond;
    const std::int64_t end = m_script.after(ns, m_random.from(60 * kMillisecond, kPatience));
    m_script.add(JvmEvent::threadPark, ns, end - ns, thread, m_calls.place("mail-idle"),
                 {number("java/util/concurrent/LinkedBlockingQueue"), kPatience, 0, 0x7'0c00'8890});
    constexpr std::string_view kRelay = "10.0.1.25";
    std::int64_t now = work(thread, end, m_random.skewed(kMillisecond, 9 * kMillisecond), "mail");
    for (int i = 0; i < 3; ++i) {
        now = socket(JvmEvent::socketWrite, thread, now, 30 * kMicrosecond, "mail-write", kRelay, 25,
                     m_random.from(40, 4'000));
        now = socket(JvmEvent::socketRead, thread, now, m_random.skewed(2 * kMillisecond, 40 * kMillisecond),
                     "mail-read", kRelay, 25, 64);
    }
    return now;
}

// Threads that live for a part of each act: do they now? `ns` becomes when there is something to do.
bool JvmShop::lives(Agent& agent, std::int64_t& ns, std::int64_t begin, std::int64_t end)
{
    constexpr std::int64_t kStarting = 200 * kMicrosecond;
    if (ns < begin || ns >= end) {
        if (std::exchange(agent.isAlive, false))
            lifetime(JvmEvent::threadEnd, agent.thread, ns);
        ns = ns < begin ? begin : m_actStart + m_actLength;
        return false;
    }
    if (!std::exchange(agent.isAlive, true)) {
        lifetime(JvmEvent::threadStart, agent.thread, ns);
        ns += kStarting;
    }
    return true;
}

// Fills the heap.
std::int64_t JvmShop::report(Agent& agent, std::int64_t ns)
{
    if (!lives(agent, ns, at(kReportBegin), at(kReportEnd)))
        return ns;
    struct Burst
    {
        std::string_view place, what;
    };
    constexpr Burst kBursts[] = {{"report-map", "[Ljava/util/HashMap$Node;"},
                                 {"report-array", "[B"},
                                 {"report-row", "shop/report/Row"},
                                 {"report-text", "java/util/Formatter$FixedString"},
                                 {"report-string", "[B"}};
    const std::int64_t end =
        work(agent.thread, ns, m_random.from(8 * kMillisecond, 30 * kMillisecond), "report");
    for (std::int64_t at = ns; at < end; at += m_random.from(400 * kMicrosecond, 2 * kMillisecond)) {
        const Burst& burst = kBursts[m_random.below(std::size(kBursts))];
        allocate(agent.thread, at, m_calls.place(burst.place), burst.what,
                 m_random.skewed(1 << 20, 12 << 20));
    }
    return file(JvmEvent::fileWrite, agent.thread, end, m_random.skewed(200 * kMicrosecond, 5 * kMillisecond),
                "report-write", "/var/lib/shop/reports/sales.csv", m_random.from(16, 128) << 10);
}

std::int64_t JvmShop::import(Agent& agent, std::int64_t ns)
{
    const std::int64_t begin = at(kImportsBegin + static_cast<int>(agent.thread % 5));
    const std::int64_t end = at(kImportsEnd - 7 * static_cast<int>(agent.thread % 5));
    if (!lives(agent, ns, begin, end))
        return ns;
    ns = socket(JvmEvent::socketRead, agent.thread, ns, m_random.skewed(kMillisecond, 50 * kMillisecond),
                "feed-read", "10.0.9.80", 443, 16 << 10);
    return work(agent.thread, ns, m_random.skewed(2 * kMillisecond, 24 * kMillisecond), "import");
}

std::int64_t JvmShop::compile(std::uint32_t thread, std::int64_t ns)
{
    const bool isFirst = thread == m_quickCompiler;
    const std::int64_t length = isFirst ? m_random.skewed(300 * kMicrosecond, 9 * kMillisecond)
                                        : m_random.skewed(2 * kMillisecond, 120 * kMillisecond);
    const std::int64_t size = length / 700;
    m_script.add(JvmEvent::compilation, ns, length, thread, kNobody,
                 {++m_compilations, isFirst ? "c1" : "c2", m_calls.someMethod(m_random), isFirst ? 3 : 4, 1,
                  m_random.once(9), size, size / 5});
    // Less and less is left to compile.
    const std::int64_t pause =
        std::min<std::int64_t>(5 * kMillisecond * (1 + m_compilations / 20), kSecond / 3);
    return ns + length + m_random.from(kMillisecond, pause * 2);
}

std::int64_t JvmShop::measure(std::int64_t ns)
{
    const bool convoy = isWithin(ns, kConvoyBegin + 5, kConvoyEnd),
               busy = isWithin(ns, kReportBegin, kReportEnd);
    const double noise = static_cast<double>(m_random.from(-40, 40)) / 1'000;
    const double user = (convoy ? 0.07 : busy ? 0.71 : 0.42) + noise;
    const double system = user / 9;
    const double machine = std::min(user + system + 0.06, 1.0);
    m_script.add(JvmEvent::cpuLoad, ns, 0, kNobody, kNobody, {user, system, machine});
    for (const std::uint32_t server : m_servers) {
        const double part = user / static_cast<double>(m_servers.size());
        m_script.add(JvmEvent::threadCpuLoad, ns, 0, server, kNobody, {part, part / 9});
    }
    // One thread in native code is sampled at a time.
    if (!m_script.isPaused(ns))
        m_script.add(JvmEvent::nativeSample, ns, 0, m_servers[m_random.below(m_servers.size())],
                     m_calls.place("search-db-read"));
    m_script.add(JvmEvent::threadStatistics, ns, 0, kNobody, kNobody,
                 {m_collector.threads, 12, m_collector.threads + 40 + 4 * m_act, m_collector.threads + 3});
    m_script.add(JvmEvent::classStatistics, ns, 0, kNobody, kNobody, {m_classes, 18});
    const auto second = static_cast<std::size_t>((ns - m_startNs) / kSecond);
    m_cpu.resize(std::max(m_cpu.size(), second + 1));
    m_cpu[second] = {static_cast<float>(user), static_cast<float>(system), static_cast<float>(machine)};
    return ns + kSecond / 4;
}

}
