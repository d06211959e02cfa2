// The parts of TrackPainter that show many slices at once: densities of folded groups, and events.
#include "widgets/timeline/markers.h"
#include "widgets/timeline/track_painter.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace traceglass {

namespace {

constexpr int kLevels = 5;
constexpr int kDensityLeast = 2;
constexpr int kDensityMost = 15;

Marker markerOf(std::size_t level)
{
    return level == 3 ? Marker::triangle : level == 4 ? Marker::square : Marker::diamond;
}

}

void TrackPainter::paintEvents(const Track& track, int y, int height)
{
    struct Sign
    {
        int x; // logical
        StringId name;
    };
    std::array<std::vector<Sign>, kLevels> markers;
    const int width = static_cast<int>(std::ceil(m_axis.width / m_ratio));
    const Timeline& timeline = m_scene.timeline();
    std::size_t level = 0;
    for (RowId row = track.firstRow; row != kNoRow && level < kLevels; row = timeline.nextRow(row), ++level) {
        for (const Run& run : m_runs.runs(row)) {
            const int x = static_cast<int>(std::floor(m_axis.x(run.startNs) / m_ratio));
            if (x > -8 && x < width + 8 && (markers[level].empty() || markers[level].back().x != x))
                markers[level].push_back({x, run.name});
        }
    }

    const QColor colors[] = {m_theme->eventTrace, m_theme->eventDebug, m_theme->eventInfo, m_theme->eventWarn,
                             m_theme->eventError};
    Occupied occupied(width);
    for (level = 0; level < kLevels; ++level) {
        for (const Sign& marker : markers[level])
            occupied.take(marker.x - 6, marker.x + 7);
    }
    constexpr int kMostTries = 500; // denser lines have no room for texts anyway
    int tries = 0;
    for (level = kLevels; level-- > 0;) {
        LabelCache& labels = level >= 3 ? m_boldLabels : m_labels;
        const QColor color = level == 4 ? m_theme->error : level == 3 ? m_theme->warning : m_theme->text2;
        for (const Sign& marker : markers[level]) {
            if (tries++ > kMostTries)
                break;
            const auto& look = m_scene.look(marker.name);
            const int left = marker.x + 9;
            const int right = left + labels.width(look.text);
            if (!occupied.isFree(left, right + 4))
                continue;
            occupied.take(left, right + 4);
            labels.draw(*m_painter, look.text, left, y + (height - labels.height()) / 2.0,
                        fadedIf(look.faded, color));
        }
    }
    m_painter->save();
    m_painter->setRenderHint(QPainter::Antialiasing);
    for (level = 0; level < kLevels; ++level) {
        for (const Sign& marker : markers[level])
            drawMarker(*m_painter, markerOf(level), QPointF(marker.x + 0.5, y + height / 2.0),
                       fadedIf(m_scene.isFaded(marker.name), colors[level]));
    }
    m_painter->restore();
}

void TrackPainter::paintDensity(const TrackLine& line, int y)
{
    const auto density = m_scene.densities().get(number(line.group), m_scene.snapshot(),
                                                 m_scene.layout().members(line), m_scene.generation(), m_axis);
    if (!density)
        return;
    const int bottom = device(y + line.height - 1);
    const auto columnHeight = [](float share) {
        return kDensityLeast + static_cast<double>(kDensityMost) * share;
    };
    for (int x = 0; x < m_axis.width; ++x) {
        const DensityColumn* column = density->at(m_axis, x);
        if (!column || column->busy + column->waiting <= 0)
            continue;
        const int whole = device(columnHeight(column->busy + column->waiting));
        const QColor color = density->states ? m_theme->polling
            : density->streams               ? m_theme->streamDensity()
                                             : m_theme->nameColor(m_scene.look(column->name).color);
        Bar bar {x, x + 1, m_theme->scheduled.rgb()};
        const double waitingShare = column->waiting / (column->busy + column->waiting);
        const int waiting = density->states ? static_cast<int>(std::lround(whole * waitingShare)) : 0;
        fillBars(*m_image, bottom - whole, bottom - whole + waiting, std::span(&bar, 1));
        bar.color = color.rgb();
        fillBars(*m_image, bottom - whole + waiting, bottom, std::span(&bar, 1));
    }
}

}
