// All slices of a row in order, for rules: whole columns at a time, and no text is made.
//
//     const RowWalk walk(timeline, job);
//     walk.each(row, 0, [&](const SeenSlice& slice) { sum += slice.time.lengthNs(); });
//
// Slices that reach into a time of which something is lost are left out: how long they really took nobody knows.
// With a least duration, blocks of slices that are all shorter are not looked at. Once the job is stopped the rest is left
// out, within a part of 65,536 slices: what was found by then is not whole, and whoever started it throws it away.
#pragma once

#include "core/base/job.h"
#include "core/timeline/timeline.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace traceglass::findings {

struct SeenSlice
{
    TimeRange time; // view time
    StringId name {};
    std::uint8_t flags = 0;
    const SlicePack* pack = nullptr;
    std::size_t index = 0;

    RecordRef ref() const { return pack->ref(index); }
    bool isClosed() const { return !(flags & (slice::kOpenStart | slice::kOpenEnd)); }
};

class RowWalk
{
public:
    // `lost`: in order, and apart from each other.
    RowWalk(const Timeline& timeline, const Job& job, std::vector<TimeRange> lost = {})
        : m_timeline(timeline)
        , m_job(job)
        , m_lost(std::move(lost))
    {
    }

    const Timeline& timeline() const { return m_timeline; }
    const Job& job() const { return m_job; }
    bool isStopped() const { return m_job.stopRequested(); }
    const std::vector<TimeRange>& lost() const { return m_lost; }
    // Of what has a duration.
    bool isLost(const TimeRange& time) const
    {
        if (m_lost.empty() || time.startNs >= time.endNs)
            return false;
        const auto range = std::ranges::upper_bound(m_lost, time.startNs, {}, &TimeRange::endNs);
        return range != m_lost.end() && range->startNs < time.endNs;
    }

    template <class Visit>
    void each(RowId row, std::int64_t atLeastNs, const Visit& visit) const
    {
        const std::int64_t shift = m_timeline.shift(row);
        for (std::size_t i = 0; i < m_timeline.partCount(row) && !isStopped(); ++i)
            eachOf(m_timeline.part(row, i), shift, atLeastNs, visit);
    }

private:
    template <class Visit>
    void eachOf(const SlicePart& part, std::int64_t shift, std::int64_t atLeastNs, const Visit& visit) const
    {
        const SlicePack& pack = m_timeline.pack(part.pack);
        std::vector<std::pair<std::size_t, std::uint8_t>> flagged;
        pack.eachFlagged(part.begin, part.end,
                         [&](std::size_t index, std::uint8_t flags) { flagged.emplace_back(index, flags); });
        auto next = flagged.begin();
        const bool mayBeLost = !m_lost.empty(), isAnyFlagged = !flagged.empty(); // most often neither
        pack.eachBlock(part.begin, part.end, atLeastNs,
                       [&](std::size_t first, std::size_t last, const auto& starts, const auto& durations) {
                           for (std::size_t index = first; index < last; ++index) {
                               const std::int64_t durationNs = durations[index - first];
                               if (durationNs < atLeastNs)
                                   continue;
                               SeenSlice seen;
                               seen.time.startNs = addSaturating(starts[index - first], shift);
                               seen.time.endNs = addSaturating(seen.time.startNs, durationNs);
                               if (mayBeLost && isLost(seen.time))
                                   continue;
                               seen.name = StringId(pack.names()[index]);
                               if (isAnyFlagged) {
                                   while (next != flagged.end() && next->first < index)
                                       ++next;
                                   seen.flags = next != flagged.end() && next->first == index
                                       ? next->second
                                       : std::uint8_t(0);
                               }
                               seen.pack = &pack;
                               seen.index = index;
                               visit(static_cast<const SeenSlice&>(seen));
                           }
                       });
    }

    const Timeline& m_timeline;
    const Job& m_job;
    const std::vector<TimeRange> m_lost;
};

}
