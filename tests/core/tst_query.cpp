// Queries: how they are read and said again, what is wrong with others, and which slices they hold for,
// against a plain evaluation slice by slice.
#include "core/query/field_columns.h"
#include "core/query/meant.h"
#include "core/query/parse.h"
#include "core/query/run.h"
#include "core/query/unknown_fields.h"
#include "core/timeline/timeline_builder.h"
#include "tests/support/sample_timeline.h"

#include <QTest>
#include <map>
#include <random>

using namespace traceglass;
using query::Expr;
using query::Field;
using query::Op;

namespace {

std::string again(std::string_view text)
{
    const auto parsed = query::parse(text);
    return parsed ? query::print(*parsed) : "error: " + parsed.error().sentence;
}

// --- the plain way

std::string lower(std::string text)
{
    for (char& c : text)
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    return text;
}

// What `parse` said of a number, in exact halves so that "between" is one.
bool compares(const query::Test& test, WideInteger value, std::int64_t startNs)
{
    const auto half = [&](const query::Operand& operand) {
        const WideInteger base = operand.isRelative ? startNs : 0;
        return 2 * (operand.value + base) + (operand.isBetween ? 1 : 0);
    };
    const WideInteger is = 2 * value, first = half(test.operands.front());
    switch (test.op) {
    case Op::equal:
        return test.operands.size() == 2 ? is >= first && is < half(test.operands[1]) : is == first;
    case Op::notEqual: return is != first;
    case Op::less: return is < first;
    case Op::atMost: return is <= first;
    case Op::greater: return is > first;
    case Op::atLeast: return is >= first;
    case Op::in:
        return std::ranges::any_of(test.operands, [&](const auto& each) { return is == half(each); });
    default: return false;
    }
}

bool isText(const query::Test& test, const std::string& text)
{
    const auto is = [&](const query::Operand& operand) { return lower(text) == lower(operand.written); };
    switch (test.op) {
    case Op::contains: return lower(text).find(lower(test.operands.front().written)) != std::string::npos;
    case Op::equal:
    case Op::in: return std::ranges::any_of(test.operands, is);
    case Op::notEqual: return !is(test.operands.front());
    default: return false; // expressions are RE2's own business
    }
}

bool isWord(const query::Test& test, std::uint32_t bits)
{
    const auto is = [&](const query::Operand& operand) { return (bits >> operand.value & 1) != 0; };
    const std::uint32_t first = test.operands.empty() ? 0 : std::uint32_t(1) << test.operands.front().value;
    switch (test.op) {
    case Op::less: return bits < first;
    case Op::atMost: return bits <= first;
    case Op::greater: return bits > first;
    case Op::atLeast: return bits >= first;
    case Op::notEqual: return !is(test.operands.front());
    case Op::isThere: return true;
    default: return std::ranges::any_of(test.operands, is);
    }
}

bool holds(const Timeline& timeline, const Expr& expr, const query::Hit& of)
{
    const auto part = [&](const Expr& each) { return holds(timeline, each, of); };
    switch (expr.kind) {
    case Expr::Kind::all: return std::ranges::all_of(expr.parts, part);
    case Expr::Kind::any: return std::ranges::any_of(expr.parts, part);
    case Expr::Kind::none: return !part(expr.parts.front());
    case Expr::Kind::test: break;
    }
    const Track& track = timeline.track(of.track);
    const query::Test& test = expr.test;
    const std::int64_t zero = timeline.range.startNs;
    const bool isValue = track.kind == TrackKind::counter;
    switch (test.field) {
    case Field::any:
        if (isValue)
            return false;
        [[fallthrough]];
    case Field::name: {
        const bool ofTrack = isValue || track.kind == TrackKind::states;
        return isText(test, std::string(ofTrack ? timeline.name(of.track) : timeline.text(of.slice.name)));
    }
    case Field::duration: return compares(test, of.slice.durationNs(), 0);
    case Field::start: return compares(test, of.slice.startNs, zero);
    case Field::end: return compares(test, of.slice.endNs, zero);
    case Field::track: {
        const std::string path = timeline.path(of.track), numbered = path + " #" + std::to_string(track.number);
        if (test.op == Op::equal || test.op == Op::in)
            return isText(test, path) || isText(test, numbered);
        return isText(test, path) && (test.op != Op::notEqual || isText(test, numbered));
    }
    case Field::group: return track.parent != kNoTrack && isText(test, timeline.path(track.parent));
    case Field::kind: return isWord(test, 1u << static_cast<unsigned>(track.kind));
    case Field::depth: return compares(test, of.depth, 0);
    case Field::state: return track.kind == TrackKind::states && isWord(test, 1u << number(of.slice.name));
    case Field::level:
        return track.kind == TrackKind::events && isWord(test, 1u << of.depth); // lines: tst_stats
    case Field::flags: return isWord(test, of.slice.flags);
    case Field::clock: return isText(test, timeline.axis(of.track).name);
    case Field::named:       // tst_query_fields.cpp
    case Field::note: break; // below
    }
    return false;
}

std::vector<query::Hit> all(const Timeline& timeline)
{
    std::vector<query::Hit> out;
    for (std::uint32_t i = 0; i < timeline.trackCount(); ++i) {
        std::uint16_t depth = 0;
        for (const RowId row : timeline.rows(TrackId(i))) {
            for (const Slice& slice : timeline.slices(row, {INT64_MIN, INT64_MAX}, SIZE_MAX))
                out.push_back({TrackId(i), depth, slice});
            ++depth;
        }
    }
    std::ranges::stable_sort(out, {}, [](const query::Hit& hit) { return hit.slice.startNs; });
    return out;
}

bool operator==(const query::Hit& a, const query::Hit& b)
{
    return a.track == b.track && a.depth == b.depth && a.slice == b.slice;
}

// Long rows, short rows that share packs, long slices among short ones, values, and every flag.
TimelinePtr manyKinds(int slices)
{
    SampleTimeline sample(40);
    TimelineBuilder& builder = sample.builder;
    std::mt19937_64 random(7);
    const char* const names[] = {"render", "Render pass", "upload", "wait for GPU", "present"};
    const TrackId queue =
        builder.addTrack({.name = builder.intern("queue 0"), .key = 900, .kind = TrackKind::slices});
    const RowId deep = builder.addRow(queue), top = builder.addRow(queue);
    std::int64_t at = kSampleStart;
    for (int i = 0; i < slices; ++i) {
        const auto length = static_cast<std::int64_t>(random() % (i % 1000 == 0 ? 40'000'000'000 : 3'000));
        const auto flags = static_cast<std::uint8_t>(i % 97 == 0 ? random() % 64 : 0);
        builder.add(i % 3 == 0 ? deep : top,
                    {at, at + length, builder.intern(names[random() % 5]), flags,
                     RecordRef(SourceId(0), static_cast<std::uint64_t>(i))});
        at += length + static_cast<std::int64_t>(random() % 500);
    }
    return sample.snapshot();
}

// Whether the runs of a row stand for these slices, each named after the longest of its own.
bool standsFor(const Timeline& drawn, RowId row, std::int64_t nsPerPixel, const std::vector<Slice>& slices)
{
    std::vector<Run> runs;
    drawn.query(row, {kSampleStart, kSampleStart + 10'000'000 * kMs}, nsPerPixel, runs); // more than all
    std::size_t at = 0;
    for (const Run& run : runs) {
        if (run.count == 0 || run.count > slices.size() - at)
            return false;
        const std::span<const Slice> own = std::span(slices).subspan(at, run.count);
        std::int64_t longest = own.front().durationNs();
        for (const Slice& slice : own)
            longest = std::max(longest, slice.durationNs());
        const bool isNamed = std::ranges::any_of(own, [&](const Slice& slice) {
            return slice.durationNs() == longest && slice.name == run.name;
        });
        if (!isNamed || run.startNs > own.front().startNs || run.endNs < own.back().startNs)
            return false;
        at += run.count;
    }
    return at == slices.size();
}

}

class TestQuery : public QObject
{
    Q_OBJECT

private slots:
    void isReadAndSaidAgain_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("said");
        const auto row = [](const char* text, const char* said) { QTest::newRow(text) << text << said; };
        row("", "");
        row("  wake   upload ", "wake upload");
        row("\"wake up\"", "\"wake up\"");
        row("a or b c", "a or (b c)");
        row("(a or b) c", "(a or b) c");
        row("a and b AND c", "a b c");
        row("-a not b", "not \"a\" not \"b\""); // words, whatever fields records have
        row("not (a b)", "not (a b)");
        row("a AND NOT b OR c", "(a not \"b\") or c");
        row("duration>=10ms", "duration >= 10 ms");
        row("duration ≥ 10 ms", "duration >= 10 ms");
        row("duration≤10ms depth≥2", "duration <= 10 ms depth >= 2");
        row("duration > 10 ms depth ≠ 3", "duration > 10 ms depth != 3");
        row("name ≠ ≥", "name != ≥");
        row("\"a≥b\"", "\"a≥b\"");
        row("duration >= 1.5 s x", "duration >= 1.5 s x");
        row("duration = 1ms..2 ms", "duration = 1 ms .. 2 ms");
        row("start = +1.5s .. +2s", "start = +1.5s .. +2s");
        row("end < 2026-05-28T20:28:43Z", "end < 2026-05-28T20:28:43Z");
        row("name in (a, \"b c\")", "name in (a, \"b c\")");
        row("track : db:query", "track : db:query");
        row("\"db:query\"", "\"db:query\"");
        row("name ~ /^a\\/b\\.c/c", "name ~ /^a\\/b\\.c/c");
        row("/a b/", "/a b/");
        row("state", "state");
        row("\"state\"", "\"state\"");
        row("start", "\"start\""); // text: every slice has one
        row("level >= warn", "level >= warn");
        row("flags != open-end", "flags != open-end");
        row("10..20", "\"10..20\"");
        row("\"AND\"", "\"AND\"");
        row("\"Or\" x", "\"Or\" x");
        row("name = \"'a'\"", "name = \"'a'\"");
        row("name = 'static", "name = \"'static\"");
        row("\"&&\" \"||\" a&&b", "\"&&\" \"||\" a&&b");
    }
    void isReadAndSaidAgain()
    {
        QFETCH(QString, text);
        QFETCH(QString, said);
        QCOMPARE(QString::fromStdString(again(text.toStdString())), said);
        QCOMPARE(QString::fromStdString(again(said.toStdString())), said);
    }

    void whatIsWrongIsSaidWhereItIs_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("meant");
        QTest::addColumn<QString>("sentence");
        QTest::addColumn<QString>("suggestion");
        const auto row = [](const char* text, const char* meant, const char* sentence,
                            const char* suggestion) {
            QTest::newRow(text) << text << meant << sentence << suggestion;
        };
        row("x durration > 5 ms", "durration", "`durration` is no field", "duration");
        row("duration > 10", "10", "A unit is missing behind 10", "10 ms");
        row("duration > 10 or a", "10", "A unit is missing behind 10", "10 ms");
        row("duration > 10 name = a", "10", "A unit is missing behind 10", "10 ms");
        row("duration > 10 parsecs", "parsecs", "`parsecs` is no unit of time (ns, us, µs, ms, s, min, h)",
            "");
        row("duration > 10apples", "apples", "`apples` is no unit of time (ns, us, µs, ms, s, min, h)", "");
        row("duration > 10 Seconds", "Seconds", "`Seconds` is no unit of time (ns, us, µs, ms, s, min, h)",
            "s");
        row("duration > 10msec", "msec", "`msec` is no unit of time (ns, us, µs, ms, s, min, h)", "ms");
        row("duration > 10 mi", "mi", "`mi` is no unit of time (ns, us, µs, ms, s, min, h)", "");
        row("duration > ten", "ten", "`ten` is no duration like 10 ms", "");
        row("duration >>= 10 ms", ">>=", "`>>=` is no sign", ">=");
        row("duration => 10 ms", "=>", "`=>` is no sign", ">=");
        row("duration >=10 ms name == a", "==", "`==` is no sign", "=");
        row("name <> a", "<>", "`<>` is no sign", "!=");
        row("name !~ /a/", "!~", "`!~` is no sign", "");
        row("depth ! 3", "!", "`!` is no sign", "!=");
        row("a !b", "!", "`!` is no sign", "-");
        row("name = a && duration > 1s", "&&", "`&&` is no sign", "and");
        row("name = a || name = b", "||", "`||` is no sign", "or");
        row("name = 'a'", "'a'", "Texts stand in double quotes", "\"a\"");
        row("name='a b'", "'a", "Texts stand in double quotes", "");
        row("duration ~ /a/", "~", "`duration` cannot be compared like this", "");
        row("duration > 999999999999999999999 h", "999999999999999999999 h", "This duration is too long", "");
        row("duration : 5 ms", ":", "`duration` cannot be compared like this", ">=");
        row("name > a", ">", "`name` cannot be compared like this", "=");
        row("start > now", "now", "`now` is no moment like +1.5s", "");
        row("start > 1.5", "1.5", "`1.5` is no moment like +1.5s", "+1.5s");
        row("start = +2s .. +1s a", "+2s .. +1s", "+2s is behind +1s", "+1s .. +2s");
        row("duration = 2 ms .. 1 ms", "2 ms .. 1 ms", "2 ms is behind 1 ms", "1 ms .. 2 ms");
        row("start > 5 ms", "5 ms", "`5 ms` is no moment like +1.5s", "+5ms");
        row("start > +2 s a", "+2 s", "`+2 s` is no moment like +1.5s", "+2s");
        row("start > 2026-05-28", "2026-05-28", "`2026-05-28` is no moment like +1.5s",
            "2026-05-28T00:00:00Z");
        row("start > \"\"", "\"\"", "`` is no moment like +1.5s", "");
        row("depth = one", "one", "A whole number stands here", "");
        row("state = poling", "poling", "`poling` is no state", "polling");
        row("state = eating", "eating", "`eating` is no state (none, polling, scheduled, idle, created)", "");
        row("(a ", "(a", "This is never closed", "(a)");
        row("a)", ")", "Nothing is open that this closes", "");
        row("\"a", "\"a", "This quote is never closed", "\"a\"");
        row("\"a\\", "\"a\\", "This quote is never closed", "");
        row("/a", "/a", "This regular expression is never closed", "/a/");
        row("/a(/", "/a(/", "This is no regular expression: missing ): a(", "");
        row("name ~ a", "a", "`~` takes a regular expression between slashes", "/a/");
        row("name ~ a(", "a", "`~` takes a regular expression between slashes", "/a/");
        row("name ~ a*/b", "a*/b", "`~` takes a regular expression between slashes", "");
        row("name ~ *", "*", "`~` takes a regular expression between slashes", "");
        row("name = /a/", "=", "A regular expression goes with `~`", "~");
        row("name in (b, /a/)", "in ", "A regular expression goes with `~`", "");
        row("depth > /a/", ">", "A regular expression goes with `~`", "");
        row("name in (a", "(a", "This list is never closed", "(a)");
        row("> 5 ms", ">", "A field is missing before this sign", "");
        row("≥ 5 ms", "≥", "A field is missing before this sign", "");
        row("durration ≥ 5 ms", "durration", "`durration` is no field", "duration");
        row("a and", "", "Something is missing behind `and`", "");
        row("a or", "", "Something is missing here", "");
        row("name =", "", "A value is missing here", "");
        row("a , b", ",", "This sign means nothing here", "");
    }
    void whatIsWrongIsSaidWhereItIs()
    {
        QFETCH(QString, text);
        QFETCH(QString, meant);
        QFETCH(QString, sentence);
        QFETCH(QString, suggestion);
        const std::string typed = text.toStdString();
        const FieldCatalogue none;
        const auto parsed = query::parse(typed, &none);
        QVERIFY(!parsed);
        const query::ParseError& error = parsed.error();
        QVERIFY(error.begin <= error.end && error.end <= typed.size());
        QCOMPARE(QString::fromStdString(error.sentence), sentence);
        QCOMPARE(QString::fromStdString(typed.substr(error.begin, error.end - error.begin)), meant);
        QCOMPARE(QString::fromStdString(error.suggestion), suggestion);
        if (suggestion.isEmpty())
            return;
        // It leads on: nothing is wrong at that place any more.
        const auto taken =
            query::parse(typed.substr(0, error.begin) + error.suggestion + typed.substr(error.end), &none);
        QVERIFY2(taken || taken.error().begin >= error.begin + error.suggestion.size(),
                 taken ? "" : taken.error().sentence.c_str());
    }
    void textsMayBeginWithSigns()
    {
        for (const char* const text : {"name=<init>", "name:::x", "name = =", "name = == ", "name : <T>"})
            QVERIFY2(query::parse(text), text);
        QCOMPARE(query::parse("name = == ")->test.operands.front().written, std::string("=="));
    }

    void moreValuesThanMayBeAskedForAreRefused()
    {
        const auto several = [](const char* before, std::size_t count, const char* between,
                                const char* behind) {
            std::string out = before;
            for (std::size_t i = 0; i < count; ++i)
                out += (i > 0 ? between : "") + std::string("v") + std::to_string(i);
            return out + behind;
        };
        const auto isMeant = [](const std::string& text, std::string_view value) {
            const auto parsed = query::parse(text);
            return !parsed && parsed.error().sentence.starts_with("A query has at most 200 values; ")
                && text.substr(parsed.error().begin, parsed.error().end - parsed.error().begin) == value;
        };
        QVERIFY(query::parse(several("", 200, " or ", "")));
        QVERIFY(query::parse(several("name in (", 200, ", ", ")")));
        QVERIFY(query::parse(several("status in (", 100, ",", ") or ") + several("", 100, " ", "")));
        QVERIFY(isMeant(several("", 201, " or ", ""), "v200"));
        QVERIFY(isMeant(several("not (", 6'000, " ", ")"), "v200"));
        QVERIFY(isMeant(several("name in (", 300, ", ", ")"), "v200"));
        QVERIFY(isMeant(several("status in (", 300, ",", ")"), "v200"));
        QVERIFY(isMeant(several("", 200, " ", " and depth > 2"), "depth"));
        QVERIFY(isMeant(several("", 200, " ", " not @status"), "@status"));
        QVERIFY(isMeant(several("", 199, " ", " duration = 1 ms .. 2 ms"), "2"));
        QVERIFY(isMeant(several("", 200, " ", " /x y/"), "/x"));
    }
    void largeExpressionsAreRefused()
    {
        const auto sentence = [](const std::string& text) {
            const auto parsed = query::parse(text);
            return QString::fromStdString(parsed ? std::string() : parsed.error().sentence);
        };
        const QString tooLarge = QStringLiteral(
            "This regular expression is too large; what it repeats, or how often, has to be less");
        QCOMPARE(
            sentence("/(a{1000}){1000}/"),
            QStringLiteral(
                "This regular expression repeats more than 1,000 times, or ends before it begins: {1000}"));
        QCOMPARE(sentence("/\\pL{300}/"), tooLarge);
        QCOMPARE(sentence("name ~ /(.{1,30}x){31}(.{1,30}x){31}/"), tooLarge);
        QCOMPARE(sentence("/.{1000}/"), QString());
        for (const char* const letter : {"k", "s", "."}) { // of which some are others in upper case
            std::string letters;
            for (int i = 0; i < 1'000; ++i)
                letters += letter;
            QCOMPARE(sentence('/' + letters + '/'), QString());
        }
    }
    void fieldsAreAskedForTheirValues()
    {
        const auto asking = [](const char* text) {
            const auto expr = query::askingFields(*query::parse(text));
            return expr ? query::print(*expr) : std::string();
        };
        QCOMPARE(asking("polling"), std::string("state = polling"));
        QCOMPARE(asking("upload (WARN or counter)"), std::string("upload (level = warn or kind = counter)"));
        QCOMPARE(asking("a not gap"), std::string("a not flags = gap"));
        QCOMPARE(asking("polled name = polling /idle/"), std::string());
        QCOMPARE(asking(""), std::string());
    }

    void hugeOnesAreRefused()
    {
        QVERIFY(!query::parse(std::string(64 * 1024, '(')));
        QVERIFY(!query::parse(std::string(64 * 1024, '-') + 'a'));
        QVERIFY(!query::parse(std::string(64 * 1024 + 1, 'a')));
        QVERIFY(query::parse(std::string(1'000, 'a')).has_value());
        for (const char* const quotes : {"", "\"", "/"})
            QVERIFY(!query::parse(quotes + std::string(1'001, 'a') + quotes));
        std::string nots;
        for (int i = 0; i < 90; ++i)
            nots += "not ";
        QVERIFY(query::parse(nots + 'a').has_value());
    }

    // A text as long as may be is found, and bytes that are no UTF-8.
    void oddTextsAreFound()
    {
        TimelineBuilder builder;
        const TrackId track =
            builder.addTrack({.name = builder.intern("t"), .key = 1, .kind = TrackKind::slices});
        const RowId row = builder.addRow(track);
        const std::string texts[] = {std::string(60'000, 'x') + 'Y', "caf\xe9", "Straße ÄÖÜ", "a.b*c"};
        for (int i = 0; i < 4; ++i)
            builder.add(row, {i * 10, i * 10 + 5, builder.intern(texts[i]), 0, RecordRef(SourceId(0), 0)});
        const TimelinePtr timeline = builder.snapshot({0, 40}, 4, true);
        const auto count = [&](const std::string& text) {
            Job job;
            return query::run(timeline, *query::parse(text), {}, job)->count();
        };
        QCOMPARE(count(std::string(999, 'X') + 'y'), std::uint64_t(1));
        QCOMPARE(count("CAF\xe9"), std::uint64_t(1));
        QCOMPARE(count("äöü"), std::uint64_t(1));
        QCOMPARE(count("name = a.b*c"), std::uint64_t(1));
        QCOMPARE(count("name = a.b*"), std::uint64_t(0));
        QCOMPARE(count("/^[a-z.*]+$/"), std::uint64_t(2));
        QCOMPARE(count("/^[a-z.*]+$/c"), std::uint64_t(1));
        QCOMPARE(count("/STRASSE|stra.e/c"), std::uint64_t(0));
    }

    void findsWhatThePlainWayFinds()
    {
        const TimelinePtr small = manyKinds(4'000), large = manyKinds(150'000); // of several packs a row
        const std::vector<query::Hit> fewSlices = all(*small), manySlices = all(*large);
        QVERIFY(manySlices.size() > 150'000);
        const char* const tests[] = {"render",
                                     "upload",
                                     "\"slow wake\"",
                                     "name = render",
                                     "name != UPLOAD",
                                     "name : E",
                                     "name in (present, upload, resize)",
                                     "duration >= 10 ms",
                                     "duration < 1.5 us",
                                     "duration = 1us .. 2 us",
                                     "duration = 0 ns",
                                     "duration != 50 ms",
                                     "start >= +100ms",
                                     "start < +0.5s",
                                     "end > +200ms",
                                     "start = +120ms .. +130ms",
                                     "track : tasks",
                                     "track = \"queue 0\"",
                                     "track = \"tasks/resize #4\"",
                                     "track != \"tasks/resize #4\"",
                                     "clock = \"\"",
                                     "group = tasks",
                                     "group != spans",
                                     "kind = states",
                                     "kind in (slices, worker)",
                                     "kind != events",
                                     "depth >= 1",
                                     "depth = 0",
                                     "depth in (1, 3)",
                                     "state",
                                     "state = polling",
                                     "state != polling",
                                     "level",
                                     "level >= warn",
                                     "level < info",
                                     "flags = approximate",
                                     "flags != open-end",
                                     "flags in (damaged, gap)",
                                     "flags"};
        std::mt19937_64 random(11);
        const auto expression = [&](const auto& self, int depth) -> std::string {
            const auto choice = random() % 5;
            if (depth == 0 || choice == 0)
                return tests[random() % std::size(tests)];
            const std::string a = self(self, depth - 1);
            if (choice == 1)
                return "not (" + a + ')';
            return '(' + a + (choice < 4 ? " and " : " or ") + self(self, depth - 1) + ')';
        };
        std::vector<std::string> queries(std::begin(tests), std::end(tests));
        for (int i = 0; i < 60; ++i)
            queries.push_back(expression(expression, 3));
        for (std::size_t number = 0; number < queries.size(); ++number) {
            const std::string& text = queries[number];
            const bool isLarge = number % 16 == 7;
            const TimelinePtr& timeline = isLarge ? large : small;
            const std::vector<query::Hit>& slices = isLarge ? manySlices : fewSlices;
            const auto expr = query::parse(text);
            QVERIFY2(expr, text.c_str());
            QCOMPARE(*query::parse(query::print(*expr)), *expr);
            std::vector<query::Hit> expected;
            std::ranges::copy_if(slices, std::back_inserter(expected),
                                 [&](const query::Hit& hit) { return holds(*timeline, *expr, hit); });
            for (const unsigned threads : {1u, 4u}) {
                Job job;
                query::Scope scope;
                scope.threads = threads;
                const auto hits = query::run(timeline, *expr, scope, job);
                QVERIFY(hits);
                QVERIFY2(hits->count() == expected.size(), text.c_str());
                std::size_t at = 0;
                bool isEqual = true;
                hits->each([&](const query::Hit& hit) {
                    isEqual = isEqual && at < expected.size() && hit == expected[at];
                    ++at;
                    return isEqual;
                });
                QVERIFY2(isEqual && at == expected.size(), text.c_str());
            }
        }
    }

    // A run of a timeline of which only hits are drawn stands for the hits that begin in it, and for nothing else.
    void onlyHitsAreDrawn()
    {
        for (const int size : {4'000, 150'000}) {
            const TimelinePtr timeline = manyKinds(size);
            for (const char* const text : {"duration >= 10 ms", "name = render", "not render", "flags", "nothing"}) {
                Job job;
                auto found = query::run(timeline, *query::parse(text), {}, job);
                QVERIFY(found);
                const auto hits = std::make_shared<query::Hits>(std::move(*found));
                const TimelinePtr drawn = query::masked(hits, job);
                QVERIFY(drawn && drawn != timeline);
                std::map<std::pair<TrackId, std::uint16_t>, std::vector<Slice>> byRow;
                hits->each([&](const query::Hit& hit) {
                    byRow[{hit.track, hit.depth}].push_back(hit.slice);
                    return true;
                });
                for (std::uint32_t track = 0; track < timeline->trackCount(); ++track) {
                    std::uint16_t depth = 0;
                    for (const RowId row : timeline->rows(TrackId(track))) {
                        const std::vector<Slice>& expected = byRow[{TrackId(track), depth++}];
                        for (const std::int64_t nsPerPixel : {std::int64_t(1), kMs / 1000, kMs, 100 * kMs, 10'000 * kMs})
                            QVERIFY2(standsFor(*drawn, row, nsPerPixel, expected), text);
                    }
                }
            }
        }
    }

    // A note is about the slices of its track that have exactly its time.
    void notesFindTheirSlices()
    {
        SampleTimeline sample;
        const TimelinePtr timeline = sample.snapshot();
        const auto at = [](int from, int to) {
            return TimeRange {kSampleStart + from * kMs, kSampleStart + to * kMs};
        };
        const auto noted = [&](const char* text, TimeRange time, const char* track,
                               std::optional<std::uint64_t> key = {}) {
            Annotation note;
            note.text = text;
            note.time = time;
            note.track = track;
            note.trackKey = key;
            return note;
        };
        query::FieldColumns columns(nullptr);
        const auto fits = [&](const char* text) {
            Job job;
            const auto expr = query::parse(text);
            const auto hits = expr ? query::run(timeline, &columns, *expr, {.threads = 3}, job)
                                   : Result<query::Hits>(fail(Code::Stopped));
            QStringList out;
            if (hits)
                hits->each([&](const query::Hit& hit) {
                    out << QString::number((hit.slice.startNs - kSampleStart) / kMs);
                    return true;
                });
            return hits ? out.join(u' ') : QStringLiteral("failed");
        };
        QCOMPARE(fits("note"), QString());
        columns.setNotes(std::make_shared<const AnnotationSet>(AnnotationSet {
            noted("Slow here", at(120, 200), "tasks/upload", 3),
            noted("again", at(120, 200), "tasks/upload"), // of two notes one must fit
            noted("slow, too", at(450, 500), "tasks/upload"),
            noted("slow nowhere", at(450, 501), "tasks/upload"),    // not its time
            noted("slow nowhere", at(450, 500), "tasks/upload", 4), // not its track
            noted("slow nowhere", at(400, 450), ""), noted("an instant", at(450, 450), "events/events")}));
        QCOMPARE(fits("note"), QStringLiteral("120 450 450"));
        QCOMPARE(fits("note : slow"), QStringLiteral("120 450"));
        QCOMPARE(fits("note = again"), QStringLiteral("120"));
        QCOMPARE(fits("note != again"), QStringLiteral("450 450"));
        QCOMPARE(fits("note ~ /too$/"), QStringLiteral("450"));
        QCOMPARE(fits("note : slow duration > 60 ms"), QStringLiteral("120"));
        QCOMPARE(fits("note kind = events"), QStringLiteral("450"));
        QCOMPARE(fits("track = tasks/upload not note"), QStringLiteral("100 400"));
        QCOMPARE(fits("\"slow here\""), QString()); // words alone are not looked for in notes
        // A time within a slice is about the innermost one around it.
        columns.setNotes(std::make_shared<const AnnotationSet>(
            AnnotationSet {noted("a moment", at(130, 130), "tasks/upload", 3),
                           noted("a part", at(460, 470), "tasks/upload")}));
        QCOMPARE(fits("note"), QStringLiteral("120 450"));
        QCOMPARE(fits("note : moment"), QStringLiteral("120"));
        columns.setNotes(nullptr);
        QCOMPARE(fits("note"), QString());
    }

    void aScopeIsKept()
    {
        const TimelinePtr timeline = manyKinds(4'000);
        const TimeRange range {kSampleStart + 100 * kMs, kSampleStart + 450 * kMs};
        std::vector<TrackId> chosen;
        for (std::uint32_t i = 0; i < timeline->trackCount(); ++i)
            if (const auto path = timeline->path(TrackId(i)); path == "tasks" || path == "queue 0")
                chosen.push_back(TrackId(i));
        QCOMPARE(chosen.size(), std::size_t(2));
        const auto isIn = [&](const query::Hit& hit) {
            const Track& track = timeline->track(hit.track);
            return overlaps(hit.slice.startNs, hit.slice.endNs, range)
                && (hit.track == chosen[0] || hit.track == chosen[1] || track.parent == chosen[0]
                    || track.parent == chosen[1]);
        };
        const std::vector<query::Hit> slices = all(*timeline);
        Job job;
        const auto hits = query::run(timeline, {}, {range, chosen, 0}, job);
        QVERIFY(hits);
        QCOMPARE(hits->count(), static_cast<std::uint64_t>(std::ranges::count_if(slices, isIn)));
        bool isAll = true;
        hits->each([&](const query::Hit& hit) { return isAll = isAll && isIn(hit); });
        QVERIFY(isAll && hits->count() > 100);
    }

    // Each restriction, and its opposite, holds for the same slices as it does as a query.
    void aRestrictionIsAQuery()
    {
        using query::Restriction;
        using By = Restriction::By;
        SampleTimeline sample(40);
        TimelineBuilder& builder = sample.builder;
        const TrackId group =
            builder.addTrack({.name = builder.intern("a+b/(c)"), .key = 500, .kind = TrackKind::group});
        const TrackId below = builder.addTrack(
            {.parent = group, .name = builder.intern("below"), .key = 501, .kind = TrackKind::group});
        const TrackId away =
            builder.addTrack({.name = builder.intern("a+b"), .key = 502, .kind = TrackKind::group});
        std::uint64_t key = 600;
        for (const TrackId parent : {group, below, away}) {
            const RowId row = builder.addRow(builder.addTrack(
                {.parent = parent, .name = builder.intern("t"), .key = ++key, .kind = TrackKind::slices}));
            for (const auto& [start, end] : {std::pair {0, 5}, {5, 10}, {10, 10}, {15, 20}})
                builder.add(row, {kSampleStart + start, kSampleStart + end, builder.intern("a"), 0,
                                  RecordRef(SourceId(0), 0)});
        }
        const TimelinePtr timeline = sample.snapshot();
        const TrackId own {static_cast<std::uint32_t>(timeline->trackCount() - 3)};
        std::vector<Restriction> all {{.by = By::range, .range = {kSampleStart + 5, kSampleStart + 10}},
                                      {.by = By::range, .range = {kSampleStart + 10, kSampleStart + 15}},
                                      {.by = By::range, .range = {kSampleStart - 5, kSampleStart + 450 * kMs}}};
        for (std::uint32_t i = 0; i < timeline->trackCount(); ++i)
            for (const By by : {By::track, By::group, By::kind})
                if (const auto one = query::restrictedTo(by, *timeline, TrackId(i));
                    one && (by != By::kind || one->kind != TrackKind::group))
                    all.push_back(*one);
        QVERIFY(!query::restrictedTo(By::clock, *timeline, own)); // there is but one
        QCOMPARE(query::subjectOf(*timeline, *query::restrictedTo(By::group, *timeline, own)), "a+b/(c)");
        const auto found = [&](const Expr& expr, const query::Scope& scope) {
            Job job;
            std::vector<std::tuple<TrackId, std::uint16_t, std::int64_t>> out;
            query::run(timeline, expr, scope, job)->each([&](const query::Hit& hit) {
                out.emplace_back(hit.track, hit.depth, hit.slice.startNs);
                return true;
            });
            return out;
        };
        const std::size_t whole = found({}, {}).size();
        for (Restriction& each : all) {
            std::size_t both = 0;
            for (const bool isNot : {false, true}) {
                each.isNot = isNot;
                const Expr expr = query::asQuery(*timeline, each);
                const std::string text = query::print(expr);
                QVERIFY2(query::parse(text) == expr, text.c_str());
                const auto kept = found({}, {.restrictions = {each}});
                QVERIFY2(kept == found(expr, {}), text.c_str());
                QVERIFY2(!kept.empty() && kept.size() < whole, text.c_str());
                both += kept.size();
            }
            QCOMPARE(both, whole);
        }
        Restriction tasks = *query::restrictedTo(By::kind, *timeline, TrackId(1));
        QCOMPARE(query::subjectOf(*timeline, tasks), "states");
        const TimeRange range {kSampleStart + 100 * kMs, kSampleStart + 450 * kMs};
        const Restriction early {.by = By::range, .isNot = true, .range = range};
        const query::Scope scope {.range = TimeRange {0, range.endNs}, .restrictions = {tasks, early}};
        const auto several = found(*query::parse("state = polling"), scope);
        QVERIFY(!several.empty());
        for (const auto& [track, depth, startNs] : several)
            QVERIFY(timeline->track(track).kind == TrackKind::states && startNs < range.startNs);
    }

    void tracksOfOneClock()
    {
        using By = query::Restriction::By;
        TimelineBuilder builder;
        builder.setAxes({{.name = "board", .range = {0, 100}},
                         {.name = "radio", .range = {50, 100}, .shiftNs = -30}});
        std::uint64_t key = 0;
        std::vector<TrackId> tracks;
        for (std::uint16_t axis = 0; axis < 2; ++axis) {
            tracks.push_back(builder.addTrack(
                {.name = builder.intern("t"), .key = ++key, .kind = TrackKind::slices}, {.axis = axis}));
            const RowId row = builder.addRow(tracks.back());
            for (int at = 50; at < 100; at += 10)
                builder.add(row, {at, at + 10, builder.intern("a"), 0, RecordRef(SourceId(0), 0)});
        }
        const TimelinePtr timeline = builder.snapshot({0, 100}, 10, true);
        auto own = query::restrictedTo(By::clock, *timeline, tracks[1]);
        QVERIFY(own);
        QCOMPARE(query::print(query::asQuery(*timeline, *own)), "clock = radio");
        const query::Restriction range {.by = By::range, .range = {60, 80}}; // of the radio 90 to 110
        for (const auto& restrictions : {std::vector {*own}, std::vector {range}, std::vector {*own, range}}) {
            Expr expr;
            for (const query::Restriction& each : restrictions)
                expr.parts.push_back(query::asQuery(*timeline, each));
            Job job;
            const auto kept = query::run(timeline, {}, {.restrictions = restrictions}, job);
            const std::uint64_t expected = restrictions.size() == 2 ? 1 : restrictions[0] == range ? 3 : 5;
            QCOMPARE(kept->count(), expected);
            QCOMPARE(query::run(timeline, *query::parse(query::print(expr)), {}, job)->count(), expected);
        }
    }

    // What begins where a range ends is not in it; an instant where it begins is.
    void theEndsOfARange()
    {
        TimelineBuilder builder;
        const RowId row = builder.addRow(
            builder.addTrack({.name = builder.intern("t"), .key = 1, .kind = TrackKind::slices}));
        for (const auto& [start, end] : {std::pair {0, 5}, {5, 10}, {10, 10}, {20, 20}})
            builder.add(row, {start, end, builder.intern("a"), 0, RecordRef(SourceId(0), 0)});
        const TimelinePtr timeline = builder.snapshot({0, 20}, 4, true);
        const auto count = [&](std::int64_t from, std::int64_t to) {
            Job job;
            return query::run(timeline, {}, {TimeRange {from, to}, {}, 0}, job)->count();
        };
        QCOMPARE(count(0, 20), std::uint64_t(3));
        QCOMPARE(count(0, 10), std::uint64_t(2));
        QCOMPARE(count(10, 20), std::uint64_t(1));
        QCOMPARE(count(5, 11), std::uint64_t(2));
        QCOMPARE(count(20, 21), std::uint64_t(1));
        QCOMPARE(count(11, 20), std::uint64_t(0));
        // Slices of damaged captures that end before they begin are where they begin.
        TimelineBuilder damaged;
        const RowId back = damaged.addRow(
            damaged.addTrack({.name = damaged.intern("t"), .key = 1, .kind = TrackKind::slices}));
        damaged.add(back, {10, 5, damaged.intern("a"), 0, RecordRef(SourceId(0), 0)});
        const TimelinePtr odd = damaged.snapshot({0, 20}, 1, true);
        for (const char* const text : {"start = +10ns", "end <= +10ns", "duration <= 0 ns"}) {
            Job job;
            QCOMPARE(query::run(odd, *query::parse(text), {}, job)->count(), std::uint64_t(1));
        }
    }

    // A query that was read with the fields of one capture, asked of another.
    void fieldsOfAnotherCapture()
    {
        const FieldCatalogue own {{"status", "Request", FieldType::text},
                                  {"bytes", "Request", FieldType::integer}};
        const auto expr =
            query::parse("(status = 500 or bytes > 10) not path : cart status > 499 not @path heat > 92");
        QVERIFY(expr);
        const auto unknown = query::unknownTo(own, *expr);
        QCOMPARE(unknown.size(), std::size_t(3));
        QCOMPARE(unknown[0], (query::UnknownField {"path"})); // once
        QCOMPARE(unknown[1].name, std::string("status"));
        QCOMPARE(unknown[1].why, std::string("`status` cannot be compared like this"));
        QCOMPARE(unknown[2], (query::UnknownField {"heat"}));
        const FieldCatalogue all = query::withUnknown(own, unknown);
        QVERIFY(!query::parse("path : cart", &own));
        QVERIFY(query::parse("path : cart heat > 92 not bytes = 7", &all));
        QVERIFY(!query::parse("status > 499", &all)); // which no text can be

        // Those that only the other one has, as they are there.
        const FieldCatalogue other {{"status", "shop.Reply", FieldType::integer},
                                    {"heat", "Sensor", FieldType::number, "°C"}};
        const FieldCatalogue both = query::withFieldsOf(own, other);
        QCOMPARE(both.size(), std::size_t(4));
        const auto readBy = [](const char* text, const FieldCatalogue& fields) {
            return query::parse(text, &fields).value_or(query::Expr {});
        };
        QCOMPARE(readBy("not heat > 92 °C", both), readBy("not heat > 92 °C", other));
        QCOMPARE(readBy("not heat", both), readBy("not @heat", both));
        QVERIFY(readBy("not heat", own) != readBy("not heat", both));
        for (const char* const longer : {"not Reply.status", "not shop.Reply.status", "Reply.status > 499"})
            QCOMPARE(readBy(longer, both), readBy(longer, other));
        QVERIFY(!query::parse("status > 499", &both)); // is that of the own ones
    }

    void canBeStopped()
    {
        std::stop_source stop;
        stop.request_stop();
        Job job(stop.get_token());
        const auto hits = query::run(manyKinds(4'000), {}, {}, job);
        QVERIFY(!hits);
        QCOMPARE(hits.error().code, Code::Stopped);
    }
};

QTEST_GUILESS_MAIN(TestQuery)
#include "tst_query.moc"
