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
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

namespace traceglass::rfr {

struct Piece
{
    std::uint32_t chunk = 0; // index in Recording::chunks; 0 for a stream
    SourceId source {};
    std::shared_ptr<const MappedFile> file;
    DecodedChunk decoded; // of a stream: one sequence without header

    std::span<const std::byte> bytes() const { return file->view(); }
    std::uint64_t absoluteMicros(const Sequence& sequence, std::size_t record) const
    {
        return decoded.header.absolute(sequence.micros[record]);
    }
    RecordRef ref(const Sequence& sequence, std::size_t record) const
    {
        return {source, sequence.recordOffset(record)};
    }
};

using PiecePtr = std::shared_ptr<const Piece>;

// Decodes one chunk file; a file that cannot be opened or was cut meanwhile gives a piece with a diagnostic
// only.
PiecePtr decodePiece(const Recording& recording, std::uint32_t chunk);

class PieceReader
{
public:
    // The chunks named by `order` (indexes into Recording::chunks), or the stream.
    PieceReader(const Recording& recording, std::vector<std::uint32_t> order, unsigned threads, Job& job);
    ~PieceReader();

    // The next piece in order; null at the end, when a stop was requested, or where a stream was cut.
    PiecePtr next();
    // Was one of the files cut by somebody else meanwhile? What was delivered of it is not to be trusted.
    bool sawCut() const { return m_sawCut; }

private:
    void work();

    const Recording& m_recording;
    const std::vector<std::uint32_t> m_order;
    Job& m_job;
    const std::size_t m_ahead; // pieces in work or waiting to be taken
    std::optional<StreamReader> m_stream;
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
