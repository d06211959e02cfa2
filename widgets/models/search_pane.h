// The Search tab: what a search finds among slices, notes and nodes of the structure, one of them at a time. Of slices and
// nodes every hit is listed, however many there are; the row in view is the selection, the scroll bar is that of all.
//
//     auto* pane = new SearchPane(session, search, notes, tabs);
//     connect(pane, &SearchPane::countChanged, ...);       // "Search 58"
//     pane->searchAll();                                   // the structure, too: Enter was pressed
//
// The structure is searched when it is shown and when that is asked for, never while a query is typed: that may mean
// reading the whole capture.
#pragma once

#include "widgets/models/hits_model.h"
#include "widgets/models/list_pane.h"
#include "widgets/session/session_notes.h"

#include <array>

class QComboBox;
class QStackedWidget;
class QTimer;
class QToolButton;

namespace traceglass {

class CommandLink;
class HitGroups;
class LinkLabel;
class LongList;
class NodeList;
class NodeSearch;
class NotesModel;

class SearchPane : public ListPane
{
    Q_OBJECT

public:
    enum Searched { slices, notes, structure };

    SearchPane(DocumentSession* session, SessionSearch* search, const SessionNotes* ofNotes,
               QWidget* parent = nullptr);

    HitsModel* model() const { return m_model; }
    QLabel* headLine() const { return m_head; }
    LongList* list() const { return m_list; }
    HitGroups* groups() const { return m_groups; }
    RowView* groupTable() const { return m_groupTable; }
    QComboBox* grouping() const { return m_grouping; }
    LinkLabel* wayBack() const { return m_back; } // from a group to all of them
    RowView* notesTable() const { return m_notesTable; }
    NodeList* nodes() const { return m_nodes; }
    QToolButton* choice(Searched place) const { return m_choices[place]; } // "Notes 2"
    // To hits elsewhere, where there are none among slices.
    LinkLabel* link(Searched place) const { return m_links[place]; }
    Searched place() const;
    void show(Searched place);
    void searchAll();
    void goElsewhere(bool forward); // to the next note or node, where no slice is a hit; once they are known
    bool isSearching() const; // the structure
    // Of slices, or where there are none of what is elsewhere; nothing: it is not known.
    std::optional<qint64> count() const;

signals:
    void countChanged(std::optional<qint64> count);
    void filterWanted(const QString& query); // by what is searched for
    void copied(const QString& what);
    void noteChosen(const std::string& id);  // by a click or Space: to what it is about
    void noteWanted(const std::string& id);  // by Enter or a double click: to the note itself

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    RowView* shownTable() const override;
    void makeNotes();
    void makeGroups();
    void showGroups();
    void goToRow(const QModelIndex& row);
    void showState(); // what was found, or what is wrong
    void showSlices();
    void showCounts();
    void tellCount();
    void findNotes();
    bool isOfNow() const; // what was found in the structure
    std::optional<std::uint64_t> countOf(Searched place) const;
    Searched placeOfHits() const; // the one that is counted and gone through
    void tellElsewhere();
    void goOn();
    QString elsewhereText() const;
    QString query() const;
    void follow(); // the selection
    bool takeKey(QObject* watched, const QKeyEvent& key);

    SessionSearch* m_search;
    NodeSearch* m_nodeSearch;
    HitsModel* m_model;
    NotesModel* m_notesModel;
    RowView* m_notesTable;
    NodeList* m_nodes;
    QLabel* m_head;
    CommandLink* m_copy;
    LongList* m_list;
    QStackedWidget* m_pages;
    QStackedWidget* m_slicePages; // all hits, groups of them
    HitGroups* m_groups;
    RowView* m_groupTable;
    QComboBox* m_grouping;
    LinkLabel* m_back;
    QTimer* m_countPace; // since the number on the tab was told
    std::optional<qint64> m_toldCount;
    std::optional<bool> m_goElsewhere; // forward, once the structure is searched
    QString m_toldSearching;           // what was told while it was
    std::array<QToolButton*, 3> m_choices {};
    std::array<LinkLabel*, 3> m_links {};
};

}
