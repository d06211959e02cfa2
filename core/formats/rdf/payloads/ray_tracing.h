// Ray tracing (rdf.md 5, rdf-payloads.md 4): the headers of acceleration structures and of ray history. What is
// inside belongs to the hardware and is not read.
//
//     RawAccelStruct chunk;
//     AccelStruct structure;
//     readFields(header, chunk) && readFields(data.subspan(chunk.headerOffset), structure)   // checked before
#pragma once

#include "core/formats/rdf/payloads/fields.h"

#include <array>

namespace traceglass::rdf {

struct RawAccelStruct
{
    std::uint32_t headerOffset = 0, headerSize = 0;
};
template <class Fields>
void layout(Fields& in, RawAccelStruct& out)
{
    in.template shown<std::uint32_t>("address, low", FieldUnit::address);
    in.template shown<std::uint32_t>("address, high", FieldUnit::address);
    in.template shown<std::uint32_t>("metadata offset", FieldUnit::bytes);
    in.template shown<std::uint32_t>("metadata size", FieldUnit::bytes);
    in.number("header offset", out.headerOffset, FieldUnit::bytes);
    in.number("header size", out.headerSize, FieldUnit::bytes);
    in.template shown<std::uint32_t>("flags", FieldUnit::flags);
}

// The 128 bytes at RawAccelStruct::headerOffset of the data.
struct AccelStruct
{
    std::uint32_t info = 0, size = 0, primitives = 0, active = 0;
    std::uint32_t level = 0; // of ray tracing: 1 1.0, 2 1.1, 3 2.0, 4 3.0, 6 3.1
    std::array<float, 6> box {};
};
template <class Fields>
void layout(Fields& in, AccelStruct& out)
{
    in.number("info", out.info, FieldUnit::flags);
    in.gap(4);
    in.number("size", out.size, FieldUnit::bytes);
    in.number("primitives", out.primitives);
    in.number("active primitives", out.active);
    in.gap(8);
    in.template shown<std::uint32_t>("geometry type");
    in.template shown<std::uint32_t>("node offset", FieldUnit::bytes);
    in.template shown<std::uint32_t>("leaf offset", FieldUnit::bytes);
    in.template shown<std::uint32_t>("geometry offset", FieldUnit::bytes);
    in.template shown<std::uint32_t>("pointer offset", FieldUnit::bytes);
    in.template shown<std::uint32_t>("nodes of 32 bits");
    in.template shown<std::uint32_t>("nodes of 16 bits");
    in.template shown<std::uint32_t>("leaves");
    in.template shown<std::uint16_t>("minor version");
    in.template shown<std::uint16_t>("major version");
    in.gap(8);
    in.number("ray tracing level", out.level);
    for (float& side : out.box)
        in.number("root box", side);
    in.template shown<std::uint32_t>("compaction", FieldUnit::flags);
    in.gap(4);
    in.template shown<std::uint32_t>("compacted size", FieldUnit::bytes);
}

// HistoryMetadata: records of a kind with their bytes behind.
struct HistoryRecord
{
    static constexpr std::size_t kSize = 16;
    std::uint32_t kind = 0; // 1 counters, 2 dispatch, 3 flags, 4 marker
    std::uint64_t size = 0; // of what follows
};
template <class Fields>
void layout(Fields& in, HistoryRecord& out)
{
    in.number("kind", out.kind);
    in.gap(4);
    in.number("size", out.size, FieldUnit::bytes);
}

// HistoryRayIndex: one a ray.
struct HistoryRay
{
    static constexpr std::size_t kSize = 24;
    std::uint32_t ray = 0, firstToken = 0, tokens = 0;
    std::uint64_t dataStart = 0;
};
template <class Fields>
void layout(Fields& in, HistoryRay& out)
{
    in.number("ray", out.ray);
    in.number("first token", out.firstToken);
    in.number("tokens", out.tokens);
    in.gap(4);
    in.number("data start", out.dataStart);
}

}
