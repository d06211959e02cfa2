// gpu.idle: a GPU that waits for the program.
#include "core/base/text.h"
#include "core/formats/rdf/findings/gpu_paces.h"

#include <algorithm>
#include <map>

namespace traceglass::rdf {

namespace {

constexpr std::string_view kIdle = "gpu.idle";
constexpr std::int64_t kRestNs = 2'000'000'000; // a program loads, or has nothing to draw: no frame is late

// That of most of the time.
int mostOf(const std::map<int, std::int64_t>& byRate)
{
    const auto most = std::ranges::max_element(byRate, {}, [](const auto& each) { return each.second; });
    return most == byRate.end() ? 0 : most->first;
}

}

// Of a few submits a gap is as long as any.
void checkIdle(const GpuLook& look, const Job& job, findings::Checks& checks)
{
    if (static_cast<std::int64_t>(look.frames.size()) < checks.amount(kIdle, "frames"))
        return checks.leaveOut(kIdle, "too few frames: " + std::to_string(look.frames.size()));
    const std::int64_t gapNs = checks.amount(kIdle, "gap"), longNs = checks.amount(kIdle, "long");
    const PacedTimes paced(look);
    std::vector<TimeRange> waits, silences; // those between frames at a pace
    std::map<std::int64_t, int> limited;    // by begin: frames a second
    std::size_t longOnes = 0;
    for (std::size_t i = 1; i < look.busy.size() && !job.stopRequested(); ++i) {
        const TimeRange gap {look.busy[i - 1].endNs, look.busy[i].startNs};
        if (gap.lengthNs() < gapNs)
            continue;
        const bool isLong = gap.lengthNs() >= longNs;
        longOnes += isLong;
        const Fit fit = paced.fitOfStepOver(gap, gapNs);
        if (fit.limited > 0 && !isLong)
            limited[gap.startNs] = fit.limited;
        if (isLong && (fit.skips || (fit.breaks && !fit.keeps)))
            silences.push_back(gap);
        else if (isLong || !fit.keeps)
            waits.push_back(gap);
    }
    const bool areHitches = longOnes == 1
        || (longOnes > 1
            && longOnes * std::size_t(1'000)
                <= look.frames.size() * static_cast<std::size_t>(checks.amount(kIdle, "few")));
    if (areHitches) // else it draws when there is something to draw
        waits.insert(waits.end(), silences.begin(), silences.end());
    if (!findings::isAtLeast(findings::lengthOf(waits), checks.amount(kIdle, "share"),
                             look.span.lengthNs())) {
        if (!areHitches)
            return;
        std::erase_if(waits, [&](const TimeRange& gap) { return gap.lengthNs() < longNs; });
    }
    if (waits.empty())
        return;
    Finding idle {.rule = kIdle, .severity = FindingSeverity::medium, .subject = {"GPU"}};
    idle.cost.amount = findings::lengthOf(waits);
    std::ranges::sort(waits, {}, &TimeRange::startNs);
    for (const TimeRange& gap : waits)
        findings::addOne(idle, gap, [&] { return Evidence {.time = gap}; });
    findings::settle(idle);
    const std::int64_t longestNs = idle.evidence.front().time.lengthNs();
    idle.share = findings::shareOfTime(idle.cost.amount, look.span.lengthNs(), 1);
    idle.sentence = "No queue had work for " + shortDurationText(idle.cost.amount) + " of "
        + shortDurationText(look.span.lengthNs())
        + (idle.count == 1 || longestNs < longNs ? std::string()
                                                 : ", up to " + shortDurationText(longestNs) + " at a time")
        + ": the GPU waited for the program";
    idle.limits = "What the program did meanwhile is not recorded.";
    std::int64_t restNs = 0, sceneNs = 0, limitedNs = 0;
    std::map<int, std::int64_t> byRate; // of limitedNs
    for (const TimeRange& gap : waits) {
        const auto limit = limited.find(gap.startNs);
        std::int64_t* const harmless = gap.lengthNs() >= kRestNs     ? &restNs
            : gap.lengthNs() >= longNs && isBetweenScenes(look, gap) ? &sceneNs
            : limit != limited.end()                                 ? &limitedNs
                                                                     : nullptr;
        if (harmless)
            *harmless = addSaturating(*harmless, gap.lengthNs());
        if (harmless == &limitedNs)
            byRate[limit->second] = addSaturating(byRate[limit->second], gap.lengthNs());
    }
    if (addSaturating(addSaturating(restNs, sceneNs), limitedNs) >= idle.cost.amount / 2) {
        idle.severity = FindingSeverity::low;
        idle.limits = limitedNs >= std::max(restNs, sceneNs) ? "Whether a limiter keeps it at "
                + std::to_string(mostOf(byRate)) + " frames a second is not recorded."
            : sceneNs > restNs ? std::string(kBetweenScenes)
                               : "Whether there was anything to draw meanwhile is not recorded.";
    }
    checks.add(std::move(idle));
}

}
