#include "core/base/code.h"
#include "core/base/json_writer.h"
#include "core/base/name_order.h"
#include "core/base/rate_text.h"
#include "core/base/string_table.h"
#include "core/base/text.h"
#include "core/base/time_text.h"
#include "core/model/content.h"
#include "core/model/record.h"

#include <QtTest>
#include <set>

using namespace traceglass;

class TestText : public QObject
{
    Q_OBJECT

private slots:
    void writesUtf8()
    {
        std::string out;
        for (const std::uint32_t code : {0x7au, 0xfcu, 0x20acu, 0x1f980u})
            appendUtf8(out, code);
        QCOMPARE(out, std::string("zü€🦀"));
    }

    void judgesUtf8Strictly()
    {
        QVERIFY(isValidUtf8("grün 🦀"));
        QVERIFY(!isValidUtf8("\xc0\xaf"));         // overlong
        QVERIFY(!isValidUtf8("\xed\xa0\x80"));     // surrogate
        QVERIFY(!isValidUtf8("\xf4\x90\x80\x80")); // above U+10FFFF
        QVERIFY(!isValidUtf8("\xe2\x82"));         // cut
        QCOMPARE(toValidUtf8("a\xff!"), std::string("a\xef\xbf\xbd!"));
    }

    void writesForPeople()
    {
        QCOMPARE(escaped("a\n\x01\xff"), std::string("a\\n\\x01\\xff"));
        QCOMPARE(grouped(1234567), std::string("1,234,567"));
        QCOMPARE(grouped(999), std::string("999"));
        QCOMPARE(rateText(123'456.7), std::string("123,000"));
        QCOMPARE(rateText(-2'104.5), std::string("-2,100"));
        QCOMPARE(rateText(999.6), std::string("1,000"));
        QCOMPARE(rateText(0.41666), std::string("0.417"));
        QCOMPARE(rateText(0), std::string("0"));
        QCOMPARE(sizeText(40'638), std::string("40.6 kB"));
        QCOMPARE(sizeText(999'950), std::string("1.00 MB"));
        QCOMPARE(sizeText(1), std::string("1 byte"));
        QCOMPARE(counted(1, "record", "records"), std::string("1 record"));
        QCOMPARE(shortened("größer", 3), std::string("gr…"));
        QCOMPARE(jsonString("a\"\\\n\xff"), std::string("\"a\\\"\\\\\\u000a\xef\xbf\xbd\""));
    }

    void escapesWhatActsOnTheTextAround_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("shown");
        QTest::addColumn<QByteArray>("json");
        const auto row = [](const char* name, const char* text, const char* shown, const char* json) {
            QTest::newRow(name) << QByteArray(text) << QByteArray(shown) << QByteArray(json);
        };
        row("escape", "a\x1b[31m", "a\\x1b[31m", "a\\u001b[31m");
        row("DEL", "a\x7f", "a\\x7f", "a\\u007f");
        row("first of C1", "\u0080", "\\u{0080}", "\\u0080");
        row("last of C1", "\u009f", "\\u{009F}", "\\u009f");
        row("behind C1", "\u00a0ü", "\u00a0ü", "\u00a0ü");
        row("Arabic mark", "\u061c", "\\u{061C}", "\\u061c");
        row("marks", "\u200e\u200f", "\\u{200E}\\u{200F}", "\\u200e\\u200f");
        row("before the marks", "\u200d", "\u200d", "\u200d"); // joins the parts of an emoji
        row("separators", "\u2028\u2029", "\\u{2028}\\u{2029}", "\\u2028\\u2029");
        row("override", "fdp.\u202eexe", "fdp.\\u{202E}exe", "fdp.\\u202eexe");
        row("embeddings", "\u202a\u202b\u202c\u202d", "\\u{202A}\\u{202B}\\u{202C}\\u{202D}",
            "\\u202a\\u202b\\u202c\\u202d");
        row("isolates", "\u2066\u2067\u2068\u2069", "\\u{2066}\\u{2067}\\u{2068}\\u{2069}",
            "\\u2066\\u2067\\u2068\\u2069");
        row("around the isolates", "\u2065\u206a", "\u2065\u206a", "\u2065\u206a");
        row("other scripts", "größer שלום 🦀", "größer שלום 🦀", "größer שלום 🦀");
        row("C1 as a byte", "a\x9b", "a\\x9b", "a\xef\xbf\xbd");
        row("cut", "a\xe2\x80", "a\\xe2\\x80", "a\xef\xbf\xbd\xef\xbf\xbd");
    }
    void escapesWhatActsOnTheTextAround()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, shown);
        QFETCH(QByteArray, json);
        const std::string once = escaped(text.toStdString());
        QCOMPARE(QByteArray::fromStdString(once), shown);
        QCOMPARE(QByteArray::fromStdString(escaped(once)), shown); // may be asked for twice on its way
        QCOMPARE(QByteArray::fromStdString(jsonString(text.toStdString())), '"' + json + '"');
    }

    // Text is looked at in words of eight bytes: each of them at each place.
    void escapesWhereverItStands()
    {
        for (const auto& [text, json] :
             std::initializer_list<std::pair<std::string, std::string>> {{"\"", "\\\""},
                                                                         {"\\", "\\\\"},
                                                                         {"\x1f", "\\u001f"},
                                                                         {"\x7f", "\\u007f"},
                                                                         {"\u0080", "\\u0080"}}) {
            for (std::size_t before = 0; before < 20; ++before) {
                const std::string front(before, '~'), back(19 - before, ' ');
                QCOMPARE(jsonString(front + text + back), '"' + front + json + back + '"');
            }
        }
    }

    void appendsNumbers()
    {
        std::string out;
        appendNumber(out, UINT64_MAX);
        out += ' ';
        appendNumber(out, INT64_MIN);
        out += ' ';
        appendHex(out, asBytes("\x0a\xff"));
        QCOMPARE(out, std::string("18446744073709551615 -9223372036854775808 0aff"));
    }

    void wholeTextsAreNumbers()
    {
        QCOMPARE(asNumber<std::uint32_t>("4294967295"), std::optional(UINT32_MAX));
        QCOMPARE(asNumber<std::uint32_t>("1f", 16), std::optional(31u));
        QCOMPARE(asNumber<double>("0.25"), std::optional(0.25));
        for (const char* text : {"", "1 ", " 1", "-1", "4294967296", "1.0"})
            QVERIFY2(!asNumber<std::uint32_t>(text), text);
    }

    void numbersWithAPoint()
    {
        QCOMPARE(shortestText(0.1), std::string("0.1"));
        QCOMPARE(shortestText(0.1f), std::string("0.1"));
        QCOMPARE(shortestText(-0.0), std::string("-0"));
        QCOMPARE(shortestText(1e300), std::string("1e+300"));
        QCOMPARE(percentText(0.0416, 1), std::string("4.2 %"));
        QCOMPARE(percentText(1, 0), std::string("100 %"));
    }

    void jsonValues()
    {
        std::string out;
        JsonWriter json(out);
        json.beginArray().value(0.0655).value(0.0).value(1e300).value(true).value(7u).value(-7);
        json.value(std::numeric_limits<double>::infinity()).value(std::optional<double>());
        json.endArray();
        QCOMPARE(out, std::string(R"([0.0655,0,1e+300,true,7,-7,"Infinity",null])"));
    }

    // What is special must be found wherever it stands among the bytes that are copied together.
    void jsonStringsOfAnyLength()
    {
        const std::vector<std::pair<std::string, std::string>> specials = {
            {"\"", "\\\""},
            {"\\", "\\\\"},
            {"\n", "\\u000a"},
            {std::string(1, '\0'), "\\u0000"},
            {"\x1f", "\\u001f"},
            {"\x7f", "\\u007f"},
            {"\xff", "\xef\xbf\xbd"},
            {"\xe2\x82\xac", "\xe2\x82\xac"},
            {"\xe2\x82", "\xef\xbf\xbd\xef\xbf\xbd"},
            {" !#[]^", " !#[]^"}};
        for (const auto& [special, written] : specials) {
            for (std::size_t before = 0; before < 20; ++before) {
                for (const std::size_t behind : {0u, 1u, 7u, 8u, 17u}) {
                    const std::string front(before, 'a'), back(behind, 'z');
                    QCOMPARE(jsonString(front + special + back), '"' + front + written + back + '"');
                }
            }
        }
    }

    void durations_data()
    {
        QTest::addColumn<qint64>("ns");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("brief");
        QTest::newRow("seconds") << qint64(4'732'000'000) << "4.732 s"
                                 << "4.73 s";
        QTest::newRow("milliseconds") << qint64(84'240'000) << "84.240 ms"
                                      << "84.2 ms";
        QTest::newRow("whole microseconds") << qint64(81'000) << "81 µs"
                                            << "81 µs";
        QTest::newRow("broken microseconds") << qint64(81'500) << "81.500 µs"
                                             << "81.5 µs";
        QTest::newRow("nanoseconds") << qint64(17) << "17 ns"
                                     << "17 ns";
        QTest::newRow("none") << qint64(0) << "0 µs"
                              << "0 µs";
        QTest::newRow("hundreds") << qint64(184'246'000) << "184.25 ms"
                                  << "184 ms";
        QTest::newRow("rounds up a digit") << qint64(9'999'890) << "10.000 ms"
                                           << "10.0 ms";
        QTest::newRow("rounds up a unit") << qint64(999'700'000) << "999.70 ms"
                                          << "1.00 s";
        QTest::newRow("rounds up to a second") << qint64(999'996'000) << "1.000 s"
                                               << "1.00 s";
        QTest::newRow("minutes") << qint64(602'839'001'000) << "10 min 2.8 s"
                                 << "10 min 3 s";
        QTest::newRow("whole minutes") << qint64(600'000'000'000) << "10 min"
                                       << "10 min";
        QTest::newRow("hours") << qint64(7'503'200'000'000) << "2 h 5 min 3 s"
                               << "2 h 5 min";
        QTest::newRow("rounds up to an hour") << qint64(3'599'970'000'000) << "1 h"
                                              << "1 h";
        QTest::newRow("days") << qint64(273'903'000'000'000) << "3 d 4 h 5 min"
                              << "3 d 4 h";
        QTest::newRow("longest") << qint64(INT64_MIN) << "−106,751 d 23 h 47 min"
                                 << "−106,752 d";
    }
    void durations()
    {
        QFETCH(qint64, ns);
        QTEST(QString::fromStdString(durationText(ns)), "text");
        QTEST(QString::fromStdString(shortDurationText(ns)), "brief");
    }

    void moments()
    {
        QCOMPARE(relativeText(1'457'262'000), std::string("+1.457262 s"));
        QCOMPARE(relativeText(1'250'000'000), std::string("+1.250 s"));
        QCOMPARE(relativeText(-5), std::string("−0.000000005 s"));
        // Below each other.
        QCOMPARE(momentDecimals(38'000'000), 3);
        QCOMPARE(momentDecimals(-36'900'000), 6);
        QCOMPARE(momentDecimals(5), 9);
        QCOMPARE(alignedText(38'000'000, TimeUnit::seconds, 6), std::string("+0.038000 s"));
        QCOMPARE(alignedText(36'900'001, TimeUnit::seconds, 6),
                 std::string("+0.036900001 s")); // nothing is lost
        QCOMPARE(alignedText(38'000'000, TimeUnit::milliseconds, 6), std::string("+38.000 ms"));
        QCOMPARE(alignedText(38'000'000, TimeUnit::milliseconds, 9), std::string("+38.000000 ms"));
        QCOMPARE(alignedText(38'000'000, TimeUnit::nanoseconds, 9), std::string("+38,000,000 ns"));
        QCOMPARE(absoluteText(1'780'000'124'457'262'000, 0, 9),
                 absoluteText(1'780'000'124'457'262'000) + "000");
        QCOMPARE(relativeText(1'250'000'000, TimeUnit::milliseconds, 0), std::string("+1,250 ms"));
        QCOMPARE(absoluteText(1'780'000'123'250'000'000), std::string("2026-05-28 20:28:43.250000"));
        QCOMPARE(absoluteText(-1), std::string("1969-12-31 23:59:59.999999999"));
        QCOMPARE(iso8601(0), std::string("1970-01-01T00:00:00.000000Z"));
    }

    void timeArguments()
    {
        const auto ns = [](std::string_view text) {
            return parseTime(text).value_or(TimeArgument {-1, false}).ns;
        };
        QCOMPARE(ns("2026-05-28T20:28:43.25Z"), std::int64_t(1'780'000'123'250'000'000));
        QCOMPARE(ns("1780000123250000000ns"), std::int64_t(1'780'000'123'250'000'000));
        QCOMPARE(ns("+1.5s"), std::int64_t(1'500'000'000));
        QCOMPARE(ns("+250ms"), std::int64_t(250'000'000));
        QCOMPARE(ns("+0.5us"), std::int64_t(500));
        QCOMPARE(ns("+2.5min"), std::int64_t(150'000'000'000));
        QCOMPARE(ns("+1.000000001h"), std::int64_t(3'600'000'003'600));
        QCOMPARE(ns("−1.5s"), std::int64_t(-1'500'000'000));
        QVERIFY(parseTime("+1s")->relative && parseTime("−1s")->relative);
        QCOMPARE(timeMeant("−1.500 s"), std::string("−1.500s"));
        for (const char* bad : {"", "12", "+", "+1", "+1d", "+9999999h", "2026-13-01T00:00:00Z", "2026-05-28",
                                "+99999999999s", "ns"})
            QVERIFY2(!parseTime(bad), bad);
    }

    void saturates()
    {
        QCOMPARE(addSaturating(INT64_MAX, 1), std::int64_t(INT64_MAX));
        QCOMPARE(subtractSaturating(INT64_MIN, 1), std::int64_t(INT64_MIN));
        QCOMPARE((TimeRange {INT64_MIN, INT64_MAX}).lengthNs(), std::int64_t(INT64_MAX));
    }

    void globs()
    {
        QVERIFY(matchesGlob("tasks/*", "tasks/upload #20"));
        QVERIFY(matchesGlob("*UPLOAD*", "tasks/upload #20"));
        QVERIFY(matchesGlob("task?/up*#20", "tasks/upload #20"));
        QVERIFY(!matchesGlob("upload", "tasks/upload"));
        QVERIFY(matchesGlob("", ""));
        QVERIFY(!matchesGlob("a*b", "a-c"));
    }

    void namesContent()
    {
        const auto guess = [](std::string_view text) { return guessContent(asBytes(text), true); };
        QCOMPARE(guess("\x89PNG\r\n\x1a\n"), Content::png);
        QCOMPARE(guess("<?xml version='1.0'?><rdf:RDF>"), Content::rdfXml);
        QCOMPARE(guess("\xef\xbb\xbf {\"a\":1}"), Content::json);
        QCOMPARE(guess("hello\n"), Content::text);
        QCOMPARE(guess("a\xff"), Content::binary);
        QCOMPARE(guess(std::string_view("\0\0", 2)), Content::zeros);
        QCOMPARE(guess(std::string_view("\x0b"
                                        "rfr-c/0.0.3")),
                 Content::rfr);
        QCOMPARE(guess(""), Content::empty);
        QCOMPARE(guess("MINI1234"), Content::rdfLegacyMemoryTrace);
    }

    void codesAreUniqueAndComplete()
    {
        std::set<std::string_view> ids;
        int count = 0;
        const auto check = [&](Code code) {
            const CodeInfo& info = codeInfo(code);
            ids.insert(info.id);
            QVERIFY2(!info.sentence.ends_with('.') && info.advice.ends_with('.'), info.id.data());
            ++count;
        };
#define TRACEGLASS_CODE(code, ...) check(Code::code);
#include "core/base/codes.inc"
#undef TRACEGLASS_CODE
        QCOMPARE(ids.size(), std::size_t(count));
    }

    void numbersInNamesCount()
    {
        const std::vector<std::string> inOrder = {"",
                                                  "#2",
                                                  "#10",
                                                  "#11",
                                                  "#108",
                                                  "a",
                                                  "a 02",
                                                  "a 2",
                                                  "a 2b",
                                                  "a 10",
                                                  "a 10.2",
                                                  "a 10.10",
                                                  "a#1",
                                                  "ab",
                                                  "b",
                                                  "b99999999999999999999998",
                                                  "b99999999999999999999999",
                                                  "b1" + std::string(254, '0'),
                                                  "b1" + std::string(255, '0'),
                                                  "b2" + std::string(255, '0'),
                                                  "b1" + std::string(600, '0'),
                                                  "ä"};
        for (std::size_t i = 0; i < inOrder.size(); ++i)
            for (std::size_t j = 0; j < inOrder.size(); ++j)
                QVERIFY2(isNameBefore(inOrder[i], inOrder[j]) == (i < j),
                         (inOrder[i] + " | " + inOrder[j]).c_str());
        for (std::size_t i = 1; i < inOrder.size(); ++i) {
            const std::string before = nameKey(inOrder[i - 1]), key = nameKey(inOrder[i]);
            QVERIFY2(inOrder[i] == "a 2" ? before == key : before < key, inOrder[i].c_str()); // "a 02"
        }
    }

    // Across pages and blocks of any length: each has the next number, is found again, and does not move.
    void aTableKeepsTexts()
    {
        StringTable table;
        QVERIFY(table.text({}).empty());
        const auto made = [](std::uint32_t i) { return std::string(i % 700, 'x') + std::to_string(i); };
        std::vector<std::string_view> kept {{}};
        for (std::uint32_t i = 1; i < 20'000; ++i) {
            QCOMPARE(number(table.intern(made(i))), i);
            kept.push_back(table.text(StringId(i)));
        }
        for (std::uint32_t i = 1; i < 20'000; ++i) {
            QVERIFY(table.text(StringId(i)) == made(i));
            QVERIFY(table.text(StringId(i)).data() == kept[i].data());
            QCOMPARE(number(table.intern(made(i))), i);
        }
    }
};

QTEST_GUILESS_MAIN(TestText)
#include "tst_text.moc"
