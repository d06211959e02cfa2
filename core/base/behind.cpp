#include "core/base/behind.h"

#include <condition_variable>
#include <deque>
#include <future>
#include <mutex>
#include <thread>

#ifdef __linux__
#include <sys/resource.h>
#endif

namespace traceglass {

namespace {

class Behind
{
public:
    explicit Behind(Niceness niceness)
        : m_niceness(niceness)
    {
    }

    ~Behind()
    {
        {
            const std::lock_guard lock(m_mutex);
            m_closing = true;
        }
        m_wake.notify_one();
        m_thread.join();
    }

    void add(std::function<void(GaveWay)> work)
    {
        {
            const std::lock_guard lock(m_mutex);
            m_waiting.push_back(std::move(work));
        }
        m_wake.notify_one();
    }

private:
    void run()
    {
        const GaveWay gaveWay = giveWay(m_niceness);
        std::unique_lock lock(m_mutex);
        while (true) {
            m_wake.wait(lock, [this] { return m_closing || !m_waiting.empty(); });
            if (m_waiting.empty())
                return;
            auto work = std::move(m_waiting.front());
            m_waiting.pop_front();
            lock.unlock();
            work(gaveWay);
            work = nullptr; // what it holds is freed here, not under the lock
            lock.lock();
        }
    }

    std::mutex m_mutex;
    std::condition_variable m_wake;
    std::deque<std::function<void(GaveWay)>> m_waiting;
    bool m_closing = false;
    Niceness m_niceness;
    std::thread m_thread {[this] { run(); }}; // last: it uses the others
};

Behind& disk()
{
    static Behind made(Niceness::answers);
    return made;
}

}

GaveWay giveWay([[maybe_unused]] Niceness niceness)
{
#ifdef __linux__
    setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + static_cast<int>(niceness)); // of the thread
#endif
    return {};
}

void doBehind(std::function<void()> work)
{
    // What is done may write, or wait for what is written: that one ends later.
    [[maybe_unused]] static const Behind& before = disk();
    static Behind behind(Niceness::behind);
    behind.add([work = std::move(work)](GaveWay) { work(); });
}

void writeBehind(std::function<void(GaveWay)> work)
{
    disk().add(std::move(work));
}

void awaitWritten(GaveWay)
{
    const auto isWritten = std::make_shared<std::promise<void>>();
    writeBehind([isWritten](GaveWay) { isWritten->set_value(); });
    isWritten->get_future().wait();
}

}
