// The files of a recording and what opening reads of them: labels, meta, callsites and the headers of the
// chunks (rfr.md 3 and 6). No record is decoded here.
#pragma once

#include "core/base/time_text.h"
#include "core/formats/rfr/wire/rfr_layout.h"
#include "core/io/source_set.h"
#include "core/model/probe.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace traceglass::rfr {

struct ChunkFile
{
    SourceId source {};
    std::string name; // below the recording's directory
    std::uint64_t size = 0;
    bool readable = false; // the header could be read
    ChunkHeader header;

    // When its records lie: the interval it answers for, widened to its earliest and latest record.
    // Nanoseconds.
    TimeRange interval() const;
};

struct Meta
{
    AbsTime created;
    std::vector<std::string> formats;
};

struct Recording
{
    std::filesystem::path path; // the directory, or the file of a stream or a single chunk
    std::string version;        // "rfr-c/0.0.3"
    std::optional<Meta> meta;
    std::optional<SourceId> metaSource;
    std::optional<SourceId> callsitesSource;
    std::optional<SourceId> notesSource;
    std::optional<SourceId> streamSource; // a streamed file: no chunks then
    Callsites callsites;                  // of callsites.rfr
    std::vector<ChunkFile> chunks;        // in path order, so by source
    std::vector<std::uint32_t> byTime;    // readable chunks by (start, end, path)
    std::optional<TimeRange> initialView; // of the chunk that was named
    SourceSet sources;
    std::vector<std::pair<std::filesystem::path, FileIdentity>>
        identities; // of meta, callsites, stream or single chunk, and of the folders of the newest chunk
    std::filesystem::path notesPath; // where notes are or would be; empty: not a directory
    std::optional<FileIdentity> notesIdentity;
    std::uint64_t bytes = 0; // of all files
    std::vector<Diagnostic> diagnostics;
    mutable ChunkLayouts layouts; // these two grow while records are read
    mutable StreamMarks marks;

    bool isStream() const { return streamSource.has_value(); }
    bool isFolder() const { return !notesPath.empty(); }
    std::optional<std::uint32_t> chunkOf(SourceId source) const;
    // Of a stream: one that was read by now.
    const Callsite* callsite(std::uint64_t id) const;
    std::string callsiteName(std::uint64_t id) const; // "callsite 0x…" when it has none

    // Inside the recording, in order. A chunk answers for an interval of a fixed length: a gap shorter than one is how the
    // writer rounds.
    std::vector<TimeRange> timesWithoutChunk() const;

    bool changedOnDisk() const;
    // As Document::grownBy(), of a folder: chunks that came, and files that became longer.
    std::optional<std::uint64_t> grownBy(const Job& job) const;
    // The meta file tells recordings apart: it says to the microsecond when one was begun.
    ByteRange stableBytes() const;
};

// What a path is: decided by the first bytes, or by meta.rfr or the first few entries of a directory (rfr.md
// 6).
Match probeRecording(const Probe& probe);

// Errors: rfr.not-a-recording, rfr.unsupported-version, rfr.chunk-*, file.*.
Result<std::unique_ptr<Recording>> openRecording(const Probe& probe, Job& job);

}
