#include "core/io/source_set.h"

#include "core/base/limits.h"

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
        if (const auto found = m_where.find(number(id)); found != m_where.end()) {
            m_open.splice(m_open.begin(), m_open, found->second);
            return m_open.front().file;
        }
    }
    auto file = MappedFile::open(m_files[number(id)].path);
    if (!file)
        return file;
    const std::lock_guard lock(m_mutex);
    if (const auto found = m_where.find(number(id)); found != m_where.end())
        return found->second->file;
    m_open.push_front({id, *file});
    m_where[number(id)] = m_open.begin();
    if (m_open.size() > limits::kOpenFiles) {
        m_closedFaults += m_open.back().file->faults();
        m_where.erase(number(m_open.back().id));
        m_open.pop_back();
    }
    return file;
}

std::uint64_t SourceSet::faults() const
{
    const std::lock_guard lock(m_mutex);
    std::uint64_t sum = m_closedFaults;
    for (const Open& open : m_open)
        sum += open.file->faults();
    return sum;
}

}
