// A set of records, told by where they begin: those that slices which fit a filter begin with. Four bytes a
// record, and as much while it is made.
//
//     const auto refs = query::refsOf(hits, job);          // core/query/hit_refs.h
//     refs->contains(slice.ref)
#pragma once

#include "core/base/byte_range.h"
#include "core/base/job.h"

#include <cstddef>
#include <functional>
#include <vector>

namespace traceglass {

class RecordRefs
{
public:
    using Take = std::function<void(RecordRef)>;

    RecordRefs() = default; // of none
    // Those that `each` hands out, in any order and however often. It is called twice and hands out the same
    // both times. When the job is stopped, there are none.
    RecordRefs(const std::function<void(const Take&)>& each, const Job& job);

    bool contains(RecordRef ref) const;
    std::size_t count() const { return m_offsets.size(); } // different ones

private:
    struct Window // of bytes of a source
    {
        std::uint64_t number = 0;
        std::size_t begin = 0; // of its offsets
    };

    std::vector<Window> m_windows;        // by number
    std::vector<std::uint32_t> m_offsets; // in each window ascending
};

}
