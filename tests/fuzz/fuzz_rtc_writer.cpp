// Takes the input as a list of things to do with writers of RTC files; what is read back must be what was
// written.
#include "../support/rtc_round_trip.h"
#include "fuzz_support.h"

#include <cstdio>

namespace traceglass::fuzz::rtc_writer_target {

namespace {

std::shared_ptr<const MappedFile> openMemory(std::span<const std::byte> bytes)
{
    // Mapped, so the file may go before the mapping does.
    const MemoryFile memory(bytes);
    auto file = MappedFile::open(memory.path());
    require(file.has_value(), "a file in memory opens");
    return *file;
}

}

const std::vector<Bytes>& seeds()
{
    static const std::vector<Bytes> all = scripts(5, {40, 200, 200, 600, 600, 600});
    return all;
}

void run(std::span<const std::byte> input)
{
    const std::string problem = rtc::rtcRoundTrip(input, openMemory);
    if (!problem.empty())
        std::fprintf(stderr, "%s\n", problem.c_str());
    require(problem.empty(), "what is read back is what was written");
}

const Target kTarget("rtc_writer", seeds, run);

}
