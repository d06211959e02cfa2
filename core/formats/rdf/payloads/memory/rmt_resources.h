// What memory resources are created with (rdf-payloads.md 1.5): the bytes behind a token resource_create, and
// what a resource counts as.
//
//     const RmtResource made = readResource(token);
//     usageOf(made.type, made.usage)                          // UsageClass::renderTarget
//     const auto fields = describeResource(token);            // every field, with its place in the token
#pragma once

#include "core/formats/rdf/payloads/memory/rmt_tokens.h"

namespace traceglass::rdf {

// Types that are told apart.
constexpr std::uint8_t kImage = 0, kBuffer = 1, kGpuEvent = 2, kHeapResource = 11, kPipeline = 12,
                       kDescriptorHeap = 13, kDescriptorPool = 14, kCommandAllocator = 15;
constexpr std::uint8_t kResourceTypes = 18;

// Bytes behind the seven of the token; a descriptor pool's are for its entries to say. Unknown types: 0.
std::uint32_t resourcePayloadSize(std::uint8_t type, RmtVersion version);

// Classes of use, as the vendor's tool colours them.
enum class UsageClass : std::uint8_t {
    texture,
    renderTarget,
    depthStencil,
    buffer,
    rayTracingBuffer,
    shaderPipeline,
    commandBuffer,
    heap,
    descriptors,
    gpuEvent,
    internal,
};
constexpr std::size_t kUsageClasses = 11;
std::string_view usageName(UsageClass usage); // "render_target"
UsageClass usageOf(std::uint8_t type, std::uint32_t usage);

struct RmtImage
{
    std::uint32_t dimensionsLess1 = 0, widthLess1 = 0, heightLess1 = 0, depthLess1 = 0;
    std::uint32_t format = 0, mips = 0, slicesLess1 = 0, samplesLog2 = 0;
};
std::string imageFormatName(std::uint32_t format); // "D32_S8"; those without a name by number

struct RmtResource
{
    std::uint32_t create = 0; // flags: images, buffers
    std::uint32_t usage = 0;  // flags: images, buffers
    std::uint64_t size = 0;   // as stated: images, buffers, heaps
    RmtImage image {};

    bool isShareable() const { return create >> 2 & 1; } // of images
    bool isSparse() const { return create >> 6 & 1; }
};
RmtResource readResource(const RmtToken& token, std::uint8_t type);
// Also those of the token itself.
std::vector<PayloadField> describeResource(const RmtToken& token);
void writeResource(const RmtToken& token, JsonWriter& json); // the same as members of an object

}
