// jvm.classes-grow: classes that are loaded and not unloaded, all the time or again and again.
#include "core/base/text.h"
#include "core/findings/steady_growth.h"
#include "core/formats/cjfr/findings/jvm_rules.h"
#include "core/stats/columns.h"

namespace traceglass::cjfr {

void checkClasses(const JvmLook& look, findings::Checks& checks)
{
    constexpr std::string_view kId = "jvm.classes-grow";
    if (look.classes.empty())
        return checks.leaveOut(kId, "how many classes there are was not recorded");
    if (checks.isTooShort(kId, look.durationNs()))
        return;
    const TimeRange& range = look.pass().range();
    const findings::SteadyGrowth growth = findings::steadyGrowthOf(look.classes, range);
    if ((!growth.isSteady() && !findings::growsToTheEnd(growth, look.classes, range))
        || growth.amount() < checks.amount(kId, "more")
        || !findings::isAtLeast(growth.least.back(), checks.amount(kId, "growth"), growth.least.front()))
        return;
    Finding finding {.rule = kId,
                     .severity = FindingSeverity::medium,
                     .subject = {"classes"},
                     .when = {growth.time()},
                     .cost = {StatUnit::count, growth.amount()},
                     .count = static_cast<std::uint64_t>(growth.amount())};
    finding.evidence.push_back({.time = growth.time()});
    finding.sentence =
        std::string(growth.isSteady() ? "Classes grow all the time: from " : "Classes grow to the end: from ")
        + grouped(static_cast<std::uint64_t>(growth.least.front())) + " to "
        + grouped(static_cast<std::uint64_t>(growth.least.back())) + " in "
        + shortDurationText(growth.time().lengthNs());
    finding.limits = "Which loader they belong to is not recorded.";
    checks.add(std::move(finding));
}

}
