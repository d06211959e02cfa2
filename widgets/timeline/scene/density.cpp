#include "widgets/timeline/scene/density.h"

#include "core/base/behind.h"

#include <algorithm>
#include <cmath>

namespace traceglass {

namespace {

// What has no more slices is computed while painting, in a fifth of a millisecond: a screen shows some 40 groups.
constexpr std::uint64_t kSlicesAtOnce = 500;
// About as many runs are asked for in all, where a column would do with fewer.
constexpr std::uint64_t kRunsWanted = 200'000;

struct Sums
{
    std::vector<double> busy;
    std::vector<double> waiting;
    std::vector<std::int64_t> longest;
};

// Adds the part of [start, end) that each column holds.
void addRun(const TimeAxis& axis, std::int64_t start, std::int64_t end, std::vector<double>& sums)
{
    const double from = std::max(0.0, axis.x(start));
    const double to = std::min(static_cast<double>(axis.width), axis.x(end));
    for (int column = static_cast<int>(from); column < to; ++column)
        sums[static_cast<std::size_t>(column)] +=
            std::min(to, column + 1.0) - std::max(from, static_cast<double>(column));
}

void noteLongest(const TimeAxis& axis, const Run& run, Sums& sums, Density& density)
{
    const std::int64_t length = subtractSaturating(run.endNs, run.startNs);
    const int from = std::max(0, axis.pixel(run.startNs));
    const int to =
        std::min(axis.width - 1, std::max(from, static_cast<int>(std::ceil(axis.x(run.endNs))) - 1));
    for (int column = from; column <= to; ++column) {
        const std::size_t i = static_cast<std::size_t>(column);
        if (length >= sums.longest[i]) {
            sums.longest[i] = length;
            density.columns[i].name = run.name;
        }
    }
}

// A runtime's own threads are tasks that are polled from beginning to end; they say nothing about when there
// was work.
bool isAlwaysBusy(const Timeline& timeline, const Track& track)
{
    constexpr std::uint64_t kFew = 3; // created, scheduled, polled
    if (track.kind != TrackKind::states || track.firstRow == kNoRow
        || timeline.sliceCount(track.firstRow) > kFew)
        return false;
    const auto slice = timeline.sliceBefore(track.firstRow, track.life.endNs);
    return slice && slice->name == stateName(TaskState::polling)
        && slice->durationNs() >= track.life.lengthNs() - track.life.lengthNs() / 20
        && slice->durationNs() >= timeline.range.lengthNs() / 2;
}

// How many moments each column holds; their runs are no longer than a column.
void addStream(const Timeline& timeline, const Track& track, const TimeAxis& axis, std::int64_t resolution,
               std::vector<Run>& runs, Sums& sums)
{
    if (track.firstRow == kNoRow)
        return;
    const auto add = [&](const auto& found) {
        for (const auto& run : found) {
            const int column = axis.pixel(run.startNs);
            if (column >= 0 && column < axis.width)
                sums.busy[static_cast<std::size_t>(column)] += run.count;
        }
    };
    if (track.kind == TrackKind::counter) {
        std::vector<ValueRun> values;
        timeline.queryValues(track.firstRow, axis.view, resolution, values);
        add(values);
        return;
    }
    runs.clear();
    timeline.query(track.firstRow, axis.view, resolution, runs);
    add(runs);
}

bool isShort(const Timeline& timeline, std::span<const TrackId> tracks)
{
    std::uint64_t left = kSlicesAtOnce;
    for (const TrackId id : tracks) {
        for (RowId row = timeline.track(id).firstRow; row != kNoRow; row = timeline.nextRow(row)) {
            const std::uint64_t cost = timeline.sliceCount(row) + 1;
            if (cost > left)
                return false;
            left -= cost;
        }
    }
    return true;
}

void addTrack(const Timeline& timeline, const Track& track, const TimeAxis& axis, std::int64_t resolution,
              std::vector<Run>& runs, Sums& sums, Density& density)
{
    if (isStream(track.kind)) {
        addStream(timeline, track, axis, resolution, runs, sums);
        return;
    }
    const bool states = track.kind == TrackKind::states;
    // Deeper rows lie within the first one, which alone says when a worker or a span was busy. Events have a
    // row a level.
    for (RowId row = track.firstRow; row != kNoRow; row = timeline.nextRow(row)) {
        runs.clear();
        timeline.query(row, axis.view, resolution, runs);
        for (const Run& run : runs) {
            if (run.flags & slice::kHollow)
                continue;
            std::int64_t end = run.endNs;
            if (track.kind == TrackKind::events || track.kind == TrackKind::slices)
                end = std::max(end, addSaturating(run.startNs, axis.nsPerPixel()));
            if (states && run.name == stateName(TaskState::scheduled))
                addRun(axis, run.startNs, end, sums.waiting);
            else if (!states || run.name == stateName(TaskState::polling))
                addRun(axis, run.startNs, end, sums.busy);
            if (!states)
                noteLongest(axis, run, sums, density);
        }
        if (track.kind != TrackKind::events)
            break;
    }
}

}

bool isStream(TrackKind kind)
{
    constexpr TrackKind kCounted[] = {TrackKind::marks,    TrackKind::log,     TrackKind::counter,
                                      TrackKind::pictures, TrackKind::samples, TrackKind::density};
    return std::ranges::find(kCounted, kind) != std::end(kCounted);
}

const DensityColumn* Density::at(const TimeAxis& other, int x) const
{
    const int column = other == axis ? x : static_cast<int>(std::floor(axis.x(other.timeAt(x + 0.5))));
    if (column < 0 || column >= static_cast<int>(columns.size()))
        return nullptr;
    return &columns[static_cast<std::size_t>(column)];
}

Density computeDensity(const Timeline& timeline, std::span<const TrackId> tracks, const TimeAxis& axis,
                       const std::stop_token& stop)
{
    const std::size_t width = static_cast<std::size_t>(std::max(1, axis.width));
    Density density;
    density.axis = axis;
    density.columns.resize(width);
    Sums sums {std::vector<double>(width), std::vector<double>(width), std::vector<std::int64_t>(width, -1)};
    // A run of several slices counts as busy throughout, so few tracks are asked more finely than a pixel.
    const auto finer = static_cast<std::int64_t>(
        std::clamp<std::uint64_t>(kRunsWanted / (width * std::max<std::size_t>(1, tracks.size())), 1, 16));
    const std::int64_t resolution = std::max<std::int64_t>(1, axis.nsPerPixel() / finer);
    std::vector<Run> runs;
    constexpr std::size_t kLookAtStop = 256;
    std::vector<TrackId> alwaysBusy;
    for (std::size_t i = 0; i < tracks.size(); ++i) {
        if (i % kLookAtStop == 0 && stop.stop_requested())
            break;
        const Track& track = timeline.track(tracks[i]);
        density.states |= track.kind == TrackKind::states;
        density.streams |= isStream(track.kind);
        if (isAlwaysBusy(timeline, track)) {
            alwaysBusy.push_back(tracks[i]);
            continue;
        }
        // A life not filled in says nothing; that of a stream is in the time of its own clock.
        const bool instant = track.life.startNs == track.life.endNs || isStream(track.kind);
        if (instant || track.life.overlaps(axis.view))
            addTrack(timeline, track, axis, resolution, runs, sums, density);
    }
    for (const TrackId id : alwaysBusy) { // unless there is nothing else
        if (alwaysBusy.size() == tracks.size())
            addTrack(timeline, timeline.track(id), axis, resolution, runs, sums, density);
    }
    double densest = 0;
    for (std::size_t i = 0; i < width; ++i)
        densest = std::max(densest, sums.busy[i] + sums.waiting[i]);
    for (std::size_t i = 0; i < width && densest > 0; ++i) {
        density.columns[i].busy = static_cast<float>(sums.busy[i] / densest);
        density.columns[i].waiting = static_cast<float>(sums.waiting[i] / densest);
    }
    return density;
}

Densities::Densities(std::function<void()> ready)
    : m_ready(std::move(ready))
    , m_thread([this](const std::stop_token& stop) { work(stop); })
{
}

Densities::~Densities()
{
    m_thread.request_stop();
    m_wake.notify_all();
}

bool Densities::busy() const
{
    const std::lock_guard lock(m_mutex);
    return m_working || !m_requests.empty();
}

std::shared_ptr<const Density> Densities::get(std::uint64_t id, const TimelinePtr& timeline,
                                              std::span<const TrackId> tracks, std::uint64_t generation,
                                              const TimeAxis& axis)
{
    const DensityOf subject {timeline, generation, axis};
    {
        const std::lock_guard lock(m_mutex);
        Entry& known = m_entries[id];
        if (known.density && known.shows == subject)
            return known.density;
        if (!isShort(*timeline, tracks)) {
            if (!known.asked || *known.asked != subject) {
                known.asked = subject;
                m_requests[id] = {subject, {tracks.begin(), tracks.end()}};
                m_wake.notify_one();
            }
            return known.density;
        }
    }
    auto density = std::make_shared<const Density>(computeDensity(*timeline, tracks, axis));
    const std::lock_guard lock(m_mutex);
    m_entries[id] = {subject, {}, density};
    return density;
}

void Densities::work(const std::stop_token& stop)
{
    giveWay(Niceness::answers);
    std::unique_lock lock(m_mutex);
    while (m_wake.wait(lock, stop, [this] { return !m_requests.empty(); })) {
        const std::uint64_t id = m_requests.begin()->first;
        const Request request = std::move(m_requests.begin()->second);
        m_requests.erase(m_requests.begin());
        m_working = true;
        lock.unlock();
        auto density = std::make_shared<const Density>(
            computeDensity(*request.subject.timeline, request.tracks, request.subject.axis, stop));
        lock.lock();
        m_working = false;
        if (stop.stop_requested())
            return;
        Entry& entry = m_entries[id];
        entry.shows = request.subject;
        entry.density = std::move(density);
        lock.unlock();
        m_ready();
        lock.lock();
    }
}

}
