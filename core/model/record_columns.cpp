#include "core/model/record_columns.h"

#include "core/base/text.h"

namespace traceglass {

namespace {

std::string orNone(const std::optional<std::int64_t>& ns)
{
    return ns ? std::to_string(*ns) : std::string();
}

std::size_t fieldOf(RecordColumn column)
{
    return static_cast<std::size_t>(column) - static_cast<std::size_t>(RecordColumn::firstField);
}

// Null where the record does not have so many.
const RecordValue* valueOf(const Record& record, RecordColumn column)
{
    const std::size_t field = fieldOf(column);
    return field < record.values.size() ? &record.values[field] : nullptr;
}

}

std::string columnName(RecordColumn column, const std::vector<std::string>& fields)
{
    switch (column) {
    case RecordColumn::offset: return "offset";
    case RecordColumn::size: return "size";
    case RecordColumn::record: return "record";
    case RecordColumn::subject: return "subject";
    case RecordColumn::by: return "by";
    case RecordColumn::time: return "time_ns";
    case RecordColumn::sincePrevious: return "after_previous_ns";
    case RecordColumn::fields: return "fields";
    default: return fields.at(fieldOf(column));
    }
}

std::string columnText(const RecordRow& row, RecordColumn column)
{
    const Record& record = row.record;
    switch (column) {
    case RecordColumn::offset: return std::to_string(record.range.offset);
    case RecordColumn::size: return std::to_string(record.range.length);
    case RecordColumn::record: return record.kind;
    case RecordColumn::subject: return record.subject;
    case RecordColumn::by: return record.by;
    case RecordColumn::time: return orNone(record.timeNs);
    case RecordColumn::sincePrevious: return orNone(row.sincePreviousNs);
    case RecordColumn::fields: return record.fields;
    default: break;
    }
    const RecordValue* const value = valueOf(record, column);
    if (!value)
        return {};
    const bool isNumber =
        value->json.find_first_of("-0123456789") == 0; // people read it with a unit, and rounded
    return isNumber ? value->json : value->text;
}

std::string columnJson(const RecordRow& row, RecordColumn column)
{
    const std::string text = columnText(row, column);
    switch (column) {
    case RecordColumn::offset:
    case RecordColumn::size:
    case RecordColumn::time:
    case RecordColumn::sincePrevious: return text.empty() ? "null" : text;
    case RecordColumn::record:
    case RecordColumn::subject:
    case RecordColumn::by:
    case RecordColumn::fields: return jsonString(text);
    default: break;
    }
    const RecordValue* const value = valueOf(row.record, column);
    if (!value)
        return "null";
    return value->json.empty() ? jsonString(text) : value->json;
}

}
