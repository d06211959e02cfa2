// Statistics of recordings of tokio: tasks, alone or by their names, spans, and the threads tasks ran on. Times come
// from the timeline; polls, wakes and switches from the analysis that made it, which runs once more over the
// records where they are asked for in a part of the time.
#pragma once

#include "core/formats/rfr/timeline/rfr_timeline.h"
#include "core/model/statistics_facet.h"

namespace traceglass::rfr {

class RfrStatistics : public StatisticsFacet
{
public:
    RfrStatistics(const RecordingReader& reader, const RfrTimeline& timeline)
        : m_recording(reader.recording())
        , m_timeline(timeline)
    {
    }

    std::vector<StatKind> kinds(const Job& job) const override;
    Result<StatTable> table(std::string_view id, const StatRequest& request, Job& job) const override;

private:
    Result<std::shared_ptr<const Tables>> counted(const StatRequest& request, Job& job) const;

    const Recording& m_recording;
    const RfrTimeline& m_timeline;
};

// `found` has what is counted in the range that is asked for. What they give once the job was stopped is not
// whole.
StatTable taskTable(const Tables& found, const StatRequest& request, bool byName, const Job& job);
StatTable spanTable(const Tables& found, const StatRequest& request, const Job& job);
StatTable workerTable(const Tables& found, const StatRequest& request, const Job& job);

}
