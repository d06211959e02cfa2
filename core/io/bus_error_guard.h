// Keeps the process alive when a mapped file is truncated by somebody else.
//
// Touching a page that lies behind the new end raises SIGBUS. The guard's handler looks the address up in a
// lock-free table of our mappings, puts a zero page there and counts the fault; addresses that are not ours
// go to the handler that was installed before. Bytes read as zero this way are never trusted: whoever maps
// asks faults() after a job.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace traceglass {

class BusErrorGuard
{
public:
    // Registers [start, start + size); the counter must outlive the guard. Installs the handler on first use.
    BusErrorGuard(void* start, std::size_t size, std::atomic<std::uint64_t>& faults);
    ~BusErrorGuard();
    BusErrorGuard(const BusErrorGuard&) = delete;
    BusErrorGuard& operator=(const BusErrorGuard&) = delete;

private:
    struct Slot;
    struct Table;

    Slot* m_slot;
};

}
