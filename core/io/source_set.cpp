#include "core/io/source_set.h"

namespace traceglass {

SourceId SourceSet::add(std::filesystem::path path, std::string name)
{
    m_files.push_back({std::move(path), std::move(name)});
    return SourceId(m_files.size() - 1);
}

Result<std::shared_ptr<const MappedFile>> SourceSet::open(SourceId id) const
{
    {
        const std::lock_guard lock(m_mutex);
        if (auto known = m_open.find(number(id)))
            return *known;
    }
    auto file = MappedFile::open(path(id));
    if (!file)
        return file;
    const std::lock_guard lock(m_mutex);
    if (auto known = m_open.find(number(id)))
        return *known; // another thread was faster
    for (const auto& closed : m_open.put(number(id), *file))
        m_closedFaults += closed->faults();
    return file;
}

std::uint64_t SourceSet::faults() const
{
    const std::lock_guard lock(m_mutex);
    std::uint64_t sum = m_closedFaults;
    m_open.forEach([&](const auto& file) { sum += file->faults(); });
    return sum;
}

}
