#include "core/formats/rdf/wire/rdf_file.h"

#include "core/base/limits.h"
#include "core/base/text.h"

#include <algorithm>

namespace traceglass::rdf {

namespace {

// A nested capture in compressed data needs its index in memory: so much for one, and so much for all.
constexpr std::uint64_t kNestedIndex = 16u << 20;
constexpr std::uint64_t kNestedIndexes = 256u << 20;
constexpr std::size_t kNestedAtMost = 65'536;
// Captures in bytes of their own have indexes no longer than the file together. What shares them may multiply without
// end: so much more of it.
constexpr std::uint64_t kSharedIndexes = 1u << 20;

constexpr std::uint64_t kHead = 64 * 1024;
constexpr std::uint64_t kPiece = 256 * 1024; // decoded at once where nothing is kept

// The first and the last entry.
std::pair<Entry, Entry> endsOf(const Index& index)
{
    return index.count() == 0 ? std::pair<Entry, Entry> {}
                              : std::pair {index.entry(0), index.entry(index.count() - 1)};
}

}

// The file while it lives. Decoded sources hold it weakly: they may be read after the document is gone.
struct RdfFile::Reporter
{
    std::mutex mutex;
    const RdfFile* file = nullptr;
};

RdfFile::RdfFile(std::filesystem::path path, std::shared_ptr<const MappedFile> mapped, DiagnosticLog& log)
    : m_path(std::move(path))
    , m_mapped(std::move(mapped))
    , m_log(log)
    , m_reporter(std::make_shared<Reporter>())
    , m_decoded(64, 256u << 20)
    , m_payloads(1024, 64u << 20)
{
    m_reporter->file = this;
}

RdfFile::~RdfFile()
{
    const std::lock_guard lock(m_reporter->mutex);
    m_reporter->file = nullptr;
}

Result<void> RdfFile::open(Job& job)
{
    const std::span<const std::byte> bytes = m_mapped->view();
    std::vector<Diagnostic> problems;
    auto index = readIndex(bytes, problems);
    if (!index)
        return tl::unexpected(index.error());
    for (Diagnostic& problem : problems)
        m_log.add(std::move(problem));
    m_indexEnds = endsOf(*index);
    m_lookedAt = LookedAt(index->count());
    m_outer = &m_captures.emplace_back(0, OuterChunk {}, ByteRange {SourceId {}, 0, bytes.size()}, *index,
                                       bytes, std::vector<std::byte> {});
    const auto report = [this](Diagnostic problem) { m_log.add(std::move(problem)); };
    if (const auto joined = joinedAt(m_outer->index(), bytes, job)) {
        const std::uint64_t length = bytes.size() - *joined;
        report(diagnose(Code::RdfJoined, sizeText(length) + " from byte " + grouped(*joined) + " on",
                        ByteRange {SourceId {}, *joined, length}));
    }
    return checkEntries(m_outer->index(), report, job).and_then([this] { return checkWhole(); });
}

Result<void> RdfFile::checkWhole() const
{
    // Notes saved twice by another program may lie where the index was that this document reads.
    if (auto uncut = m_mapped->checkUncut(&m_log); !uncut || endsOf(outer().index()) == m_indexEnds)
        return uncut;
    const char* const how = "its index was written over";
    m_log.add(diagnose(Code::FileChanged, how, ByteRange {SourceId {}, 0, m_mapped->size()}));
    return fail(Code::FileChanged, how);
}

// --- captures

const RdfCapture& RdfFile::capture(std::uint32_t number) const
{
    const std::lock_guard lock(m_mutex);
    return m_captures[number];
}

bool RdfFile::hasCapture(std::uint32_t number) const
{
    const std::lock_guard lock(m_mutex);
    return number < m_captures.size();
}

// The number of the capture that the data of a chunk are, 0 when they cannot be read as one, or the job is stopped.
std::uint32_t RdfFile::openNested(ChunkKey chunk, const ByteRange& range, std::optional<Code>& closed,
                                  const Job& job) const
{
    const RdfCapture& outer = capture(chunk.capture);
    const int depth = outer.parent().depth + 1;
    if (depth > limits::kNestedCaptures) {
        closed = Code::NestingTooDeep;
        return 0;
    }
    // Offsets count from where a capture begins, so all that it holds lies behind that but itself.
    if (range.source == outer.whole().source && range.offset == outer.whole().offset) {
        closed = Code::RdfHoldsItself;
        return 0;
    }
    {
        const std::lock_guard lock(m_mutex);
        if (const auto known = m_nested.find(chunk.packed()); known != m_nested.end())
            return known->second;
    }
    auto from = source(range.source);
    if (!from)
        return 0;
    std::span<const std::byte> bytes = (*from)->view();
    const bool mapped =
        !bytes.empty() && range.offset <= bytes.size() && range.length <= bytes.size() - range.offset;
    bytes = bytes.subspan(mapped ? static_cast<std::size_t>(range.offset) : 0,
                          mapped ? static_cast<std::size_t>(range.length) : 0);

    std::vector<Diagnostic> problems;
    std::vector<std::byte> ownIndex;
    Result<Index> index;
    if (mapped) {
        index = readIndex(bytes, problems);
    } else {
        const std::vector<std::byte> head = readBytes(**from, range.offset, range.length, kHead, job);
        index->fileSize = range.length;
        auto extent = checkHeader(head, range.length, index->header, problems);
        if (!extent || extent->length > kNestedIndex)
            return 0;
        ownIndex = readBytes(**from, range.offset + extent->offset, extent->length, kNestedIndex, job);
        // Decoding may have ended before the index.
        ownIndex.resize(ownIndex.size() / kEntrySize * kEntrySize);
        index->extent = {extent->offset, ownIndex.size()};
        index->entries = ownIndex;
    }
    if (!index || job.stopRequested())
        return 0;

    const std::uint64_t mappedBytes = mapped ? index->extent.length : 0;
    const auto isFull = [&] { // under the lock
        return m_captures.size() >= kNestedAtMost || m_nestedIndexBytes + ownIndex.size() > kNestedIndexes
            || m_nestedMappedBytes + mappedBytes > m_mapped->size() + kSharedIndexes;
    };
    {
        const std::lock_guard lock(m_mutex);
        if (isFull()) {
            closed = Code::RdfNestedLimit;
            return 0;
        }
    }
    std::string name; // of the data: only made where there is something to report
    const auto report = [&](Diagnostic problem) {
        if (problem.range) {
            problem.range->source = range.source;
            problem.range->offset += range.offset;
        }
        if (name.empty())
            name = "in " + dataName(chunk, job);
        if (job.stopRequested()) // the name may not be whole
            return;
        problem.detail = name + (problem.detail.empty() ? "" : ": " + problem.detail);
        addWithin(chunk, std::move(problem));
    };
    for (Diagnostic& problem : problems)
        report(std::move(problem));
    Job unseen(job.token()); // progress is that of the question
    const bool isChecked = checkEntries(*index, report, unseen).has_value();
    if (!isChecked || job.stopRequested()) // else something may not have been told
        return 0;

    const std::lock_guard lock(m_mutex);
    const auto [known, isNew] = m_nested.try_emplace(chunk.packed(), 0);
    if (!isNew)
        return known->second; // another thread was faster
    if (isFull()) {
        closed = Code::RdfNestedLimit;
        return 0;
    }
    m_nestedIndexBytes += ownIndex.size();
    m_nestedMappedBytes += mappedBytes;
    const auto number = static_cast<std::uint32_t>(m_captures.size());
    known->second = number;
    m_captures.emplace_back(number, OuterChunk {chunk.capture, chunk.entry, depth}, range, *index, bytes,
                            std::move(ownIndex));
    return number;
}

// --- sources

std::string RdfFile::dataName(ChunkKey chunk, const Job& job) const
{
    const RdfCapture& in = capture(chunk.capture);
    std::string name = in.chunkName(chunk.entry, job) + " data";
    if (in.isNested())
        name = dataName({in.parent().capture, in.parent().entry}, job) + " / " + name;
    return name;
}

std::uint32_t RdfFile::sourceCount() const
{
    const std::lock_guard lock(m_mutex);
    return static_cast<std::uint32_t>(1 + m_decodedKeys.size());
}

std::optional<ChunkKey> RdfFile::decodedChunk(SourceId id) const
{
    const std::lock_guard lock(m_mutex);
    if (number(id) == 0 || number(id) > m_decodedKeys.size())
        return {};
    return m_decodedKeys[number(id) - 1];
}

std::string RdfFile::sourceName(SourceId id) const
{
    if (number(id) == 0)
        return m_mapped->name();
    const auto chunk = decodedChunk(id);
    return chunk ? dataName(*chunk, Job()) : std::string();
}

Result<SourcePtr> RdfFile::source(SourceId id) const
{
    if (number(id) == 0)
        return SourcePtr(m_mapped);
    const auto chunk = decodedChunk(id);
    if (!chunk)
        return fail(Code::NodeUnknown, "source " + std::to_string(number(id)));
    return decodedSource(*chunk, Job()).map([](auto decoded) { return SourcePtr(std::move(decoded)); });
}

SourceId RdfFile::decodedId(ChunkKey chunk) const
{
    const std::lock_guard lock(m_mutex);
    const auto [known, isNew] = m_decodedIds.try_emplace(chunk.packed(), 0);
    if (isNew) {
        m_decodedKeys.push_back(chunk);
        known->second = static_cast<std::uint32_t>(m_decodedKeys.size());
    }
    return SourceId(known->second);
}

Result<std::shared_ptr<const DecodedSource>> RdfFile::decodedSource(ChunkKey chunk, const Job& job) const
{
    {
        const std::lock_guard lock(m_mutex);
        std::shared_ptr<const DecodedSource> known = m_decoded.find(chunk.packed()).value_or(nullptr);
        if (!known)
            known = m_alive[chunk.packed()].lock();
        if (known) {
            m_decoded.put(chunk.packed(), known, known->memoryBytes()); // what it costs has grown since
            return known;
        }
    }
    const ByteRange stored = storedData(chunk);
    auto from = source(stored.source);
    if (!from)
        return tl::unexpected(from.error());
    const std::int64_t claimed = capture(chunk.capture).index().entry(chunk.entry).claimedSize();
    auto onEnd = [reporter = std::weak_ptr(m_reporter), chunk](const DecodedSource::Outcome& outcome) {
        const auto alive = reporter.lock();
        if (!alive)
            return;
        const std::lock_guard lock(alive->mutex);
        if (alive->file)
            alive->file->addOutcome(chunk, outcome);
    };
    std::string name = dataName(chunk, job);
    if (job.stopRequested())
        return fail(Code::Stopped);
    auto made = std::make_shared<const DecodedSource>(
        std::move(name), *from, stored.offset, stored.length,
        static_cast<std::uint64_t>(std::max<std::int64_t>(claimed, 0)), std::move(onEnd));
    const std::lock_guard lock(m_mutex);
    std::weak_ptr<const DecodedSource>& alive = m_alive[chunk.packed()];
    if (auto other = alive.lock())
        return other; // another thread was faster
    alive = made;
    m_decoded.put(chunk.packed(), made, 0);
    return made;
}

ByteRange RdfFile::storedData(ChunkKey chunk) const
{
    const RdfCapture& in = capture(chunk.capture);
    return in.range(in.index().dataExtent(in.index().entry(chunk.entry)));
}

Result<ByteRange> RdfFile::decodedData(ChunkKey chunk, const Job& job) const
{
    if (!capture(chunk.capture).index().entry(chunk.entry).canDecode())
        return storedData(chunk);
    auto decoded = decodedSource(chunk, job);
    if (!decoded)
        return tl::unexpected(decoded.error());
    if (!(*decoded)->prepare(kHead, job)) // small data get their real size this way, whatever is claimed
        return fail(Code::Stopped);
    return ByteRange {decodedId(chunk), 0, (*decoded)->size()};
}

std::shared_ptr<const Payload> RdfFile::payload(ChunkKey chunk, const Job& job) const
{
    {
        const std::lock_guard lock(m_mutex);
        if (auto known = m_payloads.find(chunk.packed()))
            return *known;
    }
    auto found = std::make_shared<Payload>();
    if (auto range = decodedData(chunk, job)) {
        found->range = *range;
        if (auto from = source(range->source)) {
            *found = lookAt(**from, *range, job);
            if (number(range->source) != number(storedData(chunk).source))
                found->range.length = (*from)->size(); // looking may have decoded everything
            if (found->content == Content::rdf)
                found->capture = openNested(chunk, *range, found->closed, job);
        }
    }
    std::string name = found->closed ? dataName(chunk, job) : std::string();
    if (job.stopRequested())
        return found;
    if (found->closed)
        addWithin(chunk, diagnose(*found->closed, std::move(name), found->range));
    const std::lock_guard lock(m_mutex);
    m_payloads.put(chunk.packed(), found, found->memoryBytes());
    return found;
}

std::optional<DecodedSource::Outcome> RdfFile::decodeAway(std::uint64_t entry, std::uint64_t atMost,
                                                          ZstdStream& stream, const Job& job,
                                                          Sha256* hash) const
{
    const ByteRange stored = storedData({0, entry});
    const auto claimed = static_cast<std::uint64_t>(outer().index().entry(entry).uncompressedSize);
    stream.start(*m_mapped, stored.offset, stored.length, DecodedSource::wanted(claimed, atMost));
    std::vector<std::byte> piece(
        static_cast<std::size_t>(std::clamp<std::uint64_t>(claimed + 1, 4096, kPiece)));
    while (stream.state() == ZstdStream::State::more) {
        if (job.stopRequested())
            return {};
        const std::size_t got = stream.read(piece);
        if (hash)
            hash->add(std::span(piece).first(got));
    }
    return DecodedSource::judge(stream, claimed);
}

// --- what is wrong

// A problem in a chunk is one of the chunks it lies in as well, which may own bytes of another source.
void RdfFile::addWithin(ChunkKey chunk, Diagnostic diagnostic) const
{
    for (;; chunk = {capture(chunk.capture).parent().capture, capture(chunk.capture).parent().entry}) {
        const bool ownsBytes = diagnostic.range
            && storedData(chunk).contains(diagnostic.range->source, diagnostic.range->offset);
        if (diagnostic.severity != Severity::info && !ownsBytes) {
            const std::lock_guard lock(m_mutex);
            Severity& worst = m_worstWithin.try_emplace(chunk.packed(), diagnostic.severity).first->second;
            worst = std::max(worst, diagnostic.severity);
        }
        if (chunk.capture == 0)
            break;
    }
    diagnostic.entry = chunk.entry;
    m_log.add(std::move(diagnostic));
}

void RdfFile::addOutcome(ChunkKey chunk, const DecodedSource::Outcome& outcome) const
{
    if (outcome.fault != DecodedSource::Fault::none)
        addFault(chunk, outcome);
    if (chunk.capture == 0)
        m_lookedAt.add(chunk.entry);
}

void RdfFile::addFault(ChunkKey chunk, const DecodedSource::Outcome& outcome) const
{
    using Fault = DecodedSource::Fault;
    const Entry entry = capture(chunk.capture).index().entry(chunk.entry);
    ByteRange range = storedData(chunk);
    Code code = Code::RdfZstdSizeMismatch;
    std::string detail;
    if (outcome.fault == Fault::corrupt) {
        code = Code::RdfZstdCorrupt;
        const std::uint64_t good = range.length == 0 ? 0 : std::min(outcome.inputOffset, range.length - 1);
        range = {range.source, range.offset + good, range.length - good};
        detail = outcome.reason + ", " + counted(outcome.decoded, "byte", "bytes") + " decoded before it";
    } else if (outcome.fault == Fault::noSpace) {
        code = Code::FileUnwritable;
        detail = outcome.reason;
    } else {
        detail = "the entry states "
            + counted(static_cast<std::uint64_t>(entry.uncompressedSize), "byte", "bytes")
            + (outcome.fault == Fault::tooLong ? ", there are at least " : ", there are ")
            + grouped(outcome.decoded);
    }
    if (chunk.capture != 0)
        detail = "in " + dataName(chunk, Job()) + ": " + detail;
    addWithin(chunk, diagnose(code, std::move(detail), range));
}

std::optional<Severity> RdfFile::problemOf(ChunkKey chunk) const
{
    const auto ofEntry = m_log.worstWithin(capture(chunk.capture).entryRange(chunk.entry));
    const std::lock_guard lock(m_mutex);
    const auto within = m_worstWithin.find(chunk.packed());
    return within == m_worstWithin.end() ? ofEntry : std::max(ofEntry, std::optional(within->second));
}

}
