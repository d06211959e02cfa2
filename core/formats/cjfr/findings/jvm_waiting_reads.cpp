#include "core/formats/cjfr/findings/jvm_waiting_reads.h"

#include <algorithm>
#include <map>

namespace traceglass::cjfr {

bool isThereToWait(const JvmLook& look, const TransferTarget& target)
{
    WaitsByThread waits;
    for (const SlowTransfer& each : target.slow) {
        if (!each.isExempt)
            waits.add(each);
    }
    return waits.areMostOfTheTime(look.durationNs());
}

bool doesListen(const TransferTarget& target)
{
    std::map<std::uint64_t, std::vector<std::int64_t>> begins; // by thread
    for (const SlowTransfer& each : target.slow)
        begins[each.thread].push_back(each.time.startNs);
    for (auto& [thread, moments] : begins)
        std::ranges::sort(moments);
    std::size_t again = 0;
    for (const TimedOutRead& each : target.timedOut) {
        const std::vector<std::int64_t>& moments = begins[each.thread];
        const auto next = std::ranges::lower_bound(moments, each.time.endNs);
        again += next != moments.end() && *next <= addSaturating(each.time.endNs, kAtOnce) ? 1u : 0u;
    }
    return again >= kSeveral && 2 * again >= target.timedOut.size();
}

UsuallyLong usuallyLongOf(const JvmLook& look, const TransferTarget& target, std::int64_t standsNs,
                          std::uint64_t ofKind)
{
    struct Reads
    {
        std::uint64_t all = 0, longOnes = 0;
        TimeRange time {};
        WaitsByThread waits {}; // of a stack

        void add(const TimeRange& one) { time = ++longOnes == 1 ? one : united(time, one); }
    };
    const auto isLong = [&](const SlowTransfer& read) {
        return !read.isExempt && read.time.lengthNs() >= standsNs;
    };
    if (static_cast<std::size_t>(std::ranges::count_if(target.slow, isLong)) < kSeveral)
        return {};
    std::unordered_map<std::uint64_t, Reads> byThread, byCalls;
    for (const SlowTransfer& each : target.slow) {
        if (each.isExempt)
            continue;
        Reads &ofThread = byThread[each.thread], &ofCalls = byCalls[each.calls];
        ++ofThread.all;
        ++ofCalls.all;
        if (!isLong(each))
            continue;
        ofThread.add(each.time);
        ofCalls.add(each.time);
        ofCalls.waits.add(each);
    }
    for (const auto& [by, count] : target.shortReads) {
        byThread[by.thread].all += count;
        byCalls[by.calls].all += count;
    }
    const auto isForLong = [&](const Reads& reads) { return reads.time.lengthNs() >= look.durationNs() / 2; };
    UsuallyLong out;
    for (const auto& [thread, reads] : byThread) {
        if (reads.longOnes >= kSeveral && 2 * reads.longOnes > reads.all && isForLong(reads))
            out.threads.insert(thread);
    }
    byCalls.erase(0);
    for (const auto& [calls, reads] : byCalls) {
        if (reads.longOnes < ofKind || 10 * reads.longOnes < 9 * reads.all || !isForLong(reads))
            continue;
        const bool isWait = reads.waits.areMostOfTheTime(look.durationNs());
        (isWait ? out.waitingCalls : out.slowCalls).insert(calls);
    }
    return out;
}

}
