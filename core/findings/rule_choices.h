// What a user chooses about rules: other thresholds than theirs, and findings that are "not a problem here".
//
//     RuleSettings settings;
//     if (const std::string wrong = findings::setThreshold(settings, rules, "rfr.long-poll.min=20ms"); !wrong.empty()) ...
//     findings::mute(found, mutes);                    // those move from `found` to `muted`
#pragma once

#include "core/model/findings.h"

#include <set>
#include <span>

namespace traceglass::findings {

// What is "not a problem here": findings of a rule about a subject.
struct Mute
{
    std::string rule;
    std::string subject; // empty: whatever it is about

    auto operator<=>(const Mute&) const = default;
};
using Mutes = std::set<Mute>;
// "rfr.long-poll" or "rfr.long-poll metrics.flush"; empty text and what begins with "#" mutes nothing.
std::optional<Mute> readMute(std::string_view line);
std::string writtenMute(const Mute& mute); // as it is read

void mute(Findings& all, const Mutes& mutes);

// "there is no rule rfr.longpoll; did you mean rfr.long-poll?"
std::string noSuchRule(std::span<const Rule> rules, std::string_view id);

// Of "ID.KEY=VALUE", such as "rfr.long-poll.min=20ms". Says what is wrong with it, or nothing.
std::string setThreshold(RuleSettings& settings, std::span<const Rule> rules, std::string_view text);
std::string thresholdText(const RuleThreshold& threshold, std::int64_t amount); // "10 ms", "5 %"

}
