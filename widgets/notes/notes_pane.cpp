#include "widgets/notes/notes_pane.h"

#include "core/base/text.h"
#include "widgets/common/core_text.h"
#include "widgets/common/lay_out.h"
#include "widgets/common/line_height.h"
#include "widgets/common/theme.h"
#include "widgets/common/utf8.h"
#include "widgets/notes/note_colors.h"
#include "widgets/notes/note_editor.h"
#include "widgets/notes/notes_model.h"

#include <QContextMenuEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QScopedValueRollback>
#include <QSplitter>
#include <QStackedWidget>
#include <algorithm>

namespace traceglass {

namespace {

constexpr int kFlagWidth = 18;
constexpr int kRoomForChanged = 700;
constexpr int kRoomForAuthor = 480;

// The rows of every list, with the note's flag in front.
class NoteDelegate : public RowDelegate
{
public:
    using RowDelegate::RowDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const QVariant color = index.data(Qt::DecorationRole);
        QStyleOptionViewItem behind = option;
        if (color.isValid()) {
            const Theme& theme = Theme::of(option.widget);
            const bool strong = option.state.testFlag(QStyle::State_Selected) && option.widget->hasFocus();
            drawPennant(*painter, option.rect.left() + 6, option.rect.center().y() - 3,
                        strong ? theme.highlightedText
                               : noteColor(theme, static_cast<std::uint8_t>(color.toInt())));
            behind.rect.setLeft(option.rect.left() + kFlagWidth);
        }
        RowDelegate::paint(painter, behind, index);
    }
};

}

NotesPane::NotesPane(DocumentSession* session, SessionNotes* notes, QWidget* parent)
    : ListPane(session, new RowView(metrics::kTableRow + 2), new NotesModel(notes), tr("Notes"), parent)
    , m_notes(notes)
    , m_model(static_cast<NotesModel*>(m_table->model()))
    , m_editor(new NoteEditor(notes))
    , m_listed(new QLabel)
{
    makeFilter(tr("Filter notes"), tr("Filter notes"));
    keepWidth(m_filter, 0, 320);
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& words) {
        {
            const QScopedValueRollback following(m_following, true);
            m_model->setFilter(words);
        }
        tellCount();
        follow();
    });
    m_listed->setAccessibleName(tr("How many notes are listed"));

    m_table->setItemDelegate(new NoteDelegate(metrics::kTableRow + 2, m_table));
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->setEmptyText(tr("No note holds these words."));
    makeSortable(NotesModel::about);
    m_table->header()->setStretchLastSection(false);
    m_table->header()->setSectionResizeMode(NotesModel::text, QHeaderView::Stretch);
    m_table->fitColumn(NotesModel::about, QStringLiteral("+999.999 s … +999.999 s"));
    m_table->fitColumn(NotesModel::author, QStringLiteral("Ada Lovelace"));
    m_table->fitColumn(NotesModel::changed, noteDate(unixNow()) + QStringLiteral("00"));
    m_table->installEventFilter(this);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        if (m_following)
            return;
        const QScopedValueRollback following(m_following, true);
        m_notes->choose(selectedIds());
        showChosen();
    });
    connect(m_table, &QAbstractItemView::clicked, this,
            [this](const QModelIndex& index) { m_notes->goTo(m_model->noteAt(index.row()).id); });
    connect(m_table, &QAbstractItemView::doubleClicked, this,
            [this](const QModelIndex& index) { edit(m_model->noteAt(index.row()).id); });
    connect(m_editor, &NoteEditor::dropped, this, &NotesPane::dropped);
    connect(m_editor, &NoteEditor::finished, this,
            [this] { emit left(m_before ? m_before.data() : m_table); });

    auto* left = new QWidget;
    inColumn({}, 0, {inRow({12, 4, 12, 4}, 8, {{m_filter, 1}, m_listed, kRest}), {m_table, 1}}, left);
    inColumn({}, kStyleSpacing, {makePages(left, m_editor)}, this);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setStretchFactor(0, 2);
    m_splitter->setStretchFactor(1, 1);
    connect(m_empty, &QLabel::linkActivated, this, &NotesPane::addWanted);

    connect(notes, &SessionNotes::changed, this, &NotesPane::refill);
    connect(notes, &SessionNotes::chosenChanged, this, &NotesPane::follow);
    connect(notes, &SessionNotes::moved, m_table->viewport(), qOverload<>(&QWidget::update));
    connect(session, &DocumentSession::timeFormatChanged, m_table->viewport(), qOverload<>(&QWidget::update));
    refill();
}

// Not back to a field: undo would be that of its text, and no longer that of the note.
void NotesPane::edit(const std::string& id, QWidget* from)
{
    if (from != m_editor->textField())
        m_before = qobject_cast<QLineEdit*>(from) ? nullptr : from;
    if (!m_model->rowOf(id))
        m_filter->clear();
    m_notes->choose({id});
    m_editor->show(id);
    m_editor->edit();
}

void NotesPane::refill()
{
    {
        const QScopedValueRollback following(m_following, true);
        m_model->refill();
    }
    const int count = int(m_notes->notes().size());
    m_empty->setText(
        m_notes->isLoading()
            ? tr("Notes are being read …")
            : tr("No notes yet. %1 adds one at what is selected; press M anywhere, or Shift+M over a range.")
                  .arg(QStringLiteral("<a href=\"add\">%1</a>").arg(tr("Add note"))));
    showList(count > 0);
    tellCount();
    follow();
}

void NotesPane::tellCount()
{
    m_listed->setVisible(m_model->isFiltered());
    m_listed->setText(tr("%1 of %2")
                          .arg(fromUtf8(grouped(std::uint64_t(m_model->rowCount()))),
                               countedText(m_notes->notes().size(), "note", "notes")));
}

void NotesPane::showChosen()
{
    const std::vector<std::string>& ids = m_notes->chosen();
    if (ids.size() == 1)
        m_editor->show(ids.front());
    else if (ids.empty())
        m_editor->showNone(tr("Choose a note to read and edit it."));
    else
        m_editor->showNone(tr("%1 are chosen. Delete removes them; Colour in the Notes menu paints them.")
                               .arg(countedText(ids.size(), "note", "notes")));
}

void NotesPane::follow()
{
    if (m_following)
        return;
    const QScopedValueRollback following(m_following, true);
    std::vector<int> rows;
    for (const std::string& id : m_notes->chosen()) {
        if (const auto row = m_model->rowOf(id))
            rows.push_back(*row);
    }
    std::ranges::sort(rows);
    QItemSelection selection;
    for (std::size_t i = 0, first = 0; i < rows.size(); ++i) {
        if (i + 1 < rows.size() && rows[i + 1] == rows[i] + 1)
            continue; // neighbours as one: a selection of thousands of parts is slow
        selection.append({m_model->index(rows[first], 0), m_model->index(rows[i], NotesModel::changed)});
        first = i + 1;
    }
    m_table->selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect);
    if (!rows.empty()) {
        const QModelIndex first = m_model->index(rows.front(), 0);
        m_table->selectionModel()->setCurrentIndex(first, QItemSelectionModel::NoUpdate);
        m_table->scrollTo(first);
    }
    showChosen();
}

std::vector<std::string> NotesPane::selectedIds() const
{
    std::vector<std::string> ids;
    for (const QModelIndex& index : m_table->selectionModel()->selectedRows())
        ids.push_back(m_model->noteAt(index.row()).id);
    return ids;
}

// The row behind them is chosen then, so that the keyboard can go on.
void NotesPane::remove(const std::vector<std::string>& ids)
{
    const int row = m_model->rowOf(ids.front()).value_or(0);
    m_notes->remove(ids);
    if (const int rows = m_model->rowCount(); rows > 0 && m_notes->chosen().empty())
        m_notes->choose({m_model->noteAt(std::min(row, rows - 1)).id});
}

void NotesPane::contextMenuEvent(QContextMenuEvent* event)
{
    const std::vector<std::string> ids = selectedIds();
    if (ids.empty())
        return;
    auto* menu = passingMenu(this);
    menu->addAction(tr("Go to"), this, [this, ids] { m_notes->goTo(ids.front()); });
    menu->addAction(tr("Edit"), this, [this, ids] { edit(ids.front()); })->setEnabled(ids.size() == 1);
    QMenu* colors = menu->addMenu(tr("Colour"));
    for (std::uint8_t i = 0; i < kAnnotationColors.size(); ++i)
        colors->addAction(colorName(i), this, [this, ids, i] { m_notes->setColor(ids, i); });
    menu->addSeparator();
    m_table->addCopyActions(menu);
    m_table->addSortActions(menu);
    menu->addSeparator();
    menu->addAction(tr("Delete"), this, [this, ids] { remove(ids); });
    menu->popup(event->globalPos());
}

bool NotesPane::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_table && event->type() == QEvent::Resize) { // the text first; the editor tells the rest
        m_table->setColumnHidden(NotesModel::changed, m_table->width() < grown(kRoomForChanged, m_table));
        m_table->setColumnHidden(NotesModel::author, m_table->width() < grown(kRoomForAuthor, m_table));
    }
    if (watched == m_table && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        const std::vector<std::string> ids = selectedIds();
        if ((key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_F2) && ids.size() == 1) {
            edit(ids.front());
            return true;
        }
        if (key == Qt::Key_Delete && !ids.empty()) {
            remove(ids);
            return true;
        }
        if (key == Qt::Key_Space && !ids.empty()) {
            m_notes->goTo(ids.front());
            return true;
        }
    }
    return ListPane::eventFilter(watched, event);
}

}
