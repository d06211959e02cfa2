// One thing, seen from every side: what the views show of a slice, a node, some bytes or a record.
//
//     Resolved answer = resolve(document, timeline, nodeId, job);
//
// Reads the capture and may decode: for a worker (worker.h). Views paint the answer and ask nothing else.
#pragma once

#include "core/base/diagnostic.h"
#include "core/base/job.h"
#include "core/model/details.h"
#include "core/model/record.h"
#include "core/timeline/timeline.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace traceglass {

class Document;

// A moment of a track: the slice there, or the one before it.
struct TrackMoment
{
    TrackKind kind = TrackKind::group;
    std::uint64_t trackKey = 0;
    std::int64_t ns = 0; // view time

    bool operator==(const TrackMoment&) const = default;
};

// A record; where one stands for several moments, that which begins then.
struct RecordMoment
{
    RecordRef ref;
    std::optional<std::int64_t> startNs {}; // view time

    bool operator==(const RecordMoment&) const = default;
};

// What is asked about; nothing: the capture as a whole. A text is the path of a node.
using Subject = std::variant<std::monostate, SliceId, NodeId, ByteRange, RecordMoment, TrackMoment, std::string>;

struct Resolved
{
    Subject subject {}; // what was asked

    // --- the slice
    std::optional<SliceId> sliceId {};
    std::optional<Slice> slice {}; // nothing where the timeline does not have it yet
    std::optional<SliceId> twin {};  // a poll is on two tracks: as a state of its task, and as what its worker ran
    std::vector<Flow> flows {};
    std::vector<SliceId> flowsFrom {}; // the slices at their other ends: each once, in the order of flows
    std::vector<SliceId> flowsTo {};
    std::optional<TimeRange> time {}; // of slice or node, view time
    std::uint16_t axis = 0;           // of that time, in Timeline::axes

    // --- the node
    struct Level
    {
        Node node;
        std::uint64_t position = 0; // in its parent's list
        std::uint64_t siblings = 0; // of which that is, itself among them
    };
    std::vector<Level> way {}; // from below the capture down to the node; empty for the capture itself
    std::optional<Node> node {};
    std::optional<Error> error {}; // why there is none, where the file is not what it was
    std::string path {};
    std::string place {};           // for people: "chunk 3 › header"
    std::uint64_t childCount = 0;   // of the node
    std::vector<Node> children {};  // the first kChildrenTold

    // --- the bytes
    ByteRange bytes {};                       // as asked for, or the node's own, decoded
    ByteRange nodeBytes {};                   // the node's own, decoded
    ByteRange lit {};                         // the record or part around them: to highlight, in the same source
    std::vector<std::uint64_t> fieldStarts {}; // in lit
    std::optional<ByteRange> stored {};        // what lit was decoded from, in another source
    std::vector<std::byte> picture {};         // encoded, when it is one
    std::uint64_t sourceSize = 0;              // of that of `bytes`
    std::uint32_t sourceCount = 0;             // by now: what was decoded for this answer is among them

    // --- in words
    Details details {};
    std::optional<DetailSection> record {}; // where it lies

    static constexpr std::uint64_t kChildrenTold = 256;
};

// Stopped by the job: what is known by then.
Resolved resolve(const Document& document, const Timeline& timeline, const Subject& subject, Job& job);

// "chunk 3 › sequence 1 › record 5": where a node lies, for people.
std::string placeText(const Document& document, const NodeId& node, const Job& job = {});
}
