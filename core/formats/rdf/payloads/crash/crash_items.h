// The events of a crash dump as items of their chunk, found by number and by byte (crash_events.h).
#pragma once

#include "core/formats/rdf/payloads/payload_items.h"

namespace traceglass::rdf {

// Reads all events of the chunk once.
std::shared_ptr<const PayloadItems> crashItems(const PayloadChunks& chunks, const ChunkData& data,
                                               const Job& job);
}
