#include "widgets/common/background_task.h"

#include "core/base/behind.h"

#include <utility>

namespace traceglass {

BackgroundTask::BackgroundTask(QObject* parent)
    : QObject(parent)
    , m_link(std::make_shared<Link>())
{
    m_link->task = this;
}

BackgroundTask::~BackgroundTask()
{
    {
        const std::lock_guard lock(m_link->mutex);
        m_link->task = nullptr;
    }
    m_thread.request_stop();
    if (m_thread.joinable())
        letGo(std::move(m_thread));
}

void BackgroundTask::run(Piece piece)
{
    m_wanted = true;
    if (!m_thread.joinable()) {
        begin(std::move(piece));
        return;
    }
    m_thread.request_stop();
    m_next = std::move(piece);
}

void BackgroundTask::cancel()
{
    m_wanted = false;
    m_next = nullptr;
    m_thread.request_stop();
}

void BackgroundTask::begin(Piece piece)
{
    m_thread = std::jthread([link = m_link, piece = std::move(piece)](std::stop_token stop) mutable {
        Job job(std::move(stop));
        std::function<void()> deliver = piece(job);
        const std::lock_guard lock(link->mutex);
        if (BackgroundTask* const task = link->task)
            QMetaObject::invokeMethod(
                task, [task, deliver = std::move(deliver)] { task->finish(deliver); }, Qt::QueuedConnection);
    });
}

void BackgroundTask::finish(const std::function<void()>& deliver)
{
    m_thread.join();
    if (m_next) {
        begin(std::exchange(m_next, nullptr));
        return;
    }
    if (!m_wanted)
        return;
    m_wanted = false;
    deliver();
}

}
