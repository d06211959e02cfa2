#include "app/out_of_memory.h"
#include "app/version.h"
#include "app/viewer/arguments.h"
#include "app/viewer/settings/appearance.h"
#include "app/viewer/settings/language.h"
#include "app/viewer/start/last_session.h"
#include "app/viewer/start/one_process.h"
#include "app/viewer/start/thumbnail.h"
#include "app/viewer/window/main_window.h"
#include "app/viewer/window/screenshot.h"
#include "core/base/allocator.h"
#include "widgets/common/icons.h"
#include "widgets/common/utf8.h"

#include <QApplication>
#include <QFile>
#include <QLockFile>
#include <QTemporaryDir>
#include <csignal>
#include <cstdio>

using namespace traceglass;

namespace {

constexpr int kFailed = 2;
constexpr int kTurnMs = 1'000;

int complain(const QString& what)
{
    std::fprintf(stderr, "traceglass: %s\n", qUtf8Printable(shown(what)));
    return kFailed;
}

// On bare systems Qt ends the process when it finds no display; we would rather say what helps.
bool displayMissing()
{
#ifdef Q_OS_LINUX
    return qEnvironmentVariableIsEmpty("DISPLAY") && qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY")
        && qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM");
#else
    return false;
#endif
}

int resetSettings()
{
    const auto moved = Settings::putAway(Settings::userFile());
    if (!moved)
        return complain(moved.error());
    if (moved->isEmpty())
        std::puts("there are no settings");
    else
        std::printf("the settings are now in %s\n", qPrintable(*moved));
    return 0;
}

// A picture is made in silence: what the offscreen platform cannot do matters to nobody.
void onlyFatal(QtMsgType type, const QMessageLogContext&, const QString& text)
{
    if (type == QtFatalMsg)
        std::fprintf(stderr, "traceglass: %s\n", qUtf8Printable(text));
}

}

int main(int argc, char** argv)
{
    endPlainlyWithoutMemory("traceglass", kFailed);
    std::signal(SIGXFSZ, SIG_IGN); // a limit on the size of files is told as a full disk is
    QStringList words;
    for (int i = 1; i < argc; ++i)
        words << pathText(argv[i]);
    const auto arguments = parseArguments(words);
    if (!arguments)
        return complain(arguments.error());
    if (arguments->help) {
        std::fputs(qPrintable(usage()), stdout);
        return 0;
    }
    if (arguments->version) {
        std::printf("traceglass %s\n", kVersion);
        return 0;
    }
    if (arguments->resetSettings)
        return resetSettings();
    if (arguments->thumbnail) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
        qInstallMessageHandler(onlyFatal);
        const QString failure = takeThumbnail(*arguments, argc, argv);
        return failure.isEmpty() ? 0 : complain(failure);
    }
    const bool picture = !arguments->screenshot.isEmpty();
    if (picture) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
        qInstallMessageHandler(onlyFatal);
    }
    if (!picture && displayMissing())
        return complain(QStringLiteral("there is no display; --screenshot OUT.png FILE works without one"));

    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("traceglass"));
    QApplication::setApplicationDisplayName(QStringLiteral("Traceglass"));
    QApplication::setApplicationVersion(QString::fromLatin1(kVersion));
    QApplication::setDesktopFileName(QStringLiteral("traceglass"));
    QApplication::setWindowIcon(applicationIcon());
    prepareAppearance();

    if (picture) {
        // Pictures look the same for everybody and leave no trace in the settings.
        const QTemporaryDir folder;
        qputenv("XDG_CACHE_HOME", QFile::encodeName(folder.path()));
        Settings settings(folder.filePath(QStringLiteral("settings.ini")));
        applyLanguage(arguments->language.isEmpty() ? QStringLiteral("en") : arguments->language);
        applyTheme(arguments->theme.value_or(Settings::ThemeChoice::light));
        applyFontSize(arguments->fontPercent.value_or(100));
        const QString failure = takeScreenshot(*arguments, settings);
        return failure.isEmpty() ? 0 : complain(failure);
    }

    Settings settings(Settings::userFile());
    OneProcess running;
    const QString socket = processSocket();
    if (!socket.isEmpty() && settings.oneProcess() && !arguments->newProcess) {
        QLockFile turn(socket + QStringLiteral(".lock")); // of those that start at one time, one listens
        turn.tryLock(kTurnMs);
        if (const auto paths = forOtherProcess(arguments->paths); paths && handOver(socket, *paths))
            return 0;
        running.listen(socket);
    }
    keepOwnMemory(); // pictures, and who hands over to another process, end too soon for it
    applyLanguage(arguments->language.isEmpty() ? settings.language() : arguments->language);
    applyTheme(arguments->theme.value_or(settings.theme()));
    applyFontSize(arguments->fontPercent.value_or(settings.fontPercent()));
    QObject::connect(&running, &OneProcess::taken, &running,
                     [&settings](const QStringList& paths) { MainWindow::openInFront(settings, paths); });
    if (arguments->paths.isEmpty() && settings.reopensSession())
        LastSession::open(settings);
    else
        MainWindow::openInFront(settings, arguments->paths);
    const int code = QApplication::exec();
    LastSession::endWell(settings);
    return code;
}
