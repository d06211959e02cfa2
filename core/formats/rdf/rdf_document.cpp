#include "core/formats/rdf/rdf_document.h"

#include "core/base/limits.h"
#include "core/base/text.h"

#include <algorithm>

namespace traceglass::rdf {

namespace {

// A nested capture in compressed data needs its index in memory: so much for one, and so much for all.
constexpr std::uint64_t kNestedIndex = 16u << 20;
constexpr std::uint64_t kNestedIndexes = 256u << 20;
constexpr std::size_t kNestedAtMost = 65'536;

constexpr std::uint64_t kHead = 64 * 1024;

std::vector<std::byte> endsOf(const Index& index)
{
    if (index.count() == 0)
        return {};
    std::vector<std::byte> ends(2 * kEntrySize);
    std::ranges::copy(index.entries.first(kEntrySize), ends.begin());
    std::ranges::copy(
        index.entries.subspan(static_cast<std::size_t>((index.count() - 1) * kEntrySize), kEntrySize),
        ends.begin() + kEntrySize);
    return ends;
}

}

// The document while it lives. Decoded sources hold it weakly: they may be read after the document is gone.
struct RdfDocument::Reporter
{
    std::mutex mutex;
    const RdfDocument* document = nullptr;
};

RdfDocument::RdfDocument(std::filesystem::path path, std::shared_ptr<const MappedFile> file)
    : m_path(std::move(path))
    , m_file(std::move(file))
    , m_reporter(std::make_shared<Reporter>())
    , m_decoded(64, 256u << 20)
    , m_payloads(1024, 64u << 20)
{
    m_reporter->document = this;
}

RdfDocument::~RdfDocument()
{
    const std::lock_guard lock(m_reporter->mutex);
    m_reporter->document = nullptr;
}

Result<std::unique_ptr<Document>> RdfDocument::open(const std::filesystem::path& path)
{
    auto file = MappedFile::open(path);
    if (!file)
        return tl::unexpected(file.error());
    const std::span<const std::byte> bytes = (*file)->view();
    std::vector<Diagnostic> problems;
    auto index = readIndex(bytes, problems);
    if (!index)
        return tl::unexpected(index.error());
    checkEntries(*index, problems);

    std::unique_ptr<RdfDocument> document(new RdfDocument(path, std::move(*file)));
    document->m_indexEnds = endsOf(*index);
    document->m_captures.emplace_back(0, Parent {}, ByteRange {SourceId {}, 0, bytes.size()},
                                      std::move(*index), bytes, std::vector<std::byte> {});
    for (Diagnostic& problem : problems)
        document->note(std::move(problem));
    if (auto whole = document->checkWhole(); !whole)
        return tl::unexpected(whole.error());
    return std::unique_ptr<Document>(std::move(document));
}

const Format& RdfDocument::format() const
{
    return kFormat;
}

Summary RdfDocument::summary() const
{
    const Index& index = capture(0).index();
    Summary out;
    out.version = std::to_string(index.header.version);
    out.path = m_path;
    out.size = m_file->size();
    out.records = index.count();
    out.annotations = noteCount();
    out.more.emplace_back("chunks", grouped(index.count()));
    return out;
}

bool RdfDocument::changedOnDisk() const
{
    if (m_file->isCut())
        return true;
    const auto now = identify(m_path);
    return !now || *now != m_file->identity();
}

// --- captures

const Capture& RdfDocument::capture(std::uint32_t number) const
{
    const std::lock_guard lock(m_mutex);
    return m_captures[number];
}

// The number of the capture that the data of a chunk are, 0 when they cannot be read as one.
std::uint32_t RdfDocument::openNested(ChunkKey chunk, const ByteRange& range, bool& tooDeep) const
{
    const Capture& outer = capture(chunk.capture);
    const int depth = outer.parent().depth + 1;
    if (depth > limits::kNestedCaptures) {
        tooDeep = true;
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
    const std::span<const std::byte> whole = (*from)->view();
    const bool mapped =
        !whole.empty() && range.offset <= whole.size() && range.length <= whole.size() - range.offset;
    const std::span<const std::byte> bytes = mapped
        ? whole.subspan(static_cast<std::size_t>(range.offset), static_cast<std::size_t>(range.length))
        : std::span<const std::byte> {};

    std::vector<Diagnostic> problems;
    std::vector<std::byte> ownIndex;
    Index index;
    if (mapped) {
        auto read = readIndex(bytes, problems);
        if (!read)
            return 0;
        index = std::move(*read);
    } else {
        const std::vector<std::byte> head = readBytes(**from, range.offset, range.length, kHead);
        index.fileSize = range.length;
        auto extent = checkHeader(head, range.length, index.header, problems);
        if (!extent || extent->length > kNestedIndex)
            return 0;
        ownIndex = readBytes(**from, range.offset + extent->offset, extent->length, kNestedIndex);
        ownIndex.resize(ownIndex.size() / kEntrySize
                        * kEntrySize); // decoding may have ended before the index
        index.extent = {extent->offset, ownIndex.size()};
        index.entries = ownIndex;
    }
    checkEntries(index, problems);

    std::uint32_t number = 0;
    {
        const std::lock_guard lock(m_mutex);
        const auto [known, isNew] = m_nested.try_emplace(chunk.packed(), 0);
        if (!isNew)
            return known->second;
        if (m_captures.size() >= kNestedAtMost || m_nestedIndexBytes + ownIndex.size() > kNestedIndexes)
            return 0;
        m_nestedIndexBytes += ownIndex.size();
        number = static_cast<std::uint32_t>(m_captures.size());
        known->second = number;
        m_captures.emplace_back(number, Parent {chunk.capture, chunk.entry, depth}, range, std::move(index),
                                bytes, std::move(ownIndex));
    }
    for (Diagnostic& problem : problems) {
        if (problem.range) {
            problem.range->source = range.source;
            problem.range->offset += range.offset;
        }
        problem.detail = "in " + dataName(chunk) + (problem.detail.empty() ? "" : ": " + problem.detail);
        ChunkKey top = chunk;
        while (top.capture != 0)
            top = {capture(top.capture).parent().capture, capture(top.capture).parent().entry};
        problem.entry = top.entry;
        note(std::move(problem));
    }
    return number;
}

// --- sources

std::string RdfDocument::dataName(ChunkKey chunk) const
{
    const Capture& in = capture(chunk.capture);
    std::string name = in.chunkName(chunk.entry) + " data";
    if (in.isNested())
        name = dataName({in.parent().capture, in.parent().entry}) + " / " + name;
    return name;
}

bool RdfDocument::canDecode(const Entry& entry) const
{
    return entry.isCompressed() && entry.uncompressedSize >= 0;
}

std::uint32_t RdfDocument::sourceCount() const
{
    const std::lock_guard lock(m_mutex);
    return static_cast<std::uint32_t>(1 + m_decodedKeys.size());
}

std::string RdfDocument::sourceName(SourceId id) const
{
    if (number(id) == 0)
        return m_file->name();
    ChunkKey chunk;
    {
        const std::lock_guard lock(m_mutex);
        if (number(id) > m_decodedKeys.size())
            return {};
        chunk = m_decodedKeys[number(id) - 1];
    }
    return dataName(chunk);
}

Result<SourcePtr> RdfDocument::source(SourceId id) const
{
    if (number(id) == 0)
        return SourcePtr(m_file);
    ChunkKey chunk;
    {
        const std::lock_guard lock(m_mutex);
        if (number(id) > m_decodedKeys.size())
            return fail(Code::NodeUnknown, "source " + std::to_string(number(id)));
        chunk = m_decodedKeys[number(id) - 1];
    }
    return decodedSource(chunk).map([](auto decoded) { return SourcePtr(std::move(decoded)); });
}

SourceId RdfDocument::decodedId(ChunkKey chunk) const
{
    const std::lock_guard lock(m_mutex);
    const auto [known, isNew] = m_decodedIds.try_emplace(chunk.packed(), 0);
    if (isNew) {
        m_decodedKeys.push_back(chunk);
        known->second = static_cast<std::uint32_t>(m_decodedKeys.size());
    }
    return SourceId(known->second);
}

Result<std::shared_ptr<const DecodedSource>> RdfDocument::decodedSource(ChunkKey chunk) const
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
        if (alive->document)
            alive->document->noteOutcome(chunk, outcome);
    };
    auto made = std::make_shared<const DecodedSource>(
        dataName(chunk), *from, stored.offset, stored.length,
        static_cast<std::uint64_t>(std::max<std::int64_t>(claimed, 0)), std::move(onEnd));
    const std::lock_guard lock(m_mutex);
    std::weak_ptr<const DecodedSource>& alive = m_alive[chunk.packed()];
    if (auto other = alive.lock())
        return other; // another thread was faster
    alive = made;
    m_decoded.put(chunk.packed(), made, 0);
    return made;
}

ByteRange RdfDocument::storedData(ChunkKey chunk) const
{
    const Capture& in = capture(chunk.capture);
    return in.range(in.index().dataExtent(in.index().entry(chunk.entry)));
}

Result<ByteRange> RdfDocument::decodedData(ChunkKey chunk) const
{
    if (!canDecode(capture(chunk.capture).index().entry(chunk.entry)))
        return storedData(chunk);
    auto decoded = decodedSource(chunk);
    if (!decoded)
        return tl::unexpected(decoded.error());
    std::vector<std::byte> head(kHead);
    (*decoded)->read(0, head); // small data get their real size this way, whatever is claimed
    return ByteRange {decodedId(chunk), 0, (*decoded)->size()};
}

// The decoded bytes of a chunk are those of its data, also when it has none.
Result<ByteRange> RdfDocument::decoded(const NodeId& id) const
{
    const auto address = addressOf(id);
    if (!address)
        return fail(Code::NodeUnknown);
    if (address->place != Place::chunk && address->place != Place::data)
        return makeNode(*address).range;
    const ByteRange stored = storedData(address->chunk());
    return stored.length > 0 ? decodedData(address->chunk()) : stored;
}

std::shared_ptr<const Payload> RdfDocument::payload(ChunkKey chunk) const
{
    {
        const std::lock_guard lock(m_mutex);
        if (auto known = m_payloads.find(chunk.packed()))
            return *known;
    }
    auto found = std::make_shared<Payload>();
    if (auto range = decodedData(chunk)) {
        found->range = *range;
        if (auto from = source(range->source)) {
            *found = lookAt(**from, *range);
            if (number(range->source) != number(storedData(chunk).source))
                found->range.length = (*from)->size(); // looking may have decoded everything
            if (found->content == Content::rdf)
                found->capture = openNested(chunk, *range, found->tooDeep);
        }
    }
    if (found->tooDeep) {
        note(diagnose(Code::NestingTooDeep, dataName(chunk), found->range,
                      chunk.capture == 0 ? std::optional(chunk.entry) : std::nullopt));
    }
    const std::lock_guard lock(m_mutex);
    m_payloads.put(chunk.packed(), found, found->memoryBytes());
    return found;
}

// --- problems

void RdfDocument::note(Diagnostic diagnostic) const
{
    if (diagnostic.severity != Severity::info) {
        const std::lock_guard lock(m_mutex);
        const auto worsen = [&](Severity known) { return std::max(known, diagnostic.severity); };
        if (diagnostic.entry) {
            Severity& known = m_problems.try_emplace(*diagnostic.entry, diagnostic.severity).first->second;
            known = worsen(known);
        }
        m_worst = worsen(m_worst.value_or(Severity::info));
    }
    report(std::move(diagnostic));
}

void RdfDocument::noteOutcome(ChunkKey chunk, const DecodedSource::Outcome& outcome) const
{
    using Fault = DecodedSource::Fault;
    if (outcome.fault == Fault::none)
        return;
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
    ChunkKey top = chunk;
    while (top.capture != 0)
        top = {capture(top.capture).parent().capture, capture(top.capture).parent().entry};
    if (chunk.capture != 0)
        detail = "in " + dataName(chunk) + ": " + detail;
    note(diagnose(code, std::move(detail), range, top.entry));
}

Result<void> RdfDocument::checkWhole() const
{
    // Notes saved twice by another program may lie where the index was that this document reads.
    const bool isCut = m_file->isCut();
    if (!isCut && endsOf(capture(0).index()) == m_indexEnds)
        return {};
    const char* const how = isCut ? "it became shorter" : "its index was written over";
    note(diagnose(Code::FileChanged, how, ByteRange {SourceId {}, 0, m_file->size()}));
    return fail(Code::FileChanged, how);
}

std::optional<Severity> RdfDocument::problemOf(ChunkKey chunk) const
{
    if (chunk.capture != 0)
        return {};
    const std::lock_guard lock(m_mutex);
    const auto found = m_problems.find(chunk.entry);
    return found == m_problems.end() ? std::nullopt : std::optional(found->second);
}

}
