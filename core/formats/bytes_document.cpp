#include "core/formats/bytes_document.h"

#include "core/base/json_writer.h"
#include "core/io/sha256.h"
#include "core/model/content.h"
#include "core/model/probe.h"

#include <algorithm>

namespace traceglass {

namespace {

constexpr std::size_t kHashedAtOnce = 1u << 20;

const Format kBytesFormat {
    .id = "bytes",
    .name = "Bytes",
    .label = "bytes",
    .suffixes = {},
    .probe = [](const Probe&) { return Match::no; },
    .open = [](const Probe& probe, Job& job) { return BytesDocument::open(probe.path, job); },
};

std::string_view fileContent(const MappedFile& file)
{
    return contentName(guessContent(file.view(), true));
}

// The root and nothing else.
class BytesParts : public Parts
{
public:
    explicit BytesParts(const MappedFile& file)
        : m_file(file)
    {
    }

    Result<Node> read(const NodeId& id, const Job&) const override
    {
        if (id != root())
            return fail(Code::NodeUnknown);
        Node out;
        out.kind = NodeKind::capture;
        out.label = m_file.name();
        out.value = fileContent(m_file);
        out.range = {SourceId {}, 0, m_file.size()};
        return out;
    }

    Result<void> checkWhole() const override { return m_file.checkUncut(); }

private:
    const MappedFile& m_file;
};

class BytesRecords : public RecordsFacet
{
public:
    explicit BytesRecords(const MappedFile& file)
        : m_file(file)
    {
    }

    Result<std::uint64_t> read(const RecordQuery& query, const RecordSink&, Job&) const override
    {
        if (query.window || !query.trackPattern.empty())
            return fail(Code::NoTimeAxis);
        return 0;
    }

    Result<std::vector<Record>> in(const ByteRange&, std::size_t, const Job&) const override { return {}; }

    Result<void> dump(bool hashes, const std::function<void(std::string_view)>& out, Job& job) const override
    {
        std::string text;
        JsonWriter json(text);
        json.beginObject().field("format", "bytes").field("size", m_file.size());
        json.field("content", fileContent(m_file));
        if (hashes) {
            Sha256 hash;
            const auto bytes = m_file.view();
            job.start(bytes.size());
            for (std::size_t at = 0; at < bytes.size(); at += kHashedAtOnce) {
                if (job.stopRequested())
                    return fail(Code::Stopped);
                const std::size_t length = std::min(kHashedAtOnce, bytes.size() - at);
                hash.add(bytes.subspan(at, length));
                job.advance(length);
            }
            json.field("sha256", hash.finish());
        }
        json.endObject();
        return m_file.checkUncut().map([&] { out(text + "\n"); });
    }

private:
    const MappedFile& m_file;
};

}

BytesDocument::BytesDocument(const std::filesystem::path& path, const std::shared_ptr<const MappedFile>& file)
    : FileDocument(path, file)
    , m_structure(std::make_unique<BytesParts>(*file), log())
    , m_records(std::make_unique<BytesRecords>(*file))
{
}

Result<std::unique_ptr<Document>> BytesDocument::open(const std::filesystem::path& path, Job&)
{
    return MappedFile::open(path).map([&](const std::shared_ptr<const MappedFile>& file) {
        return std::unique_ptr<Document>(new BytesDocument(path, file));
    });
}

const Format& BytesDocument::format() const
{
    return kBytesFormat;
}

Summary BytesDocument::makeSummary(const Job& job) const
{
    Summary out = FileDocument::makeSummary(job);
    out.records = 0;
    out.more.emplace_back("content", fileContent(file()));
    return out;
}

}
