// tglass dump and records: everything a capture holds, as JSON.
#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/cli/progress.h"
#include "core/base/text.h"
#include "core/base/time_text.h"

#include <algorithm>
#include <filesystem>
#include <limits>

namespace traceglass::cli {

namespace {

// The clock whose start relative times count from: the one named, else that of the tracks chosen, else the
// first.
Exit readClock(const Options& options, const Document& document, std::string& clock)
{
    clock = options.clock;
    const auto isRelative = [](const std::string& text) {
        const auto time = parseTime(text);
        return time && time->relative;
    };
    if (!clock.empty() || options.track.empty() || document.summary().clocks.size() < 2
        || (!isRelative(options.from) && !isRelative(options.to)))
        return kOk;
    const auto found = findTracks(document, options.file, options.track);
    if (!found)
        return exitWith(kDamaged, options.file, found.error());
    if (found->tracks.empty())
        return kUsage;
    const Timeline& timeline = *found->timeline;
    clock = timeline.axis(found->tracks.front()).name;
    const bool isOne =
        std::ranges::all_of(found->tracks, [&](TrackId id) { return timeline.axis(id).name == clock; });
    if (isOne)
        return kOk;
    return exitWith(kUsage, options.file,
                    "--track " + options.track + ": the tracks are on several clocks; name one with --clock");
}

Exit readWindow(const Options& options, const Document& document, std::optional<TimeRange>& window)
{
    if (options.from.empty() && options.to.empty())
        return kOk;
    if (!hasTimeAxis(document))
        return exitWith(kUsage, options.file, "--from and --to need a time axis, and the capture has none");
    std::string clock;
    if (const Exit exit = readClock(options, document, clock); exit != kOk)
        return exit;
    window = TimeRange {std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()};
    const auto read = [&](const char* option, const std::string& text, std::int64_t& ns) {
        if (text.empty())
            return true;
        const auto time = readTime(option, text, document, clock);
        ns = time.value_or(0);
        return time.has_value();
    };
    if (!read("--from", options.from, window->startNs) || !read("--to", options.to, window->endNs))
        return kUsage;
    if (window->startNs >= window->endNs)
        return exitWith(kUsage, {}, "--from " + options.from + " is not before --to " + options.to);
    return kOk;
}

// What is wrong with the capture, in a line: the first of the worst problems, and where to find the others.
void printDamage(const Document& document, const std::string& file)
{
    const DiagnosticLog& problems = document.problems();
    const std::vector<Diagnostic> all = problems.all();
    const auto problem = std::ranges::max_element(all, {}, &Diagnostic::severity);
    const std::uint64_t others = problems.total(Severity::error) + problems.total(Severity::warning) - 1;
    std::string text = problem->message();
    if (problem->range) {
        const std::string source = document.sourceName(problem->range->source);
        text += " (at byte " + std::to_string(problem->range->offset);
        text += source == std::filesystem::path(file).filename() ? ")" : " of " + source + ')';
    }
    if (others > 0)
        text += ", and " + counted(others, "other problem", "other problems") + ": see `tglass validate`";
    printError(file, text);
}

// Whatever ends with another code than kOk says why; what was printed before stays good.
template <class T>
Exit exitAfter(const Document& document, const Result<T>& result, const std::string& file)
{
    if (!result)
        return exitWith(kDamaged, file, result.error());
    const Exit exit = exitOf(document);
    if (exit != kOk)
        printDamage(document, file);
    return exit;
}

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
    if (const Exit exit = readWindow(options, document, query.window); exit != kOk)
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
