#include "core/formats/cjfr/findings/jvm_look.h"

#include "core/findings/gathering.h"
#include "core/stats/columns.h"

#include <algorithm>
#include <iterator>
#include <limits>

namespace traceglass::cjfr {

namespace {

// Names of one pass as those of another.
class Renamed
{
public:
    Renamed(const EventPass& from, EventPass& to)
        : m_from(from)
        , m_to(to)
    {
    }
    StringId operator()(StringId name)
    {
        const auto [known, isNew] = m_known.try_emplace(number(name));
        if (isNew)
            known->second = m_to.intern(m_from.text(name));
        return known->second;
    }

private:
    const EventPass& m_from;
    EventPass& m_to;
    std::unordered_map<std::uint32_t, StringId> m_known;
};

template <class T>
void append(std::vector<T>& to, std::vector<T>& from)
{
    to.insert(to.end(), std::move_iterator(from.begin()), std::move_iterator(from.end()));
}

template <class Key, class Rename>
void addUp(std::unordered_map<Key, std::int64_t>& to, const std::unordered_map<Key, std::int64_t>& from,
           const Rename& rename)
{
    for (const auto& [key, amount] : from) {
        std::int64_t& sum = to[rename(key)];
        sum = addSaturating(sum, amount);
    }
}

}

StatHistogram JvmDurations::all() const
{
    StatHistogram out;
    for (const StatHistogram& part : parts)
        out = out.empty() ? part : stats::merged(out, part);
    return out;
}

void JvmDurations::add(JvmDurations later)
{
    append(parts, later.parts);
}

void JvmLook::add(JvmLook&& later)
{
    Renamed renamed(later.m_pass, m_pass);
    const auto rename = [&](std::uint32_t name) { return number(renamed(StringId(name))); };
    const auto same = [](std::uint64_t thread) { return thread; };
    m_pass.learnFrom(later.m_pass);
    m_threads.merge(later.m_threads); // a thread is called as it was first
    for (std::vector<LockWait>* const list : {&later.waits, &later.parks, &later.borrows}) {
        for (LockWait& each : *list) {
            each.lock = renamed(each.lock);
            each.site = renamed(each.site);
        }
    }
    append(waits, later.waits);
    append(parks, later.parks);
    append(borrows, later.borrows);
    append(deadlocks, later.deadlocks);
    addTransfers(later.transfers, [&](StringId name) { return renamed(name); });
    for (Collection& each : later.collections) {
        each.name = renamed(each.name);
        each.cause = renamed(each.cause);
    }
    append(collections, later.collections);
    if (later.jvmStartNs)
        jvmStartNs = later.jvmStartNs;
    if (later.pauseGoalNs)
        pauseGoalNs = later.pauseGoalNs;
    append(pauses, later.pauses);
    for (const auto& [gcId, time] : later.longestPauses)
        takeLongest(longestPauses[gcId], time);
    for (const auto& [gcId, fallback] : later.fallbacks)
        fallbacks[gcId] = std::max(fallbacks[gcId], fallback);
    append(heap, later.heap);
    append(stalls, later.stalls);
    const auto addAmounts = [&](Amounts& sums, const Amounts& amounts) {
        sums.all = addSaturating(sums.all, amounts.all);
        addUp(sums.byThread, amounts.byThread, same);
        addUp(sums.bySite, amounts.bySite, rename);
    };
    for (const auto& [second, amounts] : later.allocated)
        addAmounts(allocated[second], amounts);
    addAmounts(allocatedSometime, later.allocatedSometime);
    allocations += later.allocations;
    for (const auto& [second, samples] : later.sampled) {
        MethodSeconds& sums = sampled[second];
        sums.all += samples.all;
        addUp(sums.byMethod, samples.byMethod, rename);
    }
    for (const auto& [second, then] : later.thrown) {
        Thrown& sums = thrown[second];
        sums.all += then.all;
        for (const auto& [kind, count] : then.byKind)
            sums.byKind[{renamed(kind.first), renamed(kind.second)}] += count;
    }
    areThrownSometime |= later.areThrownSometime;
    const auto renameSites = [&](std::vector<SitedSpan>& spans) {
        for (SitedSpan& each : spans)
            each.site = renamed(each.site);
    };
    for (auto& [name, spans] : later.errors) {
        renameSites(spans);
        append(errors[rename(name)], spans);
    }
    renameSites(later.starts);
    renameSites(later.sleeps);
    append(sleeps, later.sleeps);
    renameSites(later.pinned);
    for (std::size_t i = 0; i < customs.size(); ++i) {
        customs[i].durations.add(std::move(later.customs[i].durations));
        customs[i].threads.merge(later.customs[i].threads);
        append(customs[i].slow, later.customs[i].slow);
        append(customs[i].others.kept, later.customs[i].others.kept);
        customs[i].others.count += later.customs[i].others.count;
        for (const auto& [second, count] : later.customs[i].begins)
            customs[i].begins[second] += count;
    }
    append(safepoints, later.safepoints);
    for (auto& [name, spans] : later.operations)
        append(operations[renamed(name)], spans);
    append(cpu, later.cpu);
    append(threads, later.threads);
    append(starts, later.starts);
    append(classes, later.classes);
    append(directBuffers, later.directBuffers);
    directLimit = std::max(directLimit, later.directLimit);
    for (NamedSpan& each : later.fullCodeCaches)
        each.name = renamed(each.name);
    append(fullCodeCaches, later.fullCodeCaches);
    renameSites(later.fullMetaspace);
    append(fullMetaspace, later.fullMetaspace);
    append(throttled, later.throttled);
    append(pinned, later.pinned);
    for (NamedSpan& each : later.classLoads)
        each.name = renamed(each.name);
    append(classLoads, later.classLoads);
    stacks += later.stacks;
    cutStacks += later.cutStacks;
    failedCompilations += later.failedCompilations;
    append(lost, later.lost);
}

void JvmLook::addTransfers(std::vector<TransferTarget>& later,
                           const std::function<StringId(StringId)>& renamed)
{
    if (m_targets.empty()) {
        for (std::size_t i = 0; i < transfers.size(); ++i)
            m_targets.emplace(transfers[i].subject(), i);
    }
    for (TransferTarget& target : later) {
        for (SlowTransfer& each : target.slow)
            each.site = renamed(each.site);
        for (TimedOutRead& each : target.timedOut)
            each.site = renamed(each.site);
        const auto [known, isNew] = m_targets.try_emplace(target.subject(), transfers.size());
        if (isNew) {
            transfers.push_back(std::move(target));
            continue;
        }
        TransferTarget& sum = transfers[known->second];
        sum.durations.add(std::move(target.durations));
        append(sum.slow, target.slow);
        for (const auto& [by, count] : target.shortReads)
            sum.shortReads[by] += count;
        append(sum.timedOut, target.timedOut);
    }
}

void JvmLook::settle()
{
    pauses = findings::joined(std::move(pauses));
    constexpr std::int64_t kHalf = 500; // thousandths
    const auto isPause = [&](const JvmSpan& each) {
        return findings::isAtLeast(findings::overlapNs(each.time, pauses), kHalf, each.time.lengthNs());
    };
    for (std::vector<LockWait>* const list : {&waits, &parks, &borrows})
        std::erase_if(*list, [&](const LockWait& each) { return !each.isApproximate && isPause(each); });
    for (TransferTarget& target : transfers)
        std::erase_if(target.slow, isPause);
    std::erase_if(sleeps, isPause);
    std::ranges::stable_sort(collections, {}, [](const Collection& each) { return each.time.startNs; });
    std::ranges::stable_sort(heap, {}, &HeapAfter::ns);
    std::ranges::stable_sort(cpu, {}, &CpuSample::ns);
    std::ranges::stable_sort(threads);
    std::ranges::stable_sort(classes, {}, &findings::LevelSince::ns);
    std::ranges::stable_sort(directBuffers, {}, &findings::LevelSince::ns);
    std::ranges::stable_sort(throttled, {}, &Throttled::ns);
}

std::int64_t JvmLook::warmUpNs() const
{
    constexpr std::int64_t kAtMost = 30 * kSecondNs;
    if (!jvmStartNs)
        return std::min(durationNs() / 10, kAtMost);
    return std::max<std::int64_t>(
        subtractSaturating(addSaturating(*jvmStartNs, kAtMost), m_pass.range().startNs), 0);
}

std::vector<TimeRange> JvmLook::timesByThread(const std::vector<const JvmSpan*>& spans) const
{
    std::unordered_map<std::uint64_t, std::vector<TimeRange>> byThread;
    for (const JvmSpan* const span : spans)
        byThread[span->thread].push_back(span->time);
    std::vector<TimeRange> out;
    for (auto& [thread, times] : byThread) {
        const std::vector<TimeRange> apart = findings::joined(std::move(times));
        out.insert(out.end(), apart.begin(), apart.end());
    }
    return out;
}

std::int64_t JvmLook::mostAtOnce(const std::vector<const JvmSpan*>& spans) const
{
    return stats::crowdOf(timesByThread(spans), m_pass.job()).most;
}

std::int64_t JvmLook::livedNs(std::uint64_t thread) const
{
    if (thread == 0)
        return durationNs();
    // A start or end that is not recorded is that of the recording, as far as the track knows: virtual threads have none.
    TimeRange life {m_pass.range().endNs, m_pass.range().startNs};
    for (const TrackKind kind : {TrackKind::slices, TrackKind::samples, TrackKind::counter}) {
        const auto id = timeline().findTrack(kind, thread);
        if (!id)
            continue;
        const Track& track = timeline().track(*id);
        if (kind == TrackKind::slices && (track.flags & slice::kOpenStart) == 0)
            life.startNs = std::min(life.startNs, track.life.startNs);
        if (kind == TrackKind::slices && (track.flags & slice::kOpenEnd) == 0)
            life.endNs = std::max(life.endNs, track.life.endNs);
        for (const RowId row : timeline().rows(*id)) {
            if (const auto first = timeline().sliceAfter(row, std::numeric_limits<std::int64_t>::min()))
                life.startNs = std::min(life.startNs, first->startNs);
            if (const auto last = timeline().sliceBefore(row, std::numeric_limits<std::int64_t>::max()))
                life.endNs = std::max(life.endNs, last->endNs);
        }
    }
    return std::max<std::int64_t>(life.lengthNs(), 0);
}

double JvmLook::shareOfThreads(std::int64_t costNs, const std::unordered_set<std::uint64_t>& whose,
                               const std::vector<const JvmSpan*>& spans) const
{
    std::int64_t allNs = 0;
    for (const std::uint64_t thread : whose)
        allNs = addSaturating(allNs, livedNs(thread));
    const std::int64_t atOnce = std::max<std::int64_t>(mostAtOnce(spans), 1);
    allNs = std::max(allNs, stats::productSaturating(std::max<std::int64_t>(durationNs(), 0), atOnce));
    return allNs > 0 ? stats::shareOf(costNs, allNs) : 0;
}

double JvmLook::shareOfThreads(std::int64_t costNs, const std::vector<const JvmSpan*>& spans) const
{
    std::unordered_set<std::uint64_t> whose;
    for (const JvmSpan* const span : spans)
        whose.insert(span->thread);
    return shareOfThreads(costNs, whose, spans);
}

TimeRange JvmLook::second(std::int64_t number) const
{
    const std::int64_t startNs = m_pass.range().startNs + number * kSecondNs;
    return {startNs, addSaturating(startNs, kSecondNs)};
}

std::string JvmLook::threadName(std::uint64_t key) const
{
    const auto known = m_threads.find(key);
    return known == m_threads.end() ? "no thread recorded" : known->second;
}

std::optional<JvmLook::BadMinute> JvmLook::badMinuteOf(const std::vector<const JvmSpan*>& spans) const
{
    constexpr std::int64_t kThreads = 3; // at once
    std::vector<TimeRange> times;
    for (const JvmSpan* const each : spans)
        times.push_back(each->time);
    const findings::Minute minute = findings::worstMinute(std::move(times));
    std::vector<const JvmSpan*> inside;
    std::unordered_set<std::uint64_t> whose;
    for (const JvmSpan* const each : spans) {
        if (!minute.holds(each->time))
            continue;
        inside.push_back(each);
        whose.insert(each->thread);
    }
    const double share = findings::shareOfTime(minute.ns, findings::kMinuteNs, std::ssize(whose));
    if (findings::severityOf(share) != FindingSeverity::high || mostAtOnce(inside) < kThreads)
        return {};
    return BadMinute {minute, share};
}

std::optional<findings::Weight> JvmLook::weightOf(double share,
                                                  const std::vector<const JvmSpan*>& spans) const
{
    if (const auto severity = findings::severityOf(share))
        return findings::Weight {*severity};
    const auto bad = badMinuteOf(spans);
    return bad ? std::optional(findings::Weight {FindingSeverity::low, bad->minute}) : std::nullopt;
}

Evidence JvmLook::evidenceOf(const TimeRange& time, const TrackPlace& place, std::uint64_t offset) const
{
    Longest event;
    event.ns = time.lengthNs();
    event.time = time;
    event.place = place;
    event.offset = offset;
    return {.time = time, .place = m_pass.placeOf(event), .ref = m_pass.refOf(offset)};
}

}
