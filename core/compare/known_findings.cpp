#include "core/compare/known_findings.h"

#include <array>

namespace traceglass::compare {

std::string_view wordOf(FindingChange change)
{
    constexpr std::array<std::string_view, 5> kWords = {"same", "better", "worse", "new", "gone"};
    return kWords[static_cast<std::size_t>(change)];
}

KnownFindings::KnownFindings(const std::vector<Finding>& all)
{
    for (const Finding& each : all) {
        add(std::string(each.rule), each.subject.name, {each.severity, each.cost, each.share, each.count});
        for (const AbsorbedFinding& with : each.absorbed)
            add(std::string(with.rule), with.subject, {with.severity, with.cost, with.share, with.count});
    }
}

void KnownFindings::add(std::string rule, std::string subject, const KnownFinding& finding)
{
    const auto [known, isNew] = m_known.try_emplace({std::move(rule), std::move(subject)}, finding);
    if (finding.severity > known->second.severity)
        known->second = finding;
}

const KnownFinding* KnownFindings::before(const Finding& finding) const
{
    const auto known = m_known.find({std::string(finding.rule), finding.subject.name});
    return known == m_known.end() ? nullptr : &known->second;
}

FindingChange KnownFindings::changeOf(const Finding& finding) const
{
    const KnownFinding* const known = before(finding);
    if (!known)
        return FindingChange::isNew;
    if (finding.severity == known->severity)
        return FindingChange::same;
    return finding.severity > known->severity ? FindingChange::worse : FindingChange::better;
}

std::vector<const Finding*> goneFrom(const std::vector<Finding>& before, const std::vector<Finding>& now)
{
    const KnownFindings known(now);
    std::vector<const Finding*> out;
    for (const Finding& each : before)
        if (known.changeOf(each) == FindingChange::isNew)
            out.push_back(&each);
    return out;
}

}
