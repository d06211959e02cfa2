// Compares what tglass prints with the expectations beside the captures of a corpus: TRACEGLASS_CORPUS or
// ../shared/corpus. Keys beyond those expected are allowed; keys may be added to the JSON, never changed.
#include "tests/support/run_tglass.h"

#include <QDir>
#include <QFile>
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

using namespace traceglass;
using nlohmann::json;

namespace {

QDir corpus()
{
    return QDir(qEnvironmentVariable("TRACEGLASS_CORPUS", TRACEGLASS_SOURCE_DIR "/../shared/corpus"));
}

QByteArray contents(const QString& path)
{
    QFile file(path);
    return file.open(QFile::ReadOnly) ? file.readAll() : QByteArray();
}

json parsed(const QByteArray& text)
{
    return json::parse(text.begin(), text.end(), nullptr, false); // discarded when it is not JSON
}

std::vector<json> lines(const QByteArray& text)
{
    std::vector<json> out;
    for (const QByteArray& line : text.split('\n')) {
        if (!line.trimmed().isEmpty())
            out.push_back(parsed(line));
    }
    return out;
}

bool sameNumber(const json& wanted, const json& got)
{
    if (!wanted.is_number_float() && !got.is_number_float())
        return wanted == got;
    const double a = wanted.get<double>();
    const double b = got.get<double>();
    return a == b
        || (std::isfinite(a) && std::isfinite(b)
            && std::abs(a - b) <= 1e-12 * std::max(std::abs(a), std::abs(b)));
}

// Where the printed value differs from the wanted one; empty when everything wanted is there.
QString difference(const json& wanted, const json& got, const QString& where)
{
    const auto unequal = [&] {
        return QStringLiteral("%1 is %2, not %3")
            .arg(where,
                 QString::fromStdString(got.dump(-1, ' ', false, json::error_handler_t::replace)).left(160),
                 QString::fromStdString(wanted.dump()).left(160));
    };
    if (wanted.is_object()) {
        if (!got.is_object())
            return unequal();
        for (const auto& [key, value] : wanted.items()) {
            const QString name = where + '.' + QString::fromStdString(key);
            if (!got.contains(key))
                return name + " is missing";
            if (const QString text = difference(value, got[key], name); !text.isEmpty())
                return text;
        }
        return {};
    }
    if (wanted.is_array()) {
        if (!got.is_array())
            return unequal();
        if (got.size() != wanted.size())
            return QStringLiteral("%1 has %2 elements, not %3").arg(where).arg(got.size()).arg(wanted.size());
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            const QString text = difference(wanted[i], got[i], QStringLiteral("%1[%2]").arg(where).arg(i));
            if (!text.isEmpty())
                return text;
        }
        return {};
    }
    if (wanted.is_number() && got.is_number())
        return sameNumber(wanted, got) ? QString() : unequal();
    return wanted == got ? QString() : unequal();
}

// The text of a 64-bit float is a hint only: its bits decide.
json withoutFloatText(json record)
{
    if (record.is_object() && record.contains("fields") && record["fields"].is_array()) {
        for (json& field : record["fields"]) {
            if (field.is_object() && field.contains("bits"))
                field.erase("value");
        }
    }
    return record;
}

std::string nameOf(const json& diagnostic)
{
    const std::string code = diagnostic.value("code", "");
    return code.substr(code.find('.') + 1);
}

}

class TestGolden : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (!corpus().exists())
            QSKIP("No corpus: set TRACEGLASS_CORPUS to the folder that holds rdf/ and rfr/ to compare with "
                  "golden files.");
    }

    void rdfValid_data() { addRows("rdf/valid", "*.golden.json", ".golden.json", ""); }
    void rdfValid()
    {
        QFETCH(QString, capture);
        QFETCH(QString, expectation);
        QVERIFY(verdict(capture)["status"] != "rejected");
        compareDump(capture, expectation);
    }

    void rdfMalformed_data()
    {
        QTest::addColumn<QString>("capture");
        QTest::addColumn<QString>("expected");
        const QDir folder(corpus().filePath("rdf/malformed"));
        const json expectations = parsed(contents(folder.filePath("expectations.json")));
        QVERIFY(expectations.is_object() && !expectations.empty());
        for (const auto& [name, expected] : expectations.items())
            QTest::newRow(name.c_str())
                << folder.filePath(QString::fromStdString(name)) << QString::fromStdString(expected.dump());
    }
    void rdfMalformed()
    {
        QFETCH(QString, capture);
        QFETCH(QString, expected);
        const json want = parsed(expected.toUtf8());
        const json got = verdict(capture);
        const auto reported = [&](const std::string& code, const json& entry) {
            return std::ranges::any_of(got["diagnostics"], [&](const json& diagnostic) {
                return nameOf(diagnostic) == code && (entry.is_null() || diagnostic["entry"] == entry);
            });
        };
        if (want["expect"] == "rejected") {
            QCOMPARE(got["status"], "rejected");
            QVERIFY2(reported(want["error"], nullptr), got.dump().c_str());
            return;
        }
        QVERIFY(got["status"] != "rejected");
        for (const json& diagnostic : want.value("diagnostics", json::array()))
            QVERIFY2(reported(diagnostic["code"], diagnostic.value("entry", json())),
                     diagnostic.dump().c_str());
        const Run dump = tglass({"dump", "--sha256", capture});
        QVERIFY2(dump.exit == 0 || dump.exit == 1, dump.error);
        QVERIFY(parsed(dump.out).is_object());
    }

    void rfrValid_data() { addRows("rfr/valid", "*.golden.jsonl", ".golden.jsonl", ".rfr"); }
    void rfrValid()
    {
        QFETCH(QString, capture);
        QFETCH(QString, expectation);
        const QString structure = expectation.chopped(1); // .golden.json; streams have none
        if (QFile::exists(structure))
            compareDump(capture, structure);
        if (QTest::currentTestFailed())
            return;
        const Run run = tglass({"records", capture});
        QVERIFY2(run.exit == 0 || run.exit == 1, run.error);
        const std::vector<json> want = lines(contents(expectation));
        const std::vector<json> got = lines(run.out);
        QCOMPARE(got.size(), want.size());
        for (std::size_t i = 0; i < want.size(); ++i) {
            const QString text =
                difference(withoutFloatText(want[i]), got[i], QStringLiteral("record %1").arg(i + 1));
            QVERIFY2(text.isEmpty(), qPrintable(text));
        }
    }

    void rfrDamaged_data() { addRows("rfr/damaged", "*.expect.json", ".expect.json", ".rfr"); }
    void rfrDamaged()
    {
        QFETCH(QString, capture);
        QFETCH(QString, expectation);
        const json want = parsed(contents(expectation));
        const json got = verdict(capture);
        const std::string status = got["status"];
        const std::string what = want["what"];
        const std::string open = want["open"];
        if (open == "ok")
            QVERIFY2(status != "rejected"
                         && std::ranges::none_of(got["diagnostics"],
                                                 [](const json& d) { return d["severity"] == "error"; }),
                     got.dump().c_str());
        else if (open == "partial")
            QVERIFY2(status == "damaged", got.dump().c_str());
        else
            QVERIFY2(status != "ok", what.c_str());
        const Run run = tglass({"records", capture});
        QVERIFY2(run.exit >= 0 && run.exit <= 2, run.error);
        const std::vector<json> records = lines(run.out);
        QVERIFY2(records.size() >= want["min_records"].get<std::size_t>()
                     && records.size() <= want["max_records"].get<std::size_t>(),
                 qPrintable(QStringLiteral("%1 records: %2").arg(records.size()).arg(what.c_str())));
        for (const json& record : records)
            QVERIFY(record.is_object());
    }

private:
    static void addRows(const char* folderName, const char* pattern, const QString& suffix,
                        const QString& captureSuffix)
    {
        QTest::addColumn<QString>("capture");
        QTest::addColumn<QString>("expectation");
        const QDir folder(corpus().filePath(folderName));
        const QStringList names = folder.entryList({pattern}, QDir::Files, QDir::Name);
        QVERIFY2(!names.isEmpty(), folderName);
        for (const QString& name : names)
            QTest::newRow(qPrintable(name.chopped(suffix.size())))
                << folder.filePath(name.chopped(suffix.size()) + captureSuffix) << folder.filePath(name);
    }

    static json verdict(const QString& capture)
    {
        const Run run = tglass({"validate", "--json", capture});
        const json value = parsed(run.out);
        const json none = {{"status", "no answer"}, {"diagnostics", json::array()}};
        if (!value.is_object() || !value.contains("status") || !value.contains("diagnostics"))
            return none;
        const std::string status = value["status"];
        const int exit = status == "ok" ? 0 : status == "damaged" ? 1 : status == "rejected" ? 2 : -1;
        return exit == run.exit ? value : none;
    }

    static void compareDump(const QString& capture, const QString& expectation)
    {
        const Run run = tglass({"dump", "--sha256", capture});
        QVERIFY2(run.exit == 0 || run.exit == 1, run.error);
        const QString text = difference(parsed(contents(expectation)), parsed(run.out), "dump");
        QVERIFY2(text.isEmpty(), qPrintable(text));
    }
};

QTEST_GUILESS_MAIN(TestGolden)
#include "tst_golden.moc"
