#include "core/codec/stream_decoder.h"

#include "core/base/text.h"
#include "core/codec/member_stream.h"
#include "core/codec/zstd_stream.h"

#include <algorithm>

namespace traceglass {

namespace {

constexpr std::size_t kInputBuffer = 256 * 1024;

bool agrees(std::span<const std::byte> head, std::string_view magic)
{
    const std::size_t common = std::min(head.size(), magic.size());
    return std::equal(head.begin(), head.begin() + std::ptrdiff_t(common), asBytes(magic).begin());
}

// Frames of any content that decoders pass over: lz4 and zstd share them.
bool isSkippable(std::span<const std::byte> head)
{
    constexpr std::string_view kTail = "\x2a\x4d\x18";
    return head.empty()
        || ((std::to_integer<unsigned>(head[0]) & 0xf0) == 0x50 && agrees(head.subspan(1), kTail));
}

}

void StreamDecoder::start(const ByteSource& stored, std::uint64_t offset, std::uint64_t length,
                          std::uint64_t atMost, Rest rest)
{
    m_stored = &stored;
    m_offset = offset;
    m_length = length;
    m_atMost = atMost;
    m_position = m_decoded = 0;
    m_rest = rest;
    m_reason.clear();
    m_cut = false;
    m_members.clear();
    m_buffer.clear();
    m_bufferStart = 0;
    m_state = length == 0 ? State::ended : State::more;
    if (!reset())
        corrupt("no memory for the decoder");
}

void StreamDecoder::corrupt(std::string reason)
{
    m_reason = std::move(reason);
    m_state = State::corrupt;
}

void StreamDecoder::cut(std::string reason)
{
    corrupt(std::move(reason));
    m_cut = true;
}

std::size_t StreamDecoder::peek(std::uint64_t position, std::span<std::byte> out) const
{
    const std::uint64_t left = m_length - position;
    return m_stored->read(m_offset + position,
                          out.first(static_cast<std::size_t>(std::min<std::uint64_t>(out.size(), left))));
}

std::span<const std::byte> StreamDecoder::input(std::uint64_t atMost)
{
    const std::uint64_t left = std::min(m_length - m_position, atMost);
    const std::span<const std::byte> whole = m_stored->view();
    if (!whole.empty()) {
        const std::uint64_t start = m_offset + m_position;
        if (start >= whole.size())
            return {};
        return whole.subspan(static_cast<std::size_t>(start),
                             static_cast<std::size_t>(std::min<std::uint64_t>(left, whole.size() - start)));
    }
    if (m_position < m_bufferStart || m_position >= m_bufferStart + m_buffer.size()) {
        m_buffer.resize(
            static_cast<std::size_t>(std::min<std::uint64_t>(kInputBuffer, m_length - m_position)));
        m_buffer.resize(m_stored->read(m_offset + m_position, m_buffer));
        m_bufferStart = m_position;
    }
    const std::span<const std::byte> rest =
        std::span(m_buffer).subspan(static_cast<std::size_t>(m_position - m_bufferStart));
    return rest.first(static_cast<std::size_t>(std::min<std::uint64_t>(left, rest.size())));
}

std::unique_ptr<StreamDecoder> makeDecoder(Codec codec)
{
    switch (codec) {
    case Codec::gzip: return std::make_unique<MemberStream>(makeGzip());
    case Codec::xz: return std::make_unique<MemberStream>(makeXz());
    case Codec::bzip2: return std::make_unique<MemberStream>(makeBzip2());
    case Codec::lz4: return std::make_unique<MemberStream>(makeLz4());
    case Codec::zstd: break;
    }
    return std::make_unique<ZstdStream>();
}

bool isSlow(Codec codec)
{
    return codec == Codec::gzip || codec == Codec::xz || codec == Codec::bzip2;
}

bool mayBegin(Codec codec, std::span<const std::byte> head)
{
    using namespace std::string_view_literals;
    switch (codec) {
    case Codec::gzip: return agrees(head, "\x1f\x8b"sv);
    case Codec::xz: return agrees(head, "\xfd\x37\x7a\x58\x5a\x00"sv);
    case Codec::bzip2: return agrees(head, "BZh"sv);
    case Codec::lz4: return agrees(head, "\x04\x22\x4d\x18"sv) || isSkippable(head);
    case Codec::zstd: return agrees(head, "\x28\xb5\x2f\xfd"sv) || isSkippable(head);
    }
    return false;
}

}
