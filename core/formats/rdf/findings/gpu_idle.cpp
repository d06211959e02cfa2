// gpu.idle: a GPU that waits for the program, and what it waits for else: a screen, or a program that keeps a pace. Which
// pace that is is not asked.
#include "core/base/text.h"
#include "core/formats/rdf/findings/gpu_rules.h"
#include "core/stats/columns.h"

#include <algorithm>
#include <map>

namespace traceglass::rdf {

namespace {

constexpr std::string_view kIdle = "gpu.idle";

constexpr std::size_t kStepsForAPace = 4; // at least, of a short capture
constexpr std::size_t kStepsBeside = 8;   // at least, where there are more: a few are equal by chance
constexpr std::size_t kStepsAround = 32;  // at most: paces change

// The nearest whole number of paces: one, two or three. Film is shown for two and three refreshes by turns.
std::int64_t pacesIn(std::int64_t stepNs, std::int64_t paceNs)
{
    constexpr std::int64_t kMost = 3;
    return std::clamp<std::int64_t>(addSaturating(stepNs, paceNs / 2) / paceNs, 1, kMost);
}

std::int64_t besidePaces(std::int64_t stepNs, std::int64_t paceNs)
{
    return std::abs(subtractSaturating(stepNs, stats::productSaturating(pacesIn(stepNs, paceNs), paceNs)));
}

bool isNear(std::int64_t stepNs, std::int64_t paceNs)
{
    return besidePaces(stepNs, paceNs) <= paceNs / 20;
}

// What most of the steps are near to, and half of them very near. The median one is one, two or three of it.
std::optional<std::int64_t> paceOf(std::span<const std::int64_t> times)
{
    std::vector<std::int64_t> steps;
    for (std::size_t i = 1; i < times.size(); ++i)
        steps.push_back(subtractSaturating(times[i], times[i - 1]));
    if (steps.size() < kStepsForAPace)
        return {};
    const std::int64_t median = medianOf(steps);
    for (const std::int64_t paces : {1, 2, 3}) {
        const std::int64_t about = median / paces;
        if (about == 0)
            break;
        std::int64_t nearNs = 0, nearPaces = 0;
        std::size_t near = 0;
        for (const std::int64_t step : steps) {
            if (!isNear(step, about))
                continue;
            ++near;
            nearNs = addSaturating(nearNs, step);
            nearPaces += pacesIn(step, about);
        }
        if (4 * near < 3 * steps.size())
            continue;
        const std::int64_t pace = nearNs / nearPaces;
        std::vector<std::int64_t> beside;
        for (const std::int64_t step : steps)
            beside.push_back(besidePaces(step, pace));
        if (medianOf(std::move(beside)) <= pace / 50)
            return pace;
    }
    return {};
}

enum class Fit : std::uint8_t {
    noPace, // those around it have none
    breaks, // they have, and this one is no part of it
    keeps
};

// Of a step from one time to the next, of times in order, by those before it or those behind it.
Fit fitOf(std::span<const std::int64_t> times, std::size_t step)
{
    const std::size_t count = times.size() - 1; // of steps
    const std::size_t first = step - std::min(step, kStepsAround - 1);
    const std::size_t last = std::min(step + kStepsAround, count);
    // Where there are fewer on that side, some from the other one.
    const std::size_t endOfBefore = std::max(step + 1, std::min(first + kStepsBeside, count));
    const std::size_t beginOfBehind = std::min(step, last - std::min(last, kStepsBeside));
    Fit out = Fit::noPace;
    for (const auto& around : {times.subspan(first, endOfBefore + 1 - first),
                               times.subspan(beginOfBehind, last + 1 - beginOfBehind)})
        if (const auto pace = paceOf(around)) {
            const bool isKept = isNear(subtractSaturating(times[step + 1], times[step]), *pace);
            if (isKept)
                return Fit::keeps;
            out = Fit::breaks;
        }
    return out;
}

// When the GPU waits for the screen or for a program that keeps a pace, not for one that cannot come along: between
// presents, and before a frame begins on a queue. The ends of frames tell nothing, they come as they are done.
class PacedTimes
{
public:
    explicit PacedTimes(const GpuLook& look)
        : m_times(1 + look.queues.size())
    {
        m_times[kPresents] = look.presents;
        for (const GpuLook::Frame& frame : look.frames) {
            std::map<std::size_t, std::int64_t> begins; // by queue
            for (const RanSubmit* const ran : frame.submits) {
                const auto [found, isNew] = begins.try_emplace(ran->queue, ran->time.startNs);
                found->second = std::min(found->second, ran->time.startNs);
            }
            for (const auto& [queue, ns] : begins)
                m_times[1 + queue].push_back(ns);
        }
        for (std::size_t n = 0; n < m_times.size(); ++n) {
            std::ranges::sort(m_times[n]);
            for (std::size_t i = 0; i < m_times[n].size(); ++i)
                m_all.push_back({m_times[n][i], n, i});
        }
        std::ranges::sort(m_all, {}, &Time::ns);
    }
    // Of the steps between such times, at the gap or as it ends, that hold the middle of it: the best one.
    Fit fitOfStepOver(const TimeRange& gap, std::int64_t nearNs) const
    {
        const std::int64_t middleNs = gap.startNs + gap.lengthNs() / 2;
        auto time = std::ranges::lower_bound(m_all, subtractSaturating(gap.startNs, nearNs), {}, &Time::ns);
        Fit best = Fit::noPace;
        for (; best != Fit::keeps && time != m_all.end() && time->ns <= addSaturating(gap.endNs, nearNs);
             ++time) {
            if (time->of != kPresents && time->ns < gap.endNs)
                continue;
            const std::vector<std::int64_t>& times = m_times[time->of];
            const std::size_t end = time->ns > middleNs ? time->number : time->number + 1;
            if (end > 0 && end < times.size() && times[end - 1] <= middleNs && middleNs < times[end])
                best = std::max(best, fitOf(times, end - 1));
        }
        return best;
    }

private:
    static constexpr std::size_t kPresents = 0;

    struct Time
    {
        std::int64_t ns = 0;
        std::size_t of = 0, number = 0; // in m_times
    };
    std::vector<std::vector<std::int64_t>> m_times; // of presents and of frames by queue, in order
    std::vector<Time> m_all;                        // in order
};

}

// Of a few submits a gap is as long as any.
void checkIdle(const GpuLook& look, const Job& job, findings::Checks& checks)
{
    if (static_cast<std::int64_t>(look.frames.size()) < checks.amount(kIdle, "frames"))
        return checks.leaveOut(kIdle, "too few frames: " + std::to_string(look.frames.size()));
    const std::int64_t gapNs = checks.amount(kIdle, "gap"), longNs = checks.amount(kIdle, "long");
    const PacedTimes paced(look);
    std::vector<TimeRange> waits, silences; // those between frames at a pace
    std::size_t longOnes = 0;
    for (std::size_t i = 1; i < look.busy.size() && !job.stopRequested(); ++i) {
        const TimeRange gap {look.busy[i - 1].endNs, look.busy[i].startNs};
        if (gap.lengthNs() < gapNs)
            continue;
        const bool isLong = gap.lengthNs() >= longNs;
        longOnes += isLong;
        const Fit fit = paced.fitOfStepOver(gap, gapNs);
        if (isLong && fit == Fit::breaks)
            silences.push_back(gap);
        else if (isLong || fit != Fit::keeps)
            waits.push_back(gap);
    }
    const bool areHitches = longOnes == 1
        || (longOnes > 1
            && longOnes * std::size_t(1'000)
                <= look.frames.size() * static_cast<std::size_t>(checks.amount(kIdle, "few")));
    if (areHitches) // else it draws when there is something to draw
        waits.insert(waits.end(), silences.begin(), silences.end());
    if (!findings::isAtLeast(findings::lengthOf(waits), checks.amount(kIdle, "share"),
                             look.span.lengthNs())) {
        if (!areHitches)
            return;
        std::erase_if(waits, [&](const TimeRange& gap) { return gap.lengthNs() < longNs; });
    }
    if (waits.empty())
        return;
    Finding idle {.rule = kIdle, .severity = FindingSeverity::medium, .subject = {"GPU"}};
    idle.cost.amount = findings::lengthOf(waits);
    std::ranges::sort(waits, {}, &TimeRange::startNs);
    for (const TimeRange& gap : waits)
        findings::addOne(idle, gap, [&] { return Evidence {.time = gap}; });
    findings::settle(idle);
    const std::int64_t longestNs = idle.evidence.front().time.lengthNs();
    idle.share = findings::shareOfTime(idle.cost.amount, look.span.lengthNs(), 1);
    idle.sentence = "No queue had work for " + shortDurationText(idle.cost.amount) + " of "
        + shortDurationText(look.span.lengthNs())
        + (idle.count == 1 || longestNs < longNs ? std::string()
                                                 : ", up to " + shortDurationText(longestNs) + " at a time")
        + ": the GPU waited for the program";
    idle.limits = "What the program did meanwhile is not recorded.";
    checks.add(std::move(idle));
}

}
