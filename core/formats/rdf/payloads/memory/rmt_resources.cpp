#include "core/formats/rdf/payloads/memory/rmt_resources.h"

#include <array>

namespace traceglass::rdf {

namespace {

constexpr RmtVersion kWideImages {1, 6};

constexpr std::array<std::uint8_t, kResourceTypes> kPayloadSizes = {39, 11, 1,  1,  0, 0, 12, 1, 4,
                                                                    6,  0,  10, 19, 4, 3, 44, 1, 17};

// Before version 1.6 each of three dimensions had a bit less.
template <unsigned less, class Fields>
void imageLayout(Fields& in, RmtResource& out)
{
    constexpr unsigned all = 3 * less;
    std::uint64_t size = 0;
    in.template bits<19, 0>("create flags", out.create, FieldUnit::flags);
    in.template bits<34, 20>("usage flags", out.usage, FieldUnit::flags);
    in.template bits<36, 35>("dimensions, less 1", out.image.dimensionsLess1);
    in.template bits<50 - less, 37>("width, less 1", out.image.widthLess1);
    in.template bits<64 - 2 * less, 51 - less>("height, less 1", out.image.heightLess1);
    in.template bits<78 - all, 65 - 2 * less>("depth, less 1", out.image.depthLess1);
    in.template shownBits<90 - all, 79 - all>("swizzle", FieldUnit::flags);
    in.template bits<98 - all, 91 - all>("format", out.image.format);
    in.template bits<102 - all, 99 - all>("mip levels", out.image.mips);
    in.template bits<113 - all, 103 - all>("slices, less 1", out.image.slicesLess1);
    in.template bits<116 - all, 114 - all>("samples", out.image.samplesLog2, FieldUnit::log2);
    in.template shownBits<118 - all, 117 - all>("fragments", FieldUnit::log2);
    in.template shownBits<120 - all, 119 - all>("tiling");
    in.template shownBits<122 - all, 121 - all>("tiling optimisation");
    in.template shownBits<124 - all, 123 - all>("metadata mode");
    in.template shownBits<129 - all, 125 - all>("base alignment", FieldUnit::log2);
    in.template shownBits<130 - all, 130 - all>("presentable");
    in.template bits<162 - all, 131 - all>("image size", size, FieldUnit::bytes);
    in.template shownBits<194 - all, 163 - all>("metadata offset", FieldUnit::bytes);
    in.template shownBits<226 - all, 195 - all>("metadata size", FieldUnit::bytes);
    in.template shownBits<258 - all, 227 - all>("metadata header offset", FieldUnit::bytes);
    in.template shownBits<290 - all, 259 - all>("metadata header size", FieldUnit::bytes);
    in.template shownBits<295 - all, 291 - all>("image alignment", FieldUnit::log2);
    in.template shownBits<300 - all, 296 - all>("metadata alignment", FieldUnit::log2);
    in.template shownBits<305 - all, 301 - all>("metadata header alignment", FieldUnit::log2);
    in.template shownBits<306 - all, 306 - all>("fullscreen");
    out.size = size;
}

template <class Fields>
void allocatorLayout(Fields& in)
{
    in.template shownBits<3, 0>("flags", FieldUnit::flags);
    in.template shownBits<7, 4>("data heap");
    in.template shownBits<63, 8>("data size", FieldUnit::bytes);
    in.template shownBits<119, 64>("data chunk", FieldUnit::bytes);
    in.template shownBits<123, 120>("embedded data heap");
    in.template shownBits<179, 124>("embedded data size", FieldUnit::bytes);
    in.template shownBits<235, 180>("embedded data chunk", FieldUnit::bytes);
    in.template shownBits<239, 236>("scratch heap");
    in.template shownBits<295, 240>("scratch size", FieldUnit::bytes);
    in.template shownBits<351, 296>("scratch chunk", FieldUnit::bytes);
}

template <class Fields>
void resourceLayout(Fields& in, std::uint8_t type, RmtVersion version, RmtResource& out)
{
    switch (type) {
    case kImage: version < kWideImages ? imageLayout<1>(in, out) : imageLayout<0>(in, out); break;
    case kBuffer:
        in.template bits<7, 0>("create flags", out.create, FieldUnit::flags);
        in.template bits<23, 8>("usage flags", out.usage, FieldUnit::flags);
        in.template bits<87, 24>("size", out.size, FieldUnit::bytes);
        break;
    case kGpuEvent: in.template shownBits<7, 0>("flags", FieldUnit::flags); break;
    case 3: in.template shownBits<7, 0>("entries"); break;
    case 6:
        in.template shownBits<31, 0>("streaming counters", FieldUnit::bytes);
        in.template shownBits<63, 32>("thread trace", FieldUnit::bytes);
        in.template shownBits<95, 64>("counters", FieldUnit::bytes);
        break;
    case 7:
        in.template shownBits<1, 0>("kind");
        in.template shownBits<2, 2>("CPU access");
        break;
    case 8:
        in.template shownBits<3, 0>("engine");
        in.template shownBits<7, 4>("codec");
        in.template shownBits<19, 8>("width, less 1");
        in.template shownBits<31, 20>("height, less 1");
        break;
    case 9:
        in.template shownBits<3, 0>("engine");
        in.template shownBits<4, 4>("codec");
        in.template shownBits<16, 5>("width, less 1");
        in.template shownBits<28, 17>("height, less 1");
        in.template shownBits<47, 29>("format");
        break;
    case kHeapResource:
        in.template shownBits<4, 0>("flags", FieldUnit::flags);
        in.template bits<68, 5>("size", out.size, FieldUnit::bytes);
        in.template shownBits<73, 69>("alignment");
        in.template shownBits<77, 74>("segment");
        break;
    case kPipeline:
        in.template shownBits<7, 0>("create flags", FieldUnit::flags);
        in.template shownBits<71, 8>("hash, low", FieldUnit::hash);
        in.template shownBits<135, 72>("hash, high", FieldUnit::hash);
        in.template shownBits<143, 136>("stages", FieldUnit::flags);
        in.template shownBits<144, 144>("NGG");
        break;
    case kDescriptorHeap:
        in.template shownBits<3, 0>("kind");
        in.template shownBits<4, 4>("shader visible");
        in.template shownBits<12, 5>("GPU mask", FieldUnit::flags);
        in.template shownBits<28, 13>("descriptors");
        break;
    case kDescriptorPool:
        in.template shownBits<15, 0>("sets");
        in.template shownBits<23, 16>("kinds");
        break;
    case kCommandAllocator: allocatorLayout(in); break;
    case 16: in.template shownBits<7, 0>("kind"); break;
    case 17:
        in.template shownBits<7, 0>("flags", FieldUnit::flags);
        in.template shownBits<71, 8>("hash, low", FieldUnit::hash);
        in.template shownBits<135, 72>("hash, high", FieldUnit::hash);
        break;
    default: break;
    }
}

}

std::uint32_t resourcePayloadSize(std::uint8_t type, RmtVersion version)
{
    if (type == kImage && version < kWideImages)
        return 38;
    return type < kPayloadSizes.size() ? kPayloadSizes[type] : 0;
}

std::string_view usageName(UsageClass usage)
{
    static constexpr std::array<std::string_view, kUsageClasses> kNames = {
        "texture",         "render_target",  "depth_stencil", "buffer",      "ray_tracing_buffer",
        "shader_pipeline", "command_buffer", "heap",          "descriptors", "gpu_event",
        "internal"};
    return kNames[static_cast<std::size_t>(usage)];
}

UsageClass usageOf(std::uint8_t type, std::uint32_t usage)
{
    switch (type) {
    case kImage:
        return usage >> 4 & 1 ? UsageClass::renderTarget
            : usage >> 5 & 1  ? UsageClass::depthStencil
                              : UsageClass::texture;
    case kBuffer: return usage == 1u << 12 ? UsageClass::rayTracingBuffer : UsageClass::buffer;
    case kGpuEvent: return UsageClass::gpuEvent;
    case kHeapResource: return UsageClass::heap;
    case kPipeline: return UsageClass::shaderPipeline;
    case kDescriptorHeap:
    case kDescriptorPool: return UsageClass::descriptors;
    case kCommandAllocator: return UsageClass::commandBuffer;
    default: return UsageClass::internal;
    }
}

std::string imageFormatName(std::uint32_t format)
{
    constexpr std::uint32_t kFirstBlocks = 87;
    static constexpr auto kBlocks = std::to_array<std::string_view>(
        {"BC1_UNORM", "BC1_SRGB", "BC2_UNORM", "BC2_SRGB", "BC3_UNORM", "BC3_SRGB", "BC4_UNORM", "BC4_SNORM",
         "BC5_UNORM", "BC5_SNORM", "BC6_UFLOAT", "BC6_SFLOAT", "BC7_UNORM", "BC7_SRGB"});
    switch (format) {
    case 0: return "undefined";
    case 32: return "X8Y8Z8W8_UNORM";
    case 37: return "X8Y8Z8W8_SRGB";
    case 71: return "X16Y16Z16W16_FLOAT";
    case 74: return "X32_FLOAT";
    case 84: return "D16_S8";
    case 85: return "D32_S8";
    default: break;
    }
    return format >= kFirstBlocks && format - kFirstBlocks < kBlocks.size()
        ? std::string(kBlocks[format - kFirstBlocks])
        : "format " + std::to_string(format);
}

RmtResource readResource(const RmtToken& token, std::uint8_t type)
{
    RmtResource out;
    PlainFields in(token.bytes().subspan(kRmtCreateHead));
    resourceLayout(in, type, token.version, out);
    return out;
}

std::vector<PayloadField> describeResource(const RmtToken& token)
{
    RmtCreate create;
    std::vector<PayloadField> all = describeFields(token.bytes(), create);
    RmtResource resource;
    ShownFields in(token.bytes().subspan(kRmtCreateHead));
    resourceLayout(in, create.type, token.version, resource);
    for (PayloadField field : in.fields()) {
        field.offset += kRmtCreateHead;
        all.push_back(std::move(field));
    }
    return all;
}

void writeResource(const RmtToken& token, JsonWriter& json)
{
    RmtCreate create;
    JsonFields head(token.bytes(), json);
    layout(head, create);
    RmtResource resource;
    JsonFields in(token.bytes().subspan(kRmtCreateHead), json);
    resourceLayout(in, create.type, token.version, resource);
}

}
