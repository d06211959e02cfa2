#include "core/formats/rdf/wire/rdf_index.h"

#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/io/byte_reader.h"
#include "core/io/byte_writer.h"
#include "core/model/content.h"

#include <algorithm>
#include <bit>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace traceglass::rdf {

namespace {

constexpr std::string_view kIdentifier = "AMD_RDF ";
constexpr std::string_view kLegacyIdentifier = "RTA_DATA";

std::uint64_t load(const std::byte* at)
{
    std::uint64_t value;
    std::memcpy(&value, at, sizeof value);
    if constexpr (std::endian::native == std::endian::big)
        value = __builtin_bswap64(value);
    return value;
}

bool overlaps(const Extent& extent, std::uint64_t start, std::uint64_t end)
{
    return extent.length > 0 && extent.offset < end && start < extent.end();
}

// What the fast check of an entry compares with: ranges inside [start, start + size) touch neither file
// header nor index.
struct Bounds
{
    std::uint64_t start = 0;
    std::uint64_t size = 0;
};

Bounds largestFreeArea(const Index& index)
{
    const std::uint64_t before = std::max(index.extent.offset, kHeaderSize);
    const std::uint64_t after = std::min(std::max(index.extent.end(), kHeaderSize), index.fileSize);
    if (before - kHeaderSize >= index.fileSize - after)
        return {kHeaderSize, std::min(before, index.fileSize) - std::min(kHeaderSize, index.fileSize)};
    return {after, index.fileSize - after};
}

// Nothing to report, decided without branches: a million entries are checked at the speed of memory. Sums
// that overflow set their top bit or that of the difference, so one look at the signs of everything finds
// them all.
#if defined(__SSE2__)

// One to sixteen printable ASCII characters with zeros behind them.
bool hasUsualId(const std::byte* at)
{
    const __m128i id = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
    const __m128i isPrintable =
        _mm_and_si128(_mm_cmpgt_epi8(id, _mm_set1_epi8(0x1f)), _mm_cmplt_epi8(id, _mm_set1_epi8(0x7f)));
    const auto printable = static_cast<unsigned>(_mm_movemask_epi8(isPrintable));
    const auto zero = static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(id, _mm_setzero_si128())));
    return ((printable ^ zero ^ 0xffff) | (printable & (printable + 1)) | (~printable & 1)) == 0;
}

// Both ranges of an entry side by side, in the two halves of a register.
bool hasUsualRanges(const std::byte* at, const Bounds& bounds)
{
    const __m128i header = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at + 24));
    const __m128i data = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at + 40));
    const __m128i start = _mm_sub_epi64(_mm_unpacklo_epi64(header, data),
                                        _mm_set1_epi64x(static_cast<long long>(bounds.start)));
    const __m128i size = _mm_unpackhi_epi64(header, data);
    const __m128i end = _mm_add_epi64(start, size);
    const __m128i left = _mm_sub_epi64(_mm_set1_epi64x(static_cast<long long>(bounds.size)), end);
    const __m128i signs = _mm_or_si128(_mm_or_si128(start, size), _mm_or_si128(end, left));
    return _mm_movemask_pd(_mm_castsi128_pd(signs)) == 0;
}

#else

// Adding 0x60 carries into a byte's top bit from 0x20 on, adding 0x7f from 1 on, adding 1 for 0x7f.
bool hasUsualId(const std::byte* at)
{
    constexpr std::uint64_t kTop = 0x8080808080808080;
    constexpr std::uint64_t kOne = 0x0101010101010101;
    const std::uint64_t low = load(at), high = load(at + 8);
    const std::uint64_t usedLow = low + 0x7f * kOne;
    const std::uint64_t usedHigh = high + 0x7f * kOne;
    const std::uint64_t strange = low | high | (low + kOne) | (high + kOne) | (usedLow ^ (low + 0x60 * kOne))
        | (usedHigh ^ (high + 0x60 * kOne));
    const std::uint64_t holes = ((usedLow >> 8) & ~usedLow) | ((usedHigh >> 8) & ~usedHigh);
    const std::uint64_t cut =
        usedLow >> 63 ? 0 : high; // text may go on in the second half only when the first is full
    return (((strange | (holes & (kTop >> 8))) & kTop) | cut | static_cast<std::uint64_t>((low & 0xff) == 0))
        == 0;
}

bool hasUsualRanges(const std::byte* at, const Bounds& bounds)
{
    std::uint64_t signs = 0;
    for (const std::size_t field : {24u, 40u}) {
        const std::uint64_t start = load(at + field) - bounds.start;
        const std::uint64_t size = load(at + field + 8);
        signs |= start | size | (start + size) | (bounds.size - (start + size));
    }
    return signs >> 63 == 0;
}

#endif

bool isClean(const std::byte* at, const Bounds& bounds)
{
    const std::uint64_t kind = load(at + 16) & 0xffffffff; // compression and the reserved bytes
    const std::uint64_t uncompressed = load(at + 56);
    // Only zstd states an uncompressed size; a large one, or that of no stream at all, is worth a word.
    const std::uint64_t most = kind * limits::kLargeDecodedSize;
    // As numbers: without a branch for each.
    const unsigned kindGood = unsigned(kind <= 1) & unsigned(uncompressed <= most)
        & unsigned((load(at + 48) | uncompressed | (kind ^ 1)) != 0);
    return (kindGood & unsigned(hasUsualRanges(at, bounds)) & unsigned(hasUsualId(at))) != 0;
}

void checkEntry(const Index& index, std::uint64_t n, const Report& report)
{
    const Entry entry = index.entry(n);
    const auto add = [&](Code code, std::string detail, const ByteRange& range) {
        report(diagnose(code, std::move(detail), range, n));
    };
    const auto part = [&](std::uint64_t offset, std::uint64_t length) {
        return ByteRange {SourceId {}, index.extent.offset + n * kEntrySize + offset, length};
    };

    const auto fileSize = static_cast<std::int64_t>(index.fileSize);
    const auto checkRange = [&](std::int64_t offset, std::int64_t size, Code code, std::uint64_t field) {
        if (offset < 0 || size < 0 || offset > fileSize || size > fileSize - offset)
            add(code, "offset " + std::to_string(offset) + ", size " + std::to_string(size), part(field, 16));
    };
    checkRange(entry.headerOffset, entry.headerSize, Code::RdfHeaderOutOfRange, 24);
    checkRange(entry.dataOffset, entry.dataSize, Code::RdfDataOutOfRange, 40);
    if (entry.reserved != std::array<std::uint8_t, 3> {})
        add(Code::RdfEntryReservedNonzero, hex(std::as_bytes(std::span(entry.reserved))), part(17, 3));

    const std::string_view id = entry.idText();
    if (id.empty())
        add(Code::RdfIdEmpty, {}, part(0, kIdSize));
    if (id.find('\0') != std::string_view::npos)
        add(Code::RdfIdEmbeddedNul, escaped(id), part(0, kIdSize));
    if (!isValidUtf8(id))
        add(Code::RdfIdInvalidUtf8, escaped(id), part(0, kIdSize));
    if (std::ranges::any_of(id, [](char c) { return (c > 0 && c < 0x20) || c == 0x7f; }))
        add(Code::RdfIdControlCharacters, escaped(id), part(0, kIdSize));

    const std::int64_t claimed = entry.uncompressedSize;
    if (entry.compression > 1)
        add(Code::RdfCompressionUnknown, std::to_string(entry.compression), part(16, 1));
    else if (entry.compression == 0 && claimed != 0)
        add(Code::RdfUncompressedSizeNotZero, std::to_string(claimed), part(56, 8));
    else if (claimed < 0)
        add(Code::RdfUncompressedSizeNegative, std::to_string(claimed), part(56, 8));
    else if (entry.compression == 1 && entry.dataSize == 0 && claimed == 0)
        add(Code::RdfZstdEmptyStream, {}, part(48, 16));
    else if (static_cast<std::uint64_t>(claimed) > limits::kLargeDecodedSize)
        add(Code::RdfLargeUncompressedSize, sizeText(static_cast<std::uint64_t>(claimed)), part(56, 8));

    const auto checkOverlaps = [&](const Extent& extent, const char* what) {
        const ByteRange range {SourceId {}, extent.offset, extent.length};
        if (overlaps(extent, 0, kHeaderSize))
            add(Code::RdfOverlapsFileHeader, what, range);
        if (index.isSharedBy(extent))
            add(Code::RdfOverlapsIndex, what, range);
    };
    checkOverlaps(index.headerExtent(entry), "header");
    checkOverlaps(index.dataExtent(entry), "data");
}

}

std::string_view Entry::idText() const
{
    std::size_t length = kIdSize;
    while (length > 0 && id[length - 1] == '\0')
        --length;
    return {id.data(), length};
}

std::vector<std::byte> entryBytes(const Entry& entry)
{
    ByteWriter out;
    out.raw({entry.id.data(), kIdSize});
    out.u8(entry.compression);
    for (const std::uint8_t reserved : entry.reserved)
        out.u8(reserved);
    out.u32(entry.version);
    out.i64(entry.headerOffset);
    out.i64(entry.headerSize);
    out.i64(entry.dataOffset);
    out.i64(entry.dataSize);
    out.i64(entry.uncompressedSize);
    return out.take();
}

Entry Index::entry(std::uint64_t n) const
{
    const std::byte* at = entries.data() + n * kEntrySize;
    Entry out;
    std::memcpy(out.id.data(), at, kIdSize);
    out.compression = std::to_integer<std::uint8_t>(at[16]);
    std::memcpy(out.reserved.data(), at + 17, out.reserved.size());
    out.version = static_cast<std::uint32_t>(load(at + 16) >> 32);
    out.headerOffset = static_cast<std::int64_t>(load(at + 24));
    out.headerSize = static_cast<std::int64_t>(load(at + 32));
    out.dataOffset = static_cast<std::int64_t>(load(at + 40));
    out.dataSize = static_cast<std::int64_t>(load(at + 48));
    out.uncompressedSize = static_cast<std::int64_t>(load(at + 56));
    return out;
}

std::string_view Index::id(std::uint64_t n) const
{
    return asText(entries.subspan(static_cast<std::size_t>(n * kEntrySize), kIdSize));
}

Extent Index::clip(std::int64_t offset, std::int64_t size) const
{
    if (offset < 0 || size <= 0 || static_cast<std::uint64_t>(offset) >= fileSize)
        return {offset < 0 ? 0 : std::min(static_cast<std::uint64_t>(offset), fileSize), 0};
    const auto start = static_cast<std::uint64_t>(offset);
    return {start, std::min(static_cast<std::uint64_t>(size), fileSize - start)};
}

std::optional<Code> olderFormat(std::span<const std::byte> head)
{
    ByteReader in(head);
    in.u32();
    constexpr std::uint32_t kVersions = 256; // a text that begins with the same letters states a greater one
    if (in.u32() >= kVersions || in.failed())
        return {};
    switch (guessContent(head, false)) {
    case Content::rdfLegacyMemoryTrace: return Code::RdfOlderMemoryTrace;
    case Content::rdfLegacyProfile: return Code::RdfOlderProfile;
    default: return {};
    }
}

FileHeader parseHeader(std::span<const std::byte, kHeaderSize> bytes)
{
    ByteReader in(bytes);
    FileHeader out;
    std::ranges::copy(asText(in.bytes(8)), out.identifier.begin());
    out.version = in.u32();
    out.reserved = in.u32();
    out.indexOffset = in.i64();
    out.indexSize = in.i64();
    return out;
}

Result<Extent> checkHeader(std::span<const std::byte> head, std::uint64_t fileSize, FileHeader& header,
                           std::vector<Diagnostic>& problems)
{
    const auto at = [](std::uint64_t offset, std::uint64_t length) {
        return ByteRange {SourceId {}, offset, length};
    };
    if (const std::optional<Code> older = olderFormat(head))
        return fail(*older, {}, at(0, 4));
    if (head.size() < kHeaderSize)
        return fail(Code::RdfFileTooSmall, "it has " + sizeText(fileSize) + "; the file " + guessText(head),
                    at(0, fileSize));
    header = parseHeader(head.first<kHeaderSize>());
    const std::string_view identifier(header.identifier.data(), header.identifier.size());
    if (identifier != kIdentifier && identifier != kLegacyIdentifier)
        return fail(Code::RdfBadIdentifier, "it " + guessText(head, head.size() == fileSize), at(0, 8));
    if (header.version != 3)
        return fail(Code::RdfUnsupportedVersion, "version " + std::to_string(header.version), at(8, 4));

    const std::string claim =
        "offset " + std::to_string(header.indexOffset) + ", size " + std::to_string(header.indexSize);
    const auto offset = static_cast<std::uint64_t>(header.indexOffset);
    const auto size = static_cast<std::uint64_t>(header.indexSize);
    constexpr std::uint64_t kSigned = ~std::uint64_t(0) >> 1;
    if (header.indexOffset < 0 || header.indexSize < 0 || offset > kSigned - size
        || (size > 0 && offset >= fileSize))
        return fail(Code::RdfIndexOutOfRange, claim + ", file size " + std::to_string(fileSize), at(16, 16));
    if (size >= kEntrySize && offset < kHeaderSize)
        return fail(Code::RdfIndexOverlapsHeader, claim, at(16, 16));

    if (identifier == kLegacyIdentifier)
        problems.push_back(diagnose(Code::RdfLegacyIdentifier, {}, at(0, 8)));
    if (header.reserved != 0)
        problems.push_back(
            diagnose(Code::RdfHeaderReservedNonzero, std::to_string(header.reserved), at(12, 4)));
    if (offset == 0 && size == 0)
        problems.push_back(diagnose(Code::RdfNotFinalised, {}, at(16, 16)));
    std::uint64_t available = size;
    if (size > 0 && size > fileSize - offset) {
        available = fileSize - offset;
        problems.push_back(diagnose(Code::RdfIndexTruncated,
                                    grouped(available / kEntrySize) + " of " + grouped(size / kEntrySize)
                                        + " entries are left",
                                    at(offset, available)));
    }
    if (size % kEntrySize != 0)
        problems.push_back(diagnose(Code::RdfIndexSizeNotMultiple, std::to_string(size), at(24, 8)));
    std::uint64_t count = available / kEntrySize;
    if (count > kEntriesAtMost) {
        problems.push_back(diagnose(Code::RdfTooManyChunks,
                                    grouped(kEntriesAtMost) + " of " + grouped(count) + " entries are shown",
                                    at(offset, available)));
        count = kEntriesAtMost;
    }
    return Extent {std::min(offset, fileSize), count * kEntrySize};
}

Result<Index> readIndex(std::span<const std::byte> capture, std::vector<Diagnostic>& problems)
{
    Index out;
    out.fileSize = capture.size();
    auto extent = checkHeader(capture.first(std::min<std::size_t>(capture.size(), 64 * 1024)), capture.size(),
                              out.header, problems);
    if (!extent)
        return tl::unexpected(extent.error());
    out.extent = *extent;
    out.entries =
        capture.subspan(static_cast<std::size_t>(extent->offset), static_cast<std::size_t>(extent->length));
    return out;
}

Result<void> checkEntries(const Index& index, const Report& report, Job& job)
{
    constexpr std::uint64_t kAtOnce = 4096;
    const Bounds bounds = largestFreeArea(index);
    const std::byte* at = index.entries.data();
    job.start(index.count());
    for (std::uint64_t n = 0; n < index.count();) {
        if (job.stopRequested())
            return fail(Code::Stopped);
        const std::uint64_t end = std::min(n + kAtOnce, index.count());
        job.advance(end - n);
        for (; n < end; ++n, at += kEntrySize) {
            if (!isClean(at, bounds)) [[unlikely]]
                checkEntry(index, n, report);
        }
    }
    return {};
}

std::optional<std::uint64_t> joinedAt(const Index& index, std::span<const std::byte> capture, const Job& job)
{
    const std::uint64_t end = index.extent.end();
    if (index.extent.length == 0 || end >= capture.size())
        return {};
    std::vector<Diagnostic> problems;
    if (!readIndex(capture.subspan(static_cast<std::size_t>(end)), problems))
        return {};
    const auto holds = [&](const Extent& extent) { return extent.offset <= end && end < extent.end(); };
    // It may be the data of a chunk.
    for (std::uint64_t n = 0; n < index.count() && !job.stopRequested(); ++n) {
        const Entry entry = index.entry(n);
        if (holds(index.dataExtent(entry)) || holds(index.headerExtent(entry)))
            return {};
    }
    return end;
}

bool looksLikeEntry(std::span<const std::byte> bytes, std::uint64_t fileSize)
{
    return bytes.size() >= kEntrySize && isClean(bytes.data(), {0, fileSize});
}

}
