// Statistics of recordings of a JVM: what the program waited for, allocated, ran and threw, and what was
// collected. A table is one pass over the stream that decodes only the events it is about; nothing is kept
// between two.
#pragma once

#include "core/formats/cjfr/wire/cjfr_file.h"
#include "core/model/statistics_facet.h"

namespace traceglass::cjfr {

class CjfrStatistics : public StatisticsFacet
{
public:
    explicit CjfrStatistics(const CjfrFile& file)
        : m_file(file)
    {
    }

    std::vector<StatKind> kinds(const Job& job) const override;
    Result<StatTable> table(std::string_view id, const StatRequest& request, Job& job) const override;

private:
    const CjfrFile& m_file;
};

}
