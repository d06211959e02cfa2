// What a search found, as a list: where, and the bytes there.
#pragma once

#include "core/ask/byte_search.h"

#include <QAbstractTableModel>

namespace traceglass {

class SearchModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { offset, bytes, text };

    using QAbstractTableModel::QAbstractTableModel;

    void setHits(std::vector<SearchHit> hits);
    const std::vector<SearchHit>& hits() const { return m_hits; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    std::vector<SearchHit> m_hits;
};

}
