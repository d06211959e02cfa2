#include "core/io/bus_error_guard.h"

#include <array>
#include <csignal>
#include <mutex>
#include <sys/mman.h>
#include <unistd.h>

namespace traceglass {

// One mapping. `start` is written last and cleared first, so the handler never takes half a slot for one.
struct BusErrorGuard::Slot
{
    std::atomic<std::uintptr_t> start {0};
    std::atomic<std::uintptr_t> end {0};
    std::atomic<std::atomic<std::uint64_t>*> faults {nullptr};
    Slot* nextFree = nullptr; // not the handler's business
};
static_assert(std::atomic<std::uintptr_t>::is_always_lock_free, "the handler must not wait");

// Blocks are only ever added, in front, and stay: the handler walks them at any moment.
struct BusErrorGuard::Table
{
    static constexpr std::size_t kSlots = 512;
    struct SlotBlock
    {
        std::array<Slot, kSlots> slots;
        SlotBlock* next = nullptr; // never changed once the block is in the table
    };

    static Slot* take()
    {
        const std::lock_guard lock(mutex);
        if (!free)
            grow();
        Slot* const slot = free;
        free = slot->nextFree;
        return slot;
    }

    static void giveBack(Slot* slot)
    {
        const std::lock_guard lock(mutex);
        slot->nextFree = free;
        free = slot;
    }

    static inline std::mutex mutex; // guards `free`, and who adds blocks
    static inline Slot* free = nullptr;
    static inline std::atomic<SlotBlock*> blocks {nullptr};
    static inline struct sigaction previous;
    static inline std::uintptr_t pageSize = 4096;

    static void install()
    {
        static std::once_flag once;
        std::call_once(once, [] {
            pageSize = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
            struct sigaction action = {};
            action.sa_sigaction = onBusError;
            action.sa_flags = SA_SIGINFO | SA_NODEFER;
            sigemptyset(&action.sa_mask);
            sigaction(SIGBUS, &action, &previous);
        });
    }

private:
    static void grow()
    {
        auto* const block = new SlotBlock;
        for (Slot& slot : block->slots) {
            slot.nextFree = free;
            free = &slot;
        }
        block->next = blocks.load(std::memory_order_relaxed);
        blocks.store(block, std::memory_order_release);
    }

    // Puts a zero page where a mapping of ours could not be read; false: the address is not ours.
    static bool mend(std::uintptr_t address)
    {
        for (const SlotBlock* block = blocks.load(std::memory_order_acquire); block; block = block->next) {
            for (const Slot& slot : block->slots) {
                const std::uintptr_t start = slot.start.load(std::memory_order_acquire);
                if (start == 0 || address < start || address >= slot.end.load(std::memory_order_acquire))
                    continue;
                auto* const faults = slot.faults.load(std::memory_order_acquire);
                if (slot.start.load(std::memory_order_relaxed) != start)
                    continue; // it became that of another mapping meanwhile
                void* const page = reinterpret_cast<void*>(address & ~(pageSize - 1));
                constexpr int kFlags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED;
                if (mmap(page, pageSize, PROT_READ, kFlags, -1, 0) == MAP_FAILED)
                    return false;
                faults->fetch_add(1, std::memory_order_relaxed);
                return true;
            }
        }
        return false;
    }

    static void onBusError(int signal, siginfo_t* info, void* context)
    {
        if (mend(reinterpret_cast<std::uintptr_t>(info->si_addr)))
            return;
        if (previous.sa_flags & SA_SIGINFO) {
            previous.sa_sigaction(signal, info, context);
        } else if (previous.sa_handler != SIG_DFL && previous.sa_handler != SIG_IGN) {
            previous.sa_handler(signal);
        } else {
            // Returning runs the faulting instruction again, now with the default action.
            std::signal(signal, SIG_DFL);
        }
    }
};

BusErrorGuard::BusErrorGuard(void* start, std::size_t size, std::atomic<std::uint64_t>& faults)
{
    Table::install();
    m_slot = Table::take();
    m_slot->faults.store(&faults, std::memory_order_release);
    m_slot->end.store(reinterpret_cast<std::uintptr_t>(start) + size, std::memory_order_release);
    m_slot->start.store(reinterpret_cast<std::uintptr_t>(start), std::memory_order_release);
}

BusErrorGuard::~BusErrorGuard()
{
    m_slot->start.store(0, std::memory_order_release);
    Table::giveBack(m_slot);
}

}
