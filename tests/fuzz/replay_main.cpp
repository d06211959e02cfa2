// Runs a fuzz target without libFuzzer: `fuzz_replay TARGET [FILE...]`. Files that are given, else the target's seeds and
// simple mutations of them.
#include "core/io/file.h"
#include "fuzz_support.h"

#include <algorithm>
#include <cstdio>
#include <limits>

namespace {

using traceglass::fuzz::Bytes;
using traceglass::fuzz::Target;

// Cut at places all over the input, and bytes changed all over it; the same each time.
void runMutations(const Target& target, const Bytes& seed)
{
    constexpr std::size_t kCuts = 12, kChanges = 30;
    for (std::size_t i = 0; i < kCuts; ++i)
        target.run(Bytes(seed.begin(), seed.begin() + static_cast<std::ptrdiff_t>(seed.size() * i / kCuts)));
    std::uint32_t random = 17;
    for (std::size_t i = 0; i < kChanges && !seed.empty(); ++i) {
        Bytes changed = seed;
        for (int change = 0; change < 3; ++change) {
            random = random * 1664525 + 1013904223;
            const std::size_t at = random % seed.size();
            random = random * 1664525 + 1013904223;
            changed[at] = static_cast<std::byte>(random >> 24);
        }
        target.run(changed);
    }
}

}

int main(int count, char** arguments)
{
    const auto& targets = traceglass::fuzz::targets();
    const auto target = std::ranges::find(targets, count > 1 ? arguments[1] : "", &Target::name);
    if (target == targets.end()) {
        std::fputs("Which target? One of:", stderr);
        for (const Target& each : targets)
            std::fprintf(stderr, " %s", each.name.data());
        std::fputs("\n", stderr);
        return 2;
    }
    for (int i = 2; i < count; ++i) {
        const auto bytes = traceglass::readHead(arguments[i], std::numeric_limits<std::size_t>::max());
        if (!bytes) {
            std::fprintf(stderr, "%s\n", traceglass::message(bytes.error()).c_str());
            return 1;
        }
        target->run(*bytes);
    }
    if (count == 2) {
        for (const Bytes& seed : target->seeds()) {
            target->run(seed);
            runMutations(*target, seed);
        }
    }
    return 0;
}
