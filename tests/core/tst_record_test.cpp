// Queries asked of records: made up ones against a plain look at records and slices of every format, what a
// filter leaves, and what cannot be asked.
#include "core/base/text.h"
#include "core/model/records_facet.h"
#include "core/query/field_columns.h"
#include "core/query/parse.h"
#include "core/query/record_test.h"
#include "tests/support/each_capture.h"
#include "tests/support/patience.h"

#include <QTest>
#include <random>

using namespace traceglass;

namespace {

constexpr std::size_t kRecords = 300; // of each capture
constexpr int kQueries = repeat(10) > 1 ? 60 : 25;
constexpr std::uint64_t kFiltered = 20'000; // records that are read

struct PlainSlice
{
    std::int64_t durationNs = 0;
    std::string track;
    std::uint16_t depth = 0;
};

// Some records of a capture, with the slices that begin with each.
struct Sample
{
    std::vector<Record> records;
    std::vector<std::vector<PlainSlice>> slices; // by record
    std::vector<PlainSlice> all;
};

Sample sampleOf(const LearnedCapture& of)
{
    Sample out;
    Job job;
    std::multimap<std::uint64_t, PlainSlice> byRef;
    if (of.time()) {
        const auto hits = query::run(of.known.timeline, {}, {}, job);
        hits->each([&](const query::Hit& hit) {
            const PlainSlice slice {hit.slice.durationNs(), of.timeline().path(hit.track), hit.depth};
            byRef.emplace(hit.slice.ref.bits, slice);
            out.all.push_back(slice);
            return true;
        });
    }
    std::uint64_t count = 0;
    RecordQuery places;
    places.placesOnly = true;
    (void)of.document->records()->read(
        places, [&](const Record&) { return ++count > 0; }, job);
    const std::uint64_t step = std::max<std::uint64_t>(1, count / kRecords);
    std::uint64_t at = 0;
    (void)of.document->records()->read(
        {},
        [&](const Record& record) {
            if (at++ % step != 0)
                return true;
            out.records.push_back(record);
            const auto [first, last] = byRef.equal_range(record.ref.bits);
            for (auto each = first; each != last; ++each)
                out.slices.resize(out.records.size()), out.slices.back().push_back(each->second);
            out.slices.resize(out.records.size());
            return true;
        },
        job);
    return out;
}

struct MadeUp
{
    std::string text;
    std::function<bool(const Record&, const std::vector<PlainSlice>&)> holds;
};

MadeUp word(std::mt19937_64& random, const Sample& of)
{
    const Record& record = of.records[random() % of.records.size()];
    const std::string texts[] = {record.kind, record.subject, record.by, record.fields,
                                 hexNumber(record.range.offset)};
    std::string text = texts[random() % std::size(texts)];
    const std::size_t begin = text.empty() ? 0 : random() % text.size();
    text = text.substr(begin, 1 + random() % 6);
    if (text.find_first_of("\"\\") != text.npos || text.empty()
        || std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) >= 0x80; }))
        text = "e";
    return {'"' + text + '"', [text](const Record& each, const std::vector<PlainSlice>&) {
                const auto in = [&](const std::string& one) { return containsText(one, text); };
                return in(each.kind) || in(each.subject) || in(each.by) || in(each.fields)
                    || in(hexNumber(each.range.offset))
                    || std::ranges::any_of(each.values, in, &RecordValue::text);
            }};
}

MadeUp condition(std::mt19937_64& random, const Sample& of)
{
    const PlainSlice like = of.all[random() % of.all.size()];
    const auto any = [](auto fits) {
        return [fits](const Record&, const std::vector<PlainSlice>& slices) {
            return std::ranges::any_of(slices, fits);
        };
    };
    switch (random() % 3) {
    case 0:
        return {"duration >= " + std::to_string(like.durationNs) + " ns",
                any([like](const PlainSlice& one) { return one.durationNs >= like.durationNs; })};
    case 1:
        return {"track = \"" + like.track + '"', any([like](const PlainSlice& one) {
                    return containsText(one.track, like.track) && one.track.size() == like.track.size();
                })};
    default:
        return {"depth = " + std::to_string(like.depth),
                any([like](const PlainSlice& one) { return one.depth == like.depth; })};
    }
}

MadeUp madeUp(std::mt19937_64& random, const Sample& of, int depth)
{
    const auto choice = depth == 0 ? random() % 2 : random() % 5;
    if (choice == 0 || (choice == 1 && of.all.empty()))
        return word(random, of);
    if (choice == 1)
        return condition(random, of);
    const MadeUp a = madeUp(random, of, depth - 1), b = madeUp(random, of, depth - 1);
    if (choice == 2)
        return {"not (" + a.text + ')', [a](const auto&... each) { return !a.holds(each...); }};
    if (choice == 3)
        return {'(' + a.text + ") or (" + b.text + ')',
                [a, b](const auto&... each) { return a.holds(each...) || b.holds(each...); }};
    return {'(' + a.text + ") (" + b.text + ')',
            [a, b](const auto&... each) { return a.holds(each...) && b.holds(each...); }};
}

Result<RecordTestPtr> asked(const std::string& text, const LearnedCapture& of,
                            const query::HitsPtr& fitting = {})
{
    Job job;
    const query::FieldColumns columns(of.document->fields());
    const TimelinePtr timeline = of.time() ? of.known.timeline : nullptr;
    return query::recordTest(*query::parse(text), fitting, timeline, &columns, job);
}

}

class TestRecordTest : public QObject, EachCapture
{
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(learnAll()); }

    void madeUpQueriesHoldAsPlainlyReckoned_data() { eachCapture(); }
    void madeUpQueriesHoldAsPlainlyReckoned()
    {
        const LearnedCapture& of = fetched();
        const Sample sample = sampleOf(of);
        std::mt19937_64 random(3);
        std::size_t held = 0, failed = 0;
        for (int i = 0; i < kQueries; ++i) {
            const MadeUp query = madeUp(random, sample, 3);
            QVERIFY2(query::parse(query.text), query.text.c_str());
            const auto test = asked(query.text, of);
            QVERIFY2(test && *test, query.text.c_str());
            for (std::size_t k = 0; k < sample.records.size(); ++k) {
                const bool holds = (*test)->holds(sample.records[k]);
                if (holds != query.holds(sample.records[k], sample.slices[k]))
                    QFAIL((query.text + " of record " + std::to_string(k)).c_str());
                ++(holds ? held : failed);
            }
        }
        QVERIFY(held > 0 && failed > 0);
    }

    // Those that a slice begins with which fits, whatever else is asked.
    void aFilterLeavesWhatSlicesBeginWith_data() { eachCapture(); }
    void aFilterLeavesWhatSlicesBeginWith()
    {
        const LearnedCapture& of = fetched();
        if (!of.time())
            return;
        Job job;
        auto hits = query::run(of.known.timeline, *query::parse("duration > 0 ns"), {}, job);
        const auto fitting = std::make_shared<query::Hits>(std::move(*hits));
        std::set<std::uint64_t> refs;
        fitting->each([&](const query::Hit& hit) { return refs.insert(hit.slice.ref.bits).second || true; });
        const auto only = asked("", of, fitting);
        const auto words = asked("e", of, fitting);
        QVERIFY(only && words);
        QVERIFY(!(*only)->needsTexts() && (*words)->needsTexts());
        RecordQuery some;
        some.limit = kFiltered;
        std::size_t left = 0;
        for (const bool json : {false, true}) { // records as JSON say where they begin, too
            some.json = json;
            bool isRight = true;
            (void)of.document->records()->read(
                some,
                [&](const Record& record) {
                    const bool isMeant = refs.contains(record.ref.bits);
                    isRight = isRight && (*only)->holds(record) == isMeant
                        && (json || isMeant || !(*words)->holds(record));
                    left += isMeant;
                    return isRight;
                },
                job);
            QVERIFY(isRight);
        }
        QVERIFY(left > 0);
    }

    void expressionsAndNothing()
    {
        const LearnedCapture& of = m_captures.at("fake");
        Record record;
        record.kind = "TaskWake";
        record.values = {{"pool exhausted", false, 0}};
        record.range.offset = 0x1f40;
        const auto holds = [&](const char* text) { return (*asked(text, of))->holds(record); };
        QVERIFY(holds("/^taskw/"));
        QVERIFY(!holds("/^taskw/c"));
        QVERIFY(holds("/^pool .*ed$/"));
        QVERIFY(holds("1F40"));
        QVERIFY(holds("taskwake pool"));
        QVERIFY(!holds("\"taskwake pool\"")); // in one text
        QVERIFY(!holds("duration >= 0 ns"));  // no slice begins with it
        QVERIFY(holds("not duration >= 0 ns"));
        const auto nothing = asked("", of);
        QVERIFY(nothing && !*nothing);
    }

    void whatCannotBeAsked()
    {
        Job job;
        const auto test = query::recordTest(*query::parse("duration > 1 s"), nullptr, nullptr, nullptr, job);
        QVERIFY(!test && test.error().code == Code::NoTimeAxis);
        QVERIFY(query::hasConditions(*query::parse("a (b or not duration > 1 s)")));
        QVERIFY(!query::hasConditions(*query::parse("a (b or not /c/)")));
        const LearnedCapture& of = m_captures.at("fake");
        const auto fields =
            query::recordTest(*query::parse("status = 1"), nullptr, of.known.timeline, nullptr, job);
        QVERIFY(!fields && fields.error().code == Code::QueryNoFields);
        std::stop_source stop;
        stop.request_stop();
        Job stopped(stop.get_token());
        const auto late =
            query::recordTest(*query::parse("duration > 1 s"), nullptr, of.known.timeline, nullptr, stopped);
        QVERIFY(!late && late.error().code == Code::Stopped);
    }
};

QTEST_MAIN(TestRecordTest)
#include "tst_record_test.moc"
