#include "widgets/common/cut_combo_box.h"

#include "widgets/common/plain_text.h"

#include <QStyleOptionComboBox>
#include <QStylePainter>

namespace traceglass {

QString CutComboBox::shownText() const
{
    return fitted(currentText());
}

QString CutComboBox::fitted(const QString& text) const
{
    constexpr int kMargin = 2; // what styles leave free at the sides
    QStyleOptionComboBox option;
    initStyleOption(&option);
    const int room =
        style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this).width();
    return fontMetrics().elidedText(text, Qt::ElideRight, room - kMargin);
}

bool CutComboBox::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip || shownText() == currentText())
        return QComboBox::event(event);
    showWholeTip(event, currentText(), this);
    return true;
}

void CutComboBox::paintEvent(QPaintEvent*)
{
    QStylePainter painter(this);
    painter.setPen(palette().color(QPalette::Text));
    QStyleOptionComboBox option;
    initStyleOption(&option);
    painter.drawComplexControl(QStyle::CC_ComboBox, option);
    option.currentText = shownText();
    painter.drawControl(QStyle::CE_ComboBoxLabel, option);
}

}
