// The rules about frames that are missing, or late.
#include "core/base/text.h"
#include "core/formats/rtc/findings/rtc_pauses.h"
#include "core/formats/rtc/findings/rtc_rules.h"
#include "core/stats/columns.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace traceglass::rtc {

namespace {

std::int64_t nearestPeriods(std::int64_t ns, std::int64_t periodNs)
{
    return addSaturating(ns, periodNs / 2) / periodNs;
}

bool isNear(std::int64_t ns, std::int64_t periodNs)
{
    return std::abs(ns - periodNs) <= periodNs / 4;
}

// From a frame to the next one that comes as usual. Of those between some come too late, or too soon, because they were
// late before or were waited for; what did not come by the end is missing.
struct OffTime
{
    TimeRange time;
    std::int64_t intervals = 0; // from frame to frame
    std::int64_t longestNs = 0; // of these
    std::int64_t zeros = 0;     // of these: frames that came while their clock stood
    std::int64_t stood = 0;     // likewise, before the longest
    std::int64_t periodNs = 0;  // that the stream had then

    void add(const OffTime& next)
    {
        time = {intervals > 0 ? time.startNs : next.time.startNs, next.time.endNs};
        intervals += next.intervals;
        stood = next.longestNs > longestNs ? zeros + next.stood : stood;
        zeros += next.zeros;
        longestNs = std::max(longestNs, next.longestNs);
    }
    std::int64_t missing() const
    {
        return std::max<std::int64_t>(nearestPeriods(time.lengthNs(), periodNs) - intervals, 0);
    }
    std::int64_t missingInARow() const
    {
        return std::min(missing(), nearestPeriods(longestNs, periodNs) - 1);
    }
    // Does the next one come as if those had come that are missing? By chance two of seven would.
    bool isWhole() const
    {
        const std::int64_t due = nearestPeriods(time.lengthNs(), periodNs);
        return std::abs(time.lengthNs() - due * periodNs) <= periodNs / 7;
    }
    // The time of what is missing; where all came in the end, for how long there was none that was due.
    std::int64_t lackNs() const
    {
        return missing() > 0 ? time.lengthNs() - stats::productSaturating(periodNs, intervals)
                             : longestNs - periodNs;
    }
    bool isLong(std::int64_t times) const { return longestNs >= stats::productSaturating(periodNs, times); }
    // Most of what its longest interval lacks came before it: its clock was silent, and it was not.
    bool isOfClock() const { return stood >= (nearestPeriods(longestNs, periodNs) + 1) / 2; }
};

// Visits the times in which frames come otherwise than by the usual period of a stream, or by that of another rate which it has
// meanwhile.
template <class Visit>
class OffTimes
{
public:
    OffTimes(std::int64_t usualNs, const Visit& visit)
        : m_visit(visit)
        , m_usualNs(usualNs)
        , m_periodNs(usualNs)
    {
    }

    void add(const TimeRange& interval)
    {
        const std::int64_t ns = interval.lengthNs();
        if (isNear(ns, m_usualNs) || isNear(ns, m_periodNs)) {
            finish();
            m_periodNs = isNear(ns, m_usualNs) ? m_usualNs : m_periodNs;
            return;
        }
        if (m_alike.intervals > 0 && !isNear(ns, m_alike.time.lengthNs() / m_alike.intervals))
            m_off.add(std::exchange(m_alike, {}));
        m_alike.add({interval, 1, ns, ns == 0 ? 1 : 0});
        if (isRate())
            beginRate();
    }
    // Nothing is known of what comes next.
    void finish()
    {
        if (m_alike.intervals > 0)
            m_off.add(std::exchange(m_alike, {}));
        finishOff();
    }

private:
    // A slower one: of frames of which half are lost those that are left are alike for 30 periods once in 2^30 times.
    bool isRate() const
    {
        constexpr std::int64_t kInARow = 3, kPeriods = 30;
        return m_alike.intervals >= kInARow && m_alike.time.lengthNs() / m_alike.intervals > m_periodNs
            && m_alike.time.lengthNs() >= stats::productSaturating(m_periodNs, kPeriods);
    }
    void beginRate()
    {
        const std::int64_t slowerNs = m_alike.time.lengthNs() / m_alike.intervals;
        if (m_off.longestNs <= slowerNs)
            m_off = {}; // it slowed down step by step
        finishOff();
        m_periodNs = slowerNs;
        m_alike = {};
    }
    void finishOff()
    {
        if (m_off.intervals == 0)
            return;
        OffTime off = std::exchange(m_off, {});
        off.periodNs = m_periodNs;
        if (!off.isOfClock())
            m_visit(static_cast<const OffTime&>(off));
    }

    const Visit& m_visit;
    std::int64_t m_usualNs, m_periodNs;
    OffTime m_off;   // the one that goes on, but for
    OffTime m_alike; // the last intervals of it, which are as long as each other
};

// The mean of what is near the median: that of a timer, also where its clock is too coarse to tell it.
std::int64_t periodOf(const RtcLook& look, const StreamLook& stream)
{
    std::int64_t sumNs = 0, count = 0;
    look.eachFrame(stream.track, [&](const FrameSeen& frame) {
        const std::int64_t ns = frame.before ? frame.ns - *frame.before : 0;
        if (!isNear(ns, stream.medianNs))
            return;
        sumNs = addSaturating(sumNs, ns);
        ++count;
    });
    return count > 0 ? sumNs / count : stream.medianNs;
}

template <class Visit>
void eachOffTime(const RtcLook& look, const StreamLook& stream, std::int64_t periodNs, const Visit& visit)
{
    OffTimes search(periodNs, visit);
    look.eachFrame(stream.track, [&](const FrameSeen& frame) {
        if (frame.before)
            search.add({*frame.before, frame.ns});
        else
            search.finish();
    });
    search.finish();
}

// What is left out or late again and again after as many frames is so on purpose: a slot that is not used.
class Apart
{
public:
    void add(const TimeRange& time)
    {
        if (m_lastNs)
            m_apart.add(subtractSaturating(time.startNs, *m_lastNs));
        m_lastNs = time.startNs;
    }
    bool isSchedule(std::int64_t periodNs)
    {
        constexpr std::int64_t kSlots = 10;
        const StatHistogram apart = m_apart.take();
        const std::int64_t medianNs = stats::quantile(apart, stats::kMedian).value_or(0);
        return nearestPeriods(medianNs, periodNs) <= kSlots && spreadOf(apart) <= medianNs / 10;
    }

private:
    std::optional<std::int64_t> m_lastNs; // when the last one began
    stats::Counts m_apart;                // from one to the next
};

// What the times of a stream come to in which frames are missing: the long ones, and those that are short.
class GapTally
{
public:
    void addLong(const OffTime& gap)
    {
        m_firstLong = m_longs == 0 ? gap.time : m_firstLong;
        ++m_longs;
        m_pauses.add(gap.time);
        m_silentNs = addSaturating(m_silentNs, gap.lackNs());
    }
    void addShort(const OffTime& gap)
    {
        ++m_shorts;
        m_lackNs = addSaturating(m_lackNs, gap.lackNs());
        if (!gap.isWhole())
            return;
        ++m_whole;
        m_missing = addSaturating(m_missing, gap.missing());
        m_apart.add(gap.time);
    }

    std::int64_t longs() const { return m_longs; }
    UsualPause usualPause() { return m_pauses.take(); }
    // What is sent in bursts is.
    bool isMostlySilent(const StreamLook& stream) const
    {
        return addSaturating(m_silentNs, m_lackNs) > stream.life.lengthNs() / 2;
    }
    // A single gap with a while on both sides that lasts. What is sent when the device starts and once later has none.
    bool isSilentOnce(const StreamLook& stream) const
    {
        const auto lasts = [&](std::int64_t ns) {
            return ns >= stream.life.lengthNs() / 10
                && ns >= stats::productSaturating(stream.medianNs, kFramesToKnow);
        };
        return m_longs == 1 && lasts(m_firstLong.startNs - stream.life.startNs)
            && lasts(stream.life.endNs - m_firstLong.endNs);
    }
    // Is it frames that short ones lack? Not where what takes longer does so by any time.
    bool areOfFrames(std::int64_t periodNs)
    {
        return m_whole * 4 >= m_shorts * 3 && !m_apart.isSchedule(periodNs);
    }
    // Then so many that they count by themselves, here and there.
    bool areManyLost(const StreamLook& stream, std::int64_t thousandths) const
    {
        constexpr std::int64_t kMany = 10;
        return m_whole >= kMany
            && findings::isAtLeast(m_missing, thousandths, addSaturating(stream.frames, m_missing));
    }

private:
    std::int64_t m_longs = 0, m_silentNs = 0, m_lackNs = 0; // the time that long ones lack, and short ones
    TimeRange m_firstLong;
    Pauses m_pauses;                                       // the long ones
    std::int64_t m_shorts = 0, m_whole = 0, m_missing = 0; // frames, of whole ones
    Apart m_apart;                                         // of whole ones
};

// One that is no usual pause where most of the time is such pauses: longer than two of them.
bool isOutage(const TimeRange& gap, const UsualPause& usual)
{
    return gap.lengthNs() / 2 > usual.ns;
}

// Did its clock tell nothing meanwhile?
bool isOfClockGap(const RtcLook& look, const StreamLook& stream, const TimeRange& shown)
{
    return std::ranges::any_of(look.clocks(), [&](const ClockLook& clock) {
        const auto next = std::ranges::upper_bound(clock.longSteps, shown.startNs, {},
                                                   [](const LongStep& step) { return step.time.endNs; });
        return next != clock.longSteps.end() && next->time.startNs < shown.endNs
            && look.timeline().about(clock.track).axis == look.timeline().about(stream.track).axis
            && look.numberOfRun(clock.track) == look.numberOfRun(stream.track);
    });
}

// The frames that come late by so much where the next ones make up for it, and the time in which they do.
struct LateFrames
{
    struct Late
    {
        std::int64_t dueNs = 0, ns = 0;
    };
    TimeRange time;
    std::vector<Late> frames {};
};

// Visits these. They are due by the last frame that came when it was due; of those that are late for long, or that far,
// nothing is made up for.
template <class Visit>
void eachLate(const RtcLook& look, const StreamLook& stream, std::int64_t periodNs, std::int64_t by,
              std::int64_t times, const Visit& visit)
{
    constexpr std::int64_t kInARow = 20, kOnTime = 7; // frames; part of the period, as of isWhole()
    std::int64_t came = 0;                            // since that frame
    LateFrames late;
    look.eachFrame(stream.track, [&](const FrameSeen& frame) {
        const auto beginAnew = [&] {
            came = 0;
            late.time.startNs = frame.ns;
            late.frames.clear();
        };
        if (!frame.before)
            return beginAnew();
        const std::int64_t dueNs =
            addSaturating(late.time.startNs, stats::productSaturating(periodNs, ++came));
        const std::int64_t ns = subtractSaturating(frame.ns, dueNs);
        if (std::abs(ns) <= periodNs / kOnTime) {
            late.time.endNs = frame.ns;
            if (!late.frames.empty())
                visit(static_cast<const LateFrames&>(late));
            beginAnew();
        } else if (came == kInARow || ns >= stats::productSaturating(periodNs, times - 1)) {
            beginAnew();
        } else if (findings::isAtLeast(ns, by, periodNs)) {
            late.frames.push_back({dueNs, frame.ns});
        }
    });
}

// As of a scheduler that misses deadlines.
void checkJitter(const RtcLook& look, const StreamLook& stream, std::int64_t periodNs,
                 findings::Checks& checks)
{
    constexpr std::int64_t kMany = 10;
    const PassedTime& passed = look.passedOf(stream.track);
    Finding finding = ofStream(kJitter, FindingSeverity::low, stream);
    Apart apart;
    std::int64_t mostNs = 0;
    const auto add = [&](const LateFrames& late) {
        if (isOfClockGap(look, stream, passed.shown(late.time)))
            return;
        apart.add(late.time);
        for (const LateFrames::Late& frame : late.frames) {
            const std::int64_t lateNs = frame.ns - frame.dueNs;
            const TimeRange time = passed.shown(TimeRange {frame.dueNs, frame.ns});
            mostNs = std::max(mostNs, lateNs);
            finding.cost.amount = addSaturating(finding.cost.amount, lateNs);
            findings::addOne(finding, time, [&] {
                return Evidence {.time = time,
                                 .place = {stream.track, 0, time.endNs},
                                 .text = "late by " + shortDurationText(lateNs)};
            });
        }
    };
    eachLate(look, stream, periodNs, checks.amount(kJitter, "by"), checks.amount(kFrameGaps, "times"), add);
    const auto late = static_cast<std::int64_t>(finding.count);
    if (late < kMany || !findings::isAtLeast(late, checks.amount(kJitter, "late"), stream.frames)
        || apart.isSchedule(periodNs))
        return;
    finding.share = findings::shareOfTime(finding.cost.amount, stream.life.lengthNs(), 1);
    finding.sentence = findings::quoted(stream.name) + " comes every " + shortDurationText(periodNs) + ", "
        + grouped(finding.count) + " of "
        + counted(static_cast<std::uint64_t>(stream.frames), "frame", "frames") + " up to "
        + shortDurationText(mostNs) + " late; the next ones made up for it";
    finding.limits = "Whether they were late or their times were told late is not recorded.";
    findings::settle(finding);
    addOrJoin(look, std::move(finding), checks);
}

}

void checkGaps(const RtcLook& look, const StreamLook& stream, findings::Checks& checks)
{
    if (isNear(stream.longestNs, stream.medianNs))
        return;
    const std::int64_t periodNs = periodOf(look, stream), times = checks.amount(kFrameGaps, "times");
    GapTally tally;
    eachOffTime(look, stream, periodNs, [&](const OffTime& off) {
        if (off.isLong(times))
            tally.addLong(off);
        else if (off.missing() > 0)
            tally.addShort(off);
    });
    if (stream.isSteady())
        checkJitter(look, stream, periodNs, checks);
    const bool isTimer = stream.isOfTimer(), isMostlySilent = tally.isMostlySilent(stream);
    const UsualPause usual = tally.usualPause();
    std::int64_t outages = 0; // of what pauses most of the time
    if (isMostlySilent && usual.ns > 0)
        eachOffTime(look, stream, periodNs, [&](const OffTime& off) {
            outages += off.isLong(times) && isOutage(off.time, usual) ? 1 : 0;
        });
    const bool isOut = outages == 1;
    const bool tellsLong = tally.longs() > 0 && (!isMostlySilent || tally.isSilentOnce(stream) || isOut);
    const bool countsShort = isTimer && tally.areOfFrames(periodNs);
    const bool tellsShort = countsShort && tally.areManyLost(stream, checks.amount(kFrameGaps, "missing"));
    if (!tellsLong && !tellsShort)
        return;
    Finding finding = ofStream(kFrameGaps, FindingSeverity::medium, stream);
    const std::string about = isTimer ? "" : "about ";
    // Some may have come in between.
    const auto missingText = [&](const OffTime& off) {
        return about + counted(static_cast<std::uint64_t>(off.missing()), "frame is", "frames are")
            + " missing"
            + (off.intervals > 1 ? ", silent for up to " + shortDurationText(off.longestNs) + " at a stretch"
                                 : "");
    };
    std::int64_t longestNs = 0, missing = 0, inARow = 0;
    std::uint64_t pauses = 0; // as usual
    eachOffTime(look, stream, periodNs, [&](const OffTime& off) {
        const bool isLong = off.isLong(times), isPause = isLong && usual.isSuch(off.time.lengthNs());
        pauses += isPause ? 1 : 0;
        if (!(isLong ? tellsLong && (isOut ? isOutage(off.time, usual) : !isPause)
                     : countsShort && (tellsShort || !isMostlySilent) && off.missing() > 0 && off.isWhole()))
            return;
        missing = addSaturating(missing, off.missing());
        finding.cost.amount = addSaturating(finding.cost.amount, off.lackNs());
        if (!isLong && !tellsShort)
            return; // those are missing, too, but it is not when something happened
        longestNs = std::max(longestNs, off.longestNs);
        inARow = std::max(inARow, off.missingInARow());
        const TimeRange time = look.passedOf(stream.track).shown(off.time);
        findings::addOne(finding, time, [&] {
            return Evidence {.time = time,
                             .place = {stream.track, 0, time.startNs},
                             .text = off.missing() > 0 ? missingText(off) : "its frames came late"};
        });
    });
    if (finding.count == 0)
        return;
    if (tellsShort)
        finding.limits = "Whether it leaves out what did not change is not recorded.";
    if (tellsLong && isMostlySilent) {
        finding.severity = FindingSeverity::low;
        finding.limits = "Whether it is sent only at times is not recorded.";
    }
    finding.share = findings::shareOfTime(finding.cost.amount, stream.life.lengthNs(), 1);
    finding.sentence = findings::quoted(stream.name) + " comes every " + shortDurationText(periodNs)
        + " and was silent for up to " + shortDurationText(longestNs) + besidePauses(pauses, usual);
    if (missing > 0) {
        finding.sentence += "; " + about + grouped(static_cast<std::uint64_t>(missing)) + " of "
            + counted(static_cast<std::uint64_t>(addSaturating(stream.frames, missing)), "frame", "frames")
            + (missing == 1 ? " is missing" : " are missing");
        if (inARow < missing)
            finding.sentence += ", at most " + grouped(static_cast<std::uint64_t>(inARow)) + " in a row";
    } else {
        finding.sentence += "; its frames came late";
    }
    findings::settle(finding);
    addOrJoin(look, std::move(finding), checks);
}

}
