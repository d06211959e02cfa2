// Writes RTC files (rtc.md 11), new ones or more frames behind an existing run.
//
//     Writer writer(sink, {.unitSize = 1 << 20, .minorSize = 128 << 10});
//     const std::uint32_t log = writer.addStream({.name = "stdout", .format = "utf-8", .cont =
//     true}).value(); writer.write(log, asBytes("hello")); writer.finish();
//
// Payloads of any size are cut into frames. Streams may be added at any time. Errors: rtc.unwritable,
// rtc.no-room, the sink's. After an error of the sink nothing more is written.
#pragma once

#include "core/base/diagnostic.h"
#include "core/formats/rtc/wire/rtc_crc.h"
#include "core/formats/rtc/wire/rtc_meta.h"
#include "core/formats/rtc/wire/rtc_wire.h"

#include <array>
#include <functional>
#include <map>
#include <set>

namespace traceglass::rtc {

struct WriterOptions
{
    std::uint64_t unitSize = 1 << 20;    // U: a power of two, at least minorSize
    std::uint64_t minorSize = 128 << 10; // u: a power of two, at least 2048
    CrcKind crc = CrcKind::reference;    // what existing tools check
    bool fixedSpecial = true;            // Platform and Crc without a length byte
    bool bigEndian = false;              // of Platform and Crc; payloads come ready made
};

// Where a run can be continued (rtc.md 12 steps 1-4). A new file has everything at 0; a new run behind others
// begins with nothing but the offset.
struct WriterState
{
    std::uint64_t offset = 0; // where the next byte goes
    std::uint64_t marker = 0; // of the current Unit
    std::uint64_t count = 0;  // of the current Unit
    std::uint32_t freeId = kFirstStream;
    std::vector<Stream> streams {};
    // id -> first byte of the frame the index points to, for streams seen so far. That of index frames may
    // lie before the file (rtc.md 2 "fakes both"), as the distance is what counts. Empty: no Unit has begun.
    std::map<std::uint32_t, std::uint64_t> positions {};
    std::set<std::uint32_t> open {}; // streams whose last frame says that more follows
    std::uint64_t lastIndex = 0;     // the previous Index or index frame; the first byte
    bool metaChanged = false;        // streams were added since the last Meta
    Crc crc {CrcKind::reference};    // over the current Unit so far
};

class Writer
{
public:
    using Sink = std::function<Result<void>(std::span<const std::byte>)>;

    Writer(Sink sink, WriterOptions options);
    Writer(Sink sink, WriterOptions options, const WriterState& state); // goes on behind what is there

    // The id of the stream is set here. Emits a meta frame when the first Unit has begun. Errors: a name that
    // is taken, descriptions that do not fit a Unit.
    Result<std::uint32_t> addStream(Stream stream);
    // Streams of a fixed length take whole payloads only, one or more of them.
    Result<void> write(std::uint32_t stream, std::span<const std::byte> payload)
    {
        return writePart(stream, payload, false);
    }
    // One part of a payload that goes on later (`more`), so that frames of other streams come in between.
    Result<void> writePart(std::uint32_t stream, std::span<const std::byte> payload, bool more);
    Result<void> flush(); // hands everything written so far to the sink
    // Ends the run with a Crc where there is room (rtc.md 11 "Stop"), and flushes. More may follow.
    Result<void> finish();

    std::uint64_t offset() const { return m_offset; } // where the next byte goes, from the start of the file

private:
    struct Known // what an index tells about a stream, and what its frames need
    {
        bool seen = false;
        std::uint64_t position = 0;
        std::optional<std::uint32_t> length {};
        bool open = false;
    };

    bool begun() const { return m_known.at(kIndex).seen; }
    std::uint64_t crcBytes() const;
    std::uint64_t crcPlace() const; // frames of the Unit end here
    std::uint64_t room() const;     // up to the boundary or the place of the Crc

    Result<void> checkOptions() const;
    bool roomForStreams() const;
    bool fitsBefore(std::uint64_t& offset, std::uint64_t& boundary, std::uint64_t end,
                    std::size_t payload) const;
    std::uint64_t indexBytesAtMost() const;
    std::uint64_t boundaryAfter(std::uint64_t boundary) const;
    std::string metaPayload(std::size_t firstStream) const;
    std::array<std::byte, 4> inOrder(std::uint32_t value) const;

    // False when m_state says why not.
    bool beginUnit();
    bool endUnit();
    bool reachFrame(bool inHeader);
    bool putIndex(std::uint32_t id);
    bool putFrames(std::uint32_t id, std::span<const std::byte> payload, bool more, bool inHeader);
    bool flushLarge();

    void putCrc();
    void notePosition(Known& known, std::uint64_t position) const;
    void putFill(std::uint64_t bytes);
    void put(std::span<const std::byte> bytes);

    Sink m_sink;
    WriterOptions m_options;
    Result<void> m_state; // the first error of options, room or sink
    std::vector<std::byte> m_buffer;
    std::uint64_t m_offset = 0;
    std::uint64_t m_marker = 0;
    std::uint64_t m_count = 0;
    std::uint64_t m_minorStart = 0; // the last Index or index frame
    std::uint64_t m_boundary = 0;   // where the next index frame is due; behind the Unit when none is
    std::uint32_t m_freeId = kFirstStream;
    bool m_metaChanged = true;
    bool m_nearMarker = false; // the last frame ends in 04 and almost as many B9 as a Marker
    Crc m_crc;
    std::map<std::uint32_t, Known> m_known; // every stream an Index lists
    std::vector<std::string> m_objects;     // the streams as Meta has them
    std::set<std::string, std::less<>> m_names;
};

}
