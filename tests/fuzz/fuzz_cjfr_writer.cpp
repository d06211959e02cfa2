// Takes the input as a list of things to do with the writer of CondensedData files; what is read back must be
// what was written, and once more after appending to it.
#include "../support/cjfr_round_trip.h"
#include "fuzz_support.h"

#include <cstdio>

namespace traceglass::fuzz::cjfr_writer_target {

const std::vector<Bytes>& seeds()
{
    static const std::vector<Bytes> all = scripts(7, {30, 200, 200, 900, 900, 900, 900, 900});
    return all;
}

void run(std::span<const std::byte> input)
{
    const std::string problem = cjfr::CjfrRoundTrip(input).run();
    if (!problem.empty())
        std::fprintf(stderr, "%s\n", problem.c_str());
    require(problem.empty(), "what is read back is what was written");
}

const Target kTarget("cjfr_writer", seeds, run);

}
