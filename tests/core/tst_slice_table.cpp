// Tables of slices against a plain reckoning over all of them.
#include "core/query/parse.h"
#include "core/stats/histogram.h"
#include "core/stats/merge.h"
#include "core/stats/slice_table.h"
#include "core/timeline/timeline_builder.h"
#include "tests/support/demo_captures.h"
#include "tests/support/plain_statistics.h"
#include "tests/support/sample_timeline.h"
#include "tests/support/small_captures.h"
#include "tests/support/stat_tables.h"

#include <QTemporaryDir>
#include <QTest>
#include <map>
#include <random>

using namespace traceglass;
using stats::SliceKey;

namespace {

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

bool areSame(const StatTable& a, const StatTable& b)
{
    return areEqual(a, b) && a.histograms == b.histograms;
}

StatTable tableOf(const TimelinePtr& timeline, const stats::SliceQuestion& question)
{
    Job job;
    auto table = stats::sliceTable(timeline, question, job);
    return table ? std::move(*table) : StatTable {};
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

class TestSliceTable : public QObject
{
    Q_OBJECT

private slots:
    // As hits are grouped: each of them counts in one row, also values, gaps and rulers, and a row's query finds it.
    void everythingIsInOneRow_data()
    {
        QTest::addColumn<QString>("query");
        for (const char* const query :
             {"", "kind = counter", "flags = gap", "flags = hollow", "kind = ruler", "name = upload"})
            QTest::newRow(query) << query;
    }
    void everythingIsInOneRow()
    {
        QFETCH(QString, query);
        const TimelinePtr timeline = manySlices(9'000);
        Job job;
        const auto some = query::run(timeline, *query::parse(query.toStdString()), {}, job);
        QVERIFY(some && some->count() > 0);
        const auto only = std::make_shared<const query::Hits>(
            std::move(*query::run(timeline, *query::parse(query.toStdString()), {}, job)));
        for (const SliceKey by : {SliceKey::track, SliceKey::name}) {
            const auto made =
                stats::SliceTable::make(timeline, {.by = by, .only = only, .everything = true}, job);
            QVERIFY(made);
            const StatTable& table = made->table();
            std::int64_t sum = 0;
            for (std::size_t row = 0; row < table.size(); ++row) {
                const std::int64_t count = table.columns.front().integers[row];
                sum += count;
                const query::Expr whole {
                    query::Expr::Kind::all,
                    {*query::parse(query.toStdString()), *query::parse(table.queries[row])},
                    {}};
                query::Scope scope;
                if (by == SliceKey::track)
                    scope.tracks = std::vector {table.tracks[row]};
                else if (table.queries[row].empty())
                    continue;
                const auto found =
                    query::run(timeline, by == SliceKey::track ? whole.parts.front() : whole, scope, job);
                QVERIFY2(std::int64_t(found->count()) == count,
                         (table.keys[row] + ": " + table.queries[row]).c_str());
            }
            QCOMPARE(sum, std::int64_t(only->count()));
            for (const std::string& remark : table.remarks)
                QVERIFY2(remark.find("left out") == remark.npos, remark.c_str());
        }
    }

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
        const ChosenSlices chosen = [](TrackId, const Slice& slice) {
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
                    difference(*timeline, question, table, isFiltered ? chosen : ChosenSlices());
                QVERIFY2(wrong.empty(), wrong.c_str());
                if (!isFiltered) {
                    const std::string query = wrongQuery(timeline, question, table);
                    QVERIFY2(query.empty(), query.c_str());
                }
                // With little room: many batches, and names whose durations are counted instead of gathered.
                for (const std::size_t bytes : {std::size_t(8), std::size_t(4'000), std::size_t(60'000)}) {
                    question.bufferBytes = bytes;
                    question.threads = bytes == 4'000 ? 8 : 1;
                    QVERIFY(areSame(tableOf(timeline, question), table));
                }
            }
        }
    }

    void manyThreadsMakeTheSameTable()
    {
        const TimelinePtr timeline = manySlices(100'000); // more than one pack in a row
        for (const SliceKey by : {SliceKey::name, SliceKey::track}) {
            stats::SliceQuestion question;
            question.by = by;
            question.threads = 1;
            const StatTable one = tableOf(timeline, question);
            question.threads = 8;
            QVERIFY(areSame(tableOf(timeline, question), one));
            const std::string wrong =
                by == SliceKey::name ? difference(*timeline, question, one) : std::string();
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
        QVERIFY(areSame(table->table(), whole));
    }

    // All names of some tracks in one row are what the row of their kind has.
    void joinedRows_data()
    {
        QTest::addColumn<int>("by");
        for (const SliceKey by : {SliceKey::name, SliceKey::track, SliceKey::group})
            QTest::newRow(std::string(stats::wordOf(by)).c_str()) << static_cast<int>(by);
    }
    void joinedRows()
    {
        QFETCH(int, by);
        const TimelinePtr timeline = manySlices(9'000);
        std::vector<TrackId> threads;
        for (std::uint32_t i = 0; i < timeline->trackCount(); ++i)
            if (timeline->track(TrackId(i)).kind == TrackKind::slices)
                threads.push_back(TrackId(i));
        stats::SliceQuestion question {.by = SliceKey::kind, .tracks = threads};
        StatTable whole = tableOf(timeline, question);
        QCOMPARE(whole.size(), std::size_t(1));
        question.by = static_cast<SliceKey>(by);
        Job job;
        auto made = stats::SliceTable::make(timeline, question, job);
        QVERIFY(made && made->table().size() > 1);
        std::vector<stats::JoinedRow> rows {{"all of them", {}}};
        for (std::size_t row = 0; row < made->table().size(); ++row)
            rows[0].rows.push_back(row);
        const auto joined = made->joined(rows, job);
        QVERIFY(joined);
        const StatTable& one = joined->table();
        QCOMPARE(one.keys, std::vector<std::string> {"all of them"});
        QCOMPARE(one.queries, std::vector<std::string> {""});
        for (const StatColumn& column : one.columns) {
            QCOMPARE(column.integers, columnOf(whole, column.id).integers);
            QVERIFY2(column.places == columnOf(whole, column.id).places, column.id.c_str());
        }
        QVERIFY(std::abs(columnOf(one, "share").numbers[0] - columnOf(whole, "share").numbers[0]) < 1e-9);
        QVERIFY(one.histograms == whole.histograms && one.inexact == whole.inexact);
        QCOMPARE(std::int64_t(joined->closedIn(0)),
                 std::int64_t(joined->durations(std::vector<std::size_t> {0}, job)->front().size()));

        // Others stay as they are, with the percentiles that they have.
        const std::size_t second[] = {1};
        QVERIFY(made->addPercentiles(second, job));
        rows[0].rows = {0};
        const auto some = made->joined(rows, job);
        QCOMPARE(some->table().size(), made->table().size());
        QCOMPARE(some->table().keys.back(), std::string("all of them"));
        for (const StatColumn& column : made->table().columns)
            if (!column.integers.empty())
                QCOMPARE(columnOf(some->table(), column.id).integers[0], column.integers[1]);
        QVERIFY(some->table().histograms[0] == made->table().histograms[1]);
        QVERIFY(columnOf(some->table(), "p50_ns").integers.back() != kNoInteger);

        std::stop_source stop;
        stop.request_stop();
        Job stopped(stop.get_token());
        QVERIFY(!made->joined(rows, stopped));
    }

    // A joined row leads to its slices where all the names that differ in numbers only are in it.
    void joinedNamesHaveAQuery()
    {
        TimelineBuilder builder;
        const RowId row = builder.addRow(
            builder.addTrack({.name = builder.intern("t"), .key = 1, .kind = TrackKind::slices}));
        std::int64_t at = 0;
        for (const char* name :
             {"frame 1", "frame 12", "frame/7", "Frame 3", "frame 0x1f", "frame 9 late", "gc"})
            builder.add(row, {at += 10, at + 5, builder.intern(name), 0, RecordRef(SourceId(0), 0)});
        const TimelinePtr timeline = builder.snapshot({0, at + 5}, 4, true);
        Job job;
        const auto made = stats::SliceTable::make(timeline, {.by = SliceKey::name}, job);
        QVERIFY(made);
        const auto queryOf = [&](const std::vector<std::string>& names) {
            stats::JoinedRow all {"frame #", {}};
            for (const std::string& name : names) {
                const auto& keys = made->table().keys;
                all.rows.push_back(static_cast<std::size_t>(std::ranges::find(keys, name) - keys.begin()));
            }
            return made->joined(std::vector {all}, job)->table().queries.back();
        };
        QCOMPARE(queryOf({"frame 1", "frame 12"}), std::string("name ~ /^frame\\ [0-9]+$/c"));
        const auto found = query::run(timeline, *query::parse(queryOf({"frame 1", "frame 12"})), {}, job);
        QCOMPARE(found->count(), std::uint64_t(2));
        QCOMPARE(queryOf({"frame/7"}), std::string("name ~ /^frame\\/[0-9]+$/c"));
        QCOMPARE(queryOf({"frame 1"}), std::string()); // another row has the rest
        QCOMPARE(queryOf({"frame 1", "frame 12", "frame 9 late"}), std::string());
        QCOMPARE(queryOf({"frame 0x1f"}), std::string("name ~ /^frame\\ [0-9]+x[0-9]+f$/c"));
    }

    void onlyTheMostFrequentRowsAreMade()
    {
        const TimelinePtr timeline = manySlices(9'000);
        const StatTable whole = tableOf(timeline, {});
        for (const std::size_t atMost : {std::size_t(1), std::size_t(4), whole.size(), whole.size() + 1}) {
            const StatTable some = tableOf(timeline, {.atMost = atMost});
            QCOMPARE(some.size(), std::min(atMost, whole.size()));
            std::int64_t least = kNoInteger; // of those that are there
            std::size_t at = 0;
            std::vector<std::int64_t> leftOut;
            for (std::size_t row = 0; row < whole.size(); ++row) {
                const std::int64_t count = columnOf(whole, "count").integers[row];
                if (at == some.size() || some.keys[at] != whole.keys[row]) {
                    leftOut.push_back(count);
                    continue;
                }
                QCOMPARE(some.queries[at], whole.queries[row]);
                QCOMPARE(columnOf(some, "p95_ns").integers[at], columnOf(whole, "p95_ns").integers[row]);
                least = least == kNoInteger ? count : std::min(least, count);
                ++at;
            }
            QCOMPARE(at, some.size()); // in the same order
            QVERIFY(leftOut.empty() || std::ranges::max(leftOut) <= least);
        }
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
                 (std::vector<std::string> {"3 pieces of spans in which they were not entered are left out.",
                                            "1 lost range or gap is left out.",
                                            "1 slice is damaged, and counts all the same."}));
    }

    // A poll or span of RFR is recorded with begin and end, so it may take less than a microsecond. Elsewhere what
    // takes no time is as a rule an instant: events of a JVM have a duration of 0 when none was taken.
    void whatHasNoLengthIsAnInstantButForPollsAndSpans_data()
    {
        QTest::addColumn<TrackKind>("kind");
        QTest::addColumn<std::int64_t>("least");
        QTest::newRow("slices") << TrackKind::slices << std::int64_t(10);
        QTest::newRow("spans") << TrackKind::spans << std::int64_t(0);
        QTest::newRow("polls") << TrackKind::worker << std::int64_t(0);
    }
    void whatHasNoLengthIsAnInstantButForPollsAndSpans()
    {
        QFETCH(const TrackKind, kind);
        QFETCH(const std::int64_t, least);
        TimelineBuilder builder;
        const RowId row =
            builder.addRow(builder.addTrack({.name = builder.intern("t"), .key = 1, .kind = kind}));
        for (const std::int64_t start : {0, 100, 200})
            builder.add(row, {start, start + start / 10, builder.intern("s"), 0, RecordRef(SourceId(0), 0)});
        builder.add(row, {300, 300, builder.intern("mark"), 0, RecordRef(SourceId(0), 0)});
        const StatTable table = tableOf(builder.snapshot({0, 300}, 4, true), {});
        const auto at = static_cast<std::size_t>(std::ranges::find(table.keys, "s") - table.keys.begin());
        QCOMPARE(columnOf(table, "count").integers[at], std::int64_t(3));
        QCOMPARE(columnOf(table, "min_ns").integers[at], least);
        const std::vector<std::string> said {
            "1 slice of no length is an instant: it counts, but not in min, mean, percentiles and max."};
        QCOMPARE(table.remarks, least > 0 ? said : std::vector<std::string>());
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
        const std::string half = std::to_string(middle) + "ns";
        const StatTable halves[] = {filtered("start < " + half), filtered("start >= " + half)};
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
            if (const auto path = writeDemoCapture(*demo, folder.path().toStdString()))
                QTest::newRow(path->filename().c_str()) << QString::fromStdString(path->string());
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
        const TimelinePtr timeline = IndexedCapture(path.toStdString()).timeline;
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
                const std::string wrong = difference(*timeline, question, table) + faultOf(table, *timeline);
                QVERIFY2(wrong.empty(), wrong.c_str());
                if (table.size() < 100) {
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
        const TimelinePtr timeline = manySlices(200'000);
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
        QVERIFY(areSame(table->table(), tableOf(timeline, {})));
    }
};

QTEST_GUILESS_MAIN(TestSliceTable)
#include "tst_slice_table.moc"
