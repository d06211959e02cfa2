#include "widgets/common/theme.h"

#include <QFont>
#include <QFontInfo>
#include <QWidget>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <deque>
#include <unordered_map>

namespace traceglass {

namespace {

enum class Label : std::uint8_t { white, ink };

struct NameColor
{
    QRgb fill;
    Label label;
};

constexpr QRgb kInk = 0x14181c;

constexpr std::array<NameColor, 24> kLightNames = {{
    {0x884f61, Label::white}, {0xf183a7, Label::ink},   {0x892504, Label::white}, {0xa74a04, Label::white},
    {0xc26e12, Label::ink},   {0x7d6d4d, Label::white}, {0xc09910, Label::ink},   {0xc5ba63, Label::ink},
    {0x85ad63, Label::ink},   {0x5b975a, Label::ink},   {0x89d298, Label::ink},   {0x34b4a9, Label::ink},
    {0x9cdafe, Label::ink},   {0x406d94, Label::white}, {0xa1b1d2, Label::ink},   {0x8d9bfb, Label::ink},
    {0x6758b4, Label::white}, {0x533890, Label::white}, {0xc1b0fe, Label::ink},   {0xa26bc3, Label::ink},
    {0xc281d6, Label::ink},   {0x624252, Label::white}, {0x898390, Label::ink},   {0xd4c6ce, Label::ink},
}};
constexpr std::array<NameColor, 24> kDarkNames = {{
    {0xd5abaf, Label::ink},   {0xb58c90, Label::ink}, {0x7e302e, Label::white}, {0x944d24, Label::white},
    {0x976b15, Label::white}, {0xd4a22a, Label::ink}, {0xa3a367, Label::ink},   {0xc4c36c, Label::ink},
    {0x628d61, Label::ink},   {0x829821, Label::ink}, {0xa6daaf, Label::ink},   {0x58d1e5, Label::ink},
    {0x34b8f5, Label::ink},   {0x3390be, Label::ink}, {0x85a2bc, Label::ink},   {0x2e52a5, Label::white},
    {0x655384, Label::white}, {0x7792ee, Label::ink}, {0x556dc6, Label::white}, {0x8f5e9e, Label::white},
    {0x6b2d7d, Label::white}, {0xb66992, Label::ink}, {0x6d7164, Label::white}, {0x544951, Label::white},
}};

QColor rgb(QRgb value)
{
    return QColor(qRed(value), qGreen(value), qBlue(value));
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

QColor withAlpha(QColor color, int percent)
{
    color.setAlpha((255 * percent + 50) / 100);
    return color;
}

void setLightData(Theme& theme)
{
    theme.polling = rgb(0x2b6cb0);
    theme.pollingLabel = Qt::white;
    theme.scheduled = rgb(0xe9a820);
    theme.createdEdge = rgb(0xd9a02b);
    theme.createdGround = rgb(0xfbf1dc);
    theme.idle = rgb(0xc9d0d7);
    theme.rangeEdge = rgb(0x2468b4);
    theme.rangeFill = withAlpha(theme.rangeEdge, 9);
    theme.note = rgb(0x7a3db8);
    theme.noteGround = rgb(0xf3ecfa);
    theme.error = rgb(0xc0262d);
    theme.errorGround = rgb(0xfbe5e5);
    theme.hint = rgb(0x2468b4);
    theme.warning = rgb(0xa85800);
    theme.warningGround = rgb(0xfff3dc);
    theme.warningEdge = rgb(0xe9c88a);
    theme.eventTrace = rgb(0x8a949e);
    theme.eventDebug = rgb(0x5b6670);
    theme.eventInfo = rgb(0x16795b);
    theme.eventWarn = rgb(0xc47a00);
    theme.eventError = rgb(0xc0262d);
    theme.counter = rgb(0x2b7a8c);
    theme.flow = rgb(kInk);
    theme.gridLine = rgb(0xedeff2);
    theme.outsideOverview = withAlpha(rgb(0xe2e6ea), 72);
    theme.lostLine = rgb(0xe9b4b4);
    theme.lostGround = rgb(0xfcf3f3);
}

void setDarkData(Theme& theme)
{
    theme.polling = rgb(0x4a90d9);
    theme.pollingLabel = rgb(kInk);
    theme.scheduled = rgb(0xd9a02e);
    theme.createdEdge = rgb(0xb8882b);
    theme.createdGround = rgb(0x332b1b);
    theme.idle = rgb(0x4a525b);
    theme.rangeEdge = rgb(0x6eaaeb);
    theme.rangeFill = withAlpha(theme.rangeEdge, 13);
    theme.note = rgb(0xc29bf2);
    theme.noteGround = rgb(0x352c44);
    theme.error = rgb(0xff8078);
    theme.errorGround = rgb(0x43262a);
    theme.hint = rgb(0x6eaaeb);
    theme.warning = rgb(0xf0b050);
    theme.warningGround = rgb(0x3a2f1b);
    theme.warningEdge = rgb(0x6b5428);
    theme.eventTrace = rgb(0x7c8690);
    theme.eventDebug = rgb(0x9aa4ae);
    theme.eventInfo = rgb(0x4fc08d);
    theme.eventWarn = rgb(0xf0b050);
    theme.eventError = rgb(0xff8078);
    theme.counter = rgb(0x5fb8c9);
    theme.flow = Qt::white;
    theme.gridLine = rgb(0x24282d);
    theme.outsideOverview = withAlpha(rgb(0x121417), 66);
    theme.lostLine = rgb(0x7a4347);
    theme.lostGround = rgb(0x2a2023);
}

struct FrameColors
{
    QRgb window, base, alternate, text, disabled, highlight, link, button;
};

constexpr FrameColors kLightFrame {0xf0f1f2, 0xffffff, 0xf7f8f9, 0x1a1d21,
                                   0xa0a8b0, 0x2468b4, 0x1d5fa8, 0xf7f8f9};
constexpr FrameColors kDarkFrame {0x25282c, 0x1b1e22, 0x1f2327, 0xe4e7ea,
                                  0x626b74, 0x2f6cb0, 0x82b8f0, 0x2b2f34};

QPalette framePalette(const FrameColors& colors)
{
    const QColor text = rgb(colors.text);
    const QColor disabled = rgb(colors.disabled);
    QPalette palette(rgb(colors.button), rgb(colors.window));
    palette.setColor(QPalette::Base, rgb(colors.base));
    palette.setColor(QPalette::AlternateBase, rgb(colors.alternate));
    palette.setColor(QPalette::ToolTipBase, rgb(colors.base));
    palette.setColor(QPalette::Highlight, rgb(colors.highlight));
    palette.setColor(QPalette::HighlightedText, Qt::white);
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
    Theme theme;
    theme.window = palette.color(QPalette::Active, QPalette::Window);
    theme.base = palette.color(QPalette::Active, QPalette::Base);
    theme.alternate = palette.color(QPalette::Active, QPalette::AlternateBase);
    theme.text = palette.color(QPalette::Active, QPalette::Text);
    theme.disabled = palette.color(QPalette::Disabled, QPalette::Text);
    theme.highlight = palette.color(QPalette::Active, QPalette::Highlight);
    theme.highlightedText = palette.color(QPalette::Active, QPalette::HighlightedText);
    theme.link = palette.color(QPalette::Active, QPalette::Link);
    theme.dark = luminance(theme.base) < 0.2;

    const FrameColors& ours = theme.dark ? kDarkFrame : kLightFrame;
    if (contrast(theme.highlight, theme.highlightedText) < 4.5) {
        theme.highlight = rgb(ours.highlight);
        theme.highlightedText = Qt::white;
    }
    if (contrast(theme.link, theme.base) < 4.5) // Qt's own link blue on a dark base is unreadable
        theme.link = rgb(ours.link);

    const QColor windowText = palette.color(QPalette::Active, QPalette::WindowText);
    theme.head = blended(theme.window, windowText, 4);
    theme.text2 = blended(theme.text, theme.base, 26);
    theme.text3 = blended(theme.text, theme.base, 33);
    theme.hairline = blended(theme.window, windowText, theme.dark ? 11 : 15);
    theme.faint = blended(theme.base, theme.text, theme.dark ? 7 : 10);
    theme.quietSelection = blended(theme.base, theme.highlight, theme.dark ? 24 : 16);
    theme.hover = blended(theme.base, theme.highlight, 7);

    theme.ink = rgb(kInk);
    theme.scheduledLabel = theme.ink;
    if (theme.dark)
        setDarkData(theme);
    else
        setLightData(theme);
    theme.counterFill = withAlpha(theme.counter, 14);
    return theme;
}

const Theme& Theme::of(const QWidget* widget)
{
    // Palettes are many (one a widget, with a key of its own), their colours few: the themes stay, the keys
    // are a shortcut.
    struct Entry
    {
        std::array<QRgb, 8> colors;
        Theme theme;
    };
    static std::deque<Entry> themes;
    static std::unordered_map<qint64, const Theme*> byKey;

    const QPalette& palette = widget->palette();
    if (const auto known = byKey.find(palette.cacheKey()); known != byKey.end())
        return *known->second;

    const auto active = [&palette](QPalette::ColorRole role) {
        return palette.color(QPalette::Active, role).rgba();
    };
    const std::array<QRgb, 8> colors = {
        active(QPalette::Window),          active(QPalette::WindowText), active(QPalette::Base),
        active(QPalette::AlternateBase),   active(QPalette::Text),       active(QPalette::Highlight),
        active(QPalette::HighlightedText), active(QPalette::Link)};
    auto entry =
        std::find_if(themes.begin(), themes.end(), [&](const Entry& e) { return e.colors == colors; });
    if (entry == themes.end())
        entry = themes.insert(themes.end(), Entry {colors, fromPalette(palette)});
    constexpr std::size_t kKeys = 1000;
    if (byKey.size() >= kKeys)
        byKey.clear();
    byKey.emplace(palette.cacheKey(), &entry->theme);
    return entry->theme;
}

QColor Theme::nameColor(int index) const
{
    return rgb((dark ? kDarkNames : kLightNames)[static_cast<std::size_t>(index) % kLightNames.size()].fill);
}

QColor Theme::nameLabelColor(int index) const
{
    const NameColor& entry =
        (dark ? kDarkNames : kLightNames)[static_cast<std::size_t>(index) % kLightNames.size()];
    return entry.label == Label::white ? QColor(Qt::white) : ink;
}

QColor Theme::tint(Tint tint) const
{
    switch (tint) {
    case Tint::head: return rgb(dark ? 0x2c3035 : 0xefefef);
    case Tint::taskStart: return rgb(dark ? 0x22405e : 0xd8e8f8);
    case Tint::taskEnd: return rgb(dark ? 0x333b44 : 0xe6ebf0);
    case Tint::wake: return rgb(dark ? 0x544016 : 0xfbe7bc);
    case Tint::span: return rgb(dark ? 0x40345c : 0xe5ddf5);
    case Tint::event: return rgb(dark ? 0x1e4a38 : 0xd5eddf);
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

QRgb blended(QRgb first, QRgb second, int percent)
{
    const auto channel = [percent](int a, int b) { return (a * (100 - percent) + b * percent + 50) / 100; };
    return qRgb(channel(qRed(first), qRed(second)), channel(qGreen(first), qGreen(second)),
                channel(qBlue(first), qBlue(second)));
}

QColor blended(const QColor& first, const QColor& second, int percent)
{
    return QColor(blended(first.rgb(), second.rgb(), percent));
}

QFont smallerFont(const QFont& body, int steps)
{
    QFont font = body;
    font.setPixelSize(std::max(9, QFontInfo(body).pixelSize() - steps));
    return font;
}

}
