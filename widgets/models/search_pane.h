// The Search tab: every hit of a search in the order of time, however many there are. The row in view is the
// selection; its scroll bar is that of all hits.
//
//     auto* pane = new SearchPane(session, search, tabs);
//     connect(pane, &SearchPane::countChanged, ...);       // "Search 58"
#pragma once

#include "widgets/models/hits_model.h"
#include "widgets/models/list_pane.h"

class QScrollBar;

namespace traceglass {

class SearchPane : public ListPane
{
    Q_OBJECT

public:
    SearchPane(DocumentSession* session, SessionSearch* search, QWidget* parent = nullptr);

    HitsModel* model() const { return m_model; }
    QLabel* headLine() const { return m_head; }
    QScrollBar* scrollBar() const { return m_bar; }

signals:
    void countChanged(std::optional<qint64> count);
    void filterWanted(const QString& query); // by what is searched for

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showState(); // what was found, or what is wrong
    void follow();    // the selection
    void fit();       // rows to the height
    void showFrom(std::uint64_t first);
    void goTo(std::uint64_t hit); // makes it the current row, once it is there
    void markCurrent();
    int rowsInView() const;
    bool takeKey(const QKeyEvent& key);

    SessionSearch* m_search;
    HitsModel* m_model;
    QLabel* m_head;
    QScrollBar* m_bar;
    std::optional<std::uint64_t> m_current; // number of the hit that is the current row
    bool m_select = false;                  // it is to be selected once its row is there
};

}
