// rtc.clock-drift: clocks that nothing but the order of the file connects, and how far they run apart.
#include "core/base/text.h"
#include "core/formats/rtc/findings/rtc_rules.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <utility>

namespace traceglass::rtc {

namespace {

constexpr std::string_view kDrift = "rtc.clock-drift";

// A line through pairs of times by least squares; where one of the clocks was set it goes on at any height, for by how
// much is told no better than values come. A slope is no time, so doubles do.
class PaceFit
{
public:
    void add(std::int64_t ns, std::int64_t otherNs, bool isBehindSet)
    {
        Piece& piece = m_pieces[isBehindSet ? 1 : 0];
        if (piece.count == 0)
            piece.first = {ns, otherNs};
        piece.last = ns;
        const std::int64_t passed = subtractSaturating(ns, piece.first.first);
        const double x = static_cast<double>(passed);
        const double y =
            static_cast<double>(subtractSaturating(subtractSaturating(otherNs, piece.first.second), passed));
        const double n = static_cast<double>(++piece.count);
        const double dx = x - piece.meanX, dy = y - piece.meanY;
        piece.meanX += dx / n;
        piece.meanY += dy / n;
        m_xx += dx * (x - piece.meanX);
        m_xy += dx * (y - piece.meanY);
        m_yy += dy * (y - piece.meanY);
    }
    std::uint64_t count() const { return m_pieces[0].count + m_pieces[1].count; }
    TimeRange time() const
    {
        const auto& [before, behind] = m_pieces;
        return {before.count > 0 ? before.first.first : behind.first.first,
                behind.count > 0 ? behind.last : before.last};
    }
    // Of the lead, without what it may have been set by.
    std::int64_t passedNs() const
    {
        const auto& [before, behind] = m_pieces;
        return addSaturating(subtractSaturating(before.last, before.first.first),
                             subtractSaturating(behind.last, behind.first.first));
    }
    // How much faster the other one is: 0 is as fast. Half of the interval in which that lies in 95 of 100 recordings.
    double faster() const { return m_xx > 0 ? m_xy / m_xx : 0; }
    double uncertainty() const
    {
        constexpr double kNormal = 1.96;
        const bool isSet = m_pieces[0].count > 0 && m_pieces[1].count > 0;
        const double left =
            std::max(m_yy - faster() * m_xy, 0.0) / (static_cast<double>(count()) - (isSet ? 3 : 2));
        return kNormal * std::sqrt(left / m_xx);
    }

private:
    struct Piece
    {
        std::uint64_t count = 0;
        std::pair<std::int64_t, std::int64_t> first;
        std::int64_t last = 0;
        double meanX = 0, meanY = 0;
    };

    std::array<Piece, 2> m_pieces; // before and behind
    double m_xx = 0, m_xy = 0, m_yy = 0;
};

// Pairs each value of the clock that tells fewer with what the other one told last, as frames are timed by it. The
// other way round what was told last is old, and one line would be drawn through steps.
template <class Visit>
void eachPair(const RtcLook& look, const ClockValues& lead, const ClockValues& other, const Visit& visit)
{
    const auto at = [](std::uint64_t offset) { return RecordRef(SourceId(0), offset); };
    const bool isLeadDense = lead.values.size() >= other.values.size();
    const auto &dense = isLeadDense ? lead.values : other.values,
               &sparse = isLeadDense ? other.values : lead.values;
    std::size_t behind = 0;
    for (const auto& [offset, ns] : sparse) {
        while (behind < dense.size() && dense[behind].first < offset)
            ++behind;
        if (behind == 0)
            continue;
        const auto& [told, toldNs] = dense[behind - 1];
        if (behind == dense.size() && dense.size() == ClockValues::kMost)
            break;
        if (!look.isLostBetween(at(told), at(offset)))
            visit(isLeadDense ? toldNs : ns, isLeadDense ? ns : toldNs);
    }
}

// What one of two clocks was set by once: from one pair to the next they come apart by far more than between any
// others, and by more than drift can.
struct SetOnce
{
    std::int64_t amountNs() const { return byNs < 0 ? subtractSaturating(0, byNs) : byNs; }

    std::uint64_t from = std::numeric_limits<std::uint64_t>::max(); // the first pair behind it
    std::int64_t byNs = 0;
};

SetOnce setOnceOf(const RtcLook& look, const ClockValues& lead, const ClockValues& other)
{
    constexpr std::int64_t kTimes = 4, kLeastNs = 10'000'000, kOfStep = 100;
    SetOnce out;
    std::optional<std::pair<std::int64_t, std::int64_t>> before;
    std::uint64_t number = 0;
    std::int64_t nextNs = 0, leastNs = kLeastNs;
    eachPair(look, lead, other, [&](std::int64_t leadNs, std::int64_t otherNs) {
        const std::uint64_t pair = number++;
        const auto last = std::exchange(before, std::pair(leadNs, otherNs));
        if (!last)
            return;
        const std::int64_t stepNs = subtractSaturating(leadNs, last->first),
                           otherStepNs = subtractSaturating(otherNs, last->second);
        const SetOnce now {pair, subtractSaturating(otherStepNs, stepNs)};
        const std::int64_t mostNs = out.amountNs();
        nextNs = std::max(nextNs, std::min(now.amountNs(), mostNs));
        if (now.amountNs() <= mostNs)
            return;
        leastNs =
            std::max(kLeastNs, std::min(stepNs, otherStepNs) / kOfStep); // that of the one that was not set
        out = now;
    });
    const std::int64_t mostNs = out.amountNs();
    return mostNs >= leastNs && mostNs / kTimes >= nextNs ? out : SetOnce();
}

// Of the pairs of a time of the lead.
PaceFit fitOf(const RtcLook& look, const ClockValues& lead, const ClockValues& other, const SetOnce& set,
              const TimeRange& within)
{
    PaceFit out;
    std::uint64_t number = 0;
    eachPair(look, lead, other, [&](std::int64_t leadNs, std::int64_t otherNs) {
        const std::uint64_t pair = number++;
        if (within.contains(leadNs))
            out.add(leadNs, otherNs, pair >= set.from);
    });
    return out;
}

// By how much one of two clocks is ahead of the other at the end; nothing: it came to be so otherwise than by
// steps in which one of them hardly told any time, as one that halts while a device sleeps.
std::optional<std::int64_t> aheadByStanding(const RtcLook& look, const ClockValues& lead,
                                            const ClockValues& other)
{
    constexpr std::int64_t kPart = 4; // of what the other told, and of all that they differ
    std::optional<std::pair<std::int64_t, std::int64_t>> before;
    std::int64_t aheadNs = 0, byStandingNs = 0;
    eachPair(look, lead, other, [&](std::int64_t leadNs, std::int64_t otherNs) {
        const auto last = std::exchange(before, std::pair(leadNs, otherNs));
        if (!last)
            return;
        const std::int64_t stepNs = subtractSaturating(leadNs, last->first),
                           otherStepNs = subtractSaturating(otherNs, last->second);
        const std::int64_t byNs = subtractSaturating(otherStepNs, stepNs);
        aheadNs = addSaturating(aheadNs, byNs);
        if (std::min(stepNs, otherStepNs) <= std::max(stepNs, otherStepNs) / kPart)
            byStandingNs = addSaturating(byStandingNs, byNs);
    });
    if (std::abs(subtractSaturating(aheadNs, byStandingNs)) > std::abs(aheadNs) / kPart)
        return {};
    return aheadNs;
}

// What pairs of clocks were seen, for whoever says why nothing was checked.
struct PairsSeen
{
    bool isAny = false, isAnyLong = false, isAnyChecked = false;
};

void checkPair(const RtcLook& look, const ClockValues& lead, const ClockValues& other,
               findings::Checks& checks, PairsSeen& seen)
{
    constexpr double kMillion = 1e6;
    constexpr std::uint64_t kLeast = 50; // values
    const auto amount = [&](std::string_view key) { return checks.amount(kDrift, key); };
    constexpr TimeRange kAlways {std::numeric_limits<std::int64_t>::min(),
                                 std::numeric_limits<std::int64_t>::max()};
    const SetOnce set = setOnceOf(look, lead, other);
    const PaceFit fit = fitOf(look, lead, other, set, kAlways);
    if (fit.passedNs() < amount("time"))
        return;
    seen.isAnyLong = true;
    if (fit.count() < kLeast)
        return;
    seen.isAnyChecked = true;
    const double millionths = std::abs(fit.faster()) * kMillion;
    if (!((std::abs(fit.faster()) - fit.uncertainty()) * kMillion >= static_cast<double>(amount("least"))))
        return;
    // All the while: a clock that was set again and again runs as before. Each half must tell half of it, or be unsure.
    const std::int64_t middle = fit.time().startNs + fit.time().lengthNs() / 2;
    for (const TimeRange& half : {TimeRange {kAlways.startNs, middle}, TimeRange {middle, kAlways.endNs}}) {
        const PaceFit part = fitOf(look, lead, other, set, half);
        if (part.count() < 4
            || std::abs(part.faster() - fit.faster())
                > std::max(std::abs(fit.faster()) / 2, part.uncertainty()))
            return;
    }
    constexpr double kFar = 10'000; // millionths: by no quartz
    const auto standing =
        millionths >= kFar && set.byNs == 0 ? aheadByStanding(look, lead, other) : std::nullopt;
    const bool isMedium = !standing && millionths >= static_cast<double>(amount("medium"));
    const Timeline& timeline = look.timeline();
    const auto driftNs =
        static_cast<std::int64_t>(std::abs(fit.faster()) * static_cast<double>(fit.passedNs()));
    Finding finding {.rule = kDrift,
                     .severity = isMedium ? FindingSeverity::medium : FindingSeverity::low,
                     .subject = {std::string(timeline.name(other.track)), other.track},
                     .when = {fit.time()},
                     .cost = {StatUnit::span, driftNs},
                     .count = fit.count()};
    finding.evidence.push_back({.time = fit.time()});
    if (standing) {
        const TrackId stood = *standing < 0 ? other.track : lead.track,
                      wentOn = *standing < 0 ? lead.track : other.track;
        finding.sentence = "The clock " + findings::quoted(timeline.name(stood)) + " stood at times, for "
            + shortDurationText(std::abs(*standing)) + " by " + findings::quoted(timeline.name(wentOn));
        finding.limits = "Whether it halts on purpose, as while a device sleeps, is not recorded.";
        return checks.add(std::move(finding));
    }
    finding.sentence = "The clock " + findings::quoted(timeline.name(other.track)) + " is "
        + grouped(static_cast<std::uint64_t>(std::llround(millionths))) + " ppm "
        + (fit.faster() > 0 ? "faster" : "slower") + " than " + findings::quoted(timeline.name(lead.track))
        + ": " + shortDurationText(driftNs) + " in " + shortDurationText(fit.passedNs())
        + (set.byNs == 0 ? std::string()
                         : "; one of them was set by " + shortDurationText(set.amountNs()) + " once");
    finding.limits = "Which of the two is off is not recorded.";
    checks.add(std::move(finding));
}

}

// Of each run, the clock with most values on each axis: clocks that are made of each other share one.
void checkDrift(const RtcLook& look, findings::Checks& checks)
{
    const Timeline& timeline = look.timeline();
    std::map<std::size_t, std::map<std::uint16_t, TrackId>> byRun;
    for (const ClockLook& clock : look.clocks()) {
        const TrackId id = clock.track;
        TrackId& most = byRun[look.numberOfRun(id)].try_emplace(timeline.about(id).axis, id).first->second;
        if (timeline.sliceCount(timeline.track(id).firstRow)
            > timeline.sliceCount(timeline.track(most).firstRow))
            most = id;
    }
    PairsSeen seen;
    for (const auto& [run, byAxis] : byRun) {
        if (byAxis.size() < 2)
            continue;
        seen.isAny = true;
        const ClockValues lead = valuesOf(look, byAxis.begin()->second);
        for (auto other = std::next(byAxis.begin()); other != byAxis.end() && !look.walk().isStopped();
             ++other)
            checkPair(look, lead, valuesOf(look, other->second), checks, seen);
    }
    if (!seen.isAny)
        return checks.leaveOut(kDrift, "there are no two clocks that know nothing of each other");
    if (!seen.isAnyLong)
        return checks.leaveOut(
            kDrift, "no two clocks ran beside each other for " + durationText(checks.amount(kDrift, "time")));
    if (!seen.isAnyChecked)
        checks.leaveOut(kDrift, "of two clocks one told too few values");
}

}
