// The order of records that sequences hold at the same time (rfr.md 7 "Order").
#include "core/formats/rfr/timeline/rfr_merge.h"
#include "core/io/byte_writer.h"

#include <QtTest>
#include <random>

using namespace traceglass;
using namespace traceglass::rfr;

namespace {

struct Record
{
    std::uint64_t micros = 0;
    RecordKind kind {};
    std::uint64_t iid = 0;

    bool operator==(const Record&) const = default;
};
using Queue = std::vector<Record>; // a sequence

PiecePtr chunkOf(const std::vector<Queue>& queues)
{
    ByteWriter out;
    out.text("rfr-c/0.0.3");
    out.varint(0); // base, start, end, earliest, latest
    out.varint(0);
    out.varint(1'000'000);
    out.varint(0);
    out.varint(999'999);
    out.varint(queues.size());
    for (std::size_t i = 0; i < queues.size(); ++i) {
        out.varint(i); // id, earliest, latest, objects, records
        out.varint(0);
        out.varint(999'999);
        out.varint(0);
        out.varint(queues[i].size());
        for (const Record& record : queues[i]) {
            out.varint(record.micros);
            out.varint(std::uint64_t(record.kind));
            out.varint(record.iid);
        }
    }
    auto piece = std::make_shared<Piece>();
    piece->decoded = decodeChunk(out.bytes());
    return piece;
}

// The tasks that are polled; ranks as in rfr.md 7.
struct States
{
    std::set<std::uint64_t> alive;
    std::set<std::uint64_t> polling;

    int rank(RecordKind kind, std::uint64_t iid) const
    {
        const bool isPolling = polling.contains(iid);
        switch (kind) {
        case RecordKind::taskNew: return alive.contains(iid) ? kNoRank : 0;
        case RecordKind::taskPollEnd: return isPolling ? 2 : kNoRank;
        case RecordKind::taskPollStart: return isPolling ? kNoRank : 3;
        default: return isPolling ? kNoRank : 4;
        }
    }
    void hear(const Record& record)
    {
        if (record.kind == RecordKind::taskDrop)
            alive.erase(record.iid);
        else
            alive.insert(record.iid);
        if (record.kind == RecordKind::taskPollStart)
            polling.insert(record.iid);
        else if (record.kind != RecordKind::taskNew)
            polling.erase(record.iid);
    }
};

struct Merged
{
    std::vector<Record> records;
    std::size_t ranked = 0;  // how often a rank was asked for
    bool keepsQueues = true; // each in its own order
};

Merged merged(const std::vector<Queue>& queues)
{
    Merged out;
    States states;
    PiecePtr piece = chunkOf(queues);
    Merger merger([&] { return std::exchange(piece, nullptr); },
                  [&](RecordKind kind, std::uint64_t iid) {
                      ++out.ranked;
                      return states.rank(kind, iid);
                  });
    std::vector<std::size_t> at(queues.size());
    for (MergedRecord record; merger.next(record);) {
        out.keepsQueues = out.keepsQueues && record.record == at[record.sequence->id]++;
        out.records.push_back({record.micros, record.kind, record.id});
        states.hear(out.records.back());
    }
    return out;
}

// Those of one task as the notes on the format say it.
std::vector<Record> plainlyMerged(const std::vector<Queue>& queues, std::uint64_t task)
{
    States states;
    std::vector<Record> out;
    std::vector<std::size_t> at(queues.size());
    for (;;) {
        std::optional<std::pair<std::uint64_t, int>> least;
        std::size_t first = 0;
        for (std::size_t i = 0; i < queues.size(); ++i) {
            while (at[i] < queues[i].size() && queues[i][at[i]].iid != task)
                ++at[i];
            if (at[i] == queues[i].size())
                continue;
            const Record& head = queues[i][at[i]];
            const std::pair here(head.micros, states.rank(head.kind, head.iid));
            if (!least || here < *least) {
                least = here;
                first = i;
            }
        }
        if (!least)
            return out;
        out.push_back(queues[first][at[first]++]);
        states.hear(out.back());
    }
}

}

class TestRfrMerge : public QObject
{
    Q_OBJECT

private slots:
    void theOrderOfATaskIsThatOfRanks_data()
    {
        QTest::addColumn<std::size_t>("queues");
        QTest::addColumn<std::uint64_t>("tasks");
        QTest::newRow("few") << std::size_t(5) << std::uint64_t(3);
        QTest::newRow("many") << std::size_t(200) << std::uint64_t(150);
        QTest::newRow("many, of few tasks") << std::size_t(200) << std::uint64_t(3);
    }
    void theOrderOfATaskIsThatOfRanks()
    {
        QFETCH(const std::size_t, queues);
        QFETCH(const std::uint64_t, tasks);
        std::mt19937 random(7);
        for (int i = 0; i < 4; ++i) {
            std::vector<Queue> recorded(queues);
            for (Queue& queue : recorded) {
                for (std::uint64_t at = 0; at < 12; ++at)
                    queue.push_back(
                        {at / 6, RecordKind(unsigned(RecordKind::taskNew) + random() % 4), random() % tasks});
                // So no two queues wait for each other.
                std::ranges::stable_sort(
                    queue, {}, [](const Record& record) { return std::pair(record.micros, record.iid); });
            }
            const Merged found = merged(recorded);
            QVERIFY(found.keepsQueues);
            QCOMPARE(found.records.size(), 12 * queues);
            for (std::uint64_t task = 0; task < tasks; ++task) {
                std::vector<Record> ofTask;
                std::ranges::copy_if(found.records, std::back_inserter(ofTask),
                                     [&](const Record& record) { return record.iid == task; });
                QVERIFY(ofTask == plainlyMerged(recorded, task));
            }
        }
    }

    // Both tasks are polled, and each thread begins a poll of one before it ends that of the other. No order is
    // right for both.
    void queuesThatWaitForEachOtherAreHandedOutAllTheSame()
    {
        const Merged found = merged({{{1, RecordKind::taskPollStart, 1}, {1, RecordKind::taskPollEnd, 2}},
                                     {{1, RecordKind::taskPollStart, 2}, {1, RecordKind::taskPollEnd, 1}},
                                     {{0, RecordKind::taskPollStart, 1}, {0, RecordKind::taskPollStart, 2}}});
        QCOMPARE(found.records.size(), std::size_t(6));
        QVERIFY(found.keepsQueues);
    }

    // Each of them for each record was a minute for 60,000 queues in a megabyte.
    void ofManyQueuesFewAreRankedForARecord_data()
    {
        QTest::addColumn<bool>("one");
        QTest::newRow("of one task") << true;
        QTest::newRow("of a task each") << false;
    }
    void ofManyQueuesFewAreRankedForARecord()
    {
        QFETCH(const bool, one);
        std::vector<Queue> recorded;
        for (std::uint64_t i = 0; i < 2'000; ++i)
            recorded.push_back(
                {{0, RecordKind::taskPollEnd, one ? 7 : i}, {0, RecordKind::taskPollStart, one ? 7 : i}});
        const Merged found = merged(recorded);
        QCOMPARE(found.records.size(), std::size_t(4'000));
        QVERIFY2(found.ranked < 40'000, qPrintable(QString::number(found.ranked)));
    }
};

QTEST_GUILESS_MAIN(TestRfrMerge)
#include "tst_rfr_merge.moc"
