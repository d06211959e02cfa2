// From a record of an RDF capture to what stands for it on the timeline.
#pragma once

#include "core/formats/rdf/payloads/payload_facts.h"
#include "core/formats/rdf/timeline/rdf_tracks.h"

namespace traceglass::rdf {

// The chunk of the file whose header or data hold the byte.
std::optional<std::uint32_t> chunkAt(const RdfFile& file, RecordRef ref);
// The event that the chunk around the byte is; null: it is none.
const QueueEvent* queueEventAt(const PayloadChunks& chunks, const KnownPayloads& known, RecordRef ref);

// The slice of a track that begins at the moment, or at any, with the record.
std::optional<SliceId> sliceWith(const Timeline& timeline, TrackKind kind, TrackKey key, RecordRef ref,
                                 std::optional<std::int64_t> startNs = {});
// Of tracks of a family the slice whose record is the last one before `ref`, or is it: of those that stand for what
// follows their record, too.
std::optional<SliceId> sliceAround(const Timeline& timeline, TrackKind kind, Family family, RecordRef ref);

}
