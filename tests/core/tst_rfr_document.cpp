// Recordings as documents: what crosses the borders of chunks, and files that are cut while they are open.
#include "core/formats/formats.h"
#include "core/formats/rfr/demo/rfr_writer.h"
#include "core/io/file.h"

#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <filesystem>

using namespace traceglass;
using namespace traceglass::rfr;
namespace fs = std::filesystem;

class TestRfrDocument : public QObject
{
    Q_OBJECT

private:
    static constexpr std::uint64_t kBase = 1'780'000'123'000'000;
    static constexpr std::uint64_t kPolled = 7, kWoken = 8;

    static TaskObject task(std::uint64_t iid, std::string_view name)
    {
        TaskObject out;
        out.iid = out.taskId = iid;
        out.name = name;
        return out;
    }

    static TimelinePtr indexed(const Document& document, std::optional<TimeRange> visible = {})
    {
        TimelinePtr timeline;
        Job job;
        IndexRequest request;
        request.visible = visible;
        request.publish = [&](TimelinePtr next) { timeline = std::move(next); };
        return document.index(request, job) ? timeline : nullptr;
    }

    // When the only poll of the task woke others, against kBase.
    static QString wakesOf(const Document& document, std::uint64_t iid)
    {
        const TimelinePtr timeline = indexed(document);
        QStringList out;
        for (std::uint32_t i = 0; timeline && i < timeline->trackCount(); ++i) {
            const Track& track = timeline->track(TrackId(i));
            if (track.kind != TrackKind::states || track.key != iid)
                continue;
            for (const Slice& slice : timeline->slices(track.firstRow, {0, INT64_MAX}, 100)) {
                if (slice.name != stateName(TaskState::polling))
                    continue;
                for (const Flow& flow : document.flows(*timeline, {track.kind, track.key, 0, slice.startNs}))
                    out << QString::number(flow.fromNs / 1000 - std::int64_t(kBase));
            }
        }
        return out.join(", ");
    }

    // Two seconds, a chunk each.
    static fs::path twoChunks(const fs::path& folder)
    {
        RecordingWriter out;
        out.addTask(task(kPolled, "long"));
        out.record(1, kBase + 1, RecordKind::taskNew, kPolled);
        for (std::uint64_t i = 0; i < 1000; ++i) {
            out.record(1, kBase + 2000 * i + 10, RecordKind::taskPollStart, kPolled);
            out.record(1, kBase + 2000 * i + 20, RecordKind::taskPollEnd, kPolled);
        }
        const fs::path path = folder / "two.rfr";
        return out.write(path) ? path : fs::path();
    }

private slots:
    // A poll that begins in one second and ends three later wakes a task in each of them but one, in which
    // its thread has no record at all.
    void aPollIsFollowedOverTheBordersOfChunks()
    {
        RecordingWriter out;
        out.addTask(task(kPolled, "long"));
        out.addTask(task(kWoken, "other"));
        out.record(2, kBase + 10, RecordKind::taskNew, kWoken);
        out.record(1, kBase + 20, RecordKind::taskNew, kPolled);
        out.record(1, kBase + 30, RecordKind::taskPollStart, kPolled);
        for (const std::uint64_t at : {300, 1'500'000, 3'200'000})
            out.waker(1, kBase + at, RecordKind::wakerWake, {kWoken, kPolled});
        out.record(2, kBase + 2'100'000, RecordKind::taskPollStart, kWoken);
        out.record(1, kBase + 3'300'000, RecordKind::taskPollEnd, kPolled);
        out.waker(1, kBase + 3'400'000, RecordKind::wakerWake, {kWoken, kPolled}); // behind its end
        const QTemporaryDir folder;
        const fs::path path = folder.filePath("r.rfr").toStdString();
        QVERIFY(out.write(path));
        const auto document = openCapture(path);
        QVERIFY(document);
        QCOMPARE(wakesOf(**document, kPolled), "300, 1500000, 3200000");
    }

    void aPollIsFollowedOverThePiecesOfAStream()
    {
        StreamWriter out;
        out.task(kBase, task(kPolled, "long"));
        out.task(kBase, task(kWoken, "other"));
        out.record(kBase + 10, RecordKind::taskNew, kWoken);
        out.record(kBase + 30, RecordKind::taskPollStart, kPolled);
        for (int i = 0; i < 70'000; ++i)
            out.waker(kBase + 40, RecordKind::wakerClone, {kWoken, kPolled});
        out.waker(kBase + 50, RecordKind::wakerWake, {kWoken, kPolled});
        out.record(kBase + 60, RecordKind::taskPollEnd, kPolled);
        const QTemporaryDir folder;
        const fs::path path = folder.filePath("s.rfr").toStdString();
        QVERIFY(writeFile(path, out.bytes()));
        const auto document = openCapture(path);
        QVERIFY(document);
        QCOMPARE(wakesOf(**document, kPolled), "50");
    }

    // What the user looks at is read first: a chunk in it that was cut is no reason to leave the others out.
    void aCutChunkInViewDoesNotEndIndexing()
    {
        const QTemporaryDir folder;
        const auto document = openCapture(twoChunks(folder.path().toStdString()));
        QVERIFY(document);
        const auto first = (*document)->find("/chunks/0");
        QVERIFY(first && (*document)->childCount(*first)); // it is mapped now
        const Node chunk = *(*document)->node(*first);
        fs::resize_file(
            folder.filePath("two.rfr").toStdString() + "/" + (*document)->sourceName(chunk.range.source), 10);
        const TimelinePtr timeline = indexed(**document, chunk.time);
        QVERIFY(timeline && timeline->complete);
        QVERIFY(timeline->records >= 1000);
        QVERIFY(std::ranges::any_of((*document)->diagnostics(),
                                    [](const Diagnostic& found) { return found.code == Code::FileChanged; }));
    }

    // The beginning of a stream that was cut is not all of it.
    void aCutStreamIsSaidToBeCut()
    {
        StreamWriter out;
        for (std::uint64_t i = 0; i < 1000; ++i)
            out.record(kBase + i, RecordKind::taskPollStart, kPolled);
        const QTemporaryDir folder;
        const fs::path path = folder.filePath("s.rfr").toStdString();
        QVERIFY(writeFile(path, out.bytes()));
        const auto document = openCapture(path);
        QVERIFY(document);
        fs::resize_file(path, 500);
        Job job;
        const auto delivered = (*document)->records(
            {}, [](const Record&) { return true; }, job);
        QVERIFY(!delivered);
        QCOMPARE(delivered.error().code, Code::FileChanged);
        QVERIFY(indexed(**document));
        QVERIFY(std::ranges::any_of((*document)->diagnostics(),
                                    [](const Diagnostic& found) { return found.code == Code::FileChanged; }));
    }
};

QTEST_GUILESS_MAIN(TestRfrDocument)
#include "tst_rfr_document.moc"
