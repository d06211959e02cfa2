// The part of TrackPainter that draws counters: an antialiased line, what is below it filled.
#include "widgets/timeline/painting/counter_columns.h"
#include "widgets/timeline/painting/track_painter.h"
#include "widgets/timeline/scene/counter_scale.h"

#include <QPainterPath>
#include <algorithm>
#include <cmath>

namespace traceglass {

namespace {

constexpr double kLineWidth = 1.4;

// A colour laid over pixels that are nearly all the same.
class Wash
{
public:
    explicit Wash(const QColor& color)
        : m_color(color.rgb())
        , m_percent(static_cast<int>(std::lround(color.alphaF() * 100)))
    {
    }

    QRgb over(QRgb ground)
    {
        if (ground != m_ground) {
            m_ground = ground;
            m_result = blended(ground, m_color, m_percent);
        }
        return m_result;
    }

private:
    QRgb m_color;
    int m_percent;
    QRgb m_ground = 0; // not opaque: never met
    QRgb m_result = 0;
};

}

void TrackPainter::paintCounter(const TrackLine& line, int y)
{
    const Timeline& timeline = m_scene.timeline();
    const Track& track = timeline.track(line.track);
    const auto scale = counterScale(m_scene, line.track);
    if (!scale)
        return;
    std::vector<TimeRange> holes;
    for (const DamagedTime& damage : m_scene.damage()) {
        if (m_scene.concerns(damage, line))
            holes.push_back(damage.time);
    }
    const ClockAxis& axis = timeline.axis(line.track);
    const std::int64_t endNs =
        axis.range == TimeRange() ? timeline.range.endNs : axis.toView(axis.range.endNs);
    const CounterColumns columns = counterColumns(m_runs.values(track.firstRow), m_axis,
                                                  {timeline.about(line.track).steps, endNs, holes});

    const int top = device(y);
    const int bottom = device(y + line.height) - std::max(1, device(1)); // above the hairline
    const double half = kLineWidth * m_ratio / 2;
    const int width = std::min(m_axis.width, m_image->width());
    std::vector<double> upper(static_cast<std::size_t>(width));
    std::vector<double> lower(static_cast<std::size_t>(width));
    int marked = 0; // where what is hatched alike began
    std::uint8_t flags = 0;
    const auto markUntil = [&](int x) {
        if (flags & slice::kDamaged) {
            hatch(Hatch::failed, logical(marked, top, x, bottom));
        } else if (flags & slice::kApproximate && marked < x) {
            QPainterPath below; // estimates are many, and what is above the line says nothing
            below.moveTo(marked / m_ratio, bottom / m_ratio);
            for (int at = marked; at < x; ++at)
                below.lineTo(at / m_ratio, upper[static_cast<std::size_t>(at)] / m_ratio);
            below.lineTo(x / m_ratio, upper[static_cast<std::size_t>(x - 1)] / m_ratio);
            below.lineTo(x / m_ratio, bottom / m_ratio);
            m_painter->save();
            m_painter->setClipPath(below);
            hatch(Hatch::unknown, logical(marked, top, x, bottom));
            m_painter->restore();
        }
        marked = x;
    };
    for (int x = 0; x < width; ++x) {
        const std::size_t i = static_cast<std::size_t>(x);
        const auto yOf = [&](double value) { return m_ratio * counterY(*scale, value, y, line.height); };
        upper[i] = columns.has(x) ? std::max<double>(top, yOf(columns.high[i]) - half) : bottom;
        lower[i] = columns.has(x) ? std::min<double>(bottom, yOf(columns.low[i]) + half) : bottom;
        const std::uint8_t here = columns.has(x) ? columns.flags[i] : std::uint8_t(0);
        if (here != flags) {
            markUntil(x);
            flags = here;
        }
    }
    markUntil(width);

    Wash fill(m_theme->counterFill);
    const QRgb color = m_theme->counter.rgb();
    for (int row = std::max(0, top); row < std::min(bottom, m_image->height()); ++row) {
        QRgb* const pixels = reinterpret_cast<QRgb*>(m_image->scanLine(row));
        for (int x = 0; x < width; ++x) {
            const std::size_t i = static_cast<std::size_t>(x);
            if (row + 1 <= upper[i])
                continue;
            if (row >= lower[i]) {
                pixels[x] = fill.over(pixels[x]);
                continue;
            }
            const double covered = std::min(row + 1.0, lower[i]) - std::max<double>(row, upper[i]);
            const QRgb below = row + 1 > lower[i] ? fill.over(pixels[x]) : pixels[x];
            pixels[x] = blended(below, color, static_cast<int>(std::lround(covered * 100)));
        }
    }
}

}
