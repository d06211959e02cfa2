// A table of statistics as a table of the window, in the order the pane has put its rows in.
//
//     model->setTable(table, rows);                    // rows: numbers of the table's, first to last
//     connect(model, &StatisticsModel::sortWanted, ...);  // a head was clicked
#pragma once

#include "core/model/statistics.h"
#include "widgets/models/row_model.h"
#include "widgets/session/document_session.h"

#include <QHash>

class QHeaderView;

namespace traceglass {

using StatTablePtr = std::shared_ptr<const StatTable>;

// How a table is sorted, by one of its columns (0: the key, 1: the first of StatTable::columns), changes by their size.
// What is not known stands last.
struct StatOrder
{
    int column = 0;
    Qt::SortOrder order = Qt::DescendingOrder;

    static StatOrder firstOf(const StatTable& table); // as it is shown first
    StatOrder in(const StatTable& table) const;       // that of firstOf where the table has no such column
    std::vector<std::uint32_t> of(const StatTable& table, const Job& job) const; // none once it is stopped
    // What a click on a head asks for. False: who clicks on numbers wants the greatest first, and the head asks again.
    bool follow(QHeaderView* head, int clicked, Qt::SortOrder to);
    bool operator==(const StatOrder&) const = default;
};

class StatisticsModel : public RowModel
{
    Q_OBJECT

public:
    explicit StatisticsModel(DocumentSession* session, QObject* parent = nullptr);

    void setTable(StatTablePtr table, std::vector<std::uint32_t> rows);
    const StatTablePtr& table() const { return m_table; } // null: none yet
    std::size_t rowInTable(int row) const { return m_rows[static_cast<std::size_t>(row)]; }
    int rowOfKey(const std::string& key) const; // -1: none
    // The slice a cell stands for; nothing: it stands for none.
    std::optional<StatPlace> placeAt(const QModelIndex& cell) const;
    QString text(std::size_t column, std::size_t row) const; // of the table
    int colorOf(std::string_view name) const;                // Theme::nameColor
    // Colours that the user gave to names.
    void setNameColors(const QHash<QString, int>& colors);

    // What a column is, as tooltip of its head.
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    void sort(int column, Qt::SortOrder order) override { emit sortWanted(column, order); }

signals:
    void sortWanted(int column, Qt::SortOrder order);

private:
    bool isNumber(int column) const override;
    QVariant cellData(int row, int column, int role) const override;
    QString wholeMoment(std::size_t at, std::size_t row) const;
    QString unsignedText(std::size_t column, std::size_t row) const; // a plus is missing
    bool isVerdict(int column) const;
    bool isOfA(int column) const; // of a comparison
    QString contraryText(std::size_t row) const;
    QVariant color(std::size_t row) const;

    DocumentSession* m_session;
    StatTablePtr m_table;
    QHash<QString, int> m_nameColors;
};

}
