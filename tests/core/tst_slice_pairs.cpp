// Tables of slices by two keys, against a plain reckoning over all of them: rows, and the queries that find them.
#include "core/base/sort.h"
#include "core/base/workers.h"
#include "core/model/fields_facet.h"
#include "core/query/parse.h"
#include "core/stats/second_key.h"
#include "core/timeline/timeline_builder.h"
#include "tests/support/demo_captures.h"
#include "tests/support/plain_statistics.h"
#include "tests/support/stat_tables.h"

#include <QTemporaryDir>
#include <QTest>
#include <numeric>
#include <random>

using namespace traceglass;
using stats::SliceKey;

namespace {

enum Number : std::uint32_t { kStatus, kPath, kWait, kLoad, kIsHit, kTags, kLoose, kSize, kWhen, kTrack };

const FieldCatalogue kCatalogue = {{"status", "shop.Request", FieldType::integer},
                                   {"path", "shop.Request", FieldType::text},
                                   {"wait", "lock", FieldType::span},
                                   {"load", "cpu", FieldType::number, "share"},
                                   {"isHit", "cache", FieldType::boolean},
                                   {"tags", "alloc", FieldType::text, "", true},
                                   {"loose", "span", FieldType::any},
                                   {"size", "alloc", FieldType::bytes},
                                   {"when", "lock", FieldType::moment},
                                   {"track", "lock", FieldType::text}};

struct Written
{
    std::uint32_t field;
    FieldValue value;
    std::string text; // in the table
};

FieldValue whole(std::int64_t value)
{
    return WideInteger(value);
}
FieldValue text(const char* value)
{
    return std::string_view(value);
}

// What the records hold; record i is as number i % size.
const std::vector<std::vector<Written>>& records()
{
    static const std::vector<std::vector<Written>> all = {
        {{kStatus, whole(200), "200"}, {kPath, text("/cart"), "/cart"}},
        {{kStatus, whole(500), "500"}, {kPath, text("/Cart"), "/Cart"}, {kTrack, text("a"), "a"}},
        {{kStatus, whole(-1), "-1"}, {kPath, text(""), "\"\""}},
        {{kPath, text("say \"hi\"\nthere"), "say \"hi\"\nthere"}, {kLoose, whole(5), "5"}},
        {{kWait, whole(1'500'001), "1.500001 ms"}, {kLoose, 0.25, "0.25"}},
        {{kWait, whole(1'500'002), "1.500002 ms"}, {kLoose, text("5"), "5"}},
        {{kWait, whole(-20), "-20 ns"}, {kWhen, whole(1'700'000'000'000'000'007), "1700000000000000007ns"}},
        {{kLoad, 0.000001, "0.000001"}, {kIsHit, true, "true"}, {kSize, whole(4'096), "4096 B"}},
        {{kLoad, -0.0, "0"}, {kIsHit, false, "false"}},
        {{kTags, text("red"), "red"}, {kTags, text("blue"), "blue"}},
        {{kTags, text("red"), "red"}},
        {{kTags, text("green"), "green"}, {kPath, text("äpfel"), "äpfel"}},
        {{kPath, text("Äpfel"), "Äpfel"}},
        {},
    };
    return all;
}

class Values : public FieldsFacet
{
public:
    explicit Values(std::uint64_t readsAScan)
        : m_readsAScan(readsAScan)
    {
    }
    static constexpr std::uint64_t kRecords = 1'000;

    FieldCataloguePtr fields() const override { return std::make_shared<const FieldCatalogue>(kCatalogue); }
    Result<void> scan(const FieldRequest& request, const FieldSinkMaker& sinks, Job& job) const override
    {
        forEachParallel(10, request.threads, job, [&](std::size_t part) {
            const auto sink = sinks();
            for (std::uint64_t i = part * kRecords / 10; i < (part + 1) * kRecords / 10; ++i)
                give(request, i, *sink);
            sink->finish();
        });
        return job.stopRequested() ? Result<void>(fail(Code::Stopped)) : Result<void>();
    }
    Result<void> read(const FieldRequest& request, std::span<const RecordRef> refs, FieldSink& sink,
                      Job&) const override
    {
        for (const RecordRef ref : refs)
            give(request, ref.offset(), sink);
        return {};
    }
    FieldCosts costs() const override { return {m_readsAScan, 1}; }

private:
    static void give(const FieldRequest& request, std::uint64_t record, FieldSink& sink)
    {
        std::vector<FieldEntry> values;
        for (const Written& each : records()[record % records().size()])
            if (std::ranges::find(request.fields, each.field) != request.fields.end())
                values.push_back({each.field, each.value});
        if (!values.empty())
            sink.take({RecordRef(SourceId(0), record), {}, values});
    }

    std::uint64_t m_readsAScan;
};

// Threads in two groups, tasks and events, with slices that belong to records in no order.
TimelinePtr severalTracks(int slices)
{
    TimelineBuilder builder;
    std::mt19937_64 random(11);
    const TrackId groups[] = {
        builder.addTrack({.name = builder.intern("pool"), .key = 1, .kind = TrackKind::group}),
        builder.addTrack({.name = builder.intern("main"), .key = 2, .kind = TrackKind::group})};
    std::uint64_t key = 10;
    std::int64_t last = 0;
    for (const TrackKind kind : {TrackKind::slices, TrackKind::spans, TrackKind::states, TrackKind::events}) {
        for (int i = 0; i < 3; ++i, ++key) {
            const char* const names[] = {"render", "Render", "upload"};
            const TrackId track = builder.addTrack({.parent = i == 2 ? kNoTrack : groups[i],
                                                    .name = builder.intern(names[i]),
                                                    .number = key,
                                                    .key = key,
                                                    .kind = kind});
            const RowId rows[] = {builder.addRow(track), builder.addRow(track)};
            std::int64_t at = 0;
            for (int n = 0; n < slices / 12; ++n) {
                const auto length = static_cast<std::int64_t>(random() % 5'000);
                const RecordRef ref(SourceId(0), random() % Values::kRecords);
                const StringId name = kind == TrackKind::states ? StringId(1 + random() % 4)
                                                                : builder.intern(names[random() % 3]);
                const auto flags = static_cast<std::uint8_t>(n % 40 == 0 ? random() % 64 : 0);
                builder.add(rows[0], {at, at + length, name, flags, ref});
                if (kind != TrackKind::states && n % 3 == 0)
                    builder.add(rows[1], {at, at + length / 2, name, 0, ref});
                at += length + static_cast<std::int64_t>(random() % 300);
            }
            last = std::max(last, at);
        }
    }
    return builder.snapshot({0, last}, 4, true);
}

struct Asked
{
    TimelinePtr timeline;
    const query::FieldColumns& columns;
    stats::SliceQuestion question {};

    StatTable table(const std::string& word)
    {
        Job job;
        auto second = stats::readSecondKey(word, question, timeline, columns, job);
        if (!second)
            return {};
        question.second = *second;
        auto made = stats::sliceTable(timeline, question, job);
        return made ? std::move(*made) : StatTable {};
    }
    // Empty: each query finds as many slices as its row counts.
    std::string wrongQuery(const StatTable& table) const
    {
        for (std::size_t row = 0; row < table.size(); ++row) {
            if (table.queries[row].empty())
                continue;
            const auto expr = query::parse(table.queries[row], &*columns.catalogue());
            if (!expr)
                return table.queries[row] + ": " + expr.error().sentence;
            Job job;
            const auto hits =
                query::run(timeline, &columns, *expr, {question.range, question.tracks, 1}, job);
            if (!hits || hits->count() != static_cast<std::uint64_t>(table.columns[0].integers[row]))
                return table.keys[row] + ": " + table.queries[row] + " finds "
                    + (hits ? std::to_string(hits->count()) : "nothing") + ", not "
                    + std::to_string(table.columns[0].integers[row]);
        }
        return {};
    }
};

std::optional<std::string> plainValue(std::uint32_t field, const Slice& slice)
{
    std::string out;
    for (const Written& each : records()[slice.ref.offset() % records().size()])
        if (each.field == field)
            out += (out.empty() ? "" : ", ") + each.text;
    return out.empty() ? "no " + kCatalogue[field].name : out;
}

bool areSame(const StatTable& a, const StatTable& b)
{
    return areEqual(a, b) && a.histograms == b.histograms && a.names == b.names;
}

}

class TestSlicePairs : public QObject
{
    Q_OBJECT

private slots:
    // All pairs in one row are what a table without a second key has in one.
    void joinedPairs()
    {
        const TimelinePtr timeline = severalTracks(4'000);
        const query::FieldColumns columns(nullptr);
        Job job;
        stats::SliceQuestion question {.by = SliceKey::kind};
        const auto kinds = stats::SliceTable::make(timeline, question, job);
        question.second = *stats::readSecondKey("name", question, timeline, columns, job);
        const auto pairs = stats::SliceTable::make(timeline, question, job);
        for (const auto* const table : {&*kinds, &*pairs})
            QVERIFY(table->table().size() > 1);
        const auto inOne = [&](const stats::SliceTable& of) {
            std::vector<stats::JoinedRow> rows {{"all", {}}};
            for (std::size_t row = 0; row < of.table().size(); ++row)
                rows[0].rows.push_back(row);
            return std::move(*of.joined(rows, job)).take();
        };
        const StatTable a = inOne(*kinds), b = inOne(*pairs);
        for (const StatColumn& column : a.columns)
            QCOMPARE(column.integers, b.column(column.id)->integers);
        QVERIFY(a.histograms == b.histograms);
    }

    void anotherKey_data()
    {
        QTest::addColumn<int>("by");
        QTest::addColumn<int>("second");
        for (const SliceKey by : {SliceKey::name, SliceKey::group, SliceKey::state})
            for (const SliceKey second :
                 {SliceKey::group, SliceKey::kind, SliceKey::level, SliceKey::state, SliceKey::name,
                  SliceKey::task, SliceKey::text})
                QTest::newRow((std::string(wordOf(by)) + ' ' + std::string(wordOf(second))).c_str())
                    << int(by) << int(second);
    }
    void anotherKey()
    {
        QFETCH(int, by);
        QFETCH(int, second);
        const TimelinePtr timeline = severalTracks(4'000);
        const query::FieldColumns columns(nullptr);
        const auto more = static_cast<SliceKey>(second);
        for (const bool isCut : {false, true}) {
            Asked asked {timeline, columns, {.by = static_cast<SliceKey>(by)}};
            if (isCut)
                asked.question.range = TimeRange {100'000, 300'000};
            const StatTable table = asked.table(std::string(wordOf(more)));
            const bool isNever =
                by == int(SliceKey::state) && (more == SliceKey::level || more == SliceKey::text);
            QCOMPARE(table.size() == 0, isNever);
            const bool onlyPolls = more == SliceKey::task;
            const std::string wrong =
                difference(*timeline, asked.question, table, {},
                           [&](TrackId track, std::size_t depth, const Slice& slice) {
                               return plainKey(*timeline, more, track, depth, slice);
                           })
                + asked.wrongQuery(table) + faultOf(table, *timeline);
            QVERIFY2(wrong.empty(), wrong.c_str());
            QVERIFY(!onlyPolls || by != int(SliceKey::name) || table.keys[0].starts_with("polling · "));
        }
    }

    void tracksStandForThemselves()
    {
        const query::FieldColumns columns(nullptr);
        Asked asked {severalTracks(4'000), columns, {}};
        const StatTable table = asked.table("track");
        QCOMPARE(table.key, std::string("name · track"));
        QCOMPARE(table.tracks.size(), table.size());
        for (std::size_t row = 0; row < table.size(); ++row)
            QVERIFY(table.keys[row].find(" · " + asked.timeline->path(table.tracks[row])) != std::string::npos);
        const std::string wrong = asked.wrongQuery(table);
        QVERIFY2(wrong.empty(), wrong.c_str());
    }

    void field_data()
    {
        QTest::addColumn<int>("field");
        for (std::size_t i = 0; i < kCatalogue.size(); ++i)
            QTest::newRow(kCatalogue[i].name.c_str()) << int(i);
    }
    void field()
    {
        QFETCH(int, field);
        const TimelinePtr timeline = severalTracks(4'000);
        const auto number = static_cast<std::uint32_t>(field);
        const Values few(1'000'000), all(0); // records are read one by one, or in a pass
        const std::string name = (number == kTrack ? "@" : "") + kCatalogue[number].name;
        for (const FieldsFacet* const facet : {static_cast<const FieldsFacet*>(&few), static_cast<const FieldsFacet*>(&all)}) {
            const query::FieldColumns columns(facet);
            Asked asked {timeline, columns, {}};
            const StatTable table = asked.table(name);
            const std::string wrong =
                difference(*timeline, asked.question, table, {},
                           [&](TrackId, std::size_t, const Slice& slice) { return plainValue(number, slice); })
                + asked.wrongQuery(table) + faultOf(table, *timeline);
            QVERIFY2(wrong.empty(), wrong.c_str());
            for (const unsigned threads : {1u, 8u}) {
                asked.question.threads = threads;
                asked.question.bufferBytes = threads == 1 ? 64 : 8'000;
                QVERIFY(areSame(asked.table(name), table));
            }
        }
    }

    // What a row says finds it, and what cannot be told apart by a query has none.
    void queries()
    {
        const Values facet(0);
        const query::FieldColumns columns(&facet);
        Asked asked {severalTracks(4'000), columns, {}};
        const auto query = [&](const char* field, std::string_view key) {
            const StatTable table = asked.table(field);
            const auto row = std::ranges::find(table.keys, key) - table.keys.begin();
            return row < std::ssize(table.keys) ? table.queries[static_cast<std::size_t>(row)] : "no row";
        };
        // Behind the query of the name, and before the flags of what is left out.
        const auto second = [&](const char* field, std::string_view key) {
            std::string text = query(field, key);
            text.resize(std::min({text.find(" not flags"), text.find(" flags != "), text.size()}));
            const std::string name = "kind != states ";
            const auto at = text.find(name);
            return QByteArray::fromStdString(at == text.npos ? text : text.substr(at + name.size()));
        };
        QCOMPARE(second("status", "upload · 200"), QByteArray("status = 200"));
        QCOMPARE(second("status", "render · no status"), QByteArray("not @status"));
        QCOMPARE(second("path", "render · /cart"), QByteArray("path ~ /^\\/cart$/c"));
        QCOMPARE(second("@track", "render · a"), QByteArray("@track = a"));
        QCOMPARE(second("wait", "render · 1.500001 ms"), QByteArray("wait = 1500001 ns"));
        QCOMPARE(second("load", "render · 0.000001"), QByteArray("load = 0.000001"));
        QCOMPARE(second("tags", "render · green"), QByteArray("tags = green"));
        QCOMPARE(query("tags", "render · red"), std::string()); // "red, blue" has it, too
        QCOMPARE(query("tags", "render · red, blue"), std::string());
        QCOMPARE(second("loose", "render · 5"), QByteArray("loose = 5")); // a number here and a text there
    }

    void filteredRowsHaveTheirValues()
    {
        const Values facet(1'000'000);
        const query::FieldColumns columns(&facet);
        const TimelinePtr timeline = severalTracks(4'000);
        Job job;
        Asked asked {timeline, columns, {}};
        asked.question.only =
            std::make_shared<query::Hits>(*query::run(timeline, *query::parse("duration > 3 us"), {}, job));
        const StatTable table = asked.table("status");
        const std::string wrong = difference(
            *timeline, asked.question, table,
            [](TrackId, const Slice& slice) { return slice.durationNs() > 3'000; },
            [](TrackId, std::size_t, const Slice& slice) { return plainValue(kStatus, slice); });
        QVERIFY2(wrong.empty(), wrong.c_str());
    }

    // Fields of real captures: every query finds the slices of its row, and none is lost.
    void captures()
    {
        QTemporaryDir folder;
        std::size_t tables = 0;
        for (const Demo* const demo : demos()) {
            const IndexedCapture capture(*writeDemoCapture(*demo, folder.path().toStdString()));
            if (!capture.document->fields())
                continue;
            const query::FieldColumns columns(capture.document->fields());
            Asked asked {capture.timeline, columns, {}};
            Job job;
            const StatTable plain = *stats::sliceTable(capture.timeline, {}, job);
            const auto countOf = [](const StatTable& table) {
                return std::accumulate(table.columns[0].integers.begin(), table.columns[0].integers.end(),
                                       std::int64_t(0));
            };
            const std::int64_t middle = capture.timeline->range.startNs + capture.timeline->range.lengthNs() / 2;
            std::set<std::string> names;
            for (const RecordField& field : *columns.catalogue()) {
                if (!names.insert(field.name).second || names.size() % 3 != 0)
                    continue;
                asked.question.range.reset();
                const StatTable table = asked.table('@' + field.name);
                QCOMPARE(countOf(table), countOf(plain));
                asked.question.range = TimeRange {middle, middle + capture.timeline->range.lengthNs() / 100};
                const StatTable some = asked.table('@' + field.name);
                const std::string wrong = some.size() > 100 ? std::string() : asked.wrongQuery(some);
                QVERIFY2(wrong.empty(), wrong.c_str());
                ++tables;
            }
        }
        QVERIFY(tables > 20);
    }

    void isStopped()
    {
        const Values facet(0);
        const query::FieldColumns columns(&facet);
        Asked asked {severalTracks(40'000), columns, {}};
        QVERIFY(asked.table("status").size() > 0);
        std::stop_source source;
        source.request_stop();
        Job job(source.get_token());
        QCOMPARE(stats::sliceTable(asked.timeline, asked.question, job).error().code, Code::Stopped);
        std::vector<int> numbers(100'000);
        std::iota(numbers.rbegin(), numbers.rend(), 0);
        QVERIFY(!sortUnlessStopped(numbers, std::less(), job));
    }

    void sorting()
    {
        Job job;
        std::mt19937 random(3);
        for (const unsigned count : {0u, 1u, 4'095u, 4'096u, 4'097u, 50'000u}) {
            std::vector<std::pair<std::uint32_t, std::string>> values;
            for (std::size_t i = 0; i < count; ++i)
                values.emplace_back(random() % 100, std::to_string(i));
            auto sorted = values;
            const auto less = [](const auto& a, const auto& b) { return a.first < b.first; };
            std::stable_sort(sorted.begin(), sorted.end(), less);
            QVERIFY(sortUnlessStopped(values, less, job));
            QVERIFY(values == sorted);
        }
    }
};

QTEST_GUILESS_MAIN(TestSlicePairs)
#include "tst_slice_pairs.moc"
