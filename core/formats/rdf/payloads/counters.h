// Streaming performance counters and errors of a trace (rdf.md 5, rdf-payloads.md 4): SpmSession, SpmCounterData,
// TraceError, SqttData.
//
//     SpmSession session;
//     readFields(header, session);        // the data are session.timestamps ticks of the GPU, 64 bits each
//
// A counter's value n belongs to timestamp n of the session of the same GPU.
#pragma once

#include "core/formats/rdf/payloads/fields.h"

namespace traceglass::rdf {

struct SpmSession
{
    std::uint32_t pci = 0, flags = 0, interval = 0; // interval: shader clocks
    std::uint32_t timestamps = 0, counters = 0;
};
template <class Fields>
void layout(Fields& in, SpmSession& out)
{
    in.number("pci", out.pci, FieldUnit::pci);
    in.number("flags", out.flags, FieldUnit::flags);
    in.number("interval, shader clocks", out.interval);
    in.number("timestamps", out.timestamps);
    in.number("counters", out.counters);
}

std::string blockName(std::uint64_t block); // "GL2C"; a number for others
struct SpmCounter
{
    std::uint32_t pci = 0, block = 0, instance = 0, event = 0;
    std::uint32_t itemSize = 0; // of a value: 2 or 4 bytes
};
template <class Fields>
void layout(Fields& in, SpmCounter& out)
{
    in.number("pci", out.pci, FieldUnit::pci);
    in.named("block", out.block, blockName);
    in.number("instance", out.instance);
    in.number("event", out.event);
    in.number("item size", out.itemSize, FieldUnit::bytes);
}

struct TraceError
{
    std::string_view chunk; // id of the one that failed
    std::uint32_t number = 0;
    std::int32_t result = 0;
    std::uint32_t kind = 0; // of the data: 1 is text
};
template <class Fields>
void layout(Fields& in, TraceError& out)
{
    in.text("chunk", out.chunk, 16);
    in.number("chunk number", out.number);
    in.number("result", out.result);
    in.number("payload kind", out.kind);
}

struct SqttHeader
{
    std::uint32_t pci = 0, engine = 0;
    std::uint64_t bufferSize = 0;
};
template <class Fields>
void layout(Fields& in, SqttHeader& out)
{
    in.number("pci", out.pci, FieldUnit::pci);
    in.number("shader engine", out.engine);
    in.template shown<std::uint32_t>("thread trace version");
    in.template shown<std::uint32_t>("instrumentation of specification");
    in.template shown<std::uint32_t>("instrumentation of API");
    in.template shown<std::uint32_t>("work group processor");
    in.number("buffer size", out.bufferSize, FieldUnit::bytes);
    in.template shown<std::uint32_t>("flags", FieldUnit::flags);
    in.gap(4);
}

}
