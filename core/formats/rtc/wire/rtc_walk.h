// The frames of a Unit as they lie in the file, with what is lost between them (rtc.md 10 "Frames of a
// range").
//
//     UnitFrames frames;                       // reused: its columns keep their memory
//     walkUnit(file, ruler, unit, {}, frames);
//     for (std::size_t i = 0; i < frames.size(); ++i) use(frames.part(i));
//
// A Unit walks on its own, on any thread. Columns of one Unit take 10 bytes a frame.
//
// Whoever wants frames walks: frames() reads nearly all of them with one look each, frame() what is left.
// Four others look at a single frame whose offset is known, because a walk costs more than the answer or is
// not possible yet. They share specialPayload() and eachIndexEntry(), and each has its reason:
//   readIndexHead: the Index in the 2 KB of a Unit that opening reads, before the ruler is known;
//   readSpecial: Index, Meta or Platform with all parts; what a walk has to know comes out of them;
//   eachEntryAt: entries where they lie; isMinorBoundary() asks so often that nothing may be copied;
//   readIndexBody: entries as a list, of a payload that has been joined.
#pragma once

#include "core/base/job.h"
#include "core/formats/rtc/wire/rtc_ruler.h"

namespace traceglass::rtc {

// What the specification calls a frame: one in the file. A payload may take several (`more`), which are told as one
// Frame (rtc_decoder.h).
struct FramePart
{
    std::uint64_t offset = 0; // of its header
    std::uint32_t id = 0;
    std::uint32_t head = 0;   // header bytes
    std::uint32_t length = 0; // of its payload here
    bool more = false;        // the next frame of this stream continues the payload

    std::uint64_t payload() const { return offset + head; }
    std::uint64_t end() const { return payload() + length; }
};

struct Lost
{
    enum class Why : std::uint8_t {
        unknownStream, // a frame names a stream no Meta describes
        tooLong,       // a payload over 1024 bytes, or an int that never ends
        crossesBoundary,
        noIndexFrame, // no index frame where the ruler says one stands
        markerInside, // a frame that says it is a Marker within a Unit
        nulRun,       // 8 or more fillers in a row: an unwritten disk block
        cutShort,     // the file ends inside the frame
        moved,        // nothing, but an index frame stands where none belongs: bytes were removed or inserted
    };
    ByteRange range; // SourceId 0; of what moved it is empty
    Why why = Why::unknownStream;
    std::uint64_t detail = 0; // the id or length found
    std::size_t before = 0;   // index of the first frame behind it in UnitFrames
};

class UnitFrames
{
public:
    std::uint64_t base = 0; // offsets are relative to it
    std::uint32_t unit = 0;
    std::vector<Lost> lost; // in order; frames of lost bytes are not among the parts

    std::size_t size() const { return m_offsets.size(); }
    std::uint32_t id(std::size_t i) const { return m_ids[i] >> 1; }
    FramePart part(std::size_t i) const
    {
        return {base + m_offsets[i], m_ids[i] >> 1, std::uint32_t(m_lengths[i] >> 11),
                std::uint32_t(m_lengths[i] & 2047), (m_ids[i] & 1) != 0};
    }
    // Frames from here on were found by an index frame that is not where the ruler says: bytes were inserted
    // or removed before it.
    std::uint64_t shiftedFrom = ~std::uint64_t(0);
    void clear();

    // The columns, filled by walkUnit. Internal to it and to code that must not pay for part().
    std::vector<std::uint32_t> m_offsets;
    std::vector<std::uint32_t> m_ids;     // id << 1 | more
    std::vector<std::uint16_t> m_lengths; // header bytes << 11 | payload bytes
};

// A part of a Unit by its boundaries. Units larger than 1 GiB are walked in pieces: `next` is where to go on.
struct WalkRange
{
    std::uint64_t from =
        0; // a frame boundary proven by the ruler: the Unit's index() or a minor boundary; 0: all
    std::uint64_t to = ~std::uint64_t(0); // a boundary; frames that begin before it
};

// Walks frames that begin in the range. Special frames are among the parts; nul and padding are not (their
// bytes are no one's). Returns where it stopped: the Unit's end, `to`, or 1 GiB behind `from`.
//
// Without `open` the cut payloads at the start of the range are found by its Index or index frame, which
// names where to look back: mostly a minor unit is read again, and only in segments with fixed-length
// streams. Whoever walks a segment in order hands the same `open` from call to call, empty at first; walkUnit
// leaves there what is open at the end of the range. Where the job is stopped, some of the frames.
std::uint64_t walkUnit(std::span<const std::byte> file, const Ruler& ruler, std::uint32_t unit,
                       WalkRange range, UnitFrames& out, OpenParts* open = nullptr, const Job& job = {});

// What it finds then: the payloads cut at the start of a Unit or at a minor boundary of it. Where several lie
// among each other, looking back may not tell how long their parts are; then it is carried on from the start
// of the run (rtc_carried.h).
OpenParts openParts(std::span<const std::byte> file, const Ruler& ruler, std::uint32_t unit,
                    std::uint64_t at);
// Looking back in the last of some Units in one piece, by payloads that began at or behind `since`.
struct OpenBehind
{
    OpenParts open;
    bool isSure = true;     // nothing was lost, and no part was met whose payload began farther back
    std::uint64_t read = 0; // bytes
};
OpenBehind lookBack(std::span<const std::byte> file, const Segment& segment, std::span<const Unit> units,
                    std::uint64_t at, std::uint64_t since);

// walkUnit before there is a Ruler, from any place where a frame begins to any other, without looking back.
// `stopAtLoss`: what is lost goes on to the end of the range.
std::uint64_t walkFrames(std::span<const std::byte> file, const Segment& segment, const Unit& unit,
                         WalkRange range, UnitFrames& out, OpenParts& open, bool stopAtLoss = false,
                         const Job& job = {});

// Does an index frame stand at the offset whose distance says that the Index of its Unit is at `index`?
bool isMinorBoundary(std::span<const std::byte> file, std::uint64_t index, std::uint64_t offset);

// Bytes of the Crc frame that ends the Unit; 0 when there is none.
std::uint64_t lastCrcBytes(std::span<const std::byte> file, const Segment& segment, const Unit& unit);

// CRC state of a Unit (rtc.md 5): every Crc frame must match one of the two algorithms. One that did not fit
// before a boundary and stands behind its index frame may leave out that frame and the filler in front of it:
// the reference writer takes the sum before it fills. Where bytes are lost up to the end of a Unit, the Crc
// frame there still says what they should have been.
enum class CrcState : std::uint8_t { absent, ok, bad };
struct CrcCheck
{
    CrcState state = CrcState::absent;
    CrcKind kind = CrcKind::none;           // which one matched
    std::uint32_t stored = 0, computed = 0; // of the first that does not match, by the reference algorithm
    std::uint64_t offset = 0;               // of that Crc frame
};
// Absent, too, where the job is stopped.
CrcCheck checkCrc(std::span<const std::byte> file, const Ruler& ruler, std::uint32_t unit,
                  const Job& job = {});
// The same of a Unit that has been walked whole.
CrcCheck checkCrc(std::span<const std::byte> file, const Ruler& ruler, const UnitFrames& walked,
                  const Job& job = {});
}
