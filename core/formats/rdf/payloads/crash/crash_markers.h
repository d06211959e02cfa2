// What a GPU was doing when it crashed (rdf-payloads.md 3.2): of each command buffer its state, and of those in
// flight the tree of their markers, each finished, in progress or not started.
//
//     auto crash = readCrash(chunks, report, job);       // nothing inside: there are no crash events
//     for (const InFlight& buffer : crash->inFlight)
//         for (const CrashMarker& marker : buffer.markers) ... marker.name, marker.status, marker.depth
//
// Command buffers that are not in flight keep nothing but their state.
#pragma once

#include "core/formats/rdf/payloads/crash/crash_events.h"

#include <array>
#include <map>
#include <optional>

namespace traceglass::rdf {

constexpr std::uint32_t kNotStarted = 0xffffaaaa;
constexpr std::uint32_t kDone = 0xffffbbbb;
constexpr std::size_t kCrashMarkers = 1u << 22; // of a capture that are kept
constexpr std::size_t kPathBytes = 64u << 20;   // of all paths of markers that are listed: they multiply

enum class CommandBufferState : std::uint8_t { notSeen, notStarted, done, inFlight };
constexpr std::size_t kCommandBufferStates = 4;
std::string_view stateName(CommandBufferState state); // "in_flight"

enum class MarkerStatus : std::uint8_t { finished, inProgress, notStarted };
constexpr std::size_t kMarkerStatuses = 3;
std::string_view statusName(MarkerStatus status); // "in_progress"

struct CrashMarker
{
    std::string name;
    std::string info;        // "dispatch(8,8,1)"; the last one that is told
    std::uint32_t value = 0; // counter [27:0], source [31:28]
    std::uint32_t entry = 0; // of the event that begins it: the chunk, and where in its decoded data
    std::uint64_t offset = 0;
    std::uint32_t depth = 0; // 0: at the top
    std::uint32_t below = 0; // how many markers are below it
    MarkerStatus status = MarkerStatus::notStarted;
    bool isEnded = false; // there is an end for it
    bool hasInProgressBelow = false;
    std::vector<std::uint32_t> nested; // ids of command buffers executed below it
};
inline std::uint32_t markerCounter(std::uint32_t value)
{
    return value & 0x0fffffff;
}

// A command buffer in flight. A marker stands before those below it, in recording order.
struct InFlight
{
    struct Queue
    {
        std::uint8_t queue = 0; // 0 direct, 1 compute, 2 copy
        std::uint32_t flags = 0;
    };
    std::uint32_t commandBuffer = 0, begin = 0, end = 0;
    std::optional<Queue> queue;
    std::vector<CrashMarker> markers;
    std::array<std::uint64_t, kMarkerStatuses> statuses {};
    std::uint64_t beginWithoutEnd = 0, endWithoutBegin = 0;
};

struct Crash
{
    struct Fault
    {
        PageFault fault;
        std::string process;
        std::uint64_t tick = 0;  // of the CPU
        std::uint32_t entry = 0; // the chunk, and where in its decoded data
        std::uint64_t offset = 0;
    };
    std::map<std::string, ProviderHeader> providers;              // "umd", "kmd"
    std::map<std::string, std::array<std::uint64_t, 256>> events; // by side and id
    std::array<std::uint64_t, kCommandBufferStates> states {};
    std::vector<InFlight> inFlight; // in the order they are told of
    std::vector<Fault> faults;
    std::uint64_t faultsLeft = 0; // behind those, only counted
    bool isCut = false; // events are lost, or a part of one

    std::uint64_t faultCount() const { return faults.size() + faultsLeft; }
};

// Error: file.stopped.
Result<std::optional<Crash>> readCrash(const PayloadChunks& chunks, const Report& report, Job& job);

}
