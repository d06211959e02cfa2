// How jemalloc, which has all memory of the programs, is set: it looks for a variable of this name.
//
// Each page of fresh memory interrupts the program when it is first written to, which in a virtual machine is a third of
// indexing. Pages of 2 MB are 500 times fewer. What was freed, after indexing more than what is kept, goes back to the
// system within some ten seconds, by a thread of the allocator's own.
#include "core/base/allocator.h"

#include "core/base/behind.h"

#include <cstddef>
#include <jemalloc/jemalloc.h>
#include <string>
#include <sys/types.h>

// Sanitizers have an allocator of their own.
#pragma weak mallctl
#pragma weak mallocx
#pragma weak dallocx

const char* malloc_conf = "thp:always,background_thread:true";

namespace traceglass {

namespace {

constexpr std::size_t kReserve = 48 << 20;
constexpr std::size_t kSmallestPage = 4096;

void fetch(unsigned arena)
{
    const int where = MALLOCX_ARENA(arena) | MALLOCX_TCACHE_NONE;
    auto* const bytes = static_cast<volatile std::byte*>(mallocx(kReserve, where));
    if (!bytes)
        return;
    for (std::size_t at = 0; at < kReserve; at += kSmallestPage)
        bytes[at] = std::byte(0);
    dallocx(const_cast<std::byte*>(bytes), where);
}

}

void keepOwnMemory()
{
    if (!&mallctl)
        return;
    unsigned arena = 0;
    std::size_t size = sizeof arena;
    if (mallctl("arenas.create", &arena, &size, nullptr, 0) != 0)
        return;
    const std::string decay = "arena." + std::to_string(arena) + ".dirty_decay_ms";
    ssize_t never = -1;
    mallctl(decay.c_str(), nullptr, nullptr, &never, sizeof never);
    mallctl("thread.arena", nullptr, nullptr, &arena, sizeof arena);
    doBehind([arena] { fetch(arena); });
}

}
