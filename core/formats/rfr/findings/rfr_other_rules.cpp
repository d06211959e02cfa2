// Rules about spans and events.
#include "core/base/text.h"
#include "core/findings/said_by_slow.h"
#include "core/formats/rfr/findings/rfr_rules.h"
#include "core/logs/log_template.h"
#include "core/stats/columns.h"
#include "core/stats/histogram.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

namespace traceglass::rfr {

namespace {

constexpr std::string_view kSlowSpan = "rfr.slow-span";

struct SpanTime
{
    TimeRange time;
    RecordRef ref;
    const SpanInfo* span = nullptr;
};

struct SlowSpans // of a name
{
    Finding finding;
    std::vector<SpanTime> slow {};
};

// When nearly all of them began, where that is a part of the recording in which most of their name were slow and which does
// not begin with the first of it: two kinds of work lie mixed in time, and who starts up is slow.
std::optional<TimeRange> slowPhase(const RfrLook& at, const std::vector<SpanTime>& spans,
                                   const std::vector<SpanTime>& slow)
{
    constexpr std::size_t kLeast = 10, kOfTen = 9; // slow ones, and how many of ten lie in the phase
    constexpr std::int64_t kPart = 3;              // of the recording, at most
    if (slow.size() < kLeast)
        return {};
    std::vector<std::int64_t> slowBegins;
    for (const SpanTime& span : slow)
        slowBegins.push_back(span.time.startNs);
    if (!stats::sortUnlessStopped(slowBegins, at.walk.job()))
        return {};
    const std::size_t wanted = (slow.size() * kOfTen + 9) / 10;
    std::optional<TimeRange> phase;
    for (std::size_t first = 0; first + wanted <= slowBegins.size(); ++first) {
        const TimeRange time {slowBegins[first], slowBegins[first + wanted - 1]};
        if (!phase || time.lengthNs() < phase->lengthNs())
            phase = time;
    }
    const auto beginOf = [](const SpanTime& span) { return span.time.startNs; };
    const auto within = std::ranges::count_if(
        spans, [&](std::int64_t ns) { return phase->startNs <= ns && ns <= phase->endNs; }, beginOf);
    constexpr std::int64_t kMostOfThem = 800;
    const bool isAtStart = std::ranges::none_of(
        spans, [&](std::int64_t ns) { return ns < phase->startNs; }, beginOf);
    return isAtStart || phase->lengthNs() > at.tasks.durationNs() / kPart
            || !findings::isAtLeast(static_cast<std::int64_t>(wanted), kMostOfThem, within)
        ? std::nullopt
        : phase;
}

std::optional<findings::SaidBySlow> whatSlowSay(const RfrLook& at, std::string_view name,
                                                const std::vector<SpanTime>& spans, std::int64_t slowFromNs)
{
    findings::SlowRecords records;
    for (const SpanTime& span : spans)
        (span.time.lengthNs() < slowFromNs ? records.others : records.slow).push_back(span.ref);
    records.allOthers = std::ssize(records.others);
    const FieldCataloguePtr catalogue = at.fields.fields();
    std::vector<std::uint32_t> fields;
    for (std::uint32_t field = 0; catalogue && field < catalogue->size(); ++field)
        if ((*catalogue)[field].record == name)
            fields.push_back(field);
    return findings::saidBySlow(at.fields, fields, records, at.walk.job());
}

std::optional<SlowSpans> findSlowSpans(const RfrLook& at, std::string_view name,
                                       const std::vector<SpanTime>& spans, const findings::Checks& checks)
{
    const auto amount = [&](std::string_view key) { return checks.amount(kSlowSpan, key); };
    if (static_cast<std::int64_t>(spans.size()) < amount("spans"))
        return {};
    std::vector<std::int64_t> lengths;
    lengths.reserve(spans.size());
    for (const SpanTime& span : spans)
        lengths.push_back(span.time.lengthNs());
    if (!stats::sortUnlessStopped(lengths, at.walk.job()))
        return {};
    const std::int64_t median = stats::nearestRank(lengths, 500);
    stats::Counts counts;
    for (const std::int64_t ns : lengths)
        counts.add(ns);
    const auto atLeast = findings::outliersFrom(
        counts.take(), std::max(amount("min"), stats::productSaturating(median, amount("times"))),
        amount("tail"));
    if (!atLeast)
        return {};
    SlowSpans out {{.rule = kSlowSpan, .subject = {std::string(name)}}};
    Finding& finding = out.finding;
    std::int64_t longest = 0;
    for (const SpanTime& span : spans) {
        const std::int64_t ns = span.time.lengthNs();
        if (ns < *atLeast)
            continue;
        longest = std::max(longest, ns);
        out.slow.push_back(span);
        finding.cost.amount = addSaturating(finding.cost.amount, ns - median);
        findings::addOne(finding, span.time, [&] { return Evidence {.time = span.time, .ref = span.ref}; });
    }
    std::vector<TimeRange> times; // spans may be open at once, more than there are workers
    for (const SpanTime& span : spans)
        times.push_back(span.time);
    const std::int64_t parallel = std::max(at.parallel, stats::crowdOf(times, at.walk.job()).most);
    finding.share = findings::shareOfTime(finding.cost.amount, at.tasks.durationNs(), parallel);
    std::vector<TimeRange> slowTimes; // one alone is no bad minute
    for (const SpanTime& span : out.slow)
        slowTimes.push_back(span.time);
    const auto weight =
        findings::weightOf(finding.share, finding.count > 1 ? slowTimes : std::vector<TimeRange>(), parallel);
    const auto areAtMost = [&](std::string_view share) {
        return static_cast<std::int64_t>(finding.count) * 1'000
            <= static_cast<std::int64_t>(spans.size()) * amount(share);
    };
    if (finding.count == 0 || !weight || !areAtMost("phase"))
        return {};
    const std::optional<TimeRange> phase = slowPhase(at, spans, out.slow);
    if (!areAtMost("few") && !phase)
        return {};
    finding.severity = weight->severity;
    if (finding.count == 1) // one alone is chance
        finding.severity = FindingSeverity::low;
    else if (!areAtMost("few") && weight->severity == FindingSeverity::high) // they may have had more to do
        finding.severity = FindingSeverity::medium;
    finding.sentence = grouped(finding.count) + " of " + counted(spans.size(), "span", "spans") + ' '
        + findings::quoted(name) + " took up to " + shortDurationText(longest)
        + ", half of them no more than " + shortDurationText(median);
    if (phase)
        finding.sentence += ", nearly all of them from " + findings::momentText(at.timeline, phase->startNs)
            + " to " + findings::momentText(at.timeline, phase->endNs);
    finding.sentence += findings::inMinute(at.timeline, weight->minute);
    if (const auto said = whatSlowSay(at, name, spans, *atLeast)) {
        finding.sentence += ", nearly all with " + findings::quoted(said->text);
        if (!said->isOutcome && !phase)
            finding.severity = FindingSeverity::low;
    }
    findings::settle(finding);
    return out;
}

// Of each name that of the slow spans which take most of its own, by number; its own number: there is none.
std::vector<std::size_t> causesOf(const RfrLook& at, const std::vector<SlowSpans>& all,
                                  const findings::Checks& checks)
{
    constexpr int kDepth = 64; // damaged ones may be in each other
    std::unordered_map<const SpanInfo*, std::pair<std::size_t, std::int64_t>> slow; // name, length
    for (std::size_t name = 0; name < all.size(); ++name)
        for (const SpanTime& each : all[name].slow)
            slow[each.span] = {name, each.time.lengthNs()};
    std::vector<std::map<std::size_t, std::set<const SpanInfo*>>> explained(all.size()); // by the name within
    for (const auto& [span, of] : slow) {
        const SpanInfo* around = span;
        for (int depth = 0; depth < kDepth && around && around->parent; ++depth) {
            around = at.tables.span(*around->parent);
            const auto known = slow.find(around);
            if (known != slow.end() && known->second.first != of.first
                && findings::isAtLeast(of.second, checks.amount(kSlowSpan, "part"), known->second.second))
                explained[known->second.first][of.first].insert(around);
        }
    }
    std::vector<std::size_t> out;
    for (std::size_t name = 0; name < all.size(); ++name) {
        out.push_back(name);
        std::size_t most = 0;
        for (const auto& [within, spans] : explained[name]) {
            if (spans.size() <= most
                || !findings::isAtLeast(std::ssize(spans), checks.amount(kSlowSpan, "explained"),
                                        std::ssize(all[name].slow)))
                continue;
            most = spans.size();
            out.back() = within;
        }
    }
    return out;
}

// Who waits for a part of it that is slow has no other fault: it is said with that, the innermost one.
void addSlowSpans(const RfrLook& at, std::vector<SlowSpans> all, findings::Checks& checks)
{
    const std::vector<std::size_t> causes = causesOf(at, all, checks);
    const auto rootOf = [&](std::size_t name) {
        std::size_t root = name;
        for (std::size_t steps = 0; steps < all.size() && causes[root] != root; ++steps)
            root = causes[root];
        return causes[root] == root ? root : name; // names that are within each other have none
    };
    for (std::size_t name = 0; name < all.size(); ++name) {
        const std::size_t root = rootOf(name);
        if (root == name)
            continue;
        Finding& cause = all[root].finding;
        cause.severity = std::max(cause.severity, all[name].finding.severity);
        cause.absorb(all[name].finding);
    }
    for (std::size_t name = 0; name < all.size(); ++name)
        if (rootOf(name) == name)
            checks.add(std::move(all[name].finding));
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
            text->second.first = logs::logTemplate(at.timeline.text(event.name));
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
        return checks.leaveOut(kSlowSpan, "no spans were recorded");
    std::map<StringId, std::vector<SpanTime>> byName;
    for (const SpanInfo& span : at.tables.spans) {
        if (at.walk.isStopped())
            return;
        if (!span.opened || !span.close)
            continue;
        const TimeRange time {nanoseconds(*span.opened).value_or(0), nanoseconds(*span.close).value_or(0)};
        if (!at.walk.isLost(time))
            byName[span.name].push_back({time, span.newRef, &span});
    }
    std::vector<SlowSpans> slow;
    for (const auto& [name, spans] : byName)
        if (auto found = findSlowSpans(at, at.tables.strings->text(name), spans, checks))
            slow.push_back(std::move(*found));
    addSlowSpans(at, std::move(slow), checks);
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
