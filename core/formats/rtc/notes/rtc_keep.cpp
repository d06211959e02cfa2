#include "core/formats/rtc/notes/rtc_keep.h"

#include "core/base/stopping.h"
#include "core/base/text.h"
#include "core/formats/rtc/notes/rtc_append.h"
#include "core/formats/rtc/records/rtc_text.h"
#include "core/formats/rtc/timeline/rtc_tracks.h"
#include "core/formats/rtc/wire/rtc_lookback.h"
#include "core/io/addition.h"

#include <algorithm>

namespace traceglass::rtc {

namespace {

constexpr std::size_t kForeignNotes = 1'000'000; // shown; a recorder may write annotations like a log
constexpr std::uint64_t kForeignText = std::uint64_t(256) << 20;
constexpr std::size_t kForeignValue = 400; // of annotations that are no text
constexpr std::size_t kMarksCompared = 2048;

tl::unexpected<Error> notKept(std::string why)
{
    return fail(Code::NotesNotKept, std::move(why));
}

// No as well when it was stopped.
bool isUnitSound(const RtcFile& saved, std::uint32_t number, const Job& job)
{
    const Unit& unit = saved.ruler().units[number];
    UnitFrames frames;
    const auto isWhole = [&] { return frames.lost.empty(); };
    return walkPieces(saved.bytes(), saved.ruler(), number, {unit.index(), unit.end}, frames, isWhole, job)
        && checkCrc(saved.bytes(), saved.ruler(), number, job).state != CrcState::bad && !job.stopRequested();
}

}

// --- reading

Annotation RtcNotes::foreignNote(const FoundPayload& found, std::size_t start) const
{
    Annotation note;
    note.id = "rtc-" + std::to_string(found.offset);
    const auto kind = found.stream->value.kind;
    note.text = kind == ValueFormat::Kind::text || kind == ValueFormat::Kind::json
        ? toValidUtf8(asText(found.payload.subspan(start)))
        : contentText(found.stream, found.payload, kForeignValue);
    note.origin = AnnotationOrigin::foreign;
    if (const auto ns = annotationNs(found.stream->value, found.payload))
        note.time = TimeRange {*ns, *ns};
    if (const std::uint16_t axis = m_file.axes().axisOf(found.segment, *found.stream); axis != 0)
        note.clock = m_file.axes().list()[axis].name;
    if (const Stream* about = m_ruler.segments[found.segment].streams.named(found.stream->stream))
        note.track = trackPath(m_ruler, m_file.axes(), found.segment, *about);
    return note;
}

Result<const RtcNotes::Stored*> RtcNotes::stored(const Job& job) const
{
    return m_stored.read(job, [&] { return readStored(job); });
}

Result<RtcNotes::Stored> RtcNotes::readStored(const Job& job) const
{
    NoteLog ours(job);
    std::vector<std::pair<std::uint64_t, Annotation>> foreign;
    std::uint64_t foreignBytes = 0;
    bool isFull = false;
    const auto take = [&](const FoundPayload& found) {
        if (noteStreamOf(*found.stream) != NoteStream::none) {
            ours.add(found);
            return true;
        }
        const auto start = contentStart(found.stream->value, found.payload);
        if (!start || isFull)
            return true; // our own may still follow
        isFull = foreign.size() == kForeignNotes || foreignBytes > kForeignText;
        if (isFull) {
            const ByteRange range {SourceId {}, found.offset, found.end - found.offset};
            m_file.log().add(diagnose(Code::RtcTooManyNotes, {}, range));
            return true;
        }
        foreign.emplace_back(found.offset, foreignNote(found, *start));
        foreignBytes += foreign.back().second.text.size();
        return true;
    };
    for (std::uint32_t number = 0; number < m_ruler.segments.size(); ++number) {
        std::vector<const Stream*> streams;
        for (const Stream* stream : m_ruler.segments[number].streams.all()) {
            if (stream->value.annotation)
                streams.push_back(stream);
        }
        if (auto found = findPayloads(m_file.bytes(), m_ruler, number, streams, take, job); !found)
            return tl::unexpected(found.error());
    }
    ours.finish();
    Stored stored {
        .notes = ours.notes(), .unfinished = unfinishedSave(ours, job), .endDamaged = ours.endsDamaged()};
    if (auto whole = m_file.checkWhole(); !whole)
        return tl::unexpected(whole.error());
    if (!sortUnlessStopped(
            foreign, [](const auto& a, const auto& b) { return a.first < b.first; }, job))
        return fail(Code::Stopped);
    for (auto& [offset, note] : foreign)
        stored.notes.push_back(std::move(note));
    if (job.stopRequested()) // before what was not looked at is told as a fault
        return fail(Code::Stopped);
    for (const Diagnostic& diagnostic : ours.diagnostics())
        m_file.log().add(diagnostic);
    return stored;
}

Result<AnnotationSet> RtcNotes::read(Job& job) const
{
    return stored(job).map([](const Stored* stored) { return stored->notes; });
}

// Those of others may be as many as frames: they are counted when somebody asks for them.
std::optional<std::uint64_t> RtcNotes::count(const Job& job) const
{
    for (const Segment& segment : m_ruler.segments) {
        for (const Stream* stream : segment.streams.all()) {
            if (stream->value.annotation && noteStreamOf(*stream) == NoteStream::none)
                return {};
        }
    }
    const auto found = stored(job);
    return found ? std::optional<std::uint64_t>((*found)->notes.size()) : std::nullopt;
}

// What a save that was interrupted left behind our last one goes with the next.
Result<ByteRange> RtcNotes::stableBytes(const Job& job) const
{
    const auto found = stored(job);
    if (!found && found.error().code == Code::Stopped)
        return tl::unexpected(found.error());
    return ByteRange {SourceId {}, 0, found ? (*found)->unfinished.value_or(m_file.size()) : m_file.size()};
}

// --- saving

// The state of the run at the end of the file. Errors: notes.not-kept, because of damage or a piece of a
// frame at the end.
Result<WriterState> RtcNotes::continuation(const Job& job) const
{
    const auto last = static_cast<std::uint32_t>(m_ruler.units.size() - 1);
    const Unit& unit = m_ruler.units.back();
    if (unit.end != m_file.size())
        return notKept("it ends in an incomplete Marker");
    auto state = stateForAppend(m_file.bytes(), m_ruler, job);
    if (!state)
        return stoppedOr(job, Code::NotesNotKept, state.error().detail);
    if (state->offset != m_file.size())
        return notKept("it ends in the middle of a frame");
    if (!isUnitSound(m_file, last, job))
        return stoppedOr(job, Code::NotesNotKept, "its last Unit is damaged");
    return state;
}

// Error: notes.not-kept, where nothing may be saved behind what is there.
Result<const RtcNotes::Stored*> RtcNotes::storedToKeep(const Job& job) const
{
    if (m_ruler.units.empty())
        return notKept("it is empty");
    auto found = stored(job);
    if (found && (*found)->endDamaged)
        return notKept("the notes in it are damaged");
    return found;
}

Result<void> RtcNotes::canKeep(Job& job) const
{
    const auto stored = storedToKeep(job);
    if (!stored)
        return tl::unexpected(stored.error());
    if ((*stored)->unfinished)
        return {};
    const WriterOptions options = optionsForAppend(m_file.bytes(), m_ruler);
    auto state = continuation(job);
    if (!state)
        return tl::unexpected(state.error());
    Writer writer([](std::span<const std::byte>) -> Result<void> { return {}; }, options, *state);
    const std::string epoch;
    NoteWriter writing(writer, m_ruler.segments.back(), options.bigEndian);
    if (auto added = writing.addStreams({&epoch, 1}); !added)
        return notKept(message(added.error()));
    return {};
}

std::string RtcNotes::whatSavingChanges() const
{
    const Stored* const stored = m_stored.known();
    const std::uint64_t left = stored ? m_file.size() - stored->unfinished.value_or(m_file.size()) : 0;
    if (left == 0)
        return "appends to the file; every byte that is there stays as it is";
    return "removes " + counted(left, "byte", "bytes")
        + " of a save that was interrupted and appends to the file; every other byte stays as it is";
}

// Where readers that know plain annotations only shall see a note; `start`: of those that are about no time.
NoteMoment RtcNotes::noteMoment(const Annotation& note, std::int64_t start) const
{
    const auto& axes = m_file.axes().list();
    NoteMoment moment {.clock = {}, .ns = start, .epochNs = start};
    const auto axis = note.clock.empty() ? axes.begin() : std::ranges::find(axes, note.clock, &Axis::name);
    if (!note.time || axis == axes.end())
        return moment;
    if (axis->kind == Axis::Kind::unixTime) {
        moment.ns = moment.epochNs = note.time->startNs;
        return moment;
    }
    const auto run = static_cast<std::uint32_t>(m_ruler.segments.size() - 1);
    const StreamTable& streams = m_ruler.segments[run].streams;
    for (const Stream* stream : streams.all()) {
        if (stream->isClock && axes[m_file.axes().axisOf(run, *stream)].name == axis->name
            && !stream->name.empty() && streams.named(stream->name) == stream) {
            moment.clock = stream->name;
            moment.ns = note.time->startNs;
            break;
        }
    }
    return moment;
}

Result<void> RtcNotes::keep(const AnnotationSet& wanted, SaveIo& io, Job& job) const
{
    const auto last = static_cast<std::uint32_t>(m_ruler.units.size() - 1);
    const bool hasEnd =
        m_ruler.units.empty() || checkCrc(m_file.bytes(), m_ruler, last, job).state == CrcState::ok;
    auto file = io.openToChange(m_file.path(), job, hasEnd);
    if (!file)
        return tl::unexpected(file.error());
    return keepIn(*file, wanted, io, job);
}

// Is it the file that was opened, by its identity and by the marks of its last Unit?
bool RtcNotes::isStill(const File& file) const
{
    if (!m_file.isSame(identify(file)))
        return false;
    if (m_ruler.units.empty())
        return m_file.size() == 0;
    const std::uint64_t at = m_ruler.units.back().marker;
    std::vector<std::byte> marks(
        static_cast<std::size_t>(std::min<std::uint64_t>(kMarksCompared, m_file.size() - at)));
    const auto read = file.readAt(at, marks);
    return read && *read == marks.size()
        && std::ranges::equal(marks, m_file.bytes().subspan(at, marks.size()));
}

Result<void> RtcNotes::keepIn(File& file, const AnnotationSet& wanted, SaveIo& io, Job& job) const
{
    if (!isStill(file))
        return fail(Code::FileChanged, m_file.path().string());
    const auto stored = storedToKeep(job);
    if (!stored)
        return tl::unexpected(stored.error());
    const auto begin =
        m_file.axes().list()[0].kind == Axis::Kind::unixTime ? m_file.axisRanges(job)[0] : std::nullopt;
    const MomentOf momentOf = [this, start = begin ? begin->startNs : 0](const Annotation& note) {
        return noteMoment(note, start);
    };
    const auto changes = changesBetween((*stored)->notes, wanted, momentOf, job);
    if (!changes)
        return tl::unexpected(changes.error());
    if (changes->empty())
        return {};
    if (const auto cut = (*stored)->unfinished) {
        if (job.stopRequested())
            return fail(Code::Stopped);
        if (auto done = io.truncate(file, *cut); !done)
            return done;
        // The ruler, too, may have been that of the unfinished part. It is shorter now, so this has an end.
        Job opening(job.token());
        auto rest = RtcFile::open(m_file.path(), opening);
        if (!rest)
            return tl::unexpected(rest.error());
        DiagnosticLog log;
        const RtcFile shorter(std::move(*rest), log);
        return RtcNotes(shorter).keepIn(file, wanted, io, job);
    }

    const WriterOptions options = optionsForAppend(m_file.bytes(), m_ruler);
    auto state = continuation(job);
    if (!state)
        return tl::unexpected(state.error());
    std::vector<std::byte> added;
    const auto sink = [&](std::span<const std::byte> bytes) -> Result<void> {
        added.insert(added.end(), bytes.begin(), bytes.end());
        return {};
    };
    const std::set<std::uint32_t> unended = state->open;
    Writer writer(sink, options, *state);
    NoteWriter writing(writer, m_ruler.segments.back(), options.bigEndian);
    auto written = writing.endPayloads(unended);
    if (written)
        written = writing.write(*changes, momentOf, job);
    if (written)
        written = writer.finish();
    if (!written)
        return stoppedOr(job, Code::NotesNotKept, message(written.error()));
    if (auto whole = m_file.checkWhole(); !whole)
        return whole;
    if (job.stopRequested())
        return fail(Code::Stopped);
    // One sync makes the save: its commit counts only when everything before it is there as well, which the
    // checksum in it proves, so the disk may write them in any order.
    const std::uint64_t end = m_file.size();
    const auto write = [&] {
        return io.writeAt(file, end, added).and_then([&]() -> Result<void> { return io.sync(file); });
    };
    auto done =
        addToFile(io, file, {.end = end, .write = write, .check = [&] { return checkSaved(wanted, job); }});
    if (!done) {
        if (const auto now = identify(file); now && now->size == end)
            m_file.setRestored(*now);
    }
    return done;
}

// Opens what was saved as anybody would: the notes are these, and what was written is sound to the last byte.
Result<void> RtcNotes::checkSaved(const AnnotationSet& wanted, Job& job) const
{
    Job opening(job.token());
    auto opened = RtcFile::open(m_file.path(), opening);
    if (!opened)
        return tl::unexpected(opened.error());
    DiagnosticLog log;
    const RtcFile saved(std::move(*opened), log);
    auto found = RtcNotes(saved).read(job);
    if (!found)
        return tl::unexpected(found.error());
    const auto isForeign = [](const Annotation& note) { return note.origin == AnnotationOrigin::foreign; };
    AnnotationSet own = wanted;
    found->eraseIf(isForeign);
    own.eraseIf(isForeign);
    const Ruler& after = saved.ruler();
    bool isSound = sameAnnotations(*found, own, job) && after.diagnostics.size() <= m_ruler.diagnostics.size()
        && !after.units.empty() && after.units.back().end == saved.size();
    for (std::size_t unit = m_ruler.units.size() - 1; isSound && unit < after.units.size(); ++unit)
        isSound = isUnitSound(saved, static_cast<std::uint32_t>(unit), job);
    return isSound ? Result<void>() : stoppedOr(job, Code::NotesNotEqual, m_file.path().string());
}

}
