#include "core/formats/cjfr/timeline/cjfr_lanes.h"

#include <algorithm>
#include <tuple>
#include <unordered_set>

namespace traceglass::cjfr {

namespace {

// More than so many at once on one track end where the next one begins, which is said.
constexpr std::size_t kRows = 4096;
constexpr std::size_t kRowsABlock = 64;

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

bool isOfThread(const Lane& lane)
{
    return wordsOf(lane.words.group).around.value_or(lane.words.group) == TrackGroup::threads;
}

// No curve: recorders write a last share of CPU when a thread ends.
bool isLoneValue(const Lane& lane)
{
    return lane.points.size() == 1 && lane.track == kNoTrack && isOfThread(lane);
}

}

void LaneBlock::clear()
{
    lanes.clear();
    names.clear();
    renamed.clear();
    lives.clear();
    slices.clear();
    points.clear();
    seen = kNoTime; // `events` and `isJfr` are of the whole stream
}

Lanes::Lanes(SourceId source, TimelineBuilder& builder)
    : m_source(source)
    , m_builder(builder)
{
    // Groups stand in the order they are made: first what the program did, then what the runtime did for it.
    for (const TrackGroup which :
         {TrackGroup::threads, TrackGroup::collector, TrackGroup::machine, TrackGroup::process})
        group(which);
}

TrackId Lanes::group(TrackGroup which)
{
    const auto known = m_groups.find(which);
    if (known != m_groups.end())
        return known->second;
    Track track;
    const auto& [name, around] = wordsOf(which);
    if (around)
        track.parent = group(*around);
    if (around || which == TrackGroup::threads)
        track.flags = group_flag::kByActivity;
    if (which == TrackGroup::systemThreads || which == TrackGroup::idleThreads)
        track.flags |= group_flag::kAside;
    track.name = m_builder.intern(name);
    track.key = keyOf(TrackClass::group, static_cast<std::uint64_t>(which));
    track.kind = TrackKind::group;
    return m_groups[which] = m_builder.addTrack(track);
}

void Lanes::makeTracks()
{
    std::vector<Lane*> fresh;
    for (Lane& lane : m_lanes) {
        if (lane.track == kNoTrack && !(lane.slices.empty() && lane.points.empty()) && !isLoneValue(lane))
            fresh.push_back(&lane);
    }
    std::ranges::sort(fresh, [](const Lane* a, const Lane* b) {
        const LaneWords& x = a->words;
        const LaneWords& y = b->words;
        if (x.group != y.group || x.rank != y.rank)
            return std::tie(x.group, x.rank) < std::tie(y.group, y.rank);
        if (x.name != y.name)
            return isBefore(x.name, y.name) || (!isBefore(y.name, x.name) && x.name < y.name);
        return std::tuple(a->place.key, rankOf(a->place.kind))
            < std::tuple(b->place.key, rankOf(b->place.kind));
    });
    for (Lane* const lane : fresh) {
        const Track track {.parent = group(lane->words.group),
                           .name = m_builder.intern(lane->words.name),
                           .number = lane->words.number,
                           .key = lane->place.key,
                           .kind = lane->place.kind};
        lane->track = m_builder.addTrack(track, lane->words.about);
        ++m_tracks;
    }
}

void Lanes::take(const LaneBlock& block)
{
    for (const NewLane& fresh : block.lanes)
        m_lanes.emplace_back(fresh);
    for (const std::string& name : block.names)
        m_names.push_back(m_builder.intern(name));
    for (const LaneBlock::Renamed& renamed : block.renamed) {
        m_lanes[renamed.lane].words.name = renamed.name;
        m_lanes[renamed.lane].isRenamed = true;
    }
    for (const LaneBlock::Life& life : block.lives) {
        (life.isStart ? m_lanes[life.lane].born : m_lanes[life.lane].died) = life.ns;
        --m_lanes[life.lane].did; // its event is no deed
    }
    for (const LaneSlice& slice : block.slices) {
        Lane& lane = m_lanes[slice.lane];
        lane.slices.push_back(
            {slice.startNs, slice.endNs, m_names[slice.name], slice.flags(), {m_source, slice.offset()}});
        ++lane.did;
    }
    for (const LanePoint& point : block.points) {
        Lane& lane = m_lanes[point.lane];
        lane.points.push_back(point);
        lane.did += point.value > 0;
    }
    m_seen = united(m_seen, block.seen);
}

std::optional<TimeRange> Lanes::range() const
{
    return m_seen.startNs > m_seen.endNs ? std::nullopt : std::optional(m_seen);
}

void Lanes::finish()
{
    placeLoneValues();
    flush(true);
    boundLives();
    setIdleAside();
}

void Lanes::flush(bool all)
{
    makeTracks();
    for (Lane& lane : m_lanes) {
        if (lane.track == kNoTrack)
            continue;
        if (lane.isRenamed)
            m_builder.changeTrack(lane.track).name = m_builder.intern(lane.words.name);
        lane.isRenamed = false;
        deal(lane, all ? lane.slices.size() : lane.slices.size() / 2);
        dealPoints(lane, all ? lane.points.size() : lane.points.size() / 2);
    }
}

// The first one that is free. Rows that are not are passed a block at a time.
RowId Lanes::rowFor(Lane& lane, const Slice& slice)
{
    const auto isFree = [&](std::int64_t endNs) { return endNs <= slice.startNs; };
    const std::size_t count = lane.rows.size();
    const auto block =
        static_cast<std::size_t>(std::ranges::find_if(lane.blockEnds, isFree) - lane.blockEnds.begin());
    std::size_t row = std::min(block * kRowsABlock, count);
    while (row < count && !isFree(lane.rowEnds[row]))
        ++row;
    if (lane.place.kind == TrackKind::samples && count > 0)
        row = 0;
    if (row >= kRows) {
        row = kRows - 1;
        m_isCrowded = true;
    }
    if (row == count) {
        lane.rows.push_back(m_builder.addRow(lane.track));
        lane.rowEnds.push_back(slice.endNs);
        if (row % kRowsABlock == 0)
            lane.blockEnds.push_back(slice.endNs);
    }
    lane.rowEnds[row] = std::max(lane.rowEnds[row], slice.endNs);
    const std::size_t first = row - row % kRowsABlock;
    lane.blockEnds[row / kRowsABlock] = std::ranges::min(
        std::span(lane.rowEnds).subspan(first).first(std::min(kRowsABlock, lane.rowEnds.size() - first)));
    return lane.rows[row];
}

// A slice that holds others arrives behind them, so most go back by a few places: putting them there is
// several times quicker than sorting everything.
void Lanes::sort(Lane& lane)
{
    const auto before = [](const Slice& a, const Slice& b) {
        return a.startNs != b.startNs ? a.startNs < b.startNs : a.endNs > b.endNs; // what holds others first
    };
    std::vector<Slice>& slices = lane.slices;
    constexpr std::size_t kMovesASlice = 16;
    constexpr std::ptrdiff_t kNear = 16;
    std::size_t moves = kMovesASlice * slices.size();
    for (std::size_t i = std::max<std::size_t>(lane.sorted, 1); i < slices.size(); ++i) {
        if (!before(slices[i], slices[i - 1]))
            continue;
        const Slice slice = slices[i];
        const auto here = slices.begin() + static_cast<std::ptrdiff_t>(i);
        auto to = here - 1;
        while (to != slices.begin() && here - to < kNear && before(slice, *(to - 1)))
            --to;
        if (here - to == kNear)
            to = std::upper_bound(slices.begin(), to, slice, before);
        const auto passed = static_cast<std::size_t>(here - to);
        if (passed > moves) {
            std::stable_sort(slices.begin(), slices.end(), before);
            break;
        }
        moves -= passed;
        std::move_backward(to, here, here + 1);
        *to = slice;
    }
    lane.sorted = slices.size();
}

void Lanes::deal(Lane& lane, std::size_t count)
{
    if (count == 0)
        return;
    sort(lane);
    for (const Slice& slice : std::span(lane.slices).first(count)) {
        m_builder.add(rowFor(lane, slice), slice);
        lane.seen = united(lane.seen, {slice.startNs, slice.endNs});
    }
    lane.slices.erase(lane.slices.begin(), lane.slices.begin() + static_cast<std::ptrdiff_t>(count));
    lane.sorted = lane.slices.size();
}

void Lanes::dealPoints(Lane& lane, std::size_t count)
{
    if (count == 0)
        return;
    std::ranges::stable_sort(lane.points, {}, &LanePoint::ns);
    if (lane.rows.empty())
        lane.rows.push_back(m_builder.addRow(lane.track));
    for (const LanePoint& point : std::span(lane.points).first(count)) {
        m_builder.addValue(lane.rows.front(), point.ns, point.value, point.ref, point.flags);
        lane.seen = united(lane.seen, {point.ns, point.ns});
    }
    lane.points.erase(lane.points.begin(), lane.points.begin() + static_cast<std::ptrdiff_t>(count));
}

void Lanes::placeLoneValues()
{
    std::unordered_map<std::uint64_t, Lane*> slicesOf; // by key
    for (Lane& lane : m_lanes) {
        if (lane.place.kind == TrackKind::slices)
            slicesOf.emplace(lane.place.key, &lane);
    }
    for (std::size_t i = 0; i < m_lanes.size(); ++i) { // grows
        Lane& cpu = m_lanes[i];
        if (!isLoneValue(cpu))
            continue;
        Lane*& slices = slicesOf[cpu.place.key];
        if (!slices) {
            slices = &m_lanes.emplace_back(NewLane {{TrackKind::slices, cpu.place.key}, cpu.words});
            slices->words.about = {};
        }
        const LanePoint point = cpu.points.front();
        cpu.points.clear();
        slices->slices.push_back({point.ns, point.ns, m_builder.intern("CPU load"), point.flags, point.ref});
    }
}

// Threads that started or ended, and nothing else.
void Lanes::setIdleAside()
{
    std::unordered_set<std::uint64_t> active; // by key
    for (const Lane& lane : m_lanes) {
        if (lane.did > 0)
            active.insert(lane.place.key);
    }
    for (const Lane& lane : m_lanes) {
        if (lane.track != kNoTrack && isOfThread(lane) && !active.contains(lane.place.key))
            m_builder.changeTrack(lane.track).parent = group(TrackGroup::idleThreads);
    }
}

// A thread without start or end in the recording lived before or behind it.
void Lanes::boundLives()
{
    const TimeRange all = range().value_or(TimeRange {});
    for (const Lane& lane : m_lanes) {
        if (lane.track == kNoTrack || lane.seen.startNs > lane.seen.endNs)
            continue;
        Track& track = m_builder.changeTrack(lane.track);
        track.life = lane.seen;
        if (!isOfThread(lane) || lane.place.kind != TrackKind::slices)
            continue;
        track.life.startNs = std::min(lane.born.value_or(all.startNs), lane.seen.startNs);
        track.life.endNs = std::max(lane.died.value_or(all.endNs), lane.seen.endNs);
        track.flags = static_cast<std::uint8_t>((lane.born ? 0 : slice::kOpenStart)
                                                | (lane.died ? 0 : slice::kOpenEnd));
    }
}

}
