// Appends a chunk to an RDF file so that every byte that counts stays what it is and a crash leaves the old
// or the new index (rdf.md 4): the chunk and a whole new index go behind the end, or into room that nothing
// refers to any more; one write of 16 bytes in the header makes them count.
//
//     NewChunk chunk {"TraceglassNote", header, stored, decodedSize};
//     appendChunk(path, identityAtOpening, headerAtOpening, chunk, check, io, job);
//
// Errors: file.changed when the file is not the one that was opened, file.locked, file.unwritable, file.stopped, those of
// the check. After an error the old index counts, and what was appended is cut off again where that is
// possible.
#pragma once

#include "core/formats/rdf/wire/rdf_index.h"
#include "core/io/save_io.h"

#include <optional>

namespace traceglass::rdf {

// Where an appended chunk and its index may go.
struct FreeRoom
{
    std::vector<Extent> dead {}; // bytes that nobody refers to, in order
    // The index goes behind every chunk: other programs continue a file at its index, over what follows.
    std::uint64_t chunksEnd = 0;
};

struct NewChunk
{
    std::string_view id;
    std::span<const std::byte> header;
    std::span<const std::byte> zstd; // the data as they are stored
    std::uint64_t decodedSize = 0;
    std::optional<std::uint64_t> instead {}; // the entry whose place in the index it takes; else the last
    FreeRoom room {};
};

// Can a file with this header be continued? Errors: notes.not-kept with the reason.
Result<void> canAppend(const Index& index);

Result<void> appendChunk(const std::filesystem::path& path, const FileIdentity& opened,
                         const FileHeader& header, const NewChunk& chunk,
                         const std::function<Result<void>()>& check, SaveIo& io, const Job& job);

}
