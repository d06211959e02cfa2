#include "widgets/timeline/scene/row_heights.h"

#include "widgets/common/theme.h"

#include <algorithm>

namespace traceglass {

namespace {

constexpr int kSliceInset = 3; // above and below the slices of a task or worker
constexpr int kSpanTop = 3;
constexpr int kSpanPadding = 5;

}

RowHeights RowHeights::forFont(const QFontMetrics& body, const QFontMetrics& label)
{
    RowHeights heights;
    heights.track = std::max(metrics::kTrackRow, body.height() + 4);
    heights.spanRow = std::max(metrics::kSpanRow, label.height() + 4);
    heights.header = std::max(metrics::kGroupHeader, body.height() + 4);
    heights.events = std::max(metrics::kEventRow, body.height() + 4);
    heights.log = std::max(heights.log, kLogLines * (label.height() + 3) + 4);
    heights.counterSmall = std::max(heights.counterSmall, 2 * body.height() + 4);
    heights.counter = std::max(heights.counter, 2 * body.height() + 8);
    heights.counterTall = std::max(heights.counterTall, 2 * body.height() + 8);
    heights.health = std::max(heights.health, label.height());
    return heights;
}

int rowTop(TrackKind kind, std::size_t row, const RowHeights& heights)
{
    if (kind == TrackKind::spans)
        return kSpanTop + static_cast<int>(row) * heights.spanRow;
    if ((kind == TrackKind::worker || kind == TrackKind::slices) && row > 0)
        return heights.track + static_cast<int>(row - 1) * heights.spanRow;
    if (kind == TrackKind::ruler)
        return kSliceInset + static_cast<int>(row) * heights.track;
    return fillsLine(kind) ? 0 : kSliceInset;
}

int rowHeight(TrackKind kind, std::size_t row, const RowHeights& heights)
{
    const bool nests = kind == TrackKind::worker || kind == TrackKind::slices;
    if (kind == TrackKind::spans || (nests && row > 0))
        return heights.spanRow - 2;
    switch (kind) {
    case TrackKind::events:
    case TrackKind::marks: return heights.events;
    case TrackKind::log: return heights.log;
    case TrackKind::counter: return heights.counter;
    case TrackKind::pictures: return heights.pictures;
    case TrackKind::density: return heights.track;
    case TrackKind::health: return heights.health - 2 * kSliceInset;
    default: return heights.track - 2 * kSliceInset;
    }
}

int outlineHeight(std::size_t lines, const RowHeights& heights)
{
    return static_cast<int>(std::min(lines, kOutlineLines) + 1) * heights.spanRow
        + kSpanPadding; // 1: what it is
}

bool fillsLine(TrackKind kind)
{
    constexpr TrackKind kFilling[] = {TrackKind::events,  TrackKind::marks,    TrackKind::log,
                                      TrackKind::counter, TrackKind::pictures, TrackKind::density};
    return std::ranges::find(kFilling, kind) != std::end(kFilling);
}

int trackHeight(const Timeline& timeline, TrackId id, const RowHeights& heights, const TrackChoice& choice)
{
    const Track& track = timeline.track(id);
    int rows = 0;
    if (track.kind == TrackKind::spans || track.kind == TrackKind::worker || track.kind == TrackKind::ruler
        || track.kind == TrackKind::slices) {
        for (RowId row = track.firstRow; row != kNoRow && rows < 10'000; row = timeline.nextRow(row))
            ++rows;
    }
    switch (track.kind) {
    case TrackKind::spans: return std::max(1, rows) * heights.spanRow + kSpanPadding;
    case TrackKind::slices:
    case TrackKind::worker: return heights.track + std::max(0, rows - 1) * heights.spanRow;
    case TrackKind::ruler: return std::max(1, rows) * heights.track;
    case TrackKind::health: return heights.health;
    case TrackKind::counter:
        return choice.size == TrackChoice::Size::small ? heights.counterSmall
            : choice.size == TrackChoice::Size::tall   ? heights.counterTall
                                                       : heights.counter;
    default: return fillsLine(track.kind) ? rowHeight(track.kind, 0, heights) : heights.track;
    }
}

}
