// RmvSnapshotData (rdf.md 5): a moment of a memory trace with a name. Times are ticks of the CPU.
//
//     SnapshotData snapshot;
//     if (readFields(data, snapshot)) ... snapshot.name, snapshot.tick
#pragma once

#include "core/formats/rdf/payloads/fields.h"

namespace traceglass::rdf {

struct SnapshotData
{
    std::string_view name;
    std::uint64_t tick = 0;
};
template <class Fields>
void layout(Fields& in, SnapshotData& out)
{
    in.text("name", out.name, 128);
    in.number("CPU", out.tick, FieldUnit::cpuTicks);
    in.template shown<std::uint32_t>("name length", FieldUnit::bytes);
    in.template shown<std::uint32_t>("version");
}

}
