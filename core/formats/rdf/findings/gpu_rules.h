// The rules for captures of a GPU, one function for those that look at the same.
#pragma once

#include "core/findings/checks.h"
#include "core/findings/gathering.h"
#include "core/findings/steady_growth.h"
#include "core/formats/rdf/payloads/crash/crash_markers.h"
#include "core/formats/rdf/statistics/ran_submits.h"
#include "core/formats/rdf/timeline/memory_history.h"
#include "core/model/findings_facet.h"

#include <functional>
#include <set>

namespace traceglass::rdf {

// What submits of the whole capture add up to, in view time.
struct GpuLook
{
    struct Frame
    {
        std::uint64_t number = 0;
        TimeRange time; // from the begin of its first submit to the end of its last
        std::vector<const RanSubmit*> submits;
        // What it took: from when it had begun and the one that ended before it had ended. What is uploaded ahead of a
        // frame, while the one before is drawn, makes it no longer.
        TimeRange taken {};

        bool beganAhead() const { return time.startNs < taken.startNs; }
    };
    struct Queue
    {
        std::vector<TimeRange> busy;
        std::int64_t busyNs = 0;
        TrackId track = kNoTrack;
        std::string name;
    };

    const Timeline& timeline;
    const KnownPayloads& known;
    std::vector<RanSubmit> submits;     // in order of the calls
    std::vector<Frame> frames;          // by end
    std::vector<Queue> queues;          // as in Queues
    std::vector<TimeRange> busy;        // any of them
    TimeRange span;                     // from the first submit to the last
    std::vector<std::int64_t> presents; // in order
    std::set<std::uint32_t> working;    // GPUs, by pci, with submits that have a GPU time
};
std::int64_t medianOf(std::vector<std::int64_t> values);
std::int64_t medianFrame(std::span<const GpuLook::Frame> frames); // of what they took
std::string frameText(std::uint64_t number); // "Frame 4817"
// Do the frames that end by then take half as long as those that end behind that begins, or less, or the other way
// round, eight of each? A game begins behind its loading screen. What takes longer then does so for more than a while.
bool isBetweenScenes(const GpuLook& look, const TimeRange& time);
inline constexpr std::string_view kBetweenScenes =
    "Frames before and behind are of two kinds: whether a scene was loaded meanwhile is not recorded.";

GpuLook lookAt(const KnownPayloads& known, const FindingRequest& request, const Job& job);

// Of a capture whose index is cut nothing follows from chunks that are not there.
inline constexpr std::string_view kChunksLost = "the chunk index is cut: chunks that it needs may be lost";
bool isCut(const PayloadChunks& chunks);
// Why a rule is not checked that misses chunks: what `absent` says, unless they may be lost.
std::string whyMissing(const PayloadChunks& chunks, std::string_view absent);

void checkFrames(const GpuLook& look, findings::Checks& checks);
void checkIdle(const GpuLook& look, const Job& job, findings::Checks& checks);
void checkQueues(const GpuLook& look, findings::Checks& checks);
void checkBacklog(const GpuLook& look, findings::Checks& checks);
// What allocations of a kind ask for, by when that changes.
std::vector<findings::LevelSince> requestedOf(const MemoryState& state, const KnownPayloads& known,
                                              const std::function<bool(const MemoryAllocation&)>& isMeant);
void checkMemory(const MemoryHistory& memory, const KnownPayloads& known, const Timeline& timeline,
                 findings::Checks& checks);
void checkMemoryRoom(const MemoryHistory& memory, const KnownPayloads& known, const Timeline& timeline,
                     findings::Checks& checks);
void checkNeverRan(const GpuLook& look, findings::Checks& checks);
void checkCalibrations(const GpuLook& look, const PayloadChunks& chunks, findings::Checks& checks);
void checkCrash(const Crash& crash, const KnownPayloads& known, const PayloadChunks& chunks,
                const Timeline& timeline, findings::Checks& checks);
void checkClockRates(const GpuLook& look, const PayloadChunks& chunks, findings::Checks& checks);
void checkCode(const PayloadChunks& chunks, const Report& report, const Job& job, findings::Checks& checks);
void checkTraceErrors(const PayloadChunks& chunks, findings::Checks& checks);

}
