// Questions about records: lists of any length, their order, and their export.
#include "core/ask/answers.h"
#include "core/base/csv.h"
#include "core/base/text.h"
#include "core/io/save_io.h"
#include "core/model/document.h"
#include "core/model/record_columns.h"
#include "core/query/record_test.h"

#include <algorithm>

namespace traceglass::ask {

namespace {

// Rows that are written at once: so many that records which lie together are read together, whatever they are
// sorted by.
constexpr std::size_t kExported = 1u << 16;

Result<const RecordsFacet*> recordsOf(const Reading& of)
{
    if (!of.document.records())
        return fail(Code::NodeUnknown, "the capture has no records");
    return of.document.records();
}

std::optional<Error> errorOf(const Result<void>& done)
{
    return done ? std::nullopt : std::optional(done.error());
}

template <class Cell>
void appendLine(std::string& out, const std::vector<RecordColumn>& columns, Cell cell)
{
    for (const RecordColumn& column : columns)
        out += (&column == columns.data() ? "" : ",") + csvCell(cell(column));
    out += "\r\n";
}

}

ListRecords::Answer answer(const ListRecords& question, const Reading& of, Job& job)
{
    const auto records = recordsOf(of);
    return records ? errorOf(question.list->build(**records, job)) : std::optional(records.error());
}

RecordsThat::Answer answer(const RecordsThat& question, const Reading& of, Job& job)
{
    const TimelinePtr timeline = of.document.timeline() ? question.timeline : nullptr;
    auto test = query::recordTest(question.expr, question.fitting, timeline, of.fields, job);
    return test ? RecordsThat::Answer {std::move(*test)} : RecordsThat::Answer {{}, test.error()};
}

OrderRecords::Answer answer(const OrderRecords& question, const Reading& of, Job& job)
{
    const auto records = recordsOf(of);
    return records ? errorOf(question.order->build(**records, job)) : std::optional(records.error());
}

RecordRows::Answer answer(const RecordRows& question, const Reading& of, Job& job)
{
    const auto records = recordsOf(of);
    if (!records)
        return tl::unexpected(records.error());
    return question.listing.rows(**records, question.first, question.atMost, job);
}

RecordRowOf::Answer answer(const RecordRowOf& question, const Reading& of, Job& job)
{
    const auto records = recordsOf(of);
    if (!records || !question.listing.list)
        return {};
    const auto number = question.listing.list->find(**records, question.node, question.bytes, job);
    return number ? question.listing.rowOf(*number) : std::nullopt;
}

ExportRecords::Answer answer(const ExportRecords& question, const Reading& of, Job& job)
{
    const auto records = recordsOf(of);
    if (!records)
        return records.error();
    const std::uint64_t count = question.listing.count();
    job.start(count);
    SaveIo io;
    const auto writeAll = [&](const FileWriter& write) -> Result<void> {
        std::string out;
        appendLine(out, question.columns,
                   [&](RecordColumn column) { return columnName(column, question.fields); });
        for (std::uint64_t first = 0; first < count; first += kExported) {
            Job unseen(job.token()); // reading counts in steps of its own
            const auto rows = question.listing.rows(
                **records, first, static_cast<std::size_t>(std::min<std::uint64_t>(kExported, count - first)),
                unseen, kWholeText);
            if (!rows)
                return tl::unexpected(rows.error());
            for (const RecordRow& row : *rows)
                appendLine(out, question.columns, [&](RecordColumn column) { return columnText(row, column); });
            if (auto written = write(asBytes(out)); !written)
                return written;
            out.clear();
            job.advance(rows->size());
        }
        return write(asBytes(out));
    };
    return errorOf(replaceFile(io, question.to, writeAll, {}, {.mode = 0666, .outOf = of.document.path()}));
}

RecordTables::Answer answer(const RecordTables&, const Reading& of, Job&)
{
    return of.document.records() ? of.document.records()->tables() : RecordTables::Answer {};
}

RecordNumber::Answer answer(const RecordNumber& question, const Reading& of, Job& job)
{
    RecordNumber::Answer out;
    const auto records = recordsOf(of);
    if (!records) {
        out.error = records.error();
        return out;
    }
    RecordQuery query;
    query.limit = question.number;
    query.placesOnly = true;
    const auto done = (*records)->read(
        query,
        [&](const Record& record) {
            if (++out.records == question.number)
                out.node = record.node;
            return !job.stopRequested();
        },
        job);
    if (!done)
        out.error = done.error();
    return out;
}

}
