// Whether a file, or a folder, may have changed.
//
//     connect(&m_watch, &FileWatch::mayHaveChanged, this, ...);
//     m_watch.watch(path);          // beside what is watched already
//     m_watch.setSeen(false);       // nobody looks
//     m_watch.stop();
//
// What the system cannot watch is asked for every second while somebody looks: a name that is no text, one of too many,
// and what lies deeper in a folder.
#pragma once

#include <QFileSystemWatcher>
#include <QTimer>

namespace traceglass {

class FileWatch : public QObject
{
    Q_OBJECT

public:
    explicit FileWatch(QObject* parent = nullptr);

    void watch(const QString& path);
    void stop();
    void setSeen(bool seen);

signals:
    void mayHaveChanged();

private:
    void askOrRest();

    QFileSystemWatcher m_watcher;
    QTimer m_asking;
    bool m_isAskedFor = false; // while it is seen
    bool m_isSeen = true;
};

}
