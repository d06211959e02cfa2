// What the writer of RTC files puts into them, byte by byte where it matters, and that everything reads back.
#include "../support/rtc_round_trip.h"
#include "core/base/text.h"
#include "core/io/byte_writer.h"
#include "core/io/file.h"
#include "tests/support/corpus.h"

#include <QtTest>

using namespace traceglass;
using namespace traceglass::rtc;

namespace {

class Output
{
public:
    Writer::Sink sink()
    {
        return [this](std::span<const std::byte> more) -> Result<void> {
            bytes.insert(bytes.end(), more.begin(), more.end());
            return {};
        };
    }
    RtcBytes bytes;
};

Stream describe(std::string_view name, std::string_view format = "raw",
                std::optional<std::uint32_t> length = {})
{
    Stream stream;
    stream.name = name;
    stream.format = format;
    stream.length = length;
    return stream;
}

// Opens bytes through a file of a temporary folder.
std::shared_ptr<const MappedFile> openFile(std::span<const std::byte> bytes)
{
    static const QTemporaryDir folder;
    static int number = 0;
    const auto path = std::filesystem::path(folder.path().toStdString()) / std::to_string(++number);
    if (!writeFile(path, bytes))
        return nullptr;
    auto file = MappedFile::open(path);
    std::filesystem::remove(path);
    return file ? *file : nullptr;
}

Ruler rulerOf(const MappedFile& file)
{
    Job job;
    auto ruler = readRuler(file, job);
    return ruler ? std::move(*ruler) : Ruler {};
}

void marker(ByteWriter& out)
{
    out.u8(0x04);
    for (int i = 0; i < 1024; ++i)
        out.u8(0xb9);
}

// rtc.md 13, and rtc.md 12 for what is appended.
RtcBytes hello()
{
    ByteWriter out;
    marker(out);
    out.raw(std::string_view("\x06\x10\x00\x07\x80\x80\x02\x09\x80\x40\x0b\x00\x0f\x00\x11\x00\x13\x00", 18));
    out.raw(std::string_view("\x0a\x2e[{\"id\":9,\"name\":\"stdout\",\"format\":\"utf-8\"},10]"));
    out.raw(std::string_view("\x0e\x04\x03\x02\x01\x12\x05hello\x10\x84\xe7\xad\x21"));
    return out.take();
}

}

class TestRtcWriter : public QObject
{
    Q_OBJECT

private slots:
    void worksAsTheExample()
    {
        Output out;
        Writer writer(out.sink(), {.unitSize = 16384, .minorSize = 4096});
        const auto log = writer.addStream(describe("stdout", "utf-8"));
        QCOMPARE(*log, 9u);
        QVERIFY(writer.write(*log, asBytes("hello")).has_value());
        QVERIFY(writer.finish().has_value());
        QCOMPARE(out.bytes, hello());
        QCOMPARE(writer.offset(), std::uint64_t(1108));
    }

    // The final Crc is overwritten, as in the files other tools have appended to.
    void appendsAsTheExample()
    {
        Output out;
        out.bytes = hello();
        out.bytes.resize(0x44f);
        WriterState state;
        state.offset = 0x44f;
        state.freeId = 10;
        state.streams = {describe("stdout", "utf-8")};
        state.streams.front().id = 9;
        state.positions = {
            {kIndex, 1025}, {kMinorIndex, 1025 - 4096}, {kMeta, 1043}, {kPlatform, 1091}, {9, 0x448}};
        state.lastIndex = 1025;
        state.crc.add(std::span(out.bytes).subspan(1025));
        Writer writer(out.sink(), {.unitSize = 16384, .minorSize = 4096}, state);
        Stream notes = describe("notes", "annotate/utf-8");
        notes.attributes = {
            {"id", "10"}, {"name", "\"notes\""}, {"stream", "\"stdout\""}, {"format", "\"annotate/utf-8\""}};
        const auto stream = writer.addStream(notes);
        QCOMPARE(*stream, 10u);
        const std::string meta =
            "\x0c\x49[{\"id\":10,\"name\":\"notes\",\"stream\":\"stdout\",\"format\":\"annotate/utf-8\"},11]";
        QVERIFY(writer.write(*stream, asBytes(std::string(12, '\0') + "first note")).has_value());
        QVERIFY(writer.finish().has_value());
        QCOMPARE(std::string(asText(std::span(out.bytes).subspan(0x44f, meta.size()))), meta);
        QCOMPARE(out.bytes[0x49a], std::byte(0x14));
        QCOMPARE(out.bytes[0x49b], std::byte(0x16));
        QCOMPARE(out.bytes.size(), std::size_t(0x4b2 + 5));
        const auto file = openFile(out.bytes);
        QVERIFY(checkCrc(file->view(), rulerOf(*file), 0).state == CrcState::ok);
    }

    void refusesWhatCannotBeWritten()
    {
        Output out;
        const WriterOptions bad[] = {{.unitSize = 3000, .minorSize = 2048},
                                     {.unitSize = 4096, .minorSize = 1024},
                                     {.unitSize = 2048, .minorSize = 4096}};
        for (const WriterOptions& options : bad) {
            Writer writer(out.sink(), options);
            QVERIFY(writer.addStream(describe("a")).error().code == Code::RtcUnwritable);
            QVERIFY(writer.finish().error().code == Code::RtcUnwritable);
        }
        QVERIFY(out.bytes.empty());

        Writer writer(out.sink(), {.unitSize = 2048, .minorSize = 2048});
        const auto fixed = writer.addStream(describe("fixed", "raw", 3));
        QVERIFY(writer.addStream(describe("fixed")).error().code == Code::RtcUnwritable);
        QVERIFY(writer.write(*fixed, asBytes("four")).error().code == Code::RtcUnwritable);
        QVERIFY(writer.write(*fixed, {}).error().code == Code::RtcUnwritable);
        QVERIFY(writer.write(77, {}).error().code == Code::RtcUnwritable);
        QVERIFY(writer.write(kMeta, {}).error().code == Code::RtcUnwritable);
        QVERIFY(writer.addStream(describe(std::string(3000, 'n'))).error().code == Code::RtcNoRoom);
        QVERIFY(writer.write(*fixed, asBytes("sixsix")).has_value()); // two payloads, nothing was harmed
        QVERIFY(writer.finish().has_value());
    }

    void theSinksErrorStays()
    {
        int calls = 0;
        Writer writer(
            [&](std::span<const std::byte>) -> Result<void> {
                ++calls;
                return fail(Code::FileUnwritable, "full");
            },
            {});
        QVERIFY(writer.finish().error().code == Code::FileUnwritable);
        QVERIFY(writer.addStream(describe("a")).error().code == Code::FileUnwritable);
        QVERIFY(writer.flush().error().code == Code::FileUnwritable);
        QCOMPARE(calls, 1);
    }

    // The reference writer garbles an Index or a Meta of more than 1024 bytes.
    void splitsLargeIndexAndMeta()
    {
        Output out;
        Writer writer(out.sink(), {.unitSize = 65536, .minorSize = 8192});
        std::vector<std::uint32_t> ids;
        for (int i = 0; i < 400; ++i)
            ids.push_back(*writer.addStream(describe("stream " + std::to_string(i), "uint16le", 2)));
        for (int round = 0; round < 150; ++round) {
            for (const std::uint32_t id : ids)
                QVERIFY(writer.write(id, asBytes("ab")).has_value());
        }
        QVERIFY(writer.finish().has_value());
        const auto file = openFile(out.bytes);
        const Ruler ruler = rulerOf(*file);
        QVERIFY(ruler.units.size() > 2 && ruler.diagnostics.empty());
        QCOMPARE(ruler.segments.front().streams.size(), std::size_t(400));
        QCOMPARE(ruler.segments.front().minorSize, std::uint64_t(8192));
        const auto index =
            readSpecial(file->view(), ruler.segments.front(), ruler.units[1], ruler.units[1].index(), kIndex);
        QVERIFY(index && index->whole && index->payload.size() > 1024);
        QCOMPARE(QString::fromStdString(RtcIndexCheck(file->view(), ruler).check()), QString());
    }

    void neverWritesWhatLooksLikeAMarker()
    {
        Output out;
        WriterState state;
        state.freeId = 60;
        Writer writer(out.sink(), {.unitSize = 1 << 20, .minorSize = 1 << 20}, state);
        std::vector<std::uint32_t> ids;
        for (int i = 0; i < 260; ++i) // to 319: two bytes, the second is 04
            ids.push_back(*writer.addStream(describe("s" + std::to_string(i), "raw", 1024)));
        const RtcBytes magic(1024, std::byte(0xb9));
        RtcBytes nearly = magic;
        nearly.front() = std::byte(0x04); // a header that begins with B9 would complete it: id 92 with `more`
        for (const std::uint32_t id : ids) {
            QVERIFY(writer.write(id, magic).has_value());
            QVERIFY(writer.write(id, nearly).has_value());
            QVERIFY(writer.writePart(92, nearly, true).has_value());
        }
        QVERIFY(writer.writePart(92, magic, false).has_value());
        QVERIFY(writer.finish().has_value());
        QCOMPARE(*findMarker(out.bytes, 0), std::size_t(0));
        const auto file = openFile(out.bytes);
        const Ruler ruler = rulerOf(*file);
        QCOMPARE(ruler.units.size(), std::size_t(1));
        UnitFrames frames;
        walkUnit(file->view(), ruler, 0, {}, frames);
        QVERIFY(frames.lost.empty());
        std::size_t whole = 0;
        for (std::size_t i = 0; i < frames.size(); ++i)
            whole += frames.id(i) >= kFirstStream && frames.part(i).length == 1024;
        QCOMPARE(whole, 3 * ids.size() + 1);
        QVERIFY(!findMarker(out.bytes, 1));
    }

    void padsInsteadOfCuttingFixedLengths()
    {
        Output out;
        Writer writer(out.sink(), {.unitSize = 16384, .minorSize = 4096});
        const std::uint32_t id = *writer.addStream(describe("block", "raw", 700));
        const RtcBytes block(700, std::byte(1));
        for (int i = 0; i < 3 * 19; ++i) // five in a minor unit, four in the last
            QVERIFY(writer.write(id, block).has_value());
        QVERIFY(writer.finish().has_value());
        const auto file = openFile(out.bytes);
        const Ruler ruler = rulerOf(*file);
        QCOMPARE(ruler.units.size(), std::size_t(3));
        for (std::uint32_t unit = 0; unit < ruler.units.size(); ++unit) {
            QCOMPARE(ruler.units[unit].marker, std::uint64_t(unit) * 16384);
            UnitFrames frames;
            walkUnit(file->view(), ruler, unit, {}, frames);
            for (std::size_t i = 0; i < frames.size(); ++i)
                QVERIFY(frames.id(i) != id || (frames.part(i).length == 700 && !frames.part(i).more));
        }
    }

    void readsBack_data()
    {
        QTest::addColumn<int>("bytes");
        for (const int bytes : {0, 3, 10, 30, 100, 300, 700})
            QTest::addRow("scripts of %d bytes", bytes) << bytes;
    }

    // Sizes, styles, streams, cuts, appending and new runs as the script has it.
    void readsBack()
    {
        QFETCH(int, bytes);
        std::uint32_t random = 99;
        for (int i = 0; i < 25; ++i) {
            RtcBytes script(static_cast<std::size_t>(bytes));
            for (std::byte& byte : script) {
                random = random * 1664525 + 1013904223;
                byte = static_cast<std::byte>(random >> 24);
            }
            QCOMPARE(QString::fromStdString(rtcRoundTrip(script, openFile)), QString());
        }
    }

    // The first bytes stay as they are, and the old final Crc becomes an inner one.
    void goesOnBehindARun()
    {
        Output out;
        const WriterOptions options {
            .unitSize = 8192, .minorSize = 2048, .crc = CrcKind::ieee, .fixedSpecial = false};
        const auto write = [](Writer& writer, std::uint32_t id, int from, int to) {
            for (int i = from; i < to; ++i)
                QVERIFY(writer.write(id, asBytes("line " + std::to_string(i) + '\n')).has_value());
            QVERIFY(writer.finish().has_value());
        };
        Writer first(out.sink(), options);
        write(first, *first.addStream(describe("log", "utf-8")), 0, 1'000);
        const RtcBytes before = out.bytes;

        auto file = openFile(out.bytes);
        const Ruler ruler = rulerOf(*file);
        const auto state = stateForAppend(file->view(), ruler, Job());
        QVERIFY(state.has_value());
        QCOMPARE(state->offset, std::uint64_t(before.size()));
        QCOMPARE(state->freeId, 10u);
        const WriterOptions found = optionsForAppend(file->view(), ruler);
        QCOMPARE(found.unitSize, options.unitSize);
        QCOMPARE(found.minorSize, options.minorSize);
        QVERIFY(found.crc == CrcKind::ieee && !found.fixedSpecial);
        Writer second(out.sink(), found, *state);
        write(second, 9, 1'000, 2'000);
        QVERIFY(std::equal(before.begin(), before.end(), out.bytes.begin()));

        file = openFile(out.bytes);
        const Ruler both = rulerOf(*file);
        QCOMPARE(both.segments.size(), std::size_t(1));
        QVERIFY(both.units.size() > ruler.units.size());
        std::string text, expected;
        for (int i = 0; i < 2'000; ++i)
            expected += "line " + std::to_string(i) + '\n';
        for (std::uint32_t unit = 0; unit < both.units.size(); ++unit) {
            UnitFrames frames;
            walkUnit(file->view(), both, unit, {}, frames);
            for (std::size_t i = 0; i < frames.size(); ++i) {
                if (frames.id(i) == 9)
                    text += asText(file->view().subspan(frames.part(i).payload(), frames.part(i).length));
            }
            QVERIFY(checkCrc(file->view(), both, unit).state == CrcState::ok);
        }
        QCOMPARE(text, expected);
        QCOMPARE(QString::fromStdString(RtcIndexCheck(file->view(), both).check()), QString());
    }

    void doesNotGoOnBehindDamage()
    {
        RtcBytes bytes = hello();
        bytes.resize(0x44b); // within "hello"
        auto file = openFile(bytes);
        const auto cut = stateForAppend(file->view(), rulerOf(*file), Job());
        QVERIFY(cut.has_value());
        QCOMPARE(cut->offset, std::uint64_t(0x448));
        bytes = hello();
        bytes[0x403 + 1] = std::byte(0x08); // an id where none can be
        file = openFile(bytes);
        QVERIFY(stateForAppend(file->view(), rulerOf(*file), Job()).error().code == Code::RtcNotContinuable);
        file = openFile({});
        QVERIFY(stateForAppend(file->view(), rulerOf(*file), Job()).error().code == Code::RtcNotContinuable);
    }

    void writesLikeTheReference_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("hasCrc");
        for (const char* name :
             {"hello", "multi_11", "newstreams_11", "large_11", "no_minor", "default_sizes", "png_annot_11"})
            QTest::newRow(name) << name << true;
        QTest::newRow("nocrc") << "nocrc" << false;
    }

    // The frames of files the reference writer made, handed to ours, give the same file byte by byte.
    void writesLikeTheReference()
    {
        QFETCH(QString, name);
        QFETCH(bool, hasCrc);
        const auto path = corpus("rtc") / "valid" / (name.toStdString() + ".rtc");
        if (!std::filesystem::exists(path))
            QSKIP(kNoCorpus);
        const auto file = MappedFile::open(path);
        QVERIFY(file.has_value());
        const auto bytes = (*file)->view();
        const Ruler ruler = rulerOf(**file);
        const rtc::Segment& segment = ruler.segments.front();
        Output out;
        Writer writer(out.sink(),
                      {.unitSize = segment.unitSize,
                       .minorSize = segment.minorSize == 0 ? segment.unitSize : segment.minorSize,
                       .crc = hasCrc ? CrcKind::reference : CrcKind::none});
        struct Call
        {
            std::uint32_t id = 0;
            RtcBytes payload;
            bool more = false;
        };
        std::vector<Call> calls;
        bool atBoundary = false, described = false;
        for (std::uint32_t unit = 0; unit < ruler.units.size(); ++unit) {
            UnitFrames frames;
            walkUnit(bytes, ruler, unit, {}, frames);
            for (std::size_t i = 0; i < frames.size(); ++i) {
                const FramePart part = frames.part(i);
                const auto payload = bytes.subspan(part.payload(), part.length);
                if (part.id == kIndex || part.id == kMinorIndex)
                    atBoundary = true;
                const bool describes = part.id == kMinorMeta || (part.id == kMeta && !described);
                if (!describes && part.id < kFirstStream)
                    continue;
                described = true;
                // Cuts at boundaries and at 1024 bytes are the writer's, others the application's.
                const bool joins = !calls.empty() && calls.back().more && calls.back().id == part.id
                    && (atBoundary || calls.back().payload.size() % kMaxPayload == 0);
                if (!joins)
                    calls.push_back({part.id, {}, false});
                calls.back().payload.insert(calls.back().payload.end(), payload.begin(), payload.end());
                calls.back().more = part.more;
                atBoundary = false;
            }
        }
        for (const Call& call : calls) {
            if (call.id >= kFirstStream) {
                QVERIFY(writer.writePart(call.id, call.payload, call.more).has_value());
                continue;
            }
            for (const Stream& stream : readMeta(call.payload, false).streams)
                QVERIFY(writer.addStream(stream).has_value());
        }
        QVERIFY(writer.finish().has_value());
        QCOMPARE(out.bytes.size(), bytes.size());
        const auto differs = std::ranges::mismatch(out.bytes, bytes).in1 - out.bytes.begin();
        QCOMPARE(std::size_t(differs), bytes.size());
    }
};

QTEST_GUILESS_MAIN(TestRtcWriter)
#include "tst_rtc_writer.moc"
