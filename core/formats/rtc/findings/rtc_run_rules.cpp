// The rule about runs: did the device begin anew, and why?
#include "core/base/text.h"
#include "core/formats/rtc/findings/rtc_rules.h"
#include "core/stats/log_level.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <vector>

namespace traceglass::rtc {

namespace {

// Where a line says a word, the next one from there on; npos: nowhere. "Default" has one in it by chance, HardFault as a
// part of its name; and what is short is a part of too many others, as BOD is of "body".
std::size_t findWord(std::string_view line, std::string_view word, std::size_t from = 0)
{
    constexpr std::size_t kShort = 3;
    const auto isBegin = [&](std::size_t at) {
        return at == 0 || !isLetter(line[at - 1])
            || (lowered(line[at]) != line[at] && lowered(line[at - 1]) == line[at - 1]);
    };
    const auto isEnd = [&](std::size_t at) { return at == line.size() || !isLetter(line[at]); };
    for (std::size_t at = findText(line, word, from); at != line.npos; at = findText(line, word, at + 1)) {
        if (isBegin(at) && (word.size() > kShort || isEnd(at + word.size())))
            return at;
    }
    return line.npos;
}
bool says(std::string_view line, std::string_view word)
{
    return findWord(line, word) != line.npos;
}

// "no fault", "0 faults" and "faults: 0" say that there is none, "panic=10" is a setting, who resets a watchdog feeds it.
bool isDenied(std::string_view before, std::string_view behind)
{
    constexpr std::array<std::string_view, 6> kBefore = {"no ",        "without ",   "reset ",
                                                         "reset the ", "resetting ", "resetting the "};
    constexpr std::array<std::string_view, 4> kNone = {"0", "none", "off", "ok"};
    const auto isWord = [](char c) { return isLetter(c) || isDigit(c); };
    const auto wordOf = [&](std::string_view text) {
        return text.substr(0,
                           static_cast<std::size_t>(std::ranges::find_if_not(text, isWord) - text.begin()));
    };
    const auto isBefore = [&](std::string_view each) {
        return before.size() >= each.size() && containsText(before.substr(before.size() - each.size()), each);
    };
    const bool isZero = behind.starts_with('s') && (before == "0 " || before.ends_with(" 0 "));
    if (isZero || std::ranges::any_of(kBefore, isBefore))
        return true;
    if (behind.starts_with('='))
        return wordOf(behind.substr(1)) != "1";
    std::string_view value = behind;
    value.remove_prefix(std::min(value.find_first_of(":=."), value.size()));
    value.remove_prefix(std::min(value.find_first_not_of(":= "), value.size()));
    return std::ranges::any_of(kNone, [&](std::string_view each) {
        const std::string_view word = wordOf(value);
        return word.size() == each.size() && containsText(word, each);
    });
}

bool reports(std::string_view line, std::string_view word)
{
    for (std::size_t at = findWord(line, word); at != line.npos; at = findWord(line, word, at + 1)) {
        if (!isDenied(line.substr(0, at), line.substr(at + word.size())))
            return true;
    }
    return false;
}

// What a device says when it was not meant to stop: a failure, or that what watches over it did something. Its parts are
// also told of when it begins, and in passing.
bool speaksOfFailure(std::string_view part, std::size_t level)
{
    constexpr std::array<std::string_view, 13> kFailures = {
        "panic",          "fault",       "hardfault", "busfault",        "usagefault",
        "assertion",      "assert fail", "assert:",   "guru meditation", "fatal error",
        "stack overflow", "oops",        "bug:"};
    constexpr std::array<std::string_view, 9> kGuards = {"watchdog",  "wdt",      "rtcwdt",    "iwdg", "wwdg",
                                                         "brown-out", "brownout", "brown out", "bod"};
    constexpr std::array<std::string_view, 10> kEvents = {"cause",     "reason",  "rst:",    "reset",
                                                          "restart",   "reboot",  "trigger", "expired",
                                                          "timed out", "detected"};
    constexpr std::array<std::string_view, 14> kSettings = {
        "enabled", "disabled",    "started",    "starting",  "stopped",    "armed",  "fed",
        "kicked",  "initialized", "configured", "installed", "registered", "set to", "cleared"};
    const auto isNamed = [&](std::string_view word) { return reports(part, word); };
    const auto isSaid = [&](std::string_view word) { return says(part, word); };
    const bool isFailure = std::ranges::any_of(kFailures, isNamed);
    if ((!isFailure && std::ranges::none_of(kGuards, isNamed)) || std::ranges::any_of(kSettings, isSaid))
        return false;
    const std::size_t timeout = findWord(part, "timeout"); // with a number it is a setting
    if (std::ranges::any_of(kEvents, isSaid)
        || (timeout != part.npos && part.find_first_of("0123456789", timeout) == part.npos))
        return true;
    return level == stats::kNoLogLevel ? isFailure : level >= stats::kWarnLevel;
}

// Each part of a line for itself: "reset reason: power-on, watchdog enabled".
bool speaksOfFailure(std::string_view line)
{
    constexpr std::size_t kLook = 1'000; // bytes: a text may be a whole dump, and begins with what it is
    const std::size_t level = stats::logLevel(line);
    line = line.substr(0, kLook);
    while (!line.empty()) {
        const std::string_view part = line.substr(0, line.find_first_of(",;"));
        if (speaksOfFailure(part, level))
            return true;
        line.remove_prefix(std::min(part.size() + 1, line.size()));
    }
    return false;
}

// What is known of a run: its times, those of the first of its streams, and what was logged, each log in order. Of one
// whose clocks told nothing there is neither.
struct RunSeen
{
    std::optional<TimeRange> time;
    TrackId group = kNoTrack;
    std::map<TrackId, std::vector<const LogLineSeen*>> logs;
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
        run.time = look.passedOf(stream.track).shown(look.runOf(stream).frames);
        run.group = stream.run;
    }
    for (const LogLineSeen& line : look.lines())
        out[line.run].logs[line.track].push_back(&line);
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
        std::vector<const LogLineSeen*> lines;
        for (const auto& [track, log] : before->second.logs)
            lines.insert(lines.end(), log.end() - std::ptrdiff_t(std::min(log.size(), few)), log.end());
        for (const auto& [track, log] : run->second.logs)
            lines.insert(lines.end(), log.begin(), log.begin() + std::ptrdiff_t(std::min(log.size(), few)));
        for (const LogLineSeen* const line : lines) {
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
