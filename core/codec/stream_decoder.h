// Decodes compressed data of any size in bounded pieces; what all codecs share. Offsets and sizes are bytes.
//
//     auto decoder = makeDecoder(Codec::gzip);
//     decoder->start(source, offset, length, atMost);
//     while (decoder->state() == StreamDecoder::State::more && !job.stopRequested())
//         use(std::span(buffer).first(decoder->read(buffer)));
//     if (decoder->state() == StreamDecoder::State::corrupt) ... decoder->reason(), decoder->inputOffset()
//
// Several members (gzip), streams (xz, bzip2) or frames (lz4, zstd) in a row decode to one sequence of bytes.
// Whatever decodes before a damage or a cut is delivered.
#pragma once

#include "core/base/job.h"
#include "core/io/byte_source.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace traceglass {

enum class Codec : std::uint8_t { gzip, xz, bzip2, lz4, zstd };

// Does decoding take a core for longer than reading what comes out?
bool isSlow(Codec codec);

// Where a member, stream or frame begins: in the stored bytes, and in what comes out.
struct MemberBegin
{
    std::uint64_t stored = 0;
    std::uint64_t decoded = 0;
};

class StreamDecoder
{
public:
    enum class State : std::uint8_t {
        more,    // call read() again
        ended,   // all stored bytes were decoded, or what follows is none of ours: see Rest
        corrupt, // reason() and inputOffset() say why; what was read before is good
        full,    // as many bytes as the caller wanted at most were decoded, and there may be more
    };
    // Bytes behind a member that begin no other member.
    enum class Rest : std::uint8_t { isDamage, endsTheData };

    StreamDecoder() = default;
    virtual ~StreamDecoder() = default;
    StreamDecoder(const StreamDecoder&) = delete;
    StreamDecoder& operator=(const StreamDecoder&) = delete;

    // Begins with the stored bytes [offset, offset + length) of a source, which must live until the last
    // read(). The decoder of an earlier start() is used again. `atMost`: how many decoded bytes will be taken
    // in all.
    void start(const ByteSource& stored, std::uint64_t offset, std::uint64_t length, std::uint64_t atMost,
               Rest rest = Rest::isDamage);

    // Fills `out` from its front as far as the data go; fewer bytes than asked, even none, do not mean the
    // end: state() tells. Looks at no more than about 1 MiB of stored bytes in one call, so that the caller
    // can stop.
    virtual std::size_t read(std::span<std::byte> out) = 0;

    // From now on data of independent parts may be decoded on all cores, as many parts at a time as `out`
    // holds, until the job is stopped: then a read() gives less, and the next one goes on from there. Null:
    // one core. What comes out is the same.
    void useCores(const Job* job) { m_job = job; }
    // Bytes of `out` with which that is worth it; 0: never.
    virtual std::size_t batch() const { return 0; }

    State state() const { return m_state; }
    const std::string& reason() const { return m_reason; }
    bool isCut() const { return m_cut; } // corrupt, because the stored bytes end too early
    std::uint64_t inputOffset() const { return m_position; } // within the stored bytes
    std::uint64_t decoded() const { return m_decoded; }
    // Where members begin, ascending; the first kMembersTold.
    const std::vector<MemberBegin>& members() const { return m_members; }
    static constexpr std::size_t kMembersTold = 4096;

protected:
    static constexpr std::uint64_t kInputStep = 1u << 20;

    // Makes the decoder ready for new data; false when there is no memory for it.
    virtual bool reset() = 0;

    void corrupt(std::string reason);
    void cut(std::string reason);
    void memberBegins(const MemberBegin& at)
    {
        if (m_members.size() < kMembersTold)
            m_members.push_back(at);
    }
    std::uint64_t inputLeft() const { return m_length - m_position; }
    // The stored bytes at the position, at most so many, as many as lie in one piece.
    std::span<const std::byte> input(std::uint64_t atMost);
    std::size_t peek(std::uint64_t position, std::span<std::byte> out) const;

    const ByteSource* m_stored = nullptr;
    std::uint64_t m_offset = 0;
    std::uint64_t m_length = 0;
    std::uint64_t m_atMost = 0;
    std::uint64_t m_position = 0; // in the stored bytes
    std::uint64_t m_decoded = 0;
    Rest m_rest = Rest::isDamage;
    State m_state = State::ended;
    const Job* m_job = nullptr;

private:
    std::string m_reason;
    bool m_cut = false;
    std::vector<MemberBegin> m_members;
    std::vector<std::byte> m_buffer; // of input, when the source does not lie in one piece
    std::uint64_t m_bufferStart = 0;
};

std::unique_ptr<StreamDecoder> makeDecoder(Codec codec);

// Can data of the codec begin like this? True also for the beginning of its magic number that fits when no
// more bytes are there.
bool mayBegin(Codec codec, std::span<const std::byte> head);

}
