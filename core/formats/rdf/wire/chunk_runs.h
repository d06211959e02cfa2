// Chunks of one id that stand in a row in the index: the list of chunks shows 32 or more of them as one line.
//
//     const ChunkRuns runs = *ChunkRuns::find(index, job);          // error: file.stopped
//     for (std::uint64_t n = 0; n < runs.lines(); ++n)
//         if (const auto run = runs.runAtLine(n)) ... runs.run(*run).first     // else chunk runs.entryAtLine(n)
//
// Built once, in O(n); 12 bytes a run are kept.
#pragma once

#include "core/formats/rdf/wire/rdf_index.h"

#include <optional>

namespace traceglass::rdf {

class ChunkRuns
{
public:
    static constexpr std::uint64_t kLeast = 32; // chunks of a run

    struct AlikeChunks
    {
        std::uint32_t first = 0; // entry
        std::uint32_t count = 0;
        std::uint32_t line = 0; // in the list
    };

    static Result<ChunkRuns> find(const Index& index, const Job& job);

    std::uint64_t count() const { return m_runs.size(); }
    const AlikeChunks& run(std::uint64_t n) const { return m_runs[n]; }
    std::uint64_t lines() const { return m_lines; } // of runs, and of chunks in none

    std::optional<std::uint64_t> runAtLine(std::uint64_t line) const;
    std::optional<std::uint64_t> runOf(std::uint64_t entry) const;
    // Of a chunk in no run, and back.
    std::uint64_t entryAtLine(std::uint64_t line) const;
    std::uint64_t lineOf(std::uint64_t entry) const;

private:
    std::vector<AlikeChunks> m_runs;
    std::uint64_t m_lines = 0;
};

}
