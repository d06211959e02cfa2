#include "core/formats/rtc/statistics/rtc_statistics.h"

#include "core/base/text.h"
#include "core/base/workers.h"
#include "core/formats/rtc/statistics/rtc_stream_counts.h"
#include "core/stats/columns.h"

#include <algorithm>

namespace traceglass::rtc {

namespace {

// A stream with so many periods, half of which are within a tenth of the median, is sent by a timer; what is
// sent when something happens misses nothing.
constexpr std::size_t kPeriodsToKnow = 16;
constexpr std::int64_t kSteadyPart = 10;

struct StreamRow
{
    const StreamCount* counted = nullptr;
    std::int64_t medianNs = kNoInteger;
    std::int64_t p99Ns = kNoInteger;
    std::int64_t longGaps = kNoInteger;
    std::int64_t missing = kNoInteger;
    StatPlace maxGap;

    double rate() const
    {
        constexpr double kNsPerSecond = 1e9;
        const StreamCount& of = *counted;
        const auto gaps = static_cast<std::int64_t>(of.gaps.count());
        return of.stepsBack > 0 || gaps == 0
            ? stats::shareOf(0, 0)
            : stats::shareOf(gaps, subtractSaturating(of.lastNs, of.firstNs)) * kNsPerSecond;
    }
};

void finishRow(StreamRow& row, StreamCount& counted, const Timeline& timeline, const Job& job)
{
    constexpr std::int64_t kLongGap = 10; // medians
    Gaps& gaps = counted.gaps;
    row.counted = &counted;
    if (!gaps.sort(job))
        return;
    row.medianNs = gaps.rank(500);
    row.p99Ns = gaps.rank(990);
    if (row.medianNs > 0) {
        row.longGaps = gaps.countFrom(stats::productSaturating(row.medianNs, kLongGap));
        if (gaps.count() >= kPeriodsToKnow
            && subtractSaturating(gaps.rank(750), gaps.rank(250)) <= row.medianNs / kSteadyPart)
            row.missing = gaps.missing(row.medianNs);
    }
    const RowId first = timeline.track(counted.track).firstRow;
    if (counted.maxGapNs == kNoInteger || first == kNoRow)
        return;
    const std::int64_t startNs = counted.axis->toView(counted.maxGapStartNs);
    const auto slices = timeline.slices(first, {startNs, addSaturating(startNs, 1)}, 16);
    if (std::ranges::find(slices, startNs, &Slice::startNs) != slices.end())
        row.maxGap = {counted.track, 0, startNs};
}

void addStreamColumns(StatTable& table, const std::vector<StreamRow>& rows, const Job& job)
{
    const stats::Columns columns(table, rows, job);
    columns.addSum("frames", "frames", "How many payloads there are; one in several frames counts once.",
                   StatUnit::count, [](const StreamRow& row) { return row.counted->frames; });
    columns.addSum("bytes", "bytes", "Their lengths added up.", StatUnit::bytes,
                   [](const StreamRow& row) { return row.counted->bytes; });
    columns.add("median_period_ns", "median period",
                "Half of the gaps between two frames are no longer (nearest rank).", StatUnit::span,
                [](const StreamRow& row) { return row.medianNs; });
    columns.add("rate", "rate",
                "Frames a second, from the first one to the last; unknown where the clock went back.",
                StatUnit::rate, [](const StreamRow& row) { return row.rate(); });
    columns.add("p99_gap_ns", "p99 gap", "99 of 100 gaps between two frames are no longer (nearest rank).",
                StatUnit::span, [](const StreamRow& row) { return row.p99Ns; });
    columns.add(
        "max_gap_ns", "longest gap", "The longest time without a frame between two.", StatUnit::span,
        [](const StreamRow& row) { return row.counted->maxGapNs; },
        [](const StreamRow& row) { return row.maxGap; });
    columns.addSum("long_gaps", "gaps ≥ 10 medians",
                   "How many gaps are as long as ten median periods, or longer.", StatUnit::count,
                   [](const StreamRow& row) { return row.longGaps; });
    columns.addSum("missing", "missing ≈",
                   "Frames that would fill the gaps: each gap rounded to median periods, less one.",
                   StatUnit::count, [](const StreamRow& row) { return row.missing; });
    columns.addSum("steps_back", "steps back", "How often a frame has an earlier time than the one before.",
                   StatUnit::count, [](const StreamRow& row) { return row.counted->stepsBack; });
    columns.addSum("bad_crc", "CRC bad",
                   "Frames that lie in a Unit whose CRC does not match, or a part of them.", StatUnit::count,
                   [](const StreamRow& row) { return row.counted->badCrc; });
    columns.addSum("incomplete", "incomplete", "Payloads of which a part is missing.", StatUnit::count,
                   [](const StreamRow& row) { return row.counted->incomplete; });
    columns.addSum("untimed", "without time", "Frames that no clock gives a certain time.", StatUnit::count,
                   [](const StreamRow& row) { return row.counted->untimed; });
}

}

Result<StatTable> RtcStatistics::table(std::string_view id, const StatRequest& request, Job& job) const
{
    if (id != "streams")
        return StatTable {};
    StreamCounts counts(m_file, request);
    if (auto done = counts.read(job); !done)
        return tl::unexpected(done.error());
    const Timeline& timeline = request.timeline;
    std::vector<StreamRow> rows(counts.streams().size());
    forEachParallel(rows.size(), request.threads, job,
                    [&](std::size_t i) { finishRow(rows[i], counts.streams()[i], timeline, job); });
    if (job.stopRequested())
        return fail(Code::Stopped);

    StatTable table {"streams", "Streams", "stream"};
    for (const StreamRow& row : rows) {
        if (job.stopRequested())
            return fail(Code::Stopped);
        const TrackId track = row.counted->track;
        const std::string path = timeline.path(track);
        table.keys.push_back(path);
        table.tracks.push_back(track);
        table.queries.push_back(stats::queryOf({stats::isEqual(query::Field::track, path)}));
    }
    addStreamColumns(table, rows, job);
    if (std::ranges::any_of(counts.streams(), &StreamCount::isPart))
        table.remarks.emplace_back(
            "Of streams of which some slices do not fit, only frames count that a slice which fits begins with; "
            "periods and gaps are those between them.");
    table.remarks.emplace_back(
        "How many frames are missing is told of streams with a steady period only: half of "
        "the gaps within a tenth of the median.");
    return table;
}

}
