// What flat lists have in common as models: titles of columns, numbers at the right, and rows that are
// numbers of things kept elsewhere, which `arrange()` chooses and sorts.
//
//     NotesModel::NotesModel(QObject* parent)
//         : RowModel({tr("Note"), tr("About")}, parent)
//     QVariant NotesModel::cellData(int row, int column, int role) const { ... }
#pragma once

#include <QAbstractTableModel>
#include <QStringList>
#include <algorithm>
#include <utility>
#include <vector>

namespace traceglass {

class RowModel : public QAbstractTableModel
{
public:
    int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : rows(); }
    int columnCount(const QModelIndex& parent = {}) const override
    {
        return parent.isValid() ? 0 : static_cast<int>(m_titles.size());
    }
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override
    {
        if (!index.isValid() || index.row() >= rows())
            return {};
        if (role == Qt::TextAlignmentRole)
            return headerData(index.column(), Qt::Horizontal, role);
        return cellData(index.row(), index.column(), role);
    }
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override
    {
        if (orientation != Qt::Horizontal)
            return {};
        if (role == Qt::TextAlignmentRole)
            return int(Qt::AlignVCenter | (isNumber(section) ? Qt::AlignRight : Qt::AlignLeft));
        return role == Qt::DisplayRole ? QVariant(m_titles.value(section)) : QVariant();
    }
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override
    {
        if (column == m_sortColumn && order == m_sortOrder)
            return;
        m_sortColumn = column;
        m_sortOrder = order;
        refill();
    }

protected:
    RowModel(QStringList titles, QObject* parent)
        : QAbstractTableModel(parent)
        , m_titles(std::move(titles))
    {
    }

    virtual int rows() const { return static_cast<int>(m_rows.size()); }
    virtual bool isNumber(int) const { return false; } // at the right of a column
    virtual QVariant cellData(int row, int column, int role) const = 0;
    virtual void arrange() { }

    virtual void refill()
    {
        beginResetModel();
        arrange();
        endResetModel();
    }
    // By what `key` makes of each; equal ones stay as they are. Keys are asked for once, since what they are made of
    // lies far apart; no room for them is taken where all but a few at the end are sorted.
    template <class Key>
    static void sortRows(std::vector<std::uint32_t>& rows, Qt::SortOrder order, Key key)
    {
        const bool down = order == Qt::DescendingOrder;
        const auto before = [down](const auto& a, const auto& b) { return down ? b < a : a < b; };
        auto sorted = std::ranges::is_sorted_until(rows, before, key);
        if (constexpr int kFew = 8; rows.end() - sorted <= kFew) {
            for (; sorted != rows.end(); ++sorted)
                std::rotate(std::ranges::upper_bound(rows.begin(), sorted, key(*sorted), before, key), sorted,
                            sorted + 1);
            return;
        }
        std::vector<std::pair<decltype(key(0u)), std::uint32_t>> keyed;
        keyed.reserve(rows.size());
        for (const std::uint32_t row : rows)
            keyed.emplace_back(key(row), row);
        std::ranges::stable_sort(
            keyed, before, [](const auto& each) -> const auto& { return each.first; });
        std::ranges::transform(keyed, rows.begin(), [](const auto& each) { return each.second; });
    }
    template <class Key>
    void sortRows(Key key)
    {
        sortRows(m_rows, m_sortOrder, key);
    }
    void tellColumns(int first, int last)
    {
        if (rows() > 0)
            emit dataChanged(index(0, first), index(rows() - 1, last));
    }

    QStringList m_titles;
    std::vector<std::uint32_t> m_rows;
    int m_sortColumn = -1; // the order they came in
    Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
};

}
