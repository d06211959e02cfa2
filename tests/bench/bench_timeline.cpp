#include "core/query/hit_order.h"
#include "core/query/parse.h"
#include "core/stats/slice_table.h"
#include "core/timeline/timeline_builder.h"
#include "tests/bench/bench.h"

#include <atomic>
#include <random>
#include <thread>

namespace traceglass::bench {

namespace {

// How long a table of slices goes on once it is to stop: the longest of some moments of its making, on all cores.
void stopping(const TimelinePtr& timeline)
{
    constexpr int kMoments = 8;
    double longest = 0;
    for (const stats::SliceKey by : {stats::SliceKey::name, stats::SliceKey::track, stats::SliceKey::kind}) {
        double start = wallSeconds();
        Job whole;
        (void)stats::sliceTable(timeline, {.by = by}, whole);
        const double needed = wallSeconds() - start;
        for (int i = 0; i < kMoments; ++i) {
            std::stop_source source;
            std::atomic<double> ended = 0;
            std::thread maker([&] {
                Job job(source.get_token());
                (void)stats::sliceTable(timeline, {.by = by}, job);
                ended = wallSeconds();
            });
            std::this_thread::sleep_for(std::chrono::duration<double>(needed * (i + 0.5) / kMoments));
            start = wallSeconds();
            source.request_stop();
            maker.join();
            longest = std::max(longest, ended - start);
        }
    }
    row("stats.stop", longest * 1e3, "ms", 50);
}

// Tables of slices by name, on one core.
void statistics(const TimelinePtr& timeline)
{
    stats::SliceQuestion question;
    question.threads = 1;
    double slices = 0;
    const auto measured = [&](const char* name, double limitNs, const std::function<void(stats::SliceTable&)>& add) {
        Job job;
        std::optional<stats::SliceTable> table;
        std::vector<double> seconds;
        for (int i = 0; i < 3; ++i) {
            double before = processSeconds();
            table.emplace(std::move(*stats::SliceTable::make(timeline, question, job)));
            if (add) {
                before = processSeconds();
                add(*table);
            }
            seconds.push_back(processSeconds() - before);
        }
        slices = 0;
        for (const std::int64_t count : table->table().columns.front().integers)
            slices += static_cast<double>(count);
        row(name, percentile(seconds, 0.5) * 1e9 / slices, "ns per slice", limitNs);
    };
    Job job;
    measured("stats.sums", 6, {});
    measured("stats.percentiles", 34, [&](stats::SliceTable& table) { (void)table.addPercentiles(job); });
    measured("stats.percentiles.50-names", 5, [&](stats::SliceTable& table) {
        std::vector<std::size_t> rows(50);
        for (std::size_t i = 0; i < rows.size(); ++i)
            rows[i] = i * 10;
        (void)table.addPercentiles(rows, job);
    });
    stopping(timeline);
}

}

void timeline()
{
    constexpr std::size_t kSlices = 20'000'000;
    constexpr std::size_t kRows = 30;
    constexpr int kPixels = 2000;
    std::mt19937_64 random(1);

    TimelineBuilder builder;
    std::vector<StringId> names;
    for (int i = 0; i < 500; ++i)
        names.push_back(builder.intern("function " + std::to_string(i)));
    std::vector<RowId> rows;
    for (std::size_t i = 0; i < kRows; ++i) {
        Track track;
        track.kind = TrackKind::worker;
        rows.push_back(builder.addRow(builder.addTrack(track)));
    }
    std::vector<std::int64_t> now(kRows, 1'780'000'000'000'000'000);
    const double start = threadSeconds();
    for (std::size_t i = 0; i < kSlices; ++i) {
        const std::size_t row = i % kRows;
        const std::int64_t length = 200 + std::int64_t(random() % 4'000);
        builder.add(
            rows[row],
            {now[row], now[row] + length, names[random() % names.size()], 0, RecordRef(SourceId(1), i * 13)});
        now[row] += length + std::int64_t(random() % 900);
    }
    const TimeRange range {1'780'000'000'000'000'000, now[0]};
    TimelinePtr snapshot = builder.snapshot(range, kSlices, true);
    row("timeline.build", (threadSeconds() - start) * 1e9 / double(kSlices),
        "ns per slice, random numbers included");
    const double perSlice = static_cast<double>(snapshot->memoryBytes()) / double(kSlices);
    row("timeline.memory.columns", perSlice, "bytes per slice", 18);

    std::vector<double> oneRow, frames;
    std::vector<Run> runs;
    for (int i = 0; i < 1500; ++i) {
        const int zoom = i % 21;
        const std::int64_t width = std::max<std::int64_t>(range.lengthNs() >> zoom, kPixels);
        const std::int64_t from = range.startNs
            + std::int64_t(random() % std::uint64_t(std::max<std::int64_t>(range.lengthNs() - width, 1)));
        const TimeRange window {from, from + width};
        const double begun = threadSeconds();
        for (std::size_t r = 0; r < kRows; ++r) {
            runs.clear();
            snapshot->query(rows[r], window, std::max<std::int64_t>(width / kPixels, 1), runs);
            if (r == 0)
                oneRow.push_back(threadSeconds() - begun);
        }
        frames.push_back(threadSeconds() - begun);
    }
    row("timeline.query.row.p50", percentile(oneRow, 0.5) * 1e3, "ms");
    row("timeline.query.row.p99", percentile(oneRow, 0.99) * 1e3, "ms", 0.30);
    row("timeline.query.30-rows.p50", percentile(frames, 0.5) * 1e3, "ms", 1.0);
    row("timeline.query.30-rows.p99", percentile(frames, 0.99) * 1e3, "ms", 8.3);

    // What a query holds for, on one core; the limits are those of 100 million slices.
    const auto find = [&](const char* name, const char* text, double limitNs) {
        const auto expr = query::parse(text);
        const double seconds = median(
            [&] {
                Job job;
                query::Scope scope;
                scope.threads = 1;
                (void)query::run(snapshot, *expr, scope, job);
            },
            processSeconds, 5);
        row(std::string("find.") + name, seconds * 1e9 / double(kSlices), "ns per slice", limitNs);
    };
    find("name", "name = \"function 137\"", 5);
    find("text", "\"tion 13\"", 5);
    find("duration", "duration >= 1 us", 5);
    find("duration.rare", "duration >= 1 s", 0.5);
    find("both", "\"tion 13\" duration = 3 us .. 4 us", 10);

    // All slices in order: what the list and the marks of the window need besides.
    Job job;
    const auto all = std::make_shared<query::Hits>(*query::run(snapshot, {}, {}, job));
    std::unique_ptr<query::HitOrder> order;
    const double seconds =
        median([&] { order = std::make_unique<query::HitOrder>(all, job); }, processSeconds, 3);
    row("find.order", seconds * 1e9 / double(all->count()), "ns per hit", 5);
    std::vector<double> pages;
    for (std::uint64_t i = 0; i < 200; ++i) {
        const double before = wallSeconds();
        (void)order->page(all->count() / 200 * i, 60, job);
        pages.push_back((wallSeconds() - before) * 1e3);
    }
    row("find.page.p99", percentile(pages, 0.99), "ms", 50);

    // Half of the slices fit a filter: once what drawing needs, then frames of all rows at once.
    const auto half =
        std::make_shared<query::Hits>(*query::run(snapshot, *query::parse("duration >= 2 us"), {}, job));
    TimelinePtr drawn;
    const double masking = median([&] { drawn = query::masked(half, job); }, processSeconds, 3);
    row("filter.mask", masking * 1e9 / double(kSlices), "ns per slice", 5);
    const auto frame = [&](const Timeline& timeline, std::int64_t part) {
        return median(
            [&] {
                const TimeRange whole = timeline.range;
                const TimeRange window {whole.startNs, whole.startNs + whole.lengthNs() / part};
                for (std::uint32_t i = 0; i < timeline.rowCount(); ++i) {
                    runs.clear();
                    timeline.query(RowId(i), window, window.lengthNs() / 2'000, runs);
                }
            },
            processSeconds, 5);
    };
    for (const auto& [name, part] : {std::pair("filter.frame", 1), std::pair("filter.frame.zoomed", 1'000)})
        row(name, frame(*drawn, part) / frame(*snapshot, part), "of a frame without", 2);
    statistics(snapshot);
}

}
