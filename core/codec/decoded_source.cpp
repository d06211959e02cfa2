#include "core/codec/decoded_source.h"

#include "core/base/limits.h"
#include "core/codec/zstd_stream.h"

#include <algorithm>
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
    , m_spool(wanted(claimed, limits::kDecodedAtMost))
{
    m_stream->start(*m_stored, offset, length, wanted(claimed, limits::kDecodedAtMost));
}

DecodedSource::DecodedSource(std::string name, SourcePtr stored, std::uint64_t offset, std::uint64_t length,
                             Codec codec, std::uint64_t atMost)
    : m_name(std::move(name))
    , m_stored(std::move(stored))
    , m_claimed(kSizeUnknown)
    , m_stream(makeDecoder(codec))
    , m_spool(atMost, limits::kStreamInMemory)
{
    m_stream->start(*m_stored, offset, length, atMost, StreamDecoder::Rest::endsTheData);
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

bool DecodedSource::prepare(std::uint64_t end, const Job& job) const
{
    Job own(job.token()); // the caller's progress counts something else
    return upTo(end, own).has_value();
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
    if (!ready(end)) {
        bool endedNow = false;
        {
            const std::lock_guard lock(m_mutex);
            while (!m_outcome.ended && m_outcome.decoded < end)
                endedNow = !decodeStep(kPiece);
        }
        if (endedNow && m_onEnd)
            m_onEnd(outcome());
    }
    return copyFrom(kept(), offset, out);
}

// Decodes one piece; false when that was the last one.
bool DecodedSource::decodeStep(std::size_t piece) const
{
    if (m_claimed != kSizeUnknown) {
        const std::uint64_t missing = m_claimed - std::min(m_claimed, m_outcome.decoded);
        piece = static_cast<std::size_t>(std::clamp<std::uint64_t>(missing, 4095, piece - 1) + 1);
    }
    const std::span<std::byte> room = m_spool.room(piece);
    if (room.empty()) {
        m_outcome.fault = Fault::noSpace;
        m_outcome.reason = m_spool.reason();
        m_outcome.inputOffset = m_stream->inputOffset();
        finish();
        return false;
    }
    m_spool.keep(m_stream->read(room));
    if (m_stream->state() != StreamDecoder::State::more) {
        finish();
        return false;
    }
    m_outcome.decoded = m_spool.size();
    publish();
    return true;
}

// Tells readers and those who wait what is there.
void DecodedSource::publish() const
{
    {
        const std::lock_guard lock(m_waiting);
        m_decodedSoFar = m_outcome.decoded;
        m_memorySize = m_spool.memoryBytes();
        m_ended = m_outcome.ended;
    }
    m_grown.notify_all();
}

void DecodedSource::finish() const
{
    if (m_outcome.fault == Fault::none)
        m_outcome = judge(*m_stream, m_claimed);
    m_outcome.ended = true;
    m_outcome.decoded = m_spool.size();
    m_outcome.members = m_stream->members();
    m_stream.reset();
    publish();
}

Result<std::span<const std::byte>> DecodedSource::upTo(std::uint64_t bytes, Job& job) const
{
    bool endedNow = false;
    while (!ready(bytes)) {
        if (job.stopRequested())
            return fail(Code::Stopped);
        const std::lock_guard lock(m_mutex);
        if (m_outcome.ended || m_outcome.decoded >= bytes)
            continue;
        const std::uint64_t before = m_stream->inputOffset();
        m_stream->useCores(&job);
        const bool more = decodeStep(std::max(kPiece, m_stream->batch()));
        if (more)
            m_stream->useCores(nullptr);
        const std::uint64_t now = more ? m_stream->inputOffset() : m_outcome.inputOffset;
        job.advance(now - std::min(now, before));
        endedNow = endedNow || !more;
    }
    if (endedNow && m_onEnd)
        m_onEnd(outcome());
    return kept();
}

std::span<const std::byte> DecodedSource::waitFor(std::uint64_t bytes, const Job& job) const
{
    if (!ready(bytes)) {
        m_spool.fetchBehind(m_decodedSoFar);
        std::unique_lock lock(m_waiting);
        m_grown.wait(lock, job.token(), [&] { return ready(bytes); });
    }
    return kept();
}

void DecodedSource::stopAt(std::uint64_t bytes) const
{
    const std::lock_guard lock(m_mutex);
    if (m_outcome.ended && m_outcome.decoded < bytes)
        return;
    Outcome out;
    out.ended = true;
    out.decoded = std::min(bytes, m_spool.size());
    out.inputOffset = m_stream ? m_stream->inputOffset() : m_outcome.inputOffset;
    out.members = m_stream ? m_stream->members() : m_outcome.members;
    m_spool.cutTo(out.decoded);
    m_outcome = std::move(out);
    m_stream.reset();
    publish();
}

}
