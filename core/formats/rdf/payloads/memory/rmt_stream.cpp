#include "core/formats/rdf/payloads/memory/rmt_stream.h"

#include <algorithm>
#include <limits>

namespace traceglass::rdf {

RmtStreams findStreams(const PayloadChunks& chunks, const Report& report)
{
    RmtStreams out;
    bool isFull = false;
    for (const std::uint32_t entry : chunks.of(PayloadKind::rmtData)) {
        RmtChunkHeader header;
        if (!readFields(chunks.header(entry).bytes, header)) {
            report(chunks.unreadable(entry, "its header has fewer than 24 bytes"));
            continue;
        }
        auto at = std::ranges::lower_bound(out, header.stream, {}, &RmtStreamInfo::number);
        if (at == out.end() || at->number != header.stream) {
            if (out.size() >= kRmtStreams) {
                if (!isFull)
                    report(diagnose(Code::RdfPayloadLimit, "more than 256 streams of memory tokens",
                                    chunks.place(entry, 0, 1), entry));
                isFull = true;
                continue;
            }
            at = out.insert(at, {header.stream, header.pid, header.thread, header.version, {}, {}});
        } else if (at->version != header.version) {
            const auto text = [](RmtVersion version) {
                return std::to_string(version.major) + '.' + std::to_string(version.minor);
            };
            const ByteRange range = chunks.file().outer().range(
                chunks.file().outer().index().headerExtent(chunks.file().outer().index().entry(entry)));
            report(diagnose(Code::RdfRmtVersionChange,
                            "stream " + std::to_string(header.stream) + ": " + text(at->version) + ", then "
                                + text(header.version),
                            range, entry));
        }
        at->entries.push_back(entry);
        at->sizes.push_back(header.size);
    }
    return out;
}

void RmtClock::set(const RmtToken& timestamp)
{
    const auto clock = fieldsOf<RmtTimestamp>(timestamp);
    units = std::min(clock.time, kUnitsAtMost);
    frequency = clock.frequency;
}

// --- one stream

RmtStream::RmtStream(const PayloadChunks& chunks, const RmtStreamInfo& info)
    : m_chunks(chunks)
    , m_info(info)
    , m_pieces(chunks.file())
{
    m_token.version = info.version;
}

// The next piece that is not empty goes to m_piece.
bool RmtStream::fetch()
{
    for (;;) {
        if (m_inChunk) {
            m_piece = m_pieces.next();
            m_parts.back().length += m_piece.size();
            if (!m_piece.empty())
                return true;
            m_inChunk = false;
            m_parts.back().failed = m_pieces.failed();
        }
        if (m_parts.size() == m_info.entries.size())
            return false;
        const std::uint64_t begin = m_parts.empty() ? 0 : m_parts.back().begin + m_parts.back().length;
        m_parts.push_back({m_info.entries[m_parts.size()], begin, 0, false});
        m_pieces.open(m_parts.back().entry);
        m_inChunk = true;
    }
}

const RmtToken* RmtStream::end(Stop why)
{
    m_stop = why;
    m_piece = {};
    return nullptr;
}

std::uint64_t RmtStream::passPlain(std::array<std::uint64_t, 256>& byFirst, std::uint64_t atMost)
{
    const std::byte* at = m_piece.data();
    const std::byte* const end = at + m_piece.size();
    RmtClock clock = m_clock;
    std::uint64_t passed = 0;
    for (; passed < atMost && static_cast<std::size_t>(end - at) >= kRoom; ++passed) {
        const auto first = std::to_integer<std::size_t>(*at);
        const std::uint32_t size = kRmtSizeByFirst[first];
        const RmtKind kind = rmtKind(*at);
        if (size == 0 || kind == RmtKind::timestamp || kind == RmtKind::misc)
            break;
        clock.pass(at, size);
        ++byFirst[first];
        at += size;
    }
    m_clock = clock;
    m_offset += static_cast<std::uint64_t>(at - m_piece.data());
    m_piece = {at, end};
    return passed;
}

// Copies just the bytes of the token, which tells its size by and by.
const RmtToken* RmtStream::nextJoined()
{
    if (m_stop != Stop::none)
        return nullptr;
    m_joined.clear();
    std::size_t wanted = 1;
    for (std::uint32_t size = 0; m_joined.size() < wanted || size == 0;) {
        while (m_joined.size() < wanted) {
            if (m_piece.empty() && !fetch())
                return end(m_joined.empty() ? Stop::ended : Stop::truncated);
            const std::size_t some = std::min(m_piece.size(), wanted - m_joined.size());
            m_joined.insert(m_joined.end(), m_piece.begin(),
                            m_piece.begin() + static_cast<std::ptrdiff_t>(some));
            m_piece = m_piece.subspan(some);
        }
        m_joined.resize(wanted + kReadBehind);
        size = rmtTokenSize(m_joined.data(), wanted, m_token.version);
        m_joined.resize(wanted);
        if (size == kNoToken)
            return end(Stop::unknownToken);
        wanted = size == 0 ? wanted + 1 : size;
    }
    m_joined.resize(wanted + kReadBehind);
    return deliver(m_joined.data(), static_cast<std::uint32_t>(wanted));
}

const RmtStream::ChunkPart& RmtStream::partBefore(std::uint64_t offset) const
{
    return *std::prev(std::ranges::upper_bound(m_parts, offset, {}, &ChunkPart::begin));
}

ByteRange RmtStream::placeOf(std::uint64_t offset, std::uint64_t length) const
{
    if (m_parts.empty())
        return {};
    const ChunkPart& part = partOf(offset);
    return m_chunks.place(part.entry, offset - part.begin, length);
}

bool RmtStream::seeRest(const Job& job)
{
    do {
        if (job.stopRequested())
            return false;
    } while (fetch());
    m_piece = {};
    return true;
}

// --- all of them

RmtMerge::RmtMerge(const PayloadChunks& chunks, const RmtStreams& streams)
{
    for (const RmtStreamInfo& info : streams)
        m_lanes.push_back({std::make_unique<RmtStream>(chunks, info), nullptr});
}

// The lane with the smallest next time; of several the current one, else the first.
void RmtMerge::choose()
{
    std::size_t best = m_lanes.size();
    const auto isBefore = [&](std::size_t a, std::size_t b) {
        const std::uint64_t left = m_lanes[a].token->tick, right = m_lanes[b].token->tick;
        return left != right ? left < right : a == m_current || (b != m_current && a < b);
    };
    for (std::size_t n = 0; n < m_lanes.size(); ++n) {
        if (m_lanes[n].token && (best == m_lanes.size() || isBefore(n, best)))
            best = n;
    }
    m_otherTick = std::numeric_limits<std::uint64_t>::max();
    for (std::size_t n = 0; n < m_lanes.size(); ++n) {
        if (n != best && m_lanes[n].token)
            m_otherTick = std::min(m_otherTick, m_lanes[n].token->tick);
    }
    if (best < m_lanes.size())
        m_current = best;
}

const RmtToken* RmtMerge::begin()
{
    if (m_lanes.empty())
        return nullptr;
    m_begun = true;
    for (Lane& lane : m_lanes)
        lane.token = lane.stream->next();
    choose();
    return m_lanes[m_current].token;
}

}
