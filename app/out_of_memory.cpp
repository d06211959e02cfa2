#include "app/out_of_memory.h"

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <sys/uio.h>
#include <system_error>
#include <unistd.h>

namespace traceglass {
namespace {

constexpr const char* kSentence = ": the system gives no more memory or threads: close other programs, "
                                  "or raise what this one may have (ulimit -v, ulimit -u)\n";

const char* s_program = "";
int s_status = 1;
std::terminate_handler s_before = nullptr;

bool meansNoMemory(const std::exception_ptr& thrown)
{
    try {
        std::rethrow_exception(thrown);
    } catch (const std::bad_alloc&) {
        return true;
    } catch (const std::system_error& error) { // a thread that could not be begun
        return error.code() == std::errc::resource_unavailable_try_again;
    } catch (...) {
        return false;
    }
}

// Takes no memory, and leaves the other threads alone: they may wait for some.
void end()
{
    if (const std::exception_ptr thrown = std::current_exception(); thrown && meansNoMemory(thrown)) {
        static std::atomic_flag s_isSaid;
        while (s_isSaid.test_and_set()) // another thread is at it
            ::pause();
        const auto part = [](const char* text) { return iovec {const_cast<char*>(text), std::strlen(text)}; };
        const iovec parts[] = {part(s_program), part(kSentence)}; // whole: another thread may die meanwhile
        (void)!::writev(STDERR_FILENO, parts, 2);
        std::_Exit(s_status);
    }
    s_before();
}

}

void endPlainlyWithoutMemory(const char* program, int status)
{
    s_program = program;
    s_status = status;
    s_before = std::set_terminate(end);
}

}
