// Asks the rules of a capture what looks wrong in it: those of its format, and those that all formats share.
//
//     RuleSettings settings;
//     if (const std::string wrong = findings::setThreshold(settings, rules, "rfr.long-poll.min=20ms"); !wrong.empty()) ...
//     auto found = findings::find(document, {*timeline, settings}, mutes, job);   // of a complete timeline
//     found->found.front().sentence
//
// Errors: file.stopped, file.changed.
#pragma once

#ifdef TRACEGLASS_VIEW
#error "Views read no capture: they ask core/ask/ (docs/architecture.md)"
#endif

#include "core/model/document.h"
#include "core/model/findings_facet.h"

#include <set>

namespace traceglass::findings {

std::vector<Rule> rulesOf(const Document& document); // those that are asked

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

Result<Findings> find(const Document& document, const FindingRequest& request, const Mutes& mutes, Job& job);

// Of "ID.KEY=VALUE", such as "rfr.long-poll.min=20ms". Says what is wrong with it, or nothing.
std::string setThreshold(RuleSettings& settings, std::span<const Rule> rules, std::string_view text);
std::string thresholdText(const RuleThreshold& threshold, std::int64_t amount); // "10 ms", "5 %"

}
