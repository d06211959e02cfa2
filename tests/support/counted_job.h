// A job that is stopped when it was asked so often whether it is: stops at any moment of a piece of work, the same each
// time, and how soon it ended.
//
//     CountedJob job(3);
//     QCOMPARE(document->structure()->children(id, 0, 100, job).error().code, Code::Stopped);
//     QVERIFY(job.asked() < 3 + 10);
#pragma once

#include "core/base/job.h"

#include <atomic>

namespace traceglass {

struct StopSource
{
    mutable std::stop_source stop;
};

class CountedJob : private StopSource, public Job
{
public:
    static constexpr std::uint64_t kNever = ~std::uint64_t(0);

    // Answers `answers` times that it may go on.
    explicit CountedJob(std::uint64_t answers = kNever)
        : Job(stop.get_token())
        , m_answers(answers)
    {
        if (answers == 0)
            stop.request_stop();
    }

    bool stopRequested() const override
    {
        if (m_asked.fetch_add(1) >= m_answers)
            stop.request_stop();
        return Job::stopRequested();
    }
    std::uint64_t asked() const { return m_asked; }
    bool met() const { return m_asked > m_answers; } // else the work asks less often
    std::uint64_t askedAfter() const { return met() ? m_asked - m_answers - 1 : 0; }

private:
    const std::uint64_t m_answers;
    mutable std::atomic<std::uint64_t> m_asked {0};
};

}
