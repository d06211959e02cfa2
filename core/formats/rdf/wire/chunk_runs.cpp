#include "core/formats/rdf/wire/chunk_runs.h"

#include <algorithm>

namespace traceglass::rdf {

Result<ChunkRuns> ChunkRuns::find(const Index& index, const Job& job)
{
    ChunkRuns out;
    const auto isSame = [&](std::uint64_t entry, std::string_view id) { // as far as anybody wants to know
        return index.id(entry) == id && !isStoppedAt(entry, job);
    };
    for (std::uint64_t first = 0; first < index.count();) {
        const std::string_view id = index.id(first);
        std::uint64_t end = first + 1;
        while (end < index.count() && isSame(end, id))
            ++end;
        const std::uint64_t count = end - first;
        if (count >= kLeast)
            out.m_runs.push_back({static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(count),
                                  static_cast<std::uint32_t>(out.m_lines)});
        out.m_lines += count >= kLeast ? 1 : count;
        first = end;
    }
    if (job.stopRequested())
        return fail(Code::Stopped);
    return out;
}

std::optional<std::uint64_t> ChunkRuns::runAtLine(std::uint64_t line) const
{
    const auto found = std::ranges::lower_bound(m_runs, line, {}, &AlikeChunks::line);
    if (found == m_runs.end() || found->line != line)
        return {};
    return static_cast<std::uint64_t>(found - m_runs.begin());
}

std::optional<std::uint64_t> ChunkRuns::runOf(std::uint64_t entry) const
{
    const auto behind = std::ranges::upper_bound(m_runs, entry, {}, &AlikeChunks::first);
    if (behind == m_runs.begin() || entry - std::prev(behind)->first >= std::prev(behind)->count)
        return {};
    return static_cast<std::uint64_t>(behind - m_runs.begin()) - 1;
}

std::uint64_t ChunkRuns::entryAtLine(std::uint64_t line) const
{
    const auto behind = std::ranges::upper_bound(m_runs, line, {}, &AlikeChunks::line);
    if (behind == m_runs.begin())
        return line;
    const AlikeChunks& before = *std::prev(behind);
    return std::uint64_t(before.first) + before.count + (line - before.line - 1);
}

std::uint64_t ChunkRuns::lineOf(std::uint64_t entry) const
{
    const auto behind = std::ranges::upper_bound(m_runs, entry, {}, &AlikeChunks::first);
    if (behind == m_runs.begin())
        return entry;
    const AlikeChunks& before = *std::prev(behind);
    return before.line + 1 + (entry - before.first - before.count);
}

}
