#include "core/formats/bytes_document.h"

#include "core/base/text.h"
#include "core/io/sha256.h"
#include "core/model/content.h"
#include "core/model/format.h"

#include <algorithm>

namespace traceglass {

namespace {

constexpr NodeId kRoot {0, 0};
constexpr std::size_t kSearchedAtOnce = 1u << 20;

const Format kBytesFormat {
    .id = "bytes",
    .name = "Bytes",
    .label = "bytes",
    .suffixes = {},
    .probe = [](const Probe&) { return Match::no; },
    .open = [](const Probe& probe) { return BytesDocument::open(probe.path); },
};

}

BytesDocument::BytesDocument(std::filesystem::path path, std::shared_ptr<const MappedFile> file)
    : m_path(std::move(path))
    , m_file(std::move(file))
{
}

Result<std::unique_ptr<Document>> BytesDocument::open(const std::filesystem::path& path)
{
    auto file = MappedFile::open(path);
    if (!file)
        return tl::unexpected(file.error());
    return std::unique_ptr<Document>(new BytesDocument(path, std::move(*file)));
}

const Format& BytesDocument::format() const
{
    return kBytesFormat;
}

Summary BytesDocument::summary() const
{
    Summary out;
    out.path = m_path;
    out.size = m_file->size();
    out.records = 0;
    out.more.emplace_back("content", content());
    return out;
}

bool BytesDocument::changedOnDisk() const
{
    const auto now = identify(m_path);
    return m_file->faults() > 0 || !now || *now != m_file->identity();
}

std::string BytesDocument::sourceName(SourceId) const
{
    return m_file->name();
}

Result<SourcePtr> BytesDocument::source(SourceId id) const
{
    if (number(id) != 0)
        return fail(Code::NodeUnknown, "source " + std::to_string(number(id)));
    return SourcePtr(m_file);
}

Result<ByteRange> BytesDocument::decoded(const NodeId& id) const
{
    return node(id).map([](const Node& found) { return found.range; });
}

Result<std::vector<Record>> BytesDocument::recordsIn(const ByteRange&, std::size_t) const
{
    return std::vector<Record> {};
}

std::string_view BytesDocument::content() const
{
    const auto bytes = m_file->view();
    return contentName(guessContent(bytes, true));
}

Node BytesDocument::root() const
{
    Node out;
    out.id = kRoot;
    out.kind = NodeKind::capture;
    out.label = m_path.filename().string();
    out.value = content();
    out.range = {SourceId {}, 0, m_file->size()};
    return out;
}

Result<Node> BytesDocument::node(const NodeId& id) const
{
    if (id != kRoot)
        return fail(Code::NodeUnknown);
    return root();
}

Result<std::uint64_t> BytesDocument::childCount(const NodeId& id) const
{
    return node(id).map([](const Node&) { return std::uint64_t(0); });
}

Result<std::vector<Node>> BytesDocument::children(const NodeId& id, std::uint64_t, std::uint64_t) const
{
    return node(id).map([](const Node&) { return std::vector<Node> {}; });
}

std::vector<Document::Step> BytesDocument::wayTo(const NodeId&) const
{
    return {};
}

std::optional<NodeId> BytesDocument::nodeAt(SourceId source, std::uint64_t offset) const
{
    if (number(source) != 0 || offset >= m_file->size())
        return {};
    return kRoot;
}

std::string BytesDocument::pathOf(const NodeId&) const
{
    return "/";
}

std::optional<NodeId> BytesDocument::find(std::string_view path) const
{
    if (path != "/")
        return {};
    return kRoot;
}

Result<std::uint64_t> BytesDocument::records(const RecordQuery& query, const RecordSink&, Job&) const
{
    if (query.window || !query.trackPattern.empty())
        return fail(Code::NoTimeAxis);
    return 0;
}

Result<void> BytesDocument::dump(bool hashes, const std::function<void(std::string_view)>& out,
                                 Job& job) const
{
    std::string text = "{\"format\":\"bytes\",\"size\":" + std::to_string(m_file->size())
        + ",\"content\":" + jsonString(content());
    if (hashes) {
        Sha256 hash;
        const auto bytes = m_file->view();
        job.start(bytes.size());
        for (std::size_t at = 0; at < bytes.size(); at += kSearchedAtOnce) {
            if (job.stopRequested())
                return fail(Code::Stopped);
            const std::size_t length = std::min(kSearchedAtOnce, bytes.size() - at);
            hash.add(bytes.subspan(at, length));
            job.advance(length);
        }
        text += ",\"sha256\":\"" + hash.finish() + "\"";
    }
    out(text + "}\n");
    return {};
}

Result<void> BytesDocument::validate(Job&) const
{
    if (changedOnDisk())
        report(diagnose(Code::FileChanged));
    return {};
}

}
