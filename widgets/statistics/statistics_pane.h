// The Statistics tab: a table of what happened, by name, track, thread or what the format knows, of the
// selected range and of what the filter leaves; beside it the durations of the chosen row. What it is compared with (A, the
// baseline) gets columns of its own behind those of the table, and a line in the histogram.
//
//     auto* pane = new StatisticsPane(session, filter, baseline, tabs);
//     connect(pane, &StatisticsPane::searchWanted, ...);   // a row or some bars, as a query
//     pane->goTo(QStringLiteral("name"), "render");        // T: the row that a slice counts in
//
// Sums come first, percentiles behind them, a comparison when both tables are whole. A number that stands for a slice
// leads to it.
#pragma once

#include "core/compare/parts.h"
#include "core/stats/slice_table.h"
#include "widgets/common/cut_combo_box.h"
#include "widgets/models/list_pane.h"
#include "widgets/session/asker.h"
#include "widgets/session/session_filter.h"
#include "widgets/statistics/compare_bar.h"
#include "widgets/statistics/stat_view.h"

#include <QSet>

class QMenu;
class QTimer;

namespace traceglass {

class CommandLink;
class ElidedLabel;
class HistogramView;
class LinkLabel;

class StatisticsPane : public ListPane
{
    Q_OBJECT

public:
    StatisticsPane(DocumentSession* session, const SessionFilter* filter, SessionBaseline* baseline,
                   QWidget* parent = nullptr);

    StatisticsModel* model() const { return m_model; }
    QComboBox* choice() const { return m_choice; }
    QComboBox* secondChoice() const { return m_second; }
    QLabel* headLine() const;
    HistogramView* histogram() const { return m_histogram; }
    CompareBar* compareBar() const { return m_compare; }
    bool isCompared() const { return m_compared != nullptr; } // what is shown
    bool isReading() const;         // a table is on its way, its percentiles, or what it is compared with
    bool isMade() const;            // the table that is asked for is shown, with all that is in it
    // "name", "task", "gc"; false: there is no such table. As soon as it is known which there are.
    bool choose(const QString& id);
    void goTo(const QString& table, const std::string& key);
    // To the range, or what the slice filter leaves.
    bool isRestricted() const { return m_baseline->rangeOfB() || m_sliceFilter->isActive(); }
    QString command() const;                 // that prints the same rows
    void exportTo(const QString& path); // all rows and the columns that are shown, as CSV, once it is made
    QString exportName() const;              // "web.rfr, Slices by name, whole capture.csv"
    QMenu* makeColumnsMenu(QWidget* parent); // to choose from; whoever asked deletes it
    // Of the handle between the table and the durations, and which columns were put away.
    QByteArray saveState() const override;
    void restoreState(const QByteArray& state) override;
    // "slices.p95_ns"; "+slices.p99_a_ns": one that is only shown where somebody wants it.
    QStringList columnsAway() const override;
    void setColumnsAway(const QStringList& names) override;

signals:
    void searchWanted(const QString& query);
    void filterWanted(const QString& query);
    void restrictedChanged(bool restricted);
    void copied(const QString& what);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    enum Question : Asker::Slot {
        kKinds,
        kTable,
        kPercentiles,
        kOrder,
        kFields,
        kCatalogue,
        kExport,
        kCompare
    };
    static constexpr int kQuietMs = 150; // after the range has changed

    using PartPtr = std::shared_ptr<const stats::MadeTable>;
    struct Compared // what is shown with a comparison
    {
        PartPtr a;             // as it was asked for
        StatTablePtr namesOfA; // what its slices are called: the same while A is
        compare::ComparedParts parts;
        compare::Denominator per;
        bool isScaled = false;          // there is something to divide
        std::vector<std::string> names; // of slices that both have: units of work
        bool isUnitMissing = false;     // the one that was wished for
        std::int64_t lengthOfA = 0, lengthOfB = 0;
    };

    struct AskedOfA // of another capture
    {
        TimelinePtr timeline;
        std::string by, second;
        QString where;

        bool operator==(const AskedOfA&) const = default;
    };

    struct Made // by the worker
    {
        std::shared_ptr<stats::SliceTable> slices; // null: the format's
        StatTablePtr table;
        std::shared_ptr<const Compared> compared {}; // null: the table alone
        std::vector<std::uint32_t> rows;
        StatOrder order;
        std::optional<Error> error;

        void set(Result<StatTable> result);
        void arrange(StatOrder by, const Job& job); // column -1: as the table wants it
    };
    StatisticsPane(DocumentSession* session, const SessionFilter* filter, SessionBaseline* baseline,
                   StatView* view, QWidget* parent);
    QWidget* makeRight();
    void fillChoice();
    void offerTables();
    void later();
    void fetch();
    void fetchFormats(const std::string& id, query::Scope scope, std::shared_ptr<const query::Hits> hits);
    void fetchLines(const std::string& id, query::Scope scope, std::shared_ptr<const query::Hits> hits);
    void fetchSlices(stats::SliceQuestion question);
    void makeSlices(stats::SliceQuestion question);
    void fillSecond();
    void offerSecond();
    QString second() const; // the word chosen; empty: none
    void take(Made made);
    void addPercentiles(const Made& sums);
    void makePercentiles(const std::shared_ptr<stats::SliceTable>& slices, std::vector<std::size_t> rows,
                         std::function<void(std::shared_ptr<Made>)> done);

    // statistics_pane_compare.cpp
    void connectBaseline();
    bool isComparing() const { return m_comparesNow; } // is what is asked for compared?
    void fetchA(const std::string& id, std::shared_ptr<const query::Hits> hits);
    void takeB(const Made& made);
    void compareBoth();
    // `namesOfA`: null where they are not known yet.
    static std::shared_ptr<Made> compareIn(const PartPtr& a, StatTablePtr namesOfA, const PartPtr& b,
                                           const CompareBar::Scale& scale, bool leadsToA, StatOrder order,
                                           Job& job);
    static void divide(Compared& compared, const PartPtr& b, const CompareBar::Scale& scale, Job& job);
    void giveUpComparing(const QString& why);
    void tellComparison();
    QStringList unknownToA() const;
    bool asksForNotes() const; // does the filter?
    QString scaleText() const;
    QString lineText() const;                                 // of the current row: "line: the 1,965 before"
    const StatHistogram* histogramOfA(std::size_t row) const; // null: A has no durations in it
    QString compareCommand() const;

    void arrange();
    StatOrder orderIn(const StatTable& table) const;
    void showMade(const Made& made);
    void showTable(StatTablePtr table, std::vector<std::uint32_t> rows);
    void showColumns();
    QString columnName(int column) const; // of all tables
    bool isAside(int column) const;
    bool isShown(int column) const;
    void makeRoom();
    void giveNamesTheRest();
    bool isToldOf(int column) const; // something stands in it
    void showRow();
    std::optional<std::int64_t> selectedIn(std::size_t row) const;
    bool isLower(int lines) const;
    void showChosen();
    void tell();
    void goToLongest();
    // There is no such row: none is current instead.
    bool isWishMissing() const { return !m_wishedKey.empty() && m_model->rowOfKey(m_wishedKey) < 0; }
    QString rowQuery() const; // of the current row; empty: none finds its slices
    QString chosenQuery() const;
    void showMenu(const QPoint& at);

    const SessionFilter* m_sliceFilter;
    SessionBaseline* m_baseline;
    StatView* m_view; // the table
    StatisticsModel* m_model;
    Asker* m_asker;
    QTimer* m_delay;
    QTimer* m_exportDelay; // between two looks whether it is made
    QString m_exportTo;    // once it is
    CutComboBox* m_choice;
    std::vector<StatKind> m_kinds; // that are offered in it, once nobody chooses
    std::vector<std::string>
        m_usedFields; // likewise of the second one, those of the slices of the table in front
    FieldCataloguePtr m_fields;
    CutComboBox* m_second; // key
    QLabel* m_funnel;
    ElidedLabel* m_head;
    LinkLabel* m_clearRange;
    CompareBar* m_compare;
    CommandLink* m_copyCommand;
    ElidedLabel* m_foot;
    ElidedLabel* m_rowTitle;
    HistogramView* m_histogram;
    LinkLabel* m_searchThese;
    LinkLabel* m_filterThese;
    QString m_wish;           // a table chosen before it was known which there are
    bool m_isChosen = false;  // by the user; until then the table that suits the tracks there are
    StatOrder m_order {-1};   // until it is chosen: as the table wants it
    std::string m_currentKey; // stays current when the table is made anew
    std::string m_wishedKey;  // the row that goTo() was about, until another is chosen
    std::string m_made;       // id of the table shown
    QSet<QString> m_putAway;  // columns, by columnName()
    QSet<int> m_withoutRoom;  // likewise, of a comparison in a narrow window
    int m_nameWidth = 0;      // where there is room
    TimelinePtr m_timeline; // whose tracks the table means
    bool m_comparesNow = false;
    std::optional<AskedOfA> m_askedOfA;
    PartPtr m_a, m_b; // of what is asked for; null: not there yet
    query::Scope m_scopeOfB;
    std::shared_ptr<const Compared> m_compared; // null: the table is shown alone
    std::shared_ptr<const Capture> m_captureOfA;
    std::unique_ptr<Asker> m_askerOfA; // of that capture
};

}
