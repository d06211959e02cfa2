// Which reads of files and sockets wait until somebody has something to say, and are not slow.
#pragma once

#include "core/formats/cjfr/findings/jvm_look.h"

namespace traceglass::cjfr {

constexpr std::size_t kSeveral = 3;         // of fewer none is usual
constexpr std::int64_t kAtOnce = 1'000'000; // ns: behind a read that timed out

// None of several reads stands out: they wait until there is something to read. A thread may be there for nothing else.
bool isThereToWait(const JvmLook& look, const TransferTarget& target);

// Reads that got nothing until their time was up, and the next one by that thread at once: it listens for news.
bool doesListen(const TransferTarget& target);

// Reads of a host that take as long as what stands out of all and are nothing that stands out: who makes them does so
// for at least half of the recording.
struct UsuallyLong
{
    // They wait for news, while others ask and get an answer: most of theirs do.
    std::unordered_set<std::uint64_t> threads {};
    // Nearly all of those from a stack do, so they are of another kind than the others: something to do is waited for, most
    // of the time, or what is asked for takes as long.
    std::unordered_set<std::uint64_t> waitingCalls {}, slowCalls {};

    bool isWait(const SlowTransfer& read) const
    {
        return threads.contains(read.thread) || waitingCalls.contains(read.calls);
    }
};

// `standsNs`: what stands out of all; `ofKind`: so many of a stack are a kind.
UsuallyLong usuallyLongOf(const JvmLook& look, const TransferTarget& target, std::int64_t standsNs,
                          std::uint64_t ofKind);

}
