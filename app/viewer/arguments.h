// The viewer's command line.
//
//     const auto arguments = parseArguments(words);      // without the program's name
//     if (!arguments) complain(arguments.error());
#pragma once

#include "app/viewer/settings/settings.h"

#include <QSize>
#include <QStringList>
#include <optional>
#include <tl/expected.hpp>

namespace traceglass {

struct Arguments
{
    struct Range
    {
        TimeArgument start;
        TimeArgument end;
    };

    QStringList paths {};
    bool help = false;
    bool version = false;
    bool newProcess = false; // whatever the setting says
    bool resetSettings = false;
    std::optional<Settings::ThemeChoice> theme {};
    std::optional<int> fontPercent {};
    QString language {};   // empty: that of the settings
    QString screenshot {}; // the file to write; empty: a window on the screen
    QSize size {1920, 1080};
    bool thumbnail = false; // of the first path, into the second
    int thumbnailSide = 256;
    std::optional<Range> range {};
    QString select {};  // a node's path
    QString search {};  // what is searched for
    QString filter {};  // what is kept
    QString compare {}; // what the statistics are compared with: "before", or another capture
    QString tab {};     // a lower pane: MainWindow::showPane()
};

tl::expected<Arguments, QString> parseArguments(const QStringList& words);

QString usage();

}
