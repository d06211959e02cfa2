#include "core/formats/rdf/notes/rdf_notes.h"

#include "core/base/limits.h"
#include "core/base/stopping.h"
#include "core/base/text.h"
#include "core/formats/rdf/rdf_document.h"
#include "core/io/byte_reader.h"
#include "core/io/byte_writer.h"
#include "core/model/annotation_json.h"

#include <algorithm>
#include <zstd.h>

namespace traceglass::rdf {

namespace {

constexpr std::string_view kNotesId = "TraceglassNote";
constexpr int kLevel = 3;
constexpr int kOlderTried = 8; // when the newest chunk of notes cannot be read

bool isNotes(std::string_view rawId)
{
    return rawId.starts_with(kNotesId)
        && rawId.find_first_not_of('\0', kNotesId.size()) == std::string_view::npos;
}

// Bytes of a chunk are stored as "QueueEvent:4/data" and the offset in there, which stays true when the file
// is compacted.
constexpr std::string_view kHeaderPart = "/header";
constexpr std::string_view kDataPart = "/data";

// As one frame that states its size.
Result<std::vector<std::byte>> compressed(std::string_view json, const std::filesystem::path& path,
                                          const Job& job)
{
    constexpr std::size_t kPiece = 1u << 20; // between two looks at the job
    const std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context(ZSTD_createCCtx(), &ZSTD_freeCCtx);
    if (!context)
        return fail(Code::FileUnwritable, path.string() + ": there is no memory to compress the notes");
    ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel, kLevel);
    ZSTD_CCtx_setPledgedSrcSize(context.get(), json.size());
    std::vector<std::byte> out, made(ZSTD_CStreamOutSize());
    ZSTD_inBuffer from {json.data(), 0, 0};
    for (bool isDone = false; !isDone;) {
        if (job.stopRequested())
            return fail(Code::Stopped);
        from.size = std::min(json.size(), from.pos + kPiece);
        const bool isLast = from.size == json.size();
        ZSTD_outBuffer to {made.data(), made.size(), 0};
        const std::size_t left =
            ZSTD_compressStream2(context.get(), &to, &from, isLast ? ZSTD_e_end : ZSTD_e_continue);
        if (ZSTD_isError(left))
            return fail(Code::FileUnwritable, path.string() + ": " + ZSTD_getErrorName(left));
        out.insert(out.end(), made.begin(), made.begin() + static_cast<std::ptrdiff_t>(to.pos));
        isDone = isLast && left == 0;
    }
    return out;
}
}

std::optional<std::uint64_t> RdfNotes::newestBefore(std::uint64_t entry) const
{
    const Index& index = m_file.outer().index();
    for (std::uint64_t n = std::min(entry, index.count()); n-- > 0;) {
        if (isNotes(index.id(n)))
            return n;
    }
    return {};
}

std::optional<std::uint64_t> RdfNotes::newest() const
{
    std::call_once(m_searched, [this] { m_newest = newestBefore(~std::uint64_t(0)); });
    return m_newest;
}

std::optional<std::uint64_t> RdfNotes::count() const
{
    const auto chunk = newest();
    if (!chunk)
        return 0;
    const Entry entry = m_file.outer().index().entry(*chunk);
    const auto count = headerField(entry, kCountField);
    const bool isPossible =
        count && entry.uncompressedSize > 0 && *count <= static_cast<std::uint64_t>(entry.uncompressedSize);
    return isPossible ? count : std::nullopt;
}

// Nothing where the header of our chunk is too short for it.
std::optional<std::uint64_t> RdfNotes::headerField(const Entry& entry, std::uint64_t field) const
{
    const Extent header = m_file.outer().index().headerExtent(entry);
    std::array<std::byte, 8> bytes {};
    if (header.length < field + bytes.size()
        || m_file.mapped().read(header.offset + field, bytes) != bytes.size())
        return {};
    return ByteReader(bytes).u64();
}

Result<AnnotationSet> RdfNotes::notesIn(std::uint64_t entry, const Job& job) const
{
    if (entry != newest())
        return readNotes(entry, job);
    const auto notes = m_notes.read(job, [&] { return readNotes(entry, job); });
    return notes.map([](const AnnotationSet* read) { return *read; });
}

Result<AnnotationSet> RdfNotes::readNotes(std::uint64_t entry, const Job& job) const
{
    const auto range = m_file.decodedData({0, entry}, job);
    if (!range)
        return tl::unexpected(range.error());
    const auto from = m_file.source(range->source);
    if (!from)
        return tl::unexpected(from.error());
    const std::vector<std::byte> json =
        readBytes(**from, range->offset, range->length, limits::kNotesJson + 1, job);
    auto file = parseAnnotationFile(asText(json), job);
    if (!file)
        return stoppedOr(job, file.error().code, std::move(file.error().detail));
    if (!file->notes.editWhere([](const Annotation& note) { return note.bytes.has_value(); },
                               [&](Annotation& note) { note.bytes = inFile(std::move(note.bytes)); }, job))
        return fail(Code::Stopped);
    return std::move(file->notes);
}

Result<AnnotationSet> RdfNotes::read(Job& job) const
{
    std::optional<Error> first;
    auto entry = newest();
    for (int tried = 0; entry && tried < kOlderTried; ++tried, entry = newestBefore(*entry)) {
        auto notes = notesIn(*entry, job);
        if (notes || notes.error().code == Code::Stopped)
            return notes;
        m_file.log().add(
            diagnose(Code::NotesBadJson, notes.error().detail, m_file.storedData({0, *entry}), *entry));
        if (!first)
            first = notes.error();
    }
    if (first)
        return tl::unexpected(*first);
    return AnnotationSet {};
}

Result<void> RdfNotes::canKeep(Job& job) const
{
    std::error_code error;
    if (!std::filesystem::is_regular_file(m_file.path(), error))
        return fail(Code::NotesNotKept, "it is no ordinary file");
    if (auto possible = canAppend(m_file.outer().index()); !possible)
        return possible;
    // What cannot be read must not be replaced: a newer version may have written it.
    const auto chunk = newest();
    if (const auto notes = chunk ? notesIn(*chunk, job) : AnnotationSet {}; !notes)
        return stoppedOr(job, Code::NotesNotKept, "the notes in it cannot be read: " + notes.error().detail);
    const auto damage = m_damage.read(job, [&] { return findDamage(job); });
    if (!damage)
        return tl::unexpected(damage.error());
    return **damage ? fail(Code::NotesNotKept, "it is damaged: " + ***damage) : Result<void>();
}

Result<RdfNotes::Damage> RdfNotes::findDamage(const Job& job) const
{
    const RdfCapture& in = m_file.outer();
    const auto damaged = [&](std::uint64_t n, const char* how) -> Result<Damage> {
        std::string name = in.chunkName(n, job);
        return job.stopRequested() ? Result<Damage>(fail(Code::Stopped)) : Damage(name + how);
    };
    for (std::uint64_t n = 0; n < in.index().count(); ++n) {
        if (isStoppedAt(n, job))
            return fail(Code::Stopped);
        const Entry entry = in.index().entry(n);
        // What an entry claims beyond the end of the file would be what is appended there.
        if (!in.index().isWhole(entry))
            return damaged(n, " lies outside the file");
        // With the notes comes another index, elsewhere: nobody would see any more that something is wrong.
        if (in.index().isSharedBy(entry))
            return damaged(n, " shares bytes with the chunk index");
    }
    if (joinedAt(in.index(), m_file.mapped().view(), job))
        return Damage("another capture lies behind this one");
    return job.stopRequested() ? Result<Damage>(fail(Code::Stopped)) : std::nullopt;
}

std::string RdfNotes::whatSavingChanges() const
{
    const std::uint64_t entries = m_file.outer().count() + (newest() ? 0 : 1);
    const bool reuses = !ownRoom().dead.empty();
    return "appends the notes and an index of " + sizeText(entries * kEntrySize)
        + (reuses ? ", where there is room in the place of older notes that no longer count; every other byte"
                  : "; every byte that is there")
        + " stays as it is, except the 16 that say where the index is";
}

ByteRange RdfNotes::stableBytes() const
{
    // Up to the end of the last chunk that is not ours: what lies behind is written anew by every save.
    const Index& index = m_file.outer().index();
    if (index.header.indexOffset == 0 && index.header.indexSize == 0) // its writer only adds to what is there
        return {SourceId {}, kHeaderSize,
                m_file.mapped().size() - std::min<std::uint64_t>(m_file.mapped().size(), kHeaderSize)};
    std::uint64_t end = kHeaderSize;
    for (std::uint64_t n = 0; n < index.count(); ++n) {
        if (isNotes(index.id(n)))
            continue;
        const Entry entry = index.entry(n);
        end = std::max({end, index.headerExtent(entry).end(), index.dataExtent(entry).end()});
    }
    return {SourceId {}, kHeaderSize, end - kHeaderSize};
}

// Where our notes and indexes begin, or will.
std::uint64_t RdfNotes::ownStart() const
{
    const std::uint64_t next = m_file.mapped().size();
    const auto chunk = newest();
    const auto start = chunk ? headerField(m_file.outer().index().entry(*chunk), kStartField) : std::nullopt;
    // Where another program has appended since, what lies between may be its own.
    return start && *start >= stableBytes().end() && *start <= next ? *start : next;
}

// What earlier saves put behind everything else and nothing refers to now. What counts at this moment is no
// part of it, so that it is there as it was until the new notes count.
const FreeRoom& RdfNotes::ownRoom() const
{
    std::call_once(m_roomFound, [this] {
        const Index& index = m_file.outer().index();
        std::vector<Extent> alive = {index.extent};
        for (std::uint64_t n = 0; n < index.count(); ++n) {
            if (!isNotes(index.id(n)))
                continue;
            const Entry entry = index.entry(n);
            for (const Extent& part : {index.headerExtent(entry), index.dataExtent(entry)}) {
                alive.push_back(part);
                if (n != newest()) // that one is replaced
                    m_ownRoom.chunksEnd = std::max(m_ownRoom.chunksEnd, part.end());
            }
        }
        std::ranges::sort(alive, {}, &Extent::offset);
        alive.push_back({m_file.mapped().size(), 0});
        std::uint64_t at = ownStart();
        for (const Extent& part : alive) {
            if (part.offset > at)
                m_ownRoom.dead.push_back({at, part.offset - at});
            at = std::max(at, part.end());
        }
    });
    return m_ownRoom;
}

Result<void> RdfNotes::keep(const AnnotationSet& notes, SaveIo& io, Job& job) const
{
    if (auto possible = canKeep(job); !possible)
        return possible;
    if (m_file.changedOnDisk())
        return fail(Code::FileChanged, m_file.path().string());
    const auto chunk = newest();
    if (notes.empty() && !chunk)
        return {};
    AnnotationFile file {notes};
    if (!file.notes.editWhere([](const Annotation& note) { return note.bytes.has_value(); },
                              [&](Annotation& note) { note.bytes = inChunk(std::move(note.bytes)); }, job))
        return fail(Code::Stopped);
    const auto json = annotationFileJson(file, job);
    if (!json)
        return tl::unexpected(json.error());
    if (json->size() > limits::kNotesJson)
        return fail(Code::NotesNotKept, "they are larger than " + sizeText(limits::kNotesJson));
    const auto stored = compressed(*json, m_file.path(), job);
    if (!stored)
        return tl::unexpected(stored.error());
    ByteWriter header;
    header.u64(notes.size());
    header.u64(ownStart());
    // What was saved is read as anybody would read it, before it is said to be there.
    const auto check = [&]() -> Result<void> {
        const auto saved = RdfDocument::open(m_file.path(), job);
        if (!saved)
            return tl::unexpected(saved.error());
        const auto found = (*saved)->notes()->read(job);
        if (!found)
            return tl::unexpected(found.error());
        if (!(*saved)->notes()->canKeep(job) || !sameAnnotations(*found, notes, job))
            return stoppedOr(job, Code::NotesNotEqual, m_file.path().string());
        return {};
    };
    return appendChunk(m_file.path(), m_file.mapped().identity(), m_file.outer().index().header,
                       {kNotesId, header.bytes(), *stored, json->size(), chunk, ownRoom()}, check, io, job);
}

std::optional<AnnotationBytes> RdfNotes::inChunk(std::optional<AnnotationBytes> bytes) const
{
    if (!bytes || !bytes->source.empty())
        return bytes;
    const RdfCapture& in = m_file.outer();
    const Job unstopped;
    const RegionMap& map = *in.map(unstopped);
    const auto owner = map.ownerAt(in.index(), bytes->offset);
    const Region region = owner ? map.region(in.index(), *owner) : Region {};
    if (!region.isChunk())
        return bytes;
    const Entry entry = in.index().entry(region.entry);
    if (escaped(entry.idText()) != entry.idText() || entry.idText().empty())
        return bytes;
    const auto within = [&](const Extent& extent, std::string_view word) {
        if (bytes->offset < extent.offset || bytes->offset >= extent.end()
            || bytes->length > extent.end() - bytes->offset)
            return false;
        bytes->source = std::string(entry.idText()) + ':'
            + std::to_string(in.numbering(unstopped)->number(region.entry)) + std::string(word);
        bytes->offset -= extent.offset;
        return true;
    };
    if (!within(in.index().dataExtent(entry), kDataPart))
        within(in.index().headerExtent(entry), kHeaderPart);
    return bytes;
}

std::optional<AnnotationBytes> RdfNotes::inFile(std::optional<AnnotationBytes> bytes) const
{
    if (!bytes)
        return bytes;
    std::string_view name = bytes->source;
    const bool isHeader = name.ends_with(kHeaderPart);
    if (!isHeader && !name.ends_with(kDataPart))
        return bytes;
    name.remove_suffix(isHeader ? kHeaderPart.size() : kDataPart.size());
    const auto chunk = m_file.outer().entryNamed(name, Job());
    if (!chunk)
        return bytes;
    const Index& index = m_file.outer().index();
    const Entry entry = index.entry(*chunk);
    const Extent extent = isHeader ? index.headerExtent(entry) : index.dataExtent(entry);
    if (bytes->offset > extent.length || bytes->length > extent.length - bytes->offset)
        return bytes;
    return AnnotationBytes {{}, extent.offset + bytes->offset, bytes->length};
}

}
