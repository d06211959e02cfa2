#include "app/viewer/key_list.h"

#include "app/viewer/window_parts.h"
#include "widgets/common/line_height.h"
#include "widgets/common/theme.h"

#include <QCoreApplication>
#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QRegularExpression>
#include <algorithm>

namespace traceglass {

namespace {

constexpr int kCapHeight = 18;
constexpr int kCapGap = 6;

QString words(const char* text)
{
    return QCoreApplication::translate("KeyList", text);
}

}

std::vector<KeyGroup> paneKeys()
{
    const auto line = [](QStringList caps, const char* text) {
        return KeyLine {std::move(caps), words(text)};
    };
    return {
        {words("Timeline"),
         {
             line({"W", "S"}, "zoom at the cursor"),
             line({"A", "D"}, "pan"),
             line({"+", "−", "0"}, "zoom in, out, fit the capture"),
             line({"F"}, "fit selection or range, again: capture"),
             line({".", ","}, "next, previous slice"),
             line({"Shift", ".", ","}, "next, previous of its name"),
             line({"Shift", "F10"}, "menu of the selected slice"),
             line({"L"}, "longest slice of the track, again: of all"),
             line({"Ctrl", "Home"}, "first slice of the track, again: of all"),
             line({"Ctrl", "End"}, "last slice of the track, again: of all"),
             line({"Ctrl", "↑", "↓"}, "maximum, minimum of the counter"),
             line({"[", "]"}, "walk the flow"),
             line({"↑", "↓"}, "slice in the neighbouring track"),
             line({"R"}, "range over the selection"),
             line({"Shift", "←", "→"}, "begin a range, move its edge"),
             line({"Ctrl", "Shift", "←", "→"}, "move its other edge"),
             line({"Ctrl", "Shift", "↑", "↓"}, "move the track up, down"),
             line({"F3"}, "next hit of the search, else of the filter"),
             line({"Shift", "F3"}, "previous hit"),
             line({"Esc"}, "take back the last choice"),
             line({"Drag"}, "select a range"),
             line({"Ctrl", "Wheel"}, "zoom at the cursor"),
             line({"Shift", "Wheel"}, "pan"),
         }},
        {words("Filters"),
         {
             line({"Ctrl", "Space"}, "the opposite of a chip of the search"),
             line({"Enter"}, "to the hits, or to the next"),
             line({"Shift", "Enter"}, "to the hit before"),
             line({"↓"}, "to the hits"),
             line({"Esc"}, "clear, then leave"),
         }},
        {words("Bytes"),
         {
             line({"←", "→", "↑", "↓"}, "move the caret"),
             line({"Shift", "←", "→"}, "extend the selection"),
             line({"Page ↑", "Page ↓"}, "a page up or down"),
             line({"Ctrl", "Home"}, "first byte"),
             line({"Ctrl", "End"}, "last byte"),
             line({"Ctrl", "C"}, "copy as hex"),
             line({"F3"}, "next hit"),
             line({"Shift", "F3"}, "previous hit"),
         }},
        {words("Flame graph"),
         {
             line({"←", "→", "↑", "↓"}, "walk from frame to frame"),
             line({"Enter"}, "zoom in"),
             line({"Esc"}, "zoom out one step"),
             line({"Home"}, "show everything"),
             line({"N"}, "next sample of the frame"),
             line({"Shift", "N"}, "previous sample"),
             line({"/"}, "search frames"),
             line({"F3"}, "next frame found"),
             line({"Shift", "F3"}, "previous frame found"),
         }},
        {words("Memory, Queues"),
         {
             line({"↑", "↓"}, "to the slice of the next row"),
             line({"Enter"}, "to the slice of the row"),
             line({"Ctrl", "C"}, "copy the table"),
         }},
        {words("List of notes"),
         {
             line({"Space"}, "show what the note is about"),
             line({"Enter"}, "edit"),
             line({"Ctrl", "Enter"}, "keep the text"),
             line({"Esc"}, "drop what was typed"),
             line({"Delete"}, "delete the chosen notes"),
         }},
        {words("Structure"),
         {
             line({"→"}, "open"),
             line({"←"}, "close, then to the parent"),
             line({"Shift", "→"}, "open with all below"),
             line({"Backspace"}, "to the parent"),
             line({"Enter"}, "open or close"),
             line({"Ctrl", "Enter"}, "to what the line refers to"),
             line({"Ctrl", "Shift", "G"}, "to the nth child"),
         }},
    };
}

void fillKeys(QGridLayout* grid, const KeyGroup& group, QLabel* title)
{
    QWidget* const parent = title->parentWidget();
    grid->setColumnStretch(1, 1);
    title->setFont(headFont(title->font()));
    grid->addWidget(title, 0, 0, 1, 2);
    int row = 1;
    for (const KeyLine& line : group.lines) {
        grid->addWidget(new KeyCaps(line.caps, parent), row, 0, Qt::AlignLeft | Qt::AlignVCenter);
        grid->addWidget(new QLabel(line.text, parent), row++, 1);
    }
}

QStringList splitKeys(const QString& keys)
{
    static const QRegularExpression kBetween(QStringLiteral("(?<=[^+])\\+(?=.)")); // not the key "+" itself
    QStringList caps = keys.split(kBetween, Qt::SkipEmptyParts);
    std::ranges::replace(caps, QStringLiteral("Left"), QStringLiteral("←"));
    std::ranges::replace(caps, QStringLiteral("Right"), QStringLiteral("→"));
    return caps;
}

std::vector<QKeySequence> keysOf(const QStringList& caps)
{
    static const QStringList kModifiers {QStringLiteral("Ctrl"), QStringLiteral("Shift"),
                                         QStringLiteral("Alt")};
    static const std::pair<const char*, const char*> kNames[] = {
        {"←", "Left"}, {"→", "Right"},     {"↑", "Up"},         {"↓", "Down"},
        {"−", "-"},    {"Page ↑", "PgUp"}, {"Page ↓", "PgDown"}};
    QString together;
    std::vector<QKeySequence> keys;
    for (const QString& cap : caps) {
        if (kModifiers.contains(cap)) {
            together += cap + QLatin1Char('+');
            continue;
        }
        const auto named = std::ranges::find_if(
            kNames, [&](const auto& each) { return cap == QString::fromUtf8(each.first); });
        const QString name = named == std::end(kNames) ? cap : QString::fromUtf8(named->second);
        const QKeySequence key = QKeySequence::fromString(together + name, QKeySequence::PortableText);
        if (key.count() == 1 && key[0].key() != Qt::Key_unknown)
            keys.push_back(key);
    }
    return keys;
}

KeyCaps::KeyCaps(QStringList caps, QWidget* parent)
    : QWidget(parent)
{
    keepFont(this, [](const QFont& body) { return smallerFont(body, 2); });
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setCaps(std::move(caps));
}

void KeyCaps::setCaps(QStringList caps)
{
    m_caps = std::move(caps);
    setAccessibleName(m_caps.join(QLatin1Char(' ')));
    updateGeometry();
    update();
}

int KeyCaps::capHeight() const
{
    return std::max(kCapHeight, fontMetrics().height() + 3);
}

int KeyCaps::capWidth(const QString& cap) const
{
    return std::max(capHeight(), fontMetrics().horizontalAdvance(cap) + 10);
}

QSize KeyCaps::sizeHint() const
{
    int width = 0;
    for (const QString& cap : m_caps)
        width += capWidth(cap) + kCapGap;
    return {std::max(0, width - kCapGap) + 1, capHeight() + 1};
}

void KeyCaps::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme& theme = Theme::of(this);
    int x = 0;
    for (const QString& cap : m_caps) {
        const QRectF box(x + 0.5, 0.5, capWidth(cap) - 1, capHeight() - 1);
        painter.setPen(theme.hairline);
        painter.setBrush(theme.alternate);
        painter.drawRoundedRect(box, 3, 3);
        painter.setPen(theme.text);
        painter.drawText(box, Qt::AlignCenter, cap);
        x += capWidth(cap) + kCapGap;
    }
}

}
