#include "core/formats/rfr/wire/rfr_callsites.h"

namespace traceglass::rfr {

bool Callsites::read(ByteReader& in, const std::shared_ptr<const MappedFile>& file, SourceId source)
{
    const std::size_t start = in.offset();
    Callsite callsite = readCallsite(in);
    if (in.failed())
        return false;
    m_file = file;
    m_all.push_back({std::move(callsite), {source, start, in.offset() - start}});
    m_byId.try_emplace(m_all.back().callsite.id, &m_all.back().callsite);
    return true;
}

const Callsite* Callsites::find(std::uint64_t id) const
{
    const auto found = m_byId.find(id);
    return found == m_byId.end() ? nullptr : found->second;
}

}
