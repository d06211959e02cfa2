#include "widgets/timeline/painting/run_cache.h"

namespace traceglass {

void RunCache::setFrame(const TimelinePtr& timeline, const TimeAxis& axis)
{
    if (m_timeline == timeline && m_axis == axis)
        return;
    m_timeline = timeline;
    m_axis = axis;
    m_runs.clear();
    m_values.clear();
}

std::span<const Run> RunCache::runs(RowId row)
{
    const auto [entry, added] = m_runs.try_emplace(number(row));
    if (added) {
        ++m_queries;
        // A pixel more on both sides: gaps and idle lines at the edges depend on the neighbours.
        const std::int64_t margin = m_axis.nsPerPixel();
        const TimeRange window {subtractSaturating(m_axis.view.startNs, margin),
                                addSaturating(m_axis.view.endNs, margin)};
        m_timeline->query(row, window, m_axis.nsPerPixel(), entry->second);
    }
    return entry->second;
}

std::span<const ValueRun> RunCache::values(RowId row)
{
    const auto [entry, added] = m_values.try_emplace(number(row));
    if (added) {
        ++m_queries;
        m_timeline->queryValues(row, m_axis.view, m_axis.nsPerPixel(), entry->second);
    }
    return entry->second;
}

}
