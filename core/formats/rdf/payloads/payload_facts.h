// What all rooms of the format want to know of the payloads: which chunks there are, the queues, the names of command
// buffers, the clocks and where time begins. Read when somebody asks first, and kept.
//
//     PayloadFacts facts(file);
//     facts.find(job);                                       // once, when the file is opened: ids only
//     if (facts.hasTimes()) { auto known = facts.ask(job); (*known)->nsOfCpu(tick) }
//
// Time zero is the earliest moment that any clock of the CPU tells: of queue events, memory tokens, crash events and
// loads of code objects. Safe from any thread once it has found the chunks.
#pragma once

#include "core/base/made_once.h"
#include "core/base/time_text.h"
#include "core/formats/rdf/payloads/markers.h"
#include "core/formats/rdf/payloads/queues.h"

namespace traceglass::rdf {

struct KnownPayloads
{
    Clocks clocks;
    Queues queues;
    UserMarkers markers;
    std::optional<std::int64_t> zeroTick; // of the CPU; nothing where nothing is on its clock
    // GPUs whose clock has no known relation to that of the CPU, by pci: their first tick, which is their time zero.
    std::map<std::uint32_t, std::uint64_t> ownZeros;

    std::optional<std::int64_t> nsOfCpu(std::uint64_t tick) const;
    std::optional<std::int64_t> nsOfGpu(std::uint32_t pci, std::uint64_t tick) const; // on the GPU's axis
    // When a submit ran, or the queue reached a present, on the GPU's axis. Times of signals and waits are not measured
    // by the GPU (rdf-payloads.md 2.1).
    std::optional<TimeRange> gpuTimeOf(const QueueEvent& event) const;
    // In Timeline::axes: 0 is that of the CPU.
    std::uint16_t axisOf(std::uint32_t pci) const;
    // What a submit is called: its first marker, else its command buffer.
    std::string labelOf(const QueueEvent& event) const;
};

class PayloadFacts
{
public:
    explicit PayloadFacts(const RdfFile& file)
        : m_file(file)
        , m_chunks(file)
    {
    }

    Result<void> find(const Job& job);
    const RdfFile& file() const { return m_file; }
    PayloadChunks chunks() const { return m_chunks; } // for one thread
    std::size_t count(PayloadKind kind) const { return m_chunks.of(kind).size(); }
    bool hasTimes() const; // there is something to draw over time

    // Error: file.stopped.
    Result<std::shared_ptr<const KnownPayloads>> ask(Job& job) const;
    // Null while nobody has asked, or who did still waits.
    std::shared_ptr<const KnownPayloads> known() const;
    // Adds what is wrong to the log of the file.
    Report report() const;

private:
    Result<std::shared_ptr<const KnownPayloads>> read(Job& job) const;

    const RdfFile& m_file;
    PayloadChunks m_chunks;
    MadeOnce<std::shared_ptr<const KnownPayloads>> m_known;
};

}
