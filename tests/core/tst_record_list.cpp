// Lists of records of any length: reading from any record on, the list, what is filtered and sorted, against
// plain reading. Captures are those of every format, large and damaged ones too.
#include "core/base/name_order.h"
#include "core/base/text.h"
#include "core/model/record_order.h"
#include "core/model/records_facet.h"
#include "core/query/record_test.h"
#include "tests/support/corpus.h"
#include "tests/support/each_capture.h"
#include "tests/support/open_capture.h"
#include "tests/support/patience.h"

#include <QTest>
#include <random>
#include <thread>

using namespace traceglass;

namespace {

struct Read
{
    std::vector<Record> records;
    std::optional<Code> error;
};

Read readAll(const RecordsFacet& facet, const RecordQuery& query)
{
    Read out;
    Job job;
    const auto done = facet.read(
        query,
        [&](const Record& record) {
            out.records.push_back(record);
            return true;
        },
        job);
    if (!done)
        out.error = done.error().code;
    return out;
}

bool isAtOnePlace(const Record& a, const Record& b)
{
    return a.ref == b.ref && a.node == b.node && a.range == b.range && a.timeNs == b.timeNs
        && a.axis == b.axis;
}

bool isEqual(const Record& a, const Record& b)
{
    return isAtOnePlace(a, b) && a.kind == b.kind && a.subject == b.subject && a.by == b.by
        && a.fields == b.fields && a.values.size() == b.values.size()
        && std::ranges::equal(a.values, b.values, {}, &RecordValue::text, &RecordValue::text);
}

// Some of so many: the first, the last, and others.
std::vector<std::uint64_t> someOf(std::uint64_t count, std::size_t atMost)
{
    std::vector<std::uint64_t> out;
    std::mt19937_64 random(7);
    if (count <= atMost)
        for (std::uint64_t i = 0; i < count; ++i)
            out.push_back(i);
    else
        out = {0, 1, count - 1};
    while (out.size() < std::min<std::uint64_t>(count, atMost))
        out.push_back(random() % count);
    std::ranges::sort(out);
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

// From so many records on a list is long.
constexpr std::size_t kMany = repeat(2'000'000);

constexpr std::size_t kManyToSort = repeat(50'000);
constexpr std::size_t kTables = repeat(10) > 1 ? 3 : 1;  // the largest
constexpr std::size_t kPlaces = repeat(10) > 1 ? 12 : 4; // that are looked at
constexpr int kStep = repeat(10) > 1 ? 1 : 5;            // between columns that are sorted by

// The whole, a part of the time, and the largest tables; of a long list a hundredth of the time.
std::vector<RecordQuery> queriesOf(const RecordsFacet& facet)
{
    RecordQuery places;
    places.placesOnly = true;
    const Read whole = readAll(facet, places);
    std::vector<RecordQuery> out(1);
    std::vector<std::int64_t> times;
    for (const Record& record : whole.records)
        if (record.timeNs && record.axis == 0)
            times.push_back(*record.timeNs);
    std::ranges::sort(times);
    if (whole.records.size() > kMany && !times.empty()) {
        out.front().window = TimeRange {times[times.size() / 2], times[times.size() / 2 + times.size() / 100]};
        return out;
    }
    if (!times.empty()) {
        RecordQuery part;
        part.window = TimeRange {times[times.size() / 4], times[times.size() * 3 / 4]};
        out.push_back(part);
    }
    auto tables = facet.tables();
    std::ranges::sort(tables, std::greater(), &RecordTable::records);
    for (std::size_t i = 0; i < std::min<std::size_t>(tables.size(), kTables); ++i) {
        RecordQuery table;
        table.table = tables[i].key;
        out.push_back(table);
    }
    return out;
}

// Records that are compared from each on: all the rest of most captures.
constexpr std::size_t kRead = 5'000;

// Why not; empty: it does.
std::string readsFromAnyRecordOn(const RecordsFacet& facet, std::size_t places)
{
    for (const RecordQuery& query : queriesOf(facet)) {
        const Read all = readAll(facet, query);
        if (all.error)
            continue;
        RecordQuery quick = query;
        quick.placesOnly = true;
        const Read quickly = readAll(facet, quick);
        if (!std::ranges::equal(quickly.records, all.records, isAtOnePlace))
            return "places only: others";
        for (const std::uint64_t from : someOf(all.records.size(), places)) {
            for (const bool placesOnly : {false, true}) {
                RecordQuery rest = query;
                rest.placesOnly = placesOnly;
                rest.from = all.records[from].node;
                rest.limit = kRead;
                const Read read = readAll(facet, rest);
                if (read.error)
                    return "from " + std::to_string(from) + ": an error";
                const auto expected = std::span(all.records)
                                          .subspan(from)
                                          .first(std::min<std::size_t>(kRead, all.records.size() - from));
                if (!std::ranges::equal(read.records, expected, placesOnly ? isAtOnePlace : isEqual))
                    return "from " + std::to_string(from) + " of " + std::to_string(all.records.size()) + ": "
                        + std::to_string(read.records.size()) + " others";
            }
        }
    }
    return {};
}

std::shared_ptr<RecordList> listed(const RecordsFacet& facet, const RecordQuery& query = {})
{
    auto list = std::make_shared<RecordList>(query);
    Job job;
    (void)list->build(facet, job);
    return list;
}

std::vector<std::uint64_t> numbersOf(const RecordOrder& order)
{
    return order.numbers(0, static_cast<std::size_t>(order.count()));
}

// With one word in any of its texts.
RecordWish wishFor(const std::string& word, std::optional<RecordColumn> column = {}, bool descending = false)
{
    Job job;
    const query::Expr expr {query::Expr::Kind::test, {}, {query::Field::any, query::Op::contains, {{.written = word}}}};
    const auto test = query::recordTest(word.empty() ? query::Expr {} : expr, nullptr, nullptr, nullptr, job);
    return {*test, column, descending};
}

// As one would without any of it.
std::vector<std::uint64_t> plainly(const std::vector<Record>& records, const std::string& word, const RecordWish& wish)
{
    const auto has = [&](const std::string& text) { return containsText(text, word); };
    const auto since = [&](std::uint64_t i) -> std::optional<std::int64_t> {
        if (i == 0 || !records[i].timeNs || !records[i - 1].timeNs || records[i].axis != records[i - 1].axis)
            return {};
        return *records[i].timeNs - *records[i - 1].timeNs;
    };
    std::vector<std::uint64_t> out;
    for (std::uint64_t i = 0; i < records.size(); ++i) {
        const Record& r = records[i];
        if (has(r.kind) || has(r.subject) || has(r.by) || has(r.fields) || has(hexNumber(r.range.offset))
            || std::ranges::any_of(r.values, has, &RecordValue::text))
            out.push_back(i);
    }
    const auto isBefore = [&](std::uint64_t i, std::uint64_t k) {
        const Record &a = records[i], &b = records[k];
        switch (*wish.column) {
        case RecordColumn::offset:
            return std::pair(a.range.source, a.range.offset) < std::pair(b.range.source, b.range.offset);
        case RecordColumn::size: return a.range.length < b.range.length;
        case RecordColumn::record: return isNameBefore(a.kind, b.kind);
        case RecordColumn::subject:
            return a.durationNs > 0 || b.durationNs > 0
                ? std::pair(a.durationNs == 0, a.durationNs) < std::pair(b.durationNs == 0, b.durationNs)
                : isNameBefore(a.subject, b.subject);
        case RecordColumn::by: return isNameBefore(a.by, b.by);
        case RecordColumn::time:
            return std::tuple(a.timeNs.has_value(), a.timeNs ? a.axis : 0, a.timeNs)
                < std::tuple(b.timeNs.has_value(), b.timeNs ? b.axis : 0, b.timeNs);
        case RecordColumn::sincePrevious: return since(i) < since(k);
        case RecordColumn::fields: return isNameBefore(a.fields, b.fields);
        default: break;
        }
        const RecordValue none;
        const auto field =
            static_cast<std::size_t>(*wish.column) - static_cast<std::size_t>(RecordColumn::firstField);
        const RecordValue& x = field < a.values.size() ? a.values[field] : none;
        const RecordValue& y = field < b.values.size() ? b.values[field] : none;
        if (x.isNumber || y.isNumber)
            return std::pair(!x.isNumber, x.order) < std::pair(!y.isNumber, y.order);
        return isNameBefore(x.text, y.text);
    };
    if (wish.column)
        std::ranges::stable_sort(out, [&](std::uint64_t i, std::uint64_t k) {
            return wish.descending ? isBefore(k, i) : isBefore(i, k);
        });
    return out;
}

}

class TestRecordList : public QObject, EachCapture
{
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(learnAll()); }

    // --- reading from a record on

    void readingBeginsAtAnyRecord_data() { eachCapture(); }
    void readingBeginsAtAnyRecord()
    {
        const RecordsFacet& facet = *fetched().document->records();
        const std::string why = readsFromAnyRecordOn(facet, kPlaces);
        QVERIFY2(why.empty(), why.c_str());
        RecordQuery wrong;
        wrong.from = fetched().tree().rootId();
        QVERIFY(fetched().document->format().id == std::string("fake")
                || readAll(facet, wrong).error == Code::NodeUnknown);
    }

    // Broken ones, whose readers skip what is lost, and odd ones.
    void readingBeginsAtAnyRecordOfAnyCapture()
    {
        int captures = 0;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(ownCorpus())) {
            const auto document = entry.is_regular_file() || entry.path().extension() == ".rfr"
                ? openCapture(entry.path())
                : tl::unexpected(Error {Code::FileUnknownFormat, ""});
            if (!document || !(*document)->records())
                continue;
            const std::string why = readsFromAnyRecordOn(*(*document)->records(), 6);
            QVERIFY2(why.empty(), (entry.path().string() + ": " + why).c_str());
            ++captures;
        }
        QVERIFY(captures > 100);
    }

    // --- the list

    void aListHasWhatReadingDelivers_data() { eachCapture(); }
    void aListHasWhatReadingDelivers()
    {
        const RecordsFacet& facet = *fetched().document->records();
        for (const RecordQuery& query : queriesOf(facet)) {
            const Read all = readAll(facet, query);
            const auto list = listed(facet, query);
            QCOMPARE(list->count(), std::uint64_t(all.records.size()));
            QVERIFY(list->isComplete());
            Job job;
            for (const std::uint64_t first : someOf(all.records.size(), kPlaces)) {
                const auto rows = RecordListing {list}.rows(facet, first, 30, job);
                QVERIFY(rows);
                QCOMPARE(rows->size(), std::min<std::size_t>(30, all.records.size() - first));
                for (const RecordRow& row : *rows) {
                    QVERIFY(isEqual(row.record, all.records[row.number]));
                    if (row.number % 10 != 0)
                        continue;
                    const auto number = list->find(facet, row.record.node, row.record.range, job);
                    QVERIFY(number == std::optional(row.number));
                }
            }
            // Far apart.
            const auto some = someOf(all.records.size(), 20);
            const auto rows = list->rows(facet, some, job);
            QVERIFY(rows);
            QVERIFY(std::ranges::equal(*rows, some, {}, &RecordRow::number));
        }
    }

    void aListIsThereWhileItGrows()
    {
        class Slow : public FakeDocument
        {
        public:
            Slow()
                : FakeDocument(nullptr, 5'000)
            {
            }
            mutable std::atomic<int> steps {0}; // records it may deliver
            Result<std::uint64_t> read(const RecordQuery& query, const RecordSink& sink,
                                       Job& job) const override
            {
                if (!query.placesOnly)
                    return FakeDocument::read(query, sink, job);
                return FakeDocument::read(
                    query,
                    [&](const Record& record) {
                        while (steps.load() <= 0 && !job.stopRequested())
                            std::this_thread::yield();
                        --steps;
                        return sink(record);
                    },
                    job);
            }
        };
        const Slow document;
        RecordList list({});
        std::stop_source stop;
        std::jthread thread([&] {
            Job job(stop.get_token());
            (void)list.build(document, job);
        });
        document.steps = 1'000;
        while (list.count() < 768)
            std::this_thread::yield();
        QVERIFY(!list.isComplete());
        Job job;
        const std::uint64_t numbers[] = {0, 767};
        const auto rows = list.rows(document, numbers, job);
        QVERIFY(rows && rows->size() == 2);
        QCOMPARE(rows->back().record.subject, std::string("record 767"));
        stop.request_stop();
        thread.join();
        QVERIFY(!list.isComplete());
        QVERIFY(list.count() < 5'000);
    }

    // --- words and order

    void orderIsThatOfPlainSorting_data() { eachCapture(); }
    void orderIsThatOfPlainSorting()
    {
        const RecordsFacet& facet = *fetched().document->records();
        for (const RecordQuery& query : queriesOf(facet)) {
            const Read all = readAll(facet, query);
            const auto list = listed(facet, query);
            const int columns = int(RecordColumn::firstField) + (query.table ? 2 : 0);
            std::vector<std::pair<std::string, RecordWish>> wishes;
            const auto add = [&](const std::string& word, auto... sorted) {
                wishes.emplace_back(word, wishFor(word, sorted...));
            };
            for (const char* const word : {"e", "A1", "0x1", "no such words"})
                add(word);
            for (int column = 0; column < columns; column += kStep)
                add(column % 3 == 0 ? "e" : "", RecordColumn(column), column % 2 == 1);
            if (all.records.size() > kManyToSort) { // where each takes its time
                if (query.window)
                    continue;
                wishes.clear();
                add("e");
                add("11", RecordColumn::fields, true);
            }
            for (const auto& [word, wish] : wishes) {
                const auto order = std::make_shared<RecordOrder>(list, wish);
                Job job;
                QVERIFY(order->build(facet, job));
                const auto expected = plainly(all.records, word, wish);
                QCOMPARE(order->count(), std::uint64_t(expected.size()));
                QVERIFY2(
                    numbersOf(*order) == expected,
                    (word + " by " + std::to_string(wish.column ? int(*wish.column) : -1)).c_str());
                for (const std::uint64_t row : someOf(expected.size(), 5)) {
                    QVERIFY(order->rowOf(expected[row]) == std::optional(row));
                    const auto page = RecordListing {list, order}.rows(facet, row, 3, job);
                    QVERIFY(page && !page->empty());
                    QCOMPARE(page->front().number, expected[row]);
                    QVERIFY(isEqual(page->front().record, all.records[expected[row]]));
                    // Since the row above, also where that is not on the page; sorted, since the one before in the list.
                    const std::uint64_t number = expected[row];
                    const auto before = wish.column ? (number > 0 ? std::optional(number - 1) : std::nullopt)
                        : row > 0                   ? std::optional(expected[row - 1])
                                                    : std::nullopt;
                    QVERIFY(page->front().sincePreviousNs
                            == (before ? sincePrevious(all.records[*before], all.records[number])
                                       : std::nullopt));
                }
            }
        }
    }

    // Runs are sorted one by one, and put together.
    void manyEqualOnesStayInOrder()
    {
        class Many : public FakeDocument
        {
        public:
            Many()
                : FakeDocument(nullptr, 0)
            {
            }
            Result<std::uint64_t> read(const RecordQuery& query, const RecordSink& sink, Job&) const override
            {
                Record record;
                for (std::uint64_t i = query.from ? query.from->place : 0; i < 600'000; ++i) {
                    record.node = {i, 0};
                    record.range = {SourceId(0), i, i * 7919 % 3};
                    if (!sink(record))
                        break;
                }
                return 0;
            }
        };
        const Many document;
        const auto list = listed(document);
        QCOMPARE(list->count(), std::uint64_t(600'000));
        RecordOrder order(list, {{}, RecordColumn::size, true});
        Job job;
        QVERIFY(order.build(document, job));
        const auto numbers = numbersOf(order);
        QCOMPARE(numbers.size(), std::size_t(600'000));
        for (std::size_t i = 1; i < numbers.size(); ++i) {
            const std::uint64_t a = numbers[i - 1] * 7919 % 3, b = numbers[i] * 7919 % 3;
            QVERIFY(a > b || (a == b && numbers[i - 1] < numbers[i]));
        }
    }
};

QTEST_MAIN(TestRecordList)
#include "tst_record_list.moc"
