#include "core/formats/rfr/wire/rfr_reader.h"

#include <limits>

namespace traceglass::rfr {

namespace {

// Decoded pieces kept for tree, bytes and details: what the user moves between.
constexpr std::size_t kPiecesKept = 16;

using Mark = StreamMarks::Mark;

}

RecordingReader::RecordingReader(std::unique_ptr<Recording> recording, DiagnosticLog& log)
    : m_recording(std::move(recording))
    , m_log(log)
    , m_pieces(kPiecesKept)
{
    for (const Diagnostic& diagnostic : m_recording->diagnostics)
        m_log.add(diagnostic);
}

PiecePtr RecordingReader::recall(std::uint64_t key) const
{
    PiecePtr found;
    {
        const std::lock_guard lock(m_mutex);
        found = m_pieces.find(key).value_or(nullptr);
    }
    // Texts are read from the file and would be zeros once it is cut; without sequences there are none.
    if (!found || found->decoded.sequences.empty() || !found->file->isCut())
        return found;
    const std::lock_guard lock(m_mutex);
    m_pieces.forget(key);
    return nullptr;
}

PiecePtr RecordingReader::remember(std::uint64_t key, PiecePtr piece) const
{
    const std::lock_guard lock(m_mutex);
    m_pieces.put(key, piece);
    return piece;
}

PiecePtr RecordingReader::piece(std::uint32_t chunk) const
{
    if (chunk >= m_recording->chunks.size() || !m_recording->chunks[chunk].readable)
        return nullptr;
    if (PiecePtr known = recall(chunk))
        return known;
    PiecePtr piece = decodePiece(*m_recording, chunk);
    if (!piece->file)
        return nullptr;
    for (const Diagnostic& diagnostic : piece->decoded.diagnostics)
        m_log.add(diagnostic);
    return remember(chunk, std::move(piece));
}

PiecePtr RecordingReader::pieceAt(SourceId source, std::uint64_t offset) const
{
    if (!m_recording->isStream()) {
        const auto chunk = m_recording->chunkOf(source);
        return chunk ? piece(*chunk) : nullptr;
    }
    const bool isThere = source == *m_recording->streamSource && offset < m_recording->bytes;
    return isThere ? streamPiece(&Mark::offset, offset) : nullptr;
}

PiecePtr RecordingReader::streamPiece(std::uint64_t record) const
{
    return streamPiece(&Mark::record, record);
}

PiecePtr RecordingReader::streamPiece(StreamMarks::Key key, std::uint64_t wanted) const
{
    readOn(key, wanted, {});
    const auto mark = m_recording->marks.find(key, wanted);
    if (!mark)
        return nullptr;
    if (PiecePtr piece = recall(mark->record))
        return piece;
    const SourceId source = *m_recording->streamSource;
    const auto file = m_recording->sources.open(source);
    if (!file)
        return nullptr;
    auto piece = std::make_shared<Piece>();
    piece->source = source;
    piece->file = *file;
    piece->firstRecord = mark->record;
    piece->decoded = StreamReader((*file)->view(), mark->offset, mark->record).next();
    if (isCut(**file))
        return nullptr;
    return remember(mark->record, std::move(piece));
}

bool RecordingReader::isCut(const MappedFile& stream) const
{
    if (!stream.isCut())
        return false;
    m_log.add(diagnose(Code::FileChanged, {}, ByteRange {*m_recording->streamSource, 0, stream.size()}));
    return true;
}

StreamMarks::Reach RecordingReader::readOn(StreamMarks::Key key, std::uint64_t wanted, const Job& job) const
{
    StreamMarks& marks = m_recording->marks;
    const SourceId source = *m_recording->streamSource;
    for (;;) {
        const StreamMarks::Reach reach = marks.reach();
        if (reach.complete || reach.next.*key > wanted || job.stopRequested())
            return reach;
        const auto file = m_recording->sources.open(source);
        if (!file)
            return reach;
        StreamReader reader = reach.next.offset == 0
            ? StreamReader((*file)->view())
            : StreamReader((*file)->view(), reach.next.offset, reach.next.record);
        DecodedChunk piece = reader.next();
        if (isCut(**file))
            return reach;
        for (Diagnostic& diagnostic : piece.diagnostics) {
            if (diagnostic.range)
                diagnostic.range->source = source;
            m_log.add(std::move(diagnostic));
        }
        marks.add(piece, reader.atEnd(), *file, source);
    }
}

Result<std::uint64_t> RecordingReader::streamRecords(const Job& job) const
{
    const StreamMarks::Reach reach = readOn(&Mark::record, std::numeric_limits<std::uint64_t>::max(), job);
    const auto file = m_recording->sources.open(*m_recording->streamSource);
    if (reach.complete && file && !isCut(**file))
        return reach.next.record;
    return fail(job.stopRequested() ? Code::Stopped : Code::FileChanged, m_recording->path.string());
}

}
