// What was dropped onto the window or pasted into it: files to open, and what to say of the rest.
//
//     const Dropped dropped = Dropped::of(*event->mimeData());
//     if (!dropped.unsure.isEmpty()) ...            // Dropped::ofText(dropped.unsure, gaveWay), in a thread
//     tab->openPaths(dropped.paths);
//     tab->tell(MessageBar::Kind::warning, dropped.head(), dropped.advice());
//
// File managers give URLs; browsers, mail programs, editors and terminals text, with a path or a URL a line.
#pragma once

#include "core/base/behind.h"

#include <QStringList>

class QMimeData;
class QWidget;

namespace traceglass {

struct Dropped
{
    static constexpr qsizetype kMostPaths = 64;       // that are opened at once
    static constexpr qsizetype kMostText = 64 * 1024; // characters that are looked into

    QStringList paths;      // absolute, each once
    qsizetype left = 0;     // how many more there are than are opened at once
    QStringList elsewhere;  // URLs that are not of this computer, as they were given
    QStringList words;      // lines of a text that name no file
    QString unsure;         // the text, where only the disk knows whether a line is the name of a file
    bool isTooLong = false; // a text that was not looked into

    static bool mayBeIn(const QMimeData& data); // without asking for it
    static Dropped of(const QMimeData& data);
    static Dropped ofText(const QString& text, GaveWay); // asks the disk

    bool isAllOpened() const { return head().isEmpty(); }
    QString head() const;   // what is not opened; empty: everything is
    QString advice() const; // why, and what to do
};

// What takes text that is dropped or pasted for itself.
bool takesText(const QWidget* widget);

}
