#include "widgets/timeline/painting/bars.h"

#include <algorithm>
#include <cstring>

namespace traceglass {

namespace {

// Lines of an image that is asked once whether somebody shares it, instead of for each line.
auto linesOf(QImage& image)
{
    return [bits = image.bits(), lineBytes = image.bytesPerLine()](int y) {
        return reinterpret_cast<QRgb*>(bits + y * lineBytes);
    };
}

}

Pixels slicePixels(const TimeAxis& deviceAxis, std::int64_t startNs, std::int64_t endNs, Gap gap)
{
    const int left = deviceAxis.pixel(startNs);
    const int end = deviceAxis.pixel(endNs) - (gap == Gap::after ? 1 : 0);
    return {left, std::max(left + 1, end)};
}

void fillBars(QImage& image, int top, int bottom, std::span<const Bar> bars, Lines lines)
{
    top = std::max(0, top);
    bottom = std::min(bottom, image.height());
    if (top >= bottom || bars.empty())
        return;
    if (lines == Lines::different) {
        for (int y = top; y < bottom; ++y)
            fillBars(image, y, y + 1, bars);
        return;
    }
    const auto lineAt = linesOf(image);
    QRgb* const first = lineAt(top);
    const int width = image.width();
    int from = width;
    int to = 0;
    for (const Bar& bar : bars) {
        const int left = std::clamp(bar.left, 0, width);
        const int right = std::clamp(bar.right, left, width);
        std::fill(first + left, first + right, bar.color);
        if (left < right) {
            from = std::min(from, left);
            to = std::max(to, right);
        }
    }
    if (from >= to)
        return;
    const std::size_t bytes = static_cast<std::size_t>(to - from) * sizeof(QRgb);
    for (int y = top + 1; y < bottom; ++y)
        std::memcpy(lineAt(y) + from, first + from, bytes);
}

void fillLines(QImage& image, int top, int bottom, std::span<const QRgb> line)
{
    const std::size_t pixels = std::min(line.size(), static_cast<std::size_t>(image.width()));
    const auto lineAt = linesOf(image);
    for (int y = std::max(0, top); y < std::min(bottom, image.height()); ++y)
        std::memcpy(lineAt(y), line.data(), pixels * sizeof(QRgb));
}

void frameHits(QImage& image, int top, int bottom, std::span<const std::uint8_t> pixels, QRgb frame,
               std::optional<QRgb> ground)
{
    constexpr std::uint32_t kWhole = 256, kKept = 102; // of what is no hit: 40 %
    const std::uint32_t kept = ground ? kKept : kWhole;
    top = std::max(0, top);
    bottom = std::min(bottom, image.height());
    const auto lineAt = linesOf(image);
    const std::size_t width = std::min(pixels.size(), static_cast<std::size_t>(image.width()));
    // Red and blue together, then green: each product stays within its half.
    const std::uint32_t redBlue = (ground.value_or(0) & 0xff00ff) * (kWhole - kept);
    const std::uint32_t green = (ground.value_or(0) & 0x00ff00) * (kWhole - kept);
    for (int y = top; y < bottom; ++y) {
        QRgb* const line = lineAt(y);
        const bool isEdge = y == top || y == bottom - 1;
        for (std::size_t x = 0; x < width; ++x) {
            const QRgb was = line[x];
            const QRgb pale = 0xff000000 | (((was & 0xff00ff) * kept + redBlue) >> 8 & 0xff00ff)
                | (((was & 0x00ff00) * kept + green) >> 8 & 0x00ff00);
            const bool isFrame = pixels[x] == kHitEdge || (isEdge && pixels[x] != 0);
            line[x] = isFrame ? frame : pixels[x] != 0 ? was : pale;
        }
    }
}

}
