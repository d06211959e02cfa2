#include "widgets/common/background_task.h"

#include <utility>

namespace traceglass {

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
    m_thread = std::jthread([this, piece = std::move(piece)](std::stop_token stop) mutable {
        Job job(std::move(stop));
        std::function<void()> deliver = piece(job);
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
