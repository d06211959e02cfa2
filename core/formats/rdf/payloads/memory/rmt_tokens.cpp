#include "core/formats/rdf/payloads/memory/rmt_tokens.h"

#include "core/formats/rdf/payloads/memory/rmt_resources.h"
#include "core/io/byte_reader.h"

#include <array>

namespace traceglass::rdf {

std::string_view rmtKindName(RmtKind kind)
{
    static constexpr std::array<std::string_view, kRmtKinds> kNames = {
        "timestamp",          "resource_update", "reserved",
        "page_table_update",  "userdata",        "misc",
        "resource_reference", "resource_bind",   "process_event",
        "page_reference",     "cpu_map",         "virtual_free",
        "virtual_allocate",   "resource_create", "time_delta",
        "resource_destroy"};
    return kNames[static_cast<std::size_t>(kind)];
}

std::uint32_t rmtTokenSize(const std::byte* data, std::size_t available, RmtVersion version)
{
    const auto first = std::to_integer<std::uint32_t>(data[0]);
    const auto kind = static_cast<RmtKind>(first & 15);
    const std::uint32_t size = kRmtTokenSizes[first & 15];
    switch (kind) {
    case RmtKind::reserved: return kNoToken;
    case RmtKind::userdata:
        return available < kRmtUserdataHead ? 0 : size + static_cast<std::uint32_t>(bitsOf<31, 12>(data));
    case RmtKind::resourceCreate: {
        if (available < kRmtCreateHead)
            return 0;
        const auto type = static_cast<std::uint8_t>(bitsOf<53, 48>(data));
        if (type != kDescriptorPool)
            return size + resourcePayloadSize(type, version);
        constexpr std::size_t kPoolHead = 3;
        if (available < kRmtCreateHead + kPoolHead)
            return 0;
        return size + std::uint32_t(kPoolHead) + 4 * std::to_integer<std::uint32_t>(data[kRmtCreateHead + 2]);
    }
    default: return kRmtSizeByFirst[first];
    }
}

std::string pageSizeName(std::uint64_t size)
{
    static constexpr auto kNames =
        std::to_array<std::string_view>({"unmapped", "4 KiB", "64 KiB", "256 KiB", "1 MiB", "2 MiB"});
    return nameIn(kNames, size);
}

std::string userdataName(std::uint64_t type)
{
    static constexpr auto kNames = std::to_array<std::string_view>(
        {"name", "snapshot", "binary", "call_stack", "correlation", "implicit", "name_v2", "implicit_v2"});
    return nameIn(kNames, type);
}

std::string miscName(std::uint64_t type)
{
    static constexpr auto kNames = std::to_array<std::string_view>(
        {"submit_gfx", "submit_compute", "submit_copy", "present", "invalidate_ranges", "flush_mapped_range",
         "trim_memory", "profile_start", "profile_end"});
    return nameIn(kNames, type);
}

std::string resourceTypeName(std::uint64_t type)
{
    static constexpr auto kNames = std::to_array<std::string_view>(
        {"image", "buffer", "gpu_event", "border_color_palette", "indirect_cmd_generator", "motion_estimator",
         "perf_experiment", "query_heap", "video_decoder", "video_encoder", "timestamp", "heap", "pipeline",
         "descriptor_heap", "descriptor_pool", "command_allocator", "misc_internal", "work_graph"});
    return nameIn(kNames, type);
}

std::span<const std::byte> userdataPayload(const RmtToken& token)
{
    return token.bytes().subspan(kRmtUserdataHead);
}

std::optional<RmtNaming> readNaming(RmtUserdataType type, std::span<const std::byte> payload)
{
    RmtNaming out;
    const bool isNamed = type == RmtUserdataType::name || type == RmtUserdataType::nameV2;
    const bool hasLag = type == RmtUserdataType::nameV2 || type == RmtUserdataType::implicitV2;
    std::size_t tail = 0; // the name is what stands before it
    switch (type) {
    case RmtUserdataType::name:
    case RmtUserdataType::implicit: tail = 4; break;
    case RmtUserdataType::correlation: tail = 8; break;
    case RmtUserdataType::nameV2:
    case RmtUserdataType::implicitV2: tail = 12; break;
    default: return {};
    }
    if (payload.size() < tail)
        return {};
    if (isNamed) {
        out.name = asText(payload.first(payload.size() - tail));
        out.name = out.name.substr(0, out.name.find('\0'));
        payload = payload.last(tail);
    }
    ByteReader in(payload);
    out.id = in.u32();
    if (type == RmtUserdataType::correlation)
        out.correlation = in.u32();
    if (hasLag)
        out.lag = in.u64();
    out.isImplicitHeap = type == RmtUserdataType::implicitV2 && in.left() > 0 && in.u8() == 1;
    return out;
}

}
