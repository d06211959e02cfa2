#include "core/formats/rdf/timeline/resource_creation.h"

#include "core/base/text.h"
#include "core/formats/rdf/payloads/memory/rmt_resources.h"
#include "core/formats/rdf/payloads/memory/rmt_stream.h"
#include "core/formats/rdf/timeline/rdf_lookup.h"

#include <algorithm>
#include <array>

namespace traceglass::rdf {

namespace {

constexpr std::size_t kCreationAtMost = 256; // bytes; descriptor pools may have more
constexpr std::size_t kReadableBehind = 8;   // as tokens must have

DetailSection imageSection(const RmtImage& image)
{
    std::string sides = grouped(image.widthLess1 + 1);
    if (image.dimensionsLess1 > 0)
        sides += " × " + grouped(image.heightLess1 + 1);
    if (image.dimensionsLess1 > 1)
        sides += " × " + grouped(image.depthLess1 + 1);
    DetailSection out {.title = "Image", .extra = std::to_string(image.dimensionsLess1 + 1) + "D"};
    out.rows.push_back({"dimensions", std::move(sides)});
    out.rows.push_back({"format", imageFormatName(image.format), std::to_string(image.format)});
    out.rows.push_back({"mip levels", grouped(image.mips)});
    out.rows.push_back({"slices", grouped(image.slicesLess1 + 1)});
    out.rows.push_back({"samples", grouped(std::uint64_t(1) << image.samplesLog2)});
    return out;
}

}

std::optional<DetailSection> creationSection(const PayloadChunks& chunks, std::uint8_t resourceType,
                                             RecordRef created, const Job& job)
{
    const auto entry = chunkAt(chunks.file(), created, job);
    const auto source = chunks.file().source(created.source());
    RmtChunkHeader header;
    if (!entry || !source || !readFields(chunks.header(*entry).bytes, header))
        return {};
    std::array<std::byte, kCreationAtMost + kReadableBehind> bytes {};
    std::size_t room = kCreationAtMost;
    if (number(created.source()) == 0) { // what lies behind the chunk is none of its
        const ByteRange data = chunks.file().storedData({0, *entry});
        room = static_cast<std::size_t>(
            std::min<std::uint64_t>(room, data.offset + data.length - created.offset()));
    }
    if (!(*source)->prepare(created.offset() + room, job))
        return {};
    RmtToken token;
    const std::size_t read = (*source)->read(created.offset(), std::span(bytes).first(room));
    token.data = bytes.data();
    token.size = read == 0 ? 0 : rmtTokenSize(bytes.data(), read, header.version);
    token.kind = RmtKind::resourceCreate;
    token.version = header.version;
    if (token.size == 0 || token.size > read || rmtKind(bytes[0]) != token.kind)
        return {};
    if (resourceType == kImage)
        return imageSection(readResource(token, resourceType).image);
    DetailSection out {.title = "As created"};
    for (PayloadField& field : describeResource(token)) {
        if (field.offset >= kRmtCreateHead)
            out.rows.push_back({std::string(field.name), std::move(field.value)});
    }
    return out.rows.empty() ? std::nullopt : std::optional(std::move(out));
}

}
