#include "core/findings/checks.h"

#include "core/findings/rule_choices.h"

#include <algorithm>
#include <cassert>

namespace traceglass::findings {

const Rule& Checks::rule(std::string_view id) const
{
    const auto found = std::ranges::find(m_rules, id, &Rule::id);
    assert(found != m_rules.end());
    return *found;
}

std::int64_t Checks::amount(std::string_view id, std::string_view key) const
{
    return m_settings.amount(rule(id), key);
}

std::int64_t Checks::amount(std::string_view id, std::string_view key,
                            std::optional<std::int64_t> recorded) const
{
    return recorded && !m_settings.given(id, key) ? *recorded : amount(id, key);
}

bool Checks::isTooShort(std::string_view id, std::int64_t recordedNs)
{
    constexpr std::string_view kRecording = "recording";
    const std::int64_t least = amount(id, kRecording);
    if (recordedNs >= least)
        return false;
    const auto& threshold = *std::ranges::find(rule(id).thresholds, kRecording, &RuleThreshold::key);
    leaveOut(id, "the recording is shorter than " + thresholdText(threshold, least));
    return true;
}

void Checks::add(Finding finding)
{
    finding.rule = rule(finding.rule).id; // which lives as long as the program
    m_out.found.push_back(std::move(finding));
}

void Checks::leaveOut(std::string_view id, std::string why)
{
    m_out.notChecked.push_back({rule(id).id, std::move(why)});
}

}
