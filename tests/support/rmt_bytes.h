// Memory tokens and the captures that hold them, for tests: bits as the notes number them (rdf-payloads.md 1.3).
//
//     Bytes stream = timestamp(100) + token(7, RmtKind::virtualFree).set(55, 8, address).bytes;
//     captureOf({{"RmtData", rmtHeader(1, {1, 9}, stream.size()), stream}})
#pragma once

#include "core/base/text.h"
#include "core/formats/rdf/demo/rdf_writer.h"
#include "core/formats/rdf/payloads/memory/rmt_tokens.h"
#include "core/io/byte_writer.h"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace traceglass::made_payloads {

using namespace rdf;
using Bytes = std::vector<std::byte>;

inline Bytes operator+(Bytes a, const Bytes& b)
{
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

struct PackedToken
{
    Bytes bytes;

    PackedToken& set(unsigned hi, unsigned lo, std::uint64_t value)
    {
        for (unsigned bit = lo; bit <= hi; ++bit, value >>= 1) {
            if (value & 1)
                bytes[bit / 8] |= std::byte(1u << bit % 8);
        }
        return *this;
    }
};
inline PackedToken token(std::size_t size, RmtKind kind)
{
    PackedToken out {Bytes(size)};
    out.set(3, 0, static_cast<std::uint64_t>(kind));
    return out;
}

inline Bytes timestamp(std::uint64_t units, std::uint32_t frequency = 10'000'000)
{
    return token(12, RmtKind::timestamp).set(63, 4, units).set(95, 64, frequency).bytes;
}
inline Bytes delta(std::uint64_t units)
{
    Bytes out(8);
    out[0] = std::byte(0x7e); // kind 14, seven bytes
    for (std::size_t n = 0; n < 7; ++n)
        out[n + 1] = std::byte(units >> 8 * n & 0xff);
    return out;
}
inline Bytes allocate(std::uint64_t address, std::uint64_t size, unsigned heap)
{
    return token(12, RmtKind::virtualAllocate)
        .set(31, 8, size / 4096 - 1)
        .set(81, 34, address)
        .set(83, 82, heap)
        .set(92, 90, 1)
        .bytes;
}
inline Bytes freeAt(std::uint64_t address)
{
    return token(7, RmtKind::virtualFree).set(55, 8, address).bytes;
}
inline Bytes createBuffer(std::uint32_t id, std::uint64_t size, std::uint32_t usage = 0)
{
    return token(18, RmtKind::resourceCreate)
        .set(39, 8, id)
        .set(53, 48, 1)
        .set(56 + 23, 56 + 8, usage)
        .set(56 + 87, 56 + 24, size)
        .bytes;
}
inline Bytes createHeap(std::uint32_t id)
{
    return token(17, RmtKind::resourceCreate).set(39, 8, id).set(53, 48, 11).bytes;
}
inline Bytes createImage(std::uint32_t id, std::uint32_t flags, std::uint32_t usage = 1)
{
    return token(46, RmtKind::resourceCreate)
        .set(39, 8, id)
        .set(56 + 19, 56, flags)
        .set(56 + 34, 56 + 20, usage)
        .bytes;
}
inline Bytes bindTo(std::uint32_t id, std::uint64_t address, std::uint64_t size, bool isSystem = false)
{
    return token(17, RmtKind::resourceBind)
        .set(55, 8, address)
        .set(99, 56, size)
        .set(100, 100, isSystem)
        .set(135, 104, id)
        .bytes;
}
inline Bytes destroy(std::uint32_t id)
{
    return token(5, RmtKind::resourceDestroy).set(39, 8, id).bytes;
}
// Pages of 64 KiB.
inline Bytes mapPages(std::uint64_t address, std::uint64_t physical, std::uint32_t count,
                      bool isUnmap = false)
{
    return token(18, RmtKind::pageTableUpdate)
        .set(43, 8, address >> 12)
        .set(79, 44, physical >> 12)
        .set(99, 80, count)
        .set(102, 100, 2)
        .set(103, 103, isUnmap)
        .set(135, 104, 4)
        .set(137, 136, 1)
        .bytes;
}
inline Bytes userdata(RmtUserdataType type, const Bytes& payload)
{
    return token(4, RmtKind::userdata)
               .set(11, 8, static_cast<std::uint64_t>(type))
               .set(31, 12, payload.size())
               .bytes
        + payload;
}

// Numbers and texts one after the other.
class Packer
{
public:
    template <class Number>
    Packer& add(Number value)
    {
        for (std::size_t n = 0; n < sizeof value; ++n)
            m_bytes.push_back(std::byte(static_cast<std::uint64_t>(value) >> 8 * n & 0xff));
        return *this;
    }
    Packer& text(std::string_view text, std::size_t room = 0)
    {
        for (const char c : text)
            m_bytes.push_back(std::byte(static_cast<unsigned char>(c)));
        for (std::size_t n = text.size(); n < room; ++n)
            m_bytes.push_back({});
        return *this;
    }
    operator Bytes() const { return m_bytes; } // NOLINT(google-explicit-constructor)

private:
    Bytes m_bytes;
};

inline Bytes named(std::string_view name, std::uint32_t id)
{
    return userdata(RmtUserdataType::name, Packer().text(name).add('\0').add(id));
}

inline Bytes rmtHeader(std::uint32_t stream, RmtVersion version, std::uint64_t size)
{
    return Packer()
        .add(std::uint32_t(77))
        .add(std::uint32_t(5))
        .add(size)
        .add(stream)
        .add(version.major)
        .add(version.minor);
}
// Local memory from 0, invisible behind it, host.
inline Bytes threeHeaps(std::uint64_t local = 1 << 28, std::uint64_t invisible = 1 << 28)
{
    const auto heap = [](std::uint32_t number, std::uint64_t base, std::uint64_t size) {
        return Bytes(Packer().add(number).add(std::uint32_t(0)).add(base).add(size));
    };
    return heap(0, 0, local) + heap(1, local, invisible) + heap(2, 0, std::uint64_t(1) << 34);
}

struct ChunkOf
{
    std::string_view id;
    Bytes header;
    Bytes data;
    Compression compression = Compression::none;
};
inline Bytes captureOf(const std::vector<ChunkOf>& chunks)
{
    RdfWriter writer = RdfWriter::toMemory();
    for (const ChunkOf& chunk : chunks)
        (void)writer.add({.id = chunk.id, .compression = chunk.compression}, chunk.header, chunk.data);
    (void)writer.finish();
    return writer.take();
}

}
