// What a capture says about where it comes from, in lines for people: GPU, API, driver, process (rdf.md 5); and how
// much memory there was at most, which takes reading all tokens.
//
//     for (const auto& [label, value] : deviceFacts(chunks)) ...   // "adapter", "AMD Radeon RX 6600"
#pragma once

#include "core/formats/rdf/payloads/payload_chunks.h"
#include "core/model/summary.h"

namespace traceglass::rdf {

// Of chunks that are there; reads headers and small chunks only.
Facts deviceFacts(const PayloadChunks& chunks);
// Empty where there are no memory tokens. Error: file.stopped.
Result<Facts> memoryFacts(const PayloadChunks& chunks, Job& job);

}
