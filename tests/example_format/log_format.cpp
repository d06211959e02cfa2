// A log as a document, with its structure and its records.
#include "core/base/text.h"
#include "core/model/document.h"
#include "core/model/format.h"
#include "tests/example_format/log_timeline.h"

namespace traceglass::log {

extern const Format kFormat;

namespace {

constexpr NodeId idOf(std::uint64_t line)
{
    return {line, 1}; // the capture is {0, 0}
}

// "/" is the capture, "/lines/0" its header, "/lines/1" the first record.
struct LogParts : Parts
{
    explicit LogParts(const LogFile& of)
        : file(of)
    {
    }

    bool isLine(const NodeId& id) const { return id == idOf(id.place) && id.place < file.count(); }

    Result<std::vector<PartGroup>> groups(const NodeId& parent) const override
    {
        return read(parent).map([&](const Node&) {
            const PartGroup lines {.word = "lines", .numbered = true, .count = file.count(), .ordered = true};
            return parent == root() ? std::vector {lines} : std::vector<PartGroup>();
        });
    }
    std::optional<NodeId> child(const NodeId& parent, std::size_t, std::uint64_t n) const override
    {
        return parent == root() && n < file.count() ? std::optional(idOf(n)) : std::nullopt;
    }
    std::optional<PartPlace> placeOf(const NodeId& id) const override
    {
        return isLine(id) ? std::optional(PartPlace {root(), 0, id.place}) : std::nullopt;
    }
    Result<Node> read(const NodeId& id) const override
    {
        if (id != root() && !isLine(id))
            return fail(Code::NodeUnknown);
        Node out;
        out.id = id;
        out.kind = id == root() ? NodeKind::capture : NodeKind::record;
        out.expandable = id == root();
        out.label = id == root() ? file.bytes->name() : "line " + std::to_string(id.place + 1);
        out.range = id == root() ? ByteRange {{}, 0, file.bytes->size()} : file.range(id.place);
        if (const auto line = isLine(id) ? file.read(id.place) : std::nullopt)
            out.value = escaped(shortened(line->text, kShown));
        return out;
    }
    std::optional<NodeId> holderOf(SourceId source, std::uint64_t offset) const override
    {
        const bool isHere = number(source) == 0 && offset < file.bytes->size();
        return isHere ? std::optional(idOf(file.lineAt(offset))) : std::nullopt;
    }
    void blocks(SourceId source, const BlockSink& sink) const override
    {
        const std::uint64_t count = number(source) == 0 ? file.count() : 0;
        for (std::uint64_t n = 0; n < count && sink({file.range(n), idOf(n)}); ++n) { }
    }

    const LogFile& file;
};

Record recordOf(const Line& line, bool json)
{
    Record out;
    out.ref = {line.range.source, line.range.offset};
    out.node = idOf(line.number);
    out.range = line.range;
    out.timeNs = line.ns;
    out.kind = line.kind;
    out.subject = escaped(line.thread);
    out.fields = escaped(line.text);
    if (!json)
        return out;
    out.json = "{\"time_ns\":" + std::to_string(line.ns) + ",\"level\":" + jsonString(line.level)
        + ",\"thread\":" + jsonString(line.thread) + ",\"kind\":" + jsonString(line.kind)
        + ",\"text\":" + jsonString(line.text) + "}";
    return out;
}

struct LogRecords : RecordsFacet
{
    LogRecords(const LogFile& of, DiagnosticLog& problems)
        : file(of)
        , log(problems)
    {
    }

    Result<std::uint64_t> read(const RecordQuery& query, const RecordSink& sink, Job& job) const override
    {
        std::uint64_t delivered = 0;
        const auto deliver = [&](const Line& line) {
            const bool isAsked = (!query.window || query.window->contains(line.ns))
                && (query.trackPattern.empty()
                    || matchesGlob(query.trackPattern, "threads/" + std::string(line.thread)));
            if (delivered == query.limit || !isAsked)
                return delivered < query.limit;
            ++delivered;
            return sink(recordOf(line, query.json));
        };
        return file.each(log, job, deliver).map([&] { return delivered; });
    }
    Result<std::vector<Record>> in(const ByteRange& range, std::size_t limit) const override
    {
        std::vector<Record> out;
        const std::uint64_t end = number(range.source) == 0 && range.length > 0 ? range.end() : 0;
        for (auto n = file.lineAt(range.offset);
             n < file.count() && file.starts[n] < end && out.size() < limit; ++n) {
            if (const auto line = file.read(n); line && line->range.end() > range.offset)
                out.push_back(recordOf(*line, false));
        }
        return out;
    }
    Result<void> dump(bool, const std::function<void(std::string_view)>& out, Job&) const override
    {
        out("{\"format\":\"log\",\"version\":\"1\",\"size\":" + std::to_string(file.bytes->size())
            + ",\"lines\":" + std::to_string(file.count()) + "}\n");
        return {};
    }

    const LogFile& file;
    DiagnosticLog& log;
};

class LogDocument : public Document
{
public:
    LogDocument(std::filesystem::path path, LogFile file)
        : m_path(std::move(path))
        , m_file(std::move(file))
    {
    }

    const Format& format() const override { return kFormat; }
    const std::filesystem::path& path() const override { return m_path; }
    bool changedOnDisk() const override { return identify(m_path) != m_file.bytes->identity(); }
    std::uint32_t sourceCount() const override { return 1; }
    std::string sourceName(SourceId) const override { return m_file.bytes->name(); }
    Result<SourcePtr> source(SourceId id) const override
    {
        return number(id) == 0 ? Result<SourcePtr>(m_file.bytes) : fail(Code::NodeUnknown);
    }

    const Structure* structure() const override { return &m_structure; }
    const TimelineFacet* timeline() const override { return &m_timeline; }
    const RecordsFacet* records() const override { return &m_records; }
    Result<void> validate(Job& job) const override
    {
        if (changedOnDisk())
            log().add(diagnose(Code::FileChanged));
        return m_timeline.index({}, job);
    }

protected:
    Summary makeSummary() const override
    {
        Summary out;
        out.version = "1";
        out.path = m_path;
        out.size = m_file.bytes->size();
        return out;
    }

private:
    const std::filesystem::path m_path;
    const LogFile m_file;
    const Structure m_structure {std::make_unique<LogParts>(m_file), log()};
    const LogTimeline m_timeline {m_file, log()};
    const LogRecords m_records {m_file, log()};
};

Match probe(const Probe& probe)
{
    return asText(probe.head).starts_with(kHeader) ? Match::sure : Match::no;
}

Result<std::unique_ptr<Document>> open(const Probe& probe, Job& job)
{
    return LogFile::open(probe.path, job).map([&](LogFile file) -> std::unique_ptr<Document> {
        return std::make_unique<LogDocument>(probe.path, std::move(file));
    });
}

constexpr std::string_view kSuffixes[] = {".spanlog"};

}

const Format kFormat {
    .id = "log",
    .name = "Log of spans",
    .label = "Log",
    .suffixes = kSuffixes,
    .probe = probe,
    .open = open,
    .record = "line",
    .records = "lines",
    .dumpHelp = R"(
  Log: {"format", "version", "size", "lines"}.)",
    .recordsHelp = R"(
  Log: one a line: {"time_ns", "level", "thread", "kind" ("event", "begin", "end"), "text"}.)",
};

}
