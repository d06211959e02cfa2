// Renders the real window to a picture, for documentation, tests and bug reports.
//
//     const QString failure = takeScreenshot(arguments, settings);    // empty: written
//
// Waits until indexing has finished and the panes have nothing more to paint.
#pragma once

#include "app/viewer/arguments.h"

namespace traceglass {

class MainWindow;

QString takeScreenshot(const Arguments& arguments, Settings& settings);

// Shows of the opened capture what --range, --select, --search, --filter and --tab say. Empty: done, else why not.
QString showArguments(MainWindow& window, const Arguments& arguments);

}
