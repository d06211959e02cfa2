// Submits by the times the GPU measured, in view time: what tables and rules about queues are made of.
//
//     const RanSubmits submits = submitsIn(known, request, job);
//     for (const RanSubmit& ran : submits.all) busy[ran.queue].push_back(ran.time);
#pragma once

#include "core/formats/rdf/timeline/rdf_lookup.h"
#include "core/model/statistics_facet.h"

namespace traceglass::rdf {

// A submit that ran in the range that is asked for, in view time.
struct RanSubmit
{
    TimeRange time; // all of it
    const QueueEvent* event = nullptr;
    std::size_t queue = 0;
    std::optional<std::int64_t> waitNs {}; // from the call to the begin
};

struct RanSubmits
{
    TimeRange range;
    std::vector<RanSubmit> all; // in order of the calls
    bool isRough = false;       // of a GPU whose clock was compared once
    std::uint64_t leftOut = 0;  // without a time
};

// What it gives once the job was stopped is not whole.
RanSubmits submitsIn(const KnownPayloads& known, const StatRequest& request, const Job& job);

// The slice that a call or what it ran is in a track, or a frame that begins with it; of a frame that begins at the
// moment.
StatPlace placeOfEvent(const SliceLookup& lookup, const PayloadChunks& chunks, FamilyKey key,
                       const QueueEvent& event, std::int64_t startNs);
StatPlace placeOfFrame(const Timeline& timeline, std::int64_t startNs);

// How much of ranges that are in order and apart lies within a range; what two such unions share.
std::int64_t sumOf(const std::vector<TimeRange>& ranges, const TimeRange& within);
std::int64_t overlapOf(const std::vector<TimeRange>& a, const std::vector<TimeRange>& b,
                       const TimeRange& within);

}
