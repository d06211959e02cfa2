// What stands beside the list of findings in place of why one is listed: which rules found nothing or could not be asked,
// and what is gone.
#include "widgets/common/core_text.h"
#include "widgets/common/finding_shape.h"
#include "widgets/details/finding_details.h"
#include "widgets/findings/findings_pane.h"

namespace traceglass {

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
        out.sections.push_back(FindingDetails::section(findingWord(each.severity), each.sentence.words));
    return out;
}

}
