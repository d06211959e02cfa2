// The demo captures for tests to which their length is nothing: where a sanitizer makes everything several times slower
// the large ones are shorter recordings of the same kind. Of RTC that has both runs, of two units each, and every stream
// but the one that is declared on the way; of a JVM everything that happens, happens less often.
//
//     for (const Demo* const demo : demos())
//         auto path = writeDemoCapture(*demo, folder);
#pragma once

#include "core/formats/cjfr/demo/cjfr_demo.h"
#include "core/formats/demo.h"
#include "core/formats/rtc/demo/rtc_demo.h"
#include "tests/support/patience.h"

#include <algorithm>

namespace traceglass {

inline const Demo* findDemo(std::string_view format) // the first one of several; null: there is none
{
    const auto all = demos();
    const auto found = std::ranges::find(all, format, &Demo::format);
    return found == all.end() ? nullptr : *found;
}

inline Result<std::filesystem::path> writeDemoCapture(const Demo& demo, const std::filesystem::path& folder)
{
    if (demo.format == "rtc") {
        constexpr std::uint64_t kMostMs = repeat(390'000); // the longer run is as long
        const std::filesystem::path path = folder / demo.file;
        return rtc::writeRuns(path, kMostMs).map([&] { return path; });
    }
    if (demo.format == "cjfr") {
        constexpr std::uint64_t kEvents = repeat(200'000); // as many as the demo has
        const std::filesystem::path path = folder / demo.file;
        return cjfr::writeRecording(path, kEvents, Codec::lz4).map([&] { return path; });
    }
    return demo.write(folder);
}

}
