#include "widgets/notes/note_editor.h"

#include "widgets/common/focus_outline.h"
#include "widgets/common/lay_out.h"
#include "widgets/common/line_height.h"
#include "widgets/common/link_label.h"
#include "widgets/common/plain_text.h"
#include "widgets/common/utf8.h"
#include "widgets/notes/note_colors.h"

#include <QKeyEvent>
#include <QLabel>
#include <QPlainTextEdit>
#include <QToolButton>

namespace traceglass {

namespace {

constexpr int kDot = 12;
constexpr int kKeepMs = 600; // without a key

}

NoteEditor::NoteEditor(SessionNotes* notes, QWidget* parent)
    : QStackedWidget(parent)
    , m_notes(notes)
    , m_keepTimer(delayed(this, kKeepMs, &NoteEditor::keep))
{
    m_sentence = new QLabel;
    m_sentence->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_sentence->setWordWrap(true);
    m_sentence->setMargin(12);
    m_sentence->setForegroundRole(QPalette::PlaceholderText);
    addWidget(m_sentence);
    makePage();
    connect(notes, &SessionNotes::changed, this, &NoteEditor::refresh);
    connect(notes, &SessionNotes::moved, this, &NoteEditor::refresh);
    connect(notes, &SessionNotes::flushWanted, this, &NoteEditor::commit);
    paintColors();
    refresh();
}

void NoteEditor::makePage()
{
    m_about = new LinkLabel;
    m_about->setToolTip(tr("Show what the note is about"));
    connect(m_about, &LinkLabel::clicked, this, [this] { m_notes->goTo(m_id); });
    m_text = new QPlainTextEdit;
    m_text->setAccessibleName(tr("Text of the note"));
    m_text->setPlaceholderText(tr("What is there to say?  Ctrl+Enter keeps it, Escape drops it."));
    m_text->setTabChangesFocus(true);
    followFont(m_text, [this] { m_text->setMinimumHeight(3 * m_text->fontMetrics().height()); });
    m_text->installEventFilter(this);
    new FocusOutline(m_text);
    connect(m_text, &QPlainTextEdit::textChanged, this, [this] {
        if (m_text->document()->isModified()) // by hand, not because another note is shown
            m_keepTimer->start();
    });
    m_by = new QLabel;
    m_by->setForegroundRole(QPalette::PlaceholderText);
    m_by->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_colorRow = new QWidget;
    QBoxLayout* const dots = inRow({}, 0, {}, m_colorRow);
    for (std::uint8_t i = 0; i < m_colors.size(); ++i) {
        m_colors[i] = new QToolButton;
        m_colors[i]->setAutoRaise(true);
        m_colors[i]->setCheckable(true);
        m_colors[i]->setFocusPolicy(Qt::StrongFocus);
        m_colors[i]->setToolTip(colorName(i));
        m_colors[i]->setAccessibleName(tr("Colour %1").arg(colorName(i)));
        connect(m_colors[i], &QToolButton::clicked, this, [this, i] {
            m_notes->setColor({m_id}, i);
            refresh();
        });
        dots->addWidget(m_colors[i]);
    }
    auto* page = new QWidget;
    inColumn({12, 4, 12, 8}, 4, {inRow({}, kStyleSpacing, {{m_about, 1}, m_colorRow}), {m_text, 1}, m_by},
             page);
    addWidget(page);
}

void NoteEditor::show(const std::string& id)
{
    if (id == m_id)
        return;
    commit();
    m_id = id;
    begin();
    m_text->clear();
    m_known.clear();
    refresh();
}

void NoteEditor::showNone(const QString& sentence)
{
    m_sentence->setText(sentence);
    show({});
}

void NoteEditor::edit()
{
    m_text->setFocus();
    m_text->moveCursor(QTextCursor::End);
}

// From here on what is typed is a step of its own, and Escape leads back to it.
void NoteEditor::begin()
{
    const Annotation* note = m_notes->find(m_id);
    m_before = note ? note->text : std::string();
    ++m_typing;
}

void NoteEditor::keep()
{
    m_keepTimer->stop();
    const Annotation* note = m_notes->find(m_id);
    if (!note || !m_text->document()->isModified())
        return;
    const QString text = m_text->toPlainText();
    m_text->document()->setModified(false);
    m_known = text.toStdString();
    m_notes->setText(m_id, text, m_typing);
}

void NoteEditor::commit()
{
    if (m_notes->find(m_id) && m_before.empty() && m_text->toPlainText().trimmed().isEmpty()) {
        takeBack();
    } else {
        keep();
        finishNew();
    }
    begin();
}

void NoteEditor::takeBack()
{
    m_keepTimer->stop();
    m_text->document()->setModified(false);
    m_notes->takeBack(m_id, m_typing);
}

// A note of a finding begins with lines that end with a break.
void NoteEditor::finishNew()
{
    const Annotation* const note = m_notes->find(m_id);
    if (!note || !m_notes->isNew(m_id))
        return;
    const std::size_t end = note->text.find_last_not_of(" \n") + 1;
    if (end < note->text.size())
        m_notes->setText(m_id, exactFromUtf8(note->text.substr(0, end)), m_typing);
    m_notes->finishNew();
}

void NoteEditor::drop()
{
    const QString text = m_text->toPlainText();
    const bool isTyped = !text.trimmed().isEmpty() && text != exactFromUtf8(m_before);
    const bool isNew = m_notes->isNew(m_id);
    if (isNew && !isTyped) { // a finding may have written into it
        takeBack();
        return begin();
    }
    if (!isTyped || !m_notes->find(m_id)) {
        m_text->setPlainText(exactFromUtf8(m_before));
        m_text->document()->setModified(m_known != m_before);
        return commit();
    }
    // A step of its own, so that undo brings back what was typed.
    const std::string before = m_before, id = m_id;
    keep();
    finishNew();
    ++m_typing;
    isNew ? m_notes->remove({id}) : m_notes->setText(id, exactFromUtf8(before), m_typing);
    begin();
    emit dropped();
}

void NoteEditor::refresh()
{
    const Annotation* note = m_notes->find(m_id);
    setCurrentIndex(note ? 1 : 0);
    if (!note) {
        m_id.clear();
        m_keepTimer->stop();
        return;
    }
    const bool foreign = note->origin == AnnotationOrigin::foreign;
    m_colorRow->setVisible(!foreign);
    m_about->setText(m_notes->anchorText(*note));
    m_about->updateGeometry();
    m_text->setReadOnly(foreign);
    if (note->text != m_known) { // by undo, or it is another note
        m_known = note->text;
        m_text->setPlainText(foreign ? linesFromUtf8(note->text) : exactFromUtf8(note->text));
        m_keepTimer->stop();
    }
    QStringList by;
    if (!note->author.empty())
        by << fromUtf8(note->author);
    if (note->createdNs != 0)
        by << noteDate(note->createdNs);
    if (note->changedNs != note->createdNs)
        by << tr("changed %1").arg(noteDate(note->changedNs));
    if (foreign)
        by << tr("of another tool, never altered");
    m_by->setText(by.join(QStringLiteral(" · ")));
    m_by->setToolTip(tipText(m_by->text()));
    for (std::size_t i = 0; i < m_colors.size(); ++i)
        m_colors[i]->setChecked(note->color == i);
}

bool NoteEditor::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_text && (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut)) {
        // A menu over the text and another window are no end of writing: the focus comes back.
        const Qt::FocusReason reason = static_cast<QFocusEvent*>(event)->reason();
        const bool comesBack = reason == Qt::PopupFocusReason || reason == Qt::ActiveWindowFocusReason;
        if (event->type() == QEvent::FocusOut)
            comesBack ? keep() : commit();
        else if (!comesBack)
            begin();
    }
    if (watched == m_text && event->type() == QEvent::ShortcutOverride) {
        // Undo and single letters belong to the text while it is being written; of a letter with Ctrl it is a sign that
        // is none.
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool isPlain = !(key->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier));
        const bool isText = key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo)
            || (isPlain && !key->text().isEmpty());
        if (isText && key->key() != Qt::Key_Escape) {
            event->accept();
            return true;
        }
    }
    if (watched == m_text && event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool enter = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
        const bool isDone = enter && key->modifiers().testFlag(Qt::ControlModifier);
        if (isDone || key->key() == Qt::Key_Escape) {
            isDone ? commit() : drop();
            emit finished();
            return true;
        }
    }
    return QStackedWidget::eventFilter(watched, event);
}

void NoteEditor::changeEvent(QEvent* event)
{
    QStackedWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_colors[0])
        paintColors();
}

void NoteEditor::paintColors()
{
    const Theme& theme = Theme::of(this);
    for (std::uint8_t i = 0; i < m_colors.size(); ++i) {
        QPixmap dot(QSize(kDot, kDot) * devicePixelRatioF());
        dot.setDevicePixelRatio(devicePixelRatioF());
        dot.fill(Qt::transparent);
        QPainter painter(&dot);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(noteColor(theme, i));
        painter.drawEllipse(QRectF(1, 1, kDot - 2, kDot - 2));
        m_colors[i]->setIcon(QIcon(dot));
        m_colors[i]->setIconSize({kDot, kDot});
    }
}

}
