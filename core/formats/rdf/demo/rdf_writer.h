// Writes RDF files as the reference library does: chunks packed behind the file header, the index at the end,
// and the header pointing to it only once the file is complete.
//
//     auto writer = RdfWriter::create("capture.rdf");
//     writer->add({.id = "SystemInfo", .compression = Compression::zstd}, header, data);
//     writer->begin({.id = "RmtData"}, header);      // or piece by piece
//     writer->append(piece);
//     writer->end();
//     writer->finish();
//
// Errors: file.unwritable, and the codes of ids that break a rule (rdf.md 2). After an error the file is
// worthless.
#pragma once

#include "core/formats/rdf/wire/rdf_index.h"
#include "core/io/byte_writer.h"
#include "core/io/file.h"

#include <filesystem>
#include <memory>
#include <optional>

struct ZSTD_CCtx_s;

namespace traceglass::rdf {

struct ChunkInfo
{
    std::string_view id;
    std::uint32_t version = 1;
    Compression compression = Compression::none;
    std::optional<std::uint64_t> dataSize {}; // when known before: a compressed frame then states it
};

class RdfWriter
{
public:
    static Result<RdfWriter> create(const std::filesystem::path& path);
    static RdfWriter toMemory(); // for captures within captures: finish(), then take()

    Result<void> add(const ChunkInfo& info, std::span<const std::byte> header,
                     std::span<const std::byte> data);

    Result<void> begin(const ChunkInfo& info, std::span<const std::byte> header);
    Result<void> append(std::span<const std::byte> data);
    // Zero bytes that take no room on the disk, where the file system has holes: of an uncompressed chunk of a file.
    Result<void> appendHole(std::uint64_t size);
    Result<void> end();

    Result<void> finish();
    std::vector<std::byte> take() { return std::move(m_buffer); }

private:
    explicit RdfWriter(std::optional<File> file);
    Result<void> put(std::span<const std::byte> bytes);
    Result<void> flush();
    Result<void> compress(std::span<const std::byte> data, bool last);

    std::optional<File> m_file;
    std::vector<std::byte> m_buffer; // of a file: what is not written yet; else everything
    std::uint64_t m_written = 0;     // bytes before the buffer
    ByteWriter m_index;
    Entry m_chunk;                 // the one being written
    std::uint64_t m_chunkSize = 0; // before compression
    std::shared_ptr<ZSTD_CCtx_s> m_compressor;
    std::vector<std::byte> m_compressed;
};

}
