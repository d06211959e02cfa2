// The Records tab: all records of the selected range, or of the whole capture, however many there are; of these, those
// that slices begin with which fit the filter, and that what is typed holds for, which is a query.
//
//     auto* pane = new RecordsPane(session, tabs);
//     pane->setSliceFilter(filter);
//     connect(pane, &RecordsPane::countChanged, ...);      // "Records 53"
//     connect(pane, &RecordsPane::restrictedChanged, ...); // a funnel on the tab while not all are listed
//
// Where they are is found out in the background, and so are those that are meant and their order; what is found
// is shown meanwhile. While a capture is indexed a pane that nobody sees waits for the end of that. Text that is no
// query leaves what is listed, and is underlined where it is wrong.
#pragma once

#include "core/ask/questions.h"
#include "core/query/parse.h"
#include "core/query/restriction.h"
#include "widgets/models/list_pane.h"

#include <QElapsedTimer>
#include <QTimer>
#include <optional>

class QComboBox;
class QMenu;
class QToolButton;

namespace traceglass {

class Asker;
class CommandLink;
class ElidedLabel;
class LinkLabel;
class LongList;
class RecordListModel;
class SessionFilter;

class RecordsPane : public ListPane
{
    Q_OBJECT

public:
    explicit RecordsPane(DocumentSession* session, QWidget* parent = nullptr);

    RecordListModel* model() const { return m_model; }
    LongList* list() const { return m_list; }
    QComboBox* tableChoice() const { return m_tables; } // hidden where records share no fields
    QString headText() const; // how many, which of them, and how far that is known
    QToolButton* stopButton() const { return m_stop; }
    QToolButton* obeyButton() const { return m_obey; } // lists all while the slice filter is obeyed, and back
    QToolButton* trackButton() const { return m_onTrack; } // checked: only the track that was selected then
    LinkLabel* wrongLabel() const { return m_wrong; }    // what is wrong with the query
    void setSliceFilter(const SessionFilter* filter);
    bool obeysFilter() const; // there is one, and it is
    void showTrack(const Track& track); // only the records that its slices begin with
    qint64 count() const;      // of all that are listed, whatever the words leave of them
    bool hasMore() const;      // than are counted so far
    // To the range, a track, or what the slice filter leaves.
    bool isRestricted() const { return isInRange() || obeysFilter() || m_track; }
    bool isReading() const; // a list, its hits or its order are on their way
    // What the session has selected is in the list: filter, table and range give way where they hide it.
    void showSelection();
    void stop();             // what takes long; what was found so far stays
    QString command() const; // of tglass, that prints what is listed
    void exportTo(const QString& path); // all that are listed, as CSV, once all of them are there
    QMenu* makeMenu();                  // of columns, copying and exporting; goes when it is closed
    // Of the list of all records: widths, and which columns the user has put away.
    QByteArray saveState() const override;
    void restoreState(const QByteArray& state) override;
    QStringList columnsAway() const override; // "size", "shop.Request.path"
    void setColumnsAway(const QStringList& names) override;

signals:
    void countChanged(qint64 count);
    void restrictedChanged(bool restricted);
    void copied(const QString& what);
    void exported(const QString& sentence); // what was written, and where

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    static constexpr int kSettledMs = 150; // after the range or the words have changed
    enum Question : std::uint8_t { kAskTables, kAskList, kAskHits, kAskTest, kAskOrder, kAskRow, kAskExport };
    struct Sort
    {
        int column = -1; // as they came
        Qt::SortOrder order = Qt::AscendingOrder;
    };
    // Which of the listed records are shown, in words.
    struct Choice
    {
        QString words; // the query
        int filters = 0;
        QString track;
    };
    // What gave way to show the selection; it comes back when that is no record.
    struct Reveal
    {
        QString words;
        int table = 0;
        bool everything = false;
        bool obeys = true;
        std::optional<query::Restriction> track {};
    };

    bool isInRange() const;
    bool isListing() const; // another list, or more of it, is on its way
    bool isNeeded() const { return isVisible() || !m_exportTo.isEmpty(); }
    void listRange(); // or, without one, everything
    void fillTables();
    void showTables(std::vector<RecordTable> tables);
    void fetch(); // another list
    void takeList(const std::optional<Error>& error);
    void arrange(); // another order of the list
    void takeOrder(const std::optional<Error>& error);
    void showNext(bool isDone); // what was asked for, as soon as there is some of it
    bool hasColumn(int column) const;

    // records_pane_choice.cpp: which of the listed records are meant
    void makeChoice();
    void setObeys(bool obeys);
    void setTrack(std::optional<query::Restriction> track);
    void readWords();
    void takeSuggestion();
    void chooseSoFar(); // more is known than was asked
    void chooseLater() { m_wordsDelay->start(kSettledMs); }
    void choose();
    void askTest(query::HitsPtr fitting, Choice choice);
    bool isChoosing() const;
    void tellChoice();
    QString choiceText() const;
    QString emptyText() const;

    void showColumns();
    QString fieldName(int column) const; // of a table, with its type
    void unsort();
    ask::RecordRowOf whereSelected() const;
    void reveal();
    void follow();
    void tellHead();
    void look(); // what there is by now

    RecordListModel* m_model;
    LongList* m_list;
    QComboBox* m_tables;
    QLabel* m_funnel;
    ElidedLabel* m_head;
    QToolButton* m_stop;
    QToolButton* m_clearRange;
    QToolButton* m_obey;
    QToolButton* m_onTrack;
    LinkLabel* m_wrong;
    CommandLink* m_copyCommand;
    Asker* m_asker;
    QTimer* m_delay;      // to fetch()
    QTimer* m_wordsDelay; // to choose()
    QTimer* m_poll;
    QElapsedTimer m_since;             // what is on its way was asked for
    std::vector<RecordTable> m_known;  // tables to choose from
    std::vector<std::string> m_fields; // of the table asked for
    QString m_type;                    // its name
    std::shared_ptr<RecordList> m_records;
    std::shared_ptr<RecordOrder> m_order; // of these; none: as they came
    Sort m_sort;
    const SessionFilter* m_sliceFilter = nullptr; // null: there is none
    bool m_obeys = true;                          // it, when it is there
    std::optional<query::Restriction> m_track;    // only this
    QString m_words;                              // the last text that was a query,
    query::Expr m_expr;                           // which is this
    std::optional<query::ParseError> m_problem;   // with the text that stands there
    RecordTestPtr m_test;                         // null: all
    Choice m_chosen;                              // what it means
    Choice m_shown;                               // the same of what is in the list
    bool m_isChoiceDue = false;                   // when it is shown, or has been arranged
    std::optional<Error> m_error;
    std::optional<Reveal> m_reveal;
    QByteArray m_listState;      // of the header while a table is shown
    std::uint32_t m_putAway = 0; // columns, a bit each
    QStringList m_putAwayFields; // of tables: "shop.Request.path"
    bool m_everything = false;   // is listed, whatever range is selected
    bool m_isDue = false;        // to fetch, when it is shown or all is indexed
    QString m_exportTo;          // what is on its way
    bool m_isStopped = false;
    bool m_sawComplete = false;
};

}
