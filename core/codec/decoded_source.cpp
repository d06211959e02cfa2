#include "core/codec/decoded_source.h"

#include "core/base/limits.h"
#include "core/codec/zstd_stream.h"

#include <algorithm>
#include <sys/mman.h>
#include <utility>

namespace traceglass {

namespace {

constexpr std::size_t kPiece = 256 * 1024;

}

DecodedSource::DecodedSource(std::string name, SourcePtr stored, std::uint64_t offset, std::uint64_t length,
                             std::uint64_t claimed, OnEnd onEnd)
    : m_name(std::move(name))
    , m_stored(std::move(stored))
    , m_claimed(claimed)
    , m_onEnd(std::move(onEnd))
    , m_stream(std::make_unique<ZstdStream>())
{
    m_stream->start(*m_stored, offset, length, wanted(claimed, limits::kDecodedAtMost));
}

DecodedSource::DecodedSource(std::string name, SourcePtr stored, std::uint64_t offset, std::uint64_t length,
                             Codec codec, std::uint64_t atMost)
    : m_name(std::move(name))
    , m_stored(std::move(stored))
    , m_claimed(kSizeUnknown)
    , m_stream(makeDecoder(codec))
{
    m_stream->start(*m_stored, offset, length, atMost, StreamDecoder::Rest::endsTheData);
}

DecodedSource::~DecodedSource()
{
    if (!m_mapped.empty())
        ::munmap(const_cast<std::byte*>(m_mapped.data()), m_mapped.size());
}

// One byte more than can be shown, to see whether there is more.
std::uint64_t DecodedSource::wanted(std::uint64_t claimed, std::uint64_t atMost)
{
    return std::min(std::max(claimed, limits::kDecodedInMemory), atMost) + 1;
}

DecodedSource::Outcome DecodedSource::judge(const StreamDecoder& stream, std::uint64_t claimed)
{
    Outcome out;
    out.ended = stream.state() != StreamDecoder::State::more;
    out.decoded = stream.decoded();
    out.inputOffset = stream.inputOffset();
    if (stream.state() == StreamDecoder::State::corrupt) {
        out.fault = Fault::corrupt;
        out.reason = stream.reason();
        out.cut = stream.isCut();
    } else if (claimed == kSizeUnknown) {
        if (stream.state() == StreamDecoder::State::full)
            out.fault = Fault::tooLong;
    } else if (out.decoded > claimed) {
        out.fault = Fault::tooLong;
    } else if (stream.state() == StreamDecoder::State::ended && out.decoded < claimed) {
        out.fault = Fault::tooShort;
    }
    return out;
}

std::uint64_t DecodedSource::size() const
{
    const bool ended = m_ended;
    const std::uint64_t decoded = m_decodedSoFar;
    return ended || m_claimed == kSizeUnknown ? decoded : std::max(m_claimed, decoded);
}

bool DecodedSource::ready(std::uint64_t end) const
{
    return m_ended || end <= m_decodedSoFar;
}

std::size_t DecodedSource::memoryBytes() const
{
    return m_memorySize;
}

DecodedSource::Outcome DecodedSource::outcome() const
{
    const std::lock_guard lock(m_mutex);
    return m_outcome;
}

std::size_t DecodedSource::read(std::uint64_t offset, std::span<std::byte> out) const
{
    const std::uint64_t end = out.size() > ~offset ? ~std::uint64_t(0) : offset + out.size();
    bool endedNow = false;
    std::size_t got = 0;
    {
        const std::lock_guard lock(m_mutex);
        while (!m_outcome.ended && m_outcome.decoded < end)
            endedNow = !decodeStep();
        if (!m_spool) {
            got = copyFrom(m_memory, offset, out);
        } else if (offset < m_outcome.decoded) {
            const std::uint64_t there = std::min<std::uint64_t>(out.size(), m_outcome.decoded - offset);
            got = m_spool->readAt(offset, out.first(static_cast<std::size_t>(there))).value_or(0);
        }
    }
    if (endedNow && m_onEnd)
        m_onEnd(outcome());
    return got;
}

// Decodes one piece; false when that was the last one.
bool DecodedSource::decodeStep() const
{
    const std::uint64_t missing = m_claimed - std::min(m_claimed, m_outcome.decoded);
    std::vector<std::byte> piece(
        static_cast<std::size_t>(std::clamp<std::uint64_t>(missing, 4095, kPiece - 1) + 1));
    const std::size_t got = m_stream->read(piece);
    keep(std::span(piece).first(got));
    if (m_outcome.fault == Fault::none && m_stream->state() == StreamDecoder::State::more)
        return true;
    finish();
    return false;
}

// Moves what is in memory to a temporary file.
bool DecodedSource::spill() const
{
    auto spool = File::temporary();
    if (!spool || !spool->write(m_memory)) {
        m_outcome.fault = Fault::noSpace;
        m_outcome.reason = spool ? "the temporary folder is full" : spool.error().detail;
        return false;
    }
    m_spool = std::move(*spool);
    m_memory = {};
    return true;
}

void DecodedSource::keep(std::span<const std::byte> bytes) const
{
    if (!m_spool && m_memory.size() + bytes.size() > limits::kDecodedInMemory && !spill())
        return;
    if (!m_spool) {
        m_memory.insert(m_memory.end(), bytes.begin(), bytes.end());
    } else if (auto written = m_spool->write(bytes); !written) {
        m_outcome.fault = Fault::noSpace;
        m_outcome.reason = written.error().detail;
        return;
    }
    m_outcome.decoded += bytes.size();
    m_decodedSoFar = m_outcome.decoded;
    m_memorySize = m_memory.capacity();
}

void DecodedSource::finish() const
{
    if (m_outcome.fault == Fault::none)
        m_outcome = judge(*m_stream, m_claimed);
    m_outcome.ended = true;
    m_memory.shrink_to_fit();
    m_memorySize = m_memory.capacity();
    m_stream.reset();
    m_ended = true;
}

// The bytes decoded so far.
Result<std::span<const std::byte>> DecodedSource::inOnePiece() const
{
    if (!m_spool && m_outcome.ended)
        return std::span<const std::byte>(m_memory);
    if (!m_spool && !spill()) // memory moves when another reader decodes on
        return fail(Code::FileUnwritable, m_outcome.reason);
    const auto size = static_cast<std::size_t>(m_outcome.decoded);
    if (m_mapped.size() == size)
        return m_mapped;
    if (!m_mapped.empty())
        ::munmap(const_cast<std::byte*>(m_mapped.data()), m_mapped.size());
    m_mapped = {};
    void* const start = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, m_spool->descriptor(), 0);
    if (start == MAP_FAILED)
        return fail(Code::FileUnreadable, "the temporary file cannot be mapped");
    m_mapped = {static_cast<const std::byte*>(start), size};
    return m_mapped;
}

Result<std::span<const std::byte>> DecodedSource::upTo(std::uint64_t bytes, Job& job) const
{
    for (;;) {
        const std::lock_guard lock(m_mutex);
        if (m_outcome.ended || m_outcome.decoded >= bytes)
            return inOnePiece();
        if (job.stopRequested())
            return fail(Code::Stopped);
        const std::uint64_t before = m_stream->inputOffset();
        const bool more = decodeStep();
        const std::uint64_t now = more ? m_stream->inputOffset() : m_outcome.inputOffset;
        job.advance(now - std::min(now, before));
    }
}

void DecodedSource::stop() const
{
    const std::lock_guard lock(m_mutex);
    if (m_outcome.ended)
        return;
    m_outcome.inputOffset = m_stream->inputOffset();
    m_outcome.ended = true;
    m_stream.reset();
    m_ended = true;
}

}
