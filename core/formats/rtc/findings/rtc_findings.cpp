#include "core/formats/rtc/findings/rtc_findings.h"

#include "core/findings/shared_rules.h"
#include "core/formats/rtc/findings/rtc_rules.h"

#include <algorithm>
#include <set>

namespace traceglass::rtc {

std::span<const Rule> findingRules()
{
    using U = StatUnit;
    constexpr std::int64_t kMs = 1'000'000, kS = 1'000'000'000;
    static const std::vector<Rule> kRules = {
        {"rtc.restart",
         "The device began anew",
         "The capture holds several runs: the device was restarted while it was recorded.",
         "Runs after the first, also those of which no clock told the time. High when the last lines of a "
         "log before or the first ones after speak of a panic, fault, failed assertion, abort, stack "
         "overflow or oops, or of a watchdog or brown-out with what it did: a cause, reason, reset, "
         "restart, reboot, trigger, timeout, or a chip's flag for it (IWDGRSTF, WDRF). In lines of level "
         "info and below a failure needs such a word, too; in those of level warn and above nothing does. "
         "What is denied (no faults, faults: 0, not by the watchdog, reset flag not set), a count (faults: "
         "3), set up (watchdog started, enabled, fed), a setting (oops=panic), a part (fault relay, fault "
         "tolerant, HardFault handler at 0x08001234), of a test that passed or reset by a user does not "
         "count, nor does a brown-out beside a power-on, which sets its flag, too. Where each text is a "
         "frame, those that name a level or have two words are lines. Else medium when the run before stops "
         "within a frame, and low: where the power is cut between two frames it ends like one that was "
         "stopped. What its first lines call the cause or the reason of a start is told. Of a run that is "
         "so short that all of its lines are both the first and the last, those in its first half are about "
         "its begin.",
         "Read the lines around it: the evidence leads there.",
         {{"lines", U::count, 20, "lines of each log on each side"}}},
        {"rtc.clock-gap",
         "Gaps in a clock",
         "A clock told no value for a while: what came then has no certain time.",
         "Steps from one value of a clock to the next, against what 95 of 100 take; gaps between runs and "
         "those with lost bytes in them do not count. Nor does what comes before a clock has a pace, by ten "
         "steps in a row and half a second without a gap: a device that starts says a few lines first; nor "
         "what comes behind the last frame of its streams that come evenly, until these count as silent: a "
         "device that is switched off says a few more; nor a step from one frame to the next of a timer "
         "whose period it is, to a quarter, where no other stream comes twice as often then: only a slow "
         "one is left. Three steps and more that are as long as each other, to a quarter, with hardly "
         "anything between are another pace, of which as many steps count, where it takes a tenth of the "
         "time: a device that rests. A clock that went back is left out, and one that is silent most of the "
         "time: it is told when something happens. So are pauses of a device that is off at times: three "
         "and more that are alike and as far apart as each other, to a tenth, and a quarter of the time "
         "from one to the next. One jump of any length counts among steady steps and within the life of a "
         "steady stream. Medium; low where the log says within the second before each that it is meant "
         "(paused, suspend, sleep, standby), and where it was set: another clock tells that not half of the "
         "time passed, or it is a year and longer, as of a clock that begins in 1970. What it was set by is "
         "no time that passed, and taken out of all that is judged by times. Gaps of its streams are part "
         "of those that it has itself.",
         "See what the device did then: interrupts may have been off.",
         {{"times", U::count, 10, "steps, of which 95 of 100 are shorter"},
          {"min", U::span, 100 * kMs, "at least"}}},
        {"rtc.clock-back", "A clock that went back", "Times after it are not those that they seem to be.",
         "Values of a clock that are less than the one before it in the file; the farthest step back is "
         "told, of more than a thousand good to a step of the clock, from where and to where. Its streams "
         "are shown by what it told, and are not judged by when their frames come. Medium however far, other "
         "than what is set forward: frames of two times lie over each other. Where each such step lies in a "
         "Unit of its own that is damaged, it is said with the damage: one changed byte makes one.",
         "See whether the clock was set, or wraps around."},
        {"rtc.clock-drift",
         "Clocks that run apart",
         "Two clocks that know nothing of each other tell different lengths of the same time.",
         "A line through the values of both by least squares, each value of the one that tells fewer with "
         "what the other one told last before it in the file; of each run the clock that leads against "
         "every other. The difference must be that large in 95 of 100 recordings, and in both halves: a "
         "clock that was set again and again did not drift. What one was set by once, which is 10 ms and a "
         "hundredth of that step at least and four times as far as the two come apart in any other step, "
         "parts the line: it goes on at another height. From a hundredth on it is low where the steps in "
         "which one of them told a quarter at most of what the other told make three quarters of the "
         "difference: it halts at times. Clocks that are made of each other are one.",
         "Compare both with a third one; a quartz is off by 20 to 50 ppm.",
         {{"least", U::count, 20, "millionths that they differ"},
          {"medium", U::count, 100, "medium from here on"},
          {"time", U::span, 60 * kS, "beside each other, at least"}}},
        {"rtc.rate",
         "A rate that changed",
         "A stream that is sent by a timer became slower or faster for a while.",
         "The median period of each tenth of its life against the whole, of streams with a steady period: "
         "half of the periods within a tenth of the median, of all or of most tenths each. A while of nine "
         "hundredths and more may lie across two tenths, one of which has a twentieth more or fewer frames "
         "then; one of three hundredths, in which frames come half as often on average or twice, is low: it "
         "may be a mode. Texts are sent when there is something to say, and have none. Streams that change "
         "to and fro more than twice have several rates; tenths in which most frames came while their clock "
         "stood have none. What became so with another stream of its clock is said with that. Medium; where "
         "that takes more than three quarters of the time it is the fast rate that holds for a while, and "
         "low. Cost: how long it was so, by hundredths of its life where it has frames enough.",
         "See what changed then: load, clock, mode.",
         {{"change", U::share, 200, "more or less than the whole"}, {"frames", U::count, 1'000, "at least"}}},
        {"rtc.gaps",
         "Frames that are missing",
         "A stream that is sent by a timer was silent for a while, or its frames are lost here and there.",
         "What is missing from a frame to the next that comes as usual, within a quarter of the period: the "
         "mean of what lies so near to the median. What comes late is not missing. Long silences of streams "
         "that come evenly: half of the times between two frames lie within half of the median. Texts have "
         "no period: they are sent when there is something to say. And frames that are lost here and there, "
         "of a timer: half of these times, less the whole periods in which none came, lie within a tenth of "
         "the median. So half of all may be lost; of more nobody knows the period. They count from ten such "
         "times on, when so many frames are missing and three of four times the next one comes within a "
         "seventh of a period of when it is due; not where they are left out again and again after as many "
         "periods, ten at most: that is a schedule. Three longer times or more in a row that are as long as "
         "each other, and 30 periods together, are another rate, by which is judged what is missing in "
         "there; what comes right before it and is no longer than its period slowed down step by step. "
         "Where a silence is told, the few frames that are lost here and there are counted, too. Medium. "
         "What is silent most of the time is sent in bursts; low where that was once, and a tenth of its "
         "life lies on both sides. Three and more pauses that are alike and as far apart as each other, to "
         "a tenth, and a quarter of the time from one to the next are how it is used; where these are most "
         "of its life, one longer than two of them is told, and low. Frames that came while their clock "
         "stood were not silent. Gaps at the times of those of another stream of its clock are said with "
         "them, and those of a stream in several runs are one finding. Cost: the time of what is missing.",
         "See what the device did then, and whether the recording lost data.",
         {{"times", U::count, 10, "periods"}, {"missing", U::share, 10, "of the frames, or"}}},
        {"rtc.jitter",
         "Frames that come late",
         "A stream that is sent by a timer is late here and there and makes up for it: the timer misses its "
         "deadlines.",
         "Frames of streams with a steady period that come late by a part of the period, less than the "
         "times of rtc.gaps, counted from the last one that came when it was due, within a seventh of a "
         "period. One of the next twenty must come so again: as many are there as are due. Low; ten at "
         "least. Not where they are late again and again after as many periods, ten at most: that is a "
         "schedule; not while their clock told nothing, nor where bytes are lost. Late with another stream "
         "of its clock at the same times is said with that. Cost: the time that they were late.",
         "See what runs at a higher priority or turns interrupts off at these times.",
         {{"by", U::share, 500, "of the period late, at least"},
          {"late", U::share, 10, "of the frames, at least"}}},
        {"rtc.silent",
         "A stream that stopped",
         "A stream that is sent by a timer ended long before the run did.",
         "Medium from a hundredth of the run on, else low. Streams that come evenly, as of rtc.gaps, from "
         "their last frame to the end of the run, silent for ten periods and for longer than ever before; "
         "those that began in its last tenth do not count. Nor do those that lived for less than a tenth of "
         "it, which may have been sent for a while only; those of them that began in its first tenth and "
         "lived for longer than a start takes are low. So are those that began a tenth into the run or "
         "later, or later than a start takes and a fiftieth: they may be sent only while the device does "
         "something. A stream that dies sooner cannot be told from a self test. Nor are those judged behind "
         "whose last frame bytes of their run are lost. One that stopped with another one of its clock is "
         "said with that. Where all streams ended and their clock went on, by both thresholds, that is one "
         "finding, which is low: it may have been meant. So is a clock that stops with all of its streams "
         "while another one of the run goes on, by the order of the file, for so long, and had lived for a "
         "tenth of that one at least: medium from a hundredth on.",
         "Look at what the device said last.",
         {{"share", U::share, 50, "of the run, or"},
          {"min", U::span, 10 * kS, "that long"},
          {"start", U::span, 30 * kS, "what is sent for less, and for less than a tenth, is of the start"}}},
        {"rtc.not-back",
         "A stream that does not come back",
         "A stream came evenly until the device began anew, and never again: what sends it may not have been "
         "set up behind the restart.",
         "Medium. Streams with a steady period that lived for half of a run at least and to its end, and "
         "have "
         "no frame in any later run, of which one must last for so long, for ten periods, and for three "
         "times "
         "as long as the stream took to begin before. At least two other streams, and half of all, must have "
         "come back. Low where a later run has streams that this one had not: it may be another program. Not "
         "where bytes are lost behind it. Streams of the same run are one finding. Cost: the longest later "
         "run.",
         "See what the device said when it began, and whether it sets up what sends the stream after every "
         "kind "
         "of restart.",
         {{"time", U::span, 10 * kS, "that a later run lasts, at least"}}},
        {"rtc.log-level", "Errors and warnings", "The device itself said that something is wrong.",
         "Lines of text that begin with a level, behind times, names and what is in brackets, in any "
         "colour: a word in capitals, in brackets or before a colon; a letter, as in E (1234), W/tag or E: "
         "text; a priority, as in <3>; or a value of level or severity, as in level=error and in JSON, "
         "there beside a msg or message also a letter or a number, 10 to 60. Of a text with several lines "
         "the worst one counts. Error, critical, alert and fatal are medium, warn is low; fail, failed and "
         "panic are medium in brackets or before a colon only; fehler and erreur, warnung, avertissement "
         "and advertencia are levels in brackets, as a value and in capitals before a colon only. What has "
         "a number or none behind the colon is a value: error: 0.02; in capitals only with 0 or none. So is "
         "a letter with nothing but a number: [W] 300; and a count of none: ERROR COUNT 0, 0 ERROR, error: "
         "no error. One finding for each level; the most frequent text is told, with # for what changes, of "
         "JSON its message. Part of rtc.restart or rtc.log-flood where these tell all such lines. Not "
         "checked where no line names a level.",
         "Read them; statistics by log give all texts."},
        {"rtc.log-flood",
         "A log that is flooded",
         "One text again and again hides all others and costs time to send.",
         "Lines of one text within a second, or as part of all lines, of each log and run for itself; "
         "those that differ in numbers only are one text. Lines without a level count only when they are "
         "sentences, of two words at least and without a number but their time, or of something that went "
         "wrong (overrun, underrun, overflow, underflow, timeout, retry, failed, dropped, invalid, "
         "corrupted, mismatch): readings, positions, states and replies repeat by themselves, and are no "
         "lines where each text is a frame. Where nearly all of them (nine of ten) came in such seconds it "
         "is told when these were, else from the first to the last. Low, but as serious as the errors that "
         "are this text.",
         "Say it once, with a count.",
         {{"burst", U::count, 10, "lines within a second"},
          {"share", U::share, 500, "of all lines, or"},
          {"rate", U::count, 10, "lines a second, with that share"}}},
        {"rtc.bad-values",
         "Values that are none",
         "A sensor says again and again that it has nothing to tell: by NaN, or by one value far from all "
         "others, such as -127, 85, -9999 or 0x7FFF.",
         "Values of steady streams of floats and of integers of 16 bits and more, three at least. What is "
         "no number counts behind the first number, up to half of the values where it mostly stands to the "
         "end; for a single while from which numbers come back it is low, as of a course while nothing "
         "moves. One value that is the same each time counts when it lies so many times the range of all "
         "others beyond them, in three places at least and for three frames at a time on average at most: "
         "what is set, switched or rests stays where it is; of 85, which a thermometer tells before it has "
         "measured, and of -1 of an integer with a sign, which is a read that failed, once their range is "
         "enough. -127 and numbers that are all nines, as -999 and 9999.9, are no such thing, and count for "
         "however long and however many: the sensor is not connected. Streams with few other values are "
         "states, and do not count. Medium from 1 % of the values on, else low. Values that stand out "
         "(rtc.spikes) are said with them.",
         "See whether the sensor is connected and read in time, and leave such values out of what is "
         "computed.",
         {{"times", U::count, 3, "times the range of all others beyond them"},
          {"least", U::share, 1, "of the values, at least"},
          {"most", U::share, 200, "of the values, at most"},
          {"values", U::count, 8, "other values, at least"},
          {"frames", U::count, 200, "at least"}}},
        {"rtc.spikes",
         "Values that stand out",
         "A few values lie far above or below all others of their stream. They stand out; whether that is "
         "wrong nobody recorded.",
         "Values of steady streams so many interquartile ranges from the median, on each side for itself. "
         "Low. Streams of which all else is one value have no such range and are left out, and so is a "
         "counter that begins anew behind the last of 8, 16 or 32 bits: it goes one way, but for steps to 0, "
         "and is not so far from there. Part of rtc.saturated where they are the end of their type, and of "
         "the damage where each lies in a damaged Unit of its own. Said with those of another stream of its "
         "clock where each comes within a second of one of these.",
         "Look at what was logged at that time.",
         {{"times", U::count, 20, "interquartile ranges from the median"},
          {"few", U::share, 5, "of the values, at most, on that side"},
          {"values", U::count, 1'000, "at least"}}},
        {"rtc.saturated",
         "Values at the end of their type",
         "A value stays at the greatest or least number that its type can tell: what was measured may lie "
         "beyond.",
         "Frames in a row of streams of integers, together a thousandth of the time at least, or a "
         "twentieth of a minute: then what else is medium is low. 0 of unsigned ones does not count, nor a "
         "stream that never has another value. Medium; of 8 bits it is low: duties, levels and masks reach "
         "their end, and all of these of a run are one finding. So is the greatest number of an unsigned "
         "type where all other values lie in its lower half: it may say that there is none; and what is "
         "there once, from the first frame on, or comes there with two turns at most in the 64 frames "
         "before: it may have been set so. Low, too, is the last number of 10, 12 or 14 bits, of which "
         "converters are, in a type of more, where no value lies beyond, others lie in the half towards it, "
         "and it came there once at least with more than two turns and eight values in the 64 frames "
         "before. Of wide ones some are read again: what is near the end is not at it. Said with another "
         "stream of its clock that is so at the same times.",
         "Use a wider type or another gain, or see whether the sensor was connected.",
         {{"frames", U::count, 16, "in a row, at least"}}},
        {"rtc.stuck",
         "Readings that do not change any more",
         "A reading changed all the time and then stayed the same: the sensor may be stuck.",
         "Values of floats and of integers of 16 bits and more in steady streams that stay equal for so "
         "long, and for far more frames than in 99 of 100 other times: what is slow and has coarse steps "
         "rests in the middle of each. Most of the 64 frames before must have differed from the one before "
         "them, and have had some different values: what is coarse trembles between two, and rests for "
         "long within one. Low. What is no number is told by rtc.bad-values. The least and greatest value "
         "of the stream do not count, unless the 64 frames trembled over half of all values and had it "
         "four times; nor does 0, unless it is there once and all other values lie a hundred times their "
         "range from it; nor does what comes to a value with two turns at most in these frames, and goes "
         "back from it, or on by eight steps at most as before or behind, or stays there to the end: what "
         "is measured, counted or set may stand still. Of numbers that the timeline rounds some are read "
         "again. Said with another stream of its clock that is stuck at the same times.",
         "See whether the device still reads the sensor.",
         {{"time", U::span, 10 * kS, "without a change"},
          {"noise", U::share, 500, "of the 64 frames before changed"},
          {"values", U::count, 3, "different ones in these, at least"},
          {"times", U::count, 8, "times as many equal frames as in 99 of 100 other times"}}},
        {"rtc.untimed",
         "Frames without a time",
         "Many frames have no certain time; they are drawn where their clock stood last.",
         "Frames whose time is an estimate as part of all frames of the stream. Low. Several streams that "
         "name no clock are one finding.",
         "Give the stream a clock.",
         {{"share", U::share, 10, "of the frames"}, {"frames", U::count, 100, "at least"}}},
    };
    return kRules;
}

void explainByDamage(const RtcFile& file, Finding& finding)
{
    const auto isChanged = [&](std::uint32_t number) {
        const Unit& unit = file.ruler().units[number];
        const auto problems = file.log().in({SourceId(0), unit.marker, unit.end - unit.marker});
        return std::ranges::any_of(problems, [](const Diagnostic& each) {
            return each.code == Code::RtcCrcMismatch || each.severity == Severity::error;
        });
    };
    std::set<std::uint32_t> units;
    for (const Evidence& each : finding.evidence) {
        const auto unit = each.ref ? file.ruler().unitAt(each.ref->offset()) : std::nullopt;
        if (!unit || !isChanged(*unit) || !units.insert(*unit).second)
            return;
    }
    if (finding.unkept == 0)
        finding.explains = findings::kDamaged;
}

Result<Findings> RtcFindings::find(const FindingRequest& request, Job& job) const
{
    findings::Checks checks(findingRules(), request.settings);
    const findings::RowWalk walk(request.timeline, job);
    RtcLook look(walk, m_file.ruler());
    look.read(checks, request.threads, job);
    if (job.stopRequested())
        return fail(Code::Stopped);
    checkRuns(look, m_file.log(), checks);
    checkStreams(look, checks);
    checkClocks(m_file, look, checks); // absorbs gaps of streams
    checkDrift(look, checks);
    checkBadValues(look, checks);
    joinRuns(look, checks);
    checkBack(look, checks);
    checkLogs(look, checks);
    checkSpikes(m_file, look, checks);
    checkStanding(m_file, look, checks);
    return job.stopRequested() ? Result<Findings>(fail(Code::Stopped)) : Result<Findings>(checks.take());
}

}
