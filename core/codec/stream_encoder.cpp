#include "core/codec/stream_encoder.h"

#include "core/codec/bounded_step.h"

#include <algorithm>
#include <array>
#include <bzlib.h>
#include <lz4frame.h>
#include <lzma.h>
#include <zlib.h>
#include <zstd.h>

namespace traceglass {

namespace {

// How hard each library tries, by level.
using Levels = std::array<int, 4>;

int chosen(const Levels& levels, EncoderLevel level)
{
    return levels[static_cast<std::size_t>(level)];
}

class GzipEncoder : public StreamEncoder
{
public:
    GzipEncoder(EncoderLevel level, Sink sink)
        : StreamEncoder(std::move(sink))
    {
        constexpr int kGzipWindow = 15 + 16, kMemory = 8;
        m_ready = deflateInit2(&m_stream, chosen({1, 6, 8, 9}, level), Z_DEFLATED, kGzipWindow, kMemory,
                               Z_DEFAULT_STRATEGY)
            == Z_OK;
    }
    ~GzipEncoder() override { deflateEnd(&m_stream); }

private:
    Progress step(std::span<const std::byte> in, bool last, std::span<std::byte> out) override
    {
        const BoundedStep bounded(m_stream, in, out);
        const int result = deflate(&m_stream, last ? Z_FINISH : Z_NO_FLUSH);
        return {bounded.used(), bounded.made(), result == Z_STREAM_ERROR, result == Z_STREAM_END};
    }

    z_stream m_stream {};
};

class XzEncoder : public StreamEncoder
{
public:
    XzEncoder(EncoderLevel level, Sink sink)
        : StreamEncoder(std::move(sink))
    {
        const auto preset = static_cast<std::uint32_t>(chosen({0, 3, 6, 9}, level));
        m_ready = lzma_easy_encoder(&m_stream, preset, LZMA_CHECK_CRC32) == LZMA_OK;
    }
    ~XzEncoder() override { lzma_end(&m_stream); }

private:
    Progress step(std::span<const std::byte> in, bool last, std::span<std::byte> out) override
    {
        m_stream.next_in = reinterpret_cast<const std::uint8_t*>(in.data());
        m_stream.avail_in = in.size();
        m_stream.next_out = reinterpret_cast<std::uint8_t*>(out.data());
        m_stream.avail_out = out.size();
        const lzma_ret result = lzma_code(&m_stream, last ? LZMA_FINISH : LZMA_RUN);
        return {in.size() - m_stream.avail_in, out.size() - m_stream.avail_out,
                result != LZMA_OK && result != LZMA_STREAM_END, result == LZMA_STREAM_END};
    }

    lzma_stream m_stream = LZMA_STREAM_INIT;
};

class Bzip2Encoder : public StreamEncoder
{
public:
    Bzip2Encoder(EncoderLevel level, Sink sink)
        : StreamEncoder(std::move(sink))
    {
        m_ready = BZ2_bzCompressInit(&m_stream, chosen({1, 5, 8, 9}, level), 0, 0) == BZ_OK;
    }
    ~Bzip2Encoder() override { BZ2_bzCompressEnd(&m_stream); }

private:
    Progress step(std::span<const std::byte> in, bool last, std::span<std::byte> out) override
    {
        const BoundedStep bounded(m_stream, in, out);
        const int result = BZ2_bzCompress(&m_stream, last ? BZ_FINISH : BZ_RUN);
        return {bounded.used(), bounded.made(), result < 0, result == BZ_STREAM_END};
    }

    bz_stream m_stream {};
};

class ZstdEncoder : public StreamEncoder
{
public:
    ZstdEncoder(EncoderLevel level, Sink sink)
        : StreamEncoder(std::move(sink))
        , m_context(ZSTD_createCCtx(), ZSTD_freeCCtx)
    {
        m_ready = m_context != nullptr;
        if (m_ready)
            ZSTD_CCtx_setParameter(m_context.get(), ZSTD_c_compressionLevel, chosen({1, 3, 9, 19}, level));
    }

private:
    Progress step(std::span<const std::byte> in, bool last, std::span<std::byte> out) override
    {
        ZSTD_inBuffer source {in.data(), in.size(), 0};
        ZSTD_outBuffer target {out.data(), out.size(), 0};
        const std::size_t left =
            ZSTD_compressStream2(m_context.get(), &target, &source, last ? ZSTD_e_end : ZSTD_e_continue);
        return {source.pos, target.pos, ZSTD_isError(left) != 0, last && left == 0};
    }

    std::shared_ptr<ZSTD_CCtx> m_context;
};

// Independent blocks of 4 MiB without checksums or sizes, as the condensing tool writes them (cjfr.md 1.2).
class Lz4Encoder : public StreamEncoder
{
public:
    Lz4Encoder(EncoderLevel level, Sink sink)
        : StreamEncoder(std::move(sink))
    {
        LZ4F_cctx* context = nullptr;
        m_ready = LZ4F_isError(LZ4F_createCompressionContext(&context, LZ4F_VERSION)) == 0;
        m_context.reset(context, LZ4F_freeCompressionContext);
        m_preferences.frameInfo.blockSizeID = LZ4F_max4MB;
        m_preferences.frameInfo.blockMode = LZ4F_blockIndependent;
        m_preferences.compressionLevel = chosen({0, 3, 9, 12}, level);
    }

private:
    static constexpr std::size_t kInput = 256 * 1024;

    std::size_t roomNeeded() const override
    {
        return LZ4F_compressBound(kInput, &m_preferences) + LZ4F_HEADER_SIZE_MAX;
    }

    Progress step(std::span<const std::byte> in, bool last, std::span<std::byte> out) override
    {
        Progress progress;
        const auto took = [&](std::size_t made) {
            progress.failed = progress.failed || LZ4F_isError(made) != 0;
            if (!progress.failed)
                progress.made += made;
        };
        if (!m_begun)
            took(LZ4F_compressBegin(m_context.get(), out.data(), out.size(), &m_preferences));
        m_begun = true;
        progress.used = std::min(in.size(), kInput);
        const auto room = [&] { return out.subspan(progress.made); };
        if (progress.used > 0 && !progress.failed)
            took(LZ4F_compressUpdate(m_context.get(), room().data(), room().size(), in.data(), progress.used,
                                     nullptr));
        else if (last && !progress.failed) {
            took(LZ4F_compressEnd(m_context.get(), room().data(), room().size(), nullptr));
            progress.ended = true;
        }
        return progress;
    }

    std::shared_ptr<LZ4F_cctx> m_context;
    LZ4F_preferences_t m_preferences {};
    bool m_begun = false;
};

}

Result<void> StreamEncoder::write(std::span<const std::byte> bytes)
{
    return bytes.empty() ? m_state : encode(bytes, false);
}

Result<void> StreamEncoder::encode(std::span<const std::byte> bytes, bool last)
{
    if (!m_out) { // some 4 MiB for LZ4, of which little may be used: not written first
        m_roomBytes = roomNeeded();
        m_out = std::make_unique_for_overwrite<std::byte[]>(m_roomBytes);
    }
    const std::span<std::byte> room(m_out.get(), m_roomBytes);
    for (bool ended = false; m_state && (last ? !ended : !bytes.empty());) {
        const Progress progress = m_ready ? step(bytes, last, room) : Progress {.failed = true};
        bytes = bytes.subspan(progress.used);
        ended = progress.ended;
        if (progress.failed)
            m_state = fail(Code::FileUnwritable, "there is no memory to compress the data");
        else if (progress.made > 0)
            m_state = m_sink(room.first(progress.made));
    }
    return m_state;
}

std::unique_ptr<StreamEncoder> makeEncoder(Codec codec, EncoderLevel level, StreamEncoder::Sink sink)
{
    switch (codec) {
    case Codec::gzip: return std::make_unique<GzipEncoder>(level, std::move(sink));
    case Codec::xz: return std::make_unique<XzEncoder>(level, std::move(sink));
    case Codec::bzip2: return std::make_unique<Bzip2Encoder>(level, std::move(sink));
    case Codec::lz4: return std::make_unique<Lz4Encoder>(level, std::move(sink));
    case Codec::zstd: break;
    }
    return std::make_unique<ZstdEncoder>(level, std::move(sink));
}

}
