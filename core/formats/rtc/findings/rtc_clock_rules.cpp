// Rules about clocks: where they were silent, went back, and whether two of them run alike.
#include "core/base/sort.h"
#include "core/base/text.h"
#include "core/formats/rtc/findings/rtc_pauses.h"
#include "core/formats/rtc/findings/rtc_rules.h"
#include "core/stats/columns.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace traceglass::rtc {

namespace {

using findings::SeenSlice;

// " by 2.50 s", " by up to 2.50 s, 3 times"
std::string distanceText(std::int64_t mostNs, std::uint64_t times)
{
    return (times == 1 ? " by " : " by up to ") + shortDurationText(mostNs)
        + (times == 1 ? std::string() : ", " + grouped(times) + " times");
}

// Streams of a clock are silent with it: nothing tells when their frames came.
void absorbGaps(const RtcLook& look, Finding& gap, findings::Checks& checks)
{
    const Timeline& timeline = look.timeline();
    const auto periodOf = [&](TrackId track) {
        const auto stream = std::ranges::find(look.streams(), track, &StreamLook::track);
        return stream == look.streams().end() ? 0 : std::max<std::int64_t>(stream->medianNs, 0);
    };
    const auto isAroundOne = [&](const TimeRange& time,
                                 std::int64_t periodNs) { // of frames that are as far apart
        return std::ranges::any_of(gap.when, [&](const TimeRange& each) {
            return time.startNs <= each.startNs && time.endNs >= each.endNs
                && time.lengthNs() - each.lengthNs() <= 2 * periodNs;
        });
    };
    checks.absorb(gap, [&](const Finding& each) {
        return each.rule == kFrameGaps
            && timeline.about(each.subject.track).axis == timeline.about(gap.subject.track).axis
            && look.numberOfRun(each.subject.track) == look.numberOfRun(gap.subject.track)
            && std::ranges::all_of(each.when, [&](const TimeRange& time) {
                   return findings::overlapNs(time, gap.when) >= time.lengthNs() / 2
                       || isAroundOne(time, periodOf(each.subject.track));
               });
    });
}

// Steps of a clock in the order of the file: where it went back they are not in that of time.
struct ToldStep
{
    RecordRef ref;
    TimeRange time;
    bool isBack = false;
};

std::vector<ToldStep> stepsAsTold(const RtcLook& look, TrackId clock)
{
    std::vector<ToldStep> out;
    look.walk().each(look.timeline().track(clock).firstRow, 0, [&](const SeenSlice& step) {
        out.push_back({step.ref(), step.time, (step.flags & slice::kDamaged) != 0});
    });
    (void)sortUnlessStopped(
        out, [](const ToldStep& a, const ToldStep& b) { return a.ref.offset() < b.ref.offset(); },
        look.walk().job());
    return out;
}

// What a clock told in a frame, in view time; nothing: it cannot be read by itself.
std::optional<std::int64_t> toldIn(const RtcFile& file, const RtcLook& look, TrackId clock,
                                   const RecordRef& frame)
{
    const MinorItem item = file.itemAt(frame.offset(), look.walk().job());
    if (!item.isFrame() || !item.moment().known)
        return {};
    return look.timeline().axis(clock).toView(item.moment().ns);
}

void checkBack(const RtcFile& file, const RtcLook& look, TrackId clock, findings::Checks& checks)
{
    const std::string name(look.timeline().name(clock));
    Finding back {.rule = "rtc.clock-back",
                  .severity = FindingSeverity::medium,
                  .subject = {name, clock},
                  .cost = {StatUnit::count}};
    // From what it told to what it had told. Steps of a row do not lie over each other, so one that is told again is drawn
    // behind the one that was there: that is good to a step. A few are read again.
    constexpr std::ptrdiff_t kMostRead = 1'000;
    const std::vector<ToldStep> steps = stepsAsTold(look, clock);
    const bool areRead = std::ranges::count(steps, true, &ToldStep::isBack) <= kMostRead;
    const auto toldNs = [&](const ToldStep& step) {
        const auto exact = areRead ? toldIn(file, look, clock, step.ref) : std::nullopt;
        return exact.value_or(step.time.endNs);
    };
    const std::string about = areRead ? "" : "about ";
    TimeRange farthest;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        if (const ToldStep& step = steps[i]; step.isBack) {
            const std::int64_t ns = toldNs(step);
            const TimeRange again {ns, i > 0 ? toldNs(steps[i - 1]) : ns};
            if (again.lengthNs() > farthest.lengthNs())
                farthest = again;
            findings::addOne(back, step.time, [&] {
                return Evidence {.time = step.time,
                                 .place = {clock, 0, step.time.startNs},
                                 .ref = step.ref,
                                 .text = again.lengthNs() > 0
                                     ? "back by " + about + shortDurationText(again.lengthNs())
                                     : std::string()};
            });
        }
    }
    back.cost.amount = static_cast<std::int64_t>(back.count);
    back.sentence = "The clock " + findings::quoted(name) + " went back";
    if (farthest.lengthNs() > 0) {
        back.sentence += (back.count == 1 ? " by " : " by up to ") + about
            + shortDurationText(farthest.lengthNs())
            + (back.count == 1 ? std::string() : ", " + grouped(back.count) + " times");
        constexpr std::int64_t kTold = 10'000'000; // moments are told to a hundredth of a second
        if (farthest.lengthNs() < kTold)
            back.sentence += " at " + findings::momentText(look.timeline(), farthest.startNs);
        else
            back.sentence += ", from " + findings::momentText(look.timeline(), farthest.endNs) + " to "
                + findings::momentText(look.timeline(), farthest.startNs);
    } else if (back.count > 1) {
        back.sentence += ' ' + grouped(back.count) + " times";
    }
    explainByDamage(file, back);
    findings::settle(back);
    checks.add(std::move(back));
}

// Does a stream that a timer sends come before a gap of its clock and behind it?
bool isAcrossSteadyStream(const RtcLook& look, TrackId clock, const TimeRange& gap)
{
    const TimeRange time = look.passedOf(clock).passed(gap);
    return std::ranges::any_of(look.streams(), [&](const StreamLook& stream) {
        return stream.isSteady() && stream.hasTimes() && stream.life.startNs <= time.startNs
            && stream.life.endNs >= time.endNs
            && look.timeline().about(stream.track).axis == look.timeline().about(clock).axis
            && look.numberOfRun(stream.track) == look.numberOfRun(clock);
    });
}

// A clock that is silent most of the time is told when something happens. One jump of any length among steady steps, or
// in the life of a steady stream, is no such silence.
bool isToldAtTimes(const RtcLook& look, const ClockLook& clock, const Finding& gap, const LongStep& longest,
                   std::int64_t lifeNs)
{
    constexpr std::uint64_t kBesideAJump = 10; // steps on each side
    const std::int64_t longestNs = longest.time.lengthNs();
    return gap.cost.amount > lifeNs / 2
        && !(longest.number > kBesideAJump && clock.steps - longest.number >= kBesideAJump
             && gap.cost.amount - longestNs <= (lifeNs - longestNs) / 2
             && (clock.isSteady || isAcrossSteadyStream(look, clock.track, longest.time)));
}

// What is logged right before a clock falls silent, where it says that this is meant; else nothing.
std::string_view loggedPause(const RtcLook& look, std::span<const LogLineSeen> lines, std::int64_t ns)
{
    constexpr std::int64_t kBefore = 1'000'000'000;
    constexpr std::array<std::string_view, 5> kPauses = {"paused", "pausing", "suspend", "sleep", "standby"};
    const auto begin = std::ranges::lower_bound(lines, subtractSaturating(ns, kBefore), {}, &LogLineSeen::ns);
    for (auto line = begin; line != lines.end() && line->ns <= ns; ++line) {
        const std::string_view text = look.timeline().text(line->text);
        if (std::ranges::any_of(kPauses, [&](auto word) { return findText(text, word) != text.npos; }))
            return text;
    }
    return {};
}

// A device that is switched off says a few lines behind all that it was for: what lies between these is no silence of a
// clock. Where it says more for so long that streams count as silent, they are.
class EndOfStreams
{
public:
    EndOfStreams(const RtcLook& look, TrackId clock, const findings::Checks& checks)
        : m_passed(look.passedOf(clock))
    {
        const std::uint16_t axis = look.timeline().about(clock).axis;
        const StreamLook* last = nullptr;
        for (const StreamLook& stream : look.streams())
            if (stream.comesEvenly() && look.timeline().about(stream.track).axis == axis
                && look.numberOfRun(stream.track) == look.numberOfRun(clock)
                && (!last || stream.life.endNs > last->life.endNs))
                last = &stream;
        if (!last)
            return;
        m_endNs = last->life.endNs;
        const TimeRange run = look.runOf(*last).withClock();
        const std::int64_t restNs = subtractSaturating(run.endNs, m_endNs);
        m_isOver = restNs < checks.amount(kSilent, "min")
            && !findings::isAtLeast(restNs, checks.amount(kSilent, "share"), run.lengthNs());
    }
    bool hasPassed(const TimeRange& step) const
    {
        return m_isOver && m_passed.passed(step).startNs >= m_endNs;
    }

private:
    const PassedTime& m_passed;
    std::int64_t m_endNs = 0; // of the last frame of those that come evenly
    bool m_isOver = false;
};

void checkSteps(const RtcFile& file, const RtcLook& look, const ClockLook& clock, findings::Checks& checks)
{
    if (clock.wentBack)
        return checkBack(file, look, clock.track, checks);
    if (clock.longSteps.empty())
        return;
    const std::string name(look.timeline().name(clock.track));
    Finding gap {.rule = kClockGap, .severity = FindingSeverity::medium, .subject = {name, clock.track}};
    Finding set = gap;
    set.severity = FindingSeverity::low; // nothing was silent
    Pauses pauses;
    for (const LongStep& step : clock.longSteps)
        if (!step.wasSet)
            pauses.add(look.passedOf(clock.track).passed(step.time));
    const UsualPause usual = pauses.take();
    LongStep longest, farthest;
    std::uint64_t paused = 0; // as usual
    const auto lines = look.linesBeside(clock.track);
    const EndOfStreams end(look, clock.track, checks);
    bool isMeant = true; // as far as the log says
    for (const LongStep& step : clock.longSteps) {
        const std::int64_t ns = step.time.lengthNs();
        if (!step.wasSet && end.hasPassed(step.time))
            continue;
        if (!step.wasSet && usual.isSuch(ns)) {
            ++paused;
            continue;
        }
        LongStep& most = step.wasSet ? farthest : longest;
        if (ns > most.time.lengthNs())
            most = step;
        Finding& into = step.wasSet ? set : gap;
        into.cost.amount = addSaturating(into.cost.amount, ns);
        const std::string_view logged =
            step.wasSet ? std::string_view() : loggedPause(look, lines, step.time.startNs);
        isMeant = isMeant && (step.wasSet || !logged.empty());
        findings::addOne(into, step.time, [&] {
            return Evidence {.time = step.time,
                             .place = {clock.track, 0, step.time.startNs},
                             .text = logged.empty() ? std::string() : "logged: " + escaped(logged)};
        });
    }
    const std::int64_t lifeNs = look.lifeOfClock(clock.track);
    const std::string isSet = " was set forward" + distanceText(farthest.time.lengthNs(), set.count);
    if (gap.count > 0 && !isToldAtTimes(look, clock, gap, longest, lifeNs)) {
        gap.share = findings::shareOfTime(gap.cost.amount, lifeNs, 1);
        gap.sentence = "The clock " + findings::quoted(name) + " told no value for "
            + (gap.count == 1 ? "" : "up to ") + shortDurationText(longest.time.lengthNs())
            + (gap.count == 1 ? std::string() : ", " + grouped(gap.count) + " times")
            + besidePauses(paused, usual) + (set.count == 0 ? std::string() : "; it" + isSet);
        gap.limits = "Whether it was silent, or was set forward, is not recorded.";
        if (isMeant)
            gap.limits = "The log says right before that it is meant.";
        findings::settle(gap);
        absorbGaps(look, gap, checks);
        if (isMeant)
            gap.severity = FindingSeverity::low; // with what was silent for it
        checks.add(std::move(gap));
    } else if (set.count > 0) {
        set.sentence = "The clock " + findings::quoted(name) + isSet;
        set.limits = "How long it took is not recorded by this clock.";
        findings::settle(set);
        checks.add(std::move(set));
    }
}

// --- clocks that nothing but the order of the file connects

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
    const Timeline& timeline = look.timeline();
    const auto driftNs =
        static_cast<std::int64_t>(std::abs(fit.faster()) * static_cast<double>(fit.passedNs()));
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
        + ": " + shortDurationText(driftNs) + " in " + shortDurationText(fit.passedNs())
        + (set.byNs == 0 ? std::string()
                         : "; one of them was set by " + shortDurationText(set.amountNs()) + " once");
    finding.limits = "Which of the two is off is not recorded.";
    checks.add(std::move(finding));
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

void checkClocks(const RtcFile& file, const RtcLook& look, findings::Checks& checks)
{
    for (const ClockLook& clock : look.clocks())
        checkSteps(file, look, clock, checks);
    checkDrift(look, checks);
}

}
