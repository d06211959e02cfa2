#include "widgets/timeline/painting/counter_columns.h"

#include <algorithm>

namespace traceglass {

namespace {

// In order, those that overlap as one: a line asks between each two of its values.
std::vector<TimeRange> apart(std::span<const TimeRange> holes)
{
    std::vector<TimeRange> sorted(holes.begin(), holes.end());
    std::ranges::sort(sorted, {}, &TimeRange::startNs);
    std::vector<TimeRange> out;
    for (const TimeRange& hole : sorted) {
        if (!out.empty() && hole.startNs <= out.back().endNs)
            out.back().endNs = std::max(out.back().endNs, hole.endNs);
        else
            out.push_back(hole);
    }
    return out;
}

}

CounterColumns counterColumns(std::span<const ValueRun> runs, const TimeAxis& axis, const CounterShape& shape)
{
    const std::size_t width = static_cast<std::size_t>(std::max(1, axis.width));
    CounterColumns columns;
    columns.low.assign(width, std::numeric_limits<double>::quiet_NaN());
    columns.high = columns.low;
    columns.flags.assign(width, 0);

    // Unlike TimeAxis::x not cut far outside: a line to a distant value keeps its slope.
    const auto position = [&](std::int64_t ns) {
        const double distance = static_cast<double>(ns) - static_cast<double>(axis.view.startNs);
        std::int64_t exact = 0;
        const bool far = __builtin_sub_overflow(ns, axis.view.startNs, &exact);
        return (far ? distance : static_cast<double>(exact)) * axis.width
            / static_cast<double>(axis.lengthNs());
    };
    const std::vector<TimeRange> holes = apart(shape.holes);
    // Where nothing is known first within the time between two values; its end when everything is.
    const auto firstHole = [&](std::int64_t fromNs, std::int64_t toNs) {
        const auto hole = std::ranges::upper_bound(holes, fromNs, {}, &TimeRange::endNs);
        return hole == holes.end() || hole->startNs >= toNs ? toNs : std::max(fromNs, hole->startNs);
    };
    const auto put = [&](std::size_t i, double low, double high, std::uint8_t flags) {
        const bool isNew = std::isnan(columns.low[i]);
        columns.low[i] = isNew ? low : std::min(columns.low[i], low);
        columns.high[i] = isNew ? high : std::max(columns.high[i], high);
        columns.flags[i] = static_cast<std::uint8_t>(columns.flags[i] | flags);
    };
    const auto forColumns = [&](double from, double to, auto visit) {
        if (to < 0 || from >= axis.width)
            return;
        const int last = static_cast<int>(std::floor(std::min(to, axis.width - 1.0)));
        for (int x = static_cast<int>(std::floor(std::max(0.0, from))); x <= last; ++x)
            visit(x);
    };
    const auto span = [&](double from, double to, double low, double high, std::uint8_t flags) {
        forColumns(from, to, [&](int x) { put(static_cast<std::size_t>(x), low, high, flags); });
    };
    const auto slope = [&](double from, double first, double to, double last, std::uint8_t flags) {
        const auto at = [&, length = to - from](double place) {
            const double share = length > 0 ? std::clamp((place - from) / length, 0.0, 1.0) : 0.0;
            return first + (last - first) * share;
        };
        forColumns(from, to, [&](int x) {
            const double left = at(x);
            const double right = at(x + 1);
            put(static_cast<std::size_t>(x), std::min(left, right), std::max(left, right), flags);
        });
    };

    for (std::size_t i = 0; i < runs.size(); ++i) {
        const ValueRun& run = runs[i];
        span(position(run.startNs), position(run.endNs), run.low, run.high, run.flags);
        const bool isLast = i + 1 == runs.size();
        if (isLast && !(shape.steps && shape.endNs > run.endNs))
            continue;
        const std::int64_t nextNs = isLast ? shape.endNs : runs[i + 1].startNs;
        const std::int64_t hole = firstHole(run.endNs, nextNs);
        if (shape.steps)
            span(position(run.endNs), position(hole), run.last, run.last, run.flags);
        if (isLast || hole < nextNs)
            continue;
        const ValueRun& next = runs[i + 1];
        const double to = position(nextNs);
        if (shape.steps)
            span(to, to, std::min(run.last, next.first), std::max(run.last, next.first), next.flags);
        else
            slope(position(run.endNs), run.last, to, next.first,
                  static_cast<std::uint8_t>(run.flags | next.flags));
    }
    return columns;
}

}
