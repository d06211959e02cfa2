#include "core/findings/rule_choices.h"

#include "core/base/nearest.h"
#include "core/base/text.h"
#include "core/query/amount.h"

#include <algorithm>

namespace traceglass::findings {

namespace {

bool isMuted(const Mutes& mutes, const Finding& finding)
{
    const std::string rule(finding.rule);
    return mutes.contains({rule, {}}) || mutes.contains({rule, finding.subject.name});
}

// "10.000 ms" as somebody would write it.
std::string withoutZeros(std::string text)
{
    const std::size_t point = text.find('.');
    const std::size_t end = std::min(text.find(' ', std::min(point, text.size())), text.size());
    if (point == text.npos)
        return text;
    const std::size_t last = text.find_last_not_of('0', end - 1);
    const std::size_t kept = last == point ? point : last + 1;
    return text.erase(kept, end - kept);
}

const char* formOf(StatUnit unit)
{
    switch (unit) {
    case StatUnit::span: return "it takes a duration, such as 10ms";
    case StatUnit::bytes: return "it takes an amount of bytes, such as 500MB";
    case StatUnit::share: return "it takes a share, such as 5%";
    default: return "it takes a whole number";
    }
}

std::optional<std::int64_t> amountIn(std::string_view text, StatUnit unit)
{
    constexpr std::int64_t kThousandthsOfPercent = 10;
    const auto number = query::writtenNumber(text);
    if (!number || number->isNegative)
        return {};
    const query::AmountUnit* const named = number->unit.empty() ? nullptr : query::unitNamed(number->unit);
    if (!number->unit.empty() && !named)
        return {};
    query::Factor factor;
    const bool fits = unit == StatUnit::span ? named && named->of == query::UnitOf::time
        : unit == StatUnit::share            ? named && named->of == query::UnitOf::share
        : unit == StatUnit::bytes            ? !named || named->of == query::UnitOf::size
                                             : !named;
    if (!fits)
        return {};
    if (named)
        factor.times = unit == StatUnit::share ? kThousandthsOfPercent : named->factor;
    const auto amount = query::floorOf(*number, factor);
    // What rules multiply and divide by.
    constexpr std::int64_t kMost = 1'000'000'000'000'000, kMostOfShares = 1'000'000;
    if (!amount || amount->isBetween || amount->value < 1
        || amount->value > (unit == StatUnit::share ? kMostOfShares : kMost))
        return {};
    return static_cast<std::int64_t>(amount->value);
}

}

std::optional<Mute> readMute(std::string_view line)
{
    while (!line.empty() && isWhite(line.front()))
        line.remove_prefix(1);
    while (!line.empty() && isWhite(line.back()))
        line.remove_suffix(1);
    if (line.empty() || line.front() == '#')
        return {};
    const std::size_t blank = std::min(line.find_first_of(" \t"), line.size());
    std::string_view subject = line.substr(blank);
    subject.remove_prefix(std::min(subject.find_first_not_of(" \t"), subject.size()));
    return Mute {std::string(line.substr(0, blank)), std::string(subject)};
}

std::string writtenMute(const Mute& mute)
{
    return mute.subject.empty() ? mute.rule : mute.rule + ' ' + mute.subject;
}

void mute(Findings& all, const Mutes& mutes)
{
    const auto muted = std::stable_partition(all.found.begin(), all.found.end(),
                                             [&](const Finding& each) { return !isMuted(mutes, each); });
    std::move(muted, all.found.end(), std::back_inserter(all.muted));
    all.found.erase(muted, all.found.end());
}

std::string noSuchRule(std::span<const Rule> rules, std::string_view id)
{
    std::vector<std::string> ids;
    for (const Rule& each : rules)
        ids.emplace_back(each.id);
    const std::vector<std::string> near = nearest(id, ids);
    return "there is no rule " + std::string(id)
        + (near.empty() ? "; `tglass findings --rules` lists them"
                        : "; did you mean " + listText(near, " or ") + '?');
}

std::string setThreshold(RuleSettings& settings, std::span<const Rule> rules, std::string_view text)
{
    const std::size_t equals = text.find('=');
    const std::size_t dot = text.substr(0, equals).rfind('.');
    if (equals == text.npos || dot == text.npos)
        return std::string(text) + " sets no threshold: write ID.KEY=VALUE, such as rfr.long-poll.min=20ms";
    const std::string_view id = text.substr(0, dot);
    const std::string_view key = text.substr(dot + 1, equals - dot - 1);
    const auto rule = std::ranges::find(rules, id, &Rule::id);
    if (rule == rules.end())
        return noSuchRule(rules, id);
    const auto threshold = std::ranges::find(rule->thresholds, key, &RuleThreshold::key);
    if (threshold == rule->thresholds.end()) {
        const std::string keys = listText(rule->thresholds, ", ", [](const auto& each) { return each.key; });
        return std::string(id) + " has no threshold " + std::string(key)
            + (keys.empty() ? "; it has none" : "; it has " + keys);
    }
    std::string value(text.substr(equals + 1));
    if (threshold->unit == StatUnit::count)
        std::erase(value, ','); // 1,000, as it is printed
    const auto amount = amountIn(value, threshold->unit);
    if (!amount)
        return std::string(text.substr(equals + 1)) + " does not fit " + std::string(text.substr(0, equals))
            + ": " + formOf(threshold->unit);
    settings.set(id, key, *amount);
    return {};
}

std::string thresholdText(const RuleThreshold& threshold, std::int64_t amount)
{
    switch (threshold.unit) {
    case StatUnit::span: return withoutZeros(durationText(amount));
    case StatUnit::bytes: return sizeText(static_cast<std::uint64_t>(std::max<std::int64_t>(amount, 0)));
    case StatUnit::share: {
        const std::string tenths = amount % 10 == 0 ? std::string() : '.' + std::to_string(amount % 10);
        return std::to_string(amount / 10) + tenths + " %";
    }
    default: return grouped(static_cast<std::uint64_t>(std::max<std::int64_t>(amount, 0)));
    }
}

}
