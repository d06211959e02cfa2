#include "widgets/notes/notes_pane.h"

#include "widgets/common/theme.h"
#include "widgets/models/row_view.h"
#include "widgets/notes/note_colors.h"
#include "widgets/notes/note_editor.h"
#include "widgets/notes/notes_model.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace traceglass {

namespace {

constexpr int kFlagWidth = 18;

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
            drawPennant(*painter, option.rect.left() + 6, option.rect.center().y() - 3,
                        noteColor(Theme::of(option.widget), static_cast<std::uint8_t>(color.toInt())));
            behind.rect.setLeft(option.rect.left() + kFlagWidth);
        }
        RowDelegate::paint(painter, behind, index);
    }
};

}

NotesPane::NotesPane(DocumentSession* session, SessionNotes* notes, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_notes(notes)
    , m_model(new NotesModel(session, notes, this))
{
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    m_filter = new QLineEdit;
    m_filter->setPlaceholderText(tr("Filter notes"));
    m_filter->setAccessibleName(tr("Filter notes"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setFrame(false);
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& words) {
        m_model->setFilter(words);
        follow();
    });

    m_table = new RowView(metrics::kTableRow + 2);
    m_table->setItemDelegate(new NoteDelegate(metrics::kTableRow + 2, m_table));
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("Notes"));
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->setEmptyText(tr("No note holds these words."));
    m_table->header()->setSortIndicator(NotesModel::about, Qt::AscendingOrder);
    m_table->setSortingEnabled(true);
    m_table->header()->resizeSection(NotesModel::text, 420);
    m_table->header()->resizeSection(NotesModel::about, 300);
    m_table->header()->resizeSection(NotesModel::author, 120);
    m_table->installEventFilter(this);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        if (m_following)
            return;
        m_following = true;
        m_notes->choose(selectedIds());
        const auto ids = selectedIds();
        m_editor->show(ids.size() == 1 ? ids.front() : std::string());
        m_following = false;
    });
    connect(m_table, &QAbstractItemView::clicked, this,
            [this](const QModelIndex& index) { m_notes->goTo(m_model->noteAt(index.row()).id); });
    connect(m_table, &QAbstractItemView::doubleClicked, this,
            [this](const QModelIndex& index) { edit(m_model->noteAt(index.row()).id); });

    m_editor = new NoteEditor(notes);
    connect(m_editor, &NoteEditor::finished, this, [this] {
        QWidget* back = m_before ? m_before.data() : m_table;
        back->setFocus();
    });

    auto* left = new QWidget;
    auto* column = new QVBoxLayout(left);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_filter);
    column->addWidget(m_table, 1);
    m_splitter = new QSplitter(Qt::Horizontal);
    m_splitter->setHandleWidth(1);
    m_splitter->addWidget(left);
    m_splitter->addWidget(m_editor);
    m_splitter->setStretchFactor(0, 2);
    m_splitter->setStretchFactor(1, 1);

    m_empty = new QLabel;
    m_empty->setTextFormat(Qt::RichText);
    m_empty->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_empty->setWordWrap(true);
    m_empty->setContentsMargins(12, 12, 12, 12);
    m_empty->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    connect(m_empty, &QLabel::linkActivated, this, &NotesPane::addWanted);
    m_pages = new QStackedWidget;
    m_pages->addWidget(m_empty);
    m_pages->addWidget(m_splitter);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_pages);
    setFocusProxy(m_table);

    connect(notes, &SessionNotes::changed, this, &NotesPane::refill);
    connect(notes, &SessionNotes::loaded, this, &NotesPane::refill);
    connect(notes, &SessionNotes::chosenChanged, this, &NotesPane::follow);
    connect(session, &DocumentSession::timeFormatChanged, m_table->viewport(), qOverload<>(&QWidget::update));
    refill();
}

void NotesPane::edit(const std::string& id)
{
    QWidget* focus = QApplication::focusWidget();
    if (focus && focus != m_editor->textField())
        m_before = focus;
    if (!m_model->rowOf(id))
        m_filter->clear();
    m_notes->choose({id});
    m_editor->show(id);
    m_editor->edit();
}

void NotesPane::refill()
{
    m_following = true;
    m_model->refill();
    m_following = false;
    const int count = int(m_notes->notes().size());
    m_empty->setText(
        m_notes->isLoading()
            ? tr("Notes are being read …")
            : tr("No notes yet. %1 adds one at what is selected; press M anywhere, or Shift+M over a range.")
                  .arg(QStringLiteral("<a href=\"add\">%1</a>").arg(tr("Add note"))));
    m_pages->setCurrentWidget(count == 0 ? static_cast<QWidget*>(m_empty) : m_splitter);
    if (count != m_count) {
        m_count = count;
        emit countChanged(count);
    }
    follow();
}

void NotesPane::follow()
{
    if (m_following)
        return;
    m_following = true;
    QItemSelection rows;
    QModelIndex first;
    for (const std::string& id : m_notes->chosen()) {
        if (const auto row = m_model->rowOf(id)) {
            const QModelIndex index = m_model->index(*row, 0);
            rows.select(index, m_model->index(*row, NotesModel::changed));
            if (!first.isValid())
                first = index;
        }
    }
    m_table->selectionModel()->select(rows, QItemSelectionModel::ClearAndSelect);
    if (first.isValid()) {
        m_table->selectionModel()->setCurrentIndex(first, QItemSelectionModel::NoUpdate);
        m_table->scrollTo(first);
    }
    m_editor->show(m_notes->chosen().size() == 1 ? m_notes->chosen().front() : std::string());
    m_following = false;
}

std::vector<std::string> NotesPane::selectedIds() const
{
    std::vector<std::string> ids;
    for (const QModelIndex& index : m_table->selectionModel()->selectedRows())
        ids.push_back(m_model->noteAt(index.row()).id);
    return ids;
}

void NotesPane::contextMenuEvent(QContextMenuEvent* event)
{
    const std::vector<std::string> ids = selectedIds();
    if (ids.empty())
        return;
    QMenu menu(this);
    menu.addAction(tr("Go to"), this, [this, ids] { m_notes->goTo(ids.front()); });
    menu.addAction(tr("Edit"), this, [this, ids] { edit(ids.front()); })->setEnabled(ids.size() == 1);
    QMenu* colors = menu.addMenu(tr("Colour"));
    for (std::uint8_t i = 0; i < kAnnotationColors.size(); ++i)
        colors->addAction(colorName(i), this, [this, ids, i] { m_notes->setColor(ids, i); });
    menu.addSeparator();
    menu.addAction(tr("Delete"), this, [this, ids] { m_notes->remove(ids); });
    menu.exec(event->globalPos());
}

bool NotesPane::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_table && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        const std::vector<std::string> ids = selectedIds();
        if ((key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_F2) && ids.size() == 1) {
            edit(ids.front());
            return true;
        }
        if (key == Qt::Key_Delete && !ids.empty()) {
            m_notes->remove(ids);
            return true;
        }
        if (key == Qt::Key_Space && !ids.empty()) {
            m_notes->goTo(ids.front());
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

QByteArray NotesPane::saveState() const
{
    return m_splitter->saveState();
}

void NotesPane::restoreState(const QByteArray& state)
{
    m_splitter->restoreState(state);
}

}
