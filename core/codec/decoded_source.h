// Compressed data as a byte source: decoded step by step, only as far as somebody reads.
//
//     auto source = std::make_shared<DecodedSource>("SystemInfo #0 data", file, offset, length, claimedSize,
//     onEnd); source->read(0, head);              // decodes as much as `head` needs if (source->ready(4096))
//     ...        // reading up to there costs no decoding
//
// Up to limits::kDecodedInMemory stay in memory, more goes to a temporary file without a name. A stated size
// is never allocated: it only tells where decoding stops. Data that turn out longer than stated are decoded
// up to limits::kDecodedInMemory all the same, because a wrong size field is no reason to hide them. Where no
// size is stated, everything is decoded: see the second constructor and all().
#pragma once

#include "core/codec/stream_decoder.h"
#include "core/io/file.h"

#include <atomic>
#include <functional>
#include <mutex>
#include <optional>

namespace traceglass {

class DecodedSource : public ByteSource
{
public:
    enum class Fault : std::uint8_t {
        none,
        corrupt,  // the stored bytes are damaged
        tooLong,  // there is more than was stated
        tooShort, // the data end before the stated size
        noSpace,  // the temporary file cannot be written
    };
    struct Outcome
    {
        bool ended = false; // nothing more will be decoded
        Fault fault = Fault::none;
        std::uint64_t decoded = 0;
        std::string reason {};
        std::uint64_t inputOffset = 0; // where in the stored bytes a damage was met, or decoding ended
        bool cut = false;              // corrupt, because the stored bytes end too early
    };
    using OnEnd = std::function<void(const Outcome&)>;
    static constexpr std::uint64_t kSizeUnknown = ~std::uint64_t(0);

    // How much a reader wants of data that claim a size, and what came of it. Also for those who decode and
    // throw away.
    static std::uint64_t wanted(std::uint64_t claimed, std::uint64_t atMost);
    static Outcome judge(const StreamDecoder& stream, std::uint64_t claimed);

    // `onEnd` is called once, from whichever thread decodes the last byte, without a lock held.
    DecodedSource(std::string name, SourcePtr stored, std::uint64_t offset, std::uint64_t length,
                  std::uint64_t claimed, OnEnd onEnd = {}); // zstd
    // Data of unknown size; bytes that begin no further member end it without fault (Outcome::inputOffset).
    DecodedSource(std::string name, SourcePtr stored, std::uint64_t offset, std::uint64_t length, Codec codec,
                  std::uint64_t atMost);
    ~DecodedSource() override;

    const std::string& name() const override { return m_name; }
    std::uint64_t size() const override;
    std::size_t read(std::uint64_t offset, std::span<std::byte> out) const override;
    bool ready(std::uint64_t end) const override;
    std::uint64_t faults() const override { return m_stored->faults(); }

    Outcome outcome() const;
    // Decodes to the end and returns all bytes in one piece, which lives as long as this source. Error when
    // the job is stopped. Progress counts stored bytes.
    Result<std::span<const std::byte>> all(Job& job) const { return upTo(kSizeUnknown, job); }
    // The same of at least so many bytes, if there are as many; until the end is reached, the piece lives
    // only until the next question.
    Result<std::span<const std::byte>> upTo(std::uint64_t bytes, Job& job) const;
    void stop() const;               // nothing more will be decoded: what is there is all
    std::size_t memoryBytes() const; // what evicting this source would free

private:
    bool decodeStep() const;
    void keep(std::span<const std::byte> bytes) const;
    void finish() const;
    bool spill() const;
    Result<std::span<const std::byte>> inOnePiece() const;

    std::string m_name;
    SourcePtr m_stored;
    std::uint64_t m_claimed;
    OnEnd m_onEnd;
    mutable std::mutex m_mutex;
    mutable std::unique_ptr<StreamDecoder> m_stream; // gone when decoding has ended
    mutable std::vector<std::byte> m_memory;
    mutable std::optional<File> m_spool;         // holds everything once it exists
    mutable std::span<const std::byte> m_mapped; // the spool, as far as upTo() was asked for it
    mutable Outcome m_outcome;
    // What readers ask while another thread decodes: no lock for these.
    mutable std::atomic<std::uint64_t> m_decodedSoFar {0};
    mutable std::atomic<bool> m_ended {false};
    mutable std::atomic<std::size_t> m_memorySize {0};
};

}
