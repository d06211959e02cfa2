// The timeline of a recording, and the tables that were filled on the way to it.
#pragma once

#include "core/formats/rfr/timeline/rfr_analysis.h"
#include "core/formats/rfr/wire/rfr_reader.h"
#include "core/model/timeline_facet.h"

namespace traceglass::rfr {

class RfrTimeline : public TimelineFacet
{
public:
    explicit RfrTimeline(const RecordingReader& reader)
        : m_reader(reader)
        , m_recording(reader.recording())
    {
    }

    std::optional<TimeRange> initialView() const override { return m_recording.initialView; }
    Result<void> index(const IndexRequest& request, Job& job) const override;
    Details describe(const Timeline& timeline, const SliceId& slice, const Job& job) const override;
    std::vector<Flow> flows(const Timeline& timeline, const SliceId& slice, const Job& job) const override;
    std::optional<SliceId> sliceOf(const Timeline& timeline, RecordRef ref, const Job& job) const override;

    std::shared_ptr<const Tables> tables() const; // null until indexed
    // Indexes first where that was not done yet. Errors: file.stopped.
    Result<std::shared_ptr<const Tables>> tablesNow(Job& job) const;

private:
    const RecordingReader& m_reader;
    const Recording& m_recording;
    mutable std::mutex m_mutex; // of the three below; never held while records are read
    mutable std::condition_variable_any m_analysed;
    mutable std::shared_ptr<const Tables> m_tables;
    mutable bool m_analysing = false; // by tablesNow()
};

}
