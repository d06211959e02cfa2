// Runs independent pieces of work on all cores, keeping the caller's thread as one of the workers.
//
//     forEachParallel(pieces.size(), 0, job, [&](std::size_t i) { decode(pieces[i]); });
//
//     Idle<Scratch> idle;                                      // what a thread needs for itself
//     auto own = idle.take();  ...  idle.give(std::move(own)); // in each piece
#pragma once

#include "core/base/job.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace traceglass {

unsigned coreCount(); // at least 1

// Calls work(0) .. work(count - 1), each once, on at most `threads` threads (0: all cores). Returns when all
// are done; work not begun is left out once a stop was requested. `work` must not throw.
void forEachParallel(std::size_t count, unsigned threads, const Job& job,
                     const std::function<void(std::size_t)>& work);

// What threads use in turn: as many as work at the same time.
template <class Item>
class Idle
{
public:
    std::unique_ptr<Item> take()
    {
        return take([] { return std::make_unique<Item>(); });
    }
    template <class Make>
    std::unique_ptr<Item> take(const Make& make)
    {
        {
            const std::lock_guard lock(m_mutex);
            if (!m_items.empty()) {
                auto item = std::move(m_items.back());
                m_items.pop_back();
                return item;
            }
        }
        return make();
    }
    void give(std::unique_ptr<Item> item)
    {
        const std::lock_guard lock(m_mutex);
        m_items.push_back(std::move(item));
    }
    std::vector<std::unique_ptr<Item>>& all() { return m_items; } // when no thread works any more

private:
    std::mutex m_mutex;
    std::vector<std::unique_ptr<Item>> m_items;
};
}
