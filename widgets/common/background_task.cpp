#include "widgets/common/background_task.h"

#include <utility>

namespace traceglass {

BackgroundTask::BackgroundTask(QObject* parent)
    : QObject(parent)
{
}

BackgroundTask::~BackgroundTask()
{
    m_stop.request_stop();
    if (m_thread.joinable())
        m_thread.join();
}

void BackgroundTask::run(Step step)
{
    m_wanted = true;
    if (!m_thread.joinable()) {
        begin(std::move(step));
        return;
    }
    m_stop.request_stop();
    m_next = std::move(step);
}

void BackgroundTask::cancel()
{
    m_wanted = false;
    m_next = nullptr;
    m_stop.request_stop();
}

void BackgroundTask::begin(Step step)
{
    m_stop = std::stop_source();
    m_job = std::make_shared<Job>(m_stop.get_token());
    m_thread = std::thread([this, step = std::move(step), job = m_job]() mutable {
        std::function<void()> deliver = step(*job);
        QMetaObject::invokeMethod(
            this, [this, deliver = std::move(deliver)] { finish(deliver); }, Qt::QueuedConnection);
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
