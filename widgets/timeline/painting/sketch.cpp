#include "widgets/timeline/painting/sketch.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

namespace traceglass {

namespace {

constexpr double kLeastSeen = 2; // pixels
constexpr char kSketchVersion = 1;
constexpr qsizetype kSketchHead = 2;
constexpr qsizetype kSketchColumn = 3;

std::uint8_t ofByte(float share)
{
    // What is there at all is not nothing.
    return static_cast<std::uint8_t>(std::clamp(static_cast<int>(std::ceil(share * 255)), 0, 255));
}

}

std::vector<TrackId> overviewTracks(const Timeline& timeline, const std::function<bool(TrackId)>& isWanted)
{
    std::vector<TrackId> tracks;
    const auto collect = [&](auto isOfKind) {
        for (std::size_t i = 0; i < timeline.trackCount(); ++i) {
            const auto id = static_cast<TrackId>(i);
            if (isOfKind(timeline.track(id).kind) && isWanted(id))
                tracks.push_back(id);
        }
        return !tracks.empty();
    };
    for (const TrackKind kind : {TrackKind::states, TrackKind::worker, TrackKind::spans, TrackKind::events,
                                 TrackKind::slices, TrackKind::samples}) {
        if (collect([kind](TrackKind other) { return other == kind; }))
            return tracks;
    }
    collect(isStream);
    return tracks;
}

void paintDensityColumn(QPainter& painter, const QRectF& area, const DensityColumn& column,
                        const QColor& busy, const QColor& waiting)
{
    if (column.isEmpty())
        return;
    const double share = static_cast<double>(column.busy) + static_cast<double>(column.waiting);
    const double whole = kLeastSeen + std::round(share * (area.height() - kLeastSeen));
    const double above = std::round(whole * static_cast<double>(column.waiting) / share);
    const double top = area.bottom() - whole;
    painter.fillRect(QRectF(area.left(), top, area.width(), above), waiting);
    painter.fillRect(QRectF(area.left(), top + above, area.width(), whole - above), busy);
}

QByteArray Sketch::toBytes() const
{
    QByteArray bytes;
    bytes.reserve(kSketchHead + kSketchColumn * static_cast<qsizetype>(columns.size()));
    bytes.append(kSketchVersion).append(static_cast<char>(kind));
    for (const Column& column : columns) {
        for (const std::uint8_t value : {column.busy, column.waiting, column.color})
            bytes.append(static_cast<char>(value));
    }
    return bytes;
}

std::optional<Sketch> Sketch::fromBytes(const QByteArray& bytes)
{
    const qsizetype count = (bytes.size() - kSketchHead) / kSketchColumn;
    if (bytes.size() < kSketchHead || bytes.size() != kSketchHead + count * kSketchColumn
        || (count != 0 && count != kColumns) || bytes[0] != kSketchVersion
        || static_cast<std::uint8_t>(bytes[1]) > static_cast<std::uint8_t>(Kind::names))
        return {};
    Sketch sketch;
    sketch.kind = static_cast<Kind>(bytes[1]);
    const auto at = [&](qsizetype index) { return static_cast<std::uint8_t>(bytes[index]); };
    for (qsizetype i = kSketchHead; i < bytes.size(); i += kSketchColumn)
        sketch.columns.push_back({at(i), at(i + 1), at(i + 2)});
    return sketch;
}

Sketch makeSketch(const Timeline& timeline, TimeRange extent, const std::stop_token& stop)
{
    Sketch sketch;
    const std::vector<TrackId> tracks = overviewTracks(timeline, [](TrackId) { return true; });
    if (tracks.empty())
        return sketch;
    const Density density = computeDensity(timeline, tracks, {extent, Sketch::kColumns}, stop);
    sketch.kind = density.states ? Sketch::Kind::states
        : density.streams        ? Sketch::Kind::streams
                                 : Sketch::Kind::names;
    for (const DensityColumn& column : density.columns) {
        Sketch::Column& made = sketch.columns.emplace_back();
        if (!column.isEmpty())
            made = {ofByte(column.busy), density.states ? ofByte(column.waiting) : std::uint8_t(0),
                    static_cast<std::uint8_t>(nameColorIndex(timeline.text(column.name)))};
    }
    return sketch;
}

void paintSketch(QPainter& painter, const QRectF& area, const Sketch& sketch, const Theme& theme)
{
    if (sketch.columns.empty() || area.width() < 1)
        return;
    // A column a pixel at most, the busiest of those that share it: so thin ones stay seen in small pictures.
    const int shown = std::min(static_cast<int>(area.width()), static_cast<int>(sketch.columns.size()));
    const double width = area.width() / shown;
    for (int i = 0; i < shown; ++i) {
        const auto edge = [&](int column) {
            return sketch.columns.begin()
                + static_cast<std::ptrdiff_t>(sketch.columns.size()) * column / shown;
        };
        const Sketch::Column& column =
            *std::max_element(edge(i), edge(i + 1), [](const auto& a, const auto& b) {
                return a.busy + a.waiting < b.busy + b.waiting;
            });
        const QColor busy = sketch.kind == Sketch::Kind::states ? theme.polling
            : sketch.kind == Sketch::Kind::streams              ? theme.streamDensity()
                                                                : theme.nameColor(column.color);
        const DensityColumn share {static_cast<float>(column.busy) / 255,
                                   static_cast<float>(column.waiting) / 255, StringId {}};
        const QRectF place(area.left() + i * width, area.top(), width, area.height());
        paintDensityColumn(painter, place, share, busy, theme.scheduled);
    }
}

}
