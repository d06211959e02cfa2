// Where the parts of a recording lie, as far as it was read: nothing in RFR says beforehand how long a
// sequence or a record is. Whoever decodes adds to it. Safe from any thread.
#pragma once

#include "core/formats/rfr/wire/rfr_callsites.h"
#include "core/formats/rfr/wire/rfr_chunk.h"

#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <vector>

namespace traceglass::rfr {

struct Piece;

struct SequenceLayout
{
    std::uint64_t id = 0;
    std::uint64_t earliestMicros = 0; // against the chunk's base, as stored
    std::uint64_t latestMicros = 0;
    std::uint64_t objects = 0;
    std::uint64_t records = 0;
    std::uint64_t end = 0; // in the file
};

// The sequences of the chunks.
class ChunkLayouts
{
public:
    using Sequences = std::shared_ptr<const std::vector<SequenceLayout>>;

    void add(const Piece& piece);
    Sequences sequences(std::uint32_t chunk) const; // null: not decoded yet

private:
    mutable std::mutex m_mutex;
    std::unordered_map<std::uint32_t, Sequences> m_sequences;
};

// The pieces of a stream and the callsites in them, from its beginning on.
class StreamMarks
{
public:
    struct Mark // where a piece begins
    {
        std::uint64_t offset = 0;
        std::uint64_t record = 0; // its number in the stream
    };
    using Key = std::uint64_t Mark::*;
    struct Reach
    {
        Mark next;             // what lies before it is known; offset 0: nothing is
        bool complete = false; // no record can be read behind it
    };

    void add(const Piece& piece); // when it is the next one

    Reach reach() const;
    std::vector<Mark> all() const;
    // The piece in which an offset or a record lies; nothing when it is not known.
    std::optional<Mark> find(Key key, std::uint64_t wanted) const;

    const Callsite* callsite(std::uint64_t id) const;
    std::vector<const Callsite*> callsites() const;

private:
    mutable std::mutex m_mutex;
    std::vector<Mark> m_marks; // a piece without a record has none
    Reach m_reach;
    Callsites m_callsites;
};

}
