// One question about a slice of an RFR timeline: what the window says of it, the wakes and spawns drawn for
// it, and the way from a record to its slice. Times are nanoseconds of the timeline.
//
//     Details details = Describer(reader, tables, timeline).details(slice);
//     std::vector<Flow> flows = Describer(reader, tables, timeline).flows(slice);
#pragma once

#include "core/formats/rfr/records/rfr_record_text.h"
#include "core/formats/rfr/wire/rfr_reader.h"
#include "core/model/details.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace traceglass::rfr {

// A slice with the row it lies in.
struct RowSlice
{
    TrackId track {};
    RowId row {};
    Slice slice;
};

class Describer
{
public:
    // Tables are null before the recording was indexed.
    Describer(const RecordingReader& reader, std::shared_ptr<const Tables> tables, const Timeline& timeline,
              const Job& job)
        : m_reader(reader)
        , m_recording(reader.recording())
        , m_timeline(timeline)
        , m_job(job)
        , m_text(m_recording, tables)
        , m_tables(std::move(tables))
    {
    }

    Details details(const SliceId& id) const;
    std::vector<Flow> flows(const SliceId& id) const;
    std::optional<SliceId> sliceOf(RecordRef ref) const;

private:
    std::optional<RowSlice> find(const SliceId& id) const;
    std::optional<RowSlice> taskSlice(const TaskInfo& task, std::int64_t timeNs) const;
    PieceRecord recordOf(RecordRef ref) const
    {
        return recordAt(m_reader.pieceAt(ref.source(), ref.offset(), m_job), ref.offset());
    }
    // The first record of the same thread in the next piece that holds one and begins by `until`. Looks into
    // at most `pieces`, and counts them down.
    PieceRecord continued(const PieceRecord& record, Micros until, std::size_t& pieces) const;
    const TaskInfo* taskOf(const Track& track) const;
    const SpanInfo* spanAt(const PieceRecord& record) const
    {
        return m_tables ? m_tables->span(record.id()) : nullptr;
    }
    const TaskInfo* taskAt(std::uint64_t iid, std::int64_t timeNs) const;
    std::string title(const TaskInfo& task) const;
    std::optional<DetailLink> linkTo(const TaskInfo& task, std::int64_t timeNs) const;
    std::string onWorker(const PieceRecord& record) const; // "on worker 1"; empty when it is not known

    void describeState(Details& out, const RowSlice& found, const TaskInfo& task) const;
    void describeWait(Details& out, const RowSlice& poll, const Slice& wait, const TaskInfo& task) const;
    void describeTask(Details& out, const TaskInfo& task) const;
    void describeSpan(Details& out, const RowSlice& found) const;
    void describeEvent(Details& out, const RowSlice& found) const;
    template <class Said>
    void addFields(Details& out, const Said& said) const;
    void addCallsite(DetailSection& out, std::uint64_t id) const;
    DetailBar bar(const Track& worker, RowId row, TimeRange window) const;

    const RecordingReader& m_reader;
    const Recording& m_recording;
    const Timeline& m_timeline;
    const Job& m_job;
    RecordText m_text;
    std::shared_ptr<const Tables> m_tables;
};

}
