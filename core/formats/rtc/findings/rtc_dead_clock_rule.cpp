// A clock that stopped with all of its streams: nothing of its own tells, but the order of the file does, and another
// clock of the run that went on.
#include "core/base/text.h"
#include "core/formats/rtc/findings/rtc_rules.h"
#include "core/stats/columns.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>

namespace traceglass::rtc {

namespace {

constexpr std::int64_t kEver = std::numeric_limits<std::int64_t>::max();

bool isOf(const RtcLook& look, TrackId track, const RtcLook::Runs::key_type& run, std::size_t number)
{
    return look.numberOfRun(track) == number && look.timeline().about(track).axis == run.second;
}

// What a clock leaves when it stops.
struct LastOfClock
{
    std::vector<const StreamLook*> streams {}; // that come evenly, up to its end
    std::uint64_t offset = 0;                  // of its last record, or of a stream
    std::int64_t pauseNs = 0;                  // no longer than this is no silence of these
};

LastOfClock lastOf(const RtcLook& look, const RtcLook::Runs::value_type& run, const findings::Checks& checks)
{
    LastOfClock out;
    const TimeRange life = run.second.withClock();
    for (const StreamLook& stream : look.streams()) {
        if (stream.frames == 0 || &look.runOf(stream) != &run.second)
            continue;
        out.offset = std::max(out.offset, stream.last.offset());
        const std::int64_t untilEndNs = subtractSaturating(life.endNs, stream.life.endNs);
        if (!stream.hasPeriods() || untilEndNs >= checks.amount(kSilent, "min")
            || findings::isAtLeast(untilEndNs, checks.amount(kSilent, "share"), life.lengthNs()))
            continue;
        out.streams.push_back(&stream);
        out.pauseNs =
            std::max({out.pauseNs, stream.longestNs, stats::productSaturating(stream.medianNs, 10)});
    }
    if (out.streams.empty())
        return out;
    const std::size_t number = look.numberOfRun(out.streams.front()->track);
    for (const ClockLook& clock : look.clocks()) {
        const auto value = look.timeline().sliceBefore(look.timeline().track(clock.track).firstRow, kEver);
        if (value && isOf(look, clock.track, run.first, number))
            out.offset = std::max(out.offset, value->ref.offset());
    }
    return out;
}

// When a clock told the last value before an offset, of those that go on behind it; nothing: it does not.
std::optional<std::int64_t> toldBefore(const Timeline& timeline, RowId row, std::uint64_t offset)
{
    constexpr int kToGoOn = 10; // values: a few may be told when a recorder stops
    const auto first = timeline.sliceAfter(row, -kEver), last = timeline.sliceBefore(row, kEver);
    if (!first || first->ref.offset() >= offset || last->ref.offset() <= offset)
        return {};
    // A step begins where the one before it ended: at the value that was told last.
    std::int64_t before = first->startNs, toldNs = last->startNs;
    while (before + 1 < toldNs) {
        const std::int64_t middle = std::midpoint(before, toldNs);
        const auto step = timeline.sliceBefore(row, middle + 1);
        (step && step->ref.offset() > offset ? toldNs : before) = middle;
    }
    auto next = timeline.sliceAfter(row, before);
    for (int i = 1; i < kToGoOn && next; ++i)
        next = timeline.sliceAfter(row, next->startNs);
    return next ? std::optional(toldNs) : std::nullopt;
}

}

bool checkDeadClock(const RtcLook& look, const RtcLook::Runs::value_type& run, findings::Checks& checks)
{
    const LastOfClock last = lastOf(look, run, checks);
    if (last.streams.empty() || run.second.isSetBack)
        return true;
    const Timeline& timeline = look.timeline();
    const std::size_t number = look.numberOfRun(last.streams.front()->track);
    TimeRange silence; // by the clock that went on for longest
    TrackId other = kNoTrack, dead = kNoTrack;
    double share = 0;
    for (const ClockLook& clock : look.clocks()) {
        if (isOf(look, clock.track, run.first, number))
            dead = dead == kNoTrack ? clock.track : dead;
        if (look.numberOfRun(clock.track) != number || clock.wentBack
            || isOf(look, clock.track, run.first, number))
            continue;
        const RowId row = timeline.track(clock.track).firstRow;
        const auto from = toldBefore(timeline, row, last.offset);
        if (!from)
            continue;
        const PassedTime& passed = look.passedOf(clock.track);
        const TimeRange shown {*from, timeline.sliceBefore(row, kEver)->endNs};
        const std::int64_t ns = passed.passed(shown).lengthNs(), lifeNs = look.lifeOfClock(clock.track);
        const bool isLong = ns >= checks.amount(kSilent, "min")
            || findings::isAtLeast(ns, checks.amount(kSilent, "share"), lifeNs);
        // What lived for less than a tenth may have been meant for a while only.
        if (!isLong || ns <= last.pauseNs || lifeNs - ns < lifeNs / 10 || ns <= silence.lengthNs())
            continue;
        silence = shown;
        other = clock.track;
        share = findings::shareOfTime(ns, lifeNs, 1);
    }
    if (other == kNoTrack || dead == kNoTrack)
        return true;
    if (std::ranges::any_of(last.streams,
                            [&](const StreamLook* stream) { return look.isLostBehind(*stream); }))
        return false;
    Finding finding {.rule = kSilent,
                     .severity =
                         share >= findings::kMediumShare ? FindingSeverity::medium : FindingSeverity::low,
                     .subject = {std::string(timeline.name(dead)), dead},
                     .share = share};
    finding.cost.amount = look.passedOf(other).passed(silence).lengthNs();
    for (const StreamLook* const stream : last.streams) {
        const std::int64_t ns = look.passedOf(stream->track).shown(stream->life.endNs);
        findings::addOne(finding, {ns, ns}, [&] {
            return Evidence {.time = {ns, ns},
                             .place = {stream->track, 0, ns},
                             .ref = stream->last,
                             .text = "the last one of " + escaped(stream->name)};
        });
    }
    finding.sentence = "The clock " + findings::quoted(timeline.name(dead)) + " stopped, with "
        + counted(last.streams.size(), "stream", "streams") + " that "
        + (last.streams.size() == 1 ? "is" : "are") + " sent by a timer, and "
        + findings::quoted(timeline.name(other)) + " went on for " + shortDurationText(finding.cost.amount);
    finding.limits = "Whether they were stopped on purpose is not recorded.";
    findings::settle(finding);
    checks.add(std::move(finding));
    return true;
}

}
