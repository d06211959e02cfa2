// The inner loop of reading a chunk: records into columns, some 300 million a second on one core.
//
// A varint ends at the first byte below 0x80. Looking for these ends one varint after the other chains every load to the
// one before; instead the ends of the next 64 bytes are found at once as a bit mask, and records are cut from the mask.
// The loads then wait for nothing but arithmetic. Whatever is unusual (events, needlessly long numbers, the last 64 bytes)
// goes through ByteReader, which also judges every fault.
#include "core/formats/rfr/rfr_chunk.h"

#include <bit>
#include <cstring>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace traceglass::rfr {

namespace {

constexpr std::size_t kBlock = 64;

std::uint64_t load64(const std::byte* place)
{
    std::uint64_t value = 0;
    std::memcpy(&value, place, sizeof value);
    if constexpr (std::endian::native == std::endian::big)
        value = __builtin_bswap64(value);
    return value;
}

// Bit i is set when byte i ends a varint.
std::uint64_t varintEnds(const std::byte* place)
{
    std::uint64_t more = 0;
#ifdef __SSE2__
    for (std::size_t i = 0; i < kBlock / 16; ++i) {
        const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(place + 16 * i));
        more |= std::uint64_t(static_cast<std::uint32_t>(_mm_movemask_epi8(bytes))) << (16 * i);
    }
#else
    for (std::size_t i = 0; i < kBlock / 8; ++i) {
        const std::uint64_t tops = (load64(place + 8 * i) & 0x8080808080808080u) >> 7;
        more |= ((tops * 0x0102040810204080u) >> 56) << (8 * i);
    }
#endif
    return ~more;
}

// The varint of `length` bytes at `place`, of which eight more can be read. False when it is too long or too large.
bool decodeVarint(const std::byte* place, unsigned length, std::uint64_t& value)
{
    std::uint64_t bits = load64(place) & 0x7f7f7f7f7f7f7f7fu;
    if (length < 8)
        bits &= (std::uint64_t(1) << (8 * length)) - 1;
    bits = (bits & 0x007f007f007f007fu) | ((bits & 0x7f007f007f007f00u) >> 1);
    bits = (bits & 0x00003fff00003fffu) | ((bits & 0x3fff00003fff0000u) >> 2);
    bits = (bits & 0x000000000fffffffu) | ((bits & 0x0fffffff00000000u) >> 4);
    if (length > 8) {
        if (length > 10)
            return false;
        bits |= (std::to_integer<std::uint64_t>(place[8]) & 0x7f) << 56;
        if (length == 10) {
            const auto last = std::to_integer<std::uint64_t>(place[9]);
            if (last > 1)
                return false;
            bits |= last << 63;
        }
    }
    value = bits;
    return true;
}

// Cuts records from the mask of varint ends of a window of 64 bytes.
class Cutter
{
public:
    Cutter(std::span<const std::byte> bytes, std::size_t offset)
        : m_bytes(bytes)
        , m_offset(offset)
    {
        refill();
    }

    std::size_t offset() const { return m_offset; }

    void moveTo(std::size_t offset)
    {
        m_offset = offset;
        refill();
    }

    // A record that is a time, a kind of one byte, an id and, for wakers, an optional second id. False leaves everything as it was.
    bool cut(std::uint64_t& micros, RecordKind& kind, std::uint64_t& id)
    {
        if (cutFromWindow(micros, kind, id))
            return true;
        if (m_offset == m_window)
            return false;
        refill();
        return cutFromWindow(micros, kind, id);
    }

private:
    static constexpr std::uint32_t kPlainKinds = 0b1'1110'1111; // time, kind, iid
    static constexpr std::uint32_t kWakerKinds = 0b1'1110'0000'0000;

    void refill()
    {
        m_window = m_offset;
        // A record of the plain kinds has at most 32 bytes; decodeVarint() reads up to 10 from where a number begins.
        m_ends = m_bytes.size() - m_offset >= 2 * kBlock ? varintEnds(m_bytes.data() + m_offset) : 0;
    }

    bool cutFromWindow(std::uint64_t& micros, RecordKind& kind, std::uint64_t& id)
    {
        std::uint64_t ends = m_ends;
        const auto takeEnd = [&] {
            const auto end = static_cast<unsigned>(std::countr_zero(ends));
            ends &= ends - 1;
            return end;
        };
        const auto start = static_cast<unsigned>(m_offset - m_window);
        const unsigned timeEnd = takeEnd();
        const unsigned kindEnd = takeEnd();
        const unsigned idEnd = takeEnd();
        if (idEnd >= kBlock || kindEnd != timeEnd + 1)
            return false;
        const std::byte* const window = m_bytes.data() + m_window;
        const auto kindNumber = std::to_integer<std::uint32_t>(window[kindEnd]);
        unsigned last = idEnd;
        if (!(kPlainKinds >> (kindNumber & 31) & 1) || kindNumber > 31) {
            if (!(kWakerKinds >> (kindNumber & 31) & 1) || kindNumber > 31)
                return false;
            const unsigned tagEnd = takeEnd();
            if (tagEnd >= kBlock || tagEnd != idEnd + 1)
                return false;
            const auto tag = std::to_integer<unsigned>(window[tagEnd]);
            last = tagEnd;
            if (tag != 0) {
                last = takeEnd();
                std::uint64_t context = 0;
                if (tag > 1 || last >= kBlock || !decodeVarint(window + tagEnd + 1, last - tagEnd, context))
                    return false;
            }
        }
        if (!decodeVarint(window + start, timeEnd + 1 - start, micros)
            || !decodeVarint(window + kindEnd + 1, idEnd - kindEnd, id))
            return false;
        kind = static_cast<RecordKind>(kindNumber);
        m_ends = ends;
        m_offset = m_window + last + 1;
        return true;
    }

    std::span<const std::byte> m_bytes;
    std::size_t m_offset;      // of the next record
    std::size_t m_window = 0;  // where the window begins
    std::uint64_t m_ends = 0;  // not yet used varint ends in it
};

// One record of any kind, with every check.
bool readRecord(ByteReader& in, std::uint64_t& micros, RecordKind& kind, std::uint64_t& id)
{
    micros = in.varint64();
    const std::size_t kindOffset = in.offset();
    const std::uint32_t number = in.varint32();
    if (!in.failed() && number >= kChunkRecordKinds)
        in.fail(ReadError::badTag, kindOffset);
    if (in.failed())
        return false;
    kind = static_cast<RecordKind>(number);
    if (kind == RecordKind::event)
        id = readEvent(in).callsite;
    else if (isWaker(kind))
        id = readWaker(in).task;
    else
        id = in.varint64();
    return !in.failed();
}

}

RecordsEnd decodeRecords(std::span<const std::byte> bytes, std::size_t offset, std::uint64_t count, Sequence& out)
{
    constexpr std::uint64_t kStep = 4096; // columns grow by a page or two at a time, while these are in the cache
    RecordsEnd result;
    Cutter cutter(bytes, offset);
    const auto reserved = static_cast<std::size_t>(std::min<std::uint64_t>(count, (bytes.size() - offset) / least::kRecord));
    out.micros.reserve(out.micros.size() + reserved);
    out.kinds.reserve(out.kinds.size() + reserved);
    out.ids.reserve(out.ids.size() + reserved);
    out.offsets.reserve(out.offsets.size() + reserved);
    while (count > 0 && result.error == ReadError::none) {
        const std::size_t first = out.micros.size();
        const auto step = static_cast<std::size_t>(std::min(count, kStep));
        out.micros.resize(first + step);
        out.kinds.resize(first + step);
        out.ids.resize(first + step);
        out.offsets.resize(first + step);
        std::uint64_t* const micros = out.micros.data() + first;
        RecordKind* const kinds = out.kinds.data() + first;
        std::uint64_t* const ids = out.ids.data() + first;
        std::uint32_t* const offsets = out.offsets.data() + first;
        std::size_t done = 0;
        for (; done < step; ++done) {
            offsets[done] = static_cast<std::uint32_t>(cutter.offset() - out.offsetBase);
            if (cutter.cut(micros[done], kinds[done], ids[done])) [[likely]]
                continue;
            ByteReader in(bytes);
            in.seek(cutter.offset());
            const bool good = readRecord(in, micros[done], kinds[done], ids[done]);
            if (in.sawBadText() && !result.badText) {
                result.badText = true;
                result.badTextOffset = in.badTextOffset();
            }
            if (!good) {
                result.error = in.error();
                result.errorOffset = in.errorOffset();
                break;
            }
            cutter.moveTo(in.offset());
        }
        out.micros.resize(first + done);
        out.kinds.resize(first + done);
        out.ids.resize(first + done);
        out.offsets.resize(first + done);
        count -= done;
    }
    result.offset = cutter.offset();
    return result;
}

}
