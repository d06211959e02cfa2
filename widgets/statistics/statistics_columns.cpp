// Which columns the Statistics tab shows: those in which something stands, but for what the user has put away. It is
// remembered by table and column, for all captures.
#include "core/compare/side_by_side.h"
#include "widgets/common/plain_text.h"
#include "widgets/common/utf8.h"
#include "widgets/statistics/statistics_pane.h"

#include <QDataStream>
#include <QIODevice>
#include <QMenu>
#include <QScopedValueRollback>
#include <algorithm>
#include <array>

namespace traceglass {

namespace {

constexpr quint32 kStatisticsState = 0x54475331; // "TGS1"
// What makes room in a narrow window, in this order, so that the change, the medians and the verdict are seen: behind
// whatever else there is come the other percentile that a verdict may rest on and what the change is of.
constexpr std::string_view kElse;
constexpr auto kToGo = std::to_array<std::string_view>(
    {"self_ns", "share", "p99_ns", "max_ns", "open", "count_a", "count", "count_a_per", "count_b_per", kElse,
     "p95_a_ns", "p95_ns", "total_a_ns", "total_ns", "total_a_ns_per", "total_b_ns_per"});
constexpr int kFewestLetters = 8;   // of a name, in a comparison
constexpr int kLettersOfNames = 18; // else, where numbers can be scrolled to

std::ptrdiff_t rankToGo(std::string_view id, bool isDivided)
{
    if (isDivided && id == "total_ns") // stands there divided, too
        id = "count";
    const auto found = std::ranges::find(kToGo, id);
    return (found == kToGo.end() ? std::ranges::find(kToGo, kElse) : found) - kToGo.begin();
}
}

QString StatisticsPane::columnName(int column) const
{
    const StatTable& table = *m_model->table();
    return fromUtf8((isAside(column) ? "+" : "") + table.id + '.'
                    + table.columns[std::size_t(column - 1)].id);
}

// Shown only where somebody wants it.
bool StatisticsPane::isAside(int column) const
{
    const StatColumn& of = m_model->table()->columns[std::size_t(column - 1)];
    return of.isAside || m_withoutRoom.contains(column);
}

bool StatisticsPane::isShown(int column) const
{
    return isToldOf(column) && m_putAway.contains(columnName(column)) == isAside(column);
}

// Numbers are not cut while names have more room than they must: at least so many letters.
void StatisticsPane::giveNamesTheRest()
{
    int others = 0;
    for (int column = 1; column < m_model->columnCount(); ++column) {
        const bool isText = m_model->table()->columns[std::size_t(column - 1)].unit == StatUnit::text;
        if (isShown(column))
            others += isText ? m_table->neededWidth(column)
                             : std::max(m_table->neededWidth(column), m_table->columnWidth(column));
    }
    const int least = std::min(kLettersOfNames * m_table->fontMetrics().averageCharWidth(), m_nameWidth);
    const QScopedValueRollback following(m_following, true);
    m_table->header()->resizeSection(0,
                                     std::clamp(m_table->viewport()->width() - others, least, m_nameWidth));
}

// Columns of a comparison that a narrow window has no room for; what is left over is the width of names.
void StatisticsPane::makeRoom()
{
    m_withoutRoom.clear();
    if (!isCompared()) {
        giveNamesTheRest();
        return;
    }
    m_table->header()->setStretchLastSection(false);    // it has what is left when that is known
    std::vector<std::pair<std::ptrdiff_t, int>> others; // that may go: when, and which
    int width = m_nameWidth;
    const bool isDivided = m_compared->per.kind != compare::Denominator::Kind::none;
    const auto widthOf = [this](int column) {
        const bool isText = m_model->table()->columns[std::size_t(column - 1)].unit == StatUnit::text;
        return isText ? m_table->neededWidth(column)
                      : std::max(m_table->neededWidth(column), m_table->columnWidth(column));
    };
    for (int column = m_model->columnCount() - 1; column > 0; --column) {
        m_table->setColumnHidden(column, !isShown(column));
        if (!isShown(column))
            continue;
        width += widthOf(column);
        const StatColumn& of = m_model->table()->columns[std::size_t(column - 1)];
        if (of.unit == StatUnit::text)
            m_table->header()->resizeSection(column, widthOf(column));
        if (column != m_order.column && !compare::isMain(of, m_compared->parts.both))
            others.emplace_back(rankToGo(of.id, isDivided), column);
    }
    std::ranges::stable_sort(others, {}, &std::pair<std::ptrdiff_t, int>::first);
    const int room = m_table->viewport()->width();
    for (const auto& [rank, column] : others) {
        if (width <= room)
            break;
        m_withoutRoom.insert(column);
        if (isShown(column)) // somebody wants it wherever it is
            continue;
        width -= widthOf(column);
    }
    for (int column = 1; width > room && column < m_model->columnCount(); ++column) {
        if (!isShown(column))
            continue;
        const int before = widthOf(column);
        const int mark =
            column == m_order.column ? m_table->fontMetrics().horizontalAdvance(QStringLiteral(" ↓")) : 0;
        m_table->header()->resizeSection(column, m_table->neededWidth(column) + mark);
        width += widthOf(column) - before;
    }
    const int least = kFewestLetters * m_table->fontMetrics().averageCharWidth();
    m_table->header()->resizeSection(
        0, std::clamp(m_nameWidth - (width - room), std::min(least, m_nameWidth), m_nameWidth));
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
    makeRoom();
    bool isTextLast = true;
    for (int column = 1; column < m_model->columnCount(); ++column) {
        m_table->setColumnHidden(column, !isShown(column));
        if (isShown(column))
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
