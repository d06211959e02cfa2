// Rules about spans and events.
#include "core/base/text.h"
#include "core/formats/rfr/findings/rfr_rules.h"
#include "core/stats/columns.h"
#include "core/stats/histogram.h"
#include "core/stats/log_template.h"

#include <algorithm>
#include <map>

namespace traceglass::rfr {

namespace {

struct SpanTime
{
    TimeRange time;
    RecordRef ref;
};

void checkSpansOf(const RfrLook& at, std::string_view name, const std::vector<SpanTime>& spans,
                  findings::Checks& checks)
{
    const auto amount = [&](std::string_view key) { return checks.amount("rfr.slow-span", key); };
    if (static_cast<std::int64_t>(spans.size()) < amount("spans"))
        return;
    std::vector<std::int64_t> lengths;
    lengths.reserve(spans.size());
    for (const SpanTime& span : spans)
        lengths.push_back(span.time.lengthNs());
    if (!stats::sortUnlessStopped(lengths, at.walk.job()))
        return;
    const std::int64_t median = stats::nearestRank(lengths, 500);
    stats::Counts counts;
    for (const std::int64_t ns : lengths)
        counts.add(ns);
    const auto atLeast = findings::outliersFrom(
        counts.take(), std::max(amount("min"), stats::productSaturating(median, amount("times"))),
        amount("tail"));
    if (!atLeast)
        return;
    Finding finding {.rule = "rfr.slow-span", .subject = {std::string(name)}};
    std::int64_t longest = 0;
    for (const SpanTime& span : spans) {
        const std::int64_t ns = span.time.lengthNs();
        if (ns < *atLeast)
            continue;
        longest = std::max(longest, ns);
        finding.cost.amount = addSaturating(finding.cost.amount, ns - median);
        findings::addOne(finding, span.time, [&] { return Evidence {.time = span.time, .ref = span.ref}; });
    }
    std::vector<TimeRange> times; // spans may be open at once, more than there are workers
    for (const SpanTime& span : spans)
        times.push_back(span.time);
    finding.share = findings::shareOfTime(finding.cost.amount, at.tasks.durationNs(),
                                          std::max(at.parallel, stats::crowdOf(times, at.walk.job()).most));
    const auto severity = findings::severityOf(finding.share);
    if (finding.count == 0 || !severity
        || static_cast<std::int64_t>(finding.count) * 1'000
            > static_cast<std::int64_t>(spans.size()) * amount("few"))
        return;
    finding.severity = finding.count == 1 ? FindingSeverity::low : *severity; // one alone is chance
    finding.sentence = grouped(finding.count) + " of " + counted(spans.size(), "span", "spans") + ' '
        + findings::quoted(name) + " took up to " + shortDurationText(longest)
        + ", half of them no more than " + shortDurationText(median);
    findings::settle(finding);
    checks.add(std::move(finding));
}

struct Messages // of a level
{
    std::map<std::string, std::uint64_t> byTemplate;
    std::map<StringId, std::pair<std::string, std::uint64_t>> byText; // template and how often
};

void checkLevel(const RfrLook& at, TrackId track, std::uint16_t depth, RowId row, FindingSeverity severity,
                const char* one, const char* many, findings::Checks& checks)
{
    Finding finding {.rule = "rfr.events", .severity = severity, .subject = {many, track}};
    Messages messages;
    at.walk.each(row, 0, [&](const findings::SeenSlice& event) {
        const auto [text, isNew] = messages.byText.try_emplace(event.name);
        if (isNew)
            text->second.first = stats::logTemplate(at.timeline.text(event.name));
        ++text->second.second;
        findings::addOne(finding, event.time, [&] {
            return Evidence {
                .time = event.time, .place = {track, depth, event.time.startNs}, .ref = event.ref()};
        });
    });
    if (finding.count == 0)
        return;
    for (const auto& [id, text] : messages.byText)
        messages.byTemplate[text.first] += text.second;
    const auto most =
        std::ranges::max_element(messages.byTemplate, {}, [](const auto& each) { return each.second; });
    finding.cost = {StatUnit::count, static_cast<std::int64_t>(finding.count)};
    finding.sentence = counted(finding.count, one, many)
        + (messages.byTemplate.size() == 1 ? " " : ", " + grouped(most->second) + " of them ")
        + findings::quoted(most->first);
    finding.limits = "The program itself calls them so.";
    findings::settle(finding);
    checks.add(std::move(finding));
}

}

void checkSpans(const RfrLook& at, findings::Checks& checks)
{
    if (at.tables.spans.empty())
        return checks.leaveOut("rfr.slow-span", "no spans were recorded");
    std::map<StringId, std::vector<SpanTime>> byName;
    for (const SpanInfo& span : at.tables.spans) {
        if (at.walk.isStopped())
            return;
        if (!span.opened || !span.close)
            continue;
        const TimeRange time {nanoseconds(*span.opened).value_or(0), nanoseconds(*span.close).value_or(0)};
        if (!at.walk.isLost(time))
            byName[span.name].push_back({time, span.newRef});
    }
    for (const auto& [name, spans] : byName)
        checkSpansOf(at, at.tables.strings->text(name), spans, checks);
}

void checkEvents(const RfrLook& at, findings::Checks& checks)
{
    constexpr std::uint16_t kWarn = 3, kError = 4; // rows of TrackKind::events
    bool isAny = false;
    for (std::size_t i = 0; i < at.timeline.trackCount() && !at.walk.isStopped(); ++i) {
        const auto id = TrackId(static_cast<std::uint32_t>(i));
        if (at.timeline.track(id).kind != TrackKind::events)
            continue;
        isAny = true;
        const auto rows = at.timeline.rows(id);
        checkLevel(at, id, kError, rows[kError], FindingSeverity::medium, "error", "errors", checks);
        checkLevel(at, id, kWarn, rows[kWarn], FindingSeverity::low, "warning", "warnings", checks);
    }
    if (!isAny)
        checks.leaveOut("rfr.events", "no events were recorded");
}

}
