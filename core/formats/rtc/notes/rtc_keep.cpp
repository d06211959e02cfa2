// The notes of an RTC file: reading its annotations, and saving ours behind everything that is there
// (rtc.md 12 step 8).
#include "core/base/text.h"
#include "core/formats/rtc/notes/rtc_append.h"
#include "core/formats/rtc/rtc_document.h"
#include "core/formats/rtc/wire/rtc_lookback.h"
#include "core/formats/rtc/notes/rtc_notes.h"
#include "core/io/addition.h"

#include <algorithm>
#include <limits>

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

std::string foreignText(const FoundPayload& found, std::size_t start)
{
    const auto kind = found.stream->value.kind;
    if (kind == ValueFormat::Kind::text || kind == ValueFormat::Kind::json)
        return toValidUtf8(asText(found.payload.subspan(start)));
    return contentText(found.stream, found.payload, kForeignValue);
}

bool isOurs(const Segment& run, std::uint64_t id)
{
    const Stream* const stream = id < kFirstStream || id > std::numeric_limits<std::uint32_t>::max()
        ? nullptr
        : run.streams.find(static_cast<std::uint32_t>(id));
    return stream && noteStreamOf(*stream) != NoteStream::none;
}

}

// --- reading

Result<std::shared_ptr<const RtcDocument::Notes>> RtcDocument::notes(Job& job) const
{
    {
        const std::lock_guard lock(m_mutex);
        if (m_notes)
            return m_notes;
    }
    auto notes = std::make_shared<Notes>();
    NoteLog log;
    std::vector<std::pair<std::uint64_t, Annotation>> foreign;
    std::uint64_t foreignBytes = 0;
    bool isFull = false;
    const auto take = [&](const FoundPayload& found) {
        if (noteStreamOf(*found.stream) != NoteStream::none) {
            log.add(found);
            return true;
        }
        const auto start = contentStart(found.stream->value, found.payload);
        if (!start)
            return true;
        if (isFull)
            return true; // our own may still follow
        if (foreign.size() == kForeignNotes || foreignBytes > kForeignText) {
            isFull = true;
            report(diagnose(Code::RtcTooManyNotes, {},
                            ByteRange {SourceId {}, found.offset, found.end - found.offset}));
            return true;
        }
        Annotation note;
        note.id = "rtc-" + std::to_string(found.offset);
        note.text = foreignText(found, *start);
        note.origin = AnnotationOrigin::foreign;
        if (const auto ns = annotationNs(found.stream->value, found.payload))
            note.time = TimeRange {*ns, *ns};
        if (const std::uint16_t axis = m_axes.axisOf(found.segment, *found.stream); axis != 0)
            note.clock = m_axes.list()[axis].name;
        const Stream* const about = m_ruler.segments[found.segment].streams.named(found.stream->stream);
        if (about)
            note.track = trackPath(found.segment, *about);
        foreignBytes += note.text.size();
        foreign.emplace_back(found.offset, std::move(note));
        return true;
    };
    for (std::uint32_t number = 0; number < m_ruler.segments.size(); ++number) {
        std::vector<const Stream*> streams;
        for (const Stream* stream : m_ruler.segments[number].streams.all()) {
            if (stream->value.annotation)
                streams.push_back(stream);
        }
        if (auto found = findPayloads(bytes(), m_ruler, number, streams, take, job); !found)
            return tl::unexpected(found.error());
    }
    log.finish();
    if (auto whole = checkWhole(); !whole)
        return tl::unexpected(whole.error());
    for (const Diagnostic& diagnostic : log.diagnostics())
        report(diagnostic);
    notes->all = log.notes();
    std::ranges::sort(foreign, {}, &std::pair<std::uint64_t, Annotation>::first);
    for (auto& [offset, note] : foreign)
        notes->all.push_back(std::move(note));
    notes->commit = log.commit();
    notes->endDamaged = log.endsDamaged();
    const std::lock_guard lock(m_mutex);
    m_notes = notes;
    return m_notes;
}

Result<AnnotationSet> RtcDocument::annotations(Job& job) const
{
    const auto found = notes(job);
    if (!found)
        return tl::unexpected(found.error());
    return (*found)->all;
}

// Those of others may be as many as frames: they are counted when somebody asks for them.
std::optional<std::uint64_t> RtcDocument::noteCount() const
{
    for (const Segment& segment : m_ruler.segments) {
        for (const Stream* stream : segment.streams.all()) {
            if (stream->value.annotation && noteStreamOf(*stream) == NoteStream::none)
                return {};
        }
    }
    Job job;
    const auto found = notes(job);
    return found ? std::optional<std::uint64_t>((*found)->all.size()) : std::nullopt;
}

// --- what a save that was killed left

// Where the streams of our notes are described first in the last run: behind it nothing was there before the
// first save.
std::optional<std::uint64_t> RtcDocument::firstSave() const
{
    const Segment& run = m_ruler.segments.back();
    std::optional<std::uint64_t> first;
    for (const Stream* stream : run.streams.all()) {
        if (stream->described && stream->where.length > 0 && noteStreamOf(*stream) != NoteStream::none)
            first = std::min(first.value_or(stream->where.offset), stream->where.offset);
    }
    const auto number = first ? m_ruler.unitAt(*first) : std::nullopt;
    if (!number)
        return {};
    const Unit& unit = m_ruler.units[*number];
    if (std::to_integer<std::uint32_t>(bytes()[*first]) >> 1 == kMinorMeta)
        return first;
    return *number == run.firstUnit ? std::nullopt : std::optional(unit.marker);
}

// What a save that was interrupted left behind our last one goes with the next.
ByteRange RtcDocument::stableBytes() const
{
    Job job;
    const auto stored = notes(job);
    const auto cut = stored ? unfinishedSave(**stored) : std::nullopt;
    return {SourceId {}, 0, cut.value_or(m_file->size())};
}

// The first byte of a save that did not come to its end, when nothing of others lies behind it: frames of our
// streams without a commit, or a part of what the writer puts between them.
std::optional<std::uint64_t> RtcDocument::unfinishedSave(const Notes& notes) const
{
    if (m_ruler.units.empty() || notes.endDamaged)
        return {};
    const auto run = static_cast<std::uint32_t>(m_ruler.segments.size() - 1);
    const Segment& segment = m_ruler.segments[run];
    const bool isLater = notes.commit && notes.commit->segment == run;
    const auto begin = isLater ? std::optional(notes.commit->end) : firstSave();
    if (!begin)
        return unfinishedStart();
    Tail tail {.from = *begin, .ours = !isLater};
    const auto first = m_ruler.unitAt(*begin - 1);
    for (std::uint32_t number = first.value_or(segment.firstUnit); number < m_ruler.units.size(); ++number) {
        const Unit& unit = m_ruler.units[number];
        if (unit.marker >= *begin) { // only we go on with the ruler of a run that has ended
            if (number == 0 || unit.marker != m_ruler.units[number - 1].marker + segment.unitSize)
                return {};
            tail.broken = tail.broken || unit.indexDamaged;
        }
        const std::uint64_t from = std::max(unit.index(), placeBefore(m_ruler, number, *begin).offset);
        UnitFrames frames;
        if (!walkPieces(bytes(), m_ruler, number, {from, unit.end}, frames,
                        [&] { return follow(frames, tail); }))
            return {};
    }
    const Unit& last = m_ruler.units.back();
    if (last.end < m_file->size()) { // an incomplete Marker
        if (last.end != last.marker + segment.unitSize)
            return {};
        tail.broken = true;
    }
    if ((!tail.ours && !tail.broken) || tail.from >= m_file->size())
        return {};
    // A save that was finished: then its commit is damaged.
    if (tail.ours && tail.crcEnd == m_file->size()
        && checkCrc(bytes(), m_ruler, static_cast<std::uint32_t>(m_ruler.units.size() - 1)).state
            == CrcState::bad)
        return {};
    return tail.from;
}

// False when something behind the last commit is not ours.
bool RtcDocument::follow(const UnitFrames& frames, Tail& tail) const
{
    const Segment& run = m_ruler.segments.back();
    for (std::size_t i = 0; i < frames.size(); ++i) {
        const Part part = frames.part(i);
        if (part.offset < tail.from)
            continue;
        if (part.id == kCrc) {
            tail.crcEnd = part.end();
            if (!tail.ours) // that of the save before
                tail.from = part.end();
        } else if (part.id >= kFirstStream) {
            if (!isOurs(run, part.id))
                return false;
            tail.ours = true;
        }
    }
    for (const Lost& lost : frames.lost) {
        if (lost.range.end() <= tail.from)
            continue;
        const auto gone = bytes().subspan(lost.range.offset, lost.range.length);
        const bool isEmpty = std::ranges::all_of(gone, [](std::byte byte) { return byte == std::byte(0); });
        std::size_t at = 0;
        const auto head = readInt(gone, at);
        const bool isCut = lost.why == Lost::Why::cutShort
            && (!head || *head >> 1 < kFirstStream || isOurs(run, *head >> 1));
        if (lost.range.offset < tail.from || (!isEmpty && !isCut))
            return false;
        tail.broken = true;
    }
    return true;
}

// The first save ever was killed while it wrote the description of our streams: told by the name in it.
std::optional<std::uint64_t> RtcDocument::unfinishedStart() const
{
    const Unit& unit = m_ruler.units.back();
    const std::uint64_t end = unit.end;
    if (end != m_file->size() || end <= unit.index())
        return {};
    UnitFrames frames;
    const auto number = static_cast<std::uint32_t>(m_ruler.units.size() - 1);
    walkPieces(bytes(), m_ruler, number, {placeBefore(m_ruler, number, end - 1).offset, end}, frames,
               [] { return true; });
    if (frames.lost.empty() || frames.lost.back().why != Lost::Why::cutShort)
        return {};
    const std::uint64_t offset = frames.lost.back().range.offset;
    const std::string_view cut = asText(bytes().subspan(offset));
    const bool isMeta = std::to_integer<std::uint32_t>(bytes()[offset]) >> 1 == kMinorMeta;
    const std::string_view name = "\"name\":\"traceglass";
    return isMeta && cut.find(name) != std::string_view::npos ? std::optional(offset) : std::nullopt;
}

// --- saving

// The state of the run at the end of the file. Errors: notes.not-kept, because of damage or a piece of a
// frame at the end.
Result<WriterState> RtcDocument::continuation() const
{
    const auto last = static_cast<std::uint32_t>(m_ruler.units.size() - 1);
    const Unit& unit = m_ruler.units.back();
    if (unit.end != m_file->size())
        return notKept("it ends in an incomplete Marker");
    auto state = stateForAppend(bytes(), m_ruler);
    if (!state)
        return notKept(state.error().detail);
    if (state->offset != m_file->size())
        return notKept("it ends in the middle of a frame");
    if (!isUnitSound(last))
        return notKept("its last Unit is damaged");
    return state;
}

bool RtcDocument::isUnitSound(std::uint32_t number) const
{
    const Unit& unit = m_ruler.units[number];
    UnitFrames frames;
    const auto isWhole = [&] { return frames.lost.empty(); };
    return walkPieces(bytes(), m_ruler, number, {unit.index(), unit.end}, frames, isWhole)
        && checkCrc(bytes(), m_ruler, number).state != CrcState::bad;
}

Result<void> RtcDocument::canKeepNotes() const
{
    if (m_ruler.units.empty())
        return notKept("it is empty");
    Job job;
    const auto stored = notes(job);
    if (!stored)
        return tl::unexpected(stored.error());
    if ((*stored)->endDamaged)
        return notKept("the notes in it are damaged");
    if (unfinishedSave(**stored))
        return {};
    const WriterOptions options = optionsForAppend(bytes(), m_ruler);
    auto state = continuation();
    if (!state)
        return tl::unexpected(state.error());
    Writer writer([](std::span<const std::byte>) -> Result<void> { return {}; }, options, std::move(*state));
    const std::string epoch;
    NoteWriter writing(writer, m_ruler.segments.back(), options.bigEndian);
    if (auto added = writing.addStreams({&epoch, 1}); !added)
        return notKept(message(added.error()));
    return {};
}

std::string RtcDocument::whatSavingChanges() const
{
    const std::uint64_t left = m_file->size() - stableBytes().length;
    if (left == 0)
        return "appends to the file; every byte that is there stays as it is";
    return "removes " + counted(left, "byte", "bytes")
        + " of a save that was interrupted and appends to the file; every other byte stays as it is";
}

// Where readers that know plain annotations only shall see a note; `start`: of those that are about no time.
NoteMoment RtcDocument::noteMoment(const Annotation& note, std::int64_t start) const
{
    const auto& axes = m_axes.list();
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
        if (stream->isClock && m_axes.list()[m_axes.axisOf(run, *stream)].name == axis->name
            && !stream->name.empty() && streams.named(stream->name) == stream) {
            moment.clock = stream->name;
            moment.ns = note.time->startNs;
            break;
        }
    }
    return moment;
}

Result<void> RtcDocument::keepNotes(const AnnotationSet& wanted, SaveIo& io, Job& job) const
{
    const auto last = static_cast<std::uint32_t>(m_ruler.units.size() - 1);
    const bool hasEnd = m_ruler.units.empty() || checkCrc(bytes(), m_ruler, last).state == CrcState::ok;
    auto file = io.openToChange(m_path, hasEnd);
    if (!file)
        return tl::unexpected(file.error());
    return keepIn(*file, wanted, io, job);
}

// Is it the file that was opened, by its identity and by the marks of its last Unit?
bool RtcDocument::isStill(const File& file) const
{
    const auto now = identify(file);
    {
        const std::lock_guard lock(m_mutex);
        if (!now || (*now != m_file->identity() && now != m_restored))
            return false;
    }
    if (m_ruler.units.empty())
        return m_file->size() == 0;
    const std::uint64_t at = m_ruler.units.back().marker;
    std::vector<std::byte> marks(
        static_cast<std::size_t>(std::min<std::uint64_t>(kMarksCompared, m_file->size() - at)));
    const auto read = file.readAt(at, marks);
    return read && *read == marks.size() && std::ranges::equal(marks, bytes().subspan(at, marks.size()));
}

Result<void> RtcDocument::keepIn(File& file, const AnnotationSet& wanted, SaveIo& io, Job& job) const
{
    if (!isStill(file))
        return fail(Code::FileChanged, m_path.string());
    if (m_ruler.units.empty())
        return notKept("it is empty");
    const auto stored = notes(job);
    if (!stored)
        return tl::unexpected(stored.error());
    if ((*stored)->endDamaged)
        return notKept("the notes in it are damaged");
    const auto begin = m_axes.list()[0].kind == Axis::Kind::unixTime ? summary().time : std::nullopt;
    const MomentOf momentOf = [this, start = begin ? begin->startNs : 0](const Annotation& note) {
        return noteMoment(note, start);
    };
    const NoteChanges changes = changesBetween((*stored)->all, wanted, momentOf);
    if (changes.empty())
        return {};
    if (const auto cut = unfinishedSave(**stored)) {
        if (auto done = io.truncate(file, *cut); !done)
            return done;
        // The ruler, too, may have been that of the unfinished part. It is shorter now, so this has an end.
        auto rest = open(m_path);
        if (!rest)
            return tl::unexpected(rest.error());
        return static_cast<const RtcDocument&>(**rest).keepIn(file, wanted, io, job);
    }

    const WriterOptions options = optionsForAppend(bytes(), m_ruler);
    auto state = continuation();
    if (!state)
        return tl::unexpected(state.error());
    std::vector<std::byte> added;
    const auto sink = [&](std::span<const std::byte> bytes) -> Result<void> {
        added.insert(added.end(), bytes.begin(), bytes.end());
        return {};
    };
    const std::set<std::uint32_t> unended = state->open;
    Writer writer(sink, options, std::move(*state));
    NoteWriter writing(writer, m_ruler.segments.back(), options.bigEndian);
    auto written = writing.endPayloads(unended);
    if (written)
        written = writing.write(changes, momentOf);
    if (written)
        written = writer.finish();
    if (!written)
        return notKept(message(written.error()));
    if (auto whole = checkWhole(); !whole)
        return whole;
    if (job.stopRequested())
        return fail(Code::Stopped);
    return append(file, added, wanted, io, job);
}

// One sync makes the save: its commit counts only when everything before it is there as well, which the
// checksum in it proves, so the disk may write them in any order.
Result<void> RtcDocument::append(File& file, std::span<const std::byte> added, const AnnotationSet& wanted,
                                 SaveIo& io, Job& job) const
{
    const std::uint64_t end = m_file->size();
    const auto write = [&] {
        return io.writeAt(file, end, added).and_then([&]() -> Result<void> { return io.sync(file); });
    };
    auto done =
        addToFile(io, file, {.end = end, .write = write, .check = [&] { return checkSaved(wanted, job); }});
    if (!done) {
        const auto now = identify(file);
        const std::lock_guard lock(m_mutex);
        if (now && now->size == end)
            m_restored = now;
    }
    return done;
}

// Opens what was saved as anybody would: the notes are these, and what was written is sound to the last byte.
Result<void> RtcDocument::checkSaved(const AnnotationSet& wanted, Job& job) const
{
    const auto opened = open(m_path);
    if (!opened)
        return tl::unexpected(opened.error());
    const auto& saved = static_cast<const RtcDocument&>(**opened);
    const auto stored = saved.notes(job);
    if (!stored)
        return tl::unexpected(stored.error());
    const auto isForeign = [](const Annotation& note) { return note.origin == AnnotationOrigin::foreign; };
    AnnotationSet found = (*stored)->all, own = wanted;
    std::erase_if(found, isForeign);
    std::erase_if(own, isForeign);
    bool isSound = sameAnnotations(found, own)
        && saved.m_ruler.diagnostics.size() <= m_ruler.diagnostics.size() && !saved.m_ruler.units.empty()
        && saved.m_ruler.units.back().end == saved.m_file->size();
    for (std::size_t unit = m_ruler.units.size() - 1; isSound && unit < saved.m_ruler.units.size(); ++unit)
        isSound = saved.isUnitSound(static_cast<std::uint32_t>(unit));
    return isSound ? Result<void>() : fail(Code::NotesNotEqual, m_path.string());
}

}
