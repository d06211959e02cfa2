// The bytes an RTC file is made of (specification "File format grammar", rtc.md 1): ints, frame heads, the
// Marker, index entries.
//
//     std::size_t offset = 0;
//     if (const auto length = readInt(bytes, offset)) ...      // offset is behind it; nullopt: it does not
//     end
//
// Nothing here reads beyond the span it is given.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace traceglass::rtc {

// Streams that always exist.
enum : std::uint32_t {
    kNul = 0,
    kPadding = 1,
    kMarker = 2,
    kIndex = 3,      // at the start of a Unit
    kMinorIndex = 4, // at a minor boundary
    kMeta = 5,       // all streams
    kMinorMeta = 6,  // streams added since
    kPlatform = 7,
    kCrc = 8,
    kFirstStream = 9, // of the application
};

constexpr std::size_t kMaxPayload = 1024;
constexpr std::size_t kMarkerBytes = 1025; // header byte 04 and 1024 times B9
constexpr std::uint8_t kMarkerHead = 0x04;
constexpr std::uint8_t kMagic = 0xb9;

// Unsigned LEB128 at `offset`, at most 10 bytes and 64 bits; `offset` moves behind it. Nothing when it does
// not end in the bytes that are there or is too long.
inline std::optional<std::uint64_t> readInt(std::span<const std::byte> bytes, std::size_t& offset)
{
    std::uint64_t value = 0;
    unsigned shift = 0;
    for (std::size_t at = offset; at < bytes.size(); ++at, shift += 7) {
        const auto byte = std::to_integer<std::uint64_t>(bytes[at]);
        if (shift == 63 && byte > 1) // the tenth byte is the last
            return {};
        value |= (byte & 0x7f) << shift;
        if (byte < 0x80) {
            offset = at + 1;
            return value;
        }
    }
    return {};
}
std::size_t intBytes(std::uint64_t value);
template <class Bytes> // or characters
void appendInt(Bytes& out, std::uint64_t value)
{
    for (; value >= 0x80; value >>= 7)
        out.push_back(static_cast<typename Bytes::value_type>(value | 0x80));
    out.push_back(static_cast<typename Bytes::value_type>(value));
}

// Is there a whole Marker at the offset?
bool isMarkerAt(std::span<const std::byte> bytes, std::size_t offset);
// The first whole Marker at or behind `from`.
std::optional<std::size_t> findMarker(std::span<const std::byte> bytes, std::size_t from);

// Platform and Crc come with or without a length byte, and in either byte order (rtc.md 5).
struct Style
{
    bool fixedSpecial = true; // no length byte
    bool bigEndian = false;
    bool known = false; // proven by a Platform frame or by the end of a Unit

    bool operator==(const Style&) const = default;
};

// An entry of an Index or index frame (rtc.md 3).
struct IndexEntry
{
    std::uint32_t id = 0;
    std::uint64_t distance = 0; // back from the first byte of the frame; 0: never seen

    bool operator==(const IndexEntry&) const = default;
};

struct IndexBody
{
    std::uint64_t count = 0; // of the Unit within its run; Index only
    std::vector<IndexEntry> entries;
    bool whole = true; // false: entries end at one of wrong parity

    // Distance of an id, 0 when it is not listed.
    std::uint64_t distance(std::uint32_t id) const;
};

// The joined payload of an Index (`withCount`) or index frame. Nothing when not even a count can be read.
std::optional<IndexBody> readIndexBody(std::span<const std::byte> payload, bool withCount);

// The entries in such a payload from `at` on, behind the count: use(entry, end) for each, where it ends,
// until that returns false. Returns where the last one ends that was taken: the size of the payload unless it
// goes on with what is no entry.
template <class Use>
std::size_t eachIndexEntry(std::span<const std::byte> payload, std::size_t at, const Use& use)
{
    for (std::size_t end = at; end < payload.size(); at = end) {
        const auto id = readInt(payload, end);
        const auto distance = id ? readInt(payload, end) : std::nullopt;
        if (!distance || (*id & 1) == 0 || (*distance & 1) != 0 || *id >> 1 > ~std::uint32_t(0))
            break;
        if (!use(IndexEntry {static_cast<std::uint32_t>(*id >> 1), *distance >> 1}, end))
            break;
    }
    return at;
}

// What is in the frame of a stream below kFirstStream that begins at the offset, its first part. `fixed`: it
// has no length byte, as Platform and Crc may have none. Nothing where there is no such frame or not all of
// it.
std::optional<std::span<const std::byte>> specialPayload(std::span<const std::byte> bytes, std::size_t offset,
                                                         std::uint32_t id, bool fixed = false);

// The entries in the first part of the Index or index frame at an offset: use(entry) for each until that
// returns false.
template <class Use>
void eachEntryAt(std::span<const std::byte> file, std::uint64_t offset, std::uint32_t id, const Use& use)
{
    const auto payload = specialPayload(file, offset, id);
    std::size_t entries = 0;
    if (payload && (id != kIndex || readInt(*payload, entries)))
        eachIndexEntry(*payload, entries, [&](const IndexEntry& entry, std::size_t) { return use(entry); });
}

}
