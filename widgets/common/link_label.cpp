#include "widgets/common/link_label.h"

#include "widgets/common/plain_text.h"
#include "widgets/common/theme.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QStyle>
#include <QStyleOptionFocusRect>

namespace traceglass {

LinkLabel::LinkLabel(const QString& text, QWidget* parent)
    : QAbstractButton(parent)
{
    setText(text);
    setAttribute(Qt::WA_Hover); // painted anew when the pointer comes and goes
    setCursor(Qt::PointingHandCursor);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void LinkLabel::setText(const QString& text)
{
    QAbstractButton::setText(text);
    setShortcut({});
}

void LinkLabel::setUnderlined(bool underlined)
{
    m_underlined = underlined;
    update();
}

void LinkLabel::setQuiet(bool quiet)
{
    m_quiet = quiet;
    setFocusPolicy(quiet ? Qt::NoFocus : Qt::StrongFocus);
    setCursor(quiet ? Qt::ArrowCursor : Qt::PointingHandCursor);
    update();
}

QSize LinkLabel::sizeHint() const
{
    return {fontMetrics().horizontalAdvance(text()) + 2, fontMetrics().height() + 2};
}

QSize LinkLabel::minimumSizeHint() const
{
    return {0, sizeHint().height()};
}

bool LinkLabel::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip && toolTip().isEmpty()
        && fontMetrics().horizontalAdvance(text()) > width()) {
        showTip(static_cast<QHelpEvent*>(event)->globalPos(), text(), this);
        return true;
    }
    return QAbstractButton::event(event);
}

void LinkLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = Theme::of(this);
    QFont shown = font();
    shown.setUnderline(!m_quiet && (m_underlined || underMouse()));
    painter.setFont(shown);
    painter.setPen(m_quiet ? theme.text : isEnabled() ? theme.link : theme.disabled);
    painter.drawText(rect(), Qt::AlignVCenter | Qt::AlignLeft,
                     fontMetrics().elidedText(text(), Qt::ElideMiddle, width()));
    if (hasFocus()) {
        QStyleOptionFocusRect option;
        option.initFrom(this);
        style()->drawPrimitive(QStyle::PE_FrameFocusRect, &option, &painter, this);
    }
}

void LinkLabel::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        click();
    else
        QAbstractButton::keyPressEvent(event);
}

}
