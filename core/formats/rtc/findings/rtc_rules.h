// The rules for RTC captures, one function for those that look at the same.
#pragma once

#include "core/base/diagnostic_log.h"
#include "core/findings/checks.h"
#include "core/findings/gathering.h"
#include "core/formats/rtc/findings/rtc_look.h"
#include "core/formats/rtc/rtc_file.h"

namespace traceglass::rtc {

constexpr std::string_view kSpikes = "rtc.spikes", kFrameGaps = "rtc.gaps", kClockGap = "rtc.clock-gap",
                           kRestart = "rtc.restart", kBadValues = "rtc.bad-values", kJitter = "rtc.jitter",
                           kSilent = "rtc.silent";

std::string withUnit(const std::string& number, const std::string& unit);
// "14.2 µs": with so many digits that a hundredth of what lies so far apart can be seen.
std::string valueText(double value, const std::string& unit, double apart = 0);

// Every value of a stream in turn, as the timeline stores it.
template <class Visit>
void eachStoredValue(const RtcLook& look, TrackId stream, const Visit& visit)
{
    const Timeline& timeline = look.timeline();
    const RowId row = timeline.track(stream).firstRow;
    for (std::size_t i = 0; i < timeline.partCount(row) && !look.walk().isStopped(); ++i) {
        const SlicePart part = timeline.part(row, i);
        for (const std::uint32_t bits :
             timeline.pack(part.pack).names().subspan(part.begin, part.end - part.begin))
            visit(std::bit_cast<float>(bits));
    }
}

Finding ofStream(std::string_view id, FindingSeverity severity, const StreamLook& stream);
// What befell several streams of a clock at once, such as a bus that broke, has one cause: the first one says it for all.
// Moments are so near to each other.
void addOrJoin(const RtcLook& look, Finding finding, findings::Checks& checks, std::int64_t nearNs = 0);
// What a single changed byte can make, such as a value of a clock or one that stands out, has the damage for its cause
// where each piece of its evidence lies in a Unit of its own of which the checksum does not match.
void explainByDamage(const RtcFile& file, Finding& finding);
// What was found so far and is the same in several runs becomes one.
void joinRuns(const RtcLook& look, findings::Checks& checks);

void checkRuns(const RtcLook& look, const DiagnosticLog& problems, findings::Checks& checks);
void checkClocks(const RtcFile& file, const RtcLook& look, findings::Checks& checks);
void checkDrift(const RtcLook& look, findings::Checks& checks); // of two clocks
void checkStreams(const RtcLook& look, findings::Checks& checks);
// False: one may be silent because the rest is lost.
bool checkDeadClocks(const RtcLook& look, findings::Checks& checks);
void checkGaps(const RtcLook& look, const StreamLook& stream,
               findings::Checks& checks); // of one that has periods
void checkBack(const RtcLook& look, findings::Checks& checks); // behind a restart
void checkLogs(const RtcLook& look, findings::Checks& checks);
void checkBadValues(const RtcLook& look, findings::Checks& checks);
void checkSpikes(const RtcFile& file, const RtcLook& look, findings::Checks& checks);
void checkStanding(const RtcFile& file, const RtcLook& look,
                   findings::Checks& checks); // values that stay the same

}
