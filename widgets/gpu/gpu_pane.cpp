#include "widgets/gpu/gpu_pane.h"

#include "widgets/common/lay_out.h"
#include "widgets/gpu/side_panes.h"

#include <algorithm>

namespace traceglass {

namespace {

constexpr int kGpuQuietMs = 150; // after the range or the moment has changed

}

GpuPane::GpuPane(DocumentSession* session, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_delay(delayed(this, kGpuQuietMs, &GpuPane::fetch))
    , m_panes(new SidePanes)
{
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    inColumn({}, 0, {{m_panes, 1}}, this);
    connect(session, &DocumentSession::timelineChanged, this, &GpuPane::later);
    connect(session, &DocumentSession::indexingChanged, this, [this] {
        if (!m_session->isIndexing())
            later();
    });
}

void GpuPane::add(AskedTable* table)
{
    m_tables.push_back(table);
    connect(table, &StatView::copied, this, &GpuPane::copied);
}

void GpuPane::setNameColors(const QHash<QString, int>& colors)
{
    for (const AskedTable* const table : m_tables)
        table->stats()->setNameColors(colors);
}

bool GpuPane::isWaiting() const
{
    return m_delay->isActive()
        || std::ranges::any_of(m_tables, [](const AskedTable* table) { return table->isWaiting(); });
}

QByteArray GpuPane::saveState() const
{
    return m_panes->saveState();
}

void GpuPane::restoreState(const QByteArray& state)
{
    m_panes->restoreState(state);
}

// What nobody sees is not reckoned.
void GpuPane::later()
{
    m_isFresh = false;
    if (isVisible() && !m_session->isIndexing())
        m_delay->start();
}

void GpuPane::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (!m_isFresh)
        later();
}

}
