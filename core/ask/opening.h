// Opening a capture in a thread of its own.
//
//     Opening opening(path, Opening::As::capture);
//     if (opening.waitFor(120ms)) use(opening.take());
//     if (opening.named() == Opening::Named::folder) ...     // what the path names, as far as the disk has told
//
// Ends within 100 ms of being cancelled. The destructor cancels and waits for it.
#pragma once

#include "core/ask/capture.h"
#include "core/base/diagnostic.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

namespace traceglass {

class Opening
{
public:
    enum class As { capture, bytes };
    // A stream can be read but once: a pipe, a socket, a device.
    enum class Named { unknown, nothing, file, folder, stream };
    using Opened = Result<std::shared_ptr<Capture>>;
    // Makes the file that is then opened, and tells its path.
    using Make = std::function<Result<std::filesystem::path>()>;

    Opening(const std::filesystem::path& path, As as);
    explicit Opening(Make make, As as = As::capture);

    bool waitFor(std::chrono::milliseconds time); // is it done?
    bool isDone() const;
    Opened take(); // once, when it is done
    Named named() const { return m_named.load(); } // unknown while the disk does not answer
    void cancel() { m_thread.request_stop(); }
    // Of what is read; 0 of 0 while nobody can say.
    std::uint64_t done() const { return m_job->done(); }
    std::uint64_t total() const { return m_job->total(); }

private:
    mutable std::mutex m_mutex;
    std::condition_variable m_ended;
    std::optional<Opened> m_opened;
    std::atomic<Named> m_named {Named::unknown};
    std::unique_ptr<Job> m_job;
    std::jthread m_thread; // last: it ends before what it uses
};

}
