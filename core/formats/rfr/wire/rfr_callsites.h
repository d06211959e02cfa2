// The callsites of a recording, by id. Texts borrow from the file, which stays mapped.
#pragma once

#include "core/formats/rfr/wire/rfr_wire.h"
#include "core/io/mapped_file.h"

#include <deque>
#include <memory>
#include <unordered_map>

namespace traceglass::rfr {

class Callsites
{
public:
    struct Entry
    {
        Callsite callsite;
        ByteRange range;

        RecordRef ref() const { return {range.source, range.offset}; }
    };

    // Reads what follows in `in`, the bytes of `file`; false when that fails, and nothing is added then.
    bool read(ByteReader& in, const std::shared_ptr<const MappedFile>& file, SourceId source);
    const Callsite* find(std::uint64_t id) const;          // stays where it is while others are added
    const std::deque<Entry>& all() const { return m_all; } // in file order

private:
    std::deque<Entry> m_all;
    std::unordered_map<std::uint64_t, const Callsite*> m_byId; // the first one of an id counts
    std::shared_ptr<const MappedFile> m_file;                  // what the texts borrow from
};

}
