#include "widgets/models/problems_pane.h"

#include "core/base/text.h"
#include "widgets/common/elided_label.h"
#include "widgets/common/icons.h"
#include "widgets/common/lay_out.h"
#include "widgets/common/line_height.h"
#include "widgets/common/link_label.h"
#include "widgets/common/theme.h"
#include "widgets/common/utf8.h"
#include "widgets/hex/hex_view.h"
#include "widgets/models/damage_map.h"
#include "widgets/models/problems_model.h"
#include "widgets/session/asker.h"
#include "widgets/session/document_session.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <algorithm>
#include <utility>

namespace traceglass {

namespace {

constexpr int kSentenceLines = 4;
// Pixels of letters of the usual size.
constexpr int kLeastColumn = 64;
constexpr int kLeastWithBytes = 1'500;
constexpr int kRoomForTime = 480; // of the list, beside reason and place
constexpr int kRoomForLost = 560;
constexpr int kRoomForAdvice = 620;
constexpr int kRoomForButtons = 480; // beside the sentences
constexpr int kLeastHeight = 230; // for a list with more than a few rows above the map
constexpr int kLeastBeside = 900; // for a list whose rows can be read beside the map
constexpr int kBeside = 440;      // of the map then
constexpr int kDamageMs = 300;    // between two maps: each walks over all blocks
constexpr std::size_t kMostHatched = 1'024;

constexpr Asker::Slot kValidate = 0; // questions of the pane
constexpr Asker::Slot kDamage = 1;
constexpr Asker::Slot kPreviewSize = 2;
}

ProblemsPane::ProblemsPane(DocumentSession* session, QWidget* parent)
    : ListPane(session, new RowView(metrics::kTableRow + 4), new ProblemsModel(session), tr("Problems"),
               parent)
    , m_model(static_cast<ProblemsModel*>(m_table->model()))
    , m_asker(new Asker(session->capture(), this))
    , m_tick(new QTimer(this))
    , m_damageLater(delayed(this, kDamageMs, &ProblemsPane::askDamage))
{
    auto* const left = makeLeft();
    QStackedWidget* const pages = makePages(left, makePreview());
    m_splitter->setStretchFactor(0, 3);
    m_splitter->setStretchFactor(1, 2);
    m_splitter->widget(1)->setMaximumWidth(m_preview->sizeHint().width() + 8);
    m_splitter->widget(1)->hide(); // until there is room: what is shown widens the pane
    connect(m_empty, &QLabel::linkActivated, this, &ProblemsPane::checkEverything);

    m_progress = new QProgressBar;
    m_progress->setAccessibleName(tr("Progress of the check"));
    keepWidth(m_progress, 0, 300);
    auto* cancel = new QPushButton(tr("Cancel"));
    connect(cancel, &QPushButton::clicked, this, &ProblemsPane::cancelCheck);
    m_checkRow = new QWidget;
    inRow({12, 4, 12, 4}, kStyleSpacing, {new QLabel(tr("Checking everything …")), m_progress, cancel, kRest},
          m_checkRow);
    m_checkRow->hide();
    inColumn({}, 0, {m_checkRow, {pages, 1}}, this);

    m_tick->setInterval(100);
    connect(m_tick, &QTimer::timeout, this, [this] {
        const std::uint64_t total = m_asker->total(kValidate);
        m_progress->setRange(0, total == 0 ? 0 : 1000);
        if (total > 0)
            m_progress->setValue(
                static_cast<int>(1000.0 * static_cast<double>(std::min(total, m_asker->done(kValidate)))
                                 / static_cast<double>(total)));
        refresh();
    });
    connect(session, &DocumentSession::diagnosticsChanged, this, &ProblemsPane::refresh);
    connect(session, &DocumentSession::indexingChanged, this, [this] {
        refresh(); // those that are only counted may be more
        if (!m_session->isIndexing() && m_model->rowCount() > 0)
            askDamage(); // more blocks may be known
    });
    connect(session, &DocumentSession::answerChanged, this, [this] {
        followSelection();
        if (m_map->mayLearn()) // what is selected was looked at
            m_damageLater->start();
    });
    connect(m_model, &ProblemsModel::grown, this, [this] {
        selectFirst();
        fitColumns();
    });
    connect(m_model, &QAbstractItemModel::dataChanged, this, [this] { // times
        fitColumns();
        if (const QModelIndex at = m_table->currentIndex(); at.isValid())
            m_sentences->setFullText(m_model->sentences(at.row()));
        if (std::holds_alternative<std::monostate>(m_followed))
            showOnMap();
    });
    connect(m_preview, &HexView::shownChanged, this, &ProblemsPane::hatchBytes);
    refresh();
    followSelection();
    followFont(this, [this] { arrange(); });
}

QWidget* ProblemsPane::makeLeft()
{
    makeSortable(-1);
    m_table->viewport()->installEventFilter(this);
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // fitColumns() leaves nothing outside
    connect(m_table->header(), &QHeaderView::sectionResized, this, [this](int column) {
        int last = ProblemsModel::advice;
        while (m_table->isColumnHidden(last))
            --last;
        if (m_fitting || column == ProblemsModel::lost || column == last)
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
    connect(m_check, &QPushButton::clicked, this, &ProblemsPane::checkEverything);
    auto* copyReport = new QToolButton;
    copyReport->setIcon(icon("copy"));
    copyReport->setText(tr("Copy report"));
    copyReport->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    connect(copyReport, &QToolButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(report()); });

    QBoxLayout* const buttons = inRow({}, kStyleSpacing, {m_check, copyReport, kRest});
    m_aboutOne = inRow({14, 4, 14, 8}, kStyleSpacing, {{m_sentences, 1}, buttons});
    m_about = new QWidget;
    inColumn({}, 8, {m_map, {m_aboutOne, 1}}, m_about);
    auto* left = new QWidget;
    m_list = inColumn({}, 8, {{m_table, 1}, m_about}, left);
    return left;
}

QWidget* ProblemsPane::makePreview()
{
    m_preview = new HexView;
    m_preview->setAccessibleName(tr("Bytes at the problem"));
    m_preview->setCapture(m_session->capture());
    m_preview->setEmptyText(tr("Select a problem to see its bytes."));
    auto* title = new QLabel(tr("Bytes at the problem"));
    title->setFont(boldFont(title->font()));
    auto* open = new LinkLabel(tr("open in Bytes"));
    connect(open, &LinkLabel::clicked, this, [this] {
        if (const QModelIndex at = m_table->currentIndex();
            at.isValid() && m_model->problemAt(at.row()).range)
            m_session->selectBytes(*m_model->problemAt(at.row()).range);
        emit bytesWanted();
    });
    auto* right = new QWidget;
    inColumn({}, 0, {inRow({12, 4, 12, 2}, kStyleSpacing, {{title, 1}, open}), {m_preview, 1}}, right);
    return right;
}

void ProblemsPane::refresh()
{
    m_model->refresh();
    showList(m_model->rowCount() > 0);
    tellEmpty();
    const DiagnosticLog& log = m_session->capture()->problems();
    if (log.total() != m_mapped && !m_damageLater->isActive())
        m_damageLater->start();
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
    // Beside a list of problems the button says the same.
    m_check->setVisible(!isChecking());
    m_check->setEnabled(m_checked.isEmpty() || m_isCheckFailed);
    m_check->setText(m_isCheckFailed           ? tr("Check again")
                         : m_checked.isEmpty() ? tr("Check everything")
                                               : tr("Everything is checked"));
    m_check->setToolTip(m_isCheckFailed ? m_checked : tr("Reads every byte the format can check"));
}

void ProblemsPane::askDamage()
{
    if (m_asker->isWaiting(kDamage)) {
        m_damageLater->start();
        return;
    }
    m_mapped = m_session->capture()->problems().total();
    m_asker->ask(kDamage, Priority::background, ask::Damage {},
                 [this](ask::Damage::Answer damage) { m_map->setDamage(std::move(damage)); });
}

// The worst, until another one is chosen: it is shown here, and nothing is selected elsewhere.
void ProblemsPane::selectFirst()
{
    if (m_chosen && m_table->currentIndex().isValid())
        return;
    m_chosen = false;
    const QScopedValueRollback following(m_following, true);
    m_table->setCurrentIndex(m_model->index(0, 0));
}

// Place and time are read whole if they leave half of the room to the sentences; all columns are in sight,
// until the user gives them other widths. In a narrow list those remain that say what it is and where: the
// sentences below have the others.
void ProblemsPane::fitColumns()
{
    if (m_widthsChosen)
        return;
    const QScopedValueRollback fitting(m_fitting, true);
    const int all = m_table->viewport()->width();
    const auto hide = [&](int column, int room) {
        m_table->setColumnHidden(column, all < grown(room, m_table));
    };
    hide(ProblemsModel::time, m_session->capture()->hasTimeline() ? kRoomForTime : QWIDGETSIZE_MAX);
    hide(ProblemsModel::lost, kRoomForLost);
    hide(ProblemsModel::advice, kRoomForAdvice);
    int left = all;
    for (const int column : {ProblemsModel::place, ProblemsModel::lost, ProblemsModel::time}) {
        if (m_table->isColumnHidden(column))
            continue;
        const int width =
            std::min(m_table->neededWidth(column), std::max(grown(kLeastColumn, m_table), left - all / 2));
        m_table->header()->resizeSection(column, width);
        left -= width;
    }
    const bool hasAdvice = !m_table->isColumnHidden(ProblemsModel::advice); // has the rest
    m_table->header()->resizeSection(ProblemsModel::reason, hasAdvice ? left * 3 / 5 : left);
}

bool ProblemsPane::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_table->viewport() && event->type() == QEvent::Resize)
        fitColumns();
    return ListPane::eventFilter(watched, event);
}

// The list comes first: beside the bytes it needs room for its sentences, above the map for its rows.
void ProblemsPane::resizeEvent(QResizeEvent* event)
{
    ListPane::resizeEvent(event);
    arrange();
}

void ProblemsPane::arrange()
{
    const bool isLow = height() < grown(kLeastHeight, this);
    const int bytes = m_splitter->widget(1)->maximumWidth();
    const int leastBeside = grown(kLeastBeside, this);
    const bool withBytes = width() >= (isLow ? leastBeside + bytes : grown(kLeastWithBytes, this));
    m_splitter->widget(1)->setVisible(withBytes);
    const bool beside = isLow && width() - (withBytes ? bytes : 0) >= leastBeside;
    m_list->setDirection(beside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_list->setSpacing(isLow ? 2 : 8);
    m_aboutOne->setContentsMargins(14, isLow ? 2 : 4, 14, isLow ? 2 : 8);
    m_map->setVisible(!isLow || beside);
    const bool isNarrow = !isLow && width() < grown(kRoomForButtons, this);
    m_aboutOne->setDirection(beside || isNarrow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    m_about->setMaximumWidth(beside ? grown(kBeside, this) : QWIDGETSIZE_MAX);
    m_about->setMinimumWidth(beside ? grown(kBeside, this) : 0);
}

void ProblemsPane::showProblem(int row)
{
    m_sentences->setFullText(m_model->sentences(row));
    showOnMap();
    const Diagnostic& problem = m_model->problemAt(row);
    if (std::exchange(m_shown, problem) == problem)
        return; // the list grew; the bytes stay where they were scrolled to
    if (problem.range) {
        showBytes(*problem.range);
        return;
    }
    m_asker->cancel(kPreviewSize);
    m_preview->closeSource();
    m_preview->setEmptyText(tr("This problem has no bytes of its own."));
}

// Those of before stay until the size of another source is known.
void ProblemsPane::showBytes(const ByteRange& range)
{
    const auto show = [this, range] {
        m_preview->setCaret(range.offset);
        const std::uint64_t line = range.offset / HexLayout::kBytes;
        m_preview->scrollToRow(line > 2 ? line - 2 : 0);
        hatchBytes();
    };
    if (m_preview->hasSource() && m_preview->sourceId() == range.source) {
        m_asker->cancel(kPreviewSize);
        show();
        return;
    }
    m_asker->ask(kPreviewSize, Priority::screen, ask::Bytes {range.source, 0, 0},
                 [this, source = range.source, show](const ask::Bytes::Answer& answer) {
                     if (answer.error) {
                         m_preview->closeSource();
                         m_preview->setEmptyText(fromUtf8(message(*answer.error)));
                         return;
                     }
                     const std::vector<std::string>& names = m_session->sourceNames();
                     const std::size_t at = number(source);
                     m_preview->setSource(source, at < names.size() ? fromUtf8(names[at]) : QString(),
                                          answer.sourceSize);
                     show();
                 });
}

void ProblemsPane::hatchBytes()
{
    std::vector<DamagedBytes> damage;
    for (const Diagnostic& problem : m_session->capture()->problems().in(m_preview->shown(), kMostHatched)) {
        if (problem.range->length > 0)
            damage.push_back({problem.range->offset, problem.range->length, problem.severity});
    }
    m_preview->setDamage(std::move(damage));
}

void ProblemsPane::choose(int row)
{
    m_chosen = true;
    const std::optional<ByteRange> range = m_model->problemAt(row).range;
    if (!range)
        return;
    m_session->selectBytes({range->source, range->offset, std::max<std::uint64_t>(1, range->length)});
    showOnMap();
}

// Decoded bytes lie where the part around them lies.
void ProblemsPane::showOnMap()
{
    const QModelIndex at = m_table->currentIndex();
    if (!at.isValid())
        return;
    std::vector<ByteRange> places;
    if (const auto& range = m_model->problemAt(at.row()).range)
        places.push_back(*range);
    if (const auto* const known = m_model->placeOf(at.row()))
        places.insert(places.end(), known->around.begin(), known->around.end());
    m_map->setCurrent(std::move(places));
}

void ProblemsPane::followSelection()
{
    const Resolved& answer = m_session->answer();
    if (std::exchange(m_followed, answer.subject) == answer.subject)
        return; // more is known about it
    std::vector<ByteRange> places;
    const bool ofBytes = std::holds_alternative<ByteRange>(answer.subject); // not of all of the part that owns them
    if (!ofBytes && answer.node && answer.node->range.length > 0)
        places.push_back(answer.node->range);
    else if (ofBytes || answer.bytes.length > 0)
        places.push_back(answer.bytes);
    for (auto level = answer.way.rbegin(); !places.empty() && level != answer.way.rend(); ++level) {
        if (level->node.range.length > 0)
            places.push_back(level->node.range); // where decoded bytes come from
    }
    m_map->setCurrent(std::move(places));
}

// --- checking

bool ProblemsPane::isChecking() const
{
    return m_asker->isWaiting(kValidate);
}

void ProblemsPane::checkEverything()
{
    if (isChecking())
        return;
    m_checked.clear();
    m_isCheckFailed = false;
    m_checkRow->show();
    m_progress->setRange(0, 0);
    m_tick->start();
    m_asker->ask(kValidate, Priority::background, ask::Validate {},
                 [this](const std::optional<Error>& failure) {
                     m_isCheckFailed = failure.has_value();
                     m_checked = failure ? fromUtf8(message(*failure))
                                         : tr("No problems found. Everything the format can check was read.");
                     endCheck();
                 });
    tellEmpty();
}

void ProblemsPane::cancelCheck()
{
    m_asker->cancel(kValidate);
    m_checked.clear();
    endCheck();
}

void ProblemsPane::endCheck()
{
    m_tick->stop();
    m_checkRow->hide();
    refresh();
    if (m_model->rowCount() > 0)
        askDamage(); // more was looked at
}

QString ProblemsPane::report() const
{
    return m_model->report();
}

}
