// The RDF captures with golden files: what is read equals the golden files, what is wrong is found.
#include "core/formats/formats.h"
#include "tests/support/check_tree.h"
#include "tests/support/corpus.h"
#include "tests/support/open_capture.h"

#include <QTest>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

using namespace traceglass;

namespace {

nlohmann::json readJson(const std::filesystem::path& path)
{
    std::ifstream in(path);
    return nlohmann::json::parse(in, nullptr, false);
}

}

class TestRdfCorpus : public QObject
{
    Q_OBJECT

private slots:
    void isRead_data();
    void isRead();
    void isJudged_data();
    void isJudged();
};

void TestRdfCorpus::isRead_data()
{
    QTest::addColumn<QString>("path");
    for (const CorpusFile& golden : corpusFiles("rdf/valid", ".golden.json"))
        QTest::addRow("%s", golden.name.c_str()) << QString::fromStdString(golden.path.string());
}

void TestRdfCorpus::isRead()
{
    QFETCH(QString, path);
    const auto golden = readJson(path.toStdString());
    const auto document = openCapture(path.chopped(12).toStdString());
    QVERIFY(document);
    Job job;
    std::string text;
    QVERIFY((*document)->records()->dump(
        true, [&](std::string_view piece) { text += piece; }, job));
    QVERIFY(nlohmann::json::parse(text, nullptr, false) == golden);
    checkTree(**document, (*document)->structure()->root().id, 5);
}

void TestRdfCorpus::isJudged_data()
{
    QTest::addColumn<QString>("path");
    for (const CorpusFile& capture : corpusFiles("rdf/malformed", ".rdf"))
        QTest::addRow("%s", capture.name.c_str()) << QString::fromStdString(capture.path.string());
}

void TestRdfCorpus::isJudged()
{
    QFETCH(QString, path);
    const std::filesystem::path capture = path.toStdString();
    const auto expected = readJson(capture.parent_path() / "expectations.json")
                              .value(capture.filename().string(), nlohmann::json());
    QVERIFY(expected.is_object());
    const auto document = openCapture(capture);
    if (expected["expect"] == "rejected") {
        QVERIFY(!document);
        QCOMPARE(std::string(codeInfo(document.error().code).id),
                 "rdf." + expected["error"].get<std::string>());
        return;
    }
    QVERIFY(document);
    Job job;
    QVERIFY((*document)->validate(job));
    const auto all = (*document)->problems().all();
    for (const auto& wanted : expected["diagnostics"]) {
        QVERIFY2(std::ranges::any_of(all,
                                     [&](const Diagnostic& problem) {
                                         return codeInfo(problem.code).id
                                             == "rdf." + wanted["code"].get<std::string>()
                                             && (wanted["entry"].is_null()
                                                 || problem.entry == wanted["entry"].get<std::uint64_t>());
                                     }),
                 wanted.dump().c_str());
    }
    if (!expected["any_diagnostics"].get<bool>()) {
        for (const Diagnostic& problem : all) { // no error that was not expected
            if (problem.severity == Severity::error)
                QVERIFY2(expected["diagnostics"].dump().find(std::string(codeInfo(problem.code).id).substr(4))
                             != std::string::npos,
                         problem.message().c_str());
        }
    }
    checkTree(**document, (*document)->structure()->root().id, 5);
}

QTEST_GUILESS_MAIN(TestRdfCorpus)
#include "tst_rdf_corpus.moc"
