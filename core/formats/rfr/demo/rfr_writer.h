// Writes recordings: directories of chunks. For tests, benchmarks and the demo capture.
//
//     RecordingWriter out;
//     out.addCallsite({.id = 1, .level = 30, .kind = 2, .constFields = {{"name", "request"}}, .fieldNames =
//     {"path"}}); out.addTask({.iid = 7, .callsite = 1, .taskId = 20, .name = "upload"}); out.record(2,
//     micros, RecordKind::taskNew, 7); if (auto written = out.write("upload.rfr"); !written) ...
//
// Every sequence of a chunk brings the objects its records use, as the format asks. Times are microseconds
// since 1970 and must not step back within a sequence.
#pragma once

#include "core/formats/rfr/wire/rfr_wire.h"
#include "core/io/byte_writer.h"

#include <filesystem>
#include <map>
#include <set>
#include <unordered_map>

namespace traceglass::rfr {

// The parts that chunks and streams share.
void writeFieldValue(ByteWriter& out, const WireValue& value);
void writeCallsite(ByteWriter& out, const Callsite& callsite);
void writeObject(ByteWriter& out, const TaskObject& task);
void writeObject(ByteWriter& out, const SpanObject& span);
void writeEvent(ByteWriter& out, const Event& event);
void writeWaker(ByteWriter& out, const Waker& waker);

class RecordingWriter
{
public:
    explicit RecordingWriter(std::uint64_t periodMicros = 1'000'000, std::string version = "rfr-c/0.0.3");

    void setCreated(std::uint64_t micros) { m_created = micros; }
    void addCallsite(const Callsite& callsite);
    void addTask(const TaskObject& task);
    void addSpan(const SpanObject& span);

    // Span and task records.
    void record(std::uint64_t sequence, std::uint64_t micros, RecordKind kind, std::uint64_t iid);
    void waker(std::uint64_t sequence, std::uint64_t micros, RecordKind kind, const Waker& waker);
    void event(std::uint64_t sequence, std::uint64_t micros, const Event& event);

    struct ChunkBytes
    {
        std::string name; // "2026-05/28-20/chunk-28-43.rfr"
        std::vector<std::byte> bytes;
    };
    std::vector<ChunkBytes> chunks() const;
    std::vector<std::byte> meta() const;
    std::vector<std::byte> callsites() const;

    // Creates the directory with meta.rfr, callsites.rfr and the chunks.
    Result<void> write(const std::filesystem::path& directory) const;

private:
    struct SequenceData
    {
        std::uint64_t count = 0;
        std::uint64_t first = 0; // micros since 1970
        std::uint64_t last = 0;
        std::set<std::uint64_t> used; // iids
        ByteWriter records;
    };

    SequenceData& begin(std::uint64_t sequence, std::uint64_t micros, RecordKind kind);
    std::uint64_t baseSeconds(std::uint64_t chunk) const { return chunk * m_period / 1'000'000; }

    std::uint64_t m_period;
    std::string m_version;
    std::uint64_t m_created = 0;
    std::unordered_map<std::uint64_t, ByteWriter> m_objects; // encoded, with variant number
    ByteWriter m_callsites;
    std::map<std::uint64_t, std::map<std::uint64_t, SequenceData>> m_chunks; // by time / period, sequence
};

}
