#include "core/formats/cjfr/demo/jvm_script.h"

#include <numeric>

namespace traceglass::cjfr {

namespace {

constexpr std::int64_t kCommitted = std::int64_t(4) << 30;

}

void JvmScript::forgetPausesBefore(std::int64_t ns)
{
    std::erase_if(m_pauses, [&](const TimeRange& pause) { return pause.endNs < ns; });
}

bool JvmScript::isPaused(std::int64_t ns) const
{
    return std::ranges::any_of(m_pauses, [&](const TimeRange& pause) { return pause.contains(ns); });
}

std::int64_t JvmScript::after(std::int64_t ns, std::int64_t length) const
{
    std::int64_t end = ns + length;
    for (const TimeRange& pause : m_pauses) {
        if (ns < pause.endNs && end > pause.startNs)
            end += pause.endNs - std::max(pause.startNs, ns);
    }
    return end;
}

std::uint64_t JvmScript::writeUntil(std::int64_t ns, std::uint64_t atMost)
{
    const auto rest = std::partition(m_waiting.begin(), m_waiting.end(),
                                     [&](const JvmRecord& record) { return record.endNs() < ns; });
    // Ties are broken so that nothing depends on how the library sorts.
    std::sort(m_waiting.begin(), rest, [](const JvmRecord& a, const JvmRecord& b) {
        return std::tuple(a.endNs(), a.startNs, a.event, a.thread)
            < std::tuple(b.endNs(), b.startNs, b.event, b.thread);
    });
    const auto count = std::min(static_cast<std::uint64_t>(rest - m_waiting.begin()), atMost);
    for (std::size_t i = 0; i < count; ++i)
        m_recorder.write(m_waiting[i]);
    m_waiting.erase(m_waiting.begin(), rest);
    return count;
}

Collector::Collector(JvmScript& script)
    : m_script(script)
    , m_vmThread(script.recorder().addThread("VM Thread", 4105, 0))
    , m_marker(script.recorder().addThread("G1 Main Marker", 4103, 0))
{
    constexpr int kWorkers = 4;
    for (int i = 0; i < kWorkers; ++i)
        m_workers.push_back(script.recorder().addThread("GC Thread#" + std::to_string(i), 4098 + 10 * i, 0));
}

void Collector::operation(std::int64_t startNs, std::int64_t length, std::string_view name,
                          std::uint32_t caller)
{
    const std::int64_t id = ++m_safepoint;
    const std::int64_t reaching = m_script.random.skewed(15 * kMicrosecond, 160 * kMicrosecond);
    m_script.add(JvmEvent::safepointBegin, startNs - reaching, reaching, m_vmThread, kNobody,
                 {id, threads, 0});
    m_script.add(JvmEvent::safepointSync, startNs - reaching + 2 * kMicrosecond, reaching - 4 * kMicrosecond,
                 m_vmThread, kNobody, {id, threads, m_script.random.from(0, 6), 2});
    m_script.add(JvmEvent::vmOperation, startNs, length, m_vmThread, kNobody, {name, 1, 1, caller, id});
    m_script.add(JvmEvent::safepointEnd, startNs + length, 3 * kMicrosecond, m_vmThread, kNobody, {id});
}

void Collector::pause(std::int64_t startNs, std::int64_t length, std::string_view name,
                      std::string_view operationName, std::uint32_t caller)
{
    operation(startNs, length, operationName, caller);
    m_script.addPause({startNs, startNs + length});
    m_script.add(JvmEvent::phasePause, startNs, length, m_vmThread, kNobody, {m_id, name});
    m_pausesUs.push_back(length / kMicrosecond);
}

// One after the other, each with its share of the time in percent.
void Collector::phases(JvmEvent level, std::int64_t startNs, std::int64_t length,
                       std::initializer_list<std::pair<std::string_view, int>> shares)
{
    const std::uint32_t thread = level == JvmEvent::phaseConcurrent ? m_marker : m_vmThread;
    for (const auto& [name, percent] : shares) {
        const std::int64_t part = length / 100 * percent;
        m_script.add(level, startNs, part - kMicrosecond, thread, kNobody, {m_id, name});
        startNs += part;
    }
}

// What each worker does while objects are moved; they do not finish together.
void Collector::parallel(std::int64_t startNs, std::int64_t length)
{
    for (std::size_t worker = 0; worker < m_workers.size(); ++worker) {
        std::int64_t at = startNs;
        const std::int64_t busy = length / 100 * m_script.random.from(78, 99);
        for (const auto& [name, percent] : {std::pair {std::string_view("ExtRootScan"), 8},
                                            {std::string_view("ScanHR"), 21},
                                            {std::string_view("CodeRoots"), 4},
                                            {std::string_view("ObjCopy"), 67}}) {
            const std::int64_t part = busy / 100 * percent;
            m_script.add(JvmEvent::phaseParallel, at, part - kMicrosecond, m_workers[worker], kNobody,
                         {m_id, static_cast<std::int64_t>(worker), name});
            at += part;
        }
        m_script.add(JvmEvent::phaseParallel, at, startNs + length - at, m_workers[worker], kNobody,
                     {m_id, static_cast<std::int64_t>(worker), "Termination"});
    }
}

void Collector::heap(std::int64_t atNs, std::string_view when, std::int64_t used)
{
    constexpr std::int64_t kThreshold = 96 << 20;
    m_script.add(JvmEvent::heapSummary, atNs, 0, kNobody, kNobody, {m_id, when, kCommitted, used});
    const std::int64_t classes = m_metaspace / 8;
    m_script.add(JvmEvent::metaspaceSummary, atNs, 0, kNobody, kNobody,
                 {m_id, when, kThreshold, m_metaspace, m_metaspace - classes, classes});
    m_metaspace += m_script.random.from(40 << 10, 400 << 10);
}

void Collector::young(const PlannedCollection& collection)
{
    ++m_id;
    const std::int64_t start = collection.startNs, length = collection.pauseNs;
    heap(start, "Before GC", collection.usedBefore);
    pause(start, length, "GC Pause", "G1CollectForAllocation", collection.caller);
    const std::int64_t work = length - 200 * kMicrosecond;
    phases(JvmEvent::phasePause1, start + 100 * kMicrosecond, work,
           {{"Pre Evacuate Collection Set", 5},
            {"Merge Heap Roots", 7},
            {"Evacuate Collection Set", 73},
            {"Post Evacuate Collection Set", 15}});
    const std::int64_t evacuation = start + 100 * kMicrosecond + work / 100 * 12;
    parallel(evacuation, work / 100 * 73 - 2 * kMicrosecond);
    phases(JvmEvent::phasePause2, evacuation + work / 100 * 73, work / 100 * 15 - 2 * kMicrosecond,
           {{"Reference Processing", 40}, {"Weak Processing", 25}, {"Recalculate Used Memory", 35}});
    heap(start + length, "After GC", collection.usedAfter);
    m_script.add(JvmEvent::collection, start, length, kNobody, kNobody,
                 {m_id, "G1New", collection.cause, length, length});
    m_script.add(JvmEvent::youngCollection, start, length, kNobody, kNobody, {m_id, 15});
    ++m_summary.young;
}

void Collector::marking(const PlannedCollection& collection, std::int64_t startNs)
{
    ++m_id;
    const std::int64_t length = collection.concurrentNs;
    const std::int64_t remark = m_script.random.from(5 * kMillisecond, 8 * kMillisecond);
    const std::int64_t cleanup = m_script.random.from(kMillisecond, 2 * kMillisecond);
    phases(JvmEvent::phaseConcurrent, startNs, length,
           {{"Concurrent Clear Claimed Marks", 1},
            {"Concurrent Scan Root Regions", 6},
            {"Concurrent Mark", 53}});
    const std::int64_t remarkAt = startNs + length / 100 * 61;
    pause(remarkAt, remark, "Pause Remark", "G1PauseRemark", kNobody);
    phases(JvmEvent::phasePause1, remarkAt + 50 * kMicrosecond, remark - 100 * kMicrosecond,
           {{"Finalize Marking", 30}, {"Reference Processing", 45}, {"Class Unloading", 20}});
    const std::int64_t rebuildAt = remarkAt + remark + 100 * kMicrosecond;
    const std::int64_t rest = startNs + length - rebuildAt;
    phases(JvmEvent::phaseConcurrent, rebuildAt, rest,
           {{"Concurrent Rebuild Remembered Sets and Scrub Regions", 80}});
    const std::int64_t cleanupAt = rebuildAt + rest / 100 * 81;
    pause(cleanupAt, cleanup, "Pause Cleanup", "G1PauseCleanup", kNobody);
    phases(JvmEvent::phaseConcurrent, cleanupAt + cleanup + 100 * kMicrosecond, rest,
           {{"Concurrent Clear Mark Bitmap", 12}});
    m_script.add(JvmEvent::collection, startNs, length, kNobody, kNobody,
                 {m_id, "G1Old", collection.cause, remark + cleanup, remark});
    m_script.add(JvmEvent::oldCollection, startNs, length, kNobody, kNobody, {m_id});
    ++m_summary.old;
}

void Collector::plan(const PlannedCollection& collection)
{
    young(collection);
    m_summary.causes.emplace_back(collection.cause, 1);
    if (collection.concurrentNs > 0) {
        m_summary.causes.emplace_back(collection.cause, 1);
        marking(collection, collection.startNs + collection.pauseNs + 400 * kMicrosecond);
    }
    m_summary.heapBefore = std::max(m_summary.heapBefore, collection.usedBefore);
    m_summary.heapAfter = std::max(m_summary.heapAfter, collection.usedAfter);
}

void Collector::summarise(Footer& footer) const
{
    if (m_pausesUs.empty())
        return;
    GcSummary& out = footer.gc.emplace(m_summary);
    std::vector<std::int64_t> sorted = m_pausesUs;
    std::ranges::sort(sorted);
    out.count = out.young + out.old;
    out.totalPauseUs = std::accumulate(sorted.begin(), sorted.end(), std::int64_t(0));
    out.maxPauseUs = out.maxPhasePauseUs = sorted.back();
    out.medianPauseUs = sorted[sorted.size() / 2];
    out.p95PauseUs = sorted[sorted.size() * 95 / 100];
    out.collector = "G1New";
    out.metaspaceMax = m_metaspace;
    std::map<std::string, std::uint64_t> causes;
    for (const auto& [cause, count] : m_summary.causes)
        causes[cause] += count;
    out.causes.assign(causes.begin(), causes.end());
}

}
