// Shows how far work is that takes longer than a second: on a terminal, or in one line wherever the output
// goes for what may wait for somebody else.
//
//     const auto result = withProgress("validating", [&](Job& job) { return document.validate(job); });
#pragma once

#include "core/base/job.h"

#include <string>
#include <thread>

namespace traceglass::cli {

// Beside output that streams to the same terminal it is not needed and would mix.
enum class ProgressOn { terminal, besideOutput, anywhere };

// As long as the thread lives.
std::jthread showProgress(const Job& job, std::string what, ProgressOn where);

template <class Work>
auto withProgress(std::string what, ProgressOn where, Work work)
{
    Job job;
    const std::jthread shown = showProgress(job, std::move(what), where);
    return work(job);
}
template <class Work>
auto withProgress(std::string what, Work work)
{
    return withProgress(std::move(what), ProgressOn::terminal, work);
}

}
