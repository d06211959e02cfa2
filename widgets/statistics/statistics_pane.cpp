#include "widgets/statistics/statistics_pane.h"

#include "core/base/name_order.h"
#include "core/base/text.h"
#include "widgets/common/choosing.h"
#include "widgets/common/command_text.h"
#include "widgets/common/core_text.h"
#include "widgets/common/cut_combo_box.h"
#include "widgets/common/elided_label.h"
#include "widgets/common/icons.h"
#include "widgets/common/lay_out.h"
#include "widgets/common/link_label.h"
#include "widgets/common/theme.h"
#include "widgets/common/utf8.h"
#include "widgets/models/command_link.h"
#include "widgets/session/command_words.h"
#include "widgets/statistics/histogram_view.h"

#include <QAbstractItemView>
#include <QLabel>
#include <QMenu>
#include <QSplitter>
#include <algorithm>
#include <array>
#include <utility>

namespace traceglass {

namespace {

constexpr int kSecondLetters = 12, kNoSecondLetters = 6; // of what is chosen, and while nothing is
constexpr int kTitleLines = 2;
}

StatisticsPane::StatisticsPane(DocumentSession* session, const SessionFilter* filter,
                               SessionBaseline* baseline, QWidget* parent)
    : StatisticsPane(session, filter, baseline, new StatView(session), parent)
{
}

StatisticsPane::StatisticsPane(DocumentSession* session, const SessionFilter* filter,
                               SessionBaseline* baseline, StatView* view, QWidget* parent)
    : ListPane(session, view, view->stats(), tr("Statistics"), parent)
    , m_sliceFilter(filter)
    , m_baseline(baseline)
    , m_view(view)
    , m_model(view->stats())
    , m_asker(new Asker(session->capture(), this))
    , m_delay(delayed(this, kQuietMs, &StatisticsPane::fetch))
    , m_exportDelay(delayed(this, kQuietMs, [this] { exportTo(m_exportTo); }))
    , m_choice(new CutComboBox)
    , m_second(new CutComboBox)
    , m_funnel(new QLabel)
    , m_head(new ElidedLabel)
    , m_clearRange(new LinkLabel(tr("whole capture")))
    , m_compare(new CompareBar(baseline))
    , m_copyCommand(new CommandLink(session, [this] { return command(); }))
    , m_foot(new ElidedLabel)
    , m_rowTitle(new ElidedLabel)
    , m_histogram(new HistogramView)
    , m_searchThese(new LinkLabel)
    , m_filterThese(new LinkLabel(tr("keep only them")))
{
    m_choice->setAccessibleName(tr("Table"));
    m_choice->setToolTip(tr("Of what there is a row"));
    m_choice->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_choice->setAsWideAsChoice();
    m_choice->setMaxVisibleItems(30);
    m_second->setAccessibleName(tr("And by"));
    m_second->setSizeAdjustPolicy(
        QComboBox::AdjustToMinimumContentsLengthWithIcon); // names of fields are long
    connect(m_second, &QComboBox::currentIndexChanged, this, [this](int index) {
        m_second->setMinimumContentsLength(index > 0 ? kSecondLetters : kNoSecondLetters);
    });
    m_second->setMaxVisibleItems(30);
    m_second->setPattern(tr("and %1"));
    m_head->setAccessibleName(tr("What is reckoned"));
    m_head->setTextFormat(Qt::PlainText);
    m_funnel->setPixmap(icon("filter").pixmap(16, 16));
    m_clearRange->setToolTip(tr("Clears the selected range"));
    m_foot->setContentsMargins(12, 3, 12, 4);
    m_foot->setObjectName(QStringLiteral("statisticsFoot"));
    m_foot->setAccessibleName(tr("About the table"));
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    makeSortable(0);
    m_table->header()->setSortIndicatorShown(false); // until there are columns
    m_table->installEventFilter(this);
    m_splitter = new QSplitter(Qt::Horizontal);
    m_splitter->setHandleWidth(1);
    auto* const left = new QWidget;
    inColumn({}, 0, {{m_table, 1}, m_foot}, left);
    m_splitter->addWidget(left);
    m_splitter->addWidget(makeRight());
    m_splitter->setStretchFactor(0, 3);
    m_splitter->setStretchFactor(1, 1);
    inColumn({}, 0,
             {inRow({12, 4, 12, 4}, 8,
                    {m_choice, m_second, m_funnel, m_head, m_clearRange, {m_compare, 1}, m_copyCommand}),
              {m_splitter, 1}},
             this);

    connect(m_choice, &QComboBox::activated, this, [this] {
        m_isChosen = true;
        m_wishedKey.clear();
        fetch();
    });
    connect(m_second, &QComboBox::activated, this, &StatisticsPane::fetch);
    connect(m_model, &StatisticsModel::sortWanted, this, [this](int column, Qt::SortOrder order) {
        if (!m_following && column >= 0 && m_order.follow(m_table->header(), column, order))
            arrange();
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& row) {
                if (row.isValid() && !m_following) {
                    m_currentKey = m_model->table()->keys[m_model->rowInTable(row.row())];
                    m_wishedKey.clear();
                }
                showRow();
            });
    connect(m_view, &StatView::copied, this, &StatisticsPane::copied);
    connect(m_table, &QWidget::customContextMenuRequested, this, &StatisticsPane::showMenu);
    connect(m_table->header(), &QHeaderView::sectionResized, this, [this](int column, int, int width) {
        if (m_following || isCompared() || !m_model->table())
            return;
        if (column == 0) // somebody wants it so
            m_nameWidth = width;
        else // as numbers do that are seen only now
            giveNamesTheRest();
    });
    m_table->header()->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_table->header(), &QWidget::customContextMenuRequested, this, [this](const QPoint& at) {
        QMenu* const menu = makeColumnsMenu(this);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        menu->popup(m_table->header()->mapToGlobal(at));
    });
    connect(m_clearRange, &LinkLabel::clicked, this, [this] { m_session->setRange({}); });
    connect(m_copyCommand, &CommandLink::copied, this, &StatisticsPane::copied);
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
    connect(session, &DocumentSession::selectionChanged, this, [this] {
        if (isVisible())
            showRow();
    });
    connect(filter, &SessionFilter::partsChanged, this, &StatisticsPane::tell);
    connect(filter, &SessionFilter::fittingChanged, this, &StatisticsPane::later);
    connect(session, &DocumentSession::timelineChanged, this, &StatisticsPane::later);
    connect(session, &DocumentSession::indexingChanged, this, [this] {
        if (!m_session->isIndexing())
            fillChoice();
    });
    connectBaseline();
    offerSecond();
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
                 [this](const ask::StatisticKinds::Answer& kinds) {
                     m_kinds = kinds;
                     offerTables();
                 });
}

void StatisticsPane::offerTables()
{
    if (waitsForChoice({m_choice}, this, [this] { offerTables(); }))
        return;
    const Timeline& timeline = *m_session->timeline();
    std::uint32_t present = 0; // m_kinds of tracks
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
        {wordOf(SliceKey::level), has({TrackKind::log}) ? tr("Lines by level") : tr("Events by level"),
         has({TrackKind::events, TrackKind::log})},
        {stats::kLogTable, tr("Lines by template"), hasLines},
        {stats::kCounterTable, tr("Counters"), has({TrackKind::counter})}};
    const QString before = m_choice->currentData().toString();
    m_choice->clear();
    for (const auto& [word, title, isThere] : own) {
        if (isThere)
            m_choice->addItem(title, fromUtf8(word));
    }
    if (!m_kinds.empty())
        m_choice->insertSeparator(m_choice->count());
    for (const StatKind& kind : m_kinds)
        m_choice->addItem(coreText(kind.title), fromUtf8(kind.id));
    // Where nothing lasts, names of slices say little.
    const bool lasts = has({TrackKind::states, TrackKind::spans, TrackKind::worker, TrackKind::slices});
    const int first = lasts || m_kinds.empty() || timeline.trackCount() == 0
        ? 0
        : m_choice->findData(fromUtf8(m_kinds.front().id));
    m_choice->setCurrentIndex(m_isChosen ? std::max(0, m_choice->findData(before)) : first);
    m_choice->view()->setMinimumWidth(m_choice->view()->sizeHintForColumn(0)); // there they are shown whole
    if (const int wished = m_choice->findData(std::exchange(m_wish, {})); wished >= 0) {
        m_choice->setCurrentIndex(wished);
        m_isChosen = true;
    }
    const bool isOther = m_choice->currentData().toString().toStdString() != m_made;
    if (isVisible() && timeline.trackCount() > 0 && isOther)
        fetch();
}

// Fields that the slices of the table have, keys that any slice has, then all other fields.
void StatisticsPane::offerSecond()
{
    if (waitsForChoice({m_second}, this, [this] { offerSecond(); }))
        return;
    const QString before = m_second->currentData().toString();
    m_second->clear();
    m_second->addItem(tr("+ field"), QString());
    const auto add = [this](const QString& text, const QString& word) {
        if (m_second->findData(word) < 0)
            m_second->addItem(text, word);
    };
    const auto addField = [&](const std::string& name) {
        const QString text = fromUtf8(name);
        add(text, stats::sliceKeyOf(name) ? QLatin1Char('@') + text : text);
    };
    for (const std::string& name : m_usedFields)
        addField(name);
    if (!m_usedFields.empty())
        m_second->insertSeparator(m_second->count());
    using stats::SliceKey;
    for (const SliceKey key : {SliceKey::name, SliceKey::track, SliceKey::thread, SliceKey::group,
                               SliceKey::kind, SliceKey::state, SliceKey::level}) {
        const QString word = fromUtf8(stats::wordOf(key));
        if (word != m_choice->currentData().toString() && m_choice->findData(word) >= 0)
            add(word, word);
    }
    if (m_fields && !m_fields->empty()) {
        m_second->insertSeparator(m_second->count());
        std::vector<std::string> names;
        for (const RecordField& field : *m_fields)
            names.push_back(field.name);
        std::ranges::sort(names, isNameBefore);
        for (const std::string& name : names)
            addField(name);
    }
    if (!before.isEmpty())
        add(before.startsWith(QLatin1Char('@')) ? before.mid(1) : before, before);
    m_second->setCurrentIndex(std::max(0, m_second->findData(before)));
    m_second->view()->setMinimumWidth(m_second->view()->sizeHintForColumn(0)); // there they are shown whole
}

QString StatisticsPane::second() const
{
    return m_second->isEnabled() ? m_second->currentData().toString() : QString();
}

bool StatisticsPane::choose(const QString& id)
{
    if (m_choice->count() == 0) {
        m_wish = id;
        return true;
    }
    const int at = m_choice->findData(id);
    if (at < 0)
        return false;
    m_choice->setCurrentIndex(at);
    m_isChosen = true;
    fetch();
    return true;
}

void StatisticsPane::goTo(const QString& table, const std::string& key)
{
    m_currentKey = m_wishedKey = key;
    m_second->setCurrentIndex(0);
    const bool isShown = fromUtf8(m_made) == table;
    if (!isShown || !m_model->table() || m_model->table()->key != m_made)
        choose(table);
    else
        arrange();
}

bool StatisticsPane::isReading() const
{
    return m_delay->isActive() || m_asker->isWaiting() || (m_askerOfA && m_askerOfA->isWaiting());
}

bool StatisticsPane::isMade() const
{
    const auto isOnItsWay = [this](Question part) { return m_asker->isWaiting(part); };
    return !m_delay->isActive() && !(m_sliceFilter->isActive() && m_sliceFilter->isAsking())
        && std::ranges::none_of(std::array {kTable, kPercentiles, kOrder, kCompare}, isOnItsWay)
        && !(m_askerOfA && m_askerOfA->isWaiting());
}

QLabel* StatisticsPane::headLine() const
{
    return m_head;
}

// --- words

void StatisticsPane::tell()
{
    const auto range = m_session->range();
    const auto runs = m_baseline->chosenRuns(); // are compared as a whole
    m_clearRange->setVisible(range.has_value() && !runs);
    m_funnel->setVisible(isRestricted());
    m_funnel->setToolTip(m_sliceFilter->isActive()
                             ? tr("Of what the filter leaves: %1").arg(m_sliceFilter->text())
                             : tr("Restricted to the selected range"));
    emit restrictedChanged(isRestricted());
    QStringList head;
    head << (runs ? fromUtf8(runs->b)
                 : range
                 ? tr("in %1 … %2")
                       .arg(m_session->momentText(range->startNs), m_session->momentText(range->endNs))
                 : tr("whole capture"));
    if (m_sliceFilter->isActive())
        head << tr("what the filter leaves");
    if (!m_session->timeline()->complete)
        head << tr("so far");
    m_head->setFullText(head.join(QStringLiteral(" · ")));
    m_copyCommand->setWhyNot(isCompared() && m_captureOfA ? whyNotAgain(*m_captureOfA) : QString());
    const StatTablePtr& table = m_model->table();
    QStringList foot;
    if (table && table->size() > 0) {
        if (isWishMissing())
            foot << (m_session->range() ? tr("%1 is not in the selected range") : tr("%1 is not among them"))
                        .arg(fromUtf8(m_wishedKey));
        foot << countedText(table->size(), "row", "rows");
        const bool isOnItsWay = m_asker->isWaiting(kPercentiles) || m_asker->isWaiting(kCompare)
            || (m_askerOfA && m_askerOfA->isWaiting());
        if (isComparing() && isOnItsWay)
            foot << tr("comparing …");
        else if (m_asker->isWaiting(kPercentiles))
            foot << tr("percentiles are on their way");
        if (table->isEstimate)
            foot << tr("estimated from samples");
        if (!m_compare->sentence().isEmpty())
            foot << m_compare->sentence();
        for (const std::string& remark : table->remarks)
            foot << coreSentence(remark);
    } else if (!m_compare->sentence().isEmpty()) {
        foot << m_compare->sentence();
    }
    m_foot->setFullText(foot.join(QStringLiteral(" · ")));
    m_foot->setVisible(!foot.isEmpty());
    const bool isThere = !m_delay->isActive() && !m_asker->isWaiting(kTable); // percentiles may be missing
    if (!isThere && (!table || table->size() == 0))
        m_table->setEmptyText(tr("Reckoning …"));
}

QString StatisticsPane::command() const
{
    if (isCompared())
        return compareCommand();
    QStringList words {QStringLiteral("tglass"), QStringLiteral("stats"),
                       pathText(m_session->capture()->path()), QStringLiteral("--by"),
                       m_choice->currentData().toString()};
    if (!second().isEmpty())
        words << QStringLiteral("--field") << second();
    words << rangeWords(*m_session);
    if (m_sliceFilter->isActive())
        words << QStringLiteral("--where") << m_sliceFilter->text();
    const StatTablePtr& table = m_model->table();
    if (table && m_order.column > 0 && m_order.column <= int(table->columns.size()))
        words << QStringLiteral("--sort") << fromUtf8(table->columns[std::size_t(m_order.column - 1)].id);
    return commandText(words);
}

// Has it fewer lines than these? Bars need the room.
bool StatisticsPane::isLower(int lines) const
{
    return height() < lines * fontMetrics().height();
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
    constexpr int kLowLines = 12;
    m_rowTitle->setMostLines(isLower(kLowLines) ? 1 : kTitleLines);
    showChosen();
    if (m_model->table())
        showColumns();
    showRow();
}

}
