#include "core/formats/demo_png.h"

#include "core/io/byte_writer.h"

#include <zlib.h>

namespace traceglass {

namespace {

const Bytef* asBytef(const std::vector<std::byte>& bytes)
{
    return reinterpret_cast<const Bytef*>(bytes.data());
}

void bigEndian(ByteWriter& out, std::size_t value)
{
    out.u32(__builtin_bswap32(static_cast<std::uint32_t>(value)));
}

void chunk(ByteWriter& out, std::string_view type, std::span<const std::byte> data)
{
    ByteWriter body;
    body.raw(type);
    body.raw(data);
    bigEndian(out, data.size());
    out.raw(body.bytes());
    bigEndian(out, crc32_z(0, asBytef(body.bytes()), body.size()));
}

}

std::vector<std::byte> encodePng(const DemoPicture& picture)
{
    const bool hasPalette = !picture.palette.empty();
    const std::size_t row = std::size_t(picture.width) * (hasPalette ? 1 : 3);
    ByteWriter header, rows, out;
    bigEndian(header, picture.width);
    bigEndian(header, picture.height);
    header.raw(std::string_view(hasPalette ? "\x08\x03\0\0\0" : "\x08\x02\0\0\0", 5)); // 8 bits
    for (std::uint32_t y = 0; y < picture.height; ++y) {
        rows.u8(0); // no filter
        rows.raw(picture.pixels.subspan(y * row, row));
    }
    uLongf size = compressBound(rows.size());
    std::vector<std::byte> packed(size);
    compress2(reinterpret_cast<Bytef*>(packed.data()), &size, asBytef(rows.bytes()), rows.size(), 9);
    packed.resize(size);
    out.raw(std::string_view("\x89PNG\r\n\x1a\n"));
    chunk(out, "IHDR", header.bytes());
    if (hasPalette)
        chunk(out, "PLTE", picture.palette);
    chunk(out, "IDAT", packed);
    chunk(out, "IEND", {});
    return out.take();
}

}
