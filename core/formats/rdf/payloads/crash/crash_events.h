// The events of a crash dump (rdf-payloads.md 3.1, 3.3): chunks DDEvent, UmdCrashData and KmdCrashData, told apart by
// the provider their header names. What the user-mode events say about work in flight is in crash_markers.h.
//
//     CrashEventStream stream(chunks, entry);
//     while (const CrashEvent* event = stream.next()) ... event->id, event->payload
//     if (stream.isCut()) ...
//
// Ticks are those of the CPU counter. A payload is borrowed until the next event is asked for.
#pragma once

#include "core/formats/rdf/payloads/fields.h"
#include "core/formats/rdf/payloads/payload_chunks.h"

namespace traceglass::rdf {

enum class CrashProvider : std::uint32_t { userMode = 0x50434145, kernelMode = 0xE43C9C8E };
std::string providerName(std::uint64_t provider); // "umd", "kmd"

struct ProviderHeader
{
    static constexpr std::size_t kSize = 32;
    std::uint16_t major = 0, minor = 0;
    std::uint32_t provider = 0, unit = 0;
    std::uint64_t base = 0, frequency = 0;

    bool isKnown() const
    {
        return provider == static_cast<std::uint32_t>(CrashProvider::userMode)
            || provider == static_cast<std::uint32_t>(CrashProvider::kernelMode);
    }
    // Deltas count from the base, all in units (rdf-payloads.md 3.1).
    std::uint64_t tickOf(std::uint64_t delta) const { return (base + delta * unit) * unit; }
};
template <class Fields>
void layout(Fields& in, ProviderHeader& out)
{
    in.number("major version", out.major);
    in.number("minor version", out.minor);
    in.gap(4);
    in.named("provider", out.provider, providerName);
    in.number("time unit", out.unit, FieldUnit::cpuTicks);
    in.number("base time", out.base);
    in.number("frequency", out.frequency, FieldUnit::hertz);
}

struct CrashEvent
{
    std::uint8_t id = 0;
    std::uint64_t tick = 0;
    std::uint64_t offset = 0; // in the decoded data
    std::span<const std::byte> payload;
};

// The clock of a chunk's events, which pass it one by one: a large delta is that of the event behind it.
struct CrashClock
{
    std::uint64_t largeDelta = 0; // of the next event

    // The tick of an event whose id and payload are read.
    std::uint64_t pass(const CrashEvent& event, std::uint8_t smallDelta, const ProviderHeader& header);
};
constexpr std::size_t kCrashEventHead = 4; // bytes before the payload: id, small delta, 16 bits of size

// Ids of events.
constexpr std::uint8_t kLargeDelta = 0;
constexpr std::uint8_t kMarkerBegin = 16, kMarkerEnd = 17, kCommandBufferState = 18,
                       kMarkerInfo = 19; // user mode
constexpr std::uint8_t kPageFault = 16;  // kernel mode

struct PageFault
{
    std::uint32_t vm = 0, pid = 0;
    std::uint64_t address = 0;
    std::uint16_t nameLength = 0; // of the process; follows
};
template <class Fields>
void layout(Fields& in, PageFault& out)
{
    in.number("VM", out.vm);
    in.number("process id", out.pid);
    in.number("address", out.address, FieldUnit::address);
    in.number("name length", out.nameLength, FieldUnit::bytes);
}
constexpr std::size_t kPageFaultSize = 18;

// What a marker's information is: "dispatch"; empty for kinds that are not known.
std::string_view markerInfoName(std::uint64_t kind);

class CrashEventStream
{
public:
    CrashEventStream(const PayloadChunks& chunks, std::uint32_t entry);

    // Of the chunk, else of its data; isKnown() is false where neither holds one.
    const ProviderHeader& header() const { return m_header; }
    const CrashClock& clock() const { return m_clock; }
    const CrashEvent* next();                         // null at the end
    bool isCut() const { return m_isCut; }            // within an event
    std::uint64_t offset() const { return m_offset; } // where reading ended
    bool failed() const { return m_pieces.failed(); }

private:
    std::span<const std::byte> take(std::size_t size); // fewer bytes: there are no more

    ChunkPieces m_pieces;
    ProviderHeader m_header;
    std::span<const std::byte> m_piece;
    std::vector<std::byte> m_joined; // of an event in two pieces
    std::uint64_t m_offset = 0;      // of the next event
    CrashClock m_clock;
    bool m_isCut = false;
    CrashEvent m_event;
};

}
