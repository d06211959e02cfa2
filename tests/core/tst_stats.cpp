// Statistics of slices against a plain reckoning over all of them, and histograms against what is in them.
#include "core/formats/demo.h"
#include "core/formats/formats.h"
#include "core/model/timeline_builder.h"
#include "core/query/parse.h"
#include "core/stats/counter_table.h"
#include "core/stats/histogram.h"
#include "core/stats/log_table.h"
#include "core/stats/log_template.h"
#include "core/stats/merge.h"
#include "core/stats/slice_table.h"
#include "tests/support/sample_timeline.h"
#include "tests/support/small_captures.h"
#include "tests/support/stream_timeline.h"

#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <map>
#include <random>
#include <thread>

using namespace traceglass;
using stats::SliceKey;

namespace {

// --- the plain way

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

bool comesFirst(const StatPlace& a, const StatPlace& b)
{
    return std::tuple(a.startNs, number(a.track), a.depth) < std::tuple(b.startNs, number(b.track), b.depth);
}

// Nothing: it is no matter of the table.
std::optional<std::string> plainKey(const Timeline& timeline, SliceKey by, TrackId id, std::size_t depth,
                                    const Slice& slice)
{
    const Track& track = timeline.track(id);
    const bool isTask = track.kind == TrackKind::states;
    const std::string name(timeline.text(slice.name));
    const std::string detail = trackDetail(track);
    switch (by) {
    case SliceKey::name: return name;
    case SliceKey::thread:
        if (track.kind != TrackKind::worker && !(track.kind == TrackKind::slices && track.number != 0))
            return {};
        [[fallthrough]];
    case SliceKey::track: // several may be called the same
        return timeline.path(id) + (detail.empty() ? "" : ' ' + detail) + '\n' + std::to_string(number(id));
    case SliceKey::task:
        if (!isTask || name != "polling")
            return {};
        return std::string(timeline.name(id));
    case SliceKey::group: return track.parent == kNoTrack ? "" : timeline.path(track.parent);
    case SliceKey::kind:
        return std::string(query::infoOf(query::Field::kind).words[static_cast<std::size_t>(track.kind)]);
    case SliceKey::level:
        if (track.kind != TrackKind::events)
            return {};
        return std::string(query::infoOf(query::Field::level).words[depth]);
    case SliceKey::state:
        if (!isTask)
            return {};
        return name;
    case SliceKey::text:
        if (track.kind != TrackKind::log && track.kind != TrackKind::events && track.kind != TrackKind::marks)
            return {};
        return stats::logTemplate(name);
    }
    return {};
}

using Chosen = std::function<bool(TrackId, const Slice&)>; // by a filter

std::map<std::string, std::vector<PlainSlice>>
plain(const Timeline& timeline, const stats::SliceQuestion& question, const Chosen& chosen)
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
                const auto key = plainKey(timeline, question.by, id, depth, each);
                if (!key || !overlaps(each.startNs, each.endNs, range) || (chosen && !chosen(id, each)))
                    continue;
                PlainSlice one {*key, clip(each, range)};
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

const StatColumn& columnOf(const StatTable& table, std::string_view id)
{
    return *std::ranges::find(table.columns, id, &StatColumn::id);
}

// Empty, or what is not as the plain way has it.
std::string difference(const Timeline& timeline, const stats::SliceQuestion& question, const StatTable& table,
                       const Chosen& chosen = {})
{
    const auto expected = plain(timeline, question, chosen);
    if (table.size() != expected.size())
        return std::to_string(table.size()) + " rows, expected " + std::to_string(expected.size());
    for (std::size_t row = 0; row < table.size(); ++row) {
        const bool isOfTrack = question.by == SliceKey::track || question.by == SliceKey::thread;
        const auto found = expected.find(
            table.keys[row] + (isOfTrack ? '\n' + std::to_string(number(table.tracks[row])) : std::string()));
        if (found == expected.end())
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

// Tasks, spans, workers and events of the sample, a track of depths with every flag, lines of a log, values
// and a ruler.
TimelinePtr manySlices(int slices)
{
    SampleTimeline sample(40);
    TimelineBuilder& builder = sample.builder;
    std::mt19937_64 random(7);
    const auto below = [&](std::uint64_t limit) { return static_cast<std::int64_t>(random() % limit); };
    const char* const names[] = {"render", "Render", "upload", "wait for GPU", "", "present \"1\""};
    const auto ref = [](int i) { return RecordRef(SourceId(0), static_cast<std::uint64_t>(i)); };
    for (int track = 0; track < 3; ++track) {
        const TrackId thread = builder.addTrack({.parent = track == 2 ? kNoTrack : sample.tasks,
                                                 .name = builder.intern(track == 1 ? "thread" : "Thread"),
                                                 .number = static_cast<std::uint64_t>(track),
                                                 .key = 900 + static_cast<std::uint64_t>(track),
                                                 .kind = TrackKind::slices});
        const RowId rows[] = {builder.addRow(thread), builder.addRow(thread), builder.addRow(thread)};
        std::int64_t at = kSampleStart;
        for (int i = 0; i < slices / 3; ++i) {
            const std::int64_t length = i % 50 == 0 ? 0
                : i % 1000 == 1                     ? below(400'000'000)
                                                    : 300 * (1 + below(90));
            const auto flags = static_cast<std::uint8_t>(i % 23 == 0 ? random() % 64 : 0);
            builder.add(rows[0], {at, at + length, builder.intern(names[random() % 6]), flags, ref(i)});
            for (std::int64_t inner = at, most = 4; most > 0 && inner < at + length; --most) {
                const std::int64_t end = std::min(at + length, inner + below(9'000));
                builder.add(rows[1], {inner, end, builder.intern(names[random() % 3]), flags, ref(i)});
                if (most % 2 == 0)
                    builder.add(rows[2], {inner, (inner + end) / 2, builder.intern("leaf"), 0, ref(i)});
                inner = end + below(500);
            }
            at += length + below(500);
        }
    }
    const RowId log = builder.addRow(
        builder.addTrack({.name = builder.intern("stdout"), .key = 950, .kind = TrackKind::log}));
    const RowId counter = builder.addRow(
        builder.addTrack({.name = builder.intern("upload"), .key = 951, .kind = TrackKind::counter}));
    const RowId ruler = builder.addRow(
        builder.addTrack({.name = builder.intern("Units"), .key = 952, .kind = TrackKind::ruler}));
    for (int i = 0; i < 200; ++i) {
        const std::int64_t at = kSampleStart + i * kMs;
        builder.add(
            log,
            {at, at, builder.intern("line " + std::to_string(i % 30) + (i % 2 ? " ok" : " bad")), 0, ref(i)});
        builder.addValue(counter, at, i, ref(i));
        builder.add(ruler, {at, at + kMs, builder.intern(i % 2 ? "present" : "leaf"), 0, ref(i)});
    }
    return sample.snapshot();
}

std::vector<SliceKey> allKeys()
{
    std::vector<SliceKey> out;
    for (std::size_t i = 0; i < stats::kSliceKeys; ++i)
        out.push_back(static_cast<SliceKey>(i));
    return out;
}

bool areEqual(const StatTable& a, const StatTable& b)
{
    bool is = a.keys == b.keys && a.queries == b.queries && a.histograms == b.histograms
        && a.inexact == b.inexact && a.remarks == b.remarks;
    for (std::size_t i = 0; i < a.columns.size(); ++i)
        is = is && a.columns[i].integers == b.columns[i].integers
            && a.columns[i].places == b.columns[i].places && a.columns[i].numbers == b.columns[i].numbers;
    return is;
}

StatTable tableOf(const TimelinePtr& timeline, const stats::SliceQuestion& question)
{
    Job job;
    auto table = stats::sliceTable(timeline, question, job);
    return table ? std::move(*table) : StatTable {};
}

TimelinePtr timelineOf(const std::filesystem::path& path)
{
    Job job;
    const auto document = openCapture(path, job);
    TimelinePtr timeline;
    IndexRequest request;
    request.publish = [&](TimelinePtr snapshot) { timeline = std::move(snapshot); };
    if (!document || !index(**document, request, job))
        return {};
    return timeline;
}

// Each row's query finds as many slices as the row counts.
std::string wrongQuery(const TimelinePtr& timeline, const stats::SliceQuestion& question,
                       const StatTable& table)
{
    for (std::size_t row = 0; row < table.size(); ++row) {
        if (table.queries[row].empty())
            continue;
        const auto expr = query::parse(table.queries[row]);
        Job job;
        const auto hits = expr ? query::run(timeline, *expr, {question.range, question.tracks, 1}, job)
                               : Result<query::Hits>(fail(Code::Stopped));
        if (!hits || hits->count() != static_cast<std::uint64_t>(table.columns[0].integers[row]))
            return table.queries[row] + " finds " + (hits ? std::to_string(hits->count()) : "nothing")
                + ", not " + std::to_string(table.columns[0].integers[row]);
    }
    return {};
}

}

class TestStats : public QObject
{
    Q_OBJECT

private slots:
    // --- histograms

    void stepsCoverEveryDuration()
    {
        std::int64_t end = 0;
        for (std::uint32_t step = 0; step < stats::kStepCount; ++step) {
            const TimeRange range = stats::rangeOf(step);
            QCOMPARE(range.startNs, end);
            QVERIFY(range.endNs > range.startNs);
            QCOMPARE(stats::stepOf(range.startNs), step);
            QCOMPARE(stats::stepOf(range.endNs - 1), step);
            QVERIFY((range.endNs - range.startNs - 1) * 128 <= range.startNs);
            end = range.endNs;
        }
        QCOMPARE(end, INT64_MAX);
        QCOMPARE(stats::stepOf(INT64_MAX), stats::kStepCount - 1);
        QCOMPARE(stats::stepOf(-5), std::uint32_t(0));
    }

    void histogramsAddUp()
    {
        std::mt19937_64 random(3);
        for (int round = 0; round < 50; ++round) {
            stats::Counts a, b, both;
            std::vector<std::int64_t> values;
            for (int i = 0; i < 400; ++i) {
                const auto ns = static_cast<std::int64_t>(random() >> (1 + random() % 63));
                values.push_back(ns);
                (i % 3 == 0 ? a : b).add(ns);
                both.add(ns);
            }
            const StatHistogram all = both.take();
            QCOMPARE(stats::merged(a.take(), b.take()), all);
            QCOMPARE(stats::countOf(all), std::uint64_t(400));
            QVERIFY(both.take().empty());
            std::ranges::sort(values);
            for (const stats::Quantile& each :
                 {stats::kMedian, stats::kP95, stats::kP99, stats::Quantile {1, 1}}) {
                const auto exact = static_cast<double>(values[each.rank(400)]);
                const auto about = static_cast<double>(*stats::quantile(all, each));
                QVERIFY2(std::abs(about - exact) <= exact * 0.008, qPrintable(QString::number(exact)));
            }
        }
        QVERIFY(!stats::quantile({}, stats::kMedian));
    }

    void ranksAreTheNearest()
    {
        for (std::uint64_t n = 1; n < 500; ++n)
            for (const std::uint64_t percent : {1u, 50u, 95u, 99u, 100u})
                QCOMPARE((stats::Quantile {percent, 100}.rank(n)), (percent * n + 99) / 100 - 1);
        QCOMPARE(stats::kP99.rank(UINT64_MAX / 2) / 1'000, UINT64_MAX / 2 / 100 * 99 / 1'000);
    }

    void barsHoldWhatTheStepsHold()
    {
        stats::Counts counts;
        for (const std::int64_t ns : {1, 2, 3, 100, 1'000, 1'010, 1'300, 50'000})
            counts.add(ns);
        const std::vector<stats::Bar> bars = stats::bars(counts.take());
        QCOMPARE(bars.front().range, (TimeRange {1, 2}));
        QCOMPARE(bars.back().range, (TimeRange {49'152, 57'344}));
        std::uint64_t all = 0;
        for (std::size_t i = 0; i < bars.size(); ++i) {
            all += bars[i].count;
            if (i > 0)
                QCOMPARE(bars[i].range.startNs, bars[i - 1].range.endNs);
            if (bars[i].range.contains(1'000))
                QCOMPARE(bars[i], (stats::Bar {{896, 1'024}, 2}));
        }
        QCOMPARE(all, std::uint64_t(8));
        QVERIFY(stats::bars({}).empty());
    }

    void templatesOfLines_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("is");
        const auto row = [](const char* line, const char* is) { QTest::newRow(line) << line << is; };
        row("conn 12 closed", "conn # closed");
        row("can0: frame 7f repeated", "can#: frame #f repeated");
        row("from \"bob b\" to 'x'", "from # to #");
        row("don't 5 o'clock", "don't # o'clock");
        row("at 0x7fFe: 0x", "at #: #x");
        row("hash deadbeef01 facade effacedfacade", "hash # facade effacedfacade");
        row("id 123e4567-e89b-12d3-a456-426614174000.", "id #.");
        row("id 123e4567-e89b-12d3-a456-42661417400g", "id #-e#b-#d#-a#-#g");
        row("\"open", "\"open");
        row("[   12.5]\tup", "[ #.#] up");
        row("", "");
    }
    void templatesOfLines()
    {
        QFETCH(QString, line);
        QFETCH(QString, is);
        QCOMPARE(QString::fromStdString(stats::logTemplate(line.toStdString())), is);
    }

    // --- tables

    void tablesAreAsThePlainWay_data()
    {
        QTest::addColumn<int>("by");
        for (const SliceKey by : allKeys())
            QTest::newRow(std::string(stats::wordOf(by)).c_str()) << static_cast<int>(by);
    }
    void tablesAreAsThePlainWay()
    {
        QFETCH(int, by);
        const TimelinePtr timeline = manySlices(9'000);
        const TimeRange range {kSampleStart + 11 * kMs, kSampleStart + 460 * kMs};
        std::vector<TrackId> some;
        for (std::uint32_t i = 0; i < timeline->trackCount(); ++i)
            if (i % 3 == 0 || timeline->path(TrackId(i)) == "tasks")
                some.push_back(TrackId(i));
        Job job;
        const auto filter = query::parse("duration >= 4 us or duration = 0 ns");
        const auto only = std::make_shared<query::Hits>(*query::run(timeline, *filter, {}, job));
        const Chosen chosen = [](TrackId, const Slice& slice) {
            return slice.durationNs() >= 4'000 || slice.durationNs() == 0;
        };
        for (const bool isCut : {false, true}) {
            for (const bool isFiltered : {false, true}) {
                stats::SliceQuestion question;
                question.by = static_cast<SliceKey>(by);
                if (isCut) {
                    question.range = range;
                    question.tracks = some;
                }
                if (isFiltered)
                    question.only = only;
                const StatTable table = tableOf(timeline, question);
                QVERIFY(table.size() > 0);
                const std::string wrong =
                    difference(*timeline, question, table, isFiltered ? chosen : Chosen());
                QVERIFY2(wrong.empty(), wrong.c_str());
                if (!isFiltered) {
                    const std::string query = wrongQuery(timeline, question, table);
                    QVERIFY2(query.empty(), query.c_str());
                }
                // With little room: many batches, and names whose durations are counted instead of gathered.
                for (const std::size_t bytes : {std::size_t(8), std::size_t(4'000), std::size_t(60'000)}) {
                    question.bufferBytes = bytes;
                    question.threads = bytes == 4'000 ? 8 : 1;
                    QVERIFY(areEqual(tableOf(timeline, question), table));
                }
            }
        }
    }

    void manyThreadsMakeTheSameTable()
    {
        const TimelinePtr timeline = manySlices(400'000); // of several segments a row
        for (const SliceKey by : {SliceKey::name, SliceKey::track}) {
            stats::SliceQuestion question;
            question.by = by;
            question.threads = 1;
            const StatTable one = tableOf(timeline, question);
            question.threads = 8;
            QVERIFY(areEqual(tableOf(timeline, question), one));
            const std::string wrong = difference(*timeline, question, one);
            QVERIFY2(wrong.empty(), wrong.c_str());
        }
    }

    void percentilesComeForTheRowsAskedFor()
    {
        const TimelinePtr timeline = manySlices(9'000);
        Job job;
        auto table = stats::SliceTable::make(timeline, {}, job);
        QVERIFY(table);
        const StatTable whole = tableOf(timeline, {});
        QCOMPARE(table->table().keys, whole.keys);
        QCOMPARE(columnOf(table->table(), "max_ns").integers, columnOf(whole, "max_ns").integers);
        const std::size_t rows[] = {3, 0, 3, 1'000'000};
        QVERIFY(table->addPercentiles(rows, job));
        const StatColumn& some = columnOf(table->table(), "p95_ns");
        for (std::size_t row = 0; row < whole.size(); ++row)
            QCOMPARE(some.integers[row],
                     row == 0 || row == 3 ? columnOf(whole, "p95_ns").integers[row] : kNoInteger);
        QVERIFY(table->addPercentiles(job));
        QVERIFY(areEqual(table->table(), whole));
    }

    void halvesOfARangeAddUp()
    {
        const TimelinePtr timeline = manySlices(9'000);
        const std::int64_t middle = kSampleStart + 30 * kMs + 77;
        const auto sums = [&](TimeRange range) {
            stats::SliceQuestion question;
            question.range = range;
            const StatTable table = tableOf(timeline, question);
            std::map<std::string, std::pair<std::int64_t, std::int64_t>> out;
            for (std::size_t row = 0; row < table.size(); ++row)
                out[table.keys[row]] = {columnOf(table, "total_ns").integers[row],
                                        columnOf(table, "self_ns").integers[row]};
            return out;
        };
        const auto left = sums({kSampleStart, middle}), right = sums({middle, kSampleEnd});
        auto added = left;
        for (const auto& [key, sum] : right) {
            added[key].first += sum.first;
            added[key].second += sum.second;
        }
        QVERIFY(left.size() > 5 && right.size() > 5);
        QVERIFY(added == sums({kSampleStart, kSampleEnd}));
    }

    void namesThatAreAlikeAreToldApart()
    {
        TimelineBuilder builder;
        const RowId row = builder.addRow(
            builder.addTrack({.name = builder.intern("t"), .key = 1, .kind = TrackKind::slices}));
        const TrackId task =
            builder.addTrack({.name = builder.intern("poll"), .key = 2, .kind = TrackKind::states});
        builder.add(builder.addRow(task),
                    {0, 5, stateName(TaskState::polling), 0, RecordRef(SourceId(0), 0)});
        const std::string names[] = {"poll",  "polling", "a",      "A",          "caf\xe9",
                                     "Äpfel", "äpfel",   "x/y\\z", "two\nlines", "\"q\"",
                                     "a..b",  "and",     "",       "(a|b)*",     std::string(2'000, 'x')};
        std::int64_t at = 0;
        for (const std::string& name : names)
            for (int i = 0; i < 2; ++i, at += 10)
                builder.add(row, {at, at + 5, builder.intern(name), 0, RecordRef(SourceId(0), 0)});
        const TimelinePtr timeline = builder.snapshot({0, at}, 4, true);
        const StatTable table = tableOf(timeline, {});
        QCOMPARE(table.size(), std::size(names) + 1); // "polling", the state
        const std::string wrong = wrongQuery(timeline, {}, table);
        QVERIFY2(wrong.empty(), wrong.c_str());
        const auto query = [&](std::string_view key) {
            return table
                .queries[static_cast<std::size_t>(std::ranges::find(table.keys, key) - table.keys.begin())];
        };
        QCOMPARE(query("polling"), std::string("state = polling"));
        QCOMPARE(query("poll"), std::string("name = poll kind != states"));
        QCOMPARE(query("a"), std::string("name ~ /^a$/c"));
        QCOMPARE(query("a..b"), std::string("name = \"a..b\""));
        QVERIFY(query(names[14]).empty()); // longer than a text of a query may be
        QCOMPARE(std::ranges::count(table.queries, std::string()), 1);
    }

    void whatIsLeftOutIsSaid()
    {
        TimelineBuilder builder;
        const RowId row = builder.addRow(
            builder.addTrack({.name = builder.intern("t"), .key = 1, .kind = TrackKind::spans}));
        const std::uint8_t flags[] = {slice::kHollow,  0,           slice::kHollow,
                                      slice::kDamaged, slice::kGap, slice::kApproximate};
        for (int i = 0; i < 6; ++i)
            builder.add(row, {i * 10, i * 10 + 10, builder.intern("s"), flags[i], RecordRef(SourceId(0), 0)});
        builder.add(row, {60, 70, builder.intern("only a frame"), slice::kHollow, RecordRef(SourceId(0), 0)});
        const StatTable table = tableOf(builder.snapshot({0, 70}, 4, true), {});
        QCOMPARE(table.keys, std::vector<std::string> {"s"});
        QCOMPARE(columnOf(table, "count").integers[0], std::int64_t(3));
        QCOMPARE(columnOf(table, "total_ns").integers[0], std::int64_t(30));
        QVERIFY(table.inexact[0]);
        QCOMPARE(table.queries[0], std::string("name = s not flags in (hollow, gap)"));
        QCOMPARE(table.remarks,
                 (std::vector<std::string> {"3 pieces of spans in which they were not entered are left out",
                                            "1 lost range or gap is left out",
                                            "1 slice is damaged, and counts all the same"}));
    }

    // --- counters and lines

    void countersOfStreams()
    {
        const TimelinePtr timeline = streamTimeline();
        const auto tableIn = [&](std::optional<TimeRange> range) {
            Job job;
            return std::move(*stats::counterTable(*timeline, {range, {}, 1}, job));
        };
        const auto value = [](const StatTable& table, std::string_view key, std::string_view id) {
            for (std::size_t row = 0; row < table.size(); ++row)
                if (table.keys[row].ends_with(key))
                    return columnOf(table, id).numbers[row];
            return std::nan("");
        };
        const StatTable all = tableIn({});
        QCOMPARE(all.size(), std::size_t(3));
        QCOMPARE(value(all, "current", "first"), 0.0); // a curve: 0 at 0, 10 at 500 ms, 0 at 1000 ms
        QCOMPARE(value(all, "current", "max"), 10.0);
        QCOMPARE(value(all, "current", "mean"), 5.0);
        QCOMPARE(value(all, "current", "integral"), 5.0);
        QCOMPARE(value(all, "current", "largest_step"), 10.0);
        QCOMPARE(value(all, "torque", "integral"),
                 2 * 0.3 + 8 * 0.3 + 2 * 0.3); // steps: 2 at 100, 8 at 400, 2 at 700
        QCOMPARE(value(all, "torque", "mean"), 3.6 / 0.9);
        QCOMPARE(value(all, "torque", "largest_step"), 6.0);
        QCOMPARE(value(all, "duration", "mean"),
                 (5 * 0.2 + 7 * 0.15) / 0.35); // until its clock ends at 400 ms
        for (std::size_t row = 0; row < all.size(); ++row)
            if (all.keys[row].ends_with("torque"))
                QCOMPARE(columnOf(all, "max").places[row].startNs, kStreamStart + 400 * kStreamMs);

        // Cut between two values: the line goes on, but nothing is recorded there.
        const StatTable cut =
            tableIn(TimeRange {kStreamStart + 250 * kStreamMs, kStreamStart + 350 * kStreamMs});
        QCOMPARE(value(cut, "current", "mean"), 6.0);
        QVERIFY(std::isnan(value(cut, "current", "max")));
        QCOMPARE(value(cut, "torque", "mean"), 2.0);
        const StatTable left = tableIn(TimeRange {kStreamStart, kStreamStart + 333 * kStreamMs});
        const StatTable right =
            tableIn(TimeRange {kStreamStart + 333 * kStreamMs, kStreamStart + 1000 * kStreamMs});
        for (const char* const key : {"current", "torque"}) {
            const double sum = value(left, key, "integral") + value(right, key, "integral");
            QVERIFY(std::abs(sum - value(all, key, "integral")) < 1e-9);
        }
    }

    void gapsOfCountersAreNotKnown()
    {
        TimelineBuilder builder;
        const TrackId track = builder.addTrack(
            {.name = builder.intern("v"), .key = 1, .kind = TrackKind::counter}, {.origin = 100});
        const RowId row = builder.addRow(track);
        const double values[] = {101, 103, std::nan(""), 109, 105};
        for (int i = 0; i < 5; ++i)
            builder.addValue(row, i * 1'000'000'000LL, values[i], RecordRef(SourceId(0), 0));
        Job job;
        const TimelinePtr timeline = builder.snapshot({0, 4'000'000'000}, 5, true);
        const auto table = stats::counterTable(*timeline, {}, job);
        QVERIFY(table);
        QCOMPARE(columnOf(*table, "count").integers[0], std::int64_t(5));
        QCOMPARE(columnOf(*table, "integral").numbers[0], 102.0 + 107.0);
        QCOMPARE(columnOf(*table, "mean").numbers[0], 104.5);
        QCOMPARE(columnOf(*table, "largest_step").numbers[0], -4.0);
        QCOMPARE(columnOf(*table, "last").numbers[0], 105.0);
        QCOMPARE(table->remarks, std::vector<std::string> {"1 value is no number"});
    }

    void linesOfLogs()
    {
        TimelineBuilder builder;
        const RowId log = builder.addRow(
            builder.addTrack({.name = builder.intern("stdout"), .key = 1, .kind = TrackKind::log}));
        const RowId marks = builder.addRow(
            builder.addTrack({.name = builder.intern("marks"), .key = 2, .kind = TrackKind::marks}));
        const char* const lines[] = {"[  1.5] WARN heat 80",
                                     "[ 11.5] INFO heat 9",
                                     "[ 12.0] WARN heat 91",
                                     "error rate is 5 %",
                                     "2026-05-28T20:00Z [error] lost 4",
                                     "E: x"};
        for (int i = 0; i < 6; ++i)
            builder.add(
                log, {i * i * 1'000, i * i * 1'000, builder.intern(lines[i]), 0, RecordRef(SourceId(0), 0)});
        builder.add(marks, {500, 500, builder.intern("[  7.5] WARN heat 3"), 0, RecordRef(SourceId(0), 0)});
        const TimelinePtr timeline = builder.snapshot({0, 2'000'000'000}, 7, true);
        Job job;
        const auto table = stats::logTable(timeline, {}, {}, job);
        QVERIFY(table);
        QCOMPARE(table->keys,
                 (std::vector<std::string> {"[ #.#] WARN heat #", "[ #.#] INFO heat #", "error rate is # %",
                                            "#-#-#T#:#Z [error] lost #", "E: x"}));
        QCOMPARE(table->columns[0].texts, (std::vector<std::string> {"warn", "info", "", "error", ""}));
        QCOMPARE(columnOf(*table, "count").integers[0], std::int64_t(3)); // of two tracks
        QCOMPARE(columnOf(*table, "rate").numbers[0], 1.5);
        QCOMPARE(columnOf(*table, "first_ns").integers[0], std::int64_t(0));
        QCOMPARE(columnOf(*table, "last_ns").integers[0], std::int64_t(4'000));
        QCOMPARE(columnOf(*table, "silence_ns").integers[0], std::int64_t(3'500));
        QCOMPARE(columnOf(*table, "silence_ns").integers[1], kNoInteger);
        const auto some =
            stats::logTable(timeline, *query::parse("heat"), {TimeRange {600, 5'000}, {}, 1}, job);
        QCOMPARE(some->size(), std::size_t(2));
        QCOMPARE(columnOf(*some, "count").integers[0], std::int64_t(1)); // 4000
        const auto events = stats::logTable(sampleTimeline(), *query::parse("level >= warn"), {}, job);
        QCOMPARE(events->keys, (std::vector<std::string> {"slow wake", "pool exhausted"}));
        QCOMPARE(events->columns[0].texts, (std::vector<std::string> {"warn", "error"}));
    }

    void severalCapturesAreAddedUp()
    {
        const TimelinePtr timeline = manySlices(9'000);
        const StatTable whole = tableOf(timeline, {});
        const std::int64_t middle = kSampleStart + 30 * kMs + 77;
        const auto filtered = [&](const std::string& text) {
            Job job;
            stats::SliceQuestion question;
            question.only =
                std::make_shared<query::Hits>(*query::run(timeline, *query::parse(text), {}, job));
            return tableOf(timeline, question);
        };
        const std::string at = std::to_string(middle) + "ns";
        const StatTable halves[] = {filtered("start < " + at), filtered("start >= " + at)};
        const StatTable all = stats::merged(halves);
        QVERIFY(all.isEstimate && all.size() == whole.size());
        for (std::size_t row = 0; row < whole.size(); ++row) {
            const auto at =
                static_cast<std::size_t>(std::ranges::find(all.keys, whole.keys[row]) - all.keys.begin());
            QVERIFY(at < all.size());
            QCOMPARE(all.histograms[at], whole.histograms[row]);
            for (const char* const id : {"count", "open", "total_ns", "self_ns", "min_ns", "max_ns"})
                QCOMPARE(columnOf(all, id).integers[at], columnOf(whole, id).integers[row]);
            for (const char* const id : {"mean_ns", "p50_ns", "p95_ns", "p99_ns"}) {
                const std::int64_t exact = columnOf(whole, id).integers[row];
                const std::int64_t about = columnOf(all, id).integers[at];
                QVERIFY(exact == kNoInteger ? about == exact : std::abs(about - exact) * 125 <= exact + 125);
            }
        }
    }

    void captures_data()
    {
        QTest::addColumn<QString>("path");
        static QTemporaryDir folder;
        for (const Demo* const demo : demos())
            if (const auto path = demo->write(folder.path().toStdString()))
                QTest::newRow(std::string(demo->format).c_str()) << QString::fromStdString(path->string());
        int number = 0;
        for (const SmallCapture& small : smallCaptures()) {
            const auto into = std::filesystem::path(folder.path().toStdString()) / std::to_string(number++);
            std::filesystem::create_directory(into);
            QTest::newRow(("small " + small.name).c_str())
                << QString::fromStdString(small.write(into).string());
        }
    }
    void captures()
    {
        QFETCH(QString, path);
        const TimelinePtr timeline = timelineOf(path.toStdString());
        QVERIFY(timeline);
        std::size_t rows = 0;
        for (const SliceKey by : allKeys()) {
            stats::SliceQuestion question;
            question.by = by;
            const std::int64_t third = timeline->range.lengthNs() / 3;
            for (const bool isCut : {false, true}) {
                if (isCut)
                    question.range =
                        TimeRange {timeline->range.startNs + third, timeline->range.endNs - third};
                const StatTable table = tableOf(timeline, question);
                const std::string wrong = difference(*timeline, question, table);
                QVERIFY2(wrong.empty(), wrong.c_str());
                if (table.size() < 300) {
                    const std::string query = wrongQuery(timeline, question, table);
                    QVERIFY2(query.empty(), query.c_str());
                }
                rows += table.size();
            }
        }
        QVERIFY(rows > 0 || timeline->rowCount() == 0);
    }

    void isStopped()
    {
        const TimelinePtr timeline = manySlices(400'000);
        std::stop_source source;
        Job job(source.get_token());
        auto table = stats::SliceTable::make(timeline, {}, job);
        QVERIFY(table);
        source.request_stop();
        QCOMPARE(table->addPercentiles(job).error().code, Code::Stopped);
        for (const SliceKey by : allKeys())
            QCOMPARE(stats::SliceTable::make(timeline, {.by = by}, job).error().code, Code::Stopped);
        Job other;
        QVERIFY(table->addPercentiles(other)); // goes on where it was
        QVERIFY(areEqual(table->table(), tableOf(timeline, {})));
    }
};

QTEST_GUILESS_MAIN(TestStats)
#include "tst_stats.moc"
