#include "core/ask/worker.h"

#include <algorithm>
#include <utility>

namespace traceglass {

Worker::Worker(unsigned threads)
{
    const unsigned count =
        std::max(unsigned(kShared), threads > 0 ? threads : std::thread::hardware_concurrency() + 1);
    const std::lock_guard lock(m_mutex); // they count each other
    for (unsigned i = 0; i < count; ++i)
        m_threads.emplace_back([this] { run(Niceness::answers); });
    m_threads.emplace_back([this] { run(Niceness::behind); });
}

template <class IsMeant>
void Worker::drop(const IsMeant& isMeant)
{
    for (auto& waiting : m_waiting)
        std::erase_if(waiting, isMeant);
    for (const TaskPtr& task : m_running) {
        if (isMeant(task))
            task->stop.request_stop();
    }
}

Worker::~Worker()
{
    {
        const std::lock_guard lock(m_mutex);
        m_closing = true;
        drop([](const TaskPtr&) { return true; });
    }
    m_wake.notify_all();
    for (std::thread& thread : m_threads)
        thread.join();
}

std::shared_ptr<Job> Worker::post(const Key& key, Priority priority, Work work)
{
    auto task = std::make_shared<Task>();
    task->key = key;
    task->priority = priority;
    task->work = std::move(work);
    task->job = std::make_shared<Job>(task->stop.get_token());
    auto job = task->job;
    {
        const std::lock_guard lock(m_mutex);
        drop([&](const TaskPtr& other) { return other->key == key; });
        m_waiting[static_cast<std::size_t>(priority)].push_back(std::move(task));
    }
    m_wake.notify_all(); // not all of them take it
    return job;
}

void Worker::cancel(const Key& key)
{
    const std::lock_guard lock(m_mutex);
    drop([&](const TaskPtr& task) { return task->key == key; });
}

void Worker::cancelAll(const void* owner)
{
    const std::lock_guard lock(m_mutex);
    drop([&](const TaskPtr& task) { return task->key.owner == owner; });
}

bool Worker::isIdle() const
{
    const std::lock_guard lock(m_mutex);
    return m_running.empty() && std::ranges::all_of(m_waiting, [](const auto& waiting) { return waiting.empty(); });
}

Worker::TaskPtr Worker::next(Niceness niceness)
{
    const bool isBehind = niceness == Niceness::behind;
    for (std::size_t i = isBehind ? kShared : 0; i < (isBehind ? kPriorities : kShared); ++i) {
        const auto noMoreUrgent = std::ranges::count_if(m_running, [i](const TaskPtr& task) {
            const auto priority = static_cast<std::size_t>(task->priority);
            return priority >= i && priority < kShared;
        });
        const bool hasThread = isBehind || static_cast<std::size_t>(noMoreUrgent) + i < m_threads.size() - 1;
        if (m_waiting[i].empty() || !hasThread)
            continue;
        TaskPtr task = std::move(m_waiting[i].front());
        m_waiting[i].pop_front();
        return task;
    }
    return nullptr;
}

void Worker::run(Niceness niceness)
{
    giveWay(niceness);
    std::unique_lock lock(m_mutex);
    while (true) {
        TaskPtr task;
        m_wake.wait(lock, [&] { return m_closing || (task = next(niceness)); });
        if (!task)
            return;
        m_running.push_back(task);
        lock.unlock();
        task->work(*task->job);
        task->work = nullptr; // what it holds may be large, and must not be freed under the lock
        lock.lock();
        std::erase(m_running, task);
        if (task->priority != Priority::selection)
            m_wake.notify_all(); // another one may have waited for its turn
    }
}

}
