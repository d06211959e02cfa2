// Stack traces as documents deliver them: of CondensedData files made here, and of the RFR demo against its own
// timeline.
#include "core/base/limits.h"
#include "core/formats/cjfr/cjfr_document.h"
#include "core/formats/demo.h"
#include "core/formats/formats.h"
#include "core/formats/rfr/demo/rfr_demo.h"
#include "core/formats/rfr/demo/rfr_writer.h"
#include "core/io/file.h"
#include "core/model/format.h"
#include "core/timeline/stack_sums.h"
#include "tests/support/cjfr_bytes.h"
#include "tests/support/demo_captures.h"
#include "tests/support/open_capture.h"

#include <QTemporaryDir>
#include <QTest>
#include <map>

using namespace traceglass;

namespace {

constexpr std::int64_t kStart = 1'700'000'000'000'000'000;

struct Frame // the innermost comes first in the file
{
    std::string_view holder, method;
    int line = 0; // 0: not recorded
};

// Times are nanoseconds behind kStart.
class Recording : public CjfrBytes
{
public:
    enum Type : std::uint64_t {
        text = 24,
        thread,
        javaClass,
        method,
        frame,
        frames,
        trace,
        sample,
        allocation,
        park,
        plain,
        moment,
        moments,
        pair,
        pairs,
        combined
    };

    Recording()
        : CjfrBytes("NONE")
    {
        jfr(1'000'000'000, kStart);
        stringType(text);
        structType(thread, "java.lang.Thread", {{"javaName", text}, {"javaThreadId", 1}});
        structType(javaClass, "java.lang.Class", {{"name", text}});
        structType(method, "jdk.types.Method", {{"type", javaClass}, {"name", text}});
        structType(frame, "jdk.types.StackFrame", {{"method", method}, {"lineNumber", 1, 1}});
        arrayType(frames, frame);
        structType(trace, "jdk.types.StackTrace", {{"truncated", 2}, {"frames", frames}});
        const CjfrField start {"startTime", 20, 0, 1};
        const CjfrField stack {"stackTrace", trace, 2};
        const CjfrField owner {"eventThread", thread, 2};
        structType(sample, "jdk.ExecutionSample", {start, {"sampledThread", thread, 2}, stack});
        structType(allocation, "jdk.ObjectAllocationSample", {start, owner, stack, {"weight", 1}});
        structType(park, "jdk.ThreadPark", {start, {"duration", 21, 0, 2}, owner, stack});
        structType(plain, "jdk.Flush", {start, owner});
        structType(moment, "occurrence", {start, {"sampledThread", thread, 2}});
        arrayType(moments, moment);
        structType(pair, "pair", {{"key", trace, 2}, {"value", moments}});
        arrayType(pairs, pair);
        structType(combined, "jdk.combined.ExecutionSample",
                   {start, {"stackTrace", pairs}, {"nextGCId", 1}, {"endTime", 20, 0, 1}});
    }

    Recording& uv(std::uint64_t value)
    {
        CjfrBytes::uv(value);
        return *this;
    }
    Recording& sv(std::int64_t value)
    {
        CjfrBytes::sv(value);
        return *this;
    }
    Recording& event(Type type, std::int64_t ns)
    {
        message(type);
        return time(ns);
    }
    Recording& time(std::int64_t ns)
    {
        uv(static_cast<std::uint64_t>(ns - m_base));
        m_base = std::max(m_base, ns);
        return *this;
    }
    Recording& on(std::int64_t id)
    {
        const auto [known, isNew] = m_threads.try_emplace(id, m_threads.size());
        if (isNew)
            uv(1).str("thread").sv(id);
        else
            uv(known->second + 2);
        return *this;
    }
    Recording& calls(const std::vector<Frame>& list, bool truncated = false)
    {
        std::string name;
        for (const Frame& one : list)
            name += std::string(one.holder) + std::string(one.method) + std::to_string(one.line);
        const auto [known, isNew] = m_traces.try_emplace(name, m_traces.size());
        if (!isNew) {
            uv(known->second + 2);
            return *this;
        }
        uv(1).u8(truncated ? 1 : 0);
        uv(list.size());
        for (const Frame& one : list) {
            str(one.holder).str(one.method).u8(one.line ? 1 : 0);
            if (one.line)
                sv(one.line);
        }
        return *this;
    }

private:
    std::int64_t m_base = 0;
    std::map<std::int64_t, std::uint64_t> m_threads;
    std::map<std::string, std::uint64_t> m_traces;
};

const std::vector<Frame> kWork {{"shop/Cart", "add", 12}, {"shop/Main", "run", 3}};
const std::vector<Frame> kWait {{"jdk/Unsafe", "park"}, {"shop/Main", "run", 4}};

// A file with four samples (two of them combined), an allocation, a wait, and an event without a stack.
Recording sampleFile()
{
    Recording file;
    file.event(Recording::sample, 1000).on(1).calls(kWork);
    file.event(Recording::sample, 2000).on(2).calls(kWait, true);
    file.event(Recording::plain, 2500).on(1);
    file.event(Recording::allocation, 3000).on(1).calls(kWork).sv(4096);
    file.event(Recording::park, 4000).sv(500).on(2).calls(kWait);
    file.event(Recording::park, 5000).sv(500).on(2).uv(0); // no stack was taken
    file.event(Recording::combined, 6000).uv(1).calls(kWork).uv(2);
    file.time(6100).on(1).time(6200).on(2);
    file.sv(1).time(6300);
    return file;
}

}

class TestStacks : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    std::unique_ptr<Document> m_document;
    TimelinePtr m_timeline;

    bool open(const std::filesystem::path& path)
    {
        auto document = openCapture(path);
        if (!document)
            return false;
        m_document = std::move(*document);
        Job job;
        IndexRequest request;
        request.publish = [this](TimelinePtr next) { m_timeline = std::move(next); };
        return index(*m_document, request, job) && m_timeline;
    }
    bool open(const ByteWriter& file)
    {
        const std::filesystem::path path = m_folder.filePath("test.cjfr").toStdString();
        return writeFile(path, file.bytes()) && open(path);
    }

    // "1000 shop.Main.run:3 shop.Cart.add:12" for each sample, behind kStart.
    QStringList samples(const StackQuery& query, int most = 1000)
    {
        QStringList out;
        Job job;
        if (!m_document->stacks()) // cut in front of them
            return out;
        const auto done = m_document->stacks()->read(
            *m_timeline, query,
            [&](const StackFrames& frames, const StackSample& sample) {
                QString one = QString::number(sample.startNs - kStart);
                one += sample.durationNs ? QStringLiteral(" %1ns").arg(sample.durationNs) : QString();
                one += sample.bytes ? QStringLiteral(" %1B").arg(sample.bytes) : QString();
                one += sample.truncated ? QStringLiteral(" …") : QString();
                for (const std::uint32_t number : sample.frames) {
                    const StackFrame& frame = frames[number];
                    one += ' ' + QString::fromStdString(frame.name);
                    one += frame.line ? ':' + QString::number(*frame.line) : QString();
                }
                out << one;
                return out.size() < most;
            },
            job);
        return done ? out : QStringList(QString::fromStdString(message(done.error())));
    }

private slots:
    void listsKinds()
    {
        QVERIFY(open(sampleFile()));
        Job job;
        QVERIFY(m_document->stacks());
        const auto kinds = m_document->stacks()->kinds(*m_timeline, job);
        QStringList found;
        for (const StackKind& kind : kinds)
            found << QStringLiteral("%1 %2%3 %4")
                         .arg(QString::fromStdString(kind.name))
                         .arg(kind.events)
                         .arg(kind.durations ? " durations" : "")
                         .arg(QString::fromStdString(kind.bytes));
        QCOMPARE(found, QStringList({"jdk.ExecutionSample 4 ", "jdk.ObjectAllocationSample 1 weight",
                                     "jdk.ThreadPark 1 durations "}));
        QVERIFY(kinds[0].lines);
        QCOMPARE(kinds[0].label, std::string("ExecutionSample"));
    }

    void deliversSamples()
    {
        QVERIFY(open(sampleFile()));
        const QString work = " shop.Main.run:3 shop.Cart.add:12";
        const QString wait = " shop.Main.run:4 jdk.Unsafe.park";
        QCOMPARE(samples({}),
                 QStringList({"1000" + work, "2000 …" + wait, "3000 4096B" + work, "4000 500ns …" + wait,
                              "6100" + work, "6200" + work}));
        StackQuery parks;
        parks.kinds = {"jdk.ThreadPark"};
        QCOMPARE(samples(parks), QStringList({"4000 500ns …" + wait}));
        QCOMPARE(samples({}, 2).size(), qsizetype(2));
    }

    void keepsToRangeAndTracks()
    {
        QVERIFY(open(sampleFile()));
        StackQuery query;
        query.range = TimeRange {kStart + 4200, kStart + 6200}; // reaches into the wait
        const QStringList inRange = samples(query);
        QCOMPARE(inRange.size(), qsizetype(2));
        QVERIFY(inRange[0].startsWith("4000"));
        QVERIFY(inRange[1].startsWith("6100"));

        std::set<std::pair<TrackKind, std::uint64_t>> second; // the tracks of thread 2
        for (std::uint32_t i = 0; i < m_timeline->trackCount(); ++i) {
            const Track& track = m_timeline->track(TrackId(i));
            if (trackDetail(track) == "#2")
                second.insert({track.kind, track.key});
        }
        QVERIFY(!second.empty());
        query = {};
        query.tracks = {*second.begin()}; // whichever: they share what tells the thread
        QStringList starts;
        for (const QString& one : samples(query))
            starts << one.section(' ', 0, 0);
        QCOMPARE(starts, QStringList({"2000", "4000", "6200"}));
    }

    void numbersEqualStacks()
    {
        QVERIFY(open(sampleFile()));
        Job job;
        std::map<std::uint32_t, int> byStack;
        QVERIFY(m_document->stacks()->read(
            *m_timeline, {},
            [&](const StackFrames&, const StackSample& sample) {
                ++byStack[sample.stack];
                return true;
            },
            job));
        QCOMPARE(byStack.size(), std::size_t(2));
    }

    void survivesEveryCut()
    {
        const Recording whole = sampleFile();
        const std::vector<std::byte>& bytes = whole.bytes();
        for (std::size_t length = 60; length < bytes.size(); ++length) {
            ByteWriter cut;
            cut.raw(std::span(bytes).first(length));
            if (open(cut))
                QVERIFY(samples({}).size() <= 6);
        }
    }

    void stopsWhenAsked()
    {
        QVERIFY(open(sampleFile()));
        std::stop_source stop;
        stop.request_stop();
        Job job(stop.get_token());
        const auto done =
            m_document->stacks()->read(*m_timeline, {}, [](const StackFrames&, const StackSample&) { return true; }, job);
        QVERIFY(!done);
        QCOMPARE(done.error().code, Code::Stopped);
    }

    void pollsAddUpToWhatWorkersDid()
    {
        const auto demo = rfr::writeDemo(m_folder.path().toStdString());
        QVERIFY(demo);
        QVERIFY(open(*demo));
        Job job;
        const auto kinds = m_document->stacks()->kinds(*m_timeline, job);
        QCOMPARE(kinds.size(), std::size_t(1));
        QVERIFY(kinds[0].durations);
        QVERIFY(!kinds[0].lines);

        std::map<std::string, std::int64_t> polled; // by task, from the tracks of workers
        std::int64_t inAll = 0;
        for (std::uint32_t i = 0; i < m_timeline->trackCount(); ++i) {
            if (m_timeline->track(TrackId(i)).kind != TrackKind::worker)
                continue;
            for (const Slice& slice :
                 m_timeline->slices(m_timeline->rows(TrackId(i)).front(), {INT64_MIN, INT64_MAX}, 1'000'000)) {
                polled[std::string(m_timeline->text(slice.name))] += slice.durationNs();
                inAll += slice.durationNs();
            }
        }
        std::map<std::string, std::int64_t> added;
        std::int64_t deepest = 0;
        const auto add = [&](const StackFrames& frames, const StackSample& sample) {
            added[frames[sample.frames.front()].name] += sample.durationNs;
            deepest = std::max(deepest, std::int64_t(sample.frames.size()));
            return true;
        };
        QVERIFY(m_document->stacks()->read(*m_timeline, {}, add, job));
        QVERIFY(inAll > 0);
        QVERIFY(deepest >= 2); // spans within polls
        for (const auto& [name, ns] : polled)
            QCOMPARE(added[name], ns);
        QCOMPARE(added.size(), polled.size());

        // Within a range stretches are cut to it, so no thread has more than its length.
        const std::int64_t middle = m_timeline->range.startNs + m_timeline->range.lengthNs() / 2;
        StackQuery query;
        query.range = TimeRange {middle, middle + 100'000'000};
        std::int64_t within = 0;
        QVERIFY(m_document->stacks()->read(
            *m_timeline, query,
            [&](const StackFrames&, const StackSample& sample) {
                within += sample.durationNs;
                return query.range->startNs <= sample.startNs;
            },
            job));
        QVERIFY(within > 0);
        QVERIFY(within <= 8 * 100'000'000);
    }

    // Spans that are entered and never left must not make every stretch a longer stack.
    void spansThatAreNeverLeftAreBounded()
    {
        constexpr std::uint64_t kBegin = 1'700'000'000'000'000; // microseconds
        constexpr std::uint64_t kSpans = 3'000;
        static_assert(kSpans > limits::kStackDepth);
        rfr::RecordingWriter writer;
        writer.record(1, kBegin, rfr::RecordKind::taskNew, 7);
        writer.record(1, kBegin + 1, rfr::RecordKind::taskPollStart, 7);
        for (std::uint64_t i = 0; i < kSpans; ++i)
            writer.record(1, kBegin + 10 + i, rfr::RecordKind::spanEnter, 100 + i);
        writer.record(1, kBegin + 20 + kSpans, rfr::RecordKind::taskPollEnd, 7);
        const auto path = std::filesystem::path(m_folder.path().toStdString()) / "entered.rfr";
        QVERIFY(writer.write(path));
        QVERIFY(open(path));
        Job job;
        std::size_t deepest = 0;
        std::int64_t durationNs = 0;
        const auto add = [&](const StackFrames&, const StackSample& sample) {
            deepest = std::max(deepest, sample.frames.size());
            durationNs += sample.durationNs;
            return true;
        };
        QVERIFY(m_document->stacks()->read(*m_timeline, {}, add, job));
        QCOMPARE(deepest, limits::kStackDepth);
        QCOMPARE(durationNs, std::int64_t(19 + kSpans) * 1000); // none of the time is lost
    }

    void othersHaveNone()
    {
        const auto demo = findDemo("rdf")->write(m_folder.path().toStdString());
        QVERIFY(demo);
        const auto document = openCapture(*demo);
        QVERIFY(document);
        QVERIFY(!(*document)->stacks());
    }
};

QTEST_GUILESS_MAIN(TestStacks)
#include "tst_stacks.moc"
