#include "app/cli/commands/export_records.h"

#include "app/cli/arguments.h"
#include "app/cli/asked_records.h"
#include "app/cli/output.h"
#include "app/cli/progress.h"
#include "app/cli/text/write_text.h"
#include "core/base/csv.h"
#include "core/base/text.h"
#include "core/model/record_columns.h"

namespace traceglass::cli {

namespace {

// Rows that are read at once: so many that those which lie together are read together, whatever they are
// sorted by.
constexpr std::size_t kRowsAtOnce = 1u << 16;

// The table of --type; nothing without it.
Exit readType(const Document& document, const Options& options, std::optional<RecordTable>& type)
{
    if (options.type.empty())
        return kOk;
    RecordQuery nothing; // some captures know their types when they were read
    nothing.limit = 0;
    const auto read = withProgress("reading", ProgressOn::besideOutput, [&](Job& job) {
        return document.records()->read(
            nothing, [](const Record&) { return false; }, job);
    });
    if (!read)
        return exitWith(kDamaged, options.file, read.error());
    std::vector<std::string> names;
    for (RecordTable& table : document.records()->tables()) {
        names.push_back(table.name);
        if (table.name == options.type
            || options.type.ends_with('.' + table.name)) // jdk. is left out in names
            type = std::move(table);
    }
    if (type)
        return kOk;
    return exitWith(kUsage, options.file,
                    "--type " + options.type + ": the capture has no such records"
                        + offer(options.type, names,
                                names.empty() ? "its records have no types with fields of their own"
                                              : "it has " + counted(names.size(), "type", "types")));
}

class RecordRowText
{
public:
    RecordRowText(const Document& document, const std::optional<RecordTable>& type)
        : m_document(document)
    {
        using enum RecordColumn;
        m_columns = type ? std::vector {offset, size, by, time, sincePrevious}
                         : std::vector {offset, size, record, subject, by, time, sincePrevious, fields};
        if (!type)
            return;
        m_fields = type->fields;
        for (std::size_t i = 0; i < m_fields.size(); ++i)
            m_columns.push_back(static_cast<RecordColumn>(static_cast<std::size_t>(firstField) + i));
    }

    // Of --sort, or how to exit.
    tl::expected<RecordColumn, Exit> column(const std::string& name) const
    {
        std::vector<std::string> names;
        for (const RecordColumn column : m_columns) {
            names.push_back(nameOf(column));
            if (names.back() == name)
                return column;
        }
        return tl::unexpected(exitWith(kUsage, {},
                                       "--sort " + name + ": records have no such column"
                                           + offer(name, names, "the first line of CSV has their names")));
    }

    std::string csvHeader() const
    {
        std::string out = "source";
        for (const RecordColumn column : m_columns)
            out += ',' + csvCell(escaped(nameOf(column)));
        return out + "\r\n";
    }
    std::string csv(const RecordRow& row) const
    {
        std::string out = csvCell(escaped(sourceOf(row)));
        for (const RecordColumn column : m_columns)
            out += ',' + csvCell(escaped(columnText(row, column)));
        return out + "\r\n";
    }
    std::string json(const RecordRow& row) const
    {
        JsonLine line;
        line.add("source", sourceOf(row));
        std::string values;
        JsonWriter ofType(values);
        ofType.beginObject();
        for (const RecordColumn column : m_columns) {
            const std::string value = columnJson(row, column);
            if (column >= RecordColumn::firstField)
                ofType.foreignKey(nameOf(column)).raw(value);
            else
                line.addRaw(nameOf(column), value);
        }
        ofType.endObject();
        if (!m_fields.empty())
            line.addRaw("values", values);
        return line.finish() + '\n';
    }

private:
    std::string nameOf(RecordColumn column) const { return columnName(column, m_fields); }
    std::string sourceOf(const RecordRow& row) const
    {
        return m_document.sourceName(row.record.range.source);
    }

    const Document& m_document;
    std::vector<RecordColumn> m_columns;
    std::vector<std::string> m_fields;
};

// How to exit when the list, which holds nothing yet, and its order cannot be made.
Exit fill(const RecordsFacet& records, const Options& options, RecordList& list, RecordOrder* order)
{
    const auto listed =
        withProgress("reading", ProgressOn::besideOutput, [&](Job& job) { return list.build(records, job); });
    if (!listed)
        return exitWith(kDamaged, options.file, listed.error());
    if (!order)
        return kOk;
    const auto ordered = withProgress("searching", ProgressOn::besideOutput,
                                      [&](Job& job) { return order->build(records, job); });
    if (ordered)
        return kOk;
    return exitWith(ordered.error().code == Code::RecordsTooManyToSort ? kUsage : kDamaged, options.file,
                    ordered.error());
}

}

Exit exportRecords(const Document& document, const Options& options)
{
    const RecordsFacet* const facet = document.records();
    if (!facet)
        return exitWith(kUsage, options.file, "captures of this format have no records");
    if (!knowsClock(document, options.file, options.clock))
        return kUsage;
    RecordQuery query;
    std::optional<RecordTable> type;
    RecordTestPtr test;
    std::string clock;
    if (const Exit exit = readType(document, options, type); exit != kOk)
        return exit;
    const RecordRowText text(document, type);
    RecordWish wish {{}, {}, !options.ascending};
    if (!options.sort.empty()) {
        const auto column = text.column(options.sort);
        if (!column)
            return column.error();
        wish.column = *column;
    }
    if (const Exit exit = readWindow(options, document, query.window, clock); exit != kOk)
        return exit;
    query.clock = clock;
    if (const Exit exit = readRecordTest(document, options, true, wish.test); exit != kOk)
        return exit;
    if (type)
        query.table = type->key;
    const auto window = query.window;
    const auto list = std::make_shared<RecordList>(std::move(query));
    const auto order =
        wish.test || wish.column ? std::make_shared<RecordOrder>(list, std::move(wish)) : nullptr;
    if (const Exit exit = fill(*facet, options, *list, order.get()); exit != kOk)
        return exit;
    if (list->count() == 0) {
        if (const Exit exit = tellNoRecords(document, options, window, clock); exit != kOk)
            return exit;
    }
    const RecordListing listing {list, order};
    return writeText(options, options.out, [&](const TextSink& sink) -> Result<void> {
        bool goesOn = options.json || sink(text.csvHeader());
        Job job;
        for (std::uint64_t first = 0; first < listing.count() && goesOn; first += kRowsAtOnce) {
            const auto rows = listing.rows(*facet, first, kRowsAtOnce, job, kWholeText);
            if (!rows)
                return tl::unexpected(rows.error());
            for (std::size_t i = 0; i < rows->size() && goesOn; ++i)
                goesOn = sink(options.json ? text.json((*rows)[i]) : text.csv((*rows)[i]));
        }
        return {};
    });
}

}
