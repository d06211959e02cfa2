// How busy many tracks are together, a column of pixels at a time: folded groups and the overview. Pure, and slow where
// there is much in them, so Densities computes that in a thread of its own and shows what it had, moved to the new
// window.
//
//     const Density density = computeDensity(*timeline, tracks, axis, stop);
//     density.columns[x].share                        // of the busiest column: 0 to 1
#pragma once

#include "core/timeline/timeline.h"
#include "widgets/timeline/scene/time_axis.h"

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <stop_token>
#include <thread>
#include <unordered_map>
#include <vector>

namespace traceglass {

struct DensityColumn
{
    float busy = 0;    // of the busiest column: 0 to 1; of tasks: polling
    float waiting = 0; // of tasks: scheduled, on top of polling
    StringId name {};  // the longest slice in it; says nothing of an empty one

    bool isEmpty() const { return busy + waiting <= 0; }
};

struct Density
{
    TimeAxis axis;
    bool states = false;  // columns stack polling under scheduled
    bool streams = false; // columns count values, lines and pictures
    std::vector<DensityColumn> columns;

    // The column shown at a pixel of another window; null outside.
    const DensityColumn* at(const TimeAxis& other, int x) const;
};

// Kinds whose rows hold moments to be counted, instead of slices that are busy for a while.
bool isStream(TrackKind kind);

// One column a pixel of the axis. Stops early, and is then incomplete, when asked to.
Density computeDensity(const Timeline& timeline, std::span<const TrackId> tracks, const TimeAxis& axis,
                       const std::stop_token& stop = {});

class Densities
{
public:
    // `ready` is called in the background thread when a density asked for has been computed.
    explicit Densities(std::function<void()> ready);
    ~Densities();

    // The density of some tracks known by a number of the caller's; with another generation they are others.
    // May be that of an earlier window or null; then the right one is on its way. That of a few slices is computed
    // at once.
    std::shared_ptr<const Density> get(std::uint64_t id, const TimelinePtr& timeline,
                                       std::span<const TrackId> tracks, std::uint64_t generation,
                                       const TimeAxis& axis);
    bool busy() const;

private:
    struct DensityOf
    {
        TimelinePtr timeline;
        std::uint64_t generation = 0;
        TimeAxis axis;

        bool operator==(const DensityOf&) const = default;
    };
    struct Request
    {
        DensityOf subject;
        std::vector<TrackId> tracks;
    };
    struct Entry
    {
        DensityOf shows;
        std::optional<DensityOf> asked; // last, of the background thread
        std::shared_ptr<const Density> density;
    };

    void work(const std::stop_token& stop);

    std::function<void()> m_ready;
    mutable std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::unordered_map<std::uint64_t, Request> m_requests;
    std::unordered_map<std::uint64_t, Entry> m_entries;
    bool m_working = false;
    std::jthread m_thread; // last: it stops before the rest goes
};

}
