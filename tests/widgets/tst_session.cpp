// DocumentSession: one selection from every side, view and history, indexing in the background.
#include "core/ask/resolve.h"
#include "core/formats/demo.h"
#include "core/formats/formats.h"
#include "core/formats/rdf/demo/rdf_writer.h"
#include "tests/support/demo_captures.h"
#include "tests/support/fake_document.h"
#include "tests/support/open_capture.h"
#include "tests/support/settle.h"
#include "widgets/session/document_session.h"
#include "widgets/session/session_notes.h"
#include "widgets/session/session_search.h"

#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <atomic>
#include <thread>

using namespace traceglass;

namespace {

constexpr std::int64_t kMs = 1'000'000;
constexpr std::int64_t kStart = 1'780'000'000'000'000'000;

// Two tasks of four polls each: record i begins poll i % 4 of task i / 4, at i milliseconds, half a
// millisecond long.
class TaskDocument : public FakeDocument
{
public:
    TaskDocument()
        : FakeDocument(makeTimeline(), 16)
    {
    }

    static SliceId poll(std::uint64_t index)
    {
        return {TrackKind::states, 100 + index / 4, 0, kStart + std::int64_t(index) * kMs};
    }
    std::optional<SliceId> sliceOf(const Timeline&, RecordRef ref, const Job&) const override
    {
        const std::uint64_t index = ref.offset() / kRecordSize;
        return index < 8 ? std::optional(poll(index)) : std::nullopt;
    }
    bool changedOnDisk() const override { return changed; }

    std::atomic<bool> changed {false};

private:
    static TimelinePtr makeTimeline()
    {
        TimelineBuilder builder;
        for (std::uint64_t task = 0; task < 2; ++task) {
            const TrackId track = builder.addTrack({.name = builder.intern("task"),
                                                    .number = task,
                                                    .key = 100 + task,
                                                    .kind = TrackKind::states});
            const RowId row = builder.addRow(track);
            for (std::uint64_t i = task * 4; i < task * 4 + 4; ++i) {
                const std::int64_t start = kStart + std::int64_t(i) * kMs;
                builder.add(row, {start, start + kMs / 2, stateName(TaskState::polling), 0, record(i)});
            }
        }
        return builder.snapshot({kStart, kStart + 100 * kMs}, 8, true);
    }
};

// Indexes until it is told to stop.
class EndlessDocument : public FakeDocument
{
public:
    using FakeDocument::FakeDocument;

    Result<void> index(const IndexRequest&, Job& job) const override
    {
        job.start(1000);
        while (!job.stopRequested()) {
            job.advance();
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        return fail(Code::Stopped);
    }
};

// Has nothing of its timeline before it is told to.
class SlowDocument : public TaskDocument
{
public:
    Result<void> index(const IndexRequest& request, Job& job) const override
    {
        request.publish(TimelineBuilder().snapshot({kStart, kStart + 100 * kMs}, 0, false));
        while (!goesOn && !job.stopRequested())
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        return TaskDocument::index(request, job);
    }
    std::atomic<bool> goesOn {false};
};

// The first indexing ends at once, the next not before it is told to.
class OnceQuickDocument : public FakeDocument
{
public:
    using FakeDocument::FakeDocument;

    Result<void> index(const IndexRequest&, Job& job) const override
    {
        if (m_runs++ > 0) {
            while (!job.stopRequested())
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        ended = true;
        return {};
    }
    mutable std::atomic<bool> ended {false};

private:
    mutable std::atomic<int> m_runs {0};
};

// Publishes a longer and longer timeline; the last one begins earlier, too.
class GrowingDocument : public FakeDocument
{
public:
    using FakeDocument::FakeDocument;
    static constexpr int kSnapshots = 6;

    Result<void> index(const IndexRequest& request, Job&) const override
    {
        for (int i = 1; i <= kSnapshots; ++i) {
            TimelineBuilder builder;
            const std::int64_t start = i == kSnapshots ? kStart - kMs : kStart;
            request.publish(builder.snapshot({start, kStart + i * kMs}, 10, i == kSnapshots));
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
        }
        return {};
    }
};

std::unique_ptr<DocumentSession> indexed(std::unique_ptr<Document> document)
{
    auto session = std::make_unique<DocumentSession>(std::move(document));
    session->startIndexing();
    [&] { QTRY_VERIFY(!session->isIndexing()); }();
    settle(*session);
    return session;
}

}

class SessionTest : public QObject
{
    Q_OBJECT

private slots:
    // The end of one indexing, still queued when the next begins at the same address, ends only itself.
    void anOldEndEndsNoNewIndexing()
    {
        auto made = std::make_unique<OnceQuickDocument>(TimelinePtr());
        const OnceQuickDocument* document = made.get();
        DocumentSession session(std::move(made));
        settle(session);
        for (int i = 0; i < 20; ++i) {
            session.startIndexing();
            while (i == 0 && !document->ended)
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        QCoreApplication::processEvents();
        QVERIFY(session.isIndexing());
    }

    void indexingPublishesTheTimeline()
    {
        DocumentSession session(std::make_unique<TaskDocument>());
        settle(session);
        QSignalSpy timelines(&session, &DocumentSession::timelineChanged);
        QCOMPARE(session.timeline()->trackCount(), 0u);
        session.startIndexing();
        QVERIFY(session.isIndexing());
        QTRY_VERIFY(!session.isIndexing());
        QCOMPARE(timelines.size(), 1);
        QCOMPARE(session.timeline()->trackCount(), 2u);
        QCOMPARE(session.extent(), (TimeRange {kStart, kStart + 100 * kMs}));
        QCOMPARE(session.view(), session.extent());
        QVERIFY(!session.wasCancelled());
    }

    void indexingCanBeCancelled()
    {
        DocumentSession session(std::make_unique<EndlessDocument>(nullptr));
        settle(session);
        session.startIndexing();
        QTRY_VERIFY(session.indexDone() > 0);
        QCOMPARE(session.indexTotal(), 1000u);
        QElapsedTimer clock;
        clock.start();
        session.cancelIndexing();
        QTRY_VERIFY(!session.isIndexing());
        QVERIFY(clock.elapsed() < 1000);
        QVERIFY(session.wasCancelled());
        QVERIFY(!session.indexError());
    }

    void endingWhileIndexingStops()
    {
        QElapsedTimer clock;
        {
            DocumentSession session(std::make_unique<EndlessDocument>(nullptr));
            settle(session);
            session.startIndexing();
            clock.start();
        }
        QVERIFY(clock.elapsed() < 500);
    }

    // A timeline that only became longer moves no note, and nobody needs to look at all of them again.
    void notesMoveOnlyWithTheirAxis()
    {
        QStandardPaths::setTestModeEnabled(true);
        DocumentSession session(std::make_unique<GrowingDocument>(nullptr));
        settle(session);
        SessionNotes notes(&session);
        notes.add(notes.draftOver({kStart, kStart + kMs}));
        QSignalSpy moved(&notes, &SessionNotes::moved),
            timelines(&session, &DocumentSession::timelineChanged);
        session.startIndexing();
        QTRY_VERIFY(!session.isIndexing());
        if (timelines.size() < 3)
            QSKIP("the machine is too busy to show timelines while they grow");
        QCOMPARE(moved.size(), 2); // where times count from: known with the first, corrected with the last
        notes.discardRecovery();
    }

    // The names of very many tracks are looked through behind the window, and only for notes that tell no key.
    void notesFindTheirTrackAmongMany()
    {
        QStandardPaths::setTestModeEnabled(true);
        TimelineBuilder builder;
        constexpr std::uint64_t kTracks = 25'000;
        for (std::uint64_t i = 0; i < kTracks; ++i) {
            const StringId name = builder.intern("task " + std::to_string(i));
            const TrackId track = builder.addTrack({.name = name, .key = 7 * i, .kind = TrackKind::states});
            builder.add(builder.addRow(track), {kStart, kStart + kMs, name, 0, FakeDocument::record(0)});
        }
        auto session =
            indexed(std::make_unique<FakeDocument>(builder.snapshot({kStart, kStart + kMs}, 64, true)));
        SessionNotes notes(session.get());
        Annotation note = notes.draftOver({kStart, kStart + kMs});
        note.track = "task 24999";
        note.trackKey = 7 * 24'999;
        notes.add(note);
        const auto trackOf = [&](std::size_t place) { return notes.places().at(place).track; };
        QCOMPARE(trackOf(0), TrackId(24'999)); // at once
        note.trackKey = 7;                     // another one's
        notes.revert();
        notes.add(note);
        QCOMPARE(trackOf(0), kNoTrack);
        settle(*session);
        QCOMPARE(trackOf(0), kNoTrack);
        note.trackKey.reset();
        notes.revert();
        notes.add(note);
        QSignalSpy moved(&notes, &SessionNotes::moved);
        QCOMPARE(trackOf(0), kNoTrack);
        settle(*session);
        QCOMPARE(moved.size(), 1);
        QCOMPARE(trackOf(0), TrackId(24'999));
        notes.revert();
        notes.discardRecovery();
    }

    // A note about bytes of one moment, made at another one.
    void backUndoesTheWayToANoteAtOnce()
    {
        QStandardPaths::setTestModeEnabled(true);
        auto session = indexed(std::make_unique<TaskDocument>());
        SessionNotes notes(session.get());
        Annotation note = notes.draftOver({kStart + 90 * kMs, kStart + 91 * kMs});
        note.bytes.emplace();
        note.bytes->source = documentOf(session->capture()->document()).sourceName(SourceId(0));
        note.bytes->length = FakeDocument::kRecordSize;
        const std::string id = notes.add(note);
        session->setView({kStart + 40 * kMs, kStart + 50 * kMs});
        const TimeRange before = session->view();
        notes.goTo(id);
        settle(*session);
        QCOMPARE(session->selection().node, std::optional(NodeId {0, 0}));
        QVERIFY(session->view().overlaps({kStart + 90 * kMs, kStart + 91 * kMs}));
        session->goBack();
        settle(*session);
        QVERIFY(!session->selection().node);
        QCOMPARE(session->view(), before);
        notes.discardRecovery();
    }

    void sliceSelectsItsRecordAndBytes()
    {
        auto session = indexed(std::make_unique<TaskDocument>());
        QSignalSpy changes(session.get(), &DocumentSession::selectionChanged);
        session->selectSlice(TaskDocument::poll(5));
        const Selection& selection = session->selection();
        QCOMPARE(changes.size(), 1); // at once, with what the timeline says
        QCOMPARE(selection.slice, std::optional(TaskDocument::poll(5)));
        QCOMPARE(*selection.time, (TimeRange {kStart + 5 * kMs, kStart + 5 * kMs + kMs / 2}));
        settle(*session);
        QCOMPARE(changes.size(), 2); // the rest
        QVERIFY(selection.node);
        QCOMPARE(selection.node->place, 5u);
        QCOMPARE(selection.bytes, (ByteRange {SourceId(0), 80, 16}));
        QCOMPARE(selection.caret, 80u);
        QCOMPARE(*selection.time, (TimeRange {kStart + 5 * kMs, kStart + 5 * kMs + kMs / 2}));
        session->selectSlice(TaskDocument::poll(5));
        settle(*session);
        QCOMPARE(changes.size(), 2); // the same again is no change
    }

    void nodeSelectsItsSlice()
    {
        auto session = indexed(std::make_unique<TaskDocument>());
        session->selectNode(NodeId {6, 0});
        settle(*session);
        QVERIFY(session->selection().slice);
        QCOMPARE(*session->selection().slice, TaskDocument::poll(6));
        QCOMPARE(session->selection().bytes.offset, 96u);
        QVERIFY(session->timeline()->findSlice(*session->selection().slice));
        session->selectNode(NodeId {9, 0}); // a record without a slice
        settle(*session);
        QVERIFY(!session->selection().slice);
        QVERIFY(session->selection().node);
    }

    void byteSelectsItsOwner()
    {
        auto session = indexed(std::make_unique<TaskDocument>());
        session->selectBytes({SourceId(0), 53, 4});
        settle(*session);
        QCOMPARE(session->selection().node->place, 3u);
        QCOMPARE(*session->selection().slice, TaskDocument::poll(3));
        QCOMPARE(session->selection().bytes, (ByteRange {SourceId(0), 53, 4})); // kept as given
        QCOMPARE(session->selection().caret, 53u);
        session->selectBytes({SourceId(0), 100'000, 1}); // nobody's
        settle(*session);
        QVERIFY(!session->selection().node);
        session->clearSelection();
        settle(*session);
        QCOMPARE(session->selection(), Selection {});
    }

    void whatWasSelectedEarlyGetsItsSlice()
    {
        DocumentSession session(std::make_unique<TaskDocument>());
        settle(session);
        session.selectNode(NodeId {2, 0});
        settle(session);
        QVERIFY(session.selection().slice); // this document knows without a timeline
        session.startIndexing();
        QTRY_VERIFY(!session.isIndexing());
        settle(session);
        QCOMPARE(*session.selection().slice, TaskDocument::poll(2));
    }

    void whatWasSelectedEarlyStaysAsItWas()
    {
        const ByteRange bytes {SourceId(0), 53, 4}; // within a record
        DocumentSession session(std::make_unique<TaskDocument>());
        session.selectBytes(bytes);
        settle(session);
        QCOMPARE(session.selection().bytes, bytes);
        session.startIndexing();
        QTRY_VERIFY(!session.isIndexing());
        settle(session);
        QCOMPARE(session.selection().bytes, bytes);
        QCOMPARE(session.selection().caret, bytes.offset);
        QVERIFY(session.selection().time);
    }

    void whatIsNotThereIsNotSelected()
    {
        auto session = indexed(std::make_unique<TaskDocument>());
        session->selectNode(NodeId {6, 0});
        settle(*session);
        const Selection before = session->selection();
        QSignalSpy missing(session.get(), &DocumentSession::notFound);
        session->selectPath("/no/such/thing");
        settle(*session);
        QCOMPARE(missing.size(), 1);
        QCOMPARE(session->selection(), before);
        session->selectPath("/records/2");
        settle(*session);
        QCOMPARE(missing.size(), 1);
        QCOMPARE(session->selection().node, std::optional(NodeId {2, 0}));
    }

    void whatWaitsForAnAnswerGoesWithIt()
    {
        auto session = indexed(std::make_unique<TaskDocument>());
        int done = 0;
        const auto wait = [&] { session->whenSelected([&done] { ++done; }); };
        wait(); // nothing is asked about
        QCOMPARE(done, 1);
        session->selectNode(NodeId {3, 0});
        wait();
        QCOMPARE(done, 1);
        settle(*session);
        QCOMPARE(done, 2);
        session->selectNode(NodeId {4, 0});
        wait();
        session->selectNode(NodeId {5, 0});
        settle(*session);
        session->selectNode(NodeId {6, 0});
        wait();
        session->goBack();
        settle(*session);
        session->selectPath("/nothing/like/this");
        wait();
        settle(*session);
        session->selectNode(NodeId {7, 0});
        settle(*session);
        QCOMPARE(done, 2);
    }

    void selectingMovesTheViewToIt()
    {
        auto session = indexed(std::make_unique<TaskDocument>());
        session->setView({kStart + 50 * kMs, kStart + 60 * kMs});
        session->selectSlice(TaskDocument::poll(1));
        settle(*session);
        const TimeRange view = session->view();
        QVERIFY(view.startNs <= kStart + kMs && view.endNs >= kStart + kMs + kMs / 2);
        QCOMPARE(view.lengthNs(), 10 * kMs); // panned, not zoomed
        const TimeRange before = session->view();
        session->selectSlice(TaskDocument::poll(2)); // visible: nothing moves
        settle(*session);
        QCOMPARE(session->view(), before);
    }

    void viewIsClamped()
    {
        auto session = indexed(std::make_unique<TaskDocument>());
        session->setView({kStart, kStart + 1});
        QCOMPARE(session->view().lengthNs(), 10);
        session->setView({kStart - 1000 * kMs, kStart + 1000 * kMs});
        QVERIFY(session->view().lengthNs() <= 105 * kMs + 10);
        QVERIFY(session->view().startNs <= kStart && session->view().endNs >= kStart + 100 * kMs);
        constexpr auto kMin = std::numeric_limits<std::int64_t>::min();
        constexpr auto kMax = std::numeric_limits<std::int64_t>::max();
        session->setView({kMin, kMax});
        QVERIFY(session->view().lengthNs() <= 105 * kMs + 10);
        session->setView({kStart + 10 * kMs, kStart + 20 * kMs});
        QCOMPARE(session->view(), (TimeRange {kStart + 10 * kMs, kStart + 20 * kMs}));
    }

    void rangeKeepsItsOrder()
    {
        auto session = indexed(std::make_unique<TaskDocument>());
        QSignalSpy changes(session.get(), &DocumentSession::rangeChanged);
        session->setRange(TimeRange {kStart + 20, kStart + 10});
        QCOMPARE(*session->range(), (TimeRange {kStart + 10, kStart + 20}));
        session->setRange(TimeRange {kStart + 10, kStart + 20});
        QCOMPARE(changes.size(), 1);
        session->setRange({});
        QVERIFY(!session->range());
    }

    void historyWalksSelectionAndView()
    {
        auto session = indexed(std::make_unique<TaskDocument>());
        QVERIFY(!session->canGoBack());
        session->setView({kStart, kStart + 20 * kMs});
        const TimeRange zoomed = session->view();
        session->selectSlice(TaskDocument::poll(1));
        settle(*session);
        session->selectSlice(TaskDocument::poll(2));
        settle(*session);
        session->goBack();
        settle(*session);
        QCOMPARE(*session->selection().slice, TaskDocument::poll(1));
        QCOMPARE(session->view(), zoomed);
        session->goBack();
        settle(*session);
        QVERIFY(!session->selection().slice);
        QCOMPARE(session->view(), zoomed);
        session->goBack();
        settle(*session);
        QCOMPARE(session->view(), session->extent());
        QVERIFY(!session->canGoBack());
        for (int i = 0; i < 3; ++i) {
            session->goForward();
            settle(*session);
        }
        QCOMPARE(*session->selection().slice, TaskDocument::poll(2));
        QVERIFY(!session->canGoForward());
        session->goBack();
        settle(*session);
        session->selectSlice(TaskDocument::poll(7)); // what Forward led to is gone
        settle(*session);
        QVERIFY(!session->canGoForward());
    }

    // What was asked about before Back is not selected behind it.
    void backForgetsWhatIsAskedAbout()
    {
        auto session = indexed(std::make_unique<TaskDocument>());
        session->setView({kStart, kStart + 20 * kMs});
        session->selectNode(NodeId {5, 0});
        session->goBack(); // to another view, with the same selection
        settle(*session);
        QVERIFY(session->selection() == Selection());
        QVERIFY(session->canGoForward());
    }

    // A node is selected again, not what lies at its first byte; bytes are, not what owns them.
    void historyFindsNodesAndBytesAgain()
    {
        auto session = indexed(std::make_unique<TaskDocument>());
        const ByteRange bytes {SourceId(0), 53, 4};
        session->selectNode(session->capture()->rootId());
        settle(*session);
        const Selection whole = session->selection();
        session->selectBytes(bytes);
        settle(*session);
        const Selection some = session->selection();
        session->selectNode(NodeId {3, 0}); // around them, with the same slice
        settle(*session);
        const Selection around = session->selection();
        QVERIFY(around != some);
        session->selectNode(NodeId {7, 0});
        settle(*session);
        session->goBack();
        settle(*session);
        QCOMPARE(session->selection(), around);
        session->goBack();
        settle(*session);
        QCOMPARE(session->selection(), some);
        session->goBack();
        settle(*session);
        QCOMPARE(session->selection(), whole);
        QVERIFY(session->canGoForward());
        for (int i = 0; i < 3; ++i)
            session->goForward();
        settle(*session);
        QCOMPARE(session->selection().node, std::optional(NodeId {7, 0}));
        QVERIFY(!session->canGoForward());
    }

    // Notches of a wheel change the view by a quarter each: Back undoes a run of them, whatever their size.
    void oneRunOfTheWheelIsOnePlace()
    {
        auto session = indexed(std::make_unique<TaskDocument>());
        session->setView({kStart + 10 * kMs, kStart + 90 * kMs});
        session->selectSlice(TaskDocument::poll(1)); // what comes is no part of that movement
        settle(*session);
        const TimeRange before = session->view();
        std::int64_t length = before.lengthNs();
        for (int i = 0; i < 3; ++i) {
            length = length * 4 / 5;
            session->setView({before.startNs, before.startNs + length});
        }
        session->goBack();
        settle(*session);
        QCOMPARE(session->view(), before);
        QCOMPARE(*session->selection().slice, TaskDocument::poll(1));
        session->goForward();
        settle(*session);
        QCOMPARE(session->view().lengthNs(), length);
    }

    void whatChangesInOneStepIsOnePlace()
    {
        auto session = indexed(std::make_unique<TaskDocument>());
        session->setView({kStart, kStart + 20 * kMs});
        const TimeRange before = session->view();
        session->inOneStep([&] {
            session->selectSlice(TaskDocument::poll(2));
            session->setView({kStart + 50 * kMs, kStart + 60 * kMs});
        });
        settle(*session);
        session->goBack();
        settle(*session);
        QCOMPARE(session->view(), before);
        QVERIFY(!session->selection().slice);
    }

    // Who holds an arrow key down looked at none of the rows between: Back leads to before the walk.
    void aWalkIsOnePlace()
    {
        auto session = indexed(std::make_unique<TaskDocument>());
        const auto walkTo = [&](std::uint64_t number) {
            session->walk([&] { session->selectNode(NodeId {number, 0}); });
            settle(*session);
        };
        session->selectNode(NodeId {1, 0});
        settle(*session);
        for (const std::uint64_t number : {2u, 3u, 4u})
            walkTo(number);
        session->goBack();
        settle(*session);
        QCOMPARE(session->selection().node, std::optional(NodeId {1, 0}));
        session->goForward();
        settle(*session);
        QCOMPARE(session->selection().node, std::optional(NodeId {4, 0}));
        walkTo(5); // after Back or Forward another one begins
        walkTo(6);
        session->selectNode(NodeId {7, 0}); // and so it does where one went elsewhere meanwhile
        settle(*session);
        walkTo(8);
        for (const std::uint64_t number : {7u, 6u, 4u, 1u}) {
            session->goBack();
            settle(*session);
            QCOMPARE(session->selection().node, std::optional(NodeId {number, 0}));
        }
        for (const std::uint64_t number : {2u, 3u}) { // the answer to the first one is never taken
            session->walk([&] { session->selectNode(NodeId {number, 0}); });
        }
        settle(*session);
        session->goBack();
        settle(*session);
        QCOMPARE(session->selection().node, std::optional(NodeId {1, 0}));
    }

    void stepBackTakesTheNewestBack()
    {
        auto session = indexed(std::make_unique<TaskDocument>());
        QVERIFY(!session->stepBack());
        const auto made = [&] {
            return QString::fromLatin1("%1%2%3")
                .arg(session->selection() != Selection() ? "S" : "")
                .arg(session->range() ? "R" : "")
                .arg(session->trackFilter().isEmpty() ? "" : "F");
        };
        const TimeRange range {kStart + 40 * kMs, kStart + 50 * kMs};
        session->setTrackFilter(QStringLiteral("task"));
        session->setRange(range);
        session->selectSlice(TaskDocument::poll(1));
        settle(*session);
        QCOMPARE(*session->newestTime(), *session->selection().time);
        QVERIFY(session->stepBack());
        QCOMPARE(made(), QStringLiteral("RF"));
        QVERIFY(session->stepBack());
        QCOMPARE(made(), QStringLiteral("F"));
        QVERIFY(session->stepBack());
        QCOMPARE(made(), QString());

        session->selectSlice(TaskDocument::poll(1));
        settle(*session);
        session->setRange(range);
        QCOMPARE(*session->newestTime(), range);
        session->setTrackFilter(QStringLiteral("task"));
        for (const char* left : {"SR", "S", ""}) {
            QVERIFY(session->stepBack());
            QCOMPARE(made(), QString::fromLatin1(left));
        }
    }

    void onePanIsOnePlace()
    {
        auto session = indexed(std::make_unique<TaskDocument>());
        session->setView({kStart, kStart + 10 * kMs});
        for (int i = 1; i <= 50; ++i)
            session->setView({kStart + i * kMs, kStart + (10 + i) * kMs});
        session->goBack();
        settle(*session);
        QCOMPARE(session->view(), session->extent());
        QVERIFY(!session->canGoBack());
    }

    // Nothing found in what is indexed so far is no answer yet.
    void theSearchTellsNothingWhileTheCaptureIsIndexed()
    {
        auto document = std::make_unique<SlowDocument>();
        SlowDocument* const slow = document.get();
        DocumentSession session(std::move(document));
        SessionSearch search(&session);
        QSignalSpy elsewhere(&search,
                             &SessionSearch::elsewhereWanted); // which tells it when that has nothing, either
        session.startIndexing();
        search.setText(QStringLiteral("task"));
        search.enter(true);
        QTRY_VERIFY(search.found());
        QCOMPARE(search.found()->hits().count(), std::uint64_t(0));
        search.goOn(true);
        settleWhile([&] { return search.isSearching(); });
        QCOMPARE(elsewhere.size(), 0);
        slow->goesOn = true;
        QTRY_VERIFY(session.selection().slice);
        search.setText(QStringLiteral("nothing like this"));
        search.enter(true);
        QTRY_COMPARE(elsewhere.size(), 1);
    }

    void timesFollowTheSetting()
    {
        auto session = indexed(std::make_unique<TaskDocument>());
        QSignalSpy changes(session.get(), &DocumentSession::timeFormatChanged);
        QVERIFY(session->momentText(kStart + 1500 * kMs).startsWith(QStringLiteral("+1.5")));
        session->setTimeFormat({TimeFormat::Mode::utc, TimeUnit::milliseconds});
        QCOMPARE(changes.size(), 1);
        QVERIFY(session->momentText(kStart).startsWith(QStringLiteral("2026-05-28 20:26:40")));
        QCOMPARE(session->durationText(84'240'000), QStringLiteral("84.240 ms"));
    }

    void diskChangesAreToldOnce()
    {
        auto document = std::make_unique<TaskDocument>();
        TaskDocument* raw = document.get();
        DocumentSession session(std::move(document));
        settle(session);
        QSignalSpy changes(&session, &DocumentSession::fileChanged);
        session.checkDisk();
        settle(session);
        QCOMPARE(changes.size(), 0);
        raw->changed = true;
        session.checkDisk();
        session.checkDisk();
        QTRY_COMPARE(changes.size(), 1);
        settle(session);
        QCOMPARE(changes.size(), 1);
    }

    void rdfSelectionInBothDirections()
    {
        const QTemporaryDir folder;
        const auto path = findDemo("rdf")->write(folder.path().toStdString());
        QVERIFY2(path, path ? "" : message(path.error()).c_str());
        auto document = openCapture(*path);
        QVERIFY(document);
        auto session = indexed(std::move(*document));
        const auto node = documentOf(session->capture()->document()).structure()->find("/chunks/1/data");
        QVERIFY(node);
        session->selectNode(*node);
        settle(*session);
        const Selection selected = session->selection();
        QVERIFY(selected.bytes.length > 0);
        QVERIFY(!selected.slice);
        QVERIFY(placeText(documentOf(session->capture()->document()), *node).find(" › ")
                != std::string::npos);
        session->clearSelection();
        settle(*session);
        session->selectBytes({selected.bytes.source, selected.bytes.offset, 1});
        settle(*session);
        QVERIFY(session->selection().node);
        // The byte's owner is the node or something inside it.
        const auto way =
            documentOf(session->capture()->document()).structure()->wayTo(*session->selection().node);
        QVERIFY(std::ranges::any_of(way, [&](const Structure::Step& step) { return step.id == *node; }));
    }
};

QTEST_MAIN(SessionTest)
#include "tst_session.moc"
