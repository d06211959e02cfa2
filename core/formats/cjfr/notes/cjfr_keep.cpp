// Saving notes into a CondensedData file: a new file beside the old one, in which the recording stays as it
// is and our events stand last, checked before it takes the old one's place (cjfr.md 7).
#include "core/formats/cjfr/notes/cjfr_append.h"
#include "core/formats/cjfr/cjfr_document.h"
#include "core/formats/cjfr/notes/cjfr_notes.h"
#include "core/io/save_io.h"
#include "core/model/annotation_json.h"

#include <algorithm>

namespace traceglass::cjfr {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kPiece = 1u << 20;

tl::unexpected<Error> notKept(std::string why)
{
    return fail(Code::NotesNotKept, std::move(why));
}

// Where messages that stand last begin, in the stream and in the file.
struct Tail
{
    std::uint64_t decoded = 0;
    std::uint64_t stored = 0;
};

// Everything that is stored from an offset on, decoded; nothing when that is no whole member.
std::optional<std::vector<std::byte>> decodedFrom(const MappedFile& file, Codec codec, std::uint64_t offset,
                                                  std::uint64_t end, std::uint64_t atMost)
{
    const auto decoder = makeDecoder(codec);
    decoder->start(file, offset, end - offset, atMost);
    std::vector<std::byte> out;
    while (decoder->state() == StreamDecoder::State::more) {
        constexpr std::size_t kStep = 64 * 1024;
        const std::size_t size = out.size();
        out.resize(size + kStep);
        out.resize(size + decoder->read(std::span(out).subspan(size)));
    }
    return decoder->state() == StreamDecoder::State::ended ? std::optional(std::move(out)) : std::nullopt;
}

// The member that a save before this one wrote: the last one of the file, when it decodes to nothing but our
// events and the definition of their type. Nothing tells where members begin, so the places at the end of the
// file that look like a beginning are tried. Nothing: another tool wrote behind it, or put everything into
// one member.
std::optional<Tail> ownMember(const MappedFile& file, Codec codec, std::uint64_t streamStart,
                              std::uint64_t end, const StreamIndex& index, const StoredNotes& notes,
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
        const auto decoded = decodedFrom(file, codec, at, end, ours.size() + 1);
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
            const StoredNotes& notes, const Job& job)
{
    const Tail none {index.end, end};
    if (notes.ownFrom == index.end)
        return none;
    if (!header.codec || !takesMembers(header.codec))
        return {notes.ownFrom, notes.ownFrom};
    return ownMember(file, *header.codec, header.streamStart, end, index, notes, job).value_or(none);
}

EventCounts countsFrom(const StoredNotes& notes, std::uint64_t offset)
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
    std::vector<std::byte> piece(kPiece);
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

bool isSame(const FooterPlace& a, const FooterPlace& b)
{
    const auto crc = [](const FooterPlace& place) {
        return place.footer ? place.footer->crc : std::optional<std::int64_t>();
    };
    return a.state == b.state && a.offset == b.offset && a.length == b.length && crc(a) == crc(b);
}

}

Result<std::shared_ptr<const StoredNotes>> CjfrDocument::storedNotes(Job& job) const
{
    const auto index = indexNow(job);
    if (!index)
        return tl::unexpected(index.error());
    {
        const std::lock_guard lock(m_mutex);
        if (m_notes)
            return m_notes;
    }
    auto notes = readNotes(**index, job);
    if (!notes) {
        if (notes.error().code != Code::Stopped)
            report(diagnose(notes.error().code, notes.error().detail));
        return tl::unexpected(notes.error());
    }
    const std::lock_guard lock(m_mutex);
    m_notes = std::make_shared<const StoredNotes>(std::move(*notes));
    return m_notes;
}

// The footer counts events, and a note that was changed or taken back may have left several: it only tells
// that there is none.
std::optional<std::uint64_t> CjfrDocument::noteCount() const
{
    const std::lock_guard lock(m_mutex);
    if (m_notes)
        return notesOf(*m_notes).size();
    const bool hasNone = m_footer.footer
        && std::ranges::none_of(m_footer.footer->eventCounts,
                                [](const auto& type) { return type.first.starts_with(kNoteType); });
    return hasNone ? std::optional<std::uint64_t>(0) : std::nullopt;
}

Result<AnnotationSet> CjfrDocument::annotations(Job& job) const
{
    const auto notes = storedNotes(job);
    if (!notes)
        return tl::unexpected(notes.error());
    // Here rather than when it is asked whether notes can be saved: that must not take long.
    if (auto checked = checkChecksum(job); !checked)
        return tl::unexpected(checked.error());
    return notesOf(**notes);
}

std::uint64_t CjfrDocument::storedEnd(const StreamIndex& index) const
{
    return m_decoded ? m_header.streamStart + m_decoded->outcome().inputOffset : index.end;
}

Result<void> CjfrDocument::canKeepNotes() const
{
    std::error_code error;
    if (!fs::is_regular_file(m_path, error))
        return notKept("it is no ordinary file");
    if (auto possible = canReplace(m_path); !possible)
        return possible;
    const IndexPtr index = indexNow();
    if (!index)
        return notKept("it has not been read to its end");
    const bool isWhole =
        !m_decoded || (m_decoded->outcome().fault == DecodedSource::Fault::none && storedStream().length > 0);
    if (m_header.isCut || index->fault || !isWhole)
        return notKept("the recording is damaged or its end is missing");
    if (index->sawFooterMark || storedEnd(*index) != m_footer.offset)
        return notKept("there are bytes behind the end of the recording");
    if (m_footer.state == FooterPlace::State::unreadable || m_footer.state == FooterPlace::State::newer)
        return notKept("its footer cannot be read");
    Job job;
    if (const auto fits = checksumFits(job); !fits || *fits == false)
        return notKept("it is not as it was written: the checksum of the footer does not match");
    if (const auto notes = storedNotes(job); !notes)
        return notKept("the notes in it cannot be read");
    return {};
}

std::string CjfrDocument::whatSavingChanges() const
{
    const std::string footer = m_footer.footer ? ", in front of its footer, which is written anew" : "";
    if (takesMembers(m_header.codec))
        return "writes the file anew with the notes behind the recording" + footer
            + "; every byte of the recording stays as it is";
    return "compresses the file anew with the notes at the end of the recording" + footer
        + "; every decoded byte of the recording stays as it is";
}

// The first MiB of the stream, up to the first note. Without any stream the header has to do.
ByteRange CjfrDocument::stableBytes() const
{
    const std::lock_guard lock(m_stableMutex);
    if (m_stable)
        return *m_stable;
    std::vector<std::byte> prefix(m_decoded ? kPiece : 0);
    std::span<const std::byte> bytes = m_file->view().first(
        static_cast<std::size_t>(std::min(m_footer.offset, m_header.streamStart + kPiece)));
    if (m_decoded) {
        prefix.resize(m_decoded->read(0, prefix));
        bytes = prefix;
    }
    const std::uint64_t begin = m_decoded ? 0 : m_header.streamStart;
    std::uint64_t furthest = begin, end = begin;
    for (const Numbering numbering : {Numbering::spec, Numbering::tool}) {
        if (numbering == Numbering::spec && m_header.layout != Layout::brief)
            continue;
        StreamScan scan(bytes, begin, numbering);
        Job job;
        (void)scan.run(job);
        const StreamIndex& index = scan.index();
        if (index.end <= furthest)
            continue;
        furthest = end = index.end;
        for (std::size_t i = 0; i < index.types.count(); ++i) {
            if (index.types.at(i).isNote)
                end = std::min(end, index.types.at(i).offset);
        }
    }
    if (m_decoded && end > 0)
        m_stable = ByteRange {streamSource(), 0, end};
    else
        m_stable = ByteRange {SourceId {}, 0, m_decoded ? m_header.streamStart : end};
    return *m_stable;
}

// Are header and footer what they were when the file was opened?
bool CjfrDocument::hasSameMarks() const
{
    const auto header = readHeader(m_file->view());
    return header && header->streamStart == m_header.streamStart && header->codecName == m_header.codecName
        && isSame(findFooter(m_file->view(), m_header.streamStart), m_footer) && !m_file->isCut();
}

Result<void> CjfrDocument::keepNotes(const AnnotationSet& notes, SaveIo& io, Job& job) const
{
    if (auto possible = canKeepNotes(); !possible)
        return possible;
    if (annotationsJson(notes).size() > limits::kNotesJson)
        return notKept("they are larger than " + sizeText(limits::kNotesJson));
    const auto locked = io.waitForLock(m_path);
    if (!locked)
        return tl::unexpected(locked.error());
    // Without a footer or a codec that says where it ends, every message may be followed by another.
    const Replacing how {.capture = &*locked, .hasEnd = m_footer.footer || m_decoded};
    if (auto quiet = io.checkQuiet(*locked, how.hasEnd); !quiet)
        return quiet;
    if (changedOnDisk() || identify(*locked) != m_file->identity() || !hasSameMarks())
        return fail(Code::FileChanged, m_path.string());
    const auto index = indexNow(job);
    if (!index)
        return tl::unexpected(index.error());
    const auto stored = storedNotes(job);
    if (!stored)
        return tl::unexpected(stored.error());
    if (sameAnnotations(ownNotesBefore(**stored, (*index)->end), notes))
        return {};

    const Tail tail = tailOf(*m_file, m_header, m_footer.offset, **index, **stored, job);
    IndexPtr kept = *index;
    std::optional<FinishedFile::LeftOut> leftOut;
    if (tail.decoded < kept->end) {
        StreamScan scan(kept->bytes.first(static_cast<std::size_t>(tail.decoded)), kept->begin,
                        kept->types.numbering());
        if (!scan.run(job))
            return fail(Code::Stopped);
        leftOut = FinishedFile::LeftOut {tail.stored, countsFrom(**stored, tail.decoded)};
        kept = scan.take();
    }
    const FinishedFile before {m_file->view(), m_header, m_footer, *kept, storedEnd(**index), leftOut};
    const AnnotationSet old = ownNotesBefore(**stored, tail.decoded);
    job.start(m_footer.offset);
    const auto write = [&](const FileWriter& out) -> Result<void> {
        if (auto copied = copyStart(*locked, keptBytes(before), out, job); !copied)
            return copied;
        const auto sink = [&](std::span<const std::byte> bytes) -> Result<void> {
            return job.stopRequested() ? Result<void>(fail(Code::Stopped)) : out(bytes);
        };
        return append(
            before, [&](Encoder& stream) { writeNotes(stream, *kept, old, notes); }, sink);
    };
    const auto check = [&](const fs::path& created) {
        return checkSaved(created, *kept, (*stored)->foreign, notes, job);
    };
    return replaceFile(io, m_path, write, check, how);
}

// Opens what was written as anybody would and compares: all that was there is there, and these are the notes.
Result<void> CjfrDocument::checkSaved(const fs::path& path, const StreamIndex& kept,
                                      const AnnotationSet& foreign, const AnnotationSet& own, Job& job) const
{
    const auto opened = open(path);
    if (!opened)
        return tl::unexpected(opened.error());
    const auto& written = static_cast<const CjfrDocument&>(**opened);
    const auto index = written.indexNow(job);
    if (!index)
        return tl::unexpected(index.error());
    const auto notes = written.storedNotes(job);
    if (!notes)
        return tl::unexpected(notes.error());
    if (const auto fits = written.checksumFits(job); !fits)
        return tl::unexpected(fits.error());
    if (m_file->isCut())
        return fail(Code::FileChanged, m_path.string());
    const auto start = [&](const CjfrDocument& document) {
        return document.m_file->view().first(static_cast<std::size_t>(m_header.streamStart));
    };
    const auto stream = [&](const StreamIndex& of) {
        return of.bytes.first(static_cast<std::size_t>(kept.end))
            .subspan(static_cast<std::size_t>(kept.begin));
    };
    const bool isWhole = written.canKeepNotes() && written.m_header.streamStart == m_header.streamStart
        && written.m_footer.state == m_footer.state && std::ranges::equal(start(written), start(*this));
    const bool hasAll = isWhole && (*index)->begin == kept.begin && (*index)->end >= kept.end
        && (*index)->types.numbering() == kept.types.numbering()
        && std::ranges::equal(stream(**index), stream(kept));
    if (!hasAll || (*notes)->ownFrom > kept.end || (*notes)->foreign != foreign
        || !sameAnnotations(ownNotesBefore(**notes, (*index)->end), own))
        return fail(Code::NotesNotEqual, m_path.string());
    return {};
}

}
