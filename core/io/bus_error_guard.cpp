#include "core/io/bus_error_guard.h"

#include "core/base/limits.h"

#include <array>
#include <csignal>
#include <mutex>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>

namespace traceglass {

namespace {

// One mapping. `start` is written last and cleared first, so the handler never sees half a slot.
struct Slot
{
    std::atomic<std::uintptr_t> start {0};
    std::atomic<std::uintptr_t> end {0};
    std::atomic<std::atomic<std::uint64_t>*> faults {nullptr};
    std::atomic<bool> taken {false};
};

// More than the files held open at once; a mapping that finds no slot lives without protection.
constexpr std::size_t kSlots = 2 * limits::kOpenFiles;
constexpr std::size_t kNoSlot = kSlots;
std::array<Slot, kSlots> g_slots;
struct sigaction g_previous;
std::uintptr_t g_pageSize = 4096;

void onBusError(int signal, siginfo_t* info, void* context)
{
    const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
    for (const Slot& slot : g_slots) {
        const std::uintptr_t start = slot.start.load(std::memory_order_acquire);
        if (start == 0 || address < start || address >= slot.end.load(std::memory_order_relaxed))
            continue;
        void* const page = reinterpret_cast<void*>(address & ~(g_pageSize - 1));
        if (mmap(page, g_pageSize, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED)
            break;
        slot.faults.load(std::memory_order_relaxed)->fetch_add(1, std::memory_order_relaxed);
        return;
    }
    if (g_previous.sa_flags & SA_SIGINFO) {
        g_previous.sa_sigaction(signal, info, context);
    } else if (g_previous.sa_handler != SIG_DFL && g_previous.sa_handler != SIG_IGN) {
        g_previous.sa_handler(signal);
    } else {
        std::signal(signal,
                    SIG_DFL); // returning runs the faulting instruction again, now with the default action
    }
}

void installOnce()
{
    static std::once_flag once;
    std::call_once(once, [] {
        g_pageSize = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
        struct sigaction action
        {
        };
        action.sa_sigaction = onBusError;
        action.sa_flags = SA_SIGINFO | SA_NODEFER;
        sigemptyset(&action.sa_mask);
        sigaction(SIGBUS, &action, &g_previous);
    });
}

}

BusErrorGuard::BusErrorGuard(void* start, std::size_t size, std::atomic<std::uint64_t>& faults)
    : m_slot(kNoSlot)
{
    installOnce();
    for (std::size_t i = 0; i < kSlots; ++i) {
        Slot& slot = g_slots[i];
        if (slot.taken.exchange(true))
            continue;
        slot.faults.store(&faults, std::memory_order_relaxed);
        slot.end.store(reinterpret_cast<std::uintptr_t>(start) + size, std::memory_order_relaxed);
        slot.start.store(reinterpret_cast<std::uintptr_t>(start), std::memory_order_release);
        m_slot = i;
        return;
    }
}

BusErrorGuard::~BusErrorGuard()
{
    if (m_slot == kNoSlot)
        return;
    g_slots[m_slot].start.store(0, std::memory_order_release);
    g_slots[m_slot].taken.store(false);
}

}
