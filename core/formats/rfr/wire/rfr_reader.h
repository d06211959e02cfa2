// The records of an opened recording, decoded where somebody looks: a chunk is decoded whole, a stream is
// read from its beginning on as far as it must be. The latest pieces are kept. Safe from any thread.
//
//     const PieceRecord record = recordAt(reader.pieceAt(source, offset, job), offset);
#pragma once

#include "core/base/diagnostic_log.h"
#include "core/base/recent.h"
#include "core/formats/rfr/wire/rfr_pieces.h"

namespace traceglass::rfr {

class RecordingReader
{
public:
    // Reports what is wrong with the recording.
    RecordingReader(std::unique_ptr<Recording> recording, DiagnosticLog& log);

    const Recording& recording() const { return *m_recording; }
    DiagnosticLog& log() const { return m_log; }

    // Pieces are null where there is none, its file can no longer be read, or the job is stopped.
    PiecePtr piece(std::uint32_t chunk, const Job& job) const;
    PiecePtr streamPiece(std::uint64_t record, const Job& job) const; // that holds the record of this number
    PiecePtr pieceAt(SourceId source, std::uint64_t offset, const Job& job) const;

    // How many records a stream has: reads to its end the first time. Errors: file.stopped, file.changed.
    Result<std::uint64_t> streamRecords(const Job& job) const;

private:
    PiecePtr recall(std::uint64_t key) const;
    PiecePtr remember(std::uint64_t key, PiecePtr piece) const;
    PiecePtr streamPiece(StreamMarks::Key key, std::uint64_t wanted, const Job& job) const;
    PiecePtr decode(const StreamMarks::Mark& begin) const; // a piece of the stream
    bool isCut() const;                                    // the stream; reports it
    // Reads on until an offset or a record is known, or there is no more. Returns the last piece read.
    PiecePtr readOn(StreamMarks::Key key, std::uint64_t wanted, const Job& job) const;

    const std::unique_ptr<const Recording> m_recording;
    DiagnosticLog& m_log;
    mutable std::mutex m_mutex;
    mutable Recent<std::uint64_t, PiecePtr> m_pieces; // by chunk, or by number of their first record
};

}
