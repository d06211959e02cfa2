#include "core/compare/parts.h"

#include "core/base/behind.h"
#include "core/compare/numbered.h"
#include "core/stats/scope_time.h"

#include <algorithm>
#include <optional>
#include <set>

namespace traceglass::compare {

namespace {

// The groups of the runs that its tracks are of; nothing: of none, or of all.
std::optional<std::vector<TrackId>> runsOf(const stats::MadeTable& part)
{
    if (!part.scope.tracks || part.scope.tracks->empty())
        return {};
    std::set<TrackId> runs;
    for (const TrackId track : *part.scope.tracks) {
        const TrackId top = stats::topOf(*part.timeline, track);
        if (!(part.timeline->track(top).flags & group_flag::kRun))
            return {};
        runs.insert(top);
    }
    return std::vector(runs.begin(), runs.end());
}

// "segment 0/" where all rows are of that run; nothing where they are of several; empty where they are of none.
std::optional<std::string> rootOf(const stats::MadeTable& part)
{
    const StatTable& table = part.table();
    if (table.tracks.empty() || table.tracks.front() == kNoTrack) // a row of tracks without a group
        return std::string();
    const Timeline& timeline = *part.timeline;
    const TrackId top = stats::topOf(timeline, table.tracks.front());
    if (!(timeline.track(top).flags & group_flag::kRun))
        return std::string();
    const std::string root = std::string(timeline.name(top)) + '/';
    const bool isCommon =
        std::ranges::all_of(table.keys, [&](const std::string& key) { return key.starts_with(root); });
    return isCommon ? std::optional(root) : std::nullopt;
}

}

std::int64_t lengthOf(const stats::MadeTable& part)
{
    return stats::lengthOf(*part.timeline, part.scope);
}

Result<StatTable> namesIn(const stats::MadeTable& part, Job& job)
{
    return stats::SliceTable::make(part.timeline, {.range = part.scope.range, .tracks = runsOf(part)}, job)
        .map([](stats::SliceTable&& slices) { return std::move(slices).take(); });
}

std::int64_t unitsIn(const StatTable& names, std::string_view name)
{
    const auto found = std::ranges::find(names.keys, name);
    return found == names.keys.end()
        ? 0
        : names.columns.front().integers[static_cast<std::size_t>(found - names.keys.begin())];
}

Result<ComparedParts> comparedParts(stats::MadeTable a, stats::MadeTable b, const Denominator& per, Job& job)
{
    const auto rootOfA = rootOf(a), rootOfB = rootOf(b);
    const bool areOfOtherRuns = rootOfA && rootOfB && *rootOfA != *rootOfB;
    const std::size_t skippedOfA = areOfOtherRuns ? rootOfA->size() : 0,
                      skippedOfB = areOfOtherRuns ? rootOfB->size() : 0;
    ComparedParts out {{}, std::move(a), std::move(b)};
    const auto stopped = [&](const Error& error) {
        letGo(std::move(out));
        return tl::unexpected(error);
    };
    std::vector<std::string> remarks;
    if (out.a.slices && out.b.slices) {
        auto joined = joinNumbered({out.a, skippedOfA}, {out.b, skippedOfB}, job);
        if (!joined)
            return stopped(joined.error());
        remarks = std::move(*joined);
    }
    if (out.b.table().areNumbered) {
        for (stats::MadeTable* const part : {&out.a, &out.b})
            part->other = std::make_shared<const StatTable>(alike(part->table(), job));
        remarks.emplace_back(
            "Numbers are those of each run, so what is alike is one row: sums, or else means.");
    }
    auto both = compared({out.a.table(), skippedOfA}, {out.b.table(), skippedOfB}, per, job);
    if (!both)
        return stopped(both.error());
    out.both = std::move(*both);
    std::ranges::move(remarks, std::back_inserter(out.both.table.remarks));
    if (rootOfA.has_value() != rootOfB.has_value())
        out.both.table.remarks.push_back(
            (rootOfA ? "B" : "A")
            + std::string(" has several runs: rows match those of one that is compared alone."));
    if (out.a.hasDurations() && out.b.hasDurations())
        if (auto judged = judge(out.both, out.a, out.b, job); !judged)
            return stopped(judged.error());
    return out;
}

}
