#include "core/formats/rtc/findings/rtc_passed_time.h"

#include <algorithm>

namespace traceglass::rtc {

void PassedTime::finish()
{
    std::ranges::sort(m_jumps, {}, [](const Jump& jump) { return jump.shown.startNs; });
    std::vector<Jump> apart;
    for (const Jump& jump : m_jumps) {
        if (apart.empty() || apart.back().shown.endNs <= jump.shown.startNs) {
            apart.push_back(jump);
            continue;
        }
        TimeRange& common = apart.back().shown;
        common = {jump.shown.startNs, std::min(common.endNs, jump.shown.endNs)};
    }
    std::int64_t beforeNs = 0;
    for (Jump& jump : apart) {
        jump.beforeNs = beforeNs;
        beforeNs = addSaturating(beforeNs, jump.shown.lengthNs());
    }
    m_jumps = std::move(apart);
}

std::int64_t PassedTime::passedBehind(std::int64_t shownNs) const
{
    const auto behind =
        std::ranges::upper_bound(m_jumps, shownNs, {}, [](const Jump& jump) { return jump.shown.startNs; });
    if (behind == m_jumps.begin())
        return shownNs;
    const Jump& jump = *std::prev(behind);
    return subtractSaturating(std::max(shownNs, jump.shown.endNs),
                              addSaturating(jump.beforeNs, jump.shown.lengthNs()));
}

std::int64_t PassedTime::shown(std::int64_t passedNs) const
{
    const auto behind = std::ranges::upper_bound(m_jumps, passedNs, {}, [](const Jump& jump) {
        return subtractSaturating(jump.shown.startNs, jump.beforeNs);
    });
    if (behind == m_jumps.begin())
        return passedNs;
    const Jump& jump = *std::prev(behind);
    return addSaturating(passedNs, addSaturating(jump.beforeNs, jump.shown.lengthNs()));
}

}
