// The hits of a search of the structure as a table: the node as the tree shows it, and where it lies.
//
//     model->setHits(search->hits());
//     list->refit();                            // of LongList, which shows it; again while there are more
#pragma once

#include "widgets/models/long_model.h"
#include "widgets/session/asker.h"

namespace traceglass {

class NodeHitsModel : public LongModel
{
    Q_OBJECT

public:
    explicit NodeHitsModel(std::shared_ptr<const Capture> capture, QObject* parent = nullptr);

    using HitsPtr = std::shared_ptr<const query::NodeHits>;
    void setHits(HitsPtr hits) { m_hits = std::move(hits); } // null: nothing
    const HitsPtr& hits() const { return m_hits; }
    std::uint64_t total() const override { return m_hits ? m_hits->kept() : 0; }
    const ask::NodeHit* hitAt(int row) const // null: it is on its way
    {
        return m_page.of == m_hits ? m_page.at(placeOf(row)) : nullptr;
    }
    bool isAsking() const override { return m_asker.isWaiting(); }
    bool isThere(int row) const override { return hitAt(row) != nullptr; }

private:
    bool has(std::uint64_t first, std::uint64_t count) const override
    {
        return m_page.of == m_hits && m_page.has(first, count);
    }
    void fetch(std::uint64_t first, std::size_t atMost) override;
    LongModel* copy(QObject* parent) const override;
    QVariant cellData(int row, int column, int role) const override;

    std::shared_ptr<const Capture> m_capture;
    Asker m_asker;
    HitsPtr m_hits;
    LongPage<ask::NodeHit, HitsPtr> m_page;
};

}
