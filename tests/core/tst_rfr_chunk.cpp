#include "core/base/limits.h"
#include "core/formats/rfr/demo/rfr_writer.h"
#include "core/formats/rfr/wire/rfr_chunk.h"
#include "core/formats/rfr/wire/rfr_pieces.h"
#include "core/formats/rfr/wire/rfr_stream.h"
#include "tests/support/counted_job.h"
#include "tests/support/rfr_stream_writer.h"
#include "tests/support/used_time.h"

#include <QtTest>

using namespace traceglass;
using namespace traceglass::rfr;

namespace {

// Header of a chunk at 1780000123 s that answers for one second, with its sequences to follow.
ByteWriter chunkHeader(std::uint64_t sequences, std::string_view label = "rfr-c/0.0.3")
{
    ByteWriter out;
    out.text(label);
    out.varint(1'780'000'123);
    out.varint(0);
    out.varint(1'000'000);
    out.varint(50);
    out.varint(250);
    out.varint(sequences);
    return out;
}

void sequenceHeader(ByteWriter& out, std::uint64_t id, std::uint64_t objects)
{
    out.varint(id);
    out.varint(50);
    out.varint(250);
    out.varint(objects);
}

void addRecord(ByteWriter& out, std::uint64_t micros, RecordKind kind, std::uint64_t iid)
{
    out.varint(micros);
    out.varint(std::uint64_t(kind));
    out.varint(iid);
}

}

class TestRfrChunk : public QObject
{
    Q_OBJECT

private slots:
    // The worked example of the format notes, byte for byte.
    void readsTheWorkedExample()
    {
        const auto bytes = QByteArray::fromHex("0b7266722d632f302e302e33"
                                               "fbcae2d006"
                                               "00c0843d"
                                               "32fa01"
                                               "01"
                                               "0132fa01"
                                               "01"
                                               "010780808080"
                                               "81ba15"
                                               "010a6669727374206c696665"
                                               "0000"
                                               "04"
                                               "320507"
                                               "3c0607"
                                               "6e0707"
                                               "fa010807");
        QCOMPARE(bytes.size(), 67);
        const DecodedChunk chunk = decodeChunk(std::as_bytes(std::span(bytes.constData(), 67)));
        QVERIFY(chunk.diagnostics.empty());
        QCOMPARE(chunk.header.baseSeconds, std::uint64_t(1'780'000'123));
        QCOMPARE(chunk.sequences.size(), std::size_t(1));
        const Sequence& sequence = chunk.sequences[0];
        QCOMPARE(sequence.objects.size(), std::size_t(1));
        QCOMPARE(sequence.objects[0].iid, std::uint64_t(7));
        QCOMPARE(sequence.micros, (std::vector<std::uint64_t> {50, 60, 110, 250}));
        QCOMPARE(sequence.kinds,
                 (std::vector<RecordKind> {RecordKind::taskNew, RecordKind::taskPollStart,
                                           RecordKind::taskPollEnd, RecordKind::taskDrop}));
        QCOMPARE(sequence.ids, (std::vector<std::uint64_t> {7, 7, 7, 7}));
        QCOMPARE(sequence.recordOffset(0), std::uint64_t(54));
        QCOMPARE(sequence.recordEnd(3), std::uint64_t(67));
        ByteReader in(std::as_bytes(std::span(bytes.constData(), 67)));
        in.seek(sequence.objects[0].body);
        const TaskObject task = readTaskObject(in);
        QCOMPARE(task.name, std::string_view("first life"));
        QCOMPARE(task.callsite, std::uint64_t(0x55d010000000));
        QVERIFY(!task.context);
    }

    // The fast path (plain records, wakers, ids of every length) against ByteReader, at every alignment with
    // its windows.
    void fastAndSlowPathAgree()
    {
        std::vector<std::uint64_t> micros, ids;
        std::vector<RecordKind> kinds;
        ByteWriter out = chunkHeader(1);
        sequenceHeader(out, 1, 0);
        constexpr std::uint64_t kRecords = 5000;
        out.varint(kRecords);
        std::uint64_t seed = 1;
        for (std::uint64_t i = 0; i < kRecords; ++i) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            const std::uint64_t iid = seed >> (seed & 63);
            const auto kind = RecordKind(seed >> 32 & 0xff) < RecordKind::end && (seed >> 32 & 0xff) % 13 != 4
                ? RecordKind(seed >> 32 & 0xff)
                : RecordKind::taskPollStart;
            micros.push_back(i * 17);
            kinds.push_back(kind);
            ids.push_back(iid);
            out.varint(i * 17);
            if (i % 50 == 0) { // a needlessly long kind
                out.u8(std::uint8_t(0x80 | std::uint8_t(kind)));
                out.u8(0);
            } else {
                out.varint(std::uint64_t(kind));
            }
            if (isWaker(kind))
                writeWaker(out, {iid, seed & 1 ? std::optional(seed) : std::nullopt});
            else
                out.varint(iid);
        }
        const DecodedChunk chunk = decodeChunk(out.bytes());
        QVERIFY2(chunk.diagnostics.empty(),
                 chunk.diagnostics.empty() ? "" : chunk.diagnostics[0].message().c_str());
        QCOMPARE(chunk.sequences[0].micros, micros);
        QCOMPARE(chunk.sequences[0].kinds, kinds);
        QCOMPARE(chunk.sequences[0].ids, ids);
    }

    void everyPrefixIsSafeAndKeepsWhatIsWhole()
    {
        RecordingWriter writer;
        writer.addTask(
            {.iid = 9, .callsite = 1, .taskId = 3, .name = "upload", .kind = {4, "green"}, .context = 8});
        for (std::uint64_t i = 0; i < 40; ++i) {
            writer.record(1 + i % 2, 1'780'000'123'000'000 + i,
                          i % 4 < 2 ? RecordKind::taskPollStart : RecordKind::taskPollEnd, 9);
            writer.event(1, 1'780'000'123'000'000 + i,
                         {5,
                          {Parent::Kind::explicitId, 9},
                          {std::string_view("text"), true, I64 {-5}},
                          {{"name", F64 {1}}}});
        }
        const auto bytes = writer.chunks().front().bytes;
        const DecodedChunk whole = decodeChunk(bytes);
        QVERIFY(whole.diagnostics.empty());
        std::uint64_t last = 0;
        for (std::size_t length = 0; length < bytes.size(); ++length) {
            const DecodedChunk part = decodeChunk(std::span(bytes).first(length));
            QVERIFY(part.records >= last && part.records < whole.records);
            QCOMPARE(part.diagnostics.size(), std::size_t(1));
            last = part.records;
        }
    }

    void faults_data()
    {
        QTest::addColumn<QByteArray>("record");
        QTest::addColumn<int>("code");
        QTest::newRow("kind 42") << QByteArray::fromHex("01"
                                                        "2a"
                                                        "07")
                                 << int(Code::RfrBadTag);
        QTest::newRow("time of twelve bytes") << QByteArray::fromHex("808080808080808080808080"
                                                                     "06"
                                                                     "07")
                                              << int(Code::RfrNumberTooLong);
        QTest::newRow("context flag 2") << QByteArray::fromHex("01"
                                                               "09"
                                                               "07"
                                                               "02")
                                        << int(Code::RfrBadTag);
        QTest::newRow("event with absurd count") << QByteArray::fromHex("01"
                                                                        "04"
                                                                        "07"
                                                                        "00"
                                                                        "ffffff7f"
                                                                        "00")
                                                 << int(Code::RfrCountTooLarge);
    }
    void faults()
    {
        QFETCH(QByteArray, record);
        ByteWriter out = chunkHeader(1);
        sequenceHeader(out, 1, 0);
        out.varint(3);
        addRecord(out, 50, RecordKind::taskPollStart, 7);
        const std::size_t place = out.size();
        out.raw(std::string_view(record.constData(), std::size_t(record.size())));
        addRecord(out, 60, RecordKind::taskPollEnd, 7);
        const DecodedChunk chunk = decodeChunk(out.bytes());
        QCOMPARE(chunk.records, std::uint64_t(1));
        QCOMPARE(chunk.diagnostics.size(), std::size_t(1));
        QTEST(int(chunk.diagnostics[0].code), "code");
        QVERIFY(chunk.diagnostics[0].range->offset >= place);
    }

    // Five bytes each took two hundred in memory.
    void aChunkHasSoManySequencesAtMost()
    {
        for (const std::uint64_t more : {0u, 1u}) {
            ByteWriter out = chunkHeader(limits::kRfrSequences + more);
            const std::size_t header = out.size();
            out.zeros((limits::kRfrSequences + more) * 5);
            const DecodedChunk chunk = decodeChunk(out.bytes());
            QCOMPARE(chunk.sequences.size(), std::size_t(limits::kRfrSequences));
            QCOMPARE(chunk.diagnostics.size(), std::size_t(more));
            if (more == 0)
                continue;
            QCOMPARE(chunk.diagnostics[0].code, Code::RfrTooManySequences);
            QVERIFY(chunk.diagnostics[0].range
                    == (ByteRange {SourceId {}, header + limits::kRfrSequences * 5, 5}));
        }
    }

    void absurdCountsAllocateNothing()
    {
        ByteWriter sequences = chunkHeader(~0ull);
        sequenceHeader(sequences, 1, 0);
        sequences.varint(1);
        addRecord(sequences, 50, RecordKind::taskNew, 7);
        QCOMPARE(decodeChunk(sequences.bytes()).records, std::uint64_t(1));

        ByteWriter records = chunkHeader(1);
        sequenceHeader(records, 1, 0);
        records.varint(34'000'000'000ull);
        addRecord(records, 50, RecordKind::taskNew, 7);
        const DecodedChunk chunk = decodeChunk(records.bytes());
        QCOMPARE(chunk.diagnostics.front().code, Code::RfrCountTooLarge);
        QCOMPARE(chunk.records, std::uint64_t(0));
    }

    // A chunk may have gigabytes: 4,096 records are read between two looks at the job, and no fault is made of the rest.
    void decodingStops()
    {
        constexpr std::uint64_t kRecords = 100'000;
        ByteWriter out = chunkHeader(1);
        sequenceHeader(out, 1, 0);
        out.varint(kRecords);
        for (std::uint64_t i = 0; i < kRecords; ++i)
            addRecord(out, 50 + i, RecordKind::taskNew, 7);
        CountedJob whole;
        QCOMPARE(decodeChunk(out.bytes(), whole).records, kRecords);
        QVERIFY(whole.asked() >= kRecords / 4096);
        for (std::uint64_t answers = 0; answers < whole.asked(); ++answers) {
            CountedJob job(answers);
            const DecodedChunk chunk = decodeChunk(out.bytes(), job);
            QVERIFY(chunk.records <= answers * 4096);
            QVERIFY(chunk.diagnostics.empty());
            QVERIFY(job.asked() <= answers + 3);
        }
    }

    void leftOverBytesAreOneWarning()
    {
        ByteWriter out = chunkHeader(0);
        out.zeros(14);
        const DecodedChunk chunk = decodeChunk(out.bytes());
        QCOMPARE(chunk.diagnostics.size(), std::size_t(1));
        QCOMPARE(chunk.diagnostics[0].code, Code::RfrLeftOverBytes);
        QCOMPARE(chunk.diagnostics[0].range->length, std::uint64_t(14));
    }

    void labels()
    {
        QVERIFY(readChunkHeader(chunkHeader(0, "rfr-c/0.0.2").bytes()));
        const auto newer = readChunkHeader(chunkHeader(0, "rfr-c/0.0.9").bytes());
        QCOMPARE(newer.error().code, Code::RfrUnsupportedVersion);
        QCOMPARE(newer.error().detail, std::string("rfr-c/0.0.9"));
        QCOMPARE(readChunkHeader({}).error().code, Code::RfrChunkEmpty);
        QCOMPARE(readChunkHeader(std::as_bytes(std::span("hello", 5))).error().code,
                 Code::RfrChunkUnreadable);
    }

    void valuesRoundTrip()
    {
        const std::vector<rfr::WireValue> values = {F64 {0x7ff8000000000000},
                                                    I64 {INT64_MIN},
                                                    ~std::uint64_t(0),
                                                    I128 {{~0ull, ~0ull}},
                                                    I128 {{0x7fffffffffffffff, ~0ull}},
                                                    U128 {1, 0},
                                                    true,
                                                    std::string_view("tab\t🦀")};
        const std::vector<std::string> texts = {"NaN",
                                                "-9223372036854775808",
                                                "18446744073709551615",
                                                "-1",
                                                "170141183460469231731687303715884105727",
                                                "18446744073709551616",
                                                "true",
                                                "tab\t🦀"};
        for (std::size_t i = 0; i < values.size(); ++i) {
            ByteWriter out;
            writeFieldValue(out, values[i]);
            ByteReader in(out.bytes());
            const rfr::WireValue read = readFieldValue(in);
            QVERIFY(!in.failed() && in.atEnd());
            QCOMPARE(valueText(read), texts[i]);
            QCOMPARE(typeName(read), typeName(values[i]));
        }
    }

    void streams()
    {
        StreamWriter writer;
        writer.task(1'000'000, {.iid = 7, .callsite = 1, .taskId = 2, .name = "t"});
        writer.record(1'000'001, RecordKind::taskNew, 7);
        writer.waker(1'000'002, RecordKind::wakerDrop, {7, 8});
        writer.record(1'000'003, RecordKind::spanClose, 9);
        writer.end(1'000'004);
        StreamReader reader(writer.bytes());
        const DecodedChunk piece = reader.next();
        QVERIFY(reader.atEnd() && piece.diagnostics.empty());
        QCOMPARE(piece.sequences[0].kinds,
                 (std::vector<RecordKind> {RecordKind::taskObject, RecordKind::taskNew, RecordKind::wakerDrop,
                                           RecordKind::spanClose, RecordKind::end}));
        QCOMPARE(piece.sequences[0].micros.back(), std::uint64_t(1'000'004));

        std::vector<std::byte> more = writer.bytes();
        more.push_back(std::byte {1});
        QCOMPARE(StreamReader(more).next().diagnostics.front().code, Code::RfrBytesAfterEnd);
        more.resize(more.size() - 3);
        QCOMPARE(StreamReader(more).next().diagnostics.front().code, Code::RfrUnexpectedEnd);
    }

    // The sequence of an offset is not looked for one by one: there may be tens of thousands.
    void findingRecordsCostsNoMoreAmongManySequences()
    {
        const auto costs = [](std::uint64_t sequences) {
            ByteWriter out = chunkHeader(sequences);
            for (std::uint64_t i = 0; i < sequences; ++i) {
                sequenceHeader(out, i, 0);
                out.varint(std::uint64_t(1));
                addRecord(out, 50, RecordKind::taskNew, i);
            }
            auto piece = std::make_shared<Piece>();
            piece->decoded = decodeChunk(out.bytes());
            const auto& all = piece->decoded.sequences;
            const std::int64_t begin = usedNs();
            for (std::size_t i = 0; i < all.size(); ++i) {
                const PieceRecord found = recordAt(piece, all[i].recordOffset(0));
                if (!found || found.sequence != &all[i] || recordAt(piece, all[i].offset))
                    return std::int64_t(-1);
            }
            return all.size() == sequences ? usedNs() - begin : -1;
        };
        std::int64_t half = INT64_MAX;
        std::int64_t whole = INT64_MAX;
        for (int i = 0; i < 3; ++i) {
            half = std::min(half, costs(20'000));
            whole = std::min(whole, costs(40'000));
        }
        QVERIFY(half > 0 && whole > 0);
        QVERIFY2(whole < 3 * half, qPrintable(QString("%1 ns, then %2 ns").arg(half).arg(whole)));
    }
};

QTEST_GUILESS_MAIN(TestRfrChunk)
#include "tst_rfr_chunk.moc"
