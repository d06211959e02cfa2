// What looks wrong in an RTC capture (docs/findings.md). Nobody knows what its values mean, so rules are about when they
// come, about lines of its logs, and about values that stand out of their own stream; they read the timeline only.
#pragma once

#include "core/formats/rtc/rtc_file.h"
#include "core/model/findings_facet.h"

namespace traceglass::rtc {

std::span<const Rule> findingRules();

class RtcFindings : public FindingsFacet
{
public:
    explicit RtcFindings(const RtcFile& file)
        : m_file(file)
    {
    }

    Result<Findings> find(const FindingRequest& request, Job& job) const override;

private:
    const RtcFile& m_file;
};

}
