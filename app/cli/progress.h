// Shows how far a job is when it takes longer than a second: on a terminal, or in one line wherever the output goes for
// what may wait for somebody else.
//
//     Job job;
//     const Progress progress(job, "validating");    // until the end of the block
//     document.validate(job);
#pragma once

#include "core/base/job.h"

#include <string>
#include <thread>

namespace traceglass::cli {

class Progress
{
public:
    enum class Beside {
        nothing,
        output
    }; // output that streams to the same terminal needs no progress and would mix
    enum class Where { terminal, anywhere };
    Progress(const Job& job, std::string what, Beside beside = Beside::nothing, Where where = Where::terminal);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

private:
    std::jthread m_thread;
};

}
