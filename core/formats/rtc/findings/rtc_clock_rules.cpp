// Rules about clocks: where they were silent, went back, and whether two of them run alike.
#include "core/base/text.h"
#include "core/formats/rtc/findings/rtc_rules.h"
#include "core/stats/columns.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace traceglass::rtc {

namespace {

using findings::SeenSlice;

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

using ClockValue = std::pair<std::uint64_t, std::int64_t>; // offset in the file and time

struct ClockValues
{
    static constexpr std::size_t kMost = std::size_t(1) << 22; // the first ones tell enough

    TrackId track = kNoTrack;
    std::vector<ClockValue> values {}; // in order
};

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

// At most so much passed by another clock, from before an offset to behind one.
std::optional<std::int64_t> passedBy(const ClockValues& other, std::uint64_t from, std::uint64_t to)
{
    const auto first = std::ranges::lower_bound(other.values, from, {}, &ClockValue::first);
    const auto last = std::ranges::lower_bound(other.values, to, {}, &ClockValue::first);
    if (first == other.values.begin() || last == other.values.end())
        return {};
    return subtractSaturating(last->second, std::prev(first)->second);
}

// From the first value of a clock to the last.
TimeRange lifeOf(const Timeline& timeline, TrackId clock)
{
    const RowId row = timeline.track(clock).firstRow;
    const auto first = timeline.sliceAfter(row, std::numeric_limits<std::int64_t>::min());
    const auto last = timeline.sliceBefore(row, std::numeric_limits<std::int64_t>::max());
    return first && last ? TimeRange {first->startNs, last->endNs} : TimeRange {};
}

// Streams of a clock are silent with it: nothing tells when their frames came.
void absorbGaps(const RtcLook& look, Finding& gap, findings::Checks& checks)
{
    const Timeline& timeline = look.timeline();
    checks.absorb(gap, [&](const Finding& each) {
        return each.rule == "rtc.gaps"
            && timeline.about(each.subject.track).axis == timeline.about(gap.subject.track).axis
            && look.numberOfRun(each.subject.track) == look.numberOfRun(gap.subject.track)
            && std::ranges::all_of(each.when, [&](const TimeRange& time) {
                   return findings::overlapNs(time, gap.when) >= time.lengthNs() / 2;
               });
    });
}

constexpr std::uint64_t kBesideAJump = 10; // steps on each side

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

void checkSteps(const RtcLook& look, TrackId id, Witnesses& witnesses, findings::Checks& checks)
{
    const Timeline& timeline = look.timeline();
    const std::string name(timeline.name(id));
    stats::Counts steps;
    std::int64_t longest = 0;
    Finding back {.rule = "rtc.clock-back",
                  .severity = FindingSeverity::medium,
                  .subject = {name, id},
                  .cost = {StatUnit::count}};
    eachClockStep(look, id, [&](const SeenSlice& step, bool isWhole) {
        if (step.flags & slice::kDamaged) {
            findings::addOne(back, step.time, [&] {
                return Evidence {.time = step.time, .place = {id, 0, step.time.startNs}, .ref = step.ref()};
            });
        } else if (isWhole) {
            steps.add(step.time.lengthNs());
            longest = std::max(longest, step.time.lengthNs());
        }
    });
    const StatHistogram all = steps.take();
    const std::int64_t usual = stats::quantile(all, stats::kP95).value_or(0);
    const std::int64_t atLeast =
        std::max(checks.amount("rtc.clock-gap", "min"),
                 stats::productSaturating(usual, checks.amount("rtc.clock-gap", "times")));
    Finding gap {.rule = "rtc.clock-gap", .severity = FindingSeverity::medium, .subject = {name, id}};
    Finding set = gap; // another clock tells that no such time passed
    std::int64_t farthest = 0;
    std::uint64_t count = 0, longestAt = 0;      // of whole steps
    if (longest >= atLeast && back.count == 0) { // steps of one that went back are not drawn as they were
        std::optional<RecordRef> last;
        longest = 0;
        eachClockStep(look, id, [&](const SeenSlice& step, bool isWhole) {
            const std::optional<RecordRef> from = std::exchange(last, step.ref());
            if (!isWhole || (step.flags & slice::kDamaged))
                return;
            ++count;
            if (step.time.lengthNs() < atLeast)
                return;
            const std::int64_t ns = step.time.lengthNs();
            const bool wasSet = from && witnesses.tellLess(id, from->offset(), step.ref().offset(), ns);
            if (!wasSet && ns > longest)
                longestAt = count;
            std::int64_t& most = wasSet ? farthest : longest;
            most = std::max(most, ns);
            Finding& into = wasSet ? set : gap;
            into.cost.amount = addSaturating(into.cost.amount, ns);
            findings::addOne(into, step.time, [&] {
                return Evidence {.time = step.time, .place = {id, 0, step.time.startNs}};
            });
        });
    }
    // A clock that is silent most of the time is told when something happens. One jump of any length among steady steps
    // is no such silence.
    const std::int64_t lifeNs = lifeOf(timeline, id).lengthNs();
    const bool isTimer = isSteady(static_cast<std::int64_t>(stats::countOf(all)),
                                  stats::quantile(all, stats::kMedian).value_or(0), spreadOf(all));
    const bool isJump = isTimer && longestAt > kBesideAJump && count - longestAt >= kBesideAJump
        && gap.cost.amount - longest <= (lifeNs - longest) / 2;
    const bool hasGap = gap.count > 0;
    if (hasGap && (gap.cost.amount <= lifeNs / 2 || isJump)) {
        gap.share = findings::shareOfTime(gap.cost.amount, timeline.range.lengthNs(), 1);
        gap.sentence = "The clock " + findings::quoted(name) + " told no value for "
            + shortDurationText(longest)
            + (gap.count == 1 ? std::string() : ", " + grouped(gap.count) + " times");
        gap.limits = "Whether it was silent, or was set forward, is not recorded.";
        findings::settle(gap);
        absorbGaps(look, gap, checks);
        checks.add(std::move(gap));
    }
    if (set.count > 0 && !hasGap) {
        set.share = findings::shareOfTime(set.cost.amount, timeline.range.lengthNs(), 1);
        set.sentence = "The clock " + findings::quoted(name) + " was set forward by up to "
            + shortDurationText(farthest)
            + (set.count == 1 ? std::string() : ", " + grouped(set.count) + " times");
        set.limits = "Another clock tells that less time passed.";
        findings::settle(set);
        absorbGaps(look, set, checks);
        set.severity = FindingSeverity::low; // nothing was silent
        checks.add(std::move(set));
    }
    if (back.count > 0) {
        back.cost.amount = static_cast<std::int64_t>(back.count);
        back.sentence = "The clock " + findings::quoted(name) + " went back"
            + (back.count == 1 ? std::string() : ' ' + grouped(back.count) + " times");
        findings::settle(back);
        checks.add(std::move(back));
    }
}

// --- clocks that nothing but the order of the file connects

constexpr std::string_view kDrift = "rtc.clock-drift";

// A line through pairs of times by least squares. A slope is no time, so doubles do.
class PaceFit
{
public:
    void add(std::int64_t ns, std::int64_t otherNs)
    {
        if (m_count == 0)
            m_first = {ns, otherNs};
        m_last = ns;
        const std::int64_t passed = subtractSaturating(ns, m_first.first);
        const double x = static_cast<double>(passed);
        const double y =
            static_cast<double>(subtractSaturating(subtractSaturating(otherNs, m_first.second), passed));
        const double n = static_cast<double>(++m_count);
        const double dx = x - m_meanX, dy = y - m_meanY;
        m_meanX += dx / n;
        m_meanY += dy / n;
        m_xx += dx * (x - m_meanX);
        m_xy += dx * (y - m_meanY);
        m_yy += dy * (y - m_meanY);
    }
    std::uint64_t count() const { return m_count; }
    TimeRange time() const { return {m_first.first, m_last}; }
    // How much faster the other one is: 0 is as fast. Half of the interval in which that lies in 95 of 100 recordings.
    double faster() const { return m_xx > 0 ? m_xy / m_xx : 0; }
    double uncertainty() const
    {
        constexpr double kNormal = 1.96;
        const double left = std::max(m_yy - faster() * m_xy, 0.0) / static_cast<double>(m_count - 2);
        return kNormal * std::sqrt(left / m_xx);
    }

private:
    std::uint64_t m_count = 0;
    std::pair<std::int64_t, std::int64_t> m_first;
    std::int64_t m_last = 0;
    double m_meanX = 0, m_meanY = 0, m_xx = 0, m_xy = 0, m_yy = 0;
};

// Pairs each value of a clock with what the other one told last, as frames are timed by it; those of a time.
PaceFit fitOf(const RtcLook& look, const ClockValues& lead, const ClockValues& other, const TimeRange& within)
{
    const auto at = [](std::uint64_t offset) { return RecordRef(SourceId(0), offset); };
    PaceFit out;
    std::size_t behind = 0;
    for (const auto& [offset, ns] : other.values) {
        while (behind < lead.values.size() && lead.values[behind].first < offset)
            ++behind;
        if (behind == 0)
            continue;
        const auto& [told, toldNs] = lead.values[behind - 1];
        if (behind == lead.values.size() && lead.values.size() == ClockValues::kMost)
            break;
        if (within.contains(toldNs) && !look.isLostBetween(at(told), at(offset)))
            out.add(toldNs, ns);
    }
    return out;
}

void checkPair(const RtcLook& look, const ClockValues& lead, const ClockValues& other,
               findings::Checks& checks, bool& isAnyLong)
{
    constexpr double kMillion = 1e6;
    constexpr std::uint64_t kLeast = 100; // values
    const auto amount = [&](std::string_view key) { return checks.amount(kDrift, key); };
    constexpr TimeRange kAlways {std::numeric_limits<std::int64_t>::min(),
                                 std::numeric_limits<std::int64_t>::max()};
    const PaceFit fit = fitOf(look, lead, other, kAlways);
    if (fit.count() < kLeast || fit.time().lengthNs() < amount("time"))
        return;
    isAnyLong = true;
    const double millionths = std::abs(fit.faster()) * kMillion;
    if (!((std::abs(fit.faster()) - fit.uncertainty()) * kMillion >= static_cast<double>(amount("least"))))
        return;
    // All the while: a clock that was set once runs as before. Each half must tell half of it, or be unsure.
    const std::int64_t middle = fit.time().startNs + fit.time().lengthNs() / 2;
    for (const TimeRange& half : {TimeRange {kAlways.startNs, middle}, TimeRange {middle, kAlways.endNs}}) {
        const PaceFit part = fitOf(look, lead, other, half);
        if (part.count() < 3
            || std::abs(part.faster() - fit.faster())
                > std::max(std::abs(fit.faster()) / 2, part.uncertainty()))
            return;
    }
    const Timeline& timeline = look.timeline();
    const auto driftNs =
        static_cast<std::int64_t>(std::abs(fit.faster()) * static_cast<double>(fit.time().lengthNs()));
    Finding finding {.rule = kDrift,
                     .severity = millionths >= static_cast<double>(amount("medium")) ? FindingSeverity::medium
                                                                                     : FindingSeverity::low,
                     .subject = {std::string(timeline.name(other.track)), other.track},
                     .when = {fit.time()},
                     .cost = {StatUnit::span, driftNs},
                     .count = fit.count()};
    finding.evidence.push_back({.time = fit.time()});
    finding.sentence = "The clock " + findings::quoted(timeline.name(other.track)) + " is "
        + grouped(static_cast<std::uint64_t>(std::llround(millionths))) + " ppm "
        + (fit.faster() > 0 ? "faster" : "slower") + " than " + findings::quoted(timeline.name(lead.track))
        + ": " + shortDurationText(driftNs) + " in " + shortDurationText(fit.time().lengthNs());
    finding.limits = "Which of the two is off is not recorded.";
    checks.add(std::move(finding));
}

// Of each run, the clock with most values on each axis: clocks that are made of each other share one.
void checkDrift(const RtcLook& look, const std::vector<TrackId>& clocks, findings::Checks& checks)
{
    const Timeline& timeline = look.timeline();
    std::map<std::size_t, std::map<std::uint16_t, TrackId>> byRun;
    for (const TrackId id : clocks) {
        TrackId& most = byRun[look.numberOfRun(id)].try_emplace(timeline.about(id).axis, id).first->second;
        if (timeline.sliceCount(timeline.track(id).firstRow)
            > timeline.sliceCount(timeline.track(most).firstRow))
            most = id;
    }
    bool isAnyPair = false, isAnyLong = false;
    for (const auto& [run, byAxis] : byRun) {
        if (byAxis.size() < 2)
            continue;
        isAnyPair = true;
        const ClockValues lead = valuesOf(look, byAxis.begin()->second);
        for (auto other = std::next(byAxis.begin()); other != byAxis.end() && !look.walk().isStopped();
             ++other)
            checkPair(look, lead, valuesOf(look, other->second), checks, isAnyLong);
    }
    if (!isAnyPair)
        return checks.leaveOut(kDrift, "there are no two clocks that know nothing of each other");
    if (!isAnyLong)
        checks.leaveOut(
            kDrift, "no two clocks ran beside each other for " + durationText(checks.amount(kDrift, "time")));
}

}

void checkClocks(const RtcLook& look, findings::Checks& checks)
{
    const Timeline& timeline = look.timeline();
    std::vector<TrackId> clocks;
    std::map<std::size_t, std::vector<TrackId>> byRun;
    for (std::size_t i = 0; i < timeline.trackCount(); ++i) {
        const auto id = TrackId(static_cast<std::uint32_t>(i));
        if (timeline.track(id).kind != TrackKind::health || timeline.track(id).firstRow == kNoRow)
            continue;
        clocks.push_back(id);
        byRun[look.numberOfRun(id)].push_back(id);
    }
    std::map<std::size_t, Witnesses> witnesses;
    for (auto& [run, all] : byRun)
        witnesses.emplace(run, Witnesses(look, std::move(all)));
    for (const TrackId id : clocks)
        checkSteps(look, id, witnesses.at(look.numberOfRun(id)), checks);
    checkDrift(look, clocks, checks);
}

}
