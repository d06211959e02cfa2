#include "app/viewer/settings/key_list.h"

#include "app/viewer/window/window_parts.h"
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

class KeyWords
{
    Q_DECLARE_TR_FUNCTIONS(KeyWords)
};

// As Qt names it in menus: "Strg".
QString keyName(const QString& cap)
{
    return QCoreApplication::translate("QShortcut", cap.toUtf8());
}

}

std::vector<KeyGroup> paneKeys()
{
    const auto line = [](QStringList caps, const QString& text) { return KeyLine {std::move(caps), text}; };
    return {
        {KeyWords::tr("Timeline"),
         {
             line({"W", "S"}, KeyWords::tr("zoom at the cursor")),
             line({"A", "D"}, KeyWords::tr("pan")),
             line({"+", "−", "0"}, KeyWords::tr("zoom in, out, fit the capture")),
             line({"F"}, KeyWords::tr("fit selection or range, again: capture")),
             line({".", ","}, KeyWords::tr("next, previous slice")),
             line({"Shift", ".", ","}, KeyWords::tr("next, previous of its name")),
             line({"Shift", "F10"}, KeyWords::tr("menu of the selected slice")),
             line({"L"}, KeyWords::tr("longest slice of the track, again: of all")),
             line({"Ctrl", "Home"}, KeyWords::tr("first slice of the track, again: of all")),
             line({"Ctrl", "End"}, KeyWords::tr("last slice of the track, again: of all")),
             line({"Ctrl", "↑", "↓"}, KeyWords::tr("maximum, minimum of the counter")),
             line({"[", "]"}, KeyWords::tr("walk the flow, or choose one of several")),
             line({"↑", "↓"}, KeyWords::tr("slice in the neighbouring track")),
             line({"R"}, KeyWords::tr("range over the selection")),
             line({"Shift", "←", "→"}, KeyWords::tr("begin a range, move its edge")),
             line({"Ctrl", "Shift", "←", "→"}, KeyWords::tr("move its other edge")),
             line({"Ctrl", "Shift", "↑", "↓"}, KeyWords::tr("move the track up, down")),
             line({"F3"}, KeyWords::tr("next hit of the search, else of the filter")),
             line({"Shift", "F3"}, KeyWords::tr("previous hit")),
             line({"Esc"}, KeyWords::tr("take back the last choice")),
             line({KeyWords::tr("Drag")}, KeyWords::tr("select a range")),
             line({"Ctrl", KeyWords::tr("Wheel")}, KeyWords::tr("zoom at the cursor")),
             line({"Shift", KeyWords::tr("Wheel")}, KeyWords::tr("pan")),
         }},
        {KeyWords::tr("Filters"),
         {
             line({"Ctrl", "Space"}, KeyWords::tr("the opposite of a chip of the search")),
             line({"Enter"}, KeyWords::tr("to the hits, or to the next")),
             line({"Shift", "Enter"}, KeyWords::tr("to the hit before")),
             line({"↓"}, KeyWords::tr("to the hits")),
             line({"Esc"}, KeyWords::tr("clear, then leave")),
         }},
        {KeyWords::tr("Records and Search"),
         {
             line({"↑", "↓"}, KeyWords::tr("to the next row, and what it is about")),
             line({"Home", "End"}, KeyWords::tr("first, last row")),
             line({"Shift", "↑", "↓"}, KeyWords::tr("select several rows")),
             line({"Shift", KeyWords::tr("Click")}, KeyWords::tr("select all up to there")),
             line({"Ctrl", KeyWords::tr("Click")}, KeyWords::tr("one row more or less")),
             line({"Ctrl", "A"}, KeyWords::tr("select all rows")),
             line({"Ctrl", "C"}, KeyWords::tr("copy the selected rows")),
             line({"Enter"}, KeyWords::tr("zoom to the hit")),
             line({"Ctrl", "Enter"}, KeyWords::tr("filter by the search")),
             line({"Shift", "F10"}, KeyWords::tr("menu of the list")),
         }},
        {KeyWords::tr("Findings"),
         {
             line({"Enter"}, KeyWords::tr("to the evidence")),
             line({"←", "→"}, KeyWords::tr("previous, next piece of evidence")),
             line({"Delete"}, KeyWords::tr("not a problem here")),
             line({"Ctrl", "C"}, KeyWords::tr("copy the list")),
         }},
        {KeyWords::tr("Statistics"),
         {
             line({"Enter"}, KeyWords::tr("search the slices of the row")),
             line({"Ctrl", "Enter"}, KeyWords::tr("filter by them")),
             line({"L"}, KeyWords::tr("to the longest of them")),
             line({"Ctrl", "C"}, KeyWords::tr("copy the table")),
         }},
        {KeyWords::tr("Bytes"),
         {
             line({"←", "→", "↑", "↓"}, KeyWords::tr("move the caret")),
             line({"Shift", "←", "→"}, KeyWords::tr("extend the selection")),
             line({"Page ↑", "Page ↓"}, KeyWords::tr("a page up or down")),
             line({"Ctrl", "Home"}, KeyWords::tr("first byte")),
             line({"Ctrl", "End"}, KeyWords::tr("last byte")),
             line({"Ctrl", "C"}, KeyWords::tr("copy as hex")),
             line({"F3"}, KeyWords::tr("next hit")),
             line({"Shift", "F3"}, KeyWords::tr("previous hit")),
         }},
        {KeyWords::tr("Flame graph"),
         {
             line({"←", "→", "↑", "↓"}, KeyWords::tr("walk from frame to frame")),
             line({"Enter"}, KeyWords::tr("zoom in")),
             line({"Esc"}, KeyWords::tr("zoom out one step")),
             line({"Home"}, KeyWords::tr("show everything")),
             line({"N"}, KeyWords::tr("next sample of the frame")),
             line({"Shift", "N"}, KeyWords::tr("previous sample")),
             line({"/"}, KeyWords::tr("search frames")),
             line({"F3"}, KeyWords::tr("next frame found")),
             line({"Shift", "F3"}, KeyWords::tr("previous frame found")),
         }},
        {KeyWords::tr("Memory and Queues"),
         {
             line({"↑", "↓"}, KeyWords::tr("to the slice of the next row")),
             line({"Enter"}, KeyWords::tr("to the slice of the row")),
             line({"Ctrl", "C"}, KeyWords::tr("copy the table")),
         }},
        {KeyWords::tr("List of notes"),
         {
             line({"Space"}, KeyWords::tr("show what the note is about")),
             line({"Enter"}, KeyWords::tr("edit")),
             line({"Ctrl", "Enter"}, KeyWords::tr("keep the text")),
             line({"Esc"}, KeyWords::tr("drop what was typed")),
             line({"Delete"}, KeyWords::tr("delete the chosen notes")),
         }},
        {KeyWords::tr("Structure"),
         {
             line({"→"}, KeyWords::tr("open")),
             line({"←"}, KeyWords::tr("close, then to the parent")),
             line({"Shift", "→"}, KeyWords::tr("open with all below")),
             line({"Backspace"}, KeyWords::tr("to the parent")),
             line({"Enter"}, KeyWords::tr("open or close")),
             line({"Ctrl", "Enter"}, KeyWords::tr("to what the line refers to")),
             line({"Ctrl", "Shift", "G"}, KeyWords::tr("to the nth child")),
         }},
    };
}

std::vector<KeyCaps*> fillKeys(QGridLayout* grid, const KeyGroup& group, QLabel* title)
{
    QWidget* const parent = title->parentWidget();
    grid->setColumnStretch(1, 1);
    title->setFont(headFont(title->font()));
    grid->addWidget(title, 0, 0, 1, 2);
    std::vector<KeyCaps*> caps;
    int row = 1;
    for (const KeyLine& line : group.lines) {
        caps.push_back(new KeyCaps(line.caps, parent));
        grid->addWidget(caps.back(), row, 0, Qt::AlignLeft | Qt::AlignVCenter);
        grid->addWidget(new QLabel(line.text, parent), row++, 1);
    }
    return caps;
}

QStringList splitKeys(const QString& keys)
{
    static const QRegularExpression kBetween(QStringLiteral("(?<=[^+])\\+(?=.)")); // not the key "+" itself
    QStringList caps = keys.split(kBetween, Qt::SkipEmptyParts);
    std::ranges::replace(caps, keyName(QStringLiteral("Left")), QStringLiteral("←"));
    std::ranges::replace(caps, keyName(QStringLiteral("Right")), QStringLiteral("→"));
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
    setLayoutDirection(Qt::LeftToRight); // as keys are painted
    keepFont(this, [](const QFont& body) { return smallerFont(body, 2); });
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setCaps(std::move(caps));
}

void KeyCaps::setCaps(QStringList caps)
{
    m_caps = std::move(caps);
    std::ranges::transform(m_caps, m_caps.begin(), keyName);
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
    painter.setLayoutDirection(layoutDirection());
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
