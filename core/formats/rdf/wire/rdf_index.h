// The file header and the chunk index of an RDF file: reading, and every check that needs no other bytes
// (rdf.md 1, 2).
//
//     auto index = rdf::readIndex(bytes, problems);    // rejections are errors, the rest goes to `problems`
//     rdf::checkEntries(*index, report, job);
//     for (std::uint64_t n = 0; n < index->count(); ++n)
//         use(index->entry(n).idText());
//
// Offsets count from the start of the capture, sizes are bytes. Entries are read from the mapped index when
// asked for; nothing is kept per entry.
#pragma once

#include "core/base/diagnostic.h"
#include "core/base/job.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace traceglass::rdf {

constexpr std::uint64_t kHeaderSize = 32;
constexpr std::uint64_t kEntrySize = 64;
constexpr std::size_t kIdSize = 16;

// Entries are numbered with 32 bits, and checking them all is part of opening: 6.4 GB of index is where that
// ends.
constexpr std::uint64_t kEntriesAtMost = 100'000'000;

struct FileHeader
{
    std::array<char, 8> identifier {};
    std::uint32_t version = 0;
    std::uint32_t reserved = 0;
    std::int64_t indexOffset = 0;
    std::int64_t indexSize = 0;
};

enum class Compression : std::uint8_t { none = 0, zstd = 1 };

struct Entry
{
    std::array<char, kIdSize> id {};
    std::uint8_t compression = 0;
    std::array<std::uint8_t, 3> reserved {};
    std::uint32_t version = 1;
    std::int64_t headerOffset = 0;
    std::int64_t headerSize = 0;
    std::int64_t dataOffset = 0;
    std::int64_t dataSize = 0; // as stored
    std::int64_t uncompressedSize = 0;

    bool operator==(const Entry&) const = default;
    std::string_view idText() const;         // without the zero bytes at the end; lives as long as this entry
    std::string_view compressionName() const // "none", "zstd", "unknown"
    {
        return compression == 0 ? "none" : isCompressed() ? "zstd" : "unknown";
    }
    bool isCompressed() const { return compression == static_cast<std::uint8_t>(Compression::zstd); }
    // Bytes after decoding, as the entry claims.
    std::int64_t claimedSize() const { return isCompressed() ? uncompressedSize : dataSize; }
    bool canDecode() const { return isCompressed() && uncompressedSize >= 0; }
};
std::vector<std::byte> entryBytes(const Entry& entry); // as it stands in the index

// A part of the file that a structure claims, cut to what the file holds.
struct Extent
{
    std::uint64_t offset = 0;
    std::uint64_t length = 0;

    std::uint64_t end() const { return offset + length; }
    bool operator==(const Extent&) const = default;
};

class Index
{
public:
    FileHeader header;
    std::uint64_t fileSize = 0;
    Extent extent;                      // of the whole entries that are in the file
    std::span<const std::byte> entries; // the bytes of the extent

    std::uint64_t count() const { return entries.size() / kEntrySize; }
    // Are there fewer than the header says? Then what is not among them may be lost.
    bool isCut() const { return count() < static_cast<std::uint64_t>(header.indexSize) / kEntrySize; }
    Entry entry(std::uint64_t n) const;
    std::string_view id(std::uint64_t n) const; // all 16 bytes, in the mapping
    Extent headerExtent(const Entry& entry) const { return clip(entry.headerOffset, entry.headerSize); }
    Extent dataExtent(const Entry& entry) const { return clip(entry.dataOffset, entry.dataSize); }
    // Does everything the entry claims lie within the file?
    bool isWhole(const Entry& entry) const
    {
        return headerExtent(entry).length == static_cast<std::uint64_t>(entry.headerSize)
            && dataExtent(entry).length == static_cast<std::uint64_t>(entry.dataSize);
    }
    // Does a part of a chunk, or any of it, share bytes with the index itself?
    bool isSharedBy(const Extent& part) const
    {
        return part.length > 0 && part.offset < extent.end() && extent.offset < part.end();
    }
    bool isSharedBy(const Entry& entry) const
    {
        return isSharedBy(headerExtent(entry)) || isSharedBy(dataExtent(entry));
    }

private:
    Extent clip(std::int64_t offset, std::int64_t size) const;
};

// Formats of the same tools from before RDF (rdf.md 1), whose files have the same suffixes: the code that says so.
std::optional<Code> olderFormat(std::span<const std::byte> head);

FileHeader parseHeader(std::span<const std::byte, kHeaderSize> bytes);

// Where the whole entries are that the file holds. Errors: the rejections of rdf.md 2.
Result<Extent> checkHeader(std::span<const std::byte> head, std::uint64_t fileSize, FileHeader& header,
                           std::vector<Diagnostic>& problems);

// Header and index of a capture that lies in one piece.
Result<Index> readIndex(std::span<const std::byte> capture, std::vector<Diagnostic>& problems);

// Every rule an entry can break by itself, in the order of rdf.md 2. Ranges are in source 0 and `entry` is
// the position in the index. Error: file.stopped.
using Report = std::function<void(Diagnostic)>;
Result<void> checkEntries(const Index& index, const Report& report, Job& job);

// Where another capture begins directly behind the index, as where files were joined to one: nothing refers to it.
std::optional<std::uint64_t> joinedAt(const Index& index, std::span<const std::byte> capture, const Job& job);

// Would this be a clean entry of such a file? Tells an old index in unreferenced bytes from other bytes.
bool looksLikeEntry(std::span<const std::byte> bytes, std::uint64_t fileSize);

}
