// What tglass prints of findings and of rules.
//
//     const FindingText text(document, timeline, settings);
//     out.write(text.json(finding));                        // a line
//     out.write(text.lines(finding));                       // for people
#pragma once

#include "core/model/document.h"
#include "core/model/findings.h"

#include <string>

namespace traceglass::cli {

class FindingText
{
public:
    // Of several captures each line names its own.
    FindingText(const Document& document, const Timeline& timeline, const RuleSettings& settings,
                std::string file)
        : m_document(document)
        , m_timeline(timeline)
        , m_settings(settings)
        , m_file(std::move(file))
    {
    }

    // `baseline`: compare::wordOf(FindingChange); empty: there is none.
    std::string json(const Finding& finding, const Rule& rule, const std::string& baseline) const;
    std::string lines(const Finding& finding, const std::string& baseline) const;

private:
    std::string evidenceJson(const Evidence& evidence, const ClockAxis& clock) const;

    const Document& m_document;
    const Timeline& m_timeline;
    const RuleSettings& m_settings;
    std::string m_file; // empty: there is one only
};

std::string ruleJson(const Rule& rule, const RuleSettings& settings);
std::string ruleLine(const Rule& rule);
std::string ruleText(const Rule& rule, const RuleSettings& settings); // all of it

}
