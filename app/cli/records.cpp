// tglass dump and records: everything a capture holds, as JSON.
#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/cli/progress.h"

#include <algorithm>
#include <limits>

namespace traceglass::cli {

namespace {

// Where relative times count from. A stream has no index: only reading all of it tells.
std::optional<std::int64_t> startOf(const Document& document, const std::string& clock, Job& job)
{
    const Summary summary = document.summary();
    if (const auto own = summary.clockTimes.find(clock); own != summary.clockTimes.end())
        return own->second.startNs;
    if (summary.time)
        return summary.time->startNs;
    std::optional<std::int64_t> start;
    IndexRequest request;
    request.publish = [&](const TimelinePtr& timeline) { start = timeline->range.startNs; };
    if (!document.index(request, job))
        return {};
    return start;
}

// Reads one time argument into `ns`; says what is wrong with it and returns false.
bool readTime(const char* option, const std::string& text, const Document& document, const std::string& clock,
              std::int64_t& ns)
{
    if (text.empty())
        return true;
    const auto time = parseTime(text);
    if (!time) {
        printError({},
                   std::string(option) + " " + text
                       + " is not a time: write 2026-05-28T20:28:43.25Z, 1780000123250000000ns or +1.5s");
        return false;
    }
    Job job;
    const Progress progress(job, "reading", Progress::Beside::output);
    ns = time->absolute(time->relative ? startOf(document, clock, job).value_or(0) : 0);
    return true;
}

bool readWindow(const RecordsOptions& options, const Document& document, std::optional<TimeRange>& window)
{
    if (options.from.empty() && options.to.empty())
        return true;
    if (!document.hasTimeline() && !document.summary().time) {
        printError(options.file, "--from and --to need a time axis, and the capture has none");
        return false;
    }
    window = TimeRange {std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()};
    if (!readTime("--from", options.from, document, options.clock, window->startNs)
        || !readTime("--to", options.to, document, options.clock, window->endNs))
        return false;
    if (window->startNs >= window->endNs) {
        printError({}, "--from " + options.from + " is not before --to " + options.to);
        return false;
    }
    return true;
}

// A job that ended early says why; what was printed before stays good.
template <class T>
int exitAfter(const Document& document, const Result<T>& result, const std::string& file)
{
    if (result)
        return exitOf(document);
    printError(file, errorText(result.error(), file));
    return kDamaged;
}

}

int dump(const DumpOptions& options)
{
    const auto document = open(options.file);
    if (!document)
        return kRejected;
    Output out;
    Job job;
    Result<void> result;
    {
        const Progress progress(job, "reading", Progress::Beside::output);
        result = document->dump(
            options.hashes, [&](std::string_view text) { out.write(text); }, job);
    }
    out.write("\n");
    return out.finish(exitAfter(*document, result, options.file));
}

int records(const RecordsOptions& options)
{
    const auto document = open(options.file);
    if (!document)
        return kRejected;
    RecordQuery query;
    query.limit = options.limit;
    query.trackPattern = options.track;
    query.clock = options.clock;
    query.json = true;
    query.hashes = options.hashes;
    query.expanded = options.expanded;
    const std::vector<std::string> clocks = document->summary().clocks;
    if (!options.clock.empty() && std::ranges::find(clocks, options.clock) == clocks.end()) {
        std::string known;
        for (const std::string& clock : clocks)
            known += (known.empty() ? "" : ", ") + clock;
        printError(options.file,
                   "--clock " + options.clock + ": the capture has no such clock"
                       + (known.empty() ? ", and no other" : "; it has " + known));
        return kUsage;
    }
    if (!readWindow(options, *document, query.window))
        return kUsage;
    Output out;
    Job job;
    Result<std::uint64_t> result;
    {
        const Progress progress(job, "reading", Progress::Beside::output);
        const auto sink = [&](const Record& record) {
            out.write(record.json);
            out.write("\n");
            return out.good();
        };
        result = document->records(query, sink, job);
    }
    return out.finish(exitAfter(*document, result, options.file));
}

}
