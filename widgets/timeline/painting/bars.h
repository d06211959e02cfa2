// Rectangles of a row in device pixels and how they are filled: one scanline is painted and copied down,
// which takes a tenth of the time of filling rectangles one by one.
//
//     const Pixels p = slicePixels(axis, run.startNs, run.endNs, Gap::after);
//     bars.push_back({p.left, p.right, color.rgb()});
//     fillBars(image, top, bottom, bars, Lines::equal);        // 32-bit images
#pragma once

#include "widgets/timeline/scene/time_axis.h"

#include <QImage>
#include <optional>
#include <span>

namespace traceglass {

struct Bar
{
    int left = 0;
    int right = 0; // behind the last pixel
    QRgb color = 0;
};

struct Pixels
{
    int left = 0;
    int right = 0;
};

enum class Gap {
    none,
    after, // one pixel is left free, so that neighbours can be told apart
};

// [floor(x0), max(x0 + 1, floor(x1) - 1)), not clipped.
Pixels slicePixels(const TimeAxis& deviceAxis, std::int64_t startNs, std::int64_t endNs, Gap gap);

enum class Lines {
    equal,     // the lines to fill show the same: the first is painted and copied
    different, // there is a hatch between the bars
};

// Fills lines [top, bottom) of the image; everything is clipped to it.
void fillBars(QImage& image, int top, int bottom, std::span<const Bar> bars, Lines lines = Lines::equal);

// Copies one line of pixels into lines [top, bottom).
void fillLines(QImage& image, int top, int bottom, std::span<const QRgb> line);

// By device pixel of a row: nothing found, found, or where a hit begins or ends.
constexpr std::uint8_t kHitPixel = 1;
constexpr std::uint8_t kHitEdge = 2;

// Frames hits in lines [top, bottom), and lets what is none of them pale into the ground if there is one.
void frameHits(QImage& image, int top, int bottom, std::span<const std::uint8_t> pixels, QRgb frame,
               std::optional<QRgb> ground);

}
