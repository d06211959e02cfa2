// The rule about streams that a restart ended.
#include "core/base/text.h"
#include "core/formats/rtc/findings/rtc_rules.h"
#include "core/stats/columns.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <vector>

namespace traceglass::rtc {

namespace {

constexpr std::string_view kNotBack = "rtc.not-back";

struct Run
{
    std::map<std::string_view, const StreamLook*> streams; // by name, those that have frames
    std::int64_t lengthNs = 0; // of the clock whose streams came for the longest time
};

// By their number, so in their order.
std::map<std::size_t, Run> runsOf(const RtcLook& look)
{
    std::map<std::size_t, Run> out;
    for (const StreamLook& stream : look.streams()) {
        if (stream.frames == 0)
            continue;
        Run& run = out[look.numberOfRun(stream.track)];
        run.streams.emplace(stream.name, &stream);
        run.lengthNs = std::max(run.lengthNs, look.runOf(stream).frames.lengthNs());
    }
    return out;
}

// Did it come as usual until its run ended, and not for a while only?
bool wasAlive(const RtcLook& look, const StreamLook& stream)
{
    constexpr std::int64_t kPeriods = 10;
    const TimeRange run = look.runOf(stream).frames;
    return stream.hasPeriods() && stream.life.lengthNs() >= run.lengthNs() / 2
        && subtractSaturating(run.endNs, stream.life.endNs)
        < std::max(stats::productSaturating(stream.medianNs, kPeriods), stream.longestNs);
}

// Is that enough for one to begin in, by how long it took before?
bool isEnough(const RtcLook& look, const StreamLook& stream, std::int64_t ns, const findings::Checks& checks)
{
    constexpr std::int64_t kPeriods = 10, kTimes = 3;
    const std::int64_t tookNs = subtractSaturating(stream.life.startNs, look.runOf(stream).frames.startNs);
    return ns >= checks.amount(kNotBack, "time") && ns >= stats::productSaturating(stream.medianNs, kPeriods)
        && ns >= stats::productSaturating(tookNs, kTimes);
}

Finding notBack(const RtcLook& look, const std::vector<const StreamLook*>& missing, std::size_t back,
                std::int64_t behindNs, bool hasOthers)
{
    const StreamLook& first = *missing.front();
    Finding finding = ofStream(kNotBack, hasOthers ? FindingSeverity::low : FindingSeverity::medium, first);
    for (const StreamLook* const stream : missing) {
        const std::int64_t lastNs = look.passedOf(stream->track).shown(stream->life).endNs;
        findings::addOne(finding, {lastNs, lastNs}, [&] {
            return Evidence {.time = {lastNs, lastNs},
                             .place = {stream->track, 0, lastNs},
                             .ref = stream->last,
                             .text = "the last frame of " + findings::quoted(stream->name)};
        });
    }
    finding.cost = {StatUnit::span, behindNs};
    finding.share = findings::shareOfTime(behindNs, look.recordedNs(), 1);
    finding.sentence = findings::quoted(first.name);
    if (missing.size() > 1)
        finding.sentence += " and " + counted(missing.size() - 1, "other stream", "other streams");
    finding.sentence += std::string(missing.size() > 1 ? " do" : " does")
        + " not come back behind a restart: no frame in " + shortDurationText(behindNs)
        + ", before it one each " + shortDurationText(look.refined(first).medianNs) + "; "
        + counted(back, "other stream is", "other streams are") + " back";
    finding.limits = hasOthers ? "There are streams that were not there before: it may be another program."
                               : "Whether it is meant to be sent in each run is not recorded.";
    findings::settle(finding);
    return finding;
}

}

void checkBack(const RtcLook& look, findings::Checks& checks)
{
    constexpr std::size_t kBack = 2; // others that came back, and half of all
    const RecordRef endOfCapture(SourceId(0), std::numeric_limits<std::uint64_t>::max());
    const std::map<std::size_t, Run> runs = runsOf(look);
    std::set<std::string_view> behind; // names of streams of later runs
    std::int64_t longestNs = 0;        // of these
    for (auto run = runs.rbegin(); run != runs.rend() && !look.walk().isStopped(); ++run) {
        const auto& streams = run->second.streams;
        std::vector<const StreamLook*> missing;
        const auto isBack = [&](const auto& stream) { return behind.contains(stream.first); };
        const auto back = static_cast<std::size_t>(std::ranges::count_if(streams, isBack));
        if (back >= kBack && back * 2 >= streams.size()) {
            for (const auto& [name, stream] : streams)
                if (!behind.contains(name) && wasAlive(look, *stream)
                    && isEnough(look, *stream, longestNs, checks))
                    missing.push_back(stream);
        }
        const bool hasOthers = // it may be another program
            std::ranges::any_of(behind, [&](std::string_view name) { return !streams.contains(name); });
        if (!missing.empty() && look.isLostBetween(missing.front()->last, endOfCapture))
            checks.leaveOut(kNotBack, "bytes are lost behind a restart");
        else if (!missing.empty())
            checks.add(notBack(look, missing, back, longestNs, hasOthers));
        for (const auto& [name, stream] : streams)
            behind.insert(name);
        longestNs = std::max(longestNs, run->second.lengthNs);
    }
}

}
