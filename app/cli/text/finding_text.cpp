#include "app/cli/text/finding_text.h"

#include "app/cli/output.h"
#include "core/base/text.h"
#include "core/findings/gathering.h"
#include "core/findings/rule_choices.h"

#include <algorithm>

namespace traceglass::cli {

namespace {

constexpr std::size_t kShownEvidence = 3; // for people
constexpr std::size_t kJsonEvidence = 100;

std::string thresholdKey(const RuleThreshold& threshold)
{
    std::string key(threshold.key);
    std::ranges::replace(key, '-', '_');
    return key
        + (threshold.unit == StatUnit::span        ? "_ns"
               : threshold.unit == StatUnit::bytes ? "_bytes"
               : threshold.unit == StatUnit::share ? "_share"
                                                   : "");
}

std::string thresholdsJson(const Rule& rule, const RuleSettings& settings)
{
    constexpr double kThousand = 1'000;
    JsonLine line;
    for (const RuleThreshold& each : rule.thresholds) {
        const std::int64_t amount = settings.amount(rule, each.key);
        if (each.unit == StatUnit::share)
            line.add(thresholdKey(each), static_cast<double>(amount) / kThousand);
        else
            line.add(thresholdKey(each), amount);
    }
    return line.finish();
}

std::string costJson(const FindingCost& cost)
{
    return JsonLine().add(costKey(cost.unit), cost.amount).finish();
}

std::string absorbedJson(const AbsorbedFinding& of)
{
    JsonLine line;
    if (!of.rule.empty())
        line.add("finding", of.rule)
            .add("severity", severityName(of.severity))
            .addRaw("subject", JsonLine().add("name", of.subject).finish())
            .add("count", of.count)
            .addRaw("cost", costJson(of.cost))
            .add("share", of.share);
    return line.add("sentence", of.sentence.words).finish();
}

// "4.6 s, 25 %"; a count is in the sentence.
std::string costText(const FindingCost& cost, double share)
{
    std::string text;
    if (cost.unit == StatUnit::span && cost.amount > 0)
        text = shortDurationText(cost.amount);
    else if (cost.unit == StatUnit::bytes)
        text = sizeText(static_cast<std::uint64_t>(std::max<std::int64_t>(cost.amount, 0)));
    if (share > 0)
        text += (text.empty() ? "" : ", ") + findings::percentText(share);
    return text;
}

// "same; before: 281, 39.6 s, 99 %": what is as serious as it was may cost far more.
std::string baselineText(const Finding& finding, const FindingText::Compared& baseline)
{
    std::string text(compare::wordOf(baseline.change));
    if (!baseline.before)
        return text;
    text += "; before: ";
    if (baseline.before->severity != finding.severity)
        text += std::string(severityName(baseline.before->severity)) + ", ";
    text += grouped(baseline.before->count);
    const std::string cost = costText(baseline.before->cost, baseline.before->share);
    return text + (cost.empty() ? "" : ", ") + cost;
}

std::string beforeJson(const compare::KnownFinding& before)
{
    return JsonLine()
        .add("severity", severityName(before.severity))
        .add("count", before.count)
        .addRaw("cost", costJson(before.cost))
        .add("share", before.share)
        .finish();
}

std::string paragraph(const std::string& title, std::string_view text)
{
    return "\n" + title + '\n' + "  " + std::string(text) + '\n';
}

}

std::string_view costKey(StatUnit unit)
{
    return unit == StatUnit::span ? "ns" : unit == StatUnit::bytes ? "bytes" : "count";
}

std::string FindingText::evidenceJson(const Evidence& evidence, const ClockAxis& clock) const
{
    const Track* const track =
        evidence.place.track == kNoTrack ? nullptr : &m_timeline.track(evidence.place.track);
    const ClockAxis& own =
        track && !m_timeline.axes().empty() ? m_timeline.axis(evidence.place.track) : clock;
    JsonLine line;
    const bool hasTime = evidence.time != TimeRange {};
    line.add("start_ns", hasTime ? std::optional(own.toOwn(evidence.time.startNs)) : std::nullopt)
        .add("dur_ns", hasTime ? std::optional(evidence.time.lengthNs()) : std::nullopt)
        .add("track", track ? std::optional(m_timeline.path(evidence.place.track)) : std::nullopt);
    if (hasTime && !own.isTime())
        addClock(line, own);
    if (track)
        line.add("number", track->number).add("depth", std::uint64_t(evidence.place.depth));
    line.add("source",
             evidence.ref ? std::optional(m_document.sourceName(evidence.ref->source())) : std::nullopt)
        .add("offset", evidence.ref ? std::optional(evidence.ref->offset()) : std::nullopt);
    if (!evidence.text.empty())
        line.add("text", evidence.text.words);
    return line.finish();
}

std::string FindingText::json(const Finding& finding, const Rule& rule,
                              const std::optional<Compared>& baseline) const
{
    const bool hasTrack = finding.subject.track != kNoTrack;
    const ClockAxis clock = hasTrack ? m_timeline.axis(finding.subject.track)
        : m_timeline.axes().empty()  ? ClockAxis {}
                                     : m_timeline.axes().front();
    JsonLine line;
    line.add("finding", finding.rule).add("severity", severityName(finding.severity));
    if (!m_file.empty())
        line.add("file", m_file);
    line.addRaw(
            "subject",
            JsonLine()
                .add("name", finding.subject.name)
                .add("track", hasTrack ? std::optional(m_timeline.path(finding.subject.track)) : std::nullopt)
                .finish())
        .add("count", finding.count)
        .addRaw("cost", costJson(finding.cost))
        .add("share", finding.share)
        .addRaw("when",
                jsonList(finding.when,
                         [&](const TimeRange& range) {
                             return '[' + std::to_string(clock.toOwn(range.startNs)) + ", "
                                 + std::to_string(clock.toOwn(range.endNs)) + ']';
                         }))
        .add("sentence", finding.sentence.words)
        .addRaw("rule", thresholdsJson(rule, m_settings))
        .addRaw("evidence",
                jsonList(std::span(finding.evidence).first(std::min(finding.evidence.size(), kJsonEvidence)),
                         [&](const Evidence& each) { return evidenceJson(each, clock); }))
        .add("evidence_count", finding.pieces())
        .add("confidence", confidenceName(finding.confidence))
        .add("limits", finding.limits)
        .addRaw("absorbed", jsonList(finding.absorbed, absorbedJson));
    if (baseline)
        line.add("baseline", compare::wordOf(baseline->change));
    if (baseline && baseline->before)
        line.addRaw("before", beforeJson(*baseline->before));
    return line.finish() + '\n';
}

std::string FindingText::lines(const Finding& finding, const std::optional<Compared>& baseline) const
{
    constexpr std::size_t kSeverity = 8;
    const std::string indent(kSeverity, ' ');
    std::string out =
        padded(std::string(severityName(finding.severity)), kSeverity) + finding.sentence.words + '\n';
    std::string line = indent + std::string(finding.rule);
    if (const std::string cost = costText(finding.cost, finding.share); !cost.empty())
        line += "  " + cost;
    if (finding.confidence != Confidence::high)
        line += "  confidence " + std::string(confidenceName(finding.confidence));
    if (baseline)
        line += "  " + baselineText(finding, *baseline);
    out += line + '\n';
    for (std::size_t i = 0; i < std::min(finding.evidence.size(), kShownEvidence); ++i) {
        const Evidence& each = finding.evidence[i];
        const bool hasTrack = each.place.track != kNoTrack;
        const ClockAxis clock = hasTrack ? m_timeline.axis(each.place.track) : ClockAxis {};
        std::string at = each.time == TimeRange {} ? std::string()
            : clock.isTime()                       ? findings::momentText(m_timeline, each.time.startNs).words
                                                   : clock.placeText(clock.toOwn(each.time.startNs));
        if (each.time.lengthNs() > 0)
            at += (at.empty() ? "" : "  ")
                + (clock.isTime() ? shortDurationText(each.time.lengthNs())
                                  : clock.lengthText(each.time.lengthNs()));
        if (hasTrack)
            at += "  " + escaped(m_timeline.path(each.place.track)) + ' '
                + trackDetail(m_timeline.track(each.place.track));
        if (!each.text.empty())
            at += (at.empty() ? "" : "  ") + escaped(each.text.words);
        while (at.ends_with(' '))
            at.pop_back();
        out += indent + at + '\n';
    }
    if (finding.evidence.size() > kShownEvidence)
        out += indent + "… " + grouped(finding.pieces() - kShownEvidence) + " more\n";
    for (const AbsorbedFinding& each : finding.absorbed)
        out += indent + "with it: " + each.sentence.words + '\n';
    if (!finding.limits.empty())
        out += indent + finding.limits + '\n';
    return out;
}

std::string ruleJson(const Rule& rule, const RuleSettings& settings)
{
    return JsonLine()
               .add("rule", rule.id)
               .add("title", rule.title)
               .add("means", rule.means)
               .add("measure", rule.measure)
               .add("remedy", rule.remedy)
               .addRaw("thresholds", thresholdsJson(rule, settings))
               .finish()
        + '\n';
}

std::string ruleLine(const Rule& rule)
{
    constexpr std::size_t kId = 26;
    return padded(std::string(rule.id), kId) + std::string(rule.title) + '\n';
}

std::string ruleText(const Rule& rule, const RuleSettings& settings)
{
    std::string out = std::string(rule.id) + ": " + std::string(rule.title) + '\n';
    out += paragraph("What it means", rule.means) + paragraph("How it is measured", rule.measure)
        + paragraph("What to do", rule.remedy);
    if (!rule.thresholds.empty())
        out += "\nThresholds, to be changed by --set\n";
    for (const RuleThreshold& each : rule.thresholds)
        out += "  " + std::string(rule.id) + '.' + std::string(each.key) + '='
            + findings::thresholdText(each, settings.amount(rule, each.key)) + "  " + std::string(each.about)
            + '\n';
    return out;
}

}
