#include "widgets/models/record_table_model.h"

#include "core/base/text.h"
#include "widgets/common/plain_text.h"
#include "widgets/common/utf8.h"
#include "widgets/models/row_view.h"
#include "widgets/session/document_session.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace traceglass {

namespace {

constexpr Asker::Slot kAskRows = 0;

const RecordValue& valueOf(const Record& item, int column)
{
    static const RecordValue nothing;
    const auto field = static_cast<std::size_t>(column - RecordTableModel::firstField);
    return field < item.values.size() ? item.values[field] : nothing;
}

std::optional<std::int64_t> sincePrevious(const std::vector<Record>& records, std::size_t position)
{
    if (position == 0 || !records[position].timeNs || !records[position - 1].timeNs
        || records[position].axis != records[position - 1].axis) // unrelated clocks
        return {};
    return subtractSaturating(*records[position].timeNs, *records[position - 1].timeNs);
}

}

RecordTableModel::RecordTableModel(DocumentSession* session, QObject* parent)
    : RowModel({tr("offset"), tr("size"), tr("record"), tr("task or span"), tr("by"), tr("time"),
                tr("after previous"), tr("fields")},
               parent)
    , m_session(session)
    , m_asker(session->capture())
{
    connect(session, &DocumentSession::timeFormatChanged, this, [this] { tellColumns(time, afterPrevious); });
}

void RecordTableModel::setRecords(std::vector<Record> records, std::vector<std::string> fieldNames,
                                  std::optional<std::vector<std::uint32_t>> rows)
{
    beginResetModel();
    m_asker.cancel(kAskRows);
    freeRecords();
    m_records = std::make_shared<std::vector<Record>>(std::move(records));
    m_fields = std::move(fieldNames);
    m_titles.resize(firstField);
    for (const std::string& name : m_fields)
        m_titles << fromUtf8(name);
    m_numbers.assign(m_fields.size(), 0);
    for (const Record& each : *m_records)
        for (std::size_t field = 0; field < std::min(m_fields.size(), each.values.size()); ++field)
            m_numbers[field] += each.values[field].isNumber ? 1 : each.values[field].text.empty() ? 0 : -1;
    if (m_sortColumn >= columnCount()) {
        m_sortColumn = -1;
        rows.reset();
    }
    m_places.clear();
    m_places.reserve(m_records->size());
    for (const Record& each : *m_records)
        m_places.push_back({each.node, each.range});
    m_hasTimes = std::ranges::any_of(*m_records, [](const Record& r) { return r.timeNs.has_value(); });
    m_rows = rows ? std::move(*rows) : order().of(*m_records);
    endResetModel();
    emit headerDataChanged(Qt::Horizontal, subject, subject);
}

void RecordTableModel::setFilter(const QString& text)
{
    if (text == m_filter)
        return;
    m_filter = text;
    refill();
}

void RecordTableModel::refill()
{
    constexpr std::size_t kAtOnce = 5'000;
    const auto take = [this](std::vector<std::uint32_t> rows) {
        beginResetModel();
        m_rows = std::move(rows);
        endResetModel();
        emit arranged();
    };
    m_asker.cancel(kAskRows);
    if (m_records->size() <= kAtOnce || order() == Order {})
        take(order().of(*m_records));
    else
        m_asker.work<std::vector<std::uint32_t>>(
            kAskRows, Priority::screen,
            [order = order(), records = m_records](Job&) { return order.of(*records); }, take);
}

std::vector<std::uint32_t> RecordTableModel::Order::of(const std::vector<Record>& records) const
{
    std::vector<std::uint32_t> rows;
    const std::string words = filter.toStdString();
    const bool isAscii =
        std::ranges::all_of(words, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
    const auto matches = [&](const Record& item) {
        const auto in = [&](const std::string& text) {
            return isAscii ? containsText(text, words) : fromUtf8(text).contains(filter, Qt::CaseInsensitive);
        };
        return in(item.kind) || in(item.subject) || in(item.by) || in(item.fields)
            || std::ranges::any_of(item.values, in, &RecordValue::text) || in(hexNumber(item.range.offset));
    };
    for (std::size_t i = 0; i < records.size(); ++i)
        if (words.empty() || matches(records[i]))
            rows.push_back(static_cast<std::uint32_t>(i));
    const auto sortBy = [&](auto key) {
        sortRows(rows, direction, [&](std::uint32_t i) { return key(records[i]); });
    };
    const auto sortByText = [&](std::string Record::*text) {
        sortBy([text](const Record& one) { return std::string_view(one.*text); });
    };
    switch (column) {
    case -1: break;
    case Column::offset:
        sortBy([](const Record& one) { return std::pair(number(one.range.source), one.range.offset); });
        break;
    case Column::size: sortBy([](const Record& one) { return one.range.length; }); break;
    case Column::record: sortByText(&Record::kind); break;
    case Column::subject: sortByText(&Record::subject); break;
    case Column::by: sortByText(&Record::by); break;
    case Column::time: sortBy([](const Record& one) { return std::pair(one.axis, one.timeNs); }); break;
    case Column::afterPrevious:
        sortRows(rows, direction, [&](std::uint32_t i) { return sincePrevious(records, i); });
        break;
    case Column::fields: sortByText(&Record::fields); break;
    default:
        sortBy([&](const Record& one) { // numbers first
            const RecordValue& value = valueOf(one, column);
            return std::tuple(!value.isNumber, value.order, std::string_view(value.text));
        });
    }
    return rows;
}

int RecordTableModel::rowOf(const std::optional<NodeId>& node, const ByteRange& bytes) const
{
    const auto rowWith = [this](const auto& is) {
        const auto row = std::ranges::find_if(m_rows, [&](std::uint32_t i) { return is(m_places[i]); });
        return row == m_rows.end() ? -1 : static_cast<int>(row - m_rows.begin());
    };
    const int ofNode = node ? rowWith([&](const Place& place) { return place.node == *node; }) : -1;
    if (ofNode >= 0 || bytes.length == 0)
        return ofNode;
    return rowWith([&](const Place& place) { return place.range.contains(bytes.source, bytes.offset); });
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
        const auto since = sincePrevious(*m_records, position);
        if (!since)
            return {};
        return (*since >= 0 ? QStringLiteral("+") : QString()) + m_session->durationText(*since, item.axis);
    }
    case fields: return fromUtf8(item.fields);
    default: return fromUtf8(valueOf(item, column).text);
    }
}

QVariant RecordTableModel::cellData(int row, int column, int role) const
{
    const Record& item = recordAt(row);
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole: return cell(item, m_rows[static_cast<std::size_t>(row)], column);
    case kTintRole: return column == offset ? int(item.tint) : int(Tint::none);
    case kFixedFontRole: return column == offset;
    case kSentenceRole: return column == fields;
    case kSecondaryRole: return column == offset || column == afterPrevious || column == fields;
    default: return {};
    }
}

bool RecordTableModel::isNumber(int column) const
{
    return column == size || column == time || column == afterPrevious
        || (column >= firstField && m_numbers[static_cast<std::size_t>(column - firstField)] > 0);
}

QVariant RecordTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (section >= firstField && role == Qt::ToolTipRole)
        return tipText(m_titles.value(section)); // names in a capture may be long
    if (section == subject && role == Qt::DisplayRole && !(m_hasTimes && m_session->axes().empty()))
        return tr("name");
    return RowModel::headerData(section, orientation, role);
}

}
