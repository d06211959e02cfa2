#include "core/formats/rdf/notes/rdf_append.h"

#include "core/base/text.h"
#include "core/io/addition.h"
#include "core/io/byte_writer.h"

#include <algorithm>

namespace traceglass::rdf {

namespace {

constexpr std::uint64_t kIndexFields = 16; // where the header says where the index is
constexpr std::uint64_t kCompared = 256 * 1024;
static_assert(kCompared % kEntrySize == 0);

std::uint64_t aligned(std::uint64_t offset)
{
    return (offset + 7) / 8 * 8;
}

std::vector<std::byte> indexFields(std::uint64_t offset, std::uint64_t size)
{
    ByteWriter out;
    out.u64(offset);
    out.u64(size);
    return out.take();
}

// Gives out room: the first dead range that is large enough, else behind what is left of the file.
class RoomGiver
{
public:
    RoomGiver(std::vector<Extent> dead, std::uint64_t fileSize)
        : m_dead(std::move(dead))
        , m_end(fileSize)
    {
        if (!m_dead.empty() && m_dead.back().end() == fileSize) {
            m_end = m_dead.back().offset;
            m_dead.pop_back();
        }
    }

    std::uint64_t take(std::uint64_t length, std::uint64_t notBefore)
    {
        for (Extent& dead : m_dead) {
            const std::uint64_t at = aligned(std::max(dead.offset, notBefore));
            if (at > dead.end() || length > dead.end() - at)
                continue;
            dead = {at + length, dead.end() - at - length};
            return at;
        }
        const std::uint64_t at = aligned(std::max(m_end, notBefore));
        m_end = at + length;
        return at;
    }

private:
    std::vector<Extent> m_dead;
    std::uint64_t m_end;
};

// The old index as it is on the disk, piece by piece, with the new entry in its place. It never gets
// smaller: where only half of the header's two fields were written, the new place with the old size is an
// index as well.
Result<void> writeIndex(SaveIo& io, File& file, const FileHeader& header, std::uint64_t at,
                        std::span<const std::byte> entry, std::optional<std::uint64_t> instead,
                        const Job& job)
{
    const auto from = static_cast<std::uint64_t>(header.indexOffset);
    const auto size = static_cast<std::uint64_t>(header.indexSize);
    std::vector<std::byte> piece;
    for (std::uint64_t done = 0; done < size; done += piece.size()) {
        if (job.stopRequested())
            return fail(Code::Stopped);
        piece.resize(static_cast<std::size_t>(std::min(size - done, kCompared)));
        const auto got = file.readAt(from + done, piece);
        if (!got)
            return tl::unexpected(got.error());
        if (*got != piece.size())
            return fail(Code::FileChanged, file.name());
        const std::uint64_t replaced = instead.value_or(0) * kEntrySize;
        if (instead && replaced >= done && replaced < done + piece.size())
            std::ranges::copy(entry, piece.begin() + static_cast<std::ptrdiff_t>(replaced - done));
        if (auto written = io.writeAt(file, at + done, piece); !written)
            return written;
    }
    return instead ? Result<void> {} : io.writeAt(file, at + size, entry);
}

}

Result<void> canAppend(const Index& index)
{
    const FileHeader& header = index.header;
    const auto refuse = [](const char* reason) { return fail(Code::NotesNotKept, reason); };
    if (asText(std::as_bytes(std::span(header.identifier))) != "AMD_RDF ")
        return refuse("it has the identifier of older files, which other programs do not continue");
    if (header.indexOffset == 0 && header.indexSize == 0)
        return refuse("its writer has not finished it");
    if (static_cast<std::uint64_t>(header.indexSize) % kEntrySize != 0)
        return refuse("the size of its index is no whole number of entries");
    if (index.extent.length != static_cast<std::uint64_t>(header.indexSize))
        return refuse("its index is cut off");
    if (index.count() >= kEntriesAtMost)
        return refuse("its index is full");
    return {};
}

Result<void> appendChunk(const std::filesystem::path& path, const FileIdentity& opened,
                         const FileHeader& header, const NewChunk& chunk,
                         const std::function<Result<void>()>& check, SaveIo& io, const Job& job)
{
    auto file = io.openToChange(path, job);
    if (!file)
        return tl::unexpected(file.error());
    const auto now = identify(*file);
    std::array<std::byte, kHeaderSize> bytes {};
    const auto got = file->readAt(0, bytes);
    if (!got)
        return tl::unexpected(got.error());
    const FileHeader found = parseHeader(bytes);
    if (!now || *now != opened || *got != bytes.size() || found.identifier != header.identifier
        || found.indexOffset != header.indexOffset || found.indexSize != header.indexSize)
        return fail(Code::FileChanged, path.string());

    ByteWriter data;
    data.raw(chunk.header);
    data.raw(chunk.zstd);
    const auto indexSize = static_cast<std::uint64_t>(header.indexSize) + (chunk.instead ? 0 : kEntrySize);
    RoomGiver room(chunk.room.dead, now->size);
    const std::uint64_t at = room.take(data.size(), 0);
    const std::uint64_t indexAt = room.take(indexSize, std::max(chunk.room.chunksEnd, at + data.size()));
    Entry entry;
    std::ranges::copy(chunk.id, entry.id.begin());
    entry.compression = static_cast<std::uint8_t>(Compression::zstd);
    entry.headerOffset = static_cast<std::int64_t>(at);
    entry.headerSize = static_cast<std::int64_t>(chunk.header.size());
    entry.dataOffset = static_cast<std::int64_t>(at + chunk.header.size());
    entry.dataSize = static_cast<std::int64_t>(chunk.zstd.size());
    entry.uncompressedSize = static_cast<std::int64_t>(chunk.decodedSize);

    const auto sync = [&] { return io.sync(*file); };
    const auto point = [&](std::uint64_t offset, std::uint64_t size) {
        return io.writeAt(*file, kIndexFields, indexFields(offset, size)).and_then(sync);
    };
    bool isPublished = false; // or begun to be
    const std::vector<std::byte> stored = entryBytes(entry);
    const auto write = [&] {
        // Where nothing that counts is touched.
        return io.writeAt(*file, at, data.bytes())
            .and_then([&] { return writeIndex(io, *file, header, indexAt, stored, chunk.instead, job); })
            .and_then(sync)
            .and_then([&] {
                isPublished = true;
                return point(indexAt, indexSize);
            });
    };
    // Nobody knows which fields are on the disk now. What is behind the old end may be cut off only once the
    // old ones are there for certain.
    const auto restore = [&] {
        return isPublished ? point(static_cast<std::uint64_t>(header.indexOffset),
                                   static_cast<std::uint64_t>(header.indexSize))
                           : Result<void> {};
    };
    return addToFile(io, *file, {.end = now->size, .write = write, .check = check, .restore = restore})
        .and_then([&] { return file->close(); });
}

}
