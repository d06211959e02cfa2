#include "core/formats/rdf/findings/gpu_paces.h"

#include "core/model/record_field.h"
#include "core/stats/columns.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>

namespace traceglass::rdf {

namespace {

constexpr std::size_t kStepsForAPace = 4; // at least, of a short capture
constexpr std::size_t kStepsBeside = 8;   // at least, where there are more: a few are equal by chance
constexpr std::size_t kStepsAround = 32;  // at most: paces change
constexpr std::size_t kGridSteps = 64, kLeastGridSteps = 16;
constexpr std::size_t kManySteps = 48; // most of which are near to a pace by no chance, though each trembles
constexpr std::int64_t kShortestPeriodNs = 2'000'000; // no screen is faster

std::vector<std::int64_t> stepsOf(std::span<const std::int64_t> times)
{
    std::vector<std::int64_t> out;
    for (std::size_t i = 1; i < times.size(); ++i)
        out.push_back(subtractSaturating(times[i], times[i - 1]));
    return out;
}

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
    const std::vector<std::int64_t> steps = stepsOf(times);
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

std::int64_t periodsIn(std::int64_t stepNs, std::int64_t periodNs)
{
    return addSaturating(stepNs, periodNs / 2) / periodNs;
}

struct Grid
{
    std::int64_t periodNs = 0;
    bool trembles = false; // what is on it may be a quarter of a period off, else an eighth
};

bool isOn(const Grid& grid, std::int64_t stepNs)
{
    const std::int64_t whole = stats::productSaturating(periodsIn(stepNs, grid.periodNs), grid.periodNs);
    return std::abs(subtractSaturating(stepNs, whole)) <= grid.periodNs / (grid.trembles ? 4 : 8);
}

// What most of the steps that are not much longer are once, twice or three times, from about what it is: `least` of them
// at least, and no further from it than a part of it.
std::optional<std::int64_t> periodNear(const std::vector<std::int64_t>& steps, std::int64_t period,
                                       std::int64_t part, std::size_t least)
{
    constexpr int kCloser = 3; // the mean of those near to it is nearer to what it is
    for (int i = 0; i < kCloser; ++i) {
        if (period < kShortestPeriodNs)
            return {};
        std::int64_t nearNs = 0, nearPeriods = 0;
        std::size_t near = 0, all = 0;
        for (const std::int64_t step : steps) {
            if (step / 2 > period + period / 4 * 3) // three and a half
                continue;
            ++all;
            if (besidePaces(step, period) > period / part)
                continue;
            ++near;
            nearNs = addSaturating(nearNs, step);
            nearPeriods += pacesIn(step, period);
        }
        if (near < least || 4 * near < 3 * all)
            return {};
        period = nearNs / nearPeriods;
    }
    return period;
}

// It is a step itself: each tenth is no longer, or half of them where all tremble.
std::optional<std::int64_t> periodOf(std::vector<std::int64_t> steps)
{
    if (steps.size() < kLeastGridSteps)
        return {};
    std::ranges::sort(steps);
    if (const auto period = periodNear(steps, steps[steps.size() / 10], 8, kLeastGridSteps))
        return period;
    return periodNear(steps, medianOf(steps), 4, kManySteps);
}

// Frames a second that screens show, and limiters keep.
constexpr std::array kUsualRates = {24, 25, 30, 40, 50, 60, 72, 75, 90, 100, 120, 144, 165, 240};
constexpr std::int64_t kSecond = 1'000'000'000, kRestPart = 4; // of a step, and of the time

// One of these to a hundredth on average, by three of four steps that are no further from it than a sixth: each trembles,
// and what comes late makes those behind it late, so they are on no grid.
int limitedTo(std::span<const std::int64_t> times)
{
    const std::vector<std::int64_t> steps = stepsOf(times);
    if (steps.size() < kManySteps)
        return 0;
    const std::int64_t median = medianOf(steps);
    std::int64_t nearNs = 0, near = 0;
    for (const std::int64_t step : steps) {
        if (std::abs(subtractSaturating(step, median)) > median / 6)
            continue;
        nearNs = addSaturating(nearNs, step);
        ++near;
    }
    if (near * 4 < std::ssize(steps) * 3)
        return 0;
    const std::int64_t meanNs = nearNs / near;
    for (const int rate : kUsualRates) {
        const std::int64_t pace = kSecond / rate;
        if (std::abs(subtractSaturating(meanNs, pace)) <= pace / 100)
            return rate;
    }
    return 0;
}

// The period of a grid that times lie on, any number of periods apart, from about what it is: the line through them by
// least squares. Half of them are no further from it than a twenty-fifth of the period, of many than an eighth, and no
// further than half of the steps are from whole periods: what is late once is not late the next time. Of a program that
// begins a frame so long after the one before each delay stays.
std::optional<Grid> gridOf(std::span<const std::int64_t> times, std::int64_t aboutNs)
{
    const std::vector<std::int64_t> steps = stepsOf(times);
    if (steps.size() < kLeastGridSteps)
        return {};
    std::vector<std::int64_t> periods {0};
    for (const std::int64_t step : steps)
        periods.push_back(addSaturating(periods.back(), periodsIn(step, aboutNs)));
    constexpr std::int64_t kFarApart = 1'000'000; // what hardly ever begins a frame has no pace
    if (periods.back() > kFarApart)
        return {};
    const WideInteger count = std::ssize(times);
    WideInteger sumX = 0, sumY = 0, sumXX = 0, sumXY = 0;
    for (std::size_t i = 0; i < times.size(); ++i) {
        const WideInteger x = periods[i], y = WideInteger(times[i]) - times[0];
        sumX += x;
        sumY += y;
        sumXX += x * x;
        sumXY += x * y;
    }
    const WideInteger over = count * sumXY - sumX * sumY, under = count * sumXX - sumX * sumX;
    const auto period = under == 0 ? std::int64_t(0) : static_cast<std::int64_t>(over / under);
    if (period < kShortestPeriodNs)
        return {};
    std::vector<std::int64_t> fromLine, fromWhole;
    for (std::size_t i = 0; i < times.size(); ++i)
        fromLine.push_back(
            static_cast<std::int64_t>(WideInteger(times[i]) - times[0] - over * periods[i] / under));
    const std::int64_t middle = medianOf(fromLine);
    for (std::int64_t& each : fromLine)
        each = std::abs(subtractSaturating(each, middle));
    for (const std::int64_t step : steps)
        fromWhole.push_back(
            std::abs(subtractSaturating(step, stats::productSaturating(periodsIn(step, period), period))));
    const std::int64_t spread = medianOf(std::move(fromLine));
    const bool trembles = spread > period / 25;
    if ((trembles && (spread > period / 8 || steps.size() < kManySteps))
        || spread > medianOf(std::move(fromWhole)))
        return {};
    return Grid {period, trembles};
}

// Of a step: so many times before it and behind it, which hold it. Where there are fewer on one side, some from the
// other.
std::array<std::span<const std::int64_t>, 2>
timesAround(std::span<const std::int64_t> times, std::size_t step, std::size_t most, std::size_t least)
{
    const std::size_t count = times.size() - 1; // of steps
    const std::size_t first = step - std::min(step, most - 1);
    const std::size_t last = std::min(step + most, count);
    const std::size_t endOfBefore = std::max(step + 1, std::min(first + least, count));
    const std::size_t beginOfBehind = std::min(step, last - std::min(last, least));
    return {times.subspan(first, endOfBefore + 1 - first),
            times.subspan(beginOfBehind, last + 1 - beginOfBehind)};
}

}

// Of a step from one time to the next, of times in order, by those before it or those behind it.
Fit PacedTimes::fitOf(const Times& of, std::size_t step) const
{
    Fit out;
    const std::int64_t ns = subtractSaturating(of.times[step + 1], of.times[step]);
    for (const auto& around : timesAround(of.times, step, kStepsAround, kStepsBeside))
        if (const auto pace = paceOf(around))
            (isNear(ns, *pace) ? out.keeps : out.breaks) = true;
    for (const auto& around : timesAround(of.times, step, kGridSteps, kGridSteps)) {
        const auto grid = of.periodNs ? gridOf(around, *of.periodNs) : std::nullopt;
        if (!grid)
            continue;
        const bool keeps = isOn(*grid, ns);
        (keeps ? out.keeps : out.breaks) = true;
        out.skips = out.skips || (keeps && periodsIn(ns, grid->periodNs) > 1);
    }
    if (!out.keeps)
        for (const auto& around : timesAround(of.times, step, kGridSteps, kGridSteps))
            if (const int rate = limitedTo(around); doesRest(around, rate))
                out.limited = std::max(out.limited, rate);
    return out;
}

// A program that a limiter keeps back makes its calls and waits. One that makes calls all the time is as fast as it can be.
bool PacedTimes::doesRest(std::span<const std::int64_t> times, int rate) const
{
    if (rate == 0)
        return false;
    const TimeRange time {times.front(), times.back()};
    const std::int64_t least = kSecond / rate / kRestPart;
    std::int64_t restNs = 0;
    auto quiet = std::ranges::upper_bound(m_quiet, time.startNs, {}, &TimeRange::endNs);
    for (; quiet != m_quiet.end() && quiet->startNs < time.endNs; ++quiet)
        if (quiet->lengthNs() >= least)
            restNs = addSaturating(restNs, stats::clippedNs(*quiet, time));
    return restNs >= time.lengthNs() / kRestPart;
}

PacedTimes::PacedTimes(const GpuLook& look)
    : m_times(1 + look.queues.size())
{
    m_times[kPresents].times = look.presents;
    for (const GpuLook::Frame& frame : look.frames) {
        std::map<std::size_t, std::int64_t> begins; // by queue
        for (const RanSubmit* const ran : frame.submits) {
            const auto [found, isNew] = begins.try_emplace(ran->queue, ran->time.startNs);
            found->second = std::min(found->second, ran->time.startNs);
        }
        for (const auto& [queue, ns] : begins)
            m_times[1 + queue].times.push_back(ns);
    }
    for (std::size_t n = 0; n < m_times.size(); ++n) {
        std::vector<std::int64_t>& times = m_times[n].times;
        std::ranges::sort(times);
        for (std::size_t i = 0; i < times.size(); ++i)
            m_all.push_back({times[i], n, i});
        m_times[n].periodNs = periodOf(stepsOf(times));
    }
    std::ranges::sort(m_all, {}, &Time::ns);
    std::vector<std::int64_t> calls {std::numeric_limits<std::int64_t>::min()};
    for (const RanSubmit& each : look.submits)
        if (each.waitNs)
            calls.push_back(subtractSaturating(each.time.startNs, *each.waitNs));
    calls.push_back(std::numeric_limits<std::int64_t>::max()); // of one without calls nothing is known
    std::ranges::sort(calls);
    for (std::size_t i = 1; i < calls.size(); ++i)
        if (subtractSaturating(calls[i], calls[i - 1]) >= kSecond / kUsualRates.back() / kRestPart)
            m_quiet.push_back({calls[i - 1], calls[i]});
}

Fit PacedTimes::fitOfStepOver(const TimeRange& gap, std::int64_t nearNs) const
{
    const std::int64_t middleNs = gap.startNs + gap.lengthNs() / 2;
    auto time = std::ranges::lower_bound(m_all, subtractSaturating(gap.startNs, nearNs), {}, &Time::ns);
    Fit out;
    for (; time != m_all.end() && time->ns <= addSaturating(gap.endNs, nearNs); ++time) {
        if (time->of != kPresents && time->ns < gap.endNs)
            continue;
        const std::vector<std::int64_t>& times = m_times[time->of].times;
        const std::size_t end = time->ns > middleNs ? time->number : time->number + 1;
        if (end == 0 || end >= times.size() || times[end - 1] > middleNs || middleNs >= times[end])
            continue;
        const Fit fit = fitOf(m_times[time->of], end - 1);
        out = {out.keeps || fit.keeps, out.breaks || fit.breaks, out.skips || fit.skips,
               std::max(out.limited, fit.limited)};
    }
    return out;
}

}
