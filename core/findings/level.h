// How many of something there were at once, on average over steps of time: tasks that wait, a thread that is busy.
//
//     Level ready(range, 10'000'000);
//     ready.add(slice.time);                    // any number, in any order, at the same cost however long
//     const auto load = ready.loads();          // ns in each step: twice the step's length are two at once
//
// Of more than kSteps steps each is made longer.
#pragma once

#include "core/base/time_text.h"
#include "core/model/findings.h"

#include <cstdint>
#include <vector>

namespace traceglass::findings {

class Level
{
public:
    static constexpr std::size_t kSteps = std::size_t(1) << 20;

    Level() = default;
    Level(const TimeRange& range, std::int64_t stepNs);

    std::int64_t stepNs() const { return m_stepNs; }
    std::size_t size() const { return m_partNs.size(); }
    TimeRange step(std::size_t index) const; // the last one ends with the range
    void add(TimeRange time);
    void add(const Level& other); // of the same range and step
    std::vector<std::int64_t> loads() const;
    // As a picture: means of steps, of more than so many the highest of neighbours.
    FindingLevel picture(std::string title, double limit, std::size_t atMost = 1'024) const;

private:
    TimeRange m_range;
    std::int64_t m_stepNs = 1;
    std::vector<std::int64_t> m_partNs; // of what covers a step in part
    std::vector<std::int64_t> m_change; // of how many cover the step as a whole, from the one before
};

}
