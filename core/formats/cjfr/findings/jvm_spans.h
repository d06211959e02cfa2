// Findings made of spans of one kind.
//
//     Finding pinned = ofSpans(look, "jvm.pinned", FindingSeverity::medium, "virtual threads", look.pinned);
#pragma once

#include "core/findings/gathering.h"
#include "core/formats/cjfr/findings/jvm_look.h"

#include <algorithm>

namespace traceglass::cjfr {

// Spans as evidence, with their sum as cost and as part of the recording.
template <class Span, class IsOne>
Finding ofSpans(const JvmLook& look, std::string_view id, FindingSeverity severity, std::string subject,
                const std::vector<Span>& spans, const IsOne& isOne)
{
    Finding out {.rule = id, .severity = severity, .subject = {std::move(subject)}};
    for (const Span& each : spans) {
        if (!isOne(each))
            continue;
        out.cost.amount = addSaturating(out.cost.amount, each.time.lengthNs());
        findings::addOne(out, each.time, [&] { return look.evidenceOf(each); });
    }
    out.share = findings::shareOfTime(out.cost.amount, look.durationNs(), 1);
    findings::settle(out);
    return out;
}

template <class Span>
Finding ofSpans(const JvmLook& look, std::string_view id, FindingSeverity severity, std::string subject,
                const std::vector<Span>& spans)
{
    return ofSpans(look, id, severity, std::move(subject), spans, [](const Span&) { return true; });
}

template <class As = JvmSpan, class Span>
std::vector<const As*> pointersTo(const std::vector<Span>& spans)
{
    std::vector<const As*> out;
    for (const Span& each : spans)
        out.push_back(&each);
    return out;
}

template <class Span>
std::int64_t longestOf(const std::vector<Span>& spans)
{
    std::int64_t longest = 0;
    for (const Span& each : spans)
        longest = std::max(longest, each.time.lengthNs());
    return longest;
}

}
