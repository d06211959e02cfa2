// Part of every test of views: a disk that is away answers whoever asks it after minutes. What lies in a folder of the name
// a-disk-that-is-away is on such a one for the thread of the window, which ends the test when it asks; other threads find
// what is there, what is called slow after a moment.
#ifdef __linux__
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

namespace {

constexpr unsigned kMomentUs = 100'000;

template <auto* Call, class... Arguments>
auto asked(const char* call, const char* path, Arguments... arguments)
{
    const char* const away = path ? std::strstr(path, "a-disk-that-is-away") : nullptr;
    if (away && ::gettid() == ::getpid()) {
        std::fprintf(stderr, "FAIL!  : the thread of the window asked a disk that is away: %s(%s)\n", call,
                     path);
        std::abort(); // whose stack tells from where
    }
    if (away && std::strstr(away, "/slow"))
        ::usleep(kMomentUs);
    // Looked for once: that takes longer than most calls.
    static const auto inLibrary = reinterpret_cast<decltype(Call)>(::dlsym(RTLD_NEXT, call));
    return inLibrary(arguments...);
}

}

// These are found before those of the C library, also by Qt and the standard library.
extern "C" {

int stat(const char* path, struct stat* out) noexcept
{
    return asked<stat>("stat", path, path, out);
}

int stat64(const char* path, struct stat64* out) noexcept
{
    return asked<stat64>("stat64", path, path, out);
}

int lstat(const char* path, struct stat* out) noexcept
{
    return asked<lstat>("lstat", path, path, out);
}

int lstat64(const char* path, struct stat64* out) noexcept
{
    return asked<lstat64>("lstat64", path, path, out);
}

int statx(int folder, const char* path, int flags, unsigned mask, struct statx* out) noexcept
{
    return asked<statx>("statx", path, folder, path, flags, mask, out);
}

int access(const char* path, int mode) noexcept
{
    return asked<access>("access", path, path, mode);
}

char* realpath(const char* path, char* out) noexcept
{
    return asked<realpath>("realpath", path, path, out);
}

DIR* opendir(const char* path)
{
    return asked<opendir>("opendir", path, path);
}

int inotify_add_watch(int watch, const char* path, uint32_t events) noexcept
{
    return asked<inotify_add_watch>("inotify_add_watch", path, watch, path, events);
}

int open(const char* path, int flags, ...)
{
    va_list more;
    va_start(more, flags);
    const auto mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0;
    va_end(more);
    return asked<open>("open", path, path, flags, mode);
}

int openat(int folder, const char* path, int flags, ...)
{
    va_list more;
    va_start(more, flags);
    const auto mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0;
    va_end(more);
    return asked<openat>("openat", path, folder, path, flags, mode);
}

int open64(const char* path, int flags, ...)
{
    va_list more;
    va_start(more, flags);
    const auto mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0;
    va_end(more);
    return asked<open64>("open64", path, path, flags, mode);
}
}
#endif
