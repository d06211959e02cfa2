// Decodes the input as gzip, xz, bzip2 and lz4 data, the first byte choosing: in large and in small pieces,
// from one piece and from many. All ways must agree.
#include "core/codec/stream_decoder.h"
#include "fuzz_support.h"

#include <lz4frame.h>
#include <zlib.h>

namespace traceglass::fuzz::codecs_target {

namespace {

constexpr std::uint64_t kAtMost = 4u << 20;
constexpr Codec kCodecs[] = {Codec::gzip, Codec::xz, Codec::bzip2, Codec::lz4};

class Piecewise : public MemorySource
{
public:
    using MemorySource::MemorySource;
    std::span<const std::byte> view() const override { return {}; }
};

Bytes decode(Codec codec, const ByteSource& source, std::size_t pieceSize)
{
    const auto decoder = makeDecoder(codec);
    decoder->start(source, 0, source.size(), kAtMost, StreamDecoder::Rest::endsTheData);
    Bytes out, piece(pieceSize);
    while (decoder->state() == StreamDecoder::State::more) {
        const std::size_t got = decoder->read(piece);
        out.insert(out.end(), piece.begin(), piece.begin() + static_cast<std::ptrdiff_t>(got));
    }
    require(out.size() <= kAtMost, "no more is decoded than was wanted");
    require(decoder->inputOffset() <= source.size(), "the place of a fault lies in the input");
    return out;
}

}

const std::vector<Bytes>& seeds()
{
    static const std::vector<Bytes> all = [] {
        Bytes data(100'000);
        for (std::size_t i = 0; i < data.size(); ++i)
            data[i] = std::byte(i % 7 * (i / 500 % 11));
        Bytes gzip(data.size() + 1000);
        z_stream stream {};
        deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
        stream.next_in = reinterpret_cast<Bytef*>(data.data());
        stream.avail_in = static_cast<uInt>(data.size());
        stream.next_out = reinterpret_cast<Bytef*>(gzip.data() + 1);
        stream.avail_out = static_cast<uInt>(gzip.size() - 1);
        deflate(&stream, Z_FINISH);
        gzip.resize(1 + stream.total_out);
        deflateEnd(&stream);
        gzip[0] = std::byte(0);

        LZ4F_preferences_t preferences {};
        preferences.frameInfo.blockSizeID = LZ4F_max64KB;
        preferences.frameInfo.contentChecksumFlag = LZ4F_contentChecksumEnabled;
        Bytes lz4(1 + LZ4F_compressFrameBound(data.size(), &preferences));
        lz4.resize(
            1 + LZ4F_compressFrame(lz4.data() + 1, lz4.size() - 1, data.data(), data.size(), &preferences));
        lz4[0] = std::byte(3);
        return std::vector<Bytes> {std::move(gzip), std::move(lz4)};
    }();
    return all;
}

void run(std::span<const std::byte> input)
{
    if (input.empty())
        return;
    const Codec codec = kCodecs[std::to_integer<std::size_t>(input[0]) % std::size(kCodecs)];
    const auto bytes = input.subspan(1);
    const Bytes stored(bytes.begin(), bytes.end());
    const Bytes large = decode(codec, MemorySource("stored", stored), 100'000);
    const Bytes small = decode(codec, MemorySource("stored", stored), 4099);
    const Bytes pieces = decode(codec, Piecewise("stored", stored), 100'000);
    require(large == small, "the size of the pieces does not matter");
    require(large == pieces, "where the stored bytes lie does not matter");
}

const Target kTarget("codecs", seeds, run);

}
