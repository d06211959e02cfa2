#include "core/findings/window_reach.h"

#include "core/model/record_field.h"

#include <algorithm>
#include <iterator>
#include <map>

namespace traceglass::findings {

std::vector<Reach> reachOf(const std::vector<AmountAt>& all, const std::vector<Reach>& windows,
                           std::int64_t thousandths)
{
    // How much more it is than that part from the very first on: it gains most from where that is least before a window
    // to where it is most behind it.
    constexpr int kThousand = 1'000;
    const std::size_t count = all.size();
    std::vector<std::size_t> least(count), most(count); // up to there, from there on
    std::vector<WideInteger> gains(count);              // behind each
    WideInteger sum = 0, leastGain = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const WideInteger gain = sum * kThousand - WideInteger(all[i].begin) * thousandths;
        least[i] = i == 0 || gain <= leastGain ? i : least[i - 1];
        leastGain = least[i] == i ? gain : leastGain;
        sum += all[i].amount;
        gains[i] = sum * kThousand - WideInteger(all[i].end) * thousandths;
    }
    for (std::size_t i = count; i-- > 0;)
        most[i] = i + 1 == count || gains[i] >= gains[most[i + 1]] ? i : most[i + 1];
    std::map<std::size_t, std::size_t> reached; // the last by the first
    const auto overlapping = [&](const Reach& each) {
        const auto later = reached.upper_bound(each.last);
        return later != reached.begin() && std::prev(later)->second >= each.first ? std::prev(later)
                                                                                  : reached.end();
    };
    for (const Reach& window : windows) {
        if (overlapping(window) != reached.end())
            continue;
        Reach reach {least[window.first], most[window.last]};
        for (auto known = overlapping(reach); known != reached.end(); known = overlapping(reach)) {
            reach = {std::min(known->first, reach.first), std::max(known->second, reach.last)};
            reached.erase(known);
        }
        reached.emplace(reach.first, reach.last);
    }
    std::vector<Reach> out;
    for (const auto& [first, last] : reached)
        out.push_back({first, last});
    return out;
}

}
