// A decoder for data that are a row of members of one container format: gzip, xz, bzip2, lz4. The loop over
// members is here; what a member is, a MemberCodec knows. Internal to core/codec: use makeDecoder().
#pragma once

#include "core/codec/stream_decoder.h"

namespace traceglass {

class MemberCodec
{
public:
    enum class Step : std::uint8_t { more, ended, corrupt };
    struct Progress
    {
        std::size_t used = 0; // stored bytes
        std::size_t made = 0; // decoded bytes
        Step step = Step::more;
    };

    virtual ~MemberCodec() = default;
    virtual Codec codec() const = 0;
    // Between members: bytes that stand there and mean nothing.
    virtual std::size_t padding(std::span<const std::byte>) const { return 0; }
    virtual bool begin() = 0; // a member; false: no memory
    // `last`: no stored bytes follow `in`. Says why in `reason` when it returns corrupt.
    virtual Progress step(std::span<const std::byte> in, bool last, std::span<std::byte> out,
                          std::string& reason) = 0;
};

std::unique_ptr<MemberCodec> makeGzip();
std::unique_ptr<MemberCodec> makeXz();
std::unique_ptr<MemberCodec> makeBzip2();
std::unique_ptr<MemberCodec> makeLz4();

class MemberStream : public StreamDecoder
{
public:
    explicit MemberStream(std::unique_ptr<MemberCodec> codec)
        : m_codec(std::move(codec))
    {
    }

    std::size_t read(std::span<std::byte> out) override;

private:
    bool reset() override;
    bool beginMember();

    std::unique_ptr<MemberCodec> m_codec;
    bool m_inMember = false;
    bool m_anyMember = false;
};

}
