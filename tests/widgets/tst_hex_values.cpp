// The numbers, times and characters of "As bytes", and the offsets and patterns people type.
#include "core/ask/byte_search.h"
#include "core/io/byte_source.h"
#include "core/io/byte_writer.h"
#include "widgets/hex/byte_values.h"

#include <QtTest>

using namespace traceglass;

namespace {

ByteValue row(const std::vector<ByteValue>& rows, std::string_view label)
{
    const auto found =
        std::find_if(rows.begin(), rows.end(), [&](const ByteValue& r) { return r.label == label; });
    return found == rows.end() ? ByteValue {} : *found;
}

std::vector<std::byte> bytesOf(std::initializer_list<int> values)
{
    std::vector<std::byte> out;
    for (const int value : values)
        out.push_back(static_cast<std::byte>(value));
    return out;
}

std::vector<std::uint64_t> find(const std::vector<std::byte>& bytes, std::string_view pattern,
                                bool ignoreCase = false)
{
    Job job;
    std::vector<std::uint64_t> out;
    for (const SearchHit& hit :
         searchBytes(MemorySource("m", bytes), parseBytePattern(pattern, ignoreCase).needles, job).hits)
        out.push_back(hit.offset);
    return out;
}

using Offsets = std::vector<std::uint64_t>;

}

class TestHexValues : public QObject
{
    Q_OBJECT

private slots:
    void integersInBothOrders()
    {
        // The first bytes of the record in the design picture.
        const auto rows = byteValues(bytesOf({0xe8, 0xf9, 0x28, 0x06, 0xa2, 0x81, 0x80, 0x80}));
        QCOMPARE(row(rows, "u8").little, "232");
        QCOMPARE(row(rows, "i8").little, "−24");
        QCOMPARE(row(rows, "i16").little, "−1,560");
        QCOMPARE(row(rows, "i16").big, "−5,895");
        QCOMPARE(row(rows, "u32").little, "103,348,712");
        QCOMPARE(row(rows, "u32").big, "3,908,642,822");
        QCOMPARE(row(rows, "i32").big, "−386,324,474");
        QCOMPARE(row(rows, "u64").little, "9,259,543,366,761,773,544");
        QCOMPARE(row(rows, "LEB128").little, "670,952");
        QCOMPARE(row(rows, "LEB128").length, std::size_t(3));
        QCOMPARE(row(rows, "zigzag").little, "335,476");
        QVERIFY(!row(rows, "UTF-8").valid);
        QVERIFY(!row(rows, "timespec").valid);
    }

    void smallestNumbers()
    {
        const auto rows = byteValues(bytesOf({0, 0, 0, 0, 0, 0, 0, 0x80}));
        QCOMPARE(row(rows, "i64").little, "−9,223,372,036,854,775,808");
        QCOMPARE(row(rows, "LEB128").little, "0");
    }

    void signedLeb128()
    {
        QCOMPARE(row(byteValues(bytesOf({0x7f})), "sLEB128").little, "−1");
        QCOMPARE(row(byteValues(bytesOf({0xc0, 0xbb, 0x78})), "sLEB128").little, "−123,456");
        QCOMPARE(row(byteValues(bytesOf({0x3f})), "sLEB128").little, "63");
        QVERIFY(!row(byteValues(bytesOf({0x80, 0x80})), "sLEB128").valid);
        QVERIFY(!row(byteValues(bytesOf({0x80, 0x80})), "LEB128").valid);
        // Ten groups: the smallest int64, and one that does not fit.
        QCOMPARE(
            row(byteValues(bytesOf({0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x7f})), "sLEB128")
                .little,
            "−9,223,372,036,854,775,808");
        QVERIFY(
            !row(byteValues(bytesOf({0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x3f})), "sLEB128")
                 .valid);
    }

    void floats()
    {
        ByteWriter out;
        out.f64(-0.25);
        const auto rows = byteValues(out.bytes());
        QCOMPARE(row(rows, "f64").little, "−0.25");
        QVERIFY(row(rows, "f32").valid);
        ByteWriter infinite;
        infinite.u32(0x7f800000);
        QCOMPARE(row(byteValues(infinite.bytes()), "f32").little, "∞");
    }

    void times()
    {
        ByteWriter spec;
        spec.u64(1'780'000'124);
        spec.u32(457'262'000);
        QCOMPARE(row(byteValues(spec.bytes()), "timespec").little, "2026-05-28 20:28:44.457262");
        ByteWriter ms;
        ms.u64(1'780'000'124'457);
        QCOMPARE(row(byteValues(ms.bytes()), "Unix ms").little, "2026-05-28 20:28:44.457000");
        ByteWriter far;
        far.u64(~std::uint64_t(0));
        QVERIFY(!row(byteValues(far.bytes()), "Unix ms").valid);
        ByteWriter manyNanos;
        manyNanos.u64(1);
        manyNanos.u32(1'000'000'000);
        QVERIFY(!row(byteValues(manyNanos.bytes()), "timespec").valid);
    }

    void characters()
    {
        QVERIFY(QString::fromStdString(row(byteValues(bytesOf({0xe2, 0x82, 0xac})), "UTF-8").little)
                    .startsWith(QStringLiteral("€  U+20ac")));
        QCOMPARE(row(byteValues(bytesOf({'A'})), "UTF-8").little, "A  U+0041");
        QCOMPARE(row(byteValues(bytesOf({0xf0, 0x9f, 0x98, 0x80})), "UTF-8").length, std::size_t(4));
    }

    void nothingIsReadBeyondTheEnd()
    {
        for (const ByteValue& value : byteValues({}))
            QVERIFY2(!value.valid, value.label.c_str());
        const auto three = byteValues(bytesOf({1, 2, 3}));
        QVERIFY(row(three, "u16").valid);
        QVERIFY(!row(three, "u32").valid);
    }

    // By the type of the field: the length alone would take text for a number, and a float for an int.
    void theFieldsRow()
    {
        using Kind = Encoding::Kind;
        const auto rows = byteValues(bytesOf({0xe8, 0xf9, 0x28, 0x06, 0xa2, 0x81, 0x80, 0x80}));
        const auto label = [&](Kind kind, std::size_t length) {
            const int at = rowOf(rows, {kind}, length);
            return at < 0 ? std::string() : rows[static_cast<std::size_t>(at)].label;
        };
        QCOMPARE(label(Kind::leb128, 3), std::string("LEB128"));
        QCOMPARE(label(Kind::signedLeb128, 3), std::string("sLEB128"));
        QCOMPARE(label(Kind::unsignedInt, 4), std::string("u32"));
        QCOMPARE(label(Kind::signedInt, 2), std::string("i16"));
        QCOMPARE(label(Kind::floating, 4), std::string("f32"));
        QCOMPARE(label(Kind::floating, 8), std::string("f64"));
        QCOMPARE(label(Kind::unsignedInt, 7), std::string());
        QCOMPARE(label(Kind::leb128, 4), std::string());
        QCOMPARE(label(Kind::unknown, 8), std::string());
    }

    void offsets()
    {
        QCOMPARE(parseOffset("6099", 0, 10'000), std::optional<std::uint64_t>(6099));
        QCOMPARE(parseOffset("6,099", 0, 10'000), std::optional<std::uint64_t>(6099));
        QCOMPARE(parseOffset(" 0x17D3 ", 0, 10'000), std::optional<std::uint64_t>(0x17d3));
        QCOMPARE(parseOffset("+16", 10, 100), std::optional<std::uint64_t>(26));
        QCOMPARE(parseOffset("-0x10", 20, 100), std::optional<std::uint64_t>(4));
        QCOMPARE(parseOffset("end", 0, 100), std::optional<std::uint64_t>(99));
        for (const char* wrong :
             {"", "+", "0x", "abc", "12z", "100", "-1", "+100", "99999999999999999999", "--1"})
            QVERIFY2(!parseOffset(wrong, 0, 100), wrong);
        QVERIFY(!parseOffset("+18446744073709551615", 50, 100));
        QVERIFY(!parseOffset("end", 0, 0));
    }

    void bytePatterns()
    {
        const auto bytes = bytesOf({0x32, 0x05, 0x07, 0x3c, 0x32, 0xff, 0x07, 0x32, 0x05});
        QCOMPARE(find(bytes, "32 ?? 07"), (Offsets {0, 4}));
        QCOMPARE(find(bytes, "32??07"), (Offsets {0, 4}));
        QCOMPARE(find(bytes, "3?"), (Offsets {0, 3, 4, 7}));
        QCOMPARE(find(bytes, "32 05"), (Offsets {0, 7}));
        QCOMPARE(find(bytes, "05 07 3c 33"), Offsets {});
        QVERIFY(parseBytePattern("?? ??", false).needles.empty());
        QVERIFY(!parseBytePattern("?? ??", false).problem.empty());
        QVERIFY(parseBytePattern("  ", false).needles.empty());
    }

    void texts()
    {
        const auto at = [](std::string_view text) { return std::vector(asBytesOf(text)); };
        QCOMPARE(find(at("xx ping PING Ping"), "ping"), (Offsets {3}));
        QCOMPARE(find(at("xx ping PING Ping"), "\"ping\"", true), (Offsets {3, 8, 13}));
        QCOMPARE(find(at("cafe"), "\"cafe\""), (Offsets {0}));
        QCOMPARE(find(at(std::string_view("a\0p\0I\0n\0g\0", 10)), "ping", true), (Offsets {2})); // UTF-16
        QCOMPARE(find(at("größe"), "größe"), (Offsets {0}));
        QCOMPARE(find(at("[@]"), "[`]", true), Offsets {}); // only letters lose their case
    }

    void acrossWindows()
    {
        // A needle over the border of two windows is found, and none is found twice.
        std::vector<std::byte> bytes(3 * 256 * 1024);
        for (const std::size_t offset :
             {std::size_t(0), std::size_t(256 * 1024 - 2), std::size_t(512 * 1024), bytes.size() - 4})
            for (std::size_t i = 0; i < 4; ++i)
                bytes[offset + i] = static_cast<std::byte>(0xa0 + i);
        QCOMPARE(find(bytes, "a0 a1 a2 a3"), (Offsets {0, 256 * 1024 - 2, 512 * 1024, bytes.size() - 4}));
        QCOMPARE(find(bytes, "a0 ?? a2 a3").size(), std::size_t(4));
    }

    void hitsCarryWhatFollows()
    {
        Job job;
        const auto bytes = bytesOf({0x32, 0x05, 0x07, 0x3c});
        const auto hits =
            searchBytes(MemorySource("m", bytes), parseBytePattern("05 07", false).needles, job).hits;
        QCOMPARE(hits.size(), std::size_t(1));
        QCOMPARE(hits.front().length, 2u);
        QCOMPARE(hits.front().shown, std::uint8_t(3)); // up to the end
        QVERIFY(std::equal(bytes.begin() + 1, bytes.end(), hits.front().context.begin()));
        const auto many = searchBytes(MemorySource("m", std::vector<std::byte>(100)),
                                      parseBytePattern("00", false).needles, job)
                              .hits;
        QCOMPARE(std::size_t(many.front().shown), many.front().context.size());
    }

    void manyHitsAreCut()
    {
        Job job;
        const SearchHits found = searchBytes(MemorySource("m", std::vector<std::byte>(300'000)),
                                             parseBytePattern("00", false).needles, job);
        QCOMPARE(found.hits.size(), kMostSearchHits);
        QVERIFY(found.cut);
    }

    void stopping()
    {
        std::stop_source stop;
        stop.request_stop();
        Job job(stop.get_token());
        QCOMPARE(searchBytes(MemorySource("m", std::vector<std::byte>(1000)),
                             parseBytePattern("00", false).needles, job)
                     .searched,
                 std::uint64_t(0));
    }

private:
    static std::vector<std::byte> asBytesOf(std::string_view text)
    {
        ByteWriter out;
        out.raw(text);
        return out.take();
    }
};

QTEST_GUILESS_MAIN(TestHexValues)
#include "tst_hex_values.moc"
