#include "widgets/models/node_list.h"

#include "widgets/common/lay_out.h"
#include "widgets/common/theme.h"
#include "widgets/models/long_list.h"
#include "widgets/models/node_hits_model.h"

#include <QLabel>
#include <QToolButton>

namespace traceglass {

NodeList::NodeList(DocumentSession* session, NodeSearch* search, QWidget* parent)
    : QWidget(parent)
    , m_search(search)
    , m_model(new NodeHitsModel(session->capture(), this))
    , m_table(new RowView(metrics::kTreeRow))
    , m_head(new QWidget)
    , m_line(new QLabel)
    , m_stop(new QToolButton)
{
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("Nodes that match"));
    m_table->header()->resizeSection(0, 180);
    m_list = new LongList(m_table, m_model, tr("All nodes that match"));
    m_line->setAccessibleName(tr("What was found in the structure"));
    m_line->setTextFormat(Qt::PlainText);
    m_line->setWordWrap(true);
    m_stop->setText(tr("stop"));
    m_stop->setToolTip(tr("Stops; what was found so far stays"));
    m_stop->setAutoRaise(true);
    inRow({8, 2, 8, 4}, kStyleSpacing, {{m_line, 1}, m_stop}, m_head);
    inColumn({}, 0, {{m_list, 1}}, this);
    connect(m_stop, &QToolButton::clicked, search, &NodeSearch::stop);
    connect(search, &NodeSearch::changed, this, &NodeList::showState);
    connect(session, &DocumentSession::choosing, m_list, &LongList::giveWay);
    connect(m_list, &LongList::chosen, session, [this, session](int row) {
        session->walk([&] { session->selectNode(m_model->hitAt(row)->node.id); });
    });
    showState();
}

bool NodeList::isShown() const
{
    return m_model->hits() == m_search->hits();
}

void NodeList::showState()
{
    const auto& hits = m_search->hits();
    m_line->setText(m_search->stateText());
    m_head->setVisible(hits || m_search->error().has_value());
    m_stop->setVisible(m_search->isSearching());
    m_table->setEmptyText(m_search->isSearching() ? tr("Searching …")
                              : m_search->isStopped()
                              ? tr("Nothing was found before it was stopped.")
                              : tr("Nothing in the structure matches."));
    // What was found before stays until there is something else to show.
    if (!isShown() && (!hits || hits->count() > 0 || !m_search->isSearching())) {
        m_model->setHits(hits);
        m_list->reset();
    } else {
        m_list->refit();
    }
    emit shown();
}

}
