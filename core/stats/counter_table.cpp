#include "core/stats/counter_table.h"

#include "core/base/text.h"
#include "core/base/workers.h"
#include "core/stats/fitting.h"

#include <bit>
#include <cmath>
#include <limits>
#include <unordered_map>
#include <utility>

namespace traceglass::stats {

namespace {

constexpr float kAllWhole = 1 << 24; // below it a float holds every whole number
const double kNoNumber = std::numeric_limits<double>::quiet_NaN();

// 1.7184, as the capture has it, for what a float keeps of it. Where a track has an origin it is another number.
double asWritten(double value)
{
    const auto kept = static_cast<float>(value);
    const bool isKept = std::isfinite(value) && static_cast<double>(kept) == value;
    return isKept ? asNumber<double>(shortestText(kept)).value_or(value) : value;
}

struct CounterSums
{
    std::int64_t count = 0;
    double first = kNoNumber;
    double last = kNoNumber;
    double least = kNoNumber;
    double most = kNoNumber;
    double step = kNoNumber; // the largest
    // Distances are to the first value: sums of large ones hide what changes, and of a constant one nothing does.
    double center = kNoNumber;
    double distances = 0; // times seconds
    double squares = 0;   // of distances, times seconds
    double seconds = 0;   // known
    StatPlace leastAt {};
    StatPlace mostAt {};
    StatPlace stepAt {};
    bool isInexact = false;    // some times are estimates
    bool isRounded = false;    // some values are
    std::uint64_t unknown = 0; // values that are no numbers
};

struct CounterPoint
{
    std::int64_t ns = 0; // own time of the clock
    double value = 0;    // no number: nothing is known around it
};

double secondsBetween(std::int64_t fromNs, std::int64_t toNs)
{
    return static_cast<double>(subtractSaturating(toNs, fromNs)) * 1e-9;
}

// Adds what lies between two values and within the range.
void addBetween(CounterSums& sums, const CounterPoint& a, const CounterPoint& b, TimeRange range,
                const TrackAbout& about)
{
    const std::int64_t from = std::max(a.ns, range.startNs), to = std::min(b.ns, range.endNs);
    if (from >= to || !std::isfinite(a.value) || (!about.steps && !std::isfinite(b.value)))
        return;
    if (!std::isfinite(sums.center))
        sums.center = a.value;
    const double width = secondsBetween(from, to);
    const auto distanceAt = [&](std::int64_t ns) {
        return a.value - sums.center
            + (about.steps ? 0
                           : (b.value - a.value) * (secondsBetween(a.ns, ns) / secondsBetween(a.ns, b.ns)));
    };
    const double begin = distanceAt(from), end = distanceAt(to);
    sums.distances += (begin + end) / 2 * width;
    // Not those of the line between them: it would shake less than what was recorded.
    sums.squares += (begin * begin + end * end) / 2 * width;
    sums.seconds += width;
}

// Of values as they are in time; no number where none is known.
double sigmaOf(const CounterSums& sums)
{
    const double mean = sums.distances / sums.seconds;
    return std::sqrt(std::max(sums.squares / sums.seconds - mean * mean, 0.0));
}

void addValue(CounterSums& sums, const CounterPoint& before, const CounterPoint& point,
              const StatPlace& place)
{
    ++sums.count;
    if (!std::isfinite(point.value)) {
        ++sums.unknown;
        return;
    }
    if (!std::isfinite(sums.first))
        sums.first = point.value;
    sums.last = point.value;
    if (!(sums.least <= point.value)) {
        sums.least = point.value;
        sums.leastAt = place;
    }
    if (!(sums.most >= point.value)) {
        sums.most = point.value;
        sums.mostAt = place;
    }
    const double step = point.value - before.value;
    if (std::isfinite(step) && !(std::abs(sums.step) >= std::abs(step))) {
        sums.step = step;
        sums.stepAt = place;
    }
}

CounterSums sumCounter(const Timeline& timeline, TrackId track, const std::optional<TimeRange>& scope,
                       const query::Hits* only, const Job& job)
{
    CounterSums sums;
    const RowId row = timeline.track(track).firstRow;
    const ClockAxis& clock = timeline.axis(track);
    const TrackAbout& about = timeline.about(track);
    const TimeRange range = scope
        ? TimeRange {clock.toOwn(scope->startNs), clock.toOwn(scope->endNs)}
        : TimeRange {std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()};
    CounterPoint before {range.startNs, kNoNumber}; // the value before, known or not
    CounterPoint inRange {0, kNoNumber};            // the last number there
    const auto add = [&](std::int64_t ns, double value, bool isInexact, bool isRounded, bool fits) {
        const CounterPoint point {ns, fits ? value : kNoNumber};
        addBetween(sums, before, point, range, about);
        if (!fits) {
            inRange = point;
        } else if (range.contains(ns)) {
            addValue(sums, inRange, point, {track, 0, clock.toView(ns)});
            sums.isInexact = sums.isInexact || isInexact;
            sums.isRounded = sums.isRounded || isRounded;
            inRange = point;
        }
        before = point;
    };
    for (std::size_t i = 0; row != kNoRow && i < timeline.partCount(row) && !job.stopRequested(); ++i) {
        const SlicePart part = timeline.part(row, i);
        const SlicePack& pack = timeline.pack(part.pack);
        std::vector<std::uint8_t> flags;
        pack.eachFlagged(part.begin, part.end, [&](std::size_t index, std::uint8_t is) {
            flags.resize(part.end - part.begin);
            flags[index - part.begin] = is;
        });
        pack.eachBlock(
            part.begin, part.end, std::numeric_limits<std::int64_t>::min(),
            [&](std::size_t first, std::size_t last, const auto& starts, const auto&) {
                for (std::size_t at = first; at < last; ++at) {
                    const std::uint8_t is = flags.empty() ? std::uint8_t(0) : flags[at - part.begin];
                    const float stored = std::bit_cast<float>(pack.names()[at]);
                    add(starts[at - first], (is & slice::kGap) != 0 ? kNoNumber : about.origin + stored,
                        (is & slice::kApproximate) != 0, std::abs(stored) >= kAllWhole,
                        isFitting(only, part.pack, at));
                }
            });
    }
    const std::int64_t end = timeline.axes().empty() ? clock.toOwn(timeline.range.endNs) : clock.range.endNs;
    if (about.steps)
        addBetween(sums, before, {end, kNoNumber}, range, about);
    return sums;
}

// Its path, and where others have the same one what is said under its name: "instance 2".
std::vector<std::string> counterNames(const Timeline& timeline, const std::vector<TrackId>& tracks)
{
    std::unordered_map<std::string, std::size_t> counts; // of all, whatever is looked at: names stay as they are
    for (std::uint32_t i = 0; i < timeline.trackCount(); ++i)
        if (timeline.track(TrackId(i)).kind == TrackKind::counter)
            ++counts[timeline.path(TrackId(i))];
    std::vector<std::string> out;
    for (const TrackId track : tracks) {
        out.push_back(timeline.path(track));
        const std::string& detail = timeline.about(track).detail;
        if (counts[out.back()] > 1 && !detail.empty())
            out.back() += ' ' + detail;
    }
    return out;
}

}

Result<StatTable> counterTable(const Timeline& timeline, const query::Scope& scope, const query::Hits* only,
                               Job& job)
{
    const std::vector<std::uint8_t> inScope = query::tracksInScope(timeline, scope.tracks);
    std::vector<TrackId> tracks;
    for (std::uint32_t i = 0; i < timeline.trackCount(); ++i)
        if (inScope[i] != 0 && timeline.track(TrackId(i)).kind == TrackKind::counter
            && (!only || only->count(TrackId(i)) > 0))
            tracks.push_back(TrackId(i));
    std::vector<CounterSums> all(tracks.size());
    job.start(tracks.size());
    forEachParallel(tracks.size(), scope.threads, job, [&](std::size_t i) {
        all[i] = sumCounter(timeline, tracks[i], scope.range, only, job);
        job.advance();
    });
    if (job.stopRequested())
        return fail(Code::Stopped);

    StatTable table;
    table.id = "counters";
    table.title = "Counters";
    table.key = "counter";
    table.columns = {
        {"count", "count", "Values recorded in the range."},
        {"first", "first", "The first value in the range.", StatUnit::value},
        {"last", "last", "The last value in the range.", StatUnit::value},
        {"min", "min", "The least value.", StatUnit::value},
        {"max", "max", "The greatest value.", StatUnit::value},
        {"mean", "mean", "The integral divided by the time that is known.", StatUnit::value},
        {"integral", "integral × s", "Value times seconds: what lies below the line.", StatUnit::value},
        {"largest_step", "largest step", "From one value to the next.", StatUnit::value},
        {"sigma", "σ",
         "The standard deviation: how far values are from the mean, each for the time around it.",
         StatUnit::value},
    };
    table.columns[0].isSum = true;
    std::vector<std::string> names = counterNames(timeline, tracks);
    std::uint64_t unknown = 0;
    bool isRounded = false;
    for (std::size_t i = 0; i < tracks.size(); ++i) {
        const CounterSums& sums = all[i];
        if (sums.count == 0 && sums.seconds == 0)
            continue;
        table.keys.push_back(std::move(names[i]));
        table.tracks.push_back(tracks[i]);
        table.units.push_back(timeline.about(tracks[i]).unit);
        table.inexact.push_back(sums.isInexact || sums.isRounded);
        isRounded |= sums.isRounded;
        table.columns[0].integers.push_back(sums.count);
        const bool isKnown = sums.seconds > 0;
        const auto recorded = [&](double value) {
            return timeline.about(tracks[i]).origin == 0 ? asWritten(value) : value;
        };
        const double values[] = {recorded(sums.first),
                                 recorded(sums.last),
                                 recorded(sums.least),
                                 recorded(sums.most),
                                 isKnown ? sums.center + sums.distances / sums.seconds : kNoNumber,
                                 isKnown ? sums.center * sums.seconds + sums.distances : kNoNumber,
                                 sums.step,
                                 isKnown ? sigmaOf(sums) : kNoNumber};
        for (std::size_t column = 0; column < std::size(values); ++column)
            table.columns[column + 1].numbers.push_back(values[column]);
        table.columns[3].places.push_back(sums.leastAt);
        table.columns[4].places.push_back(sums.mostAt);
        table.columns[7].places.push_back(sums.stepAt);
        unknown += sums.unknown;
    }
    if (unknown > 0)
        table.remarks.push_back(counted(unknown, "value is no number.", "values are no numbers."));
    if (isRounded)
        table.remarks.emplace_back(
            "≈: large values are rounded to about seven digits, and so are steps between them.");
    return table;
}

}
