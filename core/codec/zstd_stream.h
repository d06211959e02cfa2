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

#include "core/codec/stream_decoder.h"

struct ZSTD_DCtx_s;

namespace traceglass {

// More bytes than `stored` bytes of zstd can decode to: a block of 4 bytes holds at most 128 KiB.
std::uint64_t zstdAtMost(std::uint64_t stored);

class ZstdStream : public StreamDecoder
{
public:
    std::size_t read(std::span<std::byte> out) override;
    std::size_t batch() const override;

private:
    bool reset() override;
    bool beginFrame();
    std::size_t frames(std::span<std::byte> out);
    void feed(std::span<const std::byte> bytes);

    std::shared_ptr<ZSTD_DCtx_s> m_context;
    std::uint64_t m_skip = 0;         // bytes left of a skippable frame
    std::uint64_t m_frameStart = 0;   // in the decoded bytes
    std::uint64_t m_frameContent = 0; // what a rewritten frame header stated
    bool m_contentKnown = false;
    bool m_inFrame = false;
    std::size_t m_wanted = 0; // stored bytes that complete the block
    bool m_flushing = false;  // the decoder may have more to hand out
};

}
