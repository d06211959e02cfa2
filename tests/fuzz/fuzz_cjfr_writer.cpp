// Takes the input as a list of things to do with the writer of CondensedData files; what is read back must be
// what was written, and once more after appending to it.
#include "../support/cjfr_round_trip.h"
#include "fuzz_support.h"

#include <cstdio>

using namespace traceglass;

namespace traceglass::fuzz {

const std::vector<Bytes>& seeds()
{
    static const std::vector<Bytes> all = [] {
        std::vector<Bytes> out;
        std::uint32_t random = 7;
        for (std::size_t size : {30u, 200u, 200u, 900u, 900u, 900u, 900u, 900u}) {
            Bytes script(size);
            for (std::byte& byte : script) {
                random = random * 1664525 + 1013904223;
                byte = static_cast<std::byte>(random >> 24);
            }
            out.push_back(std::move(script));
        }
        return out;
    }();
    return all;
}

}

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string problem = cjfr::CjfrRoundTrip(fuzz::input(data, size)).run();
    if (!problem.empty())
        std::fprintf(stderr, "%s\n", problem.c_str());
    fuzz::require(problem.empty(), "what is read back is what was written");
    return 0;
}
