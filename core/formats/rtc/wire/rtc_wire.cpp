#include "core/formats/rtc/wire/rtc_wire.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace traceglass::rtc {

namespace {

constexpr std::size_t kMagicBytes = kMarkerBytes - 1;
constexpr std::uint64_t kMagicWord = 0x0101010101010101u * kMagic;

std::uint64_t wordAt(const std::byte* at)
{
    std::uint64_t word;
    std::memcpy(&word, at, sizeof word);
    return word;
}

// How far magic bytes go from `at`, at most up to `end`.
std::size_t magicEnd(std::span<const std::byte> bytes, std::size_t at, std::size_t end)
{
    while (end - at >= 8 && wordAt(bytes.data() + at) == kMagicWord)
        at += 8;
    while (at < end && bytes[at] == std::byte(kMagic))
        ++at;
    return at;
}

}

std::size_t intBytes(std::uint64_t value)
{
    return static_cast<std::size_t>(std::bit_width(value | 1) + 6) / 7;
}

bool isMarkerAt(std::span<const std::byte> bytes, std::size_t offset)
{
    const std::size_t end = offset + kMarkerBytes;
    return offset <= bytes.size() && bytes.size() - offset >= kMarkerBytes
        && bytes[offset] == std::byte(kMarkerHead) && magicEnd(bytes, offset + 1, end) == end;
}

std::optional<std::size_t> findMarker(std::span<const std::byte> bytes, std::size_t from)
{
    // Any 1016 bytes apart, one of the words tested lies wholly within a Marker's magic bytes.
    constexpr std::size_t kStep = kMagicBytes - 8;
    std::size_t seen = from; // nothing before it can begin a Marker
    std::size_t at = from;
    while (at <= bytes.size() && bytes.size() - at >= 8) {
        if (wordAt(bytes.data() + at) != kMagicWord) {
            at += kStep;
            continue;
        }
        std::size_t first = at;
        while (first > seen && bytes[first - 1] == std::byte(kMagic))
            --first;
        const std::size_t end = magicEnd(bytes, at, bytes.size());
        if (first > seen && bytes[first - 1] == std::byte(kMarkerHead) && end - first >= kMagicBytes)
            return first - 1;
        seen = end;
        at = end;
    }
    return {};
}

std::uint64_t IndexBody::distance(std::uint32_t id) const
{
    const auto found = std::ranges::find(entries, id, &IndexEntry::id);
    return found == entries.end() ? 0 : found->distance;
}

std::optional<IndexBody> readIndexBody(std::span<const std::byte> payload, bool withCount)
{
    IndexBody body;
    std::size_t at = 0;
    if (withCount) {
        const auto count = readInt(payload, at);
        if (!count)
            return {};
        body.count = *count;
    }
    at = eachIndexEntry(payload, at, [&](const IndexEntry& entry, std::size_t) {
        body.entries.push_back(entry);
        return true;
    });
    body.whole = at == payload.size();
    return body;
}

std::optional<std::span<const std::byte>> specialPayload(std::span<const std::byte> bytes, std::size_t offset,
                                                         std::uint32_t id, bool fixed)
{
    if (offset >= bytes.size() || std::to_integer<std::uint32_t>(bytes[offset]) >> 1 != id)
        return {};
    std::size_t at = offset + 1;
    const auto length = fixed ? std::optional<std::uint64_t>(4) : readInt(bytes, at);
    if (!length || *length > kMaxPayload || *length > bytes.size() - at)
        return {};
    return bytes.subspan(at, *length);
}

}
