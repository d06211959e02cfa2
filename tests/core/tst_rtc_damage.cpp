// RTC captures that lost bytes, made with the writer and then damaged: what is left is told apart from what
// is whole, and tree, timeline and records say the same of it.
#include "core/base/text.h"
#include "core/formats/formats.h"
#include "core/formats/rtc/wire/rtc_writer.h"
#include "core/io/file.h"
#include "tests/support/open_capture.h"
#include "tests/support/rtc_notes.h"

#include <QTemporaryDir>
#include <QTest>
#include <algorithm>

using namespace traceglass;
using namespace traceglass::rtc;

namespace {

using Bytes = std::vector<std::byte>;

constexpr std::uint64_t kMinor = 2048;
constexpr std::size_t kTexts =
    12; // so many that an index frame is longer than what is removed in front of it

// One Unit unless it is told otherwise: no Marker follows that would be found where none belongs.
struct Made
{
    Bytes bytes;
    Writer writer;

    explicit Made(WriterOptions options = {.unitSize = 16384, .minorSize = kMinor})
        : writer(
            [this](std::span<const std::byte> more) -> Result<void> {
                bytes.insert(bytes.end(), more.begin(), more.end());
                return {};
            },
            options)
    {
    }

    std::uint32_t add(std::string name, std::string format = "utf-8", std::string clock = {})
    {
        Stream stream;
        stream.name = std::move(name);
        stream.format = std::move(format);
        stream.isClock = stream.format == "timespec";
        stream.clock = std::move(clock);
        stream.cont = stream.name == "log";
        return writer.addStream(stream).value_or(0);
    }
    void put(std::uint32_t stream, std::string_view text, bool more = false)
    {
        QVERIFY(writer.writePart(stream, asBytes(text), more));
    }
    void second(std::uint32_t clock, char value)
    {
        std::string stamp(12, '\0');
        stamp[0] = value;
        put(clock, stamp);
    }
    // Whole frames up to an offset of the same minor unit.
    void reach(std::uint32_t stream, std::uint64_t offset)
    {
        constexpr std::uint64_t kHead = 2, kMost = 100;
        while (writer.offset() < offset) {
            const std::uint64_t room = offset - writer.offset();
            const std::uint64_t frame = room <= kMost ? room : std::min(kMost, room - kHead - 1);
            put(stream, std::string(static_cast<std::size_t>(frame - kHead), 'f'));
        }
        QCOMPARE(writer.offset(), offset);
    }
};

constexpr std::uint64_t boundary(std::uint64_t number)
{
    return kMarkerBytes + number * kMinor;
}

// Every stream has begun something, and a payload in several calls lies behind the first index frame. The
// last frame in front of that one is a whole one, with its head of kRemoved bytes.
constexpr std::uint64_t kRemoved = 22;

Bytes capture()
{
    Made made;
    std::vector<std::uint32_t> texts;
    for (std::size_t i = 0; i < kTexts; ++i)
        texts.push_back(made.add("s" + std::to_string(i)));
    const auto log = made.add("log");
    for (const std::uint32_t text : texts)
        made.put(text, "begun");
    made.reach(texts[0], boundary(1) - kRemoved);
    made.put(texts[1], std::string(kRemoved - 2, 'r'));
    made.put(log, "nine chrs", true);
    made.reach(texts[0], boundary(2));
    made.put(log, std::string(700, 'n'), true);
    made.put(texts[2], "between");
    made.put(log, "four", true);
    made.put(log, "last");
    made.reach(texts[0], boundary(3) - 50);
    made.put(log, std::string(1500, 'b')); // over a boundary
    for (int i = 0; i < 60; ++i)
        made.put(texts[3], "line " + std::to_string(i) + " is of some length");
    made.put(log, "and on");
    return made.writer.finish() ? made.bytes : Bytes();
}

struct Read
{
    std::unique_ptr<Document> document;
    std::vector<Record> records;

    // What they say, wherever they lie.
    std::vector<std::string> contents() const
    {
        std::vector<std::string> out;
        for (const Record& record : records)
            out.push_back(record.json.substr(record.json.find(',')));
        return out;
    }
    static bool isIncomplete(const Record& record)
    {
        return record.json.find("\"incomplete\":true") != std::string::npos;
    }
    std::vector<Diagnostic> found() const
    {
        Job job;
        return document->validate(job) ? document->problems().all() : std::vector<Diagnostic>();
    }
};

}

class TestRtcDamage : public QObject
{
    Q_OBJECT

private slots:
    // Whole frames are removed in front of an index frame. It stands where the loss shows, and nothing behind
    // it is lost.
    void framesBehindAMovedIndexFrameAreWhole()
    {
        Bytes bytes = capture();
        std::vector<std::string> expected = read(bytes).contents();
        const auto removed = std::ranges::find_if(expected, [](const std::string& json) {
            return json.find('"' + std::string(kRemoved - 2, 'r') + '"') != std::string::npos;
        });
        QVERIFY(removed != expected.end());
        expected.erase(removed);
        const auto at = bytes.begin() + std::ptrdiff_t(boundary(1));
        bytes.erase(at - std::ptrdiff_t(kRemoved), at);

        const Read damaged = read(bytes);
        QVERIFY(damaged.contents() == expected);
        QVERIFY(std::ranges::none_of(damaged.records, Read::isIncomplete));
        const std::vector<Diagnostic> found = damaged.found();
        QCOMPARE(found.size(), std::size_t(1));
        QCOMPARE(found[0].code, Code::RtcIndexFrameMoved);
        QVERIFY(found[0].range && found[0].range->offset == boundary(1) - kRemoved);
        compareTree(damaged);
        QCOMPARE(damaged.document->problems().kept(), std::size_t(1));
    }

    void treeAgreesWithRecords_data()
    {
        QTest::addColumn<int>("at");
        QTest::addColumn<int>("removed");
        QTest::addColumn<int>("inserted");
        QTest::addColumn<int>("zeroed");
        const auto row = [](const char* name, std::uint64_t at, int removed, int inserted, int zeroed) {
            QTest::addRow("%s", name) << int(at) << removed << inserted << zeroed;
        };
        row("nothing", 0, 0, 0, 0);
        row("bytes removed", boundary(0) + 1500, 37, 0, 0);
        row("a minor unit removed", boundary(1) + 500, int(kMinor), 0, 0);
        row("bytes inserted", boundary(0) + 1500, 0, 37, 0);
        row("more inserted than an index frame has", boundary(1) + 300, 0, 501, 0);
        row("zeros", boundary(1) + 300, 0, 0, 200);
        row("zeros over a boundary", boundary(2) - 100, 0, 0, 400);
        row("a minor unit of zeros", boundary(3), 0, 0, int(kMinor));
        row("an index frame of zeros", boundary(2), 0, 0, 40);
    }

    // Whatever happened to a Unit: what the records have is in the tree, and as whole as there.
    void treeAgreesWithRecords()
    {
        QFETCH(int, at);
        QFETCH(int, removed);
        QFETCH(int, inserted);
        QFETCH(int, zeroed);
        Bytes bytes = capture();
        const auto place = bytes.begin() + at;
        std::fill_n(place, zeroed, std::byte(0));
        bytes.insert(bytes.erase(place, place + removed), std::size_t(inserted), std::byte(0xff));
        const Read damaged = read(bytes);
        const std::size_t found = damaged.found().size();
        compareTree(damaged);
        QCOMPARE(damaged.document->problems().kept(), found); // each loss once, with all of its bytes
        // The map has every byte once, and what is lost to the ruler is none of a Unit.
        std::uint64_t end = 0;
        damaged.document->structure()->blocks(SourceId(0), [&](const Block& block) {
            const bool isNext = block.range.offset == end;
            end = block.range.end();
            const auto node = damaged.document->structure()->node(block.node);
            return isNext && node && node->range == block.range
                && (block.state == Block::State::lost) == (node->kind == NodeKind::gap);
        });
        QCOMPARE(end, std::uint64_t(bytes.size()));
    }

    // Before the first value of a clock frames wait for a place, which makes none of them whole; a line that
    // goes on in a frame that is not whole is not either.
    void remainsAreDamagedOnTheTimeline()
    {
        Made made({.unitSize = 4096, .minorSize = kMinor});
        const auto clock = made.add("clk", "timespec");
        const auto log = made.add("log", "utf-8", "clk");
        made.put(log, std::string(3500, 'n') + '\n'); // ends in the second Unit
        made.put(log, "whole\n");
        made.second(clock, 1);
        for (int i = 0; i < 100; ++i)
            made.put(log, "line " + std::to_string(i) + " is of some length\n");
        made.second(clock, 2);
        made.put(log, "begins, ");
        made.put(log, "goes on", true);
        QVERIFY(made.writer.finish());
        made.bytes.erase(made.bytes.begin(), made.bytes.begin() + 4096);

        const Read cut = read(made.bytes);
        QVERIFY(Read::isIncomplete(cut.records.front()) && Read::isIncomplete(cut.records.back()));
        TimelinePtr timeline;
        Job job;
        IndexRequest request;
        request.publish = [&](const TimelinePtr& next) { timeline = next; };
        QVERIFY(index(*cut.document, request, job));
        for (std::uint32_t i = 0; i < timeline->trackCount(); ++i) {
            if (timeline->name(TrackId(i)) != "log")
                continue;
            const auto slices =
                timeline->slices(timeline->track(TrackId(i)).firstRow, {INT64_MIN, INT64_MAX}, 1000);
            QCOMPARE(slices.size(), std::size_t(103));
            for (std::size_t k = 0; k < slices.size(); ++k)
                QCOMPARE((slices[k].flags & slice::kDamaged) != 0, k == 0 || k + 1 == slices.size());
            return;
        }
        QFAIL("no track of the log");
    }

    // Nobody knows which Unit of its run the first one is: its payloads may have begun before the file.
    void aFirstUnitWithoutNumberMayGoOn()
    {
        Made made({.unitSize = 4096, .minorSize = 4096});
        const auto log = made.add("log");
        const auto other = made.add("other");
        made.put(log, "begins, ", true);
        while (made.writer.offset() < 4096)
            made.put(other, "between");
        made.put(log, "ends");
        while (made.writer.offset() < 2 * 4096)
            made.put(other, "between");
        made.put(log, "whole");
        QVERIFY(made.writer.finish());
        made.bytes.erase(made.bytes.begin(), made.bytes.begin() + 4096);
        // An Index without anything in it, and padding for what was.
        const auto length = std::to_integer<unsigned>(made.bytes[kMarkerBytes + 1]);
        QVERIFY(length < 128);
        made.bytes[kMarkerBytes + 1] = std::byte(0);
        made.bytes[kMarkerBytes + 2] = std::byte(kPadding << 1);
        made.bytes[kMarkerBytes + 3] = std::byte(length - 2);
        // That of the next Unit in an order no writer has, as that Unit would be taken for the first one.
        const auto next = made.bytes.begin() + std::ptrdiff_t(4096 + kMarkerBytes + 2);
        auto body = readIndexBody({next, next + std::to_integer<int>(next[-1])}, true);
        QVERIFY(body && body->whole);
        std::ranges::reverse(body->entries);
        Bytes reversed;
        appendInt(reversed, body->count);
        for (const IndexEntry& entry : body->entries) {
            appendInt(reversed, std::uint64_t(entry.id) << 1 | 1);
            appendInt(reversed, entry.distance << 1);
        }
        std::ranges::copy(reversed, next);

        const Read cut = read(made.bytes);
        const auto rest = std::ranges::find_if(cut.records, [](const Record& record) {
            return record.json.find("\"ends\"") != std::string::npos;
        });
        QVERIFY(rest != cut.records.end() && Read::isIncomplete(*rest));
        QVERIFY(!Read::isIncomplete(cut.records.back()));
    }

    void diagnosticsSayWhichPartIsMissing()
    {
        Made made;
        const auto log = made.add("log");
        made.put(log, "no end", true);
        QVERIFY(made.writer.finish());
        const std::vector<Diagnostic> found = read(made.bytes).found();
        QCOMPARE(found.size(), std::size_t(1));
        QCOMPARE(found[0].detail, std::string("log, its end is missing, 6 bytes are there"));
    }

    // Whichever is computed first.
    void checksumsAreToldInTheOrderOfTheFile()
    {
        const std::filesystem::path folder = m_folder.path().toStdString();
        Bytes bytes = noteCapture({.unitSize = 8192, .minorSize = 2048}, 20'000);
        QVERIFY(writeFile(folder / "sound.rtc", bytes));
        const auto file = MappedFile::open(folder / "sound.rtc");
        Job job;
        const auto ruler = readRuler(**file, job);
        QVERIFY(ruler && ruler->units.size() > 50);
        for (const Unit& unit : ruler->units)
            bytes[unit.end - 1] ^= std::byte(1); // the last byte of its Crc
        const Read damaged = read(bytes);
        std::vector<std::uint64_t> offsets;
        for (const Diagnostic& each : damaged.found()) {
            if (each.code == Code::RtcCrcMismatch)
                offsets.push_back(each.range->offset);
        }
        QCOMPARE(offsets.size(), ruler->units.size());
        QVERIFY(std::ranges::is_sorted(offsets));
    }

private:
    Read read(const Bytes& bytes)
    {
        const auto path = std::filesystem::path(m_folder.path().toStdString())
            / ("made" + std::to_string(m_files++) + ".rtc");
        Read out;
        auto document = writeFile(path, bytes) ? openCapture(path) : fail(Code::FileUnreadable);
        if (!document)
            return out;
        out.document = std::move(*document);
        Job job;
        const auto all = out.document->records()->read(
            {.json = true},
            [&](const Record& record) {
                out.records.push_back(record);
                return true;
            },
            job);
        return all ? std::move(out) : Read {};
    }

    static void compareTree(const Read& read)
    {
        QVERIFY(!read.records.empty());
        for (const Record& record : read.records) {
            const auto id = read.document->structure()->nodeOf(record.ref);
            QVERIFY2(id, record.json.c_str());
            const Node node = read.document->structure()->node(*id).value();
            QVERIFY2(node.kind == NodeKind::frame && node.range.offset == record.range.offset,
                     (node.label + " of " + record.json).c_str());
            QVERIFY2((node.problem == Severity::warning) == Read::isIncomplete(record),
                     (node.value + " of " + record.json).c_str());
            QCOMPARE(node.value.ends_with(" (incomplete)"), Read::isIncomplete(record));
        }
    }

    QTemporaryDir m_folder;
    int m_files = 0;
};

QTEST_GUILESS_MAIN(TestRtcDamage)
#include "tst_rtc_damage.moc"
