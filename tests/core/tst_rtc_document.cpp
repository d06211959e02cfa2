// An RTC file as a document: the tree and its links, the timeline with its clocks, and the way between a
// slice and its bytes. Captures are written here with the writer.
#include "core/formats/formats.h"
#include "core/formats/rtc/wire/rtc_writer.h"
#include "core/io/file.h"
#include "tests/support/open_capture.h"
#include "tests/support/used_time.h"

#include <QTemporaryDir>
#include <QtTest>
#include <cstring>
#include <limits>
#include <map>
#include <set>

using namespace traceglass;
namespace fs = std::filesystem;

namespace {

constexpr std::int64_t kStart = 1'780'000'000'000'000'000;

template <class T>
std::vector<std::byte> raw(T value)
{
    std::vector<std::byte> bytes(sizeof value);
    std::memcpy(bytes.data(), &value, sizeof value);
    return bytes;
}

std::vector<std::byte> timespecOf(std::int64_t ns)
{
    std::vector<std::byte> bytes = raw(std::uint64_t(ns / 1'000'000'000));
    const auto rest = raw(std::uint32_t(ns % 1'000'000'000));
    bytes.insert(bytes.end(), rest.begin(), rest.end());
    return bytes;
}

std::span<const std::byte> text(std::string_view words)
{
    return std::as_bytes(std::span(words));
}

}

class TestRtcDocument : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        std::vector<std::byte> bytes;
        rtc::Writer writer(
            [&](std::span<const std::byte> more) -> Result<void> {
                bytes.insert(bytes.end(), more.begin(), more.end());
                return {};
            },
            {.unitSize = 16384, .minorSize = 4096});
        const auto add = [&](const char* name, const char* format, auto change) {
            rtc::Stream stream;
            stream.name = name;
            stream.format = format;
            change(stream);
            return writer.addStream(stream).value();
        };
        const auto clock = add("clk", "timespec", [](rtc::Stream& s) { s.isClock = true; });
        const auto cycles = add("cyc", "uint64le", [](rtc::Stream& s) {
            s.isClock = true;
            s.gain = "1e-6";
        });
        const auto value = add("motor/current", "int16le", [](rtc::Stream& s) {
            s.clock = "clk";
            s.gain = "0.01";
        });
        const auto log = add("stdout", "utf-8", [](rtc::Stream& s) {
            s.clock = "clk";
            s.cont = true;
        });
        const auto isr = add("isr", "uint8", [](rtc::Stream& s) { s.clock = "cyc"; });
        const auto loose = add("loose", "utf-8", [](rtc::Stream&) {});
        QVERIFY(writer.write(loose, text("before any clock")));
        for (int i = 0; i < 600; ++i) {
            QVERIFY(writer.write(clock, timespecOf(kStart + i * 1'000'000ll)));
            QVERIFY(writer.write(value, raw(std::int16_t(i))));
            if (i % 100 == 7) { // a line in two frames, and a second one
                QVERIFY(writer.write(log, text("line ")));
                QVERIFY(writer.write(log, text(std::to_string(i) + " and\nmore\n")));
            }
            if (i % 50 == 0) {
                QVERIFY(writer.write(cycles, raw(std::uint64_t(5000 + i))));
                QVERIFY(writer.write(isr, raw(std::uint8_t(i / 50))));
            }
        }
        QVERIFY(writer.write(loose, std::vector<std::byte>(5000, std::byte('x')))); // several frames
        QVERIFY(writer.finish());
        const fs::path path = fs::path(m_folder.path().toStdString()) / "made.rtc";
        QVERIFY(writeFile(path, bytes));
        auto document = openCapture(path);
        QVERIFY2(document, document ? "" : message(document.error()).c_str());
        m_document = std::move(*document);
        Job job;
        IndexRequest request;
        request.publish = [&](const TimelinePtr& timeline) { m_timeline = timeline; };
        QVERIFY(index(*m_document, request, job));
        QVERIFY(m_timeline && m_timeline->complete);
        QVERIFY(m_document->problems().kept() == 0);
    }

    // Opening reads the beginning of each Unit only; a click on a part of one does not tell of the whole.
    void unitsAreUnreadUntilTheyAreIndexed()
    {
        const auto unread = [](const Document& document) {
            std::size_t count = 0;
            document.structure()->blocks(SourceId {}, [&](const Block& block) {
                count += block.state == Block::State::unread ? 1 : 0;
                return true;
            });
            return count;
        };
        QCOMPARE(unread(*m_document), std::size_t(0));
        const auto document = openCapture(m_document->path());
        QVERIFY(document);
        const std::size_t units = unread(**document);
        QVERIFY(units > 1);
        QVERIFY((*document)->structure()->nodeAt(SourceId {}, 5'000));
        QCOMPARE(unread(**document), units);
        Job job;
        QVERIFY((*document)->validate(job));
        QCOMPARE(unread(**document), std::size_t(0));
    }

    // A long payload begins in bytes that are lost: the index behind them tells that what follows is its
    // rest.
    void restsOfLostPayloadsAreIncomplete()
    {
        std::vector<std::byte> bytes;
        rtc::Writer writer(
            [&](std::span<const std::byte> more) -> Result<void> {
                bytes.insert(bytes.end(), more.begin(), more.end());
                return {};
            },
            {.unitSize = 16384, .minorSize = 2048});
        rtc::Stream stream;
        stream.name = "log";
        stream.format = "utf-8";
        const auto log = writer.addStream(stream).value();
        stream.name = "other";
        const auto other = writer.addStream(stream).value();
        for (int i = 0; i < 100; ++i)
            QVERIFY(writer.write(other, text("line " + std::to_string(i))));
        const std::uint64_t begin = writer.offset();
        QVERIFY(writer.write(log, std::vector<std::byte>(4000, std::byte('n'))));
        QVERIFY(writer.write(other, text("behind it")));
        QVERIFY(writer.write(log, text("another")));
        for (int i = 0; i < 400; ++i)
            QVERIFY(writer.write(other, text("line " + std::to_string(i))));
        QVERIFY(writer.finish());
        std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(begin), 40, std::byte(0));
        const fs::path path = fs::path(m_folder.path().toStdString()) / "lost.rtc";
        QVERIFY(writeFile(path, bytes));
        const auto document = openCapture(path);
        QVERIFY(document);
        std::vector<std::string> incomplete;
        std::uint64_t tail = 0;
        Job job;
        QVERIFY((*document)->records()->read(
            {.json = true},
            [&](const Record& record) {
                if (record.json.find("\"incomplete\":true") != std::string::npos) {
                    incomplete.push_back(record.json);
                    tail = record.range.offset;
                }
                return true;
            },
            job));
        QCOMPARE(incomplete.size(), std::size_t(1));
        QVERIFY2(incomplete[0].find("\"name\":\"log\"") != std::string::npos, incomplete[0].c_str());
        QVERIFY(tail > begin);
        // Whoever looks at the minor unit alone does not walk over what is lost in front of it.
        const auto id = (*document)->structure()->nodeOf(RecordRef(SourceId(0), tail));
        QVERIFY(id);
        const Node node = (*document)->structure()->node(*id).value();
        QVERIFY2(node.value.ends_with(" (incomplete)"), node.value.c_str());
        QVERIFY(node.problem == Severity::warning);
        QVERIFY((*document)->validate(job));
        const auto problems = (*document)->problems().all();
        const auto told = std::ranges::find_if(problems, [&](const Diagnostic& found) {
            return found.code == Code::RtcIncompletePayload && found.range && found.range->offset == tail
                && found.detail.starts_with("log, its beginning is lost, ");
        });
        QVERIFY(told != problems.end());
        // It is about the frame, whose first byte is a field of it.
        const Structure& tree = *(*document)->structure();
        QVERIFY(tree.node(*tree.nodeAt(SourceId(0), tail))->kind == NodeKind::field);
        QVERIFY(tree.nodeHolding(*told->range) == id);
    }

    // One value that says 70 years, and one that says the beginning: the clock goes on as before. The capture is as long
    // as it says otherwise, in its summary and on the timeline, and the values are told.
    void aStrayValueOfAClockStretchesNothing_data()
    {
        QTest::addColumn<std::uint64_t>("stray");
        QTest::addRow("later") << std::uint64_t(2'218'044'926'531'090);
        QTest::addRow("earlier") << std::uint64_t(0);
    }
    void aStrayValueOfAClockStretchesNothing()
    {
        QFETCH(std::uint64_t, stray);
        constexpr std::uint64_t kFirst = 900'000'000; // microseconds
        std::vector<std::byte> bytes;
        rtc::Writer writer(
            [&](std::span<const std::byte> more) -> Result<void> {
                bytes.insert(bytes.end(), more.begin(), more.end());
                return {};
            },
            {.unitSize = 16384, .minorSize = 2048});
        rtc::Stream stream;
        stream.name = "cycles";
        stream.format = "uint64le";
        stream.gain = "1e-6";
        stream.isClock = true;
        const auto clock = writer.addStream(stream).value();
        std::uint64_t place = 0;
        for (std::uint64_t i = 0; i < 600; ++i) {
            if (i == 300)
                place = writer.offset();
            QVERIFY(writer.write(clock, raw(i == 300 ? stray : kFirst + i * 1000)));
        }
        QVERIFY(writer.finish());
        const fs::path path = fs::path(m_folder.path().toStdString()) / "stray.rtc";
        QVERIFY(writeFile(path, bytes));
        const TimeRange all {std::int64_t(kFirst) * 1000, std::int64_t(kFirst + 599'000) * 1000};
        for (const bool indexed : {true, false}) {
            const auto document = openCapture(path);
            QVERIFY(document);
            std::stop_source stop;
            stop.request_stop();
            (void)(*document)->summary(Job(stop.get_token())); // what lacks something is not kept
            QVERIFY((*document)->summary().time == all);
            Job job;
            TimelinePtr timeline;
            IndexRequest request;
            request.publish = [&](const TimelinePtr& next) { timeline = next; };
            if (indexed) {
                QVERIFY(index(**document, request, job));
                QCOMPARE(timeline->range, all);
                QCOMPARE(timeline->axes().front().range, all);
                std::vector<std::string> steps; // a value that stands alone interrupts nothing
                for (std::size_t i = 0; i < timeline->trackCount(); ++i) {
                    const Track& track = timeline->track(TrackId(std::uint32_t(i)));
                    for (std::size_t n = 0;
                         track.kind == TrackKind::health && n < timeline->partCount(track.firstRow); ++n) {
                        const SlicePart part = timeline->part(track.firstRow, n);
                        for (std::uint32_t at = part.begin; at < part.end; ++at)
                            steps.emplace_back(timeline->text(timeline->pack(part.pack).at(at).name));
                    }
                }
                QCOMPARE(steps.size(), std::size_t(598 + 1));
                QCOMPARE(std::ranges::count(steps, "stray value"), 1);
                QCOMPARE(std::ranges::count(steps, "steady"), 598);
            } else {
                QVERIFY((*document)->validate(job));
            }
            const auto problems = (*document)->problems().all();
            const auto told = std::ranges::find(problems, Code::RtcClockAlone, &Diagnostic::code);
            QVERIFY(told != problems.end() && told->range);
            QVERIFY2(told->range->offset >= place
                         && told->range->offset < place + 40, // an index may come first
                     std::to_string(told->range->offset).c_str());
            QVERIFY2(told->detail.ends_with(", then +900.301 s"), told->detail.c_str());
        }
    }

    // Payloads that are no number of their format, and times of a clock whose beginning nobody knows.
    void whatDetailsSay()
    {
        std::vector<std::byte> bytes;
        rtc::Writer writer(
            [&](std::span<const std::byte> more) -> Result<void> {
                bytes.insert(bytes.end(), more.begin(), more.end());
                return {};
            },
            {.unitSize = 16384, .minorSize = 2048});
        const auto add = [&](const char* name, const char* format, auto change) {
            rtc::Stream stream;
            stream.name = name;
            stream.format = format;
            change(stream);
            return writer.addStream(stream).value();
        };
        const auto clock = add("cycles", "uint64le", [](rtc::Stream& s) {
            s.isClock = true;
            s.gain = "1e-6";
        });
        const auto heat = add("heat", "int16le", [](rtc::Stream& s) {
            s.clock = "cycles";
            s.gain = "0.1";
            s.offset = "-273.15";
        });
        const auto odd = add("odd", "uint8", [](rtc::Stream& s) { s.clock = "cycles"; });
        for (std::uint64_t i = 0; i < 10; ++i) {
            QVERIFY(writer.write(clock, raw(std::uint64_t(5'000'000 + i * 1000))));
            QVERIFY(writer.write(heat, raw(std::int16_t(i))));
            QVERIFY(writer.write(odd, text("nine ones")));
        }
        QVERIFY(writer.finish());
        const fs::path path = fs::path(m_folder.path().toStdString()) / "odd.rtc";
        QVERIFY(writeFile(path, bytes));
        const auto document = openCapture(path);
        QVERIFY(document);
        Job job;
        TimelinePtr timeline;
        IndexRequest request;
        request.publish = [&](const TimelinePtr& next) { timeline = next; };
        QVERIFY(index(**document, request, job));
        std::map<std::string, TrackId, std::less<>> tracks;
        for (std::size_t i = 0; i < timeline->trackCount(); ++i)
            tracks[std::string(timeline->name(TrackId(std::uint32_t(i))))] = TrackId(std::uint32_t(i));
        QCOMPARE(timeline->about(tracks["odd"]).detail, std::string("uint8, not 9 bytes"));
        QCOMPARE(timeline->about(tracks["heat"]).detail, std::string("int16le"));

        const Track& track = timeline->track(tracks["heat"]);
        const auto slice = timeline->sliceBefore(track.firstRow, timeline->range.endNs + 1);
        QVERIFY(slice);
        const Details said = (*document)->timeline()->describe(
            *timeline, {track.kind, track.key, 0, slice->startNs, slice->ref});
        const auto rowOf = [&](std::string_view label) {
            for (const DetailSection& section : said.sections)
                for (const DetailRow& row : section.rows)
                    if (row.label == label)
                        return row;
            return DetailRow {};
        };
        QCOMPARE(std::get<std::string>(rowOf("scale").value), std::string("× 0.1, − 273.15"));
        QVERIFY(std::get<Moment>(rowOf("time").value).ns == slice->startNs); // as rulers count
        QCOMPARE(rowOf("time").extra, std::string("cycles says +5.009 s"));
    }

    void treeCostsWhatItShows_data()
    {
        QTest::addColumn<bool>("streams");
        QTest::addColumn<bool>("inTwo");
        QTest::addRow("frames of a minor unit") << false << false;
        QTest::addRow("frames of payloads in two") << false << true;
        QTest::addRow("streams") << true << false;
    }

    // Four times as much takes about four times as long, and not sixteen times.
    void treeCostsWhatItShows()
    {
        QFETCH(bool, streams);
        QFETCH(bool, inTwo);
        const auto walk = [&](int count) {
            std::vector<std::byte> bytes;
            rtc::Writer writer(
                [&](std::span<const std::byte> more) -> Result<void> {
                    bytes.insert(bytes.end(), more.begin(), more.end());
                    return {};
                },
                {.unitSize = 1 << 20, .minorSize = 1 << 20});
            rtc::Stream stream;
            stream.format = "utf-8";
            std::uint32_t last = 0;
            for (int i = 0; i < (streams ? count : 1); ++i) {
                stream.name = "s" + std::to_string(i);
                last = writer.addStream(stream).value_or(0);
            }
            bool good = last != 0;
            for (int i = 0; good && i < (streams ? 1 : count); ++i) {
                good = (!inTwo || writer.writePart(last, text("first "), true))
                    && writer.write(last, text("text"));
            }
            const fs::path path = fs::path(m_folder.path().toStdString()) / "many.rtc";
            if (!good || !writer.finish() || !writeFile(path, bytes))
                return std::numeric_limits<double>::quiet_NaN();
            double best = std::numeric_limits<double>::max();
            for (int run = 0; run < 3; ++run) {
                const auto document = openCapture(path);
                const std::int64_t begin = usedNs();
                each(**document, (*document)->structure()->root().id, [](const Node&) {});
                best = std::min(best, double(usedNs() - begin));
            }
            return best;
        };
        const int count = streams ? 400 : 1200;
        const double few = walk(count), many = walk(4 * count);
        QVERIFY2(many < 9 * few, (std::to_string(few) + " ns, " + std::to_string(many) + " ns").c_str());
    }

    // Every entry of every Index and index frame names a frame of the stream it is about.
    void indexEntriesLeadToTheirFrames()
    {
        int links = 0;
        each(m_document->structure()->root().id, [&](const Node& node) {
            if (!node.link)
                return;
            const auto target = m_document->structure()->node(*node.link);
            QVERIFY2(target, node.label.c_str());
            if (node.value.starts_with("at "))
                QVERIFY2(target->label == node.label, (node.label + " leads to " + target->label).c_str());
            ++links;
        });
        QVERIFY2(links > 20, qPrintable(QString::number(links)));
    }

    // What the user recorded comes first, then its clocks, then how the file is built.
    void streamsStandAboveClocksAndContainer()
    {
        QStringList groups;
        for (const TrackId id : m_timeline->shownOrder()) {
            const Track& track = m_timeline->track(id);
            if (track.kind == TrackKind::group && track.parent == kNoTrack)
                groups << QString::fromStdString(std::string(m_timeline->name(id)));
        }
        QCOMPARE(groups, (QStringList {"motor", "streams", "cyc", "clocks", "container"}));
    }

    // Two runs in one file: the same stream has one scale in both.
    void aStreamOfTwoRunsIsOneSeries()
    {
        std::vector<std::byte> both;
        for (const std::int16_t most : {std::int16_t(10), std::int16_t(1000)}) {
            std::vector<std::byte> run;
            rtc::Writer writer(
                [&](std::span<const std::byte> more) -> Result<void> {
                    run.insert(run.end(), more.begin(), more.end());
                    return {};
                },
                {.unitSize = 16384, .minorSize = 4096});
            rtc::Stream clock;
            clock.name = "clk";
            clock.format = "timespec";
            clock.isClock = true;
            const auto time = writer.addStream(clock).value();
            std::vector<std::uint32_t> streams;
            for (const char* name : {"speed", "load"}) {
                rtc::Stream stream;
                stream.name = name;
                stream.format = "int16le";
                stream.clock = "clk";
                streams.push_back(writer.addStream(stream).value());
            }
            for (std::int16_t i = 0; i <= 10; ++i) {
                QVERIFY(writer.write(time, timespecOf(kStart + i * 1'000'000ll)));
                QVERIFY(writer.write(streams[0], raw(std::int16_t(most / 10 * i))));
                QVERIFY(writer.write(streams[1], raw(i)));
            }
            QVERIFY(writer.finish());
            both.insert(both.end(), run.begin(), run.end());
        }
        const fs::path path = fs::path(m_folder.path().toStdString()) / "runs.rtc";
        QVERIFY(writeFile(path, both));
        const auto document = openCapture(path);
        QVERIFY(document);
        TimelinePtr timeline;
        Job job;
        IndexRequest request;
        request.publish = [&](const TimelinePtr& next) { timeline = next; };
        QVERIFY(index(**document, request, job));
        std::map<std::string, std::set<std::uint32_t>> series;
        int counters = 0;
        for (std::uint32_t i = 0; i < timeline->trackCount(); ++i) {
            if (timeline->track(TrackId(i)).kind != TrackKind::counter)
                continue;
            series[std::string(timeline->name(TrackId(i)))].insert(timeline->about(TrackId(i)).series);
            ++counters;
        }
        QCOMPARE(counters, 4);
        QCOMPARE(series["speed"].size(), std::size_t(1));
        QVERIFY(*series["speed"].begin() != 0 && series["speed"] != series["load"]);
    }

    void minorUnitsHaveSlicesOfTheirOwn()
    {
        int minors = 0;
        each(m_document->structure()->root().id, [&](const Node& node) {
            if (node.kind != NodeKind::minor && node.kind != NodeKind::unit)
                return;
            const bool isMinor = node.kind == NodeKind::minor;
            const auto slice =
                m_document->timeline()->sliceOf(*m_timeline, RecordRef(node.range.source, node.range.offset));
            QVERIFY2(slice && slice->kind == TrackKind::ruler, node.label.c_str());
            const auto [track, row] = find(isMinor ? "minor units" : "Units");
            QCOMPARE(slice->trackKey, m_timeline->track(track).key);
            // Where no clock moves, several begin at one moment.
            const auto found = m_timeline->slices(row, {slice->startNs, slice->startNs + 1}, 100);
            QVERIFY(std::ranges::any_of(found, [&](const Slice& one) {
                return one.startNs == slice->startNs && one.ref.offset() == node.range.offset;
            }));
            minors += isMinor ? 1 : 0;
        });
        QVERIFY2(minors > 3, qPrintable(QString::number(minors)));
    }

    void valuesHaveGainAndPlace()
    {
        const auto [track, row] = find("current");
        QCOMPARE(m_timeline->track(track).kind, TrackKind::counter);
        QCOMPARE(m_timeline->sliceCount(row), std::uint64_t(600));
        const auto slice = m_timeline->sliceAt(row, kStart + 123'000'000);
        QVERIFY(slice && slice->startNs == kStart + 123'000'000 && slice->flags == 0);
        QVERIFY(std::abs(m_timeline->value(track, *slice) - 1.23) < 1e-6);
        // From the slice to its bytes and back.
        const auto node = m_document->structure()->nodeOf(slice->ref);
        QVERIFY(node);
        const auto bytes = m_document->structure()->decoded(*node); // the value's own, not the head of its frame
        QVERIFY(bytes);
        QCOMPARE(readBytes(**m_document->source(bytes->source), bytes->offset, bytes->length, 16),
                 raw(std::int16_t(123)));
        const auto back = m_document->timeline()->sliceOf(*m_timeline, slice->ref);
        QVERIFY(back && back->startNs == slice->startNs && back->kind == TrackKind::counter);
        const Details details = m_document->timeline()->describe(*m_timeline, *back);
        QVERIFY(std::ranges::any_of(details.sections.front().rows, [](const DetailRow& one) {
            return one.label == "value" && std::get<std::string>(one.value) == "1.23";
        }));
    }

    void runningTextIsCutIntoLines()
    {
        const auto [track, row] = find("stdout");
        QCOMPARE(m_timeline->track(track).kind, TrackKind::log);
        const auto lines = m_timeline->slices(row, m_timeline->range, 100);
        QCOMPARE(lines.size(), std::size_t(12));
        QCOMPARE(m_timeline->text(lines[2].name), std::string_view("line 107 and"));
        QCOMPARE(m_timeline->text(lines[3].name), std::string_view("more"));
        QCOMPARE(lines[2].startNs, kStart + 107'000'000);
    }

    void clocksOfUnknownOriginStandApart()
    {
        QCOMPARE(m_timeline->axes().size(), std::size_t(2));
        QCOMPARE(m_timeline->axes()[1].kind, ClockAxis::Kind::unknown);
        QVERIFY(!m_timeline->axes()[1].aligned);
        const auto [track, row] = find("isr");
        const ClockAxis& axis = m_timeline->axis(track);
        QCOMPARE(axis.name, std::string("cyc"));
        const auto first = m_timeline->sliceAfter(row, INT64_MIN);
        QVERIFY(first);
        QCOMPARE(axis.toOwn(first->startNs), std::int64_t(5'000'000)); // 5000 * 1e-6 s
    }

    // What has no clock is placed somewhere, and never as certain.
    void estimatesAreMarked()
    {
        const auto [track, row] = find("loose");
        const TimeRange all {m_timeline->range.startNs, m_timeline->range.endNs + 1}; // the last moment too
        const auto slices = m_timeline->slices(row, all, 10);
        QCOMPARE(slices.size(), std::size_t(2));
        for (const Slice& slice : slices)
            QVERIFY(slice.flags & slice::kApproximate);
        RecordQuery query;
        query.json = true;
        Job job;
        int seen = 0;
        QVERIFY(m_document->records()->read(
            query,
            [&](const Record& record) {
                if (record.json.find("\"name\":\"loose\"") != std::string::npos)
                    seen += record.json.find("\"ts_ns\":null") != std::string::npos ? 1 : 100;
                return true;
            },
            job));
        QCOMPARE(seen, 2);
    }

    void payloadsOfSeveralFramesAreJoined()
    {
        const auto [track, row] = find("loose");
        const auto last = m_timeline->sliceBefore(row, INT64_MAX);
        const auto node = m_document->structure()->nodeAt(SourceId(0), last->ref.offset());
        QVERIFY(node);
        const auto way = m_document->structure()->wayTo(*node);
        const auto range = m_document->structure()->decoded(
            way[way.size() - (m_document->structure()->node(*node)->kind == NodeKind::field ? 2 : 1)].id);
        QVERIFY(range && range->length == 5000 && number(range->source) > 0);
        const auto source = m_document->source(range->source);
        QVERIFY(source);
        const auto bytes = readBytes(**source, 0, 5000, 5000);
        QVERIFY(std::ranges::count(bytes, std::byte('x')) == 5000);
    }

    // --from and --to jump by the index: the same records as of a pass over everything.
    void windowsEqualAFilteredPass()
    {
        const auto collect = [&](std::optional<TimeRange> window, const char* clock) {
            std::vector<std::uint64_t> offsets;
            RecordQuery query;
            query.window = window;
            query.clock = clock;
            Job job;
            const auto got = m_document->records()->read(
                query,
                [&](const Record& record) {
                    if (window || (record.timeNs && record.axis == 0))
                        offsets.push_back(record.range.offset);
                    return true;
                },
                job);
            return got ? offsets : std::vector<std::uint64_t> {1};
        };
        const TimeRange all {kStart, kStart + 600'000'000};
        QCOMPARE(collect(all, ""), collect({}, ""));
        const TimeRange some {kStart + 300'000'000, kStart + 310'000'000};
        QCOMPARE(collect(some, "").size(),
                 std::size_t(10 * 2 + 2)); // 10 of clock and value each, two of the log
        QVERIFY(!collect(TimeRange {5'000'000, 5'100'000}, "cyc").empty());
        RecordQuery wrong;
        wrong.clock = "nosuch";
        Job job;
        QCOMPARE(m_document
                     ->records()->read(
                         wrong, [](const Record&) { return true; }, job)
                     .error()
                     .code,
                 Code::ClockUnknown);
    }

private:
    template <class Use>
    static void each(const Document& document, const NodeId& id, const Use& use)
    {
        const auto children = document.structure()->children(id, 0, 10'000);
        QVERIFY(children);
        for (const Node& child : *children) {
            use(child);
            if (child.expandable)
                each(document, child.id, use);
        }
    }
    template <class Use>
    void each(const NodeId& id, const Use& use)
    {
        each(*m_document, id, use);
    }
    std::pair<TrackId, RowId> find(std::string_view name)
    {
        for (std::uint32_t i = 0; i < m_timeline->trackCount(); ++i) {
            if (m_timeline->name(TrackId(i)) == name && m_timeline->track(TrackId(i)).firstRow != kNoRow)
                return {TrackId(i), m_timeline->track(TrackId(i)).firstRow};
        }
        qFatal("no track of that name");
        return {};
    }

    QTemporaryDir m_folder;
    std::unique_ptr<Document> m_document;
    TimelinePtr m_timeline;
};

QTEST_GUILESS_MAIN(TestRtcDocument)
#include "tst_rtc_document.moc"
