#include "widgets/models/record_list_model.h"

#include "core/model/record_columns.h"
#include "widgets/common/plain_text.h"
#include "widgets/common/utf8.h"
#include "widgets/models/row_view.h"
#include "widgets/session/document_session.h"

#include <algorithm>
#include <utility>

namespace traceglass {

RecordListModel::RecordListModel(DocumentSession* session, QObject* parent)
    : LongModel(RecordCells::titles(), parent)
    , m_session(session)
    , m_cells(session)
    , m_asker(session->capture())
{
    connect(session, &DocumentSession::timeFormatChanged, this,
            [this] { tellColumns(int(RecordColumn::time), int(RecordColumn::sincePrevious)); });
}

void RecordListModel::setListing(RecordListing listing, std::vector<std::string> fields)
{
    if (fields != m_fields) {
        beginResetModel();
        m_page.rows.clear();
        m_fields = std::move(fields);
        m_numbers.assign(m_fields.size(), 0);
        m_titles.resize(kRecordColumns);
        for (const std::string& name : m_fields)
            m_titles << fromUtf8(name);
        m_listing = std::move(listing);
        endResetModel();
    } else {
        m_listing = std::move(listing);
    }
}

void RecordListModel::readAgain()
{
    m_page.of = {};
    ask();
}

void RecordListModel::fetch(std::uint64_t first, std::size_t atMost)
{
    if (atMost == 0) {
        m_asker.cancel(0);
        return;
    }
    m_asker.ask(0, Priority::screen, ask::RecordRows {m_listing, first, atMost},
                [this, of = m_listing, first](ask::RecordRows::Answer page) {
                    takePage(of, first, page ? std::move(*page) : std::vector<RecordRow>());
                });
}

LongModel* RecordListModel::copy(QObject* parent) const
{
    auto* const out = new RecordListModel(m_session, parent);
    out->setListing(m_listing, m_fields);
    return out;
}

void RecordListModel::takePage(const RecordListing& of, std::uint64_t first, std::vector<RecordRow> page)
{
    m_page = {of, first, std::move(page)};
    const bool isNews = std::ranges::find(m_numbers, 0) != m_numbers.end();
    for (std::size_t field = 0; isNews && field < m_fields.size(); ++field) {
        m_numbers[field] = 0;
        for (const RecordRow& row : m_page.rows) {
            const auto& values = row.record.values;
            if (field < values.size())
                m_numbers[field] += values[field].isNumber ? 1 : values[field].text.empty() ? 0 : -1;
        }
    }
    const int subject = int(RecordColumn::subject);
    emit headerDataChanged(Qt::Horizontal, subject, std::max(subject, isNews ? columnCount() - 1 : 0));
    arrived();
}

bool RecordListModel::isNumber(int column) const
{
    return RecordCells::isNumber(RecordColumn(column))
        || (column >= kRecordColumns && m_numbers[static_cast<std::size_t>(column - kRecordColumns)] > 0);
}

QVariant RecordListModel::cellData(int row, int column, int role) const
{
    const RecordRow* const shown = rowAt(row);
    if (!shown)
        return role == Qt::DisplayRole && column == 0 ? QVariant(QStringLiteral("…")) : QVariant();
    if (role == kExactRole)
        return exactFromUtf8(columnText(*shown, RecordColumn(column)));
    return m_cells.data(*shown, RecordColumn(column), role);
}

QVariant RecordListModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role == kExactRole)
        return exactFromUtf8(columnName(RecordColumn(section), m_fields));
    const bool isSorted = m_listing.order && m_listing.order->wish().column;
    if (orientation == Qt::Horizontal && section == int(RecordColumn::sincePrevious)) {
        if (role == Qt::DisplayRole && isSorted)
            return tr("after previous in file");
        if (role == Qt::ToolTipRole)
            return tipText(
                ((isSorted ? tr("How long after the record before it in the order of the capture it began")
                           : tr("How long after the row above it began"))
                 + u'\n' + m_unsortable)
                    .trimmed());
    }
    if (orientation == Qt::Horizontal && role == Qt::ToolTipRole) {
        const QString name =
            section >= kRecordColumns ? m_titles.value(section) : QString(); // it may be long
        return tipText(m_unsortable.isEmpty() || name.isEmpty() ? name + m_unsortable
                                                                : name + u'\n' + m_unsortable);
    }
    if (orientation == Qt::Horizontal && role == Qt::DisplayRole)
        return m_cells.title(m_titles, RecordColumn(section), m_listing.list && m_listing.list->hasTimes());
    return LongModel::headerData(section, orientation, role);
}

}
