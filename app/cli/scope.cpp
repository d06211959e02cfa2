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

// Nothing at all is a good answer, and a wrong year or clock looks like one.
void tellOutside(const std::string& file, const ClockAxis& clock)
{
    const std::int64_t start = clock.range.startNs;
    printError(file,
               "nothing of it is in that time: its clock" + (clock.name.empty() ? "" : ' ' + clock.name)
                   + " begins at "
                   + (clock.kind == ClockAxis::Kind::unixTime ? iso8601(start) : std::to_string(start) + "ns")
                   + " and goes on for " + clock.lengthText(clock.range.lengthNs()));
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
        printError(options.file, "the capture has no time axis, so there are no slices to search");
        const Exit exit = exitAfter(document, Result<void> {}, options.file);
        return exit == kOk ? kUsage : exit;
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
        const auto axis = std::ranges::find(timeline.axes(), clock, &ClockAxis::name);
        ClockAxis only;
        only.kind = document.summary().absolute ? ClockAxis::Kind::unixTime : ClockAxis::Kind::unknown;
        only.range = timeline.range;
        const ClockAxis& first = timeline.axes().empty() ? only : timeline.axes().front();
        const ClockAxis& of = axis == timeline.axes().end() ? first : *axis;
        const TimeRange range {of.toView(window->startNs), of.toView(window->endNs)};
        asked.scope.range = within(range, timeline.range);
        if (range.startNs > timeline.range.endNs || range.endNs <= timeline.range.startNs)
            tellOutside(options.file, of);
    }
    return kOk;
}

}
