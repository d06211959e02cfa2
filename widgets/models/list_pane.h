// What panes with a table have in common: their ground, the table, a filter above it and its keys, a sentence
// in place of the table while there is nothing to list, and what is kept of all that between two runs.
//
//     NotesPane::NotesPane(DocumentSession* session, QWidget* parent)
//         : ListPane(session, new RowView(metrics::kTableRow), new NotesModel, tr("Notes"), parent)
//
// Esc clears the filter; Enter, Down and Esc in an empty one go to the table, where the first hit becomes the
// current one. What is no query keeps Enter in the field.
#pragma once

#include "widgets/models/row_view.h"

#include <QStringList>
#include <QWidget>

class QKeyEvent;
class QLabel;
class QLineEdit;
class QSplitter;
class QStackedWidget;

namespace traceglass {

class DocumentSession;

class ListPane : public QWidget, public CopySource
{
    Q_OBJECT

public:
    RowView* table() const { return m_table; }
    QLineEdit* filterField() const { return m_filter; } // null: there is none
    QLabel* emptyLabel() const { return m_empty; }
    virtual QByteArray saveState() const; // of the splitter, else of the table's columns
    virtual void restoreState(const QByteArray& state);
    // Columns that the user has put away, by name, where there is a choice.
    virtual QStringList columnsAway() const { return {}; }
    virtual void setColumnsAway(const QStringList&) {}
    void giveTable(const Done& done) override { shownTable()->giveTable(done); }
    QWidget* pictured() override { return shownTable(); }

protected:
    ListPane(DocumentSession* session, RowView* table, QAbstractItemModel* model, const QString& name,
             QWidget* parent);

    void makeFilter(const QString& hint, const QString& name, const char* iconName = "search");
    void makeSortable(int column); // -1: as they came, and as a third click on a head has them again
    // The sentence and, instead of it, both of these with a handle between them.
    QStackedWidget* makePages(QWidget* left, QWidget* right);
    void showList(bool any); // instead of the sentence; has the focus of the pane
    // True: the key was one of the filter's. While the hits are on their way, what the list shows is none of
    // them, and no row becomes the current one.
    bool takeFilterKey(QAbstractItemView& list, const QKeyEvent& key, bool hasHits = true);
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void
    contextMenuEvent(QContextMenuEvent* event) override;    // of the table, where a pane has none of its own
    virtual RowView* shownTable() const { return m_table; } // that is copied

    DocumentSession* m_session;
    RowView* m_table;
    QLineEdit* m_filter = nullptr;
    QLabel* m_empty = nullptr;
    QSplitter* m_splitter = nullptr;
    QByteArray m_restored;    // what its sizes were before
    bool m_isWrong = false;   // what is in the filter
    bool m_following = false; // what changes is not what the user chose
};

}
