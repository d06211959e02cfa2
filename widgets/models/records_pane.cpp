#include "widgets/models/records_pane.h"

#include "core/base/text.h"
#include "core/model/format.h"
#include "widgets/common/icons.h"
#include "widgets/common/lay_out.h"
#include "widgets/common/theme.h"
#include "widgets/common/utf8.h"
#include "widgets/models/record_table_model.h"
#include "widgets/session/asker.h"
#include "widgets/session/document_session.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QScopedValueRollback>
#include <QToolButton>
#include <algorithm>
#include <iterator>
#include <utility>

namespace traceglass {

namespace {

// Questions of the pane.
enum RecordsQuestion : Asker::Slot { kAskTables, kAskRecords };

}

RecordsPane::RecordsPane(DocumentSession* session, QWidget* parent)
    : ListPane(session, new RowView(metrics::kTableRow), new RecordTableModel(session), tr("Records"), parent)
    , m_model(static_cast<RecordTableModel*>(m_table->model()))
    , m_tables(new QComboBox)
    , m_funnel(new QLabel)
    , m_head(new QLabel)
    , m_clearRange(new QToolButton)
    , m_asker(new Asker(session->capture(), this))
    , m_delay(delayed(this, 150, &RecordsPane::fetch))
{
    makeFilter(tr("Filter by record, task, field, offset"), tr("Filter the records"));
    m_filter->setMaximumWidth(320);
    m_tables->setAccessibleName(tr("Type of the records"));
    m_tables->setToolTip(tr("Records of one type, with a column for each of their fields"));
    m_tables->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_tables->setMinimumContentsLength(18);
    m_head->setAccessibleName(tr("Which records are listed"));
    m_funnel->setPixmap(icon("filter").pixmap(16, 16));
    m_clearRange->setText(tr("show all"));
    m_clearRange->setAutoRaise(true);

    m_table->setAlternatingRowColors(true);
    makeSortable(-1);
    constexpr const char* kWidest[] = {
        "00000000 wwww",       "99,999 B",       "WakerWakeByRef  ", "encode_webp #21 long",
        "encode_webp #21 lon", "+9999.999999 s", "+999.999 ms"};
    for (int column = 0; column < int(std::size(kWidest)); ++column)
        m_table->fitColumn(column, QLatin1String(kWidest[column]));

    inColumn({}, 0,
             {inRow({12, 4, 12, 4}, 8, {{m_filter, 1}, m_tables, m_funnel, m_head, m_clearRange, kRest}),
              {m_table, 1}},
             this);

    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_model->setFilter(text.trimmed());
        m_table->setEmptyText(tr("No listed record contains \"%1\".").arg(text.trimmed()));
    });
    connect(m_model, &RecordTableModel::arranged, this, [this] {
        tellHead();
        if (!isReading() && std::exchange(m_showWanted, false))
            showSelection();
    });
    // What the user does while a list is on its way counts more than what was to be shown in it.
    connect(m_filter, &QLineEdit::textEdited, this, [this] { m_showWanted = false; });
    connect(m_tables, &QComboBox::activated, this, [this] {
        m_showWanted = false;
        fetch();
    });
    connect(session, &DocumentSession::indexingChanged, this, &RecordsPane::fillTables);
    connect(m_clearRange, &QToolButton::clicked, this, [this] {
        m_session->setRange({});
        listRange(); // where there was no range, too
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& row) {
                if (row.isValid() && !m_following)
                    m_session->selectNode(m_model->recordAt(row.row()).node);
            });
    connect(m_model, &QAbstractItemModel::modelAboutToBeReset, this, [this] { m_following = true; });
    connect(m_model, &QAbstractItemModel::modelReset, this, [this] {
        m_following = false;
        follow();
    });
    connect(session, &DocumentSession::rangeChanged, this, &RecordsPane::listRange);
    connect(session, &DocumentSession::answerChanged, this, &RecordsPane::follow);
    connect(session, &DocumentSession::timelineChanged, this, [this] {
        // What a record is called may become known on the way: once more when everything is indexed.
        if (m_session->timeline()->complete && !m_sawComplete) {
            m_sawComplete = true;
            m_delay->start();
        }
    });
    m_table->setEmptyText(tr("Reading the records …"));
    fillTables();
    tellHead();
    m_delay->start();
}

void RecordsPane::fillTables()
{
    if (!m_known.empty()) // once they are known they stay
        return;
    m_asker->ask(kAskTables, Priority::screen, ask::Tables {},
                 [this](std::vector<RecordTable> tables) { showTables(std::move(tables)); });
}

void RecordsPane::showTables(std::vector<RecordTable> tables)
{
    if (!m_known.empty())
        return;
    m_known = std::move(tables);
    m_tables->clear();
    m_tables->addItem(tr("All records"));
    for (const RecordTable& table : m_known)
        m_tables->addItem(tr("%1 · %2").arg(fromUtf8(table.name), fromUtf8(grouped(table.records))));
    m_tables->setVisible(!m_known.empty());
}

bool RecordsPane::isReading() const
{
    return m_asker->isWaiting(kAskRecords);
}

bool RecordsPane::hasRange() const
{
    return m_session->range().has_value() && m_session->capture()->hasTimeline();
}

bool RecordsPane::isRestricted() const
{
    return m_around || hasRange();
}

void RecordsPane::listRange()
{
    m_around.reset();
    m_showWanted = false;
    tellHead();
    m_delay->start();
}

void RecordsPane::showSelection()
{
    const Selection& selection = m_session->selection();
    const auto isListed = [&] { return m_model->rowOf(selection.node, selection.bytes) >= 0; };
    const QString words = m_filter->text();
    if (!isListed())
        m_filter->clear();
    if (isListed())
        return;
    if (m_tables->currentIndex() > 0) {
        m_tables->setCurrentIndex(0);
        m_delay->start();
    }
    m_showWanted = m_delay->isActive() || isReading() || m_model->isArranging();
    if (m_showWanted)
        return;
    const std::optional<Node>& node = m_session->answer().node;
    const bool hasTime = selection.time || (node && node->time);
    if (!hasTime || (!m_more && !isRestricted())) { // no record is meant
        m_filter->setText(words);
        return;
    }
    // What overlaps a moment is little; what overlaps a long slice may be more than is listed. Records know
    // the time of their own clock.
    const std::uint16_t axis = node && node->time ? node->axis : m_session->selectedAxis();
    m_around = {node && node->time ? node->time->startNs : m_session->toOwn(axis, selection.time->startNs),
                axis};
    m_delay->start();
}

void RecordsPane::fetch()
{
    RecordQuery query;
    if (m_around)
        query.window = TimeRange {m_around->ns, addSaturating(m_around->ns, 1)};
    else if (hasRange())
        query.window = m_session->range();
    // The view has the time of the first.
    if (const std::size_t axis = m_around ? m_around->axis : 0; axis < m_session->axes().size())
        query.clock = m_session->axes()[axis].name;
    query.limit = kMostRecords;
    std::vector<std::string> fields;
    if (const int chosen = m_tables->currentIndex(); chosen > 0) { // behind "All records"
        const RecordTable& table = m_known[static_cast<std::size_t>(chosen - 1)];
        query.table = table.key;
        fields = table.fields;
    }
    m_asker->ask(kAskRecords, Priority::background, ask::Records {query, kMostValues},
                 [this, fields](ask::Records::Answer found) { arrange(std::move(found), fields); });
}

// Sorting and filtering a hundred thousand takes longer than the window may wait.
void RecordsPane::arrange(ask::Records::Answer found, std::vector<std::string> fields)
{
    struct Arranged
    {
        ask::Records::Answer found;
        RecordTableModel::Order order;
        std::vector<std::uint32_t> rows {};
    };
    const auto next = std::make_shared<Arranged>(Arranged {std::move(found), m_model->order()});
    m_asker->work<std::shared_ptr<Arranged>>(
        kAskRecords, Priority::background,
        [next](Job&) {
            next->rows = next->order.of(next->found.records);
            return next;
        },
        [this, fields = std::move(fields)](const std::shared_ptr<Arranged>& done) {
            const bool isAsAsked = done->order == m_model->order();
            showFound(std::move(done->found), fields,
                      isAsAsked ? std::optional(std::move(done->rows)) : std::nullopt);
        });
}

void RecordsPane::showFound(ask::Records::Answer found, std::vector<std::string> fields,
                            std::optional<std::vector<std::uint32_t>> rows)
{
    if (found.error && found.records.empty())
        m_table->setEmptyText(fromUtf8(message(*found.error)));
    else if (m_around)
        m_table->setEmptyText(tr("No record lies around the selection."));
    else if (isRestricted())
        m_table->setEmptyText(tr("No record lies in the selected range."));
    else
        m_table->setEmptyText(tr("This capture holds no records."));
    m_wasRead = true;
    m_more = found.isCut;
    m_count = static_cast<int>(found.records.size());
    const bool isTable = !fields.empty(), wasTable = m_model->hasFields();
    const bool isOther = fields != m_model->fieldNames();
    if (isTable && !wasTable)
        m_listState = m_table->header()->saveState();
    if (isOther) { // what it was sorted by may not be there
        m_table->header()->setSortIndicator(-1, Qt::AscendingOrder);
        rows.reset();
    }
    m_model->setRecords(std::move(found.records), std::move(fields), std::move(rows));
    if (wasTable && !isTable)
        m_table->header()->restoreState(std::exchange(m_listState, {}));
    for (const int column : {RecordTableModel::record, RecordTableModel::subject, RecordTableModel::fields})
        m_table->setColumnHidden(column, isTable);
    for (int column = RecordTableModel::firstField; isOther && column < m_model->columnCount(); ++column)
        m_table->fitColumn(column, QStringLiteral("what is in a field"));
    for (const int column : {RecordTableModel::by, RecordTableModel::time, RecordTableModel::afterPrevious})
        m_table->setColumnHidden(column, !m_model->hasTimes());
    if (!m_session->axes().empty()) // streams of a device: nobody causes their records
        m_table->setColumnHidden(RecordTableModel::by, true);
    fillTables(); // some captures are read by that
    tellHead();
    emit countChanged(m_count);
    if (std::exchange(m_showWanted, false))
        showSelection();
}

void RecordsPane::tellHead()
{
    const QString why =
        m_around ? tr("Restricted to what is around a selection") : tr("Restricted to the selected range");
    m_funnel->setToolTip(why);
    m_funnel->setAccessibleName(why);
    m_funnel->setVisible(isRestricted());
    m_clearRange->setToolTip(hasRange() ? tr("Clears the selected range") : tr("Lists the whole capture"));
    m_clearRange->setVisible(isRestricted());
    emit restrictedChanged(isRestricted());
    if (!m_wasRead) { // the table says so
        m_head->clear();
        return;
    }
    const Format& format = m_session->capture()->format();
    QString text = m_more
        ? tr("the first %1 %2 of more")
              .arg(fromUtf8(grouped(static_cast<std::uint64_t>(m_count))), fromUtf8(format.records))
        : fromUtf8(counted(static_cast<std::uint64_t>(m_count), format.record, format.records));
    if (!m_model->filter().isEmpty())
        text = tr("%1 of %2").arg(fromUtf8(grouped(static_cast<std::uint64_t>(m_model->rowCount()))), text);
    if (m_around)
        text +=
            tr(" · around %1")
                .arg(m_session->momentText(m_session->toView(m_around->axis, m_around->ns), m_around->axis));
    else if (const auto range = m_session->range(); range && hasRange())
        text += tr(" · in %1 … %2")
                    .arg(m_session->momentText(range->startNs), m_session->momentText(range->endNs));
    m_head->setText(text);
}

void RecordsPane::follow()
{
    if (m_following)
        return;
    const Selection& selection = m_session->selection();
    const int row = m_model->rowOf(selection.node, selection.bytes);
    const QScopedValueRollback following(m_following, true);
    if (row >= 0)
        m_table->setCurrentIndex(m_model->index(row, 0));
    else
        m_table->selectionModel()->clear();
}

QByteArray RecordsPane::saveState() const
{
    return m_model->hasFields() ? m_listState : ListPane::saveState();
}

}
