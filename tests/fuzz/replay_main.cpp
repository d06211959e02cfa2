// Runs a fuzz target without libFuzzer: files given as arguments, else the target's seeds and simple
// mutations of them.
#include "core/io/file.h"
#include "fuzz_support.h"

#include <cstdio>
#include <limits>

using traceglass::fuzz::Bytes;

namespace {

void run(const Bytes& bytes)
{
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
}

// Cut at places all over the input, and bytes changed all over it; the same each time.
void runMutations(const Bytes& seed)
{
    constexpr std::size_t kCuts = 12, kChanges = 30;
    for (std::size_t i = 0; i < kCuts; ++i)
        run(Bytes(seed.begin(), seed.begin() + static_cast<std::ptrdiff_t>(seed.size() * i / kCuts)));
    std::uint32_t random = 17;
    for (std::size_t i = 0; i < kChanges && !seed.empty(); ++i) {
        Bytes changed = seed;
        for (int change = 0; change < 3; ++change) {
            random = random * 1664525 + 1013904223;
            const std::size_t at = random % seed.size();
            random = random * 1664525 + 1013904223;
            changed[at] = static_cast<std::byte>(random >> 24);
        }
        run(changed);
    }
}

}

int main(int count, char** arguments)
{
    for (int i = 1; i < count; ++i) {
        const auto bytes = traceglass::readHead(arguments[i], std::numeric_limits<std::size_t>::max());
        if (!bytes) {
            std::fprintf(stderr, "%s\n", traceglass::message(bytes.error()).c_str());
            return 1;
        }
        run(*bytes);
    }
    if (count == 1) {
        for (const Bytes& seed : traceglass::fuzz::seeds()) {
            run(seed);
            runMutations(seed);
        }
    }
    return 0;
}
