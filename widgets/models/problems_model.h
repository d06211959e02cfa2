// What is wrong with a capture as a table: reason, place, time, lost bytes, advice. Behind the problems that
// are kept stands a row for each code of which there are more.
//
//     model->refresh(); // takes what is new since the last time; of very much a piece, the rest follows
//
// When a problem happened is asked for once its row is shown, and is empty until then.
#pragma once

#include "core/ask/questions.h"
#include "core/base/diagnostic_log.h"
#include "widgets/models/row_model.h"

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

class QTimer;

namespace traceglass {

class Asker;
class DocumentSession;

class ProblemsModel : public RowModel
{
    Q_OBJECT

public:
    enum Column { reason, place, time, lost, advice };

    explicit ProblemsModel(DocumentSession* session, QObject* parent = nullptr);
    ~ProblemsModel() override;

    void refresh(); // adds rows and keeps the order the user chose
    // Of a row that stands for many: their code, and where the first of them is.
    const Diagnostic& problemAt(int row) const { return numbered(numberOf(row)); }
    // Nothing until the capture has answered; then dataChanged() is emitted.
    const ask::ProblemPlaces::Place* placeOf(int row) const;
    QString report() const;           // as text, in shown order
    QString sentences(int row) const; // one of them, whole: where, when, what, what to do

    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

signals:
    void grown(); // all rows that were added are where they belong

private:
    // What a column is sorted by; of equal ones the one that was found first comes first.
    struct Key
    {
        std::string_view text {}; // of the table of codes
        std::uint64_t high = 0, low = 0;
    };
    // Those of one code that are not kept.
    struct Others
    {
        Diagnostic problem;
        DiagnosticLog::Count count;
    };

    int rows() const override;
    bool isNumber(int column) const override { return column == lost; }
    QVariant cellData(int row, int column, int role) const override;
    Key keyOf(const Diagnostic& problem) const;
    bool isBefore(std::uint32_t a, std::uint32_t b) const;
    void append(std::vector<Diagnostic> problems);
    void takeCounts();
    template <class Sort>
    void reorder(const Sort& sort);

    const Others* othersAt(int row) const; // null: the row is one problem
    QString cell(int row, int column) const;
    QString reasonText(int row) const;
    QString placeText(const Diagnostic& problem) const;
    QString timeText(int row) const;
    std::uint64_t numberOf(int row) const;
    const Diagnostic& numbered(std::uint64_t number) const;
    void askPlaces();
    void forgetPlaces();
    void tellTimes() { tellColumns(time, time); }

    DocumentSession* m_session;
    std::string m_captureName;
    std::deque<Diagnostic> m_problems; // as they were found
    std::vector<Key> m_keys;           // of each
    std::vector<Others> m_others;      // behind the rows of problems
    QTimer* m_more;                    // there are more to take

    std::unique_ptr<Asker> m_asker;
    QTimer* m_askSoon;
    // By number of the problem; nothing: it is wanted or asked for.
    mutable std::unordered_map<std::uint64_t, std::optional<ask::ProblemPlaces::Place>> m_places;
    mutable std::vector<std::uint64_t> m_wanted; // the newest last
};

// Bytes nothing can be shown of because of this problem.
std::uint64_t lostBytes(const Diagnostic& problem);

}
