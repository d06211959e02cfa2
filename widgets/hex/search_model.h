// What a search found, as a list: where, and the bytes there.
#pragma once

#include "core/ask/byte_search.h"
#include "widgets/models/row_model.h"

namespace traceglass {

class SearchModel : public RowModel
{
    Q_OBJECT

public:
    enum Column { offset, bytes, text };

    explicit SearchModel(QObject* parent = nullptr);

    void setHits(std::vector<SearchHit> hits);
    const std::vector<SearchHit>& hits() const { return m_hits; }

private:
    int rows() const override { return static_cast<int>(m_hits.size()); }
    QVariant cellData(int row, int column, int role) const override;

    std::vector<SearchHit> m_hits;
};

}
