#include "core/formats/rdf/payloads/crash/crash_events.h"

#include "core/io/byte_reader.h"

#include <algorithm>

namespace traceglass::rdf {

namespace {

constexpr std::size_t kDataHead = 4 + ProviderHeader::kSize; // two numbers, and the header once more

}

std::string providerName(std::uint64_t provider)
{
    return provider == static_cast<std::uint32_t>(CrashProvider::userMode)  ? "umd"
        : provider == static_cast<std::uint32_t>(CrashProvider::kernelMode) ? "kmd"
                                                                            : hexNumber(provider);
}

std::uint64_t CrashClock::pass(const CrashEvent& event, std::uint8_t smallDelta, const ProviderHeader& header)
{
    const std::uint64_t tick = header.tickOf(largeDelta != 0 ? largeDelta : smallDelta);
    largeDelta = 0;
    if (event.id == kLargeDelta) {
        ByteReader delta(event.payload);
        largeDelta = delta.u64();
    }
    return tick;
}

std::string_view markerInfoName(std::uint64_t kind)
{
    static constexpr auto kNames = std::to_array<std::string_view>(
        {"", "command_buffer_start", "pipeline_bind", "draw", "draw_user_data", "dispatch", "barrier_begin",
         "barrier_end", "nested_command_buffer"});
    return kind < kNames.size() ? kNames[static_cast<std::size_t>(kind)] : std::string_view();
}

CrashEventStream::CrashEventStream(const PayloadChunks& chunks, std::uint32_t entry)
    : m_pieces(chunks.file())
{
    m_pieces.open(entry);
    const bool hasHeader = readFields(chunks.header(entry).bytes, m_header);
    const auto head = take(kDataHead);
    m_isCut = head.size() < kDataHead;
    if (!hasHeader && !m_isCut)
        readFields(head.subspan(4), m_header);
    m_offset = head.size();
}

std::span<const std::byte> CrashEventStream::take(std::size_t size)
{
    if (m_piece.size() >= size) {
        const auto out = m_piece.first(size);
        m_piece = m_piece.subspan(size);
        return out;
    }
    m_joined.clear();
    while (m_joined.size() < size) {
        if (m_piece.empty() && (m_piece = m_pieces.next()).empty())
            break;
        const std::size_t some = std::min(m_piece.size(), size - m_joined.size());
        m_joined.insert(m_joined.end(), m_piece.begin(), m_piece.begin() + static_cast<std::ptrdiff_t>(some));
        m_piece = m_piece.subspan(some);
    }
    return m_joined;
}

const CrashEvent* CrashEventStream::next()
{
    if (m_isCut)
        return nullptr;
    const auto head = take(kCrashEventHead);
    if (head.size() < kCrashEventHead) {
        m_isCut = !head.empty();
        return nullptr;
    }
    ByteReader in(head);
    m_event.id = in.u8();
    const std::uint8_t smallDelta = in.u8();
    const std::uint16_t size = in.u16();
    m_event.payload = take(size);
    if (m_event.payload.size() < size) {
        m_isCut = true;
        return nullptr;
    }
    m_event.offset = m_offset;
    m_offset += kCrashEventHead + size;
    m_event.tick = m_clock.pass(m_event, smallDelta, m_header);
    return &m_event;
}

}
