// The decoders of all codecs against what their own libraries encode: whole, in small pieces, several members
// in a row, cut anywhere, with foreign bytes behind.
#include "core/codec/decoded_source.h"
#include "core/codec/spool.h"
#include "tests/support/compressed.h"
#include "tests/support/patience.h"

#include <QtTest>
#include <atomic>
#include <bzlib.h>
#include <lz4frame.h>
#include <lzma.h>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>
#include <zstd.h>

using namespace traceglass;

namespace {

constexpr std::uint64_t kXzBlock = 40'000;

// A source that does not lie in one piece, as decoded data inside decoded data do not.
class PiecedSource : public MemorySource
{
public:
    using MemorySource::MemorySource;
    std::span<const std::byte> view() const override { return {}; }
};

Bytes pattern(std::size_t size)
{
    Bytes out(size);
    for (std::size_t i = 0; i < size; ++i)
        out[i] = std::byte(i % 251 * (i / 1000 % 7) + i / 4096);
    return out;
}

Bytes xz(const Bytes& data)
{
    Bytes out(lzma_stream_buffer_bound(data.size()));
    std::size_t size = 0;
    lzma_easy_buffer_encode(6, LZMA_CHECK_CRC32, nullptr, reinterpret_cast<const std::uint8_t*>(data.data()),
                            data.size(), reinterpret_cast<std::uint8_t*>(out.data()), &size, out.size());
    out.resize(size);
    return out;
}

Bytes bzip2(const Bytes& data)
{
    Bytes out(data.size() + data.size() / 100 + 600);
    auto size = static_cast<unsigned>(out.size());
    BZ2_bzBuffToBuffCompress(reinterpret_cast<char*>(out.data()), &size,
                             reinterpret_cast<char*>(const_cast<std::byte*>(data.data())),
                             static_cast<unsigned>(data.size()), 1, 0, 0);
    out.resize(size);
    return out;
}

Bytes lz4(const Bytes& data, bool linked = false, bool sums = false)
{
    LZ4F_preferences_t preferences {};
    preferences.frameInfo.blockSizeID = LZ4F_max64KB;
    preferences.frameInfo.blockMode = linked ? LZ4F_blockLinked : LZ4F_blockIndependent;
    preferences.frameInfo.contentChecksumFlag = sums ? LZ4F_contentChecksumEnabled : LZ4F_noContentChecksum;
    preferences.frameInfo.blockChecksumFlag = sums ? LZ4F_blockChecksumEnabled : LZ4F_noBlockChecksum;
    preferences.frameInfo.contentSize = sums ? data.size() : 0;
    Bytes out(LZ4F_compressFrameBound(data.size(), &preferences));
    out.resize(LZ4F_compressFrame(out.data(), out.size(), data.data(), data.size(), &preferences));
    return out;
}

Bytes zstd(const Bytes& data)
{
    Bytes out(ZSTD_compressBound(data.size()));
    out.resize(ZSTD_compress(out.data(), out.size(), data.data(), data.size(), 3));
    return out;
}

Bytes joined(std::initializer_list<Bytes> parts)
{
    Bytes out;
    for (const Bytes& part : parts)
        out.insert(out.end(), part.begin(), part.end());
    return out;
}

Bytes zstdOfFrames(const Bytes& data)
{
    Bytes out;
    for (std::size_t at = 0; at < data.size(); at += 70'000) {
        const auto from = data.begin() + static_cast<std::ptrdiff_t>(at);
        const Bytes frame = zstd(
            Bytes(from, from + static_cast<std::ptrdiff_t>(std::min<std::size_t>(70'000, data.size() - at))));
        out.insert(out.end(), frame.begin(), frame.end());
    }
    return out;
}

struct Decoded
{
    Bytes bytes;
    StreamDecoder::State state = StreamDecoder::State::more;
    bool cut = false;
    std::uint64_t inputOffset = 0;

    bool operator==(const Decoded&) const = default;
};

Decoded decode(Codec codec, const ByteSource& source, std::size_t piece,
               StreamDecoder::Rest rest = StreamDecoder::Rest::isDamage, const Job* cores = nullptr)
{
    Decoded out;
    const auto decoder = makeDecoder(codec);
    decoder->start(source, 0, source.size(), std::uint64_t(1) << 32, rest);
    decoder->useCores(cores);
    Bytes buffer(piece);
    while (decoder->state() == StreamDecoder::State::more) {
        const std::size_t got = decoder->read(buffer);
        out.bytes.insert(out.bytes.end(), buffer.begin(), buffer.begin() + static_cast<std::ptrdiff_t>(got));
    }
    out.state = decoder->state();
    out.cut = decoder->isCut();
    out.inputOffset = decoder->inputOffset();
    return out;
}

Decoded decode(Codec codec, const Bytes& stored, StreamDecoder::Rest rest = StreamDecoder::Rest::isDamage)
{
    return decode(codec, MemorySource("stored", stored), 10'000, rest);
}

}

class TestCodecs : public QObject
{
    Q_OBJECT

private:
    const Bytes m_data = pattern(300'000);

    void eachCodec()
    {
        QTest::addColumn<Codec>("codec");
        QTest::addColumn<Bytes>("stored");
        QTest::addRow("gzip") << Codec::gzip << deflated(m_data, kGzip);
        QTest::addRow("xz") << Codec::xz << xz(m_data);
        QTest::addRow("bzip2") << Codec::bzip2 << bzip2(m_data);
        QTest::addRow("lz4") << Codec::lz4 << lz4(m_data);
        QTest::addRow("lz4, linked blocks") << Codec::lz4 << lz4(m_data, true);
        QTest::addRow("lz4, checksums") << Codec::lz4 << lz4(m_data, true, true);
        QTest::addRow("zstd") << Codec::zstd << zstd(m_data);
    }

private slots:
    void decodesWhole_data() { eachCodec(); }
    void decodesWhole()
    {
        QFETCH(Codec, codec);
        QFETCH(Bytes, stored);
        QVERIFY(mayBegin(codec, stored));
        for (const std::size_t piece : {std::size_t(7), std::size_t(4096), std::size_t(1'000'000)}) {
            for (const bool pieced : {false, true}) {
                const std::unique_ptr<ByteSource> source = pieced
                    ? std::make_unique<PiecedSource>("stored", stored)
                    : std::make_unique<MemorySource>("stored", stored);
                const Decoded out = decode(codec, *source, piece);
                QCOMPARE(out.state, StreamDecoder::State::ended);
                QVERIFY(out.bytes == m_data);
                QCOMPARE(out.inputOffset, std::uint64_t(stored.size()));
            }
        }
    }

    void severalMembersAreOneStream_data() { eachCodec(); }
    void severalMembersAreOneStream()
    {
        QFETCH(Codec, codec);
        QFETCH(Bytes, stored);
        const Decoded out = decode(codec, joined({stored, stored, stored}));
        QCOMPARE(out.state, StreamDecoder::State::ended);
        QVERIFY(out.bytes == joined({m_data, m_data, m_data}));
    }

    void foreignBytesEndTheDataOrAreDamage_data() { eachCodec(); }
    void foreignBytesEndTheDataOrAreDamage()
    {
        QFETCH(Codec, codec);
        QFETCH(Bytes, stored);
        const Bytes more = joined({stored, {std::byte(7), std::byte(0x78), std::byte(0xDA), std::byte(1)}});
        const Decoded ended = decode(codec, more, StreamDecoder::Rest::endsTheData);
        QCOMPARE(ended.state, StreamDecoder::State::ended);
        QCOMPARE(ended.inputOffset, std::uint64_t(stored.size()));
        QVERIFY(ended.bytes == m_data);
        const Decoded damage = decode(codec, more);
        QCOMPARE(damage.state, StreamDecoder::State::corrupt);
        QVERIFY(damage.bytes == m_data);
    }

    void cutDataGiveTheirBeginning_data() { eachCodec(); }
    void cutDataGiveTheirBeginning()
    {
        QFETCH(Codec, codec);
        QFETCH(Bytes, stored);
        std::size_t most = 0;
        for (std::size_t length = 1; length < stored.size(); length += 1 + stored.size() / 60) {
            Bytes part(stored.begin(), stored.begin() + static_cast<std::ptrdiff_t>(length));
            const Decoded out = decode(codec, part);
            QCOMPARE(out.state, StreamDecoder::State::corrupt);
            QVERIFY2(out.cut, qPrintable(QString::number(length)));
            QVERIFY(out.bytes.size() <= m_data.size());
            QVERIFY2(std::equal(out.bytes.begin(), out.bytes.end(), m_data.begin()),
                     qPrintable(QString::number(length)));
            most = std::max(most, out.bytes.size());
        }
        QVERIFY(most > m_data.size() / 4);
    }

    void aFlippedByteDoesNoHarm_data() { eachCodec(); }
    void aFlippedByteDoesNoHarm()
    {
        QFETCH(Codec, codec);
        QFETCH(Bytes, stored);
        for (std::size_t at = 0; at < stored.size(); at += 1 + stored.size() / 100) {
            Bytes broken = stored;
            broken[at] ^= std::byte(0x55);
            const Decoded out = decode(codec, broken);
            QVERIFY(out.state == StreamDecoder::State::corrupt || out.state == StreamDecoder::State::ended);
        }
    }

    void allCoresGiveTheSame_data()
    {
        eachCodec();
        QTest::addRow("xz, blocks") << Codec::xz << xzOfBlocks(m_data, kXzBlock);
        QTest::addRow("lz4, blocks with checksums") << Codec::lz4 << lz4(m_data, false, true);
        QTest::addRow("zstd, frames") << Codec::zstd << zstdOfFrames(m_data);
        QTest::addRow("lz4, random bytes are stored") << Codec::lz4 << lz4(zstd(m_data));
        QTest::addRow("xz, streams of blocks")
            << Codec::xz << joined({xzOfBlocks(m_data, kXzBlock), xz(m_data), xzOfBlocks(m_data, kXzBlock)});
        QTest::addRow("zstd, frames and others")
            << Codec::zstd
            << joined({zstdOfFrames(m_data),
                       zstdOfFrames(m_data),
                       {std::byte(0x50), std::byte(0x2A), std::byte(0x4D), std::byte(0x18), std::byte(1),
                        std::byte(0), std::byte(0), std::byte(0), std::byte(7)},
                       zstdOfFrames(m_data)});
    }
    void allCoresGiveTheSame()
    {
        QFETCH(Codec, codec);
        QFETCH(Bytes, stored);
        const Job job;
        const auto compare = [&](const Bytes& bytes) {
            const MemorySource source("stored", bytes);
            const auto rest = StreamDecoder::Rest::endsTheData;
            const Decoded one = decode(codec, source, 10'000, rest);
            for (const std::size_t piece : {150'000u, 1'000'000u}) {
                const Decoded all = decode(codec, source, piece, rest, &job);
                QVERIFY(all.bytes == one.bytes);
                QCOMPARE(all.inputOffset, one.inputOffset);
                QVERIFY(all == one);
            }
        };
        compare(stored);
        constexpr std::size_t kCuts = repeat(30) + 2, kBroken = repeat(100);
        for (std::size_t length = 1; length < stored.size(); length += 1 + stored.size() / kCuts)
            compare(Bytes(stored.begin(), stored.begin() + static_cast<std::ptrdiff_t>(length)));
        for (std::size_t at = 0; at < stored.size(); at += 1 + stored.size() / kBroken) {
            Bytes broken = stored;
            broken[at] ^= std::byte(0x55);
            compare(broken);
        }
    }

    // Blocks, frames: several come out of one read, so that there is something to share.
    void partsAreDecodedTogether()
    {
        const Job job;
        for (const auto& [codec, stored] :
             {std::pair {Codec::lz4, lz4(m_data)}, std::pair {Codec::xz, xzOfBlocks(m_data, kXzBlock)},
              std::pair {Codec::zstd, zstdOfFrames(m_data)}}) {
            const MemorySource source("stored", stored);
            const auto decoder = makeDecoder(codec);
            QVERIFY(decoder->batch() > 0);
            decoder->start(source, 0, source.size(), std::uint64_t(1) << 32);
            decoder->useCores(&job);
            Bytes out(m_data.size());
            std::size_t most = 0;
            while (decoder->state() == StreamDecoder::State::more && decoder->decoded() < m_data.size())
                most = std::max(most, decoder->read(std::span(out).subspan(decoder->decoded())));
            QVERIFY(out == m_data);
            QVERIFY(most > m_data.size() / 2);
        }
    }

    void aStoppedJobGivesTheRestLater()
    {
        const Bytes data = pattern(5'000'000);
        const MemorySource source("stored", lz4(data));
        std::stop_source stop;
        stop.request_stop();
        const Job stopped(stop.get_token());
        const auto decoder = makeDecoder(Codec::lz4);
        decoder->start(source, 0, source.size(), std::uint64_t(1) << 32);
        Bytes out(data.size());
        for (int i = 0; decoder->state() == StreamDecoder::State::more; ++i) {
            decoder->useCores(i % 2 == 0 ? &stopped : nullptr);
            decoder->read(std::span(out).subspan(decoder->decoded()));
        }
        QVERIFY(out == data);
    }

    void readersSeeWhatAnotherThreadDecodes()
    {
        const Bytes data = pattern(20'000'000);
        const auto stored = std::make_shared<const MemorySource>("stored", lz4(data));
        const DecodedSource source("decoded", stored, 0, stored->size(), Codec::lz4, std::uint64_t(1) << 30);
        Job job;
        std::jthread decoder([&] { (void)source.all(job); });
        std::uint64_t seen = 0;
        while (true) {
            const auto bytes = source.waitFor(seen + 100'000, job);
            QVERIFY(std::equal(bytes.begin() + static_cast<std::ptrdiff_t>(seen), bytes.end(),
                               data.begin() + static_cast<std::ptrdiff_t>(seen)));
            if (bytes.size() < seen + 100'000)
                break;
            seen = bytes.size();
        }
        QCOMPARE(source.size(), std::uint64_t(data.size()));
        QCOMPARE(source.memoryBytes() / 4096, (data.size() + 4095) / 4096); // as long as there is room
    }

    void aSpoolGoesOnInAFile()
    {
        constexpr std::uint64_t kMiB = 1u << 20;
        Spool spool(20 * kMiB, kMiB); // memory for 8, as steps go, and a file for the rest of 24
        const Bytes data = pattern(30 * kMiB);
        while (true) {
            const std::span<std::byte> room = spool.room(3'000'001);
            if (room.empty())
                break;
            std::copy_n(data.begin() + static_cast<std::ptrdiff_t>(spool.size()), room.size(), room.begin());
            spool.keep(room.size());
        }
        QCOMPARE(spool.size(), 24 * kMiB);
        QCOMPARE(spool.memoryBytes(), std::size_t(8 * kMiB));
        const auto kept = spool.first(spool.size());
        QVERIFY(std::equal(kept.begin(), kept.end(), data.begin()));
    }

    // Who waits for bytes fetches the memory they come into, and changes none of them.
    void readersFetchTheMemoryOfASpool()
    {
        constexpr std::uint64_t kMiB = 1u << 20;
        Spool spool(20 * kMiB, 8 * kMiB);
        const Bytes data = pattern(24 * kMiB);
        std::atomic<std::uint64_t> written = 0;
        std::jthread reader([&](const std::stop_token& stop) {
            for (std::uint64_t size = 0; !stop.stop_requested(); size += 10'000)
                spool.fetchBehind(std::min<std::uint64_t>(size, written));
        });
        for (std::span<std::byte> room = spool.room(70'001); !room.empty(); room = spool.room(70'001)) {
            std::copy_n(data.begin() + static_cast<std::ptrdiff_t>(spool.size()), room.size(), room.begin());
            spool.keep(room.size());
            written = spool.size();
        }
        reader.request_stop();
        reader.join();
        const auto kept = spool.first(spool.size());
        QVERIFY(kept.size() == 24 * kMiB && std::equal(kept.begin(), kept.end(), data.begin()));
    }

#ifdef MADV_POPULATE_WRITE
    void fetchedMemoryIsThere()
    {
        constexpr std::size_t kMiB = 1u << 20;
        Spool spool(20 * kMiB);
        spool.keep(spool.room(kMiB + kMiB / 2).size());
        const std::byte* const next = spool.first(spool.size()).data() + 2 * kMiB;
        const auto pagesThere = [&] {
            std::vector<unsigned char> pages(kMiB / static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)));
            ::mincore(const_cast<std::byte*>(next), kMiB, pages.data());
            return std::ranges::all_of(pages, [](unsigned char page) { return (page & 1) != 0; });
        };
        spool.fetchBehind(spool.size());
        const bool there = pagesThere();
        if (::madvise(const_cast<std::byte*>(next), 1, MADV_POPULATE_WRITE) == 0) // known since Linux 5.14
            QVERIFY(there);
    }
#endif

    // What is got ready behind the last bytes asked for is memory only.
    void aSpoolMakesNoFileBeforeItNeedsOne()
    {
        constexpr std::size_t kMiB = 1u << 20;
        const QByteArray folder = qgetenv("TMPDIR");
        const auto back =
            qScopeGuard([&] { folder.isNull() ? qunsetenv("TMPDIR") : qputenv("TMPDIR", folder); });
        qputenv("TMPDIR", "/proc"); // where not even root makes files
        Spool spool(16 * kMiB + 1, 16 * kMiB);
        while (spool.size() < 16 * kMiB)
            spool.keep(spool.room(kMiB / 2).size());
        QCOMPARE(QString::fromStdString(spool.reason()), QString());
        QVERIFY(spool.room(1).empty());
        QVERIFY(!spool.reason().empty());
    }

    // Whose blocks are as small as they can be for what they hold.
    void oneByteOverAndOver()
    {
        const Bytes same(9'000'000, std::byte(7));
        for (const bool linked : {false, true}) {
            const Decoded out = decode(Codec::lz4, lz4(same, linked));
            QVERIFY(!out.cut);
            QVERIFY2(out.bytes == same, qPrintable(QString::number(out.bytes.size())));
        }
    }

    // Half of a block of a killed process is worth having.
    void halfABlockOfLz4IsSalvaged()
    {
        const Bytes stored = lz4(m_data);
        const Decoded out = decode(Codec::lz4, Bytes(stored.begin(), stored.begin() + 400));
        QVERIFY(out.cut && out.bytes.size() > 300);
        QVERIFY(std::equal(out.bytes.begin(), out.bytes.end(), m_data.begin()));
    }

    // A file that ends inside the checksum of a block: all of the block is there, and nothing of the checksum
    // is taken for its content.
    void aCutChecksumOfLz4AddsNothing()
    {
        Bytes random(64 * 1024); // one whole block that is stored as it is
        std::uint32_t seed = 1;
        for (std::byte& byte : random)
            byte = std::byte((seed = seed * 1'664'525 + 1'013'904'223) >> 24);
        for (const Bytes& data : {random, pattern(5'000)}) {
            const Bytes stored = lz4(data, false, true);
            const std::size_t behindBlock =
                stored.size() - 12; // its checksum, the end mark, that of the content
            for (std::size_t more = 0; more < 4; ++more) {
                const auto end = stored.begin() + static_cast<std::ptrdiff_t>(behindBlock + more);
                const Decoded out = decode(Codec::lz4, Bytes(stored.begin(), end));
                QVERIFY(out.cut);
                QVERIFY2(out.bytes == data, qPrintable(QString::number(out.bytes.size())));
            }
        }
    }

    void skippableFramesAreSkipped()
    {
        const auto byte = [](int value) { return std::byte(value); };
        const Bytes skippable = {byte(0x5A), byte(0x2A), byte(0x4D), byte(0x18), byte(3), byte(0),
                                 byte(0),    byte(0),    byte(1),    byte(2),    byte(3)};
        const Bytes data = pattern(100);
        for (const auto& [codec, frame] :
             {std::pair {Codec::lz4, lz4(data)}, std::pair {Codec::zstd, zstd(data)}}) {
            const Decoded out = decode(codec, joined({skippable, frame, skippable}));
            QCOMPARE(out.state, StreamDecoder::State::ended);
            QVERIFY(out.bytes == data);
        }
    }

    void magicNumbersMayBeCut()
    {
        const Bytes stored = xz(pattern(10));
        QVERIFY(mayBegin(Codec::xz, {}));
        QVERIFY(mayBegin(Codec::xz, std::span(stored).first(3)));
        QVERIFY(!mayBegin(Codec::gzip, std::span(stored).first(1)));
        QVERIFY(!mayBegin(Codec::lz4, stored));
    }

    void aSourceOfUnknownSizeGivesAll()
    {
        const Bytes data = pattern(20'000'000); // more than is kept in memory
        const auto stored =
            std::make_shared<const MemorySource>("stored", joined({lz4(data), {std::byte(7)}}));
        const DecodedSource source("decoded", stored, 0, stored->size(), Codec::lz4, std::uint64_t(1) << 30);
        std::array<std::byte, 100> row {};
        QCOMPARE(source.read(1'000, row), row.size());
        QVERIFY(std::equal(row.begin(), row.end(), data.begin() + 1'000));
        Job job;
        const auto all = source.all(job);
        QVERIFY(all && std::ranges::equal(*all, data));
        QCOMPARE(source.size(), std::uint64_t(data.size()));
        QCOMPARE(source.outcome().fault, DecodedSource::Fault::none);
        QCOMPARE(source.outcome().inputOffset, stored->size() - 1);
        QCOMPARE(source.all(job)->data(), all->data());
    }
};

QTEST_GUILESS_MAIN(TestCodecs)
#include "tst_codecs.moc"
