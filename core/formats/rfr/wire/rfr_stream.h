// A streamed recording (rfr.md 5): one file of records in the order in which they were made, without index,
// threads or sizes. Objects and callsites are records too.
#pragma once

#include "core/formats/rfr/wire/rfr_chunk.h"

namespace traceglass::rfr {

class StreamReader
{
public:
    static constexpr std::size_t kRecordsAPiece = 65'536;

    // From a record in the middle: its offset and number.
    explicit StreamReader(std::span<const std::byte> bytes, std::size_t offset = 0, std::uint64_t index = 0);

    bool atEnd() const { return m_ended; }

    // Up to kRecordsAPiece records as one sequence; its columns' times are absolute, the header is empty.
    DecodedChunk next();

private:
    std::span<const std::byte> m_bytes;
    std::size_t m_offset = 0;
    std::uint64_t m_index = 0; // of the next record
    bool m_ended = false;
};

}
