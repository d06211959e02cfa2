#include "widgets/notes/notes_model.h"

#include "core/query/note_texts.h"
#include "widgets/common/plain_text.h"
#include "widgets/common/utf8.h"
#include "widgets/models/row_view.h"
#include "widgets/notes/note_colors.h"

#include <algorithm>

namespace traceglass {

NotesModel::NotesModel(const SessionNotes* notes, QObject* parent)
    : RowModel({tr("Note"), tr("About"), tr("Author"), tr("Changed")}, parent)
    , m_notes(notes)
{
    m_sortColumn = about;
}

void NotesModel::setFilter(const QString& words)
{
    QStringList list = words.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    if (list == m_words)
        return;
    m_words = std::move(list);
    m_patterns.clear();
    for (const QString& word : m_words)
        m_patterns.push_back(query::Pattern::containing(word.toStdString()));
    refill();
}

void NotesModel::setCondition(Condition condition)
{
    m_condition = std::move(condition);
    refill();
}

bool NotesModel::matches(const Annotation& note) const
{
    if (m_condition && (!*m_condition || !(*m_condition)->holds(query::textsOf(note))))
        return false;
    return std::ranges::all_of(m_patterns, [&](const query::Pattern& word) {
        return word.isIn(note.text) || word.isIn(note.author) || word.isIn(note.track);
    });
}

void NotesModel::arrange()
{
    const AnnotationSet& notes = m_notes->notes();
    // Beginning with the order they had: of 100,000 one is new as a rule, and all are sorted already.
    std::vector<bool> isOffered(notes.size());
    for (std::uint32_t i = 0; i < notes.size(); ++i)
        isOffered[i] = matches(notes[i]);
    std::erase_if(m_rows, [&](std::uint32_t i) { return i >= notes.size() || !isOffered[i]; });
    for (const std::uint32_t i : m_rows)
        isOffered[i] = false;
    for (std::uint32_t i = 0; i < notes.size(); ++i) {
        if (isOffered[i])
            m_rows.push_back(i);
    }
    // Those with the same key as they were made.
    const auto sortBy = [&](auto key) {
        sortRows([&](std::uint32_t i) { return std::pair(key(notes[i]), i); });
    };
    switch (m_sortColumn) {
    case text: sortBy([](const Annotation& note) { return std::string_view(note.text); }); break;
    case author: sortBy([](const Annotation& note) { return std::string_view(note.author); }); break;
    case changed: sortBy([](const Annotation& note) { return note.changedNs; }); break;
    default: // by time, then by place, the capture as a whole first
        sortBy([this](const Annotation& note) {
            const auto time = m_notes->viewTime(note);
            return std::tuple(time.has_value() ? 1 : 0, time ? time->startNs : 0,
                              note.bytes ? note.bytes->offset : 0, std::string_view(note.node));
        });
    }
    m_rowOf.assign(notes.size(), -1);
    for (std::size_t row = 0; row < m_rows.size(); ++row)
        m_rowOf[m_rows[row]] = std::int32_t(row);
}

std::optional<int> NotesModel::rowOf(std::string_view id) const
{
    const auto place = m_notes->indexOf(id);
    const std::int32_t row = place ? m_rowOf[*place] : -1;
    return row < 0 ? std::nullopt : std::optional(int(row));
}

QString NotesModel::cell(const Annotation& note, int column) const
{
    switch (column) {
    case text: return linesFromUtf8(shortened(note.text, 400)).simplified();
    case about: return m_notes->anchorText(note);
    case author: return fromUtf8(note.author);
    default: return noteDate(note.changedNs);
    }
}

QVariant NotesModel::cellData(int row, int column, int role) const
{
    const Annotation& note = noteAt(row);
    const bool foreign = note.origin == AnnotationOrigin::foreign;
    switch (role) {
    case Qt::DisplayRole: return cell(note, column);
    case Qt::DecorationRole: return column == text ? QVariant(int(note.color)) : QVariant();
    case kSecondaryRole: return column != text || foreign;
    case kSentenceRole: return column == text || column == about; // a moment stands whole in front
    case kValueRole: return column == text && foreign ? tr("of another tool") : QString();
    case Qt::ToolTipRole: return column == text ? tipText(noteTooltip(note)) : QString();
    case Qt::AccessibleTextRole:
        return column == text ? tr("%1 note: %2").arg(colorName(note.color), cell(note, text)) : QVariant();
    default: return {};
    }
}

}
