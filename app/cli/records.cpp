// tglass dump and records: everything a capture holds, as JSON.
#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/cli/progress.h"

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

}

int dump(const Document& document, const Options& options)
{
    const RecordsFacet* const facet = recordsOf(document, options.file);
    if (!facet)
        return kUsage;
    Output out;
    const auto sink = [&](std::string_view text) { out.write(text); };
    const auto result = withProgress("reading", ProgressOn::besideOutput,
                                     [&](Job& job) { return facet->dump(options.hashes, sink, job); });
    out.write("\n");
    return out.finish(exitAfter(document, result, options.file));
}

int records(const Document& document, const Options& options)
{
    const RecordsFacet* const facet = recordsOf(document, options.file);
    if (!facet)
        return kUsage;
    RecordQuery query;
    query.limit = options.limit.value_or(query.limit);
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
    Output out;
    const auto sink = [&](const Record& record) {
        out.write(record.json);
        out.write("\n");
        return out.good();
    };
    const auto result = withProgress("reading", ProgressOn::besideOutput,
                                     [&](Job& job) { return facet->read(query, sink, job); });
    if (result == std::uint64_t(0) && !options.track.empty()) { // of no such track, or none at that time
        const auto found = findTracks(document, options.file, options.track);
        if (found && found->tracks.empty())
            return kUsage;
    }
    return out.finish(exitAfter(document, result, options.file));
}

}
