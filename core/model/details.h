// What a slice or a node tells about itself, as the Details view lays it out, and its connections to other tracks.
#pragma once

#include "core/model/node.h"
#include "core/timeline/timeline.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace traceglass {

// A value in Details: the window formats moments and durations by its unit setting.
struct Moment
{
    std::int64_t ns = 0;
};
struct Duration
{
    std::int64_t ns = 0;
};
using DetailValue = std::variant<std::string, Moment, Duration>;

// What a click on a value leads to.
struct DetailLink
{
    std::optional<SliceId> slice {};
    std::optional<NodeId> node {};
};

struct DetailRow
{
    std::string label;
    DetailValue value;
    std::string extra {}; // quieter, at the right
    std::optional<DetailLink> link {};
    bool strong = false;
};

// What ran on a worker during a window, or what lies in a piece of memory: drawn as a small bar of slices.
struct DetailBar
{
    std::string label;
    TimeRange window;
    std::vector<std::pair<std::string, TimeRange>> parts; // name and when
    std::string extra;                                    // "99.9 %"
    bool isMemory = false;                                // window and parts are bytes, not time
};

struct DetailSection
{
    std::string title; // empty: the first section, under the heading
    std::string extra {};
    std::string sentence {};
    std::vector<DetailRow> rows {};
    std::vector<DetailBar> bars {};
    std::string text {};       // running text in a fixed font, such as the log around a line
    std::size_t markBegin = 0; // bytes of `text` to point out
    std::size_t markEnd = 0;
    bool hasNames = false; // in the sentence, in backquotes: bold where that is possible
};

// What a slice is made of, in an order but without times: a tree below it on the timeline.
struct DetailOutline
{
    struct Line
    {
        std::uint32_t depth = 0;
        std::string text;
    };
    std::string title;       // "markers of the submit"
    std::string subtitle {}; // "command buffer 0x1a6f"
    std::string sentence {}; // why there are no times
    std::vector<Line> lines {};
    std::uint64_t left = 0; // how many more there are
};

struct Details
{
    std::string title;    // "upload"; its colour is that of the name
    std::string number;   // "#20"
    std::string subtitle; // "poll 8 of 30 on worker 1"
    std::vector<DetailSection> sections;
    DetailOutline outline {}; // no lines: there is none
};

// A connection between two tracks, drawn for the selection only.
struct Flow
{
    static constexpr std::size_t kAtMost = 64; // of a slice

    enum class Kind : std::uint8_t { wake, spawn, lock }; // lock: from who held it to who waited
    Kind kind = Kind::wake;
    TrackKind fromKind = TrackKind::states;
    std::uint64_t fromKey = 0; // Track::key
    std::int64_t fromNs = 0;
    TrackKind toKind = TrackKind::states;
    std::uint64_t toKey = 0;
    std::int64_t toNs = 0;
    bool approximate = false; // when is an estimate
};

}
