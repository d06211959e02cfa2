// Chunks of a recording: times that none answers for, and of which something is lost.
#include "core/base/text.h"
#include "core/findings/shared_rules.h"
#include "core/formats/rfr/findings/rfr_rules.h"

namespace traceglass::rfr {

std::vector<TimeRange> lostTimes(const Recording& recording, const DiagnosticLog& log)
{
    std::vector<TimeRange> out = recording.timesWithoutChunk();
    for (const std::uint32_t index : recording.byTime) {
        const ChunkFile& chunk = recording.chunks[index];
        // What ends too early is wrong where it ends.
        if (log.worstIn({chunk.source, 0, chunk.size + 1}) == Severity::error)
            out.push_back(chunk.interval());
    }
    return findings::joined(std::move(out));
}

void checkChunks(const Recording& recording, const Timeline& timeline, findings::Checks& checks)
{
    if (recording.isStream())
        return checks.leaveOut("rfr.gap", "the recording is a stream: it has no chunks");
    Finding finding {.rule = "rfr.gap", .severity = FindingSeverity::low, .subject = {"chunks"}};
    for (const TimeRange& gap : recording.timesWithoutChunk()) {
        finding.cost.amount = addSaturating(finding.cost.amount, gap.lengthNs());
        findings::addOne(finding, gap,
                         [&] { return Evidence {.time = gap, .text = "no chunk answers for this time"}; });
    }
    if (finding.count == 0)
        return;
    finding.share = findings::shareOfTime(finding.cost.amount, timeline.range.lengthNs(), 1);
    finding.explains = findings::kApproximate; // what lasts across it
    findings::settle(finding);
    finding.sentence = "For " + shortDurationText(finding.cost.amount)
        + " inside the recording there is no chunk"
        + (finding.count == 1
               ? ", from " + findings::momentText(timeline, finding.when.front().startNs) + " on"
               : ", " + grouped(finding.count) + " times");
    finding.limits =
        "Whether nothing happened there or the chunks are lost is not known; what lasts across it "
        "is not judged.";
    checks.add(std::move(finding));
}

}
