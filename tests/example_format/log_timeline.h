// The timeline of a log: a track a thread, a row a depth, spans as slices and events as instants among them.
#pragma once

#include "core/model/timeline_facet.h"
#include "tests/example_format/log_file.h"

namespace traceglass::log {

struct LogTimeline : TimelineFacet
{
    LogTimeline(const LogFile& of, DiagnosticLog& problems)
        : file(of)
        , log(problems)
    {
    }

    Result<void> index(const IndexRequest& request, Job& job) const override;
    Details describe(const Timeline& timeline, const SliceId& id) const override;
    std::optional<SliceId> sliceOf(const Timeline& timeline, RecordRef ref) const override;

    const LogFile& file;
    DiagnosticLog& log;
};

}
