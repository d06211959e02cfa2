// gzip and bzip2 over zlib and libbz2.
#include "core/codec/bounded_step.h"
#include "core/codec/member_stream.h"

#include <bzlib.h>
#include <zlib.h>

namespace traceglass {

namespace {

class Gzip : public MemberCodec
{
public:
    ~Gzip() override { inflateEnd(&m_stream); }
    Codec codec() const override { return Codec::gzip; }

    bool begin() override
    {
        constexpr int kGzipWindow = 15 + 16;
        return inflateReset(&m_stream) == Z_OK || inflateInit2(&m_stream, kGzipWindow) == Z_OK;
    }

    Progress step(std::span<const std::byte> in, bool, std::span<std::byte> out, std::string& reason) override
    {
        const BoundedStep bounded(m_stream, in, out);
        const int result = inflate(&m_stream, Z_NO_FLUSH);
        Progress progress {bounded.used(), bounded.made(), Step::more};
        if (result == Z_STREAM_END) {
            progress.step = Step::ended;
        } else if (result != Z_OK && result != Z_BUF_ERROR) {
            progress.step = Step::corrupt;
            reason = m_stream.msg ? m_stream.msg : "a check of the codec failed";
        }
        return progress;
    }

private:
    z_stream m_stream {};
};

class Bzip2 : public MemberCodec
{
public:
    ~Bzip2() override { BZ2_bzDecompressEnd(&m_stream); }
    Codec codec() const override { return Codec::bzip2; }

    bool begin() override
    {
        BZ2_bzDecompressEnd(&m_stream); // fails where nothing was begun
        m_stream = {};
        return BZ2_bzDecompressInit(&m_stream, 0, 0) == BZ_OK;
    }

    Progress step(std::span<const std::byte> in, bool, std::span<std::byte> out, std::string& reason) override
    {
        const BoundedStep bounded(m_stream, in, out);
        const int result = BZ2_bzDecompress(&m_stream);
        Progress progress {bounded.used(), bounded.made(), Step::more};
        if (result == BZ_STREAM_END) {
            progress.step = Step::ended;
        } else if (result != BZ_OK) {
            progress.step = Step::corrupt;
            reason = result == BZ_MEM_ERROR ? "no memory for the decoder" : "a check of the codec failed";
        }
        return progress;
    }

private:
    bz_stream m_stream {};
};

}

std::unique_ptr<MemberCodec> makeGzip()
{
    return std::make_unique<Gzip>();
}

std::unique_ptr<MemberCodec> makeBzip2()
{
    return std::make_unique<Bzip2>();
}

}
