// Rows of the benchmark: JSON lines {name, value, unit, limit, ratio}. A ratio compares a value with a limit
// measured in the same run (a streaming read, a bare window), so it holds when the machine's speed drifts.
//
//     const double seconds = best([&] { decodeAll(); });
//     row("rfr.decode", bytes / seconds / 1e9, "GB/s", streamingRead());
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace traceglass {
class Timeline;
}

namespace traceglass::bench {

// A value; with a limit also value / limit.
void row(std::string_view name, double value, std::string_view unit, std::optional<double> limit = {});

// The clock of the calling thread's processor time, or of the wall, in seconds.
double threadSeconds();
double processSeconds();
double wallSeconds();

// The median of `runs` timings of a piece of work, in seconds.
double median(const std::function<void()>& work, double (*clock)() = threadSeconds, int runs = 7);

double percentile(std::vector<double> values, double share);

// GB/s of reading memory once, one thread: the limit R. Measured anew at each call, so that it belongs to the
// rows around it.
double streamingRead();

std::uint64_t slicesOf(const Timeline& timeline);

// A file of a benchmark, gone with it.
class TemporaryPath
{
public:
    TemporaryPath()
        : path(std::filesystem::temp_directory_path() / ("bench-" + std::to_string(std::rand()) + ".rtc"))
    {
    }
    ~TemporaryPath()
    {
        std::error_code error;
        std::filesystem::remove(path, error);
    }
    TemporaryPath(const TemporaryPath&) = delete;
    TemporaryPath& operator=(const TemporaryPath&) = delete;

    const std::filesystem::path path;
};

// A folder of a benchmark, gone with all that is in it.
class TemporaryFolder
{
public:
    TemporaryFolder()
        : path(std::filesystem::temp_directory_path() / ("bench-" + std::to_string(std::rand())))
    {
        std::filesystem::create_directories(path);
    }
    ~TemporaryFolder()
    {
        std::error_code error;
        std::filesystem::remove_all(path, error);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    const std::filesystem::path path;
};

// An RTC file of Units of 10 MB that takes little room: only their starts are written, and the first index
// frame.
bool writeSparseRtc(const std::filesystem::path& path, std::uint64_t units);

// An RTC file of samples of 8 bytes in frames of 9, with a step of the clock after every tenth.
bool writeSamples(const std::filesystem::path& path, std::uint64_t frames);
// A recording of tokio: so many records, polls of 50 tasks on each of four threads.
bool writePolls(const std::filesystem::path& folder, std::uint64_t records);

void notes();
void records();
void statistics();
void findings();
void rdf();
void payloads(); // of RDF
void rfr();
void rtc();
void rtcIndex(std::uint64_t frames);
void cjfr();
void opening();
void fields();
void timeline();
#ifdef TRACEGLASS_BENCH_WINDOW
void window(const char* program);
int windowChild(int argc, char** argv); // the measured process itself
void flame(const char* program);
void notesWindow(const char* program);
int flameChild();
int notesChild(const char* plain, const char* noted);
void session(int argc, char** argv);
int sessionChild(int argc, char** argv); // one capture
#endif

}
