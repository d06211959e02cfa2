#include "core/io/byte_reader.h"
#include "core/io/byte_writer.h"

#include <QtTest>

using namespace traceglass;

class TestByteReader : public QObject
{
    Q_OBJECT

private slots:
    void readsFixedWidths()
    {
        ByteWriter out;
        out.u8(0x12);
        out.u16(0x3456);
        out.u32(0x789abcde);
        out.i64(-2);
        ByteReader in(out.bytes());
        QCOMPARE(in.u8(), std::uint8_t(0x12));
        QCOMPARE(in.u16(), std::uint16_t(0x3456));
        QCOMPARE(in.u32(), std::uint32_t(0x789abcde));
        QCOMPARE(in.i64(), std::int64_t(-2));
        QVERIFY(!in.failed());
        QVERIFY(in.atEnd());
    }

    void keepsTheFirstError()
    {
        const auto bytes = std::to_array<std::byte>({std::byte {1}, std::byte {2}, std::byte {3}});
        ByteReader in(bytes);
        in.u16();
        QCOMPARE(in.u32(), 0u);
        in.varint64();
        QCOMPARE(in.error(), ReadError::unexpectedEnd);
        QCOMPARE(in.errorOffset(), std::size_t(2));
        QCOMPARE(in.u8(), std::uint8_t(0));
    }

    void varints_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<quint64>("value");
        QTest::addColumn<int>("error");
        const auto none = int(ReadError::none);
        const auto tooLong = int(ReadError::numberTooLong);
        QTest::newRow("zero") << QByteArray::fromHex("00") << quint64(0) << none;
        QTest::newRow("127") << QByteArray::fromHex("7f") << quint64(127) << none;
        QTest::newRow("300") << QByteArray::fromHex("ac02") << quint64(300) << none;
        QTest::newRow("needless zero groups") << QByteArray::fromHex("818000") << quint64(1) << none;
        QTest::newRow("greatest") << QByteArray::fromHex("ffffffffffffffffff01") << ~quint64(0) << none;
        QTest::newRow("tenth byte too large")
            << QByteArray::fromHex("ffffffffffffffffff02") << quint64(0) << tooLong;
        QTest::newRow("eleven bytes")
            << QByteArray::fromHex("8080808080808080808000") << quint64(0) << tooLong;
        QTest::newRow("cut") << QByteArray::fromHex("80") << quint64(0) << int(ReadError::unexpectedEnd);
    }
    void varints()
    {
        QFETCH(QByteArray, bytes);
        ByteReader in(std::as_bytes(std::span(bytes.constData(), std::size_t(bytes.size()))));
        QTEST(quint64(in.varint64()), "value");
        QTEST(int(in.error()), "error");
    }

    void varint32HasFiveBytes()
    {
        const auto good = QByteArray::fromHex("ffffffff0f");
        ByteReader in(std::as_bytes(std::span(good.constData(), 5)));
        QCOMPARE(in.varint32(), ~0u);
        const auto bad = QByteArray::fromHex("ffffffff10");
        ByteReader other(std::as_bytes(std::span(bad.constData(), 5)));
        other.varint32();
        QCOMPARE(other.error(), ReadError::numberTooLong);
    }

    void wideVarintsRoundTrip()
    {
        for (const U128 value : {U128 {0, 0}, U128 {0, ~0ull}, U128 {1, 0}, U128 {~0ull, ~0ull},
                                 U128 {0x123456789abcdefull, 42}}) {
            ByteWriter out;
            out.varint(value);
            ByteReader in(out.bytes());
            QVERIFY(in.varint128() == value);
            QVERIFY(in.atEnd() && !in.failed());
        }
    }

    void countsAreBoundedByTheBytesLeft()
    {
        ByteWriter out;
        out.varint(3);
        out.zeros(8);
        ByteReader fits(out.bytes());
        QCOMPARE(fits.count(2), std::uint64_t(3));
        ByteReader tooMany(out.bytes());
        QCOMPARE(tooMany.count(3), std::uint64_t(0));
        QCOMPARE(tooMany.error(), ReadError::countTooLarge);
    }

    void badTextIsKeptAndNoted()
    {
        ByteWriter out;
        out.text("a\xff");
        out.text("good");
        ByteReader in(out.bytes());
        QCOMPARE(in.text(), std::string_view("a\xff"));
        QVERIFY(in.sawBadText());
        QCOMPARE(in.badTextOffset(), std::size_t(0));
        QCOMPARE(in.badTextLength(), std::size_t(3));
        QCOMPARE(in.text(), std::string_view("good"));
        QVERIFY(!in.failed());
    }

    void zigzagRoundTrips()
    {
        QCOMPARE(zigzag(-1), std::uint64_t(1));
        QCOMPARE(zigzag(1), std::uint64_t(2));
        for (const std::int64_t value : {std::int64_t(0), std::int64_t(-7), INT64_MAX, INT64_MIN})
            QCOMPARE(unzigzag(zigzag(value)), value);
    }
};

QTEST_GUILESS_MAIN(TestByteReader)
#include "tst_byte_reader.moc"
