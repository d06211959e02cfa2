// The captures that the scripted session is played on, beside those of a corpus: each large in one way.
//
//     for (const SessionCapture& capture : writeLargeCaptures(folder, 100'000'000))
//         play(capture.name, capture.path);
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace traceglass::bench {

struct SessionCapture
{
    std::string name; // in the names of rows
    std::filesystem::path path;
    int clicks = 25; // in each pane
};

// `bytes`: of the RFR stream and of the RTC file with restarts; the others have their number of parts. Leaves
// out what cannot be written, and says so.
std::vector<SessionCapture> writeLargeCaptures(const std::filesystem::path& folder, std::uint64_t bytes);

// The captures below a folder: recordings that are folders, and every file that is not about captures. They
// are many, so there are fewer clicks in each.
std::vector<SessionCapture> capturesBelow(const std::filesystem::path& folder);

}
