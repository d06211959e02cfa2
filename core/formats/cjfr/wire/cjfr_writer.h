// Writes CondensedData files as the tool of today does: version 2 with configuration and level, one member of
// any codec, a footer with counts and checksum.
//
//     Writer writer([&](auto bytes) { return file.write(bytes); }, {.codec = Codec::lz4});
//     writer.stream().define(...);  writer.stream().begin(...);  ...      // see cjfr_encoder.h
//     writer.flush();                                 // now and then: what was encoded leaves memory
//     writer.finish();
//
// Errors: cjfr.unwritable for values that do not fit their types, the sink's. After an error nothing more is
// written.
#pragma once

#include "core/codec/stream_encoder.h"
#include "core/formats/cjfr/wire/cjfr_encoder.h"
#include "core/formats/cjfr/wire/cjfr_footer.h"

namespace traceglass::cjfr {

struct WriterOptions
{
    std::optional<Codec> codec {}; // nothing: not compressed
    EncoderLevel level = EncoderLevel::medium;
    std::string generator = "Traceglass";
    std::string generatorVersion = "1";
    std::string configuration {}; // how the recorder was set up: "default", "lossless"
    bool footer = true;
};

class Writer
{
public:
    using Sink = StreamEncoder::Sink;

    explicit Writer(Sink sink, WriterOptions options = {});
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;

    Encoder& stream() { return m_stream; }
    Result<void> flush();
    // Ends the member and writes the footer. Counts and checksum are set here; what else is in the footer,
    // the times of the recording foremost, the caller knows.
    Result<void> finish(Footer footer = {});

private:
    Result<void> put(std::span<const std::byte> bytes);

    Sink m_sink;
    WriterOptions m_options;
    Result<void> m_state;
    Encoder m_stream;
    std::unique_ptr<StreamEncoder> m_codec; // null: not compressed
    std::uint32_t m_crc = 0;
};

// How often each type of event was written, by name; Configuration and Universe are no events.
EventCounts eventCounts(const Encoder& stream);

}
