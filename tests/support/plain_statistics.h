// The table of slices once more, the plain way: every slice is looked at by itself, all durations are sorted.
//
//     const std::string wrong = difference(*timeline, question, table);       // empty: it is as it should be
#pragma once

#include "core/logs/log_level.h"
#include "core/logs/log_template.h"
#include "core/stats/histogram.h"
#include "core/stats/slice_table.h"
#include "core/timeline/timeline.h"

#include <cmath>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace traceglass {

struct PlainSlice
{
    std::string key;
    std::int64_t clipNs = 0;
    std::int64_t selfNs = 0;
    std::int64_t durationNs = 0;
    bool isOpen = false;
    bool isClosed = false;
    StatPlace place;
};

inline bool comesFirst(const StatPlace& a, const StatPlace& b)
{
    return std::tuple(a.startNs, number(a.track), a.depth) < std::tuple(b.startNs, number(b.track), b.depth);
}

// Nothing: it is no matter of the table.
inline std::string plainTrackName(const Timeline& timeline, TrackId id)
{
    const std::string detail = trackDetail(timeline.track(id));
    return timeline.path(id) + (detail.empty() ? "" : ' ' + detail);
}

inline std::optional<std::string> plainKey(const Timeline& timeline, stats::SliceKey by, TrackId id,
                                           std::size_t depth, const Slice& slice)
{
    const Track& track = timeline.track(id);
    const bool isTask = track.kind == TrackKind::states;
    const std::string name(timeline.text(slice.name));
    switch (by) {
    case stats::SliceKey::name: return name;
    case stats::SliceKey::thread:
        if (track.kind != TrackKind::worker && !(track.kind == TrackKind::slices && track.number != 0))
            return {};
        [[fallthrough]];
    case stats::SliceKey::track: // several may be called the same
        return plainTrackName(timeline, id) + '\n' + std::to_string(number(id));
    case stats::SliceKey::task:
        if (!isTask || name != "polling")
            return {};
        return std::string(timeline.name(id));
    case stats::SliceKey::group: return track.parent == kNoTrack ? "no group" : timeline.path(track.parent);
    case stats::SliceKey::kind:
        return std::string(query::infoOf(query::Field::kind).words[static_cast<std::size_t>(track.kind)]);
    case stats::SliceKey::level:
        if (track.kind == TrackKind::log) {
            const std::size_t level = logs::logLevel(name);
            return level == logs::kNoLogLevel ? "no level" : std::string(logs::logLevelName(level));
        }
        if (track.kind != TrackKind::events)
            return {};
        return std::string(query::infoOf(query::Field::level).words[depth]);
    case stats::SliceKey::state:
        if (!isTask)
            return {};
        return name;
    case stats::SliceKey::text:
        if (track.kind != TrackKind::log && track.kind != TrackKind::events && track.kind != TrackKind::marks)
            return {};
        return logs::logTemplate(name);
    }
    return {};
}

using ChosenSlices = std::function<bool(TrackId, const Slice&)>; // by a filter
// The second key of a slice; nothing: it is no matter of the table.
using SecondText = std::function<std::optional<std::string>(TrackId, std::size_t depth, const Slice&)>;

inline std::map<std::string, std::vector<PlainSlice>>
plainSlices(const Timeline& timeline, const stats::SliceQuestion& question, const ChosenSlices& chosen,
            const SecondText& second)
{
    const TimeRange all {INT64_MIN, INT64_MAX};
    const TimeRange range = question.range.value_or(all);
    const auto inScope = query::tracksInScope(timeline, question.tracks);
    const auto clip = [](const Slice& slice, TimeRange to) {
        return std::max<std::int64_t>(std::min(slice.endNs, to.endNs) - std::max(slice.startNs, to.startNs),
                                      0);
    };
    std::map<std::string, std::vector<PlainSlice>> out;
    for (std::uint32_t i = 0; i < timeline.trackCount(); ++i) {
        const auto id = TrackId(i);
        const TrackKind kind = timeline.track(id).kind;
        if (inScope[i] == 0 || !query::hasNames(kind) || kind == TrackKind::ruler
            || kind == TrackKind::health)
            continue;
        std::vector<std::vector<Slice>> rows;
        for (const RowId row : timeline.rows(id)) {
            rows.push_back(timeline.slices(row, all, SIZE_MAX));
            std::erase_if(rows.back(), [](const Slice& each) {
                return (each.flags & (slice::kGap | slice::kHollow)) != 0;
            });
        }
        for (std::size_t depth = 0; depth < rows.size(); ++depth) {
            std::size_t below = 0;
            for (const Slice& each : rows[depth]) {
                auto key = plainKey(timeline, question.by, id, depth, each);
                if (key && second) {
                    const auto more = second(id, depth, each);
                    key = more ? std::optional(*key + " · " + *more) : std::nullopt;
                }
                if (!key || !overlaps(each.startNs, each.endNs, range) || (chosen && !chosen(id, each)))
                    continue;
                PlainSlice one;
                one.key = *key;
                one.clipNs = clip(each, range);
                one.selfNs = one.clipNs;
                if (depth + 1 < rows.size()) {
                    const std::vector<Slice>& deeper = rows[depth + 1];
                    const TimeRange shown {std::max(each.startNs, range.startNs),
                                           std::min(each.endNs, range.endNs)};
                    while (below < deeper.size() && deeper[below].endNs <= shown.startNs)
                        ++below;
                    for (std::size_t at = below; at < deeper.size() && deeper[at].startNs < shown.endNs; ++at)
                        one.selfNs -= clip(deeper[at], shown);
                }
                one.durationNs = each.durationNs();
                one.isOpen = (each.flags & (slice::kOpenStart | slice::kOpenEnd)) != 0;
                const bool isInstant = each.durationNs() == 0 && kind != TrackKind::states
                    && kind != TrackKind::spans && kind != TrackKind::worker;
                one.isClosed = !one.isOpen && !isInstant;
                one.place = {id, static_cast<std::uint16_t>(depth), each.startNs};
                out[*key].push_back(one);
            }
        }
    }
    return out;
}

inline const StatColumn& columnOf(const StatTable& table, std::string_view id)
{
    return *table.column(id);
}

// Empty, or what is not as the plain way has it.
inline std::string difference(const Timeline& timeline, const stats::SliceQuestion& question,
                              const StatTable& table, const ChosenSlices& chosen = {},
                              const SecondText& second = {})
{
    const auto expected = plainSlices(timeline, question, chosen, second);
    if (table.size() != expected.size())
        return std::to_string(table.size()) + " rows, expected " + std::to_string(expected.size());
    for (std::size_t row = 0; row < table.size(); ++row) {
        const bool isOfTrack =
            question.by == stats::SliceKey::track || question.by == stats::SliceKey::thread;
        // Those of one name say in brackets which one they are.
        const std::string name = isOfTrack ? plainTrackName(timeline, table.tracks[row]) : table.keys[row];
        const auto found = expected.find(
            name + (isOfTrack ? '\n' + std::to_string(number(table.tracks[row])) : std::string()));
        if (found == expected.end() || !table.keys[row].starts_with(name))
            return "row " + table.keys[row];
        std::vector<PlainSlice> closed;
        std::int64_t total = 0, self = 0, open = 0;
        for (const PlainSlice& each : found->second) {
            total += each.clipNs;
            self += each.selfNs;
            open += each.isOpen ? 1 : 0;
            if (each.isClosed)
                closed.push_back(each);
        }
        std::ranges::sort(closed, [](const PlainSlice& a, const PlainSlice& b) {
            return a.durationNs != b.durationNs ? a.durationNs < b.durationNs : comesFirst(a.place, b.place);
        });
        std::string wrong;
        const auto compare = [&](const char* id, std::int64_t value) {
            const std::int64_t is = columnOf(table, id).integers[row];
            if (is != value)
                wrong +=
                    std::string(" ") + id + ' ' + std::to_string(is) + ", expected " + std::to_string(value);
        };
        const auto comparePlace = [&](const char* id, std::int64_t value) {
            compare(id, value);
            const StatPlace& place = columnOf(table, id).places[row];
            const auto first = std::ranges::find(closed, value, &PlainSlice::durationNs);
            if (first != closed.end() && !(place == first->place))
                wrong += std::string(" place of ") + id;
        };
        compare("count", static_cast<std::int64_t>(found->second.size()));
        compare("open", open);
        compare("total_ns", total);
        compare("self_ns", self);
        const auto n = static_cast<std::int64_t>(closed.size());
        const auto nearest = [&](std::int64_t percent) { // ceil(p n), counted from 1
            return n == 0 ? kNoInteger
                          : closed[static_cast<std::size_t>((percent * n + 99) / 100 - 1)].durationNs;
        };
        std::int64_t sum = 0;
        for (const PlainSlice& each : closed)
            sum += each.durationNs;
        compare("mean_ns", n == 0 ? kNoInteger : (2 * sum + n) / (2 * n));
        comparePlace("min_ns", n == 0 ? kNoInteger : closed.front().durationNs);
        comparePlace("p50_ns", nearest(50));
        comparePlace("p95_ns", nearest(95));
        comparePlace("p99_ns", nearest(99));
        comparePlace("max_ns", n == 0 ? kNoInteger : closed.back().durationNs);
        StatHistogram histogram;
        for (const PlainSlice& each : closed) {
            if (histogram.empty() || histogram.back().first != stats::stepOf(each.durationNs))
                histogram.emplace_back(stats::stepOf(each.durationNs), 0);
            ++histogram.back().second;
        }
        if (table.histograms[row] != histogram)
            wrong += " histogram";
        const TimeRange range = question.range.value_or(timeline.range);
        const double share = static_cast<double>(total) / static_cast<double>(range.lengthNs());
        if (std::abs(columnOf(table, "share").numbers[row] - share) > 1e-12)
            wrong += " share";
        if (!wrong.empty())
            return std::string(stats::wordOf(question.by)) + ' ' + table.keys[row] + ':' + wrong;
    }
    return {};
}

}
