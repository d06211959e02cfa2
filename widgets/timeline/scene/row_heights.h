// How high tracks are, by their kind and the font, and where their rows lie in them. Logical pixels.
//
//     const RowHeights heights = RowHeights::forFont(body, label);
//     const int top = y + rowTop(track.kind, row, heights);
#pragma once

#include "widgets/timeline/scene/track_choices.h"

#include <QFontMetrics>

namespace traceglass {

struct RowHeights
{
    int track = 20; // of densities, too
    int spanRow = 17;
    int header = 22;
    int events = 24; // and marks
    int log = 54; // several lines of text
    int counterSmall = 36;
    int counter = 52;
    int counterTall = 72;
    int pictures = 56;
    int health = 14;

    static RowHeights forFont(const QFontMetrics& body, const QFontMetrics& label);
    bool operator==(const RowHeights&) const = default;
};

// How high a track is and where its rows lie in it.
int trackHeight(const Timeline& timeline, TrackId track, const RowHeights& heights,
                const TrackChoice& choice = {});
int rowTop(TrackKind kind, std::size_t row, const RowHeights& heights); // of the row's slices
int rowHeight(TrackKind kind, std::size_t row, const RowHeights& heights);
// Of a tree of so many lines below a slice, beyond the last that are shown a line that says so.
int outlineHeight(std::size_t lines, const RowHeights& heights);
constexpr std::size_t kOutlineLines = 16;
// Kinds whose rows all take the whole line: signs, texts, curves and pictures instead of bars.
bool fillsLine(TrackKind kind);
// The lines of text in a log track.
constexpr int kLogLines = 3;

}
