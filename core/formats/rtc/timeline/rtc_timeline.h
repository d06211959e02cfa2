// The timeline of an RTC file: indexing, what a slice tells, and the way from bytes to slices.
#pragma once

#include "core/formats/rtc/rtc_file.h"
#include "core/model/timeline_facet.h"

namespace traceglass::rtc {

class RtcTimeline : public TimelineFacet
{
public:
    explicit RtcTimeline(const RtcFile& file) // which must live as long
        : m_file(file)
    {
    }

    Result<void> index(const IndexRequest& request, Job& job) const override;
    Details describe(const Timeline& timeline, const SliceId& slice, const Job& job) const override;
    std::optional<SliceId> sliceOf(const Timeline& timeline, RecordRef ref, const Job& job) const override;
    Result<std::vector<std::byte>> picture(RecordRef ref, const Job& job) const override;

private:
    // --- rtc_describe.cpp
    void addContent(const Stream& stream, TrackKind kind, std::uint64_t offset, DetailSection& out,
                    const Job& job) const;
    Details describeRuler(const Slice& slice, bool position, const Job& job) const;
    Details describeLost(const MinorItem& lost, const Slice& slice, bool position, const Job& job) const;
    DetailSection costOf(const MinorItem& lost, const Job& job) const;
    std::string unitName(std::uint32_t unit) const;

    const RtcFile& m_file;
};

}
