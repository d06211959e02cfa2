#include "app/cli/progress.h"

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <unistd.h>

namespace traceglass::cli {

namespace {

using namespace std::chrono_literals;

// On a terminal again and again, else once.
void show(const std::stop_token& token, const Job& job, const std::string& what, bool onTerminal)
{
    std::mutex mutex;
    std::condition_variable_any changed;
    std::unique_lock lock(mutex);
    const auto start = std::chrono::steady_clock::now();
    changed.wait_for(lock, token, 1s, [] { return false; });
    if (token.stop_requested())
        return;
    if (!onTerminal) {
        std::fprintf(stderr, "tglass: %s\n", what.c_str());
        return;
    }
    while (!token.stop_requested()) {
        const std::uint64_t total = job.total();
        const auto seconds =
            std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now() - start);
        if (total > 0) {
            const double share = static_cast<double>(job.done()) / static_cast<double>(total);
            std::fprintf(stderr, "\r\033[K%s: %.0f %%", what.c_str(), share * 100);
        } else {
            std::fprintf(stderr, "\r\033[K%s: %lld s", what.c_str(), static_cast<long long>(seconds.count()));
        }
        std::fflush(stderr);
        changed.wait_for(lock, token, 200ms, [] { return false; });
    }
    std::fputs("\r\033[K", stderr);
}

}

std::jthread showProgress(const Job& job, std::string what, ProgressOn where)
{
    const bool onTerminal = isatty(STDERR_FILENO) != 0;
    if (onTerminal ? where == ProgressOn::besideOutput && isatty(STDOUT_FILENO)
                   : where != ProgressOn::anywhere)
        return {};
    return std::jthread([&job, what = std::move(what), onTerminal](const std::stop_token& token) {
        show(token, job, what, onTerminal);
    });
}

}
