#include "widgets/statistics/statistics_pane.h"

#include "core/base/text.h"
#include "core/stats/counter_table.h"
#include "core/stats/log_table.h"
#include "widgets/common/command_text.h"
#include "widgets/common/elided_label.h"
#include "widgets/common/icons.h"
#include "widgets/common/lay_out.h"
#include "widgets/common/link_label.h"
#include "widgets/common/theme.h"
#include "widgets/common/utf8.h"
#include "widgets/session/asker.h"
#include "widgets/statistics/histogram_view.h"
#include "widgets/timeline/timeline_scene.h"

#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QMouseEvent>
#include <QScopedValueRollback>
#include <QSplitter>
#include <algorithm>

namespace traceglass {

namespace {

constexpr int kQuietMs = 150;       // after the range has changed
constexpr int kWhileIndexing = 700; // between two tables
constexpr int kRoomForHistogram = 760;

enum StatisticsQuestion : Asker::Slot { kKinds, kTable, kPercentiles, kOrder };

// As the command line calls them.
constexpr std::string_view kCounterTable = "counter", kLogTable = "log";

std::vector<TrackId> fittingTracks(const Fitting& fitting)
{
    std::vector<TrackId> out;
    for (std::uint32_t i = 0; i < fitting.timeline->trackCount(); ++i) {
        const bool isGroup = fitting.timeline->track(TrackId(i)).kind == TrackKind::group;
        if (!isGroup && fitting.hits->count(TrackId(i)) > 0)
            out.push_back(TrackId(i));
    }
    return out;
}

const StatColumn* columnOf(const StatTable& table, std::string_view id)
{
    const auto found = std::ranges::find(table.columns, id, &StatColumn::id);
    return found == table.columns.end() ? nullptr : &*found;
}

std::optional<std::int64_t> integerOf(const StatTable& table, std::string_view id, std::size_t row)
{
    const StatColumn* const column = columnOf(table, id);
    if (!column || row >= column->integers.size() || column->integers[row] == kNoInteger)
        return {};
    return column->integers[row];
}

}

StatisticsPane::StatisticsPane(DocumentSession* session, const SessionFilter* filter, QWidget* parent)
    : ListPane(session, new RowView(metrics::kTableRow), new StatisticsModel(session), tr("Statistics"),
               parent)
    , m_sliceFilter(filter)
    , m_model(static_cast<StatisticsModel*>(m_table->model()))
    , m_asker(new Asker(session->capture(), this))
    , m_delay(delayed(this, kQuietMs, &StatisticsPane::fetch))
    , m_choice(new QComboBox)
    , m_funnel(new QLabel)
    , m_head(new QLabel)
    , m_clearRange(new LinkLabel(tr("whole capture")))
    , m_copyCommand(new LinkLabel(tr("copy as command")))
    , m_foot(new ElidedLabel)
    , m_rowTitle(new ElidedLabel)
    , m_histogram(new HistogramView)
    , m_searchThese(new LinkLabel)
    , m_filterThese(new LinkLabel(tr("keep only them")))
{
    m_choice->setAccessibleName(tr("Table"));
    m_choice->setToolTip(tr("Of what there is a row"));
    m_choice->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_choice->setMaxVisibleItems(30);
    m_head->setAccessibleName(tr("What is reckoned"));
    m_head->setTextFormat(Qt::PlainText);
    m_funnel->setPixmap(icon("filter").pixmap(16, 16));
    m_clearRange->setToolTip(tr("Clears the selected range"));
    m_copyCommand->setToolTip(tr("A command that prints the same rows"));
    m_foot->setContentsMargins(12, 3, 12, 4);
    m_foot->setAccessibleName(tr("About the table"));
    m_table->setAlternatingRowColors(true);
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    setFocusProxy(m_table);
    makeSortable(0);
    m_table->header()->setSortIndicatorShown(false); // until there are columns
    m_table->installEventFilter(this);
    m_table->viewport()->setMouseTracking(true);
    m_table->viewport()->installEventFilter(this);
    m_splitter = new QSplitter(Qt::Horizontal);
    m_splitter->setHandleWidth(1);
    auto* const left = new QWidget;
    inColumn({}, 0, {{m_table, 1}, m_foot}, left);
    m_splitter->addWidget(left);
    m_splitter->addWidget(makeRight());
    m_splitter->setStretchFactor(0, 3);
    m_splitter->setStretchFactor(1, 1);
    inColumn({}, 0,
             {inRow({12, 4, 12, 4}, 8, {m_choice, m_funnel, m_head, m_clearRange, kRest, m_copyCommand}),
              {m_splitter, 1}},
             this);

    connect(m_choice, &QComboBox::activated, this, [this] {
        m_isChosen = true;
        fetch();
    });
    connect(m_model, &StatisticsModel::sortWanted, this, [this](int column, Qt::SortOrder order) {
        if (m_following || column < 0)
            return;
        // Who clicks on numbers wants the greatest first.
        if (column != m_order.column && column > 0 && order == Qt::AscendingOrder) {
            m_table->header()->setSortIndicator(column, Qt::DescendingOrder);
            return;
        }
        m_order = {column, order};
        arrange();
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& row) {
                if (row.isValid() && !m_following)
                    m_currentKey = m_model->table()->keys[m_model->rowInTable(row.row())];
                showRow();
            });
    connect(m_table, &QWidget::customContextMenuRequested, this, &StatisticsPane::showMenu);
    connect(m_clearRange, &LinkLabel::clicked, this, [this] { m_session->setRange({}); });
    connect(m_copyCommand, &LinkLabel::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(command());
        emit copied(command());
    });
    connect(m_histogram, &HistogramView::chosenChanged, this, &StatisticsPane::showChosen);
    connect(m_histogram, &HistogramView::entered, this, [this](bool withControl) {
        if (withControl)
            emit filterWanted(chosenQuery());
        else
            emit searchWanted(chosenQuery());
    });
    connect(m_searchThese, &LinkLabel::clicked, this, [this] { emit searchWanted(chosenQuery()); });
    connect(m_filterThese, &LinkLabel::clicked, this, [this] { emit filterWanted(chosenQuery()); });
    connect(session, &DocumentSession::rangeChanged, this, [this] {
        tell();
        later();
    });
    connect(filter, &SessionFilter::partsChanged, this, &StatisticsPane::tell);
    connect(filter, &SessionFilter::fittingChanged, this, &StatisticsPane::later);
    connect(session, &DocumentSession::timelineChanged, this, &StatisticsPane::later);
    connect(session, &DocumentSession::indexingChanged, this, [this] {
        if (!m_session->isIndexing())
            fillChoice();
    });
    m_histogram->setDurationText([session](std::int64_t ns) { return session->durationText(ns); });
    fillChoice();
    tell();
    showRow();
}

QWidget* StatisticsPane::makeRight()
{
    m_rowTitle->setFont(boldFont(font()));
    m_rowTitle->setTextFormat(Qt::PlainText);
    auto* const right = new QWidget;
    inColumn({}, 0,
             {inRow({12, 4, 12, 2}, 0, {{m_rowTitle, 1}}),
              {m_histogram, 1},
              inRow({12, 2, 12, 4}, 14, {m_searchThese, m_filterThese, kRest})},
             right);
    return right;
}

// Tables of the timeline that may have rows, then those of the format.
void StatisticsPane::fillChoice()
{
    m_asker->ask(kKinds, Priority::screen, ask::StatisticKinds {},
                 [this](const ask::StatisticKinds::Answer& kinds) { offerTables(kinds); });
}

void StatisticsPane::offerTables(const std::vector<StatKind>& kinds)
{
    const Timeline& timeline = *m_session->timeline();
    std::uint32_t present = 0; // kinds of tracks
    for (std::uint32_t i = 0; i < timeline.trackCount(); ++i)
        present |= 1u << static_cast<unsigned>(timeline.track(TrackId(i)).kind);
    const auto has = [&](std::initializer_list<TrackKind> any) {
        return std::ranges::any_of(
            any, [&](TrackKind kind) { return (present >> static_cast<unsigned>(kind) & 1) != 0; });
    };
    const bool hasLines = has({TrackKind::events, TrackKind::log, TrackKind::marks});
    using stats::SliceKey;
    const std::tuple<std::string_view, QString, bool> own[] = {
        {wordOf(SliceKey::name), tr("Slices by name"), true},
        {wordOf(SliceKey::task), tr("Polls by task"), has({TrackKind::states})},
        {wordOf(SliceKey::state), tr("Slices by state"), has({TrackKind::states})},
        {wordOf(SliceKey::thread), tr("Slices by thread"), has({TrackKind::slices, TrackKind::worker})},
        {wordOf(SliceKey::track), tr("Slices by track"), true},
        {wordOf(SliceKey::group), tr("Slices by group of tracks"), true},
        {wordOf(SliceKey::kind), tr("Slices by kind of track"), true},
        {wordOf(SliceKey::level), tr("Events by level"), has({TrackKind::events})},
        {kLogTable, tr("Lines by template"), hasLines},
        {kCounterTable, tr("Counters"), has({TrackKind::counter})}};
    const QString before = m_choice->currentData().toString();
    m_choice->clear();
    for (const auto& [word, title, isThere] : own) {
        if (isThere)
            m_choice->addItem(title, fromUtf8(word));
    }
    if (!kinds.empty())
        m_choice->insertSeparator(m_choice->count());
    for (const StatKind& kind : kinds)
        m_choice->addItem(fromUtf8(kind.title), fromUtf8(kind.id));
    // Where nothing lasts, names of slices say little.
    const bool lasts = has({TrackKind::states, TrackKind::spans, TrackKind::worker, TrackKind::slices});
    const int first = lasts || kinds.empty() || timeline.trackCount() == 0 ? 0 : m_choice->findData(fromUtf8(kinds.front().id));
    m_choice->setCurrentIndex(m_isChosen ? std::max(0, m_choice->findData(before)) : first);
    const bool isOther = m_choice->currentData().toString().toStdString() != m_made;
    if (isVisible() && timeline.trackCount() > 0 && isOther)
        fetch();
}

bool StatisticsPane::choose(const QString& id)
{
    const int at = m_choice->findData(id);
    if (at < 0)
        return false;
    m_choice->setCurrentIndex(at);
    m_isChosen = true;
    fetch();
    return true;
}

void StatisticsPane::showName(const std::string& name)
{
    m_currentKey = name;
    const bool isShown = m_made == stats::wordOf(stats::SliceKey::name);
    if (!isShown || !m_model->table())
        choose(fromUtf8(stats::wordOf(stats::SliceKey::name)));
    else
        showTable(m_model->table(), m_order.of(*m_model->table()));
}

bool StatisticsPane::isReading() const
{
    return m_delay->isActive() || m_asker->isWaiting();
}

bool StatisticsPane::isRestricted() const
{
    return m_session->range() || m_sliceFilter->isActive();
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
    if (id != m_made && !m_made.empty())
        m_order = {-1}; // that of the table
    m_made = id;
    const auto finish = [order = m_order](Made& made) {
        StatOrder by = order;
        if (made.table && by.column < 0)
            by = {int(made.table->sortColumn) + 1};
        if (made.table)
            made.rows = by.of(*made.table);
    };
    const FittingPtr fitting = m_sliceFilter->isActive() ? m_sliceFilter->fitting() : nullptr;
    m_timeline = fitting ? fitting->timeline : m_session->timeline();
    query::Scope scope;
    scope.range = m_session->range();
    const auto by = stats::sliceKeyOf(id);
    if (fitting && !by && id != kLogTable) // which slices fit is nothing these tables know
        scope.tracks = fittingTracks(*fitting);
    if (!by && id != kLogTable && id != kCounterTable) {
        m_asker->ask(kTable, Priority::background, ask::Statistics {id, scope.range, scope.tracks},
                     [this, finish](ask::Statistics::Answer answer) {
                         Made made;
                         made.set(std::move(answer));
                         finish(made);
                         take(std::move(made));
                     });
        tell();
        return;
    }
    m_asker->work<std::shared_ptr<Made>>(
        kTable, Priority::background,
        [timeline = m_timeline, hits = fitting ? fitting->hits : nullptr, scope, by, id, finish](Job& job) {
            auto made = std::make_shared<Made>();
            if (!by) {
                made->set(id == kCounterTable ? stats::counterTable(*timeline, scope, job)
                                              : stats::logTable(timeline, scope, hits.get(), job));
            } else if (auto sums = stats::SliceTable::make(timeline, {*by, scope.range, {}, hits}, job)) {
                made->slices = std::make_shared<stats::SliceTable>(std::move(*sums));
                made->table = std::make_shared<const StatTable>(made->slices->table());
            } else {
                made->error = sums.error();
            }
            finish(*made);
            return made;
        },
        [this](const std::shared_ptr<Made>& made) { take(std::move(*made)); });
    tell();
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
    m_error = made.error;
    if (!made.table) {
        m_model->setTable(nullptr, {});
        m_table->setEmptyText(fromUtf8(message(*made.error)));
        tell();
        return;
    }
    if (m_order.column < 0)
        m_order = {int(made.table->sortColumn) + 1};
    m_table->setEmptyText(m_sliceFilter->isActive() ? tr("Nothing that the filter leaves is in this table.")
                              : m_session->range()  ? tr("Nothing of this table lies in the selected range.")
                              : !m_session->timeline()->complete
                              ? tr("Nothing so far.")
                              : tr("This capture holds nothing of the kind."));
    showTable(made.table, std::move(made.rows));
    if (made.slices)
        addPercentiles(made);
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
    const auto next = [this](const std::shared_ptr<stats::SliceTable>& slices, std::vector<std::size_t> rows,
                             auto done) {
        m_asker->work<std::shared_ptr<Made>>(
            kPercentiles, Priority::background,
            [slices, rows = std::move(rows), order = m_order](Job& job) {
                auto made = std::make_shared<Made>();
                const auto added =
                    rows.empty() ? slices->addPercentiles(job) : slices->addPercentiles(rows, job);
                if (!added)
                    made->error = added.error();
                made->table = std::make_shared<const StatTable>(slices->table());
                made->rows = order.of(*made->table);
                return made;
            },
            std::move(done));
    };
    const auto showNow = [this](const std::shared_ptr<Made>& made) {
        showTable(made->table, m_order.of(*made->table));
    };
    next(sums.slices, std::move(wanted),
         [next, showNow, slices = sums.slices](const std::shared_ptr<Made>& made) {
             showNow(made);
             next(slices, {}, showNow);
         });
}

void StatisticsPane::arrange()
{
    if (!m_model->table())
        return;
    m_asker->work<std::vector<std::uint32_t>>(
        kOrder, Priority::screen,
        [table = m_model->table(), order = m_order](Job&) { return order.of(*table); },
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
            m_table->fitColumn(0, QStringLiteral("connection handler of a service"));
            for (int column = 1; column < m_model->columnCount(); ++column) {
                const StatColumn& of = m_model->table()->columns[std::size_t(column - 1)];
                // Numbers get the room they need when they are seen.
                m_table->fitColumn(column,
                                   of.unit == StatUnit::text ? QStringLiteral("what is in a cell")
                                                             : fromUtf8(of.title) + QStringLiteral(" ↓"));
            }
        }
        const int row = m_model->rowOfKey(m_currentKey);
        if (row >= 0 || m_model->rowCount() > 0)
            m_table->setCurrentIndex(m_model->index(std::max(0, row), 0));
    }
    for (int column = 1; column < m_model->columnCount(); ++column) {
        const StatColumn& of = m_model->table()->columns[std::size_t(column - 1)];
        // A column in which nothing stands says nothing.
        const bool isEmpty = of.id == "open"
            && std::ranges::all_of(of.integers, [](std::int64_t count) { return count == 0; });
        m_table->setColumnHidden(column, isEmpty);
    }
    showRow();
    tell();
}

// --- the row and its durations

void StatisticsPane::showRow()
{
    const QModelIndex current = m_table->currentIndex();
    const StatTablePtr& table = m_model->table();
    const bool hasRow = table && current.isValid();
    const std::size_t row = hasRow ? m_model->rowInTable(current.row()) : 0;
    const bool hasBars = hasRow && row < table->histograms.size() && !table->histograms[row].empty();
    m_splitter->widget(1)->setVisible(table && !table->histograms.empty() && width() >= kRoomForHistogram);
    std::vector<HistogramView::Mark> marks;
    if (hasBars) {
        for (const auto& [id, title] : {std::pair("p50_ns", "p50"), {"p95_ns", "p95"}, {"p99_ns", "p99"}}) {
            if (const auto ns = integerOf(*table, id, row))
                marks.push_back({QString::fromLatin1(title), *ns});
        }
    }
    const Theme& theme = Theme::of(this);
    const QVariant color =
        hasRow ? m_model->data(m_model->index(current.row(), 0), kNameColorRole) : QVariant();
    m_histogram->setBars(
        hasBars ? stats::bars(table->histograms[row]) : std::vector<stats::Bar>(), std::move(marks),
        color.isValid() && color.toInt() >= 0 ? theme.nameColor(color.toInt()) : theme.polling);
    if (!hasRow)
        m_rowTitle->setFullText({});
    else if (hasBars)
        m_rowTitle->setFullText(tr("%1 · %2").arg(
            fromUtf8(table->keys[row]),
            fromUtf8(counted(stats::countOf(table->histograms[row]), "duration", "durations"))));
    else
        m_rowTitle->setFullText(m_asker->isWaiting(kPercentiles)
                                    ? tr("%1 · reckoning …").arg(fromUtf8(table->keys[row]))
                                    : tr("%1 · no durations").arg(fromUtf8(table->keys[row])));
    showChosen();
}

void StatisticsPane::showChosen()
{
    const bool canAsk = !chosenQuery().isEmpty();
    m_searchThese->setText(m_histogram->chosen()
                               ? tr("search these %1").arg(fromUtf8(grouped(m_histogram->chosenCount())))
                               : tr("search all of them"));
    m_searchThese->setVisible(canAsk);
    m_filterThese->setVisible(canAsk);
}

QString StatisticsPane::rowQuery() const
{
    const QModelIndex current = m_table->currentIndex();
    const StatTablePtr& table = m_model->table();
    if (!table || !current.isValid())
        return {};
    const std::size_t row = m_model->rowInTable(current.row());
    return row < table->queries.size() ? fromUtf8(table->queries[row]) : QString();
}

QString StatisticsPane::chosenQuery() const
{
    const QString row = rowQuery();
    const auto chosen = m_histogram->chosen();
    if (row.isEmpty() || !chosen)
        return row;
    return QStringLiteral("%1 duration = %2 ns .. %3 ns").arg(row).arg(chosen->startNs).arg(chosen->endNs);
}

void StatisticsPane::goTo(const StatPlace& place)
{
    if (!m_timeline || number(place.track) >= m_timeline->trackCount())
        return;
    const Track& track = m_timeline->track(place.track);
    m_session->selectSlice({track.kind, track.key, place.depth, place.startNs});
}

void StatisticsPane::goToLongest()
{
    const QModelIndex current = m_table->currentIndex();
    for (int column = 1; current.isValid() && column < m_model->columnCount(); ++column) {
        if (m_model->table()->columns[std::size_t(column - 1)].id != "max_ns")
            continue;
        if (const auto place = m_model->placeAt(current.siblingAtColumn(column)))
            goTo(*place);
    }
}

// --- words

void StatisticsPane::tell()
{
    const auto range = m_session->range();
    m_clearRange->setVisible(range.has_value());
    m_funnel->setVisible(isRestricted());
    m_funnel->setToolTip(m_sliceFilter->isActive()
                             ? tr("Of what the filter leaves: %1").arg(m_sliceFilter->text())
                             : tr("Restricted to the selected range"));
    emit restrictedChanged(isRestricted());
    QStringList head;
    head << (range ? tr("in %1 … %2")
                         .arg(m_session->momentText(range->startNs), m_session->momentText(range->endNs))
                   : tr("whole capture"));
    const bool ofSlices = stats::sliceKeyOf(m_made) || m_made == kLogTable;
    if (m_sliceFilter->isActive())
        head << (ofSlices ? tr("what the filter leaves") : tr("tracks that the filter leaves"));
    if (!m_session->timeline()->complete)
        head << tr("so far");
    m_head->setText(head.join(QStringLiteral(" · ")));
    const StatTablePtr& table = m_model->table();
    QStringList foot;
    if (table && table->size() > 0) {
        foot << fromUtf8(counted(table->size(), "row", "rows"));
        if (m_asker->isWaiting(kPercentiles))
            foot << tr("percentiles are on their way");
        if (table->isEstimate)
            foot << tr("estimated from samples");
        for (const std::string& remark : table->remarks)
            foot << fromUtf8(remark);
    }
    m_foot->setFullText(foot.join(QStringLiteral(" · ")));
    m_foot->setVisible(!foot.isEmpty());
    if (isReading() && (!table || table->size() == 0))
        m_table->setEmptyText(tr("Reckoning …"));
}

QString StatisticsPane::command() const
{
    QStringList words {QStringLiteral("tglass"), QStringLiteral("stats"),
                       exactFromUtf8(m_session->capture()->path().string()), QStringLiteral("--by"),
                       m_choice->currentData().toString()};
    if (const auto range = m_session->range()) {
        words << QStringLiteral("--from") << QStringLiteral("%1ns").arg(m_session->toOwn(0, range->startNs))
              << QStringLiteral("--to") << QStringLiteral("%1ns").arg(m_session->toOwn(0, range->endNs));
    }
    if (m_sliceFilter->isActive())
        words << QStringLiteral("--where") << m_sliceFilter->text();
    const StatTablePtr& table = m_model->table();
    if (table && m_order.column > 0 && m_order.column <= int(table->columns.size()))
        words << QStringLiteral("--sort") << fromUtf8(table->columns[std::size_t(m_order.column - 1)].id);
    return commandText(words);
}

QString StatisticsPane::asText() const
{
    QString out;
    for (int row = -1; row < m_model->rowCount(); ++row) {
        QStringList cells;
        for (int column = 0; column < m_model->columnCount(); ++column)
            cells << (row < 0 ? m_model->headerData(column, Qt::Horizontal).toString()
                              : m_model->index(row, column)
                                    .data()
                                    .toString()
                                    .replace(QLatin1Char('\t'), QLatin1Char(' ')));
        out += cells.join(QLatin1Char('\t')) + QLatin1Char('\n');
    }
    return out;
}

void StatisticsPane::showMenu(const QPoint& at)
{
    const QModelIndex cell = m_table->indexAt(at);
    auto* const menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const auto add = [&](const QString& text, bool isPossible, const auto& act) {
        menu->addAction(text, this, act)->setEnabled(isPossible);
    };
    const QString query = rowQuery();
    const bool canAsk = cell.isValid() && !query.isEmpty();
    if (const auto place = m_model->placeAt(cell))
        add(tr("&Go to this slice"), true, [this, place = *place] { goTo(place); });
    add(tr("Go to the &longest\tL"), cell.isValid(), [this] { goToLongest(); });
    add(tr("&Find these\tEnter"), canAsk, [this, query] { emit searchWanted(query); });
    add(tr("&Keep only these\tCtrl+Enter"), canAsk, [this, query] { emit filterWanted(query); });
    add(tr("&Exclude these"), canAsk,
        [this, query] { emit filterWanted(QStringLiteral("not (%1)").arg(query)); });
    menu->addSeparator();
    add(tr("&Copy the table\tCtrl+C"), m_model->rowCount() > 0, [this] {
        QGuiApplication::clipboard()->setText(asText());
        emit copied(tr("the table"));
    });
    add(tr("Copy as co&mmand"), true, [this] { emit m_copyCommand->clicked(); });
    menu->popup(m_table->viewport()->mapToGlobal(at));
}

bool StatisticsPane::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_table->viewport() && event->type() == QEvent::MouseMove) {
        const auto at = static_cast<QMouseEvent*>(event)->position().toPoint();
        m_table->viewport()->setCursor(m_model->placeAt(m_table->indexAt(at)) ? Qt::PointingHandCursor
                                                                              : Qt::ArrowCursor);
    }
    if (watched == m_table->viewport() && event->type() == QEvent::MouseButtonRelease) {
        const auto* const mouse = static_cast<QMouseEvent*>(event);
        const QModelIndex cell = m_table->indexAt(mouse->position().toPoint());
        if (const auto place = m_model->placeAt(cell); place && mouse->button() == Qt::LeftButton)
            goTo(*place);
    }
    if (watched != m_table || event->type() != QEvent::KeyPress)
        return ListPane::eventFilter(watched, event);
    const auto* const key = static_cast<QKeyEvent*>(event);
    const bool withControl = key->modifiers().testFlag(Qt::ControlModifier);
    if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
        if (rowQuery().isEmpty())
            return true;
        if (withControl)
            emit filterWanted(rowQuery());
        else
            emit searchWanted(rowQuery());
        return true;
    }
    if (key->key() == Qt::Key_L && !withControl) {
        goToLongest();
        return true;
    }
    if (key->matches(QKeySequence::Copy)) {
        QGuiApplication::clipboard()->setText(asText());
        emit copied(tr("the table"));
        return true;
    }
    return ListPane::eventFilter(watched, event);
}

void StatisticsPane::showEvent(QShowEvent* event)
{
    ListPane::showEvent(event);
    if (m_made.empty() && m_choice->count() > 0 && m_session->timeline()->trackCount() > 0)
        fetch();
    showRow();
}

void StatisticsPane::resizeEvent(QResizeEvent* event)
{
    ListPane::resizeEvent(event);
    showRow();
}

}
