// Threads that answer questions about a capture while the window paints: what is on screen first.
//
//     Worker worker;
//     worker.post({this, kPage}, Priority::screen, [=](Job& job) { ...; deliver(answer); });
//
// A question with the key of an earlier one replaces it: one that waits is dropped, one that runs is asked to stop. What
// is selected is answered before what is on screen, and that before what goes on in the background; however much of one
// there is, a thread is kept for each that goes before it. What goes on behind all that has one thread of its own, which
// the others need not wait for and leave little to. The destructor stops everything and waits for it; nobody else
// waits, so what works owns all that it uses: a disk that is away may hold it up for minutes.
#pragma once

#include "core/base/behind.h"
#include "core/base/job.h"

#include <array>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace traceglass {

enum class Priority : std::uint8_t {
    selection,  // what the user has just pointed at
    screen,     // pages, blocks and pictures that are visible
    background, // whole passes over the capture: searches, flame graphs, checks
    behind,     // a pass that may take long, beside those: over all nodes
};

class Worker
{
public:
    // Who asks, and which of its questions.
    struct Key
    {
        const void* owner = nullptr;
        std::uint64_t question = 0;

        bool operator==(const Key&) const = default;
    };
    using Work = std::function<void(Job& job)>;

    // At least three, and the one behind; 0: one more than there are cores.
    explicit Worker(unsigned threads = 0);
    ~Worker();
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    // The job tells how far it is, and is what a newer question of the same key or cancel() stops.
    std::shared_ptr<Job> post(const Key& key, Priority priority, Work work);
    void cancel(const Key& key);
    void cancelAll(const void* owner); // what runs ends when it looks at its job
    bool isIdle() const; // nothing waits or runs

private:
    struct Task
    {
        Key key;
        Priority priority = Priority::background;
        Work work;
        std::stop_source stop;
        std::shared_ptr<Job> job;
    };
    using TaskPtr = std::shared_ptr<Task>;

    void run(Niceness niceness);
    TaskPtr next(Niceness niceness); // under the lock
    template <class IsMeant>
    void drop(const IsMeant& isMeant); // under the lock: of those that wait and run

    static constexpr std::size_t kPriorities = 4, kShared = 3; // the first ones share threads

    mutable std::mutex m_mutex;
    std::condition_variable m_wake;
    std::array<std::deque<TaskPtr>, kPriorities> m_waiting;
    std::vector<TaskPtr> m_running;
    bool m_closing = false;
    std::vector<std::thread> m_threads;
};

}
