#include "core/stats/slice_walk.h"

#include <limits>

namespace traceglass::stats {

namespace {

// Slices a thread looks at without a look at the job.
constexpr std::uint64_t kSlicesOfBatch = 65'536;

}

bool WalkedPart::look(const Timeline& timeline, const SliceQuestion& question, const WalkedRow& of,
                      const SlicePart& at)
{
    constexpr std::int64_t kLowest = std::numeric_limits<std::int64_t>::min();
    constexpr std::int64_t kHighest = std::numeric_limits<std::int64_t>::max();
    m_row = &of;
    m_part = at;
    m_leftOut = question.everything ? 0 : kLeftOut;
    m_pack = &timeline.pack(at.pack);
    m_clock = &timeline.axis(of.track);
    m_range = {kLowest, kHighest};
    m_isCut = false;
    const std::uint64_t* const only = question.only ? question.only->bits(at.pack).data() : nullptr;
    if (question.only && !only)
        return false;
    if (question.range) {
        m_range = {m_clock->toOwn(question.range->startNs), m_clock->toOwn(question.range->endNs)};
        if (m_pack->start(at.begin) >= m_range.endNs || m_pack->end(at.end - 1) < m_range.startNs)
            return false;
        m_isCut = m_pack->start(at.begin) < m_range.startNs || m_pack->end(at.end - 1) >= m_range.endNs;
    }
    const std::size_t first = at.begin / 64, last = (at.end - 1) / 64;
    if (only)
        m_counted.assign(only + first, only + last + 1);
    else
        m_counted.assign(last - first + 1, ~std::uint64_t(0));
    if (m_isCut)
        query::clearOutside(m_counted, *m_pack, at, m_range);
    if (of.onlyPolls)
        for (std::size_t i = at.begin; i < at.end; ++i) {
            const bool isPoll = StringId(m_pack->names()[i]) == stateName(TaskState::polling);
            m_counted[i / 64 - first] &= ~(std::uint64_t(!isPoll) << i % 64);
        }
    m_open.clear();
    m_flagged.clear();
    m_pack->eachFlagged(at.begin, at.end, [&](std::size_t index, std::uint8_t flags) {
        if (!isCounted(index))
            return;
        m_flagged.push_back({static_cast<std::uint32_t>(index), flags});
        const std::uint64_t bit = std::uint64_t(1) << index % 64;
        if ((flags & m_leftOut) != 0)
            m_counted[index / 64 - first] &= ~bit;
        if ((flags & (slice::kOpenStart | slice::kOpenEnd)) == 0)
            return;
        if (m_open.empty())
            m_open.assign(m_counted.size(), 0);
        m_open[index / 64 - first] |= bit;
    });
    return true;
}

SliceWalk::SliceWalk(const Timeline& timeline, const SliceQuestion& question,
                     const std::vector<WalkedRow>& rows)
    : m_timeline(timeline)
    , m_question(question)
    , m_rows(rows)
    , m_batches(kSlicesOfBatch)
{
    for (std::uint32_t row = 0; row < rows.size(); ++row)
        m_batches.add(timeline, row, rows[row].row);
}

}
