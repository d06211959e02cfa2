// Whether a frame begins a payload or is the rest of one whose beginning is lost. Frames do not say; the
// index behind them does (rtc.md 3): it names the first frame of a minor unit that a call of the writer
// began. Of a payload written in several calls that may be a later part.
//
//     PayloadStarts starts(file, ruler);
//     if (starts.begins(frames, i) == false) ... // a tail
//
// Asked for behind lost bytes only. Answers about one minor unit cost one look at its index.
#pragma once

#include "core/formats/rtc/wire/rtc_walk.h"

#include <unordered_map>

namespace traceglass::rtc {

// Where payloads began as an Index (`id` kIndex) or index frame of the Unit at the offset says, by stream;
// other entries stay. A start before the segment, of a file whose beginning was cut off, is 0 where that is
// wanted, else left out. False when not all of it can be read.
using Starts = std::unordered_map<std::uint32_t, std::uint64_t>;
bool addStarts(std::span<const std::byte> file, const Ruler& ruler, const Unit& unit, std::uint64_t offset,
               std::uint32_t id, Starts& out, bool earlierAsZero);

class PayloadStarts
{
public:
    PayloadStarts(std::span<const std::byte> file, const Ruler& ruler)
        : m_file(file)
        , m_ruler(ruler)
    {
    }

    // Nothing: no index tells.
    std::optional<bool> begins(const UnitFrames& frames, std::size_t frame);

private:
    // What the index in front of and the one behind some frames of a minor unit say.
    struct Told
    {
        std::uint64_t from = 0, to = 0; // about frames that begin here; nothing asked yet: none
        std::uint64_t minor = 0;        // where the minor unit begins
        bool isWhole = false;           // else the one behind cannot be read, or there is none
        Starts before, behind;          // without what the Index of the Unit says of other streams
    };

    std::uint64_t indexOf(const UnitFrames& frames, std::size_t frame) const;
    void ask(const UnitFrames& frames, std::size_t frame);

    std::span<const std::byte> m_file;
    const Ruler& m_ruler;
    Told m_told;
    std::optional<std::uint32_t> m_unit; // whose Index was read: it may be as large as the Unit
    Starts m_ofUnit;                     // what it says
    bool m_isUnitWhole = false;
};

}
