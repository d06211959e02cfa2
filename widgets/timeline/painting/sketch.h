// A capture in small: how busy it was over its whole time, as a value that needs neither capture nor timeline any more,
// in 1.5 KB whatever the capture has. For thumbnails, the start page and the overview of the window, which are drawn
// alike.
//
//     const Sketch sketch = makeSketch(*timeline, extent, stop);
//     paintSketch(painter, area, sketch, Theme::of(this));
//     const auto again = Sketch::fromBytes(sketch.toBytes());        // nothing: those are no sketch
#pragma once

#include "widgets/common/theme.h"
#include "widgets/timeline/scene/density.h"

#include <QByteArray>
#include <QRectF>
#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

class QPainter;

namespace traceglass {

// Whose density an overview shows: tasks, else workers, else spans, else events ..., of those that are wanted.
std::vector<TrackId> overviewTracks(const Timeline& timeline, const std::function<bool(TrackId)>& isWanted);
// Busy below, waiting above; something of it is seen of the least that there is.
void paintDensityColumn(QPainter& painter, const QRectF& area, const DensityColumn& column,
                        const QColor& busy, const QColor& waiting);

struct Sketch
{
    enum class Kind : std::uint8_t { nothing, states, streams, names };
    struct Column
    {
        std::uint8_t busy = 0; // of 255, which is the busiest column
        std::uint8_t waiting = 0;
        std::uint8_t color = 0; // of names: nameColorIndex of the longest slice

        bool operator==(const Column&) const = default;
    };
    static constexpr int kColumns = 512;

    Kind kind = Kind::nothing; // there is no time axis, or nothing is known yet
    std::vector<Column> columns {};

    QByteArray toBytes() const;
    static std::optional<Sketch> fromBytes(const QByteArray& bytes);
    bool operator==(const Sketch&) const = default;
};

// Stops early, and is then incomplete, when asked to.
Sketch makeSketch(const Timeline& timeline, TimeRange extent, const std::stop_token& stop = {});
void paintSketch(QPainter& painter, const QRectF& area, const Sketch& sketch, const Theme& theme);

}
