#include "widgets/details/finding_details.h"

#include "core/base/text.h"
#include "core/findings/gathering.h"
#include "widgets/common/core_text.h"
#include "widgets/common/finding_shape.h"
#include "widgets/common/text_marks.h"
#include "widgets/common/utf8.h"

namespace traceglass {

namespace {

// What of the track lies in a time, so that one can go on from there.
std::optional<DetailLink> linkTo(const Timeline& timeline, TrackId id, const TimeRange& time)
{
    const Track& track = timeline.track(id);
    if (track.firstRow == kNoRow)
        return {};
    auto slice = timeline.sliceAt(track.firstRow, time.startNs);
    if (!slice)
        slice = timeline.sliceAfter(track.firstRow, time.startNs);
    if (!slice || slice->startNs > time.endNs)
        return {};
    return DetailLink {SliceId {track.kind, track.key, 0, slice->startNs, slice->ref}, {}};
}

}

QString FindingDetails::costText(const FindingCost& cost, TimeUnit time)
{
    if (cost.unit == StatUnit::span)
        return cost.amount > 0 ? fromUtf8(shortDurationText(cost.amount, time)) : QString();
    const auto amount = static_cast<std::uint64_t>(std::max<std::int64_t>(0, cost.amount));
    if (cost.unit == StatUnit::bytes)
        return fromUtf8(sizeText(amount));
    return amount > 0 ? fromUtf8(grouped(amount)) + QStringLiteral(" ×")
                      : QString(); // of what the sentence says
}

DetailSection FindingDetails::section(const QString& title, std::string_view sentence)
{
    DetailSection out;
    out.title = title.toStdString();
    out.sentence = sentence;
    out.hasNames = true;
    return out;
}

Details FindingDetails::of(const Finding& finding, const SessionFindings& findings,
                           const DocumentSession& session)
{
    const Rule& rule = findings.rule(finding);
    Details out;
    out.title = coreText(rule.title).toStdString();
    out.subtitle = rule.id;
    DetailSection first = section({}, session.told(finding.sentence));
    const QString rank = finding.share > 0
        ? tr("%1, %2 of what there was")
              .arg(findingWord(finding.severity), fromUtf8(findings::percentText(finding.share)))
        : findingWord(finding.severity);
    first.rows.push_back({tr("severity").toStdString(), rank.toStdString()});
    if (const QString cost = costText(finding.cost, session.timeFormat().unit); !cost.isEmpty())
        first.rows.push_back({tr("cost").toStdString(), cost.toStdString()});
    if (!finding.evidence.empty()) {
        const std::string seen = session.told(finding.evidence[findings.evidenceOf(finding)].text);
        first.rows.push_back({.label = tr("evidence").toStdString(),
                              .value = findings.placeText(finding).toStdString(),
                              .extra = namesInBold(fromUtf8(seen)).first.toStdString()}); // rows have no bold
    }
    if (finding.confidence != Confidence::high)
        first.rows.push_back(
            {tr("confidence").toStdString(), coreText(confidenceName(finding.confidence)).toStdString()});
    if (!finding.level.values.empty()) { // the picture stands before the thresholds
        out.sections.push_back(std::move(first));
        first = {};
    }
    for (const RuleThreshold& each : rule.thresholds) {
        const std::int64_t now = findings.settings().amount(rule, each.key);
        const QString text = fromUtf8(findings::thresholdText(each, now));
        const QString usual = fromUtf8(findings::thresholdText(each, each.amount));
        const bool isOwn = now != each.amount;
        first.rows.push_back(
            {.label = std::string(rule.id) + '.' + std::string(each.key), // as it is typed
             .value = (isOwn ? tr("%1, your own; usually %2").arg(text, usual) : text).toStdString(),
             .extra = std::string(each.about),
             .strong = isOwn});
    }
    out.sections.push_back(std::move(first));
    if (!finding.absorbed.empty()) {
        out.sections.push_back(
            section(tr("Has the same cause"), session.told(finding.absorbed.front().sentence)));
        for (std::size_t i = 1; i < finding.absorbed.size(); ++i)
            out.sections.push_back(section({}, session.told(finding.absorbed[i].sentence)));
    }
    if (!finding.limits.empty())
        out.sections.push_back(section(tr("What cannot be known"), finding.limits));
    out.sections.push_back(section(tr("What it means"), rule.means));
    out.sections.push_back(section(tr("How it is measured"), rule.measure));
    out.sections.push_back(section(tr("What to do"), rule.remedy));
    return out;
}

Details FindingDetails::ofEvidence(const Finding& finding, const SessionFindings& findings,
                                   const DocumentSession& session)
{
    Details out = of(finding, findings, session);
    const Evidence piece = findings.pieceOf(finding);
    DetailSection& first = out.sections.front();
    if (const TimedText seen = findings.textOf(finding, findings.evidenceOf(finding)); !seen.empty())
        first.sentence = session.told(seen);
    std::vector<DetailRow> rows;
    if (piece.time != TimeRange {}) {
        rows.push_back({"start", Moment {piece.time.startNs}});
        if (piece.time.lengthNs() > 0) {
            rows.push_back({"end", Moment {piece.time.endNs}});
            rows.push_back({"duration", Duration {piece.time.lengthNs()}});
        }
    } else {
        rows.push_back({"place", tr("the capture as a whole").toStdString()});
    }
    if (finding.subject.track != kNoTrack) {
        const Timeline& timeline = *findings.timeline();
        rows.push_back({.label = "track",
                        .value = timeline.path(finding.subject.track),
                        .link = linkTo(timeline, finding.subject.track, piece.time)});
    }
    first.rows.insert(first.rows.begin(), rows.begin(), rows.end());
    return out;
}

}
