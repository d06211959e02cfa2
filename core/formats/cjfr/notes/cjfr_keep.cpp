// Saving notes into a CondensedData file.
#include "core/base/stopping.h"
#include "core/formats/cjfr/notes/cjfr_append.h"
#include "core/formats/cjfr/notes/cjfr_notes.h"
#include "core/io/save_io.h"
#include "core/model/annotation_json.h"

#include <algorithm>

namespace traceglass::cjfr {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kPiece = 1u << 20;

// Where messages that stand last begin, in the stream and in the file.
struct Tail
{
    std::uint64_t decoded = 0;
    std::uint64_t stored = 0;
};

// Everything that is stored from an offset on, decoded; nothing when that is no whole member, or stopped.
std::optional<std::vector<std::byte>> decodedFrom(const MappedFile& file, Codec codec, std::uint64_t offset,
                                                  std::uint64_t end, std::uint64_t atMost, const Job& job)
{
    const auto decoder = makeDecoder(codec);
    decoder->start(file, offset, end - offset, atMost);
    std::vector<std::byte> out;
    while (decoder->state() == StreamDecoder::State::more && !job.stopRequested()) {
        constexpr std::size_t kStep = 64 * 1024;
        const std::size_t size = out.size();
        out.resize(static_cast<std::size_t>(std::min<std::uint64_t>(size + kStep, atMost)));
        out.resize(size + decoder->read(std::span(out).subspan(size)));
    }
    return decoder->state() == StreamDecoder::State::ended ? std::optional(std::move(out)) : std::nullopt;
}

// The member that a save before this one wrote: the last one of the file, when it decodes to nothing but our
// events and the definition of their type. Nothing tells where members begin, so the places at the end of the
// file that look like a beginning are tried. Nothing: another tool wrote behind it, or put everything into
// one member.
std::optional<Tail> ownMember(const MappedFile& file, Codec codec, std::uint64_t streamStart,
                              std::uint64_t end, const StreamIndex& index, const StreamNotes& notes,
                              const Job& job)
{
    const auto ours = index.bytes.subspan(static_cast<std::size_t>(notes.ownFrom),
                                          static_cast<std::size_t>(index.end - notes.ownFrom));
    // Data that cannot be compressed grow by less than that.
    constexpr std::uint64_t kGrowth = 64, kFrame = 4096;
    const std::uint64_t longest = ours.size() + ours.size() / kGrowth + kFrame;
    const std::uint64_t first = end - std::min(end - streamStart, longest);
    constexpr int kTried = 4096;
    constexpr std::uint64_t kHead = 16;
    int tried = 0;
    for (std::uint64_t at = end; at-- > first && tried < kTried && !job.stopRequested();) {
        const auto head = file.view().subspan(static_cast<std::size_t>(at),
                                              static_cast<std::size_t>(std::min(kHead, end - at)));
        if (!mayBegin(codec, head))
            continue;
        ++tried;
        const auto decoded = decodedFrom(file, codec, at, end, ours.size() + 1, job);
        if (!decoded || decoded->empty() || decoded->size() > ours.size()
            || !std::ranges::equal(*decoded, ours.last(decoded->size())))
            continue;
        const std::uint64_t start = index.end - decoded->size();
        if (std::ranges::binary_search(notes.starts, start))
            return Tail {start, at};
    }
    return {};
}

// What a save may replace: the end of the stream where nothing of ours stands last.
Tail tailOf(const MappedFile& file, const Header& header, std::uint64_t end, const StreamIndex& index,
            const StreamNotes& notes, const Job& job)
{
    const Tail none {index.end, end};
    if (notes.ownFrom == index.end)
        return none;
    if (!header.codec || !takesMembers(header.codec))
        return {notes.ownFrom, notes.ownFrom};
    return ownMember(file, *header.codec, header.streamStart, end, index, notes, job).value_or(none);
}

EventCounts countsFrom(const StreamNotes& notes, std::uint64_t offset)
{
    EventCounts out;
    for (const NoteEvent& event : notes.own) {
        if (event.offset < offset)
            continue;
        const auto known = std::ranges::find(out, event.typeName, &EventCounts::value_type::first);
        if (known != out.end())
            ++known->second;
        else
            out.emplace_back(event.typeName, 1);
    }
    return out;
}

Result<void> copyStart(const File& from, std::uint64_t length, const FileWriter& write, Job& job)
{
    std::vector<std::byte> piece(static_cast<std::size_t>(std::min<std::uint64_t>(kPiece, length)));
    for (std::uint64_t at = 0; at < length;) {
        if (job.stopRequested())
            return fail(Code::Stopped);
        const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(length - at, piece.size()));
        const auto got = from.readAt(at, std::span(piece).first(wanted));
        if (!got)
            return tl::unexpected(got.error());
        if (*got < wanted)
            return fail(Code::FileChanged, from.name());
        if (auto written = write(std::span(piece).first(wanted)); !written)
            return written;
        at += wanted;
        job.advance(wanted);
    }
    return {};
}

// No as well when it was stopped.
bool hasSameBytes(std::span<const std::byte> a, std::span<const std::byte> b, const Job& job)
{
    for (std::size_t at = 0; at < std::min(a.size(), b.size()); at += kPiece) {
        const auto piece = [&](std::span<const std::byte> of) {
            return of.subspan(at, std::min(kPiece, of.size() - at));
        };
        if (job.stopRequested() || !std::ranges::equal(piece(a), piece(b)))
            return false;
    }
    return a.size() == b.size();
}

bool isSame(const FooterPlace& a, const FooterPlace& b)
{
    const auto crc = [](const FooterPlace& place) {
        return place.footer ? place.footer->crc : std::optional<std::int64_t>();
    };
    return a.state == b.state && a.offset == b.offset && a.length == b.length && crc(a) == crc(b);
}

}

// Are header and footer what they were when the file was opened?
bool CjfrNotes::hasSameMarks() const
{
    const auto bytes = m_file.mapped().view();
    const Header& before = m_file.header();
    const auto header = readHeader(bytes);
    return header && header->streamStart == before.streamStart && header->codecName == before.codecName
        && isSame(findFooter(bytes, before.streamStart), m_file.footer()) && !m_file.mapped().isCut();
}

Result<void> CjfrNotes::keep(const AnnotationSet& notes, SaveIo& io, Job& job) const
{
    const IndexPtr index = m_file.indexNow(job).value_or(nullptr);
    const auto possible = canKeep(index, job);
    if (job.stopRequested())
        return fail(Code::Stopped);
    if (!possible)
        return possible;
    const auto json = annotationsJson(notes, job);
    if (!json)
        return tl::unexpected(json.error());
    if (json->size() > limits::kNotesJson)
        return notKept("they are larger than " + sizeText(limits::kNotesJson));
    const auto locked = io.waitForLock(m_file.path(), job);
    if (!locked)
        return tl::unexpected(locked.error());
    // Without a footer or a codec that says where it ends, every message may be followed by another.
    const Replacing how {.capture = &*locked, .hasEnd = m_file.footer().footer || m_file.isCompressed()};
    if (auto quiet = io.checkQuiet(*locked, how.hasEnd); !quiet)
        return quiet;
    if (m_file.changedOnDisk() || identify(*locked) != m_file.mapped().identity() || !hasSameMarks())
        return fail(Code::FileChanged, m_file.path().string());
    const auto stored = storedNotes(job);
    if (!stored)
        return tl::unexpected(stored.error());
    const auto now = ownNotesBefore(**stored, index->end, job);
    if (now && sameAnnotations(*now, notes, job))
        return {};

    const Tail tail = tailOf(m_file.mapped(), m_file.header(), m_file.footer().offset, *index, **stored, job);
    IndexPtr kept = index;
    std::optional<FinishedFile::LeftOut> leftOut;
    if (tail.decoded < kept->end) {
        StreamScan scan(kept->bytes.first(static_cast<std::size_t>(tail.decoded)), kept->begin,
                        kept->types.numbering());
        if (!scan.run(job))
            return fail(Code::Stopped);
        leftOut = FinishedFile::LeftOut {tail.stored, countsFrom(**stored, tail.decoded)};
        kept = scan.take();
    }
    const FinishedFile before {m_file.mapped().view(),   m_file.header(), m_file.footer(), *kept,
                               m_file.storedEnd(*index), leftOut};
    const auto old = ownNotesBefore(**stored, tail.decoded, job);
    if (!old)
        return tl::unexpected(old.error());
    job.start(m_file.footer().offset);
    const auto write = [&](const FileWriter& out) -> Result<void> {
        if (auto copied = copyStart(*locked, keptBytes(before), out, job); !copied)
            return copied;
        const auto sink = [&](std::span<const std::byte> bytes) -> Result<void> {
            return job.stopRequested() ? Result<void>(fail(Code::Stopped)) : out(bytes);
        };
        return append(
            before, [&](Encoder& stream) { return writeNotes(stream, *kept, *old, notes, job); }, sink, job);
    };
    const auto check = [&](const fs::path& created) {
        return checkSaved(created, *kept, (*stored)->foreign, notes, job);
    };
    return replaceFile(io, m_file.path(), write, check, how);
}

// Opens what was written as anybody would and compares: all that was there is there, and these are the notes.
Result<void> CjfrNotes::checkSaved(const fs::path& path, const StreamIndex& kept,
                                   const AnnotationSet& foreign, const AnnotationSet& own, Job& job) const
{
    DiagnosticLog log;
    CjfrFile written(path, log);
    if (auto opened = written.open(job); !opened)
        return opened;
    const CjfrNotes there(written);
    const auto index = written.indexNow(job);
    if (!index)
        return tl::unexpected(index.error());
    const auto notes = there.storedNotes(job);
    if (!notes)
        return tl::unexpected(notes.error());
    if (const auto fits = written.checksumFits(job); !fits)
        return tl::unexpected(fits.error());
    if (m_file.mapped().isCut())
        return fail(Code::FileChanged, m_file.path().string());
    const auto start = [&](const CjfrFile& file) {
        return file.mapped().view().first(static_cast<std::size_t>(m_file.header().streamStart));
    };
    const auto stream = [&](const StreamIndex& of) {
        return of.bytes.first(static_cast<std::size_t>(kept.end))
            .subspan(static_cast<std::size_t>(kept.begin));
    };
    const bool isWhole = there.canKeep(*index, job)
        && written.header().streamStart == m_file.header().streamStart
        && written.footer().state == m_file.footer().state
        && std::ranges::equal(start(written), start(m_file));
    const bool hasAll = isWhole && (*index)->begin == kept.begin && (*index)->end >= kept.end
        && (*index)->types.numbering() == kept.types.numbering()
        && hasSameBytes(stream(**index), stream(kept), job);
    const auto found = ownNotesBefore(**notes, (*index)->end, job);
    if (!hasAll || (*notes)->ownFrom > kept.end || (*notes)->foreign != foreign || !found
        || !sameAnnotations(*found, own, job))
        return stoppedOr(job, Code::NotesNotEqual, m_file.path().string());
    return {};
}

}
