// What a resource of memory was made with, for Details: read from its token when it is asked for.
#pragma once

#include "core/formats/rdf/payloads/payload_chunks.h"
#include "core/model/details.h"

namespace traceglass::rdf {

// "Image" with dimensions and format, else "As created" with what the token has behind its head. Nothing where it has
// nothing, or where the end of a chunk cuts it: Structure shows it then.
std::optional<DetailSection> creationSection(const PayloadChunks& chunks, std::uint8_t resourceType,
                                             RecordRef created, const Job& job);
}
