// When to show what has been made so far: soon for the first time, then about ten times a second, less often where
// showing takes long, but no later than a second after it was shown last.
//
//     Pace pace;
//     while (work()) {
//         if (pace.isDue())
//             pace.show([&] { publish(snapshot()); });
//     }
#pragma once

#include <algorithm>
#include <chrono>

namespace traceglass {

class Pace
{
public:
    bool isDue() const { return Clock::now() >= m_next; }

    template <class Show>
    void show(Show&& show)
    {
        constexpr int kOthers = 20; // times as long goes into other work
        const auto start = Clock::now();
        show();
        const auto end = Clock::now();
        m_next = end + std::clamp<Clock::duration>(kOthers * (end - start), kShortest, kLongest);
    }

private:
    using Clock = std::chrono::steady_clock;
    static constexpr auto kFirst = std::chrono::milliseconds(30);
    static constexpr auto kShortest = std::chrono::milliseconds(100);
    static constexpr auto kLongest = std::chrono::seconds(1);

    Clock::time_point m_next = Clock::now() + kFirst;
};

}
