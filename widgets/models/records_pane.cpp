#include "widgets/models/records_pane.h"

#include "core/base/text.h"
#include "widgets/common/cut_combo_box.h"
#include "widgets/common/elided_label.h"
#include "widgets/common/icons.h"
#include "widgets/common/lay_out.h"
#include "widgets/common/line_height.h"
#include "widgets/common/theme.h"
#include "widgets/common/utf8.h"
#include "widgets/models/command_link.h"
#include "widgets/models/long_list.h"
#include "widgets/models/record_list_model.h"
#include "widgets/session/asker.h"
#include "widgets/session/document_session.h"

#include <QLabel>
#include <QLineEdit>
#include <QScopedValueRollback>
#include <QToolButton>
#include <algorithm>
#include <utility>

namespace traceglass {

namespace {

constexpr int kPollMs = 100; // between two looks at what grows

}

RecordsPane::RecordsPane(DocumentSession* session, QWidget* parent)
    : ListPane(session, new RowView(metrics::kTableRow), new RecordListModel(session), tr("Records"), parent)
    , m_model(static_cast<RecordListModel*>(m_table->model()))
    , m_list(new LongList(m_table, m_model, tr("All records")))
    , m_tables(new CutComboBox)
    , m_funnel(new QLabel)
    , m_head(new ElidedLabel)
    , m_stop(new QToolButton)
    , m_clearRange(new QToolButton)
    , m_obey(new QToolButton)
    , m_onTrack(new QToolButton)
    , m_wrong(new LinkLabel)
    , m_copyCommand(new CommandLink(session, [this] { return command(); }))
    , m_asker(new Asker(session->capture(), this))
    , m_delay(delayed(this, kSettledMs, &RecordsPane::fetch))
    , m_wordsDelay(delayed(this, kSettledMs, &RecordsPane::choose))
    , m_poll(new QTimer(this))
{
    makeFilter(session->capture()->hasTimeline() ? tr("Find in any text, or status >= 500") : tr("Find in any text"),
               tr("Filter the records"));
    m_filter->setToolTip(
        tr("Words that stand in any text of a record, /expressions/, and conditions on the slice that begins with "
           "it: duration >= 10 ms, track : connection, status >= 500. All of them hold, but for or, not, ( )."));
    keepWidth(m_filter, 120, 320);
    m_tables->setAccessibleName(tr("Type of the records"));
    m_tables->setToolTip(tr("Records of one type, with a column for each of their fields"));
    m_tables->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_tables->setMinimumContentsLength(10);
    m_head->setAccessibleName(tr("Which records are listed"));
    m_head->setTextFormat(Qt::PlainText);
    m_funnel->setPixmap(icon("filter").pixmap(16, 16));
    m_stop->setText(tr("stop"));
    m_stop->setToolTip(tr("Stops; what was found so far stays"));
    m_stop->setAutoRaise(true);
    m_stop->hide();
    m_clearRange->setText(tr("whole capture"));
    for (QToolButton* const button : {m_clearRange, m_obey, m_onTrack})
        button->setAutoRaise(true);
    m_poll->setInterval(kPollMs);

    makeSortable(-1);
    RecordCells::fitColumns(*m_table);
    inColumn(
        {}, 0,
        {inRow({12, 4, 12, 4}, 8,
               {{m_filter, 1}, m_wrong, m_tables, m_onTrack, m_funnel, m_head, m_stop, m_obey, m_clearRange, kRest,
                m_copyCommand}),
         {m_list, 1}},
        this);

    makeChoice();
    connect(m_model, &RecordListModel::sortWanted, this, [this](int column, Qt::SortOrder order) {
        if (m_following)
            return;
        m_sort = {column, order};
        arrange();
    });
    // What the user does while a list is on its way counts more than what was to be shown in it.
    connect(m_filter, &QLineEdit::textEdited, this, [this] { m_reveal.reset(); });
    connect(m_tables, &QComboBox::activated, this, [this] {
        m_reveal.reset();
        fetch();
    });
    m_copyCommand->setMinimumWidth(m_copyCommand->sizeHint().width()); // the head line gives way
    connect(m_copyCommand, &CommandLink::copied, this, &RecordsPane::copied);
    connect(m_stop, &QToolButton::clicked, this, &RecordsPane::stop);
    connect(m_clearRange, &QToolButton::clicked, this, [this] { m_session->setRange({}); });
    connect(m_poll, &QTimer::timeout, this, &RecordsPane::look);
    connect(session, &DocumentSession::choosing, m_list, &LongList::giveWay);
    connect(session, &DocumentSession::choosing, this, [this] { m_reveal.reset(); });
    connect(m_list, &LongList::chosen, this, [this](int row) {
        m_session->walk([&] { m_session->selectNode(m_model->rowAt(row)->record.node); });
    });
    for (QWidget* const widget : {static_cast<QWidget*>(m_table), static_cast<QWidget*>(m_table->header())}) {
        widget->setContextMenuPolicy(Qt::CustomContextMenu);
        connect(widget, &QWidget::customContextMenuRequested, this,
                [this, widget](const QPoint& at) { makeMenu()->popup(widget->mapToGlobal(at)); });
    }
    connect(session, &DocumentSession::indexingChanged, this, &RecordsPane::fillTables);
    connect(session, &DocumentSession::rangeChanged, this, &RecordsPane::listRange);
    connect(session, &DocumentSession::answerChanged, this, &RecordsPane::follow);
    connect(session, &DocumentSession::timelineChanged, this, [this] {
        if (!m_session->timeline()->complete || std::exchange(m_sawComplete, true))
            return;
        if (std::exchange(m_isDue, false)) {
            m_delay->start();
            return;
        }
        m_model->readAgain(); // what a record is called may have become known on the way
        if (m_order || !m_words.isEmpty())
            chooseLater();
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
    m_asker->ask(kAskTables, Priority::screen, ask::RecordTables {},
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

// --- which records

bool RecordsPane::isReading() const
{
    return isListing() || m_model->isAsking();
}

bool RecordsPane::isListing() const
{
    return m_delay->isActive() || isChoosing() || m_asker->isWaiting(kAskList)
        || m_asker->isWaiting(kAskOrder);
}

bool RecordsPane::isInRange() const
{
    return m_session->range() && m_session->capture()->hasTimeline() && !m_everything;
}

qint64 RecordsPane::count() const
{
    const RecordListing& shown = m_model->listing();
    return qint64(m_shown.words.isEmpty() || !shown.list ? shown.count() : shown.list->count());
}

bool RecordsPane::hasMore() const
{
    const auto& list = m_model->listing().list;
    return list && !list->isComplete();
}

void RecordsPane::showEvent(QShowEvent* event)
{
    ListPane::showEvent(event);
    if (std::exchange(m_isDue, false))
        fetch();
    if (m_isChoiceDue)
        choose();
}

void RecordsPane::listRange()
{
    m_everything = false;
    m_reveal.reset();
    tellHead();
    m_delay->start();
}

void RecordsPane::fetch()
{
    m_delay->stop();
    // Indexing reads all of it: who waits for that must not be slowed down by what nobody sees.
    m_isDue = !isNeeded() && m_session->capture()->hasTimeline() && !m_session->timeline()->complete;
    if (m_isDue)
        return;
    RecordQuery query;
    if (isInRange())
        query.window = m_session->range();
    if (!m_session->axes().empty()) // the view has the time of the first
        query.clock = m_session->axes().front().name;
    std::vector<std::string> fields;
    if (const int chosen = m_tables->currentIndex(); chosen > 0) { // behind "All records"
        const RecordTable& table = m_known[static_cast<std::size_t>(chosen - 1)];
        query.table = table.key;
        fields = table.fields;
        m_type = exactFromUtf8(table.name);
    }
    if (fields != m_fields) { // what it was sorted by may not be there
        m_fields = std::move(fields);
        unsort();
    }
    m_records = std::make_shared<RecordList>(std::move(query));
    m_order.reset();
    m_asker->cancel(kAskOrder);
    m_isStopped = false;
    m_error.reset();
    m_since.start();
    m_asker->ask(kAskList, Priority::background, ask::ListRecords {m_records},
                 [this](const std::optional<Error>& error) { takeList(error); });
    m_poll->start();
    tellHead();
}

void RecordsPane::takeList(const std::optional<Error>& error)
{
    m_error = error;
    fillTables(); // some captures are read by that
    const bool isTooMany = m_records->count() > RecordOrder::kSorted;
    m_model->setUnsortable(
        isTooMany
            ? tr("Only %1 records can be sorted. Filter them, or select a range of time, so that there are "
                 "no more.")
                  .arg(fromUtf8(grouped(RecordOrder::kSorted)))
            : QString());
    arrange();
}

// --- which of them, in which order

void RecordsPane::unsort()
{
    const QScopedValueRollback following(m_following, true);
    m_sort = {};
    m_table->header()->setSortIndicator(-1, Qt::AscendingOrder);
}

void RecordsPane::arrange()
{
    if (m_delay->isActive() || isChoosing() || !m_records)
        return;
    if (!m_records->isComplete()) { // behind its end
        if (m_isStopped)
            fetch();
        return;
    }
    RecordWish wish {m_test, {}, m_sort.order == Qt::DescendingOrder};
    if (m_sort.column >= 0)
        wish.column = RecordColumn(m_sort.column);
    m_asker->cancel(kAskOrder);
    m_isStopped = false;
    if (!wish.test && !wish.column) {
        m_order.reset();
        showNext(true);
        return;
    }
    m_order = std::make_shared<RecordOrder>(m_records, std::move(wish));
    m_since.start();
    m_asker->ask(kAskOrder, Priority::background, ask::OrderRecords {m_order},
                 [this](const std::optional<Error>& error) { takeOrder(error); });
    m_poll->start();
    tellHead();
}

void RecordsPane::takeOrder(const std::optional<Error>& error)
{
    if (error && error->code == Code::RecordsTooManyToSort) {
        unsort();
        arrange();
        m_head->setFullText(fromUtf8(message(*error)));
        return;
    }
    if (error)
        m_error = error;
    showNext(true);
    if (std::exchange(m_isChoiceDue, false))
        chooseSoFar();
}

void RecordsPane::showNext(bool isDone)
{
    const RecordListing next {m_records, m_order};
    if (next != m_model->listing()) {
        if (!isDone && next.count() == 0)
            return;
        const bool isTable = !m_fields.empty(), wasTable = !m_model->fields().empty();
        const bool isOther = m_fields != m_model->fields();
        if (isTable && !wasTable)
            m_listState = m_table->header()->saveState();
        m_model->setListing(next, m_fields);
        m_shown = m_chosen;
        if (wasTable && !isTable)
            m_table->header()->restoreState(std::exchange(m_listState, {}));
        for (int column = kRecordColumns; isOther && column < m_model->columnCount(); ++column)
            m_table->fitColumn(column, QStringLiteral("what is in a field"));
        const int gap = int(RecordColumn::sincePrevious); // is called otherwise where rows are sorted
        m_table->header()->resizeSection(gap, std::max(m_table->columnWidth(gap), m_table->neededWidth(gap)));
        m_list->reset();
    } else {
        m_list->refit();
    }
    showColumns();
    m_table->setEmptyText(emptyText());
    tellHead();
    emit countChanged(count());
    if (isDone) {
        if (m_reveal)
            reveal();
        else
            follow();
    }
}

void RecordsPane::look()
{
    if (!m_exportTo.isEmpty())
        exportTo(std::exchange(m_exportTo, {}));
    if (m_asker->isWaiting(kAskList) || m_asker->isWaiting(kAskOrder)) {
        const bool isFiltered = m_order || m_test || isChoosing() || m_sort.column >= 0;
        if (m_order ? !m_order->wish().column : !isFiltered)
            showNext(false);
    } else if (!m_asker->isWaiting(kAskExport) && !isChoosing() && m_exportTo.isEmpty()) {
        m_poll->stop();
        m_list->refit(); // what was stopped ended a moment later
        emit countChanged(count());
    }
    tellHead();
}

void RecordsPane::stop()
{
    m_isStopped = true;
    m_reveal.reset();
    m_exportTo.clear();
    for (const Question question : {kAskExport, kAskList, kAskHits, kAskTest})
        m_asker->cancel(question);
    const bool wasOrdering = m_asker->isWaiting(kAskOrder);
    m_asker->cancel(kAskOrder);
    if (wasOrdering && m_order && m_order->wish().column) {
        m_order.reset();
        unsort();
    }
    showNext(true);
}

// --- what is selected

ask::RecordRowOf RecordsPane::whereSelected() const
{
    const Selection& selection = m_session->selection();
    const std::optional<Node>& node = m_session->answer().node;
    // Selected bytes may be decoded ones, such as a payload joined from several frames.
    const bool isOfNode = selection.node && node && node->id == *selection.node;
    return {m_model->listing(), selection.node, isOfNode ? node->range : selection.bytes};
}

void RecordsPane::follow()
{
    if (m_list->isChoosing() || m_reveal || !m_model->listing().list)
        return;
    const Selection& selection = m_session->selection();
    m_asker->cancel(kAskRow);
    if (!selection.node && selection.bytes.length == 0) {
        m_list->setCurrent({});
        return;
    }
    if (const auto row = m_list->current();
        row && *row >= m_model->first()) { // mostly the one that was clicked
        const std::uint64_t inView = *row - m_model->first();
        const RecordRow* const shown =
            inView < std::uint64_t(m_model->rowCount()) ? m_model->rowAt(int(inView)) : nullptr;
        if (shown && selection.node == std::optional(shown->record.node))
            return;
    }
    m_asker->ask(kAskRow, Priority::screen, whereSelected(),
                 [this, of = selection.node](std::optional<std::uint64_t> row) {
                     if (!m_list->isChoosing() && of == m_session->selection().node)
                         m_list->setCurrent(row);
                 });
}

void RecordsPane::showSelection()
{
    if (m_session->isSelecting()) {
        m_session->whenSelected([this] { showSelection(); });
        return;
    }
    if (!m_session->selection().node && m_session->selection().bytes.length == 0)
        return;
    m_reveal = Reveal {m_filter->text(), m_tables->currentIndex(), m_everything, m_obeys, m_track};
    reveal();
}

void RecordsPane::reveal()
{
    const bool isListed = m_model->listing() == RecordListing {m_records, m_order};
    if (!isListed || isListing()) // behind what is on its way
        return;
    const auto take = [this](std::optional<std::uint64_t> row) {
        if (!m_reveal)
            return;
        if (row) {
            m_reveal.reset();
            m_list->setCurrent(row);
        } else if (!m_filter->text().isEmpty()) {
            m_filter->clear();
        } else if (m_tables->currentIndex() > 0) {
            m_tables->setCurrentIndex(0);
            m_delay->start();
        } else if (m_track) {
            setTrack({});
        } else if (obeysFilter()) {
            setObeys(false);
        } else if (isInRange()) {
            m_everything = true;
            m_delay->start();
        } else { // no record is meant
            const Reveal before = *std::exchange(m_reveal, std::nullopt);
            m_filter->setText(before.words);
            m_track = before.track;
            setObeys(before.obeys);
            if (before.table != std::max(0, m_tables->currentIndex()) || before.everything != m_everything) {
                m_tables->setCurrentIndex(before.table);
                m_everything = before.everything;
                m_delay->start();
            }
        }
    };
    m_asker->ask(kAskRow, Priority::screen, whereSelected(), take);
}

}
