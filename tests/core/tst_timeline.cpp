#include "core/timeline/timeline_builder.h"

#include <QtTest>
#include <random>

using namespace traceglass;

namespace {

struct Made
{
    TimelineBuilder builder;
    RowId row;

    Made()
        : row(builder.addRow(builder.addTrack(Track {})))
    {
    }
    TimelinePtr take(bool complete = true) { return builder.snapshot({0, 1000}, 0, complete); }
};

Slice sliced(std::int64_t start, std::int64_t end, StringId name = {}, std::uint8_t flags = 0)
{
    return {start, end, name, flags, RecordRef(SourceId(3), static_cast<std::uint64_t>(start & 0xffff))};
}

// The i-th of a block of 32.
constexpr int kBlockKinds = 12;
Slice ofBlock(int kind, std::int64_t i)
{
    Slice one {i * 7, i * 7, StringId(std::uint32_t(i)), 0, RecordRef(SourceId(1), std::uint64_t(i) << 4)};
    const auto lasts = [&](std::int64_t ns) { one.endNs = one.startNs + ns; };
    switch (kind) {
    case 0: break; // instants
    case 1: lasts(i % 5); break;
    case 2:
        one.startNs *= 1000;
        lasts(i % 3 * 1000);
        break; // whole microseconds
    case 3:
        one.startNs *= 1000;
        lasts(i == 31 ? 1 : 1000);
        break; // all but one
    case 4:
        one.startNs -= 1'000'000;
        lasts(3);
        break; // before zero
    case 5:
        one.flags = i == 9 ? slice::kDamaged : std::uint8_t(0);
        lasts(i);
        break;
    case 6: lasts(i == 4 ? -2 : 2); break;                                   // ends before it begins
    case 7: one.ref = RecordRef(SourceId(1), std::uint64_t(i) << 20); break; // a window each
    case 8:
        one.startNs = i == 31 ? (std::int64_t(1) << 32) - 2 : i;
        one.endNs = one.startNs;
        break;
    case 9:
        one.startNs = i == 31 ? (std::int64_t(1) << 32) - 1 : i;
        one.endNs = one.startNs;
        break;
    case 10: lasts(i == 3 ? std::int64_t(1) << 33 : 1); break;
    default: // from one end of time to the other
        one.startNs = i < 16 ? INT64_MIN + i : INT64_MAX - 40 + i;
        one.endNs = one.startNs;
        break;
    }
    return one;
}

}

class TestTimeline : public QObject
{
    Q_OBJECT

private slots:
    void keepsEverySliceExactly_data()
    {
        QTest::addColumn<qint64>("step");
        QTest::newRow("nanoseconds") << qint64(17);
        QTest::newRow("whole microseconds, far apart") << qint64(70'000'000'000);
        QTest::newRow("odd and too far apart for 32 bits") << qint64(700'000'000'001);
    }
    void keepsEverySliceExactly()
    {
        QFETCH(qint64, step);
        Made made;
        std::vector<Slice> all;
        for (std::int64_t i = 0; i < 1000; ++i) {
            // Every tenth is long, every seventh has a flag, and the records lie in many files.
            const std::int64_t start = i * step;
            Slice one {start, start + (i % 10 ? step / 2 : step), stateName(TaskState::polling),
                       i % 7 ? std::uint8_t(0) : slice::kApproximate,
                       RecordRef(SourceId(std::uint32_t(i / 5)), std::uint64_t(i) << 21 | 5)};
            all.push_back(one);
            made.builder.add(made.row, one);
        }
        const auto timeline = made.take();
        const auto got = timeline->slices(made.row, {0, INT64_MAX}, 10'000);
        QCOMPARE(got.size(), all.size());
        for (std::size_t i = 0; i < all.size(); ++i)
            QVERIFY2(got[i] == all[i], qPrintable(QString::number(i)));
    }

    // Blocks of 32 slices are packed in one of two ways: those side by side in a pack must not disturb
    // each other, and at the borders between the ways nothing may be lost.
    void keepsBlocksOfEveryKind_data()
    {
        QTest::addColumn<int>("first");
        QTest::addColumn<int>("second");
        for (int first = 0; first < kBlockKinds; ++first) {
            for (int second = 0; second < kBlockKinds; ++second)
                QTest::addRow("%d, %d", first, second) << first << second;
        }
    }
    void keepsBlocksOfEveryKind()
    {
        QFETCH(int, first);
        QFETCH(int, second);
        std::vector<Slice> all;
        for (const int kind : {first, second, first, first, second}) {
            for (std::int64_t i = 0; i < 32; ++i)
                all.push_back(ofBlock(kind, i));
        }
        all.resize(all.size() - 7); // the last block is not full
        const SlicePack pack(all);
        QCOMPARE(pack.size(), all.size());
        for (std::size_t i = 0; i < all.size(); ++i)
            QVERIFY2(pack.at(i) == all[i], qPrintable(QString::number(i)));
        const auto byLength = [](const Slice& a, const Slice& b) { return a.durationNs() < b.durationNs(); };
        for (const std::size_t from : {std::size_t(0), std::size_t(32)}) {
            const auto block = std::span(all).subspan(from, 32);
            const auto longest = std::max_element(block.begin(), block.end(), byLength);
            std::vector<Run> runs;
            pack.query(from, from + 32, {INT64_MIN, INT64_MAX}, INT64_MAX, runs);
            QCOMPARE(runs.size(), std::size_t(1));
            QCOMPARE(runs[0].count, 32u);
            QCOMPARE(runs[0].name, longest->name);
        }
    }

    void instantsTakeNoRoomForDurations()
    {
        Made made;
        for (int i = 0; i < 1'000'000; ++i)
            made.builder.add(made.row, sliced(i * 20, i * 20, StringId(2)));
        QVERIFY(made.take()->memoryBytes() <= 14'000'000);
    }

    void sortsLateSlicesAndCutsOverlaps()
    {
        Made made;
        made.builder.add(made.row, sliced(100, 200));
        made.builder.add(made.row, sliced(0, 120));
        const auto got = made.take()->slices(made.row, {0, 1000}, 10);
        QCOMPARE(got.size(), std::size_t(2));
        QCOMPARE(got[0].startNs, std::int64_t(0));
        QCOMPARE(got[1].startNs, std::int64_t(120));
    }

    // Against the plain reading: every slice of a pixel or more is its own run, every other lies inside a
    // run.
    void queryMissesNothing()
    {
        std::mt19937_64 random(7);
        Made made;
        std::vector<Slice> all;
        std::int64_t now = 0;
        for (int i = 0; i < 200'000; ++i) {
            now += std::int64_t(random() % 50);
            const std::int64_t length = random() % 1000 == 0 ? 5'000 : std::int64_t(random() % 20);
            all.push_back(sliced(now, now + length, StringId(1 + i % 3)));
            made.builder.add(made.row, all.back());
            now += length;
        }
        const auto timeline = made.take();
        QCOMPARE(timeline->sliceCount(made.row), std::uint64_t(all.size()));
        for (int view = 0; view < 60; ++view) {
            const std::int64_t width = std::max<std::int64_t>(now >> (view % 12), 1000);
            const std::int64_t from = std::int64_t(random() % std::uint64_t(now));
            const TimeRange window {from, from + width};
            const std::int64_t pixel = std::max<std::int64_t>(width / 500, 1);
            std::vector<Run> runs;
            timeline->query(made.row, window, pixel, runs);
            QVERIFY2(runs.size() <= 2 * 500 + 2, qPrintable(QString::number(runs.size())));
            std::size_t at = 0;
            for (const Slice& one : all) {
                if (one.startNs >= window.endNs
                    || (one.endNs <= window.startNs && one.startNs < window.startNs))
                    continue;
                while (at < runs.size() && runs[at].endNs < one.endNs)
                    ++at;
                QVERIFY2(at < runs.size() && runs[at].startNs <= one.startNs && runs[at].endNs >= one.endNs,
                         qPrintable(QString("slice at %1").arg(one.startNs)));
                if (one.durationNs() > pixel) {
                    QCOMPARE(runs[at].startNs, one.startNs);
                    QCOMPARE(runs[at].name, one.name);
                    QCOMPARE(runs[at].count, 1u);
                }
            }
        }
    }

    void damageShowsWhenZoomedOut()
    {
        Made made;
        for (int i = 0; i < 10'000; ++i)
            made.builder.add(made.row,
                             sliced(i * 10, i * 10 + 5, {}, i == 4321 ? slice::kDamaged : std::uint8_t(0)));
        std::vector<Run> runs;
        made.take()->query(made.row, {0, 100'000}, 100'000, runs);
        QCOMPARE(runs.size(), std::size_t(1));
        QCOMPARE(runs[0].count, 10'000u);
        QVERIFY(runs[0].flags & slice::kDamaged);
    }

    // Lines of a log share their moment, and a state may be left when it begins: their records tell them apart.
    void slicesOfOneMomentAreToldApart()
    {
        Made made;
        const auto of = [](std::uint64_t record, std::int64_t start, std::int64_t end) {
            return Slice {start, end, {}, 0, RecordRef(SourceId(0), record)};
        };
        const Slice before = of(1, 10, 20), left = of(2, 20, 20), stays = of(3, 20, 25),
                    behind = of(4, 30, 30);
        for (const Slice& each : {before, left, stays, behind})
            made.builder.add(made.row, each);
        const auto timeline = made.take();
        const auto find = [&](std::uint64_t record, std::int64_t start) {
            return timeline->findSlice({TrackKind::group, 0, 0, start, RecordRef(SourceId(0), record)});
        };
        QCOMPARE(find(2, 20), std::optional(left));
        QCOMPARE(find(3, 20), std::optional(stays));
        QCOMPARE(find(9, 20), std::optional(stays)); // one that is not there: the one that lasts
        QCOMPARE(timeline->findSlice({TrackKind::group, 0, 0, 20}), std::optional(stays));
        QCOMPARE(find(2, 21), std::optional<Slice>());
        const std::vector<Slice> all {before, left, stays, behind};
        for (std::size_t i = 0; i < all.size(); ++i) {
            QCOMPARE(timeline->next(made.row, all[i]),
                     i + 1 < all.size() ? std::optional(all[i + 1]) : std::optional<Slice>());
            QCOMPARE(timeline->previous(made.row, all[i]),
                     i > 0 ? std::optional(all[i - 1]) : std::optional<Slice>());
        }
    }

    // Also where they fill several packs, or end before they begin.
    void anySliceOfAMomentIsFound()
    {
        Made made;
        constexpr std::uint64_t kSlices = 200'000;
        for (std::uint64_t i = 0; i < kSlices; ++i)
            made.builder.add(made.row, {7, i % 2 == 0 ? 7 : 5, {}, 0, RecordRef(SourceId(0), i)});
        const auto timeline = made.take();
        for (const std::uint64_t i : {std::uint64_t(0), kSlices / 2, kSlices - 1}) {
            const auto slice = timeline->findSlice({TrackKind::group, 0, 0, 7, RecordRef(SourceId(0), i)});
            QVERIFY(slice);
            QCOMPARE(slice->ref.offset(), i);
            const auto next = timeline->next(made.row, *slice);
            QCOMPARE(next ? next->ref.offset() : kSlices, i + 1);
            const auto previous = timeline->previous(made.row, *slice);
            QCOMPARE(previous ? previous->ref.offset() + 1 : 0, i);
        }
    }

    void findsSlicesByTime()
    {
        Made made;
        for (const std::int64_t start : {100, 200, 300})
            made.builder.add(made.row, sliced(start, start + 50));
        made.builder.add(made.row, sliced(400, 400)); // an instant
        const auto timeline = made.take();
        QCOMPARE(timeline->sliceAt(made.row, 120)->startNs, std::int64_t(100));
        QVERIFY(!timeline->sliceAt(made.row, 160));
        QCOMPARE(timeline->sliceAt(made.row, 160, 20)->startNs, std::int64_t(100));
        QCOMPARE(timeline->sliceAt(made.row, 190, 20)->startNs, std::int64_t(200));
        QCOMPARE(timeline->sliceAt(made.row, 400)->startNs, std::int64_t(400));
        QCOMPARE(timeline->sliceAt(made.row, 403, 5)->startNs, std::int64_t(400));
        QCOMPARE(timeline->sliceAfter(made.row, 100)->startNs, std::int64_t(200));
        QCOMPARE(timeline->sliceBefore(made.row, 300)->startNs, std::int64_t(200));
        QVERIFY(!timeline->sliceBefore(made.row, 100));
        QVERIFY(!timeline->sliceAfter(made.row, 400));
    }

    void findsTheLongest_data()
    {
        QTest::addColumn<int>("count");
        QTest::newRow("a few, in a shared pack") << 100;
        QTest::newRow("several packs") << 150'000;
    }
    void findsTheLongest()
    {
        QFETCH(int, count);
        std::mt19937 random(7);
        Made made;
        const StringId left = made.builder.intern("left out");
        std::vector<Slice> all;
        for (int i = 0; i < count; ++i) {
            const std::int64_t length = static_cast<std::int64_t>(random() % 1'000'000);
            all.push_back(sliced(i * 1'000'000LL, i * 1'000'000LL + length, i % 3 == 0 ? left : StringId()));
            made.builder.add(made.row, all.back());
        }
        const auto timeline = made.take();
        std::size_t asked = 0;
        const auto counts = [&](const Slice& slice) {
            ++asked;
            return slice.name != left;
        };
        const Slice* expected = nullptr;
        for (const Slice& slice : all) {
            if (slice.name != left && (!expected || slice.durationNs() > expected->durationNs()))
                expected = &slice;
        }
        const auto found = timeline->longest(made.row, 0, counts);
        QVERIFY(found);
        QCOMPARE(*found, *expected);
        QVERIFY2(asked < 100 + all.size() / 100, qPrintable(QString::number(asked))); // by the summary
        QVERIFY(!timeline->longest(made.row, found->durationNs(), counts));
    }

    void findsAllInstantsOfAMoment()
    {
        Made made;
        made.builder.add(made.row, sliced(100, 200));
        for (int i = 0; i < 3; ++i)
            made.builder.add(made.row, sliced(200, 200));
        made.builder.add(made.row, sliced(200, 300));
        const auto timeline = made.take();
        QCOMPARE(timeline->slices(made.row, {200, 201}, 10).size(), std::size_t(4));
        QCOMPARE(timeline->slices(made.row, {150, 201}, 10).size(), std::size_t(5));
        QCOMPARE(timeline->slices(made.row, {199, 200}, 10).size(), std::size_t(1));
        QCOMPARE(timeline->slices(made.row, {200, 201}, 2).size(), std::size_t(2));
    }

    // Over several packs, and while more arrives: snapshots taken earlier stay what they were.
    void snapshotsDoNotChange()
    {
        Made made;
        std::vector<std::pair<TimelinePtr, std::uint64_t>> taken;
        for (int i = 0; i < 150'000; ++i) {
            made.builder.add(made.row, sliced(i * 10, i * 10 + 4));
            if (i % 20'000 == 0)
                taken.emplace_back(made.take(false), std::uint64_t(i) + 1);
        }
        const auto last = made.take();
        QCOMPARE(last->sliceCount(made.row), std::uint64_t(150'000));
        for (const auto& [timeline, count] : taken) {
            QCOMPARE(timeline->sliceCount(made.row), count);
            QVERIFY(!timeline->sliceAfter(made.row, std::int64_t(count - 1) * 10));
        }
        QCOMPARE(last->sliceAfter(made.row, 655'359)->startNs,
                 std::int64_t(655'360)); // across a pack's border
        QCOMPARE(last->sliceBefore(made.row, 655'360)->startNs, std::int64_t(655'350));
    }

    void manyShortRowsSharePacks()
    {
        TimelineBuilder builder;
        std::vector<RowId> rows;
        for (int i = 0; i < 50'000; ++i) {
            Track track;
            track.number = std::uint64_t(i);
            rows.push_back(builder.addRow(builder.addTrack(track)));
            for (int k = 0; k < 3; ++k)
                builder.add(rows.back(), sliced(i * 100 + k * 10, i * 100 + k * 10 + 5));
            if (i % 10'000 == 0)
                builder.snapshot({}, 0, false);
        }
        const auto timeline = builder.snapshot({0, 5'000'000}, 150'000, true);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            QCOMPARE(timeline->sliceCount(rows[i]), std::uint64_t(3));
            QCOMPARE(timeline->slices(rows[i], {0, INT64_MAX}, 9).front().startNs, std::int64_t(i) * 100);
        }
        QVERIFY2(timeline->memoryBytes() < 150'000 * 24 + 50'000 * 100,
                 qPrintable(QString::number(timeline->memoryBytes())));
    }

    // Whoever packs them, and however late they come: the timeline is the same.
    void packsOnOtherThreads()
    {
        const auto made = [](unsigned threads) {
            TimelineBuilder builder;
            builder.packOn(threads);
            std::vector<RowId> rows;
            for (int i = 0; i < 3; ++i)
                rows.push_back(builder.addRow(builder.addTrack(Track {})));
            std::mt19937 random(11);
            for (std::int64_t i = 0; i < 500'000; ++i) {
                const std::int64_t late = random() % 50 == 0 ? 900 : 0;
                builder.add(rows[random() % 3], sliced(i * 10 - late, i * 10 + std::int64_t(random() % 15)));
                if (i % 90'000 == 0)
                    (void)builder.snapshot({}, 0, false);
            }
            return std::pair(builder.snapshot({}, 0, true), rows);
        };
        const auto [alone, rows] = made(0);
        const auto [beside, same] = made(2);
        QCOMPARE(same, rows);
        for (const RowId row : rows) {
            const auto wanted = alone->slices(row, {INT64_MIN, INT64_MAX}, 1'000'000);
            QVERIFY(wanted.size() > 2 * SlicePack::kCapacity);
            QVERIFY(beside->slices(row, {INT64_MIN, INT64_MAX}, 1'000'000) == wanted);
            for (std::size_t i = 1; i < wanted.size(); ++i)
                QVERIFY(wanted[i].startNs >= wanted[i - 1].endNs);
        }
    }

    void packsInSmallPieces()
    {
        Made made;
        made.builder.packEach(5'000);
        for (int i = 0; i < 100'000; ++i)
            made.builder.add(made.row, sliced(i * 20, i * 20 + 13));
        const auto timeline = made.builder.snapshot({0, 2'000'000}, 0, true);
        const auto slices = timeline->slices(made.row, {0, INT64_MAX}, 200'000);
        QCOMPARE(slices.size(), std::size_t(100'000));
        for (std::size_t i = 0; i < slices.size(); ++i)
            QCOMPARE(slices[i].startNs, std::int64_t(i) * 20);
        QVERIFY(timeline->memoryBytes() < 100'000 * 18);
    }

    void staysWithin18BytesASlice()
    {
        Made made;
        for (int i = 0; i < 1'000'000; ++i)
            made.builder.add(made.row, sliced(i * 20, i * 20 + 13, StringId(2)));
        QVERIFY(made.take()->memoryBytes() <= 18'000'000);
    }

    void rowsKeepTheirOrder()
    {
        TimelineBuilder builder;
        const TrackId first = builder.addTrack(Track {});
        const TrackId second = builder.addTrack(Track {});
        const RowId a = builder.addRow(first);
        const RowId b = builder.addRow(second);
        const RowId c = builder.addRow(first);
        const auto timeline = builder.snapshot({}, 0, true);
        QCOMPARE(timeline->rows(first), (std::vector<RowId> {a, c}));
        QCOMPARE(timeline->rows(second), (std::vector<RowId> {b}));
    }

    // Members of a group stand by what they did, once that is known; within a factor of two they stay as they
    // came.
    void tracksStandByWhatTheyDid()
    {
        TimelineBuilder builder;
        const auto add = [&](const char* name, TrackKind kind, TrackId parent, std::uint64_t key,
                             std::uint8_t flags = 0) {
            return builder.addTrack(
                {.parent = parent, .name = builder.intern(name), .key = key, .kind = kind, .flags = flags});
        };
        const TrackId plain = add("plain", TrackKind::group, kNoTrack, 1);
        const TrackId tasks = add("tasks", TrackKind::group, kNoTrack, 2, group_flag::kByActivity);
        add("nothing", TrackKind::states, tasks, 3);
        const TrackId aside = add("aside", TrackKind::group, tasks, 4, group_flag::kAside);
        const TrackId inner = add("inner", TrackKind::group, tasks, 5);
        const auto polled = [&](const char* name, std::uint64_t key, TrackId parent, std::int64_t polling,
                                std::int64_t waiting) {
            const RowId row = builder.addRow(add(name, TrackKind::states, parent, key));
            builder.add(row, sliced(0, polling, stateName(TaskState::polling)));
            builder.add(row, sliced(polling, polling + waiting, stateName(TaskState::scheduled)));
        };
        polled("waits", 6, tasks, 1, 900);
        polled("busy", 7, tasks, 500, 0);
        polled("as busy", 8, tasks, 510, 0);
        polled("asides", 9, aside, 999, 0);
        polled("inners", 10, inner, 990, 0);
        const RowId samples = builder.addRow(add("thread", TrackKind::samples, tasks, 11));
        const RowId other = builder.addRow(add("other", TrackKind::slices, tasks, 12));
        const RowId slices = builder.addRow(add("thread", TrackKind::slices, tasks, 11));
        for (int i = 0; i < 5000; ++i)
            builder.add(samples, sliced(i, i));
        for (int i = 0; i < 2000; ++i)
            builder.add(other, sliced(i, i));
        builder.add(slices, sliced(0, 900));
        add("last of plain", TrackKind::states, plain, 13);
        const RowId lively = builder.addRow(add("lively", TrackKind::states, plain, 14));
        builder.add(lively, sliced(0, 1000, stateName(TaskState::polling)));

        QVERIFY(builder.snapshot({0, 1000}, 0, false)->shownOrder().empty());
        const TimelinePtr timeline = builder.snapshot({0, 1000}, 0, true);
        const auto members = [&](TrackId of) {
            QStringList out;
            for (const TrackId id : timeline->shownOrder()) {
                if (timeline->track(id).parent == of)
                    out << QString::fromUtf8(timeline->name(id).data(), qsizetype(timeline->name(id).size()));
            }
            return out;
        };
        QCOMPARE(members(tasks),
                 (QStringList {"thread", "thread", "other", "busy", "as busy", "waits", "nothing", "inner",
                               "aside"}));
        QCOMPARE(members(plain), (QStringList {"last of plain", "lively"}));
        QCOMPARE(timeline->activity(inner), std::uint8_t(10)); // 512 to 1023 ns
        QCOMPARE(timeline->activity(TrackId(2)), std::uint8_t(0));
        QVERIFY(timeline->aligned({})->shownOrder() == timeline->shownOrder());
    }
};

QTEST_GUILESS_MAIN(TestTimeline)
#include "tst_timeline.moc"
