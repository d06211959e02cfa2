#include "widgets/notes/note_editor.h"

#include "widgets/common/link_label.h"
#include "widgets/common/utf8.h"
#include "widgets/notes/note_colors.h"

#include <QDateTime>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLocale>
#include <QPlainTextEdit>
#include <QToolButton>

namespace traceglass {

namespace {

constexpr std::int64_t kNsPerMs = 1'000'000;
constexpr int kDot = 12;

QString moment(std::int64_t unixNs)
{
    return QLocale().toString(QDateTime::fromMSecsSinceEpoch(unixNs / kNsPerMs), QLocale::ShortFormat);
}

}

NoteEditor::NoteEditor(SessionNotes* notes, QWidget* parent)
    : QWidget(parent)
    , m_notes(notes)
{
    m_about = new LinkLabel({}, this);
    m_about->setToolTip(tr("Show what the note is about"));
    connect(m_about, &LinkLabel::clicked, this, [this] { m_notes->goTo(m_id); });
    m_text = new QPlainTextEdit(this);
    m_text->setAccessibleName(tr("Text of the note"));
    m_text->setPlaceholderText(tr("What is there to say?  Ctrl+Enter keeps it, Escape drops it."));
    m_text->setTabChangesFocus(true);
    m_text->installEventFilter(this);
    m_by = new QLabel(this);
    m_by->setForegroundRole(QPalette::PlaceholderText);
    m_colorRow = new QWidget(this);
    auto* dots = new QHBoxLayout(m_colorRow);
    dots->setContentsMargins(0, 0, 0, 0);
    dots->setSpacing(0);
    for (std::uint8_t i = 0; i < m_colors.size(); ++i) {
        m_colors[i] = new QToolButton(m_colorRow);
        m_colors[i]->setAutoRaise(true);
        m_colors[i]->setCheckable(true);
        m_colors[i]->setToolTip(colorName(i));
        m_colors[i]->setAccessibleName(tr("Colour %1").arg(colorName(i)));
        connect(m_colors[i], &QToolButton::clicked, this, [this, i] {
            m_notes->setColor({m_id}, i);
            refresh();
        });
        dots->addWidget(m_colors[i]);
    }
    auto* head = new QHBoxLayout;
    head->setContentsMargins(0, 0, 0, 0);
    head->addWidget(m_about, 1);
    head->addWidget(m_colorRow);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 6, 12, 8);
    layout->setSpacing(4);
    layout->addLayout(head);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_by);
    connect(notes, &SessionNotes::changed, this, &NoteEditor::refresh);
    connect(notes, &SessionNotes::flushWanted, this, &NoteEditor::commit);
    paintColors();
    refresh();
}

void NoteEditor::show(const std::string& id)
{
    if (id == m_id)
        return;
    commit();
    m_id = id;
    m_text->clear();
    refresh();
}

void NoteEditor::edit()
{
    m_text->setFocus();
    m_text->moveCursor(QTextCursor::End);
}

void NoteEditor::commit()
{
    const Annotation* note = m_notes->find(m_id);
    if (m_isCommitting || !note || note->origin == AnnotationOrigin::foreign)
        return;
    m_isCommitting = true;
    const QString text = m_text->toPlainText();
    if (text.trimmed().isEmpty() && note->text.empty())
        m_notes->takeBack(m_id);
    else
        m_notes->setText(m_id, text);
    m_isCommitting = false;
}

void NoteEditor::refresh()
{
    const Annotation* note = m_notes->find(m_id);
    setEnabled(note != nullptr);
    m_colorRow->setVisible(note && note->origin != AnnotationOrigin::foreign);
    if (!note) {
        m_id.clear();
        m_about->setText({});
        m_by->clear();
        m_text->clear();
        return;
    }
    m_about->setText(m_notes->anchorText(*note));
    m_about->updateGeometry();
    m_text->setReadOnly(note->origin == AnnotationOrigin::foreign);
    if (!m_text->hasFocus() && m_text->toPlainText() != fromUtf8(note->text))
        m_text->setPlainText(fromUtf8(note->text));
    QStringList by;
    if (!note->author.empty())
        by << fromUtf8(note->author);
    if (note->createdNs != 0)
        by << moment(note->createdNs);
    if (note->changedNs != note->createdNs)
        by << tr("changed %1").arg(moment(note->changedNs));
    if (note->origin == AnnotationOrigin::foreign)
        by << tr("of another tool, never altered");
    m_by->setText(by.join(QStringLiteral(" · ")));
    for (std::size_t i = 0; i < m_colors.size(); ++i)
        m_colors[i]->setChecked(note->color == i);
}

bool NoteEditor::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_text && event->type() == QEvent::FocusOut)
        commit();
    if (watched == m_text && event->type() == QEvent::ShortcutOverride) {
        // Undo and single letters belong to the text while it is being written.
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo) || !key->text().isEmpty()) {
            const bool save = key->matches(QKeySequence::Save);
            if (!save && key->key() != Qt::Key_Escape) {
                event->accept();
                return true;
            }
        }
    }
    if (watched == m_text && event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool enter = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
        if (enter && key->modifiers().testFlag(Qt::ControlModifier)) {
            commit();
            emit finished();
            return true;
        }
        if (key->key() == Qt::Key_Escape) {
            const Annotation* note = m_notes->find(m_id);
            m_text->setPlainText(note ? fromUtf8(note->text) : QString());
            commit();
            emit finished();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void NoteEditor::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
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
