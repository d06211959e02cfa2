// One pass over the states of all tasks: what each name of tasks adds up to, and how many tasks were ready at once.
//
//     TaskLook look(tables, walk, {.stepNs = 10'000'000, .longWaitNs = 1'000'000, .forgottenNs = 1'000'000'000});
//     look.read(threads, job);
//     for (const NameLook& name : look.names()) stats::quantile(name.waits, stats::kP95)
//     look.eachPoll(name, 10'000'000, [&](TrackId track, const SeenSlice& poll) { ... });   // those as long
#pragma once

#include "core/findings/level.h"
#include "core/findings/row_walk.h"
#include "core/formats/rfr/timeline/rfr_analysis.h"
#include "core/stats/histogram.h"

#include <functional>

namespace traceglass::rfr {

// Of what the runtime is made of: its threads are recorded as tasks that are polled all the time.
bool isAside(const Timeline& timeline, TrackId track);

struct TaskOnTrack
{
    const TaskInfo* task = nullptr;
    TrackId track = kNoTrack;
    bool isForgotten = false; // never polled, while others were that came later: that is no wait in a queue
};

// All tasks of a name. Names that differ in numbers only, as of a task for each connection, are one where there are many:
// "conn #". Times are good to 0.4 % in histograms, exact in sums.
struct NameLook
{
    std::string name;
    std::vector<TaskOnTrack> tasks;
    StatHistogram polls;  // that begin and end in the recording
    StatHistogram waits;  // from a wake to the poll
    StatHistogram starts; // from the spawn to the first poll
    std::int64_t pollNs = 0;
    std::int64_t waitNs = 0;
    std::int64_t startNs = 0;
    std::int64_t longestPollNs = 0; // also one that is open
};

class TaskLook
{
public:
    struct Lengths
    {
        std::int64_t stepNs = 0;     // of ready()
        std::int64_t longWaitNs = 0; // of longReady(): waits that are as long
        // Forgotten are tasks without a poll that came so long before others that were polled, and were not dropped.
        std::int64_t forgottenNs = 0;
    };
    TaskLook(const Tables& tables, const findings::RowWalk& walk, const Lengths& lengths);

    void read(unsigned threads, Job& job);

    const std::vector<NameLook>& names() const { return m_names; }
    const findings::Level& ready() const { return m_ready; }
    const findings::Level& longReady() const { return m_longReady; }
    // How many threads ran tasks: those that the runtime's own tasks kept for more than half of the time, else those
    // with polls. 0: the recording does not say.
    std::int64_t workers() const { return m_workers; }
    bool isThread(const TaskInfo& task) const; // that the runtime's own task kept for so long
    std::int64_t durationNs() const { return m_walk.timeline().range.lengthNs(); }

    using SeePoll = std::function<void(const TaskOnTrack&, const findings::SeenSlice&)>;
    // Without the last one of a task that was dropped: that is the dropping itself, which tracing enters once more.
    void eachPoll(const NameLook& name, std::int64_t atLeastNs, const SeePoll& see) const;
    // All times in which a task was ready, scheduled or just spawned.
    template <class Visit>
    void eachWait(const TaskOnTrack& of, const Visit& visit) const
    {
        if (!of.isForgotten)
            m_walk.each(m_walk.timeline().track(of.track).firstRow, 0, [&](const findings::SeenSlice& slice) {
                if (slice.name != stateName(TaskState::polling))
                    visit(slice);
            });
    }
    // As ready(), in steps of that length: counted once more, since borders of steps lie elsewhere.
    findings::Level readyIn(std::int64_t stepNs) const;
    // How much of waits, and of times from spawn to poll, lies in ranges.
    struct Within
    {
        std::int64_t waitNs = 0;
        std::int64_t startNs = 0;
    };
    Within within(const NameLook& name, const std::vector<TimeRange>& ranges) const;

private:
    void joinNumbered();
    void countWorkers();
    void forget(std::int64_t latestNs); // those of whom it is known only now

    const Tables& m_tables;
    const findings::RowWalk& m_walk;
    std::vector<NameLook> m_names;
    Lengths m_lengths;
    findings::Level m_ready, m_longReady;
    std::int64_t m_workers = 0;
};

}
