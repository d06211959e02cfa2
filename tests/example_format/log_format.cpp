// A log of spans, a record a line: the example of docs/new-format.md, which shows one.
#include "core/base/json_writer.h"
#include "core/model/file_document.h"
#include "core/model/probe.h"
#include "core/timeline/timeline_builder.h"

#include <atomic>
#include <map>

namespace traceglass::log {

extern const Format kFormat;

namespace {
constexpr std::string_view kHeader = "#log 1\n";
constexpr std::string_view kLevels[] = {"trace", "debug", "info", "warn", "error"};
constexpr std::string_view kSuffixes[] = {".spanlog"};
constexpr std::size_t kLines = 1u << 27;        // eight bytes each; all behind them counts as one
constexpr std::size_t kLongestLine = 64 * 1024; // of a record
constexpr std::size_t kDepth = 64;              // spans nested deeper share the last row

struct Line
{
    std::uint64_t key() const // of its track, the same in every run: FNV-1a
    {
        std::uint64_t key = 14695981039346656037u;
        for (const char c : thread)
            key = (key ^ static_cast<unsigned char>(c)) * 1099511628211u;
        return key;
    }
    std::string shown() const { return escaped(shortened(text, 200)); }

    std::uint64_t number = 0;
    ByteRange range {};
    RecordRef ref {};
    std::int64_t ns = 0;
    std::string_view level {}, thread {}, kind {}, text {}; // kind: "begin", "end", "event"
};

// The bytes: where lines are, what one says. In the tree "/" is the capture, {0, 0}, "/lines/0" its header,
// {0, 1}, and "/lines/1" the first record, {1, 1}.
struct LogLines : Parts
{
    // Finds the lines and reads none.
    Result<void> open(const std::filesystem::path& path, Job& job)
    {
        auto opened = MappedFile::open(path);
        if (!opened)
            return tl::unexpected(opened.error());
        file = *opened;
        const std::string_view text = asText(file->view());
        for (std::size_t i = 0; i + 1 < text.size() && starts.size() < kLines; ++i) {
            if (text[i] == '\n')
                starts.push_back(i + 1);
            if (i % kLongestLine == 0 && job.stopRequested())
                return fail(Code::Stopped);
        }
        starts.push_back(text.size());
        return text.starts_with(kHeader) ? Result<void> {} : fail(Code::LogBadHeader);
    }
    std::uint64_t count() const { return starts.size() - 1; }
    std::uint64_t lineAt(std::uint64_t offset) const
    {
        const auto next = std::ranges::upper_bound(starts.begin(), starts.end() - 1, offset);
        return std::uint64_t(next - starts.begin()) - 1;
    }
    ByteRange range(std::uint64_t n) const { return {{}, starts[n], starts[n + 1] - starts[n]}; }
    std::optional<Line> line(std::uint64_t n) const // nothing: it is no record
    {
        Line out {n, range(n), {{}, range(n).offset}};
        std::string_view rest = asText(file->view()).substr(out.range.offset, out.range.length);
        if (rest.size() > kLongestLine || rest.find('\0') != std::string_view::npos)
            return {}; // the missing part of a file that was cut reads as zeros
        rest = rest.substr(0, rest.find('\n'));
        const auto takeWord = [&] {
            const std::string_view word = rest.substr(0, rest.find(' '));
            rest.remove_prefix(std::min(rest.size(), word.size() + 1));
            return word;
        };
        const auto time = parseTime(takeWord());
        out.level = takeWord();
        out.thread = takeWord();
        if (!time || time->relative || std::ranges::find(kLevels, out.level) == std::end(kLevels))
            return {};
        out.ns = time->ns;
        out.kind = rest == "<" ? "end" : rest.starts_with("> ") ? "begin" : "event";
        out.text = out.kind == "event" ? rest : rest.substr(std::min<std::size_t>(rest.size(), 2));
        return out;
    }
    // All records from a line on, until `sink` returns false; other lines are added to `log`.
    Result<void> each(DiagnosticLog& log, Job& job, const std::function<bool(const Line&)>& sink,
                      std::uint64_t first = 1) const
    {
        job.start(count());
        for (std::uint64_t n = first; n < count() && !job.stopRequested(); ++n, job.advance()) {
            if (const auto found = line(n); !found)
                log.add(diagnose(file->isCut() ? Code::FileChanged : Code::LogBadLine, {}, range(n)));
            else if (!sink(*found))
                return {};
        }
        if (file->isCut())
            return fail(Code::FileChanged);
        return job.stopRequested() ? fail(Code::Stopped) : Result<void> {};
    }

    Result<Node> read(const NodeId& id, const Job& job) const override
    {
        if (id == root())
            return Node {id, NodeKind::capture, {}, true, file->name(), {}, {{}, 0, file->size()}};
        if (!placeOf(id, job))
            return fail(Code::NodeUnknown);
        const std::string label = "line " + std::to_string(id.place + 1),
                          text = line(id.place).value_or(Line {}).shown();
        return Node {id, NodeKind::record, {}, false, label, text, range(id.place)};
    }
    Result<std::vector<PartGroup>> groups(const NodeId& parent, const Job& job) const override
    {
        if (parent != root())
            return Parts::groups(parent, job);
        return std::vector {PartGroup {.word = "lines", .numbered = true, .count = count(), .ordered = true}};
    }
    std::optional<NodeId> child(const NodeId& parent, std::size_t, std::uint64_t n, const Job&) const override
    {
        return parent == root() && n < count() ? std::optional(NodeId {n, 1}) : std::nullopt;
    }
    std::optional<PartPlace> placeOf(const NodeId& id, const Job&) const override
    {
        return id.part == 1 && id.place < count() ? std::optional(PartPlace {{}, 0, id.place}) : std::nullopt;
    }
    void blocks(SourceId source, const BlockSink& sink, const Job&) const override
    {
        const auto state = isLookedAt ? Block::State::good : Block::State::unread;
        bool more = number(source) == 0;
        for (std::uint64_t n = 0; more && n < count(); ++n)
            more = sink({range(n), {n, 1}, n == 0 ? Block::State::good : state});
    }

    std::shared_ptr<const MappedFile> file;
    std::vector<std::uint64_t> starts {0}; // of lines, and the end of the file
    mutable std::atomic<bool> isLookedAt {false}; // all records were read in order
};

struct Thread // while the timeline is built
{
    TrackId track = kNoTrack;
    std::int64_t last = std::numeric_limits<std::int64_t>::min();
    std::vector<RowId> rows {};
    std::vector<Slice> open {}; // spans, and an event until it is drawn
};

struct LogDocument : FileDocument, TimelineFacet, RecordsFacet // small enough to be its own facets
{
    static Result<std::unique_ptr<Document>> open(const Probe& probe, Job& job)
    {
        auto lines = std::make_unique<LogLines>();
        return lines->open(probe.path, job).map([&]() -> std::unique_ptr<Document> {
            return std::make_unique<LogDocument>(probe.path, std::move(lines));
        });
    }
    LogDocument(const std::filesystem::path& path, std::unique_ptr<const LogLines> lines)
        : FileDocument(path, lines->file)
        , m_lines(*lines)
        , m_structure(std::move(lines), log())
    {
    }
    const Format& format() const override { return kFormat; }
    const Structure* structure() const override { return &m_structure; }
    const TimelineFacet* timeline() const override { return this; }
    const RecordsFacet* records() const override { return this; }
    // A track a thread, a row a depth, events among the spans.
    Result<void> index(const IndexRequest& request, Job& job) const override
    {
        TimelineBuilder builder;
        const TrackId group = builder.addTrack({.name = builder.intern("threads")});
        std::map<std::uint64_t, Thread> threads; // by key
        TimeRange range {};
        std::uint64_t records = 0;
        const auto end = [&](Thread& thread, std::int64_t ns, std::uint8_t flags) {
            const Slice last = thread.open.back();
            thread.open.pop_back();
            const std::size_t depth = std::min(thread.open.size(), kDepth); // below the spans around it
            while (thread.rows.size() <= depth)
                thread.rows.push_back(builder.addRow(thread.track));
            builder.add(thread.rows[depth], {last.startNs, ns, last.name, flags, last.ref});
        };
        const auto add = [&](const Line& line) {
            Thread& thread = threads[line.key()];
            const StringId name = builder.intern(escaped(line.thread));
            if (thread.track == kNoTrack)
                thread.track = builder.addTrack({group, name, 0, line.key(), {}, kNoRow, TrackKind::slices});
            if (line.ns < thread.last)
                log().add(diagnose(Code::LogTimeBack, {}, line.range));
            thread.last = std::max(thread.last, line.ns);
            range.startNs = records == 0 ? line.ns : std::min(range.startNs, line.ns);
            range.endNs = records++ == 0 ? line.ns : std::max(range.endNs, line.ns);
            if (line.kind != "end")
                thread.open.push_back({thread.last, thread.last, builder.intern(line.shown()), 0, line.ref});
            if (thread.open.empty())
                log().add(diagnose(Code::LogNoBegin, {}, line.range));
            else if (line.kind != "begin")
                end(thread, thread.last, 0);
            return true;
        };
        if (auto done = m_lines.each(log(), job, add); !done)
            return done;
        m_lines.isLookedAt = true;
        for (auto& [key, thread] : threads)
            while (!thread.open.empty())
                end(thread, range.endNs, slice::kOpenEnd);
        if (request.publish)
            request.publish(builder.snapshot(range, records, true));
        return {};
    }
    Details describe(const Timeline& timeline, const SliceId& id, const Job&) const override
    {
        const auto slice = timeline.findSlice(id);
        const auto line = slice ? m_lines.line(m_lines.lineAt(slice->ref.offset())) : std::nullopt;
        if (!line)
            return {};
        std::vector<DetailRow> rows {{"Level", std::string(line->level)}, {"Time", Moment {slice->startNs}}};
        if (line->kind == "begin")
            rows.push_back({"Duration", Duration {slice->durationNs()}});
        const std::string title = escaped(line->text.empty() ? line->kind : line->text);
        return {title, {}, "on " + escaped(line->thread), {{.title = {}, .rows = rows}}};
    }
    // What the record begins, or the innermost span it lies in.
    std::optional<SliceId> sliceOf(const Timeline& timeline, RecordRef ref, const Job&) const override
    {
        const auto line = m_lines.line(m_lines.lineAt(ref.offset()));
        const auto track = line ? timeline.findTrack(TrackKind::slices, line->key()) : std::nullopt;
        const auto rows = track ? timeline.rows(*track) : std::vector<RowId> {};
        std::optional<SliceId> out;
        for (std::uint16_t depth = 0; depth < rows.size() && !(out && out->ref == ref); ++depth)
            if (const auto slice = timeline.sliceAt(rows[depth], line->ns))
                out = SliceId {TrackKind::slices, line->key(), depth, slice->startNs, slice->ref};
        return out;
    }
    static Record recordOf(const Line& line)
    {
        Record out;
        out.ref = line.ref;
        out.node = {line.number, 1};
        out.range = line.range;
        out.timeNs = line.ns;
        out.kind = line.kind;
        out.subject = escaped(line.thread);
        out.fields = escaped(line.text);
        JsonWriter json(out.json);
        json.beginObject().field("time_ns", line.ns).field("level", line.level).field("thread", line.thread);
        json.field("kind", line.kind).field("text", line.text).endObject();
        return out;
    }
    Result<std::uint64_t> read(const RecordQuery& query, const RecordSink& sink, Job& job) const override
    {
        std::uint64_t delivered = 0;
        const auto deliver = [&](const Line& line) {
            const std::string track = "threads/" + std::string(line.thread);
            const bool isAsked = (!query.window || query.window->contains(line.ns))
                && (query.trackPattern.empty() || matchesGlob(query.trackPattern, track));
            if (delivered == query.limit || !isAsked)
                return delivered < query.limit;
            ++delivered;
            return sink(recordOf(line));
        };
        if (query.from && !m_lines.placeOf(*query.from, job))
            return fail(Code::NodeUnknown);
        return m_lines.each(log(), job, deliver, query.from ? query.from->place : 1).map([&] { return delivered; });
    }
    Result<std::vector<Record>> in(const ByteRange& range, std::size_t limit, const Job&) const override
    {
        std::vector<Record> out;
        std::uint64_t n = number(range.source) == 0 ? m_lines.lineAt(range.offset) : m_lines.count();
        for (; n < m_lines.count() && m_lines.range(n).offset < range.end() && out.size() < limit; ++n)
            if (const auto line = m_lines.line(n); line && line->range.end() > range.offset)
                out.push_back(recordOf(*line));
        return out;
    }
    Result<void> dump(bool, const std::function<void(std::string_view)>& out, Job&) const override
    {
        out("{\"format\":\"log\",\"version\":\"1\",\"size\":" + std::to_string(file().size())
            + ",\"lines\":" + std::to_string(m_lines.count()) + "}\n");
        return {};
    }
    const LogLines& m_lines;
    const Structure m_structure;
};
}

const Format kFormat {
    .id = "log",
    .name = "Log of spans",
    .label = "Log",
    .suffixes = kSuffixes,
    .probe = [](const Probe& of) { return asText(of.head).starts_with(kHeader) ? Match::sure : Match::no; },
    .open = LogDocument::open,
    .dumpHelp = "\n  Log: {\"format\", \"version\", \"size\", \"lines\"}.",
    .recordsHelp = "\n  Log: one a line: {\"time_ns\", \"level\", \"thread\", \"kind\", \"text\"}.",
};
}
