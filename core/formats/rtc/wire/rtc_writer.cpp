#include "core/formats/rtc/wire/rtc_writer.h"

#include "core/base/text.h"

#include <algorithm>
#include <bit>

namespace traceglass::rtc {

namespace {

constexpr std::size_t kFlushAt = 256 << 10;
constexpr std::uint64_t kNoBoundary = ~std::uint64_t(0);
constexpr std::uint64_t kLeastRoom =
    64; // left for data in every minor unit, or nothing would ever be written
constexpr std::uint64_t kGrowth = std::uint64_t(1) << 33; // distances in an Index are expected to stay below
constexpr std::size_t kNearMarker = kMarkerBytes - 6;     // a following header begins with at most 4 bytes B9

using Head = std::array<std::byte, 16>;

std::size_t putInt(Head& head, std::size_t at, std::uint64_t value)
{
    for (; value >= 0x80; value >>= 7)
        head[at++] = static_cast<std::byte>(value | 0x80);
    head[at++] = static_cast<std::byte>(value);
    return at;
}

std::uint64_t frameInt(std::uint32_t id, bool more)
{
    return std::uint64_t(id) << 1 | (more ? 1 : 0);
}

// How much of a variable payload a frame takes with `room` bytes behind its id: 0 of a payload that has bytes
// means that it does not fit at all. Like the reference writer, a cut leaves as many bytes for the length as
// that of the whole would take.
std::size_t variablePart(std::size_t payload, std::uint64_t room)
{
    const std::size_t whole = std::min(payload, kMaxPayload);
    const std::size_t lengthBytes = intBytes(whole);
    return room > lengthBytes ? static_cast<std::size_t>(std::min<std::uint64_t>(whole, room - lengthBytes))
                              : 0;
}

constexpr auto kIsMagic = [](std::byte byte) { return byte == std::byte(kMagic); };

bool endsLikeMarker(std::span<const std::byte> head, std::span<const std::byte> payload)
{
    const auto before = std::find_if_not(payload.rbegin(), payload.rend(), kIsMagic);
    return before - payload.rbegin() >= std::ptrdiff_t(kNearMarker)
        && (before != payload.rend() ? *before : head.back()) == std::byte(kMarkerHead);
}

}

Writer::Writer(Sink sink, WriterOptions options)
    : Writer(std::move(sink), options, WriterState {.crc = Crc(options.crc)})
{
}

Writer::Writer(Sink sink, WriterOptions options, const WriterState& state)
    : m_sink(std::move(sink))
    , m_options(options)
    , m_offset(state.offset)
    , m_marker(state.marker)
    , m_count(state.count)
    , m_minorStart(state.lastIndex)
    , m_freeId(std::max<std::uint32_t>(state.freeId, kFirstStream))
    , m_metaChanged(state.positions.empty() || state.metaChanged)
    , m_crc(state.crc)
{
    for (const std::uint32_t id : {kIndex, kMinorIndex, kMeta, kPlatform, kCrc})
        m_known[id] = {};
    m_known[kPlatform].length = m_options.fixedSpecial ? std::optional<std::uint32_t>(4) : std::nullopt;
    for (const Stream& stream : state.streams) {
        m_known[stream.id] = {.length = stream.length, .open = state.open.contains(stream.id)};
        m_objects.push_back(metaObject(stream));
        m_names.insert(stream.name);
        m_freeId = std::max(m_freeId, stream.id + 1);
    }
    for (const auto& [id, position] : state.positions) {
        Known& known = m_known[id];
        known.seen = true;
        known.position = position;
    }
    m_state = checkOptions();
    if (m_state && begun()) { // an index frame that should stand before the offset may be damaged
        m_boundary = m_minorStart;
        do
            m_boundary = boundaryAfter(m_boundary);
        while (m_boundary < m_offset);
    }
}

Result<void> Writer::checkOptions() const
{
    const std::uint64_t unit = m_options.unitSize, minor = m_options.minorSize;
    // A run that is there already keeps its sizes, whatever they are.
    const bool sound = begun()
        ? minor > 0 && unit >= kMarkerBytes + kLeastRoom && m_offset >= m_marker + kMarkerBytes
            && m_offset <= m_marker + unit && m_minorStart >= m_marker
        : std::has_single_bit(unit) && std::has_single_bit(minor) && minor >= 2048 && unit >= minor;
    if (!sound)
        return fail(Code::RtcUnwritable,
                    "a Unit of " + std::to_string(unit) + " with units of " + std::to_string(minor)
                        + " bytes");
    return {};
}

std::uint64_t Writer::crcBytes() const
{
    return m_options.crc == CrcKind::none ? 0 : m_options.fixedSpecial ? 5 : 6;
}

std::uint64_t Writer::crcPlace() const
{
    return m_marker + m_options.unitSize - crcBytes();
}

std::uint64_t Writer::room() const
{
    return std::min(m_boundary, crcPlace()) - m_offset;
}

std::uint64_t Writer::boundaryAfter(std::uint64_t boundary) const
{
    const std::uint64_t next = boundary + m_options.minorSize;
    return m_options.minorSize >= m_options.unitSize || next >= crcPlace() ? kNoBoundary : next;
}

// --- what fits

std::uint64_t Writer::indexBytesAtMost() const
{
    const std::uint64_t distance = intBytes((m_offset + kGrowth) << 1);
    std::uint64_t bytes = 5; // the count
    for (const auto& [id, known] : m_known)
        bytes += intBytes(frameInt(id, true)) + distance;
    return bytes + 3 * (bytes / kMaxPayload + 1);
}

bool Writer::fitsBefore(std::uint64_t& offset, std::uint64_t& boundary, std::uint64_t end,
                        std::size_t payload) const
{
    do {
        if (offset == boundary) {
            offset += indexBytesAtMost();
            boundary = boundaryAfter(boundary);
        }
        const std::uint64_t limit = std::min(boundary, end);
        if (offset >= limit)
            return false;
        const std::size_t part = variablePart(payload, limit - offset - 1);
        offset = part == 0 ? limit : offset + 1 + intBytes(part) + part;
        payload -= part;
    } while (payload > 0);
    return true;
}

// Can every Unit hold its Index and Meta, and every minor unit its index, with room for data?
bool Writer::roomForStreams() const
{
    const std::uint64_t index = indexBytesAtMost();
    const std::uint64_t unit = m_options.unitSize - kMarkerBytes - crcBytes();
    const std::uint64_t last = m_options.minorSize >= m_options.unitSize ? unit : unit % m_options.minorSize;
    if (std::min(last == 0 ? unit : last, std::min(unit, m_options.minorSize)) < index + kLeastRoom)
        return false;
    // As if the Unit stood at the current one's place: only differences count.
    std::uint64_t offset = m_marker + kMarkerBytes;
    std::uint64_t boundary = boundaryAfter(offset);
    offset += index;
    return fitsBefore(offset, boundary, crcPlace(), metaPayload(0).size())
        && fitsBefore(offset, boundary, crcPlace(), 4)
        && fitsBefore(offset, boundary, crcPlace(), kLeastRoom);
}

std::string Writer::metaPayload(std::size_t firstStream) const
{
    std::string text = "[";
    for (std::size_t i = firstStream; i < m_objects.size(); ++i)
        text += m_objects[i] + ",";
    return text + std::to_string(m_freeId) + ']';
}

// --- the interface

Result<std::uint32_t> Writer::addStream(Stream stream)
{
    if (!m_state)
        return tl::unexpected(m_state.error());
    if (!stream.name.empty() && m_names.contains(stream.name))
        return fail(Code::RtcUnwritable, "a second stream \"" + escaped(stream.name) + '"');
    if (m_freeId >= std::uint32_t(1) << 31)
        return fail(Code::RtcUnwritable, "no number is left for another stream");
    stream.id = m_freeId++;
    m_known[stream.id] = {.length = stream.length};
    m_objects.push_back(metaObject(stream));
    if (!roomForStreams()) {
        m_objects.pop_back();
        m_known.erase(stream.id);
        --m_freeId;
        return fail(Code::RtcNoRoom, "with the stream \"" + escaped(stream.name) + '"');
    }
    m_names.insert(stream.name);
    m_metaChanged = true;
    if (!begun())
        return stream.id;

    const std::string meta = metaPayload(m_objects.size() - 1);
    std::uint64_t offset = m_offset, boundary = m_boundary;
    const bool done = fitsBefore(offset, boundary, crcPlace(), meta.size())
        ? putFrames(kMinorMeta, asBytes(meta), false, true)
        : endUnit() && beginUnit(); // whose Meta has it
    if (!done)
        return tl::unexpected(m_state.error());
    return stream.id;
}

Result<void> Writer::writePart(std::uint32_t stream, std::span<const std::byte> payload, bool more)
{
    if (!m_state)
        return m_state;
    const auto known = m_known.find(stream);
    if (stream < kFirstStream || known == m_known.end())
        return fail(Code::RtcUnwritable, "stream " + std::to_string(stream) + " was never added");
    if (const auto length = known->second.length) {
        const bool whole = *length == 0 ? payload.empty() : !payload.empty() && payload.size() % *length == 0;
        if (!whole)
            return fail(Code::RtcUnwritable,
                        counted(payload.size(), "byte", "bytes") + " for a stream with payloads of "
                            + std::to_string(*length));
    }
    if ((begun() || beginUnit()) && putFrames(stream, payload, more, false))
        flushLarge();
    return m_state;
}

Result<void> Writer::flush()
{
    if (m_state && !m_buffer.empty()) {
        m_state = m_sink(m_buffer);
        m_buffer.clear();
    }
    return m_state;
}

bool Writer::flushLarge()
{
    return m_buffer.size() < kFlushAt || flush();
}

Result<void> Writer::finish()
{
    if (!m_state)
        return m_state;
    if (!begun() && !beginUnit())
        return m_state;
    while (m_options.crc != CrcKind::none && m_offset <= crcPlace()) {
        if (m_offset == m_boundary) {
            if (!putIndex(kMinorIndex))
                return m_state;
        } else if (m_boundary != kNoBoundary && m_boundary - m_offset < crcBytes()) {
            putFill(m_boundary - m_offset);
        } else {
            putCrc();
            break;
        }
    }
    return flush();
}

// --- Units

bool Writer::beginUnit()
{
    const bool first = !begun();
    m_marker = m_offset;
    m_buffer.push_back(std::byte(kMarkerHead));
    m_buffer.insert(m_buffer.end(), kMarkerBytes - 1, std::byte(kMagic));
    m_offset += kMarkerBytes;
    m_crc = Crc(m_options.crc);
    m_nearMarker = false;
    if (first) { // so that the first Index tells both sizes
        m_known[kIndex] = {.seen = true, .position = m_offset - m_options.unitSize};
        m_known[kMinorIndex] = {.seen = true, .position = m_offset - m_options.minorSize};
    } else {
        ++m_count;
    }
    m_boundary = boundaryAfter(m_offset);
    if (!putIndex(kIndex) || !putFrames(kMeta, asBytes(metaPayload(0)), false, true))
        return false;
    m_metaChanged = false;
    if (!reachFrame(true))
        return false;
    if (room() < 6) // readers look for it in one piece
        putFill(room());
    return putFrames(kPlatform, inOrder(0x01020304), false, true);
}

bool Writer::endUnit()
{
    // A Crc in the way at the end of a run that is continued leaves less room than a Crc needs.
    while (m_offset < crcPlace()) {
        putFill(room());
        if (m_offset == m_boundary && m_boundary < crcPlace() && !putIndex(kMinorIndex))
            return false;
    }
    if (m_options.crc != CrcKind::none && m_offset == crcPlace())
        putCrc();
    putFill(m_marker + m_options.unitSize - m_offset);
    return flushLarge();
}

// Afterwards the next byte may be a frame's. Index frames and Units begin here, just before what follows
// them.
bool Writer::reachFrame(bool inHeader)
{
    while (m_offset == m_boundary || m_offset >= crcPlace()) {
        if (m_offset == m_boundary) {
            if (!putIndex(kMinorIndex))
                return false;
        } else if (inHeader) {
            m_state = fail(Code::RtcNoRoom, "the Unit at " + std::to_string(m_marker));
            return false;
        } else if (!endUnit() || !beginUnit()) {
            return false;
        }
    }
    return true;
}

bool Writer::putIndex(std::uint32_t id)
{
    const std::uint64_t start = m_offset;
    std::vector<std::byte> body;
    if (id == kIndex)
        appendInt(body, m_count);
    const std::uint64_t unitStart = m_marker + kMarkerBytes;
    for (const auto& [stream, known] : m_known) {
        const bool sinceIndex = known.seen && stream != kMinorIndex && known.position >= unitStart;
        if (id == kMinorIndex && !sinceIndex)
            continue;
        appendInt(body, frameInt(stream, true));
        appendInt(body, known.seen ? (start - known.position) << 1 : 0);
    }
    m_known[id] = {.seen = true, .position = start};
    m_minorStart = start;
    if (id == kMinorIndex)
        m_boundary = boundaryAfter(m_boundary);

    for (std::size_t done = 0; done < body.size();) {
        const std::size_t part = std::min(body.size() - done, kMaxPayload);
        Head head;
        std::size_t headBytes = putInt(head, 0, frameInt(id, done + part < body.size()));
        headBytes = putInt(head, headBytes, part);
        if (headBytes + part > room()) {
            m_state = fail(Code::RtcNoRoom, "the index frame at " + std::to_string(start));
            return false;
        }
        put(std::span(head).first(headBytes));
        put(std::span(body).subspan(done, part));
        done += part;
    }
    return true;
}

void Writer::putCrc()
{
    const auto value = inOrder(m_crc.value());
    notePosition(m_known[kCrc], m_offset);
    constexpr std::array head {std::byte(kCrc << 1), std::byte(4)};
    put(std::span(head).first(m_options.fixedSpecial ? 1 : 2));
    put(value);
}

std::array<std::byte, 4> Writer::inOrder(std::uint32_t value) const
{
    std::array<std::byte, 4> bytes;
    for (unsigned i = 0; i < 4; ++i)
        bytes[m_options.bigEndian ? 3 - i : i] = static_cast<std::byte>(value >> (8 * i));
    return bytes;
}

// --- frames

// The index points to the first frame of a minor unit that begins a payload.
void Writer::notePosition(Known& known, std::uint64_t position) const
{
    if (!known.seen || known.position < m_minorStart) {
        known.seen = true;
        known.position = position;
    }
}

// `inHeader`: belongs to this Unit and must not be carried into the next one.
bool Writer::putFrames(std::uint32_t id, std::span<const std::byte> payload, bool more, bool inHeader)
{
    const auto entry = m_known.find(id); // meta is in no index
    Known* const known = entry == m_known.end() ? nullptr : &entry->second;
    const bool fixed = known && known->length;
    const std::size_t length = fixed ? *known->length : 0;
    // An unchanged Meta leaves its entry pointing to the first one like it.
    const bool unchangedMeta = id == kMeta && !m_metaChanged && known->seen;
    std::size_t done = 0;
    std::size_t joined = 0; // bytes of the payload of fixed length in earlier frames
    int paddings = 0;
    for (bool first = true; first || done < payload.size();) {
        if (!reachFrame(inHeader))
            return false;
        // A header that begins with B9 might complete what looks like a Marker.
        if (m_nearMarker && id % 64 == 28) {
            putFill(1);
            continue;
        }
        const std::uint64_t left = room();
        const std::size_t rest = payload.size() - done;
        Head head;
        std::size_t headBytes = putInt(head, 0, frameInt(id, false));
        std::size_t part = 0;
        bool fits = true;
        if (fixed) {
            part = std::min({rest, length - joined, kMaxPayload});
            // 04 before 1024 bytes B9 would be a Marker: write the id a byte longer than it need be.
            const bool lookAlike = part == kMaxPayload && head[headBytes - 1] == std::byte(kMarkerHead)
                && std::ranges::all_of(payload.subspan(done, part), kIsMagic);
            headBytes += lookAlike ? 1 : 0;
            if (headBytes + part > left) {
                fits = headBytes < left && (joined > 0 || length > kMaxPayload || paddings++ >= 2);
                part = fits ? static_cast<std::size_t>(left) - headBytes : 0;
            }
        } else {
            part = headBytes < left ? variablePart(rest, left - headBytes) : 0;
            fits = part > 0 || (rest == 0 && headBytes < left);
        }
        if (!fits) {
            putFill(left);
            continue;
        }
        const bool goesOn = more || done + part < payload.size();
        const std::size_t idBytes = putInt(head, 0, frameInt(id, goesOn));
        if (headBytes > idBytes) {
            head[idBytes - 1] |= std::byte(0x80);
            head[idBytes] = std::byte(0);
        }
        if (!fixed)
            headBytes = putInt(head, headBytes, part);
        if (known && !known->open && !unchangedMeta)
            notePosition(*known, m_offset);
        const auto bytes = payload.subspan(done, part);
        put(std::span(head).first(headBytes));
        put(bytes);
        m_nearMarker = endsLikeMarker(std::span(head).first(headBytes), bytes);
        done += part;
        joined = fixed && length > 0 ? (joined + part) % length : 0;
        if (known)
            known->open = goesOn;
        first = false;
    }
    return true;
}

void Writer::putFill(std::uint64_t bytes)
{
    static constexpr std::array<std::byte, kMaxPayload> kZeros {};
    while (bytes > 0) {
        if (bytes == 1) {
            put(std::span(kZeros).first(1));
            return;
        }
        std::uint64_t payload = std::min<std::uint64_t>(bytes - 2, kMaxPayload);
        while (payload > 0 && 1 + intBytes(payload) + payload > bytes)
            --payload;
        Head head;
        std::size_t headBytes = putInt(head, 0, frameInt(kPadding, false));
        headBytes = putInt(head, headBytes, payload);
        put(std::span(head).first(headBytes));
        put(std::span(kZeros).first(payload));
        bytes -= headBytes + payload;
    }
}

void Writer::put(std::span<const std::byte> bytes)
{
    m_buffer.insert(m_buffer.end(), bytes.begin(), bytes.end());
    m_offset += bytes.size();
    m_nearMarker = false;
    if (m_options.crc != CrcKind::none)
        m_crc.add(bytes);
}

}
