#include "core/timeline/timeline.h"
#include "tests/bench/bench.h"

#include <algorithm>
#include <cstdio>

namespace traceglass::bench {

namespace {

double seconds(clockid_t clock)
{
    timespec now {};
    clock_gettime(clock, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

}

void row(std::string_view name, double value, std::string_view unit, std::optional<double> limit)
{
    std::printf("{\"name\":\"%.*s\",\"value\":%.6g,\"unit\":\"%.*s\"", int(name.size()), name.data(), value,
                int(unit.size()), unit.data());
    if (limit)
        std::printf(",\"limit\":%.6g,\"ratio\":%.4g", *limit, value / *limit);
    std::printf("}\n");
    std::fflush(stdout);
}

double threadSeconds()
{
    return seconds(CLOCK_THREAD_CPUTIME_ID);
}

double processSeconds()
{
    return seconds(CLOCK_PROCESS_CPUTIME_ID);
}

double wallSeconds()
{
    return seconds(CLOCK_MONOTONIC);
}

double median(const std::function<void()>& work, double (*clock)(), int runs)
{
    std::vector<double> times;
    work(); // warm
    for (int i = 0; i < runs; ++i) {
        const double start = clock();
        work();
        times.push_back(clock() - start);
    }
    return percentile(std::move(times), 0.5);
}

std::uint64_t slicesOf(const Timeline& timeline)
{
    std::uint64_t out = 0;
    for (std::uint32_t row = 0; row < timeline.rowCount(); ++row)
        out += timeline.sliceCount(RowId(row));
    return out;
}

double percentile(std::vector<double> values, double share)
{
    std::sort(values.begin(), values.end());
    const auto index = static_cast<std::size_t>(share * static_cast<double>(values.size() - 1) + 0.5);
    return values[index];
}

double streamingRead()
{
    static const std::vector<std::uint64_t> memory(std::size_t(512) << 17, 1); // 512 MiB, touched
    volatile std::uint64_t sink = 0;
    const double time = median(
        [&] {
            std::uint64_t a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0;
            for (std::size_t i = 0; i < memory.size(); i += 8) {
                a += memory[i];
                b += memory[i + 1];
                c += memory[i + 2];
                d += memory[i + 3];
                e += memory[i + 4];
                f += memory[i + 5];
                g += memory[i + 6];
                h += memory[i + 7];
            }
            sink = a + b + c + d + e + f + g + h;
        },
        threadSeconds, 5);
    return static_cast<double>(memory.size() * 8) / time / 1e9;
}

}
