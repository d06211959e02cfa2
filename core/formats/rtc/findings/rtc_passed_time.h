// Time as it passed by a clock that was set forward: what it then showed more is taken out.
//
//     PassedTime time;
//     time.takeOut({set.startNs, set.endNs});   // in any order; of several that overlap what they have in common
//     time.finish();
//     time.passed(shownNs), time.shown(passedNs)
#pragma once

#include "core/base/time_text.h"

#include <vector>

namespace traceglass::rtc {

class PassedTime
{
public:
    void takeOut(const TimeRange& shown) { m_jumps.push_back({shown}); }
    void finish();

    // Of most clocks nothing is taken out, and this is asked of each frame.
    std::int64_t passed(std::int64_t shownNs) const
    {
        return m_jumps.empty() ? shownNs : passedBehind(shownNs);
    }
    std::int64_t shown(std::int64_t passedNs) const;
    TimeRange passed(const TimeRange& shown) const { return {passed(shown.startNs), passed(shown.endNs)}; }
    TimeRange shown(const TimeRange& passed) const { return {shown(passed.startNs), shown(passed.endNs)}; }

private:
    struct Jump
    {
        TimeRange shown;
        std::int64_t beforeNs = 0; // taken out before it
    };
    std::int64_t passedBehind(std::int64_t shownNs) const;

    std::vector<Jump> m_jumps {}; // in order and apart
};

}
