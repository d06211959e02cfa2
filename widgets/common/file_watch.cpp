#include "widgets/common/file_watch.h"

#include <QThread>
#include <utility>

namespace traceglass {

namespace {

class WatchThread : public QThread
{
public:
    WatchThread() { start(); }
    ~WatchThread() override
    {
        quit();
        wait();
    }
};

}

SystemWatch::SystemWatch()
{
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, &SystemWatch::mayHaveChanged);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, &SystemWatch::mayHaveChanged);
}

void SystemWatch::watch(const QString& path)
{
    m_watcher.addPath(path);
    if (m_watcher.files().contains(path))
        emit watched(path);
}

void SystemWatch::stop()
{
    if (const QStringList watched = m_watcher.files() + m_watcher.directories(); !watched.isEmpty())
        m_watcher.removePaths(watched);
}

FileWatch::FileWatch(QObject* parent)
    : QObject(parent)
    , m_system(new SystemWatch)
{
    static WatchThread thread;
    m_system->moveToThread(&thread);
    m_asking.setInterval(1'000);
    connect(&m_asking, &QTimer::timeout, this, &FileWatch::mayHaveChanged);
    connect(m_system, &SystemWatch::mayHaveChanged, this, &FileWatch::mayHaveChanged);
    connect(m_system, &SystemWatch::watched, this, [this](const QString& path) {
        m_askedFor.removeAll(path);
        askOrRest();
        emit mayHaveChanged(); // before it was watched
    });
}

FileWatch::~FileWatch()
{
    m_system->deleteLater();
}

// Asked for until it is known to be watched.
void FileWatch::watch(const QString& path)
{
    if (!m_askedFor.contains(path))
        m_askedFor << path;
    QMetaObject::invokeMethod(m_system, [system = m_system, path] { system->watch(path); });
    askOrRest();
}

void FileWatch::stop()
{
    m_askedFor.clear();
    askOrRest();
    QMetaObject::invokeMethod(m_system, [system = m_system] { system->stop(); });
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
    if (m_askedFor.isEmpty() || !m_isSeen)
        m_asking.stop();
    else if (!m_asking.isActive())
        m_asking.start();
}

}
