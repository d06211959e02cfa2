// The colours of the window. Chrome belongs to the user: it is derived from the palette. Data belongs to us:
// fixed tables in a light and a dark set, with checked contrast. Nothing else in the program names a colour.
//
//     const Theme& theme = Theme::of(this);          // QWidget; follows palette changes
//     painter.fillRect(rect, theme.nameColor(nameColorIndex(text)));
#pragma once

#include "core/model/node.h"
#include "core/timeline/timeline.h"

#include <QColor>
#include <QPalette>
#include <string_view>

class QWidget;

namespace traceglass {

// Stable between runs and captures: FNV-1a 32 bit with a finalizer, modulo 24.
int nameColorIndex(std::string_view name);

struct Theme
{
    static const Theme& of(const QWidget* widget); // cached by palette
    static Theme fromPalette(const QPalette& palette);

    bool dark = false;
    bool highContrast = false; // black and white: patterns beside colours, and no faint lines or texts

    // Frame, from the palette.
    QColor window, base, alternate, head, text, text2, text3, disabled, hairline, faint;
    QColor fieldEdge; // of a field without focus; invalid: its style draws one that is seen
    QColor highlight, highlightedText, quietSelection, hover, link;

    // Data, fixed.
    QColor polling, pollingLabel, scheduled, scheduledLabel, createdEdge, createdGround, idle;
    QColor rangeFill, rangeEdge, note, noteGround, hit;
    QColor error, errorGround, hint, warning, warningGround, warningEdge;
    QColor eventTrace, eventDebug, eventInfo, eventWarn, eventError;
    QColor counter, counterFill, flow, gridLine, outsideOverview, ink;
    QColor lostLine, lostGround; // hatch H2

    QColor nameColor(int index) const;      // fill of a name
    QColor nameLabelColor(int index) const; // white or ink
    QColor labelOn(const QColor& ground) const; // of a name whose fill is not that of the table
    // As pale as it may become so that it is still read on the ground; the colour itself where that is paler.
    QColor palerText(const QColor& color) const;
    QColor tint(Tint tint) const; // ground of a record's bytes and its swatch; invalid for Tint::none
    QColor severity(Severity severity) const;
    QColor streamDensity() const; // columns that count values, lines and pictures together
};

// Our own palettes, for --theme and where the system supplies none.
QPalette lightPalette();
QPalette darkPalette();
QPalette contrastLightPalette();
QPalette contrastDarkPalette();

// Measures in logical pixels; rows grow with the font.
namespace metrics {
constexpr int kGrid = 8;
constexpr int kToolbar = 38;
constexpr int kDockTitle = 26;
constexpr int kTabBar = 28;
constexpr int kOverview = 48;
constexpr int kRuler = 24;
constexpr int kTrackRow = 20;
constexpr int kSlice = 14;
constexpr int kSpanRow = 17;
constexpr int kGroupHeader = 22;
constexpr int kEventRow = 24;
constexpr int kHexRow = 18;
constexpr int kTreeRow = 20;
constexpr int kTableRow = 18;
constexpr int kLabelColumn = 183;
constexpr int kTreeWidth = 304;
constexpr int kDetailsWidth = 320;
constexpr int kBottomHeight = 296;
}

// `percent` of the second colour in the first.
QRgb blended(QRgb first, QRgb second, int percent);
QColor blended(const QColor& first, const QColor& second, int percent);

// The body font made smaller by steps of one pixel (never below 9 px), for secondary text (1) and slice
// labels (2).
QFont smallerFont(const QFont& body, int steps);
QFont boldFont(QFont body);
QFont fixedFont(const QFont& body,
                int steps); // for offsets and numbers: as high as the body font, or smaller

}
