#include "widgets/common/file_watch.h"

#include <utility>

namespace traceglass {

FileWatch::FileWatch(QObject* parent)
    : QObject(parent)
{
    m_asking.setInterval(1'000);
    connect(&m_asking, &QTimer::timeout, this, &FileWatch::mayHaveChanged);
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, &FileWatch::mayHaveChanged);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, &FileWatch::mayHaveChanged);
}

void FileWatch::watch(const QString& path)
{
    const auto isWatched = [&] {
        return m_watcher.files().contains(path) || m_watcher.directories().contains(path);
    };
    if ((!m_watcher.addPath(path) && !isWatched()) || m_watcher.directories().contains(path))
        m_isAskedFor = true;
    askOrRest();
}

void FileWatch::stop()
{
    m_isAskedFor = false;
    askOrRest();
    if (const QStringList watched = m_watcher.files() + m_watcher.directories(); !watched.isEmpty())
        m_watcher.removePaths(watched);
}

// What has changed meanwhile is told at once.
void FileWatch::setSeen(bool seen)
{
    if (std::exchange(m_isSeen, seen) == seen)
        return;
    askOrRest();
    if (m_asking.isActive())
        emit mayHaveChanged();
}

void FileWatch::askOrRest()
{
    if (!m_isAskedFor || !m_isSeen)
        m_asking.stop();
    else if (!m_asking.isActive())
        m_asking.start();
}

}
