#include "core/formats/rtc/wire/rtc_hops.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/uio.h>

namespace traceglass::rtc {

namespace {

constexpr std::uint64_t kBatch = 32; // hops announced at once
constexpr unsigned kUnasked = 7;     // hops taken to be in memory behind one that is: asking costs a tenth

}

std::optional<IndexHead> readIndexHead(std::span<const std::byte> bytes)
{
    const auto payload = specialPayload(bytes, 0, kIndex);
    std::size_t entries = 0;
    const auto count = payload ? readInt(*payload, entries) : std::nullopt;
    if (!count)
        return {};
    IndexHead head;
    head.bytes = static_cast<std::uint64_t>(payload->data() - bytes.data()) + payload->size();
    head.count = *count;
    bool ascending = true;
    std::uint64_t least = 0; // id that may come next
    std::size_t end = eachIndexEntry(*payload, entries, [&](const IndexEntry& entry, std::size_t) {
        switch (entry.id) {
        case kIndex:
            head.unit = entry.distance;
            head.plausible = least == 0;
            break;
        case kMinorIndex: head.minor = entry.distance; break;
        case kMeta: head.meta = entry.distance; break;
        case kCrc: head.noCrc = entry.distance == 0; break;
        default: break;
        }
        ascending = ascending && entry.id >= least;
        least = std::uint64_t(entry.id) + 1;
        head.highestId = entry.id;
        return true;
    });
    const bool goesOn = (bytes[0] & std::byte(1)) != std::byte(0);
    head.whole = end == payload->size() || (goesOn && !(readInt(*payload, end) && readInt(*payload, end)));
    head.plausible = head.plausible && ascending;
    return head;
}

Hops::Hops(const MappedFile& file)
    : m_mapped(file)
    , m_file(file.reopen())
{
}

std::span<const std::byte> Hops::at(std::uint64_t offset, std::uint64_t distance)
{
    if (offset != m_offset)
        m_size = offset < m_mapped.size() ? read(offset, distance) : 0;
    m_offset = offset;
    return std::span(m_bytes).first(m_size);
}

std::size_t Hops::read(std::uint64_t offset, std::uint64_t distance)
{
    if (!m_file) {
        m_mapped.announce(offset, kBytes);
        return copyFrom(m_mapped.view(), offset, m_bytes);
    }
    if (m_canAsk && m_unasked == 0) {
        iovec place {m_bytes.data(), kBytes};
        const auto got = ::preadv2(m_file->descriptor(), &place, 1, static_cast<off_t>(offset), RWF_NOWAIT);
        if (got > 0 && (got == ssize_t(kBytes) || offset + std::size_t(got) >= m_mapped.size())) {
            m_unasked = kUnasked;
            return static_cast<std::size_t>(got);
        }
        m_canAsk = got >= 0 || errno == EAGAIN;
    }
    if (m_unasked > 0) {
        --m_unasked;
    } else if (distance != 0 && offset >= m_announced) {
        std::uint64_t next = offset;
        for (std::uint64_t i = 0; i < kBatch && next < m_mapped.size(); ++i) {
            ::posix_fadvise(m_file->descriptor(), static_cast<off_t>(next), kBytes, POSIX_FADV_WILLNEED);
            if (distance > m_mapped.size() - next)
                break;
            next += distance;
        }
        m_announced = next;
    }
    return m_file->readAt(offset, m_bytes).value_or(0);
}

std::optional<IndexHead> Hops::indexHead(std::uint64_t marker)
{
    if (m_headOf != marker) {
        m_head = readHead(marker);
        m_headOf = marker;
    }
    return m_head;
}

std::optional<IndexHead> Hops::readHead(std::uint64_t marker)
{
    const auto bytes = at(marker, 0);
    if (bytes.size() <= kMarkerBytes)
        return {};
    auto head = readIndexHead(bytes.subspan(kMarkerBytes));
    if (head || bytes.size() < kBytes)
        return head;
    // A first part that just does not fit what was read.
    const auto file = m_mapped.view();
    const std::uint64_t index = marker + kMarkerBytes;
    return readIndexHead(file.subspan(index, std::min<std::uint64_t>(file.size() - index, 2 * kMaxPayload)));
}

bool Hops::indexIsCut(std::uint64_t marker)
{
    const auto bytes = at(marker, 0);
    if (bytes.size() <= kMarkerBytes)
        return true;
    std::size_t place = kMarkerBytes + 1;
    const auto length = readInt(bytes, place);
    return (bytes[kMarkerBytes] >> 1) == std::byte(kIndex) && bytes.size() < kBytes
        && (!length || (*length <= kMaxPayload && *length > bytes.size() - place));
}

}
