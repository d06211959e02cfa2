#include "widgets/common/plain_text.h"

#include <QCoreApplication>
#include <QEvent>
#include <QFontMetrics>
#include <QHelpEvent>
#include <QLabel>
#include <QPointer>
#include <QTextLayout>
#include <QToolTip>

namespace traceglass {

namespace {

constexpr int kTipWidth = 640;
constexpr int kTipLines = 40;
constexpr qsizetype kTipLetters = 4000;

// Qt polishes each label before its text is laid out for the first time, that of a tooltip before it has one.
class PlainLabels : public QObject
{
public:
    using QObject::QObject;

    bool eventFilter(QObject* object, QEvent* event) override
    {
        if (event->type() == QEvent::Polish) {
            auto* const label = qobject_cast<QLabel*>(object);
            if (label && label->textFormat() == Qt::AutoText)
                label->setTextFormat(Qt::PlainText);
        }
        return false;
    }
};

}

void keepTextPlain()
{
    static QPointer<PlainLabels> labels;
    if (labels)
        return;
    labels = new PlainLabels(QCoreApplication::instance());
    QCoreApplication::instance()->installEventFilter(labels);
}

QString tipText(const QString& text)
{
    QStringList lines;
    for (QStringView paragraph : QStringView(text).left(kTipLetters).split(QLatin1Char('\n'))) {
        QTextLayout layout(paragraph.toString(), QToolTip::font());
        QTextOption wrap;
        wrap.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
        layout.setTextOption(wrap);
        layout.beginLayout();
        for (QTextLine line = layout.createLine(); line.isValid() && lines.size() <= kTipLines;
             line = layout.createLine()) {
            line.setLineWidth(kTipWidth);
            lines << paragraph.mid(line.textStart(), line.textLength()).trimmed().toString();
        }
        layout.endLayout();
    }
    const bool cut = lines.size() > kTipLines || text.size() > kTipLetters;
    lines = lines.mid(0, kTipLines);
    if (cut)
        lines << QStringLiteral("…");
    return lines.join(QLatin1Char('\n'));
}

void showTip(const QPoint& globalPos, const QString& text, QWidget* widget, const QRect& area)
{
    QToolTip::showText(globalPos, tipText(text), widget, area);
}

void showWholeTip(const QEvent* help, const QString& whole, QWidget* widget)
{
    showTip(static_cast<const QHelpEvent*>(help)->globalPos(),
            (whole + QLatin1Char('\n') + widget->toolTip()).trimmed(), widget);
}

QString literal(QString text)
{
    return text.replace(QLatin1Char('&'), QLatin1String("&&"));
}

QString shortLiteral(const QString& name, const QWidget* menu, int mostLetters)
{
    const QFontMetrics metrics = menu->fontMetrics();
    return literal(metrics.elidedText(name, Qt::ElideMiddle, metrics.averageCharWidth() * mostLetters,
                                      Qt::TextSingleLine));
}

QString titleText(QString text)
{
    return text.replace(QLatin1String("[*]"), QLatin1String("[*][*]"));
}

}
