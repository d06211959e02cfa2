// What is wrong with a capture as a table: reason, place, time, lost bytes, advice.
#pragma once

#include "core/base/diagnostic.h"

#include <QAbstractTableModel>
#include <optional>
#include <string>
#include <vector>

namespace traceglass {

class DocumentSession;

class ProblemsModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { reason, place, time, lost, advice };

    explicit ProblemsModel(DocumentSession* session, QObject* parent = nullptr);

    void setProblems(std::vector<Diagnostic> problems); // keeps the order the user chose
    const Diagnostic& problemAt(int row) const { return m_problems[m_rows[static_cast<std::size_t>(row)]]; }
    QString report() const;           // all of them as text, in shown order
    QString sentences(int row) const; // one of them, whole: where, when, what, what to do

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

private:
    QString cell(const Diagnostic& problem, int column) const;
    QString placeText(const Diagnostic& problem) const;
    const QString& timeText(const Diagnostic& problem) const;
    QString findTime(const Diagnostic& problem) const;
    void forgetTimes();
    void arrange();

    DocumentSession* m_session;
    std::string m_captureName;
    std::vector<Diagnostic> m_problems;
    mutable std::vector<std::optional<QString>> m_times; // by problem: the way to one costs what is deep
    std::vector<std::uint32_t> m_rows;
    int m_sortColumn = -1; // worst first, then as they were found
    Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
};

// Bytes nothing can be shown of because of this problem.
std::uint64_t lostBytes(const Diagnostic& problem);

}
