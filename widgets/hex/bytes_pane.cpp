#include "widgets/hex/bytes_pane.h"

#include "core/base/text.h"
#include "widgets/common/choosing.h"
#include "widgets/common/cut_button.h"
#include "widgets/common/cut_combo_box.h"
#include "widgets/common/elided_label.h"
#include "widgets/common/icons.h"
#include "widgets/common/lay_out.h"
#include "widgets/common/line_height.h"
#include "widgets/common/plain_text.h"
#include "widgets/common/theme.h"
#include "widgets/common/utf8.h"
#include "widgets/hex/file_map.h"
#include "widgets/hex/search_model.h"
#include "widgets/models/record_table_model.h"
#include "widgets/models/row_view.h"
#include "widgets/session/asker.h"

#include <QDataStream>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <algorithm>

namespace traceglass {

namespace {

constexpr std::uint32_t kSourcesListed = 200;
constexpr int kStateVersion = 1;
// Pixels of letters of the usual size.
constexpr int kWideBar = 1000;    // less, and the tool bar keeps to what is needed
constexpr int kOneRow = 800;      // less, and it takes two rows
constexpr int kOneLowRow = 640;   // the same where two would leave no rows of bytes
constexpr int kLow = 160;         // less, and it does
constexpr int kTableBeside = 440; // what the table needs to stand at the right of the bytes
constexpr int kOffsets = 130;     // at least: the first of its columns
constexpr int kTallEnough = 420;  // else the table could not stand below them

}

BytesPane::BytesPane(DocumentSession* session, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_asker(new Asker(session->capture(), this))
    , m_progress(new QTimer(this))
{
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    inColumn({}, 0, {makeToolBar(), {makeContent(), 1}}, this);
    connectViews();
    setFocusProxy(m_view);
    showResults(false);

    m_view->setCapture(session->capture());
    m_view->setEmptyText(tr("This capture has no bytes to show."));
    openThen(SourceId(0), [] {});
    listSources();
    follow();
    followFont(this, [this] { arrange(); });
}

QWidget* BytesPane::makeToolBar()
{
    m_sources = new CutComboBox;
    m_sources->setAccessibleName(tr("Source of the bytes"));
    m_sources->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_sources->setMinimumContentsLength(8);
    keepWidth(m_sources, 0, 320);
    m_sources->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_sourceLabel = new QLabel(tr("Source"));
    m_sourceLabel->setBuddy(m_sources);

    const auto field = [this](const QString& hint, const QString& name, const QString& tip,
                              const char* iconName, int widest) {
        auto* const made = new QLineEdit;
        made->setPlaceholderText(hint);
        made->setAccessibleName(name);
        made->setToolTip(tip);
        made->addAction(icon(iconName), QLineEdit::LeadingPosition);
        keepWidth(made, 110, widest);
        made->installEventFilter(this);
        return made;
    };
    m_goTo = field(tr("Go to offset"), tr("Go to offset"), tr("6099, 0x17d3, +16, −0x10 or end"),
                   "chevron-right", 190);
    m_find = field(tr("Find bytes or text: 32 ?? 07, \"ping\""), tr("Find bytes or text"),
                   tr("Hex with ? for any digit, or text (UTF-8 and UTF-16). Return or F3: next, "
                      "Shift+F3: previous, Esc: stop."),
                   "search", 300);
    m_find->setClearButtonEnabled(true);

    const auto flat = [](const QString& text) {
        auto* const button = new CutButton;
        button->setText(text);
        button->setAutoRaise(true);
        return button;
    };
    m_ignoreCase = flat(QStringLiteral("Aa"));
    m_ignoreCase->setCheckable(true);
    m_ignoreCase->setChecked(true);
    m_ignoreCase->setAccessibleName(tr("Ignore case"));
    m_ignoreCase->setToolTip(tr("Text is found whatever the case of its ASCII letters"));
    m_findStatus = new ElidedLabel;
    m_findStatus->setAccessibleName(tr("Result of the search"));

    m_recordsButton = flat(tr("Records in these rows"));
    m_resultsButton = flat(tr("Search results"));
    m_resultsButton->hide();

    m_copy = new QToolButton;
    m_copy->setIcon(icon("copy"));
    m_copy->setText(tr("Copy as hex"));
    m_copy->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_copy->setPopupMode(QToolButton::MenuButtonPopup);
    m_copy->setToolTip(tr("Copies the marked bytes (Ctrl+C)"));

    auto* const bar = new QWidget;
    m_bar = inColumn({12, 4, 12, 4}, 8,
                     {{inRow({}, 8,
                             {m_sourceLabel, {m_sources, 3}, {m_goTo, 2}, {m_find, 3}, m_ignoreCase,
                              m_findStatus, kRest}),
                       3},
                      {inRow({}, 8, {m_recordsButton, m_resultsButton, kRest, m_copy}), 1}},
                     bar);

    return bar;
}

QWidget* BytesPane::makeContent()
{
    m_view = new HexView;
    m_map = new FileMap;
    auto* bytes = new QWidget;
    inRow({}, 0, {{m_view, 1}, m_map}, bytes);

    const auto list = [](QAbstractItemModel* model, const QString& name, const QString& emptyText) {
        auto* const view = new RowView(metrics::kTableRow);
        view->setModel(model);
        view->setAlternatingRowColors(true);
        view->setAccessibleName(name);
        view->setEmptyText(emptyText);
        return view;
    };
    m_records = new RecordTableModel(m_session, this);
    m_table = list(m_records, tr("Records in the shown rows"), tr("No record owns these bytes."));
    RecordCells::fitColumns(*m_table);

    m_hits = new SearchModel(this);
    m_results = list(m_hits, tr("Search results"), tr("Nothing was found."));
    m_results->fitColumn(SearchModel::offset, QStringLiteral("00000000"));
    m_results->fitColumn(SearchModel::bytes, QString(72, QLatin1Char('0')));

    m_lists = new QStackedWidget;
    m_lists->addWidget(m_table);
    m_lists->addWidget(m_results);
    followFont(m_lists, [this] { m_lists->setMinimumWidth(grown(kOffsets, m_lists)); });
    m_splitter = new QSplitter(Qt::Horizontal);
    m_splitter->setHandleWidth(1);
    m_splitter->addWidget(bytes);
    m_splitter->addWidget(m_lists);
    m_splitter->setStretchFactor(1, 1);
    m_splitter->setSizes({bytesWidth(), 1000});
    return m_splitter;
}

int BytesPane::bytesWidth() const
{
    return m_view->sizeHint().width() + m_map->width() + 8;
}

// The table stands beside the bytes where it has room there, else below them where there is height for both.
void BytesPane::arrange()
{
    const bool wide = width() >= grown(kWideBar, this);
    const bool isRoomy = width() >= grown(kOneRow, this);
    const bool oneRow = isRoomy || (height() < grown(kLow, this) && width() >= grown(kOneLowRow, this));
    m_bar->setDirection(oneRow ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    // Where there is room for one row the fields beside them give way first.
    for (QToolButton* const heading : {m_recordsButton, m_resultsButton})
        heading->setSizePolicy(isRoomy ? QSizePolicy::Fixed : QSizePolicy::Maximum, QSizePolicy::Fixed);
    m_sourceLabel->setVisible(wide);
    m_copy->setToolButtonStyle(wide ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
    const int beside = grown(kTableBeside, this);
    const bool below = width() < bytesWidth() + beside && height() >= grown(kTallEnough, this);
    const Qt::Orientation wanted = below ? Qt::Vertical : Qt::Horizontal;
    if (m_splitter->orientation() == wanted)
        return;
    m_splitter->setOrientation(wanted);
    if (below)
        m_splitter->setSizes({height() * 2 / 3, height() / 3});
    else
        m_splitter->setSizes({bytesWidth(), std::max(beside, width() - bytesWidth())});
}

void BytesPane::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

void BytesPane::connectViews()
{
    m_tell = delayed(this, 80, &BytesPane::tellRest);
    connect(m_view, &HexView::pressed, m_tell, &QTimer::stop); // what follows is no part of the movement before
    connect(m_view, &HexView::caretMoved, this, [this](quint64 offset) {
        m_map->setMarked(m_view->marked());
        emit caretMoved(m_view->sourceId(), offset);
        if (!m_tell->isActive()) // while it goes on moving, only where it stops counts
            tellSession(false);
        m_tell->start();
    });
    connect(m_view, &HexView::shownChanged, this, [this] {
        m_map->setShown(m_view->shown());
        updateRecords();
    });
    connect(m_view, &HexView::recordsChanged, this, &BytesPane::updateRecords);
    connect(m_map, &FileMap::wanted, this, [this](quint64 offset) {
        const std::uint64_t row = offset / HexLayout::kBytes;
        const std::uint64_t half = m_view->shown().length / HexLayout::kBytes / 2;
        m_view->scrollToRow(row > half ? row - half : 0);
    });
    const auto onChosen = [this](RowView* list, auto act) {
        connect(list->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
                [this, act](const QModelIndex& row) {
                    if (row.isValid() && !m_following)
                        act(row.row());
                });
    };
    onChosen(m_table, [this](int row) { m_session->selectNode(m_records->recordAt(row).node); });
    onChosen(m_results, [this](int row) { showHit(static_cast<std::size_t>(row)); });

    connect(m_sources, &QComboBox::activated, this, &BytesPane::chooseSource);
    connect(m_goTo, &QLineEdit::returnPressed, this, &BytesPane::takeOffset);
    connect(m_goTo, &QLineEdit::textChanged, this, [this] { m_goTo->setPalette({}); });
    m_searchTimer = delayed(this, 300, &BytesPane::startSearch);
    connect(m_find, &QLineEdit::textChanged, this, [this] {
        m_findsNext.reset(); // it was of another text
        m_searchTimer->start();
    });
    connect(m_ignoreCase, &QToolButton::toggled, this, &BytesPane::startSearch);
    connect(m_find, &QLineEdit::returnPressed, this, [this] { findNext(true); });
    m_progress->setInterval(100);
    connect(m_progress, &QTimer::timeout, this, [this] {
        const std::uint64_t total = std::max<std::uint64_t>(1, m_asker->total(kSearch));
        m_findStatus->setFullText(
            tr("searching … %1 %").arg(std::min(total, m_asker->done(kSearch)) * 100 / total));
    });
    connect(m_recordsButton, &QToolButton::clicked, this, [this] { showResults(false); });
    connect(m_resultsButton, &QToolButton::clicked, this, [this] { showResults(true); });

    auto* menu = new QMenu(m_copy);
    menu->addAction(tr("Copy as hex"), this, [this] { m_view->copy(HexView::BytesAs::hex); });
    menu->addAction(tr("Copy as C array"), this, [this] { m_view->copy(HexView::BytesAs::cArray); });
    menu->addAction(tr("Copy as text"), this, [this] { m_view->copy(HexView::BytesAs::text); });
    m_copy->setMenu(menu);
    connect(m_copy, &QToolButton::clicked, m_view, [this] { m_view->copy(); });
    m_view->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_view, &QWidget::customContextMenuRequested, menu,
            [this, menu](const QPoint& at) { menu->popup(m_view->viewport()->mapToGlobal(at)); });

    connect(m_session, &DocumentSession::answerChanged, this, &BytesPane::follow);
    connect(m_session, &DocumentSession::choosing, this, [this] { m_findsNext.reset(); });
    connect(m_session, &DocumentSession::sourcesChanged, this, &BytesPane::listSources);
    connect(m_session, &DocumentSession::diagnosticsChanged, this, &BytesPane::addDamage);
}

// --- following and telling the session

void BytesPane::follow()
{
    const Selection& selection = m_session->selection();
    const Resolved& answer = m_session->answer();
    if (selection.bytes.length == 0) {
        if (!m_tell->isActive()) // else what is selected here is on its way
            unmark();
        selectTableRow();
        return;
    }
    const ByteRange marked = m_view->marked();
    const bool own = m_view->hasSource()
        && (selection.bytes == marked || selection.bytes == ByteRange {m_view->sourceId(), m_view->caret(), 1});
    if (!own) {
        if (selection.bytes.source != m_decoded)
            m_stored.reset();
        m_asker->cancel(kSize); // of a source that was to be shown instead
        openSource(selection.bytes.source, answer.sourceSize);
        mark(selection.bytes);
        m_tell->stop();
        emit caretMoved(selection.bytes.source, selection.caret);
    }
    selectTableRow();
    // The record around what is selected, its fields, and what it was decoded from.
    if (answer.lit.source == m_view->sourceId()) {
        m_view->setHighlight(answer.lit.offset, answer.lit.length, answer.fieldStarts);
        m_map->setMarked(m_view->marked());
    }
    const bool changed = answer.stored != m_stored || (answer.stored && m_decoded != answer.lit.source);
    m_decoded = answer.lit.source;
    m_stored = answer.stored;
    if (changed)
        listSources();
}

void BytesPane::mark(const ByteRange& range)
{
    m_view->setCaret(range.offset);
    m_view->setHighlight(range.offset, range.length);
    m_view->reveal(range.offset, range.length);
    m_map->setMarked(range);
}

void BytesPane::unmark()
{
    if (m_view->hasMark())
        m_view->setCaret(m_view->caret());
    m_view->setHighlight(0, 0);
    m_map->setMarked({});
}

ByteRange BytesPane::chosen() const
{
    return m_view->hasMark() ? m_view->marked() : ByteRange {m_view->sourceId(), m_view->caret(), 1};
}

void BytesPane::tellSession(bool goesOn)
{
    if (!m_view->hasSource())
        return;
    m_told = chosen();
    m_session->selectBytes(m_told, goesOn);
}

void BytesPane::tellRest()
{
    if (chosen() != m_told)
        tellSession(true);
}

void BytesPane::tellNow()
{
    if (!m_tell->isActive())
        return;
    m_tell->stop();
    tellRest();
}

QString BytesPane::nameOf(SourceId id) const
{
    const std::vector<std::string>& names = m_session->sourceNames();
    return number(id) < names.size() ? fromUtf8(names[number(id)]) : QString();
}

void BytesPane::openSource(SourceId id, std::uint64_t size)
{
    m_sizes[number(id)] = size;
    if (m_view->hasSource() && m_view->sourceId() == id)
        return;
    stopSearch();
    showResults(false);
    m_resultsButton->hide();
    m_findStatus->setFullText({});
    m_view->setSource(id, nameOf(id), size);
    m_map->setSize(size);
    m_map->setMarked({});
    m_map->setShown(m_view->shown());
    m_map->setDamage({});
    m_problemsSeen = 0;
    addDamage();
    updateNotes();
    listSources();
}

// How long it is must be asked for first.
void BytesPane::openThen(SourceId id, std::function<void()> then)
{
    if (m_view->hasSource() && m_view->sourceId() == id) {
        m_asker->cancel(kSize); // of another one that is not wanted any more
        then();
        return;
    }
    m_asker->ask(kSize, Priority::selection, ask::Bytes {id, 0, 0},
                 [this, id, then = std::move(then)](const ask::Bytes::Answer& answer) {
                     if (answer.error) {
                         m_view->setEmptyText(fromUtf8(message(*answer.error)));
                         m_view->closeSource();
                         return;
                     }
                     openSource(id, answer.sourceSize);
                     then();
                 });
}

void BytesPane::listSources()
{
    if (waitsForChoice({m_sources}, this, [this] { listSources(); }))
        return;
    m_sources->clear();
    m_entries.clear();
    const auto add = [&](const ByteRange& range, const QString& prefix, bool size) {
        if (std::ranges::find(m_entries, range.source, &ByteRange::source) != m_entries.end())
            return;
        const QString name = nameOf(range.source);
        QString text = prefix + (size ? name.section(QLatin1Char('/'), -1) : name);
        if (const auto known = m_sizes.find(number(range.source)); size && known != m_sizes.end())
            text += tr(" · %1 bytes").arg(fromUtf8(grouped(known->second)));
        m_entries.push_back(range);
        m_sources->addItem(text);
        m_sources->setItemData(m_sources->count() - 1, tipText(name), Qt::ToolTipRole);
    };
    const SourceId current = m_view->sourceId();
    if (m_stored) {
        add({m_decoded, 0, 0}, tr("decoded: "), true);
        add(*m_stored, tr("stored: "), true);
    }
    if (m_view->hasSource())
        add({current, 0, 0}, {}, true);
    const auto count = static_cast<std::uint32_t>(m_session->sourceNames().size());
    for (std::uint32_t i = 0; i < std::min(count, kSourcesListed); ++i)
        add({SourceId(i), 0, 0}, {}, false);
    const auto at = std::ranges::find(m_entries, current, &ByteRange::source);
    m_sources->setCurrentIndex(at == m_entries.end() ? -1 : static_cast<int>(at - m_entries.begin()));
    m_sources->setToolTip(
        count > kSourcesListed
            ? tr("The first %1 of %2 sources; select a node in the structure to see any other.")
                  .arg(kSourcesListed)
                  .arg(count)
            : m_sources->currentData(Qt::ToolTipRole).toString());
}

void BytesPane::chooseSource(int entry)
{
    if (entry < 0 || entry >= static_cast<int>(m_entries.size()))
        return;
    const ByteRange range = m_entries[static_cast<std::size_t>(entry)];
    if (range.length > 0) {
        showRange(range);
        return;
    }
    // Back from the stored bytes: what is selected in this source is shown again.
    openThen(range.source, [this, id = range.source] {
        const Selection& selection = m_session->selection();
        if (selection.bytes.source == id && selection.bytes.length > 0)
            showRange(selection.bytes);
    });
}

void BytesPane::showRange(const ByteRange& range)
{
    openThen(range.source, [this, range] {
        mark(range);
        emit caretMoved(range.source, range.offset);
    });
}

// What became known since the last time.
void BytesPane::addDamage()
{
    const std::vector<Diagnostic> news = m_session->capture()->problems().since(m_problemsSeen);
    m_problemsSeen += news.size();
    std::vector<DamagedBytes> damage;
    for (const Diagnostic& problem : news) {
        if (problem.severity != Severity::info && problem.range && problem.range->length > 0
            && problem.range->source == m_view->sourceId())
            damage.push_back({problem.range->offset, problem.range->length, problem.severity});
    }
    m_map->addDamage(damage);
    m_view->addDamage(damage);
}

void BytesPane::setNotes(const SessionNotes* notes)
{
    m_notes = notes;
    connect(notes, &SessionNotes::changed, this, &BytesPane::updateNotes);
    connect(notes, &SessionNotes::moved, this, &BytesPane::updateNotes);
    updateNotes();
}

void BytesPane::updateNotes()
{
    if (!m_notes)
        return;
    std::vector<NotedBytes> shown;
    for (const SessionNotes::Placed& place : m_notes->placed()) {
        if (place.bytes.source == m_view->sourceId())
            shown.push_back({place.bytes.offset, place.bytes.length, m_notes->notes()[place.index].color});
    }
    m_view->setNotes(std::move(shown));
}

// --- records of the shown rows

void BytesPane::updateRecords()
{
    m_following = true;
    m_records->setRecords(m_view->shownRecords());
    for (const RecordColumn column : {RecordColumn::by, RecordColumn::time, RecordColumn::sincePrevious})
        m_table->setColumnHidden(int(column), !m_records->hasTimes());
    m_following = false;
    selectTableRow();
}

void BytesPane::selectTableRow()
{
    const Selection& selection = m_session->selection();
    const int row = m_records->rowOf(selection.node, selection.bytes);
    m_following = true;
    if (row < 0)
        m_table->selectionModel()->clear();
    else
        m_table->setCurrentIndex(m_records->index(row, 0));
    m_following = false;
}

// --- state

QByteArray BytesPane::saveState() const
{
    QByteArray state;
    QDataStream out(&state, QIODevice::WriteOnly);
    out << kStateVersion << m_splitter->saveState() << m_table->header()->saveState()
        << m_ignoreCase->isChecked();
    return state;
}

void BytesPane::restoreState(const QByteArray& state)
{
    QDataStream in(state);
    int version = 0;
    QByteArray splitter, header;
    bool ignoreCase = true;
    in >> version >> splitter >> header >> ignoreCase;
    if (version != kStateVersion || in.status() != QDataStream::Ok)
        return;
    m_splitter->restoreState(splitter);
    arrange(); // the state may be that of another size
    m_table->header()->restoreState(header);
    m_ignoreCase->setChecked(ignoreCase);
    updateRecords();
}

}
