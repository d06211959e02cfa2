// One note, whole, to be read and edited in place: what it is about, its text, colour, author and times.
//
//     editor->show(id);                        // or: editor->showNone(tr("Choose a note."));
//     editor->edit();                          // the keyboard goes to the text
//
// Text is kept as it is typed, so that a crash takes none of it; what is typed until the focus leaves is one
// undo step. Ctrl+Enter ends it, Escape drops it, a new note as a whole. One that stays empty is taken back.
#pragma once

#include "widgets/session/session_notes.h"

#include <QStackedWidget>

class QLabel;
class QPlainTextEdit;
class QTimer;
class QToolButton;

namespace traceglass {

class LinkLabel;

class NoteEditor : public QStackedWidget
{
    Q_OBJECT

public:
    explicit NoteEditor(SessionNotes* notes, QWidget* parent = nullptr);

    void show(const std::string& id);
    void showNone(const QString& sentence);
    void edit();
    void commit(); // what was typed
    QLabel* sentence() const { return m_sentence; }
    QPlainTextEdit* textField() const { return m_text; }

signals:
    void finished(); // by a key: the focus may go back
    void dropped();  // what was typed, which undo brings back

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void makePage();
    void refresh();
    void keep(); // what was typed so far
    void takeBack();
    void finishNew();
    void drop();
    void begin();
    void paintColors();

    SessionNotes* m_notes;
    std::string m_id;
    std::string m_known;  // text of the note as last seen or written here
    std::string m_before; // as it was before somebody typed
    int m_typing = 0;     // counts the times somebody began to type
    QTimer* m_keepTimer;
    QLabel* m_sentence = nullptr;
    LinkLabel* m_about = nullptr;
    QPlainTextEdit* m_text = nullptr;
    QLabel* m_by = nullptr;
    QWidget* m_colorRow = nullptr;
    std::array<QToolButton*, kAnnotationColors.size()> m_colors {};
};

}
