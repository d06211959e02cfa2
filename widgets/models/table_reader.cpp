#include "widgets/models/table_reader.h"

#include "widgets/models/long_model.h"
#include "widgets/models/row_view.h"

#include <utility>

namespace traceglass {

namespace {

constexpr int kRowsAtOnce = 4096;

QString cellText(const QModelIndex& cell)
{
    const QString value = cell.data(kValueRole).toString();
    if (const QVariant whole = cell.data(kWholeRole); whole.isValid())
        return whole.toString();
    return cell.data().toString() + (value.isEmpty() ? value : QStringLiteral("  ") + value);
}

}

TableReader::TableReader(QWidget* view, const LongModel& model, RowRanges rows, std::vector<int> columns,
                         CopiedTable table, CopySource::Done done)
    : QObject(view)
    , m_rows(model.twin(this))
    , m_wanted(std::move(rows))
    , m_columns(std::move(columns))
    , m_table(std::move(table))
    , m_done(std::move(done))
    , m_next(m_wanted.all().front().first)
{
    tellCopied(view, tr("Copying …"));
    // Later: rows that are at hand are told of while they are asked for.
    connect(m_rows, &LongModel::shown, this, &TableReader::step, Qt::QueuedConnection);
    connect(m_rows, &QAbstractItemModel::dataChanged, this, &TableReader::step, Qt::QueuedConnection);
    m_rows->setView(m_next, kRowsAtOnce);
}

void TableReader::step()
{
    if (m_isOver || m_rows->isAsking())
        return;
    const quint64 before = m_read, wanted = m_wanted.count();
    const auto isFull = [&] {
        return m_read == wanted || m_read == CopiedTable::kMostRows || m_table.isFull();
    };
    while (!isFull()) {
        const quint64 row = m_next - m_rows->first();
        if (row >= quint64(m_rows->rowCount()) || !m_rows->isThere(int(row)))
            break;
        addRow(m_table, m_rows->index(int(row), 0), m_columns);
        ++m_read;
        if (++m_next > m_wanted.all()[m_range].last && m_read < wanted)
            m_next = m_wanted.all()[++m_range].first;
    }
    m_table.left = wanted - m_read;
    if (m_read > before && !isFull())
        return m_rows->setView(m_next, kRowsAtOnce);
    m_isOver = true;
    m_done(std::move(m_table));
    deleteLater();
}

void TableReader::addHead(CopiedTable& table, const QAbstractItemModel& model,
                          const std::vector<int>& columns)
{
    QStringList cells, exact;
    for (const int column : columns) {
        cells << model.headerData(column, Qt::Horizontal).toString();
        const QVariant told = model.headerData(column, Qt::Horizontal, kExactRole);
        exact << (told.isValid() ? told.toString() : cells.back());
    }
    table.add(cells, exact);
}

void TableReader::addRow(CopiedTable& table, const QModelIndex& row, const std::vector<int>& columns,
                         int depth)
{
    QStringList cells, exact;
    for (const int column : columns) {
        const QModelIndex cell = row.siblingAtColumn(column);
        cells << cellText(cell);
        const QVariant told = cell.data(kExactRole);
        exact << (told.isValid() ? told.toString() : cells.back());
    }
    if (!cells.isEmpty())
        cells.front().prepend(QString(2 * depth, QLatin1Char(' ')));
    table.add(cells, exact);
}

}
