// What tglass prints of findings and of rules.
//
//     const FindingText text(document, timeline, settings);
//     out.write(text.json(finding));                        // a line
//     out.write(text.lines(finding));                       // for people
#pragma once

#include "core/compare/known_findings.h"
#include "core/model/document.h"
#include "core/model/findings.h"

#include <string>

namespace traceglass::cli {

// What a cost in this unit is called in JSON.
std::string_view costKey(StatUnit unit);

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

    // Nothing is known of before unless there is a baseline.
    struct Compared
    {
        compare::FindingChange change;
        const compare::KnownFinding* before = nullptr; // null: it is new, or gone
    };
    std::string json(const Finding& finding, const Rule& rule, const std::optional<Compared>& baseline) const;
    std::string lines(const Finding& finding, const std::optional<Compared>& baseline) const;

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
