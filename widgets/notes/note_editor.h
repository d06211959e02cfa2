// One note, whole, to be read and edited in place: what it is about, its text, colour, author and times.
//
//     editor->show(id);          // empty: none
//     editor->edit();            // the keyboard goes to the text
//
// Text is kept when the focus leaves or with Ctrl+Enter; Escape drops it. A new note that stays empty is
// taken back.
#pragma once

#include "widgets/session/session_notes.h"

#include <QWidget>

class QLabel;
class QPlainTextEdit;
class QToolButton;

namespace traceglass {

class LinkLabel;

class NoteEditor : public QWidget
{
    Q_OBJECT

public:
    NoteEditor(SessionNotes* notes, QWidget* parent = nullptr);

    void show(const std::string& id);
    void edit();
    void commit();
    const std::string& shown() const { return m_id; }
    QPlainTextEdit* textField() const { return m_text; }

signals:
    void finished(); // by a key: the focus may go back

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void refresh();
    void paintColors();

    SessionNotes* m_notes;
    std::string m_id;
    bool m_isCommitting = false;
    LinkLabel* m_about = nullptr;
    QPlainTextEdit* m_text = nullptr;
    QLabel* m_by = nullptr;
    QWidget* m_colorRow = nullptr;
    std::array<QToolButton*, kAnnotationColors.size()> m_colors {};
};

}
