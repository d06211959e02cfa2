#include "core/model/record_refs.h"

#include <algorithm>
#include <map>
#include <utility>

namespace traceglass {

namespace {

constexpr unsigned kWindowBits = 20; // so that sorting what lies in one is over in milliseconds

std::uint32_t offsetOf(RecordRef ref)
{
    return static_cast<std::uint32_t>(ref.bits & ((std::uint64_t(1) << kWindowBits) - 1));
}

}

RecordRefs::RecordRefs(const std::function<void(const Take&)>& each, const Job& job)
{
    std::map<std::uint64_t, std::size_t> next; // by window: how many, then where the next one goes
    const auto in = [&, last = next.end()](RecordRef ref) mutable -> std::size_t& {
        const std::uint64_t window = ref.bits >> kWindowBits;
        if (last == next.end() || last->first != window)
            last = next.try_emplace(window, 0).first;
        return last->second;
    };
    each([count = in](RecordRef ref) mutable { ++count(ref); });
    std::size_t total = 0;
    for (auto& [window, place] : next) {
        m_windows.push_back({window, total});
        total += std::exchange(place, total);
    }
    m_offsets.resize(total);
    each([this, place = in](RecordRef ref) mutable { m_offsets[place(ref)++] = offsetOf(ref); });
    std::size_t kept = 0;
    for (std::size_t i = 0; i < m_windows.size() && !job.stopRequested(); ++i) {
        const std::size_t begin = std::exchange(m_windows[i].begin, kept);
        const std::size_t end = i + 1 < m_windows.size() ? m_windows[i + 1].begin : total;
        const auto first = m_offsets.begin() + static_cast<std::ptrdiff_t>(begin);
        const auto last = m_offsets.begin() + static_cast<std::ptrdiff_t>(end);
        std::sort(first, last);
        const auto out = m_offsets.begin() + static_cast<std::ptrdiff_t>(kept);
        kept += static_cast<std::size_t>(std::move(first, std::unique(first, last), out) - out);
    }
    if (job.stopRequested())
        m_windows.clear(), kept = 0;
    m_offsets.resize(kept);
}

bool RecordRefs::contains(RecordRef ref) const
{
    const std::uint64_t number = ref.bits >> kWindowBits;
    const auto window = std::ranges::lower_bound(m_windows, number, {}, &Window::number);
    if (window == m_windows.end() || window->number != number)
        return false;
    const std::size_t end = window + 1 == m_windows.end() ? m_offsets.size() : (window + 1)->begin;
    return std::binary_search(m_offsets.begin() + static_cast<std::ptrdiff_t>(window->begin),
                              m_offsets.begin() + static_cast<std::ptrdiff_t>(end), offsetOf(ref));
}

}
