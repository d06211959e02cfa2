// tglass find: the slices a query holds for, in the order of time; nodes and notes.
#include "app/cli/arguments.h"
#include "app/cli/asked_hits.h"
#include "app/cli/commands/commands.h"
#include "app/cli/commands/find_elsewhere.h"
#include "app/cli/output.h"

namespace traceglass::cli {

int find(const Document& document, const Options& options)
{
    if (options.in != "slices")
        return options.in == "structure" ? findNodes(document, options) : findNotes(document, options);
    AskedHits asked;
    if (const Exit exit = readHits(document, options, "QUERY", asked); exit != kOk)
        return exit;
    const query::Hits& hits = *asked.hits;
    const std::uint64_t limit = options.countOnly ? 0 : limitOf(options);
    const auto text = limit > 0 ? readHitText(document, options, asked) : nullptr;
    if (limit > 0 && !text)
        return kDamaged;
    Output out;
    std::uint64_t written = 0;
    if (limit > 0)
        hits.each([&](const query::Hit& hit) {
            ++written;
            out.write(options.json ? text->json(hit, written) : text->line(hit));
            return written < limit && out.good();
        });
    return finishFind(out, options, {hits.count(), "slice", "slices"},
                      [&] { return exitAfter(document, Result<void> {}, options.file); });
}

}
