#include "widgets/common/elided_label.h"

#include "widgets/common/plain_text.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QMenu>

namespace traceglass {

void setTextColor(QWidget* widget, const QColor& color)
{
    QPalette palette = widget->palette();
    palette.setColor(QPalette::WindowText, color);
    palette.setColor(QPalette::Text, color);
    widget->setPalette(palette);
}

ElidedLabel::ElidedLabel(const QString& text, QWidget* parent, Qt::TextElideMode mode)
    : QLabel(parent)
    , m_mode(mode)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    setFullText(text);
}

void ElidedLabel::setFullText(const QString& text)
{
    m_text = text;
    updateGeometry();
    cut();
}

void ElidedLabel::setNote(const QString& note)
{
    m_note = note;
    cut();
}

QSize ElidedLabel::sizeHint() const
{
    const QMargins margins = contentsMargins();
    return {fontMetrics().horizontalAdvance(m_text) + 2 + margins.left() + margins.right(),
            fontMetrics().height() + margins.top() + margins.bottom()};
}

QSize ElidedLabel::minimumSizeHint() const
{
    return {0, fontMetrics().height()};
}

void ElidedLabel::resizeEvent(QResizeEvent* event)
{
    QLabel::resizeEvent(event);
    cut();
}

void ElidedLabel::changeEvent(QEvent* event)
{
    QLabel::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        cut();
}

void ElidedLabel::contextMenuEvent(QContextMenuEvent* event)
{
    if (!(textInteractionFlags() & Qt::TextSelectableByMouse)) {
        event->ignore();
        return;
    }
    QMenu menu(this);
    menu.addAction(tr("Copy"), this, [this] {
        QGuiApplication::clipboard()->setText(hasSelectedText() && text() == m_text ? selectedText()
                                                                                    : m_text);
    });
    menu.exec(event->globalPos());
}

void ElidedLabel::cut()
{
    const QString shown = fontMetrics().elidedText(
        QString(m_text).replace(QLatin1Char('\n'), QLatin1Char(' ')), m_mode, contentsRect().width());
    if (shown != text())
        setText(shown);
    setToolTip(tipText(shown == m_text ? m_note : m_text));
}

}
