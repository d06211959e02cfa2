#include "widgets/gpu/pane_head.h"

#include "widgets/common/elided_label.h"
#include "widgets/common/lay_out.h"
#include "widgets/common/plain_text.h"
#include "widgets/common/theme.h"

#include <QLabel>

namespace traceglass {

namespace {

constexpr int kHeadGap = 8;

}

PaneHead::PaneHead(const QString& title, std::initializer_list<QWidget*> choices, QWidget* parent)
    : QWidget(parent)
    , m_title(new QLabel(title))
    , m_summary(new ElidedLabel)
    , m_line(new QWidget)
    , m_layout(inRow({12, 4, 12, 4}, kHeadGap, {m_line, {m_summary, 1}}, this))
{
    m_title->setFont(boldFont(font()));
    m_title->setTextFormat(Qt::PlainText);
    m_summary->setTextFormat(Qt::PlainText);
    m_summary->hide(); // until there is one
    QBoxLayout* const line = inRow({}, kHeadGap, {m_title}, m_line);
    for (QWidget* const choice : choices)
        line->addWidget(choice);
    line->addStretch();
    m_title->setVisible(!title.isEmpty());
}

void PaneHead::setTitle(const QString& title)
{
    m_title->setText(title);
    arrange();
}

void PaneHead::setSummary(const QString& text)
{
    m_summary->setFullText(text);
    arrange();
}

void PaneHead::setBelow(const QString& text)
{
    m_below = text;
    arrange();
}

void PaneHead::setLow(bool low)
{
    m_isLow = low;
    arrange();
}

QString PaneHead::summary() const
{
    return m_summary->fullText();
}

void PaneHead::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

void PaneHead::arrange()
{
    const QMargins margins = m_layout->contentsMargins();
    const int room = width() - margins.left() - margins.right() - kHeadGap;
    const bool isNarrow = m_line->sizeHint().width() + m_summary->sizeHint().width() > room;
    m_layout->setDirection(isNarrow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    m_layout->setSpacing(isNarrow ? 2 : kHeadGap);
    const bool isAway = isNarrow && m_isLow;
    m_summary->setVisible(!summary().isEmpty() && !isAway);
    QStringList tip {isAway ? summary() : QString(), m_isLow ? m_below : QString()};
    tip.removeAll(QString());
    setToolTip(tipText(tip.join(QLatin1Char('\n'))));
}

}
