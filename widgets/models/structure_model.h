// The structure tree of a capture as an item model. Only expanded nodes cost memory: an index is (parent
// item, row), and the rows of a parent are asked for in pages of 256 when they are shown. A row is empty
// until its page has come.
//
//     StructureModel model(session->capture());
//     view->setModel(&model);
//     view->setCurrentIndex(model.indexFor(session->answer().way));       // creates what lies on the way
//
// A parent with more than 10,000 children lists ranges of them ("0–9,999 · 10,000 records"), nested where
// needed. What cannot be read is a row with the reason in words.
#pragma once

#include "core/ask/capture.h"

#include <QAbstractItemModel>
#include <deque>

namespace traceglass {

class Asker;
class SessionNotes;

class StructureModel : public QAbstractItemModel
{
    Q_OBJECT

public:
    explicit StructureModel(std::shared_ptr<const Capture> capture, QObject* parent = nullptr);
    ~StructureModel() override;

    // Nothing for range and error rows, and for rows that have not come yet.
    std::optional<Node> nodeAt(const QModelIndex& index) const;
    // The row at the end of a way; of none: that of the capture.
    QModelIndex indexFor(const std::vector<Resolved::Level>& way);
    bool isWaiting() const; // for rows
    // Nodes with notes on them are marked. Null: none are known.
    void setNotes(const SessionNotes* notes);
    // Nodes may have learnt about problems: what is shown is read again, when it is painted after refreshed(). The
    // views are not told of changed rows before these have come: to Qt each of ten thousand costs.
    void refresh();

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

signals:
    void refreshed();

private:
    struct Page;
    struct Item;

    Item* itemOf(const QModelIndex& index) const; // of the node an index shows, created when needed
    Item* parentItem(const QModelIndex& index) const { return static_cast<Item*>(index.internalPointer()); }
    QModelIndex indexOf(const Item* item, int column = 0) const;
    Item* childItem(Item* parent, int row) const;
    static const Page* pageOf(Item* parent, int row); // null: not there yet
    const Node* nodeOf(Item* parent, int row) const;  // null: a range, an error, or asked for now
    static const Node* knownNodeOf(Item* parent, int row); // of the children of a node; null: not there yet
    QVariant rangeData(Item* parent, int row, int role) const;
    void announce(Item* item);
    void ask(Item* item, std::uint64_t page) const;
    void take(Item* item, std::uint64_t page, ask::Page::Answer answer);
    void askRoot();

    // Asked by const functions, since rows are asked for when they are painted.
    std::unique_ptr<Asker> m_asker;
    struct Question
    {
        std::uint64_t slot = 0;
        Item* item = nullptr;
        std::uint64_t page = 0;
    };
    mutable std::deque<Question> m_waiting;
    mutable std::uint64_t m_lastSlot = 0;
    const SessionNotes* m_notes = nullptr;
    bool m_asksPaths = false; // with rows: some notes are about nodes
    bool m_captureIsFolder = false;
    std::uint64_t m_refreshed = 0; // how often; pages of before are shown until newer ones have come
    std::unique_ptr<Item> m_root;  // above the capture's own row
};

// What a row about a node shows of it in its first column.
QVariant nodeData(const Node& node, int role);

}
