// The bytes of a log: "#log 1", then a record a line:
//
//     2026-05-28T20:28:43.25Z info db > query users     a span begins on thread "db"
//     2026-05-28T20:28:43.26Z warn db slow disk         an event, inside the spans that are open there
//     2026-05-28T20:28:43.27Z info db <                 the innermost one ends
#pragma once

#include "core/base/diagnostic_log.h"
#include "core/io/mapped_file.h"

#include <functional>

namespace traceglass::log {

inline constexpr std::string_view kHeader = "#log 1\n";
inline constexpr std::size_t kShown = 200; // bytes of a text in a line for people

struct Line
{
    std::uint64_t number = 0;
    ByteRange range {};
    std::int64_t ns = 0;
    std::string_view level {}, thread {}, kind {}, text {}; // kind: "begin", "end", "event"
};

struct LogFile
{
    // Finds the lines and reads none. Errors: log.bad-header, file.*
    static Result<LogFile> open(const std::filesystem::path& path, Job& job);

    std::uint64_t count() const { return starts.size() - 1; } // of lines; line 0 is the header
    ByteRange range(std::uint64_t line) const { return {{}, starts[line], starts[line + 1] - starts[line]}; }
    std::uint64_t lineAt(std::uint64_t offset) const;
    std::optional<Line> read(std::uint64_t line) const; // nothing: it is no record
    // Until `sink` returns false; lines that are no records are added to `log`. Errors: file.stopped,
    // file.changed.
    Result<void> each(DiagnosticLog& log, Job& job, const std::function<bool(const Line&)>& sink) const;

    std::shared_ptr<const MappedFile> bytes;
    std::vector<std::uint64_t> starts; // of lines, and the end of the file
};

}
