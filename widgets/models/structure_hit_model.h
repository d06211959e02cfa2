// The hits of the structure filter as a flat list: the node as the tree shows it, and where it lies.
#pragma once

#include "core/ask/questions.h"

#include <QAbstractTableModel>

namespace traceglass {

class StructureHitModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    using QAbstractTableModel::QAbstractTableModel;

    void setHits(std::vector<ask::NodeHit> hits);
    const ask::NodeHit& hitAt(int row) const { return m_hits[static_cast<std::size_t>(row)]; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    std::vector<ask::NodeHit> m_hits;
};

}
