// A clock that stopped with all of its streams: nothing of its own tells, but the order of the file does, and another
// clock of the run that went on.
#include "core/base/text.h"
#include "core/formats/rtc/findings/rtc_rules.h"
#include "core/stats/columns.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <optional>

namespace traceglass::rtc {

namespace {

constexpr std::int64_t kEver = std::numeric_limits<std::int64_t>::max();

// Clocks of a run that are made of each other, and the streams that these time.
struct Timed
{
    std::vector<const StreamLook*> streams {};
    std::vector<const ClockLook*> clocks {};
};
using TimedByAxis = std::map<std::uint16_t, Timed>;

std::map<std::size_t, TimedByAxis> timedByRun(const RtcLook& look) // by its number
{
    std::map<std::size_t, TimedByAxis> out;
    const auto of = [&](TrackId track) -> Timed& {
        return out[look.numberOfRun(track)][look.timeline().about(track).axis];
    };
    for (const StreamLook& stream : look.streams())
        if (stream.frames > 0)
            of(stream.track).streams.push_back(&stream);
    for (const ClockLook& clock : look.clocks())
        of(clock.track).clocks.push_back(&clock);
    return out;
}

// What a clock leaves when it stops.
struct LastOfClock
{
    std::vector<const StreamLook*> streams {}; // that come evenly, up to its end
    std::uint64_t offset = 0;                  // of its last record, or of a stream
    std::int64_t pauseNs = 0;                  // no longer than this is no silence of these
};

LastOfClock lastOf(const RtcLook& look, const Timed& timed, const findings::Checks& checks)
{
    LastOfClock out;
    for (const StreamLook* const stream : timed.streams) {
        const TimeRange life = look.runOf(*stream).withClock();
        out.offset = std::max(out.offset, stream->last.offset());
        const std::int64_t untilEndNs = subtractSaturating(life.endNs, stream->life.endNs);
        if (!stream->hasPeriods() || untilEndNs >= checks.amount(kSilent, "min")
            || findings::isAtLeast(untilEndNs, checks.amount(kSilent, "share"), life.lengthNs()))
            continue;
        out.streams.push_back(stream);
        out.pauseNs =
            std::max({out.pauseNs, stream->longestNs, stats::productSaturating(stream->medianNs, 10)});
    }
    for (const ClockLook* const clock : timed.clocks)
        if (const auto value =
                look.timeline().sliceBefore(look.timeline().track(clock->track).firstRow, kEver))
            out.offset = std::max(out.offset, value->ref.offset());
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

// How long a clock went on behind all of another one, the longest of several.
struct WentOn
{
    TrackId clock = kNoTrack; // none: none did, or not for so long that it counts
    std::int64_t ns = 0;
    double share = 0; // of its life
};

WentOn wentOnBehind(const RtcLook& look, const LastOfClock& last, const Timed& other,
                    const findings::Checks& checks)
{
    const Timeline& timeline = look.timeline();
    WentOn out;
    for (const ClockLook* const clock : other.clocks) {
        const RowId row = timeline.track(clock->track).firstRow;
        const auto from = clock->wentBack ? std::nullopt : toldBefore(timeline, row, last.offset);
        if (!from)
            continue;
        const TimeRange shown {*from, timeline.sliceBefore(row, kEver)->endNs};
        const std::int64_t ns = look.passedOf(clock->track).passed(shown).lengthNs(),
                           lifeNs = look.lifeOfClock(clock->track);
        const bool isLong = ns >= checks.amount(kSilent, "min")
            || findings::isAtLeast(ns, checks.amount(kSilent, "share"), lifeNs);
        // What lived for less than a tenth may have been meant for a while only.
        if (isLong && ns > last.pauseNs && lifeNs - ns >= lifeNs / 10 && ns > out.ns)
            out = {clock->track, ns, findings::shareOfTime(ns, lifeNs, 1)};
    }
    return out;
}

// False as below.
bool checkDeadClock(const RtcLook& look, const Timed& timed, const TimedByAxis& run, findings::Checks& checks)
{
    if (timed.streams.empty() || timed.clocks.empty() || look.runOf(*timed.streams.front()).isSetBack)
        return true;
    const LastOfClock last = lastOf(look, timed, checks);
    if (last.streams.empty())
        return true;
    WentOn other;
    for (const auto& [axis, each] : run)
        if (const WentOn now = &each == &timed ? WentOn() : wentOnBehind(look, last, each, checks);
            now.ns > other.ns)
            other = now;
    if (other.clock == kNoTrack)
        return true;
    if (std::ranges::any_of(last.streams,
                            [&](const StreamLook* stream) { return look.isLostBehind(*stream); }))
        return false;
    const Timeline& timeline = look.timeline();
    const TrackId dead = timed.clocks.front()->track;
    Finding finding {.rule = kSilent,
                     .severity = other.share >= findings::kMediumShare ? FindingSeverity::medium
                                                                       : FindingSeverity::low,
                     .subject = {std::string(timeline.name(dead)), dead},
                     .share = other.share};
    finding.cost.amount = other.ns;
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
        + findings::quoted(timeline.name(other.clock)) + " went on for " + shortDurationText(other.ns);
    finding.limits = "Whether they were stopped on purpose is not recorded.";
    findings::settle(finding);
    checks.add(std::move(finding));
    return true;
}

}

bool checkDeadClocks(const RtcLook& look, findings::Checks& checks)
{
    bool isAllHeard = true;
    for (const auto& [number, run] : timedByRun(look))
        for (const auto& [axis, timed] : run)
            isAllHeard &= run.size() < 2 || checkDeadClock(look, timed, run, checks);
    return isAllHeard;
}

}
