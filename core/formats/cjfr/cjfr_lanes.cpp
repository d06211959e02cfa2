#include "core/formats/cjfr/cjfr_lanes.h"

#include <algorithm>
#include <tuple>

namespace traceglass::cjfr {

namespace {

// More than so many at once on one track are drawn over each other: only damaged files come near it.
constexpr std::size_t kRows = 64;

constexpr std::size_t kGroupCount = static_cast<std::size_t>(TrackGroup::threads) + 1;

// "worker-2" before "worker-10".
bool isBefore(std::string_view a, std::string_view b)
{
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    std::size_t i = 0, j = 0;
    while (i < a.size() && j < b.size()) {
        if (!isDigit(a[i]) || !isDigit(b[j])) {
            if (a[i] != b[j])
                return a[i] < b[j];
            ++i, ++j;
            continue;
        }
        const auto number = [&](std::string_view text, std::size_t& at) {
            while (at < text.size() && text[at] == '0')
                ++at;
            const std::size_t from = at;
            while (at < text.size() && isDigit(text[at]))
                ++at;
            return text.substr(from, at - from);
        };
        const std::string_view left = number(a, i), right = number(b, j);
        if (left != right)
            return left.size() != right.size() ? left.size() < right.size() : left < right;
    }
    return a.size() - i < b.size() - j;
}

int rankOf(TrackKind kind)
{
    return kind == TrackKind::slices ? 0 : kind == TrackKind::samples ? 1 : 2;
}

}

Lanes::Lanes(TimelineBuilder& builder)
    : m_builder(builder)
    , m_groups(kGroupCount, kNoTrack)
{
    // Groups stand in the order they are made; those within others follow the tracks beside them.
    for (const TrackGroup which :
         {TrackGroup::process, TrackGroup::collector, TrackGroup::machine, TrackGroup::threads})
        group(which);
}

TrackId Lanes::group(TrackGroup which)
{
    TrackId& known = m_groups[static_cast<std::size_t>(which)];
    if (known != kNoTrack)
        return known;
    Track track;
    if (which == TrackGroup::collectorMore)
        track.parent = group(TrackGroup::collector);
    else if (which == TrackGroup::machineMore)
        track.parent = group(TrackGroup::machine);
    track.name = m_builder.intern(groupName(which));
    track.key = keyOf(TrackClass::group, static_cast<std::uint64_t>(which));
    track.kind = TrackKind::group;
    known = m_builder.addTrack(track);
    return known;
}

void Lanes::makeTracks()
{
    std::vector<Lane*> fresh;
    for (Lane& lane : m_lanes) {
        const bool waits = lane.words.group == TrackGroup::threads && lane.points.size() == 1; // no curve yet
        if (lane.track == kNoTrack && !lane.isEmpty() && !waits)
            fresh.push_back(&lane);
    }
    std::ranges::sort(fresh, [](const Lane* a, const Lane* b) {
        const LaneWords& x = a->words;
        const LaneWords& y = b->words;
        if (x.group != y.group || x.rank != y.rank)
            return std::tie(x.group, x.rank) < std::tie(y.group, y.rank);
        if (x.name != y.name)
            return isBefore(x.name, y.name) || (!isBefore(y.name, x.name) && x.name < y.name);
        return std::tuple(a->place.key, rankOf(a->place.kind)) < std::tuple(b->place.key, rankOf(b->place.kind));
    });
    for (Lane* const lane : fresh) {
        Track track;
        track.parent = group(lane->words.group);
        track.name = m_builder.intern(lane->words.name);
        track.number = lane->words.number;
        track.key = lane->place.key;
        track.kind = lane->place.kind;
        lane->track = m_builder.addTrack(track, lane->words.about);
        ++m_tracks;
    }
}

void Lanes::flush(Flush what)
{
    makeTracks();
    for (Lane& lane : m_lanes) {
        if (lane.track == kNoTrack)
            continue;
        if (lane.isRenamed)
            m_builder.changeTrack(lane.track).name = m_builder.intern(lane.words.name);
        lane.isRenamed = false;
        deal(lane, what == Flush::all ? lane.slices.size() : lane.slices.size() / 2);
        dealPoints(lane, what == Flush::all ? lane.points.size() : lane.points.size() / 2);
    }
}

RowId Lanes::rowFor(Lane& lane, const Slice& slice)
{
    for (std::size_t i = 0; i < lane.rows.size(); ++i) {
        if (lane.rowEnds[i] <= slice.startNs || lane.place.kind == TrackKind::samples || i + 1 == kRows) {
            lane.rowEnds[i] = std::max(lane.rowEnds[i], slice.endNs);
            return lane.rows[i];
        }
    }
    lane.rows.push_back(m_builder.addRow(lane.track));
    lane.rowEnds.push_back(slice.endNs);
    return lane.rows.back();
}

void Lanes::deal(Lane& lane, std::size_t count)
{
    if (count == 0)
        return;
    const auto before = [](const Slice& a, const Slice& b) {
        return a.startNs != b.startNs ? a.startNs < b.startNs : a.endNs > b.endNs; // what holds others first
    };
    if (!std::is_sorted(lane.slices.begin(), lane.slices.end(), before))
        std::stable_sort(lane.slices.begin(), lane.slices.end(), before);
    for (std::size_t i = 0; i < count; ++i) {
        const Slice& slice = lane.slices[i];
        m_builder.add(rowFor(lane, slice), slice);
        lane.seen.startNs = std::min(lane.seen.startNs, slice.startNs);
        lane.seen.endNs = std::max(lane.seen.endNs, slice.endNs);
    }
    lane.slices.erase(lane.slices.begin(), lane.slices.begin() + static_cast<std::ptrdiff_t>(count));
}

void Lanes::dealPoints(Lane& lane, std::size_t count)
{
    if (count == 0)
        return;
    std::ranges::stable_sort(lane.points, {}, &Lane::Point::ns);
    if (lane.rows.empty())
        lane.rows.push_back(m_builder.addRow(lane.track));
    for (std::size_t i = 0; i < count; ++i) {
        const Lane::Point& point = lane.points[i];
        m_builder.addValue(lane.rows.front(), point.ns, point.value, point.ref, point.flags);
        lane.seen.startNs = std::min(lane.seen.startNs, point.ns);
        lane.seen.endNs = std::max(lane.seen.endNs, point.ns);
    }
    lane.points.erase(lane.points.begin(), lane.points.begin() + static_cast<std::ptrdiff_t>(count));
}

}
