#include "widgets/models/structure_hit_model.h"

#include "core/base/text.h"
#include "widgets/common/utf8.h"
#include "widgets/models/row_view.h"
#include "widgets/models/structure_model.h"

namespace traceglass {

void StructureHitModel::setHits(std::vector<ask::NodeHit> hits)
{
    beginResetModel();
    m_hits = std::move(hits);
    endResetModel();
}

int StructureHitModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_hits.size());
}

int StructureHitModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : 2;
}

QVariant StructureHitModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const ask::NodeHit& hit = hitAt(index.row());
    if (index.column() == 1) {
        if (role == Qt::DisplayRole)
            return fromUtf8(hit.above);
        return role == kSecondaryRole ? QVariant(true) : QVariant();
    }
    switch (role) {
    case Qt::DisplayRole: return fromUtf8(hit.node.label);
    case kValueRole: return fromUtf8(shortened(hit.node.value, 400));
    case Qt::AccessibleTextRole: return fromUtf8(hit.node.label) + QLatin1Char(' ') + fromUtf8(hit.above);
    case kTintRole: return int(hit.node.tint);
    case kIconRole: return hit.node.tint == Tint::none ? iconOf(hit.node.kind) : QByteArray();
    case kSeverityRole: return hit.node.problem ? QVariant(int(*hit.node.problem)) : QVariant();
    default: return {};
    }
}

QVariant StructureHitModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    return section == 0 ? tr("Name") : tr("in");
}

}
