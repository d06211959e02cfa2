// A decoder for data that are a row of members of one container format: gzip, xz, bzip2, lz4. The loop over
// members is here; what a member is, a MemberCodec knows. Internal to core/codec: use makeDecoder().
#pragma once

#include "core/codec/stream_decoder.h"

#include <functional>
#include <optional>

namespace traceglass {

class MemberCodec
{
public:
    enum class Outcome : std::uint8_t { more, ended, corrupt };
    struct Progress
    {
        std::size_t used = 0; // stored bytes
        std::size_t made = 0; // decoded bytes
        Outcome outcome = Outcome::more;
    };

    virtual ~MemberCodec() = default;
    virtual Codec codec() const = 0;
    // Between members: bytes that stand there and mean nothing.
    virtual std::size_t padding(std::span<const std::byte>) const { return 0; }
    virtual bool begin() = 0; // a member; false: no memory
    // `last`: no stored bytes follow `in`. Says why in `reason` when it returns corrupt.
    virtual Progress step(std::span<const std::byte> in, bool last, std::span<std::byte> out,
                          std::string& reason) = 0;
    // Decodes as many whole parts of the member as lie in `in` and fit into `out`, on all cores. Neither uses
    // nor makes anything where step() has to go on: inside a part, at a fault, or when the job was stopped.
    virtual Progress parts(std::span<const std::byte>, std::span<std::byte>, const Job&) { return {}; }
    virtual std::size_t batch() const { return 0; } // see StreamDecoder
};

// Whole parts of a member that are decoded at once: where they lie, and what they may take up at most.
struct MemberPart
{
    std::span<const std::byte> in;
    std::span<std::byte> out;
};

// Calls decode(i) for each part on all cores; it returns how many bytes of the part's `out` it made, nothing
// when it could not. Closes gaps between what was made, and returns for each part in front of the first that
// failed where it ends in `out`.
std::vector<std::size_t> decodeParts(std::span<const MemberPart> parts, const Job& job,
                                     const std::function<std::optional<std::size_t>(std::size_t)>& decode);

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
    std::size_t batch() const override { return m_codec->batch(); }

private:
    bool reset() override;
    bool beginMember();
    MemberCodec::Progress parts(std::span<std::byte> out) const;

    std::unique_ptr<MemberCodec> m_codec;
    bool m_inMember = false;
    bool m_anyMember = false;
};

}
