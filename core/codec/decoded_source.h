// Compressed data as a byte source: decoded step by step, only as far as somebody reads.
//
//     auto source = std::make_shared<DecodedSource>("SystemInfo #0 data", file, offset, length, claimedSize,
//                                                   onEnd);
//     source->read(0, head);                // decodes as much as `head` needs
//     if (source->ready(4096)) ...          // reading up to there costs no decoding
//
// Decoded bytes never move; the first limits::kDecodedInMemory, or limits::kStreamInMemory of a stream, stay
// in memory, more goes to a temporary file without a name. A stated size is never allocated: it only tells
// where decoding stops. Data that turn out longer than stated are decoded up to limits::kDecodedInMemory all
// the same, because a wrong size field is no reason to hide them. Where no size is stated, everything is
// decoded: see the second constructor and all().
//
// One thread may decode while others read what is there, or wait for more.
#pragma once

#include "core/codec/spool.h"
#include "core/codec/stream_decoder.h"

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>

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
        std::vector<MemberBegin> members {}; // the first of them, once decoding has ended
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

    const std::string& name() const override { return m_name; }
    std::uint64_t size() const override;
    std::size_t read(std::uint64_t offset, std::span<std::byte> out) const override;
    bool ready(std::uint64_t end) const override;
    bool prepare(std::uint64_t end, const Job& job) const override;
    std::uint64_t faults() const override { return m_stored->faults(); }

    Outcome outcome() const;
    bool ended() const { return m_ended; }
    // Decodes to the end and returns all bytes in one piece, which lives as long as this source. Error when
    // the job is stopped. Progress counts stored bytes.
    Result<std::span<const std::byte>> all(Job& job) const { return upTo(kSizeUnknown, job); }
    // The same of at least so many bytes, if there are as many. On several cores where the data allow it.
    Result<std::span<const std::byte>> upTo(std::uint64_t bytes, Job& job) const;
    // Waits until another thread has decoded so many bytes, or all; returns what is there then, or sooner
    // when the job is stopped.
    std::span<const std::byte> waitFor(std::uint64_t bytes, const Job& job) const;
    // Nothing more will be decoded, and what lies beyond `bytes` is dropped together with its faults.
    void stopAt(std::uint64_t bytes) const;
    std::size_t memoryBytes() const; // what evicting this source would free

private:
    std::span<const std::byte> kept() const { return m_spool.first(m_decodedSoFar); }
    bool decodeStep(std::size_t piece) const;
    void publish() const;
    void finish() const;

    std::string m_name;
    SourcePtr m_stored;
    std::uint64_t m_claimed;
    OnEnd m_onEnd;
    mutable std::mutex m_mutex;
    mutable std::unique_ptr<StreamDecoder> m_stream; // gone when decoding has ended
    mutable Spool m_spool;
    mutable Outcome m_outcome;
    // What readers ask while another thread decodes: no lock for these.
    mutable std::atomic<std::uint64_t> m_decodedSoFar {0};
    mutable std::atomic<bool> m_ended {false};
    mutable std::atomic<std::size_t> m_memorySize {0};
    // For those who wait for more.
    mutable std::mutex m_waiting;
    mutable std::condition_variable_any m_grown;
};

}
