// Rules about clocks: where they were silent, and went back.
#include "core/base/sort.h"
#include "core/base/text.h"
#include "core/formats/rtc/findings/rtc_pauses.h"
#include "core/formats/rtc/findings/rtc_rules.h"

#include <algorithm>
#include <array>
#include <optional>

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

bool isTimedBy(const RtcLook& look, const StreamLook& stream, TrackId clock)
{
    return look.timeline().about(stream.track).axis == look.timeline().about(clock).axis
        && look.numberOfRun(stream.track) == look.numberOfRun(clock);
}

bool livesAll(const StreamLook& stream, const TimeRange& time)
{
    return stream.life.startNs <= time.startNs && stream.life.endNs >= time.endNs;
}

// Does a stream that a timer sends come before a gap of its clock and behind it?
bool isAcrossSteadyStream(const RtcLook& look, TrackId clock, const TimeRange& gap)
{
    const TimeRange time = look.passedOf(clock).passed(gap);
    return std::ranges::any_of(look.streams(), [&](const StreamLook& stream) {
        return stream.isSteady() && stream.hasTimes() && livesAll(stream, time)
            && isTimedBy(look, stream, clock);
    });
}

// From one frame to the next, as a timer sends them: a clock that is told with frames tells no more where one
// stream is left. Where others come more often then it was silent for them.
bool isOfSlowStream(const RtcLook& look, TrackId clock, const TimeRange& step)
{
    constexpr std::int64_t kPart = 4; // of a period
    const TimeRange time = look.passedOf(clock).passed(step);
    const auto comesAt = [&](const StreamLook& stream, std::int64_t ns) {
        const auto frame =
            look.timeline().sliceBefore(look.timeline().track(stream.track).firstRow, addSaturating(ns, 1));
        return frame && frame->startNs == ns;
    };
    bool isOfOne = false;
    for (const StreamLook& stream : look.streams()) {
        if (!stream.comesEvenly() || !livesAll(stream, time) || !isTimedBy(look, stream, clock))
            continue;
        if (stream.medianNs < time.lengthNs() / 2)
            return false;
        isOfOne = isOfOne
            || (stream.isSteady() && stream.hasTimes()
                && std::abs(time.lengthNs() - stream.medianNs) <= stream.medianNs / kPart
                && comesAt(stream, step.startNs) && comesAt(stream, step.endNs));
    }
    return isOfOne;
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
        const StreamLook* last = nullptr;
        for (const StreamLook& stream : look.streams())
            if (stream.comesEvenly() && isTimedBy(look, stream, clock)
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
        if (!step.wasSet && (end.hasPassed(step.time) || isOfSlowStream(look, clock.track, step.time)))
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

}

void checkClocks(const RtcFile& file, const RtcLook& look, findings::Checks& checks)
{
    for (const ClockLook& clock : look.clocks())
        checkSteps(file, look, clock, checks);
}

}
