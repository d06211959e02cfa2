// Which captures are open: windows and their tabs. Kept while they come and go, so that a crash does not lose them, and
// opened again by the next start, if the user likes that.
//
//     LastSession::keep(settings);                            // whenever a tab has changed
//     if (paths.isEmpty() && settings.reopensSession())
//         LastSession::open(settings);
//     LastSession::endWell(settings);                         // behind the event loop
//
// A capture that twice in a row was being opened when the program ended unexpectedly is not opened a third time; the
// window offers it instead. One that is not there says so in its tab, and is kept until that is closed: its disk may come
// back. Captures out of a pipe are not kept.
#pragma once

#include <QByteArray>
#include <QString>
#include <vector>

namespace traceglass {

class Settings;

struct LastSession
{
    struct Tab
    {
        QString path;  // absolute
        int tries = 0; // to open it, of which none is known to have ended
    };
    struct Window
    {
        std::vector<Tab> tabs;
        int current = 0;
        QByteArray geometry;
    };
    static constexpr int kTries = 2;

    static LastSession read(const Settings& settings);
    void write(Settings& settings) const;

    static void keep(Settings& settings); // not while no window is shown: the last one has just closed
    static void open(Settings& settings);
    static void endWell(Settings& settings);

    std::vector<Window> windows;
};

}
