#include "widgets/notes/notes_model.h"

#include "widgets/common/plain_text.h"
#include "widgets/common/utf8.h"
#include "widgets/models/row_view.h"
#include "widgets/notes/note_colors.h"

#include <algorithm>

namespace traceglass {

NotesModel::NotesModel(const SessionNotes* notes, QObject* parent)
    : QAbstractTableModel(parent)
    , m_notes(notes)
{
    arrange();
}

void NotesModel::refill()
{
    beginResetModel();
    arrange();
    endResetModel();
}

void NotesModel::setFilter(const QString& words)
{
    QStringList list = words.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    if (list == m_words)
        return;
    m_words = std::move(list);
    refill();
}

bool NotesModel::matches(const Annotation& note) const
{
    if (m_words.isEmpty())
        return true;
    const QString all = linesFromUtf8(note.text) + QLatin1Char('\n') + fromUtf8(note.author)
        + QLatin1Char('\n') + fromUtf8(note.track);
    return std::ranges::all_of(m_words,
                               [&](const QString& word) { return all.contains(word, Qt::CaseInsensitive); });
}

void NotesModel::arrange()
{
    const AnnotationSet& notes = m_notes->notes();
    m_rows.clear();
    for (std::uint32_t i = 0; i < notes.size(); ++i) {
        if (matches(notes[i]))
            m_rows.push_back(i);
    }
    const auto sortBy = [&](auto key) {
        const bool down = m_sortOrder == Qt::DescendingOrder;
        std::ranges::stable_sort(m_rows, [&](std::uint32_t a, std::uint32_t b) {
            return down ? key(notes[b]) < key(notes[a]) : key(notes[a]) < key(notes[b]);
        });
    };
    switch (m_sortColumn) {
    case text: sortBy([](const Annotation& note) { return std::string_view(note.text); }); break;
    case author: sortBy([](const Annotation& note) { return std::string_view(note.author); }); break;
    case changed: sortBy([](const Annotation& note) { return note.changedNs; }); break;
    default: // by time, then by place, the capture as a whole first
        sortBy([](const Annotation& note) {
            return std::tuple(note.time.has_value() ? 1 : 0, note.time ? note.time->startNs : 0,
                              note.bytes ? note.bytes->offset : 0, std::string_view(note.node));
        });
    }
    m_rowOf.assign(notes.size(), -1);
    for (std::size_t row = 0; row < m_rows.size(); ++row)
        m_rowOf[m_rows[row]] = std::int32_t(row);
}

void NotesModel::sort(int column, Qt::SortOrder order)
{
    m_sortColumn = column;
    m_sortOrder = order;
    refill();
}

std::optional<int> NotesModel::rowOf(std::string_view id) const
{
    const Annotation* note = m_notes->find(id);
    const std::int32_t row = note ? m_rowOf[std::size_t(note - m_notes->notes().data())] : -1;
    return row < 0 ? std::nullopt : std::optional(int(row));
}

int NotesModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int NotesModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : changed + 1;
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

QVariant NotesModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || std::size_t(index.row()) >= m_rows.size())
        return {};
    const Annotation& note = noteAt(index.row());
    const bool foreign = note.origin == AnnotationOrigin::foreign;
    switch (role) {
    case Qt::DisplayRole: return cell(note, index.column());
    case Qt::DecorationRole: return index.column() == text ? QVariant(int(note.color)) : QVariant();
    case kSecondaryRole: return index.column() != text || foreign;
    case kSentenceRole: return index.column() == text;
    case kValueRole: return index.column() == text && foreign ? tr("of another tool") : QString();
    case Qt::ToolTipRole: return index.column() == text ? tipText(noteTooltip(note)) : QString();
    case Qt::AccessibleTextRole:
        return index.column() == text ? tr("%1 note: %2").arg(colorName(note.color), cell(note, text))
                                      : QVariant();
    default: return {};
    }
}

QVariant NotesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case text: return tr("Note");
    case about: return tr("About");
    case author: return tr("Author");
    default: return tr("Changed");
    }
}

}
