#include "widgets/common/link_label.h"

#include "widgets/common/plain_text.h"
#include "widgets/common/theme.h"

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
    m_bold.clear(); // of what it said before
}

void LinkLabel::setBold(const TextMarks& bold)
{
    m_bold = bold;
    updateGeometry();
    update();
}

int LinkLabel::wholeWidth() const
{
    return fontMetrics().horizontalAdvance(text()) + widthOfMarks(font(), text(), m_bold);
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

void LinkLabel::setCut(Qt::TextElideMode side)
{
    m_cut = side;
    update();
}

QSize LinkLabel::sizeHint() const
{
    return {wholeWidth() + 2, fontMetrics().height() + 2};
}

bool LinkLabel::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip && wholeWidth() > width()) {
        showWholeTip(event, text(), this);
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
    const QString left = elided(font(), text(), m_bold, m_cut, width());
    if (m_bold.isEmpty())
        painter.drawText(rect(), Qt::AlignVCenter | Qt::AlignLeft, left);
    else
        drawMarked(painter, rect(), left, marksLeft(m_bold, text(), left));
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
