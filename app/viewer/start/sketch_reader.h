// What can be known of a capture within a moment: format and size at once, how busy it was as far as it is read by then.
//
//     SketchTime time {250ms, stop};
//     const GaveWay gaveWay = giveWay(Niceness::behind);
//     const auto read = readSketch(path, time, gaveWay, [&](const CaptureSketch& known) { ... });
//
// Each sketch that is told knows more than the one before. An error: it does not open, or is no capture at all. Reads in
// the calling thread: one that may wait, never that of the window.
#pragma once

#include "core/base/behind.h"
#include "core/base/diagnostic.h"
#include "widgets/timeline/painting/sketch.h"

#include <QString>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>

namespace traceglass {

struct CaptureSketch
{
    QString name {};   // of the file, or the directory of a recording
    QString format {}; // "Async Rust"
    QString acronym {};
    std::uint64_t size = 0;
    bool isOpen = false; // else it may not open at all
    Sketch sketch {};
};

struct SketchTime
{
    std::chrono::milliseconds atMost;
    std::stop_token stop {}; // ends it earlier
    unsigned threads = 1;
};

Result<void> readSketch(const std::filesystem::path& path, const SketchTime& time, GaveWay gaveWay,
                        const std::function<void(const CaptureSketch&)>& tell);

}
