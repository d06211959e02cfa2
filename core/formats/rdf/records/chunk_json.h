// Chunks of the file as JSON, one after the other: the lines of `tglass dump` and of `tglass records`.
//
//     ChunkJson json(file, hashes, job);
//     json.append(text, n, index.entry(n));              // error: file.stopped
#pragma once

#include "core/formats/rdf/wire/rdf_file.h"

#include <string>

namespace traceglass::rdf {

class ChunkJson
{
public:
    ChunkJson(const RdfFile& file, bool hashes, const Job& job)
        : m_file(file)
        , m_numbers(file.outer().numbering(job))
        , m_hashes(hashes)
        , m_job(job)
    {
    }

    // With hashes it decodes the data.
    Result<void> append(std::string& out, std::uint64_t n, const Entry& entry);

private:
    bool add(Sha256& hash, const Extent& extent) const; // false when stopped

    const RdfFile& m_file;
    const ChunkNumbers* m_numbers; // null: stopped
    bool m_hashes;
    const Job& m_job;
    ZstdStream m_stream;
};

}
