// The events of a JVM with the names, fields and descriptions its recorder gives them, as far as the demo
// recording has them.
//
//     for (const JvmField& field : schemaOf(JvmEvent::threadSleep).fields) ...
//     const std::string json = descriptionOf(schema);             // cjfr.md 3.4
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace traceglass::cjfr {

// What a field holds; decides its type, content type and how its value is given.
enum class Holds : std::uint8_t {
    start,       // startTime
    duration,    // of the event
    eventThread, // the thread the event happened in
    sampledThread,
    stack,   // stackTrace
    thread,  // number of a thread; none: null
    classOf, // number of a class
    method,  // number of a method
    loader,  // number of a class loader
    text,
    integer,      // int
    wide,         // long
    counting,     // int that is unsigned
    wideCounting, // long that is unsigned
    level,        // short that is unsigned
    bytes,
    share, // Percentage
    truth,
    address,
    nanoseconds,
    milliseconds, // given in ns
    moment,       // given in Unix ns
    heapSpace,    // given as what is committed
    metaspace,    // given as what is used
};
constexpr std::size_t kHolds = static_cast<std::size_t>(Holds::metaspace) + 1;

struct JvmField
{
    std::string_view name;
    Holds holds;
    std::string_view label;
};

enum class JvmEvent : std::uint8_t {
    threadStart,
    threadEnd,
    threadSleep,
    threadPark,
    monitorEnter,
    monitorWait,
    fileRead,
    fileWrite,
    socketRead,
    socketWrite,
    exceptionThrow,
    executionSample,
    nativeSample,
    allocationSample,
    collection,
    youngCollection,
    oldCollection,
    phasePause,
    phasePause1,
    phasePause2,
    phaseParallel,
    phaseConcurrent,
    heapSummary,
    metaspaceSummary,
    cpuLoad,
    threadCpuLoad,
    threadStatistics,
    classStatistics,
    vmOperation,
    safepointBegin,
    safepointSync,
    safepointEnd,
    compilation,
    classLoad,
    jvmInformation,
    osInformation,
    cpuInformation,
    shopRequest, // the shop's own events
    shopOrder,
};
constexpr std::size_t kJvmEvents = static_cast<std::size_t>(JvmEvent::shopOrder) + 1;

struct JvmSchema
{
    std::string_view name;
    std::string_view label;
    std::string_view description;           // empty: none
    std::vector<std::string_view> category; // from the outside
    std::vector<JvmField> fields;
};

const JvmSchema& schemaOf(JvmEvent event);
std::string descriptionOf(const JvmSchema& schema);
std::string descriptionOf(const JvmField& field);

}
