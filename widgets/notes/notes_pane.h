// The Notes tab: all notes as a sortable, filterable list, and beside it the chosen one to be read and
// edited.
//
//     auto* pane = new NotesPane(session, notes, tabs);
//     pane->edit(id);                                   // chooses it and puts the keyboard into its text
//     connect(pane, &NotesPane::countChanged, ...);     // the number on the tab
#pragma once

#include "widgets/session/session_notes.h"

#include <QPointer>
#include <QWidget>

class QLabel;
class QLineEdit;
class QSplitter;
class QStackedWidget;

namespace traceglass {

class NoteEditor;
class NotesModel;
class RowView;

class NotesPane : public QWidget
{
    Q_OBJECT

public:
    NotesPane(DocumentSession* session, SessionNotes* notes, QWidget* parent = nullptr);

    void edit(const std::string& id);
    RowView* table() const { return m_table; }
    QLineEdit* filterField() const { return m_filter; }
    NoteEditor* editor() const { return m_editor; }
    QLabel* emptyLabel() const { return m_empty; }
    QLabel* listedLabel() const { return m_listed; }
    QByteArray saveState() const;
    void restoreState(const QByteArray& state);

signals:
    void countChanged(int count);
    void addWanted(); // by the link of the empty list

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
    RowView* m_table = nullptr;
    QLineEdit* m_filter = nullptr;
    NoteEditor* m_editor = nullptr;
    QLabel* m_listed = nullptr; // how many of them the filter leaves
    QLabel* m_empty = nullptr;
    QSplitter* m_splitter = nullptr;
    QStackedWidget* m_pages = nullptr;
    QPointer<QWidget> m_before; // had the focus before a note was edited
    bool m_following = false;
    int m_count = -1;
};

}
