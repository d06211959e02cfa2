// What passing over an ordinary instance comes down to, found once a type: numbers, bytes, texts and
// references to entries that caches have already, one behind the other. The loop under indexing a large
// recording; it reads what is kept and nothing else.
//
//     Kept kept;
//     if (!steps.pass(in.unchecked(), in, clock, entries, kept)) ...  // nothing has happened: walk
//
// Left to the Walker: new entries, faults, what stands near the end of the bytes, and types that hold other
// values. So this never says what is wrong, and the Walker alone decides what a stream means.
#pragma once

#include "core/formats/cjfr/wire/cjfr_keep.h"

#include <span>

namespace traceglass::cjfr {

bool isReady(const Type& type); // all its fields are resolved

class Steps
{
public:
    Steps() = default; // pass nothing
    Steps(const Type& type, const KeptFields& kept);

    // From `at` on, which is somewhat ahead of `in`. `entries` says by cache how many there are, at least of
    // those the type refers to. False: `in` and `clock` are where they were, `kept` is undefined.
    bool pass(SureCursor at, Cursor& in, Clock& clock, std::span<const std::uint64_t> entries,
              Kept& kept) const;

private:
    enum class Op : std::uint8_t {
        optional, // a byte tells whether the next one is there
        numbers,  // `count` of them
        bytes,    // `count` of them
        text,
        reference,  // to an entry of a cache
        keptNumber, // one
        keptBytes,
        keptText,
        keptReference,
        moment, // a timestamp, which moves the clock
        start,  // the others are kept
        duration,
        thread, // a reference
        name,   // likewise
        nameText,
        end,
    };
    struct FieldStep
    {
        Op op = Op::bytes;
        std::uint32_t count = 1;
        std::uint32_t cache = kNoCache;
        std::uint32_t more = 0;     // of what is kept: which of Kept::more
        std::uint32_t behind = 0;   // so many bytes take, at most, those up to the length of the next text
        const Slot* slot = nullptr; // of a number that is read
    };

    static bool describe(FieldStep& step, const Slot& slot, int field, const KeptFields& kept);
    static bool keepMore(FieldStep& step);

    std::vector<FieldStep> m_steps;
    std::uint32_t m_longest = 0; // likewise, from the first one on
    std::size_t m_more = 0;      // places in Kept::more
};

}
