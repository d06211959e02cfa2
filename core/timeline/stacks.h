// Events with a stack trace, as the flame graph sums them. Nothing is stored: a document walks its records
// again whenever it is asked, in the background.
//
//     for (const StackKind& kind : document.stacks()->kinds(timeline, job)) ...     // "jdk.ExecutionSample"
//     document.stacks()->read(timeline, query, [&](const StackFrames& frames, const StackSample& sample) {
//         ...; return true; }, job);
//
// Frames are numbered within one call of read(); their texts come with the first sample that has them.
#pragma once

#include "core/timeline/timeline.h"

#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace traceglass {

// A set of events the user chooses from.
struct StackKind
{
    std::string name;         // "jdk.ExecutionSample"; names it in a query
    std::string label;        // for people: "Method profiling sample"
    std::uint64_t events = 0; // those with a stack; an estimate until everything is indexed
    bool durations = false;   // they have one
    std::string bytes {};     // the field that weighs them in bytes ("weight"); empty: none
    bool lines = true;        // frames are places in a program's source, which have line numbers
    bool approximate = false; // when some of them were is an estimate
    bool samples = false;     // they were taken now and then: others tell all that happened
};

struct StackFrame
{
    std::string name;           // "java.lang.Thread.run"
    std::string detail {};      // quieter: "JIT compiled"
    std::optional<int> line {}; // nothing: the recorder kept none
};

struct StackSample
{
    static constexpr std::uint32_t kNoStack = ~std::uint32_t(0);

    std::uint32_t kind = 0;                // index in StacksFacet::kinds()
    std::span<const std::uint32_t> frames; // the outermost first; indexes of StackFrames
    bool truncated = false;                // outer frames were not recorded
    std::uint32_t stack = kNoStack;        // samples of the same number have the same frames
    std::int64_t startNs = 0;              // view time
    std::int64_t durationNs = 0;
    std::int64_t bytes = 0;
    RecordRef ref;
};

struct StackQuery
{
    std::vector<std::string> kinds {};                       // empty: all
    std::optional<TimeRange> range {};                       // view time; events that overlap it
    std::set<std::pair<TrackKind, std::uint64_t>> tracks {}; // kind and key; empty: all
};

// Frames of one answer: index is the number a sample uses.
using StackFrames = std::vector<StackFrame>;

// The frames known so far and the sample. Return false to stop.
using StackSink = std::function<bool(const StackFrames& frames, const StackSample& sample)>;

}
