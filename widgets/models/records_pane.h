// The Records tab: all records of the selected range, or of the whole capture, however many there are.
//
//     auto* pane = new RecordsPane(session, tabs);
//     connect(pane, &RecordsPane::countChanged, ...);      // "Records 53"
//     connect(pane, &RecordsPane::restrictedChanged, ...); // a funnel on the tab while not all are listed
//
// Where they are is found out in the background, and so are those with the words of the filter and their
// order; what is found is shown meanwhile. While a capture is indexed a pane that nobody sees waits for the
// end of that.
#pragma once

#include "core/ask/questions.h"
#include "widgets/models/list_pane.h"

#include <QElapsedTimer>
#include <optional>

class QComboBox;
class QMenu;
class QTimer;
class QToolButton;

namespace traceglass {

class Asker;
class LongList;
class RecordListModel;

class RecordsPane : public ListPane
{
    Q_OBJECT

public:
    explicit RecordsPane(DocumentSession* session, QWidget* parent = nullptr);

    RecordListModel* model() const { return m_model; }
    LongList* list() const { return m_list; }
    QComboBox* tableChoice() const { return m_tables; } // hidden where records share no fields
    QLabel* headLine() const { return m_head; }
    QToolButton* stopButton() const { return m_stop; }
    qint64 count() const;      // of all that are listed, whatever the filter leaves of them
    bool hasMore() const;      // than are counted so far
    bool isRestricted() const; // to the range
    bool isReading() const;    // a list, its hits or its order are on their way
    // What the session has selected is in the list: filter, table and range give way where they hide it.
    void showSelection();
    void stop(); // what takes long; what was found so far stays
    // The current row, else those in view, with tabs between columns.
    QString copyText() const;
    void exportTo(const QString& path); // all that are listed, as CSV
    QMenu* makeMenu();                  // of columns, copying and exporting; whoever asked deletes it
    // Of the list of all records: widths, and which columns the user has put away.
    QByteArray saveState() const override;
    void restoreState(const QByteArray& state) override;

signals:
    void countChanged(qint64 count);
    void restrictedChanged(bool restricted);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    enum Question : std::uint8_t { kAskTables, kAskList, kAskOrder, kAskRow, kAskExport };
    struct Sort
    {
        int column = -1; // as they came
        Qt::SortOrder order = Qt::AscendingOrder;
    };
    // What gave way to show the selection; it comes back when that is no record.
    struct Reveal
    {
        QString words;
        int table = 0;
        bool everything = false;
    };

    bool hasRange() const;
    void listRange(); // or, without one, everything
    void fillTables();
    void showTables(std::vector<RecordTable> tables);
    void fetch(); // another list
    void takeList(const std::optional<Error>& error);
    void arrange(); // another order of the list
    void takeOrder(const std::optional<Error>& error);
    void showNext(bool isDone); // what was asked for, as soon as there is some of it
    bool hasColumn(int column) const;
    void showColumns();
    void copy() const;
    std::vector<int> shownColumns() const; // from left to right
    void unsort();
    ask::RecordRowOf whereSelected() const;
    void reveal();
    void follow();
    void tellHead();
    QString headText() const;
    void look(); // what there is by now

    RecordListModel* m_model;
    LongList* m_list;
    QComboBox* m_tables;
    QLabel* m_funnel;
    QLabel* m_head;
    QToolButton* m_stop;
    QToolButton* m_clearRange;
    Asker* m_asker;
    QTimer* m_delay;      // to fetch()
    QTimer* m_wordsDelay; // to arrange()
    QTimer* m_poll;
    QElapsedTimer m_since;             // what is on its way was asked for
    std::vector<RecordTable> m_known;  // tables to choose from
    std::vector<std::string> m_fields; // of the table asked for
    std::shared_ptr<RecordList> m_records;
    std::shared_ptr<RecordOrder> m_order; // of these; none: as they came
    Sort m_sort;
    std::optional<Error> m_error;
    std::optional<Reveal> m_reveal;
    QByteArray m_listState;      // of the header while a table is shown
    std::uint32_t m_putAway = 0; // columns, a bit each
    bool m_everything = false;   // is listed, whatever range is selected
    bool m_isDue = false;        // to fetch, when it is shown or all is indexed
    bool m_isStopped = false;
    bool m_sawComplete = false;
};

}
