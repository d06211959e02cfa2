// Some characters of a text in bold: what is searched for, and the names in sentences of findings. Those stand in
// backquotes where a text is plain: copied, in notes, on the command line.
//
//     const auto [text, bold] = namesInBold(fromUtf8(finding.sentence));
//     drawMarked(painter, rect(), text, bold);
#pragma once

#include <QList>
#include <QPoint>
#include <QString>
#include <QTextLayout>
#include <utility>

class QPainter;

namespace traceglass {

// [x, y) of each, ascending.
using TextMarks = QList<QPoint>;

// A sentence without its backquotes. Where one has no partner it is as it was.
std::pair<QString, TextMarks> namesInBold(const QString& sentence);
// Where they are in a part of the text.
TextMarks marksWithin(const TextMarks& marks, int begin, int length);
// Where they are in what is left of a text, which has an ellipsis in place of what was cut.
TextMarks marksLeft(const TextMarks& marks, const QString& whole, const QString& left);

QList<QTextLayout::FormatRange> boldFormats(const TextMarks& marks);
// How much wider a text is for its marks. 0 of one without.
int widthOfMarks(const QFont& font, const QString& text, const TextMarks& marks);
// The text with an ellipsis, where it is too wide with its marks; marksLeft tells where these are then.
QString elided(const QFont& font, const QString& text, const TextMarks& marks, Qt::TextElideMode mode,
               int width);
void drawMarked(QPainter& painter, const QRect& rect, const QString& text, const TextMarks& marks);
// As rich text. All that is in the text is escaped.
QString toHtml(const QString& text, const TextMarks& marks);

}
