#include "widgets/gpu/side_panes.h"

#include "widgets/common/lay_out.h"
#include "widgets/gpu/pane_head.h"

#include <QEvent>
#include <QSplitter>
#include <QTabBar>

namespace traceglass {

namespace {

constexpr int kPartOfStretch = 1000; // parts of a splitter are shared out in proportion
constexpr int kLettersOfPane = 45;   // that a pane needs at least
constexpr int kLinesOfLow = 13;

}

SidePanes::SidePanes(QWidget* parent)
    : QWidget(parent)
    , m_tabs(new QTabBar)
    , m_splitter(new QSplitter(Qt::Horizontal))
{
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_tabs->setAccessibleName(tr("Which of the panes"));
    m_splitter->setHandleWidth(1);
    m_splitter->setChildrenCollapsible(false);
    inColumn({}, 0, {m_tabs, {m_splitter, 1}}, this);
    connect(m_tabs, &QTabBar::currentChanged, this, &SidePanes::arrange);
}

void SidePanes::add(const QString& title, QWidget* pane, int stretch)
{
    pane->setMinimumWidth(1); // what does not fit is cut, not the window made wider
    m_splitter->addWidget(pane);
    m_splitter->setStretchFactor(m_splitter->count() - 1, stretch);
    m_sizes << stretch * kPartOfStretch;
    m_splitter->setSizes(m_sizes);
    m_tabs->addTab(title);
    arrange();
}

void SidePanes::hideWhereLow(QWidget* part)
{
    m_hiddenWhereLow << part;
    arrange();
}

void SidePanes::arrange()
{
    const bool isWide = width() >= m_splitter->count() * kLettersOfPane * fontMetrics().averageCharWidth();
    m_tabs->setVisible(!isWide);
    for (PaneHead* const head : findChildren<PaneHead*>())
        head->setLow(isLow());
    for (QWidget* const part : m_hiddenWhereLow)
        part->setVisible(!isLow());
    for (int n = 0; n < m_splitter->count(); ++n)
        m_splitter->widget(n)->setVisible(isWide || n == m_tabs->currentIndex());
}

bool SidePanes::isLow() const
{
    return height() < kLinesOfLow * fontMetrics().height();
}

void SidePanes::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

void SidePanes::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::ApplicationFontChange)
        arrange();
}

QByteArray SidePanes::saveState() const
{
    return m_splitter->saveState();
}

void SidePanes::restoreState(const QByteArray& state)
{
    m_splitter->restoreState(state);
}

}
