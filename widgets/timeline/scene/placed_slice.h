// A slice by its place on the timeline, and what it is called: in menus, tooltips and Details.
//
//     const auto slice = placedSlice(timeline, id);                     // nothing: this snapshot has none
//     sliceText(timeline, *slice, session.timeFormat().unit)            // "upload #20", "polling"
#pragma once

#include "core/base/time_text.h"
#include "core/timeline/timeline.h"

#include <QStringList>
#include <optional>

namespace traceglass {

struct PlacedSlice
{
    TrackId track {};
    RowId rowId = kNoRow;
    std::uint16_t row = 0;
    Slice slice;

    bool operator==(const PlacedSlice&) const = default;
};

SliceId sliceId(const Timeline& timeline, const PlacedSlice& placed);
std::optional<PlacedSlice> placedSlice(const Timeline& timeline, const SliceId& id);

// One line, no longer than a label can be.
QString nameLine(std::string_view name);
// "resize #4"
QString trackText(const Timeline& timeline, TrackId track);
// Empty where a slice has no name of its own.
QString nameText(const Timeline& timeline, const PlacedSlice& placed, TimeUnit unit);
// Both, or one where they are the same: what is on a track of its own has its name.
QStringList sliceText(const Timeline& timeline, const PlacedSlice& placed, TimeUnit unit);

}
