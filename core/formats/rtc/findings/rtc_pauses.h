// Pauses that are as long as each other, come regularly and take a good part of the time: what pauses is used so, as what is
// off at night.
//
//     Pauses pauses;
//     pauses.add(time);                // in order
//     const UsualPause usual = pauses.take();
//     if (!usual.isSuch(time)) ...
#pragma once

#include "core/base/text.h"
#include "core/formats/rtc/findings/rtc_look.h"

#include <optional>

namespace traceglass::rtc {

struct UsualPause
{
    std::int64_t ns = 0; // 0: there is none

    bool isSuch(std::int64_t pauseNs) const { return ns > 0 && std::abs(pauseNs - ns) <= ns / 10; }
};

// What is silent was so then, too, as always: ", beside 14 pauses of about 1 h".
inline std::string besidePauses(std::uint64_t count, const UsualPause& usual)
{
    return count == 0
        ? std::string()
        : ", beside " + counted(count, "pause", "pauses") + " of about " + shortDurationText(usual.ns);
}

class Pauses
{
public:
    void add(const TimeRange& pause)
    {
        m_lengths.add(pause.lengthNs());
        if (m_lastNs)
            m_apart.add(subtractSaturating(pause.startNs, *m_lastNs));
        m_lastNs = pause.startNs;
    }
    UsualPause take()
    {
        constexpr std::int64_t kToKnow = 3; // two lie as far apart as they may
        constexpr std::int64_t kPart = 4;   // of the time from one to the next: a night of six hours
        const StatHistogram lengths = m_lengths.take(), apart = m_apart.take();
        const auto count = static_cast<std::int64_t>(stats::countOf(lengths));
        const std::int64_t ns = stats::quantile(lengths, stats::kMedian).value_or(0);
        const std::int64_t apartNs = stats::quantile(apart, stats::kMedian).value_or(0);
        const bool areAlike = isSteady(count, ns, spreadOf(lengths), kToKnow)
            && isSteady(count, apartNs, spreadOf(apart), kToKnow);
        return {areAlike && ns >= apartNs / kPart ? ns : 0};
    }

private:
    stats::Counts m_lengths, m_apart; // from the begin of one to that of the next
    std::optional<std::int64_t> m_lastNs;
};

}
