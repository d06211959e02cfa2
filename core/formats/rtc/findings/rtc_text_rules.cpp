// Rules about the lines of logs and about values that stand out.
#include "core/base/text.h"
#include "core/formats/rtc/findings/rtc_rules.h"
#include "core/stats/columns.h"
#include "core/stats/log_level.h"
#include "core/stats/log_template.h"

#include <algorithm>
#include <cmath>
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

// The text that is there most often of those that flood; how many others do is said with it.
void addFloods(const RtcLook& look, const std::map<std::string, Flood>& floods, findings::Checks& checks)
{
    constexpr std::int64_t kSecond = 1'000'000'000;
    const TimeRange all {look.lines().front().ns, look.lines().back().ns};
    const auto count = static_cast<std::int64_t>(look.lines().size());
    const std::pair<const std::string, Flood>* worst = nullptr;
    bool isWorstMost = false;
    std::uint64_t others = 0;
    for (const auto& each : floods) {
        const auto times = static_cast<std::int64_t>(each.second.count);
        const bool isMost = findings::isAtLeast(times, checks.amount(kFlood, "share"), count)
            && times >= stats::productSaturating(checks.amount(kFlood, "rate"),
                                                 std::max<std::int64_t>(all.lengthNs() / kSecond, 1));
        if (each.second.bursts.empty() && !isMost)
            continue;
        others += worst ? 1 : 0;
        if (worst && worst->second.count >= each.second.count)
            continue;
        worst = &each;
        isWorstMost = isMost;
    }
    if (!worst)
        return;
    const auto& [text, flood] = *worst;
    Finding finding {.rule = kFlood,
                     .severity = FindingSeverity::low,
                     .subject = {"log", flood.track},
                     .when = isWorstMost ? std::vector<TimeRange> {all} : flood.bursts,
                     .cost = {StatUnit::count, static_cast<std::int64_t>(flood.count)},
                     .share = stats::shareOf(static_cast<std::int64_t>(flood.count), count),
                     .count = flood.count};
    for (const TimeRange& each : finding.when) {
        findings::addEvidence(finding, [&] {
            return Evidence {.time = each, .place = {flood.track, 0, each.startNs}};
        });
    }
    finding.sentence = grouped(flood.count) + " of " + counted(look.lines().size(), "line", "lines") + " are "
        + findings::quoted(text)
        + (others > 0 ? "; " + counted(others, "other text comes", "other texts come") + " as often"
                      : std::string());
    findings::settle(finding);
    checks.add(std::move(finding));
}

// --- values

constexpr std::size_t kValuesAtMost = 1'000'000; // of a stream that quartiles are found of: in 30 ms

struct Quartiles
{
    double low = 0, median = 0, high = 0;

    double range() const { return high - low; }
};

Quartiles quartilesOf(std::vector<float>& values, double origin)
{
    const auto at = [&](std::size_t perMille) {
        const auto rank =
            values.begin() + static_cast<std::ptrdiff_t>((values.size() * perMille + 999) / 1'000 - 1);
        std::ranges::nth_element(values, rank);
        return origin + static_cast<double>(*rank);
    };
    return {at(250), at(500), at(750)};
}

std::string valueText(double value, const std::string& unit)
{
    char text[64];
    std::snprintf(text, sizeof text, "%.4g", value);
    return text + (unit.empty() ? std::string() : ' ' + unit);
}

// What was logged next to a moment.
std::string loggedAt(const RtcLook& look, std::int64_t ns)
{
    constexpr std::int64_t kNear = 5'000'000;
    const auto line = std::ranges::lower_bound(look.lines(), ns - kNear, {}, &LogLineSeen::ns);
    if (line == look.lines().end() || line->ns > ns + kNear)
        return {};
    return "logged: " + std::string(look.timeline().text(line->text));
}

struct Spikes // of the streams of one name, in all runs
{
    Finding finding;
    double greatest = 0, median = 0;
    std::string unit;
    std::int64_t values = 0;
};

void addSpikes(const RtcLook& look, const StreamLook& stream, findings::Checks& checks,
               std::map<std::string, Spikes>& all)
{
    const auto amount = [&](std::string_view key) { return checks.amount("rtc.spikes", key); };
    const Timeline& timeline = look.timeline();
    const RowId row = timeline.track(stream.track).firstRow;
    const TrackAbout& about = timeline.about(stream.track);
    std::vector<float> values;
    const std::size_t every = static_cast<std::size_t>(stream.frames) / kValuesAtMost + 1;
    std::size_t seen = 0;
    for (std::size_t i = 0; i < timeline.partCount(row) && !look.walk().isStopped(); ++i) {
        const SlicePart part = timeline.part(row, i);
        for (std::size_t at = part.begin; at < part.end; ++at, ++seen) {
            const auto value = std::bit_cast<float>(timeline.segment(part.segment).names()[at]);
            if (seen % every == 0 && std::isfinite(value))
                values.push_back(value);
        }
    }
    if (static_cast<std::int64_t>(values.size()) < amount("values"))
        return;
    if (values.empty())
        return;
    const Quartiles quartiles = quartilesOf(values, about.origin);
    if (quartiles.range() <= 0)
        return;
    const double least = quartiles.median + static_cast<double>(amount("times")) * quartiles.range();
    const auto range = timeline.valueRange(row);
    if (!range || range->second < least)
        return;
    Finding found;
    look.walk().each(row, 0, [&](const findings::SeenSlice& frame) {
        const double value = about.origin + static_cast<double>(std::bit_cast<float>(number(frame.name)));
        if (!(value >= least) || std::isinf(value))
            return;
        const TimeRange time {frame.time.startNs, frame.time.startNs};
        findings::addOne(found, time, [&] {
            return Evidence {.time = time,
                             .place = {stream.track, 0, time.startNs},
                             .ref = frame.ref(),
                             .text = valueText(value, about.unit)};
        });
    });
    if (static_cast<std::int64_t>(found.count) * 1'000 > stream.frames * amount("few"))
        return;
    for (Evidence& each : found.evidence) {
        if (const std::string logged = loggedAt(look, each.time.startNs); !logged.empty())
            each.text += "; " + logged;
    }
    Spikes& into = all[stream.name];
    into.greatest = into.values == 0 ? range->second : std::max(into.greatest, range->second);
    into.median = quartiles.median;
    into.unit = about.unit;
    into.values += stream.frames;
    into.finding.subject.track = into.finding.count == 0 ? stream.track : into.finding.subject.track;
    into.finding.count += found.count;
    std::ranges::move(found.when, std::back_inserter(into.finding.when));
    std::ranges::move(found.evidence, std::back_inserter(into.finding.evidence));
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
    std::map<std::string, Flood> floods;
    for (const LogLineSeen& line : look.lines()) {
        if (look.walk().isStopped())
            return;
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

    addFloods(look, floods, checks);
}

void checkSpikes(const RtcLook& look, findings::Checks& checks)
{
    std::map<std::string, Spikes> all;
    for (const StreamLook& stream : look.streams()) {
        if (look.walk().isStopped())
            return;
        if (stream.isSteady() && look.timeline().track(stream.track).kind == TrackKind::counter)
            addSpikes(look, stream, checks, all);
    }
    for (auto& [name, spikes] : all) {
        Finding& finding = spikes.finding;
        finding.rule = "rtc.spikes";
        finding.subject.name = name;
        finding.cost = {StatUnit::count, static_cast<std::int64_t>(finding.count)};
        finding.sentence = counted(finding.count, "value", "values") + " of " + findings::quoted(name)
            + " stand out, up to " + valueText(spikes.greatest, spikes.unit) + "; half of "
            + grouped(static_cast<std::uint64_t>(spikes.values)) + " are no more than "
            + valueText(spikes.median, spikes.unit);
        finding.limits = "They stand out; whether that is wrong is not recorded.";
        findings::settle(finding, 1'000'000'000);
        checks.add(std::move(finding));
    }
}

}
