// Where the Units of a file lie (rtc.md 2, 8, 10 "Open"): found by hopping from Marker to Marker, about 2 KB
// touched per Unit, never by a scan while the ruler holds. Runs of a writer appended to one file are
// Segments.
//
//     auto ruler = readRuler(*file, job);
//     for (const Unit& unit : ruler->units) ...
#pragma once

#include "core/base/diagnostic.h"
#include "core/base/job.h"
#include "core/formats/rtc/wire/rtc_crc.h"
#include "core/formats/rtc/wire/rtc_meta.h"
#include "core/formats/rtc/wire/rtc_wire.h"
#include "core/io/mapped_file.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace traceglass::rtc {

struct Unit
{
    static constexpr std::uint32_t kNoCount = ~std::uint32_t(0);

    std::uint64_t marker = 0; // first byte of its Marker, or where the Marker should be
    std::uint64_t end = 0;    // first byte behind the Unit
    std::uint32_t count =
        kNoCount; // number within the run, from its Index; larger ones are held at kNoCount - 1
    std::uint32_t segment = 0;
    bool markerDamaged = false;
    bool indexDamaged = false; // the Index cannot be read or is garbled

    // I of rtc.md 2: first byte behind the Marker.
    std::uint64_t index() const { return marker + kMarkerBytes; }
};

struct Segment
{
    std::uint32_t firstUnit = 0;
    std::uint32_t unitCount = 0;
    std::uint64_t unitSize = 0;  // U; 0 when not known
    std::uint64_t minorSize = 0; // u; at least U when there are no minor units, 0 when it is not known
    bool sizesStated = false;    // by the first Index of the run
    bool sizesConfirmed = false; // and an index frame stands on one of the first boundaries
    Style style;
    StreamTable streams;
    std::uint64_t begin = 0, end = 0; // bytes of its Units

    // How long frames are, by id, for the walk: made from `streams` by updateLengths(), which whoever adds
    // streams calls again. Ids from kListedIds on are looked up in `streams`.
    static constexpr std::uint32_t kListedIds = 4096;
    static constexpr std::uint32_t kVariable = ~std::uint32_t(0); // a length byte says it
    static constexpr std::uint32_t kUndescribed =
        ~std::uint32_t(0) - 1; // below the free id; variable as well
    static constexpr std::uint32_t kNoStream = ~std::uint32_t(0) - 2;
    std::vector<std::uint32_t> lengths = std::vector<std::uint32_t>(64, kNoStream);
    bool hasFixed = false;   // frames of some stream can be cut at a boundary without saying so
    bool endsWithCrc = true; // a Unit may end with a Crc frame
    void updateLengths();
    std::uint32_t lengthOf(std::uint32_t id) const;

    std::uint64_t crcBytes() const { return !endsWithCrc ? 0 : style.fixedSpecial ? 5 : 6; }
    // Bytes of a Unit, from its Index on, in which boundaries lie: none right in front of its Crc, nor in it.
    std::uint64_t ruledBytes(std::uint64_t index, std::uint64_t unitEnd) const
    {
        return unitEnd > index + crcBytes() ? unitEnd - index - crcBytes() : 0;
    }
    // The boundary behind `offset`: I + n * u inside the Unit, else its end.
    std::uint64_t boundaryAfter(std::uint64_t index, std::uint64_t unitEnd, std::uint64_t offset) const
    {
        const std::uint64_t ruled = ruledBytes(index, unitEnd);
        if (minorSize == 0 || offset < index || offset - index >= ruled)
            return unitEnd;
        const std::uint64_t left = minorSize - (offset - index) % minorSize;
        return left < ruled - (offset - index) ? offset + left : unitEnd;
    }
    std::uint64_t boundaryAfter(const Unit& unit, std::uint64_t offset) const
    {
        return boundaryAfter(unit.index(), unit.end, offset);
    }
    // The boundary at or before `offset`.
    std::uint64_t boundaryBefore(std::uint64_t index, std::uint64_t offset) const
    {
        return minorSize == 0 ? index : offset - (offset - index) % minorSize;
    }
    // How many minor units begin in it.
    std::uint64_t minorUnits(const Unit& unit) const
    {
        const std::uint64_t ruled = ruledBytes(unit.index(), unit.end);
        return minorSize == 0 || ruled == 0 ? 1 : (ruled - 1) / minorSize + 1;
    }
};

// A part of a fixed-length payload that is cut at a boundary says neither its length nor how much is missing,
// so the length of the next part follows from what came before: bytes joined so far by stream, none for
// streams that are not listed. All streams of a file may be open at once.
using OpenParts = std::map<std::uint32_t, std::uint64_t>;

class CarriedParts;

struct Ruler
{
    std::vector<Unit> units; // by offset
    std::vector<Segment> segments;
    std::vector<ByteRange> lost; // bytes that belong to no Unit: text before the first Marker
    std::vector<Diagnostic> diagnostics;
    std::shared_ptr<CarriedParts> carried; // of openParts(); set by readRuler

    // The Unit whose bytes hold the offset; nothing before the first one.
    std::optional<std::uint32_t> unitAt(std::uint64_t offset) const;
    const Segment& segmentOf(const Unit& unit) const { return segments[unit.segment]; }
};

// Errors: rtc.no-marker (not an RTC file), file.stopped. An empty file has no Units and is not an error.
Result<Ruler> readRuler(const MappedFile& file, Job& job);

// The payload of a frame that may continue in later frames of the same stream, within the Unit: the Index,
// Meta and Platform at its start. Nothing when the frame at `offset` is no frame of that stream.
struct SpecialFrame
{
    ByteRange range; // of its first part with its header
    std::vector<std::byte> payload;
    std::uint64_t next = 0; // first byte behind the first part
    bool whole = true;      // false: a part is missing
};
std::optional<SpecialFrame> readSpecial(std::span<const std::byte> file, const Segment& segment,
                                        const Unit& unit, std::uint64_t offset, std::uint32_t id);
// What an Index (`id` kIndex) or index frame says; nothing when it is not whole.
std::optional<IndexBody> readIndex(std::span<const std::byte> file, const Segment& segment, const Unit& unit,
                                   std::uint64_t offset, std::uint32_t id);

}
