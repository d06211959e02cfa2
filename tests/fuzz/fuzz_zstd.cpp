// Decodes the input as zstd data: in one go and in pieces, from one piece and from many. All ways must agree.
#include "core/codec/decoded_source.h"
#include "core/codec/zstd_stream.h"
#include "fuzz_support.h"

#include <zstd.h>

namespace traceglass::fuzz::zstd_target {

namespace {

constexpr std::uint64_t kAtMost = 4u << 20;

class Piecewise : public MemorySource
{
public:
    using MemorySource::MemorySource;
    std::span<const std::byte> view() const override { return {}; }
};

Bytes decode(const ByteSource& source, std::size_t pieceSize, ZstdStream& stream)
{
    stream.start(source, 0, source.size(), kAtMost);
    Bytes out, piece(pieceSize);
    while (stream.state() == ZstdStream::State::more) {
        const std::size_t got = stream.read(piece);
        out.insert(out.end(), piece.begin(), piece.begin() + static_cast<std::ptrdiff_t>(got));
    }
    require(out.size() <= kAtMost, "no more is decoded than was wanted");
    require(stream.inputOffset() <= source.size(), "the place of a fault lies in the input");
    return out;
}

}

const std::vector<Bytes>& seeds()
{
    static const std::vector<Bytes> all = [] {
        std::vector<Bytes> out;
        Bytes data(40'000);
        for (std::size_t i = 0; i < data.size(); ++i)
            data[i] = static_cast<std::byte>(i * i >> 9);
        for (const bool known : {true, false}) {
            ZSTD_CCtx* context = ZSTD_createCCtx();
            ZSTD_CCtx_setParameter(context, ZSTD_c_contentSizeFlag, known);
            ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, !known);
            Bytes stored(ZSTD_compressBound(data.size()));
            ZSTD_inBuffer from {data.data(), data.size(), 0};
            ZSTD_outBuffer to {stored.data(), stored.size(), 0};
            ZSTD_compressStream2(context, &to, &from, known ? ZSTD_e_end : ZSTD_e_flush);
            ZSTD_compressStream2(context, &to, &from, ZSTD_e_end);
            ZSTD_freeCCtx(context);
            stored.resize(to.pos);
            out.push_back(stored);
        }
        Bytes both = out[0];
        both.insert(both.end(), out[1].begin(), out[1].end());
        out.push_back(both);
        return out;
    }();
    return all;
}

void run(std::span<const std::byte> input)
{
    const MemorySource whole("whole", {input.begin(), input.end()});
    const Piecewise pieces("pieces", {input.begin(), input.end()});
    static ZstdStream stream;
    const Bytes once = decode(whole, kAtMost, stream);
    const ZstdStream::State state = stream.state();
    const Bytes small = decode(pieces, 5'000, stream);
    if (state == ZstdStream::State::ended)
        require(stream.state() == state && small == once, "the size of the pieces does not matter");

    const auto stored = std::make_shared<const MemorySource>("stored", Bytes(input.begin(), input.end()));
    const DecodedSource source("data", stored, 0, input.size(), once.size());
    Bytes read(once.size() + 1);
    const std::size_t got = source.read(0, read);
    if (state == ZstdStream::State::ended)
        require(got == once.size() && std::equal(once.begin(), once.end(), read.begin()),
                "a source gives the same bytes");
}

const Target kTarget("zstd", seeds, run);

}
