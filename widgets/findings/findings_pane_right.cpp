// What stands beside the list of findings: why one is listed, which rules found nothing or could not be asked, what is gone.
#include "core/base/text.h"
#include "core/findings/gathering.h"
#include "widgets/common/core_text.h"
#include "widgets/common/finding_shape.h"
#include "widgets/common/utf8.h"
#include "widgets/findings/findings_pane.h"

namespace traceglass {

namespace {

DetailSection section(const QString& title, std::string_view sentence)
{
    DetailSection out;
    out.title = title.toStdString();
    out.sentence = sentence;
    out.hasNames = true;
    return out;
}

}

Details FindingsPane::why(const Finding& finding) const
{
    const Rule& rule = m_findings->rule(finding);
    Details out;
    out.title = coreText(rule.title).toStdString();
    out.subtitle = rule.id;
    DetailSection first = section({}, m_session->told(finding.sentence));
    const QString rank = finding.share > 0
        ? tr("%1, %2 of what there was")
              .arg(findingWord(finding.severity), fromUtf8(findings::percentText(finding.share)))
        : findingWord(finding.severity);
    first.rows.push_back({tr("severity").toStdString(), rank.toStdString()});
    if (const QString cost = costText(finding.cost, m_session->timeFormat().unit); !cost.isEmpty())
        first.rows.push_back({tr("cost").toStdString(), cost.toStdString()});
    if (!finding.evidence.empty())
        first.rows.push_back(
            {.label = tr("evidence").toStdString(),
             .value = m_findings->placeText(finding).toStdString(),
             .extra = m_session->told(finding.evidence[m_findings->evidenceOf(finding)].text)});
    if (finding.confidence != Confidence::high)
        first.rows.push_back(
            {tr("confidence").toStdString(), coreText(confidenceName(finding.confidence)).toStdString()});
    if (!finding.level.values.empty()) { // the picture stands before the thresholds
        out.sections.push_back(std::move(first));
        first = {};
    }
    for (const RuleThreshold& each : rule.thresholds) {
        const std::int64_t now = m_findings->settings().amount(rule, each.key);
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
            section(tr("Has the same cause"), m_session->told(finding.absorbed.front().sentence)));
        for (std::size_t i = 1; i < finding.absorbed.size(); ++i)
            out.sections.push_back(section({}, m_session->told(finding.absorbed[i].sentence)));
    }
    if (!finding.limits.empty())
        out.sections.push_back(section(tr("What cannot be known"), finding.limits));
    out.sections.push_back(section(tr("What it means"), rule.means));
    out.sections.push_back(section(tr("How it is measured"), rule.measure));
    out.sections.push_back(section(tr("What to do"), rule.remedy));
    return out;
}

Details FindingsPane::silentRules() const
{
    Details out;
    out.title = tr("Rules that found nothing").toStdString();
    DetailSection list;
    for (const Rule* const rule : m_findings->silent()) {
        const QString own = m_findings->ownThresholds(*rule);
        list.rows.push_back({.label = std::string(rule->id),
                             .value = coreText(rule->title).toStdString(),
                             .extra = own.isEmpty() ? "" : tr("own threshold: %1").arg(own).toStdString()});
    }
    out.sections.push_back(std::move(list));
    return out;
}

Details FindingsPane::uncheckedRules() const
{
    Details out;
    out.title = tr("What was not checked").toStdString();
    DetailSection list;
    for (const NotChecked& each : m_findings->notChecked())
        list.rows.push_back({std::string(each.rule), each.why});
    out.sections.push_back(std::move(list));
    return out;
}

// They lie on the timeline of the other capture, so there is nowhere to go to, and moments are those of its own.
Details FindingsPane::goneFindings() const
{
    Details out;
    out.title = tr("What looked wrong in A and does not here").toStdString();
    for (const Finding& each : m_findings->gone())
        out.sections.push_back(section(findingWord(each.severity), each.sentence.words));
    return out;
}

}
