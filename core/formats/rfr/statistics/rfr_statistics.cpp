#include "core/formats/rfr/statistics/rfr_statistics.h"

#include "core/base/behind.h"

namespace traceglass::rfr {

std::vector<StatKind> RfrStatistics::kinds(const Job&) const
{
    std::vector<StatKind> out = {{"tasks", "Tasks"},
                                 {"task-names", "Tasks by name"},
                                 {.id = "spans", .title = "Spans by name", .isOfDurations = true}};
    if (!m_recording.isStream()) // which does not say what ran on which thread
        out.push_back({"workers", "Worker threads", "worker"});
    return out;
}

Result<std::shared_ptr<const Tables>> RfrStatistics::counted(const StatRequest& request, Job& job) const
{
    if (!request.range)
        return m_timeline.tablesNow(job);
    // States depend on all that was before.
    Analysis analysis(
        m_recording, [](const Diagnostic&) {}, request.range);
    job.start(m_recording.isStream() ? m_recording.bytes : m_recording.byTime.size());
    if (auto done = analysis.run(m_recording.byTime, request.threads, job, {}); !done)
        return tl::unexpected(done.error());
    analysis.finish(true);
    return std::make_shared<const Tables>(analysis.takeTables());
}

Result<StatTable> RfrStatistics::table(std::string_view id, const StatRequest& request, Job& job) const
{
    const bool ofWorkers = id == "workers", ofSpans = id == "spans", byName = id == "task-names";
    if (!ofWorkers && !ofSpans && !byName && id != "tasks")
        return StatTable {};
    const auto found = ofSpans ? m_timeline.tablesNow(job) : counted(request, job); // lives are whole
    if (!found)
        return tl::unexpected(found.error());
    StatTable out = ofWorkers ? workerTable(**found, request, job)
        : ofSpans             ? spanTable(**found, request, job)
                              : taskTable(**found, request, byName, job);
    if (job.stopRequested()) {
        letGo(std::move(out));
        return fail(Code::Stopped);
    }
    return out;
}

}
