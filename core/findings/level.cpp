#include "core/findings/level.h"

#include "core/stats/columns.h"

#include <algorithm>

namespace traceglass::findings {

Level::Level(const TimeRange& range, std::int64_t stepNs)
    : m_range(range)
    , m_stepNs(std::max<std::int64_t>({stepNs, range.lengthNs() / static_cast<std::int64_t>(kSteps) + 1, 1}))
    , m_partNs(static_cast<std::size_t>(std::max<std::int64_t>(range.lengthNs(), 0) / m_stepNs + 1))
    , m_change(m_partNs.size() + 1)
{
}

TimeRange Level::step(std::size_t index) const
{
    const std::int64_t startNs = m_range.startNs + static_cast<std::int64_t>(index) * m_stepNs;
    return {startNs, std::min(addSaturating(startNs, m_stepNs), m_range.endNs)};
}

void Level::add(TimeRange time)
{
    time = {std::max(time.startNs, m_range.startNs), std::min(time.endNs, m_range.endNs)};
    if (time.endNs <= time.startNs)
        return;
    const auto first = static_cast<std::size_t>((time.startNs - m_range.startNs) / m_stepNs);
    const auto last = static_cast<std::size_t>((time.endNs - 1 - m_range.startNs) / m_stepNs);
    if (first == last) {
        m_partNs[first] = addSaturating(m_partNs[first], time.lengthNs());
        return;
    }
    m_partNs[first] = addSaturating(m_partNs[first], step(first).endNs - time.startNs);
    m_partNs[last] = addSaturating(m_partNs[last], time.endNs - step(last).startNs);
    ++m_change[first + 1];
    --m_change[last];
}

void Level::add(const Level& other)
{
    for (std::size_t i = 0; i < m_partNs.size(); ++i)
        m_partNs[i] = addSaturating(m_partNs[i], other.m_partNs[i]);
    for (std::size_t i = 0; i < m_change.size(); ++i)
        m_change[i] += other.m_change[i];
}

std::vector<std::int64_t> Level::loads() const
{
    std::vector<std::int64_t> out(size());
    std::int64_t whole = 0;
    for (std::size_t i = 0; i < out.size(); ++i) {
        whole += m_change[i];
        out[i] = addSaturating(m_partNs[i], stats::productSaturating(whole, m_stepNs));
    }
    return out;
}

FindingLevel Level::picture(std::string title, double limit, std::size_t atMost) const
{
    const auto all = loads();
    const std::size_t inOne = (all.size() + atMost - 1) / atMost;
    FindingLevel out {.title = std::move(title), .stepNs = m_stepNs, .limit = limit};
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (i % inOne == 0)
            out.values.push_back(0);
        const std::int64_t lengthNs = step(i).lengthNs();
        if (lengthNs > 0)
            out.values.back() =
                std::max(out.values.back(), static_cast<double>(all[i]) / static_cast<double>(lengthNs));
    }
    const auto lengthNs = static_cast<std::int64_t>(out.values.size() * inOne) * m_stepNs;
    out.time = {m_range.startNs, addSaturating(m_range.startNs, lengthNs)};
    return out;
}

}
