// A streamed recording (rfr.md 5): one file of records in the order in which they were made, without index,
// threads or sizes. Objects and callsites are records too.
#pragma once

#include "core/formats/rfr/wire/rfr_chunk.h"

namespace traceglass::rfr {

// One record of a stream, with every check. Times are absolute.
struct StreamRecord
{
    std::uint64_t micros = 0;
    RecordKind kind = RecordKind::end;
    std::uint64_t id = 0;    // as in Sequence::ids; of objects and callsites their own id
    std::size_t payload = 0; // where the payload begins
};
StreamRecord readStreamRecord(ByteReader& in);

class StreamReader
{
public:
    static constexpr std::size_t kRecordsAPiece = 65'536;

    explicit StreamReader(std::span<const std::byte> bytes);
    // From a record in the middle: its offset and number.
    StreamReader(std::span<const std::byte> bytes, std::size_t offset, std::uint64_t index);

    bool atEnd() const { return m_ended; }
    std::size_t offset() const { return m_offset; }
    std::uint64_t index() const { return m_index; }

    // Up to kRecordsAPiece records as one sequence; its columns' times are absolute, the header is empty.
    DecodedChunk next();

private:
    std::span<const std::byte> m_bytes;
    std::size_t m_offset = 0;
    std::uint64_t m_index = 0; // of the next record
    bool m_ended = false;
};

}
