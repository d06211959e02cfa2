#include "core/formats/rdf/wire/rdf_capture.h"

#include "core/base/text.h"

namespace traceglass::rdf {

RdfCapture::RdfCapture(std::uint32_t number, OuterChunk parent, ByteRange whole, Index index,
                       std::span<const std::byte> bytes, std::vector<std::byte> ownIndex)
    : m_number(number)
    , m_parent(parent)
    , m_whole(whole)
    , m_ownIndex(std::move(ownIndex))
    , m_index(index)
    , m_bytes(bytes)
{
    if (!m_ownIndex.empty())
        m_index.entries = m_ownIndex;
}

const ChunkNumbers* RdfCapture::numbering(const Job& job) const
{
    return m_numbering.get(job, [&] { return numberChunks(m_index, job); });
}

const RegionMap* RdfCapture::map(const Job& job) const
{
    return m_map.get(job, [&] { return buildMap(m_index, m_bytes, job); });
}

const ChunkRuns* RdfCapture::runs(const Job& job) const
{
    return m_runs.get(job, [&] { return ChunkRuns::find(m_index, job); });
}

ByteRange RdfCapture::chunkRange(const Entry& entry) const
{
    const Extent header = m_index.headerExtent(entry), data = m_index.dataExtent(entry);
    if (data.length == 0)
        return range(header);
    if (header.length > 0 && header.end() == data.offset)
        return range({header.offset, header.length + data.length});
    return range(data);
}

std::string RdfCapture::chunkLabel(std::uint64_t entry) const
{
    const Entry found = m_index.entry(entry);
    const std::string_view id = found.idText();
    return id.empty() ? "chunk " + grouped(entry) : escaped(id);
}

std::string RdfCapture::chunkName(std::uint64_t entry, const Job& job) const
{
    std::string name = chunkLabel(entry);
    const ChunkNumbers* const numbers = numbering(job);
    if (numbers && numbers->groupSize(numbers->group(entry)) > 1)
        name += " #" + std::to_string(numbers->number(entry));
    return name;
}

std::optional<std::uint64_t> RdfCapture::entryNamed(std::string_view name, const Job& job) const
{
    const std::size_t colon = name.rfind(':');
    if (colon == std::string_view::npos)
        return {};
    const std::string_view id = name.substr(0, colon);
    const auto n = asNumber<std::uint64_t>(name.substr(colon + 1));
    const ChunkNumbers* const numbers = n ? numbering(job) : nullptr;
    for (std::uint32_t group = 0; numbers && group < numbers->groupCount(); ++group) {
        if (group % 4096 == 4095 && job.stopRequested())
            break;
        const std::uint64_t first = numbers->member(group, 0);
        if (*n < numbers->groupSize(group)
            && (m_index.entry(first).idText() == id || chunkLabel(first) == id))
            return numbers->member(group, *n);
    }
    return {};
}

}
