// What is kept of an instance while it is passed over: when it was, and where the content of some of its fields lies.
//
//     Kept kept;
//     keep(walker, in, clock, type, fields, caches, kept);       // to its end, or in.failed()
//     if (kept.start.what == Seen::What::number) ...
#pragma once

#include "core/formats/cjfr/wire/cjfr_walk.h"

#include <algorithm>
#include <deque>
#include <vector>

namespace traceglass::cjfr {

// Positions of fields in a struct, -1: none.
struct KeptFields
{
    int start = -1;
    int duration = -1;
    int thread = -1;
    int name = -1;
    std::vector<int> more {}; // any others
};

// Where the content of a field lies: in the message, or in a cache under a number.
struct ContentPlace
{
    enum class Where : std::uint8_t { nowhere, message, cache } where = Where::nowhere;
    std::uint64_t at = 0; // offset or number
};

struct Kept
{
    Seen start;
    Seen duration;
    ContentPlace thread;
    ContentPlace name;
    std::vector<ContentPlace> more; // in the order of KeptFields::more
};

// Of a field that has been passed over, whose bytes begin there.
inline ContentPlace placeOf(Cursor begin, const Slot& slot, const std::deque<Cache>& caches)
{
    const Announced before = readEmbedding(begin, slot.embedding);
    switch (before.what) {
    case Announced::What::nothing: return {};
    case Announced::What::content: return {ContentPlace::Where::message, begin.offset()};
    case Announced::What::knownEntry: return {ContentPlace::Where::cache, before.entry};
    case Announced::What::freshEntry: break;
    }
    const auto& entries = caches[slot.cache].entries;
    const auto entry = std::ranges::lower_bound(entries, begin.offset());
    return {ContentPlace::Where::cache, static_cast<std::uint64_t>(entry - entries.begin())};
}

// Walks an instance of a type whose fields are all resolved.
template <class Policy>
void keep(Walker<Policy>& walker, Cursor& in, Clock& clock, typename Policy::Walked& type,
          const KeptFields& fields, const std::deque<Cache>& caches, Kept& kept)
{
    kept.start = kept.duration = {};
    kept.thread = kept.name = {};
    kept.more.assign(fields.more.size(), {});
    for (std::size_t i = 0; i < type.slots.size(); ++i) {
        const auto field = static_cast<int>(i);
        auto& slot = type.slots[i];
        const Cursor begin = in;
        const Seen seen = walker.slot(in, clock, slot, type);
        if (in.failed())
            return;
        if (field == fields.start)
            kept.start = seen;
        else if (field == fields.duration)
            kept.duration = seen;
        else if (field == fields.thread)
            kept.thread = placeOf(begin, slot, caches);
        else if (field == fields.name)
            kept.name = placeOf(begin, slot, caches);
        if (const auto more = std::ranges::find(fields.more, field); more != fields.more.end())
            kept.more[static_cast<std::size_t>(more - fields.more.begin())] = placeOf(begin, slot, caches);
    }
}

}
