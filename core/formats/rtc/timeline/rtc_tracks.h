// What the tracks of an RTC file are called, in every snapshot, query and note.
#pragma once

#include "core/formats/rtc/wire/rtc_decoder.h"
#include "core/timeline/timeline.h"

namespace traceglass::rtc {

// Identity of the tracks (Track::key): segment << 32 | stream id; below 9 the container's own.
enum : std::uint32_t { kUnitsTrack = 0, kMinorsTrack = 1, kLostTrack = 2 };
constexpr std::uint64_t trackKey(std::uint32_t segment, std::uint32_t stream)
{
    return std::uint64_t(segment) << 32 | stream;
}

constexpr std::string_view kContainer = "container"; // the group of those

// How the track of a stream is called within its segment.
struct TrackName
{
    std::string group, name;
    bool hasRuler = false; // the group: its clock has no known relation to the leading one
};
TrackName trackName(const Axes& axes, std::uint32_t segment, const Stream& stream);
TrackKind trackKindOf(const Stream& stream);
// "motor/current" and "streams/stdout", with several segments "segment 1/motor/current".
std::string trackPath(const Ruler& ruler, const Axes& axes, std::uint32_t segment, const Stream& stream);

}
