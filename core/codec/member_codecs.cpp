// gzip and bzip2 over zlib and libbz2.
#include "core/codec/bounded_step.h"
#include "core/codec/member_stream.h"

#include <algorithm>
#include <bzlib.h>
#include <vector>
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
        Progress progress {bounded.used(), bounded.made(), Outcome::more};
        if (result == Z_STREAM_END) {
            progress.outcome = Outcome::ended;
        } else if (result != Z_OK && result != Z_BUF_ERROR) {
            progress.outcome = Outcome::corrupt;
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
        m_result = BZ_OK;
        m_made = m_given = 0;
        return BZ2_bzDecompressInit(&m_stream, 0, 0) == BZ_OK;
    }

    // libbz2 does not tell what it made in the call that meets damage. Pieces of one size make that the same bytes,
    // however much is asked for at a time.
    Progress step(std::span<const std::byte> in, bool, std::span<std::byte> out, std::string& reason) override
    {
        Progress progress;
        if (m_given == m_made && m_result == BZ_OK) {
            if (m_made == m_piece.size())
                m_made = m_given = 0;
            const BoundedStep bounded(m_stream, in, std::span(m_piece).subspan(m_made));
            m_result = BZ2_bzDecompress(&m_stream);
            progress.used = bounded.used();
            m_made += bounded.made();
        }
        progress.made = std::min(out.size(), m_made - m_given);
        std::copy_n(m_piece.begin() + static_cast<std::ptrdiff_t>(m_given), progress.made, out.begin());
        m_given += progress.made;
        if (m_given < m_made || m_result == BZ_OK)
            return progress;
        progress.outcome = m_result == BZ_STREAM_END ? Outcome::ended : Outcome::corrupt;
        if (progress.outcome == Outcome::corrupt)
            reason = m_result == BZ_MEM_ERROR ? "no memory for the decoder" : "a check of the codec failed";
        return progress;
    }

private:
    bz_stream m_stream {};
    int m_result = BZ_OK;
    std::vector<std::byte> m_piece = std::vector<std::byte>(64 * 1024);
    std::size_t m_made = 0;  // of the piece
    std::size_t m_given = 0; // of these
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
