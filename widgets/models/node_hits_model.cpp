#include "widgets/models/node_hits_model.h"

#include "widgets/common/query_marks.h"
#include "widgets/common/utf8.h"
#include "widgets/models/row_view.h"
#include "widgets/models/structure_model.h"

#include <utility>

namespace traceglass {

NodeHitsModel::NodeHitsModel(std::shared_ptr<const Capture> capture, QObject* parent)
    : LongModel({tr("Name"), tr("in")}, parent)
    , m_capture(capture)
    , m_asker(std::move(capture))
{
}

void NodeHitsModel::fetch(std::uint64_t first, std::size_t atMost)
{
    if (atMost == 0) {
        m_asker.cancel(0);
        return;
    }
    m_asker.ask(0, Priority::screen, ask::NodeRows {m_hits, first, atMost},
                [this, of = m_hits, first](ask::NodeRows::Answer page) {
                    m_page = {of, first, std::move(page)};
                    arrived();
                });
}

LongModel* NodeHitsModel::copy(QObject* parent) const
{
    auto* const out = new NodeHitsModel(m_capture, parent);
    out->setHits(m_hits);
    return out;
}

QVariant NodeHitsModel::cellData(int row, int column, int role) const
{
    const ask::NodeHit* const hit = hitAt(row);
    if (!hit)
        return role == Qt::DisplayRole && column == 0 ? QVariant(QStringLiteral("…")) : QVariant();
    if (column == 1)
        return role == Qt::DisplayRole ? QVariant(fromUtf8(hit->above))
            : role == kSecondaryRole   ? QVariant(true)
                                       : QVariant();
    if (role == Qt::AccessibleTextRole)
        return fromUtf8(hit->node.label) + QLatin1Char(' ') + fromUtf8(hit->above);
    if (role == kMarksRole)
        return foundMarks(m_hits->condition(), "name", hit->node.label);
    return nodeData(hit->node, role);
}

}
