// Every valid capture with a golden file takes notes and gives them back: its records, its health and its
// files stay what they were.
#include "core/formats/formats.h"
#include "core/notes/save.h"
#include "tests/support/corpus.h"
#include "tests/support/patience.h"
#include "tests/support/small_captures.h" // before Qt, whose keywords are names in there
#include "tests/support/unstopped.h"

#include "tests/support/open_capture.h"
#include "tests/support/run_tglass.h"

#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>

using namespace traceglass;
namespace fs = std::filesystem;
using Json = nlohmann::json;

class TestNotesCorpus : public QObject
{
    Q_OBJECT

private:
    static std::vector<std::string> lines(const QByteArray& text)
    {
        std::vector<std::string> out;
        for (const QByteArray& line : text.split('\n')) {
            if (!line.isEmpty())
                out.push_back(line.toStdString());
        }
        return out;
    }

    static Json notes(const QString& file)
    {
        const ProgramRun run = tglass({"annotations", file, "--json"});
        return run.exit == 0 ? Json::parse(run.out.toStdString(), nullptr, false) : Json();
    }

private slots:
    void eachCapture_data()
    {
        QTest::addColumn<QString>("path");
        int rows = 0;
        for (const auto& [folder, suffix] :
             {std::pair("rdf/valid", ".rdf"), std::pair("rdf/valid", ".rmv"), std::pair("rtc/valid", ".rtc"),
              std::pair("rfr/valid", ".rfr"), std::pair("cjfr/valid", ".cjfr")}) {
            for (const CorpusFile& capture : corpusFiles(folder, suffix)) {
                if (rows++ % (10 / repeat(10)) == 0)
                    QTest::newRow(capture.name.c_str()) << QString::fromStdString(capture.path.string());
            }
        }
    }

    void eachCapture()
    {
        QFETCH(QString, path);
        const QTemporaryDir folder;
        const fs::path original = path.toStdString();
        const fs::path copy = fs::path(folder.path().toStdString()) / original.filename();
        fs::copy(original, copy, fs::copy_options::recursive);
        const QString file = QString::fromStdString(copy.string());
        const ProgramRun recordsBefore = tglass({"records", file});
        const int validBefore = tglass({"validate", file}).exit;
        const auto document = openCapture(copy);
        QVERIFY2(document, document ? "" : message(document.error()).c_str());
        TimelinePtr timeline;
        Job job;
        QVERIFY(index(**document, {.publish = [&](const TimelinePtr& newest) { timeline = newest; }}, job));
        const bool hasRecords = (*document)->timeline() && timeline && timeline->records > 0;
        const bool hasTime = (*document)->summary().time || hasRecords;
        const SavePlan plan = planSave(**document);

        struct Expected
        {
            QString id, text, node;
        };
        std::vector<Expected> expected;
        const Json foreign = notes(file);
        const auto add = [&](const QString& text, QStringList where, const QString& node = {}) {
            const ProgramRun run = tglass(QStringList {"annotate", file, "--text", text} + where);
            QVERIFY2(run.exit == 0, run.error.constData());
            expected.push_back({QString::fromUtf8(run.out).trimmed(), text, node});
        };
        add("about the whole", {"--node", "/"}, "/");
        if (hasTime) {
            add(QString::fromUtf8("ein Augenblick – 瞬間"), {"--at", "+1us"});
            add("a while", {"--range", "+1us..+2ms"});
        }
        add(QString::fromUtf8("long 日本\n").repeated(3000), {"--node", "/"}, "/");
        const auto children = (*document)->structure()->children((*document)->structure()->root().id, 0, 1);
        if (children && !children->empty()) {
            const QString node =
                QString::fromStdString((*document)->structure()->pathOf(children->front().id));
            add("about a part", {"--node", node}, node);
        }
        expected[0].text = "edited";
        ProgramRun changed = tglass({"annotations", file, "--edit", expected[0].id, "--text", "edited"});
        QVERIFY2(changed.exit == 0, changed.error.constData());
        changed = tglass({"annotations", file, "--remove", expected.back().id});
        QVERIFY2(changed.exit == 0, changed.error.constData());
        expected.pop_back();

        const Json found = notes(file);
        QVERIFY(found.is_array());
        QCOMPARE(found.size(), foreign.size() + expected.size());
        for (const Expected& want : expected) {
            const auto note = std::ranges::find_if(found, [&](const Json& one) {
                return one["id"].get<std::string>() == want.id.toStdString();
            });
            QVERIFY2(note != found.end(), qPrintable(want.id));
            QCOMPARE((*note)["text"].get<std::string>(), want.text.toStdString());
            QCOMPARE((*note)["node"].is_null() ? "" : (*note)["node"].get<std::string>(),
                     want.node.toStdString());
            QCOMPARE((*note)["origin"].get<std::string>(),
                     std::string(plan.way == SaveWay::capture ? "capture" : "sidefile"));
        }
        for (const Json& note : foreign)
            QVERIFY(std::ranges::find(found, note) != found.end());

        const ProgramRun recordsAfter = tglass({"records", file});
        QCOMPARE(recordsAfter.exit, recordsBefore.exit);
        const std::string lost = recordsLost(lines(recordsBefore.out), lines(recordsAfter.out));
        QVERIFY2(lost.empty(), lost.substr(0, 500).c_str());
        QVERIFY(tglass({"validate", file}).exit <= validBefore);
        if (plan.way == SaveWay::sideFile) {
            qInfo("kept beside: %s", plan.reason.c_str());
            auto before = filesOf(original), after = filesOf(copy);
            QCOMPARE(before.size(), after.size());
            QVERIFY(std::ranges::equal(before, after,
                                       [](const auto& a, const auto& b) { return a.second == b.second; }));
        }
    }
};

QTEST_GUILESS_MAIN(TestNotesCorpus)
#include "tst_notes_corpus.moc"
