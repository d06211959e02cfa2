// The Records tab: the records of the selected range, or of the whole capture, in one sortable table.
//
//     auto* pane = new RecordsPane(session, tabs);
//     connect(pane, &RecordsPane::countChanged, ...);      // "Records 53"
//     connect(pane, &RecordsPane::restrictedChanged, ...); // a funnel on the tab while not all are listed
//
// At most 100,000 records are listed; the head line says when there are more.
#pragma once

#include "core/ask/questions.h"
#include "widgets/models/list_pane.h"

#include <optional>

class QComboBox;
class QTimer;
class QToolButton;

namespace traceglass {

class Asker;
class RecordTableModel;

class RecordsPane : public ListPane
{
    Q_OBJECT

public:
    static constexpr std::uint64_t kMostRecords = 100'000;
    static constexpr std::size_t kMostValues = 2'000'000; // of a table

    explicit RecordsPane(DocumentSession* session, QWidget* parent = nullptr);

    QComboBox* tableChoice() const { return m_tables; } // hidden where records share no fields
    QLabel* headLine() const { return m_head; }
    int count() const { return m_count; }
    bool hasMore() const { return m_more; } // than are counted and listed
    bool isRestricted() const;              // to the range, or to what is around a selection
    bool isReading() const;                 // a list is on its way
    // What the session has selected is in the list: filter and table give way where they hide it, and where
    // it lies outside the range or behind the listed ones, what was recorded around it is listed instead.
    void showSelection();
    QByteArray saveState() const override; // of the list of all records

signals:
    void countChanged(int count);
    void restrictedChanged(bool restricted);

private:
    struct Moment
    {
        std::int64_t ns = 0;
        std::uint16_t axis = 0; // whose clock it is on
    };

    bool hasRange() const;
    void listRange(); // or, without one, everything
    void fillTables();
    void showTables(std::vector<RecordTable> tables);
    void fetch();
    void arrange(ask::Records::Answer found, std::vector<std::string> fields);
    void showFound(ask::Records::Answer found, std::vector<std::string> fields, // of the table asked for
                   std::optional<std::vector<std::uint32_t>> rows);
    void tellHead();
    void follow();

    RecordTableModel* m_model;
    QComboBox* m_tables;
    QLabel* m_funnel;
    QLabel* m_head;
    QToolButton* m_clearRange;
    Asker* m_asker;
    QTimer* m_delay;
    std::vector<RecordTable> m_known; // tables to choose from
    QByteArray m_listState;           // of the header while a table is shown
    std::optional<Moment> m_around;   // read instead of the range: where the selection lies
    bool m_showWanted = false;        // showSelection() waits for a list on its way
    int m_count = 0;
    bool m_more = false;
    bool m_wasRead = false;
    bool m_sawComplete = false;
};

}
