// tglass find --in structure and --in notes, as others run it; against what tree and annotations print.
#include "core/formats/demo.h"
#include "core/io/file.h"
#include "tests/support/demo_captures.h"
#include "tests/support/run_tglass.h"
#include "tests/support/tiny_captures.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>
#include <set>

using namespace traceglass;
using nlohmann::json;

class TestFind : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        const auto path = findDemo("rdf")->write(m_folder.path().toStdString());
        QVERIFY(path);
        m_rdf = QString::fromStdString(path->string());
    }

    // What `tglass annotate` says of a slice finds it.
    void slicesAreFoundByTheirNotes()
    {
        const auto path = findDemo("rfr")->write(m_folder.path().toStdString());
        QVERIFY(path);
        const QString web = QString::fromStdString(path->string());
        const json slice = lines(
            tglass({"find", web, "state = polling name = metrics.flush", "--limit", "1", "--json"}).out)[0];
        const std::int64_t start = slice["start_ns"], end = start + slice["dur_ns"].get<std::int64_t>();
        QCOMPARE(tglass({"find", web, "note", "--count"}).out, QByteArray("0\n"));
        const ProgramRun said =
            tglass({"annotate", web, "--range", QStringLiteral("%1ns..%2ns").arg(start).arg(end), "--track",
                    QString::fromStdString(slice["track"]), "--text", "keeps the worker"});
        QVERIFY2(said.exit == 0, said.error);
        const auto found = lines(tglass({"find", web, "note : WORKER", "--json"}).out);
        QCOMPARE(found.size(), std::size_t(2));
        QVERIFY(found[0]["start_ns"] == start && found[0]["offset"] == slice["offset"]);
        QCOMPARE(tglass({"find", web, "note : idle", "--count"}).out, QByteArray("0\n"));
        QCOMPARE(tglass({"find", web, "note : worker", "--in", "notes", "--count"}).out, QByteArray("1\n"));
        const ProgramRun stats = tglass({"stats", web, "--where", "note", "--json"});
        QVERIFY(lines(stats.out)[0]["count"] == 1);
        const ProgramRun records = tglass({"records", web, "--match", "note"});
        QCOMPARE(records.out.count('\n'), 1);
    }

    void nodesAreThoseOfTheTree()
    {
        std::set<std::string> labels; // paths of what the tree lists
        std::vector<json> wanted;
        for (const json& node : lines(tglass({"tree", m_rdf, "--json", "--depth", "100"}).out))
            if (node["kind"] == "chunk" && labels.insert(node["path"]).second)
                wanted.push_back(node);
        QVERIFY(wanted.size() > 10);
        const auto found = lines(tglass({"find", m_rdf, "kind = chunk", "--in", "structure", "--json"}).out);
        QCOMPARE(found.size(), wanted.size() + 1); // and the summary
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            QVERIFY(found[i]["hit"] == i + 1);
            QVERIFY(labels.contains(found[i]["path"]));
            for (const char* key : {"kind", "label", "value", "source", "offset", "length"})
                QVERIFY(found[i].contains(key));
        }
        QVERIFY(found.back()["summary"]["hits"] == wanted.size());
        const QByteArray count = QByteArray::number(qulonglong(wanted.size())) + '\n';
        QCOMPARE(tglass({"find", m_rdf, "kind = chunk", "--in", "structure", "--count"}).out, count);
        QCOMPARE(tglass({"find", m_rdf, "kind=chunk", "--in=structure", "--limit", "3"}).out.count('\n'), 3);
        const auto some = lines(tglass({"find", m_rdf, "kind=chunk", "--in=structure", "--limit=3", "--json"}).out);
        QCOMPARE(some.size(), std::size_t(4));
        QVERIFY(some.back()["summary"]["hits"] == wanted.size()); // printed or not
        // The text begins with the path, which other commands take.
        const QByteArray text = tglass({"find", m_rdf, "kind = chunk", "--in", "structure", "--limit", "1"}).out;
        QCOMPARE(text.split(' ').first().toStdString(), some.front()["path"].get<std::string>());
        // Of a byte its owner.
        const QString byte = QString::number(some.front()["offset"].get<std::uint64_t>() + 1);
        const auto owner = lines(tglass({"find", m_rdf, byte, "--in", "structure", "--json"}).out);
        QVERIFY(owner.front()["offset"] <= byte.toULongLong());
    }

    void notesAreFound()
    {
        for (const QStringList& note : {QStringList {"the first one", "Ada"}, {"the second one", "Grace"}})
            QCOMPARE(tglass({"annotate", m_rdf, "--node", "/header", "--text", note[0], "--author", note[1]}).exit, 0);
        const auto count = [&](const char* query) {
            return tglass({"find", m_rdf, query, "--in", "notes", "--count"}).out.trimmed().toInt();
        };
        QCOMPARE(count("one"), 2);
        QCOMPARE(count("first or ada"), 1);
        QCOMPARE(count("author = grace"), 1);
        QCOMPARE(count("node : header not second"), 1);
        const auto found = lines(tglass({"find", m_rdf, "second", "--in", "notes", "--json"}).out);
        QCOMPARE(found.size(), std::size_t(2));
        QVERIFY(found[0]["note"]["text"] == "the second one");
        QVERIFY(found[1]["summary"]["hits"] == 1);
        QVERIFY(tglass({"find", m_rdf, "second", "--in", "notes"}).out.contains("    the second one\n"));
    }

    void whatIsExpectedAndWhatIsWrong()
    {
        const auto exit = [&](const QStringList& more) { return tglass(QStringList {"find", m_rdf} + more); };
        QCOMPARE(exit({"no such node", "--in", "structure"}).exit, 0);
        const ProgramRun none = exit({"no such node", "--in", "structure", "--expect", "some"});
        QCOMPARE(none.exit, 5);
        QVERIFY(none.error.contains("no node fits"));
        QCOMPARE(exit({"chunk", "--in", "structure", "--expect", "none"}).exit, 5);
        QCOMPARE(exit({"no such note", "--in", "notes", "--expect", "some"}).exit, 5);
        const ProgramRun wrong = exit({"kind = chnk", "--in", "structure"});
        QCOMPARE(wrong.exit, 3);
        QVERIFY(wrong.error.contains("at character 8") && wrong.error.contains("did you mean chunk?"));
        QCOMPARE(exit({"x", "--in", "bytes"}).exit, 3);
        const ProgramRun scoped = exit({"x", "--in", "structure", "--from", "+1s"});
        QCOMPARE(scoped.exit, 3);
        QVERIFY(scoped.error.contains("--in slices"));
        const std::string timeless = m_folder.path().toStdString() + "/two.rdf"; // there are no slices
        QVERIFY(writeFile(timeless, twoChunks()));
        QCOMPARE(tglass({"find", QString::fromStdString(timeless), "x"}).exit, 3);
    }

private:
    static std::vector<json> lines(const QByteArray& out)
    {
        std::vector<json> all;
        for (const QByteArray& line : out.trimmed().split('\n'))
            all.push_back(json::parse(line.toStdString()));
        return all;
    }

    QTemporaryDir m_folder;
    QString m_rdf;
};

QTEST_GUILESS_MAIN(TestFind)
#include "tst_find.moc"
