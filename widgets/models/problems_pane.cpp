#include "widgets/models/problems_pane.h"

#include "core/base/text.h"
#include "widgets/common/background_task.h"
#include "widgets/common/elided_label.h"
#include "widgets/common/icons.h"
#include "widgets/common/link_label.h"
#include "widgets/common/theme.h"
#include "widgets/common/utf8.h"
#include "widgets/hex/hex_view.h"
#include "widgets/models/damage_map.h"
#include "widgets/models/problems_model.h"
#include "widgets/models/row_view.h"
#include "widgets/session/document_session.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

namespace traceglass {

namespace {

constexpr int kLeastColumn = 64;
constexpr int kSentenceLines = 4;
constexpr int kLeastWithBytes = 1'500;
constexpr int kLeastHeight = 230; // for a list with more than a few rows above the map
constexpr int kLeastBeside = 900; // for a list whose rows can be read beside the map
constexpr int kBeside = 440;      // of the map then

}

ProblemsPane::ProblemsPane(DocumentSession* session, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_model(new ProblemsModel(session, this))
    , m_validate(new BackgroundTask(this))
    , m_collect(new BackgroundTask(this))
    , m_tick(new QTimer(this))
{
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    m_splitter = new QSplitter(Qt::Horizontal);
    m_splitter->setHandleWidth(1);
    m_splitter->addWidget(makeLeft());
    m_splitter->addWidget(makePreview());
    m_splitter->setStretchFactor(0, 3);
    m_splitter->setStretchFactor(1, 2);
    m_splitter->widget(1)->setMaximumWidth(m_preview->sizeHint().width() + 8);

    m_empty = new QLabel;
    m_empty->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_empty->setWordWrap(true);
    m_empty->setContentsMargins(12, 12, 12, 12);
    m_empty->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    connect(m_empty, &QLabel::linkActivated, this, &ProblemsPane::checkEverything);

    m_progress = new QProgressBar;
    m_progress->setAccessibleName(tr("Progress of the check"));
    m_progress->setMaximumWidth(300);
    auto* cancel = new QPushButton(tr("Cancel"));
    connect(cancel, &QPushButton::clicked, this, &ProblemsPane::cancelCheck);
    m_checkRow = new QWidget;
    auto* row = new QHBoxLayout(m_checkRow);
    row->setContentsMargins(12, 4, 12, 4);
    row->addWidget(new QLabel(tr("Checking everything …")));
    row->addWidget(m_progress);
    row->addWidget(cancel);
    row->addStretch(1);
    m_checkRow->hide();

    m_pages = new QStackedWidget;
    m_pages->addWidget(m_empty);
    m_pages->addWidget(m_splitter);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_checkRow);
    layout->addWidget(m_pages, 1);

    m_tick->setInterval(100);
    connect(m_tick, &QTimer::timeout, this, [this] {
        const std::uint64_t total = m_validate->total();
        m_progress->setRange(0, total == 0 ? 0 : 1000);
        if (total > 0)
            m_progress->setValue(
                static_cast<int>(1000.0 * static_cast<double>(std::min(total, m_validate->done()))
                                 / static_cast<double>(total)));
        refresh();
    });
    connect(session, &DocumentSession::diagnosticsChanged, this, &ProblemsPane::refresh);
    connect(session, &DocumentSession::indexingChanged, this, [this] {
        tellEmpty();
        if (!m_session->isIndexing() && m_model->rowCount() > 0)
            collectParts(); // more of them may be known
    });
    connect(session, &DocumentSession::selectionChanged, this, &ProblemsPane::followSelection);
    connect(m_model, &QAbstractItemModel::dataChanged, this, [this] { // times
        fitColumns();
        if (const QModelIndex at = m_table->currentIndex(); at.isValid())
            m_sentences->setFullText(m_model->sentences(at.row()));
    });
    refresh();
}

QWidget* ProblemsPane::makeLeft()
{
    m_table = new RowView(metrics::kTableRow + 4);
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("Problems"));
    m_table->header()->setSortIndicator(-1, Qt::AscendingOrder);
    m_table->header()->setSortIndicatorClearable(true);
    m_table->setSortingEnabled(true);
    m_table->viewport()->installEventFilter(this);
    m_table->setColumnHidden(ProblemsModel::time, !m_session->document().hasTimeline());
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // fitColumns() leaves nothing outside
    connect(m_table->header(), &QHeaderView::sectionResized, this, [this](int column) {
        if (m_fitting || column == ProblemsModel::lost || column == ProblemsModel::advice)
            return; // those grow with what is in them, and with the window
        m_widthsChosen = true;
        m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& current) {
                if (current.isValid())
                    showProblem(current.row());
                if (current.isValid() && !m_following)
                    choose(current.row());
            });
    connect(m_table, &QAbstractItemView::clicked, this,
            [this](const QModelIndex& index) { choose(index.row()); });

    m_map = new DamageMap;
    connect(m_map, &DamageMap::nodeChosen, m_session, &DocumentSession::selectNode);
    connect(m_map, &DamageMap::bytesChosen, m_session,
            [this](const ByteRange& bytes) { m_session->selectBytes(bytes); });
    m_sentences = new ElidedLabel;
    m_sentences->setMostLines(kSentenceLines);
    m_sentences->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_sentences->setAccessibleName(tr("The selected problem"));
    m_check = new QPushButton(tr("Check everything"));
    m_check->setToolTip(tr("Reads every byte the format can check"));
    connect(m_check, &QPushButton::clicked, this, &ProblemsPane::checkEverything);
    m_copyReport = new QToolButton;
    m_copyReport->setIcon(icon("copy"));
    m_copyReport->setText(tr("Copy report"));
    m_copyReport->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    connect(m_copyReport, &QToolButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(report()); });

    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_check);
    buttons->addWidget(m_copyReport);
    buttons->addStretch(1);
    m_aboutOne = new QBoxLayout(QBoxLayout::LeftToRight);
    m_aboutOne->setContentsMargins(14, 4, 14, 8);
    m_aboutOne->addWidget(m_sentences, 1);
    m_aboutOne->addLayout(buttons);
    m_about = new QWidget;
    auto* about = new QVBoxLayout(m_about);
    about->setContentsMargins(0, 0, 0, 0);
    about->setSpacing(8);
    about->addWidget(m_map);
    about->addLayout(m_aboutOne, 1);
    auto* left = new QWidget;
    m_list = new QBoxLayout(QBoxLayout::TopToBottom, left);
    m_list->setContentsMargins(0, 0, 0, 0);
    m_list->setSpacing(8);
    m_list->addWidget(m_table, 1);
    m_list->addWidget(m_about);
    return left;
}

QWidget* ProblemsPane::makePreview()
{
    m_preview = new HexView;
    m_preview->setAccessibleName(tr("Bytes at the problem"));
    m_preview->setDocument(m_session->sharedDocument());
    m_preview->setEmptyText(tr("Select a problem to see its bytes."));
    auto* title = new QLabel(tr("Bytes at the problem"));
    QFont bold = title->font();
    bold.setBold(true);
    title->setFont(bold);
    auto* open = new LinkLabel(tr("open in Bytes"));
    connect(open, &LinkLabel::clicked, this, [this] {
        if (const QModelIndex at = m_table->currentIndex();
            at.isValid() && m_model->problemAt(at.row()).range)
            m_session->selectBytes(*m_model->problemAt(at.row()).range);
        emit bytesWanted();
    });
    auto* head = new QHBoxLayout;
    head->setContentsMargins(12, 4, 12, 2);
    head->addWidget(title, 1);
    head->addWidget(open);
    auto* right = new QWidget;
    auto* layout = new QVBoxLayout(right);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(head);
    layout->addWidget(m_preview, 1);
    return right;
}

void ProblemsPane::refresh()
{
    std::vector<Diagnostic> problems = m_session->diagnostics();
    const auto count = static_cast<int>(std::count_if(
        problems.begin(), problems.end(), [](const Diagnostic& p) { return p.severity != Severity::info; }));
    if (m_model->rowCount() != static_cast<int>(problems.size())) {
        const bool first = m_model->rowCount() == 0;
        const QModelIndex at = m_table->currentIndex();
        const std::optional<Diagnostic> kept =
            m_chosen && at.isValid() ? std::optional(m_model->problemAt(at.row())) : std::nullopt;
        m_map->setProblems(problems);
        m_following = true; // the session's selection stays
        m_model->setProblems(std::move(problems));
        for (int row = 0; kept && row < m_model->rowCount(); ++row) {
            if (m_model->problemAt(row) == *kept) {
                m_table->setCurrentIndex(m_model->index(row, 0));
                break;
            }
        }
        m_following = false;
        selectFirst();
        fitColumns();
        if (first)
            collectParts();
    }
    m_pages->setCurrentWidget(m_model->rowCount() == 0 ? static_cast<QWidget*>(m_empty) : m_splitter);
    tellEmpty();
    if (count != m_count) {
        m_count = count;
        emit countChanged(count);
    }
}

void ProblemsPane::tellEmpty()
{
    const QString link = QStringLiteral("<a href=\"check\">%1</a>").arg(tr("Check everything"));
    m_empty->setTextFormat(m_checked.isEmpty() ? Qt::RichText : Qt::PlainText);
    if (!m_checked.isEmpty())
        m_empty->setText(m_checked);
    else if (m_session->isIndexing())
        m_empty->setText(tr("No problems found so far."));
    else
        m_empty->setText(tr("No problems found. %1 reads every byte the format can check.").arg(link));
    m_check->setVisible(m_checked.isEmpty() && !isChecking());
}

void ProblemsPane::collectParts()
{
    m_collect->start(
        [document = m_session->sharedDocument()](Job& job) { return damageParts(*document, job); },
        [this](DamageParts parts) {
            m_map->setParts(m_session->sharedDocument(), std::move(parts));
            m_map->setProblems(m_session->diagnostics());
            showOnMap();
        });
}

// The worst, until another one is chosen: it is shown here, and nothing is selected elsewhere.
void ProblemsPane::selectFirst()
{
    if (m_chosen && m_table->currentIndex().isValid())
        return;
    m_chosen = false;
    m_following = true;
    m_table->setCurrentIndex(m_model->index(0, 0));
    m_following = false;
}

// Place and time are read whole if they leave half of the room to the sentences; all columns are in sight,
// until the user gives them other widths.
void ProblemsPane::fitColumns()
{
    if (m_widthsChosen)
        return;
    m_fitting = true;
    const int all = m_table->viewport()->width();
    int left = all;
    for (const int column : {ProblemsModel::lost, ProblemsModel::time, ProblemsModel::place}) {
        if (m_table->isColumnHidden(column))
            continue;
        const int width = std::min(m_table->neededWidth(column), std::max(kLeastColumn, left - all / 2));
        m_table->header()->resizeSection(column, width);
        left -= width;
    }
    m_table->header()->resizeSection(ProblemsModel::reason, left * 3 / 5); // advice has the rest
    m_fitting = false;
}

bool ProblemsPane::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_table->viewport() && event->type() == QEvent::Resize)
        fitColumns();
    return QWidget::eventFilter(watched, event);
}

// The list comes first: beside the bytes it needs room for its sentences, above the map for its rows.
void ProblemsPane::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    const bool isLow = height() < kLeastHeight;
    const int bytes = m_splitter->widget(1)->maximumWidth();
    const bool withBytes = width() >= (isLow ? kLeastBeside + bytes : kLeastWithBytes);
    m_splitter->widget(1)->setVisible(withBytes);
    const bool beside = isLow && width() - (withBytes ? bytes : 0) >= kLeastBeside;
    m_list->setDirection(beside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_aboutOne->setDirection(beside ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    m_about->setMaximumWidth(beside ? kBeside : QWIDGETSIZE_MAX);
    m_about->setMinimumWidth(beside ? kBeside : 0);
}

void ProblemsPane::showProblem(int row)
{
    m_sentences->setFullText(m_model->sentences(row));
    const Diagnostic& problem = m_model->problemAt(row);
    m_map->setCurrent(problem.range);
    if (std::exchange(m_shown, problem) == problem)
        return; // the list grew; the bytes stay where they were scrolled to
    if (!problem.range) {
        m_preview->setSource({}, nullptr);
        m_preview->setEmptyText(tr("This problem has no bytes of its own."));
        return;
    }
    const ByteRange range = *problem.range;
    const auto source = m_session->document().source(range.source);
    m_preview->setSource(range.source, source ? *source : nullptr);
    std::vector<DamagedBytes> damage;
    for (const Diagnostic& other : m_session->diagnostics())
        if (other.range && other.range->source == range.source && other.range->length > 0)
            damage.push_back({other.range->offset, other.range->length, other.severity});
    m_preview->setDamage(std::move(damage));
    m_preview->setCaret(range.offset);
    const std::uint64_t line = range.offset / HexLayout::kBytes;
    m_preview->scrollToRow(line > 2 ? line - 2 : 0);
}

void ProblemsPane::choose(int row)
{
    m_chosen = true;
    const std::optional<ByteRange> range = m_model->problemAt(row).range;
    if (!range)
        return;
    m_following = true;
    m_session->selectBytes({range->source, range->offset, std::max<std::uint64_t>(1, range->length)});
    m_following = false;
    m_map->setCurrent(range); // not all of the part that owns them
}

void ProblemsPane::showOnMap()
{
    if (const QModelIndex at = m_table->currentIndex(); at.isValid())
        m_map->setCurrent(m_model->problemAt(at.row()).range);
}

void ProblemsPane::followSelection()
{
    const Selection& selection = m_session->selection();
    std::optional<ByteRange> place;
    if (selection.node) {
        if (const auto node = m_session->document().node(*selection.node); node && node->range.length > 0)
            place = node->range;
    }
    if (!place && selection.bytes.length > 0)
        place = selection.bytes;
    m_map->setCurrent(place);
}

// --- checking

bool ProblemsPane::isChecking() const
{
    return m_validate->isRunning();
}

void ProblemsPane::checkEverything()
{
    if (isChecking())
        return;
    m_checked.clear();
    m_checkRow->show();
    m_progress->setRange(0, 0);
    m_tick->start();
    m_validate->start(
        [document = m_session->sharedDocument()](Job& job) {
            const auto result = document->validate(job);
            return result ? QString() : fromUtf8(message(result.error()));
        },
        [this](const QString& failure) {
            m_checked = failure.isEmpty() ? tr("No problems found. Everything the format can check was read.")
                                          : failure;
            endCheck();
        });
    tellEmpty();
}

void ProblemsPane::cancelCheck()
{
    m_validate->cancel();
    m_checked.clear();
    endCheck();
}

void ProblemsPane::endCheck()
{
    m_tick->stop();
    m_checkRow->hide();
    refresh();
}

QString ProblemsPane::report() const
{
    return m_model->report();
}

QByteArray ProblemsPane::saveState() const
{
    return m_splitter->saveState();
}

void ProblemsPane::restoreState(const QByteArray& state)
{
    m_splitter->restoreState(state);
}

}
