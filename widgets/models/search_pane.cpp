#include "widgets/models/search_pane.h"

#include "core/base/text.h"
#include "core/query/parse.h"
#include "widgets/common/core_text.h"
#include "widgets/common/cut_combo_box.h"
#include "widgets/common/lay_out.h"
#include "widgets/common/theme.h"
#include "widgets/common/utf8.h"
#include "widgets/models/command_link.h"
#include "widgets/models/hit_groups.h"
#include "widgets/models/long_list.h"
#include "widgets/models/node_hits_model.h"
#include "widgets/models/node_list.h"
#include "widgets/notes/notes_model.h"

#include <QButtonGroup>
#include <QKeyEvent>
#include <QLabel>
#include <QStackedWidget>
#include <QToolButton>

namespace traceglass {

namespace {

constexpr int kNodeWidth = 360; // of a name: there is more room than beside the timeline
constexpr int kCountMs = 100;

}

SearchPane::SearchPane(DocumentSession* session, SessionSearch* search, const SessionNotes* ofNotes,
                       QWidget* parent)
    : ListPane(session, new RowView(metrics::kTableRow), new HitsModel(session), tr("Search"), parent)
    , m_search(search)
    , m_nodeSearch(new NodeSearch(session, this))
    , m_model(static_cast<HitsModel*>(m_table->model()))
    , m_notesModel(new NotesModel(ofNotes, this))
    , m_notesTable(new RowView(metrics::kTableRow))
    , m_nodes(new NodeList(session, m_nodeSearch))
    , m_head(new QLabel)
    , m_copy(new CommandLink(nullptr, [search] { return search->command(); }))
    , m_list(new LongList(m_table, m_model, tr("All hits")))
    , m_pages(new QStackedWidget)
    , m_slicePages(new QStackedWidget)
    , m_groups(new HitGroups(session, search, this))
    , m_groupTable(new RowView(metrics::kTableRow))
    , m_grouping(new CutComboBox)
    , m_back(new LinkLabel(tr("◀ all groups")))
    , m_countPace(delayed(this, kCountMs, &SearchPane::tellCount))
{
    m_head->setAccessibleName(tr("What the search found"));
    m_head->setTextFormat(Qt::PlainText);
    m_table->fitColumn(HitsModel::time, QStringLiteral("+9999.999999 s"));
    m_table->fitColumn(HitsModel::track, QStringLiteral("connection handler #2400"));
    m_table->fitColumn(HitsModel::duration, QStringLiteral("999.999 ms"));
    m_table->header()->resizeSection(HitsModel::name, kNodeWidth);
    m_table->installEventFilter(this);
    connect(m_copy, &CommandLink::copied, this, &SearchPane::copied);
    makeNotes();
    makeGroups();

    auto* const choices = new QButtonGroup(this);
    for (const Searched each : {slices, notes, structure}) {
        auto* const button = m_choices[each] = new QToolButton;
        button->setCheckable(true);
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::StrongFocus);
        choices->addButton(button, each);
        auto* const link = m_links[each] = new LinkLabel({}, this); // that of slices stands nowhere
        link->hide();
        connect(link, &LinkLabel::clicked, this, [this, each] {
            show(each);
            m_pages->currentWidget()->setFocus();
        });
    }
    const bool hasSlices = session->capture()->hasTimeline();
    m_choices[slices]->setEnabled(hasSlices);
    m_choices[slices]->setToolTip(hasSlices ? tr("Slices of the timeline")
                                            : tr("This capture has no time axis: there are no slices to search"));
    m_choices[notes]->setToolTip(tr("Text, author, track and node of notes"));
    m_choices[structure]->setToolTip(tr("Names, values and kinds of nodes: Enter in the search field looks for them, too"));
    m_choices[hasSlices ? slices : structure]->setChecked(true);
    connect(choices, &QButtonGroup::idToggled, this, [this](int id, bool isOn) {
        if (isOn)
            show(Searched(id));
    });

    m_pages->addWidget(m_slicePages);
    m_pages->addWidget(m_notesTable);
    m_pages->addWidget(m_nodes);
    m_slicePages->setFocusProxy(m_table);
    m_nodes->headLine()->setWordWrap(false);
    m_nodes->table()->header()->resizeSection(0, kNodeWidth);
    m_nodes->setFocusProxy(m_nodes->table());
    auto* const left = inRow({}, 2, {m_choices[slices], m_choices[notes], m_choices[structure]});
    inColumn({}, 0,
             {inRow({8, 3, 12, 3}, 12,
                    {left, m_grouping, m_back, m_head, m_nodes->head(), m_links[notes], m_links[structure], kRest, m_copy}),
              {m_pages, 1}},
             this);

    connect(session, &DocumentSession::choosing, m_list, &LongList::giveWay);
    connect(m_list, &LongList::chosen, this, [this](int row) { m_search->select(*m_model->hitAt(row)); });
    connect(m_table, &QAbstractItemView::doubleClicked, this, &SearchPane::goToRow);
    connect(search, &SessionSearch::foundChanged, this, &SearchPane::showState);
    connect(session, &DocumentSession::choosing, this, [this] { m_goElsewhere.reset(); });
    connect(search, &SessionSearch::textChanged, this, [this] {
        m_goElsewhere.reset();
        m_toldSearching.clear();
        if (query().isEmpty())
            m_nodeSearch->start({});
        findNotes();
    });
    connect(search, &SessionSearch::placeChanged, this, &SearchPane::follow);
    connect(session, &DocumentSession::indexingChanged, this, &SearchPane::showState);
    connect(m_nodeSearch, &NodeSearch::changed, this, [this] {
        showCounts();
        goOn();
        if (!isSearching() && !m_toldSearching.isEmpty())
            emit m_search->toldAnew(std::exchange(m_toldSearching, {}), elsewhereText());
    });
    connect(ofNotes, &SessionNotes::changed, this, &SearchPane::findNotes);
    findNotes();
    show(place());
    showState();
    follow();
}

void SearchPane::makeGroups()
{
    m_grouping->setAccessibleName(tr("How hits are listed"));
    m_grouping->setToolTip(tr("One by one, or how many there are on which track or of which name; Enter lists those of a row"));
    m_grouping->addItem(tr("one by one"));
    m_grouping->addItem(tr("by track"), int(stats::SliceKey::track));
    m_grouping->addItem(tr("by name"), int(stats::SliceKey::name));
    m_back->setToolTip(tr("Esc leads back as well"));
    m_groupTable->setModel(m_groups);
    m_groupTable->setAccessibleName(tr("Groups of hits"));
    m_groupTable->header()->setStretchLastSection(false);
    m_groupTable->header()->resizeSection(0, kNodeWidth);
    m_groupTable->installEventFilter(this);
    m_slicePages->addWidget(m_list);
    m_slicePages->addWidget(m_groupTable);
    connect(m_grouping, &QComboBox::currentIndexChanged, this, [this] {
        const QVariant by = m_grouping->currentData();
        m_groups->make(by.isValid() ? std::optional(stats::SliceKey(by.toInt())) : std::nullopt);
    });
    connect(m_groupTable, &QAbstractItemView::doubleClicked, m_groups,
            [this](const QModelIndex& row) { m_groups->choose(row.row()); });
    connect(m_back, &LinkLabel::clicked, m_groups, &HitGroups::release);
    connect(m_groups, &HitGroups::changed, this, &SearchPane::showGroups);
}

// Groups, or the hits of the chosen one.
void SearchPane::showGroups()
{
    const bool areGroups = m_groups->by() && !m_groups->hits();
    const bool hadFocus = m_table->hasFocus() || m_groupTable->hasFocus() || m_back->hasFocus();
    m_groupTable->setEmptyText(m_groups->isAsking() ? tr("Counting …") : tr("There is no hit to group."));
    m_slicePages->setCurrentWidget(areGroups ? static_cast<QWidget*>(m_groupTable) : m_list);
    m_slicePages->setFocusProxy(areGroups ? m_groupTable : m_table);
    if (hadFocus)
        m_slicePages->setFocus();
    if (areGroups && !m_groupTable->currentIndex().isValid())
        m_groupTable->setCurrentIndex(m_groups->index(0, 0));
    m_list->reset();
    showState();
}

void SearchPane::makeNotes()
{
    m_notesTable->setModel(m_notesModel);
    m_notesTable->setAccessibleName(tr("Notes that match"));
    m_notesTable->header()->setStretchLastSection(false);
    m_notesTable->header()->setSectionResizeMode(NotesModel::text, QHeaderView::Stretch);
    m_notesTable->fitColumn(NotesModel::about, QStringLiteral("+999.999 s … +999.999 s"));
    m_notesTable->fitColumn(NotesModel::author, QStringLiteral("Ada Lovelace"));
    m_notesTable->installEventFilter(this);
    connect(m_notesTable, &QAbstractItemView::clicked, this,
            [this](const QModelIndex& index) { emit noteChosen(m_notesModel->noteAt(index.row()).id); });
    connect(m_notesTable, &QAbstractItemView::doubleClicked, this,
            [this](const QModelIndex& index) { emit noteWanted(m_notesModel->noteAt(index.row()).id); });
}

RowView* SearchPane::shownTable() const
{
    switch (place()) {
    case notes: return m_notesTable;
    case structure: return m_nodes->table();
    default: return m_slicePages->currentWidget() == m_groupTable ? m_groupTable : m_table;
    }
}

SearchPane::Searched SearchPane::place() const
{
    return m_choices[slices]->isChecked() ? slices : m_choices[notes]->isChecked() ? notes : structure;
}

void SearchPane::show(Searched place)
{
    m_choices[place]->setChecked(true);
    m_pages->setCurrentIndex(place);
    setFocusProxy(m_pages->currentWidget());
    if (place == structure)
        searchAll();
    showCounts();
}

QString SearchPane::query() const
{
    return m_search->text().trimmed();
}

// --- the structure

void SearchPane::searchAll()
{
    m_nodeSearch->start(query());
}

void SearchPane::goElsewhere(bool forward)
{
    m_goElsewhere = forward;
    searchAll();
    goOn();
}

void SearchPane::goOn()
{
    const Searched where = placeOfHits();
    const bool isKnown = countOf(where).value_or(0) > 0;
    if (!m_goElsewhere || (!isKnown && isSearching()))
        return;
    const bool forward = *std::exchange(m_goElsewhere, {});
    if (!isKnown || where == slices) {
        m_search->tellNothing();
        return;
    }
    show(where);
    tellElsewhere();
    bool isWrapped = false;
    if (where == structure) {
        isWrapped = m_nodes->list()->goOn(forward);
    } else {
        const int now = m_notesTable->currentIndex().row(), count = m_notesModel->rowCount();
        const int next = now < 0 ? (forward ? 0 : count - 1) : now + (forward ? 1 : -1);
        isWrapped = next < 0 || next >= count;
        m_notesTable->setCurrentIndex(m_notesModel->index((next + count) % count, 0));
        emit noteChosen(m_notesModel->noteAt((next + count) % count).id);
    }
    m_toldSearching = !isWrapped && isSearching() ? elsewhereText() : QString();
    if (!m_toldSearching.isEmpty())
        emit m_search->toldForNow(m_toldSearching);
    else
        emit m_search->told(!isWrapped    ? elsewhereText()
                                : forward ? tr("From the last hit on to the first")
                                          : tr("From the first hit on to the last"));
}

QString SearchPane::elsewhereText() const
{
    return tr("No slice matches; %1")
        .arg(isSearching() ? tr("the structure is being searched") : m_search->elsewhere());
}

bool SearchPane::isSearching() const
{
    return m_nodeSearch->isSearching();
}

bool SearchPane::isOfNow() const
{
    return m_nodeSearch->hits() && m_nodeSearch->text() == query();
}

// --- notes

void SearchPane::findNotes()
{
    const auto expr = query::parse(query().toStdString());
    if (query().isEmpty())
        m_notesModel->setCondition(NotesModel::Condition());
    else if (expr)
        m_notesModel->setCondition(std::make_shared<const query::TextCondition>(*expr));
    m_notesTable->setEmptyText(query().isEmpty() ? tr("Nothing is searched for.") : tr("No note matches."));
    showCounts();
}

// --- what is said

void SearchPane::showState()
{
    showSlices();
    showCounts();
}

void SearchPane::showSlices()
{
    const HitOrderPtr& found = m_search->found();
    const HitOrderPtr& listed = m_groups->hits() ? m_groups->hits() : found;
    m_model->setFound(m_search->isActive() ? listed : nullptr, m_search->expr().value_or(query::Expr()),
                      m_search->scope().values);
    m_table->setColumnHidden(HitsModel::matched, !m_model->hasMatched());
    const std::uint64_t total = m_model->total();
    QString head;
    if (const auto& error = m_search->error())
        head = fromUtf8(error->sentence);
    else if (m_search->isActive() && found)
        head = tr("%1 of %2 slices")
                   .arg(countedText(found->hits().count(), "hit", "hits"),
                        fromUtf8(grouped(found->hits().asked())));
    if (m_groups->hits())
        head = tr("%1 · %2 of %3").arg(m_groups->chosen(), fromUtf8(grouped(total)), head);
    if (found && !m_session->timeline()->complete) {
        const std::uint64_t all = m_session->indexTotal();
        head += all > 0 ? tr(" · %1 % read").arg(m_session->indexDone() * 100 / all) : tr(" · so far");
    }
    if (const QString remark = m_search->remark(); !remark.isEmpty() && !m_search->error())
        head += (head.isEmpty() ? QString() : m_search->isOfNames() ? tr(" in names · ") : tr(" · ")) + remark;
    m_head->setText(head);
    m_copy->setWhyNot(m_search->whyNoCommand());
    const QString text = m_search->query();
    m_table->setEmptyText(
        !m_search->isActive()
            ? tr("Nothing is searched for. The search field takes words, /expressions/ or conditions such as "
                 "duration >= 10 ms.")
            : !found ? tr("Searching …")
            : !m_search->restrictions().empty()
            ? tr("No “%1” where was searched.").arg(text)
            : tr("No “%1” in %2 slices.").arg(text, fromUtf8(grouped(found->hits().asked()))));
    m_list->refit();
}

std::optional<std::uint64_t> SearchPane::countOf(Searched place) const
{
    if (place == slices && m_search->isActive() && m_search->found() && m_session->capture()->hasTimeline())
        return m_search->found()->hits().count();
    if (place == notes && !query().isEmpty())
        return static_cast<std::uint64_t>(m_notesModel->rowCount());
    if (place == structure && isOfNow())
        return m_nodeSearch->hits()->count();
    return {};
}

SearchPane::Searched SearchPane::placeOfHits() const
{
    const auto has = [this](Searched each) { return countOf(each).value_or(0) > 0; };
    const bool hasSlices = m_session->capture()->hasTimeline();
    if (hasSlices && (!countOf(slices) || has(slices)))
        return slices;
    for (const Searched each : {place(), notes, structure}) {
        if (has(each))
            return each;
    }
    return hasSlices ? slices : structure;
}

// In the search field, too.
void SearchPane::tellElsewhere()
{
    const Searched where = placeOfHits();
    const std::uint64_t count = countOf(where).value_or(0);
    m_search->setElsewhere(where == slices || count == 0 ? QString()
                               : where == notes          ? countedText(count, "note", "notes")
                                                : tr("%1 in the structure").arg(fromUtf8(grouped(count))));
}

std::optional<qint64> SearchPane::count() const
{
    const auto shown = countOf(placeOfHits());
    return shown ? std::optional(static_cast<qint64>(*shown)) : std::nullopt;
}

void SearchPane::showCounts()
{
    using Count = std::optional<std::uint64_t>;
    const auto ofNotes = static_cast<std::uint64_t>(m_notesModel->rowCount());
    const std::array<Count, 3> counts {countOf(slices), countOf(notes), countOf(structure)};
    const std::array<QString, 3> names {tr("Slices"), tr("Notes"), tr("Structure")};
    for (const Searched each : {slices, notes, structure}) {
        const QString count = counts[each] ? QLatin1Char(' ') + fromUtf8(grouped(*counts[each])) : QString();
        m_choices[each]->setText(names[each] + count);
    }
    // Where nothing is found it is said where there is something.
    const bool isElsewhere = place() == slices && counts[slices] == Count(0) && !m_search->isSearching();
    m_links[notes]->setText(tr("%1 · show").arg(countedText(ofNotes, "note", "notes")));
    m_links[notes]->setVisible(isElsewhere && ofNotes > 0);
    m_links[structure]->setText(counts[structure] ? tr("%1 in the structure tree · show")
                                                        .arg(fromUtf8(grouped(*counts[structure])))
                                                  : tr("search the structure tree"));
    m_links[structure]->setVisible(isElsewhere && counts[structure] != Count(0));
    m_grouping->setVisible(place() == slices && counts[slices]);
    m_back->setVisible(place() == slices && m_groups->hits());
    for (QWidget* const each : {static_cast<QWidget*>(m_head), static_cast<QWidget*>(m_copy)})
        each->setVisible(place() == slices && !m_head->text().isEmpty());
    m_nodes->head()->setVisible(place() == structure && !query().isEmpty());
    if (place() == structure && !isOfNow() && !m_nodeSearch->error() && !query().isEmpty())
        m_nodes->headLine()->setText(tr("Enter searches the structure for “%1”.").arg(query()));
    tellElsewhere();
    if (!m_countPace->isActive())
        tellCount();
}

// Ten times a second at most, the last one in any case.
void SearchPane::tellCount()
{
    const std::optional<qint64> now = count();
    if (now == m_toldCount)
        return;
    m_toldCount = now;
    m_countPace->start();
    emit countChanged(now);
}

void SearchPane::follow()
{
    if (!m_list->isChoosing() && !m_groups->hits()) // its number is that among all
        m_list->setCurrent(m_search->place());
}

// By Enter or a double click: a row that is only chosen leaves the zoom as it is.
void SearchPane::goToRow(const QModelIndex& row)
{
    if (const query::Hit* const hit = m_model->hitAt(row.row()))
        m_search->goTo(*hit);
}

// --- keys

bool SearchPane::takeKey(QObject* watched, const QKeyEvent& key)
{
    const bool isEnter = key.key() == Qt::Key_Return || key.key() == Qt::Key_Enter;
    if (watched == m_table && isEnter && key.modifiers().testFlag(Qt::ControlModifier) && m_model->total() > 0) {
        emit filterWanted(m_search->query());
        return true;
    }
    if (watched == m_table && isEnter && m_table->currentIndex().isValid()) {
        goToRow(m_table->currentIndex());
        return true;
    }
    const QModelIndex group = m_groupTable->currentIndex();
    if (watched == m_groupTable && isEnter && group.isValid()) {
        m_groups->choose(group.row());
        return true;
    }
    if (watched == m_table && m_groups->hits() && (key.key() == Qt::Key_Escape || key.key() == Qt::Key_Backspace)) {
        m_groups->release();
        return true;
    }
    const QModelIndex note = m_notesTable->currentIndex();
    if (watched != m_notesTable || !note.isValid() || (!isEnter && key.key() != Qt::Key_Space))
        return false;
    const std::string& id = m_notesModel->noteAt(note.row()).id;
    if (isEnter)
        emit noteWanted(id);
    else
        emit noteChosen(id);
    return true;
}

bool SearchPane::eventFilter(QObject* watched, QEvent* event)
{
    const bool isKey = event->type() == QEvent::KeyPress;
    return (isKey && takeKey(watched, *static_cast<QKeyEvent*>(event))) || ListPane::eventFilter(watched, event);
}

}
