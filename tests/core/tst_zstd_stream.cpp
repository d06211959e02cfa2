// zstd decoded in pieces: every form a one-shot decoder accepts, and what damage looks like.
#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/codec/decoded_source.h"
#include "core/codec/zstd_stream.h"
#include "core/io/byte_writer.h"

#include <QTest>
#include <sys/resource.h>
#include <thread>
#include <zstd.h>

using namespace traceglass;

namespace {

std::vector<std::byte> pattern(std::size_t size)
{
    std::vector<std::byte> out(size);
    std::uint32_t state = 1;
    for (std::byte& byte : out) {
        state = state * 1664525 + 1013904223;
        byte = static_cast<std::byte>((state >> 24) & 0x1f);
    }
    return out;
}

struct FrameOptions
{
    bool contentSize = true;
    bool checksum = false;
    int windowLog = 0;
};

std::vector<std::byte> frame(std::span<const std::byte> data, FrameOptions options = {})
{
    ZSTD_CCtx* context = ZSTD_createCCtx();
    ZSTD_CCtx_setParameter(context, ZSTD_c_contentSizeFlag, options.contentSize);
    ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, options.checksum);
    if (options.windowLog)
        ZSTD_CCtx_setParameter(context, ZSTD_c_windowLog, options.windowLog);
    std::vector<std::byte> out(ZSTD_compressBound(data.size()) + 64);
    ZSTD_inBuffer from {data.data(), data.size(), 0};
    ZSTD_outBuffer to {out.data(), out.size(), 0};
    if (!options.contentSize) { // without the size known before, the frame keeps its window
        ZSTD_compressStream2(context, &to, &from, ZSTD_e_flush);
    }
    ZSTD_compressStream2(context, &to, &from, ZSTD_e_end);
    ZSTD_freeCCtx(context);
    out.resize(to.pos);
    return out;
}

std::vector<std::byte> skippable(std::size_t size)
{
    ByteWriter out;
    out.u32(0x184D2A53);
    out.u32(static_cast<std::uint32_t>(size));
    out.zeros(size);
    return out.take();
}

std::vector<std::byte> joined(std::initializer_list<std::vector<std::byte>> parts)
{
    ByteWriter out;
    for (const auto& part : parts)
        out.raw(part);
    return out.take();
}

// A source without view(), as decoded data are.
class Piecewise : public MemorySource
{
public:
    using MemorySource::MemorySource;
    std::span<const std::byte> view() const override { return {}; }
};

struct Outcome
{
    std::vector<std::byte> data;
    ZstdStream::State state;
    std::string reason;
    std::uint64_t inputOffset;
};

Outcome decode(const ByteSource& source, std::size_t pieceSize, std::uint64_t atMost)
{
    ZstdStream stream;
    stream.start(source, 0, source.size(), atMost);
    Outcome out {};
    std::vector<std::byte> piece(pieceSize);
    while (stream.state() == ZstdStream::State::more) {
        const std::size_t got = stream.read(piece);
        out.data.insert(out.data.end(), piece.begin(), piece.begin() + static_cast<std::ptrdiff_t>(got));
    }
    out.state = stream.state();
    out.reason = stream.reason();
    out.inputOffset = stream.inputOffset();
    return out;
}

Outcome decode(std::vector<std::byte> stored, std::uint64_t atMost = 1u << 30)
{
    return decode(MemorySource("stored", std::move(stored)), 10'000, atMost);
}

}

class TestZstdStream : public QObject
{
    Q_OBJECT

private slots:
    void decodesEveryForm_data();
    void decodesEveryForm();
    void reportsDamage_data();
    void reportsDamage();
    void stopsAtWhatIsWanted();
    void boundsTheWindow();
    void checksTheContentSizeItRewrote();
    void startsAgain();
    void decodedSourceReadsAsFarAsAsked();
    void decodedSourceStops();
    void decodedSourceSpoolsLargeData();
    void decodedSourceKeepsWhatDecoded_data();
    void decodedSourceKeepsWhatDecoded();
    void decodedSourceIsReadByManyThreads();
};

void TestZstdStream::decodesEveryForm_data()
{
    const std::vector<std::byte> data = pattern(300'000);
    const std::vector<std::byte> head(data.begin(), data.begin() + 100'000),
        tail(data.begin() + 100'000, data.end());
    QTest::addColumn<std::vector<std::byte>>("stored");
    QTest::addRow("one frame") << frame(data);
    QTest::addRow("checksum") << frame(data, {.checksum = true});
    QTest::addRow("no content size") << frame(data, {.contentSize = false});
    QTest::addRow("two frames") << joined({frame(head), frame(tail)});
    QTest::addRow("skippable first") << joined({skippable(77), frame(data)});
    QTest::addRow("skippable everywhere")
        << joined({skippable(0), frame(head), skippable(5), frame(tail), skippable(9)});
    QTest::addRow("empty frame between") << joined({frame(head), frame({}), frame(tail)});
    QTest::addRow("window of 128 MiB") << frame(data, {.contentSize = false, .windowLog = 27});
    QTest::addRow("window of 1 GiB") << frame(data,
                                              {.contentSize = false, .checksum = true, .windowLog = 30});
}

void TestZstdStream::decodesEveryForm()
{
    QFETCH(std::vector<std::byte>, stored);
    const std::vector<std::byte> data = pattern(300'000);
    for (const std::size_t pieceSize :
         {std::size_t(1) << 20, std::size_t(300'000), std::size_t(4'096), std::size_t(17)}) {
        const Outcome out = decode(MemorySource("stored", stored), pieceSize, data.size() + 1);
        QCOMPARE(out.state, ZstdStream::State::ended);
        QVERIFY(out.data == data);
    }
    const Outcome out = decode(Piecewise("stored", stored), 10'000, data.size() + 1);
    QCOMPARE(out.state, ZstdStream::State::ended);
    QVERIFY(out.data == data);
}

void TestZstdStream::reportsDamage_data()
{
    const std::vector<std::byte> data = pattern(300'000);
    const std::vector<std::byte> good = frame(data, {.checksum = true});
    QTest::addColumn<std::vector<std::byte>>("stored");
    QTest::addColumn<QString>("reason");
    QTest::addRow("no zstd") << pattern(100) << "the data do not begin with a zstd frame";
    QTest::addRow("two bytes") << pattern(2) << "the data end inside a frame header";
    QTest::addRow("header cut") << std::vector(good.begin(), good.begin() + 5)
                                << "the data end inside a frame header";
    QTest::addRow("cut") << std::vector(good.begin(), good.end() - 60) << "the data end inside a frame";
    QTest::addRow("checksum cut") << std::vector(good.begin(), good.end() - 1)
                                  << "the data end inside a frame";
    std::vector<std::byte> flipped = good;
    flipped.back() ^= std::byte {1};
    QTest::addRow("checksum wrong") << flipped << "Restored data doesn't match checksum";
    QTest::addRow("garbage behind") << joined({good, pattern(20)}) << "there are bytes after the last frame";
    std::vector<std::byte> skipCut = joined({good, skippable(100)});
    skipCut.pop_back();
    QTest::addRow("skippable cut") << skipCut << "the data end inside a skippable frame";
    ByteWriter dictionary; // magic, descriptor with a one-byte dictionary id, window, id
    dictionary.u32(0xFD2FB528);
    dictionary.u8(0x01);
    dictionary.u8(0x50);
    dictionary.u8(7);
    dictionary.zeros(20);
    QTest::addRow("dictionary needed") << dictionary.take() << "Dictionary mismatch";
}

void TestZstdStream::reportsDamage()
{
    QFETCH(std::vector<std::byte>, stored);
    QFETCH(QString, reason);
    const Outcome out = decode(stored);
    QCOMPARE(out.state, ZstdStream::State::corrupt);
    QCOMPARE(QString::fromStdString(out.reason), reason);
    QVERIFY(out.inputOffset <= stored.size());
    const std::vector<std::byte> data = pattern(300'000);
    QVERIFY(out.data.size() <= data.size());
    QVERIFY(
        std::equal(out.data.begin(), out.data.end(), data.begin())); // what came before the damage is good
}

void TestZstdStream::stopsAtWhatIsWanted()
{
    const std::vector<std::byte> data = pattern(300'000);
    const Outcome out = decode(frame(data), 1'000);
    QCOMPARE(out.state, ZstdStream::State::full);
    QCOMPARE(out.data.size(), std::size_t(1'000));
    QVERIFY(std::equal(out.data.begin(), out.data.end(), data.begin()));

    // Exactly as many bytes as there are: the end is only seen by asking for one more.
    QCOMPARE(decode(frame(data), data.size() + 1).state, ZstdStream::State::ended);
}

void TestZstdStream::boundsTheWindow()
{
    // A frame of a few bytes that states a window of 2 GiB: allocating it would not fit into what this
    // process may have.
    ByteWriter hostile;
    hostile.u32(0xFD2FB528);
    hostile.u8(0x00);
    hostile.u8((31 - 10) << 3);
    const std::string text = "a window is no allocation";
    hostile.u8(static_cast<std::uint8_t>(text.size() << 3 | 1)); // last block, raw
    hostile.u16(static_cast<std::uint16_t>(text.size() >> 5));
    hostile.raw(text);

    rlimit before {};
    getrlimit(RLIMIT_AS, &before);
#ifndef TRACEGLASS_SLOW
    const rlimit tight {std::min<rlim_t>(before.rlim_max, rlim_t(1) << 30), before.rlim_max};
    setrlimit(RLIMIT_AS, &tight);
#endif
    const Outcome out = decode(hostile.bytes(), std::uint64_t(1) << 40);
    setrlimit(RLIMIT_AS, &before);
    QCOMPARE(out.state, ZstdStream::State::ended);
    QCOMPARE(std::string(asText(out.data)), text);
}

void TestZstdStream::checksTheContentSizeItRewrote()
{
    // A single segment that states 2 GiB: its window is its content. It holds three bytes.
    ByteWriter hostile;
    hostile.u32(0xFD2FB528);
    hostile.u8(0xa0); // 4 bytes of content size, single segment
    hostile.u32(1u << 31);
    hostile.u8(3 << 3 | 1);
    hostile.u16(0);
    hostile.raw("abc");
    const Outcome out = decode(hostile.bytes());
    QCOMPARE(out.state, ZstdStream::State::corrupt);
    QCOMPARE(std::string(asText(out.data)), std::string("abc"));
}

void TestZstdStream::startsAgain()
{
    const std::vector<std::byte> data = pattern(50'000);
    const MemorySource good("good", frame(data)), bad("bad", pattern(64));
    ZstdStream stream;
    std::vector<std::byte> out(data.size() + 1);
    for (int round = 0; round < 3; ++round) {
        stream.start(bad, 0, bad.size(), 1'000);
        QCOMPARE(stream.read(out), std::size_t(0));
        QCOMPARE(stream.state(), ZstdStream::State::corrupt);
        stream.start(good, 0, good.size(), out.size());
        QCOMPARE(stream.read(out), data.size());
        QCOMPARE(stream.state(), ZstdStream::State::ended);
    }
}

void TestZstdStream::decodedSourceReadsAsFarAsAsked()
{
    const std::vector<std::byte> data = pattern(4'000'000);
    const auto stored = std::make_shared<const MemorySource>("stored", frame(data));
    const DecodedSource source("data", stored, 0, stored->size(), data.size());
    QCOMPARE(source.size(), std::uint64_t(data.size()));
    QVERIFY(!source.ready(1));
    std::vector<std::byte> row(16);
    QCOMPARE(source.read(1'000, row), std::size_t(16));
    QVERIFY(std::equal(row.begin(), row.end(), data.begin() + 1'000));
    QVERIFY(source.ready(1'016));
    QVERIFY(!source.ready(data.size()));
    QVERIFY(source.outcome().decoded < data.size());
    QCOMPARE(source.read(data.size() - 3, row), std::size_t(3));
    QVERIFY(source.ready(data.size()));
    QVERIFY(source.outcome().ended);
    QCOMPARE(source.read(data.size(), row), std::size_t(0));
}

// Whoever wants bytes far behind does not wait for the decoding once they want them no more.
void TestZstdStream::decodedSourceStops()
{
    const std::vector<std::byte> data = pattern(4'000'000);
    const auto stored = std::make_shared<const MemorySource>("stored", frame(data));
    const DecodedSource source("data", stored, 0, stored->size(), data.size());
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(readBytes(source, data.size() - 3, 3, 3, Job(stop.get_token())).empty());
    QVERIFY(!source.ready(1));
    QCOMPARE(readBytes(source, data.size() - 3, 9, 9, Job()).size(), std::size_t(3));
    QVERIFY(source.ready(data.size()));
}

void TestZstdStream::decodedSourceSpoolsLargeData()
{
    const std::vector<std::byte> data = pattern(limits::kDecodedInMemory + 3'000'000);
    const auto stored = std::make_shared<const MemorySource>("stored", frame(data));
    const DecodedSource source("data", stored, 0, stored->size(), data.size());
    std::vector<std::byte> all(data.size() + 10);
    QCOMPARE(source.read(0, all), data.size());
    all.resize(data.size());
    QVERIFY(all == data);
    QVERIFY(source.memoryBytes() <= limits::kDecodedInMemory);
}

void TestZstdStream::decodedSourceKeepsWhatDecoded_data()
{
    const std::vector<std::byte> data = pattern(100'000);
    const std::vector<std::byte> good = frame(data);
    using Fault = DecodedSource::Fault;
    QTest::addColumn<std::vector<std::byte>>("stored");
    QTest::addColumn<quint64>("claimed");
    QTest::addColumn<Fault>("fault");
    QTest::addColumn<quint64>("readable");
    QTest::addRow("as stated") << good << quint64(100'000) << Fault::none << quint64(100'000);
    QTest::addRow("1 TiB stated") << good << (quint64(1) << 40) << Fault::tooShort << quint64(100'000);
    QTest::addRow("nothing stated") << good << quint64(0) << Fault::tooLong << quint64(100'000);
    QTest::addRow("no bytes") << std::vector<std::byte> {} << quint64(0) << Fault::none << quint64(0);
    std::vector<std::byte> two = joined({good, pattern(9)});
    QTest::addRow("garbage behind") << two << quint64(100'000) << Fault::corrupt << quint64(100'000);
}

void TestZstdStream::decodedSourceKeepsWhatDecoded()
{
    QFETCH(std::vector<std::byte>, stored);
    QFETCH(quint64, claimed);
    QFETCH(DecodedSource::Fault, fault);
    QFETCH(quint64, readable);
    const auto from = std::make_shared<const MemorySource>("stored", stored);
    int ended = 0;
    DecodedSource::Fault reported = DecodedSource::Fault::none;
    const DecodedSource source("data", from, 0, from->size(), claimed,
                               [&](const DecodedSource::Outcome& outcome) {
                                   ++ended;
                                   reported = outcome.fault;
                               });
    std::vector<std::byte> all(200'000);
    QCOMPARE(source.read(0, all), static_cast<std::size_t>(readable));
    QCOMPARE(source.read(5, all), static_cast<std::size_t>(readable < 5 ? 0 : readable - 5));
    QCOMPARE(source.size(), std::uint64_t(readable));
    QCOMPARE(ended, 1);
    QCOMPARE(reported, fault);
    QCOMPARE(source.outcome().fault, fault);
}

void TestZstdStream::decodedSourceIsReadByManyThreads()
{
    const std::vector<std::byte> data = pattern(3'000'000);
    const auto stored = std::make_shared<const MemorySource>("stored", frame(data));
    const DecodedSource source("data", stored, 0, stored->size(), data.size());
    std::atomic<int> wrong {0};
    std::vector<std::jthread> readers;
    for (std::size_t reader = 0; reader < 4; ++reader) {
        readers.emplace_back([&, reader] {
            std::vector<std::byte> row(4'096);
            for (std::size_t at = reader * 1'000; at + row.size() < data.size(); at += 40'000) {
                if (source.read(at, row) != row.size()
                    || !std::equal(row.begin(), row.end(), data.begin() + static_cast<std::ptrdiff_t>(at)))
                    ++wrong;
            }
        });
    }
    readers.clear();
    QCOMPARE(wrong.load(), 0);
}

QTEST_GUILESS_MAIN(TestZstdStream)
#include "tst_zstd_stream.moc"
