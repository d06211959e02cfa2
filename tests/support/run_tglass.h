// Runs the tglass that was just built; its path is in the environment variable TGLASS.
//
//     const ProgramRun run = tglass({"info", "--json", path});
//     QCOMPARE(run.exit, 0);
#pragma once

#include <QByteArray>
#include <QProcess>
#include <QStringList>

namespace traceglass {

struct ProgramRun
{
    int exit = -1; // -1: did not start, crashed or took too long
    QByteArray out;
    QByteArray error;
};

inline ProgramRun runProgram(const QString& program, const QStringList& arguments, int seconds)
{
    QProcess process;
    process.start(program, arguments);
    process.closeWriteChannel();
    ProgramRun run;
    if (!process.waitForFinished(seconds * 1000)) {
        run.error = "no answer: " + process.errorString().toUtf8();
        process.kill();
        process.waitForFinished();
        return run;
    }
    if (process.exitStatus() == QProcess::NormalExit)
        run.exit = process.exitCode();
    run.out = process.readAllStandardOutput();
    run.error = process.readAllStandardError();
    return run;
}

inline ProgramRun tglass(const QStringList& arguments, int seconds = 60)
{
    return runProgram(qEnvironmentVariable("TGLASS", "tglass"), arguments, seconds);
}

}
