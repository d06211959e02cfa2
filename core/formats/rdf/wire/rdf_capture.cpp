#include "core/formats/rdf/wire/rdf_capture.h"

#include "core/base/text.h"

namespace traceglass::rdf {

Capture::Capture(std::uint32_t number, Parent parent, ByteRange place, Index index,
                 std::span<const std::byte> bytes, std::vector<std::byte> ownIndex)
    : m_number(number)
    , m_parent(parent)
    , m_place(place)
    , m_ownIndex(std::move(ownIndex))
    , m_index(std::move(index))
    , m_bytes(bytes)
{
    if (!m_ownIndex.empty())
        m_index.entries = m_ownIndex;
}

const Numbering& Capture::numbering() const
{
    std::call_once(m_numbered, [this] { m_numbering = numberChunks(m_index); });
    return m_numbering;
}

const FileMap& Capture::map() const
{
    std::call_once(m_mapped, [this] { m_map = buildMap(m_index, m_bytes); });
    return m_map;
}

ByteRange Capture::chunkRange(const Entry& entry) const
{
    const Extent header = m_index.headerExtent(entry), data = m_index.dataExtent(entry);
    if (data.length == 0)
        return range(header);
    if (header.length > 0 && header.end() == data.offset)
        return range({header.offset, header.length + data.length});
    return range(data);
}

std::string Capture::chunkLabel(std::uint64_t entry) const
{
    const Entry found = m_index.entry(entry);
    const std::string_view id = found.idText();
    return id.empty() ? "chunk " + grouped(entry) : escaped(id);
}

std::string Capture::chunkName(std::uint64_t entry) const
{
    std::string name = chunkLabel(entry);
    if (numbering().groupSize(numbering().group(entry)) > 1)
        name += " #" + std::to_string(numbering().number(entry));
    return name;
}

}
