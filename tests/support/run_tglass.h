// Runs the tglass that was just built; its path is in the environment variable TGLASS.
//
//     const ProgramRun run = tglass({"info", "--json", path});
//     QCOMPARE(run.exit, 0);
#pragma once

#include <QByteArray>
#include <QProcess>
#include <QStringList>
#include <algorithm>
#include <array>
#include <cstdlib>
#include <fcntl.h>
#include <optional>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

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

// What it writes to a terminal with lines of so many columns; none where there is no terminal to be had.
inline std::optional<ProgramRun> tglassOnTerminal(const QStringList& arguments, int columns)
{
    const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (terminal < 0)
        return std::nullopt;
    if (::grantpt(terminal) != 0 || ::unlockpt(terminal) != 0) {
        ::close(terminal);
        return std::nullopt;
    }
    winsize size {};
    size.ws_col = static_cast<unsigned short>(columns);
    ::ioctl(terminal, TIOCSWINSZ, &size);
    const char* const name = ::ptsname(terminal);
    const int keptOpen =
        ::open(name, O_RDWR | O_NOCTTY | O_CLOEXEC); // else what was written goes with the last writer
    QProcess process;
    process.setStandardOutputFile(QString::fromLocal8Bit(name));
    process.start(qEnvironmentVariable("TGLASS", "tglass"), arguments);
    ProgramRun run;
    std::array<char, 4'096> buffer {};
    pollfd waited {terminal, POLLIN, 0};
    for (bool hasEnded = false;;) {
        if (::poll(&waited, 1, 10) > 0)
            run.out.append(buffer.data(), std::max(0, int(::read(terminal, buffer.data(), buffer.size()))));
        else if (hasEnded)
            break;
        else
            hasEnded = process.waitForFinished(10) || process.state() == QProcess::NotRunning;
    }
    ::close(keptOpen);
    ::close(terminal);
    run.out.replace("\r\n", "\n");
    run.error = process.readAllStandardError();
    if (process.exitStatus() == QProcess::NormalExit && process.error() != QProcess::FailedToStart)
        run.exit = process.exitCode();
    return run;
}

}
