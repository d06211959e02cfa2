#include "widgets/statistics/asked_table.h"

#include "widgets/common/core_text.h"
#include "widgets/common/utf8.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QScopedValueRollback>
#include <algorithm>
#include <cmath>

namespace traceglass {

namespace {

constexpr int kLettersOfKey = 40, kLeastOfKey = 15; // letters
constexpr int kHeadInset = 20;                      // at both sides together

std::vector<std::uint32_t> keptRows(const StatTable& table, std::vector<std::uint32_t> rows,
                                    const AskedTable::Keeps& keeps)
{
    if (keeps)
        std::erase_if(rows, [&](std::uint32_t row) { return !keeps(table, row); });
    return rows;
}

bool isAnyIn(const StatColumn& column, const std::vector<std::uint32_t>& rows)
{
    return std::ranges::any_of(rows, [&](std::uint32_t row) {
        return (row < column.texts.size() && !column.texts[row].empty())
            || (row < column.integers.size() && column.integers[row] != kNoInteger)
            || (row < column.numbers.size() && !std::isnan(column.numbers[row]))
            || (row < column.strips.size() && column.strips[row].size > 0);
    });
}

}

AskedTable::AskedTable(DocumentSession* session, const QString& name, QStringList columns, QWidget* parent)
    : StatView(session, parent)
    , m_asker(new Asker(session->capture(), this))
    , m_columns(std::move(columns))
{
    setAccessibleName(name);
    header()->setSortIndicator(0, Qt::AscendingOrder);
    setSortingEnabled(true);
    header()->setSortIndicatorShown(false); // until there are columns
    setEmptyText(tr("Reckoning …"));
    connect(stats(), &StatisticsModel::sortWanted, this, [this](int column, Qt::SortOrder order) {
        if (!m_isFollowing && column >= 0 && table() && m_order.follow(header(), column, order))
            arrange(table());
    });
    connect(session, &DocumentSession::selectionChanged, this, &AskedTable::followSelection);
}

std::int64_t AskedTable::integer(const StatTable& table, std::string_view id, std::size_t row)
{
    const StatColumn* const column = table.column(id);
    return column && row < column->integers.size() ? column->integers[row] : kNoInteger;
}

std::int64_t AskedTable::sum(const StatTable& table, std::string_view id, const Keeps& keeps)
{
    const StatColumn* const column = table.column(id);
    std::int64_t out = 0;
    for (std::size_t row = 0; column && row < column->integers.size(); ++row) {
        if (column->integers[row] != kNoInteger && (!keeps || keeps(table, row)))
            out = addSaturating(out, column->integers[row]);
    }
    return out;
}

void AskedTable::setKeeps(Keeps keeps)
{
    m_keeps = std::move(keeps);
    if (table())
        arrange(table());
}

void AskedTable::setOrder(const char* column, Qt::SortOrder order)
{
    m_firstOrder = {column, order};
}

void AskedTable::setNothing(const QString& sentence)
{
    m_nothing = sentence;
    if (table())
        setEmptyText(sentence);
}

void AskedTable::ask(const std::string& id, std::optional<TimeRange> range, Keeps keeps)
{
    m_keeps = std::move(keeps);
    m_asker->cancel(kOrder);
    m_asked = m_session->timeline();
    m_asker->ask(kTable, Priority::screen, ask::Statistics {id, range, {}, {}},
                 [this](ask::Statistics::Answer answer) {
                     if (answer)
                         return arrange(std::make_shared<const StatTable>(std::move(*answer)));
                     stats()->setTable(nullptr, {});
                     setEmptyText(fromUtf8(message(answer.error())));
                     emit told();
                 });
}

void AskedTable::arrange(const StatTablePtr& table)
{
    if (m_order.column < 0 && !table->columns.empty()) {
        m_order = StatOrder::firstOf(*table);
        const StatColumn* const wanted = table->column(m_firstOrder.first);
        if (m_firstOrder.first == "key")
            m_order = {0, m_firstOrder.second};
        else if (wanted)
            m_order = {int(wanted - table->columns.data()) + 1, m_firstOrder.second};
    }
    m_asker->work<Made>(
        kOrder, Priority::screen,
        [table, order = m_order, keeps = m_keeps](Job& job) {
            Made made {table, keptRows(*table, order.of(*table, job), keeps)};
            for (const StatColumn& column : table->columns)
                made.isFilled.push_back(made.rows.empty() || isAnyIn(column, made.rows));
            return made;
        },
        [this](const Made& made) { show(made); });
}

void AskedTable::show(const Made& made)
{
    const QModelIndex before = currentIndex();
    const std::string key =
        before.isValid() ? table()->keys[stats()->rowInTable(before.row())] : std::string();
    const auto place = before.isValid() ? placeOfRow(before.row()) : std::nullopt;
    const bool isOther = !table() || m_isFilled != made.isFilled;
    m_isFilled = made.isFilled;
    const bool isNew = table() != made.table;
    {
        const QScopedValueRollback following(m_isFollowing, true);
        setTimeline(m_asked);
        stats()->setTable(made.table, made.rows);
        // One without columns could not be made, and says why.
        const bool isTold = made.table->columns.empty() && !made.table->remarks.empty();
        setEmptyText(isTold ? coreSentence(made.table->remarks.front()) : m_nothing);
        header()->setSortIndicatorShown(true);
        header()->setSortIndicator(m_order.column, m_order.order);
        if (isOther)
            layOutColumns();
        for (int row = 0; before.isValid() && row < stats()->rowCount(); ++row) {
            const bool isSame = table()->keys[stats()->rowInTable(row)] == key && placeOfRow(row) == place;
            if (isSame) {
                setCurrentIndex(stats()->index(row, 0));
                break;
            }
        }
    }
    followSelection();
    if (isNew)
        emit told();
}

// The columns that were chosen, as wide as what is seen of them; the last one takes what is left.
void AskedTable::layOutColumns()
{
    int place = 1;
    m_isWanted.assign(std::size_t(stats()->columnCount()), false);
    for (const QString& wanted : m_columns) {
        const bool isFamily = wanted.endsWith(QLatin1Char('*'));
        const std::string id = (isFamily ? wanted.chopped(1) : wanted).toStdString();
        for (int column = 1; column < stats()->columnCount(); ++column) {
            const std::string& is = table()->columns[std::size_t(column - 1)].id;
            if (isFamily ? !is.starts_with(id) || table()->column(is)->unit != StatUnit::span : is != id)
                continue;
            header()->moveSection(header()->visualIndex(column), place++);
            m_isWanted[std::size_t(column)] = m_isFilled[std::size_t(column - 1)] || column == m_order.column;
        }
    }
    for (int column = 0; column < stats()->columnCount(); ++column) {
        setColumnHidden(column, column > 0 && !m_isWanted[std::size_t(column)]);
        header()->resizeSection(column, wantedWidth(column));
    }
    fitKey();
}

// Of its head and of what is seen of it; names that are long are cut, pictures have room.
int AskedTable::wantedWidth(int column) const
{
    const QString title = stats()->headerData(column, Qt::Horizontal).toString() + QStringLiteral(" ↓");
    const int head = fontMetrics().horizontalAdvance(title) + kHeadInset;
    const int most = std::max(head, fontMetrics().averageCharWidth() * kLettersOfKey);
    return isPictured(column) ? std::max(head, widthWithPicture())
                              : std::clamp(neededWidth(column), head, most);
}

// Names give way, so that numbers stay in sight: all of them, or where there is no room for that what rows are sorted by.
// Before names are cut to what tells nothing, columns in front of that go.
void AskedTable::fitKey()
{
    if (!table() || m_isWanted.size() != std::size_t(header()->count()))
        return;                           // columns are laid out next
    int others = 0, sorted = 0, last = 0; // the last column has what is left, so what it wants counts
    std::vector<int> before;              // columns in front of the one that rows are sorted by
    for (int at = 1; at < header()->count(); ++at) {
        const int column = header()->logicalIndex(at);
        if (!m_isWanted[std::size_t(column)])
            continue;
        setColumnHidden(column, false);
        others += columnWidth(column);
        last = column;
        if (column == m_order.column)
            sorted = others;
        else if (sorted == 0)
            before.push_back(column);
    }
    others += last > 0 ? wantedWidth(last) - columnWidth(last) : 0;
    const int wanted = wantedWidth(0),
              least = std::min(wanted, kLeastOfKey * fontMetrics().averageCharWidth());
    const int enough = std::max(least, wanted * 3 / 4); // a name that is cut more is none
    const int width = viewport()->width();
    const bool hasRoom = others + enough <= width;
    for (const int column : before) {
        if (hasRoom || sorted == 0 || sorted + enough <= width)
            break;
        sorted -= columnWidth(column);
        setColumnHidden(column, true);
    }
    const int room = width - (hasRoom ? others : sorted);
    header()->resizeSection(0, std::clamp(room, least, wanted));
}

void AskedTable::showEvent(QShowEvent* event)
{
    StatView::showEvent(event);
    followSelection();
}

void AskedTable::resizeEvent(QResizeEvent* event)
{
    StatView::resizeEvent(event);
    fitKey();
}

std::optional<StatPlace> AskedTable::placeOfRow(int row) const
{
    for (int column = 1; column < stats()->columnCount(); ++column) {
        if (const auto place = stats()->placeAt(stats()->index(row, column)))
            return place;
    }
    return {};
}

// The row of the slice, else that of the track, which is a life. All rows are asked, so only where somebody sees it.
void AskedTable::followSelection()
{
    if (!isVisible())
        return;
    const auto& slice = m_session->selection().slice;
    const auto track =
        slice && timeline() ? timeline()->findTrack(slice->kind, slice->trackKey) : std::nullopt;
    if (!track || !table())
        return;
    const QModelIndex current = currentIndex();
    const auto isIt = [&](int row) {
        const auto place = placeOfRow(row);
        const std::size_t at = stats()->rowInTable(row);
        const auto& tracks = table()->tracks;
        return (place && place->track == *track && place->startNs == slice->startNs
                && place->depth == slice->row)
            || (at < tracks.size() && tracks[at] == *track && timeline()->rows(*track).size() == 1);
    };
    if (current.isValid() && isIt(current.row()))
        return;
    for (int row = 0; row < stats()->rowCount(); ++row) {
        if (!isIt(row))
            continue;
        const QScopedValueRollback following(m_isFollowing, true);
        setCurrentIndex(stats()->index(row, 0));
        scrollTo(stats()->index(row, 0));
        return;
    }
}

void AskedTable::goToRow()
{
    if (!currentIndex().isValid())
        return;
    if (const auto place = placeOfRow(currentIndex().row()))
        goTo(*place);
}

void AskedTable::mouseReleaseEvent(QMouseEvent* event)
{
    const QPoint at = event->position().toPoint();
    const bool isRow = event->button() == Qt::LeftButton && indexAt(at).isValid() && !placeAt(at);
    StatView::mouseReleaseEvent(event);
    if (isRow)
        goToRow();
}

void AskedTable::mouseDoubleClickEvent(QMouseEvent* event)
{
    StatView::mouseDoubleClickEvent(event);
    if (const auto& time = m_session->selection().time; time && event->button() == Qt::LeftButton)
        m_session->showTime(*time);
}

void AskedTable::keyPressEvent(QKeyEvent* event)
{
    const QModelIndex before = currentIndex();
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (!isEnter)
        StatView::keyPressEvent(event);
    if (isEnter || (currentIndex().isValid() && currentIndex() != before))
        goToRow();
}

}
