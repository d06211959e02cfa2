// The records of a recording as data: `tglass records`, the records table and the dump.
#pragma once

#include "core/formats/rfr/timeline/rfr_timeline.h"
#include "core/model/records_facet.h"

namespace traceglass::rfr {

class RfrRecords : public RecordsFacet
{
public:
    RfrRecords(const RecordingReader& reader, const RfrTimeline& timeline)
        : m_reader(reader)
        , m_recording(reader.recording())
        , m_timeline(timeline)
    {
    }

    Result<std::uint64_t> read(const RecordQuery& query, const RecordSink& sink, Job& job) const override;
    Result<std::vector<Record>> in(const ByteRange& range, std::size_t limit, const Job& job) const override;
    Result<void> dump(bool hashes, const std::function<void(std::string_view)>& out, Job& job) const override;

private:
    const RecordingReader& m_reader;
    const Recording& m_recording;
    const RfrTimeline& m_timeline;
};

}
