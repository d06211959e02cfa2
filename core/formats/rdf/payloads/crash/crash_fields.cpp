#include "core/formats/rdf/payloads/crash/crash_fields.h"

#include "core/formats/rdf/payloads/crash/crash_markers.h"

#include <array>

namespace traceglass::rdf {

namespace {

constexpr std::size_t kShownMarker = 80;
constexpr std::uint8_t kShaderWaves = 17, kWaveRegisters = 20, kGeneralRegisters = 21; // kernel mode

bool isOf(std::uint32_t provider, CrashProvider wanted)
{
    return provider == static_cast<std::uint32_t>(wanted);
}

std::string markerName(std::uint64_t marker)
{
    static constexpr auto kSources =
        std::to_array<std::string_view>({"application", "API driver", "PAL", "hardware"});
    const auto source = static_cast<std::size_t>(marker >> 28);
    const std::string counter = grouped(markerCounter(static_cast<std::uint32_t>(marker)));
    if (source == 15)
        return counter + " of the system";
    return source < kSources.size() ? counter + " of " + std::string(kSources[source]) : hexNumber(marker);
}

std::string counterName(std::uint64_t counter)
{
    return counter == kNotStarted ? "not started" : counter == kDone ? "done" : grouped(counter);
}

std::string infoName(std::uint64_t kind)
{
    const std::string_view name = markerInfoName(kind);
    return name.empty() ? std::to_string(kind) : std::string(name);
}

struct MarkerEvent
{
    std::uint32_t commandBuffer = 0, marker = 0;
    std::uint16_t length = 0; // of the name or the information; an end has none
    std::string_view name;
    std::uint8_t info = 0; // kind of the information
};
template <class Fields>
void markerLayout(Fields& in, MarkerEvent& out)
{
    in.number("command buffer", out.commandBuffer);
    in.number("marker", out.marker, FieldUnit::handle);
}
template <class Fields>
void beginLayout(Fields& in, MarkerEvent& out)
{
    markerLayout(in, out);
    in.number("name length", out.length, FieldUnit::bytes);
    in.text("name", out.name, out.length);
}
template <class Fields>
void infoLayout(Fields& in, MarkerEvent& out)
{
    const auto numbers = [&](std::initializer_list<std::string_view> names) {
        for (const std::string_view name : names)
            in.template shown<std::uint32_t>(name);
    };
    markerLayout(in, out);
    in.number("information length", out.length, FieldUnit::bytes);
    in.named("information", out.info, infoName);
    switch (out.info) {
    case 1:
        in.template shown<std::uint8_t>("queue");
        in.template shown<std::uint64_t>("device", FieldUnit::handle);
        in.template shown<std::uint32_t>("queue flags", FieldUnit::flags);
        break;
    case 2:
        in.template shown<std::uint32_t>("bind point");
        in.template shown<std::uint64_t>("API hash", FieldUnit::hash);
        break;
    case 3:
        numbers({"API", "vertices or indices", "instances", "start", "vertex offset register",
                 "instance offset register", "draw index register"});
        break;
    case 5: numbers({"API", "x", "y", "z"}); break;
    case 6:
        in.template shown<std::uint8_t>("internal");
        in.template shown<std::uint32_t>("barrier type", FieldUnit::flags);
        in.template shown<std::uint32_t>("reason", FieldUnit::flags);
        break;
    case 7:
        in.template shown<std::uint16_t>("stalls", FieldUnit::flags);
        in.template shown<std::uint16_t>("transitions", FieldUnit::flags);
        in.template shown<std::uint16_t>("caches", FieldUnit::flags);
        break;
    case 8: numbers({"nested command buffer"}); break;
    default: break; // bytes
    }
}

struct StateEvent
{
    std::uint32_t commandBuffer = 0, begin = 0, end = 0;
};
template <class Fields>
void layout(Fields& in, StateEvent& out)
{
    in.number("command buffer", out.commandBuffer);
    in.number("begin", out.begin, FieldUnit::handle);
    in.number("end", out.end, FieldUnit::handle);
}

template <class Fields>
void faultLayout(Fields& in, PageFault& out, std::string_view& process)
{
    layout(in, out);
    in.text("process", process, out.nameLength);
}

// Lists of registers are bytes, but for the numbers before them.
template <class Fields>
void registersLayout(Fields& in, std::uint8_t id)
{
    in.template shown<std::uint32_t>("version");
    if (id == kWaveRegisters || id == kGeneralRegisters)
        in.template shown<std::uint32_t>("wave", FieldUnit::handle);
    else
        in.template shown<std::uint32_t>("GPU");
    switch (id) {
    case kShaderWaves:
        in.template shown<std::uint32_t>("hang kind");
        in.template shown<std::uint32_t>("status version");
        in.gap(6 * 4);
        in.template shown<std::uint32_t>("hung waves");
        in.template shown<std::uint32_t>("active waves");
        break;
    case kGeneralRegisters:
        in.template shown<std::uint32_t>("work item");
        in.template shown<std::uint8_t>("vector");
        in.template shown<std::uint32_t>("valid");
        break;
    default: in.template shown<std::uint32_t>("entries"); break;
    }
}

template <class Fields>
void eventLayout(Fields& in, std::uint8_t id, std::uint32_t provider)
{
    std::uint64_t delta = 0;
    if (id == kLargeDelta) {
        in.number("delta", delta);
    } else if (isOf(provider, CrashProvider::userMode)) {
        MarkerEvent marker;
        StateEvent state;
        switch (id) {
        case kMarkerBegin: beginLayout(in, marker); break;
        case kMarkerEnd: markerLayout(in, marker); break;
        case kCommandBufferState: layout(in, state); break;
        case kMarkerInfo: infoLayout(in, marker); break;
        default: break;
        }
    } else if (isOf(provider, CrashProvider::kernelMode)) {
        PageFault fault;
        std::string_view process;
        if (id == kPageFault)
            faultLayout(in, fault, process);
        else if (id >= kShaderWaves && id <= kGeneralRegisters)
            registersLayout(in, id);
    }
}

}

std::string crashEventName(std::uint8_t id, std::uint32_t provider)
{
    static constexpr auto kUser = std::to_array<std::string_view>(
        {"marker_begin", "marker_end", "command_buffer_state", "marker_info"});
    static constexpr auto kKernel = std::to_array<std::string_view>(
        {"page_fault", "shader_waves", "engine_info", "registers", "wave_registers", "general_registers"});
    const auto of = [&](std::span<const std::string_view> names) {
        return id >= kMarkerBegin && id - kMarkerBegin < static_cast<int>(names.size())
            ? std::string(names[id - std::size_t(kMarkerBegin)])
            : "event_" + std::to_string(id);
    };
    if (id == kLargeDelta)
        return "large_delta";
    return isOf(provider, CrashProvider::userMode)  ? of(kUser)
        : isOf(provider, CrashProvider::kernelMode) ? of(kKernel)
                                                    : of({});
}

std::vector<PayloadField> describeCrashEvent(std::span<const std::byte> payload, std::uint8_t id,
                                             std::uint32_t provider)
{
    ShownFields in(payload);
    eventLayout(in, id, provider);
    return in.fields();
}

void writeCrashEvent(std::span<const std::byte> payload, std::uint8_t id, std::uint32_t provider,
                     JsonWriter& json)
{
    JsonFields in(payload, json);
    eventLayout(in, id, provider);
}

std::string crashEventSubject(std::span<const std::byte> payload, std::uint8_t id, std::uint32_t provider)
{
    PlainFields in(payload);
    if (isOf(provider, CrashProvider::userMode)) {
        MarkerEvent marker;
        StateEvent state;
        switch (id) {
        case kMarkerBegin: beginLayout(in, marker); return escaped(shortened(marker.name, kShownMarker));
        case kMarkerEnd: markerLayout(in, marker); return markerName(marker.marker);
        case kMarkerInfo: infoLayout(in, marker); return infoName(marker.info);
        case kCommandBufferState:
            layout(in, state);
            return grouped(state.commandBuffer) + ", begin " + counterName(state.begin) + ", end "
                + counterName(state.end);
        default: return {};
        }
    }
    if (id == kPageFault && isOf(provider, CrashProvider::kernelMode)) {
        PageFault fault;
        layout(in, fault);
        return hexNumber(fault.address);
    }
    return {};
}

Tint crashEventTint(std::uint8_t id, std::uint32_t provider)
{
    if (id == kLargeDelta)
        return Tint::head;
    if (!isOf(provider, CrashProvider::userMode))
        return Tint::event;
    return id == kMarkerBegin ? Tint::taskStart
        : id == kMarkerEnd    ? Tint::taskEnd
        : id == kMarkerInfo   ? Tint::wake
                              : Tint::span;
}

}
