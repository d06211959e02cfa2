// Reading a stream while it is being decoded gives what reading it afterwards gives: in pieces of any size,
// cut anywhere, stopped at any moment.
#include "core/ask/capture.h"
#include "core/formats/cjfr/cjfr_document.h"
#include "core/formats/cjfr/demo/cjfr_demo.h"
#include "core/io/file.h"
#include "tests/support/cjfr_bytes.h"
#include "tests/support/compressed.h"
#include "tests/support/corpus.h"
#include "tests/support/open_condensed.h"
#include "tests/support/unstopped.h"

#include <QTemporaryDir>
#include <QTest>
#include <random>
#include <thread>

using namespace traceglass;
using namespace traceglass::cjfr;

namespace {

constexpr std::uint64_t kXzBlock = 64 * 1024;

std::unique_ptr<CjfrDocument> openCjfr(const std::filesystem::path& path)
{
    auto document = openCondensed(path);
    return document ? std::unique_ptr<CjfrDocument>(static_cast<CjfrDocument*>(document->release()))
                    : nullptr;
}

// What of an index matters to those who read with it, as text: shows where two differ.
QStringList words(const StreamIndex& index)
{
    QStringList out;
    const auto add = [&](const char* name, auto value) {
        out << QStringLiteral("%1 %2").arg(QLatin1String(name)).arg(value);
    };
    add("bytes", index.bytes.size());
    add("end", index.end);
    add("messages", index.messages);
    add("footer mark", index.sawFooterMark);
    add("fault", index.fault ? static_cast<int>(index.fault->fault) : -1);
    add("fault at", index.fault ? index.fault->offset : 0);
    add("in message", index.fault ? index.fault->message : 0);
    out << QString::fromStdString(index.fault ? index.fault->problem : std::string());
    add("ticks", index.ticksPerSecond.value_or(-1));
    add("first", index.firstStartNs.value_or(-1));
    add("last", index.lastEndNs.value_or(-1));
    for (const std::uint64_t count : index.counts)
        add("count", count);
    for (const Checkpoint& checkpoint : index.checkpoints)
        add("checkpoint", checkpoint.offset), add("base", checkpoint.baseNs);
    for (std::size_t i = 0; i < index.types.count(); ++i) {
        const Type& type = index.types.at(i);
        add("type", type.id), add("at", type.offset), add("length", type.length);
        add("times", index.holdsTimes(type) ? 1 : 0);
    }
    for (const Cache& cache : index.types.caches()) {
        add("cache of", cache.type->id), add("holder", cache.holderId);
        for (const std::uint64_t entry : cache.entries)
            add("entry", entry);
    }
    return out;
}

QStringList scannedWhole(std::span<const std::byte> bytes, std::uint64_t begin, Numbering numbering)
{
    StreamScan scan(bytes, begin, numbering);
    Job job;
    scan.run(job);
    return words(*scan.take());
}

// As if a decoder handed out `piece` bytes more whenever it is asked.
QStringList scannedInPieces(std::span<const std::byte> bytes, std::uint64_t begin, Numbering numbering,
                            std::uint64_t piece)
{
    std::uint64_t known = std::min<std::uint64_t>(bytes.size(), begin + piece);
    StreamScan scan(bytes.first(static_cast<std::size_t>(known)), begin, numbering);
    Job job;
    scan.run(job, [&](std::uint64_t wanted) {
        known = std::min<std::uint64_t>(std::max(wanted, known + piece), bytes.size());
        return bytes.first(static_cast<std::size_t>(known));
    });
    const auto index = scan.take();
    index->bytes = bytes;
    return words(*index);
}

// The stream of a file, decoded by nothing but its decoder.
Bytes plainStream(const CjfrFile& file)
{
    const ByteRange stored = file.storedStream();
    const auto decoder = makeDecoder(*file.header().codec);
    decoder->start(file.mapped(), stored.offset, stored.length, std::uint64_t(1) << 30,
                   StreamDecoder::Rest::endsTheData);
    Bytes out, piece(100'000);
    while (decoder->state() == StreamDecoder::State::more) {
        const std::size_t got = decoder->read(piece);
        out.insert(out.end(), piece.begin(), piece.begin() + static_cast<std::ptrdiff_t>(got));
    }
    return out;
}

// Events with texts of any length, new and old: many messages end behind any border between pieces.
Bytes stream(int events)
{
    std::mt19937 random(7);
    CjfrBytes out;
    out.jfr(1000, 1'700'000'000'000'000'000);
    out.stringType(30);
    out.structType(31, "jdk.Event", {{"startTime", 20, 0, 1}, {"text", 30, 2}, {"more", 30, 3}, {"n", 1}});
    for (int i = 0; i < events; ++i) {
        out.message(31).uv(random() % 5);
        for (int field = 0; field < 2; ++field) {
            if (i < 3 || random() % 16 == 0)
                out.uv(1).str(std::string(random() % (i % 500 == 0 ? 20'000 : 60), 'x'));
            else
                out.uv(2 + random() % 3);
        }
        out.sv(static_cast<std::int64_t>(random()) - (1 << 30));
    }
    return {out.bytes().begin(), out.bytes().end()};
}

Bytes fileOf(std::string_view codec, const Bytes& stored)
{
    CjfrBytes out(codec);
    out.raw(stored);
    return {out.bytes().begin(), out.bytes().end()};
}

}

class TestCjfrScan : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    std::filesystem::path written(const Bytes& bytes) const
    {
        const std::filesystem::path path = m_folder.filePath("test.cjfr").toStdString();
        return writeFile(path, bytes) ? path : std::filesystem::path();
    }

private slots:
    void inPiecesOfAnySize()
    {
        const Bytes bytes = stream(3'000);
        const QStringList whole = scannedWhole(bytes, 0, Numbering::tool);
        QVERIFY(whole.contains("messages 3002"));
        for (const std::uint64_t piece : {1u, 7u, 1'000u, 65'536u})
            QCOMPARE(scannedInPieces(bytes, 0, Numbering::tool, piece), whole);
    }

    void cutAnywhere()
    {
        const Bytes bytes = stream(600);
        for (std::size_t length = 0; length < bytes.size(); length += 1 + length / 97) {
            const auto part = std::span(bytes).first(length);
            QCOMPARE(scannedInPieces(part, 0, Numbering::tool, 333), scannedWhole(part, 0, Numbering::tool));
        }
    }

    void withAnyByteBroken()
    {
        const Bytes bytes = stream(400);
        for (std::size_t at = 0; at < bytes.size(); at += 1 + bytes.size() / 200) {
            Bytes broken = bytes;
            broken[at] ^= std::byte(0x81);
            const QStringList whole = scannedWhole(broken, 0, Numbering::tool);
            QStringList pieces = scannedInPieces(broken, 0, Numbering::tool, 50);
            QCOMPARE(pieces, whole);
        }
    }

    // A message that grows piece by piece is not read again for each of them, and what it holds is counted once.
    void aLongMessageIsNotReadTooOften()
    {
        CjfrBytes out;
        out.arrayType(30, 1);
        out.structType(31, "nothing", {});
        out.arrayType(32, 31);
        out.structType(33, "both", {{"nothing", 32}, {"numbers", 30}});
        constexpr std::uint64_t kCount = 400'000, kEmpty = 60'000;
        out.message(33).uv(kEmpty).uv(kCount);
        for (std::uint64_t i = 0; i < kCount; ++i)
            out.sv(1);
        const Bytes bytes(out.bytes().begin(), out.bytes().end());
        int asked = 0;
        std::size_t known = 10;
        const std::span<const std::byte> all(bytes);
        StreamScan scan(all.first(known), 0, Numbering::tool);
        Job job;
        scan.run(job, [&](std::uint64_t wanted) {
            ++asked;
            known = std::min(std::max<std::size_t>(wanted, known + 10), bytes.size());
            return all.first(known);
        });
        QCOMPARE(scan.index().messages, std::uint64_t(1));
        QVERIFY2(asked < 30, qPrintable(QString::number(asked)));
    }

    void corpusFiles()
    {
        std::error_code error;
        if (!std::filesystem::is_directory(corpus("cjfr"), error))
            QSKIP(kNoCorpus);
        int compared = 0;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(corpus("cjfr"))) {
            if (entry.path().extension() != ".cjfr")
                continue;
            const auto document = openCjfr(entry.path());
            if (!document)
                continue; // rejected
            Job job;
            const auto index = document->file().indexNow(job);
            QVERIFY2(index, entry.path().c_str());
            QStringList ours = words(**index);
            const Bytes plain = document->file().isCompressed() ? plainStream(document->file()) : Bytes();
            const auto kept = (*index)->bytes;
            if (document->file().isCompressed())
                QVERIFY2(std::equal(kept.begin(), kept.end(), plain.begin(),
                                    plain.begin() + static_cast<std::ptrdiff_t>(kept.size())),
                         entry.path().c_str());
            const Numbering numbering = (*index)->types.numbering();
            QCOMPARE(scannedWhole(kept, (*index)->begin, numbering), ours);
            for (const std::uint64_t piece : {11u, 4'096u})
                QCOMPARE(scannedInPieces(kept, (*index)->begin, numbering, piece), ours);
            ++compared;
        }
        QVERIFY(compared > 50);
    }

    void everyCodecOfARecording()
    {
        const std::filesystem::path path = m_folder.filePath("recording.cjfr").toStdString();
        QStringList first;
        for (const std::optional<Codec> codec :
             {std::optional<Codec> {}, std::optional(Codec::lz4), std::optional(Codec::zstd),
              std::optional(Codec::gzip), std::optional(Codec::xz), std::optional(Codec::bzip2)}) {
            QVERIFY(writeRecording(path, 40'000, codec));
            const auto document = openCjfr(path);
            QVERIFY(document);
            Job job;
            const auto index = document->file().indexNow(job);
            QVERIFY(index && !(*index)->fault);
            QCOMPARE((*index)->events(), std::uint64_t(40'000));
            QVERIFY(document->problems().kept() == 0);
            if (codec) {
                QVERIFY(job.done() > 0 && job.done() <= job.total());
                const Bytes plain = plainStream(document->file());
                QVERIFY(std::ranges::equal((*index)->bytes, plain));
                const QStringList ours = words(**index);
                QCOMPARE(ours, scannedWhole(plain, 0, Numbering::tool));
                if (first.isEmpty())
                    first = ours;
                QCOMPARE(ours, first);
            }
        }
    }

    // Decoding ends at a message that cannot be read, at the same place however far it was ahead.
    void nothingIsDecodedFarBehindADamage()
    {
        Bytes bytes = stream(100'000);
        const std::size_t damage = bytes.size();
        CjfrBytes bad;
        bad.message(9);
        bytes.insert(bytes.end(), bad.bytes().begin(), bad.bytes().end());
        bytes.resize(bytes.size() + (40u << 20));
        const auto path = written(fileOf("XZ", xzOfBlocks(bytes, kXzBlock)));
        for (int run = 0; run < 3; ++run) {
            const auto document = openCjfr(path);
            Job job;
            const auto index = document->file().indexNow(job);
            QVERIFY(index && (*index)->fault);
            QCOMPARE((*index)->fault->offset, std::uint64_t(damage));
            QCOMPARE((*index)->bytes.size(), std::size_t(4u << 20));
            QCOMPARE((*document->source(SourceId(1)))->size(), std::uint64_t(4u << 20));
        }
    }

    void stoppedAtAnyMoment()
    {
        const Bytes bytes = stream(200'000);
        const auto path = written(fileOf("XZ", xzOfBlocks(bytes, kXzBlock)));
        const QStringList whole = scannedWhole(bytes, 0, Numbering::tool);
        std::mt19937 random(3);
        int stopped = 0;
        for (int run = 0; run < 12; ++run) {
            const auto document = openCjfr(path);
            std::stop_source stop;
            std::jthread other([&] {
                std::this_thread::sleep_for(std::chrono::microseconds(random() % 40'000));
                stop.request_stop();
            });
            Job job(stop.get_token());
            const auto index = document->file().indexNow(job);
            stopped += index ? 0 : 1;
            if (!index)
                QCOMPARE(index.error().code, Code::Stopped);
            Job again;
            const auto full = document->file().indexNow(again);
            QVERIFY(full);
            QCOMPARE(words(**full), whole);
        }
        QVERIFY(stopped > 0);
    }

    // Somebody who waits for another's reading can be stopped too, and reads on when that one gives up.
    void severalReadersAtOnce()
    {
        const Bytes bytes = stream(200'000);
        const auto path = written(fileOf("XZ", xzOfBlocks(bytes, kXzBlock)));
        const auto document = openCjfr(path);
        std::stop_source stop;
        std::atomic<int> got = 0, gaveUp = 0;
        {
            std::vector<std::jthread> readers;
            for (int i = 0; i < 4; ++i) {
                readers.emplace_back([&, i] {
                    Job job(i % 2 == 0 ? stop.get_token() : std::stop_token());
                    ++(document->file().indexNow(job) ? got : gaveUp);
                });
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
            stop.request_stop();
        }
        QCOMPARE(got + gaveUp, 4);
        QVERIFY(got >= 2);
    }

    // A question about the structure reads what is short at once. Of a long stream it shows what is known
    // without it, until somebody who has time has read it.
    void aLongStreamIsNotReadInPassing()
    {
        const auto shortOne = openCjfr(written(fileOf("XZ", xzOfBlocks(stream(2'000), kXzBlock))));
        const Structure& atOnce = *shortOne->structure();
        QCOMPARE(atOnce.children(atOnce.root().id, 4, 1)->front().value, std::string("2,002"));

        CjfrBytes bytes;
        bytes.jfr(1000, 1'700'000'000'000'000'000);
        bytes.stringType(30);
        std::mt19937 random(7);
        constexpr std::size_t kText = 1u << 20, kTexts = 12;
        for (std::size_t i = 0; i < kTexts; ++i) {
            std::string text(kText, ' ');
            for (char& letter : text)
                letter = static_cast<char>(' ' + random() % 64); // six bits of eight stay
            bytes.message(30).str(text);
        }
        const auto path =
            written(fileOf("GZIP", deflated({bytes.bytes().begin(), bytes.bytes().end()}, kGzip)));
        const auto document = openCjfr(path);
        const Structure& tree = *document->structure();
        const auto before = tree.children(tree.root().id, 0, 10);
        QVERIFY(before && before->size() == 5);
        QCOMPARE(before->at(0).label, std::string("header"));
        QCOMPARE(before->at(4).value, std::string("not read yet"));
        QCOMPARE(*tree.childCount(before->at(4).id), std::uint64_t(0));
        const auto source = *document->source(SourceId(1));
        QVERIFY2(source->size() <= 2u << 20, "opening decodes the first messages and no more");
        QVERIFY(!canKeep(*document));
        Job job;
        QVERIFY(document->file().indexNow(job));
        QCOMPARE(*tree.childCount(before->at(4).id), std::uint64_t(kTexts + 2));
        QCOMPARE(tree.children(tree.root().id, 4, 1)->front().value, std::string("14"));
    }

    // What a window wants to know at once takes reading a short stream: nobody waits for that who has cancelled it.
    void aCancelledOpeningReadsNoStream()
    {
        const auto path = written(fileOf("XZ", xzOfBlocks(stream(2'000), kXzBlock)));
        std::stop_source stop;
        stop.request_stop();
        const std::shared_ptr<const CjfrDocument> cancelled = openCjfr(path), opened = openCjfr(path);
        const Capture unwanted(cancelled, Job(stop.get_token())), wanted(opened);
        QVERIFY(!cancelled->file().knownIndex());
        QVERIFY(opened->file().knownIndex());
    }

    // Nor does it wait for somebody else who reads it.
    void whoAsksWhileItIsReadWaitsForNothing()
    {
        struct Asks : EventSink
        {
            explicit Asks(const CjfrFile& asked)
                : file(asked)
            {
            }
            void begin(const StreamIndex&) override
            {
                sawNothing = !file.indexAtHand({}) && !file.knownIndex();
            }
            const KeptFields* wants(const Type&) override { return nullptr; }
            void take(const Message&, const Kept&) override { }

            const CjfrFile& file;
            bool sawNothing = false;
        };
        const auto document = openCjfr(written(fileOf("XZ", xzOfBlocks(stream(2'000), kXzBlock))));
        Asks asks(document->file());
        Job job;
        QVERIFY(document->file().indexNow(job, &asks));
        QVERIFY(asks.sawNothing);
        QVERIFY(document->file().indexAtHand({}));
    }

    // Each member of the stream is a block of its own, and bytes say which they come from.
    void membersAreBlocks()
    {
        const Bytes bytes = stream(3'000);
        const auto half = static_cast<std::ptrdiff_t>(bytes.size() / 2);
        const Bytes first = xzOfBlocks({bytes.begin(), bytes.begin() + half}, kXzBlock);
        const Bytes second = xzOfBlocks({bytes.begin() + half, bytes.end()}, kXzBlock);
        Bytes both = first;
        both.insert(both.end(), second.begin(), second.end());
        const auto document = openCjfr(written(fileOf("XZ", both)));
        const Structure& tree = *document->structure();
        const ByteRange late {SourceId(1), static_cast<std::uint64_t>(half) + 9, 1};
        Job job;
        QVERIFY(document->file().indexNow(job));
        const std::uint64_t begin = document->file().storedStream().offset;
        std::vector<ByteRange> blocks;
        tree.blocks(SourceId(0), [&](const Block& block) {
            blocks.push_back(block.range);
            return true;
        });
        QCOMPARE(blocks, (std::vector<ByteRange> {{SourceId(0), 0, begin},
                                                  {SourceId(0), begin, first.size()},
                                                  {SourceId(0), begin + first.size(), second.size()}}));
        QCOMPARE(tree.stored({SourceId(1), 5, 1}), std::optional(blocks[1]));
        QCOMPARE(tree.stored(late), std::optional(blocks[2]));
        QCOMPARE(tree.stored({SourceId(1), static_cast<std::uint64_t>(half) - 1, 2}),
                 std::optional(ByteRange {SourceId(0), begin, both.size()}));
        QVERIFY(!tree.stored({SourceId(0), begin, 1}));
    }

    // The blocks of a source lie one behind the other, and what is lost is told.
    void blocksSayWhatIsLost()
    {
        using State = Block::State;
        const auto states = [](const Document& document, SourceId source) {
            std::vector<State> out;
            std::uint64_t end = 0;
            bool isOrdered = true;
            document.structure()->blocks(source, [&](const Block& block) {
                isOrdered = isOrdered && block.range.source == source && block.range.offset >= end
                    && block.range.length > 0 && document.structure()->node(block.node);
                end = block.range.end();
                out.push_back(block.state);
                return true;
            });
            return isOrdered ? out : std::vector<State>();
        };
        using States = std::vector<State>;
        Bytes bytes = stream(3'000);
        const Bytes packed = xzOfBlocks(bytes, kXzBlock);
        const auto sound = openCjfr(written(fileOf("XZ", packed)));
        QCOMPARE(states(*sound, SourceId(0)), (States {State::good, State::unread}));
        QCOMPARE(states(*sound, SourceId(1)), (States {State::unread}));
        Job job;
        QVERIFY(sound->file().indexNow(job));
        QCOMPARE(states(*sound, SourceId(0)), (States {State::good, State::good}));
        QCOMPARE(states(*sound, SourceId(1)), (States {State::good, State::good, State::good}));
        QVERIFY(states(*sound, SourceId(2)).empty());

        const Bytes half(packed.begin(), packed.begin() + static_cast<std::ptrdiff_t>(packed.size() / 2));
        const auto cut = openCjfr(written(fileOf("XZ", half)));
        QVERIFY(cut->file().indexNow(job));
        QCOMPARE(states(*cut, SourceId(0)).back(), State::lost);

        CjfrBytes bad;
        bad.message(9).zeros(100);
        bytes.insert(bytes.end(), bad.bytes().begin(), bad.bytes().end());
        const auto damaged = openCjfr(written(fileOf("NONE", bytes)));
        QVERIFY(damaged->file().indexNow(job));
        QCOMPARE(states(*damaged, SourceId(0)),
                 (States {State::good, State::good, State::good, State::good, State::lost}));
    }
};

QTEST_GUILESS_MAIN(TestCjfrScan)
#include "tst_cjfr_scan.moc"
