// The files of a recording and what opening reads of them: labels, meta, callsites and the headers of the
// chunks (rfr.md 3 and 6). No record is decoded here.
#pragma once

#include "core/formats/rfr/wire/rfr_chunk.h"
#include "core/io/source_set.h"
#include "core/model/format.h"

#include <filesystem>
#include <memory>
#include <unordered_map>

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

// The callsites of a recording. Texts borrow from the file, which stays mapped.
struct Callsites
{
    struct Place
    {
        Callsite callsite;
        ByteRange range;
    };
    std::vector<Place> list;                               // in file order
    std::unordered_map<std::uint64_t, std::uint32_t> byId; // the first one of an id counts
    std::vector<std::shared_ptr<const MappedFile>> files;  // what the texts borrow from

    void add(Callsite callsite, ByteRange range);
    const Callsite* find(std::uint64_t id) const;
    std::string nameOf(std::uint64_t id) const; // its name, or "callsite 0x…"
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
    Callsites callsites;
    std::vector<ChunkFile> chunks;        // in path order
    std::vector<std::uint32_t> byTime;    // readable chunks by (start, end, path)
    std::optional<TimeRange> initialView; // of the chunk that was named
    SourceSet sources;
    std::vector<std::pair<std::filesystem::path, FileIdentity>>
        identities;          // of meta, callsites, stream or single chunk
    std::filesystem::path notesPath; // where notes are or would be; empty: not a directory
    std::optional<FileIdentity> notesIdentity;
    std::uint64_t bytes = 0; // of all files
    std::vector<Diagnostic> diagnostics;
};

// What a path is: decided by the first bytes, or by what lies in a directory (rfr.md 6).
Match probeRecording(const Probe& probe);

Result<std::unique_ptr<Recording>> openRecording(const Probe& probe);

}
