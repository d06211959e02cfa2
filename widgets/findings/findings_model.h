// What looks wrong as a table: one row a finding, the most serious first; behind them, where they are wanted, those that
// the user said are not a problem. Where the capture is compared with another one, a column says what is new or worse.
#pragma once

#include "widgets/models/row_model.h"
#include "widgets/session/session_findings.h"

namespace traceglass {

class FindingsModel : public RowModel
{
    Q_OBJECT

public:
    enum Column { severity, sentence, change, rule, when, evidence, cost, share };

    FindingsModel(DocumentSession* session, const SessionFindings* findings, QObject* parent = nullptr);

    using RowModel::refill; // what was found is another
    void setMutedShown(bool shown);
    bool isMutedShown() const { return m_isMutedShown; }
    const Finding& findingAt(int row) const { return at(m_rows[std::size_t(row)]); }
    bool isMuted(int row) const { return m_rows[std::size_t(row)] >= m_findings->found().size(); }
    int rowOf(const Finding& finding) const; // -1: it is not shown
    // What is seen, all rows and columns, separated by tabs.
    QString asText() const;

private:
    const Finding& at(std::uint32_t number) const;
    bool isNumber(int column) const override { return column >= cost; }
    QVariant cellData(int row, int column, int role) const override;
    void arrange() override;
    QString cell(const Finding& finding, int column) const;
    std::optional<TimeRange> whenOf(const Finding& finding) const; // that is told
    QString whenText(const Finding& finding) const;
    bool isForTheWorse(int row, int column) const; // the cell says that something is new or worse

    DocumentSession* m_session;
    const SessionFindings* m_findings;
    bool m_isMutedShown = false;
};
}
