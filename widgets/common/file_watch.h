// Whether a file, or a folder, may have changed.
//
//     connect(&m_watch, &FileWatch::mayHaveChanged, this, ...);
//     m_watch.watch(path);          // beside what is watched already
//     m_watch.setSeen(false);       // nobody looks
//     m_watch.stop();
//
// What the system cannot watch is asked for every second while somebody looks: a name that is no text, one of too many,
// and what lies deeper in a folder. A disk may take minutes to be asked, so all are watched by a thread of their own.
#pragma once

#include <QFileSystemWatcher>
#include <QTimer>

namespace traceglass {

// In the thread that watches.
class SystemWatch : public QObject
{
    Q_OBJECT

public:
    SystemWatch();

    void watch(const QString& path);
    void stop();

signals:
    void mayHaveChanged();
    void watched(const QString& path); // all of it: nobody needs to ask

private:
    QFileSystemWatcher m_watcher {this};
};

class FileWatch : public QObject
{
    Q_OBJECT

public:
    explicit FileWatch(QObject* parent = nullptr);
    ~FileWatch() override;

    void watch(const QString& path);
    void stop();
    void setSeen(bool seen);

signals:
    void mayHaveChanged();

private:
    void askOrRest();

    SystemWatch* m_system;
    QTimer m_asking;
    QStringList m_askedFor; // while it is seen
    bool m_isSeen = true;
};

}
