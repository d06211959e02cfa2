// Which columns the Statistics tab shows: those in which something stands, but for what the user has put away. It is
// remembered by table and column, for all captures.
#include "widgets/common/plain_text.h"
#include "widgets/common/utf8.h"
#include "widgets/statistics/statistics_pane.h"

#include <QDataStream>
#include <QIODevice>
#include <QMenu>
#include <algorithm>

namespace traceglass {

namespace {

constexpr quint32 kStatisticsState = 0x54475331; // "TGS1"

}

QString StatisticsPane::columnName(int column) const
{
    const StatTable& table = *m_model->table();
    return fromUtf8(table.id + '.' + table.columns[std::size_t(column - 1)].id);
}

bool StatisticsPane::isToldOf(int column) const
{
    const StatColumn& of = m_model->table()->columns[std::size_t(column - 1)];
    return of.id != "open" || std::ranges::any_of(of.integers, [](std::int64_t count) { return count != 0; });
}

void StatisticsPane::showColumns()
{
    bool isTextLast = true;
    for (int column = 1; column < m_model->columnCount(); ++column) {
        const bool isShown = isToldOf(column) && !m_putAway.contains(columnName(column));
        m_table->setColumnHidden(column, !isShown);
        if (isShown)
            isTextLast = m_model->table()->columns[std::size_t(column - 1)].unit == StatUnit::text;
    }
    m_table->header()->setStretchLastSection(isTextLast); // numbers stay beside each other
}

QMenu* StatisticsPane::makeColumnsMenu(QWidget* parent)
{
    auto* const menu = new QMenu(tr("C&olumns"), parent);
    for (int column = 1; m_model->table() && column < m_model->columnCount(); ++column) {
        if (!isToldOf(column))
            continue;
        QAction* const action = menu->addAction(literal(m_model->headerData(column, Qt::Horizontal).toString()));
        action->setCheckable(true);
        action->setChecked(!m_table->isColumnHidden(column));
        connect(action, &QAction::toggled, this, [this, column](bool isShown) {
            if (isShown)
                m_putAway.remove(columnName(column));
            else
                m_putAway.insert(columnName(column));
            showColumns();
        });
    }
    return menu;
}

QByteArray StatisticsPane::saveState() const
{
    QByteArray out;
    QDataStream stream(&out, QIODevice::WriteOnly);
    stream << kStatisticsState << ListPane::saveState() << columnsAway();
    return out;
}

QStringList StatisticsPane::columnsAway() const
{
    QStringList names = m_putAway.values();
    names.sort();
    return names;
}

void StatisticsPane::setColumnsAway(const QStringList& names)
{
    m_putAway = QSet<QString>(names.begin(), names.end());
    if (m_model->table())
        showColumns();
}

void StatisticsPane::restoreState(const QByteArray& state)
{
    QDataStream stream(state);
    quint32 kind = 0;
    QByteArray handle;
    QStringList names;
    stream >> kind >> handle >> names;
    if (stream.status() != QDataStream::Ok || kind != kStatisticsState)
        return;
    ListPane::restoreState(handle);
    setColumnsAway(names);
}

}
