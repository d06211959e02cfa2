// Findings that were known before: those of an earlier run, or of the capture that another one is compared with.
//
//     KnownFindings known(before.found);
//     known.changeOf(finding)                  // FindingChange::worse: more severe than it was
//     wordOf(known.changeOf(finding))          // "worse"
//     known.before(finding)->cost              // what it took then
//
// A finding is known by its rule and the name of its subject, also where it was said with another one.
#pragma once

#include "core/model/findings.h"

#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace traceglass::compare {

enum class FindingChange : std::uint8_t { same, better, worse, isNew, gone };
std::string_view wordOf(FindingChange change); // "same", "better", "worse", "new", "gone"

struct KnownFinding
{
    FindingSeverity severity = FindingSeverity::low;
    FindingCost cost {};
    double share = 0;
    std::uint64_t count = 0;
};

class KnownFindings
{
public:
    KnownFindings() = default;
    explicit KnownFindings(const std::vector<Finding>& all);

    // Of several the most serious counts.
    void add(std::string rule, std::string subject, const KnownFinding& finding);
    FindingChange changeOf(const Finding& finding) const; // never gone
    const KnownFinding* before(const Finding& finding) const; // null: it is new

private:
    std::map<std::pair<std::string, std::string>, KnownFinding> m_known; // by rule and subject
};

// Those of before that are not there now, in their order.
std::vector<const Finding*> goneFrom(const std::vector<Finding>& before, const std::vector<Finding>& now);

}
