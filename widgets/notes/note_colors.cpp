#include "widgets/notes/note_colors.h"

#include "core/base/text.h"
#include "widgets/common/utf8.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>

namespace traceglass {

// The first is the theme's own colour of notes; the others have at least 3 : 1 against the base of both
// themes, like it.
QColor noteColor(const Theme& theme, std::uint8_t color)
{
    switch (color) {
    case 1: return theme.dark ? QColor(0xff8a80) : QColor(0xc62828);
    case 2: return theme.dark ? QColor(0xffb74d) : QColor(0xb45309);
    case 3: return theme.dark ? QColor(0x81c784) : QColor(0x2e7d32);
    case 4: return theme.dark ? QColor(0x64b5f6) : QColor(0x1565c0);
    case 5: return theme.dark ? QColor(0xb0bec5) : QColor(0x546e7a);
    default: return theme.note;
    }
}

QString colorName(std::uint8_t color)
{
    const char* const names[] = {
        QT_TRANSLATE_NOOP("NoteColors", "violet"), QT_TRANSLATE_NOOP("NoteColors", "red"),
        QT_TRANSLATE_NOOP("NoteColors", "orange"), QT_TRANSLATE_NOOP("NoteColors", "green"),
        QT_TRANSLATE_NOOP("NoteColors", "blue"),   QT_TRANSLATE_NOOP("NoteColors", "gray")};
    static_assert(std::size(names) == kAnnotationColors.size());
    return QCoreApplication::translate("NoteColors", names[color < std::size(names) ? color : 0]);
}

QString noteDate(std::int64_t unixNs)
{
    constexpr std::int64_t kNsPerMs = 1'000'000;
    if (unixNs == 0)
        return {};
    return QLocale().toString(QDateTime::fromMSecsSinceEpoch(unixNs / kNsPerMs), QLocale::ShortFormat);
}

QString noteTooltip(const Annotation& note)
{
    constexpr std::size_t kAtMost = 1000;
    return linesFromUtf8(shortened(note.text, kAtMost));
}

void drawPennant(QPainter& painter, int x, int y, const QColor& color)
{
    const QPolygon pennant({{x, y}, {x + 10, y}, {x + 7, y + 4}, {x + 10, y + 8}, {x, y + 8}});
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawPolygon(pennant);
    painter.restore();
}

}
