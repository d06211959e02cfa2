#include "core/formats/rdf/demo/rmt_writer.h"

#include "core/formats/rdf/payloads/memory/rmt_resources.h"

namespace traceglass::rdf {

namespace {

std::vector<std::byte> createToken(std::uint32_t id, std::uint8_t type)
{
    RmtCreate fields;
    fields.resource = id;
    fields.commit = 1; // placed
    fields.type = type;
    return writtenToken(RmtKind::resourceCreate, fields);
}

}

RmtWriter::RmtWriter(std::uint64_t tick, std::uint32_t frequency)
    : m_units(tick / kTicksAUnit)
{
    token(RmtKind::timestamp, RmtTimestamp {m_units, frequency});
}

void RmtWriter::advanceTo(std::uint64_t tick)
{
    const std::uint64_t units = tick / kTicksAUnit;
    if (units <= m_units)
        return;
    std::uint64_t delta = units - m_units;
    m_units = units;
    ByteWriter bytes;
    for (; delta > 0; delta >>= 8)
        bytes.u8(static_cast<std::uint8_t>(delta));
    m_out.u8(static_cast<std::uint8_t>(bytes.size() << 4 | static_cast<unsigned>(RmtKind::timeDelta)));
    m_out.raw(bytes.bytes());
}

void RmtWriter::allocate(std::uint64_t address, std::uint64_t size, Heap heap)
{
    RmtAllocate fields;
    fields.address = address;
    fields.pagesLess1 = static_cast<std::uint32_t>((size >> 12) - 1);
    fields.heap = static_cast<std::uint8_t>(heap);
    fields.heaps = 1;
    token(RmtKind::virtualAllocate, fields);
}

void RmtWriter::create(std::uint32_t id, std::uint8_t type)
{
    m_out.raw(createToken(id, type));
}

// Bits of what a resource is created with count from behind the token's own bytes (rdf-payloads.md 1.5).

void RmtWriter::createBuffer(std::uint32_t id, std::uint64_t size, std::uint32_t usage)
{
    std::vector<std::byte> bytes = createToken(id, kBuffer);
    const auto payload = std::span(bytes).subspan(kRmtCreateHead);
    setBits(payload, 23, 8, usage);
    setBits(payload, 87, 24, size);
    m_out.raw(bytes);
}

void RmtWriter::createHeap(std::uint32_t id, std::uint64_t size)
{
    std::vector<std::byte> bytes = createToken(id, kHeapResource);
    setBits(std::span(bytes).subspan(kRmtCreateHead), 68, 5, size);
    m_out.raw(bytes);
}

void RmtWriter::createImage(std::uint32_t id, const Image& image)
{
    std::vector<std::byte> bytes = createToken(id, kImage);
    const auto payload = std::span(bytes).subspan(kRmtCreateHead);
    setBits(payload, 34, 20, image.usage);
    setBits(payload, 36, 35, 1); // two dimensions
    setBits(payload, 50, 37, image.width - 1);
    setBits(payload, 64, 51, image.height - 1);
    setBits(payload, 98, 91, image.format);
    setBits(payload, 102, 99, image.mips);
    setBits(payload, 162, 131, image.size);
    m_out.raw(bytes);
}

void RmtWriter::userdata(RmtUserdataType type, std::span<const std::byte> payload)
{
    std::vector<std::byte> bytes =
        writtenToken(RmtKind::userdata, RmtUserdata {type, static_cast<std::uint32_t>(payload.size())});
    std::copy(payload.begin(), payload.end(), bytes.begin() + kRmtUserdataHead);
    m_out.raw(bytes);
}

void RmtWriter::name(std::string_view text, std::uint32_t id)
{
    ByteWriter payload;
    payload.raw(text);
    payload.u8(0);
    payload.u32(id);
    userdata(RmtUserdataType::name, payload.bytes());
}

void RmtWriter::lateName(std::string_view text, std::uint32_t runtimeId, std::uint64_t lag)
{
    ByteWriter payload;
    payload.raw(text);
    payload.u8(0);
    payload.numbers(runtimeId, lag);
    userdata(RmtUserdataType::nameV2, payload.bytes());
}

void RmtWriter::correlate(std::uint32_t id, std::uint32_t runtimeId)
{
    ByteWriter payload;
    payload.numbers(id, runtimeId);
    userdata(RmtUserdataType::correlation, payload.bytes());
}

std::vector<std::byte> RmtWriter::header(std::uint32_t pid, std::uint32_t stream, RmtVersion version) const
{
    return writtenBytes(RmtChunkHeader {pid, pid, stream, size(), version});
}

}
