#include "app/cli/signals.h"

#include <unistd.h>

namespace traceglass::cli {

namespace {

constexpr int kEnding[] {SIGHUP, SIGINT, SIGTERM};

// A handler may ask for no memory.
constexpr std::size_t kLongestPath = 4'096;
char halfWritten[kLongestPath];

void removeAndEnd(int signal)
{
    ::unlink(halfWritten);
    ::raise(signal); // once more, as it was before
}

}

void removeWhenEnded(const std::string& path)
{
    if (path.size() >= kLongestPath)
        return;
    path.copy(halfWritten, path.size());
    halfWritten[path.size()] = '\0';
    for (const int signal : kEnding) {
        struct sigaction action = {}, former = {};
        action.sa_handler = removeAndEnd;
        action.sa_flags = static_cast<int>(SA_RESETHAND);
        if (::sigaction(signal, nullptr, &former) == 0 && former.sa_handler == SIG_DFL)
            ::sigaction(signal, &action, nullptr);
    }
}

void keepWhenEnded()
{
    halfWritten[0] = '\0';
}

SignalsHeldBack::SignalsHeldBack()
{
    sigset_t ends;
    ::sigemptyset(&ends);
    for (const int signal : kEnding)
        ::sigaddset(&ends, signal);
    ::pthread_sigmask(SIG_BLOCK, &ends, &m_before);
}

SignalsHeldBack::~SignalsHeldBack()
{
    ::pthread_sigmask(SIG_SETMASK, &m_before, nullptr);
}

}
