#include "core/formats/rfr/records/rfr_records.h"

#include "core/base/text.h"
#include "core/formats/rfr/records/rfr_record_text.h"
#include "core/formats/rfr/structure/rfr_node_id.h"

#include <algorithm>

namespace traceglass::rfr {

Result<std::uint64_t> RfrRecords::read(const RecordQuery& query, const RecordSink& sink, Job& job) const
{
    if (!query.trackPattern.empty()) {
        Job unseen(job.token());
        if (auto found = m_timeline.tablesNow(unseen); !found) // names of tasks and threads
            return tl::unexpected(found.error());
    }
    const bool isStream = m_recording.isStream();
    const RecordText text(m_recording, m_timeline.tables());
    std::uint64_t delivered = 0;
    std::uint64_t index = 0;
    bool more = query.limit > 0;
    const auto wanted = [&](const PieceRecord& one) {
        if (query.window) {
            const auto time = nanoseconds(one.micros());
            if (!time || !query.window->contains(*time))
                return false;
        }
        if (query.trackPattern.empty())
            return true;
        return std::ranges::any_of(text.tracks(one), [&](const std::string& track) {
            return matchesGlob(query.trackPattern, track);
        });
    };
    Record record;      // its room is used again
    bool isCut = false; // a file that records were taken from
    const auto deliver = [&](const PiecePtr& piece, const PieceRecord& from) {
        const std::string chunk = isStream ? std::string() : m_recording.sources.name(piece->source);
        const auto& sequences = piece->decoded.sequences;
        for (std::size_t at = from ? static_cast<std::size_t>(from.sequence - sequences.data()) : 0;
             at < sequences.size(); ++at) {
            const Sequence& sequence = sequences[at];
            for (std::size_t i = &sequence == from.sequence ? from.record : 0; i < sequence.size() && more;
                 ++i, ++index) {
                if ((i & 4095) == 4095 && job.stopRequested())
                    return;
                const PieceRecord one {piece, &sequence, i};
                if (!wanted(one))
                    continue;
                if (query.placesOnly) {
                    record.range = one.range();
                    record.ref = one.ref();
                    record.node = idOf(Part::record, record.ref);
                    record.timeNs = nanoseconds(one.micros());
                } else if (query.json) {
                    record.range = one.range();
                    record.ref = one.ref();
                    record.json.clear();
                    text.appendJson(record.json, one, index, chunk);
                } else {
                    record = text.line(one, query.textBytes);
                }
                more = sink(record) && ++delivered < query.limit;
            }
        }
        isCut = isCut || (!sequences.empty() && piece->file->isCut());
    };
    PieceRecord from;
    if (query.from) {
        const RecordRef ref = refIn(*query.from);
        if (*query.from == idOf(Part::record, ref))
            from = recordAt(m_reader.pieceAt(ref.source(), ref.offset(), job), ref.offset());
        if (!from || from.ref() != ref)
            return fail(job.stopRequested() ? Code::Stopped : Code::NodeUnknown);
    }
    std::vector<std::uint32_t> order; // none in a stream
    for (std::uint32_t i = from ? from.piece->chunk + 1 : 0; i < m_recording.chunks.size(); ++i) {
        const ChunkFile& chunk = m_recording.chunks[i];
        if (chunk.readable && (!query.window || chunk.interval().overlaps(*query.window)))
            order.push_back(i);
    }
    if (isStream) // callsites are records here, and names need them first; what is cut is noticed below
        (void)m_reader.streamRecords(job);
    job.start(isStream ? m_recording.bytes : order.size());
    if (from) // at hand, mostly; who reads a page of records gets on without what follows
        deliver(from.piece, from);
    if (from ? more && !from.piece->isLast : more) {
        StreamMarks::Mark begin;
        if (from && isStream)
            begin = {from.sequence->end, from.piece->firstRecord + from.piece->decoded.records};
        PieceReader pieces(m_recording, std::move(order), isStream ? 1 : 0, job, begin);
        while (PiecePtr next = more ? pieces.next() : nullptr) {
            for (const Diagnostic& diagnostic : next->decoded.diagnostics)
                m_reader.log().add(diagnostic);
            deliver(next, {});
            const auto& sequences = next->decoded.sequences;
            job.advance(isStream ? sequences.front().end - sequences.front().offset : 1);
        }
        isCut = isCut || (isStream && pieces.sawCut());
    }
    if (isCut) {
        m_reader.log().add(diagnose(Code::FileChanged));
        return fail(Code::FileChanged, m_recording.path.string());
    }
    if (job.stopRequested())
        return fail(Code::Stopped);
    return delivered;
}

Result<std::vector<Record>> RfrRecords::in(const ByteRange& range, std::size_t limit, const Job& job) const
{
    std::vector<Record> out;
    const auto addPart = [&](std::string kind, const ByteRange& bytes, std::string subject, NodeId node) {
        if (bytes.offset >= range.end() || bytes.end() <= range.offset || out.size() >= limit)
            return;
        Record part;
        part.range = bytes;
        part.ref = {bytes.source, bytes.offset};
        part.node = node;
        part.tint = Tint::head;
        part.kind = std::move(kind);
        part.subject = std::move(subject);
        out.push_back(std::move(part));
    };
    const auto addFile = [&](std::string kind, std::string subject, NodeId node) {
        if (const auto file = m_recording.sources.open(range.source))
            addPart(std::move(kind), {range.source, 0, (*file)->size()}, std::move(subject), node);
    };
    if (range.source == m_recording.metaSource)
        addFile("recording", m_recording.version, idOf(Part::meta));
    else if (range.source == m_recording.notesSource)
        addFile("notes", {}, idOf(Part::notes));
    else if (range.source == m_recording.callsitesSource) {
        for (const Callsites::Entry& entry : m_recording.callsites.all()) { // in order of the file
            if (entry.range.offset >= range.end() || out.size() >= limit)
                break;
            if (entry.range.end() > range.offset)
                addPart("Callsite", entry.range, m_recording.callsiteName(entry.callsite.id),
                        idOf(Part::callsite, entry.ref()));
        }
    }
    const RecordText text(m_recording, m_timeline.tables());
    const auto addObjects = [&](const PiecePtr& piece, std::uint64_t number) {
        const Sequence& sequence = piece->decoded.sequences[static_cast<std::size_t>(number)];
        const std::uint64_t first =
            sequence.objects.empty() ? sequence.recordsOffset : sequence.objectOffset(0);
        addPart("sequence header", {range.source, sequence.offset, first - sequence.offset},
                "seq " + std::to_string(sequence.id), idOf(Part::sequence, piece->chunk, number));
        for (std::size_t i = 0; i < sequence.objects.size(); ++i) {
            const PieceObject object {piece, &sequence, i};
            if (object.range().end() <= range.offset)
                continue;
            if (object.offset() >= range.end() || out.size() >= limit)
                break;
            const auto& [iid, offset, body, isTask] = object.object();
            std::string subject = "object " + hexNumber(iid);
            if (const PieceRecord beside {piece, &sequence, 0}; sequence.size() > 0)
                subject = isTask ? text.task(beside, iid) : text.span(beside, iid);
            addPart(isTask ? "Task object" : "Span object", object.range(), std::move(subject),
                    idOf(Part::object, object.ref()));
        }
    };
    const auto addRecords = [&](const PiecePtr& piece, const Sequence& sequence) {
        if (sequence.size() == 0)
            return;
        const auto from = std::max(range.offset, sequence.recordOffset(0)) - sequence.offsetBase;
        const auto next = std::ranges::upper_bound(sequence.offsets, static_cast<std::uint32_t>(from));
        auto record = static_cast<std::size_t>(next - sequence.offsets.begin()) - 1;
        for (; record < sequence.size() && sequence.recordOffset(record) < range.end() && out.size() < limit;
             ++record)
            out.push_back(text.line({piece, &sequence, record}));
    };
    for (std::uint64_t at = range.offset; at < range.end() && out.size() < limit;) {
        const PiecePtr piece = m_reader.pieceAt(range.source, at, job);
        if (!piece)
            break;
        const auto& sequences = piece->decoded.sequences;
        if (!m_recording.isStream())
            addPart("chunk header", {range.source, 0, piece->decoded.header.size},
                    piece->decoded.header.version, idOf(Part::header, piece->chunk, 0));
        for (std::size_t i = 0; i < sequences.size() && sequences[i].offset < range.end(); ++i) {
            if (sequences[i].end <= range.offset)
                continue;
            if (!m_recording.isStream())
                addObjects(piece, i);
            addRecords(piece, sequences[i]);
        }
        if (!m_recording.isStream() || sequences.back().end <= at)
            break;
        at = sequences.back().end;
    }
    return out;
}

}
