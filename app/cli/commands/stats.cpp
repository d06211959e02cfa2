// tglass stats: tables of statistics, of one capture or of several together.
#include "app/cli/commands/commands.h"
#include "app/cli/commands/fail_if.h"
#include "app/cli/output.h"
#include "app/cli/tables.h"
#include "app/cli/text/table_text.h"
#include "core/base/text.h"
#include "core/stats/merge.h"
#include "core/stats/slice_table.h"

#include <algorithm>

namespace traceglass::cli {

namespace {

constexpr std::uint64_t kShown = 30; // rows, for people

struct Made
{
    std::unique_ptr<Document> document; // of several captures none
    MadeTable made;
    Exit exit = kOk; // kDamaged when one was
};

tl::expected<Made, Exit> ofOne(const Options& options, const std::string& file)
{
    Options one = options;
    one.file = file;
    Made out;
    out.document = open(file);
    if (!out.document)
        return tl::unexpected(kRejected);
    auto made = makeTable(*out.document, one, "--by", options.by);
    if (!made)
        return tl::unexpected(made.error());
    out.made = std::move(*made);
    out.exit = exitAfter(*out.document, Result<void> {}, file);
    return out;
}

tl::expected<Made, Exit> ofAll(const Options& options)
{
    if (options.files.size() == 1)
        return ofOne(options, options.files.front());
    if (!stats::sliceKeyOf(options.by))
        return tl::unexpected(exitWith(kUsage, {}, "--by " + options.by + " takes one capture"));
    Made all;
    std::vector<StatTable> tables;
    for (const std::string& file : options.files) {
        auto one = ofOne(options, file);
        if (!one)
            return one;
        all.exit = std::max(all.exit, one->exit);
        tables.push_back(std::move(*one->made.slices).take());
    }
    all.made.other = std::make_shared<const StatTable>(stats::merged(tables));
    return all;
}

std::string summaryJson(const Options& options, const StatTable& table, std::uint64_t rows,
                        const std::vector<std::string>& exceeded)
{
    JsonLine line;
    const auto text = [](const std::string& each) { return jsonString(each); };
    if (options.files.size() == 1)
        line.add("file", options.files.front());
    else
        line.addRaw("files", jsonList(options.files, text));
    line.add("table", table.id)
        .add("by", options.by)
        .add("field", options.field.empty() ? std::nullopt : std::optional(options.field))
        .add("rows", std::uint64_t(table.size()))
        .add("printed", rows);
    return JsonLine()
               .addRaw("summary",
                       line.addRaw("remarks", jsonList(table.remarks, text))
                           .addRaw("exceeded", jsonList(exceeded, text))
                           .finish())
               .finish()
        + '\n';
}

}

int stats(const Options& options)
{
    std::vector<Limit> limits;
    for (const std::string& text : options.failIf) {
        auto limit = readLimit(text);
        if (!limit)
            return limit.error();
        limits.push_back(std::move(*limit));
    }
    const auto all = ofAll(options);
    if (!all)
        return all.error();
    const StatTable& table = all->made.table();
    auto rows = sortedRows(table, options.sort);
    if (!rows)
        return rows.error();
    std::vector<std::string> exceeded;
    for (const Limit& limit : limits) {
        auto found = exceededBy(limit, table);
        if (!found)
            return found.error();
        if (*found)
            exceeded.push_back(**found + " (--fail-if " + limit.written + ')');
    }
    const std::uint64_t most = options.top.value_or(options.json ? 0 : kShown);
    if (most > 0 && rows->size() > most)
        rows->resize(most);

    Output out;
    const TableText text(all->document.get(), all->made.timeline.get(), table);
    if (options.json) {
        for (std::size_t i = 0; i < rows->size() && out.good(); ++i)
            out.write(text.json((*rows)[i]));
        out.write(summaryJson(options, table, rows->size(), exceeded));
    } else {
        out.write(text.lines(*rows, options.histogram));
        if (rows->size() < table.size())
            out.write("… " + counted(table.size() - rows->size(), "more row", "more rows")
                      + "; --top 0 prints all\n");
        if (table.isEstimate)
            out.write(options.files.size() > 1 ? "≈ mean and percentiles are good to 0.8 %\n"
                                               : "≈ estimated from samples\n");
        for (const std::string& remark : table.remarks)
            out.write(escaped(remark) + '\n');
    }
    for (const std::string& each : exceeded)
        printError(options.files.size() == 1 ? options.files.front() : std::string(), each);
    return out.finish(exceeded.empty() ? all->exit : kExceeded);
}

}
