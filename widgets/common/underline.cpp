#include "widgets/common/underline.h"

#include "widgets/common/theme.h"

#include <QCoreApplication>
#include <QInputMethodEvent>
#include <QLineEdit>
#include <QTextCharFormat>

namespace traceglass {

void underline(QLineEdit& field, std::size_t begin, std::size_t end)
{
    QList<QInputMethodEvent::Attribute> marks;
    if (begin < end) {
        const std::string text = field.text().toStdString();
        const auto characters = [&](std::size_t bytes) {
            return int(QString::fromStdString(text.substr(0, bytes)).size());
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

}
