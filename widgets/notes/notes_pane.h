// The Notes tab: all notes as a sortable, filterable list, and beside it the chosen one to be read and
// edited.
//
//     auto* pane = new NotesPane(session, notes, tabs);
//     pane->edit(id);                                   // chooses it and puts the keyboard into its text
#pragma once

#include "widgets/models/list_pane.h"
#include "widgets/session/session_notes.h"

#include <QPointer>

namespace traceglass {

class NoteEditor;
class NotesModel;

class NotesPane : public ListPane
{
    Q_OBJECT

public:
    NotesPane(DocumentSession* session, SessionNotes* notes, QWidget* parent = nullptr);

    void edit(const std::string& id, QWidget* from = nullptr); // that had the focus; null: the list
    NoteEditor* editor() const { return m_editor; }
    QLabel* listedLabel() const { return m_listed; }

signals:
    void addWanted();       // by the link of the empty list
    void dropped();         // what was being written, which undo brings back
    void left(QWidget* to); // the text was written or dropped: what gets the focus now

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void refill();
    void follow(); // the chosen notes
    void showChosen();
    void tellCount();
    void remove(const std::vector<std::string>& ids);
    std::vector<std::string> selectedIds() const;

    SessionNotes* m_notes;
    NotesModel* m_model;
    NoteEditor* m_editor;
    QLabel* m_listed;           // how many of them the filter leaves
    QPointer<QWidget> m_before; // had the focus before a note was edited
};

}
