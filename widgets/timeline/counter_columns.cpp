#include "widgets/timeline/counter_columns.h"

#include <algorithm>

namespace traceglass {

namespace {

class Columns
{
public:
    Columns(const TimeAxis& axis, const CounterShape& shape)
        : m_axis(axis)
        , m_shape(shape)
    {
        const std::size_t width = static_cast<std::size_t>(std::max(1, axis.width));
        m_columns.low.assign(width, std::numeric_limits<double>::quiet_NaN());
        m_columns.high = m_columns.low;
        m_columns.flags.assign(width, 0);
    }

    void addRun(const ValueRun& run)
    {
        const double from = position(run.startNs);
        const double to = position(run.endNs);
        span(from, to, run.low, run.high, run.flags);
    }

    void connect(const ValueRun& before, const ValueRun& after)
    {
        const std::int64_t hole = firstHole(before.endNs, after.startNs);
        const bool broken = hole < after.startNs;
        const double from = position(before.endNs);
        const double to = position(after.startNs);
        if (m_shape.steps) {
            span(from, position(hole), before.last, before.last, before.flags);
            if (!broken)
                span(to, to, std::min(before.last, after.first), std::max(before.last, after.first),
                     after.flags);
        } else if (!broken) {
            slope(from, before.last, to, after.first, static_cast<std::uint8_t>(before.flags | after.flags));
        }
    }

    void holdLast(const ValueRun& last)
    {
        if (m_shape.steps && m_shape.endNs > last.endNs)
            span(position(last.endNs), position(firstHole(last.endNs, m_shape.endNs)), last.last, last.last,
                 last.flags);
    }

    CounterColumns take() { return std::move(m_columns); }

private:
    // Unlike TimeAxis::x not cut far outside: a line to a distant value keeps its slope.
    double position(std::int64_t ns) const
    {
        const double distance = static_cast<double>(ns) - static_cast<double>(m_axis.view.startNs);
        std::int64_t exact = 0;
        const bool far = __builtin_sub_overflow(ns, m_axis.view.startNs, &exact);
        return (far ? distance : static_cast<double>(exact)) * m_axis.width
            / static_cast<double>(m_axis.lengthNs());
    }

    // Where nothing is known first within the time between two values; its end when everything is.
    std::int64_t firstHole(std::int64_t fromNs, std::int64_t toNs) const
    {
        std::int64_t first = toNs;
        for (const TimeRange& hole : m_shape.holes) {
            if (hole.startNs < first && hole.endNs > fromNs)
                first = std::max(fromNs, hole.startNs);
        }
        return first;
    }

    void put(int x, double low, double high, std::uint8_t flags)
    {
        const std::size_t i = static_cast<std::size_t>(x);
        if (std::isnan(m_columns.low[i])) {
            m_columns.low[i] = low;
            m_columns.high[i] = high;
        } else {
            m_columns.low[i] = std::min(m_columns.low[i], low);
            m_columns.high[i] = std::max(m_columns.high[i], high);
        }
        m_columns.flags[i] = static_cast<std::uint8_t>(m_columns.flags[i] | flags);
    }

    struct Pixels
    {
        int first = 0;
        int last = -1; // inclusive
    };
    Pixels columnsOf(double from, double to) const
    {
        if (to < 0 || from >= m_axis.width)
            return {};
        return {static_cast<int>(std::floor(std::max(0.0, from))),
                static_cast<int>(std::floor(std::min(to, m_axis.width - 1.0)))};
    }

    void span(double from, double to, double low, double high, std::uint8_t flags)
    {
        const Pixels pixels = columnsOf(from, to);
        for (int x = pixels.first; x <= pixels.last; ++x)
            put(x, low, high, flags);
    }

    void slope(double from, double first, double to, double last, std::uint8_t flags)
    {
        const Pixels pixels = columnsOf(from, to);
        const double length = to - from;
        for (int x = pixels.first; x <= pixels.last; ++x) {
            const auto at = [&](double place) {
                const double share = length > 0 ? std::clamp((place - from) / length, 0.0, 1.0) : 0.0;
                return first + (last - first) * share;
            };
            const double left = at(x);
            const double right = at(x + 1);
            put(x, std::min(left, right), std::max(left, right), flags);
        }
    }

    const TimeAxis& m_axis;
    const CounterShape& m_shape;
    CounterColumns m_columns;
};

}

CounterColumns counterColumns(std::span<const ValueRun> runs, const TimeAxis& axis, const CounterShape& shape)
{
    Columns columns(axis, shape);
    for (std::size_t i = 0; i < runs.size(); ++i) {
        columns.addRun(runs[i]);
        if (i + 1 < runs.size())
            columns.connect(runs[i], runs[i + 1]);
    }
    if (!runs.empty())
        columns.holdLast(runs.back());
    return columns.take();
}

}
