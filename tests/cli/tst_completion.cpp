// What shells offer: all that the help of a command names and nothing else, and bash with its script for real.
#include "tests/support/run_tglass.h"

#include <QFile>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>
#include <sys/stat.h>

using namespace traceglass;

namespace {

QString text(const QString& path)
{
    QFile file(QStringLiteral(TRACEGLASS_SOURCE_DIR "/") + path);
    return file.open(QFile::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

QStringList captured(const QString& expression, const QString& in)
{
    QStringList found;
    auto matches = QRegularExpression(expression, QRegularExpression::MultilineOption).globalMatch(in);
    while (matches.hasNext())
        found << matches.next().captured(1);
    found.removeDuplicates();
    found.sort();
    return found;
}

// The words that are offered, without what they are about.
QStringList offered(const QStringList& typed)
{
    return captured("^([^\t\n]+)\t", QString::fromUtf8(tglass(QStringList("complete") + typed).out));
}

QStringList commands()
{
    const QString help = QString::fromUtf8(tglass({"--help"}).out);
    return captured("^  ([a-z]+) ", help.left(help.indexOf("Topics")));
}

}

class TestCompletion : public QObject
{
    Q_OBJECT

private slots:
    void commandsAreThoseOfTheHelp()
    {
        QVERIFY(commands().size() >= 16);
        QCOMPARE(offered({""}), commands());
        QCOMPARE(offered({}), commands());
        QCOMPARE(offered({"anno"}), QStringList({"annotate", "annotations"}));
        QCOMPARE(offered({"--v"}), QStringList({"--version"}));
    }

    void optionsAreThoseOfTheHelp()
    {
        for (const QString& command : commands()) {
            if (command == "help")
                continue;
            const QString help = QString::fromUtf8(tglass({command, "--help"}).out);
            const QStringList options = captured("^  (?:-\\w,)?(--[a-z][a-z0-9-]*)", help);
            QVERIFY2(options.contains("--help"), qPrintable(command));
            QCOMPARE(offered({command, "--"}), options);
            QCOMPARE(offered({command, "-"}), options);
        }
    }

    void valuesAreOffered_data()
    {
        QTest::addColumn<QStringList>("typed");
        QTest::addColumn<QStringList>("words");
        const auto row = [](const char* typed, const char* words) {
            QTest::newRow(typed) << QString(typed).split(' ')
                                 << QString(words).split(' ', Qt::SkipEmptyParts);
        };
        row("info ", ":files");
        row("info a.rfr ", "");
        row("info -- --", ":files");
        row("info a.rfr --json ", "");
        row("stats a.rfr ", ":files"); // takes several
        row("compare a.rfr ", ":files");
        row("demo ", ":folders");
        row("find a.rfr --in ", "notes slices structure");
        row("find a.rfr --in s", "slices structure");
        row("find a.rfr --in=n", "--in=notes");
        row("find a.rfr --expect ", "none some");
        row("findings a.rfr --fail-on ", "high low medium");
        row("findings a.rfr --baseline ", ":files");
        row("findings --explain rfr.long-p", "rfr.long-poll");
        row("compare a b --fail-on longer,n", "longer,new");
        row("export a.rfr --weight ", "bytes count duration");
        row("export a.rfr --table r", "records");
        row("export a.rfr -o ", ":files");
        row("stats a.rfr --by na", "name");
        row("stats a.rfr --where ", "");
        row("help ti", "times");
        row("help comp", "compact compare");
        row("nonsense ", "");
    }
    void valuesAreOffered()
    {
        QFETCH(QStringList, typed);
        QFETCH(QStringList, words);
        QCOMPARE(offered(typed), words);
    }

    void tablesOfTheCaptureAreOffered()
    {
        const QTemporaryDir folder;
        QCOMPARE(tglass({"demo", folder.path()}).exit, 0);
        const QString jvm = folder.filePath("jvm-service.cjfr");
        QCOMPARE(offered({"stats", jvm, "--by", "g"}), QStringList({"gc", "group"}));
        QCOMPARE(offered({"stats", jvm, "--by=g"}), QStringList({"--by=gc", "--by=group"}));
        QCOMPARE(offered({"stats", folder.filePath("web-service.rfr"), "--by", "g"}), QStringList("group"));
        QCOMPARE(offered({"stats", folder.filePath("none.cjfr"), "--by", "g"}), QStringList("group"));
        const QString pipe = folder.filePath("pipe");
        QCOMPARE(::mkfifo(QFile::encodeName(pipe).constData(), 0600), 0);
        QCOMPARE(offered({"stats", pipe, "--by", "g"}), QStringList("group")); // nobody ever writes it
    }

    void bashOffersThem_data()
    {
        QTest::addColumn<QString>("program");
        QTest::addColumn<QString>("line"); // words as bash parts them, the last one unfinished
        QTest::addColumn<QString>("replies");
        QTest::newRow("command") << "tglass"
                                 << "tglass comp"
                                 << "compare compact";
        QTest::newRow("value") << "tglass"
                               << "tglass find a.rfr --in ''"
                               << "slices structure notes";
        QTest::newRow("value behind =") << "tglass"
                                        << "tglass find a.rfr --in = no"
                                        << "notes";
        QTest::newRow("nothing behind =") << "tglass"
                                          << "tglass find a.rfr --expect ="
                                          << "some none";
        QTest::newRow("option of the viewer") << "traceglass"
                                              << "traceglass --sc"
                                              << "--screenshot";
        QTest::newRow("pane") << "traceglass"
                              << "traceglass --screenshot a.png --tab st"
                              << "statistics";
    }
    void bashOffersThem()
    {
        const QString bash = QStandardPaths::findExecutable("bash");
        if (bash.isEmpty())
            QSKIP("there is no bash");
        QFETCH(QString, program);
        QFETCH(QString, line);
        QFETCH(QString, replies);
        // As readline does: the program, the word and the one before it are arguments of the function.
        const QString script =
            QStringLiteral("source \"$1\"; COMP_WORDS=(%1); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); "
                           "_%2 \"$2\" \"${COMP_WORDS[-1]}\" \"${COMP_WORDS[-2]}\"; "
                           "echo ${COMPREPLY[@]}")
                .arg(line, program);
        const ProgramRun run =
            runProgram(bash,
                       {"--norc", "-c", script, "bash",
                        QStringLiteral(TRACEGLASS_SOURCE_DIR "/packaging/completions/%1.bash").arg(program),
                        qEnvironmentVariable("TGLASS")},
                       60);
        QCOMPARE(run.exit, 0);
        QCOMPARE(QString::fromUtf8(run.out).trimmed(), replies);
        QCOMPARE(run.error, QByteArray());
    }

    // As the shell will read them, whatever stands in them: nothing is run for that.
    void bashKnowsNamesInQuotes()
    {
        const QString bash = QStandardPaths::findExecutable("bash");
        if (bash.isEmpty())
            QSKIP("there is no bash");
        const QTemporaryDir folder;
        QCOMPARE(tglass({"demo", folder.path()}).exit, 0);
        const QString name = "it's \"my\" $(touch ran) \\.cjfr";
        QVERIFY(QFile::rename(folder.filePath("jvm-service.cjfr"), folder.filePath(name)));
        const QStringList typed {
            R"(~/"it's \"my\" \$(touch ran) \\.cjfr")",
            R"(~/'it'\''s "my" $(touch ran) \.cjfr')",
            R"(~/it\'s\ \"my\"\ \$\(touch\ ran\)\ \\.cjfr)",
            '\'' + folder.path() + R"('/it\'s' "my" $(touch ran) \.cj'fr)",
        };
        const QString script =
            "source \"$1\"; HOME=$4; cd; COMP_WORDS=(tglass stats \"$3\" --by g); COMP_CWORD=4; "
            "_tglass \"$2\" g --by; echo ${COMPREPLY[@]}";
        for (const QString& word : typed) {
            const ProgramRun run = runProgram(bash,
                                              {"--norc", "-c", script, "bash",
                                               TRACEGLASS_SOURCE_DIR "/packaging/completions/tglass.bash",
                                               qEnvironmentVariable("TGLASS"), word, folder.path()},
                                              60);
            QCOMPARE(run.exit, 0);
            QCOMPARE(run.error, QByteArray());
            QCOMPARE(QString::fromUtf8(run.out).trimmed(), QString("group gc")); // gc is of this capture
        }
        QVERIFY(!QFile::exists(folder.filePath("ran")));
    }

    // The viewer has few options, which stand in each script.
    void scriptsOfTheViewerNameItsOptions()
    {
        const QString source = text("app/viewer/arguments.cpp");
        const QString usage = source.section("R\"(", 1, 1).section(")\"", 0, 0);
        QStringList options = captured("^ +--([a-z-]+)", usage);
        QVERIFY(options.size() >= 14);
        QCOMPARE(
            captured("--([a-z-]+)", text("packaging/completions/traceglass.bash").section("\n    *)", 1)),
            options);
        QCOMPARE(captured("^    '--([a-z-]+)\\[", text("packaging/completions/_traceglass")), options);
        QCOMPARE(captured(" -l ([a-z-]+)", text("packaging/completions/traceglass.fish")), options);
        const QString panes = "findings search memory queues statistics bytes records flame notes problems";
        const QString themes = "light dark contrast-light contrast-dark system";
        QVERIFY(usage.simplified().remove(',').contains(panes));
        for (const QString script : {"traceglass.bash", "_traceglass", "traceglass.fish"}) {
            QVERIFY2(text("packaging/completions/" + script).contains(panes), qPrintable(script));
            QVERIFY2(text("packaging/completions/" + script).contains(themes), qPrintable(script));
        }
    }
};

QTEST_GUILESS_MAIN(TestCompletion)
#include "tst_completion.moc"
