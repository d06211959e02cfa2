// Recordings of tasks that are polled for as long as a test says.
//
//     QVERIFY(writePolls(path, {{"upload", ladder(20, 100)}}));      // 100, 101, ... 119 µs
#pragma once

#include "core/formats/rfr/demo/rfr_writer.h"

#include <cstdint>
#include <filesystem>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace traceglass {

using RecordedPolls = std::vector<std::pair<std::string, std::vector<std::uint64_t>>>; // µs of polls, by task

inline std::vector<std::uint64_t> ladder(std::uint64_t count, std::uint64_t firstUs)
{
    std::vector<std::uint64_t> out(count);
    std::iota(out.begin(), out.end(), firstUs);
    return out;
}

// Of tasks each of which is polled every millisecond, on a thread of its own. False: it cannot be written.
inline bool writePolls(const std::filesystem::path& path, const RecordedPolls& tasks)
{
    constexpr std::uint64_t kStart = 1'780'000'000'000'000; // µs
    rfr::RecordingWriter writer;
    writer.setCreated(kStart);
    writer.addCallsite({.id = 1, .level = 30, .kind = 2, .constFields = {}, .fieldNames = {}});
    std::uint64_t iid = 7, thread = 2;
    for (const auto& [of, durations] : tasks) {
        rfr::TaskObject task;
        task.iid = iid;
        task.callsite = 1;
        task.taskId = iid + 13;
        task.name = of;
        writer.addTask(task);
        writer.record(thread, kStart, rfr::RecordKind::taskNew, iid);
        for (std::uint64_t i = 0; i < durations.size(); ++i) {
            writer.record(thread, kStart + 1'000 * i + 10, rfr::RecordKind::taskPollStart, iid);
            writer.record(thread, kStart + 1'000 * i + 10 + durations[i], rfr::RecordKind::taskPollEnd, iid);
        }
        ++iid;
        ++thread;
    }
    return bool(writer.write(path));
}

}
