// What the payloads of a file say, as one JSON object: `tglass dump --payloads` (rdf-payloads.md 6). And the same
// passes without the object, for what is wrong.
//
//     writePayloadSummary(file, out, job);        // in pieces
//     checkPayloads(file, job);                   // to the log of the file
//
// Both add what they find wrong to the log of the file. Errors: file.stopped, file.changed.
#pragma once

#include "core/formats/rdf/payloads/crash/crash_markers.h"
#include "core/formats/rdf/payloads/markers.h"
#include "core/formats/rdf/payloads/memory/memory_trace.h"
#include "core/formats/rdf/payloads/queues.h"

#include <functional>
#include <string_view>

namespace traceglass::rdf {

using TextSink = std::function<void(std::string_view)>;

Result<void> writePayloadSummary(const RdfFile& file, const TextSink& out, Job& job);
Result<void> checkPayloads(const RdfFile& file, Job& job);

// Parts of it: each writes one value. `text` is what is written so far and not handed on yet.
struct SummaryText
{
    std::string text;
    const TextSink& out;
};
void writeQueues(SummaryText& to, const Clocks& clocks, const Queues& queues, const UserMarkers& markers);
void writeMemory(SummaryText& to, const MemoryTrace& trace, const MemoryTrace::Replayed& replayed,
                 const std::vector<MemorySnapshot>& snapshots, const std::vector<std::uint64_t>& moments);
// `memory` may be null.
void writeCrash(SummaryText& to, const Crash& crash, const MemoryTrace* trace,
                const MemoryTrace::Replayed* replayed);

// Times at which memory is looked at: all snapshots and sixteen equal steps, ascending.
std::vector<std::uint64_t> summaryMoments(const MemoryTrace& trace,
                                          const std::vector<MemorySnapshot>& snapshots);

// Trees of names are printed so deep; what is below is counted.
constexpr std::uint32_t kTreeDepth = 200;

}
