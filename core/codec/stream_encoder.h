// Encodes data of any size in bounded pieces, for all codecs: the other side of StreamDecoder.
//
//     auto encoder = makeEncoder(Codec::gzip, EncoderLevel::medium, sink);
//     encoder->write(bytes);
//     encoder->finish(); // ends the member; another encoder may go on behind it
//
// One encoder writes one member (gzip), stream (xz, bzip2) or frame (lz4, zstd). Errors: the sink's, and
// file.unwritable where the library has no memory. After an error nothing more is written.
#pragma once

#include "core/base/diagnostic.h"
#include "core/codec/stream_decoder.h"

#include <functional>
#include <memory>
#include <span>

namespace traceglass {

enum class EncoderLevel : std::uint8_t { fast, medium, high, max };

class StreamEncoder
{
public:
    using Sink = std::function<Result<void>(std::span<const std::byte>)>;

    explicit StreamEncoder(Sink sink)
        : m_sink(std::move(sink))
    {
    }
    virtual ~StreamEncoder() = default;
    StreamEncoder(const StreamEncoder&) = delete;
    StreamEncoder& operator=(const StreamEncoder&) = delete;

    Result<void> write(std::span<const std::byte> bytes);
    Result<void> finish() { return encode({}, true); } // once, last

protected:
    struct Progress
    {
        std::size_t used = 0; // of the data
        std::size_t made = 0; // encoded bytes
        bool failed = false;
        bool ended = false; // the member is complete
    };

    // Encodes from `in` into `out`, of which neither is empty unless `last`: then nothing more comes and what
    // the library still holds has to be handed out, until it says ended.
    virtual Progress step(std::span<const std::byte> in, bool last, std::span<std::byte> out) = 0;
    virtual std::size_t roomNeeded() const { return 64 * 1024; }

    bool m_ready = false; // else there was no memory for the library's own state

private:
    Result<void> encode(std::span<const std::byte> bytes, bool last);

    Sink m_sink;
    std::unique_ptr<std::byte[]> m_out;
    std::size_t m_roomBytes = 0;
    Result<void> m_state;
};

std::unique_ptr<StreamEncoder> makeEncoder(Codec codec, EncoderLevel level, StreamEncoder::Sink sink);

}
