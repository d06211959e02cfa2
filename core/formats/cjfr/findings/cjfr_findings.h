// What looks wrong in a recording of a JVM (docs/findings.md): one pass over the events that rules are about (JvmLook),
// then the rules, which decode nothing.
#pragma once

#include "core/formats/cjfr/wire/cjfr_file.h"
#include "core/model/fields_facet.h"
#include "core/model/findings_facet.h"

namespace traceglass::cjfr {

std::span<const Rule> findingRules();

class CjfrFindings : public FindingsFacet
{
public:
    CjfrFindings(const CjfrFile& file, const FieldsFacet& fields)
        : m_file(file)
        , m_fields(fields)
    {
    }

    Result<Findings> find(const FindingRequest& request, Job& job) const override;

private:
    const CjfrFile& m_file;
    const FieldsFacet& m_fields;
};

}
