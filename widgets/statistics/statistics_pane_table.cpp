// How the Statistics tab gets its table: made by the worker, sums first, and put into the order wished for.
#include "core/stats/counter_table.h"
#include "core/stats/log_table.h"
#include "core/stats/made_table.h"
#include "widgets/common/utf8.h"
#include "widgets/statistics/statistics_pane.h"

#include <QScopedValueRollback>
#include <algorithm>

namespace traceglass {

namespace {

constexpr int kWhileIndexing = 700; // ms between two tables

}

// What nobody sees is not reckoned.
void StatisticsPane::later()
{
    if (!isVisible()) {
        m_made.clear();
        return;
    }
    const bool isGrowing = !m_session->timeline()->complete;
    if (isGrowing && m_delay->isActive())
        return;
    m_delay->start(isGrowing ? kWhileIndexing : kQuietMs);
}

void StatisticsPane::fetch()
{
    m_delay->stop();
    m_asker->cancel(kPercentiles);
    m_asker->cancel(kOrder);
    const std::string id = m_choice->currentData().toString().toStdString();
    if (id != m_made && !m_made.empty()) {
        m_order = {-1}; // that of the table
        m_compared.reset();
    }
    m_made = id;
    const FittingPtr fitting = m_sliceFilter->isActive() ? m_sliceFilter->fitting() : nullptr;
    m_timeline = fitting ? fitting->timeline : m_session->timeline();
    m_view->setTimeline(m_timeline);
    query::Scope scope = m_baseline->scopeOfB();
    const auto by = stats::sliceKeyOf(id);
    m_second->setEnabled(by.has_value());
    m_second->setToolTip(by ? tr("What else tells rows apart: a field of the records, or another key")
                            : tr("Goes with tables of slices"));
    const auto hits = fitting ? fitting->hits : nullptr;
    fetchA(id, hits);
    if (by) {
        fetchSlices({.by = *by, .range = scope.range, .tracks = scope.tracks, .only = hits});
    } else if (id == stats::kLogTable || id == stats::kCounterTable) {
        fetchLines(id, std::move(scope), hits);
    } else {
        fetchFormats(id, std::move(scope), hits);
    }
    tell();
}

// What a table is shown with: its rows, in the order wished for.
void StatisticsPane::Made::arrange(StatOrder by, const Job& job)
{
    if (!table)
        return;
    order = by.in(*table);
    rows = order.of(*table, job);
}

void StatisticsPane::fetchFormats(const std::string& id, query::Scope scope,
                                  std::shared_ptr<const query::Hits> hits)
{
    m_asker->ask(kTable, Priority::background,
                 ask::Statistics {id, scope.range, std::move(scope.tracks), std::move(hits)},
                 [this](ask::Statistics::Answer answer) {
                     auto made = std::make_shared<Made>();
                     made->set(std::move(answer));
                     m_asker->work<std::shared_ptr<Made>>(
                         kTable, Priority::background,
                         [made, order = m_order](Job& job) {
                             made->arrange(order, job);
                             return made;
                         },
                         [this](const std::shared_ptr<Made>& done) { take(std::move(*done)); });
                 });
}

void StatisticsPane::fetchLines(const std::string& id, query::Scope scope,
                                std::shared_ptr<const query::Hits> hits)
{
    m_asker->work<std::shared_ptr<Made>>(
        kTable, Priority::background,
        [timeline = m_timeline, hits = std::move(hits), scope = std::move(scope), id,
         order = m_order](Job& job) {
            auto made = std::make_shared<Made>();
            made->set(id == stats::kCounterTable ? stats::counterTable(*timeline, scope, hits.get(), job)
                                                 : stats::logTable(timeline, scope, hits.get(), job));
            made->arrange(order, job);
            return made;
        },
        [this](const std::shared_ptr<Made>& made) { take(std::move(*made)); });
}

// --- slices, by one key or by two

void StatisticsPane::fetchSlices(stats::SliceQuestion question)
{
    if (second().isEmpty())
        return makeSlices(std::move(question));
    m_asker->ask(kTable, Priority::background, ask::SecondKey {m_timeline, question, second().toStdString()},
                 [this, question](ask::SecondKey::Answer answer) mutable {
                     if (!answer) {
                         Made failed;
                         failed.error = answer.error();
                         return take(std::move(failed));
                     }
                     question.second = std::move(*answer);
                     makeSlices(std::move(question));
                 });
}

void StatisticsPane::makeSlices(stats::SliceQuestion question)
{
    m_asker->work<std::shared_ptr<Made>>(
        kTable, Priority::background,
        [timeline = m_timeline, question = std::move(question), order = m_order](Job& job) {
            auto made = std::make_shared<Made>();
            if (auto sums = stats::SliceTable::make(timeline, question, job)) {
                made->slices = std::make_shared<stats::SliceTable>(std::move(*sums));
                made->table = std::make_shared<const StatTable>(made->slices->table());
            } else {
                made->error = sums.error();
            }
            made->arrange(order, job);
            return made;
        },
        [this](const std::shared_ptr<Made>& made) {
            take(std::move(*made));
            fillSecond();
        });
}

// Fields of the slices that the table is about.
void StatisticsPane::fillSecond()
{
    const FittingPtr fitting = m_sliceFilter->isActive() ? m_sliceFilter->fitting() : nullptr;
    m_asker->ask(
        kFields, Priority::background,
        ask::SliceFields {m_timeline,
                          {.range = m_baseline->rangeOfB(), .only = fitting ? fitting->hits : nullptr}},
        [this](const ask::SliceFields::Answer& used) {
            m_asker->ask(kCatalogue, Priority::background, ask::Fields {},
                         [this, used](const FieldCataloguePtr& catalogue) {
                             m_usedFields = used;
                             m_fields = catalogue;
                             offerSecond();
                         });
        });
}

void StatisticsPane::Made::set(Result<StatTable> result)
{
    if (result)
        table = std::make_shared<const StatTable>(std::move(*result));
    else
        error = result.error();
}

void StatisticsPane::take(Made made)
{
    if (!made.table) {
        m_comparesNow = false;
        m_compared.reset();
        m_model->setTable(nullptr, {});
        m_table->setEmptyText(fromUtf8(message(*made.error)));
        tell();
        return;
    }
    m_table->setEmptyText(m_sliceFilter->isActive()
                              ? tr("Nothing that the filter leaves is in this table. Shift+Esc clears it.")
                              : m_session->range() ? tr("Nothing of this table lies in the selected range.")
                              : !m_session->timeline()->complete
                              ? tr("Nothing so far.")
                              : tr("This capture holds nothing of the kind."));
    if (isComparing())
        return takeB(made);
    showMade(made);
    if (made.slices)
        addPercentiles(made);
}

// Of these rows, or of all.
void StatisticsPane::makePercentiles(const std::shared_ptr<stats::SliceTable>& slices,
                                     std::vector<std::size_t> rows,
                                     std::function<void(std::shared_ptr<Made>)> done)
{
    m_asker->work<std::shared_ptr<Made>>(
        kPercentiles, Priority::background,
        [slices, rows = std::move(rows), order = m_order](Job& job) {
            auto made = std::make_shared<Made>();
            const auto added = rows.empty() ? slices->addPercentiles(job) : slices->addPercentiles(rows, job);
            if (!added)
                made->error = added.error();
            made->slices = slices;
            made->table = std::make_shared<const StatTable>(slices->table());
            made->arrange(order, job);
            return made;
        },
        std::move(done));
}

// Those of the rows in view first.
void StatisticsPane::addPercentiles(const Made& sums)
{
    const int height = std::max(1, m_table->sizeHintForRow(0));
    const int first = std::max(0, m_table->indexAt({0, 0}).row());
    const auto inView = std::min<std::size_t>(
        sums.table->size(), static_cast<std::size_t>(first + m_table->viewport()->height() / height + 1));
    std::vector<std::size_t> wanted;
    for (auto row = static_cast<std::size_t>(first); row < inView; ++row)
        wanted.push_back(m_model->rowInTable(int(row)));
    makePercentiles(sums.slices, std::move(wanted), [this](const std::shared_ptr<Made>& some) {
        showMade(*some);
        makePercentiles(some->slices, {}, [this](const std::shared_ptr<Made>& all) { showMade(*all); });
    });
}

// The order that was chosen. Columns come and go with a comparison and with what it is divided by: it stays that of the
// same column while there is one.
StatOrder StatisticsPane::orderIn(const StatTable& table) const
{
    const StatTablePtr& before = m_model->table();
    if (!before || m_order.column <= 0 || m_order.column > int(before->columns.size()))
        return m_order.in(table);
    const auto bare = [](std::string_view id) {
        constexpr std::string_view kDivided = "_per";
        return id.ends_with(kDivided) ? id.substr(0, id.size() - kDivided.size()) : id;
    };
    const std::string_view id = bare(before->columns[std::size_t(m_order.column - 1)].id);
    const auto found =
        std::ranges::find_if(table.columns, [&](const StatColumn& column) { return bare(column.id) == id; });
    return found == table.columns.end() ? StatOrder {-1}.in(table)
                                        : StatOrder {int(found - table.columns.begin()) + 1, m_order.order};
}

// Who chose another order meanwhile gets it a moment later. That of an empty table says nothing about the next one.
void StatisticsPane::showMade(const Made& made)
{
    m_compared = made.compared;
    if (m_order.column >= 0)
        m_order = orderIn(*made.table);
    else if (made.table->size() > 0)
        m_order = made.order;
    showTable(made.table, made.rows);
    if (m_order.column >= 0 && !(made.order == m_order))
        arrange();
}

void StatisticsPane::arrange()
{
    if (!m_model->table())
        return;
    m_asker->work<std::vector<std::uint32_t>>(
        kOrder, Priority::screen,
        [table = m_model->table(), order = m_order.in(*m_model->table())](Job& job) {
            return order.of(*table, job);
        },
        [this, table = m_model->table()](std::vector<std::uint32_t> rows) {
            if (table == m_model->table())
                showTable(table, std::move(rows));
        });
}

void StatisticsPane::showTable(StatTablePtr table, std::vector<std::uint32_t> rows)
{
    const bool isOther = !m_model->table() || m_model->table()->id != table->id
        || m_model->table()->columns.size() != table->columns.size();
    {
        const QScopedValueRollback following(m_following, true);
        m_model->setTable(std::move(table), std::move(rows));
        m_table->header()->setSortIndicatorShown(true);
        m_table->header()->setSortIndicator(m_order.column, m_order.order);
        if (isOther) {
            m_table->fitColumn(0,
                               isCompared() ? QStringLiteral("connection handler of a")
                                            : QStringLiteral("connection handler of a service"));
            m_nameWidth = m_table->columnWidth(0);
            if (!isCompared())
                m_nameWidth = std::clamp(m_table->neededWidth(0), m_nameWidth, 2 * m_nameWidth);
            for (int column = 1; column < m_model->columnCount(); ++column) {
                const StatColumn& of = m_model->table()->columns[std::size_t(column - 1)];
                // Numbers get the room they need when they are seen.
                const QString title = m_model->headerData(column, Qt::Horizontal).toString();
                m_table->fitColumn(column,
                                   of.unit == StatUnit::text ? QStringLiteral("what is in a cell")
                                                             : title + QStringLiteral(" ↓"));
            }
        }
        const int row = m_model->rowOfKey(m_currentKey);
        if (row >= 0 || (m_model->rowCount() > 0 && !isWishMissing()))
            m_table->setCurrentIndex(m_model->index(std::max(0, row), 0));
    }
    showColumns();
    showRow();
    tell();
}

}
