// What the rules of a format write into: findings of rules that are named by their ids, with thresholds as they are set.
//
//     Checks checks(rules, request.settings);
//     if (longest >= checks.amount("rfr.long-poll", "min"))
//         checks.add({.rule = "rfr.long-poll", .severity = FindingSeverity::medium, .subject = {name}, ...});
//     checks.leaveOut("jvm.heap-grows", "no collections were recorded");
//     return checks.take();
#pragma once

#include "core/model/findings.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace traceglass::findings {

class Checks
{
public:
    Checks(std::span<const Rule> rules, const RuleSettings& settings)
        : m_rules(rules)
        , m_settings(settings)
    {
    }

    // `id` is one of the rules.
    std::int64_t amount(std::string_view id, std::string_view key) const;
    // What the capture says itself counts more than what the rule says, and less than what a user has set.
    std::int64_t amount(std::string_view id, std::string_view key,
                        std::optional<std::int64_t> recorded) const;

    void add(Finding finding);
    void leaveOut(std::string_view id, std::string why);
    // Is what was recorded shorter than the rule's threshold "recording"? Then it is left out, and says so.
    bool isTooShort(std::string_view id, std::int64_t recordedNs);
    // The findings so far that have another cause: `isSame` says which, they are said with this one. It is as serious
    // as they were, unless who absorbs says otherwise behind.
    template <class IsSame>
    void absorb(Finding& into, const IsSame& isSame)
    {
        std::erase_if(m_out.found, [&](const Finding& each) {
            if (!isSame(each))
                return false;
            into.severity = std::max(into.severity, each.severity);
            into.absorb(each);
            return true;
        });
    }

    // Of the findings so far.
    template <class IsSuch>
    std::size_t count(const IsSuch& isSuch) const
    {
        return static_cast<std::size_t>(std::ranges::count_if(m_out.found, isSuch));
    }
    template <class IsSuch>
    void drop(const IsSuch& isSuch)
    {
        std::erase_if(m_out.found, isSuch);
    }

    // To be made fewer, and added again.
    std::vector<Finding> takeFound() { return std::exchange(m_out.found, {}); }

    // Says it with the first finding that is the cause, as one more thing that it caused, and as serious; false: there is
    // none.
    template <class IsCause>
    bool giveTo(const IsCause& isCause, const Finding& caused)
    {
        const auto cause = std::ranges::find_if(m_out.found, isCause);
        if (cause == m_out.found.end())
            return false;
        cause->severity = std::max(cause->severity, caused.severity);
        cause->explains = cause->explains == caused.explains ? cause->explains : std::string_view();
        cause->absorb(caused);
        return true;
    }

    // A rule had to do without a part of the capture that is lost.
    void missPart() { m_out.isWhole = false; }

    Findings take() { return std::move(m_out); }

private:
    const Rule& rule(std::string_view id) const;

    std::span<const Rule> m_rules;
    const RuleSettings& m_settings;
    Findings m_out;
};

}
