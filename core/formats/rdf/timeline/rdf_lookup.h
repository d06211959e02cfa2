// From a record of an RDF capture to what stands for it on the timeline.
#pragma once

#include "core/base/job.h"
#include "core/formats/rdf/payloads/payload_facts.h"
#include "core/formats/rdf/timeline/rdf_tracks.h"

namespace traceglass::rdf {

// The chunk of the file whose header or data hold the byte.
std::optional<std::uint32_t> chunkAt(const RdfFile& file, RecordRef ref, const Job& job);
// The event that the chunk around the byte is; null: it is none.
const QueueEvent* queueEventAt(const PayloadChunks& chunks, const KnownPayloads& known, RecordRef ref,
                               const Job& job);

// The slice of a track that begins with the record, at whatever moment: Timeline::sliceBegunBy knows it.
std::optional<SliceId> sliceWith(const Timeline& timeline, TrackKind kind, FamilyKey key, RecordRef ref,
                                 const Job& job);

// The same for who asks once, and for who asks for each row of a table. Rows of a track may be a thousand, and slices
// that begin at the same moment any number: to walk them for each row takes the square of their number.
//
//     const SliceLookup lookup(timeline, job);                      // or SliceLookup(timeline), to ask once
//     lookup.with({Family::queue, n}, ref, beginNs)
class SliceLookup
{
public:
    // NOLINTNEXTLINE(google-explicit-constructor): a timeline does where a few slices are asked for
    SliceLookup(const Timeline& timeline)
        : m_timeline(timeline)
    {
    }
    // Sorts the slices of a track when it is first asked for. Once the job is stopped not all are found.
    SliceLookup(const Timeline& timeline, const Job& job)
        : m_timeline(timeline)
        , m_job(&job)
    {
    }
    SliceLookup(const SliceLookup&) = delete;
    SliceLookup& operator=(const SliceLookup&) = delete;

    const Timeline& timeline() const { return m_timeline; }
    // Of a track of named slices.
    std::optional<SliceId> with(FamilyKey key, RecordRef ref, std::int64_t startNs) const;

private:
    struct Placed
    {
        std::int64_t startNs = 0; // in view time
        RecordRef ref;
        std::uint16_t row = 0; // of the track
    };

    std::vector<Placed> placedIn(FamilyKey key) const;

    const Timeline& m_timeline;
    const Job* m_job = nullptr;                                              // null: who asks does so once
    mutable std::unordered_map<std::uint64_t, std::vector<Placed>> m_placed; // by track, by begin and record
};

// Of tracks of a family the slice whose record is the last one before `ref`, or is it: of those that stand for what
// follows their record, too.
std::optional<SliceId> sliceAround(const Timeline& timeline, TrackKind kind, Family family, RecordRef ref,
                                   const Job& job);
}
