#include "widgets/findings/findings_pane.h"

#include "core/base/text.h"
#include "core/findings/gathering.h"
#include "widgets/common/core_text.h"
#include "widgets/common/elided_label.h"
#include "widgets/common/lay_out.h"
#include "widgets/common/link_label.h"
#include "widgets/common/theme.h"
#include "widgets/common/utf8.h"
#include "widgets/common/wrapped_row.h"
#include "widgets/details/details_view.h"
#include "widgets/details/finding_details.h"
#include "widgets/findings/level_view.h"
#include "widgets/models/command_link.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QScopedValueRollback>
#include <QScrollArea>
#include <QScrollBar>
#include <QSplitter>
#include <QStackedWidget>
#include <QTimer>

namespace traceglass {

namespace {

// A link stands in a line of others, an entry of a menu alone.
QString asEntry(QString link)
{
    link.front() = link.front().toUpper();
    return link;
}

}

FindingsPane::FindingsPane(DocumentSession* session, SessionFindings* findings, QWidget* parent)
    : ListPane(session, new RowView(metrics::kTableRow + 4), new FindingsModel(session, findings),
               tr("Findings"), parent)
    , m_findings(findings)
    , m_model(static_cast<FindingsModel*>(m_table->model()))
    , m_head(new QLabel)
    , m_remark(new ElidedLabel)
    , m_thresholds(new LinkLabel(tr("thresholds…")))
    , m_copy(new CommandLink(session, [findings] { return findings->command(); }))
    , m_silent(new LinkLabel)
    , m_notChecked(new LinkLabel)
    , m_muted(new LinkLabel)
    , m_gone(new LinkLabel)
{
    auto* const left = makeLeft();
    QStackedWidget* const pages = makePages(left, makeRight());
    inColumn({}, 0, {{pages, 1}}, this);
    m_splitter->setChildrenCollapsible(false);
    connect(m_splitter, &QSplitter::splitterMoved, this, [this] {
        m_isDivided = true;
        updateGeometry();
    });
    m_splitter->setStretchFactor(0, 3);
    m_splitter->setStretchFactor(1, 2);
    m_splitter->setSizes(
        {3000, 2000}); // however long the links are; of less their least widths would be the shares
    connect(m_empty, &QLabel::linkActivated, this, [this] {
        if (m_findings->isLooking())
            m_findings->stop();
        else
            m_findings->look();
    });
    connect(findings, &SessionFindings::changed, this, &FindingsPane::refresh);
    connect(findings, &SessionFindings::currentChanged, this, [this] {
        if (m_model->rowCount()
            > 0) // whatever list was read beside: who goes to one, or on in it, asks about it
            m_right = Right::why;
        fitColumns(); // another moment may be longer
        showCurrent();
    });
    connect(session, &DocumentSession::timeFormatChanged, this, [this] {
        fitColumns();
        showDetails();
    });
    connect(session, &DocumentSession::indexingChanged, this, &FindingsPane::tellState); // how far it is
    refresh();
}

QWidget* FindingsPane::makeLeft()
{
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    m_table->installEventFilter(this);
    m_table->viewport()->installEventFilter(this);
    makeSortable(-1);
    m_table->header()->setStretchLastSection(false);
    m_table->header()->setSectionResizeMode(FindingsModel::sentence, QHeaderView::Stretch);
    m_table->fitColumn(FindingsModel::severity, QStringLiteral("mmm medium"));
    m_table->fitColumn(FindingsModel::change, QStringLiteral("better"));
    m_table->fitColumn(FindingsModel::rule, QStringLiteral("Polls that keep a worker"));
    m_table->fitColumn(FindingsModel::when, QStringLiteral("+9.999999 s"));
    m_table->fitColumn(FindingsModel::evidence, QStringLiteral("◀ 999/999 ▶"));
    m_table->fitColumn(FindingsModel::cost, QStringLiteral("999 ms"));
    m_table->fitColumn(FindingsModel::share, QStringLiteral("99.9 %"));
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& now) {
                if (now.isValid() && !m_following)
                    chooseRow(now.row());
            });
    connect(m_table, &QAbstractItemView::doubleClicked, this, [this] { goToRow(); });
    connect(m_table, &QWidget::customContextMenuRequested, this, &FindingsPane::showMenu);

    m_head->setFont(boldFont(m_head->font()));
    m_head->setTextFormat(Qt::PlainText);
    m_head->setAccessibleName(tr("How many findings there are"));
    m_remark->setAccessibleName(tr("How they were found"));
    connect(m_thresholds, &LinkLabel::clicked, this, &FindingsPane::thresholdsWanted);
    connect(m_copy, &CommandLink::copied, this, &FindingsPane::copied);
    const auto opens = [this](LinkLabel* link, Right right) {
        connect(link, &LinkLabel::clicked, this,
                [this, right] { show(m_right == right ? Right::why : right); });
    };
    opens(m_silent, Right::silent);
    opens(m_notChecked, Right::notChecked);
    opens(m_gone, Right::gone);
    connect(m_muted, &LinkLabel::clicked, this, [this] {
        m_model->setMutedShown(!m_model->isMutedShown());
        m_right = Right::why;
        refresh();
    });
    auto* const left = new QWidget;
    auto* const head = new WrappedRow({12, 4, 12, 4}, 12, {m_head, m_thresholds, m_copy});
    head->addRest(m_remark);
    inColumn(
        {}, 0,
        {head, {m_table, 1}, new WrappedRow({12, 3, 12, 4}, 16, {m_silent, m_notChecked, m_muted, m_gone})},
        left);
    return left;
}

QSize FindingsPane::minimumSizeHint() const
{
    QSize least = ListPane::minimumSizeHint();
    for (int i = 0; i < m_splitter->count(); ++i) { // which asks for no heights by width
        const QWidget& side = *m_splitter->widget(i);
        least.setHeight(std::max(least.height(), side.layout()->minimumHeightForWidth(side.width())));
    }
    return least;
}

void FindingsPane::resizeEvent(QResizeEvent* event)
{
    ListPane::resizeEvent(event);
    divide();
    updateGeometry();
}

QWidget* FindingsPane::makeRight()
{
    m_view = new DetailsView;
    m_level = new LevelView(m_view);
    m_view->setGuest(m_level);
    auto* const content = new QWidget;
    content->setBackgroundRole(QPalette::Base);
    content->setAutoFillBackground(true);
    inColumn({12, 8, 12, 8}, 0, {m_view, kRest}, content);
    m_scroll = new QScrollArea;
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setWidgetResizable(true);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setAccessibleName(tr("Why it is listed"));
    m_scroll->setWidget(content);

    const auto link = [this](const QString& text, const QString& tip, auto act) {
        auto* const made = new LinkLabel(text);
        made->setToolTip(tip);
        connect(made, &LinkLabel::clicked, this, act);
        return made;
    };
    m_previous = link(tr("previous"), tr("The piece of evidence before"), [this] {
        if (const Finding* const now = current())
            m_findings->goOnIn(*now, false);
    });
    m_next = link(tr("next evidence"), tr("The next piece of evidence"), [this] {
        if (const Finding* const now = current())
            m_findings->goOnIn(*now, true);
    });
    const auto atEvidence = [this](auto signal) {
        return [this, signal] {
            goToCurrent();
            emit(this->*signal)();
        };
    };
    m_statistics = link(tr("statistics"), tr("Of what the evidence is called"),
                        atEvidence(&FindingsPane::statisticsWanted));
    m_note = link(tr("note this"), tr("At the evidence, with what was found in it"),
                  atEvidence(&FindingsPane::noteWanted));
    m_mute = link({}, tr("Puts findings of this rule about this subject away, for this capture"),
                  [this] { muteCurrent(); });
    m_usual = link(tr("thresholds as usual"), tr("Takes your own thresholds of this rule back"), [this] {
        if (const Finding* const now = current())
            m_findings->setThresholds(m_findings->thresholdsWithout(fromUtf8(now->rule) + QLatin1Char('.')));
    });
    auto* const right = new QWidget;
    inColumn(
        {}, 0,
        {{m_scroll, 1},
         new WrappedRow({12, 3, 12, 4}, 14, {m_previous, m_next, m_statistics, m_note, m_usual, m_mute})},
        right);
    return right;
}

// --- what is there

const Finding* FindingsPane::current() const
{
    const int row = m_table->currentIndex().row();
    return row >= 0 && row < m_model->rowCount() ? &m_model->findingAt(row) : nullptr;
}

void FindingsPane::goToCurrent()
{
    const Finding* const now = current();
    if (now && m_findings->noteText().isEmpty())
        m_findings->goTo(*now);
}

void FindingsPane::refresh()
{
    const int before = m_table->currentIndex().row();
    {
        const QScopedValueRollback following(m_following, true);
        m_model->refill();
    }
    const bool isKnown = m_findings->isKnown();
    showList(isKnown && !m_findings->error());
    tellState();
    m_head->setText(countText());
    m_remark->setFullText(m_findings->isLooking()
                              ? tr("looking again …")
                              : tr("%1 asked, %2")
                                    .arg(countedText(m_findings->rules().size(), "rule was", "rules were"),
                                         fromUtf8(shortDurationText(m_findings->tookNs()))));
    const auto tell = [](LinkLabel* link, std::size_t number, const QString& text) {
        link->setText(text.arg(fromUtf8(grouped(number))));
        link->setEnabled(number > 0);
        link->setQuiet(number == 0);
    };
    tell(m_silent, m_findings->silent().size(), tr("%1 rules found nothing"));
    tell(m_notChecked, m_findings->notChecked().size(), tr("%1 not checked"));
    const bool canHide = m_model->isMutedShown() && !m_findings->muted().empty();
    tell(m_muted, m_findings->muted().size(), canHide ? tr("hide %1 muted") : tr("%1 muted"));
    m_muted->setVisible(!m_findings->muted().empty());
    tell(m_gone, m_findings->gone().size(), tr("%1 gone since A"));
    m_gone->setVisible(m_findings->isCompared());
    if (!m_findings->isCompared() && m_right == Right::gone)
        m_right = Right::why;
    m_table->setEmptyText(m_findings->muted().empty() ? tr("No rule found anything.")
                                                      : tr("All that was found is muted."));
    const Finding* const now = m_findings->current();
    const bool isListed = now && m_model->rowOf(*now) >= 0;
    if (isKnown && !isListed && m_model->rowCount() > 0) {
        m_right = Right::why;
        m_findings->choose(nearTo(before));
    }
    if (isKnown && m_model->rowCount() == 0 && m_right == Right::why) // an empty list is no health
        m_right = m_findings->notChecked().empty() ? Right::silent : Right::notChecked;
    showCurrent();
    fitColumns();
    divide();
}

// The one that came to where one was muted, else the one above; before any was chosen the most serious.
const Finding& FindingsPane::nearTo(int row) const
{
    const std::vector<Finding>& found = m_findings->found();
    return row < 0 && !found.empty() ? found.front()
                                     : m_model->findingAt(std::clamp(row, 0, m_model->rowCount() - 1));
}

QString FindingsPane::countText() const
{
    const std::vector<Finding>& found = m_findings->found();
    if (found.empty())
        return tr("Nothing was found");
    const QString count = countedText(found.size(), "finding", "findings");
    const auto isNew = [this](const Finding& each) {
        return m_findings->changeOf(each) == compare::FindingChange::isNew;
    };
    return m_findings->isCompared() ? tr("%1, %2 new").arg(count).arg(std::ranges::count_if(found, isNew))
                                    : count;
}

// In place of the list.
void FindingsPane::tellState()
{
    const auto linked = [](const QString& sentence, const QString& words) {
        return sentence + QStringLiteral(" <a href=\"act\">%1</a>").arg(words);
    };
    m_empty->setTextFormat(Qt::RichText);
    if (const auto& error = m_findings->error()) {
        m_empty->setText(linked(fromUtf8(message(*error)).toHtmlEscaped(), tr("Look again")));
    } else if (m_findings->wasStopped()) {
        m_empty->setText(linked(tr("Looking for what is wrong was stopped."), tr("Look again")));
    } else if (m_findings->isLooking()) {
        m_empty->setText(m_findings->isLong() ? linked(tr("Looking for what is wrong …"), tr("Stop"))
                                              : tr("Looking for what is wrong …"));
    } else if (m_session->isIndexing()) {
        const std::uint64_t total = m_session->indexTotal();
        const int percent = total == 0 ? 0 : int(100.0 * double(m_session->indexDone()) / double(total));
        m_empty->setText(tr("What looks wrong is looked for when everything is indexed: %1 %.")
                             .arg(std::min(percent, 100)));
    } else {
        m_empty->setText(
            tr("Rules need all of the capture, and indexing ended before: nothing was checked."));
    }
}

void FindingsPane::chooseRow(int row)
{
    m_right = Right::why;
    m_findings->choose(m_model->findingAt(row));
    showDetails();
}

void FindingsPane::showCurrent()
{
    const Finding* const now = m_findings->current();
    if (const int row = now ? m_model->rowOf(*now) : -1; row >= 0 && row != m_table->currentIndex().row()) {
        const QScopedValueRollback following(m_following, true);
        m_table->setCurrentIndex(m_model->index(row, 0));
    }
    showDetails();
}

void FindingsPane::show(Right right)
{
    m_right = right;
    showDetails();
}

void FindingsPane::showDetails()
{
    const Finding* const now = current();
    m_details = m_right == Right::silent ? silentRules()
        : m_right == Right::notChecked   ? uncheckedRules()
        : m_right == Right::gone         ? goneFindings()
        : now                            ? FindingDetails::of(*now, *m_findings, *m_session)
                                         : Details {};
    const bool isWhy = now && m_right == Right::why;
    m_level->show(isWhy ? now->level : FindingLevel(), *m_session);
    m_view->show(m_details, *m_session);
    m_scroll->verticalScrollBar()->setValue(0);
    const bool hasTime = m_session->capture()->hasTimeline();
    for (LinkLabel* const link : {m_previous, m_next})
        link->setVisible(isWhy && now->evidence.size() > 1);
    m_statistics->setVisible(isWhy && hasTime && !now->evidence.empty()
                             && now->evidence.front().place.track != kNoTrack);
    m_note->setVisible(isWhy);
    m_usual->setVisible(isWhy && !m_findings->ownThresholds(m_findings->rule(*now)).isEmpty());
    m_mute->setVisible(isWhy);
    if (isWhy)
        m_mute->setText(m_model->isMuted(m_table->currentIndex().row()) ? tr("a problem after all")
                                                                        : tr("not a problem here"));
}

// --- what the user does

void FindingsPane::goToRow()
{
    if (const Finding* const now = current())
        m_findings->goTo(*now);
}

void FindingsPane::muteCurrent()
{
    const Finding* const now = current();
    if (!now)
        return;
    if (m_model->isMuted(m_table->currentIndex().row()))
        m_findings->unmute(*now);
    else
        m_findings->mute(*now);
}

// At the arrows of the evidence; a click elsewhere in its cell shows it.
void FindingsPane::clicked(const QPoint& at)
{
    const QModelIndex cell = m_table->indexAt(at);
    if (cell.isValid())
        show(Right::why);
    if (cell.column() != FindingsModel::evidence || m_model->findingAt(cell.row()).evidence.empty())
        return;
    const Finding& finding = m_model->findingAt(cell.row());
    const QRect area = m_table->visualRect(cell);
    const int text =
        std::min(area.width(), m_table->fontMetrics().horizontalAdvance(cell.data().toString()) + 12);
    const int x = at.x() - area.left();
    if (x < text / 3)
        m_findings->goOnIn(finding, false);
    else if (x > text * 2 / 3)
        m_findings->goOnIn(finding, true);
    else
        m_findings->goTo(finding);
}

bool FindingsPane::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_table->viewport() && event->type() == QEvent::Resize)
        fitColumns();
    if (watched == m_table->viewport() && event->type() == QEvent::MouseButtonRelease) {
        const auto* const mouse = static_cast<QMouseEvent*>(event);
        if (mouse->button() == Qt::LeftButton)
            clicked(mouse->position().toPoint());
    }
    if (watched != m_table || event->type() != QEvent::KeyPress)
        return ListPane::eventFilter(watched, event);
    const auto* const key = static_cast<QKeyEvent*>(event);
    const Finding* const now = current();
    if (key->matches(QKeySequence::Copy)) {
        m_table->giveTable([this](const CopiedTable& table) { toClipboard(m_model->asText(), table.csv()); });
        emit copied(
            tr("%1 as a table").arg(countedText(std::uint64_t(m_model->rowCount()), "finding", "findings")));
    } else if (key->key() == Qt::Key_Delete) {
        muteCurrent();
    } else if (now && (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter)) {
        goToRow();
    } else if (now && (key->key() == Qt::Key_Left || key->key() == Qt::Key_Right)
               && now->evidence.size() > 1) {
        m_findings->goOnIn(*now, key->key() == Qt::Key_Right);
    } else {
        return ListPane::eventFilter(watched, event);
    }
    return true;
}

void FindingsPane::showMenu(const QPoint& at)
{
    const QModelIndex cell = m_table->indexAt(at);
    if (!cell.isValid())
        return;
    auto* const menu = passingMenu(this);
    menu->addAction(tr("&Go to the evidence"), this, &FindingsPane::goToRow);
    menu->addAction(asEntry(m_note->text()), m_note, &QAbstractButton::click);
    menu->addAction(asEntry(m_mute->text()), this, &FindingsPane::muteCurrent);
    menu->addSeparator();
    menu->addAction(tr("Copy the &sentence"), this, [this] {
        if (const Finding* const now = current()) {
            const QString sentence = exactFromUtf8(m_session->told(now->sentence));
            QGuiApplication::clipboard()->setText(sentence);
            emit copied(sentence);
        }
    });
    menu->addAction(tr("Copy &why it is listed"), this, [this] {
        QGuiApplication::clipboard()->setText(plainText(m_details, *m_session));
        emit copied(tr("why it is listed"));
    });
    addCopyMenu(menu, m_table);
    m_table->addSortActions(menu);
    menu->popup(m_table->viewport()->mapToGlobal(at));
}

// Texts have the colours and sizes that they were made with.
void FindingsPane::changeEvent(QEvent* event)
{
    ListPane::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange
        || event->type() == QEvent::StyleChange)
        QTimer::singleShot(0, this, &FindingsPane::showDetails);
}

}
