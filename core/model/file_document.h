// The part of a document that all captures share which are one mapped file and nothing else. A format adds its
// facets:
//
//     class LogDocument : public FileDocument {
//         const Structure* structure() const override { return &m_structure; } ...
#pragma once

#include "core/io/mapped_file.h"
#include "core/model/document.h"

namespace traceglass {

class FileDocument : public Document
{
public:
    const std::filesystem::path& path() const override { return m_path; }
    bool changedOnDisk() const override { return m_file->changedOnDisk(); }
    std::uint32_t sourceCount() const override { return 1; }
    std::string nameOf(SourceId) const override { return m_file->name(); }
    Result<SourcePtr> source(SourceId id) const override;
    Result<void> validate(Job& job) const override; // what reading all of it once tells

protected:
    FileDocument(std::filesystem::path path, std::shared_ptr<const MappedFile> file);

    Summary makeSummary(const Job&) const override; // its path and size
    const MappedFile& file() const { return *m_file; }

private:
    const std::filesystem::path m_path;
    const std::shared_ptr<const MappedFile> m_file;
};

}
