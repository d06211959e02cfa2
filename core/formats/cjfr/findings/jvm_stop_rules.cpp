// Rules about how the VM stopped all threads, and for what.
#include "core/base/text.h"
#include "core/findings/worst_minute.h"
#include "core/formats/cjfr/findings/jvm_rules.h"
#include "core/formats/cjfr/findings/jvm_spans.h"

#include <algorithm>
#include <map>

namespace traceglass::cjfr {

namespace {

// Which stops of the whole program are told: long ones; shorter ones, too, where these are much of the recording together;
// those of the worst minute where they are much of that.
class ToldStops
{
public:
    template <class Span>
    ToldStops(const JvmLook& look, std::string_view id, const std::vector<Span>& stops,
              const findings::Checks& checks)
        : m_leastNs(checks.amount(id, "min"))
    {
        std::int64_t allNs = 0;
        std::vector<TimeRange> times;
        for (const Span& each : stops) {
            if (each.time.lengthNs() >= m_leastNs)
                continue;
            allNs = addSaturating(allNs, each.time.lengthNs());
            times.push_back(each.time);
        }
        const std::int64_t leastNs = std::max(look.durationNs(), findings::kMinuteNs);
        m_areMuch = findings::isAtLeast(allNs, checks.amount(id, "share"), leastNs);
        const findings::Minute worst = findings::worstMinute(std::move(times));
        if (!m_areMuch && findings::isAtLeast(worst.ns, checks.amount(id, "minute"), findings::kMinuteNs))
            m_minute = worst;
        for (const Span& each : stops) {
            if (!m_minute.holds(each.time))
                continue;
            ++m_inMinute;
            m_minuteNs = addSaturating(m_minuteNs, each.time.lengthNs());
        }
    }

    template <class Span>
    bool operator()(const Span& stop) const
    {
        return m_areMuch || stop.time.lengthNs() >= m_leastNs || m_minute.holds(stop.time);
    }
    // "; 3.20 s together", and of the worst minute how many and when.
    TimedText together(const JvmLook& look, const Finding& finding) const
    {
        if (m_minute.ns > 0)
            return "; "
                + (m_inMinute == finding.count ? std::string() : grouped(m_inMinute) + " of them took ")
                + shortDurationText(m_minuteNs) + " in the minute from "
                + findings::momentText(look.timeline(), m_minute.time.startNs) + " on";
        return m_areMuch && finding.count > 1 ? "; " + shortDurationText(finding.cost.amount) + " together"
                                              : std::string();
    }

private:
    std::int64_t m_leastNs;
    bool m_areMuch = false;
    findings::Minute m_minute {}; // of shorter ones
    std::uint64_t m_inMinute = 0; // all that are told
    std::int64_t m_minuteNs = 0;
};

}

void checkStops(const JvmLook& look, findings::Checks& checks)
{
    constexpr std::string_view kSlow = "jvm.slow-safepoint", kOperation = "jvm.vm-operation";
    if (!look.pass().has("jdk.SafepointBegin"))
        checks.leaveOut(kSlow, "no safepoints were recorded");
    if (!look.pass().has("jdk.ExecuteVMOperation"))
        checks.leaveOut(kOperation, "no operations of the VM were recorded");
    const ToldStops toldSlow(look, kSlow, look.safepoints, checks);
    Finding slow = ofSpans(look, kSlow, FindingSeverity::medium, "safepoints", look.safepoints, toldSlow);
    if (slow.count > 0) {
        slow.sentence = "It took up to " + shortDurationText(longestOf(look.safepoints))
            + " until all threads had stopped"
            + (slow.count == 1 ? "" : ", " + grouped(slow.count) + " times");
        slow.sentence += toldSlow.together(look, slow);
        slow.limits = "Which thread kept the others waiting is not recorded.";
        checks.add(std::move(slow));
    }
    for (const auto& [name, spans] : look.operations) {
        const ToldStops told(look, kOperation, spans, checks);
        Finding finding =
            ofSpans(look, kOperation, FindingSeverity::medium, std::string(look.text(name)), spans, told);
        if (finding.count == 0)
            continue;
        if (longestOf(spans) >= checks.amount(kOperation, "high"))
            finding.severity = FindingSeverity::high;
        finding.sentence = "The VM stopped the program for " + std::string(finding.count == 1 ? "" : "up to ")
            + shortDurationText(longestOf(spans)) + " to do " + findings::quoted(look.text(name))
            + (finding.count == 1 ? "" : ", " + grouped(finding.count) + " times");
        finding.sentence += told.together(look, finding);
        std::map<std::uint64_t, std::int64_t> byCaller; // how long
        std::int64_t allNs = 0;
        for (const VmOperation& each : spans) {
            if (!told(each))
                continue;
            byCaller[each.caller] = addSaturating(byCaller[each.caller], each.time.lengthNs());
            allNs = addSaturating(allNs, each.time.lengthNs());
        }
        const auto& [caller, ns] =
            *std::ranges::max_element(byCaller, {}, [](const auto& each) { return each.second; });
        if (caller != 0 && ns >= allNs / 2)
            finding.sentence += std::string(byCaller.size() == 1 ? "" : "; most") + " for thread "
                + findings::quoted(look.threadName(caller));
        checks.add(std::move(finding));
    }
}

}
