// Work that takes a while: it reports how far it is and stops when asked.
//
//     Job job(stopToken);                      // or Job job; for work nobody stops
//     job.start(chunks.size());
//     for (...) { if (job.stopRequested()) return fail(Code::Stopped); ...; job.advance(); }
//
// Loops look at stopRequested() every 4,096 records or 1 MiB, so that stopping takes some 50 ms; 100 are promised. The
// window reads done() and total() on a timer; nothing is signalled step by step.
#pragma once

#include <atomic>
#include <cstdint>
#include <stop_token>

namespace traceglass {

class Job
{
public:
    Job() = default;
    explicit Job(std::stop_token token)
        : m_token(std::move(token))
    {
    }
    virtual ~Job() = default;
    Job(const Job&) = delete;
    Job& operator=(const Job&) = delete;

    virtual bool stopRequested() const { return m_token.stop_requested(); } // a test may count who asks
    const std::stop_token& token() const { return m_token; }

    void start(std::uint64_t total)
    {
        m_done = 0;
        m_total = total;
    }
    void advance(std::uint64_t steps = 1) { m_done.fetch_add(steps, std::memory_order_relaxed); }
    std::uint64_t done() const { return m_done.load(std::memory_order_relaxed); }
    std::uint64_t total() const { return m_total.load(std::memory_order_relaxed); }

private:
    std::stop_token m_token;
    std::atomic<std::uint64_t> m_done {0};
    std::atomic<std::uint64_t> m_total {0};
};

// In a loop of short steps, by their number.
inline bool isStoppedAt(std::uint64_t step, const Job& job)
{
    return step % 4096 == 0 && job.stopRequested();
}
}
