#include "core/model/file_document.h"

namespace traceglass {

FileDocument::FileDocument(std::filesystem::path path, std::shared_ptr<const MappedFile> file)
    : m_path(std::move(path))
    , m_file(std::move(file))
{
}

Result<SourcePtr> FileDocument::source(SourceId id) const
{
    if (number(id) != 0)
        return fail(Code::NodeUnknown, "source " + std::to_string(number(id)));
    return SourcePtr(m_file);
}

Result<void> FileDocument::validate(Job& job) const
{
    if (changedOnDisk())
        log().add(diagnose(Code::FileChanged));
    return index(*this, {}, job);
}

Summary FileDocument::makeSummary(const Job&) const
{
    Summary out;
    out.path = m_path;
    out.size = m_file->size();
    return out;
}

}
