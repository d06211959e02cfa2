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
#include "core/io/file.h"

#include <array>
#include <string_view>
#include <vector>

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
    void bytes(std::uint32_t stream, std::span<const std::byte> payload)
    {
        if (m_done)
            m_done = m_writer.write(stream, payload);
    }
    void text(std::uint32_t stream, std::string_view text) { bytes(stream, asBytes(text)); }
    template <class T>
    void number(std::uint32_t stream, T value)
    {
        std::array<std::byte, sizeof(T)> payload;
        const auto bits = static_cast<std::uint64_t>(value);
        for (std::size_t i = 0; i < sizeof(T); ++i)
            payload[i] = static_cast<std::byte>(bits >> (8 * i));
        bytes(stream, payload);
    }
    void number(std::uint32_t stream, float value)
    {
        number(stream, __builtin_bit_cast(std::uint32_t, value));
    }
    void number(std::uint32_t stream, double value)
    {
        number(stream, __builtin_bit_cast(std::uint64_t, value));
    }
    void timespec(std::uint32_t stream, std::int64_t ns, std::string_view text = {})
    {
        std::vector<std::byte> payload;
        for (unsigned i = 0; i < 8; ++i)
            payload.push_back(static_cast<std::byte>(ns / 1'000'000'000 >> (8 * i)));
        for (unsigned i = 0; i < 4; ++i)
            payload.push_back(static_cast<std::byte>(ns % 1'000'000'000 >> (8 * i)));
        const auto rest = asBytes(text);
        payload.insert(payload.end(), rest.begin(), rest.end());
        bytes(stream, payload);
    }

    // The full time once a second, what has passed since then in between.
    void tick(std::uint32_t clock, std::uint32_t delta)
    {
        const std::int64_t now = nowNs() + 1'000 * static_cast<std::int64_t>(device.random.below(5));
        if (ms % 1'000 == 0) {
            timespec(clock, now);
            m_baseNs = now;
        }
        std::vector<std::byte> micros;
        appendInt(micros, static_cast<std::uint64_t>(now - m_baseNs) / 1'000);
        bytes(delta, micros);
    }
    std::int64_t nowNs() const { return m_startNs + static_cast<std::int64_t>(ms) * 1'000'000; }
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
