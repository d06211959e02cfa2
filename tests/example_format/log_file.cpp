#include "tests/example_format/log_file.h"

#include "core/base/text.h"
#include "core/base/time_text.h"

#include <algorithm>

namespace traceglass::log {

namespace {

constexpr std::size_t kLines = 1u << 27;        // eight bytes each; all behind them counts as one
constexpr std::size_t kLongestLine = 64 * 1024; // of a record
constexpr std::string_view kLevels[] = {"trace", "debug", "info", "warn", "error"};

std::string_view takeWord(std::string_view& rest)
{
    const std::string_view word = rest.substr(0, rest.find(' '));
    rest.remove_prefix(std::min(rest.size(), word.size() + 1));
    return word;
}

}

Result<LogFile> LogFile::open(const std::filesystem::path& path, Job& job)
{
    auto bytes = MappedFile::open(path);
    if (!bytes)
        return tl::unexpected(bytes.error());
    LogFile out {std::move(*bytes), {0}};
    const std::string_view text = asText(out.bytes->view());
    if (!text.starts_with(kHeader))
        return fail(Code::LogBadHeader);
    for (std::size_t i = 0; i + 1 < text.size() && out.starts.size() < kLines; ++i) {
        if (text[i] == '\n')
            out.starts.push_back(i + 1);
        if (i % kLongestLine == 0 && job.stopRequested())
            return fail(Code::Stopped);
    }
    out.starts.push_back(text.size());
    return out;
}

std::uint64_t LogFile::lineAt(std::uint64_t offset) const
{
    const auto next = std::ranges::upper_bound(starts.begin(), starts.end() - 1, offset);
    return static_cast<std::uint64_t>(next - starts.begin()) - 1;
}

std::optional<Line> LogFile::read(std::uint64_t line) const
{
    Line out {.number = line, .range = range(line)};
    std::string_view rest = asText(bytes->view()).substr(out.range.offset, out.range.length);
    if (rest.size() > kLongestLine || rest.find('\0') != std::string_view::npos)
        return {}; // the missing part of a file that was cut reads as zeros
    rest = rest.substr(0, rest.find('\n'));
    const auto time = parseTime(takeWord(rest));
    out.level = takeWord(rest);
    out.thread = takeWord(rest);
    if (!time || time->relative || std::ranges::find(kLevels, out.level) == std::end(kLevels))
        return {};
    out.ns = time->ns;
    out.kind = rest == "<" ? "end" : rest.starts_with("> ") ? "begin" : "event";
    out.text = out.kind == "event" ? rest : rest.substr(std::min<std::size_t>(rest.size(), 2));
    return out;
}

Result<void> LogFile::each(DiagnosticLog& log, Job& job, const std::function<bool(const Line&)>& sink) const
{
    job.start(count());
    for (std::uint64_t n = 1; n < count() && !job.stopRequested(); ++n, job.advance()) {
        const auto line = read(n);
        if (line && !sink(*line))
            return {};
        if (!line)
            log.add(diagnose(bytes->isCut() ? Code::FileChanged : Code::LogBadLine, {}, range(n)));
    }
    if (job.stopRequested() || bytes->isCut())
        return fail(job.stopRequested() ? Code::Stopped : Code::FileChanged);
    return {};
}

}
