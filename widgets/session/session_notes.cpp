#include "widgets/session/session_notes.h"

#include "core/model/annotation_json.h"
#include "widgets/common/utf8.h"

#include <QCryptographicHash>
#include <QSet>
#include <QStandardPaths>
#include <algorithm>
#include <map>

namespace traceglass {

namespace {

constexpr int kRecoveryDelayMs = 1000;

QByteArray key(std::string_view text)
{
    return QByteArray(text.data(), qsizetype(text.size()));
}

std::map<std::string_view, const Annotation*> byId(const AnnotationSet& notes)
{
    std::map<std::string_view, const Annotation*> map;
    for (const Annotation& note : notes)
        map.emplace(note.id, &note);
    return map;
}

}

class SessionNotes::Step : public QUndoCommand
{
public:
    Step(SessionNotes* notes, const QString& text, std::vector<Change> changes)
        : QUndoCommand(text)
        , m_notes(notes)
        , m_changes(std::move(changes))
    {
    }
    void redo() override { m_notes->apply(m_changes, true); }
    void undo() override { m_notes->apply(m_changes, false); }

private:
    SessionNotes* m_notes;
    std::vector<Change> m_changes;
};

SessionNotes::SessionNotes(DocumentSession* session, QObject* parent)
    : QObject(parent)
    , m_session(session)
    , m_disk(session->sharedDocument())
{
    m_recoveryTimer.setSingleShot(true);
    m_recoveryTimer.setInterval(kRecoveryDelayMs);
    connect(&m_recoveryTimer, &QTimer::timeout, this, &SessionNotes::writeRecovery);
    connect(&m_undo, &QUndoStack::cleanChanged, this, [this](bool clean) { emit modifiedChanged(!clean); });
    const auto move = [this] {
        m_timed.reset();
        if (!m_notes.empty())
            emit changed();
    };
    connect(session, &DocumentSession::timelineChanged, this, move);
    connect(session, &DocumentSession::alignmentChanged, this, move);
}

SessionNotes::~SessionNotes()
{
    if (isModified() && m_recoveryTimer.isActive())
        writeRecovery();
}

void SessionNotes::load()
{
    m_loading = true;
    m_work.start([document = m_disk](Job& job) { return loadNotes(*document, job); },
                 [this](Result<StoredNotes> stored) {
                     m_loading = false;
                     if (stored)
                         adopt(std::move(*stored));
                     emit loaded();
                 });
}

void SessionNotes::adopt(StoredNotes stored)
{
    m_stored = std::move(stored);
    m_notes = m_stored.notes;
    invalidate();
    emit changed();
    const auto left = readHead(recoveryPath(), std::size_t(1) << 30);
    if (!left || left->empty())
        return;
    const auto file = parseAnnotationFile({reinterpret_cast<const char*>(left->data()), left->size()});
    if (!file || !belongsTo(*m_disk, file->fingerprint))
        return;
    AnnotationSet wanted =
        file->notes; // the whole set as it was; other tools' notes are those of the capture
    for (const Annotation& note : m_stored.notes) {
        if (note.origin == AnnotationOrigin::foreign)
            wanted.push_back(note);
    }
    if (sameAnnotations(wanted, m_notes)) {
        discardRecovery();
        return;
    }
    m_recovered = true;
    push(tr("restore notes"), changesTo(wanted));
}

const Annotation* SessionNotes::find(std::string_view id) const
{
    fillIds();
    const auto found = m_ids.constFind(key(id));
    return found == m_ids.cend() ? nullptr : &m_notes[*found];
}

// --- new notes

Annotation SessionNotes::draft(std::optional<std::int64_t> cursorNs) const
{
    const Selection& selection = m_session->selection();
    Annotation note;
    std::uint16_t axis = m_session->selectedAxis();
    if (selection.slice) {
        if (const auto track = m_session->findTrack(selection.slice->kind, selection.slice->trackKey)) {
            note.track = m_session->timeline()->path(*track);
            note.trackKey = selection.slice->trackKey;
        }
    }
    if (selection.node)
        note.node = m_session->document().pathOf(*selection.node);
    std::optional<TimeRange> time = selection.time;
    if (!time && !selection.node && selection.bytes.length == 0 && cursorNs) {
        time = TimeRange {*cursorNs, *cursorNs};
        axis = 0;
    }
    if (time) {
        note.time = TimeRange {m_session->toOwn(axis, time->startNs), m_session->toOwn(axis, time->endNs)};
        if (axis < m_session->axes().size())
            note.clock = m_session->axes()[axis].name;
    }
    // Bytes that are not simply those of the node.
    if (selection.bytes.length > 0) {
        const auto node =
            selection.node ? m_session->document().decoded(*selection.node) : Result<ByteRange>(ByteRange {});
        if (!node || *node != selection.bytes)
            note.bytes = AnnotationBytes {m_session->document().sourceName(selection.bytes.source),
                                          selection.bytes.offset, selection.bytes.length};
    }
    return note;
}

Annotation SessionNotes::draftOver(TimeRange view, std::uint16_t axis) const
{
    Annotation note;
    note.time = TimeRange {m_session->toOwn(axis, view.startNs), m_session->toOwn(axis, view.endNs)};
    if (axis < m_session->axes().size())
        note.clock = m_session->axes()[axis].name;
    return note;
}

// --- changes

std::string SessionNotes::add(Annotation note)
{
    note.id = newAnnotationId();
    note.author = m_author.toStdString();
    note.createdNs = note.changedNs = m_lastAddedNs = unixNow();
    note.origin = AnnotationOrigin::capture;
    const std::string id = note.id;
    push(tr("add note"), {{{}, std::move(note)}});
    return id;
}

void SessionNotes::setText(const std::string& id, const QString& text)
{
    const Annotation* note = find(id);
    if (!note || note->origin == AnnotationOrigin::foreign || note->text == text.toStdString())
        return;
    Annotation after = *note;
    after.text = text.toStdString();
    after.changedNs = unixNow();
    push(tr("edit note"), {{*note, std::move(after)}});
}

void SessionNotes::setColor(const std::vector<std::string>& ids, std::uint8_t color)
{
    std::vector<Change> changes;
    for (const std::string& id : ids) {
        const Annotation* note = find(id);
        if (!note || note->origin == AnnotationOrigin::foreign || note->color == color)
            continue;
        Annotation after = *note;
        after.color = color;
        after.changedNs = unixNow();
        changes.push_back({*note, std::move(after)});
    }
    push(tr("colour notes"), std::move(changes));
}

void SessionNotes::remove(const std::vector<std::string>& ids)
{
    std::vector<Change> changes;
    for (const std::string& id : ids) {
        const Annotation* note = find(id);
        if (note && note->origin != AnnotationOrigin::foreign)
            changes.push_back({*note, {}});
    }
    push(changes.size() == 1 ? tr("delete note") : tr("delete notes"), std::move(changes));
}

void SessionNotes::takeBack(const std::string& id)
{
    const Annotation* note = find(id);
    if (!note)
        return;
    const bool isLastStep = m_undo.index() == m_undo.count() && m_undo.undoText() == tr("add note")
        && note->createdNs == m_lastAddedNs;
    if (isLastStep)
        m_undo.undo();
    else
        remove({id});
}

void SessionNotes::import(const AnnotationSet& others)
{
    std::vector<Change> changes;
    for (Annotation note : others) {
        const Annotation* mine = find(note.id);
        if (mine && (mine->origin == AnnotationOrigin::foreign || mine->changedNs >= note.changedNs))
            continue;
        note.origin = AnnotationOrigin::capture;
        changes.push_back({mine ? std::optional(*mine) : std::nullopt, std::move(note)});
    }
    push(tr("import notes"), std::move(changes));
}

void SessionNotes::revert()
{
    push(tr("revert notes"), changesTo(m_stored.notes));
    m_undo.setClean();
    m_recoveryTimer.stop();
    discardRecovery();
}

AnnotationFile SessionNotes::unsaved() const
{
    AnnotationFile unsaved;
    const auto stored = byId(m_stored.notes);
    for (const Annotation& note : m_notes) {
        const auto before = stored.find(note.id);
        if (before == stored.end() || !(*before->second == note))
            unsaved.notes.push_back(note);
    }
    for (const Annotation& note : m_stored.notes) {
        if (!find(note.id))
            unsaved.deleted.push_back(note.id);
    }
    return unsaved;
}

void SessionNotes::takeOver(const AnnotationFile& unsaved)
{
    std::vector<Change> changes;
    for (const std::string& id : unsaved.deleted) {
        if (const Annotation* mine = find(id); mine && mine->origin != AnnotationOrigin::foreign)
            changes.push_back({*mine, {}});
    }
    for (const Annotation& note : unsaved.notes) {
        const Annotation* mine = find(note.id);
        if (!mine || note.changedNs >= mine->changedNs)
            changes.push_back({mine ? std::optional(*mine) : std::nullopt, note});
    }
    push(tr("keep notes"), std::move(changes));
}

std::vector<SessionNotes::Change> SessionNotes::changesTo(const AnnotationSet& wanted) const
{
    std::vector<Change> changes;
    auto left = byId(m_notes);
    for (const Annotation& note : wanted) {
        const auto mine = left.find(note.id);
        if (mine == left.end()) {
            changes.push_back({{}, note});
            continue;
        }
        if (!(*mine->second == note))
            changes.push_back({*mine->second, note});
        left.erase(mine);
    }
    for (const auto& [id, note] : left)
        changes.push_back({*note, {}});
    return changes;
}

void SessionNotes::push(const QString& text, std::vector<Change> changes)
{
    if (!changes.empty())
        m_undo.push(new Step(this, text, std::move(changes)));
}

void SessionNotes::apply(const std::vector<Change>& changes, bool forward)
{
    QSet<QByteArray> gone;
    for (const Change& change : changes) {
        const auto& from = forward ? change.before : change.after;
        const auto& to = forward ? change.after : change.before;
        if (!to) {
            gone.insert(key(from->id));
        } else if (from) {
            fillIds();
            if (const auto found = m_ids.constFind(key(to->id)); found != m_ids.cend())
                m_notes[*found] = *to;
        } else {
            m_notes.push_back(*to);
            m_idsFilled = false;
        }
    }
    if (!gone.isEmpty())
        std::erase_if(m_notes, [&](const Annotation& note) { return gone.contains(key(note.id)); });
    if (std::ranges::any_of(changes, [](const Change& change) { return !change.before || !change.after; }))
        std::ranges::stable_sort(m_notes, {}, &Annotation::createdNs);
    invalidate();
    m_recoveryTimer.start();
    emit changed();
}

void SessionNotes::invalidate()
{
    m_idsFilled = false;
    m_timed.reset();
    m_placed.reset();
}

void SessionNotes::fillIds() const
{
    if (m_idsFilled)
        return;
    m_idsFilled = true;
    m_ids.clear();
    m_nodes.clear();
    for (std::uint32_t i = 0; i < m_notes.size(); ++i) {
        m_ids.insert(key(m_notes[i].id), i);
        if (!m_notes[i].node.empty())
            ++m_nodes[key(m_notes[i].node)];
    }
}

void SessionNotes::choose(std::vector<std::string> ids)
{
    if (ids == m_chosen)
        return;
    m_chosen = std::move(ids);
    emit chosenChanged();
}

// --- where they are

std::optional<std::uint16_t> SessionNotes::axisOf(const Annotation& note) const
{
    const auto& axes = m_session->axes();
    if (note.clock.empty() || axes.empty())
        return std::uint16_t(0);
    const auto found = std::ranges::find(axes, note.clock, &ClockAxis::name);
    return found == axes.end() ? std::nullopt
                               : std::optional(static_cast<std::uint16_t>(found - axes.begin()));
}

std::optional<TrackId> SessionNotes::trackOf(const Annotation& note) const
{
    if (note.track.empty())
        return {};
    const Timeline& timeline = *m_session->timeline();
    for (std::uint32_t i = 0; i < timeline.trackCount(); ++i) {
        const TrackId id {i};
        if (note.trackKey && timeline.track(id).key != *note.trackKey)
            continue;
        if (timeline.track(id).kind == TrackKind::group || timeline.path(id) != note.track)
            continue;
        return id;
    }
    return {};
}

const std::vector<SessionNotes::Timed>& SessionNotes::timed() const
{
    if (m_timed)
        return *m_timed;
    m_timed.emplace();
    m_longestNs = 0;
    std::map<std::pair<std::string_view, std::optional<std::uint64_t>>, TrackId> tracks;
    for (std::uint32_t i = 0; i < m_notes.size(); ++i) {
        const Annotation& note = m_notes[i];
        if (!note.time)
            continue;
        const auto axis = axisOf(note);
        if (!axis)
            continue;
        TrackId track = kNoTrack;
        if (!note.track.empty()) {
            const auto [known, isNew] = tracks.try_emplace({note.track, note.trackKey}, kNoTrack);
            if (isNew)
                known->second = trackOf(note).value_or(kNoTrack);
            track = known->second;
        }
        m_timed->push_back({m_session->toView(*axis, *note.time), i, track});
        m_longestNs = std::max(m_longestNs, note.time->lengthNs());
    }
    std::ranges::stable_sort(*m_timed, {}, [](const Timed& note) { return note.time.startNs; });
    return *m_timed;
}

std::int64_t SessionNotes::longestNs() const
{
    (void)timed();
    return m_longestNs;
}

const std::vector<SessionNotes::Placed>& SessionNotes::placed() const
{
    if (m_placed)
        return *m_placed;
    m_placed.emplace();
    std::map<std::string, SourceId, std::less<>> sources;
    const Document& document = m_session->document();
    for (std::uint32_t i = 0; i < document.sourceCount(); ++i)
        sources.emplace(document.sourceName(SourceId(i)), SourceId(i));
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

bool SessionNotes::hasNodes() const
{
    fillIds();
    return !m_nodes.isEmpty();
}

bool SessionNotes::hasNode(const std::string& path) const
{
    fillIds();
    return m_nodes.contains(key(path));
}

void SessionNotes::goTo(const std::string& id)
{
    const Annotation* note = find(id);
    if (!note)
        return;
    const auto axis = axisOf(*note);
    std::optional<TimeRange> time;
    if (note->time && axis)
        time = m_session->toView(*axis, *note->time);
    const auto node = note->node.empty() ? std::nullopt : m_session->document().find(note->node);
    if (node) {
        m_session->selectNode(*node);
    } else if (note->bytes) {
        for (const Placed& place : placed()) {
            if (m_notes[place.index].id == id)
                m_session->selectBytes(place.bytes);
        }
    }
    if (time) {
        m_session->showTime(*time);
        if (!node && time->lengthNs() > 0)
            m_session->setRange(time);
    }
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
        parts << tr("%1: 0x%2, %n byte(s)", nullptr,
                    int(std::min<std::uint64_t>(note.bytes->length, INT_MAX)))
                     .arg(fromUtf8(note.bytes->source), QString::number(note.bytes->offset, 16));
    return parts.isEmpty() ? tr("the capture") : parts.join(QStringLiteral(" · "));
}

// --- saving

void SessionNotes::save(SaveWay way)
{
    startSaving([way](const Document& document, const AnnotationSet& notes,
                      Job& job) { return saveNotes(document, notes, way, systemSaveIo(), job); },
                true);
}

void SessionNotes::saveAs(const std::filesystem::path& path)
{
    startSaving([path](const Document& document, const AnnotationSet& notes,
                       Job& job) { return saveNotesAs(document, notes, path, systemSaveIo(), job); },
                false);
}

void SessionNotes::startSaving(
    std::function<Result<std::unique_ptr<Document>>(const Document&, const AnnotationSet&, Job&)> work,
    bool staysHere)
{
    if (m_saving || m_loading)
        return;
    m_saving = true;
    if (staysHere)
        m_session->pauseDiskCheck(true);
    emit savingChanged();
    struct Saved
    {
        Result<std::unique_ptr<Document>> document;
        Result<StoredNotes> stored;
    };
    const int index = m_undo.index();
    m_work.start(
        [document = m_disk, notes = m_notes, work = std::move(work)](Job& job) {
            Saved saved {work(*document, notes, job), StoredNotes {}};
            if (saved.document)
                saved.stored = loadNotes(**saved.document, job);
            return saved;
        },
        [this, staysHere, index](Saved result) {
            m_saving = false;
            if (staysHere)
                m_session->pauseDiskCheck(false);
            if (!result.document) {
                emit savingChanged();
                emit saveFailed(result.document.error());
                return;
            }
            const std::filesystem::path path = (*result.document)->summary().path;
            if (staysHere) {
                m_disk = std::move(*result.document);
                m_session->setDiskDocument(m_disk);
                if (result.stored)
                    m_stored = std::move(*result.stored);
                if (m_undo.index() == index) { // nothing was changed meanwhile
                    m_undo.setClean();
                    m_recoveryTimer.stop();
                    discardRecovery();
                    m_recovered = false;
                }
            }
            emit savingChanged();
            emit saved(path);
        });
}

// --- recovery

std::filesystem::path SessionNotes::recoveryPath() const
{
    const std::string path = m_disk->summary().path.string();
    const QByteArray hash =
        QCryptographicHash::hash(QByteArray::fromStdString(path), QCryptographicHash::Sha256)
            .toHex()
            .left(32);
    return (QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/recovery/")
            + QString::fromLatin1(hash) + QStringLiteral(".json"))
        .toStdString();
}

void SessionNotes::writeRecovery()
{
    if (!isModified()) {
        discardRecovery();
        return;
    }
    AnnotationFile file;
    std::ranges::copy_if(m_notes, std::back_inserter(file.notes),
                         [](const Annotation& note) { return note.origin != AnnotationOrigin::foreign; });
    file.fingerprint = fingerprint(*m_disk).value_or(std::string());
    const std::filesystem::path path = recoveryPath();
    std::error_code ignored;
    std::filesystem::create_directories(path.parent_path(), ignored);
    const std::string json = annotationFileJson(file);
    (void)replaceFile(systemSaveIo(), path,
                      [&](const FileWriter& write) { return write(std::as_bytes(std::span(json))); });
}

void SessionNotes::discardRecovery()
{
    m_recoveryTimer.stop();
    (void)systemSaveIo().remove(recoveryPath());
}

}
