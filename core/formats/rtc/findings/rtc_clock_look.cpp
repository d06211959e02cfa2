#include "core/formats/rtc/findings/rtc_clock_look.h"

#include "core/formats/rtc/findings/rtc_look.h"
#include "core/stats/columns.h"

#include <algorithm>
#include <map>
#include <optional>

namespace traceglass::rtc {

namespace {

using findings::SeenSlice;

constexpr std::int64_t kYearNs = 365 * 86'400 * kSecondNs; // nothing is silent for so long

// From one value of a clock to the next, and whether nothing was lost meanwhile: of the first one by the whole run.
template <class Visit>
void eachClockStep(const RtcLook& look, TrackId clock, const Visit& visit)
{
    bool isFirst = true;
    look.eachStep(look.timeline().track(clock).firstRow,
                  [&](const SeenSlice& step, std::optional<std::int64_t> before) {
                      visit(step,
                            before || (isFirst && !look.isLostBetween(look.beginOfRun(clock), step.ref())));
                      isFirst = false;
                  });
}

using ClockValue = std::pair<std::uint64_t, std::int64_t>;

// At most so much passed by another clock, from before an offset to behind one.
std::optional<std::int64_t> passedBy(const ClockValues& other, std::uint64_t from, std::uint64_t to)
{
    const auto first = std::ranges::lower_bound(other.values, from, {}, &ClockValue::first);
    const auto last = std::ranges::lower_bound(other.values, to, {}, &ClockValue::first);
    if (first == other.values.begin() || last == other.values.end())
        return {};
    return subtractSaturating(last->second, std::prev(first)->second);
}

// Clocks of a run that are asked how much time passed while another one told nothing: all, or where there are very many
// the one with most values on each of some axes. Clocks that are made of each other share one.
class Witnesses
{
public:
    static constexpr std::size_t kMost = 17; // one more than are asked of any

    Witnesses(const RtcLook& look, std::vector<TrackId> clocks)
        : m_look(look)
        , m_clocks(std::move(clocks))
    {
        if (m_clocks.size() <= kMost)
            return;
        const Timeline& timeline = look.timeline();
        const auto axisOf = [&](TrackId id) { return timeline.about(id).axis; };
        const auto valuesIn = [&](TrackId id) { return timeline.sliceCount(timeline.track(id).firstRow); };
        std::ranges::stable_sort(m_clocks, [&](TrackId a, TrackId b) {
            return std::pair(axisOf(a), valuesIn(b)) < std::pair(axisOf(b), valuesIn(a));
        });
        const auto isSame = [&](TrackId a, TrackId b) { return axisOf(a) == axisOf(b); };
        m_clocks.erase(std::unique(m_clocks.begin(), m_clocks.end(), isSame), m_clocks.end());
        std::ranges::stable_sort(m_clocks, std::ranges::greater(), valuesIn);
        m_clocks.resize(std::min(m_clocks.size(), kMost));
    }

    // Of a step between two offsets: does one that knows nothing of the clock tell that much less passed?
    bool tellLess(TrackId clock, std::uint64_t from, std::uint64_t to, std::int64_t ns)
    {
        while (m_values.size() < m_clocks.size())
            m_values.push_back(valuesOf(m_look, m_clocks[m_values.size()]));
        const Timeline& timeline = m_look.timeline();
        return std::ranges::any_of(m_values, [&](const ClockValues& other) {
            if (timeline.about(other.track).axis == timeline.about(clock).axis)
                return false;
            const auto passed = passedBy(other, from, to);
            return passed && *passed < ns / 2;
        });
    }

private:
    const RtcLook& m_look;
    std::vector<TrackId> m_clocks;
    std::vector<ClockValues> m_values {}; // of these, once one is asked
};

// A device that starts says a few lines before it does what it is for: what lies between them is no silence of a clock.
class StartOfClock
{
public:
    explicit StartOfClock(std::int64_t longNs)
        : m_leastNs(std::max(longNs, kLeastNs))
    {
    }

    void addUsual(std::int64_t ns)
    {
        ++m_steps;
        m_ns = addSaturating(m_ns, ns);
        m_isOver = m_isOver || (m_steps >= kSteps && m_ns >= m_leastNs);
    }
    bool addLong() // Is it of the start?
    {
        m_steps = 0;
        m_ns = 0;
        return !m_isOver;
    }

private:
    static constexpr int kSteps = 10; // in a row, and together so long, tell what is usual
    static constexpr std::int64_t kLeastNs = 500'000'000;

    std::int64_t m_leastNs;
    int m_steps = 0;
    std::int64_t m_ns = 0;
    bool m_isOver = false;
};

// Long steps that are as long as each other, with hardly anything between: what a clock tells while a device rests.
class SlowerPace
{
public:
    void add(const TimeRange& step)
    {
        const std::int64_t ns = step.lengthNs();
        const bool goesOn = m_count > 0 && subtractSaturating(step.startNs, m_lastEndNs) <= ns / 4
            && std::abs(ns - m_sumNs / m_count) <= m_sumNs / m_count / 4;
        if (!goesOn)
            finish();
        ++m_count;
        m_sumNs = addSaturating(m_sumNs, ns);
        m_lastEndNs = step.endNs;
    }
    // The slowest; 0: there is none. A few in a row somewhere are no pace that it has.
    std::int64_t takeNs(std::int64_t lifeNs)
    {
        finish();
        return m_allNs >= lifeNs / 10 ? m_slowestNs : 0;
    }

private:
    void finish()
    {
        constexpr std::int64_t kInARow = 3;
        if (m_count >= kInARow) {
            m_slowestNs = std::max(m_slowestNs, m_sumNs / m_count);
            m_allNs = addSaturating(m_allNs, m_sumNs);
        }
        m_count = 0;
        m_sumNs = 0;
    }

    std::int64_t m_count = 0, m_sumNs = 0, m_lastEndNs = 0; // of those that go on
    std::int64_t m_slowestNs = 0, m_allNs = 0;
};

void findLongSteps(const RtcLook& look, Witnesses& witnesses, const ClockLimits& limits, ClockLook& clock)
{
    stats::Counts counts; // without what surely was no silence, and so is no step as usual
    std::int64_t longestNs = 0, lifeNs = 0;
    eachClockStep(look, clock.track, [&](const SeenSlice& step, bool isWhole) {
        const std::int64_t ns = step.time.lengthNs();
        if (step.flags & slice::kDamaged) {
            clock.wentBack = true;
        } else if (isWhole && ns < kYearNs) {
            counts.add(ns);
            lifeNs = addSaturating(lifeNs, ns);
        }
        longestNs = isWhole ? std::max(longestNs, ns) : longestNs;
    });
    if (clock.wentBack)
        return;
    const StatHistogram all = counts.take();
    clock.usualNs = stats::quantile(all, stats::kMedian).value_or(0);
    clock.isSteady = isSteady(static_cast<std::int64_t>(stats::countOf(all)), clock.usualNs, spreadOf(all));
    const std::int64_t atLeast = std::min(
        std::max(limits.leastNs,
                 stats::productSaturating(stats::quantile(all, stats::kP95).value_or(0), limits.times)),
        kYearNs);
    if (longestNs < atLeast)
        return;
    std::optional<RecordRef> last;
    StartOfClock start(atLeast);
    SlowerPace slower;
    eachClockStep(look, clock.track, [&](const SeenSlice& step, bool isWhole) {
        const std::optional<RecordRef> from = std::exchange(last, step.ref());
        if (!isWhole)
            return;
        ++clock.steps;
        const std::int64_t ns = step.time.lengthNs();
        if (ns < atLeast)
            return start.addUsual(ns);
        const bool wasSet = ns >= kYearNs
            || (from && witnesses.tellLess(clock.track, from->offset(), step.ref().offset(), ns));
        if (!wasSet)
            slower.add(step.time);
        if (wasSet || !start.addLong())
            clock.longSteps.push_back({step.time, clock.steps, wasSet});
    });
    const std::int64_t atLeastSlower = stats::productSaturating(slower.takeNs(lifeNs), limits.times);
    std::erase_if(clock.longSteps,
                  [&](const LongStep& step) { return !step.wasSet && step.time.lengthNs() < atLeastSlower; });
}

}

ClockValues valuesOf(const RtcLook& look, TrackId id)
{
    ClockValues out {id};
    const RowId row = look.timeline().track(id).firstRow;
    out.values.reserve(std::min<std::size_t>(look.timeline().sliceCount(row), ClockValues::kMost));
    bool goesOn = true; // a clock that goes back is set, or wraps around: it says nothing about its pace
    look.walk().each(row, 0, [&](const SeenSlice& step) {
        goesOn = goesOn && !(step.flags & slice::kDamaged) && out.values.size() < ClockValues::kMost;
        if (goesOn)
            out.values.emplace_back(step.ref().offset(), step.time.endNs);
    });
    return out;
}

std::vector<ClockLook> lookAtClocks(const RtcLook& look, const ClockLimits& limits)
{
    const Timeline& timeline = look.timeline();
    std::vector<ClockLook> clocks;
    std::map<std::size_t, std::vector<TrackId>> byRun;
    for (std::size_t i = 0; i < timeline.trackCount(); ++i) {
        const auto id = TrackId(static_cast<std::uint32_t>(i));
        if (timeline.track(id).kind != TrackKind::health || timeline.track(id).firstRow == kNoRow)
            continue;
        clocks.push_back({.track = id});
        byRun[look.numberOfRun(id)].push_back(id);
    }
    std::map<std::size_t, Witnesses> witnesses;
    for (auto& [run, all] : byRun)
        witnesses.emplace(run, Witnesses(look, std::move(all)));
    for (ClockLook& clock : clocks)
        findLongSteps(look, witnesses.at(look.numberOfRun(clock.track)), limits, clock);
    return clocks;
}

}
