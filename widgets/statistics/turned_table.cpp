#include "widgets/statistics/turned_table.h"

#include "widgets/common/theme.h"
#include "widgets/common/utf8.h"

#include <QKeyEvent>
#include <QMouseEvent>

namespace traceglass {

class TurnedModel : public RowModel
{
public:
    TurnedModel(StatisticsModel* stats, QObject* parent)
        : RowModel({}, parent)
        , m_stats(stats)
    {
    }

    void setTable(StatTablePtr table)
    {
        beginResetModel();
        std::vector<std::uint32_t> rows(table ? table->size() : 0);
        for (std::uint32_t row = 0; row < rows.size(); ++row)
            rows[row] = row;
        m_titles = QStringList(QString());
        for (std::size_t row = 0; table && row < table->size(); ++row)
            m_titles << fromUtf8(table->keys[row]);
        m_stats->setTable(std::move(table), std::move(rows));
        endResetModel();
    }
    void tellTimes() { tellColumns(0, columnCount() - 1); }
    // The same cell of the table as it is.
    QModelIndex original(const QModelIndex& cell) const
    {
        return m_stats->index(cell.column() - 1, cell.row() + 1);
    }

private:
    int rows() const override
    {
        return m_stats->table() && m_stats->table()->size() > 0 ? int(m_stats->table()->columns.size()) : 0;
    }
    bool isNumber(int column) const override { return column > 0; }
    QVariant cellData(int row, int column, int role) const override
    {
        if (column > 0)
            return m_stats->data(m_stats->index(column - 1, row + 1), role);
        if (role == kSecondaryRole)
            return true;
        return role == Qt::DisplayRole || role == Qt::ToolTipRole
            ? m_stats->headerData(row + 1, Qt::Horizontal, role)
            : QVariant();
    }

    StatisticsModel* m_stats;
};

TurnedTable::TurnedTable(DocumentSession* session, const QString& name, QWidget* parent)
    : RowView(metrics::kTableRow, parent)
    , m_session(session)
    , m_asker(new Asker(session->capture(), this))
    , m_stats(new StatisticsModel(session, this))
    , m_turned(new TurnedModel(m_stats, this))
{
    setAccessibleName(name);
    setModel(m_turned);
    setAlternatingRowColors(true);
    header()->setStretchLastSection(false);
    viewport()->setMouseTracking(true);
    setEmptyText(tr("Reckoning …"));
    connect(session, &DocumentSession::timeFormatChanged, m_turned, &TurnedModel::tellTimes);
}

void TurnedTable::ask(const std::string& id, std::optional<TimeRange> range)
{
    m_asker->ask(kTable, Priority::screen, ask::Statistics {id, range, {}, {}},
                 [this, timeline = m_session->timeline()](ask::Statistics::Answer answer) {
                     const int current = currentIndex().row();
                     m_timeline = timeline;
                     m_turned->setTable(answer ? std::make_shared<const StatTable>(std::move(*answer))
                                               : nullptr);
                     setEmptyText(answer ? m_nothing : fromUtf8(message(answer.error())));
                     for (int column = 0; column < m_turned->columnCount(); ++column)
                         header()->resizeSection(column, neededWidth(column));
                     if (current >= 0)
                         setCurrentIndex(m_turned->index(current, 0));
                     emit told();
                 });
}

std::optional<StatPlace> TurnedTable::placeAt(const QModelIndex& cell) const
{
    return cell.isValid() && cell.column() > 0 ? m_stats->placeAt(m_turned->original(cell)) : std::nullopt;
}

void TurnedTable::goTo(const StatPlace& place)
{
    m_session->selectSlice(place.in(*m_timeline));
}

void TurnedTable::mouseMoveEvent(QMouseEvent* event)
{
    viewport()->setCursor(placeAt(indexAt(event->position().toPoint())) ? Qt::PointingHandCursor
                                                                        : Qt::ArrowCursor);
    RowView::mouseMoveEvent(event);
}

void TurnedTable::mouseReleaseEvent(QMouseEvent* event)
{
    RowView::mouseReleaseEvent(event);
    const auto place = placeAt(indexAt(event->position().toPoint()));
    if (place && event->button() == Qt::LeftButton)
        goTo(*place);
}

void TurnedTable::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy)) {
        giveTable([](const CopiedTable& table) { toClipboard(table.text(), table.csv()); });
        emit copied(tr("the table"));
        return;
    }
    if (event->key() != Qt::Key_Return && event->key() != Qt::Key_Enter)
        return RowView::keyPressEvent(event);
    for (int column = 1; currentIndex().isValid() && column < m_turned->columnCount(); ++column) {
        if (const auto place = placeAt(currentIndex().siblingAtColumn(column)))
            return goTo(*place);
    }
}

}
