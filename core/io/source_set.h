// The files of a capture by number. A file is mapped when first asked for; beyond limits::kOpenFiles the
// least recently used is closed again (a recording may have 100,000 chunk files). Safe from any thread.
#pragma once

#ifdef TRACEGLASS_VIEW
#error "Views read no capture: they ask core/ask/ (docs/architecture.md)"
#endif

#include "core/base/limits.h"
#include "core/base/recent.h"
#include "core/io/mapped_file.h"

#include <mutex>

namespace traceglass {

class SourceSet
{
public:
    // `name` is how the file is called within the capture, usually its path below the capture's directory.
    SourceId add(std::filesystem::path path, std::string name);

    std::uint32_t count() const { return static_cast<std::uint32_t>(m_files.size()); }
    const std::string& name(SourceId id) const { return m_files[number(id)].name; }
    const std::filesystem::path& path(SourceId id) const { return m_files[number(id)].path; }
    // Errors: as of MappedFile::open().
    Result<std::shared_ptr<const MappedFile>> open(SourceId id) const;

    // Pages read as zero because a file shrank, over all files ever opened here.
    std::uint64_t faults() const;

private:
    struct Entry
    {
        std::filesystem::path path;
        std::string name;
    };

    std::vector<Entry> m_files; // grows while the capture is opened, fixed afterwards
    mutable std::mutex m_mutex;
    mutable Recent<std::uint32_t, std::shared_ptr<const MappedFile>> m_open {limits::kOpenFiles};
    mutable std::uint64_t m_closedFaults = 0;
};

}
