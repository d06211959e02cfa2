#include "widgets/common/cut_button.h"

#include "widgets/common/plain_text.h"

#include <QEvent>
#include <QStyleOptionToolButton>
#include <QStylePainter>
#include <algorithm>

namespace traceglass {

CutButton::CutButton(QWidget* parent)
    : QToolButton(parent)
{
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
}

int CutButton::textWidth(const QString& text) const
{
    return fontMetrics().size(Qt::TextShowMnemonic, text).width();
}

QString CutButton::shownText() const
{
    const int whole = textWidth(text());
    const int room = whole - std::max(0, sizeHint().width() - width());
    return fontMetrics().elidedText(text(), Qt::ElideRight, room, Qt::TextShowMnemonic);
}

QSize CutButton::minimumSizeHint() const
{
    const QSize hint = sizeHint();
    const int least = textWidth(text().left(4) + QStringLiteral("…"));
    return {hint.width() - std::max(0, textWidth(text()) - least), hint.height()};
}

bool CutButton::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip || width() >= sizeHint().width())
        return QToolButton::event(event);
    QString whole = text();
    whole.replace(QLatin1String("&&"), QLatin1String("&")); // as literal() wrote it
    showWholeTip(event, whole, this);
    return true;
}

void CutButton::paintEvent(QPaintEvent*)
{
    QStylePainter painter(this);
    QStyleOptionToolButton option;
    initStyleOption(&option);
    option.text = shownText();
    painter.drawComplexControl(QStyle::CC_ToolButton, option);
}

}
