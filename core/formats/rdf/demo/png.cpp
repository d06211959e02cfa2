#include "core/formats/rdf/demo/rdf_demo.h"
#include "core/io/byte_writer.h"

#include <algorithm>
#include <zlib.h>

namespace traceglass::rdf {

namespace {

void bigEndian(ByteWriter& out, std::size_t value)
{
    out.u32(__builtin_bswap32(static_cast<std::uint32_t>(value)));
}

void pngChunk(ByteWriter& out, std::string_view type, std::span<const std::byte> data)
{
    ByteWriter body;
    body.raw(type);
    body.raw(data);
    bigEndian(out, data.size());
    out.raw(body.bytes());
    bigEndian(out, crc32_z(0, reinterpret_cast<const Bytef*>(body.bytes().data()), body.size()));
}

// A zlib stream of stored blocks.
std::vector<std::byte> stored(std::span<const std::byte> bytes)
{
    constexpr std::size_t kBlock = 65535;
    ByteWriter out;
    out.u16(0x0178);
    for (std::size_t at = 0; at < bytes.size(); at += kBlock) {
        const std::size_t length = std::min(kBlock, bytes.size() - at);
        out.u8(at + length == bytes.size());
        out.u16(static_cast<std::uint16_t>(length));
        out.u16(static_cast<std::uint16_t>(~length));
        out.raw(bytes.subspan(at, length));
    }
    bigEndian(out, adler32_z(1, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
    return out.take();
}

}

std::vector<std::byte> encodePng(std::uint32_t width, std::uint32_t height, std::span<const std::byte> rgb)
{
    ByteWriter header;
    bigEndian(header, width);
    bigEndian(header, height);
    header.raw(std::string_view("\x08\x02\0\0\0", 5)); // 8 bits, RGB
    ByteWriter rows;
    for (std::uint32_t y = 0; y < height; ++y) {
        rows.u8(0); // no filter
        rows.raw(rgb.subspan(std::size_t(y) * width * 3, std::size_t(width) * 3));
    }
    ByteWriter out;
    out.raw(std::string_view("\x89PNG\r\n\x1a\n"));
    pngChunk(out, "IHDR", header.bytes());
    pngChunk(out, "IDAT", stored(rows.bytes()));
    pngChunk(out, "IEND", {});
    return out.take();
}

}
