#include "widgets/common/text_marks.h"

#include <QFontMetrics>
#include <QPainter>
#include <algorithm>

namespace traceglass {

std::pair<QString, TextMarks> namesInBold(const QString& sentence)
{
    const QStringList parts = sentence.split(QLatin1Char('`'));
    if (parts.size() % 2 == 0)
        return {sentence, {}};
    QString text;
    TextMarks bold;
    for (qsizetype i = 0; i < parts.size(); ++i) {
        if (i % 2 == 1)
            bold.append({int(text.size()), int(text.size() + parts[i].size())});
        text += parts[i];
    }
    return {text, bold};
}

TextMarks marksWithin(const TextMarks& marks, int begin, int length)
{
    TextMarks out;
    for (const QPoint& mark : marks) {
        const int from = std::max(mark.x() - begin, 0), to = std::min(mark.y() - begin, length);
        if (from < to)
            out.append({from, to});
    }
    return out;
}

TextMarks marksLeft(const TextMarks& marks, const QString& whole, const QString& left)
{
    if (left == whole)
        return marks;
    const auto cut = int(std::ranges::mismatch(whole, left).in1 - whole.begin());
    int behind = 0; // characters as before
    while (behind < std::min(whole.size(), left.size()) - cut
           && whole[whole.size() - 1 - behind] == left[left.size() - 1 - behind])
        ++behind;
    const int gone = int(whole.size() - left.size());
    TextMarks out;
    for (const QPoint& mark : marks) {
        if (mark.x() < cut)
            out.append({mark.x(), std::min(mark.y(), cut)});
        if (const int begin = std::max(mark.x(), int(whole.size()) - behind); begin < mark.y())
            out.append({begin - gone, mark.y() - gone});
    }
    return out;
}

QList<QTextLayout::FormatRange> boldFormats(const TextMarks& marks)
{
    QList<QTextLayout::FormatRange> out;
    for (const QPoint& mark : marks) {
        QTextCharFormat format;
        format.setFontWeight(QFont::Bold);
        out.append({mark.x(), mark.y() - mark.x(), format});
    }
    return out;
}

int widthOfMarks(const QFont& font, const QString& text, const TextMarks& marks)
{
    QFont bold = font;
    bold.setBold(true);
    int out = 0;
    for (const QPoint& mark : marks) {
        const QString part = text.mid(mark.x(), mark.y() - mark.x());
        out += QFontMetrics(bold).horizontalAdvance(part) - QFontMetrics(font).horizontalAdvance(part);
    }
    return out;
}

QString elided(const QFont& font, const QString& text, const TextMarks& marks, Qt::TextElideMode mode,
               int width)
{
    const QFontMetrics metrics(font);
    if (marks.isEmpty())
        return metrics.elidedText(text, mode, width);
    if (metrics.horizontalAdvance(text) + widthOfMarks(font, text, marks) <= width)
        return text;
    // Without its marks it would be too wide by what these take: with that less it is not.
    const QString plain = metrics.elidedText(text, mode, width);
    return metrics.elidedText(text, mode, width - widthOfMarks(font, plain, marksLeft(marks, text, plain)));
}

void drawMarked(QPainter& painter, const QRect& rect, const QString& text, const TextMarks& marks)
{
    QTextLayout layout(text, painter.font());
    layout.setFormats(boldFormats(marks));
    layout.beginLayout();
    const QTextLine line = layout.createLine();
    layout.endLayout();
    if (line.isValid())
        layout.draw(&painter, QPointF(rect.left(), rect.center().y() + 1 - line.height() / 2), {}, rect);
}

QString toHtml(const QString& text, const TextMarks& marks)
{
    QString out;
    int at = 0;
    for (const QPoint& mark : marks) {
        out += text.mid(at, mark.x() - at).toHtmlEscaped() + QStringLiteral("<b>")
            + text.mid(mark.x(), mark.y() - mark.x()).toHtmlEscaped() + QStringLiteral("</b>");
        at = mark.y();
    }
    return out + text.mid(at).toHtmlEscaped();
}

}
