// What a picture gets of many notes: all while they are few, two a step when they are dense, and those that
// reach in from before.
#include "widgets/session/note_times.h"

#include <QTest>

using namespace traceglass;

class NoteTimesTest : public QObject
{
    Q_OBJECT

    static NoteTimes made(const std::vector<TimeRange>& times)
    {
        std::vector<NoteTime> notes;
        for (std::uint32_t i = 0; i < times.size(); ++i)
            notes.push_back({times[i], i});
        return NoteTimes(std::move(notes));
    }

    static std::vector<std::uint32_t> indexes(const std::vector<NoteTime>& notes)
    {
        std::vector<std::uint32_t> out;
        for (const NoteTime& note : notes)
            out.push_back(note.index);
        return out;
    }

    using Indexes = std::vector<std::uint32_t>;

private slots:
    void noneAtAll()
    {
        QVERIFY(NoteTimes().shown({0, 100}, 10).empty());
        QVERIFY(made({}).all().empty());
    }

    void allWhileThereIsRoom()
    {
        const NoteTimes times = made({{50, 50}, {10, 30}, {90, 90}, {200, 210}});
        QCOMPARE(indexes(times.shown({0, 100}, 5)), (Indexes {1, 0, 2}));
        QCOMPARE(indexes(times.shown({0, 1000}, 5)), (Indexes {1, 0, 2, 3}));
        QCOMPARE(times.all().front().index, std::uint32_t(1));
    }

    void theBordersOfTheWindowBelongToIt()
    {
        const NoteTimes times = made({{10, 10}, {20, 20}});
        QCOMPARE(indexes(times.shown({10, 20}, 1)), (Indexes {0, 1}));
        QVERIFY(times.shown({11, 19}, 1).empty());
    }

    // Ten in one step: the first, and the only one whose end can be told from it.
    void aStepGivesTheFirstAndTheLongest()
    {
        std::vector<TimeRange> dense;
        for (std::int64_t i = 0; i < 10; ++i)
            dense.push_back({i, i == 7 ? 60 : i});
        dense.push_back({40, 40});
        QCOMPARE(indexes(made(dense).shown({0, 100}, 10)), (Indexes {0, 7, 10}));
        dense[7].endNs = 9;
        QCOMPARE(indexes(made(dense).shown({0, 100}, 10)), (Indexes {0, 10}));
    }

    void whatBeganBeforeReachesIn()
    {
        std::vector<TimeRange> many;
        for (std::int64_t i = 0; i < 1000; ++i)
            many.push_back({i, i});
        many[3].endNs = 5000;
        many[500].endNs = 1990;
        many[700].endNs = 2000;
        QCOMPARE(indexes(made(many).shown({2000, 3000}, 1)), (Indexes {3, 700}));
        QCOMPARE(indexes(made(many).shown({5001, 6000}, 1)), Indexes());
    }

    void aHundredThousandGiveAFewHundred()
    {
        std::vector<TimeRange> many;
        for (std::int64_t i = 0; i < 100'000; ++i)
            many.push_back({i * 10, i % 2 == 0 ? i * 10 : 1'000'000});
        const NoteTimes times = made(many);
        const std::size_t whole = times.shown({0, 1'000'000}, 2'500).size(); // 400 steps
        QVERIFY2(whole >= 400 && whole <= 2 * 400, qPrintable(QString::number(whole)));
        const std::size_t part = times.shown({900'000, 901'000}, 2'500).size(); // behind 45,000 that last on
        QVERIFY2(part <= 64 + 2, qPrintable(QString::number(part)));
    }

    void farTimesDoNotOverflow()
    {
        constexpr std::int64_t kLast = std::numeric_limits<std::int64_t>::max();
        constexpr std::int64_t kFirst = std::numeric_limits<std::int64_t>::min();
        const NoteTimes times = made({{kFirst, kLast}, {kLast, kLast}, {kLast - 1, kLast}});
        QCOMPARE(times.shown({kFirst, kLast}, kLast).size(), std::size_t(3));
        QCOMPARE(indexes(times.shown({0, 10}, 1)), (Indexes {0}));
    }
};

QTEST_GUILESS_MAIN(NoteTimesTest)
#include "tst_note_times.moc"
