// Which columns the Statistics tab shows: those in which something stands, but for what the user has put away. It is
// remembered by table and column, for all captures.
#include "widgets/common/plain_text.h"
#include "widgets/common/utf8.h"
#include "widgets/statistics/statistics_pane.h"

#include <QDataStream>
#include <QIODevice>
#include <QMenu>
#include <algorithm>
#include <array>

namespace traceglass {

namespace {

constexpr quint32 kStatisticsState = 0x54475331;            // "TGS1"
constexpr int kRoomForAll = 1'100, kRoomForDivided = 1'600; // of what stands in a comparison
// What makes room in a narrow window, so that the verdict is seen.
constexpr std::array<std::string_view, 5> kFirstToGo = {"self_ns", "share", "p50_ns", "p99_ns", "max_ns"};

}

QString StatisticsPane::columnName(int column) const
{
    const StatTable& table = *m_model->table();
    return fromUtf8((isAside(column) ? "+" : "") + table.id + '.'
                    + table.columns[std::size_t(column - 1)].id);
}

// A comparison in a narrow window.
bool StatisticsPane::isCrowded() const
{
    const bool isDivided = isCompared() && m_compared->per.kind != compare::Denominator::Kind::none;
    return isCompared() && m_table->width() < (isDivided ? kRoomForDivided : kRoomForAll);
}

// Shown only where somebody wants it.
bool StatisticsPane::isAside(int column) const
{
    const StatColumn& of = m_model->table()->columns[std::size_t(column - 1)];
    return of.isAside || (isCrowded() && std::ranges::find(kFirstToGo, of.id) != kFirstToGo.end());
}

bool StatisticsPane::isToldOf(int column) const
{
    const StatColumn& of = m_model->table()->columns[std::size_t(column - 1)];
    if (of.id == "verdict") // of what has no durations there is none
        return std::ranges::any_of(of.texts, [](const std::string& text) { return !text.empty(); });
    const auto isAny = [](std::int64_t count) { return count != 0 && count != kNoInteger; };
    return of.id != "open" || std::ranges::any_of(of.integers, isAny);
}

void StatisticsPane::showColumns()
{
    bool isTextLast = true;
    for (int column = 1; column < m_model->columnCount(); ++column) {
        const bool isShown = isToldOf(column) && m_putAway.contains(columnName(column)) == isAside(column);
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
        QAction* const action =
            menu->addAction(literal(m_model->headerData(column, Qt::Horizontal).toString()));
        action->setCheckable(true);
        action->setChecked(!m_table->isColumnHidden(column));
        connect(action, &QAction::toggled, this, [this, column](bool isShown) {
            if (isShown == isAside(column))
                m_putAway.insert(columnName(column));
            else
                m_putAway.remove(columnName(column));
            showColumns();
        });
    }
    return menu;
}

QByteArray StatisticsPane::saveState() const
{
    QByteArray out;
    QDataStream stream(&out, QIODevice::WriteOnly);
    // A unit of work is one of this capture, as are runs and other captures.
    using Scale = CompareBar::Scale;
    const Scale::Kind scale = m_compare->scale().kind;
    stream << kStatisticsState << ListPane::saveState() << columnsAway()
           << (m_baseline->kind() == SessionBaseline::Kind::rangeBefore)
           << qint32(scale == Scale::Kind::unit ? Scale::Kind::automatic : scale);
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
    bool isRangeBefore = false;
    qint32 scale = 0;
    stream >> isRangeBefore >> scale;
    if (stream.status() != QDataStream::Ok || scale < 0 || scale > qint32(CompareBar::Scale::Kind::second))
        return; // of before there were comparisons
    m_compare->setScale({CompareBar::Scale::Kind(scale)});
    if (isRangeBefore)
        m_baseline->takeRangeBefore();
}

}
