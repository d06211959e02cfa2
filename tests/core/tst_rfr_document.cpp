// Recordings as documents: what crosses the borders of chunks, files that are cut while they are open, folders
// that are no recordings, and what is known before anything is read.
#include "core/base/text.h"
#include "core/formats/formats.h"
#include "core/formats/rfr/demo/rfr_writer.h"
#include "core/formats/rfr/wire/rfr_folder.h"
#include "core/formats/rfr/wire/rfr_recording.h"
#include "core/formats/rfr/wire/rfr_stream.h"
#include "core/io/file.h"
#include "tests/support/open_capture.h"
#include "tests/support/rfr_stream_writer.h"

#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <array>
#include <filesystem>
#include <sys/stat.h>

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
        return index(document, request, job) ? timeline : nullptr;
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
                const SliceId id {track.kind, track.key, 0, slice.startNs};
                for (const Flow& flow : document.timeline()->flows(*timeline, id))
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

    // Two chunks, without meta.rfr, at the end of a chain of folders; where that begins.
    static fs::path chunksBelow(const fs::path& folder, int depth)
    {
        RecordingWriter out;
        out.record(1, kBase + 1, RecordKind::taskNew, kPolled);
        out.record(1, kBase + 1'000'001, RecordKind::taskDrop, kPolled);
        fs::path below = folder / "chain";
        for (int i = 0; i < depth; ++i)
            below /= "deeper";
        fs::create_directories(below);
        int number = 0;
        for (const auto& chunk : out.chunks())
            (void)writeFile(below / ("chunk-" + std::to_string(number++) + ".rfr"), chunk.bytes);
        return folder / "chain";
    }

    static bool addOthers(const fs::path& folder, std::size_t count)
    {
        for (std::size_t i = 0; i < count; ++i) {
            if (!writeFile(folder / ("other-" + std::to_string(i)), {}))
                return false;
        }
        return true;
    }

    static Result<std::unique_ptr<Recording>> opened(const fs::path& folder)
    {
        Job job;
        return openRecording({folder, true, 0, {}}, job);
    }
    static bool isTooLarge(const Recording& recording)
    {
        return std::ranges::any_of(recording.diagnostics, [](const Diagnostic& found) {
            return found.code == Code::RfrFolderTooLarge;
        });
    }

    // "good 0-100, unread 100-400"
    static QString blocksOf(const Document& document, SourceId source)
    {
        QStringList out;
        document.structure()->blocks(source, [&](const Block& block) {
            constexpr std::array names = {"good", "suspect", "lost", "unread"};
            out << QStringLiteral("%1 %2-%3")
                       .arg(names[static_cast<std::size_t>(block.state)])
                       .arg(block.range.offset)
                       .arg(block.range.end());
            return true;
        });
        return out.join(", ");
    }

    static fs::path longStream(const fs::path& folder, std::uint64_t records)
    {
        StreamWriter out;
        for (std::uint64_t i = 0; i < records; ++i)
            out.record(kBase + i, i % 2 ? RecordKind::taskPollEnd : RecordKind::taskPollStart, kPolled);
        const fs::path path = folder / "long.rfr";
        return writeFile(path, out.bytes()) ? path : fs::path();
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
        for (const int at : {300, 1'500'000, 3'200'000})
            out.waker(1, kBase + static_cast<std::uint64_t>(at), RecordKind::wakerWake, {kWoken, kPolled});
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

    // A name that is no UTF-8 is a fault of its own bytes: the records of its chunk were all read, so no time is an estimate.
    void aBadNameLosesNothing()
    {
        RecordingWriter out;
        out.addTask(task(kPolled, "lo\xffng"));
        out.record(1, kBase + 20, RecordKind::taskNew, kPolled);
        out.record(1, kBase + 30, RecordKind::taskPollStart, kPolled);
        out.record(1, kBase + 1'500'000, RecordKind::taskPollEnd, kPolled);
        const QTemporaryDir folder;
        const fs::path path = folder.filePath("r.rfr").toStdString();
        QVERIFY(out.write(path));
        const auto document = openCapture(path);
        QVERIFY(document);
        const TimelinePtr timeline = indexed(**document);
        QVERIFY(timeline);
        std::size_t slices = 0;
        for (std::uint32_t i = 0; i < timeline->trackCount(); ++i) {
            for (RowId row = timeline->track(TrackId(i)).firstRow; row != kNoRow; row = timeline->nextRow(row)) {
                for (const Slice& slice : timeline->slices(row, {0, INT64_MAX}, 100)) {
                    QVERIFY(!(slice.flags & (slice::kApproximate | slice::kDamaged | slice::kGap)));
                    ++slices;
                }
            }
        }
        QVERIFY(slices > 0);
        const auto problems = (*document)->problems().all();
        QVERIFY(!problems.empty());
        for (const Diagnostic& each : problems) {
            QCOMPARE(each.code, Code::RfrBadText);
            QCOMPARE(each.range->length, std::uint64_t(6)); // its own length and five bytes
        }
    }

    // A task that is polled when it is spawned, and events of one microsecond.
    void recordsOfOneMomentLeadToTheirOwnSlices()
    {
        RecordingWriter out;
        out.addCallsite({.id = 1,
                         .level = 30,
                         .kind = 1,
                         .constFields = {{"name", std::string_view("event x")}},
                         .fieldNames = {}});
        out.addTask(task(kPolled, "short"));
        out.record(1, kBase + 10, RecordKind::taskNew, kPolled);
        out.record(1, kBase + 10, RecordKind::taskPollStart, kPolled);
        for (int i = 0; i < 3; ++i)
            out.event(1, kBase + 15, {.callsite = 1, .parent = {}, .values = {}, .dynamic = {}});
        out.record(1, kBase + 20, RecordKind::taskPollEnd, kPolled);
        const QTemporaryDir folder;
        const fs::path path = folder.filePath("r.rfr").toStdString();
        QVERIFY(out.write(path));
        const auto document = openCapture(path);
        QVERIFY(document);
        const TimelinePtr timeline = indexed(**document);
        QStringList found;
        for (std::uint32_t i = 0; i < timeline->trackCount(); ++i) {
            const Track& track = timeline->track(TrackId(i));
            if (track.kind != TrackKind::states && track.kind != TrackKind::events)
                continue;
            std::vector<Slice> slices;
            for (const RowId row : timeline->rows(TrackId(i)))
                std::ranges::copy(timeline->slices(row, {0, INT64_MAX}, 100), std::back_inserter(slices));
            for (const Slice& slice : slices) {
                const auto id = (*document)->timeline()->sliceOf(*timeline, slice.ref);
                QVERIFY(id);
                QCOMPARE(timeline->findSlice(*id), std::optional(slice));
                found << QString::fromStdString(std::string(timeline->text(slice.name)));
            }
        }
        QCOMPARE(found.filter("event x").size(), 3);
        QVERIFY2(found.contains("created") && found.contains("polling"), qPrintable(found.join(", ")));
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
        const auto first = (*document)->structure()->find("/chunks/0");
        QVERIFY(first && (*document)->structure()->childCount(*first)); // it is mapped now
        const Node chunk = *(*document)->structure()->node(*first);
        fs::resize_file(
            folder.filePath("two.rfr").toStdString() + "/" + (*document)->sourceName(chunk.range.source), 10);
        const TimelinePtr timeline = indexed(**document, chunk.time);
        QVERIFY(timeline && timeline->complete);
        QVERIFY(timeline->records >= 1000);
        QVERIFY(std::ranges::any_of((*document)->problems().all(),
                                    [](const Diagnostic& found) { return found.code == Code::FileChanged; }));
    }

    // 4,096 of them have rows of their own. Beyond, their times do not add up, which must not be silent.
    void spansFromBeforeTheRecordingThatShareRowsAreTold_data()
    {
        QTest::addColumn<std::uint64_t>("spans");
        QTest::addColumn<bool>("told");
        QTest::newRow("a row each") << std::uint64_t(4'096) << false;
        QTest::newRow("one too many") << std::uint64_t(4'097) << true;
    }
    void spansFromBeforeTheRecordingThatShareRowsAreTold()
    {
        QFETCH(const std::uint64_t, spans);
        QFETCH(const bool, told);
        RecordingWriter out;
        out.record(1, kBase, RecordKind::taskNew, kPolled);
        for (std::uint64_t i = 0; i < spans; ++i) {
            out.record(1, kBase + 10 * i + 5, RecordKind::spanExit, 100 + i);
            out.record(1, kBase + 10 * i + 6, RecordKind::spanClose, 100 + i);
        }
        const QTemporaryDir folder;
        const fs::path path = folder.filePath("older.rfr").toStdString();
        QVERIFY(out.write(path));
        const auto document = openCapture(path);
        QVERIFY(document && indexed(**document));
        QCOMPARE(std::ranges::any_of(
                     (*document)->problems().all(),
                     [](const Diagnostic& found) { return found.code == Code::RfrManyOlderSpans; }),
                 told);
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
        const auto delivered = (*document)->records()->read(
            {}, [](const Record&) { return true; }, job);
        QVERIFY(!delivered);
        QCOMPARE(delivered.error().code, Code::FileChanged);
        QVERIFY(indexed(**document));
        QVERIFY(std::ranges::any_of((*document)->problems().all(),
                                    [](const Diagnostic& found) { return found.code == Code::FileChanged; }));
    }

    void aFolderOfOtherThingsIsLookedThroughInPart()
    {
        const QTemporaryDir folder;
        const fs::path top = folder.path().toStdString();
        const fs::path chain = chunksBelow(top, 1);
        QVERIFY(addOthers(chain, kBoundsToOpen.entries + 1));
        QCOMPARE(probeRecording({chain, true, 0, {}}), Match::no);
        const auto none = opened(chain);
        QVERIFY(!none);
        QCOMPARE(none.error().code, Code::RfrNotARecording);

        // A recording that says it is one is opened all the same, with what was found of it.
        fs::rename(chain / "deeper" / "chunk-0.rfr", chain / "chunk-0.rfr");
        RecordingWriter writer;
        QVERIFY(writeFile(chain / "meta.rfr", writer.meta()));
        QCOMPARE(probeRecording({chain, true, 0, {}}), Match::sure);
        const auto some = opened(chain);
        QVERIFY(some);
        QVERIFY(isTooLarge(**some));
        QVERIFY((*some)->chunks.size() <= 1);
    }

    void probingLooksAtAFewEntries()
    {
        const QTemporaryDir folder;
        const fs::path chain = chunksBelow(folder.path().toStdString(), 2);
        QCOMPARE(probeRecording({chain, true, 0, {}}), Match::maybe);
        QVERIFY(addOthers(chain, kBoundsToProbe.entries + 1));
        QCOMPARE(probeRecording({chain, true, 0, {}}), Match::no);
        const auto recording = opened(chain); // which looks longer
        QVERIFY(recording);
        QCOMPARE((*recording)->chunks.size(), std::size_t(2));
        QVERIFY(!isTooLarge(**recording));
    }

    void foldersAreEnteredToADepth()
    {
        const QTemporaryDir folder;
        for (const int depth : {kBoundsToOpen.depth, kBoundsToOpen.depth + 1}) {
            const fs::path top = folder.filePath(QString::number(depth)).toStdString();
            fs::create_directories(top);
            const auto recording = opened(chunksBelow(top, depth));
            QCOMPARE(recording.has_value(), depth == kBoundsToOpen.depth);
            if (recording)
                QVERIFY((*recording)->chunks.size() == 2 && !isTooLarge(**recording));
        }
    }

    void linksToFoldersAreNotFollowed()
    {
        const QTemporaryDir folder;
        const fs::path chain = chunksBelow(folder.path().toStdString(), 2);
        fs::create_directory_symlink(chain, chain / "deeper" / "loop");
        fs::create_directory_symlink("/", chain / "everything");
        const auto recording = opened(chain);
        QVERIFY(recording);
        QCOMPARE((*recording)->chunks.size(), std::size_t(2));
        QVERIFY(!isTooLarge(**recording));
    }

    // Chunks are what is looked for: a recording of a day is whole.
    void aRecordingMayHaveManyChunks()
    {
        const QTemporaryDir folder;
        const fs::path chain = chunksBelow(folder.path().toStdString(), 0);
        const auto bytes = readHead(chain / "chunk-0.rfr", 1 << 20);
        QVERIFY(bytes);
        const std::size_t count = kBoundsToOpen.entries + 100;
        for (std::size_t i = 2; i < count; ++i)
            QVERIFY(writeFile(chain / ("chunk-" + std::to_string(i) + ".rfr"), *bytes));
        const auto recording = opened(chain);
        QVERIFY(recording);
        QCOMPARE((*recording)->chunks.size(), count);
        QVERIFY(std::ranges::is_sorted((*recording)->chunks, {}, &ChunkFile::name));
    }

    void openingCanBeStopped()
    {
        const QTemporaryDir folder;
        const fs::path two = twoChunks(folder.path().toStdString());
        std::stop_source stop;
        stop.request_stop();
        Job job(stop.get_token());
        const auto recording = openRecording({two, true, 0, {}}, job);
        QVERIFY(!recording);
        QCOMPARE(recording.error().code, Code::Stopped);
    }

    // Whoever should fill a pipe may never come, and a device may never end: what is named as notes or as a chunk is
    // not asked.
    void namesOfPipesAndDevicesAreNoFiles()
    {
        for (const char* const name :
             {"traceglass.annotations.json", "meta.rfr", "callsites.rfr", "chunk-9.rfr"})
            for (const bool isPipe : {true, false}) {
                const QTemporaryDir folder;
                const fs::path two = twoChunks(folder.path().toStdString());
                fs::remove(two / name);
                if (isPipe)
                    QCOMPARE(::mkfifo((two / name).c_str(), 0600), 0);
                else
                    fs::create_symlink("/dev/zero", two / name);
                const auto recording = opened(two);
                QVERIFY2(recording, name);
                QCOMPARE((*recording)->chunks.size(), std::size_t(2));
                QVERIFY(!(*recording)->notesSource);
            }
    }

    void chunksAreUnreadUntilTheyAreDecoded()
    {
        const QTemporaryDir folder;
        const fs::path two = twoChunks(folder.path().toStdString());
        QVERIFY(writeFile(two / "chunk-lost.rfr", asBytes("\x0brfr-c/0.0.3")));
        const auto document = openCapture(two);
        QVERIFY(document);
        const Structure& tree = *(*document)->structure();
        const auto rangeOf = [&](const char* path) { return tree.node(*tree.find(path))->range; };
        const ByteRange chunk = rangeOf("/chunks/0");
        QCOMPARE(blocksOf(**document, chunk.source), QStringLiteral("unread 0-%1").arg(chunk.length));
        QVERIFY(tree.childCount(*tree.find("/chunks/0")));
        const QString good = QStringLiteral("good 0-%1").arg(chunk.length); // it has one sequence
        QCOMPARE(blocksOf(**document, chunk.source), good);
        const ByteRange lost = rangeOf("/chunks/2");
        QCOMPARE(blocksOf(**document, lost.source), QStringLiteral("lost 0-12"));
        QVERIFY(indexed(**document));
        QVERIFY(blocksOf(**document, rangeOf("/chunks/1").source).startsWith("good 0-"));
    }

    // A question about a place reads the stream up to it and no further.
    void aStreamIsReadAsFarAsItMustBe()
    {
        const QTemporaryDir folder;
        const std::uint64_t all = 2 * StreamReader::kRecordsAPiece + 5;
        const fs::path path = longStream(folder.path().toStdString(), all);
        const auto size = fs::file_size(path);
        const auto document = openCapture(path);
        QVERIFY(document);
        const Structure& tree = *(*document)->structure();
        QCOMPARE(blocksOf(**document, SourceId {}), QStringLiteral("unread 0-%1").arg(size));
        const auto early = tree.nodeAt(SourceId {}, 40);
        QVERIFY(early);
        QVERIFY(tree.pathOf(*early).starts_with("/records/"));
        QCOMPARE(blocksOf(**document, SourceId {}).count("good"), qsizetype(1));
        const auto second = tree.find("/records/65536");
        QVERIFY(second);
        QCOMPARE(tree.pathOf(*second), std::string("/records/65536"));
        const QString twoPieces = blocksOf(**document, SourceId {});
        QCOMPARE(twoPieces.count("good"), qsizetype(2));
        QCOMPARE(twoPieces.count("unread"), qsizetype(1));
        QVERIFY(!tree.find("/records/" + std::to_string(all)));
        QCOMPARE(tree.childCount(*tree.find("/records")).value_or(0), all);
        QVERIFY(!blocksOf(**document, SourceId {}).contains("unread"));
        const auto last = tree.nodeAt(SourceId {}, size - 1);
        QVERIFY(last);
        QCOMPARE(tree.pathOf(*last), "/records/" + std::to_string(all - 1));
        QCOMPARE(tree.wayTo(*last).back().position, all - 1);
    }

    void indexingTellsWhereAStreamsPiecesAre()
    {
        const QTemporaryDir folder;
        const auto document = openCapture(longStream(folder.path().toStdString(), 70'000));
        QVERIFY(document);
        QVERIFY(indexed(**document));
        const QString blocks = blocksOf(**document, SourceId {});
        QCOMPARE(blocks.count("good"), qsizetype(2));
        QVERIFY(!blocks.contains("unread"));
    }
};

QTEST_GUILESS_MAIN(TestRfrDocument)
#include "tst_rfr_document.moc"
