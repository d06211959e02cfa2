#include "core/formats/rfr/rfr_document.h"

#include "core/base/freed_memory.h"
#include "core/base/text.h"

#include <algorithm>

namespace traceglass::rfr {

namespace {

// Decoded chunks kept for tree, bytes and details: what the user moves between.
constexpr std::size_t kPiecesKept = 16;

std::string folderOf(std::string_view name)
{
    const std::size_t slash = name.rfind('/');
    return slash == std::string_view::npos ? std::string() : std::string(name.substr(0, slash));
}

}

RfrDocument::RfrDocument(std::unique_ptr<Recording> recording)
    : m_recording(std::move(recording))
{
    for (Diagnostic& diagnostic : m_recording->diagnostics)
        report(std::move(diagnostic));
    std::unordered_map<std::string, std::uint32_t> folders;
    std::vector<std::uint32_t> atTop;
    for (std::uint32_t i = 0; i < m_recording->chunks.size(); ++i) {
        const ChunkFile& chunk = m_recording->chunks[i];
        m_chunkBySource.emplace(number(chunk.source), i);
        const std::string folder = folderOf(chunk.name);
        if (folder.empty()) {
            atTop.push_back(i);
            m_folderOf.push_back(~0u);
            continue;
        }
        const auto [known, isNew] = folders.try_emplace(folder, static_cast<std::uint32_t>(m_folders.size()));
        if (isNew) {
            m_folders.push_back(folder);
            m_folderChunks.emplace_back();
        }
        m_folderChunks[known->second].push_back(i);
        m_folderOf.push_back(known->second);
    }
    m_folderChunks.push_back(std::move(atTop));
}

const Format& RfrDocument::format() const
{
    return kFormat;
}

Summary RfrDocument::summary() const
{
    Summary summary;
    summary.version = m_recording->version;
    summary.path = m_recording->path;
    summary.size = m_recording->bytes;
    summary.clocks = {"Unix time"};
    summary.annotations = noteCount();
    if (isStream())
        return summary;
    std::optional<TimeRange> time;
    std::uint64_t unreadable = 0;
    for (const ChunkFile& chunk : m_recording->chunks) {
        if (!chunk.readable) {
            ++unreadable;
            continue;
        }
        if (chunk.header.earliestMicros > chunk.header.latestMicros)
            continue; // no record
        const auto first = nanoseconds(chunk.header.absolute(chunk.header.earliestMicros));
        const auto last = nanoseconds(chunk.header.absolute(chunk.header.latestMicros));
        if (!first || !last)
            continue;
        if (!time)
            time = TimeRange {*first, *last};
        time->startNs = std::min(time->startNs, *first);
        time->endNs = std::max(time->endNs, *last);
    }
    summary.time = time;
    if (m_recording->meta) {
        if (const auto created = nanoseconds(m_recording->meta->created.totalMicros()))
            summary.more.emplace_back("created", iso8601(*created));
    }
    summary.more.emplace_back("chunks",
                              grouped(m_recording->chunks.size())
                                  + (unreadable ? ", " + grouped(unreadable) + " unreadable" : ""));
    summary.more.emplace_back("callsites", grouped(m_recording->callsites.list.size()));
    return summary;
}

bool RfrDocument::changedOnDisk() const
{
    // The window asks whenever it gets the focus: of very many chunks only the newest, the ones that may
    // still be written.
    constexpr std::size_t kChunksAsked = 4096;
    const auto& order = m_recording->byTime;
    for (std::size_t i = order.size(); i-- > 0 && order.size() - i <= kChunksAsked;) {
        const ChunkFile& chunk = m_recording->chunks[order[i]];
        const auto now = identify(m_recording->sources.path(chunk.source));
        if (!now || now->size != chunk.size)
            return true;
    }
    if (!m_recording->notesPath.empty() && identify(m_recording->notesPath) != m_recording->notesIdentity)
        return true;
    return std::ranges::any_of(m_recording->identities,
                               [](const auto& kept) { return identify(kept.first) != kept.second; })
        || m_recording->sources.faults() > 0;
}

Result<SourcePtr> RfrDocument::source(SourceId id) const
{
    if (number(id) >= m_recording->sources.count())
        return fail(Code::NodeUnknown);
    auto file = m_recording->sources.open(id);
    if (!file)
        return tl::unexpected(file.error());
    return SourcePtr(*file);
}

Result<ByteRange> RfrDocument::decoded(const NodeId& id) const
{
    return node(id).map([](const Node& found) { return found.range; });
}

// --- pieces
// --------------------------------------------------------------------------------------------------------

PiecePtr RfrDocument::recall(std::uint64_t key) const
{
    const std::lock_guard lock(m_mutex);
    const auto found = std::ranges::find(m_pieces, key, &std::pair<std::uint64_t, PiecePtr>::first);
    if (found == m_pieces.end())
        return nullptr;
    if (found->second->file->isCut()) { // its texts are read from the file and would be zeros now
        m_pieces.erase(found);
        return nullptr;
    }
    m_pieces.splice(m_pieces.begin(), m_pieces, found);
    return m_pieces.front().second;
}

PiecePtr RfrDocument::remember(std::uint64_t key, PiecePtr piece) const
{
    const std::lock_guard lock(m_mutex);
    m_pieces.emplace_front(key, piece);
    if (m_pieces.size() > kPiecesKept)
        m_pieces.pop_back();
    return piece;
}

PiecePtr RfrDocument::piece(std::uint32_t chunk) const
{
    if (PiecePtr known = recall(chunk))
        return known;
    PiecePtr piece = decodePiece(*m_recording, chunk);
    if (!piece->file)
        return nullptr;
    for (const Diagnostic& diagnostic : piece->decoded.diagnostics)
        report(diagnostic);
    return remember(chunk, std::move(piece));
}

std::shared_ptr<const RfrDocument::Marks> RfrDocument::marks() const
{
    {
        const std::lock_guard lock(m_mutex);
        if (m_marks)
            return m_marks;
    }
    auto made = std::make_shared<Marks>();
    if (const auto file = m_recording->sources.open(*m_recording->streamSource)) {
        made->callsites.files.push_back(*file);
        StreamReader reader((*file)->view());
        while (!reader.atEnd()) {
            made->offsets.push_back(reader.offset());
            const DecodedChunk piece = reader.next();
            made->records += piece.records;
            const Sequence& sequence = piece.sequences.front();
            for (std::size_t i = 0; i < sequence.size(); ++i) {
                if (sequence.kinds[i] != RecordKind::callsite)
                    continue;
                ByteReader in((*file)->view());
                in.seek(sequence.recordOffset(i));
                in.seek(readStreamRecord(in).payload);
                const std::size_t start = in.offset();
                Callsite callsite = readCallsite(in);
                made->callsites.add(std::move(callsite),
                                    {*m_recording->streamSource, start, in.offset() - start});
            }
        }
    }
    const std::lock_guard lock(m_mutex);
    if (!m_marks)
        m_marks = std::move(made);
    return m_marks;
}

const Callsites& RfrDocument::callsites() const
{
    return isStream() ? marks()->callsites : m_recording->callsites; // marks stay while the document is open
}

std::uint64_t RfrDocument::streamRecords() const
{
    return marks()->records;
}

PiecePtr RfrDocument::streamPiece(std::uint64_t record) const
{
    const auto known = marks();
    const std::uint64_t index = record / StreamReader::kRecordsAPiece;
    if (index >= known->offsets.size())
        return nullptr;
    if (PiecePtr piece = recall(index))
        return piece;
    const auto file = m_recording->sources.open(*m_recording->streamSource);
    if (!file)
        return nullptr;
    auto piece = std::make_shared<Piece>();
    piece->source = *m_recording->streamSource;
    piece->file = *file;
    piece->decoded =
        StreamReader((*file)->view(), known->offsets[index], index * StreamReader::kRecordsAPiece).next();
    if ((*file)->isCut()) {
        report(diagnose(Code::FileChanged, {}, ByteRange {piece->source, 0, (*file)->size()}));
        return nullptr;
    }
    return remember(index, std::move(piece));
}

PiecePtr RfrDocument::streamPieceAt(std::uint64_t offset) const
{
    const auto known = marks();
    const auto next = std::upper_bound(known->offsets.begin(), known->offsets.end(), offset);
    if (next == known->offsets.begin())
        return nullptr;
    return streamPiece(static_cast<std::uint64_t>(next - known->offsets.begin() - 1)
                       * StreamReader::kRecordsAPiece);
}

std::uint64_t RfrDocument::firstRecordOf(const Piece& piece) const
{
    const auto known = marks();
    const auto next = std::upper_bound(known->offsets.begin(), known->offsets.end(),
                                       piece.decoded.sequences.front().offset);
    return static_cast<std::uint64_t>(next - known->offsets.begin() - 1) * StreamReader::kRecordsAPiece;
}

std::optional<std::uint32_t> RfrDocument::chunkOf(SourceId source) const
{
    const auto found = m_chunkBySource.find(number(source));
    return found == m_chunkBySource.end() ? std::nullopt : std::optional(found->second);
}

PiecePtr RfrDocument::pieceAt(SourceId source, std::uint64_t offset) const
{
    if (isStream())
        return source == *m_recording->streamSource ? streamPieceAt(offset) : nullptr;
    const auto chunk = chunkOf(source);
    return chunk && m_recording->chunks[*chunk].readable ? piece(*chunk) : nullptr;
}

std::size_t RecordPlace::payload() const
{
    ByteReader in(piece->bytes());
    in.seek(sequence->recordOffset(record));
    if (kind() >= RecordKind::end || piece->decoded.header.size == 0)
        return readStreamRecord(in).payload;
    in.varint64();
    in.varint32();
    return in.offset();
}

RecordPlace recordAt(const PiecePtr& piece, std::uint64_t offset)
{
    if (!piece)
        return {};
    for (const Sequence& sequence : piece->decoded.sequences) {
        if (offset < sequence.offset || offset >= sequence.end || sequence.size() == 0
            || offset < sequence.recordOffset(0))
            continue;
        const auto wanted = static_cast<std::uint32_t>(offset - sequence.offsetBase);
        const auto next = std::upper_bound(sequence.offsets.begin(), sequence.offsets.end(), wanted);
        return {piece, &sequence, static_cast<std::size_t>(next - sequence.offsets.begin() - 1)};
    }
    return {};
}

// --- index, validate
// -----------------------------------------------------------------------------------------------

std::shared_ptr<const Findings> RfrDocument::findings() const
{
    const std::lock_guard lock(m_mutex);
    return m_findings;
}

Result<std::shared_ptr<const Findings>> RfrDocument::findingsNow(Job& job) const
{
    if (auto known = findings())
        return known;
    if (auto indexed = index({}, job); !indexed)
        return tl::unexpected(indexed.error());
    return findings();
}

Result<void> RfrDocument::index(const IndexRequest& request, Job& job) const
{
    auto done = analyse(request, job);
    returnFreedMemory(); // of columns and states: as much as the timeline takes, and more
    return done;
}

Result<void> RfrDocument::analyse(const IndexRequest& request, Job& job) const
{
    const auto& order = m_recording->byTime;
    job.start(isStream() ? m_recording->bytes : order.size());
    const auto reporter = [this](Diagnostic diagnostic) { report(std::move(diagnostic)); };
    // Files that were cut meanwhile are reported at the end; what is left of them is shown.
    const auto isStopped = [](const Result<void>& done) {
        return !done && done.error().code == Code::Stopped;
    };

    // What the user looks at comes first, from its own chunks alone; the whole replaces it when it has got
    // that far.
    std::vector<std::uint32_t> visible;
    if (request.visible && request.publish) {
        for (const std::uint32_t chunk : order) {
            if (m_recording->chunks[chunk].interval().overlaps(*request.visible))
                visible.push_back(chunk);
        }
    }
    const bool preview = !visible.empty() && visible.size() < order.size();
    if (preview) {
        Job unseen(job.token());
        Analysis first(*m_recording, reporter);
        if (auto done = first.run(visible, request.threads, unseen, {}); isStopped(done))
            return done;
        request.publish(first.finish(false));
    }

    Analysis analysis(*m_recording, reporter);
    std::function<void(TimelinePtr, Micros)> publish;
    if (request.publish) {
        publish = [&](TimelinePtr timeline, Micros now) {
            if (!preview || nanoseconds(now).value_or(0) > request.visible->endNs)
                request.publish(std::move(timeline));
        };
    }
    auto done = analysis.run(order, request.threads, job, publish);
    if (isStopped(done))
        return done;
    if (!done)
        report(diagnose(done.error().code));
    TimelinePtr timeline = analysis.finish(true);
    {
        auto found = std::make_shared<Findings>(analysis.takeFindings());
        const std::lock_guard lock(m_mutex);
        m_findings = std::move(found);
    }
    if (request.publish)
        request.publish(std::move(timeline));
    return {};
}

Result<void> RfrDocument::validate(Job& job) const
{
    // Reading every record is every check there is: RFR has no checksums.
    if (auto notes = annotations(job); !notes && notes.error().code == Code::Stopped)
        return tl::unexpected(notes.error());
    return findingsNow(job).map([](const auto&) {});
}

}
