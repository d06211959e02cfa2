// tglass dump and records: everything a capture holds, as JSON.
#include "app/cli/arguments.h"
#include "app/cli/asked_records.h"
#include "app/cli/commands/commands.h"
#include "app/cli/output.h"
#include "app/cli/progress.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace traceglass::cli {

namespace {

// Nothing after saying that there are none.
const RecordsFacet* recordsOf(const Document& document, const std::string& file)
{
    const RecordsFacet* const facet = document.records();
    if (!facet)
        printError(file, "captures of this format have no records to print");
    return facet;
}

// Which of the records that the query delivers pass a test that looks into texts, which records as JSON have none of.
Result<std::vector<bool>> choose(const RecordsFacet& facet, RecordQuery query, const RecordTestPtr& test)
{
    std::vector<bool> out;
    if (!test || !test->needsTexts())
        return out;
    query.json = query.hashes = false;
    query.limit = ~std::uint64_t(0);
    const auto sink = [&](const Record& record) {
        out.push_back(test->holds(record));
        return true;
    };
    return withProgress("searching", ProgressOn::besideOutput,
                        [&](Job& job) { return facet.read(query, sink, job); })
        .map([&](std::uint64_t) { return std::move(out); });
}

}

int dump(const Document& document, const Options& options)
{
    const RecordsFacet* const facet = recordsOf(document, options.file);
    if (!facet)
        return kUsage;
    const PayloadsFacet* const payloads = document.payloads();
    if (options.payloads && !payloads)
        return exitWith(kUsage, options.file,
                        "--payloads is for captures whose records hold what other programs know");
    Output out;
    const auto sink = [&](std::string_view text) { out.write(text); };
    const auto result = withProgress("reading", ProgressOn::besideOutput, [&](Job& job) {
        return options.payloads ? payloads->dump(sink, job) : facet->dump(options.hashes, sink, job);
    });
    out.write("\n");
    return out.finish(exitAfter(document, result, options.file));
}

int records(const Document& document, const Options& options)
{
    const RecordsFacet* const facet = recordsOf(document, options.file);
    if (!facet)
        return kUsage;
    RecordQuery query;
    query.limit = limitOf(options);
    query.trackPattern = options.track;
    query.clock = options.clock;
    query.json = true;
    query.hashes = options.hashes;
    query.expanded = options.expanded;
    if (!knowsClock(document, options.file, options.clock))
        return kUsage;
    std::string clock;
    if (const Exit exit = readWindow(options, document, query.window, clock); exit != kOk)
        return exit;
    if (!options.track.empty() && !hasTimeAxis(document))
        return exitWith(kUsage, options.file, "--track needs tracks, and the capture has none");
    RecordTestPtr test;
    if (const Exit exit = readRecordTest(document, options, false, test); exit != kOk)
        return exit;
    const auto chosen = choose(*facet, query, test);
    if (!chosen)
        return exitWith(kDamaged, options.file, chosen.error());
    Output out;
    std::uint64_t number = 0, written = 0;
    std::uint64_t limit = std::exchange(query.limit, test ? ~std::uint64_t(0) : query.limit);
    if (test && test->needsTexts()) { // behind the last of them nothing is read, and for none nothing at all
        limit = std::min(limit, static_cast<std::uint64_t>(std::ranges::count(*chosen, true)));
        query.limit = limit > 0 ? query.limit : 0;
    }
    const auto sink = [&](const Record& record) {
        if (test && !(chosen->empty() ? test->holds(record) : (*chosen)[number++]))
            return true;
        if (written++ == limit)
            return false;
        out.write(record.json);
        out.write("\n");
        return out.good() && written < limit;
    };
    const auto result = withProgress("reading", ProgressOn::besideOutput,
                                     [&](Job& job) { return facet->read(query, sink, job); });
    if (result == std::uint64_t(0) && chosen->empty()) {
        if (const Exit exit = tellNoRecords(document, options, query.window, clock); exit != kOk)
            return exit;
    }
    return out.finish(exitAfter(document, result, options.file));
}

}
