// The Search tab: every hit of a search in the order of time, however many there are. The row in view is the
// selection; its scroll bar is that of all hits.
//
//     auto* pane = new SearchPane(session, search, tabs);
//     connect(pane, &SearchPane::countChanged, ...);       // "Search 58"
#pragma once

#include "widgets/models/hits_model.h"
#include "widgets/models/list_pane.h"

namespace traceglass {

class LinkLabel;
class LongList;

class SearchPane : public ListPane
{
    Q_OBJECT

public:
    SearchPane(DocumentSession* session, SessionSearch* search, QWidget* parent = nullptr);

    HitsModel* model() const { return m_model; }
    QLabel* headLine() const { return m_head; }
    LongList* list() const { return m_list; }

signals:
    void countChanged(std::optional<qint64> count);
    void filterWanted(const QString& query); // by what is searched for
    void copyWanted();                       // of SessionSearch::command()

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showState(); // what was found, or what is wrong
    void follow();    // the selection

    SessionSearch* m_search;
    HitsModel* m_model;
    QLabel* m_head;
    LinkLabel* m_copy;
    LongList* m_list;
};

}
