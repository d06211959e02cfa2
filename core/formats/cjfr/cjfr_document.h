// An opened CondensedData file: header, main stream, footer. Its structure tree is in cjfr_tree.h.
//
//     auto document = CjfrDocument::open(path);              // errors: the rejections of cjfr.*, file.*
//     document->find("/messages/3");  document->find("/types/0");
//
// Opening reads header and footer and the first messages. Whatever needs the whole stream decodes and scans
// it once, in the thread that asks first; from then on every message decodes on its own. Source 0 is the
// file, source 1 the decoded stream where it is compressed.
#pragma once

#include "core/codec/decoded_source.h"
#include "core/formats/cjfr/cjfr_footer.h"
#include "core/formats/cjfr/cjfr_header.h"
#include "core/formats/cjfr/cjfr_value.h"
#include "core/io/mapped_file.h"
#include "core/model/document.h"

namespace traceglass::cjfr {

using IndexPtr = std::shared_ptr<const StreamIndex>;

class CjfrDocument : public Document
{
public:
    static Result<std::unique_ptr<Document>> open(const std::filesystem::path& path);

    const Format& format() const override;
    Summary summary() const override;
    bool changedOnDisk() const override;

    std::uint32_t sourceCount() const override { return m_decoded ? 2 : 1; }
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

    Result<void> index(const IndexRequest& request, Job& job) const override;
    std::optional<NodeId> nodeOf(RecordRef ref) const override;
    Result<std::uint64_t> records(const RecordQuery& query, const RecordSink& sink, Job& job) const override;
    Result<void> dump(bool hashes, const std::function<void(std::string_view)>& out, Job& job) const override;
    Result<void> validate(Job& job) const override;

    // --- for tree and records
    const std::filesystem::path& path() const { return m_path; }
    const MappedFile& file() const { return *m_file; }
    const Header& header() const { return m_header; }
    const FooterPlace& footer() const { return m_footer; }
    SourceId streamSource() const { return SourceId(m_decoded ? 1 : 0); }
    ByteRange storedStream() const; // in the file
    bool isCompressed() const { return m_decoded != nullptr; }
    IndexPtr indexNow() const; // null when the stream could not be kept
    Result<IndexPtr> indexNow(Job& job) const;

    // file.changed once the file was cut: what is read from it then is not to be trusted.
    Result<void> checkWhole() const;

private:
    CjfrDocument(std::filesystem::path path, std::shared_ptr<const MappedFile> file, Header header);

    Result<void> checkStart() const;
    Result<std::span<const std::byte>> decodedStream(Job& job) const;
    IndexPtr scanned(std::span<const std::byte> bytes, std::uint64_t begin, Job& job) const; // null: stopped
    void reportStream(const StreamIndex& index) const;
    void reportFault(const StreamIndex& index, bool codecFailed) const;
    void reportTypes(const StreamIndex& index) const;
    void reportTexts(const StreamIndex& index, Job& job) const;
    std::optional<bool> crcMatches() const; // nothing: there is none

    std::filesystem::path m_path;
    std::shared_ptr<const MappedFile> m_file;
    Header m_header;
    FooterPlace m_footer;
    std::shared_ptr<const DecodedSource> m_decoded;

    mutable std::mutex m_building; // held while the stream is read
    mutable std::mutex m_mutex;    // guards what follows
    mutable IndexPtr m_index;
};

}
