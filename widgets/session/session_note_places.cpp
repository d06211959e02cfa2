// Where notes are: in view time, on tracks, in bytes, on nodes of the tree.
#include "core/base/text.h"
#include "widgets/common/core_text.h"
#include "widgets/common/utf8.h"
#include "widgets/session/session_notes.h"

#include <algorithm>
#include <array>
#include <map>

namespace traceglass {

namespace {

// Tracks of a thread have one path and one key: what it did is meant, not its counter or samples.
constexpr std::array kMostMeant = {
    TrackKind::states,  TrackKind::spans,  TrackKind::worker,  TrackKind::slices,  TrackKind::events,
    TrackKind::marks,   TrackKind::log,    TrackKind::counter, TrackKind::samples, TrackKind::pictures,
    TrackKind::density, TrackKind::health, TrackKind::ruler,
};

using TracksByPath = std::map<std::string, std::pair<TrackKind, std::uint64_t>>;

// Of some with one path the first.
TracksByPath tracksNamed(const std::set<std::string>& paths, const Timeline& timeline, const Job& job)
{
    TracksByPath out;
    for (std::uint32_t i = 0; i < timeline.trackCount() && !job.stopRequested(); ++i) {
        const Track& track = timeline.track(TrackId(i));
        if (track.kind == TrackKind::group)
            continue;
        if (const auto path = paths.find(timeline.path(TrackId(i))); path != paths.end())
            out.try_emplace(*path, track.kind, track.key);
    }
    return out;
}

}

// Indexing publishes ten timelines a second: only what they change is found anew, and said only when there is
// something to be seen of it. A track that appears is painted with the timeline.
void SessionNotes::followTimeline()
{
    m_tracksFound = false;
    std::vector<ClockAxis> axes = axesNow();
    const bool otherTimes = axes != m_axesSeen;
    const bool otherSources = m_placed && m_sourcesSeen != m_session->sourceNames().size();
    if (otherTimes) {
        m_axesSeen = std::move(axes);
        m_times.reset();
        m_places.reset();
    }
    if (otherSources)
        m_placed.reset();
    if ((otherTimes || otherSources) && !m_notes.empty())
        emit moved();
}

// With the moment that is +0 s as their range: the end of an axis, which grows while it is indexed, moves
// nothing. In front what counts where there are no axes.
std::vector<ClockAxis> SessionNotes::axesNow() const
{
    using Kind = ClockAxis::Kind;
    const Kind kind = m_session->timeline()->absolute ? Kind::unixTime : Kind::unknown;
    std::vector<ClockAxis> out {{{}, kind, {m_session->origin(0), 0}}};
    const auto& axes = m_session->axes();
    for (std::uint16_t i = 0; i < axes.size(); ++i)
        out.push_back({axes[i].name, axes[i].kind, {m_session->origin(i), 0}, axes[i].shiftNs});
    return out;
}

std::optional<std::uint16_t> SessionNotes::axisOf(const Annotation& note) const
{
    const auto& axes = m_session->axes();
    if (note.clock.empty() || axes.empty())
        return std::uint16_t(0);
    const auto found = std::ranges::find(axes, note.clock, &ClockAxis::name);
    return found == axes.end() ? std::nullopt
                               : std::optional(static_cast<std::uint16_t>(found - axes.begin()));
}

std::optional<TimeRange> SessionNotes::viewTime(const Annotation& note) const
{
    const auto axis = note.time ? axisOf(note) : std::nullopt;
    return axis ? std::optional(m_session->toView(*axis, *note.time)) : std::nullopt;
}

const NoteTimes& SessionNotes::times() const
{
    if (m_times)
        return *m_times;
    std::vector<NoteTime> timed;
    timed.reserve(m_notes.size());
    for (std::uint32_t i = 0; i < m_notes.size(); ++i) {
        if (const auto time = viewTime(m_notes[i]))
            timed.push_back({*time, i});
    }
    return m_times.emplace(std::move(timed));
}

const std::vector<SessionNotes::TrackNotes>& SessionNotes::places() const
{
    if (!m_places) {
        std::map<std::pair<std::string_view, std::optional<std::uint64_t>>, std::vector<NoteTime>> byTrack;
        for (const NoteTime& note : times().all()) {
            const Annotation& about = m_notes[note.index];
            byTrack[std::pair(std::string_view(about.track), about.trackKey)].push_back(note);
        }
        m_places.emplace();
        m_placeNames.clear();
        for (auto& [name, notes] : byTrack) {
            m_placeNames.push_back({std::string(name.first), name.second});
            m_places->push_back({kNoTrack, NoteTimes(std::move(notes))});
        }
        m_tracksFound = false;
    }
    if (!m_tracksFound)
        findTracks();
    return *m_places;
}

// What has a key is found at once. For what has none, as a note that was written elsewhere, the paths of all tracks are looked
// at: behind the window where they are many.
void SessionNotes::findTracks() const
{
    m_tracksFound = true;
    std::set<std::string> unknown = placeTracks();
    const auto take = [this](const TracksByPath& found) {
        for (const auto& [path, key] : found)
            m_tracksByPath.insert_or_assign(path, key);
        placeTracks();
    };
    constexpr std::size_t kAtOnce = 20'000;
    const TimelinePtr timeline = m_session->timeline();
    if (unknown.empty())
        return;
    if (timeline->trackCount() < kAtOnce)
        return take(tracksNamed(unknown, *timeline, Job()));
    m_asker.work<TracksByPath>(
        kTracks, Priority::screen,
        [unknown = std::move(unknown), timeline](const Job& job) {
            return tracksNamed(unknown, *timeline, job);
        },
        [this, take](const TracksByPath& found) {
            if (m_places && !found.empty()) {
                take(found);
                emit moved();
            }
        });
}

// The paths of notes without key whose tracks nobody knows yet.
std::set<std::string> SessionNotes::placeTracks() const
{
    const Timeline& timeline = *m_session->timeline();
    const auto named = [&](const std::string& path, TrackKind kind, std::uint64_t key) {
        const auto id = timeline.findTrack(kind, key);
        return id && timeline.path(*id) == path ? *id : kNoTrack;
    };
    std::set<std::string> unknown;
    for (std::size_t i = 0; i < m_placeNames.size(); ++i) {
        const TrackName& name = m_placeNames[i];
        TrackId& track = (*m_places)[i].track;
        track = kNoTrack;
        if (name.path.empty())
            continue;
        if (name.key) {
            for (const TrackKind kind : kMostMeant)
                if (track == kNoTrack)
                    track = named(name.path, kind, *name.key);
            continue;
        }
        if (const auto known = m_tracksByPath.find(name.path); known != m_tracksByPath.end())
            track = named(name.path, known->second.first, known->second.second);
        if (track == kNoTrack)
            unknown.insert(name.path);
    }
    return unknown;
}

const std::vector<SessionNotes::Placed>& SessionNotes::placed() const
{
    if (m_placed)
        return *m_placed;
    m_placed.emplace();
    std::map<std::string, SourceId, std::less<>> sources;
    const std::vector<std::string>& names = m_session->sourceNames();
    m_sourcesSeen = names.size();
    for (std::uint32_t i = 0; i < names.size(); ++i)
        sources.emplace(names[i], SourceId(i));
    for (std::uint32_t i = 0; i < m_notes.size(); ++i) {
        const auto& bytes = m_notes[i].bytes;
        if (!bytes)
            continue;
        if (const auto source = sources.find(bytes->source); source != sources.end())
            m_placed->push_back({{source->second, bytes->offset, bytes->length}, i});
    }
    std::ranges::sort(*m_placed, {}, [](const Placed& note) {
        return std::pair(number(note.bytes.source), note.bytes.offset);
    });
    return *m_placed;
}

bool SessionNotes::hasNode(const std::string& path) const
{
    return index().nodes.contains(QByteArray::fromStdString(path));
}

// The slice of the note's track that has exactly its time.
std::optional<SliceId> SessionNotes::sliceOf(const Annotation& note, TimeRange time) const
{
    const std::vector<TrackNotes>& known = places();
    const auto name = std::ranges::find(m_placeNames, TrackName {note.track, note.trackKey});
    if (note.track.empty() || name == m_placeNames.end())
        return {};
    const TrackId id = known[static_cast<std::size_t>(name - m_placeNames.begin())].track;
    if (id == kNoTrack)
        return {};
    constexpr std::size_t kSlicesLookedAt = 4096; // that begin at the same moment
    const Timeline& timeline = *m_session->timeline();
    const Track& track = timeline.track(id);
    std::uint16_t depth = 0;
    for (const RowId row : timeline.rows(id)) {
        const TimeRange moment {time.startNs, addSaturating(time.startNs, 1)};
        for (const Slice& slice : timeline.slices(row, moment, kSlicesLookedAt))
            if (slice.startNs == time.startNs && slice.endNs == time.endNs)
                return SliceId {track.kind, track.key, depth, slice.startNs, slice.ref};
        ++depth;
    }
    return {};
}

void SessionNotes::goTo(const std::string& id)
{
    const Annotation* note = find(id);
    if (!note)
        return;
    const auto time = viewTime(*note);
    std::optional<ByteRange> bytes;
    for (const Placed& place : placed()) {
        if (&m_notes[place.index] == note)
            bytes = place.bytes;
    }
    const bool node = !note->node.empty();
    const auto slice = time && !bytes && !node ? sliceOf(*note, *time) : std::nullopt;
    m_session->inOneStep([&] {
        if (bytes)
            m_session->selectBytes(*bytes);
        else if (node)
            m_session->selectPath(note->node);
        else if (slice)
            m_session->selectSlice(*slice);
        if (time) {
            m_session->showTime(*time);
            if (!bytes && !node && !slice && time->lengthNs() > 0)
                m_session->setRange(time);
        }
    });
}

QString SessionNotes::anchorText(const Annotation& note) const
{
    QStringList parts;
    if (note.time) {
        const std::uint16_t axis = axisOf(note).value_or(0);
        const TimeRange time = m_session->toView(axis, *note.time);
        QString text = m_session->momentText(time.startNs, axis);
        if (time.endNs != time.startNs)
            text += QStringLiteral(" … ") + m_session->momentText(time.endNs, axis);
        parts << text;
    }
    if (!note.track.empty())
        parts << fromUtf8(note.track);
    if (!note.node.empty() && note.node != "/")
        parts << fromUtf8(note.node);
    if (note.bytes)
        parts << tr("%1: %2, %3")
                     .arg(fromUtf8(note.bytes->source), fromUtf8(hexNumber(note.bytes->offset)),
                          countedText(note.bytes->length, "byte", "bytes"));
    return parts.isEmpty() ? tr("the capture") : parts.join(QStringLiteral(" · "));
}

}
