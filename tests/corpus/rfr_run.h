// RFR recordings of this collection: times count from one start, and chunks can be made field by field.
#pragma once

#include "core/formats/rfr/demo/rfr_writer.h"
#include "tests/corpus/make_corpus.h"

namespace traceglass::corpus {

constexpr std::uint64_t kStartSeconds = 1'780'000'123; // 2026-05-28T20:28:43Z
constexpr std::uint64_t kStart = kStartSeconds * 1'000'000;

inline rfr::Callsite spawnSite()
{
    return {.id = 100,
            .level = 10,
            .kind = 2,
            .constFields = {{"name", "runtime.spawn"},
                            {"target", "runtime.spawn"},
                            {"module_path", "tokio::task"},
                            {"file", "src/main.rs"},
                            {"line", std::uint64_t(17)}},
            .fieldNames = {"kind"}};
}

class Recording : public rfr::RecordingWriter
{
public:
    explicit Recording(std::uint64_t periodMicros = 1'000'000, std::string version = "rfr-c/0.0.3")
        : RecordingWriter(periodMicros, std::move(version))
    {
        setCreated(kStart - 1'500);
    }

    // Task and span records, micros after the start.
    void task(std::uint64_t sequence, std::uint64_t at, rfr::RecordKind kind, std::uint64_t iid)
    {
        record(sequence, kStart + at, kind, iid);
    }
    void wake(std::uint64_t sequence, std::uint64_t at, std::uint64_t task,
              std::optional<std::uint64_t> context)
    {
        waker(sequence, kStart + at, rfr::RecordKind::wakerWake, {.task = task, .context = context});
    }
    void writeTo(const Folder& folder) const
    {
        folder.write("meta.rfr", meta());
        folder.write("callsites.rfr", callsites());
        for (const ChunkBytes& chunk : chunks())
            folder.write(chunk.name, chunk.bytes);
    }
};

struct ChunkHead
{
    std::string_view label = "rfr-c/0.0.3";
    std::uint64_t base = kStartSeconds;
    std::uint64_t earliest = 0, latest = 0;    // micros after base
    std::optional<std::uint64_t> sequences {}; // as stated; else as many as there are
};

inline Bytes chunkOf(const ChunkHead& head, const std::vector<Bytes>& sequences)
{
    ByteWriter out;
    out.text(head.label);
    for (const std::uint64_t value : {head.base, std::uint64_t(0), std::uint64_t(1'000'000), head.earliest,
                                      head.latest, head.sequences.value_or(sequences.size())})
        out.varint(value);
    for (const Bytes& sequence : sequences)
        out.raw(sequence);
    return out.take();
}

inline Bytes emptySequence()
{
    ByteWriter out;
    constexpr std::uint64_t kFields[] = {1, 1'000'000, 0, 0, 0}; // id, earliest, latest, objects, records
    for (const std::uint64_t value : kFields)
        out.varint(value);
    return out.take();
}

// One task object and its TaskNew record.
inline Bytes taskNewSequence(std::uint64_t at, std::uint64_t iid, std::string_view name, bool padded = false)
{
    ByteWriter out;
    const auto number = [&](std::uint64_t value) {
        if (!padded || value >= 0x80)
            return out.varint(value);
        out.u8(static_cast<std::uint8_t>(value | 0x80));
        out.raw(std::string_view("\x80\0", 2));
    };
    for (const std::uint64_t value :
         {std::uint64_t(1), at, at, std::uint64_t(1)}) // id, earliest, latest, objects
        number(value);
    for (const std::uint64_t value : {std::uint64_t(1), iid, std::uint64_t(100), iid}) // a task, its ids
        number(value);
    out.text(name);
    number(0);                                                                      // kind task
    out.u8(0);                                                                      // no context
    for (const std::uint64_t value : {std::uint64_t(1), at, std::uint64_t(5), iid}) // one record, TaskNew
        number(value);
    return out.take();
}

}
