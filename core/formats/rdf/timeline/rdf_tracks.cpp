#include "core/formats/rdf/timeline/rdf_tracks.h"

namespace traceglass::rdf {

namespace {

std::string_view groupName(Group group)
{
    static constexpr std::array<std::string_view, kGroups> kNames = {
        "CPU submissions", "Queues",    "Derived",       "Crash",        "Heaps",
        "Allocations",     "Resources", "Memory events", "Code objects", "Counters"};
    return kNames[static_cast<std::size_t>(group)];
}

}

RowId Lanes::rowFor(TimelineBuilder& builder, TrackId track, std::int64_t beginNs, std::int64_t endNs)
{
    for (; !m_taken.empty() && m_taken.top().first <= beginNs; m_taken.pop())
        m_free.push(m_taken.top().second);
    if (m_free.empty()) {
        if (m_rows.size() == m_most)
            return kNoRow;
        m_free.push(m_rows.size());
        m_rows.push_back(builder.addRow(track));
    }
    const std::size_t lane = m_free.top();
    m_free.pop();
    m_taken.emplace(endNs, lane);
    return m_rows[lane];
}

// --- groups and tracks

TrackId TrackMaker::groupWithin(TrackId parent, Group of, std::uint64_t number, std::string_view name,
                                std::uint8_t flags)
{
    const FamilyKey key {Family::group, std::uint64_t(of) << 48 | number};
    const auto [group, isNew] = m_groups.try_emplace(key.packed());
    if (isNew)
        group->second = builder.addTrack({.parent = parent,
                                          .name = builder.intern(name),
                                          .key = key.packed(),
                                          .kind = TrackKind::group,
                                          .flags = flags});
    return group->second;
}

TrackId TrackMaker::group(Group of, std::uint8_t flags)
{
    return groupWithin(kNoTrack, of, 0, groupName(of), flags);
}

TrackId TrackMaker::track(FamilyKey key, TrackKind kind, std::string_view text, TrackId parent,
                          TrackAbout about)
{
    return builder.addTrack(
        {.parent = parent, .name = builder.intern(text), .key = key.packed(), .kind = kind},
        std::move(about));
}

RowId TrackMaker::counter(FamilyKey key, std::string_view text, TrackId parent, TrackAbout about)
{
    about.steps = true;
    about.fromZero = true;
    return builder.addRow(track(key, TrackKind::counter, text, parent, std::move(about)));
}

// --- time

bool TrackMaker::isApproximate(std::uint32_t pci) const
{
    const GpuClock* const clock = known.clocks.clockOf(pci);
    return clock && clock->method == GpuClock::Method::oneCalibration;
}

std::uint16_t TrackMaker::addAxis(ClockAxis axis)
{
    m_isTimeless = !m_isCovered;
    m_moreAxes.push_back(std::move(axis));
    if (m_isTimeless)
        return 0;
    return static_cast<std::uint16_t>(known.ownZeros.size() + m_moreAxes.size());
}

TimelinePtr TrackMaker::snapshot(bool complete)
{
    std::vector<ClockAxis> axes;
    if (!m_isTimeless) {
        axes.push_back({"CPU", ClockAxis::Kind::unknown, m_range});
        for (const auto& [pci, zero] : known.ownZeros)
            axes.push_back({"GPU " + valueText(pci, FieldUnit::pci), ClockAxis::Kind::unknown, m_range});
    }
    axes.insert(axes.end(), m_moreAxes.begin(), m_moreAxes.end());
    builder.setAxes(std::move(axes));
    return builder.snapshot(m_range, records, complete);
}

// --- places

RecordRef TrackMaker::placeIn(std::uint32_t entry, std::uint64_t offset) const
{
    const ByteRange range = chunks.decodedPlace(entry, offset, 0);
    return {range.source, range.offset};
}

RecordRef TrackMaker::placeOf(std::uint32_t entry) const
{
    const ByteRange range = chunks.file().storedData({0, entry});
    return {range.source, range.offset};
}

}
