// Takes the input as a list of things to do with writers of RTC files; what is read back must be what was
// written.
#include "../support/rtc_round_trip.h"
#include "fuzz_support.h"

#include <cstdio>

using namespace traceglass;

namespace {

std::shared_ptr<const MappedFile> openMemory(std::span<const std::byte> bytes)
{
    // Mapped, so the file may go before the mapping does.
    const fuzz::MemoryFile memory(bytes);
    auto file = MappedFile::open(memory.path());
    fuzz::require(file.has_value(), "a file in memory opens");
    return *file;
}

}

namespace traceglass::fuzz {

const std::vector<Bytes>& seeds()
{
    static const std::vector<Bytes> all = scripts(5, {40, 200, 200, 600, 600, 600});
    return all;
}

}

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string problem = rtc::rtcRoundTrip(fuzz::input(data, size), openMemory);
    if (!problem.empty())
        std::fprintf(stderr, "%s\n", problem.c_str());
    fuzz::require(problem.empty(), "what is read back is what was written");
    return 0;
}
