// Names in a capture that would drive a terminal or read as others: no command prints them as they are.
#include "core/base/text.h"
#include "core/io/file.h"
#include "tests/support/run_tglass.h"
#include "tests/support/tiny_captures.h"

#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>
#include <nlohmann/json.hpp>

using namespace traceglass;

class TestHostileNames : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        QVERIFY(writeFile(path("id.rdf"),
                          twoChunks(5,
                                    "\u202e\u009b"
                                    "2J\x7f\u2028"))
                    .has_value());
        QVERIFY(
            writeFile(path("task.rfr"), oneTaskStream("up\u202e\u0085\x1b[2J\u2066load\x9b")).has_value());
        QVERIFY(writeFile(path("plain.rfr"), oneTaskStream()).has_value());
        const QString note = "see \u202e\u009b"
                             "2J\x7f\u2029\u200f";
        for (const char* name : {"id.rdf", "task.rfr"}) {
            const ProgramRun run =
                tglass({"annotate", path(name).c_str(), "--node", "/", "--text", note, "--author", note});
            QVERIFY2(run.exit == 0, run.error);
        }
    }
    void cleanupTestCase()
    {
        std::filesystem::remove_all(m_folder.path().toStdString()); // Qt cannot where names are no UTF-8
    }

    void everyCommand_data()
    {
        QTest::addColumn<QStringList>("words"); // the capture goes behind them
        for (const QStringList& words : {QStringList {"info"},
                                         {"info", "--json"},
                                         {"tree", "--depth", "9"},
                                         {"tree", "--depth", "9", "--json"},
                                         {"validate"},
                                         {"validate", "--json"},
                                         {"annotations"},
                                         {"annotations", "--json"},
                                         {"dump"},
                                         {"records"},
                                         {"records", "--expanded"},
                                         {"records", "--track", "up\u202eload", "--from", "+0s"},
                                         {"records", "--clock", "\u202e"},
                                         {"tree", "--path", "/\u202e\u009b"},
                                         {"annotations", "--remove", "\u202e"},
                                         {"info", "--\u202e"}})
            QTest::newRow(words.join(' ').toUtf8().constData()) << words;
    }
    void everyCommand()
    {
        QFETCH(QStringList, words);
        for (const char* name : {"id.rdf", "task.rfr"}) {
            const ProgramRun run = tglass(words + QStringList(path(name).c_str()));
            QVERIFY2(run.exit >= 0, run.error);
            QVERIFY(!run.out.isEmpty() || !run.error.isEmpty());
            for (const QByteArray& said : {run.out, run.error}) {
                const QString text = QString::fromUtf8(said);
                QVERIFY2(isValidUtf8(said.toStdString()), said);
                for (const QChar c : text) {
                    const char16_t code = c.unicode();
                    const bool acts = (code < 0x20 && code != '\n') || (code >= 0x7f && code <= 0x9f)
                        || code == 0x061c || code == 0x200e || code == 0x200f || code == 0x2028
                        || code == 0x2029 || (code >= 0x202a && code <= 0x202e)
                        || (code >= 0x2066 && code <= 0x2069);
                    QVERIFY2(!acts, said.toPercentEncoding(" {}[]\",:/").constData());
                }
            }
        }
    }

    // Of files, too: they are bytes, and a system takes any of them.
    void namesOfFilesAreBytes_data()
    {
        QTest::addColumn<QString>("command"); // of a shell
        for (const char* command :
             {"info \"$f\"", "info --json \"$f\"", "tree --json \"$f\"", "validate \"$f\"",
              "validate --json \"$f\"", "findings --json \"$f\"", "annotate \"$f\" --node / --text seen",
              "annotations --json \"$f\"", "compare --json \"$f\" \"$f\"",
              "export --table records \"$f\" -o \"$f.csv\"", "find --json \"$f\" upload", "records \"$f\"",
              "info --json \"$f.gone\"", "validate --json \"$f.gone\""})
            QTest::newRow(command) << QString::fromLatin1(command);
    }
    void namesOfFilesAreBytes()
    {
        QFETCH(QString, command);
        const ProgramRun run = runProgram(
            "sh",
            {"-c",
             QStringLiteral(
                 "f=$(printf '%1/caf\\351.rfr'); [ -e \"$f\" ] || cp '%1/plain.rfr' \"$f\" || exit 77; "
                 "\"$TGLASS\" %2")
                 .arg(m_folder.path(), command)},
            60);
        if (run.exit == 77)
            QSKIP("this file system takes text only");
        const bool isGone = command.contains(".gone");
        QVERIFY2(run.exit == (isGone ? 2 : 0), run.out + run.error);
        QVERIFY2(isValidUtf8((run.out + run.error).toStdString()), run.out + run.error);
        QCOMPARE(run.error.contains("caf\\xe9.rfr.gone"), isGone);
        if (!command.contains("--json"))
            return;
        for (const QByteArray& line :
             run.out.startsWith("[") ? QByteArrayList {run.out} : run.out.split('\n'))
            QVERIFY2(line.isEmpty() || nlohmann::json::accept(line.toStdString()), line);
    }

    // The same text to whoever parses it.
    void jsonKeepsTheText()
    {
        const ProgramRun run = tglass({"annotations", "--json", path("task.rfr").c_str()});
        const auto notes = nlohmann::json::parse(run.out.toStdString(), nullptr, false);
        QCOMPARE(notes.size(), std::size_t(1));
        QCOMPARE(QString::fromStdString(notes[0]["text"]),
                 QString("see \u202e\u009b"
                         "2J\x7f\u2029\u200f"));
        const ProgramRun records = tglass({"records", "--limit", "1", path("task.rfr").c_str()});
        const auto first = nlohmann::json::parse(records.out.toStdString(), nullptr, false);
        QCOMPARE(QString::fromStdString(first["name"]), QString("up\u202e\u0085\x1b[2J\u2066load\ufffd"));
    }

private:
    std::string path(const char* name) const { return m_folder.filePath(name).toStdString(); }

    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(TestHostileNames)
#include "tst_hostile_names.moc"
