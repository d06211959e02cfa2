// Sets of records against a plain set; those that hits begin with.
#include "core/query/hit_refs.h"
#include "core/query/parse.h"
#include "core/timeline/timeline_builder.h"

#include <QTest>
#include <random>
#include <set>

using namespace traceglass;

namespace {

RecordRefs refsFrom(const std::vector<RecordRef>& refs)
{
    Job job;
    return RecordRefs(
        [&](const RecordRefs::Take& take) {
            for (const RecordRef ref : refs)
                take(ref);
        },
        job);
}

}

class TestRecordRefs : public QObject
{
    Q_OBJECT

private slots:
    void holdWhatTheyWereGiven_data()
    {
        QTest::addColumn<quint64>("spread"); // of offsets
        QTest::addColumn<int>("count");
        QTest::newRow("none") << quint64(1) << 0;
        QTest::newRow("one place") << quint64(1) << 20;
        QTest::newRow("close together") << quint64(3'000) << 2'000;
        QTest::newRow("over windows") << (quint64(1) << 23) << 5'000;
        QTest::newRow("anywhere") << quint64(RecordRef::kOffsetMask) << 3'000;
    }
    void holdWhatTheyWereGiven()
    {
        QFETCH(quint64, spread);
        QFETCH(int, count);
        std::mt19937_64 random(7);
        const auto any = [&] { return RecordRef(SourceId(random() % 3), random() % spread); };
        std::vector<RecordRef> given;
        std::set<std::uint64_t> expected;
        for (int i = 0; i < count; ++i) {
            given.push_back(any());
            expected.insert(given.back().bits);
        }
        const RecordRefs refs = refsFrom(given);
        QCOMPARE(refs.count(), expected.size());
        for (const RecordRef ref : given)
            QVERIFY(refs.contains(ref));
        for (int i = 0; i < 5'000; ++i) {
            const RecordRef ref = any();
            QCOMPARE(refs.contains(ref), expected.contains(ref.bits));
        }
        QVERIFY(!refs.contains(RecordRef(SourceId(3), 0)));
        QVERIFY(!refs.contains(RecordRef()));
    }

    void areThoseThatHitsBeginWith()
    {
        TimelineBuilder builder;
        const RowId row =
            builder.addRow(builder.addTrack({.name = builder.intern("t"), .kind = TrackKind::slices}));
        constexpr std::uint64_t kSlices = 100'000;
        for (std::uint64_t i = 0; i < kSlices; ++i)
            builder.add(row,
                        {std::int64_t(i), std::int64_t(i) + 1,
                         builder.intern(i % 3 == 0 ? "wanted" : "other"), 0,
                         i % 4 == 0 ? RecordRef() : RecordRef(SourceId(1), i * 16)});
        const TimelinePtr timeline = builder.snapshot({0, kSlices}, kSlices, true);
        Job job;
        const auto hits = query::run(timeline, *query::parse("wanted"), {}, job);
        const auto refs = query::refsOf(*hits, job);
        QVERIFY(refs);
        std::uint64_t expected = 0;
        for (std::uint64_t i = 0; i < kSlices; ++i) {
            const bool isIn = i % 3 == 0 && i % 4 != 0;
            expected += isIn;
            QCOMPARE(refs->contains(RecordRef(SourceId(1), i * 16)), isIn);
        }
        QCOMPARE(refs->count(), expected);

        std::stop_source stop;
        stop.request_stop();
        Job stopped(stop.get_token());
        QCOMPARE(query::refsOf(*hits, stopped).error().code, Code::Stopped);
    }
};

QTEST_APPLESS_MAIN(TestRecordRefs)
#include "tst_record_refs.moc"
