// What a search is kept to, or kept away from, beside its words: a range of time, a track, its group, the
// tracks of its kind, or those on its clock. It names them so that it means the same in every snapshot of a
// capture.
//
//     const auto only = query::restrictedTo(By::group, timeline, track);  // nothing: the track is in no group
//     query::run(timeline, expr, {.restrictions = {*only}}, job)
//     query::print(query::asQuery(timeline, *only))                       // "group = tasks": for a filter
#pragma once

#include "core/query/query.h"
#include "core/timeline/timeline.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace traceglass::query {

struct Restriction
{
    enum class By : std::uint8_t { range, track, group, kind, clock };

    By by = By::range;
    bool isNot = false;                // everything else is meant
    TimeRange range {};                // of a range: view time; what overlaps it
    TrackKind kind = TrackKind::group; // of the track or group, or all that is meant
    std::uint64_t key = 0;             // of the track or group
    std::string clock {};              // its name

    bool operator==(const Restriction&) const = default;
};

// Has no other track its path? Else only its number tells it from others: "tasks/render #20".
bool isOnlyOfPath(const Timeline& timeline, TrackId track);

// To what a track has of it. Nothing: it is in no group, the capture has one clock, or it is asked for a
// range.
std::optional<Restriction> restrictedTo(Restriction::By by, const Timeline& timeline, TrackId track);
// By track, whether all of them allow it; those of ranges allow any.
std::vector<std::uint8_t> allowedTracks(const Timeline& timeline, std::span<const Restriction> restrictions);
// "tasks/render", "states", "board clock"; empty: of a range, or of what the capture does not have.
std::string subjectOf(const Timeline& timeline, const Restriction& restriction);
// The condition that holds for the same slices. Where several tracks share a path, "tasks/render #20" names
// one.
Expr asQuery(const Timeline& timeline, const Restriction& restriction);

}
