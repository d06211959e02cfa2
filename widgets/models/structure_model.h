// The structure tree of a document as an item model. Only expanded nodes cost memory: an index is (parent
// item, row), and the rows of a parent are read in pages of 256 when they are shown.
//
//     StructureModel model(session->sharedDocument());
//     view->setModel(&model);
//     view->setCurrentIndex(model.indexFor(nodeId));       // creates what lies on the way
//
// A parent with more than 10,000 children lists ranges of them ("0–9,999 · 10,000 records"), nested where
// needed. What cannot be read is a row with the reason in words.
#pragma once

#include "core/model/document.h"

#include <QAbstractItemModel>
#include <map>

namespace traceglass {

class SessionNotes;

class StructureModel : public QAbstractItemModel
{
    Q_OBJECT

public:
    explicit StructureModel(std::shared_ptr<const Document> document, QObject* parent = nullptr);
    ~StructureModel() override;

    std::optional<Node> nodeAt(const QModelIndex& index) const; // nothing for range and error rows
    QModelIndex indexFor(const NodeId& id);
    QModelIndex nthChild(const QModelIndex& parent, std::uint64_t position); // counted over all ranges
    std::uint64_t childCount(const QModelIndex& index) const;                // over all ranges
    // Nodes with notes on them are marked. Null: none are known.
    void setNotes(const SessionNotes* notes) { m_notes = notes; }
    void refresh(); // nodes may have learnt about problems: what is shown is read again

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& child) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    bool hasChildren(const QModelIndex& parent = {}) const override;
    bool canFetchMore(const QModelIndex& parent) const override;
    void fetchMore(const QModelIndex& parent) override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

private:
    struct Item;

    Item* itemOf(const QModelIndex& index) const; // of the node an index shows, created when needed
    Item* parentItem(const QModelIndex& index) const { return static_cast<Item*>(index.internalPointer()); }
    QModelIndex indexOf(const Item* item, int column = 0) const;
    Item* childItem(Item* parent, int row) const;
    const Node* nodeOf(Item* parent, int row) const; // null: a range or an error
    void load(Item* item) const;
    QString rangeNoun(Item* parent) const;

    std::shared_ptr<const Document> m_document;
    const SessionNotes* m_notes = nullptr;
    bool m_captureIsFolder = false;
    std::unique_ptr<Item> m_root; // above the capture's own row
};

// The name of the icon that stands for a kind of node; empty for records and fields.
QByteArray iconOf(NodeKind kind);

}
