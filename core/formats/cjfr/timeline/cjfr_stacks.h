// The stack traces of events, for the flame graph: every type of event that has one, combined events taken
// apart. The stream is walked again each time; a stack trace or frame is read once a call.
#pragma once

#include "core/formats/cjfr/wire/cjfr_file.h"
#include "core/model/stacks_facet.h"

namespace traceglass::cjfr {

class CjfrStacks : public StacksFacet
{
public:
    explicit CjfrStacks(const CjfrFile& file)
        : m_file(file)
    {
    }

    std::vector<StackKind> kinds(const Timeline& timeline, Job& job) const override;
    Result<void> read(const Timeline& timeline, const StackQuery& query, const StackSink& sink,
                      Job& job) const override;

private:
    const CjfrFile& m_file;
    mutable std::mutex m_mutex;
    mutable std::shared_ptr<const std::vector<StackKind>> m_kinds; // once counted
};

}
