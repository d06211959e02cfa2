#include "app/viewer/capture_loader.h"

#include "core/formats/formats.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

namespace traceglass {

namespace {

constexpr auto kAtOnce = std::chrono::milliseconds(120); // a window must be there within half a second
constexpr int kPollMs = 20;

}

struct CaptureLoader::Shared
{
    std::mutex mutex;
    std::condition_variable done;
    std::optional<Loaded> loaded;
};

CaptureLoader::CaptureLoader(QObject* parent)
    : QObject(parent)
{
    connect(&m_poll, &QTimer::timeout, this, &CaptureLoader::deliver);
}

void CaptureLoader::open(const std::filesystem::path& path, As as)
{
    run(path, [path, as] { return as == As::capture ? openCapture(path) : openBytes(path); });
}

void CaptureLoader::run(const std::filesystem::path& path, std::function<Loaded()> work)
{
    cancel();
    m_path = path;
    m_shared = std::make_shared<Shared>();
    std::thread([shared = m_shared, work = std::move(work)] {
        Loaded loaded = work();
        const std::lock_guard lock(shared->mutex);
        shared->loaded = std::move(loaded);
        shared->done.notify_all();
    }).detach();
    {
        std::unique_lock lock(m_shared->mutex);
        m_shared->done.wait_for(lock, kAtOnce, [&] { return m_shared->loaded.has_value(); });
    }
    if (!deliver())
        m_poll.start(kPollMs);
}

void CaptureLoader::cancel()
{
    m_poll.stop();
    m_shared.reset();
}

bool CaptureLoader::deliver()
{
    const std::shared_ptr<Shared> shared = m_shared;
    if (!shared)
        return true;
    std::optional<Loaded> loaded;
    {
        const std::lock_guard lock(shared->mutex);
        if (!shared->loaded)
            return false;
        loaded = std::move(shared->loaded);
    }
    cancel();
    emit finished(&*loaded);
    return true;
}

}
