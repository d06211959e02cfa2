#include "widgets/common/cut_combo_box.h"

#include "widgets/common/plain_text.h"

#include <QEvent>
#include <QStyleOptionComboBox>
#include <QStylePainter>
#include <algorithm>

namespace traceglass {

QString CutComboBox::shownText() const
{
    return fitted(wholeText());
}

QString CutComboBox::wholeText() const
{
    return m_pattern.isEmpty() || currentIndex() <= 0 ? currentText() : m_pattern.arg(currentText());
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

void CutComboBox::setAsWideAsChoice()
{
    m_isAsWideAsChoice = true;
    connect(this, &QComboBox::currentIndexChanged, this, &QWidget::updateGeometry);
}

QSize CutComboBox::sizeHint() const
{
    QSize all = QComboBox::sizeHint();
    int longest = 0;
    for (int i = 0; m_isAsWideAsChoice && i < count(); ++i)
        longest = std::max(longest, fontMetrics().horizontalAdvance(itemText(i)));
    if (longest > 0)
        all.rwidth() -= longest - fontMetrics().horizontalAdvance(wholeText());
    return all;
}

QSize CutComboBox::minimumSizeHint() const
{
    return m_isAsWideAsChoice ? sizeHint() : QComboBox::minimumSizeHint();
}

bool CutComboBox::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip || shownText() == wholeText())
        return QComboBox::event(event);
    showWholeTip(event, wholeText(), this);
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
