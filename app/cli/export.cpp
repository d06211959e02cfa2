// tglass export: rows of a table, slices that a query holds for, or stacks, for other programs.
#include "app/cli/asked_hits.h"
#include "app/cli/commands.h"
#include "app/cli/new_file.h"
#include "app/cli/output.h"
#include "app/cli/progress.h"
#include "app/cli/table_text.h"
#include "app/cli/tables.h"
#include "core/base/text.h"
#include "core/model/stack_sums.h"

#include <functional>
#include <limits>

namespace traceglass::cli {

namespace {

// Takes a piece of text; false: no more is wanted.
using TextSink = std::function<bool(std::string_view)>;

// Where the text goes: to standard output, or into a file that is there when it is whole.
Exit writeText(const Options& options, const std::string& path,
               const std::function<void(const TextSink&)>& each)
{
    if (path.empty() || path == "-") {
        Output out;
        each([&](std::string_view text) {
            out.write(text);
            return out.good();
        });
        return static_cast<Exit>(out.finish(kOk));
    }
    constexpr std::size_t kBuffered = 1 << 16; // bytes
    NewFile made(path, options.force);
    auto file = made.create();
    if (!file)
        return exitWith(kUnwritable, path, file.error());
    Result<void> written;
    std::string buffer;
    const auto flush = [&] {
        written = file->write(asBytes(buffer));
        buffer.clear();
        return written.has_value();
    };
    each([&](std::string_view text) {
        buffer += text;
        return buffer.size() < kBuffered || flush();
    });
    if (written && flush())
        written = made.finish(*file);
    return written ? kOk : exitWith(kUnwritable, path, written.error());
}

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
            return;
        asked.hits->each([&](const query::Hit& hit) {
            return sink(options.json ? text->json(hit, ++number) : text->csv(hit));
        });
    });
}

Exit exportRows(const Document& document, const Options& options)
{
    const bool isSlices = options.table == "slices";
    const auto made =
        makeTable(document, options, isSlices ? "--by" : "--table", isSlices ? options.by : options.table);
    if (!made)
        return made.error();
    const auto rows = sortedRows(made->table, options.sort);
    if (!rows)
        return rows.error();
    return writeText(options, options.out, [&](const TextSink& sink) {
        const TableText text(&document, made->timeline.get(), made->table);
        bool goesOn = options.json || sink(text.csvHeader());
        for (std::size_t i = 0; i < rows->size() && goesOn; ++i)
            goesOn = sink(options.json ? text.json((*rows)[i]) : text.csv((*rows)[i]));
    });
}

Exit exportStacks(const Document& document, const Options& options)
{
    if (!document.stacks())
        return exitWith(kUsage, options.file, "captures of this format have no stacks");
    AskedScope asked;
    if (const Exit exit = readScope(document, options, asked); exit != kOk)
        return exit;
    StackQuery query;
    query.range = asked.scope.range;
    const std::vector<std::uint8_t> inScope = query::tracksInScope(*asked.timeline, asked.scope.tracks);
    for (std::uint32_t i = 0; asked.scope.tracks && i < inScope.size(); ++i)
        if (const Track& track = asked.timeline->track(TrackId(i)); inScope[i] != 0)
            query.tracks.insert({track.kind, track.key});
    StackSums sums;
    std::string text;
    const auto read = withProgress("reading stacks", ProgressOn::besideOutput, [&](Job& job) {
        auto done = document.stacks()->read(
            *asked.timeline, query,
            [&](const StackFrames& frames, const StackSample& sample) {
                sums.add(frames, sample);
                return true;
            },
            job);
        if (done)
            text = sums.collapsed(FlameWeight::count, job, std::numeric_limits<std::size_t>::max());
        return done;
    });
    if (!read)
        return exitWith(kDamaged, options.file, read.error());
    if (sums.isCut())
        printError(options.file, "there are too many different stacks: some end early");
    return writeText(options, options.stacks, [&](const TextSink& sink) { sink(text); });
}

}

int exportTable(const Document& document, const Options& options)
{
    for (const std::string& out : {options.out, options.stacks})
        if (!out.empty() && out != "-" && belongsToCapture(out, document.path()))
            return exitWith(kUsage, out, "this is part of the capture itself and will not be overwritten");
    const Exit exit = !options.stacks.empty() ? exportStacks(document, options)
        : options.table == "find"             ? exportHits(document, options)
                                              : exportRows(document, options);
    return exit == kOk ? exitAfter(document, Result<void> {}, options.file) : exit;
}

}
