// Any file as bytes: what a user gets who opens a file that is no capture all the same. One source, one node
// that says what the content seems to be, no records.
//
//     auto document = BytesDocument::open("core.4711", job);   // errors: file.not-found, file.unreadable
//     (*document)->structure()->root().value                   // "an ELF program or library"
#pragma once

#include "core/model/file_document.h"

namespace traceglass {

class BytesDocument : public FileDocument
{
public:
    static Result<std::unique_ptr<Document>> open(const std::filesystem::path& path, Job& job);

    const Format& format() const override; // id "bytes"; not one of formats()
    const Structure* structure() const override { return &m_structure; }
    const RecordsFacet* records() const override { return m_records.get(); }

protected:
    Summary makeSummary(const Job& job) const override;

private:
    BytesDocument(const std::filesystem::path& path, const std::shared_ptr<const MappedFile>& file);

    Structure m_structure;
    std::unique_ptr<const RecordsFacet> m_records;
};

}
