// Hits in order: pages, numbers, neighbours and marks, against all hits one by one.
#include "core/query/hit_order.h"
#include "core/query/parse.h"
#include "core/timeline/timeline_builder.h"

#include <QTest>
#include <random>

using namespace traceglass;
using query::Hit;
using query::HitOrder;

namespace {

// Rows of `slices` each with starts up to `spread` apart; many of one moment where that is 0.
TimelinePtr rowsOf(int rows, int slices, std::int64_t spread, std::int64_t first = 1'000)
{
    TimelineBuilder builder;
    std::mt19937_64 random(3);
    std::int64_t last = first;
    for (int track = 0; track < rows; ++track) {
        const RowId row = builder.addRow(builder.addTrack({.name = builder.intern("t"),
                                                           .key = static_cast<std::uint64_t>(track),
                                                           .kind = TrackKind::slices}));
        std::int64_t at = first;
        for (int i = 0; i < slices; ++i) {
            at += spread == 0 ? 0 : static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(spread));
            const std::int64_t end = spread == 0 ? at : at + static_cast<std::int64_t>(random() % 3);
            builder.add(row,
                        {at, end, builder.intern(random() % 3 == 0 ? "wanted" : "other"), 0,
                         RecordRef(SourceId(0), static_cast<std::uint64_t>(i))});
            at = end;
        }
        last = std::max(last, at);
    }
    return builder.snapshot({first, last + 1},
                            static_cast<std::uint64_t>(rows) * static_cast<std::uint64_t>(slices), true);
}

query::HitsPtr wanted(const TimelinePtr& timeline, std::string_view text = "wanted")
{
    Job job;
    return std::make_shared<query::Hits>(*query::run(timeline, *query::parse(text), {}, job));
}

std::vector<Hit> all(const query::Hits& hits)
{
    std::vector<Hit> out;
    hits.each([&](const Hit& hit) {
        out.push_back(hit);
        return true;
    });
    return out;
}

bool isSame(const Hit& a, const Hit& b)
{
    return query::placeOf(a) == query::placeOf(b) && a.slice == b.slice;
}

}

class TestHitOrder : public QObject
{
    Q_OBJECT

private slots:
    void pagesAreWhatIsInOrder_data()
    {
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("slices");
        QTest::addColumn<qint64>("spread");
        QTest::addColumn<qint64>("first");
        QTest::newRow("few") << 3 << 40 << qint64(50) << qint64(1'000);
        QTest::newRow("sparse") << 5 << 300 << qint64(1'000'000'000) << qint64(1'000);
        QTest::newRow("many in a column") << 2 << 320'000 << qint64(2) << qint64(1'000);
        QTest::newRow("of one moment") << 2 << 400'000 << qint64(0) << qint64(1'000);
        QTest::newRow("from the lowest time on")
            << 3 << 3'000 << qint64(INT64_MAX / 2'000) << qint64(INT64_MIN + 1);
    }
    void pagesAreWhatIsInOrder()
    {
        QFETCH(int, rows);
        QFETCH(int, slices);
        QFETCH(qint64, spread);
        QFETCH(qint64, first);
        const auto hits = wanted(rowsOf(rows, slices, spread, first));
        const std::vector<Hit> expected = all(*hits);
        QCOMPARE(hits->count(), std::uint64_t(expected.size()));
        Job job;
        const HitOrder order(hits, job);
        for (const std::uint64_t at :
             {std::size_t(0), std::size_t(5), expected.size() / 2, expected.size() - 3}) {
            const auto page = order.page(at, 30, job);
            QCOMPARE(page.size(), std::min<std::size_t>(30, expected.size() - at));
            for (std::size_t i = 0; i < page.size(); ++i)
                QVERIFY(isSame(page[i], expected[at + i]));
            // Of hits at one place, which only damage makes, the first one's number counts.
            std::uint64_t number = at;
            while (number > 0 && query::placeOf(expected[number - 1]) == query::placeOf(expected[at]))
                --number;
            QCOMPARE(order.rank(query::placeOf(expected[at]), job), number);
        }
        QVERIFY(order.page(expected.size(), 5, job).empty());
        QCOMPARE(order.about({INT64_MIN, INT64_MAX}), hits->count());
    }

    void neighboursAreTheNextInOrder()
    {
        const auto hits = wanted(rowsOf(4, 500, 5));
        const std::vector<Hit> expected = all(*hits);
        Job job;
        const HitOrder order(hits, job);
        for (std::size_t i = 0; i < expected.size(); ++i) {
            const auto place = query::placeOf(expected[i]);
            const auto isOther = [&](const Hit& hit) { return query::placeOf(hit) != place; };
            const auto behind = std::find_if(expected.begin() + std::ptrdiff_t(i), expected.end(), isOther);
            const auto next = order.next(place, true, job);
            QCOMPARE(next.has_value(), behind != expected.end());
            QVERIFY(!next || query::placeOf(*next) == query::placeOf(*behind));
            const auto ahead = std::find_if(expected.rbegin() + std::ptrdiff_t(expected.size() - 1 - i),
                                            expected.rend(), isOther);
            const auto previous = order.next(place, false, job);
            QCOMPARE(previous.has_value(), ahead != expected.rend());
            QVERIFY(!previous || query::placeOf(*previous) == query::placeOf(*ahead));
        }
        // From a slice that is none of them, and from before and behind all.
        const auto first = order.next({INT64_MIN, TrackId(0), 0}, true, job);
        QVERIFY(first && isSame(*first, expected.front()));
        QVERIFY(!order.next({INT64_MAX, TrackId(0), 0}, true, job));
        QVERIFY(!order.next({INT64_MIN, TrackId(0), 0}, false, job));
    }

    void nothingFoundHasNoOrder()
    {
        const auto hits = wanted(rowsOf(2, 10, 5), "nowhere");
        Job job;
        const HitOrder order(hits, job);
        QVERIFY(order.page(0, 10, job).empty());
        QVERIFY(!order.next({0, TrackId(0), 0}, true, job));
        QCOMPARE(order.rank({INT64_MAX, TrackId(0), 0}, job), std::uint64_t(0));
        QCOMPARE(order.about({INT64_MIN, INT64_MAX}), std::uint64_t(0));
        QCOMPARE(hits->asked(), std::uint64_t(20));
    }

    void tracksAreCountedWithTheirGroups()
    {
        TimelineBuilder builder;
        const TrackId group =
            builder.addTrack({.name = builder.intern("all"), .key = 1, .kind = TrackKind::group});
        for (std::uint64_t key = 2; key < 4; ++key) {
            const RowId row = builder.addRow(builder.addTrack(
                {.parent = group, .name = builder.intern("t"), .key = key, .kind = TrackKind::slices}));
            for (std::int64_t i = 0; i < std::int64_t(key); ++i)
                builder.add(row,
                            {i * 10, i * 10 + 5, builder.intern("wanted"), 0, RecordRef(SourceId(0), 0)});
        }
        const auto hits = wanted(builder.snapshot({0, 100}, 5, true));
        QCOMPARE(hits->count(group), std::uint64_t(5));
        QCOMPARE(hits->count(TrackId(1)), std::uint64_t(2));
        QCOMPARE(hits->count(TrackId(2)), std::uint64_t(3));
        QCOMPARE(hits->count(TrackId(77)), std::uint64_t(0));
    }

    // Whatever is drawn as one: it is marked when one of its slices is a hit.
    void runsAreMarked()
    {
        const TimelinePtr timeline = rowsOf(1, 150'000, 40);
        const auto hits = wanted(timeline);
        const std::vector<Hit> expected = all(*hits);
        const RowId row = timeline->track(TrackId(0)).firstRow;
        for (const std::int64_t nsPerPixel : {1, 300, 10'000, 1'000'000}) {
            std::vector<Run> runs;
            const std::int64_t middle = timeline->range.startNs + timeline->range.lengthNs() / 2;
            timeline->query(row, {middle, middle + nsPerPixel * 1'000}, nsPerPixel, runs);
            QVERIFY(!runs.empty());
            std::vector<std::uint8_t> marks;
            hits->mark(row, runs, marks);
            QCOMPARE(marks.size(), runs.size());
            std::size_t at = 0;
            for (std::size_t i = 0; i < runs.size(); ++i) {
                const std::int64_t end = i + 1 < runs.size() ? runs[i + 1].startNs : runs[i].endNs + 1;
                while (at < expected.size() && expected[at].slice.startNs < runs[i].startNs)
                    ++at;
                const bool isHit = at < expected.size()
                    && (expected[at].slice.startNs < end || expected[at].slice.startNs == runs[i].startNs);
                QCOMPARE(marks[i] != 0, isHit);
            }
        }
        std::vector<std::uint8_t> none;
        hits->mark(RowId(99), std::vector<Run>(3), none);
        QCOMPARE(none, std::vector<std::uint8_t>(3));
    }
};

QTEST_APPLESS_MAIN(TestHitOrder)
#include "tst_hit_order.moc"
