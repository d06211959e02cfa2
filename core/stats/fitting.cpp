#include "core/stats/fitting.h"

namespace traceglass::stats {

namespace {

// The first part of a row that may hold slices which begin at the moment or later.
std::size_t partAt(const Timeline& timeline, RowId row, std::int64_t ns)
{
    std::size_t first = 0, count = timeline.partCount(row);
    while (count > 0) {
        const std::size_t half = count / 2;
        const SlicePart part = timeline.part(row, first + half);
        if (timeline.pack(part.pack).start(part.end - 1) < ns) {
            first += half + 1;
            count -= half + 1;
        } else {
            count = half;
        }
    }
    return first;
}

}

std::vector<std::uint8_t> tracksAsked(const StatRequest& request)
{
    std::vector<std::uint8_t> out = query::tracksInScope(request.timeline, request.tracks);
    for (std::uint32_t i = 0; request.only && i < out.size(); ++i)
        if (request.only->count(TrackId(i)) == 0)
            out[i] = 0;
    return out;
}

bool areAllFitting(const query::Hits& only, TrackId track)
{
    const Timeline& timeline = only.timeline();
    std::uint64_t slices = 0;
    for (const RowId row : timeline.rows(track)) {
        for (std::size_t i = 0; i < timeline.partCount(row); ++i) {
            const SlicePart part = timeline.part(row, i);
            slices += part.end - part.begin;
        }
    }
    return only.count(track) == slices;
}

bool isFittingAt(const query::Hits& only, TrackId track, TimeRange time, std::uint64_t offset)
{
    const Timeline& timeline = only.timeline();
    for (const RowId row : timeline.rows(track)) {
        for (std::size_t i = partAt(timeline, row, time.startNs); i < timeline.partCount(row); ++i) {
            const SlicePart part = timeline.part(row, i);
            const SlicePack& pack = timeline.pack(part.pack);
            std::size_t at = time.startNs == INT64_MIN
                ? part.begin
                : pack.firstAfter(part.begin, part.end, time.startNs - 1);
            for (; at < part.end && pack.start(at) == time.startNs; ++at)
                if (isFitting(&only, part.pack, at) && pack.end(at) == time.endNs
                    && pack.ref(at).offset() == offset)
                    return true;
            if (at < part.end)
                break; // the row goes on later
        }
    }
    return false;
}

}
