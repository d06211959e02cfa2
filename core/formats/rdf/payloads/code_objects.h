// Code objects: what was loaded where, and which pipeline it belongs to (rdf.md 5, rdf-payloads.md 4): CodeObject,
// COLoadEvent, PsoCorrelation, COCorrelation. The lists' headers are their number of entries.
//
//     CodeObjectLoad load;
//     readFields(data.subspan(n * CodeObjectLoad::kSize), load);
//
// Times are ticks of the CPU, on the same axis as memory tokens.
#pragma once

#include "core/formats/rdf/payloads/fields.h"

namespace traceglass::rdf {

struct Hash128
{
    std::uint64_t low = 0, high = 0;

    auto operator<=>(const Hash128&) const = default;
};

std::string hashText(const Hash128& hash); // 32 digits

struct CodeObjectHeader
{
    std::uint32_t pci = 0;
    Hash128 hash;
};
template <class Fields>
void layout(Fields& in, CodeObjectHeader& out)
{
    in.number("pci", out.pci, FieldUnit::pci);
    in.gap(4);
    in.number("hash, low", out.hash.low, FieldUnit::hash);
    in.number("hash, high", out.hash.high, FieldUnit::hash);
}

struct EntryCount
{
    std::uint32_t count = 0;
};
template <class Fields>
void layout(Fields& in, EntryCount& out)
{
    in.number("entries", out.count);
}

std::string loadName(std::uint64_t kind); // "load", "unload"; a number for others
struct CodeObjectLoad
{
    static constexpr std::size_t kSize = 40;
    std::uint32_t pci = 0, kind = 0;
    std::uint64_t address = 0;
    Hash128 hash;
    std::uint64_t cpu = 0;
};
template <class Fields>
void layout(Fields& in, CodeObjectLoad& out)
{
    in.number("pci", out.pci, FieldUnit::pci);
    in.named("kind", out.kind, loadName);
    in.number("address", out.address, FieldUnit::address);
    in.number("hash, low", out.hash.low, FieldUnit::hash);
    in.number("hash, high", out.hash.high, FieldUnit::hash);
    in.number("CPU", out.cpu, FieldUnit::cpuTicks);
}

struct PipelineCorrelation
{
    static constexpr std::size_t kSize = 96;
    std::uint32_t pci = 0;
    std::uint64_t apiHash = 0;
    Hash128 pipeline;
    std::string_view name; // often empty
};
template <class Fields>
void layout(Fields& in, PipelineCorrelation& out)
{
    in.number("pci", out.pci, FieldUnit::pci);
    in.gap(4);
    in.number("API hash", out.apiHash, FieldUnit::hash);
    in.number("pipeline hash, low", out.pipeline.low, FieldUnit::hash);
    in.number("pipeline hash, high", out.pipeline.high, FieldUnit::hash);
    in.text("name", out.name, 64);
}

struct CodeObjectCorrelation
{
    static constexpr std::size_t kSize = 40;
    Hash128 pipeline, codeObject;
    std::uint32_t flags = 0; // bit 0: metadata
};
template <class Fields>
void layout(Fields& in, CodeObjectCorrelation& out)
{
    in.number("pipeline hash, low", out.pipeline.low, FieldUnit::hash);
    in.number("pipeline hash, high", out.pipeline.high, FieldUnit::hash);
    in.number("code object hash, low", out.codeObject.low, FieldUnit::hash);
    in.number("code object hash, high", out.codeObject.high, FieldUnit::hash);
    in.number("flags", out.flags, FieldUnit::flags);
    in.gap(4);
}

}
