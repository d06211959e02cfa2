// Data compressed by the libraries themselves, for tests of what reads them.
//
//     const Bytes gzip = deflated(data, kGzip);
//     const Bytes blocks = xzOfBlocks(data, 64 * 1024);
#pragma once

#include <cstddef>
#include <cstdint>
#include <lzma.h>
#include <vector>
#include <zlib.h>

namespace traceglass {

using Bytes = std::vector<std::byte>;

// Windows of deflate: they say what stands around the data, too.
constexpr int kZlib = 15;
constexpr int kGzip = 15 + 16;

inline Bytes deflated(const Bytes& data, int window)
{
    z_stream stream {};
    deflateInit2(&stream, 6, Z_DEFLATED, window, 8, Z_DEFAULT_STRATEGY);
    Bytes out(deflateBound(&stream, data.size()));
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(data.data()));
    stream.avail_in = static_cast<uInt>(data.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, Z_FINISH);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

// Blocks that state their sizes.
inline Bytes xzOfBlocks(const Bytes& data, std::uint64_t blockSize)
{
    lzma_mt options {};
    options.threads = 1;
    options.block_size = blockSize;
    options.check = LZMA_CHECK_CRC64;
    lzma_stream encoder = LZMA_STREAM_INIT;
    Bytes out(lzma_stream_buffer_bound(data.size()) + data.size() / 100 + 10'000);
    if (lzma_stream_encoder_mt(&encoder, &options) != LZMA_OK)
        return {};
    encoder.next_in = reinterpret_cast<const std::uint8_t*>(data.data());
    encoder.avail_in = data.size();
    encoder.next_out = reinterpret_cast<std::uint8_t*>(out.data());
    encoder.avail_out = out.size();
    while (lzma_code(&encoder, LZMA_FINISH) == LZMA_OK) { }
    out.resize(encoder.total_out);
    lzma_end(&encoder);
    return out;
}

}
