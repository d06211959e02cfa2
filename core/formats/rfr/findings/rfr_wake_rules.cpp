// Rules about what wakes tasks, and how often they are polled.
#include "core/base/rate_text.h"
#include "core/base/text.h"
#include "core/formats/rfr/findings/rfr_rules.h"
#include "core/model/record_field.h"
#include "core/stats/columns.h"

#include <algorithm>

namespace traceglass::rfr {

namespace {

constexpr std::string_view kSelf = "rfr.self-wakes", kSpin = "rfr.spin", kWakeStorm = "rfr.wake-storm";

struct WakeSums // of a name
{
    std::int64_t polls = 0;
    std::int64_t wakes = 0;
    std::int64_t selfWakes = 0;
    std::int64_t calls = 0;
    std::int64_t lifeNs = 0;
};

Finding wakeFinding(const NameLook& name, std::string_view id, FindingSeverity severity, std::int64_t count)
{
    return {.rule = id,
            .severity = severity,
            .subject = {name.name, name.tasks.front().track},
            .cost = {StatUnit::count, count},
            .count = static_cast<std::uint64_t>(count)};
}

std::string amountText(std::int64_t count)
{
    return grouped(static_cast<std::uint64_t>(count));
}

// When tasks do something at least half as often as counts, each for itself, by thousandths of the recording.
class BusyTimes
{
public:
    // `what` they do, and the same of several.
    BusyTimes(Finding& finding, std::int64_t durationNs, std::int64_t rate, std::string_view what,
              std::string_view whats)
        : m_finding(finding)
        , m_stepNs(std::max<std::int64_t>(durationNs / 1'000, 1'000'000))
        , m_rate(rate)
        , m_what(what)
        , m_whats(whats)
    {
    }

    void add(const TaskOnTrack& of, const TimeRange& life, std::int64_t ns)
    {
        const std::int64_t begin = life.startNs + (ns - life.startNs) / m_stepNs * m_stepNs;
        if (of.track != m_track || begin != m_step.startNs) {
            endStep();
            if (of.track != m_track || begin != m_step.endNs)
                endStretch();
            m_track = of.track;
            m_step = {begin, std::min(addSaturating(begin, m_stepNs), life.endNs)};
        }
        ++m_inStep;
    }
    void end()
    {
        endStep();
        endStretch();
    }
    // In these times; nothing: there are none.
    std::optional<double> rate() const
    {
        return m_ns > 0 ? std::optional(kSecond * static_cast<double>(m_count) / static_cast<double>(m_ns))
                        : std::nullopt;
    }

private:
    void endStep()
    {
        const bool isOften = m_step.lengthNs() >= m_stepNs / 2 // else cut by the end of a life
            && WideInteger(m_inStep) * 2 * static_cast<std::int64_t>(kSecond)
                >= WideInteger(m_step.lengthNs()) * m_rate;
        if (isOften) {
            m_stretch = m_inStretch == 0 ? m_step : TimeRange {m_stretch.startNs, m_step.endNs};
            m_inStretch += m_inStep;
        } else {
            endStretch();
        }
        m_inStep = 0;
    }
    void endStretch()
    {
        if (m_inStretch > 0) {
            m_count += m_inStretch;
            m_ns = addSaturating(m_ns, m_stretch.lengthNs());
            findings::addOne(m_finding, m_stretch, [&] {
                return Evidence {.time = m_stretch,
                                 .place = {m_track, 0, m_stretch.startNs},
                                 .text = counted(m_inStretch, m_what, m_whats)};
            });
        }
        m_inStretch = 0;
    }

    static constexpr double kSecond = 1'000'000'000;
    Finding& m_finding;
    const std::int64_t m_stepNs, m_rate;
    const std::string_view m_what, m_whats;
    TrackId m_track = kNoTrack;
    TimeRange m_step, m_stretch;
    std::uint64_t m_inStep = 0, m_inStretch = 0, m_count = 0;
    std::int64_t m_ns = 0; // of all stretches
};

// When they woke themselves at least half as often as on average: they are ready again at the end of the poll in which
// they did. False: there is no such time.
bool addSelfWakes(Finding& finding, const RfrLook& at, const NameLook& name, const WakeSums& sums)
{
    const WideInteger rate = WideInteger(kSecondNs) * sums.selfWakes / std::max<std::int64_t>(sums.lifeNs, 1);
    BusyTimes times(finding, at.tasks.durationNs(), static_cast<std::int64_t>(rate),
                    "poll in which it was woken", "polls in which it was woken");
    for (const TaskOnTrack& of : name.tasks) {
        if (of.task->selfWakes == 0)
            continue;
        const Track& track = at.timeline.track(of.track);
        std::int64_t polledUntil = kNoInteger;
        at.walk.each(track.firstRow, 0, [&](const findings::SeenSlice& state) {
            if (state.name == stateName(TaskState::polling))
                polledUntil = state.time.endNs;
            else if (state.time.startNs == polledUntil)
                times.add(of, track.life, state.time.startNs);
        });
    }
    times.end();
    finding.count = static_cast<std::uint64_t>(sums.selfWakes);
    findings::settle(finding);
    return !finding.evidence.empty();
}

void checkSelfWakes(const RfrLook& at, const NameLook& name, const WakeSums& sums, findings::Checks& checks)
{
    const auto amount = [&](std::string_view key) { return checks.amount(kSelf, key); };
    const std::int64_t median = stats::quantile(name.polls, stats::kMedian).value_or(0);
    const double share = findings::shareOfTime(name.pollNs, at.tasks.durationNs(), at.parallel);
    const auto severity = findings::severityOf(share);
    // Longer polls get something done, and wake themselves to make room for others meanwhile.
    const std::int64_t longer = share * 1'000 >= static_cast<double>(amount("much")) ? amount("longer") : 0;
    if (!severity || median >= std::max(amount("median"), longer) || sums.wakes < amount("wakes")
        || sums.selfWakes * 1'000 <= sums.wakes * amount("share"))
        return;
    Finding finding = wakeFinding(name, kSelf, *severity, sums.selfWakes);
    finding.cost = {StatUnit::span, name.pollNs};
    finding.share = share;
    finding.sentence = amountText(sums.selfWakes) + " of " + amountText(sums.wakes) + " wakes of "
        + findings::quoted(name.name) + " are its own";
    finding.limits =
        "From tokio 1.23 on yield_now() wakes from outside the task: such wakes are not among them.";
    if (!addSelfWakes(finding, at, name, sums)) // wakes of others are all that is drawn
        addTasks(finding, at, name, "own wake", [](const TaskInfo& task) { return task.selfWakes; });
    checks.add(std::move(finding));
}

void checkSpin(const RfrLook& at, const NameLook& name, const WakeSums& sums, findings::Checks& checks)
{
    const auto amount = [&](std::string_view key) { return checks.amount(kSpin, key); };
    const std::int64_t median = stats::quantile(name.polls, stats::kMedian).value_or(0);
    const std::int64_t lifeNs = std::max<std::int64_t>(sums.lifeNs, 1);
    // Short tasks are polled often for their lives, too, but each of them a few times only.
    if (sums.polls < amount("polls")
        || sums.polls < stats::productSaturating(std::ssize(name.tasks), amount("each"))
        || sums.calls * 1'000 >= sums.polls * amount("called")
        || WideInteger(kSecondNs) * sums.polls < WideInteger(lifeNs) * amount("rate")
        || median >= amount("median"))
        return;
    Finding finding = wakeFinding(name, kSpin, FindingSeverity::medium, sums.polls);
    finding.cost = {StatUnit::span, name.pollNs};
    finding.share = findings::shareOfTime(name.pollNs, at.tasks.durationNs(), at.parallel);
    // As serious as what it costs, whoever wakes it.
    finding.severity =
        std::max(finding.severity, findings::severityOf(finding.share).value_or(FindingSeverity::low));
    BusyTimes spins(finding, at.tasks.durationNs(), amount("rate"), "poll", "polls");
    at.tasks.eachPoll(name, 0, [&](const TaskOnTrack& of, const findings::SeenSlice& poll) {
        spins.add(of, at.timeline.track(of.track).life, poll.time.startNs);
    });
    spins.end();
    finding.count = static_cast<std::uint64_t>(sums.polls);
    findings::settle(finding);
    finding.sentence = findings::quoted(name.name) + " was polled "
        + rateText(spins.rate().value_or(static_cast<double>(WideInteger(kSecondNs) * sums.polls)
                                         / static_cast<double>(lifeNs)))
        + " times a second, half of the polls no longer than " + shortDurationText(median);
    finding.limits = "Whether a poll got anything done is not recorded.";
    checks.absorb(finding,
                  [&](const Finding& each) { return each.rule == kSelf && each.subject.name == name.name; });
    checks.add(std::move(finding));
}

void checkWakeStorm(const RfrLook& at, const NameLook& name, const WakeSums& sums, findings::Checks& checks)
{
    if (sums.wakes < checks.amount(kWakeStorm, "wakes") || sums.polls == 0
        || stats::productSaturating(sums.polls, checks.amount(kWakeStorm, "per-poll")) > sums.wakes)
        return;
    Finding finding = wakeFinding(name, kWakeStorm, FindingSeverity::low, sums.wakes);
    finding.sentence = findings::quoted(name.name) + " was woken " + amountText(sums.wakes) + " times for "
        + amountText(sums.polls) + " polls";
    addTasks(finding, at, name, "wake", [](const TaskInfo& task) { return task.wakes; });
    checks.add(std::move(finding));
}

}

void addTasks(Finding& finding, const RfrLook& at, const NameLook& name, std::string_view what,
              const std::function<std::uint64_t(const TaskInfo&)>& countOf)
{
    const std::uint64_t count = finding.count; // of all of them
    WideInteger sum = 0;
    for (const TaskOnTrack& of : name.tasks)
        sum += countOf(*of.task);
    for (const TaskOnTrack& of : name.tasks) {
        const std::uint64_t ofTask = countOf(*of.task);
        if (ofTask == 0 || WideInteger(ofTask) * std::ssize(name.tasks) < sum)
            continue;
        const TimeRange& life = at.timeline.track(of.track).life;
        findings::addOne(finding, life, [&] {
            return Evidence {.time = life,
                             .place = {of.track, 0, life.startNs},
                             .text = counted(ofTask, what, std::string(what) + 's')};
        });
    }
    finding.count = count;
    findings::settle(finding);
}

void checkWakes(const RfrLook& at, findings::Checks& checks)
{
    at.eachName([&](const NameLook& name) {
        WakeSums sums;
        for (const TaskOnTrack& of : name.tasks) {
            sums.polls += static_cast<std::int64_t>(of.task->polls);
            sums.wakes += static_cast<std::int64_t>(of.task->wakes);
            sums.selfWakes += static_cast<std::int64_t>(of.task->selfWakes);
            sums.calls += static_cast<std::int64_t>(of.task->calls);
            sums.lifeNs = addSaturating(sums.lifeNs, at.timeline.track(of.track).life.lengthNs());
        }
        checkSelfWakes(at, name, sums, checks);
        checkSpin(at, name, sums, checks);
        checkWakeStorm(at, name, sums, checks);
    });
}

}
