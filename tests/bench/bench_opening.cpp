// How long an opening goes on that is stopped, at moments all over it: the worst of them.
#include "core/formats/formats.h"
#include "tests/bench/bench.h"
#include "tests/support/open_capture.h"
#include "tests/support/slow_captures.h"

#include <algorithm>
#include <chrono>
#include <thread>

namespace traceglass::bench {

void opening()
{
    constexpr double kTimes = 4; // as large as in the tests
    constexpr double kMostMs = 100;
    constexpr int kMoments = 40;
    const TemporaryFolder folder;
    for (const Format* const format : formats()) {
        const auto path = slowToOpen(*format, folder.path, kTimes);
        if (path.empty())
            continue;
        const double whole = median([&] { (void)openCapture(path); }, wallSeconds, 3);
        double worst = 0;
        for (int moment = 0; moment < kMoments; ++moment) {
            std::stop_source stop;
            std::thread opening([&] {
                Job job(stop.get_token());
                (void)openCapture(path, job);
            });
            std::this_thread::sleep_for(std::chrono::duration<double>(whole * moment / kMoments));
            const double asked = wallSeconds();
            stop.request_stop();
            opening.join();
            worst = std::max(worst, wallSeconds() - asked);
        }
        const std::string name(format->id);
        row("open.whole." + name, whole * 1e3, "ms");
        row("open.stop." + name, worst * 1e3, "ms", kMostMs);
        std::error_code error;
        std::filesystem::remove_all(path, error);
    }
}

}
