// What is offered while a query is written.
#include "core/query/offers.h"
#include "core/query/parse.h"

#include <QTest>

using namespace traceglass;
using query::Offers;

class TestOffers : public QObject
{
    Q_OBJECT

    const FieldCatalogue m_fields = {{"status", "shop.Request", FieldType::integer},
                                     {"status", "shop.Order", FieldType::text},
                                     {"request.path", "shop.Request", FieldType::text},
                                     {"duration", "jdk.Sleep", FieldType::span},
                                     {"task.busy", "task", FieldType::span},
                                     {"load", "cpu", FieldType::number, "share"},
                                     {"size", "alloc", FieldType::bytes},
                                     {"value", "motor/temperature", FieldType::number, "°C"},
                                     {"value", "wait", FieldType::integer, "us"}};
    const std::vector<std::pair<std::string, std::uint64_t>> m_names = {
        {"render", 12'345}, {"wake up", 7}, {"or", 1}};
    const std::vector<std::string> m_tracks = {"tasks/render farm", "threads/http-1"};
    const std::vector<query::FrequentValue> m_values = {{"200", 1'234}, {"503", 7}, {"not found", 1}, {"10 ms", 1}};
    const std::vector<std::string> m_asked = {"status >= 500", "duration >= 10 ms"};

    // At the | in it.
    Offers at(std::string text) const
    {
        const std::size_t cursor = text.find('|');
        text.erase(cursor, 1);
        return query::offersAt(text, cursor, {&m_fields, m_names, m_tracks, m_asked, "status", m_values});
    }
    static QString texts(const Offers& offers)
    {
        QStringList out;
        for (const query::Offer& offer : offers.list)
            out << QString::fromStdString(offer.text);
        return out.join(QStringLiteral(" | "));
    }

private slots:
    void whatIsOffered_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("offered");
        const auto row = [](const char* text, const char* offered) {
            QTest::newRow(text) << text << offered;
        };
        row("dur|", "duration | @duration | duration >= 10 ms");
        row("STAT|", "state | status | status >= 500"); // in the order of the list of fields
        row("x stat|", "state | status");               // queries of before only for all that is written
        row("(stat|us)", "state | status");
        row("rend|", "render");
        row("wake|", "\"wake up\"");
        row("o|r", "or" /* begins with it */);
        row("kind = sp|", "spans");
        row("kind=|",
            "group | states | spans | worker | events | marks | log | counter | pictures | density | health "
            "| "
            "ruler | slices | samples");
        row("level >= wa|", "warn");
        row("level ≥ wa|", "warn");
        row("level≥wa|", "warn");
        row("name = w|", "\"wake up\"");
        row("name = \"w|", ""); // within quotes
        row("track : farm|", "\"tasks/render farm\"");
        row("duration >= 10|", "10 ms | 10 us | 10 s | 10 ns | 10 min");
        row("status = |", "200 | 503 | \"not found\" | 10 ms");
        row("x @status != 5|", "503");
        row("request.path = 5|", ""); // nobody has read it
        row("path|", "request.path");
        row("task.busy > 10|", "10 ms | 10 us | 10 s | 10 ns | 10 min");
        row("load > 1.5|", "1.5 %");
        row("size > 1|", "1 kB | 1 MB | 1 GB | 1 KiB | 1 MiB | 1 GiB | 1 B");
        row("value > -5|", "-5 °C | -5 us | -5 ms | -5 s | -5 ns | -5 min");
        row("motor/temperature.value > 5|", "5 °C");
        row("task.busy > |", "");
        row("duration > 10 m|", "ms | min"); // behind a number only a unit
        row("duration > 10 ms|", "");
        row("x duration>1.5  u|", "us");
        row("size > 1 M|", "MB | MiB");
        row("status > 5 st|", "");
    }
    // With what may be written there.
    void fieldsSayTheirUnits_data()
    {
        QTest::addColumn<QString>("detail");
        QTest::newRow("task.bu|") << "duration · task";
        QTest::newRow("loa|") << "number, % · cpu";
        QTest::newRow("siz|") << "bytes · alloc";
        QTest::newRow("valu|") << "number, °C · motor/temperature and others";
    }
    void fieldsSayTheirUnits()
    {
        QFETCH(QString, detail);
        const Offers offers = at(QTest::currentDataTag());
        QVERIFY(!offers.list.empty());
        QCOMPARE(QString::fromStdString(offers.list.front().detail), detail);
    }
    void whatIsOffered()
    {
        QFETCH(QString, text);
        QFETCH(QString, offered);
        const QString found = texts(at(text.toStdString()));
        if (text == QLatin1String("o|r"))
            QVERIFY2(found.split(QStringLiteral(" | ")).contains(QStringLiteral("\"or\"")),
                     qPrintable(found));
        else
            QCOMPARE(found, offered);
    }

    // Whatever is taken, a query comes out, if one was there.
    void whatIsTakenCanBeRead()
    {
        for (const std::string text :
             {"|", "re|", "render w|ake", "not d|", "(k|) or x", "name = |", "kind != s|", "track = |"}) {
            const std::size_t cursor = text.find('|');
            std::string plain = text;
            plain.erase(cursor, 1);
            const Offers offers = at(text);
            QVERIFY2(text == "|" || !offers.list.empty(), text.c_str());
            for (const query::Offer& offer : offers.list) {
                const std::string taken =
                    plain.substr(0, offers.begin) + offer.text + plain.substr(offers.end);
                const auto parsed = query::parse(taken, &m_fields);
                // The name of a field that every slice has waits for its condition.
                const bool waits =
                    !parsed && !parsed.error().sentence.empty() && query::parse(taken + " = 1 ms", &m_fields);
                QVERIFY2(parsed || waits, taken.c_str());
            }
        }
    }

    void fewAreOffered()
    {
        std::vector<std::pair<std::string, std::uint64_t>> many;
        for (int i = 0; i < 10'000; ++i)
            many.emplace_back("name " + std::to_string(i), 1);
        const Offers offers = query::offersAt("name", 4, {nullptr, many});
        QCOMPARE(offers.list.size(), query::kMostOffers);
        QCOMPARE(query::offersAt("", 99, {}).begin, std::size_t(0));
    }
};

QTEST_APPLESS_MAIN(TestOffers)
#include "tst_offers.moc"
