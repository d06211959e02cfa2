// Units that are walked and checked on many threads, before one thread decodes them in order.
//
//     UnitBatch batch;                                 // used again: columns keep their memory
//     while ((next = takeBatch(ruler, next, batch)), !batch.empty()) {
//         forEachParallel(batch.size(), threads, job, [&](std::size_t i) { walkAhead(file, ruler, batch[i], job);
//         }); for (WalkedUnit& walked : batch)
//             eachPiece(file, ruler, walked, job, [&](const UnitFrames& frames) { decoder.feed(frames, sink);
//             });
//     }
#pragma once

#include "core/base/job.h"
#include "core/formats/rtc/wire/rtc_walk.h"

#include <functional>

namespace traceglass::rtc {

struct WalkedUnit
{
    std::uint32_t unit = 0;
    UnitFrames frames;
    CrcCheck crc;
    bool ahead = false; // false: too large, walked when its turn comes
};
using UnitBatch = std::vector<WalkedUnit>;

// The Units from `next` on that are walked at once; returns where to go on. None: it was the last.
std::uint32_t takeBatch(const Ruler& ruler, std::uint32_t next, UnitBatch& out);

void walkAhead(std::span<const std::byte> file, const Ruler& ruler, WalkedUnit& walked, const Job& job);

// Its frames in order: all of them, or minor unit by minor unit. False: the job was stopped.
bool eachPiece(std::span<const std::byte> file, const Ruler& ruler, WalkedUnit& walked, const Job& job,
               const std::function<void(const UnitFrames&)>& use);

}
