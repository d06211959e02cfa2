// Garbage collections: a row each.
#include "core/base/text.h"
#include "core/formats/cjfr/records/cjfr_fields.h"
#include "core/formats/cjfr/statistics/cjfr_tables.h"
#include "core/formats/cjfr/timeline/cjfr_words.h"

#include <algorithm>

namespace traceglass::cjfr {

namespace {

struct CollectionRow
{
    std::int64_t gcId = 0;
    StringId name {};
    StringId cause {};
    std::int64_t sumNs = kNoInteger;
    std::int64_t longestNs = kNoInteger;
    std::int64_t before = kNoInteger;
    std::int64_t after = kNoInteger;
    Longest event;

    std::int64_t freed() const
    {
        return before == kNoInteger || after == kNoInteger ? kNoInteger : subtractSaturating(before, after);
    }
    std::int64_t freedPerMs() const
    {
        constexpr std::int64_t kMillisecond = 1'000'000;
        return freed() == kNoInteger || sumNs == kNoInteger ? kNoInteger
                                                            : stats::amountPer(freed(), kMillisecond, sumNs);
    }
};

struct PauseSums // of a collection
{
    std::int64_t sumNs = 0;
    std::int64_t longestNs = 0;
};

struct HeapUse // around a collection
{
    std::int64_t before = kNoInteger;
    std::int64_t after = kNoInteger;
};

// Finds the slices of one collection.
std::string queryFor(const Timeline& timeline, const StatPlace& place)
{
    if (place.track == kNoTrack)
        return {};
    const auto slice = timeline.findSlice(place.in(timeline));
    if (!slice)
        return {};
    query::Test start = stats::isEqual(query::Field::start, std::to_string(place.startNs) + "ns");
    start.operands.front().kind = query::Operand::Kind::number;
    start.operands.front().value = place.startNs;
    return stats::queryOf({stats::isEqual(query::Field::track, timeline.path(place.track)),
                           stats::isEqual(query::Field::name, std::string(timeline.text(slice->name))),
                           std::move(start)});
}

void addCollectionColumns(StatTable& table, const EventPass& pass, const std::vector<CollectionRow>& rows)
{
    const stats::Columns columns(table, rows, pass.job());
    columns.add(
        "start_ns", "start", "When the collection began.", StatUnit::moment,
        [](const CollectionRow& row) { return row.event.time.startNs; },
        [&](const CollectionRow& row) { return pass.placeOf(row.event); });
    columns.add("cause", "cause", "Why the JVM collected.", StatUnit::text,
                [&](const CollectionRow& row) { return escaped(pass.text(row.cause)); });
    columns.add("name", "collector", "Which collector it was, and what it collects.", StatUnit::text,
                [&](const CollectionRow& row) { return collectionWords(escaped(pass.text(row.name))); });
    columns.add("pauses_ns", "pauses",
                "For how long the program was stopped: the sum of the collection's pauses.", StatUnit::span,
                [](const CollectionRow& row) { return row.sumNs; });
    columns.add("longest_pause_ns", "longest pause", "The longest of its pauses.", StatUnit::span,
                [](const CollectionRow& row) { return row.longestNs; });
    columns.add("duration_ns", "start to end",
                "From the start of the collection to its end; the program may run meanwhile.", StatUnit::span,
                [](const CollectionRow& row) { return row.event.ns; });
    columns.add("before_bytes", "heap before", "Heap in use before the collection.", StatUnit::bytes,
                [](const CollectionRow& row) { return row.before; });
    columns.add("after_bytes", "heap after", "Heap in use after the collection.", StatUnit::bytes,
                [](const CollectionRow& row) { return row.after; });
    columns.add("freed_bytes", "freed",
                "Heap before less heap after; negative where the program allocated more meanwhile.",
                StatUnit::bytes, [](const CollectionRow& row) { return row.freed(); });
    columns.add("freed_per_ms", "freed per ms", "Bytes freed for each millisecond of its pauses.",
                StatUnit::bytes, [](const CollectionRow& row) { return row.freedPerMs(); });
    columns.sortBy("pauses_ns");
}

}

Result<StatTable> collectionTable(EventPass& pass)
{
    enum Wanted : std::size_t { collection, pause, heap };
    const std::vector<WantedEvents> wanted = {
        {"jdk.GarbageCollection", {"gcId", "name", "cause", "sumOfPauses", "longestPause"}},
        {"jdk.GCPhasePause", {"gcId"}, true},
        {"jdk.GCHeapSummary", {"gcId", "when", "heapUsed"}, true}, // a moment, at one end of its collection
    };
    std::vector<CollectionRow> rows;
    std::map<std::int64_t, PauseSums> pausesOf;
    std::map<std::int64_t, HeapUse> heapOf;
    std::vector<std::int64_t> pauses; // in the range
    std::int64_t pausedNs = 0;
    const auto done = pass.read(wanted, [&](const EventView& event) {
        const std::int64_t gcId = pass.integer(event.fields[0]).value_or(kNoInteger);
        if (event.wanted == collection) {
            CollectionRow row;
            row.gcId = gcId;
            row.name = pass.name(event.fields[1]);
            row.cause = pass.name(event.fields[2]);
            row.sumNs = pass.span(event.fields[3]).value_or(kNoInteger);
            row.longestNs = pass.span(event.fields[4]).value_or(kNoInteger);
            row.event.take(event);
            rows.push_back(row);
        } else if (event.wanted == pause) {
            PauseSums& of = pausesOf[gcId];
            of.sumNs = addSaturating(of.sumNs, event.time.lengthNs());
            of.longestNs = std::max(of.longestNs, event.time.lengthNs());
            if ((event.isAsked || !pass.isPart())
                && overlaps(event.time.startNs, event.time.endNs, pass.range())) {
                pauses.push_back(event.time.lengthNs());
                pausedNs = addSaturating(pausedNs, stats::clippedNs(event.time, pass.range()));
            }
        } else {
            const std::string_view when = pass.text(pass.name(event.fields[1]));
            HeapUse& of = heapOf[gcId];
            (when.starts_with("Before") ? of.before : of.after) =
                pass.integer(event.fields[2]).value_or(kNoInteger);
        }
    });
    if (!done)
        return tl::unexpected(done.error());
    std::ranges::stable_sort(rows, {}, [](const CollectionRow& row) { return row.event.time.startNs; });

    StatTable table;
    for (CollectionRow& row : rows) {
        if (const auto known = pausesOf.find(row.gcId); known != pausesOf.end() && row.sumNs == kNoInteger) {
            row.sumNs = known->second.sumNs;
            row.longestNs = known->second.longestNs;
        }
        if (const auto known = heapOf.find(row.gcId); known != heapOf.end()) {
            row.before = known->second.before;
            row.after = known->second.after;
        }
        table.keys.push_back("gc " + (row.gcId == kNoInteger ? std::string("?") : std::to_string(row.gcId)));
    }
    table.areNumbered = true;
    addCollectionColumns(table, pass, rows);
    std::ranges::find(table.columns, "pauses_ns", &StatColumn::id)->isSum = true;
    if (pass.job().stopRequested())
        return fail(Code::Stopped);
    for (const StatPlace& place : table.columns.front().places)
        table.queries.push_back(queryFor(pass.timeline(), place));
    stats::sortUnlessStopped(pauses, pass.job());
    if (!pauses.empty())
        table.remarks.push_back("The program was stopped for "
                                + percentText(stats::shareOf(pausedNs, pass.range().lengthNs()), 2)
                                + " of the time: " + counted(pauses.size(), "pause", "pauses") + ", p95 "
                                + durationText(stats::nearestRank(pauses, 950)) + ", longest "
                                + durationText(pauses.back()) + ".");
    else if (!rows.empty() && pausesOf.empty())
        table.remarks.emplace_back("Pauses were not recorded one by one (jdk.GCPhasePause).");
    if (!rows.empty() && heapOf.empty())
        table.remarks.emplace_back("The heap around collections was not recorded (jdk.GCHeapSummary).");
    if (pass.isPart())
        table.remarks.emplace_back("Collections that fit, each with all of its pauses.");
    return table;
}

}
