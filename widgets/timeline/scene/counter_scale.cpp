#include "widgets/timeline/scene/counter_scale.h"

#include "core/base/text.h"
#include "widgets/common/utf8.h"
#include "widgets/timeline/scene/timeline_scene.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

namespace traceglass {

namespace {

constexpr QChar kMinus(0x2212);

QString noNumber()
{
    return QCoreApplication::translate("CounterScale", "no number");
}

QString withUnit(QString text, const std::string& unit)
{
    if (text.startsWith(QLatin1Char('-')))
        text[0] = kMinus;
    return unit.empty() ? text : text + QLatin1Char(' ') + fromUtf8(unit);
}

bool endsInZero(double value, int decimals)
{
    return QString::number(value, 'f', decimals).endsWith(QLatin1Char('0'));
}

using Extremes = std::optional<std::pair<double, double>>;

Extremes both(const Extremes& a, const Extremes& b)
{
    if (!a || !b)
        return a ? a : b;
    return std::pair(std::min(a->first, b->first), std::max(a->second, b->second));
}

Extremes visibleRange(const Timeline& timeline, RowId row, TimeRange window)
{
    constexpr std::int64_t kColumns = 1000; // fine enough: runs carry their extremes
    std::vector<ValueRun> runs;
    timeline.queryValues(row, window, std::max<std::int64_t>(1, window.lengthNs() / kColumns), runs);
    Extremes range;
    for (const ValueRun& run : runs) {
        if (run.endNs >= window.startNs && run.startNs <= window.endNs)
            range = both(range, std::pair(run.low, run.high));
    }
    return range;
}

}

double CounterScale::share(double value) const
{
    if (!(high > low))
        return 0.5;
    return (value / 2 - low / 2) / (high / 2 - low / 2); // halves: the difference may be beyond a double
}

CounterScale makeCounterScale(double low, double high)
{
    CounterScale scale {low, high, 0};
    const double most = std::max({std::abs(low), std::abs(high), high - low});
    const double spread = high > low ? high - low : most;
    if (spread > 0)
        scale.decimals = std::clamp(2 - static_cast<int>(std::floor(std::log10(spread))), 0, 9); // 3 digits
    while (scale.decimals > 0 && endsInZero(low, scale.decimals) && endsInZero(high, scale.decimals))
        --scale.decimals;
    return scale;
}

std::optional<CounterScale> counterScale(const TimelineScene& scene, TrackId track)
{
    const Timeline& timeline = scene.timeline();
    if (scene.choice(track).visibleScale) {
        Extremes visible;
        for (const TrackId piece : scene.onScaleOf(track)) {
            if (const RowId row = timeline.track(piece).firstRow; row != kNoRow)
                visible = both(visible, visibleRange(timeline, row, scene.session().view()));
        }
        if (visible)
            return makeCounterScale(visible->first, visible->second);
    }
    const Extremes range = scene.valueRangeOf(track);
    if (!range)
        return {};
    const bool fromZero = timeline.about(track).fromZero; // shares and amounts are read against nothing
    return makeCounterScale(fromZero ? std::min(0.0, range->first) : range->first,
                            fromZero ? std::max(0.0, range->second) : range->second);
}

double counterY(const CounterScale& scale, double value, double top, double height, double air)
{
    const double lowest = top + height - 1 - air; // above the hairline
    if (std::isnan(value))
        return lowest;
    return lowest - (lowest - top - air) * std::clamp(scale.share(value), -1.0, 2.0);
}

bool hasOwnUnits(const std::string& unit)
{
    return unit == "B" || unit == "ns";
}

QString valueText(double value, int decimals, const std::string& unit, TimeUnit time)
{
    if (std::isnan(value))
        return noNumber();
    constexpr double kMost = 9e18; // of 64 bits
    if (hasOwnUnits(unit) && std::abs(value) < kMost) {
        const auto whole = static_cast<std::int64_t>(std::round(value));
        if (unit == "ns")
            return fromUtf8(durationText(whole, time));
        const QString size = fromUtf8(sizeText(static_cast<std::uint64_t>(std::abs(whole))));
        return whole < 0 ? kMinus + size : size;
    }
    constexpr double kLongest = 1e12; // more digits than a label column holds
    constexpr double kLeast = 1e-6;
    const double size = std::abs(value);
    if (!std::isfinite(value) || size >= kLongest || (size > 0 && size < kLeast))
        return withUnit(QString::number(value, 'g', 4), unit);
    QString text = QString::number(value, 'f', decimals);
    const qsizetype first = text.startsWith(QLatin1Char('-')) ? 1 : 0;
    const qsizetype point = text.indexOf(QLatin1Char('.'));
    for (qsizetype at = (point < 0 ? text.size() : point) - 3; at > first; at -= 3)
        text.insert(at, QLatin1Char(','));
    return withUnit(text, unit);
}

QString exactValueText(double value, const std::string& unit, TimeUnit time)
{
    if (hasOwnUnits(unit))
        return valueText(value, 0, unit, time);
    if (std::isnan(value))
        return noNumber();
    constexpr int kFloatDigits = 7;
    const double size = std::abs(value);
    if (!std::isfinite(value) || size >= 1e12 || (size > 0 && size < 1e-6))
        return withUnit(QString::number(value, 'g', kFloatDigits), unit);
    const int whole = size >= 1 ? static_cast<int>(std::floor(std::log10(size))) + 1 : 0;
    const int leading = size > 0 && size < 0.1 ? -static_cast<int>(std::floor(std::log10(size))) - 1 : 0;
    int decimals = std::clamp(kFloatDigits - whole + leading, 0, 12);
    while (decimals > 0 && endsInZero(value, decimals))
        --decimals;
    return valueText(value, decimals, unit);
}

std::optional<Slice> valueAt(const Timeline& timeline, TrackId track, std::int64_t viewNs)
{
    const RowId row = timeline.track(track).firstRow;
    if (row == kNoRow)
        return {};
    const auto before = timeline.sliceBefore(row, addSaturating(viewNs, 1));
    if (timeline.about(track).steps)
        return before;
    const auto after = timeline.sliceAfter(row, viewNs);
    if (!before || !after)
        return before ? before : after;
    const bool nearer =
        subtractSaturating(after->startNs, viewNs) < subtractSaturating(viewNs, before->startNs);
    return nearer ? after : before;
}

}
