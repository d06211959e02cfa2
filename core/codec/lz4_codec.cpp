// LZ4 frames (lz4_Frame_format.md 1.6). The frame is read here and not by the library's frame functions,
// because those hand out nothing of a block that is cut or damaged, and a block may hold 4 MiB of a recording
// whose process was killed: the part before the fault is decoded sequence by sequence.
#include "core/base/workers.h"
#include "core/codec/member_stream.h"
#include "core/io/byte_reader.h"

#include <algorithm>
#include <cstring>
#include <lz4.h>
#define XXH_INLINE_ALL // needs no library
#include <xxhash.h>

namespace traceglass {

namespace {

constexpr std::size_t kHistory = 64 * 1024;   // how far back a match may reach
constexpr std::size_t kBatchACore = 8u << 20; // two of the largest blocks

std::uint32_t word(std::span<const std::byte> bytes)
{
    return ByteReader(bytes).u32();
}

std::uint32_t xxh32(std::span<const std::byte> bytes)
{
    return XXH32(bytes.data(), bytes.size(), 0);
}

// Decodes as much of a block as its bytes allow, behind `from` bytes of history in `out`. Returns the new
// end.
std::size_t salvage(std::span<const std::byte> in, std::span<std::byte> out, std::size_t from)
{
    std::size_t at = 0;
    std::size_t end = from;
    const auto lengthOf = [&](std::size_t length) -> std::optional<std::size_t> {
        for (unsigned byte = length == 15 ? 255 : 0; byte == 255; length += byte) {
            if (at == in.size())
                return {};
            byte = std::to_integer<unsigned>(in[at++]);
        }
        return length;
    };
    while (at < in.size()) {
        const unsigned token = std::to_integer<unsigned>(in[at++]);
        const std::optional<std::size_t> literals = lengthOf(token >> 4);
        if (!literals)
            break;
        const std::size_t copied = std::min({*literals, in.size() - at, out.size() - end});
        std::copy_n(in.begin() + static_cast<std::ptrdiff_t>(at), copied,
                    out.begin() + static_cast<std::ptrdiff_t>(end));
        at += copied;
        end += copied;
        if (copied < *literals || in.size() - at < 2)
            break;
        const std::size_t distance =
            std::to_integer<std::size_t>(in[at]) | std::to_integer<std::size_t>(in[at + 1]) << 8;
        at += 2;
        const std::optional<std::size_t> length = lengthOf(token & 15);
        if (!length || distance == 0 || distance > end)
            break;
        for (std::size_t left = std::min(*length + 4, out.size() - end); left > 0; --left, ++end)
            out[end] = out[end - distance];
    }
    return end;
}

class Lz4 : public MemberCodec
{
public:
    Codec codec() const override { return Codec::lz4; }

    bool begin() override
    {
        expect(4, &Lz4::magic);
        m_out.clear();
        m_outAt = m_outEnd = 0;
        m_skip = 0;
        m_ended = false;
        m_fault.clear();
        XXH32_reset(&m_sum, 0);
        return true;
    }

    Progress step(std::span<const std::byte> in, bool last, std::span<std::byte> out,
                  std::string& reason) override
    {
        Progress progress;
        if (m_outAt < m_outEnd) {
            progress.made = std::min(m_outEnd - m_outAt, out.size());
            std::memcpy(out.data(), m_out.data() + m_outAt, progress.made);
            m_outAt += progress.made;
            return progress;
        }
        if (!m_fault.empty()) {
            reason = m_fault;
            progress.outcome = Outcome::corrupt;
            return progress;
        }
        if (m_ended) {
            progress.outcome = Outcome::ended;
            return progress;
        }
        if (m_skip > 0) {
            progress.used = static_cast<std::size_t>(std::min<std::uint64_t>(m_skip, in.size()));
            m_skip -= progress.used;
            m_ended = m_skip == 0;
            return progress;
        }
        progress.used = std::min(m_want - m_held.size(), in.size());
        m_held.insert(m_held.end(), in.begin(), in.begin() + static_cast<std::ptrdiff_t>(progress.used));
        if (m_held.size() == m_want) {
            (this->*m_next)();
            if (m_ended && m_outAt == m_outEnd && m_fault.empty())
                progress.outcome = Outcome::ended;
        } else if (last && progress.used == in.size() && m_next == &Lz4::block && !m_salvaged) {
            m_salvaged = true;
            const std::size_t size = m_want - (m_blockSums ? 4 : 0); // the file may end inside the checksum
            const auto bytes = std::span<const std::byte>(m_held).first(std::min(m_held.size(), size));
            const auto room = roomFor(bytes.size());
            m_outEnd =
                m_stored ? m_outAt + *decode(bytes, true, room, m_outAt) : salvage(bytes, room, m_outAt);
        }
        return progress;
    }

    std::size_t batch() const override { return coreCount() * kBatchACore; }

    Progress parts(std::span<const std::byte> in, std::span<std::byte> out, const Job& job) override
    {
        Progress progress;
        if (m_next != &Lz4::blockSize || !m_held.empty() || m_outAt != m_outEnd || !m_independent
            || !m_fault.empty() || m_ended)
            return progress;
        std::vector<MemberPart> blocks;
        const std::size_t sum = m_blockSums ? 4 : 0;
        for (std::size_t at = 0; in.size() - at >= 4 && out.size() / m_blockSize > blocks.size();) {
            const std::uint32_t value = word(in.subspan(at));
            const std::size_t size = value & 0x7fffffff;
            if (value == 0 || size > m_blockSize || in.size() - at - 4 < size + sum)
                break;
            blocks.push_back(
                {in.subspan(at, 4 + size + sum), out.subspan(blocks.size() * m_blockSize, m_blockSize)});
            at += 4 + size + sum;
        }
        const auto ends = decodeParts(blocks, job, [&](std::size_t i) { return wholeBlock(blocks[i]); });
        if (ends.empty())
            return progress;
        for (std::size_t i = 0; i < ends.size(); ++i)
            progress.used += blocks[i].in.size();
        progress.made = ends.back();
        if (m_contentSum)
            XXH32_update(&m_sum, out.data(), progress.made);
        return progress;
    }

private:
    // How many bytes a block with its size in front and its sum behind decodes to; nothing: it is damaged.
    std::optional<std::size_t> wholeBlock(const MemberPart& block) const
    {
        const bool isStored = (word(block.in) >> 31) != 0;
        std::span<const std::byte> bytes = block.in.subspan(4);
        return takeChecksum(bytes) ? decode(bytes, isStored, block.out, 0) : std::nullopt;
    }

    // Takes off the checksum behind a block where there is one; false: it does not match.
    bool takeChecksum(std::span<const std::byte>& block) const
    {
        if (!m_blockSums)
            return true;
        const std::uint32_t stated = word(block.last(4));
        block = block.first(block.size() - 4);
        return xxh32(block) == stated;
    }

    // Behind `history` bytes of `out`; returns how many bytes that gave, nothing: the block is damaged.
    static std::optional<std::size_t> decode(std::span<const std::byte> block, bool isStored,
                                             std::span<std::byte> out, std::size_t history)
    {
        const std::span<std::byte> room = out.subspan(history);
        if (isStored) {
            std::ranges::copy(block, room.begin());
            return block.size();
        }
        const int got = LZ4_decompress_safe_usingDict(
            reinterpret_cast<const char*>(block.data()), reinterpret_cast<char*>(room.data()),
            static_cast<int>(block.size()), static_cast<int>(room.size()),
            reinterpret_cast<const char*>(out.data()), static_cast<int>(history));
        return got < 0 ? std::nullopt : std::optional(static_cast<std::size_t>(got));
    }

    void expect(std::size_t bytes, void (Lz4::*next)())
    {
        m_held.clear();
        m_want = bytes;
        m_next = next;
    }

    void fault(std::string reason)
    {
        m_fault = std::move(reason);
        m_held.clear();
        m_want = 1;
    }

    void magic()
    {
        constexpr std::uint32_t kFrame = 0x184D2204;
        if (word(m_held) == kFrame)
            return expect(2, &Lz4::descriptor);
        expect(4, &Lz4::skippable);
    }

    void skippable()
    {
        m_skip = word(m_held);
        m_ended = m_skip == 0;
    }

    void descriptor()
    {
        const unsigned flags = std::to_integer<unsigned>(m_held[0]);
        const unsigned size = std::to_integer<unsigned>(m_held[1]) >> 4 & 7;
        if (flags >> 6 != 1 || size < 4) {
            fault("the frame has another version or block size than is known");
            return;
        }
        m_independent = (flags & 0x20) != 0;
        m_blockSums = (flags & 0x10) != 0;
        m_contentSum = (flags & 0x04) != 0;
        m_blockSize = std::size_t(1) << (8 + 2 * size);
        const std::size_t whole = 3u + ((flags & 0x08) ? 8u : 0u) + ((flags & 0x01) ? 4u : 0u);
        if (m_held.size() < whole)
            m_want = whole;
        else if ((xxh32(std::span(m_held).first(whole - 1)) >> 8 & 0xff)
                 != std::to_integer<unsigned>(m_held.back()))
            fault("the checksum of the frame header does not match");
        else
            expect(4, &Lz4::blockSize);
    }

    void blockSize()
    {
        const std::uint32_t value = word(m_held);
        if (value == 0) {
            m_ended = !m_contentSum;
            if (m_contentSum)
                expect(4, &Lz4::contentSum);
            return;
        }
        m_stored = (value >> 31) != 0;
        m_salvaged = false;
        const std::size_t size = value & 0x7fffffff;
        if (size > m_blockSize) {
            fault("a block states more bytes than the frame allows");
            return;
        }
        if (size == 0 && !m_blockSums) // of nothing, which is stored
            expect(4, &Lz4::blockSize);
        else
            expect(size + (m_blockSums ? 4 : 0), &Lz4::block);
    }

    // Room for what a block of so many bytes decodes to, behind the last 64 KiB, to which linked blocks refer.
    std::span<std::byte> roomFor(std::size_t stored)
    {
        constexpr std::size_t kMostOfAByte = 255; // so that small blocks do without room for the largest
        const std::size_t history = m_independent ? 0 : std::min(m_outEnd, kHistory);
        if (history > 0)
            std::memmove(m_out.data(), m_out.data() + (m_outEnd - history), history);
        m_outAt = m_outEnd = history;
        const std::size_t end = history + std::min(m_blockSize, stored * kMostOfAByte);
        if (m_out.size() < end)
            m_out.resize(end);
        return std::span(m_out).first(end);
    }

    void block()
    {
        std::span<const std::byte> bytes = m_held;
        if (!takeChecksum(bytes))
            m_fault = "the checksum of a block does not match";
        const auto room = roomFor(bytes.size());
        if (const auto got = decode(bytes, m_stored, room, m_outAt)) {
            m_outEnd = m_outAt + *got;
        } else {
            m_outEnd = salvage(bytes, room, m_outAt);
            if (m_fault.empty())
                m_fault = "a block is damaged";
        }
        if (m_contentSum)
            XXH32_update(&m_sum, m_out.data() + m_outAt, m_outEnd - m_outAt);
        expect(4, &Lz4::blockSize);
    }

    void contentSum()
    {
        m_ended = true;
        if (XXH32_digest(&m_sum) != word(m_held))
            fault("the checksum of the frame's content does not match");
    }

    std::vector<std::byte> m_held; // the bytes of the part that is being read
    std::size_t m_want = 0;        // how many it has
    void (Lz4::*m_next)() = nullptr;
    std::vector<std::byte> m_out; // history, then the block
    std::size_t m_outAt = 0;      // what was handed on
    std::size_t m_outEnd = 0;
    std::size_t m_blockSize = 0;
    std::uint64_t m_skip = 0;
    XXH32_state_t m_sum {}; // of the content
    bool m_independent = true;
    bool m_blockSums = false;
    bool m_contentSum = false;
    bool m_stored = false;
    bool m_salvaged = false;
    bool m_ended = false;
    std::string m_fault;
};

}

std::unique_ptr<MemberCodec> makeLz4()
{
    return std::make_unique<Lz4>();
}

}
