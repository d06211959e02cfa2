#include "core/formats/rtc/demo/rtc_demo_display.h"

#include "core/formats/demo_png.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

namespace traceglass::rtc {

namespace {

constexpr int kWidth = 240, kHeight = 136;

enum Color : std::uint8_t { black, grey, white, green, amber, red, blue, dark, colorCount };
constexpr std::array<std::uint8_t, 3 * colorCount> kPalette = {
    10, 14, 20, 90, 98, 110, 236, 240, 244, 46, 178, 92, 240, 170, 40, 222, 60, 54, 70, 150, 230, 28, 36, 48};

class Display
{
public:
    void fill(int x, int y, int width, int height, Color color)
    {
        for (int row = std::max(y, 0); row < std::min(y + height, kHeight); ++row) {
            for (int column = std::max(x, 0); column < std::min(x + width, kWidth); ++column)
                m_pixels[static_cast<std::size_t>(row * kWidth + column)] =
                    static_cast<std::byte>(color);
        }
    }

    // Seven segments, as on a cheap display.
    void number(int x, int y, int size, const std::string& text, Color color)
    {
        static constexpr std::array<unsigned, 10> kSegments = {0x77, 0x24, 0x5d, 0x6d, 0x2e,
                                                               0x6b, 0x7b, 0x25, 0x7f, 0x6f};
        const int thick = std::max(size / 5, 2);
        for (const char character : text) {
            if (character == '.') {
                fill(x, y + 2 * size, thick, thick, color);
                x += 2 * thick;
                continue;
            }
            const bool digit = character >= '0' && character <= '9';
            const unsigned on = digit ? kSegments[static_cast<std::size_t>(character - '0')] : 0x08;
            for (int i = 0; i < 3; ++i) { // top, middle, bottom
                if (on >> (3 * i) & 1)
                    fill(x, y + i * size, size + thick, thick, color);
            }
            for (int i = 0; i < 4; ++i) { // the four sides
                constexpr std::array<unsigned, 4> kBits = {1, 2, 4, 5};
                if (on >> kBits[static_cast<std::size_t>(i)] & 1)
                    fill(x + i % 2 * size, y + i / 2 * size, thick, size + thick, color);
            }
            x += size + 3 * thick;
        }
    }

    std::vector<std::byte> png() const
    {
        return encodePng({kWidth, kHeight, m_pixels, std::as_bytes(std::span(kPalette))});
    }

private:
    std::vector<std::byte> m_pixels = std::vector<std::byte>(std::size_t(kWidth * kHeight));
};

std::string fixed(double value)
{
    const long tenths = std::lround(value * 10);
    return std::to_string(tenths / 10) + '.' + std::to_string(tenths % 10);
}

}

std::vector<std::byte> demoDisplay(const DemoDevice& device, std::span<const double> speeds)
{
    static constexpr std::array<Color, 7> kStateColors = {grey, blue, amber, green, amber, red, amber};
    Display picture;
    picture.fill(0, 0, kWidth, 12, kStateColors[static_cast<std::size_t>(device.state)]);
    for (int i = 0; i <= static_cast<int>(device.state); ++i)
        picture.fill(4 + 8 * i, 4, 4, 4, white);

    picture.number(8, 20, 14, std::to_string(std::lround(device.rpm())), white);
    picture.number(150, 20, 8, fixed(std::max(device.temperature, 0.0)),
                   device.temperature > 92       ? red
                       : device.temperature > 84 ? amber
                                                 : green);
    picture.number(150, 44, 8, fixed(std::max(device.current, 0.0)), blue);
    picture.fill(110, 20, 8, 36, dark); // how full the belt is
    const int full = static_cast<int>(std::clamp(device.belt, 0.0, 1.0) * 36);
    picture.fill(110, 56 - full, 8, full, amber);

    constexpr int kTop = 66, kBottom = kHeight - 4;
    picture.fill(4, kTop, kWidth - 8, kBottom - kTop, dark);
    for (int line = 1; line < 4; ++line)
        picture.fill(4, kTop + line * (kBottom - kTop) / 4, kWidth - 8, 1, grey);
    const std::size_t shown = std::min<std::size_t>(speeds.size(), kWidth - 8);
    int before = kBottom;
    for (std::size_t i = 0; i < shown; ++i) {
        const double part = std::clamp(speeds[speeds.size() - shown + i] / 3500, 0.0, 1.0);
        const int y = kBottom - 1 - static_cast<int>(part * (kBottom - kTop - 2));
        const int top = i == 0 ? y : std::min(y, before);
        picture.fill(4 + static_cast<int>(i), top, 1, i == 0 ? 2 : std::max(std::abs(y - before), 2), green);
        before = y;
    }
    return picture.png();
}

}
