// Spans by name: how long they lived, from their begin to their end, and for how much of that they were entered. Slices of
// spans tell only how long each was entered at a time; what awaits lives on meanwhile.
#include "core/base/sort.h"
#include "core/base/workers.h"
#include "core/formats/rfr/statistics/rfr_statistics.h"
#include "core/stats/columns.h"
#include "core/stats/fitting.h"
#include "core/stats/histogram.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>
#include <unordered_map>

namespace traceglass::rfr {

namespace {

struct Life
{
    TimeRange time;
    StatPlace place;      // of its first slice
    bool isWhole = false; // begin and end are recorded
    bool isCounted = false;
};

// Lives follow each other in a row of the timeline.
struct LivesOfRow
{
    RowId row = kNoRow;
    std::vector<std::uint32_t> spans; // in the order of their begin
};

struct SpanRow
{
    StringId name {};
    std::vector<const Life*> whole;
    std::vector<std::int64_t> lengths; // of these, ascending
    std::int64_t count = 0, open = 0;
    std::int64_t totalNs = 0, enteredNs = 0; // within the range
    // By rank; those of none are not known.
    std::array<std::int64_t, 4> values {kNoInteger, kNoInteger, kNoInteger, kNoInteger};
    std::array<StatPlace, 4> places {};
};

constexpr std::array<std::uint64_t, 4> kRanks = {500, 950, 990, 1'000}; // of a thousand

class SpanTableMaker
{
public:
    SpanTableMaker(const Tables& found, const StatRequest& request, const Job& job)
        : m_found(found)
        , m_request(request)
        , m_timeline(request.timeline)
        , m_range(request.range.value_or(request.timeline.range))
        , m_job(job)
    {
        placeLives();
        for (const LivesOfRow& row : m_rows)
            addSlices(row);
        for (std::size_t i = 0; i < m_lives.size() && !job.stopRequested(); ++i)
            if (m_lives[i].isCounted)
                addLife(rowOf(m_found.spans[i].name), m_lives[i]);
        forEachParallel(m_table.size(), request.threads, m_job, [this](std::size_t i) { sort(m_table[i]); });
    }

    std::vector<SpanRow> take() { return std::move(m_table); }

private:
    void placeLives()
    {
        const auto isAsked = stats::tracksAsked(m_request);
        std::unordered_map<std::uint64_t, TrackId> trackOf; // by number of the lane
        for (std::uint32_t i = 0; i < m_timeline.trackCount(); ++i)
            if (const Track& track = m_timeline.track(TrackId(i));
                track.kind == TrackKind::spans && isAsked[i])
                trackOf.emplace(track.key, TrackId(i));
        std::map<std::pair<TrackId, std::uint32_t>, std::size_t> known;
        m_lives.resize(m_found.spans.size());
        for (std::uint32_t i = 0; i < m_lives.size() && !m_job.stopRequested(); ++i) {
            const SpanInfo& span = m_found.spans[i];
            const auto track = trackOf.find(span.lane);
            if (track == trackOf.end())
                continue;
            const auto [at, isNew] = known.try_emplace({track->second, span.depthRow}, m_rows.size());
            if (isNew) {
                const std::vector<RowId> rows = m_timeline.rows(track->second);
                m_rows.push_back({span.depthRow < rows.size() ? rows[span.depthRow] : kNoRow, {}});
            }
            LivesOfRow& row = m_rows[at->second];
            if (row.row == kNoRow)
                continue;
            const std::int64_t shift = m_timeline.shift(row.row);
            const auto inView = [&](std::optional<Micros> moment, std::int64_t otherwise) {
                const auto ns = moment ? nanoseconds(*moment) : std::nullopt;
                return ns ? addSaturating(*ns, shift) : otherwise;
            };
            Life& life = m_lives[i];
            life.isWhole = span.opened && span.close;
            life.time = {inView(span.opened, m_timeline.range.startNs),
                         inView(span.close, m_timeline.range.endNs)};
            life.place = {track->second, static_cast<std::uint16_t>(span.depthRow), life.time.startNs};
            row.spans.push_back(i);
        }
        for (LivesOfRow& row : m_rows)
            std::ranges::stable_sort(row.spans, {},
                                     [this](std::uint32_t i) { return m_lives[i].time.startNs; });
    }

    // What its slices have within the range; a life counts of which one fits.
    void addSlices(const LivesOfRow& of)
    {
        if (of.row == kNoRow)
            return;
        std::size_t next = 0; // life that begins behind the slice
        const std::int64_t shift = m_timeline.shift(of.row);
        for (std::size_t i = 0; i < m_timeline.partCount(of.row) && !m_job.stopRequested(); ++i) {
            const SlicePart part = m_timeline.part(of.row, i);
            const SlicePack& pack = m_timeline.pack(part.pack);
            for (std::size_t at = part.begin; at < part.end; ++at) {
                const Slice slice = pack.at(at);
                const TimeRange time {addSaturating(slice.startNs, shift), addSaturating(slice.endNs, shift)};
                while (next < of.spans.size() && m_lives[of.spans[next]].time.startNs <= time.startNs)
                    ++next;
                if (next == 0 || !overlaps(time.startNs, time.endNs, m_range)
                    || !stats::isFitting(m_request.only.get(), part.pack, at))
                    continue;
                m_lives[of.spans[next - 1]].isCounted = true;
                SpanRow& row = rowOf(m_found.spans[of.spans[next - 1]].name);
                const std::int64_t ns = stats::clippedNs(time, m_range);
                row.totalNs = addSaturating(row.totalNs, ns);
                if (!(slice.flags & slice::kHollow))
                    row.enteredNs = addSaturating(row.enteredNs, ns);
            }
        }
    }

    static void addLife(SpanRow& row, const Life& life)
    {
        ++row.count;
        if (life.isWhole)
            row.whole.push_back(&life);
        else
            ++row.open;
    }

    void sort(SpanRow& row) const
    {
        const auto isBefore = [](const Life* a, const Life* b) {
            return std::tuple(a->time.lengthNs(), a->time.startNs, number(a->place.track), a->place.depth)
                < std::tuple(b->time.lengthNs(), b->time.startNs, number(b->place.track), b->place.depth);
        };
        if (!sortUnlessStopped(row.whole, isBefore, m_job) || row.whole.empty())
            return;
        for (const Life* const life : row.whole)
            row.lengths.push_back(life->time.lengthNs());
        for (std::size_t i = 0; i < kRanks.size(); ++i) {
            row.values[i] = stats::nearestRank(row.lengths, kRanks[i]);
            const auto first = std::ranges::lower_bound(row.lengths, row.values[i]);
            row.places[i] = row.whole[static_cast<std::size_t>(first - row.lengths.begin())]->place;
        }
    }

    SpanRow& rowOf(StringId name)
    {
        const auto [at, isNew] = m_rowOf.try_emplace(name, m_table.size());
        if (isNew)
            m_table.emplace_back().name = name;
        return m_table[at->second];
    }

    const Tables& m_found;
    const StatRequest& m_request;
    const Timeline& m_timeline;
    const TimeRange m_range;
    const Job& m_job;
    std::vector<Life> m_lives; // by span
    std::vector<LivesOfRow> m_rows;
    std::map<StringId, std::size_t> m_rowOf;
    std::vector<SpanRow> m_table;
};

void addSpanColumns(StatTable& table, const std::vector<SpanRow>& rows, const Job& job)
{
    const stats::Columns columns(table, rows, job);
    columns.addSum("count", "count", "Spans that lived in the range.", StatUnit::count,
                   [](const SpanRow& row) { return row.count; });
    columns.add("open", "open", "Those of which the begin or the end is not recorded.", StatUnit::count,
                [](const SpanRow& row) { return row.open; });
    columns.addSum("total_ns", "total", "For how long they lived within the range, entered or not.",
                   StatUnit::span, [](const SpanRow& row) { return row.totalNs; });
    columns.addSum("entered_ns", "entered", "For how much of that they were entered.", StatUnit::span,
                   [](const SpanRow& row) { return row.enteredNs; });
    columns.addSum("awaited_ns", "awaited", "The rest, in which something was awaited.", StatUnit::span,
                   [](const SpanRow& row) { return subtractSaturating(row.totalNs, row.enteredNs); });
    constexpr std::array<std::array<std::string_view, 3>, kRanks.size()> kColumns {
        {{"p50_ns", "p50", "Half of them lived as long, or shorter: the median."},
         {"p95_ns", "p95", "Of a hundred of them 95 lived as long, or shorter."},
         {"p99_ns", "p99", "Of a hundred of them 99 lived as long, or shorter."},
         {"max_ns", "max", "The longest life."}}};
    for (std::size_t i = 0; i < kColumns.size(); ++i)
        columns.add(
            kColumns[i][0], kColumns[i][1], kColumns[i][2], StatUnit::span,
            [i](const SpanRow& row) { return row.values[i]; },
            [i](const SpanRow& row) { return row.places[i]; });
    columns.sortBy("total_ns");
}

}

StatTable spanTable(const Tables& found, const StatRequest& request, const Job& job)
{
    SpanTableMaker maker(found, request, job);
    std::vector<SpanRow> rows = maker.take();
    StatTable table {"spans", "Spans by name", "name"};
    table.isOfDurations = true;
    stats::Counts counts;
    for (SpanRow& row : rows) {
        if (job.stopRequested())
            break;
        table.names.push_back(row.name);
        table.keys.emplace_back(request.timeline.text(row.name));
        table.queries.push_back(stats::queryOf({stats::isEqual(query::Field::kind, "spans"),
                                                stats::isEqual(query::Field::name, table.keys.back())}));
        for (const std::int64_t ns : row.lengths)
            counts.add(ns);
        table.histograms.push_back(counts.take());
        table.durations.push_back(std::move(row.lengths));
    }
    addSpanColumns(table, rows, job);
    if (request.only)
        table.remarks.emplace_back(
            "Of spans with slices that fit; how long they lived is told of their whole life.");
    return table;
}

}
