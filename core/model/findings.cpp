#include "core/model/findings.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <functional>

namespace traceglass {

namespace {

constexpr std::array<std::string_view, 3> kGrades = {"low", "medium", "high"};

std::string settingName(std::string_view id, std::string_view key)
{
    return std::string(id) + '.' + std::string(key);
}

}

std::string_view severityName(FindingSeverity severity)
{
    return kGrades[static_cast<std::size_t>(severity)];
}

std::string_view confidenceName(Confidence confidence)
{
    return kGrades[static_cast<std::size_t>(confidence)];
}

bool Finding::isWorstFirst() const
{
    return !evidence.empty() && evidence.front().badness() > evidence.back().badness()
        && std::ranges::is_sorted(evidence, std::greater(), &Evidence::badness);
}

void RuleSettings::set(std::string_view id, std::string_view key, std::int64_t amount)
{
    m_amounts[settingName(id, key)] = amount;
}

std::optional<std::int64_t> RuleSettings::given(std::string_view id, std::string_view key) const
{
    if (m_amounts.empty()) // rules ask often, and few users set anything
        return {};
    const auto set = m_amounts.find(settingName(id, key));
    return set == m_amounts.end() ? std::nullopt : std::optional(set->second);
}

std::int64_t RuleSettings::amount(const Rule& rule, std::string_view key) const
{
    if (const auto set = given(rule.id, key))
        return *set;
    const auto own = std::ranges::find(rule.thresholds, key, &RuleThreshold::key);
    assert(own != rule.thresholds.end());
    return own->amount;
}

}
