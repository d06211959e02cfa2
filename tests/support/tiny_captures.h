// Captures of a few records, written byte by byte.
#pragma once

#include "core/io/byte_writer.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace traceglass {

// An RDF file with two uncompressed chunks of the same id: "hello" with a header of 4 bytes, and `secondSize`
// bytes of which the file holds "bytes".
inline std::vector<std::byte> twoChunks(std::int64_t secondSize = 5, std::string id = "Greeting")
{
    id.resize(16, '\0');
    ByteWriter out;
    out.raw("AMD_RDF ");
    out.u32(3);
    out.u32(0);
    out.i64(46); // the index follows 4 + 5 + 5 bytes of chunks
    out.i64(128);
    out.raw("HEAD");
    out.raw("hello");
    out.raw("bytes");
    const auto entry = [&](std::int64_t headerOffset, std::int64_t headerSize, std::int64_t offset,
                           std::int64_t size) {
        out.raw(id);
        out.u32(0); // not compressed
        out.u32(1);
        out.i64(headerOffset);
        out.i64(headerSize);
        out.i64(offset);
        out.i64(size);
        out.i64(0);
    };
    entry(32, 4, 36, 5);
    entry(41, 0, 41, secondSize);
    return out.take();
}

// A streamed recording of one task: new, polled twice, dropped; 10 µs between records.
inline std::vector<std::byte> oneTaskStream(std::string_view task = "upload")
{
    ByteWriter out;
    out.text("rfr-s/0.0.4");
    std::uint32_t micros = 250'000;
    const auto record = [&](std::uint64_t variant) {
        out.varint(1'780'000'123);
        out.varint(micros);
        out.varint(variant);
        micros += 10;
    };
    record(4);       // task object
    out.varint(7);   // iid
    out.varint(100); // callsite
    out.varint(1);   // task id
    out.text(task);
    out.varint(0);                                                      // kind task
    out.varint(0);                                                      // no context
    for (const std::uint64_t variant : {9u, 10u, 11u, 10u, 11u, 12u}) { // new, poll start and end twice, drop
        record(variant);
        out.varint(7);
    }
    return out.take();
}

}
