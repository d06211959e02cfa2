#include "app/cli/scope.h"

#include "app/cli/arguments.h"
#include "app/cli/output.h"
#include "core/base/text.h"
#include "core/query/parse.h"

#include <algorithm>

namespace traceglass::cli {

namespace {

// What --from or --to leave open, or set far away, ends where the capture does: rates and shares are of this length. What
// happens at its very end is within; of a time outside nothing is left.
TimeRange within(const TimeRange& asked, const TimeRange& all)
{
    const std::int64_t end = addSaturating(all.endNs, 1);
    return {std::clamp(asked.startNs, all.startNs, end), std::clamp(asked.endNs, all.startNs, end)};
}

}

tl::expected<query::Expr, Exit> readQuery(const std::string& option, const std::string& text,
                                          const FieldCatalogue* catalogue,
                                          std::span<const std::string_view> kinds)
{
    const auto expr = query::parse(text, catalogue, kinds);
    if (expr)
        return *expr;
    const query::ParseError& error = expr.error();
    const std::size_t before = characterCount(std::string_view(text).substr(0, error.begin));
    return tl::unexpected(
        exitWith(kUsage, option,
                 error.sentence + " (at character " + grouped(before + 1) + ')'
                     + (error.suggestion.empty() ? "" : "; did you mean " + error.suggestion + '?')));
}

Exit readScope(const Document& document, const Options& options, AskedScope& asked)
{
    if (!document.timeline()) {
        const bool isDamaged = exitOf(document) != kOk;
        printError(options.file,
                   isDamaged ? "no time axis was found, so there are no slices to search"
                             : "the capture has no time axis, so there are no slices to search");
        return isDamaged ? exitAfter(document, Result<void> {}, options.file) : kUsage;
    }
    if (!knowsClock(document, options.file, options.clock))
        return kUsage;
    FoundTracks found;
    if (options.track.empty()) {
        auto timeline = readTimeline(document);
        if (!timeline || !*timeline) {
            const Exit exit = exitAfter(document, timeline, options.file);
            return exit == kOk ? kDamaged : exit;
        }
        found.timeline = std::move(*timeline);
    } else {
        auto read = findTracks(document, options.file, options.track);
        if (!read)
            return exitAfter(document, read, options.file);
        found = std::move(*read);
        if (found.tracks.empty())
            return kUsage;
        asked.scope.tracks = found.tracks;
    }
    std::optional<TimeRange> window;
    std::string clock;
    if (const Exit exit = readWindow(options, document, window, clock, &found); exit != kOk)
        return exit;
    asked.timeline = found.timeline;
    if (window) {
        const Timeline& timeline = *found.timeline;
        const auto axis = clockOf(document, timeline, clock);
        if (!axis)
            return exitWith(kUsage, options.file, "--clock " + clock + ": nothing of the capture is on it");
        const TimeRange range {axis->toView(window->startNs), axis->toView(window->endNs)};
        asked.scope.range = within(range, timeline.range);
        if (range.startNs > timeline.range.endNs || range.endNs <= timeline.range.startNs)
            tellOutside(options.file, *axis);
    }
    return kOk;
}

}
