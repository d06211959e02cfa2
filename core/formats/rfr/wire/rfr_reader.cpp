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

PiecePtr RecordingReader::piece(std::uint32_t chunk, const Job& job) const
{
    if (chunk >= m_recording->chunks.size() || !m_recording->chunks[chunk].readable)
        return nullptr;
    if (PiecePtr known = recall(chunk))
        return known;
    PiecePtr piece = decodePiece(*m_recording, chunk, job);
    if (!piece || !piece->file)
        return nullptr;
    for (const Diagnostic& diagnostic : piece->decoded.diagnostics)
        m_log.add(diagnostic);
    return remember(chunk, std::move(piece));
}

PiecePtr RecordingReader::pieceAt(SourceId source, std::uint64_t offset, const Job& job) const
{
    if (!m_recording->isStream()) {
        const auto chunk = m_recording->chunkOf(source);
        return chunk ? piece(*chunk, job) : nullptr;
    }
    const bool isThere = source == *m_recording->streamSource && offset < m_recording->bytes;
    return isThere ? streamPiece(&Mark::offset, offset, job) : nullptr;
}

PiecePtr RecordingReader::streamPiece(std::uint64_t record, const Job& job) const
{
    return streamPiece(&Mark::record, record, job);
}

PiecePtr RecordingReader::streamPiece(StreamMarks::Key key, std::uint64_t wanted, const Job& job) const
{
    PiecePtr piece = readOn(key, wanted, job);
    const auto mark = m_recording->marks.find(key, wanted);
    if (!mark)
        return nullptr;
    if (PiecePtr known = recall(mark->record))
        return known;
    if (!piece || piece->firstRecord != mark->record)
        piece = decode(*mark);
    return piece ? remember(mark->record, std::move(piece)) : nullptr;
}

PiecePtr RecordingReader::decode(const Mark& begin) const
{
    PiecePtr piece = decodePiece(*m_recording, begin);
    if (!piece)
        (void)isCut();
    return piece;
}

bool RecordingReader::isCut() const
{
    const SourceId source = *m_recording->streamSource;
    const auto file = m_recording->sources.open(source);
    if (!file)
        return true;
    const bool cut = (*file)->isCut();
    if (cut)
        m_log.add(diagnose(Code::FileChanged, {}, ByteRange {source, 0, (*file)->size()}));
    return cut;
}

PiecePtr RecordingReader::readOn(StreamMarks::Key key, std::uint64_t wanted, const Job& job) const
{
    StreamMarks& marks = m_recording->marks;
    for (PiecePtr last;;) {
        const StreamMarks::Reach reach = marks.reach();
        if (reach.complete || reach.next.*key > wanted || job.stopRequested())
            return last;
        PiecePtr piece = decode(reach.next);
        if (!piece)
            return last;
        for (const Diagnostic& diagnostic : piece->decoded.diagnostics)
            m_log.add(diagnostic);
        marks.add(*piece);
        last = std::move(piece);
    }
}

Result<std::uint64_t> RecordingReader::streamRecords(const Job& job) const
{
    readOn(&Mark::record, std::numeric_limits<std::uint64_t>::max(), job);
    const StreamMarks::Reach reach = m_recording->marks.reach();
    if (reach.complete && !isCut())
        return reach.next.record;
    return fail(job.stopRequested() ? Code::Stopped : Code::FileChanged, m_recording->path.string());
}

}
