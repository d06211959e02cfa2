#include "core/formats/rdf/demo/rdf_writer.h"

#include "core/base/text.h"

#include <algorithm>
#include <zstd.h>

namespace traceglass::rdf {

namespace {

constexpr std::size_t kWrittenAtOnce = 256 * 1024;
constexpr int kLevel = 3; // the reference library's

Result<void> checkId(std::string_view id)
{
    if (id.empty())
        return fail(Code::RdfIdEmpty);
    if (id.find('\0') != std::string_view::npos)
        return fail(Code::RdfIdEmbeddedNul, escaped(id));
    if (id.size() > kIdSize || !isValidUtf8(id))
        return fail(Code::RdfIdInvalidUtf8, escaped(id) + " does not fit 16 bytes of UTF-8");
    return {};
}

std::vector<std::byte> headerBytes(std::uint64_t indexOffset, std::uint64_t indexSize)
{
    ByteWriter out;
    out.raw("AMD_RDF ");
    out.u32(3);
    out.u32(0);
    out.u64(indexOffset);
    out.u64(indexSize);
    return out.take();
}

}

RdfWriter::RdfWriter(std::optional<File> file)
    : m_file(std::move(file))
    , m_buffer(headerBytes(0, 0))
{
}

Result<RdfWriter> RdfWriter::create(const std::filesystem::path& path)
{
    return File::open(path, File::Mode::create).map([](File file) { return RdfWriter(std::move(file)); });
}

RdfWriter RdfWriter::toMemory()
{
    return RdfWriter(std::nullopt);
}

Result<void> RdfWriter::flush()
{
    if (!m_file)
        return {};
    if (auto done = m_file->writeAt(m_written, m_buffer); !done)
        return done;
    m_written += m_buffer.size();
    m_buffer.clear();
    return {};
}

Result<void> RdfWriter::put(std::span<const std::byte> bytes)
{
    m_buffer.insert(m_buffer.end(), bytes.begin(), bytes.end());
    return m_buffer.size() >= kWrittenAtOnce ? flush() : Result<void> {};
}

Result<void> RdfWriter::begin(const ChunkInfo& info, std::span<const std::byte> header)
{
    if (auto good = checkId(info.id); !good)
        return good;
    m_chunk = Entry {};
    std::ranges::copy(info.id, m_chunk.id.begin());
    m_chunk.compression = static_cast<std::uint8_t>(info.compression);
    m_chunk.version = info.version;
    m_chunk.headerOffset = static_cast<std::int64_t>(m_written + m_buffer.size());
    m_chunk.headerSize = static_cast<std::int64_t>(header.size());
    m_chunkSize = 0;
    if (auto done = put(header); !done)
        return done;
    m_chunk.dataOffset = static_cast<std::int64_t>(m_written + m_buffer.size());
    if (m_chunk.isCompressed()) {
        if (!m_compressor) {
            m_compressor = {ZSTD_createCCtx(), ZSTD_freeCCtx};
            if (!m_compressor)
                return fail(Code::FileUnwritable, "no memory for the compressor");
            ZSTD_CCtx_setParameter(m_compressor.get(), ZSTD_c_compressionLevel, kLevel);
        }
        ZSTD_CCtx_reset(m_compressor.get(), ZSTD_reset_session_only);
        ZSTD_CCtx_setPledgedSrcSize(m_compressor.get(), info.dataSize.value_or(ZSTD_CONTENTSIZE_UNKNOWN));
    }
    return {};
}

Result<void> RdfWriter::compress(std::span<const std::byte> data, bool last)
{
    m_compressed.resize(ZSTD_CStreamOutSize());
    ZSTD_inBuffer from {data.data(), data.size(), 0};
    for (bool more = true; more;) {
        ZSTD_outBuffer to {m_compressed.data(), m_compressed.size(), 0};
        const std::size_t left =
            ZSTD_compressStream2(m_compressor.get(), &to, &from, last ? ZSTD_e_end : ZSTD_e_continue);
        if (ZSTD_isError(left))
            return fail(Code::FileUnwritable, ZSTD_getErrorName(left));
        if (auto done = put(std::span(m_compressed).first(to.pos)); !done)
            return done;
        more = last ? left != 0 : from.pos < from.size;
    }
    return {};
}

Result<void> RdfWriter::append(std::span<const std::byte> data)
{
    m_chunkSize += data.size();
    return m_chunk.isCompressed() ? compress(data, false) : put(data);
}

Result<void> RdfWriter::appendHole(std::uint64_t size)
{
    return flush().map([&] {
        m_written += size;
        m_chunkSize += size;
    });
}

Result<void> RdfWriter::end()
{
    if (m_chunk.isCompressed()) {
        if (auto done = compress({}, true); !done)
            return done;
        m_chunk.uncompressedSize = static_cast<std::int64_t>(m_chunkSize);
    }
    m_chunk.dataSize = static_cast<std::int64_t>(m_written + m_buffer.size()) - m_chunk.dataOffset;
    m_index.raw(entryBytes(m_chunk));
    return {};
}

Result<void> RdfWriter::add(const ChunkInfo& info, std::span<const std::byte> header,
                            std::span<const std::byte> data)
{
    ChunkInfo known = info;
    known.dataSize = data.size();
    return begin(known, header).and_then([&] { return append(data); }).and_then([&] { return end(); });
}

Result<void> RdfWriter::finish()
{
    const std::uint64_t indexOffset = m_written + m_buffer.size();
    if (auto done = put(m_index.bytes()).and_then([&] { return flush(); }); !done)
        return done;
    const std::vector<std::byte> header = headerBytes(indexOffset, m_index.size());
    if (!m_file) {
        std::ranges::copy(header, m_buffer.begin());
        return {};
    }
    return m_file->writeAt(0, header).and_then([&] { return m_file->close(); });
}

}
