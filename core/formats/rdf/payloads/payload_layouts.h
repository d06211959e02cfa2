// The fields of a chunk of a known id: of its header, and of its data, which may be a record or a row of them.
//
//     const PayloadLayout& known = layoutOf(PayloadKind::queueEvent);
//     known.header.describe, known.data.describe                    // null: nothing is known of it
//     const auto fields = known.data.describe(bytes);               // those that the bytes hold
//
// Memory tokens and crash events are streams of their own (rmt_stream.h, crash_events.h), and not in here.
#pragma once

#include "core/formats/rdf/payloads/fields.h"
#include "core/formats/rdf/payloads/payload_chunks.h"

namespace traceglass::rdf {

struct RecordLayout
{
    std::vector<PayloadField> (*describe)(std::span<const std::byte>) = nullptr;
    void (*write)(std::span<const std::byte>, JsonWriter&) = nullptr; // the same as members of an object
    std::size_t least = 0;                                            // bytes that must be there
    std::size_t size = 0; // that are known: with the gaps behind the last field, without text of any length
    bool isRow = false;   // as many records of `least` bytes as fit
};

struct PayloadLayout
{
    RecordLayout header;
    RecordLayout data;
};
const PayloadLayout& layoutOf(PayloadKind kind);

// Chunks whose header or data are too short for their layout, of kinds that no other reader looks at.
Result<void> checkLayouts(const PayloadChunks& chunks, const Report& report, const Job& job);

}
