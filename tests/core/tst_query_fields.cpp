// Queries on fields of records: how they are read, what fits, and that reading few records, reading all,
// columns that are kept and answers in their place come to the same, on any number of threads.
#include "core/base/workers.h"
#include "core/model/fields_facet.h"
#include "core/query/field_columns.h"
#include "core/query/offers.h"
#include "core/query/parse.h"
#include "core/query/record_test.h"
#include "core/query/run.h"
#include "core/timeline/timeline_builder.h"
#include "tests/support/patience.h"

#include <QTest>
#include <algorithm>
#include <atomic>
#include <set>

using namespace traceglass;
using query::Expr;
using query::Field;
using query::Op;

namespace {

constexpr std::int64_t kBegin = 1'780'000'000'000'000'000;

enum Number : std::uint32_t {
    kStatus,
    kOtherStatus,
    kPath,
    kCode,
    kShare,
    kIsHit,
    kWait,
    kWhen,
    kSize,
    kTags,
    kLoose,
    kName,
    kHeat
};

FieldCataloguePtr catalogue()
{
    static const auto all = std::make_shared<const FieldCatalogue>(FieldCatalogue {
        {"status", "shop.Request", FieldType::integer},
        {"status", "shop.Reply", FieldType::text},
        {"request.path", "shop.Request", FieldType::text},
        {"code", "shop.Request", FieldType::integer},
        {"load", "cpu", FieldType::number, "share"},
        {"isHit", "cache", FieldType::boolean},
        {"wait", "lock", FieldType::span},
        {"when", "lock", FieldType::moment},
        {"size", "alloc", FieldType::bytes},
        {"tags", "alloc", FieldType::text, "", true},
        {"waited_us", "span", FieldType::any, "us"},
        {"name", "span", FieldType::text},
        {"motor/heat", "stream", FieldType::number, "°C"},
    });
    return all;
}

struct Line // the values of a record
{
    std::vector<FieldEntry> values;
};

WideInteger whole(std::int64_t value)
{
    return value;
}

// Record i belongs to the slice that begins i microseconds behind kBegin.
const std::vector<Line>& lines()
{
    const auto unsignedMost = WideInteger(~std::uint64_t(0));
    static const std::vector<Line> all = {
        /* 0 */ {{{kStatus, whole(200)},
                  {kPath, std::string_view("/checkout")},
                  {kCode, whole(9007199254740993)}}},
        /* 1 */
        {{{kStatus, whole(500)}, {kPath, std::string_view("/cart")}, {kCode, whole(9007199254740992)}}},
        /* 2 */ {{{kStatus, whole(404)}, {kPath, std::string_view("/Checkout/pay")}, {kCode, unsignedMost}}},
        /* 3 */ {{{kOtherStatus, std::string_view("200")}}},
        /* 4 */ {{{kOtherStatus, std::string_view("gone")}}},
        /* 5 */ {{{kShare, 0.9}}},
        /* 6 */ {{{kShare, 0.25}, {kIsHit, true}}},
        /* 7 */ {{{kIsHit, false}}},
        /* 8 */ {{{kWait, whole(10'000'000)}, {kWhen, whole(kBegin + 5)}}},
        /* 9 */ {{{kWait, whole(10'000'001)}, {kWhen, whole(kBegin + 2'000'000'000)}}},
        /* 10 */
        {{{kSize, whole(1024)}, {kTags, std::string_view("red")}, {kTags, std::string_view("blue")}}},
        /* 11 */ {{{kSize, whole(1'000)}, {kTags, std::string_view("red")}}},
        /* 12 */ {{{kLoose, whole(10'000)}, {kName, std::string_view("inner")}}},
        /* 13 */ {{{kLoose, 10'000.5}}},
        /* 14 */ {{{kLoose, std::string_view("10 ms")}}},
        /* 15 */ {{{kLoose, true}}},
        /* 16 */ {{}},
        /* 17 */ {{{kCode, whole(-3)}}},
        /* 18 */ {{{kHeat, 92.5}}},
        /* 19 */ {{{kHeat, -4.0}}},
    };
    return all;
}

class Lines : public FieldsFacet
{
public:
    explicit Lines(std::uint64_t readsAScan = 0)
        : m_readsAScan(readsAScan)
    {
    }

    mutable std::atomic<int> scans = 0;
    mutable std::atomic<int> reads = 0; // of records

    FieldCataloguePtr fields() const override { return catalogue(); }
    Result<void> scan(const FieldRequest& request, const FieldSinkMaker& sinks, Job& job) const override
    {
        ++scans;
        forEachParallel(lines().size(), request.threads, job, [&](std::size_t i) {
            const auto sink = sinks();
            give(request, i, *sink);
            sink->finish();
        });
        return job.stopRequested() ? Result<void>(fail(Code::Stopped)) : Result<void>();
    }
    Result<void> read(const FieldRequest& request, std::span<const RecordRef> refs, FieldSink& sink,
                      Job&) const override
    {
        for (const RecordRef ref : refs) {
            ++reads;
            give(request, static_cast<std::size_t>(ref.offset()), sink);
        }
        return {};
    }
    FieldCosts costs() const override { return {m_readsAScan, 1}; }

private:
    static void give(const FieldRequest& request, std::size_t line, FieldSink& sink)
    {
        std::vector<FieldEntry> values;
        for (const FieldEntry& entry : lines()[line].values)
            if (std::ranges::find(request.fields, entry.field) != request.fields.end())
                values.push_back(entry);
        if (!values.empty())
            sink.take({RecordRef(SourceId(0), line), {}, values});
    }

    std::uint64_t m_readsAScan;
};

// A slice a record, every other one on a second track.
TimelinePtr timeline()
{
    TimelineBuilder builder;
    std::vector<RowId> rows;
    for (const char* const name : {"even", "odd"})
        rows.push_back(builder.addRow(builder.addTrack(
            {.name = builder.intern(name), .key = rows.size() + 1, .kind = TrackKind::slices})));
    for (std::size_t i = 0; i < lines().size(); ++i) {
        const std::int64_t at = kBegin + static_cast<std::int64_t>(i) * 1'000;
        builder.add(rows[i % 2], {at, at + 500, builder.intern("slice"), 0, RecordRef(SourceId(0), i)});
    }
    return builder.snapshot({kBegin, kBegin + 100'000}, lines().size(), true);
}

// One record that stands for very many events: each has a slice of its own and tells a counter, and one thing
// is so for all of them.
class Crowd : public Lines
{
public:
    static constexpr std::int64_t kEvents = std::max(repeat(200'000), 50'000);

    Result<void> scan(const FieldRequest& request, const FieldSinkMaker& sinks, Job&) const override
    {
        const auto sink = sinks();
        const auto give = [&](const std::optional<FieldPlace>& place, FieldEntry value) {
            if (std::ranges::find(request.fields, value.field) != request.fields.end())
                sink->take({kRecord, place, {&value, 1}});
        };
        for (std::int64_t i = kEvents - 1; i >= 0; --i) {
            give(placeOf(i), {kCode, whole(i)});
            give({{TrackKind::counter, 2, {}, {}, static_cast<double>(i)}}, {kHeat, static_cast<double>(i)});
        }
        give(placeOf(7), {kCode, whole(1'000'007)}); // two events where one is seen
        give({}, {kIsHit, true});
        sink->finish();
        return {};
    }
    static TimelinePtr slices()
    {
        TimelineBuilder builder;
        const RowId row = builder.addRow(builder.addTrack({.key = 1, .kind = TrackKind::slices}));
        const RowId values = builder.addRow(builder.addTrack({.key = 2, .kind = TrackKind::counter}));
        const StringId name = builder.intern("slice");
        for (std::int64_t i = 0; i < kEvents; ++i) {
            builder.add(row, {placeOf(i).time.startNs, placeOf(i).time.endNs, name, 0, kRecord});
            builder.addValue(values, placeOf(i).time.startNs, static_cast<double>(i) + 0.25, kRecord);
        }
        return builder.snapshot({kBegin, kBegin + kEvents * 1'000}, 1, true);
    }

private:
    static inline const RecordRef kRecord {SourceId(0), 0};

    static FieldPlace placeOf(std::int64_t i)
    {
        return {TrackKind::slices, 1, {kBegin + i * 1'000, kBegin + i * 1'000 + 500}, "slice", 0};
    }
};

std::set<int> numbersOf(const query::Hits& hits)
{
    std::set<int> out;
    hits.each([&](const query::Hit& hit) {
        out.insert(static_cast<int>((hit.slice.startNs - kBegin) / 1'000));
        return true;
    });
    return out;
}

std::set<int> allBut(const std::set<int>& some)
{
    std::set<int> out;
    for (int i = 0; i < static_cast<int>(lines().size()); ++i)
        if (!some.contains(i))
            out.insert(i);
    return out;
}

QString text(const std::set<int>& numbers)
{
    QStringList out;
    for (const int number : numbers)
        out.append(QString::number(number));
    return out.join(' ');
}

struct Case
{
    const char* query;
    std::set<int> hits;
};

const std::vector<Case>& cases()
{
    static const std::vector<Case> all = {
        {"status = 200", {0, 3}},
        {"status = 500", {1}},
        {"status = gone", {4}},
        {"status != 200", {1, 2, 4}},
        {"status >= 404", {1, 2}},
        {"status < 404", {0}},
        {"status <= 404", {0, 2}},
        {"status > 404", {1}},
        {"status > 403.5", {1, 2}},
        {"status = 403.5", {}},
        {"status = 200 .. 404", {0}},
        {"status = 200..405", {0, 2}},
        {"status in (404, 500, gone)", {1, 2, 4}},
        {"status : 0", {3}},
        {"status ~ /^g.ne$/", {4}},
        {"shop.Request.status = 200", {0}},
        {"Request.status != 200", {1, 2}},
        {"shop.Reply.status = 200", {3}},
        {"@status", {0, 1, 2, 3, 4}},
        {"not status", allBut({0, 1, 2, 3, 4})},
        {"-status", allBut({0, 1, 2, 3, 4})},
        {"not not status", {0, 1, 2, 3, 4}},
        {"not (status = 200)", allBut({0, 3})},
        {"not Reply.status", allBut({3, 4})},
        {"code = 9007199254740993", {0}},
        {"code > 9007199254740992", {0, 2}},
        {"code = 18446744073709551615", {2}},
        {"code >= 18446744073709551616", {}},
        {"code < 0", {17}},
        {"code = -3", {17}},
        {"code > -3.5", {0, 1, 2, 17}},
        {"code < -2.5", {17}},
        {"request.path : checkout", {0, 2}},
        {"shop.Request.request.path = \"/cart\"", {1}}, // else a slash begins an expression
        {"load >= 90 %", {5}},
        {"load > 0.5", {5}},
        {"load = 25%", {6}},
        {"load < 90%", {6}},
        {"load != 0.9", {6}},
        {"isHit = true", {6}},
        {"isHit != true", {7}},
        {"isHit in (true, false)", {6, 7}},
        {"wait > 10 ms", {9}},
        {"wait >= 10ms", {8, 9}},
        {"wait = 0.01 s", {8}},
        {"wait < 10.0000005 ms", {8}},
        {"wait = 10 ms .. 10.000001 ms", {8}},
        {"when < +1s", {8}},
        {"when = +1s .. +3s", {9}},
        {"when >= 1780000002000000000ns", {9}},
        {"size = 1 KiB", {10}},
        {"size >= 1 kB", {10, 11}},
        {"size < 1001", {11}},
        {"tags = red", {10, 11}},
        {"tags = blue", {10}},
        {"tags != blue", {11}},
        {"tags != red", {}},
        {"not (tags = blue) @tags", {11}},
        {"waited_us >= 10 ms", {12, 13}},
        {"waited_us > 10000", {13}},
        {"waited_us = \"10 ms\"", {12, 14}},
        {"waited_us != 10000", {13, 14, 15}},
        {"waited_us = true", {15}},
        {"waited_us : ms", {14}},
        {"@name = inner", {12}},
        {"name = slice @name", {12}},
        {"@name or @size", {10, 11, 12}},
        {"name = nobody @size", {}},
        {"motor/heat > 92 °C", {18}},
        {"motor/heat > 92°C", {18}},
        {"motor/heat < 0", {19}},
        {"motor/heat in (-4 °C, 92.5 °C)", {18, 19}},
        {"motor/heat = -10 °C .. 0 °C name = slice", {19}},
        {"track = odd status >= 200", {1}},
        {"track = odd or status = 404", {1, 2, 3, 5, 7, 9, 11, 13, 15, 17, 19}},
    };
    return all;
}

}

class TestQueryFields : public QObject
{
    Q_OBJECT

private slots:
    // The values that a query has left behind; nothing is read for them.
    void whatWasReadIsCounted()
    {
        const Lines all;
        const query::FieldColumns columns(&all);
        const TimelinePtr slices = timeline();
        const auto values = [&](const char* field, std::size_t atMost = 50) {
            Job job;
            QStringList out;
            for (const auto& [text, count] : columns.mostFrequent(field, *slices, atMost, job))
                out << QStringLiteral("%1 %2").arg(QString::fromStdString(text)).arg(count);
            return out.join(QStringLiteral(", "));
        };
        QCOMPARE(values("status"), QString());
        QCOMPARE(int(all.scans), 0);
        for (const char* const read : {"@status", "@tags", "@wait", "@waited_us", "@load"}) {
            Job job;
            QVERIFY(query::run(slices, &columns, *query::parse(read), {}, job));
        }
        const int scans = all.scans;
        QCOMPARE(values("status"), QStringLiteral("200 2, 404 1, 500 1, gone 1"));
        QCOMPARE(values("status", 1), QStringLiteral("200 2"));
        QCOMPARE(values("tags"), QStringLiteral("red 2, blue 1"));
        QCOMPARE(values("wait"), QStringLiteral("10000000 ns 1, 10000001 ns 1"));
        QCOMPARE(values("load"), QStringLiteral("0.25 1, 0.9 1"));
        QCOMPARE(values("waited_us"), QStringLiteral("10 ms 1, 10000 1, 10000.5 1, true 1"));
        QCOMPARE(values("request.path"), QString());
        QCOMPARE(int(all.scans), scans);
        // Each of them is a test that holds for so many slices.
        for (const char* const field : {"status", "tags", "wait", "load"}) {
            Job job;
            for (const auto& [text, count] : columns.mostFrequent(field, *slices, 50, job)) {
                const auto expr = query::parse(std::string(field) + " = " + text, &*catalogue());
                QVERIFY2(expr, text.c_str());
                QCOMPARE(query::run(slices, &columns, *expr, {}, job)->count(), count);
            }
        }
    }

    void isReadAndSaidAgain_data()
    {
        QTest::addColumn<QString>("said");
        const auto row = [](const char* text, const char* said) { QTest::newRow(text) << said; };
        row("status>=500", "status >= 500");
        row("@status >= 500", "status >= 500");
        row("@status", "@status");
        row("@name = x", "@name = x");
        row("@or = 1", "@or = 1");
        row("@\"odd name\" = 1", "@\"odd name\" = 1");
        row("@\"status\"", "@status");
        row("path : \"a b\"", "path : \"a b\"");
        row("waited_us > 10 ms wake", "waited_us > 10 ms wake");
        row("waited_us > 10 ms=3", "waited_us > 10 ms = 3"); // of a field `ms`, as it is read again
        row("waited_us > 10 \"ms\"", "waited_us > 10 \"ms\"");
        row("waited_us > \"10 ms\"", "waited_us > 10 ms");
        row("waited_us > -1.5us", "waited_us > -1.5us");
        row("load = 1..2 %", "load = 1 .. 2 %");
        row("a.b in (1, \"b c\", -2)", "a.b in (1, \"b c\", -2)");
        row("a ~ /10/", "a ~ /10/");
        row("a = \"1..2\"", "a = \"1..2\"");
        row("a = x .. y", "a = x .. y");
        row("a > 92 °C", "a > 92 °C"); // a text, without a catalogue
        row("not @status", "not @status");
        row("not status", "not \"status\""); // a text, without a catalogue
        row("-\"status\"", "not \"status\"");
        row("not (status or /a b/)", "not (status or /a b/)");
        row("not /wake/", "not /wake/");
        row("\"status\"", "status");
        row("s.t = 2026-05-28T20:28:43Z .. +2s", "s.t = 2026-05-28T20:28:43Z .. +2s");
    }
    void isReadAndSaidAgain()
    {
        QFETCH(QString, said);
        const auto read = query::parse(QTest::currentDataTag());
        QVERIFY2(read, read ? "" : read.error().sentence.c_str());
        QCOMPARE(QString::fromStdString(query::print(*read)), said);
        const auto again = query::parse(query::print(*read));
        QVERIFY(again && *again == *read);
    }
    // A catalogue decides what is wrong, and what `not status` means; nothing else.
    void aCatalogueOnlyJudges()
    {
        for (const Case& each : cases()) {
            const auto with = query::parse(each.query, &*catalogue());
            QVERIFY2(with, each.query);
            const auto again = query::parse(query::print(*with));
            QVERIFY2(again && *again == *with, each.query);
        }
        QCOMPARE(query::print(*query::parse("not status", &*catalogue())), std::string("not @status"));
        QCOMPARE(query::print(*query::parse("status", &*catalogue())), std::string("status"));
        const auto text = query::parse("not \"status\"", &*catalogue());
        QCOMPARE(query::print(*text), std::string("not \"status\""));
        QCOMPARE(*query::parse(query::print(*text), &*catalogue()), *text);
        // A unit of its own is its unit behind a blank, too, and is then written without.
        QCOMPARE(query::print(*query::parse("motor/heat > 92 °C", &*catalogue())),
                 std::string("motor/heat > 92°C"));
        QCOMPARE(query::print(*query::parse("code > 92 °C", &*catalogue())), std::string("code > 92 °C"));
        QCOMPARE(query::parse("not \"status\"", &*catalogue())->parts.front().test.field, Field::any);
        QCOMPARE(query::parse("not wake", &*catalogue())->parts.front().test.field, Field::any);
    }

    void whatIsWrongIsSaidWhereItIs_data()
    {
        QTest::addColumn<QString>("meant");
        QTest::addColumn<QString>("sentence");
        QTest::addColumn<QString>("suggestion");
        const auto row = [](const char* text, const char* meant, const char* sentence,
                            const char* suggestion) {
            QTest::newRow(text) << meant << sentence << suggestion;
        };
        row("x durration > 10", "durration", "`durration` is no field", "duration");
        row("request.path = '/cart' b", "'/cart'", "Texts stand in double quotes", "\"/cart\"");
        row("statsu = 200", "statsu", "`statsu` is no field", "status");
        row("@durration", "@durration", "`durration` is no field", "duration");
        row("x shop.Cart.status = 200", "shop.Cart.status", "`shop.Cart.status` is no field", "");
        row("Request.status > high", "high", "`high` is no number", "");
        row("code = 10 ms", "10 ms", "`code` has no unit", "10");
        row("code in (1, 2 kB)", "2 kB", "`code` has no unit", "2");
        row("motor/heat > 92K", "92K", "`motor/heat` has the unit \"°C\"", "92");
        row("waited_us > 10 kB", "10 kB", "`waited_us` has the unit us", "10");
        row("wait > 10", "10", "A unit is missing behind 10", "10 ms");
        row("wait > 10 kB", "10 kB", "`kB` is no unit of time (ns, us, µs, ms, s, min, h)", "");
        row("wait > 10 parsecs", "10 parsecs", "`parsecs` is no unit of time (ns, us, µs, ms, s, min, h)",
            "");
        row("wait > 10 secs", "10 secs", "`secs` is no unit of time (ns, us, µs, ms, s, min, h)", "10 s");
        row("wait > 10 code = 3", "10", "A unit is missing behind 10", "10 ms");
        row("wait > long", "long", "`long` is no duration like 10 ms", "");
        row("waited_us > 10msecs", "10msecs", "`waited_us` has the unit us", "10 ms");
        row("size > 10 ms", "10 ms", "`ms` is no unit of bytes (B, kB, MB, GB, KiB, MiB, GiB)", "");
        row("size > 10kb", "10kb", "`kb` is no unit of bytes (B, kB, MB, GB, KiB, MiB, GiB)", "10 kB");
        row("size > 10M", "10M", "`M` is no unit of bytes (B, kB, MB, GB, KiB, MiB, GiB)", "10 MB");
        row("when > now", "now", "`now` is no moment like +1.5s", "");
        row("when > 5 ms", "5 ms", "`5 ms` is no moment like +1.5s", "+5ms");
        row("code >>= 5", ">>=", "`>>=` is no sign", ">=");
        row("@code == 5", "==", "`==` is no sign", "=");
        row("isHit = maybe", "maybe", "`maybe` is neither true nor false", "");
        row("isHit = yes", "yes", "`yes` is neither true nor false", "true");
        row("isHit > true", ">", "`isHit` cannot be compared like this", "=");
        row("tags > a", ">", "`tags` cannot be compared like this", "=");
        row("tags = a .. b", "=", "`tags` cannot be compared like this", "");
        row("code : 3", ":", "`code` cannot be compared like this", "=");
        row("code ~ /3/", "~", "`code` cannot be compared like this", "");
        row("code ~ 3", "3", "`~` takes a regular expression between slashes", "");
        row("tags ~ 3", "3", "`~` takes a regular expression between slashes", "/3/");
        row("code = /3/", "=", "A regular expression goes with `~`", "");
        row("tags = /3/", "=", "A regular expression goes with `~`", "~");
        row("code in (1", "(1", "This list is never closed", "(1)");
        row("code =", "", "A value is missing here", "");
        row("@ = 3", "@", "A field is missing here", "");
        row("code = 999999999999999999999999999999999999999999", "999999999999999999999999999999999999999999",
            "This number is too large", "");
    }
    void whatIsWrongIsSaidWhereItIs()
    {
        QFETCH(QString, meant);
        QFETCH(QString, sentence);
        QFETCH(QString, suggestion);
        const std::string_view text = QTest::currentDataTag();
        const auto read = query::parse(text, &*catalogue());
        QVERIFY(!read);
        const query::ParseError& error = read.error();
        QCOMPARE(QString::fromStdString(error.sentence), sentence);
        QCOMPARE(QString::fromStdString(std::string(text.substr(error.begin, error.end - error.begin))),
                 meant);
        QCOMPARE(QString::fromStdString(error.suggestion), suggestion);
        if (suggestion.isEmpty())
            return;
        // It leads on: nothing is wrong at that place any more.
        std::string taken(text);
        taken.replace(error.begin, error.end - error.begin, error.suggestion);
        const auto again = query::parse(taken, &*catalogue());
        QVERIFY2(again || again.error().begin >= error.begin + error.suggestion.size(),
                 again ? "" : again.error().sentence.c_str());
    }

    void whatFits_data()
    {
        QTest::addColumn<int>("number");
        for (std::size_t i = 0; i < cases().size(); ++i)
            QTest::newRow(cases()[i].query) << static_cast<int>(i);
    }
    // By a scan, by single reads, and where values are too many for a dictionary.
    void whatFits()
    {
        QFETCH(int, number);
        const Case& of = cases()[static_cast<std::size_t>(number)];
        const TimelinePtr asked = timeline();
        const auto expr = query::parse(of.query, &*catalogue());
        QVERIFY(expr);
        const Lines scanned(0), read(1'000);
        const query::FieldColumns all(&scanned), few(&read), answered(&scanned, 0), answeredFew(&read, 0);
        for (const query::FieldColumns* const columns : {&all, &few, &answered, &answeredFew})
            for (const unsigned threads : {1u, 3u, 3u}) { // the last time from what is kept
                Job job;
                query::Scope scope;
                scope.threads = threads;
                const auto hits = query::run(asked, columns, *expr, scope, job);
                QVERIFY(hits);
                QCOMPARE(text(numbersOf(*hits)), text(of.hits));
            }
    }

    void columnsAreKeptAndFewAreReadAlone()
    {
        const TimelinePtr asked = timeline();
        const Lines facet(5);
        const query::FieldColumns columns(&facet);
        const auto count = [&](const char* text) {
            Job job;
            return query::run(asked, &columns, *query::parse(text, &*catalogue()), {}, job)->count();
        };
        QCOMPARE(count("start < +3us Request.status != 200"), std::uint64_t(2)); // three candidates
        QCOMPARE(facet.reads, 3);
        QCOMPARE(facet.scans, 0);
        QCOMPARE(count("Request.status = 404 or size > 1"), std::uint64_t(3)); // both in one scan
        QCOMPARE(facet.scans, 1);
        QCOMPARE(count("Request.status = 500"), std::uint64_t(1));
        QCOMPARE(count("not (size > 1 kB) track = odd Request.status = 500"), std::uint64_t(1));
        QCOMPARE(count("name = nobody isHit = true"), std::uint64_t(0)); // no candidate
        QCOMPARE(facet.scans, 1);
        QCOMPARE(facet.reads, 3);
        const Lines other(5);
        Job job;
        QCOMPARE(query::run(timeline(), &columns, *query::parse("Request.status = 500"), {}, job)->count(),
                 std::uint64_t(1)); // other slices: read again
        QCOMPARE(facet.scans, 2);
    }

    // Each slice finds what is its own, without a look at all the others: that would take many minutes.
    void recordsOfVeryManyEvents()
    {
        const Crowd crowd;
        const query::FieldColumns columns(&crowd);
        const TimelinePtr asked = Crowd::slices();
        const auto count = [&](const char* text) {
            Job job;
            return static_cast<std::int64_t>(
                query::run(asked, &columns, *query::parse(text, &*catalogue()), {}, job)->count());
        };
        QCOMPARE(count("code < 10"), std::int64_t(10));
        QCOMPARE(count("code = 1000007"), std::int64_t(1));
        QCOMPARE(count("code = 7 code = 1000007"), std::int64_t(1));
        QCOMPARE(count("code = 8 code = 1000007"), std::int64_t(0));
        QCOMPARE(count("motor/heat < 10"), std::int64_t(10));
        QCOMPARE(count("motor/heat >= 10"), Crowd::kEvents - 10);
        QCOMPARE(count("isHit = true"), 2 * Crowd::kEvents);
    }

    void valuesOfHits()
    {
        const TimelinePtr asked = timeline();
        const Lines facet(0);
        const query::FieldColumns columns(&facet);
        Job job;
        const auto hits = query::run(asked, &columns, *query::parse("@tags or @code"), {}, job);
        const auto tags = columns.of({kTags}, *hits, job), codes = columns.of({kCode}, *hits, job);
        QVERIFY(tags && codes);
        QStringList said;
        hits->each([&](const query::Hit& hit) {
            (*tags)->each(hit, [&](std::uint32_t field, const FieldValue& value) {
                QCOMPARE(field, std::uint32_t(kTags));
                const auto tag = std::get<std::string_view>(value);
                said.append(QString::fromUtf8(tag.data(), static_cast<qsizetype>(tag.size())));
            });
            (*codes)->each(hit, [&](std::uint32_t, const FieldValue& value) {
                said.append(QString::fromStdString(wideText(std::get<WideInteger>(value))));
            });
            return true;
        });
        QCOMPARE(said.join(' '),
                 QStringLiteral("9007199254740993 9007199254740992 18446744073709551615 red blue "
                                "red -3"));
    }

    void textAloneIsInValuesWhenWanted()
    {
        const TimelinePtr asked = timeline();
        const std::vector<Case> wanted = {
            {"checkout", {0, 2}},
            {"CHECKOUT pay", {2}},
            {"red", {10, 11}},
            {"red -blue", {11}},
            {"not red", allBut({10, 11})},
            {"/^inner$/ or gone", {4, 12}},
            {"200", {3}}, // a text; numbers have fields to be asked for
            {"\"10 ms\"", {14}},
            {"slice cart", {1}}, // one in the name, one in a value
            {"slice status >= 404 pay", {2}},
            {"nowhere", {}},
        };
        for (const std::uint64_t dictionary : {query::FieldColumns::kDictionary, std::uint64_t(1)}) {
            const Lines facet(0);
            const query::FieldColumns known(&facet, dictionary);
            Job job;
            for (const Case& each : wanted) {
                const auto expr = query::parse(each.query, &*catalogue());
                const auto hits = query::run(asked, &known, *expr, {.values = true}, job);
                QVERIFY2(hits && numbersOf(*hits) == each.hits, each.query);
            }
            QCOMPARE(query::run(asked, &known, *query::parse("checkout"), {}, job)->count(), std::uint64_t(0));
        }
        Job job;
        QCOMPARE(query::run(asked, nullptr, *query::parse("slice"), {.values = true}, job)->count(),
                 static_cast<std::uint64_t>(lines().size())); // nothing is known of values yet
    }

    void whatReadingCostsIsKnownBefore()
    {
        const TimelinePtr asked = timeline();
        const Lines facet(5);
        const query::FieldColumns columns(&facet);
        Job job;
        const auto cost = [&](const char* text, bool values = false) {
            return *query::costOfFields(asked, &columns, *query::parse(text, &*catalogue()), {.values = values}, job);
        };
        QCOMPARE(cost("slice"), std::uint64_t(0));
        QCOMPARE(cost("slice", true), std::uint64_t(5)); // all of it
        QCOMPARE(cost("Request.status = 200"), std::uint64_t(5));
        QCOMPARE(cost("start < +3us Request.status = 200"), std::uint64_t(3)); // candidates
        QCOMPARE(cost("start < +3us red", true), std::uint64_t(3));
        QVERIFY(query::run(asked, &columns, *query::parse("Request.status = 200"), {}, job));
        QCOMPARE(cost("Request.status = 500"), std::uint64_t(0)); // at hand by now
        QCOMPARE(facet.scans, 1);
    }

    void withoutFieldsThatIsSaid()
    {
        Job job;
        const auto expr = query::parse("status = 200");
        const auto none = query::run(timeline(), *expr, {}, job);
        QVERIFY(!none);
        QCOMPARE(none.error().code, Code::QueryNoFields);
        const query::FieldColumns nothing(nullptr); // a capture that has none: nothing has a value
        QCOMPARE(query::run(timeline(), &nothing, *expr, {}, job)->count(), std::uint64_t(0));
        QCOMPARE(query::run(timeline(), &nothing, *query::parse("not @status"), {}, job)->count(),
                 static_cast<std::uint64_t>(lines().size()));
    }

    void canBeStopped()
    {
        std::stop_source stop;
        stop.request_stop();
        Job job(stop.get_token());
        const Lines facet(0);
        const query::FieldColumns columns(&facet);
        const auto hits = query::run(timeline(), &columns, *query::parse("status = 200"), {}, job);
        QVERIFY(!hits);
        QCOMPARE(hits.error().code, Code::Stopped);
    }

    // Whatever stands between the conditions, the fields of all are read together.
    void recordsAreAskedInOnePass_data()
    {
        QTest::addColumn<QString>("query");
        QTest::addColumn<QString>("holds"); // of which records
        const auto row = [](const char* query, const std::set<int>& holds) {
            QTest::newRow(query) << query << text(holds);
        };
        row("status = 500 or request.path : pay or size = 1000", {1, 2, 11});
        row("(status = 200 request.path : checkout) or (status = 500 code > 1) or isHit = true", {0, 1, 6});
        row("not (status > 0 or @load) not size > 0 not @tags not code = -3",
            {3, 4, 7, 8, 9, 12, 13, 14, 15, 16, 18, 19});
        row("status = 404 or (isHit = false or wait > 10 ms) or nothing", {2, 7, 9});
    }
    void recordsAreAskedInOnePass()
    {
        QFETCH(QString, query);
        QFETCH(QString, holds);
        for (const std::uint64_t dictionary : {std::uint64_t(16), query::FieldColumns::kDictionary}) {
            const Lines facet;
            const query::FieldColumns columns(&facet, dictionary);
            Job job;
            const auto test =
                query::recordTest(*query::parse(query.toStdString()), nullptr, timeline(), &columns, job);
            QVERIFY(test && *test);
            QCOMPARE(facet.scans,
                     dictionary == 16 ? 2 : 1); // the first time to see that the values are too many
            std::set<int> held;
            for (std::size_t i = 0; i < lines().size(); ++i) {
                Record record;
                record.ref = RecordRef(SourceId(0), i);
                if ((*test)->holds(record))
                    held.insert(static_cast<int>(i));
            }
            QCOMPARE(text(held), holds);
        }
    }
};

QTEST_GUILESS_MAIN(TestQueryFields)
#include "tst_query_fields.moc"
