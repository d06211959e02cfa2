#include "core/formats/rfr/wire/rfr_pieces.h"

#include "core/base/workers.h"

#include <algorithm>

namespace traceglass::rfr {

namespace {

// Pieces decoded ahead of the one that is used: enough to keep all cores busy, few enough to bound the
// memory.
constexpr std::size_t kAhead = 4;

void moveToSource(DecodedChunk& chunk, SourceId source)
{
    for (Diagnostic& diagnostic : chunk.diagnostics) {
        if (diagnostic.range)
            diagnostic.range->source = source;
    }
}

}

std::size_t PieceRecord::payload() const
{
    ByteReader in(piece->bytes());
    in.seek(offset());
    if (kind() >= RecordKind::end || piece->decoded.header.size == 0)
        return readStreamRecord(in).payload;
    in.varint64();
    in.varint32();
    return in.offset();
}

PieceRecord recordAt(const PiecePtr& piece, std::uint64_t offset)
{
    if (!piece)
        return {};
    for (const Sequence& sequence : piece->decoded.sequences) {
        if (offset < sequence.offset || offset >= sequence.end || sequence.size() == 0
            || offset < sequence.recordOffset(0))
            continue;
        const auto wanted = static_cast<std::uint32_t>(offset - sequence.offsetBase);
        const auto next = std::ranges::upper_bound(sequence.offsets, wanted);
        return {piece, &sequence, static_cast<std::size_t>(next - sequence.offsets.begin() - 1)};
    }
    return {};
}

PieceObject objectAt(const PiecePtr& piece, std::uint64_t offset)
{
    if (!piece || piece->decoded.header.size == 0) // objects of streams are records
        return {};
    for (const Sequence& sequence : piece->decoded.sequences) {
        if (offset < sequence.offset || offset >= sequence.recordsOffset)
            continue;
        const auto next = std::ranges::upper_bound(sequence.objects, offset - sequence.offsetBase, {},
                                                   &ObjectEntry::offset);
        if (next == sequence.objects.begin())
            continue;
        const auto index = static_cast<std::size_t>(next - sequence.objects.begin() - 1);
        if (offset < sequence.objectEnd(index))
            return {piece, &sequence, index};
    }
    return {};
}

PiecePtr decodePiece(const Recording& recording, std::uint32_t chunk)
{
    auto piece = std::make_shared<Piece>();
    piece->chunk = chunk;
    piece->source = recording.chunks[chunk].source;
    auto file = recording.sources.open(piece->source);
    if (!file) {
        piece->decoded.diagnostics.push_back(diagnose(file.error().code, file.error().detail));
        return piece;
    }
    piece->file = *file;
    piece->decoded = decodeChunk(piece->file->view());
    moveToSource(piece->decoded, piece->source);
    // Opened only now, and shorter than its header's size said: what is left is read, but it is not what was
    // there.
    if (piece->file->size() < recording.chunks[chunk].size)
        piece->decoded.diagnostics.push_back(diagnose(Code::FileChanged, recording.chunks[chunk].name,
                                                      ByteRange {piece->source, 0, piece->file->size()}));
    if (piece->file->isCut()) {
        // What was cut away reads as zero: nothing decoded from it can be trusted.
        auto lost = std::make_shared<Piece>();
        lost->chunk = chunk;
        lost->source = piece->source;
        lost->file = piece->file;
        lost->decoded.header = recording.chunks[chunk].header;
        lost->decoded.diagnostics.push_back(diagnose(Code::FileChanged, recording.chunks[chunk].name,
                                                     ByteRange {piece->source, 0, piece->file->size()}));
        piece = std::move(lost);
    }
    recording.layouts.add(chunk, piece->decoded);
    return piece;
}

PieceReader::PieceReader(const Recording& recording, std::vector<std::uint32_t> order, unsigned threads,
                         Job& job)
    : m_recording(recording)
    , m_order(std::move(order))
    , m_job(job)
    , m_ahead(kAhead + (threads ? threads : coreCount()))
    , m_done(m_order.size())
{
    if (recording.isStream())
        return;
    const std::size_t wanted = std::min<std::size_t>(threads ? threads : coreCount(), m_order.size());
    for (std::size_t i = 0; i < wanted; ++i)
        m_threads.emplace_back([this] { work(); });
}

PieceReader::~PieceReader()
{
    {
        const std::lock_guard lock(m_mutex);
        m_stopping = true;
    }
    m_changed.notify_all();
}

void PieceReader::work()
{
    std::unique_lock lock(m_mutex);
    for (;;) {
        m_changed.wait(lock, [&] {
            return m_stopping || m_started == m_order.size() || m_started < m_delivered + m_ahead;
        });
        if (m_stopping || m_started == m_order.size() || m_job.stopRequested())
            break;
        const std::size_t position = m_started++;
        lock.unlock();
        PiecePtr piece = decodePiece(m_recording, m_order[position]);
        lock.lock();
        m_done[position] = std::move(piece);
        m_changed.notify_all();
    }
    m_changed.notify_all();
}

PiecePtr PieceReader::next()
{
    if (m_job.stopRequested())
        return nullptr;
    if (m_recording.isStream()) {
        auto file = m_recording.sources.open(*m_recording.streamSource);
        if (!file)
            return nullptr;
        if (!m_stream)
            m_stream.emplace((*file)->view());
        m_sawCut = (*file)->isCut();
        if (m_stream->atEnd() || m_sawCut)
            return nullptr;
        auto piece = std::make_shared<Piece>();
        piece->source = *m_recording.streamSource;
        piece->file = *file;
        piece->firstRecord = m_stream->index();
        piece->decoded = m_stream->next();
        moveToSource(piece->decoded, piece->source);
        m_sawCut = (*file)->isCut();
        if (m_sawCut)
            return nullptr;
        m_recording.marks.add(piece->decoded, m_stream->atEnd(), *file, piece->source);
        return piece;
    }
    std::unique_lock lock(m_mutex);
    if (m_delivered == m_order.size())
        return nullptr;
    // A stop is not announced to the condition, so look at the job now and then.
    while (!m_done[m_delivered]) {
        if (m_job.stopRequested())
            return nullptr;
        m_changed.wait_for(lock, std::chrono::milliseconds(20));
    }
    PiecePtr piece = std::move(m_done[m_delivered++]);
    m_sawCut = m_sawCut || (piece->file && piece->file->isCut());
    m_changed.notify_all();
    return piece;
}

}
