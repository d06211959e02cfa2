#include "widgets/common/query_marks.h"

#include "widgets/common/theme.h"
#include "widgets/common/utf8.h"

#include <QCoreApplication>
#include <QInputMethodEvent>
#include <QLineEdit>
#include <QPoint>
#include <QTextCharFormat>
#include <string>

namespace traceglass {

QString mistakeText(const query::ParseError& error)
{
    const QString sentence = fromUtf8(error.sentence);
    return error.suggestion.empty() ? sentence
                                    : QStringLiteral("%1 · %2?").arg(sentence, fromUtf8(error.suggestion));
}

void underlineWrong(QLineEdit& field, std::size_t begin, std::size_t end)
{
    QList<QInputMethodEvent::Attribute> marks;
    if (begin < end) {
        const std::string text = field.text().toStdString();
        const auto characters = [&](std::size_t bytes) {
            return int(exactFromUtf8(text.substr(0, bytes)).size());
        };
        QTextCharFormat format;
        format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
        format.setUnderlineColor(Theme::of(&field).error);
        marks.append({QInputMethodEvent::TextFormat, characters(begin) - field.cursorPosition(),
                      characters(end) - characters(begin), format});
    }
    QInputMethodEvent shown({}, marks);
    QCoreApplication::sendEvent(&field, &shown);
}

QVariant foundMarks(const query::TextCondition& condition, std::string_view field, std::string_view text)
{
    QList<QPoint> out;
    const auto characters = [&](std::size_t bytes) { return int(fromUtf8(text.substr(0, bytes)).size()); };
    for (const query::TextSpan& each : condition.marks(field, text))
        out.append({characters(each.begin), characters(each.end)});
    return out.isEmpty() ? QVariant() : QVariant::fromValue(out);
}

}
