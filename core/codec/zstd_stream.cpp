#include "core/codec/zstd_stream.h"

#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/base/workers.h"
#include "core/codec/member_stream.h"
#include "core/io/byte_reader.h"

#include <algorithm>
#include <array>
#include <bit>
#include <zstd.h>

namespace traceglass {

namespace {

constexpr std::uint32_t kMagic = 0xFD2FB528;
constexpr std::uint32_t kSkippableMagic = 0x184D2A50; // to 0x184D2A5F
constexpr std::uint64_t kBlock = 128 * 1024; // the largest; a smaller window would make smaller ones the rule
constexpr unsigned kWindowLogMost = 31;      // what a one-shot decoder accepts
constexpr std::size_t kHeaderMost = 18;
constexpr std::size_t kFramesAtOnce = 4096; // a frame of nothing takes nine bytes

// RFC 8878 3.1.1.1
struct FrameHeader
{
    std::size_t size = 0; // 0: cut off
    std::uint64_t window = 0;
    std::uint64_t content = 0;
    bool contentKnown = true;
    std::uint8_t descriptor = 0;
    std::array<std::byte, 4> dictionary {};
    std::size_t dictionarySize = 0;
};

FrameHeader readFrameHeader(std::span<const std::byte> bytes)
{
    FrameHeader out;
    ByteReader in(bytes);
    in.u32();
    out.descriptor = in.u8();
    const bool singleSegment = (out.descriptor & 0x20) != 0;
    if (!singleSegment) {
        const unsigned window = in.u8();
        const unsigned log = 10 + (window >> 3);
        const std::uint64_t base = std::uint64_t(1) << log;
        out.window = log > kWindowLogMost ? ~std::uint64_t(0) : base + base / 8 * (window & 7);
    }
    constexpr std::array<std::size_t, 4> dictionarySizes = {0, 1, 2, 4};
    out.dictionarySize = dictionarySizes[out.descriptor & 3];
    std::ranges::copy(in.bytes(out.dictionarySize), out.dictionary.begin());
    switch (out.descriptor >> 6) {
    case 0:
        if (singleSegment)
            out.content = in.u8();
        out.contentKnown = singleSegment;
        break;
    case 1: out.content = std::uint64_t(in.u16()) + 256; break;
    case 2: out.content = in.u32(); break;
    default: out.content = in.u64();
    }
    if (singleSegment)
        out.window = out.content;
    out.size = in.failed() ? 0 : in.offset();
    return out;
}

}

std::uint64_t zstdAtMost(std::uint64_t stored)
{
    constexpr std::uint64_t kRatio = kBlock / 4;
    return stored > ~std::uint64_t(0) / kRatio ? ~std::uint64_t(0) : stored * kRatio;
}

bool ZstdStream::reset()
{
    if (!m_context) {
        m_context = {ZSTD_createDCtx(), ZSTD_freeDCtx};
        if (m_context)
            ZSTD_DCtx_setParameter(m_context.get(), ZSTD_d_windowLogMax, static_cast<int>(kWindowLogMost));
    } else {
        ZSTD_DCtx_reset(m_context.get(), ZSTD_reset_session_only);
    }
    m_skip = 0;
    m_inFrame = m_flushing = false;
    return m_context != nullptr;
}

void ZstdStream::feed(std::span<const std::byte> bytes)
{
    ZSTD_inBuffer in {bytes.data(), bytes.size(), 0};
    std::byte none {};
    ZSTD_outBuffer out {&none, 0, 0};
    const std::size_t result = ZSTD_decompressStream(m_context.get(), &out, &in);
    if (ZSTD_isError(result))
        corrupt(ZSTD_getErrorName(result));
    m_wanted = result;
    m_flushing = false;
}

// The decoder allocates the window a frame states, up to 2 GiB, before it has seen any content. No reference
// can reach further back than the bytes decoded so far, so a window of what can be decoded at all serves as
// well: a frame that states more gets a header of ours with a smaller window. The content size, which that
// header leaves out, is checked here.
bool ZstdStream::beginFrame()
{
    std::array<std::byte, kHeaderMost> head {};
    const std::size_t got = peek(m_position, head);
    ByteReader in {std::span(head).first(got)};
    const std::uint32_t magic = in.u32();
    if (in.failed() && m_rest == Rest::endsTheData && m_position > 0
        && !mayBegin(Codec::zstd, std::span(head).first(got))) {
        m_state = State::ended;
        return false;
    }
    if (in.failed()) {
        cut("the data end inside a frame header");
        return false;
    }
    if ((magic & 0xFFFFFFF0) == kSkippableMagic) {
        m_skip = in.u32();
        if (in.failed() || m_skip > m_length - m_position - 8) {
            cut("the data end inside a skippable frame");
            return false;
        }
        m_position += 8;
        return true;
    }
    if (magic != kMagic && m_position > 0 && m_rest == Rest::endsTheData) {
        m_state = State::ended;
        return false;
    }
    if (magic != kMagic) {
        corrupt(m_position == 0 ? "the data do not begin with a zstd frame"
                                : "there are bytes after the last frame");
        return false;
    }
    const FrameHeader header = readFrameHeader(std::span(head).first(got));
    if (header.size == 0) {
        cut("the data end inside a frame header");
        return false;
    }
    memberBegins({m_position, m_decoded});
    m_inFrame = true;
    m_frameStart = m_decoded;
    m_contentKnown = false;
    const std::uint64_t needed = std::max(kBlock, std::min(m_atMost, zstdAtMost(m_length)));
    if (header.window <= needed) {
        // On its own: a decoder that sees header and content together decodes both at once where they fit,
        // and then gives nothing of a frame that is damaged.
        feed(std::span(head).first(header.size));
        m_position += header.size;
        return m_state == State::more;
    }
    if (header.window == ~std::uint64_t(0) || needed > limits::kZstdWindow) {
        corrupt("the frame needs a window of more than " + sizeText(limits::kZstdWindow));
        return false;
    }
    const unsigned log = static_cast<unsigned>(std::bit_width(needed - 1));
    std::array<std::byte, kHeaderMost> ours {};
    std::copy_n(head.begin(), 4, ours.begin());
    ours[4] = static_cast<std::byte>(header.descriptor & 0x1f); // no content size, not a single segment
    ours[5] = static_cast<std::byte>((log - 10) << 3);
    std::copy_n(header.dictionary.begin(), header.dictionarySize, ours.begin() + 6);
    m_contentKnown = header.contentKnown;
    m_frameContent = header.content;
    feed(std::span(ours).first(6 + header.dictionarySize));
    m_position += header.size;
    return m_state == State::more;
}

std::size_t ZstdStream::batch() const
{
    constexpr std::size_t kACore = 16u << 20;
    return coreCount() * kACore;
}

// Decodes whole frames that state their size, on all cores; returns how many bytes came out. What it leaves
// (frames without a size, or too large for `out`, damaged or skippable ones) is for the loop in read().
std::size_t ZstdStream::frames(std::span<std::byte> out)
{
    const std::span<const std::byte> whole = m_stored->view();
    if (!m_job || whole.size() < m_offset + m_length)
        return 0;
    const auto in = whole.subspan(static_cast<std::size_t>(m_offset + m_position),
                                  static_cast<std::size_t>(m_length - m_position));
    std::vector<MemberPart> parts;
    std::size_t at = 0;
    for (std::size_t end = 0; at < in.size() && parts.size() < kFramesAtOnce;) {
        const auto head = in.subspan(at);
        if (head[0] != std::byte(kMagic & 0xff))
            break; // a skippable one states a content of nothing
        const auto content = ZSTD_getFrameContentSize(head.data(), head.size());
        if (content >= ZSTD_CONTENTSIZE_ERROR || content > out.size() - end)
            break;
        const std::size_t size = ZSTD_findFrameCompressedSize(head.data(), head.size());
        if (ZSTD_isError(size))
            break;
        parts.push_back({head.first(size), out.subspan(end, static_cast<std::size_t>(content))});
        end += static_cast<std::size_t>(content);
        at += size;
    }
    if (parts.size() < 2)
        return 0;
    const auto ends = decodeParts(parts, *m_job, [&](std::size_t i) -> std::optional<std::size_t> {
        const MemberPart& part = parts[i];
        const std::size_t got =
            ZSTD_decompress(part.out.data(), part.out.size(), part.in.data(), part.in.size());
        return got == part.out.size() ? std::optional(got) : std::nullopt;
    });
    for (std::size_t i = 0; i < ends.size(); ++i) {
        memberBegins({m_position, m_decoded + (i == 0 ? 0 : ends[i - 1])});
        m_position += parts[i].in.size();
    }
    return ends.empty() ? 0 : ends.back();
}

std::size_t ZstdStream::read(std::span<std::byte> out)
{
    std::size_t done = 0;
    out = out.first(static_cast<std::size_t>(std::min<std::uint64_t>(out.size(), m_atMost - m_decoded)));
    const std::uint64_t inputEnd = m_position + std::min(kInputStep, m_length - m_position);
    while (m_state == State::more) {
        if (m_skip > 0) {
            const std::uint64_t step = std::min(m_skip, m_length - m_position);
            m_position += step;
            m_skip -= step;
        } else if (!m_inFrame) {
            const std::size_t ahead = frames(out.subspan(done));
            m_decoded += ahead;
            done += ahead;
            if (m_position < m_length && !beginFrame())
                break;
        }
        if (m_inFrame) {
            // One block a call, and none while there is something to hand out: what a call decodes in front
            // of a fault it does not give.
            std::span<const std::byte> bytes =
                input(std::max<std::uint64_t>(1, inputEnd - std::min(inputEnd, m_position)));
            bytes = bytes.first(m_flushing ? 0 : std::min(bytes.size(), m_wanted));
            ZSTD_inBuffer from {bytes.data(), bytes.size(), 0};
            ZSTD_outBuffer to {out.data(), out.size(), done};
            const std::size_t result = ZSTD_decompressStream(m_context.get(), &to, &from);
            m_decoded += to.pos - done;
            m_position += from.pos;
            const bool stuck = !m_flushing && from.pos == 0 && to.pos == done && done < out.size();
            done = to.pos;
            m_flushing = done == out.size();
            m_wanted = result;
            if (ZSTD_isError(result)) {
                corrupt(ZSTD_getErrorName(result));
            } else if (result == 0) {
                m_inFrame = false;
                if (m_contentKnown && m_decoded - m_frameStart != m_frameContent)
                    corrupt("a frame holds another number of bytes than it states");
            } else if (stuck && m_position == m_length) {
                cut("the data end inside a frame");
            } else if (stuck && bytes.empty()) {
                corrupt("the stored bytes cannot be read");
            }
        }
        if (m_state == State::more && !m_inFrame && m_skip == 0 && m_position == m_length)
            m_state = State::ended;
        if (m_state == State::more && done == out.size() && m_decoded == m_atMost)
            m_state = State::full;
        if (done == out.size() || m_position >= inputEnd)
            break;
    }
    return done;
}

}
