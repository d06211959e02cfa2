#include "core/compare/parts.h"

#include "core/stats/columns.h"

#include <algorithm>

namespace traceglass::compare {

std::int64_t lengthOf(const stats::MadeTable& part)
{
    const Timeline& timeline = *part.timeline;
    TimeRange all = timeline.range;
    if (part.scope.tracks && !part.scope.tracks->empty() && !timeline.axes().empty()) {
        std::optional<TimeRange> ofTracks;
        for (const TrackId track : *part.scope.tracks) {
            const ClockAxis& axis = timeline.axis(track);
            const TimeRange own {axis.toView(axis.range.startNs), axis.toView(axis.range.endNs)};
            ofTracks = ofTracks
                ? TimeRange {std::min(ofTracks->startNs, own.startNs), std::max(ofTracks->endNs, own.endNs)}
                : own;
        }
        all = *ofTracks;
    }
    return part.scope.range ? stats::clippedNs(all, *part.scope.range) : all.lengthNs();
}

Result<StatTable> namesIn(const stats::MadeTable& part, Job& job)
{
    return stats::SliceTable::make(part.timeline, {.range = part.scope.range}, job)
        .map([](stats::SliceTable&& slices) { return std::move(slices).take(); });
}

std::int64_t unitsIn(const StatTable& names, std::string_view name)
{
    const auto found = std::ranges::find(names.keys, name);
    return found == names.keys.end()
        ? 0
        : names.columns.front().integers[static_cast<std::size_t>(found - names.keys.begin())];
}

Result<Comparison> comparedParts(const stats::MadeTable& a, const stats::MadeTable& b, const Denominator& per,
                                 Job& job)
{
    auto both = compared(a.table(), b.table(), per, job);
    if (!both || !a.slices || !b.slices)
        return both;
    if (auto judged = judge(*both, *a.slices, *b.slices, job); !judged)
        return tl::unexpected(judged.error());
    return both;
}

}
