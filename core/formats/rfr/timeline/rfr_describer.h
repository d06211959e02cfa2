// One question about a slice of an RFR timeline: what the window says of it, the wakes and spawns drawn for
// it, and the way from a record to its slice. Times are nanoseconds of the timeline.
//
//     Details details = Describer(document, timeline).details(slice);
//     std::vector<Flow> flows = Describer(document, timeline).flows(slice);
#pragma once

#include "core/formats/rfr/rfr_document.h"
#include "core/formats/rfr/records/rfr_record_text.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace traceglass::rfr {

// Where a slice lies in a timeline.
struct Found
{
    TrackId track {};
    RowId row {};
    Slice slice;
};

class Describer
{
public:
    Describer(const RfrDocument& document, const Timeline& timeline)
        : m_document(document)
        , m_timeline(timeline)
        , m_text(document)
        , m_findings(document.findings())
    {
    }

    Details details(const SliceId& id) const;
    std::vector<Flow> flows(const SliceId& id) const;
    std::optional<SliceId> sliceOf(RecordRef ref) const;

private:
    std::optional<Found> find(const SliceId& id) const;
    std::optional<Found> taskSlice(const TaskInfo& task, std::int64_t timeNs) const;
    RecordPlace place(RecordRef ref) const
    {
        return recordAt(m_document.pieceAt(ref.source(), ref.offset()), ref.offset());
    }
    // The first record of the same thread in the next piece that holds one and begins by `until`. Looks into
    // at most `pieces`, and counts them down.
    RecordPlace continued(const RecordPlace& record, Micros until, std::size_t& pieces) const;
    const TaskInfo* taskOf(const Track& track) const;
    const TaskInfo* taskAt(std::uint64_t iid, std::int64_t timeNs) const;
    std::string name(const TaskInfo& task) const;
    std::string title(const TaskInfo& task) const;
    std::optional<DetailLink> linkTo(const TaskInfo& task, std::int64_t timeNs) const;
    std::string workerOf(const RecordPlace& record) const;

    void describeState(Details& out, const Found& found, const TaskInfo& task) const;
    void describeWait(Details& out, const Found& poll, const Slice& wait, const TaskInfo& task) const;
    void describeTask(Details& out, const TaskInfo& task) const;
    void describeSpan(Details& out, const Found& found) const;
    void describeEvent(Details& out, const Found& found) const;
    void addFields(Details& out, const std::vector<NamedValue>& values) const;
    void addCallsite(DetailSection& out, std::uint64_t id) const;
    DetailBar bar(const Track& worker, RowId row, TimeRange window) const;

    const RfrDocument& m_document;
    const Timeline& m_timeline;
    RecordText m_text;
    std::shared_ptr<const Findings> m_findings;
};

}
