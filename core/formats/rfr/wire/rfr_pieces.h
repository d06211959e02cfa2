// The parts of a recording that decode on their own, delivered in order of time while other cores decode
// ahead.
//
//     PieceReader pieces(recording, {}, threads, job);
//     while (auto piece = pieces.next()) use(*piece);
//
// A chunk file is a piece. A streamed file is cut into pieces of 65,536 records; these can only be found one
// after the other.
#pragma once

#include "core/formats/rfr/wire/rfr_recording.h"
#include "core/formats/rfr/wire/rfr_stream.h"

#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

namespace traceglass::rfr {

struct Piece
{
    std::uint32_t chunk = 0;       // index in Recording::chunks; 0 for a stream
    std::uint64_t firstRecord = 0; // of a stream: the number of its first record
    SourceId source {};
    std::shared_ptr<const MappedFile> file;
    DecodedChunk decoded; // of a stream: one sequence without header
    bool isLast = false;  // of a stream: no record can be read behind it
    bool isStream = false;

    // A reader of what stands behind time and kind of a record.
    ByteReader payload(const Sequence& sequence, std::size_t record) const;
    template <class T>
    T payload(const Sequence& sequence, std::size_t record, T (*read)(ByteReader&)) const
    {
        ByteReader in = payload(sequence, record);
        return read(in);
    }
    template <class T>
    T object(const Sequence& sequence, const ObjectEntry& object, T (*read)(ByteReader&)) const
    {
        ByteReader in(file->view());
        in.seek(sequence.offsetBase + object.body);
        return read(in);
    }
    std::uint64_t absoluteMicros(const Sequence& sequence, std::size_t record) const
    {
        return decoded.header.absolute(sequence.micros[record]);
    }
    RecordRef ref(const Sequence& sequence, std::size_t record) const
    {
        return {source, sequence.recordOffset(record)};
    }
    ByteRange range(const Sequence& sequence, std::size_t record) const
    {
        const std::uint64_t offset = sequence.recordOffset(record);
        return {source, offset, sequence.recordEnd(record) - offset};
    }
};

using PiecePtr = std::shared_ptr<const Piece>;

// A record in its piece.
struct PieceRecord
{
    PiecePtr piece;
    const Sequence* sequence = nullptr;
    std::size_t record = 0;

    explicit operator bool() const { return sequence != nullptr; }
    std::uint64_t micros() const { return piece->absoluteMicros(*sequence, record); }
    RecordKind kind() const { return sequence->kinds[record]; }
    std::uint64_t id() const { return sequence->ids[record]; }
    std::uint64_t offset() const { return sequence->recordOffset(record); }
    std::uint64_t number() const { return piece->firstRecord + record; } // in its sequence or stream
    ByteRange range() const { return piece->range(*sequence, record); }
    RecordRef ref() const { return piece->ref(*sequence, record); }
    template <class T>
    T payload(T (*read)(ByteReader&)) const // record.payload(readEvent)
    {
        return piece->payload(*sequence, record, read);
    }
    // The object of a task or span in its sequence.
    std::optional<TaskObject> taskObject(std::uint64_t iid) const
    {
        const ObjectEntry* const entry = sequence->object(iid, true);
        return entry ? std::optional(piece->object(*sequence, *entry, readTaskObject)) : std::nullopt;
    }
    std::optional<SpanObject> spanObject(std::uint64_t iid) const
    {
        const ObjectEntry* const entry = sequence->object(iid, false);
        return entry ? std::optional(piece->object(*sequence, *entry, readSpanObject)) : std::nullopt;
    }
};

// An object in its piece.
struct PieceObject
{
    PiecePtr piece;
    const Sequence* sequence = nullptr;
    std::size_t index = 0;

    explicit operator bool() const { return sequence != nullptr; }
    const ObjectEntry& object() const { return sequence->objects[index]; }
    std::uint64_t offset() const { return sequence->objectOffset(index); }
    ByteRange range() const { return {piece->source, offset(), sequence->objectEnd(index) - offset()}; }
    RecordRef ref() const { return {piece->source, offset()}; }
};

// What holds an offset; nothing where no record or object does, and of no piece.
PieceRecord recordAt(const PiecePtr& piece, std::uint64_t offset);
PieceObject objectAt(const PiecePtr& piece, std::uint64_t offset);

// Decodes one chunk file; a file that cannot be opened or was cut meanwhile gives a piece with a diagnostic
// only. Null: the job was stopped.
PiecePtr decodePiece(const Recording& recording, std::uint32_t chunk, const Job& job);
// Decodes the piece of a stream that begins there; null when the file cannot be opened or was cut meanwhile.
PiecePtr decodePiece(const Recording& recording, const StreamMarks::Mark& begin);

class PieceReader
{
public:
    // The chunks named by `order` (indexes into Recording::chunks), or the stream from a piece on.
    PieceReader(const Recording& recording, std::vector<std::uint32_t> order, unsigned threads, Job& job,
                const StreamMarks::Mark& begin = {});
    ~PieceReader();

    // The next piece in order; null at the end, when a stop was requested, or where a stream was cut.
    PiecePtr next();
    // Was one of the files cut by somebody else meanwhile? What was delivered of it is not to be trusted.
    bool sawCut() const;

private:
    void work();

    const Recording& m_recording;
    const std::vector<std::uint32_t> m_order;
    Job& m_job;
    const std::size_t m_ahead;               // pieces in work or waiting to be taken
    std::optional<StreamMarks::Mark> m_next; // of a stream, until its end
    bool m_sawCut = false;

    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::vector<PiecePtr> m_done; // by position in the order
    std::size_t m_started = 0;
    std::size_t m_delivered = 0;
    bool m_stopping = false;
    std::vector<std::jthread> m_threads;
};

}
