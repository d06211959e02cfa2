#include "widgets/common/theme.h"

#include "core/base/recent.h"

#include <QFontDatabase>
#include <QFontInfo>
#include <QWidget>
#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>

namespace traceglass {

namespace {

constexpr QRgb kInk = 0x14181c;

using NameColors = std::array<QRgb, 24>;

constexpr NameColors kLightNames = {
    0x884f61, 0xf183a7, 0x892504, 0xa74a04, 0xc26e12, 0x7d6d4d, 0xc09910, 0xc5ba63,
    0x85ad63, 0x5b975a, 0x89d298, 0x34b4a9, 0x9cdafe, 0x406d94, 0xa1b1d2, 0x8d9bfb,
    0x6758b4, 0x533890, 0xc1b0fe, 0xa26bc3, 0xc281d6, 0x624252, 0x898390, 0xd4c6ce,
};
constexpr NameColors kDarkNames = {
    0xd5abaf, 0xb58c90, 0x7e302e, 0x944d24, 0x976b15, 0xd4a22a, 0xa3a367, 0xc4c36c,
    0x628d61, 0x829821, 0xa6daaf, 0x58d1e5, 0x34b8f5, 0x3390be, 0x85a2bc, 0x2e52a5,
    0x655384, 0x7792ee, 0x556dc6, 0x8f5e9e, 0x6b2d7d, 0xb66992, 0x6d7164, 0x544951,
};

QColor rgb(QRgb value)
{
    return {qRed(value), qGreen(value), qBlue(value)};
}

// WCAG relative luminance and contrast.
double luminance(const QColor& color)
{
    const auto channel = [](double value) {
        return value <= 0.03928 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * channel(color.redF()) + 0.7152 * channel(color.greenF())
        + 0.0722 * channel(color.blueF());
}

double contrast(const QColor& a, const QColor& b)
{
    const double one = luminance(a);
    const double other = luminance(b);
    return (std::max(one, other) + 0.05) / (std::min(one, other) + 0.05);
}

constexpr double kReadable = 4.5;

// Away from the ground until they are read on it, and it on them.
NameColors strengthened(NameColors colors, const QColor& ground)
{
    const QColor away = luminance(ground) > 0.5 ? Qt::black : Qt::white;
    for (QRgb& color : colors) {
        QColor stronger = rgb(color);
        for (int percent = 2; contrast(stronger, ground) < kReadable; percent += 2)
            stronger = blended(rgb(color), away, percent);
        color = stronger.rgb();
    }
    return colors;
}

QColor withAlpha(QColor color, int percent)
{
    color.setAlpha((255 * percent + 50) / 100);
    return color;
}

struct DataColor
{
    QColor Theme::*color;
    std::array<QRgb, 4> of; // light, dark, and both of high contrast
};

constexpr DataColor kDataColors[] = {
    {&Theme::polling, {0x2b6cb0, 0x4a90d9, 0x0b4ea2, 0x6cb4ff}},
    {&Theme::pollingLabel, {0xffffff, kInk, 0xffffff, kInk}},
    {&Theme::scheduled, {0xe9a820, 0xd9a02e, 0x9a5b00, 0xffc400}},
    {&Theme::createdEdge, {0xd9a02b, 0xb8882b, 0x7a4a00, 0xe0a000}},
    {&Theme::createdGround, {0xfbf1dc, 0x332b1b, 0xffffff, 0x000000}},
    {&Theme::idle, {0xc9d0d7, 0x4a525b, 0x767676, 0x9a9a9a}},
    {&Theme::rangeEdge, {0x2468b4, 0x6eaaeb, 0x0000a8, 0x5a9cff}},
    {&Theme::hit, {0xb34700, 0xffd75e, 0xa03000, 0xffe066}},
    {&Theme::note, {0x5f2c9c, 0xdcc4ff, 0x9a00a8, 0xffb8ff}},
    {&Theme::noteGround, {0xf3ecfa, 0x352c44, 0xffffff, 0x000000}},
    {&Theme::error, {0xc0262d, 0xff8078, 0xb00020, 0xff6b6b}},
    {&Theme::errorGround, {0xfbe5e5, 0x43262a, 0xffffff, 0x000000}},
    {&Theme::hint, {0x2468b4, 0x6eaaeb, 0x0b4ea2, 0x8ac6ff}},
    {&Theme::warning, {0xa85800, 0xf0b050, 0x9a5b00, 0xffc040}},
    {&Theme::warningGround, {0xfff3dc, 0x3a2f1b, 0xffffff, 0x000000}},
    {&Theme::warningEdge, {0xe9c88a, 0x6b5428, 0x9a5b00, 0xffc040}},
    {&Theme::eventTrace, {0x8a949e, 0x7c8690, 0x767676, 0x8c8c8c}},
    {&Theme::eventDebug, {0x5b6670, 0x9aa4ae, 0x3a3a3a, 0xd0d0d0}},
    {&Theme::eventInfo, {0x16795b, 0x4fc08d, 0x006b4f, 0x3ddc97}},
    {&Theme::eventWarn, {0xc47a00, 0xf0b050, 0x9a5b00, 0xffc040}},
    {&Theme::eventError, {0xc0262d, 0xff8078, 0xb00020, 0xff6b6b}},
    {&Theme::counter, {0x2b7a8c, 0x5fb8c9, 0x00687a, 0x5fd7e8}},
    {&Theme::flow, {kInk, 0xffffff, 0x000000, 0xffffff}},
    {&Theme::gridLine, {0xedeff2, 0x24282d, 0xc8c8c8, 0x3c3c3c}},
    {&Theme::lostLine, {0xe9b4b4, 0x7a4347, 0xb00020, 0xff6b6b}},
    {&Theme::lostGround, {0xfcf3f3, 0x2a2023, 0xffffff, 0x000000}},
    {&Theme::outsideOverview, {0xe2e6ea, 0x121417, 0xd0d0d0, 0x303030}},
    {&Theme::ink, {kInk, kInk, kInk, kInk}},
    {&Theme::scheduledLabel, {kInk, kInk, 0xffffff, kInk}},
};

struct FrameColors
{
    QRgb window, base, alternate, text, disabled, highlight, link, button;
};

constexpr FrameColors kLightFrame {0xf0f1f2, 0xffffff, 0xf7f8f9, 0x1a1d21,
                                   0xa0a8b0, 0x2468b4, 0x1d5fa8, 0xf7f8f9};
constexpr FrameColors kDarkFrame {0x25282c, 0x1b1e22, 0x1f2327, 0xe4e7ea,
                                  0x626b74, 0x2f6cb0, 0x82b8f0, 0x2b2f34};
constexpr FrameColors kContrastLightFrame {0xffffff, 0xffffff, 0xffffff, 0x000000,
                                           0x595959, 0x0000a8, 0x0000a8, 0xffffff};
constexpr FrameColors kContrastDarkFrame {0x000000, 0x000000, 0x000000, 0xffffff,
                                          0xb0b0b0, 0xffff00, 0x8ac6ff, 0x000000};

QPalette framePalette(const FrameColors& colors)
{
    const QColor text = rgb(colors.text);
    const QColor disabled = rgb(colors.disabled);
    QPalette palette(rgb(colors.button), rgb(colors.window));
    palette.setColor(QPalette::Base, rgb(colors.base));
    palette.setColor(QPalette::AlternateBase, rgb(colors.alternate));
    palette.setColor(QPalette::ToolTipBase, rgb(colors.base));
    palette.setColor(QPalette::Highlight, rgb(colors.highlight));
    palette.setColor(QPalette::HighlightedText,
                     luminance(rgb(colors.highlight)) > 0.5 ? Qt::black : Qt::white);
    palette.setColor(QPalette::Link, rgb(colors.link));
    palette.setColor(QPalette::LinkVisited, rgb(colors.link));
    palette.setColor(QPalette::PlaceholderText, blended(text, rgb(colors.base), 33));
    for (const QPalette::ColorRole role :
         {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::ToolTipText}) {
        palette.setColor(role, text);
        palette.setColor(QPalette::Disabled, role, disabled);
    }
    return palette;
}

}

int nameColorIndex(std::string_view name)
{
    std::uint32_t hash = 0x811c9dc5u;
    for (const char c : name) {
        hash ^= static_cast<unsigned char>(c);
        hash *= 0x01000193u;
    }
    hash ^= hash >> 16;
    hash *= 0x85ebca6bu;
    hash ^= hash >> 13;
    return static_cast<int>(hash % kLightNames.size());
}

Theme Theme::fromPalette(const QPalette& palette)
{
    const auto active = [&palette](QPalette::ColorRole role) {
        return palette.color(QPalette::Active, role);
    };
    Theme theme;
    theme.window = active(QPalette::Window);
    theme.base = active(QPalette::Base);
    theme.alternate = active(QPalette::AlternateBase);
    theme.text = active(QPalette::Text);
    theme.disabled = palette.color(QPalette::Disabled, QPalette::Text);
    theme.highlight = active(QPalette::Highlight);
    theme.highlightedText = active(QPalette::HighlightedText);
    theme.link = active(QPalette::Link);
    theme.dark = luminance(theme.base) < 0.2;
    // Of both grounds: many a usual palette has black on white for texts, and its window is grey.
    constexpr double kHigh = 20;
    theme.highContrast = contrast(theme.text, theme.base) > kHigh
        && contrast(active(QPalette::WindowText), theme.window) > kHigh;

    const FrameColors& ours = theme.dark ? kDarkFrame : kLightFrame;
    if (contrast(theme.highlight, theme.highlightedText) < 4.5) {
        theme.highlight = rgb(ours.highlight);
        theme.highlightedText = Qt::white;
    }
    if (contrast(theme.link, theme.base) < 4.5) // Qt's own link blue on a dark base is unreadable
        theme.link = rgb(ours.link);

    const QColor windowText = active(QPalette::WindowText);
    theme.head = blended(theme.window, windowText, 4);
    theme.text2 = blended(theme.text, theme.base, theme.highContrast ? 0 : 26);
    theme.text3 = blended(theme.text, theme.base, theme.highContrast ? 0 : 33);
    theme.hairline = blended(theme.window, windowText, theme.highContrast ? 60 : theme.dark ? 11 : 15);
    if (theme.dark && !theme.highContrast)
        theme.fieldEdge = blended(theme.base, theme.text, 21);
    theme.faint = blended(theme.base, theme.text, theme.highContrast ? 40 : theme.dark ? 7 : 10);
    theme.quietSelection = blended(theme.base, theme.highlight, theme.dark ? 24 : 16);
    theme.hover = blended(theme.base, theme.highlight, 7);

    const std::size_t set = (theme.highContrast ? 2u : 0u) + (theme.dark ? 1u : 0u);
    for (const DataColor& data : kDataColors)
        theme.*data.color = rgb(data.of[set]);
    theme.rangeFill = withAlpha(theme.rangeEdge, theme.dark ? 13 : 9);
    theme.outsideOverview = withAlpha(theme.outsideOverview, theme.dark ? 66 : 72);
    theme.counterFill = withAlpha(theme.counter, 14);
    return theme;
}

const Theme& Theme::of(const QWidget* widget)
{
    // Palettes are many (one a widget, with a key of its own), their colours few: the themes stay, the keys
    // are a shortcut.
    constexpr QPalette::ColorRole kRoles[] = {
        QPalette::Window,          QPalette::WindowText, QPalette::Base,
        QPalette::AlternateBase,   QPalette::Text,       QPalette::Highlight,
        QPalette::HighlightedText, QPalette::Link};
    static std::map<std::array<QRgb, std::size(kRoles)>, Theme> themes;
    static Recent<qint64, const Theme*> byKey(1000);

    const QPalette& palette = widget->palette();
    if (const auto known = byKey.find(palette.cacheKey()))
        return **known;
    std::array<QRgb, std::size(kRoles)> colors;
    std::ranges::transform(kRoles, colors.begin(), [&palette](QPalette::ColorRole role) {
        return palette.color(QPalette::Active, role).rgba();
    });
    auto theme = themes.find(colors);
    if (theme == themes.end())
        theme = themes.emplace(colors, fromPalette(palette)).first;
    byKey.put(palette.cacheKey(), &theme->second);
    return theme->second;
}

QColor Theme::nameColor(int index) const
{
    static const NameColors kStrongLight = strengthened(kLightNames, Qt::white);
    static const NameColors kStrongDark = strengthened(kDarkNames, Qt::black);
    const NameColors& names =
        highContrast ? (dark ? kStrongDark : kStrongLight) : (dark ? kDarkNames : kLightNames);
    return rgb(names[static_cast<std::size_t>(index) % names.size()]);
}

QColor Theme::nameLabelColor(int index) const
{
    if (highContrast)
        return dark ? Qt::black : Qt::white;
    constexpr int kDarkGround = 118; // below it white is easier to read, from it on ink
    const QColor ground = nameColor(index);
    const int luma = (30 * ground.red() + 59 * ground.green() + 11 * ground.blue()) / 100;
    return luma < kDarkGround ? QColor(Qt::white) : ink;
}

QColor Theme::labelOn(const QColor& ground) const
{
    return contrast(ground, Qt::white) > contrast(ground, Qt::black) ? Qt::white : Qt::black;
}

QColor Theme::palerText(const QColor& color) const
{
    for (int percent = 40; percent < 100; percent += 4) {
        const QColor paler = blended(base, color, percent);
        if (contrast(paler, base) >= kReadable)
            return paler;
    }
    return color;
}

QColor Theme::tint(Tint tint) const
{
    switch (tint) {
    case Tint::head: return rgb(dark ? 0x2c3035 : 0xefefef);
    case Tint::taskStart: return rgb(dark ? 0x214261 : 0xd7e7f9);
    case Tint::taskEnd: return rgb(dark ? 0x333b44 : 0xe7f0f9);
    case Tint::wake: return rgb(dark ? 0x533f15 : 0xfbe7bc);
    case Tint::span: return rgb(dark ? 0x3c2e52 : 0xd6d1eb);
    case Tint::event: return rgb(dark ? 0x1e4a38 : 0xc8e9dc);
    case Tint::none: break;
    }
    return {};
}

QColor Theme::streamDensity() const
{
    return blended(base, counter, 45);
}

QColor Theme::severity(Severity severity) const
{
    return severity == Severity::error ? error : severity == Severity::warning ? warning : hint;
}

QPalette lightPalette()
{
    return framePalette(kLightFrame);
}

QPalette darkPalette()
{
    return framePalette(kDarkFrame);
}

QPalette contrastLightPalette()
{
    return framePalette(kContrastLightFrame);
}

QPalette contrastDarkPalette()
{
    return framePalette(kContrastDarkFrame);
}

QRgb blended(QRgb first, QRgb second, int percent)
{
    const auto channel = [percent](int a, int b) { return (a * (100 - percent) + b * percent + 50) / 100; };
    return qRgb(channel(qRed(first), qRed(second)), channel(qGreen(first), qGreen(second)),
                channel(qBlue(first), qBlue(second)));
}

QColor blended(const QColor& first, const QColor& second, int percent)
{
    return {blended(first.rgb(), second.rgb(), percent)};
}

QFont smallerFont(const QFont& body, int steps)
{
    QFont font = body;
    font.setPixelSize(std::max(9, QFontInfo(body).pixelSize() - steps));
    return font;
}

QFont boldFont(QFont body)
{
    body.setBold(true);
    return body;
}

QFont fixedFont(const QFont& body, int steps)
{
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    font.setPixelSize(smallerFont(body, steps).pixelSize());
    return font;
}

}
