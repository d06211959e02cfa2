// Takes the input as a list of things to do with the writer of CondensedData files; what is read back must be
// what was written, and once more after appending to it.
#include "../support/cjfr_round_trip.h"
#include "fuzz_support.h"

#include <cstdio>

using namespace traceglass;

namespace traceglass::fuzz {

const std::vector<Bytes>& seeds()
{
    static const std::vector<Bytes> all = scripts(7, {30, 200, 200, 900, 900, 900, 900, 900});
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
