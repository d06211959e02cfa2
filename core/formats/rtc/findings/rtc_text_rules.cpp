// Rules about the lines of logs.
#include "core/base/text.h"
#include "core/formats/rtc/findings/rtc_rules.h"
#include "core/logs/log_level.h"
#include "core/logs/log_template.h"
#include "core/stats/columns.h"

#include <algorithm>
#include <unordered_map>

namespace traceglass::rtc {

namespace {

constexpr std::string_view kFlood = "rtc.log-flood";

struct TextSeen
{
    std::size_t level = logs::kNoLogLevel;
    std::string text; // template; empty: that of a reading or a state in a log
};

TextSeen seenOf(std::string_view line)
{
    const std::size_t level = logs::logLevel(line);
    const bool isMessage = level != logs::kNoLogLevel || logs::isSentence(line);
    return {level, isMessage ? logs::logTemplate(line) : std::string()};
}

struct LevelLines
{
    Finding finding;
    std::map<std::string, std::uint64_t> byTemplate;
};

struct Flood // of a template
{
    std::uint64_t count = 0;
    TimeRange time {};                 // from the first to the last
    std::vector<std::int64_t> last {}; // times, at most as many as make a burst; `oldest` of them is next
    std::size_t oldest = 0;
    std::vector<TimeRange> bursts {};             // joined
    std::uint64_t inBursts = 0, upToBurstEnd = 0; // lines

    // One more line: are the latest `many` within a second?
    void add(std::size_t many, std::int64_t ns)
    {
        time = {count == 0 ? ns : time.startNs, ns};
        ++count;
        if (last.size() < many) {
            last.push_back(ns);
        } else {
            last[oldest] = ns;
            oldest = (oldest + 1) % many;
        }
        if (last.size() < many || ns - last[oldest] >= kSecondNs)
            return;
        const bool goesOn = !bursts.empty() && bursts.back().endNs >= last[oldest];
        if (goesOn)
            bursts.back().endNs = ns;
        else
            bursts.push_back({last[oldest], ns});
        inBursts += goesOn ? count - upToBurstEnd : many;
        upToBurstEnd = count;
    }
    // Nearly all of them in bursts are there then, and not all the while.
    std::vector<TimeRange> when(bool isMost) const
    {
        return !isMost || inBursts * 10 >= count * 9 ? bursts : std::vector {time};
    }
};

struct LogSeen // of a stream in a run
{
    std::uint64_t lines = 0;
    TimeRange time;
    std::map<std::string, Flood> byTemplate {};
};

// What the restart or the flood tells already has one cause with it.
void addLevel(LevelLines& lines, const char* one, const char* many, const std::string& flooding,
              findings::Checks& checks)
{
    Finding& finding = lines.finding;
    if (finding.count == 0)
        return;
    const auto most =
        std::ranges::max_element(lines.byTemplate, {}, [](const auto& each) { return each.second; });
    finding.cost.amount = static_cast<std::int64_t>(finding.count);
    finding.sentence = counted(finding.count, one, many)
        + (lines.byTemplate.size() == 1 ? " " : ", " + grouped(most->second) + " of them ")
        + findings::quoted(most->first);
    finding.limits = "The device itself calls them so.";
    findings::settle(finding, kSecondNs);
    const auto isCause = [&](const Finding& cause) {
        const auto isTold = [&](const Evidence& line) {
            return std::ranges::find(cause.evidence, line.ref, &Evidence::ref) != cause.evidence.end();
        };
        return cause.rule == kFlood
            ? lines.byTemplate.size() == 1 && most->first == flooding
            : cause.rule == kRestart && finding.unkept == 0 && std::ranges::all_of(finding.evidence, isTold);
    };
    if (!checks.giveTo(isCause, finding))
        checks.add(std::move(finding));
}

// What is told of a text that floods, in one run or several.
struct Flooding
{
    std::uint64_t count = 0;
    std::uint64_t lines = 0; // of these runs
    std::vector<TimeRange> when {};
    TrackId track = kNoTrack;
};

void findFloods(TrackId track, const LogSeen& log, const findings::Checks& checks,
                std::map<std::string, Flooding>& out)
{
    for (const auto& [text, flood] : log.byTemplate) {
        const auto times = static_cast<std::int64_t>(flood.count);
        const bool isMost =
            findings::isAtLeast(times, checks.amount(kFlood, "share"), static_cast<std::int64_t>(log.lines))
            && times >= stats::productSaturating(checks.amount(kFlood, "rate"),
                                                 std::max<std::int64_t>(log.time.lengthNs() / kSecondNs, 1));
        if (flood.bursts.empty() && !isMost)
            continue;
        Flooding& into = out[text];
        into.count += flood.count;
        into.lines += log.lines;
        into.track = track;
        std::ranges::copy(flood.when(isMost), std::back_inserter(into.when));
    }
}

// The text that is there most often of those that flood, which is the answer; how many others do is said with it.
std::string addFloods(const std::map<std::string, Flooding>& all, findings::Checks& checks)
{
    if (all.empty())
        return {};
    const auto most = std::ranges::max_element(all, {}, [](const auto& each) { return each.second.count; });
    const std::string& text = most->first;
    const Flooding& worst = most->second;
    Finding finding {.rule = kFlood,
                     .severity = FindingSeverity::low,
                     .subject = {"log", worst.track},
                     .when = worst.when,
                     .cost = {StatUnit::count, static_cast<std::int64_t>(worst.count)},
                     .share = stats::shareOf(static_cast<std::int64_t>(worst.count),
                                             static_cast<std::int64_t>(worst.lines)),
                     .count = worst.count};
    for (const TimeRange& each : finding.when) {
        findings::addEvidence(finding, each, [&] {
            return Evidence {.time = each, .place = {worst.track, 0, each.startNs}};
        });
    }
    finding.sentence = grouped(worst.count) + " of " + counted(worst.lines, "line", "lines") + " are "
        + findings::quoted(text)
        + (all.size() > 1
               ? "; " + counted(all.size() - 1, "other text comes", "other texts come") + " as often"
               : std::string());
    findings::settle(finding);
    checks.add(std::move(finding));
    return text;
}

}

void checkLogs(const RtcLook& look, findings::Checks& checks)
{
    constexpr std::string_view kLevels = "rtc.log-level";
    if (look.lines().empty()) {
        const bool isAnyText = std::ranges::any_of(look.streams(), [&](const StreamLook& stream) {
            return stream.frames > 0 && look.isLog(stream);
        });
        checks.leaveOut(kLevels, isAnyText ? "no text names a level" : "no log was recorded");
        return checks.leaveOut(kFlood, isAnyText ? "no text is a sentence" : "no log was recorded");
    }
    const auto burst = static_cast<std::size_t>(std::max<std::int64_t>(checks.amount(kFlood, "burst"), 1));
    LevelLines errors {{.rule = kLevels,
                        .severity = FindingSeverity::medium,
                        .subject = {"errors"},
                        .cost = {StatUnit::count}},
                       {}};
    LevelLines warnings {{.rule = kLevels,
                          .severity = FindingSeverity::low,
                          .subject = {"warnings"},
                          .cost = {StatUnit::count}},
                         {}};
    std::unordered_map<std::uint32_t, TextSeen> texts;
    std::map<TrackId, LogSeen> logs;
    bool isAnyLevel = false;
    for (const LogLineSeen& line : look.lines()) {
        if (look.walk().isStopped())
            return;
        const auto [known, isNew] = texts.try_emplace(number(line.text));
        if (isNew)
            known->second = seenOf(look.timeline().text(line.text));
        const TextSeen& seen = known->second;
        isAnyLevel = isAnyLevel || seen.level != logs::kNoLogLevel;
        LogSeen& log = logs[line.track];
        log.time = {log.lines == 0 ? line.ns : log.time.startNs, line.ns};
        ++log.lines;
        if (!seen.text.empty())
            log.byTemplate[seen.text].add(burst, line.ns);
        if (seen.level < logs::kWarnLevel)
            continue;
        LevelLines& into = seen.level == logs::kWarnLevel ? warnings : errors;
        ++into.byTemplate[seen.text];
        into.finding.subject.track = into.finding.count == 0 ? line.track : into.finding.subject.track;
        findings::addOne(into.finding, {line.ns, line.ns}, [&] {
            return Evidence {.time = {line.ns, line.ns},
                             .place = {line.track, 0, line.ns},
                             .ref = line.ref,
                             .text = std::string(look.timeline().text(line.text))};
        });
    }
    if (!isAnyLevel)
        checks.leaveOut(kLevels, "no line names a level");
    std::map<std::string, Flooding> floods;
    for (const auto& [track, log] : logs)
        findFloods(track, log, checks, floods);
    const std::string flooding = addFloods(floods, checks);
    addLevel(errors, "error", "errors", flooding, checks);
    addLevel(warnings, "warning", "warnings", flooding, checks);
}

}
