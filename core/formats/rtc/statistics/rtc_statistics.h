// Statistics of RTC files: the streams with their rates, gaps and what is wrong with their frames. One pass
// over the frames, which the threads of the request walk ahead.
#pragma once

#include "core/formats/rtc/rtc_file.h"
#include "core/model/statistics_facet.h"

namespace traceglass::rtc {

class RtcStatistics : public StatisticsFacet
{
public:
    explicit RtcStatistics(const RtcFile& file)
        : m_file(file)
    {
    }

    std::vector<StatKind> kinds(const Job&) const override { return {{"streams", "Streams", "stream"}}; }
    Result<StatTable> table(std::string_view id, const StatRequest& request, Job& job) const override;

private:
    const RtcFile& m_file;
};

}
