// Compares what tglass prints with the expectations beside the captures of tests/corpus, and of a larger
// collection where there is one. Keys beyond those expected are allowed; keys may be added to the JSON, never
// changed.
#include "tests/support/corpus.h"
#include "tests/support/run_tglass.h"

#include <QFile>
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

using namespace traceglass;
using nlohmann::json;

namespace {

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
        if (const char* const set = std::getenv("TRACEGLASS_CORPUS"))
            QVERIFY2(std::filesystem::is_directory(set), "TRACEGLASS_CORPUS names no folder");
    }

    void rdfValid_data() { addRows("rdf/valid", ".golden.json", ""); }
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
        for (const CorpusFile& list : corpusFiles("rdf/malformed", "expectations.json")) {
            const json expectations = parsed(contents(QString::fromStdString(list.path.string())));
            QVERIFY(expectations.is_object() && !expectations.empty());
            for (const auto& [name, expected] : expectations.items())
                QTest::newRow((list.name.substr(0, list.name.rfind('/') + 1) + name).c_str())
                    << QString::fromStdString((list.path.parent_path() / name).string())
                    << QString::fromStdString(expected.dump());
        }
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
        const ProgramRun dump = tglass({"dump", "--sha256", capture});
        QVERIFY2(dump.exit == 0 || dump.exit == 1, dump.error);
        QVERIFY(parsed(dump.out).is_object());
    }

    void rfrValid_data() { addRows("rfr/valid", ".golden.jsonl", ".rfr"); }
    void rfrValid()
    {
        QFETCH(QString, capture);
        QFETCH(QString, expectation);
        const QString structure = expectation.chopped(1); // .golden.json; streams have none
        if (QFile::exists(structure))
            compareDump(capture, structure);
        if (QTest::currentTestFailed())
            return;
        const ProgramRun run = tglass({"records", capture});
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

    void rfrDamaged_data() { addRows("rfr/damaged", ".expect.json", ".rfr"); }
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
        const ProgramRun run = tglass({"records", capture});
        QVERIFY2(run.exit >= 0 && run.exit <= 2, run.error);
        const std::vector<json> records = lines(run.out);
        QVERIFY2(records.size() >= want["min_records"].get<std::size_t>()
                     && records.size() <= want["max_records"].get<std::size_t>(),
                 qPrintable(QStringLiteral("%1 records: %2").arg(records.size()).arg(what.c_str())));
        for (const json& record : records)
            QVERIFY(record.is_object());
    }

    void rtcValid_data() { addRows("rtc/valid", ".golden.json", ""); }
    void rtcValid()
    {
        QFETCH(QString, capture);
        compareStreams();
        if (!QTest::currentTestFailed())
            compareMessages(capture, capture + ".golden.jsonl", {}); // values, where they matter
    }
    void rtcDamaged_data() { addRows("rtc/damaged", ".golden.json", ""); }
    void rtcDamaged() { compareStreams(); }

    void cjfrValid_data() { addRows("cjfr/valid", ".golden.json", ""); }
    void cjfrValid()
    {
        QFETCH(QString, capture);
        QFETCH(QString, expectation);
        json want = parsed(contents(expectation));
        const bool expandable = !want.contains("expand_error"); // else the reference stopped part way
        if (!expandable)
            want.erase("event_counts");
        for (const char* note :
             {"jsonl_lines", "expanded_jsonl_lines", "expand_error", "error", "truncated", "reference"})
            want.erase(note); // about the reference reader
        const ProgramRun dump = tglass({"dump", capture});
        QVERIFY2(dump.exit == 0 || dump.exit == 1, dump.error);
        const QString text = difference(want, parsed(dump.out), "dump");
        QVERIFY2(text.isEmpty(), qPrintable(text));
        compareMessages(capture, capture + ".golden.jsonl", {});
        if (expandable && !QTest::currentTestFailed())
            compareMessages(capture, capture + ".golden.expanded.jsonl", {"--expanded"});
    }

    void cjfrMalformed_data() { addRows("cjfr/malformed", ".expect.json", ""); }
    void cjfrMalformed()
    {
        QFETCH(QString, capture);
        QFETCH(QString, expectation);
        const json want = parsed(contents(expectation));
        const std::string expect = want["expect"];
        const json got = verdict(capture);
        QVERIFY2(got["status"]
                     == (expect == "error"    ? "rejected"
                             : expect == "ok" ? "ok"
                                              : "damaged"),
                 (got.dump() + want.dump()).c_str());
        const ProgramRun run = tglass({"records", capture});
        QVERIFY2(run.exit >= 0 && run.exit <= 2, run.error);
        if (want.contains("records")) // that are read before the fault
            QCOMPARE(lines(run.out).size(), want["records"].get<std::size_t>());
    }

    // Every problem that validate names in a capture of tests/corpus: code, bytes and entry. Sound captures
    // have none.
    void problems_data()
    {
        QTest::addColumn<QString>("capture");
        QTest::addColumn<QString>("expected");
        const QString list = QString::fromStdString((ownCorpus() / "problems.json").string());
        const json all = parsed(contents(list));
        QVERIFY(all.is_object());
        for (const char* const folder : {"rdf/valid", "rdf/malformed", "rtc/valid", "rtc/damaged",
                                         "rfr/valid", "rfr/damaged", "cjfr/valid", "cjfr/malformed"}) {
            const std::string suffix = '.' + std::string(folder).substr(0, std::string(folder).find('/'));
            for (const auto& entry : std::filesystem::directory_iterator(ownCorpus() / folder)) {
                const std::string name = std::string(folder) + '/' + entry.path().filename().string();
                if (entry.path().extension() == suffix)
                    QTest::newRow(name.c_str())
                        << QString::fromStdString(entry.path().string())
                        << QString::fromStdString(all.value(name, json::array()).dump());
            }
        }
    }
    void problems()
    {
        QFETCH(QString, capture);
        QFETCH(QString, expected);
        const json want = parsed(expected.toUtf8());
        json left = verdict(capture)["diagnostics"];
        for (const json& problem : want) {
            const auto found = std::ranges::find_if(
                left, [&](const json& got) { return difference(problem, got, {}).isEmpty(); });
            QVERIFY2(found != left.end(), (problem.dump() + " is not among " + left.dump()).c_str());
            left.erase(found);
        }
        QVERIFY2(left.empty(), left.dump().c_str());
    }

private:
    // The first records of a file; the golden file holds no more, or is not there.
    static void compareMessages(const QString& capture, const QString& expectation, QStringList options)
    {
        const std::vector<json> want = lines(contents(expectation));
        if (want.empty())
            return;
        const ProgramRun run = tglass(QStringList {"records"} + options
                                      + QStringList {"--limit", QString::number(want.size()), capture});
        QVERIFY2(run.exit == 0 || run.exit == 1, run.error);
        const std::vector<json> got = lines(run.out);
        QCOMPARE(got.size(), want.size());
        for (std::size_t i = 0; i < want.size(); ++i) {
            const QString text = difference(want[i], got[i], QStringLiteral("record %1").arg(i + 1));
            QVERIFY2(text.isEmpty(), qPrintable(text));
        }
    }

    // Frames of an RTC file are compared by place; damaged files name bytes whose frames are not looked at,
    // and frames that may be there or not.
    static void compareStreams()
    {
        QFETCH(QString, capture);
        QFETCH(QString, expectation);
        json want = parsed(contents(expectation));
        const json got = verdict(capture);
        if (want["units"].empty() && want["size"] > 0) {
            QCOMPARE(got["status"], "rejected");
            return;
        }
        QVERIFY(got["status"] != "rejected" && got["status"] != "no answer");
        if (capture.contains("/valid/"))
            QVERIFY2(got["status"] == "ok", got.dump().c_str());
        json structure = want;
        structure.erase("frames");
        structure.erase("ignore");
        structure.erase("optional");
        const ProgramRun dump = tglass({"dump", "--sha256", capture});
        const QString text = difference(structure, parsed(dump.out), "dump");
        QVERIFY2(text.isEmpty(), qPrintable(text));

        const auto ignored = [&](const json& frame) {
            const std::uint64_t offset = frame["offset"];
            return std::ranges::any_of(want.value("ignore", json::array()), [&](const json& range) {
                return offset >= range[0].get<std::uint64_t>() && offset < range[1].get<std::uint64_t>();
            });
        };
        const auto optional = [&](const json& frame) {
            const json list = want.value("optional", json::array());
            return std::ranges::find(list, frame["offset"]) != list.end();
        };
        std::map<std::pair<std::uint64_t, std::uint64_t>, json> frames;
        const ProgramRun records = tglass({"records", "--sha256", capture});
        QVERIFY2(records.exit == 0 || records.exit == 1, records.error);
        std::uint64_t last = 0;
        for (const json& frame : lines(records.out)) {
            QVERIFY(frame["offset"].get<std::uint64_t>() >= last);
            last = frame["offset"];
            frames[{frame["segment"], frame["offset"]}] = frame;
        }
        for (const json& frame : want["frames"]) {
            const auto found = frames.find({frame["segment"], frame["offset"]});
            if (found == frames.end()) {
                QVERIFY2(ignored(frame) || optional(frame), frame.dump().c_str());
                continue;
            }
            if (!ignored(frame)) {
                const QString text_ = difference(frame, found->second, "frame");
                QVERIFY2(text_.isEmpty(), qPrintable(text_));
            }
            frames.erase(found);
        }
        for (const auto& [place, frame] : frames)
            QVERIFY2(ignored(frame) || optional(frame), frame.dump().c_str());
    }

    static void addRows(const char* folder, const char* suffix, const QString& captureSuffix)
    {
        QTest::addColumn<QString>("capture");
        QTest::addColumn<QString>("expectation");
        const std::vector<CorpusFile> expectations = corpusFiles(folder, suffix);
        QVERIFY2(!expectations.empty(), folder);
        const qsizetype cut = QByteArray(suffix).size();
        for (const CorpusFile& file : expectations) {
            const QString path = QString::fromStdString(file.path.string());
            QTest::newRow(qPrintable(QString::fromStdString(file.name).chopped(cut)))
                << path.chopped(cut) + captureSuffix << path;
        }
    }

    static json verdict(const QString& capture)
    {
        const ProgramRun run = tglass({"validate", "--json", capture});
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
        const ProgramRun run = tglass({"dump", "--sha256", capture});
        QVERIFY2(run.exit == 0 || run.exit == 1, run.error);
        const QString text = difference(parsed(contents(expectation)), parsed(run.out), "dump");
        QVERIFY2(text.isEmpty(), qPrintable(text));
    }
};

QTEST_GUILESS_MAIN(TestGolden)
#include "tst_golden.moc"
