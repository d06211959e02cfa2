// The rule about runs: did the device begin anew, and why?
#include "core/base/text.h"
#include "core/formats/rtc/findings/rtc_rules.h"
#include "core/logs/log_level.h"
#include "core/logs/log_text.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <optional>
#include <span>
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

bool isOneOf(std::string_view word, std::span<const std::string_view> words)
{
    return std::ranges::any_of(words, [&](std::string_view each) { return isSameText(word, each); });
}

bool isOfWord(char c)
{
    return isLetter(c) || isDigit(c);
}
std::string_view takeWhile(std::string_view& text, bool isIn) // of words, or of what is between them
{
    const auto end = std::ranges::find_if(text, [&](char c) { return isOfWord(c) != isIn; });
    const std::string_view part = text.substr(0, static_cast<std::size_t>(end - text.begin()));
    text.remove_prefix(part.size());
    return part;
}

// "no fault", "not by the watchdog", "no reset by watchdog"; who resets a watchdog feeds it.
bool isDeniedBefore(std::string_view before)
{
    constexpr std::array<std::string_view, 3> kNo = {"no", "not", "without"}, kArticles = {"a", "any", "the"};
    constexpr std::array<std::string_view, 9> kBetween = {"by",    "due",    "from",      "of",     "to",
                                                          "reset", "caused", "triggered", "restart"};
    for (bool isNext = true;;) {
        before = before.substr(0, before.find_last_not_of(' ') + 1);
        const std::size_t begin = before.find_last_of(" \t:.-=(/") + 1;
        const std::string_view word = before.substr(begin);
        if (isOneOf(word, kNo))
            return true;
        if (isNext && (isSameText(word, "reset") || isSameText(word, "resetting")))
            return true;
        if (word.empty() || (!isOneOf(word, kArticles) && !isOneOf(word, kBetween)))
            return false;
        isNext = isNext && isOneOf(word, kArticles);
        before = before.substr(0, begin);
    }
}

// What a setting is set to: "oops=panic", but "reason=panic".
bool isSetting(std::string_view before)
{
    constexpr std::array<std::string_view, 8> kTell = {"reason", "cause", "reset",     "rst",
                                                       "event",  "error", "exception", "type"};
    if (!before.ends_with('='))
        return false;
    const std::string_view name = before.substr(before.find_last_of(" \t") + 1);
    return std::ranges::none_of(kTell,
                                [&](std::string_view each) { return findText(name, each) != name.npos; });
}

// What only has the word in its name: "fault relay closed", "HardFault handler at 0x08001234"; but "fault:
// relay stuck", and a handler that says who it is.
bool isOfOtherName(std::string_view between, std::string_view word, std::string_view behind)
{
    constexpr std::array<std::string_view, 6> kOthers = {"led",      "lamp",      "relay",
                                                         "tolerant", "tolerance", "injection"};
    if (between == " " && (isSameText(word, "handler") || isSameText(word, "vector")))
        return behind.starts_with(" at 0x");
    return (between == " " || between == "-" || between == "_") && isOneOf(word, kOthers);
}

// "faults: 0", "fault log is empty", "watchdog reset: no", "reset flag not set"; "panic=10" is a setting, "faults: 3" a count.
bool isDeniedBehind(std::string_view behind)
{
    constexpr std::array<std::string_view, 7> kNone = {"0", "none", "off", "ok", "false", "empty", "clear"};
    constexpr std::array<std::string_view, 4> kEvents = {"set", "detected", "triggered", "active"};
    constexpr std::array<std::string_view, 10> kParts = {"reset", "flag",   "flags", "bit",  "mode",
                                                         "state", "status", "event", "code", "line"};
    constexpr std::array<std::string_view, 6> kCounts = {"count",  "counter", "counts",
                                                         "events", "log",     "memory"};
    constexpr std::array<std::string_view, 2> kIs = {"is", "was"};
    if (behind.starts_with('=')) {
        behind.remove_prefix(1);
        return takeWhile(behind, true) != "1";
    }
    bool isCount = behind.starts_with('s'), isTold = false; // what it is
    takeWhile(behind, true);
    for (;;) {
        const std::string_view between = takeWhile(behind, false), word = takeWhile(behind, true);
        isTold = between.find_first_of(":=.") != between.npos || isTold;
        if (isOfOtherName(between, word, behind))
            return true;
        const bool isLast = std::ranges::none_of(behind, isOfWord);
        if (isOneOf(word, kNone))
            return isTold || isLast;
        if (isSameText(word, "no"))
            return isLast;
        if (isSameText(word, "not")) {
            takeWhile(behind, false);
            return isOneOf(takeWhile(behind, true), kEvents);
        }
        if (!word.empty() && isDigit(word.front()))
            return isCount;
        isCount = isOneOf(word, kCounts);
        isTold = isOneOf(word, kIs);
        if (!isCount && !isTold && !isOneOf(word, kParts))
            return false;
    }
}

bool isDenied(std::string_view before, std::string_view behind)
{
    const bool isZero = behind.starts_with('s') && (before == "0 " || before.ends_with(" 0 "));
    return isZero || isSetting(before) || isDeniedBefore(before) || isDeniedBehind(behind);
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
    constexpr std::array<std::string_view, 16> kFailures = {"panic",
                                                            "fault",
                                                            "hardfault",
                                                            "busfault",
                                                            "usagefault",
                                                            "assertion",
                                                            "assert fail",
                                                            "assert:",
                                                            "guru meditation",
                                                            "fatal error",
                                                            "oops",
                                                            "bug:",
                                                            "abort()",
                                                            "stack overflow",
                                                            "terminate called",
                                                            "unable to handle kernel"};
    constexpr std::array<std::string_view, 7> kWatchdogs = {"watchdog", "wdt", "rtcwdt", "iwdg",
                                                            "wwdg",     "dog", "lockup"};
    constexpr std::array<std::string_view, 3> kFlags = {"iwdgrstf", "wwdgrstf", "wdrf"}; // of a chip
    constexpr std::array<std::string_view, 5> kBrownOuts = {"brown-out", "brownout", "brown out", "bod",
                                                            "bor"};
    constexpr std::array<std::string_view, 3> kPowerOn = {"por", "power-on", "poweron"};
    constexpr std::array<std::string_view, 2> kTests = {"test", "selftest"}, kPassed = {"passed", "ok"};
    constexpr std::array<std::string_view, 10> kEvents = {"cause",     "reason",  "rst:",    "reset",
                                                          "restart",   "reboot",  "trigger", "expired",
                                                          "timed out", "detected"};
    constexpr std::array<std::string_view, 15> kSettings = {
        "enabled",     "disabled",   "started",   "starting",   "stopped", "armed",   "fed",    "kicked",
        "initialized", "configured", "installed", "registered", "set to",  "cleared", "by user"};
    const auto isNamed = [&](std::string_view word) { return reports(part, word); };
    const auto isSaid = [&](std::string_view word) { return says(part, word); };
    const bool isFailure = std::ranges::any_of(kFailures, isNamed);
    const bool isFlag = std::ranges::any_of(kFlags, isNamed);
    const bool isGuard = isFlag || std::ranges::any_of(kWatchdogs, isNamed)
        || (std::ranges::any_of(kBrownOuts, isNamed) && std::ranges::none_of(kPowerOn, isNamed));
    if ((!isFailure && !isGuard) || std::ranges::any_of(kSettings, isSaid)
        || (std::ranges::any_of(kTests, isSaid) && std::ranges::any_of(kPassed, isSaid)))
        return false;
    // Of a number it is a setting, after one it came.
    const std::size_t timeout = findWord(part, "timeout");
    if (isFlag || std::ranges::any_of(kEvents, isSaid)
        || (timeout != part.npos
            && (part.find_first_of("0123456789", timeout) == part.npos
                || says(part.substr(timeout), "after"))))
        return true;
    return level == logs::kNoLogLevel ? isFailure : level >= logs::kWarnLevel;
}

// Each part of a line for itself: "reset reason: power-on, watchdog enabled".
bool speaksOfFailure(std::string_view text)
{
    constexpr std::size_t kLook = 1'000; // bytes: a text may be a whole dump, and begins with what it is
    std::string room;
    for (std::string_view rest = logs::plainText(text.substr(0, kLook), room); !rest.empty();) {
        std::string_view line = logs::takePart(rest, "\r\n");
        const std::size_t level = logs::logLevel(line);
        while (!line.empty()) {
            if (speaksOfFailure(logs::takePart(line, ",;"), level))
                return true;
        }
    }
    return false;
}

// What a device says when it begins: "reset cause: power-on", "wakeup reason 2".
bool saysWhyItBegan(std::string_view text)
{
    constexpr std::array<std::string_view, 2> kWhy = {"cause", "reason"};
    constexpr std::array<std::string_view, 6> kBegins = {"reset", "restart", "reboot",
                                                         "boot",  "wakeup",  "wake"};
    std::string room;
    std::string_view rest = logs::plainText(text, room);
    const std::string_view line = logs::takePart(rest, "\r\n");
    const auto isSaid = [&](std::string_view word) { return says(line, word); };
    return std::ranges::any_of(kWhy, isSaid) && std::ranges::any_of(kBegins, isSaid);
}

// What is known of a run: its times, those of the first of its streams, and what each log said first and last. Of one whose
// clocks told nothing there is neither.
struct RunSeen
{
    std::optional<TimeRange> time;
    TrackId group = kNoTrack;
    TrackId stream = kNoTrack;
    std::vector<LogEnds> logs {};
    bool isFirst = false, isLast = false;
};

// By their number, so in their order.
std::map<std::size_t, RunSeen> runsOf(const RtcLook& look, std::size_t lines)
{
    std::map<std::size_t, RunSeen> out;
    for (const std::size_t number : look.runs())
        out.try_emplace(number);
    if (out.size() < 2)
        return out;
    for (const StreamLook& stream : look.streams()) {
        RunSeen& run = out[look.numberOfRun(stream.track)];
        if (stream.frames > 0 && look.isLog(stream))
            run.logs.push_back(look.endsOfLog(stream, lines));
        if (stream.frames == 0 || run.time)
            continue;
        run.time = look.passedOf(stream.track).shown(look.runOf(stream).frames);
        run.group = stream.run;
        run.stream = stream.track;
    }
    out.begin()->second.isFirst = out.rbegin()->second.isLast = true;
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

bool isNearerToBegin(const LogLineSeen& line, const RunSeen& run)
{
    return run.time
        && subtractSaturating(line.ns, run.time->startNs) <= subtractSaturating(run.time->endNs, line.ns);
}

// What was said last before a run began, and first behind it. All lines of a short run are among both: what it says in its
// first half is about its begin.
std::vector<LogLineSeen> linesBetween(const RunSeen& before, const RunSeen& run)
{
    std::vector<LogLineSeen> out;
    const auto isAmong = [](const std::vector<LogLineSeen>& lines, const LogLineSeen& line) {
        return std::ranges::find(lines, line.ref, &LogLineSeen::ref) != lines.end();
    };
    for (const LogEnds& log : before.logs)
        std::ranges::copy_if(log.last, std::back_inserter(out), [&](const LogLineSeen& line) {
            return before.isFirst || !isAmong(log.first, line) || !isNearerToBegin(line, before);
        });
    for (const LogEnds& log : run.logs)
        std::ranges::copy_if(log.first, std::back_inserter(out), [&](const LogLineSeen& line) {
            return run.isLast || !isAmong(log.last, line) || isNearerToBegin(line, run);
        });
    return out;
}

}

void checkRuns(const RtcLook& look, const DiagnosticLog& problems, findings::Checks& checks)
{
    const auto few = static_cast<std::size_t>(std::max<std::int64_t>(checks.amount(kRestart, "lines"), 0));
    const auto runs = runsOf(look, few);
    if (runs.size() < 2)
        return;
    Finding finding {.rule = kRestart, .severity = FindingSeverity::low, .subject = {"runs"}};
    std::string told, why; // of a failure, and of no such
    auto failed = runs.begin(); // the run that ended so, else the first one
    for (auto before = runs.begin(), run = std::next(before); run != runs.end(); before = run++) {
        if (!hasProperEnd(look.run(before->first), problems))
            finding.severity = std::max(finding.severity, FindingSeverity::medium);
        const auto &ended = before->second.time, &began = run->second.time;
        if (ended && began) {
            const TimeRange between {isLater(*ended, *began) ? ended->endNs : began->startNs, began->startNs};
            findings::addOne(finding, between, [&] {
                return Evidence {.time = between,
                                 .place = {run->second.stream, 0, began->startNs},
                                 .text = escaped(look.timeline().name(run->second.group)) + " begins"};
            });
        } else {
            ++finding.count;
            finding.limits = "When a run was of which no clock told the time is not recorded.";
        }
        for (const LogEnds& log : run->second.logs) {
            for (const LogLineSeen& line : log.first) {
                const std::string_view text = look.timeline().text(line.text);
                if (std::string room; why.empty() && saysWhyItBegan(text))
                    why = "; it says " + findings::quoted(logs::withoutColours(text, room));
            }
        }
        for (const LogLineSeen& line : linesBetween(before->second, run->second)) {
            const std::string_view text = look.timeline().text(line.text);
            if (!speaksOfFailure(text))
                continue;
            finding.severity = FindingSeverity::high;
            findings::addTime(finding, {line.ns, line.ns});
            findings::addEvidence(finding, {line.ns, line.ns}, [&] {
                return Evidence {.time = {line.ns, line.ns},
                                 .place = {line.track, 0, line.ns},
                                 .ref = line.ref,
                                 .text = escaped(text)};
            });
            if (std::string room; told.empty()) {
                told = findings::quoted(logs::withoutColours(text, room));
                failed = before;
            }
        }
    }
    const RunSeen &last = failed->second, &next = std::next(failed)->second;
    const std::string name =
        failed == runs.begin() ? std::string() : findings::quoted(look.timeline().name(last.group));
    const bool hasTimes = last.time && next.time;
    finding.subject.track = next.group;
    finding.cost = {StatUnit::count, static_cast<std::int64_t>(finding.count)};
    const bool isNextLater = hasTimes && isLater(*last.time, *next.time);
    finding.sentence = isNextLater
        ? (name.empty() ? std::string("The first run") : "The run " + name) + " ends at "
            + findings::momentText(look.timeline(), last.time->endNs)
            + (name.empty() ? ", the second begins at " : ", the next one begins at ")
            + findings::momentText(look.timeline(), next.time->startNs)
        : std::string(hasTimes ? "The device began anew, and its clocks with it" : "The device began anew");
    finding.sentence += told.empty()  ? why
        : name.empty() || isNextLater ? "; it says " + told
                                      : "; between " + name + " and the next run it says " + told;
    if (runs.size() > 2 || !hasTimes)
        finding.sentence += "; " + grouped(runs.size()) + " runs in all";
    if (told.empty() && why.empty())
        finding.limits +=
            std::string(finding.limits.empty() ? "" : " ") + "Why it was restarted is not said.";
    findings::settle(finding);
    // First what was said of a failure: most of many starts may be as they should be.
    std::stable_partition(finding.evidence.begin(), finding.evidence.end(),
                          [](const Evidence& each) { return each.ref.has_value(); });
    checks.add(std::move(finding));
}

}
