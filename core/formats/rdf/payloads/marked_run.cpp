#include "core/formats/rdf/payloads/marked_run.h"

#include <algorithm>

namespace traceglass::rdf {

namespace {

constexpr std::uint64_t kItemsABlock = 4096;
constexpr std::uint64_t kBytesABlock = 256 * 1024;

}

void MarkedRun::add(std::uint64_t offset, std::uint64_t state)
{
    if (m_marks.empty() || m_count - m_marks.back().number >= kItemsABlock
        || offset - m_marks.back().offset >= kBytesABlock)
        m_marks.push_back({m_count, offset, state});
    ++m_count;
}

std::shared_ptr<const MarkedRun::ItemBlock> MarkedRun::block(std::size_t mark, const Job& job) const
{
    {
        const std::lock_guard lock(m_mutex);
        if (auto known = m_recent.find(mark))
            return *known;
    }
    auto out = std::make_shared<ItemBlock>();
    out->first = m_marks[mark];
    const std::uint64_t end = mark + 1 < m_marks.size() ? m_marks[mark + 1].offset : m_end;
    out->bytes = m_read(out->first.offset, end - out->first.offset, job);
    const std::size_t size = out->bytes.size();
    out->bytes.resize(size + kReadBehind);
    m_decode(*out);
    if (job.stopRequested())
        return out;
    const std::lock_guard lock(m_mutex);
    m_recent.put(mark, out);
    return out;
}

std::shared_ptr<const MarkedRun::ItemBlock> MarkedRun::blockOf(std::uint64_t number, const Job& job) const
{
    const auto behind = std::ranges::upper_bound(m_marks, number, {}, &Mark::number);
    return block(static_cast<std::size_t>(behind - m_marks.begin()) - 1, job);
}

std::optional<MarkedRun::Place> MarkedRun::at(std::uint64_t offset, const Job& job) const
{
    const auto behind = std::ranges::upper_bound(m_marks, offset, {}, &Mark::offset);
    if (behind == m_marks.begin() || offset >= m_end)
        return {};
    const auto found = block(static_cast<std::size_t>(behind - m_marks.begin()) - 1, job);
    const auto next = std::ranges::upper_bound(found->items, offset, {}, &Item::offset);
    if (next == found->items.begin() || offset - std::prev(next)->offset >= std::prev(next)->length)
        return {};
    const auto before = static_cast<std::uint64_t>(next - found->items.begin()) - 1;
    return Place {found->first.number + before, std::prev(next)->offset};
}

}
