// The Structure dock: a filter field over the tree, or over the list of hits while there is a filter, which is a query.
//
//     auto* pane = new StructurePane(session, dock);
//     dock->setWidget(pane);
//     connect(pane, &StructurePane::bytesWanted, ...);     // "Go to bytes": raise the Bytes tab
//
// Selecting a row selects it everywhere; what is selected elsewhere becomes the current row.
#pragma once

#include "widgets/models/list_pane.h"
#include "widgets/session/document_session.h"

class QTimer;

namespace traceglass {

class Asker;
class NodeList;
class NodeSearch;
class SessionNotes;
class StructureModel;
class StructureView;

class StructurePane : public ListPane
{
    Q_OBJECT

public:
    explicit StructurePane(DocumentSession* session, QWidget* parent = nullptr);

    StructureView* view() const { return m_view; }
    NodeList* hits() const { return m_hits; }
    void setNotes(const SessionNotes* notes); // marks the nodes they are about
    void goToNthChild();                      // asks for the position

signals:
    void bytesWanted();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override; // keys ahead of the hits
    void resizeEvent(QResizeEvent* event) override;

private:
    void follow();
    void giveRoom(); // the selected row never at the very edge
    void startFilter();
    void showHits();
    void showMenu(QWidget* over, const QPoint& position, const NodeId& id);
    void showMenuOf(QWidget* over, const QPoint& at, const ask::NodeFacts::Answer& facts);
    void askForNth(const QString& label, const NodeId& parent, std::uint64_t count);
    void saveBytes(const Node& node, const Result<ByteRange>& range);
    void fitBytes();

    StructureView* m_view; // the table of this pane
    StructureModel* m_model;
    NodeSearch* m_search;
    NodeList* m_hits;
    QStackedWidget* m_pages;
    QTimer* m_delay;
    QTimer* m_settle;
    Asker* m_asker;
    int m_fitted = 0;     // what the column of bytes was given
    bool m_ahead = false; // the first hit was asked for before there were any, when this was selected:
    Selection m_selectedBefore;
};

}
