// Rules about the lines of logs.
#include "core/base/text.h"
#include "core/formats/rtc/findings/rtc_rules.h"
#include "core/stats/columns.h"
#include "core/stats/log_level.h"
#include "core/stats/log_template.h"

#include <algorithm>
#include <unordered_map>

namespace traceglass::rtc {

namespace {

constexpr std::string_view kFlood = "rtc.log-flood";

struct TextSeen
{
    std::string text; // template
    std::size_t level = stats::kNoLogLevel;
};

struct LevelLines
{
    Finding finding;
    std::map<std::string, std::uint64_t> byTemplate;
};

struct Flood // of a template
{
    std::uint64_t count = 0;
    std::vector<std::int64_t> last {}; // times, at most as many as make a burst; `oldest` of them is next
    std::size_t oldest = 0;
    std::vector<TimeRange> bursts {}; // joined
    TrackId track = kNoTrack;

    // Takes one more line: when the first of the latest `many` came, once there are so many.
    std::optional<std::int64_t> beginOf(std::size_t many, std::int64_t ns)
    {
        if (last.size() < many) {
            last.push_back(ns);
        } else {
            last[oldest] = ns;
            oldest = (oldest + 1) % many;
        }
        return last.size() < many ? std::nullopt : std::optional(last[oldest]);
    }
};

void addLevel(LevelLines& lines, const char* one, const char* many, findings::Checks& checks)
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
    findings::settle(finding, 1'000'000'000);
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

// `lines`: of one run, on one clock.
void findFloods(std::span<const LogLineSeen> lines, const std::map<std::string, Flood>& floods,
                const findings::Checks& checks, std::map<std::string, Flooding>& out)
{
    constexpr std::int64_t kSecond = 1'000'000'000;
    const TimeRange all {lines.front().ns, lines.back().ns};
    for (const auto& [text, flood] : floods) {
        const auto times = static_cast<std::int64_t>(flood.count);
        const bool isMost = findings::isAtLeast(times, checks.amount(kFlood, "share"), std::ssize(lines))
            && times >= stats::productSaturating(checks.amount(kFlood, "rate"),
                                                 std::max<std::int64_t>(all.lengthNs() / kSecond, 1));
        if (flood.bursts.empty() && !isMost)
            continue;
        Flooding& into = out[text];
        into.count += flood.count;
        into.lines += lines.size();
        into.track = flood.track;
        if (isMost)
            into.when.push_back(all);
        else
            into.when.insert(into.when.end(), flood.bursts.begin(), flood.bursts.end());
    }
}

// The text that is there most often of those that flood; how many others do is said with it.
void addFloods(const std::map<std::string, Flooding>& all, findings::Checks& checks)
{
    if (all.empty())
        return;
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
        findings::addEvidence(finding, [&] {
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
}

}

void checkLogs(const RtcLook& look, findings::Checks& checks)
{
    constexpr std::string_view kLevels = "rtc.log-level";
    constexpr std::int64_t kSecond = 1'000'000'000;
    if (look.lines().empty()) {
        checks.leaveOut(kLevels, "no log was recorded");
        return checks.leaveOut(kFlood, "no log was recorded");
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
    std::map<std::string, Flood> floods; // of a run, on one clock
    std::map<std::string, Flooding> flooding;
    for (std::size_t i = 0, first = 0; i < look.lines().size(); ++i) {
        if (look.walk().isStopped())
            return;
        const LogLineSeen& line = look.lines()[i];
        const auto [known, isNew] = texts.try_emplace(number(line.text));
        if (isNew)
            known->second = {stats::logTemplate(look.timeline().text(line.text)),
                             stats::logLevel(look.timeline().text(line.text))};
        const TextSeen& seen = known->second;
        Flood& flood = floods[seen.text];
        ++flood.count;
        flood.track = line.track;
        if (const auto since = flood.beginOf(burst, line.ns); since && line.ns - *since < kSecond) {
            if (!flood.bursts.empty() && flood.bursts.back().endNs >= *since)
                flood.bursts.back().endNs = line.ns;
            else
                flood.bursts.push_back({*since, line.ns});
        }
        if (i + 1 == look.lines().size() || look.lines()[i + 1].run != line.run
            || look.lines()[i + 1].axis != line.axis) {
            findFloods(std::span(look.lines()).subspan(first, i + 1 - first), floods, checks, flooding);
            floods.clear();
            first = i + 1;
        }
        if (seen.level < stats::kWarnLevel)
            continue;
        LevelLines& into = seen.level == stats::kWarnLevel ? warnings : errors;
        ++into.byTemplate[seen.text];
        into.finding.subject.track = into.finding.count == 0 ? line.track : into.finding.subject.track;
        findings::addOne(into.finding, {line.ns, line.ns}, [&] {
            return Evidence {.time = {line.ns, line.ns},
                             .place = {line.track, 0, line.ns},
                             .ref = line.ref,
                             .text = std::string(look.timeline().text(line.text))};
        });
    }
    addLevel(errors, "error", "errors", checks);
    addLevel(warnings, "warning", "warnings", checks);
    addFloods(flooding, checks);
}

}
