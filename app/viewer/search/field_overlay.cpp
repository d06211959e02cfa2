#include "app/viewer/search/field_overlay.h"

#include "widgets/common/icons.h"
#include "widgets/common/theme.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>
#include <QVBoxLayout>
#include <algorithm>

namespace traceglass {

namespace {

constexpr int kWidth = 560;
constexpr int kTop = 64;

}

Overlay::Overlay(QWidget* window, const QString& name)
    : QFrame(window)
    , m_before(QApplication::focusWidget())
{
    setAccessibleName(name);
}

void Overlay::close()
{
    hide();
    if (m_before)
        m_before->setFocus();
    deleteLater();
}

void Overlay::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = Theme::of(this);
    painter.fillRect(rect(), theme.window);
    painter.setPen(theme.text3);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

FieldOverlay::FieldOverlay(QWidget* window, const QString& name, const char* iconName)
    : Overlay(window, name)
    , m_field(new QLineEdit(this))
    , m_rows(new QVBoxLayout(this))
{
    m_rows->setContentsMargins(8, 8, 8, 8);
    m_field->addAction(icon(iconName), QLineEdit::LeadingPosition);
    m_field->installEventFilter(this);
    m_rows->addWidget(m_field);
}

void FieldOverlay::present()
{
    const int width = std::min(kWidth, parentWidget()->width() - 48);
    const int height = hasHeightForWidth() ? heightForWidth(width) : sizeHint().height(); // text that wraps
    setGeometry((parentWidget()->width() - width) / 2, kTop, width, height);
    show();
    raise();
    m_field->setFocus(Qt::PopupFocusReason);
}

void FieldOverlay::close()
{
    m_field->removeEventFilter(this);
    Overlay::close();
}

bool FieldOverlay::eventFilter(QObject* object, QEvent* event)
{
    if (object == m_field && event->type() == QEvent::FocusOut) {
        if (static_cast<QFocusEvent*>(event)->reason() != Qt::PopupFocusReason) // of its own menu
            deleteLater();
    } else if (object == m_field && event->type() == QEvent::KeyPress) {
        auto& key = static_cast<QKeyEvent&>(*event);
        if (key.key() == Qt::Key_Escape) {
            close();
            return true;
        }
        if (takeKey(key))
            return true;
    }
    return QFrame::eventFilter(object, event);
}

}
