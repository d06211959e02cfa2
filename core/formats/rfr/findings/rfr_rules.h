// The rules for recordings of tokio, one function for those that look at the same.
#pragma once

#include "core/base/diagnostic_log.h"
#include "core/findings/checks.h"
#include "core/findings/gathering.h"
#include "core/formats/rfr/findings/rfr_task_look.h"
#include "core/formats/rfr/wire/rfr_recording.h"
#include "core/model/fields_facet.h"

namespace traceglass::rfr {

struct RfrLook
{
    const Tables& tables;
    const FieldsFacet& fields;
    const findings::RowWalk& walk;
    const Timeline& timeline;
    const TaskLook& tasks;
    std::int64_t parallel; // workers, else 1

    template <class Visit>
    void eachName(const Visit& visit) const
    {
        for (const NameLook& name : tasks.names()) {
            if (walk.isStopped())
                return;
            visit(name);
        }
    }
};

void checkPolls(const RfrLook& at, findings::Checks& checks);
void checkQueue(const RfrLook& at,
                findings::Checks& checks); // absorbs findings of waits: comes behind checkWaits
void checkWaits(const RfrLook& at, findings::Checks& checks);
// Absorbs a full queue: comes behind checkQueue.
void checkWorkers(const RfrLook& at, bool isStream, findings::Checks& checks);
void checkLives(const RfrLook& at, bool isWhole,
                findings::Checks& checks); // `isWhole`: nothing of it was lost
void checkStuckJobs(const RfrLook& at, findings::Checks& checks);
void checkWakes(const RfrLook& at, findings::Checks& checks);
void checkTimers(const RfrLook& at, findings::Checks& checks); // comes behind checkWakes
void checkBlockingPool(const RfrLook& at, findings::Checks& checks);
void checkSpans(const RfrLook& at, findings::Checks& checks);
void checkEvents(const RfrLook& at, findings::Checks& checks);
// Of chunks that are damaged, and those that no chunk answers for; in order.
std::vector<TimeRange> lostTimes(const Recording& recording, const DiagnosticLog& log);
void checkChunks(const Recording& recording, const Timeline& timeline, findings::Checks& checks);

// Of moments so many that lie within a time of that length.
std::int64_t mostWithin(std::vector<std::int64_t> moments, std::int64_t lengthNs);
// Where it was: the tasks of a name that have as much of it as each has on average.
void addTasks(Finding& finding, const RfrLook& at, const NameLook& name, std::string_view what,
              const std::function<std::uint64_t(const TaskInfo&)>& countOf);

constexpr std::string_view kLongPoll = "rfr.long-poll", kNeverYielded = "rfr.never-yielded",
                           kRunQueue = "rfr.run-queue", kAccumulate = "rfr.tasks-accumulate";

// What a recording of tokio can never tell about waits.
extern const char* const kNoLocks;

}
