// A run of the demo capture: what its device writes, by the clocks it has. Times are nanoseconds unless their
// name says otherwise.
//
//     DemoRun run(file, offset, startNs, seed);
//     const auto log = run.add(stream);
//     for (; run.ms < 1'000; ++run.ms) { run.tick(clock, delta); run.text(log, "ok\n"); }
//     const auto end = run.finish();
#pragma once

#include "core/base/text.h"
#include "core/formats/rtc/demo/rtc_demo_device.h"
#include "core/formats/rtc/wire/rtc_writer.h"
#include "core/io/byte_writer.h"
#include "core/io/file.h"

#include <algorithm>
#include <array>
#include <bit>
#include <string_view>

namespace traceglass::rtc {

// Writes a run until the first error. Streams get their number in the order in which they are declared.
class DemoRun
{
public:
    DemoRun(File& file, std::uint64_t offset, std::int64_t startNs, std::uint64_t seed)
        : device(seed)
        , m_writer([&file](std::span<const std::byte> bytes) { return file.write(bytes); }, {},
                   {.offset = offset})
        , m_startNs(startNs)
        , m_baseNs(startNs)
    {
    }

    DemoDevice device;
    std::uint64_t ms = 0; // since the start of the run

    std::uint32_t add(const Stream& stream)
    {
        const auto id = m_writer.addStream(stream);
        if (!id && m_done)
            m_done = tl::unexpected(id.error());
        return id.value_or(0);
    }
    // `members`: what a Meta says of the stream, but for its id.
    std::uint32_t add(std::string_view members)
    {
        const std::string meta = "{\"streams\":[{\"id\":9," + std::string(members) + "}]}";
        return add(readMeta(asBytes(meta), false).streams.at(0));
    }
    void bytes(std::uint32_t stream, std::span<const std::byte> payload)
    {
        if (m_done)
            m_done = m_writer.write(stream, payload);
    }
    void text(std::uint32_t stream, std::string_view text) { bytes(stream, asBytes(text)); }
    template <class T>
    void number(std::uint32_t stream, T value)
    {
        auto payload = std::bit_cast<std::array<std::byte, sizeof(T)>>(value);
        if constexpr (std::endian::native == std::endian::big)
            std::ranges::reverse(payload);
        bytes(stream, payload);
    }
    void timespec(std::uint32_t stream, std::int64_t ns, std::string_view text = {})
    {
        ByteWriter payload;
        payload.i64(ns / 1'000'000'000);
        payload.u32(static_cast<std::uint32_t>(ns % 1'000'000'000));
        payload.raw(text);
        bytes(stream, payload.bytes());
    }

    // The full time once a second, what has passed since then in between.
    void tick(std::uint32_t clock, std::uint32_t delta)
    {
        const std::int64_t now = nowNs() + 1'000 * static_cast<std::int64_t>(device.random.below(5));
        if (ms % 1'000 == 0) {
            timespec(clock, now);
            m_baseNs = now;
        }
        ByteWriter micros;
        micros.varint(static_cast<std::uint64_t>(now - m_baseNs) / 1'000);
        bytes(delta, micros.bytes());
    }
    std::int64_t momentNs(std::uint64_t atMs) const
    {
        return m_startNs + static_cast<std::int64_t>(atMs) * 1'000'000;
    }
    std::int64_t nowNs() const { return momentNs(ms); }
    double seconds() const { return static_cast<double>(ms) / 1'000; }

    Result<std::uint64_t> finish()
    {
        if (m_done)
            m_done = m_writer.finish();
        if (!m_done)
            return tl::unexpected(m_done.error());
        return m_writer.offset();
    }

private:
    Writer m_writer;
    std::int64_t m_startNs;
    std::int64_t m_baseNs;
    Result<void> m_done;
};

}
