#include "core/formats/cjfr/cjfr_document.h"

#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/formats/cjfr/cjfr_format.h"
#include "core/formats/cjfr/cjfr_tracks.h"

#include <algorithm>
#include <thread>

namespace traceglass::cjfr {

namespace {

// How much of a compressed stream opening decodes to find the Configuration: real files have it in front.
constexpr std::size_t kPrefix = 1u << 20;

// Decoding all of a stream must not let a bomb fill the disk: recordings shrink by 2 to 30 times.
std::uint64_t decodedAtMost(std::uint64_t stored)
{
    constexpr std::uint64_t kRatio = 256;
    constexpr std::uint64_t kAlways = 1u << 30;
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

Summary CjfrDocument::summary() const
{
    Summary out;
    out.version = std::to_string(m_header.version);
    out.path = m_path;
    out.size = m_file->size();
    if (m_footer.footer) {
        const Footer& footer = *m_footer.footer;
        out.records = footer.totalEvents;
        constexpr std::int64_t kMicrosecond = 1000;
        const std::int64_t most = std::numeric_limits<std::int64_t>::max() / kMicrosecond;
        if (footer.startUs > 0 && footer.startUs < most && footer.durationUs >= 0
            && footer.durationUs < most) {
            const std::int64_t start = footer.startUs * kMicrosecond;
            out.time = TimeRange {start, addSaturating(start, footer.durationUs * kMicrosecond)};
        }
    }
    {
        const std::lock_guard lock(m_mutex);
        if (m_index && !m_footer.footer)
            out.records = m_index->events();
        if (m_index && m_index->firstStartNs)
            out.time = TimeRange {*m_index->firstStartNs, *m_index->lastEndNs};
        if (m_known) {
            out.tracks = m_known->tracks;
            out.time = m_known->time;
            out.absolute = m_known->isAbsolute;
        }
    }
    if (out.time && out.absolute)
        out.clocks = {"Unix time"};
    out.annotations = noteCount();
    out.more.emplace_back("generator", m_header.generator + " " + m_header.generatorVersion);
    if (m_header.configuration && !m_header.configuration->empty())
        out.more.emplace_back("configuration", *m_header.configuration);
    out.more.emplace_back("compression", m_header.codecName);
    if (m_footer.footer && m_footer.footer->gc && m_footer.footer->gc->count > 0) {
        const GcSummary& gc = *m_footer.footer->gc;
        out.more.emplace_back("collections",
                              collectionsText(gc) + ", longest pause "
                                  + durationText(addWrapping(0, gc.maxPauseUs) * 1000));
        out.more.emplace_back("collector", gc.collector);
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

// --- what is wrong

void CjfrDocument::reportStream(const StreamIndex& index) const
{
    const ByteRange stored = storedStream();
    const SourceId stream = streamSource();
    if (m_header.isCut)
        report(diagnose(Code::CjfrHeaderCut, "the file ends inside the name of the codec", stored));
    bool codecFailed = false;
    std::uint64_t rest = 0; // stored bytes behind the stream
    bool markAtRest = index.sawFooterMark;
    if (m_decoded) {
        const DecodedSource::Outcome outcome = m_decoded->outcome();
        const bool isEmpty = stored.length == 0 && !m_header.isCut;
        codecFailed = outcome.fault != DecodedSource::Fault::none || isEmpty;
        const ByteRange place {SourceId {}, stored.offset + outcome.inputOffset,
                               stored.length - std::min(stored.length, outcome.inputOffset)};
        if (outcome.fault == DecodedSource::Fault::tooLong)
            report(diagnose(Code::CjfrNoSpace, "they are more than " + sizeText(outcome.decoded), place));
        else if (outcome.fault == DecodedSource::Fault::noSpace)
            report(diagnose(Code::CjfrNoSpace, outcome.reason, place));
        else if (codecFailed && (outcome.cut || isEmpty))
            report(diagnose(Code::CjfrStreamCut, outcome.reason, place));
        else if (codecFailed)
            report(diagnose(Code::CjfrStreamCorrupt, outcome.reason, place));
        else if (place.length > 0 && !index.fault) {
            rest = place.length;
            markAtRest =
                std::to_integer<std::uint64_t>(m_file->view()[static_cast<std::size_t>(place.offset)])
                == kFooterMark;
        }
        if (index.sawFooterMark)
            report(diagnose(Code::CjfrBytesAfterEnd, grouped(index.bytes.size() - index.end) + " bytes",
                            ByteRange {stream, index.end, index.bytes.size() - index.end}));
    } else if (index.sawFooterMark) {
        rest = index.bytes.size() - index.end;
    }
    reportFault(index, codecFailed);
    using State = FooterPlace::State;
    const ByteRange footer {SourceId {}, m_footer.offset, m_footer.length};
    const ByteRange behind {SourceId {}, m_footer.offset - rest, rest};
    if (m_footer.state == State::unreadable)
        report(diagnose(Code::CjfrFooterUnreadable, {}, footer));
    else if (m_footer.state == State::newer)
        report(diagnose(Code::CjfrFooterNewer, {}, footer));
    else if (m_footer.state == State::none && markAtRest && rest > 0)
        report(diagnose(Code::CjfrFooterUnreadable, {}, behind));
    else if (m_footer.state == State::none)
        report(diagnose(Code::CjfrFooterMissing));
    if (rest > 0 && !(m_footer.state == State::none && markAtRest))
        report(diagnose(Code::CjfrBytesAfterEnd, grouped(rest) + " bytes", behind));
    reportTypes(index);
}

void CjfrDocument::reportFault(const StreamIndex& index, bool codecFailed) const
{
    if (!index.fault)
        return;
    const StreamFault& fault = *index.fault;
    const bool ranOut = fault.fault == Fault::unexpectedEnd || fault.fault == Fault::countTooLarge;
    if (codecFailed && ranOut)
        return; // it follows from what was reported already
    const ByteRange place {streamSource(), fault.offset, 1};
    const std::string where = "message at byte " + grouped(fault.message);
    switch (fault.fault) {
    case Fault::none: break;
    case Fault::unexpectedEnd: report(diagnose(Code::CjfrMessageCut, where, place)); break;
    case Fault::badDefinition: report(diagnose(Code::CjfrBadType, fault.problem, place)); break;
    case Fault::badEmbedding:
        report(diagnose(Code::CjfrBadType, "an embedding that does not exist", place));
        break;
    case Fault::numberTooLong:
        report(diagnose(Code::CjfrMessageDamaged, where + ": a number of more than 64 bits", place));
        break;
    case Fault::countTooLarge:
        report(diagnose(Code::CjfrMessageDamaged,
                        where + ": a length or count larger than the bytes that follow can hold", place));
        break;
    case Fault::reservedId:
        report(diagnose(Code::CjfrMessageDamaged, where + ": a reserved message id", place));
        break;
    case Fault::unknownType:
        report(diagnose(Code::CjfrMessageDamaged, where + ": a type that was never defined", place));
        break;
    case Fault::beyondCache:
        report(diagnose(Code::CjfrMessageDamaged,
                        where + ": a reference to a cache entry that does not exist", place));
        break;
    case Fault::tooDeep:
        report(diagnose(Code::CjfrMessageDamaged, where + ": values nested too deeply", place));
        break;
    }
}

void CjfrDocument::reportTypes(const StreamIndex& index) const
{
    if (!index.isJfr())
        return;
    for (std::size_t i = 0; i < index.types.count(); ++i) {
        const Type& type = index.types.at(i);
        for (const Slot& slot : type.slots) {
            const bool known = slot.reduction <= reduction::kAmount;
            if (slot.reduction == reduction::kNone || (known && (!slot.type || slot.type->isNumber())))
                continue;
            report(diagnose(Code::CjfrBadReduction,
                            "reduction " + std::to_string(slot.reduction) + " of " + escaped(type.name) + '.'
                                + escaped(slot.name),
                            ByteRange {streamSource(), slot.offset, slot.length}));
        }
    }
    if (!index.ticksPerSecond)
        report(diagnose(Code::CjfrConfigurationMissing));
    else if (*index.ticksPerSecond <= 0)
        report(diagnose(Code::CjfrBadTicks, std::to_string(*index.ticksPerSecond) + " ticks per second"));
    if (!index.sawUniverse)
        report(diagnose(Code::CjfrUniverseMissing));
}

namespace {

// Notes texts that are not valid in their encoding.
struct TextCheck
{
    std::vector<ByteRange> bad;
    std::span<const std::byte> stream;
    SourceId source;

    bool ready(Slot&, const Type&) const { return false; }
    void fresh(Slot&, std::uint64_t) const { }
    bool known(Slot&, std::uint64_t) const { return true; }
    void text(const Type& type, std::span<const std::byte> bytes)
    {
        if (type.encoding == Encoding::utf8 && !isValidUtf8(asText(bytes)) && bad.size() < 100)
            bad.push_back({source, static_cast<std::uint64_t>(bytes.data() - stream.data()), bytes.size()});
    }
};

}

void CjfrDocument::reportTexts(const StreamIndex& index, Job& job) const
{
    TextCheck check {{}, index.bytes, streamSource()};
    Walker<TextCheck> walker(check);
    MessageWalk walk(index, 0);
    for (std::uint64_t i = 0; walk.next() && !((i & 4095) == 4095 && job.stopRequested()); ++i) {
        Cursor in(index.bytes, walk.message().content);
        Clock clock;
        walker.content(in, clock, *const_cast<Type*>(walk.message().type));
    }
    for (const ByteRange& range : check.bad)
        report(diagnose(Code::CjfrBadText, {}, range));
}

Result<std::optional<bool>> CjfrDocument::checksumFits(Job& job) const
{
    if (!m_footer.footer || m_footer.footer->crc.value_or(0) == 0)
        return std::optional<bool>();
    {
        const std::lock_guard lock(m_mutex);
        if (m_checksumFits)
            return m_checksumFits;
    }
    constexpr std::size_t kPiece = 1u << 22;
    std::uint32_t crc = 0;
    for (auto left = m_file->view().first(static_cast<std::size_t>(m_footer.offset)); !left.empty();) {
        if (job.stopRequested())
            return fail(Code::Stopped);
        const std::size_t piece = std::min(left.size(), kPiece);
        crc = crc32(left.first(piece), crc);
        left = left.subspan(piece);
    }
    if (auto whole = checkWhole(); !whole)
        return tl::unexpected(whole.error());
    const std::lock_guard lock(m_mutex);
    m_checksumFits = crc == *m_footer.footer->crc;
    return m_checksumFits;
}

Result<void> CjfrDocument::checkChecksum(Job& job) const
{
    const auto fits = checksumFits(job);
    if (!fits)
        return tl::unexpected(fits.error());
    if (*fits == false)
        report(diagnose(Code::CjfrFooterChecksum, {},
                        ByteRange {SourceId {}, m_footer.offset, m_footer.length}));
    return {};
}

Result<void> CjfrDocument::checkWhole() const
{
    if (!m_file->isCut())
        return {};
    report(diagnose(Code::FileChanged, "it became shorter", ByteRange {SourceId {}, 0, m_file->size()}));
    return fail(Code::FileChanged, "it became shorter");
}

Result<void> CjfrDocument::validate(Job& job) const
{
    auto index = indexNow(job);
    if (!index)
        return tl::unexpected(index.error());
    if (auto whole = checkWhole(); !whole)
        return whole;
    if (auto checked = checkChecksum(job); !checked)
        return checked;
    reportTexts(**index, job);
    return job.stopRequested() ? Result<void>(fail(Code::Stopped)) : Result<void>();
}

}
