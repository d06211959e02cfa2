#include "widgets/models/record_table_model.h"

#include "core/base/text.h"
#include "widgets/common/plain_text.h"
#include "widgets/common/utf8.h"
#include "widgets/models/row_view.h"
#include "widgets/session/document_session.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace traceglass {

RecordTableModel::RecordTableModel(DocumentSession* session, QObject* parent)
    : QAbstractTableModel(parent)
    , m_session(session)
{
    connect(session, &DocumentSession::timeFormatChanged, this, [this] {
        if (rowCount() > 0)
            emit dataChanged(index(0, time), index(rowCount() - 1, afterPrevious));
    });
}

void RecordTableModel::setRecords(std::vector<Record> records, std::vector<std::string> fieldNames)
{
    beginResetModel();
    m_records = std::move(records);
    m_fields = std::move(fieldNames);
    std::vector<std::ptrdiff_t> numbers(m_fields.size(), 0); // over texts, such as "none"
    for (const Record& each : m_records)
        for (std::size_t field = 0; field < std::min(m_fields.size(), each.values.size()); ++field)
            numbers[field] += each.values[field].isNumber ? 1 : each.values[field].text.empty() ? 0 : -1;
    m_numeric.assign(m_fields.size(), false);
    for (std::size_t field = 0; field < m_fields.size(); ++field)
        m_numeric[field] = numbers[field] > 0;
    if (m_sortColumn >= columnCount())
        m_sortColumn = -1;
    m_hasTimes =
        std::any_of(m_records.begin(), m_records.end(), [](const Record& r) { return r.timeNs.has_value(); });
    arrange();
    endResetModel();
    emit headerDataChanged(Qt::Horizontal, subject, subject);
}

void RecordTableModel::setFilter(const QString& text)
{
    if (text == m_filter)
        return;
    beginResetModel();
    m_filter = text;
    arrange();
    endResetModel();
}

bool RecordTableModel::matches(const Record& item) const
{
    const auto in = [this](const std::string& text) {
        return fromUtf8(text).contains(m_filter, Qt::CaseInsensitive);
    };
    return in(item.kind) || in(item.subject) || in(item.by) || in(item.fields)
        || std::ranges::any_of(item.values, in, &RecordValue::text)
        || fromUtf8(hexNumber(item.range.offset)).contains(m_filter, Qt::CaseInsensitive);
}

void RecordTableModel::arrange()
{
    m_rows.clear();
    for (std::size_t i = 0; i < m_records.size(); ++i)
        if (m_filter.isEmpty() || matches(m_records[i]))
            m_rows.push_back(static_cast<std::uint32_t>(i));
    if (m_sortColumn < 0)
        return;
    const auto sortBy = [&](auto key) {
        const bool down = m_sortOrder == Qt::DescendingOrder;
        std::stable_sort(m_rows.begin(), m_rows.end(), [&](std::uint32_t a, std::uint32_t b) {
            return down ? key(b) < key(a) : key(a) < key(b);
        });
    };
    switch (m_sortColumn) {
    case offset:
        sortBy([&](std::uint32_t i) {
            return std::pair(number(m_records[i].range.source), m_records[i].range.offset);
        });
        break;
    case size: sortBy([&](std::uint32_t i) { return m_records[i].range.length; }); break;
    case record: sortBy([&](std::uint32_t i) { return std::string_view(m_records[i].kind); }); break;
    case subject: sortBy([&](std::uint32_t i) { return std::string_view(m_records[i].subject); }); break;
    case by: sortBy([&](std::uint32_t i) { return std::string_view(m_records[i].by); }); break;
    case time:
        sortBy([&](std::uint32_t i) { return std::pair(m_records[i].axis, m_records[i].timeNs); });
        break;
    case afterPrevious: sortBy([&](std::uint32_t i) { return sincePrevious(i); }); break;
    case fields: sortBy([&](std::uint32_t i) { return std::string_view(m_records[i].fields); }); break;
    default:
        sortBy([&](std::uint32_t i) { // numbers first
            const RecordValue& value = valueOf(m_records[i], m_sortColumn);
            return std::tuple(!value.isNumber, value.order, std::string_view(value.text));
        });
        break;
    }
}

const RecordValue& RecordTableModel::valueOf(const Record& item, int column) const
{
    static const RecordValue nothing;
    const auto field = static_cast<std::size_t>(column - firstField);
    return field < item.values.size() ? item.values[field] : nothing;
}

std::optional<std::int64_t> RecordTableModel::sincePrevious(std::size_t position) const
{
    if (position == 0 || !m_records[position].timeNs || !m_records[position - 1].timeNs
        || m_records[position].axis != m_records[position - 1].axis) // unrelated clocks
        return {};
    return subtractSaturating(*m_records[position].timeNs, *m_records[position - 1].timeNs);
}

int RecordTableModel::rowOf(const std::optional<NodeId>& node, const ByteRange& bytes) const
{
    int owner = -1;
    for (std::size_t row = 0; row < m_rows.size(); ++row) {
        const Record& candidate = m_records[m_rows[row]];
        if (node && candidate.node == *node)
            return static_cast<int>(row);
        if (owner < 0 && bytes.length > 0 && candidate.range.contains(bytes.source, bytes.offset))
            owner = static_cast<int>(row);
    }
    return owner;
}

int RecordTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int RecordTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : firstField + static_cast<int>(m_fields.size());
}

QString RecordTableModel::cell(const Record& item, std::size_t position, int column) const
{
    switch (column) {
    case offset: return QString::number(item.range.offset, 16).rightJustified(8, QLatin1Char('0'));
    case size: return fromUtf8(grouped(item.range.length)) + QStringLiteral(" B");
    case record: return fromUtf8(item.kind);
    case subject: return fromUtf8(item.subject);
    case by: return fromUtf8(item.by);
    case time:
        return item.timeNs ? m_session->momentText(m_session->toView(item.axis, *item.timeNs), item.axis)
                           : QString();
    case afterPrevious: {
        const auto since = sincePrevious(position);
        if (!since)
            return {};
        return (*since >= 0 ? QStringLiteral("+") : QString()) + m_session->durationText(*since, item.axis);
    }
    case fields: return fromUtf8(item.fields);
    default: return fromUtf8(valueOf(item, column).text);
    }
}

QVariant RecordTableModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const std::size_t position = m_rows[static_cast<std::size_t>(index.row())];
    const Record& item = m_records[position];
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole: return cell(item, position, index.column());
    case Qt::TextAlignmentRole: return headerData(index.column(), Qt::Horizontal, role);
    case kTintRole: return index.column() == offset ? int(item.tint) : int(Tint::none);
    case kFixedFontRole: return index.column() == offset;
    case kSentenceRole: return index.column() == fields;
    case kSecondaryRole:
        return index.column() == offset || index.column() == afterPrevious || index.column() == fields;
    default: return {};
    }
}

QVariant RecordTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole) {
        const bool right = section == size || section == time || section == afterPrevious
            || (section >= firstField && m_numeric[static_cast<std::size_t>(section - firstField)]);
        return int(Qt::AlignVCenter | (right ? Qt::AlignRight : Qt::AlignLeft));
    }
    const auto field = static_cast<std::size_t>(section - firstField);
    const QString name =
        section >= firstField && field < m_fields.size() ? fromUtf8(m_fields[field]) : QString();
    if (role == Qt::ToolTipRole)
        return tipText(name); // names in a capture may be long
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case offset: return tr("offset");
    case size: return tr("size");
    case record: return tr("record");
    case subject: return m_hasTimes && m_session->axes().empty() ? tr("task or span") : tr("name");
    case by: return tr("by");
    case time: return tr("time");
    case afterPrevious: return tr("after previous");
    case fields: return tr("fields");
    default: return name;
    }
}

void RecordTableModel::sort(int column, Qt::SortOrder order)
{
    if (column == m_sortColumn && order == m_sortOrder)
        return;
    beginResetModel();
    m_sortColumn = column;
    m_sortOrder = order;
    arrange();
    endResetModel();
}

}
