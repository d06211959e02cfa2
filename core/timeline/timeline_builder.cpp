#include "core/timeline/timeline_builder.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

namespace traceglass {

namespace {

// Rows with fewer open slices share a pack in a snapshot; longer ones get one of their own, given back
// when replaced.
constexpr std::size_t kShortRow = 1024;

}

TimelineBuilder::TimelineBuilder()
{
    for (const char* name : {"polling", "scheduled", "idle", "created"}) // the order of TaskState
        m_strings->intern(name);
}

TrackId TimelineBuilder::addTrack(Track track)
{
    track.firstRow = kNoRow;
    return TrackId(m_tracks.add(track));
}

std::uint16_t TimelineBuilder::keepAbout(TrackAbout about)
{
    constexpr std::size_t kLookedAt = 256; // equal ones are near each other or few
    const std::size_t from = m_abouts->size() > kLookedAt ? m_abouts->size() - kLookedAt : 0;
    const auto found =
        std::find(m_abouts->begin() + static_cast<std::ptrdiff_t>(from), m_abouts->end(), about);
    if (found != m_abouts->end())
        return static_cast<std::uint16_t>(found - m_abouts->begin());
    if (m_abouts->size() > 0xffff)
        return 0;
    if (std::exchange(m_aboutsShared, false))
        m_abouts = std::make_shared<std::vector<TrackAbout>>(*m_abouts);
    m_abouts->push_back(std::move(about));
    return static_cast<std::uint16_t>(m_abouts->size() - 1);
}

TrackId TimelineBuilder::addTrack(Track track, TrackAbout about)
{
    track.about = keepAbout(std::move(about));
    return addTrack(track);
}

void TimelineBuilder::setOrigin(TrackId id, double origin)
{
    TrackAbout about = (*m_abouts)[m_tracks[number(id)].about];
    about.origin = origin;
    const RowId row = m_tracks[number(id)].firstRow;
    if (changeAbout(id, std::move(about)) && row != kNoRow)
        m_open[number(row)].origin = origin;
}

void TimelineBuilder::setDetail(TrackId id, std::string detail)
{
    TrackAbout about = (*m_abouts)[m_tracks[number(id)].about];
    about.detail = std::move(detail);
    changeAbout(id, std::move(about));
}

// False: there are too many already.
bool TimelineBuilder::changeAbout(TrackId id, TrackAbout about)
{
    const std::uint16_t kept = keepAbout(std::move(about));
    if (kept == 0)
        return false;
    m_tracks.change(number(id)).about = kept;
    if (const RowId row = m_tracks[number(id)].firstRow; row != kNoRow)
        m_rows.change(number(row)).about = kept;
    return true;
}

void TimelineBuilder::setAxes(std::vector<ClockAxis> axes)
{
    m_axes = std::make_shared<const std::vector<ClockAxis>>(std::move(axes));
}

RowId TimelineBuilder::addRow(TrackId track)
{
    const auto row = RowId(m_rows.add({}));
    const Track& owner = m_tracks[number(track)];
    m_rows.change(number(row)).about = owner.about;
    m_open.emplace_back();
    m_open.back().values = owner.kind == TrackKind::counter;
    m_open.back().origin = (*m_abouts)[owner.about].origin;
    const RowId first = m_tracks[number(track)].firstRow;
    if (first == kNoRow) {
        const bool timed = owner.kind == TrackKind::worker || owner.kind == TrackKind::spans;
        m_open.back().busy = owner.kind == TrackKind::states ? Busy::polled
            : timed                                          ? Busy::always
                                                             : Busy::untold;
        m_tracks.change(number(track)).firstRow = row;
        m_open[number(row)].lastOfTrack = row;
    } else {
        RowId& last = m_open[number(first)].lastOfTrack;
        m_rows.change(number(last)).next = row;
        last = row;
    }
    return row;
}

void TimelineBuilder::addBusy(OpenRow& open, const Slice& slice)
{
    const bool counts = open.busy == Busy::polled ? slice.name == stateName(TaskState::polling)
                                                  : !(slice.flags & slice::kHollow);
    if (counts && slice.endNs > slice.startNs) {
        constexpr std::uint64_t kMost =
            std::numeric_limits<std::uint64_t>::max() / 2; // the sum of two is in range
        const auto length = static_cast<std::uint64_t>(subtractSaturating(slice.endNs, slice.startNs));
        open.busyNs = std::min(kMost, open.busyNs + length);
    }
}

// Infinite stays infinite; what only a float cannot hold becomes the largest that it can.
std::uint32_t TimelineBuilder::heldWithinFloat(double distance)
{
    constexpr double kMost = std::numeric_limits<float>::max();
    const double held = std::isfinite(distance) ? std::clamp(distance, -kMost, kMost) : distance;
    return std::bit_cast<std::uint32_t>(static_cast<float>(held));
}

void TimelineBuilder::markDirty(RowId row)
{
    m_open[number(row)].dirty = true;
    m_dirty.push_back(row);
}

// Sorted by start, without overlaps.
void TimelineBuilder::sortOpen(OpenRow& open)
{
    if (open.inOrder)
        return;
    const auto byStart = [](const Slice& a, const Slice& b) { return a.startNs < b.startNs; };
    if (!std::is_sorted(open.slices.begin(), open.slices.end(), byStart))
        std::stable_sort(open.slices.begin(), open.slices.end(), byStart);
    open.end = open.sealedEnd;
    for (Slice& slice : open.slices) {
        slice.startNs = std::max(slice.startNs, open.end);
        slice.endNs = std::max(slice.startNs, slice.endNs);
        open.end = slice.endNs;
    }
    open.inOrder = true;
}

std::uint32_t TimelineBuilder::addPack(PackPtr pack)
{
    std::uint32_t slot = 0;
    if (m_free.empty()) {
        slot = static_cast<std::uint32_t>(m_packs.size());
        m_packs.emplace_back();
        m_packUse.push_back(0);
    } else {
        slot = m_free.back();
        m_free.pop_back();
    }
    m_packUse[slot] = static_cast<std::uint32_t>(pack->size());
    m_packs[slot] = std::move(pack);
    return slot;
}

void TimelineBuilder::releaseTail(Row& row)
{
    const std::uint32_t count = row.tail.end - row.tail.begin;
    if (count > 0 && (m_packUse[row.tail.pack] -= count) == 0) {
        m_packs[row.tail.pack].reset();
        m_free.push_back(row.tail.pack);
    }
    row.tail = {};
}

TimelineBuilder::Packed TimelineBuilder::pack(std::vector<Slice> slices, SlicePack::Holds content)
{
    Packed packed;
    for (std::size_t done = 0; done < slices.size(); done += packed.packs.back()->size())
        packed.packs.push_back(std::make_shared<const SlicePack>(std::span(slices).subspan(done), content));
    packed.slices = std::move(slices);
    return packed;
}

// All but the last slices of a row, `keep` of them, go into packs of its own.
void TimelineBuilder::seal(RowId id, std::size_t keep)
{
    releaseTail(m_rows.change(number(id)));
    OpenRow& open = m_open[number(id)];
    sortOpen(open);
    std::vector<Slice> kept;
    if (keep > 0 && !m_spare.empty()) {
        kept = std::move(m_spare.back());
        m_spare.pop_back();
    }
    const auto from = open.slices.end() - static_cast<std::ptrdiff_t>(keep);
    kept.assign(from, open.slices.end());
    open.slices.erase(from, open.slices.end());
    open.sealedEnd = open.slices.back().endNs;

    placePacked(false);
    const bool beside = m_packers > 0 && m_packing.size() < std::max<std::size_t>(m_packers, kTogether);
    m_packing.push_back({id,
                         std::async(beside ? std::launch::async : std::launch::deferred, pack,
                                    std::exchange(open.slices, std::move(kept)),
                                    open.values ? SlicePack::Holds::values : SlicePack::Holds::names)});
    if (!beside)
        m_packing.back().packed.wait();
    placePacked(false);
}

// Gives rows the packs that are packed, in the order they were sealed; waits for those that are not.
void TimelineBuilder::placePacked(bool all)
{
    const auto isReady = [](const Packing& packing) {
        return packing.packed.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
    };
    while (!m_packing.empty() && (all || isReady(m_packing.front()))) {
        Packed packed = m_packing.front().packed.get();
        Row& row = m_rows.change(number(m_packing.front().row));
        m_packing.pop_front();
        auto parts = row.sealed ? std::make_shared<std::vector<SlicePart>>(*row.sealed)
                                : std::make_shared<std::vector<SlicePart>>();
        for (PackPtr& pack : packed.packs) {
            const auto size = static_cast<std::uint32_t>(pack->size());
            parts->push_back({addPack(std::move(pack)), 0, size});
        }
        row.sealed = std::move(parts);
        if (m_spare.size() < kSpare && packed.slices.capacity() >= m_sealedAt)
            m_spare.push_back(std::move(packed.slices));
    }
}

// Puts what is open of the rows that changed behind what is sealed of them. Rows of values and of names share
// no pack.
void TimelineBuilder::placeOpen(bool values, bool complete)
{
    const auto content = values ? SlicePack::Holds::values : SlicePack::Holds::names;
    std::vector<Slice> shared;
    std::vector<RowId> placed; // whose slices these are
    std::size_t ofShort = 0, longest = 0;
    for (const RowId id : m_dirty) {
        const OpenRow& open = m_open[number(id)];
        if (open.values == values && open.slices.size() < kShortRow)
            ofShort += open.slices.size();
        else if (open.values == values && !complete)
            longest = std::max(longest, open.slices.size());
    }
    shared.reserve(std::max(std::min(ofShort, SlicePack::kCapacity), longest));
    const auto countOf = [&](RowId row) { return m_open[number(row)].slices.size(); };
    const auto flushShared = [&] {
        std::size_t done = 0;
        std::size_t next = 0; // of placed
        while (done < shared.size()) {
            const std::uint32_t pack =
                addPack(std::make_shared<const SlicePack>(std::span(shared).subspan(done), content));
            const std::size_t used = m_packs[pack]->size();
            std::size_t taken = 0;
            for (; next < placed.size() && taken + countOf(placed[next]) <= used; ++next) {
                const auto begin = static_cast<std::uint32_t>(taken);
                taken += countOf(placed[next]);
                m_rows.change(number(placed[next])).tail = {pack, begin, static_cast<std::uint32_t>(taken)};
            }
            if (taken == 0) { // one row needs more windows than a pack names: seal it on its own
                m_packUse[pack] = 0;
                m_packs[pack].reset();
                m_free.push_back(pack);
                done += countOf(placed[next]);
                seal(placed[next++], 0);
                continue;
            }
            m_packUse[pack] = static_cast<std::uint32_t>(taken);
            done += taken;
        }
        shared.clear();
        placed.clear();
    };

    for (const RowId id : m_dirty) {
        OpenRow& open = m_open[number(id)];
        if (open.values != values || open.slices.empty())
            continue;
        if (complete && open.slices.size() >= kShortRow) {
            seal(id, 0);
            continue;
        }
        Row& row = m_rows.change(number(id));
        releaseTail(row);
        sortOpen(open);
        if (shared.size() + open.slices.size() > SlicePack::kCapacity || open.slices.size() >= kShortRow)
            flushShared();
        shared.insert(shared.end(), open.slices.begin(), open.slices.end());
        placed.push_back(id);
        if (open.slices.size() >= kShortRow)
            flushShared();
    }
    flushShared();
}

// What each track did: how long it was busy, else how many slices it has.
std::vector<std::uint64_t> TimelineBuilder::amounts(const Timeline& timeline) const
{
    std::vector<std::uint64_t> out(m_tracks.size());
    for (std::size_t i = 0; i < out.size(); ++i) {
        const RowId first = m_tracks[i].firstRow;
        for (RowId row = first; row != kNoRow; row = m_rows[number(row)].next)
            out[i] += timeline.sliceCount(row);
        if (out[i] > 0 && m_open[number(first)].busy != Busy::untold)
            out[i] = m_open[number(first)].busyNs + 1; // it is there, however short
    }
    return out;
}

// Those of equal keys stay in the order they were added.
void TimelineBuilder::sortTracks()
{
    if (m_byKey->size() == m_tracks.size())
        return;
    auto all = std::make_shared<std::vector<TrackId>>(*m_byKey);
    const auto seen = static_cast<std::ptrdiff_t>(all->size());
    while (all->size() < m_tracks.size())
        all->push_back(TrackId(static_cast<std::uint32_t>(all->size())));
    const auto keyOf = [this](TrackId id) { return m_tracks[number(id)].key; };
    std::ranges::stable_sort(all->begin() + seen, all->end(), {}, keyOf);
    std::ranges::inplace_merge(all->begin(), all->begin() + seen, all->end(), {}, keyOf);
    m_byKey = std::move(all);
}

TimelinePtr TimelineBuilder::snapshot(TimeRange range, std::uint64_t records, bool complete)
{
    placeOpen(false, complete);
    placeOpen(true, complete);
    placePacked(true);
    for (const RowId row : m_dirty)
        m_open[number(row)].dirty = false;
    m_dirty.clear();

    auto timeline = std::make_shared<Timeline>();
    timeline->range = range;
    timeline->records = records;
    timeline->complete = complete;
    timeline->m_strings = m_strings;
    timeline->m_abouts = m_abouts;
    m_aboutsShared = true;
    timeline->m_axes = m_axes;
    timeline->absolute = m_axes->empty() || m_axes->front().kind == ClockAxis::Kind::unixTime;
    timeline->m_tracks = m_tracks.share();
    sortTracks();
    timeline->m_byKey = m_byKey;
    timeline->m_rows = m_rows.share();
    timeline->m_packs = m_packs;
    if (complete)
        timeline->m_order = std::make_shared<const TrackOrder>(orderTracks(m_tracks, amounts(*timeline)));
    return timeline;
}

}
