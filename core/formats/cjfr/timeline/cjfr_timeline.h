// The timeline of a CondensedData file and what leads from a slice to everything else: what is said of it,
// the locks that connect it to other threads, the way from messages to slices.
#pragma once

#include "core/formats/cjfr/wire/cjfr_file.h"
#include "core/model/timeline_facet.h"

namespace traceglass::cjfr {

class CjfrTimeline : public TimelineFacet
{
public:
    explicit CjfrTimeline(const CjfrFile& file)
        : m_file(file)
    {
    }

    Result<void> index(const IndexRequest& request, Job& job) const override;
    Details describe(const Timeline& timeline, const SliceId& id, const Job& job) const override;
    std::vector<Flow> flows(const Timeline& timeline, const SliceId& id, const Job& job) const override;
    std::optional<SliceId> sliceOf(const Timeline& timeline, RecordRef ref, const Job& job) const override;

    // What building it has told: nothing before.
    struct Extent
    {
        std::uint64_t tracks = 0;
        std::optional<TimeRange> time;
        bool isAbsolute = true;
    };
    std::optional<Extent> extent() const;

private:
    const CjfrFile& m_file;
    mutable std::mutex m_mutex;
    mutable std::optional<Extent> m_extent;
};

}
