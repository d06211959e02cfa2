#include "core/formats/cjfr/wire/cjfr_file.h"

#include <algorithm>
#include <array>
#include <limits>
#include <thread>

namespace traceglass::cjfr {

namespace {

// How much of a compressed stream opening decodes to find the Configuration: real files have it in front. A
// sum of so many bytes tells one capture from another.
constexpr std::size_t kPrefix = 1u << 20;

// A stream of up to so many bytes is read while somebody waits: half a second, more with the slowest codecs.
// Recordings shrink by some eight times.
constexpr std::uint64_t kShort = 64u << 20;
constexpr std::uint64_t kShrinks = 8;

// Decoding all of a stream must not let a bomb fill the disk, nor take seconds for a file of no size:
// recordings shrink by 2 to 30 times.
std::uint64_t decodedAtMost(std::uint64_t stored)
{
    constexpr std::uint64_t kRatio = 256;
    constexpr std::uint64_t kAlways = 64u << 20;
    return std::clamp(std::min(stored, limits::kDecodedAtMost / kRatio) * kRatio, kAlways,
                      limits::kDecodedAtMost);
}

}

CjfrFile::CjfrFile(std::filesystem::path path, DiagnosticLog& log, std::function<void()> moreKnown)
    : m_path(std::move(path))
    , m_log(log)
    , m_moreKnown(std::move(moreKnown))
{
}

Result<void> CjfrFile::open(Job& job)
{
    auto file = MappedFile::open(m_path);
    if (!file)
        return tl::unexpected(file.error());
    m_file = std::move(*file);
    auto header = readHeader(m_file->view());
    if (!header)
        return tl::unexpected(header.error());
    m_header = std::move(*header);
    m_footer = findFooter(m_file->view(), m_header.streamStart, job);
    if (job.stopRequested())
        return fail(Code::Stopped);
    const ByteRange stored = storedStream();
    if (const auto codec = m_header.codec) {
        const auto head = m_file->view().subspan(static_cast<std::size_t>(stored.offset),
                                                 static_cast<std::size_t>(stored.length));
        if (!mayBegin(*codec, head))
            return fail(Code::CjfrNotCompressed, "no " + m_header.codecName + " data begin there",
                        ByteRange {SourceId {}, stored.offset, std::min<std::uint64_t>(stored.length, 6)});
        m_decoded = std::make_shared<const DecodedSource>(
            "decoded stream", m_file, stored.offset, stored.length, *codec, decodedAtMost(stored.length));
    }
    return checkStart(job);
}

// The first MiB of the stream.
std::span<const std::byte> CjfrFile::beginning() const
{
    if (!m_decoded)
        return m_file->view().first(
            static_cast<std::size_t>(std::min(m_footer.offset, m_header.streamStart + kPrefix)));
    (void)m_decoded->read(kPrefix, {}); // decodes up to there
    const auto decoded = m_decoded->waitFor(0, Job());
    return decoded.first(std::min(decoded.size(), kPrefix));
}

// The short layout does not tell whose numbering of types its stream has: the specification's is tried first.
std::span<const Numbering> CjfrFile::numberings() const
{
    static constexpr std::array kBoth = {Numbering::spec, Numbering::tool};
    return std::span(kBoth).subspan(isNumberingCertain() ? 1 : 0);
}

// Ticks per second that make no sense reject a recording, so its first messages are read when it is opened.
Result<void> CjfrFile::checkStart(Job& job)
{
    const auto start = beginning();
    const auto bytes = m_decoded ? start : m_file->view().first(static_cast<std::size_t>(m_footer.offset));
    for (const Numbering numbering : numberings()) {
        StreamScan scan(bytes, streamBegin(), numbering);
        if (!scan.untilFirstEvent(job))
            return fail(Code::Stopped);
        if (const auto ticks = scan.index().ticksPerSecond; ticks && *ticks <= 0)
            return fail(Code::CjfrBadTicks, std::to_string(*ticks) + " ticks per second",
                        ByteRange {streamSource(), scan.index().end, 0});
        m_hasTimes = scan.index().isJfr() || anyTypeHasTimes(scan.index().types);
        if (!m_hasTimes) { // types may be defined between messages
            StreamScan more(start, streamBegin(), numbering);
            if (!more.run(job))
                return fail(Code::Stopped);
            m_hasTimes = anyTypeHasTimes(more.index().types);
        }
        if (!scan.index().fault)
            break;
    }
    if (m_decoded && start.empty()) // nobody will look for times in what has none for all that is known
        reportCodec();
    return {};
}

std::optional<TimeRange> CjfrFile::statedTime() const
{
    constexpr std::int64_t kMicrosecond = 1000;
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max() / kMicrosecond;
    const auto& footer = m_footer.footer;
    if (!footer || otherCapture() > 0 || footer->startUs <= 0 || footer->startUs >= kMost
        || footer->durationUs < 0 || footer->durationUs >= kMost)
        return {};
    const std::int64_t start = footer->startUs * kMicrosecond;
    return TimeRange {start, addSaturating(start, footer->durationUs * kMicrosecond)};
}

Result<SourcePtr> CjfrFile::source(SourceId id) const
{
    if (number(id) == 0)
        return SourcePtr(m_file);
    if (number(id) == 1 && m_decoded)
        return SourcePtr(m_decoded);
    return fail(Code::NodeUnknown, "source " + std::to_string(number(id)));
}

ByteRange CjfrFile::stableBytes() const
{
    const std::lock_guard lock(m_stableMutex);
    if (m_stable)
        return *m_stable;
    const auto bytes = beginning();
    std::uint64_t furthest = streamBegin(), end = furthest;
    for (const Numbering numbering : numberings()) {
        StreamScan scan(bytes, streamBegin(), numbering);
        Job job;
        (void)scan.run(job);
        const StreamIndex& index = scan.index();
        if (index.end <= furthest)
            continue;
        furthest = end = index.end;
        for (const Type& type : index.types.defined()) {
            if (type.isNote)
                end = std::min(end, type.offset);
        }
    }
    if (m_decoded && end > 0)
        m_stable = ByteRange {streamSource(), 0, end};
    else
        m_stable = ByteRange {SourceId {}, 0, m_decoded ? m_header.streamStart : end};
    return *m_stable;
}

// --- reading the stream once

bool CjfrFile::isShort() const
{
    return storedStream().length <= (m_decoded ? kShort / kShrinks : kShort);
}

IndexPtr CjfrFile::indexAtHand(const Job& job) const
{
    {
        const std::lock_guard lock(m_mutex);
        if (!m_index && (m_isReading || !isShort()))
            return nullptr;
    }
    Job unseen(job.token()); // progress is that of the question
    return indexNow(unseen).value_or(nullptr);
}

Result<IndexPtr> CjfrFile::indexNow(Job& job, EventSink* sink) const
{
    IndexPtr known;
    {
        std::unique_lock lock(m_mutex);
        if (!m_turn.wait(lock, job.token(), [&] { return !m_isReading; }))
            return fail(Code::Stopped);
        known = m_index;
        m_isReading = !known;
    }
    if (known) {
        if (auto whole = checkRead(); !whole)
            return tl::unexpected(whole.error());
        if (sink && !tell(*known, *sink, job))
            return fail(Code::Stopped);
        return known;
    }
    const auto index = readStream(job, sink);
    {
        const std::lock_guard lock(m_mutex);
        m_isReading = false;
        if (index)
            m_index = *index;
    }
    m_turn.notify_all();
    if (index)
        tellMoreKnown();
    return index;
}

bool CjfrFile::tell(const StreamIndex& index, EventSink& sink, Job& job) const
{
    job.start(index.end - index.begin);
    StreamScan again(index.bytes, index.begin, index.types.numbering(), &sink);
    return again.run(job);
}

Result<IndexPtr> CjfrFile::readStream(Job& job, EventSink* sink) const
{
    if (auto whole = checkWhole(); !whole)
        return tl::unexpected(whole.error());
    std::shared_ptr<StreamIndex> index;
    if (m_decoded) {
        index = scannedWhileDecoding(job, sink);
    } else {
        job.start(storedStream().length);
        index = scanned(m_file->view().first(static_cast<std::size_t>(m_footer.offset)), job, sink);
    }
    if (!index || (sink && !isNumberingCertain() && !tell(*index, *sink, job)))
        return fail(Code::Stopped);
    if (auto whole = checkWhole(); !whole)
        return tl::unexpected(whole.error());
    return reportStream(*index, job).map([&] { return IndexPtr(std::move(index)); });
}

// One thread decodes, this one reads the messages in what there is so far. Nothing behind a message that
// cannot be read is of any use: decoding ends there, in steps, so that the same bytes are kept however far
// the other thread was ahead.
std::shared_ptr<StreamIndex> CjfrFile::scannedWhileDecoding(Job& job, EventSink* sink) const
{
    if (m_decoded->ended()) {
        const auto bytes = m_decoded->waitFor(0, job);
        job.start(bytes.size());
        return scanned(bytes, job, sink);
    }
    job.start(storedStream().length);
    std::jthread decoder([&](const std::stop_token& enough) {
        while (!m_decoded->ended() && !enough.stop_requested() && !job.stopRequested())
            (void)m_decoded->upTo(m_decoded->size() + 1, job);
    });
    Job unseen(job.token()); // progress is that of decoding
    const auto index = scanned(m_decoded->waitFor(1, job), unseen, sink,
                               [&](std::uint64_t wanted) { return m_decoded->waitFor(wanted, job); });
    if (index && isLasting(index->fault)) {
        decoder.request_stop();
        decoder.join();
        constexpr std::uint64_t kGrowth = 4;
        std::uint64_t size = kPrefix;
        while (size <= index->fault->offset && size < limits::kDecodedAtMost)
            size *= kGrowth;
        if (!m_decoded->upTo(size, job))
            return nullptr;
        m_decoded->stopAt(size);
    } else {
        decoder.join();
    }
    if (!index || !m_decoded->ended())
        return nullptr;
    index->bytes = m_decoded->waitFor(0, job);
    return index;
}

// Where both numberings may be meant, the one that reads further is kept (cjfr.md 1.1).
std::shared_ptr<StreamIndex> CjfrFile::scanned(std::span<const std::byte> bytes, Job& job, EventSink* sink,
                                               const StreamScan::More& more) const
{
    StreamScan tool(bytes, streamBegin(), Numbering::tool, isNumberingCertain() ? sink : nullptr);
    if (isNumberingCertain())
        return tool.run(job, more) ? tool.take() : nullptr;
    StreamScan spec(bytes, streamBegin(), Numbering::spec);
    if (!spec.run(job, more))
        return nullptr;
    if (!spec.index().fault)
        return spec.take();
    if (!tool.run(job, more))
        return nullptr;
    return !tool.index().fault || tool.index().end > spec.index().end ? tool.take() : spec.take();
}

}
