// Decodes zstd data of any size in bounded pieces: several frames in a row, skippable frames, frames without
// a content size, checksums, any window. Offsets and sizes are bytes.
//
//     ZstdStream stream;
//     stream.start(source, offset, length, claimedSize + 1);
//     while (stream.state() == ZstdStream::State::more && !job.stopRequested())
//         use(std::span(buffer).first(stream.read(buffer)));
//     if (stream.state() == ZstdStream::State::corrupt) ... stream.reason(), stream.inputOffset()
//
// Memory is bounded by the window, by what the caller will take and by what the stored bytes can hold at all,
// whatever a frame states: see beginFrame().
#pragma once

#include "core/io/byte_source.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

struct ZSTD_DCtx_s;

namespace traceglass {

// More bytes than `stored` bytes of zstd can decode to: a block of 4 bytes holds at most 128 KiB.
std::uint64_t zstdAtMost(std::uint64_t stored);

class ZstdStream
{
public:
    enum class State : std::uint8_t {
        more,    // call read() again
        ended,   // all stored bytes were decoded
        corrupt, // reason() and inputOffset() say why; what was read before is good
        full,    // as many bytes as the caller wanted at most were decoded, and there may be more
    };

    ZstdStream();
    ~ZstdStream();
    ZstdStream(const ZstdStream&) = delete;
    ZstdStream& operator=(const ZstdStream&) = delete;

    // Begins with the stored bytes [offset, offset + length) of a source, which must live until the last
    // read(). The decoder of an earlier start() is used again. `atMost`: how many decoded bytes will be taken
    // in all.
    void start(const ByteSource& stored, std::uint64_t offset, std::uint64_t length, std::uint64_t atMost);

    // Fills `out` from its front as far as the data go; fewer bytes than asked, even none, do not mean the
    // end: state() tells. Looks at no more than 1 MiB of stored bytes in one call, so that the caller can
    // stop.
    std::size_t read(std::span<std::byte> out);

    State state() const { return m_state; }
    const std::string& reason() const { return m_reason; }
    std::uint64_t inputOffset() const { return m_position; } // within the stored bytes
    std::uint64_t decoded() const { return m_decoded; }

private:
    bool beginFrame();
    void feed(std::span<const std::byte> bytes);
    std::size_t peek(std::uint64_t position, std::span<std::byte> out) const;
    std::span<const std::byte> input(std::uint64_t atMost);
    void corrupt(std::string reason);

    struct Release
    {
        void operator()(ZSTD_DCtx_s* context) const;
    };

    std::unique_ptr<ZSTD_DCtx_s, Release> m_context;
    const ByteSource* m_stored = nullptr;
    std::uint64_t m_offset = 0;
    std::uint64_t m_length = 0;
    std::uint64_t m_atMost = 0;
    std::uint64_t m_position = 0; // in the stored bytes
    std::uint64_t m_decoded = 0;
    std::uint64_t m_skip = 0;         // bytes left of a skippable frame
    std::uint64_t m_frameStart = 0;   // in the decoded bytes
    std::uint64_t m_frameContent = 0; // what a rewritten frame header stated
    bool m_contentKnown = false;
    bool m_inFrame = false;
    State m_state = State::ended;
    std::string m_reason;
    std::vector<std::byte> m_buffer; // of input, when the source does not lie in one piece
    std::uint64_t m_bufferStart = 0;
};

}
