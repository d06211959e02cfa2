// Any file as bytes: what a user gets who opens a file that is no capture all the same. One source, one node
// that says what the content seems to be, no records.
//
//     auto document = BytesDocument::open("core.4711");       // errors: file.not-found, file.unreadable
//     (*document)->root().value                               // "an ELF program or library"
#pragma once

#include "core/io/mapped_file.h"
#include "core/model/document.h"

namespace traceglass {

class BytesDocument : public Document
{
public:
    static Result<std::unique_ptr<Document>> open(const std::filesystem::path& path);

    const Format& format() const override; // id "bytes"; not one of formats()
    Summary summary() const override;
    bool changedOnDisk() const override;

    std::uint32_t sourceCount() const override { return 1; }
    std::string sourceName(SourceId id) const override;
    Result<SourcePtr> source(SourceId id) const override;
    Result<ByteRange> decoded(const NodeId& id) const override;
    Result<std::vector<Record>> recordsIn(const ByteRange& range, std::size_t limit) const override;

    Node root() const override;
    Result<Node> node(const NodeId& id) const override;
    Result<std::uint64_t> childCount(const NodeId& id) const override;
    Result<std::vector<Node>> children(const NodeId& id, std::uint64_t first,
                                       std::uint64_t count) const override;
    std::vector<Step> wayTo(const NodeId& id) const override;
    std::optional<NodeId> nodeAt(SourceId source, std::uint64_t offset) const override;
    std::string pathOf(const NodeId& id) const override;
    std::optional<NodeId> find(std::string_view path) const override;

    Result<std::uint64_t> records(const RecordQuery& query, const RecordSink& sink, Job& job) const override;
    Result<void> dump(bool hashes, const std::function<void(std::string_view)>& out, Job& job) const override;
    Result<void> validate(Job& job) const override;

private:
    BytesDocument(std::filesystem::path path, std::shared_ptr<const MappedFile> file);

    std::string_view content() const;

    std::filesystem::path m_path;
    std::shared_ptr<const MappedFile> m_file;
};

}
