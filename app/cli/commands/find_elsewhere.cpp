// tglass find --in structure and --in notes.
#include "app/cli/commands/find_elsewhere.h"

#include "app/cli/arguments.h"
#include "app/cli/commands/commands.h"
#include "app/cli/progress.h"
#include "app/cli/scope.h"
#include "app/cli/text/node_text.h"
#include "app/cli/text/note_text.h"
#include "core/base/text.h"
#include "core/model/annotation_json.h"
#include "core/notes/save.h"
#include "core/query/node_hits.h"
#include "core/query/note_texts.h"

namespace traceglass::cli {

namespace {

constexpr std::size_t kPathColumn = 40;
constexpr std::size_t kTextColumn = 84;

// What has no time and no track is not asked for these.
Exit refuseScope(const Options& options)
{
    const bool isOfSlices = !options.from.empty() || !options.to.empty() || !options.track.empty()
        || !options.clock.empty() || !options.fields.empty();
    return isOfSlices
        ? exitWith(kUsage, {}, "--from, --to, --track, --clock and --fields belong to --in slices")
        : kOk;
}

std::uint64_t toPrint(const Options& options)
{
    return options.countOnly ? 0 : limitOf(options);
}

std::string lineOf(const Document& document, const Node& node)
{
    std::string text =
        padded(document.structure()->pathOf(node.id), kPathColumn) + "  " + escaped(node.label);
    if (!node.value.empty())
        text += "  " + escaped(node.value);
    if (const std::string place = bytesText(document, node); !place.empty())
        text = padded(std::move(text), kTextColumn) + "  " + place;
    return text + '\n';
}

}

int finishFind(Output& out, const Options& options, const FoundAll& found, const std::function<Exit()>& exit)
{
    if (options.json)
        out.write(
            JsonLine()
                .addRaw("summary", JsonLine().add("file", options.file).add("hits", found.hits).finish())
                .finish()
            + '\n');
    else if (options.countOnly)
        out.write(std::to_string(found.hits) + '\n');
    const bool isAny = found.hits > 0;
    if (!options.expect.empty() && isAny != (options.expect == "some"))
        return out.finish(exitWith(kExceeded, options.file,
                                   isAny ? counted(found.hits, found.one + " fits", found.many + " fit")
                                         : "no " + found.one + " fits"));
    return out.finish(exit());
}

int findNodes(const Document& document, const Options& options)
{
    if (const Exit exit = refuseScope(options); exit != kOk)
        return exit;
    const auto expr = readQuery("QUERY", options.query, nullptr, nodeKinds());
    if (!expr)
        return expr.error();
    if (!document.structure())
        return exitWith(kUsage, options.file, "the capture has no structure to search");
    Output out;
    query::NodeHits hits(*expr, 0);
    // The rest is counted where somebody gets to know.
    const std::uint64_t limit = toPrint(options);
    const bool isCounted = options.json || options.countOnly;
    std::uint64_t written = 0;
    const auto print = [&](const Node& node) {
        if (written < limit) {
            ++written;
            JsonLine line;
            out.write(options.json ? addNode(line.add("hit", written), document, node).finish() + '\n'
                                   : lineOf(document, node));
        }
        return out.good() && (isCounted || written < limit);
    };
    const auto done = withProgress("searching", ProgressOn::besideOutput, [&](Job& job) {
        return hits.build(*document.structure(), document.sourceCount(), job, print);
    });
    return finishFind(out, options, {hits.count(), "node", "nodes"}, [&] {
        if (hits.unread() > 0)
            printError(options.file, counted(hits.unread(), "node", "nodes") + " could not be read");
        const Exit exit = exitAfter(document, done, options.file);
        return hits.unread() > 0 ? kDamaged : exit;
    });
}

int findNotes(const Document& document, const Options& options)
{
    if (const Exit exit = refuseScope(options); exit != kOk)
        return exit;
    const auto expr = readQuery("QUERY", options.query);
    if (!expr)
        return expr.error();
    Output out;
    Job job;
    const auto stored = loadNotes(document, job);
    if (!stored)
        return out.finish(exitWith(kDamaged, options.file, stored.error()));
    for (const Diagnostic& problem : stored->problems)
        printError(options.file, problem.message());
    const query::TextCondition condition(*expr);
    std::uint64_t hits = 0;
    for (const Annotation& note : stored->notes) {
        if (!condition.holds(query::textsOf(note)) || ++hits > toPrint(options))
            continue;
        if (options.json)
            out.write(JsonLine().add("hit", hits).addRaw("note", annotationJson(note, true)).finish() + '\n');
        else
            printNote(document, note, out);
    }
    return finishFind(out, options, {hits, "note", "notes"},
                      [&] { return stored->problems.empty() ? kOk : kDamaged; });
}

}
