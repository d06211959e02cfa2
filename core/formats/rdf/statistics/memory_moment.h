// What tables of memory share: the moment they are about, what lay in memory then, and what a row leads to.
//
//     const Moments moments = momentsOf(request);
//     const MemoryAt now(known, memory, moments.atNs, job);
//     now.isLive[n]; now.allocations[n].bound
//
// Times are view time, nanoseconds; what happened at the moment itself has happened.
#pragma once

#include "core/formats/rdf/statistics/rdf_statistics.h"

#include <span>

namespace traceglass::rdf {

// The moment a table is about, and that before it from which changes count.
struct Moments
{
    std::int64_t fromNs = 0, atNs = 0;
    bool isRange = false;
};
Moments momentsOf(const StatRequest& request);

std::int64_t nsOf(const KnownPayloads& known, std::uint64_t tick);
// Is it there after everything that happened up to the moment?
bool isThere(const KnownPayloads& known, std::uint64_t from, std::uint64_t to, std::int64_t atNs);
// Where a resource lies at a moment; null: nowhere.
const MemoryHistory::Binding* bindingAt(const KnownPayloads& known, const MemoryHistory& memory,
                                        std::uint32_t resource, std::int64_t ns);

// What lies in memory at a moment; not whole once the job is stopped.
struct MemoryAt
{
    MemoryAt(const KnownPayloads& known, const MemoryHistory& memory, std::int64_t ns, const Job& job);

    struct InAllocation
    {
        std::uint64_t bound = 0, resources = 0;
        std::size_t firstBound = 0; // in `bound`, where those in it begin
    };
    std::span<const MemoryHistory::Binding* const> boundIn(std::size_t allocation) const
    {
        return std::span(bound).subspan(allocations[allocation].firstBound,
                                        allocations[allocation].resources);
    }

    std::vector<InAllocation> allocations;            // by number
    std::vector<bool> isLive;                         // likewise
    std::vector<const MemoryHistory::Binding*> bound; // by allocation and address; heaps are left out
};

// What lies in memory at one of several moments, added up.
struct MemorySum
{
    std::uint64_t allocations = 0, requested = 0, resources = 0, bound = 0; // heaps left out, as above
};
// At each of the moments, which ascend. Memory is looked at once, and not once a moment. Not whole once the job is
// stopped.
std::vector<MemorySum> memoryAtEach(const KnownPayloads& known, const MemoryHistory& memory,
                                    std::span<const std::int64_t> moments, const Job& job);

// Says in a remark which moment it is, and from when changes count.
void addMoment(StatTable& table, const Moments& moments, const MemoryHistory& memory,
               const KnownPayloads& known, bool hasChanges);

StatPlace placeOf(const Timeline& timeline, const std::optional<SliceId>& slice);
// A row of a life: what leads to it.
void addLife(StatTable& table, const Timeline& timeline, const std::optional<SliceId>& slice,
             std::string text);

}
