#include "widgets/models/structure_pane.h"

#include "core/base/text.h"
#include "core/query/parse.h"
#include "widgets/common/file_choice.h"
#include "widgets/common/icons.h"
#include "widgets/common/lay_out.h"
#include "widgets/common/line_height.h"
#include "widgets/common/plain_text.h"
#include "widgets/common/query_marks.h"
#include "widgets/common/theme.h"
#include "widgets/common/utf8.h"
#include "widgets/models/node_hits_model.h"
#include "widgets/models/node_list.h"
#include "widgets/models/structure_model.h"
#include "widgets/models/structure_view.h"
#include "widgets/session/asker.h"
#include "widgets/session/session_notes.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QInputDialog>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMessageBox>
#include <QPointer>
#include <QStackedWidget>
#include <algorithm>
#include <limits>
#include <utility>

namespace traceglass {

namespace {

// Questions of the pane.
constexpr Asker::Slot kAskMenu = 0;
constexpr Asker::Slot kAskNth = 1;
constexpr Asker::Slot kAskSave = 2;
}

StructurePane::StructurePane(DocumentSession* session, QWidget* parent)
    : ListPane(session, new StructureView, new StructureModel(session->capture()), tr("Structure tree"),
               parent)
    , m_view(static_cast<StructureView*>(m_table))
    , m_model(static_cast<StructureModel*>(m_table->model()))
    , m_search(new NodeSearch(session, this))
    , m_hits(new NodeList(session, m_search))
    , m_pages(new QStackedWidget)
    , m_delay(delayed(this, 200, &StructurePane::startFilter))
    , m_settle(delayed(this, 0, &StructurePane::giveRoom))
    , m_asker(new Asker(session->capture(), this))
{
    makeFilter(tr("Filter by name, kind, offset"), tr("Filter the structure"), "filter");
    m_filter->setToolTip(
        tr("A query: names, values, kinds such as \"record\", or an offset such as 0x17d3; \"quoted words\", "
           "/expressions/, or, not, kind = chunk. Esc clears."));

    m_view->header()->setStretchLastSection(false);
    m_view->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_view->header()->setSectionResizeMode(1, QHeaderView::Interactive);
    fitBytes();
    connect(session, &DocumentSession::summaryChanged, this, &StructurePane::fitBytes);
    connect(m_model, &QAbstractItemModel::rowsInserted, this,
            [this](const QModelIndex& above, int first, int last) {
                const bool isOnlyChild = above == m_model->index(0, 0) && first == 0 && last == 0;
                if (isOnlyChild) // which says nothing by itself
                    m_view->expand(m_model->index(0, 0, above));
            });
    const QModelIndex root = m_model->index(0, 0);
    m_view->expand(root);
    if (m_model->canFetchMore(root))
        m_model->fetchMore(root);
    m_pages->addWidget(m_view);
    m_pages->addWidget(m_hits);
    // It is beside the timeline, which may be low: a head and a row are enough.
    followFont(m_pages, [pages = m_pages] { pages->setMinimumHeight(grown(2 * metrics::kTreeRow, pages)); });
    inColumn({}, 0, {inRow({8, 6, 8, 6}, kStyleSpacing, {m_filter}), m_hits->head(), {m_pages, 1}}, this);

    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& text) {
        if (text.trimmed().isEmpty())
            startFilter();
        else
            m_delay->start();
    });
    connect(m_view, &StructureView::nodeChosen, session,
            [session](const NodeId& node) { session->walk([&] { session->selectNode(node); }); });
    connect(m_view, &StructureView::linkFollowed, session, &DocumentSession::selectNode);
    connect(m_hits, &NodeList::shown, this, &StructurePane::showHits);
    for (RowView* list : {static_cast<RowView*>(m_view), m_hits->table()}) {
        list->setContextMenuPolicy(Qt::CustomContextMenu);
        connect(list, &QWidget::customContextMenuRequested, this, [this, list](const QPoint& at) {
            const QModelIndex index = list->indexAt(at).siblingAtColumn(0);
            if (const auto node = list == m_view ? m_model->nodeAt(index) : std::nullopt)
                showMenu(list, at, node->id);
            else if (const auto* const hit =
                         list != m_view && index.isValid() ? m_hits->model()->hitAt(index.row()) : nullptr)
                showMenu(list, at, hit->node.id);
        });
    }
    connect(session, &DocumentSession::answerChanged, this, &StructurePane::follow);
    connect(session, &DocumentSession::choosing, m_asker, [asker = m_asker] { asker->cancel(kAskNth); });
    connect(m_model, &StructureModel::refreshed, m_view->viewport(), qOverload<>(&QWidget::update));
    connect(session, &DocumentSession::diagnosticsChanged, m_model, &StructureModel::refresh);
    connect(session, &DocumentSession::indexingChanged, m_model, [session, model = m_model] {
        if (!session->isIndexing())
            model->refresh(); // lists that only a reading of the whole capture gives
    });
    follow();
}

void StructurePane::follow()
{
    const auto& selected = m_session->selection().node;
    if (!selected) {
        if (m_view->currentNode()) // a range of nodes is no selection, only a place in the tree
            m_view->selectionModel()->clear();
        return;
    }
    // A row chosen in the tree itself stays where it was clicked.
    if (const auto current = m_view->currentNode(); current && current->id == *selected)
        return;
    m_view->showWay(m_session->answer().way);
    m_settle->start();
}

// Room for the largest number there can be, but names come first.
void StructurePane::fitBytes()
{
    const std::uint64_t widest = std::max<std::uint64_t>(m_session->summary().size, 9'999);
    const int needed = m_view->fontMetrics().horizontalAdvance(fromUtf8(grouped(widest))) + 18;
    m_fitted = std::min(needed, m_view->viewport()->width() * 2 / 5);
    m_view->header()->resizeSection(1, m_fitted);
}

void StructurePane::giveRoom()
{
    const QModelIndex current = m_view->currentIndex();
    const QRect row = m_view->visualRect(current);
    const int air = 2 * row.height();
    if (current.isValid() && (row.top() < air || row.bottom() > m_view->viewport()->height() - air))
        m_view->scrollTo(current, QAbstractItemView::PositionAtCenter);
}

void StructurePane::resizeEvent(QResizeEvent* event)
{
    ListPane::resizeEvent(event);
    if (m_view->header()->sectionSize(1) == m_fitted) // else the user chose it
        fitBytes();
    if (event->size().height() != event->oldSize().height())
        m_settle->start();
}

bool StructurePane::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_filter || event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    const auto& key = *static_cast<QKeyEvent*>(event);
    if (m_delay->isActive() && (key.key() == Qt::Key_Return || key.key() == Qt::Key_Enter))
        m_isWrong = !query::parse(m_filter->text().toStdString(), nullptr, nodeKinds());
    const bool isLooking = m_delay->isActive() || (m_search->hits() && !m_hits->isShown());
    const bool isList = m_pages->currentWidget() == m_hits;
    if (!takeFilterKey(isList ? *m_hits->table() : static_cast<RowView&>(*m_view), key, !isLooking))
        return false;
    m_ahead = isLooking && key.key() != Qt::Key_Escape;
    m_selectedBefore = m_session->selection();
    return true;
}

void StructurePane::startFilter()
{
    m_delay->stop();
    m_search->start(m_filter->text());
    const auto& error = m_search->error();
    m_isWrong = error.has_value();
    underlineWrong(*m_filter, error ? error->begin : 0, error ? error->end : 0);
}

// The tree stays until there is a list.
void StructurePane::showHits()
{
    if (!m_search->hits()) {
        m_pages->setCurrentWidget(m_view);
        return;
    }
    if (!m_hits->isShown())
        return;
    const bool hadFocus = m_view->hasFocus() || m_hits->table()->hasFocus();
    m_pages->setCurrentWidget(m_hits);
    if (hadFocus)
        m_hits->table()->setFocus();
    // The first hit was asked for, and nothing else was chosen since.
    if (std::exchange(m_ahead, false) && hadFocus && m_session->selection() == m_selectedBefore)
        m_hits->table()->setCurrentIndex(m_hits->model()->index(0, 0));
}

void StructurePane::setNotes(const SessionNotes* notes)
{
    m_model->setNotes(notes);
    connect(notes, &SessionNotes::changed, m_view->viewport(), qOverload<>(&QWidget::update));
}

void StructurePane::goToNthChild()
{
    QModelIndex at = m_view->currentIndex().siblingAtColumn(0);
    while (at.isValid() && !(m_model->nodeAt(at) && m_model->hasChildren(at))) // a range stands for its node
        at = at.parent();
    if (!at.isValid())
        return;
    const QString label = at.data().toString();
    const NodeId parent = m_model->nodeAt(at)->id;
    m_asker->ask(kAskNth, Priority::selection, ask::Page {parent, 0, 0},
                 [this, label, parent](const ask::Page::Answer& answer) {
                     if (answer.count > 0)
                         askForNth(label, parent, answer.count);
                 });
}

void StructurePane::askForNth(const QString& label, const NodeId& parent, std::uint64_t count)
{
    constexpr int kNameWidth = 320; // pixels
    const QString name = fontMetrics().elidedText(label, Qt::ElideMiddle, kNameWidth);
    const auto last = int(std::min<std::uint64_t>(count - 1, std::numeric_limits<int>::max()));
    bool ok = false;
    const QPointer self(this); // a reload may take it away meanwhile
    const int position = QInputDialog::getInt(
        window(), tr("Go to nth child"),
        tr("Position in \"%1\", 0 to %2:").arg(literal(name), fromUtf8(grouped(std::uint64_t(last)))), 0, 0,
        last, 1, &ok);
    if (!self || !ok)
        return;
    m_asker->ask(kAskNth, Priority::selection, ask::Page {parent, std::uint64_t(position), 1},
                 [this](ask::Page::Answer answer) {
                     if (!answer.nodes.empty())
                         m_session->selectNode(answer.nodes.front().id);
                 });
}

// What the menu says of a node is asked for first.
void StructurePane::showMenu(QWidget* over, const QPoint& position, const NodeId& id)
{
    const QPoint at = over->mapToGlobal(position);
    m_asker->ask(kAskMenu, Priority::selection, ask::NodeFacts {id},
                 [this, over, at](const ask::NodeFacts::Answer& facts) {
                     if (facts.node)
                         showMenuOf(over, at, facts);
                 });
}

void StructurePane::showMenuOf(QWidget* over, const QPoint& at, const ask::NodeFacts::Answer& facts)
{
    const Node& node = *facts.node;
    const QString path = exactFromUtf8(facts.path);
    const QString label = exactFromUtf8(node.label);
    const bool bytes = node.range.length > 0;
    auto* menu = passingMenu(over);
    menu->setToolTipsVisible(true);
    menu->addAction(icon("copy"), tr("Copy path  %1").arg(literal(shown(path))), this,
                    [path] { QGuiApplication::clipboard()->setText(path); });
    menu->addAction(tr("Copy label"), this, [label] { QGuiApplication::clipboard()->setText(label); });
    addCopyMenu(menu, over);
    menu->addSeparator();
    if (facts.linked)
        menu->addAction(icon("go-to"),
                        tr("Go to linked %1").arg(literal(fromUtf8(facts.linked->label)))
                            + QStringLiteral("\tCtrl+Enter"),
                        this, [this, link = facts.linked->id] { m_session->selectNode(link); });
    const auto withBytes = [bytes](QAction* action) {
        action->setEnabled(bytes);
        if (!bytes)
            action->setToolTip(tr("This node owns no bytes."));
    };
    withBytes(menu->addAction(icon("go-to"), tr("Go to bytes"), this, [this, id = node.id] {
        m_session->selectNode(id);
        emit bytesWanted();
    }));
    withBytes(menu->addAction(icon("save"), tr("Save decoded bytes as…"), this,
                              [this, facts] { saveBytes(*facts.node, facts.decoded); }));
    withBytes(menu->addAction(tr("Save stored bytes as…"), this,
                              [this, facts] { saveBytes(*facts.node, facts.node->range); }));
    menu->addSeparator();
    QAction* nth = menu->addAction(tr("Go to nth child…"), this, &StructurePane::goToNthChild);
    nth->setEnabled(over == m_view);
    menu->popup(at);
}

void StructurePane::saveBytes(const Node& node, const Result<ByteRange>& range)
{
    if (!range) {
        QMessageBox::warning(window(), tr("Save bytes"), fromUtf8(message(range.error())));
        return;
    }
    const QPointer self(this); // a reload may take it away meanwhile
    const QString path = newFile(window(), tr("Save bytes"), fromUtf8(node.label) + QStringLiteral(".bin"));
    if (!self || path.isEmpty())
        return;
    m_asker->ask(kAskSave, Priority::background, ask::CopyBytes {*range, pathOf(path)},
                 [this](const std::optional<Error>& failure) {
                     if (failure)
                         QMessageBox::warning(window(), tr("Save bytes"), fromUtf8(message(*failure)));
                 });
}

}
