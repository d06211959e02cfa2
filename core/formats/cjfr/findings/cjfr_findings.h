// What looks wrong in a recording of a JVM (docs/findings.md): one pass over the events that rules are about (JvmLook),
// then the rules, which decode nothing.
#pragma once

#include "core/formats/cjfr/wire/cjfr_file.h"
#include "core/model/findings_facet.h"

namespace traceglass::cjfr {

std::span<const Rule> findingRules();

class CjfrFindings : public FindingsFacet
{
public:
    explicit CjfrFindings(const CjfrFile& file)
        : m_file(file)
    {
    }

    Result<Findings> find(const FindingRequest& request, Job& job) const override;

private:
    const CjfrFile& m_file;
};

}
