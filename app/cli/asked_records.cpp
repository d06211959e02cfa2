#include "app/cli/asked_records.h"

#include "app/cli/arguments.h"
#include "app/cli/asked_hits.h"
#include "app/cli/output.h"
#include "app/cli/progress.h"
#include "core/query/record_test.h"

namespace traceglass::cli {

Exit readRecordTest(const Document& document, const Options& options, bool ofTracks, RecordTestPtr& test)
{
    auto expr = readQuery("--match", options.match);
    if (!expr)
        return expr.error();
    const bool isFitting = !options.query.empty() || (ofTracks && !options.track.empty());
    AskedHits asked;
    if (isFitting || query::hasConditions(*expr)) {
        Options ofSlices = options; // the time is that of records
        ofSlices.from.clear();
        ofSlices.to.clear();
        if (const Exit exit = readHits(document, ofSlices, "--where", asked); exit != kOk)
            return exit;
        expr = readQuery("--match", options.match, &*asked.catalogue);
        if (!expr)
            return expr.error();
        if (const Exit exit = giveNotes(document, options, *expr, *asked.columns); exit != kOk)
            return exit;
    }
    auto made = withProgress("searching", ProgressOn::besideOutput, [&](Job& job) {
        return query::recordTest(*expr, isFitting ? asked.hits : nullptr, asked.timeline, asked.columns.get(),
                                 job);
    });
    if (!made)
        return exitWith(kDamaged, options.file, made.error());
    test = std::move(*made);
    return kOk;
}

Exit tellNoRecords(const Document& document, const Options& options, const std::optional<TimeRange>& window,
                   const std::string& clock)
{
    FoundTracks found;
    if (!options.track.empty()) {
        found = findTracks(document, options.file, options.track).value_or(FoundTracks {});
        if (found.timeline && found.tracks.empty())
            return kUsage;
    } else if (window) {
        found.timeline = readTimeline(document).value_or(nullptr);
    }
    const auto isOutside = [&](const ClockAxis& axis) {
        return window->startNs > axis.range.endNs || window->endNs <= axis.range.startNs;
    };
    const auto axis = window && found.timeline ? clockOf(document, *found.timeline, clock) : std::nullopt;
    // Of tracks on several clocks each record may be asked on its own.
    const bool isOnOne = !clock.empty() || found.tracks.empty() || document.summary().clocks.size() < 2;
    const auto isOutsideOf = [&](TrackId id) { return isOutside(found.timeline->axis(id)); };
    if (axis && isOutside(*axis) && (isOnOne || std::ranges::all_of(found.tracks, isOutsideOf)))
        tellOutside(options.file, *axis);
    return kOk;
}

}
