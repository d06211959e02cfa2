#include "core/formats/rfr/wire/rfr_pieces.h"

#include "core/base/behind.h"
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

// The sequence that an offset may be in: they stand one behind the other. Null before the first.
const Sequence* sequenceAt(const PiecePtr& piece, std::uint64_t offset)
{
    if (!piece)
        return nullptr;
    const std::vector<Sequence>& all = piece->decoded.sequences;
    const auto behind = std::ranges::upper_bound(all, offset, {}, &Sequence::offset);
    return behind == all.begin() ? nullptr : &*std::prev(behind);
}

}

ByteReader Piece::payload(const Sequence& sequence, std::size_t record) const
{
    ByteReader in(file->view());
    in.seek(sequence.recordOffset(record));
    if (isStream)
        readAbsTime(in);
    else
        in.varint64();
    in.varint32();
    return in;
}

PieceRecord recordAt(const PiecePtr& piece, std::uint64_t offset)
{
    const Sequence* const sequence = sequenceAt(piece, offset);
    if (!sequence || offset >= sequence->end || sequence->size() == 0 || offset < sequence->recordOffset(0))
        return {};
    const auto wanted = static_cast<std::uint32_t>(offset - sequence->offsetBase);
    const auto next = std::ranges::upper_bound(sequence->offsets, wanted);
    return {piece, sequence, static_cast<std::size_t>(next - sequence->offsets.begin() - 1)};
}

PieceObject objectAt(const PiecePtr& piece, std::uint64_t offset)
{
    const Sequence* const sequence = sequenceAt(piece, offset);
    if (!sequence || piece->isStream || offset >= sequence->recordsOffset) // objects of streams are records
        return {};
    const auto next =
        std::ranges::upper_bound(sequence->objects, offset - sequence->offsetBase, {}, &ObjectEntry::offset);
    if (next == sequence->objects.begin())
        return {};
    const auto index = static_cast<std::size_t>(next - sequence->objects.begin() - 1);
    return offset < sequence->objectEnd(index) ? PieceObject {piece, sequence, index} : PieceObject {};
}

PiecePtr decodePiece(const Recording& recording, std::uint32_t chunk, const Job& job)
{
    const ChunkFile& known = recording.chunks[chunk];
    auto piece = std::make_shared<Piece>();
    piece->chunk = chunk;
    piece->source = known.source;
    auto file = recording.sources.open(piece->source);
    if (!file) {
        piece->decoded.diagnostics.push_back(diagnose(file.error().code, file.error().detail));
        return piece;
    }
    piece->file = *file;
    piece->decoded = decodeChunk(piece->file->view(), job);
    if (job.stopRequested()) {
        letGo(std::move(piece));
        return nullptr;
    }
    moveToSource(piece->decoded, piece->source);
    const bool isCut = piece->file->isCut();
    if (isCut) { // what was cut away reads as zero: nothing decoded from it can be trusted
        piece->decoded = {};
        piece->decoded.header = known.header;
    }
    // Opened only now, and shorter than its header's size said: what is left is read, but it is not what was
    // there.
    if (isCut || piece->file->size() < known.size)
        piece->decoded.diagnostics.push_back(
            diagnose(Code::FileChanged, known.name, ByteRange {piece->source, 0, piece->file->size()}));
    recording.layouts.add(*piece);
    return piece;
}

PiecePtr decodePiece(const Recording& recording, const StreamMarks::Mark& begin)
{
    const auto file = recording.sources.open(*recording.streamSource);
    if (!file)
        return nullptr;
    auto piece = std::make_shared<Piece>();
    piece->source = *recording.streamSource;
    piece->file = *file;
    piece->firstRecord = begin.record;
    piece->isStream = true;
    StreamReader reader((*file)->view(), begin.offset, begin.record);
    piece->decoded = reader.next();
    piece->isLast = reader.atEnd();
    moveToSource(piece->decoded, piece->source);
    return (*file)->isCut() ? nullptr : piece;
}

PieceReader::PieceReader(const Recording& recording, std::vector<std::uint32_t> order, unsigned threads,
                         Job& job, const StreamMarks::Mark& begin)
    : m_recording(recording)
    , m_order(std::move(order))
    , m_job(job)
    , m_ahead(kAhead + (threads ? threads : coreCount()))
    , m_done(m_order.size())
{
    if (recording.isStream())
        m_next = begin;
    for (std::size_t i = std::min(m_ahead - kAhead, m_order.size()); i > 0; --i)
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
        PiecePtr piece = decodePiece(m_recording, m_order[position], m_job);
        lock.lock();
        m_done[position] = std::move(piece);
        m_changed.notify_all();
    }
    m_changed.notify_all();
}

bool PieceReader::sawCut() const
{
    if (m_sawCut || !m_recording.isStream())
        return m_sawCut;
    const auto file = m_recording.sources.open(*m_recording.streamSource);
    return file && (*file)->isCut();
}

PiecePtr PieceReader::next()
{
    if (m_job.stopRequested())
        return nullptr;
    if (m_recording.isStream()) {
        if (!m_next)
            return nullptr;
        PiecePtr piece = decodePiece(m_recording, *m_next);
        m_next.reset();
        m_sawCut = !piece;
        if (piece) {
            m_recording.marks.add(*piece);
            if (!piece->isLast)
                m_next = {piece->decoded.sequences.front().end, piece->firstRecord + piece->decoded.records};
        }
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
    lock.unlock();
    m_changed.notify_all();
    m_sawCut = m_sawCut || (piece->file && piece->file->isCut());
    return piece;
}

}
