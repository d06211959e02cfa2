// A minor unit walked and decoded: its frames in file order with the times of their payloads, and what is
// lost between them. RtcFile::minorView makes and keeps them.
#pragma once

#include "core/formats/rtc/wire/rtc_walk.h"

#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

namespace traceglass::rtc {

// Number of a minor unit in the file.
constexpr unsigned kMinorBits = 24;
constexpr std::uint64_t kMinorsAtMost = (1u << kMinorBits) - 1; // of a Unit
constexpr std::uint64_t minorNumber(std::uint64_t unit, std::uint64_t minor)
{
    return unit << kMinorBits | minor;
}

struct MinorView
{
    struct Placing
    {
        std::int64_t ns = 0;
        std::uint64_t firstOffset = 0; // of the payload's first part; 0 for special frames
        std::uint16_t axis = 0;
        bool known = false;
        bool placed = false;
        bool incomplete = false; // the payload: bytes of it were lost
    };
    struct Payload // in several frames, the first one here, and the last one was met
    {
        std::vector<FramePart> parts;
        bool isTail = false;
    };
    struct Item // a child of the minor unit
    {
        std::uint32_t index = 0; // in frames, or in frames.lost
        bool lost = false;
    };

    std::uint32_t unit = 0;
    std::uint32_t minor = 0;
    ByteRange range;
    UnitFrames frames;
    std::vector<Placing> moments;                        // by frame
    std::vector<Item> items;                             // by offset
    std::unordered_map<std::uint64_t, Payload> payloads; // by first byte

    ByteRange rangeOf(Item item) const;
    // The item whose bytes hold the offset.
    std::optional<std::size_t> itemAt(std::uint64_t offset) const;
};
using MinorPtr = std::shared_ptr<const MinorView>;

// A frame or a lost range in its minor unit, or neither.
struct MinorItem
{
    MinorPtr view;
    std::size_t number = 0; // in view->items

    explicit operator bool() const { return view != nullptr; }
    MinorView::Item item() const { return view->items[number]; }
    bool isLost() const { return item().lost; }
    bool isFrame() const { return view && !item().lost; }
    ByteRange range() const { return view->rangeOf(item()); }
    const Lost& lost() const { return view->frames.lost[item().index]; } // of a lost range
    FramePart part() const { return view->frames.part(item().index); }   // the same of frames
    const MinorView::Placing& moment() const { return view->moments[item().index]; }
};

}
