// A stream of memory tokens, as a driver writes it (rdf-payloads.md 1): for captures that are made up.
//
//     RmtWriter stream(startTick, 10'000'000);
//     stream.advanceTo(tick);
//     stream.token(RmtKind::virtualFree, RmtFree {address});
//     stream.createBuffer(id, size, usage);
//     chunk("RmtData", stream.header(pid, number), stream.bytes());
//
// Times are CPU ticks; tokens count them in units of 32.
#pragma once

#include "core/formats/rdf/demo/written_fields.h"
#include "core/formats/rdf/payloads/memory/page_map.h"
#include "core/formats/rdf/payloads/memory/rmt_stream.h"
#include "core/io/byte_writer.h"

namespace traceglass::rdf {

class RmtWriter
{
public:
    RmtWriter(std::uint64_t tick, std::uint32_t frequency);

    void advanceTo(std::uint64_t tick);

    template <class Payload>
    void token(RmtKind kind, const Payload& payload)
    {
        m_out.raw(writtenToken(kind, payload));
    }
    void allocate(std::uint64_t address, std::uint64_t size, Heap heap);
    void createBuffer(std::uint32_t id, std::uint64_t size, std::uint32_t usage);
    void create(std::uint32_t id, std::uint8_t type); // of any other type, with nothing but zeros
    void createHeap(std::uint32_t id, std::uint64_t size);
    struct Image
    {
        std::uint32_t width = 1, height = 1, mips = 1, format = 0, usage = 0;
        std::uint64_t size = 0;
    };
    void createImage(std::uint32_t id, const Image& image);
    void userdata(RmtUserdataType type, std::span<const std::byte> payload);
    void name(std::string_view text, std::uint32_t id);
    void lateName(std::string_view text, std::uint32_t runtimeId,
                  std::uint64_t lag);                          // ticks: it was so long ago
    void correlate(std::uint32_t id, std::uint32_t runtimeId); // what the runtime calls a driver's resource

    std::size_t size() const { return m_out.size(); }
    const std::vector<std::byte>& bytes() const { return m_out.bytes(); }
    // Of the chunk RmtData that holds all of it.
    std::vector<std::byte> header(std::uint32_t pid, std::uint32_t stream,
                                  RmtVersion version = kWrittenVersion) const;

private:
    ByteWriter m_out;
    std::uint64_t m_units = 0; // the clock
};

}
