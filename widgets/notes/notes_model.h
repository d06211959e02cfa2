// The notes of a session as a table, filtered and sorted: no item objects, so 100,000 of them are a list of
// numbers.
#pragma once

#include "core/query/text_condition.h"
#include "widgets/models/row_model.h"
#include "widgets/session/session_notes.h"

#include <memory>
#include <optional>

namespace traceglass {

class NotesModel : public RowModel
{
    Q_OBJECT

public:
    enum Column { text, about, author, changed };

    // The notes outlive it. Empty until it is refilled or given a condition: sorting very many takes its time.
    explicit NotesModel(const SessionNotes* notes, QObject* parent = nullptr);

    using RowModel::refill; // the notes changed
    // Notes whose text, author or track holds every word, ignoring case.
    void setFilter(const QString& words);
    // Only those for which it holds; null: none.
    using Condition = std::shared_ptr<const query::TextCondition>;
    void setCondition(Condition condition);
    const Annotation& noteAt(int row) const { return m_notes->notes()[m_rows[std::size_t(row)]]; }
    std::optional<int> rowOf(std::string_view id) const; // nothing: filtered out or gone
    bool isFiltered() const { return !m_words.isEmpty(); }

private:
    QVariant cellData(int row, int column, int role) const override;
    void arrange() override;
    QString cell(const Annotation& note, int column) const;
    bool matches(const Annotation& note) const;

    const SessionNotes* m_notes;
    std::vector<std::int32_t> m_rowOf; // of a note; -1: filtered out
    QStringList m_words;
    std::vector<query::Pattern> m_patterns; // of these
    std::optional<Condition> m_condition;
};

}
