// A finding in words: why it is listed, as it stands beside the list of findings, and in Details where there is nothing to
// select at its evidence.
//
//     view->show(FindingDetails::of(finding, findings, session), session);
#pragma once

#include "core/model/details.h"
#include "widgets/session/session_findings.h"

#include <QCoreApplication>

namespace traceglass {

class FindingDetails
{
    Q_DECLARE_TR_FUNCTIONS(traceglass::FindingDetails)

public:
    static Details of(const Finding& finding, const SessionFindings& findings,
                      const DocumentSession& session);
    // The same from the evidence that was gone to: what is seen there and when stands first.
    static Details ofEvidence(const Finding& finding, const SessionFindings& findings,
                              const DocumentSession& session);
    // "4.6 s", "16.2 GB", "108 ×"; empty: the sentence says it.
    static QString costText(const FindingCost& cost, TimeUnit time);
    // A part of it.
    static DetailSection section(const QString& title, std::string_view sentence);
};

}
