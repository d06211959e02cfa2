#include "core/formats/rfr/timeline/rfr_entered.h"

#include <algorithm>

namespace traceglass::rfr {

namespace {

// Looked through one by one: on a thread few are nested deeper.
constexpr std::size_t kNear = 64;

}

void Entered::enter(Entry entry)
{
    m_near.push_back(entry);
    if (m_near.size() == 2 * kNear)
        sink();
}

void Entered::leave(Entry entry)
{
    const auto near = std::find(m_near.rbegin(), m_near.rend(), entry);
    if (near != m_near.rend()) {
        m_near.erase(std::next(near).base());
        if (m_near.empty())
            raise();
        return;
    }
    const auto next = m_numbers.upper_bound({entry, m_number});
    if (next == m_numbers.begin() || std::prev(next)->first != entry)
        return;
    m_deep.erase(std::prev(next)->second);
    m_numbers.erase(std::prev(next));
}

// The lower half goes below, so that a number of entries must follow before it happens again.
void Entered::sink()
{
    const auto half = m_near.begin() + kNear;
    for (auto entry = m_near.begin(); entry != half; ++entry, ++m_number) {
        m_deep.emplace_hint(m_deep.end(), m_number, *entry);
        m_numbers.emplace(*entry, m_number);
    }
    m_near.erase(m_near.begin(), half);
}

void Entered::raise()
{
    for (; m_near.size() < kNear && !m_deep.empty(); m_deep.erase(std::prev(m_deep.end()))) {
        const auto& [number, entry] = *m_deep.rbegin();
        m_near.push_back(entry);
        m_numbers.erase({entry, number});
    }
    std::ranges::reverse(m_near);
}

}
