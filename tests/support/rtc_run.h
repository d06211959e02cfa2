// A run of an RTC writer of any sizes, odd ones too, whose first Index states them or not: what other writers
// leave. Knows nothing of our reader and writer but how ints look.
#pragma once

#include "core/base/text.h"
#include "core/formats/rtc/wire/rtc_crc.h"
#include "core/formats/rtc/wire/rtc_wire.h"

#include <algorithm>
#include <map>
#include <vector>

namespace traceglass::rtc {

struct RunOptions
{
    std::uint64_t unitSize = 16384;
    std::uint64_t minorSize = 2048;
    bool stated = true;
    bool crc = true;
    std::uint64_t firstCount = 0; // more: as if the start had been cut off
};

class RunBuilder
{
public:
    static constexpr std::uint32_t kClock = 9, kText = 10;
    static constexpr std::size_t kClockBytes = 12;

    explicit RunBuilder(const RunOptions& options)
        : m_options(options)
        , m_count(options.firstCount)
    {
        beginUnit();
    }

    // A clock of a fixed length, so that its frames are cut without saying where, and a text.
    void line(std::int64_t second, std::string_view text)
    {
        std::vector<std::byte> clock(kClockBytes);
        for (unsigned i = 0; i < 8; ++i)
            clock[i] = static_cast<std::byte>(second >> 8 * i);
        payload(kClock, clock, true);
        payload(kText, asBytes(text), false);
        records += 2;
    }
    void finish()
    {
        if (!m_options.crc)
            return;
        if (const std::uint64_t left = room(); left > 0 && left < kCrcBytes)
            fill(left);
        reach();
        putCrc();
    }

    std::vector<std::byte> bytes;
    std::uint64_t records = 0;
    std::uint64_t units = 0;
    std::uint64_t minors = 0; // index frames written

private:
    static constexpr std::uint64_t kCrcBytes = 5;

    std::uint64_t index() const { return m_marker + kMarkerBytes; }
    std::uint64_t crcPlace() const { return m_marker + m_options.unitSize - (m_options.crc ? kCrcBytes : 0); }
    std::uint64_t boundary() const // the next one, or the place of the Crc
    {
        const std::uint64_t next = index() + m_minors * m_options.minorSize + m_options.minorSize;
        return std::min(next, crcPlace());
    }
    std::uint64_t room() const { return boundary() - bytes.size(); }

    void put(std::initializer_list<unsigned> values)
    {
        for (const unsigned value : values)
            bytes.push_back(std::byte(value));
    }
    void frame(std::uint32_t id, std::span<const std::byte> payload, bool more, bool fixed)
    {
        appendInt(bytes, std::uint64_t(id) << 1 | (more ? 1 : 0));
        if (!fixed)
            appendInt(bytes, payload.size());
        bytes.insert(bytes.end(), payload.begin(), payload.end());
    }
    void fill(std::uint64_t length)
    {
        for (; length > 1; length -= std::min<std::uint64_t>(length, 100))
            frame(kPadding,
                  std::vector<std::byte>(static_cast<std::size_t>(std::min<std::uint64_t>(length, 100) - 2)),
                  false, false);
        if (length == 1)
            put({0});
    }

    // Index frames and Units begin just before what follows them.
    void reach()
    {
        while (room() == 0) {
            if (boundary() == crcPlace()) {
                if (m_options.crc)
                    putCrc();
                beginUnit();
            } else {
                ++m_minors;
                ++minors;
                putIndex(kMinorIndex);
            }
        }
    }
    void payload(std::uint32_t id, std::span<const std::byte> all, bool fixed)
    {
        for (std::size_t done = 0; done < all.size();) {
            reach();
            const std::uint64_t head = fixed ? 1 : 2;
            if (room() <= head) {
                fill(room());
                continue;
            }
            const auto part = static_cast<std::size_t>(
                std::min<std::uint64_t>({room() - head, all.size() - done, fixed ? 1024u : 127u}));
            if (done == 0)
                note(id, bytes.size());
            frame(id, all.subspan(done, part), done + part < all.size(), fixed);
            done += part;
        }
    }
    void note(std::uint32_t id, std::uint64_t offset)
    {
        const auto known = m_positions.find(id);
        if (known == m_positions.end() || known->second < m_lastIndex)
            m_positions[id] = offset;
    }
    void beginUnit()
    {
        m_marker = bytes.size();
        bytes.push_back(std::byte(kMarkerHead));
        bytes.insert(bytes.end(), kMarkerBytes - 1, std::byte(kMagic));
        m_minors = 0;
        putIndex(kIndex);
        note(kMeta, bytes.size());
        const std::string_view meta =
            R"([{"id":9,"name":"clk","format":"timespec","clock":true,"length":12},)"
            R"({"id":10,"name":"s","format":"utf-8","clock":"clk"},11])";
        frame(kMeta, asBytes(meta), false, false);
        note(kPlatform, bytes.size());
        put({kPlatform << 1, 4, 3, 2, 1});
        ++units;
        ++m_count;
    }
    void putIndex(std::uint32_t id)
    {
        const std::uint64_t start = bytes.size();
        std::vector<std::byte> body;
        if (id == kIndex)
            appendInt(body, m_count);
        const auto entry = [&](std::uint32_t stream, std::uint64_t distance) {
            appendInt(body, std::uint64_t(stream) << 1 | 1);
            appendInt(body, distance << 1);
        };
        constexpr std::uint32_t kListed[] = {kIndex, kMinorIndex, kMeta, kPlatform, kCrc, kClock, kText};
        for (const std::uint32_t stream : kListed) {
            const auto known = m_positions.find(stream);
            const bool isSize = units == 0 && id == kIndex && (stream == kIndex || stream == kMinorIndex);
            const bool isStated = isSize && m_options.stated && m_options.firstCount == 0;
            if (isStated)
                entry(stream, stream == kIndex ? m_options.unitSize : m_options.minorSize);
            else if (isSize
                     && m_options.firstCount > 0) // as the Unit before, that is not there, would have it
                entry(stream, stream == kIndex ? m_options.unitSize : shortEnd());
            else if (id == kIndex)
                entry(stream, known == m_positions.end() ? 0 : start - known->second);
            else if (stream != kMinorIndex && known != m_positions.end() && known->second >= index())
                entry(stream, start - known->second);
        }
        m_positions[id] = m_lastIndex = start;
        frame(id, body, false, false);
    }
    std::uint64_t shortEnd() const // from the last index frame of a Unit to the next Index
    {
        const std::uint64_t last = m_options.unitSize - kMarkerBytes - (m_options.crc ? kCrcBytes : 0) - 1;
        return m_options.unitSize - last / m_options.minorSize * m_options.minorSize;
    }
    void putCrc()
    {
        note(kCrc, bytes.size());
        Crc sum(CrcKind::reference);
        sum.add(std::span<const std::byte>(bytes).subspan(index()));
        put({kCrc << 1, sum.value() & 255, sum.value() >> 8 & 255, sum.value() >> 16 & 255,
             sum.value() >> 24});
    }

    RunOptions m_options;
    std::uint64_t m_count = 0;
    std::uint64_t m_marker = 0, m_minors = 0, m_lastIndex = 0;
    std::map<std::uint32_t, std::uint64_t> m_positions;
};

}
