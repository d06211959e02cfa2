#include "core/formats/rdf/records/chunk_json.h"

#include "core/base/json_writer.h"
#include "core/base/limits.h"

#include <algorithm>

namespace traceglass::rdf {

namespace {

constexpr std::size_t kHashed = 256 * 1024;

}

Result<void> ChunkJson::append(std::string& out, std::uint64_t n, const Entry& entry)
{
    if (!m_numbers)
        return fail(Code::Stopped);
    std::int64_t size = entry.claimedSize();
    std::string headerSum, dataSum;
    if (m_hashes) {
        const Index& index = m_file.outer().index();
        Sha256 header, data;
        if (!add(header, index.headerExtent(entry)))
            return fail(Code::Stopped);
        if (entry.canDecode()) {
            const auto outcome = m_file.decodeAway(n, limits::kDecodedAtMost, m_stream, m_job, &data);
            if (!outcome)
                return fail(Code::Stopped);
            m_file.addOutcome({0, n}, *outcome);
            size = static_cast<std::int64_t>(outcome->decoded);
        } else {
            const Extent stored = index.dataExtent(entry);
            if (!add(data, stored))
                return fail(Code::Stopped);
            size = static_cast<std::int64_t>(stored.length);
        }
        headerSum = header.finish();
        dataSum = data.finish();
    }
    JsonWriter json(out);
    json.beginObject().field("id", entry.idText()).field("index", m_numbers->number(n));
    json.field("chunk_version", entry.version).field("compression", entry.compressionName());
    json.field("header_offset", entry.headerOffset).field("header_size", entry.headerSize);
    json.field("data_offset", entry.dataOffset).field("data_size", entry.dataSize);
    json.field("uncompressed_size", size);
    if (m_hashes)
        json.field("header_sha256", headerSum).field("data_sha256", dataSum);
    json.endObject();
    return {};
}

bool ChunkJson::add(Sha256& hash, const Extent& extent) const
{
    const auto bytes = m_file.mapped().view().subspan(static_cast<std::size_t>(extent.offset),
                                                      static_cast<std::size_t>(extent.length));
    for (std::size_t at = 0; at < bytes.size(); at += kHashed) {
        if (m_job.stopRequested())
            return false;
        hash.add(bytes.subspan(at, std::min(kHashed, bytes.size() - at)));
    }
    return true;
}

}
