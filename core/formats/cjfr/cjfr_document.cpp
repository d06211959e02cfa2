#include "core/formats/cjfr/cjfr_document.h"

#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/formats/cjfr/timeline/cjfr_timeline.h"
#include "core/formats/cjfr/timeline/cjfr_tracks.h"
#include "core/formats/cjfr/timeline/cjfr_words.h"

#include <algorithm>
#include <thread>

namespace traceglass::cjfr {

namespace {

// How much of a compressed stream opening decodes to find the Configuration: real files have it in front.
constexpr std::size_t kPrefix = 1u << 20;

// Decoding all of a stream must not let a bomb fill the disk, nor take seconds for a file of no size: recordings
// shrink by 2 to 30 times.
std::uint64_t decodedAtMost(std::uint64_t stored)
{
    constexpr std::uint64_t kRatio = 256;
    constexpr std::uint64_t kAlways = 64u << 20;
    return std::clamp(std::min(stored, limits::kDecodedAtMost / kRatio) * kRatio, kAlways,
                      limits::kDecodedAtMost);
}

}

CjfrDocument::CjfrDocument(std::filesystem::path path, std::shared_ptr<const MappedFile> file, Header header)
    : m_path(std::move(path))
    , m_file(std::move(file))
    , m_header(std::move(header))
{
}

Result<std::unique_ptr<Document>> CjfrDocument::open(const std::filesystem::path& path)
{
    auto file = MappedFile::open(path);
    if (!file)
        return tl::unexpected(file.error());
    auto header = readHeader((*file)->view());
    if (!header)
        return tl::unexpected(header.error());
    std::unique_ptr<CjfrDocument> document(new CjfrDocument(path, std::move(*file), std::move(*header)));
    document->m_footer = findFooter(document->m_file->view(), document->m_header.streamStart);
    const ByteRange stored = document->storedStream();
    if (const auto codec = document->m_header.codec) {
        const auto head = document->m_file->view().subspan(static_cast<std::size_t>(stored.offset),
                                                           static_cast<std::size_t>(stored.length));
        if (!mayBegin(*codec, head))
            return fail(Code::CjfrNotCompressed, "no " + document->m_header.codecName + " data begin there",
                        ByteRange {SourceId {}, stored.offset, std::min<std::uint64_t>(stored.length, 6)});
        document->m_decoded =
            std::make_shared<const DecodedSource>("decoded stream", document->m_file, stored.offset,
                                                  stored.length, *codec, decodedAtMost(stored.length));
    }
    if (auto start = document->checkStart(); !start)
        return tl::unexpected(start.error());
    return std::unique_ptr<Document>(std::move(document));
}

// Ticks per second that make no sense reject a recording, so its first messages are read when it is opened.
Result<void> CjfrDocument::checkStart()
{
    std::vector<std::byte> prefix;
    std::span<const std::byte> bytes = m_file->view().first(static_cast<std::size_t>(m_footer.offset));
    std::uint64_t begin = m_header.streamStart;
    if (m_decoded) {
        prefix.resize(kPrefix);
        prefix.resize(m_decoded->read(0, prefix));
        bytes = prefix;
        begin = 0;
    }
    for (const Numbering numbering : {Numbering::spec, Numbering::tool}) {
        if (numbering == Numbering::spec && m_header.layout != Layout::brief)
            continue;
        StreamScan scan(bytes, begin, numbering);
        scan.untilFirstEvent();
        if (const auto ticks = scan.index().ticksPerSecond; ticks && *ticks <= 0)
            return fail(Code::CjfrBadTicks, std::to_string(*ticks) + " ticks per second",
                        ByteRange {streamSource(), scan.index().end, 0});
        m_hasTimes = scan.index().isJfr() || hasTimes(scan.index().types);
        if (!m_hasTimes) { // types may be defined between messages
            StreamScan more(bytes.first(std::min<std::size_t>(bytes.size(), begin + kPrefix)), begin,
                            numbering);
            Job job;
            more.run(job);
            m_hasTimes = hasTimes(more.index().types);
        }
        if (!scan.index().fault)
            break;
    }
    return {};
}

const Format& CjfrDocument::format() const
{
    return kFormat;
}

ByteRange CjfrDocument::storedStream() const
{
    return {SourceId {}, m_header.streamStart, m_footer.offset - m_header.streamStart};
}

std::optional<TimeRange> CjfrDocument::statedTime() const
{
    constexpr std::int64_t kMicrosecond = 1000;
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max() / kMicrosecond;
    const auto& footer = m_footer.footer;
    if (!footer || footer->startUs <= 0 || footer->startUs >= kMost || footer->durationUs < 0
        || footer->durationUs >= kMost)
        return {};
    const std::int64_t start = footer->startUs * kMicrosecond;
    return TimeRange {start, addSaturating(start, footer->durationUs * kMicrosecond)};
}

Summary CjfrDocument::summary() const
{
    Summary out;
    out.version = std::to_string(m_header.version);
    out.path = m_path;
    out.size = m_file->size();
    if (m_footer.footer)
        out.records = m_footer.footer->totalEvents;
    out.time = statedTime();
    bool isStated = out.time.has_value();
    {
        const std::lock_guard lock(m_mutex);
        if (m_index && !m_footer.footer)
            out.records = m_index->events();
        isStated = isStated && !m_known && !(m_index && m_index->firstStartNs);
        if (m_index && m_index->firstStartNs) {
            const TimeRange stored {*m_index->firstStartNs, *m_index->lastEndNs};
            out.time = m_index->isJfr() ? withStated(stored, out.time) : stored;
        }
        if (m_known) {
            out.tracks = m_known->tracks;
            out.time = m_known->time;
            out.absolute = m_known->isAbsolute;
        }
    }
    if (out.time && out.absolute)
        out.clocks = {"Unix time"};
    out.annotations = noteCount();
    if (out.records)
        out.more.emplace_back("events", grouped(*out.records));
    if (isStated)
        out.more.emplace_back("times", "as the footer states them; events may lie outside");
    out.more.emplace_back("generator", m_header.generator + " " + m_header.generatorVersion);
    if (m_header.configuration && !m_header.configuration->empty())
        out.more.emplace_back("configuration", *m_header.configuration);
    out.more.emplace_back("compression", m_header.codecName);
    if (m_footer.footer && m_footer.footer->gc && m_footer.footer->gc->count > 0) {
        const GcSummary& gc = *m_footer.footer->gc;
        out.more.emplace_back("collections",
                              collectionsText(gc) + ", longest pause " + microsecondsText(gc.maxPauseUs));
        out.more.emplace_back("collector", std::string(collectorWords(gc.collector)));
    }
    return out;
}

bool CjfrDocument::changedOnDisk() const
{
    const auto now = identify(m_path);
    return m_file->isCut() || !now || *now != m_file->identity();
}

std::string CjfrDocument::sourceName(SourceId id) const
{
    return number(id) == 1 && m_decoded ? m_decoded->name() : m_file->name();
}

Result<SourcePtr> CjfrDocument::source(SourceId id) const
{
    if (number(id) == 0)
        return SourcePtr(m_file);
    if (number(id) == 1 && m_decoded)
        return SourcePtr(m_decoded);
    return fail(Code::NodeUnknown, "source " + std::to_string(number(id)));
}

// --- reading the stream once

IndexPtr CjfrDocument::indexNow() const
{
    {
        const std::lock_guard lock(m_mutex);
        if (m_indexFollows && !m_index)
            return nullptr;
    }
    Job job;
    return indexNow(job).value_or(nullptr);
}

std::optional<Message> CjfrDocument::lastMessage() const
{
    const std::lock_guard lock(m_mutex);
    return m_lastMessage;
}

void CjfrDocument::noteMessage(const Message& message) const
{
    const std::lock_guard lock(m_mutex);
    m_lastMessage = message;
}

Result<IndexPtr> CjfrDocument::indexNow(Job& job, EventSink* sink) const
{
    IndexPtr known;
    {
        std::unique_lock lock(m_mutex);
        if (!m_turn.wait(lock, job.token(), [&] { return !m_isReading; }))
            return fail(Code::Stopped);
        if (!m_index || !m_decoded) {
            if (auto whole = checkWhole(); !whole)
                return tl::unexpected(whole.error());
        }
        known = m_index;
        m_isReading = !known;
    }
    if (known) {
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
    return index;
}

bool CjfrDocument::tell(const StreamIndex& index, EventSink& sink, Job& job) const
{
    job.start(index.end - index.begin);
    StreamScan again(index.bytes, index.begin, index.types.numbering(), &sink);
    return again.run(job);
}

Result<IndexPtr> CjfrDocument::readStream(Job& job, EventSink* sink) const
{
    std::shared_ptr<StreamIndex> index;
    if (m_decoded) {
        index = scannedWhileDecoding(job, sink);
    } else {
        const auto bytes = m_file->view().first(static_cast<std::size_t>(m_footer.offset));
        job.start(bytes.size() - m_header.streamStart);
        index = scanned(bytes, m_header.streamStart, job, sink);
    }
    if (!index || (sink && !isNumberingCertain() && !tell(*index, *sink, job)))
        return fail(Code::Stopped);
    if (auto whole = checkWhole(); !whole)
        return tl::unexpected(whole.error());
    reportStream(*index);
    return IndexPtr(std::move(index));
}

// One thread decodes, this one reads the messages in what there is so far. Nothing behind a message that
// cannot be read is of any use: decoding ends there, in steps, so that the same bytes are kept however far
// the other thread was ahead.
std::shared_ptr<StreamIndex> CjfrDocument::scannedWhileDecoding(Job& job, EventSink* sink) const
{
    if (m_decoded->ended()) {
        const auto bytes = m_decoded->waitFor(0, job);
        job.start(bytes.size());
        return scanned(bytes, 0, job, sink);
    }
    job.start(storedStream().length);
    std::jthread decoder([&](const std::stop_token& enough) {
        while (!m_decoded->ended() && !enough.stop_requested() && !job.stopRequested())
            (void)m_decoded->upTo(m_decoded->size() + 1, job);
    });
    Job unseen(job.token()); // progress is that of decoding
    const auto index = scanned(m_decoded->waitFor(1, job), 0, unseen, sink,
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

// The short layout does not tell whose numbering of types its stream has: the specification's is tried first,
// and the one that reads further is kept (cjfr.md 1.1).
std::shared_ptr<StreamIndex> CjfrDocument::scanned(std::span<const std::byte> bytes, std::uint64_t begin,
                                                   Job& job, EventSink* sink,
                                                   const StreamScan::More& more) const
{
    StreamScan tool(bytes, begin, Numbering::tool, isNumberingCertain() ? sink : nullptr);
    if (isNumberingCertain())
        return tool.run(job, more) ? tool.take() : nullptr;
    StreamScan spec(bytes, begin, Numbering::spec);
    if (!spec.run(job, more))
        return nullptr;
    if (!spec.index().fault)
        return spec.take();
    if (!tool.run(job, more))
        return nullptr;
    return !tool.index().fault || tool.index().end > spec.index().end ? tool.take() : spec.take();
}

}
