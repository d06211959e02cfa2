// The notes of a session as a table, filtered and sorted: no item objects, so 100,000 of them are a list of
// numbers.
#pragma once

#include "widgets/session/session_notes.h"

#include <QAbstractTableModel>

namespace traceglass {

class NotesModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { text, about, author, changed };

    // The notes outlive it.
    explicit NotesModel(const SessionNotes* notes, QObject* parent = nullptr);

    void refill(); // the notes changed
    // Notes whose text, author or track holds every word, ignoring case.
    void setFilter(const QString& words);
    const Annotation& noteAt(int row) const { return m_notes->notes()[m_rows[std::size_t(row)]]; }
    std::optional<int> rowOf(std::string_view id) const; // nothing: filtered out or gone
    bool isFiltered() const { return !m_words.isEmpty(); }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

private:
    QString cell(const Annotation& note, int column) const;
    bool matches(const Annotation& note) const;
    void arrange();

    const SessionNotes* m_notes;
    std::vector<std::uint32_t> m_rows; // indexes of notes
    std::vector<std::int32_t> m_rowOf; // of a note; -1: filtered out
    QStringList m_words;
    int m_sortColumn = about;
    Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
};

}
