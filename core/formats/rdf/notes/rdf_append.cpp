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

std::vector<std::byte> indexFields(std::int64_t offset, std::int64_t size)
{
    ByteWriter out;
    out.i64(offset);
    out.i64(size);
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

class Appender
{
public:
    Appender(File& file, std::uint64_t size, const FileHeader& header, SaveIo& io)
        : m_file(file)
        , m_size(size)
        , m_header(header)
        , m_io(io)
    {
    }

    Result<void> append(const NewChunk& chunk, const std::function<Result<void>()>& check)
    {
        return addToFile(m_io, m_file,
                         {.end = m_size,
                          .write = [&] { return write(chunk); },
                          .check = check,
                          .restore = [&] { return restore(); }});
    }

private:
    Result<void> write(const NewChunk& chunk)
    {
        if (auto written = writeAside(chunk); !written)
            return written;
        m_isPublished = true;
        return m_io.writeAt(m_file, kIndexFields, m_newFields).and_then([this]() -> Result<void> {
            return m_io.sync(m_file);
        });
    }

    // Where nothing that counts is touched.
    Result<void> writeAside(const NewChunk& chunk)
    {
        ByteWriter out;
        out.raw(chunk.header);
        out.raw(chunk.zstd);
        RoomGiver room(chunk.room.dead, m_size);
        const std::uint64_t at = room.take(out.size(), 0);
        const std::uint64_t indexSize =
            static_cast<std::uint64_t>(m_header.indexSize) + (chunk.instead ? 0 : kEntrySize);
        const std::uint64_t indexAt = room.take(indexSize, std::max(chunk.room.chunksEnd, at + out.size()));

        Entry entry;
        std::ranges::copy(chunk.id, entry.id.begin());
        entry.compression = static_cast<std::uint8_t>(Compression::zstd);
        entry.headerOffset = static_cast<std::int64_t>(at);
        entry.headerSize = static_cast<std::int64_t>(chunk.header.size());
        entry.dataOffset = static_cast<std::int64_t>(at + chunk.header.size());
        entry.dataSize = static_cast<std::int64_t>(chunk.zstd.size());
        entry.uncompressedSize = static_cast<std::int64_t>(chunk.decodedSize);
        if (auto written = m_io.writeAt(m_file, at, out.bytes()); !written)
            return written;
        return writeIndex(indexAt, entryBytes(entry), chunk.instead).and_then([this]() -> Result<void> {
            return m_io.sync(m_file);
        });
    }

    // The old index as it is on the disk, piece by piece, with the new entry in its place. It never gets
    // smaller: where only half of the header's two fields were written, the new place with the old size is an
    // index as well.
    Result<void> writeIndex(std::uint64_t at, std::span<const std::byte> entry,
                            std::optional<std::uint64_t> instead)
    {
        const auto from = static_cast<std::uint64_t>(m_header.indexOffset);
        const auto size = static_cast<std::uint64_t>(m_header.indexSize);
        std::vector<std::byte> piece;
        for (std::uint64_t done = 0; done < size; done += piece.size()) {
            piece.resize(static_cast<std::size_t>(std::min(size - done, kCompared)));
            const auto got = m_file.readAt(from + done, piece);
            if (!got)
                return tl::unexpected(got.error());
            if (*got != piece.size())
                return fail(Code::FileChanged, m_file.name());
            const std::uint64_t replaced = instead.value_or(0) * kEntrySize;
            if (instead && replaced >= done && replaced < done + piece.size())
                std::ranges::copy(entry, piece.begin() + static_cast<std::ptrdiff_t>(replaced - done));
            if (!instead && done + piece.size() == size)
                piece.insert(piece.end(), entry.begin(), entry.end());
            if (auto written = m_io.writeAt(m_file, at + done, piece); !written)
                return written;
        }
        if (size == 0) {
            if (auto written = m_io.writeAt(m_file, at, entry); !written)
                return written;
        }
        m_newFields = indexFields(static_cast<std::int64_t>(at),
                                  static_cast<std::int64_t>(size + (instead ? 0 : kEntrySize)));
        return {};
    }

    // Nobody knows which fields are on the disk now. What is behind the old end may be cut off only once the
    // old ones are there for certain.
    Result<void> restore()
    {
        if (!m_isPublished)
            return {};
        return m_io.writeAt(m_file, kIndexFields, indexFields(m_header.indexOffset, m_header.indexSize))
            .and_then([this]() -> Result<void> { return m_io.sync(m_file); });
    }

    File& m_file;
    std::uint64_t m_size; // before
    const FileHeader& m_header;
    SaveIo& m_io;
    std::vector<std::byte> m_newFields;
    bool m_isPublished = false; // or begun to be
};

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
                         const std::function<Result<void>()>& check, SaveIo& io)
{
    auto file = io.openToChange(path);
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
    if (auto done = Appender(*file, now->size, header, io).append(chunk, check); !done)
        return done;
    return file->close();
}

}
