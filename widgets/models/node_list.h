// What a search of the structure has found, as a long list, and the line that says how much that is, with the way to stop
// it. The two stand where their owner puts them.
//
//     auto* list = new NodeList(session, search);
//     inColumn({}, 0, {list->head(), {list, 1}}, this);
//
// A row that is chosen is selected everywhere.
#pragma once

#include "widgets/session/node_search.h"

#include <QWidget>

class QLabel;
class QToolButton;

namespace traceglass {

class LongList;
class NodeHitsModel;
class RowView;

class NodeList : public QWidget
{
    Q_OBJECT

public:
    NodeList(DocumentSession* session, NodeSearch* search, QWidget* parent = nullptr);

    QWidget* head() const { return m_head; }
    QLabel* headLine() const { return m_line; }
    QToolButton* stopButton() const { return m_stop; }
    RowView* table() const { return m_table; }
    LongList* list() const { return m_list; }
    NodeHitsModel* model() const { return m_model; }
    bool isShown() const; // what is searched for by now; else what was before

signals:
    void shown(); // others than before, or their number

private:
    void showState();

    NodeSearch* m_search;
    NodeHitsModel* m_model;
    RowView* m_table;
    LongList* m_list;
    QWidget* m_head;
    QLabel* m_line;
    QToolButton* m_stop;
};

}
