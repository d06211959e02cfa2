// The rule about runs: did the device begin anew, and why?
#include "core/base/text.h"
#include "core/formats/rtc/findings/rtc_rules.h"
#include "core/stats/log_level.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <span>

namespace traceglass::rtc {

namespace {

// Does a line say a word? "Default" has one in it by chance, and "no faults" says that there is none.
bool says(std::string_view line, std::string_view word)
{
    constexpr std::array<std::string_view, 4> kNot = {"de", "no ", " 0 ", "without "};
    const auto endsWith = [](std::string_view text, std::string_view end) {
        return text.size() >= end.size()
            && findText(text, end, text.size() - end.size()) != std::string_view::npos;
    };
    for (std::size_t at = findText(line, word); at != std::string_view::npos;
         at = findText(line, word, at + 1)) {
        if (std::ranges::none_of(kNot,
                                 [&](std::string_view each) { return endsWith(line.substr(0, at), each); }))
            return true;
    }
    return false;
}

// What a device says when it was not meant to stop.
bool speaksOfFailure(std::string_view line)
{
    constexpr std::array<std::string_view, 7> kWords = {"watchdog",  "panic",    "fault",    "assert",
                                                        "brown-out", "brownout", "brown out"};
    // What is no warning may name a part in passing: "INFO watchdog armed".
    constexpr std::array<std::string_view, 5> kCauses = {"cause", "reason", "reset", "restart", "reboot"};
    const auto isSaid = [&](std::string_view word) { return says(line, word); };
    const std::size_t level = stats::logLevel(line);
    const bool isCalm = level != stats::kNoLogLevel && level < stats::kWarnLevel;
    return std::ranges::any_of(kWords, isSaid) && (!isCalm || std::ranges::any_of(kCauses, isSaid));
}

// What is known of a run: its times, those of the first of its streams, and what was logged, in order. Of one whose clocks
// told nothing there is neither.
struct RunSeen
{
    std::optional<TimeRange> time;
    TrackId group = kNoTrack;
    std::vector<const LogLineSeen*> lines;
};

// By their number, so in their order.
std::map<std::size_t, RunSeen> runsOf(const RtcLook& look)
{
    std::map<std::size_t, RunSeen> out;
    for (const std::size_t number : look.runs())
        out.try_emplace(number);
    for (const StreamLook& stream : look.streams()) {
        RunSeen& run = out[look.numberOfRun(stream.track)];
        if (stream.frames == 0 || run.time)
            continue;
        run.time = look.runOf(stream).frames;
        run.group = stream.run;
    }
    for (const LogLineSeen& line : look.lines())
        out[line.run].lines.push_back(&line);
    for (auto& [number, run] : out) {
        if (!std::ranges::is_sorted(run.lines, {}, &LogLineSeen::ns)) // of several clocks
            std::ranges::stable_sort(run.lines, {}, &LogLineSeen::ns);
    }
    return out;
}

// Does a run begin behind another one? Else its clocks began anew, too: how far it lies behind is not known.
bool isLater(const TimeRange& first, const TimeRange& second)
{
    return second.startNs >= first.endNs;
}

// A run that was cut ends in the middle of something.
bool hasProperEnd(const Segment& run, const DiagnosticLog& problems)
{
    return run.end == run.begin || !problems.worstIn({SourceId(0), run.end - 1, 1});
}

}

void checkRuns(const RtcLook& look, const DiagnosticLog& problems, findings::Checks& checks)
{
    const auto runs = runsOf(look);
    const auto few =
        static_cast<std::size_t>(std::max<std::int64_t>(checks.amount("rtc.restart", "lines"), 0));
    if (runs.size() < 2)
        return;
    Finding finding {.rule = "rtc.restart", .severity = FindingSeverity::low, .subject = {"runs"}};
    std::string told;
    for (auto before = runs.begin(), run = std::next(before); run != runs.end(); before = run++) {
        if (!hasProperEnd(look.run(before->first), problems))
            finding.severity = std::max(finding.severity, FindingSeverity::medium);
        const auto &ended = before->second.time, &began = run->second.time;
        if (ended && began) {
            const TimeRange between {isLater(*ended, *began) ? ended->endNs : began->startNs, began->startNs};
            findings::addOne(finding, between, [&] {
                return Evidence {.time = between,
                                 .text = escaped(look.timeline().name(run->second.group)) + " begins"};
            });
        } else {
            ++finding.count;
            finding.limits = "When a run was of which no clock told the time is not recorded.";
        }
        const std::span<const LogLineSeen*const> last = before->second.lines, first = run->second.lines;
        for (const auto& some :
             {last.last(std::min(last.size(), few)), first.first(std::min(first.size(), few))}) {
            for (const LogLineSeen* const line : some) {
                const std::string_view text = look.timeline().text(line->text);
                if (!speaksOfFailure(text))
                    continue;
                finding.severity = FindingSeverity::high;
                findings::addTime(finding, {line->ns, line->ns});
                findings::addEvidence(finding, [&] {
                    return Evidence {.time = {line->ns, line->ns},
                                     .place = {line->track, 0, line->ns},
                                     .ref = line->ref,
                                     .text = escaped(text)};
                });
                if (told.empty())
                    told = "; it says " + findings::quoted(text);
            }
        }
    }
    const RunSeen &first = runs.begin()->second, &second = std::next(runs.begin())->second;
    const bool hasTimes = first.time && second.time;
    finding.subject.track = second.group;
    finding.cost = {StatUnit::count, static_cast<std::int64_t>(finding.count)};
    finding.sentence = hasTimes && isLater(*first.time, *second.time)
        ? "The first run ends at " + findings::momentText(look.timeline(), first.time->endNs)
            + ", the second begins at " + findings::momentText(look.timeline(), second.time->startNs)
        : std::string(hasTimes ? "The device began anew, and its clocks with it" : "The device began anew");
    finding.sentence += told;
    if (runs.size() > 2 || !hasTimes)
        finding.sentence += "; " + grouped(runs.size()) + " runs in all";
    if (told.empty())
        finding.limits +=
            std::string(finding.limits.empty() ? "" : " ") + "Why it was restarted is not said.";
    findings::settle(finding);
    checks.add(std::move(finding));
}

}
