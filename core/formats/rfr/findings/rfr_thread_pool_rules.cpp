// Jobs of spawn_blocking: those that wait because all threads of that pool are taken (rfr.blocking-pool), and those
// that never end (rfr.tasks-accumulate).
#include "core/base/text.h"
#include "core/findings/worst_minute.h"
#include "core/formats/rfr/findings/rfr_rules.h"
#include "core/stats/columns.h"

#include <algorithm>
#include <limits>
#include <map>

namespace traceglass::rfr {

namespace {

constexpr std::string_view kBlockingPool = "rfr.blocking-pool";

struct JobsOfName
{
    struct Spawned
    {
        TimeRange wait; // from the spawn to its only poll
        TrackId track = kNoTrack;
    };
    std::vector<Spawned> jobs;
    std::vector<std::int64_t> took; // those that began
    std::int64_t livedNs = 0;
};

// Those that waited for so long, of all or of those spawned in a minute.
struct LateJobs
{
    std::vector<const JobsOfName::Spawned*> jobs;
    std::int64_t among = 0; // how many there are

    static LateJobs of(const std::vector<JobsOfName::Spawned>& all, std::int64_t atLeastNs,
                       const findings::Minute* minute)
    {
        LateJobs out;
        for (const JobsOfName::Spawned& each : all) {
            if (minute && !minute->holds(each.wait))
                continue;
            ++out.among;
            if (each.wait.lengthNs() >= atLeastNs)
                out.jobs.push_back(&each);
        }
        return out;
    }
    std::vector<TimeRange> times() const
    {
        std::vector<TimeRange> out;
        for (const JobsOfName::Spawned* const each : jobs)
            out.push_back(each->wait);
        return out;
    }
    std::int64_t ns() const
    {
        std::int64_t sum = 0;
        for (const JobsOfName::Spawned* const each : jobs)
            sum = addSaturating(sum, each->wait.lengthNs());
        return sum;
    }
    bool areAtLeast(std::int64_t thousandths) const
    {
        return !jobs.empty() && findings::isAtLeast(std::ssize(jobs), thousandths, among);
    }
};

// Did most come within a tenth of the recording? Then somebody spawned them all at once, and wants a queue.
bool cameAtOnce(std::vector<std::int64_t> spawns, std::int64_t durationNs, std::int64_t part)
{
    const auto all = std::ssize(spawns);
    return findings::isAtLeast(mostWithin(std::move(spawns), durationNs / 10), part, all);
}

void checkJobs(const RfrLook& at, std::string_view name, JobsOfName& of, findings::Checks& checks)
{
    const auto amount = [&](std::string_view key) { return checks.amount(kBlockingPool, key); };
    if (std::ssize(of.jobs) < amount("jobs") || !stats::sortUnlessStopped(of.took, at.walk.job()))
        return;
    // Who waits as long as a few of them take is behind a few others: the threads are busy, not late.
    const std::int64_t usual = of.took.empty() ? 0 : stats::nearestRank(of.took, 500);
    const std::int64_t atLeast = std::max(amount("wait"), stats::productSaturating(usual, amount("times")));
    auto late = LateJobs::of(of.jobs, atLeast, nullptr);
    const std::int64_t durationNs = std::max<std::int64_t>(at.tasks.durationNs(), 1);
    Finding finding {.rule = kBlockingPool, .subject = {std::string(name)}};
    finding.share = stats::shareOf(late.ns(), std::max(durationNs, of.livedNs));
    auto severity = late.areAtLeast(amount("share")) ? findings::severityOf(finding.share) : std::nullopt;
    findings::Minute minute {};
    if (!severity) { // seconds of hours
        minute = findings::worstMinute(late.times());
        late = LateJobs::of(of.jobs, atLeast, &minute);
        const std::int64_t atOnce = stats::crowdOf(late.times(), at.walk.job()).most;
        finding.share = findings::shareOfTime(minute.ns, findings::kMinuteNs, atOnce);
        if (durationNs <= findings::kMinuteNs || late.among < amount("jobs")
            || !late.areAtLeast(amount("share"))
            || findings::severityOf(finding.share) != FindingSeverity::high)
            return;
        severity = FindingSeverity::low;
    }
    std::int64_t longest = 0;
    for (const JobsOfName::Spawned* const job : late.jobs) {
        longest = std::max(longest, job->wait.lengthNs());
        findings::addOne(finding, job->wait, [&] {
            return Evidence {.time = job->wait, .place = {job->track, 0, job->wait.startNs}};
        });
    }
    finding.cost.amount = late.ns();
    std::vector<std::int64_t> spawns;
    for (const JobsOfName::Spawned& each : of.jobs)
        spawns.push_back(each.wait.startNs);
    finding.severity =
        cameAtOnce(std::move(spawns), durationNs, amount("batch")) ? FindingSeverity::low : *severity;
    finding.subject.track = finding.evidence.front().place.track;
    if (minute.ns > 0)
        finding.sentence =
            "In the minute from " + findings::momentText(at.timeline, minute.time.startNs) + " on ";
    finding.sentence += grouped(finding.count) + " of "
        + counted(static_cast<std::uint64_t>(late.among), "job", "jobs") + ' ' + findings::quoted(name)
        + " waited for a thread of the pool, up to " + shortDurationText(longest);
    if (of.took.size() < of.jobs.size() && minute.ns == 0)
        finding.sentence += "; " + grouped(of.jobs.size() - of.took.size()) + " wait still";
    finding.limits = "How many threads the pool may have is not recorded.";
    findings::settle(finding);
    checks.add(std::move(finding));
}

std::int64_t nsOfSum(Micros micros)
{
    return stats::productSaturating(static_cast<std::int64_t>(micros), 1'000);
}

// That a program gave to a thread while it was recorded.
template <class Visit>
void eachJob(const RfrLook& at, const Visit& visit)
{
    for (const TaskInfo& task : at.tables.tasks) {
        if (at.walk.isStopped())
            return;
        if (task.facts && task.spawn && at.tables.strings->text(task.facts->kind) == "blocking"
            && !isAside(at.timeline, task.track)) // else a thread of the runtime
            visit(task, nanoseconds(*task.spawn).value_or(0));
    }
}

struct StuckJobs // of a name
{
    struct Begun
    {
        TimeRange time; // it runs still
        TrackId track = kNoTrack;
    };
    std::vector<std::int64_t> ended; // when
    std::int64_t longestNs = 0;      // of those that ended
    std::vector<Begun> left;
};

// Loops that have a thread of their own run for ever, too: they come at once, or before others of the name.
void checkStuck(const RfrLook& at, std::string_view name, StuckJobs& of, findings::Checks& checks)
{
    const auto amount = [&](std::string_view key) { return checks.amount(kAccumulate, key); };
    if (std::ssize(of.ended) < amount("left"))
        return;
    const auto enough = of.ended.begin() + (amount("left") - 1);
    std::ranges::nth_element(of.ended, enough);
    const std::int64_t atLeast =
        std::max(amount("quiet"), stats::productSaturating(of.longestNs, amount("outlive")));
    std::erase_if(of.left, [&](const StuckJobs::Begun& each) {
        return each.time.startNs < *enough || each.time.lengthNs() < atLeast;
    });
    std::vector<std::int64_t> begins;
    for (const StuckJobs::Begun& each : of.left)
        begins.push_back(each.time.startNs);
    if (std::ssize(of.left) < amount("left")
        || cameAtOnce(std::move(begins), at.tasks.durationNs(), amount("pool")))
        return;
    Finding finding {.rule = kAccumulate,
                     .severity =
                         of.ended.size() > of.left.size() ? FindingSeverity::low : FindingSeverity::medium,
                     .subject = {std::string(name), of.left.front().track},
                     .cost = {StatUnit::count, std::ssize(of.left)}};
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    for (const StuckJobs::Begun& each : of.left) {
        least = std::min(least, each.time.lengthNs());
        findings::addOne(finding, each.time, [&] {
            return Evidence {.time = each.time, .place = {each.track, 0, each.time.startNs}};
        });
    }
    finding.sentence = grouped(finding.count) + " of "
        + counted(of.ended.size() + finding.count, "job", "jobs") + ' ' + findings::quoted(name) + " run for "
        + shortDurationText(least) + " and longer and did not end; those that ended took "
        + shortDurationText(of.longestNs) + " at most";
    finding.limits = "What they wait for is not recorded.";
    findings::settle(finding);
    checks.add(std::move(finding));
}

}

void checkBlockingPool(const RfrLook& at, findings::Checks& checks)
{
    std::map<StringId, JobsOfName> names;
    eachJob(at, [&](const TaskInfo& task, std::int64_t spawnNs) {
        const bool isWaiting = task.polls == 0 && !task.dropped;
        const TimeRange wait {
            spawnNs, isWaiting ? at.timeline.range.endNs : addSaturating(spawnNs, nsOfSum(task.created))};
        if ((task.polls == 0 && task.dropped) || at.walk.isLost(wait))
            return;
        JobsOfName& of = names[task.facts->shownName()];
        of.jobs.push_back({wait, task.track});
        if (!isWaiting)
            of.took.push_back(nsOfSum(task.busy));
        of.livedNs = addSaturating(of.livedNs, at.timeline.track(task.track).life.lengthNs());
    });
    for (auto& [name, of] : names)
        checkJobs(at, at.tables.strings->text(name), of, checks);
}

void checkStuckJobs(const RfrLook& at, findings::Checks& checks)
{
    if (at.tasks.durationNs() < checks.amount(kAccumulate, "recording"))
        return;
    std::map<StringId, StuckJobs> names;
    eachJob(at, [&](const TaskInfo& task, std::int64_t spawnNs) {
        const std::int64_t beginNs = addSaturating(spawnNs, nsOfSum(task.created));
        StuckJobs& of = names[task.facts->shownName()];
        if (task.polls == 1 && !task.dropped && task.state == TaskState::polling) {
            if (!at.walk.isLost({beginNs, at.timeline.range.endNs}))
                of.left.push_back({{beginNs, at.timeline.range.endNs}, task.track});
        } else if (task.polls > 0) {
            of.ended.push_back(addSaturating(beginNs, nsOfSum(task.busy)));
            of.longestNs = std::max(of.longestNs, nsOfSum(task.busy));
        }
    });
    for (auto& [name, of] : names)
        checkStuck(at, at.tables.strings->text(name), of, checks);
}

}
