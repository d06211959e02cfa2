// Exceptions: a row for a class with what its messages have in common.
#include "core/base/text.h"
#include "core/formats/cjfr/records/cjfr_fields.h"
#include "core/formats/cjfr/statistics/cjfr_tables.h"
#include "core/logs/log_template.h"

namespace traceglass::cjfr {

namespace {

struct ExceptionRow
{
    std::int64_t count = 0;
    std::int64_t firstNs = kNoInteger;
    std::int64_t lastNs = kNoInteger;
    bool hasApproximate = false;
};

}

Result<StatTable> exceptionTable(EventPass& pass)
{
    // Errors are exceptions too: where those are recorded, errors are among them.
    const std::string_view type =
        pass.has("jdk.JavaExceptionThrow") ? "jdk.JavaExceptionThrow" : "jdk.JavaErrorThrow";
    constexpr std::size_t kMessageText = 300;
    RowsOf<std::pair<StringId, StringId>, ExceptionRow> rows; // class, template
    std::vector<std::pair<StringId, StringId>> named;         // by row
    std::map<StringId, StringId> templateOf;                  // by message
    std::uint64_t untold = 0;
    bool isInexact = false;
    const auto done = pass.read({{type, {"thrownClass", "message"}}}, [&](const EventView& event) {
        const StringId message = pass.name(event.fields[1]);
        const auto [known, isNew] = templateOf.try_emplace(message);
        if (isNew)
            known->second = pass.intern(logs::logTemplate(shortened(pass.text(message), kMessageText)));
        const std::pair key(pass.name(event.fields[0]), known->second);
        ExceptionRow& row = rows[key];
        if (rows.all().size() > named.size())
            named.push_back(key);
        const std::int64_t ns = event.time.startNs;
        row.firstNs = row.count == 0 ? ns : std::min(row.firstNs, ns);
        row.lastNs = row.count == 0 ? ns : std::max(row.lastNs, ns);
        ++row.count;
        row.hasApproximate |= event.isApproximate;
        isInexact |= event.isApproximate;
        if (pass.value(event.fields[1]).isNull())
            ++untold;
    });
    if (!done)
        return tl::unexpected(done.error());

    StatTable table;
    for (std::size_t i = 0; i < named.size(); ++i) {
        const auto& [className, message] = named[i];
        table.keys.push_back(keyText(pass, className, "unknown class")
                             + (message == StringId {} ? "" : ": " + escaped(pass.text(message))));
        table.inexact.push_back(rows.all()[i].hasApproximate);
    }
    const stats::Columns columns(table, rows.all(), pass.job());
    columns.addSum("count", "count", "How many were thrown.", StatUnit::count,
                   [](const ExceptionRow& row) { return row.count; });
    columns.add("per_s", "per second", "That for each second of the range.", StatUnit::rate,
                [&](const ExceptionRow& row) {
                    constexpr double kSecond = 1e9;
                    return stats::shareOf(row.count, pass.range().lengthNs()) * kSecond;
                });
    columns.add("first_ns", "first", "When the first one was thrown.", StatUnit::moment,
                [](const ExceptionRow& row) { return row.firstNs; });
    columns.add("last_ns", "last", "When the last one was thrown.", StatUnit::moment,
                [](const ExceptionRow& row) { return row.lastNs; });
    table.remarks.emplace_back(
        "Messages that differ only in numbers, quoted text and identifiers are one row.");
    if (untold > 0)
        table.remarks.push_back("Of " + counted(untold, "exception", "exceptions")
                                + " no message was recorded.");
    if (isInexact)
        table.remarks.emplace_back("≈: of some the recording kept only between which collections they were "
                                   "thrown.");
    return table;
}

}
