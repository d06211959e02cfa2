// A run of an RTC writer in memory, and the payloads that the captures of this collection are made of.
#pragma once

#include "core/formats/rtc/wire/rtc_writer.h"
#include "tests/corpus/make_corpus.h"

namespace traceglass::corpus {

constexpr std::int64_t kRtcStart = 1'780'000'123'250'000'000; // ns

// `size` bytes, the low ones first unless told otherwise.
inline Bytes integer(std::uint64_t value, unsigned size, bool bigEndian = false)
{
    Bytes out(size);
    for (unsigned i = 0; i < size; ++i)
        out[bigEndian ? size - 1 - i : i] = static_cast<std::byte>(value >> (8 * i));
    return out;
}

inline Bytes timespec(std::int64_t ns, bool bigEndian = false)
{
    Bytes out = integer(static_cast<std::uint64_t>(ns / 1'000'000'000), 8, bigEndian);
    append(out, integer(static_cast<std::uint64_t>(ns % 1'000'000'000), 4, bigEndian));
    return out;
}

inline Bytes leb(std::uint64_t value)
{
    Bytes out;
    rtc::appendInt(out, value);
    return out;
}

struct StreamWish
{
    std::string name, format = "raw";
    std::string clock {}, delta {}, about {};
    bool isClock = false, cont = false;
    std::optional<std::uint32_t> length {};
    std::string gain {}, offset {};
};

class Run
{
public:
    explicit Run(const rtc::WriterOptions& options = {.unitSize = 4096, .minorSize = 2048})
        : m_options(options)
        , m_writer(
              [this](std::span<const std::byte> more) -> Result<void> {
                  append(m_bytes, more);
                  return {};
              },
              options)
    {
    }

    std::uint32_t add(const StreamWish& wish)
    {
        rtc::Stream stream;
        stream.name = wish.name;
        stream.format = wish.format;
        stream.clock = wish.clock;
        stream.delta = wish.delta;
        stream.stream = wish.about;
        stream.isClock = wish.isClock;
        stream.cont = wish.cont;
        stream.length = wish.length;
        stream.gain = wish.gain;
        stream.offset = wish.offset;
        return addStream(stream);
    }
    std::uint32_t addStream(const rtc::Stream& stream) { return must(m_writer.addStream(stream)); }
    void put(std::uint32_t stream, std::span<const std::byte> payload)
    {
        must(m_writer.write(stream, payload));
    }
    void put(std::uint32_t stream, std::string_view text) { put(stream, asBytes(text)); }
    void part(std::uint32_t stream, std::string_view text, bool more)
    {
        must(m_writer.writePart(stream, asBytes(text), more));
    }
    void at(std::uint32_t clock, std::int64_t afterStart) // ns
    {
        put(clock, timespec(kRtcStart + afterStart, m_options.bigEndian));
    }
    void endWithCrc() { must(m_writer.finish()); } // more may follow

    Bytes finish()
    {
        endWithCrc();
        return m_bytes;
    }
    Bytes stop() // as if the program had died between two frames
    {
        must(m_writer.flush());
        return m_bytes;
    }

private:
    rtc::WriterOptions m_options;
    Bytes m_bytes;
    rtc::Writer m_writer;
};

}
