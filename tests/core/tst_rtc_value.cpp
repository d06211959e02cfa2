// What payloads mean: every format of the specification, exact numbers, exact nanoseconds.
#include "core/base/text.h"
#include "core/formats/rtc/wire/rtc_value.h"

#include <QTest>
#include <bit>
#include <cmath>
#include <random>

using namespace traceglass;
using namespace traceglass::rtc;

namespace {

using Bytes = std::vector<std::byte>;
using Ns = std::optional<std::int64_t>;
using Text = std::optional<std::string>;
using Kind = ValueFormat::Kind;

Bytes bytes(std::uint64_t value, std::size_t count, bool bigEndian = false)
{
    Bytes out(count);
    for (std::size_t i = 0; i < count; ++i)
        out[bigEndian ? count - 1 - i : i] = static_cast<std::byte>(i < 8 ? value >> (8 * i) : 0);
    return out;
}

Bytes hexBytes(std::string_view digits)
{
    const QByteArray raw = QByteArray::fromHex(QByteArray(digits.data(), qsizetype(digits.size())));
    const auto all = asBytes({raw.data(), std::size_t(raw.size())});
    return {all.begin(), all.end()};
}

ValueFormat format(std::string_view name, std::string_view gain = "1", std::string_view offset = "0")
{
    ValueFormat result = parseFormat(name, false);
    result.gain = *parseDecimal(gain);
    result.offset = *parseDecimal(offset);
    return result;
}

Text text(std::string_view name, const Bytes& content, std::string_view gain = "1",
          std::string_view offset = "0")
{
    return numberText(format(name, gain, offset), content);
}

Ns ns(std::string_view name, const Bytes& content, std::string_view gain = "1", std::string_view offset = "0")
{
    return clockNs(format(name, gain, offset), content);
}

Bytes timespecBytes(std::uint64_t seconds, std::uint32_t nanoseconds, bool bigEndian = false)
{
    Bytes out = bytes(seconds, 8, bigEndian);
    const Bytes rest = bytes(nanoseconds, 4, bigEndian);
    out.insert(out.end(), rest.begin(), rest.end());
    return out;
}

}

class TestRtcValue : public QObject
{
    Q_OBJECT

private slots:
    void readsDecimals();
    void knowsFormats();
    void readsInts();
    void readsLeb128();
    void readsFloats();
    void scalesExactly();
    void scalesNearWhereItMust();
    void refusesOtherSizes();
    void readsTimespec();
    void clocksAreExact();
    void clocksRoundHalfToEven();
    void clocksEndAtTheLimits();
    void clocksOfFloats();
    void annotationsCarryTheirTime();
    void readersAgree();
};

void TestRtcValue::readsDecimals()
{
    const auto is = [](std::string_view text, std::int64_t digits, int exponent) {
        return parseDecimal(text) == std::optional(Decimal {digits, exponent});
    };
    QVERIFY(is("0", 0, 0));
    QVERIFY(is("-0.00", 0, 0));
    QVERIFY(is("0e99", 0, 0));
    QVERIFY(is("1.0", 1, 0));
    QVERIFY(is("100", 1, 2));
    QVERIFY(is("0.1", 1, -1));
    QVERIFY(is("-273.15", -27315, -2));
    QVERIFY(is("1e-06", 1, -6));
    QVERIFY(is("1.5E+3", 15, 2));
    QVERIFY(is("0.009000000000000001", 9000000000000001, -18));
    QVERIFY(is("9223372036854775807", 9223372036854775807, 0));
    QVERIFY(is("92233720368547758074", 9223372036854775807, 1)); // nearest
    QVERIFY(is("92233720368547758.0641", 922337203685477581, -1)
            || is("92233720368547758.0641", 9223372036854775806, -2));
    QVERIFY(parseDecimal("1e999999999999")->exponent > 4000);
    for (const char* wrong : {"", "-", ".", ".5", "5.", "1e", "1e+", "1.2.3", "0x10", "1 ", "nan", "--1"})
        QVERIFY2(!parseDecimal(wrong), wrong);
}

void TestRtcValue::knowsFormats()
{
    QVERIFY(parseFormat("raw", false).kind == Kind::raw);
    QVERIFY(parseFormat("utf-8", false).kind == Kind::text);
    QVERIFY(parseFormat("json", false).kind == Kind::json);
    QVERIFY(parseFormat("png", false).kind == Kind::png);
    QVERIFY(parseFormat("image/jpeg", false).kind == Kind::jpeg);
    QVERIFY(parseFormat("timespec", true).bigEndian);
    for (const char* unknown : {"uin", "", "uint", "uint12", "uint16xe", "le", "float16", "bar", "UINT8"})
        QVERIFY2(parseFormat(unknown, false).kind == Kind::unknown, unknown);
    const ValueFormat native = parseFormat("uint16", true);
    QVERIFY(native.kind == Kind::unsignedInt && native.bytes == 2 && native.bigEndian);
    QVERIFY(!parseFormat("int32le", true).bigEndian);
    QVERIFY(parseFormat("float64be", false).bigEndian);
    const ValueFormat note = parseFormat("annotate/uint16le", true);
    QVERIFY(note.annotation && note.kind == Kind::unsignedInt && !note.bigEndian && note.platformBigEndian);
    QVERIFY(parseFormat("uleb128", false).isNumber() && !parseFormat("timespec", false).isNumber());
}

void TestRtcValue::readsInts()
{
    QCOMPARE(text("uint8", bytes(255, 1)), Text("255"));
    QCOMPARE(text("int8", bytes(255, 1)), Text("-1"));
    QCOMPARE(text("uint16be", hexBytes("0102")), Text("258"));
    QCOMPARE(text("uint16le", hexBytes("0102")), Text("513"));
    QCOMPARE(text("int16be", hexBytes("fffe")), Text("-2"));
    QCOMPARE(text("uint32be", hexBytes("00010000")), Text("65536"));
    QCOMPARE(text("int32", hexBytes("00000080")), Text("-2147483648"));
    QCOMPARE(text("uint64", bytes(~0ull, 8)), Text("18446744073709551615"));
    QCOMPARE(text("int64", bytes(~0ull, 8)), Text("-1"));
    QCOMPARE(text("int64be", hexBytes("8000000000000000")), Text("-9223372036854775808"));
    QCOMPARE(numberOf(format("int16"), bytes(0xff00, 2)), std::optional(-256.0));
    QCOMPARE(numberOf(format("uint64"), bytes(~0ull, 8)), std::optional(18446744073709551616.0));
}

void TestRtcValue::readsLeb128()
{
    QCOMPARE(text("uleb128", hexBytes("00")), Text("0"));
    QCOMPARE(text("uleb128", hexBytes("e58e26")), Text("624485"));
    QCOMPARE(text("uleb128", hexBytes("8000")), Text("0")); // longer than it needs to be
    QCOMPARE(text("uleb128", hexBytes("ffffffffffffffffff01")), Text("18446744073709551615"));
    QCOMPARE(text("leb128", hexBytes("7f")), Text("-1"));
    QCOMPARE(text("leb128", hexBytes("c0bb78")), Text("-123456"));
    QCOMPARE(text("leb128", hexBytes("3f")), Text("63"));
    QCOMPARE(text("leb128", hexBytes("8080808080808080807f")), Text("-9223372036854775808"));
    QCOMPARE(text("leb128", hexBytes("ffffffffffffffffff00")), Text("9223372036854775807"));
    for (const char* wrong : {"", "80", "0000", "8080808080808080808001", "ffffffffffffffffff02"})
        QVERIFY2(!text("uleb128", hexBytes(wrong)), wrong);
    for (const char* wrong : {"80808080808080808001", "ffffffffffffffffff7e"})
        QVERIFY2(!text("leb128", hexBytes(wrong)), wrong);
}

void TestRtcValue::readsFloats()
{
    QCOMPARE(text("float32", bytes(std::bit_cast<std::uint32_t>(0.1f), 4)), Text("0.1"));
    QCOMPARE(text("float64be", bytes(std::bit_cast<std::uint64_t>(0.1), 8, true)), Text("0.1"));
    QCOMPARE(text("float64", bytes(std::bit_cast<std::uint64_t>(1.0 / 3), 8)), Text("0.3333333333333333"));
    QCOMPARE(text("float64", bytes(0x7ff0000000000000, 8)), Text("Infinity"));
    QCOMPARE(text("float64", bytes(0xfff0000000000000, 8)), Text("-Infinity"));
    QCOMPARE(text("float32", bytes(0x7fc00000, 4)), Text("NaN"));
    QCOMPARE(text("float32be", bytes(std::bit_cast<std::uint32_t>(25.5f), 4, true), "1", "-273.15"),
             Text("-247.65"));
    QVERIFY(std::isnan(*numberOf(format("float32"), bytes(0x7fc00000, 4))));
}

void TestRtcValue::scalesExactly()
{
    QCOMPARE(text("uint16", bytes(330, 2), "0.01"), Text("3.3"));
    QCOMPARE(text("uint16", bytes(3, 2), "0.1"), Text("0.3"));
    QCOMPARE(text("uint16", bytes(0, 2), "0.01"), Text("0"));
    QCOMPARE(text("uint16", bytes(1000, 2), "0.001"), Text("1"));
    QCOMPARE(text("int16", bytes(0xffff, 2), "0.001"), Text("-0.001"));
    QCOMPARE(text("int64", bytes(std::uint64_t(-5), 8), "0.001", "100"), Text("99.995"));
    QCOMPARE(text("uint8", bytes(40, 1), "0.25", "-10"), Text("0"));
    QCOMPARE(text("uint8", bytes(7, 1), "0", "2.50"), Text("2.5"));
    QCOMPARE(text("uint64", bytes(~0ull, 8), "10"), Text("184467440737095516150"));
    QCOMPARE(text("uleb128", hexBytes("05"), "1e3"), Text("5000"));
    QCOMPARE(text("leb128", hexBytes("7f"), "0.5"), Text("-0.5"));
}

void TestRtcValue::scalesNearWhereItMust()
{
    QCOMPARE(std::stod(*text("uint16", bytes(330, 2), "0.009000000000000001")), 2.97000000000000033);
    QCOMPARE(text("uint16", bytes(3, 2), "1e-30"), Text("3e-30"));
    QCOMPARE(text("uint64", bytes(~0ull, 8), "1e300"), Text("Infinity"));
    QCOMPARE(text("uint64", bytes(1, 8), "1e-5000"), Text("0"));
    QCOMPARE(numberOf(format("uint16", "0.1"), bytes(3, 2)), std::optional(0.3));
}

void TestRtcValue::refusesOtherSizes()
{
    for (const char* name : {"uint8", "int16", "uint32le", "int64be", "float32", "float64"}) {
        const std::size_t size = format(name).bytes;
        QVERIFY(numberText(format(name), bytes(0, size)));
        for (std::size_t other : {std::size_t(0), size - 1, size + 1}) {
            QVERIFY2(!numberText(format(name), bytes(0, other)), name);
            QVERIFY(!numberOf(format(name), bytes(0, other)));
            QVERIFY(!clockNs(format(name), bytes(0, other)));
        }
    }
    for (const char* name : {"raw", "utf-8", "timespec", "png", "unheard-of"})
        QVERIFY(!numberText(format(name), bytes(0, 8)));
}

void TestRtcValue::readsTimespec()
{
    QCOMPARE(ns("timespec", timespecBytes(1600000030, 556000000)), Ns(1600000030556000000));
    QCOMPARE(clockNs(parseFormat("timespec", true), timespecBytes(1, 5, true)), Ns(1000000005));
    QCOMPARE(ns("timespec", timespecBytes(9223372036, 854775807)),
             Ns(std::numeric_limits<std::int64_t>::max()));
    QVERIFY(!ns("timespec", timespecBytes(9223372036, 854775808)));
    QVERIFY(!ns("timespec", timespecBytes(~0ull, 0)));
    QVERIFY(!ns("timespec", bytes(1, 8)));
    QVERIFY(!ns("timespec", bytes(1, 13)));
}

void TestRtcValue::clocksAreExact()
{
    QCOMPARE(ns("uint64le", bytes(1099511627787, 8), "1e-08"), Ns(10995116277870));
    QCOMPARE(ns("uleb128", hexBytes("a08d06"), "1e-06"), Ns(100000000));
    QCOMPARE(ns("uint64", bytes(9007199254740993, 8), "1e-9"), Ns(9007199254740993));          // 2^53 + 1
    QCOMPARE(ns("uint64", bytes(9223372036854775807ull, 8), "1e-9"), Ns(9223372036854775807)); // 2^63 - 1
    QCOMPARE(ns("uint64", bytes(9223372036854775808ull, 8), "1e-10"), Ns(922337203685477581)); // 2^63
    QCOMPARE(ns("uint64", bytes(~0ull, 8), "1e-10"), Ns(1844674407370955162));
    QCOMPARE(ns("uint64", bytes(3, 8), "0.1", "0.000000001"), Ns(300000001));
    QCOMPARE(ns("int32", bytes(0xffffffff, 4)), Ns(-1000000000));
    QCOMPARE(ns("int64", bytes(std::uint64_t(-9223372036854775807ll - 1), 8), "1e-9"),
             Ns(std::numeric_limits<std::int64_t>::min()));
}

void TestRtcValue::clocksRoundHalfToEven()
{
    const auto tenths = [](std::int64_t raw) { return ns("int64", bytes(std::uint64_t(raw), 8), "1e-10"); };
    QCOMPARE(tenths(4), Ns(0));
    QCOMPARE(tenths(5), Ns(0));
    QCOMPARE(tenths(6), Ns(1));
    QCOMPARE(tenths(15), Ns(2));
    QCOMPARE(tenths(25), Ns(2));
    QCOMPARE(tenths(26), Ns(3));
    QCOMPARE(tenths(-5), Ns(0));
    QCOMPARE(tenths(-15), Ns(-2));
    QCOMPARE(tenths(-25), Ns(-2));
    QCOMPARE(tenths(-26), Ns(-3));
    QCOMPARE(ns("uint8", bytes(1, 1), "1e-47"), Ns(0)); // a divisor of 10^38
    QCOMPARE(ns("uint8", bytes(1, 1), "1e-900"), Ns(0));
}

void TestRtcValue::clocksEndAtTheLimits()
{
    QVERIFY(!ns("uint64", bytes(9223372036854775808ull, 8), "1e-9"));
    QVERIFY(!ns("uint64", bytes(~0ull, 8)));
    QVERIFY(!ns("uint64", bytes(~0ull, 8), "9223372036854775807e30"));
    QVERIFY(!ns("uint8", bytes(1, 1), "1e9000"));
    QCOMPARE(ns("uint8", bytes(0, 1), "1e9000"), Ns(0));
    QVERIFY(!ns("uint8", bytes(1, 1), "1", "1e400"));
}

void TestRtcValue::clocksOfFloats()
{
    QCOMPARE(ns("float64", bytes(std::bit_cast<std::uint64_t>(1.5), 8)), Ns(1500000000));
    QCOMPARE(ns("float32", bytes(std::bit_cast<std::uint32_t>(-0.25f), 4), "2"), Ns(-500000000));
    QVERIFY(!ns("float64", bytes(0x7ff0000000000000, 8)));
    QVERIFY(!ns("float64", bytes(0x7ff8000000000000, 8)));
    QVERIFY(!ns("float64", bytes(std::bit_cast<std::uint64_t>(1e10), 8)));
}

void TestRtcValue::annotationsCarryTheirTime()
{
    const ValueFormat note = parseFormat("annotate/utf-8", true);
    Bytes payload = timespecBytes(2, 3, true);
    payload.push_back(std::byte('x'));
    QCOMPARE(annotationNs(note, payload), Ns(2000000003));
    QCOMPARE(contentStart(note, payload), std::optional<std::size_t>(12));
    payload.resize(11);
    QVERIFY(!annotationNs(note, payload));
    QVERIFY(!contentStart(note, payload));
    QVERIFY(!annotationNs(parseFormat("utf-8", true), timespecBytes(2, 3)));
    QCOMPARE(contentStart(parseFormat("utf-8", true), payload), std::optional<std::size_t>(0));
}

// Made ready for a stream they say what the plain functions say, of any bytes.
void TestRtcValue::readersAgree()
{
    std::mt19937_64 random(5);
    for (const char* name :
         {"uint8",     "uint16le",  "uint16be", "uint32le", "uint32be", "uint64le", "uint64be",  "int8",
          "int16le",   "int16be",   "int32le",  "int32be",  "int64le",  "int64be",  "float32le", "float32be",
          "float64le", "float64be", "uleb128",  "leb128",   "timespec", "utf-8"}) {
        for (const char* gain : {"1", "1e-9", "-2.5e-9", "3", "0", "1e-12", "1e40", "9223372036.854775807"}) {
            for (const char* offset : {"0", "1", "-0.5"}) {
                const ValueFormat made = format(name, gain, offset);
                const NumberReader number(made);
                const ClockReader clock(made);
                for (std::size_t i = 0; i < 200; ++i) {
                    Bytes content(i % 14);
                    const std::uint64_t few = i % 3 == 0 ? ~std::uint64_t(0) : random();
                    for (std::byte& byte : content)
                        byte = static_cast<std::byte>(i % 7 == 0 ? few : random());
                    const auto wanted = numberOf(made, content).value_or(std::nan(""));
                    const double got = number(content);
                    QVERIFY(got == wanted || (std::isnan(got) && std::isnan(wanted)));
                    std::int64_t read = 0;
                    const bool isThere = clock(content, read);
                    QCOMPARE(isThere ? Ns(read) : Ns(), clockNs(made, content));
                }
            }
        }
    }
}

QTEST_GUILESS_MAIN(TestRtcValue)
#include "tst_rtc_value.moc"
