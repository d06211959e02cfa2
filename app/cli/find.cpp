// tglass find: the slices a query holds for, in the order of time.
#include "app/cli/asked_hits.h"
#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "core/base/text.h"

namespace traceglass::cli {

int find(const Document& document, const Options& options)
{
    AskedHits asked;
    if (const Exit exit = readHits(document, options, "QUERY", asked); exit != kOk)
        return exit;
    const query::Hits& hits = *asked.hits;
    const std::uint64_t limit = options.countOnly ? 0 : options.limit.value_or(~std::uint64_t(0));
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
    if (options.json)
        out.write(
            JsonLine()
                .addRaw("summary", JsonLine().add("file", options.file).add("hits", hits.count()).finish())
                .finish()
            + '\n');
    else if (options.countOnly)
        out.write(std::to_string(hits.count()) + '\n');
    const bool isAny = hits.count() > 0;
    if (!options.expect.empty() && isAny != (options.expect == "some"))
        return out.finish(
            exitWith(kExceeded, options.file,
                     isAny ? counted(hits.count(), "slice fits", "slices fit") : "no slice fits"));
    return out.finish(exitAfter(document, Result<void> {}, options.file));
}

}
