// tglass export: rows of a table, slices that a query holds for, records, or stacks, for other programs.
#include "app/cli/arguments.h"
#include "app/cli/asked_hits.h"
#include "app/cli/commands/commands.h"
#include "app/cli/commands/export_records.h"
#include "app/cli/new_file.h"
#include "app/cli/output.h"
#include "app/cli/progress.h"
#include "app/cli/tables.h"
#include "app/cli/text/table_text.h"
#include "app/cli/text/write_text.h"
#include "core/ask/questions.h"
#include "core/base/text.h"
#include "core/stats/table_csv.h"
#include "core/timeline/stack_sums.h"

#include <algorithm>
#include <limits>

namespace traceglass::cli {

namespace {

Exit exportHits(const Document& document, const Options& options)
{
    AskedHits asked;
    if (const Exit exit = readHits(document, options, "--where", asked); exit != kOk)
        return exit;
    const auto text = readHitText(document, options, asked);
    if (!text)
        return kDamaged;
    return writeText(options, options.out, [&](const TextSink& sink) {
        std::uint64_t number = 0;
        if (!options.json && !sink(text->csvHeader()))
            return Result<void>();
        asked.hits->each([&](const query::Hit& hit) {
            return sink(options.json ? text->json(hit, ++number) : text->csv(hit));
        });
        return Result<void>();
    });
}

Exit exportRows(const Document& document, const Options& options)
{
    const bool isSlices = options.table == "slices";
    const auto made =
        makeTable(document, options, isSlices ? "--by" : "--table", isSlices ? options.by : options.table);
    if (!made)
        return made.error();
    const StatTable& table = made->table();
    const auto rows = sortedRows(table, options.sort);
    if (!rows)
        return rows.error();
    return writeText(options, options.out, [&](const TextSink& sink) {
        const TableText text(&document, made->timeline.get(), table);
        const stats::TableCsv csv {table, made->timeline.get()};
        bool goesOn = options.json || sink(csv.header());
        for (std::size_t i = 0; i < rows->size() && goesOn; ++i)
            goesOn = sink(options.json ? text.json((*rows)[i]) : csv.line((*rows)[i]));
        return Result<void>();
    });
}

// The events that --kind names, all without it.
Exit readKind(const Document& document, const Options& options, const Timeline& timeline, StackQuery& query,
              FlameWeight& weight)
{
    const std::vector<StackKind> kinds = withProgress(
        "reading stacks", ProgressOn::besideOutput, [&](Job& job) { return document.stacks()->kinds(timeline, job); });
    std::vector<std::string> names;
    for (const StackKind& kind : kinds)
        names.push_back(kind.name);
    if (!options.kind.empty()) {
        if (std::ranges::find(names, options.kind) == names.end())
            return exitWith(kUsage, options.file,
                            "--kind " + options.kind + ": the capture has no such events with stacks"
                                + offer(options.kind, names,
                                        names.empty() ? "it has none" : "it has " + listText(names)));
        query.kinds = {options.kind};
    }
    if (options.weight.empty())
        return kOk;
    const auto wanted = std::ranges::find(kFlameWeights, options.weight) - kFlameWeights.begin();
    if (!ask::Flame::weightsOf(kinds, options.kind)[static_cast<std::size_t>(wanted)])
        return exitWith(kUsage, options.file, "--weight " + options.weight + ": these events have none");
    weight = static_cast<FlameWeight>(wanted);
    return kOk;
}

// --track, and of --where those with a slice that fits; empty: all.
Exit readTracks(const Document& document, const Options& options, StackQuery& query, TimelinePtr& timeline)
{
    AskedHits asked;
    const bool isFiltered = !options.query.empty();
    const Exit exit =
        isFiltered ? readHits(document, options, "--where", asked) : readScope(document, options, asked);
    if (exit != kOk)
        return exit;
    timeline = asked.timeline;
    query.range = asked.scope.range;
    const std::vector<std::uint8_t> inScope = query::tracksInScope(*timeline, asked.scope.tracks);
    for (std::uint32_t i = 0; (isFiltered || asked.scope.tracks) && i < inScope.size(); ++i) {
        const Track& track = timeline->track(TrackId(i));
        const bool fits = !isFiltered || (track.kind != TrackKind::group && asked.hits->count(TrackId(i)) > 0);
        if (inScope[i] != 0 && fits)
            query.tracks.insert({track.kind, track.key});
    }
    if (isFiltered && query.tracks.empty()) // of none, which is not all
        query.tracks.insert({TrackKind::group, ~std::uint64_t(0)});
    return kOk;
}

Exit exportStacks(const Document& document, const Options& options)
{
    if (!document.stacks())
        return exitWith(kUsage, options.file, "captures of this format have no stacks");
    StackQuery query;
    TimelinePtr timeline;
    if (const Exit exit = readTracks(document, options, query, timeline); exit != kOk)
        return exit;
    if (!document.stacks()) // some formats know only when they have read everything
        return exitWith(kUsage, options.file, "the capture has no stacks");
    auto weight = FlameWeight::count;
    if (const Exit exit = readKind(document, options, *timeline, query, weight); exit != kOk)
        return exit;
    StackSums sums;
    std::string text;
    const auto read = withProgress("reading stacks", ProgressOn::besideOutput, [&](Job& job) {
        auto done = document.stacks()->read(
            *timeline, query,
            [&](const StackFrames& frames, const StackSample& sample) {
                sums.add(frames, sample);
                return true;
            },
            job);
        if (done)
            text = sums.collapsed(weight, job, std::numeric_limits<std::size_t>::max());
        return done;
    });
    if (!read)
        return exitWith(kDamaged, options.file, read.error());
    if (sums.isCut())
        printError(options.file, "there are too many different stacks: some end early");
    return writeText(options, options.stacks, [&](const TextSink& sink) {
        sink(text);
        return Result<void>();
    });
}

// What belongs to another table would be left out in silence.
Exit belongTogether(const Options& options)
{
    const auto isOf = [&](const char* table) { return options.stacks.empty() && options.table == table; };
    const bool hasRows = options.stacks.empty() && !isOf("find"); // that can be sorted
    const auto given = std::to_array<std::tuple<const char*, bool, bool, const char*>>(
        {{"--match", !options.match.empty(), isOf("records"), "to --table records"},
         {"--type", !options.type.empty(), isOf("records"), "to --table records"},
         {"--ascending", options.ascending, isOf("records"), "to --table records"},
         {"--fields", !options.fields.empty(), isOf("find"), "to --table find"},
         {"--by", options.by != Options {}.by, isOf("slices"), "to --table slices"},
         {"--field", !options.field.empty(), isOf("slices"), "to --table slices"},
         {"--sort", !options.sort.empty(), hasRows,
          "to tables with a row of each, not to slices one by one nor stacks"},
         {"--json", options.json, options.stacks.empty(), "to tables: stacks are a line of text each"},
         {"--table", options.table != Options {}.table, options.stacks.empty(),
          "to tables, not to --stacks"}});
    for (const auto& [option, isGiven, belongs, where] : given)
        if (isGiven && !belongs)
            return exitWith(kUsage, {}, std::string(option) + " belongs " + where);
    return kOk;
}

}

int exportTable(const Document& document, const Options& options)
{
    if (const Exit exit = belongTogether(options); exit != kOk)
        return exit;
    for (const std::string& out : {options.out, options.stacks})
        if (const Exit exit = checkApart(out, document); exit != kOk)
            return exit;
    const Exit exit = !options.stacks.empty() ? exportStacks(document, options)
        : options.table == "find"             ? exportHits(document, options)
        : options.table == "records"          ? exportRecords(document, options)
                                              : exportRows(document, options);
    return exit == kOk ? exitAfter(document, Result<void> {}, options.file) : exit;
}

}
