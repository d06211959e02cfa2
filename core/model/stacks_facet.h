// Events with a stack trace, read again whenever they are asked for (stacks.h).
#pragma once

#ifdef TRACEGLASS_VIEW
#error "Views read no capture: they ask core/ask/ (docs/architecture.md)"
#endif

#include "core/base/diagnostic.h"
#include "core/base/job.h"
#include "core/timeline/stacks.h"

#include <vector>

namespace traceglass {

class StacksFacet
{
public:
    virtual ~StacksFacet() = default;

    // Walks the capture the first time; nothing when the job was stopped, and where it holds no stacks after all.
    virtual std::vector<StackKind> kinds(const Timeline& timeline, Job& job) const = 0;
    // Delivers the samples that match, in the order of the stream. Stopped by the sink or the job.
    // Errors: file.stopped, file.changed.
    virtual Result<void> read(const Timeline& timeline, const StackQuery& query, const StackSink& sink,
                              Job& job) const = 0;
};

}
